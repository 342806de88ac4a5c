//! The setup of a score: everything that decides a number.
//!
//! A [`Setup`] holds a measure with its settings, a recipe, a pairing, and the reading of word times. Its
//! [`Signature`] is the same in one line of text, and converts back into a setup.

mod gold;
mod input;
mod pairing;
mod signature;
mod statistics;
mod times;

pub use gold::GoldHash;
pub use input::{GivenFormat, InputSettings};
pub use pairing::{AlignedBy, Pairing, TextAlignment, Traces, WordAlignment, format_costs, parse_costs};
pub use signature::{Given, Signature, SignatureError};
pub use statistics::{
    Folding, IntervalMethod, MOST_DRAWS, ResampleBy, SignedStatistics, StatSettings, TestMethod, Used,
    bucket, level,
};
pub use times::{BothSides, CtmColumn, TimesSettings};

use crate::align::times::TimesWords;
use crate::measure::{AnyMeasure, Index, Measure, Settings, registry};
use crate::prepare::{Average, Compare, Cut, Punctuation, Recipe, SettingError, WordForm};
use crate::read::{Format, Syntax, UnitKind};
use crate::repair::Repair;

/// Everything that decides a number: measure, recipe, pairing and times.
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
    /// Which parts of a tree count.
    pub recipe: Recipe,
    /// How units of gold and system become pairs.
    pub pairing: Pairing,
    /// The unit of a file. `None`: lines if the measure reads lines, else trees.
    pub unit: Option<UnitKind>,
    /// How word times are read. `None`: no times.
    pub times: Option<TimesSettings>,
    /// How files are read, where their content does not decide.
    pub input: InputSettings,
    /// True if units with the same id are partners, whatever their order.
    pub by_id: bool,
}

/// An error: no measure has this name.
///
/// ```
/// let error = treescore::Setup::named("parsevall").unwrap_err();
/// assert!(error.to_string().starts_with("unknown measure `parsevall`; the measures are "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown measure `{name}`; the measures are {}", registry::MEASURES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "))]
pub struct UnknownMeasure {
    /// The unknown name.
    pub name: String,
}

/// An error: settings that each are valid, but do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Words are not compared, where nothing but words says what corresponds.
    #[error(
        "`forms` is `any`, so that words are not compared, but {what}: set `forms` to exact, folded or normal"
    )]
    WordsNotCompared {
        /// What compares words.
        what: String,
    },
    /// Functions are appended to labels, and cut off again.
    #[error("`functions` appends to labels what the recipe cuts off again: set `labels` to keep")]
    FunctionsCut,
    /// The headline is a mean over sentences, which the measure does not have.
    #[error(
        "{measure} has no means over sentences, only figures of the corpus: set `avg` to corpus, or choose another measure"
    )]
    NoMean {
        /// The measure.
        measure: &'static str,
    },
}

impl PartialEq for Setup {
    /// Setups are equal if their signatures are equal.
    fn eq(&self, other: &Self) -> bool {
        self.signature() == other.signature()
    }
}

impl Setup {
    /// Creates a setup from a measure, with the measure's default recipe and pairs in order.
    pub fn of<M: Measure>(measure: M) -> Self {
        Self::new(Box::new(measure))
    }

    /// True if words get times, and this is what is done where the words of the times are others.
    pub fn takes_times(&self, how: TimesWords) -> bool {
        self.times.as_ref().is_some_and(|times| times.words == how)
    }

    /// Creates a setup from a boxed measure, like [`of`](Self::of).
    pub fn new(measure: Box<dyn AnyMeasure>) -> Self {
        let recipe = measure.recipe();
        Self {
            measure,
            recipe,
            pairing: Pairing::InOrder,
            unit: None,
            times: None,
            input: InputSettings::default(),
            by_id: false,
        }
    }

    /// Creates a setup from the name of a measure, like [`new`](Self::new).
    ///
    /// # Errors
    /// If no measure has this name.
    pub fn named(name: &str) -> Result<Self, UnknownMeasure> {
        registry::measure(name).map(Self::new).ok_or_else(|| UnknownMeasure { name: name.to_owned() })
    }

    /// Replaces the pairing, and the recipe by the default recipe of the new pairing.
    ///
    /// ```
    /// use treescore::Setup;
    /// use treescore::setup::{Pairing, TextAlignment};
    /// let in_order = Setup::named("parseval")?;
    /// let by_text = in_order.clone().with_pairing(Pairing::Text(TextAlignment::default()));
    /// assert_ne!(by_text, in_order);
    /// # Ok::<(), treescore::setup::UnknownMeasure>(())
    /// ```
    #[must_use]
    pub fn with_pairing(self, pairing: Pairing) -> Self {
        let default = pairing.default_recipe(self.measure.recipe(), self.index());
        Self { recipe: pairing.adapt(default), pairing, ..self }
    }

    /// Replaces the recipe.
    ///
    /// ```
    /// use treescore::prepare::Recipe;
    /// use treescore::Setup;
    /// let setup = Setup::named("parseval")?.with_recipe(Recipe::speech());
    /// assert_eq!(setup.recipe, Recipe::speech());
    /// # Ok::<(), treescore::setup::UnknownMeasure>(())
    /// ```
    #[must_use]
    pub fn with_recipe(self, recipe: Recipe) -> Self {
        Self { recipe: self.pairing.adapt(recipe), ..self }
    }

