//! Gold and system swapped: what one deletes the other inserts. Where several alignments are equally good, the swapped sides may be aligned
//! otherwise; where they are not, every count is swapped.

use std::cell::Cell;

use proptest::prelude::*;
use treescore::align::WordCounts;
use treescore::align::sequence::Costs;
use treescore::setup::{Pairing, WordAlignment};

use crate::speech::made::{SPEECH, manner, recipe, sides, text};
use crate::speech::runs::{Folders, Numbers, numbers};
use crate::speech::twin::{Side, align};
use crate::support::sketch::check;

/// The word errors of the swapped sides: what is correct is so by class, which both sides share.
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

/// All numbers of the swapped sides, but for crossing brackets, of which only the system's are counted.
fn swapped(of: &Numbers, crossing: u64) -> Numbers {
    let [matched, gold, system, _, words, system_words, tags] = of.brackets;
    let [las, uas, ours, theirs, labels] = of.attachment;
    Numbers {
        brackets: [matched, system, gold, crossing, system_words, words, tags],
        dependency: swapped_dependencies(of.dependency),
        open: swapped_dependencies(of.open),
        in_order: swapped_dependencies(of.in_order),
        open_in_order: swapped_dependencies(of.open_in_order),
        attachment: [las, uas, theirs, ours, labels],
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
        let (ours, theirs) = (Side::read(&gold, &recipe).classes, Side::read(&system, &recipe).classes);
        let cells: Vec<_> =
            align(&theirs, &ours, costs).into_iter().map(|(their, our)| (our, their)).collect();
        if align(&ours, &theirs, costs) == cells {
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
