//! Pairs that are refused because their words differ: why, and what scoring them would be worth.
//!
//! Everything here runs for refused pairs only.

use super::lens::{Both, Forest, Lens};
use super::survey::Spot;
use super::work::{Job, JobSetup};
use crate::align::cause::{self, SideWords};
use crate::align::{Cause, WordDifference};
use crate::measure::{Counter, Demands};
use crate::prepare::{Punctuation, Recipe, WordForm};
use crate::setup::Pairing;
use crate::tree::{Label, Labels};

/// What became of a pair whose words differ.
#[derive(Clone, Debug)]
pub(super) struct DifferingPair {
    pub(super) difference: WordDifference,
    /// What the counts of all pairs gain if this pair is scored, under each remedy that scores it.
    pub(super) gains: Vec<(Cure, Vec<i128>)>,
    /// Its words, and those of the units before and behind, as far as they are in the block.
    pub(super) words: UnitWords,
    pub(super) before: Option<UnitWords>,
    pub(super) behind: Option<UnitWords>,
}

/// The words of both sides of a unit, each followed by a zero byte, without traces; and where the system's is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnitWords {
    /// The number of the pair, from 1.
    pub(super) number: u64,
    pub(super) gold: Vec<u8>,
    pub(super) system: Vec<u8>,
    pub(super) spot: Spot,
}

impl UnitWords {
    pub(super) fn new(number: u64, both: &Both<'_>, spot: Spot) -> Self {
        Self { number, gold: join(both.gold, both.labels), system: join(both.system, both.labels), spot }
    }
}

fn join(forest: Forest<'_>, labels: &Labels) -> Vec<u8> {
    let is_word = |tag: Label| labels.name(tag) != crate::prepare::conventions::TRACE;
    let mut joined = Vec::new();
    for word in forest.arena.words().iter().filter(|word| is_word(word.tag)) {
        joined.extend_from_slice(word.bytes(forest.text));
        joined.push(0);
    }
    joined
}

/// Looks into pairs whose words differ; one for each thread.
#[derive(Default)]
pub(super) struct Differing {
    /// The lens and counter of each remedy that was needed so far.
    remedies: Vec<(Cure, Lens, Box<dyn Counter>)>,
}

/// A change of the recipe that makes words equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cure {
    /// Gold's tags decide what is punctuation.
    GoldTags,
    /// Words are compared in their normal form.
    NormalForms,
    /// Words are not compared.
    AnyForms,
}

impl Cure {
    /// The remedy of a cause, if it is a change of the recipe.
    pub(crate) fn of(cause: Cause) -> Option<Self> {
        match cause {
            Cause::PunctuationTags => Some(Self::GoldTags),
            Cause::NormalForm
            | Cause::Escapes
            | Cause::Case
            | Cause::Invisible
            | Cause::Quotes
            | Cause::SeveralSpellings => Some(Self::NormalForms),
            Cause::Digits | Cause::UnknownWords => Some(Self::AnyForms),
            Cause::Traces
            | Cause::Mojibake
            | Cause::PunctuationMissing
            | Cause::Tokens
            | Cause::Shifted
            | Cause::OtherWords => None,
        }
    }

    fn apply(self, recipe: &mut Recipe) {
        match self {
            Self::GoldTags => recipe.punctuation = Punctuation::GoldTags,
            Self::NormalForms => recipe.word_form = WordForm::Normal,
            Self::AnyForms => recipe.word_form = WordForm::Any,
        }
    }
}

impl Differing {
    /// Finds why the words of the pair that a lens refused differ.
    pub(super) fn explain(lens: &Lens, both: &Both<'_>) -> WordDifference {
        let [gold, system] = lens.word_sides(both);
        cause::explain(&gold, &system)
    }

    /// What the counts of all pairs gain if a pair is scored instead of missed: under the remedy of its cause,
    /// and if words are not compared, which scores pairs of other causes, too. Only the gains of the setup that
    /// findings go by are known.
    pub(super) fn gains(
        &mut self,
        job: &Job<'_>,
        setup: &JobSetup<'_>,
        cause: Cause,
        both: &Both<'_>,
    ) -> Vec<(Cure, Vec<i128>)> {
        if setup.position != job.main_setup().position {
            return Vec::new();
        }
        let of_cause = Cure::of(cause).filter(|cure| *cure != Cure::AnyForms);
        let cures = of_cause.into_iter().chain([Cure::AnyForms]);
        cures.filter_map(|cure| Some((cure, self.gain(job, setup, cure, both)?))).collect()
    }

    fn gain(
        &mut self,
        job: &Job<'_>,
        setup: &JobSetup<'_>,
        cure: Cure,
        both: &Both<'_>,
    ) -> Option<Vec<i128>> {
        if !self.remedies.iter().any(|(known, ..)| *known == cure) {
            self.remedies.push(make(cure, job, setup));
        }
        let (_, lens, counter) = self.remedies.iter_mut().find(|(known, ..)| *known == cure)?;
        lens.begin_gold();
        let mut missed = vec![0; setup.info.fields.len()];
        let unpaired = lens.unpaired(both.gold, both.labels);
        counter.count_missed(Some(&unpaired), &mut missed);
        let mut scored = vec![0; setup.info.fields.len()];
        lens.begin_gold();
        let located = lens.pair(both, 0, 0).ok()?;
        counter.count(&located.pair, &mut scored).ok()?;
        Some(scored.iter().zip(&missed).map(|(scored, missed)| scored - missed).collect())
    }
}

/// Makes the lens and counter of a setup with a remedy.
fn make(cure: Cure, job: &Job<'_>, setup: &JobSetup<'_>) -> (Cure, Lens, Box<dyn Counter>) {
    let mut recipe = job.lenses[setup.lens()].recipe().clone();
    cure.apply(&mut recipe);
    let demands = Demands { syntax: job.pass.reading.syntax.clone(), ..setup.demands() };
    (cure, Lens::new(recipe, &demands, &Pairing::InOrder, Vec::new()), setup.counter(&job.meter))
}

/// The words of one side as causes look at them.
pub(super) fn side_words<'a>(
    forest: Forest<'a>,
    kept: &'a [u32],
    labels: &'a Labels,
    is_deleted_trace: impl Fn(Label) -> bool + Copy + 'a,
) -> SideWords<'a> {
    let words = forest.arena.words();
    SideWords::new(move || {
        let mut kept = kept.iter().peekable();
        let all = (0..).zip(words).map(move |(number, word)| (word, kept.next_if_eq(&&number).is_some()));
        let all = all.filter(move |(word, _)| !is_deleted_trace(word.tag));
        all.map(move |(word, counts)| (word.bytes(forest.text), labels.name(word.tag), counts))
    })
}
