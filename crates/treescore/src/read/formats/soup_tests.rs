//! Laws of all readers: whatever the bytes are, they are read or refused, the same in pieces of any size.

use proptest::prelude::*;

use super::pack_tests::{KNOWN, read_file};
use super::{FormatOptions, Nbest};
use crate::read::format::Format;

/// The formats, and the pieces of text that mean something in each.
const FORMATS: &[(Format, &[&str])] = &[
    (Format::Brackets, BRACKETS),
    (Format::Untagged, BRACKETS),
    (Format::Bare, BRACKETS),
    (Format::LemmaLeaves, BRACKETS),
    (
        Format::Discbracket,
        &["(", ")", "(S ", "0=a", "1=b", "2=", "=", "99999999999999999999=x", " ", "\n", "00=z"],
    ),
    (
        Format::SgmlBrackets,
        &["(S (A a))", "(", ")", "\n", "<S ID=1>", "<s id=\"2\">", "</S>", "<", ">", "\nx", "id="],
    ),
    (
        Format::Export,
        &[
            "#FORMAT 3\n",
            "#FORMAT 4\n",
            "#BOS 1\n",
            "#EOS 1\n",
            "#BOT X\n",
            "#EOT X\n",
            "a T - - 0\n",
            "a T - - 500\n",
            "#500 S - - 501\n",
            "#501 S - - 0\n",
            "#501 S - - 500\n",
            "%% c\n",
            "\n",
            "x",
            "#500 l S - e 99999999999999999999999 \n",
        ],
    ),
    (
        Format::TigerXml,
        &[
            "<corpus>",
            "</corpus>",
            "<s id='1'>",
            "</s>",
            "<graph root='n'>",
            "<t id='a' word='w' pos='P'/>",
            "<t id='b' word='&amp;&#65;'/>",
            "<nt id='n' cat='VROOT'>",
            "<nt id='m' cat='S'>",
            "</nt>",
            "<edge idref='a' label='X'/>",
            "<edge idref='n'/>",
            "<edge idref='m'/>",
            "<",
            ">",
            "&",
            "\n",
            "<s/>",
            "<!-- -->",
            "<?xml?>",
        ],
    ),
    (
        Format::Nbest,
        &[
            "# Parse 1 with score -1.5\n",
            "# Parse 2 with score NaN\n",
            "2\tx\n",
            "0 y\n",
            "-1.5\n",
            "NaN 2\n",
            "-1\t(S (A a))\n",
            "-inf\t(S (A b))\n",
            "(S (A a))\n",
            "(S\n",
            ")",
            "\n",
            "\n\n",
            "x",
            "1e400\t",
        ],
    ),
    (Format::IdBrackets, &["a\t(S (A a))\n", "\t", "(", ")", "\n", "b\t\t", "x", "( (S (A a)) (ID i))"]),
    (
        Format::ConllParse,
        &[
            "#begin document (a/b); part 000\n",
            "#end document\n",
            "a A (S*\n",
            "b B *)\n",
            "c C *))\n",
            "d 0 0 ( P (S(NP*)\n",
            "# # *\n",
            "\n",
            "x",
            "*",
            "e E (*\n",
        ],
    ),
    (
        Format::Conllu,
        &[
            "# sent_id = a\n",
            "# constituency = (S (A a))\n",
            "# constituency = (S\n",
            "1\ta\ta\tN\t_\t_\t0\tr\t_\t_\n",
            "2-3\tb\t_\t_\t_\t_\t_\t_\t_\t_\n",
            "\n",
            "x",
            "\t",
            "1\ta\ta\t_\tX\t_\t99999999999\tr\t_\t_\n",
        ],
    ),
    (Format::Top, &["[IN:A", "[SL:B", "]", "[", " ", "w", "\n", "[IN:", "[["]),
    (Format::Plain, &["a", " ", "\n", "\r"]),
    (Format::Kaldi, &["a-1 b", " ", "\n", "\r"]),
    (Format::Trn, &["a (b_1)\n", "{ a / b }", "(c)", "@", "\n", "}", "{", "/", " (x_1)\n", "\n;;"]),
    (
        Format::Stm,
        &[
            "r 1 s 0 1 ",
            "<o,x>",
            "a",
            "{ b / @ }",
            "\n",
            ";;\n",
            " ",
            "IGNORE_TIME_SEGMENT_IN_SCORING",
            "r 1 s 2 1\n",
        ],
    ),
];

