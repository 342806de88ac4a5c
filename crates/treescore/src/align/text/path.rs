//! Both texts as characters, stretches of them, and paths through them.

/// A word boundary.
pub(super) const WORD: u8 = 1;
/// A tree boundary. Always together with [`WORD`].
pub(super) const TREE: u8 = 2;

/// The characters of one side, and the boundaries ([`WORD`], [`TREE`]) before each of them and after the
/// last.
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
    /// The boundaries that both sides have at a point.
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

/// A position in both texts: between two characters of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Point {
    pub gold: usize,
    pub system: usize,
}

impl Point {
    /// The point `length` characters further on both sides.
    pub(super) fn plus(self, length: usize) -> Self {
        Self { gold: self.gold + length, system: self.system + length }
    }

    /// The point `length` characters back on both sides.
    pub(super) fn minus(self, length: usize) -> Self {
        Self { gold: self.gold - length, system: self.system - length }
    }
}

/// The stretch between two points.
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

    /// True if one side is empty.
    pub(super) fn is_gap(self) -> bool {
        let (gold, system) = self.lengths();
        gold == 0 || system == 0
    }

    /// The size of its table: the number of points, borders included.
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

    /// The stretch without its common prefix.
    pub(super) fn without_prefix(self, texts: &Texts<'_>) -> Self {
        let (gold, system) = self.texts(texts);
        Self { from: self.from.plus(common_prefix(gold, system)), ..self }
    }

    /// The stretch without its common suffix.
    pub(super) fn without_suffix(self, texts: &Texts<'_>) -> Self {
        let (gold, system) = self.texts(texts);
        Self { to: self.to.minus(common_suffix(gold, system)), ..self }
    }
}

/// Characters compared at once: most long runs are equal.
const AT_ONCE: usize = 32;

/// The length of the common prefix.
pub(super) fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    let chunks = a.chunks_exact(AT_ONCE).zip(b.chunks_exact(AT_ONCE)).take_while(|(a, b)| a == b).count();
    let start = chunks * AT_ONCE;
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

/// The length of the common suffix.
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
    /// A substituted character.
    Other,
    /// A character that only gold has.
    Gold,
    /// A character that only the system has.
    System,
}

impl Step {
    /// The number of characters that `steps` steps cover on each side.
    pub(super) fn lengths(self, steps: usize) -> (usize, usize) {
        match self {
            Self::Equal | Self::Other => (steps, steps),
            Self::Gold => (steps, 0),
            Self::System => (0, steps),
        }
    }

    /// The point `steps` steps further.
    pub(super) fn after(self, at: Point, steps: usize) -> Point {
        let (gold, system) = self.lengths(steps);
        Point { gold: at.gold + gold, system: at.system + system }
    }
}

/// A run of steps of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub step: Step,
    pub length: usize,
}

/// A path through both texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub runs: Vec<Run>,
}

impl Path {
    /// Appends steps, joined with the last run if that is of the same kind.
    pub(super) fn push(&mut self, step: Step, length: usize) {
        match self.runs.last_mut() {
            Some(last) if last.step == step => last.length += length,
            _ if length == 0 => {}
            _ => self.runs.push(Run { step, length }),
        }
    }
}
