//! Replies made to take long: they are answered in seconds, on a small stack.

use treescore::repair::repair;

/// Large enough that quadratic work takes minutes.
const MANY: usize = 200_000;

#[test]
fn long_and_deep_replies() {
    let deep = format!("{}{}", "(S ".repeat(MANY), "(NN a)");
    let replies = [
        (deep.clone() + &")".repeat(MANY), true, "deep"),
        (deep.clone(), true, "deep and open"),
        (deep.clone() + "\n" + &"x)\n".repeat(MANY), true, "lines that do not come to balance"),
        ("(".repeat(MANY), false, "open brackets"),
        ("((NN a) ".repeat(MANY), true, "open brackets with words"),
        ("[".repeat(MANY) + "(S (NN a))", true, "lists that do not end"),
        ("[[]".repeat(MANY), false, "lists in lists"),
        ("[\"[\",".repeat(MANY), false, "strings in lists"),
        ("[\"(S (NN a)\",".repeat(MANY / 10), true, "trees in a list that does not end"),
        ("```\n".repeat(MANY) + "(S (NN a))", true, "fences"),
        (" ".repeat(MANY) + "x" + &" (S (NN b)) x".repeat(MANY / 10), false, "trees on one line"),
        ("(X)".repeat(MANY) + "(NN a)", true, "empty brackets"),
        ("(S ".to_owned() + &"\\".repeat(MANY) + "_ (NN a))", true, "backslashes"),
        ("(S&".to_owned() + &"amp;".repeat(MANY) + "lt; (NN a))", true, "references"),
        ("(S ".to_owned() + &"(-NONE- ".repeat(MANY) + "x" + &")".repeat(MANY) + " (NN a))", true, "traces"),
        ("(S (NN ".to_owned() + &"a".repeat(MANY) + "))", false, "a long word"),
        ("<S><".repeat(MANY), false, "elements"),
        ("(S a/NN ".repeat(MANY), true, "tags behind words"),
        ("(NN a/".repeat(MANY), false, "no tags behind words, which are not gold's"),
        ("> (NN a)\n".repeat(MANY), true, "marked lines"),
    ];
    for (reply, has_tree, why) in replies {
        let found = std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(64 * 1024);
            let work = || repair(&reply, &["a"; 3]);
            builder.spawn_scoped(scope, work).unwrap().join().expect("the ladder does not panic")
        });
        assert_eq!(found.tree.is_some(), has_tree, "{why}");
    }
}

#[test]
fn many_missing_words_in_a_wide_tree() {
    let gold: Vec<String> = (0..3_000).map(|number| format!("w{number}")).collect();
    let reply: Vec<String> = gold.iter().step_by(2).map(|word| format!("(NP (NN {word}))")).collect();
    let found = repair(format!("(S {})", reply.join(" ")), &gold);
    let tree = found.tree.unwrap();
    assert!(tree.words().eq(gold.iter().map(String::as_bytes)));
}
