//! The kernel and the runner against the naive twin: groups, cells and counts are equal.

use std::convert::Infallible;

use proptest::prelude::*;
use proptest::sample::select;
use treescore::align::text::{Feed, Group, Kind, Tables, TextAligner, Words};
use treescore::measure::{BracketCounts, Counts, Parseval};
use treescore::prepare::Recipe;
use treescore_testkit::aligned::{self, Outcome, Params, Settings, Windows};
use treescore_testkit::disturb::{self, Manner, Rates, disturb_lines, write_corpus};
use treescore_testkit::generate::{Lengths, Profile, pairs};

use crate::aligned::listed::listed;
use crate::aligned::made::{refrains, repetitive, text};
use crate::aligned::{job, of_words};
use crate::support::files::Files;
use crate::support::sketch::check;

/// Parameter files for alignment.
const PARAMETERS: [&str; 4] = [
    "",
    "DELETE_LABEL TOP -NONE- , : `` '' .\nEQ_LABEL ADVP PRT\nDELETE_LABEL_FOR_LENGTH -NONE-\n",
    "DELETE_LABEL N  # nouns\nDELETE_LABEL NP\nEQ_LABEL S VP X\nEQ_LABEL X ADVP\nDELETE_LABEL_FOR_LENGTH V , DT\n",
    "DELETE_LABEL NN ADVP V\nEQ_LABEL N V\nEQ_LABEL NP-SBJ NP\nDELETE_LABEL_FOR_LENGTH NN\n",
];

/// One group: trees of both sides; brackets matched, of gold and system, crossing, words, correct tags,
/// length; kinds and sizes of cells.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    trees: [Vec<u64>; 2],
    counts: [u64; 7],
    cells: Vec<(Kind, usize, usize)>,
}

fn settings(parameters: &str, windows: Option<Windows>) -> Settings {
    Settings {
        normalise: include_str!("../../../src/prepare/normal/data/normalise.tsv").to_owned(),
        exceptions: include_str!("../../../src/align/text/data/exceptions.en.tsv").to_owned(),
        params: Params::parse(parameters),
        windows,
    }
}

fn kind(kind: aligned::Kind) -> Kind {
    match kind {
        aligned::Kind::Same => Kind::Same,
        aligned::Kind::Retok => Kind::Retok,
        aligned::Kind::Equiv => Kind::Equiv,
        aligned::Kind::Diff => Kind::Diff,
        aligned::Kind::Gold => Kind::Gold,
        aligned::Kind::System => Kind::System,
    }
}

fn cells(cells: &[aligned::Cell]) -> Vec<(Kind, usize, usize)> {
    cells.iter().map(|cell| (kind(cell.kind), cell.gold.len(), cell.system.len())).collect()
}

fn of_twin(outcome: &Outcome) -> Vec<Row> {
    let numbers = |trees: &[usize]| trees.iter().map(|&number| number as u64).collect();
    let rows = outcome.blocks.iter().zip(&outcome.cells_of_blocks);
    rows.map(|(it, of_block)| Row {
        trees: [numbers(&it.gold), numbers(&it.system)],
        counts: [it.matched, it.gold_brackets, it.system_brackets, it.crossing, it.words, it.tags, it.length],
        cells: cells(of_block),
    })
    .collect()
}

/// The counts of the runner, and the cells of the listing.
fn of_runner(files: &Files, parameters: &str) -> Vec<Row> {
    let recipe = Recipe::of_aligned_file(parameters.as_bytes());
    let run = job(files, recipe.clone()).run(&Parseval);
    let (groups, sums) = listed(files, &recipe);
    assert_eq!(of_words(run.text()), sums.text);
    assert_eq!(run.rows.len(), groups.len());
    let rows = run.rows.into_iter().zip(groups).map(|(row, group)| {
        assert!(row.refusal.is_none(), "{:?}", row.refusal);
        let (tally, trees) = (BracketCounts::read(&row.counts), row.trees.unwrap());
        assert_eq!((&trees[0], &trees[1]), (&group.gold, &group.system));
        let brackets = [tally.matched, tally.gold, tally.system, tally.crossing];
        let words = [tally.words, tally.tags, u64::from(row.length.unwrap())];
        Row {
            trees,
            counts: [&brackets[..], &words].concat().try_into().unwrap(),
            cells: group.cells.iter().map(|cell| (cell.kind, cell.gold.len(), cell.system.len())).collect(),
        }
    });
    rows.collect()
}

