//! Whole command lines: options, values and files in any combination end with a status that the manual has, without a
//! panic. The program is the one that `TREESCORE` names; `fuzz/run` builds it.
#![no_main]

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use treescore_fuzz::parts;

/// What an argument may be. A file is one of those in the folder.
const ARGUMENTS: &[&str] = &[
    "gold",
    "system",
    "gold",
    "system",
    "folder",
    "@list",
    "times",
    "missing",
    "-",
    "",
    "align",
    "convert",
    "conllu",
    "formats",
    "perturb",
    "phrase",
    "chunk",
    "score",
    "train",
    "eval",
    "export",
    "measures",
    "recipes",
    "help",
    "man",
    "schema",
    "evalb",
    "evalb-spmrl",
    "jp-evalb",
    "sparseval",
    "headtrees",
    "strealign",
    "-m",
    "parseval",
    "word",
    "struct-iou",
    "tree-node",
    "concept",
    "dependency",
    "attachment",
    "leaf-ancestor",
    "ted",
    "-r",
    "collins",
    "list",
    "-f",
    "json",
    "jsonl",
    "csv",
    "markdown",
    "latex",
    "table",
    "--spreadsheet",
    "--by",
    "label",
    "label-pairs",
    "length",
    "file",
    "--all",
    "--detail",
    "--per-sentence",
    "--pair",
    "1",
    "0",
    "-1",
    "99999999999999999999",
    "1e300",
    "NaN",
    "--worst",
    "--refused",
    "--strict",
    "--align",
    "--side",
    "--utterances",
    "--pair-by",
    "line",
    "tree",
    "id",
    "--input",
    "brackets",
    "plain",
    "forest",
    "--gold-times",
    "--system-times",
    "--set",
    "root=drop",
    "labels=cut",
    "=",
    "--delete",
    ",",
    "--threads",
    "2",
    "--memory",
    "1k",
    "--effort",
    "10",
    "--width",
    "20",
    "--ascii",
    "--color",
    "always",
    "-q",
    "-o",
    "out",
    "--to",
    "brackets",
    "export",
    "discbracket",
    "--trees-out",
    "--times-out",
    "out.jsonl",
    "--insert",
    "0.5",
    "--noise",
    "--delete",
    "--times",
    "--heads",
    "--types",
    "--deny",
    "--ignore",
    "--signature",
    "treescore:0|m:parseval",
    "--range",
    "0:1",
    "--per-sentence",
    "-p",
    "-d",
    "-c",
    "-b",
    "-l",
    "-a",
    "-u",
    "-v",
    "-h",
    "-F",
    "--no-file",
    "--aligned",
    "--json",
    "--strict-compat",
    "--unlabeled",
    "--skip",
    "--nbest",
    "best",
    "--lang",
    "de",
    "--normalise",
    "--exceptions",
    "--word-alignment",
    "--one-sided",
    "strict",
    "--show",
    "all",
    "--bins",
    "5,10",
];

fn folder() -> &'static tempfile::TempDir {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder"))
}

// Input: a byte for each argument (255 ends them early); then gold, system and times, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let [arguments, gold, system, times] = parts(data);
    let folder = folder().path();
    let system = if system.is_empty() { gold } else { system };
    std::fs::create_dir_all(folder.join("folder")).expect("a folder");
    for (name, text) in [
        ("gold", gold),
        ("system", system),
        ("times", times),
        ("folder/a", gold),
        ("list", b"gold\n" as &[u8]),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let Some(program) = std::env::var_os("TREESCORE") else { panic!("TREESCORE must name the program") };
    let arguments = arguments.iter().take_while(|&&byte| byte != 255).take(12);
    let arguments: Vec<&str> =
        arguments.map(|&byte| ARGUMENTS[usize::from(byte) % ARGUMENTS.len()]).collect();
    let mut command = Command::new(program);
    command.args(&arguments).current_dir(folder).stdin(Stdio::null()).env_remove("TREESCORE_THREADS");
    let ran = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(!said.contains("panicked at"), "{arguments:?}: {said}");
    assert!(matches!(ran.status.code(), Some(0..=3)), "{arguments:?}: {:?}: {said}", ran.status);
});
