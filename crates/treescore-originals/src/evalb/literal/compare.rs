//! Compares the two sides of a pair.

use super::super::debug;
use super::super::row::Figures;
use super::super::settings::Settings;
use super::super::writer::Flow;
use super::sentence::{Outcome, Sentence, Slice};
use super::{Literal, Sheet, by_span};

/// Whether the comparison of a pair continues.
#[derive(PartialEq, Eq)]
enum Step {
    On,
    Done,
}

impl Literal {
    /// Compares the sentences that were read and prints their row or rows.
    pub(super) fn compare(&mut self, sheet: &mut Sheet<'_>) {
        if self.test.words.is_empty() {
            self.skip(sheet);
            return;
        }
        if self.check_lengths(sheet) == Step::Done || self.check_words(sheet) == Step::Done {
            return;
        }
        let gold = prepare(&mut self.gold, sheet.settings);
        let test = prepare(&mut self.test, sheet.settings);
        let sides = [&self.gold, &self.test];
        self.brackets_compared |=
            sides.iter().any(|side| side.brackets.iter().any(|bracket| bracket.start != bracket.end));
        let (matched, crossing) = if sheet.is_tracing() {
            (self.match_brackets(sheet), self.count_crossing(sheet))
        } else {
            self.match_by_span(sheet.settings)
        };
        let (words, tags) = (self.gold.words.len() as u64, self.match_tags(sheet));
        if sheet.flow == Flow::Continue {
            sheet.row(&Figures { matched, gold, test, crossing, words, tags, ..Figures::default() });
        }
    }

    /// Handles a test line without words. Reading errors no longer matter.
    fn skip(&mut self, sheet: &mut Sheet<'_>) {
        if !(sheet.is_spmrl() && sheet.settings.count_skipped) {
            sheet.status = 2;
            sheet.zero_row();
            return;
        }
        sheet.status = 3;
        let gold = self.weigh_gold(sheet.settings);
        sheet.row(&Figures { gold, words: self.gold.words.len() as u64, ..Figures::default() });
    }

    /// Counts gold brackets for SPMRL `-X`: each once, and once more for each `DELETE_LABEL` value it does
    /// not equal. This is a bug of the original, but published numbers depend on it.
    fn weigh_gold(&mut self, settings: &Settings) -> u64 {
        let mut weight = 0;
        for number in 0..self.gold.brackets.len() {
            self.gold.brackets[number].outcome = Outcome::Unmatched;
            let bracket = &self.gold.brackets[number];
            if bracket.start == bracket.end {
                continue;
            }
            self.brackets_compared = true;
            let label = settings.cut(self.gold.text(bracket.label));
            weight +=
                1 + settings.delete_label.iter().filter(|value| !settings.deletes(value, label)).count();
        }
        weight as u64
    }

    /// Compares the numbers of words, after quote repair if they differ.
    fn check_lengths(&mut self, sheet: &mut Sheet<'_>) -> Step {
        if self.gold.words.len() != self.test.words.len() {
            self.repair_quotes(sheet);
        }
        let (gold, test) = (self.gold.words.len(), self.test.words.len());
        if gold == test {
            return Step::On;
        }
        let message = format!("Length unmatch ({gold}|{test})");
        if sheet.is_spmrl() {
            // The row is printed first, so it counts as valid.
            sheet.zero_row();
            if gold <= 1 {
                return Step::On;
            }
            sheet.error(&[message.as_bytes()]);
        } else {
            sheet.error(&[message.as_bytes()]);
            sheet.zero_row();
        }
        Step::Done
    }

    /// Compares the words, one by one.
    fn check_words(&mut self, sheet: &mut Sheet<'_>) -> Step {
        for (gold, test) in self.gold.words.iter().zip(&self.test.words) {
            let (gold, test) = (self.gold.text(gold.text), self.test.text(test.text));
            if !sheet.settings.equal_words(gold, test) {
                sheet.error(&[b"Words unmatch (", gold, b"|", test, b")"]);
                sheet.zero_row();
                return Step::Done;
            }
        }
        Step::On
    }

    /// Matches brackets and counts crossing ones, without a trace.
    fn match_by_span(&mut self, settings: &Settings) -> (u64, u64) {
        let are_equal = |gold: &[u8], test: &[u8]| !settings.labeled || settings.equal_labels(gold, test);
        let matched = by_span::match_brackets(&mut self.gold, &mut self.test, are_equal);
        (matched, by_span::count_crossing(&self.gold, &self.test))
    }

