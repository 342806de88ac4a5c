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
    assert_eq!(words(item(&study, "F1 of random")), [Word::Holds]);
    assert_eq!(words(item(&study, "Struct-IoU of random")), [Word::Differs]);
    assert_eq!(words(item(&study, "least Struct-IoU")), [Word::Holds, Word::Differs]);
    // (17 + 16 × .273) / 33 is .64751: a bound is rounded down.
    let bound = &item(&study, "Struct-IoU of random").statements[0].why;
    assert!(bound.contains("at least 64.7,"), "{bound}");
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

/// With one phrase there is one plausible tree, so that nothing is said about others.
#[test]
fn attachment_without_other_trees() {
    let study = study("attachment", &[], &[("n", "1")]);
    for title in ["least F1", "least Struct-IoU"] {
        assert!(matches!(words(item(&study, title))[..], [Word::Needs(_)]), "{title}");
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

/// Statements that the data are too few for are not tested.
#[test]
fn too_few_data_are_no_test() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("short");
    std::fs::write(&path, "(S (NP (N a)) (V b))\n".repeat(9)).unwrap();
    let of_short = |name: &str, options: &[(&str, &str)]| {
        let options = options.iter().map(|&(option, value)| (option.to_owned(), value.to_owned())).collect();
        let files = vec![path.clone(), path.clone()];
        run(name, &Ask { files, options, threads: 1, ..Ask::default() }, &mut Alone).unwrap()
    };
    let is_needed = |word: &Word| matches!(word, Word::Needs(_));
    assert!(is_needed(&words(&of_short("averages", &[]).items[0])[1]));
    assert!(
        words(item(&of_short("correlation", &[("group", "3"), ("runs", "1")]), "correlation"))
            .iter()
            .any(is_needed)
    );
    assert!(is_needed(&words(&of_short("perturbation", &[("deltas", "0"), ("runs", "1")]).items[0])[0]));
    assert!(is_needed(&words(&study("concepts", &[], &[("steps", "5")]).items[0])[0]));
    assert!(is_needed(
        &words(&study("alignment-growth", &[], &[("sizes", "0.05"), ("kinds", "equal")]).items[0])[0]
    ));
}

/// Times stand for conversations and text for newspapers, unless a figure is chosen.
#[test]
fn correlation_is_compared_with_a_figure() {
    for (options, rho) in [(&[("runs", "1")][..], 0.821), (&[("runs", "1"), ("figure", "3")], 0.689)] {
        let study = study("correlation", &["talk.gold.trees", "talk.system.trees"], options);
        let row =
            item(&study, "correlation").rows.iter().find(|row| row.series.starts_with("rho of")).unwrap();
        assert_eq!(row.paper, Some(rho));
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
        // Long sentences suffer more from noise; what is not parsed again says nothing about what is.
        let noise = if name == "talk" { Word::Holds } else { Word::Differs };
        assert_eq!(words(curves), [noise, Word::Needs("--parser CMD".to_owned())], "{name}");
        assert!(study.measures[0].contains("index:time"), "{}", study.measures[0]);
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
        // The gap grows; the other numbers are those of another corpus.
        assert_eq!(words(&study.items[0]), [Word::Holds, Word::Differs]);
    }
}

/// A root that only holds the tree is no concept: it changes nothing whether it is there.
#[test]
fn roots_are_no_concepts() {
    let folder = tempfile::tempdir().unwrap();
    let sides =
        [["(S (NP (N a)) (VP (V b) (NP (N c))))"; 2], ["(S (NP (N a)) (VP (V b)))", "(S (X (N a)) (V d))"]];
    let study = |root: &str| {
        let write = |(number, side): (usize, &[&str; 2])| {
            let path = folder.path().join(format!("{root}{number}"));
            let trees =
                side.map(|tree| if root.is_empty() { tree.to_owned() } else { format!("({root} {tree})") });
            std::fs::write(&path, trees.join("\n")).unwrap();
            path
        };
        let files = sides.iter().enumerate().map(write).collect();
        let options = [("steps".to_owned(), "0,1,4".to_owned())].into();
        run("concepts", &Ask { files, options, threads: 1, ..Ask::default() }, &mut Alone).unwrap()
    };
    let bare = study("");
    assert!(bare.remarks[0].starts_with("4 concepts in all"), "{:?}", bare.remarks);
    for root in ["TOP", "ROOT"] {
        let rooted = study(root);
        assert_eq!((&rooted.items, &rooted.remarks), (&bare.items, &bare.remarks), "{root}");
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
        assert_eq!(item.rows.len(), 5, "the paper's numbers, and no counters");
    }
    let notes = &study.items[1].notes;
    assert!(notes.contains(&"CL / CL: the same word".to_owned()), "{notes:?}");
    assert!(notes.contains(&"H NEIM / HNEIM: the same text, split differently".to_owned()), "{notes:?}");
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
    // Names of bars are on two lines: side by side they would overlap.
    let svg = treescore_study::render::svg(&study).unwrap();
    assert!(svg.contains(">bracket</text>") && !svg.contains(">bracket, labelled</text>"), "{svg}");
    // Figure 8 has a line for each representation.
    let lines = study.plots.last().unwrap();
    assert_eq!((lines.names.len(), lines.curves.len()), (2, 3));
}

/// A sheet with head tables is compared with the paper's; what it has no column for is not tested.
#[test]
fn speech_factors_of_head_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scores.csv");
    let mut text = "side,heads,f1\n".to_owned();
    for (side, scores) in [("a", [80, 70, 60]), ("b", [82, 71, 75])] {
        for (table, score) in ["charniak", "collins", "hwa"].iter().zip(scores) {
            text.extend([format!("{side},{table},{score}\n")]);
        }
    }
    std::fs::write(&path, text).unwrap();
    let study = study("speech-factors", &[], &[("scores", path.to_str().unwrap())]);
    let heads = item(&study, "means by head table");
    for (table, mean) in [("charniak", 81.0), ("collins", 70.5), ("hwa", 67.5)] {
        near(number(heads, table, &Xvalue::None), &Value::from(mean), table);
    }
    assert_eq!(words(heads), [Word::Holds, Word::Holds]);
    let beside = words(item(&study, "F against sides"));
    assert!(beside.iter().all(|word| matches!(word, Word::Needs(_))), "{beside:?}");
}

