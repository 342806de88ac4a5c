//! The text of debug modes 1 (a listing after each row) and 2 (also a trace of reading and comparing).

use super::literal::{Bracket, Sentence};
use super::put;

/// Appends the words and brackets of both sides, side by side.
pub(super) fn write_listing(out: &mut Vec<u8>, gold: &Sentence, test: &Sentence) {
    let (gold_words, test_words) = (gold.words.len(), test.words.len());
    let (gold_brackets, test_brackets) = (gold.brackets.len(), test.brackets.len());
    put!(out, "-<1>---(wn1={gold_words:3}, bn1={gold_brackets:3})-           ");
    put!(out, "-<2>---(wn2={test_words:3}, bn2={test_brackets:3})-\n");
    for number in 0..gold_words.max(test_words) {
        if write_word(out, gold, number) {
            put!(out, "      ");
        } else {
            put!(out, "{:40}", "");
        }
        write_word(out, test, number);
        out.push(b'\n');
    }
    out.push(b'\n');
    for number in 0..gold_brackets.max(test_brackets) {
        if write_listed_bracket(out, gold, number) {
            put!(out, "      ");
        } else {
            put!(out, "{:32}", "");
        }
        write_listed_bracket(out, test, number);
        out.push(b'\n');
    }
    put!(out, "\n========\n");
}

/// Appends a word of the listing. Returns false if the side has no such word, or an empty one.
fn write_word(out: &mut Vec<u8>, side: &Sentence, number: usize) -> bool {
    let Some(word) = side.words.get(number) else { return false };
    let text = side.text(word.text);
    if text.is_empty() {
        return false;
    }
    put!(out, "{number:3} : {} : ", word.outcome.digit());
    write_padded(out, side.text(word.tag), 6);
    put!(out, "  ");
    write_padded(out, text, 16);
    true
}

/// Appends a bracket of the listing. Returns false if the side has no such bracket.
fn write_listed_bracket(out: &mut Vec<u8>, side: &Sentence, number: usize) -> bool {
    let Some(bracket) = side.brackets.get(number) else { return false };
    put!(out, "{number:3} : {} : {:3}  {:3}  ", bracket.outcome.digit(), bracket.start, bracket.end);
    write_padded(out, side.text(bracket.label), 6);
    true
}

/// Appends a text, padded with spaces on the right. The width is in bytes, as in C.
fn write_padded(out: &mut Vec<u8>, text: &[u8], width: usize) {
    out.extend_from_slice(text);
    out.resize(out.len() + width.saturating_sub(text.len()), b' ');
}

/// Appends a remembered quote word.
pub(super) fn write_quote(out: &mut Vec<u8>, index: usize, tag: &[u8], text: &[u8]) {
    put!(out, "{index}: ");
    out.extend_from_slice(&[tag, b" - ", text, b"\n"].concat());
}

/// Appends the trace of a quote word about to be reinserted into a side with these brackets.
pub(super) fn write_reinsertion(
    out: &mut Vec<u8>,
    bracket_index: usize,
    index: usize,
    brackets: &[Bracket],
    depth: usize,
) {
    put!(out, "bra={bracket_index}, ind={index}\n");
    for (number, bracket) in brackets.iter().enumerate() {
        put!(out, "bracket[{number}]={{{},{}}}\n", bracket.start, bracket.end);
    }
    put!(out, "endslen={depth}\n");
}

/// Appends the trace of a gold and a test bracket about to be compared.
pub(super) fn write_trial(out: &mut Vec<u8>, gold: &Bracket, test: &Bracket) {
    put!(out, "1.res={}, 2.res={}, ", gold.outcome.digit(), test.outcome.digit());
    put!(out, "1.start={}, 2.start={}, ", gold.start, test.start);
    put!(out, "1.end={}, 2.end={}\n", gold.end, test.end);
}

/// Appends a bracket that is unmatched or crossing.
pub(super) fn write_bracket(out: &mut Vec<u8>, what: &str, side: &Sentence, bracket: &Bracket) {
    put!(out, "  {what}[{}-{}]: ", bracket.start, bracket.end - 1);
    out.extend_from_slice(side.text(bracket.inside));
    out.push(b'\n');
}
