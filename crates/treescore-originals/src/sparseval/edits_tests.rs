//! Passes over linked nodes, against the same passes over nested lists.

use proptest::prelude::*;

use super::*;
use crate::sparseval::names::Names;
use crate::sparseval::prune::{Deletion, prune};
use crate::sparseval::sample::{self, Naive, PARAMS, branches, line, show_naive};

fn is_edit(node: &Naive) -> bool {
    matches!(node.label(), "E" | "F")
}

fn flatten(node: Naive) -> Naive {
    match node {
        Naive::Phrase(label, children) if matches!(&label[..], "E" | "F") => {
            Naive::Phrase(label, children.into_iter().flat_map(Naive::leaves).collect())
        }
        Naive::Phrase(label, children) => Naive::Phrase(label, children.into_iter().map(flatten).collect()),
        leaf @ Naive::Leaf(..) => leaf,
    }
}

/// Returns what replaces a node in its parent.
fn move_up(node: Naive) -> Vec<Naive> {
    let Naive::Phrase(label, children) = node else { return vec![node] };
    if matches!(&label[..], "E" | "F") {
        return vec![Naive::Phrase(label, children)];
    }
    let children: Vec<Naive> = children.into_iter().flat_map(move_up).collect();
    let Some(first) = children.iter().position(|child| !is_edit(child)) else { return children };
    let last = children.iter().rposition(|child| !is_edit(child)).unwrap();
    let inner = Naive::Phrase(label, children[first..=last].to_vec());
    [&children[..first], &[inner], &children[last + 1..]].concat()
}

fn merge(children: Vec<Naive>) -> Vec<Naive> {
    let mut merged: Vec<Naive> = Vec::new();
    for child in children {
        match (merged.pop(), child) {
            (Some(before), child) if is_edit(&before) && is_edit(&child) => {
                let label = before.label().to_owned();
                merged.push(Naive::Phrase(label, [before.leaves(), child.leaves()].concat()));
            }
            (before, child) => {
                merged.extend(before);
                merged.push(match child {
                    // Inside an edit, leaves that are edits stay as they are.
                    Naive::Phrase(label, children) if !matches!(&label[..], "E" | "F") => {
                        Naive::Phrase(label, merge(children))
                    }
                    other => other,
                });
            }
        }
    }
    merged
}

fn delete(children: Vec<Naive>) -> Vec<Naive> {
    let one = |node: Naive| match node {
        Naive::Phrase(label, children) => {
            let children = delete(children);
            if label == "D" || children.is_empty() { children } else { vec![Naive::Phrase(label, children)] }
        }
        leaf @ Naive::Leaf(..) => {
            if leaf.label() == "D" {
                vec![]
            } else {
                vec![leaf]
            }
        }
    };
    children.into_iter().flat_map(one).collect()
}

proptest! {
    #[test]
    fn the_three_passes(branches in branches()) {
        let mut names = Names::new(&PARAMS);
        let mut tree = sample::read(&line(&branches), &mut names);
        Edits::default().normalise(&mut tree, &mut Order::default());
        let moved: Vec<Naive> = branches.into_iter().map(flatten).flat_map(move_up).collect();
        prop_assert_eq!(sample::show(&tree, &names), show_naive(&merge(moved)));
    }

    #[test]
    fn deletion(branches in branches()) {
        let mut names = Names::new(&PARAMS);
        let mut tree = sample::read(&line(&branches), &mut names);
        prune(&mut tree, Deletion::On, &mut Order::default());
        prop_assert_eq!(sample::show(&tree, &names), show_naive(&delete(branches)));
    }
}
