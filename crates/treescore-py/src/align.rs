//! `Alignment`: which sentences and words of two texts belong together.

use std::ops::ControlFlow;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple};
use treescore::align::text::Kind;
use treescore::measure::Index;
use treescore::prepare::Recipe;
use treescore::read::{Corpus, Units};
use treescore::report::aligned::TextReport;
use treescore::report::alignment::{AlignmentFormat, AlignmentWriter};
use treescore::report::model::{BothSides, UnpairedTrees};
use treescore::run::{Ask, Listed, ListedCell, ListedGroup, Plan, Rows, list};
use treescore::setup::{Pairing, Setup as Inner, TextAlignment};
use treescore::tree::TreeBuilder;

use crate::error;
use crate::records::{Records, strings};
use crate::run::rows_of;
use crate::score::style;
use crate::setup::{Changes, Setup};
use crate::side::{Reading, Side};
use crate::tree::text;

/// Which sentences and words of two texts belong together. Prints as `treescore align` does.
#[pyclass(frozen, module = "treescore", name = "Alignment", sequence)]
pub(crate) struct Alignment {
    groups: Vec<ListedGroup>,
    report: TextReport,
    unpaired: UnpairedTrees,
    tables: Vec<(&'static str, String)>,
}

/// The texts of a side as a corpus: a file, or trees in memory, one on each line.
fn corpus(py: Python<'_>, given: &Bound<'_, PyAny>, name: &str) -> PyResult<Corpus> {
    match Side::new(given, &Reading::default(), name)?.held(py, name)? {
        Side::Files(corpus) => Ok(corpus),
        Side::Units(..) | Side::Iterator(_) => Err(error::plain(py, "a side without trees")),
    }
}

fn cells<'py>(py: Python<'py>, records: &Records<'py>, all: &[ListedCell]) -> PyResult<Bound<'py, PyTuple>> {
    let cell = |cell: &ListedCell| {
        let words = |words: &[Vec<u8>]| strings(py, words.iter().map(|word| text(word)));
        records.make("Cell", (cell.kind.as_str(), words(&cell.gold)?, words(&cell.system)?))
    };
    PyTuple::new(py, all.iter().map(cell).collect::<PyResult<Vec<_>>>()?)
}

impl Alignment {
    fn record<'py>(py: Python<'py>, group: &ListedGroup) -> PyResult<Bound<'py, PyAny>> {
        let records = Records::new(py)?;
        let (gold, system) = (PyTuple::new(py, &group.gold)?, PyTuple::new(py, &group.system)?);
        records.make("AlignedPair", (gold, system, cells(py, &records, &group.cells)?))
    }

    fn write(&self, format: AlignmentFormat, is_shown: impl Fn(&ListedGroup) -> bool) -> String {
        let mut writer = AlignmentWriter::new(format, style());
        let mut out = writer.header();
        for group in self.groups.iter().filter(|group| is_shown(group)) {
            out += &text(&writer.group(group));
        }
        out + &writer.footer(&self.report, &self.unpaired, &self.tables)
    }
}

#[pymethods]
impl Alignment {
    #[getter]
    fn agreement<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let kinds = PyDict::new(py);
        for group in &self.groups {
            for cell in &group.cells {
                let kind = cell.kind.as_str();
                let known: u64 = kinds.get_item(kind)?.map_or(Ok(0), |count| count.extract())?;
                kinds.set_item(kind, known + 1)?;
            }
        }
        let (words, breaks) = (self.report.words.f1, self.report.breaks.f1);
        Records::new(py)?.make("Agreement", (self.report.coverage, words, breaks, kinds))
    }

    fn __len__(&self) -> usize {
        self.groups.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.groups.len() as isize;
        if let Ok(slice) = at.cast::<PySlice>() {
            let indices = slice.indices(length)?;
            let steps = (0..indices.slicelength as isize).map(|step| indices.start + step * indices.step);
            let chosen: Vec<_> =
                steps.map(|place| Self::record(py, &self.groups[place as usize])).collect::<PyResult<_>>()?;
            return PyList::new(py, chosen)?.into_bound_py_any(py);
        }
        let at: isize = at.extract()?;
        let place = if at < 0 { at + length } else { at };
        if !(0..length).contains(&place) {
            return Err(PyIndexError::new_err(format!("there are {length} pairs, but {at} was asked for")));
        }
        Self::record(py, &self.groups[place as usize])
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._iterate")?.getattr("by_position")?.call1((slf,))
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.write(AlignmentFormat::Json, |_| true),))
    }

    fn __str__(&self) -> String {
        let differs = |group: &ListedGroup| {
            group.gold.len() != 1
                || group.system.len() != 1
                || group.cells.iter().any(|cell| cell.kind != Kind::Same)
        };
        self.write(AlignmentFormat::Text, differs).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Alignment {} pairs>", self.groups.len())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._html")?.call_method1("alignment", (slf,))
    }
}

