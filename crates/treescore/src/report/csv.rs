//! The report as comma-separated values: for each measure and system one row for each average, then the
//! groups of its breakdown.
//!
//! Fractions have full precision, undefined values are empty, text is quoted as in RFC 4180, and lines end
//! with a line feed. For a spreadsheet, text that looks like a formula begins with an apostrophe.

use super::Style;
use super::baselines::{self, BaselineRow, BaselineScores};
use super::model::{Average, By, MeasureReport, Report, Scores, SystemReport, SystemScores};
use super::statistics::ComparisonReport;
use crate::align::WordCounts;
use crate::measure::MeasureInfo;
use crate::stats::{Interval, Over};

/// Renders all rows, with a header. Figures and counts that a measure does not have are empty.
pub(super) fn render(report: &Report, style: &Style) -> String {
    let names = Names::new(report);
    let mut text = line(&names.header(), style);
    for measure in &report.measures {
        for (at, (system, cell)) in report.systems.iter().zip(&measure.cells).enumerate() {
            for row in rows(measure, at, cell) {
                let mut fields = names.fields(measure, system, cell, &row);
                let signature = fields.pop();
                fields.extend(names.statistics(report, &row));
                fields.extend(signature);
                fields.extend(BASELINE.iter().filter(|_| names.has_baselines).map(|_| String::new()));
                text.push_str(&line(&fields, style));
            }
        }
    }
    names.baselines(report).for_each(|fields| text.push_str(&line(&fields, style)));
    text
}

