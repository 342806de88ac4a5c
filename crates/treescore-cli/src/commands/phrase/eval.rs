//! `treescore phrase eval MODEL TREES`: evaluates trained models on trees.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use treescore::run::Rows;
use treescore_phrase::Floor;
use treescore_phrase::models::{Evaluation, EvaluationTally, ModelKind, PhraseModel};
use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, RuleRow, SequenceScores, sentence};
use treescore_phrase::run::EvaluationWork;

use super::Failure;
use super::over::{Threads, Trees, chunker, find, read_model};
use super::reading::{parse_floor, parse_range};
use super::results::{Results, blame_tables};
use crate::args::{FindingArgs, TreeFileArgs};
use crate::interrupt;
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;

/// Number of rules that are shown.
const RULES: usize = 50;

/// The arguments of `treescore phrase eval`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore phrase eval model.json test.trees  models 0, 1, XK, G, C, and S on G
  treescore phrase eval model.json test.trees --models G,C --blame category,rule
  treescore phrase eval model.json test.trees --range 0:100 --json report.json",
    after_help = "Exit status: 0 all trees evaluated, 1 some input is not a tree, 2 could not evaluate."
)]
pub(crate) struct EvalCommand {
    /// Model file, written by treescore phrase train
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// Trees: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "TREES", value_parser = crate::args::input())]
    trees: PathBuf,

    #[command(flatten)]
    files: TreeFileArgs,

    /// Use only trees A to B-1 of the trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    range: Option<Range<u64>>,

    /// Models, separated by commas (default: all that the model file contains)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = PossibleValuesParser::new(["0", "1", "XK", "G", "C", "S"]))]
    models: Vec<String>,

    /// Model that S builds on, and that --blame and --reliability describe (default: G, or the last of
    /// --models)
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ModelKind::VALUES))]
    base: Option<String>,

    /// Break the bits down by these, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "WHAT", value_parser = PossibleValuesParser::new(["category", "length", "event", "coverage", "rule", "none"]))]
    blame: Vec<String>,

    /// Raise smaller probabilities to E, and lower larger ones to 1-E
    #[arg(long, value_name = "E", value_parser = parse_floor)]
    floor: Option<Floor>,

    /// Also write one line of JSON per sentence to this file
    #[arg(long, value_name = "FILE")]
    per_sentence: Option<PathBuf>,

    #[command(flatten)]
    findings: FindingArgs,

    // The heading of the results would also be that of options behind them.
    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    results: Results,
}

/// The models to evaluate.
struct Selection {
    kinds: Vec<ModelKind>,
    /// The base model of S, if S is evaluated.
    base: Option<ModelKind>,
    /// The base model, also without S.
    of_base: ModelKind,
    /// The model that `--blame` and `--reliability` describe. `None` if it is not evaluated.
    blamed: Option<ModelKind>,
}

impl EvalCommand {
    /// Selects the models that the options name.
    fn select(&self, model: &PhraseModel) -> Selection {
        let has_second = model.counts().second.is_some();
        let best = if has_second { ModelKind::G } else { ModelKind::Xk };
        let base = self.base.as_deref().and_then(|name| name.parse().ok()).unwrap_or(best);
        let is_named = |name: &str| self.models.iter().any(|model| model == name);
        let all = ModelKind::VALUES.iter().filter_map(|name| name.parse().ok());
        let kinds: Vec<ModelKind> = all
            .filter(|kind: &ModelKind| {
                if self.models.is_empty() { has_second || !kind.has_rules() } else { is_named(kind.as_str()) }
            })
            .collect();
        let has_base = self.base.is_some() || is_named("S");
        let other = kinds.last().copied().filter(|_| !has_base);
        let blamed = if kinds.contains(&base) { Some(base) } else { other };
        let under = (self.models.is_empty() || is_named("S")).then_some(base);
        Selection { kinds, base: under, of_base: base, blamed }
    }

    /// Refuses `--blame` for a model that is not evaluated or has no rules.
    fn check_blame(&self, selection: &Selection) -> Result<(), Failure> {
        if self.blame.iter().all(|blame| blame == "none") && self.results.reliability.is_none() {
            return Ok(());
        }
        let blamed = selection.blamed.ok_or(Failure::BaseNotMeasured(selection.of_base.as_str()))?;
        let needs_rules = self.blame.iter().any(|blame| blame == "rule" || blame == "coverage");
        if needs_rules && !blamed.has_rules() { Err(Failure::NoRules(blamed.as_str())) } else { Ok(()) }
    }
}

