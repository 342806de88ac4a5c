//! Tables for a paper: LaTeX with `booktabs`, with captions, and signatures as notes.

use super::table::{Align, Table};
use super::typeset::Typeset;

/// Writes the tables.
pub(super) fn write(page: &Typeset) -> String {
    let mut lines = vec!["% needs \\usepackage{booktabs}".to_owned()];
    if !page.papers.is_empty() {
        lines.push(format!("% cites {}", page.papers.join(", ")));
    }
    for (at, (table, caption)) in page.tables.iter().enumerate() {
        lines.extend((at > 0).then(String::new));
        lines.extend(floating(table, caption));
    }
    lines.extend(page.signatures.iter().map(|(name, signature)| {
        let name = name.as_ref().map(|name| format!("{name} ")).unwrap_or_default();
        format!("\n{{\\footnotesize\\ttfamily {}\\par}}", escape(&(name + signature)))
    }));
    lines.join("\n") + "\n"
}

/// A table that floats, with its caption.
fn floating(table: &Table, caption: &[String]) -> Vec<String> {
    let mut lines = vec!["\\begin{table}".to_owned(), "\\centering".to_owned()];
    lines.extend(tabular(table));
    if !caption.is_empty() {
        lines.push(format!("\\caption{{{}}}", escape(&caption.join(" "))));
    }
    lines.push("\\end{table}".to_owned());
    lines
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
    let (header, rows) = rows(table);
    let mut lines = vec![format!("\\begin{{tabular}}{{{letters}}}"), "\\toprule".to_owned()];
    lines.push(header);
    lines.push("\\midrule".to_owned());
    lines.extend(rows);
    lines.extend(["\\bottomrule", "\\end{tabular}"].map(str::to_owned));
    lines
}

/// The header and the rows of a table, in LaTeX.
pub(super) fn rows(table: &Table) -> (String, Vec<String>) {
    let row = |cells: Vec<String>| format!("{} \\\\", cells.join(" & "));
    let header = row(table.columns.iter().map(|column| escape(&column.title)).collect());
    let rows = table.rows.iter().map(|cells| row(cells.iter().map(|cell| escape(&cell.text())).collect()));
    (header, rows.collect())
}

