//! Tables of trees and what of them is kept.

use super::*;
use crate::{Scorer, Setup};

fn counts(gold: &str, system: &str, recipe: Recipe) -> TedCounts {
    let mut scorer = Scorer::new(Setup::of(Ted::default()).with_recipe(recipe));
    scorer.score(gold, system).unwrap().counts()
}

fn unlabeled() -> Recipe {
    Recipe { compare: crate::prepare::Compare::Spans, ..Recipe::raw() }
}

#[test]
fn what_is_kept() {
    for (gold, system, kept, why) in [
        ("(S (NP (D a) (N b)) (V c))", "(S (NP (D a) (N b)) (V c))", (4, 4, 4), "identical"),
        ("(S (NP (D a) (N b)) (V c))", "(X (NP (D a) (N b)) (V c))", (4, 4, 4), "the root does not count"),
        ("(S (NP (D a) (N b)) (V c))", "(S (PP (D a) (N b)) (V c))", (3, 4, 4), "nothing is renamed"),
        ("(S (NP (D a) (N b)) (V c))", "(S (D a) (NP (N b) (V c)))", (3, 4, 4), "NP would cross `a` and `c`"),
        ("(S (NP (D a)) (V c))", "(S (NP (D a) (V c)))", (2, 3, 3), "`c` is not below NP in gold"),
        ("(S (NP (NP (D a)) (PP (P b))))", "(S (NP (D a) (PP (P b))))", (4, 5, 4), "one NP is deleted"),
        ("(S (NP (D a) (N b)) (V c))", "(S (NP (D a) (X b)) (V c))", (3, 4, 4), "a leaf is word and tag"),
        ("(S (D a) (N b))", "(S (D a) (N c))", (1, 2, 2), "words may differ"),
        ("(S (D a) (N b))", "(S (N b))", (1, 2, 1), "and so may their number"),
        ("(S (D a) (N b))", "(S (N b) (D a))", (1, 2, 2), "order is kept"),
        ("(S (D a))", "(X (Y c))", (0, 1, 1), "nothing in common"),
        ("(N a)", "(N a)", (1, 1, 1), "a word alone has no root"),
        ("((S (D a)))", "(S (D a))", (1, 2, 1), "a nameless outer bracket is the root"),
    ] {
        let found = counts(gold, system, Recipe::raw());
        assert_eq!((found.matched, found.gold, found.system), kept, "{why}: {gold} against {system}");
        assert_eq!(found.exact, u64::from(found.edits() == 0), "{why}");
    }
}

#[test]
fn recipes_decide_what_counts() {
    let (gold, system) = ("(TOP (S (NP-SBJ (D a)) (V b) (. .)))", "(TOP (S (NP (D a)) (V b) (: .)))");
    for (recipe, kept) in [
        (Recipe::raw(), (3, 5, 5)),
        (Recipe::default(), (4, 4, 4)),
        (Recipe { root: crate::prepare::Root::Dummy, ..Recipe::raw() }, (3, 5, 5)),
        (unlabeled(), (5, 5, 5)),
    ] {
        let found = counts(gold, system, recipe);
        assert_eq!((found.matched, found.gold, found.system), kept);
    }
}

#[test]
fn without_labels_words_are_compared() {
    let found = counts("(S (NP (D a) (N b)))", "(S (PP (X a) (N c)))", unlabeled());
    assert_eq!((found.matched, found.gold, found.system), (2, 3, 3));
}

/// The examples of the paper on alignment, without alignment.
#[test]
fn the_examples_of_the_paper_on_alignment() {
    let contraction = counts(
        "(S (NP (DT This)) (VP (MD ca) (RB n't) (VP (VB be) (ADJP (JJ right)))))",
        "(S (NP (DT this)) (VP (MD can) (RB not) (VP (VB be) (ADJP (JJ right)))))",
        Recipe::raw(),
    );
    assert_eq!((contraction.edits(), contraction.gold, contraction.system), (6, 9, 9));
    let hebrew = counts(
        "(PP (IN B) (NP (NP (NP (DEF H) (NN CL)) (PP (POSS FL) (PRN HM))) (ADJP (DEF H) (JJ NEIM))))",
        "(PP (IN B) (NP (NP (NN CL) (PP (POSS FL) (PRN HM))) (JJ HNEIM)))",
        Recipe::raw(),
    );
    assert_eq!((hebrew.edits(), hebrew.gold, hebrew.system), (6, 12, 8));
}
