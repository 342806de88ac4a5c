//! The tape: units of any format, written down in one notation.
//!
//! A reader of a format turns its file into units on a tape: brackets that open and close, words with or
//! without tags. The tape is cut into blocks like the text of brackets, and each thread reads its units into
//! arenas. So a format needs one file, which knows nothing of threads, pairs and measures; words may hold
//! any bytes; and a fault keeps its place in the original file.
//!
//! A unit is a sequence of steps. A step is a byte that says what it is, and its texts, each with its length
//! before it. In a *placed* unit (a tree that may be discontinuous) all words come first, and leaves are
//! numbers of words.

use super::blocks::Block;
use super::comments::CommentCount;
use super::error::ReadError;
use super::fault::{Fault, FaultKind};
use super::split;
use super::window::Position;
use crate::tree::{Arena, GivenHead, Label, Labels, TYPE_END, Word};

/// Opens a bracket: its label.
const OPEN: u8 = 1;
/// A word without a tag.
const WORD: u8 = 2;
/// A word with a tag: tag, word.
const TAGGED: u8 = 3;
/// Closes the innermost bracket.
const CLOSE: u8 = 4;
/// A word of the unit, by its number, in the innermost bracket.
const LEAF: u8 = 5;
/// The head of the next word (0 is the root) and its relation.
const HEAD: u8 = 6;
/// A reply, which is not a tree yet.
const REPLY: u8 = 7;

/// What is known about a unit besides its tree.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says something else of a unit")]
pub(crate) struct UnitFacts {
    /// The position of its first character in the file.
    pub(crate) position: Option<Position>,
    /// The id.
    pub(crate) id: Option<Box<[u8]>>,
    /// True if the unit is text after all, in a block whose other units are on a tape.
    pub(crate) is_text: bool,
    /// True if the other side has a unit with an id that this side lacks: there is nothing here.
    pub(crate) is_absent: bool,
    /// The recording and the channel that it is from.
    pub(crate) recording: Option<Box<Recording>>,
    /// True if its labels and words may begin with types, as in JSON: the separator of types is in no other text.
    pub(crate) may_have_types: bool,
    /// Its place in an n-best list all of whose trees are read.
    pub(crate) in_list: Option<InList>,
    /// True if it is a reply of a language model, which is not a tree yet.
    pub(crate) is_reply: bool,
    /// True if it is a list of replies, however many.
    pub(crate) is_sampled: bool,
    /// Why it could not be read.
    pub(crate) fault: Option<Box<ReadError>>,
}

/// The place of a unit in an n-best list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InList {
    /// The number of the list in its file.
    pub(crate) number: u64,
    /// The score of the tree.
    pub(crate) score: f64,
}

/// The recording and the channel that a unit is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recording {
    pub(crate) name: Box<[u8]>,
    pub(crate) channel: Box<[u8]>,
}

/// Units of one document, in order, and what was left out on the way.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    bytes: Vec<u8>,
    units: Vec<(std::ops::Range<usize>, UnitFacts)>,
    facts: UnitFacts,
    start: usize,
    /// The labels of roots whose units are left out.
    skip: Vec<Vec<u8>>,
    /// What was left out, or read in a special way, so far.
    pub(crate) counts: TapeCounts,
}

/// How many names of unknown fields are kept.
const UNKNOWN: usize = 6;

/// What a reader left out or read in a special way, by the names of the JSON report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TapeCounts {
    counts: Vec<(&'static str, u64)>,
    unknown: Vec<Box<str>>,
    remarks: u64,
}

