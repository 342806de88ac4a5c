//! What is told about input files: their formats, and what was left out.

use std::collections::BTreeMap;

use serde::Serialize;

use super::number::{count, counted};
use crate::prepare::{Root, join_labels};
use crate::read::{Confidence, DecidedBy, Format, Holds, InputFacts, Nbest};
use crate::run::{Input, InputTimes, Plan, Scored, SystemScored, TimesFacts};
use crate::values::Advice;

/// How many unknown fields a note names.
const SHOWN_FIELDS: usize = 5;

/// Files of one side that were read in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputReport {
    /// `gold`, or the name of the system.
    pub side: String,
    /// What the files are read for: `units` (trees, utterances) or `times` (of words).
    pub role: String,
    /// The name of the file or folder, without its folders.
    pub name: String,
    /// The number of files.
    pub files: u64,
    /// The format.
    pub format: String,
    /// The variant of the format, such as `bllip`.
    pub variant: Option<String>,
    /// What decided the format: `content`, `option` or `partner`.
    pub by: String,
    /// How sure that is: `certain`, `likely` or `ambiguous`.
    pub confidence: String,
    /// The encoding.
    pub encoding: String,
    /// The number of units: trees, utterances.
    pub units: u64,
    /// What was left out or read in a special way.
    pub counts: BTreeMap<String, u64>,
}

/// The inputs of all sides, gold first.
pub(super) fn inputs(plan: &Plan, scored: &Scored) -> Vec<InputReport> {
    let times = std::iter::once(&scored.inputs.gold_times).chain(&scored.inputs.system_times);
    let mut reports = Vec::new();
    for ((side, input, facts), times) in sides(plan, scored).zip(times) {
        let units = facts.iter().map(|facts| report_units(&side, &input.short_name(), facts));
        join(units, &mut reports);
        if let Some(given) = &input.times {
            join(times.iter().map(|facts| report_times(&side, given, facts)), &mut reports);
        }
    }
    reports
}

fn sides<'a>(
    plan: &'a Plan,
    scored: &'a Scored,
) -> impl Iterator<Item = (String, &'a Input, &'a [InputFacts])> {
    let gold = std::iter::once(("gold".to_owned(), &plan.gold, &scored.inputs.gold[..]));
    let systems = plan.systems.iter().zip(&scored.inputs.systems);
    gold.chain(systems.map(|(input, facts)| (input.short_name(), input, &facts[..])))
}

/// The report of a file of trees or utterances.
fn report_units(side: &str, name: &str, facts: &InputFacts) -> InputReport {
    InputReport {
        side: side.to_owned(),
        role: "units".to_owned(),
        name: name.to_owned(),
        files: 1,
        format: facts.format.as_str().to_owned(),
        variant: facts.variant.map(str::to_owned),
        by: facts.by.as_str().to_owned(),
        confidence: facts.confidence.as_str().to_owned(),
        encoding: facts.encoding.name(),
        units: facts.units,
        counts: facts.counts.iter().map(|(name, count)| (name.to_owned(), count)).collect(),
    }
}

/// The report of a file of times.
fn report_times(side: &str, given: &InputTimes, TimesFacts { file, utterances }: &TimesFacts) -> InputReport {
    let by = if given.format.is_some() { DecidedBy::Option } else { DecidedBy::Content };
    InputReport {
        side: side.to_owned(),
        role: "times".to_owned(),
        name: given.corpus.short_name(),
        files: 1,
        format: file.format.as_str().to_owned(),
        variant: None,
        by: by.as_str().to_owned(),
        confidence: Confidence::Certain.as_str().to_owned(),
        encoding: file.encoding.name(),
        units: *utterances,
        counts: file.counts.entries().map(|(name, count)| (name.to_owned(), count)).collect(),
    }
}

/// Appends the files of one side, as one if they were read in the same way.
fn join(files: impl Iterator<Item = InputReport>, reports: &mut Vec<InputReport>) {
    let first = reports.len();
    for new in files {
        let is_same = |group: &&mut InputReport| {
            (&group.format, &group.variant, &group.by, &group.encoding)
                == (&new.format, &new.variant, &new.by, &new.encoding)
        };
        let Some(group) = reports[first..].iter_mut().find(is_same) else {
            reports.push(new);
            continue;
        };
        group.files += 1;
        group.units += new.units;
        for (name, more) in new.counts {
            *group.counts.entry(name).or_default() += more;
        }
    }
}

/// A note about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputNote {
    /// One sentence, which begins with the name of the file.
    pub text: String,
    /// What may be done about it.
    pub advice: Option<Advice>,
}

/// A note without the name of its file.
type Told = (String, Option<Advice>);

/// What people should know about how their files were read: what was recognised, unless it is what the
/// measure reads anyway, and what may change a number.
pub fn notes(plan: &Plan, scored: &Scored) -> Vec<InputNote> {
    let gold_has_tags = !scored.inputs.gold.iter().any(InputFacts::is_untagged);
    let is_best = plan.setups.iter().any(|setup| setup.input.nbest == Nbest::Best);
    let deletes_words = plan.setups.iter().any(|setup| !setup.recipe.delete.is_empty());
    let reads_lines = plan.setups.iter().any(|setup| setup.measure.demands().syntax.is_by_line());
    let mut notes: Vec<InputNote> = Vec::new();
    for (side, input, facts) in sides(plan, scored) {
        let mut told: Vec<Told> = Vec::new();
        for one in facts {
            let name = input.document_name(one.document).unwrap_or_else(|| input.name());
            let mut found = of_file(one, reads_lines, is_best);
            if one.is_untagged() && gold_has_tags && deletes_words {
                found.push(("words without tags; gold's tags decide what is punctuation".to_owned(), None));
            }
            if one.is_untagged() && side == "gold" {
                found.extend(untagged_gold(plan, scored));
            }
            for note in found {
                // A folder says it once.
                if !told.contains(&note) {
                    let text = format!("{name}: {}", note.0);
                    let advice = note.1.clone();
                    told.push(note);
                    // So do two sides with the same file.
                    if !notes.iter().any(|known| known.text == text) {
                        notes.push(InputNote { text, advice });
                    }
                }
            }
        }
    }
    notes
}

