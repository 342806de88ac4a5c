//! The arguments of jp-evalb, and further options of treescore.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use treescore_originals::jp_evalb::Mode;

/// The usage text.
pub(crate) const USAGE: &str = "\
usage: treescore jp-evalb GOLD TEST                    delete nothing
       treescore jp-evalb GOLD TEST FILE.prm           delete what the file says
       treescore jp-evalb GOLD TEST -evalb             as EVALB does, built-in parameters
       treescore jp-evalb GOLD TEST -evalb FILE.prm    as EVALB does, parameters from the file

GOLD and TEST have one tree per line; - is standard input; gzip and zstd are detected.
The report goes to standard output and to jp-evalb.txt.

  --no-file          do not write jp-evalb.txt
  --json FILE        write the counts of every block and the repairs as JSON; - is standard output, instead of
                     the report
  --aligned          align the texts as `treescore GOLD TEST --align` does: nothing is lost; status 3 is a
                     block with only one side, status 4 a block whose texts differ
  --strict-compat    stop with status 3 where the original program ends with an exception
  -h, --help         print this
";

/// A run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) gold: PathBuf,
    pub(super) test: PathBuf,
    pub(super) mode: Mode,
    pub(super) parameters: Option<PathBuf>,
    pub(super) json: Option<PathBuf>,
    pub(super) report_file: ReportFile,
    pub(super) repairs: Repairs,
    /// True if the texts are aligned as with `treescore --align`.
    pub(super) aligned: bool,
}

/// Whether `jp-evalb.txt` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportFile {
    Written,
    Skipped,
}

/// What happens where the original program ends with an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repairs {
    Made,
    Refused,
}

/// Why nothing is run.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoRun {
    Help,
    /// The arguments are wrong.
    Usage(String),
}

/// Reads the arguments after the program's name.
pub(super) fn parse(mut args: impl Iterator<Item = OsString>) -> Result<Options, NoRun> {
    let mut given = Vec::new();
    let (mut json, mut report_file, mut repairs) = (None, ReportFile::Written, Repairs::Made);
    let mut aligned = false;
    while let Some(arg) = args.next() {
        match arg.to_str() {
            Some("-h" | "--help") => return Err(NoRun::Help),
            Some("--no-file") => report_file = ReportFile::Skipped,
            Some("--aligned") => aligned = true,
            Some("--strict-compat") => repairs = Repairs::Refused,
            Some("--json") => {
                let file = args.next().ok_or_else(|| NoRun::Usage("--json needs a file".to_owned()))?;
                json = Some(PathBuf::from(file));
            }
            Some(text) if text.starts_with("--json=") => {
                json = text.strip_prefix("--json=").map(PathBuf::from);
            }
            Some(text) if text.starts_with('-') && text.len() > 1 && text != "-evalb" => {
                return Err(NoRun::Usage(format!("there is no option `{text}`")));
            }
            _ => given.push(arg),
        }
    }
    let (gold, test, mode, parameters) = files(given)?;
    if gold == OsStr::new("-") && test == OsStr::new("-") {
        return Err(NoRun::Usage("only one of GOLD and TEST can be standard input".to_owned()));
    }
    if aligned && (json.is_some() || repairs == Repairs::Refused) {
        let what = "--aligned cannot be used with --json and --strict-compat; for JSON: treescore GOLD TEST --align --format json";
        return Err(NoRun::Usage(what.to_owned()));
    }
    let parameters = parameters.map(PathBuf::from);
    Ok(Options {
        gold: gold.into(),
        test: test.into(),
        mode,
        parameters,
        json,
        report_file,
        repairs,
        aligned,
    })
}

/// The arguments of the original program, in one of its four forms.
fn files(given: Vec<OsString>) -> Result<(OsString, OsString, Mode, Option<OsString>), NoRun> {
    let usage = |what: &str| Err(NoRun::Usage(what.to_owned()));
    let mut given = given.into_iter();
    let (Some(gold), Some(test)) = (given.next(), given.next()) else {
        return usage("GOLD and TEST are needed");
    };
    if [&gold, &test].into_iter().any(|file| is_evalb(file)) {
        return usage("-evalb must follow GOLD and TEST");
    }
    let rest: Vec<OsString> = given.collect();
    let (mode, parameters) = match &rest[..] {
        [] => (Mode::Default, None),
        [one] if is_evalb(one) => (Mode::Evalb, None),
        [file] => (Mode::Prm, Some(file)),
        [one, file] if is_evalb(one) && !is_evalb(file) => (Mode::Evalb, Some(file)),
        [_, second, ..] if is_evalb(second) => return usage("-evalb must precede FILE.prm"),
        _ => return usage("too many arguments"),
    };
    if let Some(file) = parameters.filter(|file| !file.as_encoded_bytes().ends_with(b".prm")) {
        return usage(&format!("the name of a parameter file must end in .prm: {}", file.display()));
    }
    Ok((gold, test, mode, parameters.cloned()))
}

fn is_evalb(arg: &OsStr) -> bool {
    arg == OsStr::new("-evalb")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(args: &str) -> Result<Options, NoRun> {
        parse(args.split_whitespace().map(OsString::from))
    }

    #[test]
    fn the_four_forms() {
        for (args, mode, parameters) in [
            ("g t", Mode::Default, None),
            ("g t p.prm", Mode::Prm, Some("p.prm")),
            ("g t -evalb", Mode::Evalb, None),
            ("g t -evalb p.prm", Mode::Evalb, Some("p.prm")),
            ("--no-file g --json j t --strict-compat -evalb", Mode::Evalb, None),
        ] {
            let options = parse_line(args).unwrap();
            assert_eq!((options.gold.to_str(), options.test.to_str()), (Some("g"), Some("t")), "{args}");
            assert_eq!((options.mode, options.parameters), (mode, parameters.map(PathBuf::from)), "{args}");
        }
        let options = parse_line("- t --json=x --strict-compat --no-file").unwrap();
        assert_eq!((options.gold.to_str(), options.json), (Some("-"), Some(PathBuf::from("x"))));
        assert_eq!((options.report_file, options.repairs), (ReportFile::Skipped, Repairs::Refused));
    }

    #[test]
    fn nothing_else_is_accepted() {
        for (args, why) in [
            ("", "GOLD and TEST are needed"),
            ("g", "GOLD and TEST are needed"),
            ("-evalb g t", "-evalb must follow GOLD and TEST"),
            ("g t p.prm -evalb", "-evalb must precede FILE.prm"),
            ("g t -evalb -evalb", "-evalb must precede FILE.prm"),
            ("g t p.txt", "the name of a parameter file must end in .prm: p.txt"),
            ("g t -evalb p", "the name of a parameter file must end in .prm: p"),
            ("g t a.prm b.prm", "too many arguments"),
            ("g t -evalb a.prm b.prm", "too many arguments"),
            ("g t -x", "there is no option `-x`"),
            ("g t --json", "--json needs a file"),
            ("- -", "only one of GOLD and TEST can be standard input"),
        ] {
            assert_eq!(parse_line(args), Err(NoRun::Usage(why.to_owned())), "{args}");
        }
        assert_eq!(parse_line("g --help"), Err(NoRun::Help));
    }
}
