//! Which gold brackets a crossing bracket cuts.

use super::columns::Column;
use super::{Drawn, DrawnNode, Mark};

/// A crossing bracket of the system, and the gold brackets that it cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The bracket of the system.
    pub(super) system: usize,
    /// The gold brackets, in opening order.
    pub(super) gold: Vec<usize>,
}

/// The cuts of all crossing brackets, in opening order.
pub(super) fn cuts(gold: &Drawn, system: &Drawn, columns: &[Column]) -> Vec<Cut> {
    let of_gold = columns_of(gold.words.len(), columns, |column| column.gold);
    let of_system = columns_of(system.words.len(), columns, |column| column.system);
    let gold: Vec<Covered> = gold.nodes.iter().map(|node| Covered::new(node, &of_gold)).collect();
    let crossing = system.nodes.iter().enumerate().filter(|(_, node)| node.mark == Mark::Crossing);
    crossing
        .map(|(number, node)| {
            let other = Covered::new(node, &of_system);
            let cut = gold.iter().enumerate().filter(|(_, covered)| covered.crosses(&other));
            Cut { system: number, gold: cut.map(|(at, _)| at).collect() }
        })
        .collect()
}

/// The columns of a bracket: stretches, ascending.
struct Covered(Vec<(usize, usize)>);

impl Covered {
    fn new(node: &DrawnNode, columns: &[Option<usize>]) -> Self {
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for &(start, end) in &node.stretches {
            let first = columns[start..end].iter().flatten().next();
            let last = columns[start..end].iter().flatten().next_back();
            if let (Some(&first), Some(&last)) = (first, last) {
                stretches.push((first, last + 1));
            }
        }
        Self(stretches)
    }

    /// True if two brackets share a column, and each has one of its own.
    fn crosses(&self, other: &Self) -> bool {
        let shared: usize =
            self.0.iter().flat_map(|one| other.0.iter().map(move |two| shared(*one, *two))).sum();
        let size = |all: &[(usize, usize)]| all.iter().map(|(start, end)| end - start).sum::<usize>();
        shared > 0 && shared < size(&self.0) && shared < size(&other.0)
    }
}

/// How many columns two stretches share.
fn shared(one: (usize, usize), two: (usize, usize)) -> usize {
    one.1.min(two.1).saturating_sub(one.0.max(two.0))
}

/// For each word, the number of its column among those that have words of both sides.
fn columns_of(words: usize, columns: &[Column], of: fn(&Column) -> Option<usize>) -> Vec<Option<usize>> {
    let mut found = vec![None; words];
    let both = columns.iter().filter(|column| column.gold.is_some() && column.system.is_some());
    for (number, word) in both.map(of).enumerate() {
        if let Some(word) = word {
            found[word] = Some(number);
        }
    }
    found
}