/// A design is scored by all measures, and its scores are a sheet with the same analyses.
#[test]
fn speech_factors_of_a_design() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let right = ["(TOP (S (NP (DT a) (NN b)) (VP (VB c))))", "(TOP (S (NP (NN d)) (VP (VB e) (NP (NN f)))))"];
    let wrong = ["(TOP (S (NP (DT a) (NN x)) (NP (VB c))))", "(TOP (S (NP (NN d) (VB e)) (NP (NN f))))"];
    for (name, trees) in [("gold", right), ("right", right), ("wrong", wrong)] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        for (side, tree) in ["a", "b"].iter().zip(trees) {
            std::fs::write(folder.path().join(name).join(format!("{side}.trees")), tree).unwrap();
        }
    }
    let design = folder.path().join("design.tsv");
    let (gold, right, wrong) = (place("gold"), place("right"), place("wrong"));
    std::fs::write(&design, format!("words\tgold\tsystem\nright\t{gold}\t{right}\nwrong\t{gold}\t{wrong}\n"))
        .unwrap();
    let of = |files: Vec<std::path::PathBuf>, options: &[(&str, &str)]| {
        let options = options.iter().map(|&(option, value)| (option.to_owned(), value.to_owned())).collect();
        run("speech-factors", &Ask { files, options, threads: 1, ..Ask::default() }, &mut Alone).unwrap()
    };
    let scored = of(vec![design.clone()], &[("heads", "charniak,collins")]);
    let means = item(&scored, "means of levels");
    near(number(means, "words", &Xvalue::Name("right".to_owned())), &Value::from(100.0), "right words");
    assert!(number(means, "words", &Xvalue::Name("wrong".to_owned())) < 90.0);
    let aligned = item(&scored, "dependencies with alignment and in order");
    assert!(number(aligned, "without", &Xvalue::None) >= number(aligned, "with", &Xvalue::None));
    assert_eq!(item(&scored, "means by head table").rows.iter().filter(|row| row.ours.is_some()).count(), 2);
    // Two sides in two conditions: brackets by labels, and two kinds of dependencies by labels, alignment and table.
    let [(name, text)] = &scored.beside[..] else { panic!("{:?}", scored.beside) };
    assert_eq!((name.as_str(), text.lines().count()), ("scores.csv", 1 + 2 * 2 * (2 + 2 * 2 * 2 * 2)));
    let sheet = folder.path().join("scores.csv");
    std::fs::write(&sheet, text).unwrap();
    let again = of(Vec::new(), &[("scores", sheet.to_str().unwrap())]);
    assert_eq!(again.items, scored.items);
    assert!(again.measures.is_empty() && scored.measures.len() == 2 + 2 * 2 * 2 * 2);
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
    // With `Null`, as `phrase eval` has them in `sequence`: 178 of 190 found, of 187 true chunks.
    let found = item(&study, "precision");
    near(number(found, "precision", &sequence), &Value::from(178.0 / 190.0), "precision of S");
    near(number(found, "recall", &sequence), &Value::from(178.0 / 187.0), "recall of S");
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

