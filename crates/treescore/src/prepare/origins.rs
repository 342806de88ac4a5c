//! Which brackets of a tree the brackets that count are.

use std::collections::VecDeque;

use super::prepared::Prepared;
use super::rules::Rules;
use crate::tree::{Arena, Span};
use crate::values::hash::HashMap;

/// The words that count of a bracket, as stretches.
type Words = Vec<(u32, u32)>;

/// The bracket of the tree that each bracket that counts is, void ones included.
///
/// Equal brackets (same class, same words) are taken in opening order, in which both are. Where speech repairs change the
/// words of brackets, the bracket with the same class and the most similar words is taken.
pub(super) fn bracket_nodes(prepared: &Prepared, arena: &Arena, rules: &Rules) -> Vec<Option<u32>> {
    let mut nodes: HashMap<(u32, Words), VecDeque<u32>> = HashMap::default();
    for (number, node) in arena.nodes().iter().enumerate() {
        let rule = &rules.by_label()[node.label.index()];
        if rule.keep_bracket {
            let words = counted_words(prepared, arena, number);
            nodes.entry((rule.bracket, words)).or_default().push_back(number as u32);
        }
    }
    let mut found: Vec<Option<u32>> = (0..prepared.brackets() as usize)
        .map(|bracket| {
            let (class, span) = prepared.bracket(bracket);
            let gapped = prepared.gapped_words(bracket).map(<[_]>::to_vec);
            let words = gapped.unwrap_or_else(|| vec![(span.start(), span.end())]);
            nodes.get_mut(&(class, words))?.pop_front()
        })
        .collect();
    if found.iter().any(Option::is_none) {
        let mut rest: Vec<(u32, Words, u32)> = nodes
            .into_iter()
            .flat_map(|((class, words), nodes)| {
                nodes.into_iter().map(move |node| (class, words.clone(), node))
            })
            .collect();
        rest.sort_unstable_by_key(|entry| entry.2);
        find_similar(prepared, &mut found, &rest);
    }
    found
}

/// The words that count of a bracket of the tree.
fn counted_words(prepared: &Prepared, arena: &Arena, node: usize) -> Words {
    let mut words: Words = Vec::new();
    for (start, stop) in arena.stretches(node) {
        let (start, stop) = (prepared.kept_before(start), prepared.kept_before(stop));
        if let Some(last) = words.last_mut().filter(|last| last.1 == start) {
            last.1 = stop;
        } else if start < stop {
            words.push((start, stop));
        }
    }
    words
}

/// Finds brackets of the tree for those that have none yet: of the same class, with the words that are nearest.
fn find_similar(prepared: &Prepared, found: &mut [Option<u32>], rest: &[(u32, Words, u32)]) {
    let mut is_taken = vec![false; rest.len()];
    let mut of_class: HashMap<u32, Vec<usize>> = HashMap::default();
    for (at, (class, ..)) in rest.iter().enumerate() {
        of_class.entry(*class).or_default().push(at);
    }
    for (bracket, place) in found.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
        let (class, span) = prepared.bracket(bracket);
        let candidates = of_class.get(&class).into_iter().flatten().copied();
        let nearest = candidates
            .take(CANDIDATES)
            .filter(|&at| !is_taken[at])
            .min_by_key(|&at| (distance(span, &rest[at].1), rest[at].2));
        if let Some(at) = nearest {
            is_taken[at] = true;
            *place = Some(rest[at].2);
        }
    }
}

/// How many brackets of one class are looked at, so that no tree takes square time.
const CANDIDATES: usize = 1000;

/// How far two ranges of words are from each other.
fn distance(span: Span, words: &[(u32, u32)]) -> u32 {
    let (start, end) = words.first().zip(words.last()).map_or((0, 0), |(first, last)| (first.0, last.1));
    span.start().abs_diff(start) + span.end().abs_diff(end)
}
