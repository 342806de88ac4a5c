//! Model S against all sequences of short sentences.

#![expect(clippy::float_cmp, reason = "infinities, and what must be exact to the last digit")]

use proptest::prelude::*;

use super::*;

const LONGEST: u32 = 2;

fn inventory() -> Inventory {
    Inventory::new(["NP", "VP", "Null"]).unwrap()
}

/// All ways to cut `length` words into chunks with categories.
fn all_sequences(length: u32) -> Vec<Vec<Chunk>> {
    let mut done = Vec::new();
    let mut open = vec![Vec::<Chunk>::new()];
    while let Some(sequence) = open.pop() {
        let start = sequence.last().map_or(0, |chunk| chunk.end);
        if start == length {
            done.push(sequence);
            continue;
        }
        for end in start + 1..=length {
            for category in inventory().categories() {
                let longer = sequence.iter().copied().chain([Chunk { category, start, end }]);
                open.push(longer.collect());
            }
        }
    }
    done
}

/// The tags of words, as in a file of tagged words.
fn tags(sequence: &[Chunk]) -> Vec<String> {
    let inventory = inventory();
    let tag = |chunk: &Chunk, at: u32| match inventory.name(chunk.category) {
        "Null" => "O".to_owned(),
        name if at == chunk.start => format!("B-{name}"),
        name => format!("I-{name}"),
    };
    sequence.iter().flat_map(|chunk| (chunk.start..chunk.end).map(move |at| tag(chunk, at))).collect()
}

fn probability() -> impl Strategy<Value = f64> {
    prop_oneof![6 => 0.001..1.0f64, 1 => Just(0.0), 1 => Just(1.0)]
}

proptest! {
    #[test]
    fn the_best_sequence_is_the_best(
        length in 1u32..5,
        defaults in prop::collection::vec(probability(), 6),
        own in prop::collection::vec((0usize..3, 0u32..5, 1u32..5, probability()), 0..5),
        pick in any::<prop::sample::Index>(),
    ) {
        let categories: Vec<_> = inventory().categories().collect();
        let mut listed: Vec<ListedCandidate> = own
            .into_iter()
            .map(|(x, start, k, probability)| ListedCandidate {
                category: categories[x], start, end: start + k, probability, covered: 0.0,
            })
            .filter(|one| one.end <= length)
            .collect();
        listed.sort_by_key(|one| (one.start, one.end, one.category));
        listed.dedup_by_key(|one| (one.start, one.end, one.category));
        let table = Defaults::new(&inventory(), LONGEST, |x, k| defaults[x.index() * 2 + k as usize - 1]);
        let probability = |chunk: &Chunk| {
            let own = listed.iter().find(|one| (one.category, one.start, one.end) == (chunk.category, chunk.start, chunk.end));
            own.map_or_else(|| table.get(chunk.category, chunk.end - chunk.start), |one| one.probability)
        };
        let normal = |start: u32| -> f64 {
            let ends = (start + 1..=length).flat_map(|end| {
                categories.iter().map(move |&category| Chunk { category, start, end })
            });
            ends.map(|chunk| probability(&chunk)).sum()
        };
        let bits = |sequence: &[Chunk]| -> f64 {
            let cost = |chunk: &Chunk| {
                if probability(chunk) > 0.0 { -(probability(chunk) / normal(chunk.start)).log2() } else { f64::INFINITY }
            };
            sequence.iter().map(cost).sum()
        };
        let all = all_sequences(length);
        let gold = pick.get(&all).clone();
        let least = all.iter().map(|sequence| bits(sequence)).fold(f64::INFINITY, f64::min);
        let sentence = Sentence { length, chunks: gold.clone(), ..Sentence::default() };
        let mut tally = SequenceTally::default();
        let mut sequences = Sequences::new(&inventory(), table.clone(), Floor::NONE);
        let found = sequences.add(&sentence, &listed, &mut tally).unwrap();
        let is_close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9;
        prop_assert!(is_close(found.bits, bits(&gold)), "{} instead of {}", found.bits, bits(&gold));
        prop_assert_eq!(found.best.is_some(), least.is_finite());
        let best = found.best.unwrap_or_default().to_vec();
        if least.is_finite() {
            prop_assert!(is_close(bits(&best), least), "{:?}", best);
        }
        let chunks = tally.chunks();
        let correct = gold.iter().filter(|chunk| best.contains(chunk)).count();
        prop_assert_eq!((chunks.correct, chunks.guessed, chunks.true_chunks), (correct as u64, best.len() as u64, gold.len() as u64));
        let right = tags(&gold).iter().zip(tags(&best)).filter(|(one, other)| *one == other).count();
        prop_assert_eq!((tally.tokens, tally.tokens_right), (u64::from(length), right as u64));
        prop_assert_eq!(tally.exact, u64::from(best == gold));
    }
}

