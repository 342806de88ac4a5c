//! What became of the replies of language models, and the scores of some of them.

use serde::Serialize;

use super::model::{Average, FigureUnit, MeasureReport, Report, Scores, SystemScores};
use super::number::{count, counted};
use super::style::Style;
use super::table::{Column, Table, TableCell};
use crate::measure::{Fact, FactNumber};
use crate::repair::{Remark, Step};
use crate::run::{ReplyCounts, ReplySums, SampleSums};

/// What became of the replies of a system.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Replies"))]
pub struct ReplyReport {
    /// The number of replies.
    pub replies: u64,
    /// Replies that are one plain tree each.
    pub valid: Share,
    /// Replies with a tree whose brackets match, whatever is wrapped around it.
    pub balanced: Share,
    /// Replies with the words of gold.
    pub faithful: Share,
    /// Replies with a tree, repaired if need be.
    pub tree: Share,
    /// The replies that needed each repair, in the order of the repairs.
    pub steps: Vec<NamedReplies>,
    /// The replies about which something else is remarked, by name.
    pub remarks: Vec<NamedReplies>,
}

/// Some of the replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share {
    /// Their number.
    pub replies: u64,
    /// Their share of all; `null` if there are none.
    pub rate: Option<f64>,
}

/// The replies of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedReplies {
    /// The name of the kind.
    pub name: &'static str,
    /// Their number.
    pub replies: u64,
}

impl From<&ReplyCounts> for ReplyReport {
    fn from(counts: &ReplyCounts) -> Self {
        let all = counts.replies;
        let share = |replies: u64| Share { replies, rate: (all > 0).then(|| replies as f64 / all as f64) };
        let named = |(name, &replies): (&'static str, &u64)| NamedReplies { name, replies };
        Self {
            replies: all,
            valid: share(counts.valid),
            balanced: share(counts.balanced),
            faithful: share(counts.faithful),
            tree: share(counts.trees),
            steps: Step::ALL.map(Step::as_str).into_iter().zip(&counts.steps).map(named).collect(),
            remarks: Remark::ALL.map(Remark::as_str).into_iter().zip(&counts.remarks).map(named).collect(),
        }
    }
}

/// The scores of some replies, by one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplyScores {
    /// Over the scored pairs whose reply is valid.
    pub on_valid: Scores,
    /// Over the scored pairs whose tree is balanced.
    pub on_balanced: Scores,
    /// Over samples, if there are several replies for a sentence.
    pub samples: Option<SampleScores>,
}

/// The scores of samples. One without a tree counts as if the system had found nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleScores {
    /// The number of sentences.
    pub sentences: u64,
    /// The number of samples.
    pub samples: u64,
    /// Over the best sample of each sentence.
    pub best: Scores,
    /// Over all samples.
    pub mean: Scores,
    /// Over the sample of each sentence that agrees most with its others.
    pub majority: Scores,
}

impl From<&ReplySums> for ReplyScores {
    fn from(sums: &ReplySums) -> Self {
        Self {
            on_valid: Scores::from(&sums.valid),
            on_balanced: Scores::from(&sums.balanced),
            samples: sums.samples.as_ref().map(SampleScores::from),
        }
    }
}

impl From<&SampleSums> for SampleScores {
    fn from(sums: &SampleSums) -> Self {
        Self {
            sentences: sums.sentences,
            samples: sums.samples,
            best: Scores::from(&sums.best),
            mean: Scores::from(&sums.mean),
            majority: Scores::from(&sums.majority),
        }
    }
}

impl ReplyReport {
    /// The rates, as a line of a table.
    fn rates(&self) -> Fact {
        let rate = |share: Share| FactNumber::Percent(share.rate);
        let numbers = vec![
            ("all", FactNumber::Count(self.replies)),
            ("valid", rate(self.valid)),
            ("balanced", rate(self.balanced)),
            ("faithful", rate(self.faithful)),
            ("tree", rate(self.tree)),
        ];
        Fact { about: "replies", numbers, note: None }
    }

    /// The repairs and remarks that occurred, as lines of a table.
    fn repairs(&self) -> impl Iterator<Item = Fact> {
        [("repairs", &self.steps), ("remarks", &self.remarks)].into_iter().filter_map(|(about, named)| {
            let seen = named.iter().filter(|named| named.replies > 0);
            let numbers: Vec<_> = seen.map(|named| (named.name, FactNumber::Count(named.replies))).collect();
            (!numbers.is_empty()).then_some(Fact { about, numbers, note: None })
        })
    }
}

