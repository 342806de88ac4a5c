//! Brackets of discontinuous trees, whose words are sets.

use rustc_hash::FxHashMap;

use super::policies;
use super::prepared::Prepared;
use super::rules::Rules;
use crate::tree::{Arena, Span};

/// Sets of words that are not one stretch, numbered alike on both sides of a pair. A set gets a span of its
/// own behind all words, so that equal sets have equal spans and everything that compares spans compares
/// sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordSets {
    numbers: FxHashMap<Vec<(u32, u32)>, u32>,
}

impl WordSets {
    /// Starts another pair.
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
    }

    /// The span that stands for a set, in a sentence of this many words.
    fn span(&mut self, stretches: &[(u32, u32)], words: u32) -> Span {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(stretches.to_vec()).or_insert(next);
        let start = words + 1 + number;
        Span::new(start, start + 1).unwrap_or_default()
    }
}

impl Prepared {
    /// Gives the brackets of a discontinuous tree, whose words are prepared, the spans of their sets.
    pub(crate) fn place_gaps(&mut self, arena: &Arena, rules: &Rules, sets: &mut WordSets) {
        let (recipe, by_label) = (rules.recipe(), rules.by_label());
        let words = self.kept().len() as u32;
        let mut found: Vec<(u64, u64, u32)> = Vec::new();
        let (mut stretches, mut sentence, mut gapped) = (Vec::new(), Span::default(), Vec::new());
        for (number, node) in arena.nodes().iter().enumerate() {
            let rule = &by_label[node.label.index()];
            stretches.clear();
            for (start, stop) in arena.stretches(number) {
                push_stretch(&mut stretches, (self.kept_before(start), self.kept_before(stop)));
            }
            let (Some(&(first, _)), Some(&(_, last))) = (stretches.first(), stretches.last()) else {
                continue;
            };
            let hull = Span::new(first, last).unwrap_or_default();
            let is_root = node.parent().is_none();
            if is_root {
                sentence = hull;
            }
            let span = if stretches.len() == 1 { hull } else { sets.span(&stretches, words) };
            let is_dropped = is_root && policies::is_dropped_root(recipe, rule);
            let is_trivial = stretches.len() == 1 && policies::is_trivial(recipe, span, sentence);
            if rule.keep_bracket && !is_dropped && !is_trivial {
                if stretches.len() > 1 {
                    gapped.push((span.key(), stretches.clone()));
                }
                found.push((span.key(), hull.key(), rule.bracket));
            }
        }
        found.sort_by_key(|(key, ..)| *key); // brackets over the same words stay in opening order
        self.replace_brackets(&found, rules);
        self.set_gapped(gapped);
    }
}

impl Prepared {
    /// Which brackets of a discontinuous tree count, as [`place_gaps`](Self::place_gaps) decides, by number.
    pub(crate) fn gapped_brackets(&self, arena: &Arena, rules: &Rules) -> Vec<bool> {
        let (recipe, by_label) = (rules.recipe(), rules.by_label());
        let (mut stretches, mut sentence) = (Vec::new(), Span::default());
        let (mut sets, mut seen) = (WordSets::default(), policies::Seen::default());
        let words = self.kept().len() as u32;
        let mut kept = Vec::with_capacity(arena.nodes().len());
        for (number, node) in arena.nodes().iter().enumerate() {
            let rule = &by_label[node.label.index()];
            stretches.clear();
            for (start, stop) in arena.stretches(number) {
                push_stretch(&mut stretches, (self.kept_before(start), self.kept_before(stop)));
            }
            let (Some(&(first, _)), Some(&(_, last))) = (stretches.first(), stretches.last()) else {
                kept.push(false);
                continue;
            };
            let hull = Span::new(first, last).unwrap_or_default();
            let is_root = node.parent().is_none();
            if is_root {
                sentence = hull;
            }
            let span = if stretches.len() == 1 { hull } else { sets.span(&stretches, words) };
            let is_dropped = is_root && policies::is_dropped_root(recipe, rule);
            let is_trivial = stretches.len() == 1 && policies::is_trivial(recipe, span, sentence);
            kept.push(
                rule.keep_bracket
                    && !is_dropped
                    && !is_trivial
                    && !seen.is_repeat(rules, span.key(), rule.bracket),
            );
        }
        kept
    }
}

/// Adds a stretch of words that count. Words between two stretches may all be deleted.
fn push_stretch(stretches: &mut Vec<(u32, u32)>, (start, stop): (u32, u32)) {
    match stretches.last_mut() {
        _ if start >= stop => {}
        Some((_, end)) if *end == start => *end = stop,
        _ => stretches.push((start, stop)),
    }
}
