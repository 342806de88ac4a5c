//! A range of words.

/// A half-open range `start..end` of positions in the common index. Never inverted.
///
/// ```
/// use treescore::tree::Span;
/// let (a, b) = (Span::new(0, 3).unwrap(), Span::new(2, 4).unwrap());
/// assert!(a.crosses(b) && b.crosses(a));
/// assert_eq!(Span::new(3, 0), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Creates the span `start..end`, or `None` if it would be inverted.
    pub fn new(start: u32, end: u32) -> Option<Self> {
        (start <= end).then_some(Self { start, end })
    }

    /// The first position inside.
    pub fn start(self) -> u32 {
        self.start
    }

    /// The first position after the span.
    pub fn end(self) -> u32 {
        self.end
    }

    /// The number of positions inside.
    pub fn width(self) -> u32 {
        self.end - self.start
    }

    /// True if the two spans overlap and neither contains the other.
    pub fn crosses(self, other: Self) -> bool {
        let cuts = |a: Self, b: Self| a.start < b.start && b.start < a.end && a.end < b.end;
        cuts(self, other) || cuts(other, self)
    }

    /// An integer that sorts spans in opening order: by start, then longer spans first.
    ///
    /// The non-empty brackets of a tree are in this order already, so two trees are compared by merging.
    pub fn key(self) -> u64 {
        (u64::from(self.start) << 32) | u64::from(!self.end)
    }

    /// The span of a [`key`](Self::key).
    pub(crate) fn from_key(key: u64) -> Self {
        Self { start: (key >> 32) as u32, end: !(key as u32) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_needs_a_proper_overlap() {
        for (a, b, crosses, why) in [
            ((0, 3), (2, 4), true, "overlap"),
            ((0, 3), (3, 4), false, "neighbours"),
            ((0, 4), (1, 3), false, "one inside the other"),
            ((0, 4), (0, 3), false, "same start"),
            ((0, 4), (2, 4), false, "same end"),
            ((1, 1), (0, 2), false, "empty"),
        ] {
            let span = |(start, end)| Span::new(start, end).unwrap();
            assert_eq!(span(a).crosses(span(b)), crosses, "{why}");
            assert_eq!(span(b).crosses(span(a)), crosses, "{why}, swapped");
        }
    }

    #[test]
    fn keys_sort_in_opening_order_and_come_back() {
        let opening = [(0, 9), (0, 9), (0, 4), (0, 1), (2, 4), (4, 9), (4, 5)];
        let spans: Vec<Span> = opening.iter().map(|&(s, e)| Span::new(s, e).unwrap()).collect();
        assert!(spans.is_sorted_by_key(|s| s.key()));
        assert!(spans.iter().all(|&s| Span::from_key(s.key()) == s));
    }
}
