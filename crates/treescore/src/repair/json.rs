//! Trees in strings of JSON values.

use crate::read::json::{Event, Events, Raw, unescape};

/// Bytes that may be looked at for each byte of a text. A value is tried at each bracket, and few texts have
/// brackets that are worth more than a look.
const LOOKS: usize = 32;

/// The strings of the first JSON value that holds a tree.
#[derive(Debug)]
pub(super) struct Value {
    /// The first byte of the value, and one past the last.
    pub(super) extent: (usize, usize),
    pub(super) strings: Vec<String>,
}

/// The first JSON value with a string in which a tree may begin, and all such strings of it.
pub(super) fn find_value(text: &str, mut has_tree: impl FnMut(&str) -> bool) -> Option<Value> {
    let mut left = text.len().saturating_mul(LOOKS);
    let mut nesting = Vec::new();
    for start in memchr::memchr2_iter(b'[', b'{', text.as_bytes()) {
        let mut events = Events::new(text.as_bytes(), (start, text.len()), &mut nesting);
        let strings = strings(&mut events, text.as_bytes());
        let end = events.place();
        left = left.checked_sub(end - start)?;
        let Some(mut strings) = strings else { continue };
        strings.retain(|string| has_tree(string));
        if !strings.is_empty() {
            return Some(Value { extent: (start, end), strings });
        }
    }
    None
}

/// The strings of a value that are not keys. `None` if it is not JSON.
fn strings(events: &mut Events<'_>, text: &[u8]) -> Option<Vec<String>> {
    let (mut strings, mut depth) = (Vec::new(), 0_usize);
    loop {
        match events.next().ok()?? {
            Event::Begin(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::String(raw) => strings.push(decode(text, raw)?),
            Event::Key(raw) => drop(decode(text, raw)?),
            Event::Null | Event::Other => {}
        }
        if depth == 0 {
            return Some(strings);
        }
    }
}

/// A string without its escapes. `None` if it is not one of JSON.
fn decode(text: &[u8], raw: Raw) -> Option<String> {
    let mut string = Vec::new();
    unescape(text, raw, &mut string).ok()?;
    String::from_utf8(string).ok()
}

/// The text of JSON that does not parse, with its escapes undone. `None` if it does not look like JSON.
pub(super) fn broken(text: &str, is_space: impl Fn(char) -> bool + Copy) -> Option<String> {
    let is_json = text.trim_start_matches(is_space).starts_with(['[', '{'])
        && text.match_indices('"').any(|(at, _)| {
            let behind = text[at + 1..].trim_start_matches(is_space);
            behind.strip_prefix(':').is_some_and(|rest| rest.trim_start_matches(is_space).starts_with('"'))
        });
    is_json.then(|| without_escapes(text))
}

fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let (escaped, length) = match behind.as_bytes().first() {
            Some(b'n') => ("\n", 1),
            Some(b't') => (" ", 1),
            Some(b'"' | b'/' | b'\\') => (&behind[..1], 1),
            _ => ("\\", 0),
        };
        out.push_str(escaped);
        rest = &behind[length..];
    }
    out + rest
}
