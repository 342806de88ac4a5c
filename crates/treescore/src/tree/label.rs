//! Labels as small integers.

use crate::values::Vocabulary;
use crate::values::hash::Seed;

/// The number of a label in a [`Labels`] table.
///
/// ```
/// use treescore::tree::{Label, Labels};
/// let mut labels = Labels::new();
/// let np = labels.intern(b"NP");
/// assert_eq!(Label::from_index(np.index()), np);
/// assert_eq!(labels.name(Label::EMPTY), b"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u32);

impl Label {
    /// The label without a name, as in `( (S …))`.
    pub const EMPTY: Self = Self(0);

    /// The tag of a word without one, such as `von` in `(AOrigin von (APlace hamburg))`. Its name is also
    /// empty, but it differs from [`EMPTY`](Self::EMPTY), the label of a bracket without a name: no text is
    /// read as this label.
    pub const BARE: Self = Self(1);

    /// The position in tables indexed by label.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The label with this number.
    pub fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

/// U+001F, the separator of type and label. A node with a type is stored under one label: the type, this byte
/// and the label. Type `class` and label `ADigit` become `class\u{1f}ADigit`.
///
/// Only where types are compared and a file of the run is JSON is this byte a separator. There it cannot be
/// part of a label or word: the readers of JSON refuse it in strings, and a unit of any other format that holds
/// it is refused. Elsewhere it is a byte like any other.
pub(crate) const TYPE_END: u8 = 0x1F;

/// Splits a label or word into its type, if it has one, and the rest.
pub(crate) fn split_type(name: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match memchr::memchr(TYPE_END, name) {
        Some(at) => (Some(&name[..at]), &name[at + 1..]),
        None => (None, name),
    }
}

const SLOTS: usize = 1024;
/// The capacity of the open-addressed table for short labels. Further ones are found by name.
const SHORT_LABELS_MAX: usize = 640;
/// The key of a free slot. No short label packs to this key and no text looks it up, because a byte follows
/// the blank. (Zero would not do: a text may contain eight NUL bytes.)
const FREE: u64 = 0x0120;

/// A table of labels: names as small integers.
///
/// There are few labels and they are short, so everything a recipe says about one is computed once and found
/// by number. A label of up to seven bytes is one 64-bit key, found with one multiplication and (nearly
/// always) one probe. Longer labels, and labels that contain a blank or a NUL byte, are found by name.
///
/// ```
/// use treescore::tree::Labels;
/// let mut labels = Labels::new();
/// let np = labels.intern(b"NP");
/// assert_eq!(labels.intern(b"NP"), np);
/// assert_eq!(labels.name(np), b"NP");
/// ```
#[derive(Clone, Debug)]
pub struct Labels {
    keys: Box<[u64; SLOTS]>,
    numbers: Box<[u32; SLOTS]>,
    short: usize,
    /// Random, so that nobody knows which labels share a slot.
    multiplier: u64,
    names: Vocabulary,
}

impl Default for Labels {
    fn default() -> Self {
        Self::new()
    }
}

impl Labels {
    /// Creates a table that holds only [`Label::EMPTY`] and [`Label::BARE`].
    pub fn new() -> Self {
        let mut labels = Self {
            keys: Box::new([FREE; SLOTS]),
            numbers: Box::new([0; SLOTS]),
            short: 0,
            multiplier: Seed::default().multiplier(),
            names: Vocabulary::default(),
        };
        labels.intern(b"");
        labels.names.add_unnamed(); // `BARE`: no text is this label
        labels
    }

    /// The number of labels. Their numbers are `0..len`.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Always false: the empty label is in every table.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a label. Empty for a label of another, larger table.
    pub fn name(&self, label: Label) -> &[u8] {
        self.names.name(label.0)
    }

    /// Returns the label with this name, adding it if it is new.
    pub fn intern(&mut self, name: &[u8]) -> Label {
        match pack(name) {
            Some(key) => match self.probe(key) {
                Ok(label) => label,
                Err(slot) if self.short < SHORT_LABELS_MAX => {
                    let label = self.by_name(name);
                    self.keys[slot] = key;
                    self.numbers[slot] = label.0;
                    self.short += 1;
                    label
                }
                Err(_) => self.by_name(name),
            },
            None => self.by_name(name),
        }
    }

