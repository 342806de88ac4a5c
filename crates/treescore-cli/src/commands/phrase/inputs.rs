//! What the files of `phrase score` hold.

use std::io::Read;
use std::str::FromStr;

use treescore::read::chunks::BioColumn;
use treescore::read::{Corpus, Format, Holds, OpenError, Want};

use super::Failure;

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

impl FromStr for Kind {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "trees" | "brackets" => Ok(Self::Trees),
            "chunks-json" => Ok(Self::ChunksJson),
            "probabilities" => Ok(Self::Probabilities),
            _ => name
                .parse()
                .map(Self::Columns)
                .map_err(|()| "use trees, chunks-json, bio, bio:gold, bio:system or probabilities"),
        }
    }
}

/// Finds out what a file holds: `usual`, or one of the other kinds that can be told from their first lines.
pub(super) fn find_kind(corpus: &mut Corpus, usual: Kind) -> Result<Kind, Failure> {
    corpus.first_byte()?; // standard input is kept
    let Some(document) = corpus.documents().first() else { return Ok(usual) };
    let mut sample = Vec::new();
    let read = document.open()?.take(SAMPLE).read_to_end(&mut sample);
    read.map_err(|source| OpenError::Io { name: document.name.clone(), source })?;
    let Ok(found) = document.recognise(Want::Trees) else { return Ok(kind_of(&sample, usual)) };
    Ok(match (found.format, found.format.holds()) {
        (Format::Bio, _) => Kind::Columns(BioColumn::Last),
        (Format::ChunksJson, _) => Kind::ChunksJson,
        (Format::Probabilities, _) => Kind::Probabilities,
        (_, Holds::Trees) => Kind::Trees,
        // A faulty line of what is expected may hide its format; its reader says what is wrong. Columns with
        // tabs are probabilities rather than times.
        (Format::Plain, _) => kind_of(&sample, usual),
        (_, Holds::Times) if first_line(&sample).contains(&b'\t') => kind_of(&sample, usual),
        (_, holds) => {
            return Err(Failure::OtherKind { name: document.name.clone(), holds: holds.as_str() });
        }
    })
}

fn first_line(sample: &[u8]) -> &[u8] {
    sample.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// What the first lines say.
fn kind_of(sample: &[u8], usual: Kind) -> Kind {
    let sample = sample.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(sample).trim_ascii_start();
    let is_json = sample.starts_with(b"{");
    let mut lines = sample.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let first = lines.find(|line| !line.starts_with(b"-DOCSTART-")).unwrap_or_default();
    let has_chunks = first.windows(8).any(|text| text == b"\"chunks\"");
    let fields = || first.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let is_tag = |field: &[u8]| match field {
        b"O" => true,
        [letter, b'-', kind @ ..] => b"BIESLUM".contains(letter) && !kind.is_empty(),
        _ => false,
    };
    if is_json && (has_chunks || usual == Kind::Trees) {
        Kind::ChunksJson
    } else if !is_json
        && !first.starts_with(b"(")
        && fields().count() > 1
        && fields().next_back().is_some_and(is_tag)
    {
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
            assert_eq!(find_kind(&mut corpus, Kind::Probabilities).unwrap(), kind);
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
