//! Replies of language models as systems: how they come, what is scored, what is reported.

use serde_json::{Value, json};

use crate::cli::Place;

const GOLD: &str = "\
(S (NP (PRP She)) (VP (VBZ sells) (NP (NN honey))) (. .))
(S (NP (DT The) (NNS bees)) (VP (VBP sleep)) (. .))
(S (NP (PRP We)) (VP (VBP eat) (NP (NNS jars))) (. .))
";

/// Replies to the three sentences: valid; in a fence with a root and another tag for the stop; with another word.
const REPLIES: [&str; 3] = [
    "(S (NP (PRP She)) (VP (VBZ sells) (NP (NN honey))) (. .))",
    "Here:\n```\n(ROOT (S (NP (DT The) (NNS bees)) (VP (VBP sleep)) (PUNCT .)))\n```\n",
    "(S (NP (PRP We)) (VP (VBP eat) (NP (NNS cans))) (. .))",
];

fn jsonl(replies: &[&str]) -> String {
    let line = |(at, reply): (usize, &&str)| json!({"id": at + 1, "reply": reply}).to_string() + "\n";
    replies.iter().enumerate().map(line).collect()
}

fn place() -> Place {
    let markdown = format!("Hello\n## 1\n{}\n## 2\n{}\n## 3\n{}\n", REPLIES[0], REPLIES[1], REPLIES[2]);
    let list = json!([{"tree": REPLIES[0]}, {"tree": REPLIES[1]}, {"tree": REPLIES[2]}]).to_string();
    let other = jsonl(&REPLIES).replace("reply", "answer");
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("replies.jsonl", jsonl(&REPLIES).as_bytes()),
        ("other.jsonl", other.as_bytes()),
        ("replies.md", markdown.as_bytes()),
        ("replies.json", list.as_bytes()),
        ("folder/9.txt", REPLIES[0].as_bytes()),
        ("folder/10.txt", REPLIES[1].as_bytes()),
        ("folder/11.txt", REPLIES[2].as_bytes()),
        ("no-reply/1", REPLIES[0].as_bytes()),
        ("no-reply/2", b""),
        ("no-reply/3", REPLIES[2].as_bytes()),
        ("lines", GOLD.as_bytes()),
    ])
}

/// The report of a run as JSON.
fn report(place: &Place, line: &str) -> Value {
    let ran = place.run(&format!("gold {line} --no-tests -f json"));
    assert!(ran.status.is_some_and(|status| status < 2), "{line}: {}", ran.stderr);
    ran.report()
}

/// The numbers of replies: all, valid, balanced, faithful, with a tree.
fn rates(report: &Value) -> Vec<u64> {
    let replies = &report["systems"][0]["replies"];
    let shares = ["valid", "balanced", "faithful", "tree"].map(|name| &replies[name]["replies"]);
    std::iter::once(&replies["replies"]).chain(shares).map(|count| count.as_u64().unwrap()).collect()
}

#[test]
fn replies_come_in_many_ways() {
    let place = place();
    for (line, expected, why) in [
        ("replies.jsonl --input replies", [3, 2, 3, 2, 3], "JSON lines"),
        ("replies.jsonl --system-input replies", [3, 2, 3, 2, 3], "for systems only"),
        ("other.jsonl --input replies:answer", [3, 2, 3, 2, 3], "another field"),
        ("replies.md --input replies", [3, 0, 3, 2, 3], "headings are prose"),
        ("replies.json --input replies", [3, 0, 3, 2, 3], "elements of a list"),
        ("folder --input replies", [3, 2, 3, 2, 3], "files in natural order"),
        ("no-reply --input replies", [3, 2, 2, 1, 2], "an empty file is a reply without a tree"),
        ("lines --input replies", [3, 3, 3, 3, 3], "lines"),
        ("lines --input replies --cut line", [3, 3, 3, 3, 3], "lines, as asked for"),
    ] {
        assert_eq!(rates(&report(&place, line)), expected, "{why}: {line}");
    }
}

#[test]
fn figures_are_over_some_or_all_of_them() {
    let replies = ["I cannot.", REPLIES[1], "(S (NP (PRP We)) (VP (VBP eat)) (NP (NNS jars)) (. .))"];
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("replies", jsonl(&replies).as_bytes())]);
    let report = report(&place, "replies --input replies");
    let scores = &report["measures"][0]["scores"][0];
    let f1 = |scores: &Value| scores["corpus"]["f1"].as_f64();
    // Brackets: gold 4 + 3 + 4, the trees 3 + 4, of which 3 + 3 match.
    assert_eq!(f1(&scores["replies"]["on_valid"]), Some(2.0 * 3.0 / (4.0 + 4.0)));
    assert_eq!(f1(&scores["replies"]["on_balanced"]), Some(2.0 * 6.0 / (7.0 + 7.0)));
    assert_eq!(f1(&scores["all_pairs"]), Some(2.0 * 6.0 / (11.0 + 7.0)));
    assert_eq!(scores["coverage"]["reasons"][0]["why"], "no tree");
}

