//! Any bytes as gold chunks and as probabilities: scores, or an error with a line of the file. The chunks of
//! any tree contain every word once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Buffer, Syntax};
use treescore::tree::{Arena, Labels};
use treescore_fuzz::parts;
use treescore_phrase::report::{Blame, ModelReport, ModelScores, PhraseReport, json, reliability, text};
use treescore_phrase::{
    ChunkOptions, Chunker, FileModel, Floor, Gold, PhraseFileError, PhraseProbabilities, PhraseScorer, Pp,
    ProbabilityFormat, Sentence,
};

// Input: a byte of choices, then gold chunks or a tree, and the probabilities, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, rest)) = data.split_first() else { return };
    let [gold_text, model_text] = parts(rest);
    let mut gold = Gold::new("gold");
    if choices & 4 == 0 {
        if let Err(error) = gold.read("gold", gold_text) {
            return check_error(&error, gold_text);
        }
    } else {
        of_tree(gold_text, if choices & 8 == 0 { Pp::Full } else { Pp::Bare }, &mut gold);
    }
    let format = if choices & 1 == 0 { ProbabilityFormat::Tsv } else { ProbabilityFormat::JsonLines };
    match FileModel::read("model", format, model_text, &gold) {
        Ok(model) => score(model, &gold, if choices & 2 == 0 { None } else { Some(0.001) }),
        Err(error) => check_error(&error, model_text),
    }
});

fn check_error(error: &PhraseFileError, text: &[u8]) {
    let PhraseFileError::Line(error) = error else { panic!("memory can be read: {error}") };
    let lines = text.split(|&byte| byte == b'\n').count() as u64;
    assert!(error.line <= lines && !error.text.is_empty(), "{error}");
}

fn of_tree(text: &[u8], pp: Pp, gold: &mut Gold) {
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    if Syntax::Forest.read(text, (0, text.len()), &mut labels, &mut buffer, &mut arena).is_err() {
        return;
    }
    let mut chunker = Chunker::of_any_category(ChunkOptions { pp });
    let mut sentence = Sentence::default();
    if let Ok(true) = chunker.sentence(&arena, text, &labels, &mut sentence) {
        assert!(sentence.is_partition() && sentence.length as usize == sentence.words.len());
        sentence.id.push('1');
        gold.add(&sentence, chunker.inventory()).expect("the only sentence");
    }
}

fn score(model: FileModel<'_>, gold: &Gold, floor: Option<f64>) {
    let inventory = model.inventory().clone();
    let floor = floor.map_or(Floor::NONE, |floor| Floor::new(floor).expect("a floor"));
    let mut scorer = PhraseScorer::new(model, floor).with_sequences();
    let mut sentence = Sentence::default();
    for at in 0..gold.len() {
        scorer.model().gold_sentence(at, &mut sentence);
        // Sequences over a sentence take quadratic time.
        if sentence.length > 500 {
            return;
        }
        if scorer.add(&sentence).is_err() {
            assert!(!sentence.is_partition());
        }
    }
    let scores = scorer.scores();
    let is_share = |share: f64| (0.0..=1.0 + 1e-9).contains(&share);
    assert!(is_share(scores.expected_precision()) && is_share(scores.expected_recall()));
    assert!(scores.bits >= 0.0 && (scores.bits.is_infinite() == (scores.infinite_candidates > 0)));
    assert!(is_share(scores.calibration.brier) && is_share(scores.calibration.error));
    assert!(reliability("m", &scores).ends_with("</svg>\n"));
    let models = vec![ModelReport { name: "m".into(), scores: ModelScores::Phrases(Box::new(scores)) }];
    let report = PhraseReport { models, ..PhraseReport::default() };
    assert!(!json(&report, &inventory).contains("NaN"));
    assert!(
        !text(&report, &inventory, &[Blame::Category, Blame::Length], &Default::default()).contains("NaN")
    );
}
