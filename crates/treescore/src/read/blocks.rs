//! Reading files in blocks of bounded size.
//!
//! A block holds whole units (trees or lines) of one document. Its buffers go back and forth between reader
//! and worker, so nothing is allocated after the first blocks. A unit longer than a block makes the block
//! grow.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::corpus::{Corpus, Document};
use super::document::{Opening, Resolve, Way};
use super::error::{OpenError, ReadError};
use super::fault::Fault;
use super::file_fault::FileFault;
use super::formats::FormatReader;
use super::head::{Head, grow};
use super::layout::{LAYOUT_SAMPLE, Layout};
use super::options::{InputLog, Wanted};
use super::recognise::SAMPLE;
use super::scan::PADDING;
use super::split::{self, Extent, Place, UnitKind};
use super::syntax::Syntax;
use super::tape::{self, Tape, UnitFacts};
use super::window::{Landmark, Position, characters};
use crate::values::Advice;

/// How many bytes of each side are read before pairs are returned.
const BLOCK: usize = 256 * 1024;
/// The maximal length of a unit. A longer one means that the file does not hold trees.
const UNIT_MAX: usize = 1 << 30;
/// Bytes of a long unit that are read at once: between two pieces a run may be stopped.
const PIECE: usize = 16 << 20;

/// Pads the text, so that eight bytes can be loaded from any position in it.
pub(crate) fn pad(text: &mut Vec<u8>) {
    text.resize(padded_length(text.len()), 0);
}

fn padded_length(length: usize) -> usize {
    length.next_multiple_of(64) + PADDING
}

/// The length of a buffer in which this many bytes can be read, and padded wherever they end.
fn buffer_length(length: usize) -> usize {
    padded_length(length) + 64
}

/// Units of one document.
#[derive(Clone, Debug, Default)]
pub struct Block {
    bytes: Vec<u8>,
    filled: usize,
    extents: Vec<Extent>,
    /// The number of the document in its corpus.
    pub document: usize,
    first: Option<Position>,
    /// True if the units were pushed one by one, so that each starts its own line.
    is_assembled: bool,
    /// What is known about each unit, if the units are on a [tape](super::tape); else empty.
    facts: Vec<UnitFacts>,
    /// The syntax of the text, if it is not the one that the measure reads.
    syntax: Option<Syntax>,
    /// Whether it has the first, and the last, unit of its document, as far as the reader knows.
    edges: [bool; 2],
    /// Where each unit is from, if the units were taken from other blocks; else empty.
    origins: Vec<Origin>,
}

/// Where a unit is from: the number of the document, and the position in it.
pub(crate) type Origin = (usize, Position);

impl Block {
    /// True if the block has the first unit of its document.
    pub(crate) fn begins_document(&self) -> bool {
        self.edges[0]
    }

    /// True if the block is known to have the last unit of its document.
    pub(crate) fn ends_document(&self) -> bool {
        self.edges[1]
    }

    /// The units, in order.
    pub fn extents(&self) -> &[Extent] {
        &self.extents
    }

