//! Tables of trees, given by their numbers of words, and the times they get.

use super::*;
use crate::read::times::{Overlaps, Times, TimesFormat, TimesOptions};

/// Times of utterances with these numbers of words, one second per word.
fn times(utterances: &[(&str, usize)]) -> Times {
    let mut text = String::new();
    for (id, words) in utterances {
        for word in 0..*words {
            text += &[id, " A ", &word.to_string(), " 1 w\n"].concat();
        }
    }
    read("a.ctm", &text)
}

fn read(name: &str, text: &str) -> Times {
    Times::from_bytes(name, text.into(), &TimesOptions::default()).unwrap()
}

/// The times of a tree: `u1 0+2` for two words from word 0, or the message and kind.
fn found(side: &TimedSide, tree: u64) -> String {
    match side.of(tree) {
        Ok(words) => {
            let first = words.intervals().first().map_or(String::new(), |(start, _)| start.to_string());
            format!("{} {first}+{}", words.utterance(), words.intervals().len())
        }
        Err(fault) => format!("{}: {fault}", fault.kind()),
    }
}

fn check_side(side: &TimedSide, expected: &[&str], why: &str) {
    for (tree, expected) in expected.iter().enumerate() {
        assert_eq!(found(side, tree as u64), *expected, "{why}: tree {tree}");
    }
}

#[test]
fn utterance_by_utterance() {
    let side = TimedSide::new(
        read("a.ctm", "u1 A 0 1 a\nu2 A 5 1 a\nu2 A 4 1 b\nu3 A 1.7e308 1.7e308 a\n"),
        Order::ByUtterance,
    );
    let expected = [
        "u1 0+1",
        "times out of order: a.ctm:3: utterance u2, word 2 `b`: starts at 4, before the previous word ends, at 6",
        "times not readable: a.ctm:4: utterance u3, word 1 `a`: end `inf` is not a finite number",
        "no times: no times left for tree 4: a.ctm has 3 utterances; check that these times belong to these trees",
    ];
    check_side(&side, &expected, "by utterance");
    assert!(found(&side, u64::MAX).starts_with("no times: no times left for tree 18446744073709551615"));
    assert_eq!(side.leftover(3), None);
    let leftover = side.leftover(1).unwrap().to_string();
    assert_eq!(
        leftover,
        "3 word times are left over: a.ctm, from word 1 of utterance u2; check that trees and times belong together"
    );
}

/// The channels of a recording are utterances of their own, and their ids may be written in several ways.
#[test]
fn by_id_of_a_channel() {
    let times = read("a.ctm", "r A 0 1 a\nr B 5 1 b\ns A 7 1 c\n");
    let ids = ["r-A", "r_B", "rA", "s", "r", "s-A"].map(str::to_owned).to_vec();
    let side = TimedSide::new(times, Order::ById(ids));
    let expected = [
        "r-A 0+1",
        "r-B 5+1",
        "r-A 0+1",
        "s 7+1",
        "no times: no times for tree 5: a.ctm has no utterance r",
        "no times: no times for tree 6: a.ctm has no utterance s-A",
    ];
    check_side(&side, &expected, "channels");
}

#[test]
fn by_id() {
    let text = "{\"id\": \"a\", \"words\": [[0, 1]]}\n{\"id\": \"b\", \"words\": [[5, 6]]}\n{\"id\": \"b\", \"words\": []}\n[[7, 8]]\n";
    let ids = ["4", "a", "x", "b", "a"].map(str::to_owned).to_vec();
    let side = TimedSide::new(read("a.jsonl", text), Order::ById(ids));
    let expected = [
        "4 7+1",
        "a 0+1",
        "no times: no times for tree 3: a.jsonl has no utterance x",
        "no times: no times for tree 4: a.jsonl has more than one utterance b",
        "a 0+1",
        "no times: no id for tree 6: there are 5 ids; give one id per tree",
    ];
    check_side(&side, &expected, "by id");
    assert_eq!(side.leftover(5), None, "ids choose");
    let leftover = side.leftover(3).unwrap().to_string();
    assert_eq!(leftover, "2 ids are left over, from `b`; check that trees and ids belong together");
}

