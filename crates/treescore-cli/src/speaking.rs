//! From options to how the words of speech are aligned, and back from a signature.

use std::path::PathBuf;

use treescore::align::OneSided;
use treescore::align::sequence::Costs;
use treescore::prepare::Recipe;
use treescore::read::columns::{Columns, ColumnsError};
use treescore::read::{Corpus, OpenError};
use treescore::run::{Alignment, Chunk, Signature, WordAlignment};

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
    #[error("--side pairs files: {gold} has {ours}, {system} has {theirs}")]
    Files { gold: String, ours: usize, system: String, theirs: usize },
    #[error("--word-alignment must be given once for each system: systems {systems}, alignments {files}")]
    Number { systems: usize, files: usize },
    #[error(
        "--word-alignment needs a file for each conversation side: {name} has {files}, sides are {sides}"
    )]
    Sides { name: String, files: usize, sides: usize },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Columns(#[from] ColumnsError),
    #[error(
        "this signature was made with word alignments of another program: give them again, with --word-alignment"
    )]
    Missing,
    #[error("this signature was made {0}: leave the option out")]
    Other(&'static str),
    #[error("this signature was made with {key}:{value}, and {option} gives {found}")]
    Differs { key: &'static str, value: String, option: &'static str, found: String },
    #[error("`{value}` in the signature is no value of {key}")]
    Value { key: &'static str, value: String },
}

/// How words are aligned, if they are.
pub(crate) fn alignment(
    args: &SpeechArgs,
    one_sided: Option<&str>,
    has_times: bool,
) -> Result<Option<Alignment>, SpeechError> {
    if !args.side && !args.word_alignment.is_empty() {
        return Err(SpeechError::WithoutSide);
    }
    if !args.is_asked() {
        return args.given().map_or(Ok(None), |option| Err(SpeechError::Unused(option)));
    }
    if args.time_slack.is_some() && !has_times {
        return Err(SpeechError::SlackWithoutTimes);
    }
    if args.time_slack.is_some_and(|slack| !(slack >= 0.0 && slack.is_finite())) {
        return Err(SpeechError::Slack);
    }
    let usual = WordAlignment::new(if args.side { Chunk::Side } else { Chunk::Utterance });
    Ok(Some(Alignment::Words(WordAlignment {
        costs: args.word_costs.unwrap_or(usual.costs),
        one_sided: one_sided.and_then(|value| value.parse().ok()).unwrap_or(usual.one_sided),
        slack: args.time_slack.unwrap_or(usual.slack),
        has_times,
        ..usual
    })))
}

/// The same with so much memory for the words of one pair.
pub(crate) fn with_memory(alignment: Option<Alignment>, memory: Option<u64>) -> Option<Alignment> {
    match (alignment, memory) {
        (Some(Alignment::Words(words)), Some(memory)) => {
            Some(Alignment::Words(WordAlignment { memory, ..words }))
        }
        (alignment, _) => alignment,
    }
}

/// The same for one system: with its own word alignments, if there are any.
pub(crate) fn of_system(
    alignment: Option<&Alignment>,
    files: Option<&PathBuf>,
    sides: usize,
) -> Result<Option<Alignment>, SpeechError> {
    let (Some(Alignment::Words(words)), Some(path)) = (alignment, files) else {
        return Ok(alignment.cloned());
    };
    let corpus = Corpus::find(path)?;
    let files = corpus.documents().len();
    if files != sides {
        return Err(SpeechError::Sides { name: corpus.name().to_owned(), files, sides });
    }
    let columns = corpus.documents().iter().map(Columns::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Alignment::Words(WordAlignment { columns: Some(columns.into()), ..words.clone() })))
}

/// Are there as many word alignments as systems, or none?
pub(crate) fn check_number(args: &SpeechArgs, systems: usize) -> Result<(), SpeechError> {
    match args.word_alignment.len() {
        0 => Ok(()),
        files if files == systems => Ok(()),
        files => Err(SpeechError::Number { systems, files }),
    }
}

/// Was a score made with word times, which must then be given again?
pub(crate) fn needs_times(signature: &Signature) -> bool {
    signature.index == "time" || signature.settings.iter().any(|(key, _)| key == "slack")
}

/// The recipe that is used for speech if none is asked for.
pub(crate) fn usual_recipe() -> Recipe {
    Recipe::named("speech").unwrap_or_default()
}

/// What a signature says about words that were aligned, if they were. Options must not say otherwise.
pub(crate) fn of_signature(
    args: &SpeechArgs,
    one_sided: Option<&str>,
    signature: &Signature,
) -> Result<Option<Alignment>, SpeechError> {
    let Ok(chunk) = signature.index.parse::<Chunk>() else {
        if args.is_asked() {
            return Err(SpeechError::Other("without --side and --utterances"));
        }
        return alignment(args, one_sided, false);
    };
    if (args.side && chunk != Chunk::Side) || (args.utterances && chunk != Chunk::Utterance) {
        return Err(SpeechError::Other(if args.side { "without --side" } else { "without --utterances" }));
    }
    let value =
        |key: &str| signature.settings.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone());
    if value(WordAlignment::BY).is_some() == args.word_alignment.is_empty() {
        let is_missing = args.word_alignment.is_empty();
        return Err(if is_missing {
            SpeechError::Missing
        } else {
            SpeechError::Other("without --word-alignment")
        });
    }
    let usual = WordAlignment::new(chunk);
    let wrong = |key: &'static str, value: String| SpeechError::Value { key, value };
    let costs = match value("word-costs") {
        Some(text) => costs(&text, '/').ok_or_else(|| wrong("word-costs", text))?,
        None => usual.costs,
    };
    let slack = value("slack").map(|text| text.parse().map_err(|_| wrong("slack", text))).transpose()?;
    let said = value("one-sided").map(|text| text.parse::<OneSided>().map_err(|()| wrong("one-sided", text)));
    let made = WordAlignment {
        costs,
        slack: slack.unwrap_or(usual.slack),
        has_times: slack.is_some(),
        one_sided: said.transpose()?.unwrap_or(usual.one_sided),
        ..usual
    };
    agree(args, one_sided, &made)?;
    Ok(Some(Alignment::Words(made)))
}

/// Options beside a signature must say what it says.
fn agree(args: &SpeechArgs, one_sided: Option<&str>, made: &WordAlignment) -> Result<(), SpeechError> {
    let text = |Costs { substitute, insert, delete }| format!("{substitute}/{insert}/{delete}");
    let costs = args.word_costs.map(|found| ("word-costs", "--word-costs", text(made.costs), text(found)));
    let slack =
        args.time_slack.map(|found| ("slack", "--time-slack", made.slack.to_string(), found.to_string()));
    let one_sided = one_sided
        .map(|found| ("one-sided", "--one-sided", made.one_sided.as_str().to_owned(), found.to_owned()));
    for (key, option, value, found) in [costs, slack, one_sided].into_iter().flatten() {
        if value != found {
            return Err(SpeechError::Differs { key, value, option, found });
        }
    }
    Ok(())
}

/// The value of `--word-costs`.
pub(crate) fn costs_of_option(text: &str) -> Result<Costs, &'static str> {
    costs(text, ',').ok_or("give three whole numbers with commas between, for example 4,3,3")
}

fn costs(text: &str, separator: char) -> Option<Costs> {
    let mut numbers = text.split(separator).map(str::parse);
    let mut next = || numbers.next()?.ok();
    let costs = Costs { substitute: next()?, insert: next()?, delete: next()? };
    numbers.next().is_none().then_some(costs)
}
