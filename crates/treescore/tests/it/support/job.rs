//! A run of one measure over one system, as most tests need it.

use treescore::Setup;
use treescore::align::WordCounts;
use treescore::align::text::TextCounts;
use treescore::measure::{Counts, Facet, Measure};
use treescore::prepare::Recipe;
use treescore::read::{Corpus, ReadOptions, UnitKind};
use treescore::run::{
    Ask, Input, InputTimes, Observer, PairRow, Plan, Rows, RunError, Scored, SetupScored, SideColumns,
    Totals, score,
};
use treescore::setup::{InputSettings, Pairing, TimesSettings};

/// Everything that decides a run, except the measure.
#[derive(Clone, Debug)]
pub struct Job {
    pub gold: Corpus,
    pub system: Corpus,
    pub recipe: Recipe,
    pub pairing: Pairing,
    pub unit: UnitKind,
    /// Word alignments by another program.
    pub columns: Option<SideColumns>,
    /// Word times of gold and system.
    pub times: Option<[Corpus; 2]>,
    pub ask: Ask,
    pub threads: usize,
    pub block: Option<usize>,
}

impl Job {
    /// Creates a job tree by tree, on one thread, in blocks of the default size, with nothing extra.
    pub fn new(gold: Corpus, system: Corpus, recipe: Recipe) -> Self {
        Self {
            gold,
            system,
            recipe,
            pairing: Pairing::InOrder,
            unit: UnitKind::Tree,
            columns: None,
            times: None,
            ask: Ask::default(),
            threads: 1,
            block: None,
        }
    }

    /// Adds a breakdown.
    #[must_use]
    pub fn by(mut self, facet: Option<Facet>) -> Self {
        self.ask.facet = facet;
        self
    }

    /// Requests every row and every refused pair.
    #[must_use]
    pub fn keeping_all(mut self) -> Self {
        self.ask.rows = Rows::All;
        self.ask.refused = true;
        self
    }

    /// Pairs lines instead of trees.
    #[must_use]
    pub fn by_line(mut self) -> Self {
        self.unit = UnitKind::Line;
        self
    }

    /// The setup of a measure.
    pub fn setup<M: Measure>(&self, measure: &M) -> Setup {
        Setup {
            measure: Box::new(measure.clone()),
            recipe: self.recipe.clone(),
            pairing: self.pairing.clone(),
            unit: Some(self.unit),
            times: self.times.as_ref().map(|_| TimesSettings::default()),
            input: InputSettings::default(),
            by_id: false,
        }
    }

    /// The plan of a measure.
    pub fn plan<M: Measure>(&self, measure: &M) -> Plan {
        let times = |side: usize| {
            let corpus = self.times.as_ref()?[side].clone();
            Some(InputTimes::new(corpus, None))
        };
        // Made-up trees may look like brackets without labels, or like prose.
        let side = |corpus: &Corpus| {
            let options = corpus.options().clone();
            corpus.clone().with_options(ReadOptions { as_wanted: true, ..options })
        };
        let gold = Input { times: times(0), ..Input::from(side(&self.gold)) };
        let system =
            Input { columns: self.columns.clone(), times: times(1), ..Input::from(side(&self.system)) };
        let plan = Plan::new(gold, vec![system], vec![self.setup(measure)]);
        Plan { ask: self.ask.clone(), threads: self.threads, block: self.block, ..plan }
    }

    /// Runs a measure.
    ///
    /// # Errors
    /// As [`score`].
    pub fn try_run<M: Measure>(&self, measure: &M) -> Result<Run, RunError> {
        run(&self.plan(measure))
    }

    /// Runs a measure, and expects no error.
    pub fn run<M: Measure>(&self, measure: &M) -> Run {
        self.try_run(measure).unwrap()
    }
}

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub scored: Scored,
    pub rows: Vec<PairRow>,
}

/// Carries out a plan, and keeps the requested rows.
///
/// # Errors
/// As [`score`].
pub fn run(plan: &Plan) -> Result<Run, RunError> {
    let mut rows = Kept(Vec::new());
    let scored = score(plan, &mut rows)?;
    Ok(Run { scored, rows: rows.0 })
}

/// Keeps every row of a run.
#[derive(Debug)]
struct Kept(Vec<PairRow>);

impl Observer for Kept {
    fn row(&mut self, row: PairRow) {
        self.0.push(row);
    }
}

impl Run {
    /// The results of the first system by the first setup.
    pub fn first(&self) -> &SetupScored {
        &self.scored.systems[0].setups[0]
    }

    /// Its totals.
    pub fn totals(&self) -> &Totals {
        &self.first().totals
    }

    /// The summed counts of all scored pairs.
    pub fn counts<C: Counts>(&self) -> C {
        self.totals().all_scored().typed()
    }

    /// The agreement of the texts, if they were aligned.
    pub fn text(&self) -> TextCounts {
        self.scored.systems[0].agreement[0].all_scored().typed()
    }

    /// The word errors, if words were aligned.
    pub fn words(&self) -> WordCounts {
        self.scored.systems[0].agreement[0].all_scored().typed()
    }
}
