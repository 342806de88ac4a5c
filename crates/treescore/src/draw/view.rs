//! What is drawn of a pair: folded, and as much of it as can be read.

use super::columns::{Column, Link};
use super::prune::Limits;
use super::{Drawn, Mark, fold};

/// What is drawn of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The gold tree.
    pub gold: Drawn,
    /// The system's tree.
    pub system: Drawn,
    /// The common columns; `None` if the words do not correspond.
    pub columns: Option<Vec<Column>>,
}

/// Which word of a column is meant.
type Side = fn(&Column) -> Option<usize>;

const GOLD: Side = |column| column.gold;
const SYSTEM: Side = |column| column.system;

impl View {
    /// Folds what is the same on both sides.
    pub(super) fn folded(&self) -> Self {
        let Some(columns) = &self.columns else { return self.clone() };
        let (gold, system, columns) = fold::fold(&self.gold, &self.system, columns);
        Self { gold, system, columns: Some(columns) }
    }

    /// True if there is more than is drawn.
    pub(super) fn exceeds(&self, limits: Limits) -> bool {
        let columns = self.columns.as_ref().map(Vec::len);
        let columns = columns.unwrap_or(self.gold.words.len().max(self.system.words.len()));
        columns > limits.words || self.gold.levels().max(self.system.levels()) > limits.levels
    }

    /// Leaves out what exceeds the limits.
    pub(super) fn narrowed(&self, limits: Limits) -> Self {
        if !self.exceeds(limits) {
            return self.clone();
        }
        let Some(columns) = &self.columns else {
            let prune = |drawn: &Drawn| drawn.clone().prune(limits);
            return Self { gold: prune(&self.gold), system: prune(&self.system), columns: None };
        };
        let view = self.window(columns, limits.words);
        if view.gold.levels().max(view.system.levels()) <= limits.levels {
            return view;
        }
        view.shallow(limits.levels)
    }

    /// The words around the first difference.
    fn window(&self, columns: &[Column], words: usize) -> Self {
        let first = self.first_difference(columns, words);
        let start = first.min(columns.len().saturating_sub(words));
        let window = &columns[start..(start + words).min(columns.len())];
        let range = |of: Side, count: usize| {
            let inside = window.iter().filter_map(of);
            let both = inside.clone().min().zip(inside.max());
            both.map_or((0, count.min(1)), |(first, last)| (first, last + 1))
        };
        let (a, b) = range(GOLD, self.gold.words.len());
        let (c, d) = range(SYSTEM, self.system.words.len());
        let (gold, system) = (self.gold.clone().cut_words(a, b), self.system.clone().cut_words(c, d));
        let cut = Cut { window, gold: (a, gold.words.len()), system: (c, system.words.len()) };
        // A side without a word in the window has nothing to stand beside.
        let is_beside = [GOLD, SYSTEM].iter().all(|of| window.iter().any(|column| of(column).is_some()));
        let columns = is_beside.then(|| cut.columns(b < self.gold.words.len(), d < self.system.words.len()));
        Self { gold, system, columns }
    }

    /// The column of the first bracket that is not matched; that of the tree around it if both fit.
    fn first_difference(&self, columns: &[Column], words: usize) -> usize {
        let first = |drawn: &Drawn, of: Side| {
            let marked = drawn.first_marked()?;
            let root = std::iter::successors(Some(marked), |&node| drawn.nodes[node].parent).last()?;
            let (root, (start, end)) = (drawn.nodes[root].hull().0, drawn.nodes[marked].hull());
            let from = if end - root <= words { root } else { start };
            columns.iter().position(|column| of(column) == Some(from))
        };
        first(&self.gold, GOLD).into_iter().chain(first(&self.system, SYSTEM)).min().unwrap_or(0)
    }

    /// Leaves out levels: those inside, and those around if the first difference is far from the root.
    fn shallow(self, levels: usize) -> Self {
        let (top, column) = self.top(levels).unwrap_or_default();
        let column = self.columns.as_ref().and_then(|columns| columns.get(column).copied());
        let cut = |drawn: Drawn, of: Side| {
            let around = column.as_ref().and_then(of).and_then(|word| drawn.around(word, top));
            around.map_or(drawn.clone(), |node| drawn.below(node)).cut_levels(levels)
        };
        let (gold, system) = (cut(self.gold, GOLD), cut(self.system, SYSTEM));
        let is_same = gold.words.len() == system.words.len()
            && gold.words.iter().zip(&system.words).all(|(one, other)| one.text == other.text);
        let columns = is_same.then(|| {
            let both = |at| Column { gold: Some(at), system: Some(at), link: Link::Same };
            (0..gold.words.len()).map(both).collect()
        });
        Self { gold, system, columns }
    }

    /// The depth at which a picture of so many levels begins to show the first difference, and a column there. What is around a
    /// difference is matched, so that the same depth belongs together on both sides.
    fn top(&self, levels: usize) -> Option<(usize, usize)> {
        let columns = self.columns.as_ref()?;
        let of_side = |drawn: &Drawn, of: Side| {
            let marked = drawn.first_marked()?;
            let depth =
                std::iter::successors(drawn.nodes[marked].parent, |&node| drawn.nodes[node].parent).count();
            let word = drawn.nodes[marked].hull().0;
            let column = columns.iter().position(|column| of(column) == Some(word))?;
            Some((if depth < levels { 0 } else { depth - levels / 2 }, column))
        };
        of_side(&self.gold, GOLD).into_iter().chain(of_side(&self.system, SYSTEM)).min()
    }
}

impl Drawn {
    /// The first bracket that is not matched.
    fn first_marked(&self) -> Option<usize> {
        self.nodes.iter().position(|node| node.mark != Mark::Plain)
    }

    /// The bracket of this depth around a word; `None` for a root.
    fn around(&self, word: usize, depth: usize) -> Option<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(self.words[word].parent, |&node| self.nodes[node].parent).collect();
        path.reverse();
        path.get(depth).copied().filter(|_| depth > 0)
    }
}

/// The columns that are left of a pair.
struct Cut<'c> {
    window: &'c [Column],
    /// The first word of gold that is left, and how many words there are now.
    gold: (usize, usize),
    /// The same of the system.
    system: (usize, usize),
}

impl Cut<'_> {
    /// The columns of what is left, with those of the words that stand for what comes before and after.
    fn columns(&self, has_more_gold: bool, has_more_system: bool) -> Vec<Column> {
        let moved =
            |word: Option<usize>, first: usize| word.map(|word| word - first + usize::from(first > 0));
        let mut all = Vec::with_capacity(self.window.len() + 2);
        let stub = |gold: Option<usize>, system: Option<usize>| {
            (gold.is_some() || system.is_some()).then_some(Column { gold, system, link: Link::Same })
        };
        all.extend(stub((self.gold.0 > 0).then_some(0), (self.system.0 > 0).then_some(0)));
        all.extend(self.window.iter().map(|column| Column {
            gold: moved(column.gold, self.gold.0),
            system: moved(column.system, self.system.0),
            ..*column
        }));
        let last = |has_more: bool, words: usize| has_more.then(|| words - 1);
        all.extend(stub(last(has_more_gold, self.gold.1), last(has_more_system, self.system.1)));
        all
    }
}
