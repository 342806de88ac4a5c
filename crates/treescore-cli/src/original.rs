//! The original programs, whose command lines are kept as they are.

use std::ffi::OsString;

use treescore::prepare::heads::HEAD_TABLES;
use treescore::prepare::speech_file::SPEECH_FILES;
use treescore_originals::evalb::Dialect;

use crate::commands::sparseval::Program;
use crate::commands::{evalb, jp_evalb, sparseval};
use crate::status::Status;

/// An original program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Original {
    Evalb(Dialect),
    JpEvalb,
    Sparseval(Program),
}

/// A switch, for completion scripts: a letter or a long name, and its value.
pub(crate) struct Switch {
    pub(crate) name: &'static str,
    pub(crate) value: Value,
}

/// What a switch takes.
pub(crate) enum Value {
    None,
    Number,
    File,
    /// One of these names; or a file, which scripts of clap cannot offer as well.
    Names(Vec<&'static str>),
}

impl Original {
    /// The switches of the program. `-evalb` of jp-evalb is not one that scripts of clap can offer.
    pub(crate) fn switches(self) -> Vec<Switch> {
        let none = |names: &[&'static str]| -> Vec<Switch> {
            names.iter().map(|name| Switch { name, value: Value::None }).collect()
        };
        let (mut switches, more) = match self {
            Self::Evalb(dialect) => {
                let letters: &[&str] = match dialect {
                    Dialect::Evalb => &["d", "D", "h"],
                    Dialect::Spmrl => &["d", "D", "h", "X", "L", "l", "V"],
                };
                let last = (dialect == Dialect::Spmrl).then_some(("K", Value::Number));
                let recipes = Value::Names(evalb::usable_recipes(dialect));
                let values = [("c", Value::Number), ("e", Value::Number), ("p", recipes)];
                (none(letters), values.into_iter().chain(last).collect::<Vec<_>>())
            }
            Self::JpEvalb => {
                (none(&["no-file", "aligned", "strict-compat", "help", "h"]), vec![("json", Value::File)])
            }
            Self::Sparseval(program) => {
                let params = SPEECH_FILES.iter().map(|file| file.name).collect();
                let heads = HEAD_TABLES.iter().map(|table| table.name).collect();
                let mut values = vec![("p", Value::Names(params)), ("F", Value::File)];
                if program != Program::Strealign {
                    values.push(("h", Value::Names(heads)));
                }
                match program {
                    Program::Sparseval => {
                        values.push(("a", Value::File));
                        (none(&["l", "b", "c", "u", "v", "z", "?"]), values)
                    }
                    Program::Headtrees => (none(&["l", "v", "?"]), values),
                    Program::Strealign => (none(&["v", "?"]), values),
                }
            }
        };
        switches.extend(more.into_iter().map(|(name, value)| Switch { name, value }));
        switches
    }

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
    pub(crate) fn run(self, args: impl Iterator<Item = OsString>) -> Status {
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
