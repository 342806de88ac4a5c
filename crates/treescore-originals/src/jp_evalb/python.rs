//! Python's white space, line ends and lower case.

/// True for white space of `str.strip`, `str.split` and `\s`: Unicode's, and four control characters.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&character)
}

/// True for a line end of `str.splitlines`.
fn is_line_end(character: char) -> bool {
    matches!(
        character,
        '\n' | '\u{B}' | '\u{C}' | '\r' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Returns the lines of `str.splitlines`, without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(at) = text.find(is_line_end) else {
            rest = None;
            return Some(text);
        };
        let (line, behind) = text.split_at(at);
        let mut characters = behind.chars();
        if characters.next() == Some('\r') && characters.as_str().starts_with('\n') {
            characters.next();
        }
        // An empty rest after the last line end is not a line.
        rest = Some(characters.as_str()).filter(|text| !text.is_empty());
        Some(line)
    })
}

/// Appends `str.lower`. One character may become several, and a capital sigma at the end of a word has
/// another lower-case form than elsewhere.
pub(super) fn lower(word: &str, out: &mut String) {
    if word.is_ascii() {
        out.extend(word.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        out.push_str(&word.to_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_python_ends_them() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n", &[""]),
            ("a", &["a"]),
            ("a\n", &["a"]),
            ("a\n\n", &["a", ""]),
            ("a\r\nb\rc\n\rd", &["a", "b", "c", "", "d"]),
            ("a\u{B}b\u{C}c\u{1C}d\u{1D}e\u{1E}f", &["a", "b", "c", "d", "e", "f"]),
            ("a\u{85}b\u{2028}c\u{2029}", &["a", "b", "c"]),
            ("a\u{1F}b\tc\u{A0}d", &["a\u{1F}b\tc\u{A0}d"]),
        ] {
            assert_eq!(lines(text).collect::<Vec<_>>(), expected, "{text:?}");
        }
    }

    #[test]
    fn white_space_is_that_of_python() {
        // The code points of all characters for which `str.isspace` is true.
        let mut expected = vec![(0x09, 0x0D), (0x1C, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680)];
        expected.extend([
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
        ]);
        for character in '\0'..=char::MAX {
            let point = character as u32;
            let is_expected = expected.iter().any(|&(first, last)| (first..=last).contains(&point));
            assert_eq!(is_space(character), is_expected, "U+{point:04X}");
        }
    }

    #[test]
    fn lower_case_is_that_of_python() {
        for (word, expected) in [
            ("N'T", "n't"),
            ("ÉCOLE", "école"),
            ("ΟΔΟΣ", "οδος"),
            ("ΣΑΣ'", "σας'"),
            ("Σ", "σ"),
            ("İ", "i\u{307}"),
            ("ẞ", "ß"),
            ("한국", "한국"),
        ] {
            let mut out = String::new();
            lower(word, &mut out);
            assert_eq!(out, expected);
        }
    }
}
