//! Alignment-based PARSEVAL, table 1: the measures that the paper compares with, side by side.

use std::time::Duration;

use treescore::measure::Sum;
use treescore::prepare::{Average, Compare, Recipe};
use treescore::run::{Plan, RunError, SystemScored, score};
use treescore::setup::{Pairing, Setup};

use super::alignment_examples::aligned;
use crate::ask::Ask;
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::load::{heads_value, input, set, setup};
use crate::outside::Outside;
use crate::result::{Digits, Item, Study, Xvalue};

const PERCENT: Digits = Digits::percent(2);
const WHOLE: Digits = Digits::plain(0);

/// A measure of the table.
struct Peer {
    name: &'static str,
    /// What it needs of the two sides.
    needs: &'static str,
    setup: Setup,
    figures: Figures,
}

/// Where the figures of a measure are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figures {
    /// In its counts: the name of its score, and that of its kept or matched items.
    Counts(&'static str),
    /// In its counts, as two shares without a score.
    Shares,
    /// In those of the alignment, for the groups of trees with the same text.
    Characters,
}

/// What a measure comes to.
struct Found {
    /// Score, recall, precision.
    figures: [Option<f64>; 3],
    /// Matched, gold, system.
    counts: [Option<i128>; 3],
    /// Pairs or groups that were scored, and those that were refused.
    scored: u64,
    refused: u64,
}

/// Runs the study.
pub(crate) fn run(ask: &Ask, outside: &mut dyn Outside) -> Result<Study, StudyError> {
    let peers = peers(ask)?;
    let mut item = Item::new("one pair of files by five measures", "measure");
    let mut remarks = Vec::new();
    for peer in &peers {
        if outside.is_interrupted() {
            return Err(StudyError::Interrupted);
        }
        let before = outside.processor_time();
        // One thread, so that processor times can be compared.
        let plan = Plan::new(input(ask.file(0)?)?, vec![input(ask.file(1)?)?], vec![peer.setup.clone()]);
        let scored = score(&plan, &mut ());
        let taken = outside.processor_time().saturating_sub(before);
        let run = match scored {
            // Other numbers of trees are not a fault of these files, but a limit of the measure.
            Err(RunError::Uneven(uneven)) => Err(uneven.uneven),
            scored => {
                let system = scored?.systems.into_iter().next();
                let system = system.ok_or_else(|| StudyError::data("nothing was scored"))?;
                system.uneven.as_ref().map_or(Ok(found(peer, &system)), |uneven| Err(uneven.uneven.clone()))
            }
        };
        remarks.push(match &run {
            Ok(_) => format!("{} needs {}", peer.name, peer.needs),
            Err(uneven) => format!(
                "{} needs {}: not run, gold has {} trees, the system {}",
                peer.name, peer.needs, uneven.gold, uneven.system
            ),
        });
        if let Ok(found) = run {
            add(&mut item, peer, &found, taken);
        }
    }
    remarks.push(
        "scored and refused are pairs of trees, or groups of trees that cover the same text; unlabelled agreement has no score of its own, only the shares of either side".to_owned(),
    );
    remarks.push("the paper's table is of properties, so that there are no numbers beside ours".to_owned());
    let mut signing = Signing::new("peers").file("gold", ask.file(0)?)?;
    signing = signing.file("system", ask.file(1)?)?;
    Ok(Study {
        items: vec![item],
        remarks,
        signature: signing.finish(),
        measures: peers.iter().map(|peer| peer.setup.signature().to_string()).collect(),
        ..Study::default()
    })
}

fn peers(ask: &Ask) -> Result<Vec<Peer>, StudyError> {
    let unlabelled = Recipe { compare: Compare::Spans, ..Recipe::aligned_rules() };
    let mut dependencies = set(setup("dependency")?, "pairing", "order")?.with_pairing(Pairing::InOrder);
    if let Some(heads) = ask.value("heads") {
        dependencies = set(dependencies, "heads", &heads_value(heads)?)?;
    }
    Ok(vec![
        Peer {
            name: "brackets, aligned",
            needs: "nothing: words and sentences may differ",
            setup: aligned()?,
            figures: Figures::Counts("f1"),
        },
        Peer {
            name: "brackets, same characters",
            needs: "the same text; words and sentences may differ",
            setup: aligned()?,
            figures: Figures::Characters,
        },
        Peer {
            name: "ted",
            needs: "the same sentences; words may differ",
            setup: setup("ted")?,
            figures: Figures::Counts("ted"),
        },
        Peer {
            name: "unlabelled agreement",
            needs: "nothing: words and sentences may differ",
            setup: aligned()?.with_recipe(unlabelled),
            figures: Figures::Shares,
        },
        Peer {
            name: "dependencies, in order",
            needs: "the same sentences and a head table; words may differ",
            setup: dependencies,
            figures: Figures::Counts("f1"),
        },
    ])
}

fn found(peer: &Peer, system: &SystemScored) -> Found {
    let totals = &system.setups[0].totals;
    let of = |sum: &Sum, figures: [&str; 3], counts: [&str; 3], (scored, refused): (u64, u64)| Found {
        figures: figures.map(|name| sum.figure(name, Average::Corpus)),
        counts: counts.map(|name| sum.count(name)),
        scored,
        refused,
    };
    let usual = ["matched", "gold", "system"];
    match (peer.figures, system.agreement.first()) {
        (Figures::Characters, Some(text)) => {
            let sum = text.all_scored();
            let groups = sum.count("same_text").and_then(|groups| u64::try_from(groups).ok()).unwrap_or(0);
            let refused = (totals.scored + totals.refused).saturating_sub(groups);
            let names = ["same_characters", "same_text_gold", "same_text_system"];
            let mut found = of(&sum, ["same_characters_f1", "", ""], names, (groups, refused));
            let [matched, gold, system] = found.counts;
            let share = |all: Option<i128>| {
                let (matched, all) = matched.zip(all).filter(|&(_, all)| all > 0)?;
                Some(matched as f64 / all as f64)
            };
            (found.figures[1], found.figures[2]) = (share(gold), share(system));
            found
        }
        (figures, _) => {
            let score = if let Figures::Counts(score) = figures { score } else { "" };
            let scored = (totals.scored, totals.refused);
            of(&totals.all_scored(), [score, "recall", "precision"], usual, scored)
        }
    }
}

fn add(item: &mut Item, peer: &Peer, found: &Found, taken: Duration) {
    let mut add = |series: &str, value: Option<f64>, digits| {
        item.add(series, Xvalue::Name(peer.name.to_owned()), (value, None), digits);
    };
    for (name, value) in ["score", "recall", "precision"].iter().zip(found.figures) {
        add(name, value, PERCENT);
    }
    for (name, count) in ["matched", "gold", "system"].iter().zip(found.counts) {
        add(name, count.map(|count| count as f64), WHOLE);
    }
    add("scored", Some(found.scored as f64), WHOLE);
    add("refused", Some(found.refused as f64), WHOLE);
    add("seconds", Some(taken.as_secs_f64()), Digits::plain(2));
}
