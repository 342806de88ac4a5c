//! Trees given by parents: NEGRA export, `TigerXML` and discbracket.

use super::tape::Tape;

/// The parent of what hangs from the virtual root.
pub(super) const TOP: usize = usize::MAX;

/// A sentence whose words and nodes name their parents.
#[derive(Debug, Default)]
pub(super) struct Hanging {
    /// Tag, word and the number of the parent node of each word.
    pub(super) words: Vec<HangingWord>,
    /// Label and the number of the parent of each node.
    pub(super) nodes: Vec<(Vec<u8>, usize)>,
}

/// A word that names its parent.
#[derive(Debug)]
pub(super) struct HangingWord {
    /// The tag; `None` if it has none.
    pub(super) tag: Option<Vec<u8>>,
    pub(super) word: Vec<u8>,
    /// The number of the parent node, or [`TOP`].
    pub(super) parent: usize,
}

/// Some nodes hang in a circle, so that not all hang from the root.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Circle;

/// What a node or word is called while children are put in order.
#[derive(Clone, Copy)]
enum Child {
    Node(usize),
    Word(usize),
}

impl Hanging {
    /// Writes the tree on the tape. What hangs from [`TOP`] gets a root with the label `root` around it,
    /// unless it is one phrase (a node). A file may have that root as a node of its own, too: then its children
    /// hang from [`TOP`]. Nodes without words vanish.
    ///
    /// # Errors
    /// If some words or nodes do not hang from the root.
    pub(super) fn write(&self, root: Option<&[u8]>, tape: &mut Tape) -> Result<(), Circle> {
        let firsts = self.first_words()?;
        let mut children: Vec<Vec<(usize, Child)>> = Vec::new();
        children.resize_with(self.nodes.len() + 1, Vec::new);
        let list = |parent: usize| if parent == TOP { self.nodes.len() } else { parent };
        for (number, word) in self.words.iter().enumerate() {
            children[list(word.parent)].push((number, Child::Word(number)));
        }
        for (number, (_, parent)) in self.nodes.iter().enumerate() {
            if let Some(first) = firsts[number] {
                children[list(*parent)].push((first, Child::Node(number)));
            }
        }
        for list in &mut children {
            list.sort_by_key(|(first, _)| *first);
        }
        for HangingWord { tag, word, .. } in &self.words {
            tape.word(tag.as_deref(), word);
        }
        let mut top = &children[self.nodes.len()];
        if let [(_, Child::Node(node))] = top[..]
            && root == Some(&self.nodes[node].0)
        {
            top = &children[node];
        }
        let root = root.filter(|_| !matches!(top[..], [(_, Child::Node(_))]));
        if let Some(label) = root {
            tape.open(label);
        }
        // The path to the node that is being written: its children, and how many of them are written.
        let mut path: Vec<(&[(usize, Child)], usize)> = vec![(top, 0)];
        while let Some((list, next)) = path.last_mut() {
            match list.get(*next) {
                Some(&(_, Child::Word(number))) => {
                    *next += 1;
                    tape.leaf(number);
                }
                Some(&(_, Child::Node(number))) => {
                    *next += 1;
                    tape.open(&self.nodes[number].0);
                    path.push((&children[number], 0));
                }
                None => {
                    path.pop();
                    if !path.is_empty() || root.is_some() {
                        tape.close();
                    }
                }
            }
        }
        Ok(())
    }

    /// The first word under each node; `None` if there is none.
    fn first_words(&self) -> Result<Vec<Option<usize>>, Circle> {
        let mut firsts = vec![None; self.nodes.len()];
        for (number, word) in self.words.iter().enumerate() {
            let mut node = word.parent;
            // A node that an earlier word reached has its first word, and so have all nodes above it.
            while node != TOP && firsts[node].is_none() {
                firsts[node] = Some(number);
                node = self.nodes[node].1;
            }
        }
        self.is_rooted().then_some(firsts).ok_or(Circle)
    }

    /// True if every node hangs from the root.
    fn is_rooted(&self) -> bool {
        // 0: not known, 1: on the way up, 2: hangs from the root.
        let mut state = vec![0u8; self.nodes.len()];
        let mut path = Vec::new();
        for start in 0..self.nodes.len() {
            let mut node = start;
            while node != TOP && state[node] == 0 {
                state[node] = 1;
                path.push(node);
                node = self.nodes[node].1;
            }
            if node != TOP && state[node] == 1 {
                return false;
            }
            path.drain(..).for_each(|node| state[node] = 2);
        }
        true
    }
}
