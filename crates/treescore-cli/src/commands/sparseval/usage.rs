//! The programs' names, options and usage texts.

use std::fmt::Write;

/// Which of the three programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    Sparseval,
    Headtrees,
    Strealign,
}

/// Does an option have a value?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Switch,
    Value,
}

impl Program {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sparseval => "sparseval",
            Self::Headtrees => "headtrees",
            Self::Strealign => "strealign",
        }
    }

    /// How many files it takes.
    pub(super) fn files(self) -> usize {
        match self {
            Self::Sparseval => 2,
            Self::Headtrees => 1,
            Self::Strealign => 3,
        }
    }

    /// What it calls its files.
    fn file_names(self) -> &'static str {
        match self {
            Self::Sparseval => "goldfile parsefile",
            Self::Headtrees => "parsefile",
            Self::Strealign => "goldfile parsefile alignfile",
        }
    }

    /// The options of its usage text.
    fn options(self) -> &'static str {
        match self {
            Self::Sparseval => "phaFlbcuvz?",
            Self::Headtrees => "phFlv?",
            Self::Strealign => "pFv?",
        }
    }

    /// The kind of an option it knows. `strealign` knows one that it then refuses.
    pub(super) fn kind(self, option: char) -> Option<Kind> {
        let is_known = self.options().contains(option) || self == Self::Strealign && option == 'a';
        is_known.then_some(if "phaF".contains(option) { Kind::Value } else { Kind::Switch })
    }

    /// The usage text, with the blanks that pad its lines.
    pub(super) fn usage(self) -> String {
        let first = format!("Usage: {} [-opts] {}", self.name(), self.file_names());
        let mut text = format!("{first:67}\n{:75}\n{:75}\n", "", "Options:");
        for option in self.options().chars() {
            let (value, about) = match option {
                'p' => ("file", "evaluation parameter file"),
                'h' => ("file", "head percolation file"),
                'a' => ("file", "string alignment file"),
                'F' => ("file", "output file"),
                'l' => ("", "goldfile and parsefile are lists of files to evaluate"),
                'b' => ("", "no alignment (bag of head dependencies)"),
                'c' => ("", "conversation side"),
                'u' => ("", "unlabeled evaluation"),
                'v' => ("", "verbose"),
                'z' => ("", "show info"),
                _ => ("", "info/options"),
            };
            let line = format!(" -{option} {value:13}{about}");
            let _ = writeln!(text, "{line:75}"); // a string takes everything
        }
        text
    }
}
