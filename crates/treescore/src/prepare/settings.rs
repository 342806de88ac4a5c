//! Recipes as text: the fields of a signature.
//!
//! `labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|…`. [`Recipe::set`] reads every field back, so a signature
//! repeats its recipe. Bytes that belong to the notation are written as `%` and two hexadecimal digits.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use super::presets::PUNCTUATION_TAGS;
use super::recipe::{
    Average, Compare, Cut, DeletedWords, Empty, Equate, Name, Punctuation, Recipe, Repeats, Root, Trivial,
    WordForm,
};

/// An invalid setting.
///
/// ```
/// let error = treescore::prepare::Recipe::default().set("root", "never").unwrap_err();
/// let message = "`never` is not a valid value for `root`; it takes count, drop or dummy";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// The setting is unknown.
    #[error("unknown setting `{key}`; known settings: {}", known.join(", "))]
    Key {
        /// The name given.
        key: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The value is invalid.
    #[error("`{value}` is not a valid value for `{key}`; it takes {takes}")]
    Value {
        /// The setting.
        key: String,
        /// The value given.
        value: String,
        /// The valid values.
        takes: String,
    },
}

/// The settings and their names, in the order of signatures.
const KEYS: [(&str, Key); 22] = [
    ("labels", Key::Labels),
    ("tags", Key::Tags),
    ("del", Key::Delete),
    ("words", Key::DeletedWords),
    ("empties", Key::Empties),
    ("len", Key::Uncounted),
    ("eq", Key::EqualLabels),
    ("equate", Key::Equate),
    ("eqw", Key::EqualWords),
    ("forms", Key::WordForm),
    ("quotes", Key::Quotes),
    ("edits", Key::Edits),
    ("closed", Key::Closed),
    ("match", Key::Compare),
    ("root", Key::Root),
    ("punct", Key::Punctuation),
    ("repeats", Key::Repeats),
    ("trivial", Key::Trivial),
    ("empty", Key::Empty),
    ("avg", Key::Average),
    ("cutoff", Key::Cutoff),
    ("shortest", Key::Shortest),
];

/// A setting: one for each field of [`Recipe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Labels,
    Tags,
    Delete,
    DeletedWords,
    Empties,
    Uncounted,
    EqualLabels,
    Equate,
    EqualWords,
    WordForm,
    Quotes,
    Edits,
    Closed,
    Compare,
    Root,
    Punctuation,
    Repeats,
    Trivial,
    Empty,
    Average,
    Cutoff,
    Shortest,
}

/// Settings added after signatures were published, and the values that older recipes have. A hash leaves out
/// these values, so that published hashes stay valid.
const LATER: [(Key, &str); 6] = [
    (Key::Equate, Equate::Everything.as_str()),
    (Key::Empties, "none"),
    (Key::WordForm, WordForm::Exact.as_str()),
    (Key::Edits, "none"),
    (Key::Closed, "none"),
    (Key::Shortest, "1"),
];

/// The recipe that short settings may start from.
const BASE: &str = "speech";

/// That recipe, created once because its lists are long.
static SPEECH: LazyLock<Recipe> = LazyLock::new(Recipe::speech);

/// What settings of pairs take.
const PAIRS: &str = "pairs such as ADVP=PRT";

