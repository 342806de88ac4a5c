//! What two sides have in common, once their words are in cells.

use treescore::align::{OneSided, WordCounts};
use treescore::prepare::{Compare, Recipe};

use super::Side;
use super::heads::Dependency;
use super::table::Cell;
use super::trees::{class, cut};
use crate::speech::runs::Numbers;

/// Both sides, and where their words are.
struct Both<'a> {
    gold: &'a Side,
    system: &'a Side,
    cells: &'a [Cell],
    recipe: &'a Recipe,
}

/// The number of each side's own word in a cell.
type Own = fn(&Cell) -> Option<usize>;

const GOLD: Own = |cell| cell.0;
const SYSTEM: Own = |cell| cell.1;

pub(super) fn numbers(
    gold: &Side,
    system: &Side,
    cells: &[Cell],
    recipe: &Recipe,
    one_sided: OneSided,
) -> Numbers {
    let both = Both { gold, system, cells, recipe };
    let is_open: fn(&Dependency) -> bool = |one| one.is_open;
    Numbers {
        brackets: both.brackets(one_sided),
        dependency: both.by_place(|_| true),
        open: both.by_place(is_open),
        in_order: both.in_order(|_| true),
        open_in_order: both.in_order(is_open),
        attachment: both.attachment(),
        errors: both.errors(),
    }
}

/// How many items of two lists can be paired, each once.
fn common<T: PartialEq>(gold: &[T], system: &[T]) -> u64 {
    let mut rest: Vec<&T> = system.iter().collect();
    let mut taken = 0;
    for one in gold {
        if let Some(at) = rest.iter().position(|other| *other == one) {
            rest.remove(at);
            taken += 1;
        }
    }
    taken
}

