//! Measuring a pair whose trees were read: lenses prepare it, counters count it, totals add it up.

use std::ops::Range;
use std::sync::Arc;

use super::aligned::ListedCell;
use super::gate::Gate;
use super::kept::{KeptFigure, KeptPair, KeptPart};
use super::lens::{Both, Forest, Lens, Located};
use super::neighbours::DifferingPart;
use super::outcome::RefusedAt;
use super::pass::{LensPlan, Pass};
use super::plan::{Ask, Matches};
use super::replies::{ReplyNote, ReplySums};
use super::row::{PairRow, RowId};
use super::stat_rows::Answer;
use super::survey::{SharedSurvey, Surveyed, TimesSurvey};
use super::totals::{Note, Totals};
use super::worst::Worst;
use crate::align::text::Kind;
use crate::align::{Refusal, WordCounts};
use crate::measure::{
    AlignmentCounts, AnyMeasure, CommonIndex, Counter, Demands, Facet, FacetSums, Index, Match, MeasureInfo,
    ShownMatch, Side, Sketch, SketchTree, Sum, Verdict, WordForms,
};
use crate::prepare::{Average, Empty, Recipe};
use crate::read::UnitReader;
use crate::setup::{GoldHash, Pairing, Setup};
use crate::tree::Labels;
use crate::values::Meter;

/// The work of one pass: its lenses and setups.
pub(super) struct Job<'p> {
    pub(super) pass: &'p Pass,
    pub(super) ask: &'p Ask,
    pub(super) lenses: Vec<LensPlan>,
    pub(super) setups: Vec<JobSetup<'p>>,
    /// The numbers of the setups of each lens.
    of_lens: Vec<Vec<usize>>,
    /// Where threads hand over what they have seen, if trees are looked at as they were read.
    pub(super) survey: Option<SharedSurvey>,
    /// What is looked at.
    pub(super) surveyed: Surveyed,
    /// The recipes of the plan's setups that are not the one that findings go by, with the numbers of the setups.
    pub(super) other_recipes: Vec<(usize, &'p Recipe)>,
    /// Memory for large pairs.
    pub(super) gate: Arc<Gate>,
    /// How far large pairs are, and whether to stop.
    pub(super) meter: Meter,
}

/// A setup, or the measure of the alignment, within a pass.
pub(super) struct JobSetup<'p> {
    measure: Box<dyn AnyMeasure>,
    pub(super) info: &'static MeasureInfo,
    /// The number of its lens.
    lens: usize,
    pub(super) empty: Empty,
    cutoff: Option<u32>,
    /// The breakdown by items, if one is asked for and the measure has it.
    items: Option<&'p Facet>,
    /// The breakdown by pairs, if one is asked for.
    groups: Option<&'p Facet>,
    /// The position among the setups of the plan; `None` for the measure of the alignment, which is not in
    /// the plan.
    pub(super) position: Option<usize>,
    /// The figures that are kept of each pair.
    pub(super) kept: Vec<KeptFigure>,
}

impl JobSetup<'_> {
    /// The number of its lens.
    pub(super) fn lens(&self) -> usize {
        self.lens
    }

    /// What its measure needs.
    pub(super) fn demands(&self) -> Demands {
        self.measure.demands()
    }

    /// The pair as it is kept.
    fn kept_pair(&self, candidate: &Candidate<'_>, length: u32, answer: Answer) -> KeptPair {
        let class = group_key(self, candidate, length);
        KeptPair { gold: candidate.gold.clone(), document: candidate.document, answer, class }
    }

    /// Creates a counter of its measure.
    pub(super) fn counter(&self, meter: &Meter) -> Box<dyn Counter> {
        let mut counter = self.measure.counter();
        counter.attach(meter);
        counter
    }
}

