//! Trees in files, and pairs of them scored by the runner.

use std::path::Path;

use treescore::measure::Sum;
use treescore::measure::dependency::Heads;
use treescore::prepare::heads::{HeadSyntax, HeadTable};
use treescore::prepare::{Average, TypeRule, TypeRules};
use treescore::read::{Corpus, Trees, read_table};
use treescore::run::{Ask as Wanted, Input, InputTimes, PairTable, Plan, score};
use treescore::setup::{Setup, TimesSettings};
use treescore::tree::Tree;

use crate::ask::Ask;
use crate::error::StudyError;

/// A setup of a measure that treescore has.
pub(crate) fn setup(measure: &str) -> Result<Setup, StudyError> {
    Setup::named(measure).map_err(|error| StudyError::data(error.to_string()))
}

/// Changes a setting of a setup.
pub(crate) fn set(mut setup: Setup, key: &str, value: &str) -> Result<Setup, StudyError> {
    setup.set(key, value).map_err(|error| StudyError::data(error.to_string()))?;
    Ok(setup)
}

/// A table of types as the value of the setting `types`.
pub(crate) fn types_value(table: &str) -> Result<String, StudyError> {
    let rules = TypeRule::table(table.as_bytes()).map_err(|error| StudyError::data(error.to_string()))?;
    Ok(TypeRules { table: rules.into(), ..TypeRules::default() }.value())
}

/// The head table of this name, or from this file, as the value of the setting `heads`.
pub(crate) fn heads_value(name: &str) -> Result<String, StudyError> {
    if let Some(table) = HeadTable::named(name) {
        return Ok(Heads::of(table).value());
    }
    let fault = |error: &dyn std::fmt::Display| StudyError::data(format!("--heads {name}: {error}"));
    let text = read_table(name.as_ref()).map_err(|error| fault(&error))?;
    let table = HeadTable::parse(&text, HeadSyntax::Careful).map_err(|error| fault(&error))?;
    Ok(Heads::of(table).value())
}

/// All trees of a file. A study needs each of them.
pub(crate) fn trees(path: &Path) -> Result<Vec<Tree>, StudyError> {
    let mut found = Vec::new();
    for (unit, number) in Trees::new(Corpus::find(path)?)?.zip(1_u64..) {
        let tree = unit?.tree.map_err(|error| {
            let name = path.display();
            StudyError::data(format!("{name}, tree {number}: {error}: correct it, a study needs every tree"))
        })?;
        found.push(tree);
    }
    Ok(found)
}

/// The counts of all pairs of two files, by several setups.
pub(crate) struct Pairs {
    /// The counts by each setup.
    pub(crate) tables: Vec<PairTable>,
    /// The sums over the scored pairs by each setup.
    pub(crate) sums: Vec<Sum>,
    /// The signatures.
    pub(crate) signatures: Vec<String>,
    /// The number of refused pairs.
    pub(crate) refused: u64,
}

impl Pairs {
    /// A figure of one pair; `None` if it is undefined or the pair was refused.
    pub(crate) fn figure(&self, setup: usize, pair: usize) -> Option<f64> {
        let table = self.tables.get(setup)?;
        if table.refused(pair).is_some() {
            return None;
        }
        (table.info().derive)(table.counts(pair)).iter().next().copied().flatten()
    }

    /// The headline over all scored pairs.
    pub(crate) fn whole(&self, setup: usize, average: Average) -> Option<f64> {
        self.sums.get(setup)?.figures(average).iter().next().copied().flatten()
    }
}

/// Scores the first two files, with `--gold-times` and `--system-times` for setups that take times.
pub(crate) fn score_files(ask: &Ask, setups: Vec<Setup>, timed: usize) -> Result<Pairs, StudyError> {
    let (mut gold, mut system) = (input(ask.file(0)?)?, input(ask.file(1)?)?);
    let mut setups = setups;
    match (ask.value("gold-times"), ask.value("system-times")) {
        (Some(of_gold), Some(of_system)) => {
            gold.times = Some(times(of_gold)?);
            system.times = Some(times(of_system)?);
            if let Some(setup) = setups.get_mut(timed) {
                setup.times = Some(TimesSettings::default());
            }
        }
        (None, None) => {}
        _ => return Err(StudyError::Together("--gold-times and --system-times go together".to_owned())),
    }
    let plan = Plan {
        ask: Wanted { tables: true, ..Wanted::default() },
        threads: ask.threads.max(1),
        ..Plan::new(gold, vec![system], setups)
    };
    collect(&plan)
}

/// A file, folder or list of files as a side of a run.
pub(crate) fn input(path: &Path) -> Result<Input, StudyError> {
    Ok(Corpus::find(path)?.into())
}

fn times(path: &str) -> Result<InputTimes, StudyError> {
    Ok(InputTimes::new(Corpus::find(path.as_ref())?, None))
}

/// Carries out a plan with one system that keeps tables.
pub(crate) fn collect(plan: &Plan) -> Result<Pairs, StudyError> {
    let mut scored = score(plan, &mut ())?;
    let signatures = plan.setups.iter().map(|setup| setup.signature().to_string()).collect();
    let system = scored.systems.pop().ok_or_else(|| StudyError::data("nothing was scored"))?;
    if let Some(uneven) = system.uneven {
        let (gold, system) = (uneven.uneven.gold, uneven.uneven.system);
        return Err(StudyError::data(format!(
            "gold has {gold} trees, the system {system}: they must be the same sentences"
        )));
    }
    let refused = system.setups.iter().map(|setup| setup.totals.refused).max().unwrap_or(0);
    let sums = system.setups.iter().map(|setup| setup.totals.all_scored()).collect();
    let tables = system.setups.into_iter().filter_map(|setup| setup.table).collect();
    Ok(Pairs { tables, sums, signatures, refused })
}
