//! The tree: brackets in opening order over numbered words.

use super::{Label, Span, Word};

/// The number of a bracket in opening order (preorder).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The position in the arrays of the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

/// How many stretches the brackets of a tree may have beyond one each: a tree with more is no annotation.
const STRETCHES_MAX: usize = 4_000_000;

/// The stretch of one leaf.
fn single(order: &[u32], leaf: u32) -> Option<(u32, u32)> {
    order.get(leaf as usize).map(|&number| (number, number + 1))
}

/// The parent of a root.
const NO_PARENT: u32 = u32::MAX;

/// A bracket that is not directly over a word. (Brackets directly over words are tags.)
///
/// ```
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (V sat))")?;
/// let [s, np] = tree.arena().nodes() else { panic!() };
/// assert_eq!((s.parent(), np.parent().map(|parent| parent.index())), (None, Some(0)));
/// assert_eq!((np.span().start(), np.span().end()), (0, 2));
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The label, uncut.
    pub label: Label,
    parent: u32,
    start: u32,
    stop: u32,
    /// One past the number of the last bracket inside.
    end: u32,
}

impl Node {
    /// Opens a bracket after the given numbers of words and brackets.
    #[inline]
    pub(crate) fn new(label: Label, parent: u32, words: usize, nodes: usize) -> Self {
        Self { label, parent, start: words as u32, stop: words as u32, end: nodes as u32 + 1 }
    }

    /// Closes the bracket after the given numbers of words and brackets.
    #[inline]
    pub(crate) fn close(&mut self, words: usize, nodes: usize) {
        self.stop = words as u32;
        self.end = nodes as u32;
    }

    /// The span of words under the bracket.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.stop).unwrap_or_default()
    }

    /// The words under the bracket: the number of the first, and one past the number of the last.
    #[inline]
    pub fn bounds(&self) -> (u32, u32) {
        (self.start, self.stop)
    }

    /// One past the number of the last bracket inside.
    pub fn end(&self) -> usize {
        self.end as usize
    }

    /// The enclosing bracket. `None` for a root.
    pub fn parent(&self) -> Option<NodeId> {
        (self.parent != NO_PARENT).then_some(NodeId(self.parent))
    }
}

/// The head of a word, as a file of dependencies gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenHead {
    /// The number of the head, from 1; 0 is the root. `None` if the file does not say.
    pub head: Option<u32>,
    /// The relation, or its first part: the label of the phrase whose head the word is.
    pub relation: Label,
    /// The second part of a relation such as `NP/S`: the label of the phrase of the head.
    pub outer: Label,
}

/// A sentence as two flat arrays: its words, and its brackets in opening order, each with the span of words
/// under it. A subtree is a contiguous range of both arrays. Tags are not brackets: they belong to the words.
///
/// An arena is reused: once its arrays have grown to the size of the longest sentence, reading allocates
/// nothing. It may hold several roots, and words outside all brackets, because some original programs score
/// such lines.
///
/// ```
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (V sat))")?;
/// let arena = tree.arena();
/// let root = arena.roots().next().unwrap();
/// let child = arena.children(root).next().unwrap();
/// assert_eq!(tree.name(arena.nodes()[child.index()].label), b"NP");
/// assert_eq!(arena.nodes()[child.index()].bounds(), (0, 2));
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arena {
    nodes: Vec<Node>,
    words: Vec<Word>,
    /// The innermost open bracket while reading, or `NO_PARENT`. The `parent` fields serve as the stack.
    open: u32,
    /// The number of open brackets.
    depth: usize,
    /// True if an unlabelled outer bracket was removed.
    is_unwrapped: bool,
    /// Scratch: the brackets before [`make_words_of_leaves`](Self::make_words_of_leaves).
    before: Vec<Node>,
    /// The brackets whose words are not one stretch, in order: the number of the bracket, and its part of
    /// `stretches`. Nearly always empty.
    gapped: Vec<(u32, std::ops::Range<u32>)>,
    /// The stretches of words of these brackets.
    stretches: Vec<(u32, u32)>,
    /// The heads of the words, if the file says them.
    heads: Vec<GivenHead>,
}

impl Default for Arena {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            words: Vec::new(),
            open: NO_PARENT,
            depth: 0,
            is_unwrapped: false,
            before: Vec::new(),
            gapped: Vec::new(),
            stretches: Vec::new(),
            heads: Vec::new(),
        }
    }
}

