//! From the result of a run to a report.

use std::collections::BTreeMap;

use super::aligned::{FirstDifference, TextReport};
use super::findings::FindingReport;
use super::model::{
    BothSides, Breakdown, By, CauseReport, Coverage, Group, MeasureReport, Reason, Refused, RefusedRow,
    Relabelled, Report, Row, RowKind, RowPlace, Scores, SystemReport, SystemScores, UnpairedTrees,
    WithinCutoff,
};
use super::refusals::RefusedRows;
use super::replies::{ReplyReport, ReplyScores};
use super::speech::{EqualWords, SpeechReport, SpeechUnit};
use super::statistics;
use super::{inputs, label_pairs};
use crate::align::text::TextCounts;
use crate::align::{Cause, Refusal, WordCounts};
use crate::findings;
use crate::measure::{AlignmentCounts, Bins, Denominator, Facet, FacetSums, MeasureInfo, Sum};
use crate::prepare::Punctuation;
use crate::read::{Corpus, InputFacts};
use crate::repair::ReplyFault;
use crate::run::neighbours::Causes;
use crate::run::{
    Difference, Input, Line, Note, PairRow, Plan, RefusedAt, RowId, Scored, SetupScored, SystemScored,
    Totals, TreePlace,
};
use crate::setup::{InputSettings, Pairing, Setup, Signature};
use crate::tree::Which;

/// Makes the report of a run.
///
/// ```
/// use treescore::Setup;
/// use treescore::read::Units;
/// use treescore::report::build;
/// use treescore::run::{Plan, score};
/// let units = || -> Units { ["(S (N a) (V b))"].into_iter().collect() };
/// let plan = Plan::new(units().into(), vec![units().into()], vec![Setup::named("parseval")?]);
/// let report = build::report(&plan, &score(&plan, &mut ())?);
/// assert_eq!(report.measures[0].cells[0].scored.corpus[0], Some(1.0)); // F1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn report(plan: &Plan, scored: &Scored) -> Report {
    let findings = findings::find(plan, scored);
    let findings = findings.iter().map(|finding| FindingReport::new(finding, ToString::to_string));
    Report { inputs: inputs::inputs(plan, scored), findings: findings.collect(), ..of_sums(plan, scored) }
}

/// The part of a report that is read off sums and kept rows, without what is told about the input.
pub(crate) fn of_sums(plan: &Plan, scored: &Scored) -> Report {
    let mut report = of_sums_alone(plan, scored);
    add_statistics(&mut report, plan, scored);
    report
}

/// The report of a run without findings and without statistics, which take long: [`add_statistics`] adds them.
///
/// ```
/// use treescore::Setup;
/// use treescore::read::Units;
/// use treescore::report::build;
/// use treescore::run::{Plan, score};
/// let units = || -> Units { ["(S (N a) (V b))"].into_iter().collect() };
/// let plan = Plan::new(units().into(), vec![units().into()], vec![Setup::named("parseval")?]);
/// let scored = score(&plan, &mut ())?;
/// let mut report = build::report_without_statistics(&plan, &scored);
/// assert_eq!(report.measures[0].cells[0].scored.corpus[0], Some(1.0)); // F1
/// build::add_statistics(&mut report, &plan, &scored);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn report_without_statistics(plan: &Plan, scored: &Scored) -> Report {
    Report { inputs: inputs::inputs(plan, scored), ..of_sums_alone(plan, scored) }
}

/// Adds intervals and tests to the report of a run, as far as the plan asks for them. A run that was interrupted has none: of
/// some of the pairs, which nobody chose, no interval means anything, and whoever pressed Ctrl-C does not want to wait.
pub fn add_statistics(report: &mut Report, plan: &Plan, scored: &Scored) {
    if !scored.interrupted {
        statistics::add(report, plan, scored);
    }
}

