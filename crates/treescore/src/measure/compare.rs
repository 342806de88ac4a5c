//! Matches: what became of each item of a pair, as positions.
//!
//! An item is what a measure compares: a bracket, a node, a word, a dependency. Every item of both sides is in exactly one [`Match`], and has
//! exactly one verdict: gold = matched + relabelled + missing, system = matched + relabelled + crossing + extra.

use std::fmt;

use serde::Serialize;

/// Number of an item among those of its side, in the order of the measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u32);

impl ItemId {
    /// Position in arrays of items.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An item of gold, of the system, or one of each that belong together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The gold item, if there is one.
    pub gold: Option<ItemId>,
    /// The system's item, if there is one.
    pub system: Option<ItemId>,
    /// What became of them.
    pub verdict: Verdict,
    /// What the match is worth, where that is not all or nothing: the IoU of two nodes.
    pub worth: Option<f64>,
}

impl Match {
    /// Two items with equal labels.
    pub fn matched(gold: u32, system: u32) -> Self {
        Self::both(gold, system, Verdict::Matched)
    }

    /// Two items that differ in their labels only.
    pub fn relabelled(gold: u32, system: u32) -> Self {
        Self::both(gold, system, Verdict::Relabelled)
    }

    /// Two items that belong together.
    pub fn both(gold: u32, system: u32, verdict: Verdict) -> Self {
        Self { gold: Some(ItemId(gold)), system: Some(ItemId(system)), verdict, worth: None }
    }

    /// A gold item without a partner.
    pub fn missing(gold: u32) -> Self {
        Self { gold: Some(ItemId(gold)), system: None, verdict: Verdict::Missing, worth: None }
    }

    /// A system item without a partner.
    pub fn extra(system: u32) -> Self {
        Self { gold: None, system: Some(ItemId(system)), verdict: Verdict::Extra, worth: None }
    }

    /// A system item without a partner that cuts a gold item in two.
    pub fn crossing(system: u32) -> Self {
        Self { gold: None, system: Some(ItemId(system)), verdict: Verdict::Crossing, worth: None }
    }
}

/// What became of an item. Each item has exactly one verdict; the first that applies, in this order but for missing.
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
    /// Only in the system's tree, and it cuts no gold item.
    Extra,
    /// Only in the system's tree, and it cuts a gold item in two.
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

/// A [`Match`] with its items as they are shown: it stands on its own, also when the trees are gone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownMatch {
    /// What became of the items.
    pub verdict: Verdict,
    /// The gold item, if there is one.
    pub gold: Option<ItemView>,
    /// The system's item, if there is one.
    pub system: Option<ItemView>,
    /// How well the two agree, where that is not all or nothing: the IoU of two nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
}

impl fmt::Display for ShownMatch {
    /// `missing NP “the cat”`; of relabelled items both: `relabelled NP “the cat” as PP`.
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

const NOTHING: &ItemView =
    &ItemView { label: String::new(), text: String::new(), kind: None, head: None, time: None, words: None };

/// An item as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ItemView {
    /// Its label; of a dependency, the labels of the two phrases; of a concept, its slot, of which at most the last 30 labels are shown,
    /// with `…` before them.
    pub label: String,
    /// The words under it, at most 30 of them, then ` …`; of a concept, its value; of a dependency, the dependent word. Empty for a
    /// word, which is its own label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its type, where items have types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Of a dependency, the head word; empty at the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// From when to when, in seconds, where items have times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<(f64, f64)>,
    /// Without times: after how many of the words that count it begins and ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<(u32, u32)>,
}

impl ItemView {
    /// How many words or labels are shown of an item. If all were, the matches of a deep tree would be as long as the square of it.
    pub const SHOWN: usize = 30;

    /// The text of an item with these words under it.
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
