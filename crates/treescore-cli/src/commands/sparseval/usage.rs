//! The programs' names, options and usage texts.

use std::fmt::Write;

/// One of the three programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    Sparseval,
    Headtrees,
    Strealign,
}

/// Whether an option has a value.
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

    /// The number of files it takes.
    pub(super) fn files(self) -> usize {
        match self {
            Self::Sparseval => 2,
            Self::Headtrees => 1,
            Self::Strealign => 3,
        }
    }

    /// Its names of the files.
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

    /// The kind of a known option. `strealign` knows `-a`, but then refuses it.
    pub(super) fn kind(self, option: char) -> Option<Kind> {
        let is_known = self.options().contains(option) || self == Self::Strealign && option == 'a';
        is_known.then_some(if "phaF".contains(option) { Kind::Value } else { Kind::Switch })
    }

    /// One-line description.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::Sparseval => {
                "treescore sparseval: SParseval, a scorer of parsed speech, byte for byte (docs/sparseval.md)"
            }
            Self::Headtrees => {
                "treescore headtrees: prints trees with head words, as in SParseval (docs/sparseval.md)"
            }
            Self::Strealign => {
                "treescore strealign: fits a word alignment to the words of trees, as in SParseval (docs/sparseval.md)"
            }
        }
    }

    /// The usage text, with its trailing blanks.
    pub(crate) fn usage(self) -> String {
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
