//! Escapes in words: brackets of treebanks, character references.

/// The escapes of treebanks.
const ESCAPES: [(&str, &str); 10] = [
    ("-LRB-", "("),
    ("-RRB-", ")"),
    ("-LSB-", "["),
    ("-RSB-", "]"),
    ("-LCB-", "{"),
    ("-RCB-", "}"),
    ("#LRB#", "("),
    ("#RRB#", ")"),
    ("*LRB*", "("),
    ("*RRB*", ")"),
];

/// A word with escapes of treebanks and character references undone.
pub(crate) fn unescape(word: &str) -> String {
    let whole = ESCAPES.iter().find(|(escape, _)| *escape == word).map(|(_, plain)| *plain);
    let word = whole.unwrap_or(word).replace("\\/", "/").replace("\\*", "*");
    let mut text = String::with_capacity(word.len());
    let mut rest = &word[..];
    while let Some(at) = rest.find('&') {
        text += &rest[..at];
        rest = &rest[at..];
        let reference = rest.find(';').and_then(|end| Some((refer(&rest[1..end])?, end + 1)));
        let (character, length) = reference.unwrap_or(('&', 1));
        text.push(character);
        rest = &rest[length..];
    }
    text + rest
}

/// The character that a reference such as `amp` or `#38` names.
fn refer(name: &str) -> Option<char> {
    let number = |digits: &str, radix: u32| {
        let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
        is_number.then(|| u32::from_str_radix(digits, radix).ok()).flatten().and_then(char::from_u32)
    };
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{A0}'),
        _ => match name.strip_prefix('#')?.strip_prefix('x') {
            Some(digits) => number(digits, 16),
            None => number(name.strip_prefix('#')?, 10),
        },
    }
}
