//! Made-up texts: trees over few words that repeat all the time, and trees over words that are all different.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::files::Files;
use crate::support::sketch::{Sketch, Step, pair, sketch};

/// The trees of one side.
pub(crate) type Side = Vec<Sketch>;

/// A side as text, one tree on each line.
pub(crate) fn text(side: &[Sketch]) -> String {
    side.iter().map(|tree| tree.text() + "\n").collect()
}

/// Both sides as files.
pub(crate) fn files(gold: &[Sketch], system: &[Sketch]) -> Files {
    Files::new(text(gold).as_bytes(), text(system).as_bytes())
}

/// Two sides over words of two letters, or words in the alignment tables: every word has many possible
/// partners.
pub(crate) fn repetitive() -> impl Strategy<Value = (Side, Side)> {
    let known =
        ["ca", "n't", "can", "not", "cannot", "``", "''", "\"", "The", "the", "--", "-LRB-", "{", "é"];
    let word = prop_oneof![3 => "[ab]{1,3}", 1 => select(known.to_vec()).prop_map(str::to_owned)];
    let side = || vec((1..7usize).prop_flat_map(sketch), 0..10);
    (side(), side(), vec(word, 1..40), vec(0..40u8, 1..40)).prop_map(
        |(mut gold, mut system, words, edits)| {
            let mut words = words.iter().cycle().cloned();
            for step in gold.iter_mut().flat_map(|tree| &mut tree.steps) {
                step.word = words.next().unwrap();
            }
            rewrite(&mut system, edited(&gold, &edits));
            (gold, system)
        },
    )
}

/// The words of a side with some of them deleted, inserted, replaced, split or merged.
fn edited(side: &[Sketch], edits: &[u8]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let steps = side.iter().flat_map(|tree| &tree.steps);
    for (step, edit) in steps.zip(edits.iter().cycle()) {
        let word = step.word.clone();
        match (edit, words.last_mut()) {
            (0, _) => {}
            (1, _) => words.extend([word, "b".to_owned()]),
            (2, _) => words.push("ba".to_owned()),
            (3 | 4, Some(before)) => before.push_str(&word),
            (5 | 6, _) if word.chars().count() > 1 => words.extend(word.chars().map(String::from)),
            _ => words.push(word),
        }
    }
    words
}

/// Puts words into the trees until either run out.
fn rewrite(side: &mut Side, words: Vec<String>) {
    let mut words = words.into_iter();
    for tree in side.iter_mut() {
        tree.steps.retain_mut(|step| words.next().map(|word| step.word = word).is_some());
    }
    side.retain(|tree| !tree.steps.is_empty());
}

/// Two sides over the same words and sentences. The first word of a tree is never a trace, and traces agree
/// on both sides.
pub(crate) fn same_words() -> impl Strategy<Value = Vec<(Sketch, Sketch)>> {
    vec(pair(), 1..8).prop_map(|mut pairs| {
        for (gold, system) in &mut pairs {
            for (at, (gold_step, system_step)) in gold.steps.iter_mut().zip(&mut system.steps).enumerate() {
                if at == 0 || (gold_step.tag == "-NONE-") != (system_step.tag == "-NONE-") {
                    without_trace(gold_step);
                    without_trace(system_step);
                }
            }
        }
        pairs
    })
}

fn without_trace(step: &mut Step) {
    if step.tag == "-NONE-" {
        "N".clone_into(&mut step.tag);
    }
}

/// Trees of both sides over the same words, all different and without traces.
pub(crate) fn distinct() -> impl Strategy<Value = (Side, Side)> {
    vec(pair(), 1..24).prop_map(|mut pairs| {
        let mut number = 0;
        for (gold, system) in &mut pairs {
            for (gold_step, system_step) in gold.steps.iter_mut().zip(&mut system.steps) {
                number += 1;
                gold_step.word = distinct_word(number);
                system_step.word.clone_from(&gold_step.word);
                without_trace(gold_step);
                without_trace(system_step);
            }
        }
        pairs.into_iter().unzip()
    })
}

