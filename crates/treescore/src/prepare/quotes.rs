//! Quotes that one side deletes and the other keeps.
//!
//! An apostrophe tagged as a closing quote is deleted as punctuation; tagged as a possessive it stays. The sentence then has
//! different words on the two sides though nobody disagrees about the words. Where a recipe lists the tags in question and
//! the numbers of words differ, such a quote is put back on the side that deleted it. As in EVALB, the quotes themselves are
//! not compared; other than there, a quote is put back at most once.

use super::prepared::Side;
use super::rules::Rules;
use crate::tree::Label;

/// A word that may be put back.
struct Quote {
    word: u32,
    /// Words that count before it; grows as quotes before it are put back.
    index: u32,
    tag: Label,
    is_deleted: bool,
    is_back: bool,
}

/// Puts quotes back on either side and prepares that side again.
pub(super) fn repair(gold: Side<'_>, system: Side<'_>, rules: &Rules) {
    let (mut ours, mut theirs) = (quotes(&gold, rules), quotes(&system, rules));
    for their in 0..theirs.len() {
        let index = theirs[their].index;
        for our in 0..ours.len() {
            let (a, b) = (&ours[our], &theirs[their]);
            if a.index != index || a.tag == b.tag {
                continue;
            }
            if a.is_deleted && !b.is_deleted {
                put_back(&mut ours[our..]);
            } else if b.is_deleted && !a.is_deleted {
                put_back(&mut theirs[their..]);
            }
        }
    }
    for (side, quotes) in [(gold, ours), (system, theirs)] {
        let forced: Vec<u32> = quotes.iter().filter(|quote| quote.is_back).map(|quote| quote.word).collect();
        if !forced.is_empty() {
            side.prepared.prepare_with(side.arena, rules, &forced);
        }
    }
}

/// Puts the first of these quotes back; the later ones move by one.
fn put_back(quotes: &mut [Quote]) {
    let Some(first) = quotes.first_mut() else { return };
    if !first.is_back {
        first.is_back = true;
        for quote in quotes {
            quote.index += 1;
        }
    }
}

fn quotes(side: &Side<'_>, rules: &Rules) -> Vec<Quote> {
    let kept = side.prepared.kept();
    let mut quotes = Vec::new();
    for (number, word) in side.arena.words().iter().enumerate() {
        let is_quote = rules.by_label()[word.tag.index()].quote && matches!(word.bytes(side.text), b"'" | b"\"" | b"/");
        if is_quote {
            let position = kept.binary_search(&(number as u32));
            quotes.push(Quote {
                word: number as u32,
                index: position.unwrap_or_else(|before| before) as u32,
                tag: word.tag,
                is_deleted: position.is_err(),
                is_back: false,
            });
        }
    }
    quotes
}
