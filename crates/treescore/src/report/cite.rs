//! What a paper needs to quote scores: rows in LaTeX, a footnote with the signature, and BibTeX of what was used.

use super::columns::Shows;
use super::latex;
use super::model::Report;
use super::style::Style;
use super::text;
use crate::setup::TestMethod;

/// The entries of all papers.
const REFERENCES: &str = include_str!("references.bib");

/// Renders rows, footnote and BibTeX.
pub fn render(report: &Report, style: &Style) -> String {
    let mut blocks = Vec::new();
    if let Some(table) = text::scores_table(report, &style.typeset()) {
        let (header, rows) = latex::rows(&table);
        blocks.push(format!("% {header}\n{}\n", rows.join("\n")));
    }
    blocks.push(footnote(report, style));
    let entries = papers(report, style).into_iter().filter_map(entry);
    blocks.extend(entries.map(|entry| entry.to_owned() + "\n"));
    blocks.join("\n")
}

/// A footnote with the signatures.
fn footnote(report: &Report, style: &Style) -> String {
    let signatures = text::signatures(report, &style.typeset()).into_iter().map(|(name, signature)| {
        let name = name.map(|name| latex::escape(&name) + ": ").unwrap_or_default();
        format!("{name}\\texttt{{{}}}", latex::escape(&signature))
    });
    let signatures: Vec<String> = signatures.collect();
    let noun = if signatures.len() == 1 { "signature" } else { "signatures" };
    format!("\\footnote{{Scored with treescore {}; {noun}: {}.}}\n", report.treescore, signatures.join("; "))
}

/// The BibTeX keys of everything that is shown, the measures first.
pub(super) fn papers(report: &Report, style: &Style) -> Vec<&'static str> {
    let mut papers: Vec<&'static str> = Vec::new();
    papers.extend(report.measures.iter().flat_map(|measure| measure.info.papers));
    papers.extend(report.systems.iter().any(|system| system.text.is_some()).then_some("jo-etal-2024-novel"));
    let is_speech = report.systems.iter().any(|system| system.speech.is_some());
    papers.extend(is_speech.then_some("roark-etal-2006-sparseval"));
    if let Some(statistics) = &report.statistics {
        let shows = |shown: &[Shows]| {
            style.columns.is_empty() || style.columns.iter().any(|column| shown.contains(&column.shows))
        };
        papers.extend(shows(&[Shows::Interval]).then_some("efron-tibshirani-1993-introduction"));
        let is_tested = report.measures.iter().any(|measure| !measure.comparisons.is_empty())
            && shows(&[Shows::Difference, Shows::P]);
        let is_shuffled = is_tested && statistics.test == Some(TestMethod::Randomisation);
        papers.extend(is_shuffled.then_some("yeh-2000-accurate"));
        papers.extend((is_tested && report.systems.len() > 2).then_some("holm-1979-simple"));
    }
    let mut seen: Vec<&'static str> = Vec::new();
    papers.retain(|paper| {
        !seen.contains(paper) && {
            seen.push(paper);
            true
        }
    });
    papers
}

/// The entry with a key.
fn entry(key: &str) -> Option<&'static str> {
    let mut entries = REFERENCES.split("\n\n").map(str::trim);
    entries.find(|entry| entry.split(['{', ',']).nth(1) == Some(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::registry::{Entry, MEASURES};
    use crate::report::sample;

    #[test]
    fn every_measure_can_be_cited() {
        let all = MEASURES.iter().map(Entry::info).flat_map(|info| info.papers).copied();
        let others = [
            "jo-etal-2024-novel",
            "efron-tibshirani-1993-introduction",
            "yeh-2000-accurate",
            "holm-1979-simple",
        ];
        for key in all.chain(others) {
            let found = entry(key).unwrap_or_else(|| panic!("{key}"));
            for field in ["title = {", "author = {", "year = {"] {
                assert!(found.contains(field), "{key}: {field}");
            }
        }
        assert_eq!(entry("black"), None);
    }

    #[test]
    fn braces_of_entries_match() {
        for entry in REFERENCES.split("\n\n") {
            let count = |brace: char| entry.matches(brace).count();
            assert_eq!(count('{'), count('}'), "{entry}");
        }
    }

    #[test]
    fn a_score_is_cited() {
        let text = render(&sample::several(), &Style::default());
        let (rows, rest) = text.split_once("\n\n").unwrap();
        assert!(rows.starts_with("% system &  & F1 & "), "{rows}");
        assert_eq!(rows.lines().count(), 4);
        assert!(
            rest.starts_with("\\footnote{Scored with treescore 1.2.0; signature: \\texttt{treescore:1.2.0"),
            "{rest}"
        );
        assert_eq!(rest.matches("@inproceedings{black-etal-1991-procedure,").count(), 1);
    }
}
