//! Collecting the parts of all passes: sums, refusals and rows, in the order of the input.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::aligned::Difference;
use super::fold::Summing;
use super::frames::frames_differ;
use super::kept::Kept;
use super::neighbours::Causes;
use super::observer::{Observer, Progress};
use super::outcome::{FoundInputs, RefusedAt, Scored, SetupScored, SystemScored, TimesFacts, UnevenSides};
use super::parallel::Reached;
use super::pass::Pass;
use super::plan::{Ask, Plan, Rows};
use super::row::{PairRow, PairTable, RowKind};
use super::shift::ShiftDetector;
use super::survey::{SharedSurvey, Spot, Surveyed, TimesFiles, TimesSurvey};
use super::timed::{TimedPair, TimesCache, TimesNote};
use super::totals::Totals;
use super::work::{Part, SetupPart, is_word_forms};
use super::worst::Worst;
use crate::align::times::Leftover;
use crate::read::{FileFault, Format, InputFacts, InputLog, OpenError};
use crate::setup::{GoldHash, Setup};
use crate::values::Meter;

/// Collects the parts of all passes, in order.
pub(super) struct Collector<'o> {
    pub(super) plan: &'o Plan,
    pub(super) observer: &'o mut dyn Observer,
    pub(super) meter: Meter,
    pub(super) systems: Vec<SystemSums>,
    /// The gold hash of each setup, and of the current pass.
    pub(super) gold: Vec<GoldHash>,
    pub(super) pass_gold: GoldHash,
    /// With several passes: the rows, each with the number of its pair, or of the pair before it if it is in
    /// none.
    pub(super) held_rows: Option<Vec<(u64, PairRow)>>,
    /// The number of the current pass, from 0.
    pub(super) pass_number: usize,
    /// The pair of the last row in the current pass.
    pub(super) last_pair: u64,
    pub(super) times: TimesCache,
    pub(super) notes: Vec<TimesNote>,
    pub(super) leftovers: Vec<Leftover>,
    pub(super) refused: Vec<RefusedAt>,
    pub(super) strict: Option<Box<RefusedAt>>,
    pub(super) interrupted: bool,
    pub(super) progress: Progress,
    /// The bytes of the earlier passes.
    pub(super) bytes_before: u64,
    pub(super) inputs: InputLogs,
    /// What was seen beside the scores.
    pub(super) survey: SharedSurvey,
    /// Which systems were surveyed.
    surveyed: Vec<bool>,
}

/// What is known about the files of each side, by the first pass that read them.
pub(super) struct InputLogs {
    gold: Option<InputLog>,
    systems: Vec<Option<InputLog>>,
    gold_times: Vec<TimesFacts>,
    system_times: Vec<Vec<TimesFacts>>,
}

impl InputLogs {
    /// Takes the logs of a pass: of gold, and of these systems.
    pub(super) fn begin(&mut self, systems: &[usize], logs: Vec<InputLog>) {
        let mut logs = logs.into_iter();
        let gold = logs.next();
        self.gold = self.gold.take().or(gold);
        for (&system, log) in systems.iter().zip(logs) {
            self.systems[system].get_or_insert(log);
        }
    }

    /// Remembers the files of times: of gold, and of these systems.
    pub(super) fn add_times(&mut self, systems: &[usize], pairs: &[TimedPair]) {
        for (&system, pair) in systems.iter().zip(pairs) {
            if self.system_times[system].is_empty() {
                self.system_times[system] = TimesFacts::of(pair.system.times());
            }
            if self.gold_times.is_empty() {
                self.gold_times = TimesFacts::of(pair.gold.times());
            }
        }
    }

    /// True if all files of gold and this system have this format.
    pub(super) fn are_all(&self, system: usize, format: Format) -> bool {
        let of_system = self.systems.get(system).and_then(Option::as_ref);
        let mut logs = self.gold.iter().chain(of_system);
        logs.all(|log| log.facts().iter().all(|facts| facts.format == format))
    }

