//! Writes trees as text (specification, section 12): every child of the root is a tree of its own.

use super::names::{Names, Word};
use super::put_all;
use super::tree::{NodeId, Tree};

/// What remains to be written.
enum Step {
    Node(NodeId),
    Close,
}

/// Writes a node as a root. `head` gives the word shown after the label of a phrase.
pub(super) fn write_as_root(
    out: &mut Vec<u8>,
    tree: &Tree,
    names: &Names<'_>,
    root: NodeId,
    head: impl Fn(NodeId) -> Option<Word>,
) {
    let label = names.labels.name(tree.node(root).label);
    if tree.node(root).children.is_empty() {
        put_all(out, &[b"(", label, b" ", names.word(tree.node(root).word), b")"]);
    }
    let mut steps = Vec::new();
    for child in tree.children(root) {
        put_all(out, &[b"(", label]);
        write_node(out, tree, names, child, &head, &mut steps);
        out.extend_from_slice(b")\n");
    }
}

fn write_node(
    out: &mut Vec<u8>,
    tree: &Tree,
    names: &Names<'_>,
    top: NodeId,
    head: &impl Fn(NodeId) -> Option<Word>,
    steps: &mut Vec<Step>,
) {
    steps.push(Step::Node(top));
    while let Some(step) = steps.pop() {
        let Step::Node(id) = step else {
            out.push(b')');
            continue;
        };
        let node = tree.node(id);
        steps.extend(node.next.filter(|_| id != top).map(Step::Node));
        put_all(out, &[b" (", names.labels.name(node.label)]);
        if let Some(first) = node.children.first {
            if let Some(word) = head(id) {
                put_all(out, &[b"^", names.words.name(word)]);
            }
            steps.extend([Step::Close, Step::Node(first)]);
        } else {
            put_all(out, &[b" ", names.word(node.word), b")"]);
        }
    }
}
