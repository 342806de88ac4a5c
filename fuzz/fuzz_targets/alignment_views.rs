//! Any two texts, and their alignment as `treescore align` shows it: text of bounded width without control characters,
//! and JSON that is valid.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use treescore::measure::Parseval;
use treescore::read::{Corpus, ReadOptions};
use treescore::report::aligned::TextReport;
use treescore::report::alignment::{AlignmentFormat, AlignmentWriter};
use treescore::report::model::UnpairedTrees;
use treescore::report::word_alignment::WordAlignmentWriter;
use treescore::report::{Style, build};
use treescore::run::{Ask, Listed, Observer, PairRow, Plan, Rows, list, score};
use treescore::setup::{Pairing, Setup, TextAlignment, WordAlignment};
use treescore::write::columns::three_columns;
use treescore_fuzz::parts;

// Input: a byte of choices, then gold and system, separated by 0 0xFF.
fuzz_target!(|data: &[u8]| {
    let Some((&choices, data)) = data.split_first() else { return };
    let [gold, system] = parts(data);
    let system = if system.is_empty() { gold } else { system };
    let options = ReadOptions { as_wanted: true, ..ReadOptions::default() };
    let side = |name: &str, text: &[u8]| Corpus::held(name, text).with_options(options.clone());
    let sides = (side("gold", gold), side("system", system));
    let width = 20 + usize::from(choices);
    let style = Style { width, unicode: choices & 1 == 0, colour: false, ..Style::default() };
    for name in AlignmentFormat::VALUES {
        let format: AlignmentFormat = name.parse().expect("one of its names");
        check(name, &texts(&sides, format, &style));
        let words = if choices & 2 == 0 {
            Pairing::Sides(WordAlignment::default())
        } else {
            Pairing::Utterances(WordAlignment::default())
        };
        check(name, &spoken(&sides, format, &style, words));
    }
});

/// JSON is valid; no view has control characters.
fn check(format: &str, text: &str) {
    let is_raw = |character: char| character.is_control() && character != '\n';
    assert!(!text.contains(is_raw) || format != "text", "{text:?}");
    match format {
        "json" => drop(serde_json::from_str::<serde_json::Value>(text).expect("valid JSON")),
        "jsonl" => text
            .lines()
            .for_each(|line| drop(serde_json::from_str::<serde_json::Value>(line).expect("valid JSON"))),
        _ => {}
    }
}

fn texts((gold, system): &(Corpus, Corpus), format: AlignmentFormat, style: &Style) -> String {
    let setup = Setup { pairing: Pairing::Text(TextAlignment::default()), ..Setup::of(Parseval) };
    let mut writer = AlignmentWriter::new(format, style.clone());
    let mut text = writer.header();
    let mut take = |listed: Listed, _| {
        if let Listed::Group(group) = &listed {
            text += &String::from_utf8_lossy(&writer.group(group));
            group.cells.iter().for_each(|cell| drop(three_columns(&cell.gold, &cell.system)));
        }
        ControlFlow::Continue(())
    };
    let Ok(listing) = list((gold, system), &setup, &mut take) else { return "null".to_owned() };
    text + &writer.footer(&TextReport::of(&listing.text, None), &UnpairedTrees::default(), &[])
}

/// Writes the pairs of words.
struct Words<'p> {
    plan: &'p Plan,
    writer: WordAlignmentWriter,
    text: String,
}

impl Observer for Words<'_> {
    fn row(&mut self, row: PairRow) {
        self.text += &self.writer.pair(&build::row(self.plan, &row), row.cells.as_deref(), true);
    }
}

fn spoken(
    (gold, system): &(Corpus, Corpus),
    format: AlignmentFormat,
    style: &Style,
    pairing: Pairing,
) -> String {
    let setup = Setup { pairing, ..Setup::of(Parseval) };
    let mut plan = Plan::new(gold.clone().into(), vec![system.clone().into()], vec![setup]);
    plan.ask = Ask { rows: Rows::All, cells: true, ..Ask::default() };
    let writer = WordAlignmentWriter::new(format, style.clone());
    let text = writer.header();
    let mut words = Words { plan: &plan, writer, text };
    let Ok(scored) = score(&plan, &mut words) else { return "null".to_owned() };
    let report = build::report(&plan, &scored);
    let footer = words.writer.footer(report.systems.first().and_then(|system| system.speech.as_ref()));
    words.text + &footer
}
