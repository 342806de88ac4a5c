//! One tree from a string.

use super::blocks::pad;
use super::error::ReadError;
use super::fault::Fault;
use super::scan::{Dialect, Scanner};
use super::window::{Landmark, Position};
use crate::tree::{Arena, Labels, Tree};

/// Reads one tree in Penn brackets.
///
/// # Errors
/// A [`ReadError`] with line and column if the text is not exactly one tree.
///
/// ```
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (VP (V sat)))")?;
/// assert_eq!(tree.tags().collect::<Vec<_>>(), [&b"D"[..], b"N", b"V"]);
///
/// let error = treescore::read::one("(S (N cat)))").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 12: `)` without `(`");
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
pub fn one(text: impl AsRef<[u8]>) -> Result<Tree, ReadError> {
    let text = text.as_ref();
    let top = Landmark::first(Position { line: 1, column: 1 });
    read_tree(text).map_err(|fault| ReadError::new(fault, text, top))
}

/// Reads the one tree in a text.
pub(super) fn read_tree(text: &[u8]) -> Result<Tree, Fault> {
    let mut padded = text.to_vec();
    pad(&mut padded);
    let (mut scanner, mut labels, mut arena) = (Scanner::new(), Labels::new(), Arena::default());
    scanner.begin(&padded);
    scanner.scan(&padded, (0, text.len()), Dialect::Native, &mut labels, &mut arena)?;
    padded.truncate(text.len());
    Ok(Tree::new(padded.into(), arena, &labels))
}
