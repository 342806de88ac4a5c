//! `Setup`: everything that decides a number.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString, PyTuple};
use treescore::measure::registry;
use treescore::prepare::{NamedFile, PRESETS, Preset, Recipe};
use treescore::read::{UnitKind, read_table};
use treescore::setup::{Given, Pairing, Setup as Inner, SignatureError, TextAlignment, WordAlignment};

use crate::error;
use crate::records::strings;
use crate::run::warn;

/// Everything that decides a number: measure, recipe, settings, pairing. Immutable; equal if the signatures are.
#[pyclass(frozen, module = "treescore", name = "Setup")]
#[derive(Clone)]
pub(crate) struct Setup {
    inner: Inner,
    signature: String,
}

impl From<Inner> for Setup {
    fn from(inner: Inner) -> Self {
        Self { signature: inner.signature().to_string(), inner }
    }
}

/// How a setup is asked for: a measure or a setup, and changes to it.
#[derive(Default)]
pub(crate) struct Changes<'a, 'py> {
    pub(crate) recipe: Option<&'a Bound<'py, PyAny>>,
    pub(crate) settings: Option<&'a Bound<'py, PyAny>>,
    pub(crate) pairing: Option<&'a str>,
}

const PAIRINGS: [&str; 6] = ["trees", "lines", "text", "sides", "utterances", "ids"];

impl Setup {
    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    /// A setup, or the setup of a measure by name.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::changed(given, &Changes::default())
    }

    /// A setup with changes.
    pub(crate) fn changed(given: &Bound<'_, PyAny>, changes: &Changes<'_, '_>) -> PyResult<Self> {
        let py = given.py();
        let mut inner = match given.cast::<Self>() {
            Ok(setup) if changes.is_empty() => return Ok(setup.get().clone()),
            Ok(setup) => setup.get().inner.clone(),
            Err(_) => {
                let name = given
                    .extract::<String>()
                    .map_err(|_| PyTypeError::new_err("a measure is the name of a measure, or a Setup"))?;
                Inner::named(&name).map_err(|e| error::of_measure(py, &e))?
            }
        };
        if let Some(pairing) = changes.pairing.filter(|pairing| *pairing != pairing_of(&inner)) {
            inner = with_pairing(py, inner, pairing)?;
        }
        if let Some(recipe) = changes.recipe {
            let (recipe, skip) = find_recipe(recipe)?;
            inner = inner.with_recipe(recipe);
            inner.input.skip.extend(skip);
        }
        if let Some(settings) = changes.settings {
            let items = settings
                .call_method0("items")
                .map_err(|_| PyTypeError::new_err("settings is a mapping from keys to values"))?;
            for item in items.try_iter()? {
                let (key, value): (String, Bound<'_, PyAny>) = item?.extract()?;
                inner = set(py, inner, &key, &setting_text(&value)?)?;
            }
            // The recipe may have changed; it is fitted to the pairing again.
            let recipe = inner.recipe.clone();
            inner = inner.with_recipe(recipe);
        }
        inner.check().map_err(|e| error::of_setup(py, &e))?;
        Ok(inner.into())
    }
}

impl Changes<'_, '_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.recipe.is_none() && self.settings.is_none() && self.pairing.is_none()
    }
}

/// A value of a setting as signatures write it.
pub(crate) fn setting_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("none".to_owned());
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(if value.is_truthy()? { "yes" } else { "no" }.to_owned());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(value.str()?.to_str()?.to_owned());
    }
    let list: Vec<String> = value.extract().map_err(|_| {
        PyTypeError::new_err("the value of a setting is a string, a number, a bool, None, or strings")
    })?;
    let escaped = list.iter().map(|label| treescore::prepare::escape(label.as_bytes()));
    Ok(escaped.collect::<Vec<_>>().join(","))
}

/// Changes a setting of measure, recipe or input; else one of the pairing, as a signature has it.
fn set(py: Python<'_>, mut inner: Inner, key: &str, value: &str) -> PyResult<Inner> {
    let Err(refused) = inner.set(key, value) else { return Ok(inner) };
    let mut signature = inner.signature();
    let Some((_, known)) = signature.settings.iter_mut().find(|(other, _)| other == key) else {
        return Err(error::of_setting(py, &refused));
    };
    value.clone_into(known);
    let unit = inner.unit;
    let setup = signature.setup(&Given::default()).map_err(|e| match &e {
        SignatureError::Setting(wrong) => error::of_setting(py, wrong),
        _ => error::of_signature(py, &e),
    })?;
    Ok(Inner { unit, ..setup })
}

fn pairing_of(setup: &Inner) -> &'static str {
    match &setup.pairing {
        Pairing::InOrder if setup.by_id => "ids",
        Pairing::InOrder if setup.unit == Some(UnitKind::Line) => "lines",
        Pairing::InOrder => "trees",
        Pairing::Text(_) => "text",
        Pairing::Sides(_) => "sides",
        Pairing::Utterances(_) => "utterances",
    }
}

