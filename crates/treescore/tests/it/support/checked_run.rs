//! A run over aligned texts that accounts for every unit.

use treescore::measure::Measure;
use treescore::read::{
    Corpus, Next, OpenError, PairBlock, PairReader, ReadOptions, SideReader, SideSource, UnitKind, Unmatched,
};
use treescore::run::{RowKind, RunError};

use super::job::{Job, Run};

/// Runs a job that aligns texts and keeps all rows and refusals. Panics unless every unit is in a group, has
/// no words, or is not a tree. `None` if a file cannot be read because it looks compressed and is not.
pub fn run<M: Measure>(job: &Job, measure: &M) -> Option<Run> {
    let run = match job.try_run(measure) {
        Ok(run) => run,
        Err(RunError::Open(_)) => return None,
        Err(error) => panic!("{error}"),
    };
    let (system, text, totals) = (&run.scored.systems[0], run.text(), run.totals());
    let trees = [text.gold_trees, text.system_trees];
    for (which, corpus) in [&job.gold, &job.system].into_iter().enumerate() {
        let found = trees[which] + system.without_words[which] + system.unreadable[which];
        assert_eq!(found, units(corpus, job.unit).expect("it was read before"));
    }
    let unreadable = system.unreadable[0] + system.unreadable[1];
    assert_eq!(totals.read(), text.pairs);
    assert_eq!(run.rows.len() as u64, text.pairs + unreadable);
    assert_eq!(run.scored.refused.len() as u64, totals.refused + unreadable);
    let (trees, groups): (Vec<_>, Vec<_>) = run.rows.iter().partition(|row| row.id.kind == RowKind::Tree);
    assert_eq!(trees.len() as u64, unreadable);
    assert!(trees.iter().all(|row| row.id.pair == 0 && row.counts.iter().all(|&count| count == 0)));
    for (row, number) in groups.iter().zip(1..) {
        assert_eq!(row.id.pair, number);
    }
    Some(run)
}

/// The number of units of a side, read as its own partner.
fn units(corpus: &Corpus, unit: UnitKind) -> Result<u64, OpenError> {
    let options = ReadOptions { as_wanted: true, ..corpus.options().clone() };
    let corpus = corpus.clone().with_options(options);
    let side =
        || -> Result<Box<dyn SideSource>, OpenError> { Ok(Box::new(SideReader::new(corpus.clone(), unit)?)) };
    let mut reader = PairReader::new(side()?, vec![side()?], Unmatched::HandOut);
    let (mut block, mut units) = (PairBlock::default(), 0);
    while matches!(reader.next(&mut block)?, Next::Block) {
        units += block.gold.extents().len() as u64;
    }
    Ok(units)
}
