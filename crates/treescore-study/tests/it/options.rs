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
            "--gold : must be 1 to 200 words with blanks between them",
        ),
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
