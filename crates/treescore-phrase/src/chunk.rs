//! Finds the chunks of a tree.
//!
//! Nodes are visited from the last to the first, so that the inside of a phrase is known before the phrase.
//! There is no recursion, and every child is visited a bounded number of times. A phrase has at most one
//! core, a chunk that an enclosing phrase may extend. A core that nothing extends is stored at its first
//! word; it hides chunks stored inside it before.

mod head;
mod kinds;

use serde::{Deserialize, Serialize};
use std::ops::Range;

use super::{Category, Inventory, Sentence};
use head::Heads;
use kinds::{CLAUSE, Kinds, LINK, MEASURED, MODIFIER, NOMINAL, NOUN, POS, Sets, Stem, TRACE};
use treescore::tree::{Arena, Labels, Tree};
use treescore::values::choice;

/// A phrase of a sentence, up to its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Chunk {
    /// The kind of phrase.
    pub category: Category,
    /// Its first word.
    pub start: u32,
    /// One past its last word.
    pub end: u32,
}

choice! {
    /// Whether a prepositional chunk contains the chunk of its object.
    Pp {
        /// It does: `[PP of green olives]`.
        Full = "full",
        /// It does not: `[PP of] [NP green olives]`.
        Bare = "bare",
    }
}

#[expect(clippy::derivable_impls, reason = "the macro writes the enum")]
impl Default for Pp {
    fn default() -> Self {
        Self::Full
    }
}

/// How chunks are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChunkOptions {
    /// Prepositional chunks.
    pub pp: Pp,
}

/// A chunk has a category that the inventory lacks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("category {} is not in the inventory", String::from_utf8_lossy(.0))]
pub struct UnknownCategory(pub Box<[u8]>);

/// What happens to chunks of a category that the inventory lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnknownCategories {
    Refuse,
    Add,
}

/// Finds the chunks of trees.
///
/// It caches what it knows about labels, so all its trees must have been read with the same [`Labels`]. For a
/// single tree, use [`Sentence::of_tree`].
#[derive(Clone, Debug)]
pub struct Chunker {
    inventory: Inventory,
    unknown: UnknownCategories,
    options: ChunkOptions,
    kinds: Kinds,
    /// The category of each stem, filled in as needed.
    categories: Vec<Option<Category>>,
    tree: Scratch,
}

/// The state of the current tree.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// For each word of the tree, the number of words before it that are not empty elements.
    before: Vec<u32>,
    /// The tags of the words that are not empty elements.
    tags: Vec<Sets>,
    /// For each word, the number of words before it that are not links.
    plain: Vec<u32>,
    /// The core of each phrase visited so far.
    cores: Vec<Option<Core>>,
    /// The chunks so far, each at its first word: its label and its end.
    places: Vec<Option<(Stem, u32)>>,
    members: Vec<Child>,
}

/// A future chunk, unless an enclosing phrase extends it.
#[derive(Clone, Copy, Debug)]
struct Core {
    stem: Stem,
    start: u32,
    end: u32,
}

/// A child of a phrase: a word, or a phrase that has words.
#[derive(Clone, Copy, Debug)]
struct Child {
    start: u32,
    end: u32,
    /// Number of the phrase; `None` for a word.
    node: Option<usize>,
    /// The sets of its tag, or of its label.
    sets: Sets,
    /// The label of a phrase.
    stem: Stem,
    /// True if its last word is a possessive ending.
    ends_in_pos: bool,
}

impl Child {
    fn is_phrase(&self) -> bool {
        self.node.is_some()
    }

    fn is_link(&self) -> bool {
        !self.is_phrase() && self.sets.any(LINK)
    }
}

/// The part of a left phrase that joins the core.
#[derive(Clone, Copy)]
enum Taken {
    Whole,
    /// From this word on.
    From(u32),
}

/// The result of one round over the children of a phrase.
struct Found {
    core: Option<Core>,
    /// Children before this one are left over.
    left: usize,
    /// Children from this one on form separate phrases.
    right: usize,
}

impl Chunker {
    /// Creates a chunker for chunks of these categories.
    pub fn new(inventory: Inventory, options: ChunkOptions) -> Self {
        Self::with(inventory, UnknownCategories::Refuse, options)
    }

    /// Creates a chunker for chunks of any category: new categories are added to the inventory.
    pub fn of_any_category(options: ChunkOptions) -> Self {
        Self::with(Inventory::default(), UnknownCategories::Add, options)
    }

    fn with(inventory: Inventory, unknown: UnknownCategories, options: ChunkOptions) -> Self {
        let (kinds, tree) = (Kinds::default(), Scratch::default());
        Self { inventory, unknown, options, kinds, categories: Vec::new(), tree }
    }

