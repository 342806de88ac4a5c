//! The fourth stage: what counts as a match, and what is counted.
//!
//! A [`Measure`] turns a [`Pair`] into counts; counts add up to a [`Sum`]; figures are read off it. A measure is one file here and one line
//! in [`registry`].

mod agreement;
mod any;
pub mod bracket;
mod cell_tags;
mod compare;
pub mod crossing;
pub mod dependency;
pub mod edit;
mod facet;
mod facts;
mod info;
mod leaf_ancestor;
mod maps;
mod pair;
mod parseval;
pub mod registry;
pub mod struct_iou;
mod sum;

use std::fmt;

pub use agreement::{TextAgreement, WordAgreement};
pub use any::{AnyMeasure, Counter};
pub use compare::{ItemId, ItemView, Match, ShownMatch, Verdict};
pub use dependency::{Attachment, AttachmentCounts, DependencyCounts, DependencyMeasure};
pub use edit::{ConceptAccuracy, EditCounts, TreeNode, WordAccuracy};
pub use facet::{Bins, Facet, FacetSums};
pub use facts::{Fact, FactNumber};
pub use info::{Better, Figure, FigureUnit, FigureValues, Figures, MAX_FIGURES, MeasureInfo, Of};
pub use leaf_ancestor::{LeafAncestor, LineageCounts};
#[cfg(feature = "schema")]
pub(crate) use maps::Mean;
pub(crate) use maps::{CountMap, MeanMap};
pub use pair::{AlignmentCounts, CommonIndex, Index, Pair, Side, Unpaired};
pub use parseval::{BracketCounts, BracketScratch, Parseval};
pub use struct_iou::{IouCounts, StructIou};
pub use sum::Sum;

use crate::align::Refusal;
use crate::prepare::{Recipe, Rules, SettingError};
use crate::read::Syntax;
use crate::tree::Which;
pub use crate::values::{Counts, Field, FieldKind, Fixed, ratio};

/// What a measure needs of its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demands {
    /// What the two sides must have in common.
    pub index: Index,
    /// Does a pair count in which a side has no words at all?
    pub takes_empty: bool,
    /// How the trees are written.
    pub syntax: Syntax,
    /// Preferred block size in bytes, for measures much slower than reading.
    pub block_hint: Option<usize>,
}

impl Default for Demands {
    /// Trees over the same words, some of which count.
    fn default() -> Self {
        Self { index: Index::Words, takes_empty: false, syntax: Syntax::Trees, block_hint: None }
    }
}

/// Settings as `(key, value)`, in a fixed order.
pub type Settings = Vec<(&'static str, String)>;

/// Turns a pair of trees into counts.
///
/// Only [`info`](Self::info), [`count`](Self::count), [`missed`](Self::missed), [`compare`](Self::compare) and [`view`](Self::view) must be
/// written; [`fold`](Self::fold) if the measure can be broken down by label.
pub trait Measure: Clone + fmt::Debug + Send + Sync + 'static {
    /// What it counts.
    type Counts: Figures;
    /// Buffers kept between pairs, one set per thread.
    type Scratch: Default + Send;

    /// What is known of it without looking at its settings.
    fn info(&self) -> &'static MeasureInfo;

    /// What it needs of its input.
    fn demands(&self) -> Demands {
        Demands::default()
    }

    /// The recipe used if none is asked for.
    fn recipe(&self) -> Recipe {
        Recipe::default()
    }

    /// Its own settings: everything besides the recipe that changes a number.
    fn settings(&self) -> Settings {
        Vec::new()
    }

    /// Changes one of its own settings; false if it has none of that name.
    ///
    /// # Errors
    /// If the setting does not take such a value.
    fn set(&mut self, _key: &str, _value: &str) -> Result<bool, SettingError> {
        Ok(false)
    }

    /// The length of a sentence, by which pairs are grouped and cut off.
    fn length(&self, side: &Side<'_>, _rules: &Rules) -> u32 {
        side.prepared.length()
    }

    /// Counts a pair.
    ///
    /// # Errors
    /// Why this pair cannot be measured.
    fn count(&self, pair: &Pair<'_>, scratch: &mut Self::Scratch) -> Result<Self::Counts, Refusal>;

    /// Counts a refused pair: `pairs` is 1, and everything in gold was missed. Without gold there is nothing to miss.
    fn missed(&self, gold: Option<&Unpaired<'_>>, scratch: &mut Self::Scratch) -> Self::Counts;

    /// Says what became of each item of a pair that can be counted.
    ///
    /// # Errors
    /// Why this cannot be said, though the pair can be counted.
    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut Self::Scratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal>;

    /// An item of the pair last compared, as it is shown.
    fn view(&self, pair: &Pair<'_>, scratch: &Self::Scratch, which: Which, item: ItemId) -> ItemView;

    /// Adds the matches of the pair last compared to counts by label or type. Only asked for facets that the measure has.
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
