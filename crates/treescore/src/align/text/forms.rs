//! The normal forms of words, each computed once.

use crate::values::hash::HashMap;

use super::words::WordsView;
use crate::prepare::normal::Normaliser;

/// Largest number of words in the cache, and of their characters.
const MOST_WORDS: usize = 1 << 16;
const MOST_CHARACTERS: usize = 1 << 20;
/// Longer words are not cached: they rarely occur twice.
const LONGEST_WORD: usize = 256;
/// Stands for an empty word, so that every word has a character.
const NOTHING: u32 = 0x11_0100;

/// A normaliser with a cache.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    normaliser: Normaliser,
    known: HashMap<Box<[u8]>, (usize, usize)>,
    characters: Vec<u32>,
}

impl Forms {
    pub(super) fn new(normaliser: Normaliser) -> Self {
        Self { normaliser, known: HashMap::default(), characters: Vec::new() }
    }

    /// Appends the normal form of a word: at least one character.
    pub(super) fn append(&mut self, word: &[u8], into: &mut Vec<u32>) {
        if word.is_empty() {
            into.push(NOTHING);
        } else if !self.normaliser.append_simple(word, into) {
            if word.len() > LONGEST_WORD {
                self.normaliser.normalise(word, into);
            } else {
                into.extend_from_slice(self.lookup(word));
            }
        }
    }

    /// The total number of characters in the normal forms of these words.
    pub(super) fn count(&mut self, words: WordsView<'_>) -> usize {
        if words.has_empty() {
            return words.iter().map(|word| self.length(word)).sum();
        }
        match self.normaliser.simple_length(words.bytes()) {
            Some(length) => length,
            None => words.iter().map(|word| self.length(word)).sum(),
        }
    }

    fn length(&mut self, word: &[u8]) -> usize {
        if word.is_empty() {
            return 1;
        }
        match self.normaliser.simple_length(word) {
            Some(length) => length,
            None if word.len() > LONGEST_WORD => {
                let mut form = Vec::new();
                self.normaliser.normalise(word, &mut form);
                form.len()
            }
            None => self.lookup(word).len(),
        }
    }

    fn lookup(&mut self, word: &[u8]) -> &[u32] {
        let (start, end) = match self.known.get(word) {
            Some(&place) => place,
            None => self.learn(word),
        };
        self.characters.get(start..end).unwrap_or_default()
    }

    fn learn(&mut self, word: &[u8]) -> (usize, usize) {
        if self.known.len() >= MOST_WORDS || self.characters.len() >= MOST_CHARACTERS {
            self.known.clear();
            self.characters.clear();
        }
        let start = self.characters.len();
        self.normaliser.normalise(word, &mut self.characters);
        let place = (start, self.characters.len());
        self.known.insert(word.into(), place);
        place
    }
}
