//! `treescore explain`: sums, orders, ends, examples, refusals.

use serde_json::Value;
use treescore::explain::Rule;

use crate::cli::Place;

const FILES: [(&str, &[u8]); 6] = [
    ("gold", include_bytes!("../../../../../examples/gold.trees")),
    ("heron", include_bytes!("../../../../../examples/heron.trees")),
    ("wren", include_bytes!("../../../../../examples/wren.trees")),
    ("five.gold", include_bytes!("../../../../../examples/five.gold")),
    ("five.system", include_bytes!("../../../../../examples/five.system")),
    ("our.prm", b"DELETE_LABEL TOP\nDELETE_LABEL ,\nCUTOFF_LEN 10\n"),
];

fn place() -> Place {
    Place::with(&FILES)
}

fn explained(place: &Place, line: &str) -> Value {
    let ran = place.run(&format!("explain {line} -f json -q"));
    assert!(matches!(ran.status, Some(0 | 1)), "{line}: {}", ran.stderr);
    serde_json::from_str(&ran.stdout).unwrap()
}

/// The five pairs of the manual have the numbers of four scorers.
#[test]
fn five_pairs_have_the_numbers_of_the_story() {
    let place = place();
    let f1 = |value: &Value| format!("{:.2}", 100.0 * value.as_f64().unwrap());
    let found = explained(&place, "five.gold five.system --from pyevalb --to collins");
    assert_eq!((f1(&found["from"]["value"]), f1(&found["to"]["value"])), ("75.00".into(), "94.12".into()));
    assert_eq!((&found["from"]["refused"], &found["to"]["refused"]), (&0.into(), &1.into()));
    let spmrl = explained(&place, "five.gold five.system --from spmrl --to collins");
    assert_eq!(f1(&spmrl["from"]["value"]), "84.21");
    let jp = place.run("jp-evalb five.gold five.system").stdout;
    assert!(jp.contains("Bracketing FMeasure       =  75.00"), "{jp}");
}

/// Points and shares add up to the difference, to the last bit of the numbers in JSON.
#[test]
fn columns_add_up() {
    let place = place();
    for line in [
        "gold heron --from raw --to collins",
        "gold heron --from collins --to our.prm",
        "gold heron --from prpn --to spmrl --to-set pairs=within",
        "gold wren --from raw --to supar --from-set pairs=all",
        "gold heron --from pyevalb --to prpn",
        "gold heron --from collins --to unlabeled -m struct-iou",
        "gold heron --from raw --to collins -m dependency --from-set avg=sentence",
        "gold heron --from aligned --to collins --align",
        "gold heron --from speech --to collins --side",
    ] {
        let found = explained(&place, line);
        let rules = found["rules"].as_array().unwrap();
        assert!(!rules.is_empty(), "{line}");
        for column in ["points", "share"] {
            let sum: f64 = rules.iter().map(|rule| rule[column].as_f64().unwrap()).sum();
            assert_eq!(Value::from(sum), found["difference"], "{line}: {column}");
        }
        let values = ["to", "from"].map(|end| found[end]["value"].as_f64().unwrap());
        let difference = values[0] - values[1];
        assert!((found["difference"].as_f64().unwrap() - difference).abs() < 1e-14, "{line}");
        assert_eq!(rules.last().unwrap()["value"], found["to"]["value"], "{line}");
    }
}

#[test]
fn numbers_are_those_of_scoring() {
    let place = place();
    for (end, score) in [
        ("collins", "-r collins"),
        ("our.prm", "-r our.prm"),
        ("on-lstm", "-r prpn"),
        (
            "collins --to-set avg=sentence --to-set trivial=drop-words",
            "-r collins --set avg=sentence --set trivial=drop-words",
        ),
    ] {
        let report: Value =
            serde_json::from_str(&place.run(&format!("gold heron {score} -q -f json")).stdout).unwrap();
        let found = explained(&place, &format!("gold heron --from raw --to {end}"));
        let average = report["measures"][0]["average"].as_str().unwrap().replace("sentence", "sentence_mean");
        let scored = &report["measures"][0]["scores"][0]["scored"];
        assert_eq!(found["to"]["value"], scored[average.as_str()]["f1"], "{end}: {scored}");
    }
}

