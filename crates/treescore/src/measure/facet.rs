//! Facets, by which scores are broken down, and the sums of a breakdown by label or type.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::values::Counts;

/// A property by which scores are broken down.
///
/// ```
/// use treescore::measure::{Bins, Facet};
/// assert_eq!(Facet::MaxLength(Bins::default()).name(), "max-length");
/// assert!(Facet::Label.is_item_facet());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facet {
    /// Length of the gold sentence, in bins.
    Length(Bins),
    /// Length of the gold sentence, in cumulative bins: all sentences of at most *n* words.
    MaxLength(Bins),
    /// Label of the bracket, node or word.
    Label,
    /// Type of the node.
    Type,
    /// File of the gold tree.
    File,
}

impl Facet {
    /// The name in options and reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Length(_) => "length",
            Self::MaxLength(_) => "max-length",
            Self::Label => "label",
            Self::Type => "type",
            Self::File => "file",
        }
    }

    /// True if the facet is a property of single items (brackets, nodes, words), which only some measures
    /// support.
    pub fn is_item_facet(&self) -> bool {
        matches!(self, Self::Label | Self::Type)
    }
}

/// Bins of length: the greatest length of each bin except the last, which is open.
///
/// ```
/// use treescore::measure::Bins;
/// let bins = Bins(vec![10, 20]);
/// assert_eq!([0, 1, 2].map(|bin| bins.name(bin)), ["1–10", "11–20", "21+"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins(pub Vec<u32>);

impl Default for Bins {
    fn default() -> Self {
        Self(vec![10, 20, 30, 40])
    }
}

impl Bins {
    /// The number of the bin for a length.
    pub(crate) fn class_of(&self, length: u32) -> u64 {
        self.0.iter().filter(|&&last| length > last).count() as u64
    }

    /// The name of a bin: `1–10`, `11–20`, `41+`.
    pub fn name(&self, class: usize) -> String {
        let first =
            class.checked_sub(1).and_then(|before| self.0.get(before)).map_or(1, |last| u64::from(*last) + 1);
        match self.0.get(class) {
            Some(&last) if u64::from(last) <= first => last.to_string(),
            Some(last) => format!("{first}–{last}"),
            None => format!("{first}+"),
        }
    }

    /// The name of a cumulative bin: `≤10`, `≤20`, `all`.
    pub(crate) fn name_up_to(&self, class: usize) -> String {
        self.0.get(class).map_or_else(|| "all".to_owned(), |last| format!("≤{last}"))
    }
}

/// Counts by label or type, and the confusions between names.
///
/// ```
/// use treescore::measure::{BracketCounts, Counts, FacetSums};
/// let mut sums = FacetSums::default();
/// sums.add(b"NP", |counts: &mut BracketCounts| counts.gold += 1);
/// sums.add_confusion(b"NP", b"PP");
/// assert_eq!(BracketCounts::read(&sums.rows[&b"NP"[..]]).gold, 1);
/// assert_eq!(sums.instead[&b"NP"[..]].iter().next(), Some((&b"PP"[..], 1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FacetSums {
    /// Rows of counts, sorted by name. Zeros at the end of a row are left out: most counts are about whole pairs,
    /// and there may be any number of names.
    pub rows: BTreeMap<Vec<u8>, Vec<i128>>,
    /// For each gold name, the system's names for the same items, and how often.
    pub instead: BTreeMap<Vec<u8>, Confusions>,
}

/// The system's names for items of one gold name, sorted, and how often each. There may be any number of gold names, and
/// most of them have one name here, which takes no map.
///
/// ```
/// use treescore::measure::Confusions;
/// let names: Confusions = [(b"VP".to_vec(), 2), (b"PP".to_vec(), 1)].into_iter().collect();
/// assert_eq!(names.iter().collect::<Vec<_>>(), [(&b"PP"[..], 1), (&b"VP"[..], 2)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confusions(Names);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Names {
    #[default]
    None,
    One(Box<[u8]>, u64),
    Several(BTreeMap<Box<[u8]>, u64>),
}

impl Confusions {
    /// Counts a name some times more. Only a new name allocates.
    fn add(&mut self, name: &[u8], more: u64) {
        match &mut self.0 {
            Names::None => self.0 = Names::One(name.into(), more),
            Names::One(own, times) if **own == *name => *times += more,
            Names::One(own, times) => {
                let both = [(std::mem::take(own), *times), (name.into(), more)];
                self.0 = Names::Several(BTreeMap::from(both));
            }
            Names::Several(all) => match all.get_mut(name) {
                Some(times) => *times += more,
                None => drop(all.insert(name.into(), more)),
            },
        }
    }

