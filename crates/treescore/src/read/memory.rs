//! Units in memory and units fed by a caller, as sources like files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use super::blocks::{Block, SideReader, SideSource};
use super::error::{OpenError, ReadError};
use super::scan::{Dialect, Scanner};
use super::syntax::Syntax;
use super::tape::{Tape, UnitFacts};
use super::unit::{UnitReader, UnitTree};
use super::window::Position;
use crate::tree::{Event, Label, Step, Tree};
use crate::values::Meter;

/// How many bytes are returned at once.
const BLOCK: usize = 256 * 1024;

/// The units of one side in memory. Each is one tree, or text in place of one.
///
/// ```
/// use treescore::read::Units;
/// let mut units = Units::new("parser");
/// units.push(b"(S (N a))");
/// assert_eq!((units.len(), units.get(0)), (1, Some(&b"(S (N a))"[..])));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Units {
    name: String,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// What is known about each unit, if some are on a [tape](super::tape) or have ids; else empty.
    facts: Vec<UnitFacts>,
    /// Where each unit begins in its file, if they were read from files; else empty.
    positions: Vec<Position>,
    /// The files they were read from: the name of each, and its first unit.
    documents: Vec<(String, usize)>,
    /// The syntax of text, if it is not the one that the measure reads.
    syntax: Option<Syntax>,
}

impl Units {
    /// Creates an empty list of units for a side with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// No units, of a side with these files.
    pub(crate) fn with_files(names: impl Iterator<Item = String>) -> Self {
        let documents: Vec<(String, usize)> = names.map(|name| (name, 0)).collect();
        let name = documents.first().map(|(name, _)| name.clone()).unwrap_or_default();
        Self { documents, ..Self::new(name) }
    }

