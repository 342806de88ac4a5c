//! Word forms and classes for comparison.

use treescore::prepare::{Recipe, WordForm};

use super::trees::{Word, cut};

/// Classes of equal words.
pub(super) struct Classes {
    form: WordForm,
    pairs: Vec<(String, String)>,
}

fn text(name: &[u8]) -> String {
    String::from_utf8(name.to_vec()).unwrap()
}

impl Classes {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let mut classes = Self { form: recipe.word_form, pairs: Vec::new() };
        let pairs = recipe.equal_words.iter();
        classes.pairs = pairs.map(|(a, b)| (classes.form(&text(a)), classes.form(&text(b)))).collect();
        classes
    }

    /// The form of a word for comparison.
    pub(super) fn form(&self, word: &str) -> String {
        match self.form {
            WordForm::Folded if word.trim_matches('-').is_empty() => word.to_owned(),
            WordForm::Folded => word.to_lowercase().replace('-', ""),
            WordForm::Exact => word.to_owned(),
            WordForm::Normal | WordForm::Any => unreachable!("speech is made with the other two"),
        }
    }

    /// The class of a word: the alphabetically first of all words that equal it, directly or through others.
    pub(super) fn class(&self, word: &str) -> String {
        let mut equal = vec![self.form(word)];
        loop {
            let known = equal.clone();
            let is_new = |one: &&String| !known.contains(one);
            let next = self.pairs.iter().find_map(|(a, b)| match (known.contains(a), known.contains(b)) {
                (true, false) => Some(b),
                (false, true) => Some(a),
                _ => None,
            });
            match next.filter(is_new) {
                Some(next) => equal.push(next.clone()),
                None => return equal.into_iter().min().unwrap(),
            }
        }
    }

    /// The forms that equal this form, by a pair.
    pub(super) fn partners(&self, form: &str) -> Vec<String> {
        let partner = |(a, b): &(String, String)| match (a == form, b == form) {
            (true, _) => Some(b.clone()),
            (_, true) => Some(a.clone()),
            _ => None,
        };
        self.pairs.iter().filter_map(partner).collect()
    }

    /// True if a word is of a closed class, by its tag or by itself.
    pub(super) fn is_closed(&self, word: &Word, recipe: &Recipe) -> bool {
        let is_tag = |name: &String| *name == cut(recipe.tags, &word.tag);
        // A name in capitals is a tag, if case is ignored for words.
        let is_capital = |name: &String| *name == name.to_uppercase() && *name != name.to_lowercase();
        let may_be_word = |name: &String| self.form == WordForm::Exact || !is_capital(name);
        let is_word = |name: &String| may_be_word(name) && self.form(name) == self.form(&word.text);
        recipe.closed.iter().map(|name| text(name)).any(|name| is_tag(&name) || is_word(&name))
    }
}
