//! Intervals and tests: options, signatures, `compare` and `correlate`.

use serde_json::Value;

use crate::cli::Place;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

const FILES: [(&str, &[u8]); 4] = [
    ("gold", include_bytes!("../../../../../examples/gold.trees")),
    ("heron.trees", include_bytes!("../../../../../examples/heron.trees")),
    ("plover.trees", include_bytes!("../../../../../examples/plover.trees")),
    ("wren.trees", include_bytes!("../../../../../examples/wren.trees")),
];

fn place() -> Place {
    Place::with(&FILES)
}

/// The intervals of a system in a JSON report.
fn intervals(report: &Value, system: usize) -> &Vec<Value> {
    report["measures"][0]["scores"][system]["intervals"].as_array().unwrap()
}

/// More pairs than are drawn one by one, but few keys: breakdowns draw the keys, as the whole does.
#[test]
fn groups_draw_the_keys_of_the_whole() {
    const PAIRS: usize = 131_080;
    let gold = "(S (NP (D a) (N b)) (V c))\n(S (NP (D a)) (VP (V c)))\n".repeat(PAIRS / 2);
    let system = "(S (NP (D a) (N b)) (V c))\n(S (XP (D a)) (VP (V c)))\n(S (D a) (N b) (V c))\n(S (NP (D a)) (V c))\n";
    let keys: Vec<String> = (0..PAIRS).map(|pair| format!("speaker {}\n", pair * 7 % 5003)).collect();
    let keys = keys.concat();
    let system = system.repeat(PAIRS / 4);
    let place = Place::with(&[("g", gold.as_bytes()), ("s", system.as_bytes()), ("keys", keys.as_bytes())]);
    for by in ["label", "length", "max-length"] {
        let ran = place.run(&format!("g s -f json --by {by} --resample-by keys --resamples 20"));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let report = json(&ran.stdout);
        let score = &report["measures"][0]["scores"][0];
        let whole = &intervals(&report, 0)[0]["interval"]["units"];
        let groups = score["breakdown"]["groups"].as_array().unwrap();
        let units: Vec<&Value> = groups.iter().map(|group| &group["interval"]["units"]).collect();
        assert!(units.contains(&whole), "{by}: {units:?}, {whole}");
    }
}

/// Labels and keys that are not UTF-8 stay different.
#[test]
fn labels_and_keys_in_another_encoding_stay_different() {
    let gold = b"(S (N\xe4 (D a) (N b)) (N\xf6 (V c)))\n(S (N\xe4 (D a)) (N\xf6 (V c) (V d)))\n".repeat(20);
    let system = b"(S (N\xe4 (D a) (N b)) (X (V c)))\n(S (X (D a)) (N\xf6 (V c) (V d)))\n".repeat(20);
    let keys: Vec<u8> = (0..40_u8).flat_map(|pair| [b'M', 0xe0 + pair % 20, b'\n']).collect();
    let place = Place::with(&[("g", &gold), ("s", &system), ("keys", &keys)]);
    let ran = place.run("g s --by label -r raw");
    for name in [r"N\xe4", r"N\xf6"] {
        assert!(ran.stdout.contains(name), "{name}: {}", ran.stdout);
    }
    let report = json(&place.run("g s --by label -f json -r raw").stdout);
    let groups = report["measures"][0]["scores"][0]["breakdown"]["groups"].as_array().unwrap();
    assert!(groups.iter().all(|group| group["interval"]["units"] == 40), "{groups:?}");
    let marked = [b"\xef\xbb\xbf", &keys[..]].concat();
    for keys in [&keys[..], &marked] {
        std::fs::write(place.path("keys"), keys).unwrap();
        let report = json(&place.run("g s -f json --resample-by keys").stdout);
        assert_eq!(intervals(&report, 0)[0]["interval"]["units"], 20);
    }
}

