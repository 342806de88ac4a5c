//! Sketches: trees with the verdict on each bracket and word, independent of the files they come from.
//!
//! Pictures, differences and HTML reports are drawn from sketches, and from nothing else.

use std::borrow::Cow;

use super::{CommonIndex, Counter, Match, Pair, Unpaired, Verdict};
use crate::align::text::Kind;
use crate::prepare::{Prepared, Rules};
use crate::tree::{Arena, Label, Labels, NodeId, Tree, Which};
use crate::values::hash::HashMap;

/// A pair of trees with the verdict on each bracket and word.
///
/// ```
/// use treescore::Scorer;
/// use treescore::measure::{Place, Verdict};
/// let mut scorer = Scorer::of("parseval")?;
/// let sketch = scorer.sketch("(S (NP (D a) (N b)) (V c))", "(S (PP (D a) (N b)) (V c))")?;
/// let fate = sketch.gold.fate(1).unwrap();
/// assert_eq!((sketch.gold.label(1), fate.verdict, fate.partner), ("NP", Verdict::Relabelled, Some(Place::Node(1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// The gold tree or trees; empty if there is none.
    pub gold: SketchTree,
    /// The system's tree or trees; empty if there is none.
    pub system: SketchTree,
    /// True if the pair was scored: items that count have fates.
    pub is_compared: bool,
    /// How the words that count were aligned, if they need not be the same. Without it, the *k*-th word that counts
    /// of gold is the *k*-th of the system.
    pub cells: Option<Vec<SketchCell>>,
    /// How many items of the measure are matched, missing, relabelled, extra, crossing: brackets, or what else it compares.
    pub tally: [usize; 5],
}

/// Consecutive words that count of one or both sides that an alignment puts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SketchCell {
    /// The kind of the cell.
    pub kind: Kind,
    /// How many words of gold it has.
    pub gold: u32,
    /// How many words of the system it has.
    pub system: u32,
}

/// What became of an item that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fate {
    /// The verdict.
    pub verdict: Verdict,
    /// The corresponding item of the other side.
    pub partner: Option<Place>,
    /// How well the two agree, where that is not all or nothing.
    pub worth: Option<f64>,
}

/// Where an item is in its tree, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A bracket, in opening order.
    Node(u32),
    /// The tag of a word.
    Tag(u32),
    /// A word.
    Word(u32),
}

/// Whether a word counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordRole {
    /// It counts.
    #[default]
    Counted,
    /// The recipe deletes it: punctuation, mostly.
    Deleted,
    /// An empty element: nothing is said or written there.
    Empty,
}

/// A tree, or several beside each other, with what became of their brackets and words. Brackets are numbered in
/// opening order (preorder), words in the order of the text.
///
/// ```
/// use treescore::measure::SketchTree;
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (V sat))")?;
/// let sketch = SketchTree::from(&tree);
/// assert_eq!((sketch.label(1), sketch.parent(1), sketch.stretches(1)), ("NP", Some(0), &[(0, 2)][..]));
/// assert_eq!((sketch.word(2), sketch.tag(2), sketch.word_parent(2)), ("sat", Some("V"), Some(0)));
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SketchTree {
    /// The words, one after the other.
    text: String,
    words: Vec<WordEntry>,
    nodes: Vec<NodeEntry>,
    /// The stretches of all brackets, one after the other.
    stretches: Vec<(u32, u32)>,
    /// Labels and tags.
    names: Vec<String>,
    /// Start and end of each word in seconds; those of words that do not count are `None`. Empty without times.
    times: Vec<Option<(f64, f64)>>,
}

#[derive(Clone, Debug, PartialEq)]
struct WordEntry {
    /// Where its text ends; it begins where that of the word before ends.
    end: usize,
    /// The number of its tag among the names.
    tag: Option<u32>,
    parent: Option<u32>,
    role: WordRole,
    fate: Option<Fate>,
    tag_fate: Option<Fate>,
}

#[derive(Clone, Debug, PartialEq)]
struct NodeEntry {
    /// The number of its label among the names.
    label: u32,
    parent: Option<u32>,
    /// Where its stretches end; they begin where those of the bracket before end.
    end: usize,
    fate: Option<Fate>,
}

