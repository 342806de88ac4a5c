use super::*;
use crate::prepare::Rules;
use crate::tree::Labels;

fn recipe(file: &str) -> Recipe {
    let (file, notes) = SpeechFile::parse_trimmed(file.as_bytes());
    assert_eq!(notes, []);
    Recipe::of_speech_file(&file)
}

fn join(pairs: &[(Name, Name)]) -> String {
    let text = |name: &Name| String::from_utf8_lossy(name).into_owned();
    let shown: Vec<String> = pairs.iter().map(|(a, b)| format!("{}={}", text(a), text(b))).collect();
    shown.join(" ")
}

#[test]
fn labels_are_named_after_their_target() {
    for (file, pairs, why) in [
        ("EQ_LABEL ADVP PRT", "PRT=ADVP", "one into another"),
        ("EQ_LABEL A B\nEQ_LABEL A C", "C=A", "the last line counts"),
        ("EQ_LABEL A B\nEQ_LABEL A A", "", "even if it cancels the first"),
        ("EQ_LABEL A Z\nEQ_LABEL B Z", "Z=A Z=B A=B", "two into one"),
        ("EQ_LABEL A B\nEQ_LABEL B Z", "Z=A Z=B A=B", "a chain"),
        ("EQ_LABEL B A\nEQ_LABEL A B", "A=B", "a circle"),
        ("EQ_LABEL A Y\nEQ_LABEL B X", "X=B Y=A", "two classes"),
    ] {
        assert_eq!(join(&recipe(file).equal_labels), pairs, "{why}");
    }
    let file = SpeechFile { eq_label: vec![(b"A".to_vec(), vec![])], ..SpeechFile::default() };
    assert_eq!(join(&Recipe::of_speech_file(&file).equal_labels), "", "empty sides have no effect");
}

#[test]
fn filled_pauses_are_equal_in_groups() {
    for (file, pairs, why) in [
        (
            "FILLED_PAUSE1 uh\nFILLED_PAUSE2 er\nFILLED_PAUSE1 um\nFILLED_PAUSE1 ah",
            "uh=um uh=ah um=ah",
            "groups",
        ),
        ("FILLED_PAUSE1 uh\nFILLED_PAUSE1 um\nFILLED_PAUSE2 uh", "", "the last line counts"),
        ("FILLED_PAUSE1 uh-uh\nFILLED_PAUSE1 um\nFILLED_PAUSE1 Uhuh", "um=Uhuh", "in any spelling"),
        ("EQ_WORDS a b\nFILLED_PAUSE1 uh\nFILLED_PAUSE1 um", "a=b uh=um", "beside pairs"),
        ("FILLED_PAUSE1 uh\nFILLED_PAUSE2 um\nEQ_WORDS uh um", "uh=um", "a pair is a pair"),
    ] {
        assert_eq!(join(&recipe(file).equal_words), pairs, "{why}");
    }
    let pause = |group, word: &str| FilledPause { group, word: word.into() };
    let nobody = vec![pause(0xC3, "uh"), pause(0xC3, "um"), pause(b'1', ""), pause(b'1', "er")];
    let file = SpeechFile { filled_pause: nobody, ..SpeechFile::default() };
    assert_eq!(Recipe::of_speech_file(&file).equal_words, [], "no group, and no word");
}

#[test]
fn labels_and_words_of_the_preset() {
    let mut rules = Rules::new(Recipe::named("speech").unwrap());
    let names = ["EDITED", "EDITED-1", "-NONE-", "ADVP-TMP", "IN", "IN-1", "NN", "DISFL", "TOP", "-LRB-"];
    let mut labels = Labels::new();
    let numbers: Vec<_> = names.iter().map(|name| labels.intern(name.as_bytes())).collect();
    rules.update(&labels);
    let rule = |name: &str| {
        let at = names.iter().position(|other| *other == name).unwrap();
        rules.by_label()[numbers[at].index()]
    };
    assert!(rule("EDITED").is_edit && rule("EDITED-1").is_edit && !rule("NN").is_edit);
    assert!(rule("IN").is_closed && rule("IN-1").is_closed && !rule("NN").is_closed);
    let trace = rule("-NONE-");
    assert!(trace.is_emptied && trace.is_trace && trace.is_unaligned);
    assert!(!trace.keep_word && !trace.keep_bracket && !trace.in_length && !rule("-LRB-").is_emptied);
    assert_eq!(rules.class_name(rule("ADVP-TMP").bracket), b"PRT");
    assert!(!rule("DISFL").keep_bracket && rule("TOP").is_dummy);
    for (a, b, are_equal) in [
        ("Uh-Huh", "mm-hmm", true),
        ("um", "UH", true),
        ("um", "uhuh", false),
        ("mrs.", "Mrs", true),
        ("was", "'s", true),
        ("has", "'s", true),
        ("was", "has", false),
        ("-", "--", false),
    ] {
        assert_eq!(rules.equal_words(a.as_bytes(), b.as_bytes()), are_equal, "{a} and {b}");
    }
    assert!(!rules.is_closed_word(b"in") && !rules.is_closed_word(b"IN"));
}

#[test]
fn labels_folded_into_a_listed_one_are_listed() {
    let recipe = recipe("EQ_LABEL REP EDITED\nEDIT_LABEL EDITED\nDELETE_LABEL D\nEDIT_LABEL D");
    let mut rules = Rules::new(recipe);
    let mut labels = Labels::new();
    let [repair, deleted] = ["REP-1", "D"].map(|name| labels.intern(name.as_bytes()));
    rules.update(&labels);
    assert!(rules.by_label()[repair.index()].is_edit);
    assert!(!rules.by_label()[deleted.index()].is_edit, "a deleted label is not a repair");
}
