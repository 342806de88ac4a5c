//! What holds for every format that is read as a side of a run.

use std::io::Read;

use treescore::read::{
    Corpus, Format, FormatOptions, Holds, Nbest, Position, ReadOptions, Syntax, Taker, UnitKind, Wanted,
};

use crate::support::side::{Side, SideUnit, read_side};

const ANYTHING: &[Holds] = &[
    Holds::Trees,
    Holds::Dependencies,
    Holds::Forests,
    Holds::Words,
    Holds::Chunks,
    Holds::Times,
    Holds::Alignment,
    Holds::Probabilities,
];

/// Units of any kind.
pub fn wanted(syntax: Syntax) -> Wanted {
    let unit = if syntax.is_by_line() { UnitKind::Line } else { UnitKind::Tree };
    let takers = vec![Taker { name: "anybody".to_owned(), takes: ANYTHING }];
    Wanted { syntax, takers, ..Wanted::from(unit) }
}

/// Reads a file, whose first byte chooses a format and its options. Checks that reading again gives the same,
/// in blocks of one byte, too, and that all places are inside of the file.
pub fn check_formats(data: &[u8], formats: &[Option<Format>], syntax: Syntax) {
    let Some((&choices, text)) = data.split_first() else { return };
    let details = FormatOptions {
        nbest: if choices & 0x40 == 0 { Nbest::First } else { Nbest::Best },
        functions: choices & 0x80 != 0,
        ignores_types: choices & 0x40 != 0,
        ..FormatOptions::default()
    };
    let format = formats[usize::from(choices & 0x1F) % formats.len()];
    let skip = if choices & 0x20 == 0 { Vec::new() } else { vec![b"CODE".to_vec()] };
    let options = ReadOptions { format, skip, details, ..ReadOptions::default() };
    let corpus = Corpus::held("x", text).with_options(options);
    let wanted = wanted(syntax);
    let whole = read_side(&corpus, &wanted, None);
    let places = Places::of(&corpus);
    for unit in &whole.units {
        check_unit(unit, places.as_ref());
    }
    check_same(&whole, &read_side(&corpus, &wanted, None));
    check_same(&whole, &read_side(&corpus, &wanted, Some(1)));
    if whole.error.is_none() {
        let units: u64 = whole.facts.iter().map(|facts| facts.units).sum();
        assert_eq!(units, whole.units.len() as u64, "all units are counted");
    }
}

/// Where a file that has an error is left does not depend on the size of blocks; how many units were returned
/// before may.
fn check_same(one: &Side, other: &Side) {
    let error = |side: &Side| side.error.as_ref().map(ToString::to_string);
    assert_eq!(error(one), error(other));
    let common = if one.error.is_some() { one.units.len().min(other.units.len()) } else { usize::MAX };
    let first = |side: &'_ Side| side.units[..side.units.len().min(common)].to_vec();
    assert_eq!(first(one), first(other));
    if one.error.is_none() {
        assert_eq!(one.facts, other.facts);
    }
}

fn check_unit(unit: &SideUnit, places: Option<&Places>) {
    if let Some(places) = places {
        places.check(unit.at.expect("a place"));
        if let Some((title, at)) = &unit.fault {
            assert!(!title.is_empty());
            places.check(*at);
        }
    }
    assert!(unit.heads.is_empty() || unit.heads.len() == unit.words.len(), "a head for each word");
    let inside = |outer: &[(u32, u32)], inner: (u32, u32)| {
        inner.0 == inner.1 || outer.iter().any(|outer| outer.0 <= inner.0 && inner.1 <= outer.1)
    };
    for (at, (_, parent, stretches)) in unit.brackets.iter().enumerate() {
        assert!(parent.is_none_or(|parent| parent < at));
        assert!(stretches.windows(2).all(|two| two[0].1 < two[1].0), "stretches are apart and in order");
        for &stretch in stretches {
            assert!(stretch.0 <= stretch.1 && stretch.1 as usize <= unit.words.len());
            assert!(
                parent.is_none_or(|parent| inside(&unit.brackets[parent].2, stretch)),
                "inside its parent"
            );
        }
    }
}

/// How long the lines of a file are. If it has no LF, CR ends the lines of most formats, but not of JSON.
struct Places(Vec<Vec<usize>>);

impl Places {
    /// `None` if the file cannot be decoded to its end.
    fn of(corpus: &Corpus) -> Option<Self> {
        let mut text = Vec::new();
        corpus.documents()[0].open().ok()?.read_to_end(&mut text).ok()?;
        let ends: &[u8] = if text.contains(&b'\n') { b"\n" } else { b"\n\r" };
        let lengths = |end: u8| text.split(|&byte| byte == end).map(<[u8]>::len).collect();
        Some(Self(ends.iter().map(|&end| lengths(end)).collect()))
    }

    fn check(&self, at: Position) {
        let line = usize::try_from(at.line).ok().and_then(|line| line.checked_sub(1));
        let is_inside = |lengths: &Vec<usize>| {
            let length = line.and_then(|line| lengths.get(line));
            length.is_some_and(|&length| at.column >= 1 && at.column <= length as u64 + 1)
        };
        assert!(self.0.iter().any(is_inside), "line {}, column {}", at.line, at.column);
    }
}
