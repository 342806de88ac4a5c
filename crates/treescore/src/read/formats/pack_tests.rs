//! The pack of input formats: what is read of each sample.

use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{FormatError, FormatOptions, Known, open};
use crate::read::blocks::Block;
use crate::read::file_fault::FileFault;
use crate::read::format::{Format, Holds};
use crate::read::options::DecidedBy;
use crate::read::tape::{self, Recording, Tape, TapeBuffer, TapeCounts};
use crate::read::window::Position;
use crate::tree::{Arena, Label, Labels, NodeId};

/// The folders, and the format of files that are refused.
const FOLDERS: &[(&str, Format)] = &[
    ("bare", Format::Bare),
    ("brackets", Format::Brackets),
    ("conll-parse", Format::ConllParse),
    ("conllu", Format::Conllu),
    ("discbracket", Format::Discbracket),
    ("export", Format::Export),
    ("id-brackets", Format::IdBrackets),
    ("kaldi", Format::Kaldi),
    ("lemma-leaves", Format::LemmaLeaves),
    ("nbest", Format::Nbest),
    ("raw-brackets", Format::Brackets),
    ("sgml-brackets", Format::SgmlBrackets),
    ("stm", Format::Stm),
    ("switchboard", Format::Brackets),
    ("tigerxml", Format::TigerXml),
    ("top", Format::Top),
    ("trn", Format::Trn),
    ("untagged", Format::Untagged),
];

/// A stream that returns a few bytes at a time.
struct Slowly(Cursor<Vec<u8>>, usize);

impl Read for Slowly {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = self.1.min(out.len());
        self.0.read(&mut out[..most])
    }
}

/// What was read of a unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Found {
    pub(super) id: Option<Vec<u8>>,
    pub(super) at: String,
    pub(super) words: Vec<Vec<u8>>,
    pub(super) tree: Option<String>,
    pub(super) fault: Option<(String, String)>,
    heads: Vec<Option<u32>>,
    relations: Vec<String>,
    recording: Option<Recording>,
    /// What was counted while it was read.
    counts: TapeCounts,
}

/// A file of which its content tells the format.
pub(super) const KNOWN: Known =
    Known { variant: None, arrays: None, by: DecidedBy::Content, needs_labels: false, is_only: true };

/// Reads a file in pieces, and units from the tape a few at a time.
pub(super) fn read_file(
    format: Format,
    options: &FormatOptions,
    data: &[u8],
    piece: usize,
    take: usize,
) -> Result<(Vec<Found>, TapeCounts), FileFault> {
    let stream = Box::new(Slowly(Cursor::new(data.to_vec()), piece));
    let mut reader = open(format, KNOWN, stream, options).expect("a format that is read here");
    let (mut units, mut found, mut counted) = (Tape::default(), Vec::new(), Vec::new());
    loop {
        let (before, known) = (units.counts.clone(), units.units());
        let goes_on = reader.next(&mut units).map_err(|error| match error {
            FormatError::Fault(fault) => fault,
            FormatError::Io(error) => panic!("{error}"),
        })?;
        let mut counts = TapeCounts::default();
        for (name, count) in units.counts.iter() {
            counts.add(name, count - before.get(name));
        }
        assert!(!goes_on || units.units() > known, "a unit at least");
        counted.resize(counted.len() + units.units() - known, counts);
        if !goes_on {
            break;
        }
    }
    let (mut block, mut labels, mut buffer) = (Block::default(), Labels::new(), TapeBuffer::default());
    while units.units() > 0 {
        block.clear();
        units.take(take.min(units.units()), &mut block);
        for at in 0..block.extents().len() {
            found.push(show(&block, at, format.holds(), &mut labels, &mut buffer));
        }
    }
    for (found, counts) in found.iter_mut().zip(counted) {
        found.counts = counts;
    }
    Ok((found, units.counts))
}

