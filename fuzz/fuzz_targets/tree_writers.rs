//! Any trees, in every format they are written in: CoNLL-U with heads of every table, and others. What is written is
//! read back as the same words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::measure::dependency::Heads;
use treescore::prepare::heads::{HEAD_TABLES, HeadTable};
use treescore::prepare::{PRESETS, Recipe};
use treescore::read::{Corpus, Format, ReadOptions, Trees};
use treescore::tree::Tree;
use treescore::write::trees::{TreeFormat, TreeWriter};
use treescore_fuzz::trees;

// Input: a byte for the format and the head table, a byte for the recipe; then trees.
fuzz_target!(|data: &[u8]| {
    let [format, recipe, text @ ..] = data else { return };
    let table = &HEAD_TABLES[usize::from(format >> 4) % HEAD_TABLES.len()];
    let heads = Heads::of(HeadTable::named(table.name).expect("a table that comes along"));
    let recipe: Option<Recipe> = PRESETS.get(usize::from(*recipe)).map(|preset| preset.recipe());
    let name = TreeFormat::VALUES[usize::from(format & 15) % TreeFormat::VALUES.len()];
    let format: TreeFormat = name.parse().expect("one of its names");
    let mut writer = TreeWriter::with(format, recipe.clone(), heads);
    let (mut out, mut written) = (Vec::new(), Vec::new());
    for (number, tree) in (1..).zip(trees(text)) {
        match writer.write(number, None, &tree, &mut out) {
            Ok(()) => written.push(tree),
            Err(unwritable) => assert!(!unwritable.to_string().is_empty()),
        }
    }
    // A recipe deletes words.
    if recipe.is_none() && !written.is_empty() {
        check_words(&out, name, &writer, &written);
    }
});

fn check_words(text: &[u8], name: &str, writer: &TreeWriter, written: &[Tree]) {
    let format: Format = match writer.brackets_kind() {
        Some(kind) => kind,
        None => name.parse().expect("formats that are written are read"),
    };
    if format == Format::Conllu {
        return; // traces are left out
    }
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let corpus = Corpus::held("written", text).with_options(options);
    let Ok(units) = Trees::new(corpus) else { panic!("{name} cannot be read again") };
    let again: Vec<Tree> =
        units.map(|unit| unit.expect("memory").tree.expect("a tree that was written")).collect();
    let words = |tree: &Tree| tree.words().map(<[u8]>::to_vec).collect::<Vec<_>>();
    assert_eq!(again.len(), written.len());
    for (again, before) in again.iter().zip(written) {
        assert_eq!(words(again), words(before), "{name}");
    }
}
