//! Where a file of replies is cut into replies.

use super::Cut;

/// A stretch of a file.
type Extent = (usize, usize);

/// How a file of replies is cut, by its content: at numbered headings; at lines, if each of them is a tree or the
/// beginning of one; else nowhere. One of several files is one reply. (JSON is found before this is asked.)
pub(super) fn cut_by_content(text: &[u8], is_only: bool) -> Cut {
    if !is_only {
        return Cut::File;
    }
    if headings(text).len() > 1 {
        return Cut::Heading;
    }
    let lines = lines(text);
    let begins_tree = |&(start, end): &Extent| text[start..end].first() == Some(&b'(');
    if lines.len() > 1 && lines.iter().all(begins_tree) { Cut::Line } else { Cut::File }
}

/// The lines of a file, without blank ones at its end.
pub(super) fn lines(text: &[u8]) -> Vec<Extent> {
    let text = text.trim_ascii_end();
    let (mut lines, mut start) = (Vec::new(), 0);
    for end in memchr::memchr_iter(b'\n', text).chain([text.len()]) {
        lines.push((start, end));
        start = end + 1;
    }
    if text.is_empty() { Vec::new() } else { lines }
}

/// The stretches from each numbered heading to the next. What is before the first belongs to no reply.
pub(super) fn headings(text: &[u8]) -> Vec<Extent> {
    let mut starts = Vec::new();
    let mut next: Option<u64> = None;
    for (start, end) in lines(text) {
        let Some(number) = heading_number(&text[start..end]) else { continue };
        // Other numbers in headings are part of a reply.
        if next.map_or(number <= 1, |next| number == next) {
            starts.push(start);
            next = Some(number + 1);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]).collect::<Vec<_>>();
    starts.into_iter().zip(ends).collect()
}

/// The number of a heading: a line that begins with `#` or `**`, with at most one word before the number, such as
/// `## 3`, `**3. Dogs bark.**` or `**Sentence 3**`.
fn heading_number(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii_start();
    if !line.starts_with(b"#") && !line.starts_with(b"**") {
        return None;
    }
    let marks = line.iter().take_while(|byte| matches!(byte, b'#' | b'*' | b' ' | b'\t')).count();
    let rest = &line[marks..];
    let word = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let number = rest[word..].trim_ascii_start();
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    super::decimal(&number[..digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_numbers_in_order() {
        for (line, expected) in [
            ("## 3", Some(3)),
            ("**12. Dogs bark at 3 men.**", Some(12)),
            ("  **Sentence 7**", Some(7)),
            ("### Sentence 7: Dogs", Some(7)),
            ("**Dogs bark**", None),
            ("1. Dogs", None),
            ("# The 2 dogs", Some(2)),
            ("# the two dogs 3", None),
        ] {
            assert_eq!(heading_number(line.as_bytes()), expected, "{line}");
        }
        let pieces = |text: &str| -> Vec<String> {
            headings(text.as_bytes()).into_iter().map(|(start, end)| text[start..end].to_owned()).collect()
        };
        assert_eq!(pieces("Hi\n# 1\na\n# 2\nb\n"), ["# 1\na\n", "# 2\nb\n"]);
        assert_eq!(pieces("# 1\n# 5 dogs\n# 2\n# 2\n"), ["# 1\n# 5 dogs\n", "# 2\n# 2\n"]);
        assert!(pieces("# 7\n").is_empty());
    }

    #[test]
    fn the_content_decides() {
        for (text, is_only, expected, why) in [
            ("(S (A a))\n(S (A b))\n\n", true, Cut::Line, "a tree on each line"),
            ("(S (A a))\n\n(S (A b))\n", true, Cut::File, "a blank line may be a reply or not"),
            ("(S (A a))\n", true, Cut::File, "one line"),
            ("(S\n  (A a))\n", true, Cut::File, "a tree on several lines"),
            ("**1. A**\n(A a)\n**2. B**\n(B b)\n", true, Cut::Heading, "headings"),
            ("**1. A**\n(A a)\n", true, Cut::File, "one heading"),
            ("(S (A a))\n(S (A b))\n", false, Cut::File, "one of several files"),
        ] {
            assert_eq!(cut_by_content(text.as_bytes(), is_only), expected, "{why}");
        }
    }
}
