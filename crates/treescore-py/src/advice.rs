//! Advice in Python's words: the library gives it as a value, and here it names arguments.

use std::error::Error;

use treescore::read::FileFault;
use treescore::values::Advice;

/// Words advice. What follows the last `: ` is what to type.
pub(crate) fn render(advice: &Advice) -> String {
    match advice {
        Advice::ListRefused => "list them: score.refused".to_owned(),
        Advice::AlignTexts | Advice::Align => "align the texts: pairing=\"text\"".to_owned(),
        Advice::FixShift => "fix the shift: pairing=\"text\"".to_owned(),
        Advice::RaiseMemory => "raise it: settings={\"memory\": …}".to_owned(),
        Advice::AllowWork(cells) => format!("allow it: settings={{\"effort\": \"{cells:e}\"}}"),
        Advice::ShowAllLabels => "show all labels: score.by(\"label\")".to_owned(),
        Advice::Set(key, value) => format!("settings={{\"{key}\": \"{value}\"}}"),
        Advice::Delete(labels) => {
            let labels: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
            format!("settings={{\"del\": [{}]}} with the labels deleted so far", labels.join(", "))
        }
        Advice::CutLabels => "settings={\"labels\": \"cut\"}".to_owned(),
        Advice::PairById => "pairing=\"ids\"".to_owned(),
        Advice::AlignSides => "pairing=\"sides\"".to_owned(),
        Advice::PairByLine => "pairing=\"lines\"".to_owned(),
        Advice::Skip(label) => format!("skip=[\"{label}\"]"),
        Advice::Exchange(gold, system) => format!("treescore.score(\"{gold}\", \"{system}\")"),
        Advice::Ignore(_) => "it is in score.findings".to_owned(),
        Advice::NameFormat(_, names) => {
            let names: Vec<String> = names.iter().map(|name| format!("input=\"{name}\"")).collect();
            format!("choose one: {}", names.join(" or "))
        }
        Advice::ReadAllAsWords => "as words: input=\"plain\"".to_owned(),
        Advice::NameField(_, name) => format!("say which: input=\"json:{name}\""),
        Advice::NameEncoding(_) => "name the encoding: encoding=\"…\"".to_owned(),
        Advice::RecogniseFormat(name) => {
            format!("the format {name} was given with input=; without it, the content decides")
        }
        Advice::RecogniseEncoding(_) => "remove encoding=".to_owned(),
        Advice::CompareSpans => "compare spans: recipe=\"unsupervised-sentence\"".to_owned(),
        Advice::TakeRecipe(name) => format!("recipe=\"{name}\""),
        Advice::CompareSpansByGold => "settings={\"match\": \"spans\", \"punct\": \"gold\"}".to_owned(),
        Advice::CountAllWords(delete) => format!("count all words: settings={{\"del\": \"{delete}\"}}"),
        Advice::OrderRules => "choose the order: order=[…]".to_owned(),
        Advice::ReadBest => "read it: nbest=\"best\"".to_owned(),
        other => other.to_string(),
    }
}

/// Appends advice to a message.
pub(crate) fn append(message: &str, advice: Option<&Advice>) -> String {
    advice.map_or_else(|| message.to_owned(), |advice| format!("{message}; {}", render(advice)))
}

/// Describes an error, with advice if there is any about the file that it comes from.
pub(crate) fn explain(error: &dyn Error) -> String {
    let mut cause = error.source();
    while let Some(next) = cause {
        let boxed = next.downcast_ref::<Box<FileFault>>().map(|fault| &**fault);
        if let Some(fault) = next.downcast_ref::<FileFault>().or(boxed) {
            return append(&error.to_string(), fault.advice.as_ref());
        }
        cause = next.source();
    }
    error.to_string()
}
