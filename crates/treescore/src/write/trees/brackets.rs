//! Trees in brackets, with positions of words or without.

use std::io::Write;

use super::outline::{Kind, Outline};
use super::{Part, TreeFormat, Unwritable};
use crate::tree::{Step, Tree};

/// Writes the id as a comment, if there is one.
pub(super) fn comment(id: Option<&[u8]>, format: TreeFormat, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    let Some(id) = id else { return Ok(()) };
    if id.is_empty() || id.trim_ascii() != id || id.iter().any(|byte| matches!(byte, 0 | b'\n'..=b'\r')) {
        return Err(Part::Id.refuse(id, "is blank in part", format));
    }
    out.extend_from_slice(b"# sent_id = ");
    out.extend_from_slice(id);
    out.push(b'\n');
    Ok(())
}

/// Writes a tree on a line.
pub(super) fn write(outline: &Outline<'_>, tree: &Tree, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    let format = TreeFormat::Brackets;
    if tree.arena().is_discontinuous() {
        return Err(Unwritable::Discontinuous(format));
    }
    let kind = outline.kind();
    check_labels(outline, kind == Some(Kind::Bare), format)?;
    for leaf in &outline.leaves {
        // A bracket that is a word is read as one after a tag.
        if kind != Some(Kind::Tagged) || !matches!(leaf.word, b"(" | b")") {
            Part::Word.check(leaf.word, b"()", format)?;
        }
    }
    write_text(outline, false, out);
    out.push(b'\n');
    Ok(())
}

/// Writes a tree on a line, with the positions of its words.
pub(super) fn write_placed(outline: &Outline<'_>, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    check_labelled(outline, TreeFormat::Discbracket)?;
    write_text(outline, true, out);
    out.push(b'\n');
    Ok(())
}

/// Checks a tree that is read with tags where a bracket holds one word, and without where it holds several.
pub(super) fn check_labelled(outline: &Outline<'_>, format: TreeFormat) -> Result<(), Unwritable> {
    if outline.leaves.is_empty() {
        return Err(Unwritable::NoWords(format));
    }
    check_labels(outline, false, format)?;
    for phrase in outline.phrases().filter(|phrase| phrase.members == 1) {
        if let Some(word) = outline.bare_start(phrase) {
            return Err(Unwritable::AloneInBracket(word.to_vec()));
        }
    }
    outline.leaves.iter().try_for_each(|leaf| Part::Word.check(leaf.word, b"()", format))
}

/// Checks labels and tags.
fn check_labels(outline: &Outline<'_>, is_bare: bool, format: TreeFormat) -> Result<(), Unwritable> {
    for phrase in outline.phrases() {
        match outline.bare_start(phrase) {
            _ if !phrase.label.is_empty() => Part::Label.check(phrase.label, b"()", format)?,
            Some(word) if !is_bare => return Err(Unwritable::NoLabel(word.to_vec())),
            _ => {}
        }
    }
    let mut tags = outline.leaves.iter().filter_map(|leaf| leaf.tag);
    tags.try_for_each(|tag| Part::Tag.check(tag, b"()", format))?;
    let has_root = outline.phrases().next().is_some_and(|root| !root.label.is_empty());
    if !has_root && outline.leaves.len() > 1 && outline.leaves.iter().any(|leaf| leaf.tag == Some(b"ID")) {
        return Err(Unwritable::Root(
            "(ID x) in a bracket without a label would be read as the id of the tree",
        ));
    }
    Ok(())
}

/// Writes a tree that is checked.
pub(super) fn write_text(outline: &Outline<'_>, is_placed: bool, out: &mut Vec<u8>) {
    let start = out.len();
    for step in &outline.steps {
        if !matches!(step, Step::Close(_)) && out.len() > start && out.last() != Some(&b'(') {
            out.push(b' ');
        }
        match *step {
            Step::Open(node) => {
                out.push(b'(');
                out.extend_from_slice(outline.phrases[node].label);
            }
            Step::Word(number) => {
                let leaf = outline.leaves[number];
                if let Some(tag) = leaf.tag {
                    out.push(b'(');
                    out.extend_from_slice(tag);
                    out.push(b' ');
                }
                if is_placed {
                    let _ = write!(out, "{number}="); // writing to a vector never fails
                }
                out.extend_from_slice(leaf.word);
                out.extend_from_slice(if leaf.tag.is_some() { b")" } else { b"" });
            }
            Step::Close(_) => out.push(b')'),
        }
    }
}
