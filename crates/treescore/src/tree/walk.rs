//! A tree as it is written: brackets open and close, words stand between.

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

/// The steps through a tree, made by [`Arena::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    arena: &'a Arena,
    /// The innermost open bracket; the ones around it are its parents.
    open: Option<NodeId>,
    /// Brackets opened so far.
    opened: usize,
    /// Words passed so far.
    passed: usize,
}

impl Arena {
    /// Goes through brackets and words in the order in which they are written, without memory of its own.
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
        // A bracket closes once its words are out and all brackets inside it have been opened.
        if let Some(node) = self.open.and_then(|open| nodes.get(open.index()))
            && node.bounds().1 == position
            && node.end() <= self.opened
        {
            self.open = node.parent();
            return Some(Event::Close);
        }
        if let Some(node) = nodes.get(self.opened).filter(|node| node.bounds().0 == position) {
            self.open = Some(NodeId::of_index(self.opened));
            self.opened += 1;
            return Some(Event::Open(node));
        }
        let word = self.arena.words().get(self.passed)?;
        self.passed += 1;
        Some(Event::Word(word))
    }
}
