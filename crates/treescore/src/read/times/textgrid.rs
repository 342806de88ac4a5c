//! A TextGrid is one utterance; its words are the intervals of one tier.

use super::build::Builder;
use super::ctm::number_of;
use super::fault::{TimesProblem, shown};
use super::options::TimesOptions;
use super::tokens::{Token, Tokens};

/// Where something is wrong, and what.
type Wrong = (u64, TimesProblem);

/// Reads a file as one utterance.
pub(super) fn read(text: &[u8], utterance: &str, builder: &mut Builder<'_>) {
    let utterance = builder.new_utterance(utterance);
    match find_tier(text, builder.options()) {
        Ok(tier) => {
            builder.readable();
            if let Err((line, problem)) = words(tier, utterance, builder) {
                builder.bad_rest(utterance, line, problem);
            }
        }
        Err((line, problem)) => builder.bad_rest(utterance, line, problem),
    }
}

/// What a tier is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Intervals,
    Points,
}

/// A tier: its name (quotes doubled), how many elements it says it has, and the tokens from there on.
#[derive(Clone, Copy)]
struct Tier<'t> {
    class: Class,
    name: &'t [u8],
    size: u64,
    tokens: Tokens<'t>,
}

/// The tier of the words: of the names that would do, the first that a tier has.
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
    let tiers = tiers.iter().map(|tier| shown(&plain(tier.name))).collect();
    Err((1, TimesProblem::NoTier { wanted: wanted.join(" or ").into(), tiers }))
}

/// Lists the interval tiers, up to one that will do. If the file breaks off, those before are known all the same.
fn interval_tiers<'t>(
    text: &'t [u8],
    will_do: impl Fn(&Tier<'t>) -> bool,
    tiers: &mut Vec<Tier<'t>>,
) -> Result<(), Wrong> {
    let mut tokens = Tokens::new(text);
    for _ in 0..header(&mut tokens)? {
        let tier = tier(&mut tokens)?;
        if tier.class == Class::Intervals {
            tiers.push(tier);
            if will_do(&tier) {
                break;
            }
        }
        for _ in 0..tier.size {
            number(&mut tokens)?;
            if tier.class == Class::Intervals {
                number(&mut tokens)?;
            }
            string(&mut tokens, "a text")?;
        }
    }
    Ok(())
}

/// What stands before the tiers; gives their number.
fn header(tokens: &mut Tokens<'_>) -> Result<u64, Wrong> {
    let mut next = || tokens.next().map(|(token, _)| token);
    let is_textgrid = matches!(next(), Some(Token::Text(kind)) if kind.starts_with(b"ooTextFile"))
        && matches!(next(), Some(Token::Text(b"TextGrid")));
    if !is_textgrid {
        return Err((1, TimesProblem::NotATextGrid));
    }
    number(tokens)?;
    number(tokens)?;
    match tokens.next() {
        Some((Token::Flag(b"exists"), _)) => count(tokens),
        Some((Token::Flag(_), _)) => Ok(0),
        other => Err(expected("<exists>", other, tokens)),
    }
}

/// What a tier begins with.
fn tier<'t>(tokens: &mut Tokens<'t>) -> Result<Tier<'t>, Wrong> {
    let class = match string(tokens, "the class of a tier")? {
        b"IntervalTier" => Class::Intervals,
        _ => Class::Points,
    };
    let name = string(tokens, "the name of a tier")?;
    number(tokens)?;
    number(tokens)?;
    let size = count(tokens)?;
    Ok(Tier { class, name, size, tokens: *tokens })
}

/// Adds the words of a tier; what is in the list of silences is a gap.
fn words(tier: Tier<'_>, utterance: u32, builder: &mut Builder<'_>) -> Result<(), Wrong> {
    let Tier { size, mut tokens, .. } = tier;
    for _ in 0..size {
        let (start, line) = number(&mut tokens)?;
        let (end, _) = number(&mut tokens)?;
        let text = plain(string(&mut tokens, "a text")?);
        let text = text.trim_ascii();
        if text.is_empty() || builder.options().silences.iter().any(|silence| silence.as_bytes() == text) {
            continue;
        }
        match (number_of(start, "start"), number_of(end, "end")) {
            (Ok(start), Ok(end)) => builder.word(utterance, line, text, (start, end)),
            (Err(problem), _) | (_, Err(problem)) => builder.bad_word(utterance, line, text, problem),
        }
    }
    match tokens.next() {
        Some((Token::Number(_), line)) => Err((line, TimesProblem::MoreIntervals { said: size })),
        _ => Ok(()),
    }
}

/// The next token, which must be a number; with its line. Whether it can be understood is seen later.
fn number<'t>(tokens: &mut Tokens<'t>) -> Result<(&'t [u8], u64), Wrong> {
    match tokens.next() {
        Some((Token::Number(text), line)) => Ok((text, line)),
        other => Err(expected("a number", other, tokens)),
    }
}

/// The next token, which must be a number of things.
fn count(tokens: &mut Tokens<'_>) -> Result<u64, Wrong> {
    let (text, line) = number(tokens)?;
    let count = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    count.ok_or_else(|| expected("a whole number", Some((Token::Number(text), line)), tokens))
}

/// The next token, which must be a string; quotes in it are still doubled.
fn string<'t>(tokens: &mut Tokens<'t>, what: &'static str) -> Result<&'t [u8], Wrong> {
    match tokens.next() {
        Some((Token::Text(text), _)) => Ok(text),
        other => Err(expected(what, other, tokens)),
    }
}

fn expected(expected: &'static str, found: Option<(Token<'_>, u64)>, tokens: &Tokens<'_>) -> Wrong {
    let line = found.map_or(tokens.line(), |(_, line)| line);
    let found = match found {
        None => "the end of the file".into(),
        Some((Token::Unclosed, _)) => "a text without closing quote".into(),
        Some((Token::Number(text), _)) => shown(text),
        Some((Token::Text(text), _)) => format!("\"{}\"", shown(text)).into(),
        Some((Token::Flag(text), _)) => format!("<{}>", shown(text)).into(),
    };
    (line, TimesProblem::Expected { expected, found })
}

/// A string as it was meant: two quotes are one.
fn plain(text: &[u8]) -> std::borrow::Cow<'_, [u8]> {
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
    plain(name).trim_ascii().eq_ignore_ascii_case(wanted.as_bytes())
}
