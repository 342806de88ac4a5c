//! Tables of scores in text: a header, then a row for each score, with tabs or commas between the fields.

use std::collections::{BTreeMap, BTreeSet};

use treescore::read::read_table;
use treescore::report::{Style, csv_cell};

use crate::anova::Design;
use crate::error::StudyError;

/// The most factors that are analysed: effects grow with the cube of their number.
const MOST: usize = 12;

/// Scores as they are given: by side, and by the levels of all factors.
pub(super) struct Scores {
    /// The names of the factors.
    pub(super) factors: Vec<String>,
    pub(super) rows: BTreeMap<(String, Vec<String>), f64>,
}

/// Scores of sides in all conditions.
pub(super) struct Sheet {
    /// The names of the factors.
    pub(super) factors: Vec<String>,
    /// The levels of each factor, by name.
    pub(super) levels: Vec<Vec<String>>,
    /// The sides, by name.
    pub(super) sides: Vec<String>,
    /// The scores.
    pub(super) design: Design,
    /// The scores; sides first, then the factors, of which the last varies fastest.
    pub(super) values: Vec<f64>,
}

impl Scores {
    /// Reads a table with the columns `side` and `f1`; all others are factors.
    pub(super) fn read(path: &str) -> Result<Self, StudyError> {
        let bytes = read_table(path.as_ref())
            .map_err(|error| StudyError::data(format!("--scores {path}: {error}")))?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let fault = |line: usize, what: String| StudyError::Line { file: path.to_owned(), line, what };
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let (header, _) =
            lines.next().ok_or_else(|| fault(1, "there is no header: name the columns".to_owned()))?;
        let separator = if header.contains('\t') { '\t' } else { ',' };
        let header = fields(header, separator);
        let column = |name: &str| {
            let at = header.iter().position(|column| column == name);
            at.ok_or_else(|| {
                fault(1, format!("there is no column `{name}`: side, f1 and factors are needed"))
            })
        };
        let (side, score) = (column("side")?, column("f1")?);
        let factors: Vec<usize> = (0..header.len()).filter(|&at| at != side && at != score).collect();
        if factors.is_empty() || factors.len() > MOST {
            return Err(fault(
                1,
                format!("there are {} columns with factors: 1 to {MOST} are analysed", factors.len()),
            ));
        }
        let mut rows = BTreeMap::new();
        for (line, number) in lines {
            let row = fields(line, separator);
            if row.len() != header.len() {
                return Err(fault(
                    number,
                    format!("{} fields, but the header has {}", row.len(), header.len()),
                ));
            }
            let value = row[score].parse().ok().filter(|value: &f64| value.is_finite());
            let value =
                value.ok_or_else(|| fault(number, format!("the score `{}` is not a number", row[score])))?;
            let cell: Vec<String> = factors.iter().map(|&at| row[at].clone()).collect();
            if rows.insert((row[side].clone(), cell), value).is_some() {
                return Err(fault(
                    number,
                    "this side and condition has a score already: give one for each".to_owned(),
                ));
            }
        }
        Ok(Self { factors: factors.into_iter().map(|at| header[at].clone()).collect(), rows })
    }

    /// The scores as a table, for other programs: a row for each.
    pub(super) fn csv(&self) -> String {
        let style = Style::default();
        let line = |cells: &[&str]| {
            cells.iter().map(|cell| csv_cell(cell, &style)).collect::<Vec<_>>().join(",") + "\n"
        };
        let names: Vec<&str> = self.factors.iter().map(String::as_str).collect();
        let mut text = line(&[&["side"], &names[..], &["f1"]].concat());
        for ((side, cell), score) in &self.rows {
            let (levels, score) = (cell.iter().map(String::as_str).collect::<Vec<_>>(), score.to_string());
            text += &line(&[&[side.as_str()], &levels[..], &[score.as_str()]].concat());
        }
        text
    }

    /// The place of a factor, if it is there.
    pub(super) fn factor(&self, names: &[&str]) -> Option<usize> {
        self.factors.iter().position(|factor| names.contains(&factor.as_str()))
    }

    /// Scores without some factors: the means of those that then are in one cell.
    pub(super) fn collapsed(&self, without: &[usize], is_kept: impl Fn(&[String]) -> bool) -> Self {
        let rest = |cell: &[String]| {
            let kept = cell.iter().enumerate().filter(|(at, _)| !without.contains(at));
            kept.map(|(_, level)| level.clone()).collect::<Vec<String>>()
        };
        let mut all: BTreeMap<(String, Vec<String>), Vec<f64>> = BTreeMap::new();
        for ((side, cell), &score) in self.rows.iter().filter(|((_, cell), _)| is_kept(cell)) {
            all.entry((side.clone(), rest(cell))).or_default().push(score);
        }
        let mean = |scores: Vec<f64>| scores.iter().sum::<f64>() / scores.len() as f64;
        let rows = all.into_iter().map(|(key, scores)| (key, mean(scores))).collect();
        Self { factors: rest(&self.factors), rows }
    }
}

