//! The quick test for plain trees in brackets, which nearly all files are.
//!
//! It says yes only where the full rules would: it must see trees whose every word has a bracket of its own,
//! with nothing between trees, and gives up at anything else. It asks what follows brackets, labels and words,
//! for 64 bytes at once, and looks at single brackets only where a tree may begin or end.

use std::sync::LazyLock;

use super::sample::trim_start;
use super::starts::is_textgrid;
use crate::read::lines::is_space;
use crate::read::mask::{blanks, equal, last_chunk};

/// True if the full rules would say, with certainty, that the text is trees in brackets.
pub(super) fn is_plainly_brackets(text: &[u8]) -> bool {
    let start = trim_start(text);
    if !start.starts_with(b"(") || is_textgrid(text) || has_fence(text) {
        return false;
    }
    let first = start.iter().find(|&&byte| byte != b'(' && !is_space(byte));
    if first == Some(&b'<') {
        return false;
    }
    let odd = odd_words(text);
    if odd == 0 {
        match Walk::over(text, Depth::UntilProof) {
            Ok(seen) => return seen.has_siblings,
            Err(Stop::NotPlain) => return false,
            Err(Stop::NeedsDepth) => {}
        }
    }
    Walk::over(text, Depth::Everywhere)
        .is_ok_and(|seen| seen.has_siblings && (odd == 0 || odd * 10 < seen.leaves * 9))
}

/// How many words there may be, at most, that look like `3=cat` or `cat/NN`.
fn odd_words(text: &[u8]) -> usize {
    let byte = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().unwrap_or(b' ');
    let is_tag = |next: u8| next.is_ascii_uppercase() || !next.is_ascii_alphanumeric() && !is_space(next);
    let numbered =
        memchr::memchr_iter(b'=', text).filter(|&at| byte(at.checked_sub(1)).is_ascii_digit()).count();
    numbered + memchr::memchr_iter(b'/', text).filter(|&at| is_tag(byte(Some(at + 1)))).count()
}

/// Perhaps fences. Made once: a folder may have thousands of small files.
static FENCES: LazyLock<[memchr::memmem::Finder<'static>; 2]> =
    LazyLock::new(|| ["```", "~~~"].map(memchr::memmem::Finder::new));

/// True if three backticks or tildes occur: perhaps a fence.
fn has_fence(text: &[u8]) -> bool {
    FENCES.iter().any(|fence| fence.find(text).is_some())
}

/// What was seen in trees that are closed.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Brackets of a tag and a word: not more than there are.
    leaves: usize,
    /// True if a bracket with a label has two brackets in it.
    has_siblings: bool,
}

/// Where the depth of brackets is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Up to the end of a tree that shows that brackets have labels. After that what follows what is enough,
    /// as long as every bracket has a label.
    UntilProof,
    /// In the whole text.
    Everywhere,
}

/// Why a walk ended early.
enum Stop {
    /// The text is not plain.
    NotPlain,
    /// A bracket has no label; only the depth tells whether that is allowed.
    NeedsDepth,
}

/// The tokens that follow others: the bit of each token of one kind moves to the token after it.
#[derive(Default)]
struct Following {
    /// A bit that goes on at the start of the next 64 bytes.
    pending: u64,
}

impl Following {
    /// Moves the bits of `tokens` over `gaps`, which are all bytes that begin no token.
    #[inline]
    fn of(&mut self, tokens: u64, gaps: u64) -> u64 {
        // A one that is added to a row of ones comes out at its end.
        let (sum, goes_on) = gaps.overflowing_add(tokens << 1 | self.pending);
        self.pending = tokens >> 63 | u64::from(goes_on);
        sum & !gaps
    }
}

/// A walk over a text, 64 bytes at a time.
#[derive(Default)]
struct Walk {
    /// The number of open brackets, as long as it is counted.
    depth: usize,
    /// True if the outermost bracket of the tree has no label.
    is_wrapped: bool,
    /// True if the last byte was part of an atom.
    was_atom: u64,
    after_open: Following,
    after_label: Following,
    after_word: Following,
    after_close: Following,
    /// What was seen so far, and at the end of the last tree.
    seen: Seen,
    closed: Seen,
}

impl Walk {
    /// What a text holds, if it is nothing but plain trees.
    fn over(text: &[u8], counted: Depth) -> Result<Seen, Stop> {
        let mut walk = Self::default();
        let (chunks, rest) = text.as_chunks::<64>();
        for chunk in chunks {
            walk.chunk(chunk, counted)?;
        }
        walk.chunk(&last_chunk(rest), counted)?;
        Ok(walk.closed)
    }

    /// Goes over 64 bytes.
    #[inline]
    fn chunk(&mut self, chunk: &[u8; 64], counted: Depth) -> Result<(), Stop> {
        let (opens, closes) = (equal(chunk, b'('), equal(chunk, b')'));
        let in_atoms = !(opens | closes | blanks(chunk));
        let atoms = in_atoms & !(in_atoms << 1 | self.was_atom);
        self.was_atom = in_atoms >> 63;
        let gaps = !(opens | closes | atoms);
        let firsts = self.after_open.of(opens, gaps);
        let labels = firsts & atoms;
        let words = self.after_label.of(labels, gaps) & atoms;
        let ends = self.after_word.of(words, gaps);
        let nexts = self.after_close.of(closes, gaps);
        // `()`, a second word in a bracket, and a word behind a bracket are not plain.
        if (firsts & closes) | (ends & !closes) | (nexts & atoms) != 0 {
            return Err(Stop::NotPlain);
        }
        if counted == Depth::UntilProof {
            if firsts & opens != 0 {
                return Err(Stop::NeedsDepth);
            }
            if self.closed.has_siblings {
                return Ok(());
            }
        }
        self.brackets(opens, closes, firsts, nexts).ok_or(Stop::NotPlain)?;
        self.seen.leaves += words.count_ones() as usize;
        Ok(())
    }

    /// Goes over the brackets of 64 bytes, one by one. `firsts` are tokens behind `(`, `nexts` behind `)`.
    fn brackets(&mut self, opens: u64, closes: u64, firsts: u64, nexts: u64) -> Option<()> {
        let mut brackets = opens | closes;
        while brackets != 0 {
            let bit = brackets & brackets.wrapping_neg();
            brackets ^= bit;
            if opens & bit == 0 {
                self.depth = self.depth.checked_sub(1)?;
                if self.depth == 0 {
                    self.closed = self.seen;
                }
                continue;
            }
            if firsts & bit != 0 {
                // The bracket around this one has no label: only an outermost one may.
                self.is_wrapped = true;
                if self.depth != 1 {
                    return None;
                }
            } else if self.depth == 0 {
                self.is_wrapped = false;
            } else if nexts & bit != 0 {
                self.seen.has_siblings = true;
                if self.depth == 1 && self.is_wrapped {
                    return None;
                }
            }
            self.depth += 1;
        }
        Some(())
    }
}
