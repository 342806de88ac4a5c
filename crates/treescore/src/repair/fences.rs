//! Fenced blocks, and inline code around a tree.

/// A fenced block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fence {
    /// The block with its fences.
    pub(super) outer: (usize, usize),
    /// What is inside.
    pub(super) inner: (usize, usize),
}

/// The fenced blocks of a text that may contain a tree.
pub(super) fn fences(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < text.len() {
        match open_fence(text, from) {
            None => from = line_end(text, from) + 1,
            Some((fence, start)) => {
                let (inner_end, end) = close_fence(text, fence, start);
                found.push(Fence { outer: (from, end), inner: (start, inner_end) });
                from = line_end(text, end) + 1;
            }
        }
    }
    found.retain(|fence| text[fence.inner.0..fence.inner.1].contains(['(', '[', '{', '<', '\u{ff08}']));
    found
}

/// The end of the line that holds a byte, before its line break.
fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |offset| at + offset)
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// The fence at the beginning of a line, and where its block begins: on the next line, or at the first bracket
/// of this one.
fn open_fence(text: &str, line: usize) -> Option<(&str, usize)> {
    let rest = text[line..line_end(text, line)].trim_start_matches(is_blank);
    let mark = rest.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let info = rest.trim_start_matches(mark);
    let fence = &rest[..rest.len() - info.len()];
    if fence.len() < 3 {
        return None;
    }
    let end = line_end(text, line);
    match info.find(['`', '(', ')', '[', ']', '{', '}']) {
        None => (end < text.len()).then_some((fence, end + 1)),
        Some(at) => info[at..].starts_with(['(', '[', '{']).then(|| (fence, end - info.len() + at)),
    }
}

/// The end of a block before its closing fence, and behind it. The fence is alone on its line or comes after a
/// closing bracket at the end of one.
fn close_fence(text: &str, fence: &str, start: usize) -> (usize, usize) {
    let mut line = start;
    let mut is_whole = start == 0 || text.as_bytes()[start - 1] == b'\n';
    while line <= text.len() {
        let end = line_end(text, line);
        if let Some(before) = text[line..end].trim_end_matches(is_blank).strip_suffix(fence) {
            let is_alone = is_whole && before.chars().all(is_blank);
            if is_alone {
                return (line, end);
            }
            if before.ends_with([')', ']', '}']) {
                return (line + before.len(), end);
            }
        }
        (line, is_whole) = (end + 1, true);
    }
    (text.len(), text.len())
}

/// What is around a tree without inline code: a run of backticks directly before it and one at least as long directly
/// after it. After three or more, a word of letters and white space may come between.
pub(super) fn inline_code<'t>(
    before: &'t str,
    after: &'t str,
    is_space: impl Fn(char) -> bool,
) -> Option<(&'t str, &'t str)> {
    let text = before.trim_end_matches(is_space);
    let outer = text.trim_end_matches('`');
    let (outer, ticks) = if outer.len() < text.len() {
        let ticks = text.len() - outer.len();
        let is_near = before.len() - text.len() == 0 || &before[text.len()..] == "\n";
        (outer, if is_near || ticks >= 3 { ticks } else { 0 })
    } else {
        let word = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
        let outer = word.trim_end_matches('`');
        let ticks = word.len() - outer.len();
        (outer, if ticks >= 3 { ticks } else { 0 })
    };
    let rest = after.trim_start_matches('`');
    (ticks > 0 && after.len() - rest.len() >= ticks).then_some((outer, rest))
}
