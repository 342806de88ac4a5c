//! Dependencies against SParseval's: without parameters, both must count the same.

use treescore::measure::dependency::MatchBy;
use treescore::measure::{DependencyCounts, DependencyMeasure, Measure};
use treescore::prepare::{Cut, Recipe, Root};
use treescore::{Scorer, Setup, read};
use treescore_originals::sparseval::{self, Desk};
use treescore_testkit::generate;

/// Files in memory.
struct Memory {
    gold: Vec<u8>,
    test: Vec<u8>,
    printed: Vec<u8>,
}

impl Desk for Memory {
    fn open(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        match name {
            b"gold" => Some(self.gold.clone()),
            b"test" => Some(self.test.clone()),
            _ => None,
        }
    }

    fn print(&mut self, text: &[u8]) -> std::io::Result<()> {
        self.printed.extend_from_slice(text);
        Ok(())
    }

    fn warn(&mut self, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }
}

/// Matched, gold and system dependencies of each pair, as SParseval prints them.
fn original(gold: &[u8], test: &[u8], heads: &str, is_bag: bool) -> Vec<[u64; 3]> {
    let settings = sparseval::Settings {
        gold: b"gold".into(),
        test: b"test".into(),
        heads: Some(heads.into()),
        is_verbose: true,
        is_bag,
        ..sparseval::Settings::default()
    };
    let mut desk = Memory { gold: gold.to_vec(), test: test.to_vec(), printed: Vec::new() };
    sparseval::run(&settings, &mut desk).unwrap();
    let printed = String::from_utf8(desk.printed).unwrap();
    let numbers =
        |line: &str| -> Option<Vec<u64>> { line.split_whitespace().map(|one| one.parse().ok()).collect() };
    let rows = printed.lines().filter_map(numbers).filter(|row| row.len() == 11);
    rows.map(|row| [row[5], row[6], row[7]]).collect()
}

#[test]
fn the_same_counts_as_sparseval() {
    let profile = generate::Profile { failures: 0, mismatches: 0, ..generate::Profile::newspaper() };
    let (mut gold, mut test) = (Vec::new(), Vec::new());
    generate::write_pairs(11, 300, &profile, &mut gold, &mut test).unwrap();
    let recipe =
        Recipe { labels: Cut::Inner, tags: Cut::Inner, root: Root::Drop, ..Recipe::named("raw").unwrap() };
    for (heads, match_by) in [
        ("charniak", MatchBy::Place),
        ("collins", MatchBy::Place),
        ("charniak2000", MatchBy::Order),
        ("charniak", MatchBy::Order),
    ] {
        let rows = original(&gold, &test, heads, match_by == MatchBy::Order);
        assert_eq!(rows.len(), 300);
        let mut measure = DependencyMeasure { match_by, ..DependencyMeasure::default() };
        measure.set("heads", heads).unwrap();
        let mut scorer = Scorer::new(Setup::of(measure).with_recipe(recipe.clone()));
        let lines = |side: &[u8]| String::from_utf8(side.to_vec()).unwrap().to_ascii_lowercase();
        let mut errors = 0;
        for ((gold_tree, system_tree), row) in lines(&gold).lines().zip(lines(&test).lines()).zip(rows) {
            // Case is folded in words only, as in SParseval's comparison.
            let (gold_tree, system_tree) =
                (read::one(upper(gold_tree)).unwrap(), read::one(upper(system_tree)).unwrap());
            let tally: DependencyCounts = scorer.score(&gold_tree, &system_tree).unwrap().counts();
            assert_eq!(
                [tally.matched, tally.gold, tally.system],
                row,
                "{heads} {match_by:?}\n{gold_tree}\n{system_tree}"
            );
            errors += u64::from(tally.matched < tally.gold);
        }
        assert!(errors > 30, "there is something to find");
    }
}

/// Puts a line in lower case with upper-case labels.
fn upper(line: &str) -> String {
    let parts = line.split_inclusive([' ', ')']);
    parts
        .map(|part| if part.starts_with('(') { part.to_ascii_uppercase() } else { part.to_owned() })
        .collect()
}
