//! Brackets that are too many, too early or missing.

use std::borrow::Cow;

use super::labels::{is_clause_or_root, is_root};
use super::step::{Notes, Step};

/// A token with its final text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Open,
    Close,
    Atom(Cow<'t, str>),
}

/// Makes the brackets of a candidate match. It begins with an opening bracket.
pub(super) fn balance<'t>(mut pieces: Vec<Piece<'t>>, notes: &mut Notes) -> Vec<Piece<'t>> {
    cut_dangling(&mut pieces, notes);
    let wrappers = cut_wrappers(&mut pieces);
    notes.add_if(Step::UnwrapRoot, wrappers > 0);
    let (mut pieces, strays, depth) = drop_closed_early(pieces, notes);
    notes.add_if(Step::DropExtraBrackets, strays > wrappers);
    let missing = depth + wrappers.saturating_sub(strays);
    if missing > 0 {
        notes.add(Step::CloseBrackets);
        let at = final_stop(&pieces);
        let depth = at.map_or(0, |at| depth_of(&pieces[..at]));
        let before_stop = missing.min(depth.saturating_sub(1));
        let at = at.unwrap_or(pieces.len());
        pieces.splice(at..at, std::iter::repeat_n(Piece::Close, before_stop));
    }
    close(pieces)
}

/// Brackets that are open at the end, as far as none was closed that was not open.
fn depth_of(pieces: &[Piece<'_>]) -> usize {
    pieces.iter().fold(0_usize, |depth, piece| match piece {
        Piece::Open => depth + 1,
        Piece::Close => depth.saturating_sub(1),
        Piece::Atom(_) => depth,
    })
}

/// Cuts `(` and `(LABEL` off the end while brackets are open.
fn cut_dangling(pieces: &mut Vec<Piece<'_>>, notes: &mut Notes) {
    for _ in 0..depth_of(pieces) {
        let length = match pieces.as_slice() {
            [.., Piece::Open] => 1,
            [.., Piece::Open, Piece::Atom(_)] => 2,
            _ => return,
        };
        pieces.truncate(pieces.len() - length);
        notes.add(Step::CloseBrackets);
    }
}

/// Takes root wrappers off, so that a clause closed too early can be seen. Returns how many.
fn cut_wrappers(pieces: &mut Vec<Piece<'_>>) -> usize {
    let (mut at, mut wrappers) = (0, 0);
    loop {
        let length = match &pieces[at..] {
            [Piece::Open, Piece::Open, ..] => 1,
            [Piece::Open, Piece::Atom(label), Piece::Open, ..] if is_root(label) => 2,
            _ => break,
        };
        match &pieces[at + length..] {
            [Piece::Open, Piece::Open, ..] => {}
            [Piece::Open, Piece::Atom(label), ..] if is_clause_or_root(label) => {}
            _ => break,
        }
        (at, wrappers) = (at + length, wrappers + 1);
    }
    pieces.drain(..at);
    wrappers
}

/// Drops closing brackets that would end the tree before its last atom, and those that close nothing. Returns the
/// number of the latter, and of brackets that stay open.
fn drop_closed_early<'t>(pieces: Vec<Piece<'t>>, notes: &mut Notes) -> (Vec<Piece<'t>>, usize, usize) {
    let last = pieces.iter().rposition(|piece| *piece != Piece::Close).unwrap_or(0);
    let (mut kept, mut strays, mut depth) = (Vec::with_capacity(pieces.len()), 0, 0_usize);
    for (at, piece) in pieces.into_iter().enumerate() {
        match piece {
            Piece::Close if depth == 0 => {
                strays += 1;
                continue;
            }
            Piece::Close if depth == 1 && at < last => {
                notes.add(Step::DropExtraBrackets);
                continue;
            }
            Piece::Close => depth -= 1,
            Piece::Open => depth += 1,
            Piece::Atom(_) => {}
        }
        kept.push(piece);
    }
    (kept, strays, depth)
}

/// Where the final stop begins, with closing quotes next to it, if the tree ends with one.
fn final_stop(pieces: &[Piece<'_>]) -> Option<usize> {
    let closing = pieces.iter().rev().take_while(|piece| **piece == Piece::Close).count();
    let mut rest = &pieces[..pieces.len() - closing.saturating_sub(1)];
    let mut is_stop = false;
    while let [before @ .., Piece::Open, Piece::Atom(tag), Piece::Atom(_), Piece::Close] = rest
        && matches!(&**tag, "." | "''" | "\"" | "\u{201d}")
    {
        is_stop |= tag == ".";
        rest = before;
    }
    is_stop.then_some(rest.len())
}

/// Closes what is open; the tree ends where its first bracket is closed.
fn close(mut pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut depth = 0_usize;
    for at in 0..pieces.len() {
        match pieces[at] {
            Piece::Open => depth += 1,
            Piece::Close => depth = depth.saturating_sub(1),
            Piece::Atom(_) => {}
        }
        if depth == 0 {
            pieces.truncate(at + 1);
            return pieces;
        }
    }
    pieces.extend(std::iter::repeat_n(Piece::Close, depth));
    pieces
}
