//! Faults of the system: full disks, signals at any moment, closed streams, files that cannot be read to their end.
//! A result is complete or missing, never half; every fault is reported.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{GOLD, Place, Ran};

/// Commands that write a file, `OUT`, and need a while for it.
const WRITERS: [&str; 7] = [
    "gold system -o OUT -f json --detail=all",
    "gold system -o OUT --per-sentence -m parseval,word",
    "convert gold --to json -o OUT",
    "conllu gold -o OUT",
    "align gold system -o OUT --show all",
    "phrase chunk gold -o OUT",
    "perturb gold --insert 0.5 --trees-out OUT --times-out times.ctm",
];

fn place(trees: usize) -> Place {
    let gold = GOLD.repeat(trees);
    let system = gold.replace("(ADVP", "(PP");
    Place::with(&[("gold", gold.as_bytes()), ("system", system.as_bytes())])
}

/// Runs a line of shell with the program as `$TS`.
fn shell(place: &Place, line: &str) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(place.path(".")).env("TS", env!("CARGO_BIN_EXE_treescore"));
    Ran::of(&shell.env("LC_ALL", "C.UTF-8").env_remove("TREESCORE_THREADS").output().unwrap())
}

/// True if a file system of a few kilobytes can be mounted, in a name space of its own.
fn can_mount(place: &Place) -> bool {
    std::fs::create_dir_all(place.path("disk")).unwrap();
    shell(place, "unshare -rm mount -t tmpfs -o size=16k tmpfs disk").status == Some(0)
}

/// On a full disk the old file stays, no temporary file is left, and the error says so.
#[test]
fn a_full_disk_leaves_the_old_file() {
    let place = place(2000);
    let is_mounted = can_mount(&place);
    for line in WRITERS {
        let (out, before) =
            if is_mounted { ("disk/out", "echo old > disk/out && ") } else { ("/dev/full", "") };
        let mount = if is_mounted { "mount -t tmpfs -o size=16k tmpfs disk && " } else { "" };
        let run = format!(
            "{mount}{before}$TS {}; echo status $?; ls -A disk; cat disk/*",
            line.replace("OUT", out)
        );
        let run = if is_mounted { format!("unshare -rm sh -c '{run}'") } else { run };
        let ran = shell(&place, &run);
        assert!(ran.stdout.contains("status 2"), "{line}: {} {}", ran.stdout, ran.stderr);
        assert!(ran.stderr.to_lowercase().contains("no space left"), "{line}: {}", ran.stderr);
        let after = if is_mounted { "status 2\nout\nold\n" } else { "status 2\n" };
        assert!(ran.stdout.ends_with(after), "{line}: {}", ran.stdout);
    }
}

/// Rows of several passes wait on disk. If that is full, the error says so.
#[test]
fn a_full_disk_for_rows_is_reported() {
    let place = place(2000);
    if !can_mount(&place) {
        return; // there is no way to have a full disk for files without names
    }
    let run = "unshare -rm sh -c 'mount -t tmpfs -o size=16k tmpfs disk && export TMPDIR=$PWD/disk && \
               $TS gold system -m parseval,word --per-sentence -o out'; echo status $?; ls -A . disk";
    let ran = shell(&place, run);
    assert!(ran.stdout.contains("status 2"), "{} {}", ran.stdout, ran.stderr);
    assert!(ran.stderr.to_lowercase().contains("no space left"), "{}", ran.stderr);
    assert!(!place.path("out").exists() && !ran.stdout.contains(".treescore"), "{}", ran.stdout);
}

