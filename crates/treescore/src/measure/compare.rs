//! Matches: the verdict on each item of a pair.
//!
//! An item is what a measure compares: a bracket, a node, a word, a dependency. Every item of both sides is
//! in exactly one [`Match`], and has exactly one verdict: gold = matched + relabelled + missing, system =
//! matched + relabelled + crossing + extra.
//!
//! Matches hold positions. [`ShownMatch`] and [`ItemView`] hold strings, because rows outlive the trees; they
//! are created only for rows that are asked for.

use std::fmt;

use serde::Serialize;

/// The number of an item on its side, in the order of the measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u32);

impl ItemId {
    /// The number as an array index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One item of gold, one of the system, or one of each that correspond.
///
/// ```
/// use treescore::measure::{Match, Verdict};
/// let found = Match::missing(3);
/// assert_eq!((found.gold.unwrap().index(), found.system, found.verdict), (3, None, Verdict::Missing));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The gold item, if there is one.
    pub gold: Option<ItemId>,
    /// The system item, if there is one.
    pub system: Option<ItemId>,
    /// The verdict on them.
    pub verdict: Verdict,
    /// How well two items agree, where that is not all or nothing: the IoU of two nodes.
    pub worth: Option<f64>,
}

impl Match {
    /// A match of two items with equal labels.
    pub fn matched(gold: u32, system: u32) -> Self {
        Self::both(gold, system, Verdict::Matched)
    }

    /// A match of two items that differ only in their labels.
    pub fn relabelled(gold: u32, system: u32) -> Self {
        Self::both(gold, system, Verdict::Relabelled)
    }

    /// A match of two corresponding items.
    pub fn both(gold: u32, system: u32, verdict: Verdict) -> Self {
        Self { gold: Some(ItemId(gold)), system: Some(ItemId(system)), verdict, worth: None }
    }

    /// An unmatched gold item.
    pub fn missing(gold: u32) -> Self {
        Self { gold: Some(ItemId(gold)), system: None, verdict: Verdict::Missing, worth: None }
    }

    /// An unmatched system item.
    pub fn extra(system: u32) -> Self {
        Self { gold: None, system: Some(ItemId(system)), verdict: Verdict::Extra, worth: None }
    }

    /// An unmatched system item that crosses a gold item.
    pub fn crossing(system: u32) -> Self {
        Self { gold: None, system: Some(ItemId(system)), verdict: Verdict::Crossing, worth: None }
    }
}

/// The verdict on an item: the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// On both sides, with equal labels.
    Matched,
    /// On both sides, with different labels.
    Relabelled,
    /// Only in gold.
    Missing,
    /// Only in the system tree; it crosses no gold item.
    Extra,
    /// Only in the system tree; it crosses a gold item.
    Crossing,
}

impl Verdict {
    /// The name in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Matched => "matched",
            Self::Relabelled => "relabelled",
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Crossing => "crossing",
        }
    }
}

/// A [`Match`] with descriptions of its items, independent of the trees.
///
/// ```
/// use treescore::Scorer;
/// let mut scorer = Scorer::of("parseval")?;
/// let matches = scorer.matches("(S (NP (D a) (N b)) (V c))", "(S (PP (D a) (N b)) (V c))")?;
/// assert_eq!(matches[1].to_string(), "relabelled NP “a b” as PP");
/// assert_eq!(matches[1].system.as_ref().unwrap().words, Some((0, 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownMatch {
    /// The verdict on the items.
    pub verdict: Verdict,
    /// The gold item, if there is one.
    pub gold: Option<ItemView>,
    /// The system item, if there is one.
    pub system: Option<ItemView>,
    /// How well the two agree, where that is not all or nothing: the IoU of two nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
}

impl fmt::Display for ShownMatch {
    /// `missing NP “the cat”`; relabelled items show both labels: `relabelled NP “the cat” as PP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ItemView { label, text, head, .. } =
            self.gold.as_ref().or(self.system.as_ref()).unwrap_or(NOTHING);
        write!(f, "{} {label}", self.verdict.as_str())?;
        if !text.is_empty() {
            write!(f, " “{text}”")?;
        }
        if let Some(head) = head.as_ref().filter(|head| !head.is_empty()) {
            write!(f, " of “{head}”")?;
        }
        match (&self.gold, &self.system) {
            (Some(_), Some(system)) if self.verdict == Verdict::Relabelled => {
                write!(f, " as {}", system.label)
            }
            _ => Ok(()),
        }
    }
}

const NOTHING: &ItemView = &ItemView {
    label: String::new(),
    text: String::new(),
    kind: None,
    head: None,
    time: None,
    words: None,
    positions: None,
};

/// The description of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ItemView {
    /// Its label. For a dependency, the labels of the two phrases; for a concept, its slot, cut to its last
    /// 30 labels with `…` before them.
    pub label: String,
    /// The words under it, at most 30 of them, then ` …`. For a concept, its value; for a dependency, the
    /// dependent word. Empty for a word, which is its own label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its type, where items have types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// For a dependency, the head word; empty at the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Start and end in seconds, where items have times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<(f64, f64)>,
    /// Without times: the numbers of counted words before its start and before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<(u32, u32)>,
    /// The numbers of its counted words, if they are not one stretch.
    #[serde(skip)]
    pub positions: Option<Vec<u32>>,
}

impl ItemView {
    /// Largest number of words or labels shown of an item. Without a limit, the matches of a deep tree would
    /// take quadratic space.
    pub const SHOWN: usize = 30;

    /// Joins the words under an item to its text.
    ///
    /// ```
    /// use treescore::measure::ItemView;
    /// assert_eq!(ItemView::text_of([&b"the"[..], b"cat"]), "the cat");
    /// assert_eq!(ItemView::text_of([&b"a"[..]; 31]), "a ".repeat(30) + "…");
    /// ```
    pub fn text_of<'w>(words: impl IntoIterator<Item = &'w [u8]>) -> String {
        let mut words = words.into_iter().map(String::from_utf8_lossy);
        let mut shown: Vec<_> = words.by_ref().take(Self::SHOWN).collect();
        shown.extend(words.next().map(|_| "…".into()));
        shown.join(" ")
    }
}
