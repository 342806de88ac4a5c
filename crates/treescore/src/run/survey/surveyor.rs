//! The state of a thread that surveys pairs, block by block.

use super::first::{Finder, FirstsByLabel};
use super::roots::{GroupRoots, RootSeen, Roots, count_roots, root};
use super::tally::LabelTally;
use super::{LabelSeen, PairSurvey, SeenLabels, SharedSurvey, SideSurvey, Spot, Survey};
use crate::align::Refusal;
use crate::align::cause::both;
use crate::prepare::{Rules, WordForm, conventions};
use crate::read::{Block, FaultKind, ReadError, Scanner, UnitReader};
use crate::run::lens::{Both, Forest, Lens};
use crate::run::work::Job;
use crate::tree::{Label, Labels, Which};

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::run) enum Surveyed {
    /// Trees.
    #[default]
    Trees,
    /// Trees of intents and slots: only their labels matter, and which of them are roots.
    Slots,
    /// Lines: only their ids and labels matter, and which of them cannot be read or are refused.
    Lines,
}

/// Surveys the pairs of blocks.
#[derive(Clone, Debug)]
pub(in crate::run) struct Surveyor {
    gold: SideState,
    systems: Vec<SideState>,
    known: KnownLabels,
    /// True if the gold text of the block may have words that look like traces, but have another tag.
    has_trace_words: bool,
    surveyed: Surveyed,
    finder: Finder,
    /// The rules of setups with other recipes than that of the lens, by the number of the setup.
    others: Vec<(usize, Rules)>,
    /// What this thread has seen.
    seen: Survey,
}

/// The survey of one thread, and where it hands over what it has seen.
#[derive(Clone, Debug)]
pub(in crate::run) struct ThreadSurvey {
    pub(in crate::run) surveyor: Surveyor,
    shared: SharedSurvey,
}

impl ThreadSurvey {
    /// Creates the survey of a thread, if the job asks for one.
    pub(in crate::run) fn new(job: &Job<'_>) -> Option<Self> {
        let shared = job.survey.clone()?;
        let mut surveyor = Surveyor::new(job.pass.systems.len(), job.surveyed);
        surveyor.others =
            job.other_recipes.iter().map(|&(at, recipe)| (at, Rules::new(recipe.clone()))).collect();
        Some(Self { surveyor, shared })
    }

    /// Hands over everything that the thread has seen.
    pub(in crate::run) fn hand_over(&mut self, labels: &Labels) {
        self.shared.add(self.surveyor.finish(labels));
    }
}

/// What a thread knows about one side.
#[derive(Clone, Debug, Default)]
struct SideState {
    tally: LabelTally,
    /// Labels that were not seen as brackets yet, and those that were not seen as tags.
    unseen: [Vec<u32>; 2],
    /// How many labels are known.
    known: usize,
    /// True if the text of the block may have words that look like traces, but have another tag.
    has_trace_words: bool,
    /// By label: the first bracket and the first word, as far as they were looked for.
    firsts: FirstsByLabel,
    /// By label: how often it is the root of gold, and of this system, in pairs of trees.
    roots: Vec<[u64; 2]>,
}

/// What a label is: that of a bracket, or the tag of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Bracket,
    Tag,
}

/// What is known about labels, by their numbers and roles.
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
    /// The blocks of gold and system, the number of the unit in them, and that of the pair, from 1.
    pub(in crate::run) at: (&'a Block, &'a Block, usize, u64),
}

/// A group of trees on each side, which were seen one by one.
pub(in crate::run) struct SurveyedGroup<'a> {
    pub(in crate::run) roots: [&'a GroupRoots; 2],
    pub(in crate::run) labels: &'a Labels,
    pub(in crate::run) lens: &'a Lens,
    pub(in crate::run) is_scored: bool,
    /// True for one tree on each side with the same words.
    pub(in crate::run) is_plain: bool,
    /// The blocks of gold and system, and the number of the group, from 1.
    pub(in crate::run) at: (&'a Block, &'a Block, u64),
}

/// A block, the number of a unit in it, and that of its pair, from 1.
type UnitAt<'a> = (&'a Block, usize, u64);

