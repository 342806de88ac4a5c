//! What fields and atoms look like: numbers, scores, labels.

/// True if nine of ten do, or more. Nothing is not enough.
pub(crate) fn nine_of_ten(count: usize, total: usize) -> bool {
    total > 0 && count * 10 >= total * 9
}

/// True for one digit or more, and nothing else.
pub(super) fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// True if a digit is in it.
pub(crate) fn has_digit(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit)
}

/// True for what looks like the id of an utterance before its words: `har_002`.
pub(crate) fn looks_like_id(field: &[u8]) -> bool {
    has_digit(field)
        && field.iter().any(|byte| matches!(byte, b'-' | b'_' | b'.' | b'/'))
        && !field.iter().any(|byte| matches!(byte, b'(' | b')'))
}

/// A decimal number, with or without sign, fraction and exponent.
pub(super) fn number(text: &[u8]) -> Option<f64> {
    let unsigned = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    if !is_decimal(unsigned) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// True for the score of a parser: a number, or one of the names of what is none.
pub(super) fn is_score(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    is_decimal(unsigned) || matches!(unsigned, b"Infinity" | b"inf") || matches!(text, b"NaN" | b"nan")
}

/// True for digits, perhaps with a fraction and an exponent.
fn is_decimal(text: &[u8]) -> bool {
    let (whole, rest) = digits(text);
    let (fraction, rest) = rest.strip_prefix(b".").map_or((&[][..], rest), digits);
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    has_digits
        && match rest {
            [] => true,
            [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => is_digits(exponent),
            _ => false,
        }
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// True for a letter, a digit or `_`, in any script.
pub(super) fn is_word_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The characters of a text; of one that is not UTF-8, its bytes.
pub(super) fn characters(text: &[u8]) -> impl Iterator<Item = char> {
    let decoded = std::str::from_utf8(text).ok();
    let bytes = if decoded.is_some() { &[][..] } else { text };
    decoded.unwrap_or_default().chars().chain(bytes.iter().map(|&byte| char::from(byte)))
}

/// True for an atom that looks like a label: `NP-SBJ`, `$,`, `-NONE-`.
pub(crate) fn looks_like_label(atom: &[u8]) -> bool {
    is_capital_label(atom) || is_punctuation(atom) || is_dashed_label(atom)
}

/// Capitals, digits and `$`, then perhaps a mark and anything.
fn is_capital_label(atom: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'$';
    atom.first().is_some_and(u8::is_ascii_uppercase)
        && atom.iter().find(|byte| !plain(byte)).is_none_or(|mark| b"-=|+.@^_:".contains(mark))
}

fn is_punctuation(atom: &[u8]) -> bool {
    !atom.is_empty() && characters(atom).all(|c| !is_word_character(c) && !c.is_whitespace())
}

fn is_dashed_label(atom: &[u8]) -> bool {
    atom.strip_prefix(b"-")
        .and_then(|rest| rest.strip_suffix(b"-"))
        .is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_look_like_labels() {
        for label in
            ["S", "NP-SBJ", "WHNP-1", "S|<NP-VP>", "$,", "$", "PRP$", ".", "-LRB-", "``", "NP=2", "。"]
        {
            assert!(looks_like_label(label.as_bytes()), "{label}");
        }
        for word in ["the", "The", "", "-", "-a-", "NPsbj", "3", "_", "Ä", "a-B"] {
            assert_eq!(looks_like_label(word.as_bytes()), word == "-", "{word}");
        }
    }

    #[test]
    fn numbers_and_scores() {
        for (text, is_number, score) in [
            ("1", true, true),
            ("-1.5", true, true),
            ("+1", true, false),
            (".5", true, true),
            ("5.", true, true),
            ("1e-3", true, true),
            (".", false, false),
            ("1e", false, false),
            ("-Infinity", false, true),
            ("NaN", false, true),
            ("-NaN", false, false),
            ("1 ", false, false),
            ("", false, false),
        ] {
            assert_eq!(number(text.as_bytes()).is_some(), is_number, "{text}");
            assert_eq!(is_score(text.as_bytes()), score, "{text}");
        }
    }
}
