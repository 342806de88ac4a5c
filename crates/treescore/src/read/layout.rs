//! How the trees of a file are laid out on its lines.

use super::scan::is_blank;
use super::split::tree_length;

/// What ends a tree that is still open at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A line that starts with a bracket, and is indented no further than the first line of the open tree,
    /// starts a new tree: the open one was never closed. Holds for one tree per line and for indented trees.
    Indented,
    /// Only brackets count: the lines of a tree may start in any column.
    Free,
}

/// How many bytes of a file determine its layout. A constant, so that block sizes do not matter.
pub(super) const LAYOUT_SAMPLE: usize = 64 * 1024;

impl Layout {
    /// Detects the layout from the start of a file. It is free if the first tree has a later line at the
    /// margin (so indentation would cut it), is balanced, and ends its line, and the same holds for the next
    /// tree as far as the sample shows.
    pub(super) fn detect(sample: &[u8], is_whole_file: bool) -> Self {
        let Some(start) = sample.iter().position(|&byte| !is_blank(byte)) else { return Self::Indented };
        let Some(first) = find_balanced_end(sample, start) else { return Self::Indented };
        if !has_line_at_margin(&sample[start..first]) {
            return Self::Indented;
        }
        let rest = &sample[first..];
        let next = rest.iter().position(|&byte| !is_blank(byte)).map(|offset| first + offset);
        let is_regular = match next {
            None => true,
            Some(next) => {
                find_balanced_end(sample, next).is_some() || (!is_whole_file && sample[next] == b'(')
            }
        };
        if is_regular { Self::Free } else { Self::Indented }
    }
}

/// The position after the bracket that closes the one at `start`. `None` if it is never closed, or if text
/// follows on its line.
fn find_balanced_end(text: &[u8], start: usize) -> Option<usize> {
    let after = start + tree_length(&text[start..])?;
    let line = &text[after..];
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    line.iter().all(|&byte| is_blank(byte)).then_some(after)
}

/// True if a later line of this tree starts with a bracket at the left margin.
fn has_line_at_margin(tree: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', tree).any(|newline| tree.get(newline + 1) == Some(&b'('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_detected() {
        for (text, layout, why) in [
            ("(S (N a))\n(S (N b))\n", Layout::Indented, "one tree per line"),
            ("( (S\n    (N a)))\n( (S (N b)))\n", Layout::Indented, "indented"),
            ("(S\n(N a)\n(V b))\n\n(S\n(N c))\n", Layout::Free, "lines at the margin"),
            ("(S\n(N a))", Layout::Free, "one tree"),
            ("(S (N a)\n(S (N b))\n(S (N c))\n", Layout::Indented, "the first tree is unclosed"),
            ("(S (N a)\n(S (N b)))\n(S (N c)))\n", Layout::Indented, "two faults cancel out"),
            ("", Layout::Indented, "empty"),
            ("foo (S\n(N a))", Layout::Indented, "text first"),
        ] {
            assert_eq!(Layout::detect(text.as_bytes(), true), layout, "{why}");
        }
    }
}