fn show(block: &Block, at: usize, holds: Holds, labels: &mut Labels, buffer: &mut TapeBuffer) -> Found {
    let mut arena = Arena::default();
    let facts = block.facts(at).unwrap();
    let place = |position: Position| format!("{}:{}", position.line, position.column);
    let mut found = Found {
        id: facts.id.as_ref().map(|id| id.to_vec()),
        at: place(facts.position.unwrap()),
        recording: facts.recording.as_deref().cloned(),
        ..Found::default()
    };
    if tape::read(block, at, labels, buffer, &mut arena).is_err() {
        let error = facts.fault.as_ref().unwrap();
        found.fault = Some((error.title(), place(error.position)));
        return found;
    }
    found.words = arena.words().iter().map(|word| word.bytes(block.text()).to_vec()).collect();
    found.heads = arena.heads().iter().map(|given| given.head).collect();
    found.relations = arena
        .heads()
        .iter()
        .map(|given| String::from_utf8_lossy(labels.name(given.relation)).into_owned())
        .collect();
    let has_tree = !arena.nodes().is_empty() || !matches!(holds, Holds::Words | Holds::Dependencies);
    found.tree = (has_tree && !arena.words().is_empty()).then(|| notation(&arena, labels));
    found
}

/// The tree in the notation of the pack: words are positions, children in the order of their first words.
fn notation(arena: &Arena, labels: &Labels) -> String {
    let name = |label: Label| String::from_utf8_lossy(labels.name(label)).into_owned();
    let root = arena.nodes().len();
    let mut children: Vec<Vec<(u32, String)>> = vec![Vec::new(); root + 1];
    for (at, word) in arena.words().iter().enumerate() {
        let at = at as u32;
        let holds = |node: &usize| arena.stretches(*node).any(|(start, stop)| (start..stop).contains(&at));
        let parent = (0..root).rev().find(holds).unwrap_or(root);
        let text =
            if word.tag == Label::BARE { at.to_string() } else { format!("({} {at})", name(word.tag)) };
        children[parent].push((at, text));
    }
    for at in (0..root).rev() {
        let node = &arena.nodes()[at];
        let inner = joined(std::mem::take(&mut children[at]));
        let parts = [name(node.label), inner].into_iter().filter(|part| !part.is_empty());
        let text = format!("({})", parts.collect::<Vec<_>>().join(" "));
        let parent = node.parent().map_or(root, NodeId::index);
        children[parent].insert(0, (node.bounds().0, text));
    }
    joined(std::mem::take(&mut children[root]))
}

fn joined(mut children: Vec<(u32, String)>) -> String {
    children.sort_by_key(|(first, _)| *first);
    children.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/formats").join(name)
}

/// Text that was not decoded is shown byte by byte.
fn text(bytes: &[u8], encoding: &str) -> String {
    match encoding {
        "8-bit" => bytes.iter().map(|&byte| char::from(byte)).collect(),
        _ => String::from_utf8(bytes.to_vec()).unwrap(),
    }
}

fn decode(data: Vec<u8>, encoding: &str) -> Vec<u8> {
    match encoding_rs::Encoding::for_label(encoding.as_bytes()) {
        Some(code) if code != encoding_rs::UTF_8 => code.decode(&data).0.into_owned().into_bytes(),
        _ => data,
    }
}

