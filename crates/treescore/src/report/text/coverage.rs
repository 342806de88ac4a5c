//! What was read, scored and refused: always there, so that no pair disappears in silence.

use crate::report::model::{Coverage, Reason, Report, SystemReport};
use crate::report::number::{count, counted};
use crate::report::style::{Role, Style, cells, visible, wrap};
use crate::report::table::{Cell, Column, Table};

/// `!` in the table of several systems: more than 1 % of the pairs were refused.
pub(crate) fn is_marked(coverage: &Coverage) -> bool {
    u128::from(coverage.refused) * 100 > u128::from(coverage.read)
}

/// The coverage of one system, with the score over all pairs and the reasons.
pub(crate) fn of_one(report: &Report, system: &SystemReport, style: &Style) -> String {
    refused(report, system, style) + &notes(&system.coverage, "", style)
}

/// What is odd about pairs that were scored.
fn notes(coverage: &Coverage, of_whom: &str, style: &Style) -> String {
    let lines = coverage.notes.iter().flat_map(|note| wrap(&note_line(note, of_whom, style), style.width, 6));
    lines.map(|line| style.paint(Role::Relabel, &line) + "\n").collect()
}

/// `note: 7 pairs scored …; first: pair 6`.
pub(crate) fn note_line(note: &Reason, of_whom: &str, style: &Style) -> String {
    let pairs = counted(note.pairs, "pair");
    let (why, first) = (visible(&note.why, style), visible(&note.first, style));
    format!("note: {pairs}{of_whom} {why}; first: {first}")
}

fn refused(report: &Report, system: &SystemReport, style: &Style) -> String {
    let coverage = &system.coverage;
    if coverage.refused == 0 {
        return all_scored(coverage.read) + "\n";
    }
    let mut text = if system.is_by_group() {
        style.paint(Role::Relabel, &of_aligned(coverage)) + "\n"
    } else {
        sum_line(report, system, style) + "\n"
    };
    let layout = ReasonLayout::of(&coverage.reasons, style);
    for reason in &coverage.reasons {
        for line in layout.lines(reason, style) {
            text.push_str(&style.paint(Role::Relabel, &line));
            text.push('\n');
        }
    }
    text.push_str(&ways_on(system, layout.first_column(), style));
    text
}

/// Options that help with refused pairs, indented.
fn ways_on(system: &SystemReport, indent: usize, style: &Style) -> String {
    let mut ways = Vec::new();
    if system.refused.is_none() {
        ways.push(("list them: ", "--refused"));
    }
    if let Some(reason) = system.coverage.other_words() {
        ways.push((if reason.note.is_some() { "fix the shift: " } else { "align the texts: " }, "--align"));
    }
    let width: usize = ways.iter().map(|(what, option)| what.len() + option.len() + 5).sum();
    let between =
        if indent + width <= style.width + 5 { "     " } else { &format!("\n{}", " ".repeat(indent)) };
    let ways: Vec<String> =
        ways.iter().map(|(what, option)| format!("{what}{}", style.paint(Role::Fix, option))).collect();
    if ways.is_empty() { String::new() } else { format!("{}{}\n", " ".repeat(indent), ways.join(between)) }
}

/// `1,204 pairs: all scored`.
pub(crate) fn all_scored(pairs: u64) -> String {
    let scored = if pairs == 0 { "none" } else { "all" };
    format!("{}: {scored} scored", counted(pairs, "pair"))
}

/// Where texts were aligned, what is not a tree is in no pair; what should meet it is in one, and counted there.
pub(crate) fn of_aligned(coverage: &Coverage) -> String {
    let trees = counted(coverage.refused, "tree");
    let cannot = if coverage.refused == 1 {
        "cannot be read and counts as missing"
    } else {
        "cannot be read and count as missing"
    };
    format!("{}; {trees} {cannot}", all_scored(coverage.scored))
}

/// `1,198 scored`, `6 refused`, in words.
pub(crate) fn sums(coverage: &Coverage) -> (String, String) {
    let scored = format!("{}: {} scored, ", counted(coverage.read, "pair"), count(coverage.scored));
    (scored, format!("{} refused", count(coverage.refused)))
}

/// `F1 over all pairs 91.16`.
pub(crate) fn over_all_pairs(report: &Report, system: &SystemReport, style: &Style) -> String {
    let scores = system.headline_over_all_pairs(report.average);
    report.headline().map_or_else(String::new, |headline| {
        format!("{} over all pairs {}", headline.title, scores.figure(headline, style))
    })
}

