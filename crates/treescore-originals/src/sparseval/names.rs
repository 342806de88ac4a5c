//! Labels and words as numbers, and the parameters' rules for each label (specification, section 3).

use treescore::prepare::speech_file::SpeechFile;
use treescore::tree::{Label, Labels, Which};
use treescore::values::hash::{HashMap, HashSet};

/// The number of a word. Words are numbered by the same kind of table as labels.
pub(super) type Word = Label;

/// The label of every root.
pub(super) const ROOT: &[u8] = b"TOP";

/// What the parameters say about a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be true of a label")]
pub(super) struct Marks {
    pub(super) is_deletable: bool,
    pub(super) is_edit: bool,
    pub(super) is_empty: bool,
    pub(super) is_closed: bool,
}

/// Returns the placeholder for a missing label or word. It differs by side, so that placeholders never match.
pub(super) fn placeholder(side: Which) -> &'static [u8] {
    match side {
        Which::Gold => b"gU~l",
        Which::System => b"tU~l",
    }
}

/// The parameters about labels, as tables.
#[derive(Debug)]
struct Rules<'a> {
    folded: HashMap<&'a [u8], &'a [u8]>,
    deletable: HashSet<&'a [u8]>,
    edits: HashSet<&'a [u8]>,
    empty: HashSet<&'a [u8]>,
    closed: HashSet<&'a [u8]>,
}

impl<'a> Rules<'a> {
    fn new(params: &'a SpeechFile) -> Self {
        let all = |list: &'a [Vec<u8>]| list.iter().map(Vec::as_slice).collect();
        Self {
            // The original prepends new entries to its list: the last line wins.
            folded: params.eq_label.iter().map(|(from, to)| (&from[..], &to[..])).collect(),
            deletable: all(&params.delete_label),
            edits: all(&params.edit_label),
            empty: all(&params.empty_node),
            closed: all(&params.closed_class),
        }
    }
}

/// All labels and words of a run.
#[derive(Debug)]
pub(super) struct Names<'a> {
    rules: Rules<'a>,
    /// Normalised labels, including those of head tables.
    pub(super) labels: Labels,
    pub(super) words: Labels,
    marks: Vec<Option<Marks>>,
    /// Labels as written, and for each its normalised label.
    written: Labels,
    normalised: Vec<Option<Label>>,
}

impl<'a> Names<'a> {
    pub(super) fn new(params: &'a SpeechFile) -> Self {
        Self {
            rules: Rules::new(params),
            labels: Labels::new(),
            words: Labels::new(),
            marks: Vec::new(),
            written: Labels::new(),
            normalised: Vec::new(),
        }
    }

    /// Returns the normalised form of a label of the input.
    pub(super) fn normalise(&mut self, text: &[u8]) -> Label {
        let written = self.written.intern(text);
        if let Some(Some(label)) = self.normalised.get(written.index()) {
            return *label;
        }
        let cut = cut(text);
        let label = self.labels.intern(self.rules.folded.get(cut).unwrap_or(&cut));
        fill(&mut self.normalised, written.index(), label);
        label
    }

    pub(super) fn marks(&mut self, label: Label) -> Marks {
        if let Some(Some(marks)) = self.marks.get(label.index()) {
            return *marks;
        }
        let name = self.labels.name(label);
        let marks = Marks {
            is_deletable: self.rules.deletable.contains(name),
            is_edit: self.rules.edits.contains(name),
            is_empty: self.rules.empty.contains(name),
            is_closed: self.rules.closed.contains(name),
        };
        fill(&mut self.marks, label.index(), marks);
        marks
    }

    /// Returns the label of a root, which the input never decides.
    pub(super) fn root(&mut self) -> Label {
        self.labels.intern(ROOT)
    }

    /// Returns the text of a word, or what the original prints for a missing one.
    pub(super) fn word(&self, word: Option<Word>) -> &[u8] {
        word.map_or(b"(null)", |word| self.words.name(word))
    }
}

fn fill<T: Clone>(list: &mut Vec<Option<T>>, at: usize, value: T) {
    if list.len() <= at {
        list.resize(at + 1, None);
    }
    list[at] = Some(value);
}

/// Cuts a label at the first `-` or `=` that is neither the first nor the last byte.
fn cut(label: &[u8]) -> &[u8] {
    let inner = label.get(1..label.len().saturating_sub(1)).unwrap_or_default();
    match inner.iter().position(|byte| matches!(byte, b'-' | b'=')) {
        Some(at) => &label[..=at],
        None => label,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_then_folded_once() {
        let (params, _) =
            SpeechFile::parse(b"EQ_LABEL A B\nEQ_LABEL B C\nEQ_LABEL A D\nEQ_LABEL E\nEQ_LABEL NP-X Y");
        let mut names = Names::new(&params);
        for (text, expected) in [
            ("NP-SBJ-1", "NP"),
            ("NP=2", "NP"),
            ("-NONE-", "-NONE-"),
            ("NP-", "NP-"),
            ("-", "-"),
            ("--", "--"),
            ("---", "-"),
            ("-X-Y", "-X"),
            ("", ""),
            ("A-1", "D"),
            ("B", "C"),
            ("E", ""),
            ("NP-X", "NP"),
        ] {
            for _ in 0..2 {
                let label = names.normalise(text.as_bytes());
                assert_eq!(names.labels.name(label), expected.as_bytes(), "{text}");
            }
        }
    }
}
