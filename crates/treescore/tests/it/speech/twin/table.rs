//! Alignment of two sequences of words by a full table.

use treescore::align::sequence::Costs;

/// A cell: the number of a gold word, and the number of a system word.
pub(crate) type Cell = (Option<usize>, Option<usize>);

/// The cost, then the number of words that are not correct.
type Value = (i64, i64);

/// Finds the best alignment: the least cost, then the most correct words. Ties are broken from the end: first
/// both last words together, as a pair or, if a pair is not cheaper, each alone; then a deletion; then an
/// insertion. Between two pairs, insertions come first.
pub(crate) fn align(
    gold: usize,
    system: usize,
    is_equal: &dyn Fn(usize, usize) -> bool,
    costs: Costs,
) -> Vec<Cell> {
    let [substitute, insert, delete] = [costs.substitute, costs.insert, costs.delete].map(i64::from);
    let pair = |i: usize, j: usize| if is_equal(i, j) { (0, -1) } else { (substitute, 0) };
    // Two words whose pair does not cost less than a deletion and an insertion are not a pair.
    let is_pair = |i: usize, j: usize| pair(i, j).0 < insert + delete;
    let plus = |one: Value, other: Value| (one.0 + other.0, one.1 + other.1);
    let mut table = vec![vec![(0, 0); system + 1]; gold + 1];
    for i in 0..=gold {
        for j in 0..=system {
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
    let (mut i, mut j, mut pairs) = (gold, system, Vec::new());
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
    cells(&pairs, gold, system)
}

/// The cells: pairs, and the words without a partner between them.
fn cells(pairs: &[(usize, usize)], gold: usize, system: usize) -> Vec<Cell> {
    let (mut cells, mut next_gold, mut next_system) = (Vec::new(), 0, 0);
    let ends = pairs.iter().map(|&(i, j)| (i, j, true)).chain([(gold, system, false)]);
    for (i, j, is_pair) in ends {
        cells.extend((next_system..j).map(|system_word| (None, Some(system_word))));
        cells.extend((next_gold..i).map(|gold_word| (Some(gold_word), None)));
        if is_pair {
            cells.push((Some(i), Some(j)));
        }
        (next_gold, next_system) = (i + 1, j + 1);
    }
    cells
}