/// The best sequence by a table of all spans, with the same rule for ties; and the cost of the true sequence.
fn by_all_spans(sentence: &Sentence, listed: &[ListedCandidate], table: &Defaults) -> (f64, Vec<Chunk>) {
    let probability = |chunk: &Chunk| {
        let own = listed
            .iter()
            .find(|one| (one.category, one.start, one.end) == (chunk.category, chunk.start, chunk.end));
        own.map_or_else(|| table.get(chunk.category, chunk.end - chunk.start), |one| one.probability)
    };
    let chunks =
        |start: u32, end| inventory().categories().map(move |category| Chunk { category, start, end });
    let mut steps: Vec<Option<Step>> = vec![None; sentence.length as usize + 1];
    let mut bits = Sum::default();
    for start in 0..sentence.length {
        let ends = start + 1..=sentence.length;
        let totals =
            ends.clone().map(|end| chunks(start, end).map(|one| probability(&one)).collect::<Sum>().total());
        let normal = totals.collect::<Sum>().total();
        for chunk in sentence.chunks.iter().filter(|chunk| chunk.start == start) {
            let own = probability(chunk);
            bits.add(if own > 0.0 { normal.log2() - own.log2() } else { f64::INFINITY });
        }
        let before = if start == 0 { Some(0.0) } else { steps[start as usize].map(|step| step.score) };
        let Some(before) = before else { continue };
        for end in ends {
            let best = best_of(chunks(start, end).map(|one| (one.category, probability(&one)))).unwrap();
            let score = before + (best.log - normal.log2());
            let step = &mut steps[end as usize];
            if best.log > f64::NEG_INFINITY && step.is_none_or(|known| score > known.score) {
                *step = Some(Step { score, last: Chunk { category: best.category, start, end } });
            }
        }
    }
    let (mut end, mut sequence) = (sentence.length, Vec::new());
    while let Some(step) = steps[end as usize].filter(|_| end > 0) {
        sequence.insert(0, step.last);
        end = step.last.start;
    }
    (bits.total() + 0.0, sequence)
}

proptest! {
    /// Few different probabilities, so that there are many ties.
    #[test]
    fn long_sentences_are_as_by_all_spans(
        length in 1u32..40,
        longest in 1u32..6,
        defaults in prop::collection::vec(prop_oneof![Just(0.0), Just(0.25), Just(0.5), 0.001..1.0f64], 15),
        own in prop::collection::vec((0usize..3, 0u32..40, 1u32..40, prop_oneof![Just(0.0), Just(0.5), Just(1.0), 0.001..1.0f64]), 0..60),
    ) {
        let categories: Vec<_> = inventory().categories().collect();
        let own = own.into_iter().map(|(x, start, k, probability)| ListedCandidate {
            category: categories[x], start, end: start + k, probability, covered: 0.0,
        });
        let mut listed: Vec<_> = own.filter(|one| one.end <= length).collect();
        listed.sort_by_key(|one| (one.start, one.end, one.category));
        listed.dedup_by_key(|one| (one.start, one.end, one.category));
        let table = Defaults::new(&inventory(), longest, |x, k| defaults[x.index() * 5 + k as usize - 1]);
        let gold = vec![Chunk { category: categories[0], start: 0, end: length }];
        let sentence = Sentence { length, chunks: gold, ..Sentence::default() };
        let (bits, best) = by_all_spans(&sentence, &listed, &table);
        let mut sequences = Sequences::new(&inventory(), table, Floor::NONE);
        let mut tally = SequenceTally::default();
        for _ in 0..2 {
            let found = sequences.add(&sentence, &listed, &mut tally).unwrap();
            prop_assert_eq!(found.bits, bits);
            prop_assert_eq!(found.best.unwrap_or_default(), &best[..]);
        }
    }
}

#[test]
fn ties_go_to_the_first_category_and_the_longer_last_chunk() {
    let even = Defaults::new(&inventory(), 1, |_, _| 1.0);
    let mut sequences = Sequences::new(&inventory(), even, Floor::NONE);
    let np = inventory().find(b"NP").unwrap();
    let gold = Chunk { category: np, start: 0, end: 1 };
    let sentence = Sentence { length: 1, chunks: vec![gold], ..Sentence::default() };
    let found = sequences.add(&sentence, &[], &mut SequenceTally::default()).unwrap();
    assert_eq!(found.best, Some(&[gold][..]));
}

#[test]
fn chunks_that_overlap_or_leave_gaps_are_refused() {
    let even = Defaults::new(&inventory(), 1, |_, _| 0.5);
    let mut sequences = Sequences::new(&inventory(), even, Floor::NONE);
    let sentence = Sentence { id: "s7".into(), length: 1, ..Sentence::default() };
    let refused = sequences.add(&sentence, &[], &mut SequenceTally::default());
    assert_eq!(refused, Err(NotAPartition("s7".into())));
}
