//! Any bytes, in any format of times: utterances with words in order, or faults with their place. What is
//! written reads back, and trees of any length get their words or a fault.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::align::times::{Leftover, Order, TimedSide, close_gaps};
use treescore::read::times::{Interval, Overlaps, TimedWords, Times, TimesFormat, TimesOptions};
use treescore::write::times::{write_ctm, write_jsonl};
use treescore_fuzz::parts;

// Input: a byte of choices, then the number of words of each tree, and the file, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, rest)) = data.split_first() else { return };
    let [trees, text] = parts(rest);
    let options = TimesOptions {
        format: Some(TimesFormat::ALL[usize::from(choices) % 3]),
        tier: (choices & 0x40 != 0).then(|| "b".to_owned()),
        overlaps: if choices & 0x80 == 0 { Overlaps::Refuse } else { Overlaps::Allow },
        ..TimesOptions::default()
    };
    let times = match Times::from_bytes("x", text.to_vec(), &options) {
        Ok(times) => times,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let lines = text.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count() as u64 + 1;
    let decoded = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    for fault in times.faults() {
        assert!(fault.line > 0 && fault.word != Some(0) && (decoded || fault.line <= lines), "{fault}");
    }
    for utterance in 0..times.len() {
        if let Ok(words) = times.whole(utterance) {
            check_words(&words, options.overlaps);
            check_written(&words);
        }
    }
    check_running(times, trees.iter().map(|&words| u32::from(words % 8)).collect());
});

/// Checks that times are finite and in order.
fn check_words(words: &TimedWords<'_>, overlaps: Overlaps) {
    let intervals = words.intervals();
    assert_eq!(words.words().count(), intervals.len());
    assert!(intervals.iter().all(|(start, end)| start.is_finite() && end.is_finite() && start <= end));
    if overlaps == Overlaps::Refuse {
        assert!(intervals.windows(2).all(|two| two[1].0 >= two[0].1 - 1e-6));
    }
    let mut closed = intervals.to_vec();
    close_gaps(&mut closed);
    assert!(closed.windows(2).all(|two| two[0].1 == two[1].0));
}

/// Checks that JSON gives back every digit, and CTM every start.
fn check_written(words: &TimedWords<'_>) {
    let read = |name, format, bytes| {
        let options =
            TimesOptions { format: Some(format), overlaps: Overlaps::Allow, ..TimesOptions::default() };
        Times::from_bytes(name, bytes, &options).expect("what was written can be read")
    };
    let all = || words.words().zip(words.intervals().iter().copied());
    let (mut json, mut ctm) = (Vec::new(), Vec::new());
    write_jsonl(&mut json, words.utterance(), all()).expect("memory");
    let back = read("x.jsonl", TimesFormat::TimesJson, json);
    assert_eq!(back.whole(0).expect("no faults").intervals(), words.intervals());
    assert_eq!(back.ids().next(), Some(words.utterance()));
    write_ctm(&mut ctm, words.utterance(), all()).expect("memory");
    if !ctm.is_empty() {
        let back = read("x.ctm", TimesFormat::Ctm, ctm);
        let starts = |intervals: &[Interval]| intervals.iter().map(|(start, _)| *start).collect::<Vec<_>>();
        assert_eq!(starts(back.whole(0).expect("no faults").intervals()), starts(words.intervals()));
    }
}

/// Checks that words are handed out in order, to as many trees as there are.
fn check_running(times: Times, trees: Vec<u32>) {
    let all: usize = (0..times.len()).map(|utterance| times.words_of(utterance)).sum();
    let count = trees.len() as u64;
    let side = TimedSide::new(times, Order::Running(trees.clone()));
    let mut handed_out = 0;
    for (tree, words) in (0..).zip(trees) {
        match side.of(tree) {
            Ok(placed) => {
                assert_eq!(placed.intervals().len(), words as usize);
                handed_out += words as usize;
            }
            Err(fault) => assert!(!fault.to_string().is_empty() && !fault.kind().is_empty()),
        }
    }
    let left = match side.leftover(count) {
        Some(Leftover::Words { words, .. }) => words as usize,
        _ => 0,
    };
    assert!(handed_out + left <= all);
    assert!(side.of(count).is_err(), "no tree more");
}
