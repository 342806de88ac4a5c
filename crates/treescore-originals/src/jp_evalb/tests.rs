use super::*;
use proptest::prelude::*;

fn file(text: &str) -> [File; 1] {
    [File { name: "f".to_owned(), bytes: text.into() }]
}

fn run(gold: &str, test: &str, parameters: &Parameters) -> Outcome {
    score(&file(gold), &file(test), parameters).unwrap()
}

/// Matched, gold, test, crossing, words, tags of all blocks, and the error rows.
fn counts(gold: &str, test: &str, parameters: &Parameters) -> [u64; 7] {
    let Sums { matched, gold, test, crossing, words, tags, errors, .. } =
        run(gold, test, parameters).totals.all;
    [matched, gold, test, crossing, words, tags, errors]
}

#[test]
fn known_counts() {
    let (none, evalb) = (Parameters::none(), Parameters::evalb());
    let prm = |text: &str| Parameters::parse(text, Mode::Prm);
    let two_lines = prm("EQ_LABEL A B\nEQ_LABEL A B C");
    for (gold, test, parameters, expected, why) in [
        ("(S (NP (N a)) (V b))", "(S (NP (N a)) (V b))", &none, [2, 2, 2, 0, 2, 2, 0], "equal"),
        (
            "(S (X (X (N a))))",
            "(S (X (N a)))",
            &none,
            [2, 3, 2, 0, 1, 1, 0],
            "a set above, lists below the line",
        ),
        ("(S (X (X (N a))))", "(S (X (X (N a))))", &none, [2, 3, 3, 0, 1, 1, 0], "even against itself"),
        ("(S1 (S (N a)))", "(S1 (S (N a)))", &none, [1, 2, 1, 0, 1, 1, 0], "S1 counts in gold only"),
        ("(S (A a) (B b))", "(S (B a) (A b))", &none, [1, 1, 1, 0, 2, 0, 0], "wrong tags"),
        ("(S (A a) (B b) (A a))", "(S (B b) (A a) (A a))", &none, [1, 1, 1, 0, 3, 3, 0], "a bag of tags"),
        ("(S (A a) (B b) (A a))", "(S (B b) (A a) (A a))", &evalb, [1, 1, 1, 0, 3, 1, 0], "tags by place"),
        ("(S (A A))", "(S (A a))", &none, [1, 1, 1, 0, 1, 0, 0], "words of tags as written"),
        (
            "(S (A ab) (C c))",
            "(S (A a) (B b) (C c))",
            &evalb,
            [0, 0, 0, 0, 0, 0, 1],
            "an error: numbers of tags differ",
        ),
        ("(S (A ab) (C c))", "(S (A a) (B b) (C c))", &none, [1, 1, 1, 0, 2, 1, 0], "no error otherwise"),
        ("(S (NP (ADVP (A a))))", "(S (NP (PRT (A a))))", &evalb, [3, 3, 3, 0, 1, 1, 0], "equal labels"),
        (
            "(S (A (A2 a)) (D d))",
            "(S (B (A2 a)) (D d))",
            &two_lines,
            [3, 2, 2, 0, 2, 2, 0],
            "on two lines: twice",
        ),
        ("(S (A a) (X (B b) (C c)))", "(S (X (A a) (B b)) (C c))", &none, [1, 2, 2, 1, 3, 3, 0], "crossing"),
        ("(. .)", "(. .)", &evalb, [0, 0, 0, 0, 0, 0, 0], "a root that is a deleted tag: a word, but no tag"),
        ("(. .)", "(. .)", &none, [0, 0, 0, 0, 1, 1, 0], "the same when nothing is deleted"),
    ] {
        assert_eq!(counts(gold, test, parameters), expected, "{why}: {gold} against {test}");
    }
}

#[test]
fn lengths_and_the_cutoff() {
    let words = |count: usize| (0..count).map(|at| format!("(N w{at})")).collect::<Vec<_>>().join(" ");
    let joined = (0..41).map(|at| format!("w{at}")).collect::<Vec<_>>().concat();
    let (forty, more) = (format!("(S {})", words(40)), format!("(S {})", words(41)));
    let evalb = Parameters::evalb();
    for (gold, test, parameters, length, within, why) in [
        (&forty, &forty, &Parameters::none(), 40, 1, "forty words"),
        (&more, &more, &Parameters::none(), 41, 0, "one more"),
        (&more, &format!("(S (N {joined}))"), &Parameters::none(), 41, 1, "one group counts, not 41 words"),
        (&more, &format!("(S (N {joined}))"), &evalb, 41, 0, "for an error the words count"),
        (
            &"(S (N a) (. .))".to_owned(),
            &"(S (N a) (. .))".to_owned(),
            &evalb,
            2,
            1,
            "removed words count for the length",
        ),
        (
            &"(TOP (N a) (. .))".to_owned(),
            &"(TOP (N a) (. .))".to_owned(),
            &evalb,
            1,
            1,
            "a removed tree counts once",
        ),
    ] {
        let outcome = run(gold, test, parameters);
        assert_eq!(outcome.rows[0].figures.length, length, "{why}");
        assert_eq!(outcome.totals.within.sentences, within, "{why}");
    }
}

