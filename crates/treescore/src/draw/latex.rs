//! Trees for LaTeX, by the package `forest`.

use super::parts::{Child, Parts};
use super::{Drawn, WordKind};
use crate::report::latex::escape;
use crate::report::{Style, legible};
use crate::values::shorten;

/// The most characters of a text.
const TEXT_MAX: usize = 60;

/// Draws a tree as a `forest` environment, with words on one line. A bracket that is not one stretch of words has its label once
/// more, in parentheses, where it goes on.
///
/// ```
/// use treescore::draw::{Drawn, Show, latex};
/// use treescore::measure::SketchTree;
/// let tree = treescore::read::one("(S (NP (D 50_%) (N cat)) (V sat))")?;
/// let picture = latex::forest(&Drawn::new(&SketchTree::from(&tree), Show::ALL));
/// assert!(picture.contains("[{NP} [{D} [{50\\_\\%}]] [{N} [{cat}]]]"), "{picture}");
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
pub fn forest(drawn: &Drawn) -> String {
    let parts = Parts::new(drawn);
    let mut out = String::from(
        "\\begin{forest}\nfor tree={parent anchor=south, child anchor=north}, where n children=0{tier=word}{}\n",
    );
    // Several roots need one that is not seen.
    let has_one = parts.roots.len() == 1;
    if !has_one {
        out += "[, phantom ";
    }
    let mut rest: Vec<Step> = parts.roots.iter().rev().map(|&child| Step::Open(child)).collect();
    while let Some(step) = rest.pop() {
        match step {
            Step::Close => out.push(']'),
            Step::Open(Child::Word(word)) => out += &leaf(drawn, word),
            Step::Open(Child::Part(part)) => {
                let part = &parts.all[part];
                let node = &drawn.nodes[part.node];
                let label = escape(&node.mark.before(&shown(&node.label), true));
                let (open, close) = if part.is_first { ("[{", "}") } else { ("[{(", ")}") };
                out.extend([open, &label, close]);
                rest.push(Step::Close);
                rest.extend(part.children.iter().rev().map(|&child| Step::Open(child)));
            }
        }
        if rest.last().is_some_and(|next| matches!(next, Step::Open(_))) && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !has_one {
        out.push(']');
    }
    out += "\n\\end{forest}\n";
    if !drawn.left_out.is_nothing() {
        out.extend(["\\par\\noindent{\\small ", &escape(&drawn.left_out.to_text()), "}\n"]);
    }
    out
}

/// What is left to write.
#[derive(Clone, Copy, Debug)]
enum Step {
    Open(Child),
    Close,
}

fn leaf(drawn: &Drawn, word: usize) -> String {
    let word = &drawn.words[word];
    let text = escape(&word.marked(shown(&word.text), true));
    let roof = if word.kind == WordKind::Folded { ", roof" } else { "" };
    match &word.tag {
        Some(tag) => format!("[{{{}}} [{{{text}}}{roof}]]", escape(&word.tag_mark.before(&shown(tag), true))),
        None => format!("[{{{text}}}{roof}]"),
    }
}

/// A text that can be seen, of bounded length.
fn shown(text: &str) -> String {
    let head: String = text.chars().take(TEXT_MAX * 4).collect();
    // LaTeX has no pictures of control characters.
    let style = Style { unicode: false, ..Style::default() };
    shorten(legible(&head, &style), TEXT_MAX)
}
