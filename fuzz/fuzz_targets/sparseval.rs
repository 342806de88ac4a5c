//! Parameters, head table, gold, test and alignment, any bytes: SParseval and its companions give a result or
//! an error, never a panic, and trees match themselves.
#![no_main]

use std::io;

use libfuzzer_sys::fuzz_target;
use treescore_fuzz::parts;
use treescore_originals::sparseval::{
    Desk, HeadTreeSettings, Labelling, RealignSettings, Settings, head_trees, realign, run,
};

/// Files by number, and the printed text.
struct Memory<'a> {
    files: [&'a [u8]; 5],
    printed: Vec<u8>,
}

impl Desk for Memory<'_> {
    fn open(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let [digit] = name else { return None };
        self.files.get(usize::from(digit.checked_sub(b'0')?)).map(|file| file.to_vec())
    }

    fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.printed.extend_from_slice(text);
        Ok(())
    }

    fn warn(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&choices, data)) = data.split_first() else { return };
    let mut desk = Memory { files: parts(data), printed: Vec::new() };
    let is_chosen = |bit: u8| choices >> bit & 1 == 1;
    let settings = Settings {
        gold: b"2".into(),
        test: b"3".into(),
        params: Some(b"0".into()),
        heads: (!is_chosen(0)).then(|| b"1".into()),
        alignment: is_chosen(1).then(|| b"4".into()),
        is_list: is_chosen(2),
        is_bag: is_chosen(3),
        is_side: is_chosen(4),
        is_verbose: true,
        shows_params: is_chosen(5),
        labelling: if is_chosen(6) { Labelling::Unlabeled } else { Labelling::Labeled },
    };
    let _ = run(&settings, &mut desk);
    let trees = HeadTreeSettings {
        trees: b"2".into(),
        params: Some(b"0".into()),
        heads: Some(b"1".into()),
        is_list: is_chosen(2),
    };
    let _ = head_trees(&trees, &mut desk);
    let raw =
        RealignSettings { gold: b"2".into(), test: b"3".into(), raw: b"4".into(), params: Some(b"0".into()) };
    let _ = realign(&raw, &mut desk);

    desk.printed.clear();
    let same = Settings { test: b"2".into(), alignment: None, is_list: false, ..settings };
    if run(&same, &mut desk).is_ok() {
        assert_equal_brackets(&desk.printed);
    }
});

/// Checks that a file against itself has as many brackets in gold as in test, and that none crosses.
fn assert_equal_brackets(report: &[u8]) {
    let report = String::from_utf8_lossy(report);
    let Some(line) = report.lines().find_map(|line| line.strip_prefix("Total:")) else { return };
    let counts: Vec<u64> = line.split_whitespace().filter_map(|count| count.parse().ok()).collect();
    assert_eq!((counts.len(), counts[1], counts[3], counts[5]), (10, counts[2], 0, counts[6]), "{line}");
}
