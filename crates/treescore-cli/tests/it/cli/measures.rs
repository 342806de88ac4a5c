//! Struct-IoU, tree node, word and concept accuracy: options, signatures, times, several measures at once.

use serde_json::Value;

use crate::cli::{GOLD, Place};
use crate::json;

const FLIGHTS: [(&str, &[u8]); 3] = [
    ("gold", include_bytes!("../../../../../examples/flights.gold")),
    ("system", include_bytes!("../../../../../examples/flights.system")),
    ("types", include_bytes!("../../../../../examples/flights.types")),
];
const SPEECH: [(&str, &[u8]); 4] = [
    ("gold", include_bytes!("../../../../../examples/speech.gold.trees")),
    ("system", include_bytes!("../../../../../examples/speech.asr.trees")),
    ("gold.ctm", include_bytes!("../../../../../examples/speech.gold.ctm")),
    ("system.ctm", include_bytes!("../../../../../examples/speech.asr.ctm")),
];
const TIMED: &str = "-m struct-iou gold system --gold-times gold.ctm --system-times system.ctm";

#[test]
fn a_signature_repeats_every_option() {
    let flights = Place::with(&FLIGHTS);
    let speech = Place::with(&SPEECH);
    let times = "--gold-times gold.ctm --system-times system.ctm";
    for (place, files, options) in [
        (&flights, "", "-m tree-node --types types --cost-sub 2.5 --cost-ins 1 --cost-del 0.25"),
        (&flights, "", "-m tree-node --untyped --remove-labels ADigit,A --root ROOT --type-separator /"),
        (&flights, "", "-m concept --drop-empty-slots --labels cut"),
        (&flights, "", "-m word --input plain --cutoff 5"),
        (&speech, "", "-m struct-iou --terminals strict --iou-threshold 0.25 --wrap-words a|b --delete NP"),
        (&speech, times, "-m struct-iou --gaps close --unlabeled --allow-overlaps"),
    ] {
        let ran = place.run(&format!("gold system {files} {options}"));
        assert_eq!(ran.status, Some(0), "{options}: {}", ran.stderr);
        let signature = ran.stdout.lines().last().unwrap();
        let args = ["gold", "system", "--signature", signature].into_iter().chain(files.split_whitespace());
        let again = place.command(&args.collect::<Vec<_>>()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&again.stdout), ran.stdout, "{options}");
    }
}

/// A table may come through a pipe, so it is read once, whatever the number of measures.
#[cfg(unix)]
#[test]
fn tables_are_read_once() {
    let place = Place::with(&FLIGHTS);
    let types = FLIGHTS[2].1;
    let line = "-m tree-node,word,concept gold system --types";
    let (file, pipe) =
        (place.run(&format!("{line} types")), place.pipe(&format!("{line} /dev/stdin"), types));
    assert_eq!((pipe.status, &pipe.stdout, &pipe.stderr), (Some(0), &file.stdout, &file.stderr));
    assert_ne!(place.run(line.strip_suffix(" --types").unwrap()).stdout, file.stdout);
    let heads: &[u8] = b"*default* (r)\nVP (l)\n";
    let tree = |phrase: &str| format!("(S (NP (NN a) (NN b)) ({phrase} (VBD c) (NN d)))\n");
    let (gold, system) = (tree("VP"), tree("NP"));
    let place = Place::with(&[("gold", gold.as_bytes()), ("system", system.as_bytes()), ("heads", heads)]);
    let line = "-m dependency,attachment gold system --heads";
    let (file, pipe) =
        (place.run(&format!("{line} heads")), place.pipe(&format!("{line} /dev/stdin"), heads));
    assert_eq!((pipe.status, &pipe.stdout, &pipe.stderr), (Some(0), &file.stdout, &file.stderr));
    assert_ne!(place.run(&format!("{line} charniak")).stdout, file.stdout);
}

