//! Cutting lines into trees, as [`split`](crate::read) cuts blocks of plain brackets, with what may stand
//! between trees: comments and markup.

use super::bracket_tokens::{Token, Tokens, has_raw_brackets};
use crate::read::layout::Layout;
use crate::read::lines::Line;
use crate::read::scan::is_blank;
use crate::read::window::{Landmark, Position};

/// What lines are cut into.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// A tree, or what should be one.
    Tree(CutTree),
    /// A comment or markup.
    Outside(Vec<u8>),
}

/// The text of a tree.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CutTree {
    /// Its lines, with LF between them.
    pub(super) text: Vec<u8>,
    pub(super) first: Position,
    /// True if raw brackets are words.
    pub(super) is_raw: bool,
}

/// A tree whose end was not found yet.
#[derive(Debug)]
struct OpenTree {
    tree: CutTree,
    /// The indentation of its first line.
    indent: usize,
    depth: usize,
    /// The number of its last line so far.
    last: u64,
}

/// A line that is kept.
#[derive(Debug)]
struct Kept {
    number: u64,
    bytes: Vec<u8>,
}

/// Lines that may or may not have brackets as words: they have if they balance so.
#[derive(Debug)]
struct Undecided {
    lines: Vec<Kept>,
    indent: usize,
    depth: usize,
}

/// Cuts lines into trees.
#[derive(Debug)]
pub(super) struct Cutter {
    layout: Layout,
    /// True if `(TAG ()` may be a word.
    may_be_raw: bool,
    /// True for a comment or markup, if it stands outside trees.
    is_outside: fn(&[u8]) -> bool,
    open: Option<OpenTree>,
    /// Lines in an open tree that look like comments: if a new tree begins after them, they are.
    held: Vec<Kept>,
    undecided: Option<Undecided>,
    /// True if the open tree was found not to have brackets as words.
    is_strict: bool,
}

impl Cutter {
    pub(super) fn new(layout: Layout, may_be_raw: bool, is_outside: fn(&[u8]) -> bool) -> Self {
        Self {
            layout,
            may_be_raw,
            is_outside,
            open: None,
            held: Vec::new(),
            undecided: None,
            is_strict: false,
        }
    }

    /// True if a tree is open.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some() || self.undecided.is_some()
    }

    /// True for a comment or markup, if the line stands outside trees.
    pub(super) fn is_outside(&self, line: &[u8]) -> bool {
        (self.is_outside)(line)
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: Line<'_>, out: &mut Vec<Cut>) {
        let Some(indent) = line.bytes.iter().position(|&byte| !is_blank(byte)) else { return };
        let is_outside = (self.is_outside)(line.bytes);
        if !self.is_open() && is_outside {
            out.push(Cut::Outside(line.bytes.to_vec()));
            return;
        }
        if self.layout == Layout::Indented {
            if is_outside {
                self.held.push(Kept::new(line));
                return;
            }
            let around = match &self.undecided {
                Some(undecided) => Some(undecided.indent),
                None => self.open.as_ref().map(|open| open.indent),
            };
            if line.bytes[indent] == b'(' && around.is_some_and(|around| indent <= around) {
                self.give_up(out);
            }
        }
        for held in std::mem::take(&mut self.held) {
            self.decide(held.as_line(), out);
        }
        self.decide(line, out);
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, out: &mut Vec<Cut>) {
        self.give_up(out);
    }

    /// Ends the open tree, if any, without its closing brackets.
    fn give_up(&mut self, out: &mut Vec<Cut>) {
        self.replay(false, out);
        if let Some(open) = self.open.take() {
            out.push(Cut::Tree(open.tree));
        }
        self.is_strict = false;
        out.extend(self.held.drain(..).map(|line| Cut::Outside(line.bytes)));
    }

    /// Adds a line, and finds out whether it has brackets as words.
    fn decide(&mut self, line: Line<'_>, out: &mut Vec<Cut>) {
        if self.undecided.is_none() {
            if !self.may_be_raw || self.is_strict || !has_raw_brackets(line.bytes) {
                self.add(line, false, out);
                return;
            }
            let blanks = line.bytes.iter().take_while(|&&byte| is_blank(byte)).count();
            let (indent, depth) = self.open.as_ref().map_or((blanks, 0), |open| (open.indent, open.depth));
            self.undecided = Some(Undecided { lines: Vec::new(), indent, depth });
        }
        let Some(undecided) = &mut self.undecided else { return };
        undecided.lines.push(Kept::new(line));
        for token in Tokens::new(line.bytes, true) {
            match token {
                Token::Open(_) => undecided.depth += 1,
                Token::Close(_) if undecided.depth == 0 => return self.replay(false, out),
                Token::Close(_) => undecided.depth -= 1,
                Token::Atom(..) => {}
            }
        }
        if undecided.depth == 0 {
            self.replay(true, out);
        }
    }

    /// Adds the undecided lines, now that it is known whether they have brackets as words.
    fn replay(&mut self, is_raw: bool, out: &mut Vec<Cut>) {
        let Some(undecided) = self.undecided.take() else { return };
        for line in &undecided.lines {
            self.add(line.as_line(), is_raw, out);
        }
        self.is_strict = !is_raw && self.open.is_some();
    }

    /// Adds a line: it may be a tree, continue one, hold several, or be faulty.
    fn add(&mut self, line: Line<'_>, is_raw: bool, out: &mut Vec<Cut>) {
        let Some(blanks) = line.bytes.iter().position(|&byte| !is_blank(byte)) else { return };
        let mut pieces = Pieces::new(self.open.take(), line, blanks, is_raw);
        let mut end = 0;
        let mut tokens = Tokens::new(line.bytes, is_raw);
        for token in &mut tokens {
            end = pieces.token(token);
        }
        self.open = pieces.finish(end, out);
        if self.open.is_none() {
            self.is_strict = false;
        }
    }
}

