//! The report as comma-separated values: one row per system and average, then one per group of its breakdown.
//!
//! Fractions have full precision, undefined is empty, text is quoted as in RFC 4180, lines end with a line feed.

use std::collections::BTreeSet;

use super::model::{By, Report, Scores, SystemReport};
use super::speech::WordReport;

/// All rows, with a header.
///
/// ```
/// use treescore::report::{csv, model::Report};
///
/// let report = Report { signature: "treescore:0.1.0|m:parseval|n:0".into(), ..Report::default() };
/// assert_eq!(csv::render(&report), "measure,system,average,cutoff,group_kind,group,read,scored,refused,signature\n");
/// ```
pub fn render(report: &Report) -> String {
    render_all(std::slice::from_ref(report))
}

/// The rows of several reports, with one header: figures and tallies that a measure does not have are empty.
pub(crate) fn render_all(reports: &[Report]) -> String {
    let names = Names::of(reports);
    let mut text = line(&names.header());
    for report in reports {
        for system in &report.systems {
            for row in rows(system) {
                text.push_str(&line(&names.fields(report, system, &row)));
            }
        }
    }
    text
}

/// The names of the columns: every figure and every tally of any report.
struct Names {
    figures: Vec<&'static str>,
    tallies: BTreeSet<&'static str>,
    /// Are there figures about aligned texts?
    has_text: bool,
    /// Are there figures about the words of speech?
    has_speech: bool,
}

/// The figures about aligned texts.
const TEXT: [&str; 3] = ["text_coverage", "text_words_f1", "text_breaks_f1"];

/// The figures about the words of speech.
const SPEECH: [&str; 2] = ["wer", "boundaries_f1"];

/// What one row is about.
struct Row<'a> {
    average: &'static str,
    cutoff: Option<u32>,
    group: Option<(By, &'a str)>,
    scores: &'a Scores,
    /// What became of the words, if that is known of this row.
    speech: Option<WordReport>,
}

fn rows(system: &SystemReport) -> Vec<Row<'_>> {
    let row = |average, scores| Row { average, cutoff: None, group: None, scores, speech: None };
    let mut rows = vec![row("corpus", &system.corpus)];
    rows.extend(
        system.within_cutoff.iter().map(|cut| Row { cutoff: Some(cut.words), ..row("cutoff", &cut.scores) }),
    );
    rows.extend(
        system
            .within_cutoff
            .iter()
            .map(|cut| Row { cutoff: Some(cut.words), ..row("cutoff-sentence-mean", &cut.sentence_mean) }),
    );
    rows.push(row("sentence-mean", &system.sentence_mean));
    rows.push(row("all-pairs", &system.all_pairs));
    rows.push(row("all-pairs-sentence-mean", &system.all_pairs_sentence_mean));
    let breakdown = system.breakdown.iter();
    let groups = breakdown.flat_map(|breakdown| breakdown.groups.iter().map(|group| (breakdown.by, group)));
    rows.extend(groups.flat_map(|(by, group)| {
        let group_row = |average, scores| Row {
            group: Some((by, &group.name)),
            speech: group.speech,
            ..row(average, scores)
        };
        let mean = group.sentence_mean.as_ref().map(|mean| group_row("sentence-mean", mean));
        [group_row("corpus", &group.scores)].into_iter().chain(mean)
    }));
    rows
}

impl Names {
    fn of(reports: &[Report]) -> Self {
        let mut figures: Vec<&'static str> = Vec::new();
        for column in reports.iter().flat_map(|report| &report.columns) {
            if !figures.contains(&column.key) {
                figures.push(column.key);
            }
        }
        let rows = reports.iter().flat_map(|report| &report.systems).flat_map(rows);
        let tallies = rows.flat_map(|row| row.scores.tally.keys().copied()).collect();
        let has_text = reports.iter().flat_map(|report| &report.systems).any(|system| system.text.is_some());
        let mut systems = reports.iter().flat_map(|report| &report.systems);
        let has_speech = systems.any(|system| system.speech.is_some());
        Self { figures, tallies, has_text, has_speech }
    }

    fn header(&self) -> Vec<String> {
        let what = ["measure", "system", "average", "cutoff", "group_kind", "group"].map(str::to_owned);
        let figures = self.figures.iter().map(|&key| key.to_owned());
        // Prefixed, because the tally called `system` is not the system.
        let tallies = self.tallies.iter().map(|name| format!("tally_{name}"));
        let text = TEXT.iter().filter(|_| self.has_text).map(|&name| name.to_owned());
        let speech = SPEECH.iter().filter(|_| self.has_speech).map(|&name| name.to_owned());
        let rest = ["read", "scored", "refused", "signature"].map(str::to_owned);
        what.into_iter().chain(figures).chain(tallies).chain(text).chain(speech).chain(rest).collect()
    }

