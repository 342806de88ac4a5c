//! The score of one system by one setup, as a value: it adds up, can be stored, and makes reports.

use std::collections::BTreeMap;

use super::pair_rows::{NotAdded, PairNames, PairRows};
use crate::measure::{Facet, MeasureInfo};
use crate::prepare::Average;
use crate::read::Units;
use crate::report::model::{Breakdown, Coverage, Reason, SystemReport};
use crate::report::{Report, build};
use crate::run::{
    FoundInputs, Input, Kept, KeptFigure, Plan, Scored, SetupScored, Statistics, SystemScored, Totals,
};
use crate::setup::{GoldHash, ResampleBy, Setup, Signature};
use crate::stats::{Asked, Interval, Over, Parts, Quotient, StatSettings, intervals};

/// The score of one system by one setup. Scores of parts of a corpus add up to the score of the whole.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::SystemScore;
/// use treescore::read::Units;
/// use treescore::run::{Plan, score};
/// let units = |tree: &str| -> Units { [tree].into_iter().collect() };
/// let gold = units("(S (NP (D a) (N b)) (V c))");
/// let setups = vec![Setup::named("parseval")?];
/// let plan = Plan::new(gold.into(), vec![units("(S (D a) (VP (N b) (V c)))").into()], setups);
/// let mut one = SystemScore::collect(&plan, &score(&plan, &mut ())?).remove(0);
/// one.merge(&one.clone())?;
/// assert_eq!((one.totals.scored, one.totals.all_scored().count("matched")), (2, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SystemScore {
    /// The name of the system.
    pub name: String,
    /// Everything that decides the numbers, with the formats that were read.
    pub setup: Setup,
    /// All sums.
    pub totals: Totals,
    /// How far words or texts agree, if they were aligned.
    pub agreement: Option<Totals>,
    /// What was read, scored and refused.
    pub coverage: Coverage,
    /// Which gold trees it is about, if they are those of one run.
    pub gold: Option<GoldHash>,
    /// The breakdown that was made while scoring.
    pub facet: Option<Facet>,
    /// The names of the gold files.
    pub files: Vec<String>,
    /// What reports tell about the system, whatever the measure.
    pub system: SystemReport,
    /// The pairs, if they were kept.
    pub rows: Option<PairRows>,
}

impl SystemScore {
    /// The scores of a run: all setups of the first system, then those of the next. They keep no pairs.
    pub fn collect(plan: &Plan, scored: &Scored) -> Vec<Self> {
        let told = Plan {
            ask: crate::run::Ask { facet: plan.ask.facet.clone(), ..Default::default() },
            ..stub(plan)
        };
        let report = build::of_sums(&told, scored);
        let mut all = Vec::new();
        for (at, system) in scored.systems.iter().enumerate() {
            for (place, setup) in plan.setups.iter().enumerate() {
                let coverage = build::coverage_of(plan, scored, (at, place));
                all.push(Self {
                    name: plan.systems[at].short_name(),
                    setup: build::with_inputs(plan, scored, at, setup),
                    totals: system.setups[place].totals.clone(),
                    agreement: system.agreement.first().cloned(),
                    coverage,
                    gold: scored.gold.get(place).copied(),
                    facet: plan.ask.facet.clone(),
                    files: files_of(&plan.gold),
                    system: report.systems.get(at).cloned().unwrap_or_default(),
                    rows: None,
                });
            }
        }
        all
    }

    /// A score of no pairs.
    pub fn empty(setup: Setup, name: impl Into<String>) -> Self {
        let info = setup.measure.info();
        let (name, kind) = (name.into(), build::kind_of(&setup.pairing));
        let coverage = Coverage { kind, shortest: setup.recipe.shortest, ..Coverage::default() };
        Self {
            system: SystemReport { name: name.clone(), ..SystemReport::default() },
            name,
            totals: Totals::new(info),
            agreement: None,
            coverage,
            gold: None,
            facet: None,
            files: Vec::new(),
            rows: None,
            setup,
        }
    }