/// The first group in which runner and twin differ.
fn difference(files: &Files, gold: &str, system: &str, parameters: &str) -> Option<String> {
    files.rewrite(gold.as_bytes(), system.as_bytes());
    let expected = of_twin(&aligned::score(gold, system, &settings(parameters, None)).unwrap());
    let found = of_runner(files, parameters);
    if expected == found {
        return None;
    }
    let at = expected.iter().zip(&found).take_while(|(twin, actual)| twin == actual).count();
    let (twin, actual) = (expected.get(at), found.get(at));
    Some(format!("group {at}\ntwin {twin:?}\nactual {actual:?}\n{parameters}\n{gold}\n{system}"))
}

/// Noise settings by seed: each kind of noise alone, several together, and everything at all rates.
fn manner(seed: u64) -> Manner {
    let all = |rate: u32| Rates {
        split_tokens: rate,
        merged_tokens: rate,
        lost_letters: rate,
        added_letters: rate,
        changed_letters: rate,
        split_sentences: rate,
        merged_sentences: rate,
        lost_sentences: rate,
        invented_sentences: rate,
        swapped_sentences: rate,
        ..Rates::mixed()
    };
    let none = Rates::none();
    let rates = match seed % 12 {
        0 => Rates::mixed(),
        1 => Rates::mixed().touching(1000),
        2 => Rates::retokenised(),
        3 => Rates { split_sentences: 300, merged_sentences: 300, ..none }.touching(1000),
        4 => Rates { lost_sentences: 200, invented_sentences: 200, ..none }.touching(1000),
        5 => Rates { swapped_sentences: 400, merged_tokens: 100, ..none }.touching(1000),
        6 => Rates { lost_letters: 200, added_letters: 200, changed_letters: 200, ..none }.touching(1000),
        7 => Rates { quotes: 1000, brackets: 1000, contractions: 1000, forms: 300, letter_case: 300, ..none }
            .touching(1000),
        8 => all(50).touching(1000),
        9 => all(200).touching(500),
        10 => all(500).touching(1000),
        _ => return Manner::OneTypo,
    };
    Manner::ByRates(rates)
}

/// A made-up treebank of a few short sentences, and a disturbed copy of it.
fn treebank(seed: u64) -> (String, String) {
    let lengths = Lengths { least: 1, spreads: [3, 5, 5], tailed: 0, tail: 0 };
    let profile = Profile { lengths, ..Profile::newspaper() };
    let made: Vec<_> = pairs(seed, 1 + seed % 17, &profile).collect();
    let gold = made.iter().map(|pair| pair.gold.clone() + "\n").collect();
    (gold, disturb_lines(made.iter().map(|pair| &pair.system[..]), seed, &manner(seed)))
}

#[test]
fn disturbed_treebanks() {
    let files = Files::new(b"", b"");
    for seed in 0..480 {
        let (gold, system) = treebank(seed);
        let parameters = PARAMETERS[(seed / 12) as usize % PARAMETERS.len()];
        let found = difference(&files, &gold, &system, parameters);
        assert!(found.is_none(), "seed {seed}, {:?}\n{}", manner(seed), found.unwrap());
    }
}

#[test]
fn few_words_that_repeat() {
    let files = Files::new(b"", b"");
    check(1500, (repetitive(), select(&PARAMETERS[..])), |((gold, system), parameters)| {
        let found = difference(&files, &text(&gold), &text(&system), parameters);
        prop_assert!(found.is_none(), "{}", found.unwrap());
        Ok(())
    });
}

