//! Reads a model and trees, and processes the sentences.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use treescore::Which;
use treescore::findings::{self, Finding};
use treescore::read::{Corpus, InputLog, TextEncoding};
use treescore::report::number;
use treescore::values::Advice;
use treescore_phrase::models::{ModelFileError, PhraseModel};
use treescore_phrase::run::{SentenceInput, SentenceWork, sentences};
use treescore_phrase::{ChunkOptions, Chunker, Inventory, Sentence};

use super::Failure;
use super::reading::Watch;
use crate::args::{FindingArgs, TreeFileArgs};
use crate::messages::Messages;
use crate::{interrupt, threads};

/// Trees, and how their chunks are found.
pub(super) struct Trees<'t> {
    pub(super) corpus: &'t Corpus,
    pub(super) range: Option<Range<u64>>,
    pub(super) chunker: &'t Chunker,
    pub(super) messages: &'t Messages,
    pub(super) findings: &'t FindingArgs,
    /// The side, where there are two.
    pub(super) side: Option<Which>,
    pub(super) threads: Threads,
}

/// The number of threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Threads {
    /// Number of threads (default: all cores); the figures do not depend on it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::parse)]
    threads: Option<u16>,
}

/// Counts sentences only.
struct Counting;

impl SentenceWork for Counting {
    type Worker = ();
    type Part = ();

    fn worker(&self) {}

    fn begin(&self, (): &mut ()) {}

    fn sentence(&self, (): &mut (), _: u64, _: &Sentence, _: &Inventory, (): &mut ()) {}
}

/// Collects the numbers of trees.
struct Numbering;

impl SentenceWork for Numbering {
    type Worker = ();
    type Part = Vec<u64>;

    fn worker(&self) {}

    fn begin(&self, part: &mut Vec<u64>) {
        part.clear();
    }

    fn sentence(&self, (): &mut (), number: u64, _: &Sentence, _: &Inventory, part: &mut Vec<u64>) {
        part.push(number);
    }
}

