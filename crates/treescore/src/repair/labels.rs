//! Labels that are known: those of phrases, tags and root wrappers.

/// Labels of phrases.
const PHRASES: [&str; 26] = [
    "ADJP", "ADVP", "CONJP", "FRAG", "INTJ", "LST", "NAC", "NP", "NX", "PP", "PRN", "PRT", "QP", "RRC", "S",
    "SBAR", "SBARQ", "SINV", "SQ", "UCP", "VP", "WHADJP", "WHADVP", "WHNP", "WHPP", "X",
];

/// Tags of words.
const TAGS: [&str; 47] = [
    "CC", "CD", "DT", "EX", "FW", "IN", "JJ", "JJR", "JJS", "LS", "MD", "NN", "NNS", "NNP", "NNPS", "PDT",
    "POS", "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH", "VB", "VBD", "VBG", "VBN", "VBP",
    "VBZ", "WDT", "WP", "WP$", "WRB", ",", ".", ":", "``", "''", "-LRB-", "-RRB-", "$", "#", "-NONE-", "XX",
];

/// Labels of root wrappers.
const ROOTS: [&str; 4] = ["ROOT", "TOP", "S1", "VROOT"];

/// Labels of whole sentences, which a root wrapper may have inside it.
const CLAUSES: [&str; 5] = ["S", "SBARQ", "SINV", "SQ", "FRAG"];

/// Tags of punctuation.
const PUNCTUATION: [&str; 7] = [",", ".", ":", "``", "''", "-LRB-", "-RRB-"];

/// The label without function tags and indices. Labels that begin with `-` have none.
pub(super) fn base(label: &str) -> &str {
    let mut characters = label.char_indices();
    match characters.next() {
        None | Some((_, '-')) => label,
        Some(_) => {
            let cut = characters.find(|(_, character)| matches!(character, '-' | '=' | '|' | '+'));
            cut.map_or(label, |(at, _)| &label[..at])
        }
    }
}

/// True for the label of a phrase, function tags cut.
pub(super) fn is_phrase(label: &str) -> bool {
    PHRASES.contains(&base(label))
}

/// True for a treebank tag.
pub(super) fn is_tag(label: &str) -> bool {
    TAGS.contains(&label)
}

/// True for a tag of punctuation, function tags cut.
pub(super) fn is_punctuation(tag: &str) -> bool {
    PUNCTUATION.contains(&base(tag))
}

/// True for no label, and for that of a root wrapper in any case.
pub(super) fn is_root(label: &str) -> bool {
    label.is_empty() || ROOTS.iter().any(|root| root.eq_ignore_ascii_case(label))
}

/// True for what may come directly inside a root wrapper, in any case.
pub(super) fn is_clause_or_root(label: &str) -> bool {
    let label = base(label);
    is_root(label) || CLAUSES.iter().any(|clause| clause.eq_ignore_ascii_case(label))
}

/// True for the mark of words that are not in the text, in any case.
pub(super) fn is_trace(label: &str) -> bool {
    label.eq_ignore_ascii_case("-NONE-")
}

/// True if a bracket with this label and a word may be a tree: labels that are known, and those of phrases in
/// lower case if they are not single letters.
pub(super) fn is_known(label: &str) -> bool {
    let label = base(label);
    let is_lower = label.len() > 1 && label.bytes().all(|byte| byte.is_ascii_lowercase());
    PHRASES.contains(&label)
        || TAGS.contains(&label)
        || ROOTS.contains(&label)
        || (is_lower && PHRASES.iter().any(|phrase| phrase.eq_ignore_ascii_case(label)))
}
