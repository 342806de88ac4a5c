//! Word alignments in three columns, as [`read::columns`](crate::read::columns) reads them.

/// Formats the lines of one cell: gold word, tab, system word, tab, and `000` (same), `001` (substituted),
/// `100` (deleted) or `010` (inserted). Words are paired in order; the surplus words of the longer side
/// follow.
///
/// ```
/// use treescore::write::columns::three_columns;
/// let words = |words: &[&str]| words.iter().map(|word| word.as_bytes().to_vec()).collect::<Vec<_>>();
/// let lines = three_columns(&words(&["does", "n't"]), &words(&["doesn't"]));
/// assert_eq!(lines, b"does\tdoesn't\t001\nn't\t\t100\n");
/// ```
pub fn three_columns(gold: &[Vec<u8>], system: &[Vec<u8>]) -> Vec<u8> {
    let line = |at: usize| {
        let (gold, system) = (gold.get(at), system.get(at));
        let code: &[u8] = match (gold, system) {
            (Some(gold), Some(system)) if gold == system => b"000",
            (Some(_), Some(_)) => b"001",
            (Some(_), None) => b"100",
            (None, _) => b"010",
        };
        let word = |word: Option<&'_ Vec<u8>>| word.cloned().unwrap_or_default();
        [&word(gold)[..], b"\t", &word(system), b"\t", code, b"\n"].concat()
    };
    (0..gold.len().max(system.len())).flat_map(line).collect()
}
