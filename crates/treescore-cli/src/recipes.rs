//! Recipes by name or parameter file.

use std::path::Path;

use treescore::prepare::param_file::{ParamFile, ParamNote};
use treescore::prepare::speech_file::SpeechFile;
use treescore::prepare::{PRESETS, Preset, Recipe};
use treescore::read::read_table;

use crate::job::JobError;

/// Prefixes of parameter files, as in `spmrl:FILE.prm`: the rules by which the file is read.
pub(crate) const DIALECTS: [&str; 3] = ["spmrl", "aligned", "speech"];

/// The parameter file that the name of a recipe may be.
pub(crate) fn file(name: &str) -> &Path {
    let file = DIALECTS.iter().find_map(|dialect| name.strip_prefix(dialect)?.strip_prefix(':'));
    Path::new(file.unwrap_or(name))
}

/// The recipe that a name in capitals, or of a parameter file, means: `collins` for `COLLINS.prm`.
pub(crate) fn meant_by(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let bare = lower.strip_suffix(".prm").unwrap_or(&lower);
    PRESETS.iter().map(|preset| preset.name).find(|known| *known == bare && *known != name)
}

/// Adds the root labels of trees that a named recipe leaves out.
pub(crate) fn add_skipped(recipe: Option<&str>, skip: &mut Vec<Vec<u8>>) {
    let preset = recipe.and_then(Preset::named);
    for label in preset.into_iter().flat_map(|preset| preset.skip).map(|label| label.as_bytes()) {
        if !skip.iter().any(|known| known == label) {
            skip.push(label.to_vec());
        }
    }
}

/// Finds a recipe by name, or reads it from a parameter file of any dialect.
pub(crate) fn find(name: &str, notes: &mut Vec<String>) -> Result<Recipe, JobError> {
    if let Some(recipe) = Recipe::named(name) {
        return Ok(recipe);
    }
    let (dialect, file) =
        name.split_once(':').filter(|(before, _)| DIALECTS.contains(before)).unwrap_or(("", name));
    if let Some(meant) = meant_by(name).filter(|_| !Path::new(name).exists()) {
        return Err(JobError::RecipeMeant { name: name.to_owned(), meant });
    }
    if !Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("prm")) {
        return Err(JobError::Recipe(name.to_owned()));
    }
    let bytes =
        read_table(Path::new(file)).map_err(|source| JobError::ParamFile { name: file.into(), source })?;
    if dialect == "speech" {
        let (params, found) = SpeechFile::parse_trimmed(&bytes);
        notes.extend(found.iter().map(|note| format!("{file}:{note}")));
        return Ok(Recipe::of_speech_file(&params));
    }
    let (params, mut found) = ParamFile::parse(&bytes);
    if dialect == "aligned" {
        // A keyword may have any number of values here.
        found.retain(|note| matches!(note, ParamNote::UnknownKeyword { .. }));
    }
    notes.extend(found.iter().map(|note| format!("{file}:{}", describe(note))));
    Ok(match dialect {
        "aligned" => Recipe::of_aligned_file(&bytes),
        "spmrl" => params.recipe(&Recipe::spmrl_rules()),
        _ => params.recipe(&Recipe::evalb()),
    })
}

fn describe(note: &ParamNote) -> String {
    match note {
        ParamNote::UnknownKeyword { line, text } => {
            format!("{line}: `{}` is not a keyword and was ignored", String::from_utf8_lossy(text))
        }
        ParamNote::TwoValuesNeeded { line, keyword } => {
            format!("{line}: {keyword} needs two values and was ignored")
        }
        ParamNote::NoValue { line, keyword } => format!("{line}: {keyword} needs a value and was ignored"),
        _ => " a line was ignored".to_owned(),
    }
}