impl SketchTree {
    /// The number of words.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// The number of brackets.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// A word.
    pub fn word(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.words[before].end);
        &self.text[start..self.words[number].end]
    }

    /// The tag of a word, if it has one.
    pub fn tag(&self, word: usize) -> Option<&str> {
        self.words[word].tag.map(|name| &self.names[name as usize][..])
    }

    /// The innermost bracket around a word.
    pub fn word_parent(&self, word: usize) -> Option<usize> {
        self.words[word].parent.map(|node| node as usize)
    }

    /// Whether a word counts.
    pub fn role(&self, word: usize) -> WordRole {
        self.words[word].role
    }

    /// What became of a word; `None` if words are not compared.
    pub fn word_fate(&self, word: usize) -> Option<Fate> {
        self.words[word].fate
    }

    /// What became of the tag of a word; `None` if tags are not compared, or if the word does not count.
    pub fn tag_fate(&self, word: usize) -> Option<Fate> {
        self.words[word].tag_fate
    }

    /// The start and end of a word in seconds, if it has times.
    pub fn time(&self, word: usize) -> Option<(f64, f64)> {
        self.times.get(word).copied().flatten()
    }

    /// The label of a bracket: as it is compared if it counts (`NP` for `NP-SBJ`), otherwise as it is written.
    pub fn label(&self, node: usize) -> &str {
        &self.names[self.nodes[node].label as usize]
    }

    /// The bracket around a bracket.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent.map(|node| node as usize)
    }

    /// The words of a bracket: stretches of them, half-open and ascending. A bracket without words has one that is
    /// empty.
    pub fn stretches(&self, node: usize) -> &[(u32, u32)] {
        let start = node.checked_sub(1).map_or(0, |before| self.nodes[before].end);
        &self.stretches[start..self.nodes[node].end]
    }

    /// From the first word of a bracket to its last.
    pub fn hull(&self, node: usize) -> (u32, u32) {
        let stretches = self.stretches(node);
        stretches.first().zip(stretches.last()).map_or((0, 0), |(first, last)| (first.0, last.1))
    }

    /// What became of a bracket; `None` if it does not count.
    pub fn fate(&self, node: usize) -> Option<Fate> {
        self.nodes[node].fate
    }

    /// True if the words of some bracket are not one stretch.
    pub fn is_discontinuous(&self) -> bool {
        self.stretches.len() > self.nodes.len()
    }

    /// True if there is neither a word nor a bracket.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.nodes.is_empty()
    }

    /// Copies a tree, in which `label` gives the name of each label of a bracket.
    fn copy<'n>(
        arena: &Arena,
        text: &[u8],
        name: impl Fn(Label) -> &'n [u8],
        label: impl Fn(Label) -> Cow<'n, [u8]>,
    ) -> Self {
        let mut tree = Self::default();
        let mut names = Names::default();
        let parents = arena.word_parents();
        for (word, parent) in arena.words().iter().zip(parents) {
            tree.text.push_str(&String::from_utf8_lossy(word.bytes(text)));
            let tag =
                (word.tag != Label::BARE).then(|| names.number(word.tag, false, || name(word.tag).into()));
            let parent = parent.map(|node| node as u32);
            let (role, end) = (WordRole::Counted, tree.text.len());
            tree.words.push(WordEntry { end, tag, parent, role, fate: None, tag_fate: None });
        }
        for (number, node) in arena.nodes().iter().enumerate() {
            tree.stretches.extend(arena.stretches(number));
            tree.nodes.push(NodeEntry {
                label: names.number(node.label, true, || label(node.label)),
                parent: node.parent().map(|parent: NodeId| parent.index() as u32),
                end: tree.stretches.len(),
                fate: None,
            });
        }
        tree.names = names.names;
        tree
    }

    /// Copies trees as they are written.
    pub(crate) fn of_forest(arena: &Arena, text: &[u8], labels: &Labels) -> Self {
        Self::copy(arena, text, |label| labels.name(label), |label| Cow::Borrowed(labels.name(label)))
    }

    /// Copies a side of a pair, as the recipe sees it.
    fn of_side(side: &super::Side<'_>, rules: &Rules, labels: &Labels) -> Self {
        let label = |label: Label| {
            let rule = &rules.by_label()[label.index()];
            let (written, compared) = (labels.name(label), rules.class_name(rule.bracket));
            let is_compared = rule.keep_bracket && !compared.is_empty() && !rules.spans_only();
            Cow::Borrowed(if is_compared { compared } else { written })
        };
        let mut tree = Self::copy(side.arena, side.text, |label| labels.name(label), label);
        let mut kept = side.prepared.kept().iter().copied().peekable();
        for (number, (entry, word)) in tree.words.iter_mut().zip(side.arena.words()).enumerate() {
            if kept.next_if_eq(&(number as u32)).is_none() {
                let is_trace = rules.by_label()[word.tag.index()].is_trace;
                entry.role = if is_trace { WordRole::Empty } else { WordRole::Deleted };
            }
        }
        tree
    }

    fn set_times(&mut self, prepared: &Prepared, times: &[(f64, f64)]) {
        self.times = vec![None; self.words.len()];
        for (&word, &time) in prepared.kept().iter().zip(times) {
            self.times[word as usize] = Some(time);
        }
    }

    fn set_fate(&mut self, place: Place, fate: Fate) {
        match place {
            Place::Node(node) => self.nodes[node as usize].fate = Some(fate),
            Place::Tag(word) => self.words[word as usize].tag_fate = Some(fate),
            Place::Word(word) => self.words[word as usize].fate = Some(fate),
        }
    }
}

