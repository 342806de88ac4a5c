//! Gold, system and settings, any bytes: the native run gives a report in every format, and the two ways of judging lines as
//! EVALB does print the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::measure::Parseval;
use treescore::prepare::param_file::ParamFile;
use treescore::prepare::{PRESETS, Recipe};
use treescore::read::Unit;
use treescore::report::compat::evalb::{Dialect, Settings};
use treescore::report::{self, Format, Style};
use treescore::run::{Bins, GroupBy, score};
use treescore_fuzz::support::{files::Files, judged, reported};
use treescore_fuzz::{files, parts};

fuzz_target!(|data: &[u8]| {
    let Some((&choices, data)) = data.split_first() else { return };
    let [parameters, gold, system] = parts(data);
    let system = if system.is_empty() { gold } else { system };
    let files = files(gold, system);
    let file = ParamFile::parse(parameters).0;
    judge(files, gold, system, &file, choices);
    measure(files, &file, choices);
});

/// EVALB's row of every pair of lines, both ways.
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
    let literal = judged::literal(gold, test, &settings);
    for (block, threads) in [(1, 1), (usize::from(choices) + 2, 1)] {
        if let Some(fast) = judged::fast(files.lines(Some(block)), threads, &settings) {
            assert_eq!(fast, literal, "blocks of {block} bytes");
        }
    }
}

/// The native run, in two block sizes, and its reports.
fn measure(files: &Files, file: &ParamFile, choices: u8) {
    let preset = PRESETS[usize::from(choices) % PRESETS.len()].recipe();
    let recipe = Recipe {
        delete: [preset.delete, file.delete_label.clone()].concat(),
        equal_labels: [preset.equal_labels, file.eq_label.clone()].concat(),
        quotes: [preset.quotes, file.quote_label.clone()].concat(),
        ..preset
    };
    let mut job = files.job(recipe.clone());
    job.unit = if choices & 8 == 0 { Unit::Tree } else { Unit::Line };
    job.by = Some(if choices & 16 == 0 { GroupBy::Label } else { GroupBy::Length(Bins::default()) });
    job.keep_refused = true;
    job.sentences = true;
    let whole = score(&job, &Parseval, &mut ());
    job.block = Some(usize::from(choices) + 1);
    let small = score(&job, &Parseval, &mut ());
    match (whole, small) {
        (Ok(whole), Ok(small)) => {
            assert_eq!(whole.totals.scored, small.totals.scored);
            assert_eq!(whole.totals.missed, small.totals.missed);
            assert_eq!(format!("{:?}", whole.refused), format!("{:?}", small.refused));
            let report = reported::report(&whole, &recipe);
            for format in Format::ALL {
                let _ = report::render(&report, format, &Style::default());
            }
        }
        (Err(whole), Err(small)) => assert_eq!(whole.to_string(), small.to_string()),
        (whole, small) => panic!("{:?} / {:?}", whole.err(), small.err()),
    }
}
