//! `sparseval`: files, units and their order (specification, section 1).

use super::columns::{AlignmentColumn, read_alignment};
use super::desk::{file_names, open, open_heads, open_params};
use super::names::Names;
use super::prune::Deletion;
use super::read::{Reader, SideTrees};
use super::report::Report;
use super::side::{ColumnSource, Pair, Scorer, SideCounts};
use super::spans::Labelling;
use super::tree_file::{BlankLines, ReadOptions, TreeFile};
use super::{Desk, Stop, put_all};
use treescore::prepare::heads::HeadFinder;
use treescore::tree::Which;

/// The settings of a run of `sparseval`. File names are bytes, as in the lists that contain them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line are")]
pub struct Settings {
    /// The file with the gold trees, or a list of files.
    pub gold: Vec<u8>,
    /// The file with the test trees, or a list of files.
    pub test: Vec<u8>,
    /// `-p`: the parameter file.
    pub params: Option<Vec<u8>>,
    /// `-h`: the head table; without one there are no dependencies.
    pub heads: Option<Vec<u8>>,
    /// `-a`: the alignment, or a list of alignments.
    pub alignment: Option<Vec<u8>>,
    /// `-l`: the files are lists of files.
    pub is_list: bool,
    /// `-b`: dependencies are matched without an alignment.
    pub is_bag: bool,
    /// `-c`: all trees of a file are one unit, a conversation side.
    pub is_side: bool,
    /// `-v`: prints a line for every unit.
    pub is_verbose: bool,
    /// `-z`: prints the parameters first.
    pub shows_params: bool,
    /// `-u`: labels do not count.
    pub labelling: Labelling,
}

/// Scores test trees against gold trees as SParseval does. The report is complete if there is no error;
/// anything printed before an error stays.
///
/// # Errors
/// The first fault of a file, or if the report cannot be written.
pub fn run(settings: &Settings, desk: &mut dyn Desk) -> Result<(), Stop> {
    let table = open_heads(desk, settings.heads.as_deref())?;
    let params = open_params(desk, settings.params.as_deref())?;
    let mut names = Names::new(&params);
    let finder = table.map(|table| HeadFinder::new(&table, &mut names.labels));
    let scorer = Scorer::new(&params, finder, settings.labelling);
    let mut report = Report::new(settings);
    let lists = Lists::open(settings, desk)?;
    if settings.shows_params {
        report.write_params(&params);
        report.print(desk)?;
    }
    let mut session = Session {
        settings,
        desk,
        names,
        scorer,
        report,
        reader: Reader::default(),
        gold: SideTrees::default(),
        test: SideTrees::default(),
        warnings: Vec::new(),
    };
    match lists {
        None => session.score_files(&settings.gold, &settings.test, settings.alignment.as_deref())?,
        Some(lists) => session.score_lists(&lists)?,
    }
    let Session { desk, mut report, .. } = session;
    report.write_totals();
    Ok(report.print(desk)?)
}

/// The lists of files.
struct Lists {
    gold: Vec<u8>,
    test: Vec<u8>,
    alignment: Option<Vec<u8>>,
}

impl Lists {
    fn open(settings: &Settings, desk: &mut dyn Desk) -> Result<Option<Self>, Stop> {
        if !settings.is_list {
            return Ok(None);
        }
        let gold = open(desk, &settings.gold)?;
        let test = open(desk, &settings.test)?;
        let alignment = settings.alignment.as_ref().map(|name| open(desk, name)).transpose()?;
        Ok(Some(Self { gold, test, alignment }))
    }
}

struct Session<'a> {
    settings: &'a Settings,
    desk: &'a mut dyn Desk,
    names: Names<'a>,
    scorer: Scorer<'a>,
    report: Report<'a>,
    reader: Reader,
    gold: SideTrees,
    test: SideTrees,
    warnings: Vec<u8>,
}

/// The bytes of the files that belong together, and the names of the two tree files.
struct Files<'f> {
    gold_name: &'f [u8],
    test_name: &'f [u8],
    gold: Vec<u8>,
    test: Vec<u8>,
}

