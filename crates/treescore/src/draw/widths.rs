//! Widths of texts in pixels, from a fixed table, so that a picture is the same on every machine.
//!
//! The table holds advance widths of common typefaces in thousandths of the size; a character outside of it counts by its
//! columns in a terminal, as wide or narrow.

use unicode_width::UnicodeWidthChar;

/// A kind of text in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    /// Labels of brackets: sans, half bold, 12 px.
    Label,
    /// Words: serif, 15 px.
    Word,
    /// Tags and times: sans, 11 px.
    Tag,
}

/// Advance widths of the characters from space to `~` in thousandths: sans.
const SANS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The same: serif.
const SERIF: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500,
    500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333,
    389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469,
    500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
    278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

/// The width of a text in pixels.
///
/// ```
/// use treescore::draw::widths::{Font, width};
/// assert!(width("NP", Font::Label) > width("NP", Font::Tag));
/// assert_eq!(width("木", Font::Word), 15.0);
/// ```
pub fn width(text: &str, font: Font) -> f64 {
    // Half bold letters are about a fifteenth wider.
    let (table, size, weight) = match font {
        Font::Label => (&SANS, 12, 1066),
        Font::Word => (&SERIF, 15, 1000),
        Font::Tag => (&SANS, 11, 1000),
    };
    let thousandths: u64 = text.chars().map(|character| u64::from(advance(character, table))).sum();
    (thousandths * size * weight) as f64 / 1_000_000.0
}

fn advance(character: char, table: &[u16; 95]) -> u16 {
    match u32::from(character).checked_sub(32).and_then(|at| table.get(at as usize)) {
        Some(&advance) => advance,
        None => match character.width() {
            Some(0) | None => 0,
            Some(1) => 600,
            Some(_) => 1000,
        },
    }
}
