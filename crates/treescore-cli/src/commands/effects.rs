//! What options about input did to a run: an option without effect is an error.

use treescore::align::times::TimesWords;
use treescore::read::{DecidedBy, Format, InputFacts};
use treescore::run::survey::Meetings;
use treescore::run::{Plan, Scored, SetupScored, SystemScored};
use treescore::values::Advice;

use super::score::ScoreError;
use crate::advice;
use crate::args::ScoreArgs;
use crate::args::input::InputError;
use crate::messages::Messages;

/// Advice not to give a format, if one was given.
pub(super) fn given_format<'f>(mut facts: impl Iterator<Item = &'f InputFacts>) -> Option<Advice> {
    let given = facts.find(|facts| facts.by == DecidedBy::Option)?;
    Some(Advice::RecogniseFormat(given.format.as_str().to_owned()))
}

/// Warns about a side of which no tree could be read in the format that was given for it.
pub(super) fn warn_of_formats(plan: &Plan, scored: &Scored, messages: &Messages) {
    for (system, (input, facts)) in scored.systems.iter().zip(plan.systems.iter().zip(&scored.inputs.systems))
    {
        let unread = |setup: &SetupScored| setup.kinds.get("not a tree").map_or(0, |(pairs, _)| *pairs);
        let is_unread = |setup: &SetupScored| setup.totals.scored == 0 && unread(setup) > 0;
        let advice = given_format(scored.inputs.gold.iter().chain(facts));
        if advice.is_some() && !system.setups.is_empty() && system.setups.iter().all(is_unread) {
            messages.warn(&advice::append(&format!("nothing of {} could be scored", input.name()), advice));
        }
    }
}

/// Refuses an option that had no effect on any input.
pub(super) fn check(args: &ScoreArgs, plan: &Plan, scored: &Scored) -> Result<(), ScoreError> {
    if scored.interrupted {
        return Ok(());
    }
    args.files.all.check_effects(scored.inputs.all())?;
    let no_effect = |option, needs| Err(InputError::NoEffect { option, needs }.into());
    let has_functions = |facts: &InputFacts| matches!(facts.format, Format::Export | Format::TigerXml);
    if plan.setups.iter().any(|setup| setup.input.functions) && !scored.inputs.all().any(has_functions) {
        return no_effect("functions=append", "function labels (export or TigerXML)");
    }
    let is_without_effect = |how: TimesWords, met: fn(&Meetings) -> u64| {
        let has_met = |system: &SystemScored| met(&system.times.gold) + met(&system.times.system) > 0;
        plan.setups.iter().any(|setup| setup.takes_times(how)) && !scored.systems.iter().any(has_met)
    };
    if is_without_effect(TimesWords::Split, |met| met.shared.count) {
        return no_effect("--times-words split", "times that cover several words");
    }
    if is_without_effect(TimesWords::Any, |met| met.other_words.count) {
        return no_effect("--times-words any", "times of other words");
    }
    check_own_tags(args, plan, scored)
}

/// Refuses an explicit `punct=own` where a system has no tags of its own.
fn check_own_tags(args: &ScoreArgs, plan: &Plan, scored: &Scored) -> Result<(), ScoreError> {
    let is_own = |setting: &String| matches!(setting.split_once('='), Some(("punct", "own")));
    let is_untagged = |facts: &Vec<InputFacts>| facts.iter().any(InputFacts::is_untagged);
    if !args.set.iter().any(is_own) || is_untagged(&scored.inputs.gold) {
        return Ok(());
    }
    let deletes = plan.setups.iter().any(|setup| !setup.recipe.delete.is_empty());
    let mut systems = plan.systems.iter().zip(&scored.inputs.systems);
    match systems.find(|(_, facts)| deletes && is_untagged(facts)) {
        Some((input, _)) => Err(ScoreError::NoOwnTags(input.name())),
        None => Ok(()),
    }
}