/// Runs the command.
pub(super) fn run(args: &EvalCommand) -> Result<Status, Failure> {
    let (model_file, corpus) = find(&args.model, &args.trees, &args.files)?;
    let model = read_model(&model_file)?;
    args.results.check(args.per_sentence.as_deref(), &[&corpus, &model_file])?;
    let selection = args.select(&model);
    let floor = args.floor.unwrap_or(Floor::NONE);
    let mut plan = Evaluation::new(&model, selection.kinds.clone(), selection.base, floor)?;
    args.check_blame(&selection)?;
    if args.blame.iter().any(|blame| blame == "rule") {
        plan = plan.with_rule_costs();
    }
    interrupt::watch();
    let (chunker, messages) = (chunker(&model), Messages::new(&args.results.look));
    let (range, threads) = (args.range.clone(), args.threads);
    let trees = Trees {
        corpus: &corpus,
        range,
        chunker: &chunker,
        messages: &messages,
        findings: &args.findings,
        side: None,
        threads,
    };
    let mut rows = args.per_sentence.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let work = EvaluationWork { plan: &plan, rows: if rows.is_some() { Rows::All } else { Rows::None } };
    let (mut tally, mut failed) = (EvaluationTally::default(), None);
    let inventory = &model.counts().inventory;
    let (faulty, found) = trees.process_and_find("evaluating", &work, |part| {
        tally += std::mem::take(&mut part.tally);
        failed = failed.take().or(part.failed.take());
        let Some(rows) = &mut rows else { return Ok(()) };
        part.rows.iter().try_for_each(|row| rows.write_all(sentence(row, &plan, inventory).as_bytes()))?;
        Ok(())
    })?;
    if interrupt::is_requested() {
        return Ok(Status::from(130)); // the unfinished file is removed
    }
    if let Some(error) = failed {
        return Err(error.into());
    }
    let mut report = report(&model, &plan, &tally, selection.blamed, floor);
    let (told, refused) = args.findings.tell(found, None, &messages);
    refused?;
    report.findings = told.into_iter().map(|finding| (None, finding)).collect();
    args.results.write(&report, inventory, &blame_tables(&args.blame), report.blamed.as_deref())?;
    rows.map_or(Ok(()), Output::finish)?;
    Ok(Status::from(u8::from(faulty > 0)))
}

fn report(
    model: &PhraseModel,
    plan: &Evaluation<'_>,
    tally: &EvaluationTally,
    blamed: Option<ModelKind>,
    floor: Floor,
) -> PhraseReport {
    let counts = model.counts();
    let scores = plan.scores(tally);
    let sequence = plan.sequence(tally);
    let sentences = scores.first().map(|(_, scores)| scores.sentences);
    let sentences = sentences.or(sequence.map(|(_, tally)| tally.sentences)).unwrap_or(0);
    let mut models: Vec<ModelReport> = scores
        .into_iter()
        .map(|(kind, scores)| ModelReport {
            name: kind.as_str().to_owned(),
            scores: ModelScores::Phrases(Box::new(scores)),
        })
        .collect();
    models.extend(sequence.map(|(base, tally)| ModelReport {
        name: format!("S on {}", base.as_str()),
        scores: ModelScores::Sequences(Box::new(SequenceScores::of(tally.clone(), &counts.inventory))),
    }));
    let rules = plan.kinds().iter().map(|&kind| (kind.as_str().to_owned(), rules(model, plan, tally, kind)));
    PhraseReport {
        models,
        categories: counts.inventory.names().map(str::to_owned).collect(),
        settings: settings(model, floor),
        sentences,
        blamed: blamed.map(|kind| kind.as_str().to_owned()),
        rules: rules.filter(|(_, rows)| !rows.is_empty()).collect(),
        findings: Vec::new(),
        refused: Vec::new(),
    }
}

fn settings(model: &PhraseModel, floor: Floor) -> Vec<(&'static str, String)> {
    let settings = &model.counts().settings;
    let mut list = vec![
        ("pp", settings.pp.as_str().to_owned()),
        ("tags", settings.tags.as_str().to_owned()),
        ("K", settings.longest.to_string()),
        ("tau", settings.tau.to_string()),
        ("m0", settings.pseudo.to_string()),
    ];
    list.extend(floor.get().map(|floor| ("floor", floor.to_string())));
    list
}

fn rules(
    model: &PhraseModel,
    plan: &Evaluation<'_>,
    tally: &EvaluationTally,
    kind: ModelKind,
) -> Vec<RuleRow> {
    let (counts, estimates) = (model.counts(), model.estimates());
    let rows = plan.rules(tally, kind, RULES).into_iter().filter_map(|blame| {
        let rule = counts.rules.get(blame.rule)?;
        Some(RuleRow {
            category: counts.inventory.name(rule.category).to_owned(),
            tags: rule.tags.iter().map(|&tag| counts.tags.name(tag).to_owned()).collect(),
            bits: blame.bits,
            found: rule.found.all,
            true_ones: rule.found.true_ones,
            probability: *estimates.ruled.as_ref()?.rules.get(blame.rule)?,
        })
    });
    rows.collect()
}