/// What to say if gold has no tags, and the tags of a system delete words that gold keeps.
fn untagged_gold(plan: &Plan, scored: &Scored) -> Option<Told> {
    let is_refused = |(system, facts): (&SystemScored, &Vec<InputFacts>)| {
        let has_tags = !facts.iter().any(InputFacts::is_untagged);
        has_tags && system.setups.iter().any(|setup| setup.kinds.contains_key("words differ"))
    };
    let is_harmless = |label: &Vec<u8>| {
        label == b"-NONE-" || Root::DUMMIES.iter().any(|dummy| dummy.as_bytes() == &label[..])
    };
    let setup = plan.setups.iter().find(|setup| !setup.recipe.delete.iter().all(is_harmless))?;
    if !scored.systems.iter().zip(&scored.inputs.systems).any(is_refused) {
        return None;
    }
    let kept: Vec<Vec<u8>> = setup.recipe.delete.iter().filter(|label| is_harmless(label)).cloned().collect();
    let text = "words without tags, so that tags delete punctuation on the system's side only".to_owned();
    Some((text, Some(Advice::CountAllWords(join_labels(&kept)))))
}

fn of_file(facts: &InputFacts, reads_lines: bool, is_best: bool) -> Vec<Told> {
    let mut notes: Vec<Told> = Vec::new();
    let is_usual = match facts.format {
        Format::Brackets => true,
        Format::Forest | Format::Plain => reads_lines,
        _ => false,
    };
    if !is_usual || facts.other_reading().is_some() {
        notes.push(recognised(facts, is_best));
    }
    let counts = &facts.counts;
    let more = |name: &str| counts.get(name);
    match facts.encoding.finding() {
        Some("encoding-8bit") => {
            notes.push(("not UTF-8; bytes are compared as they are".to_owned(), Some(Advice::NameEncoding)));
        }
        Some(_) => notes.push((format!("{}, decoded", facts.encoding.name().to_uppercase()), None)),
        None => {}
    }
    if more("raw_brackets") > 0 {
        let brackets = counted(more("raw_brackets"), "bracket");
        notes.push((format!("{brackets} not escaped, read as words"), None));
    }
    if more("loose") > 0 {
        let words = counted(more("loose"), "word");
        notes.push((format!("{words} that no edge leads to, put under VROOT"), None));
    }
    let (alternations, optional) = (more("alternations"), more("optional"));
    if alternations + optional > 0 {
        let text = format!(
            "{} and {}: the first alternative is read, where sclite takes the best",
            counted(alternations, "alternation"),
            counted(optional, "optional word")
        );
        notes.push((text, None));
    }
    if more("skipped") > 0 {
        notes.push((format!("{} left out by root label", counted(more("skipped"), "tree")), None));
    }
    if more("unknown_fields") > 0 {
        notes.push((unknown_fields(facts), None));
    }
    notes
}

/// Which fields the format does not know.
fn unknown_fields(facts: &InputFacts) -> String {
    let mut names: Vec<String> =
        facts.counts.unknown_fields().take(SHOWN_FIELDS).map(|name| format!("`{name}`")).collect();
    if facts.counts.unknown_fields().count() > SHOWN_FIELDS {
        names.push("…".to_owned());
    }
    let fields = counted(facts.counts.get("unknown_fields"), "unknown field");
    format!("{fields} passed over: {}", names.join(", "))
}

/// What a file was recognised as, and the other reading, if there is one.
fn recognised(facts: &InputFacts, is_best: bool) -> Told {
    let unit = match facts.format.holds() {
        Holds::Words | Holds::Forests => "utterance",
        _ => "sentence",
    };
    let units = counted(facts.units, unit);
    let counts = &facts.counts;
    let name = match (facts.format, facts.variant) {
        (Format::Nbest, _) => {
            let (trees, not_best) = (counts.get("candidates"), counts.get("not_best"));
            let which = if is_best { "the best" } else { "the first" };
            let note = format!("n-best list, {} trees for {units}; {which} of each is read", count(trees));
            return if not_best > 0 && !is_best {
                let note = format!("{note}; in {} another has a higher score", count(not_best));
                (note, Some(Advice::ReadBest))
            } else {
                (note, None)
            };
        }
        (Format::Trn, _) => {
            return (
                format!("{} at the ends of lines are not words (trn)", ids(facts)),
                Some(Advice::ReadAllAsWords),
            );
        }
        (Format::Kaldi, _) => {
            return (
                format!("{} before the words are not words (Kaldi)", ids(facts)),
                Some(Advice::ReadAllAsWords),
            );
        }
        (format, Some(variant)) => format!("{} {variant}, {units}", format.label()),
        (format, None) => format!("{}, {units}", format.label()),
    };
    match (facts.by, facts.other_reading()) {
        (DecidedBy::Partner, _) => (format!("{name}, by the words of the other side"), None),
        (_, Some(other)) => (
            format!("{name}; another reading is possible"),
            Some(Advice::NameFormat(vec![other.as_str().to_owned()])),
        ),
        _ => (name, None),
    }
}

fn ids(facts: &InputFacts) -> String {
    counted(facts.units, "id")
}
