//! A million levels, a million words, a million brackets over the same words: read, scored and reported in
//! seconds, with a stack of 64 KiB.

use std::time::{Duration, Instant};

use crate::support::evalb;
use crate::support::files::Files;
use crate::support::job::{Job, Run, run};
use treescore::measure::{
    Attachment, BracketCounts, ConceptAccuracy, Counts, DependencyMeasure, EditCounts, Facet, IouCounts,
    LeafAncestor, Measure, Parseval, StructIou, Ted, TedCounts, TreeNode, WordAccuracy,
};
use treescore::prepare::Recipe;
use treescore::read::{Buffer, FaultKind, Syntax};
use treescore::report::{self, Format, Style};
use treescore::run::{Matches, RefusedAt};
use treescore::tree::{Arena, Labels};
use treescore::values::Advice;
use treescore::{Scorer, Setup};
use treescore_originals::evalb::{Dialect, Settings};

const MILLION: usize = 1_000_000;
/// The size for steps that are quadratic in EVALB itself.
const THOUSANDS: usize = 3_000;
/// The time limit, which is there so that a test ends. Quadratic work takes hours for a million; linear work takes
/// seconds, and a minute or two on a machine that is busy with other things.
const SECONDS: u64 = 300;

/// Runs `work` on a thread with a small stack, and fails if it takes too long.
fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let start = Instant::now();
    let result = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(64 * 1024);
        builder.spawn_scoped(scope, work).unwrap().join().expect("the work does not panic")
    });
    assert!(start.elapsed() < Duration::from_secs(SECONDS), "took {:?}", start.elapsed());
    result
}

/// Scores a pair and renders the report in all formats.
fn scored(gold: &str, system: &str, recipe: &Recipe, by: Option<Facet>) -> Run {
    let files = Files::new(gold.as_bytes(), system.as_bytes());
    on_a_small_stack(|| {
        let mut job = files.job(recipe.clone()).by(by);
        job.ask.refused = true;
        let plan = job.plan(&Parseval);
        let run = run(&plan).unwrap();
        let report = report::build::report(&plan, &run.scored);
        for format in Format::ALL {
            assert!(!report::render(&report, format, &Style::default()).is_empty());
        }
        run
    })
}

/// The numbers of gold brackets, system brackets, matched and crossing ones.
fn counts(gold: &str, system: &str, recipe: &Recipe) -> (u64, u64, u64, u64) {
    counts_by(gold, system, recipe, Some(Facet::Label))
}

fn counts_by(gold: &str, system: &str, recipe: &Recipe, by: Option<Facet>) -> (u64, u64, u64, u64) {
    let run = scored(gold, system, recipe, by);
    assert_eq!((run.totals().scored, run.totals().refused), (1, 0), "{:?}", run.first().kinds.keys());
    let tally: BracketCounts = run.counts();
    (tally.gold, tally.system, tally.matched, tally.crossing)
}

/// A chain of brackets with these labels over one word.
fn chain(labels: impl Iterator<Item = String> + Clone) -> String {
    let opens: String = labels.clone().flat_map(|label| ["(".to_owned(), label, " ".to_owned()]).collect();
    opens + "(N a)" + &")".repeat(labels.count())
}

/// `(S (N w) (S (N w) … ))`, or its mirror image.
fn comb(words: usize, is_right: bool) -> String {
    let (open, close) = if is_right { ("(S (N w) ", ")") } else { ("(S ", " (N w))") };
    open.repeat(words) + "(N w)" + &close.repeat(words)
}

fn raw() -> Recipe {
    Recipe::named("raw").unwrap()
}

fn equal(pairs: &[(&str, &str)]) -> Recipe {
    let pair = |&(a, b): &(&str, &str)| (a.as_bytes().to_vec(), b.as_bytes().to_vec());
    Recipe { equal_labels: pairs.iter().map(pair).collect(), ..raw() }
}

#[test]
fn a_million_levels() {
    let tree = comb(MILLION, true);
    let million = MILLION as u64;
    assert_eq!(counts(&tree, &tree, &Recipe::default()), (million, million, million, 0));
}

