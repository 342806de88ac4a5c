//! Findings about files of times: encodings, channels, what was left out, ends in the place of durations, numbers in the
//! place of words.

use super::files::{counted_all, of_encoding};
use super::{Finding, FindingId, Look, Severity};
use crate::read::times::{EndColumn, TimesFile};
use crate::run::{Scored, SystemScored};
use crate::tree::Which;
use crate::values::{Advice, count, counted};

/// All findings about the files of times of a system, but for what was said about the same file as gold's.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let of_gold = of_gold(look.scored);
    let is_said = |finding: &Finding| of_gold.iter().any(|known| known.message == finding.message);
    let mut found = of_side(&look.scored.systems[look.system], Which::System);
    found.retain(|finding| finding.severity != Severity::Note || !is_said(finding));
    found
}

/// All findings about gold's files of times, which are the same for all systems.
pub(super) fn of_gold(scored: &Scored) -> Vec<Finding> {
    scored.systems.first().map(|system| of_side(system, Which::Gold)).unwrap_or_default()
}

fn of_side(scored: &SystemScored, which: Which) -> Vec<Finding> {
    let Some(files) = &scored.times_files else { return Vec::new() };
    let has_words = scored.times.side(which).has_words;
    let has_ends = |which| files.of(which).iter().any(|file| file.end_column.is_some());
    let are_both = has_ends(Which::Gold) && has_ends(Which::System);
    let mut found: Vec<Finding> = Vec::new();
    for file in files.of(which) {
        let all = [
            end_column(file, Some(which).filter(|_| !are_both)),
            symbols_unmapped(file).filter(|_| has_words),
            alternations(file),
            left_out(file),
            channels(file),
            of_encoding(&file.name, file.encoding),
        ];
        // One finding of an id for each side: the first file speaks for the others.
        for finding in all.into_iter().flatten() {
            if found.iter().all(|known| known.id != finding.id) {
                found.push(finding.on(which));
            }
        }
    }
    found
}

/// Ends in the place of durations, on one side or on both.
fn end_column(file: &TimesFile, only: Option<Which>) -> Option<Finding> {
    let EndColumn { line, fields: [a, b, c, d] } = file.end_column.as_ref()?;
    let message = format!("field 4 seems to be the end, not the duration: {a} {b} | {c} {d}");
    let ends = "ctm-ends".to_owned();
    let help = match only {
        Some(which) => Advice::ForSide(which.as_str(), "times-format", ends),
        None => Advice::Give("times-format", ends),
    };
    Some(
        Finding::new(FindingId::EndColumn, Severity::Refusal, message)
            .first(Some(format!("{}:{line}:1", file.name)))
            .help(help),
    )
}

fn symbols_unmapped(file: &TimesFile) -> Option<Finding> {
    let message = format!("the words of {} are numbers: symbols were not mapped to words", file.name);
    file.has_only_numbers.then(|| {
        let finding = Finding::new(FindingId::SymbolsUnmapped, Severity::Refusal, message);
        finding.first(Some(format!("{}:1:1", file.name)))
    })
}

fn alternations(file: &TimesFile) -> Option<Finding> {
    let found = file.counts.alternations;
    let message = format!(
        "{}: {}: the first alternative is read, where sclite takes the best",
        file.name,
        counted(found, "alternation")
    );
    (found > 0).then(|| Finding::warning(FindingId::Alternations, message).count(found, "alternation"))
}

fn left_out(file: &TimesFile) -> Option<Finding> {
    let parts = counted_all(&[(file.counts.silence, "silence"), (file.counts.sounds, "sound")]);
    let message = format!("{}: left out: {}", file.name, parts.join(", "));
    (!parts.is_empty()).then(|| Finding::note(FindingId::LeftOut, message))
}

/// How many channels are named.
const SHOWN: usize = 4;

fn channels(file: &TimesFile) -> Option<Finding> {
    let recordings = file.counts.channels;
    let names: Vec<&str> = file.channels.iter().take(SHOWN).map(|name| &**name).collect();
    let more = if file.channels.len() > SHOWN { ", …" } else { "" };
    let message = format!(
        "{}: {} channels in {}: each is an utterance, {}{more}",
        file.name,
        count(file.channels.len() as u64),
        counted(recordings, "recording"),
        names.join(", ")
    );
    (recordings > 0).then(|| Finding::note(FindingId::Channels, message))
}
