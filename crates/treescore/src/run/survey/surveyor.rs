//! The state of a thread that surveys pairs, block by block.

use super::first::Finder;
use super::tally::LabelTally;
use super::{LabelSeen, PairSurvey, SideSurvey, Spot};
use crate::align::Refusal;
use crate::prepare::{LabelRule, Root, Rules, conventions};
use crate::read::{Block, PairBlock, Scanner, UnitReader};
use crate::run::lens::{Both, Forest, Lens};
use crate::tree::{Arena, Label, Labels, Which};

/// What was seen in one block.
#[derive(Clone, Debug, Default)]
pub(in crate::run) struct SurveyPart {
    pub(super) gold: SideSurvey,
    pub(super) systems: Vec<(SideSurvey, PairSurvey)>,
}

/// Surveys the pairs of blocks.
#[derive(Clone, Debug)]
pub(in crate::run) struct Surveyor {
    gold: SideState,
    systems: Vec<SideState>,
    known: KnownLabels,
    /// True if the gold text of the block may have words that look like traces, but have another tag.
    has_trace_words: bool,
    /// True if the trees are intents and slots: only their labels matter, and which of them are roots.
    has_slots: bool,
    finder: Finder,
}

/// What a thread knows about one side.
#[derive(Clone, Debug, Default)]
struct SideState {
    /// Labels of the block.
    tally: LabelTally,
    /// By label: whether the first bracket and the first word with it are known.
    placed: Vec<[bool; 2]>,
    /// By label: how often it is the root of gold, and of this system, in pairs of trees of the block.
    roots: Vec<[u32; 2]>,
}

/// What is known about labels, by their numbers.
#[derive(Clone, Debug, Default)]
struct KnownLabels {
    /// Whether findings may ask for the first bracket, and for the first word, by the name alone.
    is_asked: Vec<[bool; 2]>,
    /// Whether gold has brackets, and words, with this label.
    is_gold: Vec<[bool; 2]>,
    code: Option<Label>,
}

/// A pair whose sides were read.
pub(in crate::run) struct SurveyedPair<'a> {
    pub(in crate::run) both: &'a Both<'a>,
    pub(in crate::run) lens: &'a Lens,
    pub(in crate::run) is_scored: bool,
    /// The blocks of gold and system, and the number of the unit in them.
    pub(in crate::run) at: (&'a Block, &'a Block, usize),
}

/// The place of a unit.
pub(in crate::run) fn spot(block: &Block, at: usize) -> Spot {
    let place = block.position(at);
    Spot { document: block.document, line: place.line, column: place.column }
}

/// The label of the outermost bracket; of a tree that is one word, its tag.
#[inline]
fn root(arena: &Arena) -> Option<Label> {
    let node = arena.nodes().first().map(|node| node.label);
    node.or_else(|| arena.words().first().map(|word| word.tag))
}

/// True for a dummy root that counts as a bracket.
#[inline]
fn counts_as_root(arena: &Arena, rules: &Rules, rule: &LabelRule) -> bool {
    rule.is_dummy && rule.keep_bracket && rules.recipe().root == Root::Count && !arena.nodes().is_empty()
}

impl Surveyor {
    pub(in crate::run) fn new(systems: usize, has_slots: bool) -> Self {
        Self {
            gold: SideState::default(),
            systems: vec![SideState::default(); systems],
            known: KnownLabels::default(),
            has_trace_words: false,
            has_slots,
            finder: Finder::default(),
        }
    }

    /// Begins a block.
    pub(in crate::run) fn begin(&mut self, block: &PairBlock, part: &mut SurveyPart) {
        part.systems.resize_with(self.systems.len(), Default::default);
        self.has_trace_words = !self.has_slots && may_have_trace_words(&block.gold);
    }

    /// Looks at a gold tree.
    #[inline]
    pub(in crate::run) fn gold(
        &mut self,
        gold: Forest<'_>,
        labels: &Labels,
        at: (&Block, usize),
        part: &mut SurveyPart,
    ) {
        self.known.update(labels);
        self.gold.tally.add(gold.arena, labels.len());
        if self.has_trace_words {
            find_traces(gold, labels, at, &mut part.gold);
        }
        if self.known.code.is_some() && root(gold.arena) == self.known.code {
            see_code(gold, at, &mut part.gold);
        }
    }

