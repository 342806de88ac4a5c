//! `rerun`: a published score, made again.

use pyo3::prelude::*;
use treescore::front::SystemScore;
use treescore::report::{Format, render};
use treescore::run::{KeptFigures, Statistics};
use treescore::setup::{Given, Signature, StatSettings};

use crate::error;
use crate::question::{Answer, Options, one};
use crate::run::warn;
use crate::score::{Score, style};
use crate::setup::{Changes, Setup};

/// What differs: what, then, now.
type Differences = Vec<(String, String, String)>;

/// Scores again by a signature: the score, its text and JSON, whether it is the same score, and what differs.
#[pyfunction]
pub(crate) fn ask_rerun<'py>(
    signature: &str,
    gold: &Bound<'py, PyAny>,
    system: &Bound<'py, PyAny>,
    options: Options<'py>,
) -> PyResult<(Answer, Py<Score>, bool, Differences)> {
    let py = gold.py();
    let published: Signature = signature.parse().map_err(|e| error::of_signature(py, &e))?;
    let setup = published.setup(&Given::default()).map_err(|e| error::of_signature(py, &e))?;
    check_times(py, &published, &setup, &options)?;
    let published = published.completed(&setup);
    let setup = Bound::new(py, Setup::from(setup))?.into_any();
    let systems = one(system, options.system_times.as_ref())?;
    let outcome = options.call(py, Changes::default())?.run(gold, &systems, &[setup])?;
    let score = outcome.scores.into_iter().next().ok_or_else(|| error::plain(py, "nothing was scored"))?;
    let score = Score::make(
        py,
        named(score, &systems[0].0),
        outcome.findings,
        outcome.source.map(|source| (source, 0)),
    )?;
    let statistics = |figures| signed(&published, figures);
    let (shown, all) = (statistics(KeptFigures::Headline), statistics(KeptFigures::All));
    let inner = &score.get().inner;
    let mut report = SystemScore::report(&[inner], 1, shown.as_ref());
    report.findings.clone_from(&score.get().findings);
    let text = render(&report, Format::Table, &style());
    let mut report = SystemScore::report(&[inner], 1, all.as_ref());
    report.findings.clone_from(&score.get().findings);
    let now = report.measures.iter().flat_map(|measure| &measure.cells).next();
    let now: Signature = now
        .map(|cell| cell.signature.as_str())
        .unwrap_or_default()
        .parse()
        .map_err(|e| error::of_signature(py, &e))?;
    let differences = published.differences(&now);
    for (what, then, now) in &differences {
        warn(py, &format!("{what}: the signature says {then}, this run has {now}"))?;
    }
    let json = render(&report, Format::Json, &style());
    Ok(((text, json), score, published.is_repeated_by(&now), differences))
}

/// A score with the name of its system.
fn named(mut score: SystemScore, name: &str) -> SystemScore {
    name.clone_into(&mut score.name);
    name.clone_into(&mut score.system.name);
    score
}

/// Refuses to score with word times what was scored without them, and the other way round.
fn check_times(
    py: Python<'_>,
    published: &Signature,
    setup: &treescore::Setup,
    options: &Options<'_>,
) -> PyResult<()> {
    let may_need = setup.times.is_some() || setup.pairing.words().is_some();
    if published.has_times() == options.gold_times.is_some() || !may_need {
        return Ok(());
    }
    let message = if published.has_times() {
        "the score was made with word times: give gold_times and system_times"
    } else {
        "the score was made without word times: leave out gold_times and system_times"
    };
    Err(error::setting(py, message, "gold_times", None, Vec::new()))
}

/// The intervals and tests of a published score, if it has any.
pub(crate) fn signed(published: &Signature, figures: KeptFigures) -> Option<Statistics> {
    let signed = published.statistics()?;
    let settings = StatSettings { samples: false, ..signed.settings };
    let usual = Statistics::default();
    Some(Statistics { settings, figures, test: signed.test.unwrap_or(usual.test), ..usual })
}
