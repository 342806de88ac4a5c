//! One pass over the data gives the numbers of single runs, regardless of other requests; every pair that was
//! read is counted.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use treescore::Setup;
use treescore::measure::Parts;
use treescore::measure::{AnyMeasure, Facet, Sum, TreeNode, WordAccuracy};
use treescore::read::UnitKind;
use treescore::report::compare::{Compared, render_json};
use treescore::report::{Format, Style, build, render};
use treescore::run::{
    Ask, Kept, KeptFigures, Matches, Note, PairRow, PairTable, Plan, RefusedAt, Rows, SetupScored,
    Statistics, Totals,
};
use treescore::setup::{Folding, ResampleBy, StatSettings};

use crate::laws::corpora::{Folder, Lines, Manner, all_setups, facet, lines, manner, setups};
use crate::support::job::{Run, run};
use crate::support::sketch::check;

/// Everything that can be asked for.
fn everything(facet: Option<Facet>) -> Ask {
    Ask {
        facet,
        second_facet: None,
        rows: Rows::All,
        matches: Matches::All,
        worst: 3,
        refused: true,
        tables: true,
        tables_of: None,
        statistics: Some(Statistics { figures: KeptFigures::All, ..Statistics::default() }),
        strict: false,
        cells: true,
        sketches: true,
        survey: true,
    }
}

/// A corpus, its manner of reading, and setups.
fn case() -> impl Strategy<Value = (Lines, Manner, Vec<Setup>)> {
    manner().prop_flat_map(|manner| (lines(9), Just(manner), setups(manner)))
}

fn row(row: &PairRow) -> String {
    // The first measure of a run says why words differ.
    format!("{:?}", PairRow { system: 0, setup: 0, cause: None, ..row.clone() })
}

fn table(table: &PairTable) -> String {
    let row = |at| {
        format!("{:?} {:?} {:?} {:?}", table.id(at), table.length(at), table.refused(at), table.counts(at))
    };
    (0..table.len()).map(row).collect::<Vec<_>>().join("\n")
}

/// The kept figures of all pairs. Trees in no pair may follow them, as far as other systems have trees.
fn kept(kept: &Kept) -> String {
    let rows = &kept.rows;
    let row = |at: usize| {
        let counts: Vec<i128> = (0..rows.width()).map(|column| rows.count(at, column)).collect();
        format!(
            "{:?} {} {} {:?} {counts:?}",
            rows.gold(at),
            rows.cluster(at),
            rows.is_refused(at),
            rows.class(at)
        )
    };
    let has_any = |at: &usize| (0..rows.width()).any(|column| rows.count(*at, column) != 0);
    let all: Vec<String> = (0..rows.len()).filter(has_any).map(row).collect();
    let mut labels: Vec<&[u8]> = kept.labels.names().collect();
    labels.sort_unstable();
    let labels: Vec<_> = labels.into_iter().map(|name| (name, kept.labels.rows(name))).collect();
    format!("{}\n{labels:?}", all.join("\n"))
}

fn refused(refused: &RefusedAt) -> String {
    format!("{:?} {:?}", refused.id, refused.refusal)
}

/// The outcome of a run for one system and one setup, independent of everything else.
fn outcome(run: &Run, system: usize, setup: usize) -> Vec<String> {
    let found = &run.scored.systems[system].setups[setup];
    let kinds = found.kinds.iter().map(|(kind, (count, first))| format!("{kind} {count} {}", refused(first)));
    let rows = run.rows.iter().filter(|row| (row.system, row.setup) == (system, setup));
    let all_refused =
        run.scored.refused.iter().filter(|one| one.system == system && one.setups.contains(&setup));
    let mut parts = vec![format!("{:?} {:?} {:?}", run.scored.gold[setup], found.totals, found.shift)];
    parts.extend(kinds);
    parts.extend(found.worst.iter().map(row));
    parts.extend(found.table.as_ref().map(table));
    parts.extend(found.kept.as_ref().map(kept));
    parts.extend(rows.map(row));
    parts.extend(all_refused.map(refused));
    parts
}

