//! `treescore vote SYSTEM SYSTEM…`: the trees that agree best with those of the other systems.

use std::io::Write;
use std::path::PathBuf;

use clap::Arg;
use treescore::front::{NbestError, Vote, Voted};
use treescore::read::Corpus;
use treescore::report::number::{count, counted};
use treescore::report::{self, Format, build};
use treescore::run::{Input, Plan, Rows, RunError, score};
use treescore::write::trees::{TreeFormat, TreeWriter};

use super::convert::target;
use super::of_score::OfScoreError;
use super::rivals;
use super::score::ScoreError;
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::job::Job;
use crate::messages::Messages;
use crate::output::{Output, is_read};
use crate::status::Status;
use crate::terminal;
use crate::watch::{Follow, SHOWN};

const VOTE: &str = "Vote";

/// Options of scores that are about results as figures, or about sides.
const REFUSED: [&str; 6] =
    ["format", "spreadsheet", "gold_input", "system_input", "gold_encoding", "system_encoding"];

/// The arguments of `treescore vote`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| rivals::hide(describe(arg), &REFUSED, &[])),
    before_help = "\
Examples:
  treescore vote heron.trees plover.trees wren.trees -o best.trees
  treescore vote a.trees b.trees c.trees -m struct-iou --to json
  treescore vote a.trees b.trees c.trees -o best.trees --gold gold.trees",
    after_help = "\
Of each sentence, the tree with the highest mean agreement with the trees of the other systems is written (minimum Bayes \
risk); of equals, that of the system named first.
Exit status: 0 all sentences written, 1 some left out, 2 could not write."
)]
pub(crate) struct VoteCommand {
    #[command(flatten)]
    score: ScoreArgs,

    /// Format to write: brackets (default), discbracket, export, json or conllu
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, value_parser = target(), help_heading = VOTE)]
    to: Option<TreeFormat>,

    /// Score what was chosen beside the systems; needs -o FILE for the trees
    #[arg(long = "gold", value_name = "FILE", value_parser = crate::args::input(), help_heading = VOTE)]
    against: Option<PathBuf>,
}

/// Words options of scores that mean something else here.
fn describe(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "gold" => arg
            .value_name("SYSTEM")
            .help("Trees of the first system: a file, a folder, @LIST or - for standard input"),
        "systems" => arg.help("Trees of the other systems, for the same sentences"),
        "measure" => arg.value_name("NAME").help("Measure of agreement (list: treescore measures)"),
        "output" => arg.help("Write the trees to a file, complete or not at all"),
        _ => arg,
    }
}

