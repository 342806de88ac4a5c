//! Writes chunks for people and programs.

use serde_json::{Value, json};

use crate::{Chunk, Inventory, Sentence, WordList};

/// The format of chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkFormat {
    /// `[NP the old baker] [VP sold]`, a line per sentence.
    Brackets,
    /// A gold chunk file: one line of JSON per sentence.
    JsonLines,
    /// One line per word, with its tag and the chunk that it begins (`B-NP`), continues (`I-NP`) or is
    /// outside of (`O`); a blank line after each sentence.
    Bio,
}

/// Appends a sentence to `out`, as text.
///
/// ```
/// use treescore_phrase::report::{ChunkFormat, write_chunks};
/// use treescore_phrase::{ChunkOptions, Inventory, Sentence};
/// let tree = treescore::read::one("(S (NP (DT the) (NN cat)) (VP (VBD sat)))")?;
/// let inventory = Inventory::default();
/// let sentence = Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.unwrap();
/// let mut out = Vec::new();
/// write_chunks(&sentence, &inventory, ChunkFormat::Brackets, &mut out);
/// assert_eq!(out, b"[NP the cat] [VP sat]\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_chunks(sentence: &Sentence, inventory: &Inventory, format: ChunkFormat, out: &mut Vec<u8>) {
    match format {
        ChunkFormat::Brackets => brackets(sentence, inventory, out),
        ChunkFormat::JsonLines => json_line(sentence, inventory, out),
        ChunkFormat::Bio => bio(sentence, inventory, out),
    }
}

fn words(chunk: &Chunk) -> std::ops::Range<usize> {
    chunk.start as usize..chunk.end as usize
}

fn brackets(sentence: &Sentence, inventory: &Inventory, out: &mut Vec<u8>) {
    for (at, chunk) in sentence.chunks.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b"[" } else { b" [" });
        out.extend_from_slice(inventory.name(chunk.category).as_bytes());
        for word in words(chunk) {
            out.push(b' ');
            out.extend_from_slice(sentence.words.get(word));
        }
        out.push(b']');
    }
    out.push(b'\n');
}

fn bio(sentence: &Sentence, inventory: &Inventory, out: &mut Vec<u8>) {
    for chunk in &sentence.chunks {
        let category = inventory.name(chunk.category);
        for word in words(chunk) {
            out.extend_from_slice(sentence.words.get(word));
            out.push(b' ');
            out.extend_from_slice(sentence.tags.get(word));
            let place = if word == chunk.start as usize { " B-" } else { " I-" };
            // Words in no phrase are outside of chunks, and O has no beginning.
            let (place, category) = if category == Inventory::NULL { (" O", "") } else { (place, category) };
            out.extend_from_slice(place.as_bytes());
            out.extend_from_slice(category.as_bytes());
            out.push(b'\n');
        }
    }
    out.push(b'\n');
}

fn json_line(sentence: &Sentence, inventory: &Inventory, out: &mut Vec<u8>) {
    let name = |chunk: &Chunk| json!([inventory.name(chunk.category), chunk.start, chunk.end]);
    let chunks: Value = sentence.chunks.iter().map(name).collect();
    let list = |list: &WordList| -> Value { list.iter().map(|word| String::from_utf8_lossy(word)).collect() };
    let id = Value::from(&*sentence.id);
    // Formatted by hand, so that the id of the sentence comes first.
    let (words, tags) = (list(&sentence.words), list(&sentence.tags));
    let line = format!(
        "{{\"sent\":{id},\"n\":{},\"chunks\":{chunks},\"words\":{words},\"tags\":{tags}}}\n",
        sentence.length
    );
    out.extend_from_slice(line.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChunkOptions;

    fn written(format: ChunkFormat) -> String {
        let text = "(S (NP (DT the) (NN \"cat\")) (VP (VBD sat) (PP (IN on) (NP (PRP it)))) (. .))";
        let inventory = Inventory::default();
        let tree = treescore::read::one(text).unwrap();
        let mut sentence = Sentence::of_tree(&tree, &inventory, ChunkOptions::default()).unwrap().unwrap();
        sentence.id.push_str("s1");
        let mut out = Vec::new();
        write_chunks(&sentence, &inventory, format, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn chunks_look_as_they_should() {
        assert_eq!(written(ChunkFormat::Brackets), "[NP the \"cat\"] [VP sat] [PP on it] [Null .]\n");
        assert_eq!(
            written(ChunkFormat::Bio),
            "the DT B-NP\n\"cat\" NN I-NP\nsat VBD B-VP\non IN B-PP\nit PRP I-PP\n. . O\n\n"
        );
        assert_eq!(
            written(ChunkFormat::JsonLines),
            concat!(
                r#"{"sent":"s1","n":6,"chunks":[["NP",0,2],["VP",2,3],["PP",3,5],["Null",5,6]],"#,
                r#""words":["the","\"cat\"","sat","on","it","."],"tags":["DT","NN","VBD","IN","PRP","."]}"#,
                "\n"
            )
        );
    }
}
