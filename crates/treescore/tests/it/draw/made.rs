//! Trees made from a seed.

use std::fmt::Write as _;

use treescore::draw::layout::{Input, InputNode};

/// Small random numbers, the same everywhere.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x2545_F491_4F6C_DD1D)
    }

    /// A number below `sides`.
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// A tree in brackets over the words `w0 w1 …`.
pub(super) fn brackets(dice: &mut Dice, words: usize) -> String {
    let mut text = String::new();
    // Spans that are still to be written; `None` closes one.
    let mut rest = vec![Some((0, words))];
    while let Some(step) = rest.pop() {
        let Some((start, end)) = step else {
            text.push(')');
            continue;
        };
        if end - start == 1 && dice.roll(3) > 0 {
            write!(text, " (T w{start})").unwrap();
            continue;
        }
        write!(text, " ({}", ["A", "B", "C"][dice.roll(3)]).unwrap();
        rest.push(None);
        if end - start == 1 {
            write!(text, " (T w{start}))").unwrap();
            rest.pop();
            continue;
        }
        let cut = start + 1 + dice.roll(end - start - 1);
        rest.push(Some((cut, end)));
        rest.push(Some((start, cut)));
    }
    text.trim_start().to_owned()
}

/// A tree for the layout; `gaps` of ten brackets may be discontinuous.
pub(super) fn input(dice: &mut Dice, columns: usize, gaps: usize) -> Input {
    let mut nodes = Vec::new();
    let mut rest: Vec<(Option<usize>, Vec<usize>)> = vec![(None, (0..columns).collect())];
    while let Some((parent, set)) = rest.pop() {
        let number = nodes.len();
        nodes.push(InputNode {
            parent,
            stretches: stretches(&set),
            label: 8.0 + dice.roll(200) as f64 / 4.0,
        });
        if set.len() < 2 {
            continue;
        }
        let (mut one, mut other) = (Vec::new(), Vec::new());
        if dice.roll(10) < gaps {
            for &column in &set {
                if dice.roll(2) == 0 { one.push(column) } else { other.push(column) }
            }
        } else {
            let cut = 1 + dice.roll(set.len() - 1);
            (one, other) = (set[..cut].to_vec(), set[cut..].to_vec());
        }
        // Preorder: children in the order of their first words.
        let mut parts: Vec<Vec<usize>> = [one, other].into_iter().filter(|part| !part.is_empty()).collect();
        parts.retain(|part| part.len() < set.len() && dice.roll(5) > 0);
        parts.sort_by_key(|part| std::cmp::Reverse(part[0]));
        rest.extend(parts.into_iter().map(|part| (Some(number), part)));
    }
    let columns = (0..columns).map(|_| 6.0 + dice.roll(160) as f64 / 4.0).collect();
    Input { columns, nodes, gap: [15.0, 8.0][dice.roll(2)] }
}

fn stretches(set: &[usize]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for &column in set {
        match found.last_mut() {
            Some(last) if last.1 == column => last.1 += 1,
            _ => found.push((column, column + 1)),
        }
    }
    found
}