/// The place of a unit.
pub(in crate::run) fn spot(block: &Block, at: usize) -> Spot {
    let (document, place) = block.origin(at);
    Spot { document, line: place.line, column: place.column }
}

impl Surveyor {
    fn new(systems: usize, surveyed: Surveyed) -> Self {
        Self {
            gold: SideState::default(),
            systems: vec![SideState::default(); systems],
            known: KnownLabels::default(),
            has_trace_words: false,
            surveyed,
            finder: Finder::default(),
            others: Vec::new(),
            seen: Survey::new(systems),
        }
    }

    /// Begins a block.
    pub(in crate::run) fn begin(&mut self, gold: &Block, systems: &[Block]) {
        let has_tags = self.surveyed == Surveyed::Trees;
        self.has_trace_words = has_tags && may_have_trace_words(gold);
        for (state, system) in self.systems.iter_mut().zip(systems) {
            state.has_trace_words = has_tags && may_have_trace_words(system);
        }
    }

    /// Looks at the ids of the units of a block. `first_pair` is the number of its first pair, from 0.
    pub(in crate::run) fn see_ids(&mut self, gold: &Block, systems: &[Block], first_pair: u64) {
        self.seen.gold.ids.see(gold, first_pair);
        for ((side, _), system) in self.seen.systems.iter_mut().zip(systems) {
            side.ids.see(system, first_pair);
        }
    }

    /// Looks at a gold tree.
    #[inline]
    pub(in crate::run) fn gold(&mut self, gold: Forest<'_>, labels: &Labels, at: UnitAt<'_>) {
        // A tree without words is a parser's failure, and no example of labels.
        if gold.arena.words().is_empty() {
            return;
        }
        self.known.update(labels);
        self.gold.tally.add(gold.arena, labels.len());
        if self.surveyed == Surveyed::Lines {
            return;
        }
        if self.has_trace_words {
            find_traces(gold, labels, at, &mut self.seen.gold);
        }
        if self.known.code.is_some() && root(gold.arena) == self.known.code {
            see_code(gold, at, &mut self.seen.gold);
        }
    }

    /// Looks at a tree of a system that has words.
    #[inline]
    pub(in crate::run) fn system(
        &mut self,
        system: usize,
        forest: Forest<'_>,
        labels: &Labels,
        at: UnitAt<'_>,
    ) {
        self.known.update(labels);
        let (state, (side, _)) = (&mut self.systems[system], &mut self.seen.systems[system]);
        state.tally.add(forest.arena, labels.len());
        if self.surveyed == Surveyed::Lines {
            return;
        }
        if state.has_trace_words {
            find_traces(forest, labels, at, side);
        }
        if self.surveyed == Surveyed::Trees
            && self.known.code.is_some()
            && root(forest.arena) == self.known.code
        {
            see_code(forest, at, side);
        }
    }

    /// Looks at a pair.
    #[inline]
    pub(in crate::run) fn pair(&mut self, system: usize, pair: &SurveyedPair<'_>) {
        let SurveyedPair { both, is_scored, at: (gold_block, system_block, at, number), .. } = *pair;
        let (_, pairs) = &mut self.seen.systems[system];
        if !is_scored {
            pairs.refused.see(number, || spot(system_block, at));
        }
        if self.surveyed == Surveyed::Lines {
            if !both.system.arena.words().is_empty() {
                self.system(system, both.system, both.labels, (system_block, at, number));
            }
            return;
        }
        if both.system.arena.words().is_empty() {
            pairs.failed.see(number, || spot(system_block, at));
            // The brackets of gold are missed, its root, too.
            let root = RootSeen::of(both.gold.arena, at);
            let counts = root.is_some_and(|root| root.counts(pair.lens.rules()));
            pairs.counting_roots.dummies.gold += u64::from(counts && !is_scored);
            return;
        }
        self.system(system, both.system, both.labels, (system_block, at, number));
        let (state, (_, pairs)) = (&mut self.systems[system], &mut self.seen.systems[system]);
        if self.surveyed == Surveyed::Slots {
            return count_roots(both, &mut state.roots);
        }
        if both.gold.arena.words().is_empty() {
            return;
        }
        pairs.trees += 1;
        let [gold, tree] = [both.gold, both.system].map(|forest| RootSeen::of(forest.arena, at));
        if let (Some(gold), Some(tree)) = (&gold, &tree) {
            let sides = [gold, tree].map(std::slice::from_ref);
            let rules = pair.lens.rules();
            let roots = Roots { sides, labels: both.labels, rules, is_scored, is_one_text: true };
            let at = (gold_block, system_block, number);
            roots.compare(at, &mut state.roots, &mut pairs.counting_roots);
            compare_under_others(&mut self.others, &roots, at, pairs);
        }
        if is_scored {
            let roots = [gold, tree];
            look_for_flat_trees(pair.lens, roots, pairs, (system_block, number));
            if pair.lens.rules().recipe().word_form == WordForm::Any {
                count_equal_words(pair, pairs);
            }
        }
    }

