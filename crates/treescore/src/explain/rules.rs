//! The rules in which two setups differ. Every setting that differs belongs to exactly one of them.

use super::names;
use super::{End, ExplainError, Pairs};
use crate::measure::{AnyMeasure, Settings};
use crate::prepare::{Average, Name, Recipe, Root, SettingError, join_labels};
use crate::setup::Setup;

/// A rule in which two setups differ.
///
/// ```
/// use treescore::explain::{End, rules};
/// use treescore::{Setup, prepare::Recipe};
/// let end = |recipe: Recipe| End::new("", Setup::named("parseval").unwrap().with_recipe(recipe));
/// let found = rules(&end(Recipe::raw()), &end(Recipe::default()))?;
/// let names: Vec<&str> = found.iter().map(|rule| rule.name.as_str()).collect();
/// assert_eq!(names[..3], ["root label not counted", "punctuation deleted", "function tags cut"]);
/// # Ok::<(), treescore::explain::ExplainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name for programs: one of [`Rule::IDS`].
    pub id: &'static str,
    /// What switching it does, for people.
    pub name: String,
    /// The settings that it changes.
    pub settings: Vec<SettingChange>,
    /// What it acts on.
    pub effect: Effect,
    changes: Vec<Change>,
}

/// A setting that differs. Of a list, only what one of the setups has and the other has not.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettingChange {
    /// The setting.
    pub key: &'static str,
    /// Its value before.
    pub from: String,
    /// Its value after.
    pub to: String,
}

/// What a rule acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// On pairs: what counts, and what is a match. Both setups have to be run.
    Pairs,
    /// On the average that is read off the sums.
    Average,
    /// On the pairs that the figure is over.
    Coverage,
    /// On nothing that the figure shows.
    Nothing,
}

/// A change of a setup.
#[derive(Clone, Debug)]
enum Change {
    /// A setting of the recipe.
    Setting { key: &'static str, value: String },
    /// Names of a list of the recipe.
    Names { list: List, removed: Vec<Name>, added: Vec<Name> },
    /// The measure with other settings.
    Measure(Box<dyn AnyMeasure>),
}

/// The lists whose names are divided among rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Delete,
    Uncounted,
}

impl List {
    const ALL: [Self; 2] = [Self::Delete, Self::Uncounted];

    fn key(self) -> &'static str {
        match self {
            Self::Delete => "del",
            Self::Uncounted => "len",
        }
    }

    fn of(self, recipe: &Recipe) -> &[Name] {
        match self {
            Self::Delete => &recipe.delete,
            Self::Uncounted => &recipe.uncounted,
        }
    }

    fn of_mut(self, recipe: &mut Recipe) -> &mut Vec<Name> {
        match self {
            Self::Delete => &mut recipe.delete,
            Self::Uncounted => &mut recipe.uncounted,
        }
    }
}

/// Which names of the lists belong to which rule; other names belong to [`OTHERS`].
const NAMES: [(&str, &[&str]); 3] = [
    ("root", &Root::DUMMIES),
    (
        "punctuation",
        &[
            ",", ":", "``", "''", ".", "?", "!", ";", "`", "'", "\"", "-LRB-", "-RRB-", "-LCB-", "-RCB-",
            "#", "$", "$,", "$.", "$(", "$[", "PU", "PUNC", "PUNCT",
        ],
    ),
    ("traces", &["-NONE-"]),
];

/// The rule of names that belong to no other.
const OTHERS: &str = "deletions";

/// The rules in the order in which they are switched, and their settings of the recipe.
const RULES: [(&str, &[&str]); 20] = [
    ("root", &["root"]),
    ("punctuation", &[]),
    ("gold-tags", &["punct"]),
    ("function-tags", &["labels", "tags"]),
    ("equal-labels", &["eq", "equate"]),
    ("traces", &["empties"]),
    (OTHERS, &[]),
    ("deleted-words", &["words"]),
    ("words", &["eqw", "forms"]),
    ("quotes", &["quotes"]),
    ("speech", &["edits", "closed"]),
    ("labels", &["match"]),
    ("repeats", &["repeats"]),
    ("trivial", &["trivial"]),
    ("shortest", &["shortest"]),
    ("measure", &[]),
    ("empty", &["empty"]),
    ("average", &["avg"]),
    ("cutoff", &["cutoff"]),
    ("pairs", &[]),
];

