//! Two conversation sides, any bytes, with parameters, a word alignment or none, and times or none: words are counted once, neither threads nor
//! the size of blocks change anything, and every report can be written.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use treescore::align::OneSided;
use treescore::align::sequence::Costs;
use treescore::measure::dependency::Pairing;
use treescore::measure::{Attachment, DependencyMeasure, Measure, Parseval, StructIou, Tally, WordAccuracy};
use treescore::prepare::speech_file::SpeechFile;
use treescore::prepare::{PRESETS, Recipe};
use treescore::read::columns::Columns;
use treescore::read::times::{Times, TimesOptions};
use treescore::read::{Corpus, Syntax, Unit};
use treescore::report::{self, Format, Style};
use treescore::run::{
    self, Alignment, Bins, Chunk, GroupBy, Job, Meet, Scored, TimedPair, WordAlignment, timed_side,
};
use treescore_fuzz::support::{files::Files, kept, reported};
use treescore_fuzz::{files, parts};

// A byte that chooses the measure, one for everything else; with 0 0xFF between them parameters, gold, system, alignment, and times of both.
fuzz_target!(|data: &[u8]| {
    let [which, choices, data @ ..] = data else { return };
    let [parameters, gold, system, columns, gold_times, system_times] = parts(data);
    let system = if system.is_empty() { gold } else { system };
    let files = files(gold, system);
    let Some(job) = job(files, parameters, columns, [gold_times, system_times], *choices) else { return };
    let in_order = DependencyMeasure { pairing: Pairing::Order, ..DependencyMeasure::default() };
    match which % 7 {
        0 => measure(&Parseval, job, *choices),
        1 => measure(&DependencyMeasure::default(), job, *choices),
        2 => measure(&DependencyMeasure::open_class(), job, *choices),
        3 => measure(&in_order, job, *choices),
        4 => measure(&Attachment::default(), job, *choices),
        5 => measure(&StructIou { memory: MEMORY, ..StructIou::default() }, job, *choices),
        _ => measure(&WordAccuracy { memory: MEMORY, ..WordAccuracy::default() }, job, *choices),
    }
});

/// Trees that need more are refused, which is quick.
const MEMORY: u64 = 4_000_000;

/// The job that is chosen; `None` if the alignment or the times cannot be read.
fn job(files: &Files, parameters: &[u8], columns: &[u8], times: [&[u8]; 2], choices: u8) -> Option<Job> {
    let is_chosen = |bit: u8| choices >> bit & 1 == 1;
    let recipe = if parameters.is_empty() {
        PRESETS[usize::from(choices) % PRESETS.len()].recipe()
    } else {
        Recipe::of_speech_file(&SpeechFile::parse_trimmed(parameters).0)
    };
    let chunk = if is_chosen(0) { Chunk::Utterance } else { Chunk::Side };
    let mut words = WordAlignment::new(chunk);
    words.one_sided = if is_chosen(1) { OneSided::Skip } else { OneSided::Strict };
    if is_chosen(2) {
        words.costs = Costs { substitute: 7, insert: 3, delete: 3 };
    }
    if chunk == Chunk::Side && !columns.is_empty() {
        words.columns = Some([Columns::of_bytes("x", columns).ok()?].into());
    }
    let plain = files.job(recipe);
    let unit = if is_chosen(3) { Unit::Line } else { Unit::Tree };
    let has_times = times != [b"", b""];
    let side = |text: &[u8], trees: &Corpus| {
        let times = Times::of_bytes("x", text.to_vec(), &TimesOptions::default()).ok()?;
        let side = timed_side(times, Meet::Auto, trees, (unit, &Syntax::Trees, &plain.recipe)).ok()?;
        Some(Arc::new(side))
    };
    let times = if has_times {
        Some(TimedPair { gold: side(times[0], &plain.gold)?, system: side(times[1], &plain.system)? })
    } else {
        None
    };
    words.has_times = has_times;
    let by = if is_chosen(4) { Some(GroupBy::Length(Bins::default())) } else { Some(GroupBy::File) };
    Some(Job {
        alignment: Some(Alignment::Words(words)),
        unit,
        times,
        by,
        sentences: run::Rows::All,
        detail: is_chosen(5),
        keep_refused: true,
        ..plain
    })
}

/// A run on one thread, another on three with small blocks, and the report in every format.
fn measure<M: Measure>(measure: &M, job: Job, choices: u8) {
    let small = Job { threads: 3, block: Some(usize::from(choices) + 1), ..job.clone() };
    let unit = if measure.syntax().is_by_line() { Unit::Line } else { job.unit };
    let (job, small) = (Job { unit, ..job }, Job { unit, ..small });
    let (whole, small) = match (kept::run(&job, measure), kept::run(&small, measure)) {
        (Ok(whole), Ok(small)) => (whole, small),
        // It looks compressed and is not, or there are more trees on one side.
        (Err(whole), Err(small)) => return assert_eq!(whole.to_string(), small.to_string()),
        (whole, small) => panic!("{:?} / {:?}", whole.err(), small.err()),
    };
    assert_eq!(shown(&whole.scored), shown(&small.scored));
    assert_eq!(whole.rows.len(), small.rows.len());
    for (one, other) in whole.rows.iter().zip(&small.rows) {
        let tallies =
            [one, other].map(|row| row.tally.as_ref().map(Tally::counts).map_err(ToString::to_string));
        assert_eq!(tallies[0], tallies[1]);
        assert_eq!((one.pair, one.length, one.errors), (other.pair, other.length, other.errors));
    }
    let words = whole.scored.totals.text.words;
    assert_eq!(words.correct + words.substituted + words.deleted, words.gold_words);
    assert!(words.break_matches <= words.gold_breaks.min(words.system_breaks));
    let report = reported::report(measure, &whole.scored, &job);
    for format in Format::ALL {
        let _ = report::render(&report, format, &Style::default());
    }
}

/// Everything that adds up.
fn shown<T: Tally>(scored: &Scored<T>) -> String {
    let totals = &scored.totals;
    let counts = [&totals.scored, &totals.within_cutoff, &totals.missed].map(Tally::counts);
    let groups: Vec<_> =
        totals.groups.iter().map(|(key, (tally, words))| (key, tally.counts(), words)).collect();
    format!(
        "{counts:?} {} {} {groups:?} {:?} {:?}",
        totals.pairs, totals.refused, totals.text, scored.refused
    )
}
