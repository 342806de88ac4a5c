//! The figures of every block.

use super::brackets::{self, Bracket, Compared, Phrases};
use super::clean::{Token, Trees};
use super::names::Names;
use super::params::Mode;
use super::read::SideTexts;
use super::repairs::{Repair, RepairKind};
use super::sentences::Block;
use super::words::{Ending, Groups};
use crate::evalb::Figures;
use treescore::measure::crossing::{self, Reach};
use treescore::tree::{Label, Span};

/// Blocks up to this length are in the second summary, regardless of the parameters.
const CUTOFF: u64 = 40;

/// Counts block after block; buffers are reused.
pub(super) struct Counter<'r> {
    gold: &'r SideTexts,
    test: &'r SideTexts,
    names: &'r Names<'r>,
    mode: Mode,
    /// Sets of equal labels.
    equal: Vec<Vec<Label>>,
    /// The label that is not a bracket on the test side.
    s1: Label,
    groups: Groups,
    gold_brackets: Vec<Bracket>,
    test_brackets: Vec<Bracket>,
    compared: Compared,
    crossing: Crossing,
    gold_tags: Vec<Token>,
    test_tags: Vec<Token>,
}

/// The result for a block.
pub(super) struct Counted {
    pub(super) figures: Figures,
    /// True if it is in the second summary.
    pub(super) is_within: bool,
}

impl<'r> Counter<'r> {
    /// Creates a counter, after numbering the last names.
    pub(super) fn new(gold: &'r SideTexts, test: &'r SideTexts, names: &'r mut Names<'_>) -> Self {
        let parameters = names.parameters();
        let mut numbers = |set: &Vec<String>| set.iter().map(|label| names.number_of_label(label)).collect();
        let equal = parameters.equal.iter().map(&mut numbers).collect();
        let s1 = names.number_of_label("S1");
        Self {
            gold,
            test,
            names,
            mode: parameters.mode,
            equal,
            s1,
            groups: Groups::default(),
            gold_brackets: Vec::new(),
            test_brackets: Vec::new(),
            compared: Compared::default(),
            crossing: Crossing::default(),
            gold_tags: Vec::new(),
            test_tags: Vec::new(),
        }
    }

    /// Counts a block; `row` is its number from 0, which the program also uses as the number of a gold tree.
    pub(super) fn count(&mut self, row: usize, block: &Block, repairs: &mut Vec<Repair>) -> Counted {
        let removed = self.gold.trees.ends.get(row).map_or(0, |ends| ends.removed);
        let mut repair = |kind| repairs.push(Repair::at_first(kind, block.gold.clone(), block.test.clone()));
        self.place(block, &mut repair);
        self.collect_tags(block);
        let length = self.groups.gold.len() as u64 + removed;
        // The program compares brackets before it looks at the numbers of tags, so it may end here in a block
        // that would be an error.
        let matched = self.count_matched(&mut repair);
        if self.mode == Mode::Evalb && self.gold_tags.len() != self.test_tags.len() {
            let figures = Figures { length, status: 1, ..Figures::default() };
            return Counted { figures, is_within: length <= CUTOFF };
        }
        let figures = Figures {
            length,
            status: 0,
            matched,
            gold: self.gold_brackets.len() as u64,
            test: self.test_brackets.len() as u64,
            crossing: self.crossing.count(&self.gold_brackets, &self.test_brackets).into(),
            words: self.gold_tags.len() as u64,
            tags: self.count_correct_tags(),
        };
        Counted { figures, is_within: self.groups.gold_count() + removed <= CUTOFF }
    }

    /// Aligns the words, and puts the brackets of both sides over their groups, sorted.
    fn place(&mut self, block: &Block, repair: &mut impl FnMut(RepairKind)) {
        let (gold, test) = (&self.gold.trees, &self.test.trees);
        let ending = self.groups.align(tokens(gold, &block.gold), tokens(test, &block.test), self.names);
        if ending == Ending::Repaired {
            repair(RepairKind::WordsAtEnd);
        }
        let (gold_out, test_out) = (&mut self.gold_brackets, &mut self.test_brackets);
        let placed = [
            brackets::collect(gold, block.gold.clone(), &self.groups.gold, None, gold_out),
            brackets::collect(test, block.test.clone(), &self.groups.test, Some(self.s1), test_out),
        ];
        if placed.contains(&Phrases::SomeLeftOut) {
            repair(RepairKind::EmptyPhrase);
        }
        gold_out.sort_unstable();
        test_out.sort_unstable();
    }

    /// Collects the words whose tags are compared.
    fn collect_tags(&mut self, block: &Block) {
        let names = self.names;
        let kept = |token: &&Token| !names.is_deleted(token.tag);
        self.gold_tags.clear();
        self.gold_tags.extend(tokens(&self.gold.trees, &block.gold).iter().filter(kept));
        self.test_tags.clear();
        self.test_tags.extend(tokens(&self.test.trees, &block.test).iter().filter(kept));
    }

    fn count_matched(&mut self, repair: &mut impl FnMut(RepairKind)) -> u64 {
        self.compared.compare(&self.gold_brackets, &self.test_brackets);
        if self.mode == Mode::Evalb && self.equal.is_empty() && self.compared.both_differ() {
            repair(RepairKind::NoEqLabel);
        }
        self.compared.matched + self.compared.equal_labels(&self.equal)
    }

    /// Counts the words with the right tag: compared by place in evalb mode, as two bags otherwise.
    fn count_correct_tags(&mut self) -> u64 {
        if self.mode == Mode::Evalb {
            return self.gold_tags.iter().zip(&self.test_tags).filter(|(gold, test)| gold == test).count()
                as u64;
        }
        let key = |token: &Token| (token.tag, token.word);
        self.gold_tags.sort_unstable_by_key(key);
        self.test_tags.sort_unstable_by_key(key);
        let mut test = self.test_tags.iter().map(key).peekable();
        let mut correct = 0;
        for gold in self.gold_tags.iter().map(key) {
            while test.next_if(|test| *test < gold).is_some() {}
            correct += u64::from(test.next_if_eq(&gold).is_some());
        }
        correct
    }
}

/// Returns the words of some trees.
fn tokens<'t>(trees: &'t Trees, block: &std::ops::Range<usize>) -> &'t [Token] {
    &trees.tokens[trees.before(block.start).tokens..trees.before(block.end).tokens]
}

/// Counts test brackets that cross a gold bracket; buffers are reused.
#[derive(Clone, Debug, Default)]
struct Crossing {
    gold: Vec<u64>,
    test: Vec<u64>,
    reach: Reach,
}

impl Crossing {
    /// Returns how many test brackets cross at least one gold bracket, duplicates counted.
    fn count(&mut self, gold: &[Bracket], test: &[Bracket]) -> u32 {
        for (keys, brackets) in [(&mut self.gold, gold), (&mut self.test, test)] {
            keys.clear();
            keys.extend(brackets.iter().filter_map(|one| Span::new(one.start, one.end)).map(Span::key));
        }
        crossing::count_all(&self.gold, &self.test, &mut self.reach)
    }
}
