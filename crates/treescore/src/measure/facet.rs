//! Facets, by which scores are broken down, and the sums of a breakdown by label or type.

use std::collections::BTreeMap;

use crate::values::{Counts, Vocabulary};

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
    /// Length of the gold sentence, in bins with about equally many pairs each.
    Quantiles(Quantiles),
    /// Label of the bracket, node or word.
    Label,
    /// Labels that gold and system have for the same item.
    LabelPairs,
    /// Type of the node.
    Type,
    /// File of the gold tree.
    File,
}

impl Facet {
    /// The name in options and reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Length(_) | Self::Quantiles(Quantiles { is_cumulative: false, .. }) => "length",
            Self::MaxLength(_) | Self::Quantiles(_) => "max-length",
            Self::Label => "label",
            Self::LabelPairs => "label-pairs",
            Self::Type => "type",
            Self::File => "file",
        }
    }

    /// The class of a pair by the length of its gold sentence. Quantiles are known only when all pairs are: until then each
    /// length is a class.
    pub(crate) fn class_of_length(&self, length: u32) -> Option<u64> {
        match self {
            Self::Length(bins) | Self::MaxLength(bins) => Some(bins.class_of(length)),
            Self::Quantiles(_) => Some(u64::from(length)),
            Self::Label | Self::LabelPairs | Self::Type | Self::File => None,
        }
    }

    /// True if the facet is a property of single items (brackets, nodes, words), which only some measures
    /// support.
    pub fn is_item_facet(&self) -> bool {
        matches!(self, Self::Label | Self::LabelPairs | Self::Type)
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

/// A number of bins of length with about equally many pairs each.
///
/// ```
/// use treescore::measure::{Bins, Quantiles};
/// let quarters = Quantiles { bins: 4, is_cumulative: false };
/// let pairs = [(3, 10), (5, 10), (8, 1), (9, 9), (20, 10)];
/// assert_eq!(quarters.cut(pairs), Bins(vec![3, 5, 9]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantiles {
    /// The number of bins. There are fewer if one length has more pairs than a bin should.
    pub bins: u32,
    /// Whether bins hold all sentences of at most *n* words.
    pub is_cumulative: bool,
}

impl Quantiles {
    /// The bins for lengths in increasing order, each with its number of pairs.
    pub fn cut(self, pairs: impl IntoIterator<Item = (u32, u64)>) -> Bins {
        let pairs: Vec<(u32, u64)> = pairs.into_iter().filter(|&(_, pairs)| pairs > 0).collect();
        let total: u128 = pairs.iter().map(|&(_, pairs)| u128::from(pairs)).sum();
        let (mut bins, mut so_far) = (Vec::new(), 0_u128);
        let Some((_, before_last)) = pairs.split_last() else { return Bins(bins) };
        for &(length, here) in before_last {
            let of_bins = |pairs: u128| pairs * u128::from(self.bins) / total;
            if of_bins(so_far + u128::from(here)) > of_bins(so_far) {
                bins.push(length);
            }
            so_far += u128::from(here);
        }
        Bins(bins)
    }
}

/// Counts by label or type, and the confusions between names.
///
/// There may be any number of names, most of which are there once. So they are stored one after the other, as are their
/// counts, in four bytes each as long as they fit.
///
/// ```
/// use treescore::measure::{BracketCounts, Counts, FacetSums};
/// let mut sums = FacetSums::default();
/// sums.add(b"NP", |counts: &mut BracketCounts| counts.gold += 1);
/// sums.add_confusion(b"NP", b"PP");
/// let rows: Vec<(&[u8], Vec<i128>)> = sums.rows().collect();
/// assert_eq!((rows[0].0, BracketCounts::read(&rows[0].1).gold), (&b"NP"[..], 1));
/// assert_eq!(sums.confusions_of(b"NP"), [(&b"PP"[..], 1)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct FacetSums {
    names: Vocabulary,
    /// The counts of all names, `width` each. Zeros at the end of every row are left out: most counts are about whole
    /// pairs. A name that is only part of a confusion has zeros.
    counts: Vec<i32>,
    width: usize,
    /// Counts that do not fit, by name and field.
    large: BTreeMap<(u32, usize), i128>,
    /// How often the system has one name where gold has another.
    instead: BTreeMap<(u32, u32), u64>,
}

/// Stands for a count that is in the list of large ones.
const LARGE: i32 = i32::MIN;

impl FacetSums {
    /// Changes the counts of a name. Only a new name allocates.
    pub fn add<C: Counts>(&mut self, name: &[u8], change: impl FnOnce(&mut C)) {
        let number = self.number(name);
        let mut row = [0; COUNTS_MAX];
        self.read(number, &mut row);
        let mut counts = C::read(&row[..self.width.min(C::FIELDS.len())]);
        change(&mut counts);
        let row = &mut row[..C::FIELDS.len()];
        counts.write(row);
        self.set(number, row);
    }

