//! `headtrees`: prints trees with the heads of their phrases (specification, section 12).

use super::desk::{file_names, open, open_heads, open_params};
use super::heads::Heads;
use super::names::{Names, ROOT};
use super::prune::Deletion;
use super::read::{Reader, SideTrees};
use super::show::write_as_root;
use super::tree::ROOT_NODE;
use super::tree_file::{BlankLines, ReadOptions, TreeFile};
use super::{Desk, Stop};
use treescore::prepare::heads::{HeadFinder, HeadTable};
use treescore::tree::Which;

/// The settings of a run of `headtrees`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadTreeSettings {
    /// The file with the trees, or a list of files.
    pub trees: Vec<u8>,
    /// `-p`: the parameter file.
    pub params: Option<Vec<u8>>,
    /// `-h`: the head table; without one no phrase has a head, which is an error.
    pub heads: Option<Vec<u8>>,
    /// `-l`: the file is a list of files.
    pub is_list: bool,
}

/// Prints trees with the head word of every phrase, such as `(NP^dog (DT the) (NN dog))`.
///
/// # Errors
/// The first fault of a file, or if the trees cannot be written.
pub fn head_trees(settings: &HeadTreeSettings, desk: &mut dyn Desk) -> Result<(), Stop> {
    let table = open_heads(desk, settings.heads.as_deref())?.unwrap_or_else(HeadTable::default);
    let params = open_params(desk, settings.params.as_deref())?;
    let mut names = Names::new(&params);
    let finder = HeadFinder::new(&table, &mut names.labels);
    let mut printer = Printer {
        desk,
        names,
        finder,
        reader: Reader::default(),
        side: SideTrees::default(),
        heads: Heads::default(),
    };
    if !settings.is_list {
        return printer.print_file(&settings.trees);
    }
    let list = open(printer.desk, &settings.trees)?;
    file_names(&list).try_for_each(|name| printer.print_file(name))
}

struct Printer<'a> {
    desk: &'a mut dyn Desk,
    names: Names<'a>,
    finder: HeadFinder,
    reader: Reader,
    side: SideTrees,
    heads: Heads,
}

impl Printer<'_> {
    fn print_file(&mut self, name: &[u8]) -> Result<(), Stop> {
        let bytes = open(self.desk, name)?;
        let options =
            ReadOptions { gold: name, test: b"", blank: BlankLines::ToANewline, deletion: Deletion::On };
        let mut file = TreeFile::new(&bytes, Which::Gold, options);
        let root = self.names.words.intern(ROOT);
        let mut text = Vec::new();
        loop {
            self.side.clear();
            if !file.read_one(&mut self.reader, &mut self.names, &mut self.side)? {
                return Ok(());
            }
            let tree = &self.side.tree;
            self.heads.find(tree, &self.finder)?;
            text.clear();
            let head = |id| self.heads.word(tree, id, root);
            write_as_root(&mut text, tree, &self.names, ROOT_NODE, head);
            self.desk.print(&text)?;
        }
    }
}
