//! Word times of one side: files, or lists of intervals.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use treescore::read::Corpus;
use treescore::read::times::TimesFormat;
use treescore::run::InputTimes;

use crate::error;

/// Takes word times as Python has them: a path, or for each tree one (start, end) per word.
pub(crate) fn times(given: &Bound<'_, PyAny>, name: &str) -> PyResult<InputTimes> {
    let py = given.py();
    if given.is_instance_of::<pyo3::types::PyString>() || given.hasattr("__fspath__")? {
        let path: std::path::PathBuf = given.extract()?;
        let corpus = Corpus::find(&path).map_err(|e| error::of_open(py, &e))?;
        return Ok(InputTimes::new(corpus, None));
    }
    let mut lines = String::new();
    for tree in given.try_iter()? {
        let tree = tree?;
        let words: Vec<(f64, f64)> = if tree.is_none() {
            Vec::new()
        } else {
            tree.try_iter()?.map(|word| word?.extract()).collect::<PyResult<_>>().map_err(|_| {
                PyTypeError::new_err("word times are pairs of start and end, in seconds, one for each word")
            })?
        };
        if words.iter().any(|(start, end)| !start.is_finite() || !end.is_finite()) {
            return Err(pyo3::exceptions::PyValueError::new_err("a word time is not a finite number"));
        }
        let words: Vec<String> = words.iter().map(|(start, end)| format!("[{start:?}, {end:?}]")).collect();
        lines.extend(["{\"words\": [", &words.join(", "), "]}\n"]);
    }
    Ok(InputTimes::new(Corpus::held(name, lines.as_bytes()), Some(TimesFormat::TimesJson)))
}
