//! Columns of the table of scores, chosen by name.

use crate::measure::MeasureInfo;
use crate::setup::Setup;

/// A chosen column of the table of scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreColumn {
    /// The position of the measure.
    pub(crate) measure: usize,
    pub(crate) shows: Shows,
    /// True if labels are not compared, although the other columns of the measure compare them.
    pub(crate) is_unlabelled: bool,
}

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// A figure, by its position.
    Figure(usize),
    /// The mean of the pairs' headline figures.
    Mean,
    /// The interval of the headline.
    Interval,
    /// The headline over all pairs.
    AllPairs,
    /// The difference of the headline to the first system.
    Difference,
    /// The p-value of the difference.
    P,
}

/// Names of columns that every measure has.
const COMMON: [(&str, Shows); 5] = [
    ("mean", Shows::Mean),
    ("interval", Shows::Interval),
    ("all-pairs", Shows::AllPairs),
    ("delta", Shows::Difference),
    ("p", Shows::P),
];

/// An error: no measure has such a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no column `{name}`; there are {}", known.join(", "))]
pub struct UnknownColumn {
    /// The name as given.
    pub name: String,
    /// The names that there are.
    pub known: Vec<String>,
}

impl ScoreColumn {
    /// Finds columns by their names: a figure of a measure (`f1`), or `mean`, `interval`, `all-pairs`, `delta` or `p` of the
    /// headline. The first measure that has it is meant, unless its name stands before it: `leaf-ancestor.score`.
    /// `unlabeled.f1` compares spans only; the setup that does so joins the setups, unless they have it.
    ///
    /// # Errors
    /// If there is no such column.
    ///
    /// ```
    /// use treescore::Setup;
    /// use treescore::report::ScoreColumn;
    /// let mut setups = vec![Setup::named("parseval")?];
    /// ScoreColumn::choose(["f1", "unlabeled.f1", "exact"], &mut setups)?;
    /// assert_eq!(setups.len(), 2);
    /// assert!(ScoreColumn::choose(["f2"], &mut setups).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose<'n>(
        names: impl IntoIterator<Item = &'n str>,
        setups: &mut Vec<Setup>,
    ) -> Result<Vec<Self>, UnknownColumn> {
        let given = setups.len();
        let find = |name: &'n str| {
            Self::find(name, setups, given)
                .ok_or_else(|| UnknownColumn { name: name.to_owned(), known: known(&setups[..given]) })
        };
        names.into_iter().map(find).collect()
    }

    /// Finds one column among the first setups, which are those that were asked for.
    fn find(name: &str, setups: &mut Vec<Setup>, given: usize) -> Option<Self> {
        let (of, name) = name.split_once('.').map_or((None, name), |(of, name)| (Some(of), name));
        let is_unlabelled = matches!(of, Some("unlabeled" | "unlabelled"));
        let is_meant = |setup: &Setup| {
            of.is_none_or(|of| is_unlabelled || setup.measure.info().name == of)
                && shows(setup.measure.info(), name).is_some()
        };
        let measure = setups[..given].iter().position(is_meant)?;
        let shows = shows(setups[measure].measure.info(), name)?;
        if !is_unlabelled || setups[measure].ignores_labels() {
            return Some(Self { measure, shows, is_unlabelled: false });
        }
        let mut twin = setups[measure].clone();
        twin.recipe = twin.recipe.unlabeled();
        let known = setups.iter().position(|setup| *setup == twin);
        let measure = known.unwrap_or(setups.len());
        if known.is_none() {
            setups.push(twin);
        }
        Some(Self { measure, shows, is_unlabelled })
    }

    /// True if it shows something that several systems need.
    pub fn is_about_differences(&self) -> bool {
        matches!(self.shows, Shows::Difference | Shows::P)
    }

    /// True if it shows something that intervals and tests need.
    pub fn is_about_statistics(&self) -> bool {
        matches!(self.shows, Shows::Interval | Shows::P)
    }
}

fn shows(info: &MeasureInfo, name: &str) -> Option<Shows> {
    let common = COMMON.iter().find(|(common, _)| *common == name).map(|&(_, shows)| shows);
    info.figure(name).map(Shows::Figure).or(common)
}

/// The names of columns that these setups have.
fn known(setups: &[Setup]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let figures = setups.iter().flat_map(|setup| setup.measure.info().figures).map(|figure| figure.key);
    for name in figures.chain(COMMON.map(|(name, _)| name)) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    // The headline of the first measure that compares labels, as an example.
    let labelled = setups.iter().find(|setup| !setup.ignores_labels());
    let headline = labelled.and_then(|setup| setup.measure.info().figures.first());
    names.extend(headline.map(|figure| format!("unlabeled.{}", figure.key)));
    names
}