impl Recipe {
    /// All settings as `(key, value)`, in a fixed order.
    ///
    /// ```
    /// use treescore::prepare::Recipe;
    /// assert_eq!(Recipe::default().fields()[0], ("labels", "cut".to_owned()));
    /// ```
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        KEYS.iter().map(|&(name, key)| (name, self.field(key))).collect()
    }

    fn field(&self, key: Key) -> String {
        match key {
            Key::Labels => self.labels.as_str().to_owned(),
            Key::Tags => self.tags.as_str().to_owned(),
            Key::Delete => join_labels(&self.delete),
            Key::DeletedWords => self.deleted_words.as_str().to_owned(),
            Key::Empties => join_labels(&self.empties),
            Key::Uncounted => join_labels(&self.uncounted),
            Key::EqualLabels => join_pairs(&self.equal_labels),
            Key::Equate => self.equate.as_str().to_owned(),
            Key::EqualWords => join_pairs(&self.equal_words),
            Key::WordForm => self.word_form.as_str().to_owned(),
            Key::Quotes => join_labels(&self.quotes),
            Key::Edits => join_labels(&self.edits),
            Key::Closed => join_labels(&self.closed),
            Key::Compare => self.compare.as_str().to_owned(),
            Key::Root => self.root.as_str().to_owned(),
            Key::Punctuation => self.punctuation.as_str().to_owned(),
            Key::Repeats => self.repeats.as_str().to_owned(),
            Key::Trivial => self.trivial.as_str().to_owned(),
            Key::Empty => self.empty.as_str().to_owned(),
            Key::Average => self.average.as_str().to_owned(),
            Key::Cutoff => self.cutoff.map_or_else(|| "none".to_owned(), |words| words.to_string()),
            Key::Shortest => self.shortest.to_string(),
        }
    }

    /// Labels, deletions, equalities and average, and all settings that differ from `collins`. A recipe that
    /// is closer to the one for speech, with its long lists, is given as `base:speech` and the differences
    /// from it.
    pub(crate) fn short_fields(&self) -> Vec<(&'static str, String)> {
        let usual =
            self.fields_unlike(&Self::default(), &[Key::Labels, Key::Delete, Key::EqualLabels, Key::Average]);
        // The recipe of most runs needs no comparison with the long lists of the other one.
        if *self == Self::default() {
            return usual;
        }
        let speech = self.fields_unlike(&SPEECH, &[Key::Average]);
        let length = |fields: &[(&str, String)]| fields.iter().map(|(_, value)| value.len()).sum::<usize>();
        if length(&speech) + BASE.len() >= length(&usual) {
            return usual;
        }
        [("base", BASE.to_owned())].into_iter().chain(speech).collect()
    }

    /// The settings that differ from another recipe, and those in `always`.
    fn fields_unlike(&self, other: &Self, always: &[Key]) -> Vec<(&'static str, String)> {
        let is_shown = |key: Key| always.contains(&key) || self.field(key) != other.field(key);
        let shown = KEYS.iter().filter(|&&(_, key)| is_shown(key));
        shown.map(|&(name, key)| (name, self.field(key))).collect()
    }

    /// Changes one setting.
    ///
    /// # Errors
    /// If the setting is unknown or the value invalid.
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
        if key == "base" {
            *self = Self::named(value).ok_or_else(|| wrong(key, value, "the name of a recipe"))?;
            return Ok(());
        }
        let Some(&(name, key)) = KEYS.iter().find(|(name, _)| *name == key) else {
            let known = KEYS.iter().map(|&(name, _)| name).collect();
            return Err(SettingError::Key { key: key.to_owned(), known });
        };
        match key {
            Key::Labels => choose(&mut self.labels, name, value, Cut::VALUES)?,
            Key::Tags => choose(&mut self.tags, name, value, Cut::VALUES)?,
            Key::DeletedWords => choose(&mut self.deleted_words, name, value, DeletedWords::VALUES)?,
            Key::Equate => choose(&mut self.equate, name, value, Equate::VALUES)?,
            Key::WordForm => choose(&mut self.word_form, name, value, WordForm::VALUES)?,
            Key::Compare => choose(&mut self.compare, name, value, Compare::VALUES)?,
            Key::Root => choose(&mut self.root, name, value, Root::VALUES)?,
            Key::Punctuation => choose(&mut self.punctuation, name, value, Punctuation::VALUES)?,
            Key::Repeats => choose(&mut self.repeats, name, value, Repeats::VALUES)?,
            Key::Trivial => choose(&mut self.trivial, name, value, Trivial::VALUES)?,
            Key::Empty => choose(&mut self.empty, name, value, Empty::VALUES)?,
            Key::Average => choose(&mut self.average, name, value, Average::VALUES)?,
            Key::Delete => self.delete = split_labels(value),
            Key::Empties => self.empties = split_labels(value),
            Key::Uncounted => self.uncounted = split_labels(value),
            Key::Quotes => self.quotes = split_labels(value),
            Key::Edits => self.edits = split_labels(value),
            Key::Closed => self.closed = split_labels(value),
            Key::EqualLabels => self.equal_labels = split_pairs(name, value, PAIRS)?,
            Key::EqualWords => self.equal_words = split_pairs(name, value, PAIRS)?,
            Key::Cutoff => self.cutoff = parse_cutoff(value)?,
            Key::Shortest => {
                let words = value.parse().ok().filter(|&words| words > 0);
                self.shortest = words.ok_or_else(|| wrong(name, value, "a number of words, from 1"))?;
            }
        }
        Ok(())
    }

    /// Eight hexadecimal digits, a hash of the recipe and of `measure_settings`.
    pub(crate) fn hash<K: AsRef<str>, V: AsRef<str>>(&self, measure_settings: &[(K, V)]) -> String {
        let fields = KEYS.iter().map(|&(name, key)| (name, key, self.field(key)));
        let fields = fields.filter(|(_, key, value)| !LATER.contains(&(*key, value.as_str())));
        let fields = fields.map(|(name, _, value)| format!("{name}:{value}"));
        let of_measure =
            measure_settings.iter().map(|(key, value)| format!("{}:{}", key.as_ref(), value.as_ref()));
        let text: Vec<String> = fields.chain(of_measure).collect();
        let digest = Sha256::digest(text.join("|").as_bytes());
        digest.iter().take(4).fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// The error of an invalid value.
pub(crate) fn wrong(key: &str, value: &str, takes: impl Into<String>) -> SettingError {
    SettingError::Value { key: key.to_owned(), value: value.to_owned(), takes: takes.into() }
}

/// Sets a setting with named values.
pub(crate) fn choose<T: FromStr>(
    setting: &mut T,
    key: &str,
    value: &str,
    values: &[&str],
) -> Result<(), SettingError> {
    *setting = value.parse().map_err(|_| wrong(key, value, list_values(values)))?;
    Ok(())
}

/// Joins values for a message: `count, drop or dummy`.
fn list_values(values: &[&str]) -> String {
    match values {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => values.concat(),
    }
}

/// Parses an amount of memory: a number of bytes, or one followed by `K`, `M` or `G`.
///
/// # Errors
/// If the value is not such an amount.
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

/// Parses a number of cells such as `4e10`. It is rounded to what a floating-point number can hold, so that
/// its text gives it back.
///
/// ```
/// use treescore::prepare::cells;
/// assert_eq!(cells("effort", "4e10"), Ok(40_000_000_000));
/// assert_eq!(cells("effort", "250"), Ok(250));
/// assert!(cells("effort", "-1").is_err());
/// ```
///
/// # Errors
/// [`SettingError`] if the value is not a whole number from 1.
pub fn cells(key: &str, value: &str) -> Result<u64, SettingError> {
    let number = value.parse().ok().filter(|number: &f64| *number >= 1.0 && number.fract() == 0.0);
    let cells = number.map(|number| number as u64);
    cells.ok_or_else(|| wrong(key, value, "a number of cells, such as 4e10"))
}

fn parse_cutoff(value: &str) -> Result<Option<u32>, SettingError> {
    match value {
        "none" => Ok(None),
        number => number.parse().map(Some).map_err(|_| wrong("cutoff", value, "a number of words, or none")),
    }
}

/// Joins labels with commas. The five usual punctuation tags in a row become `punct`, an empty list `none`.
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

/// Parses the output of [`join_labels`].
pub(crate) fn split_labels(text: &str) -> Vec<Name> {
    let parts = text.split(',').filter(|part| !part.is_empty() && *part != "none");
    parts
        .flat_map(|part| match part {
            "punct" => PUNCTUATION_TAGS.iter().map(|tag| tag.as_bytes().to_vec()).collect(),
            label => vec![unescape(label)],
        })
        .collect()
}

/// Joins pairs with commas. An empty list becomes `none`.
pub(super) fn join_pairs(pairs: &[(Name, Name)]) -> String {
    let parts: Vec<String> = pairs.iter().map(|(a, b)| format!("{}={}", escape(a), escape(b))).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(",") }
}

