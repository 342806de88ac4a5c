//! Faults that the former structure caused, one test for each (B1 to B12), and what the new structure gives: matches, worst pairs,
//! one report for several measures, places of rows.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::cli::align::{message, signature};
use crate::cli::{Place, Ran};
use crate::json;

const MATCHES: [(&str, &[u8]); 3] = [
    (
        "gold",
        b"(TOP (S (NP (D the) (N cat)) (VP (V sat) (ADJP (A down) (B now))) (PP (P in) (NP (N it)))))
(TOP (S (NP (N Mara)) (VP (V left))))
(TOP (S (NP (N rain)) (VP (V fell))))
(TOP (S (A x) (B y)))
",
    ),
    (
        "vs",
        b"(TOP (S (NP (D the) (N cat)) (VP (V sat) (ADVP (A down) (B now))) (X (P in)) (NP (N it))))
(TOP (S (NP (N Mara)) (VP (V left))))
(TOP (S (VP (N rain)) (VP (V fell))))
(())
",
    ),
    (
        "vt",
        b"(TOP (S (NP (D the)) (Q (N cat) (V sat)) (VP (ADVP (A down) (B now)) (PP (P in) (NP (N it))))))
(TOP (NP (N Mara)) (VP (V left)))
(TOP (S (NP (N rain)) (VP (V fell))))
(TOP (S (A x) (B y)))
",
    ),
];

/// A TextGrid with the words `a` and `b` behind a word `first`.
fn grid(tier: &str, first: &str) -> String {
    format!(
        "\"ooTextFile\" \"TextGrid\" 0 9 <exists> 1 \"IntervalTier\" \"{tier}\" 0 9 3 0 1 \"{first}\" 1 2 \"a\" 2 3 \"b\""
    )
}

/// One tree, and its times.
fn timed(name: &str, times: &str) -> Place {
    Place::with(&[("t", b"(S (A a) (B b))\n"), (name, times.as_bytes())])
}

#[test]
fn b1_a_refused_pair_is_a_pair_for_every_measure() {
    let place =
        Place::with(&[("gold", b"(S (A a) (B b))\n(S (C c\n"), ("system", b"(S (A a) (B b))\n(S (C c))\n")]);
    for measure in ["parseval", "dependency", "open-class", "attachment"] {
        let ran = place.run(&format!("-m {measure} gold system --pair-by line -f json"));
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        let report = ran.report();
        let all = &json::scores(&report, 0)["all_pairs"];
        assert_eq!((&all["counts"]["pairs"], &all["corpus"]["exact"]), (&2.into(), &0.5.into()), "{measure}");
        let means = all["means"].as_object().unwrap();
        assert!(!means.is_empty() && means.values().all(|mean| mean["pairs"] == 2), "{measure}: {means:?}");
    }
    for measure in ["parseval", "dependency", "struct-iou", "tree-node", "word", "concept"] {
        let report = place.run(&format!("-m {measure} gold system --pair-by line -f json")).report();
        let scores = json::scores(&report, 0);
        assert_eq!(scores["all_pairs"]["counts"]["pairs"], scores["coverage"]["read"], "{measure}");
    }
}

