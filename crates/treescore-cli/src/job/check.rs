//! What cannot be had together, told before anything is read.

use std::path::{Path, PathBuf};

use treescore::measure::Index;
use treescore::read::{Corpus, Document, Syntax};
use treescore::report::Format;
use treescore::run::{Alignment, Chunk, Rows};

use super::{Configuration, Configured, Corpora, JobError, make, names};
use crate::args::{PairBy, ScoreArgs};
use crate::output::is_same_file;
use crate::{aligning, recipes, speaking, timing};

/// The output must not be one of the inputs.
pub(super) fn output(args: &ScoreArgs, Corpora { gold, systems }: &Corpora) -> Result<(), JobError> {
    match args.output.as_ref().filter(|path| path.is_file()) {
        Some(output)
            if systems.iter().chain([gold]).any(|corpus| corpus.holds(output))
                || other_inputs(args).any(|input| is_same_file(input, output)) =>
        {
            Err(JobError::OutputIsInput(output.clone()))
        }
        _ => Ok(()),
    }
}

/// Options, measures and files must go together.
pub(super) fn configuration(
    args: &ScoreArgs,
    corpora: &Corpora,
    configuration: &Configuration,
) -> Result<(), JobError> {
    let configured = &configuration.each;
    match &configuration.alignment {
        Some(Alignment::Text(_)) => alignment(args, configured)?,
        Some(Alignment::Words(words)) => {
            one_sided(args, configured)?;
            speech(args, words.chunk, corpora)?;
        }
        None if args.align.one_sided.is_some() => {
            return Err(aligning::AlignError::Unused("--one-sided").into());
        }
        None => {}
    }
    times(args, configuration)?;
    let is_stdin = corpora.systems.iter().chain([&corpora.gold]).any(Corpus::is_stdin);
    if is_stdin && configured.len() > 1 {
        return Err(JobError::StdinMeasures);
    }
    for (measure, _) in configured {
        if args.detail && !measure.maps() {
            return Err(JobError::NoMapping { measure: measure.name() });
        }
        if args.pair_by == Some(PairBy::Tree) && measure.syntax().is_by_line() {
            return Err(JobError::PairByTree { measure: measure.name() });
        }
    }
    Ok(())
}

/// Times must be of use.
fn times(args: &ScoreArgs, configuration: &Configuration) -> Result<(), JobError> {
    let mut indexes = configuration.each.iter().map(|(measure, _)| measure.index());
    let is_used = matches!(configuration.alignment, Some(Alignment::Words(_)))
        || indexes.any(|index| index == Index::Intervals);
    if args.times.gold_times.is_some() && !is_used {
        return Err(JobError::TimesUnused);
    }
    match args.times.how.given().filter(|_| args.times.gold_times.is_none()) {
        Some(option) => Err(JobError::TimesOption(option)),
        None => Ok(()),
    }
}

/// What cannot be had together with alignment.
fn alignment(args: &ScoreArgs, configured: &[Configured]) -> Result<(), JobError> {
    let measures = || configured.iter().map(|(measure, _)| measure);
    if args.times.gold_times.is_some() {
        return Err(aligning::AlignError::Times.into());
    }
    if args.pair_by.is_some() {
        return Err(aligning::AlignError::PairBy.into());
    }
    if measures().any(|measure| measure.syntax() == Syntax::Json) {
        return Err(aligning::AlignError::Json.into());
    }
    one_sided(args, configured)
}

/// Words of one side matter to measures over words only.
fn one_sided(args: &ScoreArgs, configured: &[Configured]) -> Result<(), JobError> {
    let measures = || configured.iter().map(|(measure, _)| measure);
    if args.align.one_sided.is_some() && measures().all(|measure| measure.index() != Index::Words) {
        let measures = names(measures().map(|measure| measure.name()));
        return Err(JobError::Option { option: "--one-sided", measures });
    }
    Ok(())
}