impl Sheet {
    /// Scores of which every side has one in every combination of levels.
    pub(super) fn balanced(scores: Scores) -> Result<Self, StudyError> {
        let Scores { factors, rows } = scores;
        let sides: BTreeSet<&String> = rows.keys().map(|(side, _)| side).collect();
        let levels: Vec<BTreeSet<&String>> =
            (0..factors.len()).map(|at| rows.keys().map(|(_, cell)| &cell[at]).collect()).collect();
        if sides.len() < 2 || levels.iter().any(|levels| levels.len() < 2) {
            let few = factors.iter().zip(&levels).find(|(_, levels)| levels.len() < 2);
            let few = few.map_or("side".to_owned(), |(factor, _)| factor.clone());
            return Err(StudyError::data(format!(
                "`{few}` has fewer than two values: nothing can be compared, leave it out or add scores"
            )));
        }
        let sides: Vec<String> = sides.into_iter().cloned().collect();
        let levels: Vec<Vec<String>> =
            levels.into_iter().map(|levels| levels.into_iter().cloned().collect()).collect();
        let cells = levels.iter().try_fold(sides.len(), |product, levels| product.checked_mul(levels.len()));
        let unbalanced = |missing: String| {
            StudyError::data(format!("the design is not balanced: there is no score of {missing}"))
        };
        // Fewer rows than cells: the first that is missing is soon found.
        let cells = cells.unwrap_or(usize::MAX);
        let mut values = Vec::with_capacity(cells.min(rows.len()));
        for number in 0..cells {
            let key = key_of(number, &sides, &levels);
            let value = rows.get(&key).ok_or_else(|| {
                let named: Vec<String> =
                    factors.iter().zip(&key.1).map(|(factor, level)| format!("{factor} {level}")).collect();
                unbalanced(format!("side {}, {}", key.0, named.join(", ")))
            })?;
            values.push(*value);
        }
        let lengths = [sides.len()].into_iter().chain(levels.iter().map(Vec::len)).collect();
        let design =
            Design::new(lengths, values.clone()).ok_or_else(|| unbalanced("some cells".to_owned()))?;
        Ok(Self { factors, levels, sides, design, values })
    }

    /// The place of a factor, if it is there.
    pub(super) fn factor(&self, names: &[&str]) -> Option<usize> {
        self.factors.iter().position(|factor| names.contains(&factor.as_str()))
    }

    /// The level of a factor by one of its names.
    pub(super) fn level(&self, factor: usize, names: &[&str]) -> Option<usize> {
        self.levels[factor].iter().position(|level| names.contains(&level.as_str()))
    }

    /// The levels of a cell, without the side, by its place in the values.
    pub(super) fn cell(&self, at: usize) -> Vec<usize> {
        let mut rest = at;
        let mut cell = vec![0; self.levels.len()];
        for (level, levels) in cell.iter_mut().zip(&self.levels).rev() {
            *level = rest % levels.len();
            rest /= levels.len();
        }
        cell
    }
}

/// Side and levels by number; the last level varies fastest.
fn key_of(number: usize, sides: &[String], levels: &[Vec<String>]) -> (String, Vec<String>) {
    let mut rest = number;
    let mut cell = Vec::with_capacity(levels.len());
    for levels in levels.iter().rev() {
        cell.push(levels[rest % levels.len()].clone());
        rest /= levels.len();
    }
    cell.reverse();
    (sides[rest % sides.len()].clone(), cell)
}

/// The fields of a line. A field in quotes may hold the separator, and a quote written twice.
pub(super) fn fields(line: &str, separator: char) -> Vec<String> {
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut characters = line.trim_end_matches('\r').chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' if is_quoted || field.is_empty() => is_quoted = !is_quoted,
            other if other == separator && !is_quoted => fields.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    fields.push(field);
    fields.into_iter().map(|field| field.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_of_a_line() {
        for (line, expected) in [
            ("a,b", vec!["a", "b"]),
            ("\"a,b\",\"c\"\"d\"\r", vec!["a,b", "c\"d"]),
            ("", vec![""]),
            ("\"open", vec!["open"]),
        ] {
            assert_eq!(super::fields(line, ','), expected);
        }
    }
}
