//! Brackets as they stand: how many members they have, and what their first ones are. Nothing is yet a
//! label, a tag or a word.

use super::super::comments::is_comment;
use super::super::lines::{Line, fields, is_space};
use super::super::window::Position;
use super::pattern::{is_digits, looks_like_label};
use super::sample::{Sample, trim_start};

/// What was counted in trees that are closed and hold an atom.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be true of a file")]
pub(super) struct Tally {
    /// Trees.
    pub(super) trees: usize,
    /// Trees whose outermost bracket begins with a bracket and has several members.
    pub(super) unlabelled_roots: usize,
    /// First members of brackets that are atoms.
    pub(super) heads: usize,
    /// Heads that look like labels.
    pub(super) labels: usize,
    /// Atoms that are not heads.
    pub(super) words: usize,
    /// Words such as `3=cat`.
    pub(super) numbered: usize,
    /// Words such as `cat/NN`.
    pub(super) slashed: usize,
    /// Brackets of two atoms.
    pub(super) own: usize,
    /// Brackets with a head and words.
    pub(super) holders: usize,
    /// Brackets with a head and two words.
    pub(super) pairs: usize,
    /// True if a bracket with a head has several words.
    pub(super) has_several: bool,
    /// True if a bracket with a head has words beside brackets.
    pub(super) has_mixed: bool,
    /// True if a bracket of several members begins with a bracket.
    pub(super) has_inner_start: bool,
    /// True if a member of an outermost bracket is `(ID x)`.
    pub(super) has_id: bool,
    /// Trees whose outermost bracket has no label, and `(ID x)` behind its first member.
    pub(super) named: usize,
    /// True if a tree has three atoms or more.
    pub(super) has_three_atoms: bool,
    /// True if a bracket in a tree of several atoms has not exactly two members.
    pub(super) is_not_binary: bool,
}

/// A bracket that is open.
#[derive(Clone, Copy, Default)]
struct Open {
    members: usize,
    brackets: usize,
    begins_with_bracket: bool,
    is_id: bool,
    has_slash_second: bool,
}

/// The tree that is being read.
#[derive(Clone, Copy, Default)]
struct Current<'a> {
    tally: Tally,
    atoms: usize,
    has_odd_bracket: bool,
    has_role: bool,
    first_atom: &'a [u8],
}

/// The first tree that is closed and holds an atom.
pub(super) struct First<'a> {
    at: (Line<'a>, usize),
    /// Its first atom.
    pub(super) atom: &'a [u8],
    /// True if a bracket of three members or more has `/` second.
    pub(super) has_role: bool,
}

impl First<'_> {
    /// Where it begins.
    pub(super) fn position(&self) -> Position {
        self.at.0.position(self.at.1)
    }
}

/// The brackets of a sample, and the text outside them.
#[derive(Default)]
pub(super) struct Outline<'a> {
    pub(super) tally: Tally,
    pub(super) first: Option<First<'a>>,
    /// Trees, also those that are not closed.
    pub(super) begun: usize,
    /// Lines of prose outside brackets, and the first of them.
    pub(super) prose: usize,
    pub(super) first_prose: Option<Line<'a>>,
    open: Vec<Open>,
    current: Current<'a>,
    root_at: Option<(Line<'a>, usize)>,
}

impl<'a> Outline<'a> {
    /// Reads a sample.
    pub(super) fn of(sample: &Sample<'a>) -> Self {
        let mut outline = Self::default();
        for line in sample.lines() {
            let start = outline.stray(line);
            outline.tokens(line, start);
        }
        outline
    }

    /// Text before the first bracket of a line, outside trees. Returns where brackets may begin.
    fn stray(&mut self, line: Line<'a>) -> usize {
        if !self.open.is_empty() || line.is_blank() || trim_start(line.bytes).starts_with(b"(") {
            return 0;
        }
        let start = trim_start(line.bytes);
        let is_apart = is_comment(start)
            || [&b"<"[..], b"```", b"~~~"].iter().any(|mark| start.starts_with(mark))
            || !line.bytes.contains(&b'(');
        let bracket = memchr::memchr2(b'(', b')', line.bytes).unwrap_or(line.bytes.len());
        let end = if is_apart { line.bytes.len() } else { bracket };
        self.outside(line, line.bytes.get(..end).unwrap_or_default());
        end
    }

    fn outside(&mut self, line: Line<'a>, text: &[u8]) {
        let has_letters = || text.windows(3).any(|three| three.iter().all(u8::is_ascii_alphabetic));
        if !is_comment(text) && fields(text).nth(1).is_some() && has_letters() {
            self.prose += 1;
            self.first_prose.get_or_insert(line);
        }
    }