impl TapeCounts {
    /// Adds to a count.
    pub(crate) fn add(&mut self, name: &'static str, more: u64) {
        if more == 0 {
            return;
        }
        match self.counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += more,
            None => self.counts.push((name, more)),
        }
    }

    /// Counts a field that the format does not know, and remembers its name if it is one of the first.
    pub(crate) fn add_unknown_field(&mut self, name: &[u8]) {
        self.add("unknown_fields", 1);
        self.keep_unknown(&String::from_utf8_lossy(name));
    }

    fn keep_unknown(&mut self, name: &str) {
        if self.unknown.len() < UNKNOWN && !self.unknown.iter().any(|known| **known == *name) {
            self.unknown.push(name.into());
        }
    }

    /// The names of the first unknown fields, each once.
    pub fn unknown_fields(&self) -> impl Iterator<Item = &str> {
        self.unknown.iter().map(|name| &**name)
    }

    /// Adds lines of comment.
    pub(crate) fn add_comments(&mut self, comments: CommentCount) {
        self.add("comments", comments.lines);
        self.remarks += comments.remarks;
    }

    /// Adds a line of comment.
    pub(crate) fn add_comment(&mut self, line: &[u8]) {
        let mut comments = CommentCount::default();
        comments.add(line);
        self.add_comments(comments);
    }

    /// The number of lines of comment that are more than ids and headers.
    pub fn remarks(&self) -> u64 {
        self.remarks
    }

    /// Adds the counts of another file.
    pub(crate) fn merge(&mut self, other: &Self) {
        other.counts.iter().for_each(|&(name, more)| self.add(name, more));
        other.unknown.iter().for_each(|name| self.keep_unknown(name));
        self.remarks += other.remarks;
    }

    /// The counts by name. What did not occur is not listed.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.counts.iter().copied()
    }

    /// A count by name.
    pub fn get(&self, name: &str) -> u64 {
        self.counts.iter().find(|(known, _)| *known == name).map_or(0, |&(_, count)| count)
    }
}

impl Tape {
    /// Creates a tape that leaves out units whose root has one of these labels.
    pub(super) fn skipping(skip: Vec<Vec<u8>>) -> Self {
        Self { skip, ..Self::default() }
    }

    /// Begins a unit. What was begun and not ended is dropped.
    pub(crate) fn begin(&mut self, position: Position) {
        self.bytes.truncate(self.start);
        self.facts = UnitFacts { position: Some(position), ..UnitFacts::default() };
    }

    /// Begins a unit whose labels and words may begin with types.
    pub(crate) fn begin_typed(&mut self, position: Position) {
        self.begin(position);
        self.facts.may_have_types = true;
    }

    /// Names the unit.
    pub(crate) fn id(&mut self, id: &[u8]) {
        self.facts.id = Some(id.into());
    }

    /// Says which recording and which channel of it the unit is from.
    pub(crate) fn recording(&mut self, recording: &[u8], channel: &[u8]) {
        self.facts.recording = Some(Box::new(Recording { name: recording.into(), channel: channel.into() }));
    }

    /// Puts the unit into an n-best list.
    pub(crate) fn in_list(&mut self, place: InList) {
        self.facts.in_list = Some(place);
    }

    /// Opens a bracket in the innermost open one.
    pub(crate) fn open(&mut self, label: &[u8]) {
        self.bytes.push(OPEN);
        self.text(label);
    }

    /// Adds a word to the innermost open bracket.
    pub(crate) fn word(&mut self, tag: Option<&[u8]>, word: &[u8]) {
        match tag {
            Some(tag) => {
                self.bytes.push(TAGGED);
                self.text(tag);
            }
            None => self.bytes.push(WORD),
        }
        self.text(word);
    }

    /// Closes the innermost bracket.
    pub(crate) fn close(&mut self) {
        self.bytes.push(CLOSE);
    }

    /// Adds a word of a placed unit, by its number, to the innermost open bracket. All words come before the
    /// first bracket; children come in the order of their first words.
    pub(crate) fn leaf(&mut self, number: usize) {
        self.bytes.push(LEAF);
        self.number(number);
    }

    /// Gives the next word its head, from 1 (0 is the root), and its relation.
    pub(crate) fn head(&mut self, head: Option<u32>, relation: &[u8]) {
        self.bytes.push(HEAD);
        self.number(head.map_or(u32::MAX as usize, |head| head as usize));
        self.text(relation);
    }

    /// Adds a reply of a language model; several are samples for one sentence.
    pub(crate) fn reply(&mut self, text: &[u8]) {
        self.facts.is_reply = true;
        self.bytes.push(REPLY);
        self.text(text);
    }

