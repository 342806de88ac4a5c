//! The nodes of two forests as items with shared numbers, which the kernels can compare.
//!
//! A forest gets a dummy root with a type of its own. All other nodes, words and brackets alike, are numbered
//! by label and by type. Both sides of a pair share one table of labels, and so do words and brackets: the
//! leaf `(X)` is the leaf `X`.
//!
//! Everything that a recipe says about labels and words applies. Chains of equivalent labels are all equal,
//! because one number stands for all of them. What a recipe says about spans (repeated brackets, the
//! outermost bracket, whose tags decide) does not apply here.

pub use super::concepts::EmptySlots;
pub use super::item_rules::ItemRules;
use super::sequence::Item;
use crate::prepare::{NodeKind, Rules, TypeRules};
use crate::tree::{Arena, Event, Label, Labels, Word};
use crate::values::Vocabulary;

/// One side of a pair, as input of [`Numbering::fill`].
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// The tree as read.
    pub(crate) arena: &'a Arena,
    /// The text that the words are slices of.
    pub(crate) text: &'a [u8],
    /// The recipe's rules for labels.
    pub(crate) rules: &'a Rules,
    /// The interned labels.
    pub(crate) labels: &'a Labels,
    /// True if nothing but case makes words equal, whatever the recipe says.
    pub(crate) is_plain: bool,
}

/// Stands for the source of the dummy root. A line may have millions of words, and an option would take twice the
/// memory.
const NO_SOURCE: u32 = u32::MAX;
/// Marks in a source that the rest of it is the number of a bracket, or that of a word whose tag the item is. No unit has
/// so many words or brackets that their numbers need these bits.
const IS_BRACKET: u32 = 1 << 31;
const IS_TAG: u32 = 1 << 30;

/// What an item is in its tree, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemSource {
    Bracket(u32),
    /// The tag of this word.
    Tag(u32),
    Word(u32),
}

/// A forest with its dummy root, in preorder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "the items are the items")]
pub struct Items {
    pub(super) ends: Vec<u32>,
    pub(super) items: Vec<Item>,
    /// What each node is in the tree, as a number with marks, or [`NO_SOURCE`].
    pub(super) sources: Vec<u32>,
}

impl Items {
    /// One past the last node of each subtree. Node 0 is the dummy root.
    pub(crate) fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Label and type of each node. Only the dummy root has type 0.
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The number of the word of the tree that a node is; `None` for brackets.
    pub(crate) fn word(&self, node: usize) -> Option<u32> {
        match self.source(node)? {
            ItemSource::Word(word) => Some(word),
            ItemSource::Bracket(_) | ItemSource::Tag(_) => None,
        }
    }

    /// What a node is in the tree; `None` for the dummy root.
    pub(crate) fn source(&self, node: usize) -> Option<ItemSource> {
        let source = self.sources.get(node).copied().filter(|&source| source != NO_SOURCE)?;
        Some(match (source & IS_BRACKET, source & IS_TAG) {
            (0, 0) => ItemSource::Word(source),
            (0, _) => ItemSource::Tag(source & !IS_TAG),
            _ => ItemSource::Bracket(source & !IS_BRACKET),
        })
    }

    /// The number of nodes without the dummy root.
    pub(crate) fn len(&self) -> usize {
        self.items.len().saturating_sub(1)
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.items.clear();
        self.sources.clear();
    }

    /// Makes room for at least so many items, and for no more than needed where there are only words.
    fn reserve(&mut self, items: usize) {
        self.items.reserve_exact(items);
        self.sources.reserve_exact(items);
        self.ends.reserve_exact(items);
    }

    fn push(&mut self, item: Item, source: u32) {
        self.items.push(item);
        self.sources.push(source);
        self.ends.push(self.items.len() as u32);
    }

    fn pop(&mut self) {
        self.items.pop();
        self.sources.pop();
        self.ends.pop();
    }

    /// Ends the subtree of a node after the current last node.
    fn end(&mut self, node: usize) {
        self.ends[node] = self.items.len() as u32;
    }
}

/// Reserved numbers of types.
const ROOT: u32 = 0;
const WORD: u32 = 1;
const NODE: u32 = 2;
const ANY: u32 = 3;

/// Numbers the labels and types of one pair. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    pub(super) labels: Vocabulary,
    /// Types, numbered from 1.
    kinds: Vocabulary,
    /// Entry of the type table for each label number, for leaves and for inner nodes; filled on first use.
    in_table: Vec<[TableEntry; 2]>,
    /// The brackets around the current position; `None` for those that are not items.
    open: Vec<Option<Open>>,
    /// The current word in the form in which it is compared.
    form: Vec<u8>,
    /// Slots of concepts: the slot around, and the last label.
    pub(super) slots: Vocabulary,
    /// Ends of the brackets around a leaf, and their slots.
    pub(super) around: Vec<(u32, u32)>,
}

/// An entry of the type table.
#[derive(Clone, Copy, Debug, Default)]
enum TableEntry {
    #[default]
    Unknown,
    Known(Option<u32>),
}

/// An item that is not closed yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    node: usize,
    kind: NodeKind,
}

impl Numbering {
    /// Starts a new pair. Items of earlier pairs become invalid.
    pub(crate) fn begin(&mut self) {
        self.labels.clear();
        self.kinds.clear();
        self.in_table.clear();
        self.slots.clear();
        for (name, number) in [("word", WORD), ("node", NODE), ("any", ANY)] {
            let given = self.kind_number(name.as_bytes());
            debug_assert_eq!(given, number, "numbers are given in order");
        }
    }