    /// Returns the categories of the chunks.
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Fills `sentence` with the words of a tree that are not empty elements, their tags and its chunks. Only
    /// its id is left empty. Returns false if the tree has no words.
    ///
    /// # Errors
    /// If a chunk has a category that is not in the inventory.
    pub fn sentence(
        &mut self,
        arena: &Arena,
        text: &[u8],
        labels: &Labels,
        sentence: &mut Sentence,
    ) -> Result<bool, UnknownCategory> {
        sentence.clear();
        self.kinds.update(labels);
        for word in arena.words().iter().filter(|word| !self.kinds.tag(word.tag).any(TRACE)) {
            sentence.words.push(word.bytes(text));
            let tag = labels.name(word.tag);
            sentence.tags.push(&tag[..self.kinds.tag_length(word.tag).min(tag.len())]);
            sentence.length += 1;
        }
        self.collect_chunks(arena, &mut sentence.chunks)?;
        Ok(sentence.length > 0)
    }

    fn collect_chunks(&mut self, arena: &Arena, out: &mut Vec<Chunk>) -> Result<(), UnknownCategory> {
        self.tree.begin(arena, &self.kinds);
        for at in (0..arena.nodes().len()).rev() {
            let core = self.tree.process_phrase(arena, at, &self.kinds, self.options.pp);
            self.tree.cores[at] = core;
            if arena.nodes()[at].parent().is_none() {
                self.tree.store(core);
            }
        }
        let mut start = 0;
        while let Some(&place) = self.tree.places.get(start as usize) {
            let (stem, end) = place.unwrap_or((Stem::NULL, start + 1));
            out.push(Chunk { category: self.category(stem)?, start, end });
            start = end;
        }
        Ok(())
    }

    fn category(&mut self, stem: Stem) -> Result<Category, UnknownCategory> {
        if self.categories.len() <= stem.index() {
            self.categories.resize(stem.index() + 1, None);
        }
        if let Some(known) = self.categories[stem.index()] {
            return Ok(known);
        }
        let name = self.kinds.name(stem);
        let found = match self.inventory.find(name) {
            None if self.unknown == UnknownCategories::Add => {
                self.inventory.add(&String::from_utf8_lossy(name))
            }
            found => found,
        };
        self.categories[stem.index()] = found;
        found.ok_or_else(|| UnknownCategory(name.into()))
    }
}

impl Sentence {
    /// Returns the words and chunks of one tree; `None` if it has no words. For many trees a [`Chunker`] is
    /// faster.
    ///
    /// ```
    /// use treescore_phrase::{ChunkOptions, Inventory, Sentence};
    /// let tree = treescore::read::one("(S (NP (DT the) (NN baker)) (VP (VBD slept)))")?;
    /// let inventory = Inventory::default();
    /// let sentence = Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.unwrap();
    /// let chunks = sentence.chunks.iter().map(|c| (inventory.name(c.category), c.start, c.end));
    /// assert_eq!(chunks.collect::<Vec<_>>(), [("NP", 0, 2), ("VP", 2, 3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a chunk has a category that is not in the inventory.
    pub fn of_tree(
        tree: &Tree,
        inventory: &Inventory,
        options: ChunkOptions,
    ) -> Result<Option<Self>, UnknownCategory> {
        let mut labels = Labels::new();
        for name in tree.labels() {
            labels.intern(name); // in the same order, so with the same numbers
        }
        let mut sentence = Self::default();
        let mut chunker = Chunker::new(inventory.clone(), options);
        let has_words = chunker.sentence(tree.arena(), tree.text(), &labels, &mut sentence)?;
        Ok(has_words.then_some(sentence))
    }
}

impl Scratch {
    fn begin(&mut self, arena: &Arena, kinds: &Kinds) {
        self.before.clear();
        self.tags.clear();
        self.plain.clear();
        self.plain.push(0);
        self.before.push(0);
        let mut plain = 0;
        for word in arena.words() {
            let tag = kinds.tag(word.tag);
            if !tag.any(TRACE) {
                plain += u32::from(!tag.any(LINK));
                self.tags.push(tag);
                self.plain.push(plain);
            }
            self.before.push(self.tags.len() as u32);
        }
        self.cores.clear();
        self.cores.resize(arena.nodes().len(), None);
        self.places.clear();
        self.places.resize(self.tags.len(), None);
    }

    /// Stores a core that nothing extends as a chunk.
    fn store(&mut self, core: Option<Core>) {
        if let Some(core) = core {
            self.places[core.start as usize] = Some((core.stem, core.end));
        }
    }

    /// Stores the cores of these children as chunks.
    fn store_each(&mut self, members: &[Child]) {
        for child in members {
            self.store(child.node.and_then(|node| self.cores[node]));
        }
    }

    /// Returns the core of a phrase; all other chunks in it are stored.
    fn process_phrase(&mut self, arena: &Arena, at: usize, kinds: &Kinds, pp: Pp) -> Option<Core> {
        let mut members = std::mem::take(&mut self.members);
        self.collect_children(arena, at, kinds, &mut members);
        let stem = kinds.stem_of(arena.nodes()[at].label);
        let core = if kinds.phrase(stem).any(CLAUSE) {
            self.process_clause(&members);
            None
        } else {
            self.process_core(&members, kinds, stem, pp)
        };
        self.members = members;
        core
    }

