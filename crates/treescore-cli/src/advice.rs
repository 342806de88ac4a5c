//! Advice as text: the library gives it as a value, the command line names the option.

use std::fmt::Display;

use treescore::values::Advice;

/// Renders advice. What follows the last `: ` is what to type.
pub(crate) fn render(advice: &Advice) -> String {
    let text = match advice {
        Advice::ListRefused => "list them: --refused",
        Advice::AlignTexts => "align the texts: --align",
        Advice::FixShift => "fix the shift: --align",
        Advice::RaiseMemory => "raise it: --memory",
        Advice::ShowAllLabels => "show all labels: --all",
        Advice::Widen(columns) => return format!("widen the table: --width {columns}"),
        Advice::AllowOverlaps => "correct the times, or allow overlaps: --allow-overlaps",
        Advice::SpreadTimes => "let them share the gap: --missing-times spread",
        Advice::SplitTimes => "share its time: --times-words split",
        Advice::GiveIds => "give the utterance id of each tree: --ids",
        Advice::Floor => "set a minimum probability: --floor 1e-6",
        Advice::Set(key, value) => return format!("--set {key}={value}"),
        Advice::Delete(labels) => return format!("--delete {}", labels.join(",")),
        Advice::CutLabels => "--labels cut",
        Advice::UseRecipe(name) => return format!("-r {name}"),
        Advice::CompareSpans => "--unlabeled --set punct=gold",
        Advice::PairById => "--pair-by id",
        Advice::PairByLine => "--pair-by line",
        Advice::Skip(label) => return format!("--skip {label}"),
        Advice::Only(pattern) => return format!("--only '{pattern}'"),
        Advice::Exchange(gold, system) => return format!("treescore {gold} {system}"),
        Advice::ForSide(side, key, value) => return format!("--{side}-{key} {value}"),
        Advice::Give(key, value) => return format!("--{key} {value}"),
        Advice::ReadAs(format) => return format!("--input {format}"),
        Advice::TakeBest => "--nbest best",
        Advice::Align => "--align",
        Advice::DropPunctuation => "-r unsupervised-sentence, or take punctuation out of both sides",
        Advice::Ignore(id) => return format!("silence it: --ignore {id}"),
        other => return other.to_string(),
    };
    text.to_owned()
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
            (Advice::Widen(83), "widen the table: --width 83"),
            (Advice::SpreadTimes, "let them share the gap: --missing-times spread"),
        ] {
            assert_eq!(render(&advice), expected);
        }
        let message = append(&"the limit is 5", Some(Advice::RaiseMemory));
        assert_eq!(message, "the limit is 5; raise it: --memory");
        assert_eq!(append(&"no tree", None), "no tree");
    }
}
