//! Pictures of trees and of pairs of trees: for terminals, as SVG, HTML, LaTeX and JSON.
//!
//! Everything is drawn from [sketches](crate::measure::Sketch). [`Drawn`] is a tree reduced to what a picture shows,
//! [`PairPicture`] two of them with common columns, [`View`] what is drawn of it. Nothing here recurses, asks for fonts or
//! depends on the order of hashing, so that the same trees give the same bytes everywhere. Large trees are drawn in part, and the picture says how much is left out.
//!
//! ```
//! use treescore::draw::{Drawn, Limits, Show, text};
//! use treescore::measure::SketchTree;
//! use treescore::report::Style;
//! let tree = treescore::read::one("(S (NP (D the) (N cat)) (V sat))")?;
//! let drawn = Drawn::new(&SketchTree::from(&tree), Show::ALL).prune(Limits::default());
//! assert_eq!(text::outline(&drawn, &Style::default()), "\
//! S ┬ NP ┬─ the  D
//!   │    └─ cat  N
//!   └────── sat  V
//! ");
//! # Ok::<(), treescore::read::ReadError>(())
//! ```

mod collapse;
mod columns;
mod crossings;
mod drawn;
mod fold;
pub mod html;
mod inside;
pub mod json;
pub mod latex;
pub mod layout;
mod mark;
mod pair;
mod parts;
mod prune;
pub mod svg;
pub mod text;
mod view;
pub mod widths;

pub use columns::{Column, Link, columns};
pub use drawn::{Drawn, DrawnNode, DrawnWord, Show, WordKind};
pub use mark::Mark;
pub use pair::{Folding, PairPicture, PairTitle};
pub use prune::{LeftOut, Limits};
pub use view::View;