#[test]
fn options_are_never_ignored_in_silence() {
    let place = Place::with(&FLIGHTS);
    let signature = place.run("-m word gold system").stdout.lines().last().unwrap().to_owned();
    for (line, message) in [
        ("gold system --terminals strict", "--terminals is not an option of parseval"),
        ("-m word gold system --untyped", "--untyped is not an option of word"),
        ("-m word gold system --gold-times types --system-times types", "need -m struct-iou"),
        ("-m struct-iou gold system --tier words", "--tier needs --gold-times and --system-times"),
        ("gold system --ids types", "--ids needs --gold-times and --system-times"),
        ("-m word gold system --pair-by tree", "--input trees"),
        ("-m word gold system --by type", "word cannot be broken down by type"),
        ("-m word gold system --pair 1", "--pair needs"),
        ("-m word gold system -f latex --worst 2", "--worst cannot be shown in --format latex"),
        ("-m word gold system -f csv --refused", "--refused cannot be shown in --format csv"),
        ("-m word gold system -f csv --detail", "--detail cannot be shown in --format csv"),
        ("-m tree-node gold system --types types -o types", "would overwrite an input file"),
        ("-m tree-node gold system --cost-sub x", "`x` is not a valid value for `cost-sub`"),
        (
            "-m struct-iou gold system --iou-threshold 1",
            "it takes a number from 0 up to, but not including, 1",
        ),
        ("-m speech gold system", "unknown measure `speech`"),
        (&format!("gold system --signature {signature} --terminals strict"), "is not an option of word"),
        (&format!("-m tree-node gold system --signature {signature}"), "cannot be used with"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let text = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(message), "{line}: {text}");
    }
    assert_eq!(place.names(), ["gold", "system", "types"]);
    let ran = place.run("-m word gold system --detail --pair 4");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("there is no pair 4: the last pair is 3"), "{}", ran.stderr);
}

#[test]
fn several_measures_are_told_apart() {
    let place = Place::with(&FLIGHTS);
    let report = place.run("-m word,concept gold system -f json").report();
    let names: Vec<&Value> =
        report["measures"].as_array().unwrap().iter().map(|measure| &measure["name"]).collect();
    assert_eq!(names, ["word", "concept"]);
    assert_eq!(json::counts_by(&report, 1)["inserted"], 6);

    let lines = place.run("-m word,tree-node gold system -f jsonl --per-sentence --detail").lines();
    let rows = |name: &str| lines.iter().filter(|line| line["measure"] == name).count();
    assert_eq!((rows("word"), rows("tree-node"), lines.len()), (4, 4, 8));
    let first = &lines[0]["matches"][0];
    assert_eq!((&first["gold"]["label"], &first["verdict"]), (&"d_i".into(), &"missing".into()));

    let csv = place.run("-m word,struct-iou gold system -f csv --wrap-words W").stdout;
    assert!(csv.starts_with("measure,system,average,cutoff,group_kind,group,accuracy,"), "{csv}");
}

#[test]
fn the_examples_of_the_papers() {
    let place = Place::with(&FLIGHTS);
    let ran =
        place.run("-m tree-node,word,concept gold system --types types -f jsonl --per-sentence --pair 1");
    let rows = ran.lines();
    let figure = |row: usize, key: &str| rows[row]["figures"][key].to_string();
    assert_eq!([0, 1, 2].map(|row| figure(row, "accuracy")), ["0.5", "0.5", "-1.0"]);
    assert_eq!([figure(0, "distance"), figure(1, "distance")], ["23.0", "10.0"]);

    let place = Place::with(&SPEECH);
    let row = |options: &str| {
        let lines = place.run(&format!("{TIMED} {options} -f jsonl --per-sentence --pair 1")).lines();
        assert_eq!(lines[0]["utterance"], "u1");
        lines[0]["figures"]["struct_iou"].as_f64().unwrap()
    };
    for (options, expected) in [
        ("", 0.753_846),
        ("--terminals strict", 0.712_821),
        ("--terminals strict --iou-threshold 0.5", 0.661_538),
    ] {
        assert!((row(options) - expected).abs() < 1e-6, "{options}: {}", row(options));
    }
}

#[test]
fn times_that_do_not_fit_are_refused_by_name() {
    for (from, to, kind, message) in [
        (
            "u2 A 0.27 0.38 mends\n",
            "",
            "number of times differs",
            "3 words, 2 times in system.ctm (utterance u2)",
        ),
        ("u2 A 0.27", "u2 A 0.17", "times out of order", "utterance u2, word 2 `mends`: starts at 0.17"),
        ("u2 A 0.27 0.38", "u2 A 0.27 -1", "times out of order", "utterance u2, word 2 `mends`"),
    ] {
        let system = String::from_utf8(SPEECH[3].1.to_vec()).unwrap().replace(from, to);
        let place = Place::with(&[SPEECH[0], SPEECH[1], SPEECH[2], ("system.ctm", system.as_bytes())]);
        let ran = place.run(&format!("{TIMED} --refused --width 200"));
        assert_eq!(ran.status, Some(1), "{to}: {}", ran.stderr);
        assert!(ran.stdout.contains("3 pairs: 2 scored, 1 refused"), "{to}: {}", ran.stdout);
        assert!(ran.stdout.contains(kind) && ran.stdout.contains(message), "{to}: {}", ran.stdout);
    }
}