    /// The measure.
    pub fn info(&self) -> &'static MeasureInfo {
        self.setup.measure.info()
    }

    /// How the numbers were made, with the number of pairs.
    pub fn signature(&self) -> Signature {
        let (scored, pairs) = (Some(self.totals.scored), Some(self.totals.read()));
        Signature { scored, pairs, gold: self.gold, ..self.setup.signature() }
    }

    /// Adds a pair with these counts, or what it missed if it was refused, to the sums.
    pub fn add_counts(&mut self, row: &[i128], length: Option<u32>, refused: Option<&str>) {
        let recipe = &self.setup.recipe;
        let is_within = recipe.cutoff.is_none_or(|cutoff| length.is_none_or(|length| length <= cutoff));
        let totals = &mut self.totals;
        if let Some(kind) = refused {
            totals.refused += 1;
            totals.refused_beyond += u64::from(!is_within);
            totals.missed.add_missed(row);
            self.coverage.refuse(kind, totals.read());
        } else {
            totals.scored += 1;
            totals.empty += u64::from(row.first() == Some(&0));
            totals.scored_beyond += u64::from(!is_within);
            let sum = if is_within { &mut totals.within } else { &mut totals.beyond };
            sum.add_pair(row, recipe.empty);
        }
        self.coverage.count(totals);
    }

    /// The score of some of its pairs, in this order; `None` if the pairs were not kept.
    pub fn of_pairs(&self, chosen: &[usize]) -> Option<Self> {
        let rows = self.rows.as_ref()?;
        let mut score = Self::empty(self.setup.clone(), self.name.clone());
        let mut some = PairRows::new(self.info());
        for &row in chosen {
            let (counts, length, refused) = (rows.counts(row), rows.lengths[row], rows.refused.get(&row));
            score.add_counts(&counts, length, refused.map(|refused| refused.kind.as_str()));
            some.add_counts(&counts, length, refused.map(|one| (one.kind.clone(), Some(one.why.clone()))));
        }
        some.names = rows.names.choose(chosen);
        score.rows = Some(some);
        Some(score)
    }

    /// True if both scores were made in the same way and have the same sums.
    pub fn is_same(&self, other: &Self) -> bool {
        let sums = |score: &Self| {
            let Totals { within, beyond, missed, scored, empty, refused, .. } = &score.totals;
            (within.clone().and(beyond), within.clone(), missed.clone(), [*scored, *empty, *refused])
        };
        self.setup == other.setup && sums(self) == sums(other)
    }

    /// Adds the score of other pairs.
    ///
    /// # Errors
    /// If it was made in another way, or has a pair that this one has.
    pub fn merge(&mut self, other: &Self) -> Result<(), NotAdded> {
        if self.setup != other.setup {
            let signature = |score: &Self| score.setup.signature().to_string();
            return Err(NotAdded::Setups(signature(self), signature(other)));
        }
        let (is_new, is_nothing) = (self.totals.read() == 0, other.totals.read() == 0);
        if self.facet != other.facet && !is_new && !is_nothing {
            return Err(NotAdded::Facets);
        }
        match (&mut self.rows, &other.rows) {
            (Some(rows), Some(more)) => rows.merge(more)?,
            (None, Some(more)) if is_new => self.rows = Some(more.clone()),
            (None, None) => {}
            (Some(_), None) if is_nothing => {}
            _ => return Err(NotAdded::Kept),
        }
        let behind = match &self.rows {
            Some(PairRows { names: PairNames::InOrder, .. }) | None => self.totals.read(),
            Some(_) => 0,
        };
        self.coverage.merge(&other.coverage, behind);
        self.totals.take(&mut other.totals.clone());
        match (&mut self.agreement, &other.agreement) {
            (Some(sums), Some(more)) => sums.take(&mut more.clone()),
            (None, Some(more)) => self.agreement = Some(more.clone()),
            (_, None) => {}
        }
        if is_new {
            (self.facet, self.files) = (other.facet.clone(), other.files.clone());
            self.system = SystemReport { name: self.name.clone(), ..other.system.clone() };
        }
        self.gold = if is_new { other.gold } else { self.gold.filter(|_| is_nothing) };
        Ok(())
    }

    /// The groups of a breakdown. By length and file it is made from the pairs, which must have been kept; by label and type
    /// it was made while scoring.
    pub fn breakdown(&self, facet: &Facet) -> Option<Breakdown> {
        let mut score = self.clone();
        if facet.is_item_facet() {
            self.facet.as_ref().filter(|made| *made == facet)?;
        } else {
            let rows = self.rows.as_ref()?;
            let empty = self.setup.recipe.empty;
            score.totals.groups = rows.sums(self.info(), empty, |row| rows.class(row, facet));
            score.facet = Some(facet.clone());
        }
        let mut report = Self::report(&[&score], 1, None);
        report.measures.first_mut()?.cells.first_mut()?.breakdown.take()
    }

    /// A report of scores: all setups of the first system, then those of the next. With `statistics`, scores that keep
    /// their pairs have intervals, and systems are compared.
    pub fn report(scores: &[&Self], setups: usize, statistics: Option<&Statistics>) -> Report {
        let setups = setups.max(1);
        let systems: Vec<&[&Self]> = scores.chunks(setups).collect();
        let Some(first) = systems.first() else { return Report::default() };
        let keeps = scores.iter().all(|score| score.rows.is_some());
        let statistics = statistics.filter(|_| keeps).map(|asked| fitted(asked, scores));
        let gold = Units::with_files(first[0].files.iter().cloned());
        let names = systems.iter().map(|of_system| Input::from(Units::new(&of_system[0].name)));
        let mut plan =
            Plan::new(gold.into(), names.collect(), first.iter().map(|score| score.setup.clone()).collect());
        plan.ask.facet.clone_from(&first[0].facet);
        plan.threads = statistics.as_ref().map_or(1, |asked| asked.settings.threads);
        let trees = scores.iter().filter_map(|score| score.rows.as_ref()).map(|rows| rows.rows.trees()).max();
        let kept = |score: &Self| kept_of(score, statistics.as_ref()?, trees.unwrap_or(0));
        let sums = Scored {
            systems: systems.iter().map(|of_system| of_scores(of_system, &kept)).collect(),
            gold: first.iter().map(|score| score.gold.unwrap_or_default()).collect(),
            leftovers: Vec::new(),
            refused: Vec::new(),
            interrupted: false,
            inputs: FoundInputs::default(),
            survey: crate::run::survey::Survey::default(),
        };
        plan.ask.statistics.clone_from(&statistics);
        let mut report = build::of_sums(&plan, &sums);
        report.has_files = first[0].files.len() > 1;
        for (at, of_system) in systems.iter().enumerate() {
            let (summed, told) = (&mut report.systems[at], &of_system[0].system);
            summed.unpaired = told.unpaired;
            if let (Some(text), Some(told)) = (&mut summed.text, &told.text) {
                text.first.clone_from(&told.first);
            }
            for (measure, score) in report.measures.iter_mut().zip(of_system.iter()) {
                let cell = &mut measure.cells[at];
                cell.coverage = score.coverage.clone();
                // The score knows how files were read; the sums do not.
                if let Ok(signature) = cell.signature.parse::<Signature>() {
                    let statistics = signature.statistics;
                    cell.signature = Signature { statistics, ..score.signature() }.to_string();
                }
            }
        }
        report
    }

    /// The interval of a figure, at this place of the measure's list; `None` if the pairs were not kept, or if the figure is
    /// not a quotient of counts.
    pub fn interval(
        &self,
        figure: usize,
        average: Average,
        over: Over,
        settings: &StatSettings,
    ) -> Option<Interval> {
        let rows = self.rows.as_ref()?;
        let quotient = Quotient::of_measure(self.info(), figure)?;
        let (table, settings) = (rows.for_statistics(), self.settings_of(settings));
        let asked = Asked { figure: &quotient, average, over };
        intervals(&table, &[asked], &settings).pop()
    }

    /// Numerator and denominator of a figure in each pair; of a refused pair, what it missed, or nothing unless `all_pairs`.
    pub fn parts(&self, figure: usize, average: Average, all_pairs: bool) -> Vec<Parts> {
        let Some(figure) = KeptFigure::new(self.info(), figure, average) else { return Vec::new() };
        let Some(rows) = &self.rows else { return Vec::new() };
        let kept = Kept::of_rows(vec![figure], &rows.rows, self.setup.recipe.empty, 0).rows;
        let parts = |row: usize| {
            let [numerator, denominator] = [0, 1].map(|column| kept.count(row, column));
            let counts = all_pairs || !kept.is_refused(row);
            if counts { Parts { numerator, denominator } } else { Parts::default() }
        };
        (0..kept.len()).map(parts).collect()
    }

    /// The settings of statistics, as far as this score decides them.
    fn settings_of(&self, settings: &StatSettings) -> StatSettings {
        let is_named = self.rows.as_ref().is_some_and(|rows| rows.names != PairNames::InOrder);
        let by_name = is_named && settings.resample_by == ResampleBy::Pair;
        StatSettings {
            empty: self.setup.recipe.empty,
            resample_by: if by_name { ResampleBy::Keys } else { settings.resample_by },
            ..*settings
        }
    }
}

