//! Recipes as text: the fields of a signature.
//!
//! `labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|…`. Every field can be read back with [`Recipe::set`], so a signature
//! repeats its recipe. Bytes that would be mistaken for part of the notation are written as `%` and two hexadecimal digits.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use super::presets::PUNCTUATION_TAGS;
use super::recipe::{Average, Cut, Equate, Name, Recipe, WordForm};

/// A setting that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No such setting.
    #[error("no setting is called `{key}`; there are: {}", known.join(", "))]
    Key {
        /// What was asked for.
        key: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// No such value.
    #[error("`{value}` is no value for `{key}`; it takes {takes}")]
    Value {
        /// The setting.
        key: String,
        /// What was given.
        value: String,
        /// What it takes.
        takes: String,
    },
}

/// The settings, in the order signatures give them.
const KEYS: [&str; 21] = [
    "labels", "tags", "del", "words", "empties", "len", "eq", "equate", "eqw", "forms", "quotes", "edits",
    "closed", "match", "root", "punct", "repeats", "trivial", "empty", "avg", "cutoff",
];

/// Settings that came later, and how things always were. Where they are so, a hash leaves them out: published hashes stay true.
const LATER: [(&str, &str); 5] = [
    ("equate", Equate::Everything.as_str()),
    ("empties", "none"),
    ("forms", WordForm::Exact.as_str()),
    ("edits", "none"),
    ("closed", "none"),
];

/// A recipe by name that short settings may begin with.
const BASE: &str = "speech";

/// That recipe, made once: its lists are long.
static SPEECH: LazyLock<Recipe> = LazyLock::new(Recipe::speech);

/// What settings of pairs take.
const PAIRS: &str = "pairs such as ADVP=PRT";

