//! The overview: a page that reads without the script. Everything is read off the report and the index of pairs.

mod confusions;
mod distribution;
mod explained;
mod how;
mod labels;
mod lengths;
mod scatter;
mod scores;
mod verdict;
mod whereabouts;

use treescore::explain::Explanation;
use treescore::measure::{Figure, FigureUnit};
use treescore::report::model::{MeasureReport, Report, SystemScores};
use treescore::report::{FindingReport, Style, caption, visible};
use treescore::report::{number, replies};

use crate::chart::{query, system_class};
use crate::pack::{Packed, shown};

pub(crate) use how::Part;
pub(crate) use scores::ScoreTable;

/// What charts and tables are made from.
pub(crate) struct Source<'a> {
    pub(crate) report: &'a Report,
    /// The measure whose items are shown.
    pub(crate) measure: &'a MeasureReport,
    pub(crate) headline: &'static Figure,
    pub(crate) packed: &'a Packed,
    /// Of each system, what the rules are worth that lead to its score.
    pub(crate) explanations: &'a [Option<Explanation>],
    pub(crate) names: Vec<String>,
    pub(crate) style: Style,
}

impl<'a> Source<'a> {
    pub(crate) fn new(
        (report, explanations): (&'a Report, &'a [Option<Explanation>]),
        setup: usize,
        packed: &'a Packed,
    ) -> Option<Self> {
        let measure = report.measures.get(setup)?;
        let style = Style::default();
        let names = report.short_names(&style).iter().map(|name| shown(name)).collect();
        let names = distinct(names);
        Some(Self {
            report,
            measure,
            headline: measure.info.figures.first()?,
            packed,
            explanations,
            names,
            style,
        })
    }

    /// A figure in the unit of the headline.
    pub(crate) fn figure(&self, value: Option<f64>) -> String {
        number::figure(value, self.headline.unit, &self.style)
    }

    /// A figure as it is drawn: per cent, or a fraction.
    pub(crate) fn drawn(&self, value: f64) -> f64 {
        value * self.scale()
    }

    pub(crate) fn scale(&self) -> f64 {
        if self.headline.unit == FigureUnit::Percent { 100.0 } else { 1.0 }
    }

    /// The unit of charts: `per cent`, or nothing.
    pub(crate) fn unit(&self) -> &'static str {
        if self.headline.unit == FigureUnit::Percent { ", per cent" } else { "" }
    }

    pub(crate) fn cells(&self) -> &[SystemScores] {
        &self.measure.cells
    }

    pub(crate) fn noun(&self) -> &'static str {
        self.report.kind().noun()
    }

    /// The address of the sentences of one system that a query finds.
    pub(crate) fn address(&self, text: &str, system: usize) -> String {
        // The script knows control characters by their pictures.
        let text: String = text.chars().map(crate::pack::picture).collect();
        query(&text, self.names.get(system).map(String::as_str))
    }
}

/// A chart with its caption, and its numbers as a table.
pub(crate) struct Figured {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) about: String,
    /// SVG or a table, already escaped.
    pub(crate) drawing: String,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// How much of what a system was given was scored.
pub(crate) struct CoverageRow {
    pub(crate) name: String,
    pub(crate) scored: String,
    pub(crate) refused: String,
    pub(crate) has_refused: bool,
    /// The width of the scored part, in per cent.
    pub(crate) share: String,
    pub(crate) address: String,
}

/// A reason for refusals, and how many pairs of each system it concerns.
pub(crate) struct RefusedRow {
    pub(crate) why: String,
    pub(crate) about: String,
    /// Of each system, the number, and the address of its refused pairs.
    pub(crate) counts: Vec<(String, Option<String>)>,
}

/// What became of the replies of a system.
pub(crate) struct ReplyRows {
    pub(crate) system: String,
    pub(crate) lines: Vec<FactRow>,
}

