//! `--align` and `treescore align`: texts whose words or sentence breaks differ.

use std::io::Write as _;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::cli::{Place, Ran};
use crate::json;

const HARBOUR: [(&str, &[u8]); 2] = [
    ("gold", include_bytes!("../../../../../examples/harbour.gold")),
    ("system", include_bytes!("../../../../../examples/harbour.e2e")),
];
const PAPER: [(&str, &[u8]); 2] = [
    ("gold", include_bytes!("../../../../../examples/paper.gold")),
    ("system", include_bytes!("../../../../../examples/paper.system")),
];

fn harbour() -> Place {
    Place::with(&HARBOUR)
}

/// Standard error on one line.
pub(crate) fn message(ran: &Ran) -> String {
    ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The last line of a report.
pub(crate) fn signature(ran: &Ran) -> String {
    ran.stdout.lines().last().unwrap().to_owned()
}

#[test]
fn the_examples_of_the_paper() {
    let place = Place::with(&PAPER);
    let ran = place.run("gold system --align -r aligned --per-sentence -f jsonl");
    let rows = ran.lines();
    let counts = |row: &Value| json::numbers(&row["counts"], ["matched", "gold", "system"]);
    assert_eq!([0, 1, 2].map(|at| counts(&rows[at])), [[5, 5, 5], [4, 6, 4], [5, 7, 8]]);
    assert_eq!(rows[2]["system_trees"], serde_json::json!([3, 4]));
    assert_eq!(rows[1]["cells"]["retok"], 1);
    // What the numbers are made of, found a second time by the other command.
    let listed = place.run("align gold system -f jsonl").lines();
    for (row, listed) in rows.iter().zip(&listed).take(3) {
        for (key, of_listed) in [("gold_trees", "gold"), ("system_trees", "system"), ("cells", "cells")] {
            assert_eq!(row[key], listed[of_listed]);
        }
    }
    assert_eq!(
        listed[1]["steps"][5],
        serde_json::json!({"kind": "retok", "gold": ["H", "NEIM"], "system": ["HNEIM"]})
    );
}

#[test]
fn unequal_numbers_of_trees_are_no_trouble() {
    let place = harbour();
    let refused = place.run("gold system");
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("help: --align"), "{}", refused.stderr);
    let ran = place.run("gold system --align");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(ran.row("corpus"), ["83.87", "81.25", "86.67", "33.33", "0.17", "78.79"]);
    assert!(ran.stdout.contains("6 groups: all scored"), "{}", ran.stdout);
    assert_eq!(
        message(&ran),
        "warning: text differs: 4 gold words, 1 system word in 2 places; coverage 88.28 %; first difference: nothing in gold tree 3, \"very\" in system tree 4"
    );
}

#[test]
fn streams_and_packed_files_give_the_same() {
    let place = harbour();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(HARBOUR[1].1).unwrap();
    std::fs::write(place.path("system.gz"), packed.finish().unwrap()).unwrap();
    for command in [&["--align"][..], &["align"]] {
        let plain = Ran::of(&place.command(&[command, &["gold", "system"]].concat()).output().unwrap());
        let gz = Ran::of(&place.command(&[command, &["gold", "system.gz"]].concat()).output().unwrap());
        let mut child = place.command(&[command, &["gold", "-"]].concat());
        let mut child =
            child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(HARBOUR[1].1).unwrap();
        let piped = Ran::of(&child.wait_with_output().unwrap());
        let unnamed = |ran: &Ran| ran.stdout.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert!(unnamed(&plain).len() > 8, "{}", plain.stdout);
        for other in [gz, piped] {
            assert_eq!((unnamed(&other), other.status), (unnamed(&plain), Some(0)), "{}", other.stderr);
        }
    }
    let twice = place.run("align - -");
    assert_eq!(twice.status, Some(2));
    assert!(message(&twice).contains("`-` is given 2 times"), "{}", twice.stderr);
}