impl Recipe {
    /// All settings as `(key, value)`, in a fixed order.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        KEYS.iter().map(|&key| (key, self.field(key))).collect()
    }

    fn field(&self, key: &str) -> String {
        match key {
            "labels" => self.labels.as_str().to_owned(),
            "tags" => self.tags.as_str().to_owned(),
            "del" => join_labels(&self.delete),
            "words" => self.deleted_words.as_str().to_owned(),
            "empties" => join_labels(&self.empties),
            "len" => join_labels(&self.uncounted),
            "eq" => join_pairs(&self.equal_labels),
            "equate" => self.equate.as_str().to_owned(),
            "eqw" => join_pairs(&self.equal_words),
            "forms" => self.word_form.as_str().to_owned(),
            "quotes" => join_labels(&self.quotes),
            "edits" => join_labels(&self.edits),
            "closed" => join_labels(&self.closed),
            "match" => self.compare.as_str().to_owned(),
            "root" => self.root.as_str().to_owned(),
            "punct" => self.punctuation.as_str().to_owned(),
            "repeats" => self.repeats.as_str().to_owned(),
            "trivial" => self.trivial.as_str().to_owned(),
            "empty" => self.empty.as_str().to_owned(),
            "avg" => self.average.as_str().to_owned(),
            _ => self.cutoff.map_or_else(|| "none".to_owned(), |words| words.to_string()),
        }
    }

    /// The settings worth showing: those that say most, and all that are not as `collins` has them. What is nearer to the recipe for
    /// speech, with its long lists, is given as that recipe (`base:speech`) and what differs from it.
    pub fn short_fields(&self) -> Vec<(&'static str, String)> {
        let usual = self.fields_beside(&Self::default(), &["labels", "del", "eq", "avg"]);
        let speech = self.fields_beside(&SPEECH, &["avg"]);
        let length = |fields: &[(&str, String)]| fields.iter().map(|(_, value)| value.len()).sum::<usize>();
        if length(&speech) + BASE.len() >= length(&usual) {
            return usual;
        }
        [("base", BASE.to_owned())].into_iter().chain(speech).collect()
    }

    /// The settings that another recipe does not have, and those that are always shown.
    fn fields_beside(&self, other: &Self, shown: &[&str]) -> Vec<(&'static str, String)> {
        let is_shown = |key: &str| shown.contains(&key) || self.field(key) != other.field(key);
        self.fields().into_iter().filter(|&(key, _)| is_shown(key)).collect()
    }

    /// Changes one setting.
    ///
    /// # Errors
    /// If there is no such setting or no such value.
    ///
    /// ```
    /// use treescore::prepare::{Compare, Recipe};
    /// let mut recipe = Recipe::default();
    /// recipe.set("match", "spans")?;
    /// assert_eq!(recipe.compare, Compare::Spans);
    /// assert!(recipe.set("match", "colours").is_err());
    /// # Ok::<(), treescore::prepare::SettingError>(())
    /// ```
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        match key {
            "base" => {
                *self = Self::named(value).ok_or_else(|| wrong(key, value, "the name of a recipe"))?;
                Ok(())
            }
            "labels" => choose(&mut self.labels, key, value, Cut::VALUES),
            "tags" => choose(&mut self.tags, key, value, Cut::VALUES),
            "words" => choose(&mut self.deleted_words, key, value, super::DeletedWords::VALUES),
            "equate" => choose(&mut self.equate, key, value, super::Equate::VALUES),
            "forms" => choose(&mut self.word_form, key, value, WordForm::VALUES),
            "match" => choose(&mut self.compare, key, value, super::Compare::VALUES),
            "root" => choose(&mut self.root, key, value, super::Root::VALUES),
            "punct" => choose(&mut self.punctuation, key, value, super::Punctuation::VALUES),
            "repeats" => choose(&mut self.repeats, key, value, super::Repeats::VALUES),
            "trivial" => choose(&mut self.trivial, key, value, super::Trivial::VALUES),
            "empty" => choose(&mut self.empty, key, value, super::Empty::VALUES),
            "avg" => choose(&mut self.average, key, value, Average::VALUES),
            "del" | "empties" | "len" | "quotes" | "edits" | "closed" => {
                let list = match key {
                    "del" => &mut self.delete,
                    "empties" => &mut self.empties,
                    "len" => &mut self.uncounted,
                    "quotes" => &mut self.quotes,
                    "edits" => &mut self.edits,
                    _ => &mut self.closed,
                };
                *list = split_labels(value);
                Ok(())
            }
            "eq" => split_pairs(key, value, PAIRS).map(|pairs| self.equal_labels = pairs),
            "eqw" => split_pairs(key, value, PAIRS).map(|pairs| self.equal_words = pairs),
            "cutoff" => cutoff(value).map(|cutoff| self.cutoff = cutoff),
            _ => Err(SettingError::Key { key: key.to_owned(), known: KEYS.to_vec() }),
        }
    }

    /// Eight hexadecimal digits that differ between recipes that differ, or that have different settings beside them.
    pub fn hash<K: AsRef<str>, V: AsRef<str>>(&self, beside: &[(K, V)]) -> String {
        let is_said = |(key, value): &(&str, String)| !LATER.contains(&(*key, value.as_str()));
        let fields = self.fields().into_iter().filter(is_said).map(|(key, value)| format!("{key}:{value}"));
        let beside = beside.iter().map(|(key, value)| format!("{}:{}", key.as_ref(), value.as_ref()));
        let text: Vec<String> = fields.chain(beside).collect();
        let digest = Sha256::digest(text.join("|").as_bytes());
        digest.iter().take(4).fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// The error of a value that a setting does not take.
pub(crate) fn wrong(key: &str, value: &str, takes: impl Into<String>) -> SettingError {
    SettingError::Value { key: key.to_owned(), value: value.to_owned(), takes: takes.into() }
}

/// Sets one of a few values.
pub(crate) fn choose<T: FromStr>(
    setting: &mut T,
    key: &str,
    value: &str,
    values: &[&str],
) -> Result<(), SettingError> {
    *setting = value.parse().map_err(|_| wrong(key, value, values.join(" or ")))?;
    Ok(())
}

/// An amount of memory: bytes, or with `K`, `M` or `G` behind it.
///
/// # Errors
/// If it is no such amount.
pub fn bytes(key: &str, value: &str) -> Result<u64, SettingError> {
    let (number, unit) = match value.as_bytes().last() {
        Some(b'K' | b'k') => (&value[..value.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&value[..value.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&value[..value.len() - 1], 1 << 30),
        _ => (value, 1),
    };
    let bytes = number.parse().ok().and_then(|number: u64| number.checked_mul(unit));
    bytes.ok_or_else(|| wrong(key, value, "a number of bytes, such as 800M or 2G"))
}

fn cutoff(value: &str) -> Result<Option<u32>, SettingError> {
    match value {
        "none" => Ok(None),
        number => number.parse().map(Some).map_err(|_| wrong("cutoff", value, "a number of words, or none")),
    }
}

/// Labels with commas between; the five usual punctuation tags in a row are `punct`, none at all is `none`.
pub(crate) fn join_labels(labels: &[Name]) -> String {
    let mut parts = Vec::new();
    let mut rest = labels;
    while let Some((first, others)) = rest.split_first() {
        let is_punct =
            rest.len() >= 5 && rest.iter().zip(PUNCTUATION_TAGS).all(|(label, tag)| label == tag.as_bytes());
        parts.push(if is_punct { "punct".to_owned() } else { escape(first) });
        rest = if is_punct { &rest[5..] } else { others };
    }
    if parts.is_empty() { "none".to_owned() } else { parts.join(",") }
}

/// Reads back what [`join_labels`] writes.
pub(crate) fn split_labels(text: &str) -> Vec<Name> {
    let parts = text.split(',').filter(|part| !part.is_empty() && *part != "none");
    parts
        .flat_map(|part| match part {
            "punct" => PUNCTUATION_TAGS.iter().map(|tag| tag.as_bytes().to_vec()).collect(),
            label => vec![unescape(label)],
        })
        .collect()
}

/// Pairs with commas between; none at all is `none`.
pub(super) fn join_pairs(pairs: &[(Name, Name)]) -> String {
    let parts: Vec<String> = pairs.iter().map(|(a, b)| format!("{}={}", escape(a), escape(b))).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(",") }
}

/// Reads back what [`join_pairs`] writes; `takes` says in an error what that looks like.
pub(super) fn split_pairs(key: &str, text: &str, takes: &str) -> Result<Vec<(Name, Name)>, SettingError> {
    let parts = text.split(',').filter(|part| !part.is_empty() && *part != "none");
    parts
        .map(|part| match part.split_once('=') {
            Some((a, b)) if !b.contains('=') => Ok((unescape(a), unescape(b))),
            _ => Err(wrong(key, part, takes)),
        })
        .collect()
}

/// Writes a label so that it survives in a signature; the words `punct` and `none`, and the empty label, are escaped too.
pub(crate) fn escape(label: &[u8]) -> String {
    let mut text = String::new();
    let is_word = matches!(label, b"punct" | b"none");
    if label.is_empty() {
        return "%".to_owned();
    }
    for chunk in label.utf8_chunks() {
        for (at, character) in chunk.valid().char_indices() {
            let is_notation = matches!(character, '%' | '|' | ':' | ',' | '=') || (is_word && at == 0);
            if is_notation || character.is_whitespace() || character.is_control() {
                let mut bytes = [0; 4];
                character.encode_utf8(&mut bytes).bytes().for_each(|byte| push_hex(&mut text, byte));
            } else {
                text.push(character);
            }
        }
        chunk.invalid().iter().for_each(|&byte| push_hex(&mut text, byte));
    }
    text
}

fn push_hex(text: &mut String, byte: u8) {
    let _ = write!(text, "%{byte:02X}");
}

/// Undoes the `%` notation of signatures: `%` alone is the empty label, and one that is not followed by two hexadecimal digits
/// stands for itself.
pub fn unescape(text: &str) -> Name {
    if text == "%" {
        return Name::new();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let escaped = others.first_chunk().and_then(|&digits| byte_of(digits)).filter(|_| first == b'%');
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &others[2..] } else { others };
    }
    bytes
}

/// The byte that two hexadecimal digits stand for.
fn byte_of([high, low]: [u8; 2]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::PRESETS;
    use proptest::prelude::*;

    #[test]
    fn every_preset_survives_as_text() {
        for preset in PRESETS {
            let recipe = preset.recipe();
            let mut back = Recipe::named("raw").unwrap();
            for (key, value) in recipe.fields() {
                back.set(key, &value).unwrap();
            }
            assert_eq!(back, recipe, "{}", preset.name);
        }
    }

    #[test]
    fn the_default_reads_as_in_papers() {
        let fields: Vec<String> =
            Recipe::default().short_fields().iter().map(|(k, v)| format!("{k}:{v}")).collect();
        assert_eq!(fields.join("|"), "labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|avg:corpus");
    }

    #[test]
    fn hashes_tell_recipes_apart() {
        let mut hashes: Vec<String> =
            PRESETS.iter().map(|preset| preset.recipe().hash::<&str, &str>(&[])).collect();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), PRESETS.len());
    }

    #[test]
    fn percent_signs_are_not_lost() {
        for (text, label) in [
            ("%3A", ":"),
            ("%2c%2C", ",,"),
            ("%", ""),
            ("%zz", "%zz"),
            ("5%", "5%"),
            ("%+1", "%+1"),
            ("%%25", "%%"),
        ] {
            assert_eq!(unescape(text), label.as_bytes(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_labels_survive(labels in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..6), 0..6)) {
            let mut recipe = Recipe { delete: labels.clone(), ..Recipe::default() };
            let text = join_labels(&recipe.delete);
            prop_assert!(!text.contains(['|', ':']));
            recipe.set("del", &text).unwrap();
            prop_assert_eq!(recipe.delete, labels);
        }
    }
}
