//! The options and parameters of a run of EVALB.

use treescore::prepare::param_file::ParamFile;

/// Which of the two programs to follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The program of Sekine and Collins.
    #[default]
    Evalb,
    /// The variant of the SPMRL 2013 shared task.
    Spmrl,
}

/// The sentences that a one-line summary covers (SPMRL `-L` and `-l`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compact {
    /// `-L`: all sentences.
    All,
    /// `-l`: the sentences within the cut-off.
    WithinCutoff,
}

/// Options and parameters of a run, complete before the first line is read.
///
/// ```
/// use treescore::prepare::param_file::ParamFile;
/// use treescore_originals::evalb::{Dialect, Settings};
/// let mut settings = Settings::new(Dialect::Evalb);
/// settings.apply(ParamFile::parse(b"CUTOFF_LEN 10\nDELETE_LABEL TOP\n").0);
/// assert_eq!((settings.cutoff, settings.max_error), (10, 10));
/// assert_eq!(settings.delete_label, [b"TOP"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The program to follow.
    pub dialect: Dialect,
    /// 1 lists words and brackets after each row, 2 or more also traces reading and comparing.
    pub debug: i32,
    /// The error limit: the run ends at a message if more than this many came before it.
    pub max_error: i32,
    /// The length of the longest sentence in the second summary.
    pub cutoff: i32,
    /// False to compare spans only.
    pub labeled: bool,
    /// Labels of brackets and (EVALB only) tags of words that do not count.
    pub delete_label: Vec<Vec<u8>>,
    /// Tags of words that do not count for the length of a sentence.
    pub delete_label_for_length: Vec<Vec<u8>>,
    /// Tags of words that quote repair considers.
    pub quote_label: Vec<Vec<u8>>,
    /// Pairs of equal labels; not transitive.
    pub eq_label: Vec<(Vec<u8>, Vec<u8>)>,
    /// Pairs of equal words; not transitive.
    pub eq_word: Vec<(Vec<u8>, Vec<u8>)>,
    /// SPMRL `-X`: skipped sentences count as not parsed.
    pub count_skipped: bool,
    /// SPMRL `-V`: the title of the summary names the files.
    pub show_names: bool,
    /// SPMRL `-L` and `-l`: one line instead of the summaries.
    pub compact: Option<Compact>,
    /// SPMRL `-K`: the number of the last line to read. At least one line is read; -1 means all.
    pub last_line: i32,
}

impl Settings {
    /// Creates the settings of a run without options and parameter files.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            debug: 0,
            max_error: 10,
            cutoff: 40,
            labeled: true,
            delete_label: Vec::new(),
            delete_label_for_length: Vec::new(),
            quote_label: Vec::new(),
            eq_label: Vec::new(),
            eq_word: Vec::new(),
            count_skipped: false,
            show_names: false,
            compact: None,
            last_line: -1,
        }
    }

    /// Applies a parameter file: lists grow, scalars are replaced.
    pub fn apply(&mut self, file: ParamFile) {
        let ParamFile { debug, max_error, cutoff_len, labeled, .. } = file;
        self.debug = debug.unwrap_or(self.debug);
        self.max_error = max_error.unwrap_or(self.max_error);
        self.cutoff = cutoff_len.unwrap_or(self.cutoff);
        self.labeled = labeled.map_or(self.labeled, |value| value != 0);
        let ParamFile { delete_label, delete_label_for_length, quote_label, eq_label, eq_word, .. } = file;
        self.delete_label.extend(delete_label);
        self.delete_label_for_length.extend(delete_label_for_length);
        self.quote_label.extend(quote_label);
        self.eq_label.extend(eq_label);
        self.eq_word.extend(eq_word);
    }

    /// True if reading continues after this line (SPMRL `-K`).
    pub fn reads_on_after(&self, line: u64) -> bool {
        self.last_line == -1 || i128::from(line) < i128::from(self.last_line)
    }

    /// Returns the part of a label before its first `-` or `=` (SPMRL: also `#`).
    pub(super) fn cut<'label>(&self, label: &'label [u8]) -> &'label [u8] {
        let cuts = |&byte: &u8| match byte {
            b'-' | b'=' => true,
            b'#' => self.dialect == Dialect::Spmrl,
            _ => false,
        };
        &label[..label.iter().position(cuts).unwrap_or(label.len())]
    }

    /// True if the labels are identical or form an `EQ_LABEL` pair.
    pub(super) fn equal_labels(&self, left: &[u8], right: &[u8]) -> bool {
        left == right || is_pair(&self.eq_label, left, right)
    }

    /// True if the words are identical or form an `EQ_WORD` pair.
    pub(super) fn equal_words(&self, left: &[u8], right: &[u8]) -> bool {
        left == right || is_pair(&self.eq_word, left, right)
    }

    /// True if a bracket with this cut label equals this `DELETE_LABEL` value.
    pub(super) fn deletes(&self, value: &[u8], label: &[u8]) -> bool {
        let value = if self.dialect == Dialect::Spmrl { self.cut(value) } else { value };
        self.equal_labels(label, value)
    }

    /// True if a bracket with this cut label is deleted.
    pub(super) fn deletes_bracket(&self, label: &[u8]) -> bool {
        self.delete_label.iter().any(|value| self.deletes(value, label))
    }

    /// True if a word with this tag is deleted. The SPMRL variant keeps all words.
    pub(super) fn deletes_word(&self, tag: &[u8]) -> bool {
        self.dialect == Dialect::Evalb && contains(&self.delete_label, tag)
    }
}

/// True if the list contains exactly this item.
pub(super) fn contains(list: &[Vec<u8>], item: &[u8]) -> bool {
    list.iter().any(|value| value == item)
}

fn is_pair(pairs: &[(Vec<u8>, Vec<u8>)], left: &[u8], right: &[u8]) -> bool {
    pairs.iter().any(|(a, b)| (a == left && b == right) || (a == right && b == left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_by_dialect() {
        for (label, evalb, spmrl) in [
            ("NP-SBJ=1", "NP", "NP"),
            ("NP#x-1", "NP#x", "NP"),
            ("-NONE-", "", ""),
            ("A|B+C", "A|B+C", "A|B+C"),
        ] {
            assert_eq!(Settings::new(Dialect::Evalb).cut(label.as_bytes()), evalb.as_bytes());
            assert_eq!(Settings::new(Dialect::Spmrl).cut(label.as_bytes()), spmrl.as_bytes());
        }
    }

    #[test]
    fn equality_is_not_transitive() {
        let mut settings = Settings::new(Dialect::Evalb);
        settings.apply(ParamFile::parse(b"EQ_LABEL A B\nEQ_LABEL B C\nDELETE_LABEL A").0);
        for (left, right, equal) in [("A", "B", true), ("B", "A", true), ("C", "B", true), ("A", "C", false)]
        {
            assert_eq!(settings.equal_labels(left.as_bytes(), right.as_bytes()), equal, "{left} {right}");
        }
        assert!(
            settings.deletes_bracket(b"B") && !settings.deletes_bracket(b"C") && !settings.deletes_word(b"B")
        );
    }

    #[test]
    fn the_first_line_is_always_read() {
        for (last_line, read) in [(-2, 1), (0, 1), (1, 1), (2, 2), (7, 7), (-1, 50)] {
            let settings = Settings { last_line, ..Settings::new(Dialect::Spmrl) };
            let lines = (1..50).take_while(|&line| settings.reads_on_after(line)).count() + 1;
            assert_eq!(lines, read, "-K {last_line}");
        }
    }
}
