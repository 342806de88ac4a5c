use super::{Diagnostic, fatal, render};
use crate::report::Style;

fn closes_nothing() -> Diagnostic {
    Diagnostic {
        title: "`)` without `(`".to_owned(),
        file: "heron.trees".to_owned(),
        line: 118,
        column: 42,
        tree: Some(57),
        source: b"(S (NP (NNP Mara)) (VP (VBD left))) (. .))".to_vec(),
        source_starts_at: 1,
        source_is_cut: false,
        pointer_note: "closes nothing".to_owned(),
        second: Some((35, "here the tree is already complete".to_owned())),
        notes: vec![
            "the bracket at column 35 is probably one too many".to_owned(),
            "reading goes on at line 119; pair 57 is refused, the others are scored".to_owned(),
        ],
        help: vec!["list what was refused: --refused".to_owned()],
    }
}

/// An error without notes at a column of a line.
fn at(source: &str, column: u64) -> Diagnostic {
    let source = source.as_bytes().to_vec();
    Diagnostic { source, column, second: None, notes: vec![], help: vec![], ..closes_nothing() }
}

/// The source line and the pointer line.
fn snippet(diagnostic: &Diagnostic, style: &Style) -> String {
    render(diagnostic, style).lines().skip(3).take(2).collect::<Vec<_>>().join("\n")
}

const LONG: &str = "(S (NP (DT The) (NN road)) (PP (TO to) (DT the) (NN shop)) (VP (VBD sold) (NP (JJ old) (NNS maps)))) \
                    (. .)) (NP (DT the) (NN mill) (CC and) (DT the) (NN coast) (IN of) (NNS bees))";

#[test]
fn as_designed() {
    insta::assert_snapshot!(render(&closes_nothing(), &Style::default()), @"
    error: `)` without `(`
        ╭─ heron.trees:118:42   tree 57
        │
    118 │ (S (NP (NNP Mara)) (VP (VBD left))) (. .))
        │                                          ^ closes nothing
        │                                   ~ here the tree is already complete
        │
        = the bracket at column 35 is probably one too many
        = reading goes on at line 119; pair 57 is refused, the others are scored
    help: list what was refused: --refused
    ");
}

#[test]
fn ascii() {
    insta::assert_snapshot!(render(&closes_nothing(), &Style { unicode: false, ..Style::default() }), @"
    error: `)` without `(`
        --> heron.trees:118:42   tree 57
        |
    118 | (S (NP (NNP Mara)) (VP (VBD left))) (. .))
        |                                          ^ closes nothing
        |                                   ~ here the tree is already complete
        |
        = the bracket at column 35 is probably one too many
        = reading goes on at line 119; pair 57 is refused, the others are scored
    help: list what was refused: --refused
    ");
}

#[test]
fn narrow() {
    insta::assert_snapshot!(render(&closes_nothing(), &Style { width: 60, ..Style::default() }), @"
    error: `)` without `(`
        ╭─ heron.trees:118:42   tree 57
        │
    118 │ (S (NP (NNP Mara)) (VP (VBD left))) (. .))
        │                           closes nothing ^
        │ here the tree is already complete ~
        │
        = the bracket at column 35 is probably one too many
        = reading goes on at line 119; pair 57 is refused, the
          others are scored
    help: list what was refused: --refused
    ");
}

