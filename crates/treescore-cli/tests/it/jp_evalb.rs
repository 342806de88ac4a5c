//! What the recorded cases cannot show of `treescore jp-evalb`: where input comes from and output goes, and wrong arguments.

#![cfg(unix)]
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const GOLD: &str =
    "(S (NP (NN rain)) (VP (VBZ does) (RB n't) (VP (VB wait))))\n(S (NP (PRP We)) (VP (VBP do)))\n";
const TEST: &str = "(S (NP (NN rain)) (VP (VBZ doesn't) (VP (VB wait))))\n(S (NP (PRP We)) (VP (VBP do)))\n";

/// A folder with `gold` and `test`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("gold"), GOLD).unwrap();
    fs::write(folder.path().join("test"), TEST).unwrap();
    folder
}

/// Runs a command line in the folder; `jp-evalb` stands for the program.
fn sh(command: &str, folder: &Path) -> Output {
    let program = format!("'{}' jp-evalb ", env!("CARGO_BIN_EXE_treescore"));
    Command::new("sh")
        .args(["-c", &command.replace("jp-evalb ", &program)])
        .current_dir(folder)
        .output()
        .unwrap()
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

/// What was printed between the times.
fn rows(output: &Output) -> String {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.split_inclusive('\n').filter(|line| !line.starts_with("Current time: ")).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn input_may_be_packed_or_piped() {
    let folder = folder();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(TEST.as_bytes()).unwrap();
    fs::write(folder.path().join("test.gz"), packed.finish().unwrap()).unwrap();
    fs::write(folder.path().join("test.zst"), zstd::encode_all(TEST.as_bytes(), 0).unwrap()).unwrap();
    let plain = sh("jp-evalb gold test", folder.path());
    assert_eq!((status(&plain), rows(&plain).lines().count()), (Some(0), 37));
    for command in [
        "jp-evalb gold test.gz",
        "jp-evalb gold test.zst",
        "jp-evalb gold - < test",
        "cat gold | jp-evalb - test",
        "mkfifo pipe && (cat gold > pipe & jp-evalb pipe test); rm pipe",
    ] {
        let output = sh(command, folder.path());
        assert_eq!((status(&output), rows(&output)), (Some(0), rows(&plain)), "{command}");
    }
}

#[test]
fn the_report_is_a_file_too() {
    let folder = folder();
    let output = sh("jp-evalb gold test", folder.path());
    let file = fs::read(folder.path().join("jp-evalb.txt")).unwrap();
    assert_eq!(output.stdout, [&file[..], b"\n"].concat());
    assert_eq!(names(folder.path()), ["gold", "jp-evalb.txt", "test"]);
    fs::remove_file(folder.path().join("jp-evalb.txt")).unwrap();
    let without = sh("jp-evalb gold test --no-file", folder.path());
    assert_eq!((rows(&without), names(folder.path()).len()), (rows(&output), 2));
}

#[test]
fn json_goes_to_a_file_or_takes_the_place_of_the_report() {
    let folder = folder();
    let with_file = sh("jp-evalb gold test --json out.json", folder.path());
    let alone = sh("jp-evalb gold test --json - --no-file", folder.path());
    assert!(rows(&with_file).starts_with("  Sent."));
    assert_eq!(alone.stdout, fs::read(folder.path().join("out.json")).unwrap());
    let json: serde_json::Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!(
        (&json["mode"], &json["gold"], &json["parameters"]),
        (&"default".into(), &"gold".into(), &serde_json::Value::Null)
    );
    assert_eq!(json["blocks"].as_array().unwrap().len(), 2);
}

#[test]
fn what_goes_wrong_leaves_no_files() {
    for (prepare, arguments, expected, said) in [
        ("true", "gold", 2, "GOLD and TEST are needed"),
        ("true", "gold test -evalb -x", 2, "there is no option `-x`"),
        ("true", "gold test gold", 2, "the name of a parameter file must end in .prm: gold"),
        ("true", "gold none", 2, "cannot read none"),
        ("true", "gold test none.prm", 2, "cannot read none.prm"),
        ("printf '(S (A a)\\n' > bad", "gold bad", 2, "bad:1:9: 1 bracket is never closed"),
        ("printf '(S (A a))\\n\\n(A \\377)\\n' > bad", "bad test", 2, "bad:3:4: not UTF-8"),
        ("printf '\\357\\273\\277(A a)\\n' > bad", "bad test", 2, "bad:1:1: text outside brackets"),
        ("printf 'X \\377\\n' > bad.prm", "gold test bad.prm", 2, "bad.prm:1:3: not UTF-8"),
        ("true", "gold test --json gold", 2, "gold is an input file and would be overwritten"),
        (
            "cp gold jp-evalb.txt",
            "jp-evalb.txt test",
            2,
            "jp-evalb.txt is an input file and would be overwritten",
        ),
        ("true", "gold test --json jp-evalb.txt", 2, "both written to jp-evalb.txt"),
        ("true", "gold test --json none/out", 2, "cannot write none/out: the folder does not exist"),
        ("mkdir jp-evalb.txt", "gold test", 2, "cannot write jp-evalb.txt"),
        (
            "printf '(A a)\\n\\n' > blank",
            "blank test --strict-compat --json out",
            3,
            "gold line 2: a blank line is skipped",
        ),
    ] {
        let folder = folder();
        assert_eq!(status(&sh(prepare, folder.path())), Some(0), "{prepare}");
        let before = names(folder.path());
        let output = sh(&format!("jp-evalb {arguments}"), folder.path());
        let stderr = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!((status(&output), output.stdout.len()), (Some(expected), 0), "{arguments}: {stderr}");
        assert!(stderr.contains(said), "{arguments}: {stderr}");
        assert_eq!(names(folder.path()), before, "{arguments}");
        assert_eq!(fs::read_to_string(folder.path().join("gold")).unwrap(), GOLD, "{arguments}");
    }
}

#[test]
fn wrong_arguments_are_answered_with_what_is_accepted() {
    let folder = folder();
    let help = sh("jp-evalb --help", folder.path());
    let usage = String::from_utf8(help.stdout.clone()).unwrap();
    assert_eq!((status(&help), names(folder.path()).len()), (Some(0), 2));
    let wrong = sh("jp-evalb -evalb gold test", folder.path());
    let stderr = String::from_utf8(wrong.stderr).unwrap();
    assert_eq!(stderr, format!("treescore: -evalb must follow GOLD and TEST\n\n{usage}"));
}

/// Whoever reads the output may stop; the file is there all the same.
#[test]
fn a_closed_pipe_is_no_failure() {
    let folder = folder();
    fs::write(folder.path().join("gold"), GOLD.repeat(20_000)).unwrap();
    let output = sh("(jp-evalb gold gold; echo $? > status) | head -n 1", folder.path());
    assert_eq!((status(&output), output.stdout.starts_with(b"Current time: ")), (Some(0), true));
    assert_eq!(fs::read_to_string(folder.path().join("status")).unwrap(), "0\n");
    assert!(fs::metadata(folder.path().join("jp-evalb.txt")).unwrap().len() > 1_000_000);
}
