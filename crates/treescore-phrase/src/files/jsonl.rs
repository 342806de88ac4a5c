//! Reads probability files in JSON lines.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::probabilities::{Reading, Row};
use super::{FORMAT, FileFault, LineFault, VERSION, bad_json, default, shorten};

/// What has been read so far.
#[derive(Default)]
pub(super) struct State {
    has_header: bool,
}

/// Reads a line.
pub(super) fn line(
    reading: &mut Reading<'_>,
    state: &mut State,
    line: u64,
    text: &[u8],
) -> Result<(), LineFault> {
    match serde_json::from_slice::<Record<'_>>(text) {
        Ok(record) => self::record(reading, state, line, record, text),
        Err(error) => {
            // Such a number is reported only if the rest of the line is right.
            let text = with_quoted_numbers(text).ok_or_else(|| bad_json(&error))?;
            let record = serde_json::from_slice(&text).map_err(|_| bad_json(&error))?;
            self::record(reading, state, line, record, &text)
        }
    }
}

/// Puts quotes around numbers of other programs that are not numbers in JSON: `NaN`, `Infinity`, and numbers
/// that are too large, such as `1e400`. `None` if there are none.
fn with_quoted_numbers(text: &[u8]) -> Option<Vec<u8>> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let (mut quoted, mut rest, mut found) = (Vec::with_capacity(text.len() + 2), text, false);
    while let Some(&byte) = rest.first() {
        let length = if byte == b'"' {
            string_length(rest)
        } else {
            rest.iter().take_while(|byte| is_part(byte)).count().max(1)
        };
        let (part, behind) = rest.split_at(length);
        let number = std::str::from_utf8(part).ok().and_then(|part| part.parse::<f64>().ok());
        let is_strange = number.is_some_and(|number| !number.is_finite());
        found |= is_strange;
        let quote: &[u8] = if is_strange { b"\"" } else { b"" };
        quoted.extend([quote, part, quote].into_iter().flatten());
        rest = behind;
    }
    found.then_some(quoted)
}

/// Returns the length of the string at the beginning of a text, with its quotes.
fn string_length(text: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = text.iter().skip(1).position(|&byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

fn record(
    reading: &mut Reading<'_>,
    state: &mut State,
    line: u64,
    record: Record<'_>,
    text: &[u8],
) -> Result<(), LineFault> {
    if record.is_header {
        return header(reading, state, text);
    }
    let missing = |name: &str| FileFault::MissingField.with(format!("the field {name} is missing"));
    let sentence = record.sent.ok_or_else(|| missing("sent"))?.into_text();
    let category = record.cat.ok_or_else(|| missing("cat"))?;
    let start = record.start.ok_or_else(|| missing("start"))?;
    let end = record.end.ok_or_else(|| missing("end"))?;
    let probability = record.p.ok_or_else(|| missing("p"))?;
    // A value that is not a string names no category.
    let category = if let Scalar::Text(text) = &category { text.as_bytes() } else { b"(not a string)" };
    let row = Row {
        sentence: sentence.as_bytes(),
        category,
        span: start.as_integer().zip(end.as_integer()),
        probability: probability.as_number().ok_or_else(|| no_probability(&probability)),
    };
    reading.add(line, row)
}

fn no_probability(value: &Scalar<'_>) -> LineFault {
    FileFault::BadProbability.with(match value {
        Scalar::Text(text) => format!("{} is not a number from 0 to 1", shorten(text.as_bytes())),
        _ => "p must be a number".to_owned(),
    })
}

fn header(reading: &mut Reading<'_>, state: &mut State, text: &[u8]) -> Result<(), LineFault> {
    if reading.has_begun() || std::mem::replace(&mut state.has_header, true) {
        return Err(
            FileFault::MisplacedHeader.with("the header must be the first line and must not be repeated")
        );
    }
    let value: Value = serde_json::from_slice(text).or_else(|error| {
        let quoted = with_quoted_numbers(text).and_then(|text| serde_json::from_slice(&text).ok());
        quoted.ok_or_else(|| bad_json(&error))
    })?;
    let is_known = value["format"] == FORMAT && value["version"] == VERSION;
    if !is_known {
        let text = format!("format must be {FORMAT}, and version {VERSION}");
        return Err(FileFault::BadHeader.with(text));
    }
    if let Some(categories) = value.get("categories") {
        let names = categories
            .as_array()
            .and_then(|names| names.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        let names = names.ok_or_else(|| FileFault::BadHeader.with("categories must be a list of strings"))?;
        reading.set_inventory(names)?;
    }
    reading.defaults = default::from_json(value.get("default"), &reading.inventory)?;
    Ok(())
}

/// The fields of a line. If a field is repeated, the last one counts.
#[derive(Default)]
struct Record<'a> {
    is_header: bool,
    sent: Option<Scalar<'a>>,
    cat: Option<Scalar<'a>>,
    start: Option<Scalar<'a>>,
    end: Option<Scalar<'a>>,
    p: Option<Scalar<'a>>,
}

impl<'de> Deserialize<'de> for Record<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RecordVisitor)
    }
}

struct RecordVisitor;

impl<'de> Visitor<'de> for RecordVisitor {
    type Value = Record<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut record = Record::default();
        while let Some(key) = map.next_key::<Key>()? {
            let field = match key {
                Key::Sent => &mut record.sent,
                Key::Cat => &mut record.cat,
                Key::Start => &mut record.start,
                Key::End => &mut record.end,
                Key::P => &mut record.p,
                Key::Format | Key::Other => {
                    record.is_header |= matches!(key, Key::Format);
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *field = Some(map.next_value()?);
        }
        Ok(record)
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Key {
    Sent,
    Cat,
    Start,
    End,
    P,
    Format,
    #[serde(other)]
    Other,
}

/// A value that is neither a list nor an object; `Other` stands for anything else.
enum Scalar<'a> {
    Text(Cow<'a, str>),
    Integer(u64),
    Negative(i64),
    Real(f64),
    Other,
}

impl<'a> Scalar<'a> {
    fn as_integer(&self) -> Option<u64> {
        if let Self::Integer(integer) = self { Some(*integer) } else { None }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            Self::Integer(integer) => Some(*integer as f64),
            Self::Negative(integer) => Some(*integer as f64),
            Self::Real(real) => Some(*real),
            Self::Text(_) | Self::Other => None,
        }
    }

    /// Returns the text. A number stands for the sentence named by its digits.
    fn into_text(self) -> Cow<'a, str> {
        match self {
            Self::Text(text) => text,
            Self::Integer(integer) => integer.to_string().into(),
            Self::Negative(integer) => integer.to_string().into(),
            Self::Real(real) => format!("{real:?}").into(),
            Self::Other => "(not a string)".into(),
        }
    }
}

impl<'de> Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(text.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(text.to_owned().into()))
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Self::Value, E> {
        Ok(Scalar::Integer(integer))
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Negative(integer))
    }

    fn visit_f64<E>(self, real: f64) -> Result<Self::Value, E> {
        Ok(Scalar::Real(real))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Other)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Scalar::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}
