//! The table of a word alignment, for teaching: what each cell costs, the way through it, and the words that
//! correspond.

use crate::measure::{ShownMatch, Verdict};
use crate::report::style::{Role, Style, visible};
use crate::report::table::{Column, Table, TableCell};

/// The costs of a substitution, an insertion and a deletion, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCosts {
    /// Of a substitution.
    pub substitute: u64,
    /// Of an insertion.
    pub insert: u64,
    /// Of a deletion.
    pub delete: u64,
}

/// Longer sentences have no table that anybody could read.
const LONGEST: usize = 40;

/// What the cells of a table hold.
struct Edits<'m> {
    gold: Vec<&'m str>,
    system: Vec<&'m str>,
    /// Gold runs to the right, the system down.
    cells: Vec<Vec<Cell>>,
}

/// A cell of the table.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// What the cheapest ways to it cost.
    cost: u64,
    /// How many of them there are that end with an insertion, and that do not. Deletions and insertions between the
    /// same words come in one order only: ways that differ in it let the same words correspond.
    inserting: u64,
    other: u64,
}

impl Cell {
    fn ways(self) -> u64 {
        self.inserting.saturating_add(self.other)
    }
}

impl<'m> Edits<'m> {
    fn new(matches: &'m [ShownMatch], costs: TableCosts) -> Self {
        let words = |side: fn(&ShownMatch) -> Option<&crate::measure::ItemView>| -> Vec<&'m str> {
            matches.iter().filter_map(side).map(|item| item.label.as_str()).collect()
        };
        let (gold, system) = (words(|row| row.gold.as_ref()), words(|row| row.system.as_ref()));
        let mut edits = Self { gold, system, cells: Vec::new() };
        if edits.gold.len().max(edits.system.len()) <= LONGEST {
            edits.fill(matches, costs);
        }
        edits
    }

    fn fill(&mut self, matches: &[ShownMatch], costs: TableCosts) {
        let (width, height) = (self.gold.len(), self.system.len());
        let start = Cell { cost: 0, inserting: 0, other: 1 };
        self.cells = vec![vec![start; width + 1]; height + 1];
        for down in 0..=height {
            for right in 0..=width {
                if (down, right) != (0, 0) {
                    self.cells[down][right] = self.cell(matches, costs, (down, right));
                }
            }
        }
    }

    /// The cost of the cheapest ways to a cell, and their numbers.
    fn cell(&self, matches: &[ShownMatch], costs: TableCosts, (down, right): (usize, usize)) -> Cell {
        let above = down.checked_sub(1).map(|down| self.cells[down][right]);
        let left = right.checked_sub(1).map(|right| self.cells[down][right]);
        let inserted = above.map(|cell| (cell.cost + costs.insert, cell.ways()));
        let deleted = left.map(|cell| (cell.cost + costs.delete, cell.other));
        let mapped = (down > 0 && right > 0).then(|| {
            let is_equal = are_equal(matches, self.gold[right - 1], self.system[down - 1]);
            let before = self.cells[down - 1][right - 1];
            (before.cost + if is_equal { 0 } else { costs.substitute }, before.ways())
        });
        let steps = [inserted, deleted, mapped];
        let cost = steps.iter().flatten().map(|&(cost, _)| cost).min().unwrap_or_default();
        let [inserting, deleting, mapping] =
            steps.map(|step| step.filter(|&(found, _)| found == cost).map_or(0, |(_, ways)| ways));
        Cell { cost, inserting, other: deleting.saturating_add(mapping) }
    }

    fn last(&self) -> Cell {
        self.cells.last().and_then(|row| row.last()).copied().unwrap_or_default()
    }
}

/// True for the same word, and for words that were aligned as equal.
fn are_equal(matches: &[ShownMatch], gold: &str, system: &str) -> bool {
    let is_it = |row: &ShownMatch| {
        let label = |item: &Option<crate::measure::ItemView>, word: &str| {
            item.as_ref().is_some_and(|item| item.label == word)
        };
        row.verdict == Verdict::Matched && label(&row.gold, gold) && label(&row.system, system)
    };
    gold == system || matches.iter().any(is_it)
}

/// Renders the table of a pair, and its words one above the other. `distance` is what the alignment costs.
pub(crate) fn render(matches: &[ShownMatch], costs: TableCosts, distance: u64, style: &Style) -> String {
    let edits = Edits::new(matches, costs);
    if edits.cells.is_empty() {
        return format!("no table: more than {LONGEST} words\n\n{}", words(matches, style));
    }
    let (least, ways) = (edits.last().cost, edits.last().ways());
    if least != distance {
        return format!("no table: words are equal that are not written alike\n\n{}", words(matches, style));
    }
    let ways =
        if ways == 1 { "the only cheapest way".to_owned() } else { format!("one of {ways} cheapest ways") };
    let way = format!("distance {}: {ways} is marked", amount(least));
    format!("{}{way}\n\n{}", table(&edits, &path(matches), style).render(style), words(matches, style))
}

/// The cells on the way: down and right.
fn path(matches: &[ShownMatch]) -> Vec<(usize, usize)> {
    let mut path = vec![(0, 0)];
    let (mut down, mut right) = (0, 0);
    for row in matches {
        down += usize::from(row.system.is_some());
        right += usize::from(row.gold.is_some());
        path.push((down, right));
    }
    path
}