#[test]
fn a_million_levels_that_cross_a_million_levels() {
    let million = MILLION as u64;
    // Only the root is shared; every other system bracket crosses a gold bracket.
    let found = counts(&comb(MILLION, true), &comb(MILLION, false), &Recipe::default());
    assert_eq!(found, (million, million, 1, million - 1));
}

#[test]
fn a_million_words() {
    let tree = format!("(S {})", "(N w) ".repeat(MILLION));
    assert_eq!(counts(&tree, &tree, &Recipe::default()), (1, 1, 1, 0));
    let phrases = format!("(S {})", "(NP (N w)) ".repeat(MILLION));
    let once = Recipe { repeats: treescore::prepare::Repeats::Once, ..raw() };
    assert_eq!(counts(&phrases, &tree, &once), (MILLION as u64 + 1, 1, 1, 0));
}

#[test]
fn a_million_deleted_words() {
    let (gold, system) = ("(S (N w)".to_owned() + &" (, ,)".repeat(MILLION) + ")", "(S (N w))");
    assert_eq!(counts(&gold, system, &Recipe::default()), (1, 1, 1, 0));
}

#[test]
fn a_million_quotes_are_put_back() {
    let side = |tag: &str| format!("(S (N w) {})", format!("({tag} ') ").repeat(MILLION));
    assert_eq!(counts(&side("POS"), &side("''"), &Recipe::named("new").unwrap()), (1, 1, 1, 0));
    assert_eq!(counts(&side("''"), &side("POS"), &Recipe::named("new").unwrap()), (1, 1, 1, 0));
}

#[test]
fn a_unary_chain_of_a_million_equal_labels() {
    let tree = chain(std::iter::repeat_n("NP".to_owned(), MILLION));
    let half = chain(std::iter::repeat_n("NP".to_owned(), MILLION / 2));
    let (million, some) = (MILLION as u64, MILLION as u64 / 2);
    assert_eq!(counts(&tree, &half, &raw()), (million, some, some, 0));
    assert_eq!(counts(&tree, &half, &raw().unlabeled()), (million, some, some, 0));
}

/// The breakdown by label has a row for each label, in every format, so this test has fewer of them.
#[test]
fn unary_chains_of_many_different_labels() {
    for (labels, by) in [(MILLION, None), (MILLION / 50, Some(Facet::Label))] {
        let numbered = |number: usize| format!("L{number}");
        let (tree, reversed) = (chain((0..labels).map(numbered)), chain((0..labels).rev().map(numbered)));
        let all = labels as u64;
        assert_eq!(counts_by(&tree, &reversed, &raw(), by), (all, all, all, 0));
    }
}

/// With `A = B` and `B = C`, each gold bracket takes the first equal system bracket.
#[test]
fn a_million_brackets_over_the_same_words_whose_labels_overlap() {
    let of = |labels: &[&str]| chain((0..MILLION).map(|at| labels[at % labels.len()].to_owned()));
    let (gold, system) = (of(&["A", "B", "C"]), of(&["B", "B", "A"]));
    let recipe = equal(&[("A", "B"), ("B", "C")]);
    let (gold, system, matched, _) = counts(&gold, &system, &recipe);
    assert_eq!((gold, system), (MILLION as u64, MILLION as u64));
    assert!(matched > MILLION as u64 / 2, "{matched}");
}

#[test]
fn a_million_levels_are_perturbed() {
    use treescore::perturb::{InsertStyle, Perturbation, Perturber};
    for (what, words, brackets) in [
        (Perturbation::Noise, MILLION + 1, MILLION),
        (Perturbation::Insert(InsertStyle::Nested), 2 * MILLION + 2, 2 * MILLION + 1),
        (Perturbation::Insert(InsertStyle::Flat), 2 * MILLION + 2, MILLION),
        (Perturbation::Delete, 1, 1),
    ] {
        on_a_small_stack(|| {
            let tree = treescore::read::one(comb(MILLION, true)).unwrap();
            let times: Vec<_> = (0..=MILLION).map(|word| (word as f64, word as f64 + 1.0)).collect();
            let (tree, times) = Perturber::new(what, 1.0, 1).unwrap().apply(&tree, &times).unwrap();
            assert_eq!((times.len(), tree.arena().words().len()), (words, words), "{what:?}");
            assert_eq!(tree.arena().nodes().len(), brackets, "{what:?}");
            assert!(tree.to_brackets().len() > 2 * MILLION, "{what:?}");
        });
    }
}

