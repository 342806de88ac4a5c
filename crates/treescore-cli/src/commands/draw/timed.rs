//! Trees with the times of their words. Times are assigned as in scoring: each tree is scored against itself, and drawn from the
//! sketch.

use std::path::Path;

use treescore::draw::{Drawn, Limits, Show};
use treescore::read::Corpus;
use treescore::run::{self, Ask, Input, InputTimes, Observer, PairRow, Plan, Rows};
use treescore::setup::{Setup, TimesSettings};

use super::super::each_tree::Failure;
use super::{DrawCommand, Recipe};

/// Keeps the rows that are wanted.
struct Kept<'a> {
    args: &'a DrawCommand,
    rows: Vec<PairRow>,
}

impl Observer for Kept<'_> {
    fn row(&mut self, row: PairRow) {
        if self.args.tree.as_ref().is_none_or(|ranges| ranges.has(row.id.pair)) {
            self.rows.push(row);
        }
    }
}

/// A tree with times, or why it has none.
pub(super) type Timed = (u64, Result<Drawn, String>);

/// The wanted trees with their times.
pub(super) fn read(args: &DrawCommand, times: &Path, recipe: Option<Recipe>) -> Result<Vec<Timed>, Failure> {
    let trees = args.files.find(&args.trees, args.recipe.as_deref())?;
    if trees.is_stdin() {
        return Err(Failure::Other("--times needs trees in a file, because they are read twice".to_owned()));
    }
    let times = Corpus::find(times)?;
    let input = || Input { times: Some(InputTimes::new(times.clone(), None)), ..Input::from(trees.clone()) };
    let mut setup = Setup::named("struct-iou").map_err(|error| Failure::Other(error.to_string()))?;
    let show = Show { deleted: recipe.is_none(), uncounted: recipe.is_none(), ..Show::ALL };
    if let Some(recipe) = recipe {
        setup.recipe = recipe;
    }
    setup.times = Some(TimesSettings::default());
    let ask = Ask { rows: Rows::All, sketches: true, ..Ask::default() };
    let plan = Plan { ask, ..Plan::new(input(), vec![input()], vec![setup]) };
    let mut kept = Kept { args, rows: Vec::new() };
    run::score(&plan, &mut kept).map_err(|error| Failure::Other(error.to_string()))?;
    let drawn = |row: PairRow| match (&row.refusal, &row.sketch) {
        (None, Some(sketch)) => {
            // A word that lasts no time is not even like itself.
            (row.id.pair, Ok(Drawn::new(&sketch.gold, show).unmarked().prune(Limits::default())))
        }
        (Some(refusal), _) => (row.id.pair, Err(refusal.to_string())),
        (None, None) => (row.id.pair, Err("it cannot be drawn".to_owned())),
    };
    Ok(kept.rows.into_iter().map(drawn).collect())
}
