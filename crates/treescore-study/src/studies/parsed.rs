//! Sentences parsed by the parser of `--parser`, and what it returns checked.

use treescore::read;
use treescore::tree::Tree;

use crate::error::StudyError;
use crate::outside::Outside;
use crate::result::{Digits, Item, Xvalue};

/// How many sentences a parser was given, and for how many it had no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parses {
    pub(super) sentences: usize,
    pub(super) failed: usize,
}

impl Parses {
    pub(super) fn of(trees: &[Option<Tree>]) -> Self {
        Self { sentences: trees.len(), failed: trees.iter().filter(|tree| tree.is_none()).count() }
    }

    /// The counts, for the report.
    pub(super) fn item(self) -> Item {
        let mut item = Item::new("sentences that were parsed", "");
        for (name, count) in [("sentences", self.sentences), ("without a tree", self.failed)] {
            item.add(name, Xvalue::None, (Some(count as f64), None), Digits::plain(0));
        }
        item
    }

    /// What is to be said if the parser failed; `then` says what became of such a sentence.
    pub(super) fn remark(self, then: &str) -> Option<String> {
        let Self { sentences, failed } = self;
        (failed > 0)
            .then(|| format!("the parser returned no tree for {failed} of {sentences} sentences: {then}"))
    }
}

/// Parses sentences: a tree for each, or none where the parser failed.
pub(super) fn parse(
    sentences: &[Vec<&[u8]>],
    outside: &mut dyn Outside,
) -> Result<Vec<Option<Tree>>, StudyError> {
    let lines: Vec<String> =
        sentences.iter().map(|words| String::from_utf8_lossy(&words.join(&b' ')).into_owned()).collect();
    let answers = outside.parse(&lines).map_err(StudyError::Parser)?;
    if answers.len() != lines.len() {
        return Err(StudyError::Parser(format!("{} trees for {} sentences", answers.len(), lines.len())));
    }
    answers.iter().zip(sentences).zip(1..).map(|((line, words), number)| check(line, words, number)).collect()
}

/// A line of a parser as a tree over the words that it was given.
fn check(line: &str, words: &[&[u8]], number: usize) -> Result<Option<Tree>, StudyError> {
    let bare: String = line.split_whitespace().collect();
    if bare.is_empty() || bare == "(())" || bare == "()" {
        return Ok(None);
    }
    let tree = read::one(line)
        .map_err(|error| StudyError::Parser(format!("line {number} is not a tree: {error}")))?;
    if tree.words().eq(words.iter().copied()) {
        return Ok(Some(tree));
    }
    let shown = |words: Vec<&[u8]>| {
        words.iter().map(|word| String::from_utf8_lossy(word)).collect::<Vec<_>>().join(" ")
    };
    let (found, sent) = (shown(tree.words().collect()), shown(words.to_vec()));
    Err(StudyError::Parser(format!("line {number} has the words `{found}`, but the sentence was `{sent}`")))
}