    /// The text of the block.
    pub fn text(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    /// The text and the padding that a [`Scanner`](super::Scanner) needs.
    pub fn padded(&self) -> &[u8] {
        &self.bytes[..padded_length(self.filled).min(self.bytes.len())]
    }

    /// The position of the first byte in its document.
    pub fn first(&self) -> Position {
        self.first.unwrap_or(Position { line: 1, column: 1 })
    }

    /// The line of a unit in its document, from 1.
    pub fn line(&self, extent: &Extent) -> u64 {
        self.first().line + u64::from(extent.line)
    }

    /// The position of a unit, for messages. `known` is the position of an earlier unit, from which counting
    /// is quick.
    pub fn landmark(&self, at: usize, known: Option<Landmark>) -> Landmark {
        let extent = &self.extents[at];
        let start = extent.start as usize;
        if let Some((_, position)) = self.origins.get(at) {
            return Landmark::new(start, *position);
        }
        if let Some(position) = self.facts(at).and_then(|facts| facts.position) {
            return Landmark::new(start, position);
        }
        if self.is_assembled {
            return Landmark::new(start, Position { line: self.line(extent), column: 1 });
        }
        let known = known.filter(|known| known.is_before(start));
        known.unwrap_or(Landmark::first(self.first())).move_to(self.text(), start)
    }

    /// The position of a unit, from the line that is known and the text before it on that line.
    pub(crate) fn position(&self, at: usize) -> Position {
        let extent = &self.extents[at];
        if let Some(position) = self.facts(at).and_then(|facts| facts.position) {
            return position;
        }
        let line = self.line(extent);
        if self.is_assembled {
            return Position { line, column: 1 };
        }
        let before = &self.text()[..extent.start as usize];
        let newline = memchr::memrchr(b'\n', before);
        let column = newline.map_or(self.first().column, |_| 1);
        Position { line, column: column + characters(&before[newline.map_or(0, |at| at + 1)..]) }
    }

    /// Where a unit is from.
    pub(crate) fn origin(&self, at: usize) -> Origin {
        self.origins.get(at).copied().unwrap_or_else(|| (self.document, self.position(at)))
    }

    pub(crate) fn clear(&mut self) {
        self.extents.clear();
        self.filled = 0;
        self.facts.clear();
        self.origins.clear();
        self.syntax = None;
        self.edges = [false; 2];
        (self.first, self.is_assembled) = (None, false);
    }

    /// The id of a unit, if it has one.
    pub fn id(&self, at: usize) -> Option<&[u8]> {
        self.facts(at)?.id.as_deref()
    }

    /// What is known about a unit, if it is on a tape.
    pub(crate) fn facts(&self, at: usize) -> Option<&UnitFacts> {
        self.facts.get(at)
    }

    /// True if the block has unit `at`, and it is not absent.
    #[inline]
    pub(crate) fn has(&self, at: usize) -> bool {
        at < self.extents.len() && !self.facts(at).is_some_and(|facts| facts.is_absent)
    }

    /// True if unit `at` is on a tape, instead of the text of the file.
    #[inline]
    pub(crate) fn is_taped(&self, at: usize) -> bool {
        !self.facts.is_empty() && self.facts.get(at).is_some_and(|facts| !facts.is_text)
    }

    /// True if unit `at` is a reply of a language model, or a list of them.
    #[inline]
    pub(crate) fn is_reply(&self, at: usize) -> bool {
        self.facts(at).is_some_and(|facts| facts.is_reply)
    }

    /// True if unit `at` is a list of replies, however many.
    pub(crate) fn is_sampled(&self, at: usize) -> bool {
        self.facts(at).is_some_and(|facts| facts.is_sampled)
    }

    /// The replies of unit `at`.
    pub(crate) fn replies(&self, at: usize) -> impl Iterator<Item = &[u8]> {
        tape::replies(self, at)
    }

    /// True if some unit is on a tape.
    pub(crate) fn has_tape(&self) -> bool {
        !self.facts.is_empty()
    }

    /// Adds a unit of another block, by its bytes, facts and origin; without facts it is text.
    pub(crate) fn push_unit(&mut self, unit: &[u8], facts: Option<UnitFacts>, origin: Origin) {
        let is_mixed = facts.is_some() || !self.facts.is_empty();
        self.push(unit);
        self.origins.push(origin);
        if is_mixed {
            let text = UnitFacts { is_text: true, ..UnitFacts::default() };
            self.facts.resize(self.extents.len() - 1, text.clone());
            self.facts.push(facts.unwrap_or(text));
        }
    }

    /// Drops the units, and gives back their memory if it is more than this many bytes.
    pub(crate) fn release(&mut self, most: usize) {
        let syntax = self.syntax.take();
        self.clear();
        self.syntax = syntax;
        if self.bytes.capacity() > most {
            self.bytes = Vec::new();
            self.extents = Vec::new();
        }
    }

    /// Takes over how text is read in another block.
    pub(crate) fn read_text_like(&mut self, other: &Self) {
        self.syntax.clone_from(&other.syntax);
    }

    /// Says which syntax the text has.
    pub(super) fn set_syntax(&mut self, syntax: Option<Syntax>) {
        self.syntax = syntax;
    }

    /// The syntax of the text, if it is not the one that the measure reads.
    #[inline]
    pub(super) fn syntax(&self) -> Option<&Syntax> {
        self.syntax.as_ref()
    }

    /// True if a unit of this block is read on its own, not as a difference from gold.
    #[inline]
    pub(super) fn is_special(&self) -> bool {
        !self.facts.is_empty() || self.syntax.is_some()
    }

    /// Adds a unit of a tape.
    pub(super) fn push_taped(&mut self, unit: &[u8], facts: UnitFacts) {
        self.push_line(unit, facts.position.map_or(1, |position| position.line));
        self.facts.push(facts);
    }

    /// The error for a fault in unit `at`. `known` is the position of the unit.
    pub fn error(&self, at: usize, fault: Fault, known: Landmark) -> ReadError {
        match self.facts(at).and_then(|facts| facts.fault.as_deref()) {
            Some(error) => error.clone(),
            // What is on the tape is not what is in the file.
            None if self.is_taped(at) => ReadError::without_text(
                fault.kind,
                known.position(self.text(), self.extents[at].start as usize),
            ),
            None => ReadError::new(fault, self.text(), known),
        }
    }

    /// Adds a unit to a block that is assembled instead of read; [`seal`](Self::seal) completes it.
    pub(crate) fn push(&mut self, unit: &[u8]) {
        self.push_line(unit, 1);
    }

    /// Adds the unit of this line.
    pub(crate) fn push_line(&mut self, unit: &[u8], line: u64) {
        self.bytes.truncate(self.filled);
        self.is_assembled = true;
        let start = self.bytes.len() as u32;
        // With the line end and the padding behind it: a huge unit is not to be moved, nor its room doubled.
        self.bytes.reserve(buffer_length(unit.len()));
        self.bytes.extend_from_slice(unit);
        let line = u32::try_from(line - self.first().line.min(line)).unwrap_or(u32::MAX);
        self.extents.push(Extent { start, end: self.bytes.len() as u32, line });
        self.bytes.push(b'\n');
        self.filled = self.bytes.len();
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.filled
    }

    /// Pads an assembled block for a [`Scanner`](super::Scanner).
    pub(crate) fn seal(&mut self) {
        self.bytes.truncate(self.filled);
        pad(&mut self.bytes);
    }
}

/// A source of the units of one side: files, memory, or a caller that feeds them.
pub trait SideSource: Send {
    /// Makes at least one unit ready, if any is left.
    ///
    /// # Errors
    /// If a file cannot be read.
    fn fill(&mut self) -> Result<(), OpenError>;

