//! Quotes that only one side deletes.
//!
//! An apostrophe tagged as a closing quote is deleted as punctuation; tagged as a possessive it stays. The
//! two sides then differ in their words although both have the same text. If a recipe lists the tags in
//! question and the numbers of words differ, such a quote is put back on the side that deleted it. As in
//! EVALB, the quotes themselves are not compared; unlike in EVALB, a quote is put back at most once.

use super::prepared::SideToPrepare;
use super::rules::Rules;

/// A word that may be put back.
#[derive(Clone, Copy, Debug)]
struct Quote {
    word: u32,
    /// The number of words that count before it.
    index: usize,
    is_deleted: bool,
    /// True if this quote, or a later one with the same index, counts.
    leads_to_kept: bool,
}

/// Puts quotes back on either side and prepares that side again.
pub(super) fn repair(gold: SideToPrepare<'_>, system: SideToPrepare<'_>, rules: &Rules) {
    let (gold_words, system_words) = put_back(&find_quotes(&gold, rules), &find_quotes(&system, rules));
    for (side, forced) in [(gold, gold_words), (system, system_words)] {
        if !forced.is_empty() {
            side.prepared.prepare_with(side.arena, rules, &forced);
        }
    }
}

/// Returns the words to put back on either side: for each system quote in turn, a gold quote at the same
/// index. A quote that is put back moves itself and all later ones of its side by one.
///
/// The quotes at one index are any number of deleted ones and then at most one that counts, and indices never
/// decrease. So one walk over both sides finds the first deleted quote of an index, and knows whether one
/// that counts follows.
fn put_back(golds: &[Quote], systems: &[Quote]) -> (Vec<u32>, Vec<u32>) {
    let (mut gold_words, mut system_words) = (Vec::new(), Vec::new());
    let mut next = 0;
    for system in systems {
        let index = system.index + system_words.len();
        while golds.get(next).is_some_and(|gold| gold.index + gold_words.len() < index) {
            next += 1;
        }
        let Some(gold) = golds.get(next).filter(|gold| gold.index + gold_words.len() == index) else {
            continue;
        };
        if system.is_deleted && gold.leads_to_kept {
            system_words.push(system.word);
        } else if gold.is_deleted && !system.is_deleted {
            gold_words.push(gold.word);
            next += 1;
        }
    }
    (gold_words, system_words)
}

fn find_quotes(side: &SideToPrepare<'_>, rules: &Rules) -> Vec<Quote> {
    let kept = side.prepared.kept();
    let mut quotes = Vec::new();
    for (number, word) in side.arena.words().iter().enumerate() {
        let is_quote = rules.by_label()[word.tag.index()].is_quote
            && matches!(word.bytes(side.text), b"'" | b"\"" | b"/");
        if is_quote && !side.prepared.is_removed(number) {
            let position = kept.binary_search(&(number as u32));
            quotes.push(Quote {
                word: number as u32,
                index: position.unwrap_or_else(|before| before),
                is_deleted: position.is_err(),
                leads_to_kept: position.is_ok(),
            });
        }
    }
    look_ahead(&mut quotes);
    quotes
}

/// Sets `leads_to_kept` of deleted quotes that a counted quote at the same index follows.
fn look_ahead(quotes: &mut [Quote]) {
    for at in (1..quotes.len()).rev() {
        let later = quotes[at];
        let quote = &mut quotes[at - 1];
        quote.leads_to_kept |= later.leads_to_kept && later.index == quote.index;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The quotes of a side: for each, the number of counted words before it, and whether it is deleted.
    fn side() -> impl Strategy<Value = Vec<Quote>> {
        proptest::collection::vec((0..2usize, any::<bool>()), 0..10).prop_map(|quotes| {
            let mut index = 0;
            let mut side: Vec<Quote> = Vec::new();
            for (word, (others, is_deleted)) in (0..).zip(quotes) {
                index += others;
                side.push(Quote { word, index, is_deleted, leads_to_kept: !is_deleted });
                index += usize::from(!is_deleted);
            }
            look_ahead(&mut side);
            side
        })
    }

    /// Compares all quotes, moving indices as EVALB does, but puts each back only once.
    fn by_double_loop(golds: &[Quote], systems: &[Quote]) -> (Vec<u32>, Vec<u32>) {
        let (mut golds, mut systems) = (golds.to_vec(), systems.to_vec());
        let (mut gold_words, mut system_words) = (Vec::new(), Vec::new());
        for second in 0..systems.len() {
            let index = systems[second].index;
            for first in 0..golds.len() {
                let (a, b) = (golds[first], systems[second]);
                if a.index == index && a.is_deleted && !b.is_deleted && !gold_words.contains(&a.word) {
                    gold_words.push(a.word);
                    golds[first..].iter_mut().for_each(|quote| quote.index += 1);
                } else if a.index == index && b.is_deleted && !a.is_deleted && !system_words.contains(&b.word)
                {
                    system_words.push(b.word);
                    systems[second..].iter_mut().for_each(|quote| quote.index += 1);
                }
            }
        }
        (gold_words, system_words)
    }

    proptest! {
        #[test]
        fn one_walk_agrees_with_a_double_loop(gold in side(), system in side()) {
            prop_assert_eq!(put_back(&gold, &system), by_double_loop(&gold, &system));
        }
    }
}
