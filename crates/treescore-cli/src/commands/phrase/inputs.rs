//! What the files of `phrase score` hold.

use std::io::Read;
use std::str::FromStr;

use treescore::findings::{Finding, FindingId, Severity};
use treescore::read::chunks::BioColumn;
use treescore::read::{Corpus, Format, Holds, OpenError, Want};
use treescore::setup::GivenFormat;

use super::Failure;
use crate::args::input::format;

/// How much of a file is looked at where its format is not recognised.
const SAMPLE: u64 = 64 * 1024;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Trees, whose chunks are found.
    Trees,
    /// Chunks, one line of JSON per sentence.
    ChunksJson,
    /// Chunks in columns.
    Columns(BioColumn),
    /// Candidates of a model with their probabilities.
    Probabilities,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Trees => "trees",
            Self::ChunksJson => "chunks in JSON",
            Self::Columns(_) => "chunks in columns",
            Self::Probabilities => "probabilities",
        }
    }
}

/// What a file holds, as people say it, and the format of trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenKind {
    pub(super) kind: Kind,
    pub(super) format: Option<GivenFormat>,
}

impl FromStr for GivenKind {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let kind = match name {
            "chunks-json" => Some(Kind::ChunksJson),
            "probabilities" => Some(Kind::Probabilities),
            _ => name.parse().ok().map(Kind::Columns),
        };
        let of_trees = || format(name).ok().filter(|given| given.format.holds() == Holds::Trees);
        match (kind, of_trees()) {
            (Some(kind), _) => Ok(Self { kind, format: None }),
            (None, Some(format)) => Ok(Self { kind: Kind::Trees, format: Some(format) }),
            (None, None) => Err("use chunks-json, bio, bio:gold, bio:system, probabilities, \
                                 or a format of trees (list: treescore formats)"),
        }
    }
}

/// Finds out what a file holds: `usual`, or one of the other kinds that can be told from their first lines. If
/// the format was not recognised, there is a note of how the file is read.
pub(super) fn find_kind(corpus: &mut Corpus, usual: Kind) -> Result<(Kind, Option<Finding>), Failure> {
    corpus.first_byte()?; // standard input is kept
    let Some(document) = corpus.documents().first() else { return Ok((usual, None)) };
    let mut sample = Vec::new();
    let read = document.open()?.take(SAMPLE).read_to_end(&mut sample);
    read.map_err(|source| OpenError::Io { name: document.name.clone(), source })?;
    let by_first_line = |is_plain: bool| {
        let kind = kind_of(&sample, usual);
        let message = format!("{}: read as {}", document.name, kind.as_str());
        let note = Finding::new(FindingId::Format, Severity::Note, message);
        // What is of no format is read as usual, and its reader says what is wrong. One sentence of columns need
        // not end with a blank line.
        let is_clear = is_plain && (kind == usual || is_tagged(&sample));
        Ok((kind, Some(note).filter(|_| !is_clear)))
    };
    let Ok(found) = document.recognise(Want::Trees) else { return Ok((kind_of(&sample, usual), None)) };
    let kind = match (found.format, found.format.holds()) {
        (Format::Bio, _) => Kind::Columns(BioColumn::Last),
        (Format::ChunksJson, _) => Kind::ChunksJson,
        (Format::Probabilities, _) => Kind::Probabilities,
        (_, Holds::Trees) => Kind::Trees,
        // A faulty line of what is expected may hide its format; its reader says what is wrong. Columns with
        // tabs are probabilities rather than times.
        (Format::Plain, _) => return by_first_line(true),
        (_, Holds::Times) if first_line(&sample).contains(&b'\t') => return by_first_line(false),
        (_, holds) => {
            return Err(Failure::OtherKind { name: document.name.clone(), holds: holds.as_str() });
        }
    };
    Ok((kind, None))
}

fn first_line(sample: &[u8]) -> &[u8] {
    sample.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// The chunk tag at the end of a line with a word before it.
fn tag(line: &[u8]) -> Option<&[u8]> {
    let mut fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let last = fields.next_back()?;
    let is_tag = match last {
        b"O" => true,
        [letter, b'-', kind @ ..] => b"BIESLUM".contains(letter) && !kind.is_empty(),
        _ => false,
    };
    (is_tag && fields.next().is_some()).then_some(last)
}

/// True if all lines end with chunk tags, and some are in a chunk.
fn is_tagged(sample: &[u8]) -> bool {
    let is_cut = sample.len() as u64 == SAMPLE;
    let lines = sample.split(|&byte| byte == b'\n').rev().skip(usize::from(is_cut));
    let mut lines = lines.filter(|line| !line.trim_ascii().is_empty());
    let mut is_inside = false;
    let are_all = lines.all(|line| {
        tag(line).is_some_and(|tag| {
            is_inside |= tag != b"O";
            true
        })
    });
    are_all && is_inside
}

/// What the first lines say.
fn kind_of(sample: &[u8], usual: Kind) -> Kind {
    let sample = sample.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(sample).trim_ascii_start();
    let is_json = sample.starts_with(b"{");
    let mut lines = sample.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let first = lines.find(|line| !line.starts_with(b"-DOCSTART-")).unwrap_or_default();
    let has_chunks = first.windows(8).any(|text| text == b"\"chunks\"");
    if is_json && (has_chunks || usual == Kind::Trees) {
        Kind::ChunksJson
    } else if !is_json && !first.starts_with(b"(") && tag(first).is_some() {
        Kind::Columns(BioColumn::Last)
    } else {
        usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comments and values longer than the first look.
    #[test]
    fn long_beginnings_do_not_hide_a_kind() {
        let words = "x ".repeat(50_000);
        let trees = format!("# {words}\n(S (A a) (B b))\n");
        let chunks = format!("{{\"sent\": \"{words}\", \"n\": 1, \"chunks\": []}}\n");
        for (text, kind) in [(trees, Kind::Trees), (chunks, Kind::ChunksJson)] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
            let mut corpus = Corpus::find(file.path()).unwrap();
            assert_eq!(find_kind(&mut corpus, Kind::Probabilities).unwrap(), (kind, None));
        }
    }

    #[test]
    fn kinds_are_told_from_the_first_line() {
        let columns = Kind::Columns(BioColumn::Last);
        for (text, as_gold, as_system) in [
            ("(S (A a))\n", Kind::Trees, Kind::Probabilities),
            ("{\"sent\":\"1\",\"n\":1,\"chunks\":[]}\n", Kind::ChunksJson, Kind::ChunksJson),
            ("{\"sent\":\"1\",\"cat\":\"NP\"}\n", Kind::ChunksJson, Kind::Probabilities),
            ("# default=0.1\n1\tNP\t0\t1\t0.5\n", Kind::Trees, Kind::Probabilities),
            ("the DT B-NP\n", columns, columns),
            ("\n-DOCSTART- -X- O\n\n. O\n", columns, columns),
            ("O\n", Kind::Trees, Kind::Probabilities),
            ("", Kind::Trees, Kind::Probabilities),
        ] {
            assert_eq!(kind_of(text.as_bytes(), Kind::Trees), as_gold, "{text}");
            assert_eq!(kind_of(text.as_bytes(), Kind::Probabilities), as_system, "{text}");
        }
    }
}
