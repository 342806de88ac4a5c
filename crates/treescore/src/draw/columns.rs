//! The common columns of a pair: which words of both sides stand side by side.

use super::{Drawn, WordKind};
use crate::align::text::Kind;
use crate::measure::{Place, Sketch, SketchTree};

/// A column of a pair: a word of each side, or of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The word of gold, as a position among the drawn ones.
    pub gold: Option<usize>,
    /// The word of the system.
    pub system: Option<usize>,
    /// How they are related.
    pub link: Link,
}

/// How the words of a column are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The same text.
    Same,
    /// Equivalent texts, or texts that are divided differently.
    Equivalent,
    /// Different texts.
    Different,
    /// A word of one side only.
    Single,
}

/// The columns of a pair. `None` if nothing tells which words correspond.
///
/// Words that count correspond by the cells of an alignment, else one to one if there are equally many, else by what became of
/// them, else by their times. A word that does not count has a column of its own, unless the same word is at the same place of
/// the other side.
pub fn columns(sketch: &Sketch, gold: &Drawn, system: &Drawn) -> Option<Vec<Column>> {
    let counted = |drawn: &Drawn| -> Vec<usize> {
        let words = drawn.words.iter().enumerate();
        words.filter(|(_, word)| word.kind != WordKind::Deleted).map(|(at, _)| at).collect()
    };
    let (of_gold, of_system) = (counted(gold), counted(system));
    let cells = match &sketch.cells {
        Some(cells) => {
            by_cells(cells.iter().map(|cell| (cell.kind, cell.gold as usize, cell.system as usize)))
        }
        None if of_gold.len() == of_system.len() => {
            (0..of_gold.len()).map(|at| (Some(at), Some(at), None)).collect()
        }
        None => {
            let partners = partners(&sketch.gold, gold, system);
            if partners.is_empty() {
                by_times(gold, system)?
            } else {
                by_partners(&partners, of_gold.len(), of_system.len())
            }
        }
    };
    let numbers = |found: &[usize], at: Option<usize>| at.and_then(|at| found.get(at).copied());
    let mut columns = Vec::new();
    let (mut next_gold, mut next_system) = (0, 0);
    for (a, b, kind) in cells {
        let (a, b) = (numbers(&of_gold, a), numbers(&of_system, b));
        deleted(gold, system, (&mut next_gold, a), (&mut next_system, b), &mut columns);
        columns.push(Column { gold: a, system: b, link: link(gold, system, (a, b), kind) });
        next_gold = a.map_or(next_gold, |a| a + 1);
        next_system = b.map_or(next_system, |b| b + 1);
    }
    let ends = (Some(gold.words.len()), Some(system.words.len()));
    deleted(gold, system, (&mut next_gold, ends.0), (&mut next_system, ends.1), &mut columns);
    Some(columns)
}

/// A word that counts of each side, by its number among them, and the kind of their cell.
type Pairing = (Option<usize>, Option<usize>, Option<Kind>);

/// The words of cells: the first of both sides together, then those of the longer side.
fn by_cells(cells: impl Iterator<Item = (Kind, usize, usize)>) -> Vec<Pairing> {
    let (mut gold, mut system, mut found) = (0, 0, Vec::new());
    for (kind, in_gold, in_system) in cells {
        for at in 0..in_gold.max(in_system) {
            let number = |start: usize, count: usize| (at < count).then_some(start + at);
            found.push((number(gold, in_gold), number(system, in_system), Some(kind)));
        }
        (gold, system) = (gold + in_gold, system + in_system);
    }
    found
}

/// The words of both sides that became each other, ascending, as numbers among those that count.
fn partners(tree: &SketchTree, gold: &Drawn, system: &Drawn) -> Vec<(usize, usize)> {
    let number_of = |drawn: &Drawn| {
        let counted = drawn.words.iter().filter(|word| word.kind != WordKind::Deleted);
        counted.map(|word| word.number).collect::<Vec<usize>>()
    };
    let (of_gold, of_system) = (number_of(gold), number_of(system));
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, &number) in of_gold.iter().enumerate() {
        let fate = tree.word_fate(number).or_else(|| tree.tag_fate(number));
        let Some(Place::Word(other) | Place::Tag(other)) = fate.and_then(|fate| fate.partner) else {
            continue;
        };
        let Ok(other) = of_system.binary_search(&(other as usize)) else { continue };
        if found.last().is_none_or(|last| last.1 < other) {
            found.push((at, other));
        }
    }
    found
}

