//! The index: what the list of sentences shows and filters by, for all pairs, in columns.

use treescore::measure::{Fate, Sketch, SketchTree, Verdict};

/// Stands for a number that is not known.
const UNKNOWN: u32 = u32::MAX;

/// What became of the items of a pair, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) gold: u32,
    pub(crate) system: u32,
    pub(crate) matched: u32,
    pub(crate) missing: u32,
    pub(crate) relabelled: u32,
    pub(crate) extra: u32,
    pub(crate) crossing: u32,
}

impl Marks {
    /// Counts the items of a pair. Tags that are compared beside brackets are not items.
    pub(crate) fn of(sketch: &Sketch, has_word_fates: bool) -> Self {
        let mut marks = Self::default();
        for fate in fates(&sketch.gold, has_word_fates) {
            marks.gold += 1;
            marks.missing += u32::from(fate.verdict == Verdict::Missing);
        }
        for fate in fates(&sketch.system, has_word_fates) {
            marks.system += 1;
            match fate.verdict {
                Verdict::Matched => marks.matched += 1,
                Verdict::Relabelled => marks.relabelled += 1,
                Verdict::Extra => marks.extra += 1,
                Verdict::Crossing => marks.crossing += 1,
                Verdict::Missing => {}
            }
        }
        marks
    }

    fn columns(self) -> [u32; 7] {
        let Self { gold, system, matched, missing, relabelled, extra, crossing } = self;
        [gold, system, matched, missing, relabelled, extra, crossing]
    }
}

fn fates(tree: &SketchTree, has_word_fates: bool) -> impl Iterator<Item = Fate> + '_ {
    let nodes = (0..tree.nodes()).filter_map(|node| tree.fate(node));
    let words = (0..tree.words()).filter(move |_| has_word_fates);
    nodes.chain(words.flat_map(|word| [tree.tag_fate(word), tree.word_fate(word)].into_iter().flatten()))
}

/// A pair in the index.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) words: Option<u32>,
    pub(crate) document: u32,
    /// The numbers of its gold trees: the first, and one past the last.
    pub(crate) gold: (u64, u64),
    /// What each system made of it.
    pub(crate) systems: Vec<SystemEntry>,
}

/// A pair of one system in the index.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SystemEntry {
    /// The headline figure, if it is defined.
    pub(crate) value: Option<f64>,
    pub(crate) marks: Marks,
    /// 0 if the pair was scored, otherwise the number of the reason plus 1.
    pub(crate) refusal: u32,
}

/// The columns of all pairs as bytes. `slots` says where the trees of each pair are.
pub(crate) fn columns(entries: &[Entry], slots: &[Option<u32>], systems: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(entries.len() * 4 * (3 + systems * 9));
    let mut column =
        |number: &dyn Fn(usize) -> [u8; 4]| (0..entries.len()).for_each(|at| out.extend(number(at)));
    column(&|at| entries[at].words.unwrap_or(UNKNOWN).to_le_bytes());
    column(&|at| entries[at].document.to_le_bytes());
    column(&|at| slots[at].unwrap_or(UNKNOWN).to_le_bytes());
    for system in 0..systems {
        let of = |at: usize| entries[at].systems[system];
        column(&|at| of(at).value.map_or(f32::NAN, |value| value as f32).to_le_bytes());
        for mark in 0..Marks::default().columns().len() {
            column(&|at| of(at).marks.columns()[mark].to_le_bytes());
        }
        column(&|at| of(at).refusal.to_le_bytes());
    }
    out
}
