//! Coverage: the numbers of pairs read, scored and refused. Always shown, so that no pair disappears
//! silently.

use super::chosen;
use crate::align::Cause;
use crate::report::model::{
    CauseReport, Coverage, MeasureReport, Reason, Report, SystemReport, SystemScores,
};
use crate::report::number::{count, counted};
use crate::report::style::{Role, Style, display_width, visible, wrap};
use crate::report::table::{Column, Table, TableCell};
use crate::stats::Over;

mod reasons;

/// One line of coverage: a system, with a measure if the system's measures disagree.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'r> {
    pub(crate) system: &'r SystemReport,
    pub(crate) cell: &'r SystemScores,
    pub(crate) measure: Option<&'r MeasureReport>,
    /// The position of the system.
    pub(crate) at: usize,
}

/// Makes one entry for each system whose measures agree, else one for each system and measure.
pub(crate) fn entries(report: &Report) -> Vec<Entry<'_>> {
    let of_system = |(at, system)| {
        let cells = report.measures.iter().filter_map(move |measure| Some((measure, measure.cells.get(at)?)));
        let all: Vec<Entry> =
            cells.map(|(measure, cell)| Entry { system, cell, measure: Some(measure), at }).collect();
        match all.as_slice() {
            [first, rest @ ..] if rest.iter().all(|entry| agree(entry.coverage(), first.coverage())) => {
                vec![Entry { measure: None, ..*first }]
            }
            _ => all,
        }
    };
    report.systems.iter().enumerate().flat_map(of_system).collect()
}

fn agree(one: &Coverage, other: &Coverage) -> bool {
    let key = |coverage: &Coverage| (coverage.kind, coverage.read, coverage.scored, coverage.refused);
    key(one) == key(other) && one.reasons == other.reasons
}

impl Entry<'_> {
    fn coverage(&self) -> &Coverage {
        &self.cell.coverage
    }

    /// True if the entry gets a mark.
    pub(crate) fn is_marked(&self) -> bool {
        is_marked(self.system, self.cell)
    }

    /// The name of the system, with the measure if needed.
    fn name(&self, names: &[String]) -> String {
        let name = names.get(self.at).cloned().unwrap_or_default();
        match self.measure {
            Some(measure) => format!("{name} ({})", measure.info.name),
            None => name,
        }
    }

    /// Explains the mark: `wren was scored without its 40 refused pairs, 31 of them longer than 40 words`.
    pub(crate) fn mark_sentence(&self, names: &[String], style: &Style) -> String {
        let Coverage { kind, scored, refused, refused_beyond_cutoff: beyond, .. } = *self.coverage();
        let name = self.name(names);
        if scored == 0 {
            return format!("no {} of {name} was scored", kind.as_str());
        }
        if refused == 0 {
            return format!("{name}: {}", unreadable_sentence(self.system).unwrap_or_default());
        }
        if !style.columns.is_empty() && chosen::is_over_all_pairs(self.cell) {
            let pairs = counted(refused, &format!("refused {}", kind.as_str()));
            return format!("{name}: its {pairs} {} as zero", if refused == 1 { "counts" } else { "count" });
        }
        let sentence = format!(
            "{name} was scored without its {}",
            counted(refused, &format!("refused {}", kind.as_str()))
        );
        match &self.cell.within_cutoff {
            Some(within) if beyond > 0 => {
                let part = if beyond == refused { "all".to_owned() } else { count(beyond) };
                format!("{sentence}, {part} of them longer than {} words", within.words)
            }
            _ => sentence,
        }
    }

    /// Summarises the entry: `1,204 pairs: 1,198 scored, 6 refused`, and the unreadable trees.
    /// True if everything was read and scored.
    pub(crate) fn is_complete(&self) -> bool {
        let coverage = self.coverage();
        coverage.refused == 0 && coverage.empty == 0 && unreadable_sentence(self.system).is_none()
    }

    pub(crate) fn sentence(&self) -> String {
        let coverage = self.coverage();
        let sums = if coverage.refused == 0 {
            all_scored(coverage)
        } else {
            let (scored, refused) = sums(coverage);
            scored + &refused
        };
        match unreadable_sentence(self.system) {
            Some(unreadable) => format!("{sums}; {unreadable}"),
            None => sums,
        }
    }
}

/// True if a system gets the mark `!` in tables of several systems: more than 1 % of its pairs were refused,
/// or of its trees could not be read, or leaving out the refused ones raises the headline by more than half of its
/// interval.
pub fn is_marked(system: &SystemReport, cell: &SystemScores) -> bool {
    let Coverage { read, refused, .. } = cell.coverage;
    let lost = unreadable(system);
    u128::from(refused + lost) * 100 > u128::from(read + lost) || is_flattered(cell)
}