impl<'p> Job<'p> {
    pub(super) fn new(pass: &'p Pass, setups: &'p [Setup], ask: &'p Ask) -> Self {
        let mut lenses: Vec<LensPlan> = Vec::new();
        let mut all: Vec<JobSetup<'p>> = Vec::new();
        for &position in &pass.setups {
            let setup = &setups[position];
            let plan = LensPlan::new(setup);
            let known = lenses.iter().position(|other| other.is_shared_with(&plan));
            let lens = known.unwrap_or(lenses.len());
            if known.is_none() {
                lenses.push(plan);
            }
            all.push(JobSetup {
                measure: setup.measure.clone(),
                info: setup.measure.info(),
                lens,
                empty: setup.recipe.empty,
                cutoff: setup.recipe.cutoff,
                items: ask.item_facet().filter(|facet| setup.measure.info().facets.contains(facet)),
                groups: ask.group_facet(),
                position: Some(position),
                kept: ask.kept_of(setup),
            });
        }
        // The measure of the alignment shares the lens of the first setup. It has no breakdown by label,
        // because cells have no labels.
        let has_words = pass.reading.pairing.words().is_some();
        all.extend(pass.reading.agreement().map(|measure| JobSetup {
            info: measure.info(),
            kept: match ask.statistics.as_ref().filter(|_| has_words) {
                Some(asked) => asked.figures.of(measure.info(), Average::Corpus),
                None => Vec::new(),
            },
            measure,
            lens: 0,
            empty: Empty::Skip,
            cutoff: None,
            items: None,
            groups: ask.group_facet(),
            position: None,
        }));
        all.extend(word_forms(&all, pass, ask));
        let mut of_lens = vec![Vec::new(); lenses.len()];
        for (number, setup) in all.iter().enumerate() {
            of_lens[setup.lens].push(number);
        }
        let (survey, surveyed, gate) = (None, Surveyed::Trees, Arc::new(Gate::new(1)));
        let other_recipes = Vec::new();
        let meter = Meter::default();
        let mut job =
            Self { pass, ask, lenses, setups: all, of_lens, survey, surveyed, other_recipes, gate, meter };
        if ask.survey {
            job.other_recipes = job.other_recipes(setups);
        }
        job
    }

    /// The recipes of a plan that are not the one that findings go by.
    fn other_recipes(&self, setups: &'p [Setup]) -> Vec<(usize, &'p Recipe)> {
        let main = self.main_setup().position.and_then(|at| setups.get(at)).map(|setup| &setup.recipe);
        let recipes = setups.iter().map(|setup| &setup.recipe).enumerate();
        recipes.filter(|(_, recipe)| Some(*recipe) != main).collect()
    }

    /// The measure of the alignment, and the one that findings about word errors are read off.
    pub(super) fn unplanned(&self) -> [Option<&'static MeasureInfo>; 2] {
        let infos = || self.setups.iter().filter(|setup| setup.position.is_none()).map(|setup| setup.info);
        [infos().find(|info| !is_word_forms(info)), infos().find(|info| is_word_forms(info))]
    }

    /// True if word alignments are kept.
    fn keeps_steps(&self) -> bool {
        self.ask.statistics.as_ref().is_some_and(|asked| asked.segments)
    }

    /// The setup at this position of the plan.
    pub(super) fn setup_at(&self, position: usize) -> Option<&JobSetup<'p>> {
        self.setups.iter().find(|setup| setup.position == Some(position))
    }

    /// The setup whose recipe findings go by: that of PARSEVAL, which counts brackets, else the first.
    pub(super) fn main_setup(&self) -> &JobSetup<'p> {
        let main = self.setups.iter().find(|setup| is_main(setup.info.name));
        main.unwrap_or(&self.setups[0])
    }

    /// True if none of these refusals of a pair is by the setup that findings go by.
    pub(super) fn is_main_scored(&self, refused: &[RefusedAt]) -> bool {
        let main = self.main_setup().position;
        !refused.iter().any(|refused| refused.setups.iter().any(|&at| Some(at) == main))
    }

    /// Creates the reader of a thread.
    pub(super) fn units(&self) -> UnitReader {
        let units = self.pass.reading.units();
        let has_types = self.lenses.iter().any(LensPlan::expects_types);
        if has_types { units.reserving_type_end() } else { units }
    }

    /// Creates the state of a thread.
    pub(super) fn counters(&self) -> Counters {
        let lens = |plan: &LensPlan| {
            let mut lens = plan.make(&self.pass.reading.pairing);
            lens.attach(&self.meter, &self.gate);
            lens
        };
        let counting = |setup: &JobSetup<'_>| Counting {
            counter: setup.counter(&self.meter),
            row: vec![0; setup.info.fields.len()],
        };
        Counters {
            lenses: self.lenses.iter().map(lens).collect(),
            countings: self.setups.iter().map(counting).collect(),
            matches: Vec::new(),
            refusals: Vec::new(),
        }
    }

    /// Prepares a part for a block.
    pub(super) fn begin(&self, part: &mut Part) {
        if part.systems.len() != self.pass.systems.len() {
            let setups = || self.setups.iter().map(|setup| SetupPart::new(setup.info)).collect();
            part.systems = self.pass.systems.iter().map(|_| setups()).collect();
            part.differing = self.pass.systems.iter().map(|_| DifferingPart::default()).collect();
        }
    }
}

