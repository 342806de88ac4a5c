//! What labels mean for chunks: the sets they belong to, as phrases and as tags.

use treescore::values::hash::HashMap;

use crate::Inventory;
use treescore::tree::{Label, Labels};

/// The sets that a label belongs to, one bit each. Phrases and tags have sets of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sets(u32);

impl Sets {
    /// True if it is in any of these sets.
    pub(super) fn any(self, sets: Self) -> bool {
        self.0 & sets.0 != 0
    }
}

// Sets of tags:
pub(super) const LINK: Sets = Sets(1);
pub(super) const VERB: Sets = Sets(1 << 1);
pub(super) const DET: Sets = Sets(1 << 2);
pub(super) const CC: Sets = Sets(1 << 3);
pub(super) const POS: Sets = Sets(1 << 4);
/// Empty elements.
pub(super) const TRACE: Sets = Sets(1 << 5);

const TAGS: [(Sets, &[&str]); 6] = [
    (LINK, &[",", ".", ":", "``", "''", "-LRB-", "-RRB-", "LRB", "RRB", "HYPH", "NFP", "CC"]),
    (VERB, &["VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "TO"]),
    (DET, &["DT", "PDT", "PRP$", "WP$", "WDT"]),
    (CC, &["CC"]),
    (POS, &["POS"]),
    (TRACE, &["-NONE-"]),
];

// Sets of phrases:
pub(super) const CLAUSE: Sets = Sets(1);
pub(super) const NOMINAL: Sets = Sets(1 << 1);
pub(super) const RUN: Sets = Sets(1 << 2);
pub(super) const MODIFIER: Sets = Sets(1 << 3);
pub(super) const OBJECT: Sets = Sets(1 << 4);
pub(super) const MEASURED: Sets = Sets(1 << 5);
/// Phrases that any modifier may head.
pub(super) const MODIFIED: Sets = Sets(1 << 6);
pub(super) const NOUN: Sets = Sets(1 << 7);
pub(super) const PREPOSITIONAL: Sets = Sets(1 << 8);
pub(super) const VERBAL: Sets = Sets(1 << 9);
pub(super) const COORDINATION: Sets = Sets(1 << 10);
pub(super) const NX: Sets = Sets(1 << 11);
pub(super) const QP: Sets = Sets(1 << 12);

const PHRASES: [(Sets, &[&str]); 13] = [
    (CLAUSE, &["", "TOP", "ROOT", "S1", "S", "SINV", "SQ", "SBARQ", "FRAG", "RRC", "PRN"]),
    (NOMINAL, &["NP", "NX", "WHNP", "NAC"]),
    (RUN, &["ADJP", "QP", "NX", "NAC", "UCP"]),
    (MODIFIER, &["ADJP", "ADVP", "QP", "NAC", "NX", "UCP", "WHADJP", "WHADVP", "PRT", "INTJ", "X", "CONJP"]),
    (OBJECT, &["NP", "NX", "NAC", "QP", "ADJP", "ADVP", "PP", "WHNP", "WHPP", "WHADVP", "X"]),
    (MEASURED, &["ADVP", "ADJP", "PP", "WHADVP", "WHADJP", "WHPP", "SBAR", "QP"]),
    (MODIFIED, &["ADVP", "ADJP", "WHADVP", "WHADJP", "QP"]),
    (NOUN, &["NP", "WHNP"]),
    (PREPOSITIONAL, &["PP", "WHPP"]),
    (VERBAL, &["VP"]),
    (COORDINATION, &["CONJP"]),
    (NX, &["NX"]),
    (QP, &["QP"]),
];

/// Phrases that a nominal phrase without words of its own projects, the best first.
const PROJECTION: [&str; 8] = ["NX", "NAC", "QP", "ADJP", "UCP", "X", "NP", "WHNP"];

/// The number of a phrase label without its function tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stem(u32);

impl Stem {
    pub(super) const VP: Self = Self(0);
    pub(super) const NULL: Self = Self(1);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known about a stem.
#[derive(Clone, Debug)]
struct StemKind {
    name: Box<[u8]>,
    sets: Sets,
    projection: Option<u8>,
}

/// What is known about a label.
#[derive(Clone, Copy, Debug)]
struct LabelKind {
    stem: Stem,
    tag: Sets,
    /// The length of the tag within the label.
    tag_length: usize,
}

/// The meaning of all labels of one table, worked out once per label.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    labels: Vec<LabelKind>,
    stems: Vec<StemKind>,
    numbers: HashMap<Box<[u8]>, Stem>,
}

impl Default for Kinds {
    fn default() -> Self {
        let mut kinds = Self { labels: Vec::new(), stems: Vec::new(), numbers: HashMap::default() };
        for name in ["VP", Inventory::NULL] {
            kinds.stem(name.as_bytes()); // in the order of `Stem::VP`, `Stem::NULL`
        }
        kinds
    }
}

impl Kinds {
    /// Adds the labels that are new.
    pub(super) fn update(&mut self, labels: &Labels) {
        for at in self.labels.len()..labels.len() {
            let name = labels.name(Label::from_index(at));
            let (stem, tag) = (self.stem(stem_of(name)), tag_of(name));
            self.labels.push(LabelKind { stem, tag: sets_of(tag, &TAGS), tag_length: tag.len() });
        }
    }

    fn stem(&mut self, name: &[u8]) -> Stem {
        if let Some(&stem) = self.numbers.get(name) {
            return stem;
        }
        let stem = Stem(self.stems.len() as u32);
        let projection = PROJECTION.iter().position(|label| label.as_bytes() == name).map(|at| at as u8);
        self.stems.push(StemKind { name: name.into(), sets: sets_of(name, &PHRASES), projection });
        self.numbers.insert(name.into(), stem);
        stem
    }

    /// Returns the stem of a label.
    pub(super) fn stem_of(&self, label: Label) -> Stem {
        self.labels[label.index()].stem
    }

    /// Returns the sets of a label as a tag.
    pub(super) fn tag(&self, label: Label) -> Sets {
        self.labels[label.index()].tag
    }

    /// Returns the length of the tag within a label.
    pub(super) fn tag_length(&self, label: Label) -> usize {
        self.labels[label.index()].tag_length
    }

    /// Returns the sets of a phrase.
    pub(super) fn phrase(&self, stem: Stem) -> Sets {
        self.stems[stem.index()].sets
    }

    /// Returns its rank among the projections of a nominal phrase, from the best.
    pub(super) fn projection(&self, stem: Stem) -> Option<u8> {
        self.stems[stem.index()].projection
    }

    pub(super) fn name(&self, stem: Stem) -> &[u8] {
        &self.stems[stem.index()].name
    }
}

fn sets_of(name: &[u8], table: &[(Sets, &[&str])]) -> Sets {
    let is_in = |names: &[&str]| names.iter().any(|member| member.as_bytes() == name);
    let bits = table.iter().filter(|(_, names)| is_in(names)).fold(0, |bits, (set, _)| bits | set.0);
    Sets(bits)
}

/// Returns the label without function tags: `NP-SBJ=2` is an `NP`. A label that begins with `-` is kept
/// whole.
fn stem_of(label: &[u8]) -> &[u8] {
    cut(label, |byte| matches!(byte, b'-' | b'=' | b'|'))
}

/// Returns the tag: `JJ|RB` is a `JJ`; `-LRB-` and `PRP$` are kept whole.
fn tag_of(label: &[u8]) -> &[u8] {
    cut(label, |byte| byte == b'|')
}

fn cut(label: &[u8], ends: impl Fn(u8) -> bool) -> &[u8] {
    let end = label.iter().position(|&byte| ends(byte)).filter(|_| !label.starts_with(b"-"));
    &label[..end.unwrap_or(label.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut() {
        for (label, stem, tag) in [
            ("NP-SBJ-1", "NP", "NP-SBJ-1"),
            ("NP-TMP=2", "NP", "NP-TMP=2"),
            ("ADVP|PRT", "ADVP", "ADVP"),
            ("-LRB-", "-LRB-", "-LRB-"),
            ("-A|B", "-A|B", "-A|B"),
            ("PRP$", "PRP$", "PRP$"),
            ("JJ|RB-X", "JJ", "JJ"),
            ("=x", "", "=x"),
            ("|x", "", ""),
            ("", "", ""),
        ] {
            let found = (stem_of(label.as_bytes()), tag_of(label.as_bytes()));
            assert_eq!(found, (stem.as_bytes(), tag.as_bytes()), "{label}");
        }
    }

    #[test]
    fn sets_have_bits_of_their_own() {
        for table in [&TAGS[..], &PHRASES] {
            let all = table.iter().fold(0, |bits, (set, _)| {
                assert_eq!((bits & set.0, set.0.count_ones()), (0, 1), "{set:?}");
                bits | set.0
            });
            assert_eq!(all.count_ones() as usize, table.len());
        }
    }
}
