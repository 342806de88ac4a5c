//! Swapping gold and system swaps deletions and insertions. Where the best alignment is unique, every count
//! is swapped; where several are equally good, the swapped sides may be aligned differently.

use std::cell::Cell;

use proptest::prelude::*;
use treescore::align::WordCounts;
use treescore::align::sequence::Costs;
use treescore::setup::{Pairing, WordAlignment};

use crate::speech::made::{SPEECH, manner, recipe, sides, text};
use crate::speech::runs::{Folders, Numbers, numbers};
use crate::speech::twin::Side;
use crate::support::sketch::check;

/// The word errors of the swapped sides. Correct words stay correct, because the equality of words is
/// symmetric.
fn swapped_errors(errors: WordCounts) -> WordCounts {
    WordCounts {
        gold: errors.correct + errors.substituted + errors.inserted,
        deleted: errors.inserted,
        inserted: errors.deleted,
        gold_breaks: errors.system_breaks,
        system_breaks: errors.gold_breaks,
        ..errors
    }
}

fn swapped_dependencies([matched, unlabeled, gold, system]: [u64; 4]) -> [u64; 4] {
    [matched, unlabeled, system, gold]
}

/// All counts of the swapped sides, except crossing brackets, which are counted for the system only.
fn swapped(of: &Numbers, crossing: u64) -> Numbers {
    let [matched, gold, system, _, words, system_words, tags] = of.brackets;
    let [las, uas, gold_heads, system_heads, labels] = of.attachment;
    Numbers {
        brackets: [matched, system, gold, crossing, system_words, words, tags],
        dependency: swapped_dependencies(of.dependency),
        open: swapped_dependencies(of.open),
        in_order: swapped_dependencies(of.in_order),
        open_in_order: swapped_dependencies(of.open_in_order),
        attachment: [las, uas, system_heads, gold_heads, labels],
        errors: swapped_errors(of.errors),
    }
}

#[test]
fn recall_is_precision_and_deletions_are_insertions() {
    let (there, back) = (Folders::new::<&str>(&[]), Folders::new::<&str>(&[]));
    let (mirrored, others) = (Cell::new(0), Cell::new(0));
    check(600, (sides(SPEECH, 20), recipe(), manner()), |((gold, system), recipe, (costs, one_sided))| {
        let costs = Costs { insert: costs.delete, ..costs };
        let (gold, system) = (text(&gold), text(&system));
        there.rewrite(0, &gold, &system);
        back.rewrite(0, &system, &gold);
        let alignment = WordAlignment { costs, one_sided, ..WordAlignment::default() };
        let found =
            [&there, &back].map(|folders| numbers(&folders.job(&recipe, Pairing::Sides(alignment.clone()))));
        let expected = swapped(&found[0], found[1].brackets[3]);
        let (gold_side, system_side) = (Side::read(&gold, &recipe), Side::read(&system, &recipe));
        let cells: Vec<_> =
            system_side.align(&gold_side, costs).into_iter().map(|(system, gold)| (gold, system)).collect();
        if gold_side.align(&system_side, costs) == cells {
            mirrored.set(mirrored.get() + 1);
            prop_assert_eq!(&found[1], &expected, "\n{}\n{}", gold, system);
        } else {
            others.set(others.get() + 1);
            let without_breaks = |errors: WordCounts| WordCounts { break_matches: 0, ..errors };
            prop_assert_eq!(without_breaks(found[1].errors), without_breaks(expected.errors));
            for at in [1, 2, 4, 5] {
                prop_assert_eq!(found[1].brackets[at], expected.brackets[at]);
            }
            prop_assert_eq!(found[1].in_order, expected.in_order);
            prop_assert_eq!(found[1].open_in_order, expected.open_in_order);
            prop_assert_eq!(&found[1].dependency[2..], &expected.dependency[2..]);
        }
        Ok(())
    });
    assert!(mirrored.get() > 300 && others.get() > 20, "{} {}", mirrored.get(), others.get());
}
