//! Numbers of pairs in other formats than brackets.

use treescore::measure::dependency::Heads;
use treescore::prepare::Recipe;
use treescore::read::{Corpus, Nbest};
use treescore::run::{Ask, Plan, Scored, score};
use treescore::setup::{Pairing, TextAlignment, WordAlignment};
use treescore::write::conllu::ConlluWriter;
use treescore::{Setup, read};

use super::{expected, figure, options, run, sample, side, text};

/// F1 in per cent, to two places.
fn f1(scored: &Scored) -> f64 {
    (figure(scored, "f1").unwrap() * 1e4).round() / 1e4
}

fn parseval() -> Setup {
    Setup::named("parseval").unwrap()
}

/// The first sentence of three samples is the same tree; the second differs in its words.
#[test]
fn the_same_sentence_is_the_same_tree_in_every_format() {
    let sides =
        [side("export", "three.export"), side("tigerxml", "utf8.xml"), side("discbracket", "disc.dbr")];
    for gold in &sides {
        for system in &sides {
            let scored = run(gold, system, parseval()).unwrap();
            let totals = &scored.systems[0].setups[0].totals;
            let names = (gold.short_name(), system.short_name());
            let is_tiger = |name: &str| name == "utf8.xml";
            let differ = is_tiger(&names.0) != is_tiger(&names.1);
            assert_eq!((totals.scored, totals.refused), if differ { (1, 1) } else { (2, 0) }, "{names:?}");
            assert_eq!(figure(&scored, "f1"), Some(1.0), "{names:?}");
            assert_eq!(figure(&scored, "discontinuous_f1"), Some(1.0), "{names:?}");
            assert_eq!(figure(&scored, "crossing"), None, "{names:?}");
        }
    }
}

/// Gold has VP over words 1, 4 and AP over 2, 5; the system has the VP, and AP over 2, 3, 5. S and NP match,
/// too: 3 of 4 brackets on both sides, 1 of 2 discontinuous ones.
#[test]
fn discontinuous_brackets_are_compared_by_their_words() {
    let gold = "(S (VP (A 0=a) (D 3=d)) (AP (B 1=b) (E 4=e)) (NP (C 2=c)))\n";
    let system = "(S (VP (A 0=a) (D 3=d)) (AP (B 1=b) (NP (C 2=c)) (E 4=e)))\n";
    let scored = run(&text("gold", gold), &text("system", system), parseval()).unwrap();
    assert_eq!(figure(&scored, "f1"), Some(0.75));
    assert_eq!(figure(&scored, "discontinuous_f1"), Some(0.5));
    assert_eq!(figure(&scored, "crossing"), None);
    assert_eq!(figure(&scored, "exact"), Some(0.0));
}

#[test]
fn measures_of_stretches_refuse_discontinuous_pairs() {
    let gold = "(S (VP (A 0=a) (D 2=d)) (NP (C 1=c)))\n(S (A 0=a) (B 1=b))\n";
    let continuous = "(S (VP (A 0=a) (D 1=c)) (NP (C 2=d)))\n(S (A 0=a) (B 1=b))\n";
    let measures = [
        "leaf-ancestor",
        "ted",
        "struct-iou",
        "tree-node",
        "word",
        "concept",
        "dependency",
        "attachment",
        "open-class",
    ];
    // Lines of brackets are utterances for some of these measures, unless somebody says what they are.
    let given = |setup: Setup| {
        let mut setup = setup;
        setup.set("input", "discbracket").unwrap();
        setup
    };
    for measure in measures {
        let setup = given(Setup::named(measure).unwrap());
        for (gold, system) in [(gold, continuous), (continuous, gold)] {
            let scored = run(&text("gold", gold), &text("system", system), setup.clone()).unwrap();
            let results = &scored.systems[0].setups[0];
            let refused = results.kinds.get("discontinuous").map(|(count, _)| *count);
            assert_eq!(refused, Some(1), "{measure}: {:?}", results.kinds.keys());
        }
    }
    let pairings = [
        Pairing::Text(TextAlignment::default()),
        Pairing::Sides(WordAlignment::default()),
        Pairing::Utterances(WordAlignment::default()),
    ];
    for (number, pairing) in pairings.into_iter().enumerate() {
        let setup = parseval().with_pairing(pairing);
        let scored = run(&text("gold", gold), &text("system", continuous), setup).unwrap();
        let kinds = &scored.systems[0].setups[0].kinds;
        assert_eq!(
            kinds.get("discontinuous").map(|(count, _)| *count),
            Some(1),
            "pairing {number}: {:?}",
            kinds.keys()
        );
    }
}