#[test]
fn threads_change_no_byte() {
    let many = |at: usize| HARBOUR[at].1.repeat(3000);
    let (gold, system) = (many(0), many(1));
    let place = Place::with(&[("gold", &gold), ("system", &system)]);
    let run = |threads: u32| {
        let ran = place.run(&format!("gold system --align --per-sentence -f jsonl --threads {threads}"));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        (ran.stdout, ran.stderr)
    };
    let one = run(1);
    assert_eq!(one.0.lines().count(), 6 * 3000 + 1);
    for threads in [2, 7] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

#[test]
fn wrong_options_and_tables() {
    let place = harbour();
    for (name, bytes) in [
        ("kind.tsv", &b"# fine\nfoo\ta\tb\n"[..]),
        ("columns.tsv", b"sub\ta\n"),
        ("point.tsv", b"char\tU+XYZ\ta\n"),
        ("alone.tsv", b"a b\tc\nonly\n"),
        ("long.tsv", b"a b c d e\tf\n"),
        ("bytes.tsv", b"a\t\xff\n"),
    ] {
        std::fs::write(place.path(name), bytes).unwrap();
    }
    for (options, expected) in [
        ("--normalise kind.tsv", "error: kind.tsv:2: a row begins with sub, char or token, not `foo`"),
        ("--normalise columns.tsv", "error: columns.tsv:1: 2 columns instead of 3"),
        ("--normalise point.tsv", "error: point.tsv:1: `U+XYZ` is not a code point"),
        ("--normalise missing.tsv", "error: cannot read missing.tsv: No such file"),
        ("--exceptions alone.tsv", "error: alone.tsv:2: `only` is the only variant"),
        ("--exceptions de,long.tsv", "error: long.tsv:1: `a b c d e` has more than 4 words"),
        ("--exceptions bytes.tsv", "error: bytes.tsv:1: is not UTF-8"),
        ("--exceptions missing.tsv", "error: cannot read missing.tsv"),
        ("--exceptions xx", "error: `xx` is not a known language; languages are de, en, es, fr, it, pt"),
        ("--lang xx", "error: `xx` is not a known language"),
        ("--lang de --exceptions en", "error: --lang de is short for --exceptions de: give only one"),
    ] {
        for (line, end) in [
            (format!("gold system --align {options}"), "treescore: could not score"),
            (format!("align gold system {options}"), "treescore: could not align"),
        ] {
            let ran = place.run(&line);
            assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
            assert!(message(&ran).starts_with(expected), "{line}: {}", ran.stderr);
            assert!(ran.stderr.ends_with(&format!("{end}\n")), "{line}: {}", ran.stderr);
        }
    }
}

#[test]
fn options_are_never_ignored_in_silence() {
    let place = harbour();
    std::fs::write(place.path("own.tsv"), "a\tb\n").unwrap();
    std::fs::write(place.path("gold.ctm"), "u1 A 0 1 a\n").unwrap();
    let plain = signature(&place.run("gold gold"));
    let aligned = signature(&place.run("gold system --align"));
    for (line, expected) in [
        ("gold system --lang de", "--lang needs --align"),
        ("gold system --keep-empty", "--keep-empty needs --align"),
        ("gold system --require-same-text", "--require-same-text needs --align"),
        ("gold system --one-sided strict", "--one-sided needs --align, --side or --utterances"),
        (
            "-m struct-iou gold system --align --gold-times gold.ctm --system-times gold.ctm",
            "--align cannot be used with word times",
        ),
        ("-m word gold system --align --input json", "--align cannot read JSON"),
        ("gold system --align --pair-by line", "--pair-by cannot be used with --align"),
        ("gold system --align --pair-by tree", "--pair-by cannot be used with --align"),
        (
            "-m struct-iou gold system --align --one-sided strict",
            "--one-sided is not an option of struct-iou",
        ),
        ("-m struct-iou,word gold system --align --one-sided skip", "--one-sided is not an option of"),
        ("gold system --align --exceptions en,own.tsv -o own.tsv", "would overwrite an input file"),
        ("gold system --align --normalise own.tsv -o own.tsv", "would overwrite an input file"),
        ("align gold system --exceptions en,own.tsv -o own.tsv", "would overwrite an input file"),
        ("align gold system -o gold", "would overwrite an input file"),
        ("align gold system -f sparseval --show differ", "-f sparseval needs all pairs"),
        (&format!("gold system --signature {plain} --align"), "this signature was made without --align"),
        (&format!("gold system --signature {plain} --require-same-text"), "needs --align"),
        (&format!("gold system --signature {aligned} --lang de"), "remove --lang"),
        (
            &format!("gold system --signature {aligned} --one-sided strict"),
            "this signature was made with one-sided:skip, but --one-sided gives strict",
        ),
        (
            &format!("gold system --signature {aligned} --keep-empty"),
            "this signature was made without --keep-empty",
        ),
        (
            &format!("gold system --signature {aligned} --exceptions none"),
            "this signature was made with exc:en, but --exceptions gives none",
        ),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(message(&ran).contains(expected), "{line}: {}", ran.stderr);
    }
    // What one of the measures has is not ignored.
    assert_eq!(place.run("-m struct-iou,parseval gold system --align --one-sided strict").status, Some(0));
    assert_eq!(std::fs::read(place.path("own.tsv")).unwrap(), b"a\tb\n");
    assert_eq!(std::fs::read(place.path("gold")).unwrap(), HARBOUR[0].1);
}

#[test]
fn a_signature_repeats_an_aligned_score() {
    let place = harbour();
    std::fs::write(place.path("norm.tsv"), "sub\tvery\tlate\n").unwrap();
    std::fs::write(place.path("own.tsv"), "late\tvery late\n").unwrap();
    for (options, files) in [
        ("", ""),
        ("--one-sided strict -r aligned --by length", "--by length"),
        ("--lang ko --unlabeled", ""),
        ("--lang de", ""),
        ("--exceptions none --normalise none", ""),
        ("--exceptions fr,en --keep-empty", ""),
        ("-m struct-iou --terminals strict", ""),
        ("-m word --cost-sub 2", ""),
        ("--exceptions en,own.tsv", "--exceptions en,own.tsv"),
        ("--normalise norm.tsv --lang ko", "--normalise norm.tsv"),
    ] {
        let ran = place.run(&format!("gold system --align {options}"));
        assert_eq!(ran.status, Some(0), "{options}: {}", ran.stderr);
        let signature = signature(&ran);
        assert!(signature.contains("|index:text|"), "{signature}");
        let again = place.run(&format!("gold system --signature {signature} {files}"));
        assert_eq!((again.stdout, again.status), (ran.stdout, Some(0)), "{options}: {}", again.stderr);
        if files.contains(".tsv") {
            let without = place.run(&format!("gold system --signature {signature}"));
            assert_eq!(without.status, Some(2));
            assert!(message(&without).contains("names a file"), "{}", without.stderr);
        }
    }
}

#[test]
fn trees_that_are_none_are_refused_on_either_side() {
    let broken = |at: usize| String::from_utf8(HARBOUR[at].1.to_vec()).unwrap().replace("ferry)", "ferry");
    for (at, places, alone) in [
        (0, "    –  line 1  –       gold is not a tree", "–        1        only system"),
        (1, "    –  –     line 1  not a tree", "1        –        only gold"),
    ] {
        let (name, file) = (HARBOUR[at].0, broken(at));
        let place = Place::with(&[HARBOUR[1 - at], (name, file.as_bytes())]);
        let ran = place.run("gold system --align --refused");
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        assert!(
            ran.stdout.contains("6 groups: all scored; 1 tree cannot be read and counts as missing"),
            "{}",
            ran.stdout
        );
        assert!(ran.stdout.contains(places), "{}", ran.stdout);
        assert!(ran.stderr.contains(&format!("─ {name}:1:")), "{}", ran.stderr);
        // The number of a pair is not that of a tree.
        assert!(!ran.stderr.contains("   tree "), "{}", ran.stderr);
        assert_eq!(place.run("gold system --align --strict").status, Some(2));
        let listed = place.run("align gold system");
        assert_eq!(listed.status, Some(1));
        assert!(listed.stderr.contains("   tree 1\n"), "{}", listed.stderr);
        assert!(listed.stdout.contains(alone), "{}", listed.stdout);
    }
}

#[test]
fn texts_that_differ_can_be_an_error() {
    let place = harbour();
    std::fs::write(place.path("case"), String::from_utf8_lossy(HARBOUR[0].1).to_uppercase()).unwrap();
    std::fs::write(place.path("other"), "(S (NN Something) (NN else))\n").unwrap();
    for (line, status) in [
        ("gold gold --align --require-same-text", 0),
        ("gold case --align --require-same-text", 0),
        ("gold case --align --require-same-text --normalise none", 3),
        ("gold system --align", 0),
        ("gold system --align --require-same-text", 3),
        ("gold gold system --align --require-same-text", 3),
        ("gold other --align", 0),
    ] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        assert!(ran.stdout.contains("treescore:0.1.0|"), "{line}: the scores are still there");
        let unrelated = ran.stderr.contains("these are probably not the same text");
        assert_eq!(unrelated, line.contains("other") || line.contains("none"), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_text_is_warned_of_once_and_by_name() {
    let place = harbour();
    let ran = place.run("-m parseval,word,struct-iou gold system --align --delete -NONE-");
    assert_eq!(ran.stderr.matches("text differs").count(), 1, "{}", ran.stderr);
    let ran = place.run("gold gold system --align --ignore same-file");
    assert!(ran.stderr.starts_with("warning: system: text differs"), "{}", ran.stderr);
}

#[test]
fn measures_over_aligned_texts() {
    let place = harbour();
    let ran =
        place.run("-m struct-iou,parseval,word gold system --align --delete -NONE- --labels cut -f json");
    let report = ran.report();
    let names: Vec<&Value> =
        report["measures"].as_array().unwrap().iter().map(|measure| &measure["name"]).collect();
    assert_eq!(names, ["struct-iou", "parseval", "word"]);
    assert_eq!(json::system(&report)["text"]["places"], 2);
    let words = json::counts_by(&report, 2);
    assert_eq!(json::numbers(words, ["gold", "system"]), [43, 41]);
    // `does n't` and `9:30` are in other words, `very` is one more, and a sentence of four words is lost.
    assert_eq!(json::numbers(words, ["correct", "substituted", "deleted", "inserted"]), [34, 4, 5, 3]);
    // With the same text in the same words, nothing can be lost.
    let same = place.run("-m struct-iou,word gold gold --align");
    assert_eq!(same.row("struct-iou"), ["Struct-IoU,", "mean", "1.0000", "–", "1.0000"], "{}", same.stdout);
    assert_eq!(same.row("word"), ["accuracy", "100.00", "–", "100.00"], "{}", same.stdout);
}

#[test]
fn folders_go_file_by_file() {
    let half = |at: usize, from: usize, to: usize| -> Vec<u8> {
        let lines = HARBOUR[at].1.split_inclusive(|&byte| byte == b'\n');
        lines.skip(from).take(to - from).flatten().copied().collect()
    };
    let parts = [half(0, 0, 2), half(0, 2, 7), half(1, 0, 3), half(1, 3, 6)];
    let place = Place::with(&[
        ("gold/a.gold", &parts[0]),
        ("gold/b.gold", &parts[1]),
        ("out/a.out", &parts[2]),
        ("out/b.out", &parts[3]),
    ]);
    let ran = place.run("gold out --align --by file");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let whole = harbour().run("gold system --align");
    assert_eq!(ran.row("corpus"), whole.row("corpus"));
    assert_eq!([ran.row("a.gold")[0].as_str(), &ran.row("b.gold")[0]], ["2", "4"], "{}", ran.stdout);
    let listed = place.run("align gold out");
    assert_eq!(listed.stdout, harbour().run("align gold system").stdout, "trees are numbered through");
    std::fs::rename(place.path("out/b.out"), place.path("out/c.out")).unwrap();
    for line in ["gold out --align", "align gold out"] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(2), "{line}");
        assert!(message(&ran).contains("no partner: b.gold (1 of 2 gold files)"), "{}", ran.stderr);
    }
}

#[test]
fn the_last_file_of_a_folder_may_be_empty() {
    let tree: &[u8] = b"(S (A a) (B b))\n";
    for (last, recall, precision) in [
        ([&b""[..], b""], "100.00", "100.00"),
        ([tree, b""], "50.00", "100.00"),
        ([b"", tree], "100.00", "50.00"),
    ] {
        let place =
            Place::with(&[("gold/a", tree), ("out/a", tree), ("gold/b", last[0]), ("out/b", last[1])]);
        let ran = place.run("gold out --align");
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert_eq!(ran.row("corpus")[1..3], [recall, precision], "{}", ran.stdout);
        let is_warned = ran.stderr.contains(" file b is empty");
        assert_eq!(is_warned, last[0] != last[1], "{}", ran.stderr);
        assert_eq!(place.run("align gold out").status, Some(0));
    }
}

#[test]
fn formats_of_a_report() {
    let place = harbour();
    let csv = place.run("gold system --align --per-sentence -f csv").stdout;
    let rows: Vec<&str> = csv.lines().collect();
    assert!(
        rows[0].starts_with(
            "system,measure,kind,pair,gold_trees,system_trees,file,gold_line,system_line,utterance,words,f1,"
        ),
        "{csv}"
    );
    assert!(rows[2].starts_with("system,parseval,group,2,2,2 3,gold,2,2,,9,"), "{csv}");
    assert!(rows[5].starts_with("system,parseval,group,5,6,,gold,6,,,4,"), "{csv}");
    let report = place.run("gold system --align --per-sentence -f json").report();
    let text = &json::system(&report)["text"];
    assert_eq!(text["merged"], 2);
    assert_eq!(text["first"]["system"], "very");
    let row = &json::rows(&report)[2];
    assert_eq!(row["gold_trees"], serde_json::json!([3, 4]));
    assert_eq!(row["cells"]["system"], 1);
    let plain = place.run("gold gold --per-sentence -f json").report();
    assert_eq!(json::system(&plain)["text"], Value::Null);
    let row = &json::rows(&plain)[0];
    assert!(["gold_trees", "system_trees", "cells"].iter().all(|key| row.get(key).is_none()), "{row}");
    let sentence = "texts aligned: coverage 88.28, words F1 85.71, sentence breaks F1 76.92, brackets at the same characters F1 82.76; 4 of 43 gold words, 1 of 41 system words only in one text";
    for format in ["markdown", "latex"] {
        let ran = place.run(&format!("gold system --align -f {format}"));
        assert!(ran.status == Some(0) && ran.stdout.contains("83.87"), "{format}: {}", ran.stdout);
        let said = |text: &str, sentence: &str| text.to_lowercase().contains(&sentence.to_lowercase());
        assert!(said(&ran.stdout, sentence), "{format}: {}", ran.stdout);
        assert!(!said(&place.run(&format!("gold gold -f {format}")).stdout, "texts aligned"));
        let both = place.run(&format!("gold system gold --align -f {format}")).stdout;
        assert!(said(&both, &format!("system: {sentence}")), "{format}: {both}");
        assert!(said(&both, "gold: texts aligned: coverage 100.00"), "{format}: {both}");
    }
    let written = place.run("gold system --align -o report.txt");
    assert_eq!((written.status, written.stdout.as_str()), (Some(0), ""));
    assert_eq!(
        std::fs::read_to_string(place.path("report.txt")).unwrap(),
        place.run("gold system --align").stdout
    );
}

#[test]
fn how_far_texts_agree_in_tables_of_several_systems() {
    let place = harbour();
    let table = place.run("gold system gold --align").stdout;
    let at = table.lines().position(|line| line.starts_with("text ")).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().skip(at).take(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1], ["system", "88.28", "85.71", "76.92", "2", "1", "0"], "{table}");
    assert_eq!(rows[2], ["gold", "100.00", "100.00", "100.00", "0", "0", "0"], "{table}");
    let csv = place.run("gold system gold --align -f csv").stdout;
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let at = header.iter().position(|&name| name == "text_coverage").unwrap();
    let names = ["text_coverage", "text_words_f1", "text_breaks_f1", "same_characters_f1", "read"];
    assert_eq!(header[at..at + 5], names);
    for (name, coverage) in [("system", 128.0 / 145.0), ("gold", 1.0)] {
        let row = csv.lines().find(|line| line.starts_with(&format!("parseval,{name},corpus,"))).unwrap();
        let found: f64 = row.split(',').nth(at).unwrap().parse().unwrap();
        assert!((found - coverage).abs() < 1e-12, "{row}");
    }
    let plain = place.run("gold gold -f csv").stdout;
    assert!(!plain.contains("text_"), "{plain}");
}

