//! Gold and system trees over the same words, with the times of these words.

use treescore::align::times::close_gaps;
use treescore::prepare::Recipe;
use treescore::read::times::{Interval, Times};
use treescore::read::{Corpus, Syntax, UnitKind};
use treescore::run::{TimesMatching, timed_side};
use treescore::setup::TimesSettings;
use treescore::tree::{Tree, Which};

use crate::ask::Ask;
use crate::error::StudyError;
use crate::load::trees;

/// Sentences of both sides, whose words have one time each, without gaps.
pub(super) struct Spoken {
    pub(super) gold: Vec<Tree>,
    pub(super) system: Vec<Tree>,
    pub(super) times: Vec<Vec<Interval>>,
}

impl Spoken {
    /// Reads the first two files, and the times of `--times`; without them every word takes one unit.
    pub(super) fn read(ask: &Ask) -> Result<Self, StudyError> {
        let (gold, system) = (trees(ask.file(0)?)?, trees(ask.file(1)?)?);
        if gold.len() != system.len() {
            let (gold, system) = (gold.len(), system.len());
            return Err(StudyError::data(format!(
                "gold has {gold} trees, the system {system}: they must be the same sentences"
            )));
        }
        for ((gold, system), number) in gold.iter().zip(&system).zip(1..) {
            let counts = (gold.words().count(), system.words().count());
            if counts.0 != counts.1 || counts.0 == 0 {
                let what = format!(
                    "sentence {number} has {} words in gold and {} in the system: both must have the same words",
                    counts.0, counts.1
                );
                return Err(StudyError::data(what));
            }
        }
        let mut times = match ask.value("times") {
            Some(path) => read_times(path, ask, &gold)?,
            None => gold.iter().map(|tree| (0..tree.words().count()).map(unit).collect()).collect(),
        };
        for times in &mut times {
            close_gaps(times);
        }
        Ok(Self { gold, system, times })
    }

    /// How many of the sentences have one word, as a share.
    pub(super) fn share_of_one_word(&self) -> f64 {
        let single = self.times.iter().filter(|times| times.len() == 1).count();
        single as f64 / self.times.len().max(1) as f64
    }
}

fn unit(word: usize) -> Interval {
    (word as f64, word as f64 + 1.0)
}

fn read_times(path: &str, ask: &Ask, gold: &[Tree]) -> Result<Vec<Vec<Interval>>, StudyError> {
    let settings = TimesSettings::default();
    let options = settings.options(Which::Gold, None);
    let fault = |error: &dyn std::fmt::Display| StudyError::data(format!("--times {path}: {error}"));
    let times = Times::read(&Corpus::find(path.as_ref())?, &options).map_err(|error| fault(&error))?;
    let (trees, every_word) = (Corpus::find(ask.file(0)?)?, Recipe::evalb());
    let place = (UnitKind::Tree, &Syntax::Trees, &every_word);
    let side = timed_side(times, TimesMatching::Auto, &trees, place).map_err(|error| fault(&error))?;
    let mut found = Vec::with_capacity(gold.len());
    for (tree, number) in gold.iter().zip(0_u64..) {
        let placed = side.of(number).map_err(|error| fault(&error))?;
        let words = tree.words().count();
        if placed.intervals().len() != words {
            let what =
                format!("{} times for the {words} words of tree {}", placed.intervals().len(), number + 1);
            return Err(fault(&what));
        }
        found.push(placed.intervals().to_vec());
    }
    Ok(found)
}