    /// Says that the unit has samples, however many they are.
    pub(crate) fn sampled(&mut self) {
        self.facts.is_reply = true;
        self.facts.is_sampled = true;
    }

    /// Ends the unit.
    pub(crate) fn end(&mut self) {
        if !self.skip.is_empty() && self.is_skipped() {
            self.bytes.truncate(self.start);
            self.counts.add("skipped", 1);
            return;
        }
        self.units.push((self.start..self.bytes.len(), std::mem::take(&mut self.facts)));
        self.start = self.bytes.len();
    }

    /// Ends the unit as text, which the reader of forests reads.
    pub(crate) fn end_text(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.facts.is_text = true;
        self.end();
    }

    /// True if the unit is one tree whose root has a label that is left out.
    fn is_skipped(&self) -> bool {
        let is_left_out = |root: &[u8]| self.skip.iter().any(|label| label == root);
        if self.facts.is_text {
            return split::root_of_line(&self.bytes[self.start..]).is_some_and(is_left_out);
        }
        let steps = || Steps { text: &self.bytes, at: self.start, end: self.bytes.len() };
        // In a placed unit the words come before the root; a tree without brackets is a tagged word.
        let opened = steps().find_map(|step| if let Step::Open(label) = step { Some(label) } else { None });
        let tag = || steps().find_map(|step| if let Step::Word(tag, _) = step { tag } else { None });
        let root = opened.or_else(tag);
        root.is_some_and(|(start, end)| is_left_out(&self.bytes[start..end]))
    }

    /// Ends the unit as one that could not be read. `line` is the line of the fault.
    pub(crate) fn fault(&mut self, message: impl Into<String>, at: Position, line: &[u8]) {
        let byte = byte_of_column(line, at.column);
        self.refuse(Box::new(ReadError::told(message, at, line, byte)));
    }

    /// Ends the unit as one that could not be read.
    pub(crate) fn refuse(&mut self, error: Box<ReadError>) {
        self.bytes.truncate(self.start);
        self.facts.fault = Some(error);
        self.end();
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len());
        self.bytes.extend_from_slice(text);
    }

    fn number(&mut self, number: usize) {
        self.bytes.extend_from_slice(&(number as u32).to_le_bytes());
    }

    /// The one unit that is complete, and what is known about it.
    pub(super) fn into_unit(mut self) -> (Vec<u8>, UnitFacts) {
        let facts = self.units.pop().map(|(_, facts)| facts).unwrap_or_default();
        (self.bytes, facts)
    }

    /// What is written.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The number of units that are complete.
    pub(super) fn units(&self) -> usize {
        self.units.len()
    }

    /// The position of the first unit, if it is known.
    pub(super) fn first_position(&self) -> Option<Position> {
        self.units.first()?.1.position
    }

    /// Moves the first `count` units into `block`.
    pub(super) fn take(&mut self, count: usize, block: &mut Block) {
        for (range, facts) in self.units.drain(..count) {
            block.push_taped(&self.bytes[range], facts);
        }
        block.seal();
        let rest = self.units.first().map_or(self.start, |(range, _)| range.start);
        self.bytes.drain(..rest);
        self.start -= rest;
        for (range, _) in &mut self.units {
            *range = range.start - rest..range.end - rest;
        }
    }
}

/// The byte of a line in which a column begins.
fn byte_of_column(line: &[u8], column: u64) -> usize {
    let mut starts = line.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 != 0x80);
    let skipped = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    starts.nth(skipped).map_or(line.len(), |(byte, _)| byte)
}

/// The steps of a unit.
struct Steps<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
}

/// One step.
enum Step {
    Open((usize, usize)),
    Word(Option<(usize, usize)>, (usize, usize)),
    Close,
    Leaf(u32),
    Head(u32, (usize, usize)),
    Reply((usize, usize)),
}

