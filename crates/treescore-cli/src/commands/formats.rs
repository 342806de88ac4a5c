//! `treescore formats`: lists the formats of files, or says which formats files have.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use serde_json::{Map, Value, json};
use treescore::read::{Corpus, Document, Format, Holds, Inspected};
use treescore::report::number;

use crate::args::Quiet;
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;

/// The arguments of `treescore formats`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore formats                    all formats, by what they hold
  treescore formats gold.trees parses/  what these files are
  treescore formats gold.trees -f json",
    after_help = "\
Exit status: 0 all files recognised, 1 some refused, 2 could not run."
)]
pub(crate) struct FormatsCommand {
    /// Files to look at: files, folders or - for standard input
    #[arg(value_name = "FILE", value_parser = crate::args::input())]
    files: Vec<PathBuf>,

    /// Output format: text or json
    #[arg(short, long, value_name = "FORMAT", value_parser = ["text", "json"], default_value = "text", hide_possible_values = true)]
    format: String,

    #[command(flatten)]
    quiet: Quiet,
}

/// Runs the command.
pub(crate) fn run(args: &FormatsCommand) -> Status {
    let is_json = args.format == "json";
    let (text, status) = if args.files.is_empty() {
        (if is_json { list_json() } else { list() }, 0)
    } else {
        inspect(&args.files, is_json, &Messages::plain(args.quiet))
    };
    let mut stdout = Output::standard();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Status::from(status),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
        Err(error) => {
            Messages::plain(args.quiet).fail(&error, "list formats");
            Status::from(2)
        }
    }
}

/// The formats that hold something.
fn formats(holds: &str) -> impl Iterator<Item = Format> + '_ {
    let all = Format::VALUES.iter().filter_map(|name| name.parse::<Format>().ok());
    all.filter(move |format| format.holds().as_str() == holds)
}

fn list() -> String {
    let mut text = String::new();
    for holds in Holds::VALUES {
        let break_before = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{break_before}{holds} ({})", readers(holds));
        for format in formats(holds) {
            let _ = writeln!(text, "  {:<14}  {}", format.as_str(), example(format));
        }
    }
    text + "\nname a format: --input NAME; look at files: treescore formats FILE...\n"
}

fn list_json() -> String {
    let entry = |format: Format| {
        json!({
            "name": format.as_str(),
            "label": format.label(),
            "holds": format.holds().as_str(),
            "example": example(format),
            "read_by": readers(format.holds().as_str()),
        })
    };
    let all: Vec<Value> = Holds::VALUES.iter().flat_map(|holds| formats(holds)).map(entry).collect();
    render(&Value::Array(all))
}

fn render(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Looks at files. Returns the text and the exit status.
fn inspect(files: &[PathBuf], is_json: bool, messages: &Messages) -> (String, u8) {
    let (mut text, mut all, mut status) = (String::new(), Vec::new(), 0);
    for path in files {
        let given = path.to_string_lossy().into_owned();
        let found: Vec<(String, Result<Inspected, String>)> = match Corpus::find(path) {
            Ok(corpus) => {
                messages.note_left_out(&corpus);
                let inspect = |document: &Document| {
                    let found = corpus.inspect(document).map_err(|error| error.to_string());
                    (document.name.clone(), found)
                };
                corpus.documents().iter().map(inspect).collect()
            }
            Err(error) => vec![(given, Err(error.to_string()))],
        };
        for (name, found) in found {
            status |= u8::from(found.is_err());
            if is_json {
                all.push(describe_json(&name, &found));
            } else {
                match &found {
                    Ok(found) => drop(writeln!(text, "{name}: {}", describe(found))),
                    Err(error) => drop(writeln!(text, "{error}")),
                }
            }
        }
    }
    (if is_json { render(&Value::Array(all)) } else { text }, status)
}

/// What a file is, in words.
fn describe(found: &Inspected) -> String {
    let facts = &found.facts;
    let mut parts = vec![match facts.variant {
        Some(variant) => format!("{} ({variant})", facts.format.as_str()),
        None => facts.format.as_str().to_owned(),
    }];
    if found.has_units {
        parts.push(number::counted(facts.units, facts.format.holds().unit()));
    }
    let others: Vec<&str> = facts.readings.iter().skip(1).map(|format| format.as_str()).collect();
    parts.push(match &others[..] {
        [] => facts.confidence.as_str().to_owned(),
        others => format!("{}; or {}", facts.confidence.as_str(), others.join(", ")),
    });
    parts.push(facts.encoding.name());
    let counts = facts.counts.iter().map(|(name, count)| format!("{}: {count}", name.replace('_', " ")));
    parts.extend(counts);
    parts.join(", ")
}

fn describe_json(name: &str, found: &Result<Inspected, String>) -> Value {
    let found = match found {
        Ok(found) => found,
        Err(error) => return json!({"name": name, "refused": error}),
    };
    let facts = &found.facts;
    let readings: Vec<&str> = facts.readings.iter().map(|format| format.as_str()).collect();
    let counts: Map<String, Value> =
        facts.counts.iter().map(|(name, count)| (name.to_owned(), count.into())).collect();
    json!({
        "name": name,
        "format": facts.format.as_str(),
        "variant": facts.variant,
        "confidence": facts.confidence.as_str(),
        "readings": readings,
        "encoding": facts.encoding.name(),
        "units": found.has_units.then_some(facts.units),
        "counts": counts,
    })
}

/// What reads files that hold this.
fn readers(holds: &str) -> &'static str {
    match holds {
        "trees" => "all measures of trees; convert",
        "dependencies" => "-m attachment; convert",
        "forests" => "-m tree-node, concept, word",
        "words" => "-m word",
        "chunks" => "phrase",
        "times" => "--gold-times, --system-times",
        "alignment" => "--alignment",
        _ => "phrase score",
    }
}

