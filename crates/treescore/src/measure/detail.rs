//! What a measure tells beyond its figures: facts about a sum, and what was mapped to what in one pair.

use serde::Serialize;

/// A line of numbers about a summed tally: `nodes  gold 38,204   system 37,816   mapped 33,590`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What the line is about.
    pub about: &'static str,
    /// The numbers and what they are.
    pub numbers: Vec<(&'static str, FactNumber)>,
}

/// A number of a [`Fact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactNumber {
    /// So many.
    Count(u64),
    /// A fraction, or undefined.
    Fraction(Option<f64>),
    /// A fraction to be shown in per cent, or undefined.
    Percent(Option<f64>),
    /// A time, or undefined.
    Seconds(Option<f64>),
}

/// One line of a mapping: a node of gold, of the system, or of both.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mapped {
    /// The gold node, if there is one.
    pub gold: Option<NodeView>,
    /// The system's node, if there is one.
    pub system: Option<NodeView>,
    /// What became of them.
    pub fate: Fate,
    /// How well the two agree in time, if that is what was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iou: Option<f64>,
}

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Mapped, with equal labels.
    Matched,
    /// Mapped, with different labels.
    Relabelled,
    /// Only in gold.
    Missing,
    /// Only in the system's tree.
    Extra,
}

/// A node as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeView {
    /// Its label; of a concept, its slot, of which at most the last 30 labels are shown, with `…` before them.
    pub label: String,
    /// The words under it, at most 30 of them, then ` …`; of a concept, its value. Empty for a word, which is its own label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its type, where nodes have types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// From when to when, where nodes have times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<(f64, f64)>,
    /// Without times: after how many words it begins and ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<(u32, u32)>,
}

impl NodeView {
    /// How many words or labels are shown of a node. If all were, the mapping of a deep tree would be as long as the square of it.
    pub const SHOWN: usize = 30;

    /// The text of a node with these words under it.
    ///
    /// ```
    /// use treescore::measure::NodeView;
    /// assert_eq!(NodeView::text_of([&b"the"[..], b"cat"]), "the cat");
    /// assert_eq!(NodeView::text_of([&b"a"[..]; 31]), "a ".repeat(30) + "…");
    /// ```
    pub fn text_of<'w>(words: impl IntoIterator<Item = &'w [u8]>) -> String {
        let mut words = words.into_iter().map(String::from_utf8_lossy);
        let mut shown: Vec<_> = words.by_ref().take(Self::SHOWN).collect();
        shown.extend(words.next().map(|_| "…".into()));
        shown.join(" ")
    }
}

impl Mapped {
    /// The line of these two nodes; at least one of them is there.
    pub fn of(gold: Option<NodeView>, system: Option<NodeView>, is_equal: bool) -> Self {
        let fate = match (&gold, &system) {
            (Some(_), None) => Fate::Missing,
            (None, _) => Fate::Extra,
            (Some(_), Some(_)) if is_equal => Fate::Matched,
            (Some(_), Some(_)) => Fate::Relabelled,
        };
        Self { gold, system, fate, iou: None }
    }
}
