//! Trees with the times of their words. Times are assigned as in scoring: each tree is scored against itself, and drawn from the
//! sketch.

use std::ops::ControlFlow;
use std::path::Path;

use treescore::draw::{Drawn, Limits, Show};
use treescore::read::Corpus;
use treescore::run::{self, Ask, Input, InputTimes, Observer, PairRow, Plan, Progress, Rows};
use treescore::setup::{Setup, TimesSettings};
use treescore::values::Meter;

use super::super::each_tree::{Failure, check_output};
use super::{DrawCommand, Recipe};
use crate::messages::Messages;
use crate::timing::first_read;
use crate::watch::Follow;
use crate::{interrupt, recipes};

/// Keeps what is drawn of the wanted trees.
struct Kept<'a> {
    args: &'a DrawCommand,
    show: Show,
    trees: Vec<Timed>,
    follow: Follow,
}

impl Observer for Kept<'_> {
    fn row(&mut self, row: PairRow) {
        if self.args.tree.as_ref().is_none_or(|ranges| ranges.has(row.id.pair)) {
            self.trees.push((row.id.pair, self.drawn(&row)));
        }
    }

    fn meter(&self) -> Meter {
        self.follow.meter()
    }

    fn progress(&mut self, reached: Progress) -> ControlFlow<()> {
        self.follow.progress(reached)
    }
}

impl Kept<'_> {
    fn drawn(&self, row: &PairRow) -> Result<Drawn, String> {
        match (&row.refusal, &row.sketch) {
            // A word that lasts no time is not even like itself.
            (None, Some(sketch)) => {
                Ok(Drawn::new(&sketch.gold, self.show).unmarked().prune(Limits::default()))
            }
            (Some(refusal), _) => Err(refusal.to_string()),
            (None, None) => Err("it cannot be drawn".to_owned()),
        }
    }
}

/// A tree with times, or why it has none.
pub(super) type Timed = (u64, Result<Drawn, String>);

/// The wanted trees with their times. Nothing is read that is also `output`.
pub(super) fn read(
    args: &DrawCommand,
    (times, recipe): (&Path, Option<Recipe>),
    output: Option<&Path>,
    messages: &Messages,
) -> Result<Vec<Timed>, Failure> {
    let trees = args.files.find(&args.trees, args.recipe.as_deref())?;
    if trees.is_stdin() {
        return Err(Failure::Other("--times needs trees in a file, because they are read twice".to_owned()));
    }
    let recipe_file = args.recipe.as_deref().map(recipes::file);
    check_output(output, &trees, [times, first_read(&args.trees)].into_iter().chain(recipe_file))?;
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
    interrupt::watch();
    let mut kept = Kept { args, show, trees: Vec::new(), follow: Follow::new(messages.progress(None)) };
    let scored = run::score(&plan, &mut kept);
    kept.follow.finish();
    scored.map_err(|error| Failure::Other(error.to_string()))?;
    Ok(kept.trees)
}
