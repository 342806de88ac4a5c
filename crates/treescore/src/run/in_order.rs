//! Pairs in order: the first tree of gold with the first of each system, and so on.

use super::differing::{Differing, DifferingPair, UnitWords};
use super::lens::{Both, Forest};
use super::mend::Mender;
use super::outcome::RefusedWords;
use super::parallel::Work;
use super::row::{Line, RowId, RowKind};
use super::samples::Samples;
use super::survey::{SurveyedPair, ThreadSurvey, spot};
use super::work::{Candidate, Counters, Job, Part};
use crate::align::{Cause, Refusal};
use crate::read::{Block, Fault, Landmark, PairBlock, Scanner};
use crate::read::{UnitReader, UnitTree, bounds};
use crate::tree::Which;
use crate::values::hash::Seed;

/// The setups of a pass over pairs in order.
pub(super) struct InOrder<'p>(pub(super) Job<'p>);

/// The state of a thread, kept from block to block.
pub(super) struct Worker {
    units: UnitReader,
    gold_scanner: Scanner,
    scanners: Vec<Scanner>,
    gold: UnitTree,
    system: UnitTree,
    counters: Counters,
    /// The last position in the block whose line and column are known, for gold and each system. Only faults
    /// need it.
    counted: Vec<Option<Landmark>>,
    /// Looks at trees as they were read, if that was asked for.
    survey: Option<ThreadSurvey>,
    differing: Differing,
    /// The trees of a neighbouring pair.
    neighbour: [UnitTree; 2],
    /// Makes trees of replies.
    mender: Mender,
}

impl Work for InOrder<'_> {
    type Block = PairBlock;
    type Worker = Worker;
    type Part = Part;

    fn worker(&self) -> Worker {
        let systems = self.0.pass.systems.len();
        Worker {
            units: self.0.units(),
            gold_scanner: Scanner::new(),
            scanners: vec![Scanner::new(); systems],
            gold: UnitTree::default(),
            system: UnitTree::default(),
            counters: self.0.counters(),
            counted: vec![None; systems + 1],
            survey: ThreadSurvey::new(&self.0),
            differing: Differing::default(),
            neighbour: Default::default(),
            mender: Mender::new(self.0.pass.reading.input.allowed_repair()),
        }
    }

    fn block(&self, worker: &mut Worker, block: &PairBlock, part: &mut Part) {
        self.0.begin(part);
        worker.gold_scanner.begin(block.gold.padded());
        for (scanner, system) in worker.scanners.iter_mut().zip(&block.systems) {
            scanner.begin(system.padded());
        }
        worker.counted.fill(None);
        if let Some(ThreadSurvey { surveyor, .. }) = &mut worker.survey {
            surveyor.begin(&block.gold, &block.systems);
            surveyor.see_ids(&block.gold, &block.systems, block.first_pair);
        }
        for at in (0..block.len()).take_while(|_| !self.is_stopped()) {
            self.unit(worker, block, at, part);
        }
        let Worker { units, gold_scanner, scanners, survey, .. } = worker;
        if let Some(ThreadSurvey { surveyor, .. }) = survey {
            surveyor.end((&block.gold, &block.systems), (units, gold_scanner, scanners));
        }
        worker.counters.end(part);
    }

    fn is_stopped(&self) -> bool {
        self.0.meter.is_stopped()
    }
}

