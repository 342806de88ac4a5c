//! Warm phrase models and tallies allocate nothing.

use allocation_counter::measure;
use treescore::read::{Buffer, Syntax};
use treescore::tree::{Arena, Labels};
use treescore_phrase::models::{Evaluation, EvaluationTally, ModelKind, ModelSettings, PhraseModel};
use treescore_phrase::{
    ChunkOptions, Chunker, Defaults, Entropy, Floor, Inventory, ListedCandidate, PhraseTally, Sentence,
    SequenceTally, Sequences,
};
use treescore_testkit::generate::{Profile, write_pairs};

/// All phrase models at once: rules are matched and sequences found in existing memory.
#[test]
fn a_warm_evaluation_of_phrases_allocates_nothing() {
    let pack: serde_json::Value = serde_json::from_str(include_str!("../conformance/models.json")).unwrap();
    let mut chunker = Chunker::new(Inventory::default(), ChunkOptions::default());
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    let [first, second, test] = ["first", "second", "test"].map(|part| {
        let trees = pack[part].as_array().unwrap().iter().map(|tree| tree.as_str().unwrap().as_bytes());
        let sentences = trees.map(|text| {
            Syntax::Trees.read(text, (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap();
            let mut sentence = Sentence::default();
            assert!(chunker.sentence(&arena, text, &labels, &mut sentence).unwrap());
            sentence
        });
        sentences.collect::<Vec<_>>()
    });
    let settings = ModelSettings::default();
    let model = PhraseModel::train(&first, Some(&second), settings, Inventory::default()).unwrap();
    let kinds = ModelKind::VALUES.iter().map(|name| name.parse().unwrap()).collect();
    let plan = Evaluation::new(&model, kinds, Some(ModelKind::C), Floor::NONE).unwrap().with_rule_costs();
    let (mut evaluator, mut tally) = (plan.evaluator(), EvaluationTally::default());
    let mut evaluate = || {
        for (number, sentence) in (0..).zip(&test) {
            evaluator.add(number, sentence, &mut tally).unwrap();
        }
    };
    evaluate();
    let allocated = measure(evaluate);
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
    assert_eq!(plan.sequence(&tally).unwrap().1.sentences, 2 * test.len() as u64);
}

#[test]
fn warm_chunks_and_their_tallies_allocate_nothing() {
    let (mut gold, mut system) = (Vec::new(), Vec::new());
    write_pairs(7, 400, &Profile::newspaper(), &mut gold, &mut system).unwrap();
    let trees: Vec<&[u8]> = gold.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    let mut chunker = Chunker::of_any_category(ChunkOptions::default());
    let mut sentence = Sentence::default();
    let defaults = Defaults::new(&Inventory::default(), 20, |_, _| 0.001);
    let mut entropy = Entropy::new(defaults.clone(), Floor::NONE);
    let mut sequences = Sequences::new(&Inventory::default(), defaults, Floor::NONE);
    let mut listed = Vec::new();
    let mut all = |tally: &mut PhraseTally, chosen: &mut SequenceTally| {
        for &text in &trees {
            Syntax::Trees.read(text, (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap();
            if !chunker.sentence(&arena, text, &labels, &mut sentence).unwrap() {
                continue;
            }
            listed.clear();
            listed.extend(sentence.chunks.iter().rev().step_by(2).map(|chunk| ListedCandidate {
                category: chunk.category,
                start: chunk.start,
                end: chunk.end,
                probability: 0.5,
                covered: 0.0,
            }));
            entropy.add(tally.sentences, &sentence, &listed, tally);
            sequences.add(&sentence, &listed, chosen).unwrap();
        }
    };
    let (mut tally, mut chosen) = (PhraseTally::default(), SequenceTally::default());
    all(&mut tally, &mut chosen);
    let (first, sentences) = (chosen.clone(), tally.sentences);
    let allocated = measure(|| all(&mut tally, &mut chosen));
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
    assert!(sentences > 300 && tally.sentences == 2 * sentences);
    assert_eq!(chosen.chunks().correct, 2 * first.chunks().correct);
}
