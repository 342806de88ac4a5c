//! EVALB's usage text, with its trailing blanks.

use std::io::{self, Write};

use treescore_originals::evalb::Dialect;

/// The lines of both programs.
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

/// More lines of the SPMRL variant.
const SPMRL_OPTIONS: [&str; 3] = [
    "    -K n\t\t   Evaluate up to  n sentences                         ",
    "    -X\t\t\t   Count skipped sentences brackets as not parsed  ",
    "    -L\t\t\t   Compact view (for use in batch mode, all sentences  ",
];

/// The last line of both programs.
const HELP: &str = "    -h    help                                           ";

/// Writes the usage text of a dialect.
pub(super) fn write_usage(dialect: Dialect, stderr: &mut impl Write) -> io::Result<()> {
    let more: &[&str] = if dialect == Dialect::Spmrl { &SPMRL_OPTIONS } else { &[] };
    for line in OPTIONS.iter().chain(more).chain([&HELP]) {
        writeln!(stderr, "{line}")?;
    }
    Ok(())
}
