//! Gold, test and parameters of jp-evalb, any bytes: rows with every tree in order, and reports; or an error
//! with its place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore_fuzz::parts;
use treescore_originals::jp_evalb::{About, File, Mode, Outcome, Parameters};
use treescore_originals::jp_evalb::{json, score, write_report};

// Input: a byte of choices, then parameters, gold and test, separated by 0 0xFF.
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

/// Checks that rows follow each other and add up to the sums, and that reports can be written.
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
