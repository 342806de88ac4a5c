//! Reads probability files in columns separated by tabs.

use super::probabilities::{Reading, Row};
use super::{FileFault, LineFault, default, shorten};

/// What has been read so far.
#[derive(Default)]
pub(super) struct State {
    has_default: bool,
    has_titles: bool,
}

const COLUMNS: [&[u8]; 5] = [b"sent", b"cat", b"start", b"end", b"p"];

/// Reads a line.
pub(super) fn line(
    reading: &mut Reading<'_>,
    state: &mut State,
    line: u64,
    text: &[u8],
) -> Result<(), LineFault> {
    if let Some(comment) = text.strip_prefix(b"#") {
        return self::comment(reading, state, comment.trim_ascii());
    }
    let mut columns = [&b""[..]; 5];
    let mut found = 0;
    for column in text.split(|&byte| byte == b'\t') {
        if let Some(place) = columns.get_mut(found) {
            *place = column;
        }
        found += 1;
    }
    if found != columns.len() {
        let columns = if found == 1 { "column" } else { "columns" };
        let text = format!("{found} {columns} instead of five (sent, cat, start, end, p, with tabs between)");
        return Err(FileFault::MissingField.with(text));
    }
    if columns == COLUMNS && !reading.has_begun() && !std::mem::replace(&mut state.has_titles, true) {
        return Ok(());
    }
    let [sentence, category, start, end, probability] = columns;
    let span = (bound(start)?, bound(end)?);
    let number = number(probability)
        .ok_or_else(|| FileFault::BadProbability.with(format!("{} is not a number", shorten(probability))))?;
    let span = span.0.zip(span.1);
    reading.add(line, Row { sentence, category, span, probability: Ok(number) })
}

fn comment(reading: &mut Reading<'_>, state: &mut State, comment: &[u8]) -> Result<(), LineFault> {
    if reading.has_begun() {
        return Err(FileFault::MisplacedHeader.with("comments must come before the first candidate"));
    }
    if let Some(names) = comment.strip_prefix(b"categories=") {
        if state.has_default {
            return Err(FileFault::BadHeader.with("categories must come before default"));
        }
        let names = std::str::from_utf8(names)
            .map_err(|_| FileFault::BadHeader.with("categories must be UTF-8 text"))?;
        reading.set_inventory(names.split(',').map(str::trim))?;
    } else if let Some(text) = comment.strip_prefix(b"default=") {
        let number = number(text).ok_or_else(|| {
            FileFault::BadDefault.with(format!("the default {} is not a number", shorten(text)))
        })?;
        state.has_default = true;
        reading.defaults = default::constant(&reading.inventory, default::check_probability(number)?);
    }
    Ok(())
}

/// Parses an integer; `None` if it cannot bound a span.
fn bound(text: &[u8]) -> Result<Option<u64>, LineFault> {
    let bad = || FileFault::BadSpan.with(format!("{} is not an integer", shorten(text)));
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(bad());
    }
    Ok(std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()))
}

fn number(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}
