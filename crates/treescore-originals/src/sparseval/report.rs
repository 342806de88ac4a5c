//! The report of `sparseval` (specification, section 11).

use std::io;

use super::Desk;
use super::dependencies::{BothCounts, DependencyCounts};
use super::put_all;
use super::run::Settings;
use super::side::SideCounts;
use super::spans::{BracketCounts, Labelling};
use crate::evalb::put;
use treescore::prepare::speech_file::SpeechFile;

const RULE: &[u8] = b"=================================  ===================  ===================\n";
const LINE: &str = "--------------------------------------";

/// The sums over all units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    units: u64,
    counts: SideCounts,
    complete: u64,
    not_crossing: u64,
    at_most_two_crossing: u64,
}

/// The report written so far, and the sums for the rest.
pub(super) struct Report<'a> {
    settings: &'a Settings,
    totals: Totals,
    out: Vec<u8>,
}

impl<'a> Report<'a> {
    pub(super) fn new(settings: &'a Settings) -> Self {
        Self { settings, totals: Totals::default(), out: Vec::new() }
    }

    /// Returns the number of units so far.
    pub(super) fn units(&self) -> u64 {
        self.totals.units
    }

    /// Hands over the text written since the last call.
    pub(super) fn print(&mut self, desk: &mut dyn Desk) -> io::Result<()> {
        let printed = if self.out.is_empty() { Ok(()) } else { desk.print(&self.out) };
        self.out.clear();
        printed
    }

    /// Writes the parameters (`-z`), the newest of each kind first.
    pub(super) fn write_params(&mut self, params: &SpeechFile) {
        self.out.extend_from_slice(b"Evaluation parameterizations:\n");
        self.write_labels(b"DELETE_LABEL", &params.delete_label);
        self.write_labels(b"EMPTY_NODE", &params.empty_node);
        for (from, to) in params.eq_label.iter().rev() {
            put_all(&mut self.out, &[b"  EQ_LABEL ", from, b" ", to, b"\n"]);
        }
        self.write_labels(b"EDIT_LABEL", &params.edit_label);
        self.write_labels(b"CLOSED_CLASS", &params.closed_class);
        put_all(&mut self.out, &[RULE, b"\n"]);
    }

    fn write_labels(&mut self, keyword: &[u8], labels: &[Vec<u8>]) {
        for label in labels.iter().rev() {
            put_all(&mut self.out, &[b"  ", keyword, b" ", label, b"\n"]);
        }
    }

    /// Adds a unit. The first one also writes the table header, even if no line follows.
    pub(super) fn add(&mut self, counts: &SideCounts) {
        self.totals.add(counts);
        if self.totals.units == 1 {
            self.write_header();
        }
        if self.settings.is_verbose {
            put!(&mut self.out, "{:5} ", self.totals.units);
            write_counts(&mut self.out, counts);
        }
    }

    fn write_header(&mut self) {
        let (first, width) = match self.settings.labelling {
            Labelling::Labeled => {
                ("                  Labeled                Labeled             Labeled", 75)
            }
            Labelling::Unlabeled => {
                ("                 Unlabeled              Unlabeled           Unlabeled", 74)
            }
        };
        put!(&mut self.out, "{first:width$}\n");
        let rest: [&[u8]; 3] = [
            b" Sent. ---------- Brackets ------  ---- Head-depen ---  -- Open-class hh --\n",
            b"  ID   match   gold   test  cross  match   gold   test  match   gold   test\n",
            RULE,
        ];
        put_all(&mut self.out, &rest);
    }

    /// Writes the last line of the table, and the summary.
    pub(super) fn write_totals(&mut self) {
        let out = &mut self.out;
        if self.settings.is_verbose {
            out.extend_from_slice(RULE);
        }
        out.extend_from_slice(b"Total:");
        write_counts(out, &self.totals.counts);
        put!(out, "\nSummary\n{LINE}\n");
        put!(out, "Number of sentences:               {:10}\n", self.totals.units);
        let kind = match self.settings.labelling {
            Labelling::Labeled => "Labeled",
            Labelling::Unlabeled => "Unlabeled",
        };
        let SideCounts { brackets, dependencies: BothCounts { all, open } } = self.totals.counts;
        if !self.settings.is_bag {
            let titles =
                ["Recall:                   ", "Precision:                ", "F-measure:                "];
            write_scores(
                out,
                &format!("{kind} Bracketing"),
                titles,
                [brackets.matched, brackets.gold, brackets.test],
            );
            put!(out, "Complete match:                    {:10}\n{LINE}\n", self.totals.complete);
            self.write_crossing(brackets.crossing);
        }
        let out = &mut self.out;
        let titles = ["Recall:               ", "Precision:            ", "F-measure:            "];
        write_scores(out, &format!("{kind} Head-dependency"), titles, to_array(all));
        put!(out, "{LINE}\n");
        let titles = ["Recall:    ", "Precision: ", "F-measure: "];
        write_scores(out, &format!("{kind} Open-class head-dependency"), titles, to_array(open));
    }

    fn write_crossing(&mut self, crossing: u64) {
        let Totals { units, not_crossing, at_most_two_crossing, .. } = self.totals;
        for (title, part) in [
            ("Average Crossing Brackets:", crossing),
            ("No Crossing Brackets:     ", 100 * not_crossing),
            ("Two or less Crossing:     ", 100 * at_most_two_crossing),
        ] {
            put!(&mut self.out, "{title}           {}\n", score(part as f32 / units as f32));
        }
        put!(&mut self.out, "{LINE}\n");
    }
}

impl Totals {
    fn add(&mut self, counts: &SideCounts) {
        let BracketCounts { matched, gold, test, crossing } = counts.brackets;
        self.units += 1;
        self.complete += u64::from(matched == gold && matched == test);
        self.not_crossing += u64::from(crossing == 0);
        self.at_most_two_crossing += u64::from(crossing < 3);
        self.counts += *counts;
    }
}

fn to_array(counts: DependencyCounts) -> [u64; 3] {
    [counts.matched, counts.gold, counts.test]
}

/// Writes the ten numbers of a line.
fn write_counts(out: &mut Vec<u8>, counts: &SideCounts) {
    let BracketCounts { matched, gold, test, crossing } = counts.brackets;
    let BothCounts { all, open } = counts.dependencies;
    put!(out, "{matched:6} {gold:6} {test:6} {crossing:6}");
    for count in to_array(all).into_iter().chain(to_array(open)) {
        put!(out, " {count:6}");
    }
    out.push(b'\n');
}

/// Writes recall, precision and F, computed in single precision and in this order: other steps give other
/// digits.
fn write_scores(out: &mut Vec<u8>, what: &str, titles: [&str; 3], [matched, gold, test]: [u64; 3]) {
    let percent = |whole: u64| (100 * matched) as f32 / whole as f32;
    let (recall, precision) = (percent(gold), percent(test));
    let f = if recall == 0.0 && precision == 0.0 {
        0.0
    } else {
        ((2.0 * precision) * recall) / (precision + recall)
    };
    for (title, value) in titles.into_iter().zip([recall, precision, f]) {
        put!(out, "{what} {title}{}\n", score(value));
    }
}

/// Formats a float as C does: widened, two decimals, and NaN with the sign of 0/0.
fn score(value: f32) -> String {
    if value.is_nan() { format!("{:>8}", "-nan") } else { format!("{:8.2}", f64::from(value)) }
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
