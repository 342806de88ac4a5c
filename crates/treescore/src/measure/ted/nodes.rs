//! The nodes of one side as TedEval sees them: brackets without the root, and words with their tags.

use crate::align::{CellIndex, CellPlace};
use crate::measure::{CommonIndex, Pair};
use crate::prepare::Rules;
use crate::tree::{Span, Which};
use crate::values::Vocabulary;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The root over everything, which does not count.
    Root,
    /// A bracket, by its number among those that count.
    Bracket(u32),
    /// A word with its tag, by its number among the words that count.
    Leaf {
        /// Its number among the words that count.
        number: u32,
        /// Equal for equal words.
        name: u32,
        /// Words may be mapped within a cell only.
        cell: u32,
    },
}

/// One node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The class of its label or tag.
    pub(super) class: u32,
    /// Its words, as numbers among those that count.
    pub(super) words: Span,
}

impl Node {
    /// True if this gold node may be kept as that node of the system.
    pub(super) fn is_like(&self, other: &Self, rules: &Rules) -> bool {
        match (self.kind, other.kind) {
            (Kind::Bracket(_), Kind::Bracket(_)) => {
                rules.spans_only() || rules.same_class(self.class, other.class)
            }
            (Kind::Leaf { name, cell, .. }, Kind::Leaf { name: word, cell: place, .. }) => {
                (name, cell) == (word, place)
                    && (rules.spans_only() || rules.same_tag(self.class, other.class))
            }
            _ => false,
        }
    }
}

/// The nodes of a tree in preorder, under a root that does not count. Buffers are reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// One past the last node of each subtree.
    pub(super) ends: Vec<u32>,
    pub(super) items: Vec<Node>,
    open: Vec<(u32, u32)>,
}

impl Nodes {
    /// The number of nodes that count.
    pub(super) fn len(&self) -> usize {
        self.items.len().saturating_sub(1)
    }

    /// Reads the nodes of a side. `root` is the bracket that does not count, by its number.
    pub(super) fn read(
        &mut self,
        pair: &Pair<'_>,
        which: Which,
        root: Option<usize>,
        names: &mut Vocabulary,
        form: &mut Vec<u8>,
    ) {
        let (side, rules) = (pair.side(which), pair.rules);
        let words = side.prepared.kept();
        let places = cells(pair.index).map(|cells| places(cells, which));
        self.clear();
        self.push(Node { kind: Kind::Root, class: 0, words: span(0, words.len()) });
        let mut brackets = (0..side.prepared.brackets() as usize).filter(|&at| Some(at) != root).peekable();
        for (number, &word) in words.iter().enumerate() {
            self.close(number as u32);
            let starts = |&at: &usize| side.prepared.bracket(at).1.start() as usize == number;
            while let Some(at) = brackets.next_if(starts) {
                let (class, words) = side.prepared.bracket(at);
                self.open.push((self.items.len() as u32, words.end()));
                self.push(Node { kind: Kind::Bracket(at as u32), class, words });
            }
            let word = &side.arena.words()[word as usize];
            let name = names.number(rules.chained_word(word.bytes(side.text), form));
            let cell = places.and_then(|places| places.get(number)).map_or(0, |place| place.cell);
            let kind = Kind::Leaf { number: number as u32, name, cell };
            let class = rules.by_label()[word.tag.index()].tag;
            self.push(Node { kind, class, words: span(number, number + 1) });
        }
        self.close(words.len() as u32);
        self.ends[0] = self.items.len() as u32;
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.items.clear();
        self.open.clear();
    }

    fn push(&mut self, node: Node) {
        self.items.push(node);
        self.ends.push(self.items.len() as u32);
    }

    /// Closes the brackets that end at or before this word.
    fn close(&mut self, word: u32) {
        while let Some((node, _)) = self.open.pop_if(|&mut (_, end)| end <= word) {
            self.ends[node as usize] = self.items.len() as u32;
        }
    }

    /// The nodes that count, in the order in which their brackets close.
    pub(super) fn postorder(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (1..self.items.len()).collect();
        order.sort_by_key(|&node| (self.ends[node], std::cmp::Reverse(node)));
        order
    }
}

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32).unwrap_or_default()
}

/// The cells of a pair whose words were aligned.
fn cells(index: CommonIndex<'_>) -> Option<&CellIndex> {
    match index {
        CommonIndex::Cells(cells) | CommonIndex::Positions(cells) => Some(cells),
        CommonIndex::Words | CommonIndex::Free | CommonIndex::Times { .. } => None,
    }
}

fn places(cells: &CellIndex, which: Which) -> &[CellPlace] {
    match which {
        Which::Gold => cells.gold(),
        Which::System => cells.system(),
    }
}
