//! Advice as text: the library gives it as a value, the command line names the option.

use std::error::Error;
use std::fmt::Display;

use treescore::prepare::escape;
use treescore::read::FileFault;
use treescore::values::Advice;

/// Renders advice. What follows the last `: ` is what to type.
pub(crate) fn render(advice: &Advice) -> String {
    let text = match advice {
        Advice::ListRefused => "list them: --refused",
        Advice::OrderRules => "choose the order: --order",
        Advice::AlignTexts => "align the texts: --align",
        Advice::FixShift => "fix the shift: --align",
        Advice::RaiseMemory => "raise it: --memory",
        Advice::AllowWork(cells) => return format!("allow it: --effort {cells:e}"),
        Advice::ShowAllLabels => "show all labels: --all",
        Advice::Widen(columns) => return format!("widen the table: --width {columns}"),
        Advice::AllowOverlaps => "correct the times, or allow overlaps: --allow-overlaps",
        Advice::SpreadTimes => "let them share the gap: --missing-times spread",
        Advice::SplitTimes => "share its time: --times-words split",
        Advice::GiveIds => "give the utterance id of each tree: --ids",
        Advice::Floor => "set a minimum probability: --floor 1e-6",
        Advice::Set(key, value) => return format!("--set {key}={value}"),
        Advice::Delete(labels) => {
            let labels: Vec<String> = labels.iter().map(|label| escape(label.as_bytes())).collect();
            return format!("--delete {}", quote(&labels.join(",")));
        }
        Advice::CutLabels => "--labels cut",
        Advice::PairById => "--pair-by id",
        Advice::AlignSides => "--side",
        Advice::PairByLine => "--pair-by line",
        Advice::Skip(label) => return format!("--skip {}", quote(&escape(label.as_bytes()))),
        Advice::Exchange(gold, system) => return format!("treescore {} {}", quote(gold), quote(system)),
        Advice::ForSide(side, key, value) => return format!("--{side}-{key} {}", quote(value)),
        Advice::ForSystems(key, values) => return for_systems(key, values),
        Advice::Give(key, value) => return format!("--{key} {}", quote(value)),
        Advice::Align => "--align",
        Advice::DropPunctuation => "-r unsupervised-sentence, or take punctuation out of both sides",
        Advice::Ignore(id) => return format!("silence it: --ignore {id}"),
        Advice::NameFormat(side, names) => return name_format(input(*side), names),
        Advice::ReadAllAsWords => "as words: --input plain",
        Advice::NameField(side, name) => return name_field(*side, name),
        Advice::NameTier(name) => return format!("name one: --tier {}", quoted(name)),
        Advice::NameEncoding(side) => return format!("name the encoding: {}", encoding(*side, ", or")),
        Advice::RecogniseFormat(name) => {
            return format!(
                "the format {name} was given, with --input or in the signature; without it, the content decides"
            );
        }
        Advice::RecogniseEncoding(side) => return format!("remove {}", encoding(*side, " or")),
        Advice::ChooseFiles(pattern) => {
            let pattern = pattern.as_ref().map_or("GLOB".to_owned(), |pattern| quoted(pattern));
            return format!("choose files by their names: --only {pattern}");
        }
        Advice::CompareSpans => "compare spans: -r unsupervised-sentence, or --unlabeled --set punct=gold",
        Advice::TakeRecipe(name) => return format!("-r {name}"),
        Advice::CompareSpansByGold => "--unlabeled --set punct=gold",
        Advice::CountAllWords(delete) => {
            return format!("count all words: --set {}", quote(&format!("del={delete}")));
        }
        Advice::ReadBest => "read it: --nbest best",
        other => return other.to_string(),
    };
    text.to_owned()
}

/// The formats that a file may have.
fn name_format(option: impl Display, names: &[impl Display]) -> String {
    let options: Vec<String> = names.iter().map(|name| format!("{option} {name}")).collect();
    let choose = if options.len() == 1 { "choose it" } else { "choose one" };
    format!("{choose}: {}", options.join(" or "))
}

/// An option for each system.
fn for_systems(key: &str, values: &[String]) -> String {
    values.iter().map(|value| format!("--system-{key} {}", quote(value))).collect::<Vec<_>>().join(" ")
}

fn name_field(side: Option<&str>, name: &str) -> String {
    format!("say which: {} {}", input(side), quote(&format!("json:{name}")))
}

/// The options that name the encoding of all files, or of a side.
fn encoding(side: Option<&str>, or: &str) -> String {
    side.map_or("--encoding".to_owned(), |side| format!("--encoding{or} --{side}-encoding"))
}

/// The option that names the format of a side, or of all files.
fn input(side: Option<&str>) -> String {
    side.map_or("--input".to_owned(), |side| format!("--{side}-input"))
}

/// A value as a shell takes it: in quotes if it has characters that mean something to a shell.
fn quote(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "@%+=:,./_-".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) { value.to_owned() } else { quoted(value) }
}

/// A value in quotes.
fn quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', r"'\''"))
}

/// Describes an error, with advice if there is any about the file that it comes from.
pub(crate) fn explain(error: &dyn Error) -> String {
    append(&error, about_file(error))
}

/// Advice about the file that an error comes from. It is found in the cause, however many errors are around.
pub(crate) fn about_file(error: &dyn Error) -> Option<Advice> {
    let mut cause = error.source();
    while let Some(next) = cause {
        let boxed = next.downcast_ref::<Box<FileFault>>().map(|fault| &**fault);
        if let Some(fault) = next.downcast_ref::<FileFault>().or(boxed) {
            return fault.advice.clone();
        }
        cause = next.source();
    }
    None
}

/// Appends advice to a message.
pub(crate) fn append(message: &dyn Display, advice: Option<Advice>) -> String {
    match advice {
        Some(advice) => format!("{message}; {}", render(&advice)),
        None => message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_advice_names_an_option() {
        for (advice, expected) in [
            (Advice::ListRefused, "list them: --refused"),
            (Advice::AllowWork(40_000_000_000), "allow it: --effort 4e10"),
            (Advice::Widen(83), "widen the table: --width 83"),
            (
                Advice::Delete(vec!["@S".into(), "NP|<VP-PP>".into(), ",".into()]),
                r"--delete '@S,NP%7C<VP-PP>,%2C'",
            ),
            (Advice::Skip("it's".into()), r"--skip 'it'\''s'"),
            (Advice::Exchange("a b".into(), "c.trees".into()), "treescore 'a b' c.trees"),
            (Advice::SpreadTimes, "let them share the gap: --missing-times spread"),
        ] {
            assert_eq!(render(&advice), expected);
        }
        let message = append(&"the limit is 5", Some(Advice::RaiseMemory));
        assert_eq!(message, "the limit is 5; raise it: --memory");
        assert_eq!(append(&"no tree", None), "no tree");
    }
}
