//! Native scores of speech.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{data, sparseval};
use crate::json::{self, numbers};

/// System; matched, gold and system brackets, dependencies and open-class dependencies, with the alignments that come with the data if there are any.
/// The F1 of these are in docs/speech.md.
const NATIVE_SPEECH: [(&str, [[u64; 3]; 3]); 5] = [
    ("clean-ref", [[13816, 16742, 16637], [15737, 19337, 19337], [10641, 13082, 13121]]),
    ("disfl-ref", [[13364, 17430, 17222], [15262, 19710, 19973], [10412, 13378, 13582]]),
    ("wer10", [[9260, 16742, 16919], [11458, 19337, 19173], [7832, 13082, 13385]]),
    ("wer25", [[6727, 16742, 17096], [7564, 19337, 18982], [5191, 13082, 13629]]),
    ("disfl-wer15", [[7958, 17430, 17160], [9626, 19710, 19350], [6645, 13378, 13687]]),
];

/// The report of a measure on speech; further arguments are split at blanks.
fn report(folder: &Path, measure: &str, system: &str, further: &str) -> serde_json::Value {
    let files = ["gold", "hyp"].map(|list| format!("@lists/{system}.{list}.list"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    command.args(["-m", measure, "--side", "-f", "json"]).args(files).args(further.split_whitespace());
    let output = command.current_dir(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Its counts: matched, gold and system.
fn native_speech(folder: &Path, measure: &str, system: &str, further: &str) -> [u64; 3] {
    let report = report(folder, measure, system, further);
    numbers(json::counts(&report), ["matched", "gold", "system"])
}

#[test]
fn native_scores_of_speech() {
    let Some(data) = data() else { return };
    let folder = data.join("speech");
    for (system, expected) in NATIVE_SPEECH {
        let list = format!("lists/{system}.align.list");
        let aligned =
            if folder.join(&list).exists() { format!("--word-alignment @{list}") } else { String::new() };
        for (measure, expected) in ["parseval", "dependency", "open-class"].into_iter().zip(expected) {
            let found = native_speech(&folder, measure, system, &aligned);
            assert_eq!(found, expected, "{system}, {measure}");
        }
    }
}

/// Without pairs of words, dependencies are the same as the original's: nothing else makes a difference.
#[test]
fn without_pairs_of_words_dependencies_are_those_of_sparseval() {
    let Some(data) = data() else { return };
    let folder = data.join("speech");
    let made = tempfile::tempdir().unwrap();
    let parameters = fs::read_to_string(data.join("params/speech.prm")).unwrap();
    let is_kept = |line: &&str| !line.starts_with("EQ_WORDS") && !line.starts_with("FILLED_PAUSE");
    let parameters: String = parameters.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect();
    let file = made.path().join("plain.prm");
    fs::write(&file, parameters).unwrap();
    let recipe = format!("-r speech:{}", file.display());
    for system in ["wer10", "wer25", "disfl-wer15"] {
        let [align, gold, hyp] = ["align", "gold", "hyp"].map(|list| format!("lists/{system}.{list}.list"));
        for (switches, how) in [
            (vec!["-c", "-a", &align], format!("{recipe} --word-alignment @{align}")),
            (vec!["-b", "-c"], format!("{recipe} --set pairing=order")),
        ] {
            let mut arguments: Vec<OsString> = vec!["-l".into(), "-p".into(), file.clone().into()];
            arguments.extend(["-h".into(), data.join("params/heads-charniak.txt").into()]);
            arguments.extend(switches.iter().chain([&&gold[..], &&hyp[..]]).map(OsString::from));
            let printed = String::from_utf8(sparseval(&folder, &arguments)).unwrap();
            let total = printed.lines().find_map(|line| line.strip_prefix("Total:")).unwrap();
            let total: Vec<u64> = total.split_whitespace().map(|number| number.parse().unwrap()).collect();
            assert_eq!(native_speech(&folder, "dependency", system, &how), total[4..7], "{system} {how}");
        }
    }
}

/// With the right words and utterances, brackets and both kinds of dependencies are the original's, which scores sentence by sentence.
#[test]
fn where_words_are_right_all_counts_are_those_of_sparseval() {
    let Some(data) = data() else { return };
    for system in ["clean-ref", "disfl-ref"] {
        let printed =
            fs::read_to_string(data.join(format!("reference/sparseval.speech-{system}.txt"))).unwrap();
        let total = printed.lines().find_map(|line| line.strip_prefix("Total:")).unwrap();
        let total: Vec<u64> = total.split_whitespace().map(|number| number.parse().unwrap()).collect();
        for (measure, first) in [("parseval", 0), ("dependency", 4), ("open-class", 7)] {
            let found = native_speech(&data.join("speech"), measure, system, "");
            assert_eq!(found, total[first..first + 3], "{system}, {measure}");
        }
    }
}

/// System; words substituted, deleted and inserted, as whoever made the noise counted them; utterances that end in the same place, those of gold and system.
const WORD_ERRORS: [(&str, [u64; 3], [u64; 3]); 3] = [
    ("wer10", [1182, 463, 299], [608, 916, 937]),
    ("wer25", [2949, 1124, 769], [591, 916, 933]),
    ("disfl-wer15", [1820, 729, 467], [615, 916, 925]),
];

/// Words as they are written, aligned here or by the files: the noise is found as it was made.
#[test]
fn word_errors_are_those_that_were_made() {
    let Some(data) = data() else { return };
    let folder = data.join("speech");
    for (system, errors, boundaries) in WORD_ERRORS {
        let written = "--set forms=exact --set eqw=none";
        let columns = format!("{written} --word-alignment @lists/{system}.align.list");
        for further in [written, &columns] {
            let report = report(&folder, "parseval", system, further);
            let words = &json::system(&report)["words"];
            let ends = &words["boundaries"];
            assert_eq!(numbers(words, ["substituted", "deleted", "inserted"]), errors, "{system} {further}");
            assert_eq!(numbers(ends, ["matched", "gold", "system"]), boundaries, "{system} {further}");
        }
    }
}

/// System; F1 of brackets, dependencies and open-class dependencies, and WER, all in hundredths of a per cent, aligned here. Also in docs/speech.md.
const ALIGNED_HERE: [(&str, [u64; 4]); 3] = [
    ("wer10", [5501, 5950, 5918, 1005]),
    ("wer25", [3966, 3946, 3885, 2504]),
    ("disfl-wer15", [4602, 4929, 4911, 1489]),
];

#[test]
fn native_scores_of_speech_that_is_aligned_here() {
    let Some(data) = data() else { return };
    let hundredths = |value: &serde_json::Value| (value.as_f64().unwrap() * 10_000.0).round() as u64;
    for (system, expected) in ALIGNED_HERE {
        let reports = ["parseval", "dependency", "open-class"]
            .map(|measure| report(&data.join("speech"), measure, system, ""));
        let [brackets, all, open] = reports.each_ref().map(|it| hundredths(&json::corpus(it)["f1"]));
        let wer = hundredths(&json::system(&reports[0])["words"]["wer"]);
        assert_eq!([brackets, all, open, wer], expected, "{system}");
    }
}
