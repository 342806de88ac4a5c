//! Any bytes as a list of files, and units with any ids: files that exist or an error, and each unit with its partner
//! or without one, whatever the size of blocks.
#![no_main]

use std::io::Write;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use treescore::measure::Parseval;
use treescore::read::Corpus;
use treescore::run::{Plan, score};
use treescore::setup::Setup;
use treescore_fuzz::parts;

// Input: a byte for the size of blocks; then a list, gold and system, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let Some((&block, rest)) = data.split_first() else { return };
    let [list, gold, system] = parts(rest);
    check_list(list);
    let system = if system.is_empty() { gold } else { system };
    let run = |block: Option<usize>| {
        let setup = Setup { by_id: true, ..Setup::of(Parseval) };
        let side = |name: &str, text: &[u8]| Corpus::held(name, text);
        let mut plan = Plan::new(side("gold", gold).into(), vec![side("system", system).into()], vec![setup]);
        plan.block = block;
        score(&plan, &mut ()).map(|scored| format!("{:?}", scored.systems[0].setups[0].totals))
    };
    match (run(None), run(Some(usize::from(block) + 1))) {
        (Ok(whole), Ok(small)) => assert_eq!(whole, small),
        (Err(whole), Err(small)) => assert_eq!(whole.to_string(), small.to_string()),
        (whole, small) => panic!("{:?} / {:?}", whole.err(), small.err()),
    }
});

/// A list in a folder with two files; their names are the only ones that exist, apart from the system's.
fn check_list(text: &[u8]) {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a", "b.mrg"] {
            std::fs::write(folder.path().join(name), "(S (N a))\n").expect("a file");
        }
        folder
    });
    let list = folder.path().join("list");
    std::fs::File::create(&list).and_then(|mut file| file.write_all(text)).expect("a list");
    let given = format!("@{}", list.display());
    let names = String::from_utf8_lossy(text).lines().count();
    match Corpus::find(given.as_ref()) {
        Ok(corpus) => assert!((1..=names).contains(&corpus.documents().len())),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
