//! EVALB's command line, processed from left to right.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use treescore::prepare::param_file::{ParamFile, ParamNote, integer};
use treescore::read::{OpenError, TABLE_MAX, read_limited};
use treescore_originals::evalb::{Compact, Dialect, Settings};

use super::recipes::{meant_by, params_named};
use super::usage::write_usage;
use crate::status::Status;

/// A run.
pub(super) struct Job {
    pub(super) settings: Settings,
    pub(super) gold: Option<OsString>,
    pub(super) test: Option<OsString>,
    /// The parameter files.
    pub(super) params: Vec<OsString>,
}

impl Job {
    pub(super) fn gold_name(&self) -> &[u8] {
        name(self.gold.as_deref())
    }

    pub(super) fn test_name(&self) -> &[u8] {
        name(self.test.as_deref())
    }
}

/// The bytes of a name; a missing one as glibc prints it.
fn name(file: Option<&OsStr>) -> &[u8] {
    file.map_or(b"(null)", OsStr::as_encoded_bytes)
}

/// The result of the arguments.
pub(super) enum Verdict {
    Run(Box<Job>),
    Exit(Status),
}

/// Processes the arguments after the program's name. Messages go to `stderr` at once.
pub(super) fn parse(
    mut args: impl Iterator<Item = OsString>,
    dialect: Dialect,
    stderr: &mut impl Write,
) -> io::Result<Verdict> {
    let mut job = Job { settings: Settings::new(dialect), gold: None, test: None, params: Vec::new() };
    while let Some(arg) = args.next() {
        match arg.as_encoded_bytes() {
            [b'-'] => {}
            [b'-', option, value @ ..] => {
                let value = Value { own: value, args: &mut args };
                if let Some(status) = job.option(*option, value, stderr)? {
                    return Ok(Verdict::Exit(status));
                }
            }
            _ if job.gold.is_none() => job.gold = Some(arg),
            _ if job.test.is_none() => job.test = Some(arg),
            _ => {}
        }
    }
    Ok(Verdict::Run(Box::new(job)))
}

impl Job {
    /// Processes one option. Returns the exit status if it ends the program.
    fn option(
        &mut self,
        option: u8,
        value: Value<'_, impl Iterator<Item = OsString>>,
        stderr: &mut impl Write,
    ) -> io::Result<Option<Status>> {
        let settings = &mut self.settings;
        match option {
            b'd' => settings.debug = 1,
            b'D' => settings.debug = 2,
            b'c' => {
                settings.cutoff = value.number("cut-off length for statistices", stderr)?;
                if settings.dialect == Dialect::Spmrl {
                    writeln!(stderr, "cutoff {}", settings.cutoff)?;
                }
            }
            b'e' => settings.max_error = value.number("number of error to kill", stderr)?,
            b'p' => {
                let file = value.take("parameter file", stderr)?;
                self.params.push(file.clone());
                return read_params(&file, settings, stderr);
            }
            _ if settings.dialect == Dialect::Spmrl && b"KLlXV".contains(&option) => {
                spmrl_option(settings, option, value, stderr)?;
            }
            _ => {
                write_usage(settings.dialect, stderr)?;
                // As in EVALB, -h is a failure and an unknown option is not.
                return Ok(Some(if option == b'h' { Status::FAILURE } else { Status::SUCCESS }));
            }
        }
        Ok(None)
    }
}

fn spmrl_option(
    settings: &mut Settings,
    option: u8,
    value: Value<'_, impl Iterator<Item = OsString>>,
    stderr: &mut impl Write,
) -> io::Result<()> {
    match option {
        b'K' => settings.last_line = value.number("Max nb of  sentences to read", stderr)?,
        // With both options, in either order, `-l` wins.
        b'L' => settings.compact = settings.compact.or(Some(Compact::All)),
        b'l' => settings.compact = Some(Compact::WithinCutoff),
        b'X' => settings.count_skipped = true,
        _ => settings.show_names = true,
    }
    Ok(())
}

/// The value of an option: the rest of its argument, or else the next argument.
struct Value<'a, A> {
    own: &'a [u8],
    args: &'a mut A,
}

impl<A: Iterator<Item = OsString>> Value<'_, A> {
    /// Takes the value. If there is none, writes a message and returns the empty string.
    fn take(self, what: &str, stderr: &mut impl Write) -> io::Result<OsString> {
        if !self.own.is_empty() {
            return Ok(os_string(self.own));
        }
        if let Some(next) = self.args.next() {
            return Ok(next);
        }
        writeln!(stderr, "Missing argument: {what}")?;
        Ok(OsString::new())
    }

    fn number(self, what: &str, stderr: &mut impl Write) -> io::Result<i32> {
        Ok(integer(self.take(what, stderr)?.as_encoded_bytes()))
    }
}

#[cfg(unix)]
fn os_string(bytes: &[u8]) -> OsString {
    <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_os_string()
}