#[test]
fn what_is_never_closed_is_refused() {
    for (system, brackets) in [
        ("(".repeat(MILLION), "1000000 brackets are never closed"),
        ("(S ".repeat(MILLION) + "(N w", "1000001 brackets are never closed"),
        (")".repeat(MILLION), "`)` without `(`"),
        ("(S (N w))".to_owned() + &")".repeat(MILLION), "`)` without `(`"),
        ("(S (N w))".repeat(MILLION / 4), "a second tree on the line"),
        ("w ".repeat(MILLION), "text outside brackets"),
    ] {
        // One line each, so that a sequence of trees is one unit.
        let files = Files::new(b"(S (N w))", system.as_bytes());
        let scored =
            on_a_small_stack(|| files.job(Recipe::default()).by_line().keeping_all().run(&Parseval).scored);
        let why: Vec<String> = scored.refused.iter().map(|refused| refused.refusal.to_string()).collect();
        assert!(matches!(&why[..], [one] if one.contains(brackets)), "{why:?}");
    }
}

#[test]
fn trees_are_cut_out_of_unfinished_ones() {
    // As a file of trees, one after the other: the unfinished tree is one unit, however long.
    let system = "(".repeat(MILLION) + "\n(S (N w))\n";
    let files = Files::new(b"(S (N w))\n(S (N w))\n", system.as_bytes());
    let run = on_a_small_stack(|| files.job(Recipe::default()).run(&Parseval));
    assert_eq!((run.totals().scored, run.totals().refused), (1, 1));
}

fn judged_both_ways(gold: &str, test: &str, settings: &Settings) -> (Vec<u8>, Vec<u8>) {
    let files = Files::new(gold.as_bytes(), test.as_bytes());
    let fast = on_a_small_stack(|| evalb::fast(files.lines(None), 1, settings).unwrap());
    let literal = on_a_small_stack(|| evalb::literal(gold.as_bytes(), test.as_bytes(), settings));
    assert_eq!(fast, literal);
    (fast.stdout, fast.stderr)
}

#[test]
fn judging_a_million_levels_and_words() {
    let words = format!("(S {})\n", "(N w) ".repeat(MILLION));
    for tree in [comb(MILLION, true) + "\n", words] {
        let files = Files::new(tree.as_bytes(), tree.as_bytes());
        let settings = Settings::new(Dialect::Evalb);
        let printed = on_a_small_stack(|| evalb::fast(files.lines(None), 1, &settings).unwrap());
        assert_eq!((printed.status, printed.stderr.len()), (0, 0));
        assert!(printed.stdout.windows(13).any(|part| part == b"100.00 100.00"));
    }
}

#[test]
fn the_literal_model_reads_deep_lines() {
    let settings = Settings::new(Dialect::Evalb);
    judged_both_ways(&comb(THOUSANDS, true), &comb(THOUSANDS, false), &settings);
    let (_, messages) =
        judged_both_ways(&(comb(THOUSANDS, true) + ")\n"), &("(S ".repeat(THOUSANDS) + "(N w)\n"), &settings);
    assert!(messages.starts_with(b"1 : Bracketing is unbalanced"));
}

/// Reading is linear even where comparing is not; lines without words are not compared.
#[test]
fn the_literal_model_reads_a_million_brackets() {
    for line in ["(".repeat(MILLION), ")".repeat(MILLION), "(S ".repeat(MILLION) + "\n"] {
        let settings = Settings { max_error: 5, ..Settings::new(Dialect::Evalb) };
        judged_both_ways("(S (N w))\n", &line, &settings);
    }
}

/// Reads a line on a small stack, and returns its numbers of brackets and words.
fn read(syntax: &Syntax, line: &str) -> Result<(usize, usize), FaultKind> {
    on_a_small_stack(|| {
        let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
        let extent = (0, line.len());
        let outcome = syntax.read(line.as_bytes(), extent, &mut labels, &mut buffer, &mut arena);
        outcome.map(|()| (arena.nodes().len(), arena.words().len())).map_err(|fault| fault.kind)
    })
}

