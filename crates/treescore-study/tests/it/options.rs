//! What is refused.

use treescore_study::{Alone, Ask, OPTIONS, STUDIES, run};

fn message(name: &str, files: &[&str], options: &[(&str, &str)]) -> String {
    let options = options.iter().map(|&(option, value)| (option.to_owned(), value.to_owned())).collect();
    let files = files.iter().map(Into::into).collect();
    run(name, &Ask { files, options, ..Ask::default() }, &mut Alone).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_is_named() {
    for (found, expected) in [
        (message("atachment", &[], &[]), "unknown study `atachment`: `treescore study` lists them"),
        (
            message("attachment", &[], &[("runs", "3")]),
            "--runs is not an option of the study attachment, whose options are: --seed, --n, --random, --gold, --all",
        ),
        (message("attachment", &[], &[("n", "11")]), "--n 11: must be a whole number from 1 to 10"),
        (
            message("attachment", &[], &[("gold", "1430")]),
            "--gold 1430: must be left, right or a number from 0 to 1429",
        ),
        (
            message("averages", &["a"], &[]),
            "the study averages takes two files, but there is one: `treescore study averages GOLD SYSTEM`",
        ),
        (
            message("averages", &["-", "b"], &[]),
            "a study reads its files more than once: give a file instead of standard input",
        ),
        (
            message("sequence-table", &[], &[("gold", " ")]),
            "--gold and --system go together: words of yours are not compared with the paper's",
        ),
        (
            message("sequence-table", &[], &[("gold", " "), ("system", "a")]),
            "--gold : must be 1 to 200 words with blanks between them",
        ),
        (message("concepts", &[], &[("steps", "40,60,100")]), "--steps 40,60,100: there are 47 concepts"),
        (
            message("phrase-models", &["a"], &[("first", "0:100"), ("second", "50:160"), ("test", "100:")]),
            "--first and --second share the trees from 50 to 100: what is trained, tested and scored must be other trees",
        ),
        (
            message("phrase-models", &["a"], &[("test", "2000:")]),
            "--second and --test share the trees from 2000 to 2365: what is trained, tested and scored must be other trees",
        ),
        (
            message("speech-factors", &[], &[("scores", "a"), ("heads", "collins")]),
            "--heads is for a design: the scores of --scores have their head tables in a column",
        ),
        (message("correlation", &["a", "b"], &[("figure", "5")]), "--figure 5: must be 3 or 7"),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn every_option_of_a_study_is_described() {
    for info in STUDIES {
        for option in info.options {
            assert!(OPTIONS.iter().any(|(name, ..)| name == option), "{}: {option}", info.name);
        }
    }
    for (name, ..) in OPTIONS {
        assert!(STUDIES.iter().any(|info| info.options.contains(&name)), "{name} is an option of no study");
    }
}

/// Whatever changes the numbers changes the signature.
#[test]
fn signatures_tell_settings_apart() {
    let data = |name: &str| format!("{}/tests/conformance/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let (gold, system, times) = (data("news.gold.trees"), data("news.system.trees"), data("news.jsonl"));
    let both = [gold.as_str(), system.as_str()];
    let signature = |name: &str, files: &[&str], options: &[(&str, &str)]| {
        let recipe = options.iter().find(|(option, _)| *option == "recipe");
        let recipe = recipe.map(|(_, name)| treescore::prepare::Recipe::named(name).unwrap());
        let options = options.iter().map(|&(option, value)| (option.to_owned(), value.to_owned())).collect();
        let ask = Ask { files: files.iter().map(Into::into).collect(), options, recipe, threads: 1 };
        run(name, &ask, &mut Alone).unwrap().signature
    };
    let few = [("runs", "1"), ("deltas", "0.5")];
    let small = [("sizes", "0.01,0.02"), ("kinds", "typo")];
    for (name, files, base, changed) in [
        (
            "correlation",
            &both[..],
            &few[..1],
            &[("recipe", "collins"), ("figure", "3"), ("group", "5"), ("seed", "2")][..],
        ),
        (
            "perturbation",
            &both,
            &few,
            &[("deltas", "0.7"), ("by-length", ""), ("times", &times), ("runs", "2")],
        ),
        ("alignment-growth", &[], &small, &[("kinds", "equal"), ("sizes", "0.01,0.03")]),
        ("attachment", &[], &[("n", "3")], &[("random", "9"), ("gold", "left"), ("all", ""), ("n", "4")]),
        ("concepts", &[], &[], &[("steps", "0,5")]),
    ] {
        let before = signature(name, files, base);
        for one in changed {
            let kept = base.iter().filter(|(option, _)| *option != one.0);
            let options: Vec<(&str, &str)> = kept.chain([one]).copied().collect();
            assert_ne!(before, signature(name, files, &options), "{name}: {one:?}");
        }
        assert!(before.contains("|measures:[m:"), "{before}");
    }
}
