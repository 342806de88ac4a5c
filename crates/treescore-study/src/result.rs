//! What a study comes to, as a value: numbers beside the paper's, statements that were tested, remarks and plots.

/// The result of a study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// The name of the study.
    pub name: String,
    /// The item of the paper.
    pub paper: String,
    /// The numbers, in groups.
    pub items: Vec<Item>,
    /// What else is to be said.
    pub remarks: Vec<String>,
    /// The plots, if there are any.
    pub plots: Vec<Plot>,
    /// How the numbers were made.
    pub signature: String,
    /// The signatures of the measures.
    pub measures: Vec<String>,
    /// The number of pairs that were refused.
    pub refused: u64,
    /// Further files: what comes behind the name of the study, and the text.
    pub beside: Vec<(String, String)>,
}

/// A group of numbers with what the paper says about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// What the numbers are.
    pub title: String,
    /// What distinguishes the numbers of a series; empty if each series has one.
    pub x: String,
    /// The numbers.
    pub rows: Vec<Row>,
    /// The statements of the paper, tested.
    pub statements: Vec<Statement>,
    /// Lines of text below the numbers.
    pub notes: Vec<String>,
    /// Why numbers that no statement is about are others than the paper's.
    pub others: String,
}

/// One number.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The series of the number.
    pub series: String,
    /// Its place in the series.
    pub x: Xvalue,
    /// Our number; fractions are fractions of 1.
    pub ours: Option<f64>,
    /// Its standard deviation over runs.
    pub deviation: Option<f64>,
    /// The number in the paper, as a fraction if ours is one.
    pub paper: Option<f64>,
    /// How both are printed.
    pub digits: Digits,
    /// The word beside them. `None`: the paper has no number.
    pub word: Option<Word>,
    /// True if the number is on a path that is shown.
    pub marked: bool,
}

/// The place of a number in its series.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Xvalue {
    /// The series has one number.
    #[default]
    None,
    /// A number.
    Number(f64),
    /// A name.
    Name(String),
}

/// How numbers are printed: times 100 or not, with this many decimals. A number equals the paper's if both are printed
/// alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// True for fractions that are shown as percentages.
    pub percent: bool,
    /// The decimals.
    pub decimals: usize,
}

impl Digits {
    /// A percentage.
    pub const fn percent(decimals: usize) -> Self {
        Self { percent: true, decimals }
    }

    /// A number as it is.
    pub const fn plain(decimals: usize) -> Self {
        Self { percent: false, decimals }
    }

    /// A number as text; in exponents if it is too small for the decimals.
    pub fn show(self, value: f64) -> String {
        let value = if self.percent { 100.0 * value } else { value };
        let decimals = self.decimals;
        let is_tiny = value.abs() > 0.0 && value.abs() < 0.5 * 0.1_f64.powi(decimals as i32);
        let text =
            if is_tiny && decimals > 0 { format!("{value:.2e}") } else { format!("{value:.decimals$}") };
        // Rounding leaves no negative zero.
        let is_zero = text.starts_with('-') && text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        if is_zero { text[1..].to_owned() } else { text }
    }
}

/// The word beside a number or a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Equal as far as the paper prints.
    Same,
    /// The paper's statement is true of these data.
    Holds,
    /// It is not.
    Differs,
    /// Not run, and what for.
    Needs(String),
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Same => f.write_str("same"),
            Self::Holds => f.write_str("holds"),
            Self::Differs => f.write_str("differs"),
            Self::Needs(what) => write!(f, "needs {what}"),
        }
    }
}

/// A statement of the paper, written out and tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The statement.
    pub text: String,
    /// What the test said.
    pub word: Word,
    /// Why it is not true, or that it is not known why; empty if it is true.
    pub why: String,
    /// The series of the item that it is about; empty for all.
    pub of: Vec<String>,
}

impl Statement {
    /// An order or a sign, which is true of these data or not; `why` is said if it is not.
    pub fn test(text: impl Into<String>, is_true: bool, why: impl Into<String>) -> Self {
        let word = if is_true { Word::Holds } else { Word::Differs };
        Self {
            text: text.into(),
            word,
            why: if is_true { String::new() } else { why.into() },
            of: Vec::new(),
        }
    }

    /// Equality, which is true or not; `why` is said if it is not.
    pub fn equal(text: impl Into<String>, is_true: bool, why: impl Into<String>) -> Self {
        let tested = Self::test(text, is_true, why);
        Self { word: if is_true { Word::Same } else { Word::Differs }, ..tested }
    }

    /// A statement that was not tested, and what for.
    pub fn needs(text: impl Into<String>, what: impl Into<String>) -> Self {
        Self { text: text.into(), word: Word::Needs(what.into()), why: String::new(), of: Vec::new() }
    }

    /// The statement, about some series of its item.
    #[must_use]
    pub fn about(self, series: &[&str]) -> Self {
        Self { of: series.iter().map(|&name| name.to_owned()).collect(), ..self }
    }

    fn is_about(&self, series: &str) -> bool {
        self.of.is_empty() || self.of.iter().any(|name| name == series)
    }
}

impl Item {
    /// An item without numbers.
    pub fn new(title: impl Into<String>, x: &str) -> Self {
        Self { title: title.into(), x: x.to_owned(), ..Self::default() }
    }