fn is_flattered(cell: &SystemScores) -> bool {
    let headline = |over: Over| {
        let first = cell.intervals.first()?;
        Some(&cell.interval(first.figure, first.average, over)?.interval)
    };
    let (Some(scored), Some(all)) = (headline(Over::Scored), headline(Over::All)) else { return false };
    let gain = scored.value.zip(all.value).map(|(scored, all)| (scored - all).abs());
    let half = scored.ends.map(|(low, high)| (high - low) / 2.0);
    gain.zip(half).is_some_and(|(gain, half)| cell.coverage.refused > 0 && gain > half)
}

/// The number of unreadable trees in no pair, of both sides.
fn unreadable(system: &SystemReport) -> u64 {
    system.unpaired.map_or(0, |unpaired| unpaired.unreadable.gold + unpaired.unreadable.system)
}

/// Mentions the unreadable trees: `1 tree cannot be read and counts as missing`.
fn unreadable_sentence(system: &SystemReport) -> Option<String> {
    let trees = unreadable(system);
    let count = if trees == 1 { "counts" } else { "count" };
    (trees > 0).then(|| format!("{} cannot be read and {count} as missing", counted(trees, "tree")))
}

/// Renders the coverage of all systems.
pub(crate) fn render(report: &Report, style: &Style) -> String {
    let entries = entries(report);
    let text = match (report.systems.as_slice(), entries.as_slice()) {
        ([_], [entry]) => of_one(report, entry, style),
        _ => of_several(report, &entries, style),
    };
    let notes = notes(report, style).into_iter().flat_map(|note| wrap(&note, style.width, 6));
    text + &notes.map(|line| style.paint(Role::Relabel, &line) + "\n").collect::<String>()
}

/// Notes about scored pairs: `note: 7 pairs scored …; first: pair 6`.
pub(crate) fn notes(report: &Report, style: &Style) -> Vec<String> {
    let names = report.short_names(style);
    let mut lines: Vec<String> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let of_whom = if names.len() > 1 { format!(" of {name}") } else { String::new() };
        let cells = || report.measures.iter().filter_map(|measure| Some((measure, measure.cells.get(at)?)));
        let is_shared = cells().all(|(_, cell)| {
            let first = cells().next().map(|(_, first)| (&first.coverage.notes, first.coverage.empty));
            first == Some((&cell.coverage.notes, cell.coverage.empty))
        });
        for (measure, cell) in cells().take(if is_shared { 1 } else { usize::MAX }) {
            let by = if is_shared { String::new() } else { format!(" ({})", measure.info.name) };
            let coverage = &cell.coverage;
            let who = format!("{of_whom}{by}");
            lines.extend(coverage.notes.iter().map(|note| note_line(coverage, note, &who, style)));
            lines.extend(empty_line(coverage, &who));
        }
    }
    lines
}

fn note_line(coverage: &Coverage, note: &Reason, of_whom: &str, style: &Style) -> String {
    let pairs = counted(note.pairs, coverage.kind.as_str());
    let (why, first) = (visible(&note.why, style), visible(&note.first, style));
    format!("note: {pairs}{of_whom} {why}; first: {first}")
}

fn empty_line(coverage: &Coverage, of_whom: &str) -> Option<String> {
    let words = match coverage.shortest {
        0 | 1 => "no counted words".to_owned(),
        shortest => format!("fewer than {shortest} counted words"),
    };
    let (has, adds) = if coverage.empty == 1 { ("has", "adds") } else { ("have", "add") };
    let add = format!("{has} {words} and {adds}");
    let pairs = counted(coverage.empty, coverage.kind.as_str());
    (coverage.empty > 0).then(|| format!("note: {pairs}{of_whom} {add} nothing"))
}

fn of_one(report: &Report, entry: &Entry, style: &Style) -> String {
    let coverage = entry.coverage();
    let lost = unreadable_sentence(entry.system);
    let mut text = match (coverage.refused, lost) {
        (0, None) => return all_scored(coverage) + "\n",
        (0, Some(_)) => style.paint(Role::Relabel, &entry.sentence()) + "\n",
        (_, lost) => {
            let lost = lost.map(|lost| style.paint(Role::Relabel, &lost) + "\n").unwrap_or_default();
            sum_line(report, entry, style) + "\n" + &lost
        }
    };
    let layout = reasons::Layout::new(&coverage.reasons, style);
    for line in coverage.reasons.iter().flat_map(|reason| layout.lines(reason, style)) {
        text.push_str(&style.paint(Role::Relabel, &line));
        text.push('\n');
    }
    text + &layout.advice(coverage, report.refused.is_some(), style)
}

/// `1,204 pairs: all scored`.
fn all_scored(coverage: &Coverage) -> String {
    let scored = if coverage.read == 0 { "none" } else { "all" };
    format!("{}: {scored} scored", counted(coverage.read, coverage.kind.as_str()))
}

