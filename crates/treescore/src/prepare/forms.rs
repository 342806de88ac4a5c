//! The forms in which words are compared: as written, folded (without case and hyphens), normal, or not at all.
//!
//! A recipe's equal words are pairs. Two words are equal if their forms are, or if these are one of the pairs:
//! `did` equals `'d`, `'d` equals `had`, and `did` does not equal `had`. Where a word needs a key, chains of
//! equal words make one class.

use super::chains::Chains;
use super::normal::normal_form;
use super::recipe::{Name, Recipe, WordForm};

/// Folds a word: removes case and hyphens, unless the word consists of hyphens.
pub(crate) fn fold_bytes(word: &[u8]) -> impl Iterator<Item = u8> + Clone + '_ {
    let keeps_hyphens = word.iter().all(|&byte| byte == b'-');
    lower_bytes(word).filter(move |&byte| keeps_hyphens || byte != b'-')
}

/// Removes case, by way of capitals, so that `ß` is `ss` and both small sigmas are one.
fn lower_bytes(word: &[u8]) -> impl Iterator<Item = u8> + Clone + '_ {
    word.utf8_chunks().flat_map(|chunk| {
        let capitals = chunk.valid().chars().flat_map(char::to_uppercase);
        let lower = capitals.flat_map(char::to_lowercase);
        lower.flat_map(utf8).chain(chunk.invalid().iter().copied())
    })
}

/// Writes a word without case: the form in which plain word error rates compare words.
pub(crate) fn write_plain(word: &[u8], buffer: &mut Vec<u8>) {
    buffer.clear();
    if word.is_ascii() {
        buffer.extend(word.iter().map(u8::to_ascii_lowercase));
    } else {
        buffer.extend(lower_bytes(word));
    }
}

/// Appends [`fold_bytes`]. Most words are ASCII and need no decoding.
fn write_folded(word: &[u8], buffer: &mut Vec<u8>) {
    if !word.is_ascii() || word.iter().all(|&byte| byte == b'-') {
        buffer.extend(fold_bytes(word));
    } else if word.contains(&b'-') {
        buffer.extend(word.iter().filter(|&&byte| byte != b'-').map(u8::to_ascii_lowercase));
    } else {
        buffer.extend(word.iter().map(u8::to_ascii_lowercase));
    }
}

/// The bytes of a character.
fn utf8(character: char) -> impl Iterator<Item = u8> + Clone {
    let mut bytes = [0; 4];
    let length = character.encode_utf8(&mut bytes).len();
    bytes.into_iter().take(length)
}

/// The rules of a recipe for words, computed once.
#[derive(Clone, Debug)]
pub(super) struct Words {
    form: WordForm,
    /// Equal words as written.
    chains: Chains,
    /// The folded words that are not their own class name, with that name, sorted: a word is looked up
    /// without a copy.
    names: Vec<(Name, Name)>,
    /// The recipe's pairs in the form in which words are compared, in both directions, sorted.
    pairs: Vec<(Name, Name)>,
    /// The words of closed class, in the form in which words are compared, sorted.
    closed: Vec<Name>,
}