/// Options that cannot be honoured, and what is said.
const REFUSED: &[(&str, &str)] = &[
    ("gold heron.trees --test bootstrap", "--test needs several systems"),
    ("gold heron.trees --shuffles 10", "--shuffles needs several systems"),
    ("gold heron.trees --reference heron", "--reference needs several systems"),
    ("gold heron.trees plover.trees --reference kite", "there is no such system"),
    ("gold heron.trees plover.trees --test bootstrap --shuffles 10", "--shuffles needs --test randomisation"),
    ("gold heron.trees --level 100", "above 0 and below 100"),
    ("gold heron.trees --level 99.99", "above 0 and below 100"),
    ("gold heron.trees --resamples 0", "must be a whole number from 1 to 4,294,967,296"),
    ("gold heron.trees --resamples 4294967297", "must be a whole number from 1 to 4,294,967,296"),
    (
        "gold heron.trees plover.trees --shuffles 99999999999",
        "must be a whole number from 1 to 4,294,967,296",
    ),
    ("gold heron.trees --resamples 4294967296", "so many replicates would take 207 GB of memory"),
    (
        "compare gold heron.trees plover.trees --shuffles 100000000 --samples s.csv",
        "use smaller --resamples and --shuffles, or no --samples",
    ),
    ("gold heron.trees --seed -1", "must be a whole number from 0 to 18,446,744,073,709,551,615"),
    ("gold heron.trees --seed 18446744073709551616", "from 0 to 18,446,744,073,709,551,615"),
    ("gold heron.trees --no-tests --seed 1", "--seed draws nothing with --no-tests"),
    ("gold heron.trees --resample-by side", "--resample-by side needs --side or --utterances"),
    ("gold heron.trees --resample-by nowhere", "cannot read nowhere"),
    ("gold heron.trees --resample-by keys", "the file has 2 keys, but there are 24 gold trees"),
    ("gold heron.trees --per-sentence -f csv --level 99", "--level cannot be shown beside rows"),
    ("compare gold heron.trees", "two systems are needed"),
    ("compare gold heron.trees plover.trees --by label", "--by is not an option of compare"),
    ("compare gold heron.trees plover.trees --no-tests", "--no-tests is not an option of compare"),
    ("compare gold heron.trees plover.trees -f jsonl", "cannot show a comparison"),
    ("compare gold heron.trees plover.trees --set cutoff=10", "--set cutoff is not an option of compare"),
    (
        "compare gold heron.trees plover.trees wren.trees --sentences 2",
        "--sentences compares two systems, but there are 3",
    ),
    (
        "compare gold heron.trees plover.trees --samples s.csv --spreadsheet",
        "--spreadsheet needs --format csv",
    ),
    (
        "gold heron.trees heron.mrg --reference heron",
        "--reference heron is ambiguous: heron.trees, heron.mrg",
    ),
    ("compare gold heron.trees plover.trees -o s.csv --samples s.csv", "would overwrite another file"),
    (
        "compare gold heron.trees plover.trees --samples s.txt",
        "the name must end in .csv, .jsonl or .parquet",
    ),
    ("compare --evalb gold heron.trees", "there is no table of EVALB in it"),
    ("compare --evalb gold heron.trees -m word", "cannot be used with"),
    ("correlate gold heron.trees", "two measures are needed"),
    ("correlate gold heron.trees -m parseval,struct-iou --group 5", "--group needs --over groups"),
    (
        "correlate gold heron.trees plover.trees -m parseval,struct-iou --plot p.svg",
        "there are 2 plots to draw",
    ),
    ("correlate gold heron.trees -m parseval,struct-iou --ci bca", "--ci is not an option of correlate"),
    (
        "correlate gold heron.trees -m parseval,struct-iou --over groups --group 25",
        "heron.trees: there is no group of 25 sentences, because there are only",
    ),
    ("correlate gold heron.trees --signature x", "--signature is not an option of correlate"),
];

#[test]
fn options_that_cannot_be_honoured_are_refused() {
    let place = place();
    std::fs::write(place.path("keys"), "a\nb\n").unwrap();
    std::fs::write(place.path("heron.mrg"), place.bytes("heron.trees")).unwrap();
    for (line, message) in REFUSED {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(2), "{line}: {}", ran.stderr);
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(message), "{line}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{line}");
    }
    assert!(!place.names().iter().any(|name| name.starts_with("s.") || name.starts_with("p.")));
}

#[test]
fn scores_are_the_same_without_tests() {
    let place = place();
    let [with, without] = ["", " --no-tests"]
        .map(|option| json(&place.run(&format!("gold heron.trees wren.trees -f json{option}")).stdout));
    assert!(
        with["measures"][0]["comparisons"].is_array() && without["measures"][0].get("comparisons").is_none()
    );
    for system in 0..2 {
        let scores = |report: &Value, what: &str| report["measures"][0]["scores"][system][what].clone();
        assert_eq!(scores(&with, "scored"), scores(&without, "scored"));
        assert_eq!(scores(&with, "all_pairs"), scores(&without, "all_pairs"));
        assert!(!intervals(&with, system).is_empty());
        assert!(!scores(&without, "signature").as_str().unwrap().contains("boot:"));
    }
}

/// Threads, other systems and other measures change no digit.
#[test]
fn nothing_beside_changes_an_interval() {
    let place = place();
    let of = |options: &str, system: usize| {
        let report = json(&place.run(&format!("gold {options} -f json --resamples 200")).stdout);
        intervals(&report, system).clone()
    };
    let alone = of("heron.trees", 0);
    assert_eq!(of("heron.trees --threads 4", 0), alone);
    assert_eq!(of("plover.trees heron.trees", 1), alone);
    assert_eq!(of("heron.trees wren.trees -m parseval,struct-iou", 0), alone);
}

