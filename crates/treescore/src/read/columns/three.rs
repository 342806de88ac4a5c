//! The format with three columns: each line has the gold word, the system word and a code.
//!
//! ```text
//! walked  walked  000     the same
//! cold    gold    001     substituted
//!         not     010     inserted: the line begins with a blank
//! the             100     deleted
//! ```
//!
//! Fields are separated by any number of blanks or tabs. The digits of the code mean deletion, insertion,
//! substitution. Whether words differ is determined later, so the last digit may be either; the others must
//! agree with the words. A line with a blank and only the code 100 is a column without words. A comment may
//! follow the code; it starts with `//`. A line that starts with `//` is also a comment, unless it reads as a
//! column, because `//` may be a word. So may `#`, which starts no comment. Empty lines are skipped.

use super::WordColumns;
use super::fault::{ColumnsFault, Fault};
use crate::read::times::shorten;

/// Reads a file.
pub(super) fn read(text: &[u8], columns: &mut WordColumns) -> Result<(), Fault> {
    let mut start = 0;
    for (line, number) in text.split(|&byte| byte == b'\n').zip(1..) {
        if !line.trim_ascii().is_empty() {
            match parse_line(line) {
                Ok((gold, system)) => columns.push(gold, system, number),
                Err(_) if line.starts_with(b"//") => {}
                Err(Fault { at, fault }) => return Err(Fault { at: start + at, fault }),
            }
        }
        start += line.len() + 1;
    }
    Ok(())
}

/// A field of a line and its offset.
#[derive(Clone, Copy)]
struct Field<'l> {
    at: usize,
    text: &'l [u8],
}

/// The fields of a line.
fn fields(line: &[u8]) -> impl Iterator<Item = Field<'_>> + Clone {
    let mut at = 0;
    let pieces = line.split(u8::is_ascii_whitespace).map(move |text| {
        let field = Field { at, text };
        at += text.len() + 1;
        field
    });
    pieces.filter(|field| !field.text.is_empty())
}

/// The code in a field: three digits, possibly followed directly by a comment.
fn code(field: Field<'_>) -> Option<&[u8]> {
    let (code, rest) = field.text.split_at_checked(3)?;
    let is_code = code.iter().all(|digit| matches!(digit, b'0' | b'1'));
    (is_code && (rest.is_empty() || rest.starts_with(b"//"))).then_some(code)
}

/// The gold word and the system word of a column.
type Words<'l> = (Option<&'l [u8]>, Option<&'l [u8]>);

fn parse_line(line: &[u8]) -> Result<Words<'_>, Fault> {
    let mut rest = fields(line);
    let gold = if line.first().is_some_and(u8::is_ascii_whitespace) { None } else { rest.next() };
    let Some(first) = rest.next() else {
        return Err(Fault { at: line.trim_ascii_end().len(), fault: ColumnsFault::NoCode });
    };
    let second = rest.next();
    // A code may be a word, too, if another code follows.
    let is_end = |field: Option<Field<'_>>| field.is_none_or(|field| field.text.starts_with(b"//"));
    let (system, code_field) = match second {
        _ if code(first).is_some() && (is_end(second) || first.text.len() > 3) => (None, first),
        Some(second) => (Some(first), second),
        None => (None, first),
    };
    let Some(code) = code(code_field) else {
        let fault = ColumnsFault::NotACode { found: shorten(code_field.text) };
        return Err(Fault { at: code_field.at, fault });
    };
    if system.is_some() && code_field.text.len() == 3 {
        check_rest(rest.next(), gold)?;
    }
    check_code(code_field.at, code, gold.is_some(), system.is_some())?;
    Ok((gold.map(|field| field.text), system.map(|field| field.text)))
}

/// Checks that only a comment follows the code.
fn check_rest(field: Option<Field<'_>>, gold: Option<Field<'_>>) -> Result<(), Fault> {
    let Some(field) = field.filter(|field| !field.text.starts_with(b"//")) else { return Ok(()) };
    let hint = if gold.is_some() { "" } else { " (this line starts with a blank, so it has no gold word)" };
    Err(Fault { at: field.at, fault: ColumnsFault::TooMuch { found: shorten(field.text), hint } })
}

/// Checks that the code agrees with the words.
fn check_code(at: usize, code: &[u8], has_gold: bool, has_system: bool) -> Result<(), Fault> {
    let (meaning, is_right) = match code {
        b"000" | b"001" => ("two words", has_gold && has_system),
        b"010" => ("a system word only", !has_gold && has_system),
        b"100" => ("a gold word only", !has_system),
        _ => return Err(Fault { at, fault: ColumnsFault::NotACode { found: shorten(code) } }),
    };
    if is_right {
        return Ok(());
    }
    let found = match (has_gold, has_system, code) {
        (true, true, b"010") => "a gold word, too",
        (true, true, _) => "a system word, too",
        (true, false, _) => "only a gold word",
        (false, true, _) => "only a system word",
        (false, false, _) => "no word",
    };
    Err(Fault { at, fault: ColumnsFault::Code { code: shorten(code), meaning, found } })
}
