//! Phrase recognition: the chunks of a treebank, and how well a model's probabilities account for them.
//!
//! These are the measures and models of Abney, *Measures and Models for Phrase Recognition*. The crate serves
//! people who build or compare chunkers and partial parsers: it turns trees into chunks, trains simple
//! models, and measures any model that gives probabilities, in bits. It is the library behind
//! `treescore phrase`.
//!
//! * A [`Chunk`] is a phrase up to its head. A [`Sentence`] has words, tags and true chunks.
//! * Every category of an [`Inventory`] over every span is a *candidate*. A model ([`PhraseProbabilities`])
//!   gives each a probability of being a true chunk, most of them by a default for category and length.
//! * The *entropy* of a model is what the true chunks, and the absence of all others, cost in bits per
//!   candidate.
//! * Model S turns a phrase model into a choice among whole sequences of chunks, with precision, recall and
//!   F1.
//!
//! # Guide by task
//!
//! ## Find the chunks of a tree
//! ```
//! use treescore_phrase::report::{ChunkFormat, write_chunks};
//! use treescore_phrase::{ChunkOptions, Inventory, Sentence};
//!
//! let line = "(S (NP (DT the) (NN baker)) (VP (VBD sold) (PP (IN to) (NP (PRP us)))))";
//! let tree = treescore::read::one(line)?;
//! let inventory = Inventory::default();
//! let sentence = Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.expect("it has words");
//! let mut text = Vec::new();
//! write_chunks(&sentence, &inventory, ChunkFormat::Brackets, &mut text);
//! assert_eq!(text, b"[NP the baker] [VP sold] [PP to us]\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Measure your own model
//! Implement [`PhraseProbabilities`] and give it to a [`PhraseScorer`], or write its probabilities to a file
//! and read that with [`FileModel`].
//!
//! ```
//! use treescore_phrase::{
//!     Category, ChunkOptions, Floor, Inventory, ListedCandidate, PhraseProbabilities, PhraseScorer,
//!     Sentence,
//! };
//!
//! /// Expects two words to be a noun phrase.
//! struct TwoWords(Inventory);
//!
//! impl PhraseProbabilities for TwoWords {
//!     fn inventory(&self) -> &Inventory {
//!         &self.0
//!     }
//!     fn longest(&self) -> u32 {
//!         1
//!     }
//!     fn default(&self, _: Category, _: u32) -> f64 {
//!         0.01
//!     }
//!     fn list_candidates(&mut self, sentence: &Sentence, out: &mut Vec<ListedCandidate>) {
//!         let category = self.0.find(b"NP").expect("the inventory has it");
//!         let spans = (0..sentence.length.saturating_sub(1)).map(|start| (start, start + 2));
//!         out.extend(spans.map(|(start, end)| ListedCandidate {
//!             category, start, end, probability: 0.5, covered: 0.0,
//!         }));
//!     }
//! }
//!
//! let tree = treescore::read::one("(S (NP (DT the) (NN baker)) (VP (VBD slept)))")?;
//! let inventory = Inventory::default();
//! let sentence = Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.expect("it has words");
//! let mut scorer = PhraseScorer::new(TwoWords(inventory), Floor::NONE);
//! scorer.add(&sentence)?;
//! let scores = scorer.scores();
//! assert_eq!((scores.candidates, scores.true_chunks), (27 * 6, 2));
//! assert!(scores.bits_per_candidate() < 0.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Train and evaluate the models of the paper
//! [`models::PhraseModel`] serves as model 0, 1, XK, G or C; [`models::Evaluation`] scores several at once.
//!
//! ```
//! use treescore_phrase::models::{Evaluation, EvaluationTally, ModelKind, ModelSettings, PhraseModel};
//! use treescore_phrase::{ChunkOptions, Floor, Inventory, Sentence};
//!
//! let tree = treescore::read::one("(S (NP (DT the) (NN cat)) (VP (VBD sat)))")?;
//! let inventory = Inventory::default();
//! let corpus = [Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.expect("it has words")];
//! let model = PhraseModel::train(&corpus, Some(&corpus), ModelSettings::default(), inventory)?;
//! let kinds = vec![ModelKind::Xk, ModelKind::G];
//! let evaluation = Evaluation::new(&model, kinds, Some(ModelKind::G), Floor::NONE)?;
//! let (mut evaluator, mut tally) = (evaluation.evaluator(), EvaluationTally::default());
//! evaluator.add(0, &corpus[0], &mut tally)?;
//! let (_, sequences) = evaluation.sequence(&tally).expect("model S on G");
//! assert_eq!(sequences.chunks().f1(), 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Work on whole treebanks
//! [`run::sentences()`] reads trees on all cores and hands each sentence to a [`run::SentenceWork`]:
//! training, evaluation, export, or your own.
//!
//! ## Write reports
//! A [`report::PhraseReport`] is rendered as tables, JSON or CSV, and [`report::reliability()`] draws how
//! well a model is calibrated.
//!
//! # Features
//! None. Compressed trees are a matter of `treescore`'s features `gzip` and `zstd`.

mod chunk;
mod files;
mod inventory;
pub mod models;
mod numbers;
mod probabilities;
pub mod report;
pub mod run;
mod scorer;
mod scores;
mod sentence;
mod sequence;
pub mod tagger;
mod tally;

pub use chunk::{Chunk, ChunkOptions, Chunker, Pp, UnknownCategory};
pub use files::{ChunkSystem, FileError, FileFault, FileModel, Gold, PhraseFileError, ProbabilityFormat};
pub use inventory::{Category, Inventory, InventoryError};
pub use numbers::{Floor, FloorError};
pub(crate) use numbers::{cost_of_false, cost_of_true};
pub use probabilities::{Defaults, ListedCandidate, PhraseProbabilities};
pub use scorer::PhraseScorer;
pub use scores::{Calibration, CalibrationBin, CategoryScores, Coverage, EventBits, PhraseScores};
pub use sentence::{Sentence, WordList};
pub use sequence::{ChunkCounts, NotAPartition, SequenceTally};
pub use tally::Offender;
pub(crate) use tally::count_spans;

// For the crates and tests of this workspace; not part of the interface.
pub(crate) use sequence::FoundSequence;
#[doc(hidden)]
pub use sequence::Sequences;
#[doc(hidden)]
pub use tally::{Entropy, PhraseTally};