/// Whenever a run is killed, the file is the old one or the complete new one. Only what cannot be caught leaves a
/// temporary file.
#[test]
fn killed_at_any_moment_a_file_is_old_or_complete() {
    for (number, line) in WRITERS.iter().enumerate() {
        let place = place(3000);
        let args: Vec<String> = line.split(' ').map(|arg| arg.replace("OUT", "out")).collect();
        assert_eq!(place.command(&args).stderr(Stdio::null()).status().unwrap().code(), Some(0), "{line}");
        let complete = place.bytes("out");
        for (moment, signal) in ["KILL", "TERM", "INT", "HUP", "KILL", "TERM"].into_iter().enumerate() {
            std::fs::write(place.path("out"), "old").unwrap();
            let mut child = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            // Moments from the start to about the end of a run; which they are does not matter.
            std::thread::sleep(Duration::from_millis((number as u64 * 7 + moment as u64 * 13) % 60));
            let _ = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).output();
            let status = child.wait().unwrap();
            let found = place.bytes("out");
            assert!(found == b"old" || found == complete, "{line}: {signal}: {} bytes", found.len());
            // A signal may come between the last step of a run and its end.
            assert!(!status.success() || found == complete, "{line}: {signal}: {status}");
            if signal != "KILL" && status.signal().is_none() {
                let left: Vec<String> =
                    place.names().into_iter().filter(|name| name.starts_with(".treescore")).collect();
                assert_eq!(left, Vec::<String>::new(), "{line}: {signal}");
            }
            for name in place.names().into_iter().filter(|name| name.starts_with(".treescore")) {
                std::fs::remove_file(place.path(&name)).unwrap();
            }
        }
    }
}

/// Streams that are closed from the start: no panic, and the numbers are the same.
#[test]
fn closed_streams_change_nothing_else() {
    let place = place(3);
    for line in [
        "gold system",
        "gold system -f json",
        "align gold system",
        "convert gold --to json",
        "conllu gold",
        "formats gold",
        "phrase chunk gold",
        "measures",
        "evalb gold system",
        "jp-evalb --no-file gold system",
        "sparseval gold system",
        "headtrees gold",
        "--help",
        "no-such-file gold",
    ] {
        let usual = shell(&place, &format!("$TS {line}"));
        let quiet = shell(&place, &format!("$TS {line} 2>&-"));
        let dated = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("Current time")).map(str::to_owned).collect() // of jp-evalb
        };
        assert_eq!((quiet.status, dated(&quiet.stdout)), (usual.status, dated(&usual.stdout)), "{line}");
        for closed in [">&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"] {
            let ran = shell(&place, &format!("$TS {line} {closed}"));
            assert!(matches!(ran.status, Some(0..=2)), "{line} {closed}: {:?}", ran.status);
            assert!(!ran.stderr.contains("panicked"), "{line} {closed}: {}", ran.stderr);
        }
    }
}

/// A file that breaks off with an error of the system, and a pipe whose writer dies.
#[test]
fn read_errors_are_reported_with_the_name_of_the_file() {
    let place = place(3);
    // Reading the memory of a process at its beginning is an input/output error.
    std::os::unix::fs::symlink("/proc/self/mem", place.path("broken")).unwrap();
    for line in [
        "gold broken",
        "broken gold",
        "gold gold broken",
        "gold broken --align",
        "gold gold -m struct-iou --gold-times broken --system-times broken",
        "gold gold --side --word-alignment broken",
        "gold gold -m dependency --heads ./broken",
        "gold gold -m tree-node --types broken",
        "@broken gold",
        "align gold broken",
        "convert broken --to json",
        "conllu broken",
        "formats broken",
        "phrase chunk broken",
        "phrase score broken gold",
        "phrase eval broken gold",
        "evalb gold broken",
        "evalb -d gold broken",
        "evalb -p broken gold gold",
        "evalb-spmrl broken gold",
        "jp-evalb gold broken --no-file",
        "sparseval gold broken",
        "sparseval -p broken gold gold",
        "headtrees broken",
    ] {
        let ran = place.run(line);
        let said = ran.stderr.clone() + &ran.stdout;
        assert!(matches!(ran.status, Some(1 | 2)), "{line}: {:?} {said}", ran.status);
        assert!(said.contains("broken"), "{line}: {said}");
        assert!(
            ["Input/output error", "Can't open", "could not open"].iter().any(|why| said.contains(why)),
            "{line}: {said}"
        );
    }
    let half = "head -c 150 gold";
    for line in ["gold -", "align gold -", "gold - --pair-by line"] {
        let ran = shell(&place, &format!("{half} | $TS {line}"));
        assert!(matches!(ran.status, Some(1 | 2)), "{line}: {:?} {}", ran.status, ran.stderr);
        assert!(!(ran.stderr.clone() + &ran.stdout).is_empty(), "{line}");
    }
}
