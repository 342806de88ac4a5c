//! `PhraseMetric`: what the probabilities of a phrase model are worth.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use treescore::report::Style;
use treescore_phrase::report::{
    Blame, ModelReport, ModelScores, PhraseReport, SequenceScores, text as render_text,
};
use treescore_phrase::{
    Category, Chunk, ChunkOptions, Floor, Inventory, ListedCandidate, PhraseProbabilities, PhraseScorer,
    PhraseScores, PhraseTally, Pp, Sentence, SequenceTally,
};

use crate::error;
use crate::records::{Records, strings};
use crate::side::{Reading, Side};
use crate::tree::text;

/// A model whose probabilities are handed over sentence by sentence.
struct Given {
    inventory: Inventory,
    /// By category.
    defaults: Vec<f64>,
    listed: Vec<ListedCandidate>,
}

impl PhraseProbabilities for Given {
    fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    fn longest(&self) -> u32 {
        1
    }

    fn default(&self, category: Category, _length: u32) -> f64 {
        self.defaults.get(category.index()).copied().unwrap_or(0.0)
    }

    fn list_candidates(&mut self, _: &Sentence, out: &mut Vec<ListedCandidate>) {
        out.append(&mut self.listed);
    }
}

/// Measures a phrase model sentence by sentence. Picklable; parts are merged.
#[pyclass(frozen, module = "treescore", name = "PhraseMetric")]
pub(crate) struct PhraseMetric {
    inventory: Inventory,
    defaults: Vec<f64>,
    floor: Option<f64>,
    sequence: bool,
    scorer: Mutex<PhraseScorer<Given>>,
}

impl PhraseMetric {
    fn of(inventory: Inventory, defaults: Vec<f64>, floor: Option<f64>, sequence: bool) -> PyResult<Self> {
        let given = Given { inventory: inventory.clone(), defaults: defaults.clone(), listed: Vec::new() };
        let limit = match floor {
            None => Floor::NONE,
            Some(floor) => Floor::new(floor).map_err(|e| PyValueError::new_err(e.to_string()))?,
        };
        let scorer = PhraseScorer::new(given, limit);
        let scorer = if sequence { scorer.with_sequences() } else { scorer };
        Ok(Self { inventory, defaults, floor, sequence, scorer: Mutex::new(scorer) })
    }

    fn lock(&self) -> MutexGuard<'_, PhraseScorer<Given>> {
        self.scorer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn category(&self, name: &str) -> PyResult<Category> {
        self.inventory.find(name.as_bytes()).ok_or_else(|| {
            let known: Vec<&str> = self.inventory.names().collect();
            PyKeyError::new_err(format!("there is no category {name:?}; there are: {}", known.join(", ")))
        })
    }

    /// Takes over a sentence of Python.
    fn sentence(&self, gold: &Bound<'_, PyAny>) -> PyResult<Sentence> {
        let mut sentence =
            Sentence { id: gold.getattr("id")?.str()?.to_str()?.to_owned(), ..Sentence::default() };
        for word in gold.getattr("words")?.try_iter()? {
            sentence.words.push(word?.extract::<String>()?.as_bytes());
            sentence.length += 1;
        }
        for tag in gold.getattr("tags")?.try_iter()? {
            sentence.tags.push(tag?.extract::<Option<String>>()?.unwrap_or_default().as_bytes());
        }
        for chunk in gold.getattr("chunks")?.try_iter()? {
            let (name, start, end): (String, u32, u32) = chunk?.extract()?;
            if start >= end || end > sentence.length {
                let message =
                    format!("({name:?}, {start}, {end}) is not a chunk of {} words", sentence.length);
                return Err(PyValueError::new_err(message));
            }
            sentence.chunks.push(Chunk { category: self.category(&name)?, start, end });
        }
        sentence.chunks.sort_by_key(|chunk| (chunk.start, chunk.end));
        Ok(sentence)
    }

