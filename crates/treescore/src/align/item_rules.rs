//! Which nodes of a forest are items.

use crate::prepare::{Name, NodeKind, Rules, TypeRules};
use crate::tree::{Arena, Label, Node, Word};

/// Selects the nodes of a forest that are items, beyond what the recipe says, and assigns their types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemRules {
    /// The types of nodes.
    pub types: TypeRules,
    /// A bracket with this label around the whole unit is removed.
    pub root: Option<Name>,
    /// Brackets with these labels are removed; their contents stay.
    pub remove: Vec<Name>,
}

impl ItemRules {
    /// The number of leaves that are empty brackets, such as `(X)`.
    pub(crate) fn leaf_brackets(&self, arena: &Arena, rules: &Rules) -> u32 {
        let mut vanished = 0; // everything before this position is deleted with a bracket around it
        let is_leaf = |(at, node): &(usize, &Node)| {
            if *at >= vanished && rules.by_label()[node.label.index()].is_emptied {
                vanished = node.end();
            }
            *at >= vanished && matches!(self.bracket(arena, rules, *at), Some((_, NodeKind::Leaf)))
        };
        arena.nodes().iter().enumerate().filter(is_leaf).count() as u32
    }

    /// The name of a bracket that is an item, and whether it is a leaf; `None` if it is not an item.
    pub(super) fn bracket<'r>(
        &self,
        arena: &Arena,
        rules: &'r Rules,
        at: usize,
    ) -> Option<(&'r [u8], NodeKind)> {
        let node = arena.nodes().get(at)?;
        let rule = rules.by_label()[node.label.index()];
        let name = rules.chained_label(rules.class_name(rule.bracket));
        let (start, stop) = node.bounds();
        let is_leaf = start == stop && node.end() == at + 1;
        // Parsers write `()` or `(())` when they fail.
        let is_failure = is_leaf && node.label == Label::EMPTY;
        let is_root = at == 0 && self.is_root(rules, name) && arena.is_one_tree();
        let is_kept = rule.keep_bracket && !is_failure && !is_root && !self.is_removed(rules, name);
        is_kept.then_some((name, if is_leaf { NodeKind::Leaf } else { NodeKind::Inner }))
    }

    /// The name of a word's tag, if it has one that is an item.
    pub(super) fn tag<'r>(&self, arena: &Arena, rules: &'r Rules, word: &Word) -> Option<&'r [u8]> {
        if word.tag == Label::BARE {
            return None;
        }
        let name = rules.chained_label(rules.class_name(rules.by_label()[word.tag.index()].tag));
        let is_root = arena.nodes().is_empty() && arena.words().len() == 1 && self.is_root(rules, name);
        (!is_root && !self.is_removed(rules, name)).then_some(name)
    }

    fn is_root(&self, rules: &Rules, name: &[u8]) -> bool {
        self.root.as_deref().is_some_and(|root| self.is_called(rules, name, root))
    }

    fn is_removed(&self, rules: &Rules, name: &[u8]) -> bool {
        self.remove.iter().any(|removed| self.is_called(rules, name, removed))
    }

    /// True if an item has this label or an equivalent one, regardless of its type: the type is not part of
    /// the label.
    fn is_called(&self, rules: &Rules, name: &[u8], label: &[u8]) -> bool {
        let (_, name) = self.types.in_label(name, NodeKind::Inner);
        name == label || name == rules.chained_label(label)
    }
}