    /// Adds a number of ours, and the paper's if it has one.
    pub fn add(
        &mut self,
        series: &str,
        x: Xvalue,
        (ours, paper): (Option<f64>, Option<f64>),
        digits: Digits,
    ) {
        let series = series.to_owned();
        self.rows.push(Row { series, x, ours, deviation: None, paper, digits, word: None, marked: false });
    }

    /// Gives the number that was added last a deviation.
    pub fn deviates(&mut self, deviation: Option<f64>) {
        if let Some(row) = self.rows.last_mut() {
            row.deviation = deviation;
        }
    }

    /// Adds a statement.
    pub fn state(&mut self, statement: Statement) {
        self.statements.push(statement);
    }

    /// Gives each number beside one of the paper its word: `same` if both are printed alike, else that of the statements
    /// about its series. Numbers that differ without any such statement get one that says so.
    #[must_use]
    pub fn worded(mut self) -> Self {
        let mut others: Vec<String> = Vec::new();
        for row in self.rows.iter_mut().filter(|row| row.word.is_none()) {
            let Some((ours, paper)) = row.ours.zip(row.paper) else { continue };
            let about = self.statements.iter().filter(|statement| statement.is_about(&row.series));
            row.word = Some(if row.digits.show(ours) == row.digits.show(paper) {
                Word::Same
            } else {
                of_all(about).unwrap_or_else(|| {
                    if !others.contains(&row.series) {
                        others.push(row.series.clone());
                    }
                    Word::Differs
                })
            });
        }
        if !others.is_empty() {
            let why = if self.others.is_empty() { "it is not known why" } else { &self.others };
            let series: Vec<&str> = others.iter().map(String::as_str).collect();
            let text = format!("the paper's numbers: {}", series.join(", "));
            self.statements.push(Statement::test(text, false, why).about(&series));
        }
        self
    }
}

/// The word of a number that several statements are about: all must be true for `holds`. `None` without statements.
fn of_all<'s>(statements: impl Iterator<Item = &'s Statement>) -> Option<Word> {
    let mut word = None;
    for statement in statements {
        match &statement.word {
            Word::Differs => return Some(Word::Differs),
            Word::Needs(what) => word = Some(Word::Needs(what.clone())),
            Word::Same | Word::Holds => word = word.or(Some(Word::Holds)),
        }
    }
    word
}

/// A plot: curves over two axes, and perhaps a third.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Above the plot.
    pub title: String,
    /// The horizontal axis.
    pub x: PlotAxis,
    /// The vertical axis.
    pub y: PlotAxis,
    /// The vertical axis on the right, if there is one.
    pub right: Option<PlotAxis>,
    /// Names of the places 0, 1, … on the horizontal axis; empty for numbers.
    pub names: Vec<String>,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// An axis of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotAxis {
    /// What is along the axis.
    pub label: String,
    /// True if equal steps are equal factors.
    pub logarithmic: bool,
}

impl PlotAxis {
    /// An axis of equal steps.
    pub fn new(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: false }
    }

    /// An axis of equal factors.
    pub fn logarithmic(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: true }
    }
}

/// Points of a plot that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The name in the legend; empty for none.
    pub name: String,
    /// How the points are drawn.
    pub marks: Marks,
    /// The points, each with the deviation of its second number.
    pub points: Vec<(f64, f64, Option<f64>)>,
    /// The axis of the second numbers.
    pub upright: Upright,
}

impl Curve {
    /// A curve on the left axis.
    pub fn new(name: impl Into<String>, marks: Marks, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let points = points.into_iter().map(|(x, y)| (x, y, None)).collect();
        Self { name: name.into(), marks, points, upright: Upright::Left }
    }
}

/// How the points of a curve are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// Dots.
    Dots,
    /// A line through them.
    Line,
    /// Bars from the bottom.
    Bars,
}

/// A vertical axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upright {
    /// The one on the left.
    Left,
    /// The one on the right.
    Right,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number has the word of the statements about its series, and no other.
    #[test]
    fn words_of_numbers() {
        let mut item = Item::new("item", "");
        for (series, ours) in [("equal", 1.0), ("order", 2.0), ("sign", 3.0), ("parser", 4.0), ("size", 40.0)]
        {
            item.add(series, Xvalue::None, (Some(ours), Some(1.0)), Digits::plain(0));
        }
        item.add("alone", Xvalue::None, (Some(1.0), None), Digits::plain(0));
        item.state(Statement::test("an order", true, "").about(&["equal", "order"]));
        item.state(Statement::test("a sign", false, "why").about(&["sign"]));
        item.state(Statement::needs("a parse", "--parser").about(&["parser"]));
        item.others = "other trees".to_owned();
        let item = item.worded();
        let needs = Word::Needs("--parser".to_owned());
        let words: Vec<Option<Word>> = item.rows.iter().map(|row| row.word.clone()).collect();
        let expected = [Word::Same, Word::Holds, Word::Differs, needs, Word::Differs].map(Some);
        assert_eq!(words, [&expected[..], &[None]].concat());
        let added = item.statements.last().unwrap();
        assert_eq!((added.text.as_str(), added.why.as_str()), ("the paper's numbers: size", "other trees"));
        assert_eq!(added.word, Word::Differs);
    }
}
