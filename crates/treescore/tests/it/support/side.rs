//! The units of one side, read as a run reads them.

use treescore::read::{
    Block, Corpus, Dialect, InputFacts, OpenError, Position, Scanner, SideReader, UnitReader, UnitTree,
    Wanted,
};
use treescore::tree::Label;

/// A bracket: its label, the number of its parent, and the stretches of its words.
pub type Bracket = (Vec<u8>, Option<usize>, Vec<(u32, u32)>);

/// A unit as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideUnit {
    pub id: Option<Vec<u8>>,
    pub at: Option<Position>,
    pub words: Vec<Vec<u8>>,
    /// The tag of each word, if it has one.
    pub tags: Vec<Option<Vec<u8>>>,
    /// The head and the relation of each word, if they are given.
    pub heads: Vec<(Option<u32>, Vec<u8>)>,
    /// The brackets, each behind its parent.
    pub brackets: Vec<Bracket>,
    /// Why it could not be read, and where.
    pub fault: Option<(String, Position)>,
}

/// A side as it was read.
#[derive(Debug)]
pub struct Side {
    pub units: Vec<SideUnit>,
    pub facts: Vec<InputFacts>,
    /// Why reading ended early.
    pub error: Option<OpenError>,
}

/// Reads all units of a side, in blocks of the default size or of `block` bytes.
pub fn read_side(corpus: &Corpus, wanted: &Wanted, block: Option<usize>) -> Side {
    let mut side = Side { units: Vec::new(), facts: Vec::new(), error: None };
    let reader = match SideReader::new(corpus.clone(), wanted.clone()) {
        Ok(reader) => reader,
        Err(error) => return Side { error: Some(error), ..side },
    };
    let mut reader = if let Some(bytes) = block { reader.with_block(bytes) } else { reader };
    let mut units = UnitReader::new(wanted.syntax.clone(), Dialect::Native);
    let (mut scanner, mut block, mut tree) = (Scanner::new(), Block::default(), UnitTree::default());
    loop {
        match reader.next(&mut block) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                side.error = Some(error);
                break;
            }
        }
        scanner.begin(block.padded());
        let mut known = None;
        for at in 0..block.extents().len() {
            let place = block.landmark(at, known);
            known = Some(place);
            let id = block.id(at).map(<[u8]>::to_vec);
            let mut unit = SideUnit { id, at: Some(place.place()), ..SideUnit::default() };
            match units.read(&scanner, &block, at, &mut tree) {
                Ok(()) => unit.take(&units, &block, &tree),
                Err(fault) => {
                    let error = block.error(at, fault, place);
                    unit.fault = Some((error.title(), error.position));
                }
            }
            side.units.push(unit);
        }
    }
    side.facts = reader.log().facts();
    side
}

impl SideUnit {
    fn take(&mut self, units: &UnitReader, block: &Block, tree: &UnitTree) {
        let (labels, text) = (units.labels(), units.text(block, tree));
        let name = |label: Label| labels.name(label).to_vec();
        for word in tree.arena.words() {
            self.words.push(word.bytes(text).to_vec());
            self.tags.push((word.tag != Label::BARE).then(|| name(word.tag)));
        }
        let heads = tree.arena.heads().iter();
        self.heads = heads.map(|given| (given.head, name(given.relation))).collect();
        self.brackets = tree
            .arena
            .nodes()
            .iter()
            .enumerate()
            .map(|(at, node)| {
                let parent = node.parent().map(treescore::tree::NodeId::index);
                (name(node.label), parent, tree.arena.stretches(at).collect())
            })
            .collect();
    }

    /// The tree in the notation of the pack: words are positions, children in the order of their first
    /// words.
    pub fn notation(&self) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let root = self.brackets.len();
        let mut children: Vec<Vec<(u32, String)>> = vec![Vec::new(); root + 1];
        for (at, tag) in (0..).zip(&self.tags) {
            let holds = |node: &usize| {
                self.brackets[*node].2.iter().any(|(start, stop)| (*start..*stop).contains(&at))
            };
            let parent = (0..root).rev().find(holds).unwrap_or(root);
            let leaf = tag.as_ref().map_or(at.to_string(), |tag| format!("({} {at})", text(tag)));
            children[parent].push((at, leaf));
        }
        for (at, (label, parent, stretches)) in self.brackets.iter().enumerate().rev() {
            let parts = [text(label), joined(std::mem::take(&mut children[at]))];
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let first = stretches.first().map_or(0, |stretch| stretch.0);
            children[parent.unwrap_or(root)].insert(0, (first, format!("({})", parts.join(" "))));
        }
        joined(std::mem::take(&mut children[root]))
    }
}

fn joined(mut children: Vec<(u32, String)>) -> String {
    children.sort_by_key(|(first, _)| *first);
    children.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}
