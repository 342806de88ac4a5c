//! Normalisation and exceptions as tables.

use super::super::{Exceptions, Normaliser};
use super::{LANGUAGES, TABLES};

fn normal(normaliser: &Normaliser, word: &[u8]) -> Vec<u32> {
    let mut characters = Vec::new();
    normaliser.normalise(word, &mut characters);
    characters
}

fn shown(normaliser: &Normaliser, word: &str) -> String {
    normal(normaliser, word.as_bytes()).into_iter().filter_map(char::from_u32).collect()
}

#[test]
fn normal_forms() {
    for (word, expected, why) in [
        ("House", "house", "case"),
        ("-LRB-", "(", "a bracket"),
        ("-rrb-lrb-", ")lrb-", "from the left, what was used is gone"),
        ("1\\/2", "1/2", "an escaped slash"),
        ("``", "\"", "opening quotes"),
        ("''", "\"", "closing quotes"),
        ("'''", "\"'", "one pair of three"),
        ("`", "'", "a single opening quote"),
        ("‘‘", "\"", "two typographic quotes"),
        ("rock´n´roll", "rock'n'roll", "an accent as apostrophe"),
        ("“hm”", "\"hm\"", "typographic double quotes"),
        ("–", "-", "a dash"),
        ("--", "-", "two hyphens for a dash"),
        ("a--b", "a--b", "but only as a word of its own"),
        ("———", "-", "three dashes"),
        ("ﬁnal", "final", "a ligature"),
        ("１２", "12", "full width"),
        ("Straße", "strasse", "full case folding"),
        ("İ", "i\u{307}", "the dotted capital i"),
        ("I\u{307}", "i\u{307}", "the same, decomposed"),
        ("e\u{301}", "é", "composed"),
        ("co\u{AD}op", "coop", "a soft hyphen"),
        ("a\u{A0}b", "ab", "a no-break space"),
        ("\u{200B}\u{200B}", "\u{200B}\u{200B}", "never nothing"),
        ("한", "한", "syllables stay whole"),
    ] {
        assert_eq!(shown(&Normaliser::standard(), word), expected, "{why}");
    }
    assert_eq!(shown(&Normaliser::none(), "-LRB-Äﬁ``"), "-LRB-Äﬁ``", "as written");
    assert!(normal(&Normaliser::none(), b"").is_empty());
}

#[test]
fn invalid_utf8_bytes_are_characters() {
    for normaliser in [Normaliser::standard(), Normaliser::none()] {
        assert_eq!(normal(&normaliser, b"a\xFFb\xC3"), [97, 0x11_00FF, 98, 0x11_00C3]);
    }
    assert_eq!(normal(&Normaliser::standard(), b"\0"), [0]);
}

#[test]
fn syllables_as_letters() {
    let korean = Normaliser::standard().with_jamo();
    for (whole, apart) in [("한", "하ㄴ"), ("커야", "ㅋㅓㅇㅑ"), ("값", "가ㅄ"), ("A한", "aㅎㅏㄴ")]
    {
        assert_eq!(shown(&korean, whole), shown(&korean, apart), "{whole}");
    }
    assert_eq!(shown(&korean, "값"), "ㄱㅏㅄ");
    assert_eq!(shown(&Normaliser::none().with_jamo(), "한"), "ㅎㅏㄴ");
}

#[test]
fn names_tell_tables_apart() {
    let mine = Normaliser::parse("mine.tsv", b"sub\tab\tc\n").unwrap();
    assert_eq!(Normaliser::standard().name(), "standard");
    assert_eq!(Normaliser::none().with_jamo().name(), "none+jamo");
    assert_eq!((mine.name().len(), &mine.name()[..5]), (13, "file-"));
    assert_ne!(mine.name(), Normaliser::parse("mine.tsv", b"sub\tab\td\n").unwrap().name());
    let classes = Exceptions::parse(b"a\tb\n").unwrap();
    let english = Exceptions::language("en").unwrap();
    assert_eq!((Exceptions::none().name(), english.name()), ("none".to_owned(), "en".to_owned()));
    assert_eq!(english.clone().and(&classes).name(), format!("en+{}", classes.name()));
    assert_eq!(Exceptions::none().and(&english).name(), "en");
    assert_eq!(english.and(&Exceptions::none()).name(), "en");
}

