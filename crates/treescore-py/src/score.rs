//! `Score`: what one system gets by one measure; and the function `score`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyLookupError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use treescore::front::{PairNames, PairRows, SystemScore};
use treescore::measure::{Bins, Facet};
use treescore::prepare::Average;
use treescore::report::baselines::BaselineReport;
use treescore::report::model::Reason;
use treescore::report::{FindingReport, Format, Style, render};
use treescore::run::{KeptFigures, Statistics};
use treescore::stats::Over;

use crate::call::{Call, name_of};
use crate::diff::Diff;
use crate::figures::Figures;
use crate::page::Page;
use crate::records::{Records, name, of_name, strings};
use crate::run::Source;
use crate::setup::{Changes, Setup};
use crate::side::Reading;
use crate::table::PairTable;
use crate::{advice, error, findings, statistics, warm};

/// What one system gets by one measure. Its own figures are those of the headline average. Immutable and picklable;
/// scores of parts of a corpus add up to the score of the whole.
#[pyclass(frozen, extends = Figures, module = "treescore", name = "Score")]
pub(crate) struct Score {
    pub(crate) inner: Arc<SystemScore>,
    pub(crate) findings: Arc<Vec<FindingReport>>,
    /// Where the trees came from, and which of the systems this is.
    source: Option<(Arc<Source>, usize)>,
}

/// How texts for people are rendered.
pub(crate) fn style() -> Style {
    Style { advice: advice::render, ..Style::default() }
}

pub(crate) const NOT_KEPT: &str = "the score keeps no pairs: it was made with keep_pairs=False";

impl Score {
    pub(crate) fn make(
        py: Python<'_>,
        inner: SystemScore,
        findings: Vec<FindingReport>,
        source: Option<(Arc<Source>, usize)>,
    ) -> PyResult<Py<Self>> {
        let headline = Figures::of(&inner.totals.all_scored(), inner.setup.recipe.average);
        let score = Self { inner: Arc::new(inner), findings: Arc::new(findings), source };
        Py::new(py, PyClassInitializer::from(headline).add_subclass(score))
    }

    /// Where the trees came from, and which of the systems this is.
    pub(crate) fn source(&self) -> Option<(&Arc<Source>, usize)> {
        self.source.as_ref().map(|(source, system)| (source, *system))
    }

    fn rows(&self) -> PyResult<&PairRows> {
        self.inner.rows.as_ref().ok_or_else(|| PyLookupError::new_err(NOT_KEPT))
    }

    /// The score as a report of its own.
    fn render(&self, py: Python<'_>, format: Format) -> PyResult<String> {
        render_scores(py, &[&self.inner], 1, (format, &self.findings, None))
    }

    /// The position of a figure by name; without one, that of the headline.
    pub(crate) fn figure(&self, py: Python<'_>, name: Option<&str>) -> PyResult<usize> {
        find_figure(py, &self.inner, name)
    }
}

/// The position of a figure of a score's measure by name; without one, that of the headline.
pub(crate) fn find_figure(py: Python<'_>, score: &SystemScore, name: Option<&str>) -> PyResult<usize> {
    let info = score.info();
    let Some(name) = name else { return Ok(0) };
    info.figure(name).ok_or_else(|| {
        let known: Vec<String> = info.figures.iter().map(|figure| figure.key.to_owned()).collect();
        let message = format!("{} has no figure `{name}`; there are: {}", info.name, known.join(", "));
        error::setting(py, &message, "figure", Some(name), known)
    })
}

/// Renders scores as the command line does.
pub(crate) fn render_scores(
    py: Python<'_>,
    scores: &[&SystemScore],
    setups: usize,
    (format, findings, baselines): (Format, &[FindingReport], Option<&BaselineReport>),
) -> PyResult<String> {
    let is_for_people = matches!(format, Format::Table | Format::Markdown | Format::Latex);
    let figures = if is_for_people { KeptFigures::Headline } else { KeptFigures::All };
    let asked: Statistics = statistics::of_reports(py, figures)?;
    Ok(py.detach(|| {
        let mut report = SystemScore::report(scores, setups, Some(&asked));
        report.findings = findings.to_vec();
        report.baselines = baselines.cloned();
        render(&report, format, &style())
    }))
}

/// The average in which a figure is shown: the headline's, unless the figure has no mean.
pub(crate) fn average_of(score: &SystemScore, figure: usize) -> Average {
    if score.info().figures[figure].has_mean { score.setup.recipe.average } else { Average::Corpus }
}