#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Reads a parameter file into the settings and reports its notes. Returns the exit status if it cannot be
/// opened.
#[expect(clippy::disallowed_methods, reason = "a face opens the files it was given")]
fn read_params(path: &OsStr, settings: &mut Settings, stderr: &mut impl Write) -> io::Result<Option<Status>> {
    let name = path.as_encoded_bytes();
    // To EVALB a folder is an empty file, but a folder with the name of a recipe is not what is meant.
    if Path::new(path).is_dir()
        && let Some(Ok(params)) = path.to_str().map(|name| params_named(name, settings.dialect))
    {
        settings.apply(params);
        return Ok(None);
    }
    let Ok(file) = File::open(path) else { return apply_recipe(path, settings, stderr) };
    let bytes = super::unless_directory(read_limited(file, TABLE_MAX))
        .map_err(|error| io::Error::other(OpenError::of_io(&path.to_string_lossy(), error)))?;
    let (params, notes) = ParamFile::parse(&bytes);
    settings.apply(params);
    for note in notes {
        stderr.write_all(&note_text(name, &note))?;
    }
    Ok(None)
}

/// Applies the recipe of this name, for which there is no file. Returns the exit status if that is not
/// possible.
fn apply_recipe(
    path: &OsStr,
    settings: &mut Settings,
    stderr: &mut impl Write,
) -> io::Result<Option<Status>> {
    // A path, or a file that cannot be read, gets EVALB's message only.
    let name = path.to_str().filter(|name| !name.is_empty() && !name.contains(['/', '\\']));
    let name = name.filter(|name| !Path::new(name).exists());
    let is_bare = name.is_some_and(|name| !name.contains('.'));
    let meant = name.and_then(|name| meant_by(name, settings.dialect));
    let hint = match (name.filter(|_| is_bare).map(|name| params_named(name, settings.dialect)), meant) {
        (Some(Ok(params)), _) => {
            settings.apply(params);
            return Ok(None);
        }
        (_, Some(recipe)) => format!("treescore: did you mean the recipe `{recipe}`: -p {recipe}\n"),
        (Some(Err(hint)), None) => hint,
        (None, None) => String::new(),
    };
    let name = path.as_encoded_bytes();
    stderr.write_all(&[b"Can't open parameter file (", name, b")\n", hint.as_bytes()].concat())?;
    Ok(Some(Status::FAILURE))
}

fn note_text(file: &[u8], note: &ParamNote) -> Vec<u8> {
    match note {
        ParamNote::UnknownKeyword { text, .. } => {
            [b"Unknown keyword (", text.as_slice(), b") in parameter file\n"].concat()
        }
        ParamNote::TwoValuesNeeded { keyword, .. } => format!("{keyword} requires two values\n").into_bytes(),
        ParamNote::NoValue { line, keyword } => {
            [file, format!(":{line}:1: error: {keyword} needs a value\n").as_bytes()].concat()
        }
        other => format!("{other:?}\n").into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The job, or `None` if the program ends, and the messages.
    fn parse_line(line: &str, dialect: Dialect) -> (Option<Job>, String) {
        let mut stderr = Vec::new();
        let verdict = parse(line.split(' ').map(OsString::from), dialect, &mut stderr).unwrap();
        let job = if let Verdict::Run(job) = verdict { Some(*job) } else { None };
        (job, String::from_utf8(stderr).unwrap())
    }

    #[test]
    fn arguments_act_from_left_to_right() {
        for (line, cutoff, max_error, debug, gold, test, why) in [
            ("g t", 40, 10, 0, "g", "t", "defaults"),
            ("g -dDq - t -c3 -e5 third", 3, 5, 1, "g", "t", "mixed, attached, ignored"),
            (
                "-e -1 g -D t -c 7x -c -8",
                -8,
                -1,
                2,
                "g",
                "t",
                "a value may look like an option; the last one counts",
            ),
            ("g t -e", 40, 0, 0, "g", "t", "a missing value is 0"),
            ("g", 40, 10, 0, "g", "(null)", "a missing name"),
        ] {
            let job = parse_line(line, Dialect::Evalb).0.unwrap();
            let Settings { cutoff: c, max_error: e, debug: d, .. } = job.settings;
            assert_eq!((c, e, d), (cutoff, max_error, debug), "{why}");
            assert_eq!((job.gold_name(), job.test_name()), (gold.as_bytes(), test.as_bytes()), "{why}");
        }
    }

    #[test]
    fn the_variant_has_more_options() {
        let (job, stderr) = parse_line("-K3 -c 5 -l -L -X -V g t", Dialect::Spmrl);
        let settings = job.unwrap().settings;
        assert_eq!((settings.last_line, settings.compact), (3, Some(Compact::WithinCutoff)));
        assert!(settings.count_skipped && settings.show_names);
        assert_eq!(stderr, "cutoff 5\n");
        for option in ["-K3", "-L", "-l", "-X", "-V", "--help", "-h"] {
            let (job, stderr) = parse_line(option, Dialect::Evalb);
            assert!(job.is_none() && stderr.starts_with(" evalb [-dDh]"), "{option}");
        }
    }
}
