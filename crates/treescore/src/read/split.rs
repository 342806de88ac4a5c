//! Cutting a block of text into units.
//!
//! Units are cut before anything is parsed, from brackets and lines alone, so that the sides stay in step and
//! threads get whole units. A unit that turns out not to be a tree still counts as one tree, so a fault never
//! shifts the pairs after it.

use memchr::memchr;

use super::comments::{CommentCount, is_comment};
use super::layout::Layout;
use super::mask::{equal, last_chunk};
use super::scan::is_blank;

/// The kind of unit that is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// A tree, on any number of lines. Blank lines have no meaning.
    Tree,
    /// A line with any content.
    Line,
}

/// The bytes of one unit in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// First byte.
    pub start: u32,
    /// One past the last byte. A line does not include its newline.
    pub end: u32,
    /// The number of lines in the block before the one where it starts.
    pub line: u32,
}

/// A tree whose end was not found yet.
#[derive(Clone, Copy)]
struct OpenTree {
    start: usize,
    line: u32,
    /// The indentation of its first line.
    indent: usize,
    depth: usize,
    /// One past the last line that belongs to it.
    end: usize,
}

/// Cuts text into extents.
pub(super) struct Splitter<'o> {
    text: &'o [u8],
    layout: Layout,
    out: &'o mut Vec<Extent>,
    open: Option<OpenTree>,
    comments: CommentCount,
}

/// A position in a block where cutting starts or ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The first byte not processed.
    pub(super) byte: usize,
    /// The number of lines in the block before that byte.
    pub(super) line: u32,
    /// The indentation of its line, if the byte is not at the start of the line.
    pub(super) indent: Option<usize>,
    /// The lines of comment in the document so far.
    pub(super) comments: CommentCount,
}

/// Appends the lines of `text` from `from` on. A last line without newline counts only at the end of the
/// file.
pub(super) fn lines(text: &[u8], from: Place, is_end: bool, out: &mut Vec<Extent>) -> Place {
    let (mut start, mut line) = (from.byte, from.line);
    while let Some(length) = memchr(b'\n', &text[start..]) {
        out.push(Extent { start: start as u32, end: (start + length) as u32, line });
        start += length + 1;
        line += 1;
    }
    if is_end && start < text.len() {
        out.push(Extent { start: start as u32, end: text.len() as u32, line });
        (start, line) = (text.len(), line + 1);
    }
    Place { byte: start, line, ..Place::default() }
}

/// Appends the trees of `text` from `from` on whose end is known, closed or not.
pub(super) fn trees(text: &[u8], from: Place, is_end: bool, layout: Layout, out: &mut Vec<Extent>) -> Place {
    let mut splitter = Splitter { text, layout, out, open: None, comments: from.comments };
    let mut at = from;
    while at.byte < text.len() {
        let length = match memchr(b'\n', &text[at.byte..]) {
            Some(length) => length,
            None if is_end => text.len() - at.byte,
            None => break,
        };
        splitter.line(at, at.byte + length);
        let byte = (at.byte + length + 1).min(text.len());
        at = Place { byte, line: at.line + 1, ..Place::default() };
    }
    if is_end {
        splitter.give_up();
    }
    let place = match splitter.open {
        Some(open) => Place { byte: open.start, line: open.line, indent: Some(open.indent), ..at },
        None => at,
    };
    Place { comments: splitter.comments, ..place }
}

impl Splitter<'_> {
    /// Processes the line (or the rest of one) from `from` to `end`.
    fn line(&mut self, from: Place, end: usize) {
        let bytes = &self.text[from.byte..end];
        let Some(blanks) = bytes.iter().position(|&byte| !is_blank(byte)) else { return };
        let begins = bytes[blanks] == b'(';
        if !begins && self.open.is_none() && is_comment(&bytes[blanks..]) {
            self.comments.add(&bytes[blanks..]);
            return;
        }
        let indent = from.indent.unwrap_or(blanks);
        if self.layout == Layout::Indented && begins && self.open.is_some_and(|open| indent <= open.indent) {
            self.give_up();
        }
        let whole = if self.open.is_none() && begins { whole_tree(&bytes[blanks..]) } else { None };
        let start = from.byte + blanks;
        match whole {
            Some(length) => self.push(start, start + length, from.line),
            None => self.pieces(start, from.line, indent, end),
        }
    }

    /// Processes a line that is not exactly one tree: it may continue a tree, contain several, or be faulty.
    fn pieces(&mut self, start: usize, line: u32, indent: usize, end: usize) {
        let (before, began) = (self.out.len(), self.open);
        let mut faulty = false;
        for at in start..end {
            match (self.text[at], &mut self.open) {
                (b'(', Some(open)) => open.depth += 1,
                (b'(', None) => self.open = Some(OpenTree { start: at, line, indent, depth: 1, end }),
                (b')', Some(open)) if open.depth > 1 => open.depth -= 1,
                (b')', Some(open)) => {
                    let open = *open;
                    self.push(open.start, at + 1, open.line);
                    self.open = None;
                }
                (b')', None) => faulty = true,
                (byte, None) if !is_blank(byte) => faulty = true,
                _ => {}
            }
        }
        if let Some(open) = &mut self.open {
            open.end = end;
        }
        if faulty {
            // The fault cannot be assigned to one of the pieces, so everything that touches the line becomes
            // one unit.
            self.out.truncate(before);
            let (start, line, indent) =
                began.map_or((start, line, indent), |open| (open.start, open.line, open.indent));
            match &mut self.open {
                // The line leaves a tree open: it continues and includes the fault.
                Some(open) => *open = OpenTree { start, line, indent, ..*open },
                None => self.push(start, end, line),
            }
        }
    }

    /// Ends the open tree, if any, without its closing brackets.
    fn give_up(&mut self) {
        if let Some(open) = self.open.take() {
            self.push(open.start, open.end, open.line);
        }
    }

    fn push(&mut self, start: usize, end: usize, line: u32) {
        self.out.push(Extent { start: start as u32, end: end as u32, line });
    }
}

