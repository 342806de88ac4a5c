//! Recipes in place of parameter files: `-p collins`.

use treescore::prepare::param_file::ParamFile;
use treescore::prepare::{Compare, PRESETS, Recipe};
use treescore_originals::evalb::Dialect;

/// Returns the parameters of the named recipe, or a message that says what to give instead.
pub(super) fn params_named(name: &str, dialect: Dialect) -> Result<ParamFile, String> {
    let recipe = Recipe::named(name);
    if let Some(params) = recipe.as_ref().and_then(|recipe| params_of(recipe, dialect)) {
        return Ok(params);
    }
    let usable = usable(dialect).join(", ");
    Err(match recipe {
        Some(_) => format!(
            "treescore: the parameters of {} cannot express the recipe {name}; use one of {usable}, \
             or run: treescore GOLD SYSTEM -r {name}\n",
            command(dialect)
        ),
        None => format!("treescore: no such file, and not the name of a recipe; recipes are {usable}\n"),
    })
}

/// The names of the recipes that parameters can express.
pub(crate) fn usable(dialect: Dialect) -> Vec<&'static str> {
    let is_usable = |name: &&str| Recipe::named(name).is_some_and(|it| params_of(&it, dialect).is_some());
    PRESETS.iter().map(|preset| preset.name).filter(is_usable).collect()
}

/// The usable recipe that `COLLINS.prm` or `Collins` means: `collins`.
pub(super) fn meant_by(name: &str, dialect: Dialect) -> Option<&'static str> {
    crate::recipes::meant_by(name).filter(|meant| usable(dialect).contains(meant))
}

fn command(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Evalb => "evalb",
        Dialect::Spmrl => "evalb-spmrl",
    }
}

/// Converts a recipe to parameters. `None` if no parameter file gives exactly this recipe.
fn params_of(recipe: &Recipe, dialect: Dialect) -> Option<ParamFile> {
    let params = ParamFile {
        cutoff_len: Some(i32::try_from(recipe.cutoff?).ok()?),
        labeled: Some(i32::from(recipe.compare == Compare::Labels)),
        delete_label: recipe.delete.clone(),
        delete_label_for_length: recipe.uncounted.clone(),
        quote_label: recipe.quotes.clone(),
        eq_label: recipe.equal_labels.clone(),
        eq_word: recipe.equal_words.clone(),
        ..ParamFile::default()
    };
    let rules = match dialect {
        Dialect::Evalb => Recipe::evalb(),
        Dialect::Spmrl => Recipe::spmrl_rules(),
    };
    (params.recipe(&rules) == *recipe).then_some(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_recipes_are_taken() {
        for (dialect, expected) in [
            (Dialect::Evalb, &["collins", "new", "evalb-default", "ctb", "unlabeled"][..]),
            (Dialect::Spmrl, &["spmrl", "spmrl-hebrew"]),
        ] {
            let is_taken = |name: &&str| params_named(name, dialect).is_ok();
            let taken: Vec<&str> = PRESETS.iter().map(|preset| preset.name).filter(is_taken).collect();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn refusals_say_what_to_do() {
        for (name, dialect, expected) in [
            (
                "spmrl",
                Dialect::Evalb,
                "treescore: the parameters of evalb cannot express the recipe spmrl; use one of collins, new, \
                 evalb-default, ctb, unlabeled, or run: treescore GOLD SYSTEM -r spmrl\n",
            ),
            (
                "colins",
                Dialect::Spmrl,
                "treescore: no such file, and not the name of a recipe; recipes are spmrl, spmrl-hebrew\n",
            ),
        ] {
            assert_eq!(params_named(name, dialect), Err(expected.to_owned()));
        }
    }
}
