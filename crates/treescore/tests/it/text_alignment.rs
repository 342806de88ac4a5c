//! Text alignment allocates nothing in a warm loop, and does not keep groups that were returned.

use std::convert::Infallible;

use allocation_counter::measure;
use treescore::align::text::{Feed, Group, Tables, TextAligner, TextCounts, Words};

/// How a text differs from its source.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    Nothing,
    /// A different word in every third sentence.
    Words,
    /// Every two words of a sentence merged.
    Merged,
    /// Every second sentence end removed.
    Joined,
}

/// Sentences generated on request.
struct Made {
    sentence: u64,
    sentences: u64,
    change: Change,
}

impl Made {
    fn new(sentences: u64, change: Change) -> Self {
        Self { sentence: 0, sentences, change }
    }

    fn add(&mut self, words: &mut Words) {
        const VOCABULARY: [&[u8]; 9] =
            [b"the", b"Heron", b"don't", b"``", b"-LRB-", "für".as_bytes(), b"waded", b"on", b"."];
        let number = self.sentence;
        self.sentence += 1;
        let mut merged = Vec::new();
        for at in 0..12_u64 {
            let word = VOCABULARY[((number * 31 + at * at * 7 + number / 5 * at) % 9) as usize];
            match self.change {
                Change::Merged if at.is_multiple_of(2) => merged = word.to_vec(),
                Change::Merged => words.push(&[&merged, word].concat()),
                Change::Words if at == 5 && number.is_multiple_of(3) => words.push(b"otherwise"),
                _ => words.push(word),
            }
        }
    }
}

impl Feed for Made {
    type Error = Infallible;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, Infallible> {
        let is_more = self.sentence < self.sentences;
        let sentences = if self.change == Change::Joined { 2 } else { 1 };
        for _ in 0..sentences.min(self.sentences - self.sentence) {
            self.add(words);
        }
        Ok(is_more)
    }
}

fn total(aligner: &mut TextAligner, sentences: u64, change: Change) -> TextCounts {
    let (mut gold, mut system) = (Made::new(sentences, Change::Nothing), Made::new(sentences, change));
    let (mut all, mut group) = (TextCounts::default(), Group::default());
    while aligner.next(&mut gold, &mut system, &mut group).unwrap() {
        all += group.text;
    }
    aligner.restart();
    all
}

#[test]
fn equal_text_allocates_nothing() {
    let mut aligner = TextAligner::new(Tables::default());
    assert_eq!(total(&mut aligner, 50, Change::Nothing).pairs, 50);
    let cost = measure(|| {
        total(&mut aligner, 1000, Change::Nothing);
    });
    assert_eq!(cost.count_total, 0);
}

#[test]
fn other_text_allocates_nothing_when_warm() {
    let mut aligner = TextAligner::new(Tables::default()).with_window(2048);
    for (change, sentences) in [(Change::Joined, 2000), (Change::Words, 2000)] {
        let before = total(&mut aligner, sentences, change);
        let cost = measure(|| assert_eq!(total(&mut aligner, sentences, change), before));
        // The list of cells belongs to the caller, and grows a few times.
        assert!(cost.count_total <= 8, "{} allocations", cost.count_total);
    }
}

#[test]
fn what_was_handed_out_is_forgotten() {
    for (change, coverage) in [(Change::Merged, 1.0), (Change::Joined, 1.0), (Change::Words, 0.9)] {
        let mut aligner = TextAligner::new(Tables::default()).with_window(2048);
        let mut memory = |sentences: u64| {
            let cost = measure(|| {
                let all = total(&mut aligner, sentences, change);
                assert_eq!(all.gold_trees, sentences);
                assert!(all.coverage().unwrap() >= coverage);
            });
            cost.bytes_max
        };
        let short = memory(2000);
        assert!(memory(20_000) <= 2 * short + (1 << 16), "ten times the text needs more memory");
    }
}
