//! Conditions of speech in a design file, scored by every measure that the paper compares.

use std::collections::BTreeMap;
use std::path::Path;

use treescore::read::columns::WordColumns;
use treescore::read::{Corpus, read_table};
use treescore::run::{Ask as Wanted, Input, Plan, SideColumns};
use treescore::setup::{AlignedBy, Pairing, Setup, WordAlignment};

use super::segments::side_names;
use super::sheet::{Scores, fields};
use crate::ask::Ask;
use crate::error::StudyError;
use crate::load::{collect, heads_value, set, setup};
use crate::outside::Outside;

/// The factors that are varied here, in the order of the cells.
pub(super) const OWN: [&str; 4] = ["representation", "labels", "alignment", "heads"];
/// The columns of files.
const FILES: [&str; 3] = ["gold", "system", "alignment"];

/// A condition: the levels of the given factors, and its files.
struct Condition {
    levels: Vec<String>,
    gold: String,
    system: String,
    alignment: Option<String>,
    line: usize,
}

/// A design file: the names of the given factors, and the conditions.
pub(super) struct Design {
    file: String,
    factors: Vec<String>,
    conditions: Vec<Condition>,
}

/// A measure with the levels of the factors that are varied here.
struct Varied {
    levels: [String; 4],
    setup: Setup,
}

impl Design {
    /// Reads a table with tabs and a header: factors, `gold`, `system` and perhaps `alignment`.
    pub(super) fn read(path: &Path) -> Result<Self, StudyError> {
        let file = path.display().to_string();
        let bytes = read_table(path).map_err(|error| StudyError::data(format!("{file}: {error}")))?;
        let text = String::from_utf8_lossy(&bytes);
        let fault = |line: usize, what: String| StudyError::Line { file: file.clone(), line, what };
        let rows = text.trim_start_matches('\u{feff}').lines().zip(1..);
        let mut rows = rows.filter(|(row, _)| !row.trim().is_empty());
        let (header, _) = rows.next().ok_or_else(|| fault(1, "there is no header".to_owned()))?;
        let header = fields(header, '\t');
        let column = |name: &str| header.iter().position(|column| column == name);
        let needed = |name: &str| {
            column(name)
                .ok_or_else(|| fault(1, format!("there is no column `{name}` (with tabs between columns)")))
        };
        let (gold, system, alignment) = (needed("gold")?, needed("system")?, column("alignment"));
        let given = |at: &usize| !FILES.contains(&header[*at].as_str());
        let factors: Vec<usize> = (0..header.len()).filter(given).collect();
        if let Some(&at) = factors.iter().find(|&&at| OWN.contains(&header[at].as_str())) {
            return Err(fault(
                1,
                format!("`{}` is a factor that the study varies itself: leave it out", header[at]),
            ));
        }
        let mut conditions: Vec<Condition> = Vec::new();
        for (row, line) in rows {
            let row = fields(row, '\t');
            if row.len() != header.len() {
                return Err(fault(
                    line,
                    format!("{} fields, but the header has {}", row.len(), header.len()),
                ));
            }
            let levels: Vec<String> = factors.iter().map(|&at| row[at].clone()).collect();
            if let Some(same) = conditions.iter().find(|condition| condition.levels == levels) {
                return Err(fault(line, format!("line {} has this condition already", same.line)));
            }
            let alignment = alignment.map(|at| row[at].clone()).filter(|path| !path.is_empty());
            conditions.push(Condition {
                levels,
                gold: row[gold].clone(),
                system: row[system].clone(),
                alignment,
                line,
            });
        }
        Ok(Self { factors: factors.into_iter().map(|at| header[at].clone()).collect(), file, conditions })
    }

