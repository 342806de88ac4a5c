//! The fourth stage: measures decide what matches, and count it.
//!
//! A [`Measure`] turns a [`Pair`] into counts; counts add up to a [`Sum`]; figures are derived from sums. A
//! measure is one file here and one line in [`registry`].

mod agreement;
mod any;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub mod bracket;
mod cell_tags;
mod compare;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub mod crossing;
pub mod dependency;
mod difference;
pub mod edit;
mod facet;
mod facts;
mod info;
mod label_pairs;
mod leaf_ancestor;
mod maps;
mod pair;
mod parseval;
mod quotient;
pub mod registry;
mod same_characters;
mod sketch;
pub mod struct_iou;
mod sum;
mod ted;
mod wins;
mod word_forms;
mod worth;

use std::fmt;

pub(crate) use agreement::{TextAgreement, WordAgreement};
pub use any::{AnyMeasure, Counter};
pub use compare::{ItemId, ItemView, Match, ShownMatch, Verdict};
pub use dependency::{Attachment, AttachmentCounts, DependencyCounts, DependencyMeasure};
pub use edit::{ConceptAccuracy, EditCounts, TreeNode, WordAccuracy};
pub use facet::{Bins, Facet, FacetSums, Quantiles};
pub use facts::{Fact, FactNumber};
pub use info::{Better, Denominator, Figure, FigureUnit, FigureValues, Figures, MeasureInfo, Terms};
pub use label_pairs::LabelNames;
pub use leaf_ancestor::{LeafAncestor, LineageCounts};
#[cfg(feature = "schema")]
pub(crate) use maps::Mean;
pub(crate) use maps::{CountMap, MeanMap};
pub use pair::{AlignmentCounts, CommonIndex, Index, Pair, Side, Unpaired};
pub use parseval::{BracketCounts, Parseval};
pub use quotient::{Over, Parts, Quotient};
// For findings; not part of the interface.
#[doc(hidden)]
pub use word_forms::WordFormCounts;
pub(crate) use word_forms::{WordForms, trim};
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub use parseval::BracketScratch;
pub use sketch::{Fate, Place, Sketch, SketchCell, SketchTree, WordRole};
pub use struct_iou::{IouCounts, StructIou};
pub use sum::Sum;
pub use ted::{Ted, TedCounts};
pub use wins::Wins;
pub(crate) use wins::tolerance;
pub(crate) use worth::{Worth, first_highest};

use crate::align::Refusal;
use crate::prepare::{Recipe, Rules, SettingError};
use crate::read::{Holds, Syntax};
use crate::tree::Which;
use crate::values::Meter;
pub use crate::values::{Counts, Field, FieldKind, Fixed, ratio};

/// A measure's requirements on its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demands {
    /// The common index of the two sides.
    pub index: Index,
    /// True if pairs with a wordless side are scored.
    pub takes_empty: bool,
    /// The syntax of the trees.
    pub syntax: Syntax,
    /// Preferred block size in bytes, for measures much slower than reading.
    pub block_hint: Option<usize>,
    /// What a file may hold. A file that holds something else is refused as a whole.
    pub takes: &'static [Holds],
    /// True if brackets are compared by their sets of words, so that discontinuous trees can be scored.
    pub takes_gaps: bool,
    /// True if words need tags: heads are found by them.
    pub needs_tags: bool,
}

impl Default for Demands {
    /// Trees over the same words, some of which count.
    fn default() -> Self {
        Self {
            index: Index::Words,
            takes_empty: false,
            syntax: Syntax::Trees,
            block_hint: None,
            takes: &[Holds::Trees],
            takes_gaps: false,
            needs_tags: false,
        }
    }
}

/// What a pair needs, at most, and what all threads together may take. In bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryNeed {
    /// What the pair needs, at most.
    pub bytes: u64,
    /// What all threads together may take.
    pub limit: u64,
}

impl MemoryNeed {
    /// The need of tables with so many bytes, in eighths, for each pair of items of both sides.
    pub(crate) fn of_tables(pair: &Pair<'_>, eighths: u64, limit: u64) -> Self {
        let items = |side: &Side<'_>| (side.arena.nodes().len() + side.arena.words().len()) as u64 + 1;
        let cells = items(&pair.gold).saturating_mul(items(&pair.system));
        Self { bytes: cells.saturating_mul(eighths) / 8, limit }
    }
}