/// A line that is no record shows that the file is not what it seems to be.
#[test]
fn files_that_are_no_times_are_refused() {
    for (to, message) in [
        ("u2 A NaN", "error: system.ctm:6:1: `NaN` is not a time"),
        ("u2", "error: system.ctm:6:1: 3 columns; CTM has at least 5"),
    ] {
        let system = String::from_utf8(SPEECH[3].1.to_vec()).unwrap().replace("u2 A 0.27", to);
        let place = Place::with(&[SPEECH[0], SPEECH[1], SPEECH[2], ("system.ctm", system.as_bytes())]);
        let ran = place.run(TIMED);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{to}");
        assert!(ran.stderr.starts_with(message), "{to}: {}", ran.stderr);
    }
}

#[test]
fn times_of_another_utterance_are_refused() {
    let shifted = String::from_utf8(SPEECH[3].1.to_vec()).unwrap().replace("u2 A", "u9 A");
    let shifted: String =
        shifted.lines().filter(|line| !line.starts_with("u1")).flat_map(|l| [l, "\n"]).collect();
    let place = Place::with(&[SPEECH[0], SPEECH[1], SPEECH[2], ("system.ctm", shifted.as_bytes())]);
    let ran = place.run(&format!("{TIMED} --times-by utterance --refused --width 200"));
    assert!(
        ran.stdout.contains("tree 2 has the times of utterance u3, but gold has those of u2"),
        "{}",
        ran.stdout
    );
}

#[test]
fn recordings_of_many_trees() {
    let ctm = |at: usize| {
        let text = String::from_utf8(SPEECH[at].1.to_vec()).unwrap();
        let words = text.lines().filter(|line| !line.starts_with(";;"));
        let later = |line: &str| {
            let fields: Vec<&str> = line.split(' ').collect();
            let start = fields[2].parse::<f64>().unwrap() + 10.0 * fields[0][1..].parse::<f64>().unwrap();
            format!("tape A {start:.2} {} {}\n", fields[3], fields[4])
        };
        words.map(later).collect::<String>()
    };
    let (gold, system) = (ctm(2), ctm(3));
    let whole = Place::with(&SPEECH);
    let running = Place::with(&[
        SPEECH[0],
        SPEECH[1],
        ("gold.ctm", gold.as_bytes()),
        ("system.ctm", system.as_bytes()),
    ]);
    let row = |place: &Place| place.run(TIMED).row("sentence mean");
    assert_eq!(row(&running), row(&whole));
    assert_eq!(row(&whole).len(), 3);
}

#[test]
fn an_utterance_is_one_line() {
    let tree = b"(S\n  (NP (N a))\n  (V b))\n";
    let place = Place::with(&[("tree", tree), ("three", b"a\nb\nc\n"), ("two", b"a\n\n")]);
    let ran = place.run("-m tree-node tree tree");
    assert_eq!((ran.status, ran.row("corpus")[0].as_str()), (Some(0), "100.00"), "a tree over several lines");
    assert_eq!(place.run("-m tree-node tree tree --input trees").row("corpus")[0], "100.00");
    let uneven = place.run("-m word three two");
    assert_eq!(uneven.status, Some(2));
    assert!(uneven.stderr.contains("three has 3 lines, two has 2"), "{}", uneven.stderr);
    assert!(uneven.stderr.contains("write an utterance without words as an empty line"), "{}", uneven.stderr);
}

