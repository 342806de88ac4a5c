//! Pairs of files of any size, for benchmarks.

use std::io::{self, Write};

use crate::generate::{Pair, Profile, pairs};

use super::Disturber;
use super::rates::{Manner, Rates};

/// How the text of the system differs from that of gold. Its trees always have a parser's mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Not at all.
    Equal,
    /// In three sentences out of ten: [`Rates::mixed`].
    Disturbed,
    /// By one typo in every sentence.
    Near,
    /// The whole file is one sentence, in other tokens.
    Giant,
    /// It is a different text.
    Unrelated,
    /// As [`Kind::Disturbed`], but gold is one sentence repeated.
    Repetitive,
}

impl Kind {
    /// All kinds with their names.
    pub const ALL: [(&str, Self); 6] = [
        ("equal", Self::Equal),
        ("disturbed", Self::Disturbed),
        ("near", Self::Near),
        ("giant", Self::Giant),
        ("unrelated", Self::Unrelated),
        ("repetitive", Self::Repetitive),
    ];

    /// Returns the kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind)
    }

    fn manner(self) -> Manner {
        match self {
            Self::Equal | Self::Unrelated => Manner::ByRates(Rates::none()),
            Self::Disturbed | Self::Repetitive => Manner::ByRates(Rates::mixed()),
            Self::Near => Manner::OneTypo,
            Self::Giant => Manner::ByRates(Rates::retokenised()),
        }
    }
}

/// Writes a pair of files with at least `bytes` of gold. Pass buffered writers.
///
/// # Errors
/// If a writer fails.
pub fn write_corpus(
    kind: Kind,
    seed: u64,
    bytes: u64,
    gold: &mut impl Write,
    system: &mut impl Write,
) -> io::Result<()> {
    let (mut disturber, mut lines) = (Disturber::new(seed, kind.manner()), String::new());
    let mut others = pairs(seed.wrapping_add(1), u64::MAX, &Profile::newspaper());
    let (mut written, mut sources) = (0, sentences(kind, seed));
    if kind == Kind::Giant {
        gold.write_all(b"(TOP")?;
        system.write_all(b"(TOP")?;
    }
    while written < bytes {
        let Some(pair) = sources.next() else { break };
        written += write_lines(kind, &format!("{}\n", pair.gold), gold)?;
        let other = if kind == Kind::Unrelated { others.next() } else { None };
        lines.clear();
        disturber.take(&other.unwrap_or(pair).system, &mut lines);
        write_lines(kind, &lines, system)?;
    }
    lines.clear();
    disturber.finish(&mut lines);
    write_lines(kind, &lines, system)?;
    if kind == Kind::Giant {
        gold.write_all(b")\n")?;
        system.write_all(b")\n")?;
    }
    Ok(())
}

/// Returns the pairs that the files are made of.
fn sentences(kind: Kind, seed: u64) -> Box<dyn Iterator<Item = Pair>> {
    let made = pairs(seed, u64::MAX, &Profile::newspaper());
    if kind == Kind::Repetitive {
        Box::new(made.take(1).collect::<Vec<_>>().into_iter().cycle())
    } else {
        Box::new(made)
    }
}

/// Writes lines as they are, or what is below their roots as parts of the one sentence. Returns the number of
/// bytes.
fn write_lines(kind: Kind, lines: &str, out: &mut impl Write) -> io::Result<u64> {
    if kind != Kind::Giant {
        out.write_all(lines.as_bytes())?;
        return Ok(lines.len() as u64);
    }
    let mut written = 0;
    for line in lines.lines() {
        let inside = line.strip_prefix("(TOP ").and_then(|rest| rest.strip_suffix(')')).unwrap_or(line);
        write!(out, " {inside}")?;
        written += 1 + inside.len() as u64;
    }
    Ok(written)
}
