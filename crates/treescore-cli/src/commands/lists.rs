//! `treescore measures` and `treescore recipes`.

use std::io::{self, Write};

use treescore::Setup;
use treescore::measure::Parseval;
use treescore::measure::registry::MEASURES;
use treescore::prepare::PRESETS;

use crate::job::JobError;
use crate::messages::Messages;
use crate::recipes;

/// Lists the measures.
pub(crate) fn measures(out: &mut impl Write) -> io::Result<()> {
    for (at, entry) in MEASURES.iter().enumerate() {
        let mark = if at == 0 { "  (default)" } else { "" };
        let measure = (entry.make)();
        let info = measure.info();
        let figures: Vec<&str> = info.figures.iter().map(|figure| figure.key).collect();
        writeln!(out, "{:<13}  {}{mark}", info.name, info.about)?;
        writeln!(out, "{:<13}  figures: {}", "", figures.join(", "))?;
        let settings: Vec<String> =
            measure.settings().iter().map(|(key, value)| format!("{key}={value}")).collect();
        if !settings.is_empty() {
            writeln!(out, "{:<13}  settings: {}", "", settings.join(", "))?;
        }
    }
    Ok(())
}

/// Lists the recipes.
pub(crate) fn recipes(out: &mut impl Write) -> io::Result<()> {
    for (at, preset) in PRESETS.iter().enumerate() {
        let mark = if at == 0 { "  (default)" } else { "" };
        writeln!(out, "{:<22}  {}{mark}", preset.name, preset.about)?;
    }
    writeln!(out, "FILE.prm                EVALB parameters; spmrl:FILE.prm for its SPMRL variant")?;
    writeln!(out, "aligned:FILE.prm        the same parameters for alignment-based PARSEVAL")?;
    writeln!(out, "speech:FILE.prm         SParseval's parameters for speech")?;
    writeln!(out, "\nshow all settings of one: treescore recipes collins; change a setting: --set root=drop")
}

/// Shows all settings of a recipe.
pub(crate) fn recipe(name: &str, messages: &Messages, out: &mut impl Write) -> Result<(), RecipeError> {
    let mut notes = Vec::new();
    let recipe = recipes::find(name, &mut notes)?;
    for (key, value) in recipe.fields() {
        writeln!(out, "{key:<8}  {value:<24}  {}", meaning(key))?;
    }
    let signature = Setup { recipe, ..Setup::of(Parseval) }.signature();
    writeln!(out, "\n{signature}")?;
    messages.warn_all(&notes);
    Ok(())
}

/// A recipe that cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecipeError {
    #[error(transparent)]
    Job(#[from] JobError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn meaning(key: &str) -> &'static str {
    match key {
        "labels" => {
            "labels of brackets: keep, cut (at - or =), cut-hash (also at #), cut-inner (not at the first character)"
        }
        "tags" => "tags of words: the same",
        "del" => "labels that do not count (punct is , : `` '' .)",
        "words" => "words with such tags: drop or keep",
        "empties" => "labels and tags that are removed with everything below",
        "len" => "tags that do not count for the length",
        "eq" => "labels and tags that count as equal",
        "equate" => "what these are equal for: everything (as in EVALB), or brackets only",
        "eqw" => "words that count as equal",
        "forms" => {
            "words are compared as written (exact), without case and hyphens (folded), in normal form (normal), or not (any)"
        }
        "edits" => "labels of speech repairs",
        "closed" => "tags and words of closed classes",
        "quotes" => "tags of quotes that are restored if only one side deletes them",
        "match" => "what must be equal: labels (and spans) or spans",
        "root" => "outermost bracket: count, drop, or dummy (drop TOP, ROOT, S1, @S, VROOT and no label)",
        "punct" => "whose tags delete words: own or gold",
        "repeats" => "repeated brackets count each time, once, or each time but match-once",
        "trivial" => "count, drop-words, drop-sentence, drop-both",
        "empty" => "sentence with nothing to find: skip, one or zero",
        "avg" => "headline: corpus or sentence",
        "cutoff" => "length of the second row of scores, or none",
        "shortest" => "length of the shortest sentence that counts",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treescore::prepare::Recipe;

    #[test]
    fn every_setting_has_a_meaning() {
        for (key, _) in Recipe::default().fields() {
            assert!(!meaning(key).is_empty(), "{key}");
        }
    }
}
