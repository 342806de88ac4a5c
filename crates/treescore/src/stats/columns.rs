//! Columns of integers in a form that resampling adds up quickly, and sums of any size put together again.

/// Bits of a limb that is split off.
const BITS: u32 = 31;

/// Part of a column: small numbers without sign, or numbers whose sums fit a machine word.
#[derive(Clone, Debug)]
pub(super) enum Limb {
    Small(Vec<u32>),
    Wide(Vec<i64>),
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
            if sum.saturating_mul(times) < 1 << 62 {
                let is_small = values.iter().all(|&value| u32::try_from(value).is_ok());
                limbs.push(if is_small {
                    Limb::Small(values.iter().map(|&value| value as u32).collect())
                } else {
                    Limb::Wide(values.iter().map(|&value| value as i64).collect())
                });
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn limbs_add_up(values in proptest::collection::vec(prop_oneof![-100..100_i128, -(1_i128 << 90)..(1_i128 << 90)], 1..9)) {
            let column = Column::new(values.clone(), 12);
            let sums: Vec<i64> = column.limbs.iter().map(|limb| match limb {
                Limb::Small(values) => values.iter().map(|&value| i64::from(value)).sum(),
                Limb::Wide(values) => values.iter().sum(),
            }).collect();
            prop_assert_eq!(Column::combine(sums.into_iter()), values.iter().sum::<i128>());
        }
    }
}
