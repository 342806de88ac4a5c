//! What is said of files that hold something else than a measure needs, and which reading the partner
//! decides.

use treescore::Setup;
use treescore::read::{DecidedBy, Format};
use treescore::run::RunError;

use super::{expected, refusal, run, side};

/// Times are given with an option, and phrases are scored by a command of their own: not measures of a run.
const NO_MEASURES: [&str; 2] = ["times", "phrase"];

#[test]
fn files_of_another_kind_are_named() {
    let mut cases = 0;
    for (file, measures) in expected("wrong-kind")["files"].as_object().unwrap() {
        for (measure, message) in measures.as_object().unwrap() {
            if NO_MEASURES.contains(&measure.as_str()) {
                continue;
            }
            cases += 1;
            let corpus = side("wrong-kind", file);
            let said = match run(&corpus, &corpus, Setup::named(measure).unwrap()) {
                Ok(_) => None,
                Err(RunError::Open(error)) => {
                    assert_eq!(refusal(&error).0, "wrong-kind");
                    Some(format!("{file} {}", refusal(&error).2))
                }
                Err(error) => panic!("{file} for {measure}: {error}"),
            };
            assert_eq!(said.as_deref(), message.as_str(), "{file} for {measure}");
        }
    }
    assert_eq!(cases, 15);
}

#[test]
fn the_words_of_the_partner_decide() {
    for (file, wanted) in expected("resolve")["files"].as_object().unwrap() {
        let partner = side("resolve", wanted["partner"].as_str().unwrap());
        let own = side("resolve", file);
        let measure = if file == "asr.txt" { "word" } else { "parseval" };
        let mut setup = Setup::named(measure).unwrap();
        if measure == "parseval" {
            setup.set("match", "spans").unwrap();
        }
        // On both sides: each is the partner of the other.
        for (gold, system) in [(&partner, &own), (&own, &partner)] {
            let found = run(gold, system, setup.clone());
            if let Some(refused) = wanted.get("refused") {
                let Err(RunError::Open(error)) = found else { panic!("{file} was read") };
                let (finding, _, message) = refusal(&error);
                assert_eq!(refused["finding"], finding, "{file}");
                assert_eq!(refused["message"], format!("{file} {message}"), "{file}");
                continue;
            }
            let inputs = found.unwrap().inputs;
            let facts =
                if std::ptr::eq(gold, &raw const own) { &inputs.gold[0] } else { &inputs.systems[0][0] };
            assert_eq!(facts.format, wanted["format"].as_str().unwrap().parse::<Format>().unwrap(), "{file}");
            assert_eq!(facts.by, DecidedBy::Partner, "{file}");
        }
    }
}
