//! EVALB's output, made in two ways: by the general pipeline on several threads, and by the literal model for
//! every pair of lines. Both print the same bytes for any lines.

use crate::support::evalb::{self, Printed};
use crate::support::files::Files;
use crate::support::sketch::{LABELS, TAGS, config, pair};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use treescore_originals::evalb::{Compact, Dialect, Settings};

#[test]
fn the_fast_way_prints_what_the_literal_model_prints() {
    let strategy = (lines(24), settings(), select(vec![1usize, 2, 16, 100, 1000, 1 << 18]), 1..=4usize);
    let mut runner = TestRunner::new(config(1500));
    let files = Files::new(b"", b"");
    let result = runner.run(&strategy, |((gold, test), settings, block, threads)| {
        files.rewrite(&gold, &test);
        let literal = evalb::literal(&gold, &test, &settings);
        let fast = evalb::fast(files.lines(Some(block)), threads, &settings);
        prop_assert!(fast.is_none() || fast == Some(literal.clone()), "{fast:?}\nis not\n{literal:?}");
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// The property above would prove nothing if nearly all runs ended at once, or the fast path always stepped
/// aside.
#[test]
fn the_made_up_runs_are_worth_judging() {
    let mut runner = TestRunner::new(config(1));
    let (mut scored, mut killed, mut slow, mut messages) = (0, 0, 0, 0);
    for _ in 0..300 {
        let ((gold, test), settings) = (lines(24), settings()).new_tree(&mut runner).unwrap().current();
        let files = Files::new(&gold, &test);
        let Some(Printed { stdout, stderr, status, .. }) = evalb::fast(files.lines(None), 1, &settings)
        else {
            slow += 1;
            continue;
        };
        killed += usize::from(status);
        messages += usize::from(!stderr.is_empty());
        let row = |line: &&[u8]| line.get(4..14).is_some_and(|part| part.ends_with(b"    0"));
        scored += stdout.split(|&byte| byte == b'\n').filter(row).count();
    }
    assert!(
        scored > 800 && killed > 30 && killed < 150 && messages > 100 && slow < 100,
        "{scored} {killed} {messages} {slow}"
    );
}

type Lines = (Vec<u8>, Vec<u8>);

/// Up to `most` lines of both sides, and some without a partner.
fn lines(most: usize) -> impl Strategy<Value = Lines> {
    let more = prop_oneof![3 => Just(Vec::new()), 1 => vec(odd(), 1..4)];
    let ends = any::<[bool; 2]>();
    (vec(line(), 0..most), more, any::<bool>(), ends).prop_map(|(pairs, more, in_gold, ends)| {
        let (mut gold, mut test): (Vec<Vec<u8>>, Vec<Vec<u8>>) = pairs.into_iter().unzip();
        if in_gold {
            gold.extend(more);
        } else {
            test.extend(more);
        }
        (joined(&gold, ends[0]), joined(&test, ends[1]))
    })
}

/// Joins lines, with or without a newline after the last.
fn joined(lines: &[Vec<u8>], is_ended: bool) -> Vec<u8> {
    let mut text = lines.join(&b'\n');
    if is_ended && !lines.is_empty() {
        text.push(b'\n');
    }
    text
}

/// A pair of lines: nearly always two trees over the same words.
fn line() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    (pair(), odd(), 0..60u8).prop_map(|((gold, test), odd, how)| {
        let (mut gold, mut test) = (gold.text().into_bytes(), test.text().into_bytes());
        match how {
            0 => gold = odd,
            1 | 2 => test = odd,
            3 => gold.push(b')'),
            4 => test.extend(b"))"),
            5 => drop(test.pop()),
            6 => drop(gold.pop()),
            7 => test = replaced(&test, b"(N ", b"(N other"),
            8 => test = replaced(&test, b"(POS ", b"('' "),
            9 => test = replaced(&test, b"('' ", b"(POS "),
            10 => gold = replaced(&gold, b"('' ", b"(, "),
            11 => (gold, test) = ([&gold[..], b"\r"].concat(), [&test[..], b" \t\r"].concat()),
            12 => test = [b"( ", &test[..], b")"].concat(),
            13 => gold.extend_from_slice(&test.clone()),
            14 => test = replaced(&test, b" (", b"("),
            15 => test = replaced(&test, b"(", b" \x0c("),
            _ => {}
        }
        (gold, test)
    })
}

fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(text).unwrap();
    text.replace(std::str::from_utf8(from).unwrap(), std::str::from_utf8(to).unwrap()).into_bytes()
}

/// A line that is not a tree, or an unusual one.
fn odd() -> impl Strategy<Value = Vec<u8>> {
    let whole = [
        "",
        "",
        " ",
        "\r",
        "()",
        "(())",
        "( )",
        "(NP )",
        "(S (NP ) (N a))",
        "(N a)",
        "(N a) (N b)",
        "(S (N a)) (S (N b))",
        "(S",
        "(S ",
        "(S (N a",
        ")",
        ")))",
        "((((",
        "(S (N \0a))",
        "(S\0 (N a))",
        "(S (N a))\0",
        "(S (\0\0\0\0\0\0\0\0\0é))",
        "a",
        "(S (N a)) x",
        "(S (N a b))",
        "(S (NP)(VP)(N a))",
        "(S (, ,))",
        "(-NONE- *)",
    ];
    let piece = ["(", "(", ")", ")", " ", "S", "(N a)", "(NP (N b)", "('' ')", "\t", "(NP ", "\r", "((", "é"];
    let pieces = vec(select(piece.to_vec()), 0..12).prop_map(|pieces| pieces.concat());
    prop_oneof![select(whole.to_vec()).prop_map(str::to_owned), pieces].prop_map(String::into_bytes)
}

fn settings() -> impl Strategy<Value = Settings> {
    let names = |from: &'static [&'static str]| {
        subsequence(from, 0..4)
            .prop_map(|names| names.iter().map(|name| name.as_bytes().to_vec()).collect::<Vec<_>>())
    };
    let labels = || {
        select(&["S", "NP", "VP", "ADVP", "PRT", "X", "N", "", "POS"][..])
            .prop_map(|name| name.as_bytes().to_vec())
    };
    let words = || select(&["a", "b", "'", "other"][..]).prop_map(|name| name.as_bytes().to_vec());
    let lists = (
        (names(&LABELS), names(&TAGS)).prop_map(|(labels, tags)| [labels, tags].concat()),
        names(&TAGS),
        names(&TAGS),
        vec((labels(), labels()), 0..4),
        vec((words(), words()), 0..2),
    );
    let limits =
        (select(vec![-2, -1, 0, 1, 3, 10, 100, 100, 100]), select(vec![-1, 0, 2, 5, 40]), any::<bool>());
    let spmrl = (
        any::<[bool; 3]>(),
        select(vec![None, None, Some(Compact::All), Some(Compact::WithinCutoff)]),
        select(vec![-1, -1, -1, -2, 0, 1, 2, 5, 30]),
    );
    (lists, limits, spmrl).prop_map(|(lists, limits, spmrl)| {
        let ([is_spmrl, count_skipped, show_names], compact, last_line) = spmrl;
        let dialect = if is_spmrl { Dialect::Spmrl } else { Dialect::Evalb };
        let plain = Settings::new(dialect);
        let common = Settings {
            max_error: limits.0,
            cutoff: limits.1,
            labeled: limits.2,
            delete_label: lists.0,
            delete_label_for_length: lists.1,
            quote_label: lists.2,
            eq_label: lists.3,
            eq_word: lists.4,
            ..plain
        };
        if is_spmrl { Settings { count_skipped, show_names, compact, last_line, ..common } } else { common }
    })
}
