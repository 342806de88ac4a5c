//! The text of every sentence of a side, for sentence alignment.

use super::names::Names;
use super::scan::Line;

/// The texts of sentences: their keys, which are compared, and their lengths, which decide which side of a
/// block grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    keys: Vec<u8>,
    ends: Vec<TextEnd>,
}

#[derive(Clone, Copy, Debug)]
struct TextEnd {
    /// One past the last byte of the key.
    key: usize,
    /// Characters of the key.
    characters: usize,
    /// Characters of the words in lower case, with a space between words.
    length: usize,
}

impl Texts {
    /// Adds the text of a tree as it was read: words that are deleted later still belong to it.
    pub(super) fn add(&mut self, line: &Line<'_>, names: &mut Names<'_>) {
        let (mut characters, mut length) = (0, 0);
        for word in line.words() {
            let number = names.word(word);
            let lower = names.lower(number);
            let key = replacement(lower).unwrap_or(lower);
            characters += count(key);
            length += count(lower) + usize::from(length > 0);
            self.keys.extend_from_slice(key);
        }
        self.ends.push(TextEnd { key: self.keys.len(), characters, length });
    }

    /// Returns the number of sentences.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the key of a sentence, as bytes.
    pub(super) fn key(&self, sentence: usize) -> &[u8] {
        let start = sentence.checked_sub(1).map_or(0, |before| self.ends[before].key);
        &self.keys[start..self.ends[sentence].key]
    }

    /// Returns the number of characters of the key.
    pub(super) fn key_length(&self, sentence: usize) -> usize {
        self.ends[sentence].characters
    }

    /// Returns the number of characters of the text with its spaces.
    pub(super) fn length(&self, sentence: usize) -> usize {
        self.ends[sentence].length
    }
}

/// The program's only list of exceptions: English, fixed, used on both sides, for sentences only.
fn replacement(word: &[u8]) -> Option<&'static [u8]> {
    Some(match word {
        b"''" | b"``" => b"\"",
        b"`" => b"'",
        b"ca" => b"can",
        b"wo" => b"will",
        b"n't" => b"not",
        _ => return None,
    })
}

/// Counts the characters of UTF-8 text.
fn count(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jp_evalb::params::Parameters;

    #[test]
    fn keys_and_lengths() {
        let parameters = Parameters::none();
        let mut names = Names::new(&parameters);
        let mut texts = Texts::default();
        let rows = [
            ("(S (MD Ca) (RB N'T))", "cannot", 6),
            ("(S (A ``) (A `) (A '') (A wo) (A '))", "\"'\"will'", 12),
            ("(S (A can't) (A cat))", "can'tcat", 9),
            ("(S (A É) (B 한국))", "é한국", 4),
            ("(S (NP))", "", 0),
            ("(S a (B b) c)", "abc", 5),
        ];
        for (tree, ..) in rows {
            let mut line = Line::default();
            line.scan(tree).unwrap();
            texts.add(&line, &mut names);
        }
        for (index, (tree, key, length)) in rows.into_iter().enumerate() {
            assert_eq!(texts.key(index), key.as_bytes(), "{tree}");
            assert_eq!(
                (texts.key_length(index), texts.length(index)),
                (key.chars().count(), length),
                "{tree}"
            );
        }
        assert_eq!(texts.len(), rows.len());
    }
}
