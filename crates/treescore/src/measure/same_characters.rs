//! Brackets at the same characters: what of two texts agrees without any rule for words.
//!
//! As the evaluation of Universal Dependencies counts words and sentences (`conll18_ud_eval`): the words of a
//! side without the spaces between them are one text, and a bracket reaches from its first to its last
//! character. Where the texts of a group differ, whatever the case of letters, nothing is counted.

use super::bracket::{LeftOver, match_brackets};
use super::{Pair, Side};
use crate::prepare::{Prepared, Rules};
use crate::tree::Span;

/// Brackets of a group whose texts are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SameCharacters {
    /// Brackets that both sides have at the same characters, with the same label.
    pub(super) matched: u64,
    pub(super) gold: u64,
    pub(super) system: u64,
}

/// The characters of one side. Buffers are reused.
#[derive(Clone, Debug, Default)]
struct Characters {
    text: Vec<char>,
    /// The number of characters before each word of the trees, and of all.
    edges: Vec<u32>,
    /// The brackets: span of characters, number, class.
    brackets: Vec<(u64, u64, u32)>,
    prepared: Prepared,
}

impl Characters {
    fn read(&mut self, side: &Side<'_>, rules: &Rules) {
        self.text.clear();
        self.edges.clear();
        for word in side.arena.words() {
            self.edges.push(self.text.len() as u32);
            if !rules.by_label()[word.tag.index()].is_unaligned {
                append_folded(word.bytes(side.text), &mut self.text);
            }
        }
        self.edges.push(self.text.len() as u32);
    }

    fn place_brackets(&mut self, side: &Side<'_>, rules: &Rules) {
        let Self { edges, brackets, prepared, .. } = self;
        brackets.clear();
        let word = |place: u32| side.prepared.kept()[place as usize] as usize;
        brackets.extend((0..side.prepared.brackets() as usize).map(|at| {
            let (class, words) = side.prepared.bracket(at);
            let (first, last) = (edges[word(words.start())], edges[word(words.end() - 1) + 1]);
            (Span::new(first, last).unwrap_or_default().key(), at as u64, class)
        }));
        brackets.sort_unstable();
        prepared.replace_brackets(brackets, rules);
    }
}

/// Appends the characters of a word without case. Bytes that are no text stand for themselves.
fn append_folded(word: &[u8], text: &mut Vec<char>) {
    match std::str::from_utf8(word) {
        Ok(word) if word.is_ascii() => text.extend(word.chars().map(|one| one.to_ascii_lowercase())),
        Ok(word) => text.extend(word.chars().flat_map(char::to_lowercase)),
        Err(_) => text.extend(word.iter().map(|&byte| char::from(byte))),
    }
}

/// Counts brackets at the same characters. Buffers are reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct CharacterScratch {
    gold: Characters,
    system: Characters,
    left: LeftOver,
}

impl CharacterScratch {
    /// The brackets at the same characters; `None` if the texts differ or there is none.
    pub(super) fn count(&mut self, pair: &Pair<'_>) -> Option<SameCharacters> {
        let (of_gold, of_system) = (pair.gold.prepared, pair.system.prepared);
        if of_gold.has_gaps() || of_system.has_gaps() {
            return None;
        }
        let Self { gold, system, left } = self;
        gold.read(&pair.gold, pair.rules);
        system.read(&pair.system, pair.rules);
        if gold.text.is_empty() || gold.text != system.text {
            return None;
        }
        gold.place_brackets(&pair.gold, pair.rules);
        system.place_brackets(&pair.system, pair.rules);
        let matched = match_brackets(&gold.prepared, &system.prepared, pair.rules, left, &mut ());
        Some(SameCharacters {
            matched: matched.into(),
            gold: of_gold.brackets().into(),
            system: of_system.brackets().into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_matter_and_bytes_may_be_anything() {
        for (word, expected) in [("ÄB", "äb"), ("Ca", "ca"), ("", "")] {
            let mut text = Vec::new();
            append_folded(word.as_bytes(), &mut text);
            assert_eq!(text.iter().collect::<String>(), expected);
        }
        let mut text = Vec::new();
        append_folded(&[0xff, b'A'], &mut text);
        assert_eq!(text, ['\u{ff}', 'A']);
    }
}