#[test]
fn one_pass_gives_what_single_runs_give() {
    let how = (1..=3usize, select(vec![1usize, 7, 64, 300, 5000]), facet());
    check(400, (case(), how), |((lines, _, setups), (threads, block, facet))| {
        let (folder, ask) = (Folder::new(&lines), everything(facet));
        let plan = folder.plan(0..folder.systems, setups.clone(), &ask);
        let whole = run(&Plan { threads, block: Some(block), ..plan }).unwrap();
        // Trees are read before lines; the first pass reports what is in no pair, with the words of its first
        // setup.
        let first = (0..setups.len()).min_by_key(|&at| {
            let demands = setups[at].measure.demands();
            (setups[at].unit() == UnitKind::Line, demands.syntax.as_str())
        });
        for system in 0..folder.systems {
            for (at, setup) in setups.iter().enumerate() {
                let single = run(&folder.plan([system], vec![setup.clone()], &ask)).unwrap();
                prop_assert_eq!(outcome(&whole, system, at), outcome(&single, 0, 0), "{}", setup.signature());
                let (in_whole, in_single) = (&whole.scored.systems[system], &single.scored.systems[0]);
                if Some(at) == first {
                    let of_trees = |found: &treescore::run::SystemScored| {
                        format!("{:?} {:?} {:?}", found.unreadable, found.without_words, found.difference)
                    };
                    prop_assert_eq!(of_trees(in_whole), of_trees(in_single));
                }
                let agreement = |totals: &Totals| format!("{totals:?}");
                let in_whole: Vec<_> = in_whole.agreement.iter().map(agreement).collect();
                let in_single: Vec<_> = in_single.agreement.iter().map(agreement).collect();
                prop_assert_eq!(in_whole.is_empty(), in_single.is_empty());
                prop_assert!(
                    Some(at) != first || in_whole.first() == in_single.first(),
                    "{in_whole:?} {in_single:?}"
                );
            }
        }
        Ok(())
    });
}

/// The kept figures of all pairs add up to the figures of the whole, and every gold tree is in one row.
#[test]
fn what_is_kept_adds_up() {
    check(300, (case(), facet()), |((lines, _, setups), facet)| {
        let (folder, ask) = (Folder::new(&lines), everything(facet));
        let whole = run(&folder.plan(0..folder.systems, setups.clone(), &ask)).unwrap();
        for system in &whole.scored.systems {
            for (found, setup) in system.setups.iter().zip(&setups) {
                let Some(kept) = &found.kept else { continue };
                let trees = kept.rows.trees();
                prop_assert_eq!(kept.rows.check_complete(trees), Ok(()), "{}", setup.signature());
                for (at, figure) in kept.figures.iter().enumerate() {
                    let quotient = figure.quotient.of_parts(figure.average, at);
                    for (sum, with_refused) in
                        [(found.totals.all_scored(), false), (found.totals.all_pairs(), true)]
                    {
                        let is_counted = |row: &usize| with_refused || !kept.rows.is_refused(*row);
                        let rows = || (0..kept.rows.len()).filter(is_counted);
                        let count = |column: usize| rows().map(|row| kept.rows.count(row, column)).sum();
                        let parts = Parts { numerator: count(2 * at), denominator: count(2 * at + 1) };
                        let expected = sum.figures(figure.average)[figure.figure];
                        let found = quotient.value(parts);
                        // Figures may be undefined where their quotient is not.
                        prop_assert!(
                            expected.is_none() || found == expected,
                            "{} {}: {found:?} {expected:?}",
                            setup.signature(),
                            setup.measure.info().figures[figure.figure].key
                        );
                    }
                }
            }
        }
        Ok(())
    });
}

