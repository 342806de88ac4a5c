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
    by_start: HashMap<Name, Vec<usize>>,
    /// The lengths of these texts, sorted.
    lengths: Vec<usize>,
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
            let wildcard = rule.pattern.iter().position(|byte| matches!(byte, b'*' | b'?'));
            let (index, name) = match wildcard {
                None => (&mut table.by_label, &rule.pattern[..]),
                Some(at) => (&mut table.by_start, &rule.pattern[..at]),
            };
            index.entry(name.to_vec()).or_default().push(number);
        }
        table.lengths = table.by_start.keys().map(Vec::len).collect();
        table.lengths.sort_unstable();
        table.lengths.dedup();
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
        for &length in self.lengths.iter().take_while(|&&length| length <= label.len()) {
            let found = self.by_start.get(&label[..length]).map_or(&[][..], Vec::as_slice);
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