    /// Adds a row of counts to those of a name.
    pub fn add_row(&mut self, name: &[u8], more: &[i128]) {
        let number = self.number(name);
        let mut row = [0; COUNTS_MAX];
        self.read(number, &mut row);
        row.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        self.set(number, &row);
    }

    /// Counts a confusion: the system has `instead` where gold has `gold`.
    pub fn add_confusion(&mut self, gold: &[u8], instead: &[u8]) {
        self.add_confusions(gold, instead, 1);
    }

    /// Counts a confusion some times.
    pub fn add_confusions(&mut self, gold: &[u8], instead: &[u8], times: u64) {
        let names = (self.number(gold), self.number(instead));
        *self.instead.entry(names).or_default() += times;
    }

    /// Adds the sums of other pairs.
    pub fn merge(&mut self, other: Self) {
        if self.names.is_empty() {
            *self = other;
        } else {
            self.add_all(&other);
        }
    }

    /// Adds the sums of other pairs.
    pub(crate) fn add_all(&mut self, other: &Self) {
        let mut more = [0; COUNTS_MAX];
        for number in 0..other.names.len() as u32 {
            if other.has_counts(number) {
                other.read(number, &mut more);
                self.add_row(other.names.name(number), &more);
            }
        }
        for (&(gold, instead), &times) in &other.instead {
            self.add_confusions(other.names.name(gold), other.names.name(instead), times);
        }
    }

    /// Removes everything, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.counts.clear();
        self.large.clear();
        self.instead.clear();
    }

    /// The names that have counts, sorted, and their counts. Zeros at the end of a row may be left out.
    pub fn rows(&self) -> impl Iterator<Item = (&[u8], Vec<i128>)> {
        self.sorted().into_iter().map(|number| (self.names.name(number), self.row(number)))
    }

    /// The numbers of the names that have counts, sorted by name. Names may be so many that no list of their rows should
    /// be made.
    pub(crate) fn sorted(&self) -> Vec<u32> {
        let numbers = 0..self.names.len() as u32;
        let mut numbers: Vec<u32> = numbers.filter(|&number| self.has_counts(number)).collect();
        numbers.sort_unstable_by_key(|&number| self.names.name(number));
        numbers
    }

    /// The name with this number.
    pub(crate) fn name(&self, number: u32) -> &[u8] {
        self.names.name(number)
    }

    /// The counts of the name with this number.
    pub(crate) fn row(&self, number: u32) -> Vec<i128> {
        (0..self.width).map(|field| self.count(number, field)).collect()
    }

    /// One count of the name with this number.
    pub(crate) fn count(&self, number: u32, field: usize) -> i128 {
        if field >= self.width {
            return 0;
        }
        match self.counts.get(number as usize * self.width + field) {
            Some(&LARGE) => self.large.get(&(number, field)).copied().unwrap_or(0),
            Some(&count) => count.into(),
            None => 0,
        }
    }

    /// The system's names for items of one gold name, sorted, and how often each.
    pub fn confusions_of(&self, gold: &[u8]) -> Vec<(&[u8], u64)> {
        let Some(gold) = self.names.get(gold) else { return Vec::new() };
        let all = self.instead.range((gold, 0)..=(gold, u32::MAX));
        let mut all: Vec<(&[u8], u64)> =
            all.map(|(&(_, instead), &times)| (self.names.name(instead), times)).collect();
        all.sort_unstable();
        all
    }

    /// All confusions, sorted: the name of gold, the system's name, and how often.
    pub fn confusions(&self) -> impl Iterator<Item = (&[u8], &[u8], u64)> {
        let mut gold: Vec<u32> = self.instead.keys().map(|&(gold, _)| gold).collect();
        gold.dedup();
        gold.sort_unstable_by_key(|&gold| self.names.name(gold));
        gold.into_iter().flat_map(|gold| {
            let name = self.names.name(gold);
            self.confusions_of(name).into_iter().map(move |(instead, times)| (name, instead, times))
        })
    }

    /// The number of a name, which has a row from then on.
    fn number(&mut self, name: &[u8]) -> u32 {
        let number = self.names.number(name);
        let rows = self.names.len() * self.width;
        if self.counts.len() < rows {
            self.counts.resize(rows, 0);
        }
        number
    }

    fn has_counts(&self, number: u32) -> bool {
        let start = number as usize * self.width;
        self.counts[start..start + self.width].iter().any(|&count| count != 0)
    }

    fn read(&self, number: u32, row: &mut [i128; COUNTS_MAX]) {
        row.fill(0);
        row.iter_mut().take(self.width).enumerate().for_each(|(field, to)| *to = self.count(number, field));
    }

    fn set(&mut self, number: u32, row: &[i128]) {
        let length = row.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
        if length > self.width {
            self.widen(length);
        }
        let start = number as usize * self.width;
        for (field, (to, &count)) in self.counts[start..start + self.width].iter_mut().zip(row).enumerate() {
            let small = i32::try_from(count).ok().filter(|&small| small != LARGE);
            if small.is_none() {
                self.large.insert((number, field), count);
            }
            *to = small.unwrap_or(LARGE);
        }
    }

    #[cold]
    fn widen(&mut self, width: usize) {
        let mut counts = vec![0; self.names.len() * width];
        for (to, from) in counts.chunks_exact_mut(width).zip(self.counts.chunks_exact(self.width.max(1))) {
            to[..self.width].copy_from_slice(from);
        }
        (self.counts, self.width) = (counts, width);
    }
}

