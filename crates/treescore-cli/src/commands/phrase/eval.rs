//! `treescore phrase eval MODEL TREES`: what trained models know about trees.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use treescore::run::Rows;
use treescore_phrase::Floor;
use treescore_phrase::models::{Evaluation, EvaluationTally, ModelKind, PhraseModel};
use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, RuleRow, SequenceScores, sentence};
use treescore_phrase::run::Evaluating;

use super::Failure;
use super::over::{Threads, Trees, chunker, find, read_model};
use super::reading::{floor, range};
use super::results::{Results, blame};
use crate::output::Output;
use crate::{interrupt, terminal};

/// Rules that are shown.
const RULES: usize = 50;

/// The arguments of `treescore phrase eval`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  treescore phrase eval model.json test.trees                models 0, 1, XK, G, C, and S on G
  treescore phrase eval model.json test.trees --models G,C --blame category,rule
  treescore phrase eval model.json all.trees --range 2365:3914 --base C --json report.json

Exit status: 0 fine, 1 something is not a tree, 2 could not evaluate.")]
pub(crate) struct EvalCommand {
    /// A model: what treescore phrase train has written
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// Trees: a file, a folder, @LIST (a file that names files) or - for standard input
    #[arg(value_name = "TREES")]
    trees: PathBuf,

    /// Only trees a to b-1 of those that have words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = range)]
    range: Option<Range<u64>>,

    /// Which models, with commas between: 0, 1, XK, G, C, S; without, all that the model file can serve as
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = PossibleValuesParser::new(["0", "1", "XK", "G", "C", "S"]))]
    models: Vec<String>,

    /// The model under S, and the one that --blame and --reliability are about; without, G, or the last of --models
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ModelKind::VALUES))]
    base: Option<String>,

    /// What the bits are spent on
    #[arg(long, value_delimiter = ',', value_name = "WHAT", value_parser = PossibleValuesParser::new(["category", "length", "event", "coverage", "rule"]))]
    blame: Vec<String>,

    /// No probability is less than this, or more than 1 less this
    #[arg(long, value_name = "E", value_parser = floor)]
    floor: Option<Floor>,

    /// Also write a line of JSON for each sentence to this file
    #[arg(long, value_name = "FILE")]
    per_sentence: Option<PathBuf>,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    threads: Threads,
}

/// Which models are measured.
struct Asked {
    kinds: Vec<ModelKind>,
    /// The model under S, if S is measured.
    base: Option<ModelKind>,
    /// The model under S, or what it would be.
    of_base: ModelKind,
    /// The model that is looked at closely; none if that is one which is not measured.
    blamed: Option<ModelKind>,
}

impl EvalCommand {
    fn asked(&self, model: &PhraseModel) -> Asked {
        let has_second = model.counts().second.is_some();
        let best = if has_second { ModelKind::G } else { ModelKind::Xk };
        let base = self.base.as_deref().and_then(|name| name.parse().ok()).unwrap_or(best);
        let is_asked = |name: &str| self.models.iter().any(|asked| asked == name);
        let all = ModelKind::VALUES.iter().filter_map(|name| name.parse().ok());
        let kinds: Vec<ModelKind> = all
            .filter(|kind: &ModelKind| {
                if self.models.is_empty() { has_second || !kind.has_rules() } else { is_asked(kind.as_str()) }
            })
            .collect();
        let has_base = self.base.is_some() || is_asked("S");
        let other = kinds.last().copied().filter(|_| !has_base);
        let blamed = if kinds.contains(&base) { Some(base) } else { other };
        let under = (self.models.is_empty() || is_asked("S")).then_some(base);
        Asked { kinds, base: under, of_base: base, blamed }
    }

    /// Refuses what is asked about a model that is not measured, or has none of it.
    fn check_blame(&self, asked: &Asked) -> Result<(), Failure> {
        if self.blame.is_empty() && self.results.reliability.is_none() {
            return Ok(());
        }
        let blamed = asked.blamed.ok_or(Failure::BaseNotMeasured(asked.of_base.as_str()))?;
        let needs_rules = self.blame.iter().any(|blame| blame == "rule" || blame == "coverage");
        if needs_rules && !blamed.has_rules() { Err(Failure::NoRules(blamed.as_str())) } else { Ok(()) }
    }
}

/// Runs the command.
pub(super) fn run(args: &EvalCommand) -> Result<ExitCode, Failure> {
    let (model_file, corpus) = find(&args.model, &args.trees)?;
    let model = read_model(&model_file)?;
    args.results.check(args.per_sentence.as_deref(), &[&corpus, &model_file])?;
    let asked = args.asked(&model);
    let floor = args.floor.unwrap_or(Floor::NONE);
    let mut plan = Evaluation::new(&model, asked.kinds.clone(), asked.base, floor)?;
    args.check_blame(&asked)?;
    if args.blame.iter().any(|blame| blame == "rule") {
        plan = plan.blaming_rules();
    }
    interrupt::watch();
    let (chunker, style, range) =
        (chunker(&model), terminal::messages(&args.results.look), args.range.clone());
    let trees = Trees { corpus: &corpus, range, chunker: &chunker, style: &style, threads: args.threads };
    let mut rows = args.per_sentence.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let work = Evaluating { plan: &plan, rows: if rows.is_some() { Rows::All } else { Rows::None } };
    let (mut tally, mut failed) = (EvaluationTally::default(), None);
    let inventory = &model.counts().inventory;
    let faulty = trees.over("evaluating", &work, |part| {
        tally += std::mem::take(&mut part.tally);
        failed = failed.take().or(part.failed.take());
        let Some(rows) = &mut rows else { return Ok(()) };
        part.rows.iter().try_for_each(|row| rows.write_all(sentence(row, &plan, inventory).as_bytes()))?;
        Ok(())
    })?;
    if interrupt::asked() {
        return Ok(ExitCode::from(130)); // dropped unfinished: no half-written files
    }
    if let Some(error) = failed {
        return Err(error.into());
    }
    let report = report(&model, &plan, &tally, asked.blamed, floor);
    args.results.write(&report, inventory, &blame(&args.blame), report.blamed.as_deref())?;
    rows.map_or(Ok(()), Output::finish)?;
    Ok(ExitCode::from(u8::from(faulty > 0)))
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
