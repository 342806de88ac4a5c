//! What counts of a tree by a recipe, as a tree.

use super::Unwritable;
use crate::prepare::{Prepared, Recipe, Rules};
use crate::tree::{Arena, Label, Labels, Span, Step, Tree, TreeBuilder};

/// Applies a recipe to trees.
pub(super) struct Chooser {
    rules: Rules,
    labels: Labels,
    arena: Arena,
    prepared: Prepared,
}

impl Chooser {
    pub(super) fn new(recipe: Recipe) -> Self {
        Self {
            rules: Rules::new(recipe),
            labels: Labels::new(),
            arena: Arena::default(),
            prepared: Prepared::default(),
        }
    }

    /// The words and brackets that count. If these are not one tree, the outermost bracket stays.
    pub(super) fn choose(&mut self, tree: &Tree) -> Result<Tree, Unwritable> {
        let Self { rules, labels, arena, prepared } = self;
        arena.copy_relabelled(tree.arena(), |label| labels.intern(tree.name(label)));
        rules.update(labels);
        prepared.prepare(arena, rules);
        let kept = prepared.kept();
        if kept.is_empty() {
            return Err(Unwritable::NothingCounts);
        }
        if arena.is_discontinuous() {
            return Ok(self.choose_discontinuous(tree));
        }
        let all = kept.len() as u32;
        let brackets: Vec<(Span, u32)> = prepared
            .spans()
            .iter()
            .zip(prepared.classes())
            .map(|(&key, &class)| (Span::from_key(key), class))
            .collect();
        let mut builder = TreeBuilder::new();
        let is_one = brackets.first().is_some_and(|(span, _)| (span.start(), span.end()) == (0, all));
        if !is_one && (all > 1 || !brackets.is_empty()) {
            builder.open(arena.nodes().first().map_or(&b""[..], |root| labels.name(root.label)));
        }
        let (mut ends, mut next) = (Vec::new(), brackets.iter().peekable());
        for (at, &number) in (0u32..).zip(kept) {
            while ends.last() == Some(&at) {
                ends.pop();
                builder.close();
            }
            while let Some((span, class)) = next.next_if(|(span, _)| span.start() == at) {
                builder.open(rules.class_name(*class));
                ends.push(span.end());
            }
            let word = arena.words()[number as usize];
            let text = word.bytes(tree.text());
            match word.tag {
                Label::BARE => builder.bare_word(text),
                tag => builder.word(rules.class_name(rules.by_label()[tag.index()].tag), text),
            };
        }
        Ok(builder.finish())
    }

    /// As [`choose`](Self::choose), for a tree whose brackets may have gaps.
    fn choose_discontinuous(&self, tree: &Tree) -> Tree {
        let Self { rules, labels, arena, prepared } = self;
        let kept = prepared.kept();
        let is_kept = prepared.gapped_brackets(arena, rules);
        let is_one = is_kept.iter().position(|&is_kept| is_kept).is_some_and(|outermost| {
            let inside = arena.stretches(outermost).map(|(start, stop)| {
                kept.partition_point(|&word| word < stop) - kept.partition_point(|&word| word < start)
            });
            inside.sum::<usize>() == kept.len()
        });
        let mut builder = TreeBuilder::new();
        if !is_one {
            builder.open(arena.nodes().first().map_or(&b""[..], |root| labels.name(root.label)));
        }
        let mut order = Vec::new();
        for step in arena.steps() {
            match step {
                Step::Open(node) if is_kept[node] => {
                    let rule = &rules.by_label()[arena.nodes()[node].label.index()];
                    builder.open(rules.class_name(rule.bracket));
                }
                Step::Close(node) if is_kept[node] => drop(builder.close()),
                Step::Word(number) => {
                    let Ok(place) = kept.binary_search(&(number as u32)) else { continue };
                    order.push(place as u32);
                    let word = arena.words()[number];
                    let text = word.bytes(tree.text());
                    match word.tag {
                        Label::BARE => builder.bare_word(text),
                        tag => builder.word(rules.class_name(rules.by_label()[tag.index()].tag), text),
                    };
                }
                Step::Open(_) | Step::Close(_) => {}
            }
        }
        builder.finish_placed(&order)
    }
}
