//! SParseval, section 3: what scores of speech depend on. Correlations, means, analysis of variance, figures 7 and 8.

use treescore::stats::{Coefficient, StatSettings, correlate, deviation, mean, t_quantile};

use super::sheet::{Scores, Sheet};
use super::speech_design::Design;
use crate::anova::Effect;
use crate::ask::Ask;
use crate::checksum::Signing;
use crate::error::StudyError;
use crate::outside::Outside;
use crate::paper;
use crate::result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Statement, Study, Word, Xvalue};

const SCORE: Digits = Digits::plain(2);
const SHARE: Digits = Digits::plain(3);
const BRACKET: [&str; 2] = ["bracket", "brackets"];
const DEPENDENCY: [&str; 2] = ["dependency", "dependencies"];
/// What the factor of head tables may be called.
const HEADS: [&str; 2] = ["heads", "head table"];
const OPEN_CLASS: [&str; 4] = ["open-class", "open class", "open_class", "openclass"];

/// A factor of the paper: its names here, the paper's key and levels, and what the levels may be called here.
struct Known {
    names: &'static [&'static str],
    key: &'static str,
    /// The level that scores more in the paper, and the other.
    better: (&'static str, &'static [&'static str]),
    worse: (&'static str, &'static [&'static str]),
}

const KNOWN: [Known; 3] = [
    Known {
        names: &["words", "transcript"],
        key: "transcript",
        better: ("reference", &["right", "reference", "true", "gold"]),
        worse: ("asr", &["wrong", "asr", "recognised", "recognized"]),
    },
    Known {
        names: &["boundaries", "metadata"],
        key: "metadata",
        better: ("reference", &["right", "reference", "true", "gold"]),
        worse: ("system", &["wrong", "system", "detected"]),
    },
    Known {
        names: &["edits", "repairs"],
        key: "edits",
        better: ("removed", &["removed"]),
        worse: ("left in", &["left in", "left-in", "left"]),
    },
];

/// Runs the study.
pub(crate) fn run(ask: &Ask, outside: &mut dyn Outside) -> Result<Study, StudyError> {
    let mut signing = Signing::new("speech-factors");
    let (scores, measures) = match (ask.value("scores"), ask.files.first()) {
        (Some(path), None) if !ask.has("heads") => {
            signing = signing.file("scores", path.as_ref())?;
            (Scores::read(path)?, Vec::new())
        }
        (Some(_), None) => {
            let why = "--heads is for a design: the scores of --scores have their head tables in a column";
            return Err(StudyError::Together(why.to_owned()));
        }
        (None, Some(path)) => {
            let design = Design::read(path)?;
            signing = signing.file("design", path)?;
            for (key, path) in design.files() {
                signing = signing.file(key, path.as_ref())?;
            }
            design.score(ask, outside)?
        }
        _ => {
            let why = "the study speech-factors needs DESIGN, a table of conditions with the columns gold and system, or --scores FILE: a table with the columns side, f1 and one for each factor";
            return Err(StudyError::Together(why.to_owned()));
        }
    };
    let is_scored = !measures.is_empty();
    let beside = is_scored.then(|| ("scores.csv".to_owned(), scores.csv())).into_iter().collect();
    let (first, second) = analyses(scores)?;
    let effects = first.design.effects(3);
    let mut items = vec![
        correlations(&first),
        means(&first),
        analysis("analysis of variance, sides as units", &first, &effects),
        beside_paper(&first, &effects),
        head_tables(second.as_ref().unwrap_or(&first)),
    ];
    items.extend(cells(&first));
    items.extend(second.iter().flat_map(of_second));
    let mut remarks = vec![
        "F is against the interaction of the effect with sides, and p after Greenhouse and Geisser; pooled F is against all that effects of up to three factors leave".to_owned(),
        "the second number in the paper's F(1,78) is the degrees of freedom of its model, not of its error: its F values are not to be compared".to_owned(),
    ];
    if second.is_some() {
        remarks.push("first analysis: scores with alignment, dependencies as means over head tables; second analysis: dependencies only".to_owned());
    }
    Ok(Study {
        items: items.into_iter().map(Item::worded).collect(),
        remarks,
        plots: plots(&first),
        signature: signing.finish(),
        measures,
        beside,
        ..Study::default()
    })
}

/// The two analyses of the paper. Scores that have neither alignment nor head tables have the first only.
fn analyses(scores: Scores) -> Result<(Sheet, Option<Sheet>), StudyError> {
    let (alignment, heads) = (scores.factor(&["alignment"]), scores.factor(&HEADS));
    let own: Vec<usize> = [alignment, heads].into_iter().flatten().collect();
    let Some(representation) = scores.factor(&["representation"]).filter(|_| !own.is_empty()) else {
        return Ok((Sheet::balanced(scores)?, None));
    };
    let is_aligned = |cell: &[String]| alignment.is_none_or(|at| cell[at] != "without");
    let first = Sheet::balanced(scores.collapsed(&own, is_aligned))?;
    let is_dependency = |cell: &[String]| !BRACKET.contains(&cell[representation].as_str());
    // A single alignment or table is no factor.
    let varies = |at: usize| {
        let levels = scores.rows.keys().filter(|(_, cell)| is_dependency(cell)).map(|(_, cell)| &cell[at]);
        levels.collect::<std::collections::BTreeSet<_>>().len() > 1
    };
    let single: Vec<usize> = own.iter().copied().filter(|&at| !varies(at)).collect();
    let second =
        (single.len() < own.len()).then(|| Sheet::balanced(scores.collapsed(&single, is_dependency)));
    Ok((first, second.transpose()?))
}

/// The second analysis: dependencies only, with alignment and head tables as factors.
fn of_second(sheet: &Sheet) -> Vec<Item> {
    let effects = sheet.design.effects(3);
    vec![
        alignment(sheet),
        analysis("second analysis of variance, dependencies only", sheet, &effects),
        beside_second(sheet, &effects),
    ]
}

/// Means with and without alignment.
fn alignment(sheet: &Sheet) -> Item {
    let mut item = Item::new("dependencies with alignment and in order", "");
    let text = "scores are higher without alignment than with";
    let Some(factor) = sheet.factor(&["alignment"]) else {
        item.state(Statement::needs(text, "a column `alignment` with both levels"));
        return item;
    };
    let means = sheet.design.means(&[factor + 1]);
    for (name, mean) in sheet.levels[factor].iter().zip(&means) {
        let of_paper = paper::number(&format!("/sparseval/second anova/alignment/{name}"));
        item.add(name, Xvalue::None, (Some(*mean), of_paper), SCORE);
    }
    let both = sheet.level(factor, &["without"]).zip(sheet.level(factor, &["with"]));
    item.state(match both {
        None => Statement::needs(text, "the levels `with` and `without`"),
        Some((without, with)) => Statement::test(text, means[without] > means[with], "they are not here"),
    });
    item
}

/// The paper's second analysis has one error for everything, as pooled F has.
fn beside_second(sheet: &Sheet, effects: &[Effect]) -> Item {
    let mut item = Item::new("second analysis: pooled F, beside the paper's F", "");
    let main: [(&str, &[&str], &str); 6] = [
        ("transcript", KNOWN[0].names, "transcript F(1,157)"),
        ("metadata", KNOWN[1].names, "metadata F(1,157)"),
        ("edits", KNOWN[2].names, "edits F(1,157)"),
        ("representation", &["representation"], "representation F(1,157)"),
        ("heads", &HEADS, "heads/F(2,157)"),
        ("alignment", &["alignment"], "alignment/F(1,157)"),
    ];
    for (name, names, key) in main {
        let Some(factor) = sheet.factor(names) else { continue };
        let effect = effects.iter().find(|effect| effect.axes == [factor + 1]);
        let of_paper = paper::number(&format!("/sparseval/second anova/{key}"));
        item.add(name, Xvalue::None, (effect.and_then(|effect| effect.pooled_f), of_paper), Digits::plain(1));
        let text = format!("{name} against sides: p < 0.05");
        let statement = match effect.and_then(|effect| effect.p) {
            None => Statement::needs(text, "scores that differ between sides"),
            Some(p) => Statement::test(text, p < 0.05, format!("p is {}", SHARE.show(p))),
        };
        item.state(statement.about(&[name]));
    }
    item
}

/// The scores of two levels of the factor of representation, cell by cell: place in the design without that factor.
fn paired(sheet: &Sheet, factor: usize, levels: (usize, usize)) -> Vec<(usize, Vec<usize>, f64, f64)> {
    let cells: usize = sheet.levels.iter().map(Vec::len).product();
    let mut found = Vec::new();
    for side in 0..sheet.sides.len() {
        let values = &sheet.values[side * cells..(side + 1) * cells];
        let of = |level: usize| (0..cells).filter(move |&at| sheet.cell(at)[factor] == level);
        for (one, other) in of(levels.0).zip(of(levels.1)) {
            let mut rest = sheet.cell(one);
            rest.remove(factor);
            found.push((side, rest, values[one], values[other]));
        }
    }
    found
}

fn pearson(points: &[(f64, f64)]) -> Option<f64> {
    let keys: Vec<u64> = (0..points.len() as u64).collect();
    let (x, y): (Vec<_>, Vec<_>) = points.iter().map(|&(x, y)| (Some(x), Some(y))).unzip();
    let settings = StatSettings { replicates: 0, ..StatSettings::default() };
    correlate(&keys, &x, &y, Coefficient::Pearson, &settings).interval.value
}

/// The level of a representation.
fn representation(sheet: &Sheet, names: &[&str]) -> Option<(usize, usize)> {
    let factor = sheet.factor(&["representation"])?;
    Some((factor, sheet.level(factor, names)?))
}

fn correlations(sheet: &Sheet) -> Item {
    let mut item = Item::new("correlations of scores (Pearson's r)", "");
    let pairs: [(&str, &[&str], &[&str]); 2] = [
        ("bracket, dependency", &BRACKET, &DEPENDENCY),
        ("dependency, open class", &DEPENDENCY, &OPEN_CLASS),
    ];
    let mut overall = Vec::new();
    for (name, one, other) in pairs {
        let levels = representation(sheet, one).zip(representation(sheet, other));
        let Some(((factor, one), (_, other))) = levels else {
            item.state(Statement::needs(
                name,
                "a column `representation` with bracket, dependency and open-class",
            ));
            continue;
        };
        let points = paired(sheet, factor, (one, other));
        let all: Vec<(f64, f64)> = points.iter().map(|point| (point.2, point.3)).collect();
        let mut conditions: Vec<&Vec<usize>> = points.iter().map(|point| &point.1).collect();
        conditions.sort_unstable();
        conditions.dedup();
        let within: Vec<Vec<(f64, f64)>> = conditions
            .iter()
            .map(|&condition| {
                points.iter().filter(|point| point.1 == *condition).map(|point| (point.2, point.3)).collect()
            })
            .collect();
        let middle = |points: &Vec<(f64, f64)>| {
            let of =
                |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / points.len() as f64;
            (of(|point| point.0), of(|point| point.1))
        };
        let between: Vec<(f64, f64)> = within.iter().map(middle).collect();
        let each: Vec<f64> = within.iter().filter_map(|points| pearson(points)).collect();
        let r = pearson(&all);
        overall.push(r);
        item.add(
            name,
            Xvalue::Name("over everything".to_owned()),
            (r, paper::number(&format!("/sparseval/correlations/{name}"))),
            SHARE,
        );
        item.add(name, Xvalue::Name("between conditions".to_owned()), (pearson(&between), None), SHARE);
        item.add(name, Xvalue::Name("within conditions, mean".to_owned()), (mean(&each), None), SHARE);
    }
    if let [bracket, open] = overall[..] {
        let text = "open-class scores follow dependency scores more closely than bracket scores do";
        item.state(Statement::test(text, open > bracket, "they do not here"));
    }
    item
}

/// The means of all levels, and the differences of two with their intervals.
fn means(sheet: &Sheet) -> Item {
    let mut item = Item::new("means of levels", "");
    for (at, factor) in sheet.factors.iter().enumerate() {
        let known = KNOWN.iter().find(|known| known.names.contains(&factor.as_str()));
        for (level, (name, value)) in sheet.levels[at].iter().zip(sheet.design.means(&[at + 1])).enumerate() {
            let of_paper = known
                .and_then(|known| paper_mean(sheet, at, level, known))
                .or_else(|| paper_representation(factor, name));
            item.add(factor, Xvalue::Name(name.clone()), (Some(value), of_paper), SCORE);
        }
        if let [first, second] = &sheet.levels[at][..] {
            let (difference, half) = difference(sheet, at);
            item.add(factor, Xvalue::Name(format!("{first} less {second}")), (Some(difference), None), SCORE);
            item.add(factor, Xvalue::Name("95 % of it, +/-".to_owned()), (half, None), SCORE);
        }
    }
    for known in &KNOWN {
        let text = format!("scores are higher with {} {} than {}", known.key, known.better.0, known.worse.0);
        let statement = direction(sheet, known).map_or_else(
            || Statement::needs(&text, format!("a column `{}` with both levels", known.names[0])),
            |is_higher| Statement::test(&text, is_higher, "they are not here"),
        );
        item.state(statement.about(known.names));
    }
    "other sides, parsers and errors than the paper's".clone_into(&mut item.others);
    item
}

fn paper_mean(sheet: &Sheet, factor: usize, level: usize, known: &Known) -> Option<f64> {
    let name = sheet.levels[factor][level].as_str();
    let key = [&known.better, &known.worse].into_iter().find(|(_, names)| names.contains(&name))?.0;
    paper::number(&format!("/sparseval/first anova/{}/{key}", known.key))
}

fn paper_representation(factor: &str, level: &str) -> Option<f64> {
    if factor != "representation" {
        return None;
    }
    let names: [(&str, &[&str]); 3] =
        [("bracket", &BRACKET), ("dependency", &DEPENDENCY), ("open class", &OPEN_CLASS)];
    let key = names.into_iter().find(|(_, names)| names.contains(&level))?.0;
    paper::number(&format!("/sparseval/first anova/representation/{key}"))
}

/// Whether the better level of the paper is better here.
fn direction(sheet: &Sheet, known: &Known) -> Option<bool> {
    let factor = sheet.factor(known.names)?;
    let (better, worse) = (sheet.level(factor, known.better.1)?, sheet.level(factor, known.worse.1)?);
    let means = sheet.design.means(&[factor + 1]);
    Some(means[better] > means[worse])
}

/// The difference of the first two levels of a factor, and half its interval (Student, over sides).
fn difference(sheet: &Sheet, factor: usize) -> (f64, Option<f64>) {
    let means = sheet.design.means(&[0, factor + 1]);
    let differences: Vec<f64> =
        means.chunks(sheet.levels[factor].len()).map(|side| side[0] - side[1]).collect();
    let count = differences.len() as f64;
    let half = deviation(&differences)
        .zip(t_quantile(0.025, count - 1.0))
        .map(|(deviation, t)| t * deviation / count.sqrt());
    (mean(&differences).unwrap_or(0.0), half)
}

/// The name of an effect.
fn name_of(sheet: &Sheet, effect: &Effect) -> String {
    effect.axes.iter().map(|axis| sheet.factors[axis - 1].as_str()).collect::<Vec<_>>().join(" x ")
}

fn analysis(title: &str, sheet: &Sheet, effects: &[Effect]) -> Item {
    let mut item = Item::new(title, "effect");
    for effect in effects {
        let x = || Xvalue::Name(name_of(sheet, effect));
        let whole = Digits::plain(0);
        item.add("df", x(), (Some(effect.freedom as f64), None), whole);
        item.add("error df", x(), (Some(effect.error_freedom as f64), None), whole);
        item.add("F", x(), (effect.f, None), Digits::plain(1));
        item.add("epsilon", x(), (effect.epsilon, None), SCORE);
        item.add("p", x(), (effect.p, None), SHARE);
        item.add("partial eta2", x(), (effect.eta, None), SHARE);
        item.add("pooled F", x(), (effect.pooled_f, None), Digits::plain(1));
    }
    item
}

/// F values of the paper beside ours. They are no test of each other, so that the statement is about significance.
fn beside_paper(sheet: &Sheet, effects: &[Effect]) -> Item {
    let mut item = Item::new("F against sides, beside the paper's F", "");
    let rep: &[&str] = &["representation"];
    let interactions: [(&str, &[&[&str]]); 4] = [
        ("transcript x representation F(2,78)", &[KNOWN[0].names, rep]),
        ("metadata x representation F(2,78)", &[KNOWN[1].names, rep]),
        ("labels x representation F(2,78)", &[&["labels"], rep]),
        ("edits x representation F(2,78)", &[KNOWN[2].names, rep]),
    ];
    for (key, names) in interactions {
        let name = key.trim_end_matches(" F(2,78)");
        let text = format!("{name}: p < 0.05");
        let axes: Option<Vec<usize>> =
            names.iter().map(|names| sheet.factor(names).map(|at| at + 1)).collect();
        let Some(mut axes) = axes else {
            let missing = names.iter().find(|names| sheet.factor(names).is_none());
            let column = missing.and_then(|names| names.first()).copied().unwrap_or_default();
            item.state(Statement::needs(text, format!("a column `{column}`")));
            continue;
        };
        axes.sort_unstable();
        let effect = effects.iter().find(|effect| effect.axes == axes);
        let of_paper = paper::number(&format!("/sparseval/first anova/{key}"));
        item.add(name, Xvalue::None, (effect.and_then(|effect| effect.f), of_paper), Digits::plain(1));
        let statement = match effect.and_then(|effect| effect.p) {
            None => Statement::needs(text, "scores that differ between sides"),
            Some(p) => Statement::test(text, p < 0.05, format!("p is {}", SHARE.show(p))),
        };
        item.state(statement.about(&[name]));
    }
    item
}

/// The head tables of the second analysis. That of Hwa et al. is in no public source, so that most sheets lack it.
fn head_tables(sheet: &Sheet) -> Item {
    let mut item = Item::new("means by head table", "");
    let tables = ["charniak", "collins", "hwa"];
    let factor = sheet.factor(&HEADS);
    let means = factor.map(|factor| sheet.design.means(&[factor + 1]));
    let mean_of = |table: &str| {
        let factor = factor?;
        let level = sheet.levels[factor].iter().position(|level| level.eq_ignore_ascii_case(table))?;
        Some(means.as_ref()?[level])
    };
    for table in tables {
        let of_paper = paper::number(&format!("/sparseval/second anova/heads/{table}"));
        item.add(table, Xvalue::None, (mean_of(table), of_paper), SCORE);
        if let Some(row) = item.rows.last_mut().filter(|row| row.ours.is_none()) {
            row.word = Some(Word::Needs("a table".to_owned()));
        }
    }
    for pair in tables.array_windows() {
        let [one, other] = *pair;
        let text = format!("scores are higher with the table {one} than {other}");
        let needs = match (factor, other) {
            (None, _) => "a column `heads` with both".to_owned(),
            (Some(_), "hwa") => "a table (that of Hwa et al. 2005 is in no public source)".to_owned(),
            (Some(_), _) => "both tables in `heads`".to_owned(),
        };
        let statement = match mean_of(one).zip(mean_of(other)) {
            None => Statement::needs(text, needs),
            Some((one, other)) => Statement::test(text, one > other, "they are not here"),
        };
        item.state(statement.about(&[one, other]));
    }
    item
}

/// The means of each factor by representation and labels: figures 7 and 8.
fn cells(sheet: &Sheet) -> Vec<Item> {
    let Some(representation) = sheet.factor(&["representation"]) else { return Vec::new() };
    let labels = sheet.factor(&["labels"]).filter(|&labels| labels != representation);
    let mut items = Vec::new();
    for factor in
        (0..sheet.factors.len()).filter(|&factor| factor != representation && Some(factor) != labels)
    {
        let axes: Vec<usize> =
            [factor, representation].into_iter().chain(labels).map(|axis| axis + 1).collect();
        let names: Vec<&str> = axes.iter().map(|axis| sheet.factors[axis - 1].as_str()).collect();
        let mut item = Item::new(format!("means of {}", names.join(" x ")), "representation");
        let means = sheet.design.means(&axes);
        let sizes: Vec<usize> = axes.iter().map(|axis| sheet.levels[axis - 1].len()).collect();
        let per_level = sizes[1..].iter().product::<usize>();
        for (at, value) in means.iter().enumerate() {
            let (level, rest) = (at / per_level, at % per_level);
            let of_labels = sizes.get(2).copied().unwrap_or(1);
            let mut x = sheet.levels[representation][rest / of_labels].clone();
            if let Some(labels) = labels {
                x = format!("{x}, {}", sheet.levels[labels][rest % of_labels]);
            }
            item.add(&sheet.levels[factor][level], Xvalue::Name(x), (Some(*value), None), SCORE);
        }
        item.statements.extend(loss(sheet, factor));
        items.push(item);
    }
    items
}

/// Which representation loses more: by recognised words dependencies, by detected boundaries brackets.
fn loss(sheet: &Sheet, factor: usize) -> Option<Statement> {
    let known = KNOWN.iter().find(|known| known.names.contains(&sheet.factors[factor].as_str()))?;
    let (axis, bracket) = representation(sheet, &BRACKET)?;
    let (_, dependency) = representation(sheet, &DEPENDENCY)?;
    let (better, worse) = (sheet.level(factor, known.better.1)?, sheet.level(factor, known.worse.1)?);
    let means = sheet.design.means(&[factor + 1, axis + 1]);
    let width = sheet.levels[axis].len();
    let lost = |level: usize| 1.0 - means[worse * width + level] / means[better * width + level];
    match known.key {
        "transcript" => Some(Statement::test(
            format!(
                "dependencies lose more by recognised words than brackets ({:.1} and {:.1} % of the score; paper 15.3 and 11.7 to 13.4)",
                100.0 * lost(dependency),
                100.0 * lost(bracket)
            ),
            lost(dependency) > lost(bracket),
            "they do not here",
        )),
        "metadata" => Some(Statement::test(
            "brackets lose more by detected boundaries than dependencies",
            lost(bracket) > lost(dependency),
            "they do not here",
        )),
        _ => None,
    }
}

fn plots(sheet: &Sheet) -> Vec<Plot> {
    let mut plots = Vec::new();
    let levels = representation(sheet, &BRACKET).zip(representation(sheet, &DEPENDENCY));
    if let Some(((factor, bracket), (_, dependency))) = levels {
        let points = paired(sheet, factor, (bracket, dependency)).into_iter().map(|point| (point.2, point.3));
        plots.push(Plot {
            title: "a dot per side and condition".to_owned(),
            x: PlotAxis::new("bracket F"),
            y: PlotAxis::new("dependency F"),
            curves: vec![Curve::new("", Marks::Dots, points)],
            ..Plot::default()
        });
    }
    plots.extend(cells(sheet).into_iter().map(bars));
    plots.extend(lines(sheet));
    plots
}

/// Figure 7: bars by representation and labels, a shade for each level.
fn bars(item: Item) -> Plot {
    let mut names: Vec<String> = Vec::new();
    let mut curves: Vec<Curve> = Vec::new();
    for row in &item.rows {
        let Xvalue::Name(name) = &row.x else { continue };
        let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        let point = (at as f64, row.ours.unwrap_or(0.0), None);
        if let Some(curve) = curves.iter_mut().find(|curve| curve.name == row.series) {
            curve.points.push(point);
        } else {
            let bars = Curve::new(row.series.clone(), Marks::Bars, []);
            curves.push(Curve { points: vec![point], ..bars });
        }
    }
    Plot { title: item.title, y: PlotAxis::new("F1"), names, curves, ..Plot::default() }
}

/// Figure 8: a line for each representation over the boundaries.
fn lines(sheet: &Sheet) -> Option<Plot> {
    let (boundaries, representation) = (sheet.factor(KNOWN[1].names)?, sheet.factor(&["representation"])?);
    let means = sheet.design.means(&[representation + 1, boundaries + 1]);
    let names = sheet.levels[boundaries].clone();
    let curves = sheet.levels[representation].iter().zip(means.chunks(names.len()));
    let curves = curves.map(|(name, means)| {
        Curve::new(name.clone(), Marks::Line, means.iter().enumerate().map(|(at, &mean)| (at as f64, mean)))
    });
    Some(Plot {
        title: "representations by boundaries".to_owned(),
        x: PlotAxis::new(&sheet.factors[boundaries]),
        y: PlotAxis::new("F1"),
        names,
        curves: curves.collect(),
        ..Plot::default()
    })
}
