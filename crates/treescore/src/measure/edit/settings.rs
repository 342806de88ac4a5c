//! The settings of the three measures as text.

use super::Edit;
use super::costs::{Cost, EditCosts};
use super::level::{Level, Typed};
use crate::align::mapping::effort_setting;
use crate::prepare::{self, Name, NodeKind, Separator, SettingError, unescape};
use crate::read::Syntax;

/// The settings, in the order of signatures.
pub(super) fn all<L: Level>(measure: &Edit<L>) -> Vec<(&'static str, String)> {
    let Edit { level, costs, rules, syntax, effort, .. } = measure;
    let separator = rules.types.separator.map(|it| prepare::escape(it.character.to_string().as_bytes()));
    let mut all = vec![
        ("input", syntax.as_str().to_owned()),
        ("cost-sub", costs.substitute().to_string()),
        ("cost-ins", costs.insert().to_string()),
        ("cost-del", costs.delete().to_string()),
    ];
    if L::TYPED == Typed::Everything {
        all.push(("types", rules.types.value()));
    }
    all.extend(separator.map(|separator| ("type-separator", separator)));
    all.extend(rules.root.as_deref().map(|root| ("root-label", prepare::escape(root))));
    all.push(("remove", prepare::join_labels(&rules.remove)));
    all.extend(effort_setting("effort", *effort));
    all.extend(level.settings());
    all.retain(|(_, value)| value != "none"); // absent settings are omitted
    all
}

/// Changes a setting. Returns false if there is none with this name.
pub(super) fn set<L: Level>(measure: &mut Edit<L>, key: &str, value: &str) -> Result<bool, SettingError> {
    match key {
        "input" => prepare::choose(&mut measure.syntax, key, value, Syntax::NAMES)?,
        "cost-sub" | "cost-ins" | "cost-del" => measure.costs = costs(measure.costs, key, value)?,
        "types" if L::TYPED == Typed::Everything => measure.rules.types.set_value(key, value)?,
        "type-separator" if L::TYPED != Typed::Nothing => {
            let only = (L::TYPED == Typed::Inner).then_some(NodeKind::Inner);
            let character = separator(key, value)?;
            measure.rules.types.separator = character.map(|character| Separator { character, only });
        }
        "root-label" => measure.rules.root = label(value),
        "remove" => measure.rules.remove = prepare::split_labels(value),
        "effort" => measure.effort = prepare::cells(key, value)?,
        "memory" => measure.memory = prepare::bytes(key, value)?,
        _ => return measure.level.set(key, value),
    }
    Ok(true)
}

fn costs(before: EditCosts, key: &str, value: &str) -> Result<EditCosts, SettingError> {
    let cost: Cost = value.parse().map_err(|()| prepare::wrong(key, value, Cost::TAKES))?;
    let (substitute, insert, delete) = (before.substitute(), before.insert(), before.delete());
    let costs = match key {
        "cost-sub" => EditCosts::new(cost, insert, delete),
        "cost-ins" => EditCosts::new(substitute, cost, delete),
        _ => EditCosts::new(substitute, insert, cost),
    };
    costs.ok_or_else(|| {
        prepare::wrong(key, value, "more than 0, since the other of cost-ins and cost-del is 0")
    })
}

fn separator(key: &str, value: &str) -> Result<Option<char>, SettingError> {
    if value == "none" {
        return Ok(None);
    }
    let bytes = unescape(value);
    let mut characters = std::str::from_utf8(&bytes).unwrap_or_default().chars();
    match (characters.next(), characters.next()) {
        (Some(separator), None) => Ok(Some(separator)),
        _ => Err(prepare::wrong(key, value, "one character, such as / or :, or none")),
    }
}

fn label(value: &str) -> Option<Name> {
    (value != "none").then(|| unescape(value))
}

#[cfg(test)]
mod tests {
    use crate::measure::{ConceptAccuracy, Measure, TreeNode, WordAccuracy};

    fn text(measure: &impl Measure) -> String {
        let fields: Vec<String> =
            Measure::settings(measure).into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
        fields.join("|")
    }

    /// Changes every setting, and checks that the printed settings restore the same measure.
    fn round_trip<M: Measure + Default + PartialEq + std::fmt::Debug>(
        settings: &[(&str, &str)],
        expected: &str,
    ) {
        let mut measure = M::default();
        for (key, value) in settings {
            assert_eq!(measure.set(key, value), Ok(true), "{key}");
        }
        assert_eq!(text(&measure), expected);
        let mut back = M::default();
        for (key, value) in measure.settings() {
            assert_eq!(back.set(key, &value), Ok(true), "{key}");
        }
        assert_eq!(back, measure);
    }

    #[test]
    fn settings_survive_as_text() {
        round_trip::<TreeNode>(&[], "input:forest|cost-sub:4|cost-ins:3|cost-del:3");
        round_trip::<TreeNode>(
            &[
                ("input", "json"),
                ("cost-sub", "0.50"),
                ("types", "A*=x"),
                ("type-separator", ":"),
                ("root-label", "%"),
                ("remove", "B,,C"),
            ],
            "input:json|cost-sub:0.5|cost-ins:3|cost-del:3|types:A*=x|type-separator:%3A|root-label:%|remove:B,C",
        );
        round_trip::<TreeNode>(
            &[("types", "off"), ("root-label", "%6Eone")],
            "input:forest|cost-sub:4|cost-ins:3|cost-del:3|types:off|root-label:%6Eone",
        );
        round_trip::<WordAccuracy>(
            &[("cost-ins", "2"), ("effort", "1234567")],
            "input:forest|cost-sub:4|cost-ins:2|cost-del:3|effort:1.234567e6",
        );
        round_trip::<ConceptAccuracy>(
            &[("type-separator", "é"), ("empty-slots", "drop")],
            "input:forest|cost-sub:4|cost-ins:3|cost-del:3|type-separator:é|empty-slots:drop",
        );
    }

    #[test]
    fn wrong_values_say_what_is_taken() {
        let mut measure = TreeNode::default();
        for (key, value, message) in [
            (
                "cost-sub",
                "x",
                "`x` is not a valid value for `cost-sub`; it takes a number from 0 to 1000 with at most six decimals, such as 4 or 0.5",
            ),
            (
                "input",
                "wrapped",
                "`wrapped` is not a valid value for `input`; it takes trees, forest, plain or json",
            ),
            (
                "type-separator",
                "ab",
                "`ab` is not a valid value for `type-separator`; it takes one character, such as / or :, or none",
            ),
            (
                "types",
                "A",
                "`A` is not a valid value for `types`; it takes none, off, or patterns and types such as A*=concept",
            ),
        ] {
            assert_eq!(measure.set(key, value).unwrap_err().to_string(), message);
        }
        assert_eq!(measure.set("cost-ins", "0"), Ok(true));
        let error = measure.set("cost-del", "0.0").unwrap_err().to_string();
        assert!(error.contains("more than 0"), "{error}");
        assert_eq!(measure.set("empty-slots", "drop"), Ok(false), "concepts have it");
        for (key, value) in [("types", "off"), ("type-separator", ":")] {
            assert_eq!(WordAccuracy::default().set(key, value), Ok(false), "words have no types");
        }
        assert_eq!(ConceptAccuracy::default().set("types", "off"), Ok(false), "concepts have slots");
    }
}