impl Rule {
    /// The names of all rules, in the order in which they are switched unless another order is asked for.
    pub const IDS: [&str; RULES.len()] = {
        let mut ids = [""; RULES.len()];
        let mut at = 0;
        while at < RULES.len() {
            ids[at] = RULES[at].0;
            at += 1;
        }
        ids
    };

    /// Switches the rule on.
    pub(super) fn switch(&self, setup: &mut Setup) -> Result<(), SettingError> {
        for change in &self.changes {
            match change {
                Change::Setting { key, value } => setup.recipe.set(key, value)?,
                Change::Names { list, removed, added } => {
                    let names = list.of_mut(&mut setup.recipe);
                    names.retain(|name| !removed.contains(name));
                    names.extend(added.iter().cloned());
                }
                Change::Measure(measure) => setup.measure = measure.clone(),
            }
        }
        Ok(())
    }
}

/// The rules in which two ends differ, in the order in which they are switched.
///
/// # Errors
/// If the ends differ in more than rules: in the measure, or in how files are read and trees paired.
pub fn rules(from: &End, to: &End) -> Result<Vec<Rule>, ExplainError> {
    check(&from.setup, &to.setup)?;
    for end in [from, to] {
        if end.pairs == Pairs::Within && end.setup.recipe.cutoff.is_none() {
            return Err(ExplainError::NoCutoff { name: end.name.clone() });
        }
    }
    let fields: Vec<(&'static str, String, String)> = {
        let both = from.setup.recipe.fields().into_iter().zip(to.setup.recipe.fields());
        both.map(|((key, from), (_, to))| (key, from, to)).filter(|(_, from, to)| from != to).collect()
    };
    let rule = |&(id, keys): &(&'static str, &[&str])| {
        let of_rule = fields.iter().filter(|(key, ..)| keys.contains(key));
        let mut settings: Vec<SettingChange> = of_rule
            .map(|(key, from, to)| SettingChange { key, from: from.clone(), to: to.clone() })
            .collect();
        let mut changes: Vec<Change> = settings
            .iter()
            .map(|found| Change::Setting { key: found.key, value: found.to.clone() })
            .collect();
        add_names(id, (&from.setup.recipe, &to.setup.recipe), (&mut settings, &mut changes));
        if id == "measure" {
            add_measure((&from.setup, &to.setup), (&mut settings, &mut changes));
        }
        if id == "pairs" && from.pairs != to.pairs {
            let text = |end: &End| end.pairs.as_str().to_owned();
            settings.push(SettingChange { key: "pairs", from: text(from), to: text(to) });
        }
        let effect = effect(id, from, to);
        let name = names::of(id, &settings, (from, to));
        (!settings.is_empty()).then_some(Rule { id, name, settings, effect, changes })
    };
    Ok(RULES.iter().filter_map(rule).collect())
}

/// Something of a setup that both ends must have in common: its name, and what a setup has.
type Aspect<'f> = (&'static str, &'f dyn Fn(&Setup) -> String);

/// What a rule acts on.
fn effect(id: &str, from: &End, to: &End) -> Effect {
    let ends = [from, to];
    let has_mean = ends.iter().any(|end| end.setup.recipe.average == Average::Sentence);
    match id {
        "average" => Effect::Average,
        "pairs" => Effect::Coverage,
        // The corpus average knows no sentences.
        "empty" if !has_mean => Effect::Nothing,
        // The cutoff is that of the end that has one, unless both have.
        "cutoff" if ends.iter().any(|end| end.pairs != Pairs::Within) => Effect::Nothing,
        _ => Effect::Pairs,
    }
}