/// True for the measure that findings about word errors are read off.
pub(super) fn is_word_forms(info: &MeasureInfo) -> bool {
    info.name == "word-forms"
}

/// The measure that findings about word errors are read off, beside word accuracy of pairs in order.
fn word_forms<'p>(setups: &[JobSetup<'p>], pass: &Pass, ask: &Ask) -> Option<JobSetup<'p>> {
    let is_asked = ask.survey && !matches!(pass.reading.pairing, Pairing::Text(_));
    let words = setups.iter().find(|setup| is_asked && setup.info.name == "word")?;
    let measure: Box<dyn AnyMeasure> = Box::new(WordForms);
    Some(JobSetup {
        info: measure.info(),
        measure,
        lens: words.lens,
        empty: Empty::Skip,
        cutoff: None,
        items: Some(&Facet::Label),
        groups: None,
        position: None,
        kept: Vec::new(),
    })
}

/// True for the measure whose recipe findings go by, if there are several.
pub(crate) fn is_main(measure: &str) -> bool {
    measure == "parseval"
}

/// The results of one block.
#[derive(Default)]
pub(super) struct Part {
    /// For each system of the pass, the results by each setup of the job.
    pub(super) systems: Vec<Vec<SetupPart>>,
    pub(super) refused: Vec<RefusedAt>,
    pub(super) rows: Vec<PairRow>,
    pub(super) gold: GoldHash,
    /// What was seen of word times, for each system of the pass. Empty without times.
    pub(super) times: Vec<TimesSurvey>,
    /// Pairs whose words differ, for each system of the pass.
    pub(super) differing: Vec<DifferingPart>,
    /// The numbers of unreadable trees in no pair, of gold and system.
    pub(super) unreadable: [u64; 2],
    /// The numbers of trees without words, which are in no pair, of gold and system.
    pub(super) without_words: [u64; 2],
    /// The first difference between the texts in this block.
    pub(super) difference: Option<super::aligned::Difference>,
}

/// The results of one system by one setup in a block.
pub(super) struct SetupPart {
    pub(super) totals: Totals,
    pub(super) worst: Worst,
    pub(super) kept: KeptPart,
}

impl SetupPart {
    pub(super) fn new(info: &'static MeasureInfo) -> Self {
        Self { totals: Totals::new(info), worst: Worst::default(), kept: KeptPart::default() }
    }
}

/// The state of a thread: lenses, counters and buffers.
pub(super) struct Counters {
    pub(super) lenses: Vec<Lens>,
    pub(super) countings: Vec<Counting>,
    matches: Vec<Match>,
    /// The refusals of the current pair, each with the number of its setup.
    refusals: Vec<(usize, Refusal)>,
}

pub(super) struct Counting {
    pub(super) counter: Box<dyn Counter>,
    pub(super) row: Vec<i128>,
}

/// A pair before it is measured.
pub(super) struct Candidate<'c> {
    /// The position of its system in the pass.
    pub(super) system: usize,
    /// The number of the pair, from 1.
    pub(super) number: u64,
    /// The gold trees, numbered from 0; empty if there is none.
    pub(super) gold: Range<u64>,
    /// The number of the gold document.
    pub(super) document: usize,
    /// False if the system has no tree for these gold trees.
    pub(super) is_answered: bool,
    /// What became of the reply, if the system's unit is one.
    pub(super) reply: Option<&'c ReplyNote>,
    /// Its number and position; computed only on demand.
    pub(super) id: &'c dyn Fn() -> RowId,
    /// The trees of a group; computed only on demand.
    pub(super) trees: &'c dyn Fn() -> Option<[Vec<u64>; 2]>,
}

