//! Takes the times of a tree's words from those of an utterance, whose words may be cut differently.

use crate::align::times::{Covers, Cuts, TimedSide, TimesFault, TimesWords, check, is_unlike};
use crate::measure::Side;
use crate::read::times::{Interval, TimedWords, shorten};
use crate::tree::Word;

/// How the words of a side met those of its times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// The file of times has other words.
    pub(crate) has_other_words: bool,
    /// Some words have the times of their parts.
    pub(crate) is_joined: bool,
    /// Some words share a time.
    pub(crate) is_split: bool,
}

impl Meeting {
    fn and(self, other: Self) -> Self {
        Self {
            has_other_words: self.has_other_words || other.has_other_words,
            is_joined: self.is_joined || other.is_joined,
            is_split: self.is_split || other.is_split,
        }
    }
}

/// The words of one tree of a group.
pub(super) struct OneTree<'a> {
    words: &'a [Word],
    text: &'a [u8],
    /// The numbers of the counted words in the group.
    kept: &'a [u32],
    first: u32,
}

impl<'a> OneTree<'a> {
    pub(super) fn new(side: &Side<'a>) -> Self {
        Self { words: side.arena.words(), text: side.text, kept: side.prepared.kept(), first: 0 }
    }

    /// The number of a counted word within the tree.
    fn number(&self, at: usize) -> usize {
        (self.kept[at] - self.first) as usize
    }

    fn word(&self, at: usize) -> &'a [u8] {
        self.words[self.number(at)].bytes(self.text)
    }
}

/// Takes the times of trees from those of their side.
#[derive(Clone, Copy)]
pub(super) struct Taker<'a> {
    by: &'a TimedSide,
    words: TimesWords,
}

impl<'a> Taker<'a> {
    pub(super) fn new(by: &'a TimedSide, words: TimesWords) -> Self {
        Self { by, words }
    }