    /// The number of units that are ready.
    fn ready(&self) -> usize;

    /// Moves the first `count` units into `block` and takes its buffers in exchange.
    fn take(&mut self, count: usize, block: &mut Block);

    /// The number of the document of the next units.
    fn document(&self) -> usize;

    /// The name of the side, and of each of its documents.
    fn names(&self) -> (&str, Vec<&str>);

    /// The number of bytes read so far, after decompression.
    fn bytes_read(&self) -> u64;

    /// The position of the next unit, if one is ready and comes from a file.
    fn next_position(&self) -> Option<Position> {
        None
    }
}

impl dyn SideSource {
    /// Counts and drops the units that are left, in the document `only` or in all.
    pub(super) fn count_rest(&mut self, only: Option<usize>) -> Result<u64, OpenError> {
        let mut count = 0;
        let mut block = Block::default();
        loop {
            self.fill()?;
            let ready = self.ready();
            if ready == 0 || only.is_some_and(|document| document != self.document()) {
                return Ok(count);
            }
            count += ready as u64;
            self.take(ready, &mut block);
        }
    }
}

/// Reads one side from files.
pub struct SideReader {
    corpus: Corpus,
    block: usize,
    /// The document being read; `None` before the first.
    stream: Option<Box<dyn Read + Send>>,
    document: usize,
    opened: usize,
    bytes: Vec<u8>,
    filled: usize,
    /// The units in `bytes` that were not returned yet.
    extents: Vec<Extent>,
    /// How far `bytes` is cut into units.
    cut: Place,
    first: Position,
    layout: Option<Layout>,
    is_end: bool,
    read: u64,
    wanted: Wanted,
    resolve: Option<Resolve>,
    /// The unit and syntax of the document, which need not be those that are wanted.
    document_unit: UnitKind,
    syntax: Option<Syntax>,
    /// The reader of the document, if its text is not cut into units as it is.
    format: Option<Box<dyn FormatReader>>,
    tape: Tape,
    /// The bytes that were read before the document, and those that its reader has read.
    counted: (u64, Arc<AtomicU64>),
    /// How many units of the document were returned, and how many were left out.
    units: u64,
    skipped: u64,
    log: InputLog,
    /// Why the first file that is no text is left out.
    no_text: Option<OpenError>,
    is_lenient: bool,
}

const TOP: Position = Position { line: 1, column: 1 };

impl SideReader {
    /// Creates a reader of `corpus` for somebody who wants certain units.
    ///
    /// # Errors
    /// If the first document cannot be opened, or is not of a kind that is wanted.
    pub fn new(corpus: Corpus, wanted: impl Into<Wanted>) -> Result<Self, OpenError> {
        Self::with_partner(corpus, wanted.into(), None)
    }

