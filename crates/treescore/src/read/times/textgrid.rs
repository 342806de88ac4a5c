//! The TextGrid format: a file is one utterance, and its words are the intervals of one tier.

use super::build::Builder;
use super::fault::shorten;
use super::format::stem;
use super::records::parse_time;
use super::tier;
use super::tokens::{Token, Tokens};
use crate::read::FileFault;

/// The file ends early, or has something else than it announces.
struct Broken;

/// Reads a file as one utterance.
pub(super) fn read(text: &[u8], name: &str, builder: &mut Builder<'_>) -> Result<(), FileFault> {
    let broken =
        |Broken| FileFault::new("not-a-record", "the TextGrid breaks off, or has other sizes than it says");
    if !is_textgrid(text) {
        let message = "not a TextGrid in text form; save it in Praat as a text file or short text file";
        return Err(FileFault::new("wrong-kind", message));
    }
    let tiers = interval_tiers(text).map_err(broken)?;
    let names: Vec<String> = tiers.iter().map(Tier::name).collect();
    let chosen = tier::choose(&names, builder.options().tier.as_deref())?;
    builder.file.tier = names.get(chosen).map(|name| shorten(name.as_bytes()));
    let utterance = builder.new_utterance(&stem(name), 1);
    builder.add_readable();
    tiers.get(chosen).map_or(Ok(()), |tier| add_words(*tier, utterance, builder)).map_err(broken)
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

impl Tier<'_> {
    fn name(&self) -> String {
        String::from_utf8_lossy(&undouble(self.name)).into_owned()
    }
}

fn is_textgrid(text: &[u8]) -> bool {
    let mut tokens = Tokens::new(text);
    let mut next = || tokens.next().map(|(token, _)| token);
    matches!(next(), Some(Token::Text(kind)) if kind.starts_with(b"ooTextFile"))
        && matches!(next(), Some(Token::Text(b"TextGrid")))
}

/// Lists the interval tiers.
fn interval_tiers(text: &[u8]) -> Result<Vec<Tier<'_>>, Broken> {
    let (mut tokens, mut tiers) = (Tokens::new(text), Vec::new());
    for _ in 0..read_header(&mut tokens)? {
        let tier = read_tier(&mut tokens)?;
        tiers.extend((tier.class == Class::Intervals).then_some(tier));
        for _ in 0..tier.size {
            read_number(&mut tokens)?;
            if tier.class == Class::Intervals {
                read_number(&mut tokens)?;
            }
            read_string(&mut tokens)?;
        }
    }
    // More intervals than the last tier announces.
    if matches!(tokens.next(), Some((Token::Number(_), _))) { Err(Broken) } else { Ok(tiers) }
}

/// Reads the part before the tiers. Returns their number.
fn read_header(tokens: &mut Tokens<'_>) -> Result<u64, Broken> {
    read_string(tokens)?;
    read_string(tokens)?;
    read_number(tokens)?;
    read_number(tokens)?;
    match tokens.next() {
        Some((Token::Flag(b"exists"), _)) => count(tokens),
        Some((Token::Flag(_), _)) => Ok(0),
        _ => Err(Broken),
    }
}

/// Reads the start of a tier.
fn read_tier<'t>(tokens: &mut Tokens<'t>) -> Result<Tier<'t>, Broken> {
    let class = match read_string(tokens)? {
        b"IntervalTier" => Class::Intervals,
        _ => Class::Points,
    };
    let name = read_string(tokens)?;
    read_number(tokens)?;
    read_number(tokens)?;
    let size = count(tokens)?;
    Ok(Tier { class, name, size, tokens: *tokens })
}

/// Adds the words of a tier. A number that is none is a fault of its word.
fn add_words(tier: Tier<'_>, utterance: u32, builder: &mut Builder<'_>) -> Result<(), Broken> {
    let Tier { size, mut tokens, .. } = tier;
    for _ in 0..size {
        let (start, line) = read_number(&mut tokens)?;
        let (end, _) = read_number(&mut tokens)?;
        let text = undouble(read_string(&mut tokens)?);
        let text = text.trim_ascii();
        match (parse_time(start, "start"), parse_time(end, "end")) {
            (Ok(start), Ok(end)) => builder.word_or_silence(utterance, line, text, (start, end)),
            (Err(problem), _) | (_, Err(problem)) => builder.bad_word(utterance, line, text, problem),
        }
    }
    Ok(())
}

/// Reads a number, with its line. It is parsed later.
fn read_number<'t>(tokens: &mut Tokens<'t>) -> Result<(&'t [u8], u64), Broken> {
    match tokens.next() {
        Some((Token::Number(text), line)) => Ok((text, line)),
        _ => Err(Broken),
    }
}

/// Reads a count.
fn count(tokens: &mut Tokens<'_>) -> Result<u64, Broken> {
    let (text, _) = read_number(tokens)?;
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or(Broken)
}

/// Reads a string. Quotes in it are still doubled.
fn read_string<'t>(tokens: &mut Tokens<'t>) -> Result<&'t [u8], Broken> {
    match tokens.next() {
        Some((Token::Text(text), _)) => Ok(text),
        _ => Err(Broken),
    }
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
