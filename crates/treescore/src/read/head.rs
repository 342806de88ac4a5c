//! The beginning of a text, in a buffer that may be longer, so that the rest can follow it.

use std::io::{self, Read};
use std::ops::Deref;

/// The beginning of a text. As a slice, it is what was read.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// The buffer; what is behind the beginning has no meaning.
    bytes: Vec<u8>,
    filled: usize,
}

impl Deref for Head {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }
}

impl Head {
    /// Reads this many bytes, or all if there are fewer, into a buffer whose content is lost. As much is read at
    /// once as the buffer has room for.
    pub(super) fn read(stream: &mut impl Read, length: usize, buffer: Vec<u8>) -> io::Result<Self> {
        let mut head = Self { bytes: buffer, filled: 0 };
        while head.filled < length {
            if head.filled == head.bytes.len() {
                let more = (head.filled * 2).clamp(4096.min(length), length);
                grow(&mut head.bytes, head.filled, more);
            }
            let room = head.bytes.len().min(length);
            match stream.read(&mut head.bytes[head.filled..room]) {
                Ok(0) => break,
                Ok(more) => head.filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(head)
    }

    /// Drops the first bytes.
    pub(super) fn drop_first(&mut self, bytes: usize) {
        if bytes > 0 {
            self.bytes.copy_within(bytes..self.filled, 0);
            self.filled -= bytes;
        }
    }

    /// Cuts the beginning off at this length, and returns the rest.
    pub(super) fn split_off(&mut self, length: usize) -> Vec<u8> {
        let rest = self.get(length..).unwrap_or_default().to_vec();
        self.filled = self.filled.min(length);
        rest
    }

    /// Adds bytes at the end.
    pub(super) fn extend(&mut self, more: &[u8]) {
        self.bytes.truncate(self.filled);
        self.bytes.extend_from_slice(more);
        self.filled = self.bytes.len();
    }

    /// The buffer, and how much of it is filled.
    pub(super) fn into_buffer(self) -> (Vec<u8>, usize) {
        (self.bytes, self.filled)
    }

    /// The bytes that were read.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.filled);
        self.bytes
    }
}

/// Makes a buffer at least this long. Its first `filled` bytes are kept. New memory is zero already, and is not
/// written once more, as `resize` would.
pub(super) fn grow(buffer: &mut Vec<u8>, filled: usize, length: usize) {
    if buffer.capacity() < length {
        let mut longer = vec![0; length];
        longer[..filled].copy_from_slice(&buffer[..filled]);
        *buffer = longer;
    } else if buffer.len() < length {
        buffer.resize(length, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_read_cut_and_extended() {
        for buffer in [Vec::new(), vec![9; 3], vec![9; 100]] {
            let mut stream = &b"abcdefgh"[..];
            let mut head = Head::read(&mut stream, 6, buffer).unwrap();
            assert_eq!((&*head, stream), (&b"abcdef"[..], &b"gh"[..]));
            head.drop_first(1);
            assert_eq!((head.split_off(3), &*head), (b"ef".to_vec(), &b"bcd"[..]));
            assert_eq!((head.split_off(9), &*head), (Vec::new(), &b"bcd"[..]));
            head.extend(b"xy");
            assert_eq!(head.into_bytes(), b"bcdxy");
        }
        let head = Head::read(&mut &b"ab"[..], 6, Vec::new()).unwrap();
        let (buffer, filled) = head.into_buffer();
        assert_eq!(&buffer[..filled], b"ab");
    }
}
