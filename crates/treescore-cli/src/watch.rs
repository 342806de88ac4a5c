//! Observes a run: shows errors, writes rows of pairs, shows progress.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use treescore::front::PairNames;
use treescore::read::{FaultKind, ReadError};
use treescore::report::build;
use treescore::report::diagnostic::Diagnostic;
use treescore::report::rows::RowWriter;
use treescore::run::{Meter, Observer, PairRow, Plan, Progress as Reached, RefusedAt, RowKind, TimesNote};
use treescore::{Refusal, Which};

use crate::messages::Messages;
use crate::output::Output;
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::spool::{Key, Spool};
use crate::{interrupt, timing};

/// Number of errors of one kind that are shown in full.
pub(crate) const SHOWN: u64 = 5;

/// Bytes of rows after which the buffer is written.
const PENDING: usize = 1 << 20;

/// Takes rows as they are.
pub(crate) type RowSink<'s> = dyn FnMut(PairRow) -> io::Result<()> + Send + 's;

/// The observer of a run.
pub(crate) struct Watch<'w> {
    pub(crate) plan: &'w Plan,
    pub(crate) messages: &'w Messages,
    progress: Arc<Mutex<Progress>>,
    /// Follows large pairs, and stops the run at Ctrl-C.
    meter: Meter,
    /// Takes rows as they are, if they are not written as text.
    pub(crate) sink: Option<&'w mut RowSink<'w>>,
    /// What the pairs are called; rows show names that were given to them.
    pub(crate) names: PairNames,
    /// The destination of rows, if rows are wanted.
    pub(crate) rows: Option<(RowWriter, &'w mut Output)>,
    /// What stands before the first row, if it is not written yet.
    pub(crate) head: String,
    /// Rows that are not written yet.
    pending: String,
    /// Number of errors of each kind.
    shown: BTreeMap<&'static str, u64>,
    /// Hashes of the places of known errors. Several systems and measures may read the same faulty tree, and all
    /// trees may be faulty.
    known: HashSet<u64>,
    hash: RandomState,
    /// Rows of several passes.
    spool: Spool,
    /// The list of refused pairs, if it is shown.
    pub(crate) refusals: Option<Refusals>,
    /// The first write error; it ends the run.
    pub(crate) failed: Option<io::Error>,
}

impl<'w> Watch<'w> {
    pub(crate) fn new(
        plan: &'w Plan,
        messages: &'w Messages,
        progress: Progress,
        rows: Option<(RowWriter, &'w mut Output)>,
    ) -> Self {
        let (shown, known, hash) = (BTreeMap::new(), HashSet::new(), RandomState::new());
        let (head, pending) = (String::new(), String::new());
        let (spool, refusals, failed) = (Spool::default(), None, None);
        let progress = Arc::new(Mutex::new(progress));
        let line = Arc::clone(&progress);
        let meter = Meter::with_tick(move |part| lock(&line).show_at_hand(part));
        interrupt::stop_by(meter.clone());
        Self {
            plan,
            messages,
            progress,
            meter,
            sink: None,
            names: PairNames::InOrder,
            rows,
            head,
            pending,
            shown,
            known,
            hash,
            spool,
            refusals,
            failed,
        }
    }

    /// Writes the buffered rows. An interrupt cannot cut a row.
    fn write_rows(&mut self) {
        if let (Some((_, output)), None, false) = (&mut self.rows, &self.failed, self.pending.is_empty()) {
            let _ending = interrupt::ending();
            self.failed = output.write_all(self.pending.as_bytes()).and_then(|()| output.flush()).err();
        }
        self.pending.clear();
    }

    /// Removes the progress line and shows how many errors were hidden.
    pub(crate) fn finish(&mut self) {
        self.merge_rows();
        self.write_rows();
        lock(&self.progress).clear();
        for &count in self.shown.values() {
            self.messages.count_hidden(count.saturating_sub(SHOWN));
        }
    }

    /// Writes the rows of several passes, in order.
    fn merge_rows(&mut self) {
        let merged = std::mem::take(&mut self.spool).sort().each(&mut |text| {
            let text = str::from_utf8(text).map_err(io::Error::other)?;
            if let Some((writer, _)) = &mut self.rows {
                self.pending += &std::mem::take(&mut self.head);
                self.pending += &writer.join(text);
            }
            if self.pending.len() > PENDING {
                self.write_rows();
            }
            Ok(())
        });
        self.failed = self.failed.take().or(merged.err());
    }

    /// Puts the name of a pair into its row, if it has one.
    fn name(&self, row: &mut PairRow) {
        if self.names != PairNames::InOrder
            && let Some(at) = row.id.pair.checked_sub(1)
        {
            row.utterance = Some(self.names.get(usize::try_from(at).unwrap_or(usize::MAX)).to_string());
        }
    }

    /// Remembers a faulty tree. Returns true if it is new.
    fn remember(&mut self, refused: &RefusedAt) -> bool {
        let Refusal::NotATree(which, error) = &refused.refusal else { return false };
        let (side, at) = match which {
            Which::Gold => (0, refused.id.gold_line),
            Which::System => (refused.system + 1, refused.id.system_line),
        };
        let document = at.map_or(0, |at| at.document);
        // Side (0 is gold), document, line, column.
        self.known.insert(self.hash.hash_one((side, document, error.position.line, error.position.column)))
    }
}

impl Observer for Watch<'_> {
    fn row(&mut self, mut row: PairRow) {
        if self.sink.is_some() {
            self.name(&mut row);
        }
        if let Some(sink) = &mut self.sink {
            if self.failed.is_none() {
                self.failed = sink(row).err();
            }
            return;
        }
        self.name(&mut row);
        if let Some((writer, _)) = &mut self.rows {
            self.pending += &std::mem::take(&mut self.head);
            self.pending += &writer.row(&build::row(self.plan, &row));
        }
        if self.pending.len() > PENDING {
            self.write_rows();
        }
    }