    /// The label of an item of the current pair.
    pub(crate) fn label(&self, item: Item) -> &[u8] {
        self.labels.name(item.label)
    }

    /// The type of an item of the current pair; empty for the dummy root.
    pub(crate) fn kind(&self, item: Item) -> &[u8] {
        item.kind.checked_sub(1).map_or(&[], |number| self.kinds.name(number))
    }

    /// Fills `items` with the items of one side.
    pub(crate) fn fill(&mut self, source: Source<'_>, rules: &ItemRules, items: &mut Items) {
        items.clear();
        items.reserve(1 + source.arena.words().len());
        let label = self.labels.number(b"");
        items.push(Item { label, kind: ROOT }, NO_SOURCE);
        self.open.clear();
        let mut brackets = 0..;
        let mut words = 0..;
        let mut vanished = 0; // number of open brackets that are deleted with their contents
        for event in source.arena.walk() {
            match event {
                Event::Open(node) => {
                    let at: Option<u32> = brackets.next();
                    if vanished > 0 || source.rules.by_label()[node.label.index()].is_emptied {
                        vanished += 1;
                        continue;
                    }
                    let bracket = at.and_then(|at| rules.bracket(source.arena, source.rules, at as usize));
                    let open = bracket.map(|(name, kind)| {
                        let item = self.labelled_item(source, node.label, (name, kind), &rules.types);
                        items.push(item, at.map_or(NO_SOURCE, |at| at | IS_BRACKET));
                        Open { node: items.items.len() - 1, kind }
                    });
                    self.open.push(open);
                }
                Event::Word(word) => {
                    let number = words.next().unwrap_or(NO_SOURCE);
                    if vanished == 0 {
                        self.word_item(source, rules, (word, number), items);
                    }
                }
                Event::Close if vanished > 0 => vanished -= 1,
                Event::Close => close(self.open.pop().flatten(), items),
            }
        }
        items.end(0);
    }

    fn word_item(
        &mut self,
        source: Source<'_>,
        rules: &ItemRules,
        (word, number): (&Word, u32),
        items: &mut Items,
    ) {
        if !source.rules.by_label()[word.tag.index()].keep_word {
            return;
        }
        let tag = rules.tag(source.arena, source.rules, word);
        if let Some(tag) = tag {
            let item = self.labelled_item(source, word.tag, (tag, NodeKind::Inner), &rules.types);
            items.push(item, number | IS_TAG);
        }
        let (explicit, name) = source.rules.split_type(word.bytes(source.text));
        let mut form = std::mem::take(&mut self.form);
        let class = if source.is_plain {
            source.rules.plain_word(name, &mut form);
            &form
        } else {
            source.rules.chained_word(name, &mut form)
        };
        items.push(self.item(explicit, class, NodeKind::Leaf, &rules.types), number);
        self.form = form;
        if tag.is_some() {
            items.end(items.items.len() - 2);
        }
    }

    /// The item of a bracket or tag. If the recipe ignores labels, all inner nodes are alike.
    fn labelled_item(
        &mut self,
        source: Source<'_>,
        label: Label,
        (name, kind): (&[u8], NodeKind),
        types: &TypeRules,
    ) -> Item {
        let name = if source.rules.spans_only() && kind == NodeKind::Inner { b"" } else { name };
        self.item(source.rules.split_type(source.labels.name(label)).0, name, kind, types)
    }

    fn item(&mut self, explicit: Option<&[u8]>, name: &[u8], kind: NodeKind, types: &TypeRules) -> Item {
        let (in_label, name) = types.in_label(name, kind);
        let label = self.labels.number(name);
        if types.untyped {
            return Item { label, kind: ANY };
        }
        let kind = match (explicit, self.type_in_table(label, kind, types), in_label, kind) {
            (Some(explicit), ..) => self.kind_number(explicit),
            (None, Some(in_table), ..) => in_table,
            (None, None, Some(in_label), _) => self.kind_number(in_label),
            (None, None, None, NodeKind::Leaf) => WORD,
            (None, None, None, NodeKind::Inner) => NODE,
        };
        Item { label, kind }
    }

    /// The type that the table assigns to a label. Patterns are matched once per label.
    fn type_in_table(&mut self, label: u32, kind: NodeKind, types: &TypeRules) -> Option<u32> {
        if types.table.is_empty() {
            return None;
        }
        let at = label as usize;
        if self.in_table.len() <= at {
            self.in_table.resize(at + 1, [TableEntry::Unknown; 2]);
        }
        if let TableEntry::Known(answer) = self.in_table[at][kind as usize] {
            return answer;
        }
        let name = types.in_table(self.labels.name(label), kind);
        let answer = name.map(|name| self.kind_number(name));
        self.in_table[at][kind as usize] = TableEntry::Known(answer);
        answer
    }

    fn kind_number(&mut self, name: &[u8]) -> u32 {
        self.kinds.number(name) + 1
    }
}

/// Closes a bracket. A bracket whose contents were all deleted is deleted as well.
fn close(open: Option<Open>, items: &mut Items) {
    match open {
        Some(Open { node, kind: NodeKind::Inner }) if node + 1 == items.items.len() => items.pop(),
        Some(Open { node, .. }) => items.end(node),
        None => {}
    }
}

#[cfg(test)]
#[path = "items_tests.rs"]
mod tests;
