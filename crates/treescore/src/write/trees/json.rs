//! A line of JSON for each tree: `{"id": …, "tree": {"label": …, "children": […]}}`.
//!
//! `"tags": false` says that a bracket over one word is not its tag. `"order"` holds the places of the words of
//! a discontinuous tree, in the order in which they stand in it.

use std::io::Write;

use super::outline::{Kind, Outline};
use super::{Part, TreeFormat, Unwritable};
use crate::tree::{Step, TYPE_END, Tree, split_type};

const FORMAT: TreeFormat = TreeFormat::Json;

/// Writes a line.
pub(super) fn write(
    id: Option<&[u8]>,
    outline: &Outline<'_>,
    tree: &Tree,
    out: &mut Vec<u8>,
) -> Result<(), Unwritable> {
    let kind = outline.kind().ok_or(Unwritable::NoWords(FORMAT))?;
    let has_tags = !matches!(kind, Kind::Untagged | Kind::Bare);
    out.push(b'{');
    if let Some(id) = id {
        if id.is_empty() {
            return Err(Part::Id.refuse(id, "is empty", FORMAT));
        }
        out.extend_from_slice(b"\"id\":");
        string(Part::Id, id, out)?;
        out.push(b',');
    }
    out.extend_from_slice(b"\"tree\":");
    for (at, step) in outline.steps.iter().enumerate() {
        let is_next = at > 0 && !matches!(outline.steps[at - 1], Step::Open(_));
        match *step {
            Step::Close(_) => out.extend_from_slice(b"]}"),
            _ if is_next => out.push(b','),
            _ => {}
        }
        match *step {
            Step::Open(node) => {
                let phrase = outline.phrases[node];
                if let Some(word) = outline.bare_start(&phrase)
                    && phrase.members == 1
                    && has_tags
                    && !phrase.label.is_empty()
                {
                    return Err(Unwritable::AloneInBracket(word.to_vec()));
                }
                open(Part::Label, phrase.label, out)?;
            }
            Step::Word(number) => word(outline.leaves[number].tag, outline.leaves[number].word, out)?,
            Step::Close(_) => {}
        }
    }
    if tree.arena().is_discontinuous() {
        order(outline, out);
    }
    out.extend_from_slice(if has_tags { b"}\n" } else { b",\"tags\":false}\n" });
    Ok(())
}

fn word(tag: Option<&[u8]>, word: &[u8], out: &mut Vec<u8>) -> Result<(), Unwritable> {
    if word.contains(&TYPE_END) {
        return Err(Part::Word.refuse(word, "contains U+001F", FORMAT));
    }
    match tag {
        None => string(Part::Word, word, out),
        Some(b"") => Err(Part::Tag.refuse(b"", "is empty", FORMAT)),
        Some(tag) => {
            open(Part::Tag, tag, out)?;
            string(Part::Word, word, out)?;
            out.extend_from_slice(b"]}");
            Ok(())
        }
    }
}

/// Opens the object of a label, which may carry a type.
fn open(part: Part, name: &[u8], out: &mut Vec<u8>) -> Result<(), Unwritable> {
    let (kind, label) = split_type(name);
    if label.contains(&TYPE_END) {
        return Err(part.refuse(name, "contains U+001F twice", FORMAT));
    }
    out.extend_from_slice(b"{\"label\":");
    string(part, label, out)?;
    if let Some(kind) = kind {
        out.extend_from_slice(b",\"type\":");
        string(part, kind, out)?;
    }
    out.extend_from_slice(b",\"children\":[");
    Ok(())
}

fn string(part: Part, text: &[u8], out: &mut Vec<u8>) -> Result<(), Unwritable> {
    let refused = || part.refuse(text, "is not UTF-8", FORMAT);
    let text = std::str::from_utf8(text).map_err(|_| refused())?;
    serde_json::to_writer(out, text).map_err(|_| refused())
}

fn order(outline: &Outline<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"order\":[");
    let words = outline.steps.iter().filter_map(|step| match step {
        Step::Word(number) => Some(*number),
        _ => None,
    });
    for (at, number) in words.enumerate() {
        let _ = write!(out, "{}{number}", if at == 0 { "" } else { "," }); // writing to a vector never fails
    }
    out.push(b']');
}
