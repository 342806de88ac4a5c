//! Marks: what became of a bracket, as a sign.

use crate::measure::{Fate, Verdict};
use crate::report::Role;

/// The sign before a label or word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Matched, or not compared: no sign.
    #[default]
    Plain,
    /// Only in gold.
    Missing,
    /// On both sides, with different labels.
    Relabelled,
    /// Only in the system tree; it cuts nothing.
    Extra,
    /// Only in the system tree; it cuts a gold bracket in two.
    Crossing,
}

impl Mark {
    /// All marks that have a sign.
    pub const SIGNED: [Self; 4] = [Self::Missing, Self::Relabelled, Self::Extra, Self::Crossing];

    /// The sign; empty for what is plain.
    pub fn sign(self, unicode: bool) -> &'static str {
        match (self, unicode) {
            (Self::Plain, _) => "",
            (Self::Missing, true) => "−",
            (Self::Missing, false) => "-",
            (Self::Relabelled, true) => "≠",
            (Self::Relabelled, false) => "~",
            (Self::Extra, _) => "+",
            (Self::Crossing, true) => "×",
            (Self::Crossing, false) => "x",
        }
    }

    /// The name: `missing`; empty for what is plain.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Missing => "missing",
            Self::Relabelled => "relabelled",
            Self::Extra => "extra",
            Self::Crossing => "crossing",
        }
    }

    /// The role that colours it.
    pub(crate) fn role(self) -> Role {
        match self {
            Self::Plain => Role::Dim,
            Self::Missing => Role::Missing,
            Self::Relabelled => Role::Relabel,
            Self::Extra => Role::Extra,
            Self::Crossing => Role::Cross,
        }
    }

    /// A label behind its sign. A label that begins with a sign is put in quotes, so that the first character tells.
    pub(crate) fn before(self, label: &str, unicode: bool) -> String {
        let begins = |mark: &Self| label.starts_with(mark.sign(unicode));
        let sign = self.sign(unicode);
        if Self::SIGNED.iter().any(begins) { format!("{sign}\"{label}\"") } else { format!("{sign}{label}") }
    }
}

impl From<Option<Fate>> for Mark {
    fn from(fate: Option<Fate>) -> Self {
        match fate.map(|fate| fate.verdict) {
            None | Some(Verdict::Matched) => Self::Plain,
            Some(Verdict::Missing) => Self::Missing,
            Some(Verdict::Relabelled) => Self::Relabelled,
            Some(Verdict::Extra) => Self::Extra,
            Some(Verdict::Crossing) => Self::Crossing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Mark;

    #[test]
    fn labels_that_begin_with_a_sign_are_in_quotes() {
        for (mark, label, unicode, ascii) in [
            (Mark::Plain, "NP", "NP", "NP"),
            (Mark::Missing, "NP", "−NP", "-NP"),
            (Mark::Relabelled, "NP", "≠NP", "~NP"),
            (Mark::Crossing, "NP", "×NP", "xNP"),
            (Mark::Plain, "+X", "\"+X\"", "\"+X\""),
            (Mark::Extra, "-X-", "+-X-", "+\"-X-\""),
            (Mark::Plain, "xcomp", "xcomp", "\"xcomp\""),
        ] {
            assert_eq!((&*mark.before(label, true), &*mark.before(label, false)), (unicode, ascii));
        }
    }
}