impl Words {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let form = recipe.word_form;
        let chains = Chains::new(&recipe.equal_words);
        if form == WordForm::Exact {
            let pairs = both_ways(recipe.equal_words.clone());
            return Self { form, chains, names: Vec::new(), pairs, closed: sorted(recipe.closed.clone()) };
        }
        let written = |form: WordForm, word: &Name| {
            let mut written = Name::new();
            write_form(form, word, &mut written);
            written
        };
        let of = |word: &Name| written(form, word);
        // What class a word is of is asked even if words are not compared.
        let closed_form = if form == WordForm::Any { WordForm::Normal } else { form };
        let pairs: Vec<(Name, Name)> = recipe.equal_words.iter().map(|(a, b)| (of(a), of(b))).collect();
        let mut names: Vec<(Name, Name)> = Chains::new(&pairs).into_names().collect();
        names.sort_unstable();
        // `IN` is a tag, not the word `in`.
        let closed = recipe.closed.iter().filter(|name| !is_capital(name));
        let closed = sorted(closed.map(|word| written(closed_form, word)).collect());
        Self { form, chains, names, pairs: both_ways(pairs), closed }
    }

    /// The class name of a word, without a copy if words are compared as written.
    pub(super) fn class_of<'w>(&'w self, word: &'w [u8], buffer: &'w mut Vec<u8>) -> &'w [u8] {
        if self.form == WordForm::Exact {
            return self.chains.class_of(word);
        }
        self.write_class(word, buffer);
        buffer
    }

    /// Writes the class name of a word to `buffer`.
    #[inline]
    pub(super) fn write_class(&self, word: &[u8], buffer: &mut Vec<u8>) {
        buffer.clear();
        if self.form == WordForm::Exact {
            return buffer.extend_from_slice(self.chains.class_of(word));
        }
        write_form(self.form, word, buffer);
        let found = self.names.binary_search_by(|(name, _)| name[..].cmp(buffer));
        if let Some((_, name)) = found.ok().and_then(|at| self.names.get(at)) {
            buffer.clear();
            buffer.extend_from_slice(name);
        }
    }

    /// Writes a word in the form in which words are compared.
    pub(super) fn write_form(&self, word: &[u8], buffer: &mut Vec<u8>) {
        buffer.clear();
        write_form(self.form, word, buffer);
    }

    /// The forms that equal a form by a pair of the recipe.
    pub(super) fn partners(&self, form: &[u8]) -> impl Iterator<Item = &[u8]> {
        let first = self.pairs.partition_point(|(name, _)| &name[..] < form);
        let pairs = self.pairs[first..].iter().take_while(move |(name, _)| &name[..] == form);
        pairs.map(|(_, partner)| &partner[..])
    }

    /// True if the forms of these words are equal, or one of the recipe's pairs.
    pub(super) fn are_equal(&self, a: &[u8], b: &[u8]) -> bool {
        match self.form {
            WordForm::Any => true,
            WordForm::Exact => a == b || self.are_pair(&a.iter().copied(), &b.iter().copied()),
            WordForm::Folded => {
                fold_bytes(a).eq(fold_bytes(b)) || self.are_pair(&fold_bytes(a), &fold_bytes(b))
            }
            WordForm::Normal => {
                let [a, b] = [a, b].map(normal_form);
                a == b || self.are_pair(&a.bytes(), &b.bytes())
            }
        }
    }

    /// True if two forms are one of the recipe's pairs.
    fn are_pair(
        &self,
        a: &(impl Iterator<Item = u8> + Clone),
        b: &(impl Iterator<Item = u8> + Clone),
    ) -> bool {
        let compare = |(x, y): &(Name, Name)| {
            x.iter().copied().cmp(a.clone()).then_with(|| y.iter().copied().cmp(b.clone()))
        };
        self.pairs.binary_search_by(compare).is_ok()
    }

    /// True if this word is of closed class.
    #[inline]
    pub(super) fn is_closed(&self, word: &[u8]) -> bool {
        match self.form {
            WordForm::Exact => self.is_closed_form(&word.iter().copied()),
            WordForm::Folded => self.is_closed_form(&fold_bytes(word)),
            WordForm::Normal | WordForm::Any => self.is_closed_form(&normal_form(word).bytes()),
        }
    }

    fn is_closed_form(&self, form: &(impl Iterator<Item = u8> + Clone)) -> bool {
        self.closed.binary_search_by(|closed| closed.iter().copied().cmp(form.clone())).is_ok()
    }
}

fn sorted(mut names: Vec<Name>) -> Vec<Name> {
    names.sort_unstable();
    names
}

/// Appends a word in the form in which words are compared.
fn write_form(form: WordForm, word: &[u8], buffer: &mut Vec<u8>) {
    match form {
        WordForm::Exact => buffer.extend_from_slice(word),
        WordForm::Folded => write_folded(word, buffer),
        WordForm::Normal => buffer.extend_from_slice(normal_form(word).as_bytes()),
        WordForm::Any => {}
    }
}