#[test]
fn b3_to_b7_options_of_times_are_honoured_and_in_the_signature() {
    let overlapping = "u A 0 1 a\nu A 0.5 1 b\n";
    for (fault, file, times, option, setting, without) in [
        ("B3", "t.TextGrid", &grid("words", "xx")[..], "--silence xx", "|silence:xx|", Some(1)),
        ("B4", "t.TextGrid", &grid("other", "sp"), "--tier other", "|tier:other|", Some(0)),
        ("B6", "t.TextGrid", &grid("w%20x", "sp"), "--tier w%20x", "|tier:w%2520x|", Some(0)),
        ("B7", "t.ctm", overlapping, "--allow-overlaps", "|overlaps:allow|", Some(1)),
    ] {
        let place = timed(file, times);
        let files = format!("t t --gold-times {file} --system-times {file}");
        for measure in ["-m parseval --utterances", "-m dependency --side", "-m struct-iou"] {
            assert_eq!(place.run(&format!("{files} {measure}")).status, without, "{fault} {measure}");
            let ran = place.run(&format!("{files} {measure} {option}"));
            assert_eq!(ran.status, Some(0), "{fault} {measure}: {}{}", ran.stdout, ran.stderr);
            let signature = signature(&ran);
            assert!(signature.contains(setting), "{fault} {measure}: {signature}");
            let again = place.run(&format!("{files} --signature {signature}"));
            assert_eq!((again.stdout, again.stderr), (ran.stdout, ran.stderr), "{fault} {measure}");
        }
        for measure in ["parseval", "dependency"] {
            let ran = place.run(&format!("t t -m {measure} {option}"));
            assert_eq!(ran.status, Some(2), "{fault}: without times {option} is refused");
        }
    }
}

/// The option that the error advises is found as it is typed.
#[test]
fn b6_the_advised_tier_is_found() {
    let two = grid("w%20x", "sp").replacen("<exists> 1", "<exists> 2", 1) + " \"IntervalTier\" \"y\" 0 9 0";
    let place = timed("t.TextGrid", &two);
    let ran = place.run("-m struct-iou t t --gold-times t.TextGrid --system-times t.TextGrid");
    assert!(message(&ran).contains("--tier 'w%20x'"), "{}", ran.stderr);
}

#[test]
fn b5_none_means_no_silence() {
    let files = "t t --gold-times t.TextGrid --system-times t.TextGrid -m parseval --utterances";
    // `none` and `sp` are words then, and the tree has no word for them.
    for word in ["none", "sp"] {
        let ran = timed("t.TextGrid", &grid("words", word)).run(&format!("{files} --silence none"));
        assert_eq!(ran.status, Some(1), "{word}: {}", ran.stdout);
        assert!(ran.stdout.contains("2 words, 3 times"), "{word}: {}", ran.stdout);
        assert!(signature(&ran).contains("|silence:none|"), "{}", ran.stdout);
    }
    let place = timed("t.TextGrid", &grid("words", "sp").replace(" 3 0 1 \"sp\"", " 2"));
    let ran = place.run(&format!("{files} --silence none"));
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    let again = place.run(&format!(
        "t t --gold-times t.TextGrid --system-times t.TextGrid --signature {}",
        signature(&ran)
    ));
    assert_eq!((again.stdout, again.status), (ran.stdout, Some(0)), "{}", again.stderr);
}

#[test]
fn b8_a_fault_is_told_once_whatever_the_order_of_measures() {
    let place = Place::with(&[("gold", b"(S (A a) (NP the dog))\n(S (B b))\n")]);
    let orders = ["word,parseval", "parseval,word", "word,parseval,dependency", "parseval"];
    let [first, others @ ..] = orders.map(|measures| place.run(&format!("-m {measures} gold gold")));
    assert_eq!(
        first.stderr.matches("error: word without a bracket of its own").count(),
        1,
        "{}",
        first.stderr
    );
    for other in others {
        assert_eq!((other.stderr, other.status), (first.stderr.clone(), Some(1)));
    }
}

