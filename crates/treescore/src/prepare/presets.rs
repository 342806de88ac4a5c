//! The named recipes: one for each number that papers report.

use super::recipe::{
    Average, Compare, Cut, DeletedWords, Empty, Equate, Name, Punctuation, Recipe, Repeats, Root, Trivial,
    WordForm,
};
use super::speech_file::SpeechFile;

/// A named recipe.
///
/// ```
/// use treescore::prepare::{PRESETS, Recipe};
/// let default = &PRESETS[0];
/// assert_eq!((default.name, default.recipe()), ("collins", Recipe::default()));
/// ```
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The score that it gives, in one line.
    pub about: &'static str,
    make: fn() -> Recipe,
}

impl Preset {
    /// Returns the recipe.
    pub fn recipe(&self) -> Recipe {
        (self.make)()
    }
}

/// All named recipes. The first is the default.
pub const PRESETS: &[Preset] = &[
    Preset { name: "collins", about: "EVALB with COLLINS.prm: the usual number for English", make: collins },
    Preset { name: "new", about: "EVALB with new.prm: also S1, ? and !, and quote repair", make: new },
    Preset {
        name: "evalb-default",
        about: "EVALB without a parameter file: nothing deleted",
        make: evalb_default,
    },
    Preset { name: "spmrl", about: "the SPMRL shared tasks: punctuation counts, roots do not", make: spmrl },
    Preset {
        name: "spmrl-hebrew",
        about: "SPMRL for Hebrew: its SYN_ labels deleted too",
        make: spmrl_hebrew,
    },
    Preset { name: "ctb", about: "Chinese Treebank: PU words deleted", make: ctb },
    Preset {
        name: "aligned",
        about: "alignment-based PARSEVAL: everything but traces and dummy roots; for aligned texts",
        make: Recipe::aligned_rules,
    },
    Preset {
        name: "speech",
        about: "SParseval's parameters for speech, with the malformed pair corrected",
        make: speech,
    },
    Preset { name: "raw", about: "every bracket as written: no cutting, no deleting", make: raw },
    Preset { name: "unlabeled", about: "collins, spans only", make: || collins().unlabeled() },
    Preset {
        name: "unsupervised-sentence",
        about: "unsupervised parsing: sentence mean, no punctuation, no trivial spans",
        make: unsupervised_sentence,
    },
    Preset {
        name: "unsupervised-corpus",
        about: "unsupervised-sentence with the corpus average",
        make: || Recipe { average: Average::Corpus, ..unsupervised_sentence() },
    },
];

impl Recipe {
    /// Returns the recipe with this name (`plain` is `raw`), or `None`.
    ///
    /// ```
    /// use treescore::prepare::Recipe;
    /// assert_eq!(Recipe::named("collins"), Some(Recipe::default()));
    /// assert_eq!(Recipe::named("colins"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let name = if name == "plain" { "raw" } else { name };
        PRESETS.iter().find(|preset| preset.name == name).map(Preset::recipe)
    }
}

impl Recipe {
    /// EVALB's rules without a parameter file.
    pub fn evalb() -> Self {
        evalb_default()
    }

    /// `speech`: fillers, repairs and closed classes of conversation.
    pub fn speech() -> Self {
        speech()
    }

    /// `raw`: everything counts as written.
    pub fn raw() -> Self {
        raw()
    }

    /// The rules of EVALB's SPMRL variant without a parameter file.
    pub fn spmrl_rules() -> Self {
        Self { labels: Cut::Spmrl, tags: Cut::Spmrl, deleted_words: DeletedWords::Keep, ..Self::evalb() }
    }

    /// The rules of alignment-based PARSEVAL without a parameter file.
    pub fn aligned_rules() -> Self {
        let traces = names(&["-NONE-"]);
        Self {
            labels: Cut::Inner,
            delete: traces.clone(),
            uncounted: traces,
            equate: Equate::Brackets,
            root: Root::Dummy,
            ..Self::evalb()
        }
    }
}

impl Default for Recipe {
    /// `collins`: the number that most papers mean, and the one a replacement of EVALB should give by
    /// default.
    fn default() -> Self {
        collins()
    }
}

