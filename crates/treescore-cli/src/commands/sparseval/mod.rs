//! `treescore sparseval`, `treescore headtrees`, `treescore strealign`: the command lines, output and exit
//! status of the original programs.

mod options;
mod usage;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use options::Options;
use treescore::prepare::heads::HEAD_TABLES;
use treescore::prepare::speech_file::SPEECH_FILES;
use treescore::read::{Corpus, OpenError, WHOLE_MAX, read_limited};
use treescore_originals::sparseval::{
    self, Desk, HeadTreeSettings, Labelling, RealignSettings, Settings, Stop,
};
pub(crate) use usage::Program;

use crate::output::{Output, is_same_file};
use crate::status::Status;
use crate::streams;

/// Runs a program with the arguments after its name.
pub(crate) fn run(program: Program, args: impl Iterator<Item = OsString>) -> Status {
    let mut streams = Streams::default();
    let ended = start(program, args, &mut streams);
    // The original has no message for this.
    let ended = match streams.unreadable.take() {
        Some(error) => Err(Stop::Message(format!("treescore: {error}\n").into_bytes())),
        None => ended,
    };
    // What was printed before an error is kept; a file of -F is written whole or not at all.
    let ended = match ended {
        Ok(status) => streams.finish().map(|()| status),
        Err(stop) => streams.flush().map_err(Stop::from).and(Err(stop)),
    };
    match ended {
        Ok(status) => status,
        Err(Stop::Message(message)) => {
            let _ = streams::stderr().write_all(&message);
            Status::FAILURE
        }
        // A reader that closes the pipe is not an error.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
        Err(Stop::Output(error)) => {
            let _ = writeln!(streams::stderr(), "treescore: {error}");
            Status::from(2)
        }
    }
}

fn start(
    program: Program,
    args: impl Iterator<Item = OsString>,
    streams: &mut Streams,
) -> Result<Status, Stop> {
    let mut stderr = streams::stderr();
    let options = options::parse(program, args, &mut stderr, |name| streams.redirect(name))?;
    if program == Program::Sparseval && options.has('v') {
        stderr.write_all(&run_header(&options))?;
    }
    if options.is_refused {
        // A file of -F stays as it is: it may be an input.
        return Err(Stop::Message(program.usage().as_bytes().to_vec()));
    }
    let value = |option| options.value(option).map(<[u8]>::to_vec);
    let (params, heads) = (value('p'), value('h'));
    streams.built_in = built_in(params.as_deref(), heads.as_deref());
    let mut files = options.files.iter().cloned();
    let mut file = || files.next().unwrap_or_default();
    match program {
        Program::Sparseval => sparseval::run(&settings(&options), streams)?,
        Program::Headtrees => {
            let settings = HeadTreeSettings { trees: file(), params, heads, is_list: options.has('l') };
            sparseval::head_trees(&settings, streams)?;
        }
        Program::Strealign => {
            let settings = RealignSettings { gold: file(), test: file(), raw: file(), params };
            sparseval::realign(&settings, streams)?;
        }
    }
    Ok(Status::SUCCESS)
}

fn settings(options: &Options) -> Settings {
    let value = |option| options.value(option).map(<[u8]>::to_vec);
    let mut files = options.files.iter().cloned();
    let mut file = || files.next().unwrap_or_default();
    Settings {
        gold: file(),
        test: file(),
        params: value('p'),
        heads: value('h'),
        alignment: value('a'),
        is_list: options.has('l'),
        is_bag: options.has('b'),
        is_side: options.has('c'),
        is_verbose: options.has('v'),
        shows_params: options.has('z'),
        labelling: if options.has('u') { Labelling::Unlabeled } else { Labelling::Labeled },
    }
}

/// The header of `-v`, printed before any file is opened, even if the arguments are wrong.
fn run_header(options: &Options) -> Vec<u8> {
    let value = |option| options.value(option).unwrap_or_default();
    let file = |at: usize| options.files.get(at).map_or(&b"NOT PROVIDED"[..], Vec::as_slice);
    let switches: String = [('u', " -u"), ('b', " -b"), ('c', " -c"), ('l', " -l")]
        .into_iter()
        .filter_map(|(switch, text)| options.has(switch).then_some(text))
        .collect();
    let texts: [&[u8]; 13] = [
        b"  command: sparseval\n  arg1: ",
        file(0),
        b"\n  arg2: ",
        file(1),
        b"\n  params file:",
        value('p'),
        b"\n  switches:",
        switches.as_bytes(),
        b"\n  head percolation: ",
        value('h'),
        b"\n  alignment: ",
        value('a'),
        b"\n",
    ];
    texts.concat()
}

/// Standard output or the file of `-F`, standard error, and the files of this machine.
#[derive(Default)]
struct Streams {
    /// Opened at the first output, unless `-F` opened a file.
    out: Option<Output>,
    /// The files of earlier `-F`, and the names of all.
    earlier: Vec<Output>,
    files: Vec<PathBuf>,
    /// An input that is also the file of a `-F`.
    overwritten: Option<PathBuf>,
    /// The first file that was opened and could not be read to its end.
    unreadable: Option<OpenError>,
    /// The names of `-p` and `-h` that are built in. A folder of such a name is not what is meant.
    built_in: Vec<Vec<u8>>,
}

/// Returns the names that are built in.
fn built_in(params: Option<&[u8]>, heads: Option<&[u8]>) -> Vec<Vec<u8>> {
    let params = params.filter(|name| SPEECH_FILES.iter().any(|file| file.name.as_bytes() == *name));
    let heads = heads.filter(|name| HEAD_TABLES.iter().any(|table| table.name.as_bytes() == *name));
    params.into_iter().chain(heads).map(<[u8]>::to_vec).collect()
}

impl Streams {
    /// Creates a file for the report. A file of an earlier `-F` stays empty.
    fn redirect(&mut self, name: &[u8]) -> Result<(), Stop> {
        let path = path(name);
        let file = Output::open(Some(&path)).map_err(|_| Stop::cannot_open(name, 'w'))?;
        self.files.push(path);
        self.earlier.extend(self.out.replace(file));
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }

    /// Gives complete files their names; none if one of them is an input.
    fn finish(&mut self) -> Result<(), Stop> {
        self.flush()?;
        if let Some(input) = &self.overwritten {
            let message = format!(
                "treescore: {} is an input: -F would overwrite it; give another name\n",
                input.display()
            );
            return Err(Stop::Message(message.into_bytes()));
        }
        for file in self.earlier.drain(..).chain(self.out.take()) {
            file.finish()?;
        }
        Ok(())
    }
}

impl Desk for Streams {
    /// To the original a directory is an empty file; here not if a built-in file has its name.
    fn open(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        if path(name).is_dir() && self.built_in.iter().any(|known| known == name) {
            return None;
        }
        if self.files.iter().any(|file| is_same_file(file, &path(name))) {
            self.overwritten.get_or_insert_with(|| path(name));
        }
        let corpus = Corpus::as_is(path(name));
        let document = corpus.documents().first()?;
        let stream = document.open().ok()?;
        let read = read_limited(stream, WHOLE_MAX).map_err(|error| OpenError::of_io(&document.name, error));
        read.map_err(|error| self.unreadable.get_or_insert(error)).ok()
    }

    fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.out.get_or_insert_with(Output::standard).write_all(text)
    }

    fn warn(&mut self, text: &[u8]) -> io::Result<()> {
        self.flush()?;
        // Failing to write a warning is not an error.
        let _ = streams::stderr().write_all(text);
        Ok(())
    }
}

/// A file name from a list, which may be any bytes.
#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name))
}

/// A file name from a list.
#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}