    /// Matches brackets greedily and one to one, gold bracket by gold bracket, in opening order, with a trace of
    /// every comparison.
    fn match_brackets(&mut self, sheet: &mut Sheet<'_>) -> u64 {
        let mut matched = 0;
        let mut label_differs = vec![false; self.test.brackets.len()];
        for gold in 0..self.gold.brackets.len() {
            matched += u64::from(self.match_one(gold, &mut label_differs, sheet));
            if sheet.is_over() {
                return matched;
            }
        }
        for (bracket, differs) in self.test.brackets.iter().zip(label_differs) {
            if bracket.outcome == Outcome::Unmatched && !differs {
                debug::write_bracket(&mut sheet.out.stdout, "EXTRA", &self.test, bracket);
                if sheet.is_over() {
                    return matched;
                }
            }
        }
        matched
    }

    /// Finds the first test bracket that matches this gold bracket. Returns true if there is one.
    fn match_one(&mut self, gold: usize, label_differs: &mut [bool], sheet: &mut Sheet<'_>) -> bool {
        let this = self.gold.brackets[gold];
        let label = self.gold.text(this.label);
        let mut explained = false;
        for (test, differs) in (0..self.test.brackets.len()).zip(label_differs) {
            let that = &self.test.brackets[test];
            debug::write_trial(&mut sheet.out.stdout, &this, that);
            if !this.is_counted() || that.outcome != Outcome::Unmatched || !this.same_span(that) {
                continue;
            }
            if !sheet.settings.labeled || sheet.settings.equal_labels(label, self.test.text(that.label)) {
                self.gold.brackets[gold].outcome = Outcome::Matched;
                self.test.brackets[test].outcome = Outcome::Matched;
                return true;
            }
            (explained, *differs) = (true, true);
            debug::write_bracket(&mut sheet.out.stdout, "LABEL", &self.gold, &this);
            if sheet.is_over() {
                return false;
            }
        }
        if this.is_counted() && !explained {
            debug::write_bracket(&mut sheet.out.stdout, "BRACKET", &self.gold, &this);
        }
        false
    }

    /// Counts the crossing test brackets, each once, however many gold brackets it crosses, with a trace.
    fn count_crossing(&self, sheet: &mut Sheet<'_>) -> u64 {
        let mut crossing = 0;
        let mut last = None;
        for bracket in self.test.brackets.iter().filter(|bracket| bracket.is_counted()) {
            let crossed = |gold: &&super::Bracket| gold.is_counted() && gold.crosses(bracket);
            let first = self.gold.brackets.iter().position(|gold| crossed(&gold));
            let Some(number) = first else { continue };
            crossing += 1;
            if last != first {
                let gold = &self.gold.brackets[number];
                debug::write_bracket(&mut sheet.out.stdout, "CROSSING", &self.gold, gold);
                if sheet.is_over() {
                    return crossing;
                }
            }
            last = first;
        }
        crossing
    }

    /// Marks and counts the words whose tags match.
    fn match_tags(&mut self, sheet: &Sheet<'_>) -> u64 {
        let mut tags = 0;
        for at in 0..self.gold.words.len().min(self.test.words.len()) {
            if sheet.is_spmrl() {
                self.gold.words[at].tag = self.gold.cut(self.gold.words[at].tag, sheet.settings);
                self.test.words[at].tag = self.test.cut(self.test.words[at].tag, sheet.settings);
            }
            let gold = self.gold.text(self.gold.words[at].tag);
            let equal = sheet.settings.equal_labels(gold, self.test.text(self.test.words[at].tag));
            let outcome = if equal { Outcome::Matched } else { Outcome::Unmatched };
            self.gold.words[at].outcome = outcome;
            self.test.words[at].outcome = outcome;
            tags += u64::from(equal);
        }
        tags
    }
}

impl Sentence {
    /// Returns the part of a label that comparisons use.
    fn cut(&self, label: Slice, settings: &Settings) -> Slice {
        Slice { start: label.start, end: label.start + settings.cut(self.text(label)).len() }
    }
}

/// Cuts the labels of brackets with words and marks the brackets that do not count. Returns how many do.
fn prepare(side: &mut Sentence, settings: &Settings) -> u64 {
    let mut count = 0;
    for number in 0..side.brackets.len() {
        let bracket = side.brackets[number];
        let mut label = bracket.label;
        let mut ignored = bracket.start == bracket.end;
        if !ignored {
            label = side.cut(label, settings);
            ignored = settings.deletes_bracket(side.text(label));
        }
        let bracket = &mut side.brackets[number];
        bracket.label = label;
        bracket.outcome = if ignored { Outcome::Ignored } else { Outcome::Unmatched };
        count += u64::from(!ignored);
    }
    count
}