/// The label of the outermost bracket of a tree; of an unlabelled wrapper, that of the bracket in it.
pub(super) fn root_label(tree: &[u8]) -> Option<&[u8]> {
    let mut rest = tree.trim_ascii_start().strip_prefix(b"(")?.trim_ascii_start();
    if let Some(inner) = rest.strip_prefix(b"(") {
        rest = inner.trim_ascii_start();
    }
    let end = rest.iter().position(|&byte| is_blank(byte) || matches!(byte, b'(' | b')'));
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// The label of the root, if this line is one tree and nothing else.
pub(super) fn root_of_line(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii_start();
    (line.first() == Some(&b'(')).then(|| whole_tree(line))?.and_then(|_| root_label(line))
}

/// The length of the tree, if this line, which starts with `(`, is one tree followed only by blanks.
fn whole_tree(line: &[u8]) -> Option<usize> {
    let trimmed = line.trim_ascii_end();
    let (last, inside) = trimmed.split_last()?;
    (*last == b')' && depth_after(inside) == Some(1)).then_some(trimmed.len())
}

/// The number of open brackets after a text that begins with one. `None` if it is zero anywhere in the text.
///
/// If more brackets are open than sixteen bytes can close, counting is enough. This is a tenth of a native run
/// on one thread, and other threads wait for the reader meanwhile.
fn depth_after(text: &[u8]) -> Option<usize> {
    let (chunks, rest) = text.as_chunks::<64>();
    let mut depth = 0;
    for chunk in chunks {
        depth = depth_after_chunk(depth, chunk)?;
    }
    if rest.is_empty() { Some(depth) } else { depth_after_chunk(depth, &last_chunk(rest)) }
}

/// The length of the tree at the start of a text. `None` if it begins with something else, or the tree is never
/// closed.
pub(super) fn tree_length(text: &[u8]) -> Option<usize> {
    if text.first() != Some(&b'(') {
        return None;
    }
    let (chunks, rest) = text.as_chunks::<64>();
    let last = last_chunk(rest);
    let mut depth = 0;
    for (number, chunk) in chunks.iter().chain([&last]).enumerate() {
        depth = match depth_after_chunk(depth, chunk) {
            Some(depth) => depth,
            None => return closing_bracket(depth, chunk).map(|at| number * 64 + at + 1),
        };
    }
    None
}

/// Where the bracket is among 64 bytes that closes the last of `depth` open brackets.
fn closing_bracket(mut depth: usize, chunk: &[u8; 64]) -> Option<usize> {
    chunk.iter().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *byte == b')' && depth == 0
    })
}

/// [`depth_after`] for 64 bytes after `before` open brackets.
#[inline]
fn depth_after_chunk(before: usize, chunk: &[u8; 64]) -> Option<usize> {
    let (opens, closes) = (equal(chunk, b'('), equal(chunk, b')'));
    let (opening, closing) = (count_in_sixteens(opens), count_in_sixteens(closes));
    let mut depth = before;
    for at in [0, 16, 32, 48] {
        let most = (closing >> at) as usize & 0xFF;
        if depth > most {
            depth = depth + ((opening >> at) as usize & 0xFF) - most;
        } else {
            depth = step(depth, (opens >> at) & 0xFFFF, (closes >> at) & 0xFFFF)?;
        }
    }
    Some(depth)
}

/// How many bits are set in each sixteen bits of a mask, in their low byte.
#[inline]
fn count_in_sixteens(mask: u64) -> u64 {
    let pairs = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    eights + (eights >> 8)
}

