//! Labels and words of both sides as numbers, with the parameters' rules worked out once for each.

use super::params::Parameters;
use super::python;
use treescore::tree::{Label, Labels};
use treescore::values::Vocabulary;
use treescore::values::hash::HashSet;

/// What the parameters say about a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelFacts {
    pub(super) is_deleted: bool,
    pub(super) is_quote: bool,
    /// Whether it counts for the length when it is removed.
    pub(super) counts_for_length: bool,
    /// The label as a bracket, cut at the first `-`; `None` for `TOP`, which is not a bracket.
    pub(super) bracket: Option<Label>,
}

/// What is known about a word as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordFacts {
    /// Number of the word in lower case.
    pub(super) lower: u32,
    /// Characters as written.
    pub(super) characters: u32,
}

/// The labels and words of a run.
#[derive(Clone, Debug)]
pub(super) struct Names<'p> {
    parameters: &'p Parameters,
    deleted: HashSet<&'p str>,
    quotes: HashSet<&'p str>,
    uncounted: HashSet<&'p str>,
    labels: Labels,
    /// By label; `None` until a label is first looked up.
    label_facts: Vec<Option<LabelFacts>>,
    words: Vocabulary,
    lower: Vocabulary,
    word_facts: Vec<WordFacts>,
    buffer: String,
}

impl<'p> Names<'p> {
    pub(super) fn new(parameters: &'p Parameters) -> Self {
        let all = |list: &'p [String]| list.iter().map(String::as_str).collect();
        Self {
            parameters,
            deleted: all(&parameters.delete),
            quotes: all(&parameters.quote),
            uncounted: all(&parameters.delete_for_length),
            labels: Labels::new(),
            label_facts: Vec::new(),
            words: Vocabulary::default(),
            lower: Vocabulary::default(),
            word_facts: Vec::new(),
            buffer: String::new(),
        }
    }

    pub(super) fn parameters(&self) -> &'p Parameters {
        self.parameters
    }

    /// Returns the number of a label and what the parameters say about it.
    pub(super) fn label(&mut self, name: &str) -> (Label, LabelFacts) {
        let label = self.number_of_label(name);
        if let Some(Some(facts)) = self.label_facts.get(label.index()) {
            return (label, *facts);
        }
        let cut = name.split('-').next().unwrap_or_default();
        let facts = LabelFacts {
            is_deleted: self.deleted.contains(name),
            is_quote: self.quotes.contains(name),
            counts_for_length: !self.uncounted.contains(name),
            bracket: (name != "TOP").then(|| self.number_of_label(cut)),
        };
        let known = self.label_facts.len().max(label.index() + 1);
        self.label_facts.resize(known, None);
        self.label_facts[label.index()] = Some(facts);
        (label, facts)
    }

    /// Returns the number of a label only.
    pub(super) fn number_of_label(&mut self, name: &str) -> Label {
        self.labels.intern(name.as_bytes())
    }

    /// True if the tag is deleted. Only the tag of a word without any enclosing bracket can still be there.
    pub(super) fn is_deleted(&self, tag: Label) -> bool {
        self.label_facts.get(tag.index()).copied().flatten().is_some_and(|facts| facts.is_deleted)
    }

    /// Returns the number of a word as written.
    pub(super) fn word(&mut self, word: &str) -> u32 {
        let number = self.words.number(word.as_bytes());
        if number as usize == self.word_facts.len() {
            self.buffer.clear();
            python::lower(word, &mut self.buffer);
            let lower = self.lower.number(self.buffer.as_bytes());
            self.word_facts.push(WordFacts { lower, characters: word.chars().count() as u32 });
        }
        number
    }

    /// Returns what is known about a word.
    pub(super) fn facts(&self, word: u32) -> WordFacts {
        self.word_facts[word as usize]
    }

    /// Returns a word in lower case.
    pub(super) fn lower(&self, word: u32) -> &[u8] {
        self.lower.name(self.facts(word).lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_at_the_first_hyphen() {
        let parameters = Parameters::evalb();
        let mut names = Names::new(&parameters);
        for (label, expected) in [
            ("NP", Some("NP")),
            ("NP-SBJ-1", Some("NP")),
            ("NP=2", Some("NP=2")),
            ("ADVP|PRT", Some("ADVP|PRT")),
            ("-NONE-", Some("")),
            ("", Some("")),
            ("TOP", None),
            ("TOP-X", Some("TOP")),
            ("S1-X", Some("S1")),
        ] {
            let found = names.label(label).1.bracket;
            let expected = expected.map(|expected| names.number_of_label(expected));
            assert_eq!(found, expected, "{label}");
        }
    }

    #[test]
    fn facts_are_those_of_the_parameters() {
        let parameters = Parameters { quote: vec!["``".to_owned()], ..Parameters::evalb() };
        let mut names = Names::new(&parameters);
        for (label, deleted, quote, length) in [
            ("NP", false, false, true),
            (".", true, false, true),
            ("``", true, true, true),
            ("N", false, false, false),
        ] {
            // The second time the answer is remembered.
            for _ in 0..2 {
                let (number, facts) = names.label(label);
                assert_eq!(
                    (facts.is_deleted, facts.is_quote, facts.counts_for_length),
                    (deleted, quote, length),
                    "{label}"
                );
                assert_eq!(names.is_deleted(number), deleted);
            }
        }
    }

    #[test]
    fn words_are_equal_in_lower_case() {
        let parameters = Parameters::none();
        let mut names = Names::new(&parameters);
        let [one, two, other] = ["Straße", "STRAßE", "Strasse"].map(|word| names.word(word));
        assert_ne!(one, two);
        assert_eq!(names.facts(one).lower, names.facts(two).lower);
        assert_ne!(names.facts(one).lower, names.facts(other).lower);
        assert_eq!((names.facts(one).characters, names.lower(two)), (6, "straße".as_bytes()));
    }
}
