//! Folding: what is the same on both sides is drawn as one word.

use std::collections::BTreeMap;

use super::collapse::Closed;
use super::columns::{Column, Link};
use super::{Drawn, DrawnNode, DrawnWord, Mark, WordKind};

/// The brackets of gold and their counterparts that can be folded: the largest subtrees of at least two words that are the same
/// on both sides: labels, tags, shape, and everything in them matched. Takes time in proportion to words and brackets.
pub(super) fn same_subtrees(gold: &Drawn, system: &Drawn, columns: &[Column]) -> Vec<(usize, usize)> {
    let mut to_system = vec![None; gold.words.len()];
    for column in columns.iter().filter(|column| column.link == Link::Same) {
        if let (Some(a), Some(b)) = (column.gold, column.system) {
            to_system[a] = Some(b);
        }
    }
    let runs = runs(gold, system, &to_system);
    let (gold_ends, system_ends) = (ends(gold), ends(system));
    // Brackets of one hull are a unary chain, in which sizes differ.
    let mut by_place: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
    for (number, node) in system.nodes.iter().enumerate() {
        let (start, end) = node.hull();
        by_place.insert((start, end, system_ends[number] - number), number);
    }
    let counterpart = |number: usize| {
        let node = &gold.nodes[number];
        let (start, end) = node.hull();
        let first = to_system[start].filter(|_| runs[start] >= end)?;
        let other = *by_place.get(&(first, first + end - start, gold_ends[number] - number))?;
        is_same(node, &system.nodes[other]).then_some(other)
    };
    let mut partners: Vec<Option<usize>> = (0..gold.nodes.len()).map(counterpart).collect();
    for number in (0..gold.nodes.len()).rev() {
        let Some(parent) = gold.nodes[number].parent else { continue };
        let is_inside = partners[number].is_some_and(|other| system.nodes[other].parent == partners[parent]);
        if !is_inside {
            partners[parent] = None;
        }
    }
    let (mut found, mut node) = (Vec::new(), 0);
    while node < gold.nodes.len() {
        let (start, end) = gold.nodes[node].hull();
        match partners[node].filter(|_| end - start >= 2) {
            Some(other) => {
                found.push((node, other));
                node = gold_ends[node];
            }
            None => node += 1,
        }
    }
    found
}

/// One past the last bracket inside each bracket.
fn ends(drawn: &Drawn) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=drawn.nodes.len()).collect();
    for node in (0..drawn.nodes.len()).rev() {
        if let Some(parent) = drawn.nodes[node].parent {
            ends[parent] = ends[parent].max(ends[node]);
        }
    }
    ends
}

/// For each word of gold, how far the words from there on are the same and in the same order on the other side.
fn runs(gold: &Drawn, system: &Drawn, to_system: &[Option<usize>]) -> Vec<usize> {
    let is_same = words_are_same(gold, system, to_system);
    let mut runs: Vec<usize> = (0..gold.words.len()).collect();
    for word in (0..gold.words.len()).rev().filter(|&word| is_same[word]) {
        let goes_on = to_system.get(word + 1).is_some_and(|next| *next == to_system[word].map(|at| at + 1));
        runs[word] = if goes_on { runs[word + 1].max(word + 1) } else { word + 1 };
    }
    runs
}

/// Whether each word of gold is the same on the other side: text, tag, and no mark.
fn words_are_same(gold: &Drawn, system: &Drawn, to_system: &[Option<usize>]) -> Vec<bool> {
    let words = gold.words.iter().zip(to_system);
    let is_same = |(word, other): (&DrawnWord, &Option<usize>)| {
        other.is_some_and(|other| {
            let other = &system.words[other];
            let plain = [word.mark, word.tag_mark, other.mark, other.tag_mark]
                .iter()
                .all(|mark| *mark == Mark::Plain);
            let is_kind = |kind| !matches!(kind, WordKind::Stub | WordKind::Folded);
            plain
                && is_kind(word.kind)
                && is_kind(other.kind)
                && word.tag == other.tag
                && word.text == other.text
        })
    };
    words.map(is_same).collect()
}

/// True if two brackets are the same in themselves.
fn is_same(one: &DrawnNode, other: &DrawnNode) -> bool {
    one.label == other.label
        && [one.mark, other.mark] == [Mark::Plain; 2]
        && one.worth.is_none_or(|worth| worth >= 1.0)
        && one.stretches.len() == 1
        && other.stretches.len() == 1
}

/// Folds both trees and their columns.
pub(super) fn fold(gold: &Drawn, system: &Drawn, columns: &[Column]) -> (Drawn, Drawn, Vec<Column>) {
    let same = same_subtrees(gold, system, columns);
    // In each column the number of words that stay before it; folded words stay as their first.
    let mut is_hidden = [vec![false; gold.words.len()], vec![false; system.words.len()]];
    let mut closed = [Vec::new(), Vec::new()];
    for &(node, other) in &same {
        for (side, (drawn, node)) in [(gold, node), (system, other)].into_iter().enumerate() {
            let (start, end) = drawn.nodes[node].hull();
            is_hidden[side][start + 1..end].fill(true);
            let texts: Vec<&str> = drawn.words[start..end].iter().map(|word| &*word.text).collect();
            let hidden = texts.len();
            let word =
                DrawnWord { text: texts.join(" "), kind: WordKind::Folded, hidden, ..DrawnWord::default() };
            closed[side].push(Closed { node, word });
        }
    }
    let [of_gold, of_system] = closed;
    let mut of_system = of_system;
    of_system.sort_by_key(|closed| closed.node);
    let places = is_hidden.map(|hidden| {
        let mut next = 0;
        hidden
            .into_iter()
            .map(|is_hidden| {
                (!is_hidden).then(|| {
                    next += 1;
                    next - 1
                })
            })
            .collect::<Vec<_>>()
    });
    let kept = columns.iter().filter_map(|column| {
        let gold = column.gold.map(|at| places[0][at]);
        let system = column.system.map(|at| places[1][at]);
        // Folded words are in the same columns on both sides.
        let is_folded = gold == Some(None) || system == Some(None);
        (!is_folded).then(|| Column { gold: gold.flatten(), system: system.flatten(), ..*column })
    });
    let kept = kept.collect();
    (gold.collapse(&of_gold), system.collapse(&of_system), kept)
}
