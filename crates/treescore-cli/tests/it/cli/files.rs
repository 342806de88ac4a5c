//! Where trees come from and where results go.

use std::io::Write;
use std::process::Stdio;

use crate::cli::{GOLD, Place, Ran};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Any number of blank lines may come first: more than a format is recognised by, and lines are counted all the same.
#[test]
fn blank_lines_may_come_first() {
    let blank = "\n".repeat(200_000);
    let faulty = format!("{blank}{GOLD}(S (NP a)\n");
    let place = Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("late", format!("{blank}{GOLD}").as_bytes()),
        ("faulty", faulty.as_bytes()),
        ("blank", blank.as_bytes()),
    ]);
    let late = place.run("gold late --no-tests");
    assert_eq!((late.status, late.stdout.contains("100.00")), (Some(0), true), "{}", late.stderr);
    let faulty = place.run("faulty faulty --no-tests --refused");
    let line = format!("faulty:{}:1", 200_001 + GOLD.lines().count());
    assert!(
        format!("{}{}", faulty.stdout, faulty.stderr).contains(&line),
        "{} {}",
        faulty.stdout,
        faulty.stderr
    );
    let blank = place.run("gold blank");
    assert_eq!((blank.status, blank.stderr.contains("blank is empty")), (Some(2), true), "{}", blank.stderr);
}

/// Every way to give the same trees gives the same scores.
#[test]
fn all_sources_are_equal() {
    let lines: Vec<&str> = GOLD.lines().collect();
    let spread = GOLD.replace(" (VP", "\n   (VP").replace("(TOP (S", "( (S");
    let several = lines.join(" ");
    let two_members =
        [gzip(lines[0].as_bytes()), gzip(format!("\n{}\n{}\n", lines[1], lines[2]).as_bytes())].concat();
    let zstd = zstd::encode_all(GOLD.as_bytes(), 1).unwrap();
    let bom = [b"\xEF\xBB\xBF", GOLD.as_bytes()].concat();
    let place = Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("spread", spread.as_bytes()),
        ("one-line", several.as_bytes()),
        ("crlf", GOLD.replace('\n', "\r\n").as_bytes()),
        ("blank", GOLD.replace('\n', "\n\n").as_bytes()),
        ("bom", &bom),
        ("gz", &gzip(GOLD.as_bytes())),
        ("members", &two_members),
        ("zst", &zstd),
        ("bom.gz", &gzip(&bom)),
        ("folder/a.mrg", lines[0].as_bytes()),
        ("folder/sub/b.mrg", lines[1..].join("\n").as_bytes()),
        ("list", b"# three trees\nfolder/a.mrg\n\nfolder/sub/b.mrg\n"),
    ]);
    for system in [
        "gold", "spread", "one-line", "crlf", "blank", "bom", "gz", "members", "zst", "bom.gz", "folder",
        "@list",
    ] {
        let ran = place.run(&format!("gold {system} --ignore same-file"));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{system}: {}", ran.stdout);
        assert_eq!(ran.row("corpus")[0], "100.00", "{system}");
        assert!(ran.stdout.contains("3 pairs: all scored"), "{system}");
    }
}

