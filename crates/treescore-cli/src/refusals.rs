//! The list of refused pairs (`--refused`). All pairs may be refused, so a long list is on disk.

use std::collections::BTreeSet;
use std::io;

use treescore::report::model::{Refused, RefusedRow, RowKind, RowPlace};
use treescore::report::{RefusedPairs, RefusedRows};
use treescore::values::Advice;

use crate::spool::{Key, Sorted, Spool};

/// Refused pairs as the passes of a run find them.
#[derive(Default)]
pub(crate) struct Refusals {
    spool: Spool,
    /// The different pieces of advice, which are few: figures in them are rounded.
    advice: Vec<Advice>,
}

impl Refusals {
    /// Adds a refused pair.
    pub(crate) fn push(&mut self, row: &RefusedRow) -> io::Result<()> {
        let advice = row.refused.advice.as_ref().map(|advice| self.number(advice));
        let (numbers, text) = row.order();
        self.spool.push(Key { numbers, text: text.to_owned() }, to_bytes(row, advice)?)
    }

    /// The position of a piece of advice.
    fn number(&mut self, advice: &Advice) -> usize {
        self.advice.iter().position(|known| known == advice).unwrap_or_else(|| {
            self.advice.push(advice.clone());
            self.advice.len() - 1
        })
    }

    /// The list for a report, without those systems.
    pub(crate) fn list(self, without: BTreeSet<usize>) -> RefusedRows {
        RefusedRows::new(Listed { sorted: self.spool.sort(), advice: self.advice, without })
    }
}

/// Refused pairs in the order of a report.
struct Listed {
    sorted: Sorted,
    advice: Vec<Advice>,
    without: BTreeSet<usize>,
}

impl RefusedPairs for Listed {
    fn each(&self, visit: &mut dyn FnMut(&RefusedRow) -> io::Result<()>) -> io::Result<()> {
        let mut held: Option<RefusedRow> = None;
        self.sorted.each(&mut |bytes| {
            let row = from_bytes(bytes, &self.advice)?;
            if self.without.contains(&row.system) {
                return Ok(());
            }
            let Some(last) = &mut held else {
                held = Some(row);
                return Ok(());
            };
            match last.absorb(row) {
                Some(row) => visit(&std::mem::replace(last, row)),
                None => Ok(()),
            }
        })?;
        held.iter().try_for_each(visit)
    }
}

const KINDS: [RowKind; 4] = [RowKind::Pair, RowKind::Group, RowKind::Side, RowKind::Tree];

/// System, measures and advice; the place; the reason.
type Record = (
    (usize, Vec<usize>, Option<usize>),
    (usize, Option<u64>, Vec<u64>, Vec<u64>, Option<String>, Option<u64>, Option<u64>, Option<String>),
    (String, String),
);

fn to_bytes(row: &RefusedRow, advice: Option<usize>) -> io::Result<Vec<u8>> {
    let RefusedRow { system, measures, place, refused } = row;
    let RowPlace { kind, pair, gold_trees, system_trees, file, gold_line, system_line, utterance } = place;
    let Refused { kind: reason, why, advice: _ } = refused;
    let kind = KINDS.iter().position(|known| known == kind);
    let place = (kind, pair, gold_trees, system_trees, file, gold_line, system_line, utterance);
    Ok(serde_json::to_vec(&((system, measures, advice), place, (reason, why)))?)
}

fn from_bytes(bytes: &[u8], all_advice: &[Advice]) -> io::Result<RefusedRow> {
    let record: Record = serde_json::from_slice(bytes)?;
    let ((system, measures, advice), place, (kind, why)) = record;
    let advice = advice.and_then(|at| all_advice.get(at)).cloned();
    let (at, pair, gold_trees, system_trees, file, gold_line, system_line, utterance) = place;
    let place = RowPlace {
        kind: KINDS.get(at).copied().unwrap_or_default(),
        pair,
        gold_trees,
        system_trees,
        file,
        gold_line,
        system_line,
        utterance,
    };
    Ok(RefusedRow { system, measures, place, refused: Refused { kind, why, advice } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pair: Option<u64>, system: usize, why: &str) -> RefusedRow {
        let place = RowPlace {
            kind: if pair.is_some() { RowKind::Group } else { RowKind::Tree },
            pair,
            gold_trees: vec![3, 4],
            system_trees: vec![],
            file: Some("a \"b\"\u{1}.trees".to_owned()),
            gold_line: Some(u64::MAX),
            system_line: None,
            utterance: None,
        };
        let advice = pair.map(Advice::AllowWork);
        let refused = Refused { kind: "too much work".to_owned(), why: why.to_owned(), advice };
        RefusedRow { system, measures: vec![system], place, refused }
    }

    fn listed(rows: &[RefusedRow], without: &[usize]) -> Vec<RefusedRow> {
        let mut refusals = Refusals::default();
        for row in rows {
            refusals.push(row).unwrap();
        }
        let mut list = Vec::new();
        let each = refusals.list(without.iter().copied().collect()).each(&mut |row| {
            list.push(row.clone());
            Ok(())
        });
        each.map(|()| list).unwrap()
    }

    #[test]
    fn rows_come_back_in_the_order_of_a_report() {
        let [last, second, first, other] =
            [row(None, 0, "x"), row(Some(7), 1, "x"), row(Some(7), 0, "é\u{fffd}"), row(Some(8), 2, "x")];
        let all = [last.clone(), second.clone(), first.clone(), other];
        assert_eq!(listed(&all, &[2]), [first, second, last]);
    }

    #[test]
    fn the_same_refusal_of_two_passes_is_one_row() {
        let later = RefusedRow { measures: vec![0], ..row(Some(7), 1, "x") };
        let both = RefusedRow { measures: vec![0, 1], ..later.clone() };
        let other = row(Some(7), 1, "y");
        assert_eq!(listed(&[row(Some(7), 1, "x"), other.clone(), later], &[]), [both, other]);
    }
}
