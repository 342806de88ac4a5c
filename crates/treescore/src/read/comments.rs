//! Comments between trees and between utterances.

use super::lines::trim_start;

/// How comments begin; `*x*` begins the headers of the Switchboard treebank.
const MARKS: [&[u8]; 4] = [b"#", b";;", b"%%", b"*x*"];

/// True for a comment, if the line stands outside trees.
pub(super) fn is_comment(line: &[u8]) -> bool {
    begins_comment(trim_start(line))
}

/// True if a text begins as comments do.
pub(super) fn begins_comment(text: &[u8]) -> bool {
    MARKS.iter().any(|mark| text.starts_with(mark))
}

/// Lines of comment between units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommentCount {
    /// All of them.
    pub(crate) lines: u64,
    /// Those that say something to people: without ids and without headers of the Switchboard treebank.
    pub(crate) remarks: u64,
}

impl CommentCount {
    /// Counts a line, which is a comment.
    #[cold]
    pub(crate) fn add(&mut self, line: &[u8]) {
        let is_header = trim_start(line).starts_with(b"*x*");
        self.lines += 1;
        self.remarks += u64::from(!is_header && comment_id(line).is_none());
    }
}

/// The id that a comment gives the next unit: `# sent_id = X` or `# id = X`.
pub(super) fn comment_id(line: &[u8]) -> Option<&[u8]> {
    let comment = trim_start(line).strip_prefix(b"#")?.trim_ascii();
    let rest = comment.strip_prefix(b"sent_id").or_else(|| comment.strip_prefix(b"id"))?;
    let id = trim_start(rest).strip_prefix(b"=")?.trim_ascii();
    (!id.is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_may_bring_an_id() {
        for (line, is, id) in [
            ("# sent_id = a-1 ", true, Some("a-1")),
            ("  #id=2", true, Some("2")),
            ("# id =", true, None),
            ("#idea = x", true, None),
            (";; id = 3", true, None),
            ("%% x", true, None),
            ("*x* header", true, None),
            ("; a", false, None),
            ("* a", false, None),
            ("(# #)", false, None),
        ] {
            assert_eq!(is_comment(line.as_bytes()), is, "{line}");
            assert_eq!(comment_id(line.as_bytes()), id.map(str::as_bytes), "{line}");
        }
        let mut count = CommentCount::default();
        for line in ["# sent_id = a", "# id =", ";; b", " *x* c"] {
            count.add(line.as_bytes());
        }
        assert_eq!((count.lines, count.remarks), (4, 2));
    }
}
