//! Measuring groups of trees: aligned texts, or conversation sides.

use std::ops::Range;

use super::{AlignedBlock, AlignedUnit, Difference, GroupAt, TreePlace, join_words};
use crate::align::Refusal;
use crate::align::text::Cell;
use crate::prepare::Rules;
use crate::read::{Block, ReadError, Scanner};
use crate::read::{UnitReader, UnitTree};
use crate::run::lens::{Both, Forest, SideColumns, refuse_gaps};
use crate::run::outcome::RefusedAt;
use crate::run::parallel::Work;
use crate::run::plan::{Plan, Rows};
use crate::run::row::{Line, PairRow, RowId, RowKind};
use crate::run::survey::{GroupRoots, Spot, SurveyedGroup, Surveyor, ThreadSurvey};
use crate::run::work::{Candidate, Counters, Job, Part};
use crate::tree::{Label, Which};

/// The setups of a pass over the groups of one system.
pub(in crate::run) struct ByGroup<'p> {
    job: Job<'p>,
    /// Alignments by another program, one for each conversation side.
    columns: Option<SideColumns>,
}

/// The state of a thread, kept from block to block.
pub(in crate::run) struct Worker {
    units: UnitReader,
    scanners: [Scanner; 2],
    gold: UnitTree,
    system: UnitTree,
    /// One tree of a group.
    one: UnitTree,
    /// For gold and system, the trees of the group: the number of each tree, from 0, and the number of words
    /// up to its end.
    ends: [Vec<(u64, u32)>; 2],
    counters: Counters,
    /// Looks at trees as they were read, if that was asked for.
    survey: Option<ThreadSurvey>,
    /// The outermost brackets of the group, of gold and system.
    roots: [GroupRoots; 2],
}

impl<'p> ByGroup<'p> {
    pub(in crate::run) fn new(job: Job<'p>, plan: &Plan) -> Self {
        let system = job.pass.systems.first().and_then(|&at| plan.systems.get(at));
        Self { columns: system.and_then(|system| system.columns.clone()), job }
    }
}

impl Work for ByGroup<'_> {
    type Block = AlignedBlock;
    type Worker = Worker;
    type Part = Part;

    fn worker(&self) -> Worker {
        Worker {
            units: self.job.units(),
            scanners: [Scanner::new(), Scanner::new()],
            gold: UnitTree::default(),
            system: UnitTree::default(),
            one: UnitTree::default(),
            ends: [Vec::new(), Vec::new()],
            counters: self.job.counters(),
            survey: ThreadSurvey::new(&self.job),
            roots: Default::default(),
        }
    }

    fn block(&self, worker: &mut Worker, block: &AlignedBlock, part: &mut Part) {
        self.job.begin(part);
        worker.scanners[0].begin(block.gold.padded());
        worker.scanners[1].begin(block.system.padded());
        part.gold.merge(block.gold_hash);
        let systems = std::slice::from_ref(&block.system);
        if let Some(ThreadSurvey { surveyor, .. }) = &mut worker.survey {
            surveyor.begin(&block.gold, systems);
        }
        let mut number = block.first_pair;
        for unit in block.units.iter().take_while(|_| !self.is_stopped()) {
            match unit {
                AlignedUnit::Group(group) => {
                    number += 1;
                    self.group(worker, block, group, number, part);
                }
                AlignedUnit::NotATree(which, place, error, is_last) => {
                    if let Some(ThreadSurvey { surveyor, .. }) = &mut worker.survey {
                        let TreePlace { number, document, line, column } = *place;
                        let spot = || Spot { document, line, column };
                        surveyor.fault(0, *which, error, (number, *is_last), spot);
                    }
                    self.not_a_tree(*which, *place, error, part);
                }
            }
        }
        let Worker { units, scanners, survey, .. } = worker;
        if let Some(ThreadSurvey { surveyor, .. }) = survey {
            surveyor.end((&block.gold, systems), (units, &scanners[0], &scanners[1..]));
            if let Some((TreePlace { number, document, line, column }, trees)) = block.failed {
                surveyor.failed(0, (number, trees), Spot { document, line, column });
            }
        }
        worker.counters.end(part);
        for (sum, more) in part.without_words.iter_mut().zip(block.without_words) {
            *sum += more;
        }
    }

    fn is_stopped(&self) -> bool {
        self.job.meter.is_stopped()
    }
}

