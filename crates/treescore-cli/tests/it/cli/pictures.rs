//! `treescore draw` and `treescore diff`.

use crate::cli::{GOLD, Place};

const SYSTEM: &str = "\
(S (NP (DT the) (NN cat)) (VP (VBD sat) (PRT (RB down))) (. .))
(S (NP (NNP Mara) (VBD left)) (. .))
(S (NP (PRP it)) (VP (VBD snowed)))
";

fn place() -> Place {
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("system", SYSTEM.as_bytes()),
        ("gaps", b"(S (VP (V 0=is) (A 2=rich)) (NP (N 1=he)))\n"),
        ("hostile", b"(S (N \x1b[2J) (V <script>))\n(S (N b) (V c))\n"),
        ("times.ctm", b"a A 0.00 0.25 it\na A 0.30 0.25 rained\n"),
        ("one", b"(S (NP (PRP it)) (VP (VBD rained)))\n"),
        ("two", b"(S (NP (PRP it)) (ADJP (VBD rained)))\n"),
        ("zero.ctm", b"a A 5.0 0.0 it\na A 5.0 0.0 rained\n"),
        ("late.ctm", b"a A 0.10 0.20 it\na A 0.30 0.30 rained\n"),
        ("marks", b"(S (+X (-LRB- br\xe2\x80\x8bead)) (V c))\n"),
    ])
}

#[test]
fn trees_are_drawn() {
    let place = place();
    for (command, expected) in [
        ("draw gold --tree 2 -r collins", "   S\n ┌─┴──┐\n NP   VP\n │    │\nNNP  VBD\nMara left\n"),
        (
            "draw gold --tree 2 --style outline --ascii",
            "TOP - S + NP -- Mara  NNP\n        + VP -- left  VBD\n        `------ .     .\n",
        ),
        (
            "draw gaps --tree 1 --style outline",
            "S ┬ VP ───── is    V\n  ├ NP ───── he    N\n  └ (VP) ── rich  A\n",
        ),
        ("draw gaps --style brackets", "(S (VP (V 0=is) (A 2=rich)) (NP (N 1=he)))\n"),
        (
            "draw one --times times.ctm --style outline",
            "tree 1\nS ┬ NP ── it      PRP  0.00–0.25\n  └ VP ── rained  VBD  0.30–0.55\n",
        ),
        (
            "draw one --times zero.ctm --style outline",
            "tree 1\nS ┬ NP ── it PRP 5.00–5.00\n └ VP ── rained VBD 5.00–5.00\n",
        ),
        ("draw marks --tree 1 --style outline", "S ┬ \"+X\" ── br<U+200B>ead -LRB-\n └─ c V\n"),
        (
            "draw marks --tree 1 --style outline --ascii",
            "S + \"+X\" -- br<U+200B>ead \"-LRB-\"\n `-------- c V\n",
        ),
    ] {
        let ran = place.run(command);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{command}");
        let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('─', "");
        assert_eq!(bare(&ran.stdout), bare(expected), "{command}:\n{}", ran.stdout);
    }
}

const TIMED: &str = "diff one two -m struct-iou --gold-times times.ctm --system-times late.ctm";

#[test]
fn pairs_have_times_in_every_format() {
    let place = place();
    let text = place.run(TIMED).stdout;
    for line in ["0.00–0.25    it    0.10–0.30", "0.30–0.55  rained  0.30–0.60"] {
        assert!(text.contains(line), "{text}");
    }
    for format in ["svg", "html"] {
        let picture = place.run(&format!("{TIMED} -f {format}")).stdout;
        for part in ["0.00–0.25<", "0.10–0.30<", "class=\"i\"", "class=\"o\"", " s</text>"] {
            assert!(picture.contains(part), "{format}: {part} in {picture}");
        }
    }
    let svg = place.run("draw one --times times.ctm -f svg").stdout;
    assert!(svg.contains("0.30–0.55<") && svg.matches("class=\"i\"").count() == 2, "{svg}");
    assert!(!place.run("draw one -f svg").stdout.contains("class=\"i\""), "no axis without times");
}

