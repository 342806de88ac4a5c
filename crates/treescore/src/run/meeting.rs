//! Takes the times of a tree's words from those of an utterance, whose words may be cut differently.

use super::survey::{Meetings, TimesPlace};
use crate::align::times::{
    Covers, Cuts, TimedSide, TimesFault, TimesWords, are_like, check, differs, is_unlike,
};
use crate::measure::Side;
use crate::read::times::{Interval, TimedWords, TimesProblem, shorten};
use crate::tree::Word;

/// How the words of a side met those of its times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// The file of times has other words.
    pub(crate) has_other_words: bool,
    /// The number of words that have the times of their parts.
    pub(crate) joined: u64,
    /// The number of words that share the time of a longer one.
    pub(crate) shared: u64,
}

impl Meeting {
    fn and(self, other: Self) -> Self {
        Self {
            has_other_words: self.has_other_words || other.has_other_words,
            joined: self.joined + other.joined,
            shared: self.shared + other.shared,
        }
    }

    /// Counts the meeting of a pair that has times on both sides.
    pub(super) fn count(self, seen: &mut Meetings) {
        seen.other_words.count += u64::from(self.has_other_words);
        seen.joined.count += self.joined;
        seen.shared.count += self.shared;
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
        self.any_word(self.number(at))
    }

    /// A word by its number within the tree, counted or not.
    fn any_word(&self, at: usize) -> &'a [u8] {
        self.words[at].bytes(self.text)
    }
}

/// Takes the times of trees from those of their side, and keeps examples of words that met others.
pub(super) struct Taker<'a> {
    by: &'a TimedSide,
    words: TimesWords,
    seen: &'a mut Meetings,
}

impl<'a> Taker<'a> {
    pub(super) fn new(by: &'a TimedSide, words: TimesWords, seen: &'a mut Meetings) -> Self {
        Self { by, words, seen }
    }

    /// Appends the times of the counted words of all trees.
    pub(super) fn take_all(
        mut self,
        (side, trees): (&Side<'_>, &[(u64, u32)]),
        times: &mut Vec<Interval>,
    ) -> Result<Meeting, TimesFault> {
        times.clear();
        let (mut first, mut rest, mut meeting) = (0, side.prepared.kept(), Meeting::default());
        for &(number, end) in trees {
            let (kept, others) = rest.split_at(rest.partition_point(|&word| word < end));
            let words = &side.arena.words()[first as usize..end as usize];
            let tree = OneTree { words, text: side.text, kept, first };
            let placed = self.of(number)?;
            meeting = meeting.and(self.take(number, &placed, &tree, times)?);
            (first, rest) = (end, others);
        }
        Ok(meeting)
    }

    /// The times of a tree.
    pub(super) fn of(&mut self, number: u64) -> Result<TimedWords<'a>, TimesFault> {
        self.by.of(number).inspect_err(|fault| self.refuse(number, fault))
    }

    /// Appends the times of the counted words of a tree.
    pub(super) fn take(
        &mut self,
        number: u64,
        placed: &TimedWords<'_>,
        tree: &OneTree<'_>,
        times: &mut Vec<Interval>,
    ) -> Result<Meeting, TimesFault> {
        self.look_for_words(tree);
        let taken = self.take_placed(number, placed, tree, times);
        taken.inspect_err(|fault| {
            self.refuse(number, fault);
            if let TimesFault::Count(_) = fault {
                self.look_for_sounds(number, placed, tree);
            }
        })
    }