/// Why there was no vote.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VoteFailure {
    #[error(transparent)]
    OfScore(#[from] OfScoreError),
    #[error("agreement is by one measure, but --measure names {0}: name one")]
    Measures(usize),
    #[error("--gold prints scores, so that the trees need a file of their own: add -o FILE")]
    Output,
    #[error(transparent)]
    Lists(#[from] NbestError),
}

/// Runs the command.
pub(crate) fn run(args: &VoteCommand) -> Status {
    match vote(args) {
        Ok(status) => status,
        Err(VoteFailure::OfScore(error)) => error.fail(&args.score, "vote"),
        Err(error) => {
            Messages::plain(args.score.look.quiet).fail(&error, "vote");
            Status::from(match &error {
                VoteFailure::Lists(error) => rivals::status_of(error),
                _ => 2,
            })
        }
    }
}

/// Refuses options that have no effect, and makes the plan, whose gold is the first system.
fn plan_of(args: &VoteCommand) -> Result<Job, VoteFailure> {
    let scoring = &args.score;
    let own = [
        ("--format", scoring.format.is_some()),
        ("--spreadsheet", scoring.spreadsheet),
        ("--gold-input", scoring.files.gold_input.is_some()),
        ("--system-input", !scoring.files.system_input.is_empty()),
    ];
    if let Some(option) = scoring.files.encodings.first_given() {
        return Err(OfScoreError::Option { option, command: "vote" }.into());
    }
    rivals::refuse(scoring, &own, &[], "vote")?;
    let job = Job::for_rows(scoring, Rows::None).map_err(ScoreError::from).map_err(OfScoreError::from)?;
    if job.plan.setups.len() > 1 {
        return Err(VoteFailure::Measures(job.plan.setups.len()));
    }
    if let Some(gold) = &args.against {
        let output = scoring.output.as_deref().ok_or(VoteFailure::Output)?;
        if is_read(gold, output) {
            let path = output.display().to_string();
            return Err(OfScoreError::IsOther { option: "--output", path }.into());
        }
    }
    Ok(job)
}

fn vote(args: &VoteCommand) -> Result<Status, VoteFailure> {
    let scoring = &args.score;
    let job = plan_of(args)?;
    let messages = Messages::new(&scoring.look);
    messages.warn_all(&job.notes);
    interrupt::watch();
    let mut output = Output::open(scoring.output.as_deref()).map_err(OfScoreError::from)?;
    let inputs = std::iter::once(&job.plan.gold).chain(&job.plan.systems);
    let mut corpora: Vec<Corpus> = inputs.filter_map(|input| input.corpus().cloned()).collect();
    Corpus::tell_apart(&mut corpora);
    let vote = Vote::read(&corpora, job.plan.setups[0].clone())?;
    scoring
        .files
        .all
        .check_effects(vote.facts())
        .map_err(|error| OfScoreError::from(ScoreError::from(error)))?;
    let mut follow = Follow::new(messages.progress(None));
    let voted = vote.choose(job.plan.threads, &mut follow);
    follow.finish();
    let voted = voted?;
    let left_out = write(args, &vote, &voted, (&messages, &mut output)).map_err(OfScoreError::from)?;
    let table = args.against.as_ref().map(|gold| scores(args, gold, &job, (&vote, &voted))).transpose()?;
    output.finish().map_err(OfScoreError::from)?;
    tell(&corpora, &voted, &messages);
    if let Some(table) = table {
        let mut standard = Output::open(None).map_err(OfScoreError::from)?;
        standard.write_all(table.as_bytes()).and_then(|()| standard.finish()).map_err(OfScoreError::from)?;
    }
    Ok(Status::from(u8::from(left_out > 0)))
}

/// Writes the chosen trees. Returns how many sentences have none, or one that the format cannot hold.
fn write(
    args: &VoteCommand,
    vote: &Vote,
    voted: &Voted,
    (messages, output): (&Messages, &mut Output),
) -> std::io::Result<u64> {
    let format = args.to.unwrap_or(TreeFormat::Brackets);
    let mut writer = TreeWriter::new(format);
    let (mut text, mut left_out) = (Vec::new(), 0);
    for sentence in 0..voted.chosen.len() {
        text.clear();
        let number = sentence as u64 + 1;
        let written = match vote.tree(voted, sentence) {
            Some((id, tree)) => writer.write(number, id, &tree, &mut text).map_err(|error| error.to_string()),
            None => Err("no system has a tree".to_owned()),
        };
        if let Err(why) = written {
            left_out += 1;
            // The trees after it keep their places.
            let consequence = match format {
                TreeFormat::Brackets => {
                    text.extend_from_slice(b"(())\n");
                    "`(())` is written for it"
                }
                _ => "it is left out",
            };
            if left_out <= SHOWN {
                messages.error(&format!("sentence {number}: {why}"), consequence);
            }
        }
        output.write_all(&text)?;
    }
    messages.count_hidden(left_out.saturating_sub(SHOWN));
    if left_out > 0 {
        let sentences = counted(voted.chosen.len() as u64, "sentence");
        messages.warn(&format!("{} of {sentences} without a tree", count(left_out)));
    }
    Ok(left_out)
}

/// Says how often each system was chosen.
fn tell(corpora: &[Corpus], voted: &Voted, messages: &Messages) {
    let systems = corpora.iter().zip(voted.times_chosen(corpora.len()));
    let shares: Vec<String> =
        systems.map(|(corpus, times)| format!("{} {}", corpus.short_name(), count(times))).collect();
    let sentences = counted(voted.chosen.len() as u64, "sentence");
    messages.note(&format!("{sentences}; chosen: {}", shares.join(", ")));
}

/// The scores of the systems and of what was chosen.
fn scores(
    args: &VoteCommand,
    gold: &std::path::Path,
    job: &Job,
    (vote, voted): (&Vote, &Voted),
) -> Result<String, VoteFailure> {
    let find = |path| Corpus::find(path).map_err(NbestError::from);
    let gold = find(gold)?.with_options(args.score.files.options(None));
    let mut systems: Vec<Input> = vote.systems().iter().cloned().map(Input::from).collect();
    systems.push(Input::from(vote.units(voted)));
    let plan = Plan { threads: job.plan.threads, ..Plan::new(gold.into(), systems, job.plan.setups.clone()) };
    let mut follow = Follow::new(Messages::new(&args.score.look).progress(None));
    let scored = score(&plan, &mut follow);
    follow.finish();
    let scored = scored.map_err(NbestError::from)?;
    if let Some(uneven) = scored.systems.iter().find_map(|system| system.uneven.clone()) {
        return Err(NbestError::from(RunError::Uneven(uneven)).into());
    }
    let style = terminal::result_style(&args.score.look, false);
    Ok(report::render(&build::report_without_statistics(&plan, &scored), Format::Table, &style))
}