    /// The names in order, and how often each.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let (one, several) = match &self.0 {
            Names::None => (None, None),
            Names::One(name, times) => (Some((&**name, *times)), None),
            Names::Several(all) => (None, Some(all.iter().map(|(name, &times)| (&**name, times)))),
        };
        one.into_iter().chain(several.into_iter().flatten())
    }
}

impl FromIterator<(Vec<u8>, u64)> for Confusions {
    fn from_iter<I: IntoIterator<Item = (Vec<u8>, u64)>>(names: I) -> Self {
        let mut all = Self::default();
        names.into_iter().for_each(|(name, times)| all.add(&name, times));
        all
    }
}

impl FacetSums {
    /// Changes the counts of a name. Only a new name allocates.
    pub fn add<C: Counts>(&mut self, name: &[u8], change: impl FnOnce(&mut C)) {
        if !self.rows.contains_key(name) {
            self.rows.insert(name.to_vec(), Vec::new());
        }
        if let Some(row) = self.rows.get_mut(name) {
            let mut counts = C::read(row);
            change(&mut counts);
            let mut whole = [0; COUNTS_MAX];
            let whole = &mut whole[..C::FIELDS.len()];
            counts.write(whole);
            set_row(row, whole);
        }
    }

    /// Counts a confusion: the system has `instead` where gold has `gold`.
    pub fn add_confusion(&mut self, gold: &[u8], instead: &[u8]) {
        if !self.instead.contains_key(gold) {
            self.instead.insert(gold.to_vec(), Confusions::default());
        }
        if let Some(names) = self.instead.get_mut(gold) {
            names.add(instead, 1);
        }
    }

    /// Adds the sums of other pairs.
    pub fn merge(&mut self, other: Self) {
        if self.rows.is_empty() {
            self.rows = other.rows;
        } else {
            for (name, row) in other.rows {
                match self.rows.entry(name) {
                    Entry::Vacant(place) => drop(place.insert(row)),
                    Entry::Occupied(mut sum) => add_row(sum.get_mut(), &row),
                }
            }
        }
        for (gold, instead) in other.instead {
            let sums = self.instead.entry(gold).or_default();
            instead.iter().for_each(|(name, times)| sums.add(name, times));
        }
    }
}

/// The largest number of counts of a measure.
const COUNTS_MAX: usize = 32;

/// Stores a row without the zeros at its end. A new row takes no more memory than it needs.
fn set_row(row: &mut Vec<i128>, whole: &[i128]) {
    let length = whole.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
    row.clear();
    row.reserve_exact(length);
    row.extend_from_slice(&whole[..length]);
}

fn add_row(sum: &mut Vec<i128>, row: &[i128]) {
    if sum.len() < row.len() {
        sum.resize(row.len(), 0);
    }
    sum.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::BracketCounts;
    use crate::measure::registry::{Entry, MEASURES};

    /// A measure with more counts could not be broken down by label.
    #[test]
    fn counts_of_measures_fit_a_row() {
        for info in MEASURES.iter().map(Entry::info) {
            assert!(info.fields.len() <= COUNTS_MAX, "{}", info.name);
        }
    }

    #[test]
    fn rows_grow_and_add_up() {
        let mut sums = FacetSums::default();
        sums.add(b"NP", |counts: &mut BracketCounts| counts.gold += 1);
        let mut more = FacetSums::default();
        more.add(b"NP", |counts: &mut BracketCounts| counts.system += 2);
        more.add(b"NP", |counts: &mut BracketCounts| counts.gold += 1);
        more.add(b"VP", |counts: &mut BracketCounts| counts.gold += 5);
        sums.merge(more.clone());
        let counts = |name: &[u8]| BracketCounts::read(&sums.rows[name]);
        assert_eq!((counts(b"NP").gold, counts(b"NP").system, counts(b"VP").gold), (2, 2, 5));
        assert!(sums.rows.values().all(|row| row.last().is_some_and(|&count| count != 0)));
        let mut empty = FacetSums::default();
        empty.merge(sums.clone());
        assert_eq!(empty, sums);
    }

    #[test]
    fn classes_have_names() {
        let names = |last: &[u32]| -> Vec<String> {
            (0..=last.len()).map(|class| Bins(last.to_vec()).name(class)).collect()
        };
        assert_eq!(names(&[10, 20]), ["1–10", "11–20", "21+"]);
        assert_eq!(names(&[1, 2]), ["1", "2", "3+"]);
        assert_eq!(names(&[u32::MAX]), ["1–4294967295", "4294967296+"]);
    }
}
