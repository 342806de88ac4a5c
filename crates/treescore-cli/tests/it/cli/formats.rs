//! Formats, colours, threads: what changes and what must not.

use crate::cli::{GOLD, Place};
use crate::json;

const SYSTEM: &str = "\
(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat)) (PRT (RB down)) (. .)))
(TOP (S (NP (NNP Mara) (VBD left)) (. .)))
(())
";

fn place() -> Place {
    Place::with(&[("gold", GOLD.as_bytes()), ("system", SYSTEM.as_bytes())])
}

#[test]
fn every_format_has_the_score_and_the_signature() {
    let place = place();
    for (format, score) in [
        ("table", "61.54"),
        ("json", "0.615384"),
        ("jsonl", "0.615384"),
        ("csv", "0.615384"),
        ("markdown", "61.54"),
        ("latex", "61.54"),
    ] {
        let ran = place.run(&format!("gold system -f {format}"));
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        assert!(ran.stdout.contains(score), "{format}: {}", ran.stdout);
        assert!(ran.stdout.contains("parseval"), "{format}");
        assert!(!ran.stdout.contains('\u{1b}'), "{format}: no colour in a pipe");
    }
    assert_eq!(place.run("gold system -f pdf").status, Some(2));
}

#[test]
fn the_environment_sets_defaults() {
    let place = place();
    let json = place.command(&["gold", "system"]).env("TREESCORE_FORMAT", "json").output().unwrap();
    assert!(json.stdout.starts_with(b"{"));
    let table =
        place.command(&["gold", "system", "-f", "table"]).env("TREESCORE_FORMAT", "json").output().unwrap();
    assert!(table.stdout.starts_with(b"system"), "options win");
}

#[test]
fn signatures_repeat_their_settings() {
    let place = place();
    for settings in
        ["", "-r spmrl", "-r unsupervised-sentence", "--delete S --unlabeled --set root=drop --cutoff 3"]
    {
        let first = place.run(&format!("gold system {settings}"));
        let signature = first.stdout.lines().last().unwrap().to_owned();
        let again = place.run(&format!("gold system --signature {signature}"));
        assert_eq!(again.stdout, first.stdout, "{settings}");
    }
    let wrong = place.run("gold system --signature treescore:1|m:parseval|labels:keep|r:00000000");
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.stderr.contains("changed or lost"), "{}", wrong.stderr);
}

#[test]
fn threads_do_not_matter() {
    let many = GOLD.repeat(4000);
    let system = SYSTEM.repeat(4000);
    let place = Place::with(&[("gold", many.as_bytes()), ("system", system.as_bytes())]);
    for extra in ["", "--by length -f json --refused", "--by label --all", "--per-sentence -f jsonl"] {
        let one = place.run(&format!("gold system --threads 1 {extra}"));
        assert_eq!(one.status, Some(1));
        for threads in [2, 3, 7] {
            let ran = place.run(&format!("gold system --threads {threads} {extra}"));
            assert!(ran.stdout == one.stdout, "{threads} threads, {extra}");
        }
    }
}

#[test]
fn colour_and_width_are_asked_for() {
    let place = place();
    let headline = place.run("gold system").row("all pairs")[0].clone();
    let bold = format!("\u{1b}[1m{headline}");
    assert!(place.run("gold system --color always").stdout.contains(&bold));
    let ascii = place.run("gold system --ascii");
    assert!(ascii.stdout.is_ascii(), "{}", ascii.stdout);
    let unset = place.command(&["gold", "system"]).env("LC_ALL", "C").output().unwrap();
    assert!(unset.stdout.is_ascii(), "no UTF-8 locale");
    assert!(
        place.run("gold system --width 60").stdout.lines().take(4).all(|line| line.chars().count() <= 60)
    );
}

#[test]
fn every_pair_has_a_line() {
    let place = place();
    let table = place.run("gold system --per-sentence");
    assert!(table.stdout.contains("refused: no tree"), "{}", table.stdout);
    let csv = place.run("gold system --per-sentence -f csv");
    assert_eq!(csv.stdout.lines().count(), 4);
    assert_eq!(json::rows(&place.run("gold system --per-sentence -f json").report()).len(), 3);
    assert_eq!(place.run("gold system --per-sentence -f latex").status, Some(2));
}

#[test]
fn several_systems_are_rows() {
    let place = place();
    let ran = place.run("gold gold system");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.row("gold")[..3], ["100.00", "–", "100.00"]);
    assert!(ran.row("system !").contains(&"61.54".to_owned()), "{}", ran.stdout);
}

#[test]
fn the_published_schemas_are_the_real_ones() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for of in ["report", "compare", "correlate", "check", "verify", "explain", "nbest", "selftest"] {
        let published = std::fs::read_to_string(docs.join(format!("{of}.schema.json"))).unwrap();
        let command = format!("schema {of}");
        assert!(
            place().run(&command).stdout == published,
            "run: treescore {command} > docs/{of}.schema.json"
        );
    }
    assert_eq!(place().run("schema").stdout, place().run("schema report").stdout);
}

/// In a table of several systems, lines of pairs are in the order of the pairs and name their system.
#[test]
fn pairs_of_several_systems_are_told_apart() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("a", GOLD.as_bytes()), ("b", GOLD.as_bytes())]);
    let ran = place.run("gold a b --per-sentence");
    let begins: Vec<Vec<&str>> =
        ran.stdout.lines().take(8).map(|line| line.split_whitespace().take(2).collect()).collect();
    let expected: [&[&str]; 8] = [
        &["pair", "system"],
        &["1", "a"],
        &["1", "b"],
        &["2", "a"],
        &["2", "b"],
        &["3", "a"],
        &["3", "b"],
        &[],
    ];
    assert_eq!(begins, expected, "{}", ran.stdout);
    assert!(place.run("gold a --per-sentence").stdout.starts_with("   pair  words  "));
}
