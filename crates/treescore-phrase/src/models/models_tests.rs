use super::*;
use crate::tagger::{Lattice, Tag};
use crate::{Chunk, Defaults, WordList};
use matcher::Hit;
use treescore::measure::Fixed;
use walk::Walk;

fn sentence(inventory: &Inventory, text: &str, chunks: &[(&str, u32, u32)]) -> Sentence {
    let pairs: Vec<_> = text.split(' ').map(|word| word.rsplit_once('/').unwrap()).collect();
    Sentence {
        length: pairs.len() as u32,
        words: pairs.iter().map(|pair| pair.0).collect(),
        tags: pairs.iter().map(|pair| pair.1).collect(),
        chunks: chunks
            .iter()
            .map(|&(name, start, end)| Chunk {
                category: inventory.find(name.as_bytes()).unwrap(),
                start,
                end,
            })
            .collect(),
        ..Sentence::default()
    }
}

/// Two corpora with ambiguous words, and a sentence to try.
fn corpora(inventory: &Inventory) -> [Vec<Sentence>; 3] {
    let make = |text, chunks| sentence(inventory, text, chunks);
    [
        vec![
            make("the/DT watch/NN set/VBD up/RP a/DT light/NN", &[("NP", 0, 2), ("VP", 2, 4), ("NP", 4, 6)]),
            make("they/PRP watch/VB the/DT light/JJ set/NN", &[("NP", 0, 1), ("VP", 1, 2), ("NP", 2, 5)]),
            make("set/VB the/DT watch/NN", &[("VP", 0, 1), ("NP", 1, 3)]),
        ],
        vec![
            make("the/DT light/NN watch/VB up/RP", &[("NP", 0, 2), ("VP", 2, 4)]),
            make("set/VB a/DT light/JJ watch/NN", &[("VP", 0, 1), ("NP", 1, 4)]),
        ],
        vec![make("the/DT set/NN light/VB watch/NN up/RP", &[("NP", 0, 2), ("VP", 2, 3), ("NP", 3, 5)])],
    ]
}

fn model(tags: TagSource, tau: f64) -> (PhraseModel, [Vec<Sentence>; 3]) {
    let inventory = Inventory::new(["NP", "VP", "Null"]).unwrap();
    let corpora = corpora(&inventory);
    let settings = ModelSettings { longest: 3, tau, tags, ..ModelSettings::default() };
    (PhraseModel::train(&corpora[0], Some(&corpora[1]), settings, inventory).unwrap(), corpora)
}

/// Enumerates all sequences over all spans and selects the right-hand sides, which the trie finds without
/// enumeration.
#[test]
fn the_trie_finds_what_comparing_every_sequence_finds() {
    for (tags, tau) in [(TagSource::Tagger, 0.01), (TagSource::Tagger, 0.3), (TagSource::Gold, 0.01)] {
        let (model, corpora) = model(tags, tau);
        let (mut matcher, mut lattice, mut walk) = (Matcher::default(), Lattice::default(), Walk::default());
        for sentence in corpora.iter().flatten() {
            matcher.fill(&model, sentence);
            model.fill_lattice(sentence, &mut lattice);
            let mut expected: Vec<(u32, u32, u32, u64)> = Vec::new();
            for start in 0..lattice.len() {
                for end in start + 1..=lattice.len() {
                    walk.sequences(&lattice, (start, end), tau, |tags: &[Tag], probability| {
                        let rules =
                            model.counts.rules.iter().zip(0..).filter(|(rule, _)| *rule.tags == *tags);
                        expected.extend(rules.map(|(_, rule)| {
                            (start as u32, end as u32, rule, Fixed::of(Some(probability)).sum as u64)
                        }));
                    });
                }
            }
            let found = |hit: &Hit| {
                let found = matcher.found()[hit.found as usize];
                (found.start, found.end, hit.rule, Fixed::of(Some(hit.probability)).sum as u64)
            };
            let mut hits: Vec<_> = matcher.hits().iter().map(found).collect();
            hits.sort_unstable();
            expected.sort_unstable();
            assert!(!hits.is_empty());
            assert_eq!(hits, expected);
        }
    }
}

#[test]
fn parts_of_a_corpus_give_the_same_model_in_any_order() {
    for tags in [TagSource::Tagger, TagSource::Gold] {
        let (whole, corpora) = model(tags, 0.01);
        let (settings, inventory) = (whole.counts.settings, whole.counts.inventory.clone());
        let mut first = FirstCounts::new(settings, &inventory);
        for sentence in corpora[0].iter().rev() {
            let mut part = FirstCounts::new(settings, &inventory);
            part.add(sentence);
            first.merge(&part);
        }
        corpora[1].iter().for_each(|sentence| first.add_second(sentence));
        let model = first.finish(inventory).unwrap();
        let (mut rules, mut scratch) = (RuleCounts::default(), RuleScratch::default());
        for sentence in corpora[0].iter().rev() {
            let mut part = RuleCounts::default();
            part.add(&model, sentence, &mut scratch);
            rules.merge(&part);
        }
        let model = rules.finish(model).unwrap();
        let (mut second, mut matcher) = (SecondCounts::new(&model), Matcher::default());
        for sentence in corpora[1].iter().rev() {
            let mut part = SecondCounts::new(&model);
            part.add(&model, sentence, &mut matcher);
            second.merge(part);
        }
        assert_eq!(second.finish(model).unwrap().counts, whole.counts);
    }
}

