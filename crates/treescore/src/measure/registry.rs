//! The measures by name. A new measure is a file beside this one and a line here.

use super::{
    AnyMeasure, Attachment, ConceptAccuracy, DependencyMeasure, LeafAncestor, MeasureInfo, Parseval,
    StructIou, Ted, TextAgreement, TreeNode, WordAccuracy, WordAgreement,
};

/// A measure in the registry.
pub struct Entry {
    /// Its name, as in [`MeasureInfo::name`].
    pub name: &'static str,
    /// A second name.
    pub alias: Option<&'static str>,
    /// Creates the measure with default settings.
    pub make: fn() -> Box<dyn AnyMeasure>,
}

/// All measures; the first is the default.
///
/// ```
/// use treescore::measure::registry::MEASURES;
/// assert_eq!(MEASURES[0].name, "parseval");
/// assert!(MEASURES.iter().any(|entry| entry.info().figures.iter().any(|figure| figure.key == "las")));
/// ```
pub const MEASURES: &[Entry] = &[
    Entry::new("parseval", || Box::new(Parseval)).with_alias("brackets"),
    Entry::new("dependency", || Box::new(DependencyMeasure::default())).with_alias("dependencies"),
    Entry::new("open-class", || Box::new(DependencyMeasure::open_class())),
    Entry::new("attachment", || Box::new(Attachment::default())),
    Entry::new("struct-iou", || Box::new(StructIou::default())),
    Entry::new("tree-node", || Box::new(TreeNode::default())),
    Entry::new("word", || Box::new(WordAccuracy::default())),
    Entry::new("concept", || Box::new(ConceptAccuracy::default())),
    Entry::new("leaf-ancestor", || Box::new(LeafAncestor)),
    Entry::new("ted", || Box::new(Ted::default())),
];

/// Measures of an alignment. A pairing adds them itself; they cannot be requested by name.
const AGREEMENT: &[Entry] =
    &[Entry::new("text", || Box::new(TextAgreement)), Entry::new("words", || Box::new(WordAgreement))];

impl Entry {
    const fn new(name: &'static str, make: fn() -> Box<dyn AnyMeasure>) -> Self {
        Self { name, alias: None, make }
    }

    /// Adds a second name.
    const fn with_alias(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    /// The measure's description.
    pub fn info(&self) -> &'static MeasureInfo {
        (self.make)().info()
    }
}

/// Returns the measure with this name or alias, with default settings.
///
/// ```
/// use treescore::measure::registry;
/// assert_eq!(registry::measure("brackets").unwrap().info().name, "parseval");
/// assert!(registry::measure("colours").is_none());
/// ```
pub fn measure(name: &str) -> Option<Box<dyn AnyMeasure>> {
    let is_it = |entry: &&Entry| entry.name == name || entry.alias == Some(name);
    MEASURES.iter().find(is_it).map(|entry| (entry.make)())
}

/// The description of the measure with this name, measures of alignments included.
pub(crate) fn info(name: &str) -> Option<&'static MeasureInfo> {
    MEASURES.iter().chain(AGREEMENT).find(|entry| entry.name == name).map(Entry::info)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_the_names_they_are_listed_by() {
        for entry in MEASURES.iter().chain(AGREEMENT) {
            assert_eq!(entry.info().name, entry.name);
            assert_eq!(entry.info().fields.first().map(|field| field.name), Some("pairs"), "{}", entry.name);
        }
    }
}
