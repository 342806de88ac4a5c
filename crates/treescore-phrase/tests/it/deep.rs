//! Very deep and very wide trees, on a small stack.

use treescore::read::{Buffer, Syntax};
use treescore::tree::{Arena, Labels};
use treescore_phrase::{ChunkOptions, Chunker, Sentence};

const MILLION: usize = 1_000_000;

fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(64 * 1024);
        builder.spawn_scoped(scope, work).unwrap().join().expect("the work does not panic")
    })
}

#[test]
fn chunks_of_deep_and_of_wide_trees() {
    let deep = |label: &str, inside: &str| {
        format!("{}{inside}{}", format!("({label} ").repeat(MILLION), ")".repeat(MILLION))
    };
    let wide = |inside: &str| format!("(NP {})", inside.repeat(MILLION / 4));
    for (text, expected, why) in [
        (deep("NP", "(NN a)"), 1, "one phrase"),
        (deep("S", "(VB a)"), 1, "one clause"),
        (deep("VP (VB a)", ""), 1, "one verb after the other"),
        (deep("NP (NN a)", ""), MILLION, "each phrase beside a word"),
        (wide("(NN a) (S (VB b))"), MILLION / 2, "words with clauses between"),
        (wide("(QP (S (VB a)) (CD b))"), MILLION / 2, "phrases that are no heads"),
        (wide("(DT a) (QP (S (VB b)))"), MILLION / 2, "a run of phrases without cores"),
        (wide("(NP (NP (NN a)) (POS b))"), MILLION / 2, "possessives"),
    ] {
        let found = on_a_small_stack(|| {
            let (mut labels, mut buffer, mut arena) = (Labels::new(), Buffer::default(), Arena::default());
            Syntax::Trees
                .read(text.as_bytes(), (0, text.len()), &mut labels, &mut buffer, &mut arena)
                .unwrap();
            let mut sentence = Sentence::default();
            let mut chunker = Chunker::of_any_category(ChunkOptions::default());
            assert!(chunker.sentence(&arena, text.as_bytes(), &labels, &mut sentence).unwrap());
            assert!(sentence.is_partition());
            sentence.chunks.len()
        });
        assert_eq!(found, expected, "{why}");
    }
}
