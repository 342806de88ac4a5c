//! A table of types: the first rule that matches a label, found without trying all of them.

use super::recipe::Name;
use super::types::{NodeKind, TypeRule};
use crate::values::hash::HashMap;
use crate::values::is_match;

/// The rules for types, in order. The first rule that matches decides.
///
/// ```
/// use treescore::prepare::{NodeKind, TypeRule, TypeTable};
/// let table: TypeTable = TypeRule::table(b"ADigit\tclass\nA*\tconcept\n")?.into();
/// assert_eq!(table.find(b"ADigit", NodeKind::Inner).map(|rule| &rule.kind[..]), Some(&b"class"[..]));
/// assert_eq!(table.rules().len(), 2);
/// # Ok::<(), treescore::prepare::TypeTableError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    rules: Vec<TypeRule>,
    /// By label, the rules for this label only.
    by_label: HashMap<Name, Vec<usize>>,
    /// Rules with wildcards, by the text before the first of them.
    by_start: Affixes,
    /// Rules that begin with a wildcard, by the text behind the last of them.
    by_end: Affixes,
}

/// Rules by how the labels that they match begin, or end.
#[derive(Clone, Debug, Default)]
struct Affixes {
    rules: HashMap<Name, Vec<usize>>,
    /// The lengths of these texts, sorted.
    lengths: Vec<usize>,
}

impl Affixes {
    fn push(&mut self, affix: &[u8], number: usize) {
        let rules = self.rules.entry(affix.to_vec()).or_default();
        if rules.is_empty() {
            self.lengths.push(affix.len());
        }
        rules.push(number);
    }

    fn finish(&mut self) {
        self.lengths.sort_unstable();
        self.lengths.dedup();
    }

    /// The rules for each part of a label of one of these lengths.
    fn of<'a>(&'a self, most: usize, part: impl Fn(usize) -> &'a [u8]) -> impl Iterator<Item = &'a [usize]> {
        let lengths = self.lengths.iter().take_while(move |&&length| length <= most);
        lengths.filter_map(move |&length| self.rules.get(part(length)).map(Vec::as_slice))
    }
}

impl PartialEq for TypeTable {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for TypeTable {}

impl From<Vec<TypeRule>> for TypeTable {
    fn from(rules: Vec<TypeRule>) -> Self {
        let mut table = Self { rules, ..Self::default() };
        for (number, rule) in table.rules.iter().enumerate() {
            let is_wild = |byte: &u8| matches!(byte, b'*' | b'?');
            let first = rule.pattern.iter().position(is_wild);
            match (first, rule.pattern.iter().rposition(is_wild)) {
                (Some(0), Some(last)) => table.by_end.push(&rule.pattern[last + 1..], number),
                (Some(first), _) => table.by_start.push(&rule.pattern[..first], number),
                (None, _) => table.by_label.entry(rule.pattern.clone()).or_default().push(number),
            }
        }
        table.by_start.finish();
        table.by_end.finish();
        table
    }
}

impl TypeTable {
    /// The rules.
    pub fn rules(&self) -> &[TypeRule] {
        &self.rules
    }

    /// True if there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The first rule that matches a node with this label.
    pub fn find(&self, label: &[u8], kind: NodeKind) -> Option<&TypeRule> {
        let mut first = self.by_label.get(label).and_then(|of_label| self.first_of(of_label, label, kind));
        let by_start = self.by_start.of(label.len(), |length| &label[..length]);
        let by_end = self.by_end.of(label.len(), |length| &label[label.len() - length..]);
        for found in by_start.chain(by_end) {
            // Rules after the first one known so far need not be tried.
            let earlier = found.partition_point(|&number| first.is_none_or(|first| number < first));
            first = self.first_of(&found[..earlier], label, kind).or(first);
        }
        first.map(|number| &self.rules[number])
    }

    fn first_of(&self, numbers: &[usize], label: &[u8], kind: NodeKind) -> Option<usize> {
        let matches =
            |rule: &TypeRule| rule.only.is_none_or(|only| only == kind) && is_match(label, &rule.pattern);
        numbers.iter().copied().find(|&number| matches(&self.rules[number]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_rule_is_that_of_a_scan(
            patterns in proptest::collection::vec("(leaf:|node:)?[ab*?]{0,4}", 0..20),
            labels in proptest::collection::vec("[ab*?]{0,4}", 1..10),
        ) {
            let rule = |(number, pattern): (usize, &String)| TypeRule::new(pattern.as_bytes(), number.to_string().as_bytes());
            let rules: Vec<TypeRule> = patterns.iter().enumerate().map(rule).collect();
            let table = TypeTable::from(rules.clone());
            for (label, kind) in labels.iter().flat_map(|label| [(label.as_bytes(), NodeKind::Leaf), (label.as_bytes(), NodeKind::Inner)]) {
                let matches = |rule: &&TypeRule| rule.only.is_none_or(|only| only == kind) && is_match(label, &rule.pattern);
                prop_assert_eq!(table.find(label, kind), rules.iter().find(matches));
            }
        }
    }
}
