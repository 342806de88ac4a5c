//! `Report`: several systems, several measures, one gold; and the functions `report` and `compare`.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyLookupError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString, PyTuple};
use treescore::front::SystemScore;
use treescore::report::baselines::BaselineReport;
use treescore::report::{FindingReport, Format};
use treescore::run::{Input, Plan};

use crate::arrow::{self, Column};
use crate::call::{Call, systems};
use crate::comparison::{AskedComparison, Comparison};
use crate::figures::Figures;
use crate::page::Page;
use crate::question::threads_for;
use crate::records::strings;
use crate::score::{Score, render_scores, to_json};
use crate::setup::Changes;
use crate::side::Reading;
use crate::{baselines, error, statistics};

/// Several systems, several measures, one gold: all its scores, system by system. Read in one pass.
#[pyclass(frozen, module = "treescore", name = "Report", sequence)]
pub(crate) struct Report {
    scores: Vec<Py<Score>>,
    systems: Vec<String>,
    measures: Vec<String>,
    findings: Arc<Vec<FindingReport>>,
    baselines: Option<BaselineReport>,
}

impl Report {
    fn inner(&self, at: usize) -> &SystemScore {
        &self.scores[at].get().inner
    }

    fn all(&self) -> Vec<&SystemScore> {
        (0..self.scores.len()).map(|at| self.inner(at)).collect()
    }

    fn render(&self, py: Python<'_>, format: Format) -> PyResult<String> {
        render_scores(py, &self.all(), self.measures.len(), (format, &self.findings, self.baselines.as_ref()))
    }

    /// Scores baselines of the same gold by the same measures.
    fn with_baselines(self, py: Python<'_>, threads: Option<usize>) -> PyResult<Self> {
        let Some((source, _)) = self.scores.first().and_then(|score| score.get().source()) else {
            return Err(PyLookupError::new_err(
                "baselines are made of gold trees, which came from an iterator: give a file or a list",
            ));
        };
        let gold = Input { times: source.gold_times.clone(), ..source.gold.input() };
        let setups = (0..self.measures.len()).map(|at| self.inner(at).setup.clone()).collect();
        let mut plan = Plan::new(gold, Vec::new(), setups);
        plan.threads = threads_for(py, threads, &plan)?;
        let found = baselines::find(py, plan, None, statistics::seed(py, None)?)?;
        Ok(Self { baselines: Some(found), ..self })
    }

    fn find(&self, system: &str, measure: Option<&str>) -> PyResult<usize> {
        let at = self.systems.iter().position(|known| known == system).ok_or_else(|| {
            PyKeyError::new_err(format!(
                "there is no system {system:?}; there are: {}",
                self.systems.join(", ")
            ))
        })?;
        Ok(at * self.measures.len() + self.measure(measure)?)
    }

    fn measure(&self, name: Option<&str>) -> PyResult<usize> {
        let Some(name) = name else { return Ok(0) };
        self.measures.iter().position(|known| known == name).ok_or_else(|| {
            PyKeyError::new_err(format!(
                "there is no measure {name:?}; there are: {}",
                self.measures.join(", ")
            ))
        })
    }

    fn compare_by(
        &self,
        py: Python<'_>,
        measure: Option<&str>,
        asked: &AskedComparison,
    ) -> PyResult<Comparison> {
        let at = self.measure(measure)?;
        let score = |system: usize| Arc::clone(&self.scores[system * self.measures.len() + at].get().inner);
        let scores: Vec<Arc<SystemScore>> = (0..self.systems.len()).map(score).collect();
        Comparison::new(py, &scores, asked)
    }
}

