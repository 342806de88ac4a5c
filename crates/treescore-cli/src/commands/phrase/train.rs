//! `treescore phrase train`: trains phrase models on trees.

use std::ops::Range;
use std::path::PathBuf;

use treescore::findings::{Finding, FindingId, Severity};
use treescore::read::Corpus;
use treescore::values::Advice;
use treescore_phrase::models::{ModelSettings, PhraseModel, SettingError, TagSource};
use treescore_phrase::run::{TrainingPass, TrainingSum};
use treescore_phrase::{Chunker, Inventory};

use super::Failure;
use super::chunk::ChunkHow;
use super::over::{Threads, Trees};
use super::reading::{check_output, parse_range};
use crate::args::number::{at_least_one, decimal};
use crate::args::{FindingArgs, Quiet, TreeFileArgs};
use crate::interrupt;
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;

/// The arguments of `treescore phrase train`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore phrase train --first train.trees --second more.trees -o model.json
  treescore phrase train --first all --first-range 0:1706 \\
      --second all --second-range 1706:2365 -o model.json
  treescore phrase train --first train.trees -o model.json  without G and C",
    after_help = "\
The rules and the tagger come from the first trees, the reliability of the rules from the second. Use \
different trees: on the same trees, rules look more reliable than they are.
Exit status: 0 all trees used, 1 some input is not a tree, 2 could not train."
)]
pub(crate) struct TrainCommand {
    /// Trees for chunks, rules and the tagger: a file, a folder or @LIST (a file that lists files)
    #[arg(long, value_name = "TREES")]
    first: PathBuf,

    /// Other trees, for the reliability of the rules; required by models G and C
    #[arg(long, value_name = "TREES")]
    second: Option<PathBuf>,

    /// Write the model to this file, complete or not at all
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    files: TreeFileArgs,

    /// Use only trees A to B-1 of the first trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    first_range: Option<Range<u64>>,

    /// Use only trees A to B-1 of the second trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range, requires = "second")]
    second_range: Option<Range<u64>>,

    /// Categories of chunks, separated by commas (default: those of the Penn Treebank, and Null)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    categories: Vec<String>,

    #[command(flatten)]
    how: ChunkHow,

    /// Source of tags: a tagger, with probabilities, or the trees
    #[arg(long, value_enum, value_name = "FROM", default_value_t = TagsArg::Tagger)]
    tags: TagsArg,

    /// Length from which chunks are counted together
    #[arg(long = "K", value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = at_least_one::<u32>)]
    longest: u32,

    /// Ignore tag sequences that are less probable than this
    #[arg(long, value_name = "P", default_value_t = 0.01, allow_negative_numbers = true, value_parser = decimal)]
    tau: f64,

    /// Pseudo-candidates at the more general rate, added to each estimate
    #[arg(long, value_name = "M", default_value_t = 1.0, allow_negative_numbers = true, value_parser = decimal)]
    pseudo: f64,

    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    quiet: Quiet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TagsArg {
    Tagger,
    Gold,
}

impl TrainCommand {
    fn settings(&self) -> ModelSettings {
        let tags = match self.tags {
            TagsArg::Tagger => TagSource::Tagger,
            TagsArg::Gold => TagSource::Gold,
        };
        ModelSettings {
            pp: self.how.options().pp,
            longest: self.longest,
            tau: self.tau,
            pseudo: self.pseudo,
            tags,
            ..ModelSettings::default()
        }
    }

