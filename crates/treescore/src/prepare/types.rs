//! The types of nodes. Nodes of different types never match.

use super::recipe::Name;
use super::settings::{SettingError, join_pairs, split_pairs};
use super::type_table::TypeTable;

/// The rules for the type of a node: from a table, else from its label, else by whether it is a leaf.
///
/// A type that the input gives explicitly, as JSON can, takes precedence.
///
/// ```
/// use treescore::prepare::{NodeKind, TypeRule, TypeRules};
/// let table = TypeRule::table(b"ADigit\tclass\nnode:A*\tconcept\n")?.into();
/// let types = TypeRules { table, ..TypeRules::default() };
/// assert_eq!(types.in_table(b"ADigit", NodeKind::Inner), Some(&b"class"[..]));
/// assert_eq!(types.in_table(b"AOrigin", NodeKind::Inner), Some(&b"concept"[..]));
/// assert_eq!(types.in_table(b"Ahorn", NodeKind::Leaf), None);
/// # Ok::<(), treescore::prepare::TypeTableError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeRules {
    /// The table. The first rule that matches decides.
    pub table: TypeTable,
    /// The separator of type and label in labels that contain both.
    pub separator: Option<Separator>,
    /// True if all nodes have the same type.
    pub untyped: bool,
}

/// The separator of type and label in labels that contain both, such as `class:ADigit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Separator {
    /// The character.
    pub character: char,
    /// The nodes to which it applies; all if `None`.
    pub only: Option<NodeKind>,
}

/// One line of a table of types.
///
/// ```
/// use treescore::prepare::{NodeKind, TypeRule};
/// let rule = TypeRule::new(b"leaf:*", b"terminal");
/// assert_eq!((&rule.pattern[..], rule.only), (&b"*"[..], Some(NodeKind::Leaf)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRule {
    /// A label, in which `*` matches any text and `?` any character.
    pub pattern: Name,
    /// The nodes to which it applies; all if `None`.
    pub only: Option<NodeKind>,
    /// The type that it gives.
    pub kind: Name,
}

/// Whether a node is a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A word, or an empty bracket.
    Leaf,
    /// Any other bracket.
    Inner,
}

impl NodeKind {
    /// The prefix of patterns for these nodes only.
    fn prefix(self) -> &'static [u8] {
        match self {
            Self::Leaf => b"leaf:",
            Self::Inner => b"node:",
        }
    }
}

/// Patterns that may begin and end with a wildcard: each is tried for each label.
const OPEN_MOST: usize = 1000;

/// A faulty line of a table of types.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeTableError {
    /// The type is missing.
    #[error("line {line}: no type for `{pattern}`; write the pattern, a tab and the type")]
    NoType {
        /// The line, from 1.
        line: u64,
        /// The text of the line.
        pattern: String,
    },
    /// Too many patterns say nothing about how labels begin or end, so that each has to be tried for each label.
    #[error(
        "line {line}: more than {OPEN_MOST} patterns begin and end with a wildcard; write the beginning or the end of the labels"
    )]
    TooManyOpen {
        /// The line, from 1.
        line: u64,
    },
    /// Text follows the type.
    #[error(
        "line {line}: unexpected `{rest}` after the type `{kind}`; write only the pattern, a tab and the type"
    )]
    ThirdColumn {
        /// The line, from 1.
        line: u64,
        /// The type.
        kind: String,
        /// The text after it.
        rest: String,
    },
}

