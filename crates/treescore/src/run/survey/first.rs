//! The first bracket or word with a label in a block. Blocks are cut into units, not into trees, so units are read
//! once more. Labels are new only at the beginning of most corpora: the unit of a label is then found by its text.
//! Where many labels are new at once, all units are read, once for all of them.

use memchr::Memchr;

use super::surveyor::{Role, spot};
use super::{Firsts, Spot};
use crate::read::{Block, Landmark, Scanner, UnitReader, UnitTree, bounds};
use crate::tree::{Arena, Label};
use std::collections::BTreeMap;

/// For more labels than this, all units are read once, instead of the text being searched for each label.
const FEW: usize = 32;

/// Finds first places. Holds the tree that is read once more.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    unit: UnitTree,
    /// By label: whether its first bracket, and its first word, are still to be found.
    is_missing: Vec<[bool; 2]>,
}

/// A block, and the scanner that has begun it.
type Scanned<'a> = (&'a Block, &'a Scanner);

/// By label: the first bracket and the first word.
pub(super) type FirstsByLabel = BTreeMap<usize, Box<Firsts>>;

impl Finder {
    /// Finds the first place of each of these labels, which are new in the block.
    pub(super) fn place(
        &mut self,
        side: Scanned<'_>,
        units: &mut UnitReader,
        wanted: &[(usize, Role)],
        firsts: &mut FirstsByLabel,
    ) {
        if wanted.len() > FEW {
            return self.place_many(side, units, wanted, firsts);
        }
        for &(number, role) in wanted {
            let (label, firsts) = (Label::from_index(number), firsts.entry(number).or_default());
            match role {
                Role::Bracket => firsts.bracket = self.first_bracket(side, units, label),
                Role::Tag => firsts.word = self.first_word(side, units, label).map(Box::new),
            }
        }
    }

    /// As [`place`](Self::place), by reading all units.
    fn place_many(
        &mut self,
        (block, scanner): Scanned<'_>,
        units: &mut UnitReader,
        wanted: &[(usize, Role)],
        firsts: &mut FirstsByLabel,
    ) {
        self.is_missing.clear();
        self.is_missing.resize(units.labels().len(), [false; 2]);
        for &(number, role) in wanted {
            self.is_missing[number][role as usize] = true;
        }
        let (mut left, mut known) = (wanted.len(), None);
        for at in (0..block.extents().len()).filter(|&at| block.has(at)) {
            if left == 0 {
                break;
            }
            if units.read(scanner, block, at, &mut self.unit).is_err() {
                continue;
            }
            let unit = block.landmark(at, known);
            known = Some(unit);
            let tree = (&self.unit.arena, units.text(block, &self.unit));
            left -= place_unit((block, at, unit), tree, &mut self.is_missing, firsts);
        }
    }

    /// The place of the first bracket with this label that is not a tag.
    fn first_bracket(&mut self, side: Scanned<'_>, units: &mut UnitReader, label: Label) -> Option<Spot> {
        let (at, node) = self
            .search(side, units, label, |arena| arena.nodes().iter().position(|node| node.label == label))?;
        let number = bracket_number(&self.unit.arena, node);
        Some(Opens::new(side.0, at, side.0.landmark(at, None)).spot(number))
    }

    /// The first word with this tag, and the start of its tree.
    fn first_word(
        &mut self,
        side: Scanned<'_>,
        units: &mut UnitReader,
        label: Label,
    ) -> Option<(Spot, Vec<u8>)> {
        let is_it = |arena: &Arena| arena.words().iter().find(|word| word.tag == label).copied();
        let (at, word) = self.search(side, units, label, is_it)?;
        let text = units.text(side.0, &self.unit);
        Some((spot(side.0, at), word.bytes(text).to_vec()))
    }

    /// Reads units that may have the label, until `find` finds something in one.
    fn search<T>(
        &mut self,
        (block, scanner): Scanned<'_>,
        units: &mut UnitReader,
        label: Label,
        find: impl Fn(&Arena) -> Option<T>,
    ) -> Option<(usize, T)> {
        let name = units.labels().name(label).to_vec();
        let finder = memchr::memmem::Finder::new(&name);
        for at in (0..block.extents().len()).filter(|&at| block.has(at)) {
            let (start, end) = bounds(block, at);
            // The text of other formats need not have the label as it is.
            let may_have = block.is_taped(at) || finder.find(&block.text()[start..end]).is_some();
            if may_have
                && units.read(scanner, block, at, &mut self.unit).is_ok()
                && let Some(found) = find(&self.unit.arena)
            {
                return Some((at, found));
            }
        }
        None
    }
}