/// Escapes the characters that are special in LaTeX, and replaces signs by commands.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            // Signatures are long and have bars; a line may break after each bar.
            '|' => escaped.push_str("\\textbar\\allowbreak{}"),
            '"' => escaped.push_str("\\char34{}"),
            '\'' => escaped.push_str("\\textquotesingle{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            // At the beginning of a row LaTeX would read these as arguments of the line break before it.
            '[' | ']' | '*' => escaped.extend(['{', character, '}']),
            '−' => escaped.push_str("$-$"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\ldots{}"),
            '≠' => escaped.push_str("$\\neq$"),
            '×' => escaped.push_str("$\\times$"),
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
    use crate::report::{Format, Report, Style, render as render_as, sample};

    fn render(report: &Report, style: &Style) -> String {
        render_as(report, Format::Latex, style)
    }

    #[test]
    fn one_system() {
        insta::assert_snapshot!(render(&sample::one(), &Style::default()), @r"
        % needs \usepackage{booktabs}
        % cites black-etal-1991-procedure
        \begin{table}
        \centering
        \begin{tabular}{lrrrrrr}
        \toprule
        heron.trees & F1 & recall & precision & exact & crossing & tags \\
        \midrule
        corpus & 91.41 & 91.24 & 91.59 & 38.31 & 0.55 & 97.02 \\
        $\leq$ 40 words & 92.04 & 91.87 & 92.21 & 40.95 & 0.48 & 97.05 \\
        sentence mean & 92.58 & 92.47 & 92.83 & -- & -- & -- \\
        \bottomrule
        \end{tabular}
        \caption{Scores of heron by parseval on 1,204 pairs, in per cent; crossing per pair. 1,204 pairs: 1,198 scored, 6 refused; F1 over all pairs 91.16.}
        \end{table}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:parseval\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}
        ");
    }

    #[test]
    fn a_breakdown_has_a_table_of_its_own() {
        let mut report = sample::one();
        report.measures[0].cells[0].breakdown = Some(sample::by_label());
        let text = render(&report, &Style::default());
        let (_, second) = text.split_once("\\end{tabular}").unwrap();
        assert!(second.contains("\\begin{tabular}{lrrrrrl}"), "{second}");
        assert!(second.contains("label & gold & system & F1 & recall & prec. & relabelled as"), "{second}");
        assert!(!second.contains("show all labels"), "{second}");
    }

    #[test]
    fn several_systems() {
        insta::assert_snapshot!(render(&sample::several(), &Style::default()), @r"
        % needs \usepackage{booktabs}
        % cites black-etal-1991-procedure
        \begin{table}
        \centering
        \begin{tabular}{llrrrrr}
        \toprule
        system &  & F1 & all pairs & $\Delta$ & recall & precision \\
        \midrule
        heron &  & 91.41 & 91.16 &  & 91.24 & 91.59 \\
        plover &  & 90.80 & 90.80 & $-$0.36 & 90.91 & 90.69 \\
        wren & ! & 91.52 & 87.96 & $-$3.20 & 91.81 & 91.23 \\
        \bottomrule
        \end{tabular}
        \caption{F1 of heron, plover and wren by parseval on 1,204 pairs, in per cent, from summed counts. In the column of all pairs, refused pairs count as zero. $\Delta$ is the difference from heron over all pairs. ! wren was scored without its 40 refused pairs, 31 of them longer than 40 words.}
        \end{table}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:parseval\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}
        ");
    }

    #[test]
    fn several_measures() {
        insta::assert_snapshot!(render(&sample::several_measures(), &Style::default()), @r"
        % needs \usepackage{booktabs}
        % cites black-etal-1991-procedure, roark-etal-2006-sparseval, shi-etal-2024-structured
        \begin{table}
        \centering
        \begin{tabular}{lllrrr}
        \toprule
        system & measure & figure & score & all pairs & $\Delta$ \\
        \midrule
        heron & parseval & F1 & 91.41 & 91.16 &  \\
         & dependency & F1 & 90.02 & 89.80 &  \\
         & struct-iou & Struct-IoU, mean & 0.9512 & 0.9480 &  \\
        plover & parseval & F1 & 90.80 & 90.80 & $-$0.36 \\
         & dependency & F1 & 89.77 & 89.77 & $-$0.03 \\
         & struct-iou & Struct-IoU, mean & 0.9498 & 0.9498 & +0.0018 \\
        \bottomrule
        \end{tabular}
        \caption{Scores of heron and plover by parseval, dependency and struct-iou on 1,204 pairs. In the column of all pairs, refused pairs count as zero. A mean is one of the pairs\textquotesingle{} figures; other figures are from summed counts. $\Delta$ is the difference from heron over all pairs.}
        \end{table}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:parseval\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:dependency\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:struct-iou\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}
        ");
    }

    #[test]
    fn several_measures_of_one_system() {
        let mut report = sample::several_measures_of_one();
        report.measures[1].cells[0].coverage.refused = 7;
        insta::assert_snapshot!(render(&report, &Style::default()), @r"
        % needs \usepackage{booktabs}
        % cites black-etal-1991-procedure, roark-etal-2006-sparseval, shi-etal-2024-structured
        \begin{table}
        \centering
        \begin{tabular}{llrrrr}
        \toprule
        heron.trees & figure & score & recall & precision & all pairs \\
        \midrule
        parseval & F1 & 91.41 & 91.24 & 91.59 & 91.16 \\
        dependency & F1 & 90.02 & 89.90 & 90.14 & 89.80 \\
        struct-iou & Struct-IoU, mean & 0.9512 &  &  & 0.9480 \\
        \bottomrule
        \end{tabular}
        \caption{Scores of heron by parseval, dependency and struct-iou on 1,204 pairs. In the column of all pairs, refused pairs count as zero. A mean is one of the pairs\textquotesingle{} figures; other figures are from summed counts. parseval: 1,204 pairs: 1,198 scored, 6 refused. dependency: 1,204 pairs: 1,198 scored, 7 refused. struct-iou: 1,204 pairs: 1,198 scored, 6 refused.}
        \end{table}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:parseval\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:dependency\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}

        {\footnotesize\ttfamily treescore:1.2.0\textbar\allowbreak{}m:struct-iou\textbar\allowbreak{}labels:cut\textbar\allowbreak{}del:TOP,-NONE-,punct\textbar\allowbreak{}eq:ADVP=PRT\textbar\allowbreak{}index:words\textbar\allowbreak{}avg:corpus\textbar\allowbreak{}n:1204\textbar\allowbreak{}r:7c1e94b2\par}
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
