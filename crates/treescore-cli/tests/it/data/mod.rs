//! Against the originals' output on real treebanks and real parsers, and numbers that the manual gives for them. The data is not part of the project: the test
//! looks for it in the folder `TREESCORE_DATA`, or in `../shared/data` next to the workspace, and says so if there is none.

mod nbest;
mod papers;
mod replies;
mod speech;
mod studies;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::json::{self, numbers};

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

/// What `treescore jp-evalb` prints, without the two lines with the time.
fn jp_evalb(arguments: &[OsString]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    let output = command.args(["jp-evalb", "--no-file"]).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    without_times(&String::from_utf8(output.stdout).unwrap())
}

fn without_times(report: &str) -> String {
    report.split_inclusive('\n').filter(|line| !line.starts_with("Current time: ")).collect()
}

#[test]
fn jp_evalb_on_real_parsers() {
    let Some(data) = data() else { return };
    for parser in ["berkeley", "bllip"] {
        let files = ["gold/test.gold.clean".to_owned(), format!("systems/{parser}.trees")];
        let files = files.map(|name| data.join(name).into_os_string());
        let evalb = ["-evalb".into(), data.join("params/collins.prm").into_os_string()];
        for (name, arguments) in [("", files.to_vec()), (".evalb-mode", [files.clone(), evalb].concat())] {
            let expected =
                fs::read_to_string(data.join(format!("reference/jp-evalb.{parser}{name}.txt"))).unwrap();
            // Not assert_eq: the report has a thousand lines.
            assert!(jp_evalb(&arguments) == without_times(&expected), "{parser}{name}");
        }
    }
}

/// Reference, gold, system, and what else is on the command line of SParseval. `MADE/` is as above; without it, names are relative to the folder with
/// the data, or for lists to the one with the speech.
const SPARSEVAL: [(&str, &str, &str, &str); 11] = [
    ("berkeley", "gold/test.gold.clean", "systems/berkeley.trees", "-v"),
    ("berkeley.gold-full-top", "MADE/gold-full-top", "systems/berkeley.trees", "-v"),
    ("berkeley.collins-heads", "gold/test.gold.clean", "systems/berkeley.trees", "-v"),
    ("berkeley.unlabelled", "gold/test.gold.clean", "systems/berkeley.trees", "-v -u"),
    ("berkeley.bag", "gold/test.gold.clean", "systems/berkeley.trees", "-b"),
    ("berkeley.bag-side", "gold/test.gold.clean", "systems/berkeley.trees", "-b -c"),
    ("bllip", "gold/test.gold.clean", "systems/bllip.trees", "-v"),
    ("bllip.collins-heads", "gold/test.gold.clean", "systems/bllip.trees", "-v"),
    ("bllip.unlabelled", "gold/test.gold.clean", "systems/bllip.trees", "-v -u"),
    ("bllip.bag", "gold/test.gold.clean", "systems/bllip.trees", "-b"),
    ("bllip.bag-side", "gold/test.gold.clean", "systems/bllip.trees", "-b -c"),
];

