//! How the numbers were made: the parts of the signature, in words.

use super::Signed;

/// A part of the signature and what it means.
pub(crate) struct Part {
    pub(crate) part: String,
    pub(crate) meaning: String,
}

/// The parts of signatures that have a meaning to tell, each once.
pub(super) fn parts(signatures: &[Signed]) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for part in signatures.iter().flat_map(|signed| signed.signature.split('|')) {
        let Some((key, value)) = part.split_once(':') else { continue };
        let is_new = !all.iter().any(|known| known.part == part);
        if let Some(meaning) = meaning(key, value).filter(|_| is_new) {
            // Other values of the same key come behind the first.
            let same =
                all.iter().rposition(|known| known.part.split_once(':').is_some_and(|known| known.0 == key));
            let at = same.map_or(all.len(), |at| at + 1);
            all.insert(at, Part { part: part.to_owned(), meaning });
        }
    }
    all
}

fn meaning(key: &str, value: &str) -> Option<String> {
    let text = match (key, value) {
        ("treescore", version) => format!("made by treescore {version}"),
        ("m", measure) => format!("the measure: {measure}"),
        ("labels", "cut") => "function tags and indices are cut off: NP-SBJ-1 counts as NP".to_owned(),
        ("labels", "asis" | "keep") => "labels are compared as they are written".to_owned(),
        ("labels", "none") => "labels are not compared".to_owned(),
        ("del", what) => format!("not counted: {what}"),
        ("eq", what) => format!("these labels count as the same: {what}"),
        ("index", "words") => "gold and system have the same words, compared by position".to_owned(),
        ("index", "time") => "brackets are compared over time".to_owned(),
        ("index", "text") => "texts were aligned, words and sentences may differ".to_owned(),
        ("index", "side") => "words of whole conversation sides were aligned".to_owned(),
        ("avg", "corpus") => "brackets are summed over the corpus before dividing".to_owned(),
        ("avg", "sentence") => "the mean of the figures of all sentences".to_owned(),
        ("punct", "gold") => "the tags of gold say what is punctuation, in both trees".to_owned(),
        ("root", how) => format!("the outermost bracket: {how}"),
        ("n", number) => format!("number of pairs: {number}"),
        ("gold", hash) => format!("checksum of the gold trees: {hash}"),
        ("boot", number) => format!("intervals by bootstrap, {number} resamples"),
        ("ar", number) => format!("tests by approximate randomisation, {number} shuffles"),
        ("seed", seed) => format!("seed of the random numbers: {seed}"),
        ("r", hash) => format!("checksum of all settings: {hash}"),
        ("index", "free" | "position") => "the measure finds what corresponds by itself".to_owned(),
        ("index", "utterance") => "words of each utterance were aligned".to_owned(),
        ("match", "spans") => "brackets match if they cover the same words, whatever their labels".to_owned(),
        ("norm", how) => format!("words are compared in this normal form: {how}"),
        ("exc", what) => format!("words that count as the same: {what}"),
        ("one-sided", how) => format!("words that only one side has: {how}"),
        ("heads", table) => format!("heads are found by this table: {table}"),
        ("terminals", how) => format!("words of both sides: {how}"),
        ("gaps", how) => format!("silence between words: {how}"),
        ("iou", least) => format!("nodes that overlap count from this IoU on: {least}"),
        ("len", what) => format!("what the length of a sentence counts: {what}"),
        ("input", how) => format!("how files were read: {how}"),
        _ => return None,
    };
    Some(text)
}