#[test]
fn lines_of_a_million_levels_and_words() {
    let levels = |open: &str, close: &str| open.repeat(MILLION) + "\"a\"" + &close.repeat(MILLION);
    for (syntax, line, brackets, words) in [
        (Syntax::Forest, "(A b ".repeat(MILLION) + &")".repeat(MILLION), MILLION - 1, MILLION),
        (Syntax::Forest, "(A) ".repeat(MILLION), MILLION, 0),
        (Syntax::Wrapped(b"W".to_vec()), format!("(A {})", "b ".repeat(MILLION)), 1, MILLION),
        (Syntax::Plain, "( ".repeat(MILLION), 0, MILLION),
        (Syntax::Json, levels("{\"label\":\"A\",\"children\":[", "]}"), MILLION - 1, 1),
        (Syntax::Json, levels("{\"children\":[", "],\"label\":\"A\",\"type\":\"t\"}"), MILLION - 1, 1),
        (Syntax::Json, format!("[{}\"b\"]", "\"a\",".repeat(MILLION)), 0, MILLION + 1),
        (Syntax::Json, format!("{{\"x\":{},\"label\":\"a\"}}", levels("[", "]")), 0, 1),
    ] {
        assert_eq!(read(&syntax, &line), Ok((brackets, words)), "{syntax:?}");
    }
}

#[test]
fn lines_that_never_end() {
    let expected = |expected| FaultKind::NotJson { expected };
    for (syntax, line, kind) in [
        (Syntax::Forest, "(A b ".repeat(MILLION), FaultKind::Unclosed { brackets: MILLION }),
        (Syntax::Forest, "( ".repeat(MILLION), FaultKind::Unclosed { brackets: MILLION }),
        (Syntax::Json, "{\"label\":\"A\",\"children\":[".repeat(MILLION), expected("a value")),
        (Syntax::Json, "{\"x\":".repeat(MILLION), expected("a value")),
        (
            Syntax::Json,
            "\"".to_owned() + &"\\\\".repeat(MILLION),
            expected("a quotation mark that ends this string"),
        ),
    ] {
        assert_eq!(read(&syntax, &line), Err(kind), "{syntax:?}");
    }
}

/// The counts of a pair of lines, or its refusal. Its counts by label and its matches must terminate too.
fn compared<M: Measure<Counts = EditCounts>>(
    measure: &M,
    gold: &str,
    system: &str,
) -> Result<EditCounts, Box<RefusedAt>> {
    let files = Files::new(gold.as_bytes(), system.as_bytes());
    on_a_small_stack(|| {
        let mut run = by_label(&files.job(raw()).by_line(), measure);
        let rows = run.totals().facet.rows();
        let labels: u64 = rows.map(|(_, row)| EditCounts::read(&row).gold).sum();
        let counts: EditCounts = run.counts();
        assert_eq!(labels, counts.gold);
        run.scored.refused.pop().map_or(Ok(counts), |refused| Err(Box::new(refused)))
    })
}

/// Runs a measure with sums by label, and keeps the refused pairs.
fn by_label<M: Measure>(job: &Job, measure: &M) -> Run {
    let mut job = job.clone().by(Some(Facet::Label));
    job.ask.refused = true;
    job.run(measure)
}

/// Asserts that the pair was refused because it needs too much memory.
fn assert_too_large(refused: &RefusedAt) {
    let why = refused.refusal.to_string();
    assert!(why.contains("need") && why.ends_with("the limit is 200000000"), "{why}");
    assert_eq!(refused.refusal.advice(), Some(Advice::RaiseMemory));
}

#[test]
fn comparing_a_million_levels_and_words() {
    let million = MILLION as u64;
    let deep = "(A b ".repeat(MILLION) + &")".repeat(MILLION);
    let flat = "b ".repeat(MILLION);
    for (line, nodes) in [(&deep, 2 * million), (&flat, million)] {
        assert_eq!(compared(&TreeNode::default(), line, line).unwrap().correct, nodes);
        assert_eq!(compared(&WordAccuracy::default(), line, line).unwrap().correct, million);
        assert_eq!(compared(&ConceptAccuracy::default(), line, line).unwrap().correct, million);
    }
    assert_eq!(compared(&WordAccuracy::default(), &deep, &flat).unwrap().correct, million);
    assert_eq!(compared(&ConceptAccuracy::default(), &deep, "b").unwrap().deleted, million);
    assert_too_large(&compared(&TreeNode::default(), &deep, &flat).unwrap_err());
}

