//! The dependencies of both sides, and which of them match.

use std::sync::Arc;

use super::find::{Dependency, DependencyFinder, NoHead, Source};
use super::heads::Heads;
use crate::align::Refusal;
use crate::align::chain::{Chain, Link};
use crate::align::{CellIndex, CellPlace};
use crate::measure::{CommonIndex, Pair};
use crate::prepare::Rules;
use crate::prepare::heads::HeadTable;
use crate::tree::Which;
use crate::values::Vocabulary;

/// Buffers of dependency measures.
#[derive(Clone, Debug, Default)]
pub struct DependencyScratch {
    finder: Option<DependencyFinder>,
    words: Vocabulary,
    class: Vec<u8>,
    pub(super) gold: Half,
    pub(super) system: Half,
    matcher: Matcher,
    /// The dependencies that match, as numbers on both sides.
    pub(super) pairs: Vec<(u32, u32)>,
    /// The dependencies that match with their labels.
    pub(super) labeled: Vec<(u32, u32)>,
}

/// The dependencies of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct Half {
    pub(super) found: Vec<Dependency>,
    /// The class number of each counted word.
    words: Vec<u32>,
    pub(super) entries: Vec<Entry>,
}

/// A dependency as it is compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Number of the dependent among the counted words.
    pub(super) dependent: u32,
    /// Number of the head among the counted words; `None` at the top.
    pub(super) head: Option<u32>,
    /// Place of the dependent.
    place: u32,
    /// Class of the dependent word.
    word: u32,
    /// Place of the head; `None` at the top.
    head_place: Option<u32>,
    /// Class of the head word.
    head_word: Option<u32>,
    labels: Relation,
    pub(super) is_open: bool,
}

/// Label classes of the dependent and of its governor; `None` at the top.
type Relation = (u32, Option<u32>);

impl Entry {
    /// The class of the dependent's label.
    pub(super) fn label(&self) -> u32 {
        self.labels.0
    }

    /// Label classes of the dependent and of its governor.
    pub(super) fn labels(&self) -> (u32, Option<u32>) {
        self.labels
    }
}

/// Whether labels have to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labelling {
    Labeled,
    Unlabeled,
}

/// The parts of two dependencies that must be equal to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    /// Both words.
    Words(Labelling),
    /// The place of the head.
    Places(Labelling),
    /// Only the labels.
    Labels,
}

/// The parts that must be equal for a match, besides labels that count as equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    word: u32,
    head: Option<u32>,
    labels: Option<Relation>,
}

impl Aspect {
    /// The requested aspect, without labels if the recipe does not compare labels.
    pub(super) fn for_rules(self, rules: &Rules) -> Self {
        match self {
            Self::Words(_) if rules.spans_only() => Self::Words(Labelling::Unlabeled),
            Self::Places(_) if rules.spans_only() => Self::Places(Labelling::Unlabeled),
            _ => self,
        }
    }

    fn has_labels(self) -> bool {
        !matches!(self, Self::Words(Labelling::Unlabeled) | Self::Places(Labelling::Unlabeled))
    }

    fn key(self, entry: &Entry) -> Key {
        let (word, head) = match self {
            Self::Words(_) => (entry.word, entry.head_word),
            Self::Places(_) => (0, entry.head_place),
            Self::Labels => (0, None),
        };
        Key { word, head, labels: self.has_labels().then_some(entry.labels) }
    }
}

impl DependencyScratch {
    /// The finder for a table, replaced only if the last one was for another table.
    pub(super) fn finder(&mut self, table: &Arc<HeadTable>) -> &mut DependencyFinder {
        if self.finder.as_ref().is_none_or(|finder| !finder.is_for(table)) {
            self.finder = None;
        }
        self.finder.get_or_insert_with(|| DependencyFinder::new(Arc::clone(table)))
    }

