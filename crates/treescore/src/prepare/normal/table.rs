//! Normalisation tables: replacement rules.

use crate::values::hash::HashMap;

use super::table_error::{TableError, TableFault, rows};

/// The rows of a table, prepared for lookup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// Replacements inside a word, longest first.
    subs: Vec<(Vec<char>, Vec<char>)>,
    /// Single characters.
    chars: HashMap<char, String>,
    /// Whole words, replaced last.
    tokens: HashMap<Vec<u32>, Vec<u32>>,
}

impl Rules {
    pub(super) fn parse(name: &str, text: &[u8]) -> Result<Self, TableError> {
        let mut rules = Self::default();
        for (line, row) in rows(text) {
            row.and_then(|row| rules.add(row)).map_err(|fault| TableError {
                table: Some(name.to_owned()),
                line,
                fault,
            })?;
        }
        // A stable sort: among rows of one length, the first in the file comes first.
        rules.subs.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        Ok(rules)
    }

    fn add(&mut self, row: &str) -> Result<(), TableFault> {
        let columns: Vec<&str> = row.split('\t').collect();
        if let Some(found) = columns.first().filter(|kind| !["sub", "char", "token"].contains(kind)) {
            return Err(TableFault::Kind { found: (*found).to_owned() });
        }
        let &[kind, from, to] = &columns[..] else {
            return Err(TableFault::Columns { found: columns.len() });
        };
        let (from, to) = (text_of(from)?, text_of(to)?);
        let mut characters = from.chars();
        let Some(first) = characters.next() else { return Err(TableFault::NothingToReplace) };
        match kind {
            "char" if characters.next().is_some() => return Err(TableFault::NotOneCharacter { found: from }),
            "char" => drop(self.chars.insert(first, to)),
            "sub" => self.subs.push((from.chars().collect(), to.chars().collect())),
            _ => drop(self.tokens.insert(code_points(&from), code_points(&to))),
        }
        Ok(())
    }

    /// Replaces text inside a word: one pass from the left, at each position the longest row that fits.
    /// Replacements are not scanned again.
    pub(super) fn substitute(&self, word: &str) -> Vec<char> {
        let characters: Vec<char> = word.chars().collect();
        let mut result = Vec::with_capacity(characters.len());
        let mut rest = &characters[..];
        while let Some((&first, behind)) = rest.split_first() {
            if let Some((from, to)) = self.subs.iter().find(|(from, _)| begins_with(rest, from)) {
                result.extend_from_slice(to);
                rest = rest.get(from.len()..).unwrap_or_default();
            } else {
                result.push(first);
                rest = behind;
            }
        }
        result
    }

    /// Replaces single characters.
    pub(super) fn replace(&self, characters: impl Iterator<Item = char>) -> String {
        let mut result = String::new();
        for character in characters {
            match self.chars.get(&character) {
                Some(to) => result.push_str(to),
                None => result.push(character),
            }
        }
        result
    }

    /// The replacement of a whole word, if there is one.
    pub(super) fn whole(&self, word: &[u32]) -> Option<&[u32]> {
        self.tokens.get(word).map(Vec::as_slice)
    }

    /// True if this ASCII character may start a text that a row replaces.
    pub(super) fn may_begin(&self, character: char) -> bool {
        let same = |other: Option<&u32>| other.is_some_and(|&other| other == u32::from(character));
        let lower = u32::from(character.to_ascii_lowercase());
        self.chars.contains_key(&character)
            || self.subs.iter().any(|(from, _)| begins_with(&[character], from.get(..1).unwrap_or_default()))
            || self.tokens.keys().any(|from| same(from.first()) || from.first() == Some(&lower))
    }
}

fn begins_with(text: &[char], from: &[char]) -> bool {
    let same = |(a, b): (&char, &char)| a == b || a.to_lowercase().eq(b.to_lowercase());
    text.len() >= from.len() && text.iter().zip(from).all(same)
}

/// The text of a column: `U+XXXX` is the character with that number, anything else is literal.
fn text_of(column: &str) -> Result<String, TableFault> {
    let Some(digits) = column.strip_prefix("U+").filter(|digits| !digits.is_empty()) else {
        return Ok(column.to_owned());
    };
    let number = (4..=6).contains(&digits.len()).then(|| u32::from_str_radix(digits, 16).ok()).flatten();
    let character = number.and_then(char::from_u32);
    character.map(String::from).ok_or_else(|| TableFault::CodePoint { found: column.to_owned() })
}

/// The code points of a text.
pub(super) fn code_points(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}
