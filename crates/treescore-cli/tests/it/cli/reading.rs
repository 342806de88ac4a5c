//! How files are read, where a wrong reading would give a wrong number without a word.

use crate::cli::{Place, Ran};

const TREES: &[u8] = b"(S (NP (D the) (N cat)) (VP (V sat) (R down)))\n(S (NP (N she)) (VP (V ran)))\n";

/// Runs a line on a gold and a system file.
fn run(gold: &str, system: &str, line: &str) -> Ran {
    Place::with(&[("g", gold.as_bytes()), ("s", system.as_bytes())]).run(line)
}

/// The same sentences as one-line trees of another form have the same words.
#[test]
fn one_line_trees_are_read_as_what_they_are() {
    for (format, system) in [
        ("discbracket", "(S (NP (D 0=the) (N 1=cat)) (VP (V 2=sat) (R 3=down)))\n(S (N 0=she) (V 1=ran))\n"),
        ("bare", "((the cat) (sat down))\n(she ran)\n"),
        ("bare", "(the (cat (sat down)))\n(she ran)\n"),
        (
            "lemma-leaves",
            "(S (NP (D the the) (N cat cat)) (VP (V sat sit) (R down down)))\n(S (N she she) (V ran run))\n",
        ),
        (
            "brackets",
            "( (S (NP (D the) (N cat)) (VP (V sat) (R down))) (ID a,1))\n( (S (N she) (V ran)) (ID a,2))\n",
        ),
    ] {
        let place = Place::with(&[("g", TREES), ("s", system.as_bytes())]);
        let ran = place.run("-m word g s -f json");
        let report = ran.report();
        assert_eq!(report["inputs"][1]["format"], format, "{}", ran.stderr);
        let counts = &report["measures"][0]["scores"][0]["scored"]["counts"];
        assert_eq!(counts["substituted"], 0, "{format}: {counts}");
        assert_eq!(counts["inserted"], 0, "{format}: {counts}");
        assert_eq!(counts["deleted"], 0, "{format}: {counts}");
    }
}

/// Both readings are told if nothing decides.
#[test]
fn two_readings_of_utterances_are_told() {
    let forest = "(S (D El el) (N gato gato) (V duerme dormir))\n";
    let ran = run("(S (D un) (N perro))\n", forest, "-m word g s");
    assert!(
        ran.stderr.contains("another reading is possible; choose it: --system-input lemma-leaves"),
        "{}",
        ran.stderr
    );
    // Two files of the same open form do not decide for each other.
    let right = "(the (cat sat))\n(she ran)\n";
    let ran = run(right, right, "-m word g s");
    assert!(
        ran.stderr.contains("another reading is possible; choose it: --gold-input bare"),
        "{}",
        ran.stderr
    );
}

#[test]
fn comments_between_utterances_are_no_utterances() {
    let gold = "from (P kiel) please\nyes\n";
    let system = "# by hand\n# sent_id = a\nfrom (P kiel) please\n;; x\n%% y\n*x* z\nyes\n";
    for measure in ["word", "tree-node", "concept"] {
        let ran = run(gold, system, &format!("-m {measure} g s -f json"));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let report = ran.report();
        assert_eq!(report["inputs"][1]["counts"]["comments"], 5, "{measure}");
        assert_eq!(report["inputs"][1]["units"], 2, "{measure}");
    }
    let plain = run("# a b\n", "# a b\n", "-m word --input plain g s -f json").report();
    assert_eq!(plain["inputs"][1]["units"], 1);
}

#[test]
fn skipped_utterances() {
    let gold = "(CODE x)\n(S (A a)) b\n (CODE (X y)) \n(CODE x) z\n";
    let system = "(S (A a)) b\n(CODE x) z\n";
    let ran = run(gold, system, "-m word g s --skip CODE -f json");
    let report = ran.report();
    assert_eq!(report["inputs"][0]["counts"]["skipped"], 2, "{}", ran.stderr);
    assert_eq!(report["inputs"][0]["units"], 2);
    assert_eq!(run(system, system, "-m word g s --skip CODE").status, Some(2), "no such tree");
}

