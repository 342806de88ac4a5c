//! `Diff`: two trees, bracket by bracket.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyLookupError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString};
use treescore::draw::{Folding, PairPicture};
use treescore::front::{PairName, SystemScore};
use treescore::measure::{ItemView, ShownMatch, Verdict};
use treescore::read::{SideReader, UnitKind, Units};
use treescore::run::{Ask, Input, Matches, Plan, Rows};

use crate::call::Call;
use crate::error;
use crate::picture;
use crate::records::Records;
use crate::run::{Again, Source, rows_of};
use crate::score::Score;
use crate::setup::{Changes, Setup};
use crate::side::Reading;
use crate::tree::Tree;

/// Two trees, bracket by bracket.
#[pyclass(frozen, module = "treescore", name = "Diff", sequence)]
pub(crate) struct Diff {
    pair: PairName,
    gold: Option<Tree>,
    system: Option<Tree>,
    matches: Vec<ShownMatch>,
    score: Py<Score>,
    /// The picture, if the measure has one.
    picture: Option<PairPicture>,
}

impl Diff {
    /// The comparison of one pair of a score, whose trees are read again.
    pub(crate) fn of_pair(
        py: Python<'_>,
        score: &SystemScore,
        (source, system): (&Arc<Source>, usize),
        row: usize,
    ) -> PyResult<Self> {
        let rows = score.rows.as_ref().ok_or_else(|| PyLookupError::new_err(crate::score::NOT_KEPT))?;
        let pair = rows.names.get(row);
        if let Some(refused) = rows.refused.get(&row) {
            let message = format!("pair {pair} is refused: {}", refused.why);
            return Err(error::make(py, "RefusedError", (message, pair.to_string(), refused.kind.as_str())));
        }
        let [gold, of_system] = [&source.gold, &source.systems[system]].map(Again::input);
        let gold = Input { times: source.gold_times.clone(), ..gold };
        let of_system = Input { times: source.system_times.get(system).cloned().flatten(), ..of_system };
        let mut plan = Plan::new(gold, vec![of_system], vec![score.setup.clone()]);
        plan.ask =
            Ask { rows: Rows::One(row as u64 + 1), matches: Matches::All, sketches: true, ..Ask::default() };
        plan.pair_folders().map_err(|e| error::of_open(py, &e))?;
        let (_, found) = rows_of(py, &plan)?;
        let Some(found) = found.into_iter().next() else {
            return Err(PyLookupError::new_err(format!("pair {pair} is no longer in the files")));
        };
        let picture = picture::of_pair(score, &found, pair.to_string());
        let mut one = SystemScore::empty(score.setup.clone(), score.name.clone());
        one.add_counts(&found.counts, found.length, None);
        let trees =
            found.trees.unwrap_or_else(|| [vec![found.id.gold.start + 1], vec![found.id.system.start + 1]]);
        let tree = |side: &Again, numbers: &[u64]| numbers.first().and_then(|&number| tree_at(side, number));
        Ok(Self {
            pair,
            gold: tree(&source.gold, &trees[0]),
            system: tree(&source.systems[system], &trees[1]),
            matches: found.matches.unwrap_or_default(),
            score: Score::make(py, one, Vec::new(), None)?,
            picture,
        })
    }

    fn drawn(&self) -> PyResult<&PairPicture> {
        self.picture.as_ref().ok_or_else(|| {
            PyLookupError::new_err(
                "the measure has no pictures: its items are not brackets or words of trees",
            )
        })
    }

    /// What became of the items, a line each; matched ones are only counted.
    fn listing(&self) -> String {
        let count = |verdict: Verdict| self.matches.iter().filter(|found| found.verdict == verdict).count();
        let kinds =
            [Verdict::Matched, Verdict::Relabelled, Verdict::Missing, Verdict::Extra, Verdict::Crossing];
        let counts: Vec<String> = kinds
            .into_iter()
            .filter(|&verdict| count(verdict) > 0)
            .map(|verdict| format!("{} {}", count(verdict), verdict.as_str()))
            .collect();
        let lines = self.matches.iter().filter(|found| found.verdict != Verdict::Matched);
        let lines: String = lines.map(|found| format!("\n  {found}")).collect();
        format!("{}   {}{lines}", self.pair, counts.join(", "))
    }

    fn of_verdict<'py>(&self, py: Python<'py>, verdict: Verdict) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let records = Records::new(py)?;
        let found = self.matches.iter().filter(|found| found.verdict == verdict);
        found.map(|found| record(py, &records, found)).collect()
    }
}

/// The tree with this number, from 1.
fn tree_at(side: &Again, number: u64) -> Option<Tree> {
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    match side {
        Again::Units(units) => units.tree(at)?.ok().map(Tree::from),
        Again::Files(corpus) => {
            let reader = SideReader::new(corpus.clone(), UnitKind::Tree).ok()?;
            Units::read(reader).ok()?.tree(at)?.ok().map(Tree::from)
        }
    }
}

fn node<'py>(
    py: Python<'py>,
    records: &Records<'py>,
    item: Option<&ItemView>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(item) = item else { return Ok(py.None().into_bound(py)) };
    let hull = |all: &Vec<u32>| Some((*all.first()?, all.last()? + 1));
    let words = item.words.or_else(|| item.positions.as_ref().and_then(hull));
    let (start, end) = words.map_or((None, None), |(start, end)| (Some(start), Some(end)));
    let text = if item.text.is_empty() { &item.label } else { &item.text };
    let positions = item.positions.as_ref().map(|all| pyo3::types::PyTuple::new(py, all)).transpose()?;
    records.make("Node", (item.label.as_str(), start, end, text.as_str(), item.time, positions))
}

