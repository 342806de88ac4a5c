//! A tree reduced to what a picture shows.

use super::Mark;
use super::prune::LeftOut;
use crate::measure::{SketchTree, WordRole};

/// Which parts of a tree are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// Tags of words. Tags that differ are always shown.
    pub tags: bool,
    /// Words that do not count, but are no empty elements: punctuation, mostly.
    pub deleted: bool,
    /// Brackets that do not count: dummy roots, mostly.
    pub uncounted: bool,
}

impl Show {
    /// All of them.
    pub const ALL: Self = Self { tags: true, deleted: true, uncounted: true };
}

/// A tree as a picture shows it: words in the order of the text, brackets in opening order. All numbers are positions in these
/// lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// The words.
    pub words: Vec<DrawnWord>,
    /// The brackets; each has at least one word.
    pub nodes: Vec<DrawnNode>,
    /// What is not drawn because it is too much.
    pub left_out: LeftOut,
}

/// What a word of a picture stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordKind {
    /// A word that counts.
    #[default]
    Counted,
    /// A word that does not count.
    Deleted,
    /// The words of a bracket that is the same on both sides.
    Folded,
    /// Words and brackets that are left out.
    Stub,
    /// The words of a bracket that is drawn further down.
    Continued,
}

/// A word of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnWord {
    /// The text.
    pub text: String,
    /// The tag, if it is shown.
    pub tag: Option<String>,
    /// What became of the word.
    pub mark: Mark,
    /// True if words are compared, so that a sign before them means something.
    pub is_compared: bool,
    /// What became of its tag.
    pub tag_mark: Mark,
    /// What it stands for.
    pub kind: WordKind,
    /// The innermost bracket around it.
    pub parent: Option<usize>,
    /// Start and end in seconds.
    pub time: Option<(f64, f64)>,
    /// The number in the sketch; of several words, the first.
    pub number: usize,
    /// How many words it stands for, if it is folded or stands for words that are left out; otherwise 0.
    pub hidden: usize,
}

impl DrawnWord {
    /// How many words of the tree it is.
    pub(super) fn stands_for(&self) -> usize {
        self.hidden.max(1)
    }

    /// The times: `0.12–0.48`. Seconds that nobody can read are short, too.
    pub(super) fn time_text(&self) -> Option<String> {
        self.time.map(time_text)
    }

    /// The word as it is shown, behind its sign.
    pub(super) fn marked(&self, shown: String, unicode: bool) -> String {
        if self.is_compared { self.mark.before(&shown, unicode) } else { shown }
    }
}

/// A bracket of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnNode {
    /// The label, without its mark.
    pub label: String,
    /// What became of it.
    pub mark: Mark,
    /// The bracket around it.
    pub parent: Option<usize>,
    /// Its words: stretches, half-open, ascending, not adjacent.
    pub stretches: Vec<(usize, usize)>,
    /// How well it agrees with its partner, where that is not all or nothing.
    pub worth: Option<f64>,
    /// The number in the sketch.
    pub number: usize,
}

impl DrawnNode {
    /// From the first word to the last.
    pub fn hull(&self) -> (usize, usize) {
        self.stretches.first().zip(self.stretches.last()).map_or((0, 0), |(first, last)| (first.0, last.1))
    }
}

impl Drawn {
    /// Reduces a tree to what is shown of it. Empty elements and brackets without words are never shown.
    pub fn new(tree: &SketchTree, show: Show) -> Self {
        let is_shown = |word: usize| match tree.role(word) {
            WordRole::Counted => true,
            WordRole::Deleted => show.deleted,
            WordRole::Empty => false,
        };
        let shown: Vec<usize> = (0..tree.words()).filter(|&word| is_shown(word)).collect();
        // The number of shown words before each word.
        let mut before = vec![0; tree.words() + 1];
        for word in 0..tree.words() {
            before[word + 1] = before[word] + usize::from(is_shown(word));
        }
        let mut nodes: Vec<DrawnNode> = Vec::new();
        // For each bracket the innermost shown one that is it or is around it.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(tree.nodes());
        for number in 0..tree.nodes() {
            let parent = tree.parent(number).and_then(|parent| places[parent]);
            let counts = show.uncounted || tree.fate(number).is_some();
            let stretches = if counts { over_shown(tree.stretches(number), &before) } else { Vec::new() };
            if stretches.is_empty() {
                places.push(parent);
                continue;
            }
            places.push(Some(nodes.len()));
            let fate = tree.fate(number);
            let worth = fate.and_then(|fate| fate.worth);
            let label = tree.label(number).to_owned();
            nodes.push(DrawnNode { label, mark: fate.into(), parent, stretches, worth, number });
        }
        let words = shown.into_iter().map(|number| DrawnWord {
            parent: tree.word_parent(number).and_then(|parent| places[parent]),
            ..word(tree, number, show)
        });
        Self { words: words.collect(), nodes, left_out: LeftOut::default() }
    }

