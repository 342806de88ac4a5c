//! The trees of one side, one by one, as owned trees.

use super::blocks::{Block, SideReader};
use super::corpus::Corpus;
use super::error::{OpenError, ReadError};
use super::one::read_tree;
use super::split::UnitKind;
use super::window::Landmark;
use crate::tree::Tree;

/// Reads the trees of a corpus one by one.
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
    /// Units of the block already returned.
    taken: usize,
    /// A known position in the block: lines and columns are counted only for faults.
    counted: Landmark,
    is_over: bool,
}

/// One tree of a corpus, or the error in its place.
#[derive(Clone, Debug)]
pub struct TreeAt {
    /// The number of its document in the corpus.
    pub document: usize,
    /// The tree, or the error.
    pub tree: Result<Tree, ReadError>,
}

impl Trees {
    /// Opens the trees of a corpus.
    ///
    /// # Errors
    /// If the first file cannot be opened.
    pub fn new(corpus: Corpus) -> Result<Self, OpenError> {
        let side = SideReader::new(corpus, UnitKind::Tree)?;
        let block = Block::default();
        Ok(Self { side, counted: Landmark::first(block.first()), block, taken: 0, is_over: false })
    }

    fn read_next(&mut self) -> Result<Option<TreeAt>, OpenError> {
        if self.taken == self.block.extents().len() {
            self.side.next(&mut self.block)?;
            self.taken = 0;
            self.counted = Landmark::first(self.block.first());
        }
        let Some(extent) = self.block.extents().get(self.taken) else { return Ok(None) };
        self.taken += 1;
        let (text, start) = (self.block.text(), extent.start as usize);
        let tree = read_tree(&text[start..extent.end as usize]).map_err(|fault| {
            self.counted = self.counted.move_to(text, start);
            ReadError::new(fault.shift_by(start), text, self.counted)
        });
        Ok(Some(TreeAt { document: self.block.document, tree }))
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
        let empty = tempfile::NamedTempFile::new().unwrap();
        let error = Trees::new(Corpus::find(empty.path()).unwrap()).err().unwrap();
        assert!(error.to_string().ends_with(" is empty"), "{error}");
    }
}
