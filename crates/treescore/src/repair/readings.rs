//! The notations in which a tree may be written, each turned into round brackets.

use super::gold::Notation;
use super::labels::is_tag;
use super::lexer::{plain_atom_end, space_end};
use super::places::next_place;

/// The readings of a text, other than as it stands, that change it.
pub(super) fn readings<'t>(text: &'t str, notation: &'t Notation) -> impl Iterator<Item = String> + use<'t> {
    let all: [fn(&str, &Notation) -> Option<String>; 7] =
        [escaped_brackets, references, full_width, square_brackets, elements, tags_behind, quoted_words];
    all.into_iter().filter_map(|reading| reading(text, notation)).filter(move |changed| changed != text)
}

/// True if a tree may begin in a text, as it stands or in one of its readings.
pub(super) fn has_place(text: &str, notation: &Notation) -> bool {
    let has_place = |text: &str| next_place(text, 0, notation).is_some();
    has_place(text) || readings(text, notation).any(|reading| has_place(&reading))
}

/// `\(` and `\)`.
fn escaped_brackets(text: &str, _: &Notation) -> Option<String> {
    let is_there = text.contains("\\(") || text.contains("\\)");
    is_there.then(|| text.replace("\\(", "(").replace("\\)", ")"))
}

/// Character references of brackets.
fn references(text: &str, _: &Notation) -> Option<String> {
    if !text.contains('&') {
        return None;
    }
    let names =
        [("&#40;", "("), ("&#x28;", "("), ("&lpar;", "("), ("&#41;", ")"), ("&#x29;", ")"), ("&rpar;", ")")];
    Some(names.iter().fold(text.to_owned(), |text, (name, bracket)| text.replace(name, bracket)))
}

/// Full-width brackets.
fn full_width(text: &str, _: &Notation) -> Option<String> {
    let is_there = text.contains(['\u{ff08}', '\u{ff09}']);
    is_there.then(|| text.replace('\u{ff08}', "(").replace('\u{ff09}', ")"))
}

/// Square brackets, with a stop before labels in qtree.
fn square_brackets(text: &str, notation: &Notation) -> Option<String> {
    if !has_square_tree(text, notation) {
        return None;
    }
    let is_qtree = text
        .match_indices("[.")
        .any(|(at, _)| text.as_bytes().get(at + 2).is_some_and(u8::is_ascii_alphabetic));
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '[' => {
                out.push('(');
                if is_qtree && characters.peek() == Some(&'.') {
                    let mut behind = characters.clone();
                    behind.next();
                    let is_label = |next: &char| !notation.is_space(*next) && !matches!(next, '[' | ']');
                    if behind.peek().is_some_and(is_label) {
                        characters = behind;
                    }
                }
            }
            ']' => out.push(')'),
            _ => out.push(character),
        }
    }
    Some(out)
}

/// True if the text has `[label [` or `[LABEL word]`.
fn has_square_tree(text: &str, notation: &Notation) -> bool {
    let space = |at: usize| space_end(text, at, notation);
    let atom = |at: usize| {
        let end = |next: char| matches!(next, '[' | ']') || notation.is_space(next);
        at + text[at..].find(end).unwrap_or(text.len() - at)
    };
    let is_at = |at: usize, bracket: u8| text.as_bytes().get(at) == Some(&bracket);
    text.match_indices('[').any(|(open, _)| {
        let label = space(open + 1);
        let label_end = atom(label);
        if label_end == label {
            return false;
        }
        let next = space(label_end);
        if is_at(next, b'[') {
            return true;
        }
        let is_upper = text[label..label_end].bytes().all(|byte| byte.is_ascii_uppercase());
        let word_end = atom(next);
        is_upper && next > label_end && word_end > next && is_at(space(word_end), b']')
    })
}