/// Compares what was read of a unit with what was expected of it.
fn compare(found: &Found, expected: &Value, encoding: &str) {
    let show = |bytes: &[u8]| Value::from(text(bytes, encoding));
    let words: Vec<Value> = found.words.iter().map(|word| show(word)).collect();
    let count = |name: &str| Value::from(found.counts.get(name));
    let recording = found.recording.as_ref();
    let fault = found.fault.as_ref().map(|(message, _)| told(message)).or_else(|| {
        (found.words.is_empty() && expected.get("fault").is_some()).then(|| "no words".to_owned())
    });
    for (field, expected) in expected.as_object().unwrap() {
        let found = match field.as_str() {
            "id" => found.id.as_deref().map(show).into(),
            "at" => found.at.clone().into(),
            "words" => words.clone().into(),
            "tree" => found.tree.clone().into(),
            "fault" => {
                if expected.as_str().is_some_and(|text| text.starts_with('1')) {
                    found.fault.as_ref().map(|fault| fault.0.clone()).into()
                } else {
                    fault.clone().into()
                }
            }
            "fault_at" => found.fault.as_ref().map(|fault| fault.1.clone()).into(),
            "heads" => found.heads.clone().into(),
            "relations" => found.relations.clone().into(),
            "recording" => recording.map(|names| show(&names.name)).into(),
            "channel" => recording.map(|names| show(&names.channel)).into(),
            "candidates" | "loose" | "alternations" | "optional" => count(field),
            "first_is_best" => (found.counts.get("not_best") == 0).into(),
            // What a word aligner does not need is not kept; what the file ignores is counted for the file.
            "speaker" | "start" | "end" | "ignored" => continue,
            _ => panic!("{field} is not compared"),
        };
        assert_eq!(&found, expected, "{field}");
    }
}

/// The message of a fault, as the pack has it: it does not say how many brackets are open.
fn told(message: &str) -> String {
    if message.ends_with("never closed") {
        "brackets are never closed".to_owned()
    } else {
        message.to_owned()
    }
}

fn options_of(expected: &Value) -> FormatOptions {
    let pick = expected["options"]["pick"].as_str().map_or(Ok(super::Nbest::First), str::parse);
    FormatOptions { nbest: pick.unwrap(), ..FormatOptions::default() }
}

#[expect(clippy::disallowed_methods, reason = "samples of tests")]
fn check_file(path: &Path, expected: &Value, refused_as: Format) {
    let format = expected["format"].as_str().map_or(refused_as, |name| name.parse().unwrap());
    let options = options_of(expected);
    let encoding = expected["encoding"].as_str().unwrap_or("utf-8");
    let data = decode(std::fs::read(path).unwrap(), encoding);
    for (piece, take) in [(1 << 20, 1), (1, 2), (7, 100), (64, 3)] {
        let read = read_file(format, &options, &data, piece, take);
        if let Some(refused) = expected.get("refused") {
            let fault = read.expect_err("a file that is refused");
            let at = format!("{}:{}", fault.at.line, fault.at.column);
            assert_eq!(Value::from(fault.finding), refused["finding"]);
            assert_eq!(Value::from(fault.message), refused["message"]);
            assert_eq!(Value::from(at), refused["at"]);
            continue;
        }
        let (found, counts) = read.unwrap();
        let units = expected["units"].as_array().unwrap();
        assert_eq!(found.len(), units.len(), "units: {found:?}");
        for (found, unit) in found.iter().zip(units) {
            compare(found, unit, encoding);
        }
        for (name, count) in expected["counts"].as_object().into_iter().flatten() {
            assert_eq!(&Value::from(counts.get(name)), count, "{name}");
        }
        let ignored = units.first().and_then(|unit| unit.get("ignored"));
        assert_eq!(counts.get("ignored"), ignored.and_then(Value::as_u64).unwrap_or(0), "ignored");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "samples of tests")]
fn the_pack_is_read_as_expected() {
    let mut files = 0;
    for &(name, refused_as) in FOLDERS {
        let folder = folder(name);
        let expected: Value =
            serde_json::from_str(&std::fs::read_to_string(folder.join("expected.json")).unwrap()).unwrap();
        assert_eq!(expected["kind"], "read", "{name}");
        for (file, expected) in expected["files"].as_object().unwrap() {
            eprintln!("{name}/{file}"); // shown if the test fails
            check_file(&folder.join(file), expected, refused_as);
            files += 1;
        }
    }
    assert_eq!(files, 80);
}
