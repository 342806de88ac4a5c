//! The recorded runs of SParseval, `headtrees` and `strealign`, and what must hold where the originals crash.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use treescore::prepare::heads::HEAD_TABLES;
use treescore::prepare::speech_file::SPEECH_FILES;

use crate::conformance::case::{Case, Run, cases, first_difference};

/// What came with the pack beside the cases.
fn params() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/sparseval/params")
}

/// A copy of a case, with the parameters in a folder beside it as some command lines want them.
struct Copy {
    root: TempDir,
}

impl Copy {
    fn of(case: &Case) -> Self {
        let root = tempfile::tempdir().unwrap();
        for folder in ["case", "params"] {
            fs::create_dir(root.path().join(folder)).unwrap();
        }
        case.copy_to(&root.path().join("case"));
        for entry in fs::read_dir(params()).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), root.path().join("params").join(entry.file_name())).unwrap();
        }
        Self { root }
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("case")
    }

    /// Runs treescore with the command line of the case, and more.
    fn run(&self, case: &Case, more: &[&str]) -> Run {
        let program = Path::new(env!("CARGO_BIN_EXE_treescore"));
        run(case.command(program, &[], &self.folder()).args(more))
    }
}

fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let status = output.status.code().unwrap_or(-1);
    Run { stdout: output.stdout, stderr: output.stderr, status, status_file: None }
}

/// What is wrong with a run, its output files included.
fn differences(case: &Case) -> Option<String> {
    let copy = Copy::of(case);
    let mut found: Vec<String> =
        crate::conformance::differences(case, &copy.run(case, &[])).into_iter().collect();
    for entry in fs::read_dir(copy.folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(written) = name.strip_prefix("expected.file.") else { continue };
        let got = fs::read(copy.folder().join(written)).unwrap_or_default();
        let difference = first_difference(&case.file(&name).unwrap(), &got);
        found.extend(difference.map(|at| format!("{}: {written}: {at}", case.name())));
    }
    (!found.is_empty()).then(|| found.join("\n"))
}

fn check(cases: &[Case], expected_count: usize) {
    let failures: Vec<String> = cases.iter().filter_map(differences).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(
        cases.len(),
        expected_count,
        "cases were lost from the pack, or added without being counted here"
    );
}

#[test]
fn small() {
    check(&cases("sparseval/cases", |_| true), 259);
}

#[test]
fn generated() {
    check(&cases("sparseval", |name| name.starts_with("gen-")), 10);
}

/// Runs a case on which the original is undefined.
fn robust(name: &str) -> Run {
    let case = cases("sparseval/robust", |case| case == name).remove(0);
    assert!(case.file("want").is_some(), "{name}");
    case.run(&[])
}