/// Notes the missing labels of a unit, which begins at a landmark: of its tree, with the text of its words. Returns how
/// many these are.
fn place_unit(
    (block, at, unit): (&Block, usize, Landmark),
    (arena, text): (&Arena, &[u8]),
    is_missing: &mut [[bool; 2]],
    firsts: &mut FirstsByLabel,
) -> usize {
    let (mut found, mut opens) = (0, Opens::new(block, at, unit));
    let mut is_first = |label: Label, role: Role| {
        let missing = is_missing.get_mut(label.index());
        let is_first = missing.is_some_and(|missing| std::mem::take(&mut missing[role as usize]));
        found += usize::from(is_first);
        is_first
    };
    for (number, node) in arena.nodes().iter().enumerate() {
        if is_first(node.label, Role::Bracket) {
            let bracket = opens.spot(bracket_number(arena, number));
            firsts.entry(node.label.index()).or_default().bracket = Some(bracket);
        }
    }
    for word in arena.words() {
        if is_first(word.tag, Role::Tag) {
            let first = (spot(block, at), word.bytes(text).to_vec());
            firsts.entry(word.tag.index()).or_default().word = Some(Box::new(first));
        }
    }
    found
}

/// How many brackets open before that of a node: each bracket and each word has opened one, and so has a root
/// without label.
fn bracket_number(arena: &Arena, node: usize) -> usize {
    let words = arena.nodes().get(node).map_or(0, |node| node.bounds().0 as usize);
    node + words + usize::from(arena.is_unwrapped())
}

/// The places of the opening brackets of a unit, in their order.
struct Opens<'a> {
    block: &'a Block,
    /// The bracket that was found last, or the start of the unit.
    last: Landmark,
    start: Landmark,
    /// Where the text of the unit is in its block, and its brackets that were not passed yet.
    bounds: (usize, usize),
    brackets: Memchr<'a>,
    passed: usize,
    is_taped: bool,
}

impl<'a> Opens<'a> {
    /// The brackets of unit `at`, which begins at this landmark.
    fn new(block: &'a Block, at: usize, start: Landmark) -> Self {
        let bounds = bounds(block, at);
        let brackets = memchr::memchr_iter(b'(', &block.text()[bounds.0..bounds.1]);
        Self { block, last: start, start, bounds, brackets, passed: 0, is_taped: block.is_taped(at) }
    }

    /// The place of bracket `number`, if the unit is text in brackets; else that of the unit. Brackets are asked for
    /// in their order.
    fn spot(&mut self, number: usize) -> Spot {
        let open = if self.is_taped { None } else { self.nth(number) };
        let place = match open {
            Some(open) => {
                self.last = self.last.move_to(self.block.text(), self.bounds.0 + open);
                self.last
            }
            None => self.start,
        };
        let place = place.place();
        Spot { document: self.block.document, line: place.line, column: place.column }
    }

    fn nth(&mut self, number: usize) -> Option<usize> {
        if number < self.passed {
            let (start, end) = self.bounds;
            self.brackets = memchr::memchr_iter(b'(', &self.block.text()[start..end]);
            (self.passed, self.last) = (0, self.start);
        }
        let open = self.brackets.nth(number - self.passed);
        self.passed = number + 1;
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Corpus, Dialect, SideReader, Syntax, UnitKind};

    /// Both ways find the same places, in trees on several lines, in one without a root label, and in faulty ones.
    #[test]
    fn many_labels_are_found_where_each_would_be() {
        let start = "(A (é ü) (B b))\n( (S (C c)\n     (D (E e) (A a))))\n(X (Y y\n".to_owned();
        let many = (0..50).map(|at| {
            let end = if at % 3 == 0 { " " } else { "\n\n" };
            format!("(S (N{at} (T{at} ü)) (A a)\n  (P{at} (N{} (V v)) (W w))){end}", at / 2)
        });
        let text = std::iter::once(start).chain(many).collect::<Vec<_>>().concat();
        let mut side = SideReader::new(Corpus::held("x", text.as_bytes()), UnitKind::Tree).unwrap();
        let (mut block, mut scanner) = (Block::default(), Scanner::new());
        assert!(side.next(&mut block).unwrap());
        scanner.begin(block.padded());
        let mut units = UnitReader::new(Syntax::Trees, Dialect::Native);
        let (mut finder, mut tree) = (Finder::default(), UnitTree::default());
        for at in 0..block.extents().len() {
            let _ = units.read(&scanner, &block, at, &mut tree);
        }
        let roles = |label: usize| [(label, Role::Bracket), (label, Role::Tag)];
        let wanted: Vec<(usize, Role)> = (0..units.labels().len()).flat_map(roles).collect();
        let (mut many, mut single) = (FirstsByLabel::new(), FirstsByLabel::new());
        assert!(wanted.len() > FEW);
        finder.place((&block, &scanner), &mut units, &wanted, &mut many);
        for one in &wanted {
            finder.place((&block, &scanner), &mut units, std::slice::from_ref(one), &mut single);
        }
        single.retain(|_, firsts| **firsts != Firsts::default());
        assert_eq!(many, single);
        assert!(many.len() > 100, "{}", many.len());
    }
}
