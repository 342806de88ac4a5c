//! The quick test for plain trees in brackets, which nearly all files are.
//!
//! It says yes only where the full rules would: it must see trees whose every word has a bracket of its own,
//! with nothing between trees, and gives up at anything else. It asks what follows brackets, labels and words,
//! for 64 bytes at once, and looks at single brackets only where a tree may begin or end.

use super::sample::trim_start;
use super::starts::{is_fence, is_textgrid};
use crate::read::comments::begins_comment;
use crate::read::lines::is_space;
use crate::read::mask::{blanks, equal, last_chunk};

/// Trees in brackets and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plain {
    /// True if no line is a comment and no bracket a word, and lines do not end with CR alone.
    pub(super) is_simple: bool,
}

/// Says what the text holds, if the full rules would say, with certainty, that it is trees in brackets.
pub(super) fn plain_brackets(text: &[u8]) -> Option<Plain> {
    let start = trim_start(text);
    if !start.starts_with(b"(") || is_textgrid(text) {
        return None;
    }
    let first = start.iter().find(|&&byte| byte != b'(' && !is_space(byte));
    if first == Some(&b'<') {
        return None;
    }
    let is_simple = look_at_lines(text)?;
    let odd = odd_words(text);
    let plain = |seen: Seen| Plain { is_simple: is_simple && !seen.may_have_raw_brackets };
    if odd == 0 {
        match Walk::over(text, Depth::UntilProof) {
            Ok(seen) => return seen.has_siblings.then(|| plain(seen)),
            Err(Stop::NotPlain) => return None,
            Err(Stop::NeedsDepth) => {}
        }
    }
    let seen = Walk::over(text, Depth::Everywhere).ok()?;
    (seen.has_siblings && (odd == 0 || odd * 10 < seen.leaves * 9)).then(|| plain(seen))
}

/// How many words there may be, at most, that look like `3=cat` or `cat/NN`.
fn odd_words(text: &[u8]) -> usize {
    let byte = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().unwrap_or(b' ');
    let is_tag = |next: u8| next.is_ascii_uppercase() || !next.is_ascii_alphanumeric() && !is_space(next);
    let is_odd = |&at: &usize| match text[at] {
        b'=' => byte(at.checked_sub(1)).is_ascii_digit(),
        _ => is_tag(byte(Some(at + 1))),
    };
    memchr::memchr2_iter(b'=', b'/', text).filter(is_odd).count()
}

/// Looks at the starts of lines. `None` if one may be a fence; else whether no line may be a comment, and no line
/// ends with CR alone.
fn look_at_lines(text: &[u8]) -> Option<bool> {
    let (mut has_comment, mut has_newline, mut has_return) = (false, false, false);
    let mut look = |line: &[u8]| match line.first() {
        Some(b'(') | None => true,
        Some(_) => {
            // Only this line: blank ones would be passed over again from each of them.
            let line = &line[..memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len())];
            has_comment |= begins_comment(line);
            !is_fence(line)
        }
    };
    let is_plain = look(text)
        && memchr::memchr2_iter(b'\n', b'\r', text).all(|end| {
            has_newline |= text[end] == b'\n';
            has_return |= text[end] == b'\r';
            look(&text[end + 1..])
        });
    is_plain.then_some(!has_comment && (has_newline || !has_return))
}

/// What was seen in trees that are closed.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Brackets of a tag and a word: not more than there are.
    leaves: usize,
    /// True if a bracket with a label has two brackets in it.
    has_siblings: bool,
    /// True if white space, a bracket and `)` follow one another: the bracket may be a word, as in `(TAG ))`.
    may_have_raw_brackets: bool,
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
    /// True if the last byte was a bracket, and which of the last two were white space.
    was_bracket: u64,
    were_blank: u64,
    /// True if a bracket may be a word.
    may_have_raw_brackets: bool,
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
        Ok(Seen { may_have_raw_brackets: walk.may_have_raw_brackets, ..walk.closed })
    }

    /// Goes over 64 bytes.
    #[inline]
    fn chunk(&mut self, chunk: &[u8; 64], counted: Depth) -> Result<(), Stop> {
        let (opens, closes) = (equal(chunk, b'('), equal(chunk, b')'));
        let (brackets, blanks) = (opens | closes, blanks(chunk));
        let raw = closes & (brackets << 1 | self.was_bracket) & (blanks << 2 | self.were_blank);
        self.may_have_raw_brackets |= raw != 0;
        (self.was_bracket, self.were_blank) = (brackets >> 63, blanks >> 62);
        let in_atoms = !(brackets | blanks);
        let atoms = in_atoms & !(in_atoms << 1 | self.was_atom);
        self.was_atom = in_atoms >> 63;
        let gaps = !(brackets | atoms);
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