/// A signature, and the recipe it was made with, are the same; so are a number and itself.
#[test]
fn ends_may_be_signatures() {
    let place = place();
    let report = place.run("gold heron -q").stdout;
    let signature = report.lines().last().unwrap();
    for (from, to) in [(signature, "collins"), ("collins", signature), (signature, signature)] {
        let ran = place.run(&format!("explain gold heron --from {from} --to {to} -q"));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert!(ran.stdout.contains("the two recipes have the same rules"), "{}", ran.stdout);
    }
    let ran = place.run(&format!("explain gold heron --from {signature} --to raw -q"));
    assert!(ran.stdout.starts_with("rule ") && ran.stdout.contains("recipe r:"), "{}", ran.stdout);
}

#[test]
fn orders_change_points_and_no_share() {
    let place = place();
    let line = "five.gold five.system --from pyevalb --to collins";
    let usual = explained(&place, line);
    let other = explained(&place, &format!("{line} --order repeats,equal-labels"));
    let rules = |found: &Value| -> Vec<(String, Value)> {
        let rules = found["rules"].as_array().unwrap().iter();
        rules.map(|rule| (rule["rule"].as_str().unwrap().to_owned(), rule["share"].clone())).collect()
    };
    let (mut first, mut second) = (rules(&usual), rules(&other));
    assert_eq!(
        second[..2].iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(),
        ["repeats", "equal-labels"]
    );
    first.sort_by(|a, b| a.0.cmp(&b.0));
    second.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(first, second);
    assert_eq!(usual["difference"], other["difference"]);
}

#[test]
fn examples_are_as_many_as_are_asked_for() {
    let place = place();
    let line = "explain gold heron --from raw --to collins -q";
    let shown = |more: &str| place.run(&format!("{line} {more}")).stdout.matches("\n  before  ").count();
    assert_eq!(shown("--examples 0"), 0);
    assert!(shown("") > 0 && shown("--examples 3") > shown(""));
    let found = explained(&place, "five.gold five.system --from raw --to collins");
    let rules = found["rules"].as_array().unwrap();
    let punctuation = rules.iter().find(|rule| rule["rule"] == "punctuation").unwrap();
    let example = &punctuation["examples"][0];
    assert_eq!(example["gold"], "(TOP (S (NP-SBJ She) (VP sells (NP honey)) .))", "{example}");
    let before = example["before"]["differences"].as_array().unwrap();
    assert!(before.iter().any(|found| found == "missing VP “sells honey”"), "{example}");
}

/// Threads and blocks change no digit; nor do they without tables.
#[test]
fn threads_do_not_matter() {
    let place = place();
    let line = "explain gold wren --from raw --to prpn -f csv -q";
    assert_eq!(
        place.run(&format!("{line} --threads 1")).stdout,
        place.run(&format!("{line} --threads 3")).stdout
    );
}

