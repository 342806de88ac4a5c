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
        Advice::NameTier(tiers) => {
            let tiers: Vec<String> = tiers.iter().map(|tier| format!("--tier {}", quote(tier))).collect();
            return format!("name the tier of the words: {}", tiers.join(" or "));
        }
        Advice::TimesFormat => {
            "name the file *.ctm, *.TextGrid, *.json or *.jsonl, or give the format: --times-format"
        }
        Advice::GiveIds => "give the utterance id of each tree: --ids",
        Advice::Floor => "set a minimum probability: --floor 1e-6",
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

/// Quotes a word for the shell, if needed.
fn quote(word: &str) -> String {
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if is_plain { word.to_owned() } else { format!("'{word}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_advice_names_an_option() {
        let tiers = vec!["Mots".to_owned(), "mots dits".to_owned()];
        for (advice, expected) in [
            (Advice::ListRefused, "list them: --refused"),
            (Advice::Widen(83), "widen the table: --width 83"),
            (Advice::NameTier(tiers), "name the tier of the words: --tier Mots or --tier 'mots dits'"),
        ] {
            assert_eq!(render(&advice), expected);
        }
        let message = append(&"the limit is 5", Some(Advice::RaiseMemory));
        assert_eq!(message, "the limit is 5; raise it: --memory");
        assert_eq!(append(&"no tree", None), "no tree");
    }
}
