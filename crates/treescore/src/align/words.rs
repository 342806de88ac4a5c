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
    if gold_kept.len() != system_kept.len() {
        return Err(Refusal::WordCountDiffers {
            gold: gold_kept.len() as u32,
            system: system_kept.len() as u32,
        });
    }
    let (gold_words, system_words) = (gold.0.words(), system.0.words());
    for (at, (&gold_word, &system_word)) in gold_kept.iter().zip(system_kept).enumerate() {
        let (a, b) = (&gold_words[gold_word as usize], &system_words[system_word as usize]);
        if !a.same(gold.1, b, system.1) && !rules.equal_words(a.bytes(gold.1), b.bytes(system.1)) {
            return Err(Refusal::WordDiffers {
                at: at as u32 + 1,
                gold: a.bytes(gold.1).to_vec(),
                system: b.bytes(system.1).to_vec(),
            });
        }
    }
    Ok(())
}
