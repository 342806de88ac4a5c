//! Equal words: the common index is the number of the word.

use super::Refusal;
use crate::prepare::{Prepared, Rules};
use crate::tree::Arena;

/// One side: its tree, the text of its words, and what the recipe leaves of it.
pub(crate) type WordSide<'a> = (&'a Arena, &'a [u8], &'a Prepared);

/// Checks that both sides have the same words, so that their positions mean the same.
///
/// # Errors
/// The refusal that says where they differ.
pub fn by_words(gold: WordSide<'_>, system: WordSide<'_>, rules: &Rules) -> Result<(), Refusal> {
    let (ours, theirs) = (gold.2.kept(), system.2.kept());
    if ours.len() != theirs.len() {
        return Err(Refusal::WordCountDiffers { gold: ours.len() as u32, system: theirs.len() as u32 });
    }
    let (gold_words, system_words) = (gold.0.words(), system.0.words());
    for (at, (&our, &their)) in ours.iter().zip(theirs).enumerate() {
        let (a, b) = (&gold_words[our as usize], &system_words[their as usize]);
        if !a.has_same_bytes(gold.1, b, system.1) && !rules.equal_words(a.bytes(gold.1), b.bytes(system.1)) {
            return Err(Refusal::WordDiffers {
                at: at as u32 + 1,
                gold: a.bytes(gold.1).to_vec(),
                system: b.bytes(system.1).to_vec(),
            });
        }
    }
    Ok(())
}