/// What became of the replies of a system, as lines of a table; none if it does not reply.
pub fn lines(report: &Report, system: usize) -> Vec<Fact> {
    let Some(found) = report.systems.get(system).and_then(|system| system.replies.as_ref()) else {
        return vec![];
    };
    let mut lines = vec![found.rates()];
    for measure in &report.measures {
        let mut of_measure = measure.cells.get(system).map(|cell| facts(measure, cell)).unwrap_or_default();
        if report.measures.len() > 1
            && let Some(first) = of_measure.first_mut()
        {
            first.note = Some(format!("by {}", measure.info.name));
        }
        lines.extend(of_measure);
    }
    lines.extend(found.repairs());
    lines
}

/// What became of the replies of all systems, as a table with a column for each system that replies, and what it shows.
pub(super) fn table(report: &Report, style: &Style) -> Option<(Table, Vec<String>)> {
    let names = report.short_names(style);
    let replying = |at: &usize| report.systems[*at].replies.is_some();
    let systems: Vec<usize> = (0..report.systems.len()).filter(replying).collect();
    // A line is known by what it is about, by what measure, and its name: not all systems have all lines.
    let mut rows: Vec<([String; 2], Vec<String>)> = Vec::new();
    let mut notes = Vec::new();
    for (column, &system) in systems.iter().enumerate() {
        let mut by = None;
        for fact in lines(report, system) {
            match fact.note {
                // The first line of a measure names it, if there are several.
                Some(note) if note.starts_with("by ") => by = Some(note),
                Some(note) => notes.push(format!("{}, {}, {note}.", names[system], fact.about)),
                None => {}
            }
            by = by.filter(|_| !["repairs", "remarks"].contains(&fact.about));
            let about = match &by {
                Some(by) => format!("{} ({by})", fact.about),
                None => fact.about.to_owned(),
            };
            for (name, number) in fact.numbers {
                let what = [about.clone(), name.to_owned()];
                let row = rows.iter().position(|(known, _)| *known == what).unwrap_or_else(|| {
                    rows.push((what, vec![style.glyphs().undefined.to_owned(); systems.len()]));
                    rows.len() - 1
                });
                rows[row].1[column] = super::number::fact(number, style);
            }
        }
    }
    let first = systems.first()?;
    let mut columns = vec![Column::left(""), Column::left("replies")];
    columns.extend(systems.iter().map(|&at| Column::right(&names[at])));
    let cells = |(what, numbers): ([String; 2], Vec<String>)| {
        what.into_iter().chain(numbers).map(TableCell::plain).collect::<Vec<_>>()
    };
    let of = if systems.len() == 1 { names[*first].clone() } else { "language models".to_owned() };
    let what = format!(
        "Replies of {of}: rates in per cent of all replies, scores over some of them, and how many needed each repair."
    );
    Some((
        Table { columns, rows: rows.into_iter().map(cells).collect() },
        std::iter::once(what).chain(notes).collect(),
    ))
}

/// The headline figure of a measure over some of the replies, as lines of a table.
fn facts(measure: &MeasureReport, cell: &SystemScores) -> Vec<Fact> {
    let (Some(replies), Some(headline)) = (&cell.replies, measure.info.figures.first()) else {
        return vec![];
    };
    let number = |scores: &Scores| {
        let value = match measure.average {
            Average::Corpus => scores.corpus.first(),
            Average::Sentence => scores.sentence_mean.first(),
        };
        let value = value.copied().flatten();
        if headline.unit == FigureUnit::Percent {
            FactNumber::Percent(value)
        } else {
            FactNumber::Fraction(value)
        }
    };
    let numbers = vec![
        ("on valid", number(&replies.on_valid)),
        ("on balanced", number(&replies.on_balanced)),
        ("on all", number(&cell.all_pairs)),
    ];
    let mut facts = vec![Fact { about: headline.title, numbers, note: None }];
    if let Some(samples) = &replies.samples {
        let numbers = vec![
            ("all", FactNumber::Count(samples.samples)),
            ("best", number(&samples.best)),
            ("mean", number(&samples.mean)),
            ("majority", number(&samples.majority)),
        ];
        // Sentences with a single reply have no samples.
        let (some, all) = (samples.sentences, cell.coverage.read);
        let note = (some < all).then(|| {
            let sentences = counted(all, "sentence");
            format!("over {} of {sentences}: the others have one reply or none", count(some))
        });
        facts.push(Fact { about: "samples", numbers, note });
    }
    facts
}
