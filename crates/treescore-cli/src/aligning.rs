//! From options to the tables that texts are aligned with, and back from a signature.

use std::path::{Path, PathBuf};

use treescore::align::OneSided;
use treescore::align::text::{Exceptions, Normaliser, TableError, Tables};
use treescore::run::{Alignment, Signature};

use crate::args::align::{AlignArgs, TextArgs};

/// Why texts cannot be aligned as asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AlignError {
    #[error("cannot read {}: {source}", name.display())]
    Read { name: PathBuf, source: std::io::Error },
    #[error("{}: {source}", name.display())]
    Table { name: PathBuf, source: TableError },
    #[error("there are no exceptions for `{0}`: languages are {all}; or give a file: --exceptions my.tsv", all = Exceptions::languages().join(", "))]
    Language(String),
    #[error("{0} goes with --align")]
    Unused(&'static str),
    #[error("words with times need no alignment: leave out --align, or --gold-times and --system-times")]
    Times,
    #[error("JSON cannot be aligned: write the trees with brackets")]
    Json,
    #[error(
        "this signature was made with {key}:{value}, which is {what}: give the same file again, with {option}"
    )]
    Signature { key: &'static str, value: String, what: &'static str, option: &'static str },
    #[error("this signature was made without --align: leave it out")]
    NotAligned,
}

/// How texts are to be aligned, if they are.
pub(crate) fn alignment(
    args: &AlignArgs,
    signature: Option<&Signature>,
) -> Result<Option<Alignment>, AlignError> {
    if let Some(signature) = signature {
        return match (signature.index == "text", args.align) {
            (true, _) => of_signature(args, signature).map(Some),
            (false, true) => Err(AlignError::NotAligned),
            (false, false) => Ok(None),
        };
    }
    if !args.align {
        return args.given().map_or(Ok(None), |option| Err(AlignError::Unused(option)));
    }
    Ok(Some(Alignment { tables: tables(&args.text)?, one_sided: one_sided(args.one_sided.as_deref()) }))
}

fn one_sided(value: Option<&str>) -> OneSided {
    value.and_then(|value| value.parse().ok()).unwrap_or(OneSided::Skip)
}

/// The tables that the options name.
pub(crate) fn tables(args: &TextArgs) -> Result<Tables, AlignError> {
    let normaliser = match args.normalise.as_deref() {
        None => Normaliser::standard(),
        Some("none") => Normaliser::none(),
        Some(file) => {
            let name = Path::new(file);
            let parsed = Normaliser::parse(file, &read(name)?);
            parsed.map_err(|source| AlignError::Table { name: name.to_owned(), source })?
        }
    };
    let is_korean = args.lang.as_deref() == Some("ko");
    let exceptions = match (&args.exceptions, args.lang.as_deref()) {
        (Some(names), _) => exceptions(names)?,
        (None, Some("ko")) => Exceptions::none(),
        (None, Some(code)) => language(code)?,
        (None, None) => Tables::default().exceptions,
    };
    Ok(Tables { normaliser: if is_korean { normaliser.with_jamo() } else { normaliser }, exceptions })
}

fn language(code: &str) -> Result<Exceptions, AlignError> {
    Exceptions::language(code).ok_or_else(|| AlignError::Language(code.to_owned()))
}

/// Lists of exceptions by language or file, all in one.
fn exceptions(names: &[String]) -> Result<Exceptions, AlignError> {
    let mut all = Exceptions::none();
    for name in names.iter().filter(|name| *name != "none") {
        let more = match Exceptions::language(name) {
            Some(list) => list,
            None if !name.contains(['.', '/']) => return Err(AlignError::Language(name.clone())),
            None => {
                let file = Path::new(name);
                let parsed = Exceptions::parse(&read(file)?);
                parsed.map_err(|source| AlignError::Table { name: file.to_owned(), source })?
            }
        };
        all = all.and(&more);
    }
    Ok(all)
}

fn read(name: &Path) -> Result<Vec<u8>, AlignError> {
    #[expect(clippy::disallowed_methods, reason = "a face opens the files it was given")]
    std::fs::read(name).map_err(|source| AlignError::Read { name: name.to_owned(), source })
}

/// What a signature says, with the files it was made with.
fn of_signature(args: &AlignArgs, signature: &Signature) -> Result<Alignment, AlignError> {
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
    let tables = tables(&text)?;
    let what = "a file of its own";
    if tables.normaliser.name() != norm {
        return Err(AlignError::Signature { key: "norm", value: norm, what, option: "--normalise" });
    }
    if tables.exceptions.name() != exc {
        return Err(AlignError::Signature { key: "exc", value: exc, what, option: "--exceptions" });
    }
    Ok(Alignment { tables, one_sided: one_sided(args.one_sided.as_deref().or(Some(&value("one-sided")))) })
}
