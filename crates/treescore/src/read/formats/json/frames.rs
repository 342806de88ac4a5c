//! Intents and slots in JSON. A frame is one tree: the intent over words and slots.

use std::io::Read;

use super::dom::{At, Dom, Kind, ROOT};
use super::fields::{Schema, id, names, wrong_value};
use super::units::JsonUnits;
use crate::read::file_fault::FileFault;
use crate::read::formats::{FormatError, FormatReader};
use crate::read::lines::{fields, is_space};
use crate::read::tape::{Tape, TapeCounts};
use crate::read::window::Position;

/// Fields that hold what was said.
const TEXTS: [&str; 4] = ["text", "utterance", "sentence", "query"];
/// Fields that name a slot, and fields that fill it.
const NAMES: [&str; 4] = ["slot", "entity", "type", "name"];
const FILLERS: [&str; 2] = ["value", "filler"];

const SCHEMA: Schema = Schema {
    known: &["intent", "slots", "entities", "text", "utterance", "sentence", "query", "tokens", "words"],
    required: "intent",
    expected: &["slots", "entities"],
};

/// Reads intents and slots.
pub(crate) struct Frames {
    stream: Option<Box<dyn Read + Send>>,
    reading: Option<Reading>,
}

/// A file whose kind is known.
struct Reading {
    units: JsonUnits,
    has_offsets: bool,
}

/// A frame.
struct Frame<'a> {
    intent: &'a [u8],
    text: Option<&'a [u8]>,
    slots: Vec<Slot<'a>>,
    unknown: TapeCounts,
}

/// A slot, with the characters of the text that it covers.
#[derive(Clone, Copy)]
struct Slot<'a> {
    name: &'a [u8],
    filler: &'a [u8],
    range: Option<(usize, usize)>,
}

impl Frames {
    /// Reads the frames of a stream.
    pub(crate) fn new(stream: Box<dyn Read + Send>) -> Self {
        Self { stream: Some(stream), reading: None }
    }
}

impl FormatReader for Frames {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        if let Some(stream) = self.stream.take() {
            self.reading = Some(Reading::open(stream)?);
        }
        let Some(Reading { units, has_offsets }) = &mut self.reading else { return Ok(false) };
        let Some(place) = units.next()? else { return Ok(false) };
        let mut frame = Frame::of(&units.dom, place)?;
        let has_slots = !frame.slots.is_empty();
        let parts = if *has_offsets { frame.by_text(place)? } else { frame.by_name() };
        // The kinds of two sides must be the same: the run compares these counts.
        tape.counts.add("slots_in_text", u64::from(*has_offsets));
        tape.counts.add("slots_only", u64::from(!*has_offsets && has_slots));
        tape.begin_typed(place);
        if let Some(id) = id(&units.dom, ROOT) {
            tape.id(id);
        }
        tape.counts.merge(&frame.unknown);
        write(frame.intent, &parts, tape);
        tape.end();
        Ok(true)
    }
}

impl Reading {
    /// Reads a file and decides its kind: by offsets, if there are slots, all have them, and all frames have
    /// a text.
    fn open(stream: Box<dyn Read + Send>) -> Result<Self, FormatError> {
        let mut units = JsonUnits::read(stream)?;
        let (mut has_slots, mut are_placed) = (false, true);
        while let Some(place) = units.next()? {
            let frame = Frame::of(&units.dom, place)?;
            has_slots |= !frame.slots.is_empty();
            are_placed &= frame.text.is_some() && frame.slots.iter().all(|slot| slot.range.is_some());
        }
        units.rewind();
        Ok(Self { units, has_offsets: has_slots && are_placed })
    }
}

impl<'a> Frame<'a> {
    fn of(dom: &'a Dom, place: Position) -> Result<Self, FileFault> {
        if !dom.is_object(ROOT) {
            return Err(wrong_value(place));
        }
        let mut unknown = TapeCounts::default();
        SCHEMA.check(dom, ROOT, place, &mut unknown)?;
        let intent = dom.get(ROOT, "intent").map(|at| dom.get(at, "name").unwrap_or(at));
        let intent = intent.and_then(|at| dom.string(at)).ok_or_else(|| wrong_value(place))?;
        let text = TEXTS.iter().filter_map(|name| dom.get(ROOT, name)).find_map(|at| dom.string(at));
        let slots = match dom.get(ROOT, "slots").or_else(|| dom.get(ROOT, "entities")) {
            None => Vec::new(),
            Some(at) if dom.is_object(at) => named_slots(dom, at, place)?,
            Some(at) if dom.is_list(at) => {
                dom.members(at).map(|slot| Slot::of(dom, slot, place)).collect::<Result<_, _>>()?
            }
            Some(_) => return Err(wrong_value(place)),
        };
        Ok(Self { intent, text, slots, unknown })
    }

    /// The words of the text; those that a slot covers are in it. Of slots that overlap the first counts.
    fn by_text(&mut self, place: Position) -> Result<Vec<Part<'a>>, FileFault> {
        let text = self.text.unwrap_or_default();
        let starts = character_starts(text);
        self.slots.iter().try_for_each(|slot| slot.check(text, &starts, place))?;
        self.slots.sort_by_key(|slot| slot.range.map(|(from, _)| from));
        let mut slots = self.slots.iter().enumerate().peekable();
        let (mut parts, mut inside): (Vec<Part<'a>>, _) = (Vec::new(), None);
        for (start, end) in words(text, &starts) {
            // A slot that ends before this word ends before all that follow.
            while slots.next_if(|(_, slot)| slot.range.is_none_or(|(_, to)| to <= start)).is_some() {}
            let slot = slots.peek().filter(|(_, slot)| slot.range.is_some_and(|(from, _)| from < end));
            let number = slot.map(|(number, _)| *number);
            if inside != number || parts.is_empty() {
                parts.push(Part { slot: slot.map(|(_, slot)| slot.name), words: Vec::new() });
                inside = number;
            }
            if let Some(part) = parts.last_mut() {
                part.words.push(slice(text, &starts, (start, end)));
            }
        }
        Ok(parts)
    }

