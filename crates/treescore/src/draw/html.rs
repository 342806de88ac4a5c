//! A pair as a small page of HTML: the mirrored picture, and a table of the brackets that are not matched. It asks for nothing,
//! runs nothing, and every text in it is escaped.

use std::fmt::Write as _; // writing to a string cannot fail

use super::crossings::{self, Cut};
use super::svg::{self, Page};
use super::{Drawn, DrawnNode, Folding, Mark, PairPicture, View};
use crate::report::svg::escape;
use crate::report::{Style, legible};
use crate::values::shorten;

/// The most characters of the words of a bracket in the table.
const WORDS_MAX: usize = 120;

const STYLE: &str = "\
:root{color-scheme:light dark}body{margin:2rem;font:14px/1.45 sans-serif;background:Canvas;color:CanvasText}\
h2{font-size:17px;margin:2rem 0 .5rem;overflow-wrap:anywhere}.scroll{overflow-x:auto}table{border-collapse:collapse;margin-top:1rem}\
th{text-align:left;font-weight:400;opacity:.75}th,td{padding:.15rem 1.2rem .15rem 0;vertical-align:top;overflow-wrap:anywhere}\
td:first-child{white-space:nowrap}q{font-family:serif}\
@media(max-width:40rem){body{margin:1rem}th,td{padding-right:.6rem}}";

/// A whole page with pictures of pairs.
pub fn page(pictures: &[PairPicture], folding: Folding) -> String {
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n";
    out += "<meta name=\"viewport\" content=\"width=device-width\">\n";
    let _ = writeln!(out, "<title>treescore diff</title>\n<style>{STYLE}</style>\n</head>\n<body>");
    for picture in pictures {
        out += &section(picture, folding);
    }
    out + "</body>\n</html>\n"
}

/// A pair as a part of a page.
pub fn section(picture: &PairPicture, folding: Folding) -> String {
    let title = &picture.title;
    let mut out = String::from("<section>\n");
    let mut heading = vec![title.number.clone()];
    heading.extend(title.figure.as_ref().map(|(name, value)| format!("{name} {value}")));
    heading.push(format!("{} / {}", title.gold, title.system));
    let _ = writeln!(out, "<h2>{}</h2>", text(&heading.join(" · ")));
    if let Some(why) = &title.refused {
        let _ = writeln!(out, "<p>refused: {}</p>", text(why));
    }
    let view = picture.view(folding);
    let sides = [&view.gold, &view.system].into_iter().filter(|drawn| !drawn.words.is_empty());
    let pictures = svg::mirror(&view, Page::Clear).map_or_else(
        || sides.map(|drawn| svg::tree(drawn, Page::Clear)).collect(),
        |mirrored| vec![mirrored],
    );
    for picture in pictures {
        let _ = writeln!(out, "<div class=\"scroll\" tabindex=\"0\">\n{picture}</div>");
    }
    out += &table(&view);
    for (drawn, side) in [(&view.gold, "gold"), (&view.system, "system")] {
        if !drawn.left_out.is_nothing() {
            let _ = writeln!(out, "<p>{side}: {}</p>", text(&drawn.left_out.to_text()));
        }
    }
    out + "</section>\n"
}

/// The brackets that are not matched, those of gold first.
fn table(view: &View) -> String {
    let columns = view.columns.as_deref().unwrap_or_default();
    let cuts = crossings::cuts(&view.gold, &view.system, columns);
    let sides = [(&view.gold, "gold"), (&view.system, "system")];
    let has_times = sides.iter().any(|(drawn, _)| drawn.words.iter().any(|word| word.time.is_some()));
    let mut rows = String::new();
    for (drawn, side) in sides {
        for (number, node) in drawn.nodes.iter().enumerate().filter(|(_, node)| node.mark != Mark::Plain) {
            let cut = cuts.iter().find(|cut| side == "system" && cut.system == number);
            let note = cut.map(|cut| cut_note(cut, &view.gold)).unwrap_or_default();
            let time = drawn.time(node).unwrap_or_default();
            let time = if has_times { format!("<td>{time}</td>") } else { String::new() };
            let _ = writeln!(
                rows,
                "<tr><td>{} {}</td><td>{side}</td><td>{}</td><td><q dir=\"auto\">{}</q></td>{time}<td>{note}</td></tr>",
                node.mark.sign(true),
                node.mark.name(),
                text(&node.label),
                text(&words(drawn, node)),
            );
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let time = if has_times { "<th>seconds</th>" } else { "" };
    format!(
        "<table>\n<tr><th>mark</th><th>side</th><th>label</th><th>words</th>{time}<th></th></tr>\n{rows}</table>\n"
    )
}

fn cut_note(cut: &Cut, gold: &Drawn) -> String {
    let names = cut.gold.iter().take(3).map(|&node| {
        let node = &gold.nodes[node];
        format!("{} <q dir=\"auto\">{}</q>", text(&node.label), text(&words(gold, node)))
    });
    let names = names.collect::<Vec<_>>();
    if names.is_empty() { String::new() } else { format!("cuts {}", names.join(", ")) }
}

fn words(drawn: &Drawn, node: &DrawnNode) -> String {
    let words = drawn.texts(node).take(WORDS_MAX);
    let words: Vec<String> = words.map(|word| shorten(word.to_owned(), 40)).collect();
    shorten(words.join(" "), WORDS_MAX)
}

/// A text, harmless and escaped.
fn text(text: &str) -> String {
    escape(&legible(&shorten(text.to_owned(), 400), &Style::default()))
}