    /// The files that units were read from.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.documents.iter().map(|(name, _)| name.as_str())
    }

    /// Reads all units of a file or folder, in any format, and keeps them.
    ///
    /// # Errors
    /// If a file cannot be read. A faulty unit is kept, and refused when it is scored.
    ///
    /// ```
    /// use treescore::read::{Corpus, SideReader, UnitKind, Units};
    /// let corpus = Corpus::held("gold", b"(S (N a))\n(S (N b)\n(S (N c))");
    /// let units = Units::read(SideReader::new(corpus, UnitKind::Tree)?)?;
    /// assert_eq!((units.len(), units.tree(0).unwrap()?.to_string()), (3, "(S (N a))".to_owned()));
    /// assert!(units.tree(1).unwrap().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(mut reader: SideReader) -> Result<Self, OpenError> {
        Self::read_from(&mut reader)
    }

    /// Reads all units of a source, and keeps them.
    pub(crate) fn read_from(source: &mut dyn SideSource) -> Result<Self, OpenError> {
        let (name, documents) = source.names();
        let mut units = Self::new(name);
        let documents: Vec<String> = documents.into_iter().map(str::to_owned).collect();
        let mut block = Block::default();
        loop {
            source.fill()?;
            if source.ready() == 0 {
                return Ok(units);
            }
            source.take(source.ready(), &mut block);
            units.keep(&block, &documents);
        }
    }

    /// Reads the next units of a source, about as many as it has at hand; `None` if there are no more.
    pub(crate) fn read_block(source: &mut dyn SideSource) -> Result<Option<Self>, OpenError> {
        source.fill()?;
        if source.ready() == 0 {
            return Ok(None);
        }
        let (name, documents) = source.names();
        let (mut units, documents) = (Self::new(name), documents.into_iter().map(str::to_owned));
        let (documents, mut block): (Vec<String>, Block) = (documents.collect(), Block::default());
        source.take(source.ready(), &mut block);
        units.keep(&block, &documents);
        Ok(Some(units))
    }

    /// Keeps the units of a block.
    fn keep(&mut self, block: &Block, documents: &[String]) {
        if self.documents.len() <= block.document {
            let names = documents[self.documents.len()..=block.document].iter().cloned();
            self.documents.extend(names.map(|name| (name, self.ends.len())));
        }
        if let Some(syntax) = block.syntax() {
            self.syntax = Some(syntax.clone());
        }
        let mut known = None;
        for at in 0..block.extents().len() {
            let (start, end) = super::bounds(block, at);
            let landmark = block.landmark(at, known);
            known = Some(landmark);
            self.positions.push(landmark.position(block.text(), start));
            match block.facts(at) {
                Some(facts) => self.push_with(&block.text()[start..end], facts.clone()),
                None => self.push(&block.text()[start..end]),
            }
        }
    }

    /// Adds a unit. An empty unit is a missing tree.
    pub fn push(&mut self, unit: &[u8]) {
        self.bytes.extend_from_slice(unit);
        self.ends.push(self.bytes.len());
        if !self.facts.is_empty() {
            self.facts.push(UnitFacts { is_text: true, ..UnitFacts::default() });
        }
    }

    fn push_with(&mut self, unit: &[u8], facts: UnitFacts) {
        let text = UnitFacts { is_text: true, ..UnitFacts::default() };
        self.facts.resize(self.ends.len(), text);
        self.bytes.extend_from_slice(unit);
        self.ends.push(self.bytes.len());
        self.facts.push(facts);
    }

    /// Adds a unit that was stored.
    pub(super) fn restore(&mut self, unit: &[u8], facts: UnitFacts, position: Option<Position>) {
        self.positions.extend(position);
        if facts.is_text && facts.id.is_none() && self.facts.is_empty() {
            return self.push(unit);
        }
        self.push_with(unit, facts);
    }

    /// Begins a document: the units that follow are in it.
    ///
    /// ```
    /// use treescore::read::Units;
    /// let mut units = Units::new("gold");
    /// units.begin_document("first");
    /// units.push(b"(N a)");
    /// assert_eq!(units.file(0), Some("first"));
    /// ```
    pub fn begin_document(&mut self, name: &str) {
        self.push_document(name.to_owned(), self.ends.len());
    }

    /// Adds a file, whose first unit is this one.
    pub(super) fn push_document(&mut self, name: String, first: usize) {
        self.documents.push((name, first));
    }

    /// The files, each with its first unit.
    pub(super) fn documents(&self) -> impl Iterator<Item = (&str, usize)> {
        self.documents.iter().map(|(name, first)| (name.as_str(), *first))
    }

    /// What is known about a unit besides its text.
    pub(super) fn facts(&self, at: usize) -> Option<&UnitFacts> {
        self.facts.get(at)
    }

    /// Where a unit begins in its file.
    pub(crate) fn position(&self, at: usize) -> Option<Position> {
        self.positions.get(at).copied()
    }

    /// Adds a tree as it is: its words may hold any bytes, and it may be discontinuous.
    pub fn push_tree(&mut self, tree: &Tree) {
        let mut tape = Tape::default();
        tape.begin(Position { line: self.ends.len() as u64 + 1, column: 1 });
        write_tree(tree, &mut tape);
        let (unit, facts) = tape.into_unit();
        self.push_with(&unit, facts);
    }

    /// Some of the units, in this order. A unit may be chosen several times; those that do not exist are left out.
    ///
    /// ```
    /// use treescore::read::Units;
    /// let units: Units = ["(N a)", "(N b)", "(N c)"].into_iter().collect();
    /// assert_eq!(units.select([2, 0].into_iter()).get(0), Some(&b"(N c)"[..]));
    /// ```
    #[must_use]
    pub fn select(&self, chosen: impl Iterator<Item = usize>) -> Self {
        self.pick(chosen.filter(|&at| at < self.len()).map(Some))
    }

    /// Some of the units, in this order, with a missing tree for each `None`.
    pub(crate) fn pick(&self, chosen: impl Iterator<Item = Option<usize>>) -> Self {
        let mut some = Self { syntax: self.syntax.clone(), ..Self::new(&self.name) };
        for at in chosen {
            let unit = at.and_then(|at| self.get(at)).unwrap_or_default();
            match at.and_then(|at| self.facts.get(at)) {
                Some(facts) => some.push_with(unit, facts.clone()),
                None => some.push(unit),
            }
            if !self.positions.is_empty() {
                let known = at.and_then(|at| self.positions.get(at).copied());
                some.positions.push(known.unwrap_or(Position { line: 1, column: 1 }));
            }
        }
        some
    }

    /// Reads one of the units as a tree; `None` if there are fewer units.
    pub fn tree(&self, at: usize) -> Option<Result<Tree, ReadError>> {
        self.get(at)?;
        let mut block = Block::default();
        self.put(at, &mut block);
        block.set_syntax(self.syntax.clone());
        block.seal();
        let (mut scanner, mut unit) = (Scanner::new(), UnitTree::default());
        scanner.begin(block.padded());
        let mut reader = UnitReader::new(Syntax::Trees, Dialect::Native);
        Some(match reader.read(&scanner, &block, 0, &mut unit) {
            Ok(()) => Ok(Tree::copied(&unit.arena, reader.text(&block, &unit), reader.labels())),
            Err(fault) => Err(block.error(0, fault, block.landmark(0, None))),
        })
    }

    /// The id of a unit, if its file says one.
    pub fn id(&self, at: usize) -> Option<&[u8]> {
        self.facts.get(at)?.id.as_deref()
    }

    /// The name of the file that a unit was read from.
    pub fn file(&self, at: usize) -> Option<&str> {
        self.documents.get(self.document_of(at)).map(|(name, _)| name.as_str())
    }

    /// The number of the document of a unit.
    pub(super) fn document_of(&self, at: usize) -> usize {
        self.documents.partition_point(|&(_, first)| first <= at).saturating_sub(1)
    }

    /// One past the last unit of the document of a unit.
    fn end_of_document(&self, at: usize) -> usize {
        let next = self.documents.partition_point(|&(_, first)| first <= at);
        self.documents.get(next).map_or(self.ends.len(), |&(_, first)| first)
    }

    /// Moves a unit into a block.
    fn put(&self, at: usize, block: &mut Block) {
        let unit = self.get(at).unwrap_or_default();
        match (self.positions.get(at), self.facts.get(at)) {
            (None, None) => block.push_line(unit, at as u64 + 1),
            (position, facts) => {
                let position = position.copied().unwrap_or(Position { line: at as u64 + 1, column: 1 });
                block.push_unit(unit, facts.cloned(), (self.document_of(at), position));
            }
        }
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are no units.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a unit. `None` if there are fewer units.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        let end = *self.ends.get(at)?;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.bytes.get(start..end)
    }

    /// The name of the side.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The total number of bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }
}

