//! Cutting the text differently in one place leaves the rest of the alignment unchanged.

use proptest::prelude::*;
use proptest::sample::select;
use treescore::align::text::Kind;
use treescore::prepare::Recipe;
use treescore::run::ListedGroup;

use crate::aligned::listed::listed;
use crate::aligned::made::{Change, Side, changed, changes, distinct, files};
use crate::support::sketch::check;

/// A group without the numbers of its trees, which an earlier cut changes.
type Cells = Vec<(Kind, Vec<Vec<u8>>, Vec<Vec<u8>>)>;

fn groups(gold: &Side, system: &Side) -> Vec<Cells> {
    let cells = |group: ListedGroup| -> Cells {
        group.cells.into_iter().map(|cell| (cell.kind, cell.gold, cell.system)).collect()
    };
    listed(&files(gold, system), &Recipe::aligned_rules()).0.into_iter().map(cells).collect()
}

/// The words of the trees affected by a change of tree `at`.
fn touched(side: &Side, at: usize) -> Vec<Vec<u8>> {
    let trees = side.iter().skip(at).take(2);
    trees.flat_map(|tree| &tree.steps).map(|step| step.word.clone().into_bytes()).collect()
}

#[test]
fn a_cut_of_equal_text_stays_where_it_is() {
    check(300, (distinct(), changes(&Change::CUTS)), |((gold, _), cuts)| {
        let system = changed(&gold, 1, &cuts);
        let found = groups(&gold, &system);
        let kinds = found.iter().flatten().map(|cell| cell.0);
        prop_assert!(kinds.into_iter().all(|kind| matches!(kind, Kind::Same | Kind::Retok)));
        // Trees 1, 5, 9 … may be cut, or merged with the next.
        for tree in gold.iter().enumerate().filter(|(at, _)| at % 4 == 0 || at % 4 == 3).map(|(_, tree)| tree)
        {
            let words = tree.steps.iter().map(|step| vec![step.word.clone().into_bytes()]);
            let cells: Cells = words.map(|word| (Kind::Same, word.clone(), word)).collect();
            prop_assert!(found.contains(&cells), "{:?} is not in {:?}", cells, found);
        }
        Ok(())
    });
}

#[test]
fn one_more_cut_leaves_the_rest_as_it_was() {
    let strategy = (distinct(), [changes(&Change::ALL), changes(&Change::ALL)], select(&Change::CUTS[..]));
    let places = (any::<prop::sample::Index>(), 0..20usize, any::<bool>());
    check(
        600,
        (strategy, places),
        |(((text, _), [gold_changes, system_changes], cut), (at, place, is_gold))| {
            let (gold, system) = (changed(&text, 0, &gold_changes), changed(&text, 2, &system_changes));
            let before = groups(&gold, &system);
            let (mut gold, mut system) = (gold, system);
            let side = if is_gold { &mut gold } else { &mut system };
            if side.is_empty() {
                return Ok(());
            }
            let at = at.index(side.len());
            let words = touched(side, at);
            cut.apply(side, at, place);
            let after = groups(&gold, &system);
            let has_touched = |group: &Cells| {
                group.iter().flat_map(|cell| cell.1.iter().chain(&cell.2)).any(|word| words.contains(word))
            };
            // Everything between two merged trees belongs to them.
            let first = before.iter().position(has_touched).unwrap();
            let last = before.iter().rposition(has_touched).unwrap();
            prop_assert!(after.starts_with(&before[..first]), "{:?}\n{:?}", before, after);
            prop_assert!(after.ends_with(&before[last + 1..]), "{:?}\n{:?}", before, after);
            Ok(())
        },
    );
}