fn reason<'py>(py: Python<'py>, records: &Records<'py>, reason: &Reason) -> PyResult<Bound<'py, PyAny>> {
    let number = reason.first.strip_prefix("pair ").and_then(|number| number.parse::<u64>().ok());
    let first = match number {
        Some(number) => number.into_bound_py_any(py)?,
        None => reason.first.as_str().into_bound_py_any(py)?,
    };
    records.make("Reason", (reason.why.as_str(), reason.pairs, first, reason.note.as_deref()))
}

/// A breakdown as records.
fn groups<'py>(py: Python<'py>, score: &SystemScore, facet: &Facet) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let records = Records::new(py)?;
    let breakdown = py.detach(|| score.breakdown(facet));
    let Some(breakdown) = breakdown else {
        let name = facet.name();
        let why = if facet.is_item_facet() {
            format!("the score has no breakdown by {name}: score(…, by=\"{name}\") makes it")
        } else {
            NOT_KEPT.to_owned()
        };
        return Err(PyLookupError::new_err(why));
    };
    let info = score.info();
    let group = |group: treescore::report::model::Group| {
        let scores = group.scores;
        let corpus = Figures::new(info, scores.corpus, scores.counts.clone());
        let has_means = !scores.sentence_mean.is_empty();
        let pairs = info.field("pairs").and_then(|at| scores.counts.get(at)).copied();
        let mean = has_means.then(|| Figures::new(info, scores.sentence_mean, scores.counts));
        let instead: Vec<(String, u64)> =
            group.relabelled.into_iter().map(|other| (other.label, other.brackets)).collect();
        let instead = PyTuple::new(py, instead)?;
        records.make("Group", (group.name, pairs.filter(|_| has_means), corpus, mean, instead))
    };
    breakdown.groups.into_iter().map(group).collect()
}

#[pymethods]
impl Score {
    /// Name of the system, if it has one.
    #[getter]
    fn system(&self) -> Option<&str> {
        Some(self.inner.name.as_str()).filter(|name| !name.is_empty())
    }