fn table(edits: &Edits<'_>, path: &[(usize, usize)], style: &Style) -> Table {
    let nothing = style.glyphs().undefined;
    let heads = [nothing].into_iter().chain(edits.gold.iter().copied());
    let mut columns = vec![Column::left("")];
    columns.extend(heads.map(|word| Column::right(&visible(word, style))));
    let names = [nothing].into_iter().chain(edits.system.iter().copied());
    let rows = names.zip(&edits.cells).enumerate().map(|(down, (name, cells))| {
        let mut row = vec![TableCell::plain(visible(name, style))];
        row.extend(cells.iter().enumerate().map(|(right, &Cell { cost, .. })| {
            if path.contains(&(down, right)) {
                TableCell::new(Role::Strong, format!("[{}]", amount(cost)))
            } else {
                TableCell::plain(format!("{} ", amount(cost)))
            }
        }));
        row
    });
    let rows = rows.collect();
    Table { columns, rows }
}

/// The words of both sides, those that correspond one above the other, with the marks of errors below.
fn words(matches: &[ShownMatch], style: &Style) -> String {
    let nothing = style.glyphs().undefined;
    let columns = std::iter::once(Column::left("gold")).chain(matches.iter().map(|row| {
        let word = row.gold.as_ref().map_or(nothing, |item| item.label.as_str());
        Column::left(&visible(word, style))
    }));
    let mut system = vec![TableCell::plain("system".to_owned())];
    let mut marks = vec![TableCell::default()];
    for row in matches {
        let word = row.system.as_ref().map_or(nothing, |item| item.label.as_str());
        let (mark, role) = super::matches::mark(row.verdict, style);
        system.push(TableCell::plain(visible(word, style)));
        marks.push(TableCell::new(role, mark));
    }
    Table { columns: columns.collect(), rows: vec![system, marks] }.render(style)
}

/// Millionths as a number: `4`, `0.5`.
fn amount(millionths: u64) -> String {
    let (whole, rest) = (millionths / 1_000_000, millionths % 1_000_000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:06}").trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::WordAccuracy;
    use crate::{Scorer, Setup};

    const COSTS: TableCosts = TableCosts { substitute: 4_000_000, insert: 3_000_000, delete: 3_000_000 };

    fn rendered(gold: &str, system: &str, distance: u64) -> String {
        let matches = Scorer::new(Setup::of(WordAccuracy::default())).matches(gold, system).unwrap();
        render(&matches, COSTS, distance, &Style { width: 200, ..Style::default() })
    }

    /// Figure 2 of the paper on tree matching.
    #[test]
    fn the_table_of_the_paper() {
        let (gold, system) = ("d_i drei sieben drei von hamburg", "drei zwei sieben drei nach hamburg");
        let found = rendered(gold, system, 10_000_000);
        let expected = [
            "           –  d_i  drei  sieben  drei   von  hamburg",
            "–        [0]  [3]    6       9    12    15       18",
            "drei      3    4    [3]      6     9    12       15",
            "zwei      6    7    [6]      7    10    13       16",
            "sieben    9   10     9      [6]    9    12       15",
            "drei     12   13    10       9    [6]    9       12",
            "nach     15   16    13      12     9   [10]      13",
            "hamburg  18   19    16      15    12    13      [10]",
            "distance 10: the only cheapest way is marked",
            "",
            "gold    d_i  drei  –     sieben  drei  von   hamburg",
            "system  –    drei  zwei  sieben  drei  nach  hamburg",
            "        −          +                   ≠",
        ];
        assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{found}");
    }

    #[test]
    fn tables_that_cannot_be_drawn_say_why() {
        assert!(rendered("a b", "a b", 7).starts_with("no table: words are equal"));
        let long = "a ".repeat(LONGEST + 1);
        assert!(rendered(&long, "a", 0).starts_with("no table: more than 40 words"));
        assert!(rendered("a a", "a", 3_000_000).contains("one of 2 cheapest ways"));
    }

    /// Where a substitution costs more than both, a deletion and an insertion are one mapping in either order.
    #[test]
    fn ways_are_counted_by_the_words_that_correspond() {
        let dear = TableCosts { substitute: 7_000_000, ..COSTS };
        let words = |gold: &str, system: &str| {
            let matches = Scorer::new(Setup::of(WordAccuracy::default())).matches(gold, system).unwrap();
            Edits::new(&matches, dear).last()
        };
        for (gold, system, cost, ways) in [
            ("a", "b", 6_000_000, 1),
            ("a b", "c d", 12_000_000, 1),
            ("a a", "a", 3_000_000, 2),
            ("a b", "b a", 6_000_000, 2),
        ] {
            let last = words(gold, system);
            assert_eq!((last.cost, last.ways()), (cost, ways), "{gold} / {system}");
        }
    }

    #[test]
    fn amounts_have_no_zeros_at_the_end() {
        assert_eq!([0, 4_000_000, 500_000, 1_250_000].map(amount), ["0", "4", "0.5", "1.25"]);
    }
}
