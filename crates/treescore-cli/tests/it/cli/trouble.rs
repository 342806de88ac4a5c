//! Trees that are none, files that do not fit, arguments that make no sense.

use crate::cli::{GOLD, Place, Ran};

#[test]
fn one_bad_tree_costs_one_pair() {
    let lines: Vec<&str> = GOLD.lines().collect();
    for (bad, kind, first) in [
        ("(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .))))", "not a tree", "system:2:48"),
        ("(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .))", "not a tree", "system:2:1"),
        ("(TOP (S (NP Mara) (VP left)) (. . .)))", "not a tree", "system:2:35"),
        ("-3.5 (TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .)))", "not a tree", "system:2:1"),
        ("(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .))) 0.5", "not a tree", "system:2:49"),
        ("nothing", "not a tree", "system:2:1"),
        ("(())", "no tree", "pair 2"),
        ("( )", "no tree", "pair 2"),
        ("(TOP (S (NP (NNP Mara)) (VP (VBD went)) (. .)))", "words differ", "pair 2"),
        ("(TOP (S (NP (NNP Mara))))", "words differ", "pair 2"),
    ] {
        let system = format!("{}\n{bad}\n{}\n", lines[0], lines[2]);
        let place = Place::with(&[("gold", GOLD.as_bytes()), ("system", system.as_bytes())]);
        let ran = place.run("gold system");
        assert_eq!(ran.status, Some(1), "{bad}");
        assert!(ran.stdout.contains("3 pairs: 2 scored, 1 refused"), "{bad}: {}", ran.stdout);
        assert!(ran.stdout.contains(&format!("1  {kind}")), "{bad}: {}", ran.stdout);
        assert!(ran.stdout.contains(&format!("first: {first}")), "{bad}: {}", ran.stdout);
        assert_eq!(ran.row("scored only (2 of 3)")[0], "100.00", "{bad}");
        let strict = place.run("gold system --strict");
        assert_eq!((strict.status, strict.stdout.as_str()), (Some(2), ""), "{bad}");
        assert!(strict.stderr.contains("pair 2 is refused"), "{bad}: {}", strict.stderr);
    }
}

#[test]
fn the_same_holds_for_gold() {
    let gold = GOLD.replace("(NNP Mara)", "(NNP Mara))");
    let place = Place::with(&[("gold", gold.as_bytes()), ("system", GOLD.as_bytes())]);
    let ran = place.run("gold system");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains("gold:2:"), "{}", ran.stderr);
    assert!(ran.stdout.contains("2 scored, 1 refused"));
}

#[test]
fn only_the_first_errors_of_a_kind_are_shown() {
    let system = GOLD.replace('\n', ")\n").repeat(4);
    let place = Place::with(&[("gold", GOLD.repeat(4).as_bytes()), ("system", system.as_bytes())]);
    let ran = place.run("gold system");
    assert_eq!(ran.stderr.matches("error:").count(), 5, "{}", ran.stderr);
    assert!(ran.stderr.contains("… and 7 more of this kind: --refused"), "{}", ran.stderr);
    let listed = place.run("gold system --refused");
    assert_eq!(listed.stdout.matches("`)` without `(`").count(), 12);
}

#[test]
fn unequal_files_are_an_error_that_says_where_they_part() {
    let many: Vec<String> = (1..=40).map(|i| format!("(S (N w{i}) (V x{i}))")).collect();
    let without: Vec<&String> =
        many.iter().enumerate().filter(|(at, _)| *at != 11).map(|(_, line)| line).collect();
    let join = |lines: Vec<&String>| lines.into_iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let place = Place::with(&[
        ("gold", join(many.iter().collect()).as_bytes()),
        ("short", join(without).as_bytes()),
        ("first", join(many.iter().take(30).collect()).as_bytes()),
        ("empty", b""),
    ]);
    let short = place.run("gold short");
    assert_eq!((short.status, short.stdout.as_str()), (Some(2), ""));
    for said in [
        "gold has 40 trees, short has 39",
        "pairs 1 to 11 have the same words",
        "from pair 12 on",
        "one system tree seems to be missing after pair 11",
        "--pair-by line",
    ] {
        let flat = short.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{said}: {flat}");
    }
    assert!(place.run("gold first").stderr.contains("have the same words"));
    assert_eq!(place.run("gold empty").status, Some(2));
    let anyway = place.run("gold short --pair-by line");
    assert_eq!(anyway.status, Some(1));
    assert!(anyway.stdout.contains("40 pairs: 11 scored, 29 refused"), "{}", anyway.stdout);
    assert!(anyway.stdout.contains("1  no partner"), "{}", anyway.stdout);
    let flat = anyway.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("one system tree seems to be missing"), "{}", anyway.stdout);
}

