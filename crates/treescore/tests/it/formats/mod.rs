//! The pack of input formats, read and scored as files of a run.
//!
//! The folders `check-…` belong to findings (kinds `pair`, `encodings`, `times`, `end-column` and `wer`),
//! except the F1 of `check-bare-unsupervised`, which is met here. The kinds `names` and `words-times`, and
//! the formats of times, chunks, alignments and probabilities, are checked beside their readers.

#![allow(clippy::disallowed_methods, reason = "these tests read the pack")]

mod ids;
mod kinds;
mod long;
mod pack;
mod scores;

use std::path::{Path, PathBuf};

use serde_json::Value;
use treescore::Setup;
use treescore::prepare::Average;
use treescore::read::{Corpus, OpenError, ReadOptions, Taker, Wanted};
use treescore::run::{Ask, Plan, RunError, Scored, score};

/// The path of a sample.
fn sample(folder: &str, file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats").join(folder).join(file)
}

/// What is expected of a folder.
fn expected(folder: &str) -> Value {
    let path = sample(folder, "expected.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A sample as a side.
fn side(folder: &str, file: &str) -> Corpus {
    Corpus::find(&sample(folder, file)).unwrap()
}

/// A text as a side.
fn text(name: &str, content: &str) -> Corpus {
    Corpus::held(name, content.as_bytes())
}

/// What a measure wants of a side. Labels are not compared, so that brackets without labels can be read.
fn wanted(measure: &str) -> Wanted {
    let setup = Setup::named(measure).unwrap();
    let demands = setup.measure.demands();
    let takers = vec![Taker { name: measure.to_owned(), takes: demands.takes }];
    Wanted { syntax: demands.syntax, takers, ..Wanted::from(setup.unit()) }
}

/// A run of one setup over two sides that keeps all refused pairs.
fn run(gold: &Corpus, system: &Corpus, setup: Setup) -> Result<Scored, RunError> {
    let ask = Ask { refused: true, ..Ask::default() };
    let plan = Plan { ask, ..Plan::new(gold.clone().into(), vec![system.clone().into()], vec![setup]) };
    score(&plan, &mut ())
}

/// A figure of the only system and setup over the scored pairs.
fn figure(scored: &Scored, name: &str) -> Option<f64> {
    scored.systems[0].setups[0].totals.all_scored().figure(name, Average::Corpus)
}

/// The finding, the place and the sentence of a file that is refused.
fn refusal(error: &OpenError) -> (String, String, String) {
    let OpenError::Format { fault, .. } = error else { panic!("not refused by its format: {error}") };
    let at = format!("{}:{}", fault.at.line, fault.at.column);
    (fault.finding.to_owned(), at, fault.message.clone())
}

/// Options with everything else by default.
fn options(change: impl FnOnce(&mut ReadOptions)) -> ReadOptions {
    let mut options = ReadOptions::default();
    change(&mut options);
    options
}
