//! Counts for people.

/// Formats a count with a comma every three digits.
///
/// ```
/// use treescore::report::number;
///
/// assert_eq!(number::count(1_204), "1,204");
/// assert_eq!(number::count(98), "98");
/// ```
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun, singular for one: `1 pair`, `1,204 pairs`.
///
/// ```
/// use treescore::report::number;
///
/// assert_eq!(number::counted(1, "pair"), "1 pair");
/// assert_eq!(number::counted(0, "pair"), "0 pairs");
/// ```
pub fn counted(value: u64, noun: &str) -> String {
    let ending = if value == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(value))
}