/// What is said of two files that are not equally long is true of them.
#[test]
fn where_unequal_files_part() {
    let lines: Vec<String> = (1..=9).map(|i| format!("(S (N w{i}) (V x{i}))\n")).collect();
    let all = lines.concat();
    let cases = [
        (
            "end",
            lines[..8].concat(),
            "pairs 1 to 8 have the same words; one system tree seems to be missing at the end",
        ),
        (
            "more",
            all.clone() + "(A a)\n(A a)\n",
            "pairs 1 to 9 have the same words; the system seems to have 2 trees too many at the end",
        ),
        (
            "faulty",
            all.replace("(N w2)", "(N") + "(A a)",
            "pairs 1 to 9 have the same words where both are trees; the system seems to have one tree too many",
        ),
        (
            "late",
            lines[..7].concat() + &lines[8],
            "pairs 1 to 7 have the same words; words first differ in pair 8: look",
        ),
        ("empty", String::new(), "empty is empty"),
    ];
    for (name, text, said) in &cases {
        let ran =
            Place::with(&[("gold", all.as_bytes()), (name, text.as_bytes())]).run(&format!("gold {name}"));
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{name}: {flat}");
    }
    let (first, second) = (lines[..4].concat(), lines[4..].concat());
    let folders = [
        ("gold/a", first.as_bytes()),
        ("gold/b", second.as_bytes()),
        ("out/a", first.as_bytes()),
        ("out/b", &second.as_bytes()[lines[4].len()..]),
    ];
    let ran = Place::with(&folders).run("gold out");
    let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("gold file b has 5 trees, system file b has 4"), "{said}");
    assert!(said.contains("from pair 1 on, each system tree"), "numbered in the file: {said}");
}

/// Many faults, on one line or on many, cost no more than a few passes over the text.
#[test]
fn many_faults_are_no_slower_than_many_trees() {
    let bare = "(A (B b) a) ".repeat(100_000);
    let good = "(A (B b))\n".repeat(100_000);
    let place = Place::with(&[("gold", good.as_bytes()), ("system", bare.as_bytes())]);
    let began = std::time::Instant::now();
    let ran = place.run("gold system --input brackets");
    assert!(ran.stderr.contains("system:1:58   tree 5"), "{}", ran.stderr);
    assert!(ran.stdout.contains("100,000 pairs: 0 scored, 100,000 refused"), "{}", ran.stdout);
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

#[test]
fn by_line_a_blank_line_is_a_missing_tree() {
    let system = GOLD.replace("(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .)))", "");
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("system", system.as_bytes())]);
    assert_eq!(place.run("gold system").status, Some(2), "by tree, one is missing");
    let ran = place.run("gold system --pair-by line");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("1  no tree"), "{}", ran.stdout);
}

#[test]
fn nothing_is_not_a_number() {
    let place = Place::with(&[("empty", b""), ("words", b"(N a)\n")]);
    let words = place.run("words words");
    assert_eq!(words.status, Some(0), "{}", words.stderr);
    assert!(words.stdout.contains("1 pair: all scored"), "{}", words.stdout);
    assert!(!words.stdout.to_lowercase().contains("nan"), "{}", words.stdout);
    assert_eq!(words.row("corpus")[0], "–");
    let empty = place.run("empty empty");
    assert_eq!((empty.status, empty.stdout.as_str()), (Some(2), ""));
    assert!(empty.stderr.contains("empty is empty"), "{}", empty.stderr);
}