#[test]
fn running_words() {
    let over = "number of times differs: no time for word";
    let ends = "of a.ctm ends; the next tree begins with the next recording";
    let none = |tree: u64| {
        format!(
            "no times: no times left for tree {tree}: a.ctm has 2 utterances; check that these times belong to these trees"
        )
    };
    let last = format!("{over} 2 of tree 4, which has 2 words: recording s {ends}");
    for (recordings, trees, expected, leftover, why) in [
        (&[("r", 5), ("s", 3)][..], &[2, 3, 3][..], &["r 0+2", "r 2+3", "s 0+3"][..], None, "all fits"),
        (
            &[("r", 5), ("s", 3)],
            &[2, 0, 3, 3],
            &["r 0+2", "r +0", "r 2+3", "s 0+3"],
            None,
            "a tree without words",
        ),
        (
            &[("r", 5), ("s", 3)],
            &[2, 4, 2, 1],
            &[
                "r 0+2",
                &format!("{over} 4 of tree 2, which has 4 words: recording r {ends}"),
                "s 0+2",
                "s 2+1",
            ],
            Some(
                "3 word times are left over: a.ctm, from word 3 of utterance r; check that trees and times belong together",
            ),
            "a tree too long: the next begins with the next recording",
        ),
        (
            &[("r", 1), ("s", 3)],
            &[1, 2, 0, 2, 1, 0],
            &["r 0+1", "s 0+2", "s +0", &last, &none(5), &none(6)],
            Some(
                "1 word time is left over: a.ctm, from word 3 of utterance s; check that trees and times belong together",
            ),
            "times missing at the end",
        ),
        (
            &[("r", 2), ("s", 3)],
            &[2, 1],
            &["r 0+2", "s 0+1", &none(3)],
            Some(
                "2 word times are left over: a.ctm, from word 2 of utterance s; check that trees and times belong together",
            ),
            "times left over at the end",
        ),
    ] {
        let side = TimedSide::new(times(recordings), Order::Running(trees.to_vec()));
        check_side(&side, expected, why);
        let found = side.leftover(trees.len() as u64).map(|leftover| leftover.to_string());
        assert_eq!(found.as_deref(), leftover, "{why}");
    }
}

/// A fault affects the tree it is in; where a recording breaks off, nothing after it is known.
#[test]
fn running_words_with_faults() {
    let side = TimedSide::new(
        read("a.ctm", "r A 0 1 a\nr A 2 -1 b\nr A 2 1 c\nr A 2.5 1 d\ns A 0 1 e\n"),
        Order::Running(vec![1, 1, 1, 1, 1]),
    );
    let fault = "times out of order: a.ctm:2: utterance r, word 2 `b`: ends at 1, before its start at 2";
    check_side(&side, &["r 0+1", fault, "r 2+1", "r 2.5+1", "s 0+1"], "one word");

    let text = "[[[0, 1], [1, 2]],\n [[2, 3}, [3, 4]],\n [[5, 6]]]";
    let side = TimedSide::new(read("a.json", text), Order::Running(vec![2, 1, 1]));
    let behind = |tree: u64| {
        format!(
            "no times: no times for tree {tree}: an earlier recording breaks off: a.json:2: utterance 2: \
             not JSON: expected `,` or `]`"
        )
    };
    check_side(&side, &["1 0+2", &behind(2), &behind(3)], "a recording that breaks off");
    let leftover = side.leftover(3).unwrap().to_string();
    assert_eq!(
        leftover,
        "1 word time is left over: a.json, from word 1 of utterance 3; check that trees and times belong together"
    );

    let why =
        "cannot be read: a.json:1: utterance 3: not JSON: EOF while parsing a value; was the file truncated?";
    for (trees, expected) in [
        (&[1, 1][..], Some(format!("after the times of the last tree, the rest {why}"))),
        (
            &[1],
            Some(format!(
                "1 word time is left over: a.json, from word 1 of utterance 2; check that trees and times belong together; the rest {why}"
            )),
        ),
        (&[1, 1, 1], None), // the third tree is refused for it
    ] {
        let side = TimedSide::new(read("a.json", "[[[0, 1]], [[1, 2]]"), Order::Running(trees.to_vec()));
        let found = side.leftover(trees.len() as u64).map(|leftover| leftover.to_string());
        assert_eq!(found, expected, "a file that was cut, {trees:?}");
    }
}