/// The inputs and setups of a plan, by name only.
fn stub(plan: &Plan) -> Plan {
    let named = |input: &Input| Input::from(Units::new(input.short_name()));
    Plan::new(named(&plan.gold), plan.systems.iter().map(named).collect(), plan.setups.clone())
}

/// The names of the files of a side.
fn files_of(input: &Input) -> Vec<String> {
    (0..input.documents()).filter_map(|document| input.document_name(document)).collect()
}

/// What is asked for, with pairs drawn by their names if they have any.
fn fitted(asked: &Statistics, scores: &[&SystemScore]) -> Statistics {
    let mut asked = asked.clone();
    let named =
        scores.iter().filter_map(|score| score.rows.as_ref()).find(|rows| rows.names != PairNames::InOrder);
    if let Some(rows) = named.filter(|_| asked.settings.resample_by == ResampleBy::Pair) {
        asked.settings.resample_by = ResampleBy::Keys;
        asked.keys = Some((0..rows.len()).map(|row| rows.names.key(row)).collect());
    }
    asked
}

/// What a run would have kept of the pairs of a score.
fn kept_of(score: &SystemScore, asked: &Statistics, trees: u64) -> Option<Kept> {
    let figures = asked.figures.of(score.info(), score.setup.recipe.average);
    let rows = &score.rows.as_ref()?.rows;
    Some(Kept::of_rows(figures, rows, score.setup.recipe.empty, trees))
}

