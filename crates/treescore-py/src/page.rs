//! HTML reports: scores, charts and trees in one page. The trees are read and scored again, from where they came from.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use treescore::front::SystemScore;
use treescore::report::{FindingReport, build};
use treescore::run::{Input, KeptFigures, Observer, PairRow, Plan, score_with};
use treescore_html::{Collector, Contents, Sentences};

use crate::run::{Again, Source, interruptible};
use crate::{error, statistics};

/// The scores that a page is about: all measures of the first system, then those of the next.
pub(crate) struct Page<'a> {
    scores: Vec<&'a SystemScore>,
    /// The numbers of the systems in the source.
    systems: Vec<usize>,
    source: Option<&'a Arc<Source>>,
    findings: Vec<FindingReport>,
    sentences: Sentences,
}

impl<'a> Page<'a> {
    /// A page of scores whose systems have these sources, with the trees of at most so many sentences: `None` is all.
    pub(crate) fn new(
        scores: Vec<&'a SystemScore>,
        sources: impl Iterator<Item = Option<(&'a Arc<Source>, usize)>>,
        findings: &[FindingReport],
        sentences: Option<usize>,
    ) -> Self {
        // A system without a source is one that cannot be read again, and then there is no page.
        let sources: Option<Vec<(&Arc<Source>, usize)>> = sources.collect();
        let sentences = match sentences {
            None => Sentences::All,
            Some(0) => Sentences::None,
            Some(most) => Sentences::Most(most),
        };
        Self {
            scores,
            systems: sources.iter().flatten().map(|&(_, system)| system).collect(),
            source: sources.as_ref().and_then(|all| all.first()).map(|&(source, _)| source),
            findings: findings.to_vec(),
            sentences,
        }
    }

    /// The page, written to a file if there is a path.
    pub(crate) fn write(self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<Bound<'_, PyAny>> {
        let page = self.render(py)?;
        py.import("treescore._frames")?.call_method1("write_text", (page, path))
    }

    fn render(self, py: Python<'_>) -> PyResult<String> {
        let Some(source) = self.source else {
            return Err(PyLookupError::new_err(
                "the trees came from an iterator, or the scores were added up or unpickled: score files or lists",
            ));
        };
        let plan = self.plan(py, source)?;
        let width = self.scores.len() / self.systems.len().max(1);
        let names: Vec<String> =
            self.scores.iter().step_by(width.max(1)).map(|score| score.name.clone()).collect();
        let (findings, sentences) = (self.findings, self.sentences);
        let made = interruptible(py, move || make(plan, &names, findings, sentences))?;
        made.map_err(|message| error::plain(py, message))
    }

    /// The plan of the same scores, with all that a page shows.
    fn plan(&self, py: Python<'_>, source: &Source) -> PyResult<Plan> {
        let width = self.scores.len() / self.systems.len().max(1);
        let setups = self.scores.iter().take(width).map(|score| score.setup.clone()).collect();
        let gold = Input { times: source.gold_times.clone(), ..source.gold.input() };
        let system = |&system: &usize| {
            let times = source.system_times.get(system).cloned().flatten();
            Input { times, ..Again::input(&source.systems[system]) }
        };
        let mut plan = Plan::new(gold, self.systems.iter().map(system).collect(), setups);
        plan.ask.statistics = Some(statistics::of_reports(py, KeptFigures::Headline)?);
        plan.pair_folders().map_err(|e| error::of_open(py, &e))?;
        Ok(plan)
    }
}

/// Takes rows for the page. What goes wrong ends up in the page's own error.
struct Rows<'p> {
    plan: &'p Plan,
    collector: Collector,
    failed: Option<std::io::Error>,
}

impl Observer for Rows<'_> {
    fn row(&mut self, row: PairRow) {
        if self.failed.is_none() {
            self.failed = self.collector.take(self.plan, row).err();
        }
    }

    fn row_of_pass(&mut self, _pass: usize, _pair: u64, row: PairRow) -> Option<PairRow> {
        self.row(row);
        None
    }
}

fn make(
    mut plan: Plan,
    names: &[String],
    findings: Vec<FindingReport>,
    sentences: Sentences,
) -> Result<String, String> {
    let setup = treescore_html::ask(&mut plan);
    let collector = Collector::new(&plan, setup, sentences).map_err(|e| e.to_string())?;
    let mut rows = Rows { plan: &plan, collector, failed: None };
    let scored = score_with(&plan, &mut rows, None).map_err(|e| e.to_string())?;
    let Rows { collector, failed, .. } = rows;
    if let Some(failed) = failed {
        return Err(failed.to_string());
    }
    let mut report = build::report(&plan, &scored);
    report.findings = findings;
    for (system, name) in report.systems.iter_mut().zip(names) {
        system.name.clone_from(name);
    }
    let mut page = Vec::new();
    let contents = Contents::new(&report, &plan, sentences);
    treescore_html::write(&contents, collector, &mut page).map_err(|e| e.to_string())?;
    String::from_utf8(page).map_err(|e| e.to_string())
}
