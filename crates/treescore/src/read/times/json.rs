//! The JSON format: an array of sentences, or one sentence per line.
//!
//! Sentences are cut by brackets and quotes alone, before anything is parsed, so a broken one does not affect
//! the others.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use serde_json::error::Category;

use super::build::Builder;
use super::fault::{TimesProblem, shorten};
use super::format::extension;
use super::store::Interval;
use crate::read::json::is_scalar_byte;
use crate::read::{FileFault, Position};

/// A piece of the file and the line where it starts.
type Piece<'t> = (&'t [u8], u64);

/// Reads a file.
pub(super) fn read(text: &[u8], name: &str, builder: &mut Builder<'_>) {
    if has_lines(text, name) {
        for line in lines(text) {
            add_sentence(line, builder);
        }
        return;
    }
    match elements(text) {
        Some(elements) if elements.iter().find_map(|(element, _)| is_word(element)) != Some(true) => {
            for element in elements {
                add_sentence(element, builder);
            }
        }
        // An object, an array of words, or unknown content: the file is one sentence.
        _ => add_sentence((text, 1), builder),
    }
}

/// True if there is one sentence per line. The extension decides, or a first line that is valid JSON and not
/// the last.
fn has_lines(text: &[u8], name: &str) -> bool {
    let mut lines = lines(text);
    let is_json = |(line, _): Piece<'_>| parse::<IgnoredAny>(line).is_ok();
    extension(name).as_deref() == Some("jsonl") || lines.next().is_some_and(is_json) && lines.next().is_some()
}

/// The lines that are not blank.
fn lines(text: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    let lines = text.split(|&byte| byte == b'\n').zip(1..);
    lines.map(|(line, number)| (line.trim_ascii(), number)).filter(|(line, _)| !line.is_empty())
}

/// Cuts the text, an array, into its elements. `None` if it is not an array, or if text follows it.
fn elements(text: &[u8]) -> Option<Vec<Piece<'_>>> {
    let (mut found, mut depth, mut line) = (Vec::new(), 0_u64, 1);
    let (mut start, mut in_string, mut escaped) = (0, false, false);
    for (at, &byte) in text.iter().enumerate() {
        line += u64::from(byte == b'\n');
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'[' if depth == 0 => (depth, start) = (1, at + 1),
            _ if depth == 0 && !byte.is_ascii_whitespace() => return None,
            b'"' => in_string = true,
            b'[' | b'{' => depth += 1,
            b',' if depth == 1 => {
                found.push(piece(text, start..at, line));
                start = at + 1;
            }
            b']' | b'}' if depth == 1 => {
                let last = piece(text, start..at, line);
                found.extend(Some(last).filter(|(element, _)| !element.is_empty()));
                if byte == b'}' {
                    // Another bracket closes the array: the rest is unknown.
                    found.push((&text[at..], line));
                    return Some(found);
                }
                return text[at + 1..].trim_ascii().is_empty().then_some(found);
            }
            b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    if depth > 0 {
        let last = piece(text, start..text.len(), line);
        found.push(last);
        // The array is never closed: elements may be missing even if the last one is complete.
        found.extend((depth == 1 && !last.0.is_empty()).then_some((&b""[..], line)));
    }
    Some(found)
}

/// An element without surrounding white space. `line` is where it ends.
fn piece(text: &[u8], range: std::ops::Range<usize>, line: u64) -> Piece<'_> {
    let element = text[range].trim_ascii_start();
    (element.trim_ascii_end(), line - newlines(element))
}

