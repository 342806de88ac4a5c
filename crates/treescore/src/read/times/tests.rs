//! Tables of files: times, faults and errors.

use std::fmt::Write as _;

use super::*;

mod ctm;
mod json;
mod others;
mod pack;
mod textgrid;

/// The short form of a TextGrid with one interval tier.
fn grid(tier: &str, intervals: &[(&str, &str, &str)]) -> String {
    let mut text = format!(
        "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n9\n<exists>\n1\n\"IntervalTier\"\n\"{tier}\"\n0\n9\n{}\n",
        intervals.len()
    );
    for (start, end, word) in intervals {
        writeln!(text, "{start}\n{end}\n\"{word}\"").unwrap();
    }
    text
}

/// Shows times as one line: `u1: 0-0.5 the, 0.5-1 cat | u2: fault`.
fn sketch(times: &Times) -> String {
    let utterance = |(at, id)| match times.whole(at) {
        Err(fault) => fault.to_string(),
        Ok(words) => {
            let word = |((start, end), word): (&Interval, &[u8])| {
                format!("{start}-{end} {}", String::from_utf8_lossy(word)).trim_end().to_owned()
            };
            let words: Vec<String> = words.intervals().iter().zip(words.words()).map(word).collect();
            format!("{id}: {}", words.join(", "))
        }
    };
    times.ids().enumerate().map(utterance).collect::<Vec<_>>().join(" | ")
}

fn read(name: &str, text: &[u8], options: &TimesOptions) -> String {
    match Times::from_bytes(name, text.to_vec(), options) {
        Ok(times) => sketch(&times),
        Err(error) => format!("error: {error}"),
    }
}

fn check(rows: &[(&str, &str, &str, &str)]) {
    for (name, text, expected, why) in rows {
        assert_eq!(read(name, text.as_bytes(), &TimesOptions::default()), *expected, "{why}: {text}");
    }
}

#[test]
fn the_format_is_detected_or_given() {
    let text = b"u1 A 0 1 a\n";
    let given = |format| TimesOptions { format, ..TimesOptions::default() };
    for (name, format, expected) in [
        ("times.txt", Some(TimesFormat::Ctm), "u1: 0-1 a"),
        ("times.json", Some(TimesFormat::Ctm), "u1: 0-1 a"),
        ("-", Some(TimesFormat::Ctm), "u1: 0-1 a"),
        ("-", None, "u1: 0-1 a"),
    ] {
        assert_eq!(read(name, text, &given(format)), expected, "{name} as {format:?}");
    }
    for format in TimesFormat::ALL {
        assert_eq!(format.as_str().parse(), Ok(format));
    }
    let error = "TextGrid".parse::<TimesFormat>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown times format `TextGrid`; use ctm, ctm-ends, textgrid, mfa-json, mfa-csv, whisper, ms98 or times-json"
    );
}

#[test]
fn messages_stay_short() {
    let long = "é".repeat(100_000);
    let fault = read("a.ctm", format!("u A 0 -1 {long}\nu A 0 1 a").as_bytes(), &TimesOptions::default());
    let expected =
        format!("a.ctm:1: utterance u, word 1 `{}…`: ends at -1, before its start at 0", "é".repeat(40));
    assert_eq!(fault, expected);
}

/// Each file of a folder holds one or many utterances, compressed or not; a broken file refuses them all.
#[test]
fn a_folder_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let mut file = std::fs::File::create(folder.path().join(name)).unwrap();
        std::io::Write::write_all(&mut file, bytes).unwrap();
    };
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let utf16: Vec<u8> = std::iter::once('\u{FEFF}')
        .chain(grid("words", &[("0", "1", "a")]).chars())
        .flat_map(|character| (character as u16).to_le_bytes())
        .collect();
    std::io::Write::write_all(&mut packed, &utf16).unwrap();
    write("1.TextGrid.gz", &packed.finish().unwrap());
    write("2.TextGrid", &utf16);
    write("4.ctm", b"u1 A 0 1 b\n");
    write("5.ctm", b"u1 A 1 1 c\n");
    let read = || Times::read(&Corpus::find(folder.path()).unwrap(), &TimesOptions::default());
    let times = read().unwrap();
    assert_eq!(sketch(&times), "1: 0-1 a | 2: 0-1 a | u1: 0-1 b, 1-2 c");
    write("6.ctm", b"xyz\n");
    assert!(matches!(read(), Err(TimesError::File { name, .. }) if name == "6.ctm"));
}

/// Other files in a folder are skipped; every file of a list is read.
#[test]
fn a_folder_with_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let mut file = std::fs::File::create(folder.path().join(name)).unwrap();
        std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
    };
    for name in ["a", "u2", "u10", "u01"] {
        write(&format!("{name}.TextGrid"), &grid("words", &[("0", "1", name)]));
        write(&format!("{name}.wav"), "RIFF");
        write(&format!("{name}.lab"), "x A 0 1 lab\n");
    }
    write("x.ctm", "x A 0 1 ctm\n");
    write("list", "a.TextGrid\na.wav\n");
    let read = |given: &std::path::Path, format| {
        let corpus = Corpus::find(given).unwrap().in_natural_order();
        match Times::read(&corpus, &TimesOptions { format, ..TimesOptions::default() }) {
            Ok(times) => sketch(&times),
            Err(error) => error.to_string(),
        }
    };
    let grids = "a: 0-1 a | u01: 0-1 u01 | u2: 0-1 u2 | u10: 0-1 u10";
    let list = std::path::PathBuf::from(format!("@{}", folder.path().join("list").display()));
    for (given, format, expected) in [
        (folder.path(), None, format!("{grids} | x: 0-1 ctm")),
        (folder.path(), Some(TimesFormat::TextGrid), grids.to_owned()),
        (folder.path(), Some(TimesFormat::Ctm), "x: 0-1 ctm".to_owned()),
        (&list, None, "a.wav is a WAV file (sound), not text".to_owned()),
    ] {
        assert_eq!(read(given, format), expected, "{} as {format:?}", given.display());
    }
    let others = tempfile::tempdir().unwrap();
    std::fs::copy(folder.path().join("a.lab"), others.path().join("a.lab")).unwrap();
    assert_eq!(read(others.path(), None), "x: 0-1 lab", "by its content");
    assert_eq!(
        read(others.path(), Some(TimesFormat::Ctm)),
        "x: 0-1 lab",
        "no times file, but a format is given"
    );
}
