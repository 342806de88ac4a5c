//! A JSON reader that yields events, without recursion.
//!
//! The whole grammar is checked, so that skipped values are valid JSON, too. Strings are located here;
//! [`unescape`] decodes the ones that are needed.

use super::fault::{Fault, FaultKind};

/// The kind of value around another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    List,
    Object,
}

/// The bytes of a string between its quotation marks, escapes included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The next element of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Begin(Nesting),
    End(Nesting),
    /// The name of the next value in an object.
    Key(Raw),
    String(Raw),
    Null,
    /// A number, `true` or `false`.
    Other,
}

/// The elements that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Value,
    /// After `[`.
    ValueOrEnd,
    Key,
    /// After `{`.
    KeyOrEnd,
    /// After a value.
    CommaOrEnd,
}

/// The events of one value.
pub(crate) struct Events<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
    nesting: &'a mut Vec<Nesting>,
    expected: Expected,
}

impl<'a> Events<'a> {
    /// Reads the events of `text[start..end]`. `nesting` is reused memory.
    pub(crate) fn new(text: &'a [u8], (start, end): (usize, usize), nesting: &'a mut Vec<Nesting>) -> Self {
        nesting.clear();
        Self { text, at: start, end, nesting, expected: Expected::Value }
    }

    /// True if only blanks are left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at == self.end
    }

    /// The position of the next event.
    pub(crate) fn place(&mut self) -> usize {
        self.skip_blanks();
        self.at
    }

    /// The next event. `None` at the end of the value.
    pub(crate) fn next(&mut self) -> Result<Option<Event>, Fault> {
        loop {
            let byte = self.peek();
            match (self.expected, self.nesting.last().copied(), byte) {
                (Expected::CommaOrEnd, None, None) => return Ok(None),
                (Expected::CommaOrEnd, None, Some(_)) => {
                    return Err(self.expected_fault("nothing after the value"));
                }
                (Expected::CommaOrEnd | Expected::ValueOrEnd, Some(Nesting::List), Some(b']')) => {
                    return Ok(Some(self.leave(Nesting::List)));
                }
                (Expected::CommaOrEnd | Expected::KeyOrEnd, Some(Nesting::Object), Some(b'}')) => {
                    return Ok(Some(self.leave(Nesting::Object)));
                }
                (Expected::CommaOrEnd, Some(nesting), Some(b',')) => {
                    self.at += 1;
                    self.expected = if nesting == Nesting::List { Expected::Value } else { Expected::Key };
                }
                (Expected::CommaOrEnd, Some(Nesting::List), _) => {
                    return Err(self.expected_fault("`,` or `]`"));
                }
                (Expected::CommaOrEnd, Some(Nesting::Object), _) => {
                    return Err(self.expected_fault("`,` or `}`"));
                }
                (Expected::Key | Expected::KeyOrEnd, ..) => return self.key().map(Some),
                (Expected::Value | Expected::ValueOrEnd, ..) => return self.value(byte).map(Some),
            }
        }
    }

    fn leave(&mut self, nesting: Nesting) -> Event {
        self.at += 1;
        self.nesting.pop();
        self.expected = Expected::CommaOrEnd;
        Event::End(nesting)
    }

    fn key(&mut self) -> Result<Event, Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.expected_fault("a name in quotation marks"));
        }
        let key = self.string()?;
        if self.peek() != Some(b':') {
            return Err(self.expected_fault("`:`"));
        }
        self.at += 1;
        self.expected = Expected::Value;
        Ok(Event::Key(key))
    }

    fn value(&mut self, first: Option<u8>) -> Result<Event, Fault> {
        let (nesting, expected) = match first {
            Some(b'[') => (Nesting::List, Expected::ValueOrEnd),
            Some(b'{') => (Nesting::Object, Expected::KeyOrEnd),
            _ => {
                let event = if first == Some(b'"') { Event::String(self.string()?) } else { self.scalar()? };
                self.expected = Expected::CommaOrEnd;
                return Ok(event);
            }
        };
        self.at += 1;
        self.nesting.push(nesting);
        self.expected = expected;
        Ok(Event::Begin(nesting))
    }

    fn string(&mut self) -> Result<Raw, Fault> {
        let start = self.at + 1;
        let mut from = start;
        while let Some(offset) = memchr::memchr2(b'"', b'\\', &self.text[from..self.end]) {
            let found = from + offset;
            if self.text[found] == b'"' {
                self.at = found + 1;
                return Ok(Raw { start, end: found });
            }
            from = (found + 2).min(self.end);
        }
        Err(expected_fault(self.at, "a quotation mark that ends this string"))
    }

    fn scalar(&mut self) -> Result<Event, Fault> {
        let rest = &self.text[self.at..self.end];
        let length = rest.iter().take_while(|&&byte| is_scalar_byte(byte)).count();
        let event = match &rest[..length] {
            b"null" => Event::Null,
            b"true" | b"false" => Event::Other,
            number if is_number(number) => Event::Other,
            _ => return Err(self.expected_fault("a value")),
        };
        self.at += length;
        Ok(event)
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text[..self.end].get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..self.end];
        self.at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    }

    #[cold]
    fn expected_fault(&self, expected: &'static str) -> Fault {
        expected_fault(self.at, expected)
    }
}