#[test]
fn the_huge_error_limit_case_is_harmless_here() {
    let pack = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/conformance/evalb/robustness/M08-huge-error-limit");
    let read = |name: &str| std::fs::read(pack.join(name)).unwrap();
    let place = Place::with(&[("gold", &read("gold")), ("test", &read("test"))]);
    let ran = place.run("gold test -r evalb-default --input brackets");
    assert_eq!(ran.stderr.matches("gold:2:46").count(), 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("3 pairs: 2 scored, 1 refused"), "{}", ran.stdout);
}

#[test]
fn a_recipe_in_capitals_is_suggested_beside_the_message_of_evalb() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for (line, name, hint) in [
        ("evalb -p COLLINS.prm", "COLLINS.prm", "treescore: did you mean the recipe `collins`: -p collins\n"),
        ("evalb -p Collins", "Collins", "treescore: did you mean the recipe `collins`: -p collins\n"),
        ("evalb -p collins.prm", "collins.prm", "treescore: did you mean the recipe `collins`: -p collins\n"),
        ("evalb -p a/COLLINS.prm", "a/COLLINS.prm", ""),
        ("evalb-spmrl -p COLLINS.prm", "COLLINS.prm", ""),
        ("evalb-spmrl -p SPMRL.prm", "SPMRL.prm", "treescore: did you mean the recipe `spmrl`: -p spmrl\n"),
    ] {
        let ran = place.run(&format!("{line} gold gold"));
        assert_eq!(ran.stderr, format!("Can't open parameter file ({name})\n{hint}"), "{line}");
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{line}");
    }
}

#[test]
fn commands_in_the_wrong_place_or_mistyped_are_recognised() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("schema", GOLD.as_bytes())]);
    for (line, said) in [
        ("-q align gold gold", "`align` is a command: write it first: treescore align …"),
        ("-q recipes", "`recipes` is a command: write it first: treescore recipes …"),
        ("-f json measures", "`measures` is a command: write it first"),
        ("measure", "there is no file and no command `measure`; did you mean: treescore measures"),
        ("alin gold gold", "did you mean: treescore align"),
        ("chunk gold", "did you mean: treescore phrase chunk"),
        ("nowhere gold", "nowhere"),
        ("gold alin", "alin"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{line}: {flat}");
        assert_eq!(
            flat.contains("command"),
            said.contains("command") || said.contains("mean"),
            "{line}: {flat}"
        );
    }
    // A file of that name is a file.
    assert_eq!(place.run("-q schema gold").status, Some(0));
    assert_eq!(place.run("-m word ./schema gold").status, Some(0));
}

#[test]
fn a_strict_run_names_the_place() {
    let unreadable = GOLD.replace("(NNP Mara)", "(NNP Mara))");
    let other = GOLD.replace("left", "went");
    let place = Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("unreadable", unreadable.as_bytes()),
        ("other", other.as_bytes()),
    ]);
    for (line, said) in [
        ("gold unreadable", "error: unreadable:2:48: pair 2 is refused"),
        ("unreadable gold", "error: unreadable:2:48: pair 2 is refused"),
        ("gold other", "error: other:2: pair 2 is refused"),
    ] {
        let ran = place.run(&format!("{line} --strict -q"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.starts_with(said), "{line}: {flat}");
    }
}

