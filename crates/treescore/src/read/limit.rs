//! Limits of files that are read whole.
//!
//! A stream may never end, and a small compressed file may unpack to more than fits into memory. Both are errors
//! that name the file. Trees and lines are read piece by piece and need no such limit, but each of them is shorter
//! than [`WHOLE_MAX`].

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::OpenError;
use super::file_fault::FileFault;
use super::unpack::unpack;

/// The most bytes, unpacked, of a file that is read whole: word times, alignments, models, JSON, and the files of
/// SParseval and jp-evalb. A single tree or line may have as many.
pub const WHOLE_MAX: u64 = 1 << 30;

/// The most bytes of a file that is kept in memory because it is read more than once: by measures that read trees in
/// different ways, and by several systems with `--align`.
pub(super) const HELD_MAX: u64 = 4 << 30;

/// The most bytes of a table: parameters, heads, types, exceptions, ids, lists of files.
pub const TABLE_MAX: u64 = 64 << 20;

/// Reads a stream to its end.
///
/// ```
/// use treescore::read::read_limited;
/// assert_eq!(read_limited(&b"abc"[..], 3)?, b"abc");
/// assert!(read_limited(std::io::repeat(0), 1000).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If it cannot be read, or has more than `limit` bytes.
pub fn read_limited(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
}

/// Reads a table, which has at most [`TABLE_MAX`] bytes after it was unpacked.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read_table(path: &Path) -> io::Result<Vec<u8>> {
    #[expect(clippy::disallowed_methods, reason = "this is where files are opened")]
    let file = File::open(path)?;
    let stream = unpack(&path.to_string_lossy(), false, file).map_err(|error| match error {
        OpenError::Io { source, .. } => source,
        other => io::Error::other(other.to_string()),
    })?;
    read_limited(stream, TABLE_MAX)
}

/// The error of a file that is too large to be read whole.
fn too_large(limit: u64) -> io::Error {
    let limit = if limit >> 20 > 0 { format!("{} MiB", limit >> 20) } else { format!("{limit} bytes") };
    let message = format!("is longer than {limit}, the limit for files of this kind: they are read whole");
    io::Error::new(io::ErrorKind::FileTooLarge, FileFault::new("wrong-kind", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_kept_to_the_byte() {
        for (length, limit, expected) in
            [(0, 0, Some(0)), (5, 5, Some(5)), (6, 5, None), (5, u64::MAX, Some(5))]
        {
            let read = read_limited(io::repeat(b'x').take(length), limit);
            assert_eq!(read.ok().map(|bytes| bytes.len()), expected, "{length} bytes, {limit} allowed");
        }
    }

    #[test]
    fn the_message_has_the_limit() {
        for (limit, said) in [(1000, "is longer than 1000 bytes"), (3 << 20, "is longer than 3 MiB")] {
            assert!(too_large(limit).to_string().starts_with(said), "{}", too_large(limit));
        }
    }
}
