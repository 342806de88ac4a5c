//! Several systems vote: of each sentence, the tree that agrees best with those of the other systems.

use std::sync::Arc;

use super::agreement::{Agreement, ONE, Rivals, batches};
use super::nbest::{NbestError, check_setups};
use crate::read::{Corpus, InputFacts, Units};
use crate::run::{Observer, hold};
use crate::setup::Setup;
use crate::tree::{Tree, Which};

/// The trees of several systems for the same sentences, in memory.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::Vote;
/// use treescore::read::Corpus;
/// let (left, right) = ("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))");
/// let systems = [right, left, left].map(|tree| Corpus::held("system", tree.as_bytes()));
/// let vote = Vote::read(&systems, Setup::named("parseval")?)?;
/// let voted = vote.choose(1, &mut ())?;
/// assert_eq!(voted.chosen, [Some(1)]); // the first of two that agree
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Vote {
    systems: Vec<Arc<Units>>,
    facts: Vec<InputFacts>,
    setup: Setup,
}

/// Which system has the tree that was chosen, sentence by sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voted {
    /// The position of the system; `None` if no system has a tree.
    pub chosen: Vec<Option<usize>>,
}

impl Voted {
    /// How often each of some systems was chosen.
    pub fn times_chosen(&self, systems: usize) -> Vec<u64> {
        let times = |system| self.chosen.iter().filter(|chosen| **chosen == Some(system)).count() as u64;
        (0..systems).map(times).collect()
    }
}

impl Vote {
    /// Reads the trees of all systems as this setup reads them.
    ///
    /// # Errors
    /// If a file cannot be read, systems have different numbers of trees, or the setup does not pair trees in order.
    pub fn read(systems: &[Corpus], setup: Setup) -> Result<Self, NbestError> {
        check_setups(std::slice::from_ref(&setup))?;
        let (mut all, mut facts): (Vec<Arc<Units>>, _) = (Vec::new(), Vec::new());
        for (at, corpus) in systems.iter().enumerate() {
            let partner = systems.get(usize::from(at == 0));
            let held = hold(corpus, (Which::System, std::slice::from_ref(&setup)), partner)?;
            let (units, log) = held.ok_or(NbestError::Readings)?;
            if let Some(first) = all.first().filter(|first| first.len() != units.len()) {
                return Err(NbestError::UnevenSystems {
                    first_name: systems[0].name().to_owned(),
                    first: first.len(),
                    name: corpus.name().to_owned(),
                    trees: units.len(),
                });
            }
            all.push(Arc::new(units));
            facts.extend(log.facts());
        }
        Ok(Self { systems: all, facts, setup })
    }

    /// What is known about the files that were read.
    pub fn facts(&self) -> impl Iterator<Item = &InputFacts> + Clone {
        self.facts.iter()
    }

    /// The trees of the systems.
    pub fn systems(&self) -> &[Arc<Units>] {
        &self.systems
    }

    /// Chooses a tree for each sentence: of equals, that of the first system.
    ///
    /// # Errors
    /// If the run cannot be finished.
    pub fn choose(&self, threads: usize, observer: &mut dyn Observer) -> Result<Voted, NbestError> {
        let sentences = self.systems.first().map_or(0, |units| units.len());
        let mut chosen = Vec::with_capacity(sentences);
        for batch in batches(&vec![self.systems.len(); sentences]) {
            let ranks: Vec<Arc<Units>> =
                self.systems.iter().map(|units| Arc::new(units.pick(batch.clone().map(Some)))).collect();
            let setups = std::slice::from_ref(&self.setup);
            let agreed = Rivals { ranks: &ranks, setups, threads }.agree(observer)?;
            let agreements = agreed.ok_or(NbestError::Interrupted)?.pop().unwrap_or_default();
            chosen.extend(agreements.iter().map(Self::choose_one));
        }
        Ok(Voted { chosen })
    }

    /// The tree that agrees best with the others, each of which has the same weight.
    fn choose_one(agreement: &Agreement) -> Option<usize> {
        let trees: Vec<usize> = agreement.usable().collect();
        let weight = ONE / u32::try_from(trees.len().max(1)).unwrap_or(ONE);
        agreement.choose(&trees, &vec![weight; trees.len()])
    }

    /// The tree that was chosen for a sentence, with its id.
    pub fn tree(&self, voted: &Voted, sentence: usize) -> Option<(Option<&[u8]>, Tree)> {
        let units = &self.systems[voted.chosen.get(sentence).copied().flatten()?];
        Some((units.id(sentence), units.tree(sentence)?.ok()?))
    }

    /// The trees that were chosen, as those of a system. A sentence without one has a missing tree.
    pub fn units(&self, voted: &Voted) -> Units {
        let mut units = Units::new("vote");
        for sentence in 0..voted.chosen.len() {
            match self.tree(voted, sentence) {
                Some((_, tree)) => units.push_tree(&tree),
                None => units.push(b""),
            }
        }
        units
    }
}
