//! The two promises of the ladder, for replies that are damaged cases, random trees over words that look like
//! notation, and any text.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;
use treescore::read;
use treescore::repair::repair;

use super::{tree, words};

/// Pieces of replies, which damage puts anywhere.
const PIECES: [&str; 40] = [
    "(",
    ")",
    "((",
    "))",
    "(S ",
    "(NP ",
    "(-NONE- *)",
    "(ROOT ",
    "( ",
    "()",
    "(. .)",
    "(-LRB- ()",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\": \"",
    "\n",
    "\n\n",
    "```\n",
    "```",
    "~~~\n",
    "`",
    "> ",
    "1. ",
    "\\(",
    "\\)",
    "\\n",
    "\\",
    "&#40;",
    "&amp;",
    "</think>",
    "<|end|>",
    "</NP>",
    "a/NN",
    "\u{a0}",
    "\u{ff08}",
    "\u{201d}",
    "'",
];

/// Words that look like notation.
const WORDS: [&str; 44] = [
    "</NP>", "<NP>", "a/NN", "a_NN", "[S", "\"x\"", "]", "[", "{", "}", "[\"", "\"]", "\":\"", "`", "``",
    "''", "```", "~~~", "-", "--", "*", "**", ">", "|", "1.", "\u{2013}", "\u{2026}", "\u{201c}", "&amp;",
    "&", "\\", "\\n", "\\/", "a\\*b", "-LRB-", "-RRB-", "'", "$", ".", "dog", "Dog", "dogs", "a\u{a0}b",
    "e\u{301}",
];

const LABELS: [&str; 20] = [
    "S", "NP", "np", "VP", "ROOT", "TOP", "", "NN", "nn", ".", "''", "\"", "-NONE-", "NP-SBJ", "X",
    "\u{201c}", "a&amp;b", "S\\_", "XX", "root",
];

/// The replies and gold words of the recorded cases.
fn cases() -> Vec<(String, Vec<Vec<u8>>)> {
    let lines = include_str!("../../conformance/replies/cases.jsonl").lines();
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).unwrap();
        let gold = read::one(case["gold"].as_str().unwrap()).unwrap();
        (case["reply"].as_str().unwrap().to_owned(), words(&gold))
    };
    lines.map(case).collect()
}

/// A change of a text: a stretch of it is replaced.
type Damage = (Index, usize, &'static str);

fn damage(mut text: String, changes: &[Damage]) -> String {
    for (at, length, piece) in changes {
        let characters: Vec<char> = text.chars().collect();
        let start = at.index(characters.len() + 1);
        let end = (start + length).min(characters.len());
        text = characters[..start].iter().collect();
        text += piece;
        text.extend(&characters[end..]);
    }
    text
}

fn changes() -> impl Strategy<Value = Vec<Damage>> {
    vec((any::<Index>(), 0_usize..12, select(&PIECES[..])), 0..5)
}

/// A tree as a list of brackets and words, of which some have tags.
fn random_tree() -> impl Strategy<Value = String> {
    let part = (0_u8..6, select(&LABELS[..]), select(&WORDS[..]));
    vec(part, 1..20).prop_map(|parts| {
        let (mut text, mut depth) = (String::from("(S"), 1);
        for (kind, label, word) in parts {
            match kind {
                0 | 1 => {
                    text += " (";
                    text += label;
                    depth += 1;
                }
                2 if depth > 1 => {
                    text.push(')');
                    depth -= 1;
                }
                3 => text.extend([" ", word]),
                _ => text.extend([" (", label, " ", word, ")"]),
            }
        }
        text + &")".repeat(depth)
    })
}

/// Both promises.
fn check(reply: &[u8], gold: &[Vec<u8>]) -> Result<(), TestCaseError> {
    let found = repair(reply, gold);
    let Some(first) = &found.tree else {
        prop_assert!(found.steps.is_empty() && found.remarks.is_empty() && !found.is_faithful);
        return Ok(());
    };
    prop_assert!(first.words().eq(gold.iter()), "the words of {first} are not gold's");
    let text = tree(&found).unwrap();
    let again = repair(&text, gold);
    prop_assert_eq!(tree(&again), Some(text));
    prop_assert!(again.is_valid && again.is_balanced && again.is_faithful && again.steps.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_cases_keep_the_promises(case in any::<Index>(), other in any::<Index>(), changes in changes()) {
        let cases = cases();
        let (reply, gold) = case.get(&cases);
        check(damage(reply.clone(), &changes).as_bytes(), gold)?;
        check(damage(other.get(&cases).0.clone() + reply, &changes).as_bytes(), gold)?;
    }

    #[test]
    fn words_that_look_like_notation(tree in random_tree(), gold in vec(select(&WORDS[..]), 1..12), changes in changes()) {
        let gold: Vec<Vec<u8>> = gold.into_iter().map(|word| word.as_bytes().to_vec()).collect();
        check(tree.as_bytes(), &gold)?;
        check(damage(tree, &changes).as_bytes(), &gold)?;
    }

    #[test]
    fn pieces_and_words_in_any_order(parts in vec(prop_oneof![select(&PIECES[..]), select(&WORDS[..])], 0..30)) {
        check(parts.concat().as_bytes(), &[b"dog".to_vec(), b"Dog".to_vec(), b".".to_vec()])?;
    }

    #[test]
    fn any_bytes(reply in vec(any::<u8>(), 0..200), word in "[a-z(\\[]{1,3}") {
        check(&[b"(S (N ", word.as_bytes(), b") ", &reply].concat(), &[b"a".to_vec()])?;
    }
}
