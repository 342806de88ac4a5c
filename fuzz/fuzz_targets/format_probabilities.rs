//! Any bytes as probabilities of a phrase model, in columns or JSON (chosen by the first byte): candidates
//! inside of their sentences, or an error with a line of the file; a second reading gives the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treescore_phrase::{FileModel, Gold, PhraseFileError, ProbabilityFormat, Sentence};

const GOLD: &[u8] = br#"{"sent":"s1","n":4,"chunks":[["NP",0,2],["VP",2,3],["Null",3,4]]}
{"sent":"1","n":2,"chunks":[["NP",0,2]]}
{"sent":"har-1","n":3,"chunks":[["NP",0,3]]}
"#;

fuzz_target!(|data: &[u8]| {
    let Some((&choices, text)) = data.split_first() else { return };
    let formats = [ProbabilityFormat::Tsv, ProbabilityFormat::JsonLines];
    let mut gold = Gold::new("gold");
    gold.read("gold", GOLD).expect("a file of gold chunks");
    let format = formats[usize::from(choices) % 2];
    assert_eq!(read(text, format, &gold), read(text, format, &gold));
});

fn read(text: &[u8], format: ProbabilityFormat, gold: &Gold) -> Result<Vec<String>, String> {
    match FileModel::read("model", format, text, gold) {
        Ok(model) => {
            let mut sentence = Sentence::default();
            let of = |at: usize| {
                model.gold_sentence(at, &mut sentence);
                let candidates = model.candidates(at);
                assert!(candidates.iter().all(|one| one.start < one.end && one.end <= sentence.length));
                format!("{candidates:?}")
            };
            Ok((0..gold.len()).map(of).collect())
        }
        Err(PhraseFileError::Line(error)) => {
            assert!(error.line <= text.split(|&byte| byte == b'\n').count() as u64 && !error.text.is_empty());
            Err(error.to_string())
        }
        Err(error) => panic!("memory can be read: {error}"),
    }
}
