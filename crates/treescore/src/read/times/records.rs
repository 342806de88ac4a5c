//! Lines of fields, and the times in them.

use super::fault::{TimesProblem, shorten};
use crate::read::FileFault;
use crate::read::lines::is_space;

/// The lines that are not blank, each with its number, from 1. Lines end with LF, or with CR in a text that has
/// no LF.
pub(super) fn numbered_lines(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let newline = if memchr::memchr(b'\n', text).is_some() { b'\n' } else { b'\r' };
    let lines = text.split(move |&byte| byte == newline).zip(1..);
    lines.filter(|(line, _)| !line.iter().all(|&byte| is_space(byte))).map(|(line, number)| (number, line))
}

/// Parses a time. `what` names it in the error.
pub(super) fn parse_time(text: &[u8], what: &'static str) -> Result<f64, TimesProblem> {
    let value = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    value
        .filter(|value: &f64| value.is_finite())
        .ok_or_else(|| TimesProblem::NotANumber { what, found: shorten(text) })
}

/// Parses a time of a record. Anything else shows that the file is not what it seems to be.
pub(super) fn time_of(text: &[u8], line: u64) -> Result<f64, FileFault> {
    parse_time(text, "time").map_err(|_| not_a_time(text, line))
}

/// The fault of a record with something else in the place of a time.
pub(super) fn not_a_time(text: &[u8], line: u64) -> FileFault {
    FileFault::on_line("not-a-record", format!("`{}` is not a time", shorten(text)), line)
}
