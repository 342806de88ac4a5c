//! What people paste: chosen columns, decimals, captions, citations, classes of equal size.

use super::{GOLD, Place};

const SYSTEM: &str = "\
(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat) (PRT (RB down))) (. .)))
(TOP (S (NX (NNP Mara)) (VP (VBD left)) (. .)))
(TOP (S (NP (PRP it)) (VBD rained)))
";

fn place() -> Place {
    Place::with(&[("gold", GOLD.as_bytes()), ("heron", SYSTEM.as_bytes()), ("plover", GOLD.as_bytes())])
}

#[test]
fn columns_are_chosen() {
    let place = place();
    let run = |line: &str| place.run(&format!("gold heron plover -q {line}"));
    let table = run("--columns f1,unlabeled.f1,exact --digits 1");
    assert_eq!(table.status, Some(0), "{}", table.stderr);
    assert!(table.stdout.starts_with("system  labelled F1  unlabelled F1  exact\n"), "{}", table.stdout);
    assert_eq!(table.row("heron"), ["84.2", "94.7", "33.3"]);
    // The unlabelled figure is that of --unlabeled, and has its signature.
    let unlabelled = place.run("gold heron --unlabeled -q --no-tests --digits 1");
    assert_eq!(unlabelled.row("corpus")[0], "94.7");
    assert_eq!(table.stdout.matches("|match:spans|").count(), 1, "{}", table.stdout);
    let other =
        run("-m parseval,leaf-ancestor --columns leaf-ancestor.score,delta,p,all-pairs,mean,interval");
    assert_eq!(other.status, Some(2), "{}", other.stdout);
    let other = run(
        "-m parseval,leaf-ancestor --columns leaf-ancestor.leaf_ancestor,delta,p,all-pairs,mean,interval",
    );
    assert_eq!(other.status, Some(0), "{}", other.stderr);
    let latex = run("-f latex --columns f1,crossing --no-tests").stdout;
    assert!(latex.contains("system & F1 & crossing \\\\\n"), "{latex}");
    assert!(
        latex.contains("\\caption{Scores of heron and plover by parseval on 3 pairs, in per cent"),
        "{latex}"
    );
    assert!(!latex.contains("all pairs"), "{latex}");
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let place = place();
    for (line, said) in [
        ("heron --columns f2", "there is no column `f2`; there are f1, recall,"),
        ("heron --columns unlabeled.f1 -m struct-iou", "all-pairs, delta, p, unlabeled.struct_iou"),
        ("heron --columns word.f1", "there is no column `word.f1`"),
        ("heron --columns delta", "--columns: delta needs several systems"),
        ("heron plover --columns p --no-tests", "--columns: p needs intervals and tests"),
        ("heron --columns f1 -f json", "--columns cannot be shown in --format json"),
        ("heron --digits 3 -f csv", "--digits cannot be shown in --format csv"),
        ("heron --digits 13", "13"),
        ("heron --columns f1 --cutoff 10", "cannot be used with"),
        ("heron --cite -f json", "--cite prints rows of the table of scores: remove --format"),
        ("heron --cite --by label", "remove --by"),
        ("heron --by length --bins quantile:0", "a number from 1 to 1000"),
        ("heron --by label --bins quantile:3", "--bins needs --by length"),
    ] {
        let ran = place.run(&format!("gold {line}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {}", ran.stderr);
        let told = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(said), "{line}: {told}");
    }
    for command in ["compare gold heron plover", "check gold heron", "selftest gold", "correlate gold heron"]
    {
        for option in ["--columns f1", "--digits 1", "--cite"] {
            let ran = place.run(&format!("{command} {option}"));
            assert_eq!(ran.status, Some(2), "{command} {option}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

#[test]
fn scores_are_cited() {
    let place = place();
    let text = place.run("gold heron plover -q --cite --columns f1,exact,p").stdout;
    assert!(text.starts_with("% system & F1 & exact & p \\\\\nheron & 84.21 & 33.33 &"), "{text}");
    for part in [
        "\\footnote{Scored with treescore ",
        "@inproceedings{black-etal-1991-procedure,",
        "@inproceedings{yeh-2000-accurate,",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let untested = place.run("gold heron -q --cite --no-tests --align").stdout;
    assert!(untested.contains("@article{jo-etal-2024-novel,"), "{untested}");
    assert!(!untested.contains("yeh-2000") && !untested.contains("efron"), "{untested}");
    // Written to a file as a whole.
    assert_eq!(place.run("gold heron -q --cite -o row.tex").status, Some(0));
    assert!(place.bytes("row.tex").starts_with(b"% heron & F1 & "));
}

#[test]
fn classes_of_equal_size_are_those_of_the_same_lengths() {
    let gold = (1..=40).map(|words| ["(S", &" (N a)".repeat(words), ")\n"].concat()).collect::<String>();
    let system = gold.replace("(S (N a) (N a)", "(S (X (N a) (N a))");
    let place = Place::with(&[("gold", gold.as_bytes()), ("heron", system.as_bytes())]);
    for by in ["length", "max-length"] {
        let quantiles = place.run(&format!("gold heron --by {by} --bins quantile:4 -f json"));
        let lengths = place.run(&format!("gold heron --by {by} --bins 10,20,30 -f json"));
        assert_eq!(quantiles.status, Some(0), "{}", quantiles.stderr);
        assert_eq!(quantiles.stdout, lengths.stdout, "{by}");
    }
    let table = place.run("gold heron --by length --bins quantile:3 --no-tests").stdout;
    for class in ["1–14", "15–27", "28+"] {
        assert!(table.contains(&format!("\n{class} ")), "{class}: {table}");
    }
}

/// What is there only for a column has no tables of its own.
#[test]
fn twins_are_told_apart() {
    let place = place();
    let line = "gold heron --columns f1,unlabeled.f1 --no-tests --unlabeled";
    assert_eq!(place.run(line).status, Some(0));
    let table = place.run("gold heron --columns f1,unlabeled.f1 --baselines --by label --no-tests").stdout;
    assert!(table.contains("labelled F1") && table.contains("unlabelled F1"), "{table}");
    assert!(!table.contains("parseval F1"), "{table}");
    assert_eq!(table.lines().filter(|line| line.starts_with("label ")).count(), 1, "{table}");
}

/// Where more than a tenth is refused, chosen columns are over all pairs, as the usual table is.
#[test]
fn chosen_columns_are_over_all_pairs_if_many_are_refused() {
    let place = place();
    std::fs::write(place.path("wren"), GOLD.replace("cat", "dog")).unwrap();
    let whole = place.run("gold wren -q --no-tests");
    let f1 = whole.row("all pairs")[0].clone();
    assert_ne!(f1, "100.00");
    let chosen = place.run("gold wren -q --no-tests --columns f1,exact,mean");
    assert_eq!(chosen.row("wren"), [&f1[..], &whole.row("all pairs")[3], &whole.row("sentence mean")[0]]);
    assert!(chosen.stdout.contains("over all pairs: refused ones count as zero"), "{}", chosen.stdout);
    let several = place.run("gold wren plover -q --no-tests --columns f1");
    assert_eq!(several.row("wren").last(), Some(&f1), "{}", several.stdout);
    assert!(several.stdout.contains("! wren: its 1 refused pair counts as zero"), "{}", several.stdout);
    let latex = place.run("gold wren -q --no-tests --columns f1 -f latex").stdout;
    assert!(latex.contains("system & F1 \\\\\n"), "{latex}");
    assert!(latex.contains("Figures are over all pairs: refused ones count as zero."), "{latex}");
}

/// Baselines have the chosen columns, and draw from the seed without intervals.
#[test]
fn baselines_have_the_chosen_columns() {
    let place = place();
    let ran = place.run("gold heron --columns exact,f1 --baselines -q --no-tests --seed 5");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let header = ran.stdout.lines().find(|line| line.starts_with("baseline")).unwrap();
    assert_eq!(header.split_whitespace().collect::<Vec<_>>(), ["baseline", "exact", "F1"]);
    let alone = place.run("gold heron --no-tests --seed 5");
    assert!(alone.status == Some(2) && alone.stderr.contains("--seed draws nothing with --no-tests"));
}

/// What commands find, for a page and a paper.
#[test]
fn commands_have_tables_for_a_page_and_a_paper() {
    let place = place();
    place.run("gold heron -f json -o results.json -q");
    for (line, row, caption) in [
        (
            "compare gold heron plover",
            "F1 & 84.21 & 100.00 &",
            "\\caption{heron and plover by parseval, in per cent.",
        ),
        ("check gold heron -m ted", "function-tags & warning & 1 gold label", "\\caption{"),
        ("verify results.json gold heron", "other now & 0 \\\\", "\\caption{All numbers are the same.}"),
        (
            "verify results.json gold plover",
            "parseval, heron: scored corpus f1 & 0.8421",
            "Numbers that are others now.",
        ),
    ] {
        let latex = place.run(&format!("{line} -q -f latex")).stdout;
        assert!(latex.contains(row) && latex.contains(caption), "{line}: {latex}");
        let markdown = place.run(&format!("{line} -q -f markdown")).stdout;
        assert!(markdown.starts_with("| "), "{line}: {markdown}");
    }
}

/// Captions say what a table shows.
#[test]
fn captions_of_breakdowns_say_what_they_show() {
    let place = place();
    for (line, caption) in [
        (
            "gold heron --by label-pairs",
            "Labels of brackets over the same words in gold and in heron (parseval): how often, and shares in per cent.",
        ),
        (
            "gold heron plover --by label-pairs",
            "Labels of brackets over the same words in gold and in heron and plover (parseval): how often in each system.",
        ),
        ("gold heron -m leaf-ancestor --by length", "leaf-ancestor by sentence length, "),
    ] {
        let latex = place.run(&format!("{line} -q --no-tests -f latex")).stdout;
        assert!(latex.contains(&format!("\\caption{{{caption}")), "{line}: {latex}");
    }
}
