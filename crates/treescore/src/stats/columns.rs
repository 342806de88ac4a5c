//! Columns of integers in a form that resampling adds up quickly, and sums of any size put together again.

/// Bits of a limb that is split off.
const BITS: u32 = 31;

/// Part of a column: numbers of 16 bits whose sums fit 32 bits, numbers of 32 bits without sign, or any numbers. The
/// sums of the latter two fit 64 bits.
#[derive(Clone, Debug)]
pub(super) enum Limb {
    Short(Vec<i16>),
    Small(Vec<u32>),
    Wide(Vec<i64>),
}

impl Limb {
    /// The numbers, of which each is added at most `times` times.
    fn new(values: &[i128], sum: u128) -> Self {
        let are_short = sum < 1 << 31 && values.iter().all(|&value| i16::try_from(value).is_ok());
        if are_short {
            Self::Short(values.iter().map(|&value| value as i16).collect())
        } else if values.iter().all(|&value| u32::try_from(value).is_ok()) {
            Self::Small(values.iter().map(|&value| value as u32).collect())
        } else {
            Self::Wide(values.iter().map(|&value| value as i64).collect())
        }
    }

    /// One of the numbers.
    pub(super) fn get(&self, at: usize) -> i64 {
        match self {
            Self::Short(values) => i64::from(values[at]),
            Self::Small(values) => i64::from(values[at]),
            Self::Wide(values) => values[at],
        }
    }
}

/// A column as limbs, the lowest first. Limb k counts 2^(31 k).
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) limbs: Vec<Limb>,
}

impl Column {
    /// Splits a column so that the sum of its limbs, each value at most `times` times, fits a machine word.
    pub(super) fn new(mut values: Vec<i128>, times: u128) -> Self {
        let mut limbs = Vec::new();
        loop {
            let sum = values.iter().fold(0_u128, |sum, value| sum.saturating_add(value.unsigned_abs()));
            let sum = sum.saturating_mul(times);
            if sum < 1 << 62 {
                limbs.push(Limb::new(&values, sum));
                return Self { limbs };
            }
            limbs.push(Limb::Small(values.iter().map(|value| (value & ((1 << BITS) - 1)) as u32).collect()));
            for value in &mut values {
                *value >>= BITS;
            }
        }
    }

    /// Puts the sums of the limbs together.
    pub(super) fn combine(sums: impl DoubleEndedIterator<Item = i64>) -> i128 {
        sums.rev().fold(0, |total, sum| (total << BITS) + i128::from(sum))
    }
}

/// Columns, each added up once: figures have many of their sums in common, and zeros need no adding.
#[derive(Debug)]
pub(super) struct Columns {
    /// The columns that differ.
    pub(super) distinct: Vec<Column>,
    /// For each column that was given, its place among these; `None` if all its values are zero.
    places: Vec<Option<usize>>,
}

impl Columns {
    /// Takes columns of which each value is added at most `times` times.
    pub(super) fn new(given: impl Iterator<Item = Vec<i128>>, times: u128) -> Self {
        let mut distinct: Vec<Vec<i128>> = Vec::new();
        let mut places = Vec::new();
        for column in given {
            let is_zero = column.iter().all(|&value| value == 0);
            let known = distinct.iter().position(|known| *known == column);
            places.push((!is_zero).then(|| known.unwrap_or(distinct.len())));
            if !is_zero && known.is_none() {
                distinct.push(column);
            }
        }
        let distinct = distinct.into_iter().map(|column| Column::new(column, times)).collect();
        Self { distinct, places }
    }

    /// The sum of each column that was given, from those of the columns that differ.
    pub(super) fn spread<'s>(
        &'s self,
        sums: &'s [Vec<i128>],
    ) -> impl Iterator<Item = impl Fn(usize) -> i128 + 's> + 's {
        let sum = |place: Option<usize>| {
            let sums = place.and_then(|place| sums.get(place));
            move |at: usize| sums.and_then(|sums| sums.get(at)).copied().unwrap_or(0)
        };
        self.places.iter().map(move |&place| sum(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn limbs_add_up(values in proptest::collection::vec(prop_oneof![-100..100_i128, -(1_i128 << 90)..(1_i128 << 90)], 1..9)) {
            let column = Column::new(values.clone(), 12);
            let sums = column.limbs.iter().map(|limb| (0..values.len()).map(|at| limb.get(at)).sum());
            prop_assert_eq!(Column::combine(sums.collect::<Vec<i64>>().into_iter()), values.iter().sum::<i128>());
        }
    }

    #[test]
    fn equal_columns_are_added_up_once() {
        let given = [vec![1, 2], vec![0, 0], vec![1, 2], vec![40_000, 1]];
        let columns = Columns::new(given.iter().cloned(), 1);
        assert_eq!(columns.distinct.len(), 2);
        let sum = |column: &Column| (0..2).map(|at| i128::from(column.limbs[0].get(at))).sum::<i128>();
        let sums: Vec<Vec<i128>> = columns.distinct.iter().map(|column| vec![sum(column)]).collect();
        assert_eq!(columns.spread(&sums).map(|sum| sum(0)).collect::<Vec<_>>(), [3, 0, 3, 40_001]);
    }

    /// Numbers are short as long as their sums fit 32 bits.
    #[test]
    fn what_is_short() {
        for (values, times, is_short) in [
            (vec![i128::from(i16::MIN), 5], 12, true),
            (vec![32_768, 5], 1, false),
            (vec![30_000; 70_000], 1, true),
            (vec![30_000; 70_000], 12, false),
        ] {
            let column = Column::new(values.clone(), times);
            assert_eq!(matches!(column.limbs[..], [Limb::Short(_)]), is_short, "{} {times}", values[0]);
        }
    }
}