    /// Looks at a pair.
    #[inline]
    pub(in crate::run) fn pair(&mut self, system: usize, pair: &SurveyedPair<'_>, part: &mut SurveyPart) {
        let SurveyedPair { both, is_scored, at: (_, system_block, at), .. } = *pair;
        self.known.update(both.labels);
        let state = &mut self.systems[system];
        state.tally.add(both.system.arena, both.labels.len());
        if self.has_slots {
            return count_roots(both, &mut state.roots);
        }
        let (side, pairs) = &mut part.systems[system];
        // The counted words of a scored pair are the same on both sides.
        if !is_scored || (self.has_trace_words && part.gold.trace_words.count > 0) {
            find_traces(both.system, both.labels, (system_block, at), side);
        }
        if self.known.code.is_some() && root(both.system.arena) == self.known.code {
            see_code(both.system, (system_block, at), side);
        }
        if !is_scored {
            pairs.refused.see(|| spot(system_block, at));
        }
        if both.system.arena.words().is_empty() {
            pairs.failed.see(|| spot(system_block, at));
            return;
        }
        if both.gold.arena.words().is_empty() {
            return;
        }
        pairs.trees += 1;
        look_at_roots(pair, &mut state.roots, pairs);
        if is_scored {
            look_for_flat_trees(pair, pairs);
        }
    }

    /// Looks at a pair that was refused because a side is not a tree. `gold` is the gold tree, if it is one.
    #[cold]
    pub(in crate::run) fn unread(
        &mut self,
        system: usize,
        (gold, rules): (Option<Forest<'_>>, &Rules),
        refusal: &Refusal,
        (block, at): (&Block, usize),
        part: &mut SurveyPart,
    ) {
        let pairs = &mut part.systems[system].1;
        if let Some(gold) = gold {
            let rule = root(gold.arena).and_then(|label| rules.by_label().get(label.index()));
            let counts = rule.is_some_and(|rule| counts_as_root(gold.arena, rules, rule));
            pairs.dummy_roots.gold += u64::from(counts);
        }
        if block.has(at) {
            pairs.refused.see(|| spot(block, at));
            if *refusal == Refusal::NoTree(Which::System) {
                pairs.failed.see(|| spot(block, at));
            }
        }
    }

    /// Ends a block: turns numbers of labels into names, and finds the first places that findings may ask for.
    pub(in crate::run) fn end(
        &mut self,
        block: &PairBlock,
        (units, gold_scanner, scanners): (&mut UnitReader, &Scanner, &[Scanner]),
        part: &mut SurveyPart,
    ) {
        self.known.update(units.labels());
        for label in 0..units.labels().len() {
            let (brackets, words) = self.gold.tally.get(label);
            let [has_brackets, has_words] = &mut self.known.is_gold[label];
            *has_brackets |= brackets > 0;
            *has_words |= words > 0;
        }
        let Self { gold, systems, known, finder, .. } = self;
        let is_asked = |label: usize| known.is_asked[label];
        gold.end((&block.gold, gold_scanner), units, finder, is_asked, &mut part.gold);
        let is_asked = |label: usize| {
            let ([bracket, word], [in_brackets, in_words]) = (known.is_asked[label], known.is_gold[label]);
            [bracket || !in_brackets, word || !in_words]
        };
        for (at, state) in systems.iter_mut().enumerate() {
            let (block, scanner) = (&block.systems[at], &scanners[at]);
            let (side, pairs) = &mut part.systems[at];
            state.end((block, scanner), units, finder, is_asked, side);
            state.end_roots(units.labels(), pairs);
        }
    }
}

impl SideState {
    /// Moves the counts of a block to the survey of its side.
    fn end(
        &mut self,
        (block, scanner): (&Block, &Scanner),
        units: &mut UnitReader,
        finder: &mut Finder,
        is_asked: impl Fn(usize) -> [bool; 2],
        side: &mut SideSurvey,
    ) {
        let count = units.labels().len();
        self.placed.resize(count, [false; 2]);
        // The words of a tree without tags have the label `BARE`, which is not a tag.
        for label in (0..count).filter(|&label| label != Label::BARE.index()) {
            let (brackets, words) = self.tally.get(label);
            if brackets == 0 && words == 0 {
                continue;
            }
            let mut seen =
                LabelSeen { brackets: brackets.into(), words: words.into(), ..LabelSeen::default() };
            let ([asks_bracket, asks_word], placed) = (is_asked(label), &mut self.placed[label]);
            let label = Label::from_index(label);
            if brackets > 0 && asks_bracket && !std::mem::replace(&mut placed[0], true) {
                seen.first_bracket = finder.first_bracket((block, scanner), units, label);
            }
            if words > 0 && asks_word && !std::mem::replace(&mut placed[1], true) {
                seen.first_word = finder.first_word((block, scanner), units, label);
            }
            side.labels.insert(units.labels().name(label).to_vec(), seen);
        }
        self.tally.clear();
    }

    /// Moves the counts of roots to the survey of the pairs.
    fn end_roots(&mut self, labels: &Labels, pairs: &mut PairSurvey) {
        for (index, roots) in self.roots.iter_mut().enumerate().filter(|(_, roots)| **roots != [0; 2]) {
            let seen = pairs.roots.entry(labels.name(Label::from_index(index)).to_vec()).or_default();
            let [gold, system] = std::mem::take(roots);
            seen[0] += u64::from(gold);
            seen[1] += u64::from(system);
        }
    }
}

impl KnownLabels {
    #[inline]
    fn update(&mut self, labels: &Labels) {
        if self.is_asked.len() < labels.len() {
            self.learn(labels);
        }
    }