fn of_sums_alone(plan: &Plan, scored: &Scored) -> Report {
    let systems = plan.systems.iter().zip(&scored.systems).enumerate();
    let measures = plan.setups.iter().enumerate();
    let worst = (plan.ask.worst > 0).then(|| {
        let each = |system: &'_ SystemScored| {
            system.setups.iter().flat_map(|setup| &setup.worst).map(|it| row(plan, it)).collect::<Vec<_>>()
        };
        scored.systems.iter().flat_map(each).collect()
    });
    Report {
        systems: systems.map(|(at, (input, scored))| system(plan, at, input.short_name(), scored)).collect(),
        measures: measures.map(|(at, setup)| measure(plan, scored, at, setup)).collect(),
        refused: plan.ask.refused.then(|| RefusedRows::new(refused_rows(plan, &scored.refused))),
        rows: None,
        worst,
        has_files: plan.gold.corpus().is_some_and(|corpus| corpus.documents().len() > 1),
        interrupted: scored.interrupted,
        ..Report::default()
    }
}

/// The part of the report about one system that does not depend on the measures.
fn system(plan: &Plan, at: usize, name: String, scored: &SystemScored) -> SystemReport {
    let pairing = plan.setups.iter().map(|setup| &setup.pairing).find(|pairing| pairing.index().is_some());
    let both = |[gold, system]: [u64; 2]| BothSides { gold, system };
    let unpaired =
        UnpairedTrees { unreadable: both(scored.unreadable), without_words: both(scored.without_words) };
    let agreement = scored.agreement.first();
    let (text, speech) = match (pairing, agreement) {
        (Some(Pairing::Text(_)), Some(totals)) => {
            let first = scored.difference.as_ref().map(|first| first_difference(plan, at, first));
            let counts: TextCounts = totals.all_scored().typed();
            (Some(TextReport::of(&counts, first).with_brackets(&counts)), None)
        }
        (Some(Pairing::Sides(_)), Some(totals)) => (None, Some(speech(plan, totals, SpeechUnit::Side))),
        (Some(Pairing::Utterances(_)), Some(totals)) => {
            (None, Some(speech(plan, totals, SpeechUnit::Utterance)))
        }
        _ => (None, None),
    };
    let is_by_group = pairing.is_some_and(Pairing::is_by_group);
    let replies = scored.setups.first().and_then(|setup| setup.totals.replies.as_ref());
    let replies = replies.map(|sums| ReplyReport::from(&sums.counts));
    SystemReport { name, unpaired: is_by_group.then_some(unpaired), text, speech, replies }
}

/// The word errors of a system. The words of a refused pair are deleted.
fn speech(plan: &Plan, totals: &Totals, unit: SpeechUnit) -> SpeechReport {
    let mut sum = totals.all_scored();
    sum.merge(&totals.missed);
    // The first setup that aligns words decides which are equal.
    let recipe = plan.setups.iter().find(|setup| setup.pairing.words().is_some()).map(|setup| &setup.recipe);
    let equal = recipe.map(|recipe| EqualWords::list(&totals.facet, recipe)).unwrap_or_default();
    SpeechReport::new(&sum.typed::<WordCounts>(), equal, unit)
}

/// The first difference between two texts, as reports show it.
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub fn first_place(corpora: [Option<&Corpus>; 2], difference: &Difference) -> FirstDifference {
    let place = |corpus: Option<&Corpus>, tree: Option<TreePlace>| {
        let corpus = corpus.filter(|corpus| corpus.documents().len() > 1)?;
        let name = corpus.documents().get(tree?.document)?.short_name();
        Some(format!("{name}:{}", tree?.line))
    };
    let ((gold_tree, gold), (system_tree, system)) = (&difference.gold, &difference.system);
    FirstDifference {
        gold_tree: gold_tree.map(|tree| tree.number),
        gold_place: place(corpora[0], *gold_tree),
        gold: gold.clone(),
        system_tree: system_tree.map(|tree| tree.number),
        system_place: place(corpora[1], *system_tree),
        system: system.clone(),
    }
}

fn first_difference(plan: &Plan, at: usize, difference: &Difference) -> FirstDifference {
    first_place([plan.gold.corpus(), plan.systems[at].corpus()], difference)
}

fn measure(plan: &Plan, scored: &Scored, at: usize, setup: &Setup) -> MeasureReport {
    let setup_signature = setup.signature();
    let cell = |(number, system): (usize, &SystemScored)| {
        let outcome = &system.setups[at];
        let Totals { scored: pairs, .. } = outcome.totals;
        let signature = Signature {
            scored: Some(pairs),
            pairs: Some(outcome.totals.read()),
            gold: scored.gold.get(at).copied(),
            ..with_inputs(plan, scored, number, setup).signature()
        };
        system_scores((plan, scored), number, setup, (outcome, system), signature.to_string())
    };
    MeasureReport {
        info: setup.measure.info(),
        average: setup.recipe.average,
        setup: setup_signature.to_string(),
        cells: scored.systems.iter().enumerate().map(cell).collect(),
        comparisons: Vec::new(),
    }
}

