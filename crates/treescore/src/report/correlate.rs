//! How measures agree: correlations of their figures over sentences, files or random groups.

mod text;

use serde::Serialize;

use super::compare::side_of;
use super::json::in_memory;
use super::model::{Report, RowKind};
use super::statistics::{IntervalReport, kept_of, settings_of};
use super::svg::Scatter;
use crate::measure::Figure;
use crate::run::{Kept, Plan, Scored, StatRows, Statistics};
use crate::setup::{Folding, ResampleBy, StatSettings};
use crate::stats::{Coefficient, Correlation, Over, Parts, Quotient, Units, correlate, random_groups};
use crate::values::choice;

pub use text::render;

choice! {
    /// What has a value by each measure.
    Correlated {
        /// Sentences: pairs, groups of aligned trees, or conversation sides.
        Sentences = "sentences",
        /// Files of gold.
        Files = "files",
        /// Random groups of sentences.
        Groups = "groups",
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorrelateAsk {
    /// The units.
    pub over: Correlated,
    /// The size of random groups.
    pub size: usize,
    /// The number of sentences on which measures disagree most.
    pub sentences: usize,
}

/// How the measures of a run agree.
#[derive(Clone, Debug)]
pub struct Correlations {
    /// Every two measures of every system.
    pub blocks: Vec<CorrelateBlock>,
    /// How the numbers were made: the signature of each measure, with the settings of intervals.
    pub signatures: Vec<String>,
}

/// Two measures of one system.
#[derive(Clone, Debug)]
pub struct CorrelateBlock {
    /// The name of the system.
    pub system: String,
    /// The measures with their headline figures.
    pub figures: [(&'static str, &'static Figure); 2],
    /// The units.
    pub over: Correlated,
    /// What a row of the run is.
    pub kind: RowKind,
    /// The size of random groups.
    pub size: usize,
    /// The number of units in which both are defined.
    pub units: usize,
    /// Units in which one is undefined.
    pub left_out: usize,
    /// Sentences that did not fill a group.
    pub rest: usize,
    /// The coefficients.
    pub coefficients: Vec<(Coefficient, Correlation)>,
    /// The values of all units: the key, and both values.
    pub values: Vec<(u64, f64, f64)>,
    /// The sentences on which the measures disagree most.
    pub disagreements: Vec<Disagreement>,
    /// The settings of intervals.
    pub settings: StatSettings,
}

/// A sentence that two measures rank differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The number of its first gold tree, from 1.
    pub tree: u64,
    /// The number of the conversation side, from 1, if sides are correlated.
    pub side: Option<u64>,
    /// Its words, if they are known.
    pub text: Option<String>,
    /// Its values by the two measures.
    pub values: [f64; 2],
    /// The share of sentences that are worse, plus half of those that are equal (itself included), by each measure.
    pub ranks: [f64; 2],
}

/// Why measures cannot be correlated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorrelateError {
    /// Measures see other units.
    #[error("{0} and {1} number the gold trees differently: one reads lines, the other trees")]
    Numbering(&'static str, &'static str),
    /// A measure has no figure that can be summed.
    #[error("{0} has no figure that is a quotient of counts")]
    NoFigure(&'static str),
    /// No system has scores.
    #[error("no system has scores")]
    NoScores,
    /// There are fewer units than a group has.
    #[error(
        "{system}: there is no group of {size} {noun}s, because there are only {units}: use smaller groups"
    )]
    NoGroup {
        /// The system.
        system: String,
        /// The size of groups.
        size: usize,
        /// What groups are made of.
        noun: &'static str,
        /// How many of them there are.
        units: usize,
    },
    /// No unit has a figure by both measures.
    #[error("{system}: no {noun} has a figure by both {first} and {second}")]
    NoUnit {
        /// The system.
        system: String,
        /// What has figures.
        noun: &'static str,
        /// A measure.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
}