impl<T: AsRef<[u8]>> FromIterator<T> for Units {
    fn from_iter<I: IntoIterator<Item = T>>(units: I) -> Self {
        let mut all = Self::new("memory");
        units.into_iter().for_each(|unit| all.push(unit.as_ref()));
        all
    }
}

/// Writes a tree on a tape.
fn write_tree(tree: &Tree, tape: &mut Tape) {
    let arena = tree.arena();
    let tag = |tag: Label| (tag != Label::BARE).then(|| tree.name(tag));
    if !arena.is_discontinuous() {
        for event in arena.walk() {
            match event {
                Event::Open(node) => tape.open(tree.name(node.label)),
                Event::Word(word) => tape.word(tag(word.tag), word.bytes(tree.text())),
                Event::Close => tape.close(),
            }
        }
        return tape.end();
    }
    arena.words().iter().for_each(|word| tape.word(tag(word.tag), word.bytes(tree.text())));
    for step in arena.steps() {
        match step {
            Step::Open(node) => tape.open(tree.name(arena.nodes()[node].label)),
            Step::Word(number) => tape.leaf(number),
            Step::Close(_) => tape.close(),
        }
    }
    tape.end();
}

/// A source of units in memory.
pub(crate) struct MemorySide {
    units: Arc<Units>,
    next: usize,
    /// One past the last unit that is ready.
    ready: usize,
    block: usize,
}

