//! `treescore report`.

use crate::cli::{GOLD, Place};

const SYSTEM: &str = "\
(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat)) (ADVP (RB down)) (. .)))
(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .)))
(TOP (S (PP (PRP it)) (VP (VBD rained))))
";

fn place() -> Place {
    Place::with(&[("gold", GOLD.as_bytes()), ("a.trees", SYSTEM.as_bytes()), ("b.trees", GOLD.as_bytes())])
}

fn page(place: &Place, name: &str) -> String {
    String::from_utf8(place.bytes(name)).unwrap()
}

/// The page has the scores of the JSON report, a policy that forbids requests, and no path.
#[test]
fn one_file_with_the_scores_of_json() {
    let place = place();
    let ran = place.run("report gold a.trees b.trees -o r.html");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    let page = page(&place, "r.html");
    assert!(page.contains("default-src &#39;none&#39;"), "a policy");
    for address in ["http:", "https:", "//cdn", "src="] {
        let found = page.replace("http://www.w3.org/", "").contains(address);
        assert!(!found, "no request: {address}");
    }
    let folder = place.path("").display().to_string();
    assert!(!page.contains(folder.trim_end_matches('/')), "no path");
    let json = place.run("gold a.trees b.trees -f json").report();
    let f1 = json["measures"][0]["scores"][0]["scored"]["corpus"]["f1"].as_f64().unwrap();
    assert!(page.contains(&format!(">{:.2}<", 100.0 * f1)), "F1 of the first system");
    assert!(page.contains("boot:1000|ar:10000"), "intervals and tests");
    let without = place.run("report gold a.trees b.trees --no-tests -o r.html");
    assert_eq!(without.status, Some(0));
    assert!(!String::from_utf8(place.bytes("r.html")).unwrap().contains("interval of"), "none without tests");
}

/// Bytes do not depend on threads, nor on the number of pairs that are read at a time.
#[test]
fn same_bytes_on_any_number_of_threads() {
    let (gold, system) = (GOLD.repeat(200), SYSTEM.repeat(200));
    let place = Place::with(&[("gold", gold.as_bytes()), ("a.trees", system.as_bytes())]);
    for (threads, name) in [(1, "one"), (2, "two"), (7, "seven")] {
        let ran = place.run(&format!("report gold a.trees --sentences all --threads {threads} -o {name}"));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    }
    assert!(place.bytes("one") == place.bytes("two") && place.bytes("one") == place.bytes("seven"));
}

/// Words, labels and names of files are text, whatever they hold.
#[test]
fn hostile_names_are_text() {
    let words = "(S (NP (N <script>alert(1)</script>) (N </script>)) (V \"'&\u{1b}[2J))\n";
    // Brackets in words would be read as brackets.
    let words = words.replace("alert(1)", "alert");
    let label = words.replace("(NP", "(<img/src=x>");
    let place = Place::with(&[("gold", words.as_bytes()), ("<b>&\".trees", label.as_bytes())]);
    let ran = place.run("report gold <b>&\".trees -o r.html");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let page = page(&place, "r.html");
    let scripts = page.matches("<script").count();
    // The index, the data about it, one chunk, and the script.
    assert_eq!(scripts, 4 + page.matches("\"<script").count(), "no script but those of the report");
    for raw in ["<b>&\"", "<img/src", "</script>)", "\u{1b}"] {
        assert!(!page.contains(raw), "{raw:?}");
    }
}

#[test]
fn refused_pairs_are_counted_and_told() {
    let broken = SYSTEM.replacen("(VBD left))", "(VBD left)", 1);
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("a.trees", broken.as_bytes())]);
    let ran = place.run("report gold a.trees -o r.html");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let page = page(&place, "r.html");
    assert!(page.contains("1 refused</a>") && page.contains("not a tree"), "coverage and reason");
}

/// If most pairs are refused, the headline is over all pairs, as it is in the terminal.
#[test]
fn the_verdict_is_over_all_pairs_if_many_are_refused() {
    let other = GOLD.replace("Mara", "Cara").replace("rained", "hailed");
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("a.trees", other.as_bytes())]);
    assert_eq!(place.run("report gold a.trees -o r.html").status, Some(1));
    let page = page(&place, "r.html");
    let verdict = page.split("class=\"lede\"").nth(1).unwrap().split("</p>").next().unwrap();
    let json = place.run("gold a.trees -f json").report();
    let f1 = json["measures"][0]["scores"][0]["all_pairs"]["corpus"]["f1"].as_f64().unwrap();
    assert!(verdict.contains(&format!(" has F1 {:.2} over all sentences", 100.0 * f1)), "{verdict}");
    assert!(!verdict.contains("has F1 100.00."), "{verdict}");
}

/// Every score has its signature.
#[test]
fn all_signatures_are_there() {
    let place = place();
    assert_eq!(place.run("report gold a.trees b.trees -m leaf-ancestor,parseval -o r.html").status, Some(0));
    let page = page(&place, "r.html");
    let json = place.run("gold a.trees b.trees -m leaf-ancestor,parseval -f json").report();
    for measure in json["measures"].as_array().unwrap() {
        for cell in measure["scores"].as_array().unwrap() {
            let signature = cell["signature"].as_str().unwrap();
            assert!(page.contains(&format!(">{signature}<")), "{signature}");
        }
    }
}

