//! Pairs of labels as names of sums: which label of the system stands where gold has which.

/// The labels of an item: that of gold, that of the system, or both.
///
/// ```
/// use treescore::measure::LabelNames;
/// let (mut name, both) = (Vec::new(), LabelNames { gold: Some(b"NP"), system: Some(b"PP") });
/// both.write(&mut name);
/// assert_eq!(LabelNames::read(&name), Some(both));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelNames<'a> {
    /// The label of gold; `None` if gold has no such item.
    pub gold: Option<&'a [u8]>,
    /// The label of the system; `None` if the system has no such item.
    pub system: Option<&'a [u8]>,
}

impl<'a> LabelNames<'a> {
    /// Writes both labels as one name: which there are, how long gold's is, and the two. Labels may hold any byte.
    pub fn write(&self, name: &mut Vec<u8>) {
        name.clear();
        let (gold, system) = (self.gold.unwrap_or_default(), self.system.unwrap_or_default());
        name.push(u8::from(self.gold.is_some()) | u8::from(self.system.is_some()) << 1);
        name.extend_from_slice(&(gold.len() as u32).to_be_bytes());
        name.extend_from_slice(gold);
        name.extend_from_slice(system);
    }

    /// Reads a name that [`write`](Self::write) has written.
    pub fn read(name: &'a [u8]) -> Option<Self> {
        let (&sides, rest) = name.split_first()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (gold, system) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        Some(Self { gold: (sides & 1 != 0).then_some(gold), system: (sides & 2 != 0).then_some(system) })
    }
}
