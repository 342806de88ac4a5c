//! The numbers of the studies.

use serde_json::Value;
use treescore_study::{Alone, Ask, Item, Study, Word, Xvalue, run};

/// A file of golden numbers.
fn golden(name: &str) -> Value {
    let path = format!("{}/tests/conformance/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A file of data.
fn data(name: &str) -> String {
    format!("{}/tests/conformance/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn study(name: &str, files: &[&str], options: &[(&str, &str)]) -> Study {
    let options = options.iter().map(|&(option, value)| (option.to_owned(), value.to_owned())).collect();
    let files = files.iter().map(|file| data(file).into()).collect();
    run(name, &Ask { files, options, threads: 2, ..Ask::default() }, &mut Alone).unwrap()
}

fn item<'s>(study: &'s Study, title: &str) -> &'s Item {
    study.items.iter().find(|item| item.title.starts_with(title)).unwrap_or_else(|| panic!("no item {title}"))
}

/// A number by series and place.
fn number(item: &Item, series: &str, x: &Xvalue) -> f64 {
    let row = item.rows.iter().find(|row| row.series == series && row.x == *x);
    row.and_then(|row| row.ours).unwrap_or_else(|| panic!("no {series} {x:?} in {}", item.title))
}

fn near(found: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().unwrap_or_else(|| panic!("no number for {what}"));
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{what}: {found}, not {expected}");
}

fn words(item: &Item) -> Vec<Word> {
    item.statements.iter().map(|statement| statement.word.clone()).collect()
}

#[test]
fn attachment() {
    let (golden, study) = (golden("table1.json"), study("attachment", &[], &[]));
    for (name, key) in
        [("drawn gold tree 861", "seeded"), ("right-branching", "right-branching"), ("left-branching", "left-branching")]
    {
        let expected = &golden["rows"][key];
        for (title, key) in [
            ("F1 of random trees", "random_f1"),
            ("Struct-IoU of random trees", "random_struct_iou"),
            ("least F1", "lowest_plausible_f1"),
            ("least Struct-IoU", "lowest_plausible_struct_iou"),
            ("expected F1", "random_f1_expected"),
        ] {
            near(number(item(&study, title), name, &Xvalue::None), &expected[key], key);
        }
        for (title, key) in [("F1 of random", "random_f1_deviation"), ("Struct-IoU of random", "random_struct_iou_deviation")] {
            let row = item(&study, title).rows.iter().find(|row| row.series == name).unwrap();
            near(row.deviation.unwrap(), &expected[key], key);
        }
    }
    let expected = item(&study, "expected F1");
    for (name, key) in [("all plausible trees, mean", "mean"), ("lowest", "lowest"), ("highest", "highest")] {
        near(number(expected, name, &Xvalue::None), &golden["expected_random_f1"][key], key);
    }
    assert_eq!(words(item(&study, "Struct-IoU of random")), [Word::Differs]);
    assert_eq!(words(item(&study, "least Struct-IoU")), [Word::Holds, Word::Differs]);
    let least = item(&study, "least F1");
    assert!(least.rows.iter().all(|row| row.word == Some(Word::Same)), "12.5 is 12.5");
}

#[test]
fn attachment_of_few_words() {
    for small in golden("table1.json")["small"].as_array().unwrap() {
        let size = small["n"].to_string();
        let study = study("attachment", &[], &[("n", &size), ("all", "")]);
        let all = item(&study, "all pairs");
        near(number(all, "least F1", &Xvalue::None), &small["lowest_f1"], &size);
        near(number(all, "least Struct-IoU", &Xvalue::None), &small["lowest_struct_iou"], &size);
    }
}

#[test]
fn correlation_and_averages() {
    for name in ["talk", "news"] {
        let expected = &golden("correlation.json")[name];
        let (gold, system) = (format!("{name}.gold.trees"), format!("{name}.system.trees"));
        let times = data(&format!("{name}.jsonl"));
        let times = [("gold-times", times.as_str()), ("system-times", times.as_str())];
        for seed in expected["seeds"].as_array().unwrap() {
            let text = seed["seed"].to_string();
            let options = [("seed", text.as_str()), ("runs", "3"), times[0], times[1]];
            let study = study("correlation", &[&gold, &system], &options);
            let groups = item(&study, "correlation");
            near(number(groups, "groups", &Xvalue::None), &seed["groups"], "groups");
            near(number(groups, "rho of the first shuffle", &Xvalue::None), &seed["rho"], "rho");
            near(number(groups, "its p", &Xvalue::None), &seed["p"], "p");
            let dot = study.plots[0].curves[0].points[0];
            near(dot.0, &seed["first_dot"][0], "F1 of the first group");
            near(dot.1, &seed["first_dot"][1], "Struct-IoU of the first group");
            let whole = item(&study, "whole file");
            near(number(whole, "rho of sentences", &Xvalue::None), &expected["rho_of_sentences"], "sentences");
        }
        let study = study("averages", &[&gold, &system], &times);
        let averages = &study.items[0];
        for row in expected["by_greatest_length"].as_array().unwrap() {
            let x = Xvalue::Number(row["words"].as_f64().unwrap());
            near(number(averages, "sentences", &x), &row["sentences"], "sentences");
            near(number(averages, "sentence mean", &x), &row["sentence_mean"], "sentence mean");
            near(number(averages, "corpus", &x), &row["corpus"], "corpus");
        }
    }
}

#[test]
fn sequence_table() {
    let (golden, study) = (golden("concepts.json"), study("sequence-table", &[], &[]));
    let cells = study.items[0].rows.iter().map(|row| row.ours.unwrap());
    let expected = golden["figure 2"]["table"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    assert!(cells.eq(expected.map(|cell| cell.as_f64().unwrap())));
    assert_eq!(words(&study.items[0]), [Word::Same, Word::Same]);
    near(number(&study.items[1], "cheapest mappings", &Xvalue::None), &golden["figure 2"]["cheapest_mappings"], "mappings");
    let example = item(&study, "the trees");
    for (name, key) in [("word", "word"), ("concept", "concept"), ("tree node", "node")] {
        let name = format!("{name} accuracy");
        near(number(example, &name, &Xvalue::None), &golden["example"][key]["accuracy"], key);
    }
    near(number(example, "tree node distance", &Xvalue::None), &golden["example"]["node"]["distance"], "distance");
}
