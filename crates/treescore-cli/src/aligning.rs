//! Text alignment: from options to tables, and checks against a signature.

use std::path::{Path, PathBuf};

use treescore::align::OneSided;
use treescore::align::text::{Exceptions, Normaliser, TableError, Tables};
use treescore::read::read_table;
use treescore::setup::{Given, Signature, TextAlignment, Traces};

use crate::args::align::{AlignArgs, TextArgs};

/// Why texts cannot be aligned.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AlignError {
    #[error("cannot read {}: {source}", name.display())]
    Read { name: PathBuf, source: std::io::Error },
    #[error(transparent)]
    Table(TableError),
    #[error("`{0}` is not a known language; languages are {all} (and ko for --lang); or give a file: --exceptions my.tsv; or none: --exceptions none", all = Exceptions::languages().join(", "))]
    Language(String),
    #[error(
        "--lang {0} is short for --exceptions {0}: give only one of them; for several languages use --exceptions {0},…"
    )]
    Twice(String),
    #[error("{0} needs --align")]
    Unused(&'static str),
    #[error("--align cannot be used with word times: remove --align, or --gold-times and --system-times")]
    Times,
    #[error("--align cannot read JSON: convert the trees to brackets")]
    Json,
    #[error("this signature was made with {key}:{value}, which names a file: give the file with {option}")]
    Missing { key: &'static str, value: String, option: &'static str },
    #[error(
        "this signature was made with {key}:{value}, but {option} gives {found}: remove {option}, or give the same file"
    )]
    Other { key: &'static str, value: String, option: &'static str, found: String },
    #[error("the signature already sets the language: remove --lang")]
    Lang,
    #[error("--pair-by cannot be used with --align, which pairs trees by their text: remove --pair-by")]
    PairBy,
    #[error("this signature was made without --keep-empty: remove --keep-empty")]
    KeepEmpty,
    #[error("this signature was made without --align: remove --align")]
    NotAligned,
}

/// How texts are aligned. `None` without `--align`.
pub(crate) fn alignment(args: &AlignArgs) -> Result<Option<TextAlignment>, AlignError> {
    if !args.align {
        return check_unused(args).map(|()| None);
    }
    let one_sided = args.one_sided.as_deref().and_then(|value| value.parse().ok()).unwrap_or(OneSided::Skip);
    Ok(Some(TextAlignment { tables: read_tables(&args.text)?, one_sided, traces: traces(args.keep_empty) }))
}

/// Refuses options of text alignment, which would be ignored.
pub(crate) fn check_unused(args: &AlignArgs) -> Result<(), AlignError> {
    match args.first_given() {
        _ if args.align => Err(AlignError::NotAligned),
        Some(option) => Err(AlignError::Unused(option)),
        None => Ok(()),
    }
}

/// Whether traces are part of the text.
pub(crate) fn traces(keep_empty: bool) -> Traces {
    if keep_empty { Traces::Keep } else { Traces::Drop }
}

/// Reads the tables that the options name.
pub(crate) fn read_tables(args: &TextArgs) -> Result<Tables, AlignError> {
    let normaliser = match args.normalise.as_deref() {
        None | Some("standard") => Normaliser::standard(),
        Some("none") => Normaliser::none(),
        Some(name) => {
            let (parse, file): (fn(&str, &[u8]) -> _, _) = match name.strip_prefix("standard,") {
                Some(file) => (Normaliser::standard_and, file),
                None => (Normaliser::parse, name),
            };
            parse(file, &read(Path::new(file))?).map_err(|source| in_table(Path::new(file), source))?
        }
    };
    let is_korean = args.lang.as_deref() == Some("ko");
    let exceptions = match (&args.exceptions, args.lang.as_deref()) {
        (Some(names), None | Some("ko")) => read_exceptions(names)?,
        (Some(_), Some(code)) => return Err(AlignError::Twice(code.to_owned())),
        (None, Some("ko")) => Exceptions::none(),
        (None, Some(code)) => language(code)?,
        (None, None) => Tables::default().exceptions,
    };
    Ok(Tables { normaliser: if is_korean { normaliser.with_jamo() } else { normaliser }, exceptions })
}

fn language(code: &str) -> Result<Exceptions, AlignError> {
    Exceptions::language(code).ok_or_else(|| AlignError::Language(code.to_owned()))
}

/// Reads lists of exceptions by language or file, and joins them.
fn read_exceptions(names: &[String]) -> Result<Exceptions, AlignError> {
    let mut all = Exceptions::none();
    for name in names.iter().filter(|name| *name != "none") {
        let more = match Exceptions::language(name) {
            Some(list) => list,
            None if !name.contains(['.', '/']) && !Path::new(name).exists() => {
                return Err(AlignError::Language(name.clone()));
            }
            None => {
                let file = Path::new(name);
                Exceptions::parse(&read(file)?).map_err(|source| in_table(file, source))?
            }
        };
        all = all.and(&more);
    }
    Ok(all)
}

fn in_table(name: &Path, source: TableError) -> AlignError {
    AlignError::Table(TableError { table: Some(name.display().to_string()), ..source })
}

fn read(name: &Path) -> Result<Vec<u8>, AlignError> {
    read_table(name).map_err(|source| AlignError::Read { name: name.to_owned(), source })
}

/// Reads the files that a signature names. Checks that options do not contradict it.
pub(crate) fn read_signed(args: &AlignArgs, signature: &Signature) -> Result<Given, AlignError> {
    if args.text.lang.is_some() {
        return Err(AlignError::Lang);
    }
    let value = |key: &str| {
        let found = signature.settings.iter().find(|(other, _)| other == key);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let (norm, exc) = (value("norm"), value("exc"));
    let is_korean = norm.ends_with("+jamo");
    let base = norm.trim_end_matches("+jamo");
    let built_in: Vec<String> =
        exc.split('+').filter(|name| Exceptions::language(name).is_some()).map(ToOwned::to_owned).collect();
    let text = TextArgs {
        lang: is_korean.then(|| "ko".to_owned()),
        normalise: args.text.normalise.clone().or_else(|| (base == "none").then(|| base.to_owned())),
        exceptions: Some(args.text.exceptions.clone().unwrap_or(built_in)),
    };
    let tables = read_tables(&text)?;
    let of_normaliser = (tables.normaliser.name(), norm, args.text.normalise.is_some());
    let of_exceptions = (tables.exceptions.name(), exc, args.text.exceptions.is_some());
    for (key, option, (found, value, is_given)) in
        [("norm", "--normalise", of_normaliser), ("exc", "--exceptions", of_exceptions)]
    {
        match is_given {
            _ if found == value => {}
            true => return Err(AlignError::Other { key, value, option, found }),
            false => return Err(AlignError::Missing { key, value, option }),
        }
    }
    if args.keep_empty && value("traces") != Traces::Keep.as_str() {
        return Err(AlignError::KeepEmpty);
    }
    let signed = value("one-sided");
    if let Some(found) = args.one_sided.clone().filter(|found| *found != signed) {
        return Err(AlignError::Other { key: "one-sided", value: signed, option: "--one-sided", found });
    }
    Ok(Given { normaliser: Some(tables.normaliser), exceptions: Some(tables.exceptions) })
}