    #[cold]
    fn learn(&mut self, labels: &Labels) {
        for index in self.is_asked.len()..labels.len() {
            let label = Label::from_index(index);
            let name = labels.name(label);
            self.is_asked.push([conventions::may_be_odd(name), conventions::is_note_tag(name)]);
            if name == b"CODE" {
                self.code = Some(label);
            }
        }
        self.is_gold.resize(labels.len(), [false; 2]);
    }
}

/// Counts the roots of both sides, of frames without words, too.
fn count_roots(both: &Both<'_>, roots: &mut Vec<[u32; 2]>) {
    roots.resize(roots.len().max(both.labels.len()), [0; 2]);
    for (at, forest) in [both.gold, both.system].iter().enumerate() {
        if let Some(label) = root(forest.arena) {
            roots[label.index()][at] += 1;
        }
    }
}

/// Compares the roots of a pair.
#[inline]
fn look_at_roots(pair: &SurveyedPair<'_>, roots: &mut Vec<[u32; 2]>, pairs: &mut PairSurvey) {
    let Both { gold, system, labels } = *pair.both;
    let (Some(gold_root), Some(system_root)) = (root(gold.arena), root(system.arena)) else { return };
    let rules = pair.lens.rules();
    let rule = |label: Label| &rules.by_label()[label.index()];
    if roots.len() < labels.len() {
        roots.resize(labels.len(), [0; 2]);
    }
    roots[gold_root.index()][0] += 1;
    roots[system_root.index()][1] += 1;
    let gold_counts = counts_as_root(gold.arena, rules, rule(gold_root));
    let system_counts = counts_as_root(system.arena, rules, rule(system_root));
    if !gold_counts && !system_counts {
        return;
    }
    let (gold_block, system_block, at) = pair.at;
    let is_same = rule(gold_root).bracket == rule(system_root).bracket;
    pairs.dummy_roots.gold += u64::from(gold_counts);
    pairs.dummy_roots.system += u64::from(system_counts && pair.is_scored);
    pairs.dummy_roots.matched += u64::from(gold_counts && system_counts && is_same && pair.is_scored);
    if !is_same {
        let block = if gold_counts { gold_block } else { system_block };
        pairs.roots_differ.see(|| spot(block, at));
        let label = if gold_counts { gold_root } else { system_root };
        pairs.differing_root.get_or_insert_with(|| (labels.name(label).to_vec(), gold_counts));
    } else if gold_counts && system_counts {
        pairs.roots_counted.see(|| spot(gold_block, at));
        pairs.counted_root.get_or_insert_with(|| labels.name(gold_root).to_vec());
    }
}

/// Sees a system tree with at most one bracket where gold has three or more, dummy roots aside.
#[inline]
fn look_for_flat_trees(pair: &SurveyedPair<'_>, pairs: &mut PairSurvey) {
    let (gold, system) = pair.lens.brackets();
    // Without its dummy root the system has one bracket less, so more than two are never flat.
    if system > 2 || gold < 3 {
        return;
    }
    let rules = pair.lens.rules();
    let without_dummy = |brackets: u32, arena: &Arena| {
        let rule = root(arena).map(|label| &rules.by_label()[label.index()]);
        brackets - u32::from(brackets > 0 && rule.is_some_and(|rule| counts_as_root(arena, rules, rule)))
    };
    if without_dummy(system, pair.both.system.arena) <= 1 && without_dummy(gold, pair.both.gold.arena) >= 3 {
        pairs.flat.see(|| spot(pair.at.1, pair.at.2));
    }
}

/// True if a word of a block begins with `*`, as traces do, and does not follow their tag.
fn may_have_trace_words(block: &Block) -> bool {
    let (text, tag) = (block.text(), conventions::TRACE);
    let is_word = |at: usize| {
        let before = text[..at].trim_ascii_end();
        before.len() < at && !before.ends_with(tag)
    };
    block.has_tape() || memchr::memchr_iter(b'*', text).any(is_word)
}

/// Finds words that have the form of traces, but not the tag.
#[cold]
fn find_traces(forest: Forest<'_>, labels: &Labels, (block, at): (&Block, usize), side: &mut SideSurvey) {
    for word in forest.arena.words() {
        let bytes = word.bytes(forest.text);
        let tag = labels.name(word.tag);
        if !conventions::is_trace(bytes) || word.tag == Label::BARE || tag == b"-NONE-" {
            continue;
        }
        side.trace_words.see(|| spot(block, at));
        side.trace_word.get_or_insert_with(|| (bytes.to_vec(), tag.to_vec()));
    }
}

/// Sees a tree whose root is labelled `CODE`.
#[cold]
fn see_code(forest: Forest<'_>, (block, at): (&Block, usize), side: &mut SideSurvey) {
    side.codes.see(|| spot(block, at));
    let first = forest.arena.words().first();
    side.code = side.code.take().or_else(|| Some(first?.bytes(forest.text).to_vec()));
}