    /// The candidates of an array, or those that are listed.
    fn candidates(&self, given: &Bound<'_, PyAny>, words: u32) -> PyResult<Vec<ListedCandidate>> {
        let found = given
            .py()
            .import("treescore._arrays")?
            .call_method1("chart", (given, words, self.inventory.len()))?;
        let mut listed = Vec::new();
        if let Ok((bytes, format)) = found.extract::<(Vec<u8>, String)>() {
            let size = if format == "d" { 8 } else { 4 };
            let number = |at: usize| -> f64 {
                let bytes = &bytes[at * size..(at + 1) * size];
                match <[u8; 8]>::try_from(bytes) {
                    Ok(double) => f64::from_ne_bytes(double),
                    Err(_) => f64::from(f32::from_ne_bytes(bytes.try_into().unwrap_or_default())),
                }
            };
            let (posts, categories) = (words as usize + 1, self.inventory.len());
            for start in 0..words as usize {
                for end in start + 1..posts {
                    for category in self.inventory.categories() {
                        let probability = number((start * posts + end) * categories + category.index());
                        check_probability(probability)?;
                        let (start, end) = (start as u32, end as u32);
                        listed.push(ListedCandidate { category, start, end, probability, covered: 0.0 });
                    }
                }
            }
            return Ok(listed);
        }
        let mut seen = std::collections::HashSet::new();
        for candidate in given.try_iter()? {
            let (name, start, end, probability): (String, u32, u32, f64) = candidate?.extract()?;
            let category = self.category(&name)?;
            check_probability(probability)?;
            if start >= end || end > words {
                return Err(PyValueError::new_err(format!(
                    "({name:?}, {start}, {end}) is not a candidate of {words} words"
                )));
            }
            if !seen.insert((category, start, end)) {
                return Err(PyValueError::new_err(format!("({name:?}, {start}, {end}) is listed twice")));
            }
            listed.push(ListedCandidate { category, start, end, probability, covered: 0.0 });
        }
        Ok(listed)
    }
}

fn check_probability(probability: f64) -> PyResult<()> {
    if (0.0..=1.0).contains(&probability) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{probability} is not a probability")))
}

#[pymethods]
impl PhraseMetric {
    #[new]
    #[pyo3(signature = (categories = None, /, *, default = None, floor = None, sequence = false))]
    fn new(
        categories: Option<Vec<String>>,
        default: Option<&Bound<'_, PyAny>>,
        floor: Option<f64>,
        sequence: bool,
    ) -> PyResult<Self> {
        let inventory = match categories {
            None => Inventory::default(),
            Some(names) => Inventory::new(names).map_err(|e| PyValueError::new_err(e.to_string()))?,
        };
        let mut defaults = vec![0.0; inventory.len()];
        if let Some(given) = default {
            if let Ok(all) = given.extract::<f64>() {
                defaults.fill(all);
            } else {
                for item in given.call_method0("items")?.try_iter()? {
                    let (name, probability): (String, f64) = item?.extract()?;
                    let category = inventory.find(name.as_bytes());
                    let category = category
                        .ok_or_else(|| PyKeyError::new_err(format!("there is no category {name:?}")))?;
                    defaults[category.index()] = probability;
                }
            }
        }
        defaults.iter().try_for_each(|probability| check_probability(*probability))?;
        Self::of(inventory, defaults, floor, sequence)
    }

    /// Their order is that of the last axis of an array. Without a list: those of the Penn Treebank, and `Null`.
    #[getter]
    fn categories<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        strings(py, self.inventory.names())
    }

    #[pyo3(signature = (gold, probabilities, /))]
    fn update(&self, gold: &Bound<'_, PyAny>, probabilities: &Bound<'_, PyAny>) -> PyResult<()> {
        let sentence = self.sentence(gold)?;
        let listed = self.candidates(probabilities, sentence.length)?;
        if self.sequence && !sentence.is_partition() {
            let message =
                "the chunks of a sentence must cover every word once: sequence=True chooses whole sequences";
            return Err(PyValueError::new_err(message));
        }
        let mut scorer = self.lock();
        scorer.model_mut().listed = listed;
        scorer.add(&sentence).map_err(|e| PyValueError::new_err(e.to_string()))
    }

    fn compute(&self) -> PhraseScore {
        let scorer = self.lock();
        let sequence = scorer.sequences().map(|tally| SequenceScores::of(tally.clone(), &self.inventory));
        PhraseScore { scores: scorer.scores(), sequence, inventory: self.inventory.clone() }
    }

    fn reset(&self) {
        self.lock().reset();
    }

    #[pyo3(signature = (other, /))]
    fn merge(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        let other = other.get();
        let is_same = other.inventory == self.inventory
            && other.defaults == self.defaults
            && other.floor == self.floor
            && other.sequence == self.sequence;
        if !is_same {
            let message = "phrase metrics with other categories, defaults, floor or sequence do not add up";
            return Err(error::make(py, "SetupMismatch", (message,)));
        }
        let (tally, sequences) = {
            let scorer = other.lock();
            let (tally, sequences) = scorer.tallies();
            (tally.clone(), sequences.cloned())
        };
        self.lock().merge(tally, sequences);
        Ok(())
    }

    fn __iadd__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        self.merge(py, other)
    }

    /// Sentences so far.
    fn __len__(&self) -> usize {
        usize::try_from(self.lock().tallies().0.sentences).unwrap_or(usize::MAX)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<String>, Vec<f64>, Option<f64>, bool, Bound<'py, PyBytes>))> {
        let restore = py.import("treescore._core")?.getattr("_phrase_metric")?;
        let scorer = self.lock();
        let bytes =
            serde_json::to_vec(&scorer.tallies()).map_err(|e| PyValueError::new_err(e.to_string()))?;
        let names = self.inventory.names().map(ToOwned::to_owned).collect();
        Ok((restore, (names, self.defaults.clone(), self.floor, self.sequence, PyBytes::new(py, &bytes))))
    }
}

