//! One JSON value in memory, as a flat list in the order of the text.

use std::ops::Range;

use super::arrays::ArrayTally;
use super::text::{Extent, is_end_of_text, walk};
use crate::read::fault::Fault;
use crate::read::json::{Event, Nesting, Raw, unescape};
use crate::tree::TYPE_END;

/// The kinds of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    List,
    String,
    Number,
    Null,
    /// `true` or `false`.
    Flag,
}

/// The number of a value.
pub(super) type At = usize;

#[derive(Clone, Debug)]
struct Value {
    kind: Kind,
    /// Its name, if it is in an object.
    key: Range<usize>,
    /// The text of a string, a number or a flag.
    text: Range<usize>,
    /// The number of the value after it and all in it.
    after: At,
}

/// A value and all in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Dom {
    values: Vec<Value>,
    bytes: Vec<u8>,
    nesting: Vec<Nesting>,
    open: Vec<At>,
}

/// The outermost value.
pub(super) const ROOT: At = 0;

impl Dom {
    /// True if some string holds the separator of types.
    pub(super) fn has_type_end(&self) -> bool {
        self.bytes.contains(&TYPE_END)
    }

    /// Reads the value at `extent`, in place of the last one. Of a value that `is_cut`, what is there.
    pub(super) fn read(&mut self, text: &[u8], extent: Extent, is_cut: bool) -> Result<(), Fault> {
        let Self { values, bytes, nesting, open } = self;
        values.clear();
        bytes.clear();
        open.clear();
        let mut key = 0..0;
        let mut broken = Ok(());
        let walked = walk(text, extent, nesting, |event, start, end| {
            let kind = match event {
                Event::Key(raw) => {
                    key = copy(text, raw, bytes, &mut broken);
                    return;
                }
                Event::End(_) => {
                    let after = values.len();
                    if let Some(value) = open.pop().and_then(|at| values.get_mut(at)) {
                        value.after = after;
                    }
                    return;
                }
                Event::Begin(Nesting::Object) => Kind::Object,
                Event::Begin(Nesting::List) => Kind::List,
                Event::String(_) => Kind::String,
                Event::Null => Kind::Null,
                Event::Other if matches!(text.get(start), Some(b't' | b'f')) => Kind::Flag,
                Event::Other => Kind::Number,
            };
            let own = match (event, kind) {
                (Event::String(raw), _) => copy(text, raw, bytes, &mut broken),
                (_, Kind::Number | Kind::Flag) => copy(text, Raw { start, end }, bytes, &mut broken),
                _ => 0..0,
            };
            if matches!(event, Event::Begin(_)) {
                open.push(values.len());
            }
            let after = values.len() + 1;
            values.push(Value { kind, key: std::mem::replace(&mut key, 0..0), text: own, after });
        });
        if key.start < key.end {
            // The text ends in the value of this name.
            let after = values.len() + 1;
            values.push(Value { kind: Kind::Null, key, text: 0..0, after });
        }
        let end = values.len();
        for at in open.drain(..) {
            if let Some(value) = values.get_mut(at) {
                value.after = end;
            }
        }
        broken?;
        match walked {
            Err(fault) if !is_cut || !is_end_of_text(text, &fault) => Err(fault),
            _ => Ok(()),
        }
    }

    /// The kind of a value; [`Kind::Null`] if there is none.
    pub(super) fn kind(&self, at: At) -> Kind {
        self.values.get(at).map_or(Kind::Null, |value| value.kind)
    }

    /// True if the value is an object.
    pub(super) fn is_object(&self, at: At) -> bool {
        self.kind(at) == Kind::Object
    }

    /// True if the value is a list.
    pub(super) fn is_list(&self, at: At) -> bool {
        self.kind(at) == Kind::List
    }

    /// The text of a string, a number or a flag.
    pub(super) fn text(&self, at: At) -> &[u8] {
        self.values.get(at).and_then(|value| self.bytes.get(value.text.clone())).unwrap_or_default()
    }

    /// The text of a string.
    pub(super) fn string(&self, at: At) -> Option<&[u8]> {
        (self.kind(at) == Kind::String).then(|| self.text(at))
    }

    /// The name of a value in an object.
    pub(super) fn key(&self, at: At) -> &[u8] {
        self.values.get(at).and_then(|value| self.bytes.get(value.key.clone())).unwrap_or_default()
    }

    /// The number of the value after this one and all in it.
    pub(super) fn after(&self, at: At) -> At {
        self.values.get(at).map_or(at + 1, |value| value.after)
    }

    /// The values directly in an object or a list.
    pub(super) fn members(&self, at: At) -> impl Iterator<Item = At> + Clone + '_ {
        let end = self.after(at);
        std::iter::successors(Some(at + 1), |&member| Some(self.after(member)))
            .take_while(move |&member| member < end)
    }

    /// A value in an object, by its name. Of several with one name, the last.
    pub(super) fn get(&self, object: At, name: &str) -> Option<At> {
        if !self.is_object(object) {
            return None;
        }
        self.members(object).filter(|&member| self.key(member) == name.as_bytes()).last()
    }

    /// True if the object has a value of this name.
    pub(super) fn has(&self, object: At, name: &str) -> bool {
        self.get(object, name).is_some()
    }

    /// Counts the lists in a value.
    pub(super) fn tally(&self, at: At) -> ArrayTally {
        let mut tally = ArrayTally::default();
        let mut ends: Vec<At> = Vec::new();
        for value in at..self.after(at) {
            while ends.last() == Some(&value) {
                ends.pop();
                tally.end();
            }
            match self.kind(value) {
                Kind::List => {
                    tally.begin();
                    ends.push(self.after(value));
                }
                Kind::String => tally.string(self.text(value)),
                _ => tally.other(),
            }
        }
        for _ in ends {
            tally.end();
        }
        tally
    }
}

/// Copies a string without its escapes.
fn copy(text: &[u8], raw: Raw, bytes: &mut Vec<u8>, broken: &mut Result<(), Fault>) -> Range<usize> {
    let start = bytes.len();
    if let Err(fault) = unescape(text, raw, bytes) {
        *broken = Err(fault);
    }
    start..bytes.len()
}
