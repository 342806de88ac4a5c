use std::io::Write;

use super::*;
use crate::ChunkOptions;

/// Records which sentences it was given.
struct Lister;

impl SentenceWork for Lister {
    type Worker = ();
    type Part = Vec<String>;

    fn worker(&self) {}

    fn begin(&self, part: &mut Vec<String>) {
        part.clear();
    }

    fn sentence(&self, (): &mut (), number: u64, sentence: &Sentence, _: &Inventory, part: &mut Vec<String>) {
        assert_eq!(sentence.id, number.to_string());
        let words: Vec<_> = sentence.words.iter().map(String::from_utf8_lossy).collect();
        part.push(format!("{number} {} {}", words.join(" "), sentence.chunks.len()));
    }
}

/// The sentences, and everything else that was reported.
fn list(text: &str, range: Option<Range<u64>>, block: usize, threads: usize) -> (Vec<String>, Vec<String>) {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().write_all(text.as_bytes()).unwrap();
    let corpus = Corpus::find(file.path()).unwrap();
    let chunker = Chunker::new(Inventory::default(), ChunkOptions::default());
    let input = SentenceInput { corpus: &corpus, chunker: &chunker, range, threads, block: Some(block) };
    let (mut rows, mut others) = (Vec::new(), Vec::new());
    let read = sentences(&input, &Lister, &mut |part, _| {
        assert_eq!(part.sentences, part.part.len() as u64);
        rows.append(&mut part.part);
        others.extend((0..part.empty).map(|_| "empty".to_owned()));
        others.extend(
            part.faulty.iter().map(|tree| format!("{} {:?}: {}", tree.number, tree.place, tree.fault)),
        );
        ControlFlow::Continue(())
    });
    assert!(read.unwrap().is_complete);
    others.sort();
    (rows, others)
}

const TEXT: &str =
    "(S (NP (NN a)) (VP (VB b)))\n(S (-NONE- *))\n(NP (NN c)\n(NP (DT d) (NN e))\n(ZZ (NN f))\n(NP (NN g))\n";

#[test]
fn every_tree_has_its_place() {
    let faults = [
        "3 (0, 3): line 3, column 1: 1 bracket is never closed",
        "5 (0, 5): category ZZ is not in the inventory",
    ];
    let sentences = ["1 a b 2", "4 d e 1", "6 g 1"];
    for (block, threads) in [(1, 1), (1, 3), (40, 2), (1 << 20, 1)] {
        let (rows, others) = list(TEXT, None, block, threads);
        assert_eq!(rows, sentences);
        assert_eq!(others, [faults[0], faults[1], "empty"]);
    }
}

#[test]
fn ranges_count_trees_with_words() {
    for (range, expected) in [
        (0..1, &["1 a b 2"][..]),
        (1..2, &["4 d e 1"]),
        (1..9, &["4 d e 1", "6 g 1"]),
        (2..3, &[]), // a tree whose category is not known has words, too
        (3..4, &["6 g 1"]),
        (4..9, &[]),
    ] {
        for (block, threads) in [(1, 1), (1, 3), (60, 2), (1 << 20, 1)] {
            let (rows, _) = list(TEXT, Some(range.clone()), block, threads);
            assert_eq!(rows, expected, "{range:?} in blocks of {block}");
        }
    }
}
