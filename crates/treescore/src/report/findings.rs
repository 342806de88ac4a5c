//! Findings as people and programs read them.

use serde::Serialize;

use super::diagnostic;
use super::number::{count, counted};
use super::style::Style;
use crate::findings::{Finding, FindingFigure, FindingId, Severity};
use crate::measure::{Figure, FigureUnit, registry};
use crate::values::{Advice, MESSAGE_MAX, shorten};

/// A finding, with its help in the words of a face.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingReport {
    /// Its stable name.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: FindingId,
    /// `note`, `warning` or `refusal`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub severity: Severity,
    /// The number of the system it is about, if it is about one.
    #[serde(skip)]
    pub system: Option<usize>,
    /// `gold` or `system`, if it is about one side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// How often it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// What is counted.
    #[serde(skip)]
    pub noun: &'static str,
    /// The first place, as `file:line:column`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// One sentence: the cause, counts, an example.
    pub message: String,
    /// The name of a figure, its value now, and its value with the first help; fractions, not percentages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<(&'static str, f64, f64)>,
    /// What helps, as it is typed; the first is the likely remedy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
}

impl FindingReport {
    /// Words a finding: `advice` is the wording of a face.
    pub fn new(finding: &Finding, advice: fn(&Advice) -> String) -> Self {
        let Finding { id, severity, side, system, count, of, noun, first, message, figure, help, .. } =
            finding;
        Self {
            id: *id,
            severity: *severity,
            system: *system,
            side: side.map(crate::tree::Which::as_str),
            count: *count,
            of: *of,
            noun,
            first: first.clone(),
            message: shorten(message.clone(), MESSAGE_MAX),
            figure: figure.map(|FindingFigure { name, now, then }| (name, now, then)),
            help: help.iter().map(advice).collect(),
        }
    }

    /// Renders the finding. `name` is that of its system, if there are several.
    ///
    /// ```
    /// use treescore::findings::{FindingId, Severity};
    /// use treescore::report::{FindingReport, Style};
    /// let finding = FindingReport {
    ///     id: FindingId::RootDiffers,
    ///     severity: Severity::Warning,
    ///     system: Some(0),
    ///     side: Some("system"),
    ///     count: Some(916),
    ///     of: Some(916),
    ///     noun: "pair",
    ///     first: Some("bllip.out:1:1".into()),
    ///     message: "roots differ: gold S 916; system S1 916; S1 counts as a bracket".into(),
    ///     figure: Some(("f1", 0.8273, 0.8498)),
    ///     help: vec!["--set root=dummy".into()],
    /// };
    /// assert_eq!(finding.render(None, &Style::default()), "\
    /// warning: roots differ: gold S 916; system S1 916; S1 counts as a bracket
    ///    = 916 of 916 pairs; first: bllip.out:1:1
    ///    = F1 over all pairs 84.98 instead of 82.73 with the first help
    /// help: --set root=dummy          (ignore root-differs)
    /// ");
    /// ```
    pub fn render(&self, name: Option<&str>, style: &Style) -> String {
        // What is said about a file begins with its name.
        let name = name.filter(|name| !self.message.starts_with(name));
        let prefix = name.map(|name| format!("{name}: ")).unwrap_or_default();
        let message = prefix + &self.message;
        if self.severity == Severity::Note {
            let help = self.help.iter().map(|help| format!("; {help}"));
            return diagnostic::note(&(message + &help.collect::<String>()), style);
        }
        let notes: Vec<String> =
            self.counts().into_iter().chain(self.worth(" with the first help")).collect();
        let mut help = self.help.clone();
        let silence = (style.advice)(&Advice::Ignore(self.id.as_str()));
        if self.severity == Severity::Warning
            && let Some(first) = help.first_mut()
        {
            *first = format!("{first}          ({silence})");
        }
        match self.severity {
            Severity::Refusal => diagnostic::error(&message, &notes, &help, style),
            _ => diagnostic::warning_with(&message, &notes, &help, style),
        }
    }

    /// How often, and where first.
    fn counts(&self) -> Option<String> {
        let often = self.count.map(|found| match self.of {
            Some(of) => format!("{} of {}", count(found), counted(of, self.noun)),
            None => counted(found, self.noun),
        });
        let first = self.first.as_ref().map(|first| format!("first: {first}"));
        let parts: Vec<String> = often.into_iter().chain(first).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// How often, and where first; only the place, if the message says how often and which is the first.
    pub(super) fn place(&self) -> Option<String> {
        if self.message.contains("; first: ") { self.first.clone() } else { self.counts() }
    }

    /// What the first help is worth: the headline over all pairs, in the average of the recipe.
    pub(super) fn worth(&self, remark: &str) -> Option<String> {
        let (name, now, then) = self.figure?;
        let (name, now, then) = match name {
            "wer" => ("WER".to_owned(), format!("{:.2}", 100.0 * now), format!("{:.2}", 100.0 * then)),
            "same words" => {
                ("sentences with the same words".to_owned(), format!("{now:.0}"), format!("{then:.0}"))
            }
            other => match headline(other) {
                Some(figure) if figure.unit == FigureUnit::Percent => {
                    (over_all(figure), format!("{:.2}", 100.0 * now), format!("{:.2}", 100.0 * then))
                }
                Some(figure) => (over_all(figure), format!("{now:.4}"), format!("{then:.4}")),
                None => (other.to_owned(), format!("{now:.4}"), format!("{then:.4}")),
            },
        };
        (now != then).then(|| format!("{name} {then} instead of {now}{remark}"))
    }
}

/// The headline of measures with this key.
fn headline(key: &str) -> Option<&'static Figure> {
    let infos = registry::MEASURES.iter().map(|entry| (entry.make)().info());
    infos.filter_map(|info| info.figures.first()).find(|figure| figure.key == key)
}

fn over_all(figure: &Figure) -> String {
    format!("{} over all pairs", figure.title)
}
