//! The two sides of a pair.

/// A side of a pair.
///
/// ```
/// assert_eq!(treescore::tree::Which::Gold.as_str(), "gold");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// The gold side.
    Gold,
    /// The system side.
    System,
}

impl Which {
    /// Returns `gold` or `system`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::System => "system",
        }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Gold => Self::System,
            Self::System => Self::Gold,
        }
    }
}
