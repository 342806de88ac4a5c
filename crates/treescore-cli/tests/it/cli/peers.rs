//! Measures that papers compare with, against numbers computed independently (`tests/conformance/studies`).

use serde_json::Value;

use super::Place;
use crate::json;

fn data(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/studies/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn golden() -> Value {
    serde_json::from_slice(&data("peers.json")).unwrap()
}

/// Both made-up corpora, and each example as a pair of files.
fn place() -> Place {
    let names = ["talk.gold", "talk.system", "news.gold", "news.system"];
    let mut files: Vec<(String, Vec<u8>)> =
        names.iter().map(|name| ((*name).to_owned(), data(&format!("{name}.trees")))).collect();
    let lines = |name: &str| -> Vec<String> {
        String::from_utf8(data(name)).unwrap().lines().map(str::to_owned).collect()
    };
    let (gold, system) = (lines("examples.gold"), lines("examples.system"));
    for (at, system) in [&system[..1], &system[1..2], &system[2..]].into_iter().enumerate() {
        files.push((format!("{at}.gold"), gold[at].clone().into_bytes()));
        files.push((format!("{at}.system"), system.join("\n").into_bytes()));
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    Place::with(&files)
}

fn near(found: &Value, expected: &Value, what: &str) {
    let (found, expected) = (found.as_f64().unwrap(), expected.as_f64().unwrap());
    assert!((found - expected).abs() < 1e-9, "{what}: {found}, not {expected}");
}

#[test]
fn ted_of_two_corpora() {
    let (place, golden) = (place(), golden());
    for name in ["talk", "news"] {
        let report = place.run(&format!("{name}.gold {name}.system -m ted -f json --no-tests")).report();
        let scores = json::scores(&report, 0);
        let expected = &golden[name]["ted"];
        let sums = &scores["scored"];
        let found = json::numbers(&sums["counts"], ["matched", "gold", "system"]);
        assert_eq!(found, json::numbers(expected, ["kept", "gold", "system"]), "{name}");
        near(&sums["corpus"]["ted"], &expected["global"], name);
        near(&sums["sentence_mean"]["ted"], &expected["sentence_mean"], name);
    }
}

#[test]
fn ted_of_the_examples_in_order_and_aligned() {
    let (place, golden) = (place(), golden());
    for at in 0..2 {
        let expected = &golden["examples"][at]["ted"];
        for how in ["", "--align"] {
            let report =
                place.run(&format!("{at}.gold {at}.system -m ted {how} -f json --no-tests")).report();
            let scores = json::scores(&report, 0);
            let found = json::numbers(&scores["scored"]["counts"], ["matched", "gold", "system"]);
            assert_eq!(found, json::numbers(expected, ["kept", "gold", "system"]), "{at} {how}");
            near(&scores["scored"]["corpus"]["ted"], &expected["score"], how);
        }
    }
    // Two trees against one: a root over both, which does not count, on both sides.
    let report = place.run("2.gold 2.system -m ted --align -f json --no-tests").report();
    let found = json::numbers(&json::scores(&report, 0)["scored"]["counts"], ["matched", "gold", "system"]);
    assert_eq!(found, [11, 13, 14]);
}

#[test]
fn brackets_at_the_same_characters() {
    let (place, golden) = (place(), golden());
    let run = |name: &str| {
        let line = format!("{name}.gold {name}.system --align -r raw --delete TOP -f json --no-tests");
        json::system(&place.run(&line).report())["text"]["same_characters"].clone()
    };
    for name in ["talk", "news"] {
        let expected = &golden[name]["characters"]["brackets"];
        let names = ["matched", "gold", "system"];
        assert_eq!(json::numbers(&run(name), names), json::numbers(expected, names), "{name}");
    }
    for at in 0..3 {
        let (found, expected) = (run(&at.to_string()), &golden["examples"][at]["characters"]);
        if expected.is_null() {
            // The texts differ.
            assert_eq!((&found["groups"], &found["f1"]), (&Value::from(0), &Value::Null));
        } else {
            let names = ["matched", "gold", "system"];
            assert_eq!(json::numbers(&found, names), json::numbers(&expected["brackets"], names), "{at}");
        }
    }
}

/// Calder's view: unlabelled agreement, and the labels that meet.
#[test]
fn labels_that_meet() {
    let (place, golden) = (place(), golden());
    for at in 0..3 {
        let line = format!("{at}.gold {at}.system --align --unlabeled --by label-pairs -f json --no-tests");
        let report = place.run(&line).report();
        let scores = json::scores(&report, 0);
        let expected = &golden["examples"][at]["calder"];
        let of = |side: &str, what: &str| expected[side][what].as_u64().unwrap();
        assert_eq!(
            json::numbers(&scores["scored"]["counts"], ["matched", "gold", "matched", "system"]),
            [of("gold", "aligned"), of("gold", "all"), of("system", "aligned"), of("system", "all")]
        );
        let groups = scores["breakdown"]["groups"].as_array().unwrap();
        let sum = |side: &str| -> u64 {
            let has = groups.iter().filter(|group| !group["labels"][side].is_null());
            has.map(|group| group["labels"]["count"].as_u64().unwrap()).sum()
        };
        assert_eq!([sum("gold"), sum("system")], [of("gold", "all"), of("system", "all")]);
    }
}

#[test]
fn labels_that_meet_add_up_to_each_label() {
    let place = place();
    let run = |by: &str| {
        let line = format!("talk.gold talk.system --by {by} -f json --no-tests --all");
        let line = if by == "label" { line } else { line.replace(" --all", "") };
        json::scores(&place.run(&line).report(), 0)["breakdown"]["groups"].as_array().unwrap().clone()
    };
    let (pairs, labels) = (run("label-pairs"), run("label"));
    for label in &labels {
        let name = &label["name"];
        for (side, share) in [("gold", "of_gold"), ("system", "of_system")] {
            let with = pairs.iter().filter(|pair| pair["labels"][side] == *name);
            let (mut count, mut shares) = (0, 0.0);
            for pair in with {
                count += pair["labels"]["count"].as_u64().unwrap();
                shares += pair["labels"][share].as_f64().unwrap();
            }
            assert_eq!(Some(count), label["counts"][side].as_u64(), "{side} {name}");
            assert!(count == 0 || (shares - 1.0_f64).abs() < 1e-9, "{side} {name}: {shares}");
        }
    }
}

/// Figure 2 of the paper on tree matching, and where there is no such table.
#[test]
fn word_alignments_as_tables() {
    let files: [(&str, &[u8]); 2] = [
        ("gold", b"d_i drei sieben drei von hamburg\n"),
        ("system", b"drei zwei sieben drei nach hamburg\n"),
    ];
    let place = Place::with(&files);
    let table = place.run("gold system -m word --detail=table --no-tests");
    assert_eq!(table.status, Some(0), "{}", table.stderr);
    for row in [
        "nach     15   16    13      12     9   [10]      13",
        "distance 10: the only cheapest way is marked",
        "system  –    drei  zwei  sieben  drei  nach  hamburg",
    ] {
        assert!(table.stdout.contains(row), "{}", table.stdout);
    }
    let worst = place.run("gold system -m word --detail=table --worst 1 --no-tests").stdout;
    let behind = worst.split_once("worst pairs by accuracy").map_or("", |(_, behind)| behind);
    assert!(behind.contains("distance 10: the only cheapest way is marked"), "{worst}");
    let dear = Place::with(&[("gold", b"a\n"), ("system", b"b\n")]);
    let dear = dear.run("gold system -m word --detail=table --cost-sub 7 --no-tests").stdout;
    assert!(dear.contains("distance 6: the only cheapest way is marked"), "{dear}");
    for (line, said) in [
        ("-m tree-node --detail=table", "--detail=table is not an option of tree-node"),
        ("-m tree-node,concept --detail=table", "--detail=table is not an option of tree-node or concept"),
        ("-m word,concept --detail=table", "--detail=table shows one measure, word"),
        ("-m word --detail=table -f json", "--detail=table cannot be shown in --format json"),
        ("-m word --by label-pairs", "word cannot be broken down by label-pairs"),
    ] {
        let ran = place.run(&format!("gold system {line}"));
        assert!(ran.status == Some(2) && ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
}

/// The curves of figure 6 of the paper on Struct-IoU: both averages, for one system or several.
#[test]
fn both_averages_by_greatest_length() {
    let gold = b"(S (NP (N a)) (VP (V b) (NP (N c))))\n(S (N a) (V b))\n";
    let files: [(&str, &[u8]); 3] = [
        ("gold", gold),
        ("one", b"(S (NP (N a) (V b)) (N c))\n(S (N a) (V b))\n"),
        ("two", b"(S (N a) (VP (V b) (N c)))\n(S (N a) (V b))\n"),
    ];
    let place = Place::with(&files);
    let by = "-m struct-iou --by max-length --bins 2 --no-tests -q --width 200";
    let of = |systems: &str| place.run(&format!("gold {systems} {by}")).stdout;
    let row = |table: &str, name: &str| -> Vec<String> {
        let line =
            table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {table}"));
        line.split_whitespace().map(str::to_owned).collect()
    };
    let (one, two, both) = (of("one"), of("two"), of("one two"));
    assert!(both.contains("corpus"), "{both}");
    // Name, pairs, gold, both headlines, both other averages.
    let (one, two, both) = (row(&one, "all "), row(&two, "all "), row(&both, "all "));
    assert_eq!(both[..3], one[..3]);
    assert_eq!(both[3..7], [&one[3], &two[3], &one[4], &two[4]].map(Clone::clone));
    assert_ne!(one[3], one[4], "the averages differ");
}
