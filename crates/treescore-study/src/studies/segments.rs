//! Conversation sides, the ends of utterances that a detector finds, and trees joined and cut at them.

use std::collections::BTreeMap;
use std::path::Path;

use treescore::read::{Corpus, Document, Trees, Units, read_table};
use treescore::tree::{Event, Tree, TreeBuilder};

use super::sheet::fields;
use crate::error::StudyError;

/// All trees of one speaker.
pub(super) struct Side {
    /// The name of the file without what follows the first dot.
    pub(super) name: String,
    pub(super) trees: Vec<Tree>,
}

impl Side {
    /// The words, tree after tree.
    pub(super) fn words(&self) -> impl Iterator<Item = &[u8]> {
        self.trees.iter().flat_map(Tree::words)
    }
}

/// The names of the sides of a folder or list of files: those of the files without what follows the first dot.
pub(super) fn side_names(corpus: &Corpus) -> Vec<String> {
    let name = |document: &Document| {
        let name = document.short_name();
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        file.split('.').next().unwrap_or_default().to_owned()
    };
    corpus.documents().iter().map(name).collect()
}

/// The sides of a folder or list of files, one file each.
pub(super) fn sides(path: &Path) -> Result<Vec<Side>, StudyError> {
    let corpus = Corpus::find(path)?;
    let names = side_names(&corpus).into_iter();
    let mut sides: Vec<Side> = names.map(|name| Side { name, trees: Vec::new() }).collect();
    for unit in Trees::new(corpus.clone())? {
        let unit = unit?;
        let side = &mut sides[unit.document];
        let number = side.trees.len() + 1;
        let tree = unit.tree.map_err(|error| {
            StudyError::data(format!(
                "side {}, tree {number}: {error}: correct it, a study needs every tree",
                side.name
            ))
        })?;
        side.trees.push(tree);
    }
    Ok(sides)
}

/// The words of all sides, each with the probability that an utterance ends after it.
pub(super) struct Posteriors(Vec<Spoken>);

/// The words of a side, with probabilities.
#[derive(Default)]
struct Spoken {
    words: Vec<String>,
    probabilities: Vec<f64>,
}

impl Posteriors {
    /// Reads a table with tabs: side, word, probability. A first line whose probability is no number is a header. Words
    /// are gold's, unless they are `recognised`.
    pub(super) fn read(path: &Path, gold: &[Side], recognised: bool) -> Result<Self, StudyError> {
        let file = path.display().to_string();
        let bytes = read_table(path).map_err(|error| StudyError::data(format!("{file}: {error}")))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut rows: BTreeMap<String, Vec<(String, f64, usize)>> = BTreeMap::new();
        for (row, line) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let fault = |what: &str| StudyError::Line { file: file.clone(), line, what: what.to_owned() };
            let parts = fields(row, '\t');
            let [side, word, probability, ..] = &parts[..] else {
                if row.trim().is_empty() {
                    continue;
                }
                return Err(fault("give side, word and probability, with tabs between them"));
            };
            match probability.parse::<f64>() {
                Ok(value) if (0.0..=1.0).contains(&value) => {
                    rows.entry(side.clone()).or_default().push((word.clone(), value, line));
                }
                Err(_) if line == 1 => {}
                _ => return Err(fault("the probability is no number from 0 to 1")),
            }
        }
        if let Some((name, rows)) = rows.iter().find(|(name, _)| gold.iter().all(|side| side.name != **name))
        {
            let what = format!("there is no side `{name}` in gold");
            return Err(StudyError::Line { file, line: rows[0].2, what });
        }
        let of_side = |side: &Side| {
            let rows = rows.get(&side.name).map_or(&[][..], Vec::as_slice);
            Self::check(side, rows, &file, recognised)
        };
        Ok(Self(gold.iter().map(of_side).collect::<Result<_, _>>()?))
    }

    /// The words of a side, which must be gold's unless they are recognised.
    fn check(
        side: &Side,
        rows: &[(String, f64, usize)],
        file: &str,
        recognised: bool,
    ) -> Result<Spoken, StudyError> {
        let too_few = |what: &str| Err(StudyError::data(format!("{file}: side {} has {what}", side.name)));
        if recognised && rows.is_empty() {
            return too_few("no words");
        }
        let mut words = side.words();
        for (word, _, line) in rows.iter().filter(|_| !recognised) {
            if words.next() != Some(word.as_bytes()) {
                let what = format!(
                    "`{word}` is not the next word of side {} in gold (--words takes recognised words)",
                    side.name
                );
                return Err(StudyError::Line { file: file.to_owned(), line: *line, what });
            }
        }
        if !recognised && words.next().is_some() {
            return too_few("fewer words than in gold");
        }
        let (words, probabilities) = rows.iter().map(|(word, value, _)| (word.clone(), *value)).unzip();
        Ok(Spoken { words, probabilities })
    }

    /// After which words of each side an utterance ends; the end of a side is given.
    pub(super) fn ends(&self, threshold: f64) -> Vec<Vec<bool>> {
        let of_side = |side: &Spoken| {
            let is_end = |&probability: &f64| probability >= threshold;
            let mut ends: Vec<bool> = side.probabilities.iter().map(is_end).collect();
            if let Some(last) = ends.last_mut() {
                *last = true;
            }
            ends
        };
        self.0.iter().map(of_side).collect()
    }

    /// The words of a side, utterance by utterance.
    pub(super) fn utterances(&self, side: usize, ends: &[bool]) -> Vec<Vec<&[u8]>> {
        let (mut all, mut words) = (Vec::new(), Vec::new());
        for (word, &is_end) in self.0[side].words.iter().zip(ends) {
            words.push(word.as_bytes());
            if is_end {
                all.push(std::mem::take(&mut words));
            }
        }
        all
    }
}

