//! Conversation sides in one file of sclite: which paths belong to which side, and in which order.

use std::ops::Range;

use crate::values::hash::HashSet;

use super::WordColumns;

/// A path: the alignment of one utterance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) id: String,
    pub(super) side: SideName,
    /// Its place among the paths of its side.
    pub(super) sequence: u64,
    /// Its columns.
    pub(super) columns: Range<usize>,
}

/// The name of a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SideName {
    /// A channel of a file; empty if the file has only one.
    Channel { file: String, channel: String },
    /// A speaker, if the file is not named.
    Speaker(String),
}

impl SideName {
    /// The name as it is shown: `sw1-A`, or the speaker.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Channel { file, channel } if channel.is_empty() => file.clone(),
            Self::Channel { file, channel } => format!("{file}-{channel}"),
            Self::Speaker(speaker) => speaker.clone(),
        }
    }

    /// True if a file of trees with this stem is the side.
    fn is_named(&self, stem: &str) -> bool {
        match self {
            Self::Channel { file, channel } => stem.strip_prefix(file.as_str()).is_some_and(|rest| {
                rest == channel || rest.strip_prefix(['-', '_', '.']).is_some_and(|rest| rest == channel)
            }),
            Self::Speaker(speaker) => speaker == stem,
        }
    }
}

impl Path {
    /// Creates a path from its tag. `number` is its number in the file, from 0.
    pub(super) fn new(tag: &[u8], speaker: &str, number: u64, columns: Range<usize>) -> Self {
        let text = |name| attribute(tag, name).map(|value| String::from_utf8_lossy(value).into_owned());
        let file = text("file").filter(|file| !file.is_empty());
        let side = match file {
            Some(file) => SideName::Channel { file, channel: text("channel").unwrap_or_default() },
            None => SideName::Speaker(speaker.to_owned()),
        };
        let id = text("id").unwrap_or_default().trim_matches(['(', ')']).to_owned();
        let sequence = text("sequence").and_then(|sequence| sequence.trim().parse().ok()).unwrap_or(number);
        Self { id, side, sequence, columns }
    }
}

/// The value of an attribute of a tag.
pub(super) fn attribute<'t>(tag: &'t [u8], name: &str) -> Option<&'t [u8]> {
    let mut rest = tag;
    loop {
        let open = memchr::memchr(b'"', rest)?;
        let (before, value) = (rest.get(..open)?, rest.get(open + 1..)?);
        let close = memchr::memchr(b'"', value)?;
        let key = before.trim_ascii_end().strip_suffix(b"=").unwrap_or_default().trim_ascii_end();
        let key =
            key.rsplit(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').next().unwrap_or_default();
        if key.eq_ignore_ascii_case(name.as_bytes()) {
            return value.get(..close);
        }
        rest = value.get(close + 1..)?;
    }
}

impl WordColumns {
    /// The names of the sides in a file of sclite, in the order of the file. None in other formats.
    ///
    /// ```
    /// use treescore::read::columns::WordColumns;
    /// let text = b"<PATH id=\"(a-1)\" file=\"talk\" channel=\"A\">C,\"we\",\"we\"</PATH>";
    /// let columns = WordColumns::from_bytes("all.sgml", text)?;
    /// assert_eq!(columns.sides(), ["talk-A"]);
    /// assert_eq!(columns.side("talk_A").map(|side| side.len()), Some(1));
    /// assert_eq!(columns.side("speech"), None);
    /// # Ok::<(), treescore::read::columns::ColumnsError>(())
    /// ```
    pub fn sides(&self) -> Vec<String> {
        let mut seen = HashSet::default();
        let sides = self.paths.iter().map(|path| &path.side).filter(|side| seen.insert(*side));
        sides.map(SideName::shown).collect()
    }

    /// The columns of the side that a file of trees with this stem holds, in their order.
    pub fn side(&self, stem: &str) -> Option<Self> {
        let of_file = |path: &&Path| matches!(&path.side, SideName::Channel { file, .. } if file == stem);
        if let Some(path) = self.paths.iter().find(|path| path.side.is_named(stem)) {
            return Some(self.only(&path.side));
        }
        // The file alone, if it has one channel.
        let first = &self.paths.iter().find(of_file)?.side;
        self.paths.iter().filter(of_file).all(|path| path.side == *first).then(|| self.only(first))
    }

    /// The columns for the only file of trees that this file is for: those of the side of that name, or all
    /// of them if there is only one side or no file is named.
    pub fn for_file(self, stem: &str) -> Option<Self> {
        let Some(first) = self.paths.first() else { return Some(self) };
        if let Some(side) = self.side(stem) {
            return Some(side);
        }
        if self.paths.iter().all(|path| matches!(path.side, SideName::Speaker(_))) {
            return Some(self);
        }
        self.paths.iter().all(|path| path.side == first.side).then(|| self.only(&first.side))
    }

    /// The columns of one side, by the sequence of its paths.
    fn only(&self, side: &SideName) -> Self {
        let mut paths: Vec<&Path> = self.paths.iter().filter(|path| path.side == *side).collect();
        paths.sort_by_key(|path| path.sequence);
        let mut only = Self { name: self.name.clone(), ..Self::default() };
        for path in paths {
            let start = only.list.len();
            let columns = self.list.get(path.columns.clone()).unwrap_or_default();
            for column in columns {
                let word = |range: &Option<Range<usize>>| self.text.get(range.clone()?);
                only.push(word(&column.gold), word(&column.system), column.line);
            }
            only.paths.push(Path { columns: start..only.list.len(), ..path.clone() });
        }
        only
    }
}