#[test]
fn formats_of_an_alignment() {
    let place = harbour();
    let text = place.run("align gold system --show all").stdout;
    assert!(text.starts_with("gold     system\n1        1        different words\n"), "{text}");
    let differ = place.run("align gold system").stdout;
    let verdicts =
        |text: &str| text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    assert_eq!((verdicts(&text), verdicts(&differ)), (6, 2));
    assert_eq!(verdicts(&place.run("align gold system --show merged").stdout), 3);
    let whole = place.run("align gold system -f json").report();
    assert_eq!(whole["pairs"].as_array().unwrap().len(), 6);
    assert_eq!(whole["tables"]["exc"], "en");
    let rows = place.run("align gold system -f jsonl --show merged").lines();
    assert_eq!(rows.len(), 4, "three pairs and the whole");
    assert_eq!(rows[3]["text"], whole["text"]);
    let steps = place.run("align gold system -f sparseval").stdout;
    let codes = |code: &str| steps.lines().filter(|line| line.ends_with(code)).count();
    assert_eq!(["000", "001", "100", "010"].map(codes), [34, 4, 5, 3]);
    assert!(
        steps.starts_with("The\tThe\t000\nferry\tferry\t000\ndoes\tdoesn't\t001\nn't\t\t100\n"),
        "{steps}"
    );
    let written = place.run("align gold system --show all -o pairs.txt");
    assert_eq!((written.status, written.stdout.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(place.path("pairs.txt")).unwrap(), text);
    let ascii = place.run("align gold system --show all --ascii").stdout;
    assert!(ascii.is_ascii() && ascii.contains("2-3"), "{ascii}");
}

#[test]
fn files_without_trees() {
    let place = harbour();
    std::fs::write(place.path("empty"), "\n").unwrap();
    std::fs::write(place.path("failed"), "(())\n(())\n").unwrap();
    for (line, end) in [
        ("empty empty --align", "score"),
        ("align empty empty", "align"),
        ("align empty empty -f json", "align"),
        ("align empty empty -f jsonl", "align"),
        ("align empty empty -f sparseval", "align"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(ran.stderr.contains("empty is empty"), "{line}: {}", ran.stderr);
        assert!(ran.stderr.ends_with(&format!("could not {end}\n")), "{line}: {}", ran.stderr);
    }
    let ran = place.run("gold empty --align");
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("empty is empty"), "{}", ran.stderr);
    let ran = place.run("gold failed --align");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(ran.row("corpus")[..2], ["0.00", "0.00"], "{}", ran.stdout);
}