#[test]
fn several_trees_need_a_folder() {
    let place = place();
    let ran = place.run("draw gold -f svg -o all.svg");
    assert!(ran.status == Some(2) && ran.stderr.contains("-o pictures/"), "{}", ran.stderr);
    assert!(!place.path("all.svg").exists());
    let ran = place.run("draw gold -f svg -o pictures/");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    for number in 1..=3 {
        let svg = String::from_utf8(place.bytes(&format!("pictures/tree-{number}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }
    let ran = place.run("draw hostile -f latex");
    assert!(ran.stdout.contains("\\textless{}script\\textgreater{}") && !ran.stdout.contains('\u{1b}'));
}

#[test]
fn pairs_are_chosen() {
    let place = place();
    for (command, first, status) in [
        ("diff gold system", "2   F1 ", 0),
        ("diff gold system --pair 1", "1   F1 ", 0),
        ("diff gold system --where relabel:ADVP>PRT", "", 0),
        ("diff gold system --where refused", "3   refused: ", 1),
        ("diff gold system --pair 3 -m tree-node", "3   ", 0),
        ("diff gold system --pair 1 -m struct-iou", "1   ", 0),
        ("diff gold system --pair 3 --align", "", 0),
    ] {
        let ran = place.run(command);
        assert_eq!(ran.status, Some(status), "{command}: {}", ran.stderr);
        assert!(ran.stdout.starts_with(first), "{command}: {}", ran.stdout);
    }
}

#[test]
fn wrong_options_are_refused() {
    let place = place();
    for (command, said) in [
        ("diff gold system -m word", "word has no pictures"),
        ("diff gold system -m parseval,struct-iou", "name one"),
        ("diff gold system system", "pictures show one system"),
        ("diff gold system --where f2<80", "`f2<80`"),
        ("diff gold system --by length", "--by is not an option of diff"),
        ("diff gold system --pair 9", "there is no pair 9"),
        ("diff gold system --worst 2 -f svg", "holds one pair"),
        ("diff gold system -f png", "use text, svg, html or json"),
        ("diff gold system --pair 1 -f svg --ascii", "--ascii is for --format text"),
        ("draw gold --tree 9", "there is no tree"),
        ("draw gold --tree x", "3-7"),
        ("draw gold --tree 1 -f svg --style outline", "--style is for --format text"),
    ] {
        let ran = place.run(command);
        assert_eq!(ran.status, Some(2), "{command}: {}", ran.stdout);
        assert!(ran.stderr.contains(said), "{command}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{command}");
    }
}

#[test]
fn pages_are_harmless_and_data_is_json() {
    let place = place();
    let ran = place.run("diff hostile hostile --worst 2 -f html");
    assert!(
        ran.stdout.contains("Content-Security-Policy") && !ran.stdout.contains("<script"),
        "{}",
        ran.stderr
    );
    let ran = place.run("diff gold system --pair 1 -f json");
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["pairs"][0]["pair"], 1);
    assert_eq!(json["pairs"][0]["gold"]["words"][1]["text"], "cat");
    assert_eq!(json["pairs"][0]["gold"]["brackets"][0]["fate"], serde_json::Value::Null);
}

/// PNG needs a feature, and is refused by name without it.
#[test]
fn png() {
    let place = Place::with(&[
        ("gold", b"(S (NP (DT the) (NN cat)) (VP (VBD sat)))\n"),
        ("chinese", "(IP (NN 猫) (VV 坐))\n".as_bytes()),
    ]);
    let ran = place.run("draw gold --tree 1 -f png -o cat.png");
    if cfg!(feature = "png") {
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
        assert!(place.bytes("cat.png").starts_with(b"\x89PNG"));
        let told = place.run("draw chinese --tree 1 -f png -o cat.png").stderr;
        assert!(told.contains("have no glyph for 坐 猫: use --format svg"), "{told}");
    } else {
        assert_eq!(ran.status, Some(2));
        assert!(ran.stderr.contains("feature png") && !place.path("cat.png").exists(), "{}", ran.stderr);
    }
}

#[test]
fn timed_drawings_keep_their_inputs() {
    let place = place();
    for output in ["one", "times.ctm"] {
        let before = place.bytes(output);
        let ran = place.run(&format!("draw one --times times.ctm -o {output}"));
        assert_eq!(ran.status, Some(2), "{output}");
        assert!(ran.stderr.contains("would overwrite an input file"), "{}", ran.stderr);
        assert!(place.bytes(output) == before, "{output}");
    }
    let ran = place.run("draw one --times times.ctm --tree 9");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("there is no tree with this number"), "{}", ran.stderr);
}

/// Trees of scripts that are written from right to left have their first word at the right.
/// What cannot be drawn, or not as asked for, is told, and leaves no file.
#[test]
fn what_is_not_drawn_is_told() {
    let long = format!("(S {})\n", "(N a) ".repeat(500).trim_end());
    let place = Place::with(&[
        ("faulty", b"(S (N a\n(S (N b))\n"),
        ("one", b"(S (PRP it) (VBD rained))\n"),
        ("times.ctm", b"a A 0.00 0.25 it\na A 0.30 0.25 rained\n"),
        ("strange", "(S (A a\u{fffe}\u{ffff}))\n".as_bytes()),
        ("long", long.as_bytes()),
    ]);
    let ran = place.run("draw faulty --tree 1 -f svg -o picture.svg");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(!place.path("picture.svg").exists());
    let ran = place.run("draw one --tree 1,999");
    assert!(ran.status == Some(0) && ran.stderr.contains("there is no tree 999"), "{}", ran.stderr);
    let ran = place.run("draw one --times times.ctm --tree 1,999");
    assert!(ran.status == Some(0) && ran.stderr.contains("there is no tree 999"), "{}", ran.stderr);
    let ran = place.run("draw one --times times.ctm -f latex");
    assert!(ran.status == Some(2) && ran.stderr.contains("no place for times"), "{}", ran.stderr);
    let strange = place.run("draw strange -f svg").stdout;
    assert!(strange.contains('\u{fffd}') && !strange.contains(['\u{fffe}', '\u{ffff}']), "{strange}");
    for format in ["text", "svg", "latex"] {
        let drawn = place.run(&format!("draw long -f {format}")).stdout;
        assert!(drawn.contains("left out: "), "{format}: {drawn}");
    }
}

/// The heading of a pair counts what the measure compares: for tree mappings, tags and words, too.
#[test]
fn headings_count_what_is_compared() {
    let place = place();
    for (measure, field) in [("tree-node", "correct"), ("parseval", "matched")] {
        for pair in [1, 2] {
            let row =
                place.run(&format!("gold system -m {measure} --per-sentence --pair {pair} -f json")).report();
            let matched = row["rows"][0]["counts"][field].as_u64().unwrap();
            let said = place.run(&format!("diff gold system -m {measure} --pair {pair} --full")).stdout;
            assert!(said.contains(&format!(" {matched} matched")), "{measure} {pair}: {matched}\n{said}");
        }
    }
}

#[test]
fn right_to_left() {
    let place = Place::with(&[
        ("hebrew", "(S (NP (N ספר)) (V נקרא))\n".as_bytes()),
        ("english", b"(S (NP (N book)) (V read))\n"),
    ]);
    let place_of = |file: &str, word: &str| {
        let svg = place.run(&format!("draw {file} --tree 1 -f svg")).stdout;
        let line = svg.lines().find(|line| line.contains(word)).unwrap().to_owned();
        let x = line.split("x=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        x.parse::<f64>().unwrap()
    };
    assert!(place_of("hebrew", "ספר") > place_of("hebrew", "נקרא"));
    assert!(place_of("english", "book") < place_of("english", "read"));
}
