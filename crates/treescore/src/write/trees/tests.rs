//! What is written is read back as the same trees.

use std::io::Write;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::outline::Outline;
use super::*;
use crate::read::{Corpus, Format, Holds, OpenError, ReadOptions, Taker, TreeAt, Trees, UnitKind, Wanted};
use crate::tree::{Step, TreeBuilder};

fn wanted() -> Wanted {
    let takes = &[Holds::Trees, Holds::Dependencies];
    Wanted { takers: vec![Taker { name: "convert".to_owned(), takes }], ..Wanted::from(UnitKind::Tree) }
}

fn read(path: &Path, format: Option<Format>) -> Result<Vec<TreeAt>, OpenError> {
    let options = ReadOptions { format, ..ReadOptions::default() };
    Trees::wanted(Corpus::find(path)?.with_options(options), wanted())?.collect()
}

fn read_text(text: &[u8], format: Option<Format>) -> Vec<TreeAt> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text).unwrap();
    read(file.path(), format).unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(text)))
}

/// A tree without what no format keeps: its steps with labels, tags, words and heads.
fn show(tree: &Tree) -> String {
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let heads = tree.arena().heads().iter().map(|given| (given.head, lossy(tree.name(given.relation))));
    let heads: Vec<_> = heads.collect();
    let Ok(outline) = Outline::of(tree) else {
        let words: Vec<_> =
            tree.words().zip(tree.tags()).map(|(word, tag)| (lossy(word), lossy(tag))).collect();
        return format!("{words:?} {heads:?}");
    };
    let steps = outline.steps.iter().map(|step| match *step {
        Step::Open(node) => format!("({}", lossy(outline.phrases[node].label)),
        Step::Word(at) => {
            format!("{:?}:{at}={}", outline.leaves[at].tag.map(lossy), lossy(outline.leaves[at].word))
        }
        Step::Close(_) => ")".to_owned(),
    });
    format!("{} {heads:?}", steps.collect::<Vec<_>>().join(" "))
}

/// Formats other than CoNLL-U hold no heads.
fn without_heads(tree: &Tree) -> String {
    let shown = show(tree);
    let end = shown.rfind(" [").unwrap_or(shown.len());
    format!("{} []", &shown[..end])
}

/// Writes trees in a format and reads them again. Returns how many were written.
fn check(units: &[(Option<Vec<u8>>, Tree)], format: TreeFormat) -> usize {
    let (mut writer, mut out, mut expected) = (TreeWriter::new(format), Vec::new(), Vec::new());
    for (number, (id, tree)) in (1..).zip(units) {
        if format == TreeFormat::Conllu && tree.arena().heads().is_empty() {
            continue; // dependencies do not hold trees
        }
        if writer.write(number, id.as_deref(), tree, &mut out).is_ok() {
            let own = (format == TreeFormat::Export).then(|| number.to_string().into_bytes());
            let heads = (format == TreeFormat::Conllu).then(|| show(tree));
            expected.push((id.clone().or(own), heads.unwrap_or_else(|| without_heads(tree))));
        }
    }
    if expected.is_empty() {
        return 0;
    }
    let found = read_text(&out, Some(writer.read_as()));
    let found: Vec<_> = found
        .iter()
        .map(|unit| {
            let tree = unit
                .tree
                .as_ref()
                .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&out)));
            (unit.id.as_deref().map(<[u8]>::to_vec), show(tree))
        })
        .collect();
    assert_eq!(found, expected, "{format:?}\n{}", String::from_utf8_lossy(&out));
    found.len()
}

fn formats() -> impl Iterator<Item = TreeFormat> {
    TreeFormat::VALUES.iter().map(|name| name.parse().unwrap())
}

/// All samples of formats that hold trees.
#[test]
fn samples_are_read_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats");
    let mut written = [0; 5];
    for name in [
        "bare",
        "brackets",
        "conll-parse",
        "conllu",
        "discbracket",
        "encodings",
        "export",
        "id-brackets",
        "json",
        "lemma-leaves",
        "nbest",
        "raw-brackets",
        "sgml-brackets",
        "tigerxml",
        "untagged",
    ] {
        let mut files: Vec<_> =
            folder.join(name).read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| !file.ends_with("expected.json")) {
            let Ok(units) = read(file, None) else { continue };
            let units: Vec<_> = units
                .into_iter()
                .filter_map(|unit| Some((unit.id.map(Vec::from), unit.tree.ok()?)))
                .collect();
            for (format, written) in formats().zip(&mut written) {
                *written += check(&units, format);
            }
        }
    }
    assert!(written[..4].iter().all(|&count| count > 60) && written[4] > 2, "{written:?}");
}