#[pymethods]
impl Report {
    #[getter]
    fn systems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        strings(py, &self.systems)
    }

    #[getter]
    fn measures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        strings(py, &self.measures)
    }

    /// The baselines, if they were asked for.
    #[getter]
    fn baselines<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(found) = &self.baselines else { return Ok(None) };
        let setups: Vec<_> = (0..self.measures.len()).map(|at| self.inner(at).setup.clone()).collect();
        let answer = baselines::answer(&setups, found.clone());
        py.import("treescore._answers")?.getattr("Baselines")?.call1(answer).map(Some)
    }

    fn __len__(&self) -> usize {
        self.scores.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let one = |at: usize| self.scores[at].clone_ref(py).into_bound_py_any(py);
        if let Ok(name) = at.cast::<PyString>() {
            return one(self.find(name.to_str()?, None)?);
        }
        if let Ok((system, measure)) = at.extract::<(String, String)>() {
            return one(self.find(&system, Some(&measure))?);
        }
        let length = self.scores.len() as isize;
        if let Ok(slice) = at.cast::<PySlice>() {
            let indices = slice.indices(length)?;
            let steps = (0..indices.slicelength as isize).map(|step| indices.start + step * indices.step);
            let chosen: Vec<_> = steps.map(|place| one(place as usize)).collect::<PyResult<_>>()?;
            return PyList::new(py, chosen)?.into_bound_py_any(py);
        }
        let at: isize = at.extract()?;
        let place = if at < 0 { at + length } else { at };
        if !(0..length).contains(&place) {
            return Err(PyIndexError::new_err(format!("there are {length} scores, but {at} was asked for")));
        }
        one(place as usize)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._iterate")?.getattr("by_position")?.call1((slf,))
    }

    /// Which differences are real, without scoring again.
    #[pyo3(signature = (
        *, measure = None, figures = None, reference = None, pairwise = false, shuffles = 10_000, resamples = 1000,
        level = 0.95, seed = None, threads = None
    ))]
    fn compare(
        &self,
        py: Python<'_>,
        measure: Option<&str>,
        figures: Option<Vec<String>>,
        reference: Option<String>,
        pairwise: bool,
        shuffles: u64,
        resamples: u64,
        level: f64,
        seed: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<Comparison> {
        let asked =
            AskedComparison { figures, reference, pairwise, shuffles, resamples, level, seed, threads };
        self.compare_by(py, measure, &asked)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.render(py, Format::Json)?,))
    }

    #[pyo3(signature = (*, indent = None))]
    fn to_json<'py>(&self, py: Python<'py>, indent: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        to_json(py, &self.to_dict(py)?, indent)
    }

    fn to_markdown(&self, py: Python<'_>) -> PyResult<String> {
        self.render(py, Format::Markdown)
    }

    fn to_latex(&self, py: Python<'_>) -> PyResult<String> {
        self.render(py, Format::Latex)
    }

    fn to_csv(&self, py: Python<'_>) -> PyResult<String> {
        self.render(py, Format::Csv)
    }

    /// The report as one page with charts and trees, written to a file if there is a path.
    #[pyo3(signature = (path = None, /, *, sentences = Some(20_000)))]
    fn to_html<'py>(
        &self,
        py: Python<'py>,
        path: Option<PathBuf>,
        sentences: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let of_systems = self.scores.iter().step_by(self.measures.len().max(1));
        let sources = of_systems.map(|score| score.get().source());
        Page::new(self.all(), sources, &self.findings, sentences).write(py, path)
    }

    /// One row per system and average; measures side by side in columns `measure.figure`.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("to_pandas", (slf,))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        let averages: [(&str, fn(&SystemScore) -> Figures); 3] = [
            ("corpus", |score| Figures::of(&score.totals.all_scored(), treescore::prepare::Average::Corpus)),
            ("sentence_mean", |score| {
                Figures::of(&score.totals.all_scored(), treescore::prepare::Average::Sentence)
            }),
            ("all_pairs", |score| {
                Figures::of(&score.totals.all_pairs(), treescore::prepare::Average::Corpus)
            }),
        ];
        let rows: Vec<(usize, usize)> = (0..self.systems.len())
            .flat_map(|system| (0..averages.len()).map(move |average| (system, average)))
            .collect();
        let systems = rows.iter().map(|&(system, _)| Some(self.systems[system].clone())).collect();
        let names = rows.iter().map(|&(_, average)| Some(averages[average].0.to_owned())).collect();
        let mut columns =
            vec![("system".to_owned(), Column::Texts(systems)), ("average".to_owned(), Column::Texts(names))];
        for (at, measure) in self.measures.iter().enumerate() {
            let info = self.inner(at).info();
            for figure in info.figures {
                let value = |&(system, average): &(usize, usize)| {
                    let score = self.inner(system * self.measures.len() + at);
                    (averages[average].1)(score)
                        .defined()
                        .find(|(key, _)| *key == figure.key)
                        .map(|(_, value)| value)
                };
                columns.push((
                    format!("{measure}.{}", figure.key),
                    Column::Numbers(rows.iter().map(value).collect()),
                ));
            }
        }
        arrow::export(py, arrow::table(columns)?)
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        if self.systems != other.systems || self.measures != other.measures {
            return Err(error::make(
                py,
                "SetupMismatch",
                ("reports of different systems or measures do not add up",),
            ));
        }
        let mut scores = Vec::new();
        for (own, more) in self.scores.iter().zip(&other.scores) {
            let mut sum = (*own.get().inner).clone();
            sum.merge(&more.get().inner).map_err(|e| error::of_sum(py, &e))?;
            scores.push(Score::make(py, sum, Vec::new(), None)?);
        }
        let (systems, measures) = (self.systems.clone(), self.measures.clone());
        Self { scores, systems, measures, findings: Arc::default(), baselines: None }.into_py_any(py)
    }

    fn __radd__(slf: Py<Self>, py: Python<'_>, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        if other.extract::<i64>().is_ok_and(|number| number == 0) {
            return slf.into_any();
        }
        py.NotImplemented()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<Py<Score>>, Vec<String>, Vec<String>))> {
        let restore = py.import("treescore._core")?.getattr("_report_of_scores")?;
        let scores = self.scores.iter().map(|score| score.clone_ref(py)).collect();
        Ok((restore, (scores, self.systems.clone(), self.measures.clone())))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.render(py, Format::Table)?.trim_end().to_owned())
    }

    fn __repr__(&self) -> String {
        format!("<Report {}; {}>", self.systems.join(", "), self.measures.join(", "))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._html")?.call_method1("report", (slf,))
    }
}

