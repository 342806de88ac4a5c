//! Character references and backslashes in words and labels, undone.

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

use super::gold::Notation;
use super::normal::bracket_word;

/// The longest reference that is looked at, from `&` to `;`.
const LONGEST_REFERENCE: usize = 40;

/// What a backslash may stand before.
fn is_escapable(byte: u8) -> bool {
    b"\"'_#$%&~{}[]()-".contains(&byte)
}

/// An atom without character references and backslashes, as far as gold's words have none.
pub(super) fn clean<'t>(atom: &'t str, notation: &Notation) -> Cow<'t, str> {
    let mut atom = Cow::Borrowed(atom);
    if notation.has_references
        && let Some(changed) = without_references(&atom)
    {
        atom = Cow::Owned(changed);
    }
    if notation.has_backslashes
        && let Some(changed) = without_backslashes(&atom)
    {
        atom = Cow::Owned(changed);
    }
    atom
}

/// A label without escapes, and without anything that would be taken for an escape or a bracket the next time.
pub(super) fn clean_label<'t>(label: &'t str, notation: &Notation) -> Cow<'t, str> {
    let mut label = clean(label, notation);
    if label.contains(['(', ')']) {
        let plain = label.replace("\\(", "(").replace("\\)", ")");
        label = plain.replace('(', "-LRB-").replace(')', "-RRB-").into();
    }
    if clean(&label, notation) != label {
        label = label.replace(['\\', '&'], "").into();
    }
    label
}

/// True if the text has a character reference, known or not: `&amp;`, `&#39;`, `&#x2019;`.
pub(super) fn has_reference(text: &str) -> bool {
    text.match_indices('&').any(|(at, _)| reference_length(&text.as_bytes()[at..]).is_some())
}

/// The length of the reference at the beginning of the text.
fn reference_length(text: &[u8]) -> Option<usize> {
    let end = 1 + text.iter().take(LONGEST_REFERENCE).skip(1).position(|&byte| byte == b';')?;
    let name = &text[1..end];
    let is_reference = match name {
        [b'#', b'x' | b'X', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit),
        [b'#', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        [first, rest @ ..] => first.is_ascii_alphabetic() && rest.iter().all(u8::is_ascii_alphanumeric),
        [] => false,
    };
    is_reference.then_some(end + 1)
}

fn without_references(atom: &str) -> Option<String> {
    let (mut out, mut from) = (String::new(), 0);
    for (at, _) in atom.match_indices('&') {
        let Some(length) = reference_length(&atom.as_bytes()[at..]) else { continue };
        let Some(text) = resolve(&atom[at + 1..at + length - 1]) else { continue };
        out.push_str(&atom[from..at]);
        push_with_bracket_words(&text, &mut out);
        from = at + length;
    }
    (from > 0).then(|| out + &atom[from..])
}

/// The text that a reference stands for. White space stays a reference, because it would cut the atom in two.
fn resolve(name: &str) -> Option<Cow<'static, str>> {
    let text = match name.strip_prefix('#') {
        None => Cow::Borrowed(resolve_html5_entity(name)?),
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            let character = code.ok().and_then(char::from_u32).filter(|character| !character.is_control());
            Cow::Owned(character.unwrap_or(char::REPLACEMENT_CHARACTER).to_string())
        }
    };
    (!text.contains(char::is_whitespace)).then_some(text)
}

/// A single bracket becomes the word for it.
fn push_with_bracket_words(text: &str, out: &mut String) {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => match bracket_word(only) {
            Some(word) => out.push_str(word),
            None => out.push(only),
        },
        _ => out.push_str(text),
    }
}

fn without_backslashes(atom: &str) -> Option<String> {
    let (mut out, mut from, mut at) = (String::new(), 0, 0);
    let bytes = atom.as_bytes();
    while let Some(offset) = memchr::memchr(b'\\', &bytes[at..]) {
        let found = at + offset;
        at = found + 1;
        if let Some(&escaped) = bytes.get(at).filter(|&&byte| is_escapable(byte)) {
            out.push_str(&atom[from..found]);
            push_with_bracket_words(char::from(escaped).encode_utf8(&mut [0; 4]), &mut out);
            at += 1;
            from = at;
        }
    }
    (from > 0).then(|| out + &atom[from..])
}
