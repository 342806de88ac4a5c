//! Type-erased measures. A virtual call costs about 2 ns, a pair about 2,000, so the rest of the program is
//! compiled once instead of once per measure.

use std::fmt;

use super::{
    Demands, Facet, FacetSums, ItemId, ItemView, Match, Measure, MeasureInfo, MemoryNeed, Pair, Place,
    Settings, ShownMatch, Side, Sketch, Unpaired,
};
use crate::align::Refusal;
use crate::prepare::{Recipe, Rules, SettingError};
use crate::tree::Which;
use crate::values::{Counts, Meter};

/// Any measure, with its settings.
///
/// ```
/// use treescore::measure::registry;
/// let mut measure = registry::measure("dependency").unwrap();
/// assert!(measure.set("heads", "collins")?);
/// assert!(!measure.set("colour", "red")?); // no such setting
/// assert_eq!(measure.settings()[0], ("heads", "collins".to_owned()));
/// # Ok::<(), treescore::prepare::SettingError>(())
/// ```
pub trait AnyMeasure: fmt::Debug + Send + Sync {
    /// The measure's description, independent of its settings.
    fn info(&self) -> &'static MeasureInfo;

    /// Requirements on the input.
    fn demands(&self) -> Demands;

    /// The default recipe.
    fn recipe(&self) -> Recipe;

    /// The measure's own settings, without the recipe.
    fn settings(&self) -> Settings;

    /// Changes a setting. Returns false if the measure has no setting with this name.
    ///
    /// # Errors
    /// If the value is not valid for the setting.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError>;

    /// Clones the measure.
    fn clone_boxed(&self) -> Box<dyn AnyMeasure>;

    /// Creates a counter with these settings; one per thread.
    fn counter(&self) -> Box<dyn Counter>;
}

impl Clone for Box<dyn AnyMeasure> {
    fn clone(&self) -> Self {
        self.clone_boxed()
    }
}

impl PartialEq for dyn AnyMeasure {
    /// Compares settings, as signatures do.
    fn eq(&self, other: &Self) -> bool {
        self.info() == other.info() && self.settings() == other.settings()
    }
}