/// Files of a folder that are not text are left out, on each side for itself.
#[test]
fn files_that_are_no_text_are_left_out_of_folders() {
    let lines: Vec<&str> = GOLD.lines().collect();
    let rest = lines[1..].join("\n");
    let place = Place::with(&[
        ("file", GOLD.as_bytes()),
        ("gold/a.trees", lines[0].as_bytes()),
        ("gold/b.trees", b"RIFF\x24\x08\0\0WAVE"),
        ("gold/c.trees", rest.as_bytes()),
        ("system/a.trees", lines[0].as_bytes()),
        ("system/b.trees", b"ab\0\0cd"),
        ("system/c.trees", rest.as_bytes()),
        ("sounds/a.trees", b"RIFF\x24\x08\0\0WAVE"),
        ("sounds/README.md", b"sounds"),
    ]);
    for (command, notes) in [
        ("gold system", &["gold: left out, because not text: b.trees", "system: left out"][..]),
        ("gold file", &["gold: left out, because not text: b.trees"]),
        ("file system", &["system: left out, because not text: b.trees"]),
        ("gold system -m leaf-ancestor", &["gold: left out, because not text: b.trees"]),
    ] {
        let ran = place.run(command);
        assert_eq!(ran.status, Some(0), "{command}: {}", ran.stderr);
        assert!(ran.stdout.contains("3 pairs: all scored"), "{command}: {}", ran.stdout);
        for note in notes {
            assert!(ran.stderr.contains(note), "{command}: {}", ran.stderr);
        }
    }
    for command in ["convert gold --to json", "phrase chunk gold --format brackets"] {
        let ran = place.run(command);
        assert_eq!((ran.status, ran.stdout.lines().count()), (Some(0), 3), "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("b.trees: left out, because not text"), "{command}: {}", ran.stderr);
    }
    let ran = place.run("file sounds");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("a.trees is a WAV file (sound), not text"), "{}", ran.stderr);
}

/// A file of a folder that ends inside its last tree, wherever it is in the folder.
#[test]
fn files_that_are_cut_off_are_found_in_folders() {
    let lines: Vec<&str> = GOLD.lines().collect();
    let cut = |line: usize| lines[line][..lines[line].len() - 9].to_owned();
    let (one, two) = (cut(0), format!("{}\n{}\n", lines[0], cut(1)));
    let both = format!("{}\n{}\n", lines[0], lines[1]);
    let faulty = format!("{}\n{}\n", cut(0), lines[1]);
    let place = Place::with(&[
        ("gold/a", lines[0].as_bytes()),
        ("gold/b", both.as_bytes()),
        ("gold/c", lines[2].as_bytes()),
        ("one/a", lines[0].as_bytes()),
        ("one/b", two.as_bytes()),
        ("one/c", lines[2].as_bytes()),
        ("several/a", one.as_bytes()),
        ("several/b", two.as_bytes()),
        ("several/c", lines[2].as_bytes()),
        ("inside/a", lines[0].as_bytes()),
        ("inside/b", faulty.as_bytes()),
        ("inside/c", lines[2].as_bytes()),
    ]);
    for (system, said) in [
        ("one", Some("b ends inside its last tree: the file seems to be cut off")),
        ("several", Some("a and 1 other file end inside their last trees: the files seem to be cut off")),
        ("inside", None),
    ] {
        let stderr = place.run(&format!("gold {system}")).stderr;
        let stderr = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        match said {
            Some(said) => assert!(stderr.contains(said), "{system}: {stderr}"),
            None => assert!(!stderr.contains("cut off"), "{system}: {stderr}"),
        }
    }
}

/// If both files are cut off, in the same tree or in different ones, both are named.
#[test]
fn both_files_may_be_cut_off() {
    let lines: Vec<&str> = GOLD.lines().collect();
    let cut = |trees: usize| {
        let whole = lines[..trees].join("\n");
        whole[..whole.len() - 9].to_owned()
    };
    let place = Place::with(&[("gold", cut(3).as_bytes()), ("out", cut(3).as_bytes())]);
    for options in ["", "--align", "--side"] {
        let ran = place.run(&format!("gold out {options}"));
        for name in ["gold", "out"] {
            let said = format!("warning: {name} ends inside its last tree");
            assert!(ran.stderr.contains(&said), "{options}: {}", ran.stderr);
        }
    }
}