    /// Looks at a group whose trees were seen one by one.
    pub(in crate::run) fn group(&mut self, system: usize, group: &SurveyedGroup<'_>) {
        let SurveyedGroup { roots, labels, lens, is_scored, is_plain, at: (gold, block, number) } = *group;
        let (state, (_, pairs)) = (&mut self.systems[system], &mut self.seen.systems[system]);
        let sides = roots.map(|side| &side.0[..]);
        if !is_scored && let Some(first) = sides[1].first() {
            pairs.refused.see(number, || spot(block, first.at));
        }
        if self.surveyed == Surveyed::Lines {
            return;
        }
        let roots = Roots { sides, labels, rules: lens.rules(), is_scored, is_one_text: is_plain };
        if sides.iter().any(|side| side.is_empty()) {
            return roots.count_dummies(&mut pairs.counting_roots);
        }
        pairs.trees += 1;
        roots.compare((gold, block, number), &mut state.roots, &mut pairs.counting_roots);
        compare_under_others(&mut self.others, &roots, (gold, block, number), pairs);
        let one_each = sides.map(|side| if let [root] = side { root.alone() } else { None });
        if is_scored && one_each.iter().all(Option::is_some) {
            look_for_flat_trees(lens, one_each, pairs, (block, number));
        }
    }

    /// Looks at trees without words, which are in no group: the number of the first, how many, and where first.
    pub(in crate::run) fn failed(&mut self, system: usize, (number, trees): (u64, u64), spot: Spot) {
        if self.surveyed == Surveyed::Lines {
            return;
        }
        self.seen.systems[system].1.failed.see_several(number, trees, spot);
    }