impl Session<'_> {
    fn score_files(&mut self, gold: &[u8], test: &[u8], alignment: Option<&[u8]>) -> Result<(), Stop> {
        let gold_bytes = open(self.desk, gold)?;
        let test_bytes = open(self.desk, test)?;
        let files = Files { gold_name: gold, test_name: test, gold: gold_bytes, test: test_bytes };
        self.score_pair(&files, alignment)
    }

    /// Each file is opened right after its name is read, as in the original: it decides which error comes
    /// first.
    fn score_lists(&mut self, lists: &Lists) -> Result<(), Stop> {
        let Settings { gold: gold_list, test: test_list, alignment: alignment_list, .. } = self.settings;
        let mut tests = file_names(&lists.test);
        let mut alignments = lists.alignment.as_ref().map(|list| file_names(list));
        for gold_name in file_names(&lists.gold) {
            let gold = open(self.desk, gold_name)?;
            let test_name = tests.next().ok_or_else(|| mismatch(b"", gold_list, test_list))?;
            let test = open(self.desk, test_name)?;
            let short = || mismatch(b" (align)", gold_list, alignment_list.as_deref().unwrap_or_default());
            let alignment = alignments.as_mut().map(|names| names.next().ok_or_else(short)).transpose()?;
            self.score_pair(&Files { gold_name, test_name, gold, test }, alignment)?;
        }
        Ok(())
    }

    fn score_pair(&mut self, files: &Files<'_>, alignment: Option<&[u8]>) -> Result<(), Stop> {
        let columns = match alignment {
            None => None,
            Some(name) => Some(read_alignment(&open(self.desk, name)?, &mut self.names.words)?),
        };
        let is_early = alignment.is_some() || self.settings.is_bag;
        let options = ReadOptions {
            gold: files.gold_name,
            test: files.test_name,
            blank: BlankLines::ToTheEnd,
            deletion: if is_early { Deletion::On } else { Deletion::Off },
        };
        let mut gold = TreeFile::new(&files.gold, Which::Gold, options);
        let mut test = TreeFile::new(&files.test, Which::System, options);
        let is_side = alignment.is_some() || self.settings.is_side;
        loop {
            self.gold.clear();
            self.test.clear();
            if is_side {
                gold.read_all(&mut self.reader, &mut self.names, &mut self.gold)?;
            } else {
                gold.read_one(&mut self.reader, &mut self.names, &mut self.gold)?;
            }
            if !self.gold.has_tree() {
                return Ok(());
            }
            if is_side {
                test.read_all(&mut self.reader, &mut self.names, &mut self.test)?;
            } else {
                test.read_one(&mut self.reader, &mut self.names, &mut self.test)?;
            }
            if !self.test.has_tree() {
                return Err(mismatch(b" (files)", files.gold_name, files.test_name));
            }
            self.score_unit(files, columns.as_deref())?;
        }
    }

    fn score_unit(&mut self, files: &Files<'_>, columns: Option<&[AlignmentColumn]>) -> Result<(), Stop> {
        let mut pair = Pair {
            gold: &mut self.gold,
            test: &mut self.test,
            gold_name: files.gold_name,
            test_name: files.test_name,
            number: self.report.units(),
        };
        let columns = match columns {
            Some(columns) => ColumnSource::Given(columns),
            None if self.settings.is_bag => ColumnSource::None,
            None => ColumnSource::Gold,
        };
        self.warnings.clear();
        let scored = self.scorer.score(&mut pair, columns, &mut self.names, &mut self.warnings);
        if !self.warnings.is_empty() {
            self.desk.warn(&self.warnings)?;
        }
        let counts: SideCounts = scored?;
        self.report.add(&counts);
        Ok(self.report.print(self.desk)?)
    }
}

fn mismatch(what: &[u8], gold: &[u8], other: &[u8]) -> Stop {
    let mut message = Vec::new();
    put_all(&mut message, &[b"file length mismatch", what, b": ", gold, b" ", other, b"\n"]);
    Stop::Message(message)
}
