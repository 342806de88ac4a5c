//! A model and trees: reading them, and going over the sentences.

use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::path::Path;

use treescore::phrase::models::PhraseModel;
use treescore::phrase::{ChunkOptions, Chunker};
use treescore::read::{Corpus, OpenError};
use treescore::report::Style;
use treescore::run::{SentenceInput, SentenceWork, sentences};

use super::Failure;
use super::reading::Watch;
use crate::progress::Progress;
use crate::{interrupt, threads};

/// Some trees, and how chunks are made of them.
pub(super) struct Trees<'t> {
    pub(super) corpus: &'t Corpus,
    pub(super) range: Option<Range<u64>>,
    pub(super) chunker: &'t Chunker,
    pub(super) style: &'t Style,
}

impl Trees<'_> {
    /// Does the work for every sentence; `take` gets the parts in order. Gives how many trees were left out because something is wrong
    /// with them.
    pub(super) fn over<W: SentenceWork>(
        &self,
        doing: &'static str,
        work: &W,
        mut take: impl FnMut(&mut W::Part) -> io::Result<()> + Send,
    ) -> Result<u64, Failure> {
        let mut watch = Watch::new(self.corpus, doing, self.style);
        let mut failed = None;
        sentences(&self.input(), work, &mut |part, bytes| {
            let flow = watch.part(part, bytes);
            failed = take(&mut part.part).err();
            if failed.is_some() { ControlFlow::Break(()) } else { flow }
        })?;
        match failed {
            Some(error) => Err(error.into()),
            None => watch.finish(),
        }
    }

    /// Goes over sentences once more: what is wrong with trees was said before.
    pub(super) fn again<W: SentenceWork>(
        &self,
        doing: &'static str,
        work: &W,
        mut take: impl FnMut(&mut W::Part) + Send,
    ) -> Result<(), Failure> {
        let mut progress = Progress::new(self.corpus.bytes(), self.style.unicode).of(doing, "sentences");
        let mut done = 0;
        sentences(&self.input(), work, &mut |part, bytes| {
            done += part.sentences;
            take(&mut part.part);
            progress.show(done, 0, bytes);
            if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        progress.clear();
        Ok(())
    }

    fn input(&self) -> SentenceInput<'_> {
        SentenceInput {
            corpus: self.corpus,
            chunker: self.chunker,
            range: self.range.clone(),
            threads: threads::useful(None, self.corpus.bytes().unwrap_or(u64::MAX), None),
            block: None,
        }
    }
}

/// A model file and trees. Only one of them can be standard input.
pub(super) fn find(model: &Path, trees: &Path) -> Result<(Corpus, Corpus), Failure> {
    let (model, trees) = (Corpus::find(model)?, Corpus::find(trees)?);
    if model.is_stdin() && trees.is_stdin() { Err(Failure::Stdin) } else { Ok((model, trees)) }
}

/// The model in a model file.
pub(super) fn read_model(corpus: &Corpus) -> Result<PhraseModel, Failure> {
    let [document] = corpus.documents() else {
        return Err(Failure::SeveralModels(corpus.name().to_owned()));
    };
    let (mut text, name) = (Vec::new(), document.name.clone());
    if let Err(source) = document.open()?.read_to_end(&mut text) {
        return Err(OpenError::Io { name, source }.into());
    }
    PhraseModel::load(&text).map_err(|error| Failure::Model { name, error })
}

/// Makes the chunks that a model is about.
pub(super) fn chunker(model: &PhraseModel) -> Chunker {
    let counts = model.counts();
    Chunker::new(counts.inventory.clone(), ChunkOptions { pp: counts.settings.pp })
}
