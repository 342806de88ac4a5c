//! Numbers of the studies on the data, measured by other programs or by hand from the same files.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::data;

/// The report of a study; the words of `line` that begin with `data/` are files of the data.
fn study(data: &Path, line: &str) -> Value {
    let words = line.split(' ').map(|word| match word.strip_prefix("data/") {
        Some(name) => data.join(name).into_os_string(),
        None => word.into(),
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    let ran = command.arg("study").args(words).args(["-f", "json"]).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).unwrap()
}

/// A row of the item with this number.
fn row<'r>(report: &'r Value, item: usize, series: &str, x: &Value) -> &'r Value {
    let rows = report["items"][item]["rows"].as_array().unwrap();
    let found = rows.iter().find(|row| row["series"] == series && row["x"] == *x);
    found.unwrap_or_else(|| panic!("no {series} {x}"))
}

fn number(report: &Value, item: usize, series: &str, x: &Value) -> f64 {
    row(report, item, series, x)["ours"].as_f64().unwrap()
}

fn near(found: f64, expected: f64, by: f64, what: &str) {
    assert!((found - expected).abs() <= by, "{what}: {found}, not {expected}");
}

#[test]
fn correlation_of_newspapers() {
    let Some(data) = data() else { return };
    for (files, f1, struct_iou, rho, deviation) in [
        (
            "data/gold/test.gold.clean data/systems/berkeley.trees --recipe collins",
            0.8478,
            0.9409,
            0.892,
            0.023,
        ),
        (
            "data/times/gold.trees data/times/same.trees --recipe collins --gold-times data/times/gold.ctm --system-times data/times/gold.ctm",
            0.8278,
            0.9289,
            0.882,
            0.027,
        ),
    ] {
        let report = study(&data, &format!("correlation {files}"));
        let of = |item, series| number(&report, item, series, &Value::Null);
        near(of(0, "groups"), 91.0, 0.0, files);
        near(of(1, "F1"), f1, 5e-5, files);
        near(of(1, "Struct-IoU"), struct_iou, 6e-5, files);
        // Two hundred shuffles each, from other random numbers.
        near(of(0, "rho, mean of shuffles"), rho, 0.006, files);
        let found = row(&report, 0, "rho, mean of shuffles", &Value::Null)["deviation"].as_f64().unwrap();
        near(found, deviation, 0.004, files);
    }
}

#[test]
fn averages_of_newspapers() {
    let Some(data) = data() else { return };
    let report = study(&data, "averages data/gold/test.gold.clean data/systems/berkeley.trees");
    for (words, sentences, mean, corpus) in [
        (5.0, 17.0, 0.9339, 0.9395),
        (10.0, 78.0, 0.9577, 0.9635),
        (20.0, 364.0, 0.9539, 0.9524),
        (40.0, 865.0, 0.9427, 0.9377),
    ] {
        let of = |series| number(&report, 0, series, &Value::from(words));
        near(of("sentences"), sentences, 0.0, "sentences");
        near(of("sentence mean"), mean, 5.1e-5, "sentence mean");
        near(of("corpus"), corpus, 5.1e-5, "corpus");
    }
    let whole = report["items"][0]["rows"].as_array().unwrap().last().unwrap()["ours"].as_f64().unwrap();
    near(whole, 0.9409 - 0.9349, 1e-4, "difference of all");
}

#[test]
fn perturbation_of_newspapers() {
    let Some(data) = data() else { return };
    let files = "data/times/gold.trees data/times/same.trees --times data/times/gold.ctm";
    let report = study(&data, &format!("perturbation {files} --seed 1 --runs 5 --deltas 0.2,0.5,1"));
    let unchanged = Value::from(0.0);
    near(number(&report, 0, "unchanged", &unchanged), 0.928_959_551_109_480_9, 1e-9, "sentence mean");
    near(number(&report, 1, "unchanged", &unchanged), 0.924_440_343_877_527_2, 1e-9, "corpus");
    for (kind, means) in [
        ("noise", [0.8167, 0.6867, 0.5478]),
        ("insert", [0.8433, 0.7395, 0.6113]),
        ("insert flat", [0.8596, 0.7665, 0.6361]),
        ("delete, merged", [0.8068, 0.6101, 0.1605]),
    ] {
        for (delta, mean) in [0.2, 0.5, 1.0].into_iter().zip(means) {
            near(number(&report, 0, kind, &Value::from(delta)), mean, 5.1e-5, &format!("{kind} {delta}"));
        }
    }
    let order = report["remarks"][0].as_str().unwrap();
    assert!(order.starts_with("order here: insert, noise, delete merged;"), "{order}");
}

/// Phrases as concepts, and the root taken off.
#[test]
fn concepts_of_newspapers() {
    let Some(data) = data() else { return };
    let files = "data/gold/test.gold.clean data/systems/berkeley.trees";
    let report = study(&data, &format!("concepts {files} --steps 0,1,2,3,5,10,23"));
    for (concepts, accuracy) in [
        (0.0, 0.9178),
        (1.0, 0.4587),
        (2.0, 0.3239),
        (3.0, 0.2685),
        (5.0, 0.2024),
        (10.0, 0.1605),
        (23.0, 0.1504),
    ] {
        near(number(&report, 0, "concept", &Value::from(concepts)), accuracy, 3e-4, "concept accuracy");
    }
    for (concepts, gap) in [(0.0, 0.061), (5.0, 0.709), (10.0, 0.745), (23.0, 0.754)] {
        near(number(&report, 0, "gap", &Value::from(concepts)), gap, 1.1e-3, "gap");
    }
}
