//! A pair as bytes: words once, shapes apart. `front/src/decode.ts` reads them.

use treescore::align::text::Kind;
use treescore::measure::{Fate, Place, Sketch, SketchTree, Verdict, WordRole};

use super::bytes::{Streams, zigzag};
use super::names::Names;

/// What all records of a report share.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the data")]
pub(crate) struct Shared {
    pub(crate) labels: Names,
    pub(crate) tags: Names,
    pub(crate) has_times: bool,
    pub(crate) has_cells: bool,
    /// True if words or tags are items of the measure.
    pub(crate) has_word_fates: bool,
    pub(crate) has_worth: bool,
}

/// The answer of one system to a pair.
pub(crate) struct Answer<'a> {
    pub(crate) sketch: Option<&'a Sketch>,
    /// Why the pair was refused: the reason, the place, the line.
    pub(crate) refused: Option<[String; 3]>,
}

/// How a system's tree is written.
enum Status {
    NoTree = 0,
    WordsOfGold = 1,
    OwnWords = 2,
}

impl Shared {
    /// Writes a record, but for the number of the pair. The gold tree is that of the first answer that was scored: it says which brackets count.
    pub(crate) fn record(&mut self, id: &str, answers: &[Answer<'_>], out: &mut Streams) {
        out.text(id);
        let nothing = SketchTree::default();
        let sketches = || answers.iter().filter_map(|answer| answer.sketch);
        let compared = sketches().find(|sketch| sketch.is_compared);
        let any = || sketches().find(|sketch| !sketch.gold.is_empty());
        let gold = compared.or_else(any).map_or(&nothing, |sketch| &sketch.gold);
        self.words(gold, out);
        self.shape(gold, out);
        for answer in answers {
            self.answer(gold, answer, out);
        }
    }

    fn answer(&mut self, gold: &SketchTree, answer: &Answer<'_>, out: &mut Streams) {
        let system = answer.sketch.map(|sketch| &sketch.system).filter(|tree| !tree.is_empty());
        let status = match system {
            None => Status::NoTree,
            Some(tree) if has_same_words(gold, tree) => Status::WordsOfGold,
            Some(_) => Status::OwnWords,
        };
        let has_own_words = matches!(status, Status::OwnWords);
        out.number(status as u64);
        for text in answer.refused.iter().flatten() {
            out.text(text);
        }
        let Some((system, sketch)) = system.zip(answer.sketch) else { return };
        if has_own_words {
            self.words(system, out);
        } else {
            self.changed_tags(gold, system, out);
        }
        self.shape(system, out);
        if answer.refused.is_none() {
            self.fates(sketch, out);
            if has_own_words && self.has_cells {
                cells(sketch, out);
            }
        }
    }

    fn words(&mut self, tree: &SketchTree, out: &mut Streams) {
        out.number(tree.words() as u64);
        (0..tree.words()).for_each(|word| out.text(tree.word(word)));
        for word in 0..tree.words() {
            let tag = self.tag_and_role(tree, word);
            out.number(tag);
        }
    }

    /// The tag and role of a word as one number.
    fn tag_and_role(&mut self, tree: &SketchTree, word: usize) -> u64 {
        let tag = tree.tag(word).map_or(0, |tag| u64::from(self.tags.number(tag)) + 1);
        let role = match tree.role(word) {
            WordRole::Counted => 0,
            WordRole::Deleted => 1,
            WordRole::Empty => 2,
        };
        tag * 4 + role
    }

    /// Writes the words whose tag or role differs from gold's.
    fn changed_tags(&mut self, gold: &SketchTree, system: &SketchTree, out: &mut Streams) {
        let mut changed = Vec::new();
        for word in 0..gold.words() {
            let differs = gold.tag(word) != system.tag(word) || gold.role(word) != system.role(word);
            if differs {
                changed.push((word, self.tag_and_role(system, word)));
            }
        }
        out.number(changed.len() as u64);
        let mut next = 0;
        for (word, tag) in changed {
            out.number((word - next) as u64);
            out.number(tag);
            next = word + 1;
        }
    }

    /// Writes brackets and times.
    fn shape(&mut self, tree: &SketchTree, out: &mut Streams) {
        out.number(tree.nodes() as u64);
        let (mut depths, mut before, mut start) = (Vec::with_capacity(tree.nodes()), 0i64, 0);
        for node in 0..tree.nodes() {
            let depth = tree.parent(node).map_or(0, |parent: usize| depths[parent] + 1);
            depths.push(depth);
            let (first, last) = tree.hull(node);
            let label = u64::from(self.labels.number(tree.label(node)));
            out.number(label * 2 + u64::from(tree.fate(node).is_some()));
            out.number((before + 1 - depth) as u64);
            // In a discontinuous tree, a bracket may begin before the one that was opened last.
            out.signed(i64::from(first) - start);
            out.number(u64::from(last - first));
            (before, start) = (depth, i64::from(first));
        }
        gaps(tree, out);
        if self.has_times {
            times(tree, out);
        }
    }

    /// Writes what became of the items of the system.
    fn fates(&self, sketch: &Sketch, out: &mut Streams) {
        let (gold, system) = (&sketch.gold, &sketch.system);
        let number = |place: Place| match place {
            Place::Node(node) => i64::from(node),
            Place::Tag(word) | Place::Word(word) => gold.nodes() as i64 + i64::from(word),
        };
        let mut expected = 0;
        let mut write = |fate: Fate| {
            let Some(partner) = fate.partner.map(number) else {
                return out.number(u64::from(fate.verdict == Verdict::Crossing));
            };
            let is_relabelled = u64::from(fate.verdict == Verdict::Relabelled);
            out.number(2 + zigzag(partner - expected) * 2 + is_relabelled);
            expected = partner + 1;
            if self.has_worth {
                out.number((fate.worth.unwrap_or_default() * 10_000.0).round() as u64);
            }
        };
        (0..system.nodes()).filter_map(|node| system.fate(node)).for_each(&mut write);
        if self.has_word_fates {
            let fates = (0..system.words()).filter(|&word| system.role(word) == WordRole::Counted);
            for word in fates {
                let none = Fate { verdict: Verdict::Extra, partner: None, worth: None };
                // A word and its tag are one line of the page: what is wrong with either is shown.
                let fates = [system.tag_fate(word), system.word_fate(word)];
                let wrong = fates.iter().flatten().find(|fate| fate.verdict != Verdict::Matched);
                write(wrong.or(fates.iter().flatten().next()).copied().unwrap_or(none));
            }
        }
    }
}

fn has_same_words(gold: &SketchTree, system: &SketchTree) -> bool {
    let words = 0..gold.words();
    gold.words() == system.words()
        && words.into_iter().all(|word| gold.word(word) == system.word(word))
        && (0..gold.words()).all(|word| gold.time(word) == system.time(word))
}

/// Writes the brackets whose words are not one stretch.
fn gaps(tree: &SketchTree, out: &mut Streams) {
    let gapped: Vec<usize> = (0..tree.nodes()).filter(|&node| tree.stretches(node).len() > 1).collect();
    out.number(gapped.len() as u64);
    let mut next = 0;
    for node in gapped {
        out.number((node - next) as u64);
        next = node + 1;
        out.number(tree.stretches(node).len() as u64);
        let mut end = tree.hull(node).0;
        for &(start, stop) in tree.stretches(node) {
            out.number(u64::from(start - end));
            out.number(u64::from(stop - start));
            end = stop;
        }
    }
}

/// Writes start and duration of each word, in thousandths of a second.
fn times(tree: &SketchTree, out: &mut Streams) {
    let mut end = 0;
    for word in 0..tree.words() {
        let milliseconds = |seconds: f64| (seconds * 1000.0).round() as i64;
        let (start, stop) = tree.time(word).map_or((end, end), |(a, b)| (milliseconds(a), milliseconds(b)));
        out.signed(start - end);
        out.number((stop - start).max(0) as u64);
        end = start + (stop - start).max(0);
    }
}

fn cells(sketch: &Sketch, out: &mut Streams) {
    let cells = sketch.cells.as_deref().unwrap_or_default();
    out.number(cells.len() as u64);
    for cell in cells {
        out.number(match cell.kind {
            Kind::Same => 0,
            Kind::Retok => 1,
            Kind::Equiv => 2,
            Kind::Diff => 3,
            Kind::Gold => 4,
            Kind::System => 5,
        });
        out.number(cell.gold.into());
        out.number(cell.system.into());
    }
}
