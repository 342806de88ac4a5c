//! Replies of language models: `repair` for one of them, `score_replies` and `ReplyScore` for many.

use pyo3::exceptions::{PyLookupError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use treescore::measure::Sum;
use treescore::read::{Corpus, Cut, ReadOptions};
use treescore::repair::{Remark, Step, asked_words};
use treescore::report::replies::{NamedReplies, ReplyReport};
use treescore::run::{ReplyNote, ReplySums};

use crate::call::name_of;
use crate::error;
use crate::figures::Figures;
use crate::records::{Records, strings};
use crate::run::{Job, carry_out};
use crate::score::{NOT_KEPT, Score};
use crate::setup::{Changes, Setup};
use crate::side::{Reading, Side, column};
use crate::tree::Tree;

/// Replies of a language model, repaired and scored. Prints as `treescore --input replies` does.
#[pyclass(frozen, module = "treescore", name = "ReplyScore")]
pub(crate) struct ReplyScore {
    on_all: Py<Score>,
    on_valid: Py<Score>,
    sums: ReplySums,
    notes: Vec<ReplyNote>,
}

impl ReplyScore {
    fn report(&self) -> ReplyReport {
        ReplyReport::from(&self.sums.counts)
    }

    /// Figures in the headline's average.
    fn figures(&self, sum: &Sum) -> Figures {
        Figures::of(sum, self.on_all.get().inner.setup.recipe.average)
    }
}

/// The record of one reply.
fn record<'py>(py: Python<'py>, note: &ReplyNote) -> PyResult<Bound<'py, PyAny>> {
    let steps = strings(py, note.steps.iter().map(|step: &Step| step.as_str()))?;
    let remarks = strings(py, note.remarks.iter().map(|remark: &Remark| remark.as_str()))?;
    let tree = note.tree.clone().map(Tree::from);
    let marks = (note.is_valid, note.is_balanced, note.is_faithful);
    Records::new(py)?.make("Repair", (tree, marks.0, marks.1, marks.2, steps, remarks))
}

/// A mapping that cannot be changed.
fn frozen(entries: Bound<'_, PyDict>) -> PyResult<Bound<'_, PyAny>> {
    entries.py().import("types")?.getattr("MappingProxyType")?.call1((entries,))
}

#[pymethods]
impl ReplyScore {
    #[getter]
    fn rates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.report();
        let rates = (found.valid.rate, found.balanced.rate, found.faithful.rate, found.tree.rate);
        Records::new(py)?.make("Rates", (found.replies, rates.0, rates.1, rates.2, rates.3))
    }

    /// How many replies needed each step of the ladder, in the order of the steps; those that none needed are left out.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let steps = PyDict::new(py);
        for NamedReplies { name, replies } in self.report().steps.into_iter().filter(|step| step.replies > 0)
        {
            steps.set_item(name, replies)?;
        }
        frozen(steps)
    }

    /// Replies that needed no repair.
    #[getter]
    fn on_valid(&self, py: Python<'_>) -> Py<Score> {
        self.on_valid.clone_ref(py)
    }

    /// Figures over the replies whose brackets match, whatever is wrapped around them.
    #[getter]
    fn on_balanced(&self) -> Figures {
        self.figures(&self.sums.balanced)
    }

    /// All replies, repaired; those without a tree are refused, and count as zero in `on_all.all_pairs`.
    #[getter]
    fn on_all(&self, py: Python<'_>) -> Py<Score> {
        self.on_all.clone_ref(py)
    }

    /// What became of each reply; of several samples, of the first.
    #[getter]
    fn repairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all: Vec<_> = self.notes.iter().map(|note| record(py, note)).collect::<PyResult<_>>()?;
        PyTuple::new(py, all)
    }

    /// If there are several replies for each sentence: figures over the best of them, all, and those that agree most.
    #[getter]
    fn samples<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(sums) = &self.sums.samples else { return Ok(None) };
        let samples = PyDict::new(py);
        for (name, sum) in [("best", &sums.best), ("mean", &sums.mean), ("majority", &sums.majority)] {
            samples.set_item(name, self.figures(sum))?;
        }
        frozen(samples).map(Some)
    }

    /// The JSON report of the replies, as `treescore --input replies --format json` writes it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.on_all.bind(py).call_method0("to_dict")
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.on_all.bind(py).str()
    }

    fn __repr__(&self) -> String {
        let found = self.report();
        format!("<ReplyScore {} replies, {} trees>", found.replies, found.tree.replies)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._html")?.call_method1("replies", (slf,))
    }
}

