//! Aligns the words of a block: groups with a number on each side.

use super::clean::Token;
use super::names::Names;

/// The group of every word of a block; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub(super) gold: Vec<u32>,
    pub(super) test: Vec<u32>,
}

/// Whether the alignment of the words ended regularly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Regular,
    /// The program looks past the last word; here all words left are one group.
    Repaired,
}

/// A position in one side: its words, the current word, and the number of characters after that word.
struct Cursor<'a> {
    tokens: &'a [Token],
    names: &'a Names<'a>,
    at: usize,
    rest: u64,
}

impl<'a> Cursor<'a> {
    fn new(tokens: &'a [Token], names: &'a Names<'a>) -> Self {
        let all = tokens.iter().map(|token| u64::from(names.facts(token.word).characters)).sum();
        let mut cursor = Self { tokens, names, at: 0, rest: all };
        cursor.rest -= cursor.characters();
        cursor
    }

    /// Returns the number of characters of the current word.
    fn characters(&self) -> u64 {
        self.tokens.get(self.at).map_or(0, |token| u64::from(self.names.facts(token.word).characters))
    }

    fn advance(&mut self) {
        self.at += 1;
        self.rest -= self.characters();
    }

    fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn is_last(&self) -> bool {
        self.at + 1 == self.tokens.len()
    }

    /// Returns the word `places` ahead, in lower case.
    fn ahead(&self, places: usize) -> Option<u32> {
        self.tokens.get(self.at + places).map(|token| self.names.facts(token.word).lower)
    }

    /// Moves to the last word.
    fn finish(&mut self) {
        self.at = self.tokens.len().saturating_sub(1);
        self.rest = 0;
    }
}

impl Groups {
    /// Aligns the words of a block as the program does.
    pub(super) fn align(&mut self, gold: &[Token], test: &[Token], names: &Names<'_>) -> Ending {
        self.gold.clear();
        self.test.clear();
        let (mut gold, mut test) = (Cursor::new(gold, names), Cursor::new(test, names));
        let mut ending = Ending::Regular;
        while !(gold.is_done() || test.is_done()) {
            let is_pair = test.ahead(0) == gold.ahead(0) || (test.is_last() && gold.is_last());
            if !is_pair && (test.is_last() || gold.is_last()) {
                gold.finish();
                test.finish();
            } else if !is_pair && accumulate(&mut gold, &mut test) == Ending::Repaired {
                ending = Ending::Repaired;
            }
            gold.advance();
            test.advance();
            add_group(&mut self.gold, gold.at);
            add_group(&mut self.test, test.at);
        }
        add_left_over(&mut self.gold, gold.tokens.len());
        add_left_over(&mut self.test, test.tokens.len());
        ending
    }

    /// Returns the number of groups of the gold side.
    pub(super) fn gold_count(&self) -> u64 {
        self.gold.last().map_or(0, |last| u64::from(*last) + 1)
    }
}

/// Moves to the last words of a group: until the next words are equal, or equally many characters are left.
fn accumulate(gold: &mut Cursor<'_>, test: &mut Cursor<'_>) -> Ending {
    loop {
        let (Some(next_gold), Some(next_test)) = (gold.ahead(1), test.ahead(1)) else {
            gold.finish();
            test.finish();
            return Ending::Repaired;
        };
        if next_gold == next_test || test.rest == gold.rest {
            return Ending::Regular;
        }
        if test.rest > gold.rest { test.advance() } else { gold.advance() }
    }
}

/// Puts all words up to `end` without a group into the next one.
fn add_group(groups: &mut Vec<u32>, end: usize) {
    let next = groups.last().map_or(0, |last| last + 1);
    groups.resize(end, next);
}

/// Adds the words left when the other side is exhausted to the last group; if there is none, each word is a
/// group.
fn add_left_over(groups: &mut Vec<u32>, all: usize) {
    match groups.last() {
        Some(&last) => groups.resize(all, last),
        None => groups.extend(0..all as u32),
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
