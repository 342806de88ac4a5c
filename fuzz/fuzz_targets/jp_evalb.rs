//! Gold, test and parameters, any bytes, as jp-evalb takes them: rows that hold every tree in order, and reports; or an error that says
//! where.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore_originals::jp_evalb::{About, File, Mode, Outcome, Parameters};
use treescore_originals::jp_evalb::{json, score, write_report};
use treescore_fuzz::parts;

// A byte of choices, and with 0 0xFF between them parameters, gold and test.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, data)) = data.split_first() else { return };
    let [parameters, gold, test] = parts(data);
    let test = if test.is_empty() { gold } else { test };
    let file = |name: &str, bytes: &[u8]| [File { name: name.to_owned(), bytes: bytes.to_vec() }];
    let parameters = match choices % 4 {
        0 => Parameters::none(),
        1 => Parameters::evalb(),
        2 => Parameters::parse(&String::from_utf8_lossy(parameters), Mode::Prm),
        _ => Parameters::parse(&String::from_utf8_lossy(parameters), Mode::Evalb),
    };
    match score(&file("gold", gold), &file("test", test), &parameters) {
        Ok(outcome) => check(&outcome, &parameters),
        Err(error) => assert!(error.position.line > 0 && error.position.column > 0 && !error.what.is_empty()),
    }
});

/// Rows follow each other, sums are those of the rows, and there are reports.
fn check(outcome: &Outcome, parameters: &Parameters) {
    let (mut gold, mut test) = (0, 0);
    for row in &outcome.rows {
        assert_eq!((row.gold.start, row.test.start), (gold, test));
        (gold, test) = (row.gold.end, row.test.end);
    }
    let sums = &outcome.totals.all;
    let matched: u64 = outcome.rows.iter().map(|row| row.figures.matched).sum();
    let has_equal = !parameters.equal.is_empty();
    assert!(has_equal || sums.matched <= sums.gold.min(sums.test));
    assert_eq!(sums.matched, matched);
    let mut text = Vec::new();
    write_report(&mut text, outcome);
    let about = About { gold: "gold", test: "test", parameters: None, mode: parameters.mode };
    assert!(!text.is_empty() && !json(&about, outcome).is_empty());
}