/// A word of pseudo-random letters.
fn distinct_word(number: u64) -> String {
    let mut bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let length = 3 + bits % 6;
    let letter = |at: u64| char::from(b'a' + ((bits >> (7 + 8 * (at % 7))) ^ (bits >> at)) as u8 % 26);
    (0..length).map(letter).collect()
}

/// Long texts of a few sentences that come again and again, some of them changed. An aligner that cuts too
/// early aligns them differently.
pub(crate) fn refrains() -> impl Strategy<Value = (Side, Side)> {
    let pool = vec(vec(1..60u64, 1..5), 2..6);
    let both = [changes(&Change::ALL), changes(&Change::ALL)];
    (pool, vec(any::<prop::sample::Index>(), 30..120), both).prop_map(
        |(pool, order, [gold_changes, system_changes])| {
            let step = |&number: &u64| Step {
                opens: Vec::new(),
                tag: "N".to_owned(),
                word: distinct_word(number),
                closes: 0,
            };
            let tree =
                |words: &Vec<u64>| Sketch { root: "S".to_owned(), steps: words.iter().map(step).collect() };
            let side: Side = order.iter().map(|at| tree(at.get(&pool))).collect();
            (changed(&side, 0, &gold_changes), changed(&side, 2, &system_changes))
        },
    )
}

/// A change of a tree, or of a tree and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Nothing,
    SplitToken,
    MergeTokens,
    SplitTree,
    MergeTrees,
    LoseToken,
    LoseTree,
    Typo,
}

impl Change {
    /// The changes that leave the text as it is.
    pub(crate) const CUTS: [Self; 4] =
        [Self::SplitToken, Self::MergeTokens, Self::SplitTree, Self::MergeTrees];
    /// All changes.
    pub(crate) const ALL: [Self; 8] = [
        Self::Nothing,
        Self::SplitToken,
        Self::MergeTokens,
        Self::SplitTree,
        Self::MergeTrees,
        Self::LoseToken,
        Self::LoseTree,
        Self::Typo,
    ];

    /// Changes tree `at` of a side, at a position that `place` decides. Trees and tokens that are too short
    /// stay unchanged.
    pub(crate) fn apply(self, side: &mut Side, at: usize, place: usize) {
        let trees = side.len();
        let Some(Sketch { root, steps }) = side.get_mut(at) else { return };
        let token = place % steps.len();
        match self {
            Self::SplitToken => {
                let step = &mut steps[token];
                let second = step.word.split_off(step.word.len() / 2);
                let (tag, closes) = (step.tag.clone(), std::mem::take(&mut step.closes));
                steps.insert(token + 1, Step { opens: Vec::new(), tag, word: second, closes });
            }
            Self::MergeTokens if token > 0 => {
                let second = steps.remove(token);
                steps[token - 1].word += &second.word;
                steps[token - 1].closes = second.closes;
            }
            Self::SplitTree if token > 0 => {
                let rest = Sketch { root: root.clone(), steps: steps.split_off(token) };
                side.insert(at + 1, rest);
            }
            Self::MergeTrees if at + 1 < trees => {
                let next = side.remove(at + 1).steps;
                side[at].steps.extend(next);
            }
            Self::LoseToken if steps.len() > 1 => drop(steps.remove(token)),
            Self::LoseTree => drop(side.remove(at)),
            Self::Typo => steps[token].word.replace_range(1..2, "7"),
            Self::Nothing | Self::MergeTokens | Self::SplitTree | Self::MergeTrees | Self::LoseToken => {}
        }
    }
}

/// Applies changes to a side, from its last tree to its first, so that earlier trees keep their numbers. Only
/// every fourth tree from `first` on is changed, so that changes of the two sides are never adjacent.
pub(crate) fn changed(side: &Side, first: usize, changes: &[(Change, usize)]) -> Side {
    let mut made = side.clone();
    let places = (first..side.len()).step_by(4).zip(changes.iter().cycle());
    for (at, &(change, place)) in places.collect::<Vec<_>>().into_iter().rev() {
        change.apply(&mut made, at, place);
    }
    made
}

/// Changes, each with a position in its tree.
pub(crate) fn changes(from: &'static [Change]) -> impl Strategy<Value = Vec<(Change, usize)>> {
    vec((select(from), 0..20usize), 1..8)
}
