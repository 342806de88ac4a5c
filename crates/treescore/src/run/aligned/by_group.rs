//! What is done with each group of trees, where texts were aligned.

use super::{AlignedBlock, AlignedUnit, Difference, GroupAt, TreePlace, some_words};
use crate::align::text::Cell;
use crate::measure::{Measure, Pair, Side};
use crate::read::ReadError;
use crate::align::Refusal;
use crate::run::parallel::Work;
use crate::run::score::{GroupTrees, RefusedAt};
use crate::run::scoring::{At, Part, Scoring, Worker};
use crate::tree::{Label, Which};

/// A measure over groups of trees.
pub(in crate::run) struct ByGroup<'m, M>(pub(in crate::run) Scoring<'m, M>);

impl<M: Measure> Work for ByGroup<'_, M> {
    type Block = AlignedBlock;
    type Worker = Worker<M::Scratch>;
    type Part = Part<M::Tally>;

    fn worker(&self) -> Self::Worker {
        self.0.worker()
    }

    fn block(&self, worker: &mut Self::Worker, block: &AlignedBlock, part: &mut Self::Part) {
        worker.pipeline.begin_groups(block);
        for (at, unit) in block.units.iter().enumerate() {
            let pair = block.first_pair + if block.is_side { 1 } else { at as u64 + 1 };
            match unit {
                AlignedUnit::Group(group) => self.group(worker, block, group, pair, part),
                AlignedUnit::NotATree(which, place, error) => {
                    self.not_a_tree((*which, *place, error), pair, block.is_side, part);
                }
            }
        }
        for (sum, more) in part.totals.text.without_words.iter_mut().zip(block.without_words) {
            *sum += more;
        }
    }
}

impl<M: Measure> ByGroup<'_, M> {
    /// What is not a tree has no text, and is in no group. What should meet it is in one, alone: the miss is counted there.
    fn not_a_tree(
        &self,
        (which, tree, error): (Which, TreePlace, &ReadError),
        pair: u64,
        is_in_side: bool,
        part: &mut Part<M::Tally>,
    ) {
        let place = Some((tree.document, tree.line));
        let (gold, system) = if which == Which::Gold { (place, None) } else { (None, place) };
        let refusal = Refusal::NotATree(which, error.clone());
        let mut trees = GroupTrees::default();
        let (numbers, sum) = match which {
            Which::Gold => (&mut trees.gold, &mut part.totals.text.not_trees[0]),
            Which::System => (&mut trees.system, &mut part.totals.text.not_trees[1]),
        };
        numbers.push(tree.number);
        *sum += 1;
        let refused = RefusedAt { pair, gold, system, refusal, hashes: None };
        if is_in_side {
            // The pair is the side, which has a row of its own.
            part.totals.refused += 1;
            part.refused.push(refused);
        } else {
            self.0.told(refused, None, Some(trees), part);
        }
    }

    fn group(
        &self,
        worker: &mut Worker<M::Scratch>,
        block: &AlignedBlock,
        group: &GroupAt,
        number: u64,
        part: &mut Part<M::Tally>,
    ) {
        part.totals.text.text += group.text;
        let places = (&block.gold_places[group.gold.clone()], &block.system_places[group.system.clone()]);
        let at = At { pair: number, document: group.document };
        let measured = worker.pipeline.group(block, group).and_then(|pair| {
            let differs = group.text.gold_differ + group.text.system_differ > 0;
            if differs && part.totals.text.first.is_none() {
                part.totals.text.first = difference(&pair, &block.cells[group.cells.clone()], places);
            }
            self.0.measured(&pair, at, &mut worker.scratch, &mut part.totals)
        });
        match measured {
            Ok(row) => part.rows.extend(row.map(|mut row| {
                let numbers = |places: &[TreePlace]| places.iter().map(|place| place.number).collect();
                let (gold, system) = (numbers(places.0), numbers(places.1));
                let text = row.errors.is_none().then_some(group.text);
                row.trees = Some(GroupTrees { gold, system, text });
                row
            })),
            Err(refusal) => {
                let first = |places: &[TreePlace]| places.first().map(|place| (place.document, place.line));
                let (gold, system) = (first(places.0), first(places.1));
                let refused = RefusedAt { pair: number, gold, system, refusal, hashes: None };
                let gold = worker.pipeline.gold_of_group(block);
                self.0.refused(refused, Some(&gold), &mut worker.scratch, part);
            }
        }
    }
}

/// The first place of a group at which the texts differ.
fn difference(
    pair: &Pair<'_>,
    cells: &[Cell],
    (gold, system): (&[TreePlace], &[TreePlace]),
) -> Option<Difference> {
    let (mut ours, mut theirs) = (0, 0);
    for cell in cells {
        let (next_ours, next_theirs) = (ours + cell.gold as usize, theirs + cell.system as usize);
        if cell.kind.differs() {
            return Some(Difference {
                gold: (gold.first().copied(), words(&pair.gold, pair, ours..next_ours)),
                system: (system.first().copied(), words(&pair.system, pair, theirs..next_theirs)),
            });
        }
        (ours, theirs) = (next_ours, next_theirs);
    }
    None
}

/// Words of one side by their numbers among those that were aligned, in one string.
fn words(side: &Side<'_>, pair: &Pair<'_>, numbers: std::ops::Range<usize>) -> String {
    let is_aligned = |label: Label| !pair.rules.by_label()[label.index()].is_unaligned;
    let aligned = side.arena.words().iter().filter(|word| is_aligned(word.tag));
    some_words(aligned.skip(numbers.start).take(numbers.len()).map(|word| word.bytes(side.text)))
}
