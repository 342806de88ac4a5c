//! Words of gold and a reply, any bytes: the tree has exactly these words, and as a reply it gives itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::repair::{RepairLimits, repair_within};
use treescore_fuzz::parts;

/// Replies that need more are refused, which is quick.
const LIMITS: RepairLimits = RepairLimits { effort: 10_000_000, memory: 1_000_000 };

// Input: the words of gold, a line for each, then a reply, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let [gold, reply] = parts(data);
    let words: Vec<&[u8]> = gold.split(|&byte| byte == b'\n').filter(|word| !word.is_empty()).collect();
    let found = repair_within(reply, &words, LIMITS);
    let Some(tree) = found.tree else {
        assert!(found.steps.is_empty() && found.remarks.is_empty() && !found.is_faithful);
        return;
    };
    assert!(tree.words().eq(words.iter().copied()));
    let is_written_plainly = |word: &&&[u8]| {
        let is_cut = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | 0x0b | 0x1c..=0x1f);
        std::str::from_utf8(word).is_ok() && !word.iter().any(is_cut) && !word.starts_with("\u{feff}".as_bytes())
    };
    if words.iter().filter(is_written_plainly).count() == words.len() {
        let again = repair_within(tree.to_brackets(), &words, LIMITS);
        assert!(again.is_valid && again.is_balanced && again.is_faithful && again.steps.is_empty());
        assert_eq!(again.tree.map(|again| again.to_brackets()), Some(tree.to_brackets()));
    }
});