/// Correlates every two measures of a run, system by system.
///
/// # Errors
/// If two measures have no units in common, or there is nothing to correlate.
pub fn correlations(
    report: &Report,
    plan: &Plan,
    scored: &Scored,
    ask: CorrelateAsk,
) -> Result<Correlations, CorrelateError> {
    let Some(statistics) = &plan.ask.statistics else { return Err(CorrelateError::NoScores) };
    let mut blocks = Vec::new();
    for (number, system) in report.systems.iter().enumerate() {
        for (first, x) in report.measures.iter().enumerate() {
            for (second, y) in report.measures.iter().enumerate().skip(first + 1) {
                let name = |at: usize| report.measures[at].info.name;
                let kept = |at: usize| kept_of(scored, number, at, statistics);
                if scored.systems[number].uneven.is_some() {
                    continue;
                }
                let one = kept(first).ok_or_else(|| CorrelateError::NoFigure(name(first)))?;
                let other = kept(second).ok_or_else(|| CorrelateError::NoFigure(name(second)))?;
                if one.rows.trees() != other.rows.trees() {
                    return Err(CorrelateError::Numbering(name(first), name(second)));
                }
                let settings = settings_of(plan, statistics, first);
                let figures = [(x.info.name, &x.info.figures[0]), (y.info.name, &y.info.figures[0])];
                let found = block(system.name.clone(), figures, [&one, &other], (ask, statistics, settings));
                let mut found = CorrelateBlock { kind: report.kind(), ..found };
                for found in found.disagreements.iter_mut().filter(|_| report.kind() == RowKind::Side) {
                    found.side = Some(side_of(&one.rows, found.tree - 1));
                }
                found.check()?;
                blocks.push(found);
            }
        }
    }
    if blocks.is_empty() {
        return Err(CorrelateError::NoScores);
    }
    Ok(Correlations { blocks, signatures: super::text::signature_lines(report) })
}

fn block(
    system: String,
    figures: [(&'static str, &'static Figure); 2],
    kept: [&Kept; 2],
    (ask, statistics, settings): (CorrelateAsk, &Statistics, StatSettings),
) -> CorrelateBlock {
    let quotients = kept.map(|kept| {
        let headline = &kept.figures[0];
        headline.quotient.of_parts(headline.average, 0)
    });
    let units = sum_units(kept, ask.over);
    let groups = match ask.over {
        Correlated::Groups => random_groups(statistics.settings.seed, &units.keys, ask.size, 0),
        Correlated::Sentences | Correlated::Files => (0..units.keys.len()).map(|unit| vec![unit]).collect(),
    };
    let key = |number: usize| if ask.over == Correlated::Groups { number as u64 } else { units.keys[number] };
    let keys: Vec<u64> = (0..groups.len()).map(key).collect();
    let values = |side: usize| -> Vec<Option<f64>> {
        let sum = |group: &Vec<usize>| group.iter().map(|&unit| units.columns[side][unit]).sum::<Parts>();
        groups.iter().map(|group| quotients[side].value(sum(group))).collect()
    };
    let (x, y) = (values(0), values(1));
    let all = [Coefficient::Pearson, Coefficient::Spearman, Coefficient::Kendall];
    let coefficients: Vec<(Coefficient, Correlation)> =
        all.map(|coefficient| (coefficient, correlate(&keys, &x, &y, coefficient, &settings))).into();
    let both: Vec<(u64, f64, f64)> =
        keys.iter().zip(x.iter().zip(&y)).filter_map(|(&key, (x, y))| Some((key, (*x)?, (*y)?))).collect();
    let rest = units.keys.len() - groups.iter().map(Vec::len).sum::<usize>();
    let disagreements = match ask.over {
        Correlated::Sentences => disagreements(&both, &quotients, ask.sentences),
        Correlated::Files | Correlated::Groups => Vec::new(),
    };
    CorrelateBlock {
        system,
        figures,
        over: ask.over,
        kind: RowKind::Pair,
        size: ask.size,
        units: both.len(),
        left_out: keys.len() - both.len(),
        rest,
        coefficients,
        values: both,
        disagreements,
        settings,
    }
}