#[test]
fn b9_a_pair_is_a_pair_and_a_tree_is_a_tree() {
    let place = Place::with(&[
        ("gold", b"(S (A a) (B b))\n(S (C c) (D d\n"),
        ("system", b"(S (A a) (B b))\n(S (E e) (F f\n"),
    ]);
    for (option, kind) in [("--side", "side"), ("--align", "group")] {
        let ran = place.run(&format!("gold system {option} --per-sentence --refused -f json"));
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        let report = ran.report();
        let coverage = &json::scores(&report, 0)["coverage"];
        assert_eq!(json::numbers(coverage, ["read", "scored", "refused"]), [1, 1, 0], "{option}");
        assert_eq!(coverage["kind"], kind);
        let unreadable = &json::system(&report)["unpaired"]["unreadable"];
        assert_eq!(json::numbers(unreadable, ["gold", "system"]), [1, 1], "{option}");
        assert!(json::signature(&report).contains("|n:1|"), "{}", json::signature(&report));
        let of_row =
            |row: &Value| ["kind", "pair", "gold_trees", "system_trees"].map(|key| row[key].to_string());
        let rows: Vec<[String; 4]> = json::rows(&report).iter().map(of_row).collect();
        // A side is known when all of it was read, behind its trees.
        let (rows, pairs): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row[0] == "\"tree\"");
        assert_eq!(pairs.len(), 1, "{option}");
        assert_eq!(pairs[0][..2], [format!("\"{kind}\""), "1".to_owned()]);
        let trees = [["\"tree\"", "null", "[2]", "[]"], ["\"tree\"", "null", "[]", "[2]"]];
        assert_eq!(rows, trees, "{option}");
        let refused: Vec<[String; 4]> = report["refused"].as_array().unwrap().iter().map(of_row).collect();
        assert_eq!(refused, trees, "{option}");
        let strict = place.run(&format!("gold system {option} --strict"));
        assert!(
            message(&strict).contains("error: gold:2:10: tree 2 is refused: "),
            "{option}: {}",
            strict.stderr
        );
        let table = place.run(&format!("gold system {option}")).stdout;
        let expected = format!("1 {kind}: all scored; 2 trees cannot be read");
        assert!(table.contains(&expected), "{table}");
    }
}

#[test]
fn b10_standard_input_is_read_once_for_all_measures_and_systems() {
    let place = Place::with(&MATCHES);
    for (line, with_files, text) in [
        ("gold - -m parseval,dependency", "gold vt -m parseval,dependency", MATCHES[2].1),
        ("- vt vs -m parseval", "gold vt vs -m parseval", MATCHES[0].1),
        ("- vt vs -m parseval,dependency,word", "gold vt vs -m parseval,dependency,word", MATCHES[0].1),
        ("gold vs - -m parseval,dependency", "gold vs vt -m parseval,dependency", MATCHES[2].1),
    ] {
        let (ran, files) =
            (place.pipe(&format!("{line} -f csv"), text), place.run(&format!("{with_files} -f csv")));
        assert_eq!(ran.status, files.status, "{line}: {}", ran.stderr);
        assert_eq!(ran.stdout.replace(",-,", ",vt,"), files.stdout, "{line}");
        assert!(files.stdout.lines().count() > 4, "{line}");
    }
}

/// Every number of a value.
fn numbers_in(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Number(number) => found.extend(number.as_f64()),
        Value::Array(values) => values.iter().for_each(|value| numbers_in(value, found)),
        Value::Object(values) => values.values().for_each(|value| numbers_in(value, found)),
        _ => {}
    }
}

#[test]
fn b12_no_number_is_beyond_what_readers_of_json_take() {
    let [gold, system] = [MATCHES[0].1.repeat(50), MATCHES[2].1.repeat(50)];
    let place = Place::with(&[("gold", &gold), ("vt", &system)]);
    for options in [
        "-m parseval,dependency,struct-iou,tree-node,word,concept,open-class,attachment --per-sentence --detail=all --worst 2 --refused",
        "-m parseval,struct-iou --align --per-sentence",
        "-m parseval,struct-iou --side --by file --per-sentence",
        "-m parseval,struct-iou --by length",
        "-m struct-iou --by label",
    ] {
        for format in ["json", "jsonl"] {
            let ran = place.run(&format!("gold vt {options} -f {format}"));
            let values = if format == "json" { vec![ran.report()] } else { ran.lines() };
            let mut numbers = Vec::new();
            for value in &values {
                numbers_in(value, &mut numbers);
            }
            assert!(numbers.len() > 50, "{options}: {}", ran.stderr);
            let largest = numbers.iter().fold(0.0, |largest: f64, number| largest.max(number.abs()));
            assert!(largest <= 9_007_199_254_740_992.0, "{options} {format}: {largest}");
        }
    }
}