/// The setup of one system's score, with the formats that were read, if they are not the usual ones.
pub(crate) fn with_inputs(plan: &Plan, scored: &Scored, system: usize, setup: &Setup) -> Setup {
    let found = |which: Which, input: &Input, facts: &[InputFacts]| {
        // A signature names a field of JSON, too.
        let options = input.corpus().map(|corpus| setup.input.apply(which, corpus.options()));
        InputSettings::found(facts, options.as_ref())
    };
    let facts = scored.inputs.systems.get(system).map_or(&[][..], Vec::as_slice);
    let gold = found(Which::Gold, &plan.gold, &scored.inputs.gold);
    let system_format = found(Which::System, &plan.systems[system], facts);
    let mut setup = setup.clone();
    if let (Some(settings), Some(own)) = (&mut setup.times, &plan.systems[system].times) {
        settings.unit.system = own.unit.unwrap_or(settings.unit.system);
        settings.shift.system = own.shift.unwrap_or(settings.shift.system);
    }
    // Words without tags cannot say which of them are punctuation.
    let has_no_tags = |facts: &[InputFacts]| facts.iter().any(InputFacts::is_untagged);
    if has_no_tags(facts) && !has_no_tags(&scored.inputs.gold) && !setup.recipe.delete.is_empty() {
        setup.recipe.punctuation = Punctuation::GoldTags;
    }
    setup.input = setup.input.with_found(gold, system_format);
    setup
}

fn system_scores(
    (plan, scored): (&Plan, &Scored),
    system: usize,
    setup: &Setup,
    (outcome, of_system): (&SetupScored, &SystemScored),
    signature: String,
) -> SystemScores {
    let (totals, agreement) = (&outcome.totals, of_system.agreement.first());
    let sum = totals.all_scored();
    let cutoff = setup.recipe.cutoff.filter(|_| totals.scored_beyond > 0);
    let by = |facet: &Facet| breakdown((plan, scored), facet, setup, (totals, agreement));
    SystemScores {
        signature,
        scored: Scores::from(&sum),
        within_cutoff: cutoff.map(|words| WithinCutoff { words, scores: Scores::from(&totals.within) }),
        all_pairs: Scores::from(&totals.all_pairs()),
        intervals: Vec::new(),
        facts: (sum.info().facts)(sum.counts()),
        coverage: coverage(plan, system, setup, (outcome, &of_system.causes)),
        breakdown: plan.ask.facet.as_ref().map(by),
        second_breakdown: plan.ask.second_facet.as_ref().map(by),
        replies: totals.replies.as_deref().map(ReplyScores::from),
    }
}

/// What was read, scored and refused of a system by a setup.
pub(crate) fn coverage_of(plan: &Plan, scored: &Scored, (system, at): (usize, usize)) -> Coverage {
    let of_system = &scored.systems[system];
    coverage(plan, system, &plan.setups[at], (&of_system.setups[at], &of_system.causes))
}

fn coverage(
    plan: &Plan,
    system: usize,
    setup: &Setup,
    (outcome, causes_of): (&SetupScored, &Causes),
) -> Coverage {
    let Totals { scored, empty, refused, refused_beyond, ref notes, .. } = outcome.totals;
    let reason = |(&why, (pairs, first)): (&&'static str, &(u64, RefusedAt))| Reason {
        why: why.to_owned(),
        pairs: *pairs,
        first: place(plan, system, first),
        note: match &first.refusal {
            refusal if refusal.is_about_words() => outcome.shift.map(|shift| shift.note()),
            // The position of the pair does not explain these refusals, so the note is their text.
            refusal @ (Refusal::Times(..)
            | Refusal::OtherAlignment(_)
            | Refusal::TooLarge(_)
            | Refusal::TooLong(_)
            | Refusal::NoHead { .. }
            | Refusal::NoGivenHeads(_)
            | Refusal::Reply(ReplyFault::TooLong { .. })) => Some(refusal.to_string()),
            _ => None,
        },
        causes: if first.refusal.is_about_words() { causes(causes_of, *pairs) } else { Vec::new() },
        is_about_words: first.refusal.is_about_words(),
        advice: first.refusal.advice(),
    };
    let mut reasons: Vec<Reason> = outcome.kinds.iter().map(reason).collect();
    // The sort is stable: reasons with equal counts stay ordered by name.
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.pairs));
    let notes = notes.iter().map(|(&note, &(pairs, first))| Reason {
        why: note_text(note).to_owned(),
        pairs,
        first: format!("pair {first}"),
        note: None,
        causes: Vec::new(),
        is_about_words: false,
        advice: None,
    });
    Coverage {
        kind: kind_of(&setup.pairing),
        read: scored + refused,
        scored,
        empty,
        refused,
        refused_beyond_cutoff: refused_beyond,
        shortest: setup.recipe.shortest,
        reasons,
        notes: notes.collect(),
    }
}