/// Summing pairs while they are scored, by bucket, file or key, gives what summing them at the end gives: intervals, tests,
/// wins, labels, and the sentences that differ most.
#[test]
fn summing_while_scoring_changes_nothing() {
    let how = (1..=3usize, select(vec![1usize, 20, 300]), [0..3usize, 0..3, 0..3], 0..3usize);
    let kept = (0..6usize, 0..4u32, select(vec![KeptFigures::Headline, KeptFigures::All]));
    let compared = (any::<bool>(), 0..3usize, 0..4usize);
    let drawn = (select(vec![ResampleBy::Pair, ResampleBy::File, ResampleBy::Keys]), 1..=6_u64, 1..=4usize);
    check(500, (lines(12), how, kept, (compared, drawn)), |(mut lines, how, kept, (compared, drawn))| {
        let (threads, block, cut, gold_cut) = how;
        let ((above, bits, figures), (pairwise, reference, furthest)) = (kept, compared);
        let (resample_by, keys, files) = drawn;
        let reference = reference.min(lines.systems.len() - 1);
        let rest = |side: &Vec<String>, cut: usize| side.len().saturating_sub(cut);
        lines.gold.truncate(rest(&lines.gold, gold_cut));
        lines.systems.iter_mut().zip(cut).for_each(|(system, cut)| system.truncate(rest(system, cut)));
        let setups: Vec<Setup> = ["parseval", "struct-iou", "attachment"]
            .map(|name| Manner::Lines.setup(Setup::named(name).unwrap().measure, None))
            .to_vec();
        let folder = Folder::of_files(&lines, files);
        let folding = Folding::new(above, bits).unwrap();
        // Keys come again later, and one of them is as large as a hash may be.
        let key = |tree: u64| if tree % keys == 1 { u64::MAX } else { tree % keys };
        let keys: Arc<[u64]> = (0..lines.gold.len() as u64).map(key).collect();
        let found = |by_pair: bool| {
            let settings = StatSettings {
                replicates: 20,
                shuffles: 40,
                folding,
                resample_by,
                ..StatSettings::default()
            };
            let statistics = Statistics {
                settings,
                by_pair,
                keys: (resample_by == ResampleBy::Keys).then(|| Arc::clone(&keys)),
                figures,
                pairwise,
                reference,
                furthest,
                groups: false,
                ..Statistics::default()
            };
            let ask = Ask { statistics: Some(statistics), facet: Some(Facet::Label), ..Ask::default() };
            let plan = folder.plan(0..folder.systems, setups.clone(), &ask);
            let plan = Plan { threads, block: Some(block), ..plan };
            let scored = run(&plan).unwrap().scored;
            let kept = |at: usize| scored.systems[0].setups[at].kept.as_ref().unwrap().rows.is_summed();
            let is_summed = (0..setups.len()).any(kept);
            let report = build::report(&plan, &scored);
            let compared = Compared::new(&report, &plan, &scored);
            let text = render(&report, Format::Json, &Style::default());
            (text, compared.map(|compared| render_json(&compared)), is_summed)
        };
        let (at_the_end, compared_at_the_end, is_summed) = found(true);
        prop_assert!(!is_summed);
        let (while_scoring, compared, is_summed) = found(false);
        let is_plain = lines.systems.iter().all(|system| system.len() <= lines.gold.len());
        prop_assert!(!is_plain || is_summed || lines.gold.len() <= above.max(1));
        prop_assert_eq!(while_scoring, at_the_end);
        prop_assert_eq!(compared, compared_at_the_end);
        Ok(())
    });
}