impl MemorySide {
    /// Starts at the first unit. `block` is the preferred block size in bytes.
    pub(crate) fn new(units: Arc<Units>, block: Option<usize>) -> Self {
        Self { units, next: 0, ready: 0, block: block.unwrap_or(BLOCK).max(1) }
    }
}

impl SideSource for MemorySide {
    fn fill(&mut self) -> Result<(), OpenError> {
        let start = self.next.checked_sub(1).map_or(0, |before| self.units.ends[before]);
        let reach = self.units.ends.partition_point(|&end| end < start + self.block);
        let end = self.units.end_of_document(self.next);
        self.ready = (reach + 1).max(self.next + 1).min(end).max(self.next);
        Ok(())
    }

    fn ready(&self) -> usize {
        self.ready - self.next
    }

    fn take(&mut self, count: usize, block: &mut Block) {
        block.clear();
        block.document = self.units.document_of(self.next);
        block.set_syntax(self.units.syntax.clone());
        for at in self.next..self.next + count {
            self.units.put(at, block);
        }
        block.seal();
        self.next += count;
    }

    fn document(&self) -> usize {
        self.units.document_of(self.next)
    }

    fn names(&self) -> (&str, Vec<&str>) {
        let files = self.units.documents.iter().map(|(name, _)| name.as_str());
        let files: Vec<&str> = files.collect();
        (self.units.name(), if files.is_empty() { vec![self.units.name()] } else { files })
    }

    fn bytes_read(&self) -> u64 {
        self.next.checked_sub(1).map_or(0, |before| self.units.ends[before] as u64)
    }
}

/// Feeds units to sides that other threads read. All sides are fed in step, so that none waits for another
/// forever.
///
/// ```
/// use treescore::read::{FedSide, Feeder, feeder};
/// let (mut feeder, sides): (Feeder, [FedSide; 2]) = feeder(["gold", "system"]);
/// assert!(feeder.push(&[b"(N a)", b"(N b)"]));
/// # drop(sides);
/// ```
pub struct Feeder {
    senders: Vec<SyncSender<Units>>,
    filled: Vec<Units>,
}

/// What became of units that were to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fed {
    /// All were sent.
    Sent,
    /// Some wait until there is room.
    Waiting,
    /// Nobody reads them any longer.
    Over,
}

/// A side that a [`Feeder`] supplies.
pub struct FedSide {
    name: String,
    receiver: Receiver<Units>,
    /// Set when no reader waits for more.
    stop: Arc<AtomicBool>,
    meter: Meter,
    units: Units,
    next: usize,
    handed_out: u64,
    read: u64,
}

/// Creates a feeder and the sides it feeds, by name.
///
/// ```
/// use treescore::read::{SideSource, feeder};
/// let (mut feeder, mut sides) = feeder(["gold", "system"]);
/// feeder.push(&[b"(N a)", b"(N b)"]);
/// drop(feeder); // no more units
/// sides[1].fill()?;
/// assert_eq!(sides[1].ready(), 1);
/// # Ok::<(), treescore::read::OpenError>(())
/// ```
pub fn feeder<const N: usize>(names: [&str; N]) -> (Feeder, [FedSide; N]) {
    let mut feeder = Feeder { senders: Vec::new(), filled: Vec::new() };
    let sides = names.map(|name| feeder.side(name));
    (feeder, sides)
}

/// As [`feeder`](fn@feeder), for any number of sides.
pub fn feeder_of(names: &[&str]) -> (Feeder, Vec<FedSide>) {
    let mut feeder = Feeder { senders: Vec::new(), filled: Vec::new() };
    let sides = names.iter().map(|name| feeder.side(name)).collect();
    (feeder, sides)
}