/// The same names with the same counts, in whatever order they came.
impl PartialEq for FacetSums {
    fn eq(&self, other: &Self) -> bool {
        let (rows, others) = (self.sorted(), other.sorted());
        let fields = 0..self.width.max(other.width);
        let is_same = |(&one, &another): (&u32, &u32)| {
            self.name(one) == other.name(another)
                && fields.clone().all(|field| self.count(one, field) == other.count(another, field))
        };
        rows.len() == others.len()
            && rows.iter().zip(&others).all(is_same)
            && self.confusions().eq(other.confusions())
    }
}

impl Eq for FacetSums {}

/// The largest number of counts of a measure.
const COUNTS_MAX: usize = 32;

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
        more.add_confusion(b"VP", b"ADJP");
        more.add(b"NP", |counts: &mut BracketCounts| counts.system += 2);
        more.add(b"NP", |counts: &mut BracketCounts| counts.gold += 1);
        more.add(b"VP", |counts: &mut BracketCounts| counts.gold += 5);
        sums.merge(more.clone());
        let rows: Vec<(&[u8], BracketCounts)> =
            sums.rows().map(|(name, row)| (name, BracketCounts::read(&row))).collect();
        let [(np, first), (vp, second)] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((*np, first.gold, first.system, *vp, second.gold), (&b"NP"[..], 2, 2, &b"VP"[..], 5));
        assert_eq!(sums.confusions().collect::<Vec<_>>(), [(&b"VP"[..], &b"ADJP"[..], 1)]);
        let mut empty = FacetSums::default();
        empty.merge(sums.clone());
        assert_eq!(empty, sums);
        more.merge(FacetSums::default());
        assert_ne!(more, sums);
    }

    /// Large and negative counts, and the number that marks them, come back as they were.
    #[test]
    fn counts_of_any_size_are_kept() {
        let mut sums = FacetSums::default();
        let rows = [[1, 0, 0], [i32::MIN.into(), -1, 0], [1 << 100, i32::MAX.into(), -(1 << 90)]];
        for (name, row) in rows.iter().enumerate() {
            sums.add_row(format!("{name}").as_bytes(), row);
        }
        assert!(sums.rows().zip(&rows).all(|((_, row), expected)| row == expected), "{sums:?}");
        sums.add_row(b"2", &[-(1 << 100), 1]);
        assert_eq!(sums.rows().last(), Some((&b"2"[..], vec![0, 1 << 31, -(1 << 90)])));
        let mut doubled = sums.clone();
        doubled.merge(sums);
        assert_eq!(doubled.rows().last(), Some((&b"2"[..], vec![0, 1 << 32, -(1 << 91)])));
    }

    #[test]
    fn confusions_are_sorted_by_name() {
        let mut sums = FacetSums::default();
        for (gold, system) in [("VP", "X"), ("NP", "PP"), ("VP", "A"), ("NP", "PP"), ("A", "VP")] {
            sums.add_confusion(gold.as_bytes(), system.as_bytes());
        }
        let all: Vec<String> = sums
            .confusions()
            .map(|(gold, system, times)| format!("{} {} {times}", gold.escape_ascii(), system.escape_ascii()))
            .collect();
        assert_eq!(all, ["A VP 1", "NP PP 2", "VP A 1", "VP X 1"]);
        assert_eq!(sums.rows().count(), 0);
    }

    #[test]
    fn quantiles_hold_equally_many_pairs() {
        let cut = |bins: u32, pairs: &[(u32, u64)]| {
            Quantiles { bins, is_cumulative: false }.cut(pairs.iter().copied()).0
        };
        let each: Vec<(u32, u64)> = (1..=100).map(|length| (length, 1)).collect();
        for (bins, pairs, expected) in [
            (4, &each[..], vec![25, 50, 75]),
            (1, &each[..], vec![]),
            (3, &[][..], vec![]),
            (3, &[(7, 50)][..], vec![]),
            // One length has most pairs: there is no border within it.
            (4, &[(1, 1), (2, 97), (3, 1), (4, 1)][..], vec![2]),
            (100, &[(1, 1), (2, 1)][..], vec![1]),
            (2, &[(1, u64::MAX), (2, 0), (3, u64::MAX)][..], vec![1]),
        ] {
            assert_eq!(cut(bins, pairs), expected, "{bins} bins of {} lengths", pairs.len());
        }
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
