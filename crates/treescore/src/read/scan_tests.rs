use super::*;
use crate::read::blocks::pad;
use proptest::prelude::*;

/// Shows the tree as `label:start-stop` and `tag/word`, or the kind and position of the fault.
fn show(text: &[u8], dialect: Dialect, is_careful: bool) -> Result<String, (FaultKind, usize)> {
    let (mut scanner, mut labels, mut arena) = (Scanner::new(), Labels::new(), Arena::default());
    let mut padded = text.to_vec();
    pad(&mut padded);
    scanner.begin(&padded);
    if is_careful {
        scan_carefully(&mut labels, &padded, text.len(), dialect, &mut arena)
    } else {
        // Twice: the fast path needs labels it has seen.
        let _ = scanner.scan(&padded, (0, text.len()), dialect, &mut labels, &mut arena);
        scanner.scan(&padded, (0, text.len()), dialect, &mut labels, &mut arena)
    }
    .map_err(|fault| (fault.kind, fault.at))?;
    Ok(written(&labels, &arena, &padded))
}

fn written(labels: &Labels, arena: &Arena, padded: &[u8]) -> String {
    let name = |label| String::from_utf8_lossy(labels.name(label)).into_owned();
    let nodes = arena.nodes().iter().map(|n| format!("{}:{}-{}", name(n.label), n.bounds().0, n.bounds().1));
    let words =
        arena.words().iter().map(|w| format!("{}/{}", name(w.tag), String::from_utf8_lossy(w.bytes(padded))));
    nodes.chain(words).collect::<Vec<_>>().join(" ")
}

/// Reads two texts, the second with and without the first as its model.
fn read_both_ways(gold: &[u8], system: &[u8], dialect: Dialect) -> [Result<String, (FaultKind, usize)>; 2] {
    let (mut scanner, mut other) = (Scanner::new(), Scanner::new());
    let (mut labels, mut model, mut arena) = (Labels::new(), Arena::default(), Arena::default());
    let (mut gold_text, mut system_text) = (gold.to_vec(), [b" ", system].concat());
    pad(&mut gold_text);
    pad(&mut system_text);
    scanner.begin(&gold_text);
    other.begin(&system_text);
    let extent = (1, system.len() + 1);
    let is_model = scanner.scan(&gold_text, (0, gold.len()), dialect, &mut labels, &mut model).is_ok();
    [false, true].map(|like| {
        if like && is_model {
            let model = Model { arena: &model, text: &gold_text, extent: (0, gold.len()) };
            other.scan_like(&model, &system_text, extent, dialect, &mut labels, &mut arena)
        } else {
            other.scan(&system_text, extent, dialect, &mut labels, &mut arena)
        }
        .map(|()| {
            let shape: Vec<_> = arena.nodes().iter().map(|node| (node.end(), node.parent())).collect();
            format!("{} {shape:?}", written(&labels, &arena, &system_text))
        })
        .map_err(|fault| (fault.kind, fault.at))
    })
}

fn scan_carefully(
    labels: &mut Labels,
    padded: &[u8],
    end: usize,
    dialect: Dialect,
    arena: &mut Arena,
) -> Result<(), Fault> {
    arena.clear();
    let opens: Vec<usize> = (0..end).filter(|&i| padded[i] == b'(').chain([end]).collect();
    let mut reading = Reading { text: padded, start: 0, end, dialect, labels, arena, pieces: None };
    reading.read_tail(0, opens[0])?;
    for pair in opens.windows(2) {
        reading.read_carefully(pair[0], pair[1])?;
    }
    reading.finish()
}

#[test]
fn trees_are_read() {
    for (text, shown, why) in [
        ("(S (NP (D a) (N b)) (V c))", "S:0-3 NP:0-2 D/a N/b V/c", "plain"),
        ("(S(NP(D a)(N b))(V c))", "S:0-3 NP:0-2 D/a N/b V/c", "no blanks"),
        ("(S  (NP\t(D  a) (N b) ) (V c) )", "S:0-3 NP:0-2 D/a N/b V/c", "more blanks"),
        (
            "(S\t(NP\t(N\tabc)) (V\tmore-of-it) (D\tabcd )) ",
            "S:0-3 NP:0-1 N/abc V/more-of-it D/abcd",
            "tabs for blanks",
        ),
        ("(S (X (A (B\tabc))) (N d))", "S:0-2 X:0-1 A:0-1 B/abc N/d", "eight bytes, no space, no label"),
        ("( (S (N a)) )", "S:0-1 N/a", "outer bracket without label"),
        ("((S (N a)))", "S:0-1 N/a", "outer bracket without label or blank"),
        ("( (S (N a)) (S (N b)))", ":0-2 S:0-1 S:1-2 N/a N/b", "outer bracket with two inside stays"),
        ("( (N a))", ":0-1 N/a", "outer bracket over a word stays"),
        ("( S (N a))", "S:0-1 N/a", "blank before the label"),
        ("( S ( N a ) )", "S:0-1 N/a", "blanks everywhere"),
        ("(S (N a\n) )", "S:0-1 N/a", "a line break is a blank"),
        ("(N a)", "N/a", "a word alone"),
        ("( a)", "/a", "a word without tag"),
        ("()", ":0-0", "failure mark"),
        ("( )", ":0-0", "failure mark"),
        ("(())", ":0-0", "failure mark, outer bracket removed"),
        ("(S (NP) (N a))", "S:0-1 NP:0-0 N/a", "empty bracket"),
        ("(S (NP ) (N a))", "S:0-1 NP:0-0 N/a", "empty bracket with a blank"),
        ("(S (N a/b=c-LRB-\\/))", "S:0-1 N/a/b=c-LRB-\\/", "words may contain anything"),
        (
            "(S (N eine_sehr_lange_Form) (LONGER-LABEL-1 x))",
            "S:0-2 N/eine_sehr_lange_Form LONGER-LABEL-1/x",
            "long",
        ),
        (
            "(A (B (C (D (E (F (G (H (I (J a))))))))))",
            "A:0-1 B:0-1 C:0-1 D:0-1 E:0-1 F:0-1 G:0-1 H:0-1 I:0-1 J/a",
            "run",
        ),
    ] {
        assert_eq!(show(text.as_bytes(), Dialect::Native, false).as_deref(), Ok(shown), "{why}: {text}");
    }
}

