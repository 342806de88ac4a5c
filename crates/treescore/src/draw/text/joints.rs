//! The lines of trees, in Unicode and ASCII.

/// Signs of lines. Those of a mirrored tree lead to the left.
#[derive(Debug)]
pub(super) struct Joints {
    /// To the first of several children.
    pub(super) first: &'static str,
    /// To a child between others.
    pub(super) middle: [&'static str; 2],
    /// To the last child.
    pub(super) last: [&'static str; 2],
    /// To an only child, and to words.
    pub(super) only: &'static str,
    /// To a folded subtree.
    pub(super) folded: &'static str,
    /// Past other lines.
    pub(super) past: &'static str,
    /// Past the gap of a discontinuous bracket.
    pub(super) gap: &'static str,
    /// Words that are the same, equivalent, different.
    pub(super) links: [&'static str; 3],
}

impl Joints {
    const UNICODE: Self = Self {
        first: "┬",
        middle: ["├", "┤"],
        last: ["└", "┘"],
        only: "─",
        folded: "═",
        past: "│",
        gap: "╎",
        links: ["=", "≈", "≠"],
    };
    const ASCII: Self = Self {
        first: "+",
        middle: ["+", "+"],
        last: ["`", "'"],
        only: "-",
        folded: "=",
        past: "|",
        gap: ":",
        links: ["=", "~", "!"],
    };

    /// The signs of a style.
    pub(super) fn of(unicode: bool) -> &'static Self {
        if unicode { &Self::UNICODE } else { &Self::ASCII }
    }
}