    fn fields(&self, report: &Report, system: &SystemReport, row: &Row) -> Vec<String> {
        let (kind, group) = row.group.map_or(("", ""), |(by, name)| (kind(by), name));
        let cutoff = row.cutoff.map(|words| words.to_string()).unwrap_or_default();
        let what = [&report.measure, &system.name, row.average, &cutoff, kind, group].map(str::to_owned);
        let figures = self.figures.iter().map(|&key| row.scores.value(key));
        let figures =
            figures.map(|value| value.filter(|value| value.is_finite()).map(|value| value.to_string()));
        let tallies = self.tallies.iter().map(|&name| row.scores.tally.get(name).map(i128::to_string));
        let text = system.text.as_ref();
        let text = text.map_or([None; 3], |text| [text.coverage, text.words.f1, text.breaks.f1]);
        let text =
            text.into_iter().filter(|_| self.has_text).map(|value| value.map(|value| value.to_string()));
        // What is known of the whole is not said of its parts.
        let whole = system.speech.as_ref().filter(|_| row.group.is_none());
        let words = row.speech.or(whole.map(|speech| speech.words));
        let speech = [words.and_then(|words| words.wer), whole.and_then(|speech| speech.boundaries.f1)];
        let speech =
            speech.into_iter().filter(|_| self.has_speech).map(|value| value.map(|value| value.to_string()));
        let coverage = &system.coverage;
        let rest = [coverage.read, coverage.scored, coverage.refused].map(|pairs| pairs.to_string());
        what.into_iter()
            .chain(figures.chain(tallies).chain(text).chain(speech).map(Option::unwrap_or_default))
            .chain(rest)
            .chain([report.signature.clone()])
            .collect()
    }
}

fn kind(by: By) -> &'static str {
    match by {
        By::Length => "length",
        By::MaxLength => "max-length",
        By::Label => "label",
        By::Type => "type",
        By::File => "file",
    }
}

fn line(fields: &[String]) -> String {
    fields.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",") + "\n"
}

/// Quoted only where a comma, a quote or a line break would be misread; quotes inside are doubled.
pub(super) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use crate::report::sample;

    #[test]
    fn averages_and_groups_are_rows() {
        let mut report = sample::one();
        report.systems[0].breakdown = Some(sample::by_length());
        insta::assert_snapshot!(super::render(&report), @r#"
        measure,system,average,cutoff,group_kind,group,f1,recall,precision,exact,crossing,tags,tally_gold,tally_matched,tally_pairs,tally_system,read,scored,refused,signature
        parseval,heron.trees,corpus,,,,0.9140999999999999,0.9124,0.9159,0.3831,0.55,0.9702,21486,19604,1198,21404,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,cutoff,40,,,0.9204000000000001,0.9187000000000001,0.9220999999999999,0.40950000000000003,0.48,0.9704999999999999,18669,17151,1116,18600,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,cutoff-sentence-mean,40,,,0.9309999999999999,0.9301999999999999,0.9331,,,,,,,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,,,0.9258,0.9247,0.9283,,,,,,,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs,,,,0.9116,0.9074,0.9159,,,,21604,19604,1204,21404,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs-sentence-mean,,,,0.9211863787375415,0.9200918604651163,0.9236739202657808,,,,,,,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,1–10,0.9623,,,,,,1010,,187,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,11–20,0.9384,,,,,,5402,,402,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,21–30,0.9161,,,,,,7213,,341,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,31–40,0.8989,,,,,,5044,,186,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,41+,0.8726999999999999,,,,,,2817,,82,,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        "#);
    }

    #[test]
    fn undefined_is_empty() {
        insta::assert_snapshot!(super::render(&sample::undefined()), @r#"
        measure,system,average,cutoff,group_kind,group,f1,recall,precision,exact,crossing,tags,read,scored,refused,signature
        parseval,heron.trees,corpus,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs-sentence-mean,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        "#);
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (field, expected) in [
            ("heron.trees", "heron.trees"),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("two\rlines", "\"two\rlines\""),
            ("", ""),
        ] {
            assert_eq!(quoted(field), expected);
        }
    }
}