impl Trees<'_> {
    /// Processes every sentence; `take` gets the parts in order. Returns the number of faulty trees, which
    /// are skipped.
    pub(super) fn process<W: SentenceWork>(
        &self,
        doing: &'static str,
        work: &W,
        take: impl FnMut(&mut W::Part) -> Result<(), Failure> + Send,
    ) -> Result<u64, Failure> {
        let (faulty, found) = self.process_and_find(doing, work, take)?;
        self.findings.tell(found, None, self.messages).1?;
        Ok(faulty)
    }

    /// As [`process`](Self::process); returns what was found about the files instead of showing it.
    pub(super) fn process_and_find<W: SentenceWork>(
        &self,
        doing: &'static str,
        work: &W,
        mut take: impl FnMut(&mut W::Part) -> Result<(), Failure> + Send,
    ) -> Result<(u64, Vec<Finding>), Failure> {
        self.messages.note_left_out(self.corpus);
        let mut watch = Watch::new(self.corpus, doing, self.messages);
        let mut failed = None;
        let read = sentences(&self.input(), work, &mut |part, bytes| {
            let flow = watch.part(part, bytes);
            failed = take(&mut part.part).err();
            if failed.is_some() { ControlFlow::Break(()) } else { flow }
        })?;
        self.messages.note_files(self.corpus, &read.log);
        match failed.map_or_else(|| watch.finish(), Err) {
            Err(Failure::NoSentences(name)) => Err(self.explain_empty(name)),
            Ok(faulty) => Ok((faulty, self.of_files(&read.log))),
            Err(failure) => Err(failure),
        }
    }

    /// The findings about how the files were read. Of several files, each finding is told of the first.
    fn of_files(&self, log: &InputLog) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        for facts in log.facts() {
            let name = self.corpus.documents().get(facts.document).map_or("", |document| &document.name);
            for mut finding in findings::of_facts(name, &facts, self.side) {
                finding.help.retain(|advice| *advice != Advice::ReadBest); // an option of scores
                if !found.iter().any(|known| known.id == finding.id) {
                    found.push(finding);
                }
            }
        }
        found
    }

    /// The numbers of all trees, in order, without those that have no words: also of trees that are faulty, or
    /// not in the range. `None` if the input cannot be read again.
    pub(super) fn numbers(&self) -> Option<Vec<u64>> {
        let mut numbers = Vec::new();
        let all = SentenceInput { range: None, ..self.input() };
        let read = sentences(&all, &Numbering, &mut |part, _| {
            let first = numbers.len();
            numbers.append(&mut part.part);
            numbers.extend(part.faulty.iter().map(|tree| tree.number));
            numbers[first..].sort_unstable();
            if interrupt::is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        read.is_ok().then_some(numbers)
    }

    /// Explains why there are no sentences.
    fn explain_empty(&self, name: String) -> Failure {
        let Some(range) = self.range.as_ref().filter(|_| !self.corpus.is_stdin()) else {
            return Failure::NoSentences(name);
        };
        let mut trees = 0;
        let all = SentenceInput { range: None, ..self.input() };
        let counted = sentences(&all, &Counting, &mut |part, _| {
            let others = part.faulty.iter().filter(|tree| tree.fault.has_words());
            trees += part.sentences + others.count() as u64;
            if interrupt::is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // A pipe cannot be counted again.
        if counted.is_err() || trees == 0 {
            return Failure::NoSentences(name);
        }
        let end = if range.end == u64::MAX { String::new() } else { range.end.to_string() };
        let range = format!("{}:{end}", range.start);
        Failure::NothingInRange(range, name, number::counted(trees, "tree"))
    }

    /// Processes the sentences again; faulty trees were reported before.
    pub(super) fn process_again<W: SentenceWork>(
        &self,
        doing: &'static str,
        work: &W,
        mut take: impl FnMut(&mut W::Part) + Send,
    ) -> Result<(), Failure> {
        let mut progress = self.messages.progress(self.corpus.bytes()).with_task(doing, "sentences");
        let mut done = 0;
        sentences(&self.input(), work, &mut |part, bytes| {
            done += part.sentences;
            take(&mut part.part);
            progress.show(done, 0, bytes);
            if interrupt::is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        progress.clear();
        Ok(())
    }

    fn input(&self) -> SentenceInput<'_> {
        SentenceInput {
            corpus: self.corpus,
            chunker: self.chunker,
            range: self.range.clone(),
            threads: threads::choose(
                self.threads.threads.map(usize::from),
                self.corpus.bytes().unwrap_or(u64::MAX),
                None,
            ),
            block: None,
        }
    }
}

/// Adds the finding about the encoding of a file. Of several files, each finding is told of the first.
pub(super) fn add_encoding(found: &mut Vec<Finding>, name: &str, encoding: TextEncoding) {
    let finding = findings::of_encoding(name, encoding);
    found.extend(finding.filter(|finding| !found.iter().any(|known| known.id == finding.id)));
}

/// Finds a model file and trees. Only one of them can be standard input.
pub(super) fn find(model: &Path, trees: &Path, files: &TreeFileArgs) -> Result<(Corpus, Corpus), Failure> {
    let (model, trees) = (Corpus::find(model)?, files.find(trees)?);
    if model.is_stdin() && trees.is_stdin() { Err(Failure::Stdin) } else { Ok((model, trees)) }
}

/// Reads a model file.
pub(super) fn read_model(corpus: &Corpus) -> Result<PhraseModel, Failure> {
    let [document] = corpus.documents() else {
        return Err(Failure::SeveralModels(corpus.name().to_owned()));
    };
    let (text, name) = (document.read_all()?, document.name.clone());
    if text.trim_ascii().is_empty() {
        return Err(Failure::EmptyModel(name));
    }
    PhraseModel::load(&text).map_err(|error| match error {
        ModelFileError::Json { .. } | ModelFileError::Format { .. } => Failure::NoModel { name, error },
        error => Failure::Model { name, error },
    })
}

/// The chunker for the categories of a model.
pub(super) fn chunker(model: &PhraseModel) -> Chunker {
    let counts = model.counts();
    Chunker::new(counts.inventory.clone(), ChunkOptions { pp: counts.settings.pp })
}