fn by_partners(partners: &[(usize, usize)], in_gold: usize, in_system: usize) -> Vec<Pairing> {
    let (mut gold, mut system, mut found) = (0, 0, Vec::new());
    for &(a, b) in partners.iter().chain([&(in_gold, in_system)]) {
        found.extend((gold..a).map(|at| (Some(at), None, None)));
        found.extend((system..b).map(|at| (None, Some(at), None)));
        if (a, b) != (in_gold, in_system) {
            found.push((Some(a), Some(b), None));
        }
        (gold, system) = (a + 1, b + 1);
    }
    found
}

/// Words that share more than half of the shorter one's time correspond. `None` without times.
fn by_times(gold: &Drawn, system: &Drawn) -> Option<Vec<Pairing>> {
    let times = |drawn: &Drawn| {
        let words = drawn.words.iter().filter(|word| word.kind != WordKind::Deleted);
        words.map(|word| word.time).collect::<Option<Vec<(f64, f64)>>>()
    };
    let (gold, system) = (times(gold)?, times(system)?);
    let (mut a, mut b, mut found) = (0, 0, Vec::new());
    while a < gold.len() || b < system.len() {
        let (Some(&one), Some(&other)) = (gold.get(a), system.get(b)) else {
            let is_gold = a < gold.len();
            found.push((is_gold.then_some(a), (!is_gold).then_some(b), None));
            if is_gold {
                a += 1;
            } else {
                b += 1;
            }
            continue;
        };
        let shared = one.1.min(other.1) - one.0.max(other.0);
        let shorter = (one.1 - one.0).min(other.1 - other.0);
        if shared > 0.0 && shared * 2.0 > shorter {
            found.push((Some(a), Some(b), None));
            (a, b) = (a + 1, b + 1);
        } else if one.0 + one.1 <= other.0 + other.1 {
            found.push((Some(a), None, None));
            a += 1;
        } else {
            found.push((None, Some(b), None));
            b += 1;
        }
    }
    Some(found)
}

/// Adds the words that do not count before the next ones that do.
fn deleted(
    gold: &Drawn,
    system: &Drawn,
    (next_gold, gold_end): (&mut usize, Option<usize>),
    (next_system, system_end): (&mut usize, Option<usize>),
    columns: &mut Vec<Column>,
) {
    let (end, other_end) = (gold_end.unwrap_or(*next_gold), system_end.unwrap_or(*next_system));
    while *next_gold < end || *next_system < other_end {
        let (a, b) = (*next_gold, *next_system);
        let both = (a < end && b < other_end).then(|| (&gold.words[a].text, &system.words[b].text));
        let is_same = both.is_some_and(|(one, other)| one == other);
        let column = Column {
            gold: (a < end).then_some(a),
            system: (b < other_end && (is_same || a >= end)).then_some(b),
            link: if is_same { Link::Same } else { Link::Single },
        };
        *next_gold += usize::from(column.gold.is_some());
        *next_system += usize::from(column.system.is_some());
        columns.push(column);
    }
}

fn link(gold: &Drawn, system: &Drawn, words: (Option<usize>, Option<usize>), kind: Option<Kind>) -> Link {
    let (Some(a), Some(b)) = words else { return Link::Single };
    let is_same = gold.words[a].text == system.words[b].text;
    match kind {
        Some(Kind::Retok | Kind::Equiv) => Link::Equivalent,
        _ if kind == Some(Kind::Same) || kind.is_none() && is_same => Link::Same,
        Some(Kind::Same | Kind::Diff | Kind::Gold | Kind::System) | None => Link::Different,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Drawn, Show};
    use super::{Link, columns};
    use crate::Scorer;

    #[test]
    fn deleted_words_are_single_unless_they_are_equal() {
        for (gold, system, expected, why) in [
            ("(S (N a) (V b))", "(S (N a) (V b))", "a=a b=b", "one to one"),
            (
                "(S (N a) (, ,) (V b) (. .))",
                "(S (N a) (V b) (. .))",
                "a=a ,| b=b .=.",
                "a comma of gold only",
            ),
            ("(S (N a) (V b) (. .))", "(S (N a) (V b) (. !))", "a=a b=b .| |!", "other stops"),
        ] {
            let mut scorer = Scorer::of("parseval").unwrap();
            let sketch = scorer.sketch(gold, system).unwrap();
            let (gold, system) = (Drawn::new(&sketch.gold, Show::ALL), Drawn::new(&sketch.system, Show::ALL));
            let found = columns(&sketch, &gold, &system).unwrap();
            let text = |drawn: &Drawn, at: Option<usize>| {
                at.map_or(String::new(), |at| drawn.words[at].text.clone())
            };
            let found = found.iter().map(|column| {
                let sign = if column.link == Link::Single { "|" } else { "=" };
                format!("{}{sign}{}", text(&gold, column.gold), text(&system, column.system))
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{why}");
        }
    }
}
