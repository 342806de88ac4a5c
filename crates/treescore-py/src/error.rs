//! Errors of the library as Python's exceptions. The classes are in `_errors.py`, so that they pickle.

use std::io::ErrorKind;

use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyPermissionError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use treescore::front::{FaultText, NotAdded, StoredError};
use treescore::prepare::SettingError;
use treescore::read::{OpenError, ReadError};
use treescore::run::{RunError, TimedError, UnevenSides};
use treescore::setup::{SetupError, SignatureError, UnknownMeasure};

use crate::advice;

/// Makes an exception of a class in `_errors.py`.
pub(crate) fn make<'py, A: pyo3::call::PyCallArgs<'py>>(py: Python<'py>, class: &str, args: A) -> PyErr {
    let made = py.import("treescore._errors").and_then(|module| module.getattr(class)?.call1(args));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// `Error`: whatever has no class of its own.
pub(crate) fn plain(py: Python<'_>, message: impl ToString) -> PyErr {
    make(py, "Error", (message.to_string(),))
}

/// A setting that does not exist, or a value that it does not take.
pub(crate) fn setting(
    py: Python<'_>,
    message: &str,
    key: &str,
    value: Option<&str>,
    known: Vec<String>,
) -> PyErr {
    match PyTuple::new(py, known) {
        Ok(known) => make(py, "SettingError", (message, key, value, known)),
        Err(error) => error,
    }
}

/// A setting that the library refuses.
pub(crate) fn of_setting(py: Python<'_>, error: &SettingError) -> PyErr {
    let message = error.to_string();
    match error {
        SettingError::Key { key, known } => {
            setting(py, &message, key, None, known.iter().map(ToString::to_string).collect())
        }
        SettingError::Value { key, value, .. } => setting(py, &message, key, Some(value), Vec::new()),
    }
}

/// A measure that does not exist.
pub(crate) fn of_measure(py: Python<'_>, error: &UnknownMeasure) -> PyErr {
    let known = treescore::measure::registry::MEASURES.iter().map(|entry| entry.name.to_owned()).collect();
    setting(py, &error.to_string(), "measure", Some(&error.name), known)
}

/// Settings that do not go together.
pub(crate) fn of_setup(py: Python<'_>, error: &SetupError) -> PyErr {
    setting(py, &error.to_string(), "", None, Vec::new())
}

/// A signature that cannot be repeated.
pub(crate) fn of_signature(py: Python<'_>, error: &SignatureError) -> PyErr {
    make(py, "SignatureError", (error.to_string(),))
}

/// Scores that do not add up.
pub(crate) fn of_sum(py: Python<'_>, error: &NotAdded) -> PyErr {
    make(py, "SetupMismatch", (error.to_string(),))
}

/// Bytes that are not a score.
pub(crate) fn of_bytes(py: Python<'_>, error: &StoredError) -> PyErr {
    match error {
        StoredError::Signature(error) => of_signature(py, error),
        _ => plain(py, error),
    }
}

/// A file that cannot be read.
pub(crate) fn of_open(py: Python<'_>, error: &OpenError) -> PyErr {
    let message = advice::explain(error);
    match error {
        OpenError::Io { source, .. } => match source.kind() {
            ErrorKind::NotFound => PyFileNotFoundError::new_err(message),
            ErrorKind::PermissionDenied => PyPermissionError::new_err(message),
            _ => PyOSError::new_err(message),
        },
        _ => plain(py, message),
    }
}

/// Text that is not a tree: where it is, and the line with a mark.
pub(crate) fn of_fault(py: Python<'_>, fault: &FaultText, file: Option<&str>, tree: Option<u64>) -> PyErr {
    let FaultText { kind, title, line, column, snippet, .. } = fault;
    let place = match (file, tree) {
        (Some(file), _) => format!("{file}:{line}:{column}"),
        (None, Some(tree)) => format!("tree {tree}, line {line}, column {column}"),
        (None, None) => format!("line {line}, column {column}"),
    };
    let shown: String = snippet.lines().map(|line| format!("\n  {line}")).collect();
    let message = format!("{place}: {title}{shown}");
    make(py, "ReadError", (message, file, tree, *line, *column, snippet.as_str(), kind.as_str()))
}

/// A tree that was given by itself and cannot be read.
pub(crate) fn of_read(py: Python<'_>, error: &ReadError) -> PyErr {
    of_fault(py, &FaultText::new(treescore::Which::Gold, error), None, None)
}

/// Sides with different numbers of trees.
pub(crate) fn of_uneven(py: Python<'_>, sides: &UnevenSides) -> PyErr {
    let uneven = &sides.uneven;
    let what = if sides.is_by_line { "lines" } else { "trees" };
    let name = |name: &str, side: &str| if name.is_empty() { side.to_owned() } else { name.to_owned() };
    let message = format!(
        "{} has {} {what}, {} has {}",
        name(&uneven.gold_name, "gold"),
        uneven.gold,
        name(&uneven.system_name, "the system"),
        uneven.system
    );
    let advice = sides.shift.map(|shift| shift.note());
    let advice = advice.or_else(|| sides.have_ids.then(|| "pair by id: pairing=\"ids\"".to_owned()));
    let message = advice.as_ref().map_or_else(|| message.clone(), |advice| format!("{message}; {advice}"));
    make(py, "UnevenError", (message, uneven.gold, uneven.system, advice))
}

/// A run that could not be finished.
pub(crate) fn of_run(py: Python<'_>, error: &RunError) -> PyErr {
    match error {
        RunError::Open(error) => of_open(py, error),
        RunError::Setup(error) => of_setup(py, error),
        RunError::Times(TimedError::Times(error)) => {
            plain(py, advice::append(&error.to_string(), error.advice().as_ref()))
        }
        RunError::Times(error) => plain(py, error),
        RunError::Uneven(sides) => of_uneven(py, sides),
        RunError::Strict(refused) => {
            let message = format!("{} is refused: {}", refused.id, refused.refusal);
            make(py, "RefusedError", (message, refused.id.pair, refused.refusal.kind()))
        }
    }
}