fn newlines(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

/// True if this element of an array is a word, false if it is a sentence. `None` if it could be either.
fn is_word(element: &[u8]) -> Option<bool> {
    match *element {
        [b'[', ref inside @ ..] => match inside.trim_ascii_start() {
            [b'0'..=b'9' | b'-' | b'"' | b'N' | b'I', ..] => Some(true),
            [b'[' | b'{', ..] => Some(false),
            _ => None,
        },
        [b'{', ..] => parse(element).ok().map(|element: Value| element.get("words").is_none()),
        _ => None,
    }
}

/// Adds one sentence: an array of words, or an object with `words` and optionally `id`. Without an id its
/// number is its id.
fn add_sentence((text, line): Piece<'_>, builder: &mut Builder<'_>) {
    let (id, words) = match parse(text) {
        Ok(Value::Array(words)) => (None, words),
        Ok(Value::Object(mut object)) => match object.remove("words") {
            Some(Value::Array(words)) => (object.remove("id"), words),
            _ => return add_bad(line, TimesProblem::NotASentence, builder),
        },
        Ok(_) => return add_bad(line, TimesProblem::NotASentence, builder),
        Err(error) => {
            let line = line + (error.line() as u64).saturating_sub(1);
            return add_bad(line, TimesProblem::NotJson { why: describe(&error) }, builder);
        }
    };
    builder.add_readable();
    let utterance = match id {
        Some(Value::String(id)) => builder.new_utterance(&id, line),
        Some(Value::Number(id)) => builder.new_utterance(&id.to_string(), line),
        _ => builder.new_numbered(line),
    };
    for word in &words {
        match read_word(word) {
            // Without a text it is a word, not a silence.
            Ok(("", times)) => builder.word(utterance, line, b"", times),
            Ok((text, times)) => builder.word_or_silence(utterance, line, text.as_bytes(), times),
            Err((text, problem)) => builder.bad_word(utterance, line, text.as_bytes(), problem),
        }
    }
}

fn add_bad(line: u64, problem: TimesProblem, builder: &mut Builder<'_>) {
    let utterance = builder.new_numbered(line);
    builder.bad_rest(utterance, line, problem);
}

/// Parses JSON. A number that is not finite, such as `NaN`, is not JSON, but many programs write it: it
/// becomes a list of its text, which is a fault of its word and not of the whole sentence.
fn parse<T: DeserializeOwned>(text: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(text).or_else(|_| serde_json::from_slice(&quote_infinities(text)))
}

/// Replaces every `NaN` and infinity outside strings by `["NaN"]` and so on.
fn quote_infinities(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8);
    let (mut rest, mut in_string) = (text, false);
    while let [first, ..] = *rest {
        let token = match first {
            b'\\' if in_string => &rest[..rest.len().min(2)],
            _ if in_string || !is_scalar_byte(first) => &rest[..1],
            _ => &rest[..rest.iter().take_while(|&&byte| is_scalar_byte(byte)).count()],
        };
        in_string ^= first == b'"';
        match std::str::from_utf8(token).ok().filter(|token| !in_string && is_not_finite(token)) {
            Some(token) => out.extend_from_slice(format!("[\"{token}\"]").as_bytes()),
            None => out.extend_from_slice(token),
        }
        rest = &rest[token.len()..];
    }
    out
}

/// True if this is a number, but not a finite one.
fn is_not_finite(text: &str) -> bool {
    text.parse().is_ok_and(|value: f64| !value.is_finite())
}

/// The error of the JSON reader without its position, which refers to one sentence.
fn describe(error: &serde_json::Error) -> Box<str> {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    if error.classify() == Category::Eof {
        format!("{text}; was the file truncated?").into()
    } else {
        text.into()
    }
}

/// A word, or an empty string if it has no text, and a value that belongs to it.
type With<'t, T> = (&'t str, T);

/// Reads a word and its times.
fn read_word(word: &Value) -> Result<With<'_, Interval>, With<'_, TimesProblem>> {
    let (text, start, end) = match word {
        Value::Array(items) => match items.as_slice() {
            [start, end] => ("", start, end),
            [Value::String(text), start, end] => (text.as_str(), start, end),
            _ => return Err(("", TimesProblem::NotAWord)),
        },
        Value::Object(object) => {
            let text = object.get("word").and_then(Value::as_str).unwrap_or_default();
            let (Some(start), Some(end)) = (object.get("start"), object.get("end")) else {
                return Err((text, TimesProblem::NotAWord));
            };
            (text, start, end)
        }
        _ => return Err(("", TimesProblem::NotAWord)),
    };
    let number = |value: &Value, what| {
        number_of(value).map_err(|found| (text, TimesProblem::NotANumber { what, found }))
    };
    Ok((text, (number(start, "start")?, number(end, "end")?)))
}

/// The number of a value.
///
/// # Errors
/// What is there instead, shortened.
pub(super) fn number_of(value: &Value) -> Result<f64, Box<str>> {
    value.as_f64().ok_or_else(|| match value.as_array().map(Vec::as_slice) {
        Some([Value::String(number)]) if is_not_finite(number) => shorten(number.as_bytes()),
        _ => shorten(value.to_string().as_bytes()),
    })
}

/// Parses a file that is one JSON value.
pub(super) fn parse_file<T: DeserializeOwned>(text: &[u8]) -> Result<T, FileFault> {
    parse(text).map_err(|error| {
        let at = Position { line: error.line().max(1) as u64, column: error.column().max(1) as u64 };
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        match error.classify() {
            // JSON, but not of this form.
            Category::Data => FileFault::at("not-a-record", why, at),
            _ => FileFault::at("not-json", format!("JSON breaks off: {why}"), at),
        }
    })
}
