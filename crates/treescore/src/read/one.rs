//! One tree from a string.

use super::blocks::pad;
use super::error::ReadError;
use super::scan::{Dialect, Scanner};
use super::window::{Landmark, Position};
use crate::tree::{Arena, Tree, Which};

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
    let mut padded = text.as_ref().to_vec();
    let length = padded.len();
    pad(&mut padded);
    let (mut scanner, mut arena) = (Scanner::new(), Arena::default());
    scanner.begin(Which::Gold, &padded);
    let result = scanner.scan(Which::Gold, &padded, (0, length), Dialect::Native, &mut arena);
    padded.truncate(length);
    match result {
        Ok(()) => Ok(Tree::new(padded.into(), arena, scanner.labels())),
        Err(fault) => Err(ReadError::new(fault, &padded, Landmark::first(Position { line: 1, column: 1 }))),
    }
}
