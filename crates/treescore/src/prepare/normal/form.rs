//! The normal form of a word as text.

use std::sync::LazyLock;

use super::Normaliser;
use crate::tree::unescape;

/// The first of the private characters that stand for bytes that are not UTF-8.
pub(crate) const STRAY: u32 = 0xF_0000;

static NORMALISER: LazyLock<Normaliser> = LazyLock::new(Normaliser::standard);

/// A word as text. A byte that is not UTF-8 is a private character of its own, so that no two differ in vain.
pub(crate) fn decode(word: &[u8]) -> String {
    let chunks = word.utf8_chunks().map(|chunk| {
        let stray = chunk.invalid().iter().filter_map(|&byte| char::from_u32(STRAY + u32::from(byte)));
        chunk.valid().chars().chain(stray).collect::<String>()
    });
    chunks.collect()
}

/// A word in the normal form of alignment: escapes, quotes, compatibility characters and case do not matter.
pub(crate) fn normal_form(word: &[u8]) -> String {
    let mut characters = Vec::new();
    NORMALISER.normalise(unescape(&decode(word)).as_bytes(), &mut characters);
    characters.into_iter().filter_map(char::from_u32).collect()
}
