//! Words as comparable characters (C.4).

use caseless::default_case_fold_str;
use unicode_normalization::UnicodeNormalization;

/// Invisible characters, besides white space.
const UNSEEN: [char; 6] = ['\u{AD}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{2060}', '\u{FEFF}'];

/// The normalisation table: rows `kind`, `from`, `to`.
#[derive(Debug, Default)]
pub(super) struct Normaliser {
    parts: Vec<(String, String)>,
    letters: Vec<(String, String)>,
    tokens: Vec<(String, String)>,
}

impl Normaliser {
    /// Parses the content of the file.
    pub(super) fn new(table: &str) -> Self {
        let mut made = Self::default();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (Some(kind), Some(from), Some(to)) = (fields.next(), fields.next(), fields.next()) else {
                continue;
            };
            let row = (decode(from), decode(to));
            match kind {
                "sub" => made.parts.push(row),
                "char" => made.letters.push(row),
                "token" => made.tokens.push(row),
                _ => {}
            }
        }
        made.parts.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        made
    }

    /// Applies the eight steps to a word.
    pub(super) fn word(&self, written: &str) -> Vec<char> {
        let word = self.replace_parts(written);
        let word: String = self.replace_letters(&word).nfkc().collect();
        let word = self.replace_letters(&word);
        let word: String = default_case_fold_str(&word).nfc().collect();
        let word: String =
            word.chars().filter(|letter| !letter.is_whitespace() && !UNSEEN.contains(letter)).collect();
        let word = word.replace("''", "\"");
        let word = self.tokens.iter().find(|(from, _)| *from == word).map_or(word, |(_, to)| to.clone());
        if word.is_empty() { written.chars().collect() } else { word.chars().collect() }
    }

    fn replace_parts(&self, word: &str) -> String {
        let mut result = String::new();
        let mut rest = word;
        while let Some(letter) = rest.chars().next() {
            let fits =
                |from: &str| rest.get(..from.len()).is_some_and(|start| start.eq_ignore_ascii_case(from));
            if let Some((from, to)) = self.parts.iter().find(|(from, _)| fits(from)) {
                result.push_str(to);
                rest = &rest[from.len()..];
            } else {
                result.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
        result
    }

    fn replace_letters(&self, word: &str) -> String {
        let mut word = word.to_owned();
        for (from, to) in &self.letters {
            word = word.replace(from.as_str(), to);
        }
        word
    }
}

/// Decodes a field: `U+XXXX` is that character; anything else stands for itself.
fn decode(field: &str) -> String {
    let letter = field.strip_prefix("U+").and_then(|hex| char::from_u32(u32::from_str_radix(hex, 16).ok()?));
    letter.map_or_else(|| field.to_owned(), String::from)
}

#[cfg(test)]
mod tests {
    use super::Normaliser;

    const TABLE: &str =
        "# table\nsub\t-LRB-\t(\nsub\t``\t\"\nsub\t''\t\"\ntoken\t--\t-\nchar\tU+2019\t'\nchar\tU+00B4\t'\n";

    #[test]
    fn steps() {
        let normaliser = Normaliser::new(TABLE);
        for (written, expected) in [
            ("-lrb-x", "(x"),
            ("-LRB-LRB-", "(lrb-"),
            ("```", "\"`"),
            ("\u{2019}\u{2019}", "\""),
            ("can\u{B4}t", "can't"),
            ("--", "-"),
            ("---", "---"),
            ("Stra\u{DF}e", "strasse"),
            ("e\u{301}", "\u{E9}"),
            ("\u{FB01}x", "fix"),
            ("a\u{A0}b\u{AD}c", "abc"),
            ("\u{200B}", "\u{200B}"),
        ] {
            let made: String = normaliser.word(written).iter().collect();
            assert_eq!(made, expected, "{written:?}");
        }
    }
}
