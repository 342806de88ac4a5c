//! The totals of a run and the summary.

use std::ops::AddAssign;

use super::put;
use super::row::{Figures, SEPARATOR, percent};
use super::settings::{Compact, Settings};

/// Sums over a set of sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Rows of any status.
    pub sentences: u64,
    /// Rows with status 1.
    pub errors: u64,
    /// Rows with status 2.
    pub skips: u64,
    /// Matched brackets; this and the following fields count valid sentences only.
    pub matched: u64,
    /// Gold brackets.
    pub gold: u64,
    /// Test brackets.
    pub test: u64,
    /// Test brackets that cross a gold bracket.
    pub crossing: u64,
    /// Words.
    pub words: u64,
    /// Words with the right tag.
    pub tags: u64,
    /// Sentences whose brackets all match.
    pub complete: u64,
    /// Sentences without a crossing bracket.
    pub no_crossing: u64,
    /// Sentences with at most two crossing brackets.
    pub two_or_less: u64,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        // Every field is named: a new one does not compile until it is added here.
        let Self {
            sentences,
            errors,
            skips,
            matched,
            gold,
            test,
            crossing,
            words,
            tags,
            complete,
            no_crossing,
            two_or_less,
        } = other;
        self.sentences += sentences;
        self.errors += errors;
        self.skips += skips;
        self.matched += matched;
        self.gold += gold;
        self.test += test;
        self.crossing += crossing;
        self.words += words;
        self.tags += tags;
        self.complete += complete;
        self.no_crossing += no_crossing;
        self.two_or_less += two_or_less;
    }
}

impl From<&Figures> for Sums {
    fn from(figures: &Figures) -> Self {
        let Figures { length: _, status, matched, gold, test, crossing, words, tags } = *figures;
        match status {
            1 => Self { sentences: 1, errors: 1, ..Self::default() },
            2 => Self { sentences: 1, skips: 1, ..Self::default() },
            _ => Self {
                sentences: 1,
                errors: 0,
                skips: 0,
                matched,
                gold,
                test,
                crossing,
                words,
                tags,
                complete: u64::from(gold == test && test == matched),
                no_crossing: u64::from(crossing == 0),
                two_or_less: u64::from(crossing <= 2),
            },
        }
    }
}

impl Sums {
    fn valid(&self) -> u64 {
        self.sentences.saturating_sub(self.errors + self.skips)
    }

    fn recall(&self) -> f64 {
        percent(self.matched, self.gold)
    }

    fn precision(&self) -> f64 {
        percent(self.matched, self.test)
    }

    /// Returns the F-measure: NaN where precision and recall are 0, as in EVALB.
    fn f_measure(&self) -> f64 {
        let (recall, precision) = (self.recall(), self.precision());
        2.0 * precision * recall / (precision + recall)
    }

    fn tagging(&self) -> f64 {
        percent(self.tags, self.words)
    }
}

/// The totals of a run: over all sentences, and over those within the cut-off. Totals of parts of a run add
/// up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All sentences.
    pub all: Sums,
    /// The sentences no longer than the cut-off.
    pub within: Sums,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        let Self { all, within } = other;
        self.all += all;
        self.within += within;
    }
}

impl Totals {
    /// Adds a row.
    pub fn add(&mut self, figures: &Figures, cutoff: i32) {
        let sums = Sums::from(figures);
        self.all += sums;
        if i128::from(figures.length) <= i128::from(cutoff) {
            self.within += sums;
        }
    }
}

/// Appends everything that follows the rows; `names` are the gold and test file as given.
pub fn write_summary(out: &mut Vec<u8>, settings: &Settings, names: (&[u8], &[u8]), totals: &Totals) {
    match settings.compact {
        Some(Compact::All) => return write_compact(out, &totals.all, names.1),
        Some(Compact::WithinCutoff) => return write_compact(out, &totals.within, names.1),
        None => {}
    }
    write_totals(out, &totals.all);
    if settings.show_names {
        let (gold, test) = names;
        out.extend_from_slice(&[b"=== Summary: ", gold, b"\tvs\t", test, b" ===\n"].concat());
    } else {
        put!(out, "=== Summary ===\n");
    }
    put!(out, "\n-- All --\n");
    write_summary_block(out, &totals.all, NAN);
    put!(out, "\n-- len<={} --\n", settings.cutoff);
    write_summary_block(out, &totals.within, NAN);
}