#[test]
fn the_order_is_chosen_by_the_number_of_trees() {
    let times = times(&[("r", 2), ("s", 2)]);
    for (words, expected) in [
        (vec![2, 2], Order::ByUtterance),
        (vec![7, 9], Order::ByUtterance),
        (vec![4], Order::Running(vec![4])),
        (vec![1, 1, 2], Order::Running(vec![1, 1, 2])),
    ] {
        assert_eq!(Order::choose(&times, words), expected);
    }
}

#[test]
fn numbers_of_words_and_times() {
    let with_words = read("asr.ctm", "u88 A 0 1 THE\nu88 A 1 1 cat\nu88 A 2 1 sat\n");
    let bare = read("a.json", "[[[0, 1]]]");
    let differs = "3 times in asr.ctm (utterance u88)";
    for (times, tree, all, expected, why) in [
        (&with_words, &["the", "cat", "sat"][..], 3, Ok(Covers::Kept), "as many"),
        (&with_words, &["x", "y", "z"], 4, Ok(Covers::Kept), "words are not compared"),
        (&with_words, &["the", "cat"], 3, Ok(Covers::All), "as many as all"),
        (
            &with_words,
            &["the", "cat"],
            2,
            Err(format!("2 words, {differs}; first difference at word 3: nothing / `sat`")),
            "too few words; case does not matter",
        ),
        (
            &with_words,
            &["the", "black", "cat", "sat"],
            5,
            Err(format!(
                "4 words (5 including those that do not count), {differs}; first difference at word 2: `black` / `cat`"
            )),
            "too many words",
        ),
        (
            &with_words,
            &["the", "cat", "sat", "up"],
            4,
            Err(format!("4 words, {differs}; first difference at word 4: `up` / nothing")),
            "one more at the end",
        ),
        (
            &bare,
            &["a", "b"],
            2,
            Err("2 words, 1 time in a.json (utterance 1)".to_owned()),
            "times without words",
        ),
        (&bare, &[], 0, Err("0 words, 1 time in a.json (utterance 1)".to_owned()), "a tree without words"),
    ] {
        let found = check(tree.len(), all, &times.whole(0).unwrap(), |at| tree[at].as_bytes());
        let found = found.map_err(|fault| {
            assert_eq!(fault.kind(), "number of times differs");
            fault.to_string()
        });
        assert_eq!(found, expected, "{why}");
    }
}

#[test]
fn gaps_are_closed() {
    for (mut times, expected, why) in [
        (vec![], vec![], "no words"),
        (vec![(0.1, 0.3)], vec![(0.1, 0.3)], "one word"),
        (vec![(0.1, 0.3), (0.3, 1.1)], vec![(0.1, 0.3), (0.3, 1.1)], "no gaps: every digit stays"),
        (vec![(1.0, 2.0), (4.0, 4.5), (4.5, 5.0)], vec![(1.0, 2.0), (2.0, 2.5), (2.5, 3.0)], "a gap"),
        (
            vec![(1.0, 2.0), (1.5, 2.0), (9.0, 9.0)],
            vec![(1.0, 2.0), (2.0, 2.5), (2.5, 2.5)],
            "an overlap, no duration",
        ),
    ] {
        close_gaps(&mut times);
        assert_eq!(times, expected, "{why}");
    }
}

/// Times that are allowed to overlap are assigned as they are.
#[test]
fn overlaps_are_kept() {
    let options =
        TimesOptions { overlaps: Overlaps::Allow, format: Some(TimesFormat::Ctm), ..TimesOptions::default() };
    let times = Times::from_bytes("-", b"u A 5 1 a\nu A 4 1 b\n".to_vec(), &options).unwrap();
    let side = TimedSide::new(times, Order::ByUtterance);
    assert_eq!(side.of(0).unwrap().intervals(), [(5.0, 6.0), (4.0, 5.0)]);
}
