//! Word times of real sentences, in all formats. The data is not part of the project: the test looks for it
//! in the folder `TREESCORE_DATA`, or in `../shared/data` next to the workspace, and prints a note if there
//! is none.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read their data, and fail by panicking"
)]

use std::path::{Path, PathBuf};

use treescore::align::times::{Covers, Order, TimedSide, check, is_unlike};
use treescore::read::times::{TimedWords, Times, TimesOptions};
use treescore::read::{Corpus, one};
use treescore::tree::Tree;

/// The folder with the times, if it exists.
fn data() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TREESCORE_DATA").map_or_else(beside, PathBuf::from).join("times");
    if !folder.is_dir() {
        eprintln!("skipped: no ../shared/data (looked for {})", folder.display());
        return None;
    }
    Some(folder)
}

fn read(path: &Path) -> Times {
    Times::read(&Corpus::find(path).unwrap(), &TimesOptions::default()).unwrap()
}

fn trees(path: &Path) -> Vec<Tree> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| one(line).unwrap()).collect()
}

/// The times of one side, in the order of its trees.
fn side(data: &Path, name: &str) -> (TimedSide, Vec<Tree>) {
    let trees = trees(&data.join(format!("{name}.trees")));
    let times = read(&data.join(format!("{name}.ctm")));
    let order = Order::choose(&times, trees.iter().map(|tree| tree.words().count() as u32).collect());
    assert!(matches!(order, Order::Running(_)), "{name}: recordings contain many sentences");
    (TimedSide::new(times, order), trees)
}

#[test]
fn recordings_of_many_sentences() {
    let Some(data) = data() else { return };
    for (name, sentences, words) in
        [("gold", 916, 19_337), ("same", 916, 19_337), ("asr.gold", 347, 7_015), ("asr", 347, 6_952)]
    {
        let (side, trees) = side(&data, name);
        assert_eq!((side.times().len(), trees.len()), (31, sentences), "{name}");
        assert_eq!((side.times().faults().count(), side.times().short_words()), (0, 0), "{name}");
        let mut timed = 0;
        for (tree, number) in trees.iter().zip(0..) {
            let placed = side.of(number).unwrap();
            let words: Vec<&[u8]> = tree.words().collect();
            assert_eq!(check(words.len(), words.len(), &placed, |at| words[at]), Ok(Covers::Kept));
            let is_same = |(tree, timed): (&&[u8], &[u8])| !is_unlike(tree, timed);
            assert!(words.iter().zip(placed.words()).all(is_same), "{name}, tree {number}");
            timed += placed.intervals().len();
        }
        assert_eq!((timed, side.leftover(sentences as u64)), (words, None), "{name}");
    }
}

/// Asserts the same words, and times that differ only by rounding.
fn assert_same(a: &TimedWords<'_>, b: &TimedWords<'_>) {
    let why = format!("{} of {}, {} of {}", a.utterance(), a.file(), b.utterance(), b.file());
    assert!(a.words().eq(b.words()), "{why}");
    for (one, other) in a.intervals().iter().zip(b.intervals()) {
        assert!((one.0 - other.0).abs() < 1e-3 && (one.1 - other.1).abs() < 1e-3, "{why}: {one:?} {other:?}");
    }
}

/// There is one file per sentence, and one per recording; both must agree with the CTM.
#[test]
fn textgrids_agree_with_the_ctm() {
    let Some(data) = data() else { return };
    let grids = read(&data.join("textgrid"));
    assert_eq!((grids.len(), grids.faults().count()), (82, 0));
    let (mut sentences, mut recordings) = (0, 0);
    for name in ["gold", "same"] {
        let (ctm, _) = side(&data, name);
        let prefix = format!("{name}.side");
        let is_listed = |(_, id): &(usize, &str)| id.starts_with(&prefix);
        for (at, id) in grids.ids().enumerate().filter(is_listed) {
            let grid = grids.whole(at).unwrap();
            // `sideNN-KK` is a sentence; the first conversation side, which has 30, also exists as a whole.
            if let Some((side, sentence)) = id[prefix.len()..].split_once('-') {
                let tree = (side.parse::<u64>().unwrap() - 1) * 30 + sentence.parse::<u64>().unwrap() - 1;
                assert_same(&grid, &ctm.of(tree).unwrap());
                sentences += 1;
            } else {
                assert_same(&grid, &ctm.times().whole(0).unwrap());
                recordings += 1;
            }
        }
    }
    assert_eq!((sentences, recordings), (80, 2));
}
