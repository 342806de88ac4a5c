//! Two sequences of words, aligned by a table of all their beginnings.

use treescore::align::sequence::Costs;

/// What stands in a cell: the number of a gold word, and of one of the system.
pub(crate) type Cell = (Option<usize>, Option<usize>);

/// Cost, then how many are not correct.
type Value = (i64, i64);

/// The best alignment: the least cost, then the most correct words. Of several, from the end: rather both last words together, as a pair or, if that is
/// worth nothing, each by itself; then a word that is deleted; then one that is inserted. Between two pairs, what was inserted comes first.
pub(crate) fn align(gold: &[String], system: &[String], costs: Costs) -> Vec<Cell> {
    let [substitute, insert, delete] = [costs.substitute, costs.insert, costs.delete].map(i64::from);
    let pair = |i: usize, j: usize| if gold[i] == system[j] { (0, -1) } else { (substitute, 0) };
    // What costs no less than to delete and insert both is no pair.
    let is_pair = |i: usize, j: usize| pair(i, j).0 < insert + delete;
    let plus = |one: Value, other: Value| (one.0 + other.0, one.1 + other.1);
    let mut table = vec![vec![(0, 0); system.len() + 1]; gold.len() + 1];
    for i in 0..=gold.len() {
        for j in 0..=system.len() {
            let mut ways: Vec<Value> = Vec::new();
            if i > 0 {
                ways.push(plus(table[i - 1][j], (delete, 0)));
            }
            if j > 0 {
                ways.push(plus(table[i][j - 1], (insert, 0)));
            }
            if i > 0 && j > 0 && is_pair(i - 1, j - 1) {
                ways.push(plus(table[i - 1][j - 1], pair(i - 1, j - 1)));
            }
            table[i][j] = ways.into_iter().min().unwrap_or_default();
        }
    }
    let (mut i, mut j, mut pairs) = (gold.len(), system.len(), Vec::new());
    while i > 0 || j > 0 {
        let here = table[i][j];
        let both = |i: usize, j: usize| if is_pair(i, j) { pair(i, j) } else { (insert + delete, 0) };
        if i > 0 && j > 0 && here == plus(table[i - 1][j - 1], both(i - 1, j - 1)) {
            (i, j) = (i - 1, j - 1);
            if is_pair(i, j) {
                pairs.push((i, j));
            }
        } else if i > 0 && here == plus(table[i - 1][j], (delete, 0)) {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    pairs.reverse();
    cells(&pairs, gold.len(), system.len())
}

/// Pairs, and between them what has no partner.
fn cells(pairs: &[(usize, usize)], gold: usize, system: usize) -> Vec<Cell> {
    let (mut cells, mut ours, mut theirs) = (Vec::new(), 0, 0);
    let ends = pairs.iter().map(|&(i, j)| (i, j, true)).chain([(gold, system, false)]);
    for (i, j, is_pair) in ends {
        cells.extend((theirs..j).map(|their| (None, Some(their))));
        cells.extend((ours..i).map(|our| (Some(our), None)));
        if is_pair {
            cells.push((Some(i), Some(j)));
        }
        (ours, theirs) = (i + 1, j + 1);
    }
    cells
}
