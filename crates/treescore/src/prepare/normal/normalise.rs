//! Normal forms of words: without case, typographic variants and invisible characters.

use std::sync::Arc;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

use super::jamo;
use super::table::{Rules, code_points};
use super::table_error::{TableError, checksum_name};

const STANDARD: &[u8] = include_bytes!("data/normalise.tsv");
/// A byte that is not UTF-8 is a character of its own, after those of Unicode.
const STRAY_BYTES: u32 = 0x11_0000;

/// Converts words to the characters that are compared. Cheap to clone.
///
/// ```
/// use treescore::align::text::Normaliser;
/// let normal = |word: &str| {
///     let mut characters = Vec::new();
///     Normaliser::standard().normalise(word.as_bytes(), &mut characters);
///     characters.into_iter().filter_map(char::from_u32).collect::<String>()
/// };
/// assert_eq!(normal("-LRB-"), "(");
/// assert_eq!(normal("Straße"), "strasse");
/// assert_eq!(normal("‘‘"), "\"");
/// ```
#[derive(Clone, Debug)]
pub struct Normaliser {
    table: Arc<Table>,
    letters: Letters,
}

/// Whether Hangul syllables are decomposed into letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    Whole,
    Jamo,
}

#[derive(Debug)]
struct Table {
    name: String,
    /// `None`: characters as written.
    rules: Option<Rules>,
    /// The result for each byte that stands for itself in any context; 0 for all others.
    simple: [u8; 256],
}

impl Table {
    fn new(name: String, rules: Option<Rules>) -> Arc<Self> {
        let simple = std::array::from_fn(|byte| {
            let byte = byte as u8;
            match &rules {
                _ if !byte.is_ascii() => 0,
                None => byte,
                // Two single quotes become a double one regardless of the table.
                Some(_) if byte == b'\'' || char::from(byte).is_whitespace() => 0,
                Some(rules) if rules.may_begin(char::from(byte)) => 0,
                Some(_) => byte.to_ascii_lowercase(),
            }
        });
        Arc::new(Self { name, rules, simple })
    }
}

impl Normaliser {
    /// Standard normalisation: plain brackets and quotes, compatibility characters, case folding.
    #[expect(clippy::missing_panics_doc, reason = "a test parses the built-in table")]
    pub fn standard() -> Self {
        let rules = Rules::parse("standard", STANDARD).expect("the built-in table is valid");
        Self { table: Table::new("standard".to_owned(), Some(rules)), letters: Letters::Whole }
    }

    /// Characters as written.
    pub fn none() -> Self {
        Self { table: Table::new("none".to_owned(), None), letters: Letters::Whole }
    }

    /// Parses a user's table, which replaces the standard rows. A row is `sub`, `char` or `token`, a tab, the
    /// text to replace, a tab, and the replacement. Case folding and the like stay. `name` is for errors.
    ///
    /// # Errors
    /// The first line that cannot be parsed.
    pub fn parse(name: &str, text: &[u8]) -> Result<Self, TableError> {
        let rules = Rules::parse(name, text)?;
        Ok(Self { table: Table::new(checksum_name(text), Some(rules)), letters: Letters::Whole })
    }

    /// Parses a user's table and adds its rows to the standard ones. Where both have a row for the same text,
    /// the user's wins.
    ///
    /// # Errors
    /// The first line that cannot be parsed.
    pub fn standard_and(name: &str, text: &[u8]) -> Result<Self, TableError> {
        Rules::parse(name, text)?; // parsed alone first, so that errors have its own line numbers
        let rules = Rules::parse(name, &[text, b"\n", STANDARD, b"\n", text].concat())?;
        let name = format!("standard+{}", checksum_name(text));
        Ok(Self { table: Table::new(name, Some(rules)), letters: Letters::Whole })
    }

    /// The same normaliser, with Hangul syllables decomposed into letters.
    pub fn with_jamo(self) -> Self {
        Self { letters: Letters::Jamo, ..self }
    }

    /// The name in signatures: `standard`, `none`, or `file-` and a checksum; with `+jamo` if syllables are
    /// decomposed.
    pub fn name(&self) -> String {
        let jamo = if self.letters == Letters::Jamo { "+jamo" } else { "" };
        format!("{}{jamo}", self.table.name)
    }

    /// Appends the characters of a word: at least one unless the word is empty.
    pub fn normalise(&self, token: &[u8], into: &mut Vec<u32>) {
        if !self.append_simple(token, into) {
            self.append_any(token, into);
        }
    }

    /// The number of characters of these bytes, if each of them stands for itself (words of plain letters).
    pub(crate) fn simple_length(&self, bytes: &[u8]) -> Option<usize> {
        bytes.iter().all(|&byte| self.table.simple[byte as usize] != 0).then_some(bytes.len())
    }

    /// Appends a word of plain letters. Returns false and appends nothing if it is not one.
    pub(crate) fn append_simple(&self, token: &[u8], into: &mut Vec<u32>) -> bool {
        let start = into.len();
        into.extend(token.iter().map(|&byte| u32::from(self.table.simple[byte as usize])));
        let is_simple = !into.iter().skip(start).any(|&character| character == 0);
        if !is_simple {
            into.truncate(start);
        }
        is_simple
    }

    fn append_any(&self, token: &[u8], into: &mut Vec<u32>) {
        let start = into.len();
        let Some(rules) = &self.table.rules else { return self.append_written(token, into) };
        for chunk in token.utf8_chunks() {
            self.append_text(rules, chunk.valid(), into);
            into.extend(chunk.invalid().iter().map(|&byte| STRAY_BYTES + u32::from(byte)));
        }
        if let Some(whole) = into.get(start..).and_then(|word| rules.whole(word)) {
            into.truncate(start);
            into.extend_from_slice(whole);
        }
        if into.len() == start {
            self.append_written(token, into);
        }
    }

    fn append_written(&self, token: &[u8], into: &mut Vec<u32>) {
        for chunk in token.utf8_chunks() {
            self.append_letters(&code_points(chunk.valid()), into);
            into.extend(chunk.invalid().iter().map(|&byte| STRAY_BYTES + u32::from(byte)));
        }
    }

    fn append_letters(&self, characters: &[u32], into: &mut Vec<u32>) {
        match self.letters {
            Letters::Whole => into.extend_from_slice(characters),
            Letters::Jamo => characters.iter().for_each(|&character| jamo::append(character, into)),
        }
    }

    /// The steps of normalisation, in order. Plain ASCII needs no Unicode tables.
    fn append_text(&self, rules: &Rules, text: &str, into: &mut Vec<u32>) {
        let mut text = rules.replace(rules.substitute(text).into_iter());
        if text.is_ascii() {
            text.make_ascii_lowercase();
        } else {
            let compatible = rules.replace(text.nfkc());
            text = compatible.chars().default_case_fold().nfc().collect();
        }
        text.retain(|character| !is_invisible(character));
        self.append_letters(&code_points(&text.replace("''", "\"")), into);
    }
}

fn is_invisible(character: char) -> bool {
    let is_format = matches!(character, '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}');
    is_format || character.is_whitespace()
}