    #[getter]
    fn measure(&self) -> &'static str {
        self.inner.info().name
    }

    #[getter]
    fn setup(&self) -> Setup {
        self.inner.setup.clone().into()
    }

    /// How the numbers were made, with the number of pairs; for a footnote.
    #[getter]
    fn signature(&self) -> String {
        self.inner.signature().to_string()
    }

    /// Which average the headline is.
    #[getter]
    fn average(&self) -> &'static str {
        self.inner.setup.recipe.average.as_str()
    }

    /// Read off the summed counts of the scored pairs.
    #[getter]
    fn corpus(&self) -> Figures {
        Figures::of(&self.inner.totals.all_scored(), Average::Corpus)
    }

    /// Means of the pairs' figures, over the scored pairs.
    #[getter]
    fn sentence_mean(&self) -> Figures {
        Figures::of(&self.inner.totals.all_scored(), Average::Sentence)
    }

    /// As `corpus`, refused pairs counted as if the system had found nothing. Compare systems by this.
    #[getter]
    fn all_pairs(&self) -> Figures {
        Figures::of(&self.inner.totals.all_pairs(), Average::Corpus)
    }

    #[getter]
    fn all_pairs_sentence_mean(&self) -> Figures {
        Figures::of(&self.inner.totals.all_pairs(), Average::Sentence)
    }

    /// As `corpus`, pairs of at most `setup.settings["cutoff"]` words; `None` if no pair is longer.
    #[getter]
    fn within_cutoff(&self) -> Option<Figures> {
        (self.inner.totals.scored_beyond > 0).then(|| Figures::of(&self.inner.totals.within, Average::Corpus))
    }

    #[getter]
    fn coverage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (records, coverage) = (Records::new(py)?, &self.inner.coverage);
        let list = |all: &[Reason]| -> PyResult<Bound<'py, PyTuple>> {
            let all: Vec<_> = all.iter().map(|one| reason(py, &records, one)).collect::<PyResult<_>>()?;
            PyTuple::new(py, all)
        };
        let reasons = (list(&coverage.reasons)?, list(&coverage.notes)?);
        records.make("Coverage", (coverage.read, coverage.scored, coverage.refused, reasons.0, reasons.1))
    }

    /// What was noticed about the input.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let records = Records::new(py)?;
        let finding = |finding: &FindingReport| {
            let help = strings(py, &finding.help)?;
            let FindingReport { id, severity, side, count, of, first, message, .. } = finding;
            let fields = (
                id.as_str(),
                severity.as_str(),
                *side,
                *count,
                *of,
                first.as_deref(),
                message.as_str(),
                help,
            );
            records.make("Finding", fields)
        };
        let all: Vec<_> = self.findings.iter().map(finding).collect::<PyResult<_>>()?;
        PyTuple::new(py, all)
    }

    /// The pairs that could not be scored.
    #[getter]
    fn refused<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (records, rows) = (Records::new(py)?, self.rows()?);
        let mut all = Vec::new();
        for (&row, refused) in &rows.refused {
            let error = match &refused.fault {
                None => py.None().into_bound(py),
                Some(fault) => {
                    let is_gold = fault.side == "gold";
                    let file = if is_gold {
                        self.inner.files.first().cloned()
                    } else {
                        self.system().map(ToOwned::to_owned)
                    };
                    let file = file.filter(|_| {
                        self.source.as_ref().is_some_and(|(source, at)| source.is_file(is_gold, *at))
                    });
                    let tree = rows.rows.gold(row).start + 1;
                    let error = error::of_fault(py, fault, file.as_deref(), Some(tree));
                    error.into_value(py).into_bound(py).into_any()
                }
            };
            let pair = name(py, &rows.names.get(row))?;
            let fields = (
                pair,
                refused.kind.as_str(),
                refused.why.as_str(),
                refused.gold_line,
                refused.system_line,
                error,
            );
            all.push(records.make("Refused", fields)?);
        }
        Ok(all)
    }

    /// Every pair. Raises `LookupError` if the score was made with `keep_pairs=False`.
    #[getter]
    fn pairs(&self) -> PyResult<PairTable> {
        let rows = 0..self.rows()?.len();
        Ok(PairTable::new(Arc::clone(&self.inner), rows.collect()))
    }

    /// Broken down by length or file, or by keys of your own, one for each pair. `label` and `type` must be asked for when
    /// scoring: `score(..., by="label")`.
    #[pyo3(signature = (facet, /, *, bins = None))]
    fn by<'py>(
        &self,
        py: Python<'py>,
        facet: &Bound<'py, PyAny>,
        bins: Option<Vec<u32>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let Ok(text) = facet.cast::<PyString>() else {
            if bins.is_some() {
                return Err(PyTypeError::new_err("bins are for \"length\" and \"max-length\""));
            }
            return self.by_keys(facet);
        };
        let by_name = text.to_str()?;
        let is_length = matches!(by_name, "length" | "max-length");
        if bins.is_some() && !is_length {
            return Err(PyTypeError::new_err("bins are for \"length\" and \"max-length\""));
        }
        if bins.as_ref().is_some_and(|bins| !bins.is_sorted_by(|a, b| a < b) || bins.first() == Some(&0)) {
            return Err(pyo3::exceptions::PyValueError::new_err("bins must be increasing numbers above 0"));
        }
        let bins = bins.map_or_else(Bins::default, Bins);
        let facet = match by_name {
            "length" => Facet::Length(bins),
            "max-length" => Facet::MaxLength(bins),
            "label" => Facet::Label,
            "label-pairs" => Facet::LabelPairs,
            "type" => Facet::Type,
            "file" => Facet::File,
            other => {
                let known = ["length", "max-length", "label", "label-pairs", "type", "file"]
                    .map(ToOwned::to_owned)
                    .to_vec();
                let message = format!("there is no breakdown by `{other}`; there are: {}", known.join(", "));
                return Err(error::setting(py, &message, "facet", Some(other), known));
            }
        };
        groups(py, &self.inner, &facet)
    }

    /// Bootstrap over pairs. The same digits on any number of threads and machines.
    #[pyo3(signature = (figure = None, /, *, all_pairs = false, level = 0.95, resamples = 1000, seed = None))]
    fn interval<'py>(
        &self,
        py: Python<'py>,
        figure: Option<&str>,
        all_pairs: bool,
        level: f64,
        resamples: u64,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.rows()?;
        let settings = statistics::settings(py, level, resamples, 10_000, seed)?;
        let at = self.figure(py, figure)?;
        let over = if all_pairs { Over::All } else { Over::Scored };
        let average = average_of(&self.inner, at);
        let found = py.detach(|| self.inner.interval(at, average, over, &settings));
        let Some(found) = found else {
            let name = self.inner.info().figures[at].key;
            return Err(PyLookupError::new_err(format!(
                "{name} is not a quotient of counts, so that it has no interval"
            )));
        };
        let ends = (found.ends.map(|(low, _)| low), found.ends.map(|(_, high)| high));
        Records::new(py)?.make("Interval", (found.value, ends.0, ends.1, level, resamples, settings.seed))
    }

    /// What became of each bracket of a pair. The trees are taken from where they came from: lists are remembered, files
    /// read again; an iterator cannot be, and raises `LookupError`.
    #[pyo3(signature = (pair, /))]
    fn diff(&self, py: Python<'_>, pair: &Bound<'_, PyAny>) -> PyResult<Diff> {
        let rows = self.rows()?;
        let wanted = of_name(pair)?;
        let row = rows.names.find(&wanted).filter(|&row| row < rows.len());
        let row = row.ok_or_else(|| PyLookupError::new_err(format!("there is no pair {wanted}")))?;
        let Some((source, system)) = &self.source else {
            return Err(PyLookupError::new_err(
                "the trees came from an iterator, or the score was added up or unpickled: use treescore.diff",
            ));
        };
        Diff::of_pair(py, &self.inner, (source, *system), row)
    }

    /// Defined figures as one flat dictionary, for loggers: `{"f1": 0.95, "all_pairs.f1": 0.94, …}`.
    #[pyo3(signature = (prefix = "", /))]
    fn flat<'py>(slf: &Bound<'py, Self>, prefix: &str) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(slf.py());
        for (key, value) in slf.as_super().get().defined() {
            all.set_item(format!("{prefix}{key}"), value)?;
        }
        let score = slf.get();
        let averages = [("sentence_mean", score.sentence_mean()), ("all_pairs", score.all_pairs())];
        for (average, figures) in averages {
            for (key, value) in figures.defined() {
                all.set_item(format!("{prefix}{average}.{key}"), value)?;
            }
        }
        Ok(all)
    }

    /// The JSON report of this system, as `treescore --format json` writes it.
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

    /// The score as a page with charts and trees, written to a file if there is a path.
    #[pyo3(signature = (path = None, /, *, sentences = Some(20_000)))]
    fn to_html<'py>(
        &self,
        py: Python<'py>,
        path: Option<PathBuf>,
        sentences: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sources = std::iter::once(self.source());
        Page::new(vec![&self.inner], sources, &self.findings, sentences).write(py, path)
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let mut sum = (*self.inner).clone();
        let more = Arc::clone(&other.get().inner);
        py.detach(|| sum.merge(&more)).map_err(|e| error::of_sum(py, &e))?;
        if sum.name != other.get().inner.name {
            sum.name = String::new();
        }
        Ok(Self::make(py, sum, Vec::new(), None)?.into_any())
    }

    /// So that `sum(scores)` works; the only number that can be added is 0.
    fn __radd__(slf: Py<Self>, py: Python<'_>, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        if other.extract::<i64>().is_ok_and(|number| number == 0) {
            return slf.into_any();
        }
        py.NotImplemented()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.inner.is_same(&other.get().inner))
    }

    fn __hash__(&self) -> u64 {
        let counts: String = self.inner.to_row().iter().map(|count| format!("{count},")).collect();
        treescore::stats::key_of_text(&(self.inner.setup.signature().to_string() + &counts))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, Vec<findings::Stored>))> {
        let restore = py.import("treescore._core")?.getattr("_score_of_bytes")?;
        let findings = self.findings.iter().map(findings::store).collect();
        Ok((restore, (PyBytes::new(py, &self.inner.to_bytes()), findings)))
    }

    /// The table that `treescore GOLD SYSTEM` prints.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.render(py, Format::Table)?.trim_end().to_owned())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let (score, figures) = (slf.get(), slf.as_super().get());
        let headline = figures
            .defined()
            .next()
            .filter(|(key, _)| Some(*key) == figures.info().figures.first().map(|f| f.key));
        let key = figures.info().figures.first().map_or("", |figure| figure.key);
        let value = headline.map_or_else(|| "None".to_owned(), |(_, value)| format!("{value:.4}"));
        let system = score.system().map(|name| format!("{name} ")).unwrap_or_default();
        let pairs = score.inner.coverage.read;
        let noun = if pairs == 1 { "pair" } else { "pairs" };
        format!("<Score {system}{} {key}={value}, {pairs} {noun}>", figures.info().name)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._html")?.call_method1("score", (slf,))
    }

    /// One row of `treescore.totals/1`.
    fn _totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let row = PyDict::new(py);
        for ((column, _), value) in
            SystemScore::row_columns(&self.inner.setup).iter().zip(self.inner.to_row())
        {
            row.set_item(column, value)?;
        }
        Ok(row)
    }

    /// Of each kept pair: bucket, numerator and denominator of a figure, and answer (0 scored, 1 missing, 2 refused).
    #[pyo3(signature = (figure = None, all_pairs = true))]
    fn _parts(
        &self,
        py: Python<'_>,
        figure: Option<&str>,
        all_pairs: bool,
    ) -> PyResult<(Vec<u64>, Vec<i128>, Vec<i128>, Vec<u8>)> {
        let (rows, at) = (self.rows()?, self.figure(py, figure)?);
        let parts = self.inner.parts(at, average_of(&self.inner, at), all_pairs);
        let buckets = (0..rows.len()).map(|row| treescore::setup::bucket(rows.names.key(row), 16)).collect();
        let answers = (0..rows.len()).map(|row| rows.rows.answer(row) as u8).collect();
        let (numerators, denominators) =
            parts.into_iter().map(|parts| (parts.numerator, parts.denominator)).unzip();
        Ok((buckets, numerators, denominators, answers))
    }
}

