//! Conventions of treebanks and parsers in labels and words: function tags, traces, labels of binarised grammars.

use memchr::memmem;

/// The tag of traces.
pub(crate) const TRACE: &[u8] = b"-NONE-";
/// The tag of disfluency marks in the Switchboard treebank.
pub(crate) const DISFLUENCY: &[u8] = b"-DFL-";
/// The label of speaker codes in the Switchboard treebank.
pub(crate) const CODE: &[u8] = b"CODE";
/// Tags of notes about the text.
pub(crate) const METADATA: [&[u8]; 4] = [CODE, b"METADATA", b"COMMENT", b"REF"];

/// True for a label with a function tag or an index: `NP-SBJ`, `NP=2`.
pub(crate) fn has_function_tag(label: &[u8]) -> bool {
    let end = label.iter().position(|&byte| matches!(byte, b'-' | b'='));
    end.is_some_and(|end| end > 0 && end + 1 < label.len())
}

/// True for a label of a binarised grammar: `@S`, `NP|<DT-NN>`, `VP_BAR`.
pub(crate) fn is_binarised(label: &[u8]) -> bool {
    (label.len() > 1 && label[0] == b'@')
        || memmem::find(label, b"|<").is_some()
        || memmem::find(label, b"^<").is_some()
        || label.ends_with(b"_BAR")
        || label.ends_with(b"-BAR")
}

/// The labels that one label stands for, if unary chains were collapsed: `S+VP`, `S::VP`. One part otherwise.
pub(crate) fn parts(label: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while at < label.len() {
        let width = match &label[at..] {
            [b'+', ..] => 1,
            [b':', b':', ..] => 2,
            _ => 0,
        };
        if width > 0 {
            parts.push(&label[from..at]);
            from = at + width;
        }
        at += width.max(1);
    }
    parts.push(&label[from..]);
    parts
}

/// True for a label that findings may ask about whatever the other side has.
pub(crate) fn may_be_odd(label: &[u8]) -> bool {
    has_function_tag(label) || is_binarised(label) || parts(label).len() > 1
}

/// True for a tag of words that are not text: traces, marks, notes.
pub(crate) fn is_note_tag(tag: &[u8]) -> bool {
    tag == TRACE || tag == DISFLUENCY || METADATA.contains(&tag)
}

/// True for a word that has the form of a trace: `*T*-1`, `*-2`, `*PRO*`. A single `*` is a word.
pub(crate) fn is_trace(word: &[u8]) -> bool {
    let Some(rest) = word.strip_prefix(b"*").filter(|rest| !rest.is_empty()) else { return false };
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'?').count();
    let index = match (name, rest.get(name)) {
        (0, _) => rest,
        (_, Some(b'*')) => &rest[name + 1..],
        _ => return false,
    };
    match index.strip_prefix(b"-") {
        Some(digits) => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        None => index.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_treebanks() {
        for (label, function, binarised, count) in [
            ("NP", false, false, 1),
            ("NP-SBJ", true, false, 1),
            ("NP=2", true, false, 1),
            ("-NONE-", false, false, 1),
            ("-LRB-", false, false, 1),
            ("NP-", false, false, 1),
            ("@", false, false, 1),
            ("@S", false, true, 1),
            ("NP|<DT-NN>", true, true, 1),
            ("VP^<S>", false, true, 1),
            ("VP_BAR", false, true, 1),
            ("VP-BAR", true, true, 1),
            ("S+VP", false, false, 2),
            ("S::VP+NP", false, false, 3),
            (":", false, false, 1),
            ("", false, false, 1),
        ] {
            let name = label.as_bytes();
            let found = (has_function_tag(name), is_binarised(name), parts(name).len());
            assert_eq!(found, (function, binarised, count), "{label}");
        }
    }

    #[test]
    fn forms_of_traces() {
        for word in ["*T*-1", "*-2", "*PRO*", "*?*", "*U*", "*ICH*-12"] {
            assert!(is_trace(word.as_bytes()), "{word}");
        }
        for word in ["*", "**", "0", "T*", "*T", "*T*x", "*T*-", "*T*-1a", "***", "*1*"] {
            assert!(!is_trace(word.as_bytes()), "{word}");
        }
    }
}
