//! Two trees of a pair, ready to be drawn.

use super::columns::columns;
use super::prune::Limits;
use super::view::View;
use super::{Drawn, Show};
use crate::measure::Sketch;

/// A pair is folded if it has more columns, even where everything fits.
const FOLDED_FROM: usize = 20;

/// What stands over a picture of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairTitle {
    /// The number of the pair, from 1, as text: `17`; `group 3` for a group.
    pub number: String,
    /// The heading of the figure, and its value as text: `F1`, `75.86`. `None` for a refused pair.
    pub figure: Option<(String, String)>,
    /// The name of gold.
    pub gold: String,
    /// The name of the system.
    pub system: String,
    /// Why the pair was refused.
    pub refused: Option<String>,
}

/// Whether what is the same on both sides is drawn as one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folding {
    /// If the pair is long, or does not fit otherwise.
    #[default]
    Allowed,
    /// Never.
    Forbidden,
}

/// Two trees with common columns. What is drawn of them is a [`View`].
#[derive(Clone, Debug, PartialEq)]
pub struct PairPicture {
    /// What stands over it.
    pub title: PairTitle,
    /// True if the pair was scored.
    pub is_compared: bool,
    /// How many items of the measure are matched, missing, relabelled, extra, crossing.
    pub counts: [usize; 5],
    /// Both trees, and everything in them.
    whole: View,
    limits: Limits,
}

impl PairPicture {
    /// Makes a picture of a sketch.
    pub fn new(sketch: &Sketch, title: PairTitle, show: Show, limits: Limits) -> Self {
        // Nothing counts in a pair that was not compared, so that everything is shown.
        let show = if sketch.is_compared { show } else { Show { deleted: true, uncounted: true, ..show } };
        let (gold, system) = (Drawn::new(&sketch.gold, show), Drawn::new(&sketch.system, show));
        let columns = sketch.is_compared.then(|| columns(sketch, &gold, &system)).flatten();
        let whole = View { gold, system, columns };
        Self { title, is_compared: sketch.is_compared, counts: sketch.tally, whole, limits }
    }

    /// Both trees as far as they are within the limits. What is drawn of larger ones begins at the first tree with a bracket that
    /// is not matched.
    pub fn unfolded(&self) -> View {
        self.whole.narrowed(self.limits)
    }

    /// The same; subtrees that are the same on both sides are folded before anything is left out.
    pub fn folded(&self) -> View {
        self.whole.folded().narrowed(self.limits)
    }

    /// What is drawn where there is room for everything: folded if the pair is long.
    pub fn view(&self, folding: Folding) -> View {
        if folding == Folding::Allowed && self.is_long() { self.folded() } else { self.unfolded() }
    }

    /// True if the pair has so many words that it is folded unless that is forbidden. A pair without differences is not, unless
    /// it exceeds the limits: there would be nothing left.
    fn is_long(&self) -> bool {
        let has_differences = self.counts[1..].iter().any(|count| *count > 0);
        let words = self.whole.gold.words.len().max(self.whole.system.words.len());
        has_differences && words > FOLDED_FROM || self.whole.exceeds(self.limits)
    }
}
