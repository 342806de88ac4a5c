//! Words that are equivalent although they are spelled differently: contractions and amalgams.

use std::sync::Arc;

use crate::values::hash::HashMap;

use super::spelling::Spelling;
use crate::prepare::normal::{Normaliser, TableError, TableFault, checksum_name, rows};

/// Largest number of words in a variant.
const MOST_WORDS: usize = 4;
/// Separator between the words of a variant in a lookup key: not a character.
const BETWEEN: u32 = u32::MAX;

const LANGUAGES: [&str; 6] = ["de", "en", "es", "fr", "it", "pt"];
const TABLES: [&[u8]; LANGUAGES.len()] = [
    include_bytes!("data/exceptions.de.tsv"),
    include_bytes!("data/exceptions.en.tsv"),
    include_bytes!("data/exceptions.es.tsv"),
    include_bytes!("data/exceptions.fr.tsv"),
    include_bytes!("data/exceptions.it.tsv"),
    include_bytes!("data/exceptions.pt.tsv"),
];

/// Classes of words that count as the same, such as `ca n't`, `can not` and `cannot`. Cheap to clone.
///
/// Exceptions turn differences into equivalences and cut them smaller; they never separate words that were
/// aligned.
///
/// ```
/// use treescore::align::text::Exceptions;
/// let english = Exceptions::language("en").unwrap();
/// let user = Exceptions::parse(b"gonna\tgoing to\nwanna\twant to\n")?;
/// assert!(english.and(&user).name().starts_with("en+file-"));
/// assert!(Exceptions::parse(b"gonna\n").is_err()); // only one variant
/// # Ok::<(), treescore::align::text::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exceptions {
    name: String,
    rows: Arc<Vec<Row>>,
}

/// A variant as a lookup key: characters, with [`BETWEEN`] between words.
type Variant = Vec<u32>;

/// A class as written: its variants, each a list of words.
type Row = Vec<Vec<String>>;

/// Classes prepared for one normaliser.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    /// The classes of each variant, by number.
    numbers: HashMap<Variant, Vec<usize>>,
    /// Words in the longest variant.
    longest: usize,
}

impl Classes {
    fn new(rows: &[Row], normaliser: &Normaliser) -> Self {
        let mut numbers: HashMap<Variant, Vec<usize>> = HashMap::default();
        for (number, row) in rows.iter().enumerate() {
            for words in row {
                let normal = |word: &String| {
                    let mut characters = Vec::new();
                    normaliser.normalise(word.as_bytes(), &mut characters);
                    characters
                };
                let variant = words.iter().map(normal).collect::<Vec<_>>().join(&BETWEEN);
                numbers.entry(variant).or_default().push(number);
            }
        }
        let longest = numbers.keys().map(Vec::len).max().unwrap_or(0);
        Self { numbers, longest }
    }

    /// The numbers of words at the start of both sides that are variants of one class: as many as possible in
    /// gold, then in the system.
    pub(super) fn variants(
        &self,
        gold: Spelling<'_>,
        system: Spelling<'_>,
        keys: &mut Keys,
    ) -> Option<(usize, usize)> {
        if self.numbers.is_empty() {
            return None;
        }
        keys.gold.read(gold, self.longest);
        keys.system.read(system, self.longest);
        let find = |key: &[u32]| self.numbers.get(key).map_or(&[][..], Vec::as_slice);
        keys.gold.prefixes().find_map(|(gold_words, key)| {
            let gold_classes = find(key);
            let shares = |key: &[u32]| find(key).iter().any(|class| gold_classes.contains(class));
            let found =
                (!gold_classes.is_empty()).then(|| keys.system.prefixes().find(|(_, key)| shares(key)));
            found.flatten().map(|(system_words, _)| (gold_words, system_words))
        })
    }
}

impl Exceptions {
    /// No classes at all.
    pub fn none() -> Self {
        Self { name: "none".to_owned(), rows: Arc::default() }
    }

    /// The classes of a language, by its code. See [`languages`](Self::languages).
    #[expect(clippy::missing_panics_doc, reason = "a test parses all built-in tables")]
    pub fn language(code: &str) -> Option<Self> {
        let at = LANGUAGES.iter().position(|language| *language == code)?;
        let rows = classes_of(TABLES.get(at)?).expect("built-in tables are valid");
        Some(Self { name: code.to_owned(), rows: Arc::new(rows) })
    }

    /// The codes of the languages with built-in classes.
    pub fn languages() -> &'static [&'static str] {
        &LANGUAGES
    }

    /// Parses user-defined classes: one per line, variants separated by tabs, words by spaces. They are
    /// compared in normal form, like the texts.
    ///
    /// # Errors
    /// The first line that cannot be parsed.
    pub fn parse(text: &[u8]) -> Result<Self, TableError> {
        Ok(Self { name: checksum_name(text), rows: Arc::new(classes_of(text)?) })
    }

    /// Joins the classes of both.
    pub fn and(self, other: &Self) -> Self {
        if other.rows.is_empty() {
            return self;
        }
        if self.rows.is_empty() {
            return other.clone();
        }
        let rows = self.rows.iter().chain(other.rows.iter()).cloned().collect();
        Self { name: format!("{}+{}", self.name, other.name), rows: Arc::new(rows) }
    }

    /// The name in signatures: `en`, `none`, or `en+file-` and a checksum.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Converts the classes to this normal form.
    pub(super) fn classes(&self, normaliser: &Normaliser) -> Classes {
        Classes::new(&self.rows, normaliser)
    }
}

/// The first words of both sides, as lookup keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    gold: Key,
    system: Key,
}

#[derive(Clone, Debug, Default)]
struct Key {
    characters: Vec<u32>,
    ends: Vec<usize>,
}

impl Key {
    fn read(&mut self, words: Spelling<'_>, longest: usize) {
        self.characters.clear();
        self.ends.clear();
        for word in words.iter().take(MOST_WORDS) {
            let between = usize::from(!self.ends.is_empty());
            if self.characters.len() + between + word.len() > longest {
                break;
            }
            self.characters.extend(std::iter::repeat_n(BETWEEN, between));
            self.characters.extend_from_slice(word);
            self.ends.push(self.characters.len());
        }
    }

    /// Keys of the first words, longest first, with their numbers of words.
    fn prefixes(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let key = |end: usize| self.characters.get(..end).unwrap_or_default();
        self.ends.iter().enumerate().rev().map(move |(at, &end)| (at + 1, key(end)))
    }
}

fn classes_of(text: &[u8]) -> Result<Vec<Row>, TableError> {
    rows(text)
        .map(|(line, row)| row.and_then(class_of).map_err(|fault| TableError { table: None, line, fault }))
        .collect()
}

fn class_of(row: &str) -> Result<Row, TableFault> {
    let variants = row.split('\t').map(variant_of).collect::<Result<Vec<_>, _>>()?;
    if variants.len() < 2 {
        return Err(TableFault::OneVariant { found: row.to_owned() });
    }
    Ok(variants)
}

fn variant_of(text: &str) -> Result<Vec<String>, TableFault> {
    let words: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
    if words.iter().any(String::is_empty) {
        return Err(TableFault::EmptyWord);
    }
    if words.len() > MOST_WORDS {
        return Err(TableFault::TooManyWords { found: text.to_owned(), most: MOST_WORDS });
    }
    Ok(words)
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
