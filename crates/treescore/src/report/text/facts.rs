//! Facts: lines of numbers that a measure reports besides its figures.

use crate::measure::Fact;
use crate::report::number;
use crate::report::style::{Style, display_width};

/// Renders the lines, each with its subject and its numbers; `None` without facts.
pub(crate) fn render(facts: &[Fact], style: &Style) -> Option<String> {
    let width = facts.iter().map(|fact| fact.about.len()).max()?;
    let lines = facts.iter().flat_map(|fact| lines(fact, width, style));
    Some(lines.map(|line| line + "\n").collect())
}

/// Breaks a fact into lines, with as many numbers on a line as fit.
fn lines(fact: &Fact, width: usize, style: &Style) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (name, number) in &fact.numbers {
        let text = format!("{name} {}", number::fact(*number, style));
        match lines.last_mut() {
            Some(line) if display_width(line) + 3 + display_width(&text) <= style.width => {
                line.push_str("   ");
                line.push_str(&text);
            }
            last => {
                let about = if last.is_none() { fact.about } else { "" };
                lines.push(format!("{about:width$}  {text}"));
            }
        }
    }
    lines.extend(fact.note.iter().map(|note| format!("{:width$}  {note}", "")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::FactNumber;

    #[test]
    fn a_line_for_each() {
        let facts = [
            Fact {
                about: "nodes",
                numbers: vec![("gold", FactNumber::Count(38_204)), ("mapped", FactNumber::Count(33_590))],
                note: None,
            },
            Fact {
                about: "overlap",
                numbers: vec![("mean IoU", FactNumber::Fraction(Some(0.8633)))],
                note: Some("a line of its own".into()),
            },
            Fact {
                about: "times",
                numbers: vec![("from", FactNumber::Seconds(Some(-1.5))), ("to", FactNumber::Seconds(None))],
                note: None,
            },
        ];
        insta::assert_snapshot!(render(&facts, &Style::default()).unwrap(), @r"
        nodes    gold 38,204   mapped 33,590
        overlap  mean IoU 0.8633
                 a line of its own
        times    from −1.50 s   to –
        ");
        assert_eq!(render(&[], &Style::default()), None);
    }

    #[test]
    fn lines_are_cut_between_numbers() {
        let count = FactNumber::Count;
        let facts = [Fact {
            about: "words",
            numbers: vec![("only gold", count(10)), ("only system", count(7)), ("same", count(1))],
            note: None,
        }];
        for (width, expected) in [
            (80, "words  only gold 10   only system 7   same 1\n"),
            (44, "words  only gold 10   only system 7   same 1\n"),
            (43, "words  only gold 10   only system 7\n       same 1\n"),
            (1, "words  only gold 10\n       only system 7\n       same 1\n"),
        ] {
            assert_eq!(render(&facts, &Style { width, ..Style::default() }).unwrap(), expected, "{width}");
        }
    }
}
