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
    /// Labels of roots whose trees are not sentences; they are left out when files are read.
    pub skip: &'static [&'static str],
}

impl Preset {
    /// Finds a named recipe, by its name or an older one.
    ///
    /// ```
    /// use treescore::prepare::Preset;
    /// assert_eq!(Preset::named("switchboard").map(|preset| preset.skip), Some(&["CODE"][..]));
    /// assert_eq!(Preset::named("plain").map(|preset| preset.name), Some("raw"));
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = alias.map_or(name, |(_, name)| name);
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Returns the recipe.
    pub fn recipe(&self) -> Recipe {
        (self.make)()
    }
}

/// All named recipes. The first is the default.
pub const PRESETS: &[Preset] = &[
    preset("collins", "EVALB with COLLINS.prm: the usual number for English", collins),
    preset("new", "EVALB with new.prm: also S1, ? and !, and quote repair", new),
    preset("evalb-default", "EVALB without a parameter file: nothing deleted", evalb_default),
    preset("spmrl", "the SPMRL shared tasks: punctuation counts, roots do not", spmrl),
    preset("spmrl-hebrew", "SPMRL for Hebrew: its SYN_ labels deleted too", spmrl_hebrew),
    preset("ctb", "Chinese Treebank: EVALB with PU deleted instead of English punctuation", ctb),
    preset(
        "aligned",
        "alignment-based PARSEVAL: everything but traces and dummy roots; for aligned texts",
        Recipe::aligned_rules,
    ),
    preset("speech", "SParseval's parameters for speech, with the malformed pair corrected", speech),
    Preset {
        skip: &["CODE"],
        ..preset(
            "switchboard",
            "speech, for LDC's Switchboard trees: no speaker codes, no disfluency marks",
            switchboard,
        )
    },
    preset("raw", "every bracket as written: no cutting, no deleting", raw),
    preset("pyevalb", "PYEVALB: every bracket as written, and of repeated ones only one can match", pyevalb),
    preset("supar", "SuPar: nothing cut; TOP, S1, empty labels, traces and punctuation deleted", supar),
    preset("unlabeled", "collins, spans only", || collins().unlabeled()),
    preset("prpn", "unsupervised parsing as PRPN and ON-LSTM report it: mean of all sentences", prpn),
    preset("c-pcfg", "unsupervised parsing as C-PCFG reports it: without sentences of one word", || Recipe {
        shortest: 2,
        ..prpn()
    }),
    preset("unsupervised-corpus", "unsupervised parsing with the corpus average", || Recipe {
        average: Average::Corpus,
        ..prpn()
    }),
];

/// Other names of recipes.
const ALIASES: [(&str, &str); 4] =
    [("plain", "raw"), ("unlabelled", "unlabeled"), ("on-lstm", "prpn"), ("unsupervised-sentence", "prpn")];

const fn preset(name: &'static str, about: &'static str, make: fn() -> Recipe) -> Preset {
    Preset { name, about, make, skip: &[] }
}

impl Recipe {
    /// Returns the recipe with this name or an older one (`plain` is `raw`), or `None`.
    ///
    /// ```
    /// use treescore::prepare::Recipe;
    /// assert_eq!(Recipe::named("collins"), Some(Recipe::default()));
    /// assert_eq!(Recipe::named("colins"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Preset::named(name).map(Preset::recipe)
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
        shortest: 1,
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

/// Marks of the Switchboard treebank: restarts in brackets, ends of sentences.
fn switchboard() -> Recipe {
    let speech = speech();
    let marks = names(&["CODE", "-DFL-", "RM", "IP", "RS"]);
    Recipe {
        delete: [speech.delete, marks.clone()].concat(),
        uncounted: [speech.uncounted, marks].concat(),
        ..speech
    }
}

fn raw() -> Recipe {
    Recipe { labels: Cut::Keep, cutoff: None, ..evalb_default() }
}

/// PYEVALB has no parameters. It counts all brackets of each side, but matches sets of them.
fn pyevalb() -> Recipe {
    Recipe { repeats: Repeats::MatchOnce, ..raw() }
}

/// What `SuPar`'s constituency parsers delete and equate by default. Labels are compared as written.
fn supar() -> Recipe {
    Recipe {
        delete: [names(&["TOP", "S1", "-NONE-"]), names(&PUNCTUATION_TAGS), names(&["?", "!", ""])].concat(),
        uncounted: names(&["-NONE-"]),
        equal_labels: vec![(b"ADVP".to_vec(), b"PRT".to_vec())],
        equate: Equate::Brackets,
        ..raw()
    }
}

/// PRPN and ON-LSTM keep words with the tags of words only, and score a sentence without spans as 1.
fn prpn() -> Recipe {
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
        for (alias, name) in ALIASES {
            assert_eq!(Recipe::named(alias), Recipe::named(name));
            assert!(PRESETS.iter().all(|preset| preset.name != alias));
        }
        assert_eq!(Recipe::named("nonsense"), None);
        assert_eq!(Recipe::default(), PRESETS[0].recipe());
    }
}
