//! Which nodes of a forest are items.

use crate::prepare::{Name, NodeKind, Rules, TypeRules};
use crate::tree::{Arena, Label, Node, Word};

/// Which nodes of a forest are items, besides what the recipe says, and of which types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemRules {
    /// The types of nodes.
    pub types: TypeRules,
    /// A bracket with this label around everything is taken off.
    pub root: Option<Name>,
    /// Brackets with these labels are taken away; what is in them stays.
    pub remove: Vec<Name>,
}

impl ItemRules {
    /// How many leaves are brackets that hold nothing, such as `(X)`.
    pub fn leaf_brackets(&self, arena: &Arena, rules: &Rules) -> u32 {
        let mut vanished = 0; // what is before this vanishes with a bracket around it
        let is_leaf = |(at, node): &(usize, &Node)| {
            if *at >= vanished && rules.by_label()[node.label.index()].is_emptied {
                vanished = node.end();
            }
            *at >= vanished && matches!(self.bracket(arena, rules, *at), Some((_, NodeKind::Leaf)))
        };
        arena.nodes().iter().enumerate().filter(is_leaf).count() as u32
    }

    /// The name of a bracket that is an item, and whether it is a leaf; `None` if it is no item.
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
        // `()` and `(())` are how parsers say that they found nothing.
        let is_failure = is_leaf && node.label == Label::EMPTY;
        let is_root = at == 0 && self.is_root(rules, name) && arena.is_one_tree();
        let is_kept = rule.keep_bracket && !is_failure && !is_root && !self.is_removed(rules, name);
        is_kept.then_some((name, if is_leaf { NodeKind::Leaf } else { NodeKind::Inner }))
    }

    /// The name of the tag of a word, if it has one that is an item.
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

    /// Has an item this label, or one that equals it? Whatever its type: that is no part of the label.
    fn is_called(&self, rules: &Rules, name: &[u8], label: &[u8]) -> bool {
        let (_, name) = self.types.in_label(name, NodeKind::Inner);
        name == label || name == rules.chained_label(label)
    }
}
