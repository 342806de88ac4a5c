//! Text of brackets is the same tree through a tape and through the scanner.

use proptest::prelude::*;

use super::bracket_text::{TreeReading, write_tree};
use crate::read::blocks::{Block, pad};
use crate::read::fault::FaultKind;
use crate::read::scan::{Dialect, Scanner};
use crate::read::tape::{Tape, TapeBuffer};
use crate::read::window::Position;
use crate::tree::{Arena, Label, Labels};

/// What the scanner reads: words with tags, brackets with words and labels; or the fault.
fn scan(text: &str) -> Result<Vec<String>, FaultKind> {
    let (mut scanner, mut labels, mut arena) = (Scanner::new(), Labels::new(), Arena::default());
    let mut padded = text.as_bytes().to_vec();
    pad(&mut padded);
    scanner.begin(&padded);
    let extent = (0, text.len());
    scanner.scan(&padded, extent, Dialect::Native, &mut labels, &mut arena).map_err(|fault| fault.kind)?;
    Ok(spans(&arena, &labels, &padded))
}

/// What is read through a tape.
fn write(text: &str) -> Result<Vec<String>, FaultKind> {
    let first = Position { line: 1, column: 1 };
    let mut tape = Tape::default();
    tape.begin(first);
    write_tree(text.as_bytes(), TreeReading::Tagged, first, &mut tape).map_err(|error| error.kind)?;
    tape.end();
    let (mut block, mut labels, mut arena) = (Block::default(), Labels::new(), Arena::default());
    tape.take(1, &mut block);
    crate::read::tape::read(&block, 0, &mut labels, &mut TapeBuffer::default(), &mut arena)
        .map_err(|fault| fault.kind)?;
    Ok(spans(&arena, &labels, block.text()))
}

fn spans(arena: &Arena, labels: &Labels, text: &[u8]) -> Vec<String> {
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let words = arena
        .words()
        .iter()
        .map(|word| format!("{}/{}", lossy(labels.name(word.tag)), lossy(word.bytes(text))));
    let nodes =
        arena.nodes().iter().filter(|node| node.label != Label::EMPTY && node.bounds().0 < node.bounds().1);
    let nodes = nodes.map(|node| format!("{}{:?}", lossy(labels.name(node.label)), node.bounds()));
    words.chain(nodes).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Files with comments come this way, all others through the scanner: it must make no difference.
    #[test]
    fn trees_are_read_as_by_the_scanner(
        pieces in prop::collection::vec(
            prop::sample::select(vec!["(", ")", "(A a)", "(S ", " ", "x", "(S (B b)", "))"]), 0..12),
    ) {
        let text = format!("(S {}", pieces.concat());
        let (found, expected) = (write(&text), scan(&text));
        // There a label after a blank may be a word.
        prop_assume!(!text.contains("( "));
        prop_assert!(found == expected, "{text}: {found:?}, {expected:?}");
    }
}
