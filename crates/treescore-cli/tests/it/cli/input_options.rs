//! Options about input files: each has an effect, or is refused, and messages name what mends a fault.

use crate::cli::{GOLD, Place, Ran};

const UNTAGGED: &str = "(S (NP the cat) (VP sat down) .)\n(S Mara left .)\n(S it rained)\n";
const CTM: &str = "u1 A 0 1 the\nu1 A 1 1 cat\n";

fn place() -> Place {
    let utf16 = |text: &str| {
        let units = std::iter::once('\u{FEFF}').chain(text.chars());
        units.flat_map(|c| (c as u16).to_le_bytes()).collect::<Vec<u8>>()
    };
    let ids = |first: &str, second: &str| {
        format!(
            "# sent_id = {first}\n(S (NP (D a) (N b)) (V c))\n# sent_id = {second}\n(S (NP (D d) (N e)) (V f))\n"
        )
    };
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("untagged", UNTAGGED.as_bytes()),
        ("bare", b"((the cat) (sat down))\n((Mara left) now)\n"),
        ("utf16", &utf16(GOLD)),
        ("utf8", format!("\u{FEFF}{GOLD}").as_bytes()),
        ("plain", b"words of a text\nand some more\n"),
        ("ab", ids("a", "b").as_bytes()),
        ("cd", ids("c", "d").as_bytes()),
        ("twice/1.trees", ids("a", "b").as_bytes()),
        ("twice/2.trees", ids("c", "a").as_bytes()),
        ("stray/a.mrg", GOLD.as_bytes()),
        ("stray/b.mrg", GOLD.as_bytes()),
        ("stray/notes.txt", b"words of a text\nand some more\n"),
        ("np", b"(NP (D the) (N cat))\n"),
        ("np.ctm", CTM.as_bytes()),
        ("bio2", b"the DT B-NP B-NP\ncat NN I-NP I-NP\n\nit PRP B-NP B-NP\n"),
        ("fields.json", b"{\"label\": \"S\", \"children\": [\"a\", \"b\"], \"lang\": \"en\", \"score\": 1}\n{\"label\": \"S\", \"children\": [\"a\", \"b\"], \"lang\": \"en\"}\n"),
        ("two.json", b"{\"gold\": \"(S (A a))\", \"pred\": \"(S (A a))\"}\n"),
    ])
}

