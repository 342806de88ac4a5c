//! All replicates and shuffles behind intervals and tests, one line each.

use std::io::{self, Write};

use serde::Serialize;

use super::super::statistics::{asked_of, kept_of, settings_of};
use crate::prepare::Average;
use crate::report::csv::line;
use crate::report::model::Report;
use crate::report::style::Style;
use crate::run::{Plan, Scored, Statistics};
use crate::setup::TestMethod;
use crate::stats::{Over, Parts, Sampled, TestKind, sample};
use crate::values::choice;

choice! {
    /// The format of samples.
    SampleFormat {
        /// Comma-separated values, with a header.
        Csv = "csv",
        /// A JSON object on each line.
        Jsonl = "jsonl",
    }
}

/// One sample.
#[derive(Clone, Debug, Serialize)]
pub struct SampleLine<'a> {
    /// `bootstrap`, `shuffle` or `pattern`.
    pub kind: &'static str,
    /// The measure.
    pub measure: &'a str,
    /// The system.
    pub system: &'a str,
    /// The system that it is compared with; empty if it stands alone.
    pub reference: &'a str,
    /// The key of the figure.
    pub figure: &'a str,
    /// The kind of average.
    pub average: &'a str,
    /// The pairs it is over.
    pub over: &'a str,
    /// The number of the replicate or shuffle, from 0.
    pub replicate: usize,
    /// The numerator of a figure, as a whole number.
    pub numerator: Option<String>,
    /// The denominator of a figure, as a whole number.
    pub denominator: Option<String>,
    /// The figure, or the difference of two.
    pub value: Option<f64>,
}

const COLUMNS: [&str; 11] = [
    "kind",
    "measure",
    "system",
    "reference",
    "figure",
    "average",
    "over",
    "replicate",
    "numerator",
    "denominator",
    "value",
];

/// Hands over all samples of a report: bootstrap replicates of each system and of differences, then shuffles, then
/// patterns of swaps.
///
/// # Errors
/// If they cannot be written.
pub fn each_sample(
    report: &Report,
    plan: &Plan,
    scored: &Scored,
    each: &mut dyn FnMut(&SampleLine<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let Some(asked) = &plan.ask.statistics else { return Ok(()) };
    let mut writer = Writer { each };
    writer.bootstrap(report, plan, scored, asked)?;
    if asked.test == TestMethod::Randomisation {
        writer.tests(report, TestKind::Randomisation, "shuffle")?;
        writer.tests(report, TestKind::Exact, "pattern")?;
    }
    Ok(())
}

/// Writes all samples of a report as text, in the order of [`each_sample`]. The style is that of CSV.
///
/// # Errors
/// If they cannot be written.
pub fn write_samples(
    report: &Report,
    plan: &Plan,
    scored: &Scored,
    (format, style): (SampleFormat, &Style),
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == SampleFormat::Csv {
        out.write_all(line(&COLUMNS.map(str::to_owned), style).as_bytes())?;
    }
    each_sample(report, plan, scored, &mut |sample| write_line(sample, (format, style), out))
}

struct Writer<'o> {
    each: &'o mut dyn FnMut(&SampleLine<'_>) -> io::Result<()>,
}

impl Writer<'_> {
    fn bootstrap(
        &mut self,
        report: &Report,
        plan: &Plan,
        scored: &Scored,
        asked: &Statistics,
    ) -> io::Result<()> {
        for (at, measure) in report.measures.iter().enumerate() {
            let settings = settings_of(plan, asked, at);
            for (number, system) in report.systems.iter().enumerate() {
                let kept = kept_of(scored, number, at, asked);
                let head = SampleLine {
                    kind: "bootstrap",
                    measure: measure.info.name,
                    system: &system.name,
                    reference: "",
                    figure: "",
                    average: "",
                    over: "",
                    replicate: 0,
                    numerator: None,
                    denominator: None,
                    value: None,
                };
                for (figure, average) in figures(measure.info.figures.len()) {
                    let Some(kept) = &kept else { continue };
                    for over in [Over::Scored, Over::All] {
                        let Some(figure_of) = asked_of(kept, figure, average) else { continue };
                        let asked =
                            crate::stats::Asked { figure: &figure_of, average: Average::Corpus, over };
                        let (_, sampled) = sample(&[&kept.rows], asked, &settings);
                        let key = measure.info.figures[figure].key;
                        let head = SampleLine {
                            figure: key,
                            average: average.as_str(),
                            over: over.as_str(),
                            ..head.clone()
                        };
                        self.sampled(&head, &sampled)?;
                    }
                }
                for found in measure.comparisons.iter().filter(|found| found.system == number) {
                    let reference = report.systems.get(found.against).map_or("", |system| &system.name);
                    let head = SampleLine {
                        reference,
                        figure: measure.info.figures[found.figure].key,
                        average: found.average.as_str(),
                        over: found.comparison.over.as_str(),
                        ..head.clone()
                    };
                    self.values(&head, &found.comparison.sampled.values)?;
                }
            }
        }
        Ok(())
    }

    fn tests(&mut self, report: &Report, kind: TestKind, name: &'static str) -> io::Result<()> {
        for measure in &report.measures {
            for found in measure.comparisons.iter().filter(|found| found.comparison.test.kind == kind) {
                let system = |at: usize| report.systems.get(at).map_or("", |system| system.name.as_str());
                let head = SampleLine {
                    kind: name,
                    measure: measure.info.name,
                    system: system(found.system),
                    reference: system(found.against),
                    figure: measure.info.figures[found.figure].key,
                    average: found.average.as_str(),
                    over: found.comparison.over.as_str(),
                    replicate: 0,
                    numerator: None,
                    denominator: None,
                    value: None,
                };
                self.values(&head, &found.comparison.test.values)?;
            }
        }
        Ok(())
    }

    /// Writes the replicates of one system.
    fn sampled(&mut self, head: &SampleLine<'_>, sampled: &Sampled) -> io::Result<()> {
        for (replicate, (sums, value)) in sampled.sums.iter().zip(&sampled.values).enumerate() {
            let Parts { numerator, denominator } = sums.first().copied().unwrap_or_default();
            let (numerator, denominator) = (Some(numerator.to_string()), Some(denominator.to_string()));
            (self.each)(&SampleLine { replicate, numerator, denominator, value: *value, ..head.clone() })?;
        }
        Ok(())
    }

    /// Writes the outcomes of a difference.
    fn values(&mut self, head: &SampleLine<'_>, values: &[Option<f64>]) -> io::Result<()> {
        for (replicate, value) in values.iter().enumerate() {
            (self.each)(&SampleLine { replicate, value: *value, ..head.clone() })?;
        }
        Ok(())
    }
}

fn write_line(
    sample: &SampleLine<'_>,
    (format, style): (SampleFormat, &Style),
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == SampleFormat::Jsonl {
        serde_json::to_writer(&mut *out, sample)?;
        return out.write_all(b"\n");
    }
    let SampleLine { kind, measure, system, reference, figure, average, over, replicate, .. } = sample;
    let mut fields =
        [kind, measure, system, reference, figure, average, over].map(ToString::to_string).to_vec();
    fields.push(replicate.to_string());
    fields.extend([&sample.numerator, &sample.denominator].map(|part| part.clone().unwrap_or_default()));
    fields.push(sample.value.map(|value| value.to_string()).unwrap_or_default());
    out.write_all(line(&fields, style).as_bytes())
}

/// All figures in both averages, figure by figure.
fn figures(number: usize) -> impl Iterator<Item = (usize, Average)> {
    (0..number).flat_map(|figure| [(figure, Average::Corpus), (figure, Average::Sentence)])
}