/// Folders of gold and the system with sides of fifty trees.
fn sides_of_talk() -> tempfile::TempDir {
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
    folder
}

#[test]
fn su_threshold() {
    let expected = golden("su.json");
    let folder = sides_of_talk();
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

/// Parses of what the thresholds give, of gold's words and of recognised ones.
#[test]
fn su_threshold_of_parses() {
    let (expected, folder) = (golden("su.json"), sides_of_talk());
    let parsed = folder.path().join("parsed");
    let posteriors = std::fs::read_to_string(data("su.posteriors.tsv")).unwrap();
    let heard = folder.path().join("heard.tsv");
    std::fs::write(&heard, posteriors.replacen("\n1\t", "\n1\t_", 1)).unwrap();
    let thresholds = [0.5, 0.95];
    for threshold in thresholds {
        flat_parses(&parsed.join(threshold.to_string()), &posteriors, threshold);
    }
    let run_parsed = |posteriors: &std::path::Path, further: &[(&str, &str)]| {
        let given = [("parsed", parsed.to_str().unwrap()), ("thresholds", "0.5,0.95")];
        let options = given.iter().chain(further).map(|&(key, value)| (key.to_owned(), value.to_owned()));
        let files = vec![folder.path().join("gold"), posteriors.to_owned()];
        run(
            "su-threshold",
            &Ask { files, options: options.collect(), threads: 1, ..Ask::default() },
            &mut Alone,
        )
    };
    let right = run_parsed(data("su.posteriors.tsv").as_ref(), &[]).unwrap();
    for threshold in thresholds {
        let x = Xvalue::Number(threshold);
        let row =
            expected["table"].as_array().unwrap().iter().find(|row| row["threshold"] == threshold).unwrap();
        near(number(&right.items[0], "SU error", &x), &row["su_error"], "SU error of parses");
        near(number(&right.items[0], "utterances", &x), &row["segments"], "utterances of parses");
    }
    assert!(matches!(words(&right.items[0])[..], [Word::Holds | Word::Differs]));
    // Another head table is another measure.
    let collins = run_parsed(data("su.posteriors.tsv").as_ref(), &[("heads", "collins")]).unwrap();
    assert_ne!(collins.measures, right.measures);
    // Other words are refused, unless they are recognised; then the parses must be theirs.
    let fault = |further: &[(&str, &str)]| run_parsed(&heard, further).unwrap_err().to_string();
    assert!(fault(&[]).contains("is not the next word of side 1 in gold"), "{}", fault(&[]));
    assert!(fault(&[("words", "")]).contains("side 1 has other utterances"), "{}", fault(&[("words", "")]));
    let heard_text = std::fs::read_to_string(&heard).unwrap();
    for threshold in thresholds {
        flat_parses(&parsed.join(threshold.to_string()), &heard_text, threshold);
    }
    let heard = run_parsed(&heard, &[("words", "")]).unwrap();
    let x = Xvalue::Number(0.5);
    let [before, after] = [&right, &heard].map(|study| number(&study.items[0], "utterances", &x));
    near(after, &Value::from(before), "utterances of recognised words");
    assert!(heard.signature.contains("|words:on|"), "{}", heard.signature);
}

/// Trees without brackets over the utterances of each side, in one file for each side.
fn flat_parses(folder: &std::path::Path, posteriors: &str, threshold: f64) {
    std::fs::create_dir_all(folder).unwrap();
    let mut sides: std::collections::BTreeMap<&str, Vec<(&str, bool)>> = std::collections::BTreeMap::new();
    for line in posteriors.lines().skip(1) {
        let parts: Vec<&str> = line.split('\t').collect();
        sides.entry(parts[0]).or_default().push((parts[1], parts[2].parse::<f64>().unwrap() >= threshold));
    }
    for (side, words) in sides {
        let mut text = "(TOP".to_owned();
        for (at, (word, is_end)) in words.iter().enumerate() {
            text.extend([format!(" (N {word})")]);
            let is_last = at + 1 == words.len();
            text += if is_last {
                ")\n"
            } else if *is_end {
                ")\n(TOP"
            } else {
                ""
            };
        }
        std::fs::write(folder.join(format!("{side}.trees")), text).unwrap();
    }
}

#[test]
fn peers() {
    let expected = golden("peers.json");
    for name in ["talk", "news"] {
        let (gold, system) = (format!("{name}.gold.trees"), format!("{name}.system.trees"));
        let study = study("peers", &[&gold, &system], &[]);
        let table = &study.items[0];
        let ted = Xvalue::Name("ted".to_owned());
        let wanted = &expected[name]["ted"];
        for (series, key) in
            [("score", "global"), ("matched", "kept"), ("gold", "gold"), ("system", "system")]
        {
            near(number(table, series, &ted), &wanted[key], series);
        }
        let wanted = &expected[name]["characters"]["brackets"];
        for peer in ["brackets, same characters", "brackets, aligned"] {
            for key in ["matched", "gold", "system"] {
                near(number(table, key, &Xvalue::Name(peer.to_owned())), &wanted[key], peer);
            }
        }
        near(number(table, "refused", &ted), &Value::from(0), "refused");
    }
    // The paper's examples: as many trees on both sides is more than they have.
    let study = study("peers", &["examples.gold", "examples.system"], &[("heads", "collins")]);
    let table = &study.items[0];
    let sum = |side: &str, key: &str| -> f64 {
        let examples = expected["examples"].as_array().unwrap();
        examples.iter().map(|example| example["calder"][side][key].as_f64().unwrap()).sum()
    };
    let calder = Xvalue::Name("unlabelled agreement".to_owned());
    for (series, side) in [("recall", "gold"), ("precision", "system")] {
        near(number(table, series, &calder), &Value::from(sum(side, "aligned") / sum(side, "all")), side);
    }
    let characters = Xvalue::Name("brackets, same characters".to_owned());
    assert_eq!((number(table, "scored", &characters), number(table, "refused", &characters)), (1.0, 2.0));
    assert!(table.rows.iter().all(|row| row.x != Xvalue::Name("ted".to_owned())), "3 and 4 trees");
    assert!(study.remarks[2].ends_with("not run, gold has 3 trees, the system 4"), "{}", study.remarks[2]);
}
