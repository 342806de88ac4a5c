//! Dependency measures over pairs computed by hand.

use super::*;
use crate::align::text::{Cell, Kind, Normaliser};
use crate::prepare::Recipe;
use crate::read;
use crate::{Scorer, Setup};

fn measure(settings: &[(&str, &str)]) -> DependencyMeasure {
    let mut measure = DependencyMeasure::default();
    for (key, value) in settings {
        assert_eq!(measure.set(key, value), Ok(true), "{key}");
    }
    measure
}

/// Matched, matched without labels, gold, system.
fn counts(tally: &DependencyCounts) -> (u64, u64, u64, u64) {
    (tally.matched, tally.unlabeled, tally.gold, tally.system)
}

fn scored<M: Measure>(measure: M, recipe: Recipe, gold: &str, system: &str) -> Result<M::Counts, Refusal> {
    let (gold, system) = (read::one(gold).unwrap(), read::one(system).unwrap());
    let mut scorer = Scorer::new(Setup::of(measure).with_recipe(recipe));
    scorer.score(&gold, &system).map(|score| score.counts())
}

const GOLD: &str = "(S (NP (NN cats)) (VP (VBP eat) (NP (NN fish)) (PP (IN with) (NP (NNS bones)))))";

#[test]
fn same_words() {
    for (system, dependency, attachment, labels, why) in [
        (GOLD, (5, 5, 5, 5), (5, 5), 5, "the same"),
        (
            "(S (NP (NN cats)) (VP (VBP eat) (NP (NP (NN fish)) (PP (IN with) (NP (NNS bones))))))",
            (4, 4, 5, 5),
            (4, 4),
            4,
            "attached to another word",
        ),
        (
            "(S (NP (NN cats)) (VP (VBP eat) (NP (NN fish)) (ADVP (IN with) (NP (NNS bones)))))",
            (3, 5, 5, 5),
            (3, 5),
            3,
            "another label in the middle",
        ),
        (
            "(SQ (NP (NN cats)) (VP (VBP eat) (NP (NN fish)) (PP (IN with) (NP (NNS bones)))))",
            (3, 5, 5, 5),
            (3, 5),
            3,
            "another label of one phrase is in two relations",
        ),
    ] {
        let recipe = Recipe::default;
        let tally = scored(DependencyMeasure::default(), recipe(), GOLD, system).unwrap();
        assert_eq!(counts(&tally), dependency, "{why}");
        let tally = scored(Attachment::default(), recipe(), GOLD, system).unwrap();
        assert_eq!((tally.matched, tally.unlabeled), attachment, "{why}");
        assert_eq!(tally.labels, labels, "{why}");
        let tally = scored(Attachment::default(), recipe().unlabeled(), GOLD, system).unwrap();
        assert_eq!((tally.matched, tally.unlabeled), (attachment.1, attachment.1), "{why}");
    }
}

#[test]
fn a_head_at_another_place_that_reads_the_same() {
    let (gold, system) = ("(S (NN a) (VB go) (X x) (VB go))", "(S (S (NN a) (VB go)) (X x) (S (VB go)))");
    let heads = [("heads", "*default*%20(r%20VB%20S)%0A")];
    let tally = scored(measure(&heads), Recipe::default(), gold, system).unwrap();
    assert_eq!(counts(&tally), (3, 4, 4, 4), "`a` depends on a `go`, and so does x");
    let mut attachment = Attachment::default();
    attachment.set(heads[0].0, heads[0].1).unwrap();
    let tally = scored(attachment, Recipe::default(), gold, system).unwrap();
    assert_eq!((tally.matched, tally.unlabeled), (2, 3), "but not on the same one");
}

#[test]
fn words_in_order_need_not_be_the_same() {
    let order = || measure(&[("pairing", "order")]);
    let (gold, system) = ("(S (NN a) (NN b) (VB c))", "(S (NN b) (NN x) (VB c))");
    assert!(scored(measure(&[]), Recipe::default(), gold, system).is_err());
    let tally = scored(order(), Recipe::default(), gold, system).unwrap();
    assert_eq!(counts(&tally), (2, 2, 3, 3));
    let tally = scored(order(), Recipe::default(), gold, "(X (NN b) (VB c))").unwrap();
    assert_eq!(counts(&tally), (0, 2, 3, 2));
    let tally = scored(order(), Recipe::default(), gold, "(S (NN b) (NN a) (VB c))").unwrap();
    assert_eq!(counts(&tally), (2, 2, 3, 3), "those that cross do not both match");
}

#[test]
fn without_closed_classes_all_words_are_open() {
    for pairing in MatchBy::VALUES {
        let mut open = DependencyMeasure::open_class();
        open.set("pairing", pairing).unwrap();
        assert_eq!(Measure::info(&open).name, "open-class");
        let tally = scored(open, Recipe::default(), GOLD, GOLD).unwrap();
        assert_eq!(counts(&tally), (5, 5, 5, 5), "{pairing}");
    }
}

#[test]
fn a_phrase_without_head_is_refused_by_name() {
    let own = measure(&[("heads", "S%20(l%20VP)")]);
    for (gold, system, message) in [
        (
            "(S (NN a))",
            "(S (VP (NN a)))",
            "gold: the given head table has no rule for `S` that matches any of its children, and no `*default*` rule that does; add one of them",
        ),
        (
            "(S (VP (NN a)))",
            "(S (VP (NN a)))",
            "gold: the given head table has no rule for `VP` that matches any of its children, and no `*default*` rule that does; add one of them",
        ),
    ] {
        let refusal = scored(own.clone(), Recipe::default(), gold, system).unwrap_err();
        assert_eq!((refusal.to_string().as_str(), refusal.kind()), (message, "no head"));
    }
}

