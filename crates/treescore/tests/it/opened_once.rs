//! Every file is opened once, for any number of measures and systems, because pipes can be read only
//! once.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "this test makes pipes, and fails by panicking"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;

use treescore::Setup;
use treescore::read::Corpus;
use treescore::run::{Input, Plan, Scored, score};
use treescore::setup::{Pairing, TextAlignment, WordAlignment};

const GOLD: &str = "(S (NP (D a) (N b)) (V c))\n(S (NP (N d)) (VP (V e) (NP (N f))))\n";
const SYSTEMS: [&str; 3] = [
    GOLD,
    "(S (D a) (VP (N b) (V c)))\n(S (NP (N d)) (VP (V e) (NP (N f))))\n",
    "(S (NP (D a) (N b) (V c)))\n(S (NP (N d)) (VP (V e)) (NP (N f)))\n",
];

/// Long enough for a busy machine. Opening a pipe a second time blocks forever.
const PATIENCE: Duration = Duration::from_mins(1);

/// A pipe that passes its text to its first reader only.
fn pipe(folder: &Path, name: &str, text: &'static str) -> PathBuf {
    let path = folder.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let opened = path.clone();
    std::thread::spawn(move || std::fs::write(opened, text).unwrap());
    path
}

/// Scores pipes. Fails if one is opened more than once.
fn score_pipes(setups: Vec<Setup>, threads: usize) -> Scored {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let folder = tempfile::tempdir().unwrap();
        let input =
            |name: &str, text| -> Input { Corpus::find(&pipe(folder.path(), name, text)).unwrap().into() };
        let systems = SYSTEMS.iter().enumerate().map(|(at, text)| input(&at.to_string(), text)).collect();
        let plan = Plan { threads, ..Plan::new(input("gold", GOLD), systems, setups) };
        sender.send(score(&plan, &mut ()).unwrap()).unwrap();
    });
    receiver.recv_timeout(PATIENCE).expect("a pipe was opened more than once, or not at all")
}

#[test]
fn every_file_is_opened_once() {
    let text = || Pairing::Text(TextAlignment::default());
    let sides = || Pairing::Sides(WordAlignment::default());
    let utterances = || Pairing::Utterances(WordAlignment::default());
    for (names, pairing, groups, why) in [
        (&["parseval", "dependency", "struct-iou"][..], Pairing::InOrder, 2, "three measures, one pass"),
        (&["word", "parseval"], Pairing::InOrder, 2, "lines and trees"),
        (&["parseval"], text(), 2, "one measure over aligned texts"),
        (&["parseval", "struct-iou", "dependency"], text(), 2, "three measures over aligned texts"),
        (&["word", "parseval"], text(), 2, "lines and trees of aligned texts"),
        (&["parseval", "dependency", "attachment"], sides(), 1, "conversation sides"),
        (&["parseval", "dependency", "attachment"], utterances(), 2, "utterances"),
    ] {
        for threads in [1, 3] {
            let setups: Vec<Setup> =
                names.iter().map(|name| Setup::named(name).unwrap().with_pairing(pairing.clone())).collect();
            let found = score_pipes(setups, threads);
            assert_eq!(found.systems.len(), SYSTEMS.len());
            for system in &found.systems {
                let pairs: Vec<u64> = system.setups.iter().map(|setup| setup.totals.scored).collect();
                assert_eq!(pairs, vec![groups; names.len()], "{why}");
            }
        }
    }
}

/// Two recipes that see different words in the texts need two passes, but the files are still read once.
#[test]
fn passes_over_different_words_share_the_files() {
    let setup = |recipe: &str| {
        let recipe = treescore::prepare::Recipe::named(recipe).unwrap();
        Setup::named("parseval")
            .unwrap()
            .with_pairing(Pairing::Text(TextAlignment::default()))
            .with_recipe(recipe)
    };
    let found = score_pipes(vec![setup("raw"), setup("speech")], 2);
    for system in &found.systems {
        assert_eq!(system.agreement.len(), 2, "two passes");
        assert!(system.setups.iter().all(|setup| setup.totals.scored == 2));
    }
}
