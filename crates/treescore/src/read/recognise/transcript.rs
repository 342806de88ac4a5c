//! Transcripts: lines of words with an id at their end or their start; and plain text, if nothing else fits.

use crate::values::hash::HashSet;

use super::super::file_fault::FileFault;
use super::super::format::{Format, Want};
use super::super::lines::{Line, fields, is_space};
use super::Recognition;
use super::pattern::{looks_like_id, nine_of_ten};
use super::sample::{Sample, trim};

/// Lines that end with ids of their own in brackets, and have no other brackets but around single words.
/// Nine of ten are enough if the ids look like `speaker-number`; the reader refuses the others.
pub(super) fn trn(sample: &Sample<'_>) -> Option<Recognition> {
    let (mut lines, mut ids) = (0, HashSet::default());
    let mut are_utterances = true;
    for line in sample.data() {
        lines += 1;
        if let Some(id) = last_id(line.bytes) {
            are_utterances &= is_utterance_id(id);
            if !ids.insert(id) {
                return None;
            }
        }
    }
    if !nine_of_ten(ids.len(), lines) {
        None
    } else if are_utterances {
        Some(Recognition::certain(Format::Trn))
    } else {
        (lines > 1 && ids.len() == lines).then(|| Recognition::likely(&[Format::Trn, Format::Forest]))
    }
}

/// The id at the end of a line whose brackets are all around single words.
fn last_id(line: &[u8]) -> Option<&[u8]> {
    let line = trim(line);
    let mut open = None;
    let mut last = None;
    for (at, &byte) in line.iter().enumerate() {
        match (byte, open) {
            (b'(', None) => open = Some(at + 1),
            (b')', Some(start)) if start < at => {
                last = Some((start, at));
                open = None;
            }
            (b'(' | b')', _) => return None,
            (byte, Some(_)) if is_space(byte) => return None,
            _ => {}
        }
    }
    last.filter(|&(_, end)| open.is_none() && end + 1 == line.len()).and_then(|(from, to)| line.get(from..to))
}

/// True for letters, digits and dots in two parts or more, with `_` or `-` between.
fn is_utterance_id(id: &[u8]) -> bool {
    let is_part = |part: &[u8]| {
        !part.is_empty() && part.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'.')
    };
    let mut parts = id.split(|&byte| matches!(byte, b'_' | b'-'));
    parts.clone().count() > 1 && parts.all(is_part)
}

/// What is left when no other rule holds.
pub(super) fn transcript_or_plain(sample: &Sample<'_>) -> Result<Recognition, FileFault> {
    if let Some(found) = trn(sample) {
        return Ok(found);
    }
    if is_kaldi(sample) {
        return Ok(Recognition::likely(&[Format::Kaldi, Format::Plain]));
    }
    match sample.data().next() {
        Some(first) if sample.want == Want::Trees && has_tree(sample.text) => Err(prose(first)),
        _ => Ok(Recognition::likely(&[Format::Plain])),
    }
}

/// Text between trees, which first shows on this line.
pub(super) fn prose(line: Line<'_>) -> FileFault {
    let message = "has text between the trees, as replies of a language model have";
    FileFault::on_line("llm-prose", message, line.number)
}

/// First fields that are unique and look like ids of utterances.
pub(super) fn is_kaldi(sample: &Sample<'_>) -> bool {
    let (mut lines, mut with_words, mut ids) = (0, 0, HashSet::default());
    for line in sample.data() {
        let mut fields = fields(line.bytes);
        let id = fields.next().unwrap_or_default();
        if !looks_like_id(id) || !ids.insert(id) {
            return false;
        }
        lines += 1;
        with_words += usize::from(fields.next().is_some());
    }
    lines > 1 && with_words * 2 >= lines
}

/// True if `(X (` occurs, X capitals.
fn has_tree(text: &[u8]) -> bool {
    memchr::memchr_iter(b'(', text).any(|at| {
        let rest = text.get(at + 1..).unwrap_or_default();
        let is_label = |&&byte: &&u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
        let label = rest.iter().take_while(is_label).count();
        rest.first().is_some_and(u8::is_ascii_uppercase)
            && rest.iter().skip(label).find(|&&byte| !is_space(byte)) == Some(&b'(')
    })
}
