//! The table of scores for a paper: LaTeX with `booktabs`, the signature as a note.

use super::markdown::notes;
use super::model::Report;
use super::style::Style;
use super::table::{Align, Table};
use super::text::{one, several};

/// The table of one or of several systems, with no column left out, ready for a `table` environment.
///
/// ```
/// use treescore::report::{latex, model::Report};
///
/// let report = Report { signature: "treescore:0.1.0|m:parseval".into(), ..Report::default() };
/// let text = latex::render(&report);
/// assert!(text.ends_with("{\\footnotesize\\ttfamily treescore:0.1.0\\textbar\\allowbreak{}m:parseval\\par}\n"));
/// ```
pub fn render(report: &Report) -> String {
    let style = Style::default();
    let table = match report.systems.as_slice() {
        [] => None,
        [system] => Some(one::table(report, system, &style)),
        _ => Some(several::table(report, &style)),
    };
    let mut lines = vec!["% needs \\usepackage{booktabs}".to_owned()];
    if !report.papers.is_empty() {
        lines.push(format!("% BibTeX: {}", report.papers.join(", ")));
    }
    lines.extend(table.iter().flat_map(tabular));
    lines.extend(notes(report).iter().map(|note| format!("\n{{\\footnotesize {}\\par}}", escape(note))));
    lines.push(format!("\n{{\\footnotesize\\ttfamily {}\\par}}", escape(&report.signature)));
    lines.join("\n") + "\n"
}

fn tabular(table: &Table) -> Vec<String> {
    let letters: String = table
        .columns
        .iter()
        .map(|column| match column.align {
            Align::Left => 'l',
            Align::Right => 'r',
        })
        .collect();
    let row = |cells: Vec<String>| format!("{} \\\\", cells.join(" & "));
    let mut lines = vec![format!("\\begin{{tabular}}{{{letters}}}"), "\\toprule".to_owned()];
    lines.push(row(table.columns.iter().map(|column| escape(&column.title)).collect()));
    lines.push("\\midrule".to_owned());
    lines.extend(table.rows.iter().map(|cells| row(cells.iter().map(|cell| escape(&cell.text())).collect())));
    lines.extend(["\\bottomrule", "\\end{tabular}"].map(str::to_owned));
    lines
}

/// Everything LaTeX would take for a command, and our signs as its own.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            // Signatures are long and have bars; a line may end after each.
            '|' => escaped.push_str("\\textbar\\allowbreak{}"),
            '"' => escaped.push_str("\\char34{}"),
            '\'' => escaped.push_str("\\textquotesingle{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            // At the beginning of a row they would be arguments of the line break before it.
            '[' | ']' | '*' => escaped.extend(['{', character, '}']),
            '−' => escaped.push_str("$-$"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\ldots{}"),
            '≤' => escaped.push_str("$\\leq$"),
            'Δ' => escaped.push_str("$\\Delta$"),
            '\n' | '\r' => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;
    use crate::report::sample;

    #[test]
    fn one_system() {
        insta::assert_snapshot!(super::render(&sample::one()), @r"
        % needs \usepackage{booktabs}
        % BibTeX: black-etal-1991-procedure
        \begin{tabular}{lrrrrrr}
        \toprule
        heron.trees & F1 & recall & precision & exact & crossing & tags \\
        \midrule
        corpus & 91.41 & 91.24 & 91.59 & 38.31 & 0.55 & 97.02 \\
        $\leq$ 40 words & 92.04 & 91.87 & 92.21 & 40.95 & 0.48 & 97.05 \\
        sentence mean & 92.58 & 92.47 & 92.83 & -- & -- & -- \\
        \bottomrule
        \end{tabular}

        {\footnotesize 1,204 pairs: 1,198 scored, 6 refused; F1 over all pairs 91.16\par}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:parseval\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}
        ");
    }

    #[test]
    fn several_systems() {
        insta::assert_snapshot!(super::render(&sample::several()), @r"
        % needs \usepackage{booktabs}
        % BibTeX: black-etal-1991-procedure
        \begin{tabular}{llrrrrr}
        \toprule
        system &  & F1 & all pairs & $\Delta$ & recall & precision \\
        \midrule
        heron &  & 91.41 & 91.16 &  & 91.24 & 91.59 \\
        plover &  & 90.80 & 90.80 & $-$0.36 & 90.91 & 90.69 \\
        wren & ! & 91.52 & 87.96 & $-$3.20 & 91.81 & 91.23 \\
        \bottomrule
        \end{tabular}

        {\footnotesize F1, per cent, corpus average. all pairs: refused pairs count as zero.\par}

        {\footnotesize $\Delta$: against heron over all pairs\par}

        {\footnotesize ! wren was scored without its 40 refused pairs, 31 of them longer than 40 words\par}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:parseval\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}
        ");
    }

    #[test]
    fn everything_is_escaped() {
        for (text, escaped) in [
            ("my_model", "my\\_model"),
            ("50% & $5 #1 {x}", "50\\% \\& \\$5 \\#1 \\{x\\}"),
            ("\\input{x}", "\\textbackslash{}input\\{x\\}"),
            ("a~b^c<d>e", "a\\textasciitilde{}b\\textasciicircum{}c\\textless{}d\\textgreater{}e"),
            (
                "``x''\"",
                "\\textasciigrave{}\\textasciigrave{}x\\textquotesingle{}\\textquotesingle{}\\char34{}",
            ),
            ("−0.36 –", "$-$0.36 --"),
            ("≤ 40", "$\\leq$ 40"),
            ("[*]", "{[}{*}{]}"),
            ("a\nb", "a b"),
        ] {
            assert_eq!(super::escape(text), escaped);
            assert_eq!(escape(text).lines().count(), 1);
        }
    }
}
