//! EVALB's treatment of one pair of lines, step by step and without shortcuts.
//!
//! This is the naive twin that the fast path is tested against. It also handles the pairs that the fast path
//! does not: malformed lines, mismatches, quote repair, debug listings. Matching and crossing are double
//! loops, as in EVALB, where they are traced, and go by indexes (`by_span.rs`) elsewhere; tests compare the
//! two. It stays although the fast path gives the same rows, because it is the oracle and covers the rare
//! cases.

mod by_span;
mod compare;
mod quotes;
mod read;
mod sentence;

#[cfg(test)]
mod tests;

use super::debug;
use super::output::Output;
use super::row::{Figures, write_row};
use super::settings::{Dialect, Settings};
use super::totals::Totals;
use super::writer::Flow;
pub(super) use sentence::{Bracket, Sentence};

/// Scores pairs of lines as EVALB does; keeps its buffers from one to the next.
///
/// [`EvalbWork`](super::EvalbWork) gives the same rows, faster, for the settings it accepts.
#[derive(Debug, Default)]
pub struct Literal {
    gold: Sentence,
    test: Sentence,
    /// True once a bracket was compared with the `DELETE_LABEL` values.
    ///
    /// This is all that passes from one pair to the next. It matters to quote repair of the SPMRL variant
    /// only, which cuts the `DELETE_LABEL` values for good when the first bracket is compared with them.
    brackets_compared: bool,
}

/// How far a line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// To its end.
    Complete,
    /// To a place where EVALB's behaviour is undefined.
    Undefined,
    /// To a byte that EVALB never gets past.
    Stuck,
}

/// The origin of a line.
#[derive(Clone, Copy, Debug)]
struct Origin<'a> {
    file: &'a [u8],
    line: u64,
}

/// A pair of lines, each with its newline if it has one.
#[derive(Clone, Copy, Debug)]
pub struct LinePair<'a> {
    /// The names of the gold and the test file, as given. Some messages show them.
    pub names: (&'a [u8], &'a [u8]),
    /// The number of the gold line, from 1.
    pub number: u64,
    /// The gold line.
    pub gold: &'a [u8],
    /// The test line.
    pub test: &'a [u8],
}

/// Bytes of a trace that are kept before `relieve` is called.
const TRACE_LIMIT: usize = 1 << 20;

impl Literal {
    /// Scores a pair of lines.
    ///
    /// Appends messages, traces, rows and listings to `out` and adds the rows to `totals`. The SPMRL variant
    /// may print two rows for a pair. Nothing follows a message that repeats for ever.
    pub fn judge(
        &mut self,
        settings: &Settings,
        lines: &LinePair<'_>,
        out: &mut Output,
        totals: &mut Totals,
    ) {
        // The flow is always `Continue` here.
        let _ = self.judge_with_relief(settings, lines, out, totals, &mut |_| Flow::Continue);
    }

    /// Like [`Self::judge`], for debug mode 2, whose trace grows with the square of the sentence length:
    /// after every mebibyte, `relieve` is called to write and clear the output. If it returns
    /// [`Flow::Killed`], the pair is abandoned.
    pub fn judge_with_relief(
        &mut self,
        settings: &Settings,
        lines: &LinePair<'_>,
        out: &mut Output,
        totals: &mut Totals,
        relieve: &mut dyn FnMut(&mut Output) -> Flow,
    ) -> Flow {
        let first_message = out.messages.len();
        let LinePair { names, number: line, gold, test } = *lines;
        let gold_end = self.gold.read(settings, Origin { file: names.0, line }, gold, out);
        if gold_end == End::Stuck {
            return Flow::Continue;
        }
        let test_end = self.test.read(settings, Origin { file: names.1, line }, test, out);
        if test_end == End::Stuck {
            return Flow::Continue;
        }
        let status = u8::from(out.has_error_since(first_message));
        if settings.debug >= 2 {
            out.stdout.push(b'\n');
        }
        let length = self.gold.length;
        let mut sheet = Sheet { settings, line, status, length, out, totals, relieve, flow: Flow::Continue };
        if gold_end == End::Undefined || test_end == End::Undefined {
            sheet.zero_row();
        } else {
            self.compare(&mut sheet);
        }
        let flow = sheet.flow;
        if settings.debug >= 1 && flow == Flow::Continue {
            debug::write_listing(&mut out.stdout, &self.gold, &self.test);
        }
        flow
    }

    /// Reads a gold line that has no test line: only its messages (and trace) appear.
    pub fn read_unpaired_gold(
        &mut self,
        settings: &Settings,
        name: &[u8],
        line: u64,
        gold: &[u8],
        out: &mut Output,
    ) {
        self.gold.read(settings, Origin { file: name, line }, gold, out);
    }
}

/// The destination of a pair's rows.
struct Sheet<'a> {
    settings: &'a Settings,
    line: u64,
    status: u8,
    length: u64,
    out: &'a mut Output,
    totals: &'a mut Totals,
    relieve: &'a mut dyn FnMut(&mut Output) -> Flow,
    /// The last result of `relieve`.
    flow: Flow,
}

impl Sheet<'_> {
    /// Reports an error of this pair.
    fn error(&mut self, text: &[&[u8]]) {
        self.out.error(self.line, text);
        self.status = 1;
    }

    /// Writes a row of zeros.
    fn zero_row(&mut self) {
        self.row(&Figures::default());
    }

    /// Writes a row with these figures, and the pair's length and status.
    fn row(&mut self, figures: &Figures) {
        let figures = Figures { length: self.length, status: self.status, ..*figures };
        write_row(&mut self.out.stdout, self.line, &figures);
        self.totals.add(&figures, self.settings.cutoff);
    }

    /// To be called after each piece of a trace. Returns true if the run is over.
    fn is_over(&mut self) -> bool {
        if self.flow == Flow::Continue && self.out.stdout.len() >= TRACE_LIMIT {
            self.flow = (self.relieve)(self.out);
        }
        self.flow == Flow::Killed
    }

    fn is_tracing(&self) -> bool {
        self.settings.debug >= 2
    }

    fn is_spmrl(&self) -> bool {
        self.settings.dialect == Dialect::Spmrl
    }
}
