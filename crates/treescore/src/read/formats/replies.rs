//! Replies of language models: a file for each, a line for each, after numbered headings, or in JSON.

use std::io::Read;

use serde_json::Value;

use super::json::items;
use super::reply_cut::{cut_by_content, headings, lines};
use super::{Cut, FormatError, FormatOptions, FormatReader};
use crate::read::file_fault::FileFault;
use crate::read::limit::{WHOLE_MAX, read_limited};
use crate::read::tape::Tape;
use crate::read::window::{Landmark, Position};

/// The fields of JSON objects that name a reply.
const IDS: [&str; 5] = ["id", "sent_id", "example_id", "index", "utt_id"];

/// Reads a file of replies, which is held in memory.
pub(super) struct ReplyReader {
    stream: Option<Box<dyn Read + Send>>,
    cut: Option<Cut>,
    field: Option<String>,
    is_only: bool,
}

impl ReplyReader {
    pub(super) fn new(stream: Box<dyn Read + Send>, options: &FormatOptions, is_only: bool) -> Self {
        let field = options.field.as_ref().map(|field| String::from_utf8_lossy(field).into_owned());
        Self { stream: Some(stream), cut: options.cut, field, is_only }
    }

    fn read(&self, text: &[u8], tape: &mut Tape) -> Result<(), FileFault> {
        let is_json = self.cut == Some(Cut::Json) || self.field.is_some();
        let cut = if is_json { Cut::Json } else { self.cut.unwrap_or_else(|| self.by_content(text)) };
        let extents = match cut {
            Cut::Json => return self.json(text, tape),
            Cut::File => vec![(0, text.len())],
            Cut::Line => lines(text),
            Cut::Heading => headings(text),
        };
        if extents.is_empty() {
            let message = "has no numbered headings, such as `## 1` or `**1.`, to be cut at";
            return Err(FileFault::new("wrong-kind", message));
        }
        let mut places = Places::new(text);
        for (start, end) in extents {
            tape.begin(places.next(start));
            tape.reply(&text[start..end]);
            tape.end();
        }
        Ok(())
    }

    /// How the file is cut if nothing says so. Objects with replies, and the elements of a list, are replies each.
    fn by_content(&self, text: &[u8]) -> Cut {
        let holds_reply = |part: &[u8]| serde_json::from_slice(part).is_ok_and(|value| has_reply(&value));
        let is_json = match items(text, true) {
            Ok(found) => {
                let is_list = self.is_only && found.extents.len() > 1;
                is_list || found.extents.first().is_some_and(|&(start, end)| holds_reply(&text[start..end]))
            }
            // A fault further down is to be told, not cut elsewhere.
            Err(_) => text.split(|&byte| byte == b'\n').next().is_some_and(holds_reply),
        };
        if is_json {
            return Cut::Json;
        }
        cut_by_content(text, self.is_only)
    }

    fn json(&self, text: &[u8], tape: &mut Tape) -> Result<(), FileFault> {
        let mut places = Places::new(text);
        let mut is_named = None;
        for (start, end) in items(text, true)?.extents {
            let place = places.next(start);
            tape.begin(place);
            let value: Value = serde_json::from_slice(&text[start..end]).unwrap_or_default();
            if value.is_object() && self.field.is_none() {
                let is_here = has_reply(&value);
                if *is_named.get_or_insert(is_here) != is_here {
                    let message = "some objects have `reply` or `replies`, and others have neither";
                    return Err(FileFault::at("unknown-field", message, place));
                }
            }
            self.value(&value, &text[start..end], tape)
                .map_err(|message| FileFault::at("unknown-field", message, place))?;
            if let Some(id) = IDS.iter().find_map(|name| value.get(name)) {
                tape.id(id.as_str().map_or_else(|| id.to_string(), str::to_owned).as_bytes());
            }
            tape.end();
        }
        Ok(())
    }

    /// Puts the reply of a JSON value on the tape: its field, or the string that it is, or its own text.
    fn value(&self, value: &Value, text: &[u8], tape: &mut Tape) -> Result<(), String> {
        let (name, found) = match &self.field {
            Some(field) => {
                let found = value.get(field).ok_or_else(|| format!("no field `{field}`"))?;
                (field.as_str(), found)
            }
            None => match (value.get("replies"), value.get("reply"), value) {
                (Some(samples), _, _) => ("replies", samples),
                (_, Some(reply), _) => ("reply", reply),
                (_, _, Value::String(_)) => ("", value),
                _ => {
                    tape.reply(text);
                    return Ok(());
                }
            },
        };
        match found {
            Value::Array(samples) => {
                tape.sampled();
                samples.iter().try_for_each(|sample| put(name, sample, tape))
            }
            reply => put(name, reply, tape),
        }
    }
}

/// True for an object that names its reply.
fn has_reply(value: &Value) -> bool {
    value.get("reply").or(value.get("replies")).is_some()
}

/// Puts a reply on the tape. `null`, where a model gave no reply, is an empty one.
fn put(name: &str, reply: &Value, tape: &mut Tape) -> Result<(), String> {
    match reply {
        Value::String(text) => tape.reply(text.as_bytes()),
        Value::Null => tape.reply(b""),
        _ => return Err(format!("`{name}` must be a reply as a string, or a list of such strings")),
    }
    Ok(())
}

impl FormatReader for ReplyReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let Some(stream) = self.stream.take() else { return Ok(false) };
        let text = read_limited(stream, WHOLE_MAX)?;
        let before = tape.units();
        self.read(&text, tape)?;
        Ok(tape.units() > before)
    }
}

/// The positions of replies, in order.
struct Places<'t> {
    text: &'t [u8],
    landmark: Landmark,
}

impl<'t> Places<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { text, landmark: Landmark::first(Position { line: 1, column: 1 }) }
    }

    fn next(&mut self, at: usize) -> Position {
        self.landmark = self.landmark.move_to(self.text, at);
        self.landmark.position(self.text, at)
    }
}
