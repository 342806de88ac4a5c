//! Units with the same id are partners, whatever their order.

use crate::values::hash::{HashMap, HashSet};

use super::blocks::{Block, SideSource};
use super::error::OpenError;
use super::file_fault::FileFault;
use super::tape::UnitFacts;

/// How many bytes are returned at once.
const BLOCK: usize = 256 * 1024;

/// A unit that was read.
struct Unit {
    document: usize,
    bytes: Vec<u8>,
    facts: UnitFacts,
}

/// A side whose units are in memory and in the order of ids. A unit that this side lacks is absent.
struct IdSide {
    name: String,
    documents: Vec<String>,
    units: Vec<Unit>,
    next: usize,
    read: u64,
}

/// Reads all sides and puts their units in one order: that of the first side, then ids that only others
/// have.
///
/// # Errors
/// If a file cannot be read, a unit has no id, or two units of a side have the same id.
pub(crate) fn by_id(sides: Vec<Box<dyn SideSource>>) -> Result<Vec<Box<dyn SideSource>>, OpenError> {
    let mut sides = sides.into_iter().map(IdSide::read).collect::<Result<Vec<_>, _>>()?;
    let mut order: Vec<Box<[u8]>> = Vec::new();
    let mut known: HashMap<Box<[u8]>, usize> = HashMap::default();
    for side in &sides {
        for unit in &side.units {
            let id = unit.facts.id.clone().unwrap_or_default();
            known.entry(id.clone()).or_insert_with(|| {
                order.push(id);
                order.len() - 1
            });
        }
    }
    check_common(&sides)?;
    for side in &mut sides {
        side.arrange(&known, order.len());
    }
    Ok(sides.into_iter().map(|side| Box::new(side) as Box<dyn SideSource>).collect())
}

/// Refuses a side that has no id in common with the first: nothing could be paired.
fn check_common(sides: &[IdSide]) -> Result<(), OpenError> {
    let Some((gold, systems)) = sides.split_first() else { return Ok(()) };
    let ids =
        |side: &'_ IdSide| side.units.iter().filter_map(|unit| unit.facts.id.clone()).collect::<Vec<_>>();
    let golden = ids(gold);
    let known: HashSet<&[u8]> = golden.iter().map(|id| &**id).collect();
    for side in systems {
        let own = ids(side);
        let (Some(here), Some(there)) = (own.first(), golden.first()) else { continue };
        if !own.iter().any(|id| known.contains(&**id)) {
            let [here, there] = [here, there].map(|id| String::from_utf8_lossy(id));
            let message =
                format!("has no id in common with {}: the first is `{here}`, there `{there}`", gold.name);
            let fault = Box::new(FileFault::new("ids-differ", message));
            return Err(OpenError::Format { name: side.name.clone(), fault });
        }
    }
    Ok(())
}

impl IdSide {
    fn read(mut source: Box<dyn SideSource>) -> Result<Self, OpenError> {
        let (name, documents) = source.names();
        let (name, documents) =
            (name.to_owned(), documents.into_iter().map(str::to_owned).collect::<Vec<_>>());
        let (mut units, mut block) = (Vec::new(), Block::default());
        let mut seen = HashMap::default();
        loop {
            source.fill()?;
            if source.ready() == 0 {
                let read = source.bytes_read();
                return Ok(Self { name, documents, units, next: 0, read });
            }
            source.take(source.ready(), &mut block);
            for at in 0..block.extents().len() {
                let file = documents.get(block.document).cloned().unwrap_or_default();
                let position = block.landmark(at, None).place();
                let fail = |message: String| OpenError::Format {
                    name: file.clone(),
                    fault: Box::new(FileFault::at("ids-differ", message, position)),
                };
                let facts = block.facts(at).cloned().unwrap_or_default();
                let Some(id) = facts.id.clone() else {
                    return Err(fail("this unit has no id, which pairing by id needs".to_owned()));
                };
                if let Some((before, first)) = seen.insert(id.clone(), (block.document, position)) {
                    let id = String::from_utf8_lossy(&id);
                    let place = match documents.get(before) {
                        Some(other) if before != block.document => format!("{other}:{}", first.line),
                        _ => format!("line {}", first.line),
                    };
                    return Err(fail(format!("the id `{id}` stands twice; first in {place}")));
                }
                let (start, end) = super::bounds(&block, at);
                units.push(Unit {
                    document: block.document,
                    bytes: block.text()[start..end].to_vec(),
                    facts,
                });
            }
        }
    }

    fn arrange(&mut self, places: &HashMap<Box<[u8]>, usize>, length: usize) {
        let mut arranged: Vec<Option<Unit>> = Vec::new();
        arranged.resize_with(length, || None);
        for unit in self.units.drain(..) {
            let place = unit.facts.id.as_ref().and_then(|id| places.get(id));
            if let Some(place) = place.and_then(|&place| arranged.get_mut(place)) {
                *place = Some(unit);
            }
        }
        let mut document = 0;
        self.units.extend(arranged.into_iter().map(|unit| {
            let unit = unit.unwrap_or_else(|| Unit {
                document,
                bytes: Vec::new(),
                facts: UnitFacts { is_absent: true, ..UnitFacts::default() },
            });
            document = unit.document;
            unit
        }));
    }
}

impl SideSource for IdSide {
    fn fill(&mut self) -> Result<(), OpenError> {
        Ok(())
    }

    fn ready(&self) -> usize {
        let rest = &self.units[self.next..];
        let document = rest.first().map(|unit| unit.document);
        let mut bytes = 0;
        let fits = |unit: &&Unit| {
            bytes += unit.bytes.len() + 1;
            Some(unit.document) == document && (bytes <= BLOCK || bytes == unit.bytes.len() + 1)
        };
        rest.iter().take_while(fits).count()
    }

    fn take(&mut self, count: usize, block: &mut Block) {
        block.clear();
        block.document = self.document();
        for unit in &mut self.units[self.next..self.next + count] {
            block.push_taped(&std::mem::take(&mut unit.bytes), std::mem::take(&mut unit.facts));
        }
        block.seal();
        self.next += count;
    }

    fn document(&self) -> usize {
        self.units.get(self.next).or(self.units.last()).map_or(0, |unit| unit.document)
    }

    fn names(&self) -> (&str, Vec<&str>) {
        (&self.name, self.documents.iter().map(String::as_str).collect())
    }

    fn bytes_read(&self) -> u64 {
        self.read
    }
}
