//! The Python package `treescore`: the library behind Python's types.
//!
//! The package wraps the library and computes nothing: every number comes from `treescore` and `treescore-phrase`. Only
//! the calling thread touches Python; workers never need the interpreter.

#![allow(clippy::needless_pass_by_value, reason = "Python hands values over")]
#![allow(clippy::too_many_arguments, reason = "keyword arguments of Python, and columns of tables")]
#![allow(clippy::type_complexity, reason = "tuples that pickle wants")]
#![allow(clippy::unused_self, reason = "methods that Python calls")]
#![allow(clippy::option_option, reason = "a figure that is not there, and one that is undefined")]
#![allow(clippy::redundant_closure_for_method_calls, reason = "methods of traits would need more imports")]
#![allow(clippy::format_collect, reason = "texts of a few lines")]

mod advice;
mod align;
mod arrow;
mod baselines;
mod buckets;
mod call;
mod check;
mod command;
mod comparison;
mod diff;
mod error;
mod explain;
mod figures;
mod findings;
mod foreign;
mod metric;
mod page;
mod phrase;
mod picture;
mod question;
mod records;
mod replies;
mod report;
mod rerun;
mod run;
mod score;
mod selftest;
mod setup;
mod side;
mod statistics;
mod table;
mod times;
mod tree;
mod trees;
mod verify;
mod warm;

use pyo3::prelude::*;

/// The extension module `treescore._core`.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<tree::Tree>()?;
    module.add_class::<trees::Trees>()?;
    module.add_class::<setup::Setup>()?;
    module.add_class::<figures::Figures>()?;
    module.add_class::<score::Score>()?;
    module.add_class::<table::PairTable>()?;
    module.add_class::<report::Report>()?;
    module.add_class::<comparison::Comparison>()?;
    module.add_class::<metric::Metric>()?;
    module.add_class::<diff::Diff>()?;
    module.add_class::<align::Alignment>()?;
    module.add_class::<replies::ReplyScore>()?;
    module.add_class::<phrase::PhraseMetric>()?;
    module.add_class::<phrase::PhraseScore>()?;
    module.add_function(wrap_pyfunction!(trees::read, module)?)?;
    module.add_function(wrap_pyfunction!(setup::measures, module)?)?;
    module.add_function(wrap_pyfunction!(setup::recipes, module)?)?;
    module.add_function(wrap_pyfunction!(score::score, module)?)?;
    module.add_function(wrap_pyfunction!(report::report, module)?)?;
    module.add_function(wrap_pyfunction!(report::compare, module)?)?;
    module.add_function(wrap_pyfunction!(diff::diff, module)?)?;
    module.add_function(wrap_pyfunction!(align::align, module)?)?;
    module.add_function(wrap_pyfunction!(align::align_words, module)?)?;
    module.add_function(wrap_pyfunction!(replies::repair, module)?)?;
    module.add_function(wrap_pyfunction!(replies::score_replies, module)?)?;
    module.add_function(wrap_pyfunction!(phrase::chunks, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::counts_columns, module)?)?;
    module.add_function(wrap_pyfunction!(score::totals_columns, module)?)?;
    module.add_function(wrap_pyfunction!(score::score_of_totals, module)?)?;
    module.add_function(wrap_pyfunction!(score::score_of_counts, module)?)?;
    module.add_function(wrap_pyfunction!(buckets::interval_of_buckets, module)?)?;
    module.add_function(wrap_pyfunction!(buckets::compare_scores, module)?)?;
    module.add_function(wrap_pyfunction!(buckets::joined_parts, module)?)?;
    module.add_function(wrap_pyfunction!(buckets::compare_of_buckets, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)?;
    add_questions(module)?;
    add_restorers(module)?;
    let errors = module.py().import("treescore._errors")?;
    for name in [
        "Error",
        "ReadError",
        "SettingError",
        "SignatureError",
        "UnevenError",
        "RefusedError",
        "SetupMismatch",
    ] {
        module.add(name, errors.getattr(name)?)?;
    }
    Ok(())
}

/// The functions behind those of `_questions.py`.
fn add_questions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(check::ask_check, module)?)?;
    module.add_function(wrap_pyfunction!(explain::ask_explain, module)?)?;
    module.add_function(wrap_pyfunction!(rerun::ask_rerun, module)?)?;
    module.add_function(wrap_pyfunction!(verify::ask_verify, module)?)?;
    module.add_function(wrap_pyfunction!(baselines::ask_baselines, module)?)?;
    module.add_function(wrap_pyfunction!(selftest::ask_selftest, module)?)?;
    Ok(())
}

/// The functions that pickle calls.
fn add_restorers(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(tree::_tree_of_units, module)?)?;
    module.add_function(wrap_pyfunction!(trees::_trees_of_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(figures::_figures, module)?)?;
    module.add_function(wrap_pyfunction!(score::_score_of_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(report::_report_of_scores, module)?)?;
    module.add_function(wrap_pyfunction!(metric::_metric_of_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(phrase::_phrase_metric, module)?)?;
    Ok(())
}
