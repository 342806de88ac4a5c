//! The recipe: every decision that changes a score, as one value.

use crate::values::choice;

/// A label or a word, as bytes.
pub type Name = Vec<u8>;

/// All decisions about what counts, from function tags to the average. A traditional scorer is a value of
/// this type, not a piece of code. Two scores are comparable if their recipes are equal.
///
/// ```
/// use treescore::prepare::Recipe;
/// let recipe = Recipe::named("collins").unwrap();
/// assert_eq!(recipe.clone().unlabeled(), Recipe::named("unlabeled").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Where to cut the labels of brackets (function tags and indices).
    pub labels: Cut,
    /// Where to cut the tags of words.
    pub tags: Cut,
    /// Labels of brackets that do not count, and tags of words that do not count (see `deleted_words`).
    pub delete: Vec<Name>,
    /// How to treat words whose tag is in `delete`.
    pub deleted_words: DeletedWords,
    /// Labels of brackets and tags of words that are removed with everything below them, as if they were not
    /// written.
    pub empties: Vec<Name>,
    /// Tags of words that do not count for the length of a sentence.
    pub uncounted: Vec<Name>,
    /// Pairs of labels (and of tags) that count as equal. Not transitive, as in EVALB.
    pub equal_labels: Vec<(Name, Name)>,
    /// Where `equal_labels` apply.
    pub equate: Equate,
    /// Pairs of words that count as equal.
    pub equal_words: Vec<(Name, Name)>,
    /// The form in which words are compared.
    pub word_form: WordForm,
    /// Tags under which an apostrophe, quote or slash may have been deleted on one side only. Where the
    /// numbers of words differ, such quotes are put back.
    pub quotes: Vec<Name>,
    /// Labels of speech repairs: the words below them are edited. A run of edited words is one bracket, and
    /// other brackets reach from their first to their last word that is not edited.
    pub edits: Vec<Name>,
    /// Tags, and words, of closed class. Measures of open classes leave them out.
    pub closed: Vec<Name>,
    /// Whether labels must be equal for brackets to match.
    pub compare: Compare,
    /// Whether the outermost bracket counts.
    pub root: Root,
    /// Which tags decide which words are deleted.
    pub punctuation: Punctuation,
    /// Whether a repeated bracket counts each time.
    pub repeats: Repeats,
    /// Whether brackets count that every tree has.
    pub trivial: Trivial,
    /// The score of a sentence without anything to find.
    pub empty: Empty,
    /// The average in the headline.
    pub average: Average,
    /// The sentence length up to which a second row of scores is given.
    pub cutoff: Option<u32>,
    /// The length of the shortest sentence that counts; shorter ones contribute nothing.
    pub shortest: u32,
}

choice! {
    /// Where a label is cut.
    Cut {
        /// Nowhere.
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
    /// Returns the label without the part that this setting cuts off.
    ///
    /// ```
    /// use treescore::prepare::Cut;
    /// assert_eq!(Cut::Penn.apply(b"NP-SBJ=1"), b"NP");
    /// assert_eq!(Cut::Inner.apply(b"-NONE-"), b"-NONE");
    /// ```
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
    /// How to treat words whose tag is deleted.
    DeletedWords {
        /// Delete them, and brackets that contain nothing else.
        Drop = "drop",
        /// Keep them; delete only brackets.
        Keep = "keep",
    }
}

choice! {
    /// Where equal labels apply.
    Equate {
        /// Everywhere, as in EVALB: to brackets, to tags, and to deleted labels.
        Everything = "everything",
        /// Only to brackets that are compared.
        Brackets = "brackets",
    }
}

choice! {
    /// The form in which words are compared.
    WordForm {
        /// As written.
        Exact = "exact",
        /// In lower case and without hyphens, and by chains of equal words: `Uh-huh` is `uhhuh` and equals
        /// everything that `uhhuh` equals. This equality is transitive, unlike SParseval's: a class for each
        /// word is what alignment kernels, matching by key and hashes need.
        Folded = "folded",
        /// In the normal form of text alignment: escapes, quotes, dashes, compatibility characters, invisible
        /// characters and case do not matter.
        Normal = "normal",
        /// Not at all: only their number counts.
        Any = "any",
    }
}

choice! {
    /// Whether labels must be equal for brackets to match.
    Compare {
        /// They must.
        Labels = "labels",
        /// They need not: only spans are compared.
        Spans = "spans",
    }
}

choice! {
    /// Whether the outermost bracket counts.
    Root {
        /// Like any other bracket.
        Count = "count",
        /// Never, regardless of its label.
        Drop = "drop",
        /// Unless it is a dummy root, which only holds the tree: labelled `TOP`, `ROOT`, `S1`, `@S`,
        /// `VROOT` or nothing.
        Dummy = "dummy",
    }
}

impl Root {
    /// The labels of dummy roots.
    pub const DUMMIES: [&str; 6] = ["TOP", "ROOT", "S1", "@S", "VROOT", ""];
}

choice! {
    /// Which tags decide which words are deleted.
    Punctuation {
        /// The tags of each side.
        OwnTags = "own",
        /// The gold tags, for both sides.
        GoldTags = "gold",
    }
}

choice! {
    /// Whether a repeated bracket counts each time.
    Repeats {
        /// Each time (a multiset).
        Each = "each",
        /// Once (a set).
        Once = "once",
        /// Each time, but of brackets that are the same only one can match, as in PYEVALB: a tree with repeated
        /// brackets does not match itself.
        MatchOnce = "match-once",
    }
}

choice! {
    /// Whether brackets count that every tree has.
    Trivial {
        /// All count.
        Count = "count",
        /// Brackets over one word do not count.
        DropWords = "drop-words",
        /// Brackets over the whole sentence do not count.
        DropSentence = "drop-sentence",
        /// Neither kind counts.
        DropBoth = "drop-both",
    }
}

choice! {
    /// The score of a sentence without anything to find.
    Empty {
        /// Undefined: the sentence is left out of the mean.
        Skip = "skip",
        /// 1.
        One = "one",
        /// 0.
        Zero = "zero",
    }
}

choice! {
    /// The average in the headline.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
    Average {
        /// The score of the summed counts.
        Corpus = "corpus",
        /// The mean of the sentence scores.
        Sentence = "sentence",
    }
}

impl Recipe {
    /// The same recipe with spans compared and labels ignored.
    ///
    /// ```
    /// use treescore::prepare::{Compare, Recipe};
    /// assert_eq!(Recipe::raw().unlabeled().compare, Compare::Spans);
    /// ```
    #[must_use]
    pub fn unlabeled(self) -> Self {
        Self { compare: Compare::Spans, ..self }
    }
}