fn conllu(rows: &[(&str, u32, &str)]) -> String {
    let line = |(number, (word, head, relation)): (usize, &(&str, u32, &str))| {
        format!("{}\t{word}\t_\t_\tX\t_\t{head}\t{relation}\t_\t_\n", number + 1)
    };
    rows.iter().enumerate().map(line).collect::<String>() + "\n"
}

/// Of five words, four have the right head, and three of these the right relation.
#[test]
fn dependencies_are_compared_as_they_are_given() {
    let gold = conllu(&[
        ("cats", 2, "nsubj"),
        ("eat", 0, "root"),
        ("fish", 2, "obj"),
        ("with", 5, "case"),
        ("bones", 3, "nmod"),
    ]);
    let system = conllu(&[
        ("cats", 2, "nsubj"),
        ("eat", 0, "root"),
        ("fish", 2, "iobj"),
        ("with", 5, "case"),
        ("bones", 2, "nmod"),
    ]);
    let setup = Setup::named("attachment").unwrap();
    let scored = run(&text("gold", &gold), &text("system", &system), setup.clone()).unwrap();
    assert_eq!((figure(&scored, "las"), figure(&scored, "uas")), (Some(0.6), Some(0.8)));
    let other = conllu(&[("cats", 2, "nsubj"), ("ate", 0, "root")]);
    let scored = run(&text("gold", &gold), &text("system", &other), setup).unwrap();
    assert_eq!(scored.systems[0].setups[0].kinds["words differ"].0, 1);
}

#[test]
fn dependencies_written_from_trees_fit_these_trees() {
    let trees = "(S (NP-SBJ (DT the) (NN gull)) (VP (VBD took) (NP (NP (DT the) (NN bread)) (PP (IN from) (NP (PRP him))))))\n\
                 (S (NP (PRP she)) (VP (VBD laughed) (ADVP (RB loudly))))\n";
    let mut writer = ConlluWriter::new(ConlluWriter::recipe(), Heads::default());
    let mut out = Vec::new();
    for (number, tree) in (1..).zip(trees.lines()) {
        writer.sentence(number, &read::one(tree).unwrap(), &mut out).unwrap();
    }
    let gold = Corpus::held("gold.conllu", &out);
    let scored = run(&gold, &text("trees", trees), Setup::named("attachment").unwrap()).unwrap();
    assert_eq!((figure(&scored, "las"), figure(&scored, "uas")), (Some(1.0), Some(1.0)));
    assert_eq!(scored.systems[0].setups[0].totals.scored, 2);
    let wrong = trees.replace(
        "(NP (NP (DT the) (NN bread)) (PP (IN from) (NP (PRP him))))",
        "(NP (DT the) (NN bread)) (PP (IN from) (NP (PRP him)))",
    );
    let scored = run(&gold, &text("trees", &wrong), Setup::named("attachment").unwrap()).unwrap();
    assert_eq!(figure(&scored, "uas"), Some(0.9), "`from` is attached to `took`");
}

/// Punctuation, which the system has not got, is taken out by gold's tags.
#[test]
fn brackets_without_labels_are_scored_under_an_unsupervised_recipe() {
    let folder = "check-bare-unsupervised";
    let expected = expected(folder);
    let setup = parseval().with_recipe(Recipe::named("unsupervised-corpus").unwrap());
    let scored = run(&side(folder, "gold.trees"), &side(folder, "system.trees"), setup).unwrap();
    let rounded = (figure(&scored, "f1").unwrap() * 1e6).round() / 1e6;
    assert!((rounded - expected["f1"][0].as_f64().unwrap()).abs() < 1e-9, "{rounded}");
    assert_eq!(scored.systems[0].setups[0].totals.refused, 0);
}