/// The ten sums of a report.
fn totals(run: &Run) -> String {
    let text = String::from_utf8_lossy(&run.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("Total:")).unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands in the report where the original gives none: all that it finds matches, or one side has nothing.
const ROBUST_TOTALS: [(&str, &str); 12] = [
    ("bag-gold-much-longer", "0 0 0 0 100 2300 100 100 2300 100"),
    ("bag-test-much-longer", "0 0 0 0 100 100 2300 100 100 2300"),
    ("edit-leaf-merge", "4 4 4 0 2 2 2 2 2 2"),
    ("filled-pause-bare", "4 4 4 0 2 2 2 2 2 2"),
    ("gold-empty-root-counted", "0 0 0 0 0 0 2 0 0 2"),
    ("heads-long-label", "4 4 4 0 2 2 2 2 2 2"),
    ("heads-without-default", "4 4 4 0 2 2 2 2 2 2"),
    ("line-too-long", "1 1 1 0 12000 12000 12000 12000 12000 12000"),
    ("side-starts-empty", "0 0 0 0 2 2 2 2 2 2"),
    ("side-starts-with-traces", "3 3 3 0 2 2 2 2 2 2"),
    ("test-blank-line-offset", "8 8 8 0 4 4 4 4 4 4"),
    ("test-empty-root-counted", "0 0 0 0 0 2 0 0 2 0"),
];

/// Errors that the original does not find, or dies of.
const ROBUST_ERRORS: [(&str, &str); 4] = [
    ("mixed-content", "gold:1:22: word after children\n"),
    ("raw-line-short", "raw:2:63: missing test token\n"),
    ("root-with-word", "gold:1:6: word directly under the root\n"),
    ("strealign-empty-gold", "gold: no trees in file\n"),
];

/// Trees with heads.
const ROBUST_TREES: [(&str, &str); 2] = [
    ("headtrees-edited-phrase", "(TOP (S^left (EDITED (NP (PRP I))) (NP^I (PRP I)) (VP^left (VBD left))))\n"),
    ("list-name-no-newline", "(TOP (S^left (NP^I (PRP I)) (VP^left (VBD left))))\n"),
];

#[test]
fn where_the_originals_are_undefined() {
    for (name, expected) in ROBUST_TOTALS {
        let run = robust(name);
        assert_eq!((run.status, totals(&run).as_str()), (0, expected), "{name}");
    }
    for (name, expected) in ROBUST_ERRORS {
        let run = robust(name);
        assert_eq!((run.status, run.stdout.len()), (1, 0), "{name}");
        assert!(String::from_utf8_lossy(&run.stderr).ends_with(expected), "{name}");
    }
    for (name, expected) in ROBUST_TREES {
        let run = robust(name);
        assert_eq!((run.status, String::from_utf8_lossy(&run.stdout).as_ref()), (0, expected), "{name}");
    }
    let known = ROBUST_TOTALS.len() + ROBUST_ERRORS.len() + ROBUST_TREES.len();
    assert_eq!(cases("sparseval/robust", |_| true).len(), known);
}

#[test]
fn a_line_that_is_passed_over_is_named() {
    let stderr = robust("filled-pause-bare").stderr;
    let warnings =
        String::from_utf8_lossy(&stderr).lines().filter(|line| line.starts_with("warning")).count();
    assert!(String::from_utf8_lossy(&stderr).contains("warning: params, line 1: FILLED_PAUSE needs"));
    assert_eq!(warnings, 2);
}

/// Rows with long labels change nothing.
#[test]
fn long_labels_are_labels_like_others() {
    let case = cases("sparseval/robust", |name| name == "heads-long-label").remove(0);
    let copy = Copy::of(&case);
    let heads = String::from_utf8(case.file("heads").unwrap()).unwrap();
    let is_short = |line: &&str| line.split([' ', '(', ')']).all(|label| label.len() < 24);
    let short: String = heads.lines().filter(is_short).flat_map(|line| [line, "\n"]).collect();
    assert!(short.len() < heads.len());
    fs::write(copy.folder().join("heads"), short).unwrap();
    assert_eq!(copy.run(&case, &[]).stdout, robust("heads-long-label").stdout);
}

/// What comes with treescore are the files of the pack, and their names can be given in place of files.
#[test]
fn built_in_parameters() {
    let speech = SPEECH_FILES.iter().map(|file| (format!("{}.prm", file.name), file.text));
    let heads = HEAD_TABLES.iter().map(|table| (format!("heads-{}.txt", table.name), table.text));
    for (name, text) in speech.chain(heads) {
        assert_eq!(fs::read_to_string(params().join(&name)).unwrap(), text, "{name}");
    }
    let case = cases("sparseval", |name| name == "gen-03-perfect").remove(0);
    let copy = Copy::of(&case);
    let run = |prm: &str, heads: &str| {
        let run = copy.run(&case, &["-p", prm, "-h", heads]);
        (run.status, run.stdout)
    };
    let [prm, heads] = ["../params/speech.prm", "../params/heads-collins.txt"];
    assert_eq!(run("speech", "collins"), run(prm, heads));
    assert_ne!(run("speech", "collins"), run("speech", "charniak"));
    assert_eq!(run("speech", "hwa").0, 1);
}

/// The three command lines of figure 4 of the paper, as they are printed there.
#[test]
fn command_lines_of_the_paper() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let tree = "(TOP (S (NP (PRP I)) (VP (VBD left) (. .))))\n";
    for (from, to) in [("speech.prm", "SPEECHPAR.prm"), ("heads-charniak.txt", "headPerc")] {
        fs::copy(params().join(from), folder.path().join(to)).unwrap();
    }
    for (name, text) in [("gold", tree), ("test", tree), ("align", "I I 000\nleft left 000\n")] {
        file(name, text);
    }
    for list in ["gold", "test", "align"] {
        file(&format!("{list}-files"), &format!("{list}\n"));
    }
    for (line, lines, total) in [
        ("sparseval -p SPEECHPAR.prm gold test -F output", 25, "3 3 3 0 0 0 0 0 0 0"),
        (
            "sparseval -l -p SPEECHPAR.prm -h headPerc -c -b gold-files test-files -F output",
            16,
            "0 0 0 0 2 2 2 2 2 2",
        ),
        (
            "sparseval -v -l -p SPEECHPAR.prm -h headPerc -c -a align-files gold-files test-files -F output",
            27,
            "3 3 3 0 2 2 2 2 2 2",
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
        let mut run = run(command.args(line.split_whitespace()).current_dir(folder.path()));
        assert_eq!((run.status, run.stdout.len()), (0, 0), "{line}");
        run.stdout = fs::read(folder.path().join("output")).unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stdout).lines().count(), lines, "{line}");
        assert_eq!(totals(&run), total, "{line}");
    }
}

/// A link with the name of a program is that program.
#[test]
#[cfg(unix)]
fn links() {
    let links = tempfile::tempdir().unwrap();
    for (link, name) in [
        ("sparseval", "dep-basic"),
        ("headtrees", "headtrees-basic"),
        ("strealign", "strealign-basic"),
        ("strealign", "strealign-usage"),
    ] {
        let program = links.path().join(link);
        if !program.exists() {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_treescore"), &program).unwrap();
        }
        let case = cases("sparseval/cases", |case| case == name).remove(0);
        let copy = case.copy();
        let run = run(Command::new(program).args(&case.arguments()[1..]).current_dir(copy.path()));
        assert_eq!(crate::conformance::differences(&case, &run), None);
    }
}
