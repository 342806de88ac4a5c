//! From options to how the words of speech are aligned, and back from a signature.

use std::path::PathBuf;

use treescore::align::sequence::Costs;
use treescore::read::columns::{ColumnsError, WordColumns};
use treescore::read::{Corpus, OpenError};
use treescore::run::SideColumns;
use treescore::setup::{AlignedBy, Pairing, Signature, WordAlignment, costs_as_text, costs_of_text};

use crate::args::speech::SpeechArgs;

/// Why words cannot be aligned as asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpeechError {
    #[error("{0} goes with --side or --utterances")]
    Unused(&'static str),
    #[error("--word-alignment goes with --side")]
    WithoutSide,
    #[error("--time-slack goes with --gold-times and --system-times")]
    SlackWithoutTimes,
    #[error("--time-slack is a number of seconds, for example 0.5")]
    Slack,
    #[error("--pair-by has no meaning with --side: a pair is a file")]
    PairBy,
    #[error("--side pairs files: {gold} has {gold_files}, {system} has {system_files}")]
    Files { gold: String, gold_files: usize, system: String, system_files: usize },
    #[error("--word-alignment must be given once for each system: systems {systems}, alignments {files}")]
    Number { systems: usize, files: usize },
    #[error(
        "--word-alignment needs a file for each conversation side: {name} has {files}, sides are {sides}"
    )]
    Sides { name: String, files: usize, sides: usize },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    WordColumns(#[from] ColumnsError),
    #[error(
        "this signature was made with word alignments of another program: give them again, with --word-alignment"
    )]
    Missing,
    #[error("this signature was made {0}: leave the option out")]
    Other(&'static str),
    #[error("this signature was made with {key}:{value}, and {option} gives {found}")]
    Differs { key: &'static str, value: String, option: &'static str, found: String },
}

/// What a pair is made of, if words of speech are aligned; else trees in order.
pub(crate) fn pairing(
    args: &SpeechArgs,
    one_sided: Option<&str>,
    has_times: bool,
) -> Result<Pairing, SpeechError> {
    if !args.side && !args.word_alignment.is_empty() {
        return Err(SpeechError::WithoutSide);
    }
    if !args.is_asked() {
        return args.given().map_or(Ok(Pairing::InOrder), |option| Err(SpeechError::Unused(option)));
    }
    if args.time_slack.is_some() && !has_times {
        return Err(SpeechError::SlackWithoutTimes);
    }
    if args.time_slack.is_some_and(|slack| !(slack >= 0.0 && slack.is_finite())) {
        return Err(SpeechError::Slack);
    }
    let usual = WordAlignment::default();
    let words = WordAlignment {
        by: if args.word_alignment.is_empty() { AlignedBy::Costs } else { AlignedBy::File },
        costs: args.word_costs.unwrap_or(usual.costs),
        one_sided: one_sided.and_then(|value| value.parse().ok()).unwrap_or(usual.one_sided),
        slack: args.time_slack.unwrap_or(usual.slack),
        ..usual
    };
    Ok(if args.side { Pairing::Sides(words) } else { Pairing::Utterances(words) })
}

/// The word alignments of one system, if there are any.
pub(crate) fn columns(path: Option<&PathBuf>, sides: usize) -> Result<Option<SideColumns>, SpeechError> {
    let Some(path) = path else { return Ok(None) };
    let corpus = Corpus::find(path)?;
    let files = corpus.documents().len();
    if files != sides {
        return Err(SpeechError::Sides { name: corpus.name().to_owned(), files, sides });
    }
    let columns = corpus.documents().iter().map(WordColumns::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(columns.into()))
}

/// Are there as many word alignments as systems, or none?
pub(crate) fn check_number(args: &SpeechArgs, systems: usize) -> Result<(), SpeechError> {
    match args.word_alignment.len() {
        0 => Ok(()),
        files if files == systems => Ok(()),
        files => Err(SpeechError::Number { systems, files }),
    }
}

/// Options must not say anything else than a signature does.
pub(crate) fn check_signature(
    args: &SpeechArgs,
    one_sided: Option<&str>,
    signature: &Signature,
) -> Result<(), SpeechError> {
    let is = |index: &str| signature.index == index;
    let is_speech = is(Pairing::SIDE) || is(Pairing::UTTERANCE);
    if !is_speech {
        return match args.given() {
            _ if args.is_asked() => Err(SpeechError::Other("without --side and --utterances")),
            _ if !args.word_alignment.is_empty() => Err(SpeechError::WithoutSide),
            Some(option) => Err(SpeechError::Unused(option)),
            None => Ok(()),
        };
    }
    if args.side && !is(Pairing::SIDE) {
        return Err(SpeechError::Other("without --side"));
    }
    if args.utterances && !is(Pairing::UTTERANCE) {
        return Err(SpeechError::Other("without --utterances"));
    }
    match (signature.has_word_alignment(), args.word_alignment.is_empty()) {
        (true, true) => Err(SpeechError::Missing),
        (false, false) => Err(SpeechError::Other("without --word-alignment")),
        _ => agree(args, one_sided, signature),
    }
}

fn agree(args: &SpeechArgs, one_sided: Option<&str>, signature: &Signature) -> Result<(), SpeechError> {
    let usual = WordAlignment::default();
    let said = |key: &str, usual: String| {
        let found = signature.settings.iter().find(|(other, _)| other == key);
        found.map_or(usual, |(_, value)| value.clone())
    };
    let costs = args.word_costs.map(|found| {
        ("word-costs", "--word-costs", said("word-costs", costs_as_text(usual.costs)), costs_as_text(found))
    });
    let slack = args
        .time_slack
        .map(|found| ("slack", "--time-slack", said("slack", usual.slack.to_string()), found.to_string()));
    let one_sided = one_sided.map(|found| {
        let usual = usual.one_sided.as_str().to_owned();
        ("one-sided", "--one-sided", said("one-sided", usual), found.to_owned())
    });
    for (key, option, value, found) in [costs, slack, one_sided].into_iter().flatten() {
        if value != found {
            return Err(SpeechError::Differs { key, value, option, found });
        }
    }
    Ok(())
}

/// The value of `--word-costs`.
pub(crate) fn costs_of_option(text: &str) -> Result<Costs, &'static str> {
    costs_of_text(text, ',').ok_or("give three whole numbers with commas between, for example 4,3,3")
}
