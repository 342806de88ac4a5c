//! The bracket kernel: matches two lists of spans with classes as multisets.
//!
//! Both lists are in opening order, which is the order of their keys, so matching is one merge; only brackets
//! over the same words need a closer look. Only unmatched spans can cross: a span that both trees have cannot
//! cross anything in either, because each is a tree.

use std::cmp::Ordering;
use std::collections::VecDeque;

use crate::values::hash::{HashMap, HashSet};

use crate::prepare::{Prepared, Rules};

/// Receives the result for each bracket, by its number; void brackets come after all others. The unit type
/// ignores everything and costs nothing.
pub trait Listener {
    /// A gold and a system bracket match.
    fn matched(&mut self, _gold: usize, _system: usize) {}
    /// A gold and a system bracket have the same words but not the same label.
    fn relabelled(&mut self, _gold: usize, _system: usize) {}
    /// A gold bracket has no partner.
    fn missing(&mut self, _gold: usize) {}
    /// A system bracket has no partner.
    fn extra(&mut self, _system: usize) {}
}

impl Listener for () {}

/// The spans that only one side has. Buffers are reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub struct LeftOver {
    /// Gold spans without a system bracket over the same words.
    pub gold: Vec<u64>,
    /// System spans without a gold bracket over the same words.
    pub system: Vec<u64>,
    taken: Vec<bool>,
    unmatched: Vec<usize>,
    seen: HashSet<u32>,
}

/// Counts matching brackets, and collects the spans that only one side has.
pub fn match_brackets<L: Listener>(
    gold: &Prepared,
    system: &Prepared,
    rules: &Rules,
    left: &mut LeftOver,
    listener: &mut L,
) -> u32 {
    left.gold.clear();
    left.system.clear();
    let (gold_spans, system_spans) = (gold.spans(), system.spans());
    let (gold_classes, system_classes) = (gold.classes(), system.classes());
    let (mut i, mut j, mut matched) = (0, 0, 0);
    while i < gold_spans.len() && j < system_spans.len() {
        let (gold_span, system_span) = (gold_spans[i], system_spans[j]);
        match gold_span.cmp(&system_span) {
            Ordering::Less => {
                left.gold.push(gold_span);
                listener.missing(i);
                i += 1;
            }
            Ordering::Greater => {
                left.system.push(system_span);
                listener.extra(j);
                j += 1;
            }
            Ordering::Equal => {
                let (gold_end, system_end) = (run_end(gold_spans, i), run_end(system_spans, j));
                matched += if gold_end == i + 1 && system_end == j + 1 {
                    let is_match = rules.spans_only() || rules.same_class(gold_classes[i], system_classes[j]);
                    if is_match {
                        listener.matched(i, j);
                    } else {
                        listener.relabelled(i, j);
                    }
                    u32::from(is_match)
                } else {
                    let run = Run {
                        gold: (&gold_classes[i..gold_end], i),
                        system: (&system_classes[j..system_end], j),
                    };
                    match_run(&run, rules, left, listener)
                };
                (i, j) = (gold_end, system_end);
            }
        }
    }
    left.gold.extend_from_slice(&gold_spans[i..]);
    left.system.extend_from_slice(&system_spans[j..]);
    (i..gold_spans.len()).for_each(|at| listener.missing(at));
    (j..system_spans.len()).for_each(|at| listener.extra(at));
    (gold_spans.len()..gold_spans.len() + gold.void().len()).for_each(|at| listener.missing(at));
    (system_spans.len()..system_spans.len() + system.void().len()).for_each(|at| listener.extra(at));
    matched
}

/// The end of the run of equal spans that begins at `start`.
#[inline]
fn run_end(spans: &[u64], start: usize) -> usize {
    let mut end = start + 1;
    while spans.get(end) == Some(&spans[start]) {
        end += 1;
    }
    end
}