impl ByGroup<'_> {
    /// Records an unreadable tree. It has no text and is in no group. Its counterpart is in a group,
    /// unmatched, so the miss is counted there.
    fn not_a_tree(&self, which: Which, tree: TreePlace, error: &ReadError, part: &mut Part) {
        let at = usize::from(which == Which::System);
        part.unreadable[at] += 1;
        let line = Some(Line { document: tree.document, line: tree.line });
        let trees = tree.number - 1..tree.number;
        let id = RowId { kind: RowKind::Tree, ..RowId::default() };
        let id = match which {
            Which::Gold => RowId { gold: trees, gold_line: line, document: tree.document, ..id },
            Which::System => RowId { system: trees, system_line: line, ..id },
        };
        let refusal = Refusal::NotATree(which, error.clone());
        let (system, setups) = (self.job.pass.systems[0], self.job.pass.setups.clone());
        if self.job.ask.rows == Rows::All {
            let mut numbers = [Vec::new(), Vec::new()];
            numbers[at].push(tree.number);
            part.rows.extend(self.job.setups.iter().filter_map(|setup| {
                Some(PairRow {
                    id: id.clone(),
                    system,
                    setup: setup.position?,
                    length: None,
                    counts: vec![0; setup.info.fields.len()],
                    refusal: Some(refusal.clone()),
                    cause: None,
                    matches: None,
                    sketch: None,
                    utterance: None,
                    trees: Some(numbers.clone()),
                    alignment: None,
                    cells: None,
                    reply: None,
                })
            }));
        }
        part.refused.push(RefusedAt { id, system, setups, refusal, cause: None, words: None });
    }

    fn group(
        &self,
        worker: &mut Worker,
        block: &AlignedBlock,
        group: &GroupAt,
        number: u64,
        part: &mut Part,
    ) {
        worker.read(block, group, number);
        let Worker { units, gold, system, ends, counters, survey, roots, .. } = worker;
        let places = [&block.gold_places[group.gold.clone()], &block.system_places[group.system.clone()]];
        let kind = if block.is_side { RowKind::Side } else { RowKind::Group };
        let id = || row_id(kind, number, group, places);
        let numbers = |places: &[TreePlace]| places.iter().map(|place| place.number).collect();
        let trees = || Some(places.map(numbers));
        let candidate = Candidate {
            system: 0,
            number,
            gold: tree_range(places[0]),
            document: group.document,
            reply: None,
            is_answered: group.gold.is_empty() || !group.system.is_empty(),
            id: &id,
            trees: &trees,
        };
        let both = Both {
            gold: Forest { arena: &gold.arena, text: units.text(&block.gold, gold) },
            system: Forest { arena: &system.arena, text: units.text(&block.system, system) },
            labels: units.labels(),
        };
        let cells = &block.cells[group.cells.clone()];
        let columns = self.columns.as_ref().and_then(|columns| columns.get(group.document));
        let before = part.refused.len();
        counters.measure(&self.job, &candidate, &both, part, |lens, both| {
            if block.is_side {
                return lens.side(both, 0, [&ends[0], &ends[1]], columns);
            }
            if both.is_discontinuous() {
                return Err(refuse_gaps(both));
            }
            Ok(lens.group(both, cells, group.is_plain, &group.text))
        });
        if let Some(ThreadSurvey { surveyor, .. }) = survey {
            let is_scored = self.job.is_main_scored(&part.refused[before..]);
            let lens = &counters.lenses[self.job.main_setup().lens()];
            let (roots, labels) = ([&roots[0], &roots[1]], both.labels);
            let at = (&block.gold, &block.system, number);
            surveyor
                .group(0, &SurveyedGroup { roots, labels, lens, is_scored, is_plain: group.is_plain, at });
        }
        let differs = group.text.gold_differ + group.text.system_differ > 0;
        if differs && part.difference.is_none() {
            let rules = counters.lenses[0].rules();
            part.difference = difference(&both, rules, cells, places);
        }
    }
}

