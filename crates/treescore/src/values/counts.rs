//! Counts: the integers that a measure records for one pair, as a row with a schema.
//!
//! `counts!` derives everything from one list of fields: the struct, addition, the field names, conversion to
//! a row and back, and serde in both directions. A sum cannot forget a field, and a measure writes none of
//! this by hand.

use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

/// The kind of integer in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A number of things. Below 2^53 in any corpus, so JSON stores it as a number.
    Count,
    /// A real value in fixed point, value × 2^60 (see [`Fixed`](super::Fixed)). JSON stores it as a decimal
    /// string.
    Fixed,
    /// A real value in millionths. JSON stores it as a decimal string.
    Millionths,
}

/// One field of a row of counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name, the same in every output format.
    pub name: &'static str,
    /// The kind of integer.
    pub kind: FieldKind,
}

/// The integers that a measure records for one pair. They add up; figures are computed from their sum.
///
/// `counts!` defines such a type from the list of its fields.
///
/// ```
/// use treescore::values::{Counts, counts};
/// counts! {
///     /// Counts of words.
///     WordCounts {
///         /// Pairs counted.
///         pairs: Count,
///         /// Gold words.
///         gold: Count,
///     }
/// }
/// let mut row = [0; 2];
/// WordCounts { pairs: 1, gold: 7 }.write(&mut row);
/// assert_eq!((row, WordCounts::read(&row[..1]).gold), ([1, 7], 0));
/// ```
pub trait Counts: Copy + Default + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The fields, `pairs` first.
    const FIELDS: &'static [Field];

    /// Writes the counts as a row, in the order of the fields.
    fn write(&self, row: &mut [i128]);

    /// Reads a row that [`write`](Self::write) wrote. Missing values at the end are zero.
    fn read(row: &[i128]) -> Self;
}

/// The integer type that stores a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_type {
    (Count) => {
        u64
    };
    (Fixed) => {
        i128
    };
    (Millionths) => {
        i128
    };
}

/// Defines a type of counts from one list of fields: the struct, addition, conversion to a row and back, and
/// serde in both directions.
///
/// ```
/// treescore::values::counts! {
///     /// Counts of words.
///     WordCounts {
///         /// Pairs counted.
///         pairs: Count,
///         /// Words of gold.
///         gold: Count,
///     }
/// }
/// let mut sum = WordCounts { pairs: 1, gold: 7 };
/// sum += WordCounts { pairs: 1, gold: 5 };
/// assert_eq!(serde_json::to_string(&sum)?, r#"{"pairs":2,"gold":12}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! counts {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $crate::values::counts::field_type!($kind),)+
        }

        impl $crate::values::Counts for $name {
            const FIELDS: &'static [$crate::values::Field] = &[
                $($crate::values::Field {
                    name: stringify!($field),
                    kind: $crate::values::FieldKind::$kind,
                },)+
            ];

            #[inline]
            fn write(&self, row: &mut [i128]) {
                let mut cells = row.iter_mut();
                $(if let Some(cell) = cells.next() { *cell = i128::from(self.$field); })+
            }

            #[inline]
            fn read(row: &[i128]) -> Self {
                let mut cells = row.iter();
                // A negative or oversized count cannot come from a sum of rows; it becomes zero instead of a
                // panic.
                Self { $($field: cells.next().and_then(|&cell| cell.try_into().ok()).unwrap_or_default(),)+ }
            }
        }

        impl ::core::ops::AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)+
            }
        }

        impl $crate::values::counts::serde::Serialize for $name {
            fn serialize<S: $crate::values::counts::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                let mut row = [0; <$name as $crate::values::Counts>::FIELDS.len()];
                $crate::values::Counts::write(self, &mut row);
                $crate::values::counts::serialize_row(<$name as $crate::values::Counts>::FIELDS, &row, serializer)
            }
        }

        impl<'de> $crate::values::counts::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::values::counts::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                let fields = <$name as $crate::values::Counts>::FIELDS;
                let row = $crate::values::counts::deserialize_row(fields, deserializer)?;
                ::core::result::Result::Ok(<$name as $crate::values::Counts>::read(&row))
            }
        }
    };
}