impl Counters {
    /// Announces a new gold tree.
    #[inline]
    pub(super) fn begin_gold(&mut self) {
        self.lenses.iter_mut().for_each(Lens::begin_gold);
    }

    /// Measures a pair by all setups. `locate` makes the pair as a lens sees it.
    pub(super) fn measure(
        &mut self,
        job: &Job<'_>,
        candidate: &Candidate<'_>,
        both: &Both<'_>,
        part: &mut Part,
        mut locate: impl for<'l> FnMut(&'l mut Lens, &Both<'l>) -> Result<Located<'l>, Refusal>,
    ) {
        let first_row = part.rows.len();
        let Self { lenses, countings, matches, refusals } = self;
        for (at, lens) in lenses.iter_mut().enumerate() {
            let found = locate(lens, both);
            for &number in &job.of_lens[at] {
                // There may be hundreds of setups, and each takes a while with a large pair before it notices.
                if job.meter.is_stopped() {
                    break;
                }
                let (setup, counting) = (&job.setups[number], &mut countings[number]);
                let counted = match &found {
                    Ok(located) => {
                        let recording = Recording { job, number, setup, candidate, matches };
                        recording.count(
                            located,
                            counting,
                            (&mut part.systems[candidate.system][number], &mut part.rows),
                        )
                    }
                    Err(refusal) => Err(refusal.clone()),
                };
                if let Err(refusal) = counted
                    && !refusal.is_stop()
                {
                    refusals.push((number, refusal));
                }
            }
        }
        if !self.refusals.is_empty() {
            self.refuse(job, candidate, [Some(both.gold), Some(both.system)], both.labels, part);
        }
        // The loop goes lens by lens, with refusals last; rows come in the order of the setups.
        part.rows[first_row..].sort_by_key(|row| row.setup);
    }