impl Score {
    /// A breakdown by keys of the caller.
    fn by_keys<'py>(&self, keys: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, rows) = (keys.py(), self.rows()?);
        let list = crate::side::column(keys)?.unwrap_or_else(|| keys.clone());
        let texts: Vec<String> =
            list.try_iter()?.map(|key| Ok(key?.str()?.to_str()?.to_owned())).collect::<PyResult<_>>()?;
        if texts.len() != rows.len() {
            let message = format!("there are {} keys for {} pairs", texts.len(), rows.len());
            return Err(pyo3::exceptions::PyValueError::new_err(message));
        }
        let info = self.inner.info();
        let sums = rows.sums(info, self.inner.setup.recipe.empty, |row| Some(texts[row].clone()));
        // Groups come in the order in which their keys first appear.
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (row, key) in texts.iter().enumerate() {
            first.entry(key).or_insert(row);
        }
        let mut order: Vec<(&str, usize)> = first.into_iter().collect();
        order.sort_by_key(|&(_, row)| row);
        let records = Records::new(py)?;
        let group = |(key, _): (&str, usize)| {
            let empty = treescore::measure::Sum::new(info);
            let sum = sums.get(key).unwrap_or(&empty);
            let pairs = sum.count("pairs").unwrap_or(0);
            let figures = (Figures::of(sum, Average::Corpus), Figures::of(sum, Average::Sentence));
            records.make("Group", (key, pairs, figures.0, figures.1, PyTuple::empty(py)))
        };
        order.into_iter().map(group).collect()
    }
}

