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
    for (name, key) in [
        ("drawn gold tree 861", "seeded"),
        ("right-branching", "right-branching"),
        ("left-branching", "left-branching"),
    ] {
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
        for (title, key) in
            [("F1 of random", "random_f1_deviation"), ("Struct-IoU of random", "random_struct_iou_deviation")]
        {
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
            near(
                number(whole, "rho of sentences", &Xvalue::None),
                &expected["rho_of_sentences"],
                "sentences",
            );
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
    let expected =
        golden["figure 2"]["table"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    assert!(cells.eq(expected.map(|cell| cell.as_f64().unwrap())));
    assert_eq!(words(&study.items[0]), [Word::Same, Word::Same]);
    near(
        number(&study.items[1], "cheapest mappings", &Xvalue::None),
        &golden["figure 2"]["cheapest_mappings"],
        "mappings",
    );
    let example = item(&study, "the trees");
    for (name, key) in [("word", "word"), ("concept", "concept"), ("tree node", "node")] {
        let name = format!("{name} accuracy");
        near(number(example, &name, &Xvalue::None), &golden["example"][key]["accuracy"], key);
    }
    near(
        number(example, "tree node distance", &Xvalue::None),
        &golden["example"]["node"]["distance"],
        "distance",
    );
}

#[test]
fn perturbation() {
    for (name, runs) in [("talk", "5"), ("news", "2")] {
        let expected = &golden("perturb.json")[name];
        let (gold, system) = (format!("{name}.gold.trees"), format!("{name}.system.trees"));
        let times = data(&format!("{name}.jsonl"));
        let options = [("times", times.as_str()), ("seed", "1"), ("runs", runs), ("deltas", "0.2,0.5,1")];
        let study = study("perturbation", &[&gold, &system], &options);
        let (curves, corpus) = (&study.items[0], &study.items[1]);
        let unchanged = Xvalue::Number(0.0);
        near(number(curves, "unchanged", &unchanged), &expected["base"]["sentence_mean"], "base");
        near(number(corpus, "unchanged", &unchanged), &expected["base"]["corpus"], "base of the corpus");
        for curve in expected["curves"].as_array().unwrap() {
            let kind = match curve["kind"].as_str().unwrap() {
                "insert-flat" => "insert flat",
                "delete-merge" => "delete, merged",
                other => other,
            };
            let x = Xvalue::Number(curve["delta"].as_f64().unwrap());
            near(number(curves, kind, &x), &curve["mean"], kind);
            near(number(corpus, kind, &x), &curve["corpus_mean"], kind);
            let row = curves.rows.iter().find(|row| row.series == kind && row.x == x).unwrap();
            near(row.deviation.unwrap(), &curve["deviation"], kind);
        }
    }
}

#[test]
fn concepts() {
    let expected = golden("concepts.json");
    let types = data("concepts.types");
    let files = ["concepts.gold", "concepts.system"];
    // 39 of the 47 concepts occur.
    for (study, most) in
        [(study("concepts", &[], &[]), 47.0), (study("concepts", &files, &[("types", types.as_str())]), 39.0)]
    {
        for column in expected["table"].as_array().unwrap() {
            let x = Xvalue::Number(column["concepts"].as_f64().unwrap().min(most));
            for (name, key) in [("word", "word"), ("concept", "concept"), ("tree node", "node")] {
                near(number(&study.items[0], name, &x), &column[key]["accuracy"], key);
                for count in ["correct", "substituted", "deleted", "inserted"] {
                    near(number(&study.items[1], &format!("{name} {count}"), &x), &column[key][count], count);
                }
            }
        }
        assert_eq!(words(&study.items[0]), [Word::Holds]);
    }
}

#[test]
fn alignment_examples() {
    let study = study("alignment-examples", &[], &[]);
    for (item, example) in study.items.iter().zip(golden("peers.json")["examples"].as_array().unwrap()) {
        for key in ["matched", "gold", "system"] {
            near(number(item, key, &Xvalue::None), &example["paper"][key], key);
        }
        assert_eq!(words(item), [Word::Same], "{}", item.title);
    }
}

/// Times differ, so only what does not depend on them.
#[test]
fn alignment_growth() {
    let study = study("alignment-growth", &[], &[("sizes", "0.05,0.1")]);
    assert_eq!(study.items[0].rows.len(), 4 * 2 + 4);
}

#[test]
fn speech_factors() {
    let expected = &golden("anova.json");
    let study = study("speech-factors", &[], &[("scores", data("anova.sides.csv").as_str())]);
    let analysis = item(&study, "analysis of variance");
    for effect in expected["sides"]["effects"].as_array().unwrap() {
        let name = effect["effect"].as_str().unwrap().replace('×', "x");
        for (series, key) in [
            ("df", "df"),
            ("error df", "error_df"),
            ("F", "f"),
            ("epsilon", "epsilon"),
            ("partial eta2", "partial_eta_squared"),
            ("pooled F", "pooled_f"),
        ] {
            near(
                number(analysis, series, &Xvalue::Name(name.clone())),
                &effect[key],
                &format!("{name}: {key}"),
            );
        }
        let (p, wanted) = (number(analysis, "p", &Xvalue::Name(name.clone())), effect["p"].as_f64().unwrap());
        assert!((p - wanted).abs() <= 1e-9 * wanted, "{name}: p {p}, not {wanted}");
    }
    let means = item(&study, "means of levels");
    for (factor, levels) in expected["sides"]["means"].as_object().unwrap() {
        for (level, value) in levels.as_object().unwrap() {
            near(number(means, factor, &Xvalue::Name(level.clone())), value, level);
        }
    }
    let cells = item(&study, "means of words x representation x labels");
    for (cell, value) in expected["sides"]["cells"]["words × representation × labels"].as_object().unwrap()
    {
        let parts: Vec<&str> = cell.split(" / ").collect();
        near(number(cells, parts[0], &Xvalue::Name(format!("{}, {}", parts[1], parts[2]))), value, cell);
    }
    let correlations = item(&study, "correlations");
    let everything = Xvalue::Name("over everything".to_owned());
    near(
        number(correlations, "bracket, dependency", &everything),
        &expected["correlations"]["bracket, dependency"],
        "r",
    );
    let open_class = &expected["correlations"]["dependency, open-class"];
    near(number(correlations, "dependency, open class", &everything), open_class, "r");
    assert_eq!(words(cells), [Word::Holds]);
    assert_eq!(words(item(&study, "means of boundaries")), [Word::Holds]);
}

#[test]
fn phrase_models() {
    let expected = golden("abney.json");
    let options = [("first", "0:100"), ("second", "100:160"), ("test", "160:"), ("tags", "gold")];
    let study = study("phrase-models", &["phrase.trees"], &options);
    for (model, wanted) in expected["models"].as_object().unwrap() {
        let x = Xvalue::Name(model.clone());
        near(number(item(&study, "entropy"), "bits per candidate", &x), &wanted["bits_per_candidate"], model);
        near(number(item(&study, "entropy"), "bits per sentence", &x), &wanted["bits_per_sentence"], model);
        near(number(item(&study, "precision"), "precision", &x), &wanted["expected_precision"], model);
        near(number(item(&study, "precision"), "recall", &x), &wanted["expected_recall"], model);
    }
    let sequence = Xvalue::Name("S on G".to_owned());
    near(
        number(item(&study, "entropy"), "bits per sentence", &sequence),
        &expected["S on G"]["bits_per_sentence"],
        "S on G",
    );
    let (blame, wanted) = (item(&study, "bits of model G"), &expected["models"]["G"]);
    for name in ["NP", "PP", "VP", "Null", "ADJP"] {
        let x = Xvalue::Name(name.to_owned());
        near(number(blame, "%H", &x), &wanted["by_category"][name]["share"], name);
        near(number(blame, "E(%H)", &x), &wanted["by_category"][name]["expected"], name);
        near(number(blame, "%H - E(%H)", &x), &wanted["by_category"][name]["excess"], name);
    }
    let uncovered = item(&study, "true chunks and bits");
    near(number(uncovered, "true chunks", &Xvalue::None), &wanted["uncovered_true_chunks"], "true chunks");
    near(number(uncovered, "bits", &Xvalue::None), &wanted["uncovered_bits"], "bits");
}

#[test]
fn su_threshold() {
    let expected = golden("su.json");
    let folder = tempfile::tempdir().unwrap();
    for side in ["gold", "system"] {
        let path = folder.path().join(side);
        std::fs::create_dir(&path).unwrap();
        let text = std::fs::read_to_string(data(&format!("talk.{side}.trees"))).unwrap();
        let trees: Vec<&str> = text.lines().collect();
        for (trees, number) in trees.chunks(50).zip(1..) {
            std::fs::write(path.join(format!("{number}.trees")), trees.join("\n") + "\n").unwrap();
        }
    }
    let options = [("system".to_owned(), folder.path().join("system").display().to_string())];
    let files = vec![folder.path().join("gold"), data("su.posteriors.tsv").into()];
    let ask = Ask { files, options: options.into(), threads: 2, ..Ask::default() };
    let study = run("su-threshold", &ask, &mut Alone).unwrap();
    for row in expected["table"].as_array().unwrap() {
        let x = Xvalue::Number(row["threshold"].as_f64().unwrap());
        near(number(&study.items[0], "SU error", &x), &row["su_error"], "SU error");
        near(number(&study.items[0], "utterances", &x), &row["segments"], "utterances");
        near(number(&study.items[0], "brackets", &x), &row["brackets"]["f1"], "brackets");
        for name in ["missed", "false", "reference"] {
            near(number(&study.items[1], name, &x), &row[name], name);
        }
        for name in ["matched", "gold", "system"] {
            near(number(&study.items[1], &format!("brackets {name}"), &x), &row["brackets"][name], name);
        }
    }
    assert_eq!(words(&study.items[0]), [Word::Needs("--parser CMD".to_owned())]);
}
