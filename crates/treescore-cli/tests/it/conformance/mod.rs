//! Runs the built program through the recorded cases of the originals, byte for byte. Each case has a temporary folder to itself.

mod aligned;
mod case;
mod jp_evalb;
mod malformed;
mod sparseval;

use case::{Case, Run, cases};

/// Runs the cases and fails with the first difference of each that differs.
fn check(cases: &[Case], command: &str, expected_count: usize) {
    let failures: Vec<String> =
        cases.iter().filter_map(|case| differences(case, &case.run(&[command]))).collect();
    eprintln!("{command}: {} cases ran, {} differ", cases.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(
        cases.len(),
        expected_count,
        "cases were lost from the pack, or added without being counted here"
    );
}

/// The first difference of each stream, if any.
fn differences(case: &Case, run: &Run) -> Option<String> {
    let status = String::from_utf8(case.file("expected.status").expect("an expected status")).unwrap();
    let streams = [
        ("stdout", case.file("expected.stdout").expect("an expected stdout"), &run.stdout),
        ("stderr", case.file("expected.stderr").expect("an expected stderr"), &run.stderr),
        ("exit status", status.trim().into(), &run.status.to_string().into_bytes()),
    ];
    let mut found: Vec<String> = streams
        .iter()
        .filter_map(|(what, expected, got)| {
            case::first_difference(expected, got).map(|at| format!("{what}: {at}"))
        })
        .collect();
    if case.file("expected.statusfile") != run.status_file {
        found.push(format!("status file: {:?}", run.status_file.as_deref().map(String::from_utf8_lossy)));
    }
    (!found.is_empty()).then(|| format!("{}: {}", case.name(), found.join("; ")))
}

#[test]
fn evalb() {
    check(&cases("evalb", |name| name.starts_with(|first: char| first.is_ascii_digit())), "evalb", 127);
}

#[test]
fn evalb_beyond_the_limits_of_its_arrays() {
    check(&cases("evalb/robustness", |name| name.starts_with('L')), "evalb", 13);
}

#[test]
fn evalb_spmrl() {
    check(
        &cases("evalb-spmrl", |name| name.starts_with(|first: char| first.is_ascii_digit())),
        "evalb-spmrl",
        40,
    );
}

/// A link with the name of an original behaves like the original.
#[test]
#[cfg(unix)]
fn links() {
    let links = tempfile::tempdir().unwrap();
    for (link, pack, name) in [
        ("evalb", "evalb", "003-mixed-scores"),
        ("evalb", "evalb", "083-usage-h"),
        ("evalb", "evalb", "086-no-arguments"),
        ("evalb_spmrl", "evalb-spmrl", "10-skip-counted"),
        ("evalb-spmrl", "evalb-spmrl", "19-usage"),
    ] {
        let program = links.path().join(link);
        if !program.exists() {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_treescore"), &program).unwrap();
        }
        let found = cases(pack, |case| case == name);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(differences(&found[0], &found[0].run_program(&program, &[])), None);
    }
    for link in ["jp-evalb", "jp_evalb"] {
        let program = links.path().join(link);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_treescore"), &program).unwrap();
        let run = cases("jp-evalb", |case| case == "001-identical")[0].run_program(&program, &[]);
        assert!(run.status == 0 && run.stdout.starts_with(b"Current time: "), "{link}");
    }
}