#[test]
fn a_signature_gives_the_settings_back() {
    let place = place();
    let options = "--level 99.5 --ci bca --resamples 300 --seed 7 --resample-by file";
    let ran = place.run(&format!("gold heron.trees plover.trees --shuffles 500 {options}"));
    let signature = ran.stdout.lines().last().unwrap().to_owned();
    assert!(signature.contains("|boot:300|ci:bca|level:99.5|ar:500|resample:file|seed:7|r:"), "{signature}");
    let args = ["gold", "heron.trees", "plover.trees", "--signature", &signature];
    let again = place.command(&args).env("TREESCORE_SEED", "8").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&again.stdout), ran.stdout);
    let one = ["gold", "heron.trees", "--signature", &signature, "--seed", "9"];
    let other = String::from_utf8(place.command(&one).output().unwrap().stdout).unwrap();
    assert!(other.contains("|boot:300|ci:bca|level:99.5|resample:file|seed:9|r:"), "{other}");
    // What differs from the signature is said, by `compare`, too, and nothing else is.
    let expected = ["seed: the signature says 7, this run has 9"];
    let warnings = |stderr: &[u8]| {
        let text = String::from_utf8_lossy(stderr).into_owned();
        let warnings = text.lines().filter_map(|line| line.strip_prefix("warning: ").map(str::to_owned));
        warnings.collect::<Vec<_>>()
    };
    assert_eq!(warnings(&place.command(&one).output().unwrap().stderr), expected);
    assert_eq!(warnings(&again.stderr), [""; 0]);
    let compare = [&["compare"], &args[..], &["--seed", "9"]].concat();
    let found = warnings(&place.command(&compare).output().unwrap().stderr);
    assert_eq!(found, ["heron.trees", "plover.trees"].map(|name| format!("{name}: {}", expected[0])));
    let broken = signature.replace("level:99.5", "level:100");
    let refused = place.command(&["gold", "heron.trees", "--signature", &broken]).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("not a valid value for level"));
}

