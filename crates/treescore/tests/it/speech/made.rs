//! Made-up conversation sides: few words that repeat all the time, and a system with recognition errors and
//! different utterance boundaries.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::align::OneSided;
use treescore::align::sequence::Costs;
use treescore::prepare::{Compare, Cut, Name, Recipe, Repeats, Root, Trivial, WordForm};

use crate::support::sketch::{Sketch, Step};

/// The labels, tags and words of trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vocabulary {
    pub(crate) roots: &'static [&'static str],
    pub(crate) labels: &'static [&'static str],
    pub(crate) tags: &'static [&'static str],
    pub(crate) words: &'static [&'static str],
}

/// Everything that speech recipes treat specially. A tree without a root is a word in no bracket.
pub(crate) const SPEECH: Vocabulary = Vocabulary {
    roots: &["TOP", "TOP", "S1", "S", "EDITED", "NP-SBJ", "DISFL", ""],
    labels: &[
        "S", "NP", "NP-SBJ", "VP=2", "PP", "ADVP", "PRT", "EDITED", "EDITED-1", "INTJ", "TYPO", "-NONE-",
    ],
    tags: &["NN", "NN-1", "VB", "IN", "TO", "UH", "DT", ",", ".", "-NONE-", "EDITED", "POS", "ADVP"],
    words: &[
        "a", "b", "A", "the", "uh", "um", "Er", "uh-huh", "mhm", "is", "'s", "was", "did", "'d", "in", "-",
    ],
};

/// No repairs, no punctuation, no equal words.
pub(crate) const PLAIN: Vocabulary = Vocabulary {
    roots: &["TOP"],
    labels: &["S", "NP", "VP", "PP", "ADVP", "SBAR", "X"],
    tags: &["NN", "VB", "IN", "DT", "PRP", "RB"],
    words: &["ka", "le", "mo", "nu", "pi", "ro", "su", "te"],
};

/// A word, with the root of the tree it begins, if any.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    step: Step,
    /// The root of the tree, if a tree begins here.
    root: Option<String>,
}

/// The trees of one side.
pub(crate) type Side = Vec<Sketch>;

fn names(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(names).prop_map(str::to_owned)
}

fn token(from: Vocabulary) -> impl Strategy<Value = Token> {
    let step = (vec(names(from.labels), 0..3), names(from.tags), names(from.words), 0..4usize);
    let root = weighted(0.25, names(from.roots));
    (step, root).prop_map(|((opens, tag, word, closes), root)| Token {
        step: Step { opens, tag, word, closes },
        root,
    })
}

/// Builds trees from tokens. A tree without a root has one word.
pub(crate) fn side(tokens: &[Token]) -> Side {
    let mut trees: Side = Vec::new();
    for Token { step, root } in tokens {
        match (trees.last_mut(), root) {
            (Some(tree), None) if !tree.root.is_empty() => tree.steps.push(step.clone()),
            (_, root) => {
                let root = root.clone().unwrap_or_else(|| "TOP".to_owned());
                trees.push(Sketch { root, steps: vec![step.clone()] });
            }
        }
    }
    trees
}

/// A tree as text.
pub(crate) fn line(tree: &Sketch) -> String {
    match &tree.steps[..] {
        [Step { tag, word, .. }] if tree.root.is_empty() => format!("({tag} {word})"),
        _ => tree.text(),
    }
}

/// A side as text, one tree on each line.
pub(crate) fn text(side: &[Sketch]) -> String {
    side.iter().map(|tree| line(tree) + "\n").collect()
}

/// Simulates recognition of the gold tokens. `alternatives` are the possible errors for each token; `choices`
/// decide.
fn recognise(gold: &[Token], alternatives: &[Token], choices: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    for ((spoken, alternative), choice) in gold.iter().zip(alternatives).zip(choices) {
        let shape = if choice & 0x80 == 0 { spoken } else { alternative };
        let tag = if choice & 0x60 == 0 { alternative } else { spoken };
        let mut made = shape.clone();
        made.step.tag.clone_from(&tag.step.tag);
        made.step.word.clone_from(&spoken.step.word);
        match choice % 16 {
            0 => continue,
            1 => tokens.push(alternative.clone()),
            2 | 3 => made.step.word.clone_from(&alternative.step.word),
            _ => {}
        }
        tokens.push(made);
    }
    tokens
}