    /// Creates a reader that also reads files of another kind than the one that is wanted, and takes the first
    /// of several readings: to find out what their words are.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn lenient(corpus: Corpus, wanted: Wanted) -> Result<Self, OpenError> {
        let mut reader = Self::unopened(corpus, wanted, None);
        reader.is_lenient = true;
        reader.next_document()?;
        Ok(reader)
    }

    /// Creates a reader of `corpus`. `resolve` decides between readings by the words of the other side.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn with_partner(
        corpus: Corpus,
        wanted: Wanted,
        resolve: Option<Resolve>,
    ) -> Result<Self, OpenError> {
        let mut reader = Self::unopened(corpus, wanted, resolve);
        reader.next_document()?;
        Ok(reader)
    }

    fn unopened(corpus: Corpus, wanted: Wanted, resolve: Option<Resolve>) -> Self {
        let tape = Tape::skipping(corpus.options().skip.clone());
        Self {
            corpus,
            block: BLOCK,
            stream: None,
            document: 0,
            opened: 0,
            bytes: Vec::new(),
            filled: 0,
            extents: Vec::new(),
            cut: Place::default(),
            first: TOP,
            layout: None,
            is_end: true,
            read: 0,
            document_unit: wanted.unit,
            wanted,
            resolve,
            syntax: None,
            format: None,
            tape,
            counted: (0, Arc::default()),
            units: 0,
            skipped: 0,
            log: InputLog::default(),
            no_text: None,
            is_lenient: false,
        }
    }

    /// What is known about the files so far; it goes on growing while they are read.
    pub fn log(&self) -> InputLog {
        self.log.clone()
    }

    /// Sets the preferred block size in bytes. Smaller blocks suit measures that are much slower than
    /// reading.
    #[must_use]
    pub fn with_block(mut self, bytes: usize) -> Self {
        self.block = bytes.max(1);
        self
    }

    /// The number of bytes read so far, after decompression.
    pub fn bytes_read(&self) -> u64 {
        self.read
    }

    /// Opens the next document. A file of a folder that is no text is left out, unless all are.
    fn next_document(&mut self) -> Result<bool, OpenError> {
        self.finish_document();
        loop {
            match self.open_document() {
                Err(error) if error.is_no_text() && self.corpus.is_folder() => {
                    self.log.push_no_text(self.opened);
                    self.opened += 1;
                    self.no_text.get_or_insert(error);
                }
                Ok(false) if self.log.is_empty() => {
                    return self.no_text.take().map_or(Ok(false), Err);
                }
                Ok(false) if self.refuses_blank() && self.log.is_blank() => {
                    let fault = Box::new(FileFault::new("empty-file", "has empty files only"));
                    return Err(OpenError::Format { name: self.corpus.name().to_owned(), fault });
                }
                other => return other,
            }
        }
    }

    /// True if not all files may be empty.
    fn refuses_blank(&self) -> bool {
        let is_as_is = self.corpus.documents().first().is_some_and(Document::is_as_is);
        !self.wanted.has_rivals && !self.is_lenient && !is_as_is && self.corpus.documents().len() > 1
    }

    fn open_document(&mut self) -> Result<bool, OpenError> {
        let Some(document) = self.corpus.documents().get(self.opened) else { return Ok(false) };
        let size = document.bytes();
        // What is left of the last document is done with; its buffer takes the next one.
        let mut buffer = mem::take(&mut self.bytes);
        self.filled = 0;
        let room = size.map_or(self.block, |size| (size as usize).saturating_add(1).min(self.block));
        if size.is_some() && room > SAMPLE {
            grow(&mut buffer, 0, buffer_length(room)); // so that the beginning need not move
        }
        let way = if document.is_as_is() {
            let stream = Some(document.open()?);
            Way::Text { head: Head::default(), stream, unit: self.wanted.unit, syntax: None }
        } else {
            let (options, wanted, resolve) = (self.corpus.options(), &self.wanted, self.resolve.as_ref());
            let (is_lenient, is_only) = (self.is_lenient, self.corpus.documents().len() == 1);
            let opening =
                Opening { number: self.opened, document, options, wanted, resolve, is_lenient, is_only };
            let (way, facts) = opening.open(buffer).map_err(|error| self.advise(error))?;
            self.log.push(facts);
            way
        };
        (self.stream, self.format) = match way {
            Way::Text { head, stream, unit, syntax } => {
                (self.document_unit, self.syntax) = (unit, syntax);
                (self.bytes, self.filled) = head.into_buffer();
                self.read += self.filled as u64;
                (stream, None)
            }
            Way::Tape(format, syntax, count) => {
                (self.syntax, self.counted) = (syntax, (self.read, count));
                (None, Some(format))
            }
        };
        self.document = self.opened;
        self.opened += 1;
        self.cut = Place::default();
        self.first = TOP;
        self.layout = (self.document_unit == UnitKind::Line).then_some(Layout::Indented); // lines have no layout
        self.is_end = false;
        if self.format.is_none() {
            let more = if self.stream.is_some() { room.max(4096) } else { 0 };
            self.reserve(more.max(self.filled));
        }
        Ok(true)
    }

    /// Adds what may mend it that a file cannot be read: perhaps it does not belong to the others of its folder.
    fn advise(&self, error: OpenError) -> OpenError {
        let error = error.on_side(self.wanted.side);
        match self.corpus.documents().get(self.opened) {
            Some(stray) if self.corpus.is_folder() => {
                error.or_advice(|| Advice::ChooseFiles(self.corpus.pattern_without(stray)))
            }
            _ => error,
        }
    }

    /// Notes how many units the document had.
    fn finish_document(&mut self) {
        let (units, mut counts) = (std::mem::take(&mut self.units), std::mem::take(&mut self.tape.counts));
        counts.add("skipped", std::mem::take(&mut self.skipped));
        counts.add_comments(std::mem::take(&mut self.cut.comments));
        self.log.update(|facts| {
            facts.units += units;
            facts.counts.merge(&counts);
        });
    }

    fn reserve(&mut self, size: usize) {
        let filled = self.filled.min(self.bytes.len());
        grow(&mut self.bytes, filled, buffer_length(size));
    }

    /// Reads until a unit is ready and a block is full, or the corpus ends.
    pub(super) fn fill(&mut self) -> Result<(), OpenError> {
        loop {
            if self.format.is_some() {
                self.fill_tape()?;
                if self.tape.units() > 0 || !self.next_document()? {
                    return Ok(());
                }
                continue;
            }
            // The beginning of a document is there already, but not yet cut.
            if !self.is_end && (self.filled < self.block || self.layout.is_none()) {
                self.read_up_to(self.block)?;
            }
            if !self.extents.is_empty() {
                return Ok(());
            }
            if self.is_end {
                if !self.next_document()? {
                    return Ok(());
                }
            } else {
                self.drop_blank();
                let wanted = (self.filled * 2).max(self.block);
                if self.filled >= UNIT_MAX {
                    return Err(self.too_long());
                }
                self.read_up_to(wanted)?;
            }
        }
    }

    /// Lets the reader of the document put units on the tape, until a block is full or the document ends.
    fn fill_tape(&mut self) -> Result<(), OpenError> {
        let Some(format) = &mut self.format else { return Ok(()) };
        while !self.is_end && (self.tape.units() == 0 || self.tape.len() < self.block) {
            let name = &self.corpus.documents()[self.document].name;
            let is_more = format.next(&mut self.tape).map_err(|error| {
                let error = OpenError::of_format(name, error).on_side(self.wanted.side);
                match self.corpus.options().format {
                    Some(given) => error.or_advice(|| Advice::RecogniseFormat(given.as_str().to_owned())),
                    None => error,
                }
            })?;
            self.is_end = !is_more;
        }
        self.read = self.counted.0 + self.counted.1.load(Ordering::Relaxed);
        Ok(())
    }

    /// Reads until `wanted` bytes are there or the document ends, and cuts the new bytes into units.
    fn read_up_to(&mut self, wanted: usize) -> Result<(), OpenError> {
        // One byte more than the sample: whether the sample is the whole file must not depend on the block
        // size.
        let wanted = if self.layout.is_none() { wanted.max(LAYOUT_SAMPLE + 1) } else { wanted };
        self.is_end |= self.stream.is_none();
        while !self.is_end && self.filled < wanted {
            if self.filled >= PIECE {
                self.go_on()?;
            }
            let room = self.bytes.len().saturating_sub(PADDING + 63).max(self.filled);
            if room == self.filled {
                self.reserve((self.filled * 2).clamp(4096, wanted.max(self.filled + 4096)));
                continue;
            }
            let most = wanted.clamp(self.filled + 1, self.filled + PIECE);
            let space = &mut self.bytes[self.filled..room.min(most)];
            match self.stream.as_mut().map_or(Ok(0), |stream| stream.read(space)) {
                Ok(0) => self.is_end = true,
                Ok(more) => {
                    self.filled += more;
                    self.read += more as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(OpenError::of_io(&self.corpus.documents()[self.document].name, error));
                }
            }
        }
        self.split();
        Ok(())
    }

    /// Ends the reading of a unit of many pieces if the run was stopped.
    fn go_on(&self) -> Result<(), OpenError> {
        let document = &self.corpus.documents()[self.document];
        if document.is_stopped() {
            return Err(OpenError::of_io(&document.name, io::Error::other("the run was stopped")));
        }
        Ok(())
    }

    fn split(&mut self) {
        let text = &self.bytes[..self.filled];
        let before = self.extents.len();
        self.cut = match self.document_unit {
            UnitKind::Line => split::lines(text, self.cut, self.is_end, &mut self.extents),
            UnitKind::Tree => {
                let sample = &text[..text.len().min(LAYOUT_SAMPLE)];
                let is_whole_file = self.is_end && sample.len() == text.len();
                let layout = *self.layout.get_or_insert_with(|| Layout::detect(sample, is_whole_file));
                split::trees(text, self.cut, self.is_end, layout, &mut self.extents)
            }
        };
        if !self.corpus.options().skip.is_empty() && self.document_unit == UnitKind::Tree {
            let skip = &self.corpus.options().skip;
            let is_skipped = |extent: &Extent| {
                split::root_label(&text[extent.start as usize..extent.end as usize])
                    .is_some_and(|label| skip.iter().any(|skipped| skipped == label))
            };
            let found = self.extents.len();
            let mut at = 0;
            self.extents.retain(|extent| {
                at += 1;
                at <= before || !is_skipped(extent)
            });
            self.skipped += (found - self.extents.len()) as u64;
        }
    }

    fn too_long(&self) -> OpenError {
        OpenError::TooLong {
            name: self.corpus.documents()[self.document].name.clone(),
            line: self.first.line + u64::from(self.cut.line),
            mebibytes: UNIT_MAX >> 20,
        }
    }

    /// The number of units that are ready.
    pub(super) fn ready(&self) -> usize {
        if self.format.is_some() { self.tape.units() } else { self.extents.len() }
    }

    /// Fills `block` with the next units, without a partner. Returns false if there are none.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn next(&mut self, block: &mut Block) -> Result<bool, OpenError> {
        self.fill()?;
        self.take(self.ready(), block);
        Ok(!block.extents().is_empty())
    }

    /// Moves the first `count` units into `block` and takes its buffers in exchange.
    pub(super) fn take(&mut self, count: usize, block: &mut Block) {
        let edges = [self.units == 0, self.is_end && count == self.ready()];
        self.units += count as u64;
        if self.format.is_some() {
            block.clear();
            block.document = self.document;
            block.syntax.clone_from(&self.syntax);
            return self.tape.take(count, block);
        }
        let rest = match self.extents.get(count) {
            Some(next) => Place { byte: next.start as usize, line: next.line, ..Place::default() },
            None => self.cut,
        };
        block.clear();
        mem::swap(&mut self.bytes, &mut block.bytes);
        mem::swap(&mut self.extents, &mut block.extents);
        block.document = self.document;
        block.edges = edges;
        block.syntax.clone_from(&self.syntax);
        block.first = Some(self.first);
        block.filled = rest.byte;
        self.first = self.place_after(&block.bytes[..rest.byte], rest.line);
        let left = self.filled - rest.byte;
        let more = if self.is_end { 0 } else { self.block.min(self.filled + 1) };
        grow(&mut self.bytes, 0, buffer_length(left.max(more)));
        self.bytes[..left].copy_from_slice(&block.bytes[rest.byte..self.filled]);
        self.extents.extend(block.extents.drain(count..).map(|extent| Extent {
            start: extent.start - rest.byte as u32,
            end: extent.end - rest.byte as u32,
            line: extent.line - rest.line,
        }));
        self.cut = Place { byte: self.cut.byte - rest.byte, line: self.cut.line - rest.line, ..self.cut };
        self.filled = left;
    }

    /// Drops text that holds no unit, such as blank lines and comments: there may be any number of them.
    fn drop_blank(&mut self) {
        let cut = self.cut;
        self.first = self.place_after(&self.bytes[..cut.byte], cut.line);
        self.bytes.copy_within(cut.byte..self.filled, 0);
        self.filled -= cut.byte;
        self.cut = Place { byte: 0, line: 0, ..cut };
    }

    /// The position after this text and its lines, which begin at the first byte that was not returned yet.
    fn place_after(&self, text: &[u8], lines: u32) -> Position {
        let start = memchr::memrchr(b'\n', text).map(|newline| newline + 1);
        let column = start.map_or(self.first.column, |_| 1) + characters(&text[start.unwrap_or(0)..]);
        Position { line: self.first.line + u64::from(lines), column }
    }
}

