//! Columns and words: their places, and the messages.

use super::*;

/// `a/b` is a gold and a test word, `a/=` the same word, `a/` a deletion, `/b` an insertion.
fn columns(given: &str, words: &mut Labels) -> Vec<AlignmentColumn> {
    let mut column = |(number, item): (u64, &str)| {
        let (gold, test) = item.split_once('/').unwrap();
        let test = if test == "=" { gold } else { test };
        let mut word = |name: &str| (!name.is_empty()).then(|| words.intern(name.as_bytes()));
        AlignmentColumn::new(Some(number), word(gold), word(test))
    };
    (1..).zip(given.split_whitespace()).map(&mut column).collect()
}

/// The places of gold and test words among the final columns, and the messages.
fn placed(given: &str, gold: &str, test: &str) -> (Vec<u32>, Vec<u32>, String) {
    let mut words = Labels::new();
    let columns = columns(given, &mut words);
    let mut side =
        |text: &str| text.split_whitespace().map(|word| words.intern(word.as_bytes())).collect::<Vec<_>>();
    let (gold, test) = (side(gold), side(test));
    let (mut first, mut second, mut warnings) = (Placed::default(), Placed::default(), Vec::new());
    let mut notes = Notes { words: &mut words, unit: 7, warnings: &mut warnings };
    let ended = first
        .place(Which::Gold, &columns, gold.iter().copied(), &mut notes)
        .and_then(|()| second.place(Which::System, &first.columns, test.iter().copied(), &mut notes));
    first.follow(&second);
    if let Err(Stop::Message(message)) = ended {
        warnings.extend(message);
    }
    (first.places, second.places, String::from_utf8(warnings).unwrap())
}

#[test]
fn places() {
    let warning = |side: &str, rest: &str| format!("warning, potential {side} mis-alignment {rest}\n");
    for (given, gold, test, gold_places, test_places, said, why) in [
        ("a/= b/x c/ /d", "a b c", "a x d", vec![0, 1, 2], vec![0, 1, 3], String::new(), "as given"),
        ("ab/=", "a b", "a b", vec![0, 1], vec![0, 1], String::new(), "gold splits, and test the same"),
        ("ab/x", "a b", "x", vec![0, 1], vec![0], String::new(), "the rest of another word is a deletion"),
        ("ab/ c/=", "a b c", "c", vec![0, 1, 2], vec![2], String::new(), "so is that of a deletion"),
        ("a/xy b/=", "a b", "x y b", vec![0, 2], vec![0, 1, 2], String::new(), "test splits: a new column"),
        (
            "a/xy b/ c/=",
            "a b c",
            "x y c",
            vec![0, 1, 2],
            vec![0, 1, 2],
            String::new(),
            "or a deletion is filled",
        ),
        ("abc/xyz", "a b c", "x y z", vec![0, 1, 2], vec![0, 1, 2], String::new(), "twice, on both sides"),
        ("a/= b/=", "a-B", "AB", vec![0], vec![0], String::new(), "two columns for a word"),
        ("a/x b/y c/=", "a b c", "xy c", vec![0, 1, 2], vec![0, 2], String::new(), "stored words are joined"),
        ("a/= /x", "aHnullI", "a x", vec![0], vec![0, 1], String::new(), "no word is read as (null)"),
        ("a/= b/=", "a b", "A b", vec![0, 1], vec![0, 1], warning("test", "(7,2): A a"), "case matters"),
        (
            "ab/x",
            "a b",
            "y",
            vec![0, 1],
            vec![0],
            warning("test", "(7,2): y x"),
            "a split column keeps its number",
        ),
        ("abc/=", "a x", "", vec![0, 1], vec![], warning("gold", "(-1,0): x bc"), "its rest has none"),
        (
            "ab/a",
            "a b",
            "aa",
            vec![0, 1],
            vec![0],
            warning("test", "(7,2): aa a"),
            "what has become the same is not stored",
        ),
    ] {
        assert_eq!(placed(given, gold, test), (gold_places, test_places, said), "{why}");
    }
}

#[test]
fn too_many_words() {
    for (given, gold, test, said) in [
        ("a/= /b /c", "a d", "", "warning: gold mis-alignment: (7,2) d\n"),
        ("a/=", "a d", "", "warning: gold mis-alignment: (-1,-1) d\n"),
        ("a/= b/ c/", "a b c", "a d", "warning: test mis-alignment: (7,2) d\n"),
        ("ab/x", "a b", "x d", "warning: test mis-alignment: (-1,-1) d\n"),
    ] {
        assert_eq!(placed(given, gold, test).2, said, "{given}");
    }
}

#[test]
fn what_splitting_leaves_is_not_kept_as_words() {
    let mut words = Labels::new();
    let letters: Vec<Word> = (0..64).map(|at| words.intern(&[b'@' + at])).collect();
    let all: Vec<u8> = (0..64).map(|at| b'@' + at).collect();
    let cell = AlignmentColumn::new(Some(1), Some(words.intern(b"x")), Some(words.intern(&all)));
    let before = words.len();
    let (mut placed, mut warnings) = (Placed::default(), Vec::new());
    let mut notes = Notes { words: &mut words, unit: 0, warnings: &mut warnings };
    placed.place(Which::System, &[cell], letters.iter().copied(), &mut notes).unwrap();
    assert_eq!(placed.places, (0..64).collect::<Vec<_>>());
    assert!(placed.columns.iter().zip(&letters).all(|(column, letter)| column.test == Some(*letter)));
    assert_eq!((words.len(), warnings.len()), (before, 0));
}
