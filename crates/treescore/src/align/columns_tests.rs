//! Alignments that have the text of the trees, and alignments that do not.

use super::*;
use proptest::prelude::*;

fn words(text: &str) -> impl Iterator<Item = &[u8]> + Clone {
    text.split_ascii_whitespace().map(str::as_bytes)
}

/// Cells as `gold words kind system words`, or the error.
fn shown_cells(columns: &str, gold: &str, system: &str, equal: &[(&str, &str)]) -> String {
    let columns = WordColumns::from_bytes("x", columns.replace(';', "\n").as_bytes()).unwrap();
    let of = |text, at| words(text).nth(at).map(String::from_utf8_lossy).unwrap();
    let is_equal = |i: usize, j: usize| equal.contains(&(&of(gold, i)[..], &of(system, j)[..]));
    let mut cells = Vec::new();
    let found = ColumnAligner::default().cells(&columns, words(gold), words(system), is_equal, &mut cells);
    if let Err(error) = found {
        return error.to_string();
    }
    let (mut gold_words, mut system_words) = (words(gold), words(system));
    let take = |count: u32, words: &mut dyn Iterator<Item = &[u8]>| {
        let taken: Vec<_> = words.take(count as usize).map(String::from_utf8_lossy).collect();
        taken.join(" ")
    };
    let shown: Vec<String> = cells
        .iter()
        .map(|cell| {
            let (gold, system) = (take(cell.gold, &mut gold_words), take(cell.system, &mut system_words));
            format!("[{gold} {} {system}]", cell.kind.as_str())
        })
        .collect();
    assert_eq!((gold_words.next(), system_words.next()), (None, None), "every word is in a cell");
    shown.join("")
}

#[test]
fn columns_become_cells() {
    for (columns, gold, system, expected, why) in [
        ("", "", "", "", "nothing"),
        (
            "a a 000;b c 001; d 010;e 100",
            "a b e",
            "a c d",
            "[a same a][b diff c][ system d][e gold ]",
            "the four kinds",
        ),
        ("A a 000;b B 001", "a b", "A B", "[a same A][b same B]", "case, regardless of the code"),
        (
            "É é 000;straße STRASSE 000",
            "é STRASSE",
            "É strasse",
            "[é same É][STRASSE same strasse]",
            "case beyond ASCII",
        ),
        ("x-y xy 000;mid-- mid 000", "xy mid-", "x-y mid", "[xy same x-y][mid- same mid]", "hyphens"),
        ("uh um 001", "uh", "um", "[uh equiv um]", "equal by the closure"),
        ("wasn't wasn't 000", "was n't", "was n't", "[was n't retok was n't]", "an entry in two words"),
        ("wasn't wasn't 000", "was n't", "wasn't", "[was n't retok wasn't]", "in one and in two"),
        ("was was 000;n't not 001", "wasn't", "was not", "[wasn't diff was not]", "a word in two columns"),
        ("a b 001;c 100;d e 001", "acd", "b e", "[acd diff b e]", "a word in three columns"),
        ("ab x 001;cd 100;ef y 001", "a bc de f", "x y", "[a bc de f diff x y]", "words across entries"),
        ("a 100; x 010;b 100", "ab", "x", "[ab diff x]", "an insertion within a word"),
        ("a x 001;b 100; y 010", "ab", "xy", "[ab diff xy]", "what belongs together on both sides"),
        ("a x 001;b y 001;c z 001", "ab c", "x yz", "[ab c diff x yz]", "chains of what belongs together"),
        ("a a 000; 100;b 100", "a b", "a", "[a same a][b gold ]", "a column without words"),
        (
            "a a 000;-- - 001;b b 000",
            "a - b",
            "a -- b",
            "[a same a][- same --][b same b]",
            "words of hyphens",
        ),
        (
            "a a 000;-- x 001;b b 000",
            "a b",
            "a x b",
            "[a same a][ system x][b same b]",
            "an entry of hyphens without a word",
        ),
        (
            "a a 000;b b 000",
            "a -- b -",
            "- a b",
            "[a -- retok - a][b - retok b]",
            "words of hyphens without an entry",
        ),
        ("a--b 100", "a -- b", "", "[a -- b gold ]", "words of hyphens within an entry"),
    ] {
        assert_eq!(shown_cells(columns, gold, system, &[("uh", "um")]), expected, "{why}: {columns}");
    }
}

#[test]
fn columns_of_other_words_are_refused() {
    for (columns, gold, system, expected) in [
        ("a a 000;b b 000", "a c", "a b", "x:2: `b` is not word 2 of the gold trees, `c`"),
        ("a a 000;b b 000", "a b", "a bc", "x:2: the alignment ends before word 2 of the system trees, `bc`"),
        (
            "a a 000; ;b B 000",
            "a b",
            "a BB C",
            "x:3: the alignment ends before word 2 of the system trees, `BB`",
        ),
        ("a a 000;b 100", "a b", "a C", "x:2: the alignment ends before word 2 of the system trees, `C`"),
        ("a a 000;b 100", "a", "a", "x:2: the gold trees end after 1 words, before the end of `b`"),
        ("a a 000;bc 100", "a b", "a", "x:2: the gold trees end after 2 words, before the end of `bc`"),
        ("abcd 100", "ab cx", "", "x:1: `abcd` is not word 2 of the gold trees, `cx`"),
        ("", "a", "", "x:1: the alignment ends before word 1 of the gold trees, `a`"),
        ("", "-", "", "x:1: the alignment ends before word 1 of the gold trees, `-`"),
    ] {
        assert_eq!(shown_cells(columns, gold, system, &[]), expected, "{columns}");
    }
}