/// Parses the output of [`join_pairs`]. `takes` describes it in errors.
pub(super) fn split_pairs(key: &str, text: &str, takes: &str) -> Result<Vec<(Name, Name)>, SettingError> {
    let parts = text.split(',').filter(|part| !part.is_empty() && *part != "none");
    parts
        .map(|part| match part.split_once('=') {
            Some((a, b)) if !b.contains('=') => Ok((unescape(a), unescape(b))),
            _ => Err(wrong(key, part, takes)),
        })
        .collect()
}

/// Escapes a label for signatures and lists of labels. The labels `punct` and `none`, and the empty label, are
/// escaped, too.
///
/// ```
/// use treescore::prepare::{escape, unescape};
/// assert_eq!((escape(b","), unescape("%2C")), ("%2C".to_owned(), b",".to_vec()));
/// ```
pub fn escape(label: &[u8]) -> String {
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

/// Decodes the `%` notation of signatures. `%` alone is the empty label; a `%` that is not followed by two
/// hexadecimal digits is literal.
pub fn unescape(text: &str) -> Name {
    if text == "%" {
        return Name::new();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let escaped = others.first_chunk().and_then(|&digits| decode_hex(digits)).filter(|_| first == b'%');
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &others[2..] } else { others };
    }
    bytes
}

/// The byte with these hexadecimal digits.
fn decode_hex([high, low]: [u8; 2]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::PRESETS;
    use proptest::prelude::*;

    #[test]
    fn every_preset_is_read_back() {
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
    fn short_fields_of_the_default() {
        let fields: Vec<String> =
            Recipe::default().short_fields().iter().map(|(k, v)| format!("{k}:{v}")).collect();
        assert_eq!(fields.join("|"), "labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|avg:corpus");
    }

    #[test]
    fn hashes_of_presets_differ() {
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
        fn any_labels_are_read_back(labels in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..6), 0..6)) {
            let mut recipe = Recipe { delete: labels.clone(), ..Recipe::default() };
            let text = join_labels(&recipe.delete);
            prop_assert!(!text.contains(['|', ':']));
            recipe.set("del", &text).unwrap();
            prop_assert_eq!(recipe.delete, labels);
        }
    }
}
