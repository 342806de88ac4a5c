//! The positions of aligned words on the axis that both sides share.

use treescore::align::text::{Cell, Kind, Normaliser};
use treescore::align::{AlignedSide, CellIndex};
use treescore::measure::{IouCounts, StructIou};
use treescore::prepare::{Prepared, Recipe, Rules};
use treescore::read::{Buffer, Syntax};
use treescore::tree::{Arena, Labels};

use crate::aligned::job;
use crate::support::files::Files;

/// The positions of the words of gold and system.
type Positions = [Vec<(f64, f64)>; 2];

/// Finds the positions of words in cells of these sizes.
fn positions(gold: &str, system: &str, cells: &[(u32, u32)]) -> Positions {
    let mut labels = Labels::new();
    let mut read = |words: &str| {
        let text = format!("(S {words})");
        let (mut buffer, mut arena) = (Buffer::default(), Arena::default());
        let syntax = Syntax::Loose;
        syntax.read(text.as_bytes(), (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap();
        (text.clone(), arena)
    };
    let [(gold_text, gold_arena), (system_text, system_arena)] = [read(gold), read(system)];
    let mut rules = Rules::new(Recipe::named("raw").unwrap());
    rules.update(&labels);
    let [mut gold_prepared, mut system_prepared] = [Prepared::default(), Prepared::default()];
    let mut gold =
        AlignedSide { arena: &gold_arena, text: gold_text.as_bytes(), prepared: &mut gold_prepared };
    let mut system =
        AlignedSide { arena: &system_arena, text: system_text.as_bytes(), prepared: &mut system_prepared };
    let cells: Vec<Cell> =
        cells.iter().map(|&(gold, system)| Cell { gold, system, kind: Kind::Diff }).collect();
    let (mut index, normaliser) = (CellIndex::default(), Normaliser::standard());
    for _ in 0..2 {
        // The buffers of an earlier group must not matter.
        index.prepare(&mut gold, &mut system, &cells, &rules, &normaliser);
        index.find_positions(&gold, &system, &normaliser);
    }
    [index.gold_positions().to_vec(), index.system_positions().to_vec()]
}

#[test]
fn words_share_their_cell_by_their_characters() {
    for (gold, system, cells, expected, why) in [
        (
            "ab f",
            "abcd f",
            &[(1, 1), (1, 1)][..],
            [vec![(0.0, 1.0), (1.0, 2.0)], vec![(0.0, 1.0), (1.0, 2.0)]],
            "one word on each side fills its cell, however long it is",
        ),
        (
            "a bcd e",
            "ab cd e",
            &[(2, 2), (1, 1)],
            [vec![(0.0, 0.5), (0.5, 2.0), (2.0, 3.0)], vec![(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]],
            "two against two, with another boundary",
        ),
        (
            "9:30 .",
            "9 : 30 .",
            &[(1, 3), (1, 1)],
            [vec![(0.0, 3.0), (3.0, 4.0)], vec![(0.0, 0.75), (0.75, 1.5), (1.5, 3.0), (3.0, 4.0)]],
            "a cell is as long as the side with more words",
        ),
        (
            "ab",
            "ab xyz",
            &[(1, 1), (0, 1)],
            [vec![(0.0, 1.0)], vec![(0.0, 1.0), (1.0, 2.0)]],
            "an inserted word takes its own room",
        ),
        (
            "a bcd",
            "e",
            &[(2, 0), (0, 1)],
            [vec![(0.0, 0.5), (0.5, 2.0)], vec![(2.0, 3.0)]],
            "words of one side share their room too",
        ),
        (
            "ß x",
            "s sx",
            &[(2, 2)],
            [vec![(0.0, 4.0 / 3.0), (4.0 / 3.0, 2.0)], vec![(0.0, 2.0 / 3.0), (2.0 / 3.0, 2.0)]],
            "characters are counted in normal form",
        ),
    ] {
        assert_eq!(positions(gold, system, cells), expected, "{why}");
    }
}

#[test]
fn another_boundary_within_a_cell_costs_struct_iou() {
    let gold = "(S (X (A ab) (B cde)) (C f))\n";
    for (system, score) in [
        (gold, 1.0),
        // `ab` and `abc` have 2 of 3 in common, and so have `cde` and `de`; S, X and C match completely.
        ("(S (X (A abc) (B de)) (C f))\n", (3.0 + 2.0 * 2.0 / 3.0) / 5.0),
    ] {
        let files = Files::new(gold.as_bytes(), system.as_bytes());
        let run = job(&files, Recipe::named("raw").unwrap()).run(&StructIou::default());
        let found = run.counts::<IouCounts>().struct_iou().unwrap();
        assert!((found - score).abs() < 1e-12, "{found} instead of {score}: {system}");
    }
}