impl Worker {
    /// Reads the trees of a group, each side as one forest. They are read a second time here, because reading
    /// is cheaper than moving arenas and labels between threads.
    fn read(&mut self, block: &AlignedBlock, group: &GroupAt, number: u64) {
        let Self { units, scanners, gold, system, one, ends, survey, roots, .. } = self;
        let mut survey =
            survey.as_mut().map(|survey| GroupSurvey::begin(&mut survey.surveyor, roots, number));
        let (first_gold, first_system) = (group.gold.start, group.system.start);
        if group.is_plain
            && units.read(&scanners[0], &block.gold, first_gold, gold).is_ok()
            && units
                .read_like(
                    (&block.gold, first_gold, gold),
                    &scanners[1],
                    (&block.system, first_system),
                    system,
                )
                .is_ok()
        {
            if let Some(survey) = &mut survey {
                survey.see(Which::Gold, units, (&block.gold, first_gold, gold));
                survey.see(Which::System, units, (&block.system, first_system, system));
            }
            return;
        }
        let sides = [
            (Which::Gold, &scanners[0], &block.gold, &group.gold, gold, &block.gold_places),
            (Which::System, &scanners[1], &block.system, &group.system, system, &block.system_places),
        ];
        for ((which, scanner, block, trees, forest, places), ends) in sides.into_iter().zip(ends) {
            forest.arena.clear();
            ends.clear();
            for at in trees.clone() {
                // The aligner read this tree before, so it is readable.
                if units.read(scanner, block, at, one).is_ok() {
                    if let Some(survey) = &mut survey {
                        survey.see(which, units, (block, at, one));
                    }
                    forest.arena.append(&mut one.arena);
                }
                ends.push((places[at].number - 1, forest.arena.words().len() as u32));
            }
        }
    }
}

impl Drop for Worker {
    /// Hands over what this thread has seen.
    fn drop(&mut self) {
        if let Some(survey) = &mut self.survey {
            survey.hand_over(self.units.labels());
        }
    }
}

/// Looks at the trees of one group as they are read.
struct GroupSurvey<'a> {
    surveyor: &'a mut Surveyor,
    roots: &'a mut [GroupRoots; 2],
    /// The number of the group, from 1.
    number: u64,
}

impl<'a> GroupSurvey<'a> {
    fn begin(surveyor: &'a mut Surveyor, roots: &'a mut [GroupRoots; 2], number: u64) -> Self {
        roots.iter_mut().for_each(GroupRoots::clear);
        Self { surveyor, roots, number }
    }

    fn see(&mut self, which: Which, units: &UnitReader, (block, at, tree): (&Block, usize, &UnitTree)) {
        let forest = Forest { arena: &tree.arena, text: units.text(block, tree) };
        let unit = (block, at, self.number);
        match which {
            Which::Gold => self.surveyor.gold(forest, units.labels(), unit),
            Which::System => self.surveyor.system(0, forest, units.labels(), unit),
        }
        self.roots[usize::from(which == Which::System)].add(forest.arena, at);
    }
}

impl Drop for GroupSurvey<'_> {
    fn drop(&mut self) {
        self.roots.iter_mut().for_each(GroupRoots::join);
    }
}

fn row_id(kind: RowKind, number: u64, group: &GroupAt, [gold, system]: [&[TreePlace]; 2]) -> RowId {
    let line = |places: &[TreePlace]| {
        places.first().map(|place| Line { document: place.document, line: place.line })
    };
    RowId {
        kind,
        pair: number,
        gold: tree_range(gold),
        system: tree_range(system),
        document: group.document,
        gold_line: line(gold),
        system_line: line(system),
    }
}

/// The trees of one side, from 0. If there is none, the range is empty: only the receiver of all rows knows the number
/// of the next tree.
fn tree_range(places: &[TreePlace]) -> Range<u64> {
    match (places.first(), places.last()) {
        (Some(first), Some(last)) => first.number - 1..last.number,
        _ => 0..0,
    }
}

/// The first difference between the texts of a group.
fn difference(
    both: &Both<'_>,
    rules: &Rules,
    cells: &[Cell],
    [gold, system]: [&[TreePlace]; 2],
) -> Option<Difference> {
    let (mut gold_at, mut system_at) = (0, 0);
    for cell in cells {
        let (next_gold, next_system) = (gold_at + cell.gold as usize, system_at + cell.system as usize);
        if cell.kind.differs() {
            return Some(Difference {
                gold: (gold.first().copied(), words(both.gold, rules, gold_at..next_gold)),
                system: (system.first().copied(), words(both.system, rules, system_at..next_system)),
            });
        }
        (gold_at, system_at) = (next_gold, next_system);
    }
    None
}

/// Some aligned words of one side, by their numbers, as one string.
fn words(side: Forest<'_>, rules: &Rules, numbers: std::ops::Range<usize>) -> String {
    let is_aligned = |label: Label| !rules.by_label()[label.index()].is_unaligned;
    let aligned = side.arena.words().iter().filter(|word| is_aligned(word.tag));
    join_words(aligned.skip(numbers.start).take(numbers.len()).map(|word| word.bytes(side.text)))
}
