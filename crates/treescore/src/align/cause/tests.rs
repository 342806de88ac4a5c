//! Causes as a table.

use super::*;

fn words(text: &str) -> Vec<&[u8]> {
    text.split(' ').filter(|word| !word.is_empty()).map(str::as_bytes).collect()
}

fn listed(all: Vec<TaggedWord<'_>>) -> SideWords<'_> {
    SideWords::new(move || all.clone().into_iter())
}

/// Words without tags, all of which count.
fn side(text: &str) -> SideWords<'_> {
    listed(words(text).into_iter().map(|word| (word, &b""[..], true)).collect())
}

#[test]
fn the_first_cause_that_suffices() {
    for (gold, system, cause, first) in [
        ("Jo\u{308}rg ran", "J\u{f6}rg ran", "normal-form", "word 1: \"Jo<U+0308>rg\" / \"J\u{f6}rg\""),
        ("-LRB- a 1\\/2", "( a 1/2", "escapes", "word 1: \"-LRB-\" / \"(\""),
        ("AT&amp;T x", "AT&T x", "escapes", "word 1: \"AT&amp;T\" / \"AT&T\""),
        ("The gull", "the gull", "case", "word 1: \"The\" / \"the\""),
        ("a bread", "a br\u{200b}ead", "invisible", "word 2: \"bread\" / \"br<U+200B>ead\""),
        ("`` hm ''", "\u{201c} hm \u{201d}", "quotes", "word 1: \"``\" / \"\u{201c}\""),
        ("J\u{f6}rg", "J\u{c3}\u{b6}rg", "mojibake", "word 1: \"J\u{f6}rg\" / \"J\u{c3}\u{b6}rg\""),
        ("The 1\\/2", "the 1/2", "several-spellings", "word 1: \"The\" / \"the\""),
        ("The 1,250 x", "the N x", "digits", "word 2: \"1,250\" / \"N\""),
        ("a 12.5 b", "a 13 b", "digits", "word 2: \"12.5\" / \"13\""),
        ("1 gull", "2 <unk>", "unknown-words", "word 2: \"gull\" / \"<unk>\""),
        ("a , b .", "a b", "punctuation-missing", "word 2: \",\" / \"b\" (4 words in gold, 2 in the system)"),
        ("I do n't", "I don't", "tokens", "word 2: \"do\" / \"don't\" (3 words in gold, 2 in the system)"),
        ("a *T*-1 b", "a b", "traces", "word 2: \"*T*-1\" / \"b\" (3 words in gold, 2 in the system)"),
        ("a b c", "a b", "other-words", "word 3: \"c\" / nothing (3 words in gold, 2 in the system)"),
        ("a", "b", "other-words", "word 1: \"a\" / \"b\""),
    ] {
        let found = explain(&side(gold), &side(system));
        assert_eq!((found.cause.as_str(), &found.first[..]), (cause, first), "{gold} / {system}");
    }
}

#[test]
fn a_tag_deletes_a_word_on_one_side() {
    let tagged =
        |tag: &'static [u8], counts: bool| listed(vec![(b"gulls", b"NNS", true), (b"'", tag, counts)]);
    let found = explain(&tagged(b"POS", true), &tagged(b"''", false));
    assert_eq!(found.cause, Cause::PunctuationTags);
    assert_eq!(found.first, "word 2: \"'\" is POS / ''");
}

#[test]
fn bytes_that_are_not_text_stay_apart() {
    let side = |word: &'static [u8]| listed(vec![(word, b"", true)]);
    let found = explain(&side(b"\xe9t\xe9"), &side(b"\xe8t\xe9"));
    assert_eq!(
        (found.cause, &found.first[..]),
        (Cause::OtherWords, "word 1: \"\\xE9t\\xE9\" / \"\\xE8t\\xE9\"")
    );
}