/// Goes over brackets one by one.
fn step(before: usize, opens: u64, closes: u64) -> Option<usize> {
    let (mut depth, mut brackets) = (before, opens | closes);
    while brackets != 0 {
        let bit = brackets & brackets.wrapping_neg();
        brackets ^= bit;
        if opens & bit != 0 {
            depth += 1;
        } else {
            depth = depth.checked_sub(1).filter(|&depth| depth > 0)?;
        }
    }
    Some(depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counting_agrees_with_a_naive_twin(
            pieces in proptest::collection::vec(proptest::sample::select(vec!["(", "(", ")", "x", " (N a)", "(A (B (C ", ")))"]), 0..60),
        ) {
            let text = format!("((({}", pieces.concat());
            for start in 0..3 {
                prop_assert_eq!(depth_after(&text.as_bytes()[start..]), naive(&text.as_bytes()[start..]));
            }
        }
    }

    proptest! {
        #[test]
        fn lengths_agree_with_a_naive_twin(
            pieces in proptest::collection::vec(proptest::sample::select(vec!["(", "(", ")", "x", " (N a)", "(A (B (C ", ")))", "\n"]), 0..60),
        ) {
            let text = pieces.concat();
            prop_assert_eq!(tree_length(text.as_bytes()), naive_length(text.as_bytes()), "{}", text);
            let text = format!("(S {text}");
            prop_assert_eq!(tree_length(text.as_bytes()), naive_length(text.as_bytes()), "{}", text);
        }
    }

    /// [`tree_length`] byte by byte.
    fn naive_length(text: &[u8]) -> Option<usize> {
        let mut depth = 0usize;
        for (at, byte) in text.iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.checked_sub(1)?,
                _ if depth == 0 => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// [`depth_after`] byte by byte.
    fn naive(text: &[u8]) -> Option<usize> {
        text.iter().try_fold(0usize, |depth, byte| match byte {
            b'(' => Some(depth + 1),
            b')' => depth.checked_sub(1).filter(|&depth| depth > 0),
            _ => Some(depth),
        })
    }

    fn pieces(text: &str, layout: Layout) -> Vec<(String, u32)> {
        let mut out = Vec::new();
        let place = trees(text.as_bytes(), Place::default(), true, layout, &mut out);
        assert_eq!(place.byte, text.len());
        out.iter().map(|e| (text[e.start as usize..e.end as usize].replace('\n', "/"), e.line)).collect()
    }

    #[test]
    fn every_tree_has_one_extent() {
        for (text, expected, why) in [
            ("(A a)\n(B b)\n", &[("(A a)", 0), ("(B b)", 1)][..], "one per line"),
            ("(A a)\n\n \n(B b)", &[("(A a)", 0), ("(B b)", 3)], "blank lines, no last newline"),
            ("(A a) (B b)\n", &[("(A a)", 0), ("(B b)", 0)], "two on a line"),
            ("( (A\n   (B b)\n  ) )\n(C c)\n", &[("( (A/   (B b)/  ) )", 0), ("(C c)", 3)], "indented"),
            ("(A (B b)\n(C c)\n", &[("(A (B b)", 0), ("(C c)", 1)], "unclosed"),
            ("  (A (B b)\n  (C c)\n", &[("(A (B b)", 0), ("(C c)", 1)], "unclosed, all indented alike"),
            ("(A a))\n(C c)\n", &[("(A a))", 0), ("(C c)", 1)], "one too many"),
            ("(A a) (B b))\n(C c)\n", &[("(A a) (B b))", 0), ("(C c)", 1)], "the fault takes the line"),
            (
                "(A\n  (B b))) (C c)\n(D d)\n",
                &[("(A/  (B b))) (C c)", 0), ("(D d)", 2)],
                "and what it continues",
            ),
            ("0.5 (A a)\n(C c)\n", &[("0.5 (A a)", 0), ("(C c)", 1)], "text before"),
            (
                "0.5 (A (B\n  b))\n(C c)\n",
                &[("0.5 (A (B/  b))", 0), ("(C c)", 2)],
                "text before an open tree",
            ),
            ("nothing here\n(C c)\n", &[("nothing here", 0), ("(C c)", 1)], "no brackets at all"),
            ("(())\n( )\n", &[("(())", 0), ("( )", 1)], "failure marks"),
            ("(A a)\r\n(B b)\r\n", &[("(A a)", 0), ("(B b)", 1)], "the carriage return is a blank"),
            ("(A (B b) (C", &[("(A (B b) (C", 0)], "file ends inside"),
        ] {
            let expected: Vec<_> = expected.iter().map(|&(text, line)| (text.to_owned(), line)).collect();
            assert_eq!(pieces(text, Layout::Indented), expected, "{why}");
        }
    }

    #[test]
    fn free_layout_counts_brackets_only() {
        assert_eq!(
            pieces("(A\n(B b)\n)\n(C c)\n", Layout::Free),
            [("(A/(B b)/)".to_owned(), 0), ("(C c)".to_owned(), 3)]
        );
    }

    #[test]
    fn an_unfinished_tree_is_left_for_the_next_call() {
        let text = b"(A a) (B\n  (C c)\n";
        let mut out = Vec::new();
        let place = trees(text, Place::default(), false, Layout::Indented, &mut out);
        let expected = Place { byte: 6, line: 0, indent: Some(0), ..Place::default() };
        assert_eq!((place, out.len()), (expected, 1));
        let place = trees(b"# a\n(A a)\n;; b\n(B\n", Place::default(), false, Layout::Indented, &mut out);
        assert_eq!((place.byte, place.comments.lines, place.comments.remarks), (15, 2, 2));
    }
}
