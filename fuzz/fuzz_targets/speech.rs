//! Two conversation sides, any bytes, with parameters, with or without a word alignment, with or without
//! times: words are counted once, neither threads nor block size change anything, and every report can be
//! written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::align::OneSided;
use treescore::align::sequence::Costs;
use treescore::measure::dependency;
use treescore::measure::{
    Attachment, Bins, DependencyMeasure, Facet, Measure, Parseval, StructIou, WordAccuracy,
};
use treescore::prepare::speech_file::SpeechFile;
use treescore::prepare::{PRESETS, Recipe};
use treescore::read::columns::WordColumns;
use treescore::read::{Corpus, UnitKind};
use treescore::report::{self, Format, Style};
use treescore::run::Matches;
use treescore::setup::{AlignedBy, Pairing, WordAlignment};
use treescore_fuzz::support::files::{Files, write};
use treescore_fuzz::support::job::{Job, Run};
use treescore_fuzz::{files, parts};

// Input: a byte for the measure, a byte for everything else, then parameters, gold, system, alignment, and
// times of both sides, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let [which, choices, data @ ..] = data else { return };
    let [parameters, gold, system, columns, gold_times, system_times] = parts(data);
    let system = if system.is_empty() { gold } else { system };
    let files = files(gold, system);
    let Some(job) = job(files, parameters, columns, [gold_times, system_times], *choices) else { return };
    let in_order = DependencyMeasure { match_by: dependency::MatchBy::Order, ..DependencyMeasure::default() };
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

/// Trees that need more memory are refused, which is quick.
const MEMORY: u64 = 4_000_000;

/// Creates the chosen job; `None` if the alignment or the times cannot be read.
fn job(files: &Files, parameters: &[u8], columns: &[u8], times: [&[u8]; 2], choices: u8) -> Option<Job> {
    let is_chosen = |bit: u8| choices >> bit & 1 == 1;
    let recipe = if parameters.is_empty() {
        PRESETS[usize::from(choices) % PRESETS.len()].recipe()
    } else {
        Recipe::of_speech_file(&SpeechFile::parse_trimmed(parameters).0)
    };
    let is_by_side = !is_chosen(0);
    let mut words = WordAlignment::default();
    words.one_sided = if is_chosen(1) { OneSided::Skip } else { OneSided::Strict };
    if is_chosen(2) {
        words.costs = Costs { substitute: 7, insert: 3, delete: 3 };
    }
    let columns = if is_by_side && !columns.is_empty() {
        words.by = AlignedBy::File;
        Some([WordColumns::from_bytes("x", columns).ok()?].into())
    } else {
        None
    };
    let unit = if is_chosen(3) { UnitKind::Line } else { UnitKind::Tree };
    let has_times = times != [b"", b""];
    let times = has_times.then(|| {
        let corpus = |name: &str, text: &[u8]| {
            write(&files.gold().with_file_name(name), text);
            Corpus::find(&files.gold().with_file_name(name)).expect("the file was written")
        };
        [corpus("gold.times", times[0]), corpus("system.times", times[1])]
    });
    let facet = if is_chosen(4) { Facet::Length(Bins::default()) } else { Facet::File };
    let pairing = if is_by_side { Pairing::Sides(words) } else { Pairing::Utterances(words) };
    let mut job = Job { pairing, unit, columns, times, ..files.job(recipe).keeping_all().by(Some(facet)) };
    job.ask.matches = if is_chosen(5) { Matches::All } else { Matches::None };
    Some(job)
}

/// Runs on one thread and on three with small blocks, and renders the report in every format.
fn measure<M: Measure>(measure: &M, job: Job, choices: u8) {
    let small = Job { threads: 3, block: Some(usize::from(choices) + 1), ..job.clone() };
    let unit = if measure.demands().syntax.is_by_line() { UnitKind::Line } else { job.unit };
    let (job, small) = (Job { unit, ..job }, Job { unit, ..small });
    let (whole, small) = match (job.try_run(measure), small.try_run(measure)) {
        (Ok(whole), Ok(small)) => (whole, small),
        // The input looks compressed and is not, one side has more trees, or the times cannot be read.
        (Err(whole), Err(small)) => return assert_eq!(whole.to_string(), small.to_string()),
        (whole, small) => panic!("{:?} / {:?}", whole.err(), small.err()),
    };
    let shown = |run: &Run| format!("{:?} {:?}", run.scored, run.rows);
    assert_eq!(shown(&whole), shown(&small));
    let words = whole.words();
    assert_eq!(words.correct + words.substituted + words.deleted, words.gold);
    assert!(words.break_matches <= words.gold_breaks.min(words.system_breaks));
    let report = report::build::report(&job.plan(measure), &whole.scored);
    for format in Format::ALL {
        let _ = report::render(&report, format, &Style::default());
    }
}