/// Why words differ, if the causes are those of all these pairs.
fn causes(found: &Causes, pairs: u64) -> Vec<CauseReport> {
    let mut causes: Vec<CauseReport> = found
        .by_cause
        .values()
        .map(|seen| CauseReport {
            cause: seen.cause,
            pairs: seen.pairs,
            advice: findings::remedy(seen.cause),
        })
        .collect();
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.pairs));
    if causes.iter().map(|cause| cause.pairs).sum::<u64>() == pairs { causes } else { Vec::new() }
}

/// What a row describes under this pairing.
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub fn kind_of(pairing: &Pairing) -> RowKind {
    match pairing {
        Pairing::InOrder | Pairing::Utterances(_) => RowKind::Pair,
        Pairing::Text(_) => RowKind::Group,
        Pairing::Sides(_) => RowKind::Side,
    }
}

fn note_text(note: Note) -> &'static str {
    match note {
        Note::LengthsDiffer => "scored by word position, although the numbers of words differ",
        Note::NotCompared => "scored, but too large to compare item by item",
    }
}

/// The position of a refused pair: file and line of an unreadable tree, or the number of the pair.
fn place(plan: &Plan, system: usize, refused: &RefusedAt) -> String {
    match &refused.refusal {
        Refusal::NotATree(which, error) => {
            let (input, at) = match which {
                Which::Gold => (&plan.gold, refused.id.gold_line),
                Which::System => (&plan.systems[system], refused.id.system_line),
            };
            let document =
                input.corpus().zip(at).and_then(|(corpus, at)| corpus.documents().get(at.document));
            let name = document.map_or_else(|| input.short_name(), crate::read::Document::short_name);
            format!("{name}:{}:{}", error.position.line, error.position.column)
        }
        _ => refused.id.to_string(),
    }
}

/// Converts a row of a run into a row of the report.
pub fn row(plan: &Plan, row: &PairRow) -> Row {
    let info = plan.setups[row.setup].measure.info();
    let figures = match row.refusal {
        None => (info.derive)(&row.counts).to_vec(),
        Some(_) => vec![None; info.figures.len()],
    };
    let (cells, speech) = match row.alignment {
        Some(AlignmentCounts::Text(text)) => (Some((&text).into()), None),
        Some(AlignmentCounts::Words(words)) => (None, Some(words)),
        None => (None, None),
    };
    Row {
        system: row.system,
        measure: row.setup,
        place: RowPlace {
            utterance: row.utterance.clone(),
            ..row_place(plan, row.system, &row.id, row.trees.clone())
        },
        words: row.length,
        figures,
        counts: row.counts.clone(),
        refused: row.refusal.as_ref().map(|refusal| refused_because(refusal, row.cause)),
        matches: row.matches.clone(),
        cells,
        speech,
        reply: row.reply.as_deref().cloned(),
    }
}

/// Why a pair was refused, with the cause if its words differ.
fn refused_because(refusal: &Refusal, cause: Option<Cause>) -> Refused {
    let why = refusal.to_string();
    Refused {
        kind: refusal.kind().to_owned(),
        why: cause.map_or_else(|| why.clone(), |cause| format!("{why}; {}", findings::short_cause(cause))),
        advice: refusal.advice(),
    }
}

