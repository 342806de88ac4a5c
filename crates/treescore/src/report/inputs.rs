//! The input files of a run: their formats, and what was left out.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::read::{Confidence, DecidedBy, InputFacts};
use crate::run::{Input, InputTimes, Plan, Scored, TimesFacts};

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
        let name = input.short_name();
        let units = alike(facts)
            .into_iter()
            .map(|(facts, files)| InputReport { files, ..report_units(&side, &name, &facts) });
        join(units, &mut reports);
        if let Some(given) = &input.times {
            join(times.iter().map(|facts| report_times(&side, given, facts)), &mut reports);
        }
    }
    reports
}

/// Files of a side that were only recognised and counted.
pub(super) fn inspected(side: &str, name: &str, facts: &[InputFacts]) -> Vec<InputReport> {
    let units = alike(facts)
        .into_iter()
        .map(|(facts, files)| InputReport { files, ..report_units(side, name, &facts) });
    units.collect()
}

fn sides<'a>(
    plan: &'a Plan,
    scored: &'a Scored,
) -> impl Iterator<Item = (String, &'a Input, &'a [InputFacts])> {
    let gold = std::iter::once(("gold".to_owned(), &plan.gold, &scored.inputs.gold[..]));
    let systems = plan.systems.iter().zip(&scored.inputs.systems);
    gold.chain(systems.map(|(input, facts)| (input.short_name(), input, &facts[..])))
}

/// Files that were read in the same way, as one, and how many they are. A folder may have thousands.
fn alike(files: &[InputFacts]) -> Vec<(InputFacts, u64)> {
    let mut groups: Vec<(InputFacts, u64)> = Vec::new();
    let way = |facts: &InputFacts| (facts.format, facts.variant, facts.by, facts.encoding);
    for file in files {
        match groups.iter_mut().find(|(first, _)| way(first) == way(file)) {
            Some((first, files)) => {
                *files += 1;
                first.units += file.units;
                first.counts.merge(&file.counts);
            }
            None => groups.push((file.clone(), 1)),
        }
    }
    groups
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
        group.files += new.files;
        group.units += new.units;
        for (name, more) in new.counts {
            *group.counts.entry(name).or_default() += more;
        }
    }
}
