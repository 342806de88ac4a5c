//! Cuts a path into cells and groups, where words and trees of both sides end at the same point.

use super::exceptions::Classes;
use super::group::{Kind, Pending};
use super::path::{Path, Point, Step, TREE, Texts, WORD};
use super::refine::Refiner;
use super::spelling::Spelling;

/// Cuts paths. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Cutter {
    refiner: Refiner,
}

/// The words of both sides that are not in a cell yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spellings<'a> {
    pub gold: Spelling<'a>,
    pub system: Spelling<'a>,
}

/// Words and trees since the last cell and group.
#[derive(Default)]
struct Passed {
    gold_words: usize,
    system_words: usize,
    equal: usize,
    gold_trees: usize,
    system_trees: usize,
}

impl Cutter {
    /// Cuts a path into groups up to `stop`, where words and trees of both sides end.
    pub(super) fn cut(
        &mut self,
        texts: &Texts<'_>,
        mut words: Spellings<'_>,
        path: &Path,
        stop: Point,
        exceptions: &Classes,
        pending: &mut Pending,
    ) {
        let mut at = Point::default();
        let mut passed = Passed::default();
        for run in &path.runs {
            for _ in 0..run.length {
                if at == stop {
                    return;
                }
                at = run.step.after(at, 1);
                passed.step(texts, run.step, at);
                let both = texts.marks(at);
                if both & WORD != 0 {
                    let (gold, gold_rest) = words.gold.split(passed.gold_words);
                    let (system, system_rest) = words.system.split(passed.system_words);
                    self.close(Spellings { gold, system }, passed.equal, exceptions, pending);
                    words = Spellings { gold: gold_rest, system: system_rest };
                    (passed.gold_words, passed.system_words, passed.equal) = (0, 0, 0);
                }
                if both & TREE != 0 {
                    pending.close(passed.gold_trees, passed.system_trees);
                    passed = Passed::default();
                }
            }
        }
    }

    fn close(&mut self, words: Spellings<'_>, equal: usize, exceptions: &Classes, pending: &mut Pending) {
        let Spellings { gold, system } = words;
        pending.count_characters(gold.characters(), system.characters(), equal);
        if gold.len() == 1 && system.len() == 1 {
            pending.count_word_match();
        }
        if system.is_empty() {
            pending.push_cell(Kind::Gold, gold.len(), 0);
        } else if gold.is_empty() {
            pending.push_cell(Kind::System, 0, system.len());
        } else if gold.reads_like(system) {
            let kind = if gold.len() == 1 && system.len() == 1 { Kind::Same } else { Kind::Retok };
            pending.push_cell(kind, gold.len(), system.len());
        } else {
            self.refiner.refine(words, equal, exceptions, pending);
        }
    }
}

impl Passed {
    fn step(&mut self, texts: &Texts<'_>, step: Step, at: Point) {
        let (gold, system) = step.lengths(1);
        let (gold_mark, system_mark) = (texts.gold.marks[at.gold], texts.system.marks[at.system]);
        // A mark counts once, when its own side advances to it.
        if gold > 0 {
            self.gold_words += usize::from(gold_mark & WORD != 0);
            self.gold_trees += usize::from(gold_mark & TREE != 0);
        }
        if system > 0 {
            self.system_words += usize::from(system_mark & WORD != 0);
            self.system_trees += usize::from(system_mark & TREE != 0);
        }
        self.equal += usize::from(step == Step::Equal);
    }
}

/// Makes one group of trees whose texts are equal, given the ends of their words.
pub(super) fn cut_equal(gold: &[usize], system: &[usize], pending: &mut Pending) {
    let characters = gold.last().copied().unwrap_or(0);
    let (mut gold_ends, mut system_ends) = (gold.iter().peekable(), system.iter().peekable());
    let (mut gold_words, mut system_words) = (0, 0);
    while let (Some(&&gold_end), Some(&&system_end)) = (gold_ends.peek(), system_ends.peek()) {
        if gold_end <= system_end {
            gold_ends.next();
            gold_words += 1;
        }
        if system_end <= gold_end {
            system_ends.next();
            system_words += 1;
        }
        if gold_end == system_end {
            let is_same = gold_words == 1 && system_words == 1;
            if is_same {
                pending.count_word_match();
            }
            pending.push_cell(if is_same { Kind::Same } else { Kind::Retok }, gold_words, system_words);
            (gold_words, system_words) = (0, 0);
        }
    }
    pending.count_characters(characters, characters, characters);
}
