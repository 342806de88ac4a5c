//! The quick test for plain trees in brackets, which nearly all files are.
//!
//! It says yes only where the full rules would: it must see trees whose every word has a bracket of its own,
//! with nothing between trees, and gives up at anything else. It goes from bracket to bracket and asks how
//! many atoms there are between two, 64 bytes at a time.

use super::pattern::nine_of_ten;
use super::sample::trim_start;
use super::starts::is_textgrid;
use crate::read::lines::is_space;

/// What each byte of a group of eight adds to the group's sum.
const WEIGHTS: [u8; 64] = {
    let mut weights = [0; 64];
    let mut i = 0;
    while i < 64 {
        weights[i] = 1 << (i % 8);
        i += 1;
    }
    weights
};

/// True if the full rules would say, with certainty, that the text is trees in brackets.
pub(super) fn is_plainly_brackets(text: &[u8]) -> bool {
    if !trim_start(text).starts_with(b"(") || is_textgrid(text) || has_fence(text) {
        return false;
    }
    let Some(seen) = Walk::over(text) else { return false };
    let first = trim_start(text).iter().find(|&&byte| byte != b'(' && !is_space(byte));
    let count = |byte: u8| memchr::memchr_iter(byte, text).count();
    seen.has_siblings
        && first != Some(&b'<')
        && !nine_of_ten(count(b'='), seen.leaves)
        && !nine_of_ten(count(b'/'), seen.leaves)
}

/// True if three backticks or tildes occur: perhaps a fence.
fn has_fence(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"```").is_some() || memchr::memmem::find(text, b"~~~").is_some()
}

/// What was seen in trees that are closed.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Brackets of a tag and a word.
    leaves: usize,
    /// True if a bracket with a label has two brackets in it.
    has_siblings: bool,
}

/// A walk from bracket to bracket.
struct Walk {
    depth: usize,
    /// True if the last bracket opened.
    was_open: bool,
    /// Atoms since the last bracket.
    atoms: u32,
    /// True if the outermost bracket of the tree has no label.
    is_wrapped: bool,
    /// What was seen so far, and at the end of the last tree.
    seen: Seen,
    closed: Seen,
}

impl Walk {
    /// What a text holds, if it is nothing but plain trees.
    fn over(text: &[u8]) -> Option<Seen> {
        let mut walk = Self {
            depth: 0,
            was_open: false,
            atoms: 0,
            is_wrapped: false,
            seen: Seen::default(),
            closed: Seen::default(),
        };
        // Hidden from the compiler, as `mask.rs` explains.
        let weights = std::hint::black_box(WEIGHTS);
        let mut was_atom = 0;
        let (chunks, rest) = text.as_chunks::<64>();
        for chunk in chunks {
            walk.chunk(chunk, &weights, &mut was_atom)?;
        }
        let mut last = [b' '; 64];
        last.get_mut(..rest.len())?.copy_from_slice(rest);
        walk.chunk(&last, &weights, &mut was_atom)?;
        (walk.depth > 0 || walk.atoms == 0).then_some(walk.closed)
    }

    /// Goes over 64 bytes.
    #[inline]
    fn chunk(&mut self, chunk: &[u8; 64], weights: &[u8; 64], was_atom: &mut u64) -> Option<()> {
        let mut brackets = brackets(chunk, weights);
        let atoms = !(brackets | blanks(chunk, weights));
        let mut starts = atoms & !(atoms << 1 | *was_atom);
        *was_atom = atoms >> 63;
        while brackets != 0 {
            let bit = brackets & brackets.wrapping_neg();
            let before = starts & (bit - 1);
            starts ^= before;
            self.atoms += before.count_ones();
            self.bracket(chunk[bit.trailing_zeros() as usize & 63] == b'(')?;
            brackets ^= bit;
        }
        self.atoms += starts.count_ones();
        Some(())
    }

    /// Takes a bracket. `None` if the text is not plain.
    #[inline]
    fn bracket(&mut self, is_open: bool) -> Option<()> {
        match (self.was_open, self.atoms, is_open) {
            // Between labels, and after a tree.
            (true, 1, true) => self.depth += 1,
            (false, 0, true) => {
                if self.depth == 0 {
                    self.is_wrapped = false;
                } else if self.depth == 1 && self.is_wrapped {
                    return None;
                } else {
                    self.seen.has_siblings = true;
                }
                self.depth += 1;
            }
            (true, 0, true) if self.depth == 1 => {
                self.is_wrapped = true;
                self.depth += 1;
            }
            (true, 2, false) => {
                self.seen.leaves += 1;
                self.close()?;
            }
            (true, 1, false) | (false, 0, false) => self.close()?,
            _ => return None,
        }
        self.was_open = is_open;
        self.atoms = 0;
        Some(())
    }

    #[inline]
    fn close(&mut self) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        if self.depth == 0 {
            self.closed = self.seen;
        }
        Some(())
    }
}

/// A mask of the brackets of 64 bytes.
#[inline(never)]
fn brackets(chunk: &[u8; 64], weights: &[u8; 64]) -> u64 {
    mask(chunk, weights, |byte| byte | 1 == b')')
}

/// A mask of the white space of 64 bytes.
#[inline(never)]
fn blanks(chunk: &[u8; 64], weights: &[u8; 64]) -> u64 {
    mask(chunk, weights, |byte| (byte == b' ') | (byte.wrapping_sub(b'\t') < 5))
}

/// A mask whose bit `i` is set if the test holds for `chunk[i]`; `mask.rs` explains its form.
#[inline]
fn mask(chunk: &[u8; 64], weights: &[u8; 64], test: impl Fn(u8) -> bool) -> u64 {
    let mut found = [0u8; 64];
    for (i, found) in found.iter_mut().enumerate() {
        *found = if test(chunk[i]) { weights[i] } else { 0 };
    }
    let mut sums = [0u8; 8];
    for (sum, group) in sums.iter_mut().zip(found.chunks_exact(8)) {
        *sum = group.iter().fold(0, |sum, &weight| sum.wrapping_add(weight));
    }
    u64::from_le_bytes(sums)
}
