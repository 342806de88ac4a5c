//! Any bytes, in any syntax (chosen by the first byte): a tree, or a fault inside the text; a second reading
//! gives the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Buffer, Syntax};
use treescore::tree::{Arena, Labels};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, line)) = data.split_first() else { return };
    let syntaxes =
        [Syntax::Trees, Syntax::Wrapped(b"W".to_vec()), Syntax::Forest, Syntax::Plain, Syntax::Json];
    let syntax = &syntaxes[usize::from(choice) % syntaxes.len()];
    let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
    let mut seen = Vec::new();
    for _ in 0..2 {
        match syntax.read(line, (0, line.len()), &mut labels, &mut buffer, &mut arena) {
            Ok(()) => check(syntax.text(line, &buffer), &arena),
            Err(fault) => {
                assert!(fault.at <= line.len() && fault.also.is_none_or(|also| also <= line.len()));
                assert!(!fault.kind.title().is_empty());
            }
        }
        seen.push((arena.nodes().len(), arena.words().len(), labels.len(), buffer.text().to_vec()));
    }
    assert_eq!(seen[0], seen[1]);
});

/// Checks that words are slices of the text, and that brackets are nested.
fn check(text: &[u8], arena: &Arena) {
    for word in arena.words() {
        assert!(word.offset() + word.bytes(text).len() <= text.len());
    }
    for node in arena.nodes() {
        let span = node.span();
        assert!(span.end() as usize <= arena.words().len());
        if let Some(parent) = node.parent() {
            let around = arena.nodes()[parent.index()].span();
            assert!(around.start() <= span.start() && span.end() <= around.end());
        }
    }
}