impl TypeRule {
    /// Reads a table: each line has a pattern, a tab and a type. Skips blank lines and comments. A comment
    /// starts with `#`, but `#` and a tab is the rule for the label `#`.
    ///
    /// # Errors
    /// The first line without a type, or with text after it.
    pub fn table(bytes: &[u8]) -> Result<Vec<Self>, TypeTableError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
        let is_comment = |line: &[u8]| line.starts_with(b"#") && !line.starts_with(b"#\t");
        let mut open = 0;
        let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty() && !is_comment(line));
        lines
            .map(|(number, line)| {
                let rule = Self::parse_line(number, line.trim_ascii_end())?;
                open += usize::from(rule.is_open());
                if open > OPEN_MOST { Err(TypeTableError::TooManyOpen { line: number }) } else { Ok(rule) }
            })
            .collect()
    }

    /// True if the pattern says nothing about how labels begin or end.
    fn is_open(&self) -> bool {
        let is_wild = |byte: Option<&u8>| matches!(byte, Some(b'*' | b'?'));
        is_wild(self.pattern.first()) && is_wild(self.pattern.last())
    }

    fn parse_line(line: u64, text: &[u8]) -> Result<Self, TypeTableError> {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes.trim_ascii()).into_owned();
        let Some(tab) = memchr::memchr(b'\t', text) else {
            return Err(TypeTableError::NoType { line, pattern: shown(text) });
        };
        let (pattern, kind) = (text[..tab].trim_ascii(), text[tab..].trim_ascii());
        if let Some(tab) = memchr::memchr(b'\t', kind) {
            let (kind, rest) = (shown(&kind[..tab]), shown(&kind[tab..]));
            return Err(TypeTableError::ThirdColumn { line, kind, rest });
        }
        Ok(Self::new(pattern, kind))
    }

    /// Creates a rule from a pattern as written in a table, with or without the prefix `leaf:` or `node:`.
    pub fn new(pattern: &[u8], kind: &[u8]) -> Self {
        let only =
            [NodeKind::Leaf, NodeKind::Inner].into_iter().find(|kind| pattern.starts_with(kind.prefix()));
        let bare = only.and_then(|kind| pattern.strip_prefix(kind.prefix())).unwrap_or(pattern);
        Self { pattern: bare.to_vec(), only, kind: kind.to_vec() }
    }

    /// The pattern as written in a table.
    fn to_text(&self) -> Name {
        [self.only.map_or(&b""[..], NodeKind::prefix), &self.pattern].concat()
    }
}

impl TypeRules {
    /// The type that the table gives to a node with this label.
    pub fn in_table(&self, label: &[u8], kind: NodeKind) -> Option<&[u8]> {
        self.table.find(label, kind).map(|rule| &rule.kind[..])
    }

    /// Splits a label into its type, if any, and the rest.
    pub(crate) fn in_label<'l>(&self, label: &'l [u8], kind: NodeKind) -> (Option<&'l [u8]>, &'l [u8]) {
        let separator = self.separator.filter(|separator| separator.only.is_none_or(|only| only == kind));
        let Some(Separator { character, .. }) = separator else { return (None, label) };
        let mut bytes = [0; 4];
        let separator = character.encode_utf8(&mut bytes).as_bytes();
        match label.windows(separator.len()).position(|here| here == separator) {
            Some(at) => (Some(&label[..at]), &label[at + separator.len()..]),
            None => (None, label),
        }
    }

    /// The table as a value in a signature: `ADigit=class,node%3AA*=concept`; `none` if it is empty, `off`
    /// without types.
    pub fn value(&self) -> String {
        if self.untyped {
            return "off".to_owned();
        }
        let rules: Vec<(Name, Name)> =
            self.table.rules().iter().map(|rule| (rule.to_text(), rule.kind.clone())).collect();
        join_pairs(&rules)
    }

    /// Parses a value that [`value`](Self::value) wrote.
    ///
    /// # Errors
    /// If the value is not a list of patterns and types.
    pub(crate) fn set_value(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        self.untyped = value == "off";
        self.table = if self.untyped { TypeTable::default() } else { parse_rules(key, value)?.into() };
        Ok(())
    }
}