impl Feeder {
    /// Adds a side.
    fn side(&mut self, name: &str) -> FedSide {
        // Two blocks in transit are enough to keep both threads busy.
        let (sender, receiver) = sync_channel(2);
        self.senders.push(sender);
        self.filled.push(Units::new(name));
        FedSide {
            name: name.to_owned(),
            receiver,
            stop: Arc::default(),
            meter: Meter::default(),
            units: Units::default(),
            next: 0,
            handed_out: 0,
            read: 0,
        }
    }

    /// Adds a unit to one side, without sending anything.
    pub fn add(&mut self, side: usize, unit: &[u8]) {
        if let Some(filled) = self.filled.get_mut(side) {
            filled.push(unit);
        }
    }

    /// As [`add`](Self::add), for a tree in memory.
    pub fn add_tree(&mut self, side: usize, tree: &Tree) {
        if let Some(filled) = self.filled.get_mut(side) {
            filled.push_tree(tree);
        }
    }

    /// Forgets what is collected and was not sent.
    pub fn discard(&mut self) {
        self.filled.iter_mut().for_each(|side| *side = Units::new(side.name.clone()));
    }

    /// True if so much is collected that it should be sent.
    pub fn is_full(&self) -> bool {
        self.filled.iter().any(|side| side.bytes.len() >= BLOCK)
    }

    /// Sends what is collected, as far as there is room for it, and never waits.
    ///
    /// ```
    /// use treescore::read::{Fed, feeder};
    /// let (mut feeder, [side]) = feeder(["gold"]);
    /// feeder.add(0, b"(N a)");
    /// assert_eq!(feeder.try_send(), Fed::Sent);
    /// drop(side);
    /// feeder.add(0, b"(N b)");
    /// assert_eq!(feeder.try_send(), Fed::Over);
    /// ```
    pub fn try_send(&mut self) -> Fed {
        let mut fed = Fed::Sent;
        for (sender, side) in self.senders.iter().zip(&mut self.filled) {
            if side.is_empty() {
                continue;
            }
            let name = side.name.clone();
            match sender.try_send(std::mem::replace(side, Units::new(name))) {
                Ok(()) => {}
                Err(TrySendError::Full(units)) => (*side, fed) = (units, Fed::Waiting),
                Err(TrySendError::Disconnected(_)) => return Fed::Over,
            }
        }
        fed
    }

    /// Adds one unit to each side. Blocks while more than two blocks are in transit. Returns false if no
    /// reader is left.
    pub fn push(&mut self, units: &[&[u8]]) -> bool {
        self.filled.iter_mut().zip(units).for_each(|(side, unit)| side.push(unit));
        if self.filled.iter().all(|side| side.bytes.len() < BLOCK) { true } else { self.flush() }
    }

    /// Sends the collected units of all sides.
    fn flush(&mut self) -> bool {
        let mut is_read = true;
        for (sender, side) in self.senders.iter().zip(&mut self.filled) {
            if side.is_empty() {
                continue;
            }
            let name = side.name.clone();
            is_read &= sender.send(std::mem::replace(side, Units::new(name))).is_ok();
        }
        is_read
    }
}

impl Drop for Feeder {
    fn drop(&mut self) {
        self.flush();
    }
}

/// How long a side waits before it checks whether to stop.
const PATIENCE: Duration = Duration::from_millis(5);

impl FedSide {
    /// A flag that ends all waiting once it is true.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Stops waiting when the meter says so.
    pub(crate) fn attach(&mut self, meter: &Meter) {
        self.meter = meter.clone();
    }

