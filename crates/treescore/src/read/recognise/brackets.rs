//! Which brackets: labels or none, tags or none, numbers, lemmas.

use super::super::file_fault::FileFault;
use super::super::format::Format;
use super::forest::Utterance;
use super::outline::{First, Outline, Tally};
use super::pattern::nine_of_ten;
use super::sample::{Sample, trim_start};
use super::transcript::prose;
use super::{Recognition, Verdict};

/// In a file of fewer words, a few loose words do not make it one without tags.
const FEW_WORDS: usize = 100;

/// Why utterances are no trees.
pub(crate) const UTTERANCES: &str =
    "has bare words beside trees: utterances for -m tree-node, concept or word";

/// Text whose first line that is no comment begins with a bracket.
pub(super) fn brackets(sample: &Sample<'_>) -> Verdict {
    let first = sample.outside_comments().next();
    if !first.is_some_and(|line| trim_start(line.bytes).starts_with(b"(")) {
        return Ok(None);
    }
    refuse_utterances(sample)?;
    let outline = Outline::of(sample);
    if let Some(line) = outline.first_prose
        && outline.prose * 5 >= outline.begun
    {
        return Err(prose(line));
    }
    let Some(first) = &outline.first else { return Ok(Some(Recognition::certain(Format::Brackets))) };
    refuse_by_name(first, &outline.tally)?;
    Ok(Some(kind(&outline.tally, sample.is_whole)))
}

/// Lines that close what they open, one in ten with words beside brackets. A single one in a short
/// file of trees is a faulty line.
fn refuse_utterances(sample: &Sample<'_>) -> Result<(), FileFault> {
    let (mut lines, mut beside, mut first, mut are_trees) = (0, 0, 1, true);
    for line in sample.outside_comments() {
        let Some(utterance) = Utterance::of(line.bytes) else { return Ok(()) };
        lines += 1;
        if utterance.has_words_beside {
            first = if beside == 0 { line.number } else { first };
            beside += 1;
        } else {
            are_trees &= utterance.is_one;
        }
    }
    let is_one_fault = beside == 1 && (2..20).contains(&lines) && are_trees;
    if beside * 10 < lines || is_one_fault {
        return Ok(());
    }
    Err(FileFault::on_line("wrong-kind", UTTERANCES, first))
}

/// Brackets that are known, and not read.
fn refuse_by_name(first: &First<'_>, tally: &Tally) -> Result<(), FileFault> {
    if first.atom.starts_with(b"<T") || first.atom.starts_with(b"<L") {
        let message = "is CCGbank's format (.auto): derivations of categories; no reader for it";
        return Err(FileFault::new("wrong-kind", message));
    }
    if first.has_role {
        let message = "is AMR in PENMAN notation: a graph, not a tree of phrases";
        return Err(FileFault::new("wrong-kind", message));
    }
    if !nine_of_ten(tally.numbered, tally.words) && nine_of_ten(tally.slashed, tally.words) {
        let message = "has words with their tags as word/TAG; write them as (TAG word)";
        return Err(FileFault::at("wrong-kind", message, first.position()));
    }
    Ok(())
}

/// The kind of brackets, by what was counted.
pub(super) fn kind(tally: &Tally, is_whole: bool) -> Recognition {
    let has_labels = nine_of_ten(tally.labels, tally.heads);
    if nine_of_ten(tally.numbered, tally.words) {
        Recognition::certain(Format::Discbracket)
    } else if !tally.is_not_binary && tally.has_three_atoms {
        binary(tally, has_labels)
    } else if is_bare(tally) {
        Recognition::certain(Format::Bare)
    } else if has_tags(tally, is_whole) || !tally.has_mixed && !tally.has_several {
        Recognition::certain(Format::Brackets)
    } else if !tally.has_mixed && tally.holders > 2 && nine_of_ten(tally.pairs, tally.holders) {
        Recognition::ambiguous(&[Format::LemmaLeaves, Format::Untagged])
    } else if has_labels {
        Recognition::certain(Format::Untagged)
    } else {
        Recognition::ambiguous(&[Format::Untagged, Format::Bare])
    }
}

/// Every bracket has two members, so that a tree with labels and one without have the same form.
fn binary(tally: &Tally, has_labels: bool) -> Recognition {
    if tally.has_inner_start {
        Recognition::certain(Format::Bare)
    } else if has_labels {
        Recognition::likely(&[Format::Brackets, Format::Bare])
    } else {
        Recognition::ambiguous(&[Format::Bare, Format::Brackets])
    }
}

/// Outermost brackets without a label over several members, and few heads that look like labels. Text in
/// capitals has such heads, but no tags.
fn is_bare(tally: &Tally) -> bool {
    let is_capitals = || {
        nine_of_ten(tally.unlabelled_roots, tally.trees)
            && !tally.has_id
            && !nine_of_ten(tally.own, tally.words)
    };
    tally.unlabelled_roots * 2 >= tally.trees && (tally.labels * 2 < tally.heads.max(1) || is_capitals())
}

/// Nine of ten words have a bracket of their own; in a short file, half of them.
fn has_tags(tally: &Tally, is_whole: bool) -> bool {
    let is_short = is_whole && tally.words > 0 && tally.words < FEW_WORDS;
    nine_of_ten(tally.own, tally.words) || is_short && tally.own * 2 >= tally.words
}
