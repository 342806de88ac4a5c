//! Word times: written times are read back in every format, running words are assigned to their trees, and
//! look-ups do not allocate.

use std::fmt::Write as _;

use allocation_counter::measure;
use proptest::prelude::*;
use proptest::sample::select;
use treescore::align::times::{Covers, Order, TimedSide, check, close_gaps};
use treescore::read::times::{Interval, Times, TimesFormat, TimesOptions};
use treescore::write::times::{write_ctm, write_jsonl};

type Word = (String, Interval);
type Utterance = Vec<Word>;

/// Pieces of words that have a meaning in one of the formats.
const PIECES: [&str; 16] = [
    "the",
    "häuser",
    "家",
    "\u{1F600}",
    "\"",
    "\\",
    "!",
    "=",
    "[1]:",
    "{",
    "]",
    "<exists>",
    "1.5",
    ";;",
    "xmin",
    "-",
];

/// Words in milliseconds: the silence before, and the duration.
fn utterance() -> impl Strategy<Value = Utterance> {
    let text = prop::collection::vec(select(&PIECES[..]), 1..4).prop_map(|pieces| pieces.concat());
    let words = prop::collection::vec((text, 0..3_u32, 0..900_u32), 1..8);
    (words, -2000..200_000_i32).prop_map(|(words, mut now)| {
        let place = |(text, gap, duration): (String, u32, u32)| {
            let start = now + gap as i32 * 250;
            now = start + duration as i32;
            (text, (f64::from(start) / 1000.0, f64::from(now) / 1000.0))
        };
        words.into_iter().map(place).collect()
    })
}

fn utterances() -> impl Strategy<Value = Vec<Utterance>> {
    prop::collection::vec(utterance(), 1..6)
}

fn read(name: &str, bytes: Vec<u8>) -> Times {
    Times::from_bytes(name, bytes, &TimesOptions::default()).unwrap()
}

/// All words that were read, by utterance.
fn all(times: &Times) -> Vec<Utterance> {
    let utterance = |at| {
        let words = times.whole(at).unwrap();
        let texts = words.words().map(|word| String::from_utf8(word.to_vec()).unwrap());
        texts.zip(words.intervals().iter().copied()).collect()
    };
    (0..times.len()).map(utterance).collect()
}

fn borrowed(words: &[Word]) -> impl Iterator<Item = (&[u8], Interval)> {
    words.iter().map(|(text, times)| (text.as_bytes(), *times))
}

/// The intervals of a tier, silences included.
fn tier(words: &[Word]) -> Vec<(f64, f64, String)> {
    let mut now = words[0].1.0 - 1.0;
    let mut tier = Vec::new();
    for (text, (start, end)) in words {
        if *start > now {
            tier.push((now, *start, String::new()));
        }
        tier.push((*start, *end, text.replace('"', "\"\"")));
        now = *end;
    }
    tier
}

fn long_grid(words: &[Word]) -> String {
    let tier = tier(words);
    let mut text = format!(
        "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0 \nxmax = 9 \ntiers? <exists> \nsize = 1 \nitem []: \n    \
         item [1]:\n        class = \"IntervalTier\" \n        name = \"words\" \n        xmin = 0 \n        xmax = 9 \n        \
         intervals: size = {} \n",
        tier.len()
    );
    for (at, (start, end, word)) in tier.iter().enumerate() {
        write!(
            text,
            "        intervals [{}]:\n            xmin = {start} \n            xmax = {end} \n            text = \"{word}\" \n",
            at + 1
        )
        .unwrap();
    }
    text
}

fn short_grid(words: &[Word]) -> String {
    let tier = tier(words);
    let head = "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n9\n<exists>\n1\n\"IntervalTier\"\n\"words\"\n0\n9\n";
    let rows = tier.iter().map(|(start, end, word)| format!("{start}\n{end}\n\"{word}\"\n"));
    format!("{head}{}\n{}", tier.len(), rows.collect::<String>())
}

/// The text in every encoding that Praat writes, and with Windows line ends.
fn encodings(text: &str) -> [Vec<u8>; 5] {
    let marked = format!("\u{FEFF}{text}");
    [
        text.into(),
        marked.clone().into(),
        marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        text.replace('\n', "\r\n").into(),
    ]
}