/// The punctuation tags that COLLINS.prm deletes; `punct` in signatures.
pub(super) const PUNCTUATION_TAGS: [&str; 5] = [",", ":", "``", "''", "."];

fn names(names: &[&str]) -> Vec<Name> {
    names.iter().map(|name| name.as_bytes().to_vec()).collect()
}

/// EVALB's rules without a parameter file.
fn evalb_default() -> Recipe {
    Recipe {
        labels: Cut::Penn,
        tags: Cut::Keep,
        delete: Vec::new(),
        deleted_words: DeletedWords::Drop,
        empties: Vec::new(),
        uncounted: Vec::new(),
        equal_labels: Vec::new(),
        equate: Equate::Everything,
        equal_words: Vec::new(),
        word_form: WordForm::Exact,
        quotes: Vec::new(),
        edits: Vec::new(),
        closed: Vec::new(),
        compare: Compare::Labels,
        root: Root::Count,
        punctuation: Punctuation::OwnTags,
        repeats: Repeats::Each,
        trivial: Trivial::Count,
        empty: Empty::Skip,
        average: Average::Corpus,
        cutoff: Some(40),
    }
}

fn collins() -> Recipe {
    Recipe {
        delete: [names(&["TOP", "-NONE-"]), names(&PUNCTUATION_TAGS)].concat(),
        uncounted: names(&["-NONE-"]),
        equal_labels: vec![(b"ADVP".to_vec(), b"PRT".to_vec())],
        ..evalb_default()
    }
}

fn new() -> Recipe {
    let collins = collins();
    Recipe {
        delete: [collins.delete, names(&["S1", "?", "!"])].concat(),
        quotes: names(&["``", "''", "POS", "NN", "CD", "VBZ", ":"]),
        ..collins
    }
}

fn spmrl() -> Recipe {
    Recipe {
        delete: names(&["TOP", "ROOT", "S1", "-NONE-", "VROOT"]),
        uncounted: names(&["-NONE-"]),
        cutoff: Some(70),
        ..Recipe::spmrl_rules()
    }
}

fn spmrl_hebrew() -> Recipe {
    const TAGS: &str =
        "NN NNP NNT PRP JJ JJT RB RBR MOD VB AUX AGR IN COM REL CC QW HAM WDT DT CD CDT AT H FL ZVL";
    let spmrl = spmrl();
    let syntactic = TAGS.split(' ').map(|tag| format!("SYN_{tag}").into_bytes());
    Recipe { delete: spmrl.delete.into_iter().chain(syntactic).collect(), cutoff: Some(40), ..spmrl }
}

fn ctb() -> Recipe {
    Recipe {
        delete: names(&["TOP", "ROOT", "-NONE-", "PU"]),
        uncounted: names(&["-NONE-"]),
        ..evalb_default()
    }
}

fn speech() -> Recipe {
    Recipe::of_speech_file(&SpeechFile::fixed())
}

fn raw() -> Recipe {
    Recipe { labels: Cut::Keep, cutoff: None, ..evalb_default() }
}

fn unsupervised_sentence() -> Recipe {
    let tags = ["-NONE-", ",", ":", "``", "''", ".", "-LRB-", "-RRB-", "#", "$"];
    Recipe {
        delete: [names(&["TOP", "ROOT", "S1"]), names(&tags)].concat(),
        uncounted: names(&tags),
        compare: Compare::Spans,
        punctuation: Punctuation::GoldTags,
        repeats: Repeats::Once,
        trivial: Trivial::DropBoth,
        empty: Empty::One,
        average: Average::Sentence,
        cutoff: Some(10),
        ..evalb_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for (i, preset) in PRESETS.iter().enumerate() {
            assert!(PRESETS[..i].iter().all(|other| other.name != preset.name));
            assert_eq!(Recipe::named(preset.name), Some(preset.recipe()));
        }
        assert_eq!(Recipe::named("plain"), Recipe::named("raw"));
        assert_eq!(Recipe::named("nonsense"), None);
        assert_eq!(Recipe::default(), PRESETS[0].recipe());
    }
}
