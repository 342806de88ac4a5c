//! A run over aligned texts in which nothing may be lost.

use treescore::measure::Measure;
use treescore::read::{Corpus, Next, OpenError, PairBlock, PairReader, SideReader, Unit, Unmatched};
use treescore::run::{Job, RunError, Scored, SentenceRow, score};

use super::kept::Kept;

/// Runs a job that aligns and keeps all rows and refusals. Every unit is in a group, has no words, or is no tree; else it panics. `None`
/// if a file cannot be read, because it looks compressed and is not.
pub fn run<M: Measure>(job: &Job, measure: &M) -> Option<(Scored<M::Tally>, Vec<SentenceRow<M::Tally>>)> {
    let mut rows = Kept(Vec::new());
    let scored = match score(job, measure, &mut rows) {
        Ok(scored) => scored,
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
    assert_eq!((scored.totals.pairs + scored.totals.refused, rows.0.len() as u64), (all, all));
    assert_eq!(scored.refused.len() as u64, scored.totals.refused);
    for (row, number) in rows.0.iter().zip(1..) {
        assert_eq!(row.pair, number);
    }
    Some((scored, rows.0))
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