    /// The same tree without marks, as one that is not compared.
    #[must_use]
    pub fn unmarked(mut self) -> Self {
        for node in &mut self.nodes {
            (node.mark, node.worth) = (Mark::Plain, None);
        }
        for word in &mut self.words {
            (word.mark, word.tag_mark, word.is_compared) = (Mark::Plain, Mark::Plain, false);
        }
        self
    }

    /// The words of a bracket, also those that are folded.
    pub(super) fn texts<'d>(&'d self, node: &'d DrawnNode) -> impl Iterator<Item = &'d str> {
        let words = node.stretches.iter().flat_map(|&(start, end)| &self.words[start..end]);
        words.flat_map(|word| {
            let most = if word.kind == WordKind::Folded { usize::MAX } else { 1 };
            word.text.splitn(most, ' ')
        })
    }

    /// The time of a bracket: from its first word to its last.
    pub(super) fn time(&self, node: &DrawnNode) -> Option<String> {
        let words = node.stretches.iter().flat_map(|&(start, end)| &self.words[start..end]);
        hull_of_times(words).map(time_text)
    }

    /// The number of levels of brackets.
    pub(super) fn levels(&self) -> usize {
        self.depths().into_iter().max().map_or(0, |depth| depth + 1)
    }

    /// True if the words of some bracket are not one stretch.
    pub fn is_discontinuous(&self) -> bool {
        self.nodes.iter().any(|node| node.stretches.len() > 1)
    }

    /// The depth of each bracket: 0 for a root.
    pub(super) fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
        }
        depths
    }
}

/// A stretch of time in seconds.
fn time_text((start, end): (f64, f64)) -> String {
    let text = |time: f64| if time.abs() < 1e7 { format!("{time:.2}") } else { format!("{time:.2e}") };
    format!("{}–{}", text(start), text(end))
}

/// From the first start of these words to the last end.
pub(super) fn hull_of_times<'w>(words: impl Iterator<Item = &'w DrawnWord>) -> Option<(f64, f64)> {
    words.filter_map(|word| word.time).reduce(|(start, end), (from, to)| (start.min(from), end.max(to)))
}

/// A word with its tag, outside of all brackets.
fn word(tree: &SketchTree, number: usize, show: Show) -> DrawnWord {
    let tag_mark = Mark::from(tree.tag_fate(number));
    let is_tag_shown = show.tags || tag_mark != Mark::Plain;
    DrawnWord {
        text: tree.word(number).to_owned(),
        tag: tree.tag(number).filter(|_| is_tag_shown).map(str::to_owned),
        mark: tree.word_fate(number).into(),
        is_compared: tree.word_fate(number).is_some(),
        tag_mark,
        kind: if tree.role(number) == WordRole::Counted { WordKind::Counted } else { WordKind::Deleted },
        parent: None,
        time: tree.time(number),
        number,
        hidden: 0,
    }
}

/// Stretches over the shown words: those that become adjacent are one.
fn over_shown(stretches: &[(u32, u32)], before: &[usize]) -> Vec<(usize, usize)> {
    let mut shown: Vec<(usize, usize)> = Vec::with_capacity(1);
    for &(start, end) in stretches {
        let (start, end) = (before[start as usize], before[end as usize]);
        match shown.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ if start < end => shown.push((start, end)),
            _ => {}
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Drawn, Show};
    use crate::Scorer;

    #[test]
    fn only_what_counts_is_shown_on_request() {
        let tree = "(TOP (S (NP (N a) (-NONE- *)) (X (, ,)) (V b)))";
        for (show, words, labels) in [
            (Show::ALL, vec!["a", ",", "b"], vec!["TOP", "S", "NP", "X"]),
            (Show::default(), vec!["a", "b"], vec!["S", "NP"]),
            (Show { deleted: true, ..Show::default() }, vec!["a", ",", "b"], vec!["S", "NP"]),
        ] {
            let sketch = Scorer::of("parseval").unwrap().sketch(tree, tree).unwrap();
            let drawn = Drawn::new(&sketch.gold, show);
            assert_eq!(drawn.words.iter().map(|word| &*word.text).collect::<Vec<_>>(), words);
            assert_eq!(drawn.nodes.iter().map(|node| &*node.label).collect::<Vec<_>>(), labels);
        }
    }
}