    /// Finds a short label by its key: the bytes of the label and a blank, little-endian and padded with
    /// zeros. `None` if it is unknown or long. Because the blank is part of the key, any eight bytes of text
    /// can be looked up: only a label followed by a blank is found.
    #[inline]
    pub(crate) fn find_packed(&self, key: u64) -> Option<Label> {
        let slot = self.slot_of(key);
        if self.keys[slot] == key { Some(Label(self.numbers[slot])) } else { self.probe(key).ok() }
    }

    #[inline(never)]
    fn probe(&self, key: u64) -> Result<Label, usize> {
        let mut slot = self.slot_of(key);
        loop {
            match self.keys[slot] {
                found if found == key => return Ok(Label(self.numbers[slot])),
                FREE => return Err(slot),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    fn by_name(&mut self, name: &[u8]) -> Label {
        Label(self.names.number(name))
    }

    #[inline]
    fn slot_of(&self, key: u64) -> usize {
        (key.wrapping_mul(self.multiplier) >> 54) as usize
    }
}

fn pack(name: &[u8]) -> Option<u64> {
    if name.len() > 7 || name.contains(&0) || name.contains(&b' ') {
        return None;
    }
    let mut bytes = [0; 8];
    bytes[..name.len()].copy_from_slice(name);
    bytes[name.len()] = b' ';
    Some(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_gets_one_number_and_keeps_it() {
        let mut labels = Labels::new();
        let names: Vec<Vec<u8>> = (0..3000u32)
            .map(|i| format!("L{i}").into_bytes())
            .chain((0..50u32).map(|i| format!("a-very-long-label-{i}").into_bytes()))
            .chain([
                b"".to_vec(),
                b"\0".to_vec(),
                b"A\0".to_vec(),
                b"A".to_vec(),
                b"12345678".to_vec(),
                vec![0xff; 8],
            ])
            .collect();
        let first: Vec<Label> = names.iter().map(|n| labels.intern(n)).collect();
        let again: Vec<Label> = names.iter().map(|n| labels.intern(n)).collect();
        assert_eq!(first, again);
        assert_eq!(
            labels.len(),
            names.len() + 1,
            "all names differ; the empty one and `BARE` were there already"
        );
        for (name, &label) in names.iter().zip(&first) {
            assert_eq!(labels.name(label), &name[..]);
        }
        assert_eq!(labels.intern(b""), Label::EMPTY);
        assert_eq!(labels.name(Label::BARE), b"");
    }

    #[test]
    fn labels_made_to_share_a_slot_do_not() {
        // Their products with the best-known multiplier of this kind have the same ten upper bits.
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let names = (0..u32::MAX)
            .map(|n| format!("{n:06x}"))
            .filter(|name| pack(name.as_bytes()).is_some_and(|key| key.wrapping_mul(GOLDEN) >> 54 == 0));
        let names: Vec<String> = names.take(600).collect();
        let mut labels = Labels::new();
        for name in &names {
            labels.intern(name.as_bytes());
        }
        let steps = |name: &String| {
            let key = pack(name.as_bytes()).unwrap();
            (0..SLOTS).find(|step| labels.keys[(labels.slot_of(key) + step) % SLOTS] == key).unwrap()
        };
        let total: usize = names.iter().map(steps).sum();
        assert!(total < 20 * names.len(), "{total} steps for {} labels", names.len());
    }

    #[test]
    fn packed_keys_find_short_labels_only() {
        let mut labels = Labels::new();
        let np = labels.intern(b"NP");
        assert_eq!(labels.find_packed(u64::from_le_bytes(*b"NP \0\0\0\0\0")), Some(np));
        assert_eq!(labels.find_packed(u64::from_le_bytes(*b"VP \0\0\0\0\0")), None);
        assert_eq!(labels.find_packed(u64::from(b' ')), Some(Label::EMPTY));
        assert_eq!(labels.find_packed(0), None, "eight NUL bytes are not a label");
    }
}