/// The keys of the figures of all measures, in order of appearance.
pub(super) fn figures_of(measures: &[&'static MeasureInfo]) -> Vec<&'static str> {
    deduplicate(measures.iter().flat_map(|info| info.figures).map(|figure| figure.key))
}

/// The names of the counts of all measures, in order of appearance.
pub(super) fn counts_of(measures: &[&'static MeasureInfo]) -> Vec<&'static str> {
    deduplicate(measures.iter().flat_map(|info| info.fields).map(|field| field.name))
}

fn deduplicate(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// The names of the columns.
#[expect(clippy::struct_excessive_bools, reason = "independent groups of columns")]
struct Names {
    figures: Vec<&'static str>,
    counts: Vec<&'static str>,
    /// Whether there are figures about aligned texts.
    has_text: bool,
    /// Whether there are figures about the words of speech.
    has_speech: bool,
    /// Whether there are rates of replies.
    has_replies: bool,
    /// Whether there are intervals.
    has_intervals: bool,
    /// Whether systems are compared.
    has_tests: bool,
    /// Whether there are baselines.
    has_baselines: bool,
}

/// The figures about aligned texts.
const TEXT: [&str; 4] = ["text_coverage", "text_words_f1", "text_breaks_f1", "same_characters_f1"];

/// The figures about the words of speech.
const SPEECH: [&str; 4] = ["wer", "wer_equal_words", "boundaries_f1", "su_error"];

/// What became of the replies of a language model: their number, and shares of them.
const REPLIES: [&str; 5] =
    ["replies", "replies_valid", "replies_balanced", "replies_faithful", "replies_tree"];

/// The interval of the row's headline figure.
const INTERVAL: [&str; 3] = ["interval_low", "interval_high", "standard_error"];

/// The difference of the headline figure to another system, in the rows of all pairs, with the values that it is the
/// difference of. Groups of gold trees alone count as zero in them, and as they were scored in the figure of the row.
const TESTS: [&str; 8] = [
    "against",
    "compared_value",
    "compared_value_against",
    "difference",
    "difference_low",
    "difference_high",
    "p",
    "p_adjusted",
];

/// Which baseline a row is, and the standard deviation of its headline over several runs.
const BASELINE: [&str; 2] = ["baseline", "spread"];

/// The content of one row.
#[derive(Clone, Copy)]
struct Row<'a> {
    name: &'static str,
    average: Average,
    cutoff: Option<u32>,
    group: Option<(By, &'a str)>,
    scores: &'a Scores,
    /// The word errors, if known for this row.
    speech: Option<WordCounts>,
    interval: Option<&'a Interval>,
    comparison: Option<&'a ComparisonReport>,
}

/// The rows of a system: its averages, then the groups of its breakdown. Groups have an interval in one average.
fn rows<'a>(measure: &'a MeasureReport, system: usize, cell: &'a SystemScores) -> Vec<Row<'a>> {
    let row = |name, average, scores| Row {
        name,
        average,
        cutoff: None,
        group: None,
        scores,
        speech: None,
        interval: None,
        comparison: None,
    };
    let (corpus, mean) = (Average::Corpus, Average::Sentence);
    let interval = |average, over| cell.interval(0, average, over).map(|found| &found.interval);
    let scored =
        |name, average| Row { interval: interval(average, Over::Scored), ..row(name, average, &cell.scored) };
    // Without refused pairs, all pairs are the scored ones.
    let all = |name, average| Row {
        interval: interval(average, Over::All).or_else(|| interval(average, Over::Scored)),
        comparison: measure.comparison(system, 0, average),
        ..row(name, average, &cell.all_pairs)
    };
    let mut rows = vec![scored("corpus", corpus)];
    if let Some(within) = &cell.within_cutoff {
        let named = [("cutoff", corpus), ("cutoff-sentence-mean", mean)];
        let cut = |(name, average)| Row { cutoff: Some(within.words), ..row(name, average, &within.scores) };
        rows.extend(named.map(cut));
    }
    rows.push(scored("sentence-mean", mean));
    rows.push(all("all-pairs", corpus));
    rows.push(all("all-pairs-sentence-mean", mean));
    rows.extend(of_replies(measure, cell).map(|(name, scores)| row(name, measure.average, scores)));
    for (by, group) in cell.breakdown.iter().flat_map(|all| all.groups.iter().map(|group| (all.by, group))) {
        let group_row = |name, average| Row {
            group: Some((by, &group.name)),
            speech: group.speech,
            interval: group.interval.as_ref().filter(|_| by.average(measure.average) == average),
            ..row(name, average, &group.scores)
        };
        rows.push(group_row("corpus", corpus));
        rows.extend((!by.is_item_facet()).then(|| group_row("sentence-mean", mean)));
    }
    rows
}

/// The scores over some of the replies, and over samples, in the average of the headline.
fn of_replies<'a>(
    measure: &MeasureReport,
    cell: &'a SystemScores,
) -> impl Iterator<Item = (&'static str, &'a Scores)> {
    let is_mean = measure.average == Average::Sentence;
    let named = move |corpus, mean| if is_mean { mean } else { corpus };
    cell.replies.iter().flat_map(move |replies| {
        let some = [
            (named("on-valid", "on-valid-sentence-mean"), &replies.on_valid),
            (named("on-balanced", "on-balanced-sentence-mean"), &replies.on_balanced),
        ];
        let samples = replies.samples.iter().flat_map(move |samples| {
            [
                (named("samples-best", "samples-best-sentence-mean"), &samples.best),
                (named("samples-mean", "samples-mean-sentence-mean"), &samples.mean),
                (named("samples-majority", "samples-majority-sentence-mean"), &samples.majority),
            ]
        });
        some.into_iter().chain(samples)
    })
}

impl Names {
    fn new(report: &Report) -> Self {
        let measures: Vec<&'static MeasureInfo> =
            report.measures.iter().map(|measure| measure.info).collect();
        Self {
            figures: figures_of(&measures),
            counts: counts_of(&measures),
            has_text: report.systems.iter().any(|system| system.text.is_some()),
            has_speech: report.systems.iter().any(|system| system.speech.is_some()),
            has_replies: report.systems.iter().any(|system| system.replies.is_some()),
            has_intervals: report.cells().any(|cell| !cell.intervals.is_empty()),
            has_tests: report.measures.iter().any(|measure| !measure.comparisons.is_empty()),
            has_baselines: report.baselines.is_some(),
        }
    }

    fn header(&self) -> Vec<String> {
        let what = ["measure", "system", "average", "cutoff", "group_kind", "group"].map(str::to_owned);
        let figures = self.figures.iter().map(|&key| key.to_owned());
        // The prefix keeps the count `system` apart from the column `system`.
        let counts = self.counts.iter().map(|name| format!("tally_{name}"));
        let text = TEXT.iter().filter(|_| self.has_text).map(|&name| name.to_owned());
        let speech = SPEECH.iter().filter(|_| self.has_speech).map(|&name| name.to_owned());
        let replies = REPLIES.iter().filter(|_| self.has_replies).map(|&name| name.to_owned());
        let rest = ["read", "scored", "refused"].map(str::to_owned);
        let intervals = INTERVAL.iter().filter(|_| self.has_intervals).map(|&name| name.to_owned());
        let tests = TESTS.iter().filter(|_| self.has_tests).map(|&name| name.to_owned());
        let columns = what
            .into_iter()
            .chain(figures)
            .chain(counts)
            .chain(text)
            .chain(speech)
            .chain(replies)
            .chain(rest);
        let baseline = BASELINE.iter().filter(|_| self.has_baselines).map(|&name| name.to_owned());
        columns.chain(intervals).chain(tests).chain(["signature".to_owned()]).chain(baseline).collect()
    }

    /// The rows of baselines: their name stands for that of a system, and the last columns say which they are.
    fn baselines<'r>(&self, report: &'r Report) -> impl Iterator<Item = Vec<String>> + use<'r, '_> {
        let columns = self.header();
        report.measures.iter().enumerate().flat_map(move |(at, measure)| {
            let columns = columns.clone();
            baselines::cells(report, at).flat_map(move |(row, cell)| {
                let averages =
                    [("all-pairs", Average::Corpus), ("all-pairs-sentence-mean", Average::Sentence)];
                let columns = columns.clone();
                averages
                    .map(|(name, average)| baseline_fields(&columns, measure, (row, cell), (name, average)))
            })
        })
    }

    fn statistics(&self, report: &Report, row: &Row) -> Vec<String> {
        let mut fields = Vec::new();
        let ends = |interval: Option<&Interval>| {
            let ends = interval.and_then(|interval| interval.ends);
            [ends.map(|(low, _)| low), ends.map(|(_, high)| high)].map(fraction)
        };
        if self.has_intervals {
            fields.extend(ends(row.interval));
            fields.push(fraction(row.interval.and_then(|interval| interval.error)));
        }
        if self.has_tests {
            let found = row.comparison;
            let against = found.and_then(|found| report.systems.get(found.against));
            fields.push(against.map(|system| system.name.clone()).unwrap_or_default());
            let values = found.map(|found| [found.comparison.second, found.comparison.first]);
            fields.extend(values.unwrap_or_default().map(fraction));
            let difference = found.map(|found| &found.comparison.difference);
            fields.push(fraction(difference.and_then(|difference| difference.value)));
            fields.extend(ends(difference));
            fields.push(fraction(found.and_then(|found| found.asked_test().p)));
            fields.push(fraction(found.and_then(|found| found.p_adjusted)));
        }
        fields
    }

    fn fields(
        &self,
        measure: &MeasureReport,
        system: &SystemReport,
        cell: &SystemScores,
        row: &Row,
    ) -> Vec<String> {
        let info = measure.info;
        let (kind, group) = row.group.map_or(("", ""), |(by, name)| (by.as_str(), name));
        let cutoff = row.cutoff.map(|words| words.to_string()).unwrap_or_default();
        let what = [info.name, &system.name, row.name, &cutoff, kind, group].map(str::to_owned);
        let figures = self.figures.iter().map(|key| row.scores.value(row.average, info.figure(key)?));
        let counts = self.counts.iter().map(|name| row.scores.counts.get(info.field(name)?));
        let counts = counts.map(|count| count.map(i128::to_string).unwrap_or_default());
        let coverage = &cell.coverage;
        let rest = [coverage.read, coverage.scored, coverage.refused].map(|pairs| pairs.to_string());
        let mut fields = what.to_vec();
        fields.extend(figures.map(fraction));
        fields.extend(counts);
        fields.extend(self.text(system));
        fields.extend(self.speech(system, row));
        fields.extend(self.replies(system, row));
        fields.extend(rest);
        fields.push(cell.signature.clone());
        fields
    }

    fn text(&self, system: &SystemReport) -> Vec<String> {
        let text = system.text.as_ref();
        let text = text.map_or([None; 4], |text| {
            let same = text.same_characters.and_then(|same| same.brackets.f1);
            [text.coverage, text.words.f1, text.breaks.f1, same]
        });
        text.into_iter().filter(|_| self.has_text).map(fraction).collect()
    }

    fn replies(&self, system: &SystemReport, row: &Row) -> Vec<String> {
        if !self.has_replies {
            return Vec::new();
        }
        // Rates are of all replies of the system, not of a group of them.
        let Some(found) = system.replies.as_ref().filter(|_| row.group.is_none()) else {
            return vec![String::new(); REPLIES.len()];
        };
        let rates =
            [found.valid, found.balanced, found.faithful, found.tree].map(|share| fraction(share.rate));
        std::iter::once(found.replies.to_string()).chain(rates).collect()
    }

    fn speech(&self, system: &SystemReport, row: &Row) -> Vec<String> {
        // Text and speech figures of the whole system do not apply to its groups.
        let whole = system.speech.as_ref().filter(|_| row.group.is_none());
        let wer = match row.speech {
            Some(words) => words.rate(),
            None => whole.and_then(|speech| speech.words.wer),
        };
        let equal_words = match row.speech {
            Some(words) => words.rate_equal_words(),
            None => whole.and_then(|speech| speech.words.wer_equal_words),
        };
        let boundaries = whole.and_then(|speech| speech.boundaries.ends.f1);
        let su_error = whole.and_then(|speech| speech.boundaries.su_error);
        [wer, equal_words, boundaries, su_error]
            .into_iter()
            .filter(|_| self.has_speech)
            .map(fraction)
            .collect()
    }
}

/// The fields of a baseline, by the names of the columns; what it does not have is empty.
fn baseline_fields(
    columns: &[String],
    measure: &MeasureReport,
    (row, cell): (&BaselineRow, &BaselineScores),
    (name, average): (&str, Average),
) -> Vec<String> {
    let info = measure.info;
    let field = |column: &String| match column.as_str() {
        "measure" => info.name.to_owned(),
        "system" => row.name.clone().unwrap_or_else(|| row.baseline.as_str().to_owned()),
        "average" => name.to_owned(),
        "read" => cell.read.to_string(),
        "scored" => (cell.read - cell.refused).to_string(),
        "refused" => cell.refused.to_string(),
        "baseline" => row.baseline.as_str().to_owned(),
        "spread" => fraction(cell.spread.filter(|_| average == measure.average)),
        other => match other.strip_prefix("tally_") {
            Some(count) => {
                let count = info.field(count).and_then(|at| cell.scores.counts.get(at));
                count.map(i128::to_string).unwrap_or_default()
            }
            None => fraction(info.figure(other).and_then(|at| cell.scores.value(average, at))),
        },
    };
    columns.iter().map(field).collect()
}

fn fraction(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map(|value| value.to_string()).unwrap_or_default()
}

/// Joins fields with commas, and ends the line.
pub(super) fn line(fields: &[String], style: &Style) -> String {
    fields.iter().map(|field| csv_cell(field, style)).collect::<Vec<_>>().join(",") + "\n"
}

/// Quotes a field that has a comma, a quote or a line break. Quotes inside are doubled. If the style is for a
/// spreadsheet, a field that it would take for a formula begins with an apostrophe; numbers stay numbers.
pub fn csv_cell(field: &str, style: &Style) -> String {
    let is_formula = || field.starts_with(['=', '@', '+', '-', '\t', '\r']) && field.parse::<f64>().is_err();
    let mark = if style.spreadsheet && is_formula() { "'" } else { "" };
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{mark}{}\"", field.replace('"', "\"\""))
    } else {
        format!("{mark}{field}")
    }
}

#[cfg(test)]
mod tests {
    use super::csv_cell;
    use crate::report::{Style, sample};

    #[test]
    fn averages_and_groups_are_rows() {
        let mut report = sample::one();
        report.measures[0].cells[0].breakdown = Some(sample::by_length());
        insta::assert_snapshot!(super::render(&report, &Style::default()), @r#"
        measure,system,average,cutoff,group_kind,group,f1,recall,precision,exact,crossing,tags,tally_pairs,tally_matched,tally_gold,tally_system,tally_crossing,tally_words,tally_system_words,tally_tags,tally_exact,tally_no_crossing,tally_two_or_fewer_crossing,read,scored,refused,signature
        parseval,heron.trees,corpus,,,,0.9140999999999999,0.9124,0.9159,0.3831,0.55,0.9702,1198,19604,21486,21404,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,cutoff,40,,,0.9204000000000001,0.9187000000000001,0.9220999999999999,0.40950000000000003,0.48,0.9704999999999999,1116,17151,18669,18600,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,cutoff-sentence-mean,40,,,0.9309999999999999,0.9301999999999999,0.9331,,,,1116,17151,18669,18600,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,,,0.9258,0.9247,0.9283,,,,1198,19604,21486,21404,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs,,,,0.9116,0.9074,0.9159,,,,1204,19604,21604,21404,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs-sentence-mean,,,,0.9211863787375415,0.9200918604651163,0.9236739202657808,,,,1204,19604,21604,21404,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,1–10,0.9623,,,,,,187,0,1010,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,length,1–10,0.9623,,,,,,187,0,1010,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,11–20,0.9384,,,,,,402,0,5402,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,length,11–20,0.9384,,,,,,402,0,5402,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,21–30,0.9161,,,,,,341,0,7213,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,length,21–30,0.9161,,,,,,341,0,7213,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,31–40,0.8989,,,,,,186,0,5044,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,length,31–40,0.8989,,,,,,186,0,5044,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,corpus,,length,41+,0.8726999999999999,,,,,,82,0,2817,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,length,41+,0.8726999999999999,,,,,,82,0,2817,0,0,0,0,0,0,0,0,1204,1198,6,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        "#);
    }

    #[test]
    fn several_measures_have_one_header() {
        let text = super::render(&sample::several_measures(), &Style::default());
        let cut: Vec<String> =
            text.lines().map(|line| line.split(',').take(14).collect::<Vec<_>>().join(",")).collect();
        insta::assert_snapshot!(cut.join("\n"), @"
        measure,system,average,cutoff,group_kind,group,f1,recall,precision,exact,crossing,tags,struct_iou,tally_pairs
        parseval,heron.trees,corpus,,,,0.9140999999999999,0.9124,0.9159,0.3831,0.55,0.9702,,1198
        parseval,heron.trees,cutoff,40,,,0.9204000000000001,0.9187000000000001,0.9220999999999999,0.40950000000000003,0.48,0.9704999999999999,,1116
        parseval,heron.trees,cutoff-sentence-mean,40,,,0.9309999999999999,0.9301999999999999,0.9331,,,,,1116
        parseval,heron.trees,sentence-mean,,,,0.9258,0.9247,0.9283,,,,,1198
        parseval,heron.trees,all-pairs,,,,0.9116,0.9074,0.9159,,,,,1204
        parseval,heron.trees,all-pairs-sentence-mean,,,,0.9211863787375415,0.9200918604651163,0.9236739202657808,,,,,1204
        parseval,plover.trees,corpus,,,,0.9079999999999999,0.9091,0.9068999999999999,0.3679,0.61,0.9688,,1204
        parseval,plover.trees,cutoff,40,,,0.9204000000000001,0.9187000000000001,0.9220999999999999,0.40950000000000003,0.48,0.9704999999999999,,1116
        parseval,plover.trees,cutoff-sentence-mean,40,,,0.9309999999999999,0.9301999999999999,0.9331,,,,,1116
        parseval,plover.trees,sentence-mean,,,,0.9197,0.9201,0.9201999999999999,,,,,1204
        parseval,plover.trees,all-pairs,,,,0.9079999999999999,0.9074,0.9159,,,,,1204
        parseval,plover.trees,all-pairs-sentence-mean,,,,0.9197,0.9201,0.9201999999999999,,,,,1204
        dependency,heron.trees,corpus,,,,0.9002,0.899,0.9014,,,,,1198
        dependency,heron.trees,sentence-mean,,,,0.9002,0.899,0.9014,,,,,1198
        dependency,heron.trees,all-pairs,,,,0.898,,,,,,,1198
        dependency,heron.trees,all-pairs-sentence-mean,,,,0.898,,,,,,,1198
        dependency,plover.trees,corpus,,,,0.8976999999999999,0.897,0.8984000000000001,,,,,1198
        dependency,plover.trees,sentence-mean,,,,0.8976999999999999,0.897,0.8984000000000001,,,,,1198
        dependency,plover.trees,all-pairs,,,,0.8976999999999999,,,,,,,1198
        dependency,plover.trees,all-pairs-sentence-mean,,,,0.8976999999999999,,,,,,,1198
        struct-iou,heron.trees,corpus,,,,,,,,,,0.9512,1198
        struct-iou,heron.trees,sentence-mean,,,,,,,,,,0.9512,1198
        struct-iou,heron.trees,all-pairs,,,,,,,,,,0.948,1198
        struct-iou,heron.trees,all-pairs-sentence-mean,,,,,,,,,,0.948,1198
        struct-iou,plover.trees,corpus,,,,,,,,,,0.9498,1198
        struct-iou,plover.trees,sentence-mean,,,,,,,,,,0.9498,1198
        struct-iou,plover.trees,all-pairs,,,,,,,,,,0.9498,1198
        struct-iou,plover.trees,all-pairs-sentence-mean,,,,,,,,,,0.9498,1198
        ");
    }

    #[test]
    fn undefined_is_empty() {
        insta::assert_snapshot!(super::render(&sample::undefined(), &Style::default()), @r#"
        measure,system,average,cutoff,group_kind,group,f1,recall,precision,exact,crossing,tags,tally_pairs,tally_matched,tally_gold,tally_system,tally_crossing,tally_words,tally_system_words,tally_tags,tally_exact,tally_no_crossing,tally_two_or_fewer_crossing,read,scored,refused,signature
        parseval,heron.trees,corpus,,,,,,,,,,,,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,sentence-mean,,,,,,,,,,,,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs,,,,,,,,,,,,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
        parseval,heron.trees,all-pairs-sentence-mean,,,,,,,,,,,,,,,,,,,,,2,0,2,"treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2"
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
            assert_eq!(csv_cell(field, &Style::default()), expected);
        }
    }

    #[test]
    fn formulas_are_harmless_in_a_spreadsheet_only() {
        let style = Style { spreadsheet: true, ..Style::default() };
        for (field, expected, why) in [
            ("=1+2", "'=1+2", "a formula"),
            ("@SUM(A1)", "'@SUM(A1)", "a formula of old"),
            ("+x", "'+x", "a sign"),
            ("-LRB-", "'-LRB-", "a label"),
            ("\t=1", "'\t=1", "what is left after white space"),
            ("=a,b", "\"'=a,b\"", "quoted, too"),
            ("-0.5", "-0.5", "a number stays a number"),
            ("NP-SBJ", "NP-SBJ", "no formula"),
            ("", "", "nothing"),
        ] {
            assert_eq!(csv_cell(field, &style), expected, "{why}");
            assert!(!csv_cell(field, &Style::default()).contains('\''), "{why}, not asked for");
        }
    }
}
