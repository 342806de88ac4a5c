//! The labels of one side, with what was seen of each. There may be any number of them, so that their names are stored one
//! after the other.

use std::cmp::Ordering;

use super::LabelSeen;

/// Labels in the order of their names, and what was seen of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenLabels {
    bytes: Vec<u8>,
    /// Where the name of each label ends.
    ends: Vec<usize>,
    seen: Vec<LabelSeen>,
}

impl SeenLabels {
    /// Creates a list with room for this many labels, whose names have so many bytes.
    pub(super) fn with_room(labels: usize, bytes: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes),
            ends: Vec::with_capacity(labels),
            seen: Vec::with_capacity(labels),
        }
    }

    /// Adds a label. Labels come in the order of their names.
    pub(super) fn push(&mut self, name: &[u8], seen: LabelSeen) {
        self.bytes.extend_from_slice(name);
        self.ends.push(self.bytes.len());
        self.seen.push(seen);
    }

    /// The labels in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &LabelSeen)> {
        self.seen.iter().enumerate().map(|(at, seen)| (self.name(at), seen))
    }

    /// What was seen of a label.
    pub fn get(&self, name: &[u8]) -> Option<&LabelSeen> {
        let (mut low, mut high) = (0, self.seen.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.name(middle).cmp(name) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return self.seen.get(middle),
            }
        }
        None
    }

    fn name(&self, at: usize) -> &[u8] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[at]]
    }

    /// Adds what another thread saw.
    pub(super) fn merge(&mut self, mut other: Self) {
        if self.seen.is_empty() {
            *self = other;
            return;
        }
        let mut own = std::mem::replace(
            self,
            Self::with_room(self.seen.len() + other.seen.len(), self.bytes.len() + other.bytes.len()),
        );
        let (mut at, mut from) = (0, 0);
        loop {
            let order = match (at < own.seen.len(), from < other.seen.len()) {
                (true, true) => own.name(at).cmp(other.name(from)),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => break,
            };
            if order == Ordering::Greater {
                let seen = std::mem::take(&mut other.seen[from]);
                self.push(other.name(from), seen);
            } else {
                let mut seen = std::mem::take(&mut own.seen[at]);
                if order == Ordering::Equal {
                    seen.merge(std::mem::take(&mut other.seen[from]));
                }
                self.push(own.name(at), seen);
            }
            at += usize::from(order != Ordering::Greater);
            from += usize::from(order != Ordering::Less);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_two_threads_are_one_list() {
        let list = |names: &[(&str, u64)]| {
            let mut all = SeenLabels::default();
            for (name, brackets) in names {
                all.push(name.as_bytes(), LabelSeen { brackets: *brackets, ..LabelSeen::default() });
            }
            all
        };
        for (one, other, both) in [
            (
                &[("A", 1), ("NP", 2)][..],
                &[("B", 3), ("NP", 4), ("VP", 5)][..],
                &[("A", 1), ("B", 3), ("NP", 6), ("VP", 5)][..],
            ),
            (&[], &[("A", 1)], &[("A", 1)]),
            (&[("A", 1)], &[], &[("A", 1)]),
            (&[("", 1), ("B", 1)], &[("", 1), ("A", 1)], &[("", 2), ("A", 1), ("B", 1)]),
        ] {
            for (first, second) in [(one, other), (other, one)] {
                let mut all = list(first);
                all.merge(list(second));
                assert_eq!(all, list(both));
            }
            let all = list(both);
            assert!(both.iter().all(|(name, count)| all.get(name.as_bytes()).unwrap().brackets == *count));
            assert_eq!(all.get(b"NX"), None);
        }
    }
}
