//! The inputs of a plan, opened once.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::parallel::Caller;
use super::pass::Pass;
use super::plan::{InputTimes, Opened, Plan};
use crate::read::OpenError;
use crate::values::Meter;

/// All sides, opened.
pub(super) struct Inputs {
    pub(super) gold: Opened,
    pub(super) systems: Vec<Opened>,
}

impl Inputs {
    /// Opens every side. A side that is read more than once, by several passes or by a count before the run,
    /// is kept in memory.
    /// Whoever waits for a stream stops waiting when the meter says so.
    pub(super) fn open(plan: &Plan, passes: &[Pass], meter: &Meter) -> Result<Self, OpenError> {
        let counts_trees =
            |times: Option<&InputTimes>| times.is_some_and(|times| times.matching.counts_trees());
        let is_timed = plan.setups.iter().any(|setup| setup.times.is_some());
        let reads = |is_read: &dyn Fn(&Pass) -> bool| passes.iter().filter(|pass| is_read(pass)).count();
        let gold_reads = reads(&|_| true) + usize::from(is_timed && counts_trees(plan.gold.times.as_ref()));
        let systems = plan.systems.iter().enumerate().map(|(at, system)| {
            let is_counted = is_timed && counts_trees(system.times.as_ref());
            let reads = reads(&|pass| pass.systems.contains(&at)) + usize::from(is_counted);
            Opened::new(&system.trees, reads > 1, meter)
        });
        Ok(Self {
            gold: Opened::new(&plan.gold.trees, gold_reads > 1, meter)?,
            systems: systems.collect::<Result<_, _>>()?,
        })
    }

    /// The flags that end the waiting for fed trees.
    pub(super) fn stops(&self) -> Vec<Arc<AtomicBool>> {
        std::iter::once(&self.gold).chain(&self.systems).filter_map(Opened::stop).collect()
    }

    /// Waits for all fed trees, unless a single pass reads all sides in step. Returns `Break` if the caller
    /// ended the run.
    pub(super) fn keep_fed(&mut self, passes: &[Pass], caller: &mut Option<Caller<'_>>) -> ControlFlow<()> {
        let is_in_step = matches!(passes, [pass] if !pass.reading.pairing.is_by_group());
        let sides = std::iter::once(&mut self.gold).chain(&mut self.systems);
        let mut fed: Vec<&mut Opened> = sides.filter(|side| side.stop().is_some()).collect();
        if is_in_step || fed.is_empty() {
            return ControlFlow::Continue(());
        }
        let Some(caller) = caller else {
            Opened::keep(&mut fed);
            return ControlFlow::Continue(());
        };
        // The caller may itself feed the trees and block until somebody takes them, so another thread does
        // the taking.
        std::thread::scope(|scope| {
            let keeping = scope.spawn(|| Opened::keep(&mut fed));
            let mut flow = ControlFlow::Continue(());
            while !keeping.is_finished() {
                if caller().is_break() {
                    flow = ControlFlow::Break(());
                }
            }
            flow
        })
    }
}
