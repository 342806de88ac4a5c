//! Quote repair: a quotation mark whose tag is deleted on one side and kept on the other is reinserted.

use super::super::debug;
use super::super::settings::{Settings, contains};
use super::sentence::{Outcome, QuoteWord, Sentence, Word};
use super::{Literal, Sheet};

impl Literal {
    /// Repairs quotes if the numbers of words differ; afterwards they may or may not agree.
    pub(super) fn repair_quotes(&mut self, sheet: &mut Sheet<'_>) {
        if sheet.is_tracing() {
            self.trace_quotes(&mut sheet.out.stdout);
        }
        for second in 0..self.test.quotes.len() {
            let index = self.test.quotes[second].index;
            // Indexes never decrease from one quote word to the next, so all others can be skipped.
            let from = self.gold.quotes.partition_point(|quote| quote.index < index);
            for first in from..self.gold.quotes.len() {
                if self.gold.quotes[first].index > index {
                    break;
                }
                if sheet.is_tracing() && sheet.is_over() {
                    return;
                }
                self.repair_pair(first, second, sheet);
            }
        }
    }

    fn repair_pair(&mut self, first: usize, second: usize, sheet: &mut Sheet<'_>) {
        let gold_tag = self.gold.text(self.gold.quotes[first].tag);
        let test_tag = self.test.text(self.test.quotes[second].tag);
        if gold_tag == test_tag {
            return;
        }
        let (gold_deleted, test_deleted) =
            (self.is_deleted(sheet.settings, gold_tag), self.is_deleted(sheet.settings, test_tag));
        if gold_deleted && !test_deleted {
            reinsert(&mut self.gold, first, sheet);
        } else if test_deleted && !gold_deleted {
            reinsert(&mut self.test, second, sheet);
        }
    }

    /// True if the tag is a `DELETE_LABEL` value. The SPMRL variant has cut these values once brackets were
    /// compared.
    fn is_deleted(&self, settings: &Settings, tag: &[u8]) -> bool {
        if settings.dialect == super::Dialect::Spmrl && self.brackets_compared {
            return settings.delete_label.iter().any(|value| settings.cut(value) == tag);
        }
        contains(&settings.delete_label, tag)
    }

    fn trace_quotes(&self, stdout: &mut Vec<u8>) {
        for number in 0..self.gold.quotes.len().max(self.test.quotes.len()) {
            for side in [&self.gold, &self.test] {
                if let Some(quote) = side.quotes.get(number) {
                    let QuoteWord { tag, text, index, .. } = *quote;
                    debug::write_quote(stdout, index, side.text(tag), side.text(text));
                }
            }
        }
    }
}

/// Reinserts a quote word and moves everything after it.
fn reinsert(side: &mut Sentence, number: usize, sheet: &mut Sheet<'_>) {
    let QuoteWord { tag, text, index, brackets, innermost, depth } = side.quotes[number];
    if sheet.is_tracing() {
        debug::write_reinsertion(&mut sheet.out.stdout, brackets, index, &side.brackets, depth);
    }
    let index = index.min(side.words.len());
    side.words.insert(index, Word { tag, text, outcome: Outcome::NotEvaluated });
    for bracket in &mut side.brackets[brackets..] {
        bracket.start += 1;
        bracket.end += 1;
    }
    let mut around = innermost;
    while let Some(bracket) = around {
        side.brackets[bracket].end += 1;
        around = side.brackets[bracket].parent;
    }
    for quote in &mut side.quotes[number..] {
        quote.index += 1;
    }
}
