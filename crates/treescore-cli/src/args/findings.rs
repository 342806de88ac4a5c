//! Options about findings: which are silenced, and which end the run.

use treescore::findings::{self, Finding, FindingId, Severity};
use treescore::report::FindingReport;

use super::SHOWN;
use crate::advice;
use crate::help::nearest;
use crate::messages::Messages;

/// Which findings are told, and which end the run.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FindingArgs {
    /// Do not show these findings, for example --ignore root-differs,labels-unknown
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = parse_id, help_heading = SHOWN)]
    ignore: Vec<FindingId>,

    /// End the run, with exit status 2, if there is one of these findings, or any warning: --deny warnings
    #[arg(long, value_name = "IDS|warnings", value_delimiter = ',', value_parser = parse_denied, help_heading = SHOWN)]
    deny: Vec<Denied>,
}

/// What `--deny` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denied {
    Warnings,
    One(FindingId),
}

fn parse_id(text: &str) -> Result<FindingId, String> {
    text.parse().map_err(|()| {
        let all: Vec<String> = FindingId::VALUES.iter().map(|&id| id.to_owned()).collect();
        match nearest(text, &all) {
            Some(meant) => format!("there is no finding `{text}`; did you mean {meant}?"),
            None => format!("there is no finding `{text}`; all are listed in: treescore help findings"),
        }
    })
}

fn parse_denied(text: &str) -> Result<Denied, String> {
    if text == "warnings" { Ok(Denied::Warnings) } else { parse_id(text).map(Denied::One) }
}

/// Findings that end a run; they were shown before.
#[derive(Debug, thiserror::Error)]
#[error("there are no results because of {0}")]
pub(crate) struct Refused(String);

impl FindingArgs {
    /// Shows findings, of the system with this name if there are several. Returns what was shown, and why the run
    /// ends, if it does.
    pub(crate) fn tell(
        &self,
        mut found: Vec<Finding>,
        system: Option<&str>,
        messages: &Messages,
    ) -> (Vec<FindingReport>, Result<(), Refused>) {
        self.apply(&mut found);
        let reports: Vec<FindingReport> =
            found.iter().map(|finding| FindingReport::new(finding, advice::render)).collect();
        for report in &reports {
            messages.show(|style| report.render(system, style));
        }
        let refusals = found.iter().filter(|finding| finding.severity == Severity::Refusal);
        let mut ids: Vec<&str> = refusals.map(|finding| finding.id.as_str()).collect();
        ids.dedup();
        let is_refused = !ids.is_empty();
        (reports, if is_refused { Err(Refused(ids.join(", "))) } else { Ok(()) })
    }

    /// The first given option.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [("--ignore", !self.ignore.is_empty()), ("--deny", !self.deny.is_empty())];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// True if some finding ends the run.
    pub(crate) fn denies(&self) -> bool {
        !self.deny.is_empty()
    }

    /// Removes what is ignored, and makes refusals of what is denied, which wins. A refusal cannot be ignored.
    pub(crate) fn apply(&self, found: &mut Vec<Finding>) {
        for finding in found.iter_mut() {
            let is_denied = |denied: &Denied| match denied {
                Denied::Warnings => finding.severity == Severity::Warning,
                Denied::One(id) => *id == finding.id,
            };
            if self.deny.iter().any(is_denied) {
                finding.severity = Severity::Refusal;
            }
        }
        found.retain(|finding| finding.severity == Severity::Refusal || !self.ignore.contains(&finding.id));
        findings::sort(found);
    }
}
