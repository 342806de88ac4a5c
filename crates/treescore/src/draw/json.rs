//! Sketches as data, for programs that draw themselves.

use serde::Serialize;

use crate::measure::{Fate, Place, Sketch, SketchCell, SketchTree, WordRole};

/// A pair as data.
#[derive(Debug, Serialize)]
pub struct PairJson<'s> {
    /// The number of the pair, from 1.
    pub pair: u64,
    /// The headline figure, as a fraction.
    pub value: Option<f64>,
    /// Why the pair was refused.
    pub refused: Option<String>,
    /// The gold tree.
    pub gold: TreeJson<'s>,
    /// The system's tree.
    pub system: TreeJson<'s>,
    /// How the words that count were aligned, if they were.
    pub cells: Option<Vec<CellJson>>,
}

/// A tree as data.
#[derive(Debug, Serialize)]
pub struct TreeJson<'s> {
    /// The words, in the order of the text.
    pub words: Vec<WordJson<'s>>,
    /// The brackets, in opening order.
    pub brackets: Vec<BracketJson<'s>>,
}

/// A word as data.
#[derive(Debug, Serialize)]
pub struct WordJson<'s> {
    text: &'s str,
    tag: Option<&'s str>,
    /// `counted`, `deleted` or `empty`.
    role: &'static str,
    /// The innermost bracket around it.
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fate: Option<FateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag_fate: Option<FateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<(f64, f64)>,
}

/// A bracket as data.
#[derive(Debug, Serialize)]
pub struct BracketJson<'s> {
    label: &'s str,
    parent: Option<usize>,
    /// Its words: stretches, half-open.
    spans: &'s [(u32, u32)],
    /// `None` if it does not count.
    fate: Option<FateJson>,
}

/// What became of an item, as data.
#[derive(Debug, Serialize)]
pub struct FateJson {
    verdict: &'static str,
    partner: Option<PlaceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worth: Option<f64>,
}

/// An item of the other side.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum PlaceJson {
    Bracket(u32),
    Tag(u32),
    Word(u32),
}

/// A cell of an alignment, as data.
#[derive(Debug, Serialize)]
pub struct CellJson {
    kind: &'static str,
    gold: u32,
    system: u32,
}

impl<'s> PairJson<'s> {
    /// A sketch as data.
    pub fn new(pair: u64, value: Option<f64>, refused: Option<String>, sketch: &'s Sketch) -> Self {
        let cell =
            |cell: &SketchCell| CellJson { kind: cell.kind.as_str(), gold: cell.gold, system: cell.system };
        Self {
            pair,
            value,
            refused,
            gold: (&sketch.gold).into(),
            system: (&sketch.system).into(),
            cells: sketch.cells.as_ref().map(|cells| cells.iter().map(cell).collect()),
        }
    }
}

impl<'s> From<&'s SketchTree> for TreeJson<'s> {
    fn from(tree: &'s SketchTree) -> Self {
        let words = (0..tree.words()).map(|number| WordJson {
            text: tree.word(number),
            tag: tree.tag(number),
            role: match tree.role(number) {
                WordRole::Counted => "counted",
                WordRole::Deleted => "deleted",
                WordRole::Empty => "empty",
            },
            parent: tree.word_parent(number),
            fate: tree.word_fate(number).map(FateJson::from),
            tag_fate: tree.tag_fate(number).map(FateJson::from),
            time: tree.time(number),
        });
        let brackets = (0..tree.nodes()).map(|number| BracketJson {
            label: tree.label(number),
            parent: tree.parent(number),
            spans: tree.stretches(number),
            fate: tree.fate(number).map(FateJson::from),
        });
        Self { words: words.collect(), brackets: brackets.collect() }
    }
}

impl From<Fate> for FateJson {
    fn from(fate: Fate) -> Self {
        let partner = fate.partner.map(|place| match place {
            Place::Node(number) => PlaceJson::Bracket(number),
            Place::Tag(number) => PlaceJson::Tag(number),
            Place::Word(number) => PlaceJson::Word(number),
        });
        Self { verdict: fate.verdict.as_str(), partner, worth: fate.worth }
    }
}