#[test]
fn the_value_of_detail_needs_an_equals_sign() {
    let place = Place::with(&MATCHES);
    let ran = place.run("gold vt --detail all");
    assert_eq!(ran.status, Some(2));
    assert!(message(&ran).contains("cannot read all"), "`all` is a file: {}", ran.stderr);
    assert_eq!(place.run("gold --detail vt").stdout, place.run("gold vt --detail").stdout);
    assert_eq!(place.run("gold vt --detail=none").status, Some(2));
}

/// The matches of a row: verdict, label in gold, label in the system, words.
fn matches(row: &Value) -> Vec<(String, String, String)> {
    let label = |item: &Value| item["label"].as_str().unwrap_or("–").to_owned();
    let all = row["matches"].as_array().unwrap().iter();
    all.map(|found| {
        (found["verdict"].as_str().unwrap().to_owned(), label(&found["gold"]), label(&found["system"]))
    })
    .collect()
}

/// Each bracket has one verdict, and they add up to the counts of the pair.
#[test]
fn verdicts_of_brackets_and_dependencies() {
    let place = Place::with(&MATCHES);
    for (measure, expected) in [
        ("parseval", "matched missing extra crossing missing crossing relabelled matched matched"),
        ("dependency", "missing missing relabelled relabelled matched matched relabelled extra extra"),
    ] {
        let line = format!("-m {measure} gold vt --pair 1");
        let all = place.run(&format!("{line} --detail=all -f jsonl")).lines();
        let verdicts: Vec<String> = matches(&all[0]).into_iter().map(|(verdict, ..)| verdict).collect();
        assert_eq!(verdicts.join(" "), expected, "{measure}");
        let report = place.run(&format!("{line} --detail=all -f json")).report();
        assert_eq!(json::rows(&report)[0], all[0], "{measure}: JSON and JSON Lines have the same rows");
        let wrong = place.run(&format!("{line} --detail -f jsonl")).lines();
        let mut without = matches(&all[0]);
        without.retain(|(verdict, ..)| verdict != "matched");
        assert_eq!(matches(&wrong[0]), without, "{measure}");

        let number =
            |names: &[&str]| verdicts.iter().filter(|verdict| names.contains(&verdict.as_str())).count();
        let found = [
            number(&["matched"]),
            number(&["matched", "relabelled", "missing"]),
            number(&["matched", "relabelled", "extra", "crossing"]),
        ];
        let counts = json::numbers(&all[0]["counts"], ["matched", "gold", "system"]);
        assert_eq!(found.map(|count| count as u64), counts, "{measure}");

        // In text, each verdict has its mark.
        let table = place.run(&format!("{line} --detail=all")).stdout;
        let block = table.split("\n\n").nth(1).unwrap();
        let mark = |line: &str| match line.chars().next() {
            Some('−') => "missing",
            Some('≠') => "relabelled",
            Some('+') => "extra",
            Some('×') => "crossing",
            _ => "matched",
        };
        assert_eq!(block.lines().skip(1).map(mark).collect::<Vec<_>>().join(" "), expected, "{table}");
        let ascii = place.run(&format!("{line} --detail --ascii")).stdout;
        assert!(ascii.is_ascii() && ascii.contains("\n~ "), "{ascii}");
        // Asking for matches changes no number.
        let plain = place.run(&format!("-m {measure} gold vt")).stdout;
        assert!(table.ends_with(&plain), "{table}");
    }
    let same = place.run("gold gold --detail --pair 2").stdout;
    assert!(same.contains("\n\nno differences\n\n"), "{same}");
}

/// Numbers of the worst pairs, in order, for each system and measure.
fn worst(ran: &Ran) -> Vec<(String, String, u64)> {
    let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
    let report = ran.report();
    let rows = report["worst"].as_array().unwrap().iter();
    rows.map(|row| (text(row, "system"), text(row, "measure"), row["pair"].as_u64().unwrap())).collect()
}