/// What cannot be had together with speech.
fn speech(args: &ScoreArgs, chunk: Chunk, Corpora { gold, systems }: &Corpora) -> Result<(), JobError> {
    speaking::check_number(&args.speech, systems.len())?;
    let is_stdin = systems.iter().chain([gold]).any(Corpus::is_stdin);
    let given = args.speech.word_alignment.iter().filter(|path| path.as_os_str() == "-").count();
    if given + usize::from(is_stdin) > 1 {
        return Err(JobError::Stdin(given + usize::from(is_stdin)));
    }
    if chunk != Chunk::Side {
        return Ok(());
    }
    if args.pair_by.is_some() {
        return Err(speaking::SpeechError::PairBy.into());
    }
    let files = |corpus: &Corpus| corpus.documents().len();
    let (gold_name, ours) = (gold.name().to_owned(), files(gold));
    match systems.iter().find(|system| files(system) != ours) {
        Some(system) => Err(speaking::SpeechError::Files {
            gold: gold_name,
            ours,
            system: system.name().to_owned(),
            theirs: files(system),
        }
        .into()),
        None => Ok(()),
    }
}

/// An option that none of the measures has is an error: it would be ignored.
pub(super) fn options(args: &ScoreArgs, measures: &[String]) -> Result<(), JobError> {
    for (option, key, value) in args.own.settings()? {
        let is_unknown =
            |name: &String| make(name).is_ok_and(|mut measure| matches!(measure.set(key, &value), Ok(false)));
        let is_of_speech = option == "--memory" && args.speech.is_asked();
        if !is_of_speech && measures.iter().all(is_unknown) {
            return Err(JobError::Option { option, measures: measures.join(", ") });
        }
    }
    Ok(())
}

/// Files that are read beside the trees, and lists of files.
fn other_inputs(args: &ScoreArgs) -> impl Iterator<Item = &Path> {
    let recipe = args.recipe.as_deref().map(recipes::file);
    let times = args.times.gold_times.iter().chain(&args.times.system_times).chain(&args.times.how.ids);
    let trees = args.gold.iter().chain(&args.systems);
    let read = times.chain(trees).chain(&args.own.types).map(|path| timing::first_read(path));
    let heads = args.own.heads.as_deref().map(Path::new);
    let alignments = args.speech.word_alignment.iter().map(|path| timing::first_read(path));
    read.chain(recipe).chain(heads).chain(args.align.text.files()).chain(alignments)
}

/// Which pairs are told of one by one.
pub(super) fn rows(args: &ScoreArgs, format: Format) -> Result<Rows, JobError> {
    let rows = match args.pair {
        Some(_) if !args.per_sentence && !args.detail => return Err(JobError::PairWithoutRows),
        Some(pair) => Rows::One(pair),
        None if args.per_sentence || args.detail => Rows::All,
        None => Rows::None,
    };
    if rows != Rows::None && matches!(format, Format::Markdown | Format::Latex) {
        return Err(JobError::PerSentence(format));
    }
    if matches!(format, Format::Markdown | Format::Latex) && (args.by.is_some() || args.refused) {
        let option = if args.refused { "--refused" } else { "--by" };
        return Err(JobError::NoPlace { option, format });
    }
    if format == Format::Csv && args.refused {
        return Err(JobError::NoPlace { option: "--refused", format });
    }
    if args.detail && format == Format::Csv {
        return Err(JobError::Detail);
    }
    if rows != Rows::None && format == Format::Csv && args.measure.len() > 1 {
        return Err(JobError::PerSentenceCsv);
    }
    Ok(rows)
}

/// Two folders must hold the same files, apart from their extensions.
pub(crate) fn same_files(gold: &Corpus, system: &Corpus) -> Result<(), JobError> {
    if gold.documents().len() < 2
        || system.documents().len() < 2
        || gold.name().starts_with('@')
        || system.name().starts_with('@')
    {
        return Ok(());
    }
    let stems = |corpus: &Corpus| -> Vec<PathBuf> { corpus.documents().iter().map(Document::stem).collect() };
    let (ours, theirs) = (stems(gold), stems(system)); // in order: the first that is not in both is where they part
    let alone = ours.iter().zip(&theirs).find(|(a, b)| a != b).map(|(a, b)| a.min(b)).or_else(|| {
        let longer = if ours.len() > theirs.len() { &ours } else { &theirs };
        longer.get(ours.len().min(theirs.len()))
    });
    match alone {
        Some(stem) => Err(JobError::Folders {
            gold: gold.name().to_owned(),
            system: system.name().to_owned(),
            missing: stem.display().to_string(),
        }),
        None => Ok(()),
    }
}