fn record<'py>(py: Python<'py>, records: &Records<'py>, found: &ShownMatch) -> PyResult<Bound<'py, PyAny>> {
    let (gold, system) = (node(py, records, found.gold.as_ref())?, node(py, records, found.system.as_ref())?);
    records.make("Match", (found.verdict.as_str(), gold, system, found.worth))
}

#[pymethods]
impl Diff {
    #[getter]
    fn gold(&self) -> Option<Tree> {
        self.gold.clone()
    }

    #[getter]
    fn system(&self) -> Option<Tree> {
        self.system.clone()
    }

    #[getter]
    fn score(&self, py: Python<'_>) -> Py<Score> {
        self.score.clone_ref(py)
    }

    #[getter]
    fn matched<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.of_verdict(py, Verdict::Matched)
    }

    #[getter]
    fn missing<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.of_verdict(py, Verdict::Missing)
    }

    #[getter]
    fn extra<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.of_verdict(py, Verdict::Extra)
    }

    #[getter]
    fn relabelled<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.of_verdict(py, Verdict::Relabelled)
    }

    #[getter]
    fn crossing<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.of_verdict(py, Verdict::Crossing)
    }

    fn __len__(&self) -> usize {
        self.matches.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (records, length) = (Records::new(py)?, self.matches.len() as isize);
        if let Ok(slice) = at.cast::<PySlice>() {
            let indices = slice.indices(length)?;
            let steps = (0..indices.slicelength as isize).map(|step| indices.start + step * indices.step);
            let chosen: Vec<_> = steps
                .map(|place| record(py, &records, &self.matches[place as usize]))
                .collect::<PyResult<_>>()?;
            return PyList::new(py, chosen)?.into_bound_py_any(py);
        }
        let at: isize = at.extract()?;
        let place = if at < 0 { at + length } else { at };
        if !(0..length).contains(&place) {
            return Err(PyIndexError::new_err(format!("there are {length} matches, but {at} was asked for")));
        }
        record(py, &records, &self.matches[place as usize])
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._iterate")?.getattr("by_position")?.call1((slf,))
    }

    /// The mirrored picture in characters.
    #[pyo3(signature = (*, width = None, color = false, ascii = false, full = false))]
    fn text(&self, width: Option<usize>, color: bool, ascii: bool, full: bool) -> PyResult<String> {
        let folding = if full { Folding::Forbidden } else { Folding::Allowed };
        Ok(picture::pair_as_text(self.drawn()?, folding, &picture::style(width, color, ascii)))
    }

    /// The mirrored picture as SVG: gold above, the system below.
    fn to_svg(&self) -> PyResult<String> {
        picture::pair_as_svg(self.drawn()?).ok_or_else(|| {
            PyLookupError::new_err("the words of the trees do not correspond, so that one picture cannot show both: use to_html()")
        })
    }

    /// A page of its own: the picture, and a table of what is not matched.
    fn to_html(&self) -> PyResult<String> {
        self.drawn().map(picture::pair_as_page)
    }

    fn _repr_html_(&self) -> Option<String> {
        self.picture.as_ref().map(picture::pair_as_html)
    }

    /// The mirrored picture; if the measure has none, what became of its items, a line each.
    fn __str__(&self) -> String {
        match &self.picture {
            Some(picture) => {
                picture::pair_as_text(picture, Folding::Allowed, &picture::style(None, false, false))
                    .trim_end()
                    .to_owned()
            }
            None => self.listing(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Diff {}: {} matches>", self.pair, self.matches.len())
    }
}

/// Compares two trees, bracket by bracket.
#[pyfunction]
#[pyo3(signature = (gold, system, /, *, measure = None, recipe = None, settings = None, gold_times = None, system_times = None))]
pub(crate) fn diff<'py>(
    py: Python<'py>,
    gold: &Bound<'py, PyAny>,
    system: &Bound<'py, PyAny>,
    measure: Option<&Bound<'py, PyAny>>,
    recipe: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyAny>>,
    gold_times: Option<&Bound<'py, PyAny>>,
    system_times: Option<&Bound<'py, PyAny>>,
) -> PyResult<Diff> {
    let one = |tree: &Bound<'py, PyAny>| -> PyResult<Bound<'py, PyAny>> {
        // Text that is no tree is an error here, as a pair is looked at.
        Tree::of(tree)?;
        PyList::new(py, [tree])?.into_bound_py_any(py)
    };
    let times = |times: Option<&Bound<'py, PyAny>>| times.map(|times| PyList::new(py, [times])).transpose();
    let (gold_times, system_times) = (times(gold_times)?, times(system_times)?);
    let (gold, system) = (one(gold)?, one(system)?);
    let default = PyString::new(py, "parseval").into_any();
    let measure = Setup::changed(measure.unwrap_or(&default), &Changes { recipe, settings, pairing: None })?;
    let call = Call {
        changes: Changes::default(),
        gold_times: gold_times.as_ref().map(|times| times.as_any()),
        by: None,
        ids: None,
        keep_pairs: true,
        strict: true,
        threads: Some(1),
        progress: None,
        reading: Reading::default(),
    };
    let systems = vec![(String::new(), system, system_times.map(Bound::into_any))];
    let outcome = call.run(&gold, &systems, &[measure.into_bound_py_any(py)?])?;
    let (Some(score), Some(source)) = (outcome.scores.first(), &outcome.source) else {
        return Err(error::plain(py, "nothing was scored"));
    };
    Diff::of_pair(py, score, (source, 0), 0)
}
