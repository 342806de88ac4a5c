//! Cuts cells whose text differs into smaller ones, where that is certain enough.

use super::cells::Spellings;
use super::exceptions::{Classes, Keys};
use super::group::{Kind, Pending};

/// Cells with at most this many words on a side are not cut.
const FEW_WORDS: usize = 4;

/// Refines cells. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Refiner {
    keys: Keys,
    found: Vec<(Kind, usize, usize)>,
}

impl Refiner {
    /// Adds the refined cells of a cell with words on both sides and different text. `equal` is the number of
    /// equal characters on the path.
    pub(super) fn refine(
        &mut self,
        words: Spellings<'_>,
        equal: usize,
        exceptions: &Classes,
        pending: &mut Pending,
    ) {
        let Spellings { gold, system } = words;
        let (gold_words, system_words) = (gold.len(), system.len());
        let longer = gold.characters().max(system.characters());
        if self.is_explained(words, exceptions) {
            self.found.iter().for_each(|&(kind, gold_words, system_words)| {
                pending.push_cell(kind, gold_words, system_words);
            });
        } else if (gold_words <= FEW_WORDS && system_words <= FEW_WORDS) || 2 * equal >= longer {
            pending.push_cell(Kind::Diff, gold_words, system_words);
        } else if gold_words == system_words {
            one_to_one(words, Kind::Diff).for_each(|kind| pending.push_cell(kind, 1, 1));
        } else {
            pending.push_cell(Kind::Gold, gold_words, 0);
            pending.push_cell(Kind::System, 0, system_words);
        }
    }

    /// True if equal words and exceptions explain the whole cell. The cells are then in `found`.
    fn is_explained(&mut self, words: Spellings<'_>, exceptions: &Classes) -> bool {
        self.found.clear();
        let Spellings { mut gold, mut system } = words;
        while !gold.is_empty() && !system.is_empty() {
            let (gold_split, system_split) = (gold.split(1), system.split(1));
            if gold_split.0.reads_like(system_split.0) {
                self.found.push((Kind::Same, 1, 1));
                (gold, system) = (gold_split.1, system_split.1);
                continue;
            }
            let Some((gold_words, system_words)) = exceptions.variants(gold, system, &mut self.keys) else {
                return false;
            };
            let (gold_split, system_split) = (gold.split(gold_words), system.split(system_words));
            if gold_words == system_words {
                let pair = Spellings { gold: gold_split.0, system: system_split.0 };
                self.found.extend(one_to_one(pair, Kind::Equiv).map(|kind| (kind, 1, 1)));
            } else {
                self.found.push((Kind::Equiv, gold_words, system_words));
            }
            (gold, system) = (gold_split.1, system_split.1);
        }
        gold.is_empty() && system.is_empty()
    }
}

/// One cell per word pair: `Same` if the spellings are equal, else `otherwise`.
fn one_to_one(words: Spellings<'_>, otherwise: Kind) -> impl Iterator<Item = Kind> {
    let pairs = words.gold.iter().zip(words.system.iter());
    pairs.map(move |(gold, system)| if gold == system { Kind::Same } else { otherwise })
}
