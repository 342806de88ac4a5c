//! Conversion of UTF-16 to UTF-8: Praat writes UTF-16 as soon as a label has a character outside Latin-1.

/// Converts text with a UTF-16 byte-order mark to UTF-8. Other text stays unchanged, but a UTF-8 mark is
/// removed.
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
