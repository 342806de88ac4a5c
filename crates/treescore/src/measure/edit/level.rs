//! Nodes, words and concepts: three views of the same forests.

use std::borrow::Cow;
use std::fmt::Debug;

use super::counts::figures;
use crate::align::items::{EmptySlots, Items, Numbering};
use crate::align::sequence::Item;
use crate::measure::{Facet, Figure, ItemView, Side};
use crate::prepare::{self, Rules, SettingError};
use crate::read::Holds;

/// The kind of items that an [`Edit`](super::Edit) measure compares.
pub trait Level: Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Name of the measure in options and signatures.
    const NAME: &'static str;
    /// What the measure does, in one line.
    const ABOUT: &'static str;
    /// Its figures.
    const FIGURES: &'static [Figure];
    /// The facets of its breakdowns.
    const FACETS: &'static [Facet];
    /// The structure of the items.
    #[doc(hidden)]
    const SHAPE: Shape;
    /// Which nodes may have types.
    #[doc(hidden)]
    const TYPED: Typed;
    /// True if folded words differ in nothing but case, whatever else a recipe makes equal: the word error rate
    /// is plain.
    #[doc(hidden)]
    const IS_PLAIN: bool = false;
    /// What files may hold.
    const TAKES: &'static [Holds] = &[Holds::Trees, Holds::Forests];

    /// Reduces a forest to the items of this level.
    #[doc(hidden)]
    fn reduce(&self, numbering: &mut Numbering, items: &mut Items);

    /// The name of the type of an item.
    #[doc(hidden)]
    fn kind(numbering: &Numbering, item: Item) -> Cow<'_, [u8]>;

    /// Describes an item.
    #[doc(hidden)]
    fn view(&self, side: &Viewed<'_>, node: usize) -> ItemView;

    /// Settings that only this level has.
    #[doc(hidden)]
    fn settings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Changes a setting. Returns false if the level has no setting with this name.
    ///
    /// # Errors
    /// If the value is not valid for the setting.
    #[doc(hidden)]
    fn set(&mut self, _key: &str, _value: &str) -> Result<bool, SettingError> {
        Ok(false)
    }
}

/// The structure of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nodes of a tree.
    Tree,
    /// A sequence.
    Sequence,
}

/// Which nodes may have types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// None.
    Nothing,
    /// Inner nodes. Their types are not part of a slot and have no other effect.
    Inner,
    /// All.
    Everything,
}

/// All nodes, words and brackets alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nodes;

/// The leaves, all of one type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words;

/// The leaves with the labels around them: slots and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concepts {
    /// How words outside all brackets are treated.
    pub empty_slots: EmptySlots,
}

impl Default for Concepts {
    fn default() -> Self {
        Self { empty_slots: EmptySlots::Keep }
    }
}

/// One side of a pair whose items are described.
pub struct Viewed<'a> {
    pub(super) numbering: &'a Numbering,
    pub(super) items: &'a Items,
    /// Numbers of the leaves, ascending.
    pub(super) leaves: &'a [usize],
    pub(super) side: Side<'a>,
    pub(super) rules: &'a Rules,
}

/// Numbers of the leaves, computed once so that no node has to search for the leaves under it.
pub(super) fn leaves(items: &Items) -> Vec<usize> {
    let is_leaf = |node: &usize| items.ends()[*node] as usize == node + 1;
    (1..items.items().len()).filter(is_leaf).collect()
}

impl<'a> Viewed<'a> {
    fn item(&self, node: usize) -> Item {
        self.items.items()[node]
    }

    fn label(&self, node: usize) -> &'a [u8] {
        self.numbering.label(self.item(node))
    }

    /// A leaf as it is written, or its label if it is a bracket.
    fn written(&self, node: usize) -> &'a [u8] {
        let word = self.items.word(node).and_then(|word| self.side.arena.words().get(word as usize));
        word.map_or_else(|| self.label(node), |word| self.rules.split_type(word.bytes(self.side.text)).1)
    }

    /// The labels of the leaves under a node.
    fn words_under(&self, node: usize) -> impl Iterator<Item = &'a [u8]> {
        let [first, end] = [node + 1, self.items.ends()[node] as usize]
            .map(|bound| self.leaves.partition_point(|&leaf| leaf < bound));
        self.leaves[first.min(end)..end].iter().map(|&leaf| self.label(leaf))
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Level for Nodes {
    const NAME: &'static str = "tree-node";
    const ABOUT: &'static str = "all nodes by edit distance: correct, substituted, deleted, inserted";
    const FIGURES: &'static [Figure] = &figures("error");
    const FACETS: &'static [Facet] = &[Facet::Label, Facet::Type];
    const SHAPE: Shape = Shape::Tree;
    const TYPED: Typed = Typed::Everything;

    fn reduce(&self, _numbering: &mut Numbering, _items: &mut Items) {}

    fn kind(numbering: &Numbering, item: Item) -> Cow<'_, [u8]> {
        numbering.kind(item).into()
    }

    fn view(&self, side: &Viewed<'_>, node: usize) -> ItemView {
        ItemView {
            label: shown(side.label(node)),
            text: ItemView::text_of(side.words_under(node)),
            kind: Some(shown(side.numbering.kind(side.item(node)))),
            ..ItemView::default()
        }
    }
}

impl Level for Words {
    const NAME: &'static str = "word";
    const ABOUT: &'static str = "words in order: accuracy, word error rate and its parts";
    const FIGURES: &'static [Figure] = &figures("WER");
    const FACETS: &'static [Facet] = &[Facet::Label];
    const SHAPE: Shape = Shape::Sequence;
    const TYPED: Typed = Typed::Nothing;
    const IS_PLAIN: bool = true;
    const TAKES: &'static [Holds] =
        &[Holds::Trees, Holds::Forests, Holds::Words, Holds::Dependencies, Holds::Chunks, Holds::Times];

    fn reduce(&self, _numbering: &mut Numbering, items: &mut Items) {
        items.reduce_to_words();
    }

    fn kind(_numbering: &Numbering, _item: Item) -> Cow<'_, [u8]> {
        b"word".into()
    }

    fn view(&self, side: &Viewed<'_>, node: usize) -> ItemView {
        ItemView { label: shown(side.written(node)), ..ItemView::default() }
    }
}

impl Level for Concepts {
    const NAME: &'static str = "concept";
    const ABOUT: &'static str = "words in order, each with the labels around it: slots and values";
    const FIGURES: &'static [Figure] = &figures("error");
    const FACETS: &'static [Facet] = &[Facet::Label, Facet::Type];
    const SHAPE: Shape = Shape::Sequence;
    const TYPED: Typed = Typed::Inner;

    fn reduce(&self, numbering: &mut Numbering, items: &mut Items) {
        numbering.reduce_to_concepts(items, self.empty_slots);
    }

    fn kind(numbering: &Numbering, item: Item) -> Cow<'_, [u8]> {
        numbering.slot(item).into()
    }

    fn view(&self, side: &Viewed<'_>, node: usize) -> ItemView {
        let mut labels = side.numbering.slot_labels(side.item(node));
        let mut slot: Vec<&[u8]> = labels.by_ref().take(ItemView::SHOWN).collect();
        slot.extend(labels.next().map(|_| "…".as_bytes()));
        slot.reverse();
        ItemView { label: shown(&slot.join(&b'.')), text: shown(side.written(node)), ..ItemView::default() }
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("empty-slots", self.empty_slots.as_str().to_owned())]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        if key != "empty-slots" {
            return Ok(false);
        }
        prepare::choose(&mut self.empty_slots, key, value, EmptySlots::VALUES)?;
        Ok(true)
    }
}
