//! Patterns with `*` and `?`.

/// True if the text matches the pattern, in which `*` is any text and `?` any character. After a mismatch the last `*` takes one more character, so only that
/// needs to be remembered.
pub(crate) fn is_match(text: &[u8], pattern: &[u8]) -> bool {
    let (mut at, mut in_pattern) = (0, 0);
    let mut star = None;
    loop {
        match (text.get(at), pattern.get(in_pattern)) {
            (_, Some(b'*')) => {
                in_pattern += 1;
                star = Some((at, in_pattern));
            }
            (Some(_), Some(b'?')) => (at, in_pattern) = (after_character(text, at), in_pattern + 1),
            (Some(byte), Some(like)) if byte == like => (at, in_pattern) = (at + 1, in_pattern + 1),
            (None, None) => return true,
            _ => match star {
                Some((from, after)) if from < text.len() => {
                    star = Some((from + 1, after));
                    (at, in_pattern) = (from + 1, after);
                }
                _ => return false,
            },
        }
    }
}

/// The position after the character at `at`. A byte that is not UTF-8 is a character.
fn after_character(text: &[u8], at: usize) -> usize {
    let rest = text.get(at + 1..).unwrap_or_default();
    at + 1 + rest.iter().take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tries all ways of matching a pattern.
    fn naive(text: &[u8], pattern: &[u8]) -> bool {
        match (text, pattern) {
            ([], []) => true,
            (_, [b'*', rest @ ..]) => (0..=text.len()).any(|at| naive(&text[at..], rest)),
            ([_, text @ ..], [b'?', rest @ ..]) => naive(text, rest),
            ([byte, text @ ..], [like, rest @ ..]) => byte == like && naive(text, rest),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn patterns_match_as_a_naive_twin_says(text in "[ab?*]{0,7}", pattern in "[ab?*]{0,7}") {
            prop_assert_eq!(is_match(text.as_bytes(), pattern.as_bytes()), naive(text.as_bytes(), pattern.as_bytes()));
        }
    }
}
