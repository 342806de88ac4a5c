//! Any bytes as a model file, and models of any trees: what is trained can be saved, loaded and evaluated, and no
//! share is outside of 0 to 1.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Buffer, Syntax};
use treescore::tree::{Arena, Labels};
use treescore_fuzz::parts;
use treescore_phrase::models::{
    Evaluation, EvaluationTally, ModelKind, ModelSettings, PhraseModel, TagSource,
};
use treescore_phrase::{ChunkOptions, Chunker, Floor, Inventory, Pp, Sentence};

// Input: a byte of choices; then a model file, trees of the first and of the second corpus, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, rest)) = data.split_first() else { return };
    let [file, first, second] = parts(rest);
    let pp = if choices & 1 == 0 { Pp::Full } else { Pp::Bare };
    let (first, second) = (sentences(first, pp), sentences(second, pp));
    if let Ok(model) = PhraseModel::load(file) {
        check_file(&model);
        evaluate(&model, &first);
    }
    let settings = ModelSettings {
        pp,
        longest: 1 + u32::from(choices >> 5),
        tau: 0.01,
        tags: if choices & 2 == 0 { TagSource::Tagger } else { TagSource::Gold },
        ..ModelSettings::default()
    };
    let second = (choices & 4 != 0).then_some(&second[..]);
    match PhraseModel::train(&first, second, settings, Inventory::default()) {
        Ok(model) => {
            check_file(&model);
            evaluate(&model, &first);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// The sentences of lines of trees. Long ones take quadratic time, and add nothing.
fn sentences(text: &[u8], pp: Pp) -> Vec<Sentence> {
    let mut chunker = Chunker::new(Inventory::default(), ChunkOptions { pp });
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    let mut all = Vec::new();
    for line in text.split(|&byte| byte == b'\n').filter(|line| line.len() < 1000).take(20) {
        let mut sentence = Sentence::default();
        if Syntax::Forest.read(line, (0, line.len()), &mut labels, &mut buffer, &mut arena).is_ok()
            && chunker.sentence(&arena, line, &labels, &mut sentence) == Ok(true)
            && sentence.length < 40
        {
            sentence.id = all.len().to_string();
            all.push(sentence);
        }
    }
    all
}

/// What a model writes it can read, and writes again.
fn check_file(model: &PhraseModel) {
    let save = |model: &PhraseModel| {
        let mut bytes = Vec::new();
        model.save(&mut bytes).expect("memory takes everything");
        bytes
    };
    let bytes = save(model);
    let again = PhraseModel::load(&bytes).expect("a model that was written");
    assert_eq!(save(&again), bytes);
}

fn evaluate(model: &PhraseModel, sentences: &[Sentence]) {
    let kinds: Vec<ModelKind> = ModelKind::VALUES
        .iter()
        .filter_map(|name| name.parse().ok())
        .filter(|&kind| model.probabilities(kind).is_ok())
        .collect();
    let base = kinds.last().copied();
    let floor = Floor::new(0.001).expect("a floor");
    let plan = Evaluation::new(model, kinds, base, floor).expect("what the model has").with_rule_costs();
    let (mut evaluator, mut tally) = (plan.evaluator(), EvaluationTally::default());
    for (number, sentence) in (1..).zip(sentences) {
        if evaluator.evaluate(number, sentence, &mut tally).is_err() {
            assert!(!sentence.is_partition());
        }
    }
    for (kind, scores) in plan.scores(&tally) {
        let is_share = |share: f64| share.is_nan() || (0.0..=1.0 + 1e-9).contains(&share);
        assert!(is_share(scores.expected_precision()) && is_share(scores.expected_recall()), "{kind:?}");
        assert!(scores.bits >= 0.0, "{kind:?}");
    }
}