    fn tokens(&mut self, line: Line<'a>, mut at: usize) {
        while let Some(&byte) = line.bytes.get(at) {
            match byte {
                b'(' => self.begin(line, at),
                b')' => self.end(),
                _ if is_space(byte) => {}
                _ => {
                    let rest = line.bytes.get(at..).unwrap_or_default();
                    let is_end = |&byte: &u8| is_space(byte) || matches!(byte, b'(' | b')');
                    let length = rest.iter().position(is_end).unwrap_or(rest.len());
                    self.atom(rest.get(..length).unwrap_or_default());
                    at += length;
                    continue;
                }
            }
            at += 1;
        }
    }

    fn begin(&mut self, line: Line<'a>, at: usize) {
        if let Some(parent) = self.open.last_mut() {
            parent.begins_with_bracket |= parent.members == 0;
            parent.members += 1;
            parent.brackets += 1;
        } else {
            self.begun += 1;
            self.current = Current::default();
            self.root_at = Some((line, at));
        }
        self.open.push(Open::default());
    }

    fn atom(&mut self, atom: &'a [u8]) {
        let Some(open) = self.open.last_mut() else { return };
        let Current { tally, atoms, first_atom, .. } = &mut self.current;
        if *atoms == 0 {
            *first_atom = atom;
        }
        *atoms += 1;
        if open.members == 0 {
            tally.heads += 1;
            tally.labels += usize::from(looks_like_label(atom));
            open.is_id = atom == b"ID";
        } else {
            tally.words += 1;
            tally.numbered += usize::from(is_numbered(atom));
            tally.slashed += usize::from(is_slashed(atom));
            open.has_slash_second |= open.members == 1 && atom == b"/";
        }
        open.members += 1;
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let Current { tally, has_odd_bracket, has_role, .. } = &mut self.current;
        let has_head = open.members > 0 && !open.begins_with_bracket;
        *has_odd_bracket |= open.members != 2;
        *has_role |= open.members > 2 && open.has_slash_second;
        tally.has_inner_start |= open.begins_with_bracket && open.members > 1;
        tally.own += usize::from(open.members == 2 && open.brackets == 0);
        tally.has_id |= self.open.len() == 1 && open.members == 2 && open.is_id;
        if has_head {
            let words = open.members - 1 - open.brackets;
            tally.holders += usize::from(words > 0);
            tally.pairs += usize::from(words == 2);
            tally.has_several |= words > 1;
            tally.has_mixed |= words > 0 && open.brackets > 0;
        }
        if self.open.is_empty() {
            let is_unlabelled = open.begins_with_bracket && open.members > 1;
            tally.unlabelled_roots += usize::from(is_unlabelled);
            tally.named = usize::from(is_unlabelled && tally.has_id);
            self.end_tree();
        }
    }

    fn end_tree(&mut self) {
        let Current { mut tally, atoms, has_odd_bracket, has_role, first_atom } = self.current;
        if atoms == 0 {
            return;
        }
        if let (None, Some(at)) = (&self.first, self.root_at) {
            self.first = Some(First { at, atom: first_atom, has_role });
        }
        tally.trees = 1;
        tally.has_three_atoms = atoms > 2;
        tally.is_not_binary = atoms > 1 && has_odd_bracket;
        self.tally.add(&tally);
    }
}

impl Tally {
    fn add(&mut self, tree: &Self) {
        self.trees += tree.trees;
        self.unlabelled_roots += tree.unlabelled_roots;
        self.heads += tree.heads;
        self.labels += tree.labels;
        self.words += tree.words;
        self.numbered += tree.numbered;
        self.slashed += tree.slashed;
        self.own += tree.own;
        self.holders += tree.holders;
        self.pairs += tree.pairs;
        self.has_several |= tree.has_several;
        self.has_mixed |= tree.has_mixed;
        self.has_inner_start |= tree.has_inner_start;
        self.has_id |= tree.has_id;
        self.named += tree.named;
        self.has_three_atoms |= tree.has_three_atoms;
        self.is_not_binary |= tree.is_not_binary;
    }
}

/// `3=cat`.
fn is_numbered(word: &[u8]) -> bool {
    memchr::memchr(b'=', word)
        .is_some_and(|at| is_digits(word.get(..at).unwrap_or_default()) && at + 1 < word.len())
}

/// `cat/NN`, the tag looking like a label.
fn is_slashed(word: &[u8]) -> bool {
    memchr::memrchr(b'/', word)
        .is_some_and(|at| at > 0 && looks_like_label(word.get(at + 1..).unwrap_or_default()))
}