/// Aligns the texts of two sides whose words or sentence breaks differ.
#[pyfunction]
#[pyo3(signature = (gold, system, /, *, settings = None))]
pub(crate) fn align<'py>(
    py: Python<'py>,
    gold: &Bound<'py, PyAny>,
    system: &Bound<'py, PyAny>,
    settings: Option<&Bound<'py, PyAny>>,
) -> PyResult<Alignment> {
    let (gold, system) = (corpus(py, gold, "gold")?, corpus(py, system, "system")?);
    let mut base = Inner::named("parseval").map_err(|e| error::of_measure(py, &e))?;
    // Labels are not compared, so that trees without labels are as good as others.
    base.recipe = Recipe::aligned_rules().unlabeled();
    base.pairing = Pairing::Text(TextAlignment::default());
    let setup = Setup::from(base).into_bound_py_any(py)?;
    let changes = Changes { recipe: None, settings, pairing: None };
    let setup = Setup::changed(&setup, &changes)?.inner().clone();
    let (mut groups, mut failed, mut seen) = (Vec::new(), None, 0_u32);
    let mut each = |listed, _| {
        if let Listed::Group(group) = listed {
            groups.push(group);
        }
        seen += 1;
        if seen.is_multiple_of(256) {
            failed = Python::attach(|py| -> PyResult<()> { py.check_signals() }).err();
        }
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let listing =
        py.detach(|| list((&gold, &system), &setup, &mut each)).map_err(|e| error::of_open(py, &e))?;
    if let Some(error) = failed {
        return Err(error);
    }
    let both = |[gold, system]: [u64; 2]| BothSides { gold, system };
    let first = listing.first.as_ref();
    let first = first.map(|first| treescore::report::build::first_place([Some(&gold), Some(&system)], first));
    Ok(Alignment {
        groups,
        report: TextReport::of(&listing.text, first),
        unpaired: UnpairedTrees {
            unreadable: both(listing.unreadable),
            without_words: both(listing.without_words),
        },
        tables: setup.pairing.settings(Index::Free, false),
    })
}

/// Aligns two sequences of words by edit distance, as speech is scored.
#[pyfunction]
#[pyo3(signature = (gold, system, /, *, settings = None))]
pub(crate) fn align_words<'py>(
    py: Python<'py>,
    gold: Vec<String>,
    system: Vec<String>,
    settings: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let changes = Changes { recipe: None, settings, pairing: Some("utterances") };
    let setup = Setup::changed(PyString::new(py, "parseval").as_any(), &changes)?;
    let units = |words: &[String]| {
        let mut builder = TreeBuilder::new();
        builder.open("S");
        for word in words {
            builder.word("X", word);
        }
        let mut units = Units::new("");
        units.push_tree(&builder.finish());
        units
    };
    let mut plan = Plan::new(units(&gold).into(), vec![units(&system).into()], vec![setup.inner().clone()]);
    plan.ask = Ask { rows: Rows::All, cells: true, ..Ask::default() };
    let (_, rows) = rows_of(py, &plan)?;
    let row = rows.into_iter().next();
    if let Some(refusal) =
        row.as_ref().and_then(|row| row.refusal.as_ref()).filter(|_| !gold.is_empty() && !system.is_empty())
    {
        return Err(error::plain(py, refusal));
    }
    let word = |word: &String| vec![word.as_bytes().to_vec()];
    // A sentence without words is no tree, so that nothing is aligned.
    let found = row.and_then(|row| row.cells).filter(|_| !gold.is_empty() && !system.is_empty());
    let found = found.unwrap_or_else(|| {
        let only_gold =
            gold.iter().map(|one| ListedCell { kind: Kind::Gold, gold: word(one), system: Vec::new() });
        let only_system =
            system.iter().map(|one| ListedCell { kind: Kind::System, gold: Vec::new(), system: word(one) });
        only_gold.chain(only_system).collect()
    });
    let records = Records::new(py)?;
    PyList::new(py, cells(py, &records, &found)?.iter())?.into_bound_py_any(py)
}
