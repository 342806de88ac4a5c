//! CoNLL-U of sentences whose file says their heads: written as they are, with their trees in comments.

use std::io::Write;

use super::brackets;
use super::outline::Outline;
use super::{Part, TreeFormat, Unwritable};
use crate::tree::Tree;
use crate::write::conllu::field;

const FORMAT: TreeFormat = TreeFormat::Conllu;

/// Checks that words, tags and the id fit into lines and columns.
pub(super) fn check(id: Option<&[u8]>, tree: &Tree) -> Result<(), Unwritable> {
    let is_line = |text: &[u8]| !text.iter().any(|byte| matches!(byte, 0 | b'\t'..=b'\r'));
    if let Some(id) = id
        && (id.is_empty() || id.trim_ascii() != id || !is_line(id))
    {
        return Err(Part::Id.refuse(id, "is blank in part", FORMAT));
    }
    for (part, texts) in [
        (Part::Word, tree.words().collect::<Vec<_>>()),
        (Part::Tag, tree.tags().filter(|tag| !tag.is_empty()).collect()),
        (Part::Label, tree.labels().filter(|label| !label.is_empty()).collect()),
    ] {
        for text in texts {
            let why = match text {
                b"" => "is empty",
                b"_" if part == Part::Tag => "stands for no tag",
                _ if !is_line(text) => "contains a tab or the end of a line",
                _ => continue,
            };
            return Err(part.refuse(text, why, FORMAT));
        }
    }
    Ok(())
}

/// Writes a sentence with the heads of its file.
pub(super) fn write(id: Option<&[u8]>, tree: &Tree, out: &mut Vec<u8>) -> Result<(), Unwritable> {
    brackets::comment(id, FORMAT, out)?;
    let arena = tree.arena();
    if !arena.nodes().is_empty() {
        if arena.is_discontinuous() {
            return Err(Unwritable::Discontinuous(FORMAT));
        }
        let outline = Outline::of(tree)?;
        brackets::check_labelled(&outline, FORMAT)?;
        out.extend_from_slice(b"# constituency = ");
        brackets::write_text(&outline, false, out);
        out.push(b'\n');
    }
    for ((at, word), (tag, given)) in (1..).zip(tree.words()).zip(tree.tags().zip(arena.heads())) {
        let _ = write!(out, "{at}\t"); // writing to a vector never fails
        out.extend_from_slice(word);
        out.extend_from_slice(b"\t_\t_\t");
        field(out, tag);
        out.extend_from_slice(b"\t_\t");
        match given.head {
            None => out.push(b'_'),
            Some(head) => drop(write!(out, "{head}")),
        }
        out.push(b'\t');
        field(out, tree.name(given.relation));
        let outer = tree.name(given.outer);
        if !outer.is_empty() {
            out.push(b'/');
            out.extend_from_slice(outer);
        }
        out.extend_from_slice(b"\t_\t_\n");
    }
    out.push(b'\n');
    Ok(())
}
