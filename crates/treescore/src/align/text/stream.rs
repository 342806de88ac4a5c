//! Aligns two texts as they are read: equal text in step, everything else in windows.

use super::Tables;
use super::cells::cut_equal;
use super::exceptions::Classes;
use super::forms::Forms;
use super::group::{Group, Kind, Pending};
use super::path::common_prefix;
use super::side::TextSide;
use super::window::{Window, WindowSize};
use super::words::Words;
use crate::values::Meter;

/// Initial window size where the texts differ, in characters of each side.
const WINDOW: usize = 1 << 16;
/// Largest window size.
const LARGEST_WINDOW: usize = 1 << 22;

/// A source of the trees of one side.
pub trait Feed {
    /// The error of the source.
    type Error;

    /// Adds the words of the next tree that has any. Returns false if there is none left.
    ///
    /// # Errors
    /// If the tree cannot be read. Words added before the error are discarded.
    fn next_tree(&mut self, words: &mut Words) -> Result<bool, Self::Error>;
}

/// Aligns two texts, group by group, keeping only as much of them as needed.
///
/// ```
/// use treescore::align::text::{Feed, Group, Kind, Tables, TextAligner, Words};
///
/// struct Lines(std::str::Lines<'static>);
/// impl Feed for Lines {
///     type Error = std::convert::Infallible;
///     fn next_tree(&mut self, words: &mut Words) -> Result<bool, Self::Error> {
///         let line = self.0.next();
///         line.into_iter().flat_map(str::split_whitespace).for_each(|word| words.push(word.as_bytes()));
///         Ok(line.is_some())
///     }
/// }
///
/// let mut gold = Lines("This ca n't be\nright .".lines());
/// let mut system = Lines("this can not be right.".lines());
/// let mut group = Group::default();
/// let mut aligner = TextAligner::new(Tables::default());
/// assert!(aligner.next(&mut gold, &mut system, &mut group)?);
/// assert_eq!((group.gold_trees, group.system_trees), (2, 1));
/// let kinds: Vec<Kind> = group.cells.iter().map(|cell| cell.kind).collect();
/// assert_eq!(kinds, [Kind::Same, Kind::Equiv, Kind::Equiv, Kind::Same, Kind::Retok]);
/// assert!(!aligner.next(&mut gold, &mut system, &mut group)?);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextAligner {
    exceptions: Classes,
    forms: Forms,
    window: usize,
    largest_window: usize,
    gold: TextSide,
    system: TextSide,
    pending: Pending,
    aligned: Window,
    gold_ends: Vec<usize>,
    system_ends: Vec<usize>,
}

/// How far both texts are equal.
enum Reached {
    /// Up to the end of these trees on both sides.
    Trees { gold: usize, system: usize },
    /// Up to a difference.
    Difference,
    /// Up to the end of one text; these are the last trees compared.
    End { gold: usize, system: usize },
}

impl TextAligner {
    /// Creates an aligner for two texts.
    pub fn new(tables: Tables) -> Self {
        Self {
            exceptions: tables.exceptions.classes(&tables.normaliser),
            forms: Forms::new(tables.normaliser),
            window: WINDOW,
            largest_window: LARGEST_WINDOW,
            gold: TextSide::default(),
            system: TextSide::default(),
            pending: Pending::default(),
            aligned: Window::default(),
            gold_ends: Vec::new(),
            system_ends: Vec::new(),
        }
    }

    /// Stops when this meter says so. The groups of the window at hand are then left out.
    pub(crate) fn attach(&mut self, meter: &Meter) {
        self.aligned.attach(meter);
    }

    /// Changes the initial window size, in characters of each side. For tests: the default is well chosen.
    #[must_use]
    pub fn with_window(self, characters: usize) -> Self {
        Self { window: characters.clamp(1, LARGEST_WINDOW), ..self }
    }

    /// Reduces the largest window size, so that tests need no texts of millions of characters.
    #[cfg(test)]
    pub(super) fn with_largest_window(self, characters: usize) -> Self {
        Self { largest_window: characters, ..self }
    }

    /// Prepares for another pair of texts, after the feeds have ended and every group was returned.
    pub fn restart(&mut self) {
        self.gold.restart();
        self.system.restart();
        self.pending.clear();
    }

    /// Moves the next group to `group`. Returns false at the end of both texts. Trees are taken from the
    /// feeds only as needed.
    ///
    /// # Errors
    /// The error of a feed. Nothing is lost: the next call continues where this one stopped.
    pub fn next<G: Feed, S: Feed<Error = G::Error>>(
        &mut self,
        gold: &mut G,
        system: &mut S,
        group: &mut Group,
    ) -> Result<bool, G::Error> {
        if self.pending.pop_into(group) {
            return Ok(true);
        }
        match (self.gold.pull_first(gold)?, self.system.pull_first(system)?) {
            (false, false) => return Ok(false),
            (true, false) => self.push_one_sided(1, 0),
            (false, true) => self.push_one_sided(0, 1),
            (true, true) => {
                let (gold_tree, system_tree) = (self.gold.first_tree(), self.system.first_tree());
                if gold_tree.is_same(system_tree) {
                    group.set_plain(gold_tree.len(), self.forms.count(gold_tree));
                    self.gold.advance(1);
                    self.system.advance(1);
                    return Ok(true);
                }
                self.align_next(gold, system)?;
            }
        }
        let (gold_trees, system_trees) = self.pending.trees();
        self.gold.advance(gold_trees);
        self.system.advance(system_trees);
        Ok(self.pending.pop_into(group))
    }

