//! The measures by name. A new measure is a file beside this one and a line here.

use super::{
    AnyMeasure, Attachment, ConceptAccuracy, DependencyMeasure, MeasureInfo, Parseval, StructIou,
    TextAgreement, TreeNode, WordAccuracy, WordAgreement,
};

/// A measure by name.
pub struct Entry {
    /// Another name it answers to.
    pub alias: Option<&'static str>,
    /// Makes one with its usual settings.
    pub make: fn() -> Box<dyn AnyMeasure>,
}

/// All measures; the first is the default.
pub const MEASURES: &[Entry] = &[
    Entry::of(|| Box::new(Parseval)).or("brackets"),
    Entry::of(|| Box::new(DependencyMeasure::default())).or("dependencies"),
    Entry::of(|| Box::new(DependencyMeasure::open_class())),
    Entry::of(|| Box::new(Attachment::default())),
    Entry::of(|| Box::new(StructIou::default())),
    Entry::of(|| Box::new(TreeNode::default())),
    Entry::of(|| Box::new(WordAccuracy::default())),
    Entry::of(|| Box::new(ConceptAccuracy::default())),
];

/// Measures of an alignment. A pairing adds them by itself; nobody asks for them by name.
const AGREEMENT: &[Entry] = &[Entry::of(|| Box::new(TextAgreement)), Entry::of(|| Box::new(WordAgreement))];

impl Entry {
    const fn of(make: fn() -> Box<dyn AnyMeasure>) -> Self {
        Self { alias: None, make }
    }

    /// The same with another name to answer to.
    const fn or(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    /// What is known of the measure.
    pub fn info(&self) -> &'static MeasureInfo {
        (self.make)().info()
    }
}

/// The measure of this name, with its usual settings.
///
/// ```
/// use treescore::measure::registry;
/// assert_eq!(registry::measure("brackets").unwrap().info().name, "parseval");
/// assert!(registry::measure("colours").is_none());
/// ```
pub fn measure(name: &str) -> Option<Box<dyn AnyMeasure>> {
    let is_it = |entry: &&Entry| entry.info().name == name || entry.alias == Some(name);
    MEASURES.iter().find(is_it).map(|entry| (entry.make)())
}

/// What is known of the measure of this name, those of alignments included.
pub fn info(name: &str) -> Option<&'static MeasureInfo> {
    MEASURES.iter().chain(AGREEMENT).map(Entry::info).find(|info| info.name == name)
}
