//! Queries from text.

use super::term::{Comparison, MarkName, Number, Term, Which};
use crate::measure::MeasureInfo;

/// A query: terms that a pair must all fit.
///
/// ```
/// use treescore::measure::registry;
/// use treescore::query::Query;
/// let info = registry::measure("parseval").unwrap().info();
/// assert!(Query::parse("label:PP f1<80 -refused", info).is_ok());
/// let error = Query::parse("label:PP f2<80", info).unwrap_err();
/// assert_eq!(error.term, "f2<80");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Terms; false for those that are negated.
    pub(super) terms: Vec<(bool, Term)>,
}

/// A term that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{term}`: {why}")]
pub struct QueryError {
    /// The term.
    pub term: String,
    /// What is wrong with it, and what to write instead.
    pub why: String,
}

impl Query {
    /// Parses a query. Figures are those of the measure.
    ///
    /// # Errors
    /// If a term is not understood; the error names the first.
    pub fn parse(text: &str, info: &MeasureInfo) -> Result<Self, QueryError> {
        let terms = split(text)?.into_iter().map(|term| {
            let (is_wanted, bare) = match term.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (false, rest),
                _ => (true, &*term),
            };
            let parsed = parse(bare, info).map_err(|why| QueryError { term: term.clone(), why })?;
            Ok((is_wanted, parsed))
        });
        let terms = terms.collect::<Result<Vec<_>, _>>()?;
        if terms.is_empty() {
            Err(QueryError {
                term: text.to_owned(),
                why: "a query needs a term, for example label:PP".to_owned(),
            })
        } else {
            Ok(Self { terms })
        }
    }
}

/// Terms are separated by spaces, except within quotes.
fn split(text: &str) -> Result<Vec<String>, QueryError> {
    let (mut terms, mut term, mut is_quoted) = (Vec::new(), String::new(), false);
    for character in text.chars() {
        match character {
            '"' => {
                is_quoted = !is_quoted;
                term.push(character);
            }
            space if space.is_whitespace() && !is_quoted => terms.push(std::mem::take(&mut term)),
            other => term.push(other),
        }
    }
    if is_quoted {
        return Err(QueryError { term, why: "the quote is not closed".to_owned() });
    }
    terms.push(term);
    terms.retain(|term| !term.is_empty());
    Ok(terms)
}

fn parse(term: &str, info: &MeasureInfo) -> Result<Term, String> {
    if let Some(phrase) = term.strip_prefix('"') {
        let words: Vec<String> =
            phrase.trim_end_matches('"').split_whitespace().map(str::to_lowercase).collect();
        return if words.is_empty() {
            Err("the phrase is empty".to_owned())
        } else {
            Ok(Term::Phrase(words))
        };
    }
    match term {
        "refused" => return Ok(Term::Refused),
        "disagree" => {
            return Err("one system cannot disagree: this is for reports of several systems".to_owned());
        }
        _ => {}
    }
    if let Some((key, value)) = term.split_once(':').filter(|(key, _)| KEYS.contains(key)) {
        return keyed(key, value);
    }
    if let Some((key, value)) = term.split_once(':')
        && !value.is_empty()
        && !key.is_empty()
        && key.chars().all(|character| character.is_ascii_alphabetic())
    {
        let keys = KEYS.join(":, ");
        return Err(format!("there is no `{key}:`; there are {keys}:; in quotes it is a word"));
    }
    if term.chars().all(|character| "<>=".contains(character)) {
        return Err("write a comparison without spaces, for example f1<80".to_owned());
    }
    match number(term, info)? {
        Some(found) => Ok(found),
        None => Ok(Term::Word(term.to_lowercase())),
    }
}

const KEYS: [&str; 6] = ["label", "gold", "sys", "mark", "relabel", "doc"];

fn keyed(key: &str, value: &str) -> Result<Term, String> {
    if value.is_empty() {
        return Err(format!("nothing follows {key}:"));
    }
    let value = value.to_owned();
    Ok(match key {
        "label" => Term::Label(Which::Either, value),
        "gold" => Term::Label(Which::Gold, value),
        "sys" => Term::Label(Which::System, value),
        "doc" => Term::Document(value),
        "relabel" => match value.split_once('>') {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => {
                Term::Relabel(from.to_owned(), to.to_owned())
            }
            _ => return Err("write relabel:GOLD>SYSTEM, for example relabel:ADJP>VP".to_owned()),
        },
        _ => Term::Mark(match &*value {
            "missing" => MarkName::Missing,
            "relabel" | "relabelled" => MarkName::Relabel,
            "extra" => MarkName::Extra,
            "cross" | "crossing" => MarkName::Cross,
            _ => return Err("marks are missing, relabel, extra and cross".to_owned()),
        }),
    })
}

/// A number and its limit, if the term has a sign between a name and something.
fn number(term: &str, info: &MeasureInfo) -> Result<Option<Term>, String> {
    let Some(at) = term.find(['<', '>', '=']).filter(|at| *at > 0) else { return Ok(None) };
    let (name, rest) = term.split_at(at);
    let signs = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Equal),
    ];
    let found = signs.into_iter().find_map(|(sign, comparison)| Some((rest.strip_prefix(sign)?, comparison)));
    let Some((limit, comparison)) = found else { return Ok(None) };
    let number = match (name, info.figure(name)) {
        ("words", _) => Number::Words,
        (_, Some(figure)) => Number::Figure(figure),
        ("f1", None) => Number::Figure(0),
        (_, None) => {
            let keys: Vec<&str> = info.figures.iter().map(|figure| figure.key).collect();
            return Err(format!("{} has no figure `{name}`: write words, {}", info.name, keys.join(", ")));
        }
    };
    let limit = limit.parse::<f64>().ok().filter(|limit| limit.is_finite());
    let limit = limit.ok_or_else(|| format!("a number must follow {name}, for example {name}<80"))?;
    Ok(Some(Term::Number(number, comparison, limit)))
}