/// JSON with or without indents.
pub(crate) fn to_json<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    indent: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(py);
    options.set_item("indent", indent)?;
    options.set_item("ensure_ascii", false)?;
    py.import("json")?.call_method("dumps", (value,), Some(&options))
}

/// The score that pickling stored.
#[pyfunction]
pub(crate) fn _score_of_bytes(
    py: Python<'_>,
    bytes: &[u8],
    stored: Vec<findings::Stored>,
) -> PyResult<Py<Score>> {
    let score = SystemScore::from_bytes(bytes).map_err(|e| error::of_bytes(py, &e))?;
    Score::make(py, score, stored.into_iter().filter_map(findings::restore).collect(), None)
}

/// The score of a row of `treescore.totals/1`.
#[pyfunction]
#[pyo3(signature = (setup, row, name = None))]
pub(crate) fn score_of_totals(
    py: Python<'_>,
    setup: &Bound<'_, Setup>,
    row: &Bound<'_, PyDict>,
    name: Option<String>,
) -> PyResult<Py<Score>> {
    let mut values = BTreeMap::new();
    for (column, value) in row.iter() {
        if let (Ok(column), Ok(value)) = (column.extract::<String>(), value.extract::<i128>()) {
            values.insert(column, value);
        }
    }
    let score = SystemScore::of_row(setup.get().inner().clone(), name.unwrap_or_default(), &values);
    Score::make(py, score, Vec::new(), None)
}

