//! Chunks of systems, with numbers worked out by hand.

use super::*;
use crate::{Floor, PhraseScorer};
use treescore::read::chunks::BioColumn;

const GOLD: &str = "the DT B-NP\ngull NN I-NP\nfed VBD B-VP\nher PRP$ B-NP\nchicks NNS I-NP\n. . O\n\n\
                    rain NN B-NP\nfell VBD B-VP\nsoftly RB B-ADVP\n";
/// Two chunks for `her chicks`, and nothing for `softly`.
const SYSTEM: &str =
    "the B-NP\ngull I-NP\nfed B-VP\nher B-NP\nchicks B-NP\n. O\n\nrain B-NP\nfell B-VP\nsoftly O\n";

fn columns(name: &str, text: &str) -> Gold {
    let mut gold = Gold::new(name);
    let stream = Box::new(std::io::Cursor::new(text.to_owned().into_bytes()));
    gold.read_columns(name, stream, BioColumn::Last).unwrap();
    gold
}

#[test]
fn chunks_and_tags_are_counted_as_shared_tasks_do() {
    let gold = columns("gold", GOLD);
    let iobes =
        "the B-NP\ngull E-NP\nfed S-VP\nher B-NP\nchicks E-NP\n. O\n\nrain S-NP\nfell S-VP\nsoftly S-ADVP\n";
    let none = "the O\ngull O\nfed O\nher O\nchicks O\n. O\n\nrain O\nfell O\nsoftly O\n";
    let other = SYSTEM.replace("B-VP", "B-XX");
    for (system, [correct, guessed, right, exact], why) in [
        (SYSTEM, [4, 6, 7, 0], "some"),
        (iobes, [6, 6, 9, 2], "all, in other letters"),
        (none, [0, 0, 1, 0], "none"),
        (&other, [2, 6, 5, 0], "a category that gold does not have"),
    ] {
        let system = ChunkSystem::new(columns("system", system), &gold).unwrap();
        let tally = system.tally().unwrap();
        let phrases = tally.chunks_except(system.inventory().find(b"Null"));
        assert_eq!(
            [phrases.correct, phrases.guessed, tally.tokens_right, tally.exact],
            [correct, guessed, right, exact],
            "{why}"
        );
        assert_eq!([phrases.true_chunks, tally.tokens, tally.sentences], [6, 9, 2], "{why}");
    }
}

/// Of the 162 candidates of three words and 27 categories, four are chunks of gold or the system.
#[test]
fn a_floor_makes_bits() {
    let part = |text: &str| text.split("\n\n").last().unwrap().to_owned();
    let gold = columns("gold", &part(GOLD));
    let system = ChunkSystem::new(columns("system", &part(SYSTEM)), &gold).unwrap();
    let mut sentence = Sentence::default();
    system.gold_sentence(0, &mut sentence);
    let mut scorer = PhraseScorer::new(system, Floor::new(0.25).unwrap());
    scorer.add(&sentence).unwrap();
    let found = scorer.scores();
    assert_eq!((found.candidates, found.true_chunks), (162, 3));
    // Two bits each for the missing ADVP and for the Null that is none.
    let expected = 4.0 + 160.0 * -(0.75_f64.log2());
    assert!((found.bits - expected).abs() < 1e-9, "{} {expected}", found.bits);
}

/// Chunks of JSON need not be a sequence, but are not counted then.
#[test]
fn chunks_with_gaps_are_refused() {
    let mut gap = Gold::new("x");
    gap.read("x", &br#"{"sent":"a","n":2,"chunks":[["NP",0,1]]}"#[..]).unwrap();
    let error = ChunkSystem::new(gap.clone(), &gap).unwrap().tally().unwrap_err();
    assert_eq!(error.to_string(), "x: the chunks of sentence a overlap or leave a gap");
}
