//! Trees as nested lists, bare or with a label first.

use super::arrays::ArrayReading;
use super::dom::{At, Dom, Kind};
use super::fields::wrong_value;
use super::tree::{OneWord, TreeDraft};
use crate::read::file_fault::FileFault;
use crate::read::window::Position;

/// Reads the tree of a list. A string is a tree of one word.
pub(super) fn read(
    dom: &Dom,
    root: At,
    reading: ArrayReading,
    place: Position,
    draft: &mut TreeDraft,
) -> Result<(), FileFault> {
    draft.clear();
    if let Some(word) = dom.string(root) {
        draft.open(b"");
        draft.word(None, word);
        draft.close(OneWord::Bracket);
        return Ok(());
    }
    let one_word = if reading == ArrayReading::Labelled { OneWord::Tag } else { OneWord::Bracket };
    let mut rows = vec![enter(dom, root, reading, place, draft)?];
    while let Some((next, end)) = rows.last_mut() {
        if next == end {
            rows.pop();
            draft.close(one_word);
            continue;
        }
        let member = std::mem::replace(next, dom.after(*next));
        if let Some(word) = dom.string(member) {
            draft.word(None, word);
        } else {
            rows.push(enter(dom, member, reading, place, draft)?);
        }
    }
    Ok(())
}

/// Opens the bracket of a list. Returns its members: the next, and where they end.
fn enter(
    dom: &Dom,
    list: At,
    reading: ArrayReading,
    place: Position,
    draft: &mut TreeDraft,
) -> Result<(At, At), FileFault> {
    let (first, end) = (list + 1, dom.after(list));
    if dom.kind(list) != Kind::List {
        return Err(wrong_value(place));
    }
    if reading == ArrayReading::Bare || first == end {
        draft.open(b"");
        return Ok((first, end));
    }
    draft.open(dom.string(first).ok_or_else(|| wrong_value(place))?);
    Ok((first + 1, end))
}