    /// Reads systems as replies of language models, and repairs as much of them as is allowed. The words of repaired
    /// trees are gold's, so that gold's tags decide which are punctuation: no pair is lost because a reply tags its stop
    /// in another way.
    ///
    /// ```
    /// use treescore::Setup;
    /// use treescore::repair::Repair;
    /// let setup = Setup::named("parseval")?.for_replies(Repair::All);
    /// let signature = setup.signature().to_string();
    /// assert!(signature.contains("|punct:gold|") && signature.contains("|input:content/replies|repair:all"));
    /// # Ok::<(), treescore::setup::UnknownMeasure>(())
    /// ```
    #[must_use]
    pub fn for_replies(mut self, repair: Repair) -> Self {
        self.recipe.punctuation = Punctuation::GoldTags;
        let format = Some(GivenFormat { format: Format::Replies, field: None, also: Vec::new() });
        self.input = InputSettings { system: format, repair: Some(repair), ..self.input };
        self
    }

    /// The common index that the measure needs.
    pub fn index(&self) -> Index {
        self.measure.demands().index
    }

    /// The unit of a file.
    pub fn unit(&self) -> UnitKind {
        let default =
            if self.measure.demands().syntax.is_by_line() { UnitKind::Line } else { UnitKind::Tree };
        self.unit.unwrap_or(default)
    }

    /// True if lines are paired on request although the measure could pair trees. A line without a partner is
    /// then a refused pair, not an error.
    pub(crate) fn is_by_line_on_request(&self) -> bool {
        self.unit == Some(UnitKind::Line) && !self.measure.demands().syntax.is_by_line()
    }

    /// Checks that the settings go together.
    ///
    /// ```
    /// use treescore::Setup;
    /// let mut setup = Setup::named("word")?;
    /// setup.set("forms", "any")?;
    /// let error = setup.check().unwrap_err();
    /// assert!(error.to_string().contains("word compares words"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If words are not compared, but the measure or the pairing compares them; if functions are appended to
    /// labels that are cut.
    pub fn check(&self) -> Result<(), SetupError> {
        if self.input.functions && self.recipe.labels != Cut::Keep {
            return Err(SetupError::FunctionsCut);
        }
        if self.recipe.word_form != WordForm::Any {
            return Ok(());
        }
        let what = match (&self.pairing, self.index()) {
            (Pairing::InOrder, Index::Words | Index::Intervals) => return Ok(()),
            (Pairing::InOrder, Index::Free | Index::Cells) => {
                format!("{} compares words", self.measure.info().name)
            }
            _ => "words are aligned".to_owned(),
        };
        Err(SetupError::WordsNotCompared { what })
    }

    /// Checks that the headline is defined. Not part of [`check`](Self::check): a recipe for brackets may be given to several
    /// measures, of which some have no means.
    ///
    /// # Errors
    /// If the average is a mean over sentences, which the measure does not have.
    pub fn check_average(&self) -> Result<(), SetupError> {
        let info = self.measure.info();
        let lacks_mean = info.figures.first().is_some_and(|first| !first.has_mean);
        if self.recipe.average == Average::Sentence && lacks_mean {
            return Err(SetupError::NoMean { measure: info.name });
        }
        Ok(())
    }

    /// True if brackets are compared by their spans only.
    pub fn ignores_labels(&self) -> bool {
        self.recipe.compare == Compare::Spans
    }

    /// The name of the common index, as in signatures.
    pub(crate) fn index_name(&self) -> &'static str {
        self.pairing.index().unwrap_or_else(|| self.index().as_str(self.times.is_some()))
    }

    /// Changes a setting of the measure, the times or the recipe.
    ///
    /// # Errors
    /// If the setting is unknown, or the value is not valid for it.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let has_own_input = || self.measure.settings().iter().any(|(own, _)| *own == "input");
        let is_own = key == "input" && Syntax::NAMES.contains(&value) && has_own_input();
        if !is_own && self.input.set(key, value)? {
            return Ok(());
        }
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

    /// All settings other than the recipe's, in signature order.
    pub(crate) fn settings(&self) -> Settings {
        let times = self.times.iter().flat_map(TimesSettings::settings);
        let mut settings = self.pairing.settings(self.index(), self.times.is_some());
        // `wrap` has come last in every signature so far, after the settings of times. Moving it would change
        // hashes.
        let (wrap, of_measure): (Settings, Settings) =
            self.measure.settings().into_iter().partition(|(key, _)| *key == "wrap");
        let input = self.input.settings();
        let is_replaced = |key: &str| key == "input" && input.iter().any(|(key, _)| *key == "input");
        let of_measure = of_measure.into_iter().filter(|(key, _)| !is_replaced(key));
        settings.extend(of_measure.chain(times).chain(wrap).chain(input.iter().cloned()));
        settings
    }

    /// The signature of this setup, before any pair is scored.
    pub fn signature(&self) -> Signature {
        Signature::of(self)
    }
}

impl std::str::FromStr for Setup {
    type Err = SignatureError;

    /// Parses a signature whose setup needs no files: see [`Signature::setup`].
    fn from_str(text: &str) -> Result<Self, SignatureError> {
        text.parse::<Signature>()?.setup(&Given::default())
    }
}
