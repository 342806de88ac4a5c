//! Laws of baselines: binary trees over the words that count.

use proptest::collection::vec;
use proptest::prelude::*;
use treescore::Setup;
use treescore::front::{BaselineAsk, baselines};
use treescore::read::Units;
use treescore::report::baselines::{Baseline, BaselineReport, BaselineScores};

use crate::support::sketch::{Sketch, check, sketch};

fn cell(found: &BaselineReport, baseline: Baseline) -> &BaselineScores {
    let row = found.rows.iter().find(|row| row.baseline == baseline).unwrap();
    row.cells[0].as_ref().unwrap()
}

#[test]
fn binary_trees_have_equally_many_brackets_and_the_best_is_the_best() {
    let mut setup = Setup::named("parseval").unwrap();
    setup.set("match", "spans").unwrap();
    let info = setup.measure.info();
    let ask = BaselineAsk { made: true, second: None, seed: 7, threads: 1 };
    let trees = vec((1..9usize).prop_flat_map(sketch), 1..6);
    check(200, trees, |trees| {
        let gold: Units = trees.iter().map(Sketch::text).collect();
        let found = baselines(&gold.into(), &ask, std::slice::from_ref(&setup), &mut ()).unwrap();
        let count = |baseline, name: &str| cell(&found, baseline).scores.counts[info.field(name).unwrap()];
        let f1 = |baseline| cell(&found, baseline).scores.corpus[0].unwrap_or(1.0);
        let best = Baseline::Best;
        for other in [Baseline::Left, Baseline::Right] {
            prop_assert_eq!(count(other, "system"), count(best, "system"));
            prop_assert!(count(other, "matched") <= count(best, "matched"));
        }
        for other in [Baseline::Left, Baseline::Right, Baseline::Random] {
            prop_assert_eq!(cell(&found, other).refused, cell(&found, Baseline::Gold).refused);
            prop_assert!(f1(other) <= f1(best) + 1e-12, "{:?}: {} {}", other, f1(other), f1(best));
        }
        prop_assert_eq!(count(Baseline::Gold, "matched"), count(Baseline::Gold, "system"));
        Ok(())
    });
}