#[test]
fn a_tag_that_only_follows_is_kept() {
    let inventory = Inventory::new(["NP", "Null"]).unwrap();
    let first = [sentence(&inventory, "a/X", &[("NP", 0, 1)])];
    let second = [
        sentence(&inventory, "a/X b/Y", &[("NP", 0, 1), ("Null", 1, 2)]),
        sentence(&inventory, "a/X b/Z", &[("Null", 0, 1), ("Null", 1, 2)]),
    ];
    let settings = ModelSettings { longest: 2, tags: TagSource::Gold, ..ModelSettings::default() };
    let model = PhraseModel::train(&first, Some(&second), settings, inventory).unwrap();
    let follow = &model.counts.rules[0].follow;
    let named: Vec<_> = follow
        .iter()
        .map(|(tag, found)| (model.counts.tags.name(*tag), found.all, found.true_ones))
        .collect();
    assert_eq!(named, [("Y", 1.0, 1.0), ("Z", 1.0, 0.0)]);
}

#[test]
fn tags_that_are_not_utf_8_are_the_same_in_training_and_use() {
    let inventory = Inventory::new(["NP", "Null"]).unwrap();
    let chunks: &[_] = &[("NP", 0, 1), ("Null", 1, 2)];
    let mut odd = sentence(&inventory, "a/X b/Y", chunks);
    odd.tags = [&b"X\xE4"[..], b"Y\xFF"].into_iter().collect();
    let corpus = [sentence(&inventory, "a/X b/Y", chunks), odd];
    let settings = ModelSettings { longest: 2, tags: TagSource::Gold, ..ModelSettings::default() };
    let model = PhraseModel::train(&corpus, Some(&corpus), settings, inventory).unwrap();
    let rules = model.counts.rules.iter();
    let named: Vec<_> = rules.map(|rule| (model.counts.tags.name(rule.tags[0]), rule.found.all)).collect();
    assert_eq!(named, [("X", 1.0), ("X\u{FFFD}", 1.0), ("Y", 1.0), ("Y\u{FFFD}", 1.0)]);
    let mut file = Vec::new();
    model.save(&mut file).unwrap();
    assert_eq!(PhraseModel::load(&file).unwrap().counts, model.counts);
}

#[test]
fn unknown_words_match_nothing() {
    let (model, corpora) = model(TagSource::Tagger, 0.01);
    let mut probabilities = model.probabilities(ModelKind::G).unwrap();
    let mut listed = Vec::new();
    let bare = Sentence { words: WordList::default(), tags: WordList::default(), ..corpora[2][0].clone() };
    probabilities.list_candidates(&bare, &mut listed);
    assert_eq!(listed, []);
    probabilities.list_candidates(&corpora[2][0], &mut listed);
    assert!(listed.len() > 5);
    assert!(listed.iter().all(|listed| (0.0..=1.0).contains(&listed.probability)));
    let defaults = Defaults::from_model(&probabilities);
    assert_eq!(defaults.longest(), 3);
}

#[test]
fn chunks_with_too_many_sequences_of_tags_are_refused() {
    let inventory = Inventory::new(["NP", "Null"]).unwrap();
    // One word with eight tags in any order: 8^n sequences for n words.
    let corpus = |words: u32| -> Vec<Sentence> {
        let text = |first: u32| {
            (0..words).map(|at| format!("w/T{}", (first * 3 + at * (first + 1)) % 8)).collect::<Vec<_>>()
        };
        (0..16).map(|first| sentence(&inventory, &text(first).join(" "), &[("NP", 0, words)])).collect()
    };
    let train = |words: u32, tau: f64| {
        PhraseModel::train(
            &corpus(words),
            None,
            ModelSettings { tau, ..ModelSettings::default() },
            inventory.clone(),
        )
    };
    assert!(train(3, 1e-12).is_ok() && train(30, 0.01).is_ok());
    let refused = train(9, 1e-12).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a chunk of 9 words has more than 10000 sequences of tags per word whose probability is 1e-12 or more; \
         use a greater tau (from 1e-4 on, no chunk has too many)"
    );
}

#[test]
fn training_errors() {
    let (inventory, settings) = (Inventory::default(), ModelSettings::default());
    let train = |first: &[Sentence], second: Option<&[Sentence]>, settings| {
        PhraseModel::train(first, second, settings, inventory.clone()).map(drop).unwrap_err().to_string()
    };
    assert_eq!(train(&[], None, settings), "the first corpus has no sentences");
    let some = [sentence(&inventory, "a/X", &[("NP", 0, 1)])];
    assert_eq!(train(&some, Some(&[]), settings), "the second corpus has no sentences");
    let tau = ModelSettings { tau: f64::NAN, ..settings };
    assert_eq!(train(&some, None, tau), "tau is NaN; it must be above 0 and at most 1");
    let reserved = [sentence(&inventory, "a/<s>", &[("NP", 0, 1)])];
    assert!(train(&reserved, None, settings).starts_with("the tag `<s>` is reserved"));
}
