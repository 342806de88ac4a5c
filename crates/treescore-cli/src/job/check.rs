//! Checks of options that exclude each other, before anything is read.

use std::path::Path;

use treescore::measure::Index;
use treescore::read::{Corpus, Syntax};
use treescore::report::{Format, ScoreColumn};
use treescore::run::Rows;
use treescore::setup::{Pairing, Setup};

use super::{Corpora, JobError};
use crate::args::own::OwnSetting;
use crate::args::{DetailArg, PairBy, ScoreArgs};
use crate::output::{is_read, is_same_file};
use crate::{aligning, recipes, speaking, timing};

/// Checks that the output is not an input.
pub(super) fn output(args: &ScoreArgs, corpora: Option<&Corpora>) -> Result<(), JobError> {
    let mut sides = corpora.into_iter().flat_map(|Corpora { gold, systems }| systems.iter().chain([gold]));
    match args.output.as_ref().filter(|path| path.is_file()) {
        Some(output)
            if sides.any(|corpus| corpus.holds(output))
                || other_inputs(args).any(|input| is_same_file(input, output))
                || args.gold2.as_ref().is_some_and(|gold| is_read(gold, output)) =>
        {
            Err(JobError::OutputIsInput(output.clone()))
        }
        _ => Ok(()),
    }
}

/// Checks that options, measures and files fit together.
pub(super) fn setups(
    args: &ScoreArgs,
    format: Format,
    corpora: &Corpora,
    setups: &[Setup],
) -> Result<(), JobError> {
    let Some(first) = setups.first() else { return Ok(()) };
    match &first.pairing {
        Pairing::Text(_) => alignment(args, setups)?,
        Pairing::Sides(_) | Pairing::Utterances(_) => {
            one_sided(args, setups)?;
            speech(args, &first.pairing, corpora)?;
        }
        Pairing::InOrder if args.align.one_sided.is_some() => {
            return Err(JobError::OneSided);
        }
        Pairing::InOrder => {}
    }
    times(args, setups)?;
    average(args, setups)?;
    if args.wide && (setups.len() < 2 || format != Format::Table) {
        return Err(JobError::Wide);
    }
    detail(args, format, setups)?;
    for setup in setups {
        setup.check()?;
        if args.pair_by == Some(PairBy::Tree) && setup.measure.demands().syntax.is_by_line() {
            return Err(JobError::PairByTree { measure: setup.measure.info().name });
        }
    }
    Ok(())
}

/// Refuses tables of costs of anything but words, and where there is no room for them.
fn detail(args: &ScoreArgs, format: Format, setups: &[Setup]) -> Result<(), JobError> {
    let option = "--detail=table";
    if args.detail != Some(DetailArg::Table) {
        return Ok(());
    }
    if format != Format::Table {
        return Err(JobError::NotInFormat { option, format, usable: "table" });
    }
    let is_word = |setup: &Setup| setup.measure.info().name == "word";
    match setups {
        [setup] if is_word(setup) => Ok(()),
        several if several.iter().any(is_word) => Err(JobError::TableOfSeveral),
        _ => Err(JobError::Option { option, measures: measure_names(setups) }),
    }
}

/// Refuses a mean over sentences that is asked for and that no measure has.
fn average(args: &ScoreArgs, setups: &[Setup]) -> Result<(), JobError> {
    let is_given = args.set.iter().any(|setting| setting.starts_with("avg="));
    if is_given && setups.iter().all(|setup| setup.check_average().is_err()) {
        setups.iter().try_for_each(Setup::check_average)?;
    }
    Ok(())
}

/// Checks that given times are used.
fn times(args: &ScoreArgs, setups: &[Setup]) -> Result<(), JobError> {
    if args.times.gold_times.is_some() && setups.iter().all(|setup| setup.times.is_none()) {
        return Err(JobError::TimesUnused);
    }
    match args.times.first_given().filter(|_| args.times.gold_times.is_none()) {
        Some(option) => Err(JobError::TimesOption(option)),
        None => Ok(()),
    }
}

/// Refuses options that text alignment excludes.
fn alignment(args: &ScoreArgs, setups: &[Setup]) -> Result<(), JobError> {
    if args.times.gold_times.is_some() {
        return Err(aligning::AlignError::Times.into());
    }
    if args.pair_by.is_some() {
        return Err(aligning::AlignError::PairBy.into());
    }
    if setups.iter().any(|setup| setup.measure.demands().syntax == Syntax::Json) {
        return Err(aligning::AlignError::Json.into());
    }
    one_sided(args, setups)
}

/// Refuses `--one-sided` if no measure compares words.
fn one_sided(args: &ScoreArgs, setups: &[Setup]) -> Result<(), JobError> {
    if args.align.one_sided.is_some() && setups.iter().all(|setup| setup.index() != Index::Words) {
        return Err(JobError::Option { option: "--one-sided", measures: measure_names(setups) });
    }
    Ok(())
}

