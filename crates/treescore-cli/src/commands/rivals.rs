//! What `nbest` and `vote` share: several trees for each sentence, which no findings, tests and alignments are about.

use clap::Arg;
use treescore::front::NbestError;

use super::of_score::{OfScoreError, hide_refused, refuse_options};
use crate::args::ScoreArgs;
use crate::args::align::ALIGN;
use crate::args::speech::SPEECH;
use crate::args::statistics::SURE;
use crate::args::times::TIMES;
use crate::interrupt;

/// Headings whose options are refused.
const HEADINGS: [&str; 4] = [ALIGN, SPEECH, SURE, TIMES];

/// Options of scores that are refused, by their names in clap.
const REFUSED: [&str; 10] = [
    "strict",
    "ignore",
    "deny",
    "pair_by",
    "signature",
    "nbest",
    "gold_column",
    "system_column",
    "id_column",
    "doc_column",
];

/// Hides options that are refused, those of a command among them.
pub(super) fn hide(arg: Arg, own: &[&str], taken: &[&str]) -> Arg {
    let is_refused = arg.get_help_heading().is_some_and(|heading| HEADINGS.contains(&heading))
        || REFUSED.iter().any(|name| arg.get_id() == *name);
    hide_refused(if is_refused { arg.hide(true) } else { arg }, own, taken)
}

/// Refuses options that have no effect on several trees for each sentence.
pub(super) fn refuse(
    args: &ScoreArgs,
    own: &[(&'static str, bool)],
    taken: &[&str],
    command: &'static str,
) -> Result<(), OfScoreError> {
    let given = [
        ("--strict", args.strict),
        ("--pair-by", args.pair_by.is_some()),
        ("--signature", args.signature.is_some()),
        ("--nbest", args.files.all.nbest.is_some()),
        ("--align", args.align.align),
        ("--side", args.speech.side),
        ("--utterances", args.speech.utterances),
        ("--gold-times", args.times.gold_times.is_some()),
    ];
    let groups = [args.statistics.first_given(), args.findings.first_given(), args.columns.first_given()];
    if let Some(option) = groups.into_iter().flatten().next() {
        return Err(OfScoreError::Option { option, command });
    }
    let all: Vec<(&'static str, bool)> = own.iter().copied().chain(given).collect();
    refuse_options(args, &all, taken, command)
}

/// The exit status of a run that has failed.
pub(super) fn status_of(error: &NbestError) -> u8 {
    if matches!(error, NbestError::Interrupted) || interrupt::is_requested() { 130 } else { 2 }
}
