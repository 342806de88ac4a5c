//! `treescore nbest` and `treescore vote`.

use super::{GOLD, Place};

const LISTS: &str = "\
-1.0\t(TOP (S (NP (DT the) (NN cat)) (VP (VBD sat) (ADVP (RB down))) (. .)))
-1.5\t(TOP (S (NP (DT the)) (VP (NN cat) (VBD sat) (ADVP (RB down))) (. .)))

-2.0\t(TOP (S (NP (NNP Mara)) (VP (VBD went)) (. .)))
-2.5\t(TOP (S (NP (NNP Mara) (VBD left)) (. .)))
-3.0\t(TOP (S (NP (NNP Mara)) (VP (VBD left)) (. .))

-0.5\t(TOP (S (NP (PRP it)) (VP (VBD rained))))
";

fn place() -> Place {
    let other = GOLD.replace("(ADVP (RB down))", "(RB down)").replace("(NP (PRP it))", "(PRP it)");
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("lists", LISTS.as_bytes()),
        ("other", other.as_bytes()),
        ("short", b"(TOP (S (NP (PRP it)) (VP (VBD rained))))\n"),
    ])
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn faulty_trees_are_told_and_spoil_nothing() {
    let ran = place().run("nbest gold lists");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let said = flat(&ran.stderr);
    assert!(said.contains("lists:4: tree 1 of sentence 2: words differ at word 2"), "{said}");
    assert!(said.contains("2 of 6 trees not scored"), "{said}");
    let shown = flat(&ran.stdout);
    assert!(shown.contains("3 sentences with 1 to 3 trees each, 6 trees"), "{shown}");
    assert!(shown.contains("2 trees not scored: not a tree (1), words differ (1)"), "{shown}");
    assert!(shown.contains("1 sentence whose first tree was not scored"), "{shown}");
}

#[test]
fn all_formats_say_the_same() {
    let place = place();
    let json = place.run("nbest gold lists -q -f json --per-sentence").report();
    let measure = &json["measures"][0];
    let all = measure["points"].as_array().unwrap().last().unwrap();
    let f1 = |at: usize| all["choices"][at]["corpus"]["f1"].as_f64().unwrap();
    let table = place.run("nbest gold lists -q --at 2,all").stdout;
    let csv = place.run("nbest gold lists -q --at all -f csv").stdout;
    for (at, choice) in ["first", "oracle", "expected", "mbr"].into_iter().enumerate() {
        assert!(table.contains(&format!("{:.2}", 100.0 * f1(at))), "{choice}: {table}");
        let line =
            format!("parseval,3,true,{choice},{},f1,corpus,{}\n", all["choices"][at]["missed"], f1(at));
        assert!(csv.contains(&line), "{line}: {csv}");
    }
    assert_eq!(measure["rows"][1]["candidates"][0]["refused"], "words differ");
    assert_eq!((&measure["rows"][1]["oracle"], &measure["rows"][1]["mbr"]), (&2.into(), &2.into()));
    let rows = place.run("nbest gold lists -q --per-sentence -f csv --mbr no").stdout;
    assert_eq!(rows.lines().nth(3), Some("parseval,3,,1,1,1,1,1,,"), "{rows}");
}

/// Work that takes long is known before it is done; comparisons take longer where there are tables of costs.
#[test]
fn many_comparisons_are_asked_for() {
    let tree = "(TOP (S (NP (PRP it)) (VP (VBD rained))))\n";
    let list = format!("-0.5\t{tree}").repeat(180);
    let place = Place::with(&[("one", tree.as_bytes()), ("list", list.as_bytes())]);
    let ran = place.run("nbest one list --at all -m struct-iou");
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
    assert!(flat(&ran.stderr).contains("takes 32,400 comparisons of trees"), "{}", ran.stderr);
    for line in ["nbest one list --at all -m struct-iou --mbr yes", "nbest one list --at all"] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let place = place();
    for (line, expected) in [
        ("nbest gold gold", "gold is not an n-best list: it has one tree for each sentence"),
        ("nbest short lists", "short has 1 tree, but lists has lists for 3 sentences"),
        ("nbest gold lists lists", "one file of n-best lists is needed, but there are 2"),
        ("nbest gold lists -f jsonl", "--format jsonl cannot show n-best lists"),
        ("nbest gold lists --at 0", "must be a whole number of at least 1, or all"),
        ("nbest gold lists --mbr maybe", "must be yes or no"),
        ("nbest gold lists --align", "--align is not an option of nbest"),
        ("nbest gold lists --nbest best", "--nbest is not an option of nbest"),
        ("nbest gold lists --by label", "--by is not an option of nbest"),
        ("nbest gold lists --seed 7", "--seed is not an option of nbest"),
        ("nbest gold lists -m parseval,tree-node", "measures that read lines and measures that read trees"),
        ("vote gold short", "gold has 3 trees, but short has 1 tree: give all systems the same sentences"),
        ("vote gold other -m parseval,dependency", "agreement is by one measure, but --measure names 2"),
        ("vote gold other --gold gold", "the trees need a file of their own: add -o FILE"),
        ("vote gold other -f json", "--format is not an option of vote"),
        ("vote gold other -o gold", "would overwrite an input file"),
    ] {
        let ran = place.run(line);
        let said = flat(&ran.stderr);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}: {said}");
        assert!(said.contains(expected), "{line}: {said}");
    }
}

#[test]
fn a_vote_writes_trees_and_scores_them() {
    let place = place();
    let ran = place.run("vote other gold gold");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), GOLD), "{}", ran.stderr);
    assert!(flat(&ran.stderr).contains("3 sentences; chosen: other 1, gold 2, gold 0"), "{}", ran.stderr);
    let scored = place.run("vote other gold gold -o chosen --gold gold");
    assert_eq!(scored.status, Some(0), "{}", scored.stderr);
    assert_eq!(scored.row("vote")[0], "100.00", "{}", scored.stdout);
    assert_eq!(place.bytes("chosen"), GOLD.as_bytes());
    let json = place.run("vote other gold gold --to json -q").stdout;
    assert_eq!(json.lines().count(), 3, "{json}");
}

/// A sentence without a tree keeps its place.
#[test]
fn a_vote_keeps_trees_in_their_places() {
    let good = "(TOP (S (NP (PRP it)) (VP (VBD rained))))\n";
    let trees = format!("{good}(())\n{good}");
    let place = Place::with(&[("one", trees.as_bytes()), ("two", trees.as_bytes())]);
    let ran = place.run("vote one two");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((ran.status, lines.len(), lines[1]), (Some(1), 3, "(())"), "{}", ran.stderr);
}

#[test]
fn curves_for_a_page_and_a_paper() {
    let place = place();
    let markdown = place.run("nbest gold lists -f markdown");
    assert!(markdown.stdout.contains("| MBR |") || markdown.stdout.contains("MBR |"), "{}", markdown.stdout);
    let latex = place.run("nbest gold lists -f latex");
    assert!(latex.stdout.contains("\\begin{table}"), "{}", latex.stdout);
    let each = place.run("nbest gold lists -f latex --per-sentence -q").stdout;
    assert!(
        each.contains("for each sentence, in per cent.")
            && each.contains("over the first n trees, in per cent:")
    );
}
