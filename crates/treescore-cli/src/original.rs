//! The original programs, whose command lines are kept as they are.

use std::ffi::OsString;
use std::process::ExitCode;

use treescore_originals::evalb::Dialect;

use crate::commands::sparseval::Program;
use crate::commands::{evalb, jp_evalb, sparseval};

/// An original program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Original {
    Evalb(Dialect),
    JpEvalb,
    Sparseval(Program),
}

impl Original {
    /// The program that a command, or a link to this program, names.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "evalb" => Some(Self::Evalb(Dialect::Evalb)),
            "evalb-spmrl" | "evalb_spmrl" => Some(Self::Evalb(Dialect::Spmrl)),
            "jp-evalb" | "jp_evalb" => Some(Self::JpEvalb),
            "sparseval" => Some(Self::Sparseval(Program::Sparseval)),
            "headtrees" => Some(Self::Sparseval(Program::Headtrees)),
            "strealign" => Some(Self::Sparseval(Program::Strealign)),
            _ => None,
        }
    }

    /// Runs the program with the arguments after its name.
    pub(crate) fn run(self, args: impl Iterator<Item = OsString>) -> ExitCode {
        match self {
            Self::Evalb(dialect) => evalb::run(args, dialect),
            Self::JpEvalb => jp_evalb::run(args),
            Self::Sparseval(program) => sparseval::run(program, args),
        }
    }

    /// Says what the program is, and shows its own usage text.
    pub(crate) fn usage(self) -> String {
        let (about, usage) = match self {
            Self::Evalb(Dialect::Evalb) => (
                "treescore evalb: EVALB, the standard scorer of labelled brackets, byte for byte (docs/evalb.md)",
                evalb::usage(Dialect::Evalb),
            ),
            Self::Evalb(Dialect::Spmrl) => (
                "treescore evalb-spmrl: EVALB of the SPMRL shared tasks, byte for byte (docs/evalb.md)",
                evalb::usage(Dialect::Spmrl),
            ),
            Self::JpEvalb => (
                "treescore jp-evalb: jp-evalb, EVALB for different sentence and word boundaries (docs/jp-evalb.md)",
                jp_evalb::USAGE.to_owned(),
            ),
            Self::Sparseval(program) => (program.about(), program.usage()),
        };
        let more = match self {
            Self::Evalb(dialect) => {
                format!(
                    "\n-p also takes the name of a recipe: {}\n",
                    evalb::usable_recipes(dialect).join(", ")
                )
            }
            _ => String::new(),
        };
        format!("{about}\n\n{usage}{more}")
    }
}
