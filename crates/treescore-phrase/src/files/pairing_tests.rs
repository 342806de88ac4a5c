//! Which sentences are partners, and what is said about it.

use super::*;
use treescore::read::chunks::BioColumn;

fn columns(name: &str, text: &str) -> Gold {
    let mut gold = Gold::new(name);
    let stream = Box::new(std::io::Cursor::new(text.to_owned().into_bytes()));
    gold.read_columns(name, stream, BioColumn::Last).unwrap();
    gold
}

/// Sentences of one word, `id:word`; without a word if there is no colon.
fn lines(name: &str, sentences: &str) -> Gold {
    let line = |sentence: &str| match sentence.split_once(':') {
        Some((id, word)) => format!("{{\"sent\":\"{id}\",\"n\":1,\"chunks\":[],\"words\":[\"{word}\"]}}\n"),
        None => format!("{{\"sent\":\"{sentence}\",\"n\":1,\"chunks\":[]}}\n"),
    };
    let text: String = sentences.split(' ').map(line).collect();
    let mut gold = Gold::new(name);
    gold.read(name, text.as_bytes()).unwrap();
    gold
}

/// Sentences of one word in columns.
fn words(name: &str, words: &str) -> Gold {
    columns(name, &(words.replace(' ', " B-NP\n\n") + " B-NP\n\n"))
}

/// The partners and notes, or why there are none.
fn told(gold: &Gold, system: &Gold) -> (Vec<usize>, String) {
    let found = pairs(gold, system).and_then(|Pairs { partners, mut notes }| {
        notes.extend(compare_words(gold, system, &partners)?);
        let notes: Vec<String> =
            notes.iter().map(|note| format!("{}: {}", note.id.as_str(), note.message)).collect();
        Ok((partners, notes.join("|")))
    });
    match found {
        Ok(found) => found,
        Err(PhraseFileError::Differs(found)) => {
            assert_eq!(found.severity, Severity::Refusal);
            let place = found.first.map(|place| format!(" at {place}")).unwrap_or_default();
            (Vec::new(), format!("{}: {}{place}", found.id.as_str(), found.message))
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn ids_decide_where_both_sides_have_them() {
    let gold = lines("g", "a:x b:y c:z");
    for (system, partners, said) in [
        ("a:x b:y c:z", &[0, 1, 2][..], ""),
        (
            "c:z a:x b:y",
            &[1, 2, 0],
            "order-differs: the same 3 sentences in another order: a / c; paired by id",
        ),
        (
            "c:z a:x bb:y",
            &[],
            "ids-differ: sentences of one side only: 1 of gold (b), 1 of the system (bb) at s:3:1",
        ),
        ("a:x b:y", &[], "ids-differ: sentences of one side only: 1 of gold (c), 0 of the system at g:3:1"),
        (
            "a:x b:y c:z d:w",
            &[],
            "ids-differ: sentences of one side only: 0 of gold, 1 of the system (d) at s:4:1",
        ),
        (
            "1:x 2:y 3:z",
            &[0, 1, 2],
            "ids-differ: no sentence has the same id on both sides (a / 1); paired in order",
        ),
        (
            "1:x 2:y",
            &[],
            "count-differs: g has 3 sentences, s has 2; sentences 1 to 2 have the same words at g:3:1",
        ),
        ("1 2", &[], "count-differs: g has 3 sentences, s has 2 at g:3:1"),
        ("a b c", &[0, 1, 2], "words-not-compared: words are not compared: s has none"),
        (
            "a:x b c:z",
            &[0, 1, 2],
            "words-not-compared: words are not compared in 1 of 3 sentences: s has none there",
        ),
    ] {
        assert_eq!(told(&gold, &lines("s", system)), (partners.to_vec(), said.to_owned()), "{system}");
    }
}

/// Columns have no ids: their sentences are numbered.
#[test]
fn columns_are_paired_in_order() {
    let gold = words("g", "x y z");
    for (system, partners, said) in [
        (words("s", "x y z"), &[0, 1, 2][..], ""),
        (lines("s", "a:x b:y c:z"), &[0, 1, 2], ""),
        (lines("s", "2:x 3:y 4:z"), &[0, 1, 2], ""),
        (
            lines("s", "3:z 1:x 2:y"),
            &[1, 2, 0],
            "order-differs: the same 3 sentences in another order: 1 / 3; paired by id",
        ),
        (
            words("s", "x z"),
            &[],
            "count-differs: g has 3 sentences, s has 2; words first differ in sentence 2: look for the missing \
             sentence there at s:3:1",
        ),
        (
            words("s", "x y z w"),
            &[],
            "count-differs: g has 3 sentences, s has 4; sentences 1 to 3 have the same words at s:7:1",
        ),
        (words("s", "x y w"), &[], "other-words: sentence 3: words differ at word 1: \"z\" / \"w\" at s:5:1"),
        (
            words("s", "x Y z"),
            &[],
            "case: sentence 2: words differ at word 1: \"y\" / \"Y\"; cause: case at s:3:1",
        ),
    ] {
        assert_eq!(told(&gold, &system), (partners.to_vec(), said.to_owned()));
    }
    let (longer, escaped) = (columns("s", "x O\ny O\n"), words("s", "-LRB-"));
    assert_eq!(
        told(&words("g", "x"), &longer).1,
        "other-words: sentence 1: words differ at word 2: nothing / \"y\" (1 word in gold, 2 in the system) at s:1:1"
    );
    assert_eq!(
        told(&words("g", "("), &escaped).1,
        "escapes: sentence 1: words differ at word 1: \"(\" / \"-LRB-\"; cause: escapes at s:1:1"
    );
    assert_eq!(
        told(&lines("g", "1"), &longer).1,
        "other-words: sentence 1: 1 word in gold, 2 in the system at s:1:1"
    );
}

/// Trees 1 to 4, of which the second cannot be read and the last is not selected.
#[test]
fn sentences_for_other_trees_are_left_out() {
    let gold = lines("g", "1:x 3:z").of_trees(vec![1, 2, 3, 4]);
    let left_out = "left-out: s: left out: 2 sentences whose gold trees are faulty or not selected";
    for (system, partners, said) in [
        (words("s", "x y z w"), &[0, 2][..], left_out),
        (words("s", "x z"), &[0, 1], ""),
        (lines("s", "1:x 2:y 3:z 4:w"), &[0, 2], left_out),
        (lines("s", "1:x 3:z"), &[0, 1], ""),
        (
            lines("s", "1:x 2:y 3:z 5:w"),
            &[],
            "ids-differ: sentences of one side only: 0 of gold, 1 of the system (5) at s:4:1",
        ),
        (
            words("s", "x y z"),
            &[],
            "count-differs: g has 2 sentences, s has 3; words first differ in sentence 2: look for the missing \
             sentence there at s:3:1",
        ),
    ] {
        assert_eq!(told(&gold, &system), (partners.to_vec(), said.to_owned()));
    }
}
