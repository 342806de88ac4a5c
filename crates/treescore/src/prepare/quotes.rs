//! Quotes that one side deletes and the other keeps.
//!
//! An apostrophe tagged as a closing quote is deleted as punctuation; tagged as a possessive it stays. The sentence then has
//! different words on the two sides though nobody disagrees about the words. Where a recipe lists the tags in question and
//! the numbers of words differ, such a quote is put back on the side that deleted it. As in EVALB, the quotes themselves are
//! not compared; other than there, a quote is put back at most once.

use super::prepared::SideToPrepare;
use super::rules::Rules;

/// A word that may be put back.
#[derive(Clone, Copy, Debug)]
struct Quote {
    word: u32,
    /// Words that count before it.
    index: usize,
    is_deleted: bool,
    /// Is it, or a later quote with the same index, a word that counts?
    leads_to_kept: bool,
}

/// Puts quotes back on either side and prepares that side again.
pub(super) fn repair(gold: SideToPrepare<'_>, system: SideToPrepare<'_>, rules: &Rules) {
    let (ours, theirs) = put_back(&quotes(&gold, rules), &quotes(&system, rules));
    for (side, forced) in [(gold, ours), (system, theirs)] {
        if !forced.is_empty() {
            side.prepared.prepare_with(side.arena, rules, &forced);
        }
    }
}

/// The words to put back on either side: for each system quote in turn, a quote of gold that stands at the same index. A quote
/// that is put back moves itself and all later ones of its side by one.
///
/// Quotes of one index are any number of deleted ones and then at most one that counts, and indexes never fall; so one walk over
/// both sides finds the first deleted quote of an index, and knows whether one that counts will follow.
fn put_back(ours: &[Quote], theirs: &[Quote]) -> (Vec<u32>, Vec<u32>) {
    let (mut our_words, mut their_words) = (Vec::new(), Vec::new());
    let mut next = 0;
    for their in theirs {
        let index = their.index + their_words.len();
        while ours.get(next).is_some_and(|our| our.index + our_words.len() < index) {
            next += 1;
        }
        let Some(our) = ours.get(next).filter(|our| our.index + our_words.len() == index) else { continue };
        if their.is_deleted && our.leads_to_kept {
            their_words.push(their.word);
        } else if our.is_deleted && !their.is_deleted {
            our_words.push(our.word);
            next += 1;
        }
    }
    (our_words, their_words)
}

fn quotes(side: &SideToPrepare<'_>, rules: &Rules) -> Vec<Quote> {
    let kept = side.prepared.kept();
    let mut quotes = Vec::new();
    for (number, word) in side.arena.words().iter().enumerate() {
        let is_quote =
            rules.by_label()[word.tag.index()].quote && matches!(word.bytes(side.text), b"'" | b"\"" | b"/");
        if is_quote && !side.prepared.is_gone(number) {
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

/// Tells deleted quotes of the one that follows at their index and counts.
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

    /// Quotes of a side: for each, how many words that count stand before it, and whether it is deleted.
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

    /// Every quote with every other, indexes moved as EVALB moves them, but each put back once.
    fn by_double_loop(ours: &[Quote], theirs: &[Quote]) -> (Vec<u32>, Vec<u32>) {
        let (mut ours, mut theirs) = (ours.to_vec(), theirs.to_vec());
        let (mut our_words, mut their_words) = (Vec::new(), Vec::new());
        for second in 0..theirs.len() {
            let index = theirs[second].index;
            for first in 0..ours.len() {
                let (a, b) = (ours[first], theirs[second]);
                if a.index == index && a.is_deleted && !b.is_deleted && !our_words.contains(&a.word) {
                    our_words.push(a.word);
                    ours[first..].iter_mut().for_each(|quote| quote.index += 1);
                } else if a.index == index && b.is_deleted && !a.is_deleted && !their_words.contains(&b.word)
                {
                    their_words.push(b.word);
                    theirs[second..].iter_mut().for_each(|quote| quote.index += 1);
                }
            }
        }
        (our_words, their_words)
    }

    proptest! {
        #[test]
        fn one_walk_finds_what_a_double_loop_finds(gold in side(), system in side()) {
            prop_assert_eq!(put_back(&gold, &system), by_double_loop(&gold, &system));
        }
    }
}