#[test]
fn standard_input_is_a_dash() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for args in [["-", "gold"], ["gold", "-"]] {
        let mut child = place
            .command(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(GOLD.as_bytes()).unwrap();
        let ran = Ran::of(&child.wait_with_output().unwrap());
        assert_eq!(
            (ran.status, ran.row("corpus")[0].as_str()),
            (Some(0), "100.00"),
            "{args:?}: {}",
            ran.stderr
        );
    }
    for (line, said) in
        [("- -", "read only once"), ("gold - -", "read only once"), ("- gold -", "read only once")]
    {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(2));
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

/// A folder that has the name of a recipe, parameter file or head table is not read in its place.
#[test]
fn folders_do_not_hide_what_is_built_in() {
    let trees = ("gold", GOLD.as_bytes());
    let system = GOLD.replace("(. .)", "(: .)");
    let system = ("system", system.as_bytes());
    let plain = Place::with(&[trees, system]);
    for (line, name) in [
        ("evalb -p ctb gold system", "ctb"),
        ("sparseval -p speech -h charniak gold system", "speech"),
        ("sparseval -p speech -h charniak gold system", "charniak"),
        ("headtrees -h charniak gold", "charniak"),
        ("gold system -m dependency --heads collins", "collins"),
        ("gold system -r ctb", "ctb"),
    ] {
        let place = Place::with(&[trees, system]);
        std::fs::create_dir(place.path(name)).unwrap();
        let (ran, expected) = (place.run(line), plain.run(line));
        assert_eq!((ran.status, &ran.stderr), (expected.status, &expected.stderr), "{line} with {name}");
        assert!(
            ran.stdout == expected.stdout && !ran.stdout.is_empty(),
            "{line} with {name}: {}",
            ran.stdout
        );
    }
}

#[test]
fn folders_are_paired_file_by_file() {
    let lines: Vec<&str> = GOLD.lines().collect();
    let two = format!("{}\n{}\n", lines[1], lines[2]);
    let place = Place::with(&[
        ("gold/a.mrg", lines[0].as_bytes()),
        ("gold/b.mrg", two.as_bytes()),
        ("good/a.out", lines[0].as_bytes()),
        ("good/b.out", two.as_bytes()),
        ("shifted/a.out", format!("{}\n{}\n", lines[0], lines[1]).as_bytes()),
        ("shifted/b.out", lines[2].as_bytes()),
        ("short/a.out", lines[0].as_bytes()),
        ("short/b.out", lines[1].as_bytes()),
        ("other/a.out", lines[0].as_bytes()),
        ("other/c.out", two.as_bytes()),
    ]);
    let by_file = place.run("gold good --by file");
    assert_eq!(by_file.status, Some(0), "{}", by_file.stderr);
    assert_eq!(by_file.row("b.mrg")[0], "2", "{}", by_file.stdout);
    let shifted = place.run("gold shifted");
    assert_eq!(shifted.status, Some(2));
    assert!(shifted.stderr.contains("a.mrg has 1 tree, a.out has 2"), "{}", shifted.stderr);
    let short = place.run("gold short");
    assert!(short.stderr.contains("b.mrg has 2 trees, b.out has 1"), "the last file, too: {}", short.stderr);
    let other = place.run("gold other");
    assert_eq!(other.status, Some(2));
    assert!(other.stderr.contains("no partner: b.mrg (1 of 2 gold files)"), "{}", other.stderr);
}

#[test]
fn what_cannot_be_read_is_said() {
    let place = Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("xz", b"\xFD7zXZ\0rest"),
        ("bz2", b"BZh91AY&SY"),
        ("zip", b"PK\x03\x04rest"),
        ("broken.gz", &gzip(GOLD.as_bytes())[..40]),
        ("empty-list", b"# nothing\n"),
        ("bad-list", b"nowhere\n"),
    ]);
    std::fs::create_dir(place.path("empty")).unwrap();
    for (system, said) in [
        ("nowhere", "cannot read nowhere"),
        ("xz", "compressed with xz"),
        ("bz2", "compressed with bzip2"),
        ("zip", "zip is a zip archive"),
        ("broken.gz", "broken.gz is a gzip file that breaks off"),
        ("empty", "empty contains no files"),
        ("@empty-list", "contains no files"),
        ("@bad-list", "nowhere"),
        ("@nowhere", "cannot read nowhere"),
    ] {
        let ran = place.run(&format!("gold {system}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{system}");
        assert!(
            ran.stderr.contains(said) && ran.stderr.ends_with("treescore: could not score\n"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn output_files_are_whole_or_absent() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("short", GOLD.lines().next().unwrap().as_bytes())]);
    let ran = place.run("gold gold -o report.txt");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(place.path("report.txt")).unwrap().contains("3 pairs: all scored"));

    assert_eq!(place.run("gold short -o other.txt").status, Some(2));
    assert_eq!(place.run("gold gold -o nowhere/report.txt").status, Some(2));
    assert_eq!(place.run("gold gold -o .").status, Some(2));
    assert_eq!(place.names(), ["gold", "report.txt", "short"], "nothing else is left behind");

    let kept = std::fs::read(place.path("report.txt")).unwrap();
    assert_eq!(place.run("gold short -o report.txt").status, Some(2));
    assert_eq!(std::fs::read(place.path("report.txt")).unwrap(), kept, "a failed run leaves the old file");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_links_are_not_replaced() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("target", b"old")]);
    assert_eq!(place.run("gold gold -o /dev/null").status, Some(0));
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    let full = place.run("gold gold -o /dev/full");
    assert_eq!(full.status, Some(2));
    assert!(full.stderr.contains("No space left"), "{}", full.stderr);
    std::os::unix::fs::symlink(place.path("target"), place.path("link")).unwrap();
    assert_eq!(place.run("gold gold -o link").status, Some(0));
    assert!(place.path("link").is_symlink());
    assert!(std::fs::read_to_string(place.path("target")).unwrap().contains("all scored"));
}

