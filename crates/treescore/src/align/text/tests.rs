//! Tables of small texts, laws, and streaming against whole texts.

use std::convert::Infallible;

use proptest::prelude::*;

use super::*;
use crate::report::aligned::TextReport;

mod laws;

/// A text as trees, a tree as words.
type Trees = Vec<Vec<Vec<u8>>>;

/// Hands out the trees of a text.
struct Feeder<'a>(std::slice::Iter<'a, Vec<Vec<u8>>>);

impl Feed for Feeder<'_> {
    type Error = Infallible;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, Infallible> {
        let tree = self.0.find(|tree| !tree.is_empty());
        tree.into_iter().flatten().for_each(|word| words.push(word));
        Ok(tree.is_some())
    }
}

fn groups_by(aligner: &mut TextAligner, gold: &Trees, system: &Trees) -> Vec<Group> {
    let (mut gold, mut system) = (Feeder(gold.iter()), Feeder(system.iter()));
    let (mut all, mut group) = (Vec::new(), Group::default());
    while aligner.next(&mut gold, &mut system, &mut group).unwrap() {
        all.push(group.clone());
    }
    aligner.restart();
    all
}

fn groups(gold: &Trees, system: &Trees) -> Vec<Group> {
    groups_by(&mut TextAligner::new(Tables::default()), gold, system)
}

#[test]
fn a_stopped_aligner_makes_no_groups_of_texts_that_differ() {
    let meter = crate::values::Meter::default();
    let (gold, system) = (trees("a b / c"), trees("a x / y"));
    let mut aligner = TextAligner::new(Tables::default());
    aligner.attach(&meter);
    assert_eq!(groups_by(&mut aligner, &gold, &system).len(), groups(&gold, &system).len());
    meter.stop();
    assert!(groups_by(&mut aligner, &gold, &system).is_empty());
}

/// Parses a text: `/` between trees, spaces between words.
fn trees(text: &str) -> Trees {
    let words = |tree: &str| tree.split_whitespace().map(|word| word.as_bytes().to_vec()).collect();
    text.split('/').map(words).collect()
}

/// The groups as text: separated by `/`, with numbers of trees before merged ones, and cells separated by
/// commas. `=` is the same text in different words, `~` an exception, `!` a difference, `-` gold only and `+`
/// system only.
fn shown(groups: &[Group], gold: &Trees, system: &Trees) -> String {
    let mut gold_words = gold.iter().flatten();
    let mut system_words = system.iter().flatten();
    let show = |group: &Group| {
        if group.is_plain {
            assert!(group.cells.is_empty());
            let words = group.text.gold_words as usize;
            assert_eq!(gold_words.by_ref().take(words).count(), system_words.by_ref().take(words).count());
            return "plain".to_owned();
        }
        let mut take = |cell: &Cell| {
            let join = |words: Vec<&Vec<u8>>| {
                let words: Vec<_> = words.into_iter().map(|word| String::from_utf8_lossy(word)).collect();
                words.join(" ")
            };
            let gold = join(gold_words.by_ref().take(cell.gold as usize).collect());
            let system = join(system_words.by_ref().take(cell.system as usize).collect());
            match cell.kind {
                Kind::Same => gold,
                Kind::Retok => format!("{gold} = {system}"),
                Kind::Equiv => format!("{gold} ~ {system}"),
                Kind::Diff => format!("{gold} ! {system}"),
                Kind::Gold => format!("-{gold}"),
                Kind::System => format!("+{system}"),
            }
        };
        let cells: Vec<String> = group.cells.iter().map(&mut take).collect();
        let merged = match (group.gold_trees, group.system_trees) {
            (1, 1) | (0, _) | (_, 0) => String::new(),
            (gold, system) => format!("{gold}:{system} "),
        };
        format!("{merged}{}", cells.join(", "))
    };
    groups.iter().map(show).collect::<Vec<_>>().join(" / ")
}

/// Cells of each kind, in order.
fn cells(text: &TextCounts) -> [u64; Kind::ALL.len()] {
    Kind::ALL.map(|kind| text.cells(kind))
}

fn aligned(gold: &str, system: &str) -> String {
    let (gold, system) = (trees(gold), trees(system));
    shown(&groups(&gold, &system), &gold, &system)
}

#[test]
fn small_texts() {
    for (gold, system, expected, why) in [
        ("", "", "", "nothing at all"),
        ("a b / c", "a b / c", "plain / plain", "the same"),
        ("The Cat", "the cat", "plain", "the same but for case"),
        ("a b / c d", "a b c d", "2:1 a, b, c, d", "sentences merged"),
        ("a b c d", "a b / c d", "1:2 a, b, c, d", "a sentence split"),
        ("ab c", "a bc", "ab c = a bc", "no common end of words"),
        ("a bc d", "a b c d", "a, bc = b c, d", "a word split"),
        ("a b", "", "-a, -b", "gold only"),
        ("", "a / b", "+a / +b", "system only, a group for each tree"),
        ("/ a / / b", "a / b /", "plain / plain", "trees without words have no place"),
        ("x y z", "x q z", "x, y ! q, z", "another word"),
    ] {
        assert_eq!(aligned(gold, system), expected, "{why}");
    }
}

