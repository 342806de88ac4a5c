//! Units in memory and units fed by a caller, as sources like files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::blocks::{Block, SideSource};
use super::error::OpenError;
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units {
    name: String,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Units {
    /// Creates an empty list of units for a side with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a unit. An empty unit is a missing tree.
    pub fn push(&mut self, unit: &[u8]) {
        self.bytes.extend_from_slice(unit);
        self.ends.push(self.bytes.len());
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
        self.ready = (reach + 1).max(self.next + 1).min(self.units.len());
        Ok(())
    }

    fn ready(&self) -> usize {
        self.ready - self.next
    }

    fn take(&mut self, count: usize, block: &mut Block) {
        block.clear();
        for at in self.next..self.next + count {
            block.push_line(self.units.get(at).unwrap_or_default(), at as u64 + 1);
        }
        block.seal();
        self.next += count;
    }

    fn document(&self) -> usize {
        0
    }

    fn names(&self) -> (&str, Vec<&str>) {
        (self.units.name(), vec![self.units.name()])
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
    let sides = names.map(|name| {
        // Two blocks in transit are enough to keep both threads busy.
        let (sender, receiver) = sync_channel(2);
        feeder.senders.push(sender);
        feeder.filled.push(Units::new(name));
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
    });
    (feeder, sides)
}

impl Feeder {
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
                (rest..side.units.len()).for_each(|at| units.push(side.units.get(at).unwrap_or_default()));
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
            block.push_line(self.units.get(at).unwrap_or_default(), self.handed_out);
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
