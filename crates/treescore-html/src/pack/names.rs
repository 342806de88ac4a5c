//! Labels, tags and reasons by number, in the order in which they appear.

use std::collections::HashMap;

/// Names by number.
#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    /// The number of a name, from 0.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let next = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), next);
        self.names.push(name.chars().map(super::bytes::picture).collect());
        next
    }

    /// All names, by number.
    pub(crate) fn list(&self) -> &[String] {
        &self.names
    }
}
