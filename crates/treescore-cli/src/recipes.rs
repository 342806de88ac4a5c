//! Recipes by name or parameter file.

use std::path::Path;

use treescore::prepare::{NamedFile, PRESETS, Preset, Recipe};
use treescore::read::read_table;

use crate::job::JobError;

/// The parameter file that the name of a recipe may be.
pub(crate) fn file(name: &str) -> &Path {
    Path::new(NamedFile::new(name).file)
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
    if let Some(meant) = meant_by(name).filter(|_| !Path::new(name).exists()) {
        return Err(JobError::RecipeMeant { name: name.to_owned(), meant });
    }
    let named = NamedFile::new(name);
    if !named.is_parameters() {
        return Err(JobError::Recipe(name.to_owned()));
    }
    let content = read_table(Path::new(named.file));
    let content = content.map_err(|source| JobError::ParamFile { name: named.file.into(), source })?;
    let (recipe, ignored) = named.recipe(&content);
    notes.extend(ignored);
    Ok(recipe)
}
