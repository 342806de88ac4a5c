//! UTF-16 text as UTF-8: Praat writes it as soon as a label has a letter that is not Latin-1.

/// The text in UTF-8. What does not begin with a byte-order mark of UTF-16 is left as it is, but for a mark of UTF-8.
pub(super) fn to_utf8(mut bytes: Vec<u8>) -> Vec<u8> {
    let decode: fn([u8; 2]) -> u16 = match bytes.as_slice() {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        [0xEF, 0xBB, 0xBF, ..] => {
            bytes.drain(..3);
            return bytes;
        }
        _ => return bytes,
    };
    let (pairs, rest) = bytes[2..].as_chunks::<2>();
    let units = pairs.iter().map(|&pair| decode(pair));
    let mut text: String =
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text.into_bytes()
}