/// Adds the names of lists that belong to a rule and that only one of two recipes has.
fn add_names(
    id: &str,
    (from, to): (&Recipe, &Recipe),
    (settings, changes): (&mut Vec<SettingChange>, &mut Vec<Change>),
) {
    let is_of =
        |name: &Name| NAMES.iter().find(|(_, names)| has(names, name)).map_or(OTHERS, |(id, _)| id) == id;
    for list in List::ALL {
        let only = |of: &Recipe, other: &Recipe| -> Vec<Name> {
            let mut names: Vec<Name> = Vec::new();
            for name in list.of(of).iter().filter(|name| is_of(name) && !list.of(other).contains(name)) {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            names
        };
        let (removed, added) = (only(from, to), only(to, from));
        if removed.is_empty() && added.is_empty() {
            continue;
        }
        let (from, to) = (join_labels(&removed), join_labels(&added));
        settings.push(SettingChange { key: list.key(), from, to });
        changes.push(Change::Names { list, removed, added });
    }
}

fn has(names: &[&str], name: &Name) -> bool {
    names.iter().any(|known| known.as_bytes() == name)
}

/// Adds the settings of the measure that differ.
fn add_measure(
    (from, to): (&Setup, &Setup),
    (settings, changes): (&mut Vec<SettingChange>, &mut Vec<Change>),
) {
    let (before, after) = (from.measure.settings(), to.measure.settings());
    let value = |settings: &Settings, key: &str| {
        let found = settings.iter().find(|(other, _)| *other == key);
        found.map_or_else(|| "none".to_owned(), |(_, value)| value.clone())
    };
    let only_after = after.iter().filter(|(key, _)| before.iter().all(|(other, _)| other != key));
    for &(key, _) in before.iter().chain(only_after) {
        let (from, to) = (value(&before, key), value(&after, key));
        if from != to {
            settings.push(SettingChange { key, from, to });
        }
    }
    if !settings.is_empty() {
        changes.push(Change::Measure(to.measure.clone()));
    }
}

/// Refuses setups that differ in more than rules.
fn check(from: &Setup, to: &Setup) -> Result<(), ExplainError> {
    let (first, second) = (from.measure.info().name, to.measure.info().name);
    if first != second {
        return Err(ExplainError::Measures { from: first, to: second });
    }
    let skip = |setup: &Setup| join_labels(&setup.input.skip);
    if skip(from) != skip(to) {
        return Err(ExplainError::Reading { what: "skip", from: skip(from), to: skip(to) });
    }
    let index = |setup: &Setup| setup.pairing.index().unwrap_or("in order").to_owned();
    let settings =
        |setup: &Setup| format!("{:?}", setup.pairing.settings(setup.index(), setup.times.is_some()));
    let reading =
        |setup: &Setup| format!("{:?} {:?} {} {:?}", setup.input, setup.unit(), setup.by_id, setup.times);
    let all: [Aspect<'_>; 3] =
        [("pairing", &index), ("settings of the pairing", &settings), ("input", &reading)];
    match all.into_iter().find(|(_, of)| of(from) != of(to)) {
        Some((what, of)) => Err(ExplainError::Reading { what, from: of(from), to: of(to) }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every setting of a recipe belongs to exactly one rule; those of lists are divided by their names.
    #[test]
    fn every_setting_has_one_rule() {
        let mut rules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (id, keys) in RULES {
            for key in keys {
                rules.entry(key).or_default().push(id);
            }
        }
        for list in &List::ALL {
            rules.entry(list.key()).or_default().push("by its names");
        }
        let fields = Recipe::default().fields();
        assert_eq!(rules.keys().copied().collect::<Vec<_>>(), {
            let mut keys: Vec<&str> = fields.iter().map(|(key, _)| *key).collect();
            keys.sort_unstable();
            keys
        });
        assert!(rules.values().all(|rules| rules.len() == 1), "{rules:?}");
        for (id, _) in NAMES {
            assert!(Rule::IDS.contains(&id));
        }
    }
}