#[test]
fn gaps_slide_to_where_words_and_trees_end() {
    for (gold, system, expected, why) in [
        ("x a b a c", "x a c", "x, -a, -b, a, c", "the leftmost of equally good places"),
        ("a b a c", "a c", "-a, -b, a, c", "the beginning of a tree is better than that of a word"),
        ("ab abc d", "abc d", "-ab, abc, d", "words stay whole"),
        ("he left / he came / he saw", "he left / he saw", "plain / -he, -came / plain", "same beginnings"),
        ("we left . / they left . / ok", "we left . / ok", "plain / -they, -left, -. / plain", "same ends"),
        (
            "ok / no / no / ok",
            "ok / no / ok",
            "plain / plain / -no / plain",
            "same sentences: nothing slides past the end of a tree",
        ),
        ("a / a / a", "a", "plain / -a / -a", "at the end of the text nothing is left to slide over"),
        ("b / a b", "a b", "-b / plain", "at the beginning, too"),
        ("a x", "x", "-a, x", "at the beginning of the text"),
        ("x a", "x", "x, -a", "at the end of the text"),
    ] {
        assert_eq!(aligned(gold, system), expected, "{why}");
    }
}

#[test]
fn holes_are_cut_where_words_end_on_both_sides() {
    for (gold, system, expected, why) in [
        (
            "so ku r't go",
            "so kur rot go",
            "so, ku ! kur, r't ! rot, go",
            "characters given back up to common ends",
        ),
        ("aa bb cc", "aa cc", "aa, -bb, cc", "a word lost"),
        ("xa yb", "qa zb", "xa ! qa, yb ! zb", "ends of words in common count more than nothing"),
        (
            "H CL FL HM H NEIM",
            "CL FL HM HNEIM",
            "-H, CL, FL, HM, H NEIM = HNEIM",
            "the article that is not there",
        ),
    ] {
        assert_eq!(aligned(gold, system), expected, "{why}");
    }
}

#[test]
fn exceptions_explain_whole_cells_only() {
    for (gold, system, expected, why) in [
        ("I ca n't go", "I can not go", "I, ca ~ can, n't ~ not, go", "word by word if as many"),
        ("I ca n't go", "I cannot go", "I, ca n't ~ cannot, go", "together if not"),
        ("I wo n't go", "I won't go", "I, wo n't = won't, go", "the same text needs no exception"),
        ("well ... no", "well . . . no", "well, ... = . . ., no", "the same text in more words"),
        ("a % b", "a percent b", "a, % ~ percent, b", "one word"),
        ("it 'll rain", "it shall rain", "it, 'll ! shall, rain", "no class has both"),
    ] {
        assert_eq!(aligned(gold, system), expected, "{why}");
    }
    let (gold, system) = (trees("I ca n't go"), trees("I can not go"));
    let tables = Tables { exceptions: Exceptions::none(), ..Tables::default() };
    let found = groups_by(&mut TextAligner::new(tables), &gold, &system);
    assert_eq!(shown(&found, &gold, &system), "I, ca ! can, n't ! not, go", "without exceptions");
}

#[test]
fn cells_that_differ_are_cut_by_size() {
    for (gold, system, expected, why) in [
        ("ab cd", "xyz", "ab cd ! xyz", "few words stay together"),
        (
            "ab cd ef gh ij",
            "v wx yz vw xyz",
            "ab ! v, cd ! wx, ef ! yz, gh ! vw, ij ! xyz",
            "as many words: one by one",
        ),
        ("ab cd ef gh ij", "vwxyzvwxyz", "-ab cd ef gh ij, +vwxyzvwxyz", "not as many: gold, then system"),
        ("ab cd ef gh ij", "abcdefghix", "ab cd ef gh ij ! abcdefghix", "mostly equal: one cell"),
    ] {
        assert_eq!(aligned(gold, system), expected, "{why}");
    }
}

