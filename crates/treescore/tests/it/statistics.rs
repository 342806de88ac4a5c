//! Intervals, tests and correlations against the recorded ones, bit for bit.

#![expect(clippy::disallowed_methods, reason = "a test reads its pack")]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use treescore::measure::Better;
use treescore::prepare::{Average, Empty};
use treescore::stats::{
    Asked, Coefficient, Comparison, Correlation, Folding, Interval, IntervalMethod, IntervalNote, NoInterval,
    Over, Parts, Quotient, ResampleBy, Sampled, StatRows, StatSettings, Test, TestMethod, Used, bucket,
    compare, correlate, correlation_p, detectable, exp, holm, intervals_of_class, key_of_text, matched_pairs,
    normal, normal_inverse, normal_tail, quantile, random_groups, sample, segments, swap, weight,
};

fn pack() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/statistics")
}

fn unpack(path: &str) -> String {
    let packed = std::fs::read(pack().join(format!("{path}.gz"))).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    text
}

fn expected(name: &str) -> Value {
    serde_json::from_str(&unpack(&format!("expected/{name}.json"))).unwrap()
}

fn numbers() -> Value {
    serde_json::from_str(include_str!("../conformance/statistics/numbers.json")).unwrap()
}

/// Counters with their factors.
type Terms<'a> = &'a [(&'a str, i64)];

/// The rows of a table, and what else its columns say of them.
#[derive(Default)]
struct Table {
    rows: StatRows,
    documents: Vec<u64>,
    lengths: Vec<Option<u64>>,
    labels: Vec<String>,
}

/// The systems of a table in order, and the names of its counters.
struct Tables {
    systems: Vec<(String, Table)>,
    counters: Vec<String>,
}

impl Tables {
    fn read(name: &str) -> Self {
        let text = unpack(&format!("inputs/{name}.csv"));
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let has_label = head.get(6) == Some(&"label");
        let first = if has_label { 7 } else { 6 };
        let counters: Vec<String> = head[first..].iter().map(|&name| name.to_owned()).collect();
        let mut systems: Vec<(String, Table)> = Vec::new();
        for line in lines {
            let number = |at: usize| line[at].parse::<u64>().unwrap();
            if systems.iter().all(|(name, _)| name != line[0]) {
                let table = Table { rows: StatRows::new(counters.len()), ..Table::default() };
                systems.push((line[0].to_owned(), table));
            }
            let (_, table) = systems.iter_mut().find(|(name, _)| name == line[0]).unwrap();
            let counts: Vec<i128> = line[first..].iter().map(|count| count.parse().unwrap()).collect();
            table.rows.push(number(1)..number(2), number(3), line[5] == "1", &counts);
            table.documents.push(number(3));
            table.lengths.push(line[4].parse().ok());
            table.labels.push(if has_label { line[6].to_owned() } else { String::new() });
        }
        Self { systems, counters }
    }

    fn rows(&self, name: &str) -> &StatRows {
        static NONE: std::sync::OnceLock<StatRows> = std::sync::OnceLock::new();
        let found = self.systems.iter().find(|(system, _)| system == name);
        found.map_or_else(|| NONE.get_or_init(|| StatRows::new(0)), |(_, table)| &table.rows)
    }

    /// A figure by its name, as the specification defines it.
    fn figure(&self, measure: &str, name: &str) -> Quotient {
        const ONE: f64 = (1_u64 << 60) as f64;
        let terms = |terms: &[(&str, i64)]| {
            let place = |name: &str| self.counters.iter().position(|known| known == name);
            terms.iter().filter_map(|&(name, factor)| Some((place(name)?, factor))).collect()
        };
        let both: &[(&str, i64)] = &[("gold", 1), ("system", 1)];
        let (top, bottom, scale): (Terms<'_>, Terms<'_>, f64) = match (measure, name) {
            ("struct-iou", "struct_iou") => (&[("overlap", 2)], both, ONE),
            ("struct-iou", "strict") => (&[("strict_overlap", 2)], both, ONE),
            ("struct-iou", "overlap") => (&[("overlap", 1)], &[("pairs", 1)], ONE),
            (_, "f1") => (&[("matched", 2)], both, 1.0),
            (_, "unlabeled_f1") => (&[("unlabeled", 2)], both, 1.0),
            (_, "recall") => (&[("matched", 1)], &[("gold", 1)], 1.0),
            (_, "precision") => (&[("matched", 1)], &[("system", 1)], 1.0),
            (_, "exact") => (&[("exact", 1)], &[("pairs", 1)], 1.0),
            (_, "crossing") => (&[("crossing", 1)], &[("pairs", 1)], 1.0),
            (_, "tags") => (&[("tags", 1)], &[("words", 1)], 1.0),
            (_, "error_rate") => {
                (&[("substituted", 1), ("deleted", 1), ("inserted", 1)], &[("gold", 1)], 1.0)
            }
            (_, "accuracy") => (&[("correct", 1), ("inserted", -1)], &[("gold", 1)], 1.0),
            (_, "distance") => (&[("distance_millionths", 1)], &[("pairs", 1)], 1e6),
            _ => panic!("no figure {name} of {measure}"),
        };
        let is_lower = ["crossing", "error_rate", "distance"].contains(&name);
        let better = if is_lower { Better::Lower } else { Better::Higher };
        let figure = Quotient::new(terms(top), terms(bottom), scale, better);
        let is_common = ["precision", "crossing", "distance"].contains(&name);
        if is_common { figure.over_common() } else { figure }
    }
}

fn settings(given: &Value) -> StatSettings {
    let mut settings = StatSettings { threads: 2, ..StatSettings::default() };
    for (name, value) in given.as_object().unwrap() {
        let number = || value.as_u64().unwrap();
        let text = || value.as_str().unwrap();
        match name.as_str() {
            "seed" => settings.seed = number(),
            "replicates" => settings.replicates = number(),
            "shuffles" => settings.shuffles = number(),
            "level" => settings.level = number() as u16,
            "method" => settings.method = text().parse::<IntervalMethod>().unwrap(),
            "empty" => settings.empty = text().parse::<Empty>().unwrap(),
            "resample_by" => settings.resample_by = text().parse::<ResampleBy>().unwrap(),
            "fold_above" => {
                settings.folding = Folding::new(number() as usize, settings.folding.bits()).unwrap();
            }
            "fold_bits" => {
                settings.folding = Folding::new(settings.folding.above(), number() as u32).unwrap();
            }
            _ => panic!("unknown setting {name}"),
        }
    }
    settings
}

fn hex(digest: &[u8]) -> String {
    use std::fmt::Write;
    digest.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn digest_values(values: &[Option<f64>]) -> String {
    let mut sha = Sha256::new();
    for value in values {
        let bits = value.map_or(0x7FF8_0000_0000_0000, |value| (value + 0.0).to_bits());
        sha.update(bits.to_le_bytes());
    }
    hex(&sha.finalize())
}

fn texts(sums: &[Parts]) -> Vec<String> {
    sums.iter().flat_map(|sum| [sum.numerator.to_string(), sum.denominator.to_string()]).collect()
}

fn shown_interval(interval: &Interval, sampled: &Sampled) -> Value {
    let lines: String = sampled.sums.iter().map(|sums| texts(sums).join(",") + "\n").collect();
    let first: Vec<Vec<String>> = sampled.sums.iter().take(2).map(|sums| texts(sums)).collect();
    let mut shown = shown_ends(interval);
    let object = shown.as_object_mut().unwrap();
    object.insert("sums_sha256".into(), json!(hex(&Sha256::digest(lines.as_bytes()))));
    object.insert("values_sha256".into(), json!(digest_values(&sampled.values)));
    object.insert("first_sums".into(), json!(first));
    object.insert("first_values".into(), json!(&sampled.values[..sampled.values.len().min(4)]));
    shown
}

fn shown_ends(interval: &Interval) -> Value {
    json!({
        "value": interval.value,
        "low": interval.ends.map(|ends| ends.0),
        "high": interval.ends.map(|ends| ends.1),
        "method": interval.method.map(IntervalMethod::as_str),
        "reason": interval.reason.map(NoInterval::as_str),
        "note": interval.note.map(IntervalNote::as_str),
        "units": interval.units,
        "undefined": interval.undefined,
        "error": interval.error,
    })
}

fn shown_test(test: &Test, has_values: bool) -> Value {
    let mut shown = json!({
        "kind": test.kind.as_str(), "p": test.p, "extreme": test.extreme, "outcomes": test.outcomes,
        "undefined": test.undefined,
    });
    if has_values {
        let object = shown.as_object_mut().unwrap();
        object.insert("values_sha256".into(), json!(digest_values(&test.values)));
        object.insert("first_values".into(), json!(&test.values[..test.values.len().min(4)]));
    }
    shown
}

fn shown_comparison(found: &Comparison, adjusted: Option<f64>) -> Value {
    json!({
        "keys": found.keys, "folded": found.difference.is_folded, "over": found.over.as_str(),
        "first": found.first, "second": found.second,
        "difference": shown_interval(&found.difference, &found.sampled),
        "test": shown_test(&found.test, true),
        "bootstrap_test": shown_test(&found.bootstrap_test, false),
        "wins": { "first": found.wins.first, "second": found.wins.second, "equal": found.wins.equal },
        "detectable": found.detectable, "p_holm": adjusted,
    })
}

/// Compares two values, numbers by their bits.
fn same(expected: &Value, found: &Value, path: &str) {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => {
            let bits = |number: &serde_json::Number| number.as_f64().unwrap().to_bits();
            assert_eq!(bits(a), bits(b), "{path}: expected {a}, found {b}");
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{path}");
            a.iter().zip(b).enumerate().for_each(|(at, (a, b))| same(a, b, &format!("{path}[{at}]")));
        }
        (Value::Object(a), Value::Object(b)) => {
            assert!(a.keys().eq(b.keys()), "{path}: expected {:?}, found {:?}", a.keys(), b.keys());
            a.iter().for_each(|(name, a)| same(a, &b[name], &format!("{path}.{name}")));
        }
        _ => assert_eq!(expected, found, "{path}"),
    }
}

fn average(case: &Value) -> Average {
    if case["average"] == "sentence" { Average::Sentence } else { Average::Corpus }
}

fn text<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap()
}

/// Checks the intervals and comparisons of a file.
fn check_measure(name: &str, file: &Value) {
    let input = text(file, "input").trim_start_matches("inputs/").trim_end_matches(".csv");
    let tables = Tables::read(input);
    let settings = settings(&file["settings"]);
    for case in file["intervals"].as_array().unwrap() {
        let figure = tables.figure(text(file, "measure"), text(case, "figure"));
        let over = text(case, "over").parse::<Over>().unwrap();
        let asked = Asked { figure: &figure, average: average(case), over };
        let (interval, sampled) = sample(&[tables.rows(text(case, "system"))], asked, &settings);
        let path = format!("{name} {} {} {}", case["system"], case["figure"], case["average"]);
        same(&case["expect"], &shown_interval(&interval, &sampled), &path);
    }
    check_comparisons(name, file, &tables, &settings);
}

/// Comparisons are made for all figures at once, so that draws are shared. Holm's correction is within a figure.
fn check_comparisons(name: &str, file: &Value, tables: &Tables, settings: &StatSettings) {
    let cases = file["comparisons"].as_array().unwrap();
    let mut by_systems: BTreeMap<(&str, &str), Vec<&Value>> = BTreeMap::new();
    for case in cases {
        by_systems.entry((text(case, "first"), text(case, "second"))).or_default().push(case);
    }
    let mut found: Vec<(&Value, Comparison)> = Vec::new();
    for ((first, second), cases) in by_systems {
        let figure = |case: &&Value| tables.figure(text(file, "measure"), text(case, "figure"));
        let figures: Vec<Quotient> = cases.iter().map(figure).collect();
        let asked: Vec<(&Quotient, Average)> =
            figures.iter().zip(&cases).map(|(figure, case)| (figure, average(case))).collect();
        let compared = compare(tables.rows(first), tables.rows(second), &asked, settings);
        found.extend(cases.into_iter().zip(compared.unwrap()));
    }
    for case in cases {
        let is_same =
            |other: &Value| other["figure"] == case["figure"] && other["average"] == case["average"];
        // In the order of the file, which is that of the systems.
        let family: Vec<&Value> = cases.iter().filter(|other| is_same(other)).collect();
        let of = |case: &Value| &found.iter().find(|(known, _)| std::ptr::eq(*known, case)).unwrap().1;
        let adjusted = holm(&family.iter().map(|case| of(case).test.p).collect::<Vec<_>>());
        let place = family.iter().position(|other| std::ptr::eq(*other, case)).unwrap();
        let mut expected = case["expect"].clone();
        expected.as_object_mut().unwrap().remove("first_keys");
        let path = format!("{name} {} {} {}", case["second"], case["figure"], case["average"]);
        same(&expected, &shown_comparison(of(case), adjusted[place]), &path);
    }
}

#[test]
fn measures() {
    for name in ["parseval", "dependency", "struct-iou", "words", "groups", "full", "full-by-file"] {
        check_measure(name, &expected(name));
    }
    for kind in ["bca", "bca-90", "99", "empty", "by-file", "folded", "fold-limit"] {
        check_measure(kind, &expected(&format!("parseval-{kind}")));
    }
}

#[test]
fn odd_tables() {
    let folder = std::fs::read_dir(pack().join("expected")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let odd: Vec<String> = names.filter(|name| name.starts_with("odd-")).collect();
    assert_eq!(odd.len(), 28);
    for name in odd {
        let file = expected(name.trim_end_matches(".json.gz"));
        if file.get("measure").is_some() {
            check_measure(&name, &file);
        } else {
            file.as_object().unwrap().values().for_each(|variant| check_measure(&name, variant));
        }
    }
}

#[test]
fn all_pairs_of_systems() {
    let file = expected("parseval-pairwise");
    let tables = Tables::read("parseval");
    let figure = tables.figure("parseval", "f1");
    let settings = StatSettings::default();
    let cases = file["pairs"].as_array().unwrap();
    let found: Vec<Comparison> = cases
        .iter()
        .map(|case| {
            let (first, second) = (tables.rows(text(case, "first")), tables.rows(text(case, "second")));
            compare(first, second, &[(&figure, Average::Corpus)], &settings).unwrap().remove(0)
        })
        .collect();
    let adjusted = holm(&found.iter().map(|found| found.test.p).collect::<Vec<_>>());
    for ((case, found), adjusted) in cases.iter().zip(&found).zip(adjusted) {
        let shown = json!({
            "first": case["first"], "second": case["second"], "difference": found.difference.value,
            "p": found.test.p, "p_holm": adjusted,
        });
        same(case, &shown, "pairwise");
    }
}

fn length_class(length: Option<u64>) -> String {
    let length = length.unwrap_or(0);
    let low = length.saturating_sub(1) / 10 * 10 + 1;
    if length > 40 { "41+".to_owned() } else { format!("{low}-{}", low + 9) }
}

#[test]
fn breakdowns() {
    for name in ["by-length", "by-file", "by-label", "by-label-recall"] {
        let file = expected(name);
        let input = text(&file, "input").trim_start_matches("inputs/").trim_end_matches(".csv");
        let tables = Tables::read(input);
        let figure = tables.figure("parseval", text(&file, "figure"));
        let (_, table) = tables.systems.iter().find(|(system, _)| *system == text(&file, "system")).unwrap();
        let asked = Asked { figure: &figure, average: Average::Corpus, over: Over::Scored };
        for case in file["classes"].as_array().unwrap() {
            let is_in_class = |row: usize| match text(&file, "by") {
                "length" => length_class(table.lengths[row]) == case["class"],
                "file" => case["class"] == table.documents[row],
                _ => table.labels[row] == case["class"],
            };
            let settings = settings(&file["settings"]);
            let (interval, sampled) = intervals_of_class(&table.rows, asked, &is_in_class, &settings);
            same(&case["expect"], &shown_interval(&interval, &sampled), &format!("{name} {}", case["class"]));
        }
    }
}

#[test]
fn draws() {
    let file = expected("draws");
    let number = |value: &Value| value.as_str().unwrap().parse::<u64>().unwrap();
    for case in file["weights"].as_array().unwrap() {
        let found: Vec<u32> =
            (0..16).map(|at| weight(number(&case["seed"]), at, number(&case["key"]))).collect();
        assert_eq!(json!(found), case["first_16"]);
    }
    for case in file["swaps"].as_array().unwrap() {
        let digit = |at: u32| if swap(number(&case["seed"]), at, number(&case["key"])) { '1' } else { '0' };
        assert_eq!((0..160).map(digit).collect::<String>(), text(case, "first_160"));
    }
    for (text, key) in file["key_of_text"].as_object().unwrap() {
        assert_eq!(key_of_text(text), number(key), "{text}");
    }
    for case in file["bucket"].as_array().unwrap() {
        let found = bucket(number(&case["key"]), case["bits"].as_u64().unwrap() as u32);
        assert_eq!(json!(found), case["bucket"], "{case}");
    }
    for case in file["groups"].as_array().unwrap() {
        let keys: Vec<u64> = (0..25).collect();
        let run = case["run"].as_u64().unwrap() as u32;
        assert_eq!(json!(random_groups(12345, &keys, 10, run)), case["groups"]);
    }
    let all = |replicates: u32, draw: &dyn Fn(u32, u64) -> u8| {
        let bytes = (0..replicates).flat_map(|at| (0..500).map(move |key| (at, key)));
        hex(&Sha256::digest(bytes.map(|(at, key)| draw(at, key)).collect::<Vec<u8>>()))
    };
    assert_eq!(all(1000, &|at, key| weight(12345, at, key) as u8), text(&file["weights_sha256"], "sha256"));
    assert_eq!(all(10_000, &|at, key| swap(12345, at, key).into()), text(&file["swaps_sha256"], "sha256"));
}

#[test]
fn functions() {
    let file = numbers();
    let check = |name: &str, from: &str, to: &str, function: &dyn Fn(f64) -> f64| {
        for case in file[name].as_array().unwrap() {
            same(&case[to], &json!(function(case[from].as_f64().unwrap())), &format!("{name} {case}"));
        }
    };
    check("exp", "x", "exp", &exp);
    check("normal", "x", "normal", &normal);
    check("normal_tail", "x", "tail", &normal_tail);
    check("normal_inverse", "p", "normal_inverse", &normal_inverse);
    for case in file["quantile"].as_array().unwrap() {
        let ordered: Vec<f64> = serde_json::from_value(case["ordered"].clone()).unwrap();
        same(&case["quantile"], &json!(quantile(&ordered, case["q"].as_f64().unwrap())), "quantile");
    }
    for case in file["holm"].as_array().unwrap() {
        let ps: Vec<Option<f64>> = serde_json::from_value(case["p"].clone()).unwrap();
        same(&case["adjusted"], &json!(holm(&ps)), "holm");
    }
    for case in file["correlation_p"].as_array().unwrap() {
        let found = correlation_p(case["r"].as_f64().unwrap(), case["n"].as_u64().unwrap() as usize);
        assert_near(found, case["p"].as_f64());
    }
    let error = file["detectable"]["error"].as_f64().unwrap();
    let found = detectable(error, &StatSettings::default());
    same(&file["detectable"]["detectable"], &json!(found), "detectable");
}

/// Probabilities of correlations may be found in any way.
fn assert_near(found: Option<f64>, expected: Option<f64>) {
    assert_eq!(found.is_some(), expected.is_some());
    let (found, expected) = (found.unwrap_or(0.0), expected.unwrap_or(0.0));
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} {expected}");
}

fn check_correlation(expected: &Value, found: &Correlation, path: &str) {
    assert_near(found.p, expected["p"].as_f64());
    let mut shown = shown_ends(&found.interval);
    let object = shown.as_object_mut().unwrap();
    object.insert("left_out".into(), json!(found.left_out));
    object.insert("p".into(), expected["p"].clone());
    object.insert("values_sha256".into(), json!(digest_values(&found.values)));
    object.insert("first_values".into(), json!(&found.values[..4]));
    same(expected, &shown, path);
}

#[test]
fn correlations() {
    let file = expected("correlation");
    let settings = StatSettings::default();
    let text = unpack("inputs/correlation.csv");
    let lines: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let keys: Vec<u64> = lines.iter().map(|line| line[0].parse().unwrap()).collect();
    let column = |at: usize| lines.iter().map(|line| line[at].parse().ok()).collect::<Vec<Option<f64>>>();
    let over_units = &file["over_units"]["expect"];
    let over_groups = &file["over_groups"];
    let values =
        |name: &str| -> Vec<Option<f64>> { serde_json::from_value(over_groups[name].clone()).unwrap() };
    let (xs, ys) = (values("xs"), values("ys"));
    let groups: Vec<u64> = (0..xs.len() as u64).collect();
    for &name in Coefficient::VALUES {
        let coefficient: Coefficient = name.parse().unwrap();
        let found = correlate(&keys, &column(1), &column(2), coefficient, &settings);
        check_correlation(&over_units[name], &found, name);
        let found = correlate(&groups, &xs, &ys, coefficient, &settings);
        check_correlation(&over_groups["expect"][name], &found, name);
        for case in file["small"].as_array().unwrap() {
            small_correlation(case, coefficient);
        }
    }
}

/// Values with whole weights: a unit of weight 3 is there three times.
fn small_correlation(case: &Value, coefficient: Coefficient) {
    let weights: Vec<usize> = serde_json::from_value(case["w"].clone()).unwrap();
    let repeat = |name: &str| -> Vec<Option<f64>> {
        let values: Vec<f64> = serde_json::from_value(case[name].clone()).unwrap();
        values.iter().zip(&weights).flat_map(|(&value, &times)| vec![Some(value); times]).collect()
    };
    let (x, y) = (repeat("x"), repeat("y"));
    let keys: Vec<u64> = (0..x.len() as u64).collect();
    let few = StatSettings { replicates: 1, ..StatSettings::default() };
    let found = correlate(&keys, &x, &y, coefficient, &few).interval.value;
    let expected = case[coefficient.as_str()].as_f64();
    assert_eq!(found.is_some(), expected.is_some(), "{case}");
    assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-15, "{case}: {found:?}");
}