/// A tree without brackets inside.
pub(super) fn flat(words: &[&[u8]]) -> Tree {
    let mut builder = TreeBuilder::new();
    builder.open("TOP");
    for word in words {
        builder.word("X", word);
    }
    builder.close();
    builder.finish()
}

/// The trees of a side joined and cut so that they end after the given words. Parts of several trees stand side by side
/// under one root; their own roots are gone.
pub(super) fn resegment(side: &Side, ends: &[bool]) -> Side {
    let mut made = Vec::new();
    let mut builder: Option<TreeBuilder> = None;
    let mut before = 0;
    for tree in &side.trees {
        let count = tree.words().count();
        let ends = &ends[before..before + count];
        let mut start = 0;
        let cuts = (1..=count).filter(|&at| at == count || ends[at - 1]);
        for stop in cuts {
            let root = builder.get_or_insert_with(|| {
                let mut root = TreeBuilder::new();
                root.open("TOP");
                root
            });
            add_part(root, tree, (start, stop));
            if ends[stop - 1]
                && let Some(mut root) = builder.take()
            {
                root.close();
                made.push(root.finish());
            }
            start = stop;
        }
        before += count;
    }
    Side { name: side.name.clone(), trees: made }
}

/// Adds the part of a tree that has these words, without the root.
fn add_part(root: &mut TreeBuilder, tree: &Tree, (start, stop): (usize, usize)) {
    let texts: Vec<&[u8]> = tree.words().collect();
    let (mut depth, mut left_out, mut at) = (0_usize, 0_usize, 0_usize);
    for event in tree.arena().walk() {
        match event {
            Event::Open(_) if left_out > 0 => left_out += 1,
            Event::Open(node) => {
                let (from, to) = (node.span().start() as usize, node.span().end() as usize);
                if from.max(start) >= to.min(stop) {
                    left_out = 1;
                    continue;
                }
                if depth > 0 {
                    root.open(tree.name(node.label));
                }
                depth += 1;
            }
            Event::Close if left_out > 0 => left_out -= 1,
            Event::Close => {
                depth -= 1;
                if depth > 0 {
                    root.close();
                }
            }
            Event::Word(word) => {
                if (start..stop).contains(&at) {
                    root.word(tree.name(word.tag), texts[at]);
                }
                at += 1;
            }
        }
    }
}

/// Sides as files in memory.
pub(super) fn to_units(sides: &[Side]) -> Units {
    let mut units = Units::new("sides");
    for side in sides {
        units.begin_document(&side.name);
        side.trees.iter().for_each(|tree| units.push_tree(tree));
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_joined_and_cut() {
        let tree = |text: &str| treescore::read::one(text).unwrap();
        let trees = || vec![tree("(TOP (S (NP (D a) (N b)) (V c)))"), tree("(TOP (S (D d) (X (V e))))")];
        for (ends, expected) in [
            ("00101", "(TOP (S (NP (D a) (N b)) (V c))) (TOP (S (D d) (X (V e))))"),
            ("00001", "(TOP (S (NP (D a) (N b)) (V c)) (S (D d) (X (V e))))"),
            ("10011", "(TOP (S (NP (D a)))) (TOP (S (NP (N b)) (V c)) (S (D d))) (TOP (S (X (V e))))"),
        ] {
            let side = Side { name: "a".to_owned(), trees: trees() };
            let ends: Vec<bool> = ends.bytes().map(|end| end == b'1').collect();
            let made: Vec<String> = resegment(&side, &ends).trees.iter().map(ToString::to_string).collect();
            assert_eq!(made.join(" "), expected);
        }
    }
}
