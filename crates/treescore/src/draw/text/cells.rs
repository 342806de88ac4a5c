//! Texts of the input in pictures: harmless, and of bounded width.

use unicode_width::UnicodeWidthChar;

use crate::draw::{DrawnWord, WordKind};
use crate::report::{Style, display_width, legible};

/// The widest word: half of the width, at most 40 columns.
fn word_max(style: &Style) -> usize {
    (style.width / 2).clamp(8, 40)
}

/// The widest label or tag: less than a third of the width, at most 24 columns.
fn label_max(style: &Style) -> usize {
    (style.width * 3 / 10).clamp(6, 24)
}

/// A label as it is shown, without its mark.
pub(super) fn label(text: &str, style: &Style) -> String {
    let empty = if style.unicode { "·" } else { "." };
    cut(if text.is_empty() { empty } else { text }, label_max(style), style)
}

/// A word as it is shown, behind its mark.
pub(super) fn word(word: &DrawnWord, style: &Style) -> String {
    // Words of the input are as they are; the sign of what is left out is the program's own.
    let is_own = matches!(word.kind, WordKind::Stub | WordKind::Folded | WordKind::Continued);
    let text = match &word.text {
        text if is_own && !style.unicode => text.replace('…', "..."),
        text => text.clone(),
    };
    word.marked(cut(&text, word_max(style), style), style.unicode)
}

/// A tag as it is shown, behind its mark.
pub(super) fn tag(word: &DrawnWord, style: &Style) -> Option<String> {
    Some(word.tag_mark.before(&label(word.tag.as_deref()?, style), style.unicode))
}

/// The times of a word: `0.12–0.48`.
pub(super) fn time(word: &DrawnWord, style: &Style) -> Option<String> {
    let text = word.time_text()?;
    Some(if style.unicode { text } else { text.replace('–', "-") })
}

/// Makes a text harmless and cuts it to a number of columns.
pub(super) fn cut(text: &str, most: usize, style: &Style) -> String {
    // A word may have a megabyte; what is behind the first characters is not looked at.
    let head: String = text.chars().take(most * 8).collect();
    let shown = legible(&head, style);
    if head.len() == text.len() && display_width(&shown) <= most {
        return shown;
    }
    let dots = if style.unicode { "…" } else { "..." };
    let (mut width, mut kept) = (display_width(dots), String::new());
    for character in shown.chars() {
        width += character.width().unwrap_or(0);
        if width > most {
            break;
        }
        kept.push(character);
    }
    kept + dots
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::report::Style;

    #[test]
    fn texts_are_cut_to_columns() {
        let (unicode, ascii) = (Style::default(), Style { unicode: false, ..Style::default() });
        for (text, most, expected, in_ascii) in [
            ("maps", 4, "maps", "maps"),
            ("charts", 4, "cha…", "c..."),
            ("木木木", 5, "木木…", "木..."),
            ("a\u{1b}[2J", 9, "a␛[2J", "a?[2J"),
            ("a\u{200b}b", 12, "a<U+200B>b", "a<U+200B>b"),
            ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}", "e\u{301}e\u{301}"),
        ] {
            assert_eq!((&*cut(text, most, &unicode), &*cut(text, most, &ascii)), (expected, in_ascii));
        }
    }
}