/// What a signature says, and what was read.
#[test]
fn signatures_say_what_was_read() {
    let disc = "(S (NP (D 0=the) (N 1=cat)) (VP (V 2=sat) (R 3=down)))\n(S (N 0=she) (V 1=ran))\n";
    let place = Place::with(&[
        ("g", TREES),
        ("s", TREES),
        ("d", disc.as_bytes()),
        ("folder/1", TREES),
        ("folder/2", disc.as_bytes()),
        ("other/1", TREES),
        ("other/2", disc.as_bytes()),
    ]);
    let signature = |line: &str| {
        let ran = place.run(line);
        (ran.stdout.lines().last().unwrap_or_default().to_owned(), ran.stderr)
    };
    let (mixed, _) = signature("folder other");
    assert!(mixed.contains("|input:brackets+discbracket|"), "{mixed}");
    let (again, stderr) = signature(&format!("folder other --signature {mixed}"));
    assert_eq!(again, mixed, "{stderr}");
    assert!(!stderr.contains("the signature says"), "{stderr}");
    assert_eq!(place.run("folder other --input brackets+export").status, Some(2), "not an option");

    // An option wins over the signature, and the difference is told.
    let (given, _) = signature("d d");
    assert!(given.contains("|input:discbracket|"), "{given}");
    let (now, stderr) = signature(&format!("g g --input brackets --signature {given}"));
    assert!(!now.contains("|input:"), "{now}");
    assert!(stderr.contains("input: the signature says discbracket, this run has none"), "{stderr}");
    let (plain, _) = signature("g s");
    let (now, stderr) = signature(&format!("g d --signature {plain}"));
    assert!(now.contains("|input:brackets/discbracket|"), "{now}");
    assert!(stderr.contains("input: the signature says none, this run has brackets/discbracket"), "{stderr}");
    let (_, stderr) = signature(&format!("g s --delete NP --signature {plain}"));
    assert!(stderr.contains("del: the signature says "), "{stderr}");
}

/// The fourth column of CTM changes times, so it is in the signature, and comes back from it.
#[test]
fn ends_in_ctm_are_in_the_signature() {
    let ends = b"g A 0.5 1.0 the\ng A 1.0 2.0 cat\n";
    let place = Place::with(&[("g", b"(NP (D the) (N cat))\n"), ("c", ends)]);
    let files = "g g --gold-times c --system-times c";
    for (options, expected) in
        [("--times-format ctm-ends", "|ctm:ends|"), ("--gold-times-format ctm-ends", "|ctm:ends/durations|")]
    {
        let ran = place.run(&format!("-m struct-iou {files} {options}"));
        let signature = ran.stdout.lines().last().unwrap_or_default();
        assert!(signature.contains(expected), "{}{}", ran.stdout, ran.stderr);
        let again = place.run(&format!("{files} --signature {signature}"));
        assert_eq!(again.stdout, ran.stdout, "{}", again.stderr);
    }
}

#[test]
fn heads_need_tags() {
    let untagged = "(S (NP the cat) (VP sat down))\n(S (NP she) (VP ran))\n";
    for measure in ["dependency", "open-class", "attachment"] {
        let place =
            Place::with(&[("g", TREES), ("s", untagged.as_bytes()), ("b", b"((the cat) (sat down))\n")]);
        let ran = place.run(&format!("-m {measure} g s"));
        let expected = format!("s has words without tags, but {measure} needs tags");
        assert_eq!(ran.status, Some(2), "{measure}: {}", ran.stdout);
        assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
        let bare = place.run(&format!("-m {measure} b b"));
        assert!(bare.stderr.contains("b has brackets without labels, but"), "{}", bare.stderr);
    }
    let ran = Place::with(&[("s", untagged.as_bytes())]).run("conllu s");
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("s has words without tags, but conllu needs tags"), "{}", ran.stderr);
}

