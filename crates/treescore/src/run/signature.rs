//! One line that says how a score was made, and can be given back to make it again.

use std::fmt;

use crate::prepare::{Recipe, SettingError};

/// How a score was made: measure, recipe, settings of the measure, number of pairs.
///
/// ```
/// use treescore::prepare::Recipe;
/// use treescore::run::Signature;
/// let signature = Signature { pairs: Some(1204), ..Signature::of("parseval", Recipe::default()) };
/// let text = signature.to_string();
/// assert!(text.contains("|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|"));
/// assert_eq!(text.parse::<Signature>()?, signature);
/// # Ok::<(), treescore::run::SignatureError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Name of the measure.
    pub measure: String,
    /// The recipe.
    pub recipe: Recipe,
    /// What the two sides have in common: `words`, `time`, …
    pub index: String,
    /// The settings of the measure besides the recipe.
    pub settings: Vec<(String, String)>,
    /// How many pairs were read.
    pub pairs: Option<u64>,
}

impl Signature {
    /// The signature of a measure over words without settings of its own.
    pub fn of(measure: &str, recipe: Recipe) -> Self {
        let (measure, index) = (measure.to_owned(), "words".to_owned());
        Self { measure, recipe, index, settings: Vec::new(), pairs: None }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "treescore:{}|m:{}", env!("CARGO_PKG_VERSION"), self.measure)?;
        for (key, value) in self.recipe.short_fields() {
            if key == "avg" {
                write!(f, "|index:{}", self.index)?;
                self.settings.iter().try_for_each(|(key, value)| write!(f, "|{key}:{value}"))?;
            }
            write!(f, "|{key}:{value}")?;
        }
        if let Some(pairs) = self.pairs {
            write!(f, "|n:{pairs}")?;
        }
        write!(f, "|r:{}", self.recipe.hash(&self.settings))
    }
}

/// A signature that cannot be repeated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// A part without `:`, or a signature that does not begin with `treescore:`.
    #[error("`{0}` is not part of a signature; it reads treescore:VERSION|m:MEASURE|key:value|…|r:HASH")]
    Form(String),
    /// A setting that is not known here.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The settings do not give the hash.
    #[error(
        "the settings of this signature give the recipe {found}, but it says {given}: part of it was changed or lost"
    )]
    Hash {
        /// Hash in the signature.
        given: String,
        /// Hash of the settings.
        found: String,
    },
}

impl std::str::FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
        let mut signature = Self::of("", Recipe::default());
        let mut hash = None;
        for (at, part) in compact.split('|').enumerate() {
            let form = || SignatureError::Form(part.to_owned());
            let (key, value) = part.split_once(':').ok_or_else(form)?;
            match key {
                "treescore" if at == 0 => {}
                _ if at == 0 => return Err(form()),
                "m" => value.clone_into(&mut signature.measure),
                "index" => value.clone_into(&mut signature.index),
                "n" => signature.pairs = Some(value.parse().map_err(|_| form())?),
                "r" => hash = Some(value.to_owned()),
                _ => match signature.recipe.set(key, value) {
                    // Not a setting of recipes: one of the measure, which knows its own.
                    Err(SettingError::Key { key, .. }) => signature.settings.push((key, value.to_owned())),
                    other => other?,
                },
            }
        }
        let found = signature.recipe.hash(&signature.settings);
        match hash {
            Some(given) if given != found => Err(SignatureError::Hash { given, found }),
            _ => Ok(signature),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::PRESETS;

    #[test]
    fn every_recipe_can_be_repeated_from_its_signature() {
        for preset in PRESETS {
            let settings = vec![("gaps".to_owned(), "close".to_owned()), ("sub".to_owned(), "4".to_owned())];
            let signature = Signature { settings, pairs: Some(7), ..Signature::of("any", preset.recipe()) };
            let broken = signature.to_string().replace('|', "|\n  ");
            assert_eq!(broken.parse(), Ok(signature), "{}, broken over lines", preset.name);
        }
    }

    #[test]
    fn tampering_is_noticed() {
        let text = Signature::of("parseval", Recipe::default()).to_string();
        assert!(matches!(text.replace("TOP,", "").parse::<Signature>(), Err(SignatureError::Hash { .. })));
        assert!(matches!("hello".parse::<Signature>(), Err(SignatureError::Form(_))));
        assert!(matches!(text.replace("eq:", "eqq:").parse::<Signature>(), Err(SignatureError::Hash { .. })));
        assert!(matches!(
            text.replace(":corpus", ":c").parse::<Signature>(),
            Err(SignatureError::Setting(_))
        ));
    }
}