    /// Collects the children that have words.
    fn collect_children(&self, arena: &Arena, at: usize, kinds: &Kinds, members: &mut Vec<Child>) {
        members.clear();
        let nodes = arena.nodes();
        let (mut word, stop) = nodes[at].bounds();
        let mut next = at + 1;
        while next < nodes[at].end() {
            let (start, end) = nodes[next].bounds();
            self.push_words(word..start, members);
            let (first, behind) = (self.before[start as usize], self.before[end as usize]);
            if first < behind {
                let stem = kinds.stem_of(nodes[next].label);
                let ends_in_pos = self.tags[behind as usize - 1].any(POS);
                let sets = kinds.phrase(stem);
                members.push(Child { start: first, end: behind, node: Some(next), sets, stem, ends_in_pos });
            }
            (word, next) = (end, nodes[next].end());
        }
        self.push_words(word..stop, members);
    }

    fn push_words(&self, words: Range<u32>, members: &mut Vec<Child>) {
        for at in self.before[words.start as usize]..self.before[words.end as usize] {
            let sets = self.tags[at as usize];
            let child = Child {
                start: at,
                end: at + 1,
                node: None,
                sets,
                stem: Stem::NULL,
                ends_in_pos: sets.any(POS),
            };
            members.push(child);
        }
    }

    /// Handles a clause: it has no core, but an inverted auxiliary is a chunk.
    fn process_clause(&mut self, members: &[Child]) {
        self.store_each(members);
        for run in members.chunk_by(|a, b| a.is_content() && b.is_content()) {
            if let ([first, ..], [.., last]) = (run, run)
                && run.iter().any(Child::is_verb)
            {
                self.store(Some(Core { stem: Stem::VP, start: first.start, end: last.end }));
            }
        }
    }

    /// Returns the core of a phrase, found by its head. The children left over are treated the same way, as
    /// long as they contain words of the phrase.
    fn process_core(&mut self, members: &[Child], kinds: &Kinds, stem: Stem, pp: Pp) -> Option<Core> {
        let mut heads = Heads::new(members, kinds, stem, pp);
        let mut stop = members.len();
        let mut of_phrase = None;
        while let Some(head) = heads.head(stop) {
            let found = self.find_core(&members[..stop], head, kinds, stem);
            self.store_each(&members[found.right..stop]);
            if stop == members.len() {
                of_phrase = found.core;
            } else {
                self.store(found.core);
            }
            stop = found.left;
            if !heads.has_content(stop) {
                break;
            }
        }
        self.store_each(&members[..stop]);
        of_phrase
    }

    /// Finds the core around a head.
    fn find_core(&mut self, members: &[Child], head: usize, kinds: &Kinds, stem: Stem) -> Found {
        let first = members[head].start;
        let (mut start, end, right) = if let Some(node) = members[head].node {
            match self.cores[node] {
                Some(core) if core.start == first => (first, core.end, head + 1),
                other => {
                    self.store(other);
                    return Found { core: None, left: head, right: head + 1 };
                }
            }
        } else {
            let run = members[head..].iter().take_while(|child| child.is_content()).count().max(1);
            (first, members[head + run - 1].end, head + run)
        };
        let mut left = head;
        let mut is_whole = true;
        while let Some(child) = members[..left].last().filter(|_| is_whole) {
            match self.absorb(child, kinds.phrase(stem)) {
                Some(Taken::Whole) => start = child.start,
                Some(Taken::From(word)) => (start, is_whole) = (word, false),
                None => break,
            }
            left -= 1;
        }
        if is_whole {
            let links = members[left..head].iter().take_while(|child| child.is_link()).count();
            start = if links > 0 { members[left + links].start } else { start };
        }
        Found { core: Some(Core { stem, start, end }), left, right }
    }

    /// Returns how much of a child to the left of the head belongs to the core of a phrase in these sets.
    fn absorb(&self, child: &Child, outer: Sets) -> Option<Taken> {
        let Some(node) = child.node else { return Some(Taken::Whole) };
        let core = self.cores[node]?;
        let plain = |start: u32, end: u32| self.plain[end as usize] - self.plain[start as usize];
        let is_flat = plain(child.start, child.end) == plain(core.start, core.end);
        let is_possessive =
            child.sets.any(NOUN) && outer.any(NOMINAL) && child.ends_in_pos && core.end == child.end;
        if is_possessive && !is_flat {
            return Some(Taken::From(core.start));
        }
        let is_allowed =
            is_possessive || child.sets.any(MODIFIER) || child.sets.any(NOUN) && outer.any(MEASURED);
        (is_allowed && is_flat).then_some(Taken::Whole)
    }
}

#[cfg(test)]
#[path = "chunk_tests.rs"]
mod tests;