#[test]
fn settings_survive_as_text() {
    let text = |measure: &DependencyMeasure| {
        measure.settings().iter().map(|(key, value)| format!("{key}:{value}")).collect::<Vec<_>>().join("|")
    };
    for (settings, expected) in [
        (&[][..], "heads:charniak|pairing:place"),
        (&[("heads", "collins"), ("pairing", "order")], "heads:collins|pairing:order"),
        (&[("heads", "PP (l IN)\n*default* (r)")], "heads:*default*%20(r)%0APP%20(l%20IN)%0A|pairing:place"),
        (&[("heads", "A:B (l C|D)")], "heads:A%3AB%20(l%20C%7CD)%0A|pairing:place"),
        (&[("heads", "%")], "heads:%|pairing:place"),
    ] {
        let made = measure(settings);
        assert_eq!(text(&made), expected);
        let mut back = DependencyMeasure::default();
        made.settings().iter().for_each(|(key, value)| assert_eq!(back.set(key, value), Ok(true)));
        assert_eq!(back, made);
    }
    for (key, value) in [("heads", "colins"), ("heads", "PP (x IN)"), ("pairing", "column")] {
        assert!(DependencyMeasure::default().set(key, value).is_err(), "{value}");
    }
    assert_eq!(DependencyMeasure::default().set("class", "open"), Ok(false));
}

/// The last child is the head.
const LAST: (&str, &str) = ("heads", "*default* (r)");

/// Scores aligned texts; `cells` has the numbers of words of both sides in each cell.
fn aligned<M: Measure>(measured: &M, gold: &str, system: &str, cells: &[(u32, u32)]) -> M::Counts {
    use crate::align::{AlignedSide, CellIndex};
    use crate::measure::{CommonIndex, Side};
    use crate::prepare::{Prepared, Rules};
    use crate::tree::{Arena, Labels};
    let (mut labels, mut buffer) = (Labels::new(), read::Buffer::default());
    let mut read = |text: &str| {
        let mut arena = Arena::default();
        let syntax = read::Syntax::Forest;
        syntax.read(text.as_bytes(), (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap();
        arena
    };
    let (gold_tree, system_tree) = (read(gold), read(system));
    let mut rules = Rules::new(Recipe::default());
    rules.update(&labels);
    let cells: Vec<Cell> =
        cells.iter().map(|&(gold, system)| Cell { gold, system, kind: Kind::Diff }).collect();
    let (mut cell_index, mut left, mut right) =
        (CellIndex::default(), Prepared::default(), Prepared::default());
    cell_index.prepare(
        &mut AlignedSide { arena: &gold_tree, text: gold.as_bytes(), prepared: &mut left },
        &mut AlignedSide { arena: &system_tree, text: system.as_bytes(), prepared: &mut right },
        &cells,
        &rules,
        &Normaliser::standard(),
    );
    let side = |arena, text, prepared| Side { arena, text, prepared };
    let pair = Pair {
        gold: side(&gold_tree, gold.as_bytes(), &left),
        system: side(&system_tree, system.as_bytes(), &right),
        rules: &rules,
        labels: &labels,
        index: CommonIndex::Cells(&cell_index),
        alignment: None,
    };
    measured.count(&pair, &mut M::Scratch::default()).unwrap()
}

#[test]
fn aligned_words_share_cells() {
    let one = [(1, 1)];
    for (gold, system, cells, dependency, attachment, why) in [
        ("(S (NN a) (VB b))", "(S (NN a) (VB b))", &[one[0], one[0]][..], (2, 2, 2, 2), (2, 2), "one by one"),
        ("(S (NN a) (VB b))", "(S (NN x) (VB b))", &[one[0], one[0]], (1, 1, 2, 2), (2, 2), "another word"),
        ("(S (NN a) (VB b))", "(S (VB b))", &[(1, 0), (1, 1)], (1, 1, 2, 1), (1, 1), "a word is missing"),
        (
            "(S (NN a) (VB b)) (S (VB c))",
            "(S (NN a) (VB b) (VB c))",
            &[one[0], one[0], one[0]],
            (1, 1, 3, 3),
            (1, 1),
            "sentences are divided in another way: a and b depend on c",
        ),
        (
            "(S (NN a) (NN a) (VB b))",
            "(S (NN a) (VB b))",
            &[(2, 1), one[0]],
            (2, 2, 3, 2),
            (2, 2),
            "one of two in the cell",
        ),
        (
            "(S (NN a) (XX c) (VB b))",
            "(S (XX c) (NN a) (VB b))",
            &[(2, 2), one[0]],
            (3, 3, 3, 3),
            (3, 3),
            "in a cell, order does not matter",
        ),
        (
            "(S (NN a) (VB b))",
            "(S (NN a) (VB b))",
            &[(2, 2)],
            (2, 2, 2, 2),
            (2, 2),
            "a head in the same cell",
        ),
    ] {
        let tally = aligned(&measure(&[LAST]), gold, system, cells);
        assert_eq!(counts(&tally), dependency, "{why}");
        let mut attached = Attachment::default();
        attached.set(LAST.0, LAST.1).unwrap();
        let tally = aligned(&attached, gold, system, cells);
        assert_eq!((tally.matched, tally.unlabeled), attachment, "{why}");
    }
}