#[test]
fn the_seed_of_the_environment_counts_if_no_option_is_given() {
    let place = place();
    let with = |seed: &str, options: &[&str]| {
        let args: Vec<&str> = ["gold", "heron.trees"].iter().chain(options).copied().collect();
        let output = place.command(&args).env("TREESCORE_SEED", seed).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    assert!(with("7", &[]).contains("|seed:7|"));
    assert!(with("7", &["--seed", "8"]).contains("|seed:8|"));
    assert!(with("x", &[]).contains("TREESCORE_SEED: `x` is not a whole number"));
}

#[test]
fn a_system_is_not_better_than_itself() {
    let place = place();
    std::fs::copy(place.path("heron.trees"), place.path("same.trees")).unwrap();
    let ran = place.run("compare gold heron.trees same.trees");
    assert!(ran.stdout.contains("no significant difference in F1"), "{}", ran.stdout);
    let report = json(&place.run("compare gold heron.trees same.trees -f json").stdout);
    for found in report["measures"][0]["comparisons"].as_array().unwrap() {
        if !found["difference"].is_null() {
            assert_eq!(
                (&found["test"]["p"], &found["difference"]),
                (&Value::from(1.0), &Value::from(0.0)),
                "{found}"
            );
        }
        assert_eq!(found["better"]["equal"], 24, "{found}");
    }
    assert!(!ran.stdout.contains("is better in"), "{}", ran.stdout);
}

/// A refused pair counts zero in recall, and nobody gains precision by refusing.
#[test]
fn refusing_is_not_rewarded() {
    let place = place();
    let report = json(&place.run("compare gold heron.trees wren.trees -f json").stdout);
    let comparisons = report["measures"][0]["comparisons"].as_array().unwrap();
    let over = |figure: &str| {
        let found =
            comparisons.iter().find(|found| found["figure"] == figure && found["average"] == "corpus");
        found.unwrap()["over"].clone()
    };
    assert_eq!([over("f1"), over("recall"), over("exact")], ["all", "all", "all"]);
    assert_eq!([over("precision"), over("crossing")], ["common", "common"]);
}

/// With `--align` and `--side`, gold trees without any system tree are scored, and nobody gains by saying nothing.
#[test]
fn silence_is_not_rewarded() {
    let place = place();
    let lines = std::fs::read_to_string(place.path("heron.trees")).unwrap();
    let some = lines.lines().enumerate().filter(|(at, _)| at % 3 != 1).map(|(_, line)| format!("{line}\n"));
    std::fs::write(place.path("silent.trees"), some.collect::<String>()).unwrap();
    for (folder, system) in [("g", "gold"), ("h", "heron.trees"), ("s", "silent.trees")] {
        let text = std::fs::read_to_string(place.path(system)).unwrap();
        std::fs::create_dir(place.path(folder)).unwrap();
        std::fs::write(place.path(&format!("{folder}/1.trees")), &text).unwrap();
        let other = if folder == "s" { String::new() } else { text };
        std::fs::write(place.path(&format!("{folder}/2.trees")), other).unwrap();
    }
    for line in ["gold heron.trees silent.trees --align", "g h s --side"] {
        let report = json(&place.run(&format!("compare {line} -f json")).stdout);
        for found in report["measures"][0]["comparisons"].as_array().unwrap() {
            let what = format!("{line}: {} {}", found["figure"], found["average"]);
            let difference = found["difference"].as_f64();
            match (found["figure"].as_str().unwrap(), found["average"].as_str().unwrap()) {
                ("precision" | "crossing", "corpus") if line.ends_with("align") => {
                    assert_eq!((difference, &found["test"]["p"]), (Some(0.0), &Value::from(1.0)), "{what}");
                    assert_eq!(found["over"], "common");
                }
                ("precision" | "crossing", "corpus") => assert_eq!(found["over"], "common"),
                _ => assert!(difference <= Some(0.0), "{what}: {difference:?}"),
            }
        }
    }
}

#[test]
fn the_reference_can_be_moved_and_all_pairs_be_compared() {
    let place = place();
    let csv = |options: &str| {
        let ran = place.run(&format!("compare gold heron.trees plover.trees wren.trees -f csv {options}"));
        let lines = ran.stdout.lines().filter(|line| line.contains(",f1,corpus,"));
        lines.map(|line| line.split(',').skip(1).take(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(csv(""), ["plover.trees heron.trees", "wren.trees heron.trees"]);
    assert_eq!(csv("--reference wren"), ["heron.trees wren.trees", "plover.trees wren.trees"]);
    let all = ["plover.trees heron.trees", "wren.trees heron.trees", "wren.trees plover.trees"];
    assert_eq!(csv("--pairwise"), all);
}

/// The quantiles of the samples are the interval.
#[test]
fn samples_are_what_the_interval_is_made_of() {
    let place = place();
    let report = json(&place.run("compare gold heron.trees plover.trees --samples s.jsonl -f json").stdout);
    let samples = String::from_utf8(place.bytes("s.jsonl")).unwrap();
    let samples: Vec<Value> = samples.lines().map(json).collect();
    let is_f1 = |sample: &&Value| sample["figure"] == "f1" && sample["average"] == "corpus";
    let of = |kind: &str, reference: &str| -> Vec<f64> {
        let is_asked =
            |sample: &&Value| sample["kind"] == kind && sample["reference"] == reference && is_f1(sample);
        samples.iter().filter(is_asked).filter_map(|sample| sample["value"].as_f64()).collect()
    };
    let mut differences = of("bootstrap", "heron.trees");
    assert_eq!(differences.len(), 1000);
    differences.sort_by(f64::total_cmp);
    let found = &report["measures"][0]["comparisons"][0]["interval"];
    let quantile = |q: f64| {
        let place = 999.0 * q;
        let at = place.floor() as usize;
        differences[at] + (differences[at + 1] - differences[at]) * (place - place.floor())
    };
    assert_eq!(
        [found["low"].as_f64(), found["high"].as_f64()],
        [Some(quantile(0.025)), Some(quantile(0.975))]
    );
    let csv = place.run("compare gold heron.trees plover.trees --samples s.csv -q");
    assert_eq!(csv.status, Some(0));
    assert_eq!(String::from_utf8(place.bytes("s.csv")).unwrap().lines().count(), samples.len() + 1);
}

#[test]
fn outputs_of_evalb_are_compared() {
    let place = place();
    for system in ["heron", "wren"] {
        let table = place.run(&format!("evalb gold {system}.trees")).stdout;
        std::fs::write(place.path(&format!("{system}.txt")), table).unwrap();
    }
    let ran = place.run("compare --evalb heron.txt wren.txt");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("wren.txt: 8 sentences have no counts"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("over the 16 pairs that both scored; heron better on 2, wren on 6, equal on 8"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("intervals from so few units (16) are rough"), "{}", ran.stdout);
    // What EVALB's rows do not say in so many words follows from them.
    let csv = place.run("compare --evalb heron.txt wren.txt -f csv").stdout;
    for figure in ["no_crossing", "two_or_fewer_crossing"] {
        let row = csv.lines().find(|row| row.contains(&format!(",{figure},corpus,"))).unwrap();
        assert!(!row.contains(",corpus,common,0,0,"), "{row}");
    }
    let all = String::from_utf8(place.bytes("heron.txt")).unwrap();
    let short: Vec<&str> = all.lines().filter(|line| !line.starts_with("  24")).collect();
    std::fs::write(place.path("short.txt"), short.join("\n")).unwrap();
    let refused = place.run("compare --evalb heron.txt short.txt");
    assert!(refused.stderr.contains("heron.txt has 24 rows, short.txt has 23"), "{}", refused.stderr);
    // `-` is standard input, once.
    let piped = |args: &[&str]| {
        let table = std::fs::File::open(place.path("wren.txt")).unwrap();
        place.command(args).stdin(table).output().unwrap()
    };
    let found =
        String::from_utf8(piped(&["compare", "--evalb", "heron.txt", "-", "-f", "json"]).stdout).unwrap();
    let named = place.run("compare --evalb heron.txt wren.txt -f json").stdout;
    assert_eq!(found.replace("\"-\"", "\"wren.txt\"").replace("-: 8 sent", "wren.txt: 8 sent"), named);
    let twice = piped(&["compare", "--evalb", "-", "-"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&twice.stderr).contains("is given more than once"));
    std::fs::write(place.path("cut.txt"), &all[..all.len() / 3]).unwrap();
    let refused = place.run("compare --evalb heron.txt cut.txt");
    assert!(refused.stderr.contains("cut.txt: it is cut short"), "{}", refused.stderr);
}

/// Each two outputs of EVALB are compared over the sentences that both have: a third changes nothing.
#[test]
fn a_third_output_of_evalb_changes_nothing() {
    let place = place();
    for system in ["heron", "plover", "wren"] {
        let table = place.run(&format!("evalb gold {system}.trees")).stdout;
        std::fs::write(place.path(&format!("{system}.txt")), table).unwrap();
    }
    let of = |files: &str| {
        let ran = place.run(&format!("compare --evalb {files} -f json"));
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        let report = json(&ran.stdout);
        let found = report["measures"][0]["comparisons"].as_array().unwrap().clone();
        let is_plover = |found: &Value| found["system"] == "plover.txt" && found["against"] == "heron.txt";
        let mut found: Vec<Value> = found.into_iter().filter(is_plover).collect();
        // Holm's correction depends on the number of systems.
        for found in &mut found {
            found["test"]["p_adjusted"] = Value::Null;
        }
        found
    };
    let two = of("heron.txt plover.txt");
    assert!(!two.is_empty() && two.iter().all(|found| found["over"] == "common" && found["left_out"] == 7));
    for found in &two {
        let better = |of: &str| found["better"][of].as_u64().unwrap();
        let units = better("system") + better("against") + better("equal");
        assert_eq!(units + 7, 24, "all pairs of the comparison, and those it leaves out: {found}");
    }
    assert_eq!(of("heron.txt plover.txt wren.txt"), two);
    assert_eq!(of("heron.txt plover.txt wren.txt --pairwise"), two);
    let text = place.run("compare --evalb heron.txt plover.txt wren.txt").stdout;
    assert!(text.contains("over the 17 pairs that both scored"), "{text}");
    assert!(text.contains("over the 16 pairs that both scored"), "{text}");
}

/// Beside a difference stand the values over the same pairs: gold trees without an answer count zero in both.
#[test]
fn values_beside_a_difference_are_over_its_pairs() {
    let place = place();
    let tree = |at: usize| format!("(S (NP (NN a{at}) (NN b{at})) (VB c{at}))\n");
    let all = (0..12).map(|at| format!("{}(NN d{at})\n", tree(at))).collect::<Vec<_>>().concat();
    let last = |at: usize| if at.is_multiple_of(3) { String::new() } else { format!("(NN d{at})\n") };
    let some: String = (0..12).map(|at| tree(at) + &last(at)).collect();
    for (name, text) in [("g", &all), ("a", &all), ("b", &some)] {
        std::fs::write(place.path(name), text).unwrap();
    }
    for (format, row) in [
        ("table", ["75.00", "−25.00"]),
        ("markdown", ["75.00 |", "−25.00"]),
        ("latex", ["75.00 &", "$-$25.00"]),
    ] {
        let text = place.run(&format!("g a b --align -q --set avg=sentence -f {format}")).stdout;
        assert!(row.iter().all(|part| text.contains(part)), "{text}");
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("and gold trees without an answer count as zero"), "{text}");
    }
    let several = place.run("g a b --align -q --set avg=sentence -m parseval,dependency").stdout;
    assert!(several.contains("75.00"), "{several}");
    // For programs: the values of a comparison have names of their own beside those of all groups.
    let line = "g a b --align -q --set avg=sentence";
    let report = json(&place.run(&format!("{line} -f json")).stdout);
    let compared = report["measures"][0]["comparisons"].as_array().unwrap();
    let mean = |found: &&Value| found["figure"] == "f1" && found["average"] == "sentence";
    let values = &compared.iter().find(mean).unwrap()["values"];
    let csv = place.run(&format!("{line} -f csv")).stdout;
    let cell = |column: &str| {
        let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let at = lines.next().unwrap().iter().position(|name| *name == column).unwrap();
        let row = lines.find(|row| row[1] == "b" && row[2] == "all-pairs-sentence-mean").unwrap();
        row[at].parse::<f64>().unwrap()
    };
    let both = [cell("compared_value"), cell("compared_value_against")].map(Value::from);
    assert_eq!(both, [0.75, 1.0].map(Value::from));
    assert!((cell("difference") + 0.25).abs() < 1e-12 && cell("f1") > 0.75, "{csv}");
    assert_eq!([&values["system"], &values["against"]], [0.75, 1.0]);
}

/// The first lines of the files: `g12` of gold, `h12` of heron, `p12` of plover.
fn with_few(lines: usize) -> Place {
    let place = place();
    for (short, file) in [("g", "gold"), ("h", "heron.trees"), ("p", "plover.trees")] {
        let text = String::from_utf8(place.bytes(file)).unwrap();
        let some = text.lines().take(lines).map(|line| format!("{line}\n")).collect::<Vec<_>>().concat();
        std::fs::write(place.path(&format!("{short}{lines}")), some).unwrap();
    }
    let keys = (0..24).map(|at| format!("{}\n", at % 3)).collect::<Vec<_>>().concat();
    std::fs::write(place.path("keys"), keys).unwrap();
    place
}

/// Sentences about weak intervals are about those that are shown.
#[test]
fn weak_intervals_are_named() {
    let place = with_few(12);
    for (line, note) in [
        ("compare g12 h12 p12", "intervals from so few units (12) are rough"),
        ("compare gold heron.trees plover.trees --ci bca", "bca intervals should have 5000"),
        (
            "compare gold heron.trees plover.trees --resample-by keys",
            "no interval from fewer than 10 units\n",
        ),
        ("gold heron.trees --by length --bins 4,100", "no interval from fewer than 10 units: 1–4"),
        (
            "correlate gold heron.trees -m parseval,struct-iou --over groups --group 2",
            "intervals from so few groups (12) are rough",
        ),
        ("compare gold heron.trees plover.trees --resample-by keys", "few keys differ, and p is exact"),
        (
            "compare gold heron.trees plover.trees --resample-by keys --test bootstrap",
            "no p for F1: the paired bootstrap needs at least 10 keys",
        ),
        ("correlate gold heron.trees -m parseval,struct-iou", "worse, plus half of those that are"),
    ] {
        let text = place.run(line).stdout;
        assert!(text.contains(note), "{line}: {text}");
    }
    let strong = place.run("compare gold heron.trees plover.trees").stdout;
    assert!(!strong.contains("rough"), "{strong}");
}

/// A conversation side is drawn as one: keys that change within it cannot be honoured. Groups of aligned trees depend on
/// the system, so that a warning has to do.
#[test]
fn keys_that_change_within_a_side_are_refused() {
    let place = place();
    for (folder, file) in [("g", "gold"), ("h", "heron.trees"), ("p", "plover.trees")] {
        let text = String::from_utf8(place.bytes(file)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        std::fs::create_dir(place.path(folder)).unwrap();
        for (side, lines) in lines.chunks(12).enumerate() {
            std::fs::write(place.path(&format!("{folder}/{side}.trees")), lines.join("\n")).unwrap();
        }
    }
    let write_keys = |same: usize| {
        let keys: Vec<String> = (0..24).map(|tree| format!("speaker {}\n", tree / same)).collect();
        std::fs::write(place.path("keys"), keys.concat()).unwrap();
    };
    write_keys(12);
    let ran = place.run("compare g h p --side --resample-by keys -q");
    assert!(ran.stdout.contains("|resample:keys|"), "{} {}", ran.stdout, ran.stderr);
    write_keys(8);
    for line in ["compare g h p --side --resample-by keys", "g h --side --resample-by keys"] {
        let ran = place.run(line);
        let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = "gold trees 1 to 12 are one side, but have different keys";
        assert!(ran.status == Some(2) && said.contains(expected) && ran.stdout.is_empty(), "{line}: {said}");
    }
    let tree = |at: usize| format!("(S (NP (NN a{at}) (NN b{at})) (VB c{at}))");
    let each: String = (0..24).map(|at| tree(at) + "\n").collect();
    let both = format!("(S {} {})\n", tree(7), tree(8));
    let joined = (0..7).map(|at| tree(at) + "\n").chain([both]);
    let joined: String = joined.chain((9..24).map(|at| tree(at) + "\n")).collect();
    std::fs::write(place.path("each"), each).unwrap();
    std::fs::write(place.path("joined"), joined).unwrap();
    let ran = place.run("each joined --align --resample-by keys");
    let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("1 group of aligned trees has gold trees with different keys (first: trees 8 to 9)"),
        "{said}"
    );
}

/// The test of matched pairs of segments has the same numbers in JSON and CSV, in the line of the error rate.
#[test]
fn matched_pairs_are_in_csv() {
    let place = place();
    for (name, wrong) in [("g.trees", None), ("a.trees", Some(7)), ("b.trees", Some(11))] {
        let is_wrong = |at: usize| wrong.is_some_and(|wrong| at % wrong == 1);
        let word = |at: usize| if is_wrong(at) { format!("x{at}") } else { format!("w{at}") };
        let tree = |at: usize| format!("(S (NN {}) (VB {}))\n", word(2 * at), word(2 * at + 1));
        std::fs::write(place.path(name), (0..60).map(tree).collect::<String>()).unwrap();
    }
    let run =
        |format: &str| place.run(&format!("compare g.trees a.trees b.trees --side -q -f {format}")).stdout;
    let report = json(&run("json"));
    let words = report["measures"].as_array().unwrap().iter().find(|measure| measure["name"] == "words");
    let test = &words.unwrap()["matched_pairs"][0];
    assert!(test["z"].as_f64().unwrap() > 0.0, "{test}");
    let csv = run("csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let at = |column: &str| rows[0].iter().position(|name| *name == column).unwrap();
    let with_test: Vec<&Vec<&str>> = rows[1..].iter().filter(|row| !row[at("segments")].is_empty()).collect();
    let [row] = with_test[..] else { panic!("one line has the test: {csv}") };
    assert_eq!((row[0], row[at("average")]), ("words", "corpus"));
    for (column, field) in
        [("segments", "segments"), ("segments_mean", "mean"), ("segments_z", "z"), ("segments_p", "p")]
    {
        assert_eq!(row[at(column)].parse::<f64>().ok(), test[field].as_f64(), "{column}");
    }
    let plain = place.run("compare gold heron.trees plover.trees -f csv").stdout;
    assert!(!plain.contains("segments"), "only with words of speech: {plain}");
}

/// Groups of two systems are joined where they share gold trees, and the wins add up to the joined ones.
#[test]
fn joined_groups_are_counted() {
    let place = place();
    let tree = |at: usize| format!("(S (NP (NN a{at}) (NN b{at})) (VB c{at}))");
    let each: String = (0..12).map(|at| tree(at) + "\n").collect();
    let both = format!("(S {} {})\n", tree(0), tree(1));
    let joined: String = both + &(2..12).map(|at| tree(at) + "\n").collect::<String>();
    for (name, text) in [("g", &each), ("a", &each), ("b", &joined)] {
        std::fs::write(place.path(name), text).unwrap();
    }
    let text = place.run("compare g a b --align -q").stdout;
    assert!(text.contains("over all 11 joined groups; a better on 1, b on 0, equal on 10"), "{text}");
}

#[test]
fn help_has_no_options_that_are_refused() {
    let place = place();
    for (command, refused, taken) in [
        ("compare", &["--per-sentence", "--no-tests", "--cutoff"][..], "--shuffles"),
        ("correlate", &["--per-sentence", "--shuffles", "--resample-by", "--ci "], "--resamples"),
        ("explain", &["--per-sentence", "--shuffles", "--signature ", "--ci ", "--recipe"], "--cutoff"),
    ] {
        let help = place.run(&format!("{command} --help")).stdout;
        assert!(help.contains(taken), "{help}");
        for option in refused {
            assert!(!help.contains(option), "{command} {option}: {help}");
        }
    }
}

/// What people read is about what was compared.
#[test]
fn headings_name_what_is_compared() {
    let place = place();
    let nodes = place.run("compare gold heron.trees plover.trees -m tree-node").stdout;
    assert!(nodes.contains("where they differ, in nodes") && !nodes.contains("brackets"), "{nodes}");
    for folder in ["g", "h", "p"] {
        std::fs::create_dir(place.path(folder)).unwrap();
    }
    for (folder, file) in [("g", "gold"), ("h", "heron.trees"), ("p", "plover.trees")] {
        let text = String::from_utf8(place.bytes(file)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (at, some) in lines.chunks(2).enumerate() {
            std::fs::write(place.path(&format!("{folder}/{at:02}.trees")), some.join("\n")).unwrap();
        }
    }
    let sides = place.run("compare g h p --side").stdout;
    assert!(sides.contains("sides that differ most") && !sides.contains("sentences"), "{sides}");
    // Sides have two trees each. They are shown by the number that `--pair` takes.
    let found = json(&place.run("compare g h p --side -f json").stdout);
    let found = found["measures"][0]["sentences"].as_array().unwrap().clone();
    for side in &found {
        assert_eq!(side["side"].as_u64(), side["gold_tree"].as_u64().map(|tree| tree.div_ceil(2)), "{side}");
    }
    let rows = sides.lines().skip_while(|line| !line.contains("sides that differ most")).skip(1);
    for (row, side) in rows.zip(&found) {
        let number = row.split_whitespace().next().unwrap();
        assert_eq!(number, side["side"].to_string(), "{sides}");
    }
    let ranked = json(&place.run("correlate g h -m parseval,dependency --side -f json").stdout);
    for side in ranked["correlations"][0]["disagreements"].as_array().unwrap() {
        assert_eq!(side["side"].as_u64(), side["gold_tree"].as_u64().map(|tree| tree.div_ceil(2)), "{side}");
    }
    for line in ["g h --side", "g h p --side", "g h --side -f markdown"] {
        let text = place.run(line).stdout;
        let is_shown = text.contains("95 % interval of WER 0.00 – 0.00") || text.contains("0.00 – 0.00");
        assert!(is_shown, "{line}: {text}");
    }
}

#[test]
fn a_wide_table_draws_intervals() {
    let place = place();
    let wide = place.run("gold heron.trees plover.trees --width 120").stdout;
    let lines: Vec<&str> = wide.lines().take(3).collect();
    assert!(lines[0].starts_with("system     F1  95 % interval  92     94      96 "), "{wide}");
    assert!(lines[1..].iter().all(|line| line.contains('├') && line.contains('●')), "{wide}");
    assert!(lines[0].ends_with("tags"), "{wide}");
    assert!(!place.run("gold heron.trees plover.trees").stdout.contains('├'));
}

#[test]
fn corrected_intervals_should_have_more_replicates() {
    let place = place();
    let note = "bca intervals should have 5000 replicates or more";
    assert!(place.run("gold heron.trees --ci bca").stdout.contains(note));
    assert!(!place.run("gold heron.trees --ci bca --resamples 5000").stdout.contains(note));
}

/// A class without pairs, and a label without a figure, say why there is no interval.
#[test]
fn empty_classes_have_a_reason() {
    let place = place();
    for by in ["length --bins 5,100", "label"] {
        let report = json(&place.run(&format!("gold heron.trees --by {by} -f json")).stdout);
        let groups = report["measures"][0]["scores"][0]["breakdown"]["groups"].as_array().unwrap();
        assert!(groups.iter().all(|group| group["interval"].is_object()), "{by}: {groups:?}");
        let is_empty = |group: &&Value| group["interval"]["reason"] == "undefined";
        assert!(by == "label" || groups.iter().any(|group| is_empty(&group)), "{groups:?}");
    }
}

#[test]
fn measures_are_correlated() {
    let place = place();
    let ran = place.run("correlate gold heron.trees -m parseval,struct-iou --plot p.svg");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("Spearman's rho") && ran.stdout.contains("24 sentences"), "{}", ran.stdout);
    let plot = String::from_utf8(place.bytes("p.svg")).unwrap();
    assert_eq!(plot.matches("<circle").count(), 24);
    let groups = json(
        &place
            .run("correlate gold heron.trees -m parseval,struct-iou --over groups --group 5 -f json")
            .stdout,
    );
    let found = &groups["correlations"][0];
    assert_eq!([&found["units"], &found["rest"]], [4, 4]);
    assert_eq!(found["coefficients"][0]["interval"]["reason"], "too few units");
    // How the numbers were made, and nothing about tests, which there are none of.
    assert!(ran.stdout.lines().last().unwrap().contains("|m:struct-iou|"), "{}", ran.stdout);
    let ran = place.run("correlate gold heron.trees plover.trees -m parseval,struct-iou --seed 7 -f json");
    let signatures = json(&ran.stdout)["signatures"].clone();
    assert_eq!(signatures.as_array().unwrap().len(), 2);
    for signature in signatures.as_array().unwrap() {
        assert!(signature.as_str().unwrap().contains("|boot:1000|seed:7|r:"), "{signature}");
    }
    let few = place.run("correlate gold heron.trees -m parseval,struct-iou --over groups --group 5").stdout;
    assert!(few.contains("no interval from fewer than 10 groups"), "{few}");
}

/// A missing coefficient says why it is missing.
#[test]
fn undefined_correlations_have_a_reason() {
    let place = place();
    for (line, reason) in [
        (
            "heron.trees -m parseval,struct-iou --over files",
            "undefined: too few units, because there is only one file",
        ),
        (
            "heron.trees -m parseval,struct-iou --over groups --group 20",
            "too few units, because there is only one group",
        ),
        ("gold -m parseval,struct-iou", "undefined: by one of the measures all values are equal"),
    ] {
        let text = place.run(&format!("correlate gold {line}")).stdout;
        assert!(text.contains(reason), "{line}: {text}");
        assert_eq!(text.matches("undefined:").count(), 1, "{line}: {text}");
    }
}

/// What is not asked for is not kept: a million and more shuffles are only counted.
#[test]
fn many_shuffles_are_counted() {
    let place = place();
    let ran = place.run("compare gold heron.trees plover.trees --shuffles 1500000 --resamples 100 -f json");
    let report = json(&ran.stdout);
    let test = &report["measures"][0]["comparisons"][0]["test"];
    assert_eq!([&test["kind"], &test["outcomes"]], [&Value::from("randomisation"), &Value::from(1_500_000)]);
    let p = test["p"].as_f64().unwrap();
    assert!((p - 0.9388).abs() < 0.01, "{p}");
    assert!(report["signatures"][0].as_str().unwrap().contains("|ar:1500000|"));
}

/// The first system has no scores: the next one is the reference, for differences and for counts.
#[test]
fn a_system_without_scores_is_no_reference() {
    let place = place();
    let short: String = include_str!("../../../../../examples/heron.trees").lines().take(5).collect();
    std::fs::write(place.path("short.trees"), short).unwrap();
    let last = place.run("gold heron.trees plover.trees short.trees --by length");
    let first = place.run("gold short.trees heron.trees plover.trees --by length");
    let of = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{name}: {text}")).to_owned()
    };
    for name in ["heron", "plover"] {
        assert_eq!(of(&first.stdout, name), of(&last.stdout, name));
    }
    for class in ["1–10", "11–20"] {
        let counts = |text: &str| of(text, class).split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        assert_eq!(counts(&first.stdout), counts(&last.stdout), "{}", first.stdout);
    }
    assert!(first.stdout.contains("against heron"), "{}", first.stdout);
    assert!(first.stdout.contains("counts are those of heron"), "{}", first.stdout);
    assert_eq!((first.status, last.status), (Some(1), Some(1)));
}

/// The coverage of several systems names causes, too.
#[test]
fn coverage_of_several_systems_names_causes() {
    let place = place();
    let heron = include_str!("../../../../../examples/heron.trees");
    std::fs::write(place.path("capitals.trees"), heron.replace("(DT the)", "(DT The)")).unwrap();
    let text = place.run("gold capitals.trees heron.trees").stdout;
    assert!(text.contains("words differ 17 (case)"), "{text}");
}
