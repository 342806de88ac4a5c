//! Findings about refused pairs whose words differ, by cause.

use super::{Finding, FindingFigure, FindingId, Look, Severity};
use crate::align::Cause;
use crate::align::cause::{SideWords, explain};
use crate::run::differing::Cure;
use crate::run::neighbours::CauseSeen;
use crate::tree::Which;
use crate::values::{Advice, count, counted};

/// One finding for each cause.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let causes = &look.scored.systems[look.system].causes;
    let found = causes.by_cause.values().filter_map(|seen| of_cause(look, seen));
    found.chain(duplicates(look)).chain(not_compared(look)).collect()
}

fn of_cause(look: &Look<'_>, seen: &CauseSeen) -> Option<Finding> {
    let (id, says, help) = describe(seen.cause)?;
    let refused = format!("{} refused", counted(seen.pairs, "pair"));
    let message = match seen.cause {
        Cause::Shifted => format!("{refused}: {says}"),
        _ => format!("{refused}: {says}; first: pair {}, {}", count(seen.first), seen.difference.first),
    };
    let finding = Finding::warning(id, message)
        .count(seen.pairs, "pair")
        .of(look.totals().read())
        .first(look.place(Which::System, Some(seen.spot)));
    Some(finding.help(help).figure(figure(look, seen)))
}

/// The finding of a cause: its id, what it says, and what helps. Traces have findings of their own.
fn describe(cause: Cause) -> Option<(FindingId, &'static str, Advice)> {
    let normal = || Advice::Set("forms", "normal");
    let any = || Advice::Set("forms", "any");
    Some(match cause {
        Cause::PunctuationTags => (
            FindingId::PunctuationTags,
            "same words, but a tag deletes one of them as punctuation on one side only",
            Advice::Set("punct", "gold"),
        ),
        Cause::Traces => return None,
        Cause::NormalForm => {
            (FindingId::NormalForm, "words differ only in how accents are encoded (NFC, NFD)", normal())
        }
        Cause::Escapes => {
            (FindingId::Escapes, "words differ only in escapes, such as -LRB- and \\/", normal())
        }
        Cause::Case => (FindingId::Case, "words differ only in case", normal()),
        Cause::Invisible => (FindingId::Invisible, "words differ only in invisible characters", normal()),
        Cause::Quotes => (FindingId::Quotes, "words differ only in quotes and dashes", normal()),
        Cause::Mojibake => (
            FindingId::Mojibake,
            "text was decoded twice",
            Advice::Do("mend the file: text was decoded twice"),
        ),
        Cause::SeveralSpellings => {
            (FindingId::SeveralSpellings, "words differ only in case, accents, escapes and quotes", normal())
        }
        Cause::Digits => (FindingId::Digits, "words differ only in digits", any()),
        Cause::UnknownWords => (FindingId::UnknownWords, "the system has placeholders for words", any()),
        Cause::PunctuationMissing => {
            (FindingId::PunctuationMissing, "one side has no punctuation", Advice::DropPunctuation)
        }
        Cause::Tokens => (FindingId::Tokens, "same characters, but other words", Advice::Align),
        Cause::Shifted => (FindingId::Shifted, "system trees have the words of a neighbour", Advice::Align),
        Cause::OtherWords => (FindingId::OtherWords, "other words", Advice::Align),
    })
}

/// Words without tags, all of which count.
fn side(words: Vec<&[u8]>) -> SideWords<'_> {
    SideWords::new(move || words.clone().into_iter().map(|word| (word, &b""[..], true)))
}

impl Finding {
    /// The words of a sentence, which this is the name of, differ: where, and why. There is nothing that makes
    /// them equal but mending the files.
    // For the crates of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn words_differ(sentence: &str, gold: Vec<&[u8]>, system: Vec<&[u8]>) -> Self {
        let found = explain(&side(gold), &side(system));
        let id = describe(found.cause).map_or(FindingId::TraceWords, |(id, ..)| id);
        let cause = match found.cause {
            Cause::OtherWords => String::new(),
            cause => format!("; cause: {}", short_cause(cause)),
        };
        let message = format!("sentence {sentence}: words differ at {}{cause}", found.first);
        let finding = Self::new(id, Severity::Refusal, message);
        match remedy(found.cause) {
            Some(advice @ Advice::Do(_)) => finding.help(advice),
            _ => finding,
        }
    }
}

/// What helps against a cause.
pub(crate) fn remedy(cause: Cause) -> Option<Advice> {
    describe(cause).map(|(_, _, advice)| advice)
}

/// A cause in a few words, behind a number of pairs.
pub(crate) fn short_cause(cause: Cause) -> &'static str {
    match cause {
        Cause::PunctuationTags => "tagged as punctuation on one side",
        Cause::Traces => "traces on one side",
        Cause::NormalForm => "accents encoded in two ways",
        Cause::Escapes => "escapes",
        Cause::Case => "case",
        Cause::Invisible => "invisible characters",
        Cause::Quotes => "quotes and dashes",
        Cause::Mojibake => "decoded twice",
        Cause::SeveralSpellings => "spelling",
        Cause::Digits => "digits",
        Cause::UnknownWords => "placeholders",
        Cause::PunctuationMissing => "no punctuation on one side",
        Cause::Tokens => "other word boundaries",
        Cause::Shifted => "words of a neighbour",
        Cause::OtherWords => "other words",
    }
}

/// F1 over all pairs, now and with all pairs scored that the remedy of a cause makes equal.
fn figure(look: &Look<'_>, seen: &CauseSeen) -> Option<FindingFigure> {
    if look.is_mean() {
        return None;
    }
    let causes = &look.scored.systems[look.system].causes;
    let gain = causes.gains.get(&Cure::of(seen.cause)?)?;
    let now = look.totals().all_pairs();
    let counts: Vec<i128> = now.counts().iter().zip(gain).map(|(now, gain)| now + gain).collect();
    Some(FindingFigure { name: "f1", now: look.f1(now.counts())?, then: look.f1(&counts)? })
}

/// How many words are equal where the recipe does not compare them.
fn not_compared(look: &Look<'_>) -> Option<Finding> {
    let (_, pairs) = look.scored.survey.systems.get(look.system)?;
    let [equal, all] = pairs.not_compared;
    if all == 0 {
        return None;
    }
    let message = format!("words are not compared: {} of {} are equal", count(equal), counted(all, "word"));
    Some(Finding::note(FindingId::WordsNotCompared, message).count(all - equal, "word").of(all))
}

fn duplicates(look: &Look<'_>) -> Option<Finding> {
    let seen = look.scored.systems[look.system].causes.duplicates;
    if seen.count == 0 {
        return None;
    }
    let trees = counted(seen.count, "system tree");
    let message = format!("{trees} with the words of the tree before, where gold has others");
    let finding = Finding::warning(FindingId::Duplicates, message).on(Which::System);
    let first = look.place(Which::System, seen.first());
    Some(finding.count(seen.count, "tree").of(look.totals().read()).first(first))
}