impl SideSource for SideReader {
    fn fill(&mut self) -> Result<(), OpenError> {
        Self::fill(self)
    }

    fn ready(&self) -> usize {
        Self::ready(self)
    }

    fn take(&mut self, count: usize, block: &mut Block) {
        Self::take(self, count, block);
    }

    fn document(&self) -> usize {
        self.document
    }

    fn names(&self) -> (&str, Vec<&str>) {
        let documents = self.corpus.documents().iter().map(|document| document.name.as_str());
        (self.corpus.name(), documents.collect())
    }

    fn bytes_read(&self) -> u64 {
        Self::bytes_read(self)
    }

    fn next_position(&self) -> Option<Position> {
        if self.format.is_some() {
            return self.tape.first_position();
        }
        let start = self.extents.first()?.start as usize;
        Some(Landmark::first(self.first).move_to(&self.bytes[..self.filled], start).place())
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::FaultKind;
    use super::super::window::Landmark;
    use super::*;

    /// Returns all units of a text, read in blocks of `block` bytes and taken `count` at a time.
    fn units(text: &str, unit: UnitKind, block: usize, count: usize) -> Vec<(String, u64, u64)> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut file.as_file(), text.as_bytes()).unwrap();
        let mut side = SideReader::new(Corpus::find(file.path()).unwrap(), unit).unwrap().with_block(block);
        let (mut all, mut block) = (Vec::new(), Block::default());
        loop {
            side.fill().unwrap();
            if side.ready() == 0 {
                return all;
            }
            side.take(count.min(side.ready()), &mut block);
            for extent in block.extents() {
                let (start, end) = (extent.start as usize, extent.end as usize);
                let place = Landmark::first(block.first()).position(block.text(), start);
                assert_eq!(place.line, block.line(extent));
                let shown = String::from_utf8_lossy(&block.text()[start..end]).into_owned();
                all.push((shown, place.line, place.column));
            }
        }
    }

    #[test]
    fn blocks_and_counts_do_not_matter() {
        let text = "(A a)\n(B b) (C\n   (D é)) (E e)\n\n (F (G g)\n (H h)\nI\n(J j))\n(K k) (L\n  l)";
        for unit in [UnitKind::Tree, UnitKind::Line] {
            let whole = units(text, unit, 1 << 20, usize::MAX);
            assert_eq!(whole.len(), 10, "ten lines, and ten trees");
            for block in [1, 2, 3, 7, 16, 100] {
                for count in [1, 2, 3, 100] {
                    assert_eq!(
                        units(text, unit, block, count),
                        whole,
                        "{unit:?}, blocks of {block}, {count} at a time"
                    );
                }
            }
        }
    }

    /// Any number of blank lines and comments is read in the memory of a block, and places stay right.
    #[test]
    fn blank_lines_are_not_kept() {
        let blank = "\n".repeat(1_000_000) + &"# nothing\n \t \n".repeat(1000);
        let text = format!("(A a)\n{blank}  (B b)\n{blank}(C\n c)");
        let mut side = SideReader::new(Corpus::held("x", text.as_bytes()), UnitKind::Tree).unwrap();
        let (mut block, mut places, mut longest) = (Block::default(), Vec::new(), 0);
        side = side.with_block(1000);
        while side.next(&mut block).unwrap() {
            places.extend((0..block.extents().len()).map(|at| block.landmark(at, None).place()));
            longest = longest.max(side.bytes.len());
        }
        let lines: Vec<(u64, u64)> = places.iter().map(|place| (place.line, place.column)).collect();
        assert_eq!(lines, [(1, 1), (1_002_002, 3), (2_004_003, 1)]);
        assert!(longest < 300_000, "{longest} bytes for {} of text", text.len());
    }

    /// What is on the tape is not what is in the file.
    #[test]
    fn faults_on_a_tape_show_no_tape() {
        let (mut tape, mut block) = (Tape::default(), Block::default());
        let position = Position { line: 3, column: 2 };
        tape.begin(position);
        tape.open(b"S");
        tape.word(None, b"a");
        tape.close();
        tape.end();
        tape.take(1, &mut block);
        let at = block.extents()[0].start as usize;
        let fault = Fault { kind: FaultKind::TooDiscontinuous, at, also: None };
        let error = block.error(0, fault, block.landmark(0, None));
        assert_eq!((error.position, &error.window.bytes[..]), (position, &b""[..]));
    }

    /// The layout is detected from the same bytes, regardless of how much of the file has been read.
    #[test]
    fn blocks_do_not_matter_to_the_layout() {
        let tree = |words: usize| format!("(S\n{})\n", "(N a)\n".repeat(words));
        for words in [10_000, LAYOUT_SAMPLE / 6 - 11, LAYOUT_SAMPLE / 6 - 10] {
            let text = tree(10) + &tree(words) + &tree(10);
            let whole = units(&text, UnitKind::Tree, 1 << 20, usize::MAX);
            assert_eq!(whole.len(), 3, "{words} words");
            assert_eq!(units(&text, UnitKind::Tree, 1, usize::MAX), whole, "{words} words");
        }
        for extra in 0..4 {
            let rest = LAYOUT_SAMPLE - tree(10).len() + extra - 1;
            let text = tree(10) + "(S\n" + &"(N a)".repeat(rest / 5) + &"x".repeat(rest % 5);
            assert_eq!(
                units(&text, UnitKind::Tree, 1, 1),
                units(&text, UnitKind::Tree, 1 << 20, 1),
                "{extra}"
            );
        }
    }
}