    /// Refuses slots with offsets on one side and without on the other, if no findings are made of it.
    pub(super) fn check_frames(&self, plan: &Plan) -> Result<(), OpenError> {
        let facts = |log: Option<&InputLog>| log.map(InputLog::facts).unwrap_or_default();
        let gold = facts(self.gold.as_ref());
        for (log, input) in self.systems.iter().zip(&plan.systems).filter(|_| !plan.ask.survey) {
            if let Some(message) = frames_differ(&gold, &facts(log.as_ref())) {
                let fault = Box::new(FileFault::new("frames-differ", message));
                return Err(OpenError::Format { name: input.name(), fault });
            }
        }
        Ok(())
    }

    fn finish(self) -> FoundInputs {
        let facts = |log: Option<InputLog>| log.map(|log| log.facts()).unwrap_or_default();
        let no_text = |log: &Option<InputLog>| log.as_ref().map(InputLog::no_text).unwrap_or_default();
        FoundInputs {
            no_text: std::iter::once(&self.gold).chain(&self.systems).map(no_text).collect(),
            gold: facts(self.gold),
            systems: self.systems.into_iter().map(facts).collect(),
            gold_times: self.gold_times,
            system_times: self.system_times,
        }
    }
}

pub(super) struct SystemSums {
    pub(super) setups: Vec<SetupSums>,
    pub(super) agreement: Vec<Totals>,
    pub(super) word_forms: Option<Totals>,
    pub(super) unreadable: [u64; 2],
    pub(super) without_words: [u64; 2],
    pub(super) difference: Option<Difference>,
    causes: Causes,
    /// What was seen of word times, in the first pass that used them.
    times: TimesSurvey,
    pub(super) times_files: Option<TimesFiles>,
    pub(super) are_times_seen: bool,
    pub(super) uneven: Option<Box<UnevenSides>>,
    pub(super) kept_words: Option<Kept>,
}

pub(super) struct SetupSums {
    pub(super) totals: Totals,
    pub(super) kinds: BTreeMap<&'static str, (u64, RefusedAt)>,
    pub(super) shifts: ShiftDetector,
    pub(super) first_difference: Option<(u64, Spot)>,
    pub(super) first_unread: Option<u64>,
    pub(super) worst: Worst,
    pub(super) table: Option<PairTable>,
    pub(super) kept: Option<Kept>,
}

impl SetupSums {
    fn new((position, setup): (usize, &Setup), ask: &Ask) -> Self {
        let (info, kept) = (setup.measure.info(), ask.kept_of(setup));
        Self {
            totals: Totals::new(info),
            kinds: BTreeMap::new(),
            shifts: ShiftDetector::default(),
            first_difference: None,
            first_unread: None,
            worst: Worst::default(),
            table: ask.has_table(position).then(|| PairTable::new(info)),
            kept: (!kept.is_empty()).then(|| Kept::new(kept)),
        }
    }

    fn refuse(&mut self, refused: &RefusedAt) {
        if let Some(words) = refused.words {
            self.first_difference.get_or_insert((refused.id.pair, words.gold));
            self.shifts.add(refused.id.pair, words.hashes.0, words.hashes.1);
        } else {
            self.first_unread.get_or_insert(refused.id.pair);
        }
        let kind = self.kinds.entry(refused.refusal.kind());
        kind.and_modify(|(count, _)| *count += 1).or_insert_with(|| (1, refused.clone()));
    }
}