fn row_place(plan: &Plan, system: usize, id: &RowId, trees: Option<[Vec<u64>; 2]>) -> RowPlace {
    let file = match (id.gold_line, id.system_line) {
        (Some(Line { document, .. }), _) => plan.gold.document_name(document),
        (None, Some(Line { document, .. })) => plan.systems[system].document_name(document),
        (None, None) => None,
    };
    let [gold_trees, system_trees] = trees.unwrap_or_default();
    RowPlace {
        kind: id.kind,
        pair: (id.kind != RowKind::Tree).then_some(id.pair),
        gold_trees,
        system_trees,
        file,
        gold_line: id.gold_line.map(|at| at.line),
        system_line: id.system_line.map(|at| at.line),
        utterance: None,
    }
}

/// The row of a refused pair.
pub fn refused_row(plan: &Plan, found: &RefusedAt) -> RefusedRow {
    RefusedRow {
        system: found.system,
        place: row_place(plan, found.system, &found.id, tree_numbers(&found.id)),
        refused: refused_because(&found.refusal, found.cause),
        measures: found.setups.clone(),
    }
}

/// The refused pairs that a run kept, in the order of a report. Several passes may refuse a pair for the same reason;
/// these refusals become one row.
fn refused_rows(plan: &Plan, found: &[RefusedAt]) -> Vec<RefusedRow> {
    let mut sorted: Vec<RefusedRow> = found.iter().map(|found| refused_row(plan, found)).collect();
    sorted.sort_by(|a, b| a.order().cmp(&b.order()));
    let mut rows: Vec<RefusedRow> = Vec::with_capacity(sorted.len());
    for row in sorted {
        let other = match rows.last_mut() {
            Some(last) => last.absorb(row),
            None => Some(row),
        };
        rows.extend(other);
    }
    rows
}

/// For pairings by group: the numbers of the trees of a refusal, from 1.
fn tree_numbers(id: &RowId) -> Option<[Vec<u64>; 2]> {
    let numbers = |trees: &std::ops::Range<u64>| trees.clone().map(|tree| tree + 1).collect();
    (id.kind != RowKind::Pair).then(|| [numbers(&id.gold), numbers(&id.system)])
}

/// Sums by length, added up by bin.
fn sums_of_bins(groups: &BTreeMap<u64, Sum>, bins: &Bins) -> BTreeMap<u64, Sum> {
    let mut sums: BTreeMap<u64, Sum> = BTreeMap::new();
    for (&length, sum) in groups {
        let class = bins.class_of(u32::try_from(length).unwrap_or(u32::MAX));
        sums.entry(class).or_insert_with(|| Sum::new(sum.info())).merge(sum);
    }
    sums
}

fn breakdown(
    (plan, scored): (&Plan, &Scored),
    facet: &Facet,
    setup: &Setup,
    (totals, agreement): (&Totals, Option<&Totals>),
) -> Breakdown {
    let (sums, words) = (&totals.groups, agreement.map(|totals| &totals.groups));
    let groups = Groups { setup, sums, words };
    let (by, groups) = match facet {
        Facet::Length(bins) => (By::Length, groups.of_bins(bins)),
        Facet::MaxLength(bins) => (By::MaxLength, groups.up_to_bins(bins)),
        Facet::Quantiles(quantiles) => {
            let bins = scored.bins(*quantiles);
            let (sums, words) = (sums_of_bins(sums, &bins), words.map(|words| sums_of_bins(words, &bins)));
            let groups = Groups { setup, sums: &sums, words: words.as_ref() };
            if quantiles.is_cumulative {
                (By::MaxLength, groups.up_to_bins(&bins))
            } else {
                (By::Length, groups.of_bins(&bins))
            }
        }
        Facet::File => {
            let files = plan.gold.documents();
            let name = |file: usize| plan.gold.document_name(file).unwrap_or_else(|| plan.gold.short_name());
            (By::File, (0..files).map(|file| groups.one(file as u64, name(file))).collect())
        }
        Facet::Label => return named_groups(By::Label, setup.measure.info(), setup, &totals.facet),
        Facet::LabelPairs => return label_pairs::breakdown(setup.measure.info(), &totals.facet),
        Facet::Type => return named_groups(By::Type, setup.measure.info(), setup, &totals.facet),
    };
    Breakdown { by, groups, others: 0 }
}

