//! The compat commands against the originals' output on real treebanks and real parsers. The data is not part of the project: the test
//! looks for it in the folder `TREESCORE_DATA`, or in `../shared/data` next to the workspace, and says so if there is none.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read their data, and fail by panicking"
)]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Reference, gold, system, parameters. `MADE/` stands for the folder of files made from others.
const EVALB: [(&str, &str, &str, &str); 13] = [
    ("berkeley", "gold/test.gold.clean", "systems/berkeley.trees", "collins"),
    ("bllip", "gold/test.gold.clean", "systems/bllip.trees", "collins"),
    ("berkeley.unlabelled", "gold/test.gold.clean", "systems/berkeley.trees", "collins-unlabelled"),
    ("bllip.unlabelled", "gold/test.gold.clean", "systems/bllip.trees", "collins-unlabelled"),
    ("berkeley.out", "gold/test.gold.clean", "systems/berkeley.out", "collins"),
    ("bllip.out", "gold/test.gold.clean", "MADE/bllip.out", "collins"),
    ("bllip.out.s1-deleted", "gold/test.gold.clean", "MADE/bllip.out", "collins-s1"),
    ("berkeley.gold-full", "gold/test.gold.full", "systems/berkeley.trees", "collins"),
    ("berkeley.gold-full-top", "MADE/gold-full-top", "systems/berkeley.trees", "collins"),
    ("berkeley.max40", "gold/test.gold.clean", "systems/berkeley.max40.trees", "collins"),
    ("bllip-as-gold.berkeley-as-test", "systems/bllip.trees", "systems/berkeley.trees", "collins"),
    ("e2e-ptbtok", "gold/test.gold.clean", "e2e/ptbtok.trees", "collins"),
    ("speech-clean-ref", "times/gold.trees", "times/same.trees", "collins"),
];

/// The folder with the data, if it is there.
fn data() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TREESCORE_DATA").map_or_else(beside, PathBuf::from);
    if !folder.join("reference").is_dir() {
        eprintln!("skipped: no ../shared/data (looked in {})", folder.display());
        return None;
    }
    Some(folder)
}

/// Files made from others: no blank lines, and a root with a label.
fn make(data: &Path, made: &Path) {
    let bllip = fs::read_to_string(data.join("systems/bllip.out")).unwrap();
    let filled: String =
        bllip.lines().filter(|line| !line.trim().is_empty()).flat_map(|line| [line, "\n"]).collect();
    fs::write(made.join("bllip.out"), filled).unwrap();
    let gold = fs::read_to_string(data.join("gold/test.gold.full")).unwrap();
    let rooted: String = gold.lines().map(|line| line.replacen("( (", "(TOP (", 1) + "\n").collect();
    fs::write(made.join("gold-full-top"), rooted).unwrap();
}

/// Standard output, and standard error, of a command with these files.
fn run(parameters: &Path, gold: &Path, system: &Path, threads: &str) -> (Vec<u8>, Vec<u8>, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    let arguments: [OsString; 5] =
        ["evalb".into(), "-p".into(), parameters.into(), gold.into(), system.into()];
    let output = command.args(arguments).env("TREESCORE_THREADS", threads).output().unwrap();
    (output.stdout, output.stderr, output.status.code())
}

#[test]
fn evalb_on_real_parsers() {
    let Some(data) = data() else { return };
    let made = tempfile::tempdir().unwrap();
    make(&data, made.path());
    let find = |name: &str| match name.strip_prefix("MADE/") {
        Some(name) => made.path().join(name),
        None => data.join(name),
    };
    let mut wrong = Vec::new();
    for (name, gold, system, parameters) in EVALB {
        let expected = fs::read(data.join(format!("reference/evalb.{name}.txt"))).unwrap();
        let messages = fs::read(data.join(format!("reference/evalb.{name}.stderr.txt"))).unwrap_or_default();
        let parameters = data.join(format!("params/{parameters}.prm"));
        for threads in ["1", "2"] {
            let (stdout, stderr, status) = run(&parameters, &find(gold), &find(system), threads);
            let same = [stdout == expected, stderr == messages, status == Some(0)];
            if same != [true; 3] {
                wrong.push(format!("evalb.{name} with {threads} threads: stdout, stderr, status: {same:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