    fn take_placed(
        &mut self,
        number: u64,
        placed: &TimedWords<'_>,
        tree: &OneTree<'_>,
        times: &mut Vec<Interval>,
    ) -> Result<Meeting, TimesFault> {
        let kept = tree.kept.len();
        let covers = check(kept, tree.words.len(), placed, |at| tree.word(at));
        let place = |at: usize| if covers == Ok(Covers::All) { tree.number(at) } else { at };
        // An empty text in a file of times does not contradict the tree.
        let is_different = |at: &usize| {
            let spoken = placed.word(place(*at)).unwrap_or_default();
            !spoken.is_empty() && is_unlike(tree.word(*at), spoken)
        };
        let different = (0..kept).find(is_different);
        let has_others = covers.is_err() || different.is_some();
        if has_others && let Some(meeting) = self.take_cut(placed, tree, times)? {
            return Ok(meeting);
        }
        covers.as_ref().map_err(Clone::clone)?;
        if has_others && covers == Ok(Covers::All) && self.is_chance(placed, tree) {
            return Err(differs(kept, tree.words.len(), placed, |at| tree.word(at)));
        }
        times.extend((0..kept).map(|at| placed.intervals()[place(at)]));
        let is_same =
            |at: usize| placed.word(place(at)).is_some_and(|timed| !is_unlike(tree.word(at), timed));
        self.by.confirm(number, kept, is_same)?;
        if let Some(at) = different {
            let spoken = placed.word(place(at)).unwrap_or_default();
            let example = || (text(tree.word(at)), vec![text(spoken)]);
            self.seen.other_words.show(|| (example(), TimesPlace::new(placed)));
        }
        Ok(Meeting { has_other_words: has_others, ..Meeting::default() })
    }

    /// True if there are as many times as words with those that do not count, but these words have times of
    /// others.
    fn is_chance(&self, placed: &TimedWords<'_>, tree: &OneTree<'_>) -> bool {
        let mut kept = (0..tree.kept.len()).map(|at| tree.number(at)).peekable();
        let is_other = |at: usize| {
            let spoken = placed.word(at).unwrap_or_default();
            !spoken.is_empty() && !are_like(tree.any_word(at), spoken, self.by.normaliser())
        };
        (0..tree.words.len()).any(|at| kept.next_if_eq(&at).is_none() && is_other(at))
    }

    /// Appends the times of the counted words if the file of times has the same characters as the tree, its
    /// counted words or all of them, but perhaps cuts words differently. `None` if it has others.
    fn take_cut(
        &mut self,
        placed: &TimedWords<'_>,
        tree: &OneTree<'_>,
        times: &mut Vec<Interval>,
    ) -> Result<Option<Meeting>, TimesFault> {
        let normaliser = self.by.normaliser();
        let of_kept = Cuts::find((0..tree.kept.len()).map(|at| tree.word(at)), placed, normaliser);
        let all = (0..tree.words.len()).map(|at| tree.any_word(at));
        let of_all = || Cuts::find(all, placed, normaliser);
        let Some((cuts, covers)) =
            of_kept.map(|cuts| (cuts, Covers::Kept)).or_else(|| Some((of_all()?, Covers::All)))
        else {
            return Ok(None);
        };
        let word = |at: usize| if covers == Covers::Kept { tree.word(at) } else { tree.any_word(at) };
        if let Some((at, words)) = cuts.first_coarse().filter(|_| self.words != TimesWords::Split) {
            let time = shorten(placed.word(at).unwrap_or_default());
            let covered = words.map(|at| shorten(word(at))).collect();
            return Err(TimesFault::Covers { time, words: covered });
        }
        let found = cuts.intervals(placed.intervals());
        let place = |at: usize| if covers == Covers::Kept { at } else { tree.number(at) };
        times.extend((0..tree.kept.len()).filter_map(|at| found.get(place(at))));
        Ok(Some(self.count_cuts(&cuts, placed, word)))
    }