fn parse_rules(key: &str, value: &str) -> Result<Vec<TypeRule>, SettingError> {
    let pairs = split_pairs(key, value, "none, off, or patterns and types such as A*=concept")?;
    Ok(pairs.iter().map(|(pattern, kind)| TypeRule::new(pattern, kind)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::is_match;
    use proptest::prelude::*;

    #[test]
    fn patterns() {
        for (text, pattern, expected) in [
            ("ADigit", "ADigit", true),
            ("ADigit", "ADigi", false),
            ("ADigi", "ADigit", false),
            ("ADigit", "*", true),
            ("", "*", true),
            ("", "", true),
            ("", "?", false),
            ("ADigit", "A*t", true),
            ("ADigit", "A*i*t", true),
            ("ADigit", "A*x*t", false),
            ("aab", "*ab", true),
            ("ababac", "*aba?", true),
            ("é", "?", true),
            ("éa", "??", true),
            ("a", "**a**", true),
            ("a*", "a*b", false),
        ] {
            assert_eq!(is_match(text.as_bytes(), pattern.as_bytes()), expected, "{text} {pattern}");
        }
    }

    #[test]
    fn the_first_rule_that_matches_decides() {
        let table = "\u{feff}# types\n\nleaf:*\tterminal\r\nADigit\t\tclass \n A*\tconcept\n#\tclass\n#\n#x\ty\nnode:leaf:x\ty\n";
        let types =
            TypeRules { table: TypeRule::table(table.as_bytes()).unwrap().into(), ..TypeRules::default() };
        for (label, kind, expected) in [
            ("ADigit", NodeKind::Leaf, Some("terminal")),
            ("ADigit", NodeKind::Inner, Some("class")),
            ("AOrigin", NodeKind::Inner, Some("concept")),
            ("B", NodeKind::Inner, None),
            ("#", NodeKind::Inner, Some("class")),
            ("leaf:x", NodeKind::Inner, Some("y")),
        ] {
            let found = types.in_table(label.as_bytes(), kind);
            assert_eq!(found, expected.map(str::as_bytes), "{label} {kind:?}");
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        for (table, message) in [
            (
                "A\tb\n\nADigit class\n",
                "line 3: no type for `ADigit class`; write the pattern, a tab and the type",
            ),
            ("ADigit\t \n", "line 1: no type for `ADigit`; write the pattern, a tab and the type"),
            ("#\t", "line 1: no type for `#`; write the pattern, a tab and the type"),
            (
                "A\tb\tc\td",
                "line 1: unexpected `c\td` after the type `b`; write only the pattern, a tab and the type",
            ),
        ] {
            assert_eq!(TypeRule::table(table.as_bytes()).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn types_in_labels() {
        let separator = Some(Separator { character: ':', only: Some(NodeKind::Inner) });
        let types = TypeRules { separator, ..TypeRules::default() };
        for (label, kind, expected) in [
            ("class:ADigit:x", NodeKind::Inner, (Some("class"), "ADigit:x")),
            ("ADigit", NodeKind::Inner, (None, "ADigit")),
            ("10:30", NodeKind::Leaf, (None, "10:30")),
        ] {
            let expected = (expected.0.map(str::as_bytes), expected.1.as_bytes());
            assert_eq!(types.in_label(label.as_bytes(), kind), expected, "{label} {kind:?}");
        }
    }

    #[test]
    fn patterns_that_fit_any_label_are_few() {
        let table = |patterns: usize| TypeRule::table("*a*\tx\n*b\ty\n".repeat(patterns).as_bytes());
        assert_eq!(table(OPEN_MOST).map(|rules| rules.len()), Ok(2 * OPEN_MOST));
        assert_eq!(table(OPEN_MOST + 1), Err(TypeTableError::TooManyOpen { line: 2001 }));
    }

    proptest! {
        #[test]
        fn any_table_survives_as_text(rules in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..8), proptest::collection::vec(any::<u8>(), 0..5)), 0..5)) {
            let table = rules.iter().map(|(pattern, kind)| TypeRule::new(pattern, kind)).collect::<Vec<_>>().into();
            let types = TypeRules { table, ..TypeRules::default() };
            let text = types.value();
            prop_assert!(!text.contains(['|', ':']));
            let mut back = TypeRules::default();
            back.set_value("types", &text).unwrap();
            prop_assert_eq!(back, types);
        }

        #[test]
        fn any_bytes_are_a_table_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            if let Ok(table) = TypeRule::table(&bytes) {
                prop_assert!(table.len() <= bytes.len());
            }
        }
    }
}
