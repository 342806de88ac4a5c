//! The output of text alignment: groups of trees over the same text, and cells of words.

use super::counts::TextCounts;

/// The relation of the words of a cell.
///
/// ```
/// use treescore::align::text::Kind;
/// assert_eq!(Kind::ALL.map(Kind::as_str), ["same", "retok", "equiv", "diff", "gold", "system"]);
/// assert!(!Kind::Retok.differs());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One word on each side, with the same text.
    Same,
    /// The same text, divided into words differently.
    Retok,
    /// Equivalent by a list of exceptions.
    Equiv,
    /// Words on both sides, with different text.
    Diff,
    /// Gold words only.
    Gold,
    /// System words only.
    System,
}

impl Kind {
    /// The name in machine formats.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Retok => "retok",
            Self::Equiv => "equiv",
            Self::Diff => "diff",
            Self::Gold => "gold",
            Self::System => "system",
        }
    }
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Self; 6] = [Self::Same, Self::Retok, Self::Equiv, Self::Diff, Self::Gold, Self::System];

    /// True if the text differs.
    pub fn differs(self) -> bool {
        matches!(self, Self::Diff | Self::Gold | Self::System)
    }
}

/// A cell: the words of both sides that the alignment puts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Number of gold words.
    pub gold: u32,
    /// Number of system words.
    pub system: u32,
    /// The relation of the words.
    pub kind: Kind,
}

/// A group: the fewest trees of both sides that cover the same text. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Number of gold trees.
    pub gold_trees: u32,
    /// Number of system trees.
    pub system_trees: u32,
    /// True for one tree on each side with the same words, each [`Kind::Same`]. `cells` is then empty.
    pub is_plain: bool,
    /// The words of these trees, cut into cells.
    pub cells: Vec<Cell>,
    /// Counts of what is equal and what differs.
    pub text: TextCounts,
}

impl Group {
    pub(super) fn set_plain(&mut self, words: usize, characters: usize) {
        (self.gold_trees, self.system_trees, self.is_plain) = (1, 1, true);
        self.cells.clear();
        self.text = TextCounts::of_plain(words as u64, characters as u64);
    }
}

/// Groups that are complete but not returned yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    cells: Vec<Cell>,
    closed: Vec<Closed>,
    returned: usize,
    /// Counts of the current group.
    text: TextCounts,
    first_cell: usize,
}

#[derive(Clone, Copy, Debug)]
struct Closed {
    is_plain: bool,
    first_cell: usize,
    end_cell: usize,
    text: TextCounts,
}

impl Pending {
    /// Adds a cell to the current group.
    pub(super) fn push_cell(&mut self, kind: Kind, gold: usize, system: usize) {
        let before = self.cells.get(self.first_cell..).and_then(<[_]>::last);
        let is_new_place = !before.is_some_and(|cell| cell.kind.differs());
        self.text.count(kind, gold as u64, system as u64, is_new_place);
        let number = |words: usize| u32::try_from(words).unwrap_or(u32::MAX);
        self.cells.push(Cell { gold: number(gold), system: number(system), kind });
    }

    /// Counts characters of the current group, and how many of them are equal.
    pub(super) fn count_characters(&mut self, gold: usize, system: usize, equal: usize) {
        self.text.gold_characters += gold as u64;
        self.text.system_characters += system as u64;
        self.text.equal_characters += equal as u64;
    }

    /// Counts a word that begins and ends in the same place on both sides.
    pub(super) fn count_word_match(&mut self) {
        self.text.word_matches += 1;
    }

    /// Completes the current group.
    pub(super) fn close(&mut self, gold_trees: usize, system_trees: usize) {
        let mut text = std::mem::take(&mut self.text);
        text.close(gold_trees as u64, system_trees as u64);
        let same = text.cells_same;
        let is_plain = gold_trees == 1
            && system_trees == 1
            && same == Kind::ALL.iter().map(|&kind| text.cells(kind)).sum::<u64>();
        if is_plain {
            self.cells.truncate(self.first_cell);
        }
        let end_cell = self.cells.len();
        self.closed.push(Closed { is_plain, first_cell: self.first_cell, end_cell, text });
        self.first_cell = end_cell;
    }

    /// The numbers of gold and system trees in all groups.
    pub(super) fn trees(&self) -> (usize, usize) {
        let sum = |of: fn(&TextCounts) -> u64| {
            self.closed.iter().map(|closed| of(&closed.text)).sum::<u64>() as usize
        };
        (sum(|text| text.gold_trees), sum(|text| text.system_trees))
    }

    /// Moves the next group to `group`. Returns false if there is none.
    pub(super) fn pop_into(&mut self, group: &mut Group) -> bool {
        let Some(closed) = self.closed.get(self.returned) else {
            self.clear();
            return false;
        };
        self.returned += 1;
        let number = |trees: u64| u32::try_from(trees).unwrap_or(u32::MAX);
        group.gold_trees = number(closed.text.gold_trees);
        group.system_trees = number(closed.text.system_trees);
        group.is_plain = closed.is_plain;
        group.text = closed.text;
        group.cells.clear();
        group.cells.extend_from_slice(&self.cells[closed.first_cell..closed.end_cell]);
        true
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.closed.clear();
        self.text = TextCounts::default();
        (self.returned, self.first_cell) = (0, 0);
    }
}