/// The fault of an unexpected element.
#[cold]
pub(crate) fn expected_fault(at: usize, expected: &'static str) -> Fault {
    Fault { kind: FaultKind::NotJson { expected }, at, also: None }
}

/// True if the byte may be part of a number or of `true`, `false` and `null`.
pub(crate) fn is_scalar_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// True for `-`, digits without a leading zero, a fraction, an exponent.
fn is_number(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let (whole, rest) = digits(text);
    let rest = match rest.strip_prefix(b".").map(digits) {
        Some(([], _)) => return false,
        Some((_, rest)) => rest,
        None => rest,
    };
    let is_whole = !whole.is_empty() && (whole.len() == 1 || whole[0] != b'0');
    is_whole
        && match rest {
            [] => true,
            [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
                let (digits, rest) = digits(exponent);
                !digits.is_empty() && rest.is_empty()
            }
            _ => false,
        }
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// Appends a string without its escapes. Bytes that are not UTF-8 stay unchanged.
pub(crate) fn unescape(text: &[u8], raw: Raw, out: &mut Vec<u8>) -> Result<(), Fault> {
    let mut at = raw.start;
    while at < raw.end {
        let rest = &text[at..raw.end];
        let plain = rest.iter().take_while(|&&byte| byte != b'\\' && byte >= b' ').count();
        out.extend_from_slice(&rest[..plain]);
        at += plain;
        match &text[at..raw.end] {
            [] => {}
            [b'\\', b'u', ..] => at = decode_unicode(text, at, raw.end, out)?,
            [b'\\', escape, ..] => {
                out.push(
                    decode_simple(*escape)
                        .ok_or_else(|| expected_fault(at, "a JSON escape, such as \\n or \\\\"))?,
                );
                at += 2;
            }
            _ => return Err(expected_fault(at, "control characters to be written as escapes")),
        }
    }
    Ok(())
}

fn decode_simple(escape: u8) -> Option<u8> {
    Some(match escape {
        b'"' | b'\\' | b'/' => escape,
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        _ => return None,
    })
}

/// Appends the character of the escape at `at`, or of the surrogate pair there. Returns the position after
/// it.
fn decode_unicode(text: &[u8], at: usize, end: usize, out: &mut Vec<u8>) -> Result<usize, Fault> {
    let high = read_unit(text, at, end).ok_or_else(|| expected_fault(at, "four hexadecimal digits"))?;
    let (code, after) = match (high, read_unit(text, at + 6, end)) {
        (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) => {
            (0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), at + 12)
        }
        _ => (high, at + 6),
    };
    let character =
        char::from_u32(code).ok_or_else(|| expected_fault(at, "both halves of a surrogate pair"))?;
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(after)
}

/// The number in an escape `\uXXXX` at `at`.
fn read_unit(text: &[u8], at: usize, end: usize) -> Option<u32> {
    let digits = text.get(at..end)?.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |sum, &digit| Some(sum * 16 + char::from(digit).to_digit(16)?))
}
