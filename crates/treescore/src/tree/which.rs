//! The two sides of a pair.

/// Which tree of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// The gold tree.
    Gold,
    /// The system's tree.
    System,
}

impl Which {
    /// `gold` or `system`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::System => "system",
        }
    }
}