/// Counts pairs into rows with the fields of its measure. See [`Measure`] for each method.
pub trait Counter: Send {
    /// The length of a sentence.
    fn length(&self, side: &Side<'_>, rules: &Rules) -> u32;

    /// The memory for a pair, if it may be large.
    fn memory(&self, pair: &Pair<'_>) -> Option<MemoryNeed>;

    /// Tells a meter how far large pairs are from now on.
    fn attach(&mut self, meter: &Meter);

    /// Counts a pair.
    ///
    /// # Errors
    /// If this pair cannot be scored.
    fn count(&mut self, pair: &Pair<'_>, row: &mut [i128]) -> Result<(), Refusal>;

    /// Counts a refused pair.
    fn count_missed(&mut self, gold: Option<&Unpaired<'_>>, row: &mut [i128]);

    /// Appends the matches of a pair.
    ///
    /// # Errors
    /// If this pair cannot be compared.
    fn compare(&mut self, pair: &Pair<'_>, matches: &mut Vec<Match>) -> Result<(), Refusal>;

    /// Describes an item of the pair last compared.
    fn view(&self, pair: &Pair<'_>, which: Which, item: ItemId) -> ItemView;

    /// Where the items of the pair last compared are in their tree.
    fn places(&self, pair: &Pair<'_>, which: Which) -> Option<Vec<Option<Place>>>;

    /// True if tags are compared beside the items, word by word.
    fn compares_tags(&self) -> bool;

    /// The sketch of a pair whose matches were just found; only its trees if the measure has no pictures.
    fn sketch(&self, pair: &Pair<'_>, matches: &[Match]) -> Sketch;

    /// Adds the matches of the pair last compared to counts by label or type.
    fn fold(&mut self, facet: &Facet, pair: &Pair<'_>, matches: &[Match], sums: &mut FacetSums);

    /// Describes a match of the pair last compared.
    fn show(&self, pair: &Pair<'_>, found: &Match) -> ShownMatch {
        ShownMatch {
            verdict: found.verdict,
            gold: found.gold.map(|item| self.view(pair, Which::Gold, item)),
            system: found.system.map(|item| self.view(pair, Which::System, item)),
            worth: found.worth,
        }
    }
}

impl<M: Measure> AnyMeasure for M {
    fn info(&self) -> &'static MeasureInfo {
        debug_assert_eq!(Measure::info(self).fields, M::Counts::FIELDS, "the schema is that of the counts");
        Measure::info(self)
    }

    fn demands(&self) -> Demands {
        Measure::demands(self)
    }

    fn recipe(&self) -> Recipe {
        Measure::recipe(self)
    }

    fn settings(&self) -> Settings {
        Measure::settings(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        Measure::set(self, key, value)
    }

    fn clone_boxed(&self) -> Box<dyn AnyMeasure> {
        Box::new(self.clone())
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(Typed { measure: self.clone(), scratch: M::Scratch::default() })
    }
}

/// A measure and its buffers.
struct Typed<M: Measure> {
    measure: M,
    scratch: M::Scratch,
}

impl<M: Measure> Typed<M> {
    /// True if the recipe does not count sentences of this length. Such a pair has a row of zeros, as a pair
    /// without words has.
    #[inline]
    fn is_too_short(&self, gold: &Side<'_>, rules: &Rules) -> bool {
        let shortest = rules.recipe().shortest;
        shortest > 1 && self.measure.counts_sentences() && self.measure.length(gold, rules) < shortest
    }
}

impl<M: Measure> Counter for Typed<M> {
    fn length(&self, side: &Side<'_>, rules: &Rules) -> u32 {
        self.measure.length(side, rules)
    }

    #[inline]
    fn memory(&self, pair: &Pair<'_>) -> Option<MemoryNeed> {
        self.measure.memory(pair)
    }

    fn attach(&mut self, meter: &Meter) {
        self.measure.attach(meter, &mut self.scratch);
    }

    fn count(&mut self, pair: &Pair<'_>, row: &mut [i128]) -> Result<(), Refusal> {
        if self.is_too_short(&pair.gold, pair.rules) {
            row.fill(0);
            return Ok(());
        }
        self.measure.count(pair, &mut self.scratch).map(|counts| counts.write(row))
    }

    fn count_missed(&mut self, gold: Option<&Unpaired<'_>>, row: &mut [i128]) {
        if gold.is_some_and(|gold| self.is_too_short(&gold.side, gold.rules)) {
            return row.fill(0);
        }
        self.measure.count_missed(gold, &mut self.scratch).write(row);
    }

    fn compare(&mut self, pair: &Pair<'_>, matches: &mut Vec<Match>) -> Result<(), Refusal> {
        matches.clear();
        if self.is_too_short(&pair.gold, pair.rules) {
            return Ok(());
        }
        self.measure.compare(pair, &mut self.scratch, matches)
    }

    fn view(&self, pair: &Pair<'_>, which: Which, item: ItemId) -> ItemView {
        self.measure.view(pair, &self.scratch, which, item)
    }

    fn places(&self, pair: &Pair<'_>, which: Which) -> Option<Vec<Option<Place>>> {
        self.measure.places(pair, &self.scratch, which)
    }

    fn compares_tags(&self) -> bool {
        self.measure.compares_tags()
    }

    fn sketch(&self, pair: &Pair<'_>, matches: &[Match]) -> Sketch {
        Sketch::of_pair(pair, matches, self)
    }

    fn fold(&mut self, facet: &Facet, pair: &Pair<'_>, matches: &[Match], sums: &mut FacetSums) {
        self.measure.fold(facet, pair, matches, &mut self.scratch, sums);
    }
}