#[test]
fn less_may_be_repaired() {
    let place = place();
    for (how, scored, reasons) in [
        ("all", 3, vec![]),
        ("brackets", 2, vec!["other words"]),
        ("none", 1, vec!["not valid", "other words"]),
    ] {
        let report = report(&place, &format!("replies.jsonl --input replies --repair {how}"));
        let scores = &report["measures"][0]["scores"][0];
        assert_eq!(scores["coverage"]["scored"], scored, "{how}");
        let found = scores["coverage"]["reasons"].as_array().unwrap().iter();
        assert_eq!(found.map(|reason| reason["why"].as_str().unwrap()).collect::<Vec<_>>(), reasons, "{how}");
        assert!(scores["signature"].as_str().unwrap().contains(&format!("|repair:{how}")), "{how}");
    }
}

#[test]
fn gold_tags_decide_about_punctuation() {
    let place = place();
    for (options, scored) in
        [("", 3), ("--set punct=own", 2), ("-r collins", 2), ("-r collins --set punct=gold", 3)]
    {
        let report = report(&place, &format!("replies.jsonl --input replies {options}"));
        assert_eq!(report["measures"][0]["scores"][0]["coverage"]["scored"], scored, "{options}");
    }
}

#[test]
fn a_signature_repeats_the_run() {
    let place = place();
    for options in ["replies.jsonl", "replies.md --cut heading --repair brackets", "folder --repair none"] {
        let first = report(&place, &format!("{options} --input replies"));
        let scores = &first["measures"][0]["scores"][0];
        let file = options.split(' ').next().unwrap();
        let again = report(&place, &format!("{file} --signature {}", scores["signature"].as_str().unwrap()));
        assert_eq!(again["measures"][0]["scores"][0], *scores, "{options}");
    }
}

#[test]
fn rows_say_what_became_of_each() {
    let ran = place().run("gold replies.jsonl --input replies --no-tests -f jsonl --per-sentence");
    let rows: Vec<Value> = ran.lines().into_iter().filter(|row| row.get("reply").is_some()).collect();
    let steps: Vec<&Value> = rows.iter().map(|row| &row["reply"]["steps"]).collect();
    let second = json!(["strip-prose", "strip-fence", "unwrap-root"]);
    assert_eq!(steps, [&json!([]), &second, &json!(["restore-words"])], "{}", ran.stdout);
}

#[test]
fn samples_have_a_best_a_mean_and_a_majority() {
    // Right, flat, flat: the flat ones agree.
    let (right, flat) = (REPLIES[0], "(S (NP (PRP She)) (VBZ sells) (NN honey) (. .))");
    let line = json!({"replies": [right, flat, flat, null]}).to_string();
    let gold = GOLD.lines().next().unwrap().to_owned() + "\n";
    let place = Place::with(&[("gold", gold.as_bytes()), ("replies", line.as_bytes())]);
    let report = report(&place, "replies --input replies");
    let samples = &report["measures"][0]["scores"][0]["replies"]["samples"];
    let f1 = |name: &str| samples[name]["corpus"]["f1"].as_f64().unwrap();
    assert_eq!((samples["sentences"].as_u64(), samples["samples"].as_u64()), (Some(1), Some(4)));
    // Brackets: gold 4; right 4, flat 2, both of which match.
    assert!((f1("best") - 1.0).abs() < 1e-12);
    assert!((f1("majority") - 4.0 / 6.0).abs() < 1e-12);
    assert!((f1("mean") - 2.0 * 8.0 / (16.0 + 8.0)).abs() < 1e-12);
}

#[test]
fn misuse_is_refused() {
    let place = place();
    for (line, message) in [
        ("gold replies.jsonl --repair all", "add --input replies"),
        ("gold lines --cut line", "add --input replies"),
        ("gold replies.md --input replies --cut json", "JSON"),
        ("gold lines --input replies --cut heading", "no numbered headings"),
        ("gold replies.jsonl --input replies:nothing", "no field `nothing`"),
        ("gold lines --gold-input replies", "become trees by the words of gold"),
        ("gold lines --input replies --align", "become trees by the words of gold"),
        ("convert lines --input replies --to json", "become trees by the words of gold"),
        ("gold replies.md", "--system-input replies"),
    ] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(2), "{line}: {}", ran.stdout);
        let words = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(message), "{line}: {}", ran.stderr);
    }
}

