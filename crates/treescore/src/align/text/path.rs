//! Both texts as characters, parts of them, and ways through them.

/// A word ends or begins here.
pub(super) const WORD: u8 = 1;
/// A tree ends or begins here. Always together with [`WORD`].
pub(super) const TREE: u8 = 2;

/// The characters of one side, and what ends before each of them and behind the last: [`WORD`], [`TREE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    pub characters: &'a [u32],
    pub marks: &'a [u8],
}

/// Both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Texts<'a> {
    pub gold: Text<'a>,
    pub system: Text<'a>,
}

impl Texts<'_> {
    /// What ends on both sides at a point.
    pub(super) fn marks(&self, at: Point) -> u8 {
        self.gold.marks[at.gold] & self.system.marks[at.system]
    }

    pub(super) fn is_word_end(&self, at: Point) -> bool {
        self.marks(at) & WORD != 0
    }

    pub(super) fn is_tree_end(&self, at: Point) -> bool {
        self.marks(at) & TREE != 0
    }

    pub(super) fn end(&self) -> Point {
        Point { gold: self.gold.characters.len(), system: self.system.characters.len() }
    }
}

/// A place in both texts: between two characters of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Point {
    pub gold: usize,
    pub system: usize,
}

impl Point {
    /// So many characters further on both sides.
    pub(super) fn plus(self, length: usize) -> Self {
        Self { gold: self.gold + length, system: self.system + length }
    }

    /// So many characters back on both sides.
    pub(super) fn minus(self, length: usize) -> Self {
        Self { gold: self.gold - length, system: self.system - length }
    }
}

/// What lies between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub from: Point,
    pub to: Point,
}

impl Stretch {
    pub(super) fn lengths(self) -> (usize, usize) {
        (self.to.gold - self.from.gold, self.to.system - self.from.system)
    }

    pub(super) fn is_empty(self) -> bool {
        self.lengths() == (0, 0)
    }

    /// Has one side nothing?
    pub(super) fn is_gap(self) -> bool {
        let (gold, system) = self.lengths();
        gold == 0 || system == 0
    }

    /// The size of its table: points in it, border included.
    pub(super) fn cells(self) -> usize {
        let (gold, system) = self.lengths();
        (gold + 1).saturating_mul(system + 1)
    }

    pub(super) fn texts<'a>(self, texts: &Texts<'a>) -> (&'a [u32], &'a [u32]) {
        (
            &texts.gold.characters[self.from.gold..self.to.gold],
            &texts.system.characters[self.from.system..self.to.system],
        )
    }

    /// Without what is the same at its beginning.
    pub(super) fn without_prefix(self, texts: &Texts<'_>) -> Self {
        let (gold, system) = self.texts(texts);
        Self { from: self.from.plus(common_prefix(gold, system)), ..self }
    }

    /// Without what is the same at its end.
    pub(super) fn without_suffix(self, texts: &Texts<'_>) -> Self {
        let (gold, system) = self.texts(texts);
        Self { to: self.to.minus(common_suffix(gold, system)), ..self }
    }
}

/// Compared at once: whole runs are equal most of the time.
const AT_ONCE: usize = 32;

/// How many characters are the same at the beginning.
pub(super) fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    let chunks = a.chunks_exact(AT_ONCE).zip(b.chunks_exact(AT_ONCE)).take_while(|(a, b)| a == b).count();
    let start = chunks * AT_ONCE;
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

/// How many characters are the same at the end.
fn common_suffix(a: &[u32], b: &[u32]) -> usize {
    let chunks = a.rchunks_exact(AT_ONCE).zip(b.rchunks_exact(AT_ONCE)).take_while(|(a, b)| a == b).count();
    let rest = |text: &[u32]| text.len() - chunks * AT_ONCE;
    let (a, b) = (&a[..rest(a)], &b[..rest(b)]);
    chunks * AT_ONCE + a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Equal characters.
    Equal,
    /// A character for another.
    Other,
    /// A character that only gold has.
    Gold,
    /// A character that only the system has.
    System,
}

impl Step {
    /// How far it goes on each side.
    pub(super) fn lengths(self, steps: usize) -> (usize, usize) {
        match self {
            Self::Equal | Self::Other => (steps, steps),
            Self::Gold => (steps, 0),
            Self::System => (0, steps),
        }
    }

    /// The point so many steps further.
    pub(super) fn after(self, at: Point, steps: usize) -> Point {
        let (gold, system) = self.lengths(steps);
        Point { gold: at.gold + gold, system: at.system + system }
    }
}

/// Some steps of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub step: Step,
    pub length: usize,
}

/// A way through both texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub runs: Vec<Run>,
}

impl Path {
    /// Goes on; joined with the last run if that is of the same kind.
    pub(super) fn push(&mut self, step: Step, length: usize) {
        match self.runs.last_mut() {
            Some(last) if last.step == step => last.length += length,
            _ if length == 0 => {}
            _ => self.runs.push(Run { step, length }),
        }
    }
}
