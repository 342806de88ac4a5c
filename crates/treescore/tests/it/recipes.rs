//! The recipes that follow scorers of others, on pairs whose counts are those that the programs gave when they were run:
//! PYEVALB 0.1.3, and the span metric of `SuPar` 1.1.4.

use treescore::prepare::Recipe;
use treescore::{Scorer, Setup};

/// Brackets matched, in gold, in the system; `None` if the pair is refused.
type Counted = Option<[i128; 3]>;

fn counted(recipe: &str, gold: &str, system: &str) -> Counted {
    let setup = Setup::named("parseval").unwrap().with_recipe(Recipe::named(recipe).unwrap());
    let mut scorer = Scorer::new(setup);
    let pair = scorer.score(gold, system).ok()?;
    Some(["matched", "gold", "system"].map(|name| pair.count(name).unwrap()))
}

fn check(recipe: &str, cases: &[(&str, &str, Counted, &str)]) {
    for (gold, system, expected, why) in cases {
        assert_eq!(counted(recipe, gold, system), *expected, "{recipe}: {why}");
    }
}

/// A subject with a function tag, a particle, a full stop, under a root.
const TAGGED: &str = "(TOP (S (NP-SBJ (PRP he)) (VP (VBD ran) (PRT (RP off))) (. .)))";
/// The same without the function tag, the particle an adverb.
const BARE: &str = "(TOP (S (NP (PRP he)) (VP (VBD ran) (ADVP (RP off))) (. .)))";
/// A bracket in a bracket with the same label and words.
const TWICE: &str = "(S (NP (NP (D a) (N b))) (V c))";
const ONCE: &str = "(S (NP (D a) (N b)) (V c))";

#[test]
fn pyevalb() {
    check(
        "pyevalb",
        &[
            (TAGGED, TAGGED, Some([5, 5, 5]), "roots, tags and punctuation are as written"),
            (TAGGED, BARE, Some([3, 5, 5]), "TOP, S and VP; NP-SBJ is not NP, PRT is not ADVP"),
            (TWICE, TWICE, Some([2, 3, 3]), "all brackets count, and sets match"),
            (TWICE, ONCE, Some([2, 3, 2]), "one of the two matches"),
            ("(S (N a) (. .))", "(S (X (N a) (. .)))", Some([1, 1, 2]), "the full stop is a word"),
            ("(S (N a))", "(S (N b))", None, "words must be the same"),
        ],
    );
}

#[test]
fn supar() {
    check(
        "supar",
        &[
            (TAGGED, BARE, Some([3, 4, 4]), "S, VP and the particle; no TOP; NP-SBJ is not NP"),
            (TWICE, TWICE, Some([3, 3, 3]), "multisets"),
            (TWICE, ONCE, Some([2, 3, 2]), "one of the two is left over"),
            (
                "(ROOT (S (N a)))",
                "(ROOT (S (N a)))",
                Some([2, 2, 2]),
                "only TOP, S1 and no label are deleted",
            ),
            ("(S1 (S (N a)))", "(S1 (S (N a)))", Some([1, 1, 1]), "S1"),
            (
                "(S (X (. .)) (N a))",
                "(S (N a) (. .))",
                Some([1, 1, 1]),
                "a bracket of punctuation is nothing",
            ),
            (
                "(S (N a) (. .))",
                "(S (X (N a) (. .)))",
                Some([1, 1, 2]),
                "X is as wide as S without the full stop",
            ),
            ("(S (N a) (-LRB- -LRB-))", "(S (X (N a)) (-LRB- -LRB-))", Some([1, 1, 2]), "brackets are words"),
        ],
    );
}
