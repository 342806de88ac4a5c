//! Chunks against a twin that follows the specification literally, with recursion and without caches.

use proptest::prelude::*;

use super::*;
use treescore::read;

/// A tree with only what chunks depend on.
struct Twin {
    label: String,
    /// Of a word, none.
    children: Vec<Twin>,
    is_word: bool,
    start: u32,
    end: u32,
}

type Found = (String, u32, u32);

fn is_in(label: &str, set: &str) -> bool {
    set.split(' ').any(|member| member == label)
}

const LINKS: &str = ", . : `` '' -LRB- -RRB- LRB RRB HYPH NFP CC";
const VERBS: &str = "VB VBD VBG VBN VBP VBZ MD TO";
const CLAUSES: &str = "TOP ROOT S1 S SINV SQ SBARQ FRAG RRC PRN";
const NOMINALS: &str = "NP NX WHNP NAC";
const MODIFIERS: &str = "ADJP ADVP QP NAC NX UCP WHADJP WHADVP PRT INTJ X CONJP";
const OBJECTS: &str = "NP NX NAC QP ADJP ADVP PP WHNP WHPP WHADVP X";
const PROJECTIONS: &str = "NX NAC QP ADJP UCP X NP WHNP";

impl Twin {
    fn is(&self, label: &str) -> bool {
        !self.is_word && self.label == label
    }

    fn is_phrase_in(&self, set: &str) -> bool {
        !self.is_word && is_in(&self.label, set)
    }

    fn content(&self) -> bool {
        self.is_word && !is_in(&self.label, LINKS)
    }

    fn verb(&self) -> bool {
        self.is_word && is_in(&self.label, VERBS)
    }

    fn leaves(&self) -> Vec<&Twin> {
        if self.is_word { vec![self] } else { self.children.iter().flat_map(Twin::leaves).collect() }
    }

    fn ends_in_pos(&self) -> bool {
        self.leaves().last().is_some_and(|leaf| leaf.label == "POS")
    }

    fn phrase(&self, pp: Pp) -> (Option<Found>, Vec<Found>) {
        if self.is_word { (None, Vec::new()) } else { seq(&self.label, &self.children, pp) }
    }
}

fn separately(kids: &[Twin], pp: Pp) -> Vec<Found> {
    let each = kids.iter().map(|kid| kid.phrase(pp));
    each.flat_map(|(core, others)| others.into_iter().chain(core)).collect()
}

fn residue(cat: &str, kids: &[Twin], pp: Pp) -> Vec<Found> {
    if !kids.iter().any(Twin::content) {
        return separately(kids, pp);
    }
    let (core, others) = seq(cat, kids, pp);
    others.into_iter().chain(core).collect()
}

fn seq(cat: &str, kids: &[Twin], pp: Pp) -> (Option<Found>, Vec<Found>) {
    if cat.is_empty() || is_in(cat, CLAUSES) {
        let mut out = separately(kids, pp);
        let mut at = 0;
        while at < kids.len() {
            let run = kids[at..].iter().take_while(|kid| kid.content()).count();
            if kids[at..at + run].iter().any(Twin::verb) {
                out.push(("VP".into(), kids[at].start, kids[at + run - 1].end));
            }
            at += run.max(1);
        }
        return (None, out);
    }
    let Some(h) = head(cat, kids, pp) else { return (None, separately(kids, pp)) };
    let (mut start, mut others, mut right) = (kids[h].start, Vec::new(), h + 1);
    let end;
    if kids[h].is_word {
        while right < kids.len() && kids[right].content() {
            right += 1;
        }
        end = kids[right - 1].end;
    } else {
        let (core, inner) = kids[h].phrase(pp);
        others = inner;
        match core {
            Some(core) if core.1 == kids[h].start => end = core.2,
            core => {
                others.extend(core);
                others.extend(residue(cat, &kids[..h], pp));
                others.extend(separately(&kids[h + 1..], pp));
                return (None, others);
            }
        }
    }
    let (mut s, mut whole) = (h, true);
    while s > 0 && whole {
        let kid = &kids[s - 1];
        if kid.is_word {
            start = kid.start;
        } else {
            let Some((from, kept)) = absorb(cat, kid, pp) else { break };
            start = from;
            others.extend(kept);
            whole = from == kid.start;
        }
        s -= 1;
    }
    let mut first = s;
    while whole && first < h && kids[first].is_word && is_in(&kids[first].label, LINKS) {
        first += 1;
        start = kids[first].start;
    }
    others.extend(residue(cat, &kids[..s], pp));
    others.extend(separately(&kids[right..], pp));
    (Some((cat.into(), start, end)), others)
}

