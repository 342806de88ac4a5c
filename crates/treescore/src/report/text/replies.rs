//! Replies of language models: rates, figures over some of them, repairs.

use crate::report::model::{Report, SystemReport};
use crate::report::replies;
use crate::report::style::{Role, Style, visible};

use super::facts;

/// Renders a block for each system that replies. Several systems, and several measures, are named.
pub(super) fn render(report: &Report, style: &Style) -> Vec<String> {
    let systems = report.systems.iter().enumerate();
    systems.filter_map(|(at, system)| of_system(report, (at, system), style)).collect()
}

fn of_system(report: &Report, (at, system): (usize, &SystemReport), style: &Style) -> Option<String> {
    let found = system.replies.as_ref()?;
    let mut lines = vec![found.rates()];
    for measure in &report.measures {
        let mut of_measure =
            measure.cells.get(at).map(|cell| replies::facts(measure, cell)).unwrap_or_default();
        if report.measures.len() > 1
            && let Some(first) = of_measure.first_mut()
        {
            first.note = Some(format!("by {}", measure.info.name));
        }
        lines.extend(of_measure);
    }
    lines.extend(found.repairs());
    let block = facts::render(&lines, style)?;
    Some(match report.systems.as_slice() {
        [_] => block,
        _ => format!("{}\n{block}", style.paint(Role::Strong, &visible(&system.name, style))),
    })
}