    fn inventory(&self) -> Result<Inventory, Failure> {
        match &self.categories[..] {
            [] => Ok(Inventory::default()),
            names => Inventory::new(names.iter().map(|name| name.trim())).map_err(Failure::Categories),
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &TrainCommand) -> Result<Status, Failure> {
    let (settings, inventory) = (args.settings(), args.inventory()?);
    settings.check().map_err(name_option)?;
    let first = args.files.find(&args.first)?;
    let second = args.second.as_deref().map(|path| args.files.find(path)).transpose()?;
    let inputs: Vec<&Corpus> = [&first].into_iter().chain(&second).collect();
    if let Some(corpus) = inputs.iter().find(|corpus| corpus.is_stdin()) {
        return Err(Failure::ReadTwice(corpus.name().to_owned()));
    }
    check_output("--output", Some(&args.output), &inputs)?;
    interrupt::watch();
    let mut output = Output::open(Some(&args.output))?;
    let messages = Messages::plain(args.quiet);
    let chunker = Chunker::new(inventory.clone(), args.how.options());
    let trees = |corpus, range: &Option<Range<u64>>| Trees {
        corpus,
        range: range.clone(),
        chunker: &chunker,
        messages: &messages,
        findings: &args.findings,
        side: None,
        threads: args.threads,
    };
    let first = trees(&first, &args.first_range);
    let second = second.as_ref().map(|second| trees(second, &args.second_range));
    let (model, faulty) = train(&first, second.as_ref(), settings, inventory)?;
    if interrupt::is_requested() {
        return Ok(Status::from(130)); // the unfinished file is removed
    }
    model.save(&mut output)?;
    output.finish()?;
    Ok(Status::from(u8::from(faulty > 0)))
}

/// Names the option of a setting.
fn name_option(error: SettingError) -> Failure {
    let option = match error.name {
        "m" => "--pseudo",
        "tau" => "--tau",
        _ => "--K",
    };
    Failure::Setting { option, error }
}

/// Trains a model. Also returns the number of faulty trees.
fn train(
    first: &Trees<'_>,
    second: Option<&Trees<'_>>,
    settings: ModelSettings,
    inventory: Inventory,
) -> Result<(PhraseModel, u64), Failure> {
    let mut sum = TrainingSum::default();
    let mut add = |part: &mut TrainingSum| {
        sum.merge(std::mem::take(part));
        Ok(())
    };
    let pass = TrainingPass::First(&settings, &inventory);
    let (mut faulty, mut found) = first.process_and_find("counting", &pass, &mut add)?;
    if let Some(second) = second {
        let pass = TrainingPass::SecondTags(&settings, &inventory);
        let (more, of_second) = second.process_and_find("counting", &pass, &mut add)?;
        faulty += more;
        found = compare_encodings((first.corpus, found), (second.corpus, of_second));
    }
    first.findings.tell(found, None, first.messages).1?;
    let model = sum.model(inventory)?;
    let model = sum_pass(first, "finding rules", &TrainingPass::Rules(&model))?.improve(model)?;
    let Some(second) = second else { return Ok((model, faulty)) };
    let model = sum_pass(second, "testing rules", &TrainingPass::Second(&model))?.improve(model)?;
    Ok((model, faulty))
}

/// What is found about both sets of trees: words of two encodings are never the same.
fn compare_encodings(
    (first, mut found): (&Corpus, Vec<Finding>),
    (second, of_second): (&Corpus, Vec<Finding>),
) -> Vec<Finding> {
    let is_8bit = |finding: &Finding| finding.id == FindingId::Encoding8bit;
    let (odd, other) = match (found.iter().any(is_8bit), of_second.iter().any(is_8bit)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => {
            found.extend(of_second);
            return found;
        }
    };
    found.extend(of_second);
    found.retain(|finding| !is_8bit(finding));
    let message = format!("{} is not UTF-8, {} is", odd.name(), other.name());
    let mut finding = Finding::new(FindingId::EncodingDiffers, Severity::Warning, message);
    finding.help.push(Advice::Do("write both in one encoding"));
    found.push(finding);
    found
}

/// Sums up one more pass over the trees.
fn sum_pass(trees: &Trees<'_>, doing: &'static str, pass: &TrainingPass<'_>) -> Result<TrainingSum, Failure> {
    let mut sum = TrainingSum::default();
    trees.process_again(doing, pass, |part| sum.merge(std::mem::take(part)))?;
    Ok(sum)
}