    /// Counts the words that are cut differently.
    fn count_cuts<'w>(
        &mut self,
        cuts: &Cuts,
        placed: &TimedWords<'_>,
        word: impl Fn(usize) -> &'w [u8],
    ) -> Meeting {
        let mut meeting = Meeting::default();
        for (at, spoken) in cuts.differing() {
            let (met, count) = if spoken.len() > 1 {
                (&mut self.seen.joined, &mut meeting.joined)
            } else {
                (&mut self.seen.shared, &mut meeting.shared)
            };
            *count += 1;
            let parts = || spoken.map(|at| text(placed.word(at).unwrap_or_default())).collect();
            met.show(|| ((text(word(at)), parts()), TimesPlace::new(placed)));
        }
        meeting
    }

    /// Sees whether the trees have words that are not numbers.
    fn look_for_words(&mut self, tree: &OneTree<'_>) {
        if !self.seen.has_words {
            let is_number = |at: usize| tree.any_word(at).iter().all(u8::is_ascii_digit);
            self.seen.has_words = !(0..tree.words.len()).all(is_number);
        }
    }

    /// Sees whether there are too many times by exactly those of sounds.
    #[cold]
    fn look_for_sounds(&mut self, number: u64, placed: &TimedWords<'_>, tree: &OneTree<'_>) {
        let sounds = placed.words().filter(|word| is_sound(word));
        let others = placed.intervals().len() - sounds.clone().count();
        let Some(first) = sounds.clone().next() else { return };
        if others == tree.kept.len() || others == tree.words.len() {
            self.seen.sounds.see(number + 1, || format!("`{}`", shorten(first)));
            for sound in sounds {
                *self.seen.sound_words.entry(text(sound).into()).or_default() += 1;
            }
        }
    }

    /// Counts a tree that has no times.
    #[cold]
    fn refuse(&mut self, number: u64, fault: &TimesFault) {
        match fault {
            TimesFault::Covers { time, words } => {
                self.seen.split.see(number + 1, || format!("`{time}` covers {}", words.join(" ")));
            }
            TimesFault::Bad(bad) => {
                if let TimesProblem::Untimed { words, .. } = &bad.problem {
                    let word = words.first().map_or("", |word| word);
                    self.seen.missing.see(number + 1, || format!("`{word}`"));
                }
            }
            _ => {}
        }
    }
}

/// True for the text of a sound: in `[ ]` or `< >`, or beginning with `!`.
fn is_sound(word: &[u8]) -> bool {
    matches!(word, [b'[', .., b']'] | [b'<', .., b'>'] | [b'!', _, ..])
}

fn text(word: &[u8]) -> String {
    shorten(word).into()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read the pack and write files")]
mod tests {
    use super::*;
    use crate::align::times::Order;
    use crate::prepare::{Prepared, Recipe, Rules};
    use crate::read::times::{Times, TimesOptions};
    use crate::read::{Block, Corpus, Dialect, Scanner, SideReader, Syntax, UnitKind, UnitReader, UnitTree};
    use std::io::Read as _;
    use std::path::Path;

    /// How the words of each tree meet those of its times, in the words of the pack.
    fn meetings(folder: &Path, words: TimesWords) -> Vec<String> {
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
                let (number, mut times) = (found.len() as u64, Vec::new());
                let mut seen = Meetings::default();
                let mut taker = Taker::new(&by, words, &mut seen);
                let placed = taker.of(number).unwrap();
                let met = taker.take(number, &placed, &OneTree::new(&side), &mut times);
                found.push(match met {
                    Err(fault) => format!("{}: {fault}", fault.kind()),
                    Ok(Meeting { has_other_words: true, .. }) => "other".to_owned(),
                    Ok(Meeting { joined, shared, .. }) => {
                        let shown = times.iter().map(|(start, end)| format!("{start:.2}-{end:.2}"));
                        let what = match (joined, shared) {
                            (_, 1..) => "shared",
                            (1.., 0) => "joined",
                            (0, 0) => "same",
                        };
                        format!("{what} {}", shown.collect::<Vec<_>>().join(" "))
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
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats/check-words-times");
        assert_eq!(meetings(&pack, TimesWords::Same), [split, joined, same, number, "other"]);
        // `do` has two of the five characters of `don't`.
        let shared = "shared 0.00-0.20 0.20-0.36 0.36-0.60 0.60-0.90";
        assert_eq!(meetings(&pack, TimesWords::Split), [shared, joined, same, number, "other"]);
    }

    /// A tree with a word that does not count: its times may have it, too, but not another word in its place.
    #[test]
    fn numbers_that_fit_by_chance_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("gold.trees"), "(S (N we) (V ate) (. .))\n").unwrap();
        let number = "number of times differs: 2 words (3 including those that do not count), 3 times in gold.ctm \
                      (utterance u); first difference at word 2: `ate` / `uh`";
        for (words, expected) in [
            (["we", "ate", "."], "same 0.00-1.00 1.00-2.00"),
            (["we", "eat", "."], "other"),
            (["we", "uh", "ate"], number),
        ] {
            let [a, b, c] = words;
            let ctm = format!("u A 0 1 {a}\nu A 1 1 {b}\nu A 2 1 {c}\n");
            std::fs::write(folder.path().join("gold.ctm"), ctm).unwrap();
            assert_eq!(meetings(folder.path(), TimesWords::Same), [expected]);
        }
    }
}
