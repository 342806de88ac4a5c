//! The recorded models and their scores (`tests/conformance`), to 1e-9.

use serde_json::Value;
use treescore::read::Buffer;
use treescore::read::Syntax;
use treescore::tree::{Arena, Labels};
use treescore_phrase::models::{
    Evaluation, EvaluationTally, ModelKind, ModelSettings, PhraseModel, TagSource,
};
use treescore_phrase::tagger::{Lattice, Tag};
use treescore_phrase::{Chunk, ChunkOptions, Chunker, Floor, Inventory, Pp, Sentence, WordList};

const KINDS: [ModelKind; 5] = [ModelKind::Zero, ModelKind::One, ModelKind::Xk, ModelKind::G, ModelKind::C];

fn pack() -> Value {
    serde_json::from_str(include_str!("../conformance/models.json")).unwrap()
}

/// Equal to 1e-9, or to 1e-12 near 0.
fn near(found: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().unwrap();
    let close = (found - expected).abs() <= 1e-9 * expected.abs() + 1e-12;
    assert!(close, "{what}: {found} instead of {expected}");
}

fn sentences(trees: &Value, inventory: &Inventory, pp: Pp) -> Vec<Sentence> {
    let mut chunker = Chunker::new(inventory.clone(), ChunkOptions { pp });
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    let trees = trees.as_array().unwrap().iter().map(|tree| tree.as_str().unwrap());
    trees
        .map(|tree| {
            let text = tree.as_bytes();
            Syntax::Trees.read(text, (0, text.len()), &mut labels, &mut buffer, &mut arena).unwrap();
            let mut sentence = Sentence::default();
            assert!(chunker.sentence(&arena, text, &labels, &mut sentence).unwrap());
            sentence
        })
        .collect()
}

struct Run {
    expected: Value,
    model: PhraseModel,
    test: Vec<Sentence>,
}

fn settings(expected: &Value) -> ModelSettings {
    ModelSettings {
        pp: if expected["pp"] == "full" { Pp::Full } else { Pp::Bare },
        longest: u32::try_from(expected["K"].as_u64().unwrap()).unwrap(),
        tags: expected["tags"].as_str().unwrap().parse().unwrap(),
        ..ModelSettings::default()
    }
}