#[test]
fn the_worst_pairs_are_refused_ones_then_the_lowest() {
    let place = Place::with(&MATCHES);
    for (line, expected) in [
        // Equal figures: in order of pairs.
        ("gold vs --worst 3", &[4, 1, 3][..]),
        ("gold vs --worst 9", &[4, 1, 3, 2]),
        ("gold vt --worst 2", &[1, 2]),
        ("gold vt --worst 1 -m dependency", &[2]),
        ("gold vs --worst 2 --threads 2", &[4, 1]),
    ] {
        let ran = place.run(&format!("{line} -f json"));
        let pairs: Vec<u64> = worst(&ran).into_iter().map(|(_, _, pair)| pair).collect();
        assert_eq!(pairs, expected, "{line}");
        let text = place.run(line).stdout;
        let begins = |line: &str| line.get(..7).and_then(|begin| begin.trim().parse::<u64>().ok());
        let block = text.split("worst pairs by F1\n").nth(1).unwrap();
        assert_eq!(block.lines().filter_map(begins).collect::<Vec<_>>(), expected, "{text}");
        assert!(block.contains("  label "), "with their matches: {text}");
    }
    // Word errors: the headline is accuracy, of which less is worse.
    let words = Place::with(&[("gold", b"a b c d\na b\nc\n"), ("system", b"a b c x\na x\nc\n")]);
    let ran = words.run("-m word gold system --worst 2 -f json");
    assert_eq!(worst(&ran).iter().map(|(_, _, pair)| *pair).collect::<Vec<_>>(), [2, 1]);
    assert!(words.run("-m word gold system --worst 2").stdout.contains("worst pairs by accuracy\n"));

    let several = place.run("-m parseval,dependency gold vs vt --worst 1 -f json");
    let found: BTreeSet<(String, String, u64)> = worst(&several).into_iter().collect();
    let expected =
        [("vs", "dependency", 4), ("vs", "parseval", 4), ("vt", "dependency", 2), ("vt", "parseval", 1)];
    assert_eq!(
        found,
        expected.map(|(system, measure, pair)| (system.to_owned(), measure.to_owned(), pair)).into()
    );
    let text = place.run("-m parseval,dependency gold vs vt --worst 1").stdout;
    for title in ["F1, vs, parseval", "F1, vt, parseval", "F1, vs, dependency", "F1, vt, dependency"] {
        assert_eq!(text.matches(&format!("worst pairs by {title}\n")).count(), 1, "{text}");
    }
    assert_eq!(place.run("gold vs --worst 0").status, Some(2));
    assert!(
        message(&place.run("gold vs --worst 1 -f csv")).contains("--worst cannot be shown in --format csv")
    );
}

/// JSON Lines have what JSON has.
#[test]
fn json_lines_list_worst_and_refused_pairs() {
    let place = Place::with(&MATCHES);
    let lines = place.run("-m parseval,dependency gold vs vt --worst 1 --refused -f jsonl").lines();
    let of_line = |line: &Value| {
        let name = |key: &str| line[key].as_str().unwrap().to_owned();
        (
            name("system"),
            name("measure"),
            line["worst"][0]["pair"].as_u64(),
            line["refused"].as_array().unwrap().len(),
        )
    };
    let expected = [
        ("vs", "parseval", Some(4), 1),
        ("vt", "parseval", Some(1), 0),
        ("vs", "dependency", Some(4), 1),
        ("vt", "dependency", Some(2), 0),
    ];
    let expected = expected
        .map(|(system, measure, worst, refused)| (system.to_owned(), measure.to_owned(), worst, refused));
    assert_eq!(lines.iter().map(of_line).collect::<Vec<_>>(), expected);
    let plain = place.run("gold vs -f jsonl").lines();
    assert!(plain[0].get("worst").is_none() && plain[0].get("refused").is_none());
}