fn absorb(cat: &str, kid: &Twin, pp: Pp) -> Option<(u32, Vec<Found>)> {
    let (core, others) = kid.phrase(pp);
    let core = core?;
    let leaves = kid.leaves();
    let flat =
        leaves.iter().all(|leaf| (core.1 <= leaf.start && leaf.start < core.2) || is_in(&leaf.label, LINKS));
    if is_in(&kid.label, MODIFIERS) && flat {
        return Some((kid.start, Vec::new()));
    }
    if is_in(&kid.label, "NP WHNP") {
        if is_in(cat, NOMINALS) && kid.ends_in_pos() && core.2 == kid.end {
            return Some(if flat { (kid.start, Vec::new()) } else { (core.1, others) });
        }
        if is_in(cat, "ADVP ADJP PP WHADVP WHADJP WHPP SBAR QP") && flat {
            return Some((kid.start, Vec::new()));
        }
    }
    None
}

fn head(cat: &str, kids: &[Twin], pp: Pp) -> Option<usize> {
    let first = |label: &str| kids.iter().position(|kid| kid.is(label));
    if cat == "VP" {
        let chained = (0..kids.len()).find(|&p| {
            let verb = kids[..p].iter().rposition(Twin::verb);
            kids[p].is("VP")
                && verb.is_some_and(|verb| {
                    !kids[verb..p].iter().any(|kid| kid.is("CONJP") || kid.is_word && kid.label == "CC")
                })
        });
        return chained.or_else(|| kids.iter().rposition(Twin::verb)).or_else(|| first("VP"));
    }
    let last_content = kids.iter().rposition(Twin::content);
    if cat == "PP" || cat == "WHPP" {
        let Some(content) = kids.iter().position(Twin::content) else { return first(cat) };
        for (p, kid) in kids.iter().enumerate().skip(content + 1).filter(|_| pp == Pp::Full) {
            if kid.is_phrase_in(OBJECTS) {
                return Some(p);
            }
            if !kid.is_word && !kid.is_phrase_in(MODIFIERS) {
                break;
            }
        }
        return last_content;
    }
    if let Some(q) = last_content {
        if is_in(cat, NOMINALS) {
            let p = (q + 1..kids.len()).find(|&p| !kids[p].is_word).unwrap_or(kids.len());
            let run = kids[p..].iter().take_while(|kid| kid.is_phrase_in("ADJP QP NX NAC UCP")).count();
            if run > 0 && (kids[p + run - 1].is("NX") || kids[p + run - 1].is("QP") && p == q + 1) {
                return Some(p + run - 1);
            }
            let is_det = is_in(&kids[q].label, "DT PDT PRP$ WP$ WDT");
            if is_det && p < kids.len() && kids[p].is_phrase_in(PROJECTIONS) {
                return Some(p);
            }
        }
        return Some(q);
    }
    let nominal = std::iter::once(cat).chain(PROJECTIONS.split(' ')).find_map(|label| {
        kids.iter().position(|kid| kid.is(label) && !kid.ends_in_pos()).filter(|_| is_in(cat, NOMINALS))
    });
    let modifier = || kids.iter().position(|kid| kid.is_phrase_in(MODIFIERS));
    nominal.or_else(|| first(cat)).or_else(|| modifier().filter(|_| is_in(cat, "ADVP ADJP WHADVP WHADJP QP")))
}

fn twin_chunks(tree: &Twin, pp: Pp) -> Vec<Found> {
    let (core, mut found) = tree.phrase(pp);
    found.extend(core);
    for at in tree.start..tree.end {
        let holders = found.iter().filter(|(_, start, end)| (*start..*end).contains(&at)).count();
        assert!(holders <= 1, "word {at} is in {holders} chunks");
        if holders == 0 {
            found.push(("Null".into(), at, at + 1));
        }
    }
    found.sort_by_key(|(_, start, _)| *start);
    found
}

