//! Words of speech as numbers, which say in three ways whether two words are the same.

use crate::prepare::{Rules, write_plain};
use crate::values::Vocabulary;
use crate::values::hash::HashSet;

/// A word as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordKey {
    /// Equal for words in one class: chains of equal words.
    class: u32,
    /// Equal for words with the same form.
    form: u32,
    /// Equal for words that differ in nothing but case.
    plain: u32,
}

impl WordKey {
    /// True if the words differ in nothing but case.
    pub(crate) fn is_same(self, other: Self) -> bool {
        self.plain == other.plain
    }

    /// True if a chain of equal words connects the words.
    pub(crate) fn is_in_class_of(self, other: Self) -> bool {
        self.class == other.class
    }
}

/// Numbers words; one for each thread and recipe. It keeps every word it has seen: vocabularies are small, and
/// finding the class of a word is slow.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpokenWords {
    words: Vocabulary,
    /// By the numbers of the words.
    keys: Vec<WordKey>,
    classes: Vocabulary,
    forms: Vocabulary,
    /// The words without case.
    plain: Vocabulary,
    /// The number of forms seen of each class, by its number.
    forms_of: Vec<usize>,
    /// True for classes with forms that are equal only through others.
    is_chain: Vec<bool>,
    /// Different forms that are a pair of the recipe, the smaller number first.
    pairs: HashSet<(u32, u32)>,
    buffer: Vec<u8>,
}

impl SpokenWords {
    /// The numbers of a word.
    pub(crate) fn key(&mut self, word: &[u8], rules: &Rules) -> WordKey {
        let number = self.words.number(word);
        self.keys.get(number as usize).copied().unwrap_or_else(|| self.learn(word, rules))
    }

    /// True if the recipe makes two words equal: their forms are equal, or one of its pairs. Almost all words
    /// differ in class, which is looked at first.
    pub(crate) fn are_equal(&self, a: WordKey, b: WordKey) -> bool {
        a.class == b.class
            && (a.form == b.form || self.pairs.contains(&(a.form.min(b.form), a.form.max(b.form))))
    }

    /// True if some words of this word's class are equal only through others.
    pub(crate) fn is_in_chain(&self, word: WordKey) -> bool {
        self.is_chain[word.class as usize]
    }

    /// The word without case.
    pub(crate) fn plain(&self, word: WordKey) -> &[u8] {
        self.plain.name(word.plain)
    }

    /// Finds the numbers of the word that was added last.
    #[cold]
    fn learn(&mut self, word: &[u8], rules: &Rules) -> WordKey {
        write_plain(word, &mut self.buffer);
        let plain = self.plain.number(&self.buffer);
        rules.word_class(word, &mut self.buffer);
        let class = self.classes.number(&self.buffer);
        rules.word_form(word, &mut self.buffer);
        let known = self.forms.len();
        let form = self.forms.number(&self.buffer);
        if form as usize == known {
            self.join_class(form, class, rules);
        }
        let key = WordKey { class, form, plain };
        self.keys.push(key);
        key
    }

    /// Records the new form in the buffer, and which other forms it equals. A form is of one class only.
    fn join_class(&mut self, form: u32, class: u32, rules: &Rules) {
        if class as usize == self.forms_of.len() {
            self.forms_of.push(0);
            self.is_chain.push(false);
        }
        let partners = rules.word_partners(&self.buffer).filter_map(|partner| self.forms.get(partner));
        let pairs = partners.map(|partner| (form.min(partner), form.max(partner)));
        let before = self.pairs.len();
        self.pairs.extend(pairs);
        let known = &mut self.forms_of[class as usize];
        self.is_chain[class as usize] |= self.pairs.len() - before < *known;
        *known += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::{Recipe, WordForm};

    #[test]
    fn three_ways_to_be_the_same() {
        let pair = |(a, b): (&str, &str)| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
        let equal_words = [("had", "'d"), ("would", "'d"), ("uh", "um")].map(pair).to_vec();
        let rules = Rules::new(Recipe { equal_words, word_form: WordForm::Folded, ..Recipe::default() });
        let mut words = SpokenWords::default();
        for (a, b, plain, equal, class, why) in [
            ("The", "the", true, true, true, "case"),
            ("uh-huh", "Uhhuh", false, true, true, "hyphens are removed by the recipe"),
            ("uh", "UM", false, true, true, "a pair"),
            ("'d", "had", false, true, true, "a pair, the other way"),
            ("had", "would", false, false, true, "a chain"),
            ("had", "has", false, false, false, "other words"),
            ("STRASSE", "straße", true, true, true, "case by way of capitals"),
        ] {
            let [x, y] = [a, b].map(|word| words.key(word.as_bytes(), &rules));
            let found = (x.is_same(y), words.are_equal(x, y), x.is_in_class_of(y));
            assert_eq!(found, (plain, equal, class), "{why}: {a} and {b}");
            assert_eq!(words.are_equal(y, x), equal, "{why}: {b} and {a}");
        }
        for (word, is_chain) in [("would", true), ("'d", true), ("um", false), ("has", false)] {
            let key = words.key(word.as_bytes(), &rules);
            assert_eq!(words.is_in_chain(key), is_chain, "{word}");
            assert_eq!(words.plain(key), word.as_bytes());
        }
    }
}
