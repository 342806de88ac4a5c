//! Formats that their first characters tell.

use super::super::file_fault::FileFault;
use super::super::format::{Format, Want};
use super::super::lines::{fields, is_space};
use super::pattern::is_digits;
use super::sample::{Sample, trim_start};
use super::{Recognition, Verdict};

/// Where TextGrids name themselves.
const TEXTGRID_REACH: usize = 200;

/// Nothing but white space.
pub(super) fn is_empty(sample: &Sample<'_>) -> Verdict {
    if sample.start().is_empty() { Err(FileFault::empty()) } else { Ok(None) }
}

/// `#FORMAT`, `#BOT` or `#BOS`, perhaps behind comments.
pub(super) fn export(sample: &Sample<'_>) -> Option<Recognition> {
    let first = sample.rows().find(|line| !trim_start(line.bytes).starts_with(b"%%"));
    let is_export = first.is_some_and(|line| {
        fields(line.bytes).next().is_some_and(|field| matches!(field, b"#FORMAT" | b"#BOT" | b"#BOS"))
    });
    is_export.then(|| Recognition::certain(Format::Export).with_variant(export_version(sample)))
}

/// The version of an export file, by `#FORMAT` or the column of the first parent.
fn export_version(sample: &Sample<'_>) -> Option<&'static str> {
    let (mut is_in_table, mut is_in_sentence) = (false, false);
    for line in sample.rows() {
        let columns: Vec<&[u8]> = fields(line.bytes).take(6).collect();
        match columns.first().copied()? {
            b"#FORMAT" => return columns.get(1).and_then(|version| version_name(version)),
            b"#BOT" => is_in_table = true,
            b"#EOT" => is_in_table = false,
            b"#BOS" => is_in_sentence = !is_in_table,
            first if is_in_sentence && !first.starts_with(b"%%") => {
                let is_parent = |at: usize| columns.get(at).is_some_and(|column| is_digits(column));
                return if is_parent(4) { Some("3") } else { is_parent(5).then_some("4") };
            }
            _ => {}
        }
    }
    None
}

fn version_name(version: &[u8]) -> Option<&'static str> {
    match version {
        b"3" => Some("3"),
        b"4" => Some("4"),
        _ => None,
    }
}

/// `#begin document`.
pub(super) fn conll_document(sample: &Sample<'_>) -> Option<Recognition> {
    sample.start().starts_with(b"#begin document").then(|| Recognition::certain(Format::ConllParse))
}

/// A TextGrid.
pub(super) fn textgrid(sample: &Sample<'_>) -> Option<Recognition> {
    is_textgrid(sample.text).then(|| Recognition::certain(Format::TextGrid))
}

/// True if the text calls itself a TextGrid.
pub(super) fn is_textgrid(text: &[u8]) -> bool {
    let start = trim_start(text);
    let reach = start.get(..TEXTGRID_REACH).unwrap_or(start);
    // A look for one quote is cheaper than a searcher made for each of many small files.
    memchr::memchr(b'"', reach).is_some() && memchr::memmem::find(reach, b"\"ooTextFile\"").is_some()
}

/// The header of the Montreal Forced Aligner's CSV.
pub(super) fn mfa_csv(sample: &Sample<'_>) -> Option<Recognition> {
    let first = sample.data().next();
    let is_header = first.is_some_and(|line| line.bytes.starts_with(b"Begin,End,Label,Type,Speaker"));
    is_header.then(|| Recognition::certain(Format::MfaCsv))
}

/// `[IN:` or `[SL:`.
pub(super) fn top(sample: &Sample<'_>) -> Option<Recognition> {
    let start = sample.start();
    let is_top = start.starts_with(b"[IN:") || start.starts_with(b"[SL:");
    is_top.then(|| Recognition::certain(Format::Top))
}

/// Square brackets, NLTK's repr and fences of language models, which are named and not read.
pub(super) fn named_only(sample: &Sample<'_>) -> Verdict {
    let start = sample.start();
    if sample.want == Want::Trees && is_square_tree(start) {
        return Err(FileFault::new(
            "wrong-kind",
            "has square brackets: write trees with round ones, chunks as columns (word tag B-NP)",
        ));
    }
    if start.starts_with(b"Tree(") {
        return Err(FileFault::new(
            "wrong-kind",
            "is Python's repr of NLTK trees; write str(tree), or tree.pformat(margin=10**9) for one line each",
        ));
    }
    match sample.rows().find(|line| is_fence(line.bytes)) {
        Some(fence) if sample.text.contains(&b'(') => Err(FileFault::on_line(
            "llm-prose",
            "looks like replies of a language model: lines of ``` around trees",
            fence.number,
        )),
        _ => Ok(None),
    }
}

/// `[NP the`.
fn is_square_tree(start: &[u8]) -> bool {
    let Some(rest) = start.strip_prefix(b"[") else { return false };
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-'))
        .count();
    rest.first().is_some_and(u8::is_ascii_alphabetic) && rest.get(name).is_some_and(|&byte| is_space(byte))
}

/// A line of three backticks or tildes.
pub(super) fn is_fence(line: &[u8]) -> bool {
    let line = trim_start(line);
    line.starts_with(b"```") || line.starts_with(b"~~~")
}

/// A comment first, and ten columns somewhere.
pub(super) fn conllu(sample: &Sample<'_>) -> Option<Recognition> {
    let is_conllu = sample.start().starts_with(b"#")
        && sample
            .rows()
            .any(|line| !line.bytes.starts_with(b"#") && memchr::memchr_iter(b'\t', line.bytes).count() == 9);
    is_conllu.then(|| Recognition::certain(Format::Conllu))
}
