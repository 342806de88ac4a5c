//! Spells one word differently.

use unicode_normalization::UnicodeNormalization;

use crate::generate::rng::Rng;

/// Equivalent marks, one set per line.
const QUOTES: [&[&str]; 2] =
    [&["``", "''", "\"", "\u{201C}", "\u{201D}", "\u{201E}"], &["'", "`", "\u{2018}", "\u{2019}"]];
/// Brackets among the words: as treebanks write them, in lower case, as full-width characters.
const BRACKETS: [&[&str]; 6] = [
    &["-LRB-", "-lrb-", "\u{FF08}"],
    &["-RRB-", "-rrb-", "\u{FF09}"],
    &["-LSB-", "-lsb-", "["],
    &["-RSB-", "-rsb-", "]"],
    &["-LCB-", "-lcb-", "{"],
    &["-RCB-", "-rcb-", "}"],
];

/// Replaces a quote, or an apostrophe within a word; `None` if there is neither.
pub(super) fn quotes(word: &str, rng: &mut Rng) -> Option<String> {
    other(&QUOTES, word, rng).or_else(|| word.contains('\'').then(|| word.replace('\'', "\u{2019}")))
}

/// Writes a bracket differently.
pub(super) fn brackets(word: &str, rng: &mut Rng) -> Option<String> {
    other(&BRACKETS, word, rng)
}

fn other(sets: &[&[&str]], word: &str, rng: &mut Rng) -> Option<String> {
    let set = sets.iter().find(|set| set.contains(&word))?;
    let others: Vec<&str> = set.iter().copied().filter(|mark| *mark != word).collect();
    others.get(rng.place(others.len())).map(|mark| (*mark).to_owned())
}

/// Changes a word to upper case, lower case or a capital first letter; `None` if that changes nothing.
pub(super) fn letter_case(word: &str, rng: &mut Rng) -> Option<String> {
    let changed = match rng.below(3) {
        0 => word.to_uppercase(),
        1 => word.to_lowercase(),
        _ => {
            let first = word.chars().next()?;
            first.to_uppercase().chain(word.chars().skip(1)).collect()
        }
    };
    (changed != word).then_some(changed)
}

/// Decomposes a word; or, if that changes nothing, writes it in full-width letters.
pub(super) fn form(word: &str) -> Option<String> {
    let decomposed: String = word.nfd().collect();
    if decomposed != word {
        return Some(decomposed);
    }
    // A full-width bracket or quote would not be a mark that the tables know.
    let is_plain = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphanumeric());
    let wide = |letter: char| char::from_u32(u32::from(letter) + 0xFEE0).unwrap_or(letter);
    is_plain.then(|| word.chars().map(wide).collect())
}

/// A typing mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slip {
    Lost,
    Added,
    Changed,
}

/// Makes one typing mistake in a word. The only letter of a word is never lost.
pub(super) fn slip(word: &str, slip: Slip, rng: &mut Rng) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let place = rng.place(letters.len());
    match slip {
        Slip::Lost if letters.len() < 2 => return None,
        Slip::Lost => drop(letters.remove(place)),
        Slip::Added => letters.insert(place, letter(rng)),
        Slip::Changed => *letters.get_mut(place)? = letter(rng),
    }
    let changed: String = letters.into_iter().collect();
    (changed != word).then_some(changed)
}

/// Returns a lower-case letter.
pub(super) fn letter(rng: &mut Rng) -> char {
    char::from(b'a' + rng.below(26) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_in_another_way() {
        let mut rng = Rng::at(1, 1);
        for word in ["``", "'", "-LRB-", "]"] {
            let changed = quotes(word, &mut rng).or_else(|| brackets(word, &mut rng)).unwrap();
            assert!(changed != word && !changed.contains(['(', ')', ' ']), "{word} {changed}");
        }
        assert_eq!(quotes("n't", &mut rng).as_deref(), Some("n\u{2019}t"));
        assert_eq!(quotes("word", &mut rng), None);
        assert_eq!(form("\u{E9}t\u{E9}").as_deref(), Some("e\u{301}te\u{301}"));
        assert_eq!(form("a1").as_deref(), Some("\u{FF41}\u{FF11}"));
        assert_eq!(form("-LRB-"), None);
        assert_eq!(slip("a", Slip::Lost, &mut rng), None);
        assert_eq!(slip("ab", Slip::Lost, &mut rng).unwrap().len(), 1);
        assert_eq!(slip("ab", Slip::Added, &mut rng).unwrap().len(), 3);
    }
}
