//! Matching dependencies, against trying all pairs.

use proptest::prelude::*;

use super::*;
use crate::sparseval::dependencies::matches;
use treescore::prepare::speech_file::SpeechFile;
use treescore::tree::Label;

const WORDS: [&str; 8] = ["uh", "um", "UH", "is", "'s", "has", "0", "p"];

fn side(items: &[(usize, usize, bool)], words: &mut Labels) -> Vec<Dependency> {
    let mut word = |at: usize| words.intern(WORDS[at % WORDS.len()].as_bytes());
    let one = |&(at, head, is_open): &(usize, usize, bool)| Dependency {
        key: Key {
            labels: [Label::EMPTY, if at > 200 { Label::BARE } else { Label::EMPTY }],
            word: word(at),
            head: (head < 240).then(|| word(head)),
        },
        place: 0,
        is_open,
    };
    items.iter().map(one).collect()
}

proptest! {
    #[test]
    fn the_same_dependencies_match(
        gold in prop::collection::vec((0_usize..256, 0_usize..256, any::<bool>()), 0..40),
        test in prop::collection::vec((0_usize..256, 0_usize..256, any::<bool>()), 0..40),
    ) {
        let (params, _) = SpeechFile::parse(b"FILLED_PAUSE1 uh\nFILLED_PAUSE1 um\nEQ_WORDS is 's\nEQ_WORDS has 's\nEQ_WORDS uh um\n");
        let (mut words, mut equality) = (Labels::new(), Equality::new(&params));
        let (gold, test) = (side(&gold, &mut words), side(&test, &mut words));
        let mut index = TestSide::default();
        index.fill(&test, &mut equality, &words);
        for dependency in &gold {
            let mut found = Vec::new();
            index.find(&dependency.key, &mut equality, &words, &mut found);
            let expected: Vec<usize> = (0..test.len())
                .filter(|place| matches(&dependency.key, &test[test.len() - 1 - place].key, &mut equality, &words))
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
