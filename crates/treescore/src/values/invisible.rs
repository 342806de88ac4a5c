//! Characters that cannot be seen.

use std::borrow::Cow;
use std::fmt::Write as _;

/// True for format characters, spaces and byte-order marks.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        u32::from(character),
        0x20 | 0xA0 | 0xAD | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0x1680 | 0x180E
            | 0x2000..=0x200F | 0x202A..=0x202F | 0x205F..=0x2064 | 0x2066..=0x206F | 0x3000 | 0xFEFF
            | 0xFFF9..=0xFFFB | 0x1_10BD | 0x1_10CD | 0x1_3430..=0x1_343F | 0x1_BCA0..=0x1_BCA3
            | 0x1_D173..=0x1_D17A | 0xE_0001 | 0xE_0020..=0xE_007F
    )
}

/// True for those among them that have no width: neither spaces nor signs that are seen around numbers.
fn has_no_width(character: char) -> bool {
    let is_sign = matches!(
        u32::from(character),
        0x600..=0x605 | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0x1_10BD | 0x1_10CD | 0x1_3430..=0x1_343F
    );
    is_invisible(character) && !character.is_whitespace() && !is_sign
}

/// True for letters of scripts in which joiners decide how letters look, and for pictures that joiners make one of.
fn is_joined(character: char) -> bool {
    matches!(
        u32::from(character),
        0x600..=0xDFF | 0xF00..=0x109F | 0x1780..=0x18AF | 0x1A20..=0x1AAF | 0x2600..=0x27BF | 0xFE0F
            | 0x1_F000..=0x1_FAFF
    )
}

/// A text in which characters that have no width are numbers, as in findings: `br<U+200B>ead`. Joiners stay where they shape the
/// letters at both sides of them.
///
/// ```
/// use treescore::values::spell_out;
/// assert_eq!(spell_out("br\u{200b}ead"), "br<U+200B>ead");
/// assert_eq!(spell_out("نمی\u{200c}شود"), "نمی\u{200c}شود");
/// ```
pub fn spell_out(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(has_no_width) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    let (mut before, mut rest) = (None, text.chars());
    while let Some(character) = rest.next() {
        let is_joiner = matches!(character, '\u{200c}' | '\u{200d}');
        let shapes = || before.is_some_and(is_joined) && rest.clone().next().is_some_and(is_joined);
        if has_no_width(character) && !(is_joiner && shapes()) {
            let _ = write!(shown, "<U+{:04X}>", u32::from(character)); // a string takes everything
        } else {
            shown.push(character);
        }
        before = Some(character);
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::spell_out;

    #[test]
    fn characters_without_width_are_numbers() {
        for (text, expected, why) in [
            ("plain", "plain", "nothing to show"),
            ("a\u{200b}b", "a<U+200B>b", "a space without width"),
            ("\u{feff}a", "<U+FEFF>a", "a byte-order mark"),
            ("co\u{ad}op", "co<U+00AD>op", "a hyphen that is seen at the end of a line only"),
            ("\u{202e}x", "<U+202E>x", "direction"),
            ("30\u{a0}000", "30\u{a0}000", "a space has a width"),
            ("a\u{200d}b", "a<U+200D>b", "a joiner between letters that are not joined"),
            ("ك\u{200d}", "ك<U+200D>", "a joiner at the end"),
            ("👨\u{200d}👩\u{200d}👧", "👨\u{200d}👩\u{200d}👧", "a family"),
            ("e\u{301}", "e\u{301}", "an accent is seen"),
        ] {
            assert_eq!(spell_out(text), expected, "{why}");
        }
    }
}
