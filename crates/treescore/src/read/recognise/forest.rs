//! Lines of trees and bare words.

use super::super::format::{Format, Want};
use super::super::lines::is_space;
use super::brackets::kind;
use super::columns::columns;
use super::outline::Outline;
use super::pattern::nine_of_ten;
use super::sample::Sample;
use super::transcript::{is_kaldi, trn};
use super::{Confidence, Recognition, Verdict};

/// Where utterances are wanted: lines with ids, or lines that close what they open.
///
/// A bracket may be part of a word, such as `(uh)`, in records and transcripts, too. What they look like is rare in
/// forests, where ids and times would be words; the other reading is named.
pub(super) fn forest(sample: &Sample<'_>) -> Verdict {
    let begins_with_open = |line: &[u8]| memchr::memchr2(b'(', b')', line).is_some_and(|at| line[at] == b'(');
    if sample.want == Want::Trees || !sample.outside_comments().any(|line| begins_with_open(line.bytes)) {
        return Ok(None);
    }
    if let Some(found) = trn(sample) {
        return Ok(Some(found));
    }
    let mut lines = sample.outside_comments().map(|line| Utterance::of(line.bytes));
    let Some(are_trees) = lines.try_fold(true, |are, line| line.map(|line| are && line.is_one)) else {
        let is_faulty = has_faulty_lines(sample);
        return Ok(is_faulty.then(|| Recognition::likely(&[Format::Forest, Format::Brackets])));
    };
    let records = columns(sample)?.map(|found| found.format);
    let transcript = || is_kaldi(sample).then_some(Format::Kaldi);
    Ok(Some(match records.or_else(transcript) {
        Some(format) => Recognition::likely(&[format, Format::Forest]),
        None => utterances(sample, are_trees),
    }))
}

/// True if nine of ten lines close what they open, of which one in ten has words beside its brackets: no trees, so
/// that the other lines are faulty.
fn has_faulty_lines(sample: &Sample<'_>) -> bool {
    let (mut lines, mut closed, mut beside) = (0, 0, 0);
    for line in sample.outside_comments() {
        lines += 1;
        if let Some(utterance) = Utterance::of(line.bytes) {
            closed += 1;
            beside += usize::from(utterance.has_words_beside);
        }
    }
    lines >= 10 && nine_of_ten(closed, lines) && beside * 10 >= lines
}

/// Which utterances: if each line is one tree, some forms of trees have other words than a forest has.
fn utterances(sample: &Sample<'_>, are_trees: bool) -> Recognition {
    let tally = Outline::of(sample).tally;
    let found = kind(&tally, sample.is_whole);
    match found.format {
        Format::Discbracket => found,
        _ if !are_trees => Recognition::certain(Format::Forest),
        // The ids are no words.
        _ if nine_of_ten(tally.named, tally.trees) => Recognition::certain(Format::Brackets),
        Format::Bare if found.confidence == Confidence::Certain => {
            Recognition::likely(&[Format::Bare, Format::Forest])
        }
        Format::LemmaLeaves => Recognition::likely(&[Format::Forest, Format::LemmaLeaves]),
        // All trees branch to the right, with two members each: a label and a word, or two words.
        Format::Bare | Format::Brackets if !found.readings.is_empty() => {
            Recognition::likely(&[Format::Forest, Format::Bare])
        }
        _ => Recognition::certain(Format::Forest),
    }
}

/// A line that closes what it opens.
pub(super) struct Utterance {
    /// True if words stand beside its brackets.
    pub(super) has_words_beside: bool,
    /// True if it is one tree, or one word.
    pub(super) is_one: bool,
}

/// What came last outside brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Tree,
    Word,
    /// White space behind a word.
    Blank,
}

impl Utterance {
    /// Reads a line. `None` if it does not close what it opens.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let (mut depth, mut last, mut has_words_beside) = (0usize, Last::Nothing, false);
        let mut items = 0;
        for &byte in line {
            match byte {
                b'(' => {
                    has_words_beside |= depth == 0 && last == Last::Blank;
                    items += usize::from(depth == 0);
                    depth += 1;
                }
                b')' => {
                    depth = depth.checked_sub(1)?;
                    last = Last::Tree;
                }
                _ if depth > 0 => {}
                _ if !is_space(byte) => {
                    has_words_beside |= last == Last::Tree;
                    items += usize::from(last != Last::Word);
                    last = Last::Word;
                }
                _ if last == Last::Word => last = Last::Blank,
                _ => {}
            }
        }
        (depth == 0).then_some(Self { has_words_beside, is_one: items == 1 })
    }
}