/// Brackets over the same words: their classes on each side, and the number of the first.
struct Run<'a> {
    gold: (&'a [u32], usize),
    system: (&'a [u32], usize),
}

/// Matches brackets over the same words: each gold bracket takes the first free system bracket that equals
/// it, in opening order, as EVALB does; on request only the first of those with the same label. The others are relabelled, outermost with outermost; the rest of the
/// longer side is missing or extra.
fn match_run<L: Listener>(run: &Run<'_>, rules: &Rules, left: &mut LeftOver, listener: &mut L) -> u32 {
    let ((gold, first_gold), (system, first_system)) = (run.gold, run.system);
    let LeftOver { taken, unmatched, seen, .. } = left;
    taken.clear();
    taken.resize(system.len(), false);
    unmatched.clear();
    seen.clear();
    let mut matched = 0;
    let mut queues = (gold.len() * system.len() > SHORT_RUN).then(|| Queues::new(system, rules));
    for (at, &class) in gold.iter().enumerate() {
        let equals = |system: u32| rules.spans_only() || rules.same_class(class, system);
        if rules.matches_once() && !seen.insert(if rules.spans_only() { 0 } else { class }) {
            listener.missing(first_gold + at);
            continue;
        }
        let found = match &mut queues {
            Some(queues) => queues.take_first(class, rules),
            None => (0..system.len()).find(|&partner| !taken[partner] && equals(system[partner])),
        };
        match found {
            Some(partner) => {
                taken[partner] = true;
                matched += 1;
                listener.matched(first_gold + at, first_system + partner);
            }
            None => unmatched.push(at),
        }
    }
    let mut free = (0..system.len()).filter(|&partner| !taken[partner]);
    for &at in unmatched.iter() {
        match free.next() {
            Some(partner) => listener.relabelled(first_gold + at, first_system + partner),
            None => listener.missing(first_gold + at),
        }
    }
    for partner in free {
        listener.extra(first_system + partner);
    }
    matched
}

/// Above this many combinations, brackets over the same words are looked up by class instead of tried one by
/// one: a unary chain may be a million brackets long.
const SHORT_RUN: usize = 1024;

/// The free system brackets of one run by class, each class in opening order.
struct Queues {
    by_class: HashMap<u32, VecDeque<usize>>,
}

impl Queues {
    fn new(system: &[u32], rules: &Rules) -> Self {
        let mut by_class: HashMap<u32, VecDeque<usize>> = HashMap::default();
        for (at, &class) in system.iter().enumerate() {
            by_class.entry(if rules.spans_only() { 0 } else { class }).or_default().push_back(at);
        }
        Self { by_class }
    }

    /// Takes the first free bracket that equals `class`.
    fn take_first(&mut self, class: u32, rules: &Rules) -> Option<usize> {
        let class = if rules.spans_only() { 0 } else { class };
        let front =
            |class: &u32| self.by_class.get(class).and_then(|queue| queue.front().map(|&at| (at, *class)));
        let equal = std::iter::once(class).chain(rules.classes_related_to(class));
        let (_, best) = equal.filter_map(|class| front(&class)).min()?;
        self.by_class.get_mut(&best).and_then(VecDeque::pop_front)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::Recipe;
    use proptest::prelude::*;

    proptest! {
        /// Classes 1 to 4 stand for the labels A to D; A = B and B = C overlap.
        #[test]
        fn queues_match_the_same_brackets_as_a_search(gold in runs(), system in runs(), spans_only in any::<bool>()) {
            let pair = |a: &str, b: &str| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
            let recipe = Recipe { equal_labels: vec![pair("A", "B"), pair("B", "C")], ..Recipe::default() };
            let rules = Rules::new(if spans_only { recipe.unlabeled() } else { recipe });
            let mut queues = Queues::new(&system, &rules);
            let mut taken = vec![false; system.len()];
            for &class in &gold {
                let equals = |system: u32| rules.spans_only() || rules.same_class(class, system);
                let tried = (0..system.len()).find(|&partner| !taken[partner] && equals(system[partner]));
                prop_assert_eq!(queues.take_first(class, &rules), tried);
                if let Some(at) = tried {
                    taken[at] = true;
                }
            }
        }
    }

    fn runs() -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(1u32..=4, 0..12)
    }
}
