//! The items that two sides share, given the cells of their words.

use treescore::align::sequence::Costs;
use treescore::align::{OneSided, WordCounts};
use treescore::prepare::{Compare, Recipe};

use super::Side;
use super::heads::Dependency;
use super::table::{Cell, align};
use super::trees::{class, cut};
use crate::speech::runs::Numbers;

/// Both sides, and the cells of their words.
struct Both<'a> {
    gold: &'a Side,
    system: &'a Side,
    cells: &'a [Cell],
    recipe: &'a Recipe,
}

/// Selects the word of one side in a cell.
type WordOf = fn(&Cell) -> Option<usize>;

const GOLD: WordOf = |cell| cell.0;
const SYSTEM: WordOf = |cell| cell.1;

pub(super) fn numbers(
    gold: &Side,
    system: &Side,
    cells: &[Cell],
    recipe: &Recipe,
    (costs, one_sided): (Costs, OneSided),
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
        errors: both.errors(costs),
    }
}

/// The greatest number of pairs of equal items in two lists, each item used once.
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
        let (of_gold, of_system) =
            (self.placed(self.gold, GOLD, one_sided), self.placed(self.system, SYSTEM, one_sided));
        let cross = |a: &Placed, b: &Placed| {
            (a.1 < b.1 && b.1 < a.2 && a.2 < b.2) || (b.1 < a.1 && a.1 < b.2 && b.2 < a.2)
        };
        let crossing = of_system.iter().filter(|b| of_gold.iter().any(|a| cross(a, b))).count();
        let tag = |side: &Side, word: usize| class(self.recipe, cut(self.recipe.tags, &side.words[word].tag));
        let has_same_tag = |cell: &&Cell| {
            let (Some(gold_word), Some(system_word)) = **cell else { return false };
            tag(self.gold, gold_word) == tag(self.system, system_word)
        };
        let words =
            [self.gold.words.len(), self.system.words.len(), self.cells.iter().filter(has_same_tag).count()];
        let counts =
            [self.gold.brackets.len(), self.system.brackets.len(), crossing, words[0], words[1], words[2]];
        let [gold, system, crossing, gold_words, system_words, tags] = counts.map(|count| count as u64);
        [common(&of_gold, &of_system), gold, system, crossing, gold_words, system_words, tags]
    }

    /// The brackets as ranges of shared positions; brackets over none are left out.
    fn placed(&self, side: &Side, word_of: WordOf, one_sided: OneSided) -> Vec<Placed> {
        let is_place = |cell: &Cell| one_sided == OneSided::Strict || matches!(cell, (Some(_), Some(_)));
        let places: Vec<&Cell> = self.cells.iter().filter(|cell| is_place(cell)).collect();
        let place = |bracket: &(String, usize, usize)| {
            let (label, start, end) = bracket;
            let is_inside = |cell: &&Cell| word_of(cell).is_some_and(|word| (*start..*end).contains(&word));
            let first = places.iter().position(is_inside)?;
            let last = places.iter().rposition(is_inside)?;
            let label = if self.recipe.compare == Compare::Spans { String::new() } else { label.clone() };
            Some((label, first, last + 1))
        };
        side.brackets.iter().filter_map(place).collect()
    }

    /// True if two dependencies match; `is_labeled` also compares their labels.
    fn is_same(&self, of_gold: &Dependency, of_system: &Dependency, is_labeled: bool) -> bool {
        let word = |side: &Side, number: usize| side.classes[number].clone();
        let heads = [(self.gold, of_gold), (self.system, of_system)];
        let heads = heads.map(|(side, one)| one.governor.as_ref().map(|(head, _)| word(side, *head)));
        word(self.gold, of_gold.word) == word(self.system, of_system.word)
            && heads[0] == heads[1]
            && (!is_labeled
                || self.recipe.compare == Compare::Spans
                || relation(of_gold) == relation(of_system))
    }

    fn cell(&self, word_of: WordOf, word: usize) -> Option<usize> {
        self.cells.iter().position(|cell| word_of(cell) == Some(word))
    }

    /// The number of dependencies of aligned dependents with this property.
    fn count_aligned(
        &self,
        counts: impl Fn(&Dependency) -> bool,
        is_so: impl Fn(&Dependency, &Dependency) -> bool,
    ) -> u64 {
        let are_aligned = |of_gold: &Dependency, of_system: &Dependency| {
            self.cell(GOLD, of_gold.word) == self.cell(SYSTEM, of_system.word)
        };
        let of_gold = self.gold.dependencies.iter().filter(|one| counts(one));
        let found = of_gold.filter(|of_gold| {
            let mut of_system = self.system.dependencies.iter().filter(|one| counts(one));
            of_system.any(|of_system| are_aligned(of_gold, of_system) && is_so(of_gold, of_system))
        });
        found.count() as u64
    }

    fn sizes(&self, counts: impl Fn(&Dependency) -> bool) -> [u64; 2] {
        [self.gold, self.system].map(|side| side.dependencies.iter().filter(|one| counts(one)).count() as u64)
    }

    fn by_place(&self, counts: impl Fn(&Dependency) -> bool) -> [u64; 4] {
        let [matched, unlabeled] = [true, false].map(|is_labeled| {
            self.count_aligned(&counts, |of_gold, of_system| self.is_same(of_gold, of_system, is_labeled))
        });
        let [gold, system] = self.sizes(counts);
        [matched, unlabeled, gold, system]
    }

    /// The greatest number of dependencies that match in order, and among those solutions the most open ones.
    fn in_order(&self, counts: impl Fn(&Dependency) -> bool) -> [u64; 4] {
        let (of_gold, of_system) = (&self.gold.dependencies, &self.system.dependencies);
        let both = |i: usize, j: usize, is_so: &dyn Fn(&Dependency) -> bool| {
            u64::from(is_so(&of_gold[i]) && is_so(&of_system[j]))
        };
        let [matched, unlabeled] = [true, false].map(|is_labeled| {
            let mut table = vec![vec![(0, 0, 0); of_system.len() + 1]; of_gold.len() + 1];
            for i in 0..of_gold.len() {
                for j in 0..of_system.len() {
                    let mut best = table[i][j + 1].max(table[i + 1][j]);
                    if self.is_same(&of_gold[i], &of_system[j], is_labeled) {
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
            table[of_gold.len()][of_system.len()].2
        });
        let [gold, system] = self.sizes(counts);
        [matched, unlabeled, gold, system]
    }

    fn attachment(&self) -> [u64; 5] {
        let head = |word_of: WordOf, one: &Dependency| {
            one.governor.as_ref().map(|(head, _)| self.cell(word_of, *head).unwrap())
        };
        let same_head =
            |of_gold: &Dependency, of_system: &Dependency| head(GOLD, of_gold) == head(SYSTEM, of_system);
        let same_labels =
            |of_gold: &Dependency, of_system: &Dependency| relation(of_gold) == relation(of_system);
        let is_free = self.recipe.compare == Compare::Spans;
        let las = |of_gold: &Dependency, of_system: &Dependency| {
            same_head(of_gold, of_system) && (is_free || same_labels(of_gold, of_system))
        };
        let [gold, system] = self.sizes(|_| true);
        let matched = self.count_aligned(|_| true, las);
        [
            matched,
            self.count_aligned(|_| true, same_head),
            gold,
            system,
            self.count_aligned(|_| true, same_labels),
        ]
    }

    fn errors(&self, costs: Costs) -> WordCounts {
        let plain = |side: &Side, word: usize| side.words[word].text.to_lowercase();
        let [correct, substituted, deleted, inserted] =
            self.operations(&|i, j| plain(self.gold, i) == plain(self.system, j), costs);
        let is_equal = |i: usize, j: usize| {
            plain(self.gold, i) == plain(self.system, j) || self.gold.classes[i] == self.system.classes[j]
        };
        let [_, errors @ ..] = self.operations(&is_equal, costs);
        let [of_gold, of_system] = [self.breaks(self.gold, GOLD), self.breaks(self.system, SYSTEM)];
        WordCounts {
            pairs: 1,
            gold: self.gold.words.len() as u64,
            correct,
            substituted,
            deleted,
            inserted,
            errors_equal_words: errors.iter().sum(),
            gold_breaks: of_gold.len() as u64,
            system_breaks: of_system.len() as u64,
            break_matches: common(&of_gold, &of_system),
        }
    }

    /// The numbers of correct, substituted, deleted and inserted words in the cheapest alignment.
    fn operations(&self, is_equal: &dyn Fn(usize, usize) -> bool, costs: Costs) -> [u64; 4] {
        let mut operations = [0; 4];
        for cell in align(self.gold.words.len(), self.system.words.len(), is_equal, costs) {
            let at = match cell {
                (Some(gold_word), Some(system_word)) => usize::from(!is_equal(gold_word, system_word)),
                (Some(_), None) => 2,
                (None, _) => 3,
            };
            operations[at] += 1;
        }
        operations
    }

    /// The number of shared words before the end of each utterance.
    fn breaks(&self, side: &Side, word_of: WordOf) -> Vec<usize> {
        let is_shared = |cell: &&Cell| matches!(cell, (Some(_), Some(_)));
        let before = |&end: &usize| {
            self.cells
                .iter()
                .filter(is_shared)
                .filter(|cell| word_of(cell).is_some_and(|word| word < end))
                .count()
        };
        side.ends.iter().map(before).collect()
    }
}

/// A bracket over shared positions.
type Placed = (String, usize, usize);

/// The labels of a dependency.
fn relation(one: &Dependency) -> (&str, Option<&str>) {
    (&one.label, one.governor.as_ref().map(|(_, label)| &label[..]))
}
