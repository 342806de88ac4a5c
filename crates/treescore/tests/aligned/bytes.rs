//! Any bytes on both sides: every unit is in a group, has no words, or is no tree.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::measure::{Parseval, StructIou};
use treescore::prepare::PRESETS;
use treescore::read::{Corpus, Next, OpenError, PairBlock, PairReader, SideReader, Unit, Unmatched};
use treescore::run::{Job, RunError, score};

use crate::job;
use crate::support::files::Files;
use crate::support::kept::Kept;
use crate::support::sketch::check;

/// Trees, parts of trees, and anything else.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "(",
        ")",
        " ",
        "\n",
        "(S (N a) (N b))\n",
        "(S (N ab))",
        "((N a))\n",
        "(N a b)",
        "(-NONE- *)\n",
        "(S)\n",
        "()",
        "(())\n",
        "x",
        "é",
        "\r\n",
        "\u{FEFF}",
        "(S (NP a (N b)) c)\n",
        "(S (-NONE- 0) (N a))\n",
        "\0",
        "\u{200B}",
        "(N \u{200B})\n",
        "(N (N (N a)))",
        "(N -LRB-)",
        "(N '')\n",
    ];
    let piece = prop_oneof![
        12 => select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..6),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
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

#[test]
fn every_unit_is_accounted_for() {
    let files = Files::new(b"", b"");
    let how = (any::<bool>(), any::<bool>(), 0..PRESETS.len());
    check(1500, (bytes(), bytes(), how), |(gold, system, (is_line, is_iou, preset))| {
        files.rewrite(&gold, &system);
        let unit = if is_line { Unit::Line } else { Unit::Tree };
        let job = Job { unit, ..job(&files, PRESETS[preset].recipe()) };
        if is_iou { accounts(&job, &StructIou::default()) } else { accounts(&job, &Parseval) }
    });
}

fn accounts<M: treescore::measure::Measure>(job: &Job, measure: &M) -> Result<(), TestCaseError> {
    let mut rows = Kept(Vec::new());
    let scored = match score(job, measure, &mut rows) {
        Ok(scored) => scored,
        Err(RunError::Open(_)) => return Ok(()), // what looks compressed and is not
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    let sums = &scored.totals.text;
    let trees = [sums.text.gold_trees, sums.text.system_trees];
    for (which, corpus) in [&job.gold, &job.system].into_iter().enumerate() {
        let found = trees[which] + sums.without_words[which] + sums.not_trees[which];
        prop_assert_eq!(found, units(corpus, job.unit).unwrap());
    }
    let not_trees = sums.not_trees[0] + sums.not_trees[1];
    prop_assert_eq!(scored.totals.pairs + scored.totals.refused, sums.text.groups + not_trees);
    prop_assert!(rows.0.iter().zip(1..).all(|(row, number)| row.pair == number));
    prop_assert_eq!(rows.0.len() as u64, sums.text.groups + not_trees);
    prop_assert_eq!(scored.refused.len() as u64, scored.totals.refused);
    Ok(())
}