    /// The slots, in the order of their names and fillers: that of the file means nothing.
    fn by_name(&mut self) -> Vec<Part<'a>> {
        self.slots.sort_by_key(|slot| (slot.name, slot.filler));
        let parts = self
            .slots
            .iter()
            .map(|slot| Part { slot: Some(slot.name), words: fields(slot.filler).collect() });
        parts.collect()
    }
}

/// Words in a slot, or words outside slots.
struct Part<'a> {
    slot: Option<&'a [u8]>,
    words: Vec<&'a [u8]>,
}

/// Writes a bracket over parts. As in forests, a bracket over one word is the tag of that word.
fn write(intent: &[u8], parts: &[Part<'_>], tape: &mut Tape) {
    if let [Part { slot: None, words }] = parts
        && let [word] = words[..]
    {
        return tape.word(Some(intent), word);
    }
    tape.open(intent);
    for Part { slot, words } in parts {
        match (slot, &words[..]) {
            (Some(slot), [word]) => tape.word(Some(slot), word),
            (slot, words) => {
                if let Some(slot) = slot {
                    tape.open(slot);
                }
                for word in words {
                    tape.word(None, word);
                }
                if slot.is_some() {
                    tape.close();
                }
            }
        }
    }
    tape.close();
}

impl<'a> Slot<'a> {
    fn of(dom: &'a Dom, at: At, place: Position) -> Result<Self, FileFault> {
        if !dom.is_object(at) {
            return Err(wrong_value(place));
        }
        let first = |names: &[&str]| {
            names.iter().filter_map(|name| dom.get(at, name)).find(|&value| dom.kind(value) != Kind::Null)
        };
        let (Some(name), Some(filler)) = (first(&NAMES), first(&FILLERS)) else {
            let fields = names(dom, at);
            let message = format!("a slot needs a name (`slot`) and a `value`; fields here: {fields}");
            return Err(FileFault::at("unknown-field", message, place));
        };
        let name = dom.string(name).ok_or_else(|| wrong_value(place))?;
        let filler = filler_text(dom, filler, place)?;
        let range = match (offset(dom, at, "start", place)?, offset(dom, at, "end", place)?) {
            (Some(start), Some(end)) => Some((start, end)),
            _ => None,
        };
        Ok(Self { name, filler, range })
    }

    /// Checks that the text has the filler where the slot says.
    fn check(&self, text: &[u8], starts: &[usize], place: Position) -> Result<(), FileFault> {
        let Some((from, to)) = self.range else { return Ok(()) };
        let found = slice(text, starts, (from, to));
        if found == self.filler {
            return Ok(());
        }
        let message = format!(
            "slot `{}`: the text from {from} to {to} is `{}`, not `{}`",
            String::from_utf8_lossy(self.name),
            String::from_utf8_lossy(found),
            String::from_utf8_lossy(self.filler)
        );
        Err(FileFault::at("not-a-record", message, place))
    }
}

/// Slots as an object: a filler, or a list of fillers, by name.
fn named_slots(dom: &Dom, slots: At, place: Position) -> Result<Vec<Slot<'_>>, FileFault> {
    let mut found = Vec::new();
    for slot in dom.members(slots) {
        let mut add = |filler: At| -> Result<(), FileFault> {
            found.push(Slot { name: dom.key(slot), filler: filler_text(dom, filler, place)?, range: None });
            Ok(())
        };
        if dom.is_list(slot) {
            dom.members(slot).try_for_each(&mut add)?;
        } else {
            add(slot)?;
        }
    }
    Ok(found)
}

/// What fills a slot: a string, a number or a flag.
fn filler_text(dom: &Dom, at: At, place: Position) -> Result<&[u8], FileFault> {
    match dom.kind(at) {
        Kind::String | Kind::Number | Kind::Flag => Ok(dom.text(at)),
        _ => Err(wrong_value(place)),
    }
}

/// An offset of a slot, if it has one.
fn offset(dom: &Dom, slot: At, name: &str, place: Position) -> Result<Option<usize>, FileFault> {
    match dom.get(slot, name) {
        Some(at) if dom.kind(at) != Kind::Null => {
            let number = std::str::from_utf8(dom.text(at)).ok().and_then(|text| text.parse().ok());
            number.filter(|_| dom.kind(at) == Kind::Number).map(Some).ok_or_else(|| wrong_value(place))
        }
        _ => Ok(None),
    }
}

/// Where the characters of a text begin, and its end.
fn character_starts(text: &[u8]) -> Vec<usize> {
    let starts = text.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 != 0x80).map(|(at, _)| at);
    starts.chain([text.len()]).collect()
}

/// Characters of a text; as many as there are.
fn slice<'a>(text: &'a [u8], starts: &[usize], (from, to): (usize, usize)) -> &'a [u8] {
    let at = |character: usize| starts.get(character).copied().unwrap_or(text.len());
    text.get(at(from)..at(to)).unwrap_or_default()
}

/// The words of a text, as ranges of characters.
fn words(text: &[u8], starts: &[usize]) -> Vec<(usize, usize)> {
    let (mut found, mut start) = (Vec::new(), None);
    for (number, &at) in starts.iter().enumerate() {
        let is_end = text.get(at).is_none_or(|&byte| is_space(byte));
        match start {
            None if !is_end => start = Some(number),
            Some(from) if is_end => {
                found.push((from, number));
                start = None;
            }
            _ => {}
        }
    }
    found
}
