//! What the ladder knows of gold: its words.

use std::borrow::Cow;

use super::escapes::has_reference;
use super::normal::{Form, bracket_word};
use crate::tree::{Arena, Label};

/// How texts of replies are read, so that words of gold are not taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notation {
    /// Characters that are not white space here because words of gold contain them.
    kept: Vec<char>,
    /// `\(` and `\)` are part of a word. False if a word of gold ends in a backslash.
    pub(super) has_escaped_brackets: bool,
    /// Character references are undone. False if a word of gold contains one.
    pub(super) has_references: bool,
    /// Backslashes are undone. False if a word of gold has one of its own.
    pub(super) has_backslashes: bool,
}

impl Notation {
    fn new(words: &[Cow<'_, str>]) -> Self {
        let mut kept: Vec<char> = words.iter().flat_map(|word| word.chars()).collect();
        kept.retain(|character| character.is_whitespace() && !character.is_ascii_whitespace());
        kept.sort_unstable();
        kept.dedup();
        let has_own_backslash = |word: &str| {
            word.match_indices('\\')
                .any(|(at, _)| word[at + 1..].chars().next().is_some_and(|next| !matches!(next, '/' | '*')))
        };
        Self {
            kept,
            has_escaped_brackets: !words.iter().any(|word| word.ends_with('\\')),
            has_references: !words.iter().any(|word| has_reference(word)),
            has_backslashes: !words.iter().any(|word| has_own_backslash(word)),
        }
    }

    /// True for white space.
    pub(super) fn is_space(&self, character: char) -> bool {
        character.is_whitespace() && (character.is_ascii() || !self.kept.contains(&character))
    }

    /// The text without white space at both ends.
    pub(super) fn trim<'t>(&self, text: &'t str) -> &'t str {
        text.trim_matches(|character| self.is_space(character))
    }

    /// True if there is nothing but white space.
    pub(super) fn is_blank(&self, text: &str) -> bool {
        text.chars().all(|character| self.is_space(character))
    }
}

/// The words that a model was asked about: those of gold, without traces.
///
/// ```
/// use treescore::repair::asked_words;
/// let gold = treescore::read::one("(S (NP (-NONE- *)) (VP (VB Go)))")?;
/// assert_eq!(asked_words(gold.arena(), gold.text(), |tag| gold.name(tag)), [b"Go"]);
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
pub fn asked_words<'g, 'n>(gold: &Arena, text: &'g [u8], name: impl Fn(Label) -> &'n [u8]) -> Vec<&'g [u8]> {
    let is_trace = |tag: Label| tag != Label::BARE && name(tag) == b"-NONE-";
    let words = gold.words().iter().filter(|word| !is_trace(word.tag));
    words.map(|word| word.bytes(text)).collect()
}

/// The words of gold, in the forms that the ladder needs.
#[derive(Debug)]
pub(super) struct Gold<'g> {
    /// As they are spelled.
    pub(super) words: Vec<&'g [u8]>,
    /// As they are compared.
    pub(super) forms: Vec<Form>,
    /// The tags that they get if the reply gives none.
    pub(super) tags: Vec<&'static str>,
    /// Words of gold that are brackets as they are, such as `(`.
    brackets: Vec<Cow<'g, str>>,
    pub(super) notation: Notation,
}

impl<'g> Gold<'g> {
    pub(super) fn new<W: AsRef<[u8]>>(words: &'g [W]) -> Self {
        let words: Vec<&[u8]> = words.iter().map(AsRef::as_ref).collect();
        let texts: Vec<Cow<'_, str>> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
        Self {
            forms: texts.iter().map(|word| Form::new(word)).collect(),
            tags: table_tags(&texts),
            notation: Notation::new(&texts),
            brackets: texts.into_iter().filter(|word| is_bracket(word)).collect(),
            words,
        }
    }

    /// True if a bracket as it is, not the treebank's word for it, is a word of gold.
    pub(super) fn has_bracket(&self, bracket: &str) -> bool {
        self.brackets.iter().any(|word| word == bracket)
    }
}

fn is_bracket(word: &str) -> bool {
    word.len() == 1 && word.chars().all(|character| bracket_word(character).is_some())
}

/// The tag of each word by its spelling. Straight quotes open and close by turns; an apostrophe closes a single
/// quote if one is open.
fn table_tags(words: &[Cow<'_, str>]) -> Vec<&'static str> {
    let (mut open_quotes, mut straight_quotes) = (0_usize, 0_usize);
    let tag = |word: &Cow<'_, str>| match &**word {
        "'" | "\u{2019}" if open_quotes > 0 => {
            open_quotes -= 1;
            "''"
        }
        "'" | "\u{2019}" => "POS",
        "\"" => {
            straight_quotes += 1;
            if straight_quotes % 2 == 1 { "``" } else { "''" }
        }
        word => {
            open_quotes += usize::from(matches!(word, "`" | "\u{2018}" | "\u{201a}"));
            table_tag(word)
        }
    };
    words.iter().map(tag).collect()
}

fn table_tag(word: &str) -> &'static str {
    match word {
        "," => ",",
        "." | "?" | "!" => ".",
        ":" | ";" | "--" | "-" | "..." | "\u{2010}" | "\u{2011}" | "\u{2013}" | "\u{2014}" | "\u{2015}"
        | "\u{2026}" => ":",
        "``" | "`" | "\u{201c}" | "\u{2018}" | "\u{201e}" | "\u{201a}" | "\u{ab}" => "``",
        "''" | "\u{201d}" | "\u{bb}" => "''",
        "-LRB-" | "-LCB-" | "-LSB-" => "-LRB-",
        "-RRB-" | "-RCB-" | "-RSB-" => "-RRB-",
        "$" => "$",
        "#" => "#",
        _ => "XX",
    }
}
