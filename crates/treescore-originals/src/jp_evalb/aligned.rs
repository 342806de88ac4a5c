//! The program's report over treescore's own alignment, which never loses a sentence, never aborts, and
//! counts each bracket once.

use super::{Outcome, Row};
use crate::evalb::{Figures, Sums};
use treescore::align::text::TextCounts;
use treescore::measure::{AlignmentCounts, BracketCounts, Counts, Parseval};
use treescore::prepare::Recipe;
use treescore::read::Corpus;
use treescore::run::{self, Ask, Difference, Observer, PairRow, Plan, RefusedAt, Rows, RunError, Totals};
use treescore::setup::{Pairing, Setup, TextAlignment};

/// The parameters built into the program for `-evalb`, as alignment uses them.
const EVALB: &[u8] =
    b"DELETE_LABEL TOP -NONE- , : `` '' .\nEQ_LABEL ADVP PRT\nDELETE_LABEL_FOR_LENGTH -NONE-\n";

/// The status of a block with one empty side.
const ONE_SIDED: u8 = 3;
/// The status of a block whose texts differ.
const DIFFERS: u8 = 4;

/// The result of aligning and scoring two files.
#[derive(Clone, Debug, Default)]
pub struct Aligned {
    /// What the report shows. Status 3 is a block with one side only, 4 a block whose texts differ.
    pub outcome: Outcome,
    /// How far the texts agree.
    pub text: TextCounts,
    /// Trees that cannot be read, of gold and test.
    pub unreadable: [u64; 2],
    /// The first place at which the texts differ.
    pub difference: Option<Difference>,
    /// The units that are not trees.
    pub refused: Vec<RefusedAt>,
}

/// Returns the recipe of a run without a parameter file, with or without `-evalb`.
pub fn aligned_recipe(is_evalb: bool) -> Recipe {
    if is_evalb { Recipe::of_aligned_file(EVALB) } else { Recipe::aligned_rules() }
}

/// Aligns and scores test trees against gold trees.
///
/// # Errors
/// If a file cannot be read.
pub fn score_aligned(gold: &Corpus, test: &Corpus, recipe: Recipe) -> Result<Aligned, RunError> {
    let cutoff = recipe.cutoff;
    let pairing = Pairing::Text(TextAlignment::default());
    let setup = Setup { recipe, pairing, ..Setup::of(Parseval) };
    let plan = Plan {
        ask: Ask { rows: Rows::All, refused: true, ..Ask::default() },
        ..Plan::new(gold.clone().into(), vec![test.clone().into()], vec![setup])
    };
    let mut table = Table { outcome: Outcome::default(), cutoff };
    let mut scored = run::score(&plan, &mut table)?;
    let system = scored.systems.remove(0);
    let agreement = system.agreement.first().map(Totals::all_scored).map(|sum| sum.typed());
    Ok(Aligned {
        outcome: table.outcome,
        text: agreement.unwrap_or_default(),
        unreadable: system.unreadable,
        difference: system.difference,
        refused: scored.refused,
    })
}

/// Turns blocks into rows.
struct Table {
    outcome: Outcome,
    cutoff: Option<u32>,
}

impl Observer for Table {
    fn row(&mut self, row: PairRow) {
        let (None, Some([gold, system])) = (row.refusal, row.trees) else { return };
        let length = row.length.unwrap_or_default();
        let text = match row.alignment {
            Some(AlignmentCounts::Text(text)) => text,
            _ => TextCounts::default(),
        };
        let counts = BracketCounts::read(&row.counts);
        let figures = Figures {
            length: length.into(),
            status: status(&text),
            matched: counts.matched,
            gold: counts.gold,
            test: counts.system,
            crossing: counts.crossing,
            words: counts.words,
            tags: counts.tags,
        };
        let sums = Sums::from(&figures);
        self.outcome.totals.all += sums;
        if self.cutoff.is_none_or(|cutoff| length <= cutoff) {
            self.outcome.totals.within += sums;
        }
        self.outcome.rows.push(Row { gold: range(&gold), test: range(&system), figures });
    }
}

fn status(text: &TextCounts) -> u8 {
    match (text.gold_only + text.system_only, text.places) {
        (0, 0) => 0,
        (0, _) => DIFFERS,
        _ => ONE_SIDED,
    }
}

/// Converts numbers of trees to a range from 0, as the program counts.
fn range(trees: &[u64]) -> std::ops::Range<usize> {
    let number = |tree: Option<&u64>| tree.map_or(0, |&tree| tree as usize);
    number(trees.first()).saturating_sub(1)..number(trees.last())
}
