//! Pairs of lines on all cores: the general pipeline for pairs of plain trees with the same words, the
//! literal model for all others.
//!
//! This costs no fidelity: a pair that the pipeline cannot score goes through [`Literal`] on its own, and
//! both paths write through `row.rs`.

use super::literal::{LinePair, Literal};
use super::output::Output;
use super::row::{Figures, write_row};
use super::settings::{Dialect, Settings};
use super::totals::Totals;
use treescore::prepare::{Compare, Recipe};
use treescore::read::{self, Block, PairBlock};
use treescore::run::Pipeline;
use treescore::run::parallel::Work;

/// The work of a run: each pair of lines becomes a row, with EVALB's messages. Run it with
/// [`treescore::run::parallel::run`].
#[derive(Debug)]
pub struct EvalbWork<'s> {
    settings: &'s Settings,
    names: (&'s [u8], &'s [u8]),
    recipe: Recipe,
}

/// The result of a block of lines.
#[derive(Debug, Default)]
pub struct EvalbPart {
    /// Rows and messages.
    pub out: Output,
    /// Sums over the rows.
    pub totals: Totals,
    /// True if one of the files has ended, so that nothing more is read.
    pub is_end: bool,
}

/// The state of one thread.
#[derive(Debug)]
pub struct Judge {
    pipeline: Pipeline,
    literal: Literal,
}

impl<'s> EvalbWork<'s> {
    /// Creates the work for these settings and file names.
    ///
    /// Returns `None` if only the literal model will do, one pair after the other: for debug listings, and
    /// for the one combination of settings in which a pair depends on the pairs before it (quote
    /// repair of the SPMRL variant with cut `DELETE_LABEL` values).
    pub fn new(settings: &'s Settings, names: (&'s [u8], &'s [u8])) -> Option<Self> {
        let cuts_values = settings.delete_label.iter().any(|value| settings.cut(value) != value);
        let depends_on_order =
            settings.dialect == Dialect::Spmrl && !settings.quote_label.is_empty() && cuts_values;
        (settings.debug < 1 && !depends_on_order).then(|| Self { settings, names, recipe: settings.recipe() })
    }

    /// Handles a line without a partner: one file is longer than the other.
    fn report_unpaired(&self, judge: &mut Judge, block: &PairBlock, part: &mut EvalbPart) {
        part.is_end = true;
        let number = block.first_pair + 1;
        if test_block(block).extents().is_empty() {
            let line = line(&block.gold, 0);
            judge.literal.read_unpaired_gold(self.settings, self.names.0, number, line, &mut part.out);
            part.out.error(number, &[b"Number of lines unmatch (too many lines in gold file)"]);
        } else {
            part.out.error(number, &[b"Number of lines unmatch (too many lines in test file)"]);
        }
    }
}

/// Scores unit `at` through the pipeline. `None` unless it is a pair of trees with the same words.
fn score_unit(judge: &mut Judge, block: &PairBlock, at: usize) -> Option<Figures> {
    let (counts, length) = judge.pipeline.count(block, at)?;
    (counts.words > 0).then_some(Figures {
        length: length.into(),
        status: 0,
        matched: counts.matched,
        gold: counts.gold,
        test: counts.system,
        crossing: counts.crossing,
        words: counts.words,
        tags: counts.tags,
    })
}

/// The test lines of a block.
fn test_block(block: &PairBlock) -> &Block {
    static NOTHING: std::sync::LazyLock<Block> = std::sync::LazyLock::new(Block::default);
    block.systems.first().unwrap_or(&NOTHING)
}

/// Returns a line, with its newline if it has one.
fn line(block: &Block, at: usize) -> &[u8] {
    let extent = &block.extents()[at];
    let (start, end) = (extent.start as usize, extent.end as usize);
    &block.text()[start..block.text().len().min(end + 1)]
}

impl Work for EvalbWork<'_> {
    type Block = PairBlock;
    type Worker = Judge;
    type Part = EvalbPart;

    fn worker(&self) -> Judge {
        let pipeline = Pipeline::new(self.recipe.clone(), read::Dialect::Evalb);
        Judge { pipeline, literal: Literal::default() }
    }

    fn block(&self, judge: &mut Judge, block: &PairBlock, part: &mut EvalbPart) {
        part.out.clear();
        part.totals = Totals::default();
        let (gold, test) = (block.gold.extents().len(), test_block(block).extents().len());
        if gold.min(test) == 0 {
            return self.report_unpaired(judge, block, part);
        }
        judge.pipeline.begin(block);
        for at in 0..gold {
            let number = block.first_pair + at as u64 + 1;
            if let Some(figures) = score_unit(judge, block, at) {
                write_row(&mut part.out.stdout, number, &figures);
                part.totals.add(&figures, self.settings.cutoff);
            } else {
                let (gold, test) = (line(&block.gold, at), line(test_block(block), at));
                let lines = LinePair { names: self.names, number, gold, test };
                judge.literal.judge(self.settings, &lines, &mut part.out, &mut part.totals);
            }
        }
    }
}

impl Settings {
    /// Returns the recipe that scores as these settings do. Quote repair is left out: pairs that need it go
    /// through the literal model.
    fn recipe(&self) -> Recipe {
        let rules = if self.dialect == Dialect::Spmrl { Recipe::spmrl_rules() } else { Recipe::evalb() };
        Recipe {
            delete: self.delete_label.clone(),
            uncounted: self.delete_label_for_length.clone(),
            equal_labels: self.eq_label.clone(),
            equal_words: self.eq_word.clone(),
            compare: if self.labeled { Compare::Labels } else { Compare::Spans },
            ..rules
        }
    }
}
