//! Both sides of a self-test, which are read again for every run.

use std::thread::{self, Scope};

use super::SelftestError;
use super::damage::Damage;
use crate::read::{Corpus, UnitKind, feeder};
use crate::run::{Ask, Input, Observer, Plan, Rows, Scored, each_tree, score};
use crate::setup::Setup;

/// Where the trees of a side come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The gold file.
    Gold,
    /// The system's file, or gold's trees with damage.
    System,
}

/// How a run is made.
#[derive(Clone)]
pub(super) struct Manner<'s> {
    pub(super) setup: &'s Setup,
    pub(super) gold: Source,
    pub(super) system: Source,
    pub(super) threads: usize,
    pub(super) block: Option<usize>,
    pub(super) ask: Ask,
}

impl<'s> Manner<'s> {
    /// A run on one thread that passes on all rows.
    pub(super) fn usual(setup: &'s Setup) -> Self {
        let ask = Ask { rows: Rows::All, ..Ask::default() };
        Self { setup, gold: Source::Gold, system: Source::System, threads: 1, block: None, ask }
    }
}

/// Both sides, and how many threads may be used.
pub(super) struct Sides<'s> {
    pub(super) gold: &'s Corpus,
    pub(super) system: Option<&'s Corpus>,
    pub(super) threads: usize,
}

impl Sides<'_> {
    /// Carries out a run.
    pub(super) fn score(
        &self,
        manner: Manner<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Scored, SelftestError> {
        let Manner { setup, gold, system, threads, block, ask } = manner;
        thread::scope(|scope| {
            let systems = vec![self.open(system, setup, scope)];
            let plan = Plan::new(self.open(gold, setup, scope), systems, vec![setup.clone()]);
            let scored = score(&Plan { ask, threads, block, ..plan }, observer)?;
            if scored.interrupted {
                return Err(SelftestError::Interrupted);
            }
            Ok(scored)
        })
    }

    /// Opens a side. Damaged trees are made on a thread of their own, as they are read; it ends with the run.
    fn open<'scope>(
        &'scope self,
        side: Source,
        setup: &'scope Setup,
        scope: &'scope Scope<'scope, '_>,
    ) -> Input {
        let given = match (side, self.system) {
            (Source::Gold, _) => Some(self.gold),
            // Lines of words have no brackets that could be damaged.
            (Source::System, None) => Some(self.gold).filter(|_| setup.unit() == UnitKind::Line),
            (Source::System, given) => given,
        };
        if let Some(corpus) = given {
            return Input::from(corpus.clone());
        }
        let name = self.gold.short_name();
        let (mut feeder, [side]) = feeder([name.as_str()]);
        scope.spawn(move || {
            let mut damage = Damage::default();
            let take = &mut |tree: Option<crate::tree::Tree>| {
                match tree {
                    Some(tree) => feeder.add_tree(0, &damage.apply(tree)),
                    None => feeder.add(0, b""),
                }
                feeder.push(&[]) // sends what is collected, if it is enough
            };
            // What cannot be read ends the run, which reads the same file.
            let _ = each_tree(self.gold, setup, take);
        });
        Input::from(side)
    }
}