/// Settings as `(key, value)`, in a fixed order.
pub type Settings = Vec<(&'static str, String)>;

/// Turns a pair of trees into counts.
///
/// Only [`info`](Self::info), [`count`](Self::count), [`count_missed`](Self::count_missed),
/// [`compare`](Self::compare) and [`view`](Self::view) are required; [`fold`](Self::fold) if the measure can
/// be broken down by label. The rest of the program sees a measure as [`AnyMeasure`].
///
/// ```
/// use treescore::measure::{
///     Figure, FigureValues, Figures, ItemId, ItemView, Match, Measure, MeasureInfo, Pair, Unpaired, ratio,
/// };
/// use treescore::{Refusal, Scorer, Setup, Which};
///
/// treescore::values::counts! {
///     /// Counts of first words.
///     FirstCounts {
///         /// Pairs.
///         pairs: Count,
///         /// Pairs whose first words have equal tags.
///         equal: Count,
///     }
/// }
///
/// impl Figures for FirstCounts {
///     const FIGURES: &'static [Figure] = &[Figure::percent("equal", "equal", 9)];
///
///     fn figures(&self) -> FigureValues {
///         FigureValues::new([ratio(self.equal, self.pairs)])
///     }
/// }
///
/// /// How often the first words have equal tags.
/// #[derive(Clone, Debug)]
/// struct FirstTag;
///
/// impl Measure for FirstTag {
///     type Counts = FirstCounts;
///     type Scratch = ();
///
///     fn info(&self) -> &'static MeasureInfo {
///         const INFO: &MeasureInfo = &MeasureInfo::new::<FirstCounts>("first-tag", "tags of first words");
///         INFO
///     }
///
///     fn count(&self, pair: &Pair<'_>, (): &mut ()) -> Result<FirstCounts, Refusal> {
///         let tag = |which| pair.side(which).arena.words().first().map(|word| word.tag);
///         Ok(FirstCounts { pairs: 1, equal: u64::from(tag(Which::Gold) == tag(Which::System)) })
///     }
///
///     fn count_missed(&self, _gold: Option<&Unpaired<'_>>, (): &mut ()) -> FirstCounts {
///         FirstCounts { pairs: 1, equal: 0 }
///     }
///
///     fn compare(&self, _: &Pair<'_>, (): &mut (), _: &mut Vec<Match>) -> Result<(), Refusal> {
///         Ok(()) // no items to show
///     }
///
///     fn view(&self, _: &Pair<'_>, (): &(), _: Which, _: ItemId) -> ItemView {
///         ItemView::default()
///     }
/// }
///
/// let mut scorer = Scorer::new(Setup::of(FirstTag));
/// let pair = scorer.score("(S (N time) (V flies))", "(S (V time) (N flies))")?;
/// assert_eq!(pair.figure("equal"), Some(0.0));
/// # Ok::<(), Refusal>(())
/// ```
pub trait Measure: Clone + fmt::Debug + Send + Sync + 'static {
    /// The type of its counts.
    type Counts: Figures;
    /// Buffers kept between pairs, one set per thread.
    type Scratch: Default + Send;

    /// The measure's description, independent of its settings.
    fn info(&self) -> &'static MeasureInfo;

    /// Requirements on the input.
    fn demands(&self) -> Demands {
        Demands::default()
    }

    /// The default recipe.
    fn recipe(&self) -> Recipe {
        Recipe::default()
    }

    /// Its own settings: everything besides the recipe that changes a number. They are part of the signature.
    fn settings(&self) -> Settings {
        Vec::new()
    }

    /// Changes one of its own settings. Returns false if it has no setting with this name.
    ///
    /// # Errors
    /// If the value is not valid for the setting.
    fn set(&mut self, _key: &str, _value: &str) -> Result<bool, SettingError> {
        Ok(false)
    }

    /// False for what is counted of every pair, also if its sentence is too short for the recipe.
    fn counts_sentences(&self) -> bool {
        true
    }

    /// The length of a sentence, by which pairs are grouped and cut off.
    fn length(&self, side: &Side<'_>, _rules: &Rules) -> u32 {
        side.prepared.length()
    }

    /// The memory that a pair needs, for measures whose tables grow with the product of both sides. Threads share
    /// it.
    fn memory(&self, _pair: &Pair<'_>) -> Option<MemoryNeed> {
        None
    }

    /// Tells a meter how far large pairs are from now on, for measures whose pairs may take long.
    fn attach(&self, _meter: &Meter, _scratch: &mut Self::Scratch) {}

    /// Counts a pair.
    ///
    /// # Errors
    /// If this pair cannot be scored.
    fn count(&self, pair: &Pair<'_>, scratch: &mut Self::Scratch) -> Result<Self::Counts, Refusal>;

    /// Counts a refused pair: `pairs` is 1, and everything in gold was missed. Without `gold`, nothing was
    /// missed.
    fn count_missed(&self, gold: Option<&Unpaired<'_>>, scratch: &mut Self::Scratch) -> Self::Counts;

    /// Appends the matches of a pair that can be counted.
    ///
    /// # Errors
    /// If the pair can be counted but not compared.
    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut Self::Scratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal>;

    /// Describes an item of the pair last compared.
    fn view(&self, pair: &Pair<'_>, scratch: &Self::Scratch, which: Which, item: ItemId) -> ItemView;

    /// Where the items of the pair last compared are in their tree; `None` for an item that is no part of it. A measure
    /// whose items are not brackets, tags or words of trees returns `None`, and has no pictures.
    fn places(
        &self,
        _pair: &Pair<'_>,
        _scratch: &Self::Scratch,
        _which: Which,
    ) -> Option<Vec<Option<Place>>> {
        None
    }

    /// True if tags are compared beside the items, word by word.
    fn compares_tags(&self) -> bool {
        false
    }

    /// Adds the matches of the pair last compared to counts by label or type. Called only for facets that the
    /// measure supports.
    fn fold(
        &self,
        _facet: &Facet,
        _pair: &Pair<'_>,
        _matches: &[Match],
        _scratch: &mut Self::Scratch,
        _sums: &mut FacetSums,
    ) {
    }
}
