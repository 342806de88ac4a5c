//! Pipes, terminals, broken archives, streams without end: no command hangs, and none shows control characters.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{GOLD, Place, Ran};

/// How long a run may take before it counts as hanging.
const PATIENCE: Duration = Duration::from_mins(1);

/// Waits for a run that may hang.
fn end(mut child: Child, line: &str) -> Ran {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{line}: hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ran::of(&child.wait_with_output().unwrap())
}

fn start(place: &Place, line: &str) -> Child {
    let args: Vec<&str> = line.split(' ').collect();
    place.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn make_pipe(place: &Place, name: &str) {
    assert!(Command::new("mkfifo").arg(place.path(name)).status().unwrap().success());
}

/// Writes a text into a pipe, once, as soon as somebody reads it.
fn feed(place: &Place, name: &str, text: &[u8]) {
    let (path, text) = (place.path(name), text.to_vec());
    std::thread::spawn(move || {
        // A reader that goes away is no error here.
        let _ = std::fs::OpenOptions::new().write(true).open(path).and_then(|mut pipe| pipe.write_all(&text));
    });
}

const TIMES: &str = "u1 A 0 1 a\nu1 A 1 1 b\n";
const CHUNKS: &str = "{\"sent\":\"s1\",\"n\":2,\"chunks\":[[\"NP\",0,2]]}\n";

/// What a pipe holds, and a command that reads it.
const PIPED: [(&str, &str); 34] = [
    (GOLD, "PIPE gold"),
    (GOLD, "gold PIPE"),
    (GOLD, "gold PIPE gold"),
    (GOLD, "gold PIPE -m parseval,word,tree-node,struct-iou"),
    (GOLD, "gold PIPE --align"),
    (GOLD, "gold PIPE --side"),
    (GOLD, "gold PIPE --by label -f json --ignore same-file"),
    ("(AOrigin von (APlace hamburg))\n", "tree.forest PIPE -m concept"),
    ("a b\n", "tree PIPE -m word"),
    (GOLD, "align gold PIPE"),
    (GOLD, "align PIPE gold --side"),
    (GOLD, "convert PIPE --to json"),
    (GOLD, "conllu PIPE"),
    (GOLD, "formats PIPE"),
    ("u1 A 0 1 a\n", "formats PIPE"),
    (GOLD, "phrase chunk PIPE"),
    ("{}", "phrase chunk PIPE"),
    (CHUNKS, "phrase score PIPE PIPE2"),
    (CHUNKS, "phrase score chunks PIPE"),
    (TIMES, "tree tree -m struct-iou --gold-times PIPE --system-times times.ctm"),
    (TIMES, "tree tree -m struct-iou --gold-times times.ctm --system-times=PIPE"),
    ("tree\n", "@PIPE tree"),
    ("NP\tnoun\n", "tree tree -m tree-node --types PIPE"),
    ("a a 000\nb b 000\n", "tree tree --side --word-alignment PIPE"),
    (GOLD, "evalb gold PIPE"),
    (GOLD, "evalb -d PIPE gold"),
    (GOLD, "evalb-spmrl gold PIPE"),
    ("DELETE_LABEL TOP\n", "evalb -p PIPE gold gold"),
    (GOLD, "jp-evalb --no-file gold PIPE"),
    (GOLD, "jp-evalb --no-file --aligned gold PIPE"),
    (GOLD, "sparseval gold PIPE"),
    (GOLD, "sparseval PIPE gold"),
    ("DELETE_LABEL TOP\n", "sparseval -p PIPE gold gold"),
    (GOLD, "headtrees PIPE"),
];

/// A pipe is read as the file would be: what is printed is the same, but for the name.
#[test]
fn pipes_are_read_once_like_files() {
    let tree = "(S (NP (DT a) (NN b)))\n";
    for (text, line) in PIPED {
        let place = Place::with(&[
            ("gold", GOLD.as_bytes()),
            ("tree", tree.as_bytes()),
            ("tree.forest", b"(AOrigin von (APlace hamburg))\n"),
            ("chunks", CHUNKS.as_bytes()),
            ("times.ctm", TIMES.as_bytes()),
            ("pile", text.as_bytes()), // as long as the name of the pipe
        ]);
        let line = line.replace("PIPE2", "chunks");
        let expected = place.run(&line.replace("PIPE", "pile"));
        make_pipe(&place, "pipe");
        feed(&place, "pipe", text.as_bytes());
        let line = line.replace("PIPE", "pipe");
        let ran = end(start(&place, &line), &line);
        let named = |text: &str| {
            let text = text.replace("pile", "pipe");
            // Files are compared before they are read; pipes cannot be.
            let text = text.replace("note: gold and system are the same, byte for byte\n", "");
            let text = text.replace("note: pipe: gold and system are the same, byte for byte\n", "");
            let lines = text.lines().filter(|line| !line.starts_with("Current time")); // of jp-evalb
            lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(named(&ran.stderr), named(&expected.stderr), "{line}");
        assert_eq!(ran.status, expected.status, "{line}: {}", ran.stderr);
        assert_eq!(named(&ran.stdout), named(&expected.stdout), "{line}");
    }
}

/// A pipe that would be read twice is refused by name.
#[test]
fn a_pipe_that_is_given_twice_is_refused() {
    for line in [
        "pipe pipe",
        "gold pipe ./pipe",
        "pipe gold --heads=pipe -m dependency",
        "align pipe pipe",
        "evalb pipe pipe",
        "evalb -p pipe gold pipe",
        "sparseval pipe pipe",
        "jp-evalb pipe pipe --no-file",
        "phrase score pipe pipe",
        "@list gold",
    ] {
        let place = Place::with(&[("gold", GOLD.as_bytes()), ("list", b"pipe\npipe\n")]);
        make_pipe(&place, "pipe");
        feed(&place, "pipe", GOLD.as_bytes());
        let ran = end(start(&place, line), line);
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(2), "{line}: {flat}");
        assert!(flat.contains("pipe is a pipe") && flat.contains("only once"), "{line}: {flat}");
        assert_eq!(ran.stdout, "", "{line}");
    }
}

/// `TREESCORE_THREADS` is checked by every command.
#[test]
fn every_command_checks_the_number_of_threads() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for line in [
        "gold gold",
        "align gold gold",
        "convert gold --to json",
        "conllu gold",
        "formats gold",
        "phrase chunk gold",
        "perturb gold --insert 0.5 --trees-out a --times-out b",
        "measures",
        "recipes",
        "evalb gold gold",
        "evalb-spmrl gold gold",
        "jp-evalb gold gold --no-file",
        "sparseval gold gold",
        "headtrees gold",
    ] {
        for value in ["0", ""] {
            let args: Vec<&str> = line.split(' ').collect();
            let ran = Ran::of(&place.command(&args).env("TREESCORE_THREADS", value).output().unwrap());
            assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {}", ran.stderr);
            let said = format!("TREESCORE_THREADS={value}: the variable must be a whole number");
            assert!(ran.stderr.contains(&said), "{line}: {}", ran.stderr);
        }
    }
}

