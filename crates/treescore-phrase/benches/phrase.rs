//! Phrase models: training, evaluating all of them, and one long sentence, each on one thread.
//!
//! The trees are those of `gold/wsj.gold.full` in the folder `TREESCORE_DATA`; without it they are synthetic.

use std::ops::ControlFlow;
use std::path::PathBuf;

use divan::Bencher;
use divan::counter::ItemsCount;
use treescore::read::Corpus;
use treescore_phrase::models::{
    Evaluation, EvaluationTally, Matcher, ModelKind, ModelSettings, PhraseModel, TagSource,
};
use treescore_phrase::run::{SentenceInput, SentenceWork, sentences};
use treescore_phrase::{ChunkOptions, Chunker, Floor, Inventory, Sentence};
use treescore_testkit::generate::{Profile, write_pairs};

fn main() {
    divan::main();
}

/// Keeps all sentences.
struct Keeping;

impl SentenceWork for Keeping {
    type Worker = ();
    type Part = Vec<Sentence>;

    fn worker(&self) {}

    fn begin(&self, part: &mut Vec<Sentence>) {
        part.clear();
    }

    fn sentence(&self, (): &mut (), _: u64, sentence: &Sentence, _: &Inventory, part: &mut Vec<Sentence>) {
        part.push(sentence.clone());
    }
}

/// The first corpus, the second corpus, and the rest for evaluation, in the proportions of the paper.
fn corpora() -> [Vec<Sentence>; 3] {
    let real =
        std::env::var_os("TREESCORE_DATA").map(|folder| PathBuf::from(folder).join("gold/wsj.gold.full"));
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("gold");
    let mut trees = std::fs::File::create(&made).map(std::io::BufWriter::new).expect("a file");
    write_pairs(1, 2416, &Profile::newspaper(), &mut trees, &mut std::io::sink()).expect("room on the disk");
    drop(trees);
    let corpus = Corpus::find(&real.unwrap_or(made)).expect("trees");
    let chunker = Chunker::new(Inventory::default(), ChunkOptions::default());
    let input = SentenceInput { corpus: &corpus, chunker: &chunker, range: None, threads: 1, block: None };
    let mut all = Vec::new();
    sentences(&input, &Keeping, &mut |part, _| {
        all.append(&mut part.part);
        ControlFlow::Continue(())
    })
    .expect("trees");
    let test = all.split_off(all.len() * 2365 / 3914);
    let second = all.split_off(all.len() * 1706 / 2365);
    [all, second, test]
}

fn settings(tags: TagSource) -> ModelSettings {
    ModelSettings { tags, ..ModelSettings::default() }
}

fn trained([first, second, _]: &[Vec<Sentence>; 3], tags: TagSource) -> PhraseModel {
    PhraseModel::train(first, Some(second), settings(tags), Inventory::default()).expect("a model")
}

#[divan::bench(args = ["tagger", "gold"])]
fn train(bencher: Bencher<'_, '_>, tags: &str) {
    let (corpora, tags) = (corpora(), tags.parse().expect("a name"));
    let items = corpora[0].len() + corpora[1].len();
    bencher.counter(ItemsCount::new(items)).bench_local(|| trained(&corpora, tags));
}

#[divan::bench(args = ["tagger", "gold"])]
fn evaluate_all(bencher: Bencher<'_, '_>, tags: &str) {
    let corpora = corpora();
    let model = trained(&corpora, tags.parse().expect("a name"));
    let kinds = ModelKind::VALUES.iter().map(|name| name.parse().expect("a name")).collect();
    let plan = Evaluation::new(&model, kinds, Some(ModelKind::G), Floor::NONE).expect("a second corpus");
    bencher.counter(ItemsCount::new(corpora[2].len())).bench_local(|| {
        let (mut evaluator, mut tally) = (plan.evaluator(), EvaluationTally::default());
        for (number, sentence) in (0..).zip(&corpora[2]) {
            evaluator.add(number, sentence, &mut tally).expect("chunks of trees");
        }
        plan.scores(&tally)
    });
}

/// A sentence of 200 words in model G.
#[divan::bench]
fn long_sentence(bencher: Bencher<'_, '_>) {
    let corpora = corpora();
    let model = trained(&corpora, TagSource::Tagger);
    let mut long = Sentence { length: 200, ..Sentence::default() };
    for sentence in &corpora[2] {
        for (word, tag) in sentence.words.iter().zip(sentence.tags.iter()) {
            if long.words.len() < 200 {
                long.words.push(word);
                long.tags.push(tag);
            }
        }
    }
    let mut matcher = Matcher::default();
    bencher.bench_local(|| {
        matcher.fill(&model, &long);
        matcher.found().len()
    });
}
