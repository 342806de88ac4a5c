//! `treescore evalb` and `treescore evalb-spmrl`: EVALB's own command line, output and exit status.

mod options;
mod recipes;
mod usage;

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::output::is_same_file;
use crate::status::Status;
use crate::streams;
use options::{Job, Verdict};
pub(crate) use recipes::usable as usable_recipes;
use treescore::read::{Corpus, OpenError, PairReader, SideReader, UnitKind, Unmatched, WHOLE_MAX};
use treescore::run::parallel;
use treescore_originals::evalb::{
    Dialect, EvalbPart, EvalbWork, Flow, LinePair, Literal, Output, Totals, Writer, write_header,
    write_status_file, write_summary,
};

/// The variable that names a file for what the SPMRL variant writes to `status`. Without it nothing is
/// written.
const STATUS_FILE: &str = "TREESCORE_SPMRL_STATUS_FILE";

/// The usage text of a dialect.
pub(crate) fn usage(dialect: Dialect) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = usage::write_usage(dialect, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Runs the command with the arguments after its name.
pub(crate) fn run(args: impl Iterator<Item = OsString>, dialect: Dialect) -> Status {
    match start(args, dialect) {
        Ok(status) => status,
        // A reader that closes the pipe is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
        Err(error) => {
            // If this cannot be written either, the exit status still reports the error.
            let _ = writeln!(streams::stderr(), "treescore: {error}");
            Status::from(2)
        }
    }
}

fn start(args: impl Iterator<Item = OsString>, dialect: Dialect) -> io::Result<Status> {
    let mut stderr = streams::stderr();
    let job = match options::parse(args, dialect, &mut stderr)? {
        Verdict::Run(job) => *job,
        Verdict::Exit(status) => return Ok(status),
    };
    check_status_file(&job)?;
    let names = (job.gold_name(), job.test_name());
    // Each file is opened only once, because it may be a pipe.
    if let Some(judging) = EvalbWork::new(&job.settings, names) {
        let Some(gold) = lines(job.gold.as_deref()) else { return refuse("gold", names.0, &mut stderr) };
        let Some(test) = lines(job.test.as_deref()) else { return refuse("test", names.1, &mut stderr) };
        run_fast(&job, pair_reader(&job, gold, test), &judging)
    } else {
        let Some(gold) = open(job.gold.as_deref()) else { return refuse("gold", names.0, &mut stderr) };
        let Some(test) = open(job.test.as_deref()) else { return refuse("test", names.1, &mut stderr) };
        let stdout = BufWriter::with_capacity(64 * 1024, streams::stdout());
        let writer = Writer::new(stdout, stderr, job.settings.max_error);
        run_literal(&job, BufReader::new(gold), BufReader::new(test), writer)
    }
}

/// Judges the pairs on all cores. The parts arrive in order, so that the error limit applies as in EVALB.
fn run_fast(job: &Job, reader: PairReader, judging: &EvalbWork<'_>) -> io::Result<Status> {
    let mut writer = Writer::new(streams::stdout(), streams::stderr(), job.settings.max_error);
    let mut header = Output::default();
    write_header(&mut header.stdout);
    let mut flow = writer.write(&header)?;
    let mut written = Ok(());
    let mut totals = Totals::default();
    let mut take = |part: &mut EvalbPart, _| {
        totals += std::mem::take(&mut part.totals);
        match writer.write(&part.out) {
            Ok(now) => flow = now,
            Err(error) => written = Err(error),
        }
        let goes_on = flow == Flow::Continue && written.is_ok() && !part.is_end;
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let ended = parallel::run(reader, threads(job), judging, &mut take, &mut None);
    written?;
    ended.map_err(io::Error::other)?;
    if flow == Flow::Killed {
        return Ok(Status::FAILURE);
    }
    let mut out = Output::default();
    finish(job, &mut writer, &mut out, &totals)
}

/// The two files line by line, in step.
fn pair_reader(job: &Job, gold: SideReader, test: SideReader) -> PairReader {
    let reader = PairReader::new(Box::new(gold), vec![Box::new(test)], Unmatched::HandOut);
    match job.settings.last_line {
        -1 => reader,
        last => reader.with_limit(last.max(1) as u64),
    }
}

/// Chooses the number of threads: `TREESCORE_THREADS`, else all cores, or fewer for small files.
fn threads(job: &Job) -> usize {
    let size = |name: &Option<OsString>| {
        name.as_ref().and_then(|name| Path::new(name).metadata().ok()).map_or(u64::MAX, |found| found.len())
    };
    crate::threads::choose(None, size(&job.gold).saturating_add(size(&job.test)), None)
}

/// The file as the original reads it, but decompressed.
fn corpus(name: Option<&OsStr>) -> Option<Corpus> {
    name.map(|name| Corpus::as_is(name.into()))
}

/// The lines of a file; `None` if it cannot be opened.
fn lines(name: Option<&OsStr>) -> Option<SideReader> {
    SideReader::new(corpus(name)?, UnitKind::Line).ok()
}

/// The bytes of a file; `None` if it cannot be opened.
fn open(name: Option<&OsStr>) -> Option<Box<dyn Read + Send>> {
    corpus(name)?.documents().first()?.open().ok()
}

fn refuse(which: &str, name: &[u8], stderr: &mut impl Write) -> io::Result<Status> {
    write!(stderr, "Can't open {which} file (")?;
    stderr.write_all(name)?;
    stderr.write_all(b")\n")?;
    Ok(Status::FAILURE)
}

/// Judges all pairs one after the other with the literal model.
fn run_literal(
    job: &Job,
    gold: impl BufRead,
    test: impl BufRead,
    mut writer: Writer<impl Write, impl Write>,
) -> io::Result<Status> {
    let mut out = Output::default();
    write_header(&mut out.stdout);
    let mut totals = Totals::default();
    if judge_lines(job, gold, test, &mut writer, &mut out, &mut totals)? == Flow::Killed {
        return Ok(Status::FAILURE);
    }
    finish(job, &mut writer, &mut out, &totals)
}

/// Writes the rest of `out` and the summary.
fn finish(
    job: &Job,
    writer: &mut Writer<impl Write, impl Write>,
    out: &mut Output,
    totals: &Totals,
) -> io::Result<Status> {
    write_summary(&mut out.stdout, &job.settings, (job.gold_name(), job.test_name()), totals);
    if writer.write(out)? == Flow::Killed {
        return Ok(Status::FAILURE);
    }
    writer.flush()?;
    write_status(job, totals)?;
    Ok(Status::SUCCESS)
}

/// Judges the lines. Messages after the last row remain in `out`.
fn judge_lines(
    job: &Job,
    mut gold: impl BufRead,
    mut test: impl BufRead,
    writer: &mut Writer<impl Write, impl Write>,
    out: &mut Output,
    totals: &mut Totals,
) -> io::Result<Flow> {
    let (settings, names) = (&job.settings, (job.gold_name(), job.test_name()));
    let (mut gold_line, mut test_line) = (Vec::new(), Vec::new());
    let mut literal = Literal::default();
    let mut line = 0;
    while next_line(&mut gold, &mut gold_line, names.0)? {
        line += 1;
        if !next_line(&mut test, &mut test_line, names.1)? {
            literal.read_unpaired_gold(settings, names.0, line, &gold_line, out);
            out.error(line, &[b"Number of lines unmatch (too many lines in gold file)"]);
            return Ok(Flow::Continue);
        }
        let lines = LinePair { names, number: line, gold: &gold_line, test: &test_line };
        let mut written = Ok(Flow::Continue);
        let flow = literal.judge_with_relief(settings, &lines, out, totals, &mut |out| {
            written = write(writer, out);
            // A write error ends the run like the error limit; `written` holds it.
            *written.as_ref().unwrap_or(&Flow::Killed)
        });
        if flow == Flow::Killed {
            return written;
        }
        if write(writer, out)? == Flow::Killed {
            return Ok(Flow::Killed);
        }
        if !settings.reads_on_after(line) {
            return Ok(Flow::Continue);
        }
    }
    if next_line(&mut test, &mut test_line, names.1)? {
        out.error(line + 1, &[b"Number of lines unmatch (too many lines in test file)"]);
    }
    Ok(Flow::Continue)
}

/// Writes the output and empties it.
fn write(writer: &mut Writer<impl Write, impl Write>, out: &mut Output) -> io::Result<Flow> {
    let flow = writer.write(out);
    out.clear();
    flow
}

/// Reads a line with its newline; false at the end of the file.
fn next_line(file: &mut impl BufRead, line: &mut Vec<u8>, name: &[u8]) -> io::Result<bool> {
    line.clear();
    let name = || String::from_utf8_lossy(name);
    let read = file.take(WHOLE_MAX + 1).read_until(b'\n', line);
    if line.len() as u64 > WHOLE_MAX {
        return Err(io::Error::other(format!("{} has a line of more than {} MiB", name(), WHOLE_MAX >> 20)));
    }
    read.map(|read| read > 0).map_err(|error| io::Error::other(OpenError::of_io(&name(), error)))
}

/// To EVALB a directory is an empty file. After any other read error EVALB silently scores part of a file;
/// here it is an error.
fn unless_directory(read: io::Result<Vec<u8>>) -> io::Result<Vec<u8>> {
    read.or_else(
        |error| if error.kind() == io::ErrorKind::IsADirectory { Ok(Vec::new()) } else { Err(error) },
    )
}

/// The status file of the SPMRL variant, if one is wanted.
fn status_file(job: &Job) -> Option<PathBuf> {
    let wanted = job.settings.dialect == Dialect::Spmrl && job.settings.compact.is_none();
    std::env::var_os(STATUS_FILE).filter(|_| wanted).map(PathBuf::from)
}

/// Refuses a status file that is an input.
fn check_status_file(job: &Job) -> io::Result<()> {
    let Some(path) = status_file(job) else { return Ok(()) };
    let mut inputs = job.gold.iter().chain(&job.test).chain(&job.params);
    match inputs.find(|input| is_same_file(Path::new(input), &path)) {
        Some(input) => {
            let input = Path::new(input).display();
            Err(io::Error::other(format!("{STATUS_FILE}: {input} is an input; give another name")))
        }
        None => Ok(()),
    }
}

fn write_status(job: &Job, totals: &Totals) -> io::Result<()> {
    let Some(path) = status_file(job) else { return Ok(()) };
    let mut text = Vec::new();
    write_status_file(&mut text, totals);
    let mut file = crate::output::Output::open(Some(&path)).map_err(io::Error::other)?;
    file.write_all(&text)?;
    file.finish()
}
