//! Tables of one's own for alignment: exceptions and replacements.

use crate::cli::Place;
use crate::cli::align::{message, signature};

/// Kinds of the cells of one pair of trees over these words, with a table of exceptions that is called `own`.
fn kinds(gold: &str, system: &str, table: &str, options: &str) -> Vec<String> {
    let tree = |words: &str| {
        let words: Vec<String> = words.split(' ').map(|word| format!("(W {word})")).collect();
        format!("(S (A first) {} (Z last))\n", words.join(" "))
    };
    let (gold, system) = (tree(gold), tree(system));
    let place = Place::with(&[
        ("gold", gold.as_bytes()),
        ("system", system.as_bytes()),
        // Without a dot in its name it is a file all the same.
        ("own", table.as_bytes()),
    ]);
    let ran = place.run(&format!("align gold system -f jsonl {options}"));
    let row: serde_json::Value = serde_json::from_str(ran.stdout.lines().next().unwrap_or_default())
        .unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    let steps = row["steps"].as_array().unwrap();
    let kinds = steps.iter().map(|step| step["kind"].as_str().unwrap().to_owned());
    kinds.skip(1).take(steps.len() - 2).collect()
}

#[test]
fn exceptions_are_compared_in_normal_form() {
    let own = "--exceptions own";
    for (gold, system, table, options, expected) in [
        ("rain", "snow", "rain\tsnow\n", own, &["equiv"][..]),
        ("RAIN", "Snow", "Rain\tSNOW\n", own, &["equiv"]),
        ("Strasse", "Weg", "STRASSE\tweg\n", own, &["equiv"]),
        ("STRASSE", "Weg", "Straße\tWEG\n", own, &["equiv"]),
        ("caf\u{e9}", "bar", "cafe\u{301}\tbar\n", own, &["equiv"]),
        ("cafe\u{301}", "bar", "caf\u{e9}\tbar\n", own, &["equiv"]),
        ("'m", "be", "\u{2019}m\tbe\n", own, &["equiv"]),
        ("\u{2019}m", "be", "'m\tbe\n", own, &["equiv"]),
        ("하 ㄴ", "된", "하 ㄴ\t된\n", "--lang ko --exceptions own", &["equiv"]),
        // As they are written, they are not the same.
        ("RAIN", "snow", "rain\tsnow\n", "--normalise none --exceptions own", &["diff"]),
        ("RAIN", "snow", "RAIN\tsnow\n", "--normalise none --exceptions own", &["equiv"]),
        ("rain", "snow", "rain\tsnow\n", "", &["diff"]),
    ] {
        assert_eq!(kinds(gold, system, table, options), expected, "{gold} {system} {options}: {table}");
    }
}

/// By the usual rows, two backticks are a quote and `’` is `'`; by the file, `foo` is `bar` and `’` is `x`.
#[test]
fn a_table_beside_the_usual_one() {
    let table = "token\tfoo\tbar\nchar\tU+2019\tx\n";
    let (gold, system) = ("`` | foo | \u{2019}", "\" | bar | x");
    for (options, expected) in [
        ("", ["same", "same", "diff", "same", "diff"]),
        ("--normalise standard", ["same", "same", "diff", "same", "diff"]),
        ("--normalise own", ["diff", "same", "same", "same", "same"]),
        ("--normalise standard,own", ["same"; 5]),
    ] {
        assert_eq!(kinds(gold, system, table, options), expected, "{options}");
    }
}

#[test]
fn a_table_beside_the_usual_one_is_in_the_signature() {
    let place = Place::with(&[
        ("gold", b"(S (A foo))\n"),
        ("system", b"(S (A bar))\n"),
        ("own", b"token\tfoo\tbar\n"),
        ("other", b"token\tfoo\tbaz\n"),
        ("wrong", b"token\tfoo\tbar\nrow\n"),
    ]);
    let first = place.run("gold system --align --normalise standard,own");
    let signature = signature(&first);
    assert!(signature.contains("|norm:standard+file-"), "{signature}");
    let again = place.run(&format!("gold system --signature {signature} --normalise standard,own"));
    assert_eq!((again.stdout, again.status), (first.stdout, Some(0)), "{}", again.stderr);
    for (options, expected) in [
        ("", "which names a file"),
        ("--normalise own", "but --normalise gives file-"),
        ("--normalise standard", "but --normalise gives standard"),
        ("--normalise standard,other", "but --normalise gives standard+file-"),
    ] {
        let ran = place.run(&format!("gold system --signature {signature} {options}"));
        assert_eq!(ran.status, Some(2), "{options}");
        assert!(message(&ran).contains(expected), "{options}: {}", ran.stderr);
    }
    let wrong = place.run("gold system --align --normalise standard,wrong");
    assert!(message(&wrong).starts_with("error: wrong:2: "), "{}", wrong.stderr);
    let over = place.run("gold system --align --normalise standard,own -o own");
    assert!(message(&over).contains("would overwrite an input file"), "{}", over.stderr);
}