#[test]
fn what_was_not_compared_is_not_called_equal() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("cut", b"(TOP (S (NN a)")]);
    let ran = place.run("gold cut");
    assert!(ran.stderr.contains("gold has 3 trees, cut has 1"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("same words"), "{}", ran.stderr);
    assert!(ran.stderr.contains("= pair 1 is refused\n"), "{}", ran.stderr);
    let ran = place.pipe("gold -", GOLD.replace("Mara)", "Mara))").as_bytes());
    assert!(ran.stderr.contains("= pair 2 is refused, the others are scored\n"), "{}", ran.stderr);
    let ran = place.pipe("gold -", b"");
    assert!(ran.stderr.contains("standard input is empty"), "{}", ran.stderr);
    assert!(ran.stderr.contains("check that the file is complete"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("--align"), "{}", ran.stderr);
}

#[test]
fn wrong_variables_are_named() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    let expected = place.run("gold gold").stdout;
    for (name, value, said) in [
        ("TREESCORE_FORMAT", "", ""),
        ("TREESCORE_THREADS", "", "TREESCORE_THREADS=: the variable must be a whole number from 1 to 1024"),
        ("TREESCORE_FORMAT", "xml", "TREESCORE_FORMAT: "),
        (
            "TREESCORE_THREADS",
            "many",
            "TREESCORE_THREADS=many: the variable must be a whole number from 1 to 1024",
        ),
        ("TREESCORE_THREADS", "0", "TREESCORE_THREADS=0"),
    ] {
        let ran = Ran::of(&place.command(&["gold", "gold"]).env(name, value).output().unwrap());
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(if said.is_empty() { 0 } else { 2 }), "{name}={value}: {flat}");
        assert_eq!(ran.stdout == expected, said.is_empty(), "{name}={value}");
        assert!(flat.contains(said), "{name}={value}: {flat}");
    }
}

#[test]
fn wrong_arguments_say_what_is_right() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("bad.prm", b"DELETE_LABLE TOP\nEQ_LABEL A\n")]);
    for (line, said) in [
        ("gold gold -m bleu", "the measures are parseval"),
        ("gold gold -r colins", "recipes are collins"),
        ("gold gold -r Collins", "there is no file or recipe `Collins`; did you mean collins: -r collins"),
        ("gold gold -r COLLINS.prm", "did you mean collins: -r collins"),
        ("gold gold --all", "--all needs --by label"),
        ("gold gold --delete ,", "--delete needs labels"),
        ("gold gold -r nowhere.prm", "cannot read nowhere.prm"),
        ("gold gold --set root", "KEY=VALUE"),
        ("gold gold --set colour=red", "known settings: labels"),
        ("gold gold --set root=red", "count, drop or dummy"),
        ("gold gold --cutoff forty", "a number of words, or none"),
        ("gold gold --bins 5,10", "--by length"),
        ("gold gold --by length --bins 10,5", "are increasing numbers"),
        ("gold gold --threads 0", "must be a whole number from 1 to 1024"),
        ("gold gold --nonsense", "--nonsense"),
        ("gold", "SYSTEM"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{line}: {}", ran.stderr);
    }
    let noted = place.run("gold gold -r bad.prm");
    assert_eq!(noted.status, Some(0));
    assert!(noted.stderr.contains("bad.prm:1: `DELETE_LABLE TOP` is not a keyword"), "{}", noted.stderr);
    assert!(noted.stderr.contains("bad.prm:2: EQ_LABEL needs two values"), "{}", noted.stderr);
}

/// The list is longer than what is kept in memory, and its rows come from two passes in another order.
#[test]
fn a_long_list_of_refused_pairs_is_in_order() {
    let pairs = 30_000_u64;
    let side = |word: &str| format!("(S (N {word}))\n").repeat(usize::try_from(pairs).unwrap());
    let place = Place::with(&[("gold", side("a").as_bytes()), ("system", side("b").as_bytes())]);
    let ran = place.run("gold system -m tree-node,parseval --no-tests --refused -f json");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let refused = report["refused"].as_array().unwrap();
    let numbers: Vec<u64> = refused.iter().filter_map(|row| row["pair"].as_u64()).collect();
    assert_eq!(numbers, (1..=pairs).collect::<Vec<_>>());
    let ran = place.run("gold system --no-tests --refused");
    let lines = ran.stdout.lines().filter(|line| line.contains("words differ at word 1"));
    assert_eq!(lines.count() as u64, pairs);
}