/// Lists the measures: `parseval, word or concept`.
fn measure_names(setups: &[Setup]) -> String {
    let names: Vec<&str> = setups.iter().map(|setup| setup.measure.info().name).collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Refuses options that do not fit recognised speech.
fn speech(args: &ScoreArgs, pairing: &Pairing, Corpora { gold, systems }: &Corpora) -> Result<(), JobError> {
    speaking::check_number(&args.speech, systems.len())?;
    let is_stdin = systems.iter().chain([gold]).any(Corpus::is_stdin);
    let given = args.speech.word_alignment.iter().filter(|path| path.as_os_str() == "-").count();
    if given + usize::from(is_stdin) > 1 {
        return Err(JobError::Stdin(given + usize::from(is_stdin)));
    }
    if !pairing.is_by_group() {
        return Ok(());
    }
    if args.pair_by.is_some() {
        return Err(speaking::SpeechError::PairBy.into());
    }
    let files = |corpus: &Corpus| corpus.documents().len();
    match systems.iter().find(|system| files(system) != files(gold)) {
        Some(system) => Err(speaking::SpeechError::Files {
            gold: gold.name().to_owned(),
            gold_files: files(gold),
            system: system.name().to_owned(),
            system_files: files(system),
        }
        .into()),
        None => Ok(()),
    }
}

/// Refuses an option that no measure has, which would be ignored.
pub(super) fn options(args: &ScoreArgs, own: &[OwnSetting], setups: &[Setup]) -> Result<(), JobError> {
    for OwnSetting { option, key, value } in own {
        let is_unknown = |setup: &Setup| matches!(setup.measure.clone().set(key, value), Ok(false));
        let is_of_speech = ["--memory", "--effort"].contains(option) && args.speech.aligns_words();
        if !is_of_speech && setups.iter().all(is_unknown) {
            return Err(JobError::Option { option, measures: measure_names(setups) });
        }
    }
    Ok(())
}

/// All files that are read: lists of trees, times, tables.
pub(super) fn other_inputs(args: &ScoreArgs) -> impl Iterator<Item = &Path> {
    let recipe = args.recipe.as_deref().map(recipes::file);
    let times = args.times.files();
    let trees = args.gold.iter().chain(&args.systems).chain(&args.gold2);
    let read = times.chain(trees).chain(&args.own.types).map(|path| timing::first_read(path));
    let heads = args.own.heads.as_deref().map(Path::new);
    let alignments = args.speech.word_alignment.iter().map(|path| timing::first_read(path));
    let keys = args.statistics.keys();
    read.chain(recipe).chain(heads).chain(args.align.text.files()).chain(alignments).chain(keys)
}

/// Refuses chosen columns that would be empty.
pub(super) fn columns(
    args: &ScoreArgs,
    columns: &[ScoreColumn],
    (systems, has_tests): (usize, bool),
) -> Result<(), JobError> {
    for (column, name) in columns.iter().zip(&args.shown_columns) {
        if column.is_about_differences() && systems < 2 {
            return Err(JobError::ColumnOfSeveral(name.clone()));
        }
        if column.is_about_statistics() && !has_tests {
            return Err(JobError::ColumnOfTests(name.clone()));
        }
    }
    Ok(())
}

/// Refuses what rows in a paper cannot show.
fn cite(args: &ScoreArgs, rows: Rows) -> Result<(), JobError> {
    let others = [
        ("--per-sentence and --detail", rows != Rows::None),
        ("--format", args.format.as_deref().is_some_and(|format| format != "latex")),
        ("--by", args.by.is_some()),
        ("--refused", args.refused),
        ("--worst", args.worst.is_some()),
        ("--wide", args.wide),
        ("--baselines and --gold2", args.baseline_option().is_some()),
    ];
    match others.iter().find(|(_, is_given)| args.cite && *is_given) {
        Some((option, _)) => Err(JobError::Cite(option)),
        None => Ok(()),
    }
}

/// The formats, other than typeset ones, that can show what an option asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    WithCsv,
    WithoutCsv,
}

/// Returns the pairs to show as rows. Refuses rows and lists that the format cannot show.
pub(super) fn rows(args: &ScoreArgs, format: Format) -> Result<Rows, JobError> {
    let has_detail = args.detail.is_some();
    let rows = match args.pair {
        Some(_) if !args.per_sentence && !has_detail => return Err(JobError::PairWithoutRows),
        Some(pair) => Rows::One(pair),
        None if args.per_sentence || has_detail => Rows::All,
        None => Rows::None,
    };
    let is_typeset = matches!(format, Format::Markdown | Format::Latex);
    for (option, is_given, fits) in [
        ("--detail", has_detail, Fits::WithoutCsv),
        ("--per-sentence", rows != Rows::None, Fits::WithCsv),
        ("--refused", args.refused, Fits::WithoutCsv),
        ("--worst", args.worst.is_some(), Fits::WithoutCsv),
    ] {
        if is_given && (is_typeset || format == Format::Csv && fits == Fits::WithoutCsv) {
            let usable = match fits {
                Fits::WithCsv => "table, csv, json or jsonl",
                Fits::WithoutCsv => "table, json or jsonl",
            };
            return Err(JobError::NotInFormat { option, format, usable });
        }
    }
    if let Some(option) = args.baseline_option() {
        let has_place =
            matches!(format, Format::Table | Format::Json) || format != Format::Jsonl && rows == Rows::None;
        if !has_place {
            let usable = "table or json, or without rows csv, markdown or latex";
            return Err(JobError::NotInFormat { option, format, usable });
        }
    }
    let is_table = matches!(format, Format::Table | Format::Markdown | Format::Latex);
    for (option, is_given) in
        [("--columns", !args.shown_columns.is_empty()), ("--digits", args.digits.is_some())]
    {
        if is_given && !is_table {
            return Err(JobError::NotInFormat { option, format, usable: "table, markdown or latex" });
        }
    }
    cite(args, rows)?;
    if args.spreadsheet && format != Format::Csv {
        return Err(JobError::Spreadsheet);
    }
    Ok(rows)
}
