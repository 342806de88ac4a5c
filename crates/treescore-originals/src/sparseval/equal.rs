//! Word equality (specification, section 8). It is not transitive, so words cannot be put into classes: it is
//! decided pair by pair.

use super::names::Word;
use treescore::prepare::speech_file::SpeechFile;
use treescore::tree::Labels;

/// True if the texts are equal except for hyphens and bytes that are 32 apart.
pub(super) fn surface_equal(one: impl IntoIterator<Item = u8>, other: impl IntoIterator<Item = u8>) -> bool {
    let without_hyphens = |byte: &u8| *byte != b'-';
    let (mut one, mut other) =
        (one.into_iter().filter(without_hyphens), other.into_iter().filter(without_hyphens));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if is_close(one, other) => {}
            _ => return false,
        }
    }
}

/// Compares bytes as C compares signed characters.
fn is_close(one: u8, other: u8) -> bool {
    matches!(i16::from(one.cast_signed()).abs_diff(i16::from(other.cast_signed())), 0 | 32)
}

/// A property that a word shares with the words it may equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trait {
    /// The same form, as far as surface equality cannot change it; the words must still be compared.
    Form(Word),
    /// The group of a filled pause.
    Pause(u8),
    /// The first or second place of a pair.
    First(usize),
    Second(usize),
}

impl Trait {
    /// Returns the trait that equal words must have.
    pub(super) fn partner(self) -> Self {
        match self {
            Self::First(pair) => Self::Second(pair),
            Self::Second(pair) => Self::First(pair),
            same => same,
        }
    }
}

/// Decides which words are equivalent. The traits of a word are worked out once.
#[derive(Debug)]
pub(super) struct Equality<'a> {
    params: &'a SpeechFile,
    traits: Vec<Option<Box<[Trait]>>>,
    forms: Labels,
    /// By form, the entries of the parameters that a word of this form may equal.
    entries: Vec<Entries>,
    form: Vec<u8>,
}

/// Entries of the parameters with the same form.
#[derive(Clone, Debug, Default)]
struct Entries {
    /// Numbers of filled pauses.
    pauses: Vec<usize>,
    /// Places of equal words, in order.
    places: Vec<Trait>,
}

impl<'a> Equality<'a> {
    pub(super) fn new(params: &'a SpeechFile) -> Self {
        let (traits, entries, form) = (Vec::new(), Vec::new(), Vec::new());
        let mut equality = Self { params, traits, forms: Labels::new(), entries, form };
        for (at, pause) in params.filled_pause.iter().enumerate() {
            equality.entries_like(&pause.word).pauses.push(at);
        }
        for (at, (first, second)) in params.eq_words.iter().enumerate() {
            equality.entries_like(first).places.push(Trait::First(at));
            equality.entries_like(second).places.push(Trait::Second(at));
        }
        equality
    }

    fn entries_like(&mut self, entry: &[u8]) -> &mut Entries {
        let at = self.form_of(entry).index();
        if self.entries.len() <= at {
            self.entries.resize(at + 1, Entries::default());
        }
        &mut self.entries[at]
    }

    fn form_of(&mut self, text: &[u8]) -> Word {
        self.form.clear();
        // Bytes 32 apart agree in their last five bits.
        self.form.extend(text.iter().filter(|&&byte| byte != b'-').map(|byte| byte & 31));
        self.forms.intern(&self.form)
    }

    /// Returns the traits of a word: its form first.
    pub(super) fn traits(&mut self, word: Word, words: &Labels) -> &[Trait] {
        let at = word.index();
        if self.traits.len() <= at {
            self.traits.resize(at + 1, None);
        }
        if self.traits[at].is_none() {
            self.traits[at] = Some(self.find_traits(words.name(word)));
        }
        self.traits[at].as_deref().unwrap_or_default()
    }

    fn find_traits(&mut self, text: &[u8]) -> Box<[Trait]> {
        let form = self.form_of(text);
        let mut traits = vec![Trait::Form(form)];
        let Some(Entries { pauses, places }) = self.entries.get(form.index()) else { return traits.into() };
        let equals = |entry: &[u8]| surface_equal(entry.iter().copied(), text.iter().copied());
        // The newest entry counts, even if its group is not a valid one.
        let mut pauses = pauses.iter().rev().map(|&at| &self.params.filled_pause[at]);
        let pause = pauses.find(|pause| equals(&pause.word));
        traits.extend(pause.filter(|pause| pause.group < 0x80).map(|pause| Trait::Pause(pause.group)));
        let words = &self.params.eq_words;
        traits.extend(places.iter().filter(|place| match place {
            Trait::First(at) => equals(&words[*at].0),
            Trait::Second(at) => equals(&words[*at].1),
            Trait::Form(_) | Trait::Pause(_) => false,
        }));
        traits.into()
    }

    pub(super) fn equivalent(&mut self, one: Word, other: Word, words: &Labels) -> bool {
        if one == other {
            return true;
        }
        self.traits(one, words);
        self.traits(other, words);
        let traits = |word: Word| self.traits[word.index()].as_deref().unwrap_or_default();
        traits(one).iter().any(|&has| {
            traits(other).contains(&has.partner())
                && (!matches!(has, Trait::Form(_)) || same_surface(one, other, words))
        })
    }
}

/// True if two words are surface-equal.
pub(super) fn same_surface(one: Word, other: Word, words: &Labels) -> bool {
    surface_equal(words.name(one).iter().copied(), words.name(other).iter().copied())
}

#[cfg(test)]
#[path = "equal_tests.rs"]
mod tests;