#[test]
fn the_example_fits_its_trees() {
    let columns =
        WordColumns::from_bytes("talk.align", include_bytes!("../../../../examples/talk.align")).unwrap();
    let mut cells = Vec::new();
    let (gold, system) =
        ("uh we walked drove to the lake it was n't cold", "um we walked drove to the lake it was not gold");
    ColumnAligner::default()
        .cells(&columns, words(gold), words(system), |gold, _| gold == 0, &mut cells)
        .unwrap();
    let kinds: Vec<Kind> = cells.iter().map(|cell| cell.kind).collect();
    let expected: Vec<Kind> = "ESSSSSSSSDD"
        .chars()
        .map(|kind| match kind {
            'E' => Kind::Equiv,
            'S' => Kind::Same,
            _ => Kind::Diff,
        })
        .collect();
    assert_eq!(kinds, expected);
}

#[test]
fn pairs_become_cells() {
    let mut cells = Vec::new();
    for (pairs, gold, system, expected) in [
        (&[][..], 0, 0, ""),
        (&[], 1, 2, "system system gold"),
        (&[(0, 0), (1, 1)], 2, 2, "same diff"),
        (&[(1, 0), (2, 2)], 4, 4, "gold diff system same system gold"),
    ] {
        cells_of_pairs(pairs, gold, system, |gold, _| gold % 2 == 0, &mut cells);
        let kinds: Vec<&str> = cells.iter().map(|cell| cell.kind.as_str()).collect();
        assert_eq!(kinds.join(" "), expected, "{pairs:?}");
        let sum = |of: fn(&Cell) -> u32| cells.iter().map(of).sum::<u32>() as usize;
        assert_eq!((sum(|cell| cell.gold), sum(|cell| cell.system)), (gold, system));
    }
}

/// Cells by brute force: columns are joined as long as some word has characters in two of them.
fn by_characters(columns: &[(String, String)], gold: &[String], system: &[String]) -> Vec<(usize, usize)> {
    // The column and word of each character of a side.
    let owners = |of: fn(&(String, String)) -> &String, words: &[String]| {
        let columns: Vec<usize> =
            columns.iter().enumerate().flat_map(|(at, column)| vec![at; of(column).len()]).collect();
        let words: Vec<usize> =
            words.iter().enumerate().flat_map(|(at, word)| vec![at; word.len()]).collect();
        columns.into_iter().zip(words).collect::<Vec<_>>()
    };
    let sides = [owners(|column| &column.0, gold), owners(|column| &column.1, system)];
    let mut cell_of: Vec<usize> = (0..columns.len()).collect();
    for side in &sides {
        for (a, b) in side.iter().flat_map(|a| side.iter().map(move |b| (a, b))) {
            if a.1 == b.1 && a.0 < b.0 {
                // All columns between the two, with everything already joined to them.
                let ids: Vec<usize> = cell_of[a.0..=b.0].to_vec();
                cell_of.iter_mut().filter(|id| ids.contains(id)).for_each(|id| *id = ids[0]);
            }
        }
    }
    let mut counts = std::collections::BTreeMap::<usize, [std::collections::BTreeSet<usize>; 2]>::new();
    for (which, side) in sides.iter().enumerate() {
        for &(column, word) in side {
            counts.entry(cell_of[column]).or_default()[which].insert(word);
        }
    }
    counts.into_values().map(|[gold, system]| (gold.len(), system.len())).collect()
}

proptest! {
    #[test]
    fn cells_are_the_smallest_common_stretches(
        columns in prop::collection::vec(("[ab]{0,4}", "[ab]{0,4}"), 0..12), cuts in prop::collection::vec(1_usize..5, 40),
    ) {
        let text = |of: fn(&(String, String)) -> &String| columns.iter().map(of).cloned().collect::<String>();
        // The same text cut into different words.
        let cut = |text: String, cuts: &[usize]| {
            let (mut rest, mut words) = (&text[..], Vec::new());
            for &cut in cuts.iter().cycle() {
                let Some(head) = rest.get(..cut.min(rest.len())).filter(|head| !head.is_empty()) else { break };
                words.push(head.to_owned());
                rest = &rest[head.len()..];
            }
            words
        };
        let (gold, system) = (cut(text(|it| &it.0), &cuts[..20]), cut(text(|it| &it.1), &cuts[20..]));
        let lines: Vec<String> = columns.iter().map(|(gold, system)| match (gold.is_empty(), system.is_empty()) {
            (true, true) => "  100".to_owned(),
            (true, false) => format!(" {system} 010"),
            (false, true) => format!("{gold} 100"),
            (false, false) => format!("{gold} {system} 001"),
        }).collect();
        let read = WordColumns::from_bytes("x", lines.join("\n").as_bytes()).unwrap();
        let mut cells = Vec::new();
        let bytes = |words: &'_ [String]| words.iter().map(|word| word.clone().into_bytes()).collect::<Vec<_>>();
        let (gold_words, system_words) = (bytes(&gold), bytes(&system));
        ColumnAligner::default()
            .cells(&read, gold_words.iter().map(|w| &w[..]), system_words.iter().map(|w| &w[..]), |_, _| false, &mut cells)
            .unwrap();
        let sizes: Vec<_> = cells.iter().map(|cell| (cell.gold as usize, cell.system as usize)).collect();
        prop_assert_eq!(sizes, by_characters(&columns, &gold, &system));
    }
}