#[test]
fn large_pairs_are_refused_and_say_what_they_need() {
    let comb = |label: &str| format!("{}(N z){}\n", format!("({label} (N a) ").repeat(600), ")".repeat(600));
    let (gold, system) = (comb("X"), comb("Y"));
    let place = Place::with(&[("gold", gold.as_bytes()), ("system", system.as_bytes())]);
    for measure in ["struct-iou", "tree-node"] {
        let ran = place.run(&format!("-m {measure} gold system --memory 1M --width 200"));
        assert_eq!(ran.status, Some(1), "{measure}");
        assert!(ran.stdout.contains("the limit is 1048576; raise it: --memory"), "{}", ran.stdout);
        assert_eq!(place.run(&format!("-m {measure} gold system --memory 1G")).status, Some(0), "{measure}");
    }
}

#[test]
fn pairs_that_need_more_work_than_allowed_are_refused_and_say_so() {
    let zigzag = |offset: usize, label: &str| {
        let (mut before, mut after) = (String::new(), String::new());
        for level in 0..60 {
            let is_left = (level + offset).is_multiple_of(2);
            before.extend(["(", label, " ", if is_left { "(N a) " } else { "" }]);
            after.insert_str(0, if is_left { ")" } else { " (N a))" });
        }
        format!("{before}(N a){after}\n")
    };
    let words = |word: &str| (0..200).map(|at| format!("(N {word}{at})")).collect::<Vec<_>>().join(" ");
    let lines = [words("a"), words("b")].map(|words| format!("(S {words})\n"));
    let place = Place::with(&[
        ("gold", zigzag(0, "X").as_bytes()),
        ("system", zigzag(1, "Y").as_bytes()),
        ("gold.words", lines[0].as_bytes()),
        ("system.words", lines[1].as_bytes()),
        ("forth.words", (1..=3000).map(|n| format!("w{n} ")).collect::<Vec<_>>().concat().as_bytes()),
        ("back.words", (1..=3000).rev().map(|n| format!("w{n} ")).collect::<Vec<_>>().concat().as_bytes()),
    ]);
    for (run, allowed) in [
        ("-m struct-iou gold system", "|effort:1e9|"),
        ("-m tree-node gold system", "|effort:1e9|"),
        ("-m word gold.words system.words", "|effort:1e9|"),
        ("-m concept gold.words system.words", "|effort:1e9|"),
        ("--side -m attachment gold.words system.words", "|word-effort:1e9|"),
    ] {
        let ran = place.run(&format!("{run} --effort 1e3 --width 300"));
        assert_eq!(ran.status, Some(1), "{run}: {}", ran.stdout);
        assert!(ran.stdout.contains("too much work"), "{run}: {}", ran.stdout);
        assert!(ran.stdout.contains("the limit is 1e3; allow it: --effort "), "{run}: {}", ran.stdout);
        let ran = place.run(&format!("{run} --effort 1e9 --width 300"));
        assert_eq!(ran.status, Some(0), "{run}: {}", ran.stdout);
        assert!(ran.stdout.contains(allowed), "{run}: {}", ran.stdout);
        assert!(!place.run(run).stdout.contains("effort"), "{run}: the default is not in the signature");
    }
    // The same words in another order: nothing but the alignment itself shows that it takes this long.
    let ran = place.run("-m word forth.words back.words --effort 1e6 --width 300");
    assert_eq!(ran.status, Some(1), "{}", ran.stdout);
    assert!(ran.stdout.contains("the limit is 1e6; allow it: --effort "), "{}", ran.stdout);
    let ran = place.run("-m struct-iou gold system --effort -1");
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
}

#[test]
fn trees_over_sound_need_no_words() {
    let place = Place::with(&[
        ("gold", b"(S (NP (D the) (N dog)) (VP (V sleeps)))\n(S (A a) (B b))\n"),
        ("system", b"(S (NP (D) (N)) (VP (V) (ADV)))\n(())\n"),
        ("gold.jsonl", b"[[0.2, 0.4], [0.4, 0.9], [1.1, 1.6]]\n[[0, 1], [1, 2]]\n"),
        ("system.jsonl", b"[[0.2, 0.5], [0.5, 0.9], [1.0, 1.3], [1.3, 1.6]]\n[[0, 1], [1, 2]]\n"),
    ]);
    let ran = place.run("-m struct-iou gold system --gold-times gold.jsonl --system-times system.jsonl");
    let scored = ran.row("scored only (1 of 2)");
    assert_eq!((scored[0].as_str(), ran.status), ("0.7538", Some(1)), "{}", ran.stdout);
    assert!(ran.stdout.contains("1  no tree          first: pair 2"), "{}", ran.stdout);
}