#[test]
fn recipes_leave_what_counts() {
    for (text, recipe, expected) in [
        (
            "(TOP (S (NP-SBJ (D the) (N cat)) (VP (V sat)) (. .)))",
            "collins",
            "(S (NP (D the) (N cat)) (VP (V sat)))\n",
        ),
        ("(TOP (NP (N a)) (VP (V b)))", "collins", "(TOP (NP (N a)) (VP (V b)))\n"),
        ("(TOP (. .))", "collins", "has no words that count"),
    ] {
        let mut writer = TreeWriter::with(TreeFormat::Brackets, Recipe::named(recipe), Heads::default());
        let mut out = Vec::new();
        let written = writer.write(1, None, &crate::read::one(text).unwrap(), &mut out);
        let found = written.map_or_else(|error| error.to_string(), |()| String::from_utf8(out).unwrap());
        assert_eq!(found, expected, "{text}");
    }
    let units = read_text(b"(TOP (VP-X (V 0=is) (A 2=rich)) (NP (N 1=he)) (. 3=.))\n", None);
    let mut writer = TreeWriter::with(TreeFormat::Discbracket, Recipe::named("collins"), Heads::default());
    let mut out = Vec::new();
    writer.write(1, None, units[0].tree.as_ref().unwrap(), &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "(TOP (VP (V 0=is) (A 2=rich)) (NP (N 1=he)))\n");
}

#[test]
fn what_cannot_be_held_is_refused() {
    let tagged = |word: &str| {
        let mut builder = TreeBuilder::new();
        builder.open("S").word("A", word).word("B", "b");
        builder.finish()
    };
    let mut alone = TreeBuilder::new();
    alone.open("S").bare_word("x").open("NP").bare_word("cat").close();
    let alone = alone.finish();
    let gaps = read_text(b"(S (VP (V 0=is) (A 2=rich)) (NP 1=he))\n", None).remove(0).tree.unwrap();
    for (format, tree, said) in [
        (TreeFormat::Brackets, tagged("a b"), "the word `a b` contains a blank, which brackets cannot hold"),
        (TreeFormat::Brackets, tagged(":("), "the word `:(` contains a bracket, which brackets cannot hold"),
        (TreeFormat::Brackets, tagged(""), "the word `` is empty, which brackets cannot hold"),
        (
            TreeFormat::Export,
            tagged("#EOS"),
            "the word `#EOS` is a mark of the format, which export cannot hold",
        ),
        (
            TreeFormat::Conllu,
            tagged("a\tb"),
            "the word `a\tb` contains a tab or the end of a line, which conllu cannot hold",
        ),
        (
            TreeFormat::Brackets,
            gaps.clone(),
            "is discontinuous, which brackets cannot hold; discbracket, export and json can",
        ),
        (
            TreeFormat::Conllu,
            gaps,
            "is discontinuous, which conllu cannot hold; discbracket, export and json can",
        ),
        (
            TreeFormat::Discbracket,
            alone.clone(),
            "the word `cat` has no tag and is alone in its bracket, which would be read as its tag",
        ),
        (TreeFormat::Export, alone, "the word `x` has no tag, which export needs"),
    ] {
        let mut out = b"before".to_vec();
        let error = TreeWriter::new(format).write(1, None, &tree, &mut out).unwrap_err();
        assert_eq!((error.to_string().as_str(), &out[..]), (said, &b"before"[..]));
    }
}

/// A tree of any kind: steps as numbers, and an order of words.
fn tree(steps: &[(u8, usize)], kind: u8, words: &[&str], order: &[u32]) -> Tree {
    const LABELS: [&str; 6] = ["S", "NP", "", "VROOT", "-LRB-", "X=1"];
    let label = |at: usize| if kind == 2 { "" } else { LABELS[at % LABELS.len()] };
    let mut builder = TreeBuilder::new();
    builder.open(label(steps.len()));
    let mut count = 0;
    for &(step, value) in steps {
        match step {
            0 => drop(builder.open(label(value))),
            1 => drop(builder.close()),
            _ => {
                count += 1;
                let word = words[value % words.len()];
                match kind {
                    0 => builder.word(LABELS[value % 2], word),
                    3 if value % 3 == 0 => builder.word("T", word),
                    _ => builder.bare_word(word),
                };
            }
        }
    }
    let order: Vec<u32> = order.iter().copied().filter(|&place| place < count).collect();
    builder.finish_placed(if order.len() == count as usize { &order } else { &[] })
}

proptest! {
    #[test]
    fn trees_are_read_back(
        trees in vec((vec((0u8..4, 0usize..40), 1..20), Just((0..20u32).collect::<Vec<_>>()).prop_shuffle(), any::<bool>()), 1..4),
        kind in 0u8..4,
        words in select(vec![vec!["a", "b", "(", ")", "é"], vec!["a b", "\"", "=", "", "#500", "-"], vec!["x", "the", "cat", "%%"]]),
        id in select(vec![None, Some("a1"), Some("a b")]),
    ) {
        let units: Vec<_> = trees
            .iter()
            .map(|(steps, order, has_gaps)| {
                let tree = tree(steps, kind, &words, if *has_gaps { order } else { &[] });
                (id.map(|id| id.as_bytes().to_vec()), tree)
            })
            .collect();
        for format in formats() {
            check(&units, format);
        }
    }
}
