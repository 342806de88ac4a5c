//! The header and the rows.

use std::io::Write;

use super::put;

/// The figures of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Words of the gold sentence that count for its length.
    pub length: u64,
    /// 0 scored, 1 error, 2 skipped, 3 skipped but counted (SPMRL `-X`).
    pub status: u8,
    /// Brackets in common.
    pub matched: u64,
    /// Gold brackets.
    pub gold: u64,
    /// Test brackets.
    pub test: u64,
    /// Test brackets that cross a gold bracket.
    pub crossing: u64,
    /// Words compared.
    pub words: u64,
    /// Words with the right tag.
    pub tags: u64,
}

/// The line of `=` below the header and above the totals.
pub(crate) const SEPARATOR: &str =
    "============================================================================\n";

/// Appends the three lines above the rows.
pub fn write_header(out: &mut Vec<u8>) {
    out.extend_from_slice(b"  Sent.                        Matched  Bracket   Cross        Correct Tag\n");
    out.extend_from_slice(b" ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy\n");
    out.extend_from_slice(SEPARATOR.as_bytes());
}

/// Computes `100 * part / whole` as EVALB does; 0 if `whole` is 0.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Digits of the largest line number.
const LINE_DIGITS: usize = 20;
/// The rest of a row after the line number, with every number blank.
const BLANK: &[u8; 73] = b"                                                                        \n";

/// Appends the row of a sentence.
/// This runs once per sentence of a corpus, so numbers are set into a blank row from the right, in integer
/// arithmetic. Only a row with a number wider than its field is formatted with the C format.
pub(super) fn write_row(out: &mut Vec<u8>, line: u64, figures: &Figures) {
    let Figures { length, status, matched, gold, test, crossing, words, tags } = *figures;
    let fits = [length, matched, gold, test, crossing].iter().all(|&number| number < 1_000);
    let inside = matched <= gold && matched <= test && tags <= words && words < 10_000 && status < 10;
    // A side without brackets has no matches, so `inside` holds for it as well: its percentage is 0.
    if !(fits && inside) {
        write_plain_row(out, line, figures);
        return;
    }
    let mut row = [b' '; LINE_DIGITS + BLANK.len()];
    row[LINE_DIGITS..].copy_from_slice(BLANK);
    let first = set_number(&mut row[..LINE_DIGITS], line).min(LINE_DIGITS - 4);
    let rest = &mut row[LINE_DIGITS..];
    set_number(&mut rest[..5], length);
    rest[9] = b'0' + status;
    set_percent(&mut rest[12..18], matched, gold);
    set_percent(&mut rest[19..25], matched, test);
    for (end, number) in [(31, matched), (38, gold), (43, test), (50, crossing), (57, words), (63, tags)] {
        set_number(&mut rest[..end], number);
    }
    set_percent(&mut rest[66..72], tags, words);
    out.extend_from_slice(&row[first..]);
}

/// Sets a number at the right end of a field and returns the position of its first digit.
fn set_number(field: &mut [u8], mut number: u64) -> usize {
    let mut at = field.len();
    loop {
        at -= 1;
        field[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 || at == 0 {
            return at;
        }
    }
}

/// Sets a percentage of at most 100 into six bytes, for `part <= whole < 10 000`.
///
/// With numbers this small, the `f64` that EVALB prints lies on the same side of a rounding boundary as the
/// exact ratio, unless the ratio *is* a boundary: then the `f64` itself decides.
fn set_percent(field: &mut [u8], part: u64, whole: u64) {
    let halves = (20_000 * part).checked_div(whole).unwrap_or(0);
    if halves % 2 == 1 && halves * whole == 20_000 * part {
        let mut field = field;
        // Six bytes hold anything up to 999.99.
        let _ = write!(field, "{:6.2}", percent(part, whole));
        return;
    }
    let hundredths = halves.div_ceil(2);
    field[5] = b'0' + (hundredths % 10) as u8;
    field[4] = b'0' + (hundredths / 10 % 10) as u8;
    field[3] = b'.';
    set_number(&mut field[..3], hundredths / 100);
}

/// Appends a row as the C format writes it: numbers wider than their field push the rest to the right.
fn write_plain_row(out: &mut Vec<u8>, line: u64, figures: &Figures) {
    let Figures { length, status, matched, gold, test, crossing, words, tags } = *figures;
    let (recall, precision) = (percent(matched, gold), percent(matched, test));
    put!(
        out,
        "{line:4}  {length:3}    {status}  {recall:6.2} {precision:6.2}   {matched:3}    {gold:3}  {test:3}"
    );
    put!(out, "    {crossing:3}   {words:4}  {tags:4}   {:6.2}\n", percent(tags, words));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn both(line: u64, figures: &Figures) -> (String, String) {
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        write_row(&mut fast, line, figures);
        write_plain_row(&mut plain, line, figures);
        (String::from_utf8(fast).unwrap(), String::from_utf8(plain).unwrap())
    }

    #[test]
    fn every_small_ratio_is_formatted_like_its_double() {
        for whole in 0..=400 {
            for part in 0..=whole {
                let figures = Figures {
                    matched: part,
                    gold: whole,
                    test: 400,
                    words: whole * 20,
                    tags: part,
                    ..Figures::default()
                };
                let (fast, plain) = both(whole, &figures);
                assert_eq!(fast, plain);
            }
        }
    }

    #[test]
    fn wide_numbers_push_the_rest_to_the_right() {
        for line in [0, 9, 9_999, 10_000, u64::MAX] {
            for number in [0, 999, 1_000, 9_999, 10_000, u64::from(u32::MAX), u64::MAX] {
                for status in [0, 3, 10, 255] {
                    let figures =
                        Figures { length: number, status, gold: number, words: number, ..Figures::default() };
                    let (fast, plain) = both(line, &figures);
                    assert_eq!(fast, plain);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_figures_are_formatted_the_plain_way(
            line: u64, length in 0..2_000_u64, status in 0..5_u8, matched in 0..1_200_u64, gold in 0..1_200_u64,
            test: u32, crossing in 0..1_200_u64, words in 0..11_000_u64, tags in 0..11_000_u64, narrow: bool,
        ) {
            let test = if narrow { u64::from(test) % 1_000 } else { u64::from(test) };
            let figures = Figures { length, status, matched, gold, test, crossing, words, tags };
            let (fast, plain) = both(line, &figures);
            prop_assert_eq!(fast, plain);
        }
    }
}
