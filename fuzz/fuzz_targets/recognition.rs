//! Any bytes: a format or a refusal, the same whatever follows the first 64 KiB, if these do not begin with a
//! comment, a header or JSON. The quick test for brackets
//! says nothing that the full rules deny.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::read::{Corpus, Want, recognise, recognise_by_rules};
use treescore_fuzz::formats::wanted;
use treescore_fuzz::support::side::read_side;

const SAMPLE: usize = 64 * 1024;

// Input: a byte of choices, then the text.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, text)) = data.split_first() else { return };
    for want in [Want::Trees, Want::Forests, Want::Words] {
        for is_whole in [true, false] {
            let found = recognise(text, is_whole, want);
            assert_eq!(found, recognise_by_rules(text, is_whole, want), "the quick test");
            match found {
                Ok(found) => assert!(
                    found
                        .readings
                        .first()
                        .is_none_or(|first| *first == found.format || found.format.as_str() == "json")
                ),
                Err(fault) => {
                    assert!(!fault.finding.is_empty() && !fault.message.is_empty() && fault.at.line > 0)
                }
            }
        }
    }
    // Text that is decompressed or decoded may end in a way that is an error.
    let is_decoded = text.contains(&0) || !text.is_ascii() || text.starts_with(b"<?xml");
    // Comments, headers and JSON that are longer than the sample are looked through.
    let is_open = matches!(
        text.trim_ascii_start().first(),
        None | Some(b'#' | b';' | b'%' | b'*' | b'<' | b'{' | b'[')
    );
    if choices % 64 == 0 && !is_open && !is_decoded {
        check_tails(text);
    }
});

/// The text again and again, up to and beyond the sample, has one format, whatever follows the sample.
fn check_tails(text: &[u8]) {
    let long: Vec<u8> = text.iter().copied().cycle().take(SAMPLE).collect();
    let mut seen = None;
    for tail in [&b"\n"[..], b"(S (N a))\n", b"\x80 x\ty\n"] {
        let corpus = Corpus::held("x", &[&long[..], tail].concat());
        let side = read_side(&corpus, &wanted(treescore::read::Syntax::Trees), None);
        let found = match side.facts.first() {
            Some(facts) => Ok((facts.format, facts.confidence, facts.readings.clone(), facts.encoding)),
            None => Err(side.error.map(|error| error.to_string())),
        };
        assert_eq!(*seen.get_or_insert_with(|| found.clone()), found, "behind {tail:?}");
    }
}
