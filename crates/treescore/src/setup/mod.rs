//! The setup of a score: everything that decides a number.
//!
//! A [`Setup`] is a measure with its settings, a recipe, a pairing, and how times are read. Faces fill it; the [`Signature`] says it in one
//! line, and gives it back.

mod gold;
mod pairing;
mod signature;
mod times;

pub use gold::GoldHash;
pub use pairing::{AlignedBy, Pairing, TextAlignment, Traces, WordAlignment, costs_as_text, costs_of_text};
pub use signature::{Given, Signature, SignatureError};
pub use times::TimesSettings;

use crate::measure::{AnyMeasure, Index, Measure, Settings, registry};
use crate::prepare::{Compare, Recipe, SettingError};
use crate::read::UnitKind;

/// Everything that decides a number.
///
/// ```
/// use treescore::Setup;
/// let mut setup = Setup::named("parseval")?;
/// setup.set("match", "spans")?;
/// let signature = setup.signature().to_string();
/// assert!(signature.contains("|m:parseval|") && signature.contains("|match:spans|"));
/// assert_eq!(signature.parse::<Setup>()?, setup);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    /// The measure with its settings.
    pub measure: Box<dyn AnyMeasure>,
    /// What of a tree counts.
    pub recipe: Recipe,
    /// What a pair is made of.
    pub pairing: Pairing,
    /// What is one unit of a file; `None` is what the measure reads: lines if it reads lines, else trees.
    pub unit: Option<UnitKind>,
    /// How word times are read, if there are any.
    pub times: Option<TimesSettings>,
}

/// A name that no measure has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no measure is called `{name}`; there are: {}", registry::MEASURES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "))]
pub struct UnknownMeasure {
    /// The name.
    pub name: String,
}

impl PartialEq for Setup {
    /// Setups are equal if their signatures are.
    fn eq(&self, other: &Self) -> bool {
        self.signature() == other.signature()
    }
}

impl Setup {
    /// A measure with its own recipe, over trees or lines in order.
    pub fn of<M: Measure>(measure: M) -> Self {
        Self::new(Box::new(measure))
    }

    /// The same for any measure.
    pub fn new(measure: Box<dyn AnyMeasure>) -> Self {
        let recipe = measure.recipe();
        Self { measure, recipe, pairing: Pairing::InOrder, unit: None, times: None }
    }

    /// The measure of this name, as [`new`](Self::new).
    ///
    /// # Errors
    /// If no measure has this name.
    pub fn named(name: &str) -> Result<Self, UnknownMeasure> {
        registry::measure(name).map(Self::new).ok_or_else(|| UnknownMeasure { name: name.to_owned() })
    }

    /// The same with another pairing, and the recipe that goes with it.
    #[must_use]
    pub fn paired(self, pairing: Pairing) -> Self {
        let usual = pairing.usual_recipe(self.measure.recipe(), self.index());
        Self { recipe: pairing.adapt(usual), pairing, ..self }
    }

    /// The same with another recipe.
    #[must_use]
    pub fn with_recipe(self, recipe: Recipe) -> Self {
        Self { recipe: self.pairing.adapt(recipe), ..self }
    }

    /// What the measure needs of the two sides.
    pub fn index(&self) -> Index {
        self.measure.demands().index
    }

    /// What one unit of a file is.
    pub fn unit(&self) -> UnitKind {
        let usual = if self.measure.demands().syntax.is_by_line() { UnitKind::Line } else { UnitKind::Tree };
        self.unit.unwrap_or(usual)
    }

    /// Was it asked for that lines are paired, though trees need not be lines? Then a line without a partner is a pair that is refused.
    pub(crate) fn is_by_line_on_request(&self) -> bool {
        self.unit == Some(UnitKind::Line) && !self.measure.demands().syntax.is_by_line()
    }

    /// Are brackets compared by their spans only?
    pub fn ignores_labels(&self) -> bool {
        self.recipe.compare == Compare::Spans
    }

    /// The name of the common index in signatures.
    pub fn index_name(&self) -> &'static str {
        self.pairing.index().unwrap_or_else(|| self.index().as_str(self.times.is_some()))
    }

    /// Changes a setting of the measure, of times, or of the recipe.
    ///
    /// # Errors
    /// If none of them has such a setting, or it does not take such a value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        if self.measure.set(key, value)? {
            return Ok(());
        }
        if let Some(times) = &mut self.times
            && times.set(key, value)?
        {
            return Ok(());
        }
        self.recipe.set(key, value).map_err(|error| match error {
            SettingError::Key { key, mut known } => {
                known.extend(self.measure.settings().iter().map(|(key, _)| *key));
                SettingError::Key { key, known }
            }
            SettingError::Value { .. } => error,
        })
    }

    /// The settings beside the recipe, in the order signatures have them.
    pub fn settings(&self) -> Settings {
        let times = self.times.iter().flat_map(TimesSettings::settings);
        let mut settings = self.pairing.settings(self.index(), self.times.is_some());
        // The label of words without a bracket came last in every signature so far, behind what is said about times.
        let (wrap, own): (Settings, Settings) =
            self.measure.settings().into_iter().partition(|(key, _)| *key == "wrap");
        settings.extend(own.into_iter().chain(times).chain(wrap));
        settings
    }

    /// How its scores are made, in one line.
    pub fn signature(&self) -> Signature {
        Signature::of(self)
    }
}

impl std::str::FromStr for Setup {
    type Err = SignatureError;

    /// The setup of a signature that needs no files: see [`Signature::setup`].
    fn from_str(text: &str) -> Result<Self, SignatureError> {
        text.parse::<Signature>()?.setup(&Given::default())
    }
}