    fn row_of_pass(&mut self, _pass: usize, pair: u64, mut row: PairRow) -> Option<PairRow> {
        if let Some(sink) = &mut self.sink {
            if self.failed.is_none() {
                self.failed = sink(row).err();
            }
            return None;
        }
        self.name(&mut row);
        if let Some((writer, _)) = &mut self.rows {
            let text = writer.text(&build::row(self.plan, &row));
            let key = Key { numbers: [pair, row.system as u64, row.setup as u64, 0], text: String::new() };
            self.failed = self.failed.take().or(self.spool.push(key, text.into_bytes()).err());
        }
        None
    }

    fn refused(&mut self, refused: &RefusedAt) {
        if let Some(refusals) = &mut self.refusals {
            let pushed = refusals.push(&build::refused_row(self.plan, refused));
            self.failed = self.failed.take().or(pushed.err());
        }
        if !self.remember(refused) {
            return;
        }
        // If every pair so far is faulty, perhaps none is scored.
        let is_any_sound = (self.known.len() as u64) < refused.id.pair;
        let Some((kind, mut diagnostic)) = diagnose(refused, self.plan, is_any_sound) else { return };
        let reads_lines = |&at: &usize| self.plan.setups[at].measure.demands().syntax.is_by_line();
        if let Refusal::NotATree(_, error) = &refused.refusal
            && matches!(error.kind, FaultKind::Unclosed { .. })
            && refused.setups.iter().any(reads_lines)
        {
            diagnostic
                .help
                .push("an utterance is one line; for trees over several lines: --input trees".to_owned());
        }
        let count = self.shown.entry(kind).or_default();
        *count += 1;
        if *count <= SHOWN {
            lock(&self.progress).clear();
            self.messages.diagnose(&diagnostic);
        }
    }

    fn times(&mut self, note: TimesNote) {
        self.messages.warn(&timing::describe(&note));
    }

    fn meter(&self) -> Meter {
        self.meter.clone()
    }

