//! Word equality, by tables.

use proptest::prelude::*;

use super::*;

fn equal(params: &SpeechFile, one: &[u8], other: &[u8]) -> bool {
    let mut words = Labels::new();
    let (one, other) = (words.intern(one), words.intern(other));
    Equality::new(params).equivalent(one, other, &words)
}

#[test]
fn surface() {
    let none = SpeechFile::default();
    for (one, other, expected) in [
        (&b"Uh-Huh"[..], &b"uhhuh"[..], true),
        (b"0", b"P", true),
        (b"P", b"p", true),
        (b"0", b"p", false),
        (b"[x", b"{x", true),
        (b"-", b"--", true),
        (b"a", b"ab", false),
        (b"a-", b"a", true),
        (b"\x70", b"\x90", false),
        (b"\xF0", b"\x10", true),
        (b"\xE1", b"\xC1", true),
        (b"\x60", b"\x80", false),
    ] {
        assert_eq!(equal(&none, one, other), expected, "{}", one.escape_ascii());
        assert_eq!(equal(&none, other, one), expected, "{}", other.escape_ascii());
    }
}

#[test]
fn pauses_and_pairs() {
    let (params, _) = SpeechFile::parse(
        b"FILLED_PAUSE1 uh\nFILLED_PAUSE1 um\nFILLED_PAUSE2 mhm\nFILLED_PAUSE2 um\nFILLED_PAUSE2 ah\n\
          FILLED_PAUSE1 x\nFILLED_PAUSE\xC3 x\nFILLED_PAUSE\xC3 y\nEQ_WORDS is 's\nEQ_WORDS has 's\nEQ_WORDS lone\n",
    );
    for (one, other, expected, why) in [
        ("um", "MHM", true, "the last group of a word counts"),
        ("um", "uh", false, "and no other"),
        ("u-h", "uh", true, "the same word"),
        ("x", "y", false, "a group above 7F is nobody's"),
        ("x", "uh", false, "but hides the one before"),
        ("IS", "'s", true, "a pair"),
        ("'s", "is", true, "either way"),
        ("is", "has", false, "not through a third word"),
        ("lone", "-", true, "a pair without a second word"),
        ("lone", "a", false, "whose second word is empty"),
    ] {
        assert_eq!(equal(&params, one.as_bytes(), other.as_bytes()), expected, "{why}: {one}, {other}");
    }
}

/// Section 8, literally.
fn naive(params: &SpeechFile, one: &[u8], other: &[u8]) -> bool {
    let same = |one: &[u8], other: &[u8]| surface_equal(one.iter().copied(), other.iter().copied());
    let group = |word: &[u8]| {
        let pause = params.filled_pause.iter().rev().find(|pause| same(&pause.word, word));
        pause.map(|pause| pause.group).filter(|group| *group < 0x80)
    };
    let in_pair = |(first, second): &(Vec<u8>, Vec<u8>)| {
        same(first, one) && same(second, other) || same(first, other) && same(second, one)
    };
    same(one, other)
        || group(one).is_some() && group(one) == group(other)
        || params.eq_words.iter().any(in_pair)
}

proptest! {
    #[test]
    fn traits_decide_as_the_rules_do(lines in "((FILLED_PAUSE[12] |EQ_WORDS )[0Pp@ -]{0,3}\n){0,8}", one in "[0Pp@-]{1,3}", other in "[0Pp@-]{1,3}") {
        let (params, _) = SpeechFile::parse(lines.as_bytes());
        prop_assert_eq!(equal(&params, one.as_bytes(), other.as_bytes()), naive(&params, one.as_bytes(), other.as_bytes()));
    }
}
