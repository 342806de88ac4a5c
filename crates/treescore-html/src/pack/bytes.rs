//! Numbers and texts as bytes: the two streams that records are made of.

use treescore::values::spell_out;

/// Two streams: numbers of any size, and texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    pub(crate) numbers: Vec<u8>,
    pub(crate) texts: Vec<u8>,
}

impl Streams {
    /// Appends a number: seven bits to a byte, the lowest first.
    pub(crate) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.numbers.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.numbers.push(number as u8);
    }

    /// Appends a number that may be negative.
    pub(crate) fn signed(&mut self, number: i64) {
        self.number(zigzag(number));
    }

    /// Appends a text. Control characters are replaced by their pictures, so that a zero byte ends a text.
    pub(crate) fn text(&mut self, text: &str) {
        let mut plain = [0; 4];
        for character in text.chars() {
            self.texts.extend_from_slice(picture(character).encode_utf8(&mut plain).as_bytes());
        }
        self.texts.push(0);
    }
}

/// A control character as something that can be seen.
pub(crate) fn picture(character: char) -> char {
    match character as u32 {
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        0x80..0xa0 => '\u{fffd}',
        _ => character,
    }
}

/// A text for the page: control characters as pictures, and characters without width, which may turn what follows around,
/// as numbers.
pub(crate) fn shown(text: &str) -> String {
    spell_out(&text.chars().map(picture).collect::<String>()).into_owned()
}

/// Small numbers of either sign as small numbers.
pub(crate) fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts() {
        let mut streams = Streams::default();
        for number in [0, 127, 128, 300, u64::from(u32::MAX)] {
            streams.number(number);
        }
        assert_eq!(streams.numbers, [0, 127, 0x80, 1, 0xac, 2, 0xff, 0xff, 0xff, 0xff, 0x0f]);
        assert_eq!([0, -1, 1, -2, 2].map(zigzag), [0, 1, 2, 3, 4]);
        streams.text("a\u{1b}[2J\0\u{7f}\u{85}b");
        assert_eq!(streams.texts, "a␛[2J␀␡\u{fffd}b\0".as_bytes());
        assert_eq!(shown("a\u{1b}\u{202e}b"), "a␛<U+202E>b");
    }
}
