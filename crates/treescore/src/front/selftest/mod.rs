//! A self-test: the laws of scoring, checked on somebody's own trees.
//!
//! Each law compares runs that must agree. Runs are compared row by row while they go on, so that memory does not
//! grow with the files.

mod damage;
mod laws;
mod lockstep;
mod read_back;
mod sides;

use std::ops::ControlFlow;

use crate::measure::{Bins, Denominator, Facet, Sum};
use crate::prepare::{Punctuation, Recipe, Repeats};
use crate::read::{Corpus, InputFacts, OpenError, UnitKind};
use crate::report::selftest::{FoundAt, Law, LawCheck, Selftest};
use crate::run::{Ask, Matches, Observer, PairRow, Progress, Rows, RunError, Scored, Totals};
use crate::setup::Setup;
use crate::tree::Which;
use crate::values::Meter;

use self::lockstep::in_step;
use self::sides::{Manner, Sides, Source};

/// Blocks of this size hold one tree or a few, so that nearly every tree is at the border of a block.
const SMALL: usize = 512;

/// Checks the laws of scoring on gold and a system, by each setup. Without a system, its trees are gold's, with some
/// brackets left out and relabelled.
///
/// Files that can be read only once must be [held](crate::run::Plan::hold_streams) before.
///
/// # Errors
/// If a file cannot be read, or the sides have different numbers of trees.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::selftest;
/// use treescore::read::Corpus;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("gold.trees");
/// # std::fs::write(&path, "(S (NP (D a) (N b)) (VP (V c)))\n")?;
/// let found = selftest(&Corpus::find(&path)?, None, (&[Setup::named("parseval")?], 2), &mut ())?;
/// assert!(found.holds() && found.is_checked());
/// assert_eq!(found.laws.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn selftest(
    gold: &Corpus,
    system: Option<&Corpus>,
    (setups, threads): (&[Setup], usize),
    observer: &mut dyn Observer,
) -> Result<Selftest, SelftestError> {
    let system_name = system.map(Corpus::short_name);
    let mut found = Selftest { gold: gold.short_name(), system: system_name, ..Selftest::default() };
    for setup in setups {
        let sides = Sides { gold, system, threads };
        let check = Check { sides: &sides, setup };
        for law in [Check::identity, Check::swap, Check::threads] {
            found.laws.push(law(&check, observer)?);
        }
        let (parts, inputs) = check.parts(observer)?;
        found.laws.extend(parts);
        found.inputs = inputs;
    }
    if let Some(setup) = setups.first() {
        let options = setup.input.apply(Which::Gold, gold.options());
        found.laws.push(read_back::check(&gold.clone().with_options(options), &observer.meter())?);
    }
    Ok(found)
}

/// Why laws were not checked.
#[derive(Debug, thiserror::Error)]
pub enum SelftestError {
    /// A run cannot be finished.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A run was interrupted.
    #[error("the run was interrupted")]
    Interrupted,
}

impl From<OpenError> for SelftestError {
    fn from(error: OpenError) -> Self {
        Self::Run(error.into())
    }
}

/// The laws of one setup.
struct Check<'s> {
    sides: &'s Sides<'s>,
    setup: &'s Setup,
}

