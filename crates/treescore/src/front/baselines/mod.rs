//! Baselines: trees made from gold's words, gold itself, and a second annotator, scored like systems.

mod shape;

use std::sync::Arc;

use self::shape::{Shape, Shaper};
use crate::measure::Sum;
use crate::read::{OpenError, Units};
use crate::report::baselines::{Baseline, BaselineReport, BaselineRow, BaselineScores};
use crate::report::model::Scores;
use crate::run::{Ask, Input, InputTrees, Observer, Plan, RunError, Totals, hold, score};
use crate::setup::Setup;
use crate::tree::Which;
use crate::values::Meter;

/// How many random trees are made of each sentence.
const RUNS: u64 = 5;

/// Which baselines are wanted.
pub struct BaselineAsk {
    /// Whether trees are made from gold's words, and gold is compared with itself.
    pub made: bool,
    /// A second annotator.
    pub second: Option<Input>,
    /// The seed of random trees.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Keeps gold in memory, so that baselines can be made of it after a run has read it.
///
/// # Errors
/// If a file cannot be read.
pub fn keep_gold(gold: &Input) -> Result<(), OpenError> {
    gold.corpus().map_or(Ok(()), crate::read::Corpus::hold)
}

/// Scores baselines by some setups.
///
/// # Errors
/// If the run cannot be finished, or the second annotator has another number of trees.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::{BaselineAsk, baselines};
/// use treescore::read::Units;
/// use treescore::report::baselines::Baseline;
/// let gold: Units = ["(S (NP (D a) (N b)) (V c))"].into_iter().collect();
/// let mut setup = Setup::named("parseval")?;
/// setup.set("match", "spans")?;
/// let ask = BaselineAsk { made: true, second: None, seed: 1, threads: 1 };
/// let found = baselines(&gold.into(), &ask, &[setup], &mut ())?;
/// let left = found.rows.iter().find(|row| row.baseline == Baseline::Left).unwrap();
/// assert_eq!(left.cells[0].as_ref().unwrap().scores.corpus[0], Some(1.0)); // F1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn baselines(
    gold: &Input,
    ask: &BaselineAsk,
    setups: &[Setup],
    observer: &mut dyn Observer,
) -> Result<BaselineReport, RunError> {
    let made = [Baseline::Left, Baseline::Right, Baseline::Random, Baseline::Best, Baseline::Gold];
    let wanted = made.into_iter().filter(|_| ask.made).chain(ask.second.iter().map(|_| Baseline::Second));
    let name = |baseline| ask.second.as_ref().filter(|_| baseline == Baseline::Second).map(Input::short_name);
    let row = |baseline| BaselineRow { baseline, name: name(baseline), cells: Vec::new() };
    let mut report = BaselineReport {
        rows: wanted.map(row).collect(),
        seed: ask.seed,
        needs_spans: false,
        needs_brackets: false,
    };
    for setup in setups {
        let Some(side) = Side::new(gold, setup, ask.threads)? else { continue };
        for row in &mut report.rows {
            if observer.meter().is_stopped() {
                return Ok(report);
            }
            let cell = match row.baseline {
                Baseline::Gold => Some(side.score(vec![side.input(&side.units)], observer)?),
                Baseline::Second => ask
                    .second
                    .as_ref()
                    .and_then(Input::again)
                    .map(|input| side.score(vec![input], observer))
                    .transpose()?,
                binary => side.binary(binary, ask.seed, observer)?,
            };
            row.cells.push(cell);
        }
    }
    let is_missing = |row: &BaselineRow, is_meant: &dyn Fn(&Setup) -> bool| {
        let mut cells = row.cells.iter().zip(setups);
        row.baseline.is_binary() && cells.any(|(cell, setup)| cell.is_none() && is_meant(setup))
    };
    let has_missing =
        |is_meant: &dyn Fn(&Setup) -> bool| report.rows.iter().any(|row| is_missing(row, is_meant));
    let needs_spans = has_missing(&|setup| setup.measure.info().is_drawn);
    let needs_brackets = has_missing(&|setup| !setup.measure.info().is_drawn);
    (report.needs_spans, report.needs_brackets) = (needs_spans, needs_brackets);
    report.rows.retain(|row| row.cells.iter().any(Option::is_some));
    Ok(report)
}

/// Figures that compare labels even where the recipe compares spans. Binary trees have no labels, and so no such figure.
const OF_LABELS: [&str; 1] = ["strict"];

/// Gold as one setup reads it.
struct Side<'s> {
    gold: &'s Input,
    units: Arc<Units>,
    setup: &'s Setup,
    threads: usize,
}

