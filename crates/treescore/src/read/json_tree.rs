//! Trees in JSON: `{"label": …, "type": …, "children": […]}`, or a list of such objects.
//!
//! A leaf is an object without children, or a string. Other names in an object are ignored, and so is the
//! order of names. A node with a type is stored as one label or word: type, [`TYPE_END`], text.

use std::ops::Range;

use super::fault::{Fault, FaultKind};
use super::json::{Event, Events, Nesting, Raw, expected_fault, unescape};
use crate::tree::{Arena, Label, Labels, TYPE_END, Word};

/// The memory of the JSON reader and the text of the words it read, reused from line to line.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    text: Vec<u8>,
    nesting: Vec<Nesting>,
    open: Vec<Open>,
}

impl Buffer {
    /// The text that contains the words of the last line.
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

/// An object whose end was not reached yet. Its bracket is open in the arena.
#[derive(Clone, Debug)]
struct Open {
    /// Its offset in the input.
    at: usize,
    /// Its label and its type in the text of the words.
    label: Option<Range<usize>>,
    kind: Option<Range<usize>>,
    has_children: bool,
    /// The role of the next value.
    place: Place,
}

/// The role of a value in an object, or outside all objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A tree, or a list of trees.
    Top,
    /// A tree in a list.
    Child,
    /// The list of children of an object.
    Children,
    Label,
    Type,
    /// Ignored.
    Ignored,
}

/// Reads `text[extent.0..extent.1]` into `arena`, and the words into `buffer`.
pub(super) fn read(
    text: &[u8],
    extent: (usize, usize),
    labels: &mut Labels,
    buffer: &mut Buffer,
    arena: &mut Arena,
) -> Result<(), Fault> {
    arena.clear();
    let Buffer { text: words, nesting, open } = buffer;
    words.clear();
    open.clear();
    let mut events = Events::new(text, extent, nesting);
    if events.is_at_end() {
        return Ok(()); // a blank line is an empty utterance
    }
    let mut reading = Reading { text, words, open, labels, arena, outside: Place::Top, skipped: 0 };
    loop {
        let at = events.place();
        let Some(event) = events.next()? else { return Ok(()) };
        reading.event(event, at)?;
    }
}

struct Reading<'a> {
    text: &'a [u8],
    words: &'a mut Vec<u8>,
    open: &'a mut Vec<Open>,
    labels: &'a mut Labels,
    arena: &'a mut Arena,
    /// The role of the next value outside all objects.
    outside: Place,
    /// The number of open lists and objects that are ignored.
    skipped: usize,
}

impl Reading<'_> {
    fn event(&mut self, event: Event, at: usize) -> Result<(), Fault> {
        match (event, *self.place()) {
            (Event::Begin(_), Place::Ignored) => self.skipped += 1,
            (Event::End(_), Place::Ignored) if self.skipped > 0 => self.skipped -= 1,
            (Event::Key(raw) | Event::String(raw), Place::Ignored) if self.skipped > 0 => self.ignore(raw)?,
            (Event::Key(raw), _) => self.key(raw)?,
            (Event::String(raw), Place::Ignored) => self.ignore(raw)?,
            (Event::End(Nesting::Object), _) => self.end()?,
            (Event::Begin(Nesting::List), Place::Top | Place::Children) => *self.place() = Place::Child,
            (Event::End(Nesting::List), _) => *self.place() = Place::Ignored,
            (Event::Begin(Nesting::Object), Place::Top | Place::Child) => self.begin(at),
            (Event::String(raw), Place::Top | Place::Child) => self.leaf(raw)?,
            (Event::String(raw), Place::Label) => self.label(raw)?,
            (Event::String(raw), Place::Type) => self.kind(raw)?,
            (_, Place::Ignored) | (Event::Null, Place::Type | Place::Children) => {}
            (_, Place::Label | Place::Type) => return Err(expected_fault(at, "a string")),
            (_, Place::Children) => return Err(expected_fault(at, "a list of children")),
            (_, Place::Top | Place::Child) => {
                return Err(expected_fault(at, "an object with a label, or a string"));
            }
        }
        Ok(())
    }

    fn place(&mut self) -> &mut Place {
        self.open.last_mut().map_or(&mut self.outside, |open| &mut open.place)
    }

    fn key(&mut self, raw: Raw) -> Result<(), Fault> {
        let name = self.unescape(raw)?;
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let (place, key, is_repeated) = match &self.words[name.clone()] {
            b"label" => (Place::Label, "label", open.label.is_some()),
            b"type" => (Place::Type, "type", open.kind.is_some()),
            b"children" => (Place::Children, "children", open.has_children),
            _ => (Place::Ignored, "", false),
        };
        self.words.truncate(name.start);
        if is_repeated {
            return Err(Fault {
                kind: FaultKind::RepeatedName { name: key },
                at: raw.start,
                also: Some(open.at),
            });
        }
        open.has_children |= place == Place::Children;
        open.place = place;
        Ok(())
    }

    fn begin(&mut self, at: usize) {
        self.arena.open(Label::EMPTY);
        let place = Place::Ignored;
        self.open.push(Open { at, label: None, kind: None, has_children: false, place });
    }

    /// Ends an object, whose kind is known only now.
    fn end(&mut self) -> Result<(), Fault> {
        let Some(Open { at, label, kind, .. }) = self.open.pop() else { return Ok(()) };
        let label = label.ok_or(Fault { kind: FaultKind::NoLabel, at, also: None })?;
        let name = match kind {
            Some(kind) => self.join_type(kind, label),
            None => label,
        };
        if self.arena.is_open_empty() {
            self.arena.remove_open();
            self.word(name);
        } else {
            self.arena.label_open(self.labels.intern(&self.words[name]));
            self.arena.close_or_tag();
        }
        Ok(())
    }

    /// Writes type, [`TYPE_END`] and label one after another.
    fn join_type(&mut self, kind: Range<usize>, label: Range<usize>) -> Range<usize> {
        let start = self.words.len();
        self.words.extend_from_within(kind);
        self.words.push(TYPE_END);
        self.words.extend_from_within(label);
        start..self.words.len()
    }

    fn label(&mut self, raw: Raw) -> Result<(), Fault> {
        let label = self.name(raw)?;
        if let Some(open) = self.open.last_mut() {
            open.label = Some(label);
        }
        Ok(())
    }

    fn kind(&mut self, raw: Raw) -> Result<(), Fault> {
        let kind = self.name(raw)?;
        if let Some(open) = self.open.last_mut() {
            open.kind = Some(kind);
        }
        Ok(())
    }

    fn leaf(&mut self, raw: Raw) -> Result<(), Fault> {
        let word = self.name(raw)?;
        self.word(word);
        Ok(())
    }

    fn word(&mut self, word: Range<usize>) {
        self.arena.word(Word::from_range(self.words, (word.start, word.end), Label::BARE));
    }

    /// Reads a string that becomes a label, type or word.
    fn name(&mut self, raw: Raw) -> Result<Range<usize>, Fault> {
        let name = self.unescape(raw)?;
        if self.words[name.clone()].contains(&TYPE_END) {
            return Err(Fault { kind: FaultKind::TypeEnd, at: raw.start, also: None });
        }
        Ok(name)
    }

    /// Checks a string that is not needed.
    fn ignore(&mut self, raw: Raw) -> Result<(), Fault> {
        let string = self.unescape(raw)?;
        self.words.truncate(string.start);
        Ok(())
    }

    fn unescape(&mut self, raw: Raw) -> Result<Range<usize>, Fault> {
        let start = self.words.len();
        unescape(self.text, raw, self.words)?;
        Ok(start..self.words.len())
    }
}
