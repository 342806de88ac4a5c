//! Trees in: which of them, and what is said about those that are no sentences.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use treescore::read::{Corpus, OpenError};
use treescore::report::{Style, diagnostic, number};
use treescore_phrase::Floor;
use treescore_phrase::run::{FaultyTree, SentencePart, TreeFault};

use super::Failure;
use crate::interrupt;
use crate::progress::Progress;
use crate::watch::{SHOWN, say, unreadable};

/// Parses `a:b`: trees a to b-1 of those that have words, from 0; either may be left out.
pub(super) fn range(text: &str) -> Result<Range<u64>, String> {
    let wrong =
        || format!("{text} is no range; write a:b for trees a to b-1, counted from 0, for example 0:1706");
    let (start, end) = text.split_once(':').ok_or_else(wrong)?;
    let bound =
        |text: &str, open: u64| if text.is_empty() { Ok(open) } else { text.parse().map_err(|_| wrong()) };
    let range = bound(start, 0)?..bound(end, u64::MAX)?;
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

/// Parses what `--floor` takes.
pub(super) fn floor(text: &str) -> Result<Floor, String> {
    let number = text.parse().map_err(|_| format!("{text} is no number"))?;
    Floor::new(number).map_err(|error| error.to_string())
}

/// An output must not be what is read.
pub(super) fn check_output(
    option: &'static str,
    output: Option<&Path>,
    inputs: &[&Corpus],
) -> Result<(), Failure> {
    match output.filter(|path| path.is_file() && inputs.iter().any(|corpus| corpus.holds(path))) {
        Some(path) => Err(Failure::OutputIsInput { option, path: path.to_owned() }),
        None => Ok(()),
    }
}

/// Watches trees become sentences.
pub(super) struct Watch<'w> {
    corpus: &'w Corpus,
    style: &'w Style,
    progress: Progress,
    sentences: u64,
    empty: u64,
    faulty: u64,
    failed: Option<Failure>,
}

impl<'w> Watch<'w> {
    pub(super) fn new(corpus: &'w Corpus, doing: &'static str, style: &'w Style) -> Self {
        let progress = Progress::new(corpus.bytes(), style.unicode).of(doing, "sentences");
        Self { corpus, style, progress, sentences: 0, empty: 0, faulty: 0, failed: None }
    }

    /// Takes note of a part; `Break` if there is no use in going on.
    pub(super) fn part<P>(&mut self, part: &SentencePart<P>, bytes: u64) -> ControlFlow<()> {
        self.sentences += part.sentences;
        self.empty += part.empty;
        for tree in &part.faulty {
            self.faulty(tree);
        }
        self.progress.show(self.sentences, self.faulty, bytes);
        if self.failed.is_some() || interrupt::asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn faulty(&mut self, tree: &FaultyTree) {
        let (document, line) = tree.place;
        let file = self.corpus.documents().get(document).map(|document| document.name.clone());
        let file = file.unwrap_or_default();
        match &tree.fault {
            TreeFault::Category(unknown) => {
                let reason = unknown.to_string();
                let number = tree.number;
                self.failed.get_or_insert(Failure::Category { file, line, number, reason });
            }
            TreeFault::Read(error) => {
                self.faulty += 1;
                if self.faulty <= SHOWN {
                    self.progress.clear();
                    let consequence = "it is left out, the others are not".to_owned();
                    let diagnostic = unreadable(error, file, Some(tree.number), consequence);
                    say(&diagnostic::render(&diagnostic, self.style));
                }
            }
        }
    }

    /// Says what was left out. Gives how many trees that was, because something is wrong with them.
    pub(super) fn finish(mut self) -> Result<u64, Failure> {
        self.progress.clear();
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        if self.faulty > 0 {
            let trees = number::counted(self.faulty, "tree");
            say(&diagnostic::warning(&format!("{trees} left out: not a tree"), self.style));
        }
        if self.empty > 0 {
            let trees = number::counted(self.empty, "tree");
            say(&diagnostic::warning(&format!("{trees} without words skipped"), self.style));
        }
        if self.sentences == 0 && !interrupt::asked() {
            return Err(self.no_sentences()?);
        }
        Ok(self.faulty)
    }

    fn no_sentences(&self) -> Result<Failure, OpenError> {
        let name = self.corpus.name().to_owned();
        // Standard input is over by now.
        let document = self.corpus.documents().first().filter(|_| !self.corpus.is_stdin()).cloned();
        let first = document.map_or(Ok(None), |mut document| document.first_byte())?;
        Ok(if first == Some(b'{') { Failure::ChunksForTrees(name) } else { Failure::NoSentences(name) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_half_open() {
        for (text, expected) in [
            ("0:1706", Some(0..1706)),
            ("2365:", Some(2365..u64::MAX)),
            (":5", Some(0..5)),
            (":", Some(0..u64::MAX)),
        ] {
            assert_eq!(range(text).ok(), expected, "{text}");
        }
        for wrong in ["", "5", "5:5", "6:5", "a:b", "-1:5", "1:2:3"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