/// Spans without labels have no label in the system: only recall is known by label.
#[test]
fn spans_by_label_have_recall_only() {
    let place = Place::with(&MATCHES);
    let ran = place.run("gold vt --unlabeled --by label --all -f json");
    let report = ran.report();
    let groups = json::scores(&report, 0)["breakdown"]["groups"].as_array().unwrap();
    let recalls: Vec<(&str, f64)> = groups
        .iter()
        .map(|group| (group["name"].as_str().unwrap(), group["corpus"]["recall"].as_f64().unwrap()))
        .collect();
    let expected = [("NP", 0.75), ("S", 0.75), ("VP", 2.0 / 3.0), ("ADJP", 1.0), ("PP", 1.0)];
    assert_eq!(recalls, expected);
    for group in groups {
        assert_eq!([&group["corpus"]["f1"], &group["corpus"]["precision"]], [&Value::Null; 2], "{group}");
    }
    let table = place.run("gold vt --unlabeled --by label --all --width 120").stdout;
    let line = table.lines().find(|line| line.starts_with("VP ")).unwrap();
    assert!(line.contains("66.67") && !line.contains("100.00") && line.contains('–'), "{table}");
}

#[test]
fn nothing_is_printed_for_a_pair_that_does_not_exist() {
    let place = Place::with(&MATCHES);
    for options in ["--detail", "--per-sentence", "--per-sentence -f csv", "--detail -f jsonl"] {
        let ran = place.run(&format!("gold vt --pair 99 {options}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{options}");
        assert!(ran.stderr.contains("there is no pair 99"), "{options}: {}", ran.stderr);
        let all = place.run(&format!("gold vt {options}")).stdout;
        let one = place.run(&format!("gold vt --pair 1 {options}")).stdout;
        assert_eq!(one.lines().next(), all.lines().next(), "{options}");
    }
}

#[test]
fn several_measures_are_one_report() {
    let place = Place::with(&MATCHES);
    let csv = place.run("-m parseval,dependency gold vs --per-sentence -f csv").stdout;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|&title| title == name).unwrap();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    let firsts: Vec<[&str; 5]> = rows[1..]
        .iter()
        .map(|row| ["pair", "measure", "f1", "crossing", "unlabeled_f1"].map(|name| row[column(name)]))
        .collect();
    assert_eq!(firsts[0], ["1", "parseval", "0.6666666666666666", "0", ""]);
    assert_eq!(firsts[1], ["1", "dependency", "0.5714285714285714", "", "0.8571428571428571"]);
    assert_eq!(firsts[7], ["4", "dependency", "", "", ""]);
    assert_eq!(rows[8].last(), Some(&"no tree"));

    // One table, one block of coverage; or a block with all figures for each measure.
    let table = place.run("-m parseval,dependency gold vs").stdout;
    assert_eq!(table.matches("4 pairs: 3 scored, 1 refused").count(), 1, "{table}");
    assert!(!table.contains("sentence mean"), "{table}");
    let wide = place.run("-m parseval,dependency gold vs --wide").stdout;
    for measure in ["parseval", "dependency"] {
        let single = place.run(&format!("-m {measure} gold vs")).stdout;
        let block = single.split("\n\n").next().unwrap();
        assert!(wide.contains(&format!("{measure}\n{block}\n")), "{wide}");
    }
    assert_eq!(wide.matches("4 pairs: 3 scored, 1 refused").count(), 1, "{wide}");
}