/// Two sides of up to `words` words: one as spoken, one as recognised.
pub(crate) fn sides(from: Vocabulary, words: usize) -> impl Strategy<Value = (Side, Side)> {
    let tokens = move |count| (vec(token(from), count), vec(token(from), count), vec(any::<u8>(), count));
    (1..words).prop_flat_map(tokens).prop_map(|(gold, alternatives, choices)| {
        let system = recognise(&gold, &alternatives, &choices);
        (side(&gold), side(&system))
    })
}

/// Two sides with the same words, tags and utterances, but different brackets.
pub(crate) fn same_words(from: Vocabulary, words: usize) -> impl Strategy<Value = (Side, Side)> {
    let tokens = move |count| (vec(token(from), count), vec(token(from), count), vec(any::<bool>(), count));
    (1..words).prop_flat_map(tokens).prop_map(|(gold, alternatives, choices)| {
        let other = |((spoken, alternative), is_changed): ((&Token, Token), bool)| {
            let Step { opens, closes, .. } = if is_changed { alternative.step } else { spoken.step.clone() };
            let root = spoken.root.clone().map(|root| match alternative.root {
                Some(changed) if !changed.is_empty() && !root.is_empty() => changed,
                _ => root,
            });
            Token { step: Step { opens, closes, ..spoken.step.clone() }, root }
        };
        let system: Vec<Token> = gold.iter().zip(alternatives).zip(choices).map(other).collect();
        (side(&gold), side(&system))
    })
}

fn list(of: &[&str]) -> Vec<Name> {
    of.iter().map(|name| name.as_bytes().to_vec()).collect()
}

/// The speech recipe with random changes.
pub(crate) fn recipe() -> impl Strategy<Value = Recipe> {
    let shape = (
        select(&[Root::Dummy, Root::Dummy, Root::Count, Root::Drop][..]),
        select(
            &[Trivial::Count, Trivial::Count, Trivial::DropWords, Trivial::DropSentence, Trivial::DropBoth][..],
        ),
        select(&[Repeats::Each, Repeats::Each, Repeats::Once][..]),
        select(&[Compare::Labels, Compare::Labels, Compare::Labels, Compare::Spans][..]),
    );
    let edits =
        select(vec![list(&["EDITED"]), list(&["EDITED", "INTJ"]), list(&[]), list(&["EDITED", "UH", "PP"])]);
    let empties = select(vec![list(&["-NONE-"]), list(&[]), list(&["-NONE-", "PP"])]);
    let closed = select(vec![list(&["IN", "TO", "RP", "POS"]), list(&["DT", "the", "Uh"]), list(&[])]);
    let cut = select(&[Cut::Inner, Cut::Inner, Cut::Keep, Cut::Penn][..]);
    let form = select(&[WordForm::Folded, WordForm::Folded, WordForm::Exact][..]);
    (shape, edits, empties, closed, (cut, form)).prop_map(|(shape, edits, empties, closed, (cut, form))| {
        Recipe {
            labels: cut,
            tags: cut,
            root: shape.0,
            trivial: shape.1,
            repeats: shape.2,
            compare: shape.3,
            edits,
            empties,
            closed,
            word_form: form,
            ..Recipe::named("speech").unwrap()
        }
    })
}

/// The costs of word errors, and the treatment of words that only one side has.
pub(crate) fn manner() -> impl Strategy<Value = (Costs, OneSided)> {
    let costs = [(4, 3, 3), (4, 3, 3), (1, 1, 1), (2, 1, 3), (7, 3, 3), (6, 3, 3)];
    let costs =
        select(costs.to_vec()).prop_map(|(substitute, insert, delete)| Costs { substitute, insert, delete });
    (costs, select(&[OneSided::Strict, OneSided::Skip][..]))
}