/// `forms=any` is refused where words are all that is compared.
#[test]
fn words_are_compared_where_they_are_measured() {
    let place = Place::with(&[("a", b"(S (N a) (V b))\n"), ("b", b"(S (N c) (V d))\n")]);
    for options in ["-m word", "-m concept", "-m tree-node", "--align", "--side", "--utterances"] {
        let ran = place.run(&format!("a b --set forms=any {options}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{options}: {}", ran.stdout);
        assert!(ran.stderr.contains("set `forms` to exact, folded or normal"), "{options}: {}", ran.stderr);
    }
    for options in ["", "-m leaf-ancestor", "-m dependency"] {
        let ran = place.run(&format!("a b --set forms=any {options}"));
        assert_eq!(ran.status, Some(0), "{options}: {}", ran.stderr);
        assert!(ran.stderr.contains("words are not compared: 0 of 2 words"), "{options}: {}", ran.stderr);
    }
}

/// `c-pcfg` leaves sentences of one word out of the mean, `prpn` scores them 100.
#[test]
fn sentences_that_are_too_short_do_not_count() {
    let gold = "(TOP (S (N a)))\n(TOP (S (NP (D a) (N b)) (VP (V c) (N d))))\n(TOP (S (N a) (. .)))\n";
    let system = "(TOP (S (N a)))\n(TOP (S (NP (D a) (N b)) (X (V c)) (N d)))\n(TOP (S (N a) (. .)))\n";
    let place = Place::with(&[("gold", gold.as_bytes()), ("system", system.as_bytes())]);
    for (options, mean, empty) in [
        ("-r prpn", "88.89", 0),
        ("-r on-lstm", "88.89", 0),
        ("-r unsupervised-sentence", "88.89", 0),
        ("-r c-pcfg", "66.67", 2),
        ("-r prpn --set shortest=2", "66.67", 2),
        ("-r c-pcfg --set shortest=1", "88.89", 0),
    ] {
        let ran = place.run(&format!("gold system {options}"));
        assert_eq!(ran.row("sentence")[1], mean, "{options}: {}", ran.stdout);
        let report = place.run(&format!("gold system {options} -f json")).report();
        assert_eq!(report["measures"][0]["scores"][0]["coverage"]["empty"], empty, "{options}");
    }
    let refused = place.run("gold system --set shortest=0").stderr;
    assert!(refused.split_whitespace().collect::<Vec<_>>().join(" ").contains("a number of words, from 1"));
}

/// Any number of labels makes a report of bounded length.
#[test]
fn the_rarest_of_very_many_labels_are_summed_up() {
    let tree = |at: usize| format!("(S (L{at} (N a)) (V b))\n(S (L{} (N a)) (V b))\n", at.min(3));
    let trees: String = (0..10_500).map(tree).collect();
    let place = Place::with(&[("gold", trees.as_bytes())]);
    let ran = place.run("gold gold --by label --no-tests -f json");
    assert!(ran.stderr.contains("10,000 most frequent are listed; 501 more are summed up as (others)"));
    let breakdown = &ran.report()["measures"][0]["scores"][0]["breakdown"];
    let groups = breakdown["groups"].as_array().unwrap();
    assert_eq!((groups.len(), &breakdown["others"]), (10_001, &501.into()));
    let last = groups.last().unwrap();
    assert_eq!((&last["name"], &last["counts"]["gold"]), (&"(others)".into(), &501.into()));
    let sum: u64 = groups.iter().map(|group| group["counts"]["gold"].as_u64().unwrap()).sum();
    assert_eq!(sum, 42_000);
    let text = place.run("gold gold --by label --no-tests").stdout;
    let other = text.lines().find(|line| line.trim_start().starts_with("other")).unwrap();
    assert!(other.contains("10,502"), "{other}");
}

/// A mean over sentences that no measure has is refused; a recipe with means serves measures without them, too.
#[test]
fn means_that_no_measure_has_are_refused() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    let ran = place.run("gold gold -m tree-node --set avg=sentence");
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("tree-node has no means over"), "{}", ran.stderr);
    for line in ["-m parseval,tree-node --set avg=sentence", "-m parseval,word -r unsupervised-sentence"] {
        let ran = place.run(&format!("gold gold {line}"));
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
    }
}