/// Appends the content of the SPMRL variant's file `status`.
pub fn write_status_file(out: &mut Vec<u8>, totals: &Totals) {
    let Totals { all, .. } = totals;
    let f = all.f_measure();
    put!(out, "---\nF1: {}\nLP: {:.2}\nLR: {:.2}\n", number(f, NAN), all.precision(), all.recall());
    put!(out, "POS: {:.2}\nerrorRate: {}\n", all.tagging(), number(100.0 - f, NAN));
}

fn write_totals(out: &mut Vec<u8>, sums: &Sums) {
    let Sums { matched, gold, test, crossing, words, tags, .. } = *sums;
    put!(out, "{SEPARATOR}");
    if gold > 0 && test > 0 {
        put!(out, "                {:6.2} {:6.2}", sums.recall(), sums.precision());
        put!(out, " {matched:6} {gold:5} {test:5}  {crossing:5}");
    }
    put!(out, "  {words:5} {tags:5}   {:6.2}\n", sums.tagging());
}

/// Appends the twelve lines about a set of sentences; `nan` is how the program prints NaN.
pub(crate) fn write_summary_block(out: &mut Vec<u8>, sums: &Sums, nan: &str) {
    let Sums { sentences, errors, skips, crossing, complete, no_crossing, two_or_less, .. } = *sums;
    let valid = sums.valid();
    let average = if valid == 0 { 0.0 } else { crossing as f64 / valid as f64 };
    put!(out, "Number of sentence        = {sentences:6}\n");
    put!(out, "Number of Error sentence  = {errors:6}\n");
    put!(out, "Number of Skip  sentence  = {skips:6}\n");
    put!(out, "Number of Valid sentence  = {valid:6}\n");
    put!(out, "Bracketing Recall         = {:6.2}\n", sums.recall());
    put!(out, "Bracketing Precision      = {:6.2}\n", sums.precision());
    put!(out, "Bracketing FMeasure       = {:>6}\n", number(sums.f_measure(), nan));
    put!(out, "Complete match            = {:6.2}\n", percent(complete, valid));
    put!(out, "Average crossing          = {average:6.2}\n");
    put!(out, "No crossing               = {:6.2}\n", percent(no_crossing, valid));
    put!(out, "2 or less crossing        = {:6.2}\n", percent(two_or_less, valid));
    put!(out, "Tagging accuracy          = {:6.2}\n", sums.tagging());
}

/// Appends the one line of `-L` and `-l`. Recall and precision are swapped, as in the original.
fn write_compact(out: &mut Vec<u8>, sums: &Sums, test_name: &[u8]) {
    put!(out, "F1: {:>6} %\tPrec: {:6.2} %\t", number(sums.f_measure(), NAN), sums.recall());
    put!(out, "Rec: {:6.2} %\tPOS: {:6.2} %\t", sums.precision(), sums.tagging());
    put!(out, "EX: {:6.2} %\t", percent(sums.complete, sums.valid()));
    put!(out, "Unparsed: {:6}\tSent: {:6}\tfile: ", sums.errors + sums.skips, sums.sentences);
    out.extend_from_slice(test_name);
    out.push(b'\n');
}

/// How 0/0 prints on x86-64 Linux; here on every platform.
const NAN: &str = "-nan";

/// Formats a number with two decimals, or as `nan`.
fn number(value: f64, nan: &str) -> String {
    if value.is_nan() { nan.to_owned() } else { format!("{value:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_valid_sentences_add_figures() {
        let row =
            |status, length| Figures { status, length, matched: 2, gold: 3, test: 2, ..Figures::default() };
        let mut totals = Totals::default();
        for (status, length) in [(0, 3), (1, 3), (2, 4), (3, 5)] {
            totals.add(&row(status, length), 3);
        }
        assert_eq!(
            (totals.all.sentences, totals.all.errors, totals.all.skips, totals.all.gold),
            (4, 1, 1, 6)
        );
        assert_eq!((totals.within.sentences, totals.within.errors, totals.within.gold), (2, 1, 3));
        let mut negative = Totals::default();
        negative.add(&row(0, 0), -1);
        assert_eq!(negative.within, Sums::default());
    }

    #[test]
    fn f_comes_from_the_unrounded_percentages() {
        let sums = Sums { matched: 1, gold: 1, test: 63, ..Sums::default() };
        assert_eq!(number(sums.f_measure(), NAN), "3.13");
        assert_eq!(number(Sums::default().f_measure(), NAN), "-nan");
    }
}
