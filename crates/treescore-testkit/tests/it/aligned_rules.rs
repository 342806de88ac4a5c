//! Rules of the alignment that no recorded case decides, as the specification states them: small texts whose
//! path was worked out by hand. Sentences are separated by `/`, tokens by blanks.

use treescore_testkit::aligned::{CellCounts, Outcome, Settings, Step, Windows, score};

fn trees(text: &str) -> String {
    let word = |word: &str| format!("(N {word})");
    let tree = |sentence: &str| {
        format!("(S {})", sentence.split_whitespace().map(word).collect::<Vec<_>>().join(" "))
    };
    text.split('/').map(tree).collect::<Vec<_>>().join("\n")
}

fn compare(gold: &str, system: &str, settings: &Settings) -> Outcome {
    score(&trees(gold), &trees(system), settings).expect("these are trees")
}

/// The path in the notation of the specification.
fn path(outcome: &Outcome) -> String {
    let letter = |step: &Step| match step {
        Step::Equal => '=',
        Step::Change => 's',
        Step::Gold => 'd',
        Step::System => 'i',
    };
    outcome.path.iter().map(letter).collect()
}

#[test]
fn ways() {
    for (gold, system, expected, why) in [
        ("a", "b", "s", "a change is cheaper than two gaps"),
        ("f / f", "c", "ds", "the way back prefers the diagonal"),
        ("ac", "ca", "i=d", "the way back prefers gold to the system"),
        ("ac", "aa / aa", "ii=s", "the room before the hole is given back"),
        ("ca b", "ca c / ca c", "==siii", "a common edge of trees weighs more than two of tokens"),
        ("aa", "a aa", "i==", "a gap slides to an edge of tokens"),
        ("aa b", "a ac ab", "=ii==", "a suffix is stripped, then the gap slides"),
        ("b", "ba / bb", "iii=", "of equally good places the leftmost"),
        ("a", "a / a", "=i", "no gap slides left from where trees of both sides end"),
        ("ba / ba / c", "ba / c", "==dd=", "nor over such a place"),
        ("bba / ab ab / b", "baba / b", "d=d===d=", "no gap slides right from where trees of both sides end"),
        (
            "b aba / ba aba ab / bbb a abb",
            "aba aba ab bbb a abab",
            "ddd==============i=",
            "anchors come before the table",
        ),
        ("a b bab / ba ab aba", "ba ab abab", "dd==s=d====d", "no short anchors in a small hole"),
    ] {
        let outcome = compare(gold, system, &Settings::default());
        assert_eq!(path(&outcome), expected, "{why}: {gold} ~ {system}");
    }
}

#[test]
fn the_exception_list_takes_the_longest_expressions() {
    let none = CellCounts::default();
    for (gold, system, table, expected) in [
        ("aa b", "c dd", "aa b\tc dd\naa\tc\n", CellCounts { equiv: 2, ..none }),
        ("aa", "c d", "aa\tc\tc d\n", CellCounts { equiv: 1, ..none }),
        ("x aa b", "x ccc", "aa b\tccc\n", CellCounts { same: 1, equiv: 1, ..none }),
        ("aa b", "ccc", "aa\tccc\n", CellCounts { diff: 1, ..none }),
        ("a", "c", "#a\tc\n", CellCounts { diff: 1, ..none }),
    ] {
        let settings = Settings { exceptions: table.to_owned(), ..Settings::default() };
        assert_eq!(compare(gold, system, &settings).cells, expected, "{gold} ~ {system}");
    }
}

#[test]
fn windows_without_anything_in_common_are_unrelated() {
    for (size, gold, system, expected) in [
        (
            8,
            "abcdefgh / ijklmnop / qrst",
            "12345678 / 90123456 / qrst",
            "ddddddddiiiiiiiiddddddddiiiiiiii====",
        ),
        (8, "abc / defghijklm / qrst", "1234 / 5678901234 / qrst", "dddiiiiddddddddddiiiiiiiiii===="),
        (4, "abcdefgh / qrst", "12345678 / qrst", "ddddddddiiiiiiii===="),
    ] {
        let windows = Some(Windows { first: size, largest: size });
        let outcome = compare(gold, system, &Settings { windows, ..Settings::default() });
        assert_eq!(path(&outcome), expected, "{gold} ~ {system}");
    }
}
