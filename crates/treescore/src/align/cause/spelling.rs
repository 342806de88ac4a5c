//! Forms of words that differ only in spelling.

use std::fmt::Write as _;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::{SideWords, both};
use crate::prepare::normal::{STRAY, decode, normal_form};
use crate::tree::unescape;
use crate::values::{WORD_MAX, is_invisible, shorten};

/// A word for people: characters that cannot be seen as `<U+200B>`, with combining marks among them if
/// `has_marks`, and stray bytes as `\xE9`.
pub(super) fn show(word: &str, has_marks: bool) -> String {
    let mut shown = String::new();
    for character in word.chars() {
        let number = u32::from(character);
        if (STRAY..=STRAY + 0xFF).contains(&number) {
            let _ = write!(shown, "\\x{:02X}", number - STRAY); // a string takes everything
        } else if is_hidden(character) || (has_marks && is_combining_mark(character)) {
            let _ = write!(shown, "<U+{number:04X}>");
        } else {
            shown.push(character);
        }
    }
    shorten(shown, WORD_MAX)
}

/// True for characters that cannot be seen: control and format characters, spaces, private ones.
fn is_hidden(character: char) -> bool {
    let is_private = matches!(u32::from(character), 0xE000..=0xF8FF | 0xF_0000..=0x10_FFFD);
    is_invisible(character) || character.is_control() || is_private
}

/// A word in NFC.
pub(super) fn composed(word: &[u8]) -> String {
    decode(word).nfc().collect()
}

/// A word without case.
pub(super) fn caseless(word: &[u8]) -> String {
    decode(word).chars().default_case_fold().collect()
}

/// A word without characters that cannot be seen.
pub(super) fn visible(word: &[u8]) -> String {
    decode(word).chars().filter(|&character| !is_invisible(character)).collect()
}

/// A word with one form of quotes and of dashes.
pub(super) fn plain_quotes(word: &[u8]) -> String {
    let plain = |character: char| match character {
        '‘' | '’' | '‚' | '`' => '\'',
        '–' | '—' | '―' | '‒' => '-',
        '“' | '”' | '„' | '«' | '»' => '"',
        other => other,
    };
    // Two hyphens are a dash, and two single quotes a double one.
    decode(word).replace("--", "-").chars().map(plain).collect::<String>().replace("''", "\"")
}

/// The normal form, with each number, and the word `N`, as one sign.
pub(super) fn without_digits(word: &[u8]) -> String {
    if word == b"N" {
        return "\0".to_owned();
    }
    let normal: Vec<char> = normal_form(word).chars().collect();
    let is_digit = |at: usize| normal.get(at).is_some_and(|character| character.is_numeric());
    let (mut text, mut at) = (String::new(), 0);
    while let Some(&character) = normal.get(at) {
        if !is_digit(at) {
            text.push(character);
            at += 1;
            continue;
        }
        text.push('\0');
        // A sign between digits is part of the number.
        while is_digit(at) || (matches!(normal.get(at), Some('.' | ',' | ':')) && is_digit(at + 1)) {
            at += 1;
        }
    }
    text
}

/// True if `wrong` is `right` in UTF-8, read as Latin-1 or Windows-1252 and written again.
pub(super) fn is_decoded_twice(right: &SideWords<'_>, wrong: &SideWords<'_>) -> bool {
    let latin: fn(&[u8]) -> String = |word| word.iter().map(|&byte| char::from(byte)).collect();
    let windows: fn(&[u8]) -> String =
        |word| encoding_rs::WINDOWS_1252.decode_without_bom_handling(word).0.into_owned();
    [latin, windows].into_iter().any(|read| {
        // Bytes that are not UTF-8 were not decoded at all.
        right.counted == wrong.counted
            && right.counted().all(|word| std::str::from_utf8(word).is_ok())
            && both(right, wrong).any(|(right, wrong)| right != wrong)
            && both(right, wrong).all(|(right, wrong)| right == wrong || read(right).as_bytes() == wrong)
    })
}

/// True for a word without letters and digits. Signs that are read aloud are words.
pub(crate) fn is_punctuation(word: &[u8]) -> bool {
    let word = unescape(&decode(word));
    !word.chars().any(char::is_alphanumeric) && !["$", "#", "%", "&"].contains(&&word[..])
}