/// Files of two folders are partners by name, whatever their extensions do to the order of names.
#[test]
fn folders_are_paired_by_name() {
    let lines: Vec<&[u8]> = GOLD.lines().map(str::as_bytes).collect();
    let place = Place::with(&[
        ("gold/a", lines[0]),
        ("gold/a-b", lines[1]),
        ("gold/c", lines[2]),
        ("out/a.out", lines[0]),
        ("out/a-b.out", lines[1]),
        ("out/c.out.gz", &gzip(lines[2])),
        ("other/a.out", lines[0]),
        ("other/a.txt", lines[1]),
        ("other/c.out", lines[2]),
    ]);
    let ran = place.run("gold out");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    assert_eq!(ran.row("corpus")[0], "100.00");
    let ran = place.run("gold other");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("a.out and a.txt have one name without their extensions"), "{}", ran.stderr);
}

/// Systems whose files have the same name are told apart by their folders.
#[test]
fn equal_names_are_told_apart() {
    let gold = GOLD.as_bytes();
    let files = ["gold", "run/1/out.mrg", "run/2/out.mrg", "other.mrg"].map(|name| (name, gold));
    let ran = Place::with(&files).run("gold run/1/out.mrg run/2/out.mrg other.mrg other.mrg");
    let names: Vec<&str> =
        ran.stdout.lines().skip(1).take(4).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["1/out", "2/out", "other", "other"], "{}", ran.stdout);
}

#[test]
fn trees_are_never_overwritten() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("folder/a", GOLD.as_bytes()), ("old", b"older")]);
    for line in ["gold gold -o gold", "gold folder -o folder/../folder/a"] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(2), "{line}");
        assert!(ran.stderr.contains("would overwrite an input file"), "{}", ran.stderr);
    }
    assert_eq!(std::fs::read_to_string(place.path("gold")).unwrap(), GOLD);
    assert_eq!(place.run("gold gold -o old").status, Some(0), "any other file may be replaced");
}

#[test]
fn lists_and_parameter_files_may_hold_odd_bytes() {
    let files: [(&str, &[u8]); 3] =
        [("gold", GOLD.as_bytes()), ("list", b"\xEF\xBB\xBFgold\r\n"), ("odd.prm", b"F\x1B[31m\xFF x\n")];
    let ran = Place::with(&files).run("gold @list -r odd.prm");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("warning: odd.prm:1: `F␛[31m"), "{}", ran.stderr);
}
