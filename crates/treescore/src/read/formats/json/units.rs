//! The units of a JSON file, one after another.

use std::io::Read;

use super::dom::Dom;
use super::shape::Facts;
use super::text::{Items, TOP, items};
use crate::read::file_fault::FileFault;
use crate::read::formats::FormatError;
use crate::read::limit::{WHOLE_MAX, read_limited};
use crate::read::lines::end_lines_with_lf;
use crate::read::window::{Landmark, Position};

/// A JSON file in memory. Only one of its units at a time is more than text.
pub(super) struct JsonUnits {
    text: Vec<u8>,
    items: Items,
    next: usize,
    landmark: Landmark,
    /// The unit that was read last.
    pub(super) dom: Dom,
}

impl JsonUnits {
    /// Reads a file.
    pub(super) fn read(stream: Box<dyn Read + Send>) -> Result<Self, FormatError> {
        let mut text = read_limited(stream, WHOLE_MAX)?;
        end_lines_with_lf(&mut text); // so that places are right; no string may hold either
        let items = items(&text, true)?;
        Ok(Self { text, items, next: 0, landmark: Landmark::first(TOP), dom: Dom::default() })
    }

    /// What is known about all units. `field` is the one that holds the tree, if that is given.
    pub(super) fn facts(&self, field: Option<&str>) -> Result<Facts, FileFault> {
        Facts::of(&self.text, &self.items, field)
    }

    /// Why nothing is read.
    pub(super) fn unknown_shape(&self, facts: &Facts) -> FileFault {
        facts.unknown_shape(&self.text, &self.items)
    }

    /// Goes back to the first unit.
    pub(super) fn rewind(&mut self) {
        self.next = 0;
        self.landmark = Landmark::first(TOP);
    }

    /// Reads the next unit. Returns its place, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Position>, FileFault> {
        let Some(&extent) = self.items.extents.get(self.next) else { return Ok(None) };
        self.next += 1;
        self.landmark = self.landmark.move_to(&self.text, extent.0);
        let place = self.landmark.position(&self.text, extent.0);
        self.dom
            .read(&self.text, extent, false)
            .map_err(|fault| FileFault::at("not-json", format!("no JSON: {}", fault.kind.title()), place))?;
        Ok(Some(place))
    }
}
