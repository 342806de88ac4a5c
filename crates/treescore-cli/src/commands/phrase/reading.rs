//! Reading trees: ranges, and messages about trees that are not sentences.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use treescore::read::Corpus;
use treescore::report::number;
use treescore_phrase::Floor;
use treescore_phrase::run::{FaultyTree, SentencePart, TreeFault};

use super::Failure;
use crate::interrupt;
use crate::messages::Messages;
use crate::progress::Progress;
use crate::watch::{SHOWN, describe_unreadable};

/// Parses `A:B`: trees A to B-1 of the trees with words, from 0. A and B are optional.
pub(super) fn parse_range(text: &str) -> Result<Range<u64>, String> {
    let wrong =
        || format!("{text} is not a range; write A:B for trees A to B-1, counted from 0, for example 0:1706");
    let (start, end) = text.split_once(':').ok_or_else(wrong)?;
    let bound =
        |text: &str, open: u64| if text.is_empty() { Ok(open) } else { text.parse().map_err(|_| wrong()) };
    let range = bound(start, 0)?..bound(end, u64::MAX)?;
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

/// Parses the value of `--floor`.
pub(super) fn parse_floor(text: &str) -> Result<Floor, String> {
    let number = text.parse().map_err(|_| format!("{text} is not a number"))?;
    Floor::new(number).map_err(|error| error.to_string())
}

/// Checks that an output is not an input.
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

/// Observes the reading of sentences.
pub(super) struct Watch<'w> {
    corpus: &'w Corpus,
    messages: &'w Messages,
    progress: Progress,
    sentences: u64,
    empty: u64,
    faulty: u64,
    failed: Option<Failure>,
}

impl<'w> Watch<'w> {
    pub(super) fn new(corpus: &'w Corpus, doing: &'static str, messages: &'w Messages) -> Self {
        let progress = messages.progress(corpus.bytes()).with_task(doing, "sentences");
        Self { corpus, messages, progress, sentences: 0, empty: 0, faulty: 0, failed: None }
    }

    /// Observes a part. Returns `Break` if the run should end.
    pub(super) fn part<P>(&mut self, part: &SentencePart<P>, bytes: u64) -> ControlFlow<()> {
        self.sentences += part.sentences;
        self.empty += part.empty;
        for tree in &part.faulty {
            self.report(tree);
        }
        self.progress.show(self.sentences, self.faulty, bytes);
        if self.failed.is_some() || interrupt::is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn report(&mut self, tree: &FaultyTree) {
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
                    let consequence = "this tree is skipped, the others are used".to_owned();
                    let diagnostic = describe_unreadable(error, file, Some(tree.number), consequence);
                    self.messages.diagnose(&diagnostic);
                }
            }
        }
    }

    /// Warns about skipped trees. Returns the number of faulty trees.
    pub(super) fn finish(mut self) -> Result<u64, Failure> {
        self.progress.clear();
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        if self.faulty > 0 {
            let trees = number::counted(self.faulty, "tree");
            self.messages.warn(&format!("{trees} skipped: not a tree"));
        }
        if self.empty > 0 {
            let trees = number::counted(self.empty, "tree");
            self.messages.warn(&format!("{trees} skipped: no words"));
        }
        if self.sentences == 0 && !interrupt::is_requested() {
            return Err(self.no_sentences());
        }
        Ok(self.faulty)
    }

    fn no_sentences(&self) -> Failure {
        let name = self.corpus.name().to_owned();
        // A pipe cannot be read again.
        let first = self.corpus.first_byte().unwrap_or(None);
        if first == Some(b'{') { Failure::ChunksForTrees(name) } else { Failure::NoSentences(name) }
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
            assert_eq!(parse_range(text).ok(), expected, "{text}");
        }
        for wrong in ["", "5", "5:5", "6:5", "a:b", "-1:5", "1:2:3"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }
}