fn chunks(text: &str, pp: Pp) -> Vec<Found> {
    let tree = read::one(text).unwrap();
    let mut labels = Labels::new();
    for name in tree.labels() {
        labels.intern(name);
    }
    let mut chunker = Chunker::of_any_category(ChunkOptions { pp });
    let mut sentence = Sentence::default();
    chunker.sentence(tree.arena(), tree.text(), &labels, &mut sentence).unwrap();
    assert!(sentence.is_partition(), "{text}");
    let name = |chunk: &Chunk| (chunker.inventory().name(chunk.category).to_owned(), chunk.start, chunk.end);
    sentence.chunks.iter().map(name).collect()
}

/// A generated tree: a tag, or a label and its children.
#[derive(Clone, Debug)]
enum Made {
    Word(&'static str),
    Phrase(&'static str, Vec<Made>),
}

impl Made {
    fn write(&self, out: &mut String) {
        match self {
            Self::Word(tag) => out.extend(["(", tag, " w)"]),
            Self::Phrase(label, inside) => {
                out.extend(["(", label, " "]);
                for made in inside {
                    made.write(out);
                }
                out.push(')');
            }
        }
    }

    /// Without empty elements.
    fn twin(&self, next: &mut u32) -> Option<Twin> {
        let start = *next;
        let (label, children) = match self {
            Self::Word("-NONE-") => return None,
            Self::Word(tag) => {
                *next += 1;
                (tag, Vec::new())
            }
            Self::Phrase(label, inside) => {
                (label, inside.iter().filter_map(|made| made.twin(next)).collect())
            }
        };
        let is_word = matches!(self, Self::Word(_));
        let twin = Twin { label: (*label).into(), children, is_word, start, end: *next };
        (start < *next).then_some(twin)
    }
}

const TAGS: [&str; 16] =
    ["NN", "NN", "DT", "JJ", "IN", "VBD", "MD", "TO", "RB", "POS", "CD", ",", "CC", "``", "PRP$", "-NONE-"];
const LABELS: [&str; 26] = [
    "S", "NP", "NP", "VP", "VP", "PP", "PP", "ADJP", "ADVP", "QP", "NX", "NAC", "UCP", "X", "WHNP", "WHPP",
    "WHADVP", "SBAR", "CONJP", "PRT", "PRN", "FRAG", "INTJ", "ZZ", "WHADJP", "SQ",
];

fn made() -> impl Strategy<Value = Made> {
    let word = prop::sample::select(&TAGS[..]).prop_map(Made::Word);
    word.prop_recursive(5, 48, 7, |inner| {
        (prop::sample::select(&LABELS[..]), prop::collection::vec(inner, 1..7))
            .prop_map(|(label, inside)| Made::Phrase(label, inside))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn chunks_are_those_of_the_specification(made in made()) {
        let mut text = String::new();
        made.write(&mut text);
        for pp in [Pp::Full, Pp::Bare] {
            let expected = made.twin(&mut 0).map_or(Vec::new(), |twin| twin_chunks(&twin, pp));
            prop_assert_eq!(chunks(&text, pp), expected, "{} with {:?}", text, pp);
        }
    }
}

#[test]
fn an_unknown_category_is_named() {
    let tree = read::one("(S (NP (NN a)) (ZZ (NN b)))").unwrap();
    let refused = Sentence::of_tree(&tree, &Inventory::default(), ChunkOptions::default());
    assert_eq!(refused, Err(UnknownCategory(b"ZZ"[..].into())));
    let small = Inventory::new(["NP", "VP"]).unwrap();
    let tree = read::one("(S (NP (NN a)) (. .))").unwrap();
    let refused = Sentence::of_tree(&tree, &small, ChunkOptions::default());
    assert_eq!(refused, Err(UnknownCategory(b"Null"[..].into())));
}

#[test]
fn empty_elements_are_not_words() {
    let tree = read::one("(S (NP-SBJ (-NONE- *)) (VP (JJ|RB so) (-LRB- -LRB-) (PRP$ my)))").unwrap();
    let sentence = Sentence::of_tree(&tree, &Inventory::default(), ChunkOptions::default()).unwrap().unwrap();
    assert_eq!(sentence.words.iter().collect::<Vec<_>>(), [&b"so"[..], b"-LRB-", b"my"]);
    assert_eq!(sentence.tags.iter().collect::<Vec<_>>(), [&b"JJ"[..], b"-LRB-", b"PRP$"]);
    assert_eq!(sentence.length, 3);
    let empty = read::one("(S (NP (-NONE- *)))").unwrap();
    assert_eq!(Sentence::of_tree(&empty, &Inventory::default(), ChunkOptions::default()), Ok(None));
}