    /// Finds the next groups where the first trees differ.
    fn align_next<G: Feed, S: Feed<Error = G::Error>>(
        &mut self,
        gold: &mut G,
        system: &mut S,
    ) -> Result<(), G::Error> {
        match self.compare_in_step(gold, system)? {
            Reached::Trees { gold, system } => {
                self.gold.word_ends(gold, &mut self.gold_ends);
                self.system.word_ends(system, &mut self.system_ends);
                cut_equal(&self.gold_ends, &self.system_ends, &mut self.pending);
                self.pending.close(gold, system);
            }
            Reached::Difference => self.align_windows(gold, system)?,
            Reached::End { gold: gold_trees, system: system_trees } => {
                if self.fill(self.window, gold, system)? {
                    self.align(WindowSize::Whole);
                } else {
                    let (sides, trees) = ((&self.gold, &self.system), (gold_trees, system_trees));
                    self.aligned.align_overhang(sides, trees, &self.exceptions, &mut self.pending);
                }
            }
        }
        Ok(())
    }

    /// Compares both texts in step.
    fn compare_in_step<G: Feed, S: Feed<Error = G::Error>>(
        &mut self,
        gold: &mut G,
        system: &mut S,
    ) -> Result<Reached, G::Error> {
        let (mut gold_trees, mut system_trees, mut equal) = (1, 1, 0);
        loop {
            self.gold.normalise(&mut self.forms);
            self.system.normalise(&mut self.forms);
            let ends = (self.gold.characters_in(gold_trees), self.system.characters_in(system_trees));
            let next = ends.0.min(ends.1);
            let texts = (&self.gold.characters()[equal..next], &self.system.characters()[equal..next]);
            if common_prefix(texts.0, texts.1) < next - equal {
                return Ok(Reached::Difference);
            }
            equal = next;
            let is_more = match ends.0.cmp(&ends.1) {
                std::cmp::Ordering::Equal => {
                    return Ok(Reached::Trees { gold: gold_trees, system: system_trees });
                }
                std::cmp::Ordering::Less => {
                    gold_trees += 1;
                    self.gold.trees() >= gold_trees || self.gold.pull(gold)?
                }
                std::cmp::Ordering::Greater => {
                    system_trees += 1;
                    self.system.trees() >= system_trees || self.system.pull(system)?
                }
            };
            if !is_more {
                let (gold, system) =
                    (gold_trees.min(self.gold.trees()), system_trees.min(self.system.trees()));
                return Ok(Reached::End { gold, system });
            }
        }
    }

    /// Reads `size` characters of both sides. Returns true if both texts end within them.
    fn fill<G: Feed, S: Feed<Error = G::Error>>(
        &mut self,
        size: usize,
        gold: &mut G,
        system: &mut S,
    ) -> Result<bool, G::Error> {
        self.gold.fill(size, gold, &mut self.forms)?;
        self.system.fill(size, system, &mut self.forms)?;
        let is_within = |side: &TextSide| side.has_ended() && side.length() <= size;
        Ok(is_within(&self.gold) && is_within(&self.system))
    }

    /// Aligns larger and larger windows until something is certain.
    fn align_windows<G: Feed, S: Feed<Error = G::Error>>(
        &mut self,
        gold: &mut G,
        system: &mut S,
    ) -> Result<(), G::Error> {
        let mut size = self.window;
        loop {
            let is_largest = size >= self.largest_window;
            let window = match self.fill(size, gold, system)? {
                true => WindowSize::Whole,
                false if is_largest => WindowSize::Largest(size),
                false => WindowSize::Start(size),
            };
            if self.align(window) || self.aligned.is_stopped() {
                return Ok(());
            }
            if is_largest {
                // Unrelated text: at least one tree of each side, so that the alignment makes progress.
                self.push_one_sided(
                    self.gold.trees_within(size).max(1),
                    self.system.trees_within(size).max(1),
                );
                return Ok(());
            }
            size = (2 * size).min(self.largest_window);
        }
    }

    fn align(&mut self, window: WindowSize) -> bool {
        self.aligned.align((&self.gold, &self.system), window, &self.exceptions, &mut self.pending)
    }

    /// Makes one-sided groups of single trees: the first `gold` trees of gold, then the first `system` trees
    /// of the system.
    fn push_one_sided(&mut self, gold: usize, system: usize) {
        self.gold.normalise(&mut self.forms);
        self.system.normalise(&mut self.forms);
        for (side, trees, kind, (in_gold, in_system)) in
            [(&self.gold, gold, Kind::Gold, (1, 0)), (&self.system, system, Kind::System, (0, 1))]
        {
            for tree in 0..trees {
                let words = side.words_in(tree + 1) - side.words_in(tree);
                let characters = side.characters_in(tree + 1) - side.characters_in(tree);
                (0..words).for_each(|_| self.pending.push_cell(kind, in_gold, in_system));
                self.pending.count_characters(in_gold * characters, in_system * characters, 0);
                self.pending.close(in_gold, in_system);
            }
        }
    }
}
