//! Equal words: the common index is the word number.

use super::Refusal;
use crate::prepare::{Prepared, Rules};
use crate::tree::Arena;

/// One side: its tree, the text of its words, and the prepared tree.
pub(crate) type WordSide<'a> = (&'a Arena, &'a [u8], &'a Prepared);

/// Checks that both sides have the same words, so that word numbers mean the same on both sides.
///
/// # Errors
/// The first difference, as a refusal.
pub(crate) fn by_words(gold: WordSide<'_>, system: WordSide<'_>, rules: &Rules) -> Result<(), Refusal> {
    let (gold_kept, system_kept) = (gold.2.kept(), system.2.kept());
    let (gold_words, system_words) = (gold.0.words(), system.0.words());
    let is_same = |(&gold_word, &system_word): (&u32, &u32)| {
        let (a, b) = (&gold_words[gold_word as usize], &system_words[system_word as usize]);
        a.has_same_bytes(gold.1, b, system.1) || rules.equal_words(a.bytes(gold.1), b.bytes(system.1))
    };
    let differs = gold_kept.iter().zip(system_kept).position(|pair| !is_same(pair));
    if differs.is_none() && gold_kept.len() == system_kept.len() {
        return Ok(());
    }
    let at = differs.unwrap_or(gold_kept.len().min(system_kept.len()));
    let word = |(arena, text, prepared): WordSide<'_>| {
        let number = *prepared.kept().get(at)?;
        Some(arena.words()[number as usize].bytes(text).to_vec())
    };
    Err(Refusal::WordsDiffer {
        at: at as u32 + 1,
        gold: word(gold),
        system: word(system),
        words: (gold_kept.len() as u32, system_kept.len() as u32),
    })
}