#[test]
fn word_errors_by_segment() {
    let file = expected("segments");
    let text = unpack("inputs/alignments.csv");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let found: Vec<Vec<(u64, u64)>> =
        rows.iter().map(|row| segments(row[0].as_bytes(), row[1].as_bytes()).unwrap()).collect();
    assert_eq!(json!(found), file["segments"]);
    let check = |errors: &[(u64, u64)], expected: &Value| {
        let found = matched_pairs(errors);
        let shown = json!({
            "segments": found.segments, "mean": found.mean, "deviation": found.deviation, "z": found.z,
            "p": found.p,
        });
        same(expected, &shown, "segments");
    };
    check(&found.concat(), &file["expect"]);
    let listed =
        |case: &Value| -> Vec<(u64, u64)> { serde_json::from_value(case["segments"].clone()).unwrap() };
    check(&listed(&file["example"]), &file["example"]["expect"]);
    file["degenerate"].as_array().unwrap().iter().for_each(|case| check(&listed(case), &case["expect"]));
}

#[test]
fn signatures() {
    for case in expected("signature").as_array().unwrap() {
        let used = Used {
            intervals: case["interval"] == true,
            test: case["test"].as_str().map(|test| test.parse::<TestMethod>().unwrap()),
            folded: case["folded"] == true,
            detectable: case["detectable"] == true,
        };
        assert_eq!(settings(&case["settings"]).signature(used), text(case, "signature"));
    }
}