fn with_pairing(py: Python<'_>, inner: Inner, name: &str) -> PyResult<Inner> {
    let inner = Inner { unit: None, by_id: false, ..inner };
    Ok(match name {
        "trees" => inner.with_pairing(Pairing::InOrder),
        "lines" => Inner { unit: Some(UnitKind::Line), ..inner.with_pairing(Pairing::InOrder) },
        "ids" => Inner { by_id: true, ..inner.with_pairing(Pairing::InOrder) },
        "text" => inner.with_pairing(Pairing::Text(TextAlignment::default())),
        "sides" => inner.with_pairing(Pairing::Sides(WordAlignment::default())),
        "utterances" => inner.with_pairing(Pairing::Utterances(WordAlignment::default())),
        _ => {
            let message = format!("no pairing is called `{name}`; there are: {}", PAIRINGS.join(", "));
            let known = PAIRINGS.map(ToOwned::to_owned).to_vec();
            return Err(error::setting(py, &message, "pairing", Some(name), known));
        }
    })
}

/// A recipe by name, or of a parameter file; and the trees that it leaves out.
fn find_recipe(given: &Bound<'_, PyAny>) -> PyResult<(Recipe, Vec<Vec<u8>>)> {
    let py = given.py();
    let is_name = given.is_instance_of::<PyString>();
    let path: PathBuf = given.extract()?;
    let name = path.to_string_lossy().into_owned();
    if let Some(preset) = Preset::named(&name).filter(|_| is_name) {
        let skip = preset.skip.iter().map(|label| label.as_bytes().to_vec()).collect();
        return Ok((preset.recipe(), skip));
    }
    let named = NamedFile::new(&name);
    if is_name && !named.is_parameters() {
        let known: Vec<String> = PRESETS.iter().map(|preset| preset.name.to_owned()).collect();
        let message = format!("no recipe is called `{name}`; there are: {}", known.join(", "));
        return Err(error::setting(py, &message, "recipe", Some(&name), known));
    }
    let content = read_table(named.file.as_ref()).map_err(|source| {
        error::of_open(py, &treescore::read::OpenError::Io { name: named.file.to_owned(), source })
    })?;
    let (recipe, ignored) = named.recipe(&content);
    if !ignored.is_empty() {
        warn(py, &ignored.join("; "))?;
    }
    Ok((recipe, Vec::new()))
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (measure = "parseval", /, *, recipe = None, settings = None, pairing = "trees"))]
    fn new(
        py: Python<'_>,
        measure: &str,
        recipe: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyAny>>,
        pairing: &str,
    ) -> PyResult<Self> {
        let changes = Changes { recipe, settings, pairing: Some(pairing) };
        Self::changed(PyString::new(py, measure).as_any(), &changes)
    }

    /// The setup of a published score.
    #[staticmethod]
    #[pyo3(signature = (signature, /))]
    fn from_signature(py: Python<'_>, signature: &str) -> PyResult<Self> {
        signature.parse::<Inner>().map(Self::from).map_err(|e| error::of_signature(py, &e))
    }

    #[getter]
    fn measure(&self) -> &'static str {
        self.inner.measure.info().name
    }

    #[getter]
    fn signature(&self) -> &str {
        &self.signature
    }

    /// Every setting with its value, whether it is the default or not; keys as in signatures.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let settings = PyDict::new(py);
        for (key, value) in self.inner.recipe.fields() {
            settings.set_item(key, value)?;
        }
        for (key, value) in &self.inner.signature().settings {
            settings.set_item(key, value)?;
        }
        py.import("types")?.getattr("MappingProxyType")?.call1((settings,))
    }

    #[getter]
    fn pairing(&self) -> &'static str {
        pairing_of(&self.inner)
    }

    /// The figures its scores have, the headline first.
    #[getter]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        strings(py, self.inner.measure.info().figures.iter().map(|figure| figure.key))
    }

    /// The integers its figures are made from.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        strings(py, self.inner.measure.info().fields.iter().map(|field| field.name))
    }

    /// BibTeX keys of the papers that define the measure.
    #[getter]
    fn papers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        strings(py, self.inner.measure.info().papers)
    }

    #[pyo3(signature = (*, recipe = None, settings = None, pairing = None))]
    fn replace(
        slf: &Bound<'_, Self>,
        recipe: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyAny>>,
        pairing: Option<&str>,
    ) -> PyResult<Self> {
        Self::changed(slf.as_any(), &Changes { recipe, settings, pairing })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().signature == self.signature)
    }

    fn __hash__(&self) -> u64 {
        treescore::stats::key_of_text(&self.signature)
    }

    fn __repr__(&self) -> String {
        format!("<Setup {}>", self.signature)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_signature")?, (self.signature.clone(),)))
    }
}

/// The measures by name, and what each measures.
#[pyfunction]
pub(crate) fn measures(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for entry in registry::MEASURES {
        all.set_item(entry.name, entry.info().about)?;
    }
    Ok(all)
}

/// The named recipes, and whose number each gives.
#[pyfunction]
pub(crate) fn recipes(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for preset in PRESETS {
        all.set_item(preset.name, preset.about)?;
    }
    Ok(all)
}