const BRACKETS: &[&str] = &[
    "(",
    ")",
    "(S ",
    "(A a)",
    "(P ()",
    "(P ))",
    "(ID x)",
    "( ",
    "\n",
    "\n(",
    "\n  (",
    " ",
    "a",
    "# id = 7\n",
    ";;",
    "%%",
    "*x*\n",
    "\r",
    "(a b c)",
];

fn soup() -> impl Strategy<Value = (Format, Vec<u8>)> {
    prop::sample::select(FORMATS).prop_flat_map(|(format, pieces)| {
        let any = prop_oneof![
            9 => prop::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 1..4),
        ];
        (Just(format), prop::collection::vec(any, 0..24).prop_map(|pieces| pieces.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_bytes_are_read_or_refused((format, data) in soup(), piece in 1usize..20, take in 1usize..4) {
        for nbest in [Nbest::First, Nbest::Best] {
            let options = FormatOptions { nbest, functions: nbest == Nbest::Best, ..FormatOptions::default() };
            let whole = read_file(format, &options, &data, 1 << 20, 100);
            prop_assert_eq!(read_file(format, &options, &data, piece, take), whole);
        }
    }
}

/// Every format, with a text that is as deep or as long as memory allows.
#[test]
fn deep_trees_and_long_lines_are_read() {
    const DEEP: usize = 200_000;
    let deep = |open: &str, inner: &str, close: &str| {
        [open.repeat(DEEP), inner.to_owned(), close.repeat(DEEP)].concat()
    };
    let chain: Vec<_> = (500..500 + DEEP).map(|node| format!("#{node} S - - {}\n", node + 1)).collect();
    let chain = chain.concat();
    let options = FormatOptions::default();
    for (format, text) in [
        (Format::Brackets, deep("(S ", "(A a)", ")")),
        (Format::Brackets, deep("(", "", ")")),
        (Format::Brackets, deep("(", "(A a)", ")")),
        (Format::Brackets, deep("(S ", "(P ()", "")),
        (Format::Brackets, "(S (P ()\n".repeat(DEEP)),
        (Format::Brackets, "(S (A a)) ".repeat(DEEP)),
        (Format::Brackets, deep("(S \n", "(P ()", ")\n")),
        (Format::Bare, deep("(", "a", ")")),
        (Format::Discbracket, deep("(S ", "0=a", ")")),
        (Format::IdBrackets, format!("i\t{}", deep("(S ", "(A a)", ")"))),
        (Format::Nbest, format!("-1\t{}", deep("(S ", "(A a)", ")"))),
        (Format::ConllParse, format!("a A {}\n", deep("(S", "*", ")"))),
        (Format::Top, deep("[IN:A ", "a", "]")),
        (Format::Trn, format!("{} (a_1)", deep("{ ", "a", " }"))),
        (Format::TigerXml, deep("<s>", "", "</s>")),
        (
            Format::Export,
            format!("#FORMAT 3\n#BOS 1\na A - - 500\n{}#{} S - - 0\n#EOS 1\n", chain, 500 + DEEP),
        ),
    ] {
        let read = read_file_quietly(format, &options, text.as_bytes());
        assert!(read > 0, "{format:?}");
    }
}

/// Reads a file, and returns the number of units. (To show deep trees takes time that to read them does not.)
fn read_file_quietly(format: Format, options: &FormatOptions, data: &[u8]) -> usize {
    let stream = Box::new(std::io::Cursor::new(data.to_vec()));
    let mut reader = super::open(format, KNOWN, stream, options).unwrap();
    let mut tape = crate::read::tape::Tape::default();
    while reader.next(&mut tape).unwrap() {}
    tape.units()
}