/// A reference that does not fit gold is replaced by the first system that does, also where pairs were summed before that
/// was known.
#[test]
fn a_reference_that_does_not_fit_has_a_stand_in() {
    let gold = "(S (NP (D a) (N b)) (V c))".to_owned();
    let other = "(S (D a) (VP (N b) (V c)))".to_owned();
    let system = |wrong: usize| {
        (0..40).map(|at| if at % wrong == 0 { other.clone() } else { gold.clone() }).collect::<Vec<_>>()
    };
    let lines = Lines { gold: vec![gold.clone(); 40], systems: vec![system(3), system(5), system(7)] };
    for (reference, stand_in) in [(0, 1), (1, 0), (2, 0)] {
        let mut lines = lines.clone();
        lines.systems[reference].pop();
        let folder = Folder::new(&lines);
        let found = |by_pair: bool| {
            let folding = Folding::new(10, 4).unwrap();
            let settings = StatSettings { replicates: 20, shuffles: 40, folding, ..StatSettings::default() };
            let statistics = Statistics { settings, by_pair, reference, ..Statistics::default() };
            let ask = Ask { statistics: Some(statistics), ..Ask::default() };
            let setups = vec![Setup::named("parseval").unwrap()];
            let plan = Plan { block: Some(60), ..folder.plan(0..3, setups, &ask) };
            let scored = run(&plan).unwrap().scored;
            assert!(scored.systems[reference].uneven.is_some());
            let report = build::report(&plan, &scored);
            let against =
                report.measures[0].comparisons.iter().map(|found| found.against).collect::<Vec<_>>();
            assert_eq!(against, [stand_in], "reference {reference}, by pair: {by_pair}");
            render(&report, Format::Json, &Style::default())
        };
        assert_eq!(found(false), found(true), "{reference}");
    }
}

/// Lines without a partner are refused pairs; each system continues as long as it or gold has lines.
#[test]
fn systems_may_have_unequal_numbers_of_lines() {
    let how = (1..=3usize, select(vec![1usize, 20, 5000]), [0..4usize, 0..4, 0..4], 0..4usize);
    check(150, (lines(9), how), |(mut lines, (threads, block, cut, gold_cut))| {
        let rest = |side: &Vec<String>, cut: usize| side.len().saturating_sub(cut);
        lines.gold.truncate(rest(&lines.gold, gold_cut));
        lines.systems.iter_mut().zip(cut).for_each(|(system, cut)| system.truncate(rest(system, cut)));
        let setups: Vec<Setup> = ["parseval", "struct-iou", "attachment"]
            .map(|name| Manner::Lines.setup(Setup::named(name).unwrap().measure, None))
            .to_vec();
        let (folder, ask) = (Folder::new(&lines), everything(None));
        let plan = folder.plan(0..folder.systems, setups.clone(), &ask);
        let whole = run(&Plan { threads, block: Some(block), ..plan }).unwrap();
        for system in 0..folder.systems {
            let pairs = lines.gold.len().max(lines.systems[system].len()) as u64;
            for (at, setup) in setups.iter().enumerate() {
                prop_assert_eq!(whole.scored.systems[system].setups[at].totals.read(), pairs);
                let single = run(&folder.plan([system], vec![setup.clone()], &ask)).unwrap();
                prop_assert_eq!(outcome(&whole, system, at), outcome(&single, 0, 0), "{}", setup.signature());
            }
        }
        Ok(())
    });
}

/// All sums and numbers except those of the breakdown.
fn numbers(totals: &Totals) -> String {
    let Totals {
        within, beyond, missed, scored, empty, scored_beyond, refused, refused_beyond, notes, ..
    } = totals;
    format!(
        "{within:?} {beyond:?} {missed:?} {scored} {empty} {scored_beyond} {refused} {refused_beyond} {notes:?}"
    )
}

