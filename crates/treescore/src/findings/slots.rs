//! Findings about intents and slots: frames that cannot be compared, labels that gold never has.

use super::trees::{is_share, most_frequent};
use super::{Finding, FindingId, Look, Severity};
use crate::read::InputFacts;
use crate::run::frames_differ;
use crate::run::survey::{LabelSeen, PairSurvey, Spot};
use crate::tree::Which;
use crate::values::counted;

/// All findings about the intents and slots of a system.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let inputs = &look.scored.inputs;
    let Some(system) = inputs.systems.get(look.system) else { return Vec::new() };
    if let Some(message) = frames_differ(&inputs.gold, system) {
        return vec![Finding::new(FindingId::FramesDiffer, Severity::Refusal, message)];
    }
    let has_slots = |facts: &[InputFacts]| facts.iter().any(InputFacts::has_slots);
    if look.reads_trees || !has_slots(&inputs.gold) || !has_slots(system) {
        return Vec::new();
    }
    let intents = unknown(look, FindingId::IntentsUnknown, "intent", |intents, _| intents);
    let slots = unknown(look, FindingId::SlotsUnknown, "slot", |_, slots| slots);
    intents.into_iter().chain(slots).collect()
}

/// How often a label names an intent, and how often a slot, on one side: by its prefix, else by its place. A slot
/// of one word is the tag of that word.
fn kinds(name: &[u8], seen: &LabelSeen, pairs: &PairSurvey, which: Which) -> (u64, u64) {
    let all = seen.brackets + seen.words;
    let roots = pairs.roots.get(name).map_or(0, |roots| roots[which as usize]).min(all);
    match name {
        [b'I', b'N', b':', ..] => (all, 0),
        [b'S', b'L', b':', ..] => (0, all),
        _ => (roots, all - roots),
    }
}

/// Intents, or slots, of the system that gold never has.
fn unknown(look: &Look<'_>, id: FindingId, noun: &str, pick: fn(u64, u64) -> u64) -> Option<Finding> {
    let survey = &look.scored.survey;
    let (system, pairs) = survey.systems.get(look.system)?;
    let count = |name: &[u8], seen: &LabelSeen, which| {
        let (intents, slots) = kinds(name, seen, pairs, which);
        pick(intents, slots)
    };
    let (mut all, mut unknown, mut first) = (0, Vec::new(), None::<Spot>);
    for (name, seen) in system.labels.iter() {
        let found = count(name, seen, Which::System);
        all += found;
        let in_gold = survey.gold.labels.get(name).map_or(0, |seen| count(name, seen, Which::Gold));
        if found > 0 && in_gold == 0 {
            unknown.push((name, found));
            let word = seen.first_word().map(|(spot, _)| *spot);
            first = first.into_iter().chain(seen.first_bracket()).chain(word).min();
        }
    }
    let found: u64 = unknown.iter().map(|(_, found)| *found).sum();
    if !is_share(found, all, 1) {
        return None;
    }
    let shown = most_frequent(unknown.into_iter(), 5);
    let message = format!("{} that gold never has: {shown}", counted(found, &format!("system {noun}")));
    let is_common = is_share(found, all, 5);
    let finding = if is_common { Finding::warning(id, message) } else { Finding::note(id, message) };
    let noun = if id == FindingId::SlotsUnknown { "slot" } else { "intent" };
    Some(finding.on(Which::System).count(found, noun).of(all).first(look.place(Which::System, first)))
}

impl Finding {
    /// Chunk types of the system that gold never has, with their numbers of chunks, of all its chunks.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn categories_differ(unknown: &[(String, u64)], all: u64) -> Option<Self> {
        let found: u64 = unknown.iter().map(|(_, found)| *found).sum();
        let with = if found == 1 { "a type" } else { "types" };
        let chunks = counted(found, "system chunk");
        let shown = most_frequent(unknown.iter().map(|(name, found)| (name.as_bytes(), *found)), 5);
        let message = format!("{chunks} with {with} that gold never has: {shown}");
        let finding = (found > 0).then(|| Self::warning(FindingId::CategoriesDiffer, message))?;
        Some(finding.on(Which::System).count(found, "chunk").of(all))
    }
}