impl Steps<'_> {
    fn number(&mut self) -> Option<u32> {
        let bytes = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    fn text(&mut self) -> Option<(usize, usize)> {
        let length = self.number()? as usize;
        let range = (self.at, self.at + length);
        self.at = range.1;
        (self.at <= self.end).then_some(range)
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.at >= self.end {
            return None;
        }
        let kind = self.text[self.at];
        self.at += 1;
        match kind {
            OPEN => self.text().map(Step::Open),
            WORD => Some(Step::Word(None, self.text()?)),
            TAGGED => Some(Step::Word(Some(self.text()?), self.text()?)),
            CLOSE => Some(Step::Close),
            LEAF => self.number().map(Step::Leaf),
            HEAD => Some(Step::Head(self.number()?, self.text()?)),
            REPLY => self.text().map(Step::Reply),
            _ => None,
        }
    }
}

/// Memory for reading units, reused.
#[derive(Clone, Debug, Default)]
pub(super) struct TapeBuffer {
    /// The words of a placed unit, by number.
    words: Vec<Word>,
    /// The numbers of its words, in the order of its leaves.
    order: Vec<u32>,
}

/// Reads unit `at` of a block of tape.
pub(super) fn read(
    block: &Block,
    at: usize,
    labels: &mut Labels,
    buffer: &mut TapeBuffer,
    arena: &mut Arena,
) -> Result<(), Fault> {
    let (start, end) = super::bounds(block, at);
    arena.clear();
    // A reply has no tree of its own: the repair ladder makes one, with the words of gold.
    if block.facts(at).is_some_and(|facts| facts.fault.is_some() || facts.is_reply) {
        return Err(Fault { kind: FaultKind::Told, at: start, also: None });
    }
    let text = block.text();
    let TapeBuffer { words, order } = buffer;
    words.clear();
    order.clear();
    for step in (Steps { text, at: start, end }) {
        match step {
            Step::Open(label) => arena.open(labels.intern(&text[label.0..label.1])),
            Step::Word(tag, word) => {
                let tag = tag.map_or(Label::BARE, |tag| labels.intern(&text[tag.0..tag.1]));
                arena.word(Word::from_range(text, word, tag));
            }
            Step::Close => arena.close(1),
            Step::Leaf(number) => {
                if order.is_empty() {
                    // The words before the first leaf were all words of the unit, in order.
                    words.extend_from_slice(arena.words());
                    arena.forget_words();
                }
                order.push(number);
                arena.word(words.get(number as usize).copied().unwrap_or(Word::new(0, 0, 0, Label::BARE)));
            }
            Step::Reply(_) => {}
            Step::Head(head, relation) => {
                let name = &text[relation.0..relation.1];
                let slash = memchr::memchr(b'/', name).filter(|&at| at > 0 && at + 1 < name.len());
                let (inner, outer) = slash.map_or((name, &b""[..]), |at| (&name[..at], &name[at + 1..]));
                arena.push_head(GivenHead {
                    head: (head != u32::MAX).then_some(head),
                    relation: labels.intern(inner),
                    outer: labels.intern(outer),
                });
            }
        }
    }
    arena.close(arena.depth());
    if arena.place_words(order) {
        Ok(())
    } else {
        Err(Fault { kind: FaultKind::TooDiscontinuous, at: start, also: None })
    }
}

/// True if the separator of types is in the text of a unit that cannot have types. (Lengths on the tape may hold
/// the same byte, so texts are looked at one by one.)
pub(super) fn has_stray_type_end(block: &Block, at: usize) -> bool {
    if block.facts(at).is_some_and(|facts| facts.may_have_types) {
        return false;
    }
    let (text, (start, end)) = (block.text(), super::bounds(block, at));
    let has = |range: (usize, usize)| memchr::memchr(TYPE_END, &text[range.0..range.1]).is_some();
    Steps { text, at: start, end }.any(|step| match step {
        Step::Open(label) | Step::Head(_, label) => has(label),
        Step::Word(tag, word) => has(word) || tag.is_some_and(has),
        Step::Close | Step::Leaf(_) | Step::Reply(_) => false,
    })
}

