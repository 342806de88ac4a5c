use super::*;
use crate::jp_evalb::params::{Mode, Parameters};

/// Tokens as `tag/word`, phrases as `label(start,end)`, and the removed count; then the repairs.
fn cleaned(tree: &str, parameters: &Parameters) -> (String, Vec<RepairKind>) {
    let mut names = Names::new(parameters);
    let mut line = Line::default();
    line.scan(tree).unwrap();
    let (mut cleaner, mut trees) = (Cleaner::default(), Trees::default());
    cleaner.clean(&line, &mut names, &mut trees);
    // Words are shown by number, in the order of their first occurrence.
    let mut out: Vec<String> = trees.tokens.iter().map(|token| token.word.to_string()).collect();
    for phrase in &trees.phrases {
        let label = ["", "S", "NP", "VP", "X", "ROOT", "-NONE-", "TOP"]
            .into_iter()
            .find(|label| names.number_of_label(label) == phrase.label);
        out.push(format!("{}({},{})", label.unwrap_or("?"), phrase.start, phrase.end));
    }
    out.push(format!("-{}", trees.ends[0].removed));
    (out.join(" "), cleaner.repairs)
}

fn prm(text: &str) -> Parameters {
    Parameters::parse(text, Mode::Prm)
}

#[test]
fn cleaned_trees() {
    use RepairKind::{BareWord, QuoteLabel};
    let none: &[RepairKind] = &[];
    for (tree, parameters, expected, repairs, why) in [
        ("(S (NP (A a)) (VP (B b)))", "", "0 1 S(0,2) NP(0,1) VP(1,2) -0", none, "nothing removed"),
        ("(S (NP (A a)) (B b))", "DELETE_LABEL NP", "0 S(0,1) -1", none, "a phrase goes with its words"),
        (
            "(S (NP (A a) (A a)) (B b))",
            "DELETE_LABEL NP",
            "0 S(0,1) -1",
            none,
            "one per subtree, not per word",
        ),
        (
            "(S (-NONE- *) (B b))",
            "DELETE_LABEL -NONE-",
            "0 S(0,1) -0",
            none,
            "with a file, traces have no length",
        ),
        (
            "(S (X (Y (NP (A a)))) (B b))",
            "DELETE_LABEL A",
            "0 S(0,1) X(0,0) -1",
            none,
            "emptied: a phrase if two levels lie below",
        ),
        ("(S (NP (A a)) (B b))", "DELETE_LABEL A", "0 S(0,1) -1", none, "emptied: with one level none"),
        (
            "(ROOT (S (A a)))",
            "DELETE_LABEL ROOT",
            "0 ROOT(0,1) S(0,1) -0",
            none,
            "a root with one child is not tested",
        ),
        ("(ROOT (A a) (B b))", "DELETE_LABEL ROOT", "-1", none, "with several it is, under TOP"),
        ("(TOP (S (A a)))", "", "0 S(0,1) -0", none, "TOP is no bracket"),
        ("(S (X (TOP (A a))))", "", "0 S(0,1) X(0,1) -0", none, "wherever it stands"),
        ("(. .)", "DELETE_LABEL .", "0 -0", none, "a root that is a tag stays"),
        ("(S the (A a))", "", "0 1 S(0,2) -0", &[BareWord], "a bare word"),
        ("(S a a)", "", "0 0 S(0,2) -0", &[BareWord], "told once per tree"),
        ("(X (S a (B b)))", "DELETE_LABEL S", "-1", none, "removed before anyone looks inside"),
        ("(X (S a) (A a))", "", "0 0 X(0,2) -0", none, "an only word is no bare word"),
        ("(S (Q ') (Q x) (B b))", "QUOTE_LABEL Q", "0 1 S(0,2) -1", none, "quotes"),
        ("(S (Q \") (Q /) (B b))", "QUOTE_LABEL Q", "0 S(0,1) -2", none, "all three"),
        ("(S (Q ' b) (B b))", "QUOTE_LABEL Q", "0 S(0,1) -1", none, "the first child decides"),
        (
            "(S (Q (A ')) (B b))",
            "QUOTE_LABEL Q",
            "0 1 S(0,2) ?(0,1) -0",
            &[QuoteLabel],
            "on a phrase no effect",
        ),
        ("(S (Q) (B b))", "QUOTE_LABEL Q", "0 S(0,1) -0", &[QuoteLabel], "nor on nothing"),
        ("(S (Q (A ')) (B b))", "QUOTE_LABEL Q\nDELETE_LABEL Q", "0 S(0,1) -1", none, "deleted first"),
        ("()", "", "-0", none, "nothing"),
        ("(S (X (NP)))", "", "S(0,0) -0", none, "height without words"),
    ] {
        assert_eq!(cleaned(tree, &prm(parameters)), (expected.to_owned(), repairs.to_vec()), "{why}: {tree}");
    }
}

#[test]
fn the_built_in_parameters_remove_a_top_with_several_children() {
    let evalb = Parameters::evalb();
    for (tree, expected) in [
        ("(TOP (A a) (B b))", "-1"),
        ("(TOP (S (A a) (B b)))", "0 1 S(0,2) -0"),
        ("(S (-NONE- *) (A a) (. .))", "0 S(0,1) -2"),
    ] {
        assert_eq!(cleaned(tree, &evalb).0, expected, "{tree}");
    }
}

#[test]
fn depth_costs_no_stack() {
    let depth = 300_000;
    let tree = "(S ".repeat(depth) + "(A a)" + &")".repeat(depth);
    let work = move || {
        let parameters = Parameters::none();
        let mut line = Line::default();
        line.scan(&tree).unwrap();
        let mut trees = Trees::default();
        Cleaner::default().clean(&line, &mut Names::new(&parameters), &mut trees);
        trees.phrases.len()
    };
    let thread = std::thread::Builder::new().stack_size(64 * 1024).spawn(work).unwrap();
    assert_eq!(thread.join().unwrap(), depth);
}