/// The groups of a breakdown by length or file.
struct Groups<'s> {
    setup: &'s Setup,
    sums: &'s BTreeMap<u64, Sum>,
    /// Those of words, for speech.
    words: Option<&'s BTreeMap<u64, Sum>>,
}

impl Groups<'_> {
    fn one(&self, key: u64, name: String) -> Group {
        self.group(name, &self.sum(key), self.words(key))
    }

    fn of_bins(&self, bins: &Bins) -> Vec<Group> {
        (0..=bins.0.len()).map(|class| self.one(class as u64, bins.name(class))).collect()
    }

    /// Each group holds those before it.
    fn up_to_bins(&self, bins: &Bins) -> Vec<Group> {
        let (mut sum, mut words) = (Sum::new(self.setup.measure.info()), WordCounts::default());
        let groups = (0..=bins.0.len()).map(|class| {
            sum.merge(&self.sum(class as u64));
            words += self.words(class as u64);
            self.group(bins.name_up_to(class), &sum, words)
        });
        groups.collect()
    }

    fn sum(&self, key: u64) -> Sum {
        self.sums.get(&key).cloned().unwrap_or_else(|| Sum::new(self.setup.measure.info()))
    }

    fn words(&self, key: u64) -> WordCounts {
        self.words.and_then(|groups| groups.get(&key)).map(Sum::typed::<WordCounts>).unwrap_or_default()
    }

    fn group(&self, name: String, sum: &Sum, words: WordCounts) -> Group {
        let speech = self.setup.pairing.words().is_some().then_some(words);
        Group { name, scores: Scores::from(sum), speech, ..Group::default() }
    }
}

/// The groups of a breakdown by label or type, most frequent in gold first, then by name. A corpus may have any
/// number of labels; the rarest become one group.
fn named_groups(by: By, info: &'static MeasureInfo, setup: &Setup, sums: &FacetSums) -> Breakdown {
    let gold = info.field("gold");
    let mut names = sums.sorted();
    names.sort_by_key(|&name| std::cmp::Reverse(gold.map(|gold| sums.count(name, gold))));
    let (listed, others) = names.split_at(names.len().min(Breakdown::LISTED_MAX));
    let group = |&name: &u32| make_group(info, setup, sums.name(name), &sums.row(name), sums);
    let mut groups: Vec<Group> = listed.iter().map(group).collect();
    if !others.is_empty() {
        let mut sum = vec![0; info.fields.len()];
        for &name in others {
            sum.iter_mut().zip(sums.row(name)).for_each(|(sum, count)| *sum += count);
        }
        let group = make_group(info, setup, Breakdown::OTHERS.as_bytes(), &sum, &FacetSums::default());
        groups.push(Group { label: None, ..group });
    }
    Breakdown { by, groups, others: others.len() as u64 }
}

/// A label or type as reports show it. Bytes that are not UTF-8 are shown one by one, so that no two labels look alike.
pub(super) fn shown_label(name: &[u8]) -> String {
    if name.is_empty() {
        return "(none)".to_owned();
    }
    let mut shown = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        shown.push_str(chunk.valid());
        shown.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    shown
}

fn make_group(
    info: &'static MeasureInfo,
    setup: &Setup,
    name: &[u8],
    row: &[i128],
    sums: &FacetSums,
) -> Group {
    let instead = sums.confusions_of(name).into_iter();
    let mut relabelled: Vec<Relabelled> =
        instead.map(|(label, brackets)| Relabelled { label: shown_label(label), brackets }).collect();
    relabelled.sort_by_key(|other| std::cmp::Reverse(other.brackets));
    let mut counts = row.to_vec();
    counts.resize(info.fields.len(), 0);
    let mut corpus = (info.derive)(&counts).to_vec();
    if setup.ignores_labels() && info.figures.iter().any(|figure| figure.denominator == Denominator::System) {
        // If labels are not compared, a matched system bracket belongs to no label in particular. Only
        // figures over gold can be broken down.
        for (value, figure) in corpus.iter_mut().zip(info.figures) {
            *value = value.filter(|_| figure.denominator == Denominator::Gold);
        }
    }
    Group {
        name: shown_label(name),
        label: Some(name.to_vec()),
        scores: Scores { corpus, counts, ..Scores::default() },
        relabelled,
        pair: None,
        speech: None,
        interval: None,
    }
}