#[test]
fn asking_for_more_changes_no_number() {
    let asks = (
        select(vec![Rows::None, Rows::All, Rows::One(2)]),
        select(vec![Matches::None, Matches::Differences, Matches::All]),
        select(vec![0usize, 1, 5]),
        any::<[bool; 3]>(),
        facet(),
    );
    check(300, (case(), asks), |((lines, _, setups), (rows, matches, worst, flags, facet))| {
        let [refused, tables, survey] = flags;
        let folder = Folder::new(&lines);
        let statistics = tables.then(Statistics::default);
        let (strict, cells) = (false, false);
        let ask = Ask {
            facet,
            rows,
            matches,
            worst,
            refused,
            tables,
            tables_of: None,
            statistics,
            strict,
            cells,
            survey,
            second_facet: None,
            sketches: tables,
        };
        let outcome = |ask: &Ask| {
            let run = run(&folder.plan(0..folder.systems, setups.clone(), ask)).unwrap();
            let systems = run.scored.systems.iter().map(|system| {
                // Why words differ is looked for only on request.
                let kinds = |setup: &SetupScored| {
                    let without_cause = |refused: &RefusedAt| {
                        let mut refused = refused.clone();
                        refused.cause = None;
                        refused
                    };
                    let kinds = setup.kinds.iter();
                    format!(
                        "{:?}",
                        kinds.map(|(kind, (n, at))| (*kind, *n, without_cause(at))).collect::<Vec<_>>()
                    )
                };
                let setups: Vec<String> = (system.setups.iter())
                    .map(|setup| format!("{} {} {:?}", numbers(&setup.totals), kinds(setup), setup.shift))
                    .collect();
                let agreement: Vec<String> = system.agreement.iter().map(numbers).collect();
                let trees = (system.unreadable, system.without_words, &system.difference);
                format!("{setups:?} {agreement:?} {trees:?}")
            });
            (systems.collect::<Vec<_>>(), run.scored.gold.clone())
        };
        prop_assert_eq!(outcome(&ask), outcome(&Ask::default()), "{:?}", ask);
        Ok(())
    });
}

/// Matches may need more memory than counts. A pair with too little memory for matches is still counted.
#[test]
fn a_pair_that_cannot_be_compared_is_counted() {
    let line = |word: &str| format!("(S {})", format!("(NP (N {word}) (V b)) ").repeat(60));
    let lines = Lines { gold: vec![line("a")], systems: vec![vec![line("c")]] };
    let folder = Folder::new(&lines);
    let totals = |memory: u64, ask: &Ask| {
        let measures: [Box<dyn AnyMeasure>; 2] = [
            Box::new(WordAccuracy { memory, ..WordAccuracy::default() }),
            Box::new(TreeNode { memory, ..TreeNode::default() }),
        ];
        let setups = measures.map(|measure| Manner::Lines.setup(measure, None));
        let run = run(&folder.plan([0], setups.to_vec(), ask)).unwrap();
        let matches = run.rows.iter().filter(|row| row.matches.is_some()).count();
        (run.scored.systems[0].setups.iter().map(|setup| setup.totals.clone()).collect::<Vec<_>>(), matches)
    };
    let mut not_compared = [0; 2];
    for memory in [0, 100, 1_000, 10_000, 100_000, 400_000, 1_000_000] {
        let (plain, _) = totals(memory, &Ask::default());
        let (asked, matches) = totals(memory, &everything(Some(Facet::Label)));
        let mut compared = 0;
        for ((plain, asked), not_compared) in plain.iter().zip(&asked).zip(&mut not_compared) {
            let is_noted = asked.notes.contains_key(&Note::NotCompared);
            *not_compared += u32::from(is_noted);
            compared += usize::from(asked.scored == 1 && !is_noted);
            let without_notes =
                |totals: &Totals| numbers(&Totals { notes: BTreeMap::new(), ..totals.clone() });
            assert_eq!(without_notes(plain), without_notes(asked), "{memory} bytes");
        }
        assert_eq!(matches, compared, "{memory} bytes");
    }
    assert!((1..7).contains(&not_compared[0]), "some limits are too low for the words: {not_compared:?}");
}

