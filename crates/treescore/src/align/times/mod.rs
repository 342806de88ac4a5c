//! Word times of trees: which times belong to which tree, and whether there are as many as words.

mod fault;
mod meet;
mod place;
mod running;

#[cfg(test)]
mod tests;

pub use fault::{CountDiffers, Difference, TimesFault};
pub use meet::TimesWords;
pub(crate) use meet::{Cuts, are_like};
pub use place::{Order, TimedSide};
pub use running::Leftover;

use crate::read::times::{Interval, TimedWords};

/// The words of a tree that a list of times covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub enum Covers {
    /// The counted words.
    Kept,
    /// All words, counted or not.
    All,
}

/// Checks that a tree has as many words as there are times: counted words, or words in total. `word` returns
/// the text of a counted word by its number from 0; it is called only if the numbers differ.
///
/// ```
/// use treescore::align::times::{Covers, check};
/// use treescore::read::times::{Times, TimesOptions};
///
/// let times = Times::from_bytes("asr.ctm", "u88 A 0 1 in\nu88 A 1 1 a\n".into(), &TimesOptions::default())?;
/// let tree = ["in", "the", "wood"];
/// let word = |at: usize| tree[at].as_bytes();
/// assert_eq!(check(2, 3, &times.whole(0)?, word), Ok(Covers::Kept));
/// assert_eq!(check(1, 2, &times.whole(0)?, word), Ok(Covers::All));
/// assert_eq!(
///     check(3, 3, &times.whole(0)?, word).unwrap_err().to_string(),
///     "3 words, 2 times in asr.ctm (utterance u88); first difference at word 2: `the` / `a`"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the numbers differ: how, and the first word that differs.
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub fn check<'w>(
    kept: usize,
    all: usize,
    placed: &TimedWords<'_>,
    word: impl Fn(usize) -> &'w [u8],
) -> Result<Covers, TimesFault> {
    let times = placed.intervals().len();
    if times == kept {
        return Ok(Covers::Kept);
    }
    if times == all {
        return Ok(Covers::All);
    }
    Err(differs(kept, all, placed, word))
}

/// The fault of a tree that has not as many words as there are times.
pub(crate) fn differs<'w>(
    kept: usize,
    all: usize,
    placed: &TimedWords<'_>,
    word: impl Fn(usize) -> &'w [u8],
) -> TimesFault {
    TimesFault::Count(Box::new(CountDiffers {
        words: kept,
        all_words: all,
        times: placed.intervals().len(),
        utterance: placed.utterance().to_owned(),
        file: placed.file().to_owned(),
        difference: difference(kept, placed, word),
    }))
}

/// True if a word of a tree differs from the one in the same place in the file of times. Case is ignored,
/// because many recognisers write one case only. A difference is not a fault, since trees may have
/// placeholders for words; but many in a row can mean that times and trees are out of step.
///
/// ```
/// use treescore::align::times::is_unlike;
/// assert!(is_unlike(b"the", b"a"));
/// assert!(!is_unlike(b"in", b"IN"));
/// ```
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub fn is_unlike(tree: &[u8], utterance: &[u8]) -> bool {
    !tree.eq_ignore_ascii_case(utterance)
}

/// The first word that differs.
fn difference<'w>(
    words: usize,
    placed: &TimedWords<'_>,
    word: impl Fn(usize) -> &'w [u8],
) -> Option<Difference> {
    if placed.words().all(<[u8]>::is_empty) {
        return None;
    }
    let tree = |at| (at < words).then(|| word(at));
    let differ = |at: &usize| match (tree(*at), placed.word(*at)) {
        (Some(tree), Some(utterance)) => is_unlike(tree, utterance),
        (tree, utterance) => tree != utterance,
    };
    let at = (0..words.max(placed.intervals().len())).find(differ)?;
    let lossy = |word: &[u8]| String::from_utf8_lossy(word).into_owned();
    Some(Difference { at: at + 1, tree: tree(at).map(lossy), utterance: placed.word(at).map(lossy) })
}

/// Closes the gaps between words: each keeps its duration and starts where the one before ends; the first
/// keeps its start.
///
/// ```
/// let mut times = [(0.5, 1.0), (1.5, 1.75), (4.0, 5.0)];
/// treescore::align::times::close_gaps(&mut times);
/// assert_eq!(times, [(0.5, 1.0), (1.0, 1.25), (1.25, 2.25)]);
/// ```
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub fn close_gaps(times: &mut [Interval]) {
    let Some(((_, first_end), rest)) = times.split_first_mut() else { return };
    let mut next = *first_end;
    for (start, end) in rest {
        // A word that does not move keeps its exact end: start + (end - start) may differ in the last digit.
        if start.total_cmp(&next).is_ne() {
            let duration = *end - *start;
            (*start, *end) = (next, next + duration);
        }
        next = *end;
    }
}