/// The report that pickling stored.
#[pyfunction]
pub(crate) fn _report_of_scores(
    scores: Vec<Py<Score>>,
    systems: Vec<String>,
    measures: Vec<String>,
) -> PyResult<Report> {
    if scores.len() != systems.len() * measures.len() {
        return Err(PyLookupError::new_err("not a pickled report"));
    }
    Ok(Report { scores, systems, measures, findings: Arc::default(), baselines: None })
}

/// Scores several systems by several measures; gold and each system are read once.
#[pyfunction]
#[pyo3(signature = (
    gold, systems, /, *, measures = None, recipe = None, settings = None, pairing = None, gold_times = None,
    system_times = None, by = None, ids = None, baselines = false, keep_pairs = true, strict = false, threads = None,
    progress = None, input = None, encoding = None, nbest = None, skip = None
))]
pub(crate) fn report<'py>(
    py: Python<'py>,
    gold: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = keep)] systems: Bound<'py, PyAny>,
    measures: Option<Vec<Bound<'py, PyAny>>>,
    recipe: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyAny>>,
    pairing: Option<&str>,
    gold_times: Option<&Bound<'py, PyAny>>,
    system_times: Option<&Bound<'py, PyAny>>,
    by: Option<&str>,
    ids: Option<&Bound<'py, PyAny>>,
    baselines: bool,
    keep_pairs: bool,
    strict: bool,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
    input: Option<&str>,
    encoding: Option<&str>,
    nbest: Option<&str>,
    skip: Option<Vec<String>>,
) -> PyResult<Report> {
    let reading = Reading::new(py, input, encoding, nbest, skip)?;
    let progress = progress.filter(|progress| !progress.is_none());
    let changes = Changes { recipe, settings, pairing };
    let call = Call { changes, gold_times, by, ids, keep_pairs, strict, threads, progress, reading };
    let measures = measures.unwrap_or_else(|| vec![PyString::new(py, "parseval").into_any()]);
    let report = make(py, call, gold, (&systems, system_times), &measures)?;
    if baselines { report.with_baselines(py, threads) } else { Ok(report) }
}

/// Takes an argument as it is.
#[expect(clippy::unnecessary_wraps, reason = "what PyO3 wants")]
fn keep<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    Ok(given.clone())
}

fn make<'py>(
    py: Python<'py>,
    call: Call<'_, 'py>,
    gold: &Bound<'py, PyAny>,
    (given, times): (&Bound<'py, PyAny>, Option<&Bound<'py, PyAny>>),
    measures: &[Bound<'py, PyAny>],
) -> PyResult<Report> {
    let systems = systems(given, times)?;
    let names: Vec<String> = systems.iter().map(|(name, ..)| name.clone()).collect();
    if let Some(at) = (0..names.len()).find(|&at| names[..at].contains(&names[at])) {
        return Err(error::plain(
            py,
            format!("two systems are called {}: give a mapping from names to systems", names[at]),
        ));
    }
    let outcome = call.run(gold, &systems, measures)?;
    let width = measures.len();
    let mut scores = Vec::new();
    for (at, mut score) in outcome.scores.into_iter().enumerate() {
        let system = at / width;
        score.name.clone_from(&names[system]);
        score.system.name.clone_from(&names[system]);
        let own = |finding: &&FindingReport| finding.system.is_none_or(|number| number == system);
        let findings = outcome.findings.iter().filter(own).cloned().collect();
        scores.push(Score::make(py, score, findings, outcome.source.clone().map(|source| (source, system)))?);
    }
    let measures = scores.iter().take(width).map(|score| score.get().inner.info().name.to_owned()).collect();
    Ok(Report { scores, systems: names, measures, findings: Arc::new(outcome.findings), baselines: None })
}

/// `report(...).compare(...)` in one call.
#[pyfunction]
#[pyo3(signature = (
    gold, systems, /, *, measure = None, recipe = None, settings = None, pairing = None, figures = None,
    reference = None, pairwise = false, shuffles = 10_000, resamples = 1000, level = 0.95, seed = None,
    threads = None, progress = None
))]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    gold: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = keep)] systems: Bound<'py, PyAny>,
    measure: Option<Bound<'py, PyAny>>,
    recipe: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyAny>>,
    pairing: Option<&str>,
    figures: Option<Vec<String>>,
    reference: Option<String>,
    pairwise: bool,
    shuffles: u64,
    resamples: u64,
    level: f64,
    seed: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Comparison> {
    let call = Call {
        changes: Changes { recipe, settings, pairing },
        gold_times: None,
        by: None,
        ids: None,
        keep_pairs: true,
        strict: false,
        threads,
        progress: progress.filter(|progress| !progress.is_none()),
        reading: Reading::default(),
    };
    let measure = measure.unwrap_or_else(|| PyString::new(py, "parseval").into_any());
    let report = make(py, call, gold, (&systems, None), &[measure])?;
    let asked = AskedComparison { figures, reference, pairwise, shuffles, resamples, level, seed, threads };
    report.compare_by(py, None, &asked)
}