/// A name cannot turn around what follows it, and a label cannot carry control characters.
#[test]
fn names_without_width_are_spelled_out() {
    let system = SYSTEM.replace("(NP ", "(N\u{202e}P\u{1b} ");
    let (gold, name) = ("g\u{202e}.trees", "h\u{202e}.trees");
    let place = Place::with(&[(gold, GOLD.as_bytes()), (name, system.as_bytes())]);
    let ran = place.run(&format!("report {gold} {name} -o r.html"));
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let page = page(&place, "r.html");
    let overview = page.split("<script").next().unwrap();
    assert!(overview.contains("g&#60;U+202E&#62;"), "{overview}");
    assert!(!overview.contains(['\u{202e}', '\u{1b}']), "{overview}");
}

/// Options are honoured or refused, and nothing is written then.
#[test]
fn options() {
    let place = place();
    for (options, status, said) in [
        ("--sentences all", 0, ""),
        ("--sentences none", 0, ""),
        ("--sentences 2", 0, ""),
        ("--no-tests", 0, ""),
        ("--cutoff 3", 2, "--cutoff is not an option of report"),
        ("-m parseval,struct-iou,word", 0, ""),
        ("-m word", 0, ""),
        ("-r unlabeled", 0, ""),
        ("--align", 0, ""),
        ("--sentences some", 2, "write all, none or a number of sentences"),
        ("--by label", 2, "--by is not an option of report"),
        ("--detail", 2, "--detail is not an option of report"),
        ("-f json", 2, "--format is not an option of report"),
        ("--worst 3", 2, "--worst is not an option of report"),
    ] {
        let ran = place.run(&format!("report gold a.trees b.trees {options} -o r.html"));
        assert_eq!(ran.status, Some(status), "{options}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{options}: {}", ran.stderr);
        assert_eq!(place.path("r.html").exists(), status == 0, "{options}");
        let _ = std::fs::remove_file(place.path("r.html"));
    }
    let ran = place.run("report gold a.trees -o a.trees");
    assert_eq!(ran.status, Some(2), "an input is not overwritten");
    assert_eq!(place.bytes("a.trees"), SYSTEM.as_bytes());
}

/// Only so many trees as are asked for: refused pairs and low figures first.
#[test]
fn the_worst_sentences_go_in_first() {
    let place = place();
    let count = |options: &str| {
        let ran = place.run(&format!("report gold a.trees {options} -o r.html"));
        assert_eq!(ran.status, Some(0), "{options}: {}", ran.stderr);
        let page = page(&place, "r.html");
        let stored = page.split("\"stored\":").nth(1).unwrap();
        stored.split(',').next().unwrap().parse::<u32>().unwrap()
    };
    assert_eq!([count("--sentences all"), count("--sentences 2"), count("--sentences none")], [3, 2, 0]);
}

#[test]
fn baselines_and_explanations() {
    let place = place();
    let ran = place
        .run("report gold a.trees b.trees --unlabeled --baselines --gold2 b.trees --explain raw -o r.html");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    let page = page(&place, "r.html");
    for row in ["left branching", "random binary", "best binary tree", "second annotator"] {
        assert!(page.contains(row), "{row}");
    }
    assert_eq!(page.matches("<tr class=\"baseline\">").count(), 6);
    assert_eq!(page.matches("<b>What each rule is worth</b>").count(), 2, "one for each system");
    let json = place.run(
        "explain gold a.trees --from raw --to collins --to-set match=spans --from-set match=spans -f json",
    );
    let steps: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let rule = steps["rules"][0]["name"].as_str().unwrap().to_owned();
    assert!(page.contains(&rule), "{rule}");
    for (options, message) in [
        ("--explain nothing", "there is no recipe `nothing`"),
        ("--explain raw -m parseval --cutoff 3", "--cutoff is not an option of report"),
    ] {
        let ran = place.run(&format!("report gold a.trees {options} -o s.html"));
        assert_eq!(ran.status, Some(2), "{options}");
        assert!(ran.stderr.contains(message) && !place.path("s.html").exists(), "{options}: {}", ran.stderr);
    }
}

#[test]
fn what_became_of_replies() {
    let replies = "{\"reply\": \"(S (NP (DT the) (NN cat)) (VP (VBD sat) (ADVP (RB down))) (. .))\"}\n"
        .to_owned()
        + "{\"reply\": \"I cannot.\"}\n{\"reply\": \"```\\n(S (NP (PRP it)) (VP (VBD rained)))\\n```\"}\n";
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("replies.jsonl", replies.as_bytes())]);
    let ran = place.run("report gold replies.jsonl --input replies -o r.html");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let page = page(&place, "r.html");
    for text in ["What became of the replies", "faithful", "on balanced"] {
        assert!(page.contains(text), "{text}");
    }
}
