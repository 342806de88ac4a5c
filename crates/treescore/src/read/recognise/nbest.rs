//! Trees with something before them: ids, or the scores of n-best lists.

use super::super::format::Format;
use super::super::lines::{Line, fields, is_space};
use super::Recognition;
use super::pattern::{is_digits, is_score};
use super::sample::{Sample, trim, trim_start};

/// How many lines are looked at for scores.
const LINES: usize = 200;

/// Every line is an id, a tab and a tree.
pub(super) fn ids(sample: &Sample<'_>) -> Option<Recognition> {
    let mut before = None;
    let (mut is_counted, mut are_scores) = (true, true);
    for line in sample.rows() {
        let id = field_before_tree(line)?;
        let number = is_digits(id).then(|| without_zeros(id));
        is_counted &= number.is_some_and(|number| before.is_none_or(|before| is_less(before, number)));
        before = number;
        are_scores &= is_score(id);
    }
    (is_counted || !are_scores).then(|| Recognition::certain(Format::IdBrackets))
}

/// What stands before the only tab and a bracket: text without brackets and white space.
fn field_before_tree(line: Line<'_>) -> Option<&[u8]> {
    let tab = memchr::memchr(b'\t', line.bytes)?;
    let (field, rest) = line.bytes.split_at(tab);
    let field = trim(field);
    let is_field = !field.is_empty() && !field.iter().any(|&b| is_space(b) || matches!(b, b'(' | b')'));
    let rest = rest.get(1..).unwrap_or_default();
    (is_field && !rest.contains(&b'\t') && trim_start(rest).starts_with(b"(")).then_some(field)
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}

/// Compares whole numbers of any length, without zeros before them.
fn is_less(a: &[u8], b: &[u8]) -> bool {
    (a.len(), a) < (b.len(), b)
}

/// Lists of trees with scores.
pub(super) fn scores(sample: &Sample<'_>) -> Option<Recognition> {
    let variant = if is_stanford(sample) {
        "stanford"
    } else if is_bllip(sample) {
        "bllip"
    } else if sample.rows().take(LINES).all(is_berkeley) {
        "berkeley"
    } else {
        return None;
    };
    Some(Recognition::certain(Format::Nbest).with_variant(Some(variant)))
}

/// `# Parse N with score`.
fn is_stanford(sample: &Sample<'_>) -> bool {
    let Some(rest) = sample.start().strip_prefix(b"# Parse ") else { return false };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && rest.get(digits..).is_some_and(|rest| rest.starts_with(b" with score "))
}

/// A count and an id, one or two scores, a tree.
fn is_bllip(sample: &Sample<'_>) -> bool {
    let mut rows = sample.rows();
    let (Some(head), Some(score), Some(tree)) = (rows.next(), rows.next(), rows.next()) else { return false };
    let head: Vec<&[u8]> = fields(head.bytes).take(3).collect();
    let scores: Vec<&[u8]> = fields(score.bytes).take(3).collect();
    matches!(head[..], [count, _] if is_digits(count))
        && scores.len() < 3
        && scores.iter().all(|score| is_score(score))
        && tree.bytes.starts_with(b"(")
}

/// A score, a tab, a tree.
fn is_berkeley(line: Line<'_>) -> bool {
    memchr::memchr(b'\t', line.bytes).is_some_and(|tab| {
        let (score, rest) = line.bytes.split_at(tab);
        is_score(score) && trim_start(rest).starts_with(b"(")
    })
}
