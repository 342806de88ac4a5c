//! The numbers that the papers print.

use std::sync::OnceLock;

use serde_json::Value;

/// All of them, by paper and item.
fn all() -> &'static Value {
    static ALL: OnceLock<Value> = OnceLock::new();
    ALL.get_or_init(|| serde_json::from_str(include_str!("../data/paper.json")).unwrap_or_default())
}

/// A number at a place such as `/struct-iou/table 1/random f1`.
pub(crate) fn number(place: &str) -> Option<f64> {
    all().pointer(place)?.as_f64()
}

/// A percentage as a fraction of 1.
pub(crate) fn share(place: &str) -> Option<f64> {
    number(place).map(|percent| percent / 100.0)
}

/// A list of numbers.
pub(crate) fn numbers(place: &str) -> Vec<f64> {
    let list = all().pointer(place).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_there() {
        assert_eq!(number("/struct-iou/table 1/random f1"), Some(27.3));
        assert_eq!(share("/tree matching/example/concept accuracy"), Some(-1.0));
        assert_eq!(numbers("/tree matching/table 1/concepts").len(), 6);
    }
}