    /// Looks at a pair that was refused because a side is not a tree. `gold` is the gold tree, if it is one.
    #[cold]
    pub(in crate::run) fn unread(
        &mut self,
        system: usize,
        (gold, rules): (Option<Forest<'_>>, &Rules),
        refusal: &Refusal,
        (gold_block, block, at, number): (&Block, &Block, usize, u64),
    ) {
        let pairs = &mut self.seen.systems[system].1;
        if let Some(gold) = gold {
            let counts = RootSeen::of(gold.arena, at).is_some_and(|root| root.counts(rules));
            pairs.counting_roots.dummies.gold += u64::from(counts);
        }
        if block.has(at) {
            pairs.refused.see(number, || spot(block, at));
            if *refusal == Refusal::NoTree(Which::System) {
                pairs.failed.see(number, || spot(block, at));
            }
        }
        self.not_a_tree(system, refusal, (gold_block, block, at, number));
    }

    /// Looks at a unit that is not a tree, if that is why a pair is refused.
    #[cold]
    pub(in crate::run) fn not_a_tree(
        &mut self,
        system: usize,
        refusal: &Refusal,
        (gold_block, block, at, number): (&Block, &Block, usize, u64),
    ) {
        if let Refusal::NotATree(which, error) = refusal {
            let side = if *which == Which::Gold { gold_block } else { block };
            let is_last = side.ends_document() && at + 1 == side.extents().len();
            self.fault(system, *which, error, (number, is_last), || spot(side, at));
        }
    }

    /// Looks at a unit that is not a tree. `number` is that of its pair, or of the tree on its side, and is given
    /// with whether the unit is the last of its document.
    #[cold]
    pub(in crate::run) fn fault(
        &mut self,
        system: usize,
        which: Which,
        error: &ReadError,
        (number, is_last): (u64, bool),
        spot: impl FnOnce() -> Spot,
    ) {
        if !matches!(error.kind, FaultKind::Unclosed { .. }) {
            return;
        }
        let unclosed = &mut self.seen.systems[system].1.unclosed[usize::from(which == Which::System)];
        unclosed.seen.see(number, spot);
        unclosed.last = number;
        unclosed.at_ends += u64::from(is_last);
    }

    /// Ends a block: finds the first places that findings may ask for.
    pub(in crate::run) fn end(
        &mut self,
        (gold_block, blocks): (&Block, &[Block]),
        (units, gold_scanner, scanners): (&mut UnitReader, &Scanner, &[Scanner]),
    ) {
        self.known.update(units.labels());
        let Self { gold, systems, known, finder, .. } = self;
        let KnownLabels { is_asked, is_gold, .. } = known;
        let mut new = gold.newly_seen(units.labels().len());
        for &(label, role) in &new {
            is_gold[label][role as usize] = true;
        }
        new.retain(|&(label, role)| is_asked[label][role as usize]);
        finder.place((gold_block, gold_scanner), units, &new, &mut gold.firsts);
        for ((state, block), scanner) in systems.iter_mut().zip(blocks).zip(scanners) {
            let mut new = state.newly_seen(units.labels().len());
            new.retain(|&(label, role)| is_asked[label][role as usize] || !is_gold[label][role as usize]);
            finder.place((block, scanner), units, &new, &mut state.firsts);
        }
    }

    /// Everything that this thread has seen, with names instead of numbers of labels.
    fn finish(&mut self, labels: &Labels) -> Survey {
        let systems = self.systems.len();
        let mut seen = std::mem::replace(&mut self.seen, Survey::new(systems));
        self.gold.finish(labels, &mut seen.gold);
        for (state, (side, pairs)) in self.systems.iter_mut().zip(&mut seen.systems) {
            state.finish(labels, side);
            state.finish_roots(labels, pairs);
        }
        seen
    }
}

impl SideState {
    /// The labels that were seen for the first time in a role since the last call. Most labels are never seen in
    /// one of the two, so only those that are missing are looked at. `labels` is the number of all labels.
    fn newly_seen(&mut self, labels: usize) -> Vec<(usize, Role)> {
        for unseen in &mut self.unseen {
            unseen.extend(self.known as u32..labels as u32);
        }
        self.known = labels;
        let (mut found, tally) = (Vec::new(), &self.tally);
        for (unseen, role) in self.unseen.iter_mut().zip([Role::Bracket, Role::Tag]) {
            unseen.retain(|&label| {
                let (brackets, words) = tally.get(label as usize);
                let is_seen = if role == Role::Bracket { brackets > 0 } else { words > 0 };
                if is_seen {
                    found.push((label as usize, role));
                }
                !is_seen
            });
        }
        found
    }

    /// Moves the counts of labels to the survey of the side.
    fn finish(&mut self, labels: &Labels, side: &mut SideSurvey) {
        let tally = std::mem::take(&mut self.tally);
        let name = |number: u32| labels.name(Label::from_index(number as usize));
        // The words of a tree without tags have the label `BARE`, which is not a tag.
        let is_seen =
            |&number: &u32| number != Label::BARE.index() as u32 && tally.get(number as usize) != (0, 0);
        let mut numbers: Vec<u32> = (0..labels.len() as u32).filter(is_seen).collect();
        numbers.sort_unstable_by_key(|&number| name(number));
        let bytes = numbers.iter().map(|&number| name(number).len()).sum();
        side.labels = SeenLabels::with_room(numbers.len(), bytes);
        for number in numbers {
            let (brackets, words) = tally.get(number as usize);
            let firsts = self.firsts.remove(&(number as usize));
            side.labels.push(name(number), LabelSeen { brackets, words, firsts });
        }
    }

