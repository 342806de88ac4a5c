//! Gold and system, any bytes: their texts are aligned, every unit is accounted for, and neither block size
//! nor window size loses anything.
#![no_main]

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use treescore::align::OneSided;
use treescore::align::text::{Exceptions, Feed, Group, Normaliser, Tables, TextAligner, TextCounts, Words};
use treescore::measure::{Measure, Parseval, StructIou, TreeNode, WordAccuracy};
use treescore::prepare::{PRESETS, Recipe};
use treescore::read::{Corpus, ReadOptions, UnitKind};
use treescore::report::{self, Format, Style};
use treescore::run::{Matches, list};
use treescore::setup::{Pairing, TextAlignment, Traces};
use treescore_fuzz::support::job::{Job, Run};
use treescore_fuzz::support::{checked_run, files::Files};
use treescore_fuzz::{files, parts};

// Input: a byte of choices, then parameters, gold and system, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, data)) = data.split_first() else { return };
    let [parameters, gold, system] = parts(data);
    let system = if system.is_empty() { gold } else { system };
    for window in [1, usize::from(choices) + 2, 1 << 16] {
        kernel(gold, system, window, choices);
    }
    let files = files(gold, system);
    match choices % 4 {
        0 => measure(&StructIou { memory: MEMORY, ..StructIou::default() }, files, parameters, choices),
        1 => measure(&TreeNode { memory: MEMORY, ..TreeNode::default() }, files, parameters, choices),
        2 => measure(&WordAccuracy { memory: MEMORY, ..WordAccuracy::default() }, files, parameters, choices),
        _ => measure(&Parseval, files, parameters, choices),
    }
});

/// Trees that need more memory are refused, which is quick.
const MEMORY: u64 = 4_000_000;

/// The usual tables, made once, or none.
fn tables(choices: u8) -> Tables {
    static USUAL: OnceLock<Tables> = OnceLock::new();
    if choices & 64 == 0 {
        return USUAL.get_or_init(Tables::default).clone();
    }
    Tables { normaliser: Normaliser::none(), exceptions: Exceptions::none() }
}

/// Each line is a tree, and each text between spaces is a word.
struct Lines<'t>(std::slice::Split<'t, u8, fn(&u8) -> bool>);

impl<'t> Lines<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self(text.split(|&byte| byte == b'\n'))
    }
}

impl Feed for Lines<'_> {
    type Error = Infallible;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, Infallible> {
        let Some(line) = self.0.next() else { return Ok(false) };
        line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).for_each(|word| words.push(word));
        Ok(true)
    }
}

/// Tests the kernel alone: every word is in a cell, every tree in a group.
fn kernel(gold: &[u8], system: &[u8], window: usize, choices: u8) {
    let (mut gold_lines, mut system_lines) = (Lines::new(gold), Lines::new(system));
    let mut aligner = TextAligner::new(tables(choices)).with_window(window);
    let (mut all, mut group) = (TextCounts::default(), Group::default());
    let Ok(()) = (|| -> Result<(), Infallible> {
        while aligner.next(&mut gold_lines, &mut system_lines, &mut group)? {
            assert!(group.gold_trees + group.system_trees > 0);
            let cells = group
                .cells
                .iter()
                .fold((0, 0), |sum, cell| (sum.0 + u64::from(cell.gold), sum.1 + u64::from(cell.system)));
            assert!(group.is_plain || cells == (group.text.gold_words, group.text.system_words));
            all += group.text;
        }
        Ok(())
    })();
    for (text, trees, words) in
        [(gold, all.gold_trees, all.gold_words), (system, all.system_trees, all.system_words)]
    {
        let lines = text.split(|&byte| byte == b'\n');
        let lines =
            lines.map(|line| line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).count());
        let found =
            lines.filter(|&words| words > 0).fold((0, 0), |sum, words| (sum.0 + 1, sum.1 + words as u64));
        assert_eq!(found, (trees, words));
    }
    assert!(all.equal_characters <= all.gold_characters.min(all.system_characters));
}

/// Runs with two block sizes, renders the report in every format, and checks the listing.
fn measure<M: Measure>(measure: &M, files: &Files, parameters: &[u8], choices: u8) {
    let recipe = match usize::from(choices) % (PRESETS.len() + 1) {
        0 => Recipe::of_aligned_file(parameters),
        preset => PRESETS[preset - 1].recipe(),
    };
    let one_sided = if choices & 16 == 0 { OneSided::Skip } else { OneSided::Strict };
    let traces = if choices & 64 == 0 { Traces::Drop } else { Traces::Keep };
    let by_line = choices & 8 != 0 || measure.demands().syntax.is_by_line();
    let mut job = Job {
        pairing: Pairing::Text(TextAlignment { tables: tables(choices), one_sided, traces }),
        unit: if by_line { UnitKind::Line } else { UnitKind::Tree },
        ..files.job(recipe).keeping_all()
    };
    job.ask.matches = if choices & 32 == 0 { Matches::None } else { Matches::All };
    let whole = checked_run::run(&job, measure);
    job.block = Some(usize::from(choices) + 1);
    let small = checked_run::run(&job, measure);
    let (Some(whole), Some(small)) = (whole, small) else { return };
    assert_eq!(format!("{:?}", whole.scored), format!("{:?}", small.scored));
    for (one, other) in whole.rows.iter().zip(&small.rows) {
        assert_eq!((one.length, &one.trees), (other.length, &other.trees));
    }
    let report = report::build::report(&job.plan(measure), &whole.scored);
    for format in Format::ALL {
        let _ = report::render(&report, format, &Style::default());
    }
    listing(&job, measure, &whole);
}

/// Checks that the listing adds up to what was scored.
fn listing<M: Measure>(job: &Job, measure: &M, run: &Run) {
    let setup = job.setup(measure);
    let options = ReadOptions { as_wanted: true, ..ReadOptions::default() };
    let side = |corpus: &Corpus| corpus.clone().with_options(options.clone());
    let (gold, system) = (side(&job.gold), side(&job.system));
    let listed = list((&gold, &system), &setup, &mut |_, _| ControlFlow::Continue(()));
    let (listed, system) = (listed.expect("it was read before"), &run.scored.systems[0]);
    // Listings know no brackets.
    let words =
        TextCounts { same_text: 0, same_text_gold: 0, same_text_system: 0, same_characters: 0, ..run.text() };
    assert_eq!(
        (listed.text, listed.without_words, listed.unreadable),
        (words, system.without_words, system.unreadable)
    );
}
