//! Tables in Markdown, with their captions and signatures below.

use super::style::display_width;
use super::table::{Align, Table};
use super::typeset::Typeset;

/// Writes the tables.
pub(super) fn write(page: &Typeset) -> String {
    let mut blocks = Vec::new();
    for (table, caption) in &page.tables {
        blocks.push(table_text(table));
        blocks.extend((!caption.is_empty()).then(|| escape(&caption.join(" ")) + "\n"));
    }
    blocks.extend(page.signatures.iter().map(|(name, signature)| {
        let name = name.as_ref().map(|name| escape(name) + ": ").unwrap_or_default();
        name + &code(signature) + "\n"
    }));
    blocks.join("\n")
}

fn table_text(table: &Table) -> String {
    let texts: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().map(|cell| escape(&cell.text())).collect()).collect();
    let titles: Vec<String> = table.columns.iter().map(|column| escape(&column.title)).collect();
    let width = |index: usize| {
        let column = texts.iter().filter_map(|row| row.get(index)).chain(titles.get(index));
        column.map(|text| display_width(text)).max().unwrap_or(0).max(2)
    };
    let widths: Vec<usize> = (0..titles.len()).map(width).collect();
    let rule: Vec<String> =
        table.columns.iter().zip(&widths).map(|(column, &width)| rule(column.align, width)).collect();
    let lines = [&titles, &rule].into_iter().chain(&texts).map(|row| {
        let padded = row
            .iter()
            .zip(&widths)
            .zip(&table.columns)
            .map(|((text, &width), column)| pad(text, width, column.align));
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    });
    lines.collect()
}

fn pad(text: &str, width: usize, align: Align) -> String {
    let spare = " ".repeat(width.saturating_sub(display_width(text)));
    match align {
        Align::Left => format!("{text}{spare}"),
        Align::Right => format!("{spare}{text}"),
    }
}

fn rule(align: Align, width: usize) -> String {
    match align {
        Align::Left => "-".repeat(width),
        Align::Right => "-".repeat(width.saturating_sub(1)) + ":",
    }
}

/// Escapes everything that would be markup with a backslash.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '$' | '&' | '#') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Formats text as code, between one more back quote than its longest run of them.
fn code(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::{code, escape};
    use crate::report::{Format, Report, Style, render as render_as, sample};

    fn render(report: &Report, style: &Style) -> String {
        render_as(report, Format::Markdown, style)
    }

    #[test]
    fn one_system() {
        insta::assert_snapshot!(render(&sample::one(), &Style::default()), @r"
        | heron.trees   |    F1 | recall | precision | exact | crossing |  tags |
        | ------------- | ----: | -----: | --------: | ----: | -------: | ----: |
        | corpus        | 91.41 |  91.24 |     91.59 | 38.31 |     0.55 | 97.02 |
        | ≤ 40 words    | 92.04 |  91.87 |     92.21 | 40.95 |     0.48 | 97.05 |
        | sentence mean | 92.58 |  92.47 |     92.83 |     – |        – |     – |

        Scores of heron by parseval on 1,204 pairs, in per cent; crossing per pair. 1,204 pairs: 1,198 scored, 6 refused; F1 over all pairs 91.16.

        `treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`
        ");
    }

    #[test]
    fn several_systems() {
        insta::assert_snapshot!(render(&sample::several(), &Style::default()), @r"
        | system |    |    F1 | all pairs |     Δ | recall | precision |
        | ------ | -- | ----: | --------: | ----: | -----: | --------: |
        | heron  |    | 91.41 |     91.16 |       |  91.24 |     91.59 |
        | plover |    | 90.80 |     90.80 | −0.36 |  90.91 |     90.69 |
        | wren   | !  | 91.52 |     87.96 | −3.20 |  91.81 |     91.23 |

        F1 of heron, plover and wren by parseval on 1,204 pairs, in per cent, from summed counts. In the column of all pairs, refused pairs count as zero. Δ is the difference from heron over all pairs. ! wren was scored without its 40 refused pairs, 31 of them longer than 40 words.

        `treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`
        ");
    }

    #[test]
    fn several_measures() {
        insta::assert_snapshot!(render(&sample::several_measures(), &Style::default()), @r"
        | system | measure    | figure           |  score | all pairs |       Δ |
        | ------ | ---------- | ---------------- | -----: | --------: | ------: |
        | heron  | parseval   | F1               |  91.41 |     91.16 |         |
        |        | dependency | F1               |  90.02 |     89.80 |         |
        |        | struct-iou | Struct-IoU, mean | 0.9512 |    0.9480 |         |
        | plover | parseval   | F1               |  90.80 |     90.80 |   −0.36 |
        |        | dependency | F1               |  89.77 |     89.77 |   −0.03 |
        |        | struct-iou | Struct-IoU, mean | 0.9498 |    0.9498 | +0.0018 |

        Scores of heron and plover by parseval, dependency and struct-iou on 1,204 pairs. In the column of all pairs, refused pairs count as zero. A mean is one of the pairs' figures; other figures are from summed counts. Δ is the difference from heron over all pairs.

        `treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`

        `treescore:1.2.0|m:dependency|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`

        `treescore:1.2.0|m:struct-iou|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`
        ");
    }

    #[test]
    fn several_measures_of_one_system() {
        let mut report = sample::several_measures_of_one();
        report.measures[1].cells[0].coverage.refused = 7;
        insta::assert_snapshot!(render(&report, &Style::default()), @r"
        | heron.trees | figure           |  score | recall | precision | all pairs |
        | ----------- | ---------------- | -----: | -----: | --------: | --------: |
        | parseval    | F1               |  91.41 |  91.24 |     91.59 |     91.16 |
        | dependency  | F1               |  90.02 |  89.90 |     90.14 |     89.80 |
        | struct-iou  | Struct-IoU, mean | 0.9512 |        |           |    0.9480 |

        Scores of heron by parseval, dependency and struct-iou on 1,204 pairs. In the column of all pairs, refused pairs count as zero. A mean is one of the pairs' figures; other figures are from summed counts. parseval: 1,204 pairs: 1,198 scored, 6 refused. dependency: 1,204 pairs: 1,198 scored, 7 refused. struct-iou: 1,204 pairs: 1,198 scored, 6 refused.

        `treescore:1.2.0|m:parseval|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`

        `treescore:1.2.0|m:dependency|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`

        `treescore:1.2.0|m:struct-iou|labels:cut|del:TOP,-NONE-,punct|eq:ADVP=PRT|index:words|avg:corpus|n:1204|r:7c1e94b2`
        ");
    }

    #[test]
    fn names_are_no_markup() {
        for (text, escaped) in [
            ("heron.trees", "heron.trees"),
            ("a|b", "a\\|b"),
            ("my_model_*", "my\\_model\\_\\*"),
            ("<b>&amp;", "\\<b\\>\\&amp;"),
        ] {
            assert_eq!(escape(text), escaped);
        }
        assert_eq!(code("del:``,''"), "``` del:``,'' ```");
    }
}
