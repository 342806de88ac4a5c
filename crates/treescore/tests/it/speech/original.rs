//! Speech scoring against SParseval with the same alignment. Without repairs, punctuation and equal words,
//! dependencies are the same, and so are brackets if both sides have all words.

use std::cell::Cell;
use std::io;

use proptest::prelude::*;
use treescore::measure::{DependencyMeasure, Parseval};
use treescore::prepare::Recipe;
use treescore::prepare::speech_file::SpeechFile;
use treescore::read::columns::WordColumns;
use treescore::setup::{AlignedBy, Pairing, WordAlignment};
use treescore_originals::sparseval::{Desk, Settings, run};

use crate::speech::columns::three_columns;
use crate::speech::made::{PLAIN, manner, sides, text};
use crate::speech::runs::{Folders, brackets, dependencies, scored};
use crate::support::job::Job;
use crate::support::sketch::check;

const PARAMETERS: &[u8] = b"DELETE_LABEL TOP\nCLOSED_CLASS IN\nCLOSED_CLASS DT\n";

/// Files in memory.
struct Memory {
    gold: String,
    test: String,
    alignment: String,
    printed: Vec<u8>,
}

impl Desk for Memory {
    fn open(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        match name {
            b"gold" => Some(self.gold.clone().into()),
            b"test" => Some(self.test.clone().into()),
            b"alignment" => Some(self.alignment.clone().into()),
            b"parameters" => Some(PARAMETERS.to_vec()),
            _ => None,
        }
    }

    fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.printed.extend_from_slice(text);
        Ok(())
    }

    fn warn(&mut self, text: &[u8]) -> io::Result<()> {
        panic!("{}", String::from_utf8_lossy(text))
    }
}

/// The ten numbers of the original: brackets matched, gold, test and crossing; dependencies matched, gold and
/// test, and the same for open classes.
fn original(gold: &str, test: &str, alignment: &str) -> [u64; 10] {
    let (gold, test, alignment) = (gold.to_owned(), test.to_owned(), alignment.to_owned());
    let mut desk = Memory { gold, test, alignment, printed: Vec::new() };
    let settings = Settings {
        gold: b"gold".into(),
        test: b"test".into(),
        params: Some(b"parameters".into()),
        heads: Some(b"charniak".into()),
        alignment: Some(b"alignment".into()),
        ..Settings::default()
    };
    run(&settings, &mut desk).unwrap();
    let printed = String::from_utf8(desk.printed).unwrap();
    let totals = printed.lines().find_map(|line| line.strip_prefix("Total:")).unwrap();
    let numbers: Vec<u64> = totals.split_whitespace().map(|number| number.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn the_same_counts_as_the_original_with_the_same_alignment() {
    let folders = Folders::new::<&str>(&[]);
    let recipe = Recipe::of_speech_file(&SpeechFile::parse(PARAMETERS).0);
    let [whole, one_sided, matched, wrong] = [(); 4].map(|()| Cell::new(0));
    let count = |cell: &Cell<u32>, is_so: bool| cell.set(cell.get() + u32::from(is_so));
    check(1500, (sides(PLAIN, 14), manner()), |((gold, system), (costs, manner))| {
        if system.is_empty() {
            return Ok(()); // the original ends with an error
        }
        let (gold, system) = (text(&gold), text(&system));
        folders.rewrite(0, &gold, &system);
        let alignment = three_columns(&gold, &system, &recipe, costs);
        let expected = original(&gold, &system, &alignment);
        let columns = Some([WordColumns::from_bytes("columns", alignment.as_bytes()).unwrap()].into());
        let alignment_by_file =
            WordAlignment { by: AlignedBy::File, one_sided: manner, ..WordAlignment::default() };
        let job = Job { columns, ..folders.job(&recipe, Pairing::Sides(alignment_by_file)) };
        let found = scored(&job, &Parseval);
        for (measure, from) in [(DependencyMeasure::default(), 4), (DependencyMeasure::open_class(), 7)] {
            let [right, _, in_gold, in_system] = dependencies(&scored(&job, &measure).counts());
            prop_assert_eq!(
                &[right, in_gold, in_system][..],
                &expected[from..from + 3],
                "\n{}\n{}\n{}",
                gold,
                system,
                alignment
            );
            count(&matched, right > 0);
            count(&wrong, right < in_gold);
        }
        let is_whole = found.words().deleted + found.words().inserted == 0;
        count(if is_whole { &whole } else { &one_sided }, true);
        if is_whole {
            prop_assert_eq!(
                &brackets(&found.counts())[..4],
                &expected[..4],
                "\n{}\n{}\n{}",
                gold,
                system,
                alignment
            );
        }
        Ok(())
    });
    let counts = [&whole, &one_sided, &matched, &wrong].map(Cell::get);
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}
