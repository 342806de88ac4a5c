//! Why the words of two sides differ: the first simple difference that, undone, makes them equal.
//!
//! Only refused pairs are looked at, so nothing here needs to be fast.

mod spelling;

use std::fmt;

use crate::prepare::normal::{decode, normal_form};
use crate::tree::unescape;
use crate::values::choice;
pub(crate) use spelling::is_punctuation;
use spelling::show;

choice! {
    /// Why the words of two sides differ, in the order in which causes are tried.
    Cause {
        /// All words are the same, but a tag deletes one of them on one side only.
        PunctuationTags = "punctuation-tags",
        /// Words that have the form of traces.
        Traces = "traces",
        /// How accents are encoded.
        NormalForm = "normal-form",
        /// Escapes such as `-LRB-`.
        Escapes = "escapes",
        /// Capitals.
        Case = "case",
        /// Characters that cannot be seen.
        Invisible = "invisible",
        /// Quotes and dashes.
        Quotes = "quotes",
        /// Text that was decoded twice.
        Mojibake = "mojibake",
        /// Several of these.
        SeveralSpellings = "several-spellings",
        /// Digits.
        Digits = "digits",
        /// Placeholders of the system.
        UnknownWords = "unknown-words",
        /// Punctuation that one side has not.
        PunctuationMissing = "punctuation-missing",
        /// The same characters, cut into other words.
        Tokens = "tokens",
        /// The words of a neighbour.
        Shifted = "shifted",
        /// Other words.
        OtherWords = "other-words",
    }
}

/// A form of a word.
type Form = fn(&[u8]) -> String;

/// A word, its tag, and whether it counts.
pub(crate) type TaggedWord<'a> = (&'a [u8], &'a [u8], bool);

/// The words of one side. Not a list: one tree may have millions of words.
pub(crate) struct SideWords<'a> {
    all: Box<dyn Fn() -> Box<dyn Iterator<Item = TaggedWord<'a>> + 'a> + 'a>,
    /// How many words count.
    pub(crate) counted: usize,
}

impl<'a> SideWords<'a> {
    /// Creates a side from a way to go through its words, except traces that the recipe deletes.
    pub(crate) fn new<I: Iterator<Item = TaggedWord<'a>> + 'a>(all: impl Fn() -> I + 'a) -> Self {
        let counted = all().filter(|(.., counts)| *counts).count();
        Self { all: Box::new(move || Box::new(all())), counted }
    }

    /// All words except traces that the recipe deletes.
    fn all(&self) -> Box<dyn Iterator<Item = TaggedWord<'a>> + 'a> {
        (self.all)()
    }

    /// The words that count.
    fn counted(&self) -> impl Iterator<Item = &'a [u8]> {
        self.all().filter(|(.., counts)| *counts).map(|(word, ..)| word)
    }
}

/// The words that count, as pairs up to the end of the shorter side.
pub(crate) fn both<'g, 's>(
    gold: &SideWords<'g>,
    system: &SideWords<'s>,
) -> impl Iterator<Item = (&'g [u8], &'s [u8])> {
    gold.counted().zip(system.counted())
}

/// Why the words of a pair differ, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordDifference {
    /// The cause.
    pub cause: Cause,
    /// The first difference: `word 3: "loudly" / nothing (3 words in gold, 2 in the system)`.
    pub first: String,
}

/// Finds the cause of a difference. The sides differ in the words that count.
pub(crate) fn explain(gold: &SideWords<'_>, system: &SideWords<'_>) -> WordDifference {
    let cause = find(gold, system);
    let first = match cause {
        Cause::PunctuationTags => first_tag(gold, system),
        Cause::Digits => Some(first_difference(gold, system, normal_form)),
        Cause::UnknownWords => first_placeholder(gold, system),
        _ => None,
    };
    let first = first.unwrap_or_else(|| first_difference(gold, system, decode));
    WordDifference { cause, first }
}

/// True if the words are equal in this form.
fn equal_in<T: PartialEq>(gold: &SideWords<'_>, system: &SideWords<'_>, form: impl Fn(&[u8]) -> T) -> bool {
    gold.counted == system.counted && both(gold, system).all(|(a, b)| a == b || form(a) == form(b))
}

fn find(gold: &SideWords<'_>, system: &SideWords<'_>) -> Cause {
    use crate::prepare::conventions::{TRACE, is_trace};
    if gold.all().map(|(word, ..)| word).eq(system.all().map(|(word, ..)| word)) {
        return Cause::PunctuationTags;
    }
    let is_real = |(word, tag, counts): &TaggedWord<'_>| *counts && *tag != TRACE && !is_trace(word);
    let (real, other) = (gold.all().filter(is_real), system.all().filter(is_real));
    if real.map(|(word, ..)| word).eq(other.map(|(word, ..)| word)) {
        return Cause::Traces;
    }
    let spellings: [(Cause, Form); 5] = [
        (Cause::NormalForm, spelling::composed),
        (Cause::Escapes, |word| unescape(&decode(word))),
        (Cause::Case, spelling::caseless),
        (Cause::Invisible, spelling::visible),
        (Cause::Quotes, spelling::plain_quotes),
    ];
    if let Some((cause, _)) = spellings.iter().find(|(_, form)| equal_in(gold, system, form)) {
        return *cause;
    }
    if spelling::is_decoded_twice(gold, system) || spelling::is_decoded_twice(system, gold) {
        return Cause::Mojibake;
    }
    if equal_in(gold, system, normal_form) {
        return Cause::SeveralSpellings;
    }
    if equal_in(gold, system, spelling::without_digits) {
        return Cause::Digits;
    }
    if has_placeholders(gold, system) {
        return Cause::UnknownWords;
    }
    if lacks_punctuation(gold, system) || lacks_punctuation(system, gold) {
        return Cause::PunctuationMissing;
    }
    let is_same_text = letters(gold).eq(letters(system));
    if is_same_text { Cause::Tokens } else { Cause::OtherWords }
}

