//! Three columns: one line for each column of the alignment, with the word of gold, the word of the system and a code.
//!
//! ```text
//! walked  walked  000     the same
//! cold    gold    001     substituted
//!         not     010     inserted: the line begins with a blank
//! the             100     deleted
//! ```
//!
//! Between fields are blanks or tabs, as many as one likes. The digits of the code say deletion, insertion, substitution. Whether words
//! differ is found out later, so the last digit may be either; the others must go with the words. A line with nothing but the code 100
//! behind a blank is a column without words. Behind the code there may be a comment, which begins with `//`. A line that begins with `//`
//! is a comment, too, unless it reads as a column: `//` may be a word. So may `#`, which begins no comment. Empty lines are passed over.

use super::WordColumns;
use super::fault::{ColumnsFault, Fault};
use crate::read::times::shown;

/// Reads a file.
pub(super) fn read(text: &[u8], columns: &mut WordColumns) -> Result<(), Fault> {
    let mut start = 0;
    for (line, number) in text.split(|&byte| byte == b'\n').zip(1..) {
        if !line.trim_ascii().is_empty() {
            match column(line) {
                Ok((gold, system)) => columns.push(gold, system, number),
                Err(_) if line.starts_with(b"//") => {}
                Err(Fault { at, fault }) => return Err(Fault { at: start + at, fault }),
            }
        }
        start += line.len() + 1;
    }
    Ok(())
}

/// A field of a line, and where it begins.
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

/// The code that a field holds: three digits, perhaps with a comment right behind them.
fn code(field: Field<'_>) -> Option<&[u8]> {
    let (code, rest) = field.text.split_at_checked(3)?;
    let is_code = code.iter().all(|digit| matches!(digit, b'0' | b'1'));
    (is_code && (rest.is_empty() || rest.starts_with(b"//"))).then_some(code)
}

/// The words of a column: gold's and the system's.
type Words<'l> = (Option<&'l [u8]>, Option<&'l [u8]>);

fn column(line: &[u8]) -> Result<Words<'_>, Fault> {
    let mut rest = fields(line);
    let gold = if line.first().is_some_and(u8::is_ascii_whitespace) { None } else { rest.next() };
    let Some(first) = rest.next() else {
        return Err(Fault { at: line.trim_ascii_end().len(), fault: ColumnsFault::NoCode });
    };
    let second = rest.next();
    // A code may be a word, too, if another one follows.
    let is_end = |field: Option<Field<'_>>| field.is_none_or(|field| field.text.starts_with(b"//"));
    let (system, code_field) = match second {
        _ if code(first).is_some() && (is_end(second) || first.text.len() > 3) => (None, first),
        Some(second) => (Some(first), second),
        None => (None, first),
    };
    let Some(code) = code(code_field) else {
        let fault = ColumnsFault::NotACode { found: shown(code_field.text) };
        return Err(Fault { at: code_field.at, fault });
    };
    if system.is_some() && code_field.text.len() == 3 {
        behind_code(rest.next(), gold)?;
    }
    check(code_field.at, code, gold.is_some(), system.is_some())?;
    Ok((gold.map(|field| field.text), system.map(|field| field.text)))
}

/// Behind the code comes a comment, or nothing.
fn behind_code(field: Option<Field<'_>>, gold: Option<Field<'_>>) -> Result<(), Fault> {
    let Some(field) = field.filter(|field| !field.text.starts_with(b"//")) else { return Ok(()) };
    let hint =
        if gold.is_some() { "" } else { " (this line begins with a blank, so it has no word of gold)" };
    Err(Fault { at: field.at, fault: ColumnsFault::TooMuch { found: shown(field.text), hint } })
}

/// Does the code go with the words?
fn check(at: usize, code: &[u8], has_gold: bool, has_system: bool) -> Result<(), Fault> {
    let (meaning, is_right) = match code {
        b"000" | b"001" => ("two words", has_gold && has_system),
        b"010" => ("a word of the system alone", !has_gold && has_system),
        b"100" => ("a word of gold alone", !has_system),
        _ => return Err(Fault { at, fault: ColumnsFault::NotACode { found: shown(code) } }),
    };
    if is_right {
        return Ok(());
    }
    let found = match (has_gold, has_system, code) {
        (true, true, b"010") => "one of gold, too",
        (true, true, _) => "one of the system, too",
        (true, false, _) => "only one of gold",
        (false, true, _) => "only one of the system",
        (false, false, _) => "none",
    };
    Err(Fault { at, fault: ColumnsFault::Code { code: shown(code), meaning, found } })
}
