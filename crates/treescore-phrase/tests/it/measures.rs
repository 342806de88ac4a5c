//! The recorded chunks, measures and files of phrase recognition (`tests/conformance`): chunk lists, counts
//! and errors exactly, figures to 1e-9.

use std::io::Read;

use serde_json::Value;
use treescore::read;
use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, SequenceScores, json};
use treescore_phrase::{
    Chunk, ChunkOptions, Defaults, FileFault, FileModel, Floor, Gold, Inventory, PhraseFileError,
    PhraseProbabilities, PhraseScorer, Pp, ProbabilityFormat, Sentence, SequenceTally, Sequences,
};

fn trees() -> Vec<Value> {
    let packed: &[u8] = include_bytes!("../conformance/trees.json.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn chunks_of(sentence: &Sentence, inventory: &Inventory) -> Value {
    chunk_list(&sentence.chunks, inventory)
}

fn chunk_list(chunks: &[Chunk], inventory: &Inventory) -> Value {
    chunks
        .iter()
        .map(|chunk| serde_json::json!([inventory.name(chunk.category), chunk.start, chunk.end]))
        .collect()
}

#[test]
fn chunks_are_those_recorded() {
    let cases = trees();
    assert_eq!(cases.len(), 876);
    for case in &cases {
        let tree = read::one(case["tree"].as_str().unwrap()).unwrap();
        for (name, pp) in [("full", Pp::Full), ("bare", Pp::Bare)] {
            // Some trees have labels of no treebank, to test how they are treated.
            let mut names: Vec<String> = Inventory::default().names().map(str::to_owned).collect();
            let recorded = case[name].as_array().unwrap().iter().map(|chunk| chunk[0].as_str().unwrap());
            let new: Vec<&str> =
                recorded.filter(|name| Inventory::default().find(name.as_bytes()).is_none()).collect();
            for name in new {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
            let inventory = Inventory::new(&names).unwrap();
            let sentence =
                Sentence::of_tree(&tree, &inventory, ChunkOptions { pp }).unwrap().unwrap_or_default();
            assert_eq!(chunks_of(&sentence, &inventory), case[name], "{} with {name}", case["id"]);
            let list = |words: &treescore_phrase::WordList| -> Value {
                words.iter().map(|word| std::str::from_utf8(word).unwrap()).collect()
            };
            assert_eq!(
                (&list(&sentence.words), &list(&sentence.tags)),
                (&case["words"], &case["tags"]),
                "{}",
                case["id"]
            );
        }
    }
}

/// Checks that everything in `expected` is also in `found`; numbers to 1e-9.
fn compare(expected: &Value, found: &Value, path: &str) {
    match (expected, found) {
        (Value::Object(fields), _) => {
            // The packs recorded the excess over the share of true chunks, which is in them beside the share.
            for (name, value) in fields.iter().filter(|(name, _)| *name != "excess") {
                compare(value, &found[name], &format!("{path}.{name}"));
            }
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            assert!((a - b).abs() <= (1e-9 * a.abs()).max(1e-12), "{path}: {b} instead of {a}");
        }
        _ => assert_eq!(found, expected, "{path}"),
    }
}

fn gold_of(sentences: &Value) -> Gold {
    let lines: Vec<String> = sentences.as_array().unwrap().iter().map(Value::to_string).collect();
    let mut gold = Gold::new("gold");
    gold.read("gold", lines.join("\n").as_bytes()).unwrap();
    gold
}

/// The report of a model over gold, as JSON: single candidates, and sequences if gold has them.
fn report(model: FileModel<'_>, gold: &Gold, floor: Floor) -> (Value, Option<Value>) {
    let inventory = model.inventory().clone();
    let mut scorer = PhraseScorer::new(model.clone(), floor);
    let mut with_sequences = Some(PhraseScorer::new(model, floor).with_sequences());
    let mut sentence = Sentence::default();
    for at in 0..gold.len() {
        scorer.model().gold_sentence(at, &mut sentence);
        scorer.add(&sentence).unwrap();
        with_sequences = with_sequences.filter(|_| sentence.is_partition());
        if let Some(scorer) = &mut with_sequences {
            scorer.add(&sentence).unwrap();
        }
    }
    let json_of = |scores: ModelScores| -> Value {
        let models = vec![ModelReport { name: "m".into(), scores }];
        let report = PhraseReport { models, ..PhraseReport::default() };
        serde_json::from_str(&json(&report, &inventory)).unwrap()
    };
    let phrase = json_of(ModelScores::Phrases(Box::new(scorer.scores())))["models"][0]["phrase"].clone();
    let sequence = with_sequences.map(|scorer| {
        let chosen = SequenceScores::of(scorer.sequences().unwrap().clone(), &inventory);
        json_of(ModelScores::Sequences(Box::new(chosen)))["models"][0]["sequence"].clone()
    });
    (phrase, sequence)
}

/// Bits and best sequence of every sentence.
fn best_sequences(model: &FileModel<'_>, gold: &Gold, floor: Floor) -> (Vec<f64>, Value) {
    let mut sequences = Sequences::new(model.inventory(), Defaults::from_model(model), floor);
    let (mut sentence, mut tally) = (Sentence::default(), SequenceTally::default());
    let (mut bits, mut best) = (Vec::new(), Vec::new());
    for at in 0..gold.len() {
        model.gold_sentence(at, &mut sentence);
        let found = sequences.add(&sentence, model.candidates(at), &mut tally).unwrap();
        bits.push(found.bits);
        best.push(chunk_list(found.best.unwrap_or_default(), model.inventory()));
    }
    (bits, best.into())
}

#[test]
fn measures_are_those_recorded() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../conformance/measures.json")).unwrap();
    assert_eq!(cases.len(), 14);
    let mut sequences = 0;
    for case in &cases {
        let id = case["id"].as_str().unwrap();
        let gold = gold_of(&case["gold"]);
        let header = serde_json::json!({"format": "treescore-phrase-probabilities", "version": 1,
            "categories": case["categories"], "default": case["default"]});
        let listed = case["listed"].as_array().unwrap().iter();
        let listed = listed.map(|row| {
            serde_json::json!({"sent": row[0], "cat": row[1], "start": row[2], "end": row[3], "p": row[4]}).to_string()
        });
        let text: Vec<String> = std::iter::once(header.to_string()).chain(listed).collect();
        let text = text.join("\n");
        let model = FileModel::read("m", ProbabilityFormat::JsonLines, text.as_bytes(), &gold).unwrap();
        let floor = case["floor"].as_f64().filter(|floor| *floor > 0.0);
        let floor = floor.map_or(Floor::NONE, |floor| Floor::new(floor).unwrap());
        let (phrase, sequence) = report(model.clone(), &gold, floor);
        compare(&case["phrase"], &phrase, id);
        let Value::Object(expected) = &case["sequence"] else {
            assert!(sequence.is_none(), "{id}: gold chunks are no sequence");
            continue;
        };
        sequences += 1;
        let mut expected = expected.clone();
        let (bits, best) = best_sequences(&model, &gold, floor);
        assert_eq!(expected.remove("best").unwrap(), best, "{id}");
        let per_sentence = expected.remove("per_sentence_bits").unwrap();
        for (at, (expected, found)) in per_sentence.as_array().unwrap().iter().zip(&bits).enumerate() {
            let found = if found.is_infinite() { "inf".into() } else { Value::from(*found) };
            compare(expected, &found, &format!("{id}, sentence {at}"));
        }
        compare(&expected.into(), &sequence.unwrap(), id);
    }
    assert!(sequences > 5);
}

#[test]
fn files_give_the_recorded_results_and_errors() {
    let pack: Value = serde_json::from_str(include_str!("../conformance/files.json")).unwrap();
    let gold = gold_of(&pack["gold"]);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let files = pack["files"].as_array().unwrap();
    assert_eq!(files.len(), 21);
    for file in files {
        let name = file["file"].as_str().unwrap();
        #[expect(clippy::disallowed_methods, reason = "the pack is read as the files it is made of")]
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let format = ProbabilityFormat::of(name, b'?');
        match (file["error"].as_str(), FileModel::read(name, format, &bytes[..], &gold)) {
            (None, Ok(model)) => compare(&file["phrase"], &report(model, &gold, Floor::NONE).0, name),
            (Some(code), Err(PhraseFileError::Line(error))) => {
                assert_eq!(
                    (error.fault.code(), error.line),
                    (code, file["line"].as_u64().unwrap()),
                    "{name}"
                );
                let is_of_gold = error.fault == FileFault::GoldCategory;
                let place = if is_of_gold { "gold: ".to_owned() } else { format!("{name}:{}: ", error.line) };
                assert!(error.to_string().starts_with(&place), "{error}");
            }
            (expected, found) => panic!("{name}: expected {expected:?}, found {found:?}"),
        }
    }
}
