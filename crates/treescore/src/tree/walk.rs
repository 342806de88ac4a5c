//! A tree as a sequence of events, in writing order.

use super::{Arena, Node, NodeId, Word};

/// One step through a tree, left to right.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A bracket opens.
    Open(&'a Node),
    /// The next word.
    Word(&'a Word),
    /// The innermost open bracket closes.
    Close,
}

/// The events of a tree, created by [`Arena::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    arena: &'a Arena,
    /// The innermost open bracket. The enclosing ones are its parents.
    open: Option<NodeId>,
    /// The number of brackets opened so far.
    opened: usize,
    /// The number of words passed so far.
    passed: usize,
}

impl Arena {
    /// Iterates over brackets and words in the order in which they are written, without allocating.
    ///
    /// ```
    /// use treescore::tree::Event;
    ///
    /// let tree = treescore::read::one("(S (NP (N cats)) (V sleep))")?;
    /// let mut depth = 0;
    /// let mut depths = Vec::new();
    /// for event in tree.arena().walk() {
    ///     match event {
    ///         Event::Open(_) => depth += 1,
    ///         Event::Word(_) => depths.push(depth),
    ///         Event::Close => depth -= 1,
    ///     }
    /// }
    /// assert_eq!(depths, [2, 1]);
    /// # Ok::<(), treescore::read::ReadError>(())
    /// ```
    pub fn walk(&self) -> Walk<'_> {
        Walk { arena: self, open: None, opened: 0, passed: 0 }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        let (nodes, position) = (self.arena.nodes(), self.passed as u32);
        // A bracket closes once all its words are passed and all brackets inside it are opened.
        if let Some(node) = self.open.and_then(|open| nodes.get(open.index()))
            && node.bounds().1 == position
            && node.end() <= self.opened
        {
            self.open = node.parent();
            return Some(Event::Close);
        }
        if let Some(node) = nodes.get(self.opened).filter(|node| node.bounds().0 == position) {
            self.open = Some(NodeId::from_index(self.opened));
            self.opened += 1;
            return Some(Event::Open(node));
        }
        let word = self.arena.words().get(self.passed)?;
        self.passed += 1;
        Some(Event::Word(word))
    }
}
