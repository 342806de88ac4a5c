//! What the recorded cases cannot show of `treescore evalb`: several threads, packed files, pipes.

#![cfg(unix)]
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A pair in which the words differ, and one in which they do not.
const GOLD: &str = "(S (NP (NN a)) (VP (VB b)))\n(S (NN c))\n";
const TEST: &str = "(S (NP (NN a)) (VP (VB x)))\n(S (NN c))\n";

/// A folder with `gold` and `test`, each `times` over.
fn folder(times: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("gold"), GOLD.repeat(times)).unwrap();
    std::fs::write(folder.path().join("test"), TEST.repeat(times)).unwrap();
    folder
}

fn sh(command: &str, folder: &Path, threads: &str) -> Output {
    let treescore = env!("CARGO_BIN_EXE_treescore");
    let mut sh = Command::new("sh");
    sh.args(["-c", &command.replace("evalb", &format!("'{treescore}' evalb"))]);
    sh.current_dir(folder).env("TREESCORE_THREADS", threads).output().unwrap()
}

#[test]
fn messages_from_several_threads_come_in_order() {
    let folder = folder(60_000);
    let one = sh("evalb -e 1000000 gold test", folder.path(), "1");
    let four = sh("evalb -e 1000000 gold test", folder.path(), "4");
    assert_eq!(String::from_utf8_lossy(&one.stderr).lines().count(), 60_000);
    assert!(one.stdout == four.stdout && one.stderr == four.stderr);
}

#[test]
fn packed_files_are_read_with_and_without_listings() {
    let folder = folder(1);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(TEST.as_bytes()).unwrap();
    std::fs::write(folder.path().join("test.gz"), packed.finish().unwrap()).unwrap();
    for debug in ["", "-d", "-D"] {
        let plain = sh(&format!("evalb {debug} gold test"), folder.path(), "1");
        let packed = sh(&format!("evalb {debug} gold test.gz"), folder.path(), "1");
        assert!(plain.stdout == packed.stdout && plain.stderr == packed.stderr, "{debug}");
    }
}

#[test]
fn a_file_may_be_a_pipe() {
    let folder = folder(1);
    for debug in ["", "-d"] {
        let plain = sh(&format!("evalb {debug} gold test"), folder.path(), "1");
        let pipe = sh(
            &format!("mkfifo pipe && (cat gold > pipe & evalb {debug} pipe test); rm pipe"),
            folder.path(),
            "1",
        );
        assert!(plain.stdout == pipe.stdout && plain.stderr == pipe.stderr, "{debug}");
    }
}

/// Deletes what COLLINS.prm deletes, in the order of the recipe.
const COLLINS: &str = "\
CUTOFF_LEN 40
LABELED 1
DELETE_LABEL TOP
DELETE_LABEL -NONE-
DELETE_LABEL ,
DELETE_LABEL :
DELETE_LABEL ``
DELETE_LABEL ''
DELETE_LABEL .
DELETE_LABEL_FOR_LENGTH -NONE-
EQ_LABEL ADVP PRT
";

#[test]
fn a_recipe_can_stand_for_a_parameter_file() {
    let folder = folder(1);
    std::fs::write(folder.path().join("gold"), "(TOP (S (PRT (RP a)) (. .)))\n").unwrap();
    std::fs::write(folder.path().join("test"), "(S (ADVP (RP a)) (: .))\n").unwrap();
    std::fs::write(folder.path().join("collins.prm"), COLLINS).unwrap();
    let by_file = sh("evalb -p collins.prm gold test", folder.path(), "1");
    let by_name = sh("evalb -p collins gold test", folder.path(), "1");
    assert!(by_file.stdout == by_name.stdout && by_name.stderr.is_empty());
    assert!(String::from_utf8_lossy(&by_name.stdout).contains("Bracketing FMeasure       = 100.00"));
    std::fs::write(folder.path().join("collins"), "").unwrap();
    let file_wins = sh("evalb -p collins gold test", folder.path(), "1");
    assert!(!String::from_utf8_lossy(&file_wins.stdout).contains("Bracketing FMeasure       = 100.00"));
}

#[test]
fn a_recipe_that_cannot_be_used_is_refused() {
    let folder = folder(1);
    for (options, said) in [
        (
            "-p colins",
            "(colins)\ntreescore: no such file, and not the name of a recipe; recipes are collins, new",
        ),
        ("-p raw", "(raw)\ntreescore: the parameters of evalb cannot express the recipe raw; use one of"),
        ("-p colins.prm", "Can't open parameter file (colins.prm)\n"),
    ] {
        let ran = sh(&format!("evalb {options} gold test"), folder.path(), "1");
        let stderr = String::from_utf8_lossy(&ran.stderr);
        assert!(stderr.contains(said), "{options}: {stderr}");
        assert_eq!(stderr.lines().count(), said.lines().count(), "{options}: {stderr}");
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(1), 0), "{options}");
    }
}
