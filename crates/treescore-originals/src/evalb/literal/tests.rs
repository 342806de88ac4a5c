//! Tables of pairs and their rows, and laws for any bytes.

use proptest::prelude::*;

use super::super::output::Output;
use super::super::row::Figures;
use super::super::settings::{Dialect, Settings};
use super::super::totals::Totals;
use super::super::writer::Flow;
use super::{LinePair, Literal};
use treescore::prepare::param_file::ParamFile;

fn settings(dialect: Dialect, params: &str) -> Settings {
    let mut settings = Settings::new(dialect);
    settings.apply(ParamFile::parse(params.as_bytes()).0);
    settings
}

fn pair<'a>(number: u64, gold: &'a [u8], test: &'a [u8]) -> LinePair<'a> {
    LinePair { names: (b"gold", b"test"), number, gold, test }
}

fn judge(settings: &Settings, gold: &[u8], test: &[u8]) -> (String, String, Totals) {
    let (mut out, mut totals) = (Output::default(), Totals::default());
    Literal::default().judge(settings, &pair(1, gold, test), &mut out, &mut totals);
    let messages = out.messages.into_iter().flat_map(|message| message.text).collect();
    (String::from_utf8(out.stdout).unwrap(), String::from_utf8(messages).unwrap(), totals)
}

#[test]
fn malformed_lines_give_a_place_and_a_zero_row() {
    let good = "(S (NN a))\n";
    for (gold, test, place, length, why) in [
        (good, "(S\n", "test:1:1: error: the line ends after a label\n", 1, "label, newline"),
        (good, "(S (NN a", "test:1:4: error: the line ends inside a word\n", 1, "inside a word"),
        ("(S (NN a)(", good, "gold:1:10: error: the line ends inside a label\n", 1, "inside a label"),
        ("(S (NN a)) \0(S", good, "gold:1:12: error: NUL byte; the rest of the line is not read\n", 1, "NUL"),
        ("(S (NN \0a))", "", "gold:1:8: error: NUL byte; the rest of the line is not read\n", 0, "no skip"),
        (
            "(",
            "(",
            "gold:1:1: error: the line ends inside a label\ntest:1:1: error: the line ends inside a label\n",
            0,
            "both",
        ),
    ] {
        for dialect in [Dialect::Evalb, Dialect::Spmrl] {
            let (stdout, stderr, totals) = judge(&settings(dialect, ""), gold.as_bytes(), test.as_bytes());
            assert_eq!(stderr, place, "{why}");
            let row = Figures { length, status: 1, ..Figures::default() };
            let mut expected = Vec::new();
            super::write_row(&mut expected, 1, &row);
            assert_eq!(stdout.as_bytes(), expected, "{why}");
            assert_eq!(totals.all.errors, 1, "{why}");
        }
    }
}

#[test]
fn surplus_closing_brackets_reach_the_first_bracket() {
    let (_, stderr, totals) =
        judge(&settings(Dialect::Evalb, ""), b"(S (NN a)))(X (NN b))\n", b"(S (NN a) (NN b))\n");
    // Depth -1 after the surplus bracket, 0 after `(X`, -1 after its end.
    assert_eq!(stderr, "1 : Bracketing is unbalanced (too many open bracket)\n");
    assert_eq!(totals.all.errors, 1);
}

#[test]
fn cut_delete_labels_pass_on_to_quote_repair() {
    let settings = settings(Dialect::Spmrl, "DELETE_LABEL NN-1\nQUOTE_LABEL NN\nQUOTE_LABEL POS\n");
    let (gold, test) = (b"(S (NN ') (X b))\n", b"(S (POS ') (X ') (X c))\n");
    // The gold quote is reinserted only once `NN-1` has been cut to `NN`: then the lengths agree and the
    // words do not.
    for (compared, message) in [(false, "1 : Length unmatch (2|3)\n"), (true, "1 : Words unmatch (b|c)\n")] {
        let (mut literal, mut out) = (Literal::default(), Output::default());
        if compared {
            literal.judge(&settings, &pair(1, b"(S (X a))", b"(S (X a))"), &mut out, &mut Totals::default());
        }
        assert_eq!(literal.brackets_compared, compared);
        literal.judge(&settings, &pair(1, gold, test), &mut out, &mut Totals::default());
        assert_eq!(out.messages.len(), 1);
        assert_eq!(String::from_utf8(out.messages[0].text.clone()).unwrap(), message);
    }
}

#[test]
fn long_traces_are_handed_on_in_pieces() {
    let settings = settings(Dialect::Evalb, "DEBUG 2");
    let line = format!("{}(NN a){}\n", "(S ".repeat(400), ")".repeat(400));
    let lines = pair(1, line.as_bytes(), line.as_bytes());
    let (whole, _, _) = judge(&settings, lines.gold, lines.test);

    let (mut out, mut totals) = (Output::default(), Totals::default());
    let (mut pieces, mut longest) = (Vec::new(), 0);
    let flow = Literal::default().judge_with_relief(&settings, &lines, &mut out, &mut totals, &mut |out| {
        longest = longest.max(out.stdout.len());
        pieces.append(&mut out.stdout);
        Flow::Continue
    });
    pieces.append(&mut out.stdout);
    assert_eq!((flow, pieces == whole.into_bytes(), totals.all.sentences), (Flow::Continue, true, 1));
    assert!(longest > 0 && longest < 2 << 20, "{longest}");

    let mut totals = Totals::default();
    let stop = &mut |_: &mut Output| Flow::Killed;
    let flow = Literal::default().judge_with_relief(&settings, &lines, &mut out, &mut totals, stop);
    assert_eq!((flow, totals), (Flow::Killed, Totals::default()));
}