impl Check<'_> {
    fn law(&self, law: Law) -> LawCheck {
        LawCheck::new(law, Some(self.setup.measure.info().name))
    }

    /// Where a pair is.
    fn place(&self, row: &PairRow, what: String) -> FoundAt {
        let line = row.id.gold_line;
        let file = line.and_then(|line| self.sides.gold.display_name(line.document));
        FoundAt { file, line: line.map(|line| line.line), what }
    }

    /// Checks a law on a pair that was scored; a refused one is counted as such.
    fn judge(&self, law: &mut LawCheck, row: &PairRow, differs: impl FnOnce() -> Option<String>) {
        match &row.refusal {
            Some(refusal) => law.refuse(|| self.place(row, refusal.to_string())),
            None => law.check(differs().map(|what| self.place(row, what))),
        }
    }

    /// Gold against itself is perfect.
    fn identity(&self, observer: &mut dyn Observer) -> Result<LawCheck, SelftestError> {
        let mut law = self.law(Law::Identity);
        if self.setup.recipe.repeats == Repeats::MatchOnce {
            law.note = Some("does not apply: of several equal brackets only one can match".to_owned());
            return Ok(law);
        }
        let info = self.setup.measure.info();
        let take = &mut |row: PairRow| self.judge(&mut law, &row, || laws::imperfection(info, &row.counts));
        let manner = Manner { system: Source::Gold, ..Manner::usual(self.setup) };
        self.sides.score(manner, &mut EachRow { take, observer })?;
        Ok(law)
    }

    /// Swapped sides swap recall and precision, and keep everything that both sides decide alike.
    fn swap(&self, observer: &mut dyn Observer) -> Result<LawCheck, SelftestError> {
        let (mut law, info) = (self.law(Law::SidesSwapped), self.setup.measure.info());
        if let Some(why) = one_sided(self.setup) {
            law.note = Some(format!("does not apply: {why}"));
            return Ok(law);
        }
        let mut setup = self.setup.clone();
        if setup.recipe.punctuation != Punctuation::OwnTags {
            // Otherwise gold's tags decide what is punctuation, on both sides.
            setup.recipe.punctuation = Punctuation::OwnTags;
            law.note = Some("with punct=own".to_owned());
        }
        let straight = Manner::usual(&setup);
        let swapped = Manner { gold: straight.system, system: straight.gold, ..straight.clone() };
        let compare = &mut |straight: PairRow, swapped: PairRow| {
            if straight.refusal.is_some() == swapped.refusal.is_some() {
                let differs = || laws::asymmetry(info, &straight.counts, &swapped.counts);
                return self.judge(&mut law, &straight, differs);
            }
            let what = "one order of the sides is scored, the other is refused".to_owned();
            law.check(Some(self.place(&straight, what)));
        };
        let both = in_step(self.sides, [straight, swapped], compare, observer)?;
        law.fail(both.uneven().map(FoundAt::everywhere));
        Ok(law)
    }

    /// One thread and small blocks give what several threads and usual blocks give.
    fn threads(&self, observer: &mut dyn Observer) -> Result<LawCheck, SelftestError> {
        let (mut law, info) = (self.law(Law::ThreadsAndBlocks), self.setup.measure.info());
        let many = self.sides.threads.max(2);
        law.note = Some(format!("1 thread and small blocks, {many} threads and large blocks"));
        let usual = Manner::usual(self.setup);
        let manners =
            [Manner { threads: 1, block: Some(SMALL), ..usual.clone() }, Manner { threads: many, ..usual }];
        let compare = &mut |one: PairRow, many: PairRow| {
            law.check(laws::row_difference(info, &one, &many).map(|what| self.place(&one, what)));
        };
        let both = in_step(self.sides, manners, compare, observer)?;
        law.fail(both.uneven().map(FoundAt::everywhere));
        let [one, many] = both.scored.each_ref().map(totals);
        let differs =
            one.zip(many).and_then(|(one, many)| laws::sum_difference(&one.all_pairs(), &many.all_pairs()));
        law.fail(differs.map(FoundAt::everywhere));
        Ok(law)
    }

    /// Rows, two halves and classes of length sum to the total; matches fold to counts.
    fn parts(&self, observer: &mut dyn Observer) -> Result<([LawCheck; 2], Vec<InputFacts>), SelftestError> {
        let (mut sums, mut folds) = (self.law(Law::PartsAddUp), self.law(Law::MatchesFold));
        let info = self.setup.measure.info();
        let is_blind = self.setup.ignores_labels();
        let mut halves = [Sum::new(info), Sum::new(info)];
        let take = &mut |row: PairRow| {
            let half = &mut halves[(row.id.pair % 2) as usize];
            match row.refusal {
                Some(_) => half.add_missed(&row.counts),
                None => half.add_pair(&row.counts, self.setup.recipe.empty),
            }
            sums.check(None);
            if let Some(matches) = &row.matches {
                let verdicts = || matches.iter().map(|one| one.verdict);
                self.judge(&mut folds, &row, || laws::misfold((info, &row.counts), is_blind, verdicts()));
            }
        };
        let ask = Ask {
            rows: Rows::All,
            matches: Matches::All,
            facet: Some(Facet::Length(Bins::default())),
            ..Ask::default()
        };
        let manner = Manner { ask, ..Manner::usual(self.setup) };
        let scored = self.sides.score(manner, &mut EachRow { take, observer })?;
        let [even, odd] = &halves;
        if let Some(totals) = totals(&scored) {
            let classes = totals.groups.values().fold(totals.missed.clone(), Sum::and);
            for parts in [odd.clone().and(even), classes] {
                sums.fail(laws::sum_difference(&totals.all_pairs(), &parts).map(FoundAt::everywhere));
            }
        }
        sums.note = Some("pairs, two halves, classes of length".to_owned());
        Ok(([sums, folds], scored.inputs.all().cloned().collect()))
    }
}

/// The sums of the only system by the only setup.
fn totals(scored: &Scored) -> Option<&Totals> {
    Some(&scored.systems.first()?.setups.first()?.totals)
}

/// Why a setup does not treat both sides alike, if it does not.
fn one_sided(setup: &Setup) -> Option<&'static str> {
    let is_of_both =
        setup.measure.info().figures.first().is_some_and(|figure| figure.denominator == Denominator::Both);
    match &setup.recipe {
        _ if !is_of_both => Some("the measure is relative to gold"),
        recipe if has_chains(recipe) => {
            Some("a label that equals several others matches in the order of gold")
        }
        _ if setup.unit() == UnitKind::Line => Some("the measure compares lines"),
        _ => None,
    }
}

/// True if a label equals several others.
fn has_chains(recipe: &Recipe) -> bool {
    let pairs: Vec<_> = recipe.equal_labels.iter().filter(|(one, other)| one != other).collect();
    pairs.iter().enumerate().any(|(at, (one, other))| {
        pairs[..at].iter().any(|(x, y)| [x, y].contains(&one) || [x, y].contains(&other))
    })
}

/// Looks at each row of a run.
struct EachRow<'r> {
    take: &'r mut (dyn FnMut(PairRow) + Send),
    observer: &'r mut dyn Observer,
}

impl Observer for EachRow<'_> {
    fn row(&mut self, row: PairRow) {
        (self.take)(row);
    }

    fn meter(&self) -> Meter {
        self.observer.meter()
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.observer.progress(progress)
    }
}