/// Runs a command on a terminal, and returns what the terminal gets.
fn on_terminal(place: &Place, line: &str, variables: &[(&str, &str)]) -> String {
    let program = env!("CARGO_BIN_EXE_treescore");
    let mut script = Command::new("script");
    script.args(["-qec", &format!("{program} {line}"), "/dev/null"]).current_dir(place.path("."));
    script.env("LC_ALL", "C.UTF-8").env("TERM", "xterm").env_remove("NO_COLOR").stdin(Stdio::null());
    script.envs(variables.iter().copied());
    String::from_utf8_lossy(&script.output().unwrap().stdout).into_owned()
}

#[test]
fn no_control_character_reaches_a_terminal() {
    // A bell, an escape code that clears the screen, a colour, and a control beyond ASCII.
    let tree = "(S (NP (DT a\u{7}\u{1b}[31m) (NN \u{1b}[2Jb)) (VP (V\u{9b}B c)))\n";
    let wrong = tree.replace("c)))", "d)))");
    let files =
        [("gold", tree.as_bytes()), ("other", wrong.as_bytes()), ("bad\u{1b}[2J", b"(S (NP" as &[u8])];
    let place = Place::with(&files);
    for line in [
        "gold gold",
        "gold other --refused",
        "gold gold --detail all",
        "gold gold --by label --all",
        "gold gold --detail all -f json",
        "gold gold --by label -f csv",
        "gold 'bad\u{1b}[2J'",
        "'no\u{1b}[2J' gold",
        "align gold other --show all",
        "align gold other -f three",
        "align gold other --side",
        "convert gold --to brackets",
        "convert gold --to export",
        "convert gold --to json",
        "conllu gold",
        "phrase chunk gold",
        "phrase chunk gold --format bio",
        "formats gold 'bad\u{1b}[2J'",
    ] {
        let seen = on_terminal(&place, line, &[("NO_COLOR", "1")]);
        assert!(!seen.trim().is_empty(), "{line}");
        let is_raw = |c: &char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        let raw: Vec<char> = seen.chars().filter(is_raw).collect();
        assert!(raw.is_empty(), "{line}: {raw:?} in {seen:?}");
        let coloured = on_terminal(&place, line, &[]);
        assert!(
            !coloured.contains("\u{1b}[2J") && !coloured.contains(['\u{7}', '\u{9b}']),
            "{line}: {coloured:?}"
        );
    }
    // A pipe gets what was read.
    assert!(place.run("convert gold --to brackets").stdout.contains("(DT a\u{7}\u{1b}[31m) (NN \u{1b}[2Jb)"));
    assert!(place.run("phrase chunk gold").stdout.contains("\u{1b}[2Jb"));
}