/// A sentence without heads has words, but no dependencies.
#[test]
fn words_without_heads() {
    let line = |head: &str| format!("1\ta\t_\tX\t_\t_\t{head}\troot\t_\t_\n\n");
    let (gold, system) = (line("0") + &line("0"), line("0") + &line("_"));
    let ran = run(&gold, &system, "-m attachment g s");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("no heads"), "{}", ran.stdout);
    assert_eq!(run(&gold, &system, "-m word g s").status, Some(0));
    let odd = run(&gold, &(line("0") + &line("7")), "-m attachment g s");
    assert!(odd.stderr.contains("head 7, but the last word is 1"), "{}", odd.stderr);
}

/// What stands behind the first 64 KiB decides, where they do not.
#[test]
fn long_beginnings() {
    let long = "x ".repeat(40_000);
    let json = format!("[{{\"text\": \"{long}\", \"tree\": {{\"label\": \"S\", \"children\": [\"a\"]}}}}]");
    let tiger = format!(
        "<?xml version=\"1.0\"?>\n<corpus>\n<head>{long}</head>\n<body>\n<s id=\"1\"><graph root=\"n\"><terminals><t id=\"t\" word=\"a\" pos=\"X\"/></terminals><nonterminals><nt id=\"n\" cat=\"S\"><edge idref=\"t\" label=\"--\"/></nt></nonterminals></graph></s>\n</body></corpus>\n"
    );
    let comments = format!("{}(S (X a))\n", format!("# {}\n", "y".repeat(70)).repeat(1_500));
    for (format, text) in [("json", json), ("tigerxml", tiger), ("brackets", comments)] {
        let ran = run(&text, &text, "g s -f json");
        assert_eq!(ran.status, Some(0), "{format}: {}", ran.stderr);
        let report = ran.report();
        assert_eq!(report["inputs"][0]["format"], format);
        assert_eq!(report["inputs"][0]["units"], 1);
    }
}

/// What is called a tree is the tree.
#[test]
fn a_text_in_brackets_beside_a_tree() {
    let unit = "{\"text\": \"(laughs)\", \"tree\": {\"label\": \"S\", \"children\": [{\"label\": \"X\", \"children\": [\"hm\"]}]}}\n";
    let ran = run(unit, "(S (X hm))\n", "g s");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
}

#[test]
fn chunks_need_tags_and_stretches() {
    let place = Place::with(&[
        ("gaps", b"(S (VP (V 0=is) (J 2=rich)) (NP (N 1=she)))\n(S (NP (N 0=she)) (VP (V 1=ran)))\n"),
        ("bare", b"((the cat) (sat down))\n"),
        ("untagged", b"(S (NP the cat) (VP sat down))\n"),
    ]);
    let gaps = place.run("phrase chunk gaps");
    assert_eq!(gaps.status, Some(1));
    assert!(gaps.stderr.contains("the words of a bracket are not one stretch"), "{}", gaps.stderr);
    assert!(gaps.stdout.contains("she") && !gaps.stdout.contains("rich"), "{}", gaps.stdout);
    for (file, has) in [("bare", "brackets without labels"), ("untagged", "words without tags")] {
        let ran = place.run(&format!("phrase chunk {file}"));
        assert_eq!(ran.status, Some(2), "{}", ran.stdout);
        assert!(ran.stderr.contains(has), "{}", ran.stderr);
    }
}

/// Blank lines alone are no utterances.
#[test]
fn blank_files_are_refused() {
    let ran = run("\n\n", "\n\n", "-m word g s");
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains('g'), "{}", ran.stderr);
    assert_eq!(run("\n\n", "a b\nc\n", "-m word g s").status, Some(2));
    let silent = run("(S (A a))\n", "\n", "--side g s");
    assert_eq!(silent.status, Some(2), "{}", silent.stdout);
    assert!(silent.stderr.contains("s is empty"), "{}", silent.stderr);
}

