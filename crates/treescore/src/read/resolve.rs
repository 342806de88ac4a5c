//! Two readings of a file give other words: the words of the other side decide.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::corpus::{Corpus, Document};
use super::document::Resolve;
use super::error::OpenError;
use super::format::{Format, Holds};
use super::options::{InputFacts, ReadOptions, Wanted};
use super::recognise::{Confidence, Recognition, has_digit};
use super::{Block, Dialect, Encoding, Position, Scanner, SideReader, UnitKind, UnitReader, UnitTree};
use crate::tree::{Arena, Event, Labels, unescape};

/// How many pairs are looked at.
pub(crate) const PAIRS: usize = 1000;

/// A unit as far as its words are concerned. A line may be as long as a book, so that the words are not kept.
struct Heard {
    id: Option<Vec<u8>>,
    first: Option<Vec<u8>>,
    /// A hash of the words: equal if and, but for chance, only if they are.
    words: u64,
}

/// What is compared of words.
#[derive(Clone, Copy)]
enum Compared {
    /// Each as it is written.
    Written,
    /// Their [content].
    Content,
}

/// Decides between the readings of a file of `own` by the words of `partner`.
pub(crate) fn resolver(own: &Corpus, partner: &Corpus, wanted: &Wanted) -> Resolve {
    let (own, partner, wanted) = (
        own.clone(),
        partner.clone(),
        Wanted { takers: Vec::new(), compares_labels: false, needs_tags: None, ..wanted.clone() },
    );
    Arc::new(move |number, document, found| {
        let at = if own.documents().len() == partner.documents().len() { number } else { 0 };
        let other = partner.documents().get(at)?;
        if !document.can_be_read_again() || !other.can_be_read_again() {
            return None;
        }
        let heard = listen(&partner, other, None, &wanted, Compared::Content).ok()?;
        decide(&own, document, found, &heard, &wanted)
    })
}

fn decide(
    own: &Corpus,
    document: &Document,
    found: &Recognition,
    partner: &(Vec<Heard>, Option<Format>),
    wanted: &Wanted,
) -> Option<Format> {
    let (theirs, their_format) = partner;
    their_format.as_ref()?;
    if found.format == Format::Plain {
        let is_words = their_format.is_some_and(|format| format.holds() == Holds::Words);
        let (ours, _) = listen(own, document, Some(Format::Plain), wanted, Compared::Content).ok()?;
        return (is_words && begin_with_ids(&ours, theirs)).then_some(Format::Kaldi);
    }
    let mut scores = Vec::new();
    for &reading in &found.readings {
        let is_same = |(a, b): &(&Heard, &Heard)| a.words == b.words;
        // A reading that fails has no words in common.
        let same = listen(own, document, Some(reading), wanted, Compared::Content)
            .map_or(0, |(ours, _)| ours.iter().zip(theirs).filter(is_same).count());
        scores.push((same, reading));
    }
    let best = scores.iter().map(|(same, _)| *same).max()?;
    let mut first = scores.iter().filter(|(same, _)| *same == best);
    let chosen = first.next()?;
    (first.next().is_none() && best * 2 >= theirs.len() && best > 0).then_some(chosen.1)
}

/// Reads the words of the first units of a document.
fn listen(
    corpus: &Corpus,
    document: &Document,
    format: Option<Format>,
    wanted: &Wanted,
    compared: Compared,
) -> Result<(Vec<Heard>, Option<Format>), OpenError> {
    let options = corpus.options().clone();
    let options = ReadOptions { format: format.or(options.format), ..options };
    let mut side = SideReader::lenient(corpus.only(document).with_options(options), wanted.clone())?;
    let log = side.log();
    let mut reader = UnitReader::new(wanted.syntax.clone(), Dialect::Native).with_bare_words();
    let (mut scanner, mut block, mut unit) = (Scanner::new(), Block::default(), UnitTree::default());
    let mut heard = Vec::new();
    while heard.len() < PAIRS && side.next(&mut block)? {
        scanner.begin(block.padded());
        for at in 0..block.extents().len().min(PAIRS - heard.len()) {
            let is_read = reader.read(&scanner, &block, at, &mut unit).is_ok();
            let text = reader.text(&block, &unit);
            let id = block.facts(at).and_then(|facts| facts.id.as_deref()).map(<[u8]>::to_vec);
            let mut words = Listener { compared, first: None, hasher: DefaultHasher::new() };
            if is_read {
                words.hear(&unit.arena, text, reader.labels());
            }
            heard.push(Heard { id, first: words.first, words: words.hasher.finish() });
        }
    }
    let facts = log.facts();
    // A file that can itself be read in two ways is no witness.
    let is_open = |facts: &InputFacts| {
        facts.confidence == Confidence::Ambiguous
            || facts.format == Format::Forest && facts.readings.len() > 1
    };
    let witness = facts.first().filter(|facts| format.is_some() || !is_open(facts));
    Ok((heard, witness.map(|facts| facts.format)))
}

/// The words of a unit.
struct Listener {
    compared: Compared,
    first: Option<Vec<u8>>,
    hasher: DefaultHasher,
}

impl Listener {
    /// Listens to a unit. A bracket without anything in it is a word in forests: `she laughed (well)`.
    fn hear(&mut self, arena: &Arena, text: &[u8], labels: &Labels) {
        let mut empty = None;
        for event in arena.walk() {
            match event {
                Event::Open(node) => empty = Some(node.label),
                Event::Word(word) => {
                    self.push(word.bytes(text));
                    empty = None;
                }
                Event::Close => empty.take().into_iter().for_each(|label| self.push(labels.name(label))),
            }
        }
    }

