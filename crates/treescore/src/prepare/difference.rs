//! What a recipe makes of a tree that was read as a difference from gold.

use super::policies;
use super::prepared::Prepared;
use super::recipe::Recipe;
use super::rules::Rules;
use crate::read::Difference;
use crate::tree::Arena;

/// The brackets that count and are not the same on both sides, each with its [key](crate::tree::Span::key) and its class,
/// in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct PreparedDifference {
    pub(crate) gold: Vec<(u64, u32)>,
    pub(crate) system: Vec<(u64, u32)>,
    /// The words that count whose tags do not match.
    pub(crate) wrong_tags: u32,
}

impl Recipe {
    /// True if each bracket and word counts or not whatever the others are, so that what is the same in two trees counts
    /// the same.
    pub(super) fn allows_differences(&self) -> bool {
        self.edits.is_empty() && self.empties.is_empty() && !policies::has_any(self)
    }
}

impl PreparedDifference {
    /// Applies the rules to a difference from a gold tree that was prepared alone. `gold` has its text, too. `None` if the
    /// system's tree must be looked at as a whole: words that count on one side only, other words, or a recipe under which
    /// a bracket counts or matches because of others.
    pub(crate) fn prepare(
        &mut self,
        (arena, gold_text, gold): (&Arena, &[u8], &Prepared),
        (difference, text): (&Difference, &[u8]),
        rules: &Rules,
    ) -> Option<()> {
        if !rules.allows_differences() {
            return None;
        }
        let by_label = rules.by_label();
        self.wrong_tags = 0;
        for (number, word) in &difference.words {
            let gold_word = &arena.words()[*number as usize];
            let (rule, gold_rule) = (&by_label[word.tag.index()], &by_label[gold_word.tag.index()]);
            if (rule.keep_word, rule.is_trace) != (gold_rule.keep_word, gold_rule.is_trace) {
                return None;
            }
            if gold.is_counted(*number as usize) {
                if !gold_word.has_same_bytes(gold_text, word, text) {
                    return None;
                }
                let is_same = word.tag == gold_word.tag || rules.same_tag(gold_rule.tag, rule.tag);
                self.wrong_tags += u32::from(!is_same);
            }
        }
        let nodes = arena.nodes();
        let bracket = |label, bounds| {
            let rule = &by_label[crate::tree::Label::index(label)];
            let class = if rules.spans_only() { 0 } else { rule.bracket };
            gold.key_of(bounds).filter(|_| rule.keep_bracket).map(|key| (key, class))
        };
        let gold_brackets = difference.gold.iter().map(|&number| &nodes[number as usize]);
        self.gold.clear();
        self.gold.extend(gold_brackets.filter_map(|node| bracket(node.label, node.bounds())));
        self.gold.sort_unstable();
        self.system.clear();
        self.system.extend(difference.system.iter().filter_map(|own| bracket(own.label, own.bounds)));
        self.system.sort_unstable();
        Some(())
    }
}
