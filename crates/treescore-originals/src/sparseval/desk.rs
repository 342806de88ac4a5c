//! Input and output of the programs.

use std::io;

use super::lines::lines;
use super::put_all;
use treescore::prepare::heads::{HEAD_TABLES, HeadFault, HeadSyntax, HeadTable};
use treescore::prepare::speech_file::{SPEECH_FILES, SpeechFile};

/// Gives the programs their files and takes what they print.
///
/// Implement it over files and standard output, or over memory: the programs touch nothing else, so the order
/// of their errors can be tested without files. [The module](super) has an example.
pub trait Desk {
    /// Returns the bytes of a file, or `None` if it cannot be opened.
    fn open(&mut self, name: &[u8]) -> Option<Vec<u8>>;

    /// Takes a part of the report.
    ///
    /// # Errors
    /// If it cannot be written.
    fn print(&mut self, text: &[u8]) -> io::Result<()>;

    /// Takes a warning, which belongs after everything printed before it.
    ///
    /// # Errors
    /// If anything printed before it cannot be written.
    fn warn(&mut self, text: &[u8]) -> io::Result<()>;
}

/// Why a run ended early.
#[derive(Debug)]
pub enum Stop {
    /// An error with its complete text; the exit status is 1.
    Message(Vec<u8>),
    /// The report cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Stop {
    /// Creates the error for a file that cannot be opened, in the original's words; `mode` is `r` or `w`.
    pub fn cannot_open(name: &[u8], mode: char) -> Self {
        let mut message = Vec::new();
        let mode = format!(" in mode \"{mode}\"\n");
        put_all(&mut message, &[b"ERROR: could not open file ", name, mode.as_bytes()]);
        Self::Message(message)
    }
}

pub(super) fn open(desk: &mut dyn Desk, name: &[u8]) -> Result<Vec<u8>, Stop> {
    desk.open(name).ok_or_else(|| Stop::cannot_open(name, 'r'))
}

/// Reads a file, or else the built-in file of that name.
fn open_or_built_in(
    desk: &mut dyn Desk,
    name: &[u8],
    mut named: impl Iterator<Item = (&'static str, &'static str)>,
) -> Result<Vec<u8>, Stop> {
    let built_in = |(known, _): &(&str, &str)| known.as_bytes() == name;
    open(desk, name).or_else(|stop| named.find(built_in).map(|(_, text)| text.into()).ok_or(stop))
}

/// Reads the head table, if one was given: a file or one of [`HEAD_TABLES`].
pub(super) fn open_heads(desk: &mut dyn Desk, name: Option<&[u8]>) -> Result<Option<HeadTable>, Stop> {
    let Some(name) = name else { return Ok(None) };
    let bytes = open_or_built_in(desk, name, HEAD_TABLES.iter().map(|table| (table.name, table.text)))?;
    let table = HeadTable::parse(&bytes, HeadSyntax::Original).map_err(|error| {
        let text: &[u8] = match error.fault {
            HeadFault::Unclosed => b"headfile misparse\n",
            _ => b"misparse head file\n",
        };
        Stop::Message(text.to_vec())
    })?;
    Ok(Some(table))
}

/// Reads the parameters: a file or one of [`SPEECH_FILES`]; none if no name was given. A line that the
/// original would read past its end is skipped with a warning.
pub(super) fn open_params(desk: &mut dyn Desk, name: Option<&[u8]>) -> Result<SpeechFile, Stop> {
    let Some(name) = name else { return Ok(SpeechFile::default()) };
    let (params, notes) = SpeechFile::parse(&open_or_built_in(
        desk,
        name,
        SPEECH_FILES.iter().map(|file| (file.name, file.text)),
    )?);
    for note in notes {
        let mut text = Vec::new();
        put_all(&mut text, &[b"warning: ", name, b", line ", note.to_string().as_bytes(), b"\n"]);
        desk.warn(&text)?;
    }
    Ok(params)
}

/// Returns the names in a list, one per line.
pub(super) fn file_names(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines(list).map(|line| line.text)
}
