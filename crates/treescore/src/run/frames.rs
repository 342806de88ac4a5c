//! Intents and slots whose words are those of a text on one side, and those of the slots on the other.

use crate::read::InputFacts;

/// Why the frames of two sides cannot be compared: their words are not the same. `None` if they can.
pub(crate) fn frames_differ(gold: &[InputFacts], system: &[InputFacts]) -> Option<String> {
    let count =
        |facts: &[InputFacts], name| -> u64 { facts.iter().map(|facts| facts.counts.get(name)).sum() };
    let both = |facts| (count(facts, "slots_in_text"), count(facts, "slots_only"));
    let (gold, system) = (both(gold), both(system));
    let (with, without) = match () {
        () if gold.0 > 0 && system.1 > 0 => ("gold's", "the system's"),
        () if gold.1 > 0 && system.0 > 0 => ("the system's", "gold's"),
        () => return None,
    };
    Some(format!(
        "{with} frames have the words of the text, {without} have slots only: give offsets on both sides, or on none"
    ))
}