    /// Receives units or waits a moment for them. Returns false if nothing more will come.
    fn receive(&mut self) -> bool {
        match self.receiver.recv_timeout(PATIENCE) {
            Ok(units) => {
                self.read += units.bytes();
                (self.units, self.next) = (units, 0);
                true
            }
            Err(RecvTimeoutError::Timeout) => !self.stop.load(Ordering::Relaxed) && !self.meter.is_stopped(),
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }

    /// Receives all units of some sides and keeps them. The sides take turns, because a feeder blocks while
    /// one of them is full.
    pub(crate) fn drain(sides: &mut [Self]) -> Vec<Units> {
        let mut all: Vec<Units> = sides.iter().map(|side| Units::new(side.name.clone())).collect();
        let mut is_open = vec![true; sides.len()];
        while is_open.contains(&true) {
            for ((side, units), is_open) in sides.iter_mut().zip(&mut all).zip(&mut is_open) {
                *is_open = *is_open && side.receive();
                let rest = std::mem::replace(&mut side.next, side.units.len());
                for at in rest..side.units.len() {
                    let unit = side.units.get(at).unwrap_or_default();
                    match side.units.facts.get(at) {
                        Some(facts) => units.push_with(unit, facts.clone()),
                        None => units.push(unit),
                    }
                }
            }
        }
        all
    }
}

impl SideSource for FedSide {
    fn fill(&mut self) -> Result<(), OpenError> {
        while self.next == self.units.len() && self.receive() {}
        Ok(())
    }

    fn ready(&self) -> usize {
        self.units.len() - self.next
    }

    fn take(&mut self, count: usize, block: &mut Block) {
        block.clear();
        for at in self.next..self.next + count {
            self.handed_out += 1;
            let unit = self.units.get(at).unwrap_or_default();
            match self.units.facts.get(at) {
                None => block.push_line(unit, self.handed_out),
                Some(facts) => {
                    let position = Position { line: self.handed_out, column: 1 };
                    block.push_unit(unit, Some(facts.clone()), (0, position));
                }
            }
        }
        block.seal();
        self.next += count;
    }

    fn document(&self) -> usize {
        0
    }

    fn names(&self) -> (&str, Vec<&str>) {
        (&self.name, vec![&self.name])
    }

    fn bytes_read(&self) -> u64 {
        self.read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(side: &mut dyn SideSource, count: usize) -> Vec<(String, u64)> {
        let (mut found, mut block) = (Vec::new(), Block::default());
        loop {
            side.fill().unwrap();
            if side.ready() == 0 {
                return found;
            }
            side.take(count.min(side.ready()), &mut block);
            for extent in block.extents() {
                let text = &block.text()[extent.start as usize..extent.end as usize];
                found.push((String::from_utf8_lossy(text).into_owned(), block.line(extent)));
            }
        }
    }

    #[test]
    fn every_unit_once_with_blocks_of_any_size() {
        let units: Units = ["(A a)", "", "(B\n b)", "(C c) (D d)"].into_iter().collect();
        let expected: Vec<(String, u64)> = (0..4)
            .map(|at| (String::from_utf8_lossy(units.get(at).unwrap()).into_owned(), at as u64 + 1))
            .collect();
        for block in [1, 6, 1000] {
            for count in [1, 3] {
                let mut side = MemorySide::new(Arc::new(units.clone()), Some(block));
                assert_eq!(all(&mut side, count), expected, "blocks of {block}, {count} at a time");
            }
        }
    }

    #[test]
    fn fed_units_arrive_in_order() {
        let (mut feeder, [mut gold, mut system]) = feeder(["gold", "system"]);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for number in 0..20_000 {
                    let (long, short) = (format!("(S {})", "x".repeat(200)), format!("(S {number})"));
                    assert!(feeder.push(&[long.as_bytes(), short.as_bytes()]));
                }
            });
            let mut number = 0;
            let mut block = Block::default();
            loop {
                gold.fill().unwrap();
                system.fill().unwrap();
                let count = gold.ready().min(system.ready());
                if count == 0 {
                    break;
                }
                gold.take(count, &mut block);
                system.take(count, &mut block);
                for extent in block.extents() {
                    let text = &block.text()[extent.start as usize..extent.end as usize];
                    assert_eq!(text, format!("(S {number})").as_bytes());
                    number += 1;
                }
            }
            assert_eq!(number, 20_000);
        });
    }
}
