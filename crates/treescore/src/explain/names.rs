//! The names of rules for people: what switching a rule does.

use super::rules::SettingChange;
use super::{End, Pairs};
use crate::prepare::Recipe;

/// The longest list of labels that a name shows.
const LONGEST: usize = 24;

/// A rule, its setting, and what the values of the setting mean.
type OfSetting = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Rules with one setting.
const OF_SETTINGS: [OfSetting; 11] = [
    (
        "gold-tags",
        "punct",
        &[("gold", "gold tags decide on punctuation"), ("own", "each side's tags decide on punctuation")],
    ),
    (
        "deleted-words",
        "words",
        &[("keep", "words with deleted tags kept"), ("drop", "words with deleted tags dropped")],
    ),
    (
        "words",
        "forms",
        &[
            ("any", "words not compared"),
            ("exact", "words compared as written"),
            ("folded", "words compared without case"),
            ("normal", "words compared in normal form"),
        ],
    ),
    ("quotes", "quotes", &[("none", "quotes not put back")]),
    ("labels", "match", &[("spans", "labels not compared"), ("labels", "labels compared")]),
    (
        "repeats",
        "repeats",
        &[
            ("each", "repeats count each"),
            ("once", "repeats count once"),
            ("match-once", "of repeats only one matches"),
        ],
    ),
    (
        "trivial",
        "trivial",
        &[
            ("count", "trivial brackets counted"),
            ("drop-words", "brackets of one word not counted"),
            ("drop-sentence", "brackets of all words not counted"),
            ("drop-both", "trivial brackets not counted"),
        ],
    ),
    ("shortest", "shortest", &[("1", "sentences of any length")]),
    (
        "empty",
        "empty",
        &[
            ("skip", "empty sentences left out"),
            ("one", "empty sentences count as 1"),
            ("zero", "empty sentences count as 0"),
        ],
    ),
    ("average", "avg", &[("corpus", "corpus average"), ("sentence", "mean of the sentences")]),
    ("cutoff", "cutoff", &[("none", "no cutoff")]),
];

/// What the setting that says what equal labels are equal for may mean.
const EQUATE: [(&str, &str); 2] =
    [("brackets", "equal labels: brackets only"), ("everything", "equal labels: tags and deletions too")];

/// What switching a rule does.
pub(super) fn of(id: &str, settings: &[SettingChange], (from, to): (&End, &End)) -> String {
    let value = |key: &str| settings.iter().find(|found| found.key == key);
    let setting = |key: &str, texts: &[(&str, &str)]| {
        let to = value(key).map_or("", |found| found.to.as_str());
        let known = texts.iter().find(|(value, _)| *value == to);
        known.map_or_else(|| format!("{key}: {to}"), |(_, text)| (*text).to_owned())
    };
    match id {
        "root" => {
            let is_more = |recipe: &Recipe| recipe.root.as_str() != "count";
            let which = turn(value("del"), is_more(&from.setup.recipe), is_more(&to.setup.recipe));
            which.choose(["root label not counted", "root label counted", "other root labels not counted"])
        }
        "punctuation" => {
            let which = turn(value("del").or(value("len")), false, false);
            which.choose(["punctuation deleted", "punctuation counted", "other punctuation deleted"])
        }
        "function-tags" => function_tags(settings),
        "equal-labels" => equal_labels(value("eq"), &setting("equate", &EQUATE)),
        "traces" => {
            let which = turn(value("del").or(value("empties")).or(value("len")), false, false);
            which.choose(["traces removed", "traces counted", "other empty elements removed"])
        }
        "deletions" => deletions(value("del").or(value("len"))),
        "words" if value("forms").is_none() => "other words count as equal".to_owned(),
        "speech" => "speech repairs and closed classes".to_owned(),
        "pairs" => pairs(from, to),
        _ => {
            if let Some((_, key, texts)) = OF_SETTINGS.iter().find(|(rule, ..)| *rule == id) {
                let text = setting(key, texts).replace("quotes: ", "quotes put back: ");
                return text.replace("shortest: ", "shortest sentence ").replace("cutoff: ", "cutoff at ");
            }
            let all = settings.iter().map(|found| format!("{}: {}", found.key, found.to));
            all.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Whether names come into a list, leave it, or both.
#[derive(Clone, Copy)]
enum Turn {
    On,
    Off,
    Other,
}

impl Turn {
    fn choose(self, [on, off, other]: [&str; 3]) -> String {
        match self {
            Self::On => on,
            Self::Off => off,
            Self::Other => other,
        }
        .to_owned()
    }
}

/// How a list changes; beside it, whether a setting did the same before and after.
fn turn(list: Option<&SettingChange>, before: bool, after: bool) -> Turn {
    let is_listed = |text: Option<&str>| text.is_some_and(|text| text != "none");
    let before = before || is_listed(list.map(|found| found.from.as_str()));
    let after = after || is_listed(list.map(|found| found.to.as_str()));
    match (before, after) {
        (false, _) => Turn::On,
        (true, false) => Turn::Off,
        (true, true) => Turn::Other,
    }
}

fn function_tags(settings: &[SettingChange]) -> String {
    let labels = settings.iter().find(|found| found.key == "labels");
    let what = if labels.is_some() { "function tags" } else { "tags of words" };
    let Some(found) = labels.or(settings.first()) else { return what.to_owned() };
    match (found.from.as_str(), found.to.as_str()) {
        (_, "keep") => format!("{what} kept"),
        ("keep", _) => format!("{what} cut"),
        _ => format!("{what} cut otherwise"),
    }
}

/// `ADVP = PRT`.
fn equal_labels(eq: Option<&SettingChange>, equate: &str) -> String {
    match eq.map(|found| (found.from.as_str(), found.to.as_str())) {
        None => equate.to_owned(),
        Some(("none", to)) if to.len() <= LONGEST => to.replace('=', " = ").replace(',', ", "),
        Some(("none", _)) => "labels count as equal".to_owned(),
        Some((from, "none")) if from.len() <= LONGEST => {
            format!("{} told apart", from.replace('=', " and ").replace(',', ", "))
        }
        Some((_, "none")) => "no labels count as equal".to_owned(),
        Some(_) => "other labels count as equal".to_owned(),
    }
}

fn deletions(list: Option<&SettingChange>) -> String {
    let Some(found) = list else { return "deletions".to_owned() };
    let show = |names: &str, what: &str| match names.len() {
        0..=LONGEST => format!("{} {what}", names.replace(',', ", ")),
        _ => format!("{} labels {what}", names.split(',').count()),
    };
    match (found.from.as_str(), found.to.as_str()) {
        ("none", to) => show(to, "deleted"),
        (from, "none") => show(from, "counted"),
        _ => "other labels deleted".to_owned(),
    }
}

fn pairs(from: &End, to: &End) -> String {
    let cutoff = |end: &End| end.setup.recipe.cutoff.unwrap_or_default();
    match (from.pairs, to.pairs) {
        (Pairs::All, Pairs::Within) => {
            format!("refused pairs and those of more than {} words left out", cutoff(to))
        }
        (_, Pairs::Within) => format!("sentences of more than {} words left out", cutoff(to)),
        (Pairs::All, _) => "refused pairs left out".to_owned(),
        (Pairs::Within, Pairs::Scored) => "sentences of any length".to_owned(),
        (Pairs::Within, Pairs::All) => "all sentences, refused pairs as zero".to_owned(),
        (Pairs::Scored, _) => "refused pairs count as zero".to_owned(),
    }
}
