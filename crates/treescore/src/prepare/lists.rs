//! The lists of a recipe as tables: what it says about a label is looked up, however long the lists are.

use super::chains::Chains;
use super::recipe::{Cut, DeletedWords, Equate, Name, Recipe};
use crate::values::hash::{HashMap, HashSet};

/// A set of names.
pub(super) type Names = HashSet<Name>;

/// The lists of a recipe.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// Tags of deleted words.
    pub(super) deleted_tags: Names,
    /// Deleted brackets, by their cut labels; those that equal a deleted one included.
    pub(super) deleted_brackets: Names,
    pub(super) uncounted: Names,
    pub(super) quotes: Names,
    pub(super) edits: Listed,
    pub(super) empties: Listed,
    pub(super) closed: Listed,
    /// The label whose class a label is in, where pairs of equal labels are classes.
    pub(super) class_names: HashMap<Name, Name>,
}

impl Lists {
    pub(super) fn new(recipe: &Recipe, chains: &Chains) -> Self {
        let all = |list: &[Name]| list.iter().cloned().collect::<Names>();
        let equates_everything = recipe.equate == Equate::Everything;
        let listed = |list: &[Name]| {
            let class = |name: &Name| chains.class_of(name).to_vec();
            let classes =
                if equates_everything { list.iter().map(class).collect() } else { Names::default() };
            Listed { names: all(list), classes }
        };
        let drops = recipe.deleted_words == DeletedWords::Drop;
        Self {
            deleted_tags: if drops { all(&recipe.delete) } else { Names::default() },
            deleted_brackets: deleted_brackets(recipe),
            uncounted: all(&recipe.uncounted),
            quotes: all(&recipe.quotes),
            edits: listed(&recipe.edits),
            empties: listed(&recipe.empties),
            closed: listed(&recipe.closed),
            class_names: class_names(&recipe.equal_labels),
        }
    }
}

/// A list of labels that equal labels share.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    names: Names,
    /// The class names of these labels by chains, if brackets and tags are equated alike.
    classes: Names,
}

impl Listed {
    /// True if a label is in the list, either cut or by a label that a chain of equal ones connects it with.
    pub(super) fn has(&self, name: &[u8], cut: &[u8], chains: &Chains) -> bool {
        // Cutting a name that starts with a hyphen leaves nothing, or only a part of a name such as `-NONE-`.
        self.names.contains(cut)
            || (name.starts_with(b"-") && self.names.contains(name))
            || (!self.classes.is_empty() && self.classes.contains(chains.class_of(cut)))
    }
}

/// The labels of deleted brackets, and those that equal one of them directly.
fn deleted_brackets(recipe: &Recipe) -> Names {
    // The SPMRL variant of EVALB cuts the deleted labels, too, so `-NONE-` deletes brackets without label
    // there.
    let cut: Names = match recipe.labels {
        Cut::Spmrl => recipe.delete.iter().map(|name| Cut::Spmrl.apply(name).to_vec()).collect(),
        _ => recipe.delete.iter().cloned().collect(),
    };
    if recipe.equate != Equate::Everything {
        return cut;
    }
    let both = recipe.equal_labels.iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    let equal: Vec<Name> =
        both.filter(|(_, other)| cut.contains(*other)).map(|(one, _)| one.clone()).collect();
    cut.into_iter().chain(equal).collect()
}

/// For each second label of a pair the first of the pair, which names their class. The first pair counts.
fn class_names(pairs: &[(Name, Name)]) -> HashMap<Name, Name> {
    let mut names = HashMap::default();
    for (a, b) in pairs.iter().filter(|(a, b)| a != b) {
        names.entry(b.clone()).or_insert_with(|| a.clone());
    }
    names
}
