//! Findings about refused pairs that are told while a score is made, and that a check lists.

use super::{Finding, FindingId, Look};
use crate::align::Refusal;
use crate::measure::Index;
use crate::prepare::WordForm;
use crate::read::Format;
use crate::run::RefusedAt;
use crate::run::survey::Spot;
use crate::setup::{Pairing, Setup};
use crate::tree::Which;
use crate::values::counted;

/// Pairs whose trees cannot be read, or cannot be compared.
pub(super) fn find(look: &Look<'_>) -> Vec<Finding> {
    let kinds = look.scored.systems[look.system].setups[look.setup].kinds.values();
    kinds.filter_map(|(pairs, first)| of_kind(look, *pairs, first)).collect()
}

fn of_kind(look: &Look<'_>, pairs: u64, first: &RefusedAt) -> Option<Finding> {
    let refused = counted(pairs, look.unit());
    let (id, message) = match &first.refusal {
        Refusal::NotATree(_, error) => (
            FindingId::NotATree,
            format!("{refused} refused: a tree cannot be read; first: {}", error.title()),
        ),
        refusal @ Refusal::Discontinuous { .. } => {
            (FindingId::Discontinuous, format!("{refused} refused; first: {refusal}"))
        }
        _ => return None,
    };
    let finding = Finding::warning(id, message).count(pairs, look.unit()).of(look.totals().read());
    Some(finding.first(place(look, first)))
}

/// Where a refused pair is, on the side that is the reason.
fn place(look: &Look<'_>, refused: &RefusedAt) -> Option<String> {
    let (which, position) = match &refused.refusal {
        Refusal::NotATree(which, error) => (*which, Some(error.position)),
        Refusal::Discontinuous { which, .. } => (*which, None),
        _ => return None,
    };
    let at = if which == Which::Gold { refused.id.gold_line } else { refused.id.system_line }?;
    let (line, column) = position.map_or((at.line, 1), |position| (position.line, position.column));
    look.place(which, Some(Spot { document: at.document, line, column }))
}

/// Trees of a file that cannot be read. The file is on both sides, so each such tree is a pair.
pub(super) fn unreadable(look: &Look<'_>) -> Option<Finding> {
    let kinds = look.scored.systems[look.system].setups[look.setup].kinds.values();
    let is_fault = |(_, first): &&(u64, RefusedAt)| matches!(first.refusal, Refusal::NotATree(..));
    let (trees, first) = kinds.into_iter().find(is_fault)?;
    let Refusal::NotATree(_, error) = &first.refusal else { return None };
    let message = format!("{} cannot be read; first: {}", counted(*trees, "tree"), error.title());
    let finding =
        Finding::warning(FindingId::NotATree, message).count(*trees, "tree").of(look.totals().read());
    Some(finding.first(place(look, first)))
}

/// The number of pairs with the same words: all but those whose words differ, or one of whose trees is not there. `None` if no
/// measure compares the words of pairs: they are aligned, taken from gold by a repair, or not looked at.
pub(super) fn same_words(look: &Look<'_>) -> Option<u64> {
    let facts = look.scored.inputs.systems.get(look.system)?;
    if facts.iter().any(|facts| facts.format == Format::Replies) {
        return None;
    }
    let compares = |setup: &Setup| {
        let is_whole = matches!(setup.pairing, Pairing::InOrder);
        is_whole && setup.index() == Index::Words && setup.recipe.word_form != WordForm::Any
    };
    let setup = look.plan.setups.iter().position(compares)?;
    let scored = &look.scored.systems[look.system].setups[setup];
    let has_other_words = |first: &RefusedAt| {
        use Refusal::{NoPartner, NoTree, NotATree, WordsDiffer};
        matches!(&first.refusal, NotATree(..) | NoTree(_) | NoPartner(_) | WordsDiffer { .. })
    };
    let kinds = scored.kinds.values();
    let others: u64 = kinds.filter(|(_, first)| has_other_words(first)).map(|(pairs, _)| pairs).sum();
    Some(scored.totals.read().saturating_sub(others))
}