fn sum_line(report: &Report, system: &SystemReport, style: &Style) -> String {
    let (scored, refused) = sums(&system.coverage);
    let over_all = over_all_pairs(report, system, style);
    let one_line = cells(&scored) + cells(&refused) + 6 + cells(&over_all) <= style.width;
    let between = if one_line { "      " } else { "\n" };
    format!("{scored}{}{between}{over_all}", style.paint(Role::Relabel, &refused))
}

/// Where the parts of the reason lines stand.
struct ReasonLayout {
    count: usize,
    why: usize,
}

impl ReasonLayout {
    fn of(reasons: &[Reason], style: &Style) -> Self {
        let count = reasons.iter().map(|reason| count(reason.pairs).len()).max().unwrap_or(0);
        let why = reasons.iter().map(|reason| cells(&visible(&reason.why, style))).max().unwrap_or(0);
        Self { count, why: why.max(14) }
    }

    fn first_column(&self) -> usize {
        2 + self.count + 2 + self.why + 3
    }

    fn lines(&self, reason: &Reason, style: &Style) -> Vec<String> {
        let why = visible(&reason.why, style);
        let spare = " ".repeat(self.why.saturating_sub(cells(&why)));
        let note = reason.note.as_ref().map(|note| format!("; {}", visible(note, style))).unwrap_or_default();
        let first = visible(&reason.first, style);
        let line = format!(
            "  {:>width$}  {why}{spare}   first: {first}{note}",
            count(reason.pairs),
            width = self.count
        );
        wrap(&line, style.width, self.first_column())
    }
}

/// The coverage of several systems: one line if nothing was refused, else a table and a sentence per mark.
pub(crate) fn of_several(report: &Report, style: &Style) -> String {
    let coverages = || report.systems.iter().map(|system| &system.coverage);
    let pairs = report.pairs_read();
    let names = report.short_names(style);
    let each = report.systems.iter().zip(&names);
    let notes: String =
        each.map(|(system, name)| notes(&system.coverage, &format!(" of {name}"), style)).collect();
    if coverages().all(|coverage| coverage.refused == 0 && coverage.read == pairs) {
        return all_scored(pairs) + "\n" + &notes;
    }
    let mut text = table(report, &names, style).render(style);
    for (system, name) in report.systems.iter().zip(&names).filter(|(system, _)| is_marked(&system.coverage))
    {
        let sentence = format!("! {}", mark_sentence(system, name));
        for line in wrap(&sentence, style.width, 2) {
            text.push_str(&style.paint(Role::Relabel, &line));
            text.push('\n');
        }
    }
    text + &notes
}

fn table(report: &Report, names: &[String], style: &Style) -> Table {
    let columns = vec![
        Column::left("pairs").shrinks_to(12),
        Column::right("read"),
        Column::right("scored"),
        Column::right("refused"),
        Column::left("").gap(3).shrinks_to(20).rank(0),
    ];
    let rows = report.systems.iter().zip(names).map(|(system, name)| {
        let Coverage { read, scored, refused, reasons, .. } = &system.coverage;
        let number_refused =
            if *refused == 0 { style.glyphs().undefined.to_owned() } else { count(*refused) };
        let role = if *refused == 0 { Role::Plain } else { Role::Relabel };
        let reasons: Vec<String> = reasons
            .iter()
            .map(|reason| format!("{} {}", visible(&reason.why, style), count(reason.pairs)))
            .collect();
        vec![
            Cell::plain(name),
            Cell::plain(count(*read)),
            Cell::plain(count(*scored)),
            Cell::new(role, number_refused),
            Cell::new(role, reasons.join(", ")),
        ]
    });
    Table { rows: rows.collect(), columns }
}

/// `wren was scored without its 40 refused pairs, 31 of them longer than 40 words`.
pub(crate) fn mark_sentence(system: &SystemReport, name: &str) -> String {
    let Coverage { refused, refused_beyond_cutoff: beyond, .. } = system.coverage;
    if system.coverage.scored == 0 {
        return format!("no pair of {name} was scored");
    }
    if system.is_by_group() {
        return format!("{name}: {}", of_aligned(&system.coverage));
    }
    let sentence = format!("{name} was scored without its {}", counted(refused, "refused pair"));
    match &system.within_cutoff {
        Some(within) if beyond > 0 => {
            let part = if beyond == refused { "all".to_owned() } else { count(beyond) };
            format!("{sentence}, {part} of them longer than {} words", within.words)
        }
        _ => sentence,
    }
}
