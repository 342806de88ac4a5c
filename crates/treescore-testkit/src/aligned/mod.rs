//! A naive twin of `treescore --align`: trees over the same text, but not over the same tokens and sentences.
//!
//! It was written from the specification alone: whole files in memory, and the simplest code that does what
//! the text says. So the fast implementation has something independent to be compared with. The two share no
//! line.
//!
//! ```
//! use treescore_testkit::aligned::{Settings, score};
//!
//! let (gold, system) = ("(S (NP (DT a) (NN b)) (VB c))", "(S (NP (NN ab)) (VB c))");
//! let outcome = score(gold, system, &Settings::default()).unwrap();
//! assert_eq!((outcome.blocks[0].matched, outcome.cells.retok), (2, 1));
//! ```

mod cells;
mod count;
mod holes;
mod normalise;
mod params;
mod path;
mod read;
mod skeleton;
mod slide;
mod stream;
mod text;

pub use cells::{Cell, CellCounts, Kind};
pub use count::Block;
pub use params::Params;
pub use path::Step;
pub use read::ReadError;
pub use stream::Windows;

use cells::Exceptions;
use normalise::Normaliser;
use text::Text;

/// Everything that changes the result.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The content of the normalisation table; empty for no table. The Unicode steps are always done.
    pub normalise: String,
    /// The content of the file with the classes of equivalent expressions.
    pub exceptions: String,
    /// The parameters.
    pub params: Params,
    /// How much of the texts is aligned at once; `None` for everything.
    pub windows: Option<Windows>,
}

/// The result of comparing two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The rows of the report.
    pub blocks: Vec<Block>,
    /// The cells of each block.
    pub cells_of_blocks: Vec<Vec<Cell>>,
    /// The number of cells of each kind, in both files together.
    pub cells: CellCounts,
    /// The path through the two texts, character by character.
    pub path: Vec<Step>,
}

/// Compares two files of trees.
///
/// # Errors
/// If one of them is not a sequence of trees.
pub fn score(gold: &str, system: &str, settings: &Settings) -> Result<Outcome, ReadError> {
    let normaliser = Normaliser::new(&settings.normalise);
    let (gold, system) = (read::side(gold, &normaliser)?, read::side(system, &normaliser)?);
    let (x, y) = (Text::from_side(&gold), Text::from_side(&system));
    let path = match settings.windows {
        None => path::whole(x.view(), y.view()),
        Some(windows) => stream::path(&x, &y, windows),
    };
    let exceptions = Exceptions::new(&settings.exceptions);
    let cells_of_blocks = cells::blocks(&gold, &system, &x, &y, &path, &exceptions);
    let mut cells = CellCounts::default();
    for cell in cells_of_blocks.iter().flatten() {
        cells.add(cell.kind);
    }
    let blocks = count::blocks(&gold, &system, &cells_of_blocks, &settings.params);
    Ok(Outcome { blocks, cells_of_blocks, cells, path })
}