/// Everything on standard error, without the breaks of lines.
fn said(ran: &Ran) -> String {
    ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The options of formats.md, section 3, on files on which they have no effect, and what is said.
const FILES: &[(&str, &str)] = &[
    ("gold gold --input brackets --gold-input brackets --system-input brackets", "--input has no effect"),
    ("gold gold --encoding utf-8 --gold-encoding utf-8 --system-encoding utf-8", "--encoding has no effect"),
    ("gold gold --system-input trees --system-input trees", "--system-input is given 2 times for 1 system"),
    ("gold gold --system-encoding utf-8 --system-encoding utf-8", "--system-encoding is given 2 times"),
    ("gold utf16 --encoding utf-8", "utf16 is utf-16le by its byte-order mark, not utf-8; remove --encoding"),
    ("utf8 gold --gold-encoding windows-1252", "utf8 is utf-8 by its byte-order mark, not windows-1252"),
    ("utf16 gold --gold-encoding utf-16be", "is utf-16le by its byte-order mark, not utf-16be"),
    ("gold gold --pair-by id", "this unit has no id, which pairing by id needs"),
    ("gold gold --nbest first", "--nbest needs an n-best list"),
    ("gold gold --skip CODE", "--skip needs trees with these root labels"),
    ("gold gold --only *.mrg", "--only needs a folder"),
    ("convert gold --to json --nbest best", "--nbest needs an n-best list"),
    ("convert gold --to json --skip CODE", "--skip needs trees with these root labels"),
    ("convert gold --to json --only *.mrg", "--only needs a folder"),
    ("conllu gold --nbest best", "--nbest needs an n-best list"),
    ("conllu gold --skip CODE", "--skip needs trees with these root labels"),
    ("align gold gold --nbest best", "--nbest needs an n-best list"),
    ("align gold gold --skip CODE", "--skip needs trees with these root labels"),
    ("align gold gold --only *.mrg", "--only needs a folder"),
    (
        "gold gold --set functions=append --labels keep",
        "functions=append needs function labels (export or TigerXML)",
    ),
    ("gold gold --set functions=append", "set `labels` to keep"),
    (
        "gold untagged --set punct=own",
        "--set punct=own cannot be used with untagged, whose words have no tags",
    ),
];

/// The same of options about times; TIMES stands for a run with times.
const TIMES: &[(&str, &str)] = &[
    ("gold gold --times-format ctm", "--times-format needs --gold-times"),
    ("gold gold --gold-times-format ctm", "--gold-times-format needs --gold-times"),
    ("gold gold --system-times-format ctm", "--system-times-format needs --gold-times"),
    ("gold gold --gold-times-unit ms", "--gold-times-unit needs --gold-times"),
    ("gold gold --system-times-unit ms", "--system-times-unit needs --gold-times"),
    ("gold gold --gold-shift 1", "--gold-shift needs --gold-times"),
    ("gold gold --system-shift 1", "--system-shift needs --gold-times"),
    ("gold gold --gold-segments np", "--gold-segments needs --gold-times"),
    ("gold gold --system-segments np", "--system-segments needs --gold-times"),
    ("gold gold --times-words split", "--times-words needs --gold-times"),
    ("gold gold --missing-times spread", "--missing-times needs --gold-times"),
    ("TIMES --times-words split", "--times-words split needs times that cover several words"),
    ("TIMES --missing-times spread", "all words have times"),
    ("TIMES --tier words", "no file of times has tiers"),
    ("TIMES --system-shift 1 --system-shift 2", "--system-shift is given 2 times for 1 system"),
    ("TIMES --system-times-unit s --system-times-unit s", "--system-times-unit is given 2 times"),
    ("TIMES --system-times-format ctm --system-times-format ctm", "--system-times-format is given"),
];

#[test]
fn an_option_without_effect_is_an_error() {
    let place = place();
    for (line, expected) in FILES.iter().chain(TIMES) {
        let files = "np np -m struct-iou --gold-times np.ctm --system-times np.ctm";
        let ran = place.run(&line.replace("TIMES", files));
        assert_eq!(ran.status, Some(2), "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(said(&ran).contains(expected), "{line}: {}", ran.stderr);
    }
}

#[test]
fn an_option_with_an_effect_is_not_refused() {
    let place = place();
    for line in [
        "gold utf16 --system-encoding utf-16",
        "utf8 gold --gold-encoding utf-8",
        "untagged untagged --set punct=own",
        "stray stray --only *.mrg",
        "gold gold --skip TOP,X -m parseval --system-input trees --gold-input brackets --encoding utf-8",
    ] {
        let ran = place.run(line);
        assert!(ran.status == Some(0) || line.contains("--skip"), "{line}: {}", ran.stderr);
        assert!(!said(&ran).contains("remove the option"), "{line}: {}", ran.stderr);
    }
}

/// Each message names the file that is at fault and the option that mends it.
#[test]
fn messages_name_the_remedy() {
    let place = place();
    for (line, expected) in [
        (
            "stray stray",
            "notes.txt is plain text: words, but parseval needs trees; choose files by their names: --only '*.mrg'",
        ),
        (
            "gold gold --input export",
            "gold:1:1: text outside a sentence (#BOS ... #EOS); the format export was given, with --input",
        ),
        ("gold gold --input tigerxml", "hold no trees; the format tigerxml was given, with --input"),
        ("gold gold --input conllu", "but parseval needs trees; the format conllu was given"),
        (
            "gold gold --input discbracket",
            "nothing of gold could be scored; the format discbracket was given",
        ),
        ("ab cd --pair-by id", "cd has no id in common with ab: the first is `c`, there `a`"),
        ("ab twice --pair-by id", "2.trees:4:1: the id `a` stands twice; first in 1.trees:2"),
        ("bare bare", "bare has brackets without labels; compare spans: -r unsupervised-sentence"),
        (
            "untagged gold",
            "untagged: words without tags, so that tags delete punctuation on the system's side only; count all words: --set del=TOP,-NONE-",
        ),
        ("two.json two.json", "2 fields hold trees: `gold`, `pred`; say which: --gold-input json:gold"),
        ("phrase score gold gold", "gold holds trees; a system of phrase score has probabilities or chunks"),
        (
            "phrase score gold np.ctm",
            "np.ctm holds times; phrase score reads trees, chunks and probabilities",
        ),
        (
            "phrase score bio2 bio2",
            "both chunk tags; choose bio:gold or bio:system: --gold-input, --system-input",
        ),
        ("fields.json fields.json --unlabeled", "3 unknown fields passed over: `lang`, `score`"),
    ] {
        let ran = place.run(line);
        assert!(ran.status != Some(0) || line.starts_with("fields"), "{line}: {}", ran.stdout);
        assert!(said(&ran).contains(expected), "{line}: {}", ran.stderr);
    }
    let counted = place.run("untagged gold --set del=TOP,-NONE-");
    assert_eq!(counted.status, Some(0), "the remedy helps: {}{}", counted.stdout, counted.stderr);
}

#[test]
fn bare_trees_are_aligned() {
    let ran = place().run("align bare bare");
    let note = "note: bare: brackets without labels, 2 sentences\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), note));
    assert!(ran.stdout.contains("words F1 100.00"), "{}", ran.stdout);
}

/// `--nbest` and `--skip` change what is aligned, as they change what is scored.
#[test]
fn alignment_knows_the_options_of_input() {
    let nbest = "2 s1\n-1.5\n(S (N a) (V b))\n-0.5\n(S (N a) (V c))\n";
    let place = Place::with(&[
        ("list", format!("{nbest}\n{}", nbest.replace("s1", "s2")).as_bytes()),
        ("best", b"(S (N a) (V c))\n(S (N a) (V c))\n"),
        ("coded", b"(CODE (X x))\n(S (N a) (V c))\n(S (N a) (V c))\n"),
    ]);
    for line in ["align best list --nbest best", "align best coded --skip CODE"] {
        let ran = place.run(line);
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.stderr);
        assert!(ran.stdout.contains("coverage 100.00   words F1 100.00"), "{line}: {}", ran.stdout);
    }
}

#[test]
fn standard_input_is_recognised() {
    let ran = place().pipe("formats -", GOLD.as_bytes());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), "-: brackets, 3 trees, certain, utf-8\n"));
}