#[test]
fn colour() {
    let text = render(&closes_nothing(), &Style { colour: true, ..Style::default() });
    insta::assert_snapshot!(text.replace('\u{1b}', "␛"), @"
    ␛[1;31merror␛[0m: `)` without `(`
        ␛[2m╭─␛[0m ␛[1mheron.trees␛[0m:118:42   tree 57
        ␛[2m│␛[0m
    ␛[2m118␛[0m ␛[2m│␛[0m (S (NP (NNP Mara)) (VP (VBD left))) (. .))
        ␛[2m│␛[0m                                          ␛[31m^␛[0m closes nothing
        ␛[2m│␛[0m                                   ␛[2m~␛[0m here the tree is already complete
        ␛[2m│␛[0m
        ␛[2m=␛[0m the bracket at column 35 is probably one too many
        ␛[2m=␛[0m reading goes on at line 119; pair 57 is refused, the others are scored
    ␛[32mhelp:␛[0m list what was refused: ␛[32m--refused␛[0m
    ");
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let style = Style::default();
    insta::assert_snapshot!(snippet(&at(LONG, 106), &style), @"
    118 │ …N shop)) (VP (VBD sold) (NP (JJ old) (NNS maps)))) (. .)) (NP (DT the) (…
        │                                                         ^ closes nothing
    ");
    insta::assert_snapshot!(snippet(&at(LONG, 2), &style), @"
    118 │ (S (NP (DT The) (NN road)) (PP (TO to) (DT the) (NN shop)) (VP (VBD sold)…
        │  ^ closes nothing
    ");
    insta::assert_snapshot!(snippet(&at(LONG, 1 + LONG.len() as u64), &style), @"
    118 │ … mill) (CC and) (DT the) (NN coast) (IN of) (NNS bees))
        │                                                         ^ closes nothing
    ");
    insta::assert_snapshot!(snippet(&at(LONG, 106), &Style { unicode: false, ..style }), @"
    118 | ...op)) (VP (VBD sold) (NP (JJ old) (NNS maps)))) (. .)) (NP (DT the) (...
        |                                                       ^ closes nothing
    ");
}

#[test]
fn a_window_of_a_line_is_shown_as_one() {
    let window =
        Diagnostic { source_starts_at: 5_001, source_is_cut: true, ..at("(NN shop)) (VP (VBD sold", 5_010) };
    insta::assert_snapshot!(render(&window, &Style::default()), @"
    error: `)` without `(`
        ╭─ heron.trees:118:5010   tree 57
        │
    118 │ …(NN shop)) (VP (VBD sold…
        │           ^ closes nothing
        │
    ");
}

#[test]
fn a_second_place_outside_the_snippet_becomes_a_note() {
    let second = Some((3, "opened here".to_owned()));
    insta::assert_snapshot!(render(&Diagnostic { second, ..at(LONG, 106) }, &Style::default()), @"
    error: `)` without `(`
        ╭─ heron.trees:118:106   tree 57
        │
    118 │ …N shop)) (VP (VBD sold) (NP (JJ old) (NNS maps)))) (. .)) (NP (DT the) (…
        │                                                         ^ closes nothing
        │
        = column 3: opened here
    ");
}

#[test]
fn the_pointer_keeps_its_place() {
    let style = Style::default();
    insta::assert_snapshot!(snippet(&at("(N 木木) )", 8), &style), @"
    118 │ (N 木木) )
        │          ^ closes nothing
    ");
    insta::assert_snapshot!(snippet(&at("\t(N a\u{1b}[2J) )", 12), &style), @"
    118 │ →(N a␛[2J) )
        │            ^ closes nothing
    ");
    let combining = snippet(&at("(N cafe\u{301}) )", 11), &style);
    assert_eq!(combining, "118 │ (N cafe\u{301}) )\n    │          ^ closes nothing");
    let invalid = Diagnostic { source: b"(N a\xff\xfeb) )".to_vec(), ..at("", 10) };
    insta::assert_snapshot!(snippet(&invalid, &style), @"
    118 │ (N a��b) )
        │          ^ closes nothing
    ");
}

#[test]
fn places_out_of_bounds_do_not_panic() {
    for width in 0..100 {
        for (column, starts_at) in [(0, 0), (1, 5), (u64::MAX, 1), (5, u64::MAX), (3, 0)] {
            for source in ["", "(N a)", "木木木木木木木木木木木木木木木木木木木木木木木木木木木木", LONG]
            {
                let diagnostic = Diagnostic { source_starts_at: starts_at, ..at(source, column) };
                let _ = render(&diagnostic, &Style { width, ..Style::default() });
            }
        }
    }
}

#[test]
fn fatal_errors_say_so() {
    let notes = ["pairs 1 to 311 have the same words; from 312 on each system tree has the words of the next gold tree: \
                  one system tree seems to be missing after 311"
        .to_owned()];
    let help = ["score the first 1,203 anyway: --pair-by line".to_owned()];
    let title = "dev.gold has 1,204 trees, kite.trees has 1,203";
    insta::assert_snapshot!(fatal(title, &notes, &help, &Style::default()), @"
    error: dev.gold has 1,204 trees, kite.trees has 1,203
       = pairs 1 to 311 have the same words; from 312 on each system tree has the
         words of the next gold tree: one system tree seems to be missing after 311
    help: score the first 1,203 anyway: --pair-by line
    treescore: could not score
    ");
}

#[test]
fn without_a_source_line_the_place_is_shown_alone() {
    let error = Diagnostic {
        title: "position 0 stands twice".into(),
        file: "x".into(),
        line: 3,
        column: 7,
        source: b" ".to_vec(),
        notes: vec!["the tree is not scored".into()],
        ..Diagnostic::default()
    };
    let expected = "error: position 0 stands twice\n    ╭─ x:3:7\n    = the tree is not scored\n";
    assert_eq!(render(&error, &Style::default()), expected);
}