#[test]
fn blanks_in_the_evalb_dialect() {
    use FaultKind::{BareWord, TextOutside};
    for (text, shown) in [
        ("(S (NP ) (N a))", Ok("S:0-2 NP/ N/a")),
        ("( )", Ok("/")),
        ("(S (N a)) (S (N b))", Ok("S:0-1 S:1-2 N/a N/b")),
        ("( (S (N a)))", Ok(":0-1 S:0-1 N/a")),
        ("", Ok("")),
        ("( S (N a))", Err((BareWord, 2))),
        ("(S (NN cat ))", Err((BareWord, 7))),
        ("(S (N a)) 0.5", Err((TextOutside, 10))),
    ] {
        assert_eq!(show(text.as_bytes(), Dialect::Evalb, false), shown.map(str::to_owned), "{text}");
    }
}

#[test]
fn faults_have_positions() {
    use FaultKind::{BareWord, ExtraClose, SecondTree, TextOutside, Unclosed};
    for (text, kind, at) in [
        ("(S (NP (NNP Mara)) (VP (VBD left))) (. .))", ExtraClose, 41),
        ("(S (N a))))", ExtraClose, 9),
        (")", ExtraClose, 0),
        ("(S (NP (N a))", Unclosed { brackets: 1 }, 0),
        ("(S (NP (N a)", Unclosed { brackets: 2 }, 3),
        ("(S (N a", Unclosed { brackets: 2 }, 3),
        ("(S", Unclosed { brackets: 1 }, 0),
        ("(NP the cat)", BareWord, 8),
        ("(S (N a) b)", BareWord, 9),
        ("(NP cat(N a))", BareWord, 4),
        ("(S (N a) (N b(N c)))", BareWord, 12),
        ("1 (S (N a))", TextOutside, 0),
        ("(S (N a)) 0.5", TextOutside, 10),
        ("(S (N a)) (S (N b))", SecondTree, 10),
        ("(N a) (N b)", SecondTree, 6),
    ] {
        assert_eq!(show(text.as_bytes(), Dialect::Native, false), Err((kind, at)), "{text}");
    }
}

fn texts() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "(",
        "(",
        ")",
        ")",
        " ",
        "  ",
        "\t",
        "\n",
        "S",
        "NP",
        "(N a)",
        "(N\tabc))) ",
        "\tabcdefgh",
        "(NP (D the) (N cat))",
        "-NONE-",
        "x",
        "a-long-label-or-word",
        "\u{e9}",
        "\0",
        "\u{1}",
        "(S ",
        "))))))))",
        ") ",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..24)
        .prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn the_fast_and_the_careful_path_agree(text in texts(), evalb in any::<bool>()) {
        let dialect = if evalb { Dialect::Evalb } else { Dialect::Native };
        prop_assert_eq!(show(&text, dialect, false), show(&text, dialect, true));
    }

    #[test]
    fn a_model_makes_no_difference(
        begin in texts(), gold in texts(), system in texts(), is_tree in any::<bool>(), evalb in any::<bool>(),
    ) {
        let dialect = if evalb { Dialect::Evalb } else { Dialect::Native };
        // Random texts are rarely trees, so these start like a tree whose end is the second text.
        let tree = b"(S (NP (D the) (N cat)) (X) (VP (V (W (Z saw))) (NP (N a) (N b))) (. .))";
        let begin = if is_tree { &tree[..begin.len().min(tree.len())] } else { &begin };
        let gold = if is_tree { tree.to_vec() } else { [begin, &gold].concat() };
        let [plain, like] = read_both_ways(&gold, &[begin, &system].concat(), dialect);
        prop_assert_eq!(plain, like);
    }

    #[test]
    fn any_bytes_are_a_tree_or_a_fault(text in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = show(&text, Dialect::Native, false);
        let _ = show(&text, Dialect::Evalb, false);
    }
}
