//! XML and SGML, by the first element.

use memchr::memmem;

use super::super::file_fault::FileFault;
use super::super::format::Format;
use super::pattern::{characters, is_word_character};
use super::sample::{Sample, trim_start};
use super::{Recognition, Verdict};

/// Elements of XML that is known and not read, and what it is called.
const NAMED_ONLY: [(&str, &str); 5] = [
    ("alpino_ds", "Alpino XML"),
    ("treebank", "Alpino XML"),
    ("nite:root", "NXT"),
    ("ANNOTATION_DOCUMENT", "an ELAN file (.eaf)"),
    ("html", "a web page"),
];

const TIGER: [&str; 2] = ["corpus", "subcorpus"];
const SCLITE: [&str; 5] = ["SYSTEM", "SPEAKER", "PATH", "LABEL", "CATEGORY"];

/// Markup of any kind.
pub(super) fn markup(sample: &Sample<'_>) -> Verdict {
    if !is_markup(sample) {
        return Ok(None);
    }
    let body = without_declarations(sample.start());
    let name = element_name(&body).unwrap_or_default();
    if TIGER.contains(&name) && (has_element(&body, b"<graph") || has_element(&body, b"<s")) {
        return Ok(Some(Recognition::certain(Format::TigerXml)));
    }
    if SCLITE.contains(&name) {
        return Ok(Some(Recognition::certain(Format::Sclite)));
    }
    if let Some((_, title)) = NAMED_ONLY.iter().find(|(known, _)| *known == name) {
        return Err(FileFault::new("wrong-kind", format!("is {title}; there is no reader for it")));
    }
    if has_trees_between_tags(&body) {
        return Ok(Some(Recognition::certain(Format::SgmlBrackets)));
    }
    let message = format!("is XML with the root element <{name}>; no format with it is known");
    Err(FileFault::new("format-unknown", message))
}

/// A declaration first, or a line of nothing but tags that is more than a word such as `<unk>`.
fn is_markup(sample: &Sample<'_>) -> bool {
    let start = sample.start();
    if start.starts_with(b"<?") || start.starts_with(b"<!") {
        return true;
    }
    let Some(first) = sample.rows().next() else { return false };
    let first = trim_start(first.bytes);
    let Some(name) = element_name(first) else { return false };
    let is_known = || {
        let known = NAMED_ONLY.iter().map(|(known, _)| known).chain(&TIGER).chain(&SCLITE);
        known.into_iter().any(|known| *known == name)
    };
    is_only_tags(first)
        && (is_known()
            || memmem::find(sample.text, b"</").is_some()
            || memmem::find(sample.text, b"/>").is_some())
}

/// True if a line is nothing but tags; the last may go on in the next line.
fn is_only_tags(mut line: &[u8]) -> bool {
    loop {
        line = trim_start(line);
        let Some(inner) = line.strip_prefix(b"<") else { return line.is_empty() };
        match memchr::memchr2(b'<', b'>', inner) {
            None => return true,
            Some(end) if inner[end] == b'>' => line = &inner[end + 1..],
            Some(_) => return false,
        }
    }
}

/// The name of the element that a text begins with.
fn element_name(text: &[u8]) -> Option<&str> {
    let rest = trim_start(text).strip_prefix(b"<")?;
    let is_name = |&&byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.' | b'-');
    let name = rest.get(..rest.iter().take_while(is_name).count())?;
    let begins_well = name.first().is_some_and(|&b| b.is_ascii_alphabetic() || matches!(b, b'_' | b':'));
    if begins_well { std::str::from_utf8(name).ok() } else { None }
}

/// The text without declarations, processing instructions and comments.
fn without_declarations(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memmem::find(rest, b"<") {
        let (before, tag) = rest.split_at(at);
        kept.extend_from_slice(before);
        let length = declaration_length(tag).unwrap_or_else(|| {
            kept.push(b'<');
            1
        });
        rest = tag.get(length..).unwrap_or_default();
    }
    kept.extend_from_slice(rest);
    kept
}

/// The length of the declaration that a text begins with.
fn declaration_length(tag: &[u8]) -> Option<usize> {
    let up_to = |end: &[u8]| memmem::find(tag, end).map(|at| at + end.len());
    if tag.starts_with(b"<?") {
        up_to(b"?>")
    } else if tag.starts_with(b"<!--") {
        up_to(b"-->").or_else(|| up_to(b">"))
    } else if tag.starts_with(b"<!") {
        // A document type may declare elements itself, between brackets.
        let (bracket, end) = (memchr::memchr(b'[', tag), up_to(b">")?);
        match bracket.filter(|&at| at < end && tag.starts_with(b"<!DOCTYPE")) {
            Some(_) => up_to(b"]>").or_else(|| up_to(b"]\n>")).or(Some(end)),
            None => Some(end),
        }
    } else {
        None
    }
}

/// True if a tag begins like this, and its name ends there.
fn has_element(body: &[u8], start: &[u8]) -> bool {
    memmem::find_iter(body, start).any(|at| ends_name(body.get(at + start.len()..).unwrap_or_default()))
}

/// True if a text does not go on with a letter or a digit.
fn ends_name(rest: &[u8]) -> bool {
    !characters(rest.get(..1).unwrap_or_default()).any(is_word_character)
}

/// A line that begins with a bracket, and one that begins with a sentence or a document.
fn has_trees_between_tags(body: &[u8]) -> bool {
    let mut lines = body.split(|&byte| matches!(byte, b'\n' | b'\r'));
    let is_sentence = |line: &[u8]| {
        let starts: [&[u8]; 5] = [b"<S", b"<s", b"<su", b"<seg", b"<DOC"];
        starts.iter().any(|start| line.strip_prefix(*start).is_some_and(ends_name))
    };
    lines.clone().any(|line| trim_start(line).starts_with(b"(")) && lines.any(is_sentence)
}