/// The help and the manual list all rules, in their order.
#[test]
fn every_rule_is_documented() {
    let help = place().run("explain --help").stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains(&format!("Rules: {}.", Rule::IDS.join(", "))), "{help}");
    let page = include_str!("../../../../../docs/explain.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |")).map(|(id, _)| id);
    assert_eq!(rows.collect::<Vec<_>>(), Rule::IDS);
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let place = place();
    for (line, expected) in [
        ("gold heron wren --from raw --to collins", "explain is about one system, but there are 2"),
        ("gold heron --from raw --to collins -m parseval,word", "one measure, but there are 2"),
        (
            "gold heron --from raw --to collins -r spmrl",
            "--recipe is not an option of explain: give recipes with --from",
        ),
        ("gold heron --from raw --to collins --signature x", "--signature is not an option of explain"),
        ("gold heron --from raw --to collins --ci bca", "--ci is not an option of explain"),
        ("gold heron --from raw --to collins --by label", "--by is not an option of explain"),
        ("gold heron --from raw --to collins -f jsonl", "--format jsonl cannot show an explanation"),
        ("gold heron --from raw --to colins", "there is no recipe `colins`"),
        ("gold heron --from raw --to collins --order color", "there is no rule `color`; the rules are root,"),
        (
            "gold heron --from raw --to collins --order repeats",
            "`repeats` is not a rule in which the two differ",
        ),
        ("gold heron --from raw --to collins --order root,root", "is in the order twice"),
        ("gold heron --from raw --to collins --to-set root", "--to-set root is no setting: give KEY=VALUE"),
        ("gold heron --from raw --to collins --to-set pairs=some", "it takes scored, all, within"),
        ("gold heron --from raw --to collins --from-set pairs=within", "raw, pairs=within has no cutoff"),
        ("gold heron --from collins --to switchboard", "do not read the same trees (skip: none, and CODE)"),
        ("gold heron --from raw --to our.prm -o our.prm", "would overwrite an input file"),
        ("gold heron --from raw", "--to <B>"),
        (
            "gold heron -m tree-node --from collins --to collins --to-set avg=sentence",
            "tree-node has no means over sentences",
        ),
        (
            "five.gold five.system --from collins --to collins --from-set cutoff=1 --from-set pairs=within",
            "F1 of collins, cutoff=1, pairs=within is undefined",
        ),
        ("gold heron --from raw --to collins -f csv --examples 2", "--examples has no place in --format csv"),
        ("gold heron --from raw --to collins -f latex --examples 2", "--examples has no place in --format"),
    ] {
        let ran = place.run(&format!("explain {line}"));
        let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(2), "{line}: {said}");
        assert!(said.contains(expected), "{line}: {said}");
    }
    assert_eq!(place.bytes("our.prm"), FILES[5].1);
}

#[test]
fn a_cutoff_changes_the_pairs_that_come_in() {
    let place = place();
    let line = "five.gold five.system --from collins --to collins --from-set cutoff=3 --from-set pairs=within \
                --to-set pairs=within --to-set cutoff=5";
    let found = explained(&place, line);
    let rule = &found["rules"][0];
    assert_eq!(rule["rule"], "cutoff", "{found}");
    assert!(rule["pairs"].as_u64().unwrap() > 0, "{rule}");
}

#[test]
fn explanations_for_a_page_and_a_paper() {
    let place = place();
    let markdown = place.run("explain gold heron --from raw --to collins -f markdown -q").stdout;
    assert!(markdown.starts_with("| rule") && markdown.contains("| recipe collins"), "{markdown}");
    let latex = place.run("explain gold heron --from raw --to collins -f latex -q").stdout;
    assert!(latex.contains("\\toprule") && latex.contains("recipe collins &"), "{latex}");
    let what =
        "Why F1 of heron by parseval differs between the recipes raw and collins, on 24 pairs, in per cent. ";
    assert!(latex.contains(&format!("\\caption{{{what}")) && markdown.contains(what), "{latex}{markdown}");
    let cells = |line: &str| line.matches(" &").count();
    let rows: Vec<usize> = latex.lines().filter(|line| line.ends_with("\\\\")).map(cells).collect();
    assert!(rows.len() > 3 && rows.iter().all(|&cells| cells == 4), "{latex}");
    for (options, message) in
        [("--spreadsheet", "--spreadsheet needs --format csv"), ("--cutoff 3", "--cutoff has no effect")]
    {
        let ran = place.run(&format!("explain gold heron --from raw --to collins {options}"));
        assert_eq!(ran.status, Some(2), "{options}");
        assert!(ran.stderr.contains(message), "{options}: {}", ran.stderr);
    }
}