/// A line of the format.
fn example(format: Format) -> &'static str {
    match format {
        Format::Brackets => "(NP (D the) (N cat))",
        Format::Untagged => "(NP the cat)",
        Format::Bare => "((the cat) (sat down))",
        Format::LemmaLeaves => "(sn (da0ms0 El el) (ncms000 gato gato))",
        Format::Discbracket => "(S (VP (V 0=is) (A 2=rich)) (NP (N 1=he)))",
        Format::Export => "#BOS 1 ... cat -- NN -- HD 500 ... #EOS 1",
        Format::TigerXml => "<s id=\"s1\"><graph root=\"s1_500\">...</graph></s>",
        Format::SgmlBrackets => "<S ID=1> (IP (NP (NN cat))) </S>",
        Format::Nbest => "3 sent-1, then a score and a tree on each line",
        Format::IdBrackets => "u1<tab>(NP (D the) (N cat))",
        Format::ConllParse => "bc/cctv/00 0 0 the DT (NP* ...",
        Format::Json => r#"{"label": "NP", "children": [{"label": "N", "children": ["cats"]}]}"#,
        Format::Conllu => "1<tab>cats<tab>cat<tab>NOUN<tab>NNS<tab>_<tab>2<tab>nsubj<tab>_<tab>_",
        Format::Forest => "(GREET hello) there (ASK who is it)",
        Format::Frames => r#"{"intent": "stop", "slots": [{"name": "time", "value": "now"}]}"#,
        Format::Top => "[IN:STOP stop [SL:TIME now ] ]",
        Format::Plain => "the cat sat down",
        Format::Trn => "the cat sat down (spk1-u1)",
        Format::Kaldi => "spk1-u1 the cat sat down",
        Format::Stm => "talk A spk1 0.0 1.5 the cat sat down",
        Format::Bio => "cat NN B-NP",
        Format::ChunksJson => r#"{"sent": 1, "chunks": [...]}"#,
        Format::Ctm => "talk A 0.30 0.25 cat",
        Format::TextGrid => "File type = \"ooTextFile\"",
        Format::MfaJson => r#"{"start": 0, "end": 1.5, "tiers": {"words": {"entries": [...]}}}"#,
        Format::MfaCsv => "Begin,End,Label,Type,Speaker",
        Format::Whisper => r#"{"segments": [{"words": [{"word": " cat", "start": 0.3, "end": 0.55}]}]}"#,
        Format::Ms98 => "sw2001A-ms98-a-0001 0.30 0.55 cat",
        Format::TimesJson => r#"{"id": "u1", "words": [["cat", 0.3, 0.55]]}"#,
        Format::Sclite => "<PATH id=\"u1\" ...> C,\"cat\",\"cat\":S,\"sat\",\"set\" </PATH>",
        Format::Sparseval => "cat<tab>cat<tab>000",
        Format::Replies => r#"{"id": 1, "reply": "Here is the tree: (S (NP …"}"#,
        Format::Probabilities => r#"{"sent": 1, "cat": "NP", "start": 0, "end": 2, "prob": 0.9}"#,
    }
}