impl<'o> Collector<'o> {
    pub(super) fn new(plan: &'o Plan, observer: &'o mut dyn Observer) -> Self {
        let setups = || plan.setups.iter().enumerate().map(|setup| SetupSums::new(setup, &plan.ask));
        let system = |_| SystemSums {
            setups: setups().collect(),
            agreement: Vec::new(),
            word_forms: None,
            unreadable: [0; 2],
            without_words: [0; 2],
            difference: None,
            causes: Causes::default(),
            times: TimesSurvey::default(),
            times_files: None,
            are_times_seen: false,
            uneven: None,
            kept_words: None,
        };
        Self {
            plan,
            meter: observer.meter(),
            observer,
            systems: plan.systems.iter().map(system).collect(),
            gold: vec![GoldHash::default(); plan.setups.len()],
            pass_gold: GoldHash::default(),
            held_rows: None,
            pass_number: 0,
            last_pair: 0,
            times: TimesCache::default(),
            notes: Vec::new(),
            leftovers: Vec::new(),
            refused: Vec::new(),
            strict: None,
            interrupted: false,
            progress: Progress::default(),
            bytes_before: 0,
            inputs: InputLogs {
                gold: None,
                systems: vec![None; plan.systems.len()],
                gold_times: Vec::new(),
                system_times: vec![Vec::new(); plan.systems.len()],
            },
            survey: SharedSurvey::new(plan.systems.len()),
            surveyed: vec![false; plan.systems.len()],
        }
    }

    /// Where threads hand over what they see of trees as they were read. The first pass that reads the trees of
    /// a system looks at them.
    pub(super) fn begin_survey(&mut self, pass: &Pass) -> Option<SharedSurvey> {
        if pass.reading.syntax.is_by_line() { None } else { self.survey_systems(pass) }
    }

    /// Where threads hand over what they see of the systems of a pass, if no earlier pass has seen them.
    fn survey_systems(&mut self, pass: &Pass) -> Option<SharedSurvey> {
        if !self.plan.ask.survey || pass.systems.iter().any(|&system| self.surveyed[system]) {
            return None;
        }
        let takes_gold = !self.surveyed.contains(&true);
        pass.systems.iter().for_each(|&system| self.surveyed[system] = true);
        Some(self.survey.of_systems(&pass.systems, takes_gold))
    }

    /// As [`begin_survey`](Self::begin_survey) for measures that read lines. Intents and slots are trees all the
    /// same.
    pub(super) fn begin_lines(&mut self, pass: &Pass, logs: &[InputLog]) -> (Option<SharedSurvey>, Surveyed) {
        let has_slots = |log: &InputLog| log.facts().iter().any(InputFacts::has_slots);
        let surveyed = if logs.iter().all(has_slots) { Surveyed::Slots } else { Surveyed::Lines };
        (self.survey_systems(pass), surveyed)
    }

    /// Adds the part of one block.
    pub(super) fn take(
        &mut self,
        pass: &Pass,
        positions: &[Option<usize>],
        part: &mut Part,
        reached: Reached,
    ) -> ControlFlow<()> {
        self.pass_gold.merge(std::mem::take(&mut part.gold));
        for (&system, differing) in pass.systems.iter().zip(&mut part.differing) {
            self.systems[system].causes.take(std::mem::take(differing));
        }
        for (&system, seen) in pass.systems.iter().zip(part.times.drain(..)) {
            let sums = &mut self.systems[system];
            if !sums.are_times_seen {
                sums.times.merge(seen);
            }
        }
        for refused in part.refused.drain(..) {
            self.refuse(refused)?;
        }
        for row in part.rows.drain(..) {
            // A table holds all pairs, whether they were requested as rows or not.
            if let (Some(table), false) =
                (&mut self.systems[row.system].setups[row.setup].table, row.id.kind == RowKind::Tree)
            {
                table.push(&row);
            }
            // A tree in no pair has no number that could be requested.
            let is_asked = match row.id.kind {
                RowKind::Tree => self.plan.ask.rows == Rows::All,
                _ => self.plan.ask.rows.has(row.id.pair),
            };
            if is_asked {
                self.show(row);
            }
        }
        for (&system, setups) in pass.systems.iter().zip(&mut part.systems) {
            self.add(system, positions, setups);
        }
        for &position in positions.iter().flatten() {
            self.sum_kept(&pass.systems, position);
        }
        if let Some(&system) = pass.systems.first() {
            self.add_trees(system, part);
        }
        self.progress.bytes = self.bytes_before + reached.bytes;
        let flow = self.observer.progress(self.progress);
        self.interrupted |= flow.is_break();
        flow
    }

