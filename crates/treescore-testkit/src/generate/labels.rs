//! The labels of the generated trees: Penn phrase labels and part-of-speech tags.

/// An entry of [`LABELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label(u8);

/// The number of phrases in [`LABELS`]; they come first.
pub(super) const PHRASES: usize = 26;

/// All labels: 26 phrases, then 45 tags.
pub(super) const LABELS: [&str; 71] = [
    "TOP", "S", "SBAR", "SBARQ", "SINV", "SQ", "NP", "VP", "PP", "ADVP", "ADJP", "PRT", "QP", "WHNP", "WHPP",
    "WHADVP", "WHADJP", "CONJP", "INTJ", "LST", "NAC", "NX", "PRN", "FRAG", "UCP", "RRC", // tags:
    "CC", "CD", "DT", "EX", "FW", "IN", "JJ", "JJR", "JJS", "LS", "MD", "NN", "NNS", "NNP", "NNPS", "PDT",
    "POS", "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH", "VB", "VBD", "VBG", "VBN", "VBP",
    "VBZ", "WDT", "WP", "WP$", "WRB", "#", "$", ".", ",", ":", "-LRB-", "-RRB-", "``", "''",
];

/// What follows the name in a long label: bytes that no scorer cuts off (a `-` or `=` would be cut).
pub(super) const FEATURES: [&str; 13] = [
    "",
    "_Nom.Sg.Masc",
    "_Nom.Pl.Fem",
    "_Gen.Sg.Neut",
    "_Gen.Pl",
    "_Dat.Sg.Fem",
    "_Acc.Sg.Masc",
    "_Acc.Pl.Neut",
    "_3.Sg.Pres.Ind",
    "_3.Pl.Past.Ind",
    "_1.Sg.Pres.Subj",
    "_Comp.Def",
    "_Indef",
];

impl Label {
    /// Returns the label with this name, if there is one.
    pub(super) fn named(name: &str) -> Option<Self> {
        LABELS.iter().position(|&label| label == name).map(|place| Self(place as u8))
    }

    /// Returns the label of the root, `TOP`.
    pub(super) const fn top() -> Self {
        Self(0)
    }

    pub(super) fn name(self) -> &'static str {
        LABELS[self.index()]
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn is_phrase(self) -> bool {
        self.index() < PHRASES
    }

    /// True for the tags that scorers delete. A word must not become one or stop being one, or the sentence
    /// lengths differ.
    pub(super) fn is_punctuation(self) -> bool {
        matches!(self.name(), "." | "," | ":" | "``" | "''")
    }
}

#[cfg(test)]
mod tests {
    use super::{LABELS, Label, PHRASES};

    #[test]
    fn labels_are_distinct_and_short() {
        for (place, name) in LABELS.iter().enumerate() {
            assert_eq!(Label::named(name).map(Label::index), Some(place), "{name} twice");
            assert!(name.len() <= 6, "{name}");
        }
        assert_eq!((Label::top().name(), LABELS[PHRASES - 1], LABELS[PHRASES]), ("TOP", "RRC", "CC"));
    }
}