/// The metric that pickling stored.
#[pyfunction]
pub(crate) fn _phrase_metric(
    names: Vec<String>,
    defaults: Vec<f64>,
    floor: Option<f64>,
    sequence: bool,
    bytes: &[u8],
) -> PyResult<PhraseMetric> {
    let wrong =
        |e: &dyn std::fmt::Display| PyValueError::new_err(format!("not a pickled phrase metric: {e}"));
    let inventory = Inventory::new(names).map_err(|e| wrong(&e))?;
    let metric = PhraseMetric::of(inventory, defaults, floor, sequence)?;
    let (tally, sequences): (PhraseTally, Option<SequenceTally>) =
        serde_json::from_slice(bytes).map_err(|e| wrong(&e))?;
    metric.lock().merge(tally, sequences);
    Ok(metric)
}

/// What the probabilities of a model are worth.
#[pyclass(frozen, module = "treescore", name = "PhraseScore")]
pub(crate) struct PhraseScore {
    scores: PhraseScores,
    sequence: Option<SequenceScores>,
    inventory: Inventory,
}

impl PhraseScore {
    fn report(&self) -> PhraseReport {
        let mut models = vec![ModelReport {
            name: "model".into(),
            scores: ModelScores::Phrases(Box::new(self.scores.clone())),
        }];
        models.extend(self.sequence.iter().map(|scores| ModelReport {
            name: "S on model".into(),
            scores: ModelScores::Sequences(Box::new(scores.clone())),
        }));
        let floor = self.scores.floor.map(|floor| ("floor", floor.to_string()));
        PhraseReport {
            models,
            categories: self.inventory.names().map(ToOwned::to_owned).collect(),
            settings: floor.into_iter().collect(),
            sentences: self.scores.sentences,
            ..PhraseReport::default()
        }
    }
}

/// A share that is undefined without anything to share.
fn defined(value: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then_some(value)
}

#[pymethods]
impl PhraseScore {
    #[getter]
    fn sentences(&self) -> u64 {
        self.scores.sentences
    }

    #[getter]
    fn candidates(&self) -> u64 {
        self.scores.candidates
    }

    #[getter]
    fn true_chunks(&self) -> u64 {
        self.scores.true_chunks
    }

    /// Infinite if something happened that the model called impossible; see `offenders`.
    #[getter]
    fn bits(&self) -> f64 {
        self.scores.bits
    }

    #[getter]
    fn bits_per_candidate(&self) -> f64 {
        self.scores.bits_per_candidate()
    }

    #[getter]
    fn bits_per_sentence(&self) -> f64 {
        self.scores.bits_per_sentence()
    }

    #[getter]
    fn expected_precision(&self) -> Option<f64> {
        defined(self.scores.expected_precision(), self.scores.expected_yes)
    }

    #[getter]
    fn expected_recall(&self) -> Option<f64> {
        defined(self.scores.expected_recall(), self.scores.true_chunks as f64)
    }

    #[getter]
    fn brier(&self) -> Option<f64> {
        defined(self.scores.calibration.brier, self.scores.candidates as f64)
    }

    #[getter]
    fn calibration_error(&self) -> Option<f64> {
        defined(self.scores.calibration.error, self.scores.candidates as f64)
    }

    /// The first candidates whose outcome the model called impossible: sentence, category, start, end, probability.
    #[getter]
    fn offenders(&self) -> Vec<(String, String, u32, u32, f64)> {
        let all = self.scores.offenders.iter();
        all.map(|one| {
            let Chunk { category, start, end } = one.chunk;
            (one.sentence.clone(), self.inventory.name(category).to_owned(), start, end, one.probability)
        })
        .collect()
    }