/// Pairs of different names in both directions, sorted.
fn both_ways(pairs: Vec<(Name, Name)>) -> Vec<(Name, Name)> {
    let different = pairs.into_iter().filter(|(a, b)| a != b);
    let mut all: Vec<(Name, Name)> = different.flat_map(|(a, b)| [(b.clone(), a.clone()), (a, b)]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// True if a name has letters and all are capitals.
fn is_capital(name: &[u8]) -> bool {
    name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(u8::is_ascii_lowercase)
}

/// Returns a folded word.
pub(super) fn fold(word: &[u8]) -> Name {
    fold_bytes(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(pairs: &[(&str, &str)], word_form: WordForm) -> Words {
        let pair = |(a, b): &(&str, &str)| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
        let closed = ["IN", "Of", "mm-hm"].map(|name| name.as_bytes().to_vec()).to_vec();
        let equal_words = pairs.iter().map(pair).collect();
        Words::new(&Recipe { equal_words, word_form, closed, ..Recipe::default() })
    }

    #[test]
    fn folded_words() {
        for (word, expected) in [
            ("Uh-HUH", "uhhuh"),
            ("-", "-"),
            ("--", "--"),
            ("-a-", "a"),
            ("", ""),
            ("ÉTÉ", "été"),
            ("[", "["),
            ("{", "{"),
            ("İ", "i\u{307}"),
        ] {
            assert_eq!(fold(word.as_bytes()), expected.as_bytes(), "{word}");
        }
        assert_eq!(fold(b"A\xffB-\xc3"), b"a\xffb\xc3", "bytes that are not UTF-8 stay");
    }

    #[test]
    fn classes_and_closed_words() {
        let pairs = [("uh", "um"), ("UM", "er"), ("is", "'s")];
        let (exact, folded) = (words(&pairs, WordForm::Exact), words(&pairs, WordForm::Folded));
        let mut buffer = Vec::new();
        for (word, as_written, in_lower_case) in [
            ("um", "uh", "uh"),
            ("Um", "Um", "uh"),
            ("er", "UM", "uh"),
            ("U-H", "U-H", "uh"),
            ("'S", "'S", "is"),
            ("Cat", "Cat", "cat"),
        ] {
            assert_eq!(exact.class_of(word.as_bytes(), &mut buffer), as_written.as_bytes(), "{word}");
            assert_eq!(folded.class_of(word.as_bytes(), &mut buffer), in_lower_case.as_bytes(), "{word}");
        }
        for (word, as_written, in_lower_case) in [
            ("IN", true, false),
            ("in", false, false),
            ("of", false, true),
            ("Of", true, true),
            ("Mmhm", false, true),
            ("mm", false, false),
        ] {
            assert_eq!(exact.is_closed(word.as_bytes()), as_written, "{word}");
            assert_eq!(folded.is_closed(word.as_bytes()), in_lower_case, "{word}");
        }
    }

    proptest! {
        #[test]
        fn write_folded_agrees_with_fold(word in "[a-cA-Cé-]{0,4}|[\\[-{-]{0,4}") {
            let mut written = b"kept".to_vec();
            write_folded(word.as_bytes(), &mut written);
            prop_assert_eq!(&written[4..], &fold(word.as_bytes())[..]);
        }

        #[test]
        fn words_are_equal_if_their_forms_or_a_pair_are(pairs in proptest::collection::vec(("[a-cA-C-]{0,2}", "[a-cA-C-]{0,2}"), 0..6)) {
            let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (&a[..], &b[..])).collect();
            let words = words(&pairs, WordForm::Folded);
            let forms: Vec<(Name, Name)> = pairs.iter().map(|(a, b)| (fold(a.as_bytes()), fold(b.as_bytes()))).collect();
            let all = ["", "-", "--", "a", "A", "b", "-B", "ab", "aB", "A-B", "bC", "cc"];
            let (mut x, mut y) = (Vec::new(), Vec::new());
            for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a.as_bytes(), b.as_bytes()))) {
                let (f, g) = (fold(a), fold(b));
                let is_pair = |(x, y): &(Name, Name)| (*x == f && *y == g) || (*x == g && *y == f);
                let expected = f == g || forms.iter().any(is_pair);
                prop_assert_eq!(words.are_equal(a, b), expected);
                prop_assert_eq!(f != g && words.partners(&f).any(|partner| partner == g), f != g && expected);
                // Chains make classes, so that equal words always share one.
                prop_assert!(!expected || words.class_of(a, &mut x) == words.class_of(b, &mut y));
            }
            for (a, b) in pairs {
                prop_assert!(words.are_equal(a.as_bytes(), b.as_bytes()));
            }
        }

        #[test]
        fn plain_words_differ_in_case_only(word in "[a-cA-Cé-]{0,4}") {
            let mut written = b"old".to_vec();
            write_plain(word.as_bytes(), &mut written);
            prop_assert_eq!(written, word.to_lowercase().into_bytes());
        }
    }
}
