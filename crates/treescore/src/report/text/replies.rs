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
    let block = facts::render(&replies::lines(report, at), style)?;
    Some(match report.systems.as_slice() {
        [_] => block,
        _ => format!("{}\n{block}", style.paint(Role::Strong, &visible(&system.name, style))),
    })
}
