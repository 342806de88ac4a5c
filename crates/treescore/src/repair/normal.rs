//! The form in which words of replies and gold are compared.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Brackets, and how treebanks write them as words.
pub(super) const BRACKETS: [(char, &str); 6] =
    [('(', "-LRB-"), (')', "-RRB-"), ('[', "-LSB-"), (']', "-RSB-"), ('{', "-LCB-"), ('}', "-RCB-")];

/// How treebanks write a bracket as a word.
pub(super) fn bracket_word(character: char) -> Option<&'static str> {
    BRACKETS.iter().find(|(bracket, _)| *bracket == character).map(|(_, word)| *word)
}

/// A word as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// The normal form.
    pub(super) text: String,
    /// The normal form in lower case.
    pub(super) lower: String,
    /// The word has a letter or digit.
    pub(super) is_worded: bool,
}

impl Form {
    pub(super) fn new(word: &str) -> Self {
        let text = normal(word);
        Self { lower: text.to_lowercase(), is_worded: text.chars().any(char::is_alphanumeric), text }
    }
}

/// Composed characters, brackets and slashes as they are, one kind of dash, quote and ellipsis. Case counts.
fn normal(word: &str) -> String {
    let composed = if is_nfc(word) { Cow::Borrowed(word) } else { Cow::Owned(word.nfc().collect()) };
    let plain = unescape(&composed);
    if matches!(&*plain, "\u{2013}" | "\u{2014}" | "\u{2015}") {
        return "--".to_owned();
    }
    let mut out = String::with_capacity(plain.len());
    let mut rest = plain.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\u{2014}' => out.push_str("--"),
            '\u{2010}' | '\u{2011}' | '\u{2013}' => out.push('-'),
            '\u{2026}' => out.push_str("..."),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => out.push('"'),
            '`' | '\'' if rest.peek() == Some(&character) => {
                rest.next();
                out.push('"');
            }
            '`' | '\u{2018}' | '\u{2019}' | '\u{201a}' => out.push('\''),
            _ => out.push(character),
        }
    }
    out
}

/// The treebank's own escapes undone: `\/`, `\*` and words for brackets.
fn unescape(word: &str) -> Cow<'_, str> {
    let mut word = Cow::Borrowed(word);
    for (escape, plain) in [("\\/", "/"), ("\\*", "*")] {
        if word.contains(escape) {
            word = word.replace(escape, plain).into();
        }
    }
    for (bracket, escape) in BRACKETS {
        if word.contains(escape) {
            word = word.replace(escape, bracket.encode_utf8(&mut [0; 4])).into();
        }
    }
    word
}