#[test]
fn rows_of_a_users_table() {
    let table =
        "# mine\nsub\tabc\tX\nsub\tab\tYY\nchar\tU+00E4\ta\nchar\tq\tÄ\ntoken\tend\tstop\r\nsub\tgone\t\n";
    let mine = Normaliser::parse("mine.tsv", table.as_bytes()).unwrap();
    for (word, expected, why) in [
        ("ABCab", "xyy", "the longest first, case ignored, case folded afterwards"),
        ("ä", "a", "a character by its number"),
        ("q", "ä", "characters are replaced before case is folded"),
        ("END", "stop", "a whole word, in normal form"),
        ("ending", "ending", "no whole word"),
        ("gone", "gone", "never nothing"),
        ("``", "``", "rows that are not there"),
        ("''", "\"", "two quotes are always one"),
    ] {
        assert_eq!(shown(&mine, word), expected, "{why}");
    }
}

#[test]
fn tables_that_cannot_be_understood() {
    for (table, expected) in [
        (
            &b"# a comment\n\nchr\ta\tb"[..],
            "t.tsv:3: a row begins with sub, char or token, not `chr`; write it, a tab, the text to replace, a tab, and the replacement",
        ),
        (
            b"char\ta",
            "t.tsv:1: 2 columns instead of 3; write the kind, a tab, the text to replace, a tab, and the replacement",
        ),
        (
            b"sub\ta\tb\tc",
            "t.tsv:1: 4 columns instead of 3; write the kind, a tab, the text to replace, a tab, and the replacement",
        ),
        (b"sub\t\tb", "t.tsv:1: nothing to replace; the second column is empty"),
        (b"char\tab\tc", "t.tsv:1: `ab` is not one character; write `sub` for several"),
        (
            b"char\tU+D800\tc",
            "t.tsv:1: `U+D800` is not a code point; write U+ and four to six hexadecimal digits",
        ),
        (
            b"char\tU+12\tc",
            "t.tsv:1: `U+12` is not a code point; write U+ and four to six hexadecimal digits",
        ),
        (b"sub\ta\tb\nsub\t\xFF\tc", "t.tsv:2: is not UTF-8"),
    ] {
        assert_eq!(Normaliser::parse("t.tsv", table).unwrap_err().to_string(), expected);
    }
    for (table, expected) in [
        (
            &b"a\tb\nc"[..],
            "line 2: `c` is the only variant of its line; write at least two, separated by tabs",
        ),
        (
            b"a\t\tb",
            "line 1: a variant or a word is empty; write one tab between variants and one space between words",
        ),
        (
            b"a\tb  c",
            "line 1: a variant or a word is empty; write one tab between variants and one space between words",
        ),
        (b"a\tb c d e f", "line 1: `b c d e f` has more than 4 words; shorten it"),
    ] {
        assert_eq!(Exceptions::parse(table).unwrap_err().to_string(), expected);
    }
}

#[test]
fn embedded_tables_are_in_normal_form() {
    let standard = Normaliser::standard();
    for (language, table) in LANGUAGES.iter().zip(TABLES) {
        assert_eq!(Exceptions::language(language).unwrap().name(), *language);
        let table = std::str::from_utf8(table).unwrap();
        let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(rows.len() > 1, "{language} is empty");
        for word in rows.iter().flat_map(|row| row.split(['\t', ' '])) {
            assert_eq!(shown(&standard, word), word, "{language}");
        }
    }
    assert!(Exceptions::language("xx").is_none());
}