#[doc(hidden)]
pub use __field_type as field_type;
pub use counts;
#[doc(hidden)]
pub use serde;

/// Serializes a row as a map from field names to values. Values that may exceed 2^53 become decimal strings,
/// because many JSON readers round larger numbers.
#[doc(hidden)]
pub fn serialize_row<S: Serializer>(
    fields: &'static [Field],
    row: &[i128],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(fields.len()))?;
    for (field, &value) in fields.iter().zip(row) {
        match field.kind {
            FieldKind::Count => map.serialize_entry(field.name, &value)?,
            FieldKind::Fixed | FieldKind::Millionths => {
                map.serialize_entry(field.name, &value.to_string())?;
            }
        }
    }
    map.end()
}

/// Deserializes a map that [`serialize_row`] wrote. Missing fields are zero; unknown fields are errors.
#[doc(hidden)]
pub fn deserialize_row<'de, D: Deserializer<'de>>(
    fields: &'static [Field],
    deserializer: D,
) -> Result<Vec<i128>, D::Error> {
    deserializer.deserialize_map(RowVisitor(fields))
}

struct RowVisitor(&'static [Field]);

impl<'de> Visitor<'de> for RowVisitor {
    type Value = Vec<i128>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|field| field.name).collect();
        write!(f, "counts named {}", names.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<i128>, A::Error> {
        let mut row = vec![0; self.0.len()];
        while let Some(name) = map.next_key::<String>()? {
            let at = self.0.iter().position(|field| field.name == name);
            let at = at.ok_or_else(|| de::Error::custom(format_args!("unknown count `{name}`")))?;
            row[at] = map.next_value::<Integer>()?.0;
        }
        Ok(row)
    }
}

/// An integer, serialized as a decimal string and accepted as a number or a decimal string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer(pub(crate) i128);

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IntegerVisitor;
        impl Visitor<'_> for IntegerVisitor {
            type Value = Integer;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer or a decimal string")
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Integer, E> {
                Ok(Integer(value.into()))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Integer, E> {
                Ok(Integer(value.into()))
            }

            fn visit_i128<E: de::Error>(self, value: i128) -> Result<Integer, E> {
                Ok(Integer(value))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Integer, E> {
                text.parse().map(Integer).map_err(de::Error::custom)
            }
        }
        deserializer.deserialize_any(IntegerVisitor)
    }
}

#[cfg(test)]
#[allow(unreachable_pub, reason = "`counts!` makes a public type")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    counts! {
        /// Counts for these tests.
        Made {
            /// Pairs.
            pairs: Count,
            /// A real value.
            weight: Fixed,
            /// Another real value.
            cost: Millionths,
        }
    }

    fn made() -> impl Strategy<Value = Made> {
        (0..1u64 << 53, -(1i128 << 100)..1 << 100, any::<i64>()).prop_map(|(pairs, weight, cost)| Made {
            pairs,
            weight,
            cost: cost.into(),
        })
    }

    proptest! {
        #[test]
        fn counts_survive_rows_and_json(counts in made()) {
            let mut row = [0; 3];
            counts.write(&mut row);
            prop_assert_eq!(Made::read(&row), counts);
            let json = serde_json::to_string(&counts).unwrap();
            prop_assert_eq!(serde_json::from_str::<Made>(&json).unwrap(), counts);
        }

        #[test]
        fn counts_add_up_field_by_field(a in made(), b in made()) {
            let mut sum = a;
            sum += b;
            prop_assert_eq!((sum.pairs, sum.weight, sum.cost), (a.pairs + b.pairs, a.weight + b.weight, a.cost + b.cost));
        }
    }

    #[test]
    fn json_has_no_number_that_a_reader_might_round() {
        let counts = Made { pairs: 3, weight: 1 << 100, cost: -5 };
        let json = serde_json::to_string(&counts).unwrap();
        assert_eq!(json, r#"{"pairs":3,"weight":"1267650600228229401496703205376","cost":"-5"}"#);
        assert_eq!(
            serde_json::from_str::<Made>(r#"{"cost":7}"#).unwrap(),
            Made { cost: 7, ..Made::default() }
        );
        assert!(serde_json::from_str::<Made>(r#"{"colour":7}"#).is_err());
    }
}