impl Kept {
    fn new(line: Line<'_>) -> Self {
        Self { number: line.number, bytes: line.bytes.to_vec() }
    }

    fn as_line(&self) -> Line<'_> {
        Line { number: self.number, bytes: &self.bytes }
    }
}

/// The trees of a line.
struct Pieces<'l> {
    line: Line<'l>,
    blanks: usize,
    is_raw: bool,
    /// The tree that was open before the line.
    began: Option<OpenTree>,
    /// The first byte in this line of the tree that is open now, and how many brackets are open.
    open: Option<(usize, usize)>,
    /// The trees that end in the line: their first byte in it, and one past their last. The first may have
    /// begun before.
    done: Vec<(usize, usize)>,
    is_faulty: bool,
}

impl<'l> Pieces<'l> {
    fn new(began: Option<OpenTree>, line: Line<'l>, blanks: usize, is_raw: bool) -> Self {
        let open = began.as_ref().map(|open| (0, open.depth));
        Self { line, blanks, is_raw, began, open, done: Vec::new(), is_faulty: false }
    }

    /// Adds a token. Returns its end.
    fn token(&mut self, token: Token) -> usize {
        match (token, &mut self.open) {
            (Token::Open(_), Some((_, depth))) => *depth += 1,
            (Token::Open(at), None) => self.open = Some((at, 1)),
            (Token::Close(_), Some((_, depth))) if *depth > 1 => *depth -= 1,
            (Token::Close(at), Some((start, _))) => {
                self.done.push((*start, at + 1));
                self.open = None;
            }
            (Token::Close(_) | Token::Atom(..), None) => self.is_faulty = true,
            (Token::Atom(..), Some(_)) => {}
        }
        match token {
            Token::Open(at) | Token::Close(at) => at + 1,
            Token::Atom(_, end) => end,
        }
    }

    /// Returns the tree that is open after the line, whose last token ends at `end`.
    fn finish(mut self, end: usize, out: &mut Vec<Cut>) -> Option<OpenTree> {
        if self.is_faulty {
            // The fault cannot be assigned to one of the pieces, so everything that touches the line becomes
            // one unit.
            self.done.clear();
            let start = if self.began.is_some() { 0 } else { self.blanks };
            match &mut self.open {
                Some((open, _)) => *open = start,
                None => self.done.push((start, end)),
            }
        }
        let mut known = Landmark::first(Position { line: self.line.number, column: 1 });
        for (start, end) in std::mem::take(&mut self.done) {
            known = known.move_to(self.line.bytes, start);
            let tree = self.tree(start, end, known).tree;
            out.push(Cut::Tree(tree));
        }
        let (start, depth) = self.open?;
        known = known.move_to(self.line.bytes, start);
        let open = self.tree(start, end, known);
        Some(OpenTree { depth, ..open })
    }

    /// The tree from byte `start` of the line, or from where it began, to byte `end`.
    fn tree(&mut self, start: usize, end: usize, known: Landmark) -> OpenTree {
        let piece = &self.line.bytes[start..end];
        if let Some(mut open) = self.began.take() {
            // Blank lines count, for the positions of faults.
            let lines = usize::try_from(self.line.number - open.last.min(self.line.number)).unwrap_or(1);
            open.tree.text.resize(open.tree.text.len() + lines, b'\n');
            open.tree.text.extend_from_slice(piece);
            open.last = self.line.number;
            open.tree.is_raw |= self.is_raw;
            return open;
        }
        let first = known.position(self.line.bytes, start);
        let tree = CutTree { text: piece.to_vec(), first, is_raw: self.is_raw };
        OpenTree { tree, indent: self.blanks, depth: 0, last: self.line.number }
    }
}

#[cfg(test)]
#[path = "cut_tests.rs"]
mod tests;