    /// Passes a row to the observer, or holds it back until all passes are done.
    fn show(&mut self, row: PairRow) {
        let Some(held) = &mut self.held_rows else { return self.observer.row(row) };
        if row.id.kind != RowKind::Tree {
            self.last_pair = row.id.pair;
        }
        if let Some(row) = self.observer.row_of_pass(self.pass_number, self.last_pair, row) {
            held.push((self.last_pair, row));
        }
    }

    /// Adds the sums of one system.
    fn add(&mut self, system: usize, positions: &[Option<usize>], setups: &mut [SetupPart]) {
        let sums = &mut self.systems[system];
        for (number, (position, part)) in positions.iter().zip(setups).enumerate() {
            if number == 0 {
                self.progress.pairs += part.totals.read();
                self.progress.refused += part.totals.refused;
            }
            if let Some(position) = position {
                let setup = &mut sums.setups[*position];
                setup.totals.take(&mut part.totals);
                setup.worst.take(self.plan.ask.worst, &mut part.worst);
                if let Some(kept) = &mut setup.kept {
                    kept.take(&mut part.kept);
                }
                continue;
            }
            // A later pass reads the same words again.
            if let (Some(kept), 1) = (&mut sums.kept_words, sums.agreement.len()) {
                kept.take(&mut part.kept);
            }
            let is_word_forms = is_word_forms(part.totals.within.info());
            let unplanned = if is_word_forms { sums.word_forms.as_mut() } else { sums.agreement.last_mut() };
            if let Some(totals) = unplanned {
                totals.take(&mut part.totals);
            }
        }
    }

    /// Adds the trees that are in no pair. Only passes with a single system have any.
    fn add_trees(&mut self, system: usize, part: &mut Part) {
        let sums = &mut self.systems[system];
        let is_known = sums.agreement.len() > 1;
        for (sum, more) in [
            (&mut sums.unreadable, std::mem::take(&mut part.unreadable)),
            (&mut sums.without_words, std::mem::take(&mut part.without_words)),
        ] {
            if !is_known {
                sum[0] += more[0];
                sum[1] += more[1];
            }
        }
        let difference = part.difference.take();
        if sums.difference.is_none() && !is_known {
            sums.difference = difference;
        }
    }

    /// Records a refusal; `Break` if the run is strict.
    fn refuse(&mut self, refused: RefusedAt) -> ControlFlow<()> {
        self.observer.refused(&refused);
        if self.plan.ask.strict {
            self.strict = Some(Box::new(refused));
            return ControlFlow::Break(());
        }
        if refused.id.kind != RowKind::Tree {
            for &setup in &refused.setups {
                self.systems[refused.system].setups[setup].refuse(&refused);
            }
        }
        if self.plan.ask.refused {
            self.refused.push(refused.without_text());
        }
        ControlFlow::Continue(())
    }

    /// Sums what is kept of pairs, if there are many. Systems of a pass have the same pairs, so that it is
    /// known here in how many of them which system is better, and which of them both scored.
    fn sum_kept(&mut self, systems: &[usize], position: usize) {
        let setup = &self.plan.setups[position];
        let Some(summing) = self.plan.ask.summing().filter(|_| !setup.pairing.is_by_group()) else { return };
        let Some(asked) = &self.plan.ask.statistics else { return };
        let is_full = |sums: &SystemSums| {
            sums.setups[position].kept.as_ref().is_some_and(|kept| kept.is_full(summing.folding))
        };
        if !systems.iter().all(|&system| is_full(&self.systems[system])) {
            return;
        }
        for pair in asked.pairs_to_meet(self.systems.len()) {
            self.meet_kept(pair, position, (&summing, false));
        }
        for &system in systems {
            if let Some(kept) = &mut self.systems[system].setups[position].kept {
                kept.sum_up(&summing);
            }
        }
    }