impl<'s> Side<'s> {
    /// `None` if gold cannot be read again.
    fn new(gold: &'s Input, setup: &'s Setup, threads: usize) -> Result<Option<Self>, RunError> {
        let units = match &gold.trees {
            InputTrees::Files(corpus) => {
                let held = hold(corpus, (Which::Gold, std::slice::from_ref(setup)), None)?;
                held.map(|(units, _)| Arc::new(units))
            }
            InputTrees::Memory(units) => Some(Arc::clone(units)),
            InputTrees::Fed(_) => None,
        };
        Ok(units.map(|units| Self { gold, units, setup, threads }))
    }

    /// Units with gold's words, which have gold's times.
    fn input(&self, units: &Arc<Units>) -> Input {
        Input { times: self.gold.times.clone(), ..Input::from(Arc::clone(units)) }
    }

    /// Scores one side, or several whose figures are averaged.
    fn score(&self, systems: Vec<Input>, observer: &mut dyn Observer) -> Result<BaselineScores, RunError> {
        let plan = Plan {
            ask: Ask::default(),
            threads: self.threads,
            ..Plan::new(self.input(&self.units), systems, vec![self.setup.clone()])
        };
        let scored = score(&plan, observer)?;
        let totals: Vec<&Totals> = scored.systems.iter().map(|system| &system.setups[0].totals).collect();
        let all: Vec<Scores> = totals.iter().map(|totals| Scores::from(&totals.all_pairs())).collect();
        let average = self.setup.recipe.average;
        let headlines: Vec<f64> = all.iter().filter_map(|scores| scores.value(average, 0)).collect();
        Ok(BaselineScores {
            spread: (all.len() > 1).then(|| deviation(&headlines)).flatten(),
            read: totals.first().map_or(0, |totals| totals.read()),
            refused: totals.first().map_or(0, |totals| totals.refused),
            scores: mean(all, &Sum::new(self.setup.measure.info())),
        })
    }

    /// Scores binary trees, where spans are compared.
    fn binary(
        &self,
        baseline: Baseline,
        seed: u64,
        observer: &mut dyn Observer,
    ) -> Result<Option<BaselineScores>, RunError> {
        let (shape, runs) = match baseline {
            Baseline::Left => (Shape::Left, 1),
            Baseline::Right => (Shape::Right, 1),
            Baseline::Random => (Shape::Random, RUNS),
            Baseline::Best | Baseline::Gold | Baseline::Second => (Shape::Best, 1),
        };
        if !self.setup.ignores_labels() || !self.setup.measure.info().is_drawn {
            return Ok(None);
        }
        let meter = observer.meter();
        let made = (0..runs).map(|run| self.make(shape, seed.wrapping_add(run), &meter));
        let systems = made.map(|units| self.input(&Arc::new(units))).collect();
        if meter.is_stopped() {
            return Ok(None);
        }
        let mut found = self.score(systems, observer)?;
        for (at, figure) in self.setup.measure.info().figures.iter().enumerate() {
            if OF_LABELS.contains(&figure.key) {
                let Scores { corpus, sentence_mean, .. } = &mut found.scores;
                for values in [corpus, sentence_mean] {
                    values.get_mut(at).into_iter().for_each(|value| *value = None);
                }
            }
        }
        Ok(Some(found))
    }

    /// The trees of a shape over gold's words. Where gold has no tree, there is none. A run that is stopped gets none either.
    fn make(&self, shape: Shape, seed: u64, meter: &Meter) -> Units {
        let mut shaper = Shaper::new(self.setup.recipe.clone(), shape, seed);
        let mut made = Units::new(self.units.name());
        let mut file = None;
        for at in (0..self.units.len()).take_while(|_| !meter.is_stopped()) {
            if self.units.file(at) != file {
                file = self.units.file(at);
                if let Some(name) = file {
                    made.begin_document(name);
                }
            }
            match self.units.tree(at) {
                Some(Ok(tree)) => made.push_tree(&shaper.make(&tree)),
                _ => made.push(b""),
            }
        }
        made
    }
}

/// The figures of several runs, averaged; of one run, with the counts.
fn mean(mut all: Vec<Scores>, none: &Sum) -> Scores {
    if all.len() < 2 {
        return all.pop().unwrap_or_else(|| Scores::from(none));
    }
    let mean_of = |values: fn(&Scores) -> &[Option<f64>]| {
        let figures = all.first().map_or(0, |scores| values(scores).len());
        let figure = |at: usize| {
            let defined: Vec<f64> = all.iter().filter_map(|scores| values(scores)[at]).collect();
            (!defined.is_empty()).then(|| defined.iter().sum::<f64>() / defined.len() as f64)
        };
        (0..figures).map(figure).collect()
    };
    let corpus = mean_of(|scores| &scores.corpus);
    let sentence_mean = mean_of(|scores| &scores.sentence_mean);
    Scores { corpus, sentence_mean, ..Scores::default() }
}

/// The standard deviation of a sample.
fn deviation(values: &[f64]) -> Option<f64> {
    let others = values.len().checked_sub(1).filter(|&others| others > 0)?;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    Some((values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / others as f64).sqrt())
}
