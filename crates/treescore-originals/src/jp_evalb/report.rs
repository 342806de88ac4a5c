//! The program's report, and the same results as JSON.

use serde::Serialize;

use super::params::Mode;
use super::repairs::Repair;
use super::{Outcome, Row};
use crate::evalb::{Figures, SEPARATOR, Sums, Totals, percent, put, write_header, write_summary_block};

/// How the program prints NaN.
const NAN: &str = "nan";

/// Appends the report between the two lines with the time, which the caller adds.
pub fn write_report(out: &mut Vec<u8>, outcome: &Outcome) {
    write_header(out);
    for (number, row) in (1_u64..).zip(&outcome.rows) {
        write_row(out, number, &row.figures);
    }
    let Totals { all, within } = &outcome.totals;
    write_totals(out, all);
    put!(out, "=== Summary ===\n\n-- All --\n");
    write_summary_block(out, all, NAN);
    put!(out, "\n-- len<=40 --\n");
    write_summary_block(out, within, NAN);
}

fn write_row(out: &mut Vec<u8>, number: u64, figures: &Figures) {
    let Figures { length, status, matched, gold, test, crossing, words, tags } = *figures;
    let (recall, precision, tagging) =
        (row_percent(matched, gold), row_percent(matched, test), row_percent(tags, words));
    put!(out, "{number:4} {length:4} {status:4} {recall:7.2} {precision:6.2} {matched:5} {gold:6} {test:4} ");
    put!(out, "{crossing:6} {words:6} {tags:5} {tagging:8.2}\n");
}

/// Computes a percentage of a row. Rows divide first, totals multiply first: the last digit may differ.
fn row_percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 * 100.0 }
}

fn write_totals(out: &mut Vec<u8>, sums: &Sums) {
    let Sums { matched, gold, test, crossing, words, tags, .. } = *sums;
    put!(out, "{SEPARATOR}");
    if gold > 0 && test > 0 {
        put!(out, "{:16}{:6.2} {:6.2}", "", percent(matched, gold), percent(matched, test));
        put!(out, "  {matched:5} {gold:5} {test:5}  {crossing:5}");
    }
    put!(out, "  {words:5} {tags:5}   {:6.2}\n", percent(tags, words));
}

/// What JSON reports of a run besides its outcome.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Name of the gold file.
    pub gold: &'a str,
    /// Name of the test file.
    pub test: &'a str,
    /// Name of the parameter file.
    pub parameters: Option<&'a str>,
    /// How the program was called.
    pub mode: Mode,
}

/// Returns the outcome as JSON: every block with its trees and counts, the two summaries, the repairs.
///
/// ```
/// use treescore_originals::jp_evalb::{About, Mode, Outcome, json};
/// let about = About { gold: "gold", test: "test", parameters: None, mode: Mode::Default };
/// assert!(json(&about, &Outcome::default()).contains(r#""program": "jp-evalb""#));
/// ```
pub fn json(about: &About<'_>, outcome: &Outcome) -> String {
    let report = JsonReport {
        program: "jp-evalb",
        mode: match about.mode {
            Mode::Default => "default",
            Mode::Prm => "prm",
            Mode::Evalb => "evalb",
        },
        gold: about.gold,
        test: about.test,
        parameters: about.parameters,
        blocks: outcome.rows.iter().map(JsonBlock::from).collect(),
        summary: JsonSummary {
            all: (&outcome.totals.all).into(),
            within_40: (&outcome.totals.within).into(),
        },
        repairs: &outcome.repairs,
    };
    // Numbers, strings and lists always have a JSON form.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct JsonReport<'a> {
    program: &'static str,
    mode: &'static str,
    gold: &'a str,
    test: &'a str,
    parameters: Option<&'a str>,
    blocks: Vec<JsonBlock>,
    summary: JsonSummary,
    repairs: &'a [Repair],
}

#[derive(Serialize)]
struct JsonBlock {
    /// Numbers of trees, from 1.
    gold: Vec<u64>,
    test: Vec<u64>,
    length: u64,
    status: u8,
    matched: u64,
    gold_brackets: u64,
    test_brackets: u64,
    crossing: u64,
    words: u64,
    tags: u64,
}

impl From<&Row> for JsonBlock {
    fn from(row: &Row) -> Self {
        let numbers = |trees: &std::ops::Range<usize>| trees.clone().map(|tree| tree as u64 + 1).collect();
        let Figures { length, status, matched, gold, test, crossing, words, tags } = row.figures;
        Self {
            gold: numbers(&row.gold),
            test: numbers(&row.test),
            length,
            status,
            matched,
            gold_brackets: gold,
            test_brackets: test,
            crossing,
            words,
            tags,
        }
    }
}

#[derive(Serialize)]
struct JsonSummary {
    all: JsonSums,
    within_40: JsonSums,
}

#[derive(Serialize)]
struct JsonSums {
    blocks: u64,
    errors: u64,
    matched: u64,
    gold_brackets: u64,
    test_brackets: u64,
    crossing: u64,
    words: u64,
    tags: u64,
    complete: u64,
    no_crossing: u64,
    two_or_less_crossing: u64,
}

impl From<&Sums> for JsonSums {
    fn from(sums: &Sums) -> Self {
        Self {
            blocks: sums.sentences,
            errors: sums.errors,
            matched: sums.matched,
            gold_brackets: sums.gold,
            test_brackets: sums.test,
            crossing: sums.crossing,
            words: sums.words,
            tags: sums.tags,
            complete: sums.complete,
            no_crossing: sums.no_crossing,
            two_or_less_crossing: sums.two_or_less,
        }
    }
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