    /// Holds the rows at hand of two systems against each other, before they are summed.
    fn meet_kept(
        &mut self,
        (first, second): (usize, usize),
        position: usize,
        (summing, is_end): (&Summing, bool),
    ) {
        let empty = self.plan.setups[position].recipe.empty;
        let most = self.plan.ask.statistics.as_ref().map_or(0, |asked| asked.furthest);
        let both = self.systems.get_disjoint_mut([first, second]).ok();
        let Some([first_kept, kept]) = both.map(|both| both.map(|sums| &mut sums.setups[position].kept))
        else {
            return;
        };
        if let (Some(first_kept), Some(kept)) = (first_kept, kept) {
            kept.meet((first, &first_kept.rows), (summing, most), (empty, is_end));
        }
    }

    /// Ends what is kept of pairs: what is left goes into the sums, if there are any.
    fn finish_kept(&mut self) {
        let summing = self.plan.ask.summing();
        let pairs = self.plan.ask.statistics.as_ref().map(|asked| asked.pairs_to_meet(self.systems.len()));
        for (position, pair) in (0..self.plan.setups.len())
            .flat_map(|position| pairs.iter().flatten().map(move |&pair| (position, pair)))
        {
            let kept = |system: usize| self.systems[system].setups[position].kept.as_ref();
            let are_summed = [pair.0, pair.1].iter().all(|&system| kept(system).is_some_and(Kept::has_sums));
            if let Some(summing) = summing.as_ref().filter(|_| are_summed) {
                self.meet_kept(pair, position, (summing, true));
            }
        }
        let setups = self.systems.iter_mut().flat_map(|sums| &mut sums.setups);
        setups.filter_map(|setup| setup.kept.as_mut()).for_each(Kept::finish);
    }

    /// Gives all systems rows for the same gold trees. The last trees of a text may be in no group of some system.
    fn fill_kept(&mut self) {
        for (at, setup) in
            self.plan.setups.iter().enumerate().filter(|(_, setup)| setup.pairing.is_by_group())
        {
            let trees = |sums: &SystemSums| sums.setups[at].kept.as_ref().map(|kept| kept.rows.trees());
            let trees = self.systems.iter().filter_map(trees).max().unwrap_or(0);
            let is_whole = |sums: &&mut SystemSums| {
                sums.uneven.is_none() && !self.interrupted && setup.pairing.is_by_group()
            };
            for sums in self.systems.iter_mut().filter(is_whole) {
                if let Some(kept) = &mut sums.setups[at].kept {
                    kept.fill_to(trees);
                }
            }
        }
    }

    /// Passes the rows held back to the observer, and returns the outcome.
    pub(super) fn finish(mut self) -> Scored {
        for (system, sums) in self.systems.iter_mut().enumerate().filter(|(_, sums)| sums.uneven.is_some()) {
            let setups = self.plan.setups.iter().enumerate();
            sums.setups = setups.map(|setup| SetupSums::new(setup, &self.plan.ask)).collect();
            self.refused.retain(|refused| refused.system != system);
        }
        self.fill_kept();
        self.finish_kept();
        let mut held = self.held_rows.take().unwrap_or_default();
        held.sort_by_key(|(pair, row)| (*pair, row.system, row.setup));
        for (_, row) in held {
            self.observer.row(row);
        }
        let setup = |sums: SetupSums| SetupScored {
            totals: sums.totals,
            kinds: sums.kinds,
            shift: sums.shifts.shift(),
            worst: sums.worst.into_rows(),
            table: sums.table,
            kept: sums.kept,
        };
        let system = |sums: SystemSums| SystemScored {
            setups: sums.setups.into_iter().map(setup).collect(),
            agreement: sums.agreement,
            word_forms: sums.word_forms,
            unreadable: sums.unreadable,
            without_words: sums.without_words,
            difference: sums.difference,
            causes: sums.causes.finish(),
            times: sums.times,
            times_files: sums.times_files,
            uneven: sums.uneven,
            kept_words: sums.kept_words,
        };
        Scored {
            systems: self.systems.into_iter().map(system).collect(),
            gold: self.gold,
            leftovers: self.leftovers,
            refused: self.refused,
            interrupted: self.interrupted,
            inputs: self.inputs.finish(),
            survey: self.survey.take(),
        }
    }
}
