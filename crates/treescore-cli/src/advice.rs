//! The wording of advice: the library says what helps, the command line names the option.

use std::fmt::Display;

use treescore::values::Advice;

/// Advice as the command line words it. What comes after the last `: ` is what to type.
pub(crate) fn wording(advice: &Advice) -> String {
    let text = match advice {
        Advice::ListRefused => "list them: --refused",
        Advice::AlignTexts => "align the texts: --align",
        Advice::FixShift => "fix the shift: --align",
        Advice::RaiseMemory => "raise it: --memory",
        Advice::ShowAllLabels => "show all labels: --all",
        Advice::Widen(columns) => return format!("widen the table: --width {columns}"),
        Advice::AllowOverlaps => "mend the times, or allow overlaps: --allow-overlaps",
        Advice::NameTier(tiers) => {
            let tiers: Vec<String> = tiers.iter().map(|tier| format!("--tier {}", quoted(tier))).collect();
            return format!("name the tier of the words: {}", tiers.join(" or "));
        }
        Advice::TimesFormat => {
            "name it *.ctm, *.TextGrid, *.json or *.jsonl, or give the format: --times-format"
        }
        Advice::GiveIds => "say which tree is which: --ids",
        Advice::Floor => "give it a least probability: --floor 1e-6",
        other => return other.to_string(),
    };
    text.to_owned()
}

/// A message with the advice behind it.
pub(crate) fn advised(message: &dyn Display, advice: Option<Advice>) -> String {
    match advice {
        Some(advice) => format!("{message}; {}", wording(&advice)),
        None => message.to_string(),
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
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
            assert_eq!(wording(&advice), expected);
        }
        let message = advised(&"the limit is 5", Some(Advice::RaiseMemory));
        assert_eq!(message, "the limit is 5; raise it: --memory");
        assert_eq!(advised(&"no tree", None), "no tree");
    }
}