/// The replies of unit `at`, of which there are several if they are samples. Empty if it is a tree.
pub(super) fn replies(block: &Block, at: usize) -> impl Iterator<Item = &[u8]> {
    let (text, (start, end)) = (block.text(), super::bounds(block, at));
    let end = if block.facts(at).is_some_and(|facts| facts.is_reply) { end } else { start };
    (Steps { text, at: start, end }).filter_map(move |step| match step {
        Step::Reply((start, end)) => Some(&text[start..end]),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOP: Position = Position { line: 1, column: 1 };

    /// Reads all units, and returns what [`Arena::nodes`] says of them.
    fn read_all(tape: &mut Tape, count: usize) -> Vec<String> {
        let (mut block, mut labels, mut arena) = (Block::default(), Labels::new(), Arena::default());
        let (mut buffer, mut found) = (TapeBuffer::default(), Vec::new());
        while tape.units() > 0 {
            block.clear();
            tape.take(count.min(tape.units()), &mut block);
            for at in 0..block.extents().len() {
                let unit = read(&block, at, &mut labels, &mut buffer, &mut arena);
                if let Some(fault) = block.facts(at).and_then(|facts| facts.fault.as_deref()) {
                    found.push(fault.title());
                    continue;
                }
                unit.unwrap();
                let words = arena.words().iter().map(|word| {
                    let bytes = String::from_utf8_lossy(word.bytes(block.text())).into_owned();
                    format!("{}/{bytes}", String::from_utf8_lossy(labels.name(word.tag)))
                });
                let words = words.collect::<Vec<_>>().join(" ");
                let nodes = arena.nodes().iter().enumerate().map(|(at, node)| {
                    let label = String::from_utf8_lossy(labels.name(node.label)).into_owned();
                    format!("{label}{:?}", arena.stretches(at).collect::<Vec<_>>())
                });
                found.push(format!("{words}; {}", nodes.collect::<Vec<_>>().join(" ")));
            }
        }
        found
    }

    fn write() -> Tape {
        let mut tape = Tape::default();
        tape.begin(TOP);
        tape.open(b"S");
        tape.word(Some(b"D"), b"the (");
        tape.open(b"NP");
        tape.word(None, b"cat");
        tape.close();
        tape.close();
        tape.end();
        tape.begin(TOP);
        tape.word(None, b"dropped");
        tape.begin(TOP);
        tape.fault("no good", TOP, b"");
        tape.begin(TOP);
        for word in [b"is", b"it", b"so"] {
            tape.word(Some(b"T"), word);
        }
        tape.open(b"S");
        tape.open(b"VP");
        tape.leaf(0);
        tape.leaf(2);
        tape.close();
        tape.open(b"NP");
        tape.leaf(1);
        tape.close();
        tape.close();
        tape.end();
        tape
    }

    #[test]
    fn the_separator_of_types_is_found_in_texts_only() {
        let thirty_one = [b'x'; TYPE_END as usize];
        for (tag, word, may_have_types, is_stray) in [
            (&b"N"[..], &b"a"[..], false, false),
            (b"N", &thirty_one, false, false), // its length is the same byte
            (b"N", b"a\x1fb", false, true),
            (b"N\x1fb", b"a", false, true),
            (b"N\x1fb", b"a", true, false),
        ] {
            let (mut tape, mut block) = (Tape::default(), Block::default());
            if may_have_types {
                tape.begin_typed(TOP);
            } else {
                tape.begin(TOP);
            }
            tape.word(Some(tag), word);
            tape.end();
            tape.take(1, &mut block);
            assert_eq!(has_stray_type_end(&block, 0), is_stray, "{tag:?} {word:?} {may_have_types}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for count in [1, 2, 10] {
            assert_eq!(
                read_all(&mut write(), count),
                [
                    "D/the ( /cat; S[(0, 2)] NP[(1, 2)]",
                    "no good",
                    "T/is T/it T/so; S[(0, 3)] VP[(0, 1), (2, 3)] NP[(1, 2)]",
                ],
                "{count} at a time"
            );
        }
    }
}
