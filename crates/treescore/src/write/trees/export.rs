//! The NEGRA export format, version 4: a line for each word and bracket, which names its parent.

use std::io::Write;

use super::outline::Outline;
use super::{Part, TreeFormat, Unwritable};
use crate::tree::Step;

const FORMAT: TreeFormat = TreeFormat::Export;
/// Numbers of brackets begin here.
const FIRST: usize = 500;
/// The root that readers put over what has none.
const ROOT: &[u8] = b"VROOT";

/// Writes a sentence.
pub(super) fn write(
    number: u64,
    id: Option<&[u8]>,
    outline: &Outline<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Unwritable> {
    let number = number.to_string();
    let id = id.unwrap_or(number.as_bytes());
    check(id, outline)?;
    let hanging = Hanging::of(outline);
    line(out, &[b"#BOS ", id, b"\n"]);
    for (leaf, parent) in outline.leaves.iter().zip(&hanging.words) {
        line(out, &[leaf.word, b"\t--\t", leaf.tag.unwrap_or(b"--"), b"\t--\t--\t"]);
        push(out, *parent);
    }
    for (at, (label, parent)) in hanging.nodes.iter().enumerate().rev() {
        push_name(out, hanging.name(at));
        line(out, &[b"\t--\t", label, b"\t--\t--\t"]);
        push(out, *parent);
    }
    line(out, &[b"#EOS ", id, b"\n"]);
    Ok(())
}

/// The parents of words and brackets, as numbers of the file.
struct Hanging<'t> {
    words: Vec<usize>,
    /// Label and parent, in opening order.
    nodes: Vec<(&'t [u8], usize)>,
    count: usize,
}

impl<'t> Hanging<'t> {
    fn of(outline: &Outline<'t>) -> Self {
        // A root that the reader adds is not written.
        let is_added = |at: usize, label: &[u8]| at == 0 && label == ROOT;
        let opened = outline.phrases().count();
        let hidden = usize::from(outline.phrases().next().is_some_and(|root| is_added(0, root.label)));
        let count = opened - hidden;
        let mut hanging =
            Self { words: vec![0; outline.leaves.len()], nodes: Vec::with_capacity(count), count };
        let mut open: Vec<usize> = Vec::new();
        let mut seen = 0;
        for step in &outline.steps {
            let parent = open.last().copied().unwrap_or(0);
            match *step {
                Step::Open(node) => {
                    let label = outline.phrases[node].label;
                    if is_added(seen, label) {
                        open.push(0);
                    } else {
                        open.push(hanging.name(hanging.nodes.len()));
                        hanging.nodes.push((label, parent));
                    }
                    seen += 1;
                }
                Step::Word(number) => hanging.words[number] = parent,
                Step::Close(_) => drop(open.pop()),
            }
        }
        hanging
    }

    /// The number of a bracket in the file. Brackets have lower numbers than those around them.
    fn name(&self, at: usize) -> usize {
        FIRST + self.count - 1 - at.min(self.count.saturating_sub(1))
    }
}

fn check(id: &[u8], outline: &Outline<'_>) -> Result<(), Unwritable> {
    field(Part::Id, id)?;
    if outline.leaves.is_empty() {
        return Err(Unwritable::NoWords(FORMAT));
    }
    for leaf in &outline.leaves {
        field(Part::Word, leaf.word)?;
        if is_command(leaf.word) {
            return Err(Part::Word.refuse(leaf.word, "is a mark of the format", FORMAT));
        }
        field(Part::Tag, leaf.tag.ok_or_else(|| Unwritable::NoTag(leaf.word.to_vec()))?)?;
    }
    outline.phrases().try_for_each(|phrase| field(Part::Label, phrase.label))?;
    match outline.phrases().next() {
        None => Err(Unwritable::Root("is a word without a bracket, over which export puts a root VROOT")),
        Some(root)
            if root.label == ROOT && root.members == 1 && matches!(root.first, Some(Step::Open(_))) =>
        {
            Err(Unwritable::Root("has a root VROOT over one bracket, which is not read from export"))
        }
        Some(_) => Ok(()),
    }
}

/// Checks a field: between blanks, and no comment.
fn field(part: Part, text: &[u8]) -> Result<(), Unwritable> {
    part.check(text, b"", FORMAT)?;
    if text.starts_with(b"%%") {
        return Err(part.refuse(text, "begins like a comment", FORMAT));
    }
    Ok(())
}

/// True if a line that begins with this word is no word.
fn is_command(word: &[u8]) -> bool {
    let is_number = || word.len() > 1 && word[1..].iter().all(u8::is_ascii_digit);
    [&b"#FORMAT"[..], b"#BOT", b"#EOT", b"#BOS", b"#EOS"].contains(&word)
        || word.starts_with(b"#") && is_number()
}

fn line(out: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
}

fn push(out: &mut Vec<u8>, number: usize) {
    let _ = writeln!(out, "{number}"); // writing to a vector never fails
}

fn push_name(out: &mut Vec<u8>, number: usize) {
    let _ = write!(out, "#{number}");
}