/// The scores of one system as the results of a run.
fn of_scores(scores: &[&SystemScore], kept: &dyn Fn(&SystemScore) -> Option<Kept>) -> SystemScored {
    let setup = |score: &&SystemScore| SetupScored {
        totals: score.totals.clone(),
        kinds: BTreeMap::new(),
        shift: None,
        worst: Vec::new(),
        table: None,
        kept: kept(score),
    };
    SystemScored {
        agreement: scores[0].agreement.iter().cloned().collect(),
        ..SystemScored::of(scores.iter().map(setup).collect())
    }
}

impl Coverage {
    /// Counts a refused pair, the last of those that were read.
    fn refuse(&mut self, kind: &str, number: u64) {
        if let Some(reason) = self.reasons.iter_mut().find(|reason| reason.why == kind) {
            reason.pairs += 1;
        } else {
            self.reasons.push(Reason::new(kind, 1, format!("pair {number}")));
        }
        self.sort();
    }

    /// Takes over the numbers of pairs.
    pub(super) fn count(&mut self, totals: &Totals) {
        (self.read, self.scored, self.refused) = (totals.read(), totals.scored, totals.refused);
        (self.empty, self.refused_beyond_cutoff) = (totals.empty, totals.refused_beyond);
    }

    /// Adds the coverage of other pairs, which are numbered behind this many.
    fn merge(&mut self, other: &Self, behind: u64) {
        self.read += other.read;
        self.scored += other.scored;
        self.empty += other.empty;
        self.refused += other.refused;
        self.refused_beyond_cutoff += other.refused_beyond_cutoff;
        for (own, others) in [(&mut self.reasons, &other.reasons), (&mut self.notes, &other.notes)] {
            for reason in others {
                match own.iter_mut().find(|known| known.why == reason.why) {
                    Some(known) => known.pairs += reason.pairs,
                    None => own.push(reason.clone().numbered_behind(behind)),
                }
            }
        }
        self.sort();
    }

    /// Puts the most frequent reason first.
    pub(super) fn sort(&mut self) {
        self.reasons.sort_by(|a, b| b.pairs.cmp(&a.pairs).then_with(|| a.why.cmp(&b.why)));
    }
}

impl Reason {
    /// The same reason for pairs that are numbered behind others.
    fn numbered_behind(mut self, pairs: u64) -> Self {
        let number = self.first.strip_prefix("pair ").and_then(|number| number.parse::<u64>().ok());
        if let Some(number) = number {
            self.first = format!("pair {}", number + pairs);
        }
        self
    }
}
