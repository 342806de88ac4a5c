//! CTM.

use super::*;

#[test]
fn ctm() {
    check(&[
        ("a.ctm", "u1 A 0 0.5 the\nu1 A 0.5 0.5 cat 0.98\n", "u1: 0-0.5 the, 0.5-1 cat", "plain"),
        ("a.ctm", ";; x\n\n  ;; y\r\nu1 A 0 0.5 the\r\n\r\n", "u1: 0-0.5 the", "comments, blank lines, CRLF"),
        ("a.CTM.gz", "u1\tA 0  0.5\tthe", "u1: 0-0.5 the", "tabs, no line end, a name in capitals"),
        ("a.ctm", "\u{FEFF}u1 A 0 1 a\n", "u1: 0-1 a", "byte-order mark"),
        ("a.ctm", "u1 A 0 1 a 0.9 lex spk\n", "u1: 0-1 a", "type and speaker"),
        (
            "a.ctm",
            "u2 A 5 1 c\nu1 A 0 1 a\nu2 A 6 1 d\nu1 A 1 1 b\n",
            "u2: 5-6 c, 6-7 d | u1: 0-1 a, 1-2 b",
            "interleaved",
        ),
        (
            "a.ctm",
            "u1 A 0 0.5000005 a\nu1 A 0.5 0.5 b\n",
            "u1: 0-0.5000005 a, 0.5-1 b",
            "less than the tolerance",
        ),
        ("a.ctm", "u1 A -1 1 a\n", "u1: -1-0 a", "before zero"),
        ("a.ctm", "", "error: a.ctm contains no times", "empty"),
        ("a.ctm", ";; nothing\n", "error: a.ctm contains no times", "comments only"),
    ]);
}

#[test]
fn ctm_with_faults() {
    check(&[
        ("a.ctm", "u1 A 0 1 a\nu1 A x 1 b\n", "error: a.ctm:2:1: `x` is not a time", "not a number"),
        ("a.ctm", "u1 A 0 nan a\n", "error: a.ctm:1:1: `nan` is not a time", "not a finite number"),
        ("a.ctm", "u1 A 1e999 1 a\n", "error: a.ctm:1:1: `1e999` is not a time", "too large"),
        (
            "a.ctm",
            "u1 A 1.7e308 1.7e308 a\n",
            "a.ctm:1: utterance u1, word 1 `a`: end `inf` is not a finite number",
            "a sum that is too large",
        ),
        (
            "a.ctm",
            "u1 A 2 -0.5 a\n",
            "a.ctm:1: utterance u1, word 1 `a`: ends at 1.5, before its start at 2",
            "negative duration",
        ),
        (
            "a.ctm",
            "u1 A 0 1 a\nu1 A 0.5 1 b\nu2 A 0 1 c\n",
            "a.ctm:2: utterance u1, word 2 `b`: starts at 0.5, before the previous word ends, at 1 | u2: 0-1 c",
            "overlap",
        ),
        (
            "a.ctm",
            "u1 A 0 1 a\nu1 A 1\n",
            "error: a.ctm:2:1: 3 columns; CTM has at least 5: recording, channel, start, duration, word",
            "too few fields",
        ),
        (
            "a.ctm",
            "u1 A 0 1 a\nu1 A 1 1 b\rc d e f\n",
            "error: a.ctm:2:1: 9 columns; CTM has at most 8",
            "too many fields",
        ),
        (
            "a.ctm",
            "x\n",
            "error: a.ctm:1:1: 1 column; CTM has at least 5: recording, channel, start, duration, word",
            "not CTM",
        ),
    ]);
}

#[test]
fn a_faulty_word_keeps_its_place() {
    let text = b"r A 0 1 a\nr A 2 -1 b\nr A 2 1 c\nr A 2.5 1 d\nr A 9 1 e\n".to_vec();
    let times = Times::from_bytes("a.ctm", text, &TimesOptions::default()).unwrap();
    assert_eq!((times.len(), times.words_of(0), times.words_of(7), times.faults().count()), (1, 5, 0, 2));
    for (words, expected, why) in [
        (0..1, Ok(1), "before the fault"),
        (0..2, Err("b"), "with it"),
        (2..3, Ok(1), "after it"),
        (2..4, Err("d"), "an overlap inside"),
        (3..5, Ok(2), "an overlap with the word before"),
        (5..5, Ok(0), "no words"),
    ] {
        let found = times.part(0, words.clone());
        let found = found.map(|words| words.intervals().len()).map_err(|fault| fault.text);
        assert_eq!(found, expected.map_err(Into::into), "{why}: {words:?}");
    }
}

#[test]
fn overlaps_can_be_allowed_and_short_words_are_counted() {
    let options = TimesOptions { overlaps: Overlaps::Allow, ..TimesOptions::default() };
    let text = b"u A 1 1 a\nu A 0.5 1 b\nu A 1.5 0 c\nu A 9 0.0000001 d\n".to_vec();
    let times = Times::from_bytes("a.ctm", text, &options).unwrap();
    assert_eq!(sketch(&times), "u: 1-2 a, 0.5-1.5 b, 1.5-1.5 c, 9-9.0000001 d");
    assert_eq!(times.short_words(), 2);
}
