//! Files, memory and a feeding thread are sources of the same pipeline.

use std::ops::ControlFlow;

use proptest::prelude::*;
use treescore::measure::Facet;
use treescore::read::{FedSide, Feeder, UnitKind, feeder};
use treescore::run::{Ask, Input, InputTrees, Matches, Plan, Rows, Scored, Statistics, score, score_with};

use crate::laws::corpora::{Folder, Lines, lines, manner, setups, units};
use crate::support::sketch::check;

fn everything() -> Ask {
    Ask {
        facet: Some(Facet::Label),
        second_facet: None,
        rows: Rows::None,
        matches: Matches::None,
        worst: 2,
        refused: true,
        tables: true,
        tables_of: None,
        statistics: Some(Statistics::default()),
        strict: false,
        cells: true,
        sketches: false,
        survey: true,
    }
}

fn shown(scored: &Scored) -> String {
    let text = format!("{scored:?}");
    // What is known about files is known of files only.
    text.split(", inputs: FoundInputs").next().unwrap_or_default().to_owned()
}

/// Up to four sides of one feeder: gold and the systems.
fn fed_sides(systems: usize) -> (Feeder, Vec<FedSide>) {
    match systems {
        1 => {
            let (feeder, sides) = feeder(["gold", "0"]);
            (feeder, sides.into())
        }
        2 => {
            let (feeder, sides) = feeder(["gold", "0", "1"]);
            (feeder, sides.into())
        }
        _ => {
            let (feeder, sides) = feeder(["gold", "0", "1", "2"]);
            (feeder, sides.into())
        }
    }
}

/// The units of one step: a line of each side.
fn step(lines: &Lines, at: usize) -> Vec<&[u8]> {
    let systems = lines.systems.iter().map(|system| system[at].as_bytes());
    std::iter::once(lines.gold[at].as_bytes()).chain(systems).collect()
}

fn fed_plan(sides: Vec<FedSide>, like: &Plan) -> Plan {
    let mut sides = sides.into_iter().map(Input::from);
    let gold = sides.next().unwrap();
    Plan {
        ask: like.ask.clone(),
        threads: like.threads,
        block: like.block,
        ..Plan::new(gold, sides.collect(), like.setups.clone())
    }
}

#[test]
fn files_memory_and_fed_sides_give_the_same() {
    let strategy = manner().prop_flat_map(|manner| (lines(9), setups(manner), 1..=3usize, 1..200usize));
    check(250, strategy, |(lines, mut setups, threads, block)| {
        // A unit in memory corresponds to a line in a file.
        for setup in &mut setups {
            setup.unit = Some(UnitKind::Line);
        }
        let folder = Folder::new(&lines);
        let plan = folder.plan(0..folder.systems, setups.clone(), &everything());
        let from_files = shown(&score(&plan, &mut ()).unwrap());

        let memory = |name: &str, side: &[String]| Input {
            trees: InputTrees::Memory(units(name, side)),
            times: None,
            columns: None,
        };
        let systems =
            lines.systems.iter().enumerate().map(|(at, side)| memory(&at.to_string(), side)).collect();
        let in_memory = Plan::new(memory("gold", &lines.gold), systems, setups);
        let in_memory = Plan { ask: everything(), threads, block: Some(block), ..in_memory };
        prop_assert_eq!(shown(&score(&in_memory, &mut ()).unwrap()), from_files.clone());

        let (mut feeder, sides) = fed_sides(folder.systems);
        let plan = fed_plan(sides, &in_memory);
        let scored = std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..lines.gold.len()).for_each(|at| assert!(feeder.push(&step(&lines, at))));
                drop(feeder);
            });
            score(&plan, &mut ()).unwrap()
        });
        prop_assert_eq!(shown(&scored), from_files.clone());

        let (feeder, sides) = fed_sides(folder.systems);
        let (mut feeder, mut next) = (Some(feeder), 0..lines.gold.len());
        let mut feed = || {
            match (next.next(), &mut feeder) {
                (Some(at), Some(feeder)) => assert!(feeder.push(&step(&lines, at))),
                (Some(_), None) => unreachable!("a feeder is dropped at the end"),
                (None, _) => {
                    feeder = None;
                    std::thread::yield_now();
                }
            }
            ControlFlow::Continue(())
        };
        let scored = score_with(&fed_plan(sides, &in_memory), &mut (), Some(&mut feed)).unwrap();
        prop_assert_eq!(shown(&scored), from_files);
        Ok(())
    });
}

/// More units than the channels hold, read once and read again: no thread waits forever.
#[test]
fn a_feeder_never_waits_forever() {
    let tree = format!("(S {})", "(NP (N cat) (N dog)) ".repeat(500));
    let lines = Lines { gold: vec![tree.clone(); 400], systems: vec![vec![tree; 400]; 2] };
    for names in [&["parseval"][..], &["parseval", "word"]] {
        let setups = names.iter().map(|name| treescore::Setup::named(name).unwrap()).collect();
        let like = Plan {
            threads: 2,
            ..Plan::new(Input::from(treescore::read::Units::default()), Vec::new(), setups)
        };
        let (feeder, sides) = fed_sides(2);
        let (mut feeder, mut next) = (Some(feeder), 0..lines.gold.len());
        let mut feed = || {
            match (next.next(), &mut feeder) {
                (Some(at), Some(feeder)) => assert!(feeder.push(&step(&lines, at))),
                _ => feeder = None,
            }
            ControlFlow::Continue(())
        };
        let scored = score_with(&fed_plan(sides, &like), &mut (), Some(&mut feed)).unwrap();
        for system in &scored.systems {
            assert!(system.setups.iter().all(|setup| setup.totals.scored == 400), "{names:?}");
        }
    }
}

/// The feeding thread may end the run.
#[test]
fn a_feeder_may_end_the_run() {
    for names in [&["parseval"][..], &["parseval", "word"]] {
        let setups = names.iter().map(|name| treescore::Setup::named(name).unwrap()).collect();
        let like = Plan::new(Input::from(treescore::read::Units::default()), Vec::new(), setups);
        let (_feeder, sides) = fed_sides(1);
        let mut feed = || ControlFlow::Break(());
        let scored = score_with(&fed_plan(sides, &like), &mut (), Some(&mut feed)).unwrap();
        assert!(scored.interrupted, "{names:?}");
    }
}