    fn push(&mut self, word: &[u8]) {
        self.first.get_or_insert_with(|| word.to_vec());
        match self.compared {
            Compared::Written => word.hash(&mut self.hasher),
            Compared::Content => content(word).iter().for_each(|word| word.hash(&mut self.hasher)),
        }
    }
}

/// True if the first words of a side are ids: unique, each with a digit, and the same on the other side.
fn begin_with_ids(ours: &[Heard], theirs: &[Heard]) -> bool {
    let first = |heard: &Heard| heard.first.clone();
    let here: Option<Vec<Vec<u8>>> = ours.iter().map(first).collect();
    let there: Option<Vec<Vec<u8>>> =
        theirs.iter().map(|heard| heard.id.clone().or_else(|| first(heard))).collect();
    let (Some(here), Some(there)) = (here, there) else { return false };
    let (unique, other): (BTreeSet<_>, BTreeSet<_>) = (here.iter().collect(), there.iter().collect());
    here.len() > 1
        && unique.len() == here.len()
        && there.len() == here.len()
        && unique == other
        && here.iter().all(|id| has_digit(id))
}

/// A word without case and digits; `None` if it is punctuation. That is enough to see whether two rows of words are
/// the same sentence.
fn content(word: &[u8]) -> Option<String> {
    let text = unescape(&String::from_utf8_lossy(word));
    let mut out = String::new();
    for character in caseless::default_case_fold_str(&text).chars() {
        match character {
            digit if digit.is_ascii_digit() && out.ends_with('0') => {}
            digit if digit.is_ascii_digit() => out.push('0'),
            other => out.push(other),
        }
    }
    out.chars().any(char::is_alphanumeric).then_some(out)
}

/// Codes that text which is not UTF-8 may be in, as they are tried.
const CODES: [&str; 9] = [
    "windows-1252",
    "gb18030",
    "big5",
    "euc-jp",
    "shift_jis",
    "euc-kr",
    "iso-8859-2",
    "koi8-r",
    "windows-1251",
];

/// What a side that is not UTF-8 is, by the words of the other side.
pub(crate) struct Recoded {
    /// The code in which most sentences have the same words, if some code makes a sentence equal that was not.
    pub(crate) code: Option<&'static str>,
    /// How many sentences have the same words in that code, and as the file stands.
    pub(crate) same: (usize, usize),
    /// The number of sentences of the other side, at most 1,000.
    pub(crate) sentences: usize,
    /// The first byte that is not ASCII.
    pub(crate) first: Position,
}

/// Finds the code of the first file of `own`, which is not UTF-8, by the words of its partner, which is.
pub(crate) fn find_code(own: &Corpus, partner: &Corpus) -> Option<Recoded> {
    let (document, other) = (own.documents().first()?, partner.documents().first()?);
    if !document.can_be_read_again() || !other.can_be_read_again() {
        return None;
    }
    let wanted = Wanted::from(UnitKind::Tree);
    let (theirs, _) = listen(partner, other, None, &wanted, Compared::Written).ok()?;
    let same = |corpus: &Corpus| -> Option<usize> {
        let document = corpus.documents().first()?;
        let (ours, _) = listen(corpus, document, None, &wanted, Compared::Written).ok()?;
        Some(ours.iter().zip(&theirs).filter(|(a, b)| a.words == b.words).count())
    };
    recoded(document, theirs.len(), |encoding| match encoding {
        Some(encoding) => {
            let options = ReadOptions { encoding: Some(encoding), ..own.options().clone() };
            same(&own.clone().with_options(options))
        }
        None => same(own),
    })
}

/// Finds the code of a file that is not UTF-8. `same` counts the sentences that have the words of the other side
/// in a code, or as the file stands, of this many; `None` if the file is not in that code.
pub(crate) fn recoded(
    document: &Document,
    sentences: usize,
    mut same: impl FnMut(Option<Encoding>) -> Option<usize>,
) -> Option<Recoded> {
    let before = same(None)?;
    let mut best: Option<(usize, &'static str)> = None;
    for code in CODES {
        let found = code.parse().ok().and_then(|encoding| same(Some(encoding)));
        best = match (best, found) {
            (Some((most, _)), Some(found)) if found <= most => best,
            (_, Some(found)) => Some((found, code)),
            (_, None) => best,
        };
    }
    let best = best.filter(|(found, _)| *found > before);
    Some(Recoded {
        code: best.map(|(_, code)| code),
        same: (best.map_or(before, |(found, _)| found), before),
        sentences,
        first: first_odd_byte(&document.read_whole().ok()?),
    })
}

/// The position of the first byte that is not ASCII, with columns in bytes.
fn first_odd_byte(text: &[u8]) -> Position {
    let at = text.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let line = memchr::memchr_iter(b'\n', &text[..at]).count();
    let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
    Position { line: line as u64 + 1, column: (at - start) as u64 + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_leaves_out_what_tokenisers_change() {
        let content =
            |text: &str| text.split(' ').filter_map(|word| content(word.as_bytes())).collect::<Vec<_>>();
        assert_eq!(content("The 1984 -LRB- cat . A\\/B"), ["the", "0", "cat", "a/b"]);
        assert_eq!(content("the 19 CAT , a/b"), ["the", "0", "cat", "a/b"]);
    }
}
