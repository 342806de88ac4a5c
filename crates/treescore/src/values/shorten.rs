//! Texts of bounded length, for messages.

/// The most characters of a word or label in a message.
pub(crate) const WORD_MAX: usize = 60;

/// The most characters of a message.
pub(crate) const MESSAGE_MAX: usize = 1000;

/// Cuts a text in the middle if it has more than `most` characters, so that a word of a megabyte does not fill the
/// screen.
pub(crate) fn shorten(text: String, most: usize) -> String {
    // Most texts are short, which their bytes tell at once.
    if text.len() <= most || text.chars().count() <= most {
        return text;
    }
    let after = most / 3;
    let position =
        |mut all: std::str::CharIndices<'_>, at: usize| all.nth(at).map_or(text.len(), |(byte, _)| byte);
    let head = &text[..position(text.char_indices(), most - after - 1)];
    let tail = text.char_indices().rev().nth(after - 1).map_or("", |(byte, _)| &text[byte..]);
    format!("{head}…{tail}")
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn long_texts_are_cut_in_the_middle() {
        for (text, most, expected) in [
            ("abc", 5, "abc"),
            ("abcdefghi", 9, "abcdefghi"),
            ("abcdefghij", 9, "abcde…hij"),
            ("ääääääääää", 9, "äääää…äää"),
            ("äääääääää", 9, "äääääääää"),
        ] {
            assert_eq!(shorten(text.to_owned(), most), expected);
        }
        assert_eq!(shorten("x".repeat(5_000_000), 60).chars().count(), 60);
    }
}