fn runs() -> Vec<Run> {
    let pack = pack();
    let names = pack["categories"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    let inventory = Inventory::new(names).unwrap();
    let run = |expected: &Value| {
        let settings = settings(&expected["settings"]);
        let [first, second, test] =
            ["first", "second", "test"].map(|part| sentences(&pack[part], &inventory, settings.pp));
        let model = PhraseModel::train(&first, Some(&second), settings, inventory.clone()).unwrap();
        Run { expected: expected.clone(), model, test }
    };
    let runs: Vec<Run> = pack["runs"].as_array().unwrap().iter().map(run).collect();
    assert_eq!(runs.len(), 4);
    runs
}

#[test]
fn parameters() {
    for Run { expected, model, .. } in runs() {
        let (estimates, inventory) = (model.estimates(), &model.counts().inventory);
        let ruled = estimates.ruled.as_ref().unwrap();
        near(estimates.any, &expected["p1"], "p1");
        for (category, name) in inventory.categories().zip(inventory.names()) {
            near(ruled.pool[category.index()], &expected["pool"][name], "pool");
            for length in 1..=8 {
                let at = length as usize - 1;
                near(estimates.by_length.get(category, length), &expected["xk"][name][at], "xk");
                near(ruled.uncovered.get(category, length), &expected["uncovered"][name][at], "uncovered");
            }
        }
        assert_eq!(expected["n_rules"], model.counts().rules.len());
    }
}

#[test]
fn rules() {
    let mut seen = 0;
    for Run { expected, model, .. } in runs() {
        let Some(rules) = expected["rules"].as_array() else { continue };
        let (stored, estimated) = (model.counts(), model.estimates().ruled.as_ref().unwrap());
        for (at, (expected, rule)) in rules.iter().zip(&stored.rules).enumerate() {
            seen += 1;
            let tags: Vec<&str> = rule.tags.iter().map(|&tag| stored.tags.name(tag)).collect();
            assert_eq!(expected["cat"], stored.inventory.name(rule.category));
            assert_eq!(expected["tags"], serde_json::json!(tags));
            let what = format!("{} -> {tags:?}", expected["cat"]);
            near(rule.weight, &expected["weight"], &what);
            near(rule.found.all, &expected["n"], &what);
            near(rule.found.true_ones, &expected["t"], &what);
            near(estimated.rules[at], &expected["p"], &what);
            assert_eq!(expected["follow"].as_object().unwrap().len(), estimated.follow(at).len(), "{what}");
            for &(tag, probability) in estimated.follow(at) {
                near(probability, &expected["follow"][stored.tags.name(tag)], &what);
            }
        }
    }
    assert_eq!(seen, 70, "rules of both runs");
}

/// All tag sequences over a span with at least this probability, with their probability.
fn sequences(lattice: &Lattice, start: usize, end: usize, least: f64) -> Vec<(Vec<Tag>, f64)> {
    let ones = lattice.ones(start).iter().enumerate().map(|(place, &p)| (vec![place], p));
    let mut all: Vec<(Vec<usize>, f64)> = ones.filter(|&(_, p)| p >= least).collect();
    for word in start + 1..end {
        let mut longer = Vec::new();
        for (places, probability) in &all {
            let (row, factor) = match places[..] {
                [one] => (lattice.pairs(word, one), 1.0),
                [.., two, one] => (lattice.conditional(word, [two, one]), *probability),
                [] => unreachable!(),
            };
            for (place, share) in row.iter().enumerate().filter(|(_, share)| factor * **share >= least) {
                longer.push(([&places[..], &[place]].concat(), factor * share));
            }
        }
        all = longer;
    }
    let named = |places: Vec<usize>| {
        places.iter().zip(start..).map(|(&place, word)| lattice.tags(word)[place]).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = all.into_iter().map(|(places, p)| (named(places), p)).collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

fn words(list: &Value) -> WordList {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn tagger() {
    let run = runs().into_iter().find(|run| !run.expected["tagger"].is_null()).unwrap();
    let (expected, counts) = (&run.expected["tagger"], run.model.counts());
    let tagger = run.model.tagger().unwrap();
    for (at, weight) in tagger.transitions().weights().into_iter().enumerate() {
        near(weight, &expected["lambda"][at], "lambda");
    }
    for (word, tags) in expected["tag_given_word"].as_object().unwrap() {
        for (tag, probability) in (0..).zip(tagger.words().tags_of(word)) {
            near(probability, &tags[counts.tags.name(tag)], word);
        }
        let mut lattice = Lattice::default();
        lattice.fill(tagger, &[word].into_iter().collect(), 0.0);
        let names: Vec<&str> = lattice.tags(0).iter().map(|&tag| counts.tags.name(tag)).collect();
        assert_eq!(expected["emission_tags"][word], serde_json::json!(names), "{word}");
    }
    let mut lattice = Lattice::default();
    lattice.fill(tagger, &words(&expected["sentence"]), 0.01);
    for (word, posterior) in expected["posteriors"].as_array().unwrap().iter().enumerate() {
        for (&tag, &probability) in lattice.tags(word).iter().zip(lattice.ones(word)) {
            near(probability, &posterior[counts.tags.name(tag)], "posterior");
        }
    }
    for span in expected["spans"].as_array().unwrap() {
        let [start, end] = ["start", "end"].map(|name| span[name].as_u64().unwrap() as usize);
        check_sequences(&run.model, sequences(&lattice, start, end, 0.01), &span["sequences"]);
    }
    lattice.fill(tagger, &words(&expected["short"]["words"]), 0.0);
    let mut all = sequences(&lattice, 0, 4, 0.0);
    all.sort_by(|one, other| other.1.total_cmp(&one.1));
    all.truncate(12);
    check_sequences(&run.model, all, &expected["short"]["posterior"]);
}

fn check_sequences(model: &PhraseModel, found: Vec<(Vec<Tag>, f64)>, expected: &Value) {
    assert_eq!(found.len(), expected.as_array().unwrap().len());
    for ((tags, probability), expected) in found.into_iter().zip(expected.as_array().unwrap()) {
        let names: Vec<&str> = tags.iter().map(|&tag| model.counts().tags.name(tag)).collect();
        assert_eq!(expected[0], serde_json::json!(names));
        near(probability, &expected[1], "sequence");
    }
}

/// The scores of every model, and of model S on one of them.
fn evaluate(model: &PhraseModel, test: &[Sentence], expected: &Value) {
    let mut tally = EvaluationTally::default();
    for base in KINDS {
        let plan = Evaluation::new(model, KINDS.to_vec(), Some(base), Floor::NONE).unwrap();
        tally = EvaluationTally::default();
        let mut evaluator = plan.evaluator();
        let expected = &expected["sequence"][base.as_str()];
        for (at, sentence) in test.iter().enumerate() {
            let told = evaluator.evaluate(at as u64, sentence, &mut tally).unwrap();
            near(told.sequence_bits.unwrap(), &expected["per_sentence_bits"][at], "bits of a sentence");
            let inventory = &model.counts().inventory;
            let best: Vec<_> = told
                .best
                .unwrap()
                .iter()
                .map(|&Chunk { category, start, end }| {
                    serde_json::json!([inventory.name(category), start, end])
                })
                .collect();
            assert_eq!(expected["best"][at], Value::from(best), "S on {}, sentence {at}", base.as_str());
        }
        let sequence = plan.sequence(&tally).unwrap().1;
        near(sequence.total_bits(), &expected["bits"], "bits of S");
        let chunks = sequence.chunks();
        for (found, name) in [(chunks.correct, "correct"), (chunks.guessed, "guessed")] {
            assert_eq!(expected[name], found, "S on {}: {name}", base.as_str());
        }
        near(sequence.exact_share(), &expected["exact"], "exact");
    }
    let plan = Evaluation::new(model, KINDS.to_vec(), None, Floor::NONE).unwrap();
    for (kind, scores) in plan.scores(&tally) {
        let (expected, name) = (&expected["phrase"][kind.as_str()], kind.as_str());
        near(scores.bits, &expected["bits"], name);
        near(scores.bits_per_candidate(), &expected["bits_per_candidate"], name);
        near(scores.log10_parses_per_sentence(), &expected["log10_parses_per_sentence"], name);
        near(scores.expected_yes, &expected["expected_yes"], name);
        near(scores.expected_precision(), &expected["expected_precision"], name);
        near(scores.expected_recall(), &expected["expected_recall"], name);
        near(scores.by_event.of_true, &expected["by_event"]["true"], name);
        near(scores.by_event.of_false, &expected["by_event"]["false"], name);
        near(scores.coverage.true_chunks, &expected["coverage"]["true"], name);
        near(scores.coverage.candidates, &expected["coverage"]["candidates"], name);
        near(scores.coverage.bits.unwrap(), &expected["coverage"]["bits"], name);
        for category in &scores.by_category {
            let expected = &expected["by_category"][&*category.name];
            near(category.bits, &expected["bits"], name);
            near(category.share.unwrap() - category.true_share, &expected["excess"], name);
            assert_eq!(expected["true"], category.true_chunks);
        }
        for (length, bits) in &scores.by_length {
            near(*bits, &expected["by_length"][length.to_string()], name);
        }
    }
}

#[test]
fn scores() {
    for Run { expected, model, test } in runs() {
        evaluate(&model, &test, &expected);
    }
}

#[test]
fn a_model_that_was_saved_gives_the_same_scores() {
    for Run { expected, model, test } in runs() {
        let mut file = Vec::new();
        model.save(&mut file).unwrap();
        let loaded = PhraseModel::load(&file).unwrap();
        let mut again = Vec::new();
        loaded.save(&mut again).unwrap();
        assert!(file == again, "a model file read and written is the same");
        assert_eq!(model.estimates().by_length, loaded.estimates().by_length);
        assert_eq!(
            model.estimates().ruled.as_ref().unwrap().rules,
            loaded.estimates().ruled.as_ref().unwrap().rules
        );
        evaluate(&loaded, &test, &expected);
    }
}

#[test]
fn the_example_of_a_model_file() {
    let text = include_str!("../conformance/small-model.json");
    let model = PhraseModel::load(text.as_bytes()).unwrap();
    let mut saved = Vec::new();
    model.save(&mut saved).unwrap();
    let [expected, found]: [Value; 2] =
        [text.as_bytes(), &saved].map(|text| serde_json::from_slice(text).unwrap());
    assert_eq!(found, expected);
    // It is the model of the first sentences of the pack.
    let pack = pack();
    let inventory = model.counts().inventory.clone();
    let [first, second] = [("first", 3), ("second", 2)].map(|(part, count)| {
        let mut all = sentences(&pack[part], &inventory, Pp::Full);
        all.truncate(count);
        all
    });
    let settings = ModelSettings { longest: 3, tags: TagSource::Gold, ..ModelSettings::default() };
    let trained = PhraseModel::train(&first, Some(&second), settings, inventory).unwrap();
    let mut saved = Vec::new();
    trained.save(&mut saved).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&saved).unwrap(), expected);
}

/// Made-up trees, all candidates enumerated elsewhere: bits, and what was to be expected of each category.
#[test]
fn expected_shares_are_those_of_an_enumeration() {
    let golden: Value = serde_json::from_str(include_str!("../conformance/abney.json")).unwrap();
    let trees: Vec<Value> = include_str!("../conformance/abney.trees").lines().map(Value::from).collect();
    let inventory = Inventory::default();
    let part = |range: std::ops::Range<usize>| sentences(&trees[range].into(), &inventory, Pp::Full);
    let (first, second, test) = (part(0..100), part(100..160), part(160..200));
    let settings = ModelSettings { tags: TagSource::Gold, ..ModelSettings::default() };
    let model = PhraseModel::train(&first, Some(&second), settings, inventory.clone()).unwrap();
    let plan = Evaluation::new(&model, KINDS.to_vec(), None, Floor::NONE).unwrap();
    let (mut tally, mut evaluator) = (EvaluationTally::default(), plan.evaluator());
    for (at, sentence) in (0..).zip(&test) {
        evaluator.evaluate(at, sentence, &mut tally).unwrap();
    }
    for (kind, scores) in plan.scores(&tally) {
        let (expected, name) = (&golden["models"][kind.as_str()], kind.as_str());
        assert_eq!(expected["candidates"], scores.candidates);
        assert_eq!(expected["true_chunks"], scores.true_chunks);
        near(scores.bits, &expected["bits"], name);
        for category in &scores.by_category {
            let expected = &expected["by_category"][&*category.name];
            near(category.share.unwrap(), &expected["share"], name);
            near(category.expected_share.unwrap(), &expected["expected"], name);
            near(category.excess().unwrap(), &expected["excess"], name);
        }
        let sum: f64 = scores.by_category.iter().filter_map(|category| category.expected_share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{name}: {sum}");
    }
}
