//! `strealign`: divides a recogniser's alignment into the words of the trees (specification, section 13).

use super::desk::{open, open_params};
use super::equal::Equality;
use super::names::{Names, Word};
use super::place::{Notes, Placed};
use super::prune::Deletion;
use super::raw::read_raw;
use super::read::{Reader, SideTrees};
use super::side::collect_leaves;
use super::tree::{Order, ROOT_NODE};
use super::tree_file::{BlankLines, ReadOptions, TreeFile};
use super::{Desk, Stop, put_all};
use treescore::tree::{Labels, Which};

/// The settings of a run of `strealign`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RealignSettings {
    /// The file with the gold trees.
    pub gold: Vec<u8>,
    /// The file with the test trees.
    pub test: Vec<u8>,
    /// The file with the recogniser's alignment.
    pub raw: Vec<u8>,
    /// `-p`: the parameter file.
    pub params: Option<Vec<u8>>,
}

/// Words shorter than this are followed by two tabs.
const LONG: usize = 8;

/// Prints an alignment for [`run`](super::run), one column per line.
///
/// # Errors
/// The first fault of a file, or if the alignment cannot be written.
pub fn realign(settings: &RealignSettings, desk: &mut dyn Desk) -> Result<(), Stop> {
    let RealignSettings { gold: gold_name, test: test_name, raw: raw_name, params } = settings;
    let params = open_params(desk, params.as_deref())?;
    let mut names = Names::new(&params);
    let options = ReadOptions {
        gold: gold_name,
        test: test_name,
        blank: BlankLines::ToANewline,
        deletion: Deletion::Off,
    };
    let gold = read_side(desk, Which::Gold, options, &mut names)?;
    let test = read_side(desk, Which::System, options, &mut names)?;
    let columns = read_raw(raw_name, &open(desk, raw_name)?, &mut names.words)?;

    let mut warnings = Vec::new();
    let mut notes = Notes { words: &mut names.words, unit: 0, warnings: &mut warnings };
    let mut placed = [Placed::default(), Placed::default()];
    let [gold_placed, test_placed] = &mut placed;
    let result = words(&gold, gold_name).and_then(|gold_words| {
        gold_placed.place(Which::Gold, &columns, gold_words.iter().copied(), &mut notes)?;
        let test_words = words(&test, test_name)?;
        test_placed.place(Which::System, &gold_placed.columns, test_words.iter().copied(), &mut notes)?;
        Ok([gold_words, test_words])
    });
    if !warnings.is_empty() {
        desk.warn(&warnings)?;
    }
    let [gold_words, test_words] = result?;
    gold_placed.follow(test_placed);
    let mut rows = vec![Row::default(); test_placed.columns.len()];
    for (&place, word) in gold_placed.places.iter().zip(gold_words) {
        rows[place as usize].gold = Some(word);
    }
    for (&place, word) in test_placed.places.iter().zip(test_words) {
        rows[place as usize].test = Some(word);
    }
    let mut equality = Equality::new(&params);
    let mut out = Vec::new();
    for row in &rows {
        row.write(&mut out, &mut equality, &names.words);
    }
    Ok(desk.print(&out)?)
}

fn read_side(
    desk: &mut dyn Desk,
    which: Which,
    options: ReadOptions<'_>,
    names: &mut Names<'_>,
) -> Result<SideTrees, Stop> {
    let name = match which {
        Which::Gold => options.gold,
        Which::System => options.test,
    };
    let bytes = open(desk, name)?;
    let mut side = SideTrees::default();
    TreeFile::new(&bytes, which, options).read_all(&mut Reader::default(), names, &mut side)?;
    match side.root_word.filter(|_| !side.tree.node(ROOT_NODE).children.is_empty()) {
        Some(at) => Err(TreeFile::root_word(name, at)),
        None => Ok(side),
    }
}

/// Returns the words that are not deletable. The original crashes on a side without a tree.
fn words(side: &SideTrees, name: &[u8]) -> Result<Vec<Word>, Stop> {
    if !side.has_tree() {
        let mut message = name.to_vec();
        put_all(&mut message, &[b": no trees in file\n"]);
        return Err(Stop::Message(message));
    }
    let mut leaves = Vec::new();
    collect_leaves(&side.tree, &mut Order::default(), &mut leaves);
    let counted = leaves.into_iter().map(|leaf| side.tree.node(leaf)).filter(|leaf| !leaf.marks.is_deletable);
    Ok(counted.filter_map(|leaf| leaf.word).collect())
}

/// The words in a column.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    gold: Option<Word>,
    test: Option<Word>,
}

impl Row {
    /// Appends both words and the code; nothing for a column without a word.
    fn write(&self, out: &mut Vec<u8>, equality: &mut Equality<'_>, words: &Labels) {
        if self.gold.is_none() && self.test.is_none() {
            return;
        }
        for word in [self.gold, self.test] {
            let text = word.map_or(&b""[..], |word| words.name(word));
            put_all(out, &[text, if text.len() < LONG { b"\t\t" } else { b"\t" }]);
        }
        let code: &[u8] = match (self.gold, self.test) {
            (_, None) => b"100\n",
            (None, Some(_)) => b"010\n",
            (Some(gold), Some(test)) if equality.equivalent(gold, test, words) => b"000\n",
            (Some(_), Some(_)) => b"001\n",
        };
        out.extend_from_slice(code);
    }
}