/// Numerators and denominators of both measures by sentence or file, over all pairs.
fn sum_units(kept: [&Kept; 2], over: Correlated) -> Units {
    let parts = |table: &StatRows, row: usize| Parts {
        numerator: table.count(row, 0),
        denominator: table.count(row, 1),
    };
    let resample_by = if over == Correlated::Files { ResampleBy::File } else { ResampleBy::Pair };
    let folding = Folding::new(usize::MAX, 16).unwrap_or_default();
    let settings = StatSettings { resample_by, folding, ..StatSettings::default() };
    Units::new(&[&kept[0].rows, &kept[1].rows], &parts, Over::All, &settings)
}

/// The sentences whose ranks by two measures differ most. A rank is the share of sentences that are worse, plus half of
/// those that are equal.
fn disagreements(values: &[(u64, f64, f64)], figures: &[Quotient; 2], number: usize) -> Vec<Disagreement> {
    let ranks = |side: usize| -> Vec<f64> {
        let value = |unit: &(u64, f64, f64)| if side == 0 { unit.1 } else { unit.2 };
        let sign = if figures[side].better() == crate::measure::Better::Higher { 1.0 } else { -1.0 };
        let mut ordered: Vec<f64> = values.iter().map(|unit| sign * value(unit)).collect();
        ordered.sort_by(f64::total_cmp);
        let worse = |unit: &(u64, f64, f64)| ordered.partition_point(|&other| other < sign * value(unit));
        let not_better =
            |unit: &(u64, f64, f64)| ordered.partition_point(|&other| other <= sign * value(unit));
        // Equal values share the middle of their places.
        let rank = |unit: &(u64, f64, f64)| (worse(unit) + not_better(unit)) as f64 / 2.0;
        values.iter().map(|unit| rank(unit) / values.len() as f64).collect()
    };
    let (x, y) = (ranks(0), ranks(1));
    let mut all: Vec<Disagreement> = values
        .iter()
        .zip(x.into_iter().zip(y))
        .filter(|(_, (x, y))| x.total_cmp(y).is_ne())
        .map(|(&(key, first, second), (x, y))| Disagreement {
            tree: key + 1,
            side: None,
            text: None,
            values: [first, second],
            ranks: [x, y],
        })
        .collect();
    let size = |found: &Disagreement| (found.ranks[0] - found.ranks[1]).abs();
    all.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.tree.cmp(&b.tree)));
    all.truncate(number);
    all
}

impl CorrelateBlock {
    /// What has a value: `sentence`, `side`, `file` or `group`.
    pub fn noun(&self) -> &'static str {
        match self.over {
            Correlated::Sentences => self.kind.noun(),
            Correlated::Files => "file",
            Correlated::Groups => "group",
        }
    }

    /// Refuses blocks about nothing.
    fn check(&self) -> Result<(), CorrelateError> {
        let system = self.system.clone();
        if self.units > 0 {
            return Ok(());
        }
        if self.over == Correlated::Groups && self.left_out == 0 {
            let (size, noun, units) = (self.size, self.kind.noun(), self.rest);
            return Err(CorrelateError::NoGroup { system, size, noun, units });
        }
        let [first, second] = self.figures.map(|(name, _)| name);
        Err(CorrelateError::NoUnit { system, noun: self.noun(), first, second })
    }

    /// The scatter plot of the two measures.
    pub fn scatter(&self) -> Scatter {
        let axis = |at: usize| format!("{} {}", self.figures[at].0, self.figures[at].1.title);
        let what = self.noun();
        let pearson = self.coefficients.first().and_then(|(_, found)| found.interval.value);
        let r = pearson.map(|r| format!(", r = {r:.3}")).unwrap_or_default();
        Scatter {
            title: format!("{}: {} {what}s{r}", self.system, self.units),
            x: axis(0),
            y: axis(1),
            dots: self
                .values
                .iter()
                .map(|&(key, x, y)| (x, y, format!("{what} {}: {x:.4}, {y:.4}", key + 1)))
                .collect(),
        }
    }
}

