//! Parameter files by name, as options and setups give them: `FILE.prm`, or `spmrl:FILE.prm` with the rules by which the
//! file is read.

use std::path::Path;

use super::param_file::{ParamFile, ParamNote};
use super::recipe::Recipe;
use super::speech_file::SpeechFile;

/// The name of a parameter file, and the rules by which it is read.
///
/// ```
/// use treescore::prepare::NamedFile;
/// let name = NamedFile::new("spmrl:mine.prm");
/// assert_eq!((name.rules, name.file, name.is_parameters()), (Some("spmrl"), "mine.prm", true));
/// let (recipe, notes) = name.recipe(b"DELETE_LABEL TOP\nDELETE_LABLE X\n");
/// assert!(recipe.delete.contains(&b"TOP".to_vec()));
/// assert_eq!(notes, ["mine.prm:2: `DELETE_LABLE X` is not a keyword and was ignored"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedFile<'a> {
    /// The rules, one of [`RULES`](Self::RULES); `None` for those of EVALB.
    pub rules: Option<&'static str>,
    /// The file.
    pub file: &'a str,
}

impl<'a> NamedFile<'a> {
    /// Rules that may stand before a file.
    pub const RULES: [&'static str; 3] = ["spmrl", "aligned", "speech"];

    /// Splits a name.
    pub fn new(name: &'a str) -> Self {
        let given = Self::RULES.into_iter().find_map(|rules| {
            let file = name.strip_prefix(rules)?.strip_prefix(':')?;
            Some(Self { rules: Some(rules), file })
        });
        given.unwrap_or(Self { rules: None, file: name })
    }

    /// True if the name ends as those of parameter files do, in `.prm`.
    pub fn is_parameters(&self) -> bool {
        Path::new(self.file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("prm"))
    }

    /// The recipe that the content of the file describes, and what was ignored in it.
    pub fn recipe(&self, content: &[u8]) -> (Recipe, Vec<String>) {
        let file = self.file;
        if self.rules == Some("speech") {
            let (params, notes) = SpeechFile::parse_trimmed(content);
            let notes = notes.iter().map(|note| format!("{file}:{note}")).collect();
            return (Recipe::of_speech_file(&params), notes);
        }
        let (params, mut notes) = ParamFile::parse(content);
        let recipe = match self.rules {
            Some("aligned") => {
                // A keyword may have any number of values here.
                notes.retain(|note| matches!(note, ParamNote::UnknownKeyword { .. }));
                Recipe::of_aligned_file(content)
            }
            Some("spmrl") => params.recipe(&Recipe::spmrl_rules()),
            _ => params.recipe(&Recipe::evalb()),
        };
        (recipe, notes.iter().map(|note| format!("{file}:{}", describe(note))).collect())
    }
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
    }
}
