//! Writing word times, utterance by utterance, in formats that [`read::times`](crate::read::times) reads.
//!
//! ```
//! use treescore::write::times;
//!
//! let words: [(&[u8], (f64, f64)); 2] = [(b"rain", (0.3, 0.6)), (b"fell", (0.6, 0.88))];
//! let mut ctm = Vec::new();
//! times::write_ctm(&mut ctm, "u1", words)?;
//! assert_eq!(ctm, b"u1 A 0.3 0.3 rain\nu1 A 0.6 0.28 fell\n");
//! let mut lines = Vec::new();
//! times::write_jsonl(&mut lines, "u1", words)?;
//! assert_eq!(lines, br#"{"id":"u1","words":[["rain",0.3,0.6],["fell",0.6,0.88]]}
//! "#);
//! # Ok::<(), std::io::Error>(())
//! ```

use std::borrow::Cow;
use std::io::{self, Write};

use crate::read::times::Interval;

/// Writes an utterance as CTM lines. CTM fields are separated by white space, so white space in the id and
/// the words becomes `_`, and an empty word becomes `-`.
///
/// # Errors
/// Errors of `out`.
pub fn write_ctm<'w>(
    out: &mut impl Write,
    utterance: &str,
    words: impl IntoIterator<Item = (&'w [u8], Interval)>,
) -> io::Result<()> {
    let utterance = field(utterance.as_bytes());
    // A line that starts with `;;` would be a comment.
    let mark: &[u8] = if utterance.starts_with(b";;") { b"_" } else { b"" };
    for (word, (start, end)) in words {
        out.write_all(mark)?;
        out.write_all(&utterance)?;
        write!(out, " A {start} {} ", duration(start, end))?;
        out.write_all(&field(word))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Turns text into one CTM field.
fn field(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_empty() {
        return b"-".into();
    }
    if !text.iter().any(u8::is_ascii_whitespace) {
        return text.into();
    }
    let solid = text.iter().map(|&byte| if byte.is_ascii_whitespace() { b'_' } else { byte });
    solid.collect::<Vec<u8>>().into()
}

/// The shortest duration that leads exactly from the start to the end: 0.28, not 0.28000000000000003.
fn duration(start: f64, end: f64) -> String {
    let exact = end - start;
    let reaches_end =
        |text: &String| text.parse().is_ok_and(|value: f64| (start + value).total_cmp(&end).is_eq());
    let shortest = (0..=17).map(|digits| format!("{exact:.digits$}")).find(reaches_end);
    shortest.unwrap_or_else(|| exact.to_string())
}

/// Writes an utterance as a line of JSON. Empty words have times only.
///
/// # Errors
/// Errors of `out`.
pub fn write_jsonl<'w>(
    out: &mut impl Write,
    utterance: &str,
    words: impl IntoIterator<Item = (&'w [u8], Interval)>,
) -> io::Result<()> {
    out.write_all(b"{\"id\":")?;
    serde_json::to_writer(&mut *out, utterance)?;
    out.write_all(b",\"words\":[")?;
    for (at, (word, (start, end))) in words.into_iter().enumerate() {
        out.write_all(if at == 0 { b"" } else { b"," })?;
        match String::from_utf8_lossy(word) {
            word if word.is_empty() => serde_json::to_writer(&mut *out, &(start, end))?,
            word => serde_json::to_writer(&mut *out, &(word, start, end))?,
        }
    }
    out.write_all(b"]}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_ctm() {
        for (utterance, word, times, expected) in [
            ("u1", "the", (0.6, 0.88), "u1 A 0.6 0.28 the\n"),
            ("my talk", "New\tYork", (1.0, 1.5), "my_talk A 1 0.5 New_York\n"),
            (";;", "", (0.1, 0.1), "_;; A 0.1 0 -\n"),
            ("", "a", (0.1, 0.1 + 0.2), "- A 0.1 0.2 a\n"),
            ("u", "a", (1e16, 1e16 + 2.0), "u A 10000000000000000 2 a\n"),
        ] {
            let mut out = Vec::new();
            write_ctm(&mut out, utterance, [(word.as_bytes(), times)]).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn lines_of_json() {
        let words: [(&[u8], Interval); 3] =
            [(b"a\"b", (0.0, 0.1)), (b"", (0.5, 1.0)), (b"\xFF", (1e300, 1e300))];
        let mut out = Vec::new();
        write_jsonl(&mut out, "u\\1", words).unwrap();
        write_jsonl(&mut out, "empty", []).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"id\":\"u\\\\1\",\"words\":[[\"a\\\"b\",0.0,0.1],[0.5,1.0],[\"\u{FFFD}\",1e+300,1e+300]]}\n\
             {\"id\":\"empty\",\"words\":[]}\n"
        );
    }
}