/// Turns a reply into a tree over the gold's words. Looks at the words of gold, never at its brackets.
#[pyfunction]
#[pyo3(signature = (reply, gold, /))]
pub(crate) fn repair<'py>(
    py: Python<'py>,
    reply: &str,
    gold: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let is_list = gold.is_instance_of::<pyo3::types::PyList>() || gold.is_instance_of::<PyTuple>();
    // A tree of NLTK is a list, too.
    let repaired = if is_list && gold.getattr_opt("label")?.is_none() {
        treescore::repair::repair(reply, &gold.extract::<Vec<String>>()?)
    } else {
        let gold = Tree::of(gold)?.0;
        treescore::repair::repair(reply, &asked_words(gold.arena(), gold.text(), |tag| gold.name(tag)))
    };
    record(py, &ReplyNote::from(repaired))
}

/// The setup of replies. Unless a recipe or a setup says otherwise, gold's tags decide which words are punctuation.
fn setup_of<'py>(measure: &Bound<'py, PyAny>, changes: Changes<'_, 'py>) -> PyResult<Setup> {
    let is_given = changes.recipe.is_some() || measure.is_instance_of::<Setup>();
    let inner = Setup::changed(measure, &Changes { settings: None, ..changes })?.inner().clone();
    let (punctuation, allowed) = (inner.recipe.punctuation, inner.input.allowed_repair());
    let mut inner = inner.for_replies(allowed);
    if is_given {
        inner.recipe.punctuation = punctuation;
    }
    let setup = Bound::new(measure.py(), Setup::from(inner))?.into_any();
    Setup::changed(&setup, &Changes { settings: changes.settings, ..Changes::default() })
}

/// Replies in memory as a file in memory, so that they are read as replies of files are: JSON lines.
fn held(given: &Bound<'_, PyAny>) -> PyResult<Corpus> {
    let wrong =
        |_| PyTypeError::new_err("a reply is a string or None; several for one sentence are a list of them");
    let list = column(given)?.unwrap_or_else(|| given.clone());
    let mut lines = Vec::new();
    for item in list.try_iter()? {
        let item = item?;
        let line = match item.extract::<Option<String>>() {
            Ok(reply) => serde_json::json!({ "reply": reply }),
            Err(_) => serde_json::json!({ "replies": item.extract::<Vec<Option<String>>>().map_err(wrong)? }),
        };
        lines.extend_from_slice(line.to_string().as_bytes());
        lines.push(b'\n');
    }
    let mut options = ReadOptions::default();
    options.details.cut = Some(Cut::Json);
    Ok(Corpus::held("replies", &lines).with_options(options))
}

/// Repairs replies of a language model, and scores their trees.
#[pyfunction]
#[pyo3(signature = (
    gold, replies, /, *, measure = None, recipe = None, settings = None, threads = None, progress = None
))]
pub(crate) fn score_replies<'py>(
    py: Python<'py>,
    gold: &Bound<'py, PyAny>,
    replies: &Bound<'py, PyAny>,
    measure: Option<&Bound<'py, PyAny>>,
    recipe: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<ReplyScore> {
    let default = PyString::new(py, "parseval").into_any();
    let setup = setup_of(measure.unwrap_or(&default), Changes { recipe, settings, pairing: None })?;
    let is_path = replies.is_instance_of::<PyString>() || replies.hasattr("__fspath__")?;
    let system = if is_path {
        Side::files(py, replies.extract()?, &Reading::default())?
    } else {
        Side::Files(held(replies)?)
    };
    let name = if is_path { name_of(replies)?.unwrap_or_default() } else { String::new() };
    let outcome = carry_out(
        py,
        Job {
            gold: Side::new(gold, &Reading::default(), "gold")?,
            systems: vec![(name.clone(), system)],
            setups: vec![setup.inner().clone()],
            gold_times: None,
            system_times: Vec::new(),
            facet: None,
            ids: None,
            keep_pairs: true,
            strict: false,
            threads,
            progress: progress.filter(|progress| !progress.is_none()),
        },
    )?;
    let mut score =
        outcome.scores.into_iter().next().ok_or_else(|| error::plain(py, "nothing was scored"))?;
    score.name.clone_from(&name);
    score.system.name = name;
    // Where no gold tree can be read, there are no words to look for in a reply.
    let sums = score.totals.replies.as_deref().cloned().unwrap_or_else(|| ReplySums::new(score.info()));
    let notes = outcome.replies;
    let refused = score.rows.as_ref().map(|rows| &rows.refused);
    let is_scored = |row: &usize| refused.is_some_and(|refused| !refused.contains_key(row));
    let valid: Vec<usize> = (0..notes.len()).filter(|&row| notes[row].is_valid).filter(is_scored).collect();
    let on_valid = score.of_pairs(&valid).ok_or_else(|| PyLookupError::new_err(NOT_KEPT))?;
    Ok(ReplyScore {
        on_valid: Score::make(py, on_valid, Vec::new(), None)?,
        on_all: Score::make(py, score, outcome.findings, outcome.source.map(|source| (source, 0)))?,
        sums,
        notes,
    })
}