/// The removed words are those of the gold tree with the number of the row.
#[test]
fn after_a_merge_the_length_is_that_of_another_tree() {
    let gold = "(S (N a) (. .) (. .))\n(S (N b))\n(S (N c))\n";
    let test = "(S (N a) (. .) (. .) (N b))\n(S (N c))\n";
    let outcome = run(gold, test, &Parameters::evalb());
    let lengths: Vec<u64> = outcome.rows.iter().map(|row| row.figures.length).collect();
    assert_eq!((lengths, outcome.rows[0].gold.clone()), (vec![4, 1], 0..2));
}

#[test]
fn without_equal_labels_evalb_mode_is_repaired_when_both_sides_differ() {
    let parameters = Parameters::parse("", Mode::Evalb);
    for (test, repairs) in [("(S (Y (N a)))", 1), ("(S (X (N a)))", 0), ("(S (X (N a)) (Y (N b)))", 0)] {
        let outcome = run("(S (X (N a)))\n(S (N z))", &format!("{test}\n(S (N z))"), &parameters);
        let found = outcome.repairs.iter().filter(|repair| repair.kind == RepairKind::NoEqLabel).count();
        assert_eq!(found, repairs, "{test}");
    }
    // In an error block, too.
    let outcome = run("(S1 (DT U.S.))", "(S1 (VP (JJ 10)) (DT U.S.))", &parameters);
    let kinds: Vec<RepairKind> = outcome.repairs.iter().map(|repair| repair.kind).collect();
    assert_eq!((kinds, outcome.rows[0].figures.status), (vec![RepairKind::NoEqLabel], 1));
}

#[test]
fn several_files_are_one_side() {
    let [one] = file("(S (N a))\n");
    let [two] = file("(S (N b))");
    let [both] = file("(S (N a))\n(S (N b))\n");
    let outcome = score(&[one, two], &[both], &Parameters::none()).unwrap();
    assert_eq!((outcome.rows.len(), outcome.totals.all.tags), (2, 2));
}

/// Any text, in which the significant characters are more frequent than others.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just("(S ".to_owned()), 4 => Just("(A a)".to_owned()), 3 => Just(")".to_owned()), 1 => Just("(. .)".to_owned()),
        1 => Just("\n".to_owned()), 1 => Just("b ".to_owned()), 1 => Just("(".to_owned()), 1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Whole lines: brackets are closed, and text outside is dropped.
fn lines() -> impl Strategy<Value = String> {
    proptest::collection::vec(text(), 0..6).prop_map(|texts| {
        let line = |text: String| {
            let inner: String = text.chars().filter(|sign| !"()\n".contains(*sign)).take(3).collect();
            let (mut depth, mut kept) = (1, String::from("(X "));
            for sign in text.chars().filter(|sign| *sign != '\n') {
                depth += i32::from(sign == '(') - i32::from(sign == ')' && depth > 1);
                if sign != ')' || depth > 1 {
                    kept.push(sign);
                }
            }
            let opens = kept.matches('(').count();
            kept += &inner;
            kept += &")".repeat(opens - kept.matches(')').count());
            kept
        };
        texts.into_iter().map(line).collect::<Vec<_>>().join("\n")
    })
}

fn parameters() -> impl Strategy<Value = Parameters> {
    let prm = "DELETE_LABEL .\nDELETE_LABEL A\nQUOTE_LABEL S\n";
    prop_oneof![
        Just(Parameters::none()),
        Just(Parameters::evalb()),
        Just(Parameters::parse(prm, Mode::Prm)),
        Just(Parameters::parse("DELETE_LABEL S", Mode::Evalb)),
    ]
}

proptest! {
    #[test]
    fn any_text_gives_an_outcome_or_an_error(gold in text(), test in text(), parameters in parameters()) {
        let _ = score(&file(&gold), &file(&test), &parameters);
    }

    /// Every tree is in one block, in order, unless the program drops the rest.
    #[test]
    fn blocks_are_all_trees(gold in lines(), test in lines(), parameters in parameters()) {
        let Ok(outcome) = score(&file(&gold), &file(&test), &parameters) else { return Ok(()) };
        let (mut at_gold, mut at_test) = (0, 0);
        for row in &outcome.rows {
            prop_assert_eq!((row.gold.start, row.test.start), (at_gold, at_test));
            (at_gold, at_test) = (row.gold.end, row.test.end);
        }
        let trees = |text: &str| python::lines(text).filter(|line| !line.chars().all(python::is_space)).count();
        let is_dropped = outcome.repairs.iter().any(|repair| repair.kind == RepairKind::Dropped);
        prop_assert_eq!(is_dropped, (at_gold, at_test) != (trees(&gold), trees(&test)));
        let mut report = Vec::new();
        write_report(&mut report, &outcome);
        prop_assert_eq!(report.split(|&byte| byte == b'\n').count(), outcome.rows.len() + 35);
    }
}

/// A tree of any depth is scored on a small stack, without comparing brackets pair by pair.
#[test]
fn deep_trees_and_wide_blocks() {
    let depth = 200_000;
    let deep = "(S (N w) ".repeat(depth) + "(N w)" + &")".repeat(depth);
    let flat = format!("(S{})", " (N w)".repeat(depth + 1));
    let work = move || {
        let parameters = Parameters::parse("EQ_LABEL S X\n", Mode::Prm);
        counts(&deep, &flat, &parameters)
    };
    let thread = std::thread::Builder::new().stack_size(128 * 1024).spawn(work).unwrap();
    let words = depth as u64 + 1;
    assert_eq!(thread.join().unwrap(), [1, depth as u64, 1, 0, words, words, 0]);
}
