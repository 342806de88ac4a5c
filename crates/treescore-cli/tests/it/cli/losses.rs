//! No file is lost: outputs are never inputs, files keep their permissions, errors of writing are told.

use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Place, Ran};

const GOLD: &str = "(TOP (S (NP (NN tea)) (VP (VBZ steams))))\n";
const HEADS: &str = "(S (VP) (NP))\n";

/// What EVALB prints of one sentence.
const PRINTED: &str =
    "====\n   1    2    0  100.00 100.00     2      2    2      0      2     2   100.00\n====\n";

/// Commands whose output is an input, or could be one if all arguments were there.
const OVER_INPUTS: &[&str] = &[
    "headtrees -F gold gold",
    "headtrees -F link gold",
    "headtrees -F heads -h heads gold",
    "sparseval -F test gold test",
    "sparseval -F gold gold test",
    "sparseval -l -F gold list list",
    "sparseval -p params.prm -F params.prm gold test",
    "strealign -F raw gold test raw",
    "strealign -F gold gold test",
    "strealign -F link gold test",
    "sparseval -F gold gold",
    "sparseval -F test -X gold test",
    "headtrees -F gold",
    "headtrees -F gold -Z gold",
    "gold test -o test",
    "gold test -o link",
    "convert gold --to json -o gold",
    "conllu gold -o link",
    "align gold test -o gold",
    "align @list test -o list",
    "align gold test --side --word-alignment raw -o raw",
    "align gold test --side -r params.prm -o params.prm",
    "phrase chunk @list -o list",
    "perturb gold --insert 0.5 --trees-out gold --times-out times.jsonl",
    "phrase chunk gold -o gold",
    "jp-evalb gold test --no-file --json gold",
    "gold test --resample-by keys -o keys",
    "compare gold test raw.csv --samples raw.csv",
    "compare gold test test -r params.prm --samples params.prm",
    "compare folder test test --samples folder/a.csv",
    "compare --evalb printed printed -o printed",
    "correlate gold test.svg -m parseval,tree-node --plot test.svg",
    "report gold test --explain params.prm -o params.prm",
    "report gold test --explain spmrl:params.prm -o params.prm",
    "draw pictures/tree-1.svg -f svg -o pictures/",
    "draw gold -f svg -o pictures/",
    "draw pictures -f svg -o pictures/",
    "draw folder/a.csv -r pictures/tree-1.svg -f svg -o pictures/",
    "study averages averages.csv test --out .",
    "study averages gold test --recipe averages.csv --out .",
    "vote gold test --gold folder -o folder/a.csv",
    "vote gold test --gold @list -o list",
    "vote gold test --gold @list -o gold",
    "gold test --baselines --gold2 folder -o folder/a.csv",
    "gold test --baselines --gold2 @list -o gold",
];

/// An output that is an input leaves the input as it is, also through a link.
#[test]
fn outputs_are_never_inputs() {
    let files: &[(&str, &[u8])] = &[
        ("gold", GOLD.as_bytes()),
        ("test", GOLD.as_bytes()),
        ("heads", HEADS.as_bytes()),
        ("list", b"gold\n"),
        ("raw", b"tea tea 000\nsteams steams 000\n"),
        ("params.prm", b"DELETE_LABEL TOP\n"),
        ("keys", b"a\n"),
        ("test.svg", GOLD.as_bytes()),
        ("raw.csv", GOLD.as_bytes()),
        ("folder/a.csv", GOLD.as_bytes()),
        ("printed", PRINTED.as_bytes()),
        ("averages.csv", GOLD.as_bytes()),
        ("pictures/tree-1.svg", GOLD.as_bytes()),
    ];
    for line in OVER_INPUTS {
        let place = Place::with(files);
        symlink("gold", place.path("link")).unwrap();
        if *line == "draw gold -f svg -o pictures/" {
            std::fs::remove_file(place.path("pictures/tree-1.svg")).unwrap();
            symlink("../gold", place.path("pictures/tree-1.svg")).unwrap();
        }
        let ran = place.run(line);
        assert_ne!(ran.status, Some(0), "{line}: {}", ran.stderr);
        assert!(!ran.stderr.is_empty(), "{line}");
        for (name, text) in files {
            assert_eq!(&std::fs::read(place.path(name)).unwrap(), text, "{line}: {name}");
        }
        assert_eq!(left_behind(&place), Vec::<String>::new(), "{line}");
    }
    let place = Place::with(files);
    for (name, text) in [("gold", GOLD), ("params.prm", "DELETE_LABEL TOP\n")] {
        let mut command = place.command(&["evalb-spmrl", "-p", "params.prm", "gold", "test"]);
        let ran = Ran::of(&command.env("TREESCORE_SPMRL_STATUS_FILE", name).output().unwrap());
        assert_eq!(ran.status, Some(2), "{name}: {}", ran.stderr);
        assert_eq!(std::fs::read_to_string(place.path(name)).unwrap(), text);
    }
}

/// The names of temporary files.
fn left_behind(place: &Place) -> Vec<String> {
    let names = std::fs::read_dir(place.path(".")).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter(|name| name.starts_with(".treescore")).collect()
}

