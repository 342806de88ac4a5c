//! Any text: a signature or an error; a signature, written as text, reads back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore::Setup;
use treescore::measure::Parseval;
use treescore::setup::{Given, Signature};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    round_trip(&text);
    // Random text never has the right hash, so settings are also tried one by one.
    let mut signature = Setup::of(Parseval).signature();
    for part in text.split(['|', '\n']) {
        if let Some((key, value)) = part.split_once(':') {
            let _ = signature.recipe.set(key, value);
        }
    }
    round_trip(&signature.to_string());
    assert_eq!(signature.to_string().parse(), Ok(signature));
});

fn round_trip(text: &str) {
    match text.parse::<Signature>() {
        Ok(signature) => {
            assert_eq!(signature.to_string().parse::<Signature>(), Ok(signature.clone()));
            // A setup made from a signature has a signature that gives the setup back.
            if let Ok(setup) = signature.setup(&Given::default()) {
                assert_eq!(setup.signature().to_string().parse::<Setup>(), Ok(setup));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