/// A pair of files of one kind.
fn corpus(kind: disturb::Kind, seed: u64, bytes: u64) -> (String, String) {
    let (mut gold, mut system) = (Vec::new(), Vec::new());
    write_corpus(kind, seed, bytes, &mut gold, &mut system).unwrap();
    (String::from_utf8(gold).unwrap(), String::from_utf8(system).unwrap())
}

#[test]
fn all_kinds_of_files() {
    let files = Files::new(b"", b"");
    for (name, kind) in disturb::Kind::ALL {
        for seed in 0..3 {
            let (gold, system) = corpus(kind, seed, 3000 + 9000 * seed);
            let found = difference(&files, &gold, &system, PARAMETERS[seed as usize]);
            assert!(found.is_none(), "{name} {seed}\n{}", found.unwrap());
        }
    }
}

/// The words of trees, one tree on each line: everything after a tag other than that of a trace.
struct Lines<'t>(std::str::Lines<'t>);

impl Feed for Lines<'_> {
    type Error = Infallible;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, Infallible> {
        let Some(line) = self.0.next() else { return Ok(false) };
        let pieces: Vec<&str> = line.split(' ').collect();
        for two in pieces.windows(2).filter(|two| two[0] != "(-NONE-" && !two[1].starts_with('(')) {
            words.push(two[1].trim_end_matches(')').as_bytes());
        }
        Ok(true)
    }
}

/// The cells of the kernel's groups.
fn of_kernel(gold: &str, system: &str, window: usize) -> Vec<Vec<(Kind, usize, usize)>> {
    let (mut gold, mut system) = (Lines(gold.lines()), Lines(system.lines()));
    let mut aligner = TextAligner::new(Tables::default()).with_window(window);
    let (mut groups, mut group) = (Vec::new(), Group::default());
    while aligner.next(&mut gold, &mut system, &mut group).unwrap() {
        let plain = if group.is_plain { group.text.gold_words } else { 0 };
        let plain = std::iter::repeat_n((Kind::Same, 1, 1), plain as usize);
        let cells = group.cells.iter().map(|cell| (cell.kind, cell.gold as usize, cell.system as usize));
        groups.push(cells.chain(plain).collect());
    }
    groups
}

/// The first group in which kernel and twin differ.
fn difference_by_windows(gold: &str, system: &str, window: usize) -> Option<String> {
    let windows = Windows { first: window, ..Windows::default() };
    let outcome = aligned::score(gold, system, &settings("", Some(windows))).unwrap();
    let expected: Vec<_> = outcome.cells_of_blocks.iter().map(|block| cells(block)).collect();
    let found = of_kernel(gold, system, window);
    let at = expected.iter().zip(&found).take_while(|(twin, actual)| twin == actual).count();
    let (twin, actual) = (expected.get(at), found.get(at));
    (twin != actual).then(|| {
        format!("windows of {window}, group {at}\ntwin {twin:?}\nactual {actual:?}\n{gold}\n{system}")
    })
}

#[test]
fn small_windows() {
    for (name, kind) in disturb::Kind::ALL {
        for (seed, window) in (1..).zip([1, 10, 33, 100, 512, 1000, 4096]) {
            let (gold, system) = corpus(kind, seed, 20_000);
            let found = difference_by_windows(&gold, &system, window);
            assert!(found.is_none(), "{name} {seed}\n{}", found.unwrap());
        }
    }
    for seed in 0..240 {
        let (gold, system) = treebank(seed);
        let found = difference_by_windows(&gold, &system, 1 + (seed as usize * 7) % 120);
        assert!(found.is_none(), "seed {seed}\n{}", found.unwrap());
    }
}

#[test]
fn small_windows_over_sentences_that_repeat() {
    check(400, (refrains(), 30..400usize), |((gold, system), window)| {
        let found = difference_by_windows(&text(&gold), &text(&system), window);
        prop_assert!(found.is_none(), "{}", found.unwrap());
        Ok(())
    });
}

#[test]
fn small_windows_over_few_words() {
    check(3000, (repetitive(), 1..80usize), |((gold, system), window)| {
        let found = difference_by_windows(&text(&gold), &text(&system), window);
        prop_assert!(found.is_none(), "{}", found.unwrap());
        Ok(())
    });
}