    /// Appends the times of the counted words of all trees.
    pub(super) fn take_all(
        self,
        (side, trees): (&Side<'_>, &[(u64, u32)]),
        times: &mut Vec<Interval>,
    ) -> Result<Meeting, TimesFault> {
        times.clear();
        let (mut first, mut rest, mut meeting) = (0, side.prepared.kept(), Meeting::default());
        for &(number, end) in trees {
            let (kept, others) = rest.split_at(rest.partition_point(|&word| word < end));
            let words = &side.arena.words()[first as usize..end as usize];
            let tree = OneTree { words, text: side.text, kept, first };
            meeting = meeting.and(self.take(number, &self.by.of(number)?, &tree, times)?);
            (first, rest) = (end, others);
        }
        Ok(meeting)
    }

    /// Appends the times of the counted words of a tree.
    pub(super) fn take(
        self,
        number: u64,
        placed: &TimedWords<'_>,
        tree: &OneTree<'_>,
        times: &mut Vec<Interval>,
    ) -> Result<Meeting, TimesFault> {
        let kept = tree.kept.len();
        let covers = check(kept, tree.words.len(), placed, |at| tree.word(at));
        let place = |at: usize| if covers == Ok(Covers::All) { tree.number(at) } else { at };
        // An empty text in a file of times does not contradict the tree.
        let is_different = |at| {
            let spoken = placed.word(place(at)).unwrap_or_default();
            !spoken.is_empty() && is_unlike(tree.word(at), spoken)
        };
        let has_others = covers.is_err() || (0..kept).any(is_different);
        if has_others && let Some(meeting) = self.take_cut(placed, tree, times)? {
            return Ok(meeting);
        }
        covers.as_ref().map_err(Clone::clone)?;
        times.extend((0..kept).map(|at| placed.intervals()[place(at)]));
        let is_same =
            |at: usize| placed.word(place(at)).is_some_and(|timed| !is_unlike(tree.word(at), timed));
        self.by.confirm(number, kept, is_same)?;
        Ok(Meeting { has_other_words: has_others, ..Meeting::default() })
    }

    /// Appends the times of the counted words if the file of times has the same characters as the tree, its
    /// counted words or all of them, but perhaps cuts words differently. `None` if it has others.
    fn take_cut(
        self,
        placed: &TimedWords<'_>,
        tree: &OneTree<'_>,
        times: &mut Vec<Interval>,
    ) -> Result<Option<Meeting>, TimesFault> {
        let normaliser = self.by.normaliser();
        let of_kept = Cuts::find((0..tree.kept.len()).map(|at| tree.word(at)), placed, normaliser);
        let all = tree.words.iter().map(|word| word.bytes(tree.text));
        let of_all = || Cuts::find(all, placed, normaliser);
        let Some((cuts, covers)) =
            of_kept.map(|cuts| (cuts, Covers::Kept)).or_else(|| Some((of_all()?, Covers::All)))
        else {
            return Ok(None);
        };
        if let Some((at, words)) = cuts.first_coarse().filter(|_| self.words == TimesWords::Same) {
            let time = shorten(placed.word(at).unwrap_or_default());
            return Err(TimesFault::Covers { time, words });
        }
        let found = cuts.intervals(placed.intervals());
        let place = |at: usize| if covers == Covers::Kept { at } else { tree.number(at) };
        times.extend((0..tree.kept.len()).filter_map(|at| found.get(place(at))));
        let is_split = cuts.first_coarse().is_some();
        Ok(Some(Meeting { has_other_words: false, is_joined: !is_split && !cuts.are_same(), is_split }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::times::Order;
    use crate::prepare::{Prepared, Recipe, Rules};
    use crate::read::times::{Times, TimesOptions};
    use crate::read::{Block, Corpus, Dialect, Scanner, SideReader, Syntax, UnitKind, UnitReader, UnitTree};
    use std::io::Read as _;
    use std::path::Path;

    /// How the words of each tree meet those of its times, in the words of the pack.
    fn meetings(words: TimesWords) -> Vec<String> {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats/check-words-times");
        let mut times = Vec::new();
        let file = Corpus::find(&folder.join("gold.ctm")).unwrap();
        file.documents()[0].open().unwrap().read_to_end(&mut times).unwrap();
        let times = Times::from_bytes("gold.ctm", times, &TimesOptions::default()).unwrap();
        let by = TimedSide::new(times, Order::ByUtterance);
        let mut side =
            SideReader::new(Corpus::find(&folder.join("gold.trees")).unwrap(), UnitKind::Tree).unwrap();
        let mut reader = UnitReader::new(Syntax::Trees, Dialect::Native);
        let (mut rules, mut scanner) = (Rules::new(Recipe::default()), Scanner::new());
        let (mut block, mut unit, mut prepared) =
            (Block::default(), UnitTree::default(), Prepared::default());
        let mut found = Vec::new();
        while side.next(&mut block).unwrap() {
            scanner.begin(block.padded());
            for at in 0..block.extents().len() {
                reader.read(&scanner, &block, at, &mut unit).unwrap();
                rules.update(reader.labels());
                prepared.prepare(&unit.arena, &rules);
                let side = Side { arena: &unit.arena, text: block.text(), prepared: &prepared };
                let (number, mut taken) = (found.len() as u64, Vec::new());
                let placed = by.of(number).unwrap();
                let met = Taker::new(&by, words).take(number, &placed, &OneTree::new(&side), &mut taken);
                found.push(match met {
                    Err(fault) => format!("{}: {fault}", fault.kind()),
                    Ok(Meeting { has_other_words: true, .. }) => "other".to_owned(),
                    Ok(Meeting { is_joined, is_split, .. }) => {
                        let taken = taken.iter().map(|(start, end)| format!("{start:.2}-{end:.2}"));
                        let what = match (is_joined, is_split) {
                            (_, true) => "shared",
                            (true, false) => "joined",
                            (false, false) => "same",
                        };
                        format!("{what} {}", taken.collect::<Vec<_>>().join(" "))
                    }
                });
            }
        }
        found
    }

    #[test]
    fn words_meet_times() {
        let number = "number of times differs: 2 words, 3 times in gold.ctm (utterance u4); \
                      first difference at word 2: `ate` / `uh`";
        let split = "a time covers several words: `don't` covers 2 words of the tree";
        let joined = "joined 0.00-0.20 0.20-0.30 0.30-0.60 0.60-0.90";
        let same = "same 0.00-0.20 0.20-0.50";
        assert_eq!(meetings(TimesWords::Same), [split, joined, same, number, "other"]);
        // `do` has two of the five characters of `don't`.
        let shared = "shared 0.00-0.20 0.20-0.36 0.36-0.60 0.60-0.90";
        assert_eq!(meetings(TimesWords::Split), [shared, joined, same, number, "other"]);
    }
}