    /// The best sequence of chunks, if `sequence=True`: f1, recall, precision, exact, bits.
    #[getter]
    fn sequence<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(scores) = &self.sequence else { return Ok(None) };
        let (all, found, tally) = (PyDict::new(py), scores.phrases, &scores.tally);
        let whole = found.true_chunks as f64;
        all.set_item("f1", defined(found.f1(), whole))?;
        all.set_item("recall", defined(found.recall(), whole))?;
        all.set_item("precision", defined(found.precision(), whole))?;
        all.set_item("exact", defined(tally.exact_share(), tally.sentences as f64))?;
        all.set_item("bits", tally.total_bits())?;
        Ok(Some(all))
    }

    #[getter]
    fn signature(&self) -> String {
        self.report().signature()
    }

    /// Where the bits went: by category, length or event.
    #[pyo3(signature = (by = "category", /))]
    fn blame<'py>(&self, py: Python<'py>, by: &str) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let share = |bits: f64| {
            if self.scores.bits > 0.0 && self.scores.bits.is_finite() {
                Some(bits / self.scores.bits)
            } else {
                None
            }
        };
        let row = |bits: f64, true_chunks: Option<u64>| -> PyResult<Bound<'py, PyDict>> {
            let row = PyDict::new(py);
            row.set_item("bits", bits)?;
            if let Some(share) = share(bits) {
                row.set_item("share", share)?;
            }
            if let Some(chunks) = true_chunks {
                row.set_item("true_chunks", chunks)?;
            }
            Ok(row)
        };
        match by {
            "category" => {
                for scores in &self.scores.by_category {
                    all.set_item(&*scores.name, row(scores.bits, Some(scores.true_chunks))?)?;
                }
            }
            "length" => {
                for (length, bits) in &self.scores.by_length {
                    all.set_item(length.to_string(), row(*bits, None)?)?;
                }
            }
            "event" => {
                all.set_item("true", row(self.scores.by_event.of_true, None)?)?;
                all.set_item("false", row(self.scores.by_event.of_false, None)?)?;
            }
            other => {
                let known = ["category", "length", "event"].map(ToOwned::to_owned).to_vec();
                let message = format!("bits are blamed by {}, not by `{other}`", known.join(", "));
                return Err(error::setting(py, &message, "by", Some(other), known));
            }
        }
        Ok(all)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        all.set_item("sentences", self.sentences())?;
        all.set_item("candidates", self.candidates())?;
        all.set_item("true_chunks", self.true_chunks())?;
        all.set_item("bits", self.bits())?;
        all.set_item("bits_per_candidate", self.bits_per_candidate())?;
        all.set_item("bits_per_sentence", self.bits_per_sentence())?;
        all.set_item("expected_precision", self.expected_precision())?;
        all.set_item("expected_recall", self.expected_recall())?;
        all.set_item("brier", self.brier())?;
        all.set_item("calibration_error", self.calibration_error())?;
        all.set_item("sequence", self.sequence(py)?)?;
        all.set_item("signature", self.signature())?;
        Ok(all)
    }

    fn __str__(&self) -> String {
        render_text(&self.report(), &self.inventory, &[] as &[Blame], &Style::default()).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!(
            "<PhraseScore {:.6} bits per candidate, {} sentences>",
            self.bits_per_candidate(),
            self.sentences()
        )
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._html")?.call_method1("phrases", (slf,))
    }
}

/// The sentences of trees with their chunks.
#[pyfunction]
#[pyo3(signature = (trees, /, *, pp = "full"))]
pub(crate) fn chunks<'py>(
    py: Python<'py>,
    trees: &Bound<'py, PyAny>,
    pp: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let pp: Pp = pp.parse().map_err(|()| {
        let message = format!("pp is `full` or `bare`, not `{pp}`");
        error::setting(py, &message, "pp", Some(pp), vec!["full".into(), "bare".into()])
    })?;
    let records = Records::new(py)?;
    let inventory = Inventory::default();
    let units = match Side::new(trees, &Reading::default(), "trees")? {
        Side::Units(units, _) => units,
        Side::Files(corpus) => {
            let reader = treescore::read::SideReader::new(corpus, treescore::read::UnitKind::Tree);
            let units = reader.and_then(treescore::read::Units::read).map_err(|e| error::of_open(py, &e))?;
            units.into()
        }
        Side::Iterator(iterator) => {
            let mut units = treescore::read::Units::new("trees");
            for item in iterator.bind(py).try_iter()? {
                crate::side::push(&mut units, &item?)?;
            }
            units.into()
        }
    };
    let mut all = Vec::new();
    for at in 0..units.len() {
        let tree = match units.tree(at) {
            Some(Ok(tree)) => tree,
            Some(Err(fault)) => {
                let fault = treescore::front::FaultText::new(treescore::Which::Gold, &fault);
                return Err(error::of_fault(py, &fault, units.file(at), Some(at as u64 + 1)));
            }
            None => continue,
        };
        let sentence =
            Sentence::of_tree(&tree, &inventory, ChunkOptions { pp }).map_err(|e| error::plain(py, e))?;
        let Some(sentence) = sentence else { continue };
        let words = strings(py, sentence.words.iter().map(text))?;
        let tags = strings(py, sentence.tags.iter().map(text))?;
        let chunk =
            |chunk: &Chunk| records.make("Chunk", (inventory.name(chunk.category), chunk.start, chunk.end));
        let found = PyTuple::new(py, sentence.chunks.iter().map(chunk).collect::<PyResult<Vec<_>>>()?)?;
        all.push(
            records.make("Sentence", ((at + 1).to_string(), words, tags, found))?.into_bound_py_any(py)?,
        );
    }
    Ok(all)
}