impl From<&Tree> for SketchTree {
    fn from(tree: &Tree) -> Self {
        let name = |label: Label| tree.name(label);
        Self::copy(tree.arena(), tree.text(), name, |label| Cow::Borrowed(tree.name(label)))
    }
}

/// Labels and tags by number, in the order in which they appear.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    /// By label, and whether it is that of a bracket.
    numbers: HashMap<(u32, bool), u32>,
}

impl Names {
    fn number<'n>(&mut self, label: Label, is_bracket: bool, name: impl FnOnce() -> Cow<'n, [u8]>) -> u32 {
        let next = self.names.len() as u32;
        *self.numbers.entry((label.index() as u32, is_bracket)).or_insert_with(|| {
            self.names.push(String::from_utf8_lossy(&name()).into_owned());
            next
        })
    }
}

impl Sketch {
    /// The sketch of a pair whose matches were just found. Only the trees are sketched if the measure does not say which
    /// brackets and words its items are.
    pub(crate) fn of_pair(pair: &Pair<'_>, matches: &[Match], counter: &dyn Counter) -> Self {
        let mut sketch = Self {
            gold: SketchTree::of_side(&pair.gold, pair.rules, pair.labels),
            system: SketchTree::of_side(&pair.system, pair.rules, pair.labels),
            is_compared: true,
            cells: cells(pair.index),
            tally: tally(matches),
        };
        let places = (counter.places(pair, Which::Gold), counter.places(pair, Which::System));
        let (Some(gold_places), Some(system_places)) = places else {
            return Self { is_compared: false, ..sketch };
        };
        if let CommonIndex::Times { gold, system } = pair.index {
            sketch.gold.set_times(pair.gold.prepared, gold);
            sketch.system.set_times(pair.system.prepared, system);
        }
        for found in matches {
            let place = |places: &[Option<Place>], item: Option<super::ItemId>| {
                item.and_then(|item| places.get(item.index()).copied().flatten())
            };
            let (gold, system) = (place(&gold_places, found.gold), place(&system_places, found.system));
            let fate = |partner| Fate { verdict: found.verdict, partner, worth: found.worth };
            if let Some(gold) = gold {
                sketch.gold.set_fate(gold, fate(system));
            }
            if let Some(system) = system {
                sketch.system.set_fate(system, fate(gold));
            }
        }
        if counter.compares_tags() && !matches!(pair.index, CommonIndex::Cells(_)) {
            sketch.compare_tags(pair);
        }
        sketch
    }

    /// The sketch of a pair that was refused.
    pub(crate) fn of_refused(gold: Option<&Unpaired<'_>>, system: Option<SketchTree>) -> Self {
        let gold = gold.map(|gold| SketchTree::of_side(&gold.side, gold.rules, gold.labels));
        Self { gold: gold.unwrap_or_default(), system: system.unwrap_or_default(), ..Self::default() }
    }

    /// Compares the tags of words of both sides at the same places.
    fn compare_tags(&mut self, pair: &Pair<'_>) {
        let rules = pair.rules.by_label();
        let (gold, system) = (pair.gold.arena.words(), pair.system.arena.words());
        for (&a, &b) in pair.gold.prepared.kept().iter().zip(pair.system.prepared.kept()) {
            let (first, second) = (gold[a as usize].tag, system[b as usize].tag);
            if first == Label::BARE || second == Label::BARE {
                continue;
            }
            let is_same =
                first == second || pair.rules.same_tag(rules[first.index()].tag, rules[second.index()].tag);
            let verdict = if is_same { Verdict::Matched } else { Verdict::Relabelled };
            let fate = |partner| Fate { verdict, partner: Some(Place::Tag(partner)), worth: None };
            self.gold.set_fate(Place::Tag(a), fate(b));
            self.system.set_fate(Place::Tag(b), fate(a));
        }
    }
}

/// How many items are matched, missing, relabelled, extra, crossing.
fn tally(matches: &[Match]) -> [usize; 5] {
    let verdicts =
        [Verdict::Matched, Verdict::Missing, Verdict::Relabelled, Verdict::Extra, Verdict::Crossing];
    verdicts.map(|verdict| matches.iter().filter(|found| found.verdict == verdict).count())
}

/// The cells that have words that count.
fn cells(index: CommonIndex<'_>) -> Option<Vec<SketchCell>> {
    let (CommonIndex::Cells(cells) | CommonIndex::Positions(cells)) = index else { return None };
    Some(cells.kept().map(|(kind, gold, system)| SketchCell { kind, gold, system }).collect())
}
