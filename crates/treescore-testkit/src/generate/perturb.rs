//! Turns a gold tree into a system tree, with the mistakes of a good parser.

use super::labels::Label;
use super::rng::Rng;
use super::tree::{NodeId, ROOT, Tree};

/// Tags that are confused with each other. None is punctuation: a scorer would see another number of words.
const CONFUSED_TAGS: [(&str, &str); 12] = [
    ("NN", "NNP"),
    ("NN", "JJ"),
    ("VBD", "VBN"),
    ("VB", "VBP"),
    ("IN", "RB"),
    ("IN", "WDT"),
    ("NNS", "NNPS"),
    ("JJ", "VBN"),
    ("RB", "JJ"),
    ("NN", "VBG"),
    ("NNP", "NNPS"),
    ("RP", "IN"),
];

/// Labels of wrong brackets, the frequent ones repeated.
const WRONG_LABELS: [&str; 16] =
    ["NP", "NP", "NP", "NP", "VP", "VP", "PP", "S", "S", "SBAR", "ADVP", "ADJP", "QP", "PRN", "NX", "FRAG"];

type Mistake = fn(&mut Tree, NodeId, &mut Rng) -> bool;

/// The kinds of mistake, the frequent ones repeated. Each returns false if it cannot be made at that node.
const MISTAKES: [Mistake; 15] = [
    relabel,
    attach_higher,
    attach_higher,
    attach_higher,
    attach_lower,
    attach_lower,
    attach_lower,
    attach_lower,
    shift_boundary,
    shift_boundary,
    shift_boundary,
    shift_boundary,
    add_unary,
    remove_bracket,
    add_bracket,
];

/// Makes one mistake in the brackets, somewhere.
pub(super) fn make_mistake(tree: &mut Tree, rng: &mut Rng) {
    // Most nodes suit most mistakes; after this many tries the tree is left alone.
    for _ in 0..40 {
        let mistake = MISTAKES[rng.place(MISTAKES.len())];
        let node = rng.place(tree.made());
        if is_inside(tree, node) && mistake(tree, node, rng) {
            return;
        }
    }
}

/// Makes a mistake at each bracket with probability `per_mille` / 1000.
pub(super) fn damage(tree: &mut Tree, per_mille: u32, rng: &mut Rng) {
    for node in 0..tree.made() {
        if !rng.chance(per_mille) {
            continue;
        }
        // An earlier mistake may have removed the bracket, and not every bracket suits every mistake.
        (0..5).find(|_| is_inside(tree, node) && MISTAKES[rng.place(MISTAKES.len())](tree, node, rng));
    }
}

/// True for a bracket of the tree that is not its root.
fn is_inside(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_some() && tree.label(node).is_phrase()
}

/// Gives each word a wrong tag with probability `per_mille` / 1000.
pub(super) fn confuse_tags(tree: &mut Tree, per_mille: u32, rng: &mut Rng) {
    for node in 0..tree.made() {
        if tree.label(node).is_phrase() || !rng.chance(per_mille) {
            continue;
        }
        let name = tree.label(node).name();
        let start = rng.place(CONFUSED_TAGS.len());
        let (before, after) = CONFUSED_TAGS.split_at(start);
        let other = after.iter().chain(before).find_map(|&(one, other)| match name {
            _ if name == one => Some(other),
            _ if name == other => Some(one),
            _ => None,
        });
        if let Some(label) = other.and_then(Label::named) {
            tree.set_label(node, label);
        }
    }
}

/// Makes the words differ: one is dropped or replaced.
pub(super) fn spoil_words(tree: &mut Tree, rng: &mut Rng) {
    let suits = |tree: &Tree, node: NodeId| {
        let (label, siblings) =
            (tree.label(node), tree.parent(node).map_or(0, |parent| tree.children(parent).len()));
        !label.is_phrase() && !label.is_punctuation() && siblings > 1
    };
    let first = rng.place(tree.made());
    let nodes = (first..tree.made()).chain(0..first);
    let Some(node) = nodes.into_iter().find(|&node| suits(tree, node)) else { return };
    if rng.chance(500) {
        tree.take_out(node);
    } else {
        tree.set_word(node, |text| text.push_str("misheard"));
    }
}

fn wrong_label(rng: &mut Rng) -> Option<Label> {
    Label::named(WRONG_LABELS[rng.place(WRONG_LABELS.len())])
}

fn relabel(tree: &mut Tree, node: NodeId, rng: &mut Rng) -> bool {
    let Some(label) = wrong_label(rng).filter(|&label| label != tree.label(node)) else { return false };
    tree.set_label(node, label);
    true
}

/// Moves the last part of a phrase, or of a phrase at its right edge, next to the phrase.
fn attach_higher(tree: &mut Tree, node: NodeId, rng: &mut Rng) -> bool {
    let edge = right_edge(tree, node, rng.below(3));
    let (&[_, .., last], Some((parent, place))) = (tree.children(edge), tree.place(node)) else {
        return false;
    };
    if parent == ROOT {
        return false;
    }
    tree.move_to(last, parent, place + 1);
    true
}

/// Moves the phrase's right sister into the phrase, or into a phrase at its right edge.
fn attach_lower(tree: &mut Tree, node: NodeId, rng: &mut Rng) -> bool {
    let Some((parent, place)) = tree.place(node) else { return false };
    let sisters = tree.children(parent);
    let Some(&sister) = sisters.get(place + 1).filter(|_| sisters.len() > 2) else { return false };
    let edge = right_edge(tree, node, rng.below(4));
    tree.move_to(sister, edge, tree.children(edge).len());
    true
}

/// Returns the phrase `steps` levels down the right edge of `node`, or as far down as phrases go.
fn right_edge(tree: &Tree, node: NodeId, steps: u32) -> NodeId {
    let down =
        |&node: &NodeId| tree.children(node).last().copied().filter(|&last| tree.label(last).is_phrase());
    std::iter::successors(Some(node), down).take(1 + steps as usize).last().unwrap_or(node)
}

/// Moves the last part of a phrase to the front of the next: the new bracket crosses the old one.
fn shift_boundary(tree: &mut Tree, node: NodeId, _: &mut Rng) -> bool {
    let (&[_, .., last], Some((parent, place))) = (tree.children(node), tree.place(node)) else {
        return false;
    };
    let Some(&next) = tree.children(parent).get(place + 1) else { return false };
    if !tree.label(next).is_phrase() {
        return false;
    }
    tree.move_to(last, next, 0);
    true
}

fn add_unary(tree: &mut Tree, node: NodeId, rng: &mut Rng) -> bool {
    let (Some((parent, place)), Some(label)) = (tree.place(node), wrong_label(rng)) else { return false };
    tree.enclose(parent, place, place + 1, label);
    true
}

/// Adds a bracket around two sisters.
fn add_bracket(tree: &mut Tree, node: NodeId, rng: &mut Rng) -> bool {
    let children = tree.children(node).len();
    let Some(label) = wrong_label(rng).filter(|_| children > 2) else { return false };
    let from = rng.place(children - 1);
    tree.enclose(node, from, from + 2, label);
    true
}

fn remove_bracket(tree: &mut Tree, node: NodeId, _: &mut Rng) -> bool {
    tree.dissolve(node);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_known_labels() {
        for (one, other) in CONFUSED_TAGS {
            for name in [one, other] {
                let label = Label::named(name).unwrap();
                assert!(!label.is_phrase() && !label.is_punctuation(), "{name}");
            }
        }
        assert!(WRONG_LABELS.iter().all(|name| Label::named(name).is_some_and(Label::is_phrase)));
    }
}
