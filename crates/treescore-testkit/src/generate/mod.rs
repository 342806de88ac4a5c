//! Generates synthetic treebanks: pairs of a gold tree and a system tree, one tree per line, in the style of
//! the Penn Treebank.
//!
//! A seed always and everywhere gives the same bytes (integers only, no hashing, no dependency), and pair
//! number 7 is the same pair however many are generated. Nothing is kept: any number of pairs takes the
//! memory of one.
//!
//! ```
//! use treescore_testkit::generate::{Profile, pairs};
//!
//! let first = pairs(1, 10, &Profile::newspaper()).next();
//! assert!(first.is_some_and(|pair| pair.gold.starts_with("(TOP (")));
//! ```

mod grammar;
mod grow;
mod labels;
mod perturb;
mod profile;
pub(crate) mod rng;
mod rules;
mod tree;
mod words;

use std::io::{self, Write};

use grow::Source;
use rng::Rng;
use tree::Tree;

pub use profile::{Lengths, Profile};

/// What a parser prints for a sentence it cannot parse.
const FAILURE: &str = "(())";

/// Two trees over the same sentence, each one line without its line end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// The annotator's tree.
    pub gold: String,
    /// The parser's tree.
    pub system: String,
}

/// Returns the pairs `0..count` under `seed`.
pub fn pairs(seed: u64, count: u64, profile: &Profile) -> impl Iterator<Item = Pair> + use<> {
    let (source, profile) = (Source::new(), profile.clone());
    (0..count).map(move |index| {
        let mut pair = Pair::default();
        write_pair(&source, &profile, &mut Rng::at(seed, index), &mut pair);
        pair
    })
}

/// Writes the pairs `0..count` under `seed`, one tree per line. Pass buffered writers.
///
/// # Errors
/// If a writer fails.
pub fn write_pairs(
    seed: u64,
    count: u64,
    profile: &Profile,
    gold: &mut impl Write,
    system: &mut impl Write,
) -> io::Result<()> {
    let (source, mut pair) = (Source::new(), Pair::default());
    for index in 0..count {
        write_pair(&source, profile, &mut Rng::at(seed, index), &mut pair);
        writeln!(gold, "{}", pair.gold)?;
        writeln!(system, "{}", pair.system)?;
    }
    Ok(())
}

/// Returns a pair of the given tree and the same tree with mistakes, at each bracket with probability
/// `per_mille` / 1000. The stream of mistakes is that of `index`. `None` if the line is not a tree.
///
/// ```
/// use treescore_testkit::generate::damage;
///
/// let line = "(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat) (ADVP (RB down)))))";
/// let pair = damage(line, 1, 0, 1000).unwrap();
/// assert!(pair.gold == line && pair.system != line);
/// ```
pub fn damage(line: &str, seed: u64, index: u64, per_mille: u32) -> Option<Pair> {
    let (mut tree, mut pair) = (Tree::read(line)?, Pair::default());
    tree.write(&mut pair.gold);
    perturb::damage(&mut tree, per_mille, &mut Rng::at(seed, index));
    tree.write(&mut pair.system);
    Some(pair)
}

/// Makes one pair. The strings of `pair` are overwritten and their memory is reused.
fn write_pair(source: &Source, profile: &Profile, rng: &mut Rng, pair: &mut Pair) {
    let words = profile.lengths.draw(rng);
    let mut tree = source.tree(words, profile, rng);
    pair.gold.clear();
    tree.write(&mut pair.gold);
    pair.system.clear();
    if rng.chance(profile.failures) {
        pair.system.push_str(FAILURE);
        return;
    }
    if !rng.chance(equal_per_mille(profile.equal, words)) {
        misparse(&mut tree, words, profile, rng);
    }
    if rng.chance(profile.mismatches) {
        perturb::spoil_words(&mut tree, rng);
    }
    tree.write(&mut pair.system);
}

/// Returns the rate of equal pairs: a parser gets short sentences right more often than long ones.
fn equal_per_mille(at_twenty: u32, words: u32) -> u32 {
    match words {
        0..10 => at_twenty * 2,
        10..18 => at_twenty * 5 / 4,
        18..28 => at_twenty * 3 / 4,
        _ => at_twenty / 3,
    }
}

/// Makes mistakes: the longer the sentence, the more.
fn misparse(tree: &mut Tree, words: u32, profile: &Profile, rng: &mut Rng) {
    let mistakes = 1 + rng.below(2 + words / 8);
    for _ in 0..mistakes {
        perturb::make_mistake(tree, rng);
    }
    perturb::confuse_tags(tree, profile.wrong_tags, rng);
}
