//! How the trees of a file are laid out on its lines.

use super::scan::is_blank;

/// What ends a tree that is still open at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A line that begins with a bracket, and is indented no further than the line that began the open tree, begins a new
    /// tree: the open one was never closed. True of one tree per line and of indented trees.
    Indented,
    /// Only brackets count: the lines of a tree may begin anywhere.
    Free,
}

/// How many bytes of a file are looked at to tell its layout; fixed, so that block sizes do not matter.
pub(super) const LAYOUT_SAMPLE: usize = 64 * 1024;

impl Layout {
    /// Tells the layout from the beginning of a file: free, if the first tree would be unclosed by indentation, and by
    /// counting brackets it is complete, ends its line, and so does the tree after it (if the sample reaches so far).
    pub(super) fn of(sample: &[u8], is_whole_file: bool) -> Self {
        let Some(start) = sample.iter().position(|&byte| !is_blank(byte)) else { return Self::Indented };
        let Some(first) = balanced(sample, start) else { return Self::Indented };
        if !has_line_at_margin(&sample[start..first]) {
            return Self::Indented;
        }
        let rest = &sample[first..];
        let next = rest.iter().position(|&byte| !is_blank(byte)).map(|offset| first + offset);
        let is_regular = match next {
            None => true,
            Some(next) => balanced(sample, next).is_some() || (!is_whole_file && sample[next] == b'('),
        };
        if is_regular { Self::Free } else { Self::Indented }
    }
}

/// Behind the bracket that closes the one at `start`, if there is one and only blanks follow on its line.
fn balanced(text: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, &byte) in text[start..].iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            _ if depth > 0 || is_blank(byte) => {}
            _ => return None,
        }
        if depth == 0 && byte == b')' {
            let behind = start + offset + 1;
            let line = text[behind..].split(|&byte| byte == b'\n').next().unwrap_or_default();
            return line.iter().all(|&byte| is_blank(byte)).then_some(behind);
        }
    }
    None
}

/// Does a later line of this tree begin with a bracket at the left margin?
fn has_line_at_margin(tree: &[u8]) -> bool {
    tree.windows(2).any(|pair| pair == b"\n(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_told_apart() {
        for (text, layout, why) in [
            ("(S (N a))\n(S (N b))\n", Layout::Indented, "one tree per line"),
            ("( (S\n    (N a)))\n( (S (N b)))\n", Layout::Indented, "indented"),
            ("(S\n(N a)\n(V b))\n\n(S\n(N c))\n", Layout::Free, "lines at the margin"),
            ("(S\n(N a))", Layout::Free, "one tree"),
            ("(S (N a)\n(S (N b))\n(S (N c))\n", Layout::Indented, "the first tree is unclosed"),
            ("(S (N a)\n(S (N b)))\n(S (N c)))\n", Layout::Indented, "a fault makes up for another"),
            ("", Layout::Indented, "empty"),
            ("foo (S\n(N a))", Layout::Indented, "text first"),
        ] {
            assert_eq!(Layout::of(text.as_bytes(), true), layout, "{why}");
        }
    }
}