/// `1,204 pairs: 1,198 scored, ` and `6 refused`.
fn sums(coverage: &Coverage) -> (String, String) {
    let read = counted(coverage.read, coverage.kind.as_str());
    (format!("{read}: {} scored, ", count(coverage.scored)), format!("{} refused", count(coverage.refused)))
}

/// `F1 over all pairs 91.16`.
pub(crate) fn over_all_pairs(measure: &MeasureReport, cell: &SystemScores, style: &Style) -> String {
    let (title, noun) =
        (measure.headline().map_or("", |headline| headline.title), cell.coverage.kind.as_str());
    format!("{title} over all {noun}s {}", cell.all_pairs.figure(measure.info, measure.average, 0, style))
}

fn sum_line(report: &Report, entry: &Entry, style: &Style) -> String {
    let (scored, refused) = sums(entry.coverage());
    let painted = style.paint(Role::Relabel, &refused);
    // With several measures, the table of scores has a column for this.
    let [measure] = report.measures.as_slice() else { return scored + &painted };
    let over_all = over_all_pairs(measure, entry.cell, style);
    let one_line =
        display_width(&scored) + display_width(&refused) + 6 + display_width(&over_all) <= style.width;
    let between = if one_line { "      " } else { "\n" };
    format!("{scored}{painted}{between}{over_all}")
}

/// Renders one line if nothing was refused, else a table and a sentence for each mark.
fn of_several(report: &Report, entries: &[Entry], style: &Style) -> String {
    let pairs = report.pairs_read();
    let names = report.short_names(style);
    let is_whole = |entry: &Entry| {
        let coverage = entry.coverage();
        coverage.refused == 0 && coverage.read == pairs && unreadable(entry.system) == 0
    };
    if let Some(first) = entries.first().filter(|_| entries.iter().all(is_whole)) {
        return all_scored(first.coverage()) + "\n";
    }
    let mut text = table(report, entries, &names, style).render(style);
    for entry in entries.iter().filter(|entry| entry.is_marked()) {
        for line in wrap(&format!("! {}", entry.mark_sentence(&names, style)), style.width, 2) {
            text.push_str(&style.paint(Role::Relabel, &line));
            text.push('\n');
        }
    }
    text
}

fn table(report: &Report, entries: &[Entry], names: &[String], style: &Style) -> Table {
    let has_measures = entries.iter().any(|entry| entry.measure.is_some());
    let mut columns = vec![Column::left(&format!("{}s", report.kind().as_str())).shrinks_to(12)];
    columns.extend(has_measures.then(|| Column::left("measure")));
    columns.extend(["read", "scored", "refused"].map(Column::right));
    columns.push(Column::left("").gap(3).shrinks_to(20).rank(0));
    let mut before = None;
    let rows = entries.iter().map(|entry| {
        let is_new = before.replace(entry.at) != Some(entry.at);
        let name = names.get(entry.at).filter(|_| is_new).cloned().unwrap_or_default();
        let mut row = vec![TableCell::plain(name)];
        row.extend(
            has_measures.then(|| TableCell::plain(entry.measure.map_or("", |measure| measure.info.name))),
        );
        row.extend(numbers(entry, style));
        row
    });
    Table { rows: rows.collect(), columns }
}

/// Why words differ: `(case)`, or `(case 12, other-words 5)`. That they are others goes without saying.
fn causes(reason: &Reason) -> String {
    if reason.causes.iter().all(|cause| cause.cause == Cause::OtherWords) {
        return String::new();
    }
    let named = |cause: &CauseReport| match reason.causes.len() {
        1 => cause.cause.as_str().to_owned(),
        _ => format!("{} {}", cause.cause.as_str(), count(cause.pairs)),
    };
    let all: Vec<String> = reason.causes.iter().map(named).collect();
    format!(" ({})", all.join(", "))
}

fn numbers(entry: &Entry, style: &Style) -> [TableCell; 4] {
    let Coverage { read, scored, refused, reasons, .. } = entry.coverage();
    let number_refused = if *refused == 0 { style.glyphs().undefined.to_owned() } else { count(*refused) };
    let reason = |reason: &Reason| {
        format!("{} {}{}", visible(&reason.why, style), count(reason.pairs), causes(reason))
    };
    let mut why: Vec<String> = reasons.iter().map(reason).collect();
    // Reasons may also count trees in no pair.
    let explained: u64 = reasons.iter().map(|reason| reason.pairs).sum();
    let lost = unreadable(entry.system);
    if lost > 0 && explained <= *refused {
        why.push(counted(lost, "unreadable tree"));
    }
    let role = |is_plain: bool| if is_plain { Role::Plain } else { Role::Relabel };
    [
        TableCell::plain(count(*read)),
        TableCell::plain(count(*scored)),
        TableCell::new(role(*refused == 0), number_refused),
        TableCell::new(role(why.is_empty()), why.join(", ")),
    ]
}