#[test]
fn a_listing_of_an_unclosed_bracket_ends_with_the_line() {
    for end in ["", "\n", "\r\n"] {
        let test = format!("(S (NP (NN a) (NN b)){end}");
        let (stdout, _, _) =
            judge(&settings(Dialect::Evalb, "DEBUG 2"), b"(S (NP (NN a) (NN b)))\n", test.as_bytes());
        assert!(stdout.contains("\n  EXTRA[0--2]:  (NP (NN a) (NN b))\n"), "{stdout}");
    }
}

/// Generates lines that are nearly trees, so that all steps are reached.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let token = prop::sample::select(vec![
        "(S ",
        "(NP-1 ",
        "(NN a)",
        "(NN '",
        "(NN ')",
        "(POS \")",
        "(`` ')",
        ")",
        ")",
        ")",
        "(",
        " ",
        "(X)",
        "(Y )",
        "a",
        "\n",
        "\0",
        "(-NONE- *)",
        "(, ,)",
    ]);
    prop_oneof![
        prop::collection::vec(token, 0..25).prop_map(|tokens| tokens.concat().into_bytes()),
        prop::collection::vec(any::<u8>(), 0..80),
    ]
}

const PARAMS: &str = "DELETE_LABEL ``\nDELETE_LABEL POS\nDELETE_LABEL -NONE-\nDELETE_LABEL_FOR_LENGTH -NONE-\nQUOTE_LABEL ``\n\
                      QUOTE_LABEL NN\nQUOTE_LABEL POS\nEQ_LABEL S NP\nEQ_WORD a b\n";

/// Two lines over the same words, often without some brackets at the end.
fn same_words() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let gaps = || {
        prop::collection::vec(
            prop::sample::select(vec!["", "(A ", "(B ", "(A (A ", "(, (B ", ")", "))"]),
            2..30,
        )
    };
    (gaps(), gaps(), 0..4_usize).prop_map(|(gold, test, closed)| {
        let words = gold.len().min(test.len());
        let line = |gaps: &[&str]| {
            let inner = gaps[..words].join("(NN a)");
            let open =
                inner.matches('(').count() + 1 - inner.matches(')').count().min(inner.matches('(').count());
            format!("(S {inner}(NN a){}\n", ")".repeat(open.saturating_sub(closed))).into_bytes()
        };
        (line(&gold), line(&test))
    })
}

proptest! {
    /// A trace compares bracket by bracket; without one, indexes do.
    #[test]
    fn indexes_find_what_the_loops_find((gold, test) in same_words(), labeled: bool, spmrl: bool) {
        let dialect = if spmrl { Dialect::Spmrl } else { Dialect::Evalb };
        let run = |debug| {
            let settings = Settings { debug, labeled, ..settings(dialect, PARAMS) };
            let (stdout, _, totals) = judge(&settings, &gold, &test);
            let listing = stdout.find("-<1>---(").map(|at| stdout[at..].to_owned());
            (listing, totals)
        };
        let (listed, traced) = (run(1), run(2));
        prop_assert!(listed.0.is_some());
        prop_assert_eq!(listed, traced);
    }

    #[test]
    fn any_bytes_can_be_judged(
        lines in prop::collection::vec((line(), line()), 1..4), debug in 0..3, spmrl: bool, count_skipped: bool, labeled: bool,
    ) {
        let dialect = if spmrl { Dialect::Spmrl } else { Dialect::Evalb };
        let settings = Settings { debug, labeled, count_skipped, ..settings(dialect, PARAMS) };
        let (mut literal, mut out, mut totals) = (Literal::default(), Output::default(), Totals::default());
        for (number, (gold, test)) in (1..).zip(&lines) {
            literal.judge(&settings, &pair(number, gold, test), &mut out, &mut totals);
        }
        prop_assert!(totals.all.sentences <= 2 * lines.len() as u64);
        prop_assert!(out.messages.iter().all(|message| message.at <= out.stdout.len()));
    }

    #[test]
    fn any_parameters_are_settings(params in prop::collection::vec(any::<u8>(), 0..300), gold in line(), test in line()) {
        for dialect in [Dialect::Evalb, Dialect::Spmrl] {
            let mut settings = Settings::new(dialect);
            settings.apply(ParamFile::parse(&params).0);
            let (mut out, mut totals) = (Output::default(), Totals::default());
            Literal::default().judge(&settings, &pair(1, &gold, &test), &mut out, &mut totals);
        }
    }
}