    /// Finds the dependencies of both sides.
    pub(super) fn read(&mut self, pair: &Pair<'_>, heads: &Heads) -> Result<(), Refusal> {
        self.words.clear();
        for (which, side) in [(Which::Gold, &pair.gold), (Which::System, &pair.system)] {
            if side.arena.heads().iter().any(|given| given.head.is_none()) {
                return Err(Refusal::NoGivenHeads(which));
            }
            let source = Source::new(side, pair.rules);
            let mut half =
                std::mem::take(if which == Which::Gold { &mut self.gold } else { &mut self.system });
            let found = self.finder(heads.table()).find(source, &mut half.found);
            if pair.gold.arena.heads().is_empty() != pair.system.arena.heads().is_empty() {
                // A file of dependencies says `root`, a tree the label of its root.
                let at_top = half.found.iter_mut().filter(|one| one.governor.is_none());
                at_top.for_each(|one| one.label = 0);
            }
            self.number_words(source, &mut half.words);
            half.fill(match pair.index {
                CommonIndex::Cells(cells) => Some(places(cells, which)),
                _ => None,
            });
            *(if which == Which::Gold { &mut self.gold } else { &mut self.system }) = half;
            found.map_err(|NoHead { class }| Refusal::NoHead {
                which,
                table: heads.name(),
                label: pair.rules.class_name(class).to_vec(),
            })?;
        }
        Ok(())
    }

    fn number_words(&mut self, source: Source<'_>, words: &mut Vec<u32>) {
        words.clear();
        for &number in source.prepared.kept() {
            let word = source.arena.words()[number as usize].bytes(source.text);
            source.rules.word_class(word, &mut self.class);
            words.push(self.words.number(&self.class));
        }
    }

    /// Finds the dependencies that match and whose dependents share a place.
    pub(super) fn match_by_place(&mut self, aspect: Aspect, rules: &Rules) {
        let (gold, system) = (&self.gold.entries, &self.system.entries);
        self.pairs.clear();
        let (mut i, mut j) = (0, 0);
        while i < gold.len() && j < system.len() {
            let place = gold[i].place.max(system[j].place);
            i += run(&gold[i..], |entry| entry.place < place);
            j += run(&system[j..], |entry| entry.place < place);
            let gold_entries = run(&gold[i..], |entry| entry.place == place);
            let system_entries = run(&system[j..], |entry| entry.place == place);
            if (gold_entries, system_entries) == (1, 1) {
                if is_same(aspect.key(&gold[i]), aspect.key(&system[j]), rules) {
                    self.pairs.push((i as u32, j as u32));
                }
            } else if gold_entries > 0 && system_entries > 0 {
                self.matcher.load(
                    aspect,
                    (&gold[i..i + gold_entries], i),
                    (&system[j..j + system_entries], j),
                    rules,
                );
                self.matcher.match_all(rules, &mut self.pairs);
            }
            (i, j) = (i + gold_entries, j + system_entries);
        }
    }

    /// Finds the largest set of dependencies that match in word order, wherever the words are; among the
    /// largest, one with the most open-class words.
    pub(super) fn match_in_order(&mut self, aspect: Aspect, rules: &Rules) {
        let Self { gold, system, matcher: Matcher { chain, links, .. }, pairs, .. } = self;
        for (links, half) in links.iter_mut().zip([&*gold, &*system]) {
            links.clear();
            links.extend(half.entries.iter().map(|entry| link(aspect.key(entry), entry.is_open)));
        }
        let key = |half: &Half, at: usize| aspect.key(&half.entries[at]);
        chain.find(&links[0], &links[1], |i, j| is_same(key(gold, i), key(system, j), rules), pairs);
    }

    /// Removes all dependencies except those of open-class words.
    pub(super) fn keep_open(&mut self) {
        self.gold.entries.retain(|entry| entry.is_open);
        self.system.entries.retain(|entry| entry.is_open);
    }
}

impl Half {
    /// Converts the dependencies to entries. Without `places`, word numbers are places.
    fn fill(&mut self, places: Option<&[CellPlace]>) {
        let Self { found, words, entries } = self;
        let place = |word: u32| {
            places.map_or(word, |places| places.get(word as usize).map_or(u32::MAX, |place| place.cell))
        };
        entries.clear();
        entries.extend(found.iter().map(|one| Entry {
            dependent: one.dependent,
            head: one.governor.map(|governor| governor.word),
            place: place(one.dependent),
            word: words[one.dependent as usize],
            head_place: one.governor.map(|governor| place(governor.word)),
            head_word: one.governor.map(|governor| words[governor.word as usize]),
            labels: (one.label, one.governor.map(|governor| governor.label)),
            is_open: one.is_open,
        }));
    }
}

