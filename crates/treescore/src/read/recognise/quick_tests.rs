//! The quick test against the full rules.

use proptest::prelude::*;

use super::tests::summary;
use super::{SAMPLE, Sample, by_rules, quick};
use crate::read::comments::begins_comment;
use crate::read::format::Want;
use crate::read::formats::has_raw_brackets;

#[test]
fn the_quick_test_sees_plain_trees() {
    for text in [
        "(S (A a) (B b))\n",
        "( (S (A a) (B b)) )\n\n( (S (A a) (B b)) )\n",
        "(TOP (S (A a) (B\n b)) (X))(S(A a)(B b))",
        "(S (A a) (B b))\n(S (A a",
    ] {
        assert!(quick::plain_brackets(text.as_bytes()).is_some(), "{text:?}");
    }
    for text in [
        "(S (A a))",
        "(S (A a) (B b)",
        "(S (A a) (B b)) x",
        "(S (A a) (B b)))",
        "(S (A a) b)",
        "(S (A a b) (B b))",
        "( (S (A a)) (S (B b)))",
        "(S ((A a) (B b)))",
        "(S (A 0=a) (B 1=b))",
        "(S (A a/X) (B b/Y))",
        "(<T (A a) (B b))",
        "(S (A a) (```\n``` b))",
        "()(S (A a) (B b))",
    ] {
        assert!(quick::plain_brackets(text.as_bytes()).is_none(), "{text:?}");
    }
}

/// True if no line begins as comments do, no bracket is a word, and CR alone ends no line.
fn is_simple(text: &[u8]) -> bool {
    let has = |byte: u8| text.contains(&byte);
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    !lines.any(begins_comment) && !has_raw_brackets(text) && (has(b'\n') || !has(b'\r'))
}

/// Checks that the quick test never says more than the rules. Returns what it says.
fn quick_agrees(text: &[u8], is_whole: bool) -> bool {
    let sample = Sample::new(text, is_whole, Want::Trees);
    let plain = quick::plain_brackets(sample.text);
    if let Some(plain) = plain {
        let found = summary(&by_rules(&sample));
        assert_eq!(found, "brackets certain", "{:?}", String::from_utf8_lossy(text));
        assert!(!plain.is_simple || is_simple(sample.text), "{:?}", String::from_utf8_lossy(text));
    }
    plain.is_some()
}

#[test]
fn the_quick_test_knows_made_up_treebanks() {
    use treescore_testkit::generate::{Profile, pairs};
    for profile in [Profile::newspaper(), Profile::deep(), Profile::long_labels()] {
        let text: String = pairs(1, 400, &profile).map(|pair| pair.gold + "\n").collect();
        let sample = &text.as_bytes()[..text.len().min(SAMPLE)];
        assert!(quick_agrees(sample, sample.len() == text.len()));
    }
}

/// Pieces of which texts like trees are made.
const PIECES: [&str; 33] = [
    "(S ",
    "(NP ",
    "(",
    ")",
    "))",
    " ",
    "\n",
    "(A a)",
    "(B b)",
    "(A a) (B b)",
    "(S (A a) (B b))",
    "a",
    "b/NN",
    "0=a",
    "(NN 1=b)",
    "(X)",
    "()",
    "<T",
    "<L ",
    "/",
    "# c\n",
    "```",
    "~~~\n",
    "\t",
    "\r\n",
    "(ID x)",
    "the",
    "Here it is",
    "\n(S (A a) (B b))\n",
    "((",
    "(P ))",
    "\r",
    " )",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_quick_test_never_says_more_than_the_rules(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..30),
        is_whole: bool,
    ) {
        quick_agrees(format!("(S (A a) (B b)){}", pieces.concat()).as_bytes(), is_whole);
        quick_agrees(format!("({}", pieces.concat()).as_bytes(), is_whole);
    }
}