#[test]
fn matches_of_a_hundred_thousand_levels() {
    // The number of matches, and the number of bytes in their texts and labels.
    fn sizes<M: Measure>(measure: &M, line: &str) -> (usize, usize) {
        let files = Files::new(line.as_bytes(), line.as_bytes());
        on_a_small_stack(|| {
            let mut job = files.job(raw()).by_line().keeping_all();
            job.ask.matches = Matches::All;
            let matches: Vec<_> =
                job.run(measure).rows.into_iter().filter_map(|row| row.matches).flatten().collect();
            let items = matches.iter().flat_map(|found| [&found.gold, &found.system]).flatten();
            (matches.len(), items.map(|item| item.label.len() + item.text.len()).sum())
        })
    }
    const LEVELS: usize = 100_000;
    let line = "(A b ".repeat(LEVELS) + &")".repeat(LEVELS);
    let tree = comb(LEVELS, true);
    for ((rows, bytes), expected) in [
        (sizes(&TreeNode::default(), &line), 2 * LEVELS),
        (sizes(&ConceptAccuracy::default(), &line), LEVELS),
        (sizes(&WordAccuracy::default(), &line), LEVELS),
        (sizes(&StructIou::default(), &tree), 2 * LEVELS + 1),
        (sizes(&Parseval, &tree), LEVELS),
        (sizes(&DependencyMeasure::default(), &tree), LEVELS + 1),
        (sizes(&Attachment::default(), &tree), LEVELS + 1),
    ] {
        assert_eq!(rows, expected);
        assert!(bytes < 200 * rows, "{bytes} bytes in {rows} lines");
    }
}

#[test]
fn trees_over_time_of_a_million_levels_and_words() {
    let million = MILLION as u64;
    let deep = chain((0..MILLION).map(|level| format!("L{}", level % 7)));
    let wide = comb(MILLION / 2, true);
    let run = |gold: &str, system: &str| {
        let files = Files::new(gold.as_bytes(), system.as_bytes());
        on_a_small_stack(|| by_label(&files.job(raw()), &StructIou::default()))
    };
    let same: IouCounts = run(&deep, &deep).counts();
    assert_eq!((same.mapped, same.struct_iou()), (million + 1, Some(1.0)));
    assert_eq!(run(&wide, &wide).counts::<IouCounts>().struct_iou(), Some(1.0));
    assert_too_large(&run(&deep, &wide).scored.refused[0]);
}

#[test]
fn edits_of_trees_of_a_million_levels_and_words() {
    let million = MILLION as u64;
    let deep = chain((0..MILLION).map(|level| format!("L{}", level % 7)));
    let wide = comb(MILLION / 2, true);
    let run = |gold: &str, system: &str| {
        let files = Files::new(gold.as_bytes(), system.as_bytes());
        on_a_small_stack(|| by_label(&files.job(raw()), &Ted::default()))
    };
    let same: TedCounts = run(&deep, &deep).counts();
    assert_eq!((same.matched, same.gold, same.exact), (million, million, 1), "without the root");
    assert_eq!(run(&wide, &wide).counts::<TedCounts>().score(), Some(1.0));
    assert_too_large(&run(&deep, &wide).scored.refused[0]);
}

#[test]
fn lineages_of_deep_and_of_wide_trees() {
    let score = |gold: &str, system: &str| {
        let mut scorer = Scorer::new(Setup::of(LeafAncestor).with_recipe(raw()));
        scorer.score(gold, system).map(|pair| pair.figure("leaf_ancestor"))
    };
    let deep = chain(std::iter::repeat_n("X".to_owned(), 200_000));
    assert_eq!(on_a_small_stack(|| score(&deep, &deep)), Ok(Some(1.0)));
    let (left, right) = (comb(20_000, false), comb(20_000, true));
    assert!(
        on_a_small_stack(|| score(&left, &right)).is_ok(),
        "lineages of one label have nothing to compare"
    );
    let others = right.replace("(S", "(Y");
    let refused = on_a_small_stack(|| score(&left, &others)).unwrap_err();
    assert_eq!(refused.kind(), "too large", "{refused}");
}