/// Each system has its own clock, and its signature says so.
#[test]
fn times_of_each_system_have_their_own_unit_and_shift() {
    let place = place();
    let late = "u1 A 500 1000 the\nu1 A 1500 1000 cat\n";
    std::fs::write(place.path("late.ctm"), late).unwrap();
    let line = "np np np -m struct-iou --gold-times np.ctm --system-times np.ctm --system-times late.ctm \
                --system-times-unit s --system-times-unit ms --system-shift 0 --system-shift -0.5 -f json";
    let ran = place.run(line);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let report = ran.report();
    let scores = &report["measures"][0]["scores"];
    for (at, expected) in [(0, "|times"), (1, "|unit:s/ms|shift:0/-0.5|")] {
        assert_eq!(scores[at]["scored"]["corpus"]["struct_iou"], 1.0, "{scores}");
        let signature = scores[at]["signature"].as_str().unwrap();
        assert!(signature.contains(expected) || at == 0 && !signature.contains("unit:"), "{signature}");
    }
    let inputs = report["inputs"].as_array().unwrap();
    let times: Vec<String> = inputs
        .iter()
        .filter(|input| input["role"] == "times")
        .map(|input| format!("{} {} {} {}", input["name"], input["format"], input["units"], input["by"]))
        .collect();
    assert_eq!(
        times,
        [r#""np.ctm" "ctm" 1 "content""#, r#""np.ctm" "ctm" 1 "content""#, r#""late.ctm" "ctm" 1 "content""#]
    );
    assert_eq!(inputs.iter().filter(|input| input["role"] == "units").count(), 3);
}
