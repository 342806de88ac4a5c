//! The TextGrid format: a file is one utterance, and its words are the intervals of one tier.

use super::build::Builder;
use super::ctm::parse_time;
use super::fault::{TimesProblem, shorten};
use super::options::TimesOptions;
use super::tokens::{Token, Tokens};

/// The line of a fault, and the fault.
type Wrong = (u64, TimesProblem);

/// Reads a file as one utterance.
pub(super) fn read(text: &[u8], utterance: &str, builder: &mut Builder<'_>) {
    let utterance = builder.new_utterance(utterance);
    match find_tier(text, builder.options()) {
        Ok(tier) => {
            builder.add_readable();
            if let Err((line, problem)) = add_words(tier, utterance, builder) {
                builder.bad_rest(utterance, line, problem);
            }
        }
        Err((line, problem)) => builder.bad_rest(utterance, line, problem),
    }
}

/// The kind of elements in a tier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Intervals,
    Points,
}

/// A tier: its name (quotes doubled), its declared size, and the tokens from there on.
#[derive(Clone, Copy)]
struct Tier<'t> {
    class: Class,
    name: &'t [u8],
    size: u64,
    tokens: Tokens<'t>,
}

/// Finds the tier of the words: the best of the accepted names that a tier has.
fn find_tier<'t>(text: &'t [u8], options: &TimesOptions) -> Result<Tier<'t>, Wrong> {
    let names = options.tier_names();
    let rank = |tier: &Tier<'_>| names.iter().position(|name| is_named(tier.name, name));
    let mut tiers = Vec::new();
    let listed = interval_tiers(text, |tier| rank(tier) == Some(0), &mut tiers);
    let best = tiers.iter().filter_map(|tier| Some((rank(tier)?, tier))).min_by_key(|(rank, _)| *rank);
    if let Some((_, tier)) = best {
        return Ok(*tier);
    }
    listed?;
    let wanted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let tiers = tiers.iter().map(|tier| shorten(&undouble(tier.name))).collect();
    Err((1, TimesProblem::NoTier { wanted: wanted.join(" or ").into(), tiers }))
}

/// Lists the interval tiers, up to the first that is accepted. If the file breaks off, the earlier ones are
/// still listed.
fn interval_tiers<'t>(
    text: &'t [u8],
    is_accepted: impl Fn(&Tier<'t>) -> bool,
    tiers: &mut Vec<Tier<'t>>,
) -> Result<(), Wrong> {
    let mut tokens = Tokens::new(text);
    for _ in 0..read_header(&mut tokens)? {
        let tier = read_tier(&mut tokens)?;
        if tier.class == Class::Intervals {
            tiers.push(tier);
            if is_accepted(&tier) {
                break;
            }
        }
        for _ in 0..tier.size {
            read_number(&mut tokens)?;
            if tier.class == Class::Intervals {
                read_number(&mut tokens)?;
            }
            read_string(&mut tokens, "a text")?;
        }
    }
    Ok(())
}

/// Reads the part before the tiers. Returns their number.
fn read_header(tokens: &mut Tokens<'_>) -> Result<u64, Wrong> {
    let mut next = || tokens.next().map(|(token, _)| token);
    let is_textgrid = matches!(next(), Some(Token::Text(kind)) if kind.starts_with(b"ooTextFile"))
        && matches!(next(), Some(Token::Text(b"TextGrid")));
    if !is_textgrid {
        return Err((1, TimesProblem::NotATextGrid));
    }
    read_number(tokens)?;
    read_number(tokens)?;
    match tokens.next() {
        Some((Token::Flag(b"exists"), _)) => count(tokens),
        Some((Token::Flag(_), _)) => Ok(0),
        other => Err(expected_fault("<exists>", other, tokens)),
    }
}

/// Reads the start of a tier.
fn read_tier<'t>(tokens: &mut Tokens<'t>) -> Result<Tier<'t>, Wrong> {
    let class = match read_string(tokens, "the class of a tier")? {
        b"IntervalTier" => Class::Intervals,
        _ => Class::Points,
    };
    let name = read_string(tokens, "the name of a tier")?;
    read_number(tokens)?;
    read_number(tokens)?;
    let size = count(tokens)?;
    Ok(Tier { class, name, size, tokens: *tokens })
}

/// Adds the words of a tier. A text in the list of silences is a gap.
fn add_words(tier: Tier<'_>, utterance: u32, builder: &mut Builder<'_>) -> Result<(), Wrong> {
    let Tier { size, mut tokens, .. } = tier;
    for _ in 0..size {
        let (start, line) = read_number(&mut tokens)?;
        let (end, _) = read_number(&mut tokens)?;
        let text = undouble(read_string(&mut tokens, "a text")?);
        let text = text.trim_ascii();
        if text.is_empty() || builder.options().silences.iter().any(|silence| silence.as_bytes() == text) {
            continue;
        }
        match (parse_time(start, "start"), parse_time(end, "end")) {
            (Ok(start), Ok(end)) => builder.word(utterance, line, text, (start, end)),
            (Err(problem), _) | (_, Err(problem)) => builder.bad_word(utterance, line, text, problem),
        }
    }
    match tokens.next() {
        Some((Token::Number(_), line)) => Err((line, TimesProblem::MoreIntervals { declared: size })),
        _ => Ok(()),
    }
}

/// Reads a number, with its line. It is parsed later.
fn read_number<'t>(tokens: &mut Tokens<'t>) -> Result<(&'t [u8], u64), Wrong> {
    match tokens.next() {
        Some((Token::Number(text), line)) => Ok((text, line)),
        other => Err(expected_fault("a number", other, tokens)),
    }
}

/// Reads a count.
fn count(tokens: &mut Tokens<'_>) -> Result<u64, Wrong> {
    let (text, line) = read_number(tokens)?;
    let count = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    count.ok_or_else(|| expected_fault("a whole number", Some((Token::Number(text), line)), tokens))
}

/// Reads a string. Quotes in it are still doubled.
fn read_string<'t>(tokens: &mut Tokens<'t>, what: &'static str) -> Result<&'t [u8], Wrong> {
    match tokens.next() {
        Some((Token::Text(text), _)) => Ok(text),
        other => Err(expected_fault(what, other, tokens)),
    }
}

fn expected_fault(expected: &'static str, found: Option<(Token<'_>, u64)>, tokens: &Tokens<'_>) -> Wrong {
    let line = found.map_or(tokens.line(), |(_, line)| line);
    let found = match found {
        None => "the end of the file".into(),
        Some((Token::Unclosed, _)) => "a text without a closing quote".into(),
        Some((Token::Number(text), _)) => shorten(text),
        Some((Token::Text(text), _)) => format!("\"{}\"", shorten(text)).into(),
        Some((Token::Flag(text), _)) => format!("<{}>", shorten(text)).into(),
    };
    (line, TimesProblem::Expected { expected, found })
}

/// Replaces doubled quotes by single ones.
fn undouble(text: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    if memchr::memmem::find(text, b"\"\"").is_none() {
        return text.into();
    }
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        plain.push(byte);
        if byte == b'"' {
            bytes.next();
        }
    }
    plain.into()
}

fn is_named(name: &[u8], wanted: &str) -> bool {
    undouble(name).trim_ascii().eq_ignore_ascii_case(wanted.as_bytes())
}