/// An undefined figure of a pair that is right in all it has is the best that there is.
#[test]
fn samples_that_are_right_are_the_best() {
    let (worse, right) = ("(S (NP (D a) (N b)) (V c))", "(S (D a) (N b) (V c))");
    let samples = json!({"replies": [worse, right, right]}).to_string() + "\n";
    let place = Place::with(&[("gold", format!("{right}\n").as_bytes()), ("samples", samples.as_bytes())]);
    let table = place.run("gold samples --input replies -r unsupervised-sentence --no-tests").stdout;
    assert!(table.contains("all 3   best 100.00   mean 66.67   majority 100.00"), "{table}");
}

#[test]
fn sentences_without_samples_are_told() {
    let mixed = json!({"replies": [REPLIES[0], "no"]}).to_string() + "\n" + &jsonl(&REPLIES[1..]);
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("mixed", mixed.as_bytes())]);
    let table = place.run("gold mixed --input replies --no-tests").stdout;
    assert!(table.contains("1 of 3 sentences"), "{table}");
}

#[test]
fn objects_without_a_reply_beside_others() {
    let place = Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("mixed", (jsonl(&REPLIES[..2]) + "{\"prompt\": \"(S (X a))\"}\n").as_bytes()),
        ("broken", (jsonl(&REPLIES[..2]) + "{\"reply\": \n").as_bytes()),
    ]);
    for (file, message) in [("mixed", "others have neither"), ("broken", "JSON")] {
        let ran = place.run(&format!("gold {file} --input replies"));
        assert_eq!(ran.status, Some(2), "{file}");
        let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{file}: {said}");
    }
}

/// Rates and scores over some replies are in every format that shows scores.
#[test]
fn rates_are_in_every_format() {
    let samples = json!({"replies": [REPLIES[0], "no"]}).to_string() + "\n" + &jsonl(&REPLIES[1..]);
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("mixed", samples.as_bytes())]);
    let found = report(&place, "mixed --input replies");
    let valid = found["systems"][0]["replies"]["valid"]["rate"].as_f64().unwrap();
    let run =
        |format: &str| place.run(&format!("gold mixed --input replies --no-tests -q -f {format}")).stdout;
    let percent = format!("{:.2}", 100.0 * valid);
    let markdown = run("markdown");
    let row = markdown.lines().find(|line| line.contains("| valid ")).unwrap();
    assert!(row.contains(&percent), "{markdown}");
    assert!(markdown.contains("| majority "), "{markdown}");
    let latex = run("latex");
    assert!(latex.contains(&format!("replies & valid & {percent} \\\\")), "{latex}");
    assert!(latex.contains("\\caption{Replies of mixed: rates in per cent of all replies"), "{latex}");
    let csv = run("csv");
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|&one| one == name).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][column("replies_valid")].parse::<f64>(), Ok(valid), "{csv}");
    let on_valid = rows.iter().find(|row| row[column("average")] == "on-valid").unwrap();
    let expected = &found["measures"][0]["scores"][0]["replies"]["on_valid"]["corpus"]["f1"];
    assert_eq!(on_valid[column("f1")].parse::<f64>().ok(), expected.as_f64());
    assert!(rows.iter().any(|row| row[column("average")] == "samples-majority"), "{csv}");
}

/// Ids that contradict the order of replies are told: gold without ids cannot put them right.
#[test]
fn ids_of_replies_are_looked_at() {
    let line = |id: u64, reply: &str| json!({"id": id, "reply": reply}).to_string() + "\n";
    let files =
        |ids: [u64; 3]| ids.iter().zip(REPLIES).map(|(&id, reply)| line(id, reply)).collect::<String>();
    for (ids, message) in [
        ([1, 2, 3], None),
        (
            [1, 1, 2],
            Some("1 sentence with the id of another (1): replies are paired in the order of the file"),
        ),
        (
            [2, 1, 3],
            Some(
                "the ids of replies do not rise (2, then 1), and gold has none: replies are paired in the order of the file",
            ),
        ),
    ] {
        let place = Place::with(&[("gold", GOLD.as_bytes()), ("mixed", files(ids).as_bytes())]);
        let ran = place.run("check gold mixed --input replies -f json");
        let checked: Value = serde_json::from_str(&ran.stdout).unwrap();
        let found = checked["findings"].as_array().unwrap();
        let told = found.iter().find(|one| one["id"] == "ids-differ" || one["id"] == "order-differs");
        assert_eq!(told.map(|one| &one["message"]), message.map(Value::from).as_ref(), "{ids:?}");
    }
}