proptest! {
    #[test]
    fn textgrids_read_back(words in utterance()) {
        for text in [long_grid(&words), short_grid(&words)] {
            for bytes in encodings(&text) {
                prop_assert_eq!(&all(&read("u.TextGrid", bytes))[0], &words);
            }
        }
    }

    #[test]
    fn json_reads_back(utterances in utterances()) {
        let mut lines = Vec::new();
        for (words, id) in utterances.iter().zip(0..) {
            write_jsonl(&mut lines, &id.to_string(), borrowed(words)).unwrap();
        }
        let array = serde_json::to_vec_pretty(
            &utterances.iter().map(|words| words.iter().map(|(t, (s, e))| (t, s, e)).collect()).collect::<Vec<Vec<_>>>()
        ).unwrap();
        for (name, bytes) in [("a.jsonl", lines.clone()), ("a.json", lines), ("b.json", array)] {
            prop_assert_eq!(&all(&read(name, bytes)), &utterances, "{}", name);
        }
    }

    /// CTM stores durations, not ends: the ends may differ in the last digit.
    #[test]
    fn ctm_reads_back(utterances in utterances()) {
        let mut lines = Vec::new();
        for (words, id) in utterances.iter().zip(0..) {
            write_ctm(&mut lines, &format!("u{id}"), borrowed(words)).unwrap();
        }
        let back = all(&read("a.ctm", lines));
        prop_assert_eq!(back.len(), utterances.len());
        for ((text, (start, end)), (text_back, (start_back, end_back))) in
            utterances.iter().flatten().zip(back.iter().flatten())
        {
            prop_assert_eq!((text, start), (text_back, start_back));
            prop_assert!((end - end_back).abs() < 1e-12);
        }
    }

    /// However recordings are cut into trees, the trees get the words in order, and a broken word affects
    /// only its tree.
    #[test]
    fn running_words_are_assigned_to_their_trees(
        recordings in prop::collection::vec(prop::collection::vec(0..5_u32, 1..6), 1..5),
        lost in any::<prop::sample::Index>(),
    ) {
        let recordings: Vec<Vec<u32>> =
            recordings.into_iter().filter(|trees| trees.iter().sum::<u32>() > 0).collect();
        prop_assume!(!recordings.is_empty());
        let mut ctm = String::new();
        for (at, trees) in recordings.iter().enumerate() {
            for word in 0..trees.iter().sum() {
                writeln!(ctm, "r{at} A {word} 1 w{word}").unwrap();
            }
        }
        let trees = recordings.concat();
        let side = TimedSide::new(read("a.ctm", ctm.clone().into()), Order::Running(trees.clone()));
        let mut tree = 0;
        for recording in &recordings {
            let mut first = 0;
            for &words in recording {
                let expected: Vec<Interval> = (first..first + words).map(|w| (w.into(), (w + 1).into())).collect();
                prop_assert_eq!(side.of(tree).unwrap().intervals(), &expected[..]);
                (first, tree) = (first + words, tree + 1);
            }
        }
        prop_assert_eq!(side.leftover(tree), None);

        let mut lines: Vec<&str> = ctm.lines().collect();
        let at = lost.index(lines.len());
        let broken = format!("{} A 9 -1 w", lines[at].split(' ').next().unwrap());
        lines[at] = &broken;
        let damaged = TimedSide::new(read_or_skip(&lines.join("\n"))?, Order::Running(trees.clone()));
        let faults = (0..trees.len() as u64).filter(|&tree| damaged.of(tree).is_err()).count();
        prop_assert_eq!(faults, 1);
    }

    #[test]
    fn closing_gaps_keeps_durations(words in utterance()) {
        let before: Vec<Interval> = words.iter().map(|(_, times)| *times).collect();
        let mut after = before.clone();
        close_gaps(&mut after);
        prop_assert_eq!(before[0], after[0]);
        for ((start, end), (new_start, new_end)) in before.iter().zip(&after) {
            prop_assert!(((end - start) - (new_end - new_start)).abs() < 1e-9);
        }
        prop_assert!(after.windows(2).all(|two| two[0].1.total_cmp(&two[1].0).is_eq()));
    }

    /// Any text in any format gives times or an error, and every fault has a position.
    #[test]
    fn any_text_is_times_or_an_error(text in any_text(), format in select(&TimesFormat::ALL[..])) {
        let options = TimesOptions { format: Some(format), ..TimesOptions::default() };
        if let Ok(times) = Times::from_bytes("x", text.into(), &options) {
            prop_assert!(times.faults().all(|fault| fault.line > 0 && fault.word != Some(0)));
        }
    }
}

/// Rejects a file whose only word is the damaged one, because it has no readable times.
fn read_or_skip(ctm: &str) -> Result<Times, TestCaseError> {
    let times = Times::from_bytes("a.ctm", ctm.into(), &TimesOptions::default());
    times.map_err(|error| TestCaseError::reject(error.to_string()))
}

/// Text of pieces that have a meaning in one of the formats.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = [
        "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1 \"IntervalTier\" \"words\" 0 1 2 ",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"words\"",
        "\"id\"",
        "\"start\"",
        "\"end\"",
        "\"",
        "0",
        "1",
        " 0 1 \"a\" ",
        "-2.5",
        "1e999",
        "nan",
        "inf",
        " ",
        "\n",
        "\r\n",
        "u A 0 1 a\n",
        "u A ",
        ";;",
        "<",
        ">",
        "!",
        "=",
        "\\",
        "é",
        "\u{FEFF}",
    ];
    prop::collection::vec(select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

#[test]
fn looking_up_times_allocates_nothing() {
    let mut ctm = String::new();
    for word in 0..400 {
        writeln!(ctm, "r A {word} 0.5 w").unwrap();
    }
    let ids = vec!["r".to_owned(); 100];
    for (order, words) in
        [(Order::ByUtterance, 400), (Order::Running(vec![4; 100]), 4), (Order::ById(ids), 400)]
    {
        let side = TimedSide::new(read("a.ctm", ctm.clone().into()), order.clone());
        let trees = if order == Order::ByUtterance { 1 } else { 100 };
        let mut scratch = Vec::with_capacity(400);
        let mut checked = 0;
        let allocated = measure(|| {
            for tree in 0..trees {
                let placed = side.of(tree).unwrap();
                let covers = check(words, words, &placed, |_| b"w").unwrap();
                scratch.clear();
                scratch.extend_from_slice(placed.intervals());
                close_gaps(&mut scratch);
                checked += u64::from(covers == Covers::Kept);
            }
        });
        assert_eq!((allocated.count_total, checked), (0, trees), "{order:?}");
    }
}