impl InOrder<'_> {
    /// Reads and scores one unit of gold with the unit of each system.
    fn unit(&self, worker: &mut Worker, block: &PairBlock, at: usize, part: &mut Part) {
        let has_gold = block.gold.has(at);
        let mut fault = None;
        if has_gold {
            let (start, end) = bounds(&block.gold, at);
            part.gold.add(block.first_pair + at as u64, &block.gold.text()[start..end]);
            fault = worker.units.read(&worker.gold_scanner, &block.gold, at, &mut worker.gold).err();
            // A tree may be as long as a file.
            if self.is_stopped() {
                return;
            }
            worker.counters.begin_gold();
            if fault.is_none() {
                worker.survey_gold(block, at);
            }
        }
        for (system, side) in block.systems.iter().enumerate() {
            if block.is_out.get(system) == Some(&true) {
                continue;
            }
            let has_system = side.has(at);
            worker.mender.begin();
            let found = match (has_gold, has_system, &fault) {
                (false, false, _) => continue, // other systems are longer
                (false, true, _) => Err(Refusal::NoPartner(Which::Gold)),
                (true, false, _) => Err(Refusal::NoPartner(Which::System)),
                (true, true, Some(fault)) => {
                    worker.survey_beside_fault(block, (system, at));
                    Err(not_a_tree(Which::Gold, *fault, (&block.gold, at), &mut worker.counted[0]))
                }
                (true, true, None) => worker.read_system(block, system, at),
            };
            if self.is_stopped() {
                return;
            }
            worker.pair(&self.0, block, (system, at), found, has_gold && fault.is_none(), part);
            if !worker.mender.samples.is_empty() {
                worker.add_samples(&self.0, block, (system, at), part);
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

impl Worker {
    fn survey_gold(&mut self, block: &PairBlock, at: usize) {
        let Self { units, gold, survey, .. } = self;
        if let Some(ThreadSurvey { surveyor, .. }) = survey {
            let forest = Forest { arena: &gold.arena, text: units.text(&block.gold, gold) };
            let number = block.first_pair + at as u64 + 1;
            surveyor.gold(forest, units.labels(), (&block.gold, at, number));
        }
    }

    fn read_system(&mut self, block: &PairBlock, system: usize, at: usize) -> Result<(), Refusal> {
        let side = &block.systems[system];
        if side.is_reply(at) {
            let (units, tree) = (&mut self.units, &mut self.system);
            return self.mender.mend((&block.gold, &self.gold), (side, at), units, tree);
        }
        let gold = (&block.gold, at, &self.gold);
        let read = self.units.read_like(gold, &self.scanners[system], (side, at), &mut self.system);
        read.map_err(|fault| not_a_tree(Which::System, fault, (side, at), &mut self.counted[system + 1]))
    }

    /// Looks at a system's unit whose gold unit is not a tree: both files may be cut off.
    #[cold]
    fn survey_beside_fault(&mut self, block: &PairBlock, (system, at): (usize, usize)) {
        if self.survey.is_none() {
            return;
        }
        let side = &block.systems[system];
        let read = self.units.read(&self.scanners[system], side, at, &mut self.system);
        if let (Err(fault), Some(ThreadSurvey { surveyor, .. })) = (read, &mut self.survey) {
            let refusal = not_a_tree(Which::System, fault, (side, at), &mut self.counted[system + 1]);
            let number = block.first_pair + at as u64 + 1;
            surveyor.not_a_tree(system, &refusal, (&block.gold, side, at, number));
        }
    }

    /// Measures a pair, or refuses it if it could not be read.
    fn pair(
        &mut self,
        job: &Job<'_>,
        block: &PairBlock,
        (system, at): (usize, usize),
        read: Result<(), Refusal>,
        has_gold: bool,
        part: &mut Part,
    ) {
        let Self { units, gold, system: tree, counters, survey, mender, .. } = self;
        let (number, side) = (block.first_pair + at as u64, &block.systems[system]);
        let id = || row_id(block, side, at);
        let document = block.gold.document;
        let trees = number..number + u64::from(block.gold.has(at));
        let candidate = Candidate {
            system,
            number: number + 1,
            gold: trees,
            document,
            is_answered: true,
            reply: mender.note.as_ref(),
            id: &id,
            trees: &|| None,
        };
        let gold = Forest { arena: &gold.arena, text: units.text(&block.gold, gold) };
        if let Err(refusal) = read {
            let gold = has_gold.then_some(gold);
            if let Some(ThreadSurvey { surveyor, .. }) = survey {
                let rules = counters.lenses[job.main_setup().lens()].rules();
                let at = (&block.gold, side, at, number + 1);
                surveyor.unread(system, (gold, rules), &refusal, at);
            }
            return counters.refuse_all(job, &candidate, (gold, units.labels()), &refusal, part);
        }
        let system_forest = Forest { arena: &tree.arena, text: units.text(side, tree) };
        let both = Both { gold, system: system_forest, labels: units.labels() };
        let before = part.refused.len();
        counters.measure(job, &candidate, &both, part, |lens, both| lens.pair(both, number, system));
        let is_scored = part.refused.len() == before;
        if let Some(ThreadSurvey { surveyor, .. }) = survey {
            let lens = &counters.lenses[job.main_setup().lens()];
            let is_scored = job.is_main_scored(&part.refused[before..]);
            let pair = SurveyedPair { both: &both, lens, is_scored, at: (&block.gold, side, at, number + 1) };
            surveyor.pair(system, &pair);
            // Neighbours are those of one document.
            let is_first = at == 0 && !block.gold.begins_document();
            if is_first || (at + 1 == block.len() && !block.gold.ends_document()) {
                let words = UnitWords::new(number + 1, &both, spot(side, at));
                part.differing[system].see_edge(is_first, words);
            }
        }
        if !is_scored {
            self.explain(job, block, (system, at), part, before);
        }
    }

    /// Scores all samples of a sentence.
    #[cold]
    fn add_samples(
        &mut self,
        job: &Job<'_>,
        block: &PairBlock,
        (system, at): (usize, usize),
        part: &mut Part,
    ) {
        let Self { units, gold, mender, counters, .. } = self;
        let (units, side) = (&*units, &block.systems[system]);
        let mut trees = Vec::with_capacity(mender.samples.len());
        for sample in &mender.samples {
            trees.push(sample.as_ref().map(|tree| unit_forest(units, side, tree)));
        }
        let pair = (block.first_pair + at as u64, system);
        let gold = unit_forest(units, &block.gold, gold);
        Samples { gold, trees, labels: units.labels(), pair }.add(job, counters, part);
    }

    /// Notes the words of a pair that was read and refused, and finds out why they differ. The refusals of the
    /// pair are those from `before` on.
    #[cold]
    fn explain(
        &mut self,
        job: &Job<'_>,
        block: &PairBlock,
        (system, at): (usize, usize),
        part: &mut Part,
        before: usize,
    ) {
        let Self { units, gold, system: tree, counters, survey, differing, .. } = self;
        let side = &block.systems[system];
        let gold = Forest { arena: &gold.arena, text: units.text(&block.gold, gold) };
        let tree = Forest { arena: &tree.arena, text: units.text(side, tree) };
        let both = Both { gold, system: tree, labels: units.labels() };
        // The likely reason is found later, from the words of many pairs.
        let hashes = (hash_words(both.gold), hash_words(both.system));
        let differing_words = RefusedWords { hashes, gold: spot(&block.gold, at) };
        Counters::last_refusals(part, before).for_each(|refused| refused.words = Some(differing_words));
        let about_words = part.refused[before..].iter().find(|refused| refused.refusal.is_about_words());
        let setup = about_words.and_then(|refused| job.setup_at(*refused.setups.first()?));
        if let (Some(setup), true) = (setup, survey.is_some()) {
            let difference = Differing::explain(&counters.lenses[setup.lens()], &both);
            let cause = difference.cause;
            Counters::last_refusals(part, before).for_each(|refused| refused.cause = Some(cause));
            explain_rows(part, (system, job.pass.systems[system]), block.first_pair + at as u64 + 1, cause);
            let gains = differing.gains(job, setup, cause, &both);
            let words = UnitWords::new(block.first_pair + at as u64 + 1, &both, spot(side, at));
            let (before, behind) = self.neighbours(block, (system, at));
            part.differing[system].pairs.push(DifferingPair { difference, gains, words, before, behind });
        }
    }

    /// The words of the units before and behind a pair, as far as they are in the block.
    #[cold]
    fn neighbours(
        &mut self,
        block: &PairBlock,
        (system, at): (usize, usize),
    ) -> (Option<UnitWords>, Option<UnitWords>) {
        let mut read = |at: usize| {
            let side = &block.systems[system];
            if at >= block.len() || !block.gold.has(at) || !side.has(at) {
                return None;
            }
            let [gold, tree] = &mut self.neighbour;
            self.units.read(&self.gold_scanner, &block.gold, at, gold).ok()?;
            self.units.read(&self.scanners[system], side, at, tree).ok()?;
            let gold = Forest { arena: &gold.arena, text: self.units.text(&block.gold, gold) };
            let tree = Forest { arena: &tree.arena, text: self.units.text(side, tree) };
            let both = Both { gold, system: tree, labels: self.units.labels() };
            Some(UnitWords::new(block.first_pair + at as u64 + 1, &both, spot(side, at)))
        };
        (at.checked_sub(1).and_then(&mut read), read(at + 1))
    }
}

/// A tree with the text of its words.
fn unit_forest<'t>(units: &UnitReader, block: &'t Block, tree: &'t UnitTree) -> Forest<'t> {
    Forest { arena: &tree.arena, text: units.text(block, tree) }
}

fn row_id(block: &PairBlock, system: &Block, at: usize) -> RowId {
    let number = block.first_pair + at as u64;
    let place = |side: &Block| {
        let extent = side.extents().get(at).filter(|_| side.has(at))?;
        Some(Line { document: side.document, line: side.line(extent) })
    };
    let (gold_line, system_line) = (place(&block.gold), place(system));
    let trees = |line: Option<Line>| number..number + u64::from(line.is_some());
    RowId {
        kind: RowKind::Pair,
        pair: number + 1,
        gold: trees(gold_line),
        system: trees(system_line),
        document: block.gold.document,
        gold_line,
        system_line,
    }
}

#[cold]
fn not_a_tree(
    which: Which,
    fault: Fault,
    (side, at): (&Block, usize),
    counted: &mut Option<Landmark>,
) -> Refusal {
    let (start, end) = bounds(side, at);
    if !side.is_taped(at) && side.text()[start..end].trim_ascii().is_empty() {
        return Refusal::NoTree(which); // a blank line
    }
    // Units are read in order, so that any number of faults together cost one pass over the block.
    let known = side.landmark(at, *counted);
    *counted = Some(known);
    Refusal::NotATree(which, side.error(at, fault, known))
}

/// A hash of the words of a tree.
fn hash_words(Forest { arena, text }: Forest<'_>) -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let mut hasher = Seed::fixed().build_hasher();
    for word in arena.words() {
        hasher.write(word.bytes(text));
        hasher.write_u8(b' ');
    }
    hasher.finish()
}

/// Notes why the words of a pair differ in its rows, which are the last ones. A system is given by its place in the
/// pass, and by its number.
fn explain_rows(part: &mut Part, (place, system): (usize, usize), number: u64, cause: Cause) {
    let own = part.rows.iter_mut().rev().take_while(|row| row.id.pair == number && row.system == system);
    own.filter(|row| row.is_about_words()).for_each(|row| row.cause = Some(cause));
    for setup in &mut part.systems[place] {
        setup.worst.explain(number, cause);
    }
}