#[test]
fn tallies_count_words_characters_and_places() {
    let (gold, system) = (trees("a b c / d e / f"), trees("a x c / de g"));
    let mut all = TextCounts::default();
    for group in groups(&gold, &system) {
        all += group.text;
    }
    assert_eq!((all.pairs, all.merged, all.gold_only, all.system_only), (2, 1, 0, 0));
    assert_eq!((all.gold_trees, all.system_trees, all.break_matches), (3, 2, 2));
    assert_eq!(cells(&all), [2, 1, 0, 2, 0, 0], "a, c; d e = de; b ! x, f ! g");
    assert_eq!((all.gold_words, all.system_words, all.word_matches), (6, 5, 4));
    assert_eq!((all.gold_differ, all.system_differ, all.places), (2, 2, 2));
    assert_eq!((all.gold_characters, all.system_characters, all.equal_characters), (6, 6, 4));
    let (report, nothing) = (TextReport::of(&all, None), TextReport::of(&TextCounts::default(), None));
    assert_eq!((all.coverage(), report.words.precision), (Some(4.0 / 6.0), Some(0.8)));
    assert_eq!((report.words.recall, report.words.f1), (Some(4.0 / 6.0), Some(8.0 / 11.0)));
    assert_eq!((report.breaks.precision, report.breaks.recall), (Some(1.0), Some(2.0 / 3.0)));
    assert_eq!(report.breaks.f1, Some(0.8));
    assert_eq!((nothing.coverage, nothing.breaks.f1), (None, None));
}

/// Fails once, in the middle of a tree.
struct Flaky<'a>(Feeder<'a>, u32);

impl Feed for Flaky<'_> {
    type Error = &'static str;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, &'static str> {
        self.1 = self.1.wrapping_sub(1);
        if self.1 == 0 {
            words.push(b"half");
            return Err("unreadable");
        }
        self.0.next_tree(words).map_err(|never| match never {})
    }
}

#[test]
fn an_error_loses_nothing() {
    let (gold, system) = (trees("a b / c d / e f"), trees("a / b c x / e f"));
    let expected = groups(&gold, &system);
    for failing in 1..=4 {
        let mut gold_feed = Flaky(Feeder(gold.iter()), failing);
        let mut system_feed = Flaky(Feeder(system.iter()), failing);
        let (mut aligner, mut group) = (TextAligner::new(Tables::default()), Group::default());
        let (mut found, mut errors) = (Vec::new(), 0);
        loop {
            match aligner.next(&mut gold_feed, &mut system_feed, &mut group) {
                Ok(true) => found.push(group.clone()),
                Ok(false) => break,
                Err(_) => errors += 1,
            }
        }
        assert_eq!((errors, shown(&found, &gold, &system)), (2, shown(&expected, &gold, &system)));
    }
}

#[test]
fn an_empty_word_is_still_a_word() {
    let gold = vec![vec![b"a".to_vec(), Vec::new(), b"b".to_vec()]];
    assert_eq!(groups(&gold, &gold)[0].text.gold_characters, 3);
    assert_eq!(shown(&groups(&gold, &trees("a b")), &gold, &trees("a b")), "a, -, b");
}

#[test]
fn one_text_may_be_much_longer() {
    let long: Vec<String> = (0..300).map(|number| format!("word{number} of many")).collect();
    let (gold, system) = (trees(&long.join(" / ")), trees("word0 of many / word1 of"));
    let found = groups_by(&mut TextAligner::new(Tables::default()).with_window(100), &gold, &system);
    let kinds = |group: &Group| (group.gold_trees, group.system_trees, group.is_plain);
    assert_eq!(found.len(), 300);
    assert_eq!(
        (kinds(&found[0]), kinds(&found[1]), kinds(&found[2])),
        ((1, 1, true), (1, 1, false), (1, 0, false))
    );
    assert_eq!(cells(&found[1].text), [2, 0, 0, 0, 1, 0]);
}

/// Both texts are much longer than the largest window.
#[test]
fn what_never_becomes_certain_is_still_aligned() {
    let sentence = |number: usize| format!("speaker{number} said {} .", 7919 * (number + 1));
    let whole: Vec<String> = (0..200).map(sentence).collect();
    let cut: Vec<String> = whole.iter().map(|sentence| sentence.replace(" .", "")).collect();
    let (gold, system) = (trees(&whole.join(" / ")), trees(&cut.join(" / ")));
    let mut aligner = TextAligner::new(Tables::default()).with_window(64).with_largest_window(256);
    let found = groups_by(&mut aligner, &gold, &system);
    assert_eq!(found.len(), 200);
    assert!(
        found.iter().all(|group| cells(&group.text) == [3, 0, 0, 0, 1, 0]),
        "a full stop lost in every sentence"
    );

    let other: Vec<String> = (0..200).map(|number| format!("ΑΒΓΔ ΕΖΗΘ ΙΚΛΜ{number}")).collect();
    let other = trees(&other.join(" / "));
    let all = groups_by(&mut aligner, &gold, &other);
    assert_eq!(all.len(), 400);
    assert!(all.iter().all(|group| group.gold_trees + group.system_trees == 1), "nothing in common");
    let long = vec![gold.concat()];
    assert_eq!(groups_by(&mut aligner, &long, &vec![other.concat()]).len(), 2, "not even the end of a tree");
}
