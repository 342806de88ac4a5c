//! Gold, system and settings, any bytes: the native run gives a report in every format, and the two
//! implementations of EVALB print the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::measure::{
    Bins, ConceptAccuracy, Facet, Measure, Parseval, StructIou, TreeNode, WordAccuracy,
};
use treescore::prepare::param_file::ParamFile;
use treescore::prepare::{PRESETS, Recipe};
use treescore::read::UnitKind;
use treescore::report::{self, Format, Style};
use treescore::run::{Matches, PairRow};
use treescore_fuzz::support::{evalb, files::Files, job::run};
use treescore_fuzz::{files, parts};
use treescore_originals::evalb::{Dialect, Settings};

fuzz_target!(|data: &[u8]| {
    let Some((&choices, data)) = data.split_first() else { return };
    let [parameters, gold, system] = parts(data);
    let system = if system.is_empty() { gold } else { system };
    let files = files(gold, system);
    let file = ParamFile::parse(parameters).0;
    judge(files, gold, system, &file, choices);
    native(files, &file, choices);
});

/// Compares both implementations of EVALB on every pair of lines.
fn judge(files: &Files, gold: &[u8], test: &[u8], file: &ParamFile, choices: u8) {
    let looks_compressed =
        |text: &[u8]| text.starts_with(&[0x1F, 0x8B]) || text.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]);
    if looks_compressed(gold) || looks_compressed(test) {
        return;
    }
    let mut settings = Settings::new(if choices & 1 == 0 { Dialect::Evalb } else { Dialect::Spmrl });
    settings.apply(file.clone());
    settings.max_error = settings.max_error.min(1000);
    settings.count_skipped = choices & 2 != 0;
    settings.last_line = if choices & 4 == 0 { -1 } else { i32::from(choices >> 4) };
    settings.debug = settings.debug.min(1);
    let literal = evalb::literal(gold, test, &settings);
    for (block, threads) in [(1, 1), (usize::from(choices) + 2, 1)] {
        if let Some(fast) = evalb::fast(files.lines(Some(block)), threads, &settings) {
            assert_eq!(fast, literal, "blocks of {block} bytes");
        }
    }
}

/// Runs one of the measures natively.
fn native(files: &Files, file: &ParamFile, choices: u8) {
    // Trees that need more memory are refused, which is quick.
    const MEMORY: u64 = 4_000_000;
    let mut iou = StructIou { memory: MEMORY, ..StructIou::default() };
    if choices & 64 != 0 {
        iou.wrap = Some(b"W".to_vec());
    }
    match choices % 5 {
        0 => measure(&iou, files, file, choices),
        1 => measure(&TreeNode { memory: MEMORY, ..TreeNode::default() }, files, file, choices),
        2 => measure(&WordAccuracy { memory: MEMORY, ..WordAccuracy::default() }, files, file, choices),
        3 => measure(&ConceptAccuracy { memory: MEMORY, ..ConceptAccuracy::default() }, files, file, choices),
        _ => measure(&Parseval, files, file, choices),
    }
}

/// Rows as text: counts and matches.
fn shown(rows: &[PairRow]) -> Vec<String> {
    rows.iter().map(|row| format!("{row:?}")).collect()
}

/// Runs with two block sizes, and renders the reports.
fn measure<M: Measure>(measure: &M, files: &Files, file: &ParamFile, choices: u8) {
    let preset = PRESETS[usize::from(choices) % PRESETS.len()].recipe();
    let recipe = Recipe {
        delete: [preset.delete, file.delete_label.clone()].concat(),
        equal_labels: [preset.equal_labels, file.eq_label.clone()].concat(),
        quotes: [preset.quotes, file.quote_label.clone()].concat(),
        ..preset
    };
    let facet = measure.info().facets.get(usize::from(choices & 16 == 0)).cloned();
    let mut job = files.job(recipe).keeping_all().by(Some(facet.unwrap_or(Facet::Length(Bins::default()))));
    let by_line = choices & 8 != 0 || measure.demands().syntax.is_by_line();
    job.unit = if by_line { UnitKind::Line } else { UnitKind::Tree };
    job.ask.matches = if choices & 32 == 0 { Matches::None } else { Matches::All };
    let plan = job.plan(measure);
    let whole = run(&plan);
    job.block = Some(usize::from(choices) + 1);
    let small = job.try_run(measure);
    match (whole, small) {
        (Ok(whole), Ok(small)) => {
            assert_eq!(format!("{:?}", whole.scored), format!("{:?}", small.scored));
            assert_eq!(shown(&whole.rows), shown(&small.rows));
            let report = report::build::report(&plan, &whole.scored);
            for format in Format::ALL {
                let _ = report::render(&report, format, &Style::default());
            }
        }
        (Err(whole), Err(small)) => assert_eq!(whole.to_string(), small.to_string()),
        (whole, small) => panic!("{:?} / {:?}", whole.err(), small.err()),
    }
}