impl Arena {
    /// All brackets, in opening order.
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All words, in order.
    #[inline]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The brackets directly inside `node`, left to right.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let stop = self.nodes[node.index()].end;
        self.hop(node.0 + 1, stop)
    }

    /// The brackets outside all others, left to right.
    pub fn roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.hop(0, self.nodes.len() as u32)
    }

    /// True if there are several trees or words beside each other, without a bracket around all of them.
    pub(crate) fn is_forest(&self) -> bool {
        let covers = |root: &Node| {
            root.end as usize == self.nodes.len() && (root.start, root.stop) == (0, self.words.len() as u32)
        };
        !self.is_unwrapped && !self.nodes.first().is_some_and(covers)
    }

    /// True if an unlabelled outer bracket was removed.
    pub(crate) fn is_unwrapped(&self) -> bool {
        self.is_unwrapped
    }

    fn hop(&self, first: u32, stop: u32) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = first;
        std::iter::from_fn(move || {
            let here = (next < stop).then_some(NodeId(next))?;
            next = self.nodes[here.index()].end; // a subtree ends where its sibling begins
            Some(here)
        })
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.words.clear();
        self.open = NO_PARENT;
        self.depth = 0;
        self.is_unwrapped = false;
        self.gapped.clear();
        self.stretches.clear();
        self.heads.clear();
    }

    /// Moves the trees of another arena, which was read from the same text with the same label table, behind those of this
    /// one. The other arena may keep them, or not. The heads that a file gives are left out.
    pub(crate) fn append(&mut self, other: &mut Self) {
        if self.nodes.is_empty() && self.words.is_empty() {
            // The trees change places with nothing: they may be huge.
            std::mem::swap(&mut self.nodes, &mut other.nodes);
            std::mem::swap(&mut self.words, &mut other.words);
            std::mem::swap(&mut self.gapped, &mut other.gapped);
            std::mem::swap(&mut self.stretches, &mut other.stretches);
            self.is_unwrapped = other.is_unwrapped;
            return;
        }
        self.is_unwrapped = false;
        let (words, nodes) = (self.words.len() as u32, self.nodes.len() as u32);
        let parent = |parent: u32| if parent == NO_PARENT { NO_PARENT } else { parent + nodes };
        self.nodes.extend(other.nodes.iter().map(|node| Node {
            label: node.label,
            parent: parent(node.parent),
            start: node.start + words,
            stop: node.stop + words,
            end: node.end + nodes,
        }));
        self.words.extend_from_slice(&other.words);
        let first = self.stretches.len() as u32;
        self.gapped.extend(
            other.gapped.iter().map(|(node, range)| (node + nodes, range.start + first..range.end + first)),
        );
        self.stretches.extend(other.stretches.iter().map(|(start, end)| (start + words, end + words)));
    }

    /// Gives back memory beyond that of this many brackets and words. What is there stays.
    pub(crate) fn shrink_to(&mut self, items: usize) {
        self.nodes.shrink_to(items);
        self.words.shrink_to(items);
        self.before.shrink_to(items);
    }

    /// Replaces the content with a copy of another tree, translating its labels with `rename`.
    pub(crate) fn copy_relabelled(&mut self, other: &Self, mut rename: impl FnMut(Label) -> Label) {
        self.clear();
        self.nodes.extend(other.nodes.iter().map(|node| Node { label: rename(node.label), ..*node }));
        let mut rename = |tag| if tag == Label::BARE { tag } else { rename(tag) };
        self.words.extend(other.words.iter().map(|word| word.with_tag(rename(word.tag))));
        self.gapped.extend_from_slice(&other.gapped);
        self.stretches.extend_from_slice(&other.stretches);
        self.heads.extend(other.heads.iter().map(|given| GivenHead {
            head: given.head,
            relation: rename(given.relation),
            outer: rename(given.outer),
        }));
    }

    /// Replaces every word.
    pub(crate) fn map_words(&mut self, mut change: impl FnMut(&Word) -> Word) {
        for word in &mut self.words {
            *word = change(word);
        }
    }

    /// True if some bracket other than the first has no label.
    #[inline]
    pub(crate) fn has_unlabelled_inside(&self) -> bool {
        self.nodes.iter().skip(1).any(|node| node.label == Label::EMPTY)
    }

    /// True if the words of some bracket are not one stretch. [`Node::bounds`] of such a bracket are its first
    /// word and one past its last.
    #[inline]
    pub fn is_discontinuous(&self) -> bool {
        !self.gapped.is_empty()
    }

    /// The brackets whose words are not one stretch, each with its stretches.
    pub fn gapped(&self) -> impl Iterator<Item = (NodeId, &[(u32, u32)])> {
        self.gapped
            .iter()
            .map(|(node, range)| (NodeId(*node), &self.stretches[range.start as usize..range.end as usize]))
    }

    /// The stretches of words under bracket number `node`: one, unless the tree is discontinuous.
    pub fn stretches(&self, node: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let found = self.gapped.binary_search_by_key(&(node as u32), |(node, _)| *node);
        let gapped = found.map(|at| self.gapped[at].1.clone()).unwrap_or_default();
        let whole = found.is_err().then(|| self.nodes[node].bounds());
        whole.into_iter().chain(self.stretches[gapped.start as usize..gapped.end as usize].iter().copied())
    }

    /// The heads of the words. Empty unless the file says them.
    pub fn heads(&self) -> &[GivenHead] {
        &self.heads
    }

    /// Adds the head of the next word.
    pub(crate) fn push_head(&mut self, head: GivenHead) {
        self.heads.push(head);
    }

    /// Drops all words: they were read before the tree, and come again in the order of its leaves.
    pub(crate) fn forget_words(&mut self) {
        self.words.clear();
        for node in &mut self.nodes {
            (node.start, node.stop) = (0, 0);
        }
    }

    /// Puts words that were read in the order of leaves in the order of their numbers. The brackets keep
    /// their words, which may no longer be one stretch. An empty `order` means that nothing moves. Returns
    /// false if the tree has more stretches than [`STRETCHES_MAX`].
    pub(crate) fn place_words(&mut self, order: &[u32]) -> bool {
        if order.iter().enumerate().all(|(at, &number)| at == number as usize) {
            return true;
        }
        let mut words = vec![Word::new(0, 0, 0, Label::BARE); self.words.len()];
        for (word, &number) in self.words.iter().zip(order) {
            if let Some(place) = words.get_mut(number as usize) {
                *place = *word;
            }
        }
        self.words = words;
        let Some(mut sets) = self.word_sets(order) else { return false };
        self.sort_by_first_word(&mut sets);
        for (at, set) in sets.into_iter().enumerate() {
            if let (Some(&(start, _)), Some(&(_, stop))) = (set.first(), set.last()) {
                (self.nodes[at].start, self.nodes[at].stop) = (start, stop);
            }
            if set.len() > 1 {
                let first = self.stretches.len() as u32;
                self.stretches.extend_from_slice(&set);
                self.gapped.push((at as u32, first..self.stretches.len() as u32));
            }
        }
        true
    }

    /// Puts the children of each bracket in the order of their first words, and everything that counts on the
    /// opening order with them.
    fn sort_by_first_word(&mut self, sets: &mut [Vec<(u32, u32)>]) {
        let first = |sets: &[Vec<(u32, u32)>], node: usize| sets[node].first().map_or(u32::MAX, |set| set.0);
        let is_sorted = (0..self.nodes.len()).all(|at| {
            let children = self.children(NodeId::from_index(at)).map(|child| first(sets, child.index()));
            children.is_sorted()
        });
        if is_sorted {
            return;
        }
        let mut order: Vec<usize> = Vec::with_capacity(self.nodes.len());
        let mut waiting: Vec<usize> = self.roots().map(NodeId::index).collect();
        waiting.reverse();
        while let Some(node) = waiting.pop() {
            order.push(node);
            let mut children: Vec<usize> =
                self.children(NodeId::from_index(node)).map(NodeId::index).collect();
            children.sort_by_key(|&child| std::cmp::Reverse(first(sets, child)));
            waiting.append(&mut children);
        }
        let mut places = vec![0u32; order.len()];
        for (place, &node) in (0..).zip(&order) {
            places[node] = place;
        }
        let nodes = order.iter().zip(0u32..).map(|(&node, place)| {
            let old = self.nodes[node];
            let parent = if old.parent == NO_PARENT { NO_PARENT } else { places[old.parent as usize] };
            Node { parent, end: place + (old.end - node as u32), ..old }
        });
        self.nodes = nodes.collect();
        let mut sorted: Vec<Vec<(u32, u32)>> =
            order.iter().map(|&node| std::mem::take(&mut sets[node])).collect();
        sets.swap_with_slice(&mut sorted);
    }

    /// The stretches of words of each bracket, from the leaves in its range of `order`. Children come after
    /// their parents, so going backwards each bracket finds those of its children.
    fn word_sets(&self, order: &[u32]) -> Option<Vec<Vec<(u32, u32)>>> {
        let mut sets: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.nodes.len()];
        let mut total = 0;
        for at in (0..self.nodes.len()).rev() {
            let (start, stop) = self.nodes[at].bounds();
            let mut pieces = Vec::new();
            let mut leaf = start;
            for child in self.children(NodeId::from_index(at)) {
                let (inner, after) = self.nodes[child.index()].bounds();
                pieces.extend((leaf..inner).filter_map(|leaf| single(order, leaf)));
                pieces.extend_from_slice(&sets[child.index()]);
                leaf = after;
            }
            pieces.extend((leaf..stop).filter_map(|leaf| single(order, leaf)));
            pieces.sort_unstable();
            let set = &mut sets[at];
            for (start, stop) in pieces {
                match set.last_mut() {
                    Some((_, end)) if *end == start => *end = stop,
                    _ => set.push((start, stop)),
                }
            }
            total += set.len();
            if total > STRETCHES_MAX + self.nodes.len() {
                return None;
            }
        }
        Some(sets)
    }

    /// Starts with the first `opened` brackets and words of another tree, whose text is at byte `from` in
    /// its own block and at byte `to` here. The next bracket or word, at byte `last` here, exists in both
    /// trees. Returns false and does nothing if the other tree was changed after reading.
    pub(crate) fn begin_like(
        &mut self,
        other: &Self,
        opened: usize,
        from: usize,
        to: usize,
        last: usize,
    ) -> bool {
        let words = other.words.partition_point(|word| word.offset() + to < last + from);
        let nodes = opened - words.min(opened);
        if other.is_unwrapped || other.nodes.len() < nodes {
            return false;
        }
        self.nodes.extend_from_slice(&other.nodes[..nodes]);
        self.words.extend(other.words[..words].iter().map(|word| word.rebase(from, to)));
        let is_open = |node: &Node| node.stop as usize > words || node.end as usize > nodes;
        self.open = (nodes as u32).wrapping_sub(1);
        while self.nodes.get(self.open as usize).is_some_and(|node| !is_open(node)) {
            self.open = self.nodes[self.open as usize].parent;
        }
        let mut outer = self.open;
        while let Some(node) = self.nodes.get(outer as usize) {
            self.depth += 1;
            outer = node.parent;
        }
        true
    }

    /// Opens a bracket inside the innermost open one.
    #[inline]
    pub(crate) fn open(&mut self, label: Label) {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node::new(label, self.open, self.words.len(), self.nodes.len()));
        self.open = number;
        self.depth += 1;
    }

    /// Makes room for so many words in all.
    pub(crate) fn reserve_words(&mut self, words: usize) {
        self.words.reserve_exact(words.saturating_sub(self.words.len()));
    }

    /// Adds a word to the innermost open bracket.
    #[inline]
    pub(crate) fn word(&mut self, word: Word) {
        self.words.push(word);
    }

    /// Closes the innermost `brackets` open brackets, or all if fewer are open.
    #[inline]
    pub(crate) fn close(&mut self, brackets: usize) {
        let (words, nodes) = (self.words.len(), self.nodes.len());
        let mut open = self.open;
        for _ in 0..brackets.min(self.depth) {
            let Some(node) = self.nodes.get_mut(open as usize) else { break };
            node.close(words, nodes);
            open = node.parent;
        }
        self.open = open;
        self.depth = self.depth.saturating_sub(brackets);
    }

    /// Closes the innermost open bracket, if any. A bracket that holds exactly one bare word becomes the tag
    /// of that word.
    pub(crate) fn close_or_tag(&mut self) {
        let Some(&node) = self.nodes.get(self.open as usize) else { return };
        let is_last = self.open as usize + 1 == self.nodes.len();
        match self.words.get_mut(node.start as usize..) {
            Some([word]) if is_last && word.tag == Label::BARE => {
                *word = word.with_tag(node.label);
                self.remove_open();
            }
            _ => self.close(1),
        }
    }

    /// Removes the innermost open bracket, which holds no other bracket. Its words move to the enclosing one.
    pub(crate) fn remove_open(&mut self) {
        if let Some(node) = self.nodes.pop() {
            self.open = node.parent;
            self.depth -= 1;
        }
    }

    /// Sets the label of the innermost open bracket.
    pub(crate) fn label_open(&mut self, label: Label) {
        if let Some(node) = self.nodes.get_mut(self.open as usize) {
            node.label = label;
        }
    }

    /// True if a bracket is open and the innermost one is still empty.
    pub(crate) fn is_open_empty(&self) -> bool {
        let open = self.nodes.get(self.open as usize);
        open.is_some_and(|node| {
            self.open as usize + 1 == self.nodes.len() && node.start as usize == self.words.len()
        })
    }

    /// Tags every bare word with the label of the innermost bracket around it. Returns false at the first
    /// bare word outside all brackets.
    pub(crate) fn tag_bare_words_by_parent(&mut self) -> bool {
        let mut open: Vec<usize> = Vec::new();
        let mut next = 0;
        for at in 0..self.words.len() {
            while self.nodes.get(next).is_some_and(|node| node.start as usize <= at) {
                open.push(next);
                next += 1;
            }
            while open.last().is_some_and(|&node| self.nodes[node].stop as usize <= at) {
                open.pop();
            }
            if self.words[at].tag == Label::BARE {
                let Some(&parent) = open.last() else { return false };
                self.words[at] = self.words[at].with_tag(self.nodes[parent].label);
            }
        }
        true
    }

    /// Sets the tag of every bare word.
    pub(crate) fn tag_bare_words(&mut self, tag: Label) {
        for word in self.words.iter_mut().filter(|word| word.tag == Label::BARE) {
            *word = word.with_tag(tag);
        }
    }

    /// The number of the innermost open bracket; `u32::MAX` if none is open.
    #[inline]
    pub(crate) fn innermost(&self) -> u32 {
        self.open
    }

    /// The number of open brackets.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// True if everything is inside the first root.
    pub(crate) fn is_one_tree(&self) -> bool {
        match self.nodes().first() {
            Some(root) => root.end() == self.nodes.len() && root.bounds() == (0, self.words.len() as u32),
            None => self.words.len() <= 1,
        }
    }

    /// Turns every labelled leaf bracket of a tree without words into an empty word with the label as its
    /// tag: trees over stretches of sound have no written words. Returns true if the tree changed.
    pub(crate) fn make_words_of_leaves(&mut self) -> bool {
        if !self.words.is_empty() || self.nodes.iter().all(|node| node.label == Label::EMPTY) {
            return false;
        }
        let mut before = std::mem::take(&mut self.before);
        std::mem::swap(&mut before, &mut self.nodes);
        self.clear();
        let mut open = NO_PARENT;
        for (at, node) in before.iter().enumerate() {
            while open != node.parent {
                self.close(1);
                open = before[open as usize].parent;
            }
            if node.end() == at + 1 && node.label != Label::EMPTY {
                self.word(Word::new(0, 0, 0, node.label));
            } else {
                self.open(node.label);
                open = at as u32;
            }
        }
        self.close(self.depth);
        self.before = before;
        true
    }

    /// Removes an unlabelled outer bracket that holds exactly one bracket and no word: `( (S …) )`.
    pub(crate) fn unwrap_unlabelled_root(&mut self) {
        let [root, child, ..] = self.nodes()[..] else { return };
        let is_wrapper = root.label == Label::EMPTY
            && child.end == root.end
            && root.bounds() == (0, self.words.len() as u32)
            && child.bounds() == root.bounds();
        if !is_wrapper {
            return;
        }
        self.nodes.remove(0);
        self.is_unwrapped = true;
        for node in &mut self.nodes {
            node.end -= 1;
            node.parent = if node.parent == 0 { NO_PARENT } else { node.parent.wrapping_sub(1) };
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::{Labels, Tree};

    #[test]
    fn leaves_become_words_where_there_are_none() {
        for (text, expected) in [
            ("(S (NP (D) (N)) (VP (V)))", "(S (NP (D ) (N )) (VP (V )))"),
            ("(S)", "(S )"),
            ("(S (A (B (C))) (D))", "(S (A (B (C ))) (D ))"),
            ("(S (A (B)) (()) (C))", "(S (A (B )) (()) (C ))"),
            ("(S (A) (B b))", "(S (A) (B b))"),
            ("(())", "()"),
        ] {
            let tree = crate::read::one(text).unwrap();
            let mut labels = Labels::new();
            for name in tree.labels() {
                labels.intern(name);
            }
            let mut arena = tree.arena().clone();
            let is_changed = arena.make_words_of_leaves();
            assert_eq!(is_changed, tree.words().count() == 0 && text != "(())", "{text}");
            assert!(!is_changed || !arena.make_words_of_leaves(), "{text}: once is enough");
            let changed = Tree::new(Box::from(tree.text()), arena, &labels);
            assert_eq!(changed.to_string(), expected, "{text}");
        }
    }
}
