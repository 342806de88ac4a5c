//! A tree as it is written: brackets open and close, words stand between.

use super::{Arena, Node, Word};

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
    open: Vec<&'a Node>,
    /// Brackets opened so far.
    opened: usize,
    /// Words passed so far.
    passed: usize,
}

impl Arena {
    /// Goes through brackets and words in the order in which they are written.
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
        Walk { arena: self, open: Vec::new(), opened: 0, passed: 0 }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        let (opened, position) = (self.opened, self.passed as u32);
        // A bracket closes once its words are out and all brackets inside it have been opened.
        if self.open.pop_if(|node| node.bounds().1 == position && node.end() <= opened).is_some() {
            return Some(Event::Close);
        }
        if let Some(node) = self.arena.nodes().get(opened).filter(|node| node.bounds().0 == position) {
            self.open.push(node);
            self.opened += 1;
            return Some(Event::Open(node));
        }
        let word = self.arena.words().get(self.passed)?;
        self.passed += 1;
        Some(Event::Word(word))
    }
}
