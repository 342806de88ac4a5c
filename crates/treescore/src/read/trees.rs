//! The trees of one side, one by one, as owned trees.

use super::blocks::{Block, SideReader};
use super::corpus::Corpus;
use super::error::{OpenError, ReadError};
use super::options::{InputLog, Wanted};
use super::split::UnitKind;
use super::unit::{UnitReader, UnitTree};
use super::window::{Landmark, Position};
use super::{Dialect, Scanner, Syntax};
use crate::tree::Tree;

/// Reads the trees of a corpus one by one, in any format.
///
/// ```no_run
/// use treescore::read::{Corpus, Trees};
///
/// for unit in Trees::new(Corpus::find("gold.trees".as_ref())?)? {
///     match unit?.tree {
///         Ok(tree) => println!("{} words", tree.words().count()),
///         Err(error) => eprintln!("{error}"),
///     }
/// }
/// # Ok::<(), treescore::read::OpenError>(())
/// ```
pub struct Trees {
    side: SideReader,
    block: Block,
    scanner: Scanner,
    units: UnitReader,
    unit: UnitTree,
    /// Units of the block already returned.
    taken: usize,
    /// The position of the unit that was returned last.
    counted: Option<Landmark>,
    is_over: bool,
}

/// One tree of a corpus, or the error in its place.
#[derive(Clone, Debug)]
pub struct TreeAt {
    /// The number of its document in the corpus.
    pub document: usize,
    /// Where it begins in the document.
    pub position: Position,
    /// Its id, if the file says one.
    pub id: Option<Box<[u8]>>,
    /// The tree, or the error.
    pub tree: Result<Tree, ReadError>,
}

impl Trees {
    /// Opens the trees of a corpus.
    ///
    /// # Errors
    /// If the first file cannot be opened, or holds no trees.
    pub fn new(corpus: Corpus) -> Result<Self, OpenError> {
        Self::wanted(corpus, UnitKind::Tree)
    }

    /// Opens the units of a corpus for somebody who also takes others than trees. Words without brackets are
    /// the words of a tree that has none.
    ///
    /// # Errors
    /// If the first file cannot be opened, or holds nothing that is wanted.
    pub fn wanted(corpus: Corpus, wanted: impl Into<Wanted>) -> Result<Self, OpenError> {
        Ok(Self {
            side: SideReader::new(corpus, wanted)?,
            block: Block::default(),
            scanner: Scanner::new(),
            units: UnitReader::new(Syntax::Trees, Dialect::Native),
            unit: UnitTree::default(),
            taken: 0,
            counted: None,
            is_over: false,
        })
    }

    /// What is known about the files so far.
    pub fn log(&self) -> InputLog {
        self.side.log()
    }

    fn read_next(&mut self) -> Result<Option<TreeAt>, OpenError> {
        if self.taken == self.block.extents().len() {
            self.side.next(&mut self.block)?;
            self.scanner.begin(self.block.padded());
            (self.taken, self.counted) = (0, None);
        }
        let (block, at) = (&self.block, self.taken);
        if at >= block.extents().len() {
            return Ok(None);
        }
        self.taken += 1;
        let known = block.landmark(at, self.counted);
        self.counted = Some(known);
        let position = known.position(block.text(), block.extents()[at].start as usize);
        let tree = match self.units.read(&self.scanner, block, at, &mut self.unit) {
            Ok(()) => {
                let text = self.units.text(block, &self.unit);
                Ok(Tree::copied(&self.unit.arena, text, self.units.labels()))
            }
            Err(fault) => Err(block.error(at, fault, known)),
        };
        let id = block.facts(at).and_then(|facts| facts.id.clone());
        Ok(Some(TreeAt { document: block.document, position, id, tree }))
    }
}

impl Iterator for Trees {
    type Item = Result<TreeAt, OpenError>;

    /// Returns the next tree. An error ends the iteration.
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let found = self.read_next();
        self.is_over = !matches!(found, Ok(Some(_)));
        found.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(text: &str, block: usize) -> Vec<String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().write_all(text.as_bytes()).unwrap();
        let mut trees = Trees::new(Corpus::find(file.path()).unwrap()).unwrap();
        trees.side = trees.side.with_block(block);
        trees
            .map(|unit| unit.unwrap().tree.map_or_else(|error| error.to_string(), |tree| tree.to_string()))
            .collect()
    }

    #[test]
    fn every_tree_is_returned_in_order() {
        let text =
            "(A a)\n\n( (B\n  (C é)) ) (D d)\n(E (F f)\n(G g) h\n(())\n (H (I i) j) (K (L l) m)\n(Z z)";
        let expected = [
            "(A a)",
            "(B (C é))",
            "(D d)",
            "line 5, column 1: 1 bracket is never closed",
            "line 6, column 7: text outside brackets",
            "()",
            "line 8, column 11: word without a bracket of its own",
            "line 8, column 23: word without a bracket of its own",
            "(Z z)",
        ];
        for block in [1, 7, 30, 1 << 20] {
            assert_eq!(read(text, block), expected, "blocks of {block}");
        }
    }

    #[test]
    fn an_empty_file_is_refused() {
        for text in ["", " \n\n"] {
            let file = tempfile::NamedTempFile::new().unwrap();
            file.as_file().write_all(text.as_bytes()).unwrap();
            let error = Trees::new(Corpus::find(file.path()).unwrap()).err().unwrap();
            assert!(error.to_string().ends_with("is empty"), "{text:?}: {error}");
        }
    }
}
