//! A run over aligned texts in which nothing may be lost.

use treescore::measure::Measure;
use treescore::read::{Corpus, Next, OpenError, PairBlock, PairReader, SideReader, Unit, Unmatched};
use treescore::run::{Job, RunError};

use super::kept::{self, Run};

/// Runs a job that aligns and keeps all rows and refusals. Every unit is in a group, has no words, or is no tree; else it panics. `None`
/// if a file cannot be read, because it looks compressed and is not.
pub fn run<M: Measure>(job: &Job, measure: &M) -> Option<Run<M::Tally>> {
    let Run { scored, rows } = match kept::run(job, measure) {
        Ok(run) => run,
        Err(RunError::Open(_)) => return None,
        Err(error) => panic!("{error}"),
    };
    let sums = &scored.totals.text;
    let trees = [sums.text.gold_trees, sums.text.system_trees];
    for (which, corpus) in [&job.gold, &job.system].into_iter().enumerate() {
        let found = trees[which] + sums.without_words[which] + sums.not_trees[which];
        assert_eq!(found, units(corpus, job.unit).expect("it was read before"));
    }
    let all = sums.text.groups + sums.not_trees[0] + sums.not_trees[1];
    assert_eq!((scored.totals.pairs + scored.totals.refused, rows.len() as u64), (all, all));
    assert_eq!(scored.refused.len() as u64, scored.totals.refused);
    for (row, number) in rows.iter().zip(1..) {
        assert_eq!(row.pair, number);
    }
    Some(Run { scored, rows })
}

/// How many units a side has, read as the partner of itself.
fn units(corpus: &Corpus, unit: Unit) -> Result<u64, OpenError> {
    let side = || SideReader::new(corpus.clone(), unit);
    let mut reader = PairReader::new(side()?, side()?, Unmatched::HandOut);
    let (mut block, mut units) = (PairBlock::default(), 0);
    while matches!(reader.next(&mut block)?, Next::Block) {
        units += block.gold.extents().len() as u64;
    }
    Ok(units)
}
