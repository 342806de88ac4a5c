//! EVALB in two ways: through the general pipeline, and every pair through the literal model.

use std::ops::ControlFlow;

use treescore::read::PairReader;
use treescore::run::parallel;
use treescore_originals::evalb::{
    EvalbPart, EvalbWork, Flow, LinePair, Literal, Output, Settings, Totals, Writer, write_header,
    write_status_file, write_summary,
};

/// The names of the files in messages.
pub const NAMES: (&[u8], &[u8]) = (b"gold", b"test");

/// The output of a run, and its exit status.
#[derive(Clone, PartialEq, Eq)]
pub struct Printed {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub status: u8,
    /// The status file of the SPMRL variant.
    pub status_file: Vec<u8>,
}

impl std::fmt::Debug for Printed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        write!(f, "status {}\n{}\n{}", self.status, text(&self.stdout), text(&self.stderr))
    }
}

/// Scores the pairs in parallel; `None` if these settings need one pair after the other.
pub fn fast(reader: PairReader, threads: usize, settings: &Settings) -> Option<Printed> {
    let judging = EvalbWork::new(settings, NAMES)?;
    let reader = match settings.last_line {
        -1 => reader,
        last => reader.with_limit(last.max(1) as u64),
    };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut totals = Totals::default();
    let mut writer = Writer::new(&mut stdout, &mut stderr, settings.max_error);
    let mut flow = writer.write(&header()).unwrap();
    let mut take = |part: &mut EvalbPart, _| {
        totals += part.totals;
        flow = writer.write(&part.out).unwrap();
        if flow == Flow::Continue && !part.is_end {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    parallel::run(reader, threads, &judging, &mut take, &mut None).unwrap();
    if flow == Flow::Continue {
        flow = writer.write(&summary(settings, &totals)).unwrap();
    }
    Some(printed(stdout, stderr, flow, &totals))
}

/// Scores the pairs one after the other with the literal model.
pub fn literal(gold: &[u8], test: &[u8], settings: &Settings) -> Printed {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut totals = Totals::default();
    let mut writer = Writer::new(&mut stdout, &mut stderr, settings.max_error);
    let mut flow = writer.write(&header()).unwrap();
    let mut model = Literal::default();
    let (mut gold, mut test) = (lines(gold), lines(test));
    let mut number = 0;
    while flow == Flow::Continue {
        let mut out = Output::default();
        let Some(gold_line) = gold.next() else {
            if test.next().is_some() {
                out.error(number + 1, &[b"Number of lines unmatch (too many lines in test file)"]);
            }
            flow = writer.write(&out).unwrap();
            break;
        };
        number += 1;
        let Some(test_line) = test.next() else {
            model.read_unpaired_gold(settings, NAMES.0, number, gold_line, &mut out);
            out.error(number, &[b"Number of lines unmatch (too many lines in gold file)"]);
            flow = writer.write(&out).unwrap();
            break;
        };
        let pair = LinePair { names: NAMES, number, gold: gold_line, test: test_line };
        model.judge(settings, &pair, &mut out, &mut totals);
        flow = writer.write(&out).unwrap();
        if !settings.reads_on_after(number) {
            break;
        }
    }
    if flow == Flow::Continue {
        flow = writer.write(&summary(settings, &totals)).unwrap();
    }
    printed(stdout, stderr, flow, &totals)
}

/// The lines of a text with their newlines.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}

fn header() -> Output {
    let mut out = Output::default();
    write_header(&mut out.stdout);
    out
}

fn summary(settings: &Settings, totals: &Totals) -> Output {
    let mut out = Output::default();
    write_summary(&mut out.stdout, settings, NAMES, totals);
    out
}

/// Totals are printed only if the run reached its end.
fn printed(stdout: Vec<u8>, stderr: Vec<u8>, flow: Flow, totals: &Totals) -> Printed {
    let mut status_file = Vec::new();
    if flow == Flow::Continue {
        write_status_file(&mut status_file, totals);
    }
    Printed { stdout, stderr, status: u8::from(flow == Flow::Killed), status_file }
}