fn places(cells: &CellIndex, which: Which) -> &[CellPlace] {
    match which {
        Which::Gold => cells.gold(),
        Which::System => cells.system(),
    }
}

fn link(key: Key, is_heavy: bool) -> Link {
    let head = key.head.map_or(0, |head| u64::from(head) + 1);
    Link { key: (u64::from(key.word) << 32) + head, is_heavy }
}

fn is_same(gold: Key, system: Key, rules: &Rules) -> bool {
    (gold.word, gold.head) == (system.word, system.head)
        && (gold.labels == system.labels
            || gold.labels.zip(system.labels).is_some_and(|(gold, system)| is_related(gold, system, rules)))
}

fn is_related(gold: Relation, system: Relation, rules: &Rules) -> bool {
    let same_parents = match (gold.1, system.1) {
        (Some(gold), Some(system)) => rules.same_class(gold, system),
        (gold, system) => gold == system,
    };
    same_parents && rules.same_class(gold.0, system.0)
}

/// The number of leading entries for which the condition holds.
fn run(entries: &[Entry], is_so: impl Fn(&Entry) -> bool) -> usize {
    entries.iter().take_while(|entry| is_so(entry)).count()
}

/// Matches dependencies at one place as multisets, or in order.
#[derive(Clone, Debug, Default)]
struct Matcher {
    gold: Vec<(Key, Option<Relation>, u32)>,
    system: Vec<(Key, Option<Relation>, u32)>,
    chain: Chain,
    links: [Vec<Link>; 2],
}

impl Matcher {
    /// Loads the entries at one place, sorted by the parts that must be equal. Labels are not part of the key
    /// if labels of different classes can match.
    fn load(
        &mut self,
        aspect: Aspect,
        (gold, first_gold): (&[Entry], usize),
        (system, first_system): (&[Entry], usize),
        rules: &Rules,
    ) {
        let strict = |key: Key| if rules.has_related_labels() { Key { labels: None, ..key } } else { key };
        let sides = [(&mut self.gold, gold, first_gold), (&mut self.system, system, first_system)];
        for (keys, entries, first) in sides {
            keys.clear();
            keys.extend(entries.iter().enumerate().map(|(at, entry)| {
                let key = aspect.key(entry);
                (strict(key), key.labels, (first + at) as u32)
            }));
            keys.sort_unstable();
        }
    }

    /// Matches as many entries as possible. Where a label equals several others, the first remaining one is
    /// taken.
    fn match_all(&mut self, rules: &Rules, pairs: &mut Vec<(u32, u32)>) {
        let start = pairs.len();
        let (mut gold, mut system) = (&self.gold[..], &mut self.system[..]);
        while let (Some(&(gold_key, ..)), Some(&(system_key, ..))) = (gold.first(), system.first()) {
            let key = gold_key.max(system_key);
            gold = &gold[gold.partition_point(|one| one.0 < key)..];
            let skipped = system.partition_point(|one| one.0 < key);
            let (same, rest) = gold.split_at(gold.partition_point(|one| one.0 == key));
            let (_, behind) = system.split_at_mut(skipped);
            let count = behind.partition_point(|one| one.0 == key);
            let (mut free, after) = behind.split_at_mut(count);
            for &(_, labels, number) in same {
                let fits = |system: &Option<Relation>| {
                    labels == *system || labels.zip(*system).is_some_and(|(a, b)| is_related(a, b, rules))
                };
                let Some(at) = free.iter().position(|(_, labels, _)| fits(labels)) else { continue };
                free.swap(0, at);
                let Some((taken, left)) = free.split_first_mut() else { break };
                pairs.push((number, taken.2));
                free = left;
            }
            (gold, system) = (rest, after);
        }
        pairs[start..].sort_unstable();
    }
}
