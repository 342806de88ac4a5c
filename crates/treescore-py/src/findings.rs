//! Findings as plain values, to be pickled, and back.

use treescore::findings::{FindingId, Severity};
use treescore::measure::registry::MEASURES;
use treescore::report::FindingReport;

/// A finding as pickle stores it: id, severity, side, place of the system, how often, of how many, what is counted; then
/// where first, the message, a figure now and with the first help, and the help.
pub(crate) type Stored = (
    (String, String, Option<String>, Option<usize>, Option<u64>, Option<u64>, String),
    (Option<String>, String, Option<(String, f64, f64)>, Vec<String>),
);

pub(crate) fn store(finding: &FindingReport) -> Stored {
    let FindingReport { id, severity, system, side, count, of, noun, first, message, figure, help } =
        finding.clone();
    let figure = figure.map(|(name, now, then)| (name.to_owned(), now, then));
    (
        (
            id.as_str().to_owned(),
            severity.as_str().to_owned(),
            side.map(ToOwned::to_owned),
            system,
            count,
            of,
            noun.to_owned(),
        ),
        (first, message, figure, help),
    )
}

/// The finding of a stored one; `None` if this version does not know it.
pub(crate) fn restore(stored: Stored) -> Option<FindingReport> {
    let ((id, severity, side, system, count, of, noun), (first, message, figure, help)) = stored;
    let nouns = ["pair", "tree", "word", "line", "file", "group", "side", "utterance", "bracket", "unit"];
    let figures = || MEASURES.iter().flat_map(|entry| entry.info().figures).map(|figure| figure.key);
    Some(FindingReport {
        id: id.parse::<FindingId>().ok()?,
        severity: severity.parse::<Severity>().ok()?,
        system,
        side: side.and_then(|side| ["gold", "system"].into_iter().find(|known| *known == side)),
        count,
        of,
        noun: nouns.into_iter().find(|known| *known == noun).unwrap_or("pair"),
        first,
        message,
        figure: figure.and_then(|(name, now, then)| Some((figures().find(|key| *key == name)?, now, then))),
        help,
    })
}