#[test]
fn files_keep_their_permissions_and_links() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("secret", b"old")]);
    std::fs::set_permissions(place.path("secret"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink("not-there", place.path("link")).unwrap();
    for (output, file) in [("secret", "secret"), ("link", "not-there")] {
        assert_eq!(place.run(&format!("gold gold -o {output}")).status, Some(0));
        assert!(std::fs::read_to_string(place.path(file)).unwrap().contains("F1"), "{output}");
    }
    let mode = std::fs::metadata(place.path("secret")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(std::fs::symlink_metadata(place.path("link")).unwrap().is_symlink());
}

/// Commands that print, one of each kind.
const PRINTING: &[&str] = &[
    "gold gold",
    "--help",
    "-h",
    "--version",
    "help recipes",
    "measures",
    "recipes",
    "recipes collins",
    "schema",
    "man",
    "completions bash",
    "formats gold",
    "convert gold --to json",
    "conllu gold",
    "align gold gold",
    "phrase chunk gold",
    "evalb gold gold",
    "evalb-spmrl gold gold",
    "jp-evalb gold gold --no-file",
    "sparseval gold gold",
];

/// A device that is full is an error of every command that prints.
#[test]
fn a_full_device_is_told() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for line in PRINTING {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let args: Vec<&str> = line.split(' ').collect();
        let ran = place.command(&args).stdout(full).output().unwrap();
        let ran = Ran::of(&ran);
        assert_eq!(ran.status, Some(2), "{line}: {}", ran.stderr);
        assert!(ran.stderr.to_lowercase().contains("no space left"), "{line}: {}", ran.stderr);
    }
}

/// A standard output that is closed from the start is an error like a full device. Rust's runtime opens `/dev/null` there.
#[test]
fn a_closed_output_is_told() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for line in PRINTING {
        let ran = without_streams(&place, line, ">&-");
        assert_eq!(ran.status, Some(2), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains("standard output is closed"), "{line}: {}", ran.stderr);
    }
    let elsewhere = without_streams(&place, "gold gold -o out", ">&-");
    assert_eq!(
        (elsewhere.status, elsewhere.stderr.contains("closed")),
        (Some(0), false),
        "{}",
        elsewhere.stderr
    );
    assert!(std::fs::read_to_string(place.path("out")).unwrap().contains("F1"));
}

/// Other closed streams cost their content only: the results are those of a run that has them.
#[test]
fn closed_input_and_messages_are_no_fault() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for (line, closed, status) in [
        ("gold gold", "2>&-", 0),
        ("gold gold", "<&-", 0),
        ("gold gold", "<&- 2>&-", 0),
        ("gold not-there", "2>&-", 2),
        ("gold gold", "<&- >&- 2>&-", 2),
        ("gold -", "<&-", 2),
        ("evalb gold gold", "<&- 2>&-", 0),
    ] {
        let ran = without_streams(&place, line, closed);
        assert_eq!(ran.status, Some(status), "{line} {closed}: {}", ran.stderr);
        if status == 0 {
            assert_eq!(ran.stdout, place.run(line).stdout, "{line} {closed}");
        }
    }
}

/// Runs a command through a shell that closes streams.
fn without_streams(place: &Place, line: &str, closed: &str) -> Ran {
    let args: Vec<&str> = line.split(' ').collect();
    let command = place.command(&args);
    let script = format!("exec \"$0\" \"$@\" {closed}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).arg(command.get_program()).args(command.get_args());
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    Ran::of(&shell.current_dir(command.get_current_dir().unwrap()).output().unwrap())
}

/// Results that nobody wants may go to a device that was opened for reading, too, as Python's `subprocess.DEVNULL` is.
#[cfg(target_os = "linux")]
#[test]
fn a_device_that_takes_all_is_no_fault() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for line in ["gold gold", "--help", "measures", "evalb gold gold"] {
        let null = std::fs::File::options().read(true).write(true).open("/dev/null").unwrap();
        let args: Vec<&str> = line.split(' ').collect();
        let ran = Ran::of(&place.command(&args).stdout(null).output().unwrap());
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
    }
}

/// A signal that ends the program leaves no temporary file.
#[test]
fn requests_to_terminate_leave_no_file() {
    for (signal, status) in [("TERM", 143), ("HUP", 129)] {
        let place = Place::with(&[("gold", GOLD.as_bytes())]);
        // Under `nohup` the signal would be ignored, also by this program.
        let program = ["--default-signal=TERM,HUP", env!("CARGO_BIN_EXE_treescore")];
        let args = [&program[..], &["gold", "-", "-o", "out"]].concat();
        let mut child = place.command_of("env", &args).stdin(Stdio::piped()).spawn().unwrap();
        let made = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            !left_behind(&place).is_empty()
        });
        assert!(made, "{signal}: the output was never opened");
        let sent = std::process::Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        let input = child.stdin.take(); // waiting would close it, and so end the run
        let ended = child.wait().unwrap();
        drop(input);
        assert_eq!(ended.code(), Some(status), "{signal}");
        assert_eq!(left_behind(&place), Vec::<String>::new(), "{signal}");
    }
}

/// With a closed pipe for one of two results, the other one is not lost in silence.
#[test]
fn a_closed_pipe_beside_a_file_is_told() {
    let trees = GOLD.repeat(20_000);
    let place = Place::with(&[("gold", trees.as_bytes())]);
    let mut child = place
        .command(&["perturb", "gold", "--insert", "0.5", "--trees-out", "-", "--times-out", "times.jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    let status = child.wait().unwrap();
    assert!(status.code() == Some(2) && told.contains("closed"), "{status} {told}");
    assert!(!place.path("times.jsonl").exists());
}
