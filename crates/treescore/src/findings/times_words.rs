//! Findings about words and their times: other words, words cut differently, pairs refused because of times.

use super::{Finding, FindingId, Look, Severity};
use crate::align::times::TimesWords;
use crate::run::survey::{Met, RefusedTimes};
use crate::setup::Pairing;
use crate::tree::Which;
use crate::values::{Advice, count, counted};

/// All findings about how words met times, side by side.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let sides = [Which::Gold, Which::System].into_iter();
    sides.flat_map(|which| of_side(look, which)).map(|(which, finding)| finding.on(which)).collect()
}

fn of_side(look: &Look<'_>, which: Which) -> impl Iterator<Item = (Which, Finding)> {
    let survey = &look.scored.systems[look.system].times;
    let met = survey.side(which);
    let refused = |id, cause, refused: &RefusedTimes, help| {
        let finding = of_refused(look, id, cause, refused)?.of(survey.pairs);
        Some(finding.help(help))
    };
    let help = Advice::Give("times-words", "split".to_owned());
    let split = refused(FindingId::TimesSplit, "a time covers several words", &met.split, help);
    let help = Advice::Give("missing-times", "spread".to_owned());
    let missing = refused(FindingId::TimesMissing, "words without times", &met.missing, help);
    let help = Advice::Give("silence", silences(look, which));
    let sounds = refused(FindingId::SilenceWords, "times of sounds", &met.sounds, help);
    let other_words = other_words(look, which, &met.other_words);
    let all = [other_words, joined(which, &met.joined, &met.shared), split, missing];
    all.into_iter().chain([sounds]).flatten().map(move |finding| (which, finding))
}

/// Times of other words: equally many, so they can be used. Where most are such, they are those of another text,
/// unless somebody says that they are not.
fn other_words(look: &Look<'_>, which: Which, met: &Met) -> Option<Finding> {
    let pairs = look.scored.systems[look.system].times.pairs;
    let (tree, times) = met.example.as_ref().filter(|_| met.count > 0)?;
    let message = format!(
        "in {} of {} the {} times are those of other words: tree \"{tree}\", times \"{}\"",
        count(met.count),
        counted(pairs, "pair"),
        which.as_str(),
        times.join(" ")
    );
    let id = FindingId::TimesOtherWords;
    let is_common = 2 * met.count >= pairs;
    let is_meant = look.plan.setups.iter().any(|setup| setup.takes_times(TimesWords::Any));
    let finding = if is_common && !is_meant {
        let help = Advice::Give("times-words", TimesWords::Any.as_str().to_owned());
        Finding::new(id, Severity::Refusal, message).help(help)
    } else {
        Finding::note(id, message)
    };
    Some(finding.count(met.count, "pair").of(pairs).first(met.first.as_ref().map(ToString::to_string)))
}

/// Words whose times were joined, or shared on request.
fn joined(which: Which, joined: &Met, shared: &Met) -> Option<Finding> {
    let words = |count: u64| counted(count, &format!("{} word", which.as_str()));
    let has = |count: u64| if count == 1 { "has" } else { "have" };
    let its = |count: u64| if count == 1 { "its" } else { "their" };
    let example = |met: &Met| {
        let (word, parts) = met.example.as_ref()?;
        Some((word.clone(), parts.join(", ")))
    };
    let of_joined = example(joined).filter(|_| joined.count > 0).map(|(word, parts)| {
        let (words, count) = (words(joined.count), joined.count);
        format!("{words} {} the times of {} parts ({word}: {parts})", has(count), its(count))
    });
    let of_shared = example(shared).filter(|_| shared.count > 0).map(|(word, whole)| {
        let words = words(shared.count);
        format!("{words} {} a share of the time of a longer one ({word}: {whole})", has(shared.count))
    });
    let parts: Vec<String> = of_joined.into_iter().chain(of_shared).collect();
    let first = if joined.count > 0 { &joined.first } else { &shared.first };
    let found = joined.count + shared.count;
    let finding = (found > 0).then(|| Finding::note(FindingId::TimesJoined, parts.join("; ")))?;
    Some(finding.count(found, "word").first(first.as_ref().map(ToString::to_string)))
}

/// Pairs that were refused because of their times.
fn of_refused(look: &Look<'_>, id: FindingId, cause: &str, refused: &RefusedTimes) -> Option<Finding> {
    let RefusedTimes { pairs, number, example } = refused;
    if *pairs == 0 {
        return None;
    }
    let is_side = |setup: &crate::setup::Setup| matches!(setup.pairing, Pairing::Sides(_));
    let noun = if look.plan.setups.iter().any(is_side) { "tree" } else { "pair" };
    let message =
        format!("{} refused: {cause}; first: {noun} {}, {example}", counted(*pairs, "pair"), count(*number));
    Some(Finding::warning(id, message).count(*pairs, "pair"))
}

/// How many sounds are named at most.
const SHOWN: usize = 10;

/// The sounds to leave out, by frequency, as a list in quotes. The list replaces the usual one, so that is in it,
/// too, if the side has silences.
fn silences(look: &Look<'_>, which: Which) -> String {
    let scored = &look.scored.systems[look.system];
    let mut sounds: Vec<_> = scored.times.side(which).sound_words.iter().collect();
    sounds.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
    let mut names: Vec<String> = sounds.iter().take(SHOWN).map(|(word, _)| word.to_string()).collect();
    let files = scored.times_files.as_ref().map_or(&[][..], |files| files.of(which));
    if files.iter().any(|file| file.counts.silence > 0) {
        let settings = look.plan.setups.iter().find_map(|setup| setup.times.as_ref());
        names.extend(settings.into_iter().flat_map(|settings| settings.options(which, None).silences));
    }
    names.join(",")
}
