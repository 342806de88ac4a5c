//! Whole runs on files in memory.

use std::collections::BTreeMap;
use std::io;

use proptest::prelude::*;

use super::*;

/// Files and printed text, in memory.
#[derive(Default)]
struct Memory {
    files: BTreeMap<&'static str, Vec<u8>>,
    printed: Vec<u8>,
    warned: Vec<u8>,
}

impl Desk for Memory {
    fn open(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        self.files.get(std::str::from_utf8(name).ok()?).cloned()
    }

    fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.printed.extend_from_slice(text);
        Ok(())
    }

    fn warn(&mut self, text: &[u8]) -> io::Result<()> {
        self.warned.extend_from_slice(text);
        Ok(())
    }
}

const PARAMS: &str = "DELETE_LABEL TOP\nDELETE_LABEL ,\nEMPTY_NODE -NONE-\nEDIT_LABEL E\nCLOSED_CLASS IN\n";

fn settings() -> Settings {
    Settings {
        gold: b"gold".into(),
        test: b"test".into(),
        params: Some(b"params".into()),
        heads: Some(b"heads".into()),
        is_verbose: true,
        ..Settings::default()
    }
}

fn files(gold: &[u8], test: &[u8]) -> Memory {
    let files =
        [("gold", gold), ("test", test), ("params", PARAMS.as_bytes()), ("heads", b"*default* (r)\n")];
    Memory { files: files.map(|(name, text)| (name, text.to_vec())).into(), ..Memory::default() }
}

/// The ten numbers of the only unit.
fn counts(gold: &str, test: &str, settings: &Settings) -> String {
    let mut desk = files(gold.as_bytes(), test.as_bytes());
    run(settings, &mut desk).unwrap();
    let report = String::from_utf8(desk.printed).unwrap();
    let line = report.lines().find(|line| line.starts_with("    1 ")).unwrap();
    line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
}

#[test]
fn edits_have_one_normal_form() {
    let normal = "(TOP (E (X a) (X b)) (S (X c) (E (X d)) (X e)) (E (X f)))";
    for (gold, why) in [
        (normal, "as it is"),
        ("(TOP (E (S (X a)) (E (X b))) (S (X c) (E (X d)) (X e)) (E (X f)))", "structure inside goes"),
        ("(TOP (S (E (X a) (X b)) (X c) (E (X d)) (X e) (E (X f))))", "edges move up"),
        ("(TOP (S (E (X a)) (E (X b)) (X c) (E (X d)) (X e) (E (X f))))", "neighbours merge"),
        ("(TOP (A (E (X a)) (B (E (X b)))) (S (X c) (B (E (X d))) (X e) (E (X f))))", "phrases of edits go"),
        ("(TOP (E a) (S (E b) (X c) (E (X d)) (X e) (E (X f))))", "leaves merge"),
    ] {
        assert_eq!(counts(normal, gold, &settings()), "4 4 4 0 2 2 2 2 2 2", "{why}: {gold}");
    }
}

#[test]
fn deep_trees_need_no_stack() {
    let depth = 100_000;
    let tree = format!("(TOP {}(X a){})", "(A ".repeat(depth), ")".repeat(depth));
    for settings in [settings(), Settings { is_bag: true, ..settings() }] {
        let brackets = if settings.is_bag { "0 0 0" } else { "100000 100000 100000" };
        assert_eq!(counts(&tree, &tree, &settings), format!("{brackets} 0 1 1 1 1 1 1"));
    }
    let mut desk = files(tree.as_bytes(), b"");
    let settings = HeadTreeSettings {
        trees: b"gold".into(),
        params: None,
        heads: Some(b"heads".into()),
        is_list: false,
    };
    head_trees(&settings, &mut desk).unwrap();
    assert_eq!(desk.printed.len(), tree.len() + 1 + 2 * depth);
    let mut desk = files(&tree.as_bytes()[..tree.len() - 1], b"");
    assert!(matches!(head_trees(&settings, &mut desk), Err(Stop::Message(_))));
}

#[test]
fn our_own_errors_have_a_position() {
    for (gold, settings, expected) in [
        ("(TOP (S (X a) b))", settings(), "gold:1:15: word after children\n"),
        ("\n(TOP a)", settings(), "gold:2:6: word directly under the root\n"),
        (
            "(TOP (X a))\n(TOP b)",
            Settings { is_bag: true, is_side: true, ..settings() },
            "gold:2:6: word directly under the root\n",
        ),
    ] {
        let mut desk = files(gold.as_bytes(), b"(TOP (X a))\n");
        let Err(Stop::Message(message)) = run(&settings, &mut desk) else { panic!("{gold}") };
        assert_eq!(String::from_utf8(message).unwrap(), expected);
    }
    assert_eq!(
        counts("(TOP (X a) (-NONE- (Y b) c))", "(TOP (X a))", &settings()),
        "0 0 0 0 1 1 1 1 1 1",
        "what is dropped is not wrong"
    );
}

proptest! {
    /// Any bytes give a report or an error, in every mode.
    #[test]
    fn any_bytes(
        gold in "([(]TOP ([(](A|B-C|E|,|-NONE-|IN) ?|[()ab ]){0,20}[)]{0,4}\n?){0,3}",
        test in "([(]TOP ([(](A|B-C|E|,|-NONE-|IN) ?|[()ab ]){0,20}[)]{0,4}\n?){0,3}",
        alignment in "([ab]{0,2}\t{0,2}[ab]{0,2} ?(000|010|001|100| 1)?\n){0,8}",
        noise in any::<Vec<u8>>(),
        modes in 0_u8..16,
    ) {
        let mut desk = files(gold.as_bytes(), test.as_bytes());
        desk.files.insert("align", alignment.into_bytes());
        desk.files.insert("noise", noise);
        let bit = |at: u8| modes >> at & 1 == 1;
        let mut settings = Settings {
            is_bag: bit(0),
            is_side: bit(1),
            alignment: bit(2).then(|| b"align".to_vec()),
            is_list: bit(3),
            ..settings()
        };
        let _ = run(&settings, &mut desk);
        settings.is_list = false;
        let _ = run(&settings, &mut desk);
        for name in ["gold", "test", "params", "heads"] {
            let mut settings = settings.clone();
            match name {
                "gold" => settings.gold = b"noise".into(),
                "test" => settings.test = b"noise".into(),
                "params" => settings.params = Some(b"noise".into()),
                _ => settings.heads = Some(b"noise".into()),
            }
            let _ = run(&settings, &mut desk);
        }
        let trees = HeadTreeSettings { trees: b"gold".into(), params: Some(b"params".into()), heads: Some(b"heads".into()), is_list: bit(3) };
        let _ = head_trees(&trees, &mut desk);
        for raw in ["align", "noise"] {
            let raw = RealignSettings { gold: b"gold".into(), test: b"test".into(), raw: raw.into(), params: None };
            let _ = realign(&raw, &mut desk);
        }
    }
}
