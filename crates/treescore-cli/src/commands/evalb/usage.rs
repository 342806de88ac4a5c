//! EVALB's usage text; trailing blanks belong to it.

use std::io::{self, Write};

use treescore_originals::evalb::Dialect;

/// What both programs print.
const OPTIONS: [&str; 11] = [
    " evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file  ",
    "                                                         ",
    "    Evaluate bracketing in test-file against gold-file.  ",
    "    Return recall, precision, F-Measure, tag accuracy.              ",
    "                                                         ",
    "  <option>                                               ",
    "    -d             debug mode                            ",
    "    -D             debug mode plus bracketing info       ",
    "    -c n           cut-off length forstatistics (def.=40)",
    "    -e n           number of error to kill (default=10)  ",
    "    -p param_file  parameter file                        ",
];

/// What the SPMRL variant prints in between.
const SPMRL_OPTIONS: [&str; 3] = [
    "    -K n\t\t   Evaluate up to  n sentences                         ",
    "    -X\t\t\t   Count skipped sentences brackets as not parsed  ",
    "    -L\t\t\t   Compact view (for use in batch mode, all sentences  ",
];

/// What both programs end with.
const HELP: &str = "    -h    help                                           ";

/// Writes the usage text of a dialect.
pub(super) fn write_usage(dialect: Dialect, stderr: &mut impl Write) -> io::Result<()> {
    let more: &[&str] = if dialect == Dialect::Spmrl { &SPMRL_OPTIONS } else { &[] };
    for line in OPTIONS.iter().chain(more).chain([&HELP]) {
        writeln!(stderr, "{line}")?;
    }
    Ok(())
}
