//! Changes the tokens of a sentence.

use crate::generate::rng::Rng;

use super::flat::{Flat, Item};
use super::letters::{self, Slip};
use super::rates::Rates;

/// Short forms and their long forms.
const LONG_FORMS: [(&str, &str); 6] =
    [("n't", "not"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'m", "am"), ("'d", "would")];
/// Words before `n't`, and their forms before `not`.
const BEFORE_NOT: [(&str, &str); 3] = [("ca", "can"), ("wo", "will"), ("sha", "shall")];

/// Makes the changes that the rates demand, token by token.
pub(super) fn disturb(tree: &mut Flat, rates: &Rates, rng: &mut Rng) {
    let mut next = tree.leaf_from(0);
    while let Some(place) = next {
        contract(tree, place, rates.contractions, rng);
        rewrite(tree, place, rates, rng);
        if rng.chance(rates.merged_tokens) {
            merge(tree, place);
        }
        let is_split = rng.chance(rates.split_tokens) && split(tree, place, rng);
        next = tree.leaf_from(place + 1 + usize::from(is_split));
    }
    tree.prune();
}

/// Makes one typing mistake somewhere in the sentence.
pub(super) fn typo(tree: &mut Flat, rng: &mut Rng) {
    let leaves = tree.items.iter().filter(|item| matches!(item, Item::Leaf { .. })).count();
    let wanted = rng.place(leaves);
    let place = (0..tree.items.len()).filter(|&place| tree.word(place).is_some()).nth(wanted);
    let (Some(place), slip) = (place, [Slip::Lost, Slip::Added, Slip::Changed][rng.place(3)]) else { return };
    // A word that does not suit the mistake suits an added letter.
    change(tree, place, |word| {
        letters::slip(word, slip, rng).or_else(|| letters::slip(word, Slip::Added, rng))
    });
}

/// Replaces every word by another one of the same length.
pub(super) fn invent(tree: &mut Flat, rng: &mut Rng) {
    for place in 0..tree.items.len() {
        change(tree, place, |word| Some(word.chars().map(|_| letters::letter(rng)).collect()));
    }
}

fn change(tree: &mut Flat, place: usize, make: impl FnOnce(&str) -> Option<String>) {
    if let Some(word) = tree.word(place).and_then(make) {
        tree.set_word(place, &word);
    }
}

fn rewrite(tree: &mut Flat, place: usize, rates: &Rates, rng: &mut Rng) {
    type Way = fn(&str, &mut Rng) -> Option<String>;
    let ways: [(u32, Way); 7] = [
        (rates.quotes, letters::quotes),
        (rates.brackets, letters::brackets),
        (rates.letter_case, letters::letter_case),
        (rates.forms, |word, _| letters::form(word)),
        (rates.lost_letters, |word, rng| letters::slip(word, Slip::Lost, rng)),
        (rates.added_letters, |word, rng| letters::slip(word, Slip::Added, rng)),
        (rates.changed_letters, |word, rng| letters::slip(word, Slip::Changed, rng)),
    ];
    for (rate, way) in ways {
        if rng.chance(rate) {
            change(tree, place, |word| way(word, rng));
        }
    }
}

/// Changes `ca n't` to `can not`, `can't` or `cannot`; other short forms are written out or joined with the
/// word before.
fn contract(tree: &mut Flat, place: usize, rate: u32, rng: &mut Rng) {
    let Some(next) = tree.leaf_from(place + 1) else { return };
    let (Some(word), Some(short)) = (tree.word(place), tree.word(next)) else { return };
    let Some((_, long)) = LONG_FORMS.iter().find(|(form, _)| *form == short) else { return };
    if !rng.chance(rate) {
        return;
    }
    if rng.chance(500) {
        merge(tree, place);
        return;
    }
    if let Some((_, full)) = BEFORE_NOT.iter().find(|(form, _)| *form == word) {
        tree.set_word(place, full);
    }
    tree.set_word(next, long);
    if *long == "not" && tree.word(place) == Some("can") && rng.chance(500) {
        merge(tree, place);
    }
}

/// Joins the next word to this one, wherever it is.
fn merge(tree: &mut Flat, place: usize) {
    let Some(next) = tree.leaf_from(place + 1) else { return };
    if let (Some(word), Some(other)) = (tree.word(place), tree.word(next)) {
        if !can_join(word, other) {
            return;
        }
        let joined = format!("{word}{other}");
        tree.set_word(place, &joined);
        tree.items.remove(next);
    }
}

/// False for marks that would become another text: those with a meaning as words of their own, or together
/// with the next mark.
fn can_join(word: &str, other: &str) -> bool {
    let is_dash = |word: &str| word.chars().all(|letter| letter == '-');
    let is_quote = |letter| matches!(letter, '\'' | '`' | '\u{2018}' | '\u{2019}');
    let is_longer_quote = word.ends_with(is_quote) && other.starts_with(is_quote);
    !is_dash(word) && !is_dash(other) && !is_longer_quote
}

/// Splits a word into two of the same tag; false if it cannot be split. A mark of several characters stays
/// whole: its parts would be other marks.
fn split(tree: &mut Flat, place: usize, rng: &mut Rng) -> bool {
    let Some(&Item::Leaf { tag, word: (start, end) }) = tree.items.get(place) else { return false };
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '.' | ',');
    let word = tree.part((start, end));
    if word.starts_with('-') || !word.chars().all(is_plain) {
        return false;
    }
    let edges: Vec<usize> = word.char_indices().skip(1).map(|(at, _)| start + at).collect();
    let Some(&middle) = edges.get(rng.place(edges.len())) else { return false };
    let parts = [Item::Leaf { tag, word: (start, middle) }, Item::Leaf { tag, word: (middle, end) }];
    tree.items.splice(place..=place, parts);
    true
}