/// A run that takes longer than the delay of the progress line, on a terminal.
#[test]
fn a_dumb_terminal_gets_no_escape_codes() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for (term, has_progress) in [("xterm", true), ("dumb", false)] {
        let line = format!(
            "sh -c '(cat gold; sleep 1; cat gold; cat gold) | {} gold3 -'",
            env!("CARGO_BIN_EXE_treescore")
        );
        std::fs::write(place.path("gold3"), GOLD.repeat(3)).unwrap();
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(place.path("."));
        let ran = script.env("TERM", term).env("LC_ALL", "C.UTF-8").stdin(Stdio::null()).output().unwrap();
        let seen = String::from_utf8_lossy(&ran.stdout);
        assert!(seen.contains("9 pairs"), "{seen:?}");
        assert_eq!(seen.contains('\u{1b}'), has_progress, "{term}: {seen:?}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// A compressed file that breaks off is an error that says so, in every command.
#[test]
fn compressed_files_that_break_off_say_so() {
    let whole = gzip(GOLD.repeat(200).as_bytes());
    let chunks: String = (0..200).map(|id| CHUNKS.replace("s1", &format!("s{id}"))).collect();
    let json = gzip(chunks.as_bytes());
    let place = Place::with(&[
        ("gold", GOLD.repeat(200).as_bytes()),
        ("cut.gz", &whole[..whole.len() - 9]),
        ("chunks", chunks.as_bytes()),
        ("cut.json.gz", &json[..json.len() - 9]),
    ]);
    for line in [
        "gold cut.gz",
        "cut.gz gold --align",
        "gold cut.gz --side",
        "gold cut.gz -m parseval,word",
        "align gold cut.gz",
        "convert cut.gz --to json",
        "conllu cut.gz",
        "phrase chunk cut.gz",
        "phrase score chunks cut.json.gz",
        "phrase eval cut.json.gz gold",
        "gold gold -m struct-iou --gold-times cut.gz --system-times cut.gz",
        "gold gold --side --word-alignment cut.gz",
        "evalb gold cut.gz",
        "evalb -d gold cut.gz",
        "evalb-spmrl cut.gz gold",
        "jp-evalb gold cut.gz --no-file",
        "jp-evalb gold cut.gz --no-file --aligned",
        "sparseval gold cut.gz",
        "sparseval -b cut.gz gold",
        "headtrees cut.gz",
        "strealign gold cut.gz gold",
    ] {
        let ran = place.run(line);
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(matches!(ran.status, Some(1 | 2)), "{line}: {:?} {flat}", ran.status);
        assert!(flat.contains("gz is a gzip file that breaks off"), "{line}: {flat}");
    }
}

/// No message repeats a word, a label or a list that is a megabyte long.
#[test]
fn messages_are_short_whatever_is_in_the_files() {
    let long = "x".repeat(1_000_000);
    let tree = |word: &str, label: &str| format!("(S ({label} (DT a) (NN {word})) (VP (VB c)))\n");
    let labels: Vec<String> =
        (0..20_000).map(|at| format!("(S (L{at} (DT a) (NN b)) (VP (VB c)))\n")).collect();
    let labels = labels.concat();
    let place = Place::with(&[
        ("gold", tree("b", "NP").as_bytes()),
        ("word", tree(&long, "NP").as_bytes()),
        ("word2", tree(&(long.clone() + "y"), "NP").as_bytes()),
        ("label", tree("b", &long).as_bytes()),
        ("faulty", tree(&long, "NP").replace(")))", "))))").as_bytes()),
        ("labels", labels.as_bytes()),
        ("plain", labels.replace("(L", "(NP").as_bytes()),
        ("long.prm", format!("DELETE_LABEL {long}\n{long} TOP\n").as_bytes()),
        ("long.ctm", format!("u1 A 0 1 {long}\nu1 A {long} 1 c\n").as_bytes()),
        ("heads", format!("({long} (VP) (NP))\n").as_bytes()),
        ("types", format!("NP {long}\n").as_bytes()),
        ("list", format!("{long}\n").as_bytes()),
    ]);
    for line in [
        "gold word",
        "word word2",
        "word word2 --refused",
        "word word2 --strict",
        "word word2 -f json --refused",
        "gold label",
        "gold faulty",
        "gold faulty --refused",
        "gold word --align",
        "labels plain",
        "plain labels",
        "gold gold -r long.prm",
        "gold gold -m struct-iou --gold-times long.ctm --system-times long.ctm",
        "label label -m dependency --heads heads",
        "gold gold -m tree-node --types types",
        "gold @list",
        "align gold word",
        "conllu label --heads heads",
        "convert faulty --to json",
        "phrase chunk faulty",
        "formats word",
    ] {
        let ran = place.run(line);
        let bytes = ran.stderr.len();
        assert!(bytes < 30_000, "{line}: {bytes} bytes of messages");
        let is_shown =
            line.starts_with("align") || line.starts_with("phrase") || line.contains("-r long.prm");
        assert!(is_shown || ran.stdout.len() < 200_000, "{line}: {} bytes", ran.stdout.len());
    }
}

/// Links to nothing are reported, with the findings of a run or as notes.
#[test]
fn links_to_nothing_in_folders_are_reported() {
    let place = Place::with(&[("gold/a.mrg", GOLD.as_bytes()), ("system/a.mrg", GOLD.as_bytes())]);
    std::os::unix::fs::symlink("nowhere", place.path("gold/b.mrg")).unwrap();
    make_pipe(&place, "gold/c.mrg");
    for line in [
        "gold system",
        "gold system -f json",
        "gold system --align",
        "align gold system",
        "convert gold --to json",
        "conllu gold",
        "formats gold",
        "phrase chunk gold",
        "perturb gold --insert 0.5 --trees-out a --times-out b.ctm",
        "jp-evalb gold system --no-file",
    ] {
        let ran = end(start(&place, line), line);
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("b.mrg") && flat.contains("link to nothing"), "{line}: {flat}");
        assert!(flat.contains("c.mrg"), "{line}: {flat}");
    }
}

/// Tables beside the trees may be compressed, too: parameters, keys, lists of files.
#[test]
fn compressed_tables_are_unpacked() {
    let gold = "(S (NP (D a) (N b)) (V c))\n(S (NP (D a)) (VP (V c)))\n".repeat(10);
    let system = "(S (XP (D a) (N b)) (V c))\n(S (NP (D a)) (VP (V c)))\n".repeat(10);
    let keys: Vec<u8> = (0..20).flat_map(|pair| format!("{}\n", pair % 12).into_bytes()).collect();
    let params = b"DELETE_LABEL NP\n";
    let place = Place::with(&[
        ("g", gold.as_bytes()),
        ("s", system.as_bytes()),
        ("plain.prm", params),
        ("zippd.prm", &gzip(params)),
        ("plain.keys", &keys),
        ("zippd.keys", &gzip(&keys)),
        ("plain.list", b"s\n"),
        ("zippd.list", &gzip(b"s\n")),
    ]);
    for line in ["g s -r plain.prm", "g s --resample-by plain.keys -f json", "g @plain.list"] {
        let [plain, packed] = [line.to_owned(), line.replace("plain", "zippd")].map(|line| place.run(&line));
        assert_eq!((plain.status, packed.status), (Some(0), Some(0)), "{line}: {}", packed.stderr);
        assert_eq!(plain.stdout, packed.stdout.replace("zippd", "plain"), "{line}");
    }
}