    /// The files of all conditions, for the signature.
    pub(super) fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.conditions.iter().flat_map(|condition| {
            let alignment = condition.alignment.as_deref().map(|path| ("alignment", path));
            [("gold", condition.gold.as_str()), ("system", condition.system.as_str())]
                .into_iter()
                .chain(alignment)
        })
    }

    /// The scores of every side in every condition, and the signatures of the measures.
    pub(super) fn score(
        &self,
        ask: &Ask,
        outside: &dyn Outside,
    ) -> Result<(Scores, Vec<String>), StudyError> {
        let factors = self.factors.iter().cloned().chain(OWN.map(str::to_owned)).collect();
        let (mut rows, mut signatures) = (BTreeMap::new(), Vec::new());
        for condition in &self.conditions {
            if outside.is_interrupted() {
                return Err(StudyError::Interrupted);
            }
            let fault =
                |what: String| StudyError::Line { file: self.file.clone(), line: condition.line, what };
            let varied = varied(ask, condition.alignment.is_some())?;
            let gold = Corpus::find(condition.gold.as_ref())?;
            let sides = side_names(&gold);
            let columns =
                condition.alignment.as_deref().map(|path| read_columns(path, &sides)).transpose()?;
            let system = Input { columns, ..Input::from(Corpus::find(condition.system.as_ref())?) };
            let setups: Vec<Setup> = varied.iter().map(|varied| varied.setup.clone()).collect();
            let plan = Plan {
                ask: Wanted { tables: true, ..Wanted::default() },
                threads: ask.threads.max(1),
                ..Plan::new(gold.into(), vec![system], setups)
            };
            let pairs = collect(&plan)?;
            for (at, varied) in varied.iter().enumerate() {
                for (number, side) in sides.iter().enumerate() {
                    let score = pairs.figure(at, number).ok_or_else(|| {
                        fault(format!("side {side} has no score of {}", varied.levels.join(", ")))
                    })?;
                    let cell: Vec<String> = condition.levels.iter().chain(&varied.levels).cloned().collect();
                    if rows.insert((side.clone(), cell), 100.0 * score).is_some() {
                        return Err(fault(format!("there are several sides `{side}`")));
                    }
                }
            }
            signatures = pairs.signatures;
        }
        Ok((Scores { factors, rows }, signatures))
    }
}

/// The measures with all levels. Brackets need an alignment and no heads.
fn varied(ask: &Ask, by_file: bool) -> Result<Vec<Varied>, StudyError> {
    let by = if by_file { AlignedBy::File } else { AlignedBy::Costs };
    let pairing = || Pairing::Sides(WordAlignment { by, ..WordAlignment::default() });
    let tables: Vec<&str> = ask.value("heads").unwrap_or("charniak").split(',').map(str::trim).collect();
    let mut all = Vec::new();
    for (representation, measure) in
        [("bracket", "parseval"), ("dependency", "dependency"), ("open-class", "open-class")]
    {
        for labels in ["labelled", "unlabelled"] {
            let mut labelled = setup(measure)?.with_pairing(pairing());
            if labels == "unlabelled" {
                labelled = set(labelled, "match", "spans")?;
            }
            let mut add = |setup: Setup, alignment: &str, heads: &str| {
                let levels = [representation, labels, alignment, heads].map(str::to_owned);
                all.push(Varied { levels, setup });
            };
            if measure == "parseval" {
                add(labelled, "with", "");
                continue;
            }
            for table in &tables {
                let of_table = set(labelled.clone(), "heads", &heads_value(table)?)?;
                // A file is called by its name.
                let name = Path::new(table).file_stem().unwrap_or_default().to_string_lossy();
                add(of_table.clone(), "with", &name);
                add(set(of_table, "pairing", "order")?, "without", &name);
            }
        }
    }
    Ok(all)
}

/// Word alignments by another program: a file for each side, in order.
fn read_columns(path: &str, sides: &[String]) -> Result<SideColumns, StudyError> {
    let corpus = Corpus::find(path.as_ref())?;
    let files = corpus.documents();
    if files.len() != sides.len() {
        let what = format!("{path} has {} files for {} sides: give one for each", files.len(), sides.len());
        return Err(StudyError::data(what));
    }
    let of_side = |(file, side): (&treescore::read::Document, &String)| {
        let columns = WordColumns::read(file).map_err(|error| StudyError::data(error.to_string()))?;
        let missing = || StudyError::data(format!("{}: no alignment of side {side}", file.name));
        columns.for_file(side).ok_or_else(missing)
    };
    let all: Vec<WordColumns> = files.iter().zip(sides).map(of_side).collect::<Result<_, _>>()?;
    Ok(all.into())
}
