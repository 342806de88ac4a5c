//! Speech: from options to word alignment, and checks against a signature.

use std::path::{Path, PathBuf};

use treescore::align::sequence::Costs;
use treescore::read::columns::{ColumnsError, WordColumns};
use treescore::read::{Corpus, Document, OpenError};
use treescore::run::SideColumns;
use treescore::setup::{AlignedBy, Pairing, Signature, WordAlignment, format_costs};

use crate::args::speech::SpeechArgs;

/// Why recognised words cannot be aligned.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpeechError {
    #[error("{0} needs --side or --utterances")]
    Unused(&'static str),
    #[error("--word-alignment needs --side")]
    WithoutSide,
    #[error("--time-slack needs --gold-times and --system-times")]
    SlackWithoutTimes,
    #[error("--time-slack must be a number of seconds of at least 0, for example 0.5")]
    Slack,
    #[error("--pair-by cannot be used with --side, which pairs files: remove --pair-by")]
    PairBy,
    #[error("--side pairs files, but {gold} has {gold_files} and {system} has {system_files}")]
    Files { gold: String, gold_files: usize, system: String, system_files: usize },
    #[error("--word-alignment must be given once per system; systems: {systems}, alignments: {files}")]
    Number { systems: usize, files: usize },
    #[error("--word-alignment needs one file per conversation side: {name} has {files} for {sides} sides")]
    Sides { name: String, files: usize, sides: usize },
    #[error("no path for {tree}; sides in {name}: {sides}")]
    NoPath { tree: String, name: String, sides: String },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    WordColumns(#[from] ColumnsError),
    #[error("this signature needs word alignments by another program: add --word-alignment")]
    Missing,
    #[error("this signature was made {0}: remove the option")]
    Other(&'static str),
    #[error("this signature was made with {key}:{value}, but {option} gives {found}: remove {option}")]
    Differs { key: &'static str, value: String, option: &'static str, found: String },
}

/// What the options pair: files or utterances whose words are aligned, else trees in order.
pub(crate) fn pairing(
    args: &SpeechArgs,
    one_sided: Option<&str>,
    has_times: bool,
) -> Result<Pairing, SpeechError> {
    if !args.side && !args.word_alignment.is_empty() {
        return Err(SpeechError::WithoutSide);
    }
    if !args.aligns_words() {
        return args.first_given().map_or(Ok(Pairing::InOrder), |option| Err(SpeechError::Unused(option)));
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

/// Reads the word alignments of one system, if given: one file for each side, or one for all of them.
pub(crate) fn read_columns(
    path: Option<&PathBuf>,
    gold: &Corpus,
) -> Result<Option<SideColumns>, SpeechError> {
    let Some(path) = path else { return Ok(None) };
    let corpus = Corpus::find(path)?;
    let (files, sides) = (corpus.documents(), gold.documents());
    let stem = |side: &Document| {
        let name = side.name.strip_suffix(".gz").or(side.name.strip_suffix(".zst")).unwrap_or(&side.name);
        Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
    };
    let missing = |side: &Document, of_sides: Vec<String>, name: &str| {
        let (tree, name) = (side.name.clone(), name.to_owned());
        SpeechError::NoPath { tree, name, sides: of_sides.join(", ") }
    };
    let columns = match files {
        [one] if sides.len() > 1 => {
            let all = WordColumns::read(one)?;
            let of_sides = all.sides();
            if of_sides.is_empty() {
                let name = corpus.name().to_owned();
                return Err(SpeechError::Sides { name, files: 1, sides: sides.len() });
            }
            let side = |side| all.side(&stem(side)).ok_or_else(|| missing(side, of_sides.clone(), &one.name));
            sides.iter().map(side).collect::<Result<Vec<_>, _>>()?
        }
        _ if files.len() == sides.len() => {
            let side = |(file, side): (&Document, &Document)| {
                let columns = WordColumns::read(file)?;
                let of_sides = columns.sides();
                columns.for_file(&stem(side)).ok_or_else(|| missing(side, of_sides, &file.name))
            };
            files.iter().zip(sides).map(side).collect::<Result<Vec<_>, SpeechError>>()?
        }
        _ => {
            let name = corpus.name().to_owned();
            return Err(SpeechError::Sides { name, files: files.len(), sides: sides.len() });
        }
    };
    Ok(Some(columns.into()))
}

/// Checks that there is one word alignment per system, or none.
pub(crate) fn check_number(args: &SpeechArgs, systems: usize) -> Result<(), SpeechError> {
    match args.word_alignment.len() {
        0 => Ok(()),
        files if files == systems => Ok(()),
        files => Err(SpeechError::Number { systems, files }),
    }
}

/// Checks that options do not contradict a signature.
pub(crate) fn check_signature(
    args: &SpeechArgs,
    one_sided: Option<&str>,
    signature: &Signature,
) -> Result<(), SpeechError> {
    let is = |index: &str| signature.index == index;
    let is_speech = is(Pairing::SIDE) || is(Pairing::UTTERANCE);
    if !is_speech {
        return match args.first_given() {
            _ if args.aligns_words() => Err(SpeechError::Other("without --side and --utterances")),
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
        _ => check_values(args, one_sided, signature),
    }
}

/// Checks that the values of options are those of the signature.
fn check_values(
    args: &SpeechArgs,
    one_sided: Option<&str>,
    signature: &Signature,
) -> Result<(), SpeechError> {
    let usual = WordAlignment::default();
    let signed = |key: &str, usual: String| {
        let found = signature.settings.iter().find(|(other, _)| other == key);
        found.map_or(usual, |(_, value)| value.clone())
    };
    let costs = args.word_costs.map(|found| {
        ("word-costs", "--word-costs", signed("word-costs", format_costs(usual.costs)), format_costs(found))
    });
    let slack = args
        .time_slack
        .map(|found| ("slack", "--time-slack", signed("slack", usual.slack.to_string()), found.to_string()));
    let one_sided = one_sided.map(|found| {
        let usual = usual.one_sided.as_str().to_owned();
        ("one-sided", "--one-sided", signed("one-sided", usual), found.to_owned())
    });
    for (key, option, value, found) in [costs, slack, one_sided].into_iter().flatten() {
        if value != found {
            return Err(SpeechError::Differs { key, value, option, found });
        }
    }
    Ok(())
}

/// Parses the value of `--word-costs`.
pub(crate) fn parse_costs(text: &str) -> Result<Costs, &'static str> {
    treescore::setup::parse_costs(text, ',')
        .ok_or("give three whole numbers separated by commas, for example 4,3,3")
}