/// The text of a side without its word boundaries, in the normal form.
fn letters(side: &SideWords<'_>) -> impl Iterator<Item = u8> {
    side.counted().flat_map(|word| normal_form(word).into_bytes())
}

/// True if every difference is a placeholder of the system, or one of digits or spelling, and some are
/// placeholders.
fn has_placeholders(gold: &SideWords<'_>, system: &SideWords<'_>) -> bool {
    let is_explained = |(a, b): (&[u8], &[u8])| {
        a == b || is_placeholder(b) || spelling::without_digits(a) == spelling::without_digits(b)
    };
    let is_one = |(a, b): (&[u8], &[u8])| a != b && is_placeholder(b);
    gold.counted == system.counted && both(gold, system).all(is_explained) && both(gold, system).any(is_one)
}

/// True for a word that stands for unknown words.
fn is_placeholder(word: &[u8]) -> bool {
    const ALL: [&[u8]; 8] = [b"<unk>", b"<UNK>", b"UNK", b"unk", b"_UNK_", b"[UNK]", b"<oov>", b"<OOV>"];
    ALL.contains(&word) || word.starts_with(b"UNK-")
}

/// True if `bare` has the words of `full` without its punctuation.
fn lacks_punctuation(full: &SideWords<'_>, bare: &SideWords<'_>) -> bool {
    let words = full.counted().filter(|word| !is_punctuation(word)).map(normal_form);
    full.counted().any(is_punctuation) && words.eq(bare.counted().map(normal_form))
}

/// The first word that counts on one side only, with its tags: `word 2: "'" is POS / ''`.
fn first_tag(gold: &SideWords<'_>, system: &SideWords<'_>) -> Option<String> {
    let mut both = gold.all().zip(system.all()).enumerate();
    let (at, (gold, system)) = both.find(|(_, (gold, system))| gold.2 != system.2)?;
    let tag = |tag: &[u8]| show(&decode(tag), false);
    Some(format!(
        "word {}: \"{}\" is {} / {}",
        at + 1,
        show(&decode(gold.0), false),
        tag(gold.1),
        tag(system.1)
    ))
}

/// The first placeholder.
fn first_placeholder(gold: &SideWords<'_>, system: &SideWords<'_>) -> Option<String> {
    let at = both(gold, system).position(|(a, b)| a != b && is_placeholder(b))?;
    Some(show_difference(gold, system, at))
}

/// The first difference in a form, or as the words are written if the form makes all equal.
fn first_difference<T: PartialEq>(
    gold: &SideWords<'_>,
    system: &SideWords<'_>,
    form: impl Fn(&[u8]) -> T,
) -> String {
    let differs = both(gold, system).position(|(a, b)| form(a) != form(b));
    let at = differs.or_else(|| both(gold, system).position(|(a, b)| a != b));
    show_difference(gold, system, at.unwrap_or(gold.counted.min(system.counted)))
}

/// The words number `at`, from 0, and the numbers of words.
fn show_difference(gold: &SideWords<'_>, system: &SideWords<'_>, at: usize) -> String {
    let pair = (gold.counted().nth(at), system.counted().nth(at));
    let words = (gold.counted as u32, system.counted as u32);
    FirstDifference { at: at as u32 + 1, pair, words }.to_string()
}

/// Where two rows of words differ first, in words.
pub(super) struct FirstDifference<'a> {
    /// The number of the word, from 1.
    pub(super) at: u32,
    /// The words; `None` after the last one.
    pub(super) pair: (Option<&'a [u8]>, Option<&'a [u8]>),
    /// The numbers of words.
    pub(super) words: (u32, u32),
}

impl fmt::Display for FirstDifference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Combining marks are shown if they are what differs.
        let has_marks = match self.pair {
            (Some(gold), Some(system)) => spelling::composed(gold) == spelling::composed(system),
            _ => false,
        };
        let word = |word: Option<&[u8]>| {
            word.map_or_else(
                || "nothing".to_owned(),
                |word| format!("\"{}\"", show(&decode(word), has_marks)),
            )
        };
        write!(f, "word {}: {} / {}", self.at, word(self.pair.0), word(self.pair.1))?;
        let (gold, system) = self.words;
        if gold != system {
            let noun = if gold == 1 { "word" } else { "words" };
            write!(f, " ({gold} {noun} in gold, {system} in the system)")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
