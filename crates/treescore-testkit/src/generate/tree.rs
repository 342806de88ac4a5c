//! The tree under construction: an arena that can be edited and written as one line.

use super::labels::{FEATURES, Label};

/// A place in the arena.
pub(super) type NodeId = usize;

/// The root's place.
pub(super) const ROOT: NodeId = 0;

#[derive(Clone, Debug)]
struct Node {
    label: Label,
    /// An entry of [`FEATURES`], which follows the name in a long label.
    feature: usize,
    /// `None` for the root and for removed nodes.
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// The range of the word in the text; empty for phrases.
    word: (usize, usize),
}

/// A tree whose root is node 0.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    text: String,
}

impl Tree {
    /// Creates a tree that is only a root.
    pub(super) fn new(root: Label) -> Self {
        let mut tree = Self { nodes: Vec::with_capacity(64), text: String::with_capacity(160) };
        tree.push(root, None);
        tree
    }

    /// Reads the output of [`Self::write`]; `None` if the brackets of the line do not match. An unknown label
    /// becomes `FRAG`.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (mut tree, mut open) = (None::<Self>, Vec::new());
        for piece in line.split('(').skip(1) {
            let (head, closing) = piece.split_at(piece.find(')').unwrap_or(piece.len()));
            let (name, word) = head.trim_end().split_once(' ').unwrap_or((head.trim_end(), ""));
            let label = Label::named(name).or_else(|| Label::named("FRAG"))?;
            let node = match (&mut tree, open.last()) {
                (Some(tree), Some(&parent)) => tree.append(parent, label),
                (none @ None, _) => {
                    *none = Some(Self::new(label));
                    ROOT
                }
                (Some(_), None) => return None,
            };
            tree.as_mut()?.set_word(node, |text| text.push_str(word));
            open.push(node);
            let closed = closing.matches(')').count();
            open.truncate(open.len().checked_sub(closed)?);
        }
        tree.filter(|_| open.is_empty())
    }

    fn push(&mut self, label: Label, parent: Option<NodeId>) -> NodeId {
        self.nodes.push(Node { label, feature: 0, parent, children: Vec::new(), word: (0, 0) });
        self.nodes.len() - 1
    }

    /// Adds a last child.
    pub(super) fn append(&mut self, parent: NodeId, label: Label) -> NodeId {
        let child = self.push(label, Some(parent));
        self.nodes[parent].children.push(child);
        child
    }

    /// Returns the number of nodes ever made, including removed ones.
    pub(super) fn made(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn label(&self, node: NodeId) -> Label {
        self.nodes[node].label
    }

    pub(super) fn set_label(&mut self, node: NodeId, label: Label) {
        self.nodes[node].label = label;
    }

    pub(super) fn set_feature(&mut self, node: NodeId, feature: usize) {
        self.nodes[node].feature = feature;
    }

    pub(super) fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node].children
    }

    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].parent
    }

    /// Sets the word of a leaf to what `write` appends to the text.
    pub(super) fn set_word(&mut self, node: NodeId, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        self.nodes[node].word = (start, self.text.len());
    }

    /// Returns the text and the start of the first word, for sentence case.
    pub(super) fn first_word(&mut self) -> (&mut str, usize) {
        let mut node = ROOT;
        while let Some(&child) = self.nodes[node].children.first() {
            node = child;
        }
        (&mut self.text, self.nodes[node].word.0)
    }

    /// Returns the parent of `node` and its place among the parent's children.
    pub(super) fn place(&self, node: NodeId) -> Option<(NodeId, usize)> {
        let parent = self.nodes[node].parent?;
        self.nodes[parent].children.iter().position(|&child| child == node).map(|place| (parent, place))
    }

    /// Moves `node` with everything below it to `place` among the children of `parent`, which must not be
    /// below it.
    pub(super) fn move_to(&mut self, node: NodeId, parent: NodeId, place: usize) {
        self.take_out(node);
        self.nodes[parent].children.insert(place, node);
        self.nodes[node].parent = Some(parent);
    }

    /// Removes `node` with everything below it from the tree.
    pub(super) fn take_out(&mut self, node: NodeId) {
        if let Some((parent, place)) = self.place(node) {
            self.nodes[parent].children.remove(place);
            self.nodes[node].parent = None;
        }
    }

    /// Adds a bracket around the children `from..to` of `parent`.
    pub(super) fn enclose(&mut self, parent: NodeId, from: usize, to: usize, label: Label) {
        let bracket = self.push(label, Some(parent));
        let inside: Vec<NodeId> = self.nodes[parent].children.splice(from..to, [bracket]).collect();
        for &child in &inside {
            self.nodes[child].parent = Some(bracket);
        }
        self.nodes[bracket].children = inside;
    }

    /// Removes the bracket `node`; its children take its place. The root stays.
    pub(super) fn dissolve(&mut self, node: NodeId) {
        let Some((parent, place)) = self.place(node) else { return };
        let children = std::mem::take(&mut self.nodes[node].children);
        for &child in &children {
            self.nodes[child].parent = Some(parent);
        }
        self.nodes[node].parent = None;
        self.nodes[parent].children.splice(place..=place, children);
    }

    /// Appends the tree to `line`, without a line end: `(TOP (S (NP (NN a)) …))`.
    pub(super) fn write(&self, line: &mut String) {
        // Nodes still to be written, innermost last; `None` closes a bracket.
        let mut ahead = vec![Some(ROOT)];
        while let Some(next) = ahead.pop() {
            let Some(id) = next else {
                line.push(')');
                continue;
            };
            let node = &self.nodes[id];
            if id != ROOT {
                line.push(' ');
            }
            line.push('(');
            line.push_str(node.label.name());
            line.push_str(FEATURES[node.feature]);
            if node.children.is_empty() {
                line.push(' ');
                line.push_str(&self.text[node.word.0..node.word.1]);
            }
            ahead.push(None);
            ahead.extend(node.children.iter().rev().map(|&child| Some(child)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(TOP (NP (DT a) (NN b)) (VP (VB c)))`, with the ids of NP and VP.
    fn sample() -> (Tree, NodeId, NodeId) {
        let label = |name| Label::named(name).unwrap();
        let mut tree = Tree::new(label("TOP"));
        let noun_phrase = tree.append(ROOT, label("NP"));
        for (tag, word) in [("DT", "a"), ("NN", "b")] {
            let leaf = tree.append(noun_phrase, label(tag));
            tree.set_word(leaf, |text| text.push_str(word));
        }
        let verb_phrase = tree.append(ROOT, label("VP"));
        let leaf = tree.append(verb_phrase, label("VB"));
        tree.set_word(leaf, |text| text.push('c'));
        (tree, noun_phrase, verb_phrase)
    }

    fn line(tree: &Tree) -> String {
        let mut line = String::new();
        tree.write(&mut line);
        line
    }

    #[test]
    fn a_line_is_read_as_it_was_written() {
        for (read, written) in [
            ("(TOP (NP (DT a) (NN b)) (VP (VB c)))", Some("(TOP (NP (DT a) (NN b)) (VP (VB c)))")),
            ("(TOP (UNHEARD-OF (NN b)))\n", Some("(TOP (FRAG (NN b)))")),
            ("(NN b)", Some("(NN b)")),
            ("(TOP (NN b)", None),
            ("(TOP (NN b)))", None),
            ("(TOP (NN b)) (TOP (NN b))", None),
            ("", None),
        ] {
            assert_eq!(Tree::read(read).as_ref().map(line).as_deref(), written, "{read}");
        }
    }

    #[test]
    fn edits_show_in_the_line() {
        let (tree, noun_phrase, verb_phrase) = sample();
        let edited = |edit: &dyn Fn(&mut Tree)| {
            let mut copy = tree.clone();
            edit(&mut copy);
            line(&copy)
        };
        let noun = tree.children(noun_phrase)[1];
        for (edit, expected) in [
            (&|_: &mut Tree| {} as _, "(TOP (NP (DT a) (NN b)) (VP (VB c)))"),
            (&|t: &mut Tree| t.move_to(noun, verb_phrase, 0), "(TOP (NP (DT a)) (VP (NN b) (VB c)))"),
            (&|t: &mut Tree| t.dissolve(noun_phrase), "(TOP (DT a) (NN b) (VP (VB c)))"),
            (&|t: &mut Tree| t.take_out(noun), "(TOP (NP (DT a)) (VP (VB c)))"),
            (
                &|t: &mut Tree| t.enclose(ROOT, 0, 2, Label::top()),
                "(TOP (TOP (NP (DT a) (NN b)) (VP (VB c))))",
            ),
            (&|t: &mut Tree| t.set_feature(noun, 12), "(TOP (NP (DT a) (NN_Indef b)) (VP (VB c)))"),
        ] as [(&dyn Fn(&mut Tree), &str); 6]
        {
            assert_eq!(edited(edit), expected);
        }
    }
}