/// A line of a table: its subject, named numbers, and a note.
pub(crate) struct FactRow {
    pub(crate) about: &'static str,
    pub(crate) numbers: Vec<(&'static str, String)>,
    pub(crate) note: String,
}

/// Something that was noticed about the input.
pub(crate) struct FindingRow {
    pub(crate) id: String,
    pub(crate) severity: String,
    pub(crate) system: String,
    pub(crate) message: String,
    pub(crate) help: Vec<String>,
}

/// A signature, and whose scores it says how they were made, if there are several.
pub(crate) struct Signed {
    pub(crate) whose: String,
    pub(crate) signature: String,
}

/// Everything that the overview shows.
pub(crate) struct Overview {
    pub(crate) title: String,
    pub(crate) verdict: Vec<verdict::Sentence>,
    pub(crate) coverage: Vec<CoverageRow>,
    pub(crate) signatures: Vec<Signed>,
    pub(crate) scores: Vec<ScoreTable>,
    /// What the columns of the scores mean.
    pub(crate) caption: String,
    pub(crate) whereabouts: Option<Figured>,
    pub(crate) charts: Vec<Figured>,
    pub(crate) how: Vec<Part>,
    pub(crate) refused: Vec<RefusedRow>,
    pub(crate) replies: Vec<ReplyRows>,
    pub(crate) findings: Vec<FindingRow>,
    pub(crate) systems: Vec<String>,
}

impl Overview {
    pub(crate) fn new(source: &Source<'_>, corpus: &str) -> Self {
        let signatures = signatures(source);
        let charts = [
            lengths::draw(source),
            labels::draw(source),
            distribution::draw(source),
            scatter::draw(source),
            confusions::draw(source),
        ];
        Self {
            title: title(source, corpus),
            verdict: verdict::sentences(source),
            coverage: coverage(source),
            how: how::parts(&signatures),
            signatures,
            scores: scores::tables(source),
            caption: caption(source.report, &source.style).join(" "),
            whereabouts: whereabouts::draw(source),
            charts: charts.into_iter().flatten().chain(explained::draw(source)).collect(),
            refused: refused(source),
            replies: replies(source),
            findings: source.report.findings.iter().map(|found| finding(source, found)).collect(),
            systems: source.names.clone(),
        }
    }
}

/// The signatures of all systems and measures, each different one once.
fn signatures(source: &Source<'_>) -> Vec<Signed> {
    let mut all: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    // That of the measure whose items are shown comes first.
    let others = source.report.measures.iter().filter(|other| !std::ptr::eq(*other, source.measure));
    for measure in std::iter::once(source.measure).chain(others) {
        for (name, cell) in source.names.iter().zip(&measure.cells) {
            match all.iter_mut().find(|(_, signature, _)| *signature == cell.signature) {
                Some((.., whose)) => whose.push(name),
                None => all.push((measure.info.name, &cell.signature, vec![name])),
            }
        }
    }
    let is_several = all.len() > 1;
    let whose = |measure: &str, names: &[&str]| match is_several {
        true if names.len() == source.names.len() => measure.to_owned(),
        true => format!("{measure}: {}", names.join(", ")),
        false => String::new(),
    };
    let signed = all.iter().map(|(measure, signature, names)| Signed {
        whose: whose(measure, names),
        signature: shown(signature),
    });
    signed.collect()
}

/// Gives equal names numbers, so that each can be addressed.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let mut shown = name.clone();
        for number in 2.. {
            if !all.contains(&shown) {
                break;
            }
            shown = format!("{name} ({number})");
        }
        all.push(shown);
    }
    all
}

fn title(source: &Source<'_>, corpus: &str) -> String {
    match &source.names[..] {
        [one] => format!("{one} on {corpus}"),
        [one, other] => format!("{one} and {other} on {corpus}"),
        names => format!("{} systems on {corpus}", names.len()),
    }
}

fn coverage(source: &Source<'_>) -> Vec<CoverageRow> {
    let rows = source.names.iter().zip(source.cells()).enumerate();
    rows.map(|(system, (name, cell))| {
        let coverage = &cell.coverage;
        let share = if coverage.read == 0 { 0.0 } else { coverage.scored as f64 / coverage.read as f64 };
        CoverageRow {
            name: name.clone(),
            scored: number::count(coverage.scored),
            refused: number::count(coverage.refused),
            has_refused: coverage.refused > 0,
            share: format!("{:.2}", 100.0 * share),
            address: source.address("refused", system),
        }
    })
    .collect()
}

fn refused(source: &Source<'_>) -> Vec<RefusedRow> {
    let mut kinds: Vec<&str> = Vec::new();
    for reason in source.cells().iter().flat_map(|cell| &cell.coverage.reasons) {
        if !kinds.contains(&reason.why.as_str()) {
            kinds.push(&reason.why);
        }
    }
    let row = |why: &str| {
        let of = |cell: &SystemScores| cell.coverage.reasons.iter().find(|reason| reason.why == why).cloned();
        let found: Vec<_> = source.cells().iter().map(of).collect();
        let first = found.iter().flatten().next();
        let note = first.and_then(|reason| reason.note.as_ref()).map(|note| format!("; {note}"));
        let about = first.map(|reason| format!("first: {}{}", reason.first, note.unwrap_or_default()));
        let counts = found.iter().enumerate().map(|(system, reason)| {
            let pairs = reason.as_ref().map_or(0, |reason| reason.pairs);
            (number::count(pairs), (pairs > 0).then(|| source.address("refused", system)))
        });
        RefusedRow {
            why: why.to_owned(),
            about: visible(&about.unwrap_or_default(), &source.style),
            counts: counts.collect(),
        }
    };
    kinds.into_iter().map(row).collect()
}

fn replies(source: &Source<'_>) -> Vec<ReplyRows> {
    let of = |system: usize| {
        let lines = replies::lines(source.report, system).into_iter().map(|fact| {
            let numbers =
                fact.numbers.into_iter().map(|(name, value)| (name, number::fact(value, &source.style)));
            FactRow { about: fact.about, numbers: numbers.collect(), note: fact.note.unwrap_or_default() }
        });
        ReplyRows { system: source.names[system].clone(), lines: lines.collect() }
    };
    (0..source.names.len()).map(of).filter(|rows| !rows.lines.is_empty()).collect()
}

fn finding(source: &Source<'_>, found: &FindingReport) -> FindingRow {
    let system = found.system.filter(|_| source.names.len() > 1);
    FindingRow {
        id: found.id.as_str().to_owned(),
        severity: found.severity.as_str().to_owned(),
        system: system.and_then(|system| source.names.get(system).cloned()).unwrap_or_default(),
        message: visible(&found.message, &source.style),
        help: found.help.iter().map(|help| visible(help, &source.style)).collect(),
    }
}

/// The mark of a system as a picture beside its name.
pub(crate) fn badge(system: usize) -> String {
    let mut chart = crate::chart::Chart::new(12.0, 12.0, "");
    chart.mark(system, (6.0, 6.0));
    let text = chart.finish();
    text.replacen("role=\"img\"", "aria-hidden=\"true\"", 1).replacen(" aria-label=\"\"", "", 1)
}

/// The class of a line of a system.
pub(crate) fn line_class(system: usize) -> String {
    format!("{} line", system_class(system))
}
