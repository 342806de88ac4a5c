//! What is told about input files: their formats, and what was left out.

use std::collections::BTreeMap;

use serde::Serialize;

use super::number::{count, counted};
use crate::read::{DecidedBy, Format, Holds, InputFacts, Nbest};
use crate::run::{Input, Plan, Scored};

/// Files of one side that were read in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputReport {
    /// `gold`, or the name of the system.
    pub side: String,
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
    sides(plan, scored).flat_map(|(side, input, facts)| groups(&side, &input.short_name(), facts)).collect()
}

fn sides<'a>(
    plan: &'a Plan,
    scored: &'a Scored,
) -> impl Iterator<Item = (String, &'a Input, &'a [InputFacts])> {
    let gold = std::iter::once(("gold".to_owned(), &plan.gold, &scored.inputs.gold[..]));
    let systems = plan.systems.iter().zip(&scored.inputs.systems);
    gold.chain(systems.map(|(input, facts)| (input.short_name(), input, &facts[..])))
}

/// Joins files that were read in the same way.
fn groups(side: &str, name: &str, facts: &[InputFacts]) -> Vec<InputReport> {
    let mut groups: Vec<InputReport> = Vec::new();
    for one in facts {
        let new = InputReport {
            side: side.to_owned(),
            name: name.to_owned(),
            files: 0,
            format: one.format.as_str().to_owned(),
            variant: one.variant.map(str::to_owned),
            by: one.by.as_str().to_owned(),
            confidence: one.confidence.as_str().to_owned(),
            encoding: one.encoding.name(),
            units: 0,
            counts: BTreeMap::new(),
        };
        let is_same = |group: &InputReport| {
            (&group.format, &group.variant, &group.by, &group.encoding)
                == (&new.format, &new.variant, &new.by, &new.encoding)
        };
        let at = groups.iter().position(is_same).unwrap_or(groups.len());
        if at == groups.len() {
            groups.push(new);
        }
        let group = &mut groups[at];
        group.files += 1;
        group.units += one.units;
        for (name, more) in one.counts.iter() {
            *group.counts.entry(name.to_owned()).or_default() += more;
        }
    }
    groups
}

/// What people should know about how their files were read: what was recognised, unless it is what the
/// measure reads anyway, and what may change a number.
///
/// Each note is one sentence, which begins with the name of the file.
pub fn notes(plan: &Plan, scored: &Scored) -> Vec<String> {
    let gold_has_tags = !scored.inputs.gold.iter().any(InputFacts::is_untagged);
    let is_best = plan.setups.iter().any(|setup| setup.input.nbest == Nbest::Best);
    let deletes_words = plan.setups.iter().any(|setup| !setup.recipe.delete.is_empty());
    let reads_lines = plan.setups.iter().any(|setup| setup.measure.demands().syntax.is_by_line());
    let mut notes = Vec::new();
    for (_, input, facts) in sides(plan, scored) {
        let mut told: Vec<String> = Vec::new();
        for one in facts {
            let name = input.document_name(one.document).unwrap_or_else(|| input.name());
            let mut found = of_file(one, reads_lines, is_best);
            if one.is_untagged() && gold_has_tags && deletes_words {
                found.push("words without tags; gold's tags decide what is punctuation".to_owned());
            }
            for note in found {
                // A folder says it once.
                if !told.contains(&note) {
                    let text = format!("{name}: {note}");
                    told.push(note);
                    // So do two sides with the same file.
                    if !notes.contains(&text) {
                        notes.push(text);
                    }
                }
            }
        }
    }
    notes
}

fn of_file(facts: &InputFacts, reads_lines: bool, is_best: bool) -> Vec<String> {
    let mut notes = Vec::new();
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
        Some("encoding-8bit") => notes
            .push("not UTF-8; bytes are compared as they are (say which code it is: --encoding)".to_owned()),
        Some(_) => notes.push(format!("{}, decoded", facts.encoding.name().to_uppercase())),
        None => {}
    }
    if more("raw_brackets") > 0 {
        let brackets = counted(more("raw_brackets"), "bracket");
        notes.push(format!("{brackets} not escaped, read as words"));
    }
    if more("loose") > 0 {
        let words = counted(more("loose"), "word");
        notes.push(format!("{words} that no edge leads to, put under VROOT"));
    }
    let (alternations, optional) = (more("alternations"), more("optional"));
    if alternations + optional > 0 {
        notes.push(format!(
            "{} and {}: the first alternative is read, where sclite takes the best",
            counted(alternations, "alternation"),
            counted(optional, "optional word")
        ));
    }
    if more("skipped") > 0 {
        notes.push(format!("{} left out (--skip)", counted(more("skipped"), "tree")));
    }
    if more("unknown_fields") > 0 {
        notes.push(format!("{} passed over", counted(more("unknown_fields"), "unknown field")));
    }
    notes
}

/// What a file was recognised as, and the other reading, if there is one.
fn recognised(facts: &InputFacts, is_best: bool) -> String {
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
                format!("{note}; in {} another has a higher score (--nbest best)", count(not_best))
            } else {
                note
            };
        }
        (Format::Trn, _) => {
            return format!(
                "{} at the ends of lines are not words (trn); as words: --input plain",
                ids(facts)
            );
        }
        (Format::Kaldi, _) => {
            return format!("{} before the words are not words (Kaldi); as words: --input plain", ids(facts));
        }
        (format, Some(variant)) => format!("{} {variant}, {units}", format.label()),
        (format, None) => format!("{}, {units}", format.label()),
    };
    match (facts.by, facts.other_reading()) {
        (DecidedBy::Partner, _) => format!("{name}, by the words of the other side"),
        (_, Some(other)) => format!("{name}; another reading is possible: --input {}", other.as_str()),
        _ => name,
    }
}

fn ids(facts: &InputFacts) -> String {
    counted(facts.units, "id")
}