/// Two measures of one system.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Correlation"))]
struct BlockJson<'b> {
    /// The name of the system.
    system: &'b str,
    /// The measures.
    measures: [&'static str; 2],
    /// Their headline figures.
    figures: [&'static str; 2],
    /// What has values: `sentences`, `files` or `groups`.
    over: &'static str,
    /// The size of random groups; `null` without groups.
    group: Option<usize>,
    /// The number of units in which both figures are defined.
    units: usize,
    /// Units in which one of them is undefined.
    left_out: usize,
    /// Sentences that did not fill a group.
    rest: usize,
    /// The coefficients.
    coefficients: Vec<CoefficientJson>,
    /// The sentences that the measures rank most differently.
    disagreements: Vec<DisagreementJson<'b>>,
}

/// A coefficient.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Coefficient"))]
struct CoefficientJson {
    /// Its name: `pearson`, `spearman` or `kendall`.
    coefficient: &'static str,
    /// Its value; `null` is undefined.
    value: Option<f64>,
    /// The interval.
    interval: IntervalReport,
    /// The p-value of the first two, two-sided; `null` for Kendall's tau.
    p: Option<f64>,
}

/// A sentence that two measures rank differently.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Disagreement"))]
struct DisagreementJson<'b> {
    /// The number of its first gold tree, from 1.
    gold_tree: u64,
    /// The number of the conversation side, from 1, if sides are correlated.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u64>,
    /// Its words, if they are known.
    text: Option<&'b str>,
    /// Its values by the two measures.
    values: [f64; 2],
    /// The share of sentences that are worse, plus half of those that are equal (itself included), by each measure.
    ranks: [f64; 2],
}

/// How measures agree.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Correlate"))]
pub(super) struct CorrelateJson<'b> {
    /// The name and version of this schema: `treescore.correlate/1`.
    schema: &'static str,
    /// The version of treescore.
    treescore: &'static str,
    /// Every two measures of every system.
    correlations: Vec<BlockJson<'b>>,
    /// How the numbers were made.
    signatures: &'b [String],
}

/// Renders correlations as one JSON object.
pub fn render_json(found: &Correlations) -> String {
    let block = |block: &'_ CorrelateBlock| -> Vec<CoefficientJson> {
        let of = |(coefficient, found): &(Coefficient, Correlation)| CoefficientJson {
            coefficient: coefficient.as_str(),
            value: found.interval.value,
            interval: IntervalReport::new(&found.interval, &block.settings),
            p: found.p,
        };
        block.coefficients.iter().map(of).collect()
    };
    let each = found.blocks.iter().map(|of| BlockJson {
        system: &of.system,
        measures: of.figures.map(|(name, _)| name),
        figures: of.figures.map(|(_, figure)| figure.key),
        over: of.over.as_str(),
        group: (of.over == Correlated::Groups).then_some(of.size),
        units: of.units,
        left_out: of.left_out,
        rest: of.rest,
        coefficients: block(of),
        disagreements: of
            .disagreements
            .iter()
            .map(|found| DisagreementJson {
                gold_tree: found.tree,
                side: found.side,
                text: found.text.as_deref(),
                values: found.values,
                ranks: found.ranks,
            })
            .collect(),
    });
    let schema = "treescore.correlate/1";
    let json = CorrelateJson {
        schema,
        treescore: env!("CARGO_PKG_VERSION"),
        correlations: each.collect(),
        signatures: &found.signatures,
    };
    in_memory(serde_json::to_string_pretty(&json)) + "\n"
}
