//! A run is stopped in the middle of a pair, and says how far it is.

use std::sync::{Arc, Mutex};

use treescore::Setup;
use treescore::read::Units;
use treescore::run::{Meter, Observer, Plan, Scored, score};
use treescore::setup::{Pairing, WordAlignment};

/// The parts of large pairs that were done when somebody looked.
type Seen = Arc<Mutex<Vec<f64>>>;

struct Watch(Meter);

impl Observer for Watch {
    fn meter(&self) -> Meter {
        self.0.clone()
    }
}

/// Scores pairs, and stops when a large pair is under way for the `stop`th time that somebody looks.
fn run(setup: Setup, pairs: &[(String, String)], stop: usize, threads: usize) -> (Scored, Vec<f64>) {
    let seen: Seen = Arc::default();
    let meter: Arc<Mutex<Option<Meter>>> = Arc::default();
    let (log, own) = (Arc::clone(&seen), Arc::clone(&meter));
    let ticking = Meter::with_tick(move |part| {
        let mut log = log.lock().unwrap();
        log.push(part.unwrap());
        if log.len() == stop {
            own.lock().unwrap().as_ref().unwrap().stop();
        }
    });
    *meter.lock().unwrap() = Some(ticking.clone());
    let gold: Units = pairs.iter().map(|(gold, _)| gold.as_str()).collect();
    let system: Units = pairs.iter().map(|(_, system)| system.as_str()).collect();
    let mut plan = Plan::new(gold.into(), vec![system.into()], vec![setup]);
    plan.threads = threads;
    let scored = score(&plan, &mut Watch(ticking)).unwrap();
    let seen = seen.lock().unwrap().clone();
    (scored, seen)
}

/// A comb that grows to the left or to the right at every other level.
fn zigzag(levels: usize, offset: usize, label: &str) -> String {
    let (mut left, mut right) = (String::new(), String::new());
    for level in 0..levels {
        left.extend(["(", label, " "]);
        if (level + offset).is_multiple_of(2) {
            left.extend(["(N w", &level.to_string(), ") "]);
            right.insert(0, ')');
        } else {
            right.insert_str(0, &format!(" (N w{level}))"));
        }
    }
    format!("{left}(N w){right}")
}

fn words(letter: char, count: usize) -> String {
    (0..count).map(|at| format!("{letter}{at}")).collect::<Vec<_>>().join(" ")
}

/// The same words the other way round: all have partners, and hardly any of them meet.
fn reversed(words: &str) -> String {
    words.split(' ').rev().collect::<Vec<_>>().join(" ")
}

fn pairs(large: (String, String)) -> Vec<(String, String)> {
    let small = || ("(S (N a) (V b))".to_owned(), "(S (N a) (X b))".to_owned());
    vec![small(), small(), small(), large, small()]
}

#[test]
fn pairs_before_the_one_at_hand_are_scored() {
    let trees = || (zigzag(400, 0, "X"), zigzag(400, 1, "Y"));
    let lines = || (words('a', 8000), reversed(&words('a', 8000)));
    let combs = || {
        let left = "(X ".repeat(900) + "(N w)" + &" (N w))".repeat(900);
        let right = "(Y (N w) ".repeat(900) + "(N w)" + &")".repeat(900);
        (left, right)
    };
    let aligned =
        Setup { pairing: Pairing::Utterances(WordAlignment::default()), ..Setup::named("parseval").unwrap() };
    let bracketed = || {
        let tree = |letter| {
            format!(
                "(S {}))",
                words(letter, 8000).replace(' ', ") ").replace(letter, &format!("(N {letter}"))
            )
        };
        (tree('a'), tree('b'))
    };
    for (setup, large) in [
        (Setup::named("word").unwrap(), lines()),
        (Setup::named("tree-node").unwrap(), trees()),
        (Setup::named("struct-iou").unwrap(), trees()),
        (Setup::named("ted").unwrap(), trees()),
        (Setup::named("leaf-ancestor").unwrap(), combs()),
        (aligned, bracketed()),
    ] {
        let name = setup.measure.info().name;
        let (scored, seen) = run(setup.clone(), &pairs(large.clone()), 3, 1);
        let totals = &scored.systems[0].setups[0].totals;
        assert!(scored.interrupted, "{name}");
        assert_eq!(
            (totals.scored, totals.refused),
            (3, 0),
            "{name}: the block at hand, without the pair at hand"
        );
        assert_eq!(seen.len(), 3, "{name}: the pair is left at once");
        assert!(seen.is_sorted() && seen[2] < 1.0, "{name}: {seen:?}");
        // Nobody stops it: every look sees more, and the pair is scored.
        let (scored, seen) = run(setup, &pairs(large), usize::MAX, 1);
        let totals = &scored.systems[0].setups[0].totals;
        assert_eq!((scored.interrupted, totals.scored, totals.refused), (false, 5, 0), "{name}");
        let last = seen.iter().copied().fold(0.0, f64::max);
        assert!(last > 0.1, "{name}: it comes far, not to {last}");
    }
}

/// Blocks that other threads have done are not lost.
#[test]
fn blocks_behind_the_one_at_hand_are_kept() {
    let setup = Setup::named("word").unwrap();
    let mut all = vec![(words('a', 8000), reversed(&words('a', 8000)))];
    all.extend((0..20_000).map(|_| ("a b c d e f g h".to_owned(), "a b c d e f g x".to_owned())));
    for threads in [1, 4] {
        let (scored, _) = run(setup.clone(), &all, 2, threads);
        let totals = &scored.systems[0].setups[0].totals;
        assert!(scored.interrupted && totals.refused == 0);
        assert!(totals.scored <= 20_000, "the large pair is left out");
    }
}