/// The columns of `treescore.totals/1`, as names and types.
#[pyfunction]
pub(crate) fn totals_columns(setup: &Bound<'_, Setup>) -> Vec<(String, &'static str)> {
    let columns = SystemScore::row_columns(setup.get().inner());
    let kind = |kind| if kind == treescore::front::ColumnKind::Count { "int64" } else { "decimal" };
    columns.into_iter().map(|(name, column)| (name, kind(column))).collect()
}

/// The score of rows of `treescore.counts/1`: columns of counts in the order of `setup.counts`.
#[pyfunction]
#[pyo3(signature = (setup, pairs, words, refused, why, counts, name = None))]
pub(crate) fn score_of_counts(
    py: Python<'_>,
    setup: &Bound<'_, Setup>,
    pairs: &Bound<'_, PyAny>,
    words: Vec<Option<u32>>,
    refused: Vec<Option<String>>,
    why: Vec<Option<String>>,
    counts: Vec<Vec<i128>>,
    name: Option<String>,
) -> PyResult<Py<Score>> {
    let inner = setup.get().inner().clone();
    let info = inner.measure.info();
    let names = crate::trees::check_names(py, crate::records::names(pairs)?, words.len())?;
    let is_even =
        refused.len() == words.len() && why.len() == words.len() && counts.len() == info.fields.len();
    if !is_even || counts.iter().any(|column| column.len() != words.len()) {
        return Err(error::plain(
            py,
            "the columns of counts have different lengths, or are those of another measure",
        ));
    }
    let mut score = SystemScore::empty(inner, name.unwrap_or_default());
    let mut rows = PairRows::new(info);
    for at in 0..words.len() {
        let row: Vec<i128> = counts.iter().map(|column| column[at]).collect();
        score.add_counts(&row, words[at], refused[at].as_deref());
        rows.add_counts(&row, words[at], refused[at].as_ref().map(|kind| (kind.clone(), why[at].clone())));
    }
    rows.names = if words.is_empty() { PairNames::InOrder } else { names };
    score.rows = Some(rows);
    Score::make(py, score, Vec::new(), None)
}

/// Scores one system by one measure.
#[pyfunction]
#[pyo3(signature = (
    gold, system, /, *, measure = None, recipe = None, settings = None, pairing = None, gold_times = None,
    system_times = None, by = None, ids = None, name = None, keep_pairs = true, strict = false, threads = None,
    progress = None, input = None, encoding = None, nbest = None, skip = None
))]
pub(crate) fn score<'py>(
    py: Python<'py>,
    gold: &Bound<'py, PyAny>,
    system: &Bound<'py, PyAny>,
    measure: Option<&Bound<'py, PyAny>>,
    recipe: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyAny>>,
    pairing: Option<&str>,
    gold_times: Option<&Bound<'py, PyAny>>,
    system_times: Option<&Bound<'py, PyAny>>,
    by: Option<&str>,
    ids: Option<&Bound<'py, PyAny>>,
    name: Option<String>,
    keep_pairs: bool,
    strict: bool,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
    input: Option<&str>,
    encoding: Option<&str>,
    nbest: Option<&str>,
    skip: Option<Vec<String>>,
) -> PyResult<Py<Score>> {
    let changes = Changes { recipe, settings, pairing };
    let is_plain =
        gold_times.is_none() && system_times.is_none() && by.is_none() && ids.is_none() && progress.is_none();
    if is_plain && !strict && threads.is_none() && input.is_none() {
        let asked = warm::Asked { measure, changes: &changes, name: name.as_deref(), keep_pairs };
        if let Some(score) = warm::one_pair(gold, system, &asked)? {
            return Score::make(py, score, Vec::new(), None);
        }
    }
    let reading = Reading::new(py, input, encoding, nbest, skip)?;
    let progress = progress.filter(|progress| !progress.is_none());
    let call = Call { changes, gold_times, by, ids, keep_pairs, strict, threads, progress, reading };
    let shown = match name {
        Some(name) => name,
        None => name_of(system)?.unwrap_or_default(),
    };
    let systems = vec![(shown.clone(), system.clone(), system_times.cloned())];
    let default = PyString::new(py, "parseval").into_any();
    let outcome = call.run(gold, &systems, &[measure.unwrap_or(&default).clone()])?;
    let mut score =
        outcome.scores.into_iter().next().ok_or_else(|| error::plain(py, "nothing was scored"))?;
    score.name.clone_from(&shown);
    score.system.name = shown;
    Score::make(py, score, outcome.findings, outcome.source.map(|source| (source, 0)))
}