/// What `treescore sparseval` prints, run in a folder with these arguments.
fn sparseval(folder: &Path, arguments: &[OsString]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    let output = command.arg("sparseval").args(arguments).current_dir(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The arguments that all runs have.
fn sparseval_arguments(data: &Path, heads: &str, switches: &str) -> Vec<OsString> {
    let parameters = ["params/speech.prm".to_owned(), format!("params/heads-{heads}.txt")];
    let [prm, heads] = parameters.map(|name| data.join(name).into_os_string());
    let switches = switches.split_whitespace().map(OsString::from);
    ["-p".into(), prm, "-h".into(), heads].into_iter().chain(switches).collect()
}

#[test]
fn sparseval_on_real_parsers() {
    let Some(data) = data() else { return };
    let made = tempfile::tempdir().unwrap();
    make(&data, made.path());
    for (name, gold, system, switches) in SPARSEVAL {
        let heads = if name.ends_with("collins-heads") { "collins" } else { "charniak" };
        let mut arguments = sparseval_arguments(&data, heads, switches);
        for name in [gold, system] {
            let made = name.strip_prefix("MADE/").map(|name| made.path().join(name));
            arguments.push(made.unwrap_or_else(|| data.join(name)).into());
        }
        let expected = fs::read(data.join(format!("reference/sparseval.{name}.txt"))).unwrap();
        assert!(sparseval(&data, &arguments) == expected, "{name}");
    }
}

#[test]
fn sparseval_on_speech() {
    let Some(data) = data() else { return };
    let mut compared = 0;
    for system in ["clean-ref", "wer10", "wer25", "disfl-ref", "disfl-wer15"] {
        for (mode, switches) in [("", ""), (".align", "-c -a"), (".bag", "-b -c")] {
            let Ok(expected) = fs::read(data.join(format!("reference/sparseval.speech-{system}{mode}.txt")))
            else {
                continue;
            };
            let mut arguments = sparseval_arguments(&data, "charniak", &format!("-v -l {switches}"));
            let lists = if mode == ".align" { &["align", "gold", "hyp"][..] } else { &["gold", "hyp"] };
            arguments.extend(lists.iter().map(|list| format!("lists/{system}.{list}.list").into()));
            assert!(sparseval(&data.join("speech"), &arguments) == expected, "{system}{mode}");
            compared += 1;
        }
    }
    assert_eq!(compared, 10);
}

/// The lines of a file that belong to a document.
fn of_document(data: &Path, trees: &str, documents: &str, wanted: &str) -> String {
    let [trees, documents] = [trees, documents].map(|name| fs::read_to_string(data.join(name)).unwrap());
    let names = documents.lines().map(|line| line.split('\t').next().unwrap());
    trees.lines().zip(names).filter(|(_, name)| *name == wanted).flat_map(|(tree, _)| [tree, "\n"]).collect()
}

/// Document by document: where the original worked, the same counts; where it died, a report.
#[test]
fn jp_evalb_on_text_that_is_divided_differently() {
    let Some(data) = data() else { return };
    let folder = tempfile::tempdir().unwrap();
    let [gold, test] = ["gold", "test"].map(|name| folder.path().join(name));
    for (set, worked) in [("ptbtok", 52), ("wordpunct", 42)] {
        let table =
            fs::read_to_string(data.join(format!("reference/jp-evalb.e2e-{set}.per-document.tsv"))).unwrap();
        let mut compared = 0;
        for line in table.lines().skip(1) {
            let fields: Vec<&str> = line.split('\t').collect();
            fs::write(&gold, of_document(&data, "gold/test.gold.clean", "gold/test.ids", fields[0])).unwrap();
            let (trees, documents) = (format!("e2e/{set}.trees"), format!("e2e/{set}.doc"));
            fs::write(&test, of_document(&data, &trees, &documents, fields[0])).unwrap();
            let report = jp_evalb(&[gold.clone().into(), test.clone().into(), "--json".into(), "-".into()]);
            let report: serde_json::Value = serde_json::from_str(&report).unwrap();
            if fields[3] == "ok" {
                let all = &report["summary"]["all"];
                let names = ["matched", "gold_brackets", "test_brackets", "crossing", "words", "tags"];
                assert_eq!(names.map(|name| all[name].to_string()), fields[4..10], "{set} {}", fields[0]);
                compared += 1;
            }
            let repairs = report["repairs"].as_array().unwrap();
            let died = repairs.iter().any(|repair| repair["kind"] != "dropped");
            assert_eq!(died, fields[3] != "ok", "{set} {line}: {repairs:?}");
        }
        assert_eq!(compared, worked, "{set}");
    }
}

/// System, recipe; matched, gold and system's brackets, crossing, gold words, system's words and correct tags; pairs.
const ALIGNED: [(&str, &str, [u64; 7], u64); 4] = [
    ("ptbtok", "collins", [14_055, 16_742, 16_835, 1_378, 19_413, 19_479, 18_496], 871),
    ("ptbtok", "aligned", [13_957, 16_744, 16_835, 1_434, 21_680, 21_740, 20_718], 871),
    ("wordpunct", "collins", [12_174, 16_742, 18_194, 3_108, 19_413, 20_727, 17_190], 890),
    ("wordpunct", "aligned", [11_954, 16_744, 18_194, 3_306, 21_680, 24_078, 19_162], 890),
];

/// What of a text had to be repaired.
struct Repaired {
    system: &'static str,
    /// Equal ones, and those of gold and system.
    characters: [u64; 3],
    /// Ends of sentences, likewise.
    breaks: [u64; 3],
    /// By kind.
    cells: [u64; 6],
    /// Pairs of several trees, of gold only and of the system only.
    pairs: [u64; 3],
}

/// The same for every recipe.
const TEXTS: [Repaired; 2] = [
    Repaired {
        system: "ptbtok",
        characters: [97_909, 97_912, 98_143],
        breaks: [869, 916, 872],
        cells: [21_618, 35, 0, 2, 3, 61],
        pairs: [35, 0, 2],
    },
    Repaired {
        system: "wordpunct",
        characters: [97_909, 97_912, 98_177],
        breaks: [887, 916, 1_012],
        cells: [20_288, 1_331, 0, 3, 3, 102],
        pairs: [123, 0, 3],
    },
];

/// The report of a system from raw text against gold, with its text aligned.
fn aligned(gold: &Path, system: &Path, recipe: &str) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    let output = command.args(["--align", "-f", "json", "-r", recipe]).args([gold, system]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Parsers that start from raw text, scored whole. These numbers stand in docs/align.md.
#[test]
fn texts_that_are_divided_differently() {
    let Some(data) = data() else { return };
    for (system, recipe, counts, pairs) in ALIGNED {
        let [gold, trees] =
            ["gold/test.gold.clean".to_owned(), format!("e2e/{system}.trees")].map(|name| data.join(name));
        let report = aligned(&gold, &trees, recipe);
        let keys = ["matched", "gold", "system", "crossing", "words", "system_words", "tags"];
        assert_eq!(numbers(json::counts(&report), keys), counts, "{system} {recipe}");
        assert_eq!(
            numbers(&json::scores(&report, 0)["coverage"], ["read", "refused"]),
            [pairs, 0],
            "{system} {recipe}"
        );
        let (text, expected) =
            (&json::system(&report)["text"], TEXTS.iter().find(|text| text.system == system).unwrap());
        let keys = ["matched", "gold", "system"];
        assert_eq!(numbers(&text["characters"], keys), expected.characters, "{system}");
        assert_eq!(numbers(&text["breaks"], keys), expected.breaks, "{system}");
        let kinds = ["same", "retok", "equiv", "diff", "gold", "system"];
        assert_eq!(numbers(&text["cells"], kinds), expected.cells, "{system}");
        assert_eq!(numbers(text, ["merged", "gold_only", "system_only"]), expected.pairs, "{system}");
    }
}

/// A dash that is two words on the system's side is one character more: how many of the words that only the system has are that also stands in docs/align.md.
#[test]
fn dashes_that_are_divided() {
    let Some(data) = data() else { return };
    let files = ["gold/test.gold.clean", "e2e/wordpunct.trees"].map(|name| data.join(name));
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    let output = command.args(["align", "-f", "jsonl"]).args(files).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let steps: Vec<serde_json::Value> =
        rows.flat_map(|row| row["steps"].as_array().cloned().unwrap_or_default()).collect();
    let is_dash = |step: &serde_json::Value| step["gold"] == serde_json::json!(["--"]);
    let is_half =
        |step: &serde_json::Value| step["kind"] == "system" && step["system"] == serde_json::json!(["-"]);
    let halves = steps
        .windows(2)
        .filter(|both| (is_dash(&both[0]) && is_half(&both[1])) || (is_half(&both[0]) && is_dash(&both[1])));
    assert_eq!(halves.count(), 31);
}

/// The documents that the original finishes, as folders with a file for each: also in docs/align.md. Counted are matched, gold and
/// system's brackets; then the original's gold brackets, and the documents of which it drops a part.
#[test]
fn texts_of_the_documents_that_jp_evalb_finishes() {
    let Some(data) = data() else { return };
    for (set, counts, gold_brackets, dropping) in
        [("ptbtok", [11_237, 13_383, 13_398], 13_383, 0), ("wordpunct", [7_406, 10_224, 11_094], 9_752, 11)]
    {
        let folder = tempfile::tempdir().unwrap();
        let [gold, system] = ["gold", "system"].map(|name| folder.path().join(name));
        for side in [&gold, &system] {
            fs::create_dir(side).unwrap();
        }
        let table =
            fs::read_to_string(data.join(format!("reference/jp-evalb.e2e-{set}.per-document.tsv"))).unwrap();
        let (mut theirs, mut dropped) = (0, 0);
        for fields in table.lines().map(|line| line.split('\t').collect::<Vec<_>>()) {
            if fields[3] != "ok" {
                continue;
            }
            let ours = of_document(&data, "gold/test.gold.clean", "gold/test.ids", fields[0]);
            fs::write(gold.join(fields[0]), ours).unwrap();
            let (trees, documents) = (format!("e2e/{set}.trees"), format!("e2e/{set}.doc"));
            fs::write(system.join(fields[0]), of_document(&data, &trees, &documents, fields[0])).unwrap();
            theirs += fields[5].parse::<u64>().unwrap();
            let files = [&gold, &system].map(|side| side.join(fields[0]).into_os_string());
            let report = jp_evalb(&[&files[..], &["--json".into(), "-".into()]].concat());
            dropped += u64::from(report.contains(r#""kind": "dropped""#));
        }
        let report = aligned(&gold, &system, "aligned");
        assert_eq!(numbers(json::counts(&report), ["matched", "gold", "system"]), counts, "{set}");
        assert_eq!((theirs, dropped), (gold_brackets, dropping), "{set}");
    }
}

/// Where the words are the same, alignment changes no digit.
#[test]
fn texts_that_are_the_same() {
    let Some(data) = data() else { return };
    let files = ["gold/test.gold.clean", "systems/berkeley.trees"].map(|name| data.join(name));
    let run = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
        let output = command.args(&files).args(["-f", "json"]).args(options).output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(json::corpus(&report)["f1"].is_number());
        json::scores(&report, 0)["scored"].clone()
    };
    assert_eq!(run(&["--align"]), run(&[]));
}

/// What the original gives for the same files taken whole, once it is kept from dying: also in docs/align.md.
#[test]
fn jp_evalb_on_whole_files_from_raw_text() {
    let Some(data) = data() else { return };
    for (system, blocks, counts) in [("ptbtok", 145, "53.74"), ("wordpunct", 168, "42.00")] {
        let files = ["gold/test.gold.clean".to_owned(), format!("e2e/{system}.trees")];
        let report = jp_evalb(&files.map(|name| data.join(name).into_os_string()));
        let all = report.split("-- len<=40 --").next().unwrap();
        for line in
            [format!("Number of sentence        ={blocks:>7}"), format!("FMeasure       = {counts:>6}")]
        {
            assert!(all.contains(&line), "{system}: {line}");
        }
    }
}

/// Reference, gold, system, and the number of sentences in it; with times if there are CTM files beside the trees.
const STRUCT_IOU: [(&str, &str, &str, usize); 4] = [
    ("text.berkeley", "gold/test.gold.clean", "systems/berkeley.trees", 364),
    ("text.bllip", "gold/test.gold.clean", "systems/bllip.trees", 351),
    ("speech.same", "times/gold.trees", "times/same.trees", 460),
    ("speech.asr", "times/asr.gold.trees", "times/asr.trees", 190),
];

/// The rows of the scored pairs, by number.
fn struct_iou(gold: &Path, system: &Path) -> Vec<serde_json::Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    command.args(["-m", "struct-iou", "--per-sentence", "-f", "jsonl"]).args([gold, system]);
    let times = [gold, system].map(|trees| trees.with_extension("ctm"));
    if times.iter().all(|times| times.is_file()) {
        command.arg("--gold-times").arg(&times[0]).arg("--system-times").arg(&times[1]);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    rows.filter(json::is_row).collect()
}

#[test]
fn struct_iou_on_real_parsers() {
    let Some(data) = data() else { return };
    for (name, gold, system, sentences) in STRUCT_IOU {
        let rows = struct_iou(&data.join(gold), &data.join(system));
        let table = fs::read_to_string(data.join(format!("reference/structiou.{name}.tsv"))).unwrap();
        let mut compared = 0;
        for line in table.lines().skip(1) {
            let fields: Vec<f64> = line.split('\t').map(|field| field.parse().unwrap()).collect();
            let [number, words, _, gold_nodes, system_nodes, flexible, strict] = fields[..] else {
                panic!("{line}")
            };
            let row = &rows[number as usize - 1];
            let (figures, counts) = (&row["figures"], &row["counts"]);
            for (found, expected) in [
                (&row["words"], words),
                (&counts["gold"], gold_nodes),
                (&counts["system"], system_nodes),
                (&figures["struct_iou"], flexible),
                (&figures["strict"], strict),
            ] {
                // Half of the last digit that is printed there.
                assert!((found.as_f64().unwrap() - expected).abs() < 6e-11, "{name} {number}: {row}");
            }
            compared += 1;
        }
        assert_eq!(compared, sentences, "{name}");
    }
}