    fn progress(&mut self, reached: Reached) -> ControlFlow<()> {
        self.write_rows();
        lock(&self.progress).show(reached.pairs, reached.refused, reached.bytes);
        // Ctrl-C stops the meter; what was scored until then still arrives.
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The observer of runs of which only the progress is shown.
pub(crate) struct Follow {
    progress: Arc<Mutex<Progress>>,
    meter: Meter,
}

impl Follow {
    pub(crate) fn new(progress: Progress) -> Self {
        let progress = Arc::new(Mutex::new(progress));
        let line = Arc::clone(&progress);
        let meter = Meter::with_tick(move |part| lock(&line).show_at_hand(part));
        interrupt::stop_by(meter.clone());
        Self { progress, meter }
    }

    /// Removes the progress line.
    pub(crate) fn finish(self) {
        lock(&self.progress).clear();
        interrupt::run_ended();
    }
}

impl Observer for Follow {
    fn meter(&self) -> Meter {
        self.meter.clone()
    }

    fn progress(&mut self, reached: Reached) -> ControlFlow<()> {
        lock(&self.progress).show(reached.pairs, reached.refused, reached.bytes);
        ControlFlow::Continue(())
    }
}

/// Locks the progress line. A panic in one thread ends the run anyway.
fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Describes a pair that cannot be read, with the kind of error. Other refusals are in the report.
fn diagnose(refused: &RefusedAt, plan: &Plan, is_any_sound: bool) -> Option<(&'static str, Diagnostic)> {
    let Refusal::NotATree(which, error) = &refused.refusal else { return None };
    let (input, at) = match which {
        Which::Gold => (&plan.gold, refused.id.gold_line),
        Which::System => (&plan.systems[refused.system], refused.id.system_line),
    };
    let document = input.corpus().zip(at).and_then(|(corpus, at)| corpus.documents().get(at.document));
    let file = document.map_or_else(|| input.name(), |document| document.name.clone());
    let is_in_pair = refused.id.kind != RowKind::Tree;
    let consequence = match (plan.ask.strict, is_in_pair) {
        (true, true) => ", the run stops here (--strict)",
        (true, false) => "the run stops here (--strict)",
        (false, false) => "the text on the other side has no partner and counts as missing",
        (false, true) if is_any_sound => ", the others are scored",
        (false, true) => "",
    };
    let consequence = if is_in_pair {
        format!("pair {} is refused{consequence}", refused.id.pair)
    } else {
        consequence.to_owned()
    };
    // If texts are aligned, a pair is not a single tree; the line number identifies the tree.
    let tree = is_in_pair.then_some(refused.id.pair);
    Some((error.kind.pointer(), describe_unreadable(error, file, tree, consequence)))
}

/// Describes a refused pair in one line: `system.trees:6:12: pair 6 is refused: …`. If its trees could be
/// read, there is no column, and for a conversation side no line.
pub(crate) fn describe_refused(refused: &RefusedAt, plan: &Plan) -> String {
    let RefusedAt { id, refusal, .. } = refused;
    let is_in_gold = matches!(refusal, Refusal::NotATree(Which::Gold, _)) || id.system_line.is_none();
    let (input, at) =
        if is_in_gold { (&plan.gold, id.gold_line) } else { (&plan.systems[refused.system], id.system_line) };
    let document = input.corpus().zip(at).and_then(|(corpus, at)| corpus.documents().get(at.document));
    let name = document.map_or_else(|| input.name(), |document| document.name.clone());
    match (refusal, at) {
        (Refusal::NotATree(_, error), _) => {
            let position = error.position;
            format!("{name}:{}:{}: {id} is refused: {}", position.line, position.column, error.title())
        }
        (_, Some(at)) if id.kind != RowKind::Side => {
            format!("{name}:{}: {id} is refused: {refusal}", at.line)
        }
        _ => format!("{name}: {id} is refused: {refusal}"),
    }
}

/// Describes a tree that cannot be read, and the consequence.
pub(crate) fn describe_unreadable(
    error: &ReadError,
    file: String,
    tree: Option<u64>,
    consequence: String,
) -> Diagnostic {
    let mut notes = Vec::new();
    if let (FaultKind::ExtraClose, Some(also)) = (error.kind, error.also) {
        notes.push(format!("the bracket at column {} is probably extra: remove it", also.column));
    }
    notes.push(consequence);
    Diagnostic {
        title: error.title(),
        file,
        line: error.position.line,
        column: error.position.column,
        tree,
        source: error.window.bytes.clone(),
        source_starts_at: error.window.first_column,
        source_is_cut: error.window.is_cut,
        pointer_note: error.kind.pointer().to_owned(),
        second: error.also.map(|also| (also.column, error.kind.second().to_owned())),
        notes,
        help: Vec::new(),
    }
}