/// `<LABEL>` and `</LABEL>`.
fn elements(text: &str, notation: &Notation) -> Option<String> {
    let is_nested = text.match_indices('<').any(|(at, _)| {
        let end = element_at(text, at, notation).filter(|element| !element.is_end).map(|element| element.end);
        let next =
            end.map(|end| space_end(text, end, notation)).filter(|&next| text[next..].starts_with('<'));
        next.and_then(|next| element_at(text, next, notation)).is_some_and(|element| !element.is_end)
    });
    if !is_nested {
        return None;
    }
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for (at, _) in text.match_indices('<') {
        let Some(element) = element_at(text, at, notation) else { continue };
        out.push_str(&text[from..at]);
        if element.is_end {
            out.push(')');
        } else {
            out.extend(["(", element.label, " "]);
        }
        from = element.end;
    }
    Some(out + &text[from..])
}

struct Element<'t> {
    label: &'t str,
    is_end: bool,
    end: usize,
}

/// The element that begins at `<`. Its label has no lower-case letter.
fn element_at<'t>(text: &'t str, at: usize, notation: &Notation) -> Option<Element<'t>> {
    let is_end = text[at + 1..].starts_with('/');
    let start = at + 1 + usize::from(is_end);
    let rest = &text[start..];
    let is_outside =
        |next: char| matches!(next, '<' | '>' | '/') || next.is_ascii_lowercase() || notation.is_space(next);
    let label = &rest[..rest.find(is_outside)?];
    let is_closed = rest[label.len()..].starts_with('>') && !label.is_empty();
    is_closed.then(|| Element { label, is_end, end: start + label.len() + 1 })
}

/// `word/TAG` and `word_TAG`, if a tree may begin in the text as it stands.
fn tags_behind(text: &str, notation: &Notation) -> Option<String> {
    if !text.contains(['/', '_']) || next_place(text, 0, notation).is_none() {
        return None;
    }
    let (mut out, mut from, mut at) = (String::with_capacity(text.len()), 0, 0);
    while at < text.len() {
        let word = space_end(text, at, notation);
        let end = plain_atom_end(text, word, notation);
        let tagged =
            text[word..end].rsplit_once(['/', '_']).filter(|(form, tag)| !form.is_empty() && is_tag(tag));
        let is_followed = end < text.len() && !text[end..].starts_with('(');
        if let (Some((form, tag)), true) = (tagged, word > at && is_followed) {
            out.push_str(&text[from..word]);
            out.extend(["(", tag, " ", form, ")"]);
            from = end;
        }
        // A bracket is one byte.
        at = if end > at { end } else { at + 1 };
    }
    Some(out + &text[from..])
}

/// `(TAG "word")`.
fn quoted_words(text: &str, notation: &Notation) -> Option<String> {
    let (mut out, mut from) = (String::new(), 0);
    for (open, _) in text.match_indices('(') {
        if let Some((quote, end)) = quoted_word(text, open, notation) {
            out.push_str(&text[from..quote]);
            out.push_str(&text[quote + 1..end]);
            from = end + 1;
        }
    }
    (from > 0).then(|| out + &text[from..])
}

/// The places of both quotation marks around the only word of a bracket.
fn quoted_word(text: &str, open: usize, notation: &Notation) -> Option<(usize, usize)> {
    let tag = space_end(text, open + 1, notation);
    let tag_end = plain_atom_end(text, tag, notation);
    let quote = space_end(text, tag_end, notation);
    let is_tag = tag_end > tag && !text[tag..tag_end].contains(['"', '\'', ',']);
    let word = text[quote..].strip_prefix('"').filter(|_| is_tag && quote > tag_end)?;
    let length = word.find(|next| matches!(next, '"' | '(' | ')') || notation.is_space(next))?;
    let end = quote + 1 + length;
    let is_closed = length > 0 && text[end..].starts_with('"');
    (is_closed && text[space_end(text, end + 1, notation)..].starts_with(')')).then_some((quote, end))
}