#[test]
fn a_signature_of_other_data_is_warned_of() {
    let place = Place::with(&MATCHES);
    std::fs::write(
        place.path("three"),
        MATCHES[0].1.split_inclusive(|&byte| byte == b'\n').take(3).collect::<Vec<_>>().concat(),
    )
    .unwrap();
    let now = signature(&place.run("gold vt"));
    let gold = now.split('|').find(|field| field.starts_with("gold:")).unwrap();
    for (published, files, expected) in [
        (now.clone(), "gold vt", ""),
        (
            now.replace("treescore:0.1.0", "treescore:0.0.9"),
            "gold vt",
            "version: the signature says 0.0.9, this run has 0.1.0",
        ),
        (
            now.replace("|n:4|", "|n:3/4|"),
            "gold vt",
            "number of pairs: the signature says 3/4, this run has 4",
        ),
        (
            now.replace(gold, "gold:00000000"),
            "gold vt",
            "gold trees: the signature says 00000000, this run has",
        ),
        (now.clone(), "three three", "number of pairs: the signature says 4, this run has 3"),
        // Signatures of 0.1 have no `gold`.
        (now.replace(&format!("|{gold}"), ""), "gold vt", ""),
    ] {
        let quiet = "--ignore labels-unknown,same-file";
        let ran = place.run(&format!("{files} --signature {published} {quiet}"));
        assert_eq!(ran.status, Some(0), "{published}: {}", ran.stderr);
        assert_eq!(ran.stderr.is_empty(), expected.is_empty(), "{published}: {}", ran.stderr);
        assert!(message(&ran).contains(expected), "{published}: {}", ran.stderr);
        let has_warning = message(&ran).starts_with("warning: ");
        assert_eq!(has_warning, !expected.is_empty(), "{}", ran.stderr);
    }
}

#[test]
fn rows_say_where_they_are() {
    let lines: Vec<&[u8]> = MATCHES[0].1.split_inclusive(|&byte| byte == b'\n').collect();
    let (first, second) = ([lines[0], lines[1]].concat(), [lines[2], lines[3]].concat());
    let spaced = [lines[0], b"\n", lines[1]].concat();
    let broken = [lines[2], b"(())\n"].concat();
    let place = Place::with(&[
        ("in/gold/sub/a.mrg", &first),
        ("in/gold/sub/b.mrg", &second),
        ("in/out/sub/a.out", &spaced),
        ("in/out/sub/b.out", &broken),
    ]);
    let report = place.run("in/gold in/out --per-sentence --refused -f json").report();
    let at = |row: &Value| ["file", "gold_line", "system_line"].map(|key| row[key].to_string());
    let rows: Vec<[String; 3]> = json::rows(&report).iter().map(at).collect();
    let expected = [
        ["\"sub/a.mrg\"", "1", "1"],
        ["\"sub/a.mrg\"", "2", "3"],
        ["\"sub/b.mrg\"", "1", "1"],
        ["\"sub/b.mrg\"", "2", "2"],
    ];
    assert_eq!(rows, expected);
    assert_eq!(at(&report["refused"][0]), expected[3]);
    let table = place.run("in/gold in/out --refused").stdout;
    assert!(table.contains("\n   4  sub/b.mrg  line 2      line 2            no tree\n"), "{table}");
    for format in ["json", "jsonl", "csv", "table"] {
        let ran = place.run(&format!("in/gold in/out --per-sentence -f {format}"));
        assert!(!ran.stdout.contains("in/gold") && !ran.stdout.contains("in/out"), "{}", ran.stdout);
    }
    let times: &[u8] = b"u7 A 0 1 a\nu7 A 1 1 b\n";
    let place = Place::with(&[("t", b"(S (A a) (B b))\n"), ("t.ctm", times)]);
    let rows =
        place.run("-m struct-iou t t --gold-times t.ctm --system-times t.ctm --per-sentence -f csv").stdout;
    assert!(rows.lines().nth(1).unwrap().starts_with("t,struct-iou,pair,1,t,1,1,u7,2,"), "{rows}");
}

#[test]
fn every_measure_scores_what_it_scores_alone() {
    let place = Place::with(&MATCHES);
    let together = place.run("-m parseval,struct-iou,dependency gold vt -f json").report();
    for (at, measure) in ["parseval", "struct-iou", "dependency"].into_iter().enumerate() {
        let alone = place.run(&format!("-m {measure} gold vt -f json")).report();
        assert_eq!(json::scores(&together, at), json::scores(&alone, 0), "{measure}");
    }
}