    /// Moves the counts of roots to the survey of the pairs.
    fn finish_roots(&mut self, labels: &Labels, pairs: &mut PairSurvey) {
        for (index, roots) in self.roots.iter().enumerate().filter(|(_, roots)| **roots != [0; 2]) {
            let name = labels.name(Label::from_index(index)).to_vec();
            pairs.roots.insert(name, *roots);
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

/// Compares the roots of a pair under the other recipes of the run.
#[inline]
fn compare_under_others(
    others: &mut [(usize, Rules)],
    roots: &Roots<'_>,
    at: (&Block, &Block, u64),
    pairs: &mut PairSurvey,
) {
    for (setup, rules) in others {
        rules.update(roots.labels);
        let under = Roots { rules, ..*roots };
        under.compare_counting(at, pairs.other_roots.entry(*setup).or_default());
    }
}

/// Sees a system tree with at most one bracket where gold has three or more, dummy roots aside. `roots` are those
/// of gold and system.
#[inline]
fn look_for_flat_trees(
    lens: &Lens,
    roots: [Option<RootSeen>; 2],
    pairs: &mut PairSurvey,
    (block, number): (&Block, u64),
) {
    let (gold, system) = lens.brackets();
    // Without its dummy root the system has one bracket less, so more than two are never flat.
    if system > 2 || gold < 3 {
        return;
    }
    let without_dummy = |brackets: u32, root: &Option<RootSeen>| {
        let counts = root.as_ref().is_some_and(|root| root.counts(lens.rules()));
        brackets - u32::from(brackets > 0 && counts)
    };
    let at = roots[1].as_ref().map_or(0, |root| root.at);
    if without_dummy(system, &roots[1]) <= 1 && without_dummy(gold, &roots[0]) >= 3 {
        pairs.flat.see(number, || spot(block, at));
    }
}

/// Counts the words of a pair whose words were not compared, and those that are equal.
#[cold]
fn count_equal_words(pair: &SurveyedPair<'_>, pairs: &mut PairSurvey) {
    let [gold, system] = pair.lens.word_sides(pair.both);
    let equal = both(&gold, &system).filter(|(gold, system)| gold == system).count();
    pairs.not_compared[0] += equal as u64;
    pairs.not_compared[1] += gold.counted as u64;
}

/// True if a word of a block begins with `*`, as traces do, and does not follow their tag.
fn may_have_trace_words(block: &Block) -> bool {
    let (text, tag) = (block.text(), conventions::TRACE);
    let is_word = |at: usize| {
        let before = text[..at].trim_ascii_end();
        // Only where a word begins: a word may be a million stars.
        if before.len() == at || before.ends_with(tag) {
            return false;
        }
        let word = &text[at..];
        let end = word.iter().position(|&byte| byte == b')' || byte.is_ascii_whitespace());
        conventions::is_trace(&word[..end.unwrap_or(word.len())])
    };
    block.has_tape() || memchr::memchr_iter(b'*', text).any(is_word)
}

/// Finds words that have the form of traces, but not the tag.
#[cold]
fn find_traces(forest: Forest<'_>, labels: &Labels, (block, at, number): UnitAt<'_>, side: &mut SideSurvey) {
    for word in forest.arena.words() {
        let bytes = word.bytes(forest.text);
        let tag = labels.name(word.tag);
        if !conventions::is_trace(bytes) || word.tag == Label::BARE || tag == b"-NONE-" {
            continue;
        }
        if side.trace_words.see(number, || spot(block, at)) {
            side.trace_word = Some((bytes.to_vec(), tag.to_vec()));
        }
    }
}

/// Sees a tree whose root is labelled `CODE`.
#[cold]
fn see_code(forest: Forest<'_>, (block, at, number): UnitAt<'_>, side: &mut SideSurvey) {
    if side.codes.see(number, || spot(block, at)) {
        side.code = forest.arena.words().first().map(|word| word.bytes(forest.text).to_vec());
    }
}
