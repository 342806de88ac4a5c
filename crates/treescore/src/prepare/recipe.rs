//! What a recipe is: every decision that changes a score, as one value.

use crate::values::choice;

/// A label or a word as bytes.
pub type Name = Vec<u8>;

/// All decisions about what counts, from function tags to the average. A traditional scorer is a value of this type, not a
/// piece of code; two scores are comparable if their recipes are equal.
///
/// ```
/// use treescore::prepare::Recipe;
/// let recipe = Recipe::named("collins").unwrap();
/// assert_eq!(recipe.clone().unlabeled(), Recipe::named("unlabeled").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Where the labels of brackets are cut (function tags and indices).
    pub labels: Cut,
    /// Where the tags of words are cut.
    pub tags: Cut,
    /// Labels of brackets that do not count, and tags of words that do not count (see `deleted_words`).
    pub delete: Vec<Name>,
    /// What becomes of words whose tag is in `delete`.
    pub deleted_words: DeletedWords,
    /// Labels of brackets and tags of words that vanish with everything below them, as if they had not been written.
    pub empties: Vec<Name>,
    /// Tags of words that do not count for the length of a sentence.
    pub uncounted: Vec<Name>,
    /// Pairs of labels (and of tags) that count as equal. Not transitive, as in EVALB.
    pub equal_labels: Vec<(Name, Name)>,
    /// What `equal_labels` are equal for.
    pub equate: Equate,
    /// Pairs of words that count as equal.
    pub equal_words: Vec<(Name, Name)>,
    /// In which form words are compared.
    pub word_form: WordForm,
    /// Tags under which an apostrophe, quote or slash may have been deleted on one side only; see [`quotes`](super::quotes).
    pub quotes: Vec<Name>,
    /// Labels of speech repairs: words below them are edited; see [`Prepared`](super::Prepared).
    pub edits: Vec<Name>,
    /// Tags, and words, of closed class: measures of open classes leave them out.
    pub closed: Vec<Name>,
    /// Do brackets need equal labels to match?
    pub compare: Compare,
    /// Does the outermost bracket count?
    pub root: Root,
    /// Whose tags decide which words are deleted?
    pub punctuation: Punctuation,
    /// Does a bracket that occurs several times count each time?
    pub repeats: Repeats,
    /// Do brackets count that any tree must have?
    pub trivial: Trivial,
    /// The score of a sentence in which there is nothing to find.
    pub empty: Empty,
    /// Which average is the headline.
    pub average: Average,
    /// Length up to which a second row of scores is given.
    pub cutoff: Option<u32>,
}

choice! {
    /// Where a label ends.
    Cut {
        /// Labels are taken as they are.
        Keep = "keep",
        /// At the first `-` or `=`.
        Penn = "cut",
        /// At the first `-`, `=` or `#`.
        Spmrl = "cut-hash",
        /// At the first `-` or `=` that is not the first character.
        Inner = "cut-inner",
    }
}

impl Cut {
    /// The label without what this setting cuts off.
    pub fn apply(self, label: &[u8]) -> &[u8] {
        let (first, is_cut): (usize, fn(&u8) -> bool) = match self {
            Self::Keep => return label,
            Self::Penn => (0, |byte| matches!(byte, b'-' | b'=')),
            Self::Spmrl => (0, |byte| matches!(byte, b'-' | b'=' | b'#')),
            Self::Inner => (1, |byte| matches!(byte, b'-' | b'=')),
        };
        let end = label.iter().skip(first).position(is_cut);
        end.map_or(label, |end| &label[..first + end])
    }
}

choice! {
    /// What becomes of words whose tag is deleted.
    DeletedWords {
        /// They go, and brackets over nothing else go with them.
        Drop = "drop",
        /// They stay; only brackets are deleted.
        Keep = "keep",
    }
}

choice! {
    /// What equal labels are equal for.
    Equate {
        /// For everything, as in EVALB: for brackets, for tags, and for what is deleted.
        Everything = "everything",
        /// For brackets that are compared, and nothing else.
        Brackets = "brackets",
    }
}

choice! {
    /// In which form words are compared.
    WordForm {
        /// As they are written.
        Exact = "exact",
        /// In lower case and without hyphens, and by chains of equal words: `Uh-huh` is `uhhuh`, and whatever that equals.
        Folded = "folded",
    }
}

choice! {
    /// Do brackets need equal labels to match?
    Compare {
        /// Yes.
        Labels = "labels",
        /// No: spans only.
        Spans = "spans",
    }
}

choice! {
    /// Does the outermost bracket count?
    Root {
        /// Like any other.
        Count = "count",
        /// Never, whatever its label.
        Drop = "drop",
        /// Not if it is only there to hold the tree: if it is called `TOP`, `ROOT`, `S1`, `@S` or nothing at all.
        Dummy = "dummy",
    }
}

impl Root {
    /// The labels of roots that are only there to hold the tree.
    pub const DUMMIES: [&str; 5] = ["TOP", "ROOT", "S1", "@S", ""];
}

choice! {
    /// Whose tags decide which words are deleted?
    Punctuation {
        /// Each side's own.
        OwnTags = "own",
        /// The gold tags, for both sides.
        GoldTags = "gold",
    }
}

choice! {
    /// Does a bracket that occurs several times count each time?
    Repeats {
        /// Each time (a multiset).
        Each = "each",
        /// Once (a set).
        Once = "once",
    }
}

choice! {
    /// Do brackets count that any tree must have?
    Trivial {
        /// All count.
        Count = "count",
        /// Brackets over one word do not.
        DropWords = "drop-words",
        /// Brackets over the whole sentence do not.
        DropSentence = "drop-sentence",
        /// Neither does.
        DropBoth = "drop-both",
    }
}

choice! {
    /// The score of a sentence in which there is nothing to find.
    Empty {
        /// Undefined: the sentence is left out of the mean.
        Skip = "skip",
        /// Perfect.
        One = "one",
        /// Nothing.
        Zero = "zero",
    }
}

choice! {
    /// Which of the two averages is the headline.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    Average {
        /// Score of the summed tallies.
        Corpus = "corpus",
        /// Mean of the sentences' scores.
        Sentence = "sentence",
    }
}

impl Recipe {
    /// The same, with spans compared and labels ignored.
    #[must_use]
    pub fn unlabeled(self) -> Self {
        Self { compare: Compare::Spans, ..self }
    }
}