    /// Refuses a pair for all setups because it could not be read.
    #[cold]
    pub(super) fn refuse_all(
        &mut self,
        job: &Job<'_>,
        candidate: &Candidate<'_>,
        (gold, labels): (Option<Forest<'_>>, &Labels),
        refusal: &Refusal,
        part: &mut Part,
    ) {
        self.refusals.extend((0..job.setups.len()).map(|setup| (setup, refusal.clone())));
        self.refuse(job, candidate, [gold, None], labels, part);
    }

    /// Counts what the refused pair missed, for the setups that refused it, and records the refusals.
    #[cold]
    fn refuse(
        &mut self,
        job: &Job<'_>,
        candidate: &Candidate<'_>,
        [gold, system_trees]: [Option<Forest<'_>>; 2],
        labels: &Labels,
        part: &mut Part,
    ) {
        let refusals = std::mem::take(&mut self.refusals);
        let id = (candidate.id)();
        let system = job.pass.systems[candidate.system];
        for (number, refusal) in &refusals {
            let (setup, counting) = (&job.setups[*number], &mut self.countings[*number]);
            let unpaired = gold.map(|gold| self.lenses[setup.lens].unpaired(gold, labels));
            let length = unpaired.as_ref().map(|gold| counting.counter.length(&gold.side, gold.rules));
            counting.counter.count_missed(unpaired.as_ref(), &mut counting.row);
            let words = unpaired.as_ref().map_or(0, |gold| gold.side.prepared.kept().len() as u64);
            let cells = unpaired.as_ref().filter(|_| job.ask.cells).map(|gold| deleted_words(&gold.side));
            let has_row = job.ask.rows.has(candidate.number);
            let sketch = (has_row && job.ask.sketches).then(|| {
                let system = system_trees.map(|trees| SketchTree::of_forest(trees.arena, trees.text, labels));
                Box::new(Sketch::of_refused(unpaired.as_ref(), system))
            });
            let missed_words = job.pass.reading.pairing.words().map(|_| WordCounts::missed(words));
            let SetupPart { totals, worst, kept } = &mut part.systems[candidate.system][*number];
            if !setup.kept.is_empty() {
                let pair = setup.kept_pair(candidate, length.unwrap_or_default(), Answer::Refused);
                kept.add(pair, &setup.kept, &counting.row, setup.empty);
                if setup.position.is_none() && job.keeps_steps() {
                    // All words of the pair are deleted.
                    kept.steps.push(vec![b'D'; usize::try_from(words).unwrap_or_default()]);
                }
            }
            add_missed(totals, (job, setup), candidate, length, &counting.row);
            let Some(position) = setup.position else { continue };
            let row = || PairRow {
                id: id.clone(),
                system,
                setup: position,
                length,
                counts: counting.row.clone(),
                refusal: Some(refusal.clone()),
                cause: None,
                matches: None,
                sketch: sketch.clone(),
                utterance: None,
                trees: (candidate.trees)(),
                alignment: missed_words.map(AlignmentCounts::Words),
                cells: cells.clone(),
                reply: candidate.reply.cloned().map(Box::new),
            };
            if has_row || job.ask.has_table(position) {
                part.rows.push(row());
            }
            worst.add_refused(job.ask.worst, candidate.number, || PairRow { sketch: None, ..row() });
        }
        part.refused.extend(merge_refusals(&refusals, job).map(|(refusal, setups)| RefusedAt {
            id: id.clone(),
            system,
            setups,
            words: None,
            cause: None,
            refusal,
        }));
        self.refusals = refusals;
        self.refusals.clear();
    }

    /// Ends a block: hands over what was seen of word times. Lenses differ in recipes, not in times, so the
    /// first speaks for all.
    pub(super) fn end(&mut self, part: &mut Part) {
        for lens in &mut self.lenses {
            let seen = lens.take_seen();
            if part.times.is_empty() {
                part.times = seen;
            }
        }
    }

    /// The refusals since number `since` that are about words.
    pub(super) fn last_refusals(part: &mut Part, since: usize) -> impl Iterator<Item = &mut RefusedAt> {
        part.refused[since..].iter_mut().filter(|refused| refused.refusal.is_about_words())
    }
}

/// The words of gold, each in a cell of its own, as words that the system has lost.
fn deleted_words(gold: &Side<'_>) -> Vec<ListedCell> {
    let deleted =
        |word: &[u8]| ListedCell { kind: Kind::Gold, gold: vec![word.to_vec()], system: Vec::new() };
    gold.all_words().map(deleted).collect()
}

/// Groups equal refusals, each with the setups of the plan that it concerns.
fn merge_refusals(
    refusals: &[(usize, Refusal)],
    job: &Job<'_>,
) -> impl Iterator<Item = (Refusal, Vec<usize>)> {
    let mut all: Vec<(Refusal, Vec<usize>)> = Vec::new();
    for (number, refusal) in refusals {
        let Some(position) = job.setups[*number].position else { continue };
        match all.iter_mut().find(|(other, _)| other == refusal) {
            Some((_, setups)) => setups.push(position),
            None => all.push((refusal.clone(), vec![position])),
        }
    }
    all.into_iter()
}

/// Records one pair by one setup.
struct Recording<'r, 'p> {
    job: &'r Job<'p>,
    /// The number of the setup in the job.
    number: usize,
    setup: &'r JobSetup<'p>,
    candidate: &'r Candidate<'r>,
    matches: &'r mut Vec<Match>,
}

impl Recording<'_, '_> {
    /// Counts the pair when there is memory for it.
    fn count(
        self,
        located: &Located<'_>,
        counting: &mut Counting,
        results: (&mut SetupPart, &mut Vec<PairRow>),
    ) -> Result<(), Refusal> {
        let Counting { counter, row } = counting;
        let Some(share) = self.job.gate.enter(counter.memory(&located.pair)) else {
            return self.count_now(located, (counter, row), results);
        };
        let make = || self.setup.counter(&self.job.meter);
        let number = self.number;
        share.count((number, &make), counter, |counter| self.count_now(located, (counter, row), results))
    }

    /// Counts the pair, adds it to the totals, and makes its row if requested.
    fn count_now(
        self,
        located: &Located<'_>,
        (counter, row): (&mut Box<dyn Counter>, &mut Vec<i128>),
        (part, rows): (&mut SetupPart, &mut Vec<PairRow>),
    ) -> Result<(), Refusal> {
        let Self { job, setup, candidate, matches, .. } = self;
        let pair = &located.pair;
        counter.count(pair, row)?;
        let has_row = setup.position.is_some() && job.ask.rows.has(candidate.number);
        let has_matches = has_row && job.ask.matches != Matches::None;
        let figures = (job.ask.worst > 0).then(|| (setup.info.derive)(row));
        let is_worst = setup.position.is_some()
            && figures.is_some_and(|figures| {
                part.worst.wants(job.ask.worst, setup.info, candidate.number, figures[0])
            });
        let has_sketch = has_row && job.ask.sketches;
        let is_drawn = has_sketch && setup.info.is_drawn;
        let needs_matches = setup.items.is_some() || has_matches || is_drawn || is_worst;
        // Matches may need more memory than counts. A pair that can be counted is counted, even if its
        // matches cannot be found.
        let compared = needs_matches.then(|| counter.compare(pair, matches));
        if let Some(Err(refusal)) = &compared
            && refusal.is_stop()
        {
            return Err(refusal.clone());
        }
        let is_compared = matches!(compared, Some(Ok(())));
        if needs_matches && !is_compared {
            part.totals.note(Note::NotCompared, candidate.number);
        }
        if let Some(facet) = setup.items.filter(|_| is_compared) {
            let fold = |sums: &mut FacetSums| counter.fold(facet, pair, matches, sums);
            add_labels(part, label_figure(setup).filter(|_| job.ask.keeps_groups()), fold);
        }
        let length = counter.length(&pair.gold, pair.rules);
        add_scored(part, (job, setup), candidate, (length, row), located);
        let is_in_table = setup.position.is_some_and(|position| job.ask.has_table(position));
        if !(has_row || is_worst || is_in_table) {
            return Ok(());
        }
        // The worst pairs always list their differences, regardless of what rows list.
        let is_all = matches!(job.ask.matches, Matches::All | Matches::Table);
        let kinds = if is_all { Matches::All } else { Matches::Differences };
        let has_shown = is_compared && (has_matches || is_worst);
        let shown = has_shown.then(|| show(matches, kinds, located, &**counter));
        let mut row = scored_row(job, (setup, candidate), located, (length, row), shown);
        if let (true, Some(figures)) = (is_worst, figures) {
            part.worst.add_scored(job.ask.worst, setup.info, figures[0], row.clone());
            // Which pairs are the worst so far depends on the block, so the row itself lists matches only on
            // request.
            row.matches = row.matches.filter(|_| has_matches);
        }
        if has_sketch && (is_compared || !is_drawn) {
            row.sketch = Some(Box::new(counter.sketch(pair, matches)));
        }
        if has_row || is_in_table {
            rows.push(row);
        }
        Ok(())
    }
}

/// Adds a scored pair to the sums, and keeps what statistics need of it.
fn add_scored(
    part: &mut SetupPart,
    (job, setup): (&Job<'_>, &JobSetup<'_>),
    candidate: &Candidate<'_>,
    (length, row): (u32, &[i128]),
    located: &Located<'_>,
) {
    add(&mut part.totals, setup, candidate, length, row);
    if let Some(reply) = candidate.reply {
        ReplySums::of(&mut part.totals.replies, setup.info).add(reply, Some((row, setup.empty)));
    }
    if !setup.kept.is_empty() {
        let answer = if candidate.is_answered { Answer::Scored } else { Answer::Missing };
        let pair = setup.kept_pair(candidate, length, answer);
        part.kept.add(pair, &setup.kept, row, setup.empty);
    }
    notes(&mut part.totals, located, candidate.number, &job.lenses[setup.lens]);
    if let (None, Some(words)) = (setup.position, located.words) {
        let equal = words.equal_words();
        equal.for_each(|(gold, system)| part.totals.facet.add_confusion(gold, system));
        if job.keeps_steps() {
            part.kept.steps.push(words.steps());
        }
    }
}

/// Adds a refused pair to the sums of a setup.
fn add_missed(
    totals: &mut Totals,
    (job, setup): (&Job<'_>, &JobSetup<'_>),
    candidate: &Candidate<'_>,
    length: Option<u32>,
    row: &[i128],
) {
    totals.refused += 1;
    let is_beyond = length.zip(setup.cutoff).is_some_and(|(length, cutoff)| length > cutoff);
    totals.refused_beyond += u64::from(is_beyond);
    totals.missed.add_missed(row);
    if let Some(reply) = candidate.reply {
        ReplySums::of(&mut totals.replies, setup.info).add(reply, None);
    }
    if setup.position.is_none() && job.pass.reading.pairing.words().is_some() {
        // All words of the pair are deleted, in its group, too.
        if let Some(key) = group_key(setup, candidate, length.unwrap_or_default()) {
            let group = totals.groups.entry(key).or_insert_with(|| Sum::new(setup.info));
            group.add_pair(row, setup.empty);
        }
    }
}

/// Makes the row of a scored pair.
fn scored_row(
    job: &Job<'_>,
    (setup, candidate): (&JobSetup<'_>, &Candidate<'_>),
    located: &Located<'_>,
    (length, counts): (u32, &[i128]),
    matches: Option<Vec<ShownMatch>>,
) -> PairRow {
    PairRow {
        id: (candidate.id)(),
        system: job.pass.systems[candidate.system],
        setup: setup.position.unwrap_or_default(),
        length: Some(length),
        counts: counts.to_vec(),
        refusal: None,
        cause: None,
        matches,
        sketch: None,
        utterance: located.utterance.map(ToOwned::to_owned),
        trees: (candidate.trees)(),
        alignment: located.pair.alignment,
        cells: located.words.filter(|_| job.ask.cells).map(|words| words.list(&located.pair)),
        reply: candidate.reply.cloned().map(Box::new),
    }
}

/// The figure that is kept of labels: the headline. Labels have no means.
fn label_figure<'s>(setup: &'s JobSetup<'_>) -> Option<&'s KeptFigure> {
    setup.kept.first().filter(|figure| figure.figure == 0)
}

/// Adds the labels of a pair to the totals, and keeps what they come to in a figure.
fn add_labels(part: &mut SetupPart, figure: Option<&KeptFigure>, fold: impl FnOnce(&mut FacetSums)) {
    let Some(figure) = figure else { return fold(&mut part.totals.facet) };
    let of_pair = part.kept.labels_of_pair();
    fold(of_pair);
    part.totals.facet.add_all(of_pair);
    part.kept.add_labels(&figure.quotient);
}

/// Adds a scored pair to the totals.
#[inline]
fn add(totals: &mut Totals, setup: &JobSetup<'_>, candidate: &Candidate<'_>, length: u32, row: &[i128]) {
    totals.scored += 1;
    totals.empty += u64::from(row.first() == Some(&0));
    if setup.cutoff.is_none_or(|cutoff| length <= cutoff) {
        totals.within.add_pair(row, setup.empty);
    } else {
        totals.beyond.add_pair(row, setup.empty);
        totals.scored_beyond += 1;
    }
    let Some(key) = group_key(setup, candidate, length) else { return };
    let group = totals.groups.entry(key).or_insert_with(|| Sum::new(setup.info));
    group.add_pair(row, setup.empty);
}

/// The group of a pair in a breakdown by length or file.
#[inline]
fn group_key(setup: &JobSetup<'_>, candidate: &Candidate<'_>, length: u32) -> Option<u64> {
    match setup.groups? {
        Facet::File => Some(candidate.document as u64),
        facet => facet.class_of_length(length),
    }
}

/// Notes unusual facts about a scored pair.
#[inline]
fn notes(totals: &mut Totals, located: &Located<'_>, number: u64, lens: &LensPlan) {
    let pair = &located.pair;
    let is_by_number = matches!(pair.index, CommonIndex::Free) && lens.index() == Index::Intervals;
    if is_by_number && pair.gold.prepared.kept().len() != pair.system.prepared.kept().len() {
        totals.note(Note::LengthsDiffer, number);
    }
}

/// The requested matches in displayable form.
fn show(matches: &[Match], kinds: Matches, located: &Located<'_>, counter: &dyn Counter) -> Vec<ShownMatch> {
    let is_shown = |found: &&Match| kinds == Matches::All || found.verdict != Verdict::Matched;
    matches.iter().filter(is_shown).map(|found| counter.show(&located.pair, found)).collect()
}