#[test]
fn the_best_tree_of_a_list_is_read_on_request() {
    let list = "-9.5\t(S (A a) (X (B b) (C c)))\n-2\t(S (X (A a) (B b)) (C c))\n\n-1\t(S (A a) (B b))\n-3\t(T (A a) (B b))\n";
    let gold = "(S (X (A a) (B b)) (C c))\n(S (A a) (B b))\n";
    for (nbest, expected) in [(Nbest::First, 2.0 / 3.0), (Nbest::Best, 1.0)] {
        let system = text("list", list).with_options(options(|options| options.details.nbest = nbest));
        let scored = run(&text("gold", gold), &system, parseval()).unwrap();
        assert!((f1(&scored) - (expected * 1e4f64).round() / 1e4).abs() < 1e-9, "{nbest:?}");
        assert_eq!(scored.inputs.systems[0][0].counts.get("not_best"), 1);
    }
}

#[test]
fn trees_that_are_skipped_are_no_units() {
    let plain = "(S (A a))\n(S (B b) (X (C c)))\n";
    let with_code = "(CODE (SYM 1))\n(S (A a))\n(CODE (SYM 2))\n(S (B b) (X (C c)))\n";
    let placed = "(CODE (SYM 0=1))\n(S (A 0=a))\n(CODE (SYM 0=2))\n(S (B 0=b) (X (C 1=c)))\n";
    // As text in brackets, and on the tape of a reader: with words in the brackets, and before them.
    for content in [with_code.to_owned(), format!("# a comment\n{with_code}"), placed.to_owned()] {
        let skipping = options(|options| options.skip = vec![b"CODE".to_vec()]);
        let system = text("system", &content).with_options(skipping);
        let scored = run(&text("gold", plain), &system, parseval()).unwrap();
        assert_eq!((f1(&scored), scored.systems[0].setups[0].totals.scored), (1.0, 2));
        assert_eq!(scored.inputs.systems[0][0].counts.get("skipped"), 2);
        assert_eq!(scored.inputs.systems[0][0].units, 2);
        assert!(run(&text("gold", plain), &text("system", &content), parseval()).is_err(), "four trees");
    }
}

/// Blocks and threads decide nothing, also for units on a tape.
#[test]
fn blocks_and_threads_change_no_number() {
    let sentence = std::fs::read_to_string(sample("discbracket", "disc.dbr")).unwrap();
    let gold: String = sentence.repeat(50);
    let system = gold.replace("(NP (ART 2=die) (NN 3=Möwe))", "(ART 2=die) (NN 3=Möwe)");
    let export = std::fs::read_to_string(sample("export", "three.export")).unwrap();
    let tail = &export[export.find("#BOS").unwrap()..];
    let export = export.clone() + &tail.repeat(49);
    let mut seen = None;
    for (gold, system) in [(&gold, &system), (&export, &system)] {
        for block in [None, Some(1), Some(1000)] {
            for threads in [1, 2, 4] {
                let ask = Ask { tables: true, refused: true, ..Ask::default() };
                let sides = (text("gold", gold), text("system", system));
                let plan = Plan {
                    ask,
                    threads,
                    block,
                    ..Plan::new(sides.0.into(), vec![sides.1.into()], vec![parseval()])
                };
                let scored = score(&plan, &mut ()).unwrap();
                let results = &scored.systems[0].setups[0];
                let table = results.table.as_ref().unwrap();
                let rows: Vec<Vec<i128>> = (0..100).map(|row| table.counts(row).to_vec()).collect();
                let found = (results.totals.scored, f1(&scored), rows);
                assert_eq!(
                    *seen.get_or_insert_with(|| found.clone()),
                    found,
                    "blocks {block:?}, {threads} threads"
                );
            }
        }
    }
    assert_eq!(seen.unwrap().0, 100);
}