/// Results do not depend on what else is asked for: rows, worst pairs, tables and sums by facet.
#[test]
fn other_requests_change_no_result() {
    check(150, (case(), facet()), |((lines, _, setups), facet)| {
        let folder = Folder::new(&lines);
        let run = |ask: &Ask| run(&folder.plan(0..folder.systems, setups.clone(), ask)).unwrap();
        let rows = Ask { rows: Rows::All, ..Ask::default() };
        let [all, rows, worst, tables, sums] = [
            everything(facet.clone()),
            rows,
            Ask { worst: 3, matches: Matches::All, ..Ask::default() },
            Ask { tables: true, ..Ask::default() },
            Ask { facet, ..Ask::default() },
        ]
        .map(|ask| run(&ask));
        let without_matches = |run: &Run| -> Vec<String> {
            run.rows
                .iter()
                .map(|row| {
                    let asked =
                        PairRow { matches: None, cells: None, cause: None, sketch: None, ..row.clone() };
                    format!("{asked:?}")
                })
                .collect()
        };
        prop_assert_eq!(without_matches(&all), without_matches(&rows));
        prop_assert!(rows.rows.iter().all(|row| row.matches.is_none() && row.cells.is_none()));
        prop_assert_eq!(
            all.rows.iter().filter(|row| row.refusal.is_none() && row.matches.is_none()).count(),
            0
        );
        for system in 0..folder.systems {
            for setup in 0..setups.len() {
                let of = |run: &Run| {
                    let without_cells = |found: &PairRow| row(&PairRow { cells: None, ..found.clone() });
                    run.scored.systems[system].setups[setup]
                        .worst
                        .iter()
                        .map(without_cells)
                        .collect::<Vec<_>>()
                };
                prop_assert_eq!(of(&all), of(&worst));
                let of = |run: &Run| run.scored.systems[system].setups[setup].table.as_ref().map(table);
                prop_assert_eq!(of(&all), of(&tables));
                let of = |run: &Run| {
                    let Totals { facet, groups, .. } = &run.scored.systems[system].setups[setup].totals;
                    format!("{facet:?} {groups:?}")
                };
                prop_assert_eq!(of(&all), of(&sums));
            }
        }
        Ok(())
    });
}

#[test]
fn pairs_counted_are_pairs_read() {
    check(150, (lines(9), manner()), |(lines, manner)| {
        let folder = Folder::new(&lines);
        let ask = Ask { tables: true, ..Ask::default() };
        let run = run(&folder.plan(0..folder.systems, all_setups(manner), &ask)).unwrap();
        for system in &run.scored.systems {
            for setup in &system.setups {
                let totals = &setup.totals;
                let name = totals.within.info().name;
                let pairs = |sum: &Sum| sum.count("pairs").unwrap() as u64;
                prop_assert_eq!(pairs(&totals.all_pairs()) + totals.empty, totals.read(), "{}", name);
                prop_assert_eq!(pairs(&totals.missed), totals.refused, "{}", name);
                let table = setup.table.as_ref().unwrap();
                prop_assert_eq!(table.len() as u64, totals.read(), "{}", name);
                let all = totals.all_pairs();
                for (at, field) in all.info().fields.iter().enumerate() {
                    let sum: i128 = (0..table.len()).map(|row| table.counts(row)[at]).sum();
                    prop_assert_eq!(sum, all.counts()[at], "{} {}", name, field.name);
                }
                if matches!(manner, Manner::Trees | Manner::Lines | Manner::Utterances) {
                    prop_assert_eq!(totals.read(), lines.gold.len() as u64, "{}", name);
                }
            }
            for agreement in &system.agreement {
                let pairs = agreement.all_pairs().count("pairs").unwrap() as u64;
                prop_assert_eq!(pairs + agreement.empty, agreement.read());
            }
        }
        Ok(())
    });
}

/// The hash of the gold trees depends neither on the pairing nor on the measure.
#[test]
fn gold_is_the_same_gold_in_every_pairing() {
    check(80, lines(9), |lines| {
        let folder = Folder::new(&lines);
        let gold = |manner: Manner| {
            let plan = folder.plan(0..folder.systems, all_setups(manner), &Ask::default());
            run(&plan).unwrap().scored.gold
        };
        let hashes = Manner::ALL.map(gold);
        prop_assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
        Ok(())
    });
}