/// The separator of types in labels of JSON cannot come from a label of another file.
#[test]
fn a_label_with_the_separator_of_types_is_no_type() {
    let place = Place::with(&[
        ("json", br#"{"label": "S", "type": "t", "children": ["a", "b"]}"#),
        ("forged", b"(t\x1fS a b)\n"),
        ("same", b"(t\x1fS a b)\n"),
    ]);
    for command in ["json forged", "forged json"] {
        let ran = place.run(&format!("{command} -m tree-node --refused"));
        assert_eq!(ran.status, Some(1), "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("U+001F"), "{command}: {}", ran.stderr);
    }
    let ran = place.run("forged same -m tree-node --ignore same-file");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "without JSON it is a byte like any other");
}

/// Files whose form the first 64 KiB do not show, and remedies for one side.
#[test]
fn what_is_read_is_told_and_its_remedies_work() {
    let labelled = r#"["S", ["NP", ["N", "a"]], ["V", "b"]]"#.to_owned() + "\n";
    let lists = labelled.repeat(3000) + "[[\"a\", \"b\"], \"c\"]\n";
    let trees = "(S (NP (N a)) (V b))\n".repeat(3001);
    let place = Place::with(&[
        ("gold", trees.as_bytes()),
        ("late.jsonl", lists.as_bytes()),
        ("two.jsonl", br#"{"draft": "(S (N a))", "final": "(S (N a))"}"#),
        ("one", b"(S (N a))\n"),
        ("said", b"the gull (aa)\nshe laughed (well)\nwe saw (it)\n"),
        ("heard", b"the gull aa\nshe laughed well\nwe saw it\n"),
        ("xml", b"<?xml version='1.0' encoding='klingon'?><corpus><s/></corpus>\n"),
        ("traces", b"(S (NP (-NONE- *)) (V go) (R on))\n"),
        ("none", b"(S (V go) (R on))\n"),
        ("utterances", b"(PLACE bonn) now\nfrom (PLACE kiel) please\nto (PLACE kiel)\n"),
        ("bio", b"a B-NP B-NP\n\nb O O\n\n"),
        ("a.ctm", b"u A 0 .5 a\nu A .5 .5 b\n"),
        ("long", b"(S\n  (N a)\n  (V b))\n(S\n  (N c)\n  (V d))\n(S\n  (N e)\n  (V f))\n"),
        ("short", b"(S\n  (N a)\n  (V b))\n(S\n  (N c)\n  (V d))\n"),
        ("lines", b"(S (N a) (V b))\n(S (N c) (V d))\n(S (N e) (V f))\n"),
        ("fewer", b"(S (N a) (V b))\n\n(S (N e) (V f))\n"),
    ]);
    for (line, status, said) in [
        ("gold late.jsonl", 2, "late.jsonl has brackets without labels"),
        ("one two.jsonl", 2, "--system-input json:draft"),
        ("two.jsonl one", 2, "--gold-input json:draft"),
        ("two.jsonl one --gold-input json:draft --ignore format", 0, ""),
        ("xml one", 2, "xml says that its encoding is `klingon`, which is unknown"),
        ("traces none -m word", 0, "1 gold trace (-NONE-) counts as a word; the other side has none"),
        ("traces none -m word --delete -NONE-", 0, ""),
        ("one utterances", 2, "utterances has bare words beside trees"),
        ("formats bio", 1, "the last two columns are both chunk tags"),
        ("formats a.ctm", 0, ""),
        ("long short", 2, "--align"),
        ("lines fewer", 2, "--pair-by line"),
    ] {
        let ran = place.run(line);
        let all = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ")
            + &ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        assert!(all.contains(said), "{line}: {}", ran.stderr);
        let is_quiet = said.is_empty() || line.starts_with("formats");
        assert_eq!(is_quiet, ran.stderr.is_empty(), "{line}: {}", ran.stderr);
    }
    assert!(!place.run("long short").stderr.contains("--pair-by line"), "trees on several lines");
    assert!(
        place.run("said heard -m word").row("corpus")[0] == "100.00",
        "the other side says that it is a forest"
    );
}