impl Both<'_> {
    fn brackets(&self, one_sided: OneSided) -> [u64; 7] {
        let (ours, theirs) =
            (self.placed(self.gold, GOLD, one_sided), self.placed(self.system, SYSTEM, one_sided));
        let cross = |a: &Placed, b: &Placed| {
            (a.1 < b.1 && b.1 < a.2 && a.2 < b.2) || (b.1 < a.1 && a.1 < b.2 && b.2 < a.2)
        };
        let crossing = theirs.iter().filter(|their| ours.iter().any(|our| cross(our, their))).count();
        let tag = |side: &Side, word: usize| class(self.recipe, cut(self.recipe.tags, &side.words[word].tag));
        let has_same_tag = |cell: &&Cell| {
            let (Some(our), Some(their)) = **cell else { return false };
            tag(self.gold, our) == tag(self.system, their)
        };
        let words =
            [self.gold.words.len(), self.system.words.len(), self.cells.iter().filter(has_same_tag).count()];
        let counts =
            [self.gold.brackets.len(), self.system.brackets.len(), crossing, words[0], words[1], words[2]];
        let [gold, system, crossing, gold_words, system_words, tags] = counts.map(|count| count as u64);
        [common(&ours, &theirs), gold, system, crossing, gold_words, system_words, tags]
    }

    /// Brackets over the cells that are places; those over none are left out.
    fn placed(&self, side: &Side, own: Own, one_sided: OneSided) -> Vec<Placed> {
        let is_place = |cell: &Cell| one_sided == OneSided::Strict || matches!(cell, (Some(_), Some(_)));
        let places: Vec<&Cell> = self.cells.iter().filter(|cell| is_place(cell)).collect();
        let place = |bracket: &(String, usize, usize)| {
            let (label, start, end) = bracket;
            let is_inside = |cell: &&Cell| own(cell).is_some_and(|word| (*start..*end).contains(&word));
            let first = places.iter().position(is_inside)?;
            let last = places.iter().rposition(is_inside)?;
            let label = if self.recipe.compare == Compare::Spans { String::new() } else { label.clone() };
            Some((label, first, last + 1))
        };
        side.brackets.iter().filter_map(place).collect()
    }

    /// Dependencies of gold and of the system with what must be equal if their labels must be.
    fn is_same(&self, ours: &Dependency, theirs: &Dependency, is_labeled: bool) -> bool {
        let word = |side: &Side, number: usize| side.classes[number].clone();
        let heads = [(self.gold, ours), (self.system, theirs)];
        let heads = heads.map(|(side, one)| one.governor.as_ref().map(|(head, _)| word(side, *head)));
        word(self.gold, ours.word) == word(self.system, theirs.word)
            && heads[0] == heads[1]
            && (!is_labeled || self.recipe.compare == Compare::Spans || relation(ours) == relation(theirs))
    }

    fn cell(&self, own: Own, word: usize) -> Option<usize> {
        self.cells.iter().position(|cell| own(cell) == Some(word))
    }

    /// How many dependencies of dependents that meet are like this.
    fn meeting(
        &self,
        counts: impl Fn(&Dependency) -> bool,
        is_so: impl Fn(&Dependency, &Dependency) -> bool,
    ) -> u64 {
        let meets = |ours: &Dependency, theirs: &Dependency| {
            self.cell(GOLD, ours.word) == self.cell(SYSTEM, theirs.word)
        };
        let ours = self.gold.dependencies.iter().filter(|one| counts(one));
        let found = ours.filter(|ours| {
            let mut theirs = self.system.dependencies.iter().filter(|one| counts(one));
            theirs.any(|theirs| meets(ours, theirs) && is_so(ours, theirs))
        });
        found.count() as u64
    }

    fn sizes(&self, counts: impl Fn(&Dependency) -> bool) -> [u64; 2] {
        [self.gold, self.system].map(|side| side.dependencies.iter().filter(|one| counts(one)).count() as u64)
    }

    fn by_place(&self, counts: impl Fn(&Dependency) -> bool) -> [u64; 4] {
        let [matched, unlabeled] = [true, false]
            .map(|is_labeled| self.meeting(&counts, |ours, theirs| self.is_same(ours, theirs, is_labeled)));
        let [gold, system] = self.sizes(counts);
        [matched, unlabeled, gold, system]
    }

    /// As many as can be matched in order, and among those ways one with the most open ones.
    fn in_order(&self, counts: impl Fn(&Dependency) -> bool) -> [u64; 4] {
        let (ours, theirs) = (&self.gold.dependencies, &self.system.dependencies);
        let both = |i: usize, j: usize, is_so: &dyn Fn(&Dependency) -> bool| {
            u64::from(is_so(&ours[i]) && is_so(&theirs[j]))
        };
        let [matched, unlabeled] = [true, false].map(|is_labeled| {
            let mut table = vec![vec![(0, 0, 0); theirs.len() + 1]; ours.len() + 1];
            for i in 0..ours.len() {
                for j in 0..theirs.len() {
                    let mut best = table[i][j + 1].max(table[i + 1][j]);
                    if self.is_same(&ours[i], &theirs[j], is_labeled) {
                        let (all, open, counted) = table[i][j];
                        let more = (
                            all + 1,
                            open + both(i, j, &|one| one.is_open),
                            counted + both(i, j, &|one| counts(one)),
                        );
                        best = best.max(more);
                    }
                    table[i + 1][j + 1] = best;
                }
            }
            table[ours.len()][theirs.len()].2
        });
        let [gold, system] = self.sizes(counts);
        [matched, unlabeled, gold, system]
    }

    fn attachment(&self) -> [u64; 5] {
        let head = |own: Own, one: &Dependency| {
            one.governor.as_ref().map(|(head, _)| self.cell(own, *head).unwrap())
        };
        let same_head = |ours: &Dependency, theirs: &Dependency| head(GOLD, ours) == head(SYSTEM, theirs);
        let same_labels = |ours: &Dependency, theirs: &Dependency| relation(ours) == relation(theirs);
        let is_free = self.recipe.compare == Compare::Spans;
        let las = |ours: &Dependency, theirs: &Dependency| {
            same_head(ours, theirs) && (is_free || same_labels(ours, theirs))
        };
        let [gold, system] = self.sizes(|_| true);
        let matched = self.meeting(|_| true, las);
        [matched, self.meeting(|_| true, same_head), gold, system, self.meeting(|_| true, same_labels)]
    }

    fn errors(&self) -> WordCounts {
        let is_equal = |our: usize, their: usize| self.gold.classes[our] == self.system.classes[their];
        let count =
            |is_so: &dyn Fn(&Cell) -> bool| self.cells.iter().filter(|cell| is_so(cell)).count() as u64;
        let [ours, theirs] = [self.breaks(self.gold, GOLD), self.breaks(self.system, SYSTEM)];
        WordCounts {
            pairs: 1,
            gold: self.gold.words.len() as u64,
            correct: count(&|cell| matches!(*cell, (Some(our), Some(their)) if is_equal(our, their))),
            substituted: count(&|cell| matches!(*cell, (Some(our), Some(their)) if !is_equal(our, their))),
            deleted: count(&|cell| matches!(cell, (Some(_), None))),
            inserted: count(&|cell| matches!(cell, (None, Some(_)))),
            gold_breaks: ours.len() as u64,
            system_breaks: theirs.len() as u64,
            break_matches: common(&ours, &theirs),
        }
    }

    /// Words that both sides have before the end of each utterance.
    fn breaks(&self, side: &Side, own: Own) -> Vec<usize> {
        let is_shared = |cell: &&Cell| matches!(cell, (Some(_), Some(_)));
        let before = |&end: &usize| {
            self.cells
                .iter()
                .filter(is_shared)
                .filter(|cell| own(cell).is_some_and(|word| word < end))
                .count()
        };
        side.ends.iter().map(before).collect()
    }
}

/// A bracket over places.
type Placed = (String, usize, usize);

/// The labels of a dependency.
fn relation(one: &Dependency) -> (&str, Option<&str>) {
    (&one.label, one.governor.as_ref().map(|(_, label)| &label[..]))
}
