//! The rule table of the grammar: newspaper English in the style of the Penn Treebank, written from what any
//! grammar book says. The weights make the trees as dense as real ones.

/// A phrase symbol: its name, its limits in words, how eagerly it takes spare words, and its productions with
/// their weights.
#[derive(Debug)]
pub(super) struct PhraseRule {
    pub(super) name: &'static str,
    pub(super) least: u32,
    pub(super) most: u32,
    pub(super) appetite: u32,
    pub(super) productions: &'static [(u32, &'static str)],
}

const ANY: u32 = u32::MAX;

const fn rule(
    name: &'static str,
    (least, most): (u32, u32),
    appetite: u32,
    productions: &'static [(u32, &'static str)],
) -> PhraseRule {
    PhraseRule { name, least, most, appetite, productions }
}

/// The root first.
#[rustfmt::skip] // one phrase a paragraph, many productions a line: the table is read as a whole
pub(super) const PHRASE_RULES: &[PhraseRule] = &[
    rule("TOP", (1, ANY), 1, &[
        (900, "S/root"), (25, "SINV"), (12, "SBARQ"), (12, "SQ"), (30, "FRAG"), (20, "NP/root"), (3, "INTJ"),
    ]),
    rule("S/root", (3, ANY), 1, &[
        (600, "NP/subject VP ."), (110, "PP , NP/subject VP ."), (40, "ADVP , NP/subject VP ."),
        (55, "SBAR , NP/subject VP ."), (45, "CC NP/subject VP ."), (50, "S , CC S ."), (8, "INTJ , NP/subject VP ."),
        (60, "`` S , '' NP/subject VP/said ."), (30, "S , NP/subject VP/said ."), (40, "NP/subject ADVP VP ."),
        (12, "S : S ."), (8, "LST NP/subject VP ."), (12, "NP/subject PRN VP ."), (15, "`` NP/subject VP . ''"),
    ]),
    rule("NP/root", (2, ANY), 1, &[(50, "NP ."), (20, "NP : NP ."), (10, "NP , NP .")]),
    rule("FRAG", (1, ANY), 1, &[
        (10, "NN"), (30, "NP ."), (15, "ADVP ."), (20, "NP : NP ."), (15, "SBAR ."), (15, "PP ."), (6, "IN NP : S ."),
    ]),
    rule("SINV", (5, ANY), 1, &[
        (50, "`` S , '' VP/said NP/subject ."), (20, "S , VP/said NP/subject ."), (12, "PP VBZ NP/subject ."),
        (10, "ADJP PP VBZ NP/subject ."), (8, "VP/past , VBZ NP/subject ."),
    ]),
    rule("SBARQ", (3, ANY), 1, &[(30, "WHNP SQ/inner ."), (30, "WHADVP SQ/inner ."), (5, "CC WHADVP SQ/inner .")]),
    rule("SQ", (3, ANY), 1, &[(20, "VBZ NP/subject ."), (30, "MD NP/subject VP/base ."), (20, "VBD NP/subject VP/base .")]),
    rule("SQ/inner", (1, ANY), 4, &[(30, "VP"), (20, "VBZ NP/subject"), (20, "MD NP/subject VP/base")]),
    rule("S", (1, ANY), 9, &[
        (560, "NP/subject VP"), (170, "VP/to"), (50, "VP/ing"), (30, "NP/subject ADVP VP"), (25, "S CC S"), (25, "PP , NP/subject VP"),
        (25, "NP/subject ADJP"), (20, "NP/subject NP"),
    ]),
    rule("S/gap", (1, ANY), 8, &[(1, "VP")]),
    rule("S/said", (2, ANY), 1, &[(1, "NP/subject VP/said")]),
    rule("SBAR", (2, ANY), 6, &[(480, "IN S/full"), (200, "S/full"), (120, "WHNP S/gap"), (120, "WHADVP S/full"), (10, "SBAR CC SBAR")]),
    rule("SBAR/relative", (2, ANY), 4, &[
        (500, "WHNP S/gap"), (80, "WHNP S/full"), (80, "IN S/full"), (70, "WHADVP S/full"), (90, "S/full"), (30, "WHPP S/full"),
    ]),
    rule("S/full", (2, ANY), 9, &[(900, "NP/subject VP"), (40, "NP/subject ADVP VP"), (30, "S CC S"), (30, "PP , NP/subject VP")]),
    rule("VP", (1, ANY), 12, &[
        (50, "VBD"), (25, "VBZ"), (12, "VBP"), (110, "VBD NP"), (70, "VBZ NP"), (40, "VBP NP"), (60, "VBD NP PP"), (40, "VBD PP"),
        (25, "VBP PP"), (25, "VBZ PP"), (110, "MD VP/base"), (80, "VBD SBAR"), (50, "VBZ SBAR"), (45, "VBZ ADJP"), (25, "VBD ADJP"),
        (80, "VBZ VP/past"), (80, "VBD VP/past"), (60, "VBP VP/past"), (30, "VBZ RB VP/base"), (25, "MD RB VP/base"),
        (60, "VP CC VP"), (60, "VBD S"), (40, "VBZ S"), (20, "VBD PRT NP"), (25, "VBD ADVP PP"), (30, "VBD NP SBAR"),
        (25, "VBD PP PP"), (25, "VBD NP PP PP"), (20, "VBZ ADVP VP/past"), (15, "VBD NP , PP"), (15, "VBD NP S"), (3, "VBZ UCP"),
        (10, "VBD NP , SBAR"), (15, "VBD ADVP"), (8, "ADVP VBD NP"),
    ]),
    rule("VP/said", (1, ANY), 2, &[(70, "VBD"), (20, "VBZ"), (6, "VBD PP"), (6, "VBD NP")]),
    rule("VP/to", (2, ANY), 8, &[(1, "TO VP/base")]),
    rule("VP/ing", (1, ANY), 6, &[(10, "VBG"), (60, "VBG NP"), (25, "VBG PP"), (15, "VBG SBAR"), (20, "VBG NP PP"), (10, "VBG S")]),
    rule("VP/base", (1, ANY), 10, &[
        (40, "VB"), (280, "VB NP"), (170, "VB NP PP"), (140, "VB VP/past"), (100, "VB PP"), (70, "VB S"), (50, "VB SBAR"),
        (60, "VB ADJP"), (30, "VB PRT NP"), (20, "VB ADVP"), (20, "VP/base CC VP/base"),
    ]),
    rule("VP/past", (1, ANY), 9, &[
        (70, "VBN"), (25, "VBG"), (240, "VBN PP"), (60, "VBN NP PP"), (90, "VBN S"), (80, "VBN PP PP"), (130, "VBG NP"), (60, "VBG PP"),
        (60, "VBN NP"), (30, "VBN SBAR"), (40, "VBN VP/past"), (30, "VBN ADVP PP"), (15, "VBN PRT"), (30, "VBG S"),
    ]),
    rule("NP/subject", (1, ANY), 3, &[
        (260, "PRP"), (60, "NNP"), (25, "NN"), (70, "NNS"), (20, "DT"), (8, "CD"), (20, "EX"), (6, "NNPS"),
        (190, "DT NN"), (120, "NNP NNP"), (30, "JJ NNS"), (25, "NN NNS"), (30, "PRP$ NN"), (30, "DT NNS"), (20, "CD NNS"),
        (60, "DT JJ NN"), (50, "DT NN NN"), (40, "NNP NNP NNP"), (25, "DT NNP NN"), (15, "JJ NN NNS"), (25, "NP/owner NN"),
        (60, "DT NNP NNP NN"), (40, "DT JJ NN NN"), (40, "NNP NNP , NNP"), (30, "DT JJ NNP NN NN"), (220, "NP/base PP"), (60, "NP/base , NP ,"), (50, "NP/base CC NP/base"), (40, "NP/base , SBAR/relative ,"),
        (40, "NP/base SBAR/relative"), (20, "NP/base VP/past"), (10, "NP/base PRN"),
    ]),
    rule("NP", (1, ANY), 7, &[
        (60, "PRP"), (60, "NNP"), (90, "NN"), (130, "NNS"), (14, "DT"), (30, "CD"), (5, "NNPS"), (1, "SYM"),
        (260, "DT NN"), (90, "NNP NNP"), (70, "JJ NNS"), (45, "JJ NN"), (45, "NN NNS"), (50, "PRP$ NN"), (45, "CD NNS"), (60, "CD NN"),
        (30, "$ CD"), (40, "DT NNS"), (3, "# CD"), (3, "FW FW"), (25, "NN NN"), (12, "NNP CD"), (150, "DT JJ NN"), (100, "DT NN NN"),
        (40, "NNP NNP NNP"), (60, "DT NNP NN"), (20, "DT NNP NNP"), (20, "PRP$ JJ NN"), (25, "JJ NN NNS"), (15, "DT JJ NNS"),
        (25, "QP NNS"), (18, "QP"), (6, "PDT DT NN"), (8, "DT JJS NN"), (5, "DT VBG NN"), (8, "NN CC NN"), (10, "NNP , NNP"), (3, "`` NN ''"),
        (80, "DT JJ NN NN"), (50, "DT NNP NNP NN"), (40, "DT JJ JJ NN"), (40, "DT JJ NN NN NN"), (30, "DT NNP NNP NNP NN"), (30, "DT CD JJ NN NNS"), (70, "NP/owner NN"), (25, "NP/owner JJ NN"), (20, "NP/owner NN NN"),
        (18, "NNP CD , CD"), (12, "DT ADJP NN"), (3, "DT NAC NN"), (3, "DT NX CC NX"), (5, "DT UCP NN"), (700, "NP/base PP"),
        (120, "NP/base SBAR/relative"), (85, "NP/base VP/past"), (70, "NP/base , NP ,"), (40, "NP/base , NP"), (80, "NP/base CC NP"),
        (70, "NP/base PP PP"), (25, "NP/base , SBAR/relative"), (30, "NP , NP CC NP"), (15, "NP/base PRN"), (20, "NP/base ADJP"), (20, "NP/base VP/to"),
        (5, "NP/base RRC"), (8, "NP/base CONJP NP"), (25, "NP/base S"),
    ]),
    rule("NP/base", (1, 4), 9, &[
        (60, "NNP"), (60, "NN"), (80, "NNS"), (20, "DT"), (25, "CD"), (230, "DT NN"), (80, "NNP NNP"), (60, "JJ NNS"), (40, "JJ NN"),
        (40, "NN NNS"), (30, "PRP$ NN"), (40, "CD NN"), (30, "DT NNS"), (20, "$ CD"), (90, "DT JJ NN"), (50, "DT NN NN"), (20, "NNP NNP NNP"),
        (30, "DT JJ NNS"), (20, "JJ NN NNS"), (8, "DT JJS NN"), (25, "DT JJ NN NN"), (20, "DT NNP NN NN"), (10, "DT CD NN NNS"), (20, "NP/owner NN"),
    ]),
    rule("NP/owner", (2, 5), 1, &[(40, "NNP POS"), (30, "DT NN POS"), (20, "NNP NNP POS"), (8, "DT NN NN POS"), (5, "DT NNP NNP NNP POS")]),
    rule("PP", (2, ANY), 4, &[(870, "IN NP"), (80, "TO NP"), (30, "IN S"), (12, "IN PP"), (8, "PP CC PP"), (10, "ADVP IN NP"), (6, "VBG PP")]),
    rule("ADVP", (1, 5), 1, &[(620, "RB"), (40, "RBR"), (12, "RBS"), (12, "IN"), (60, "RB RB"), (40, "NP/base RB"), (25, "NP/base RBR"), (10, "RB IN NN")]),
    rule("ADJP", (1, ANY), 2, &[
        (260, "JJ"), (20, "JJR"), (160, "RB JJ"), (50, "RBR JJ"), (15, "RBS JJ"), (130, "JJ PP"), (80, "JJ S"), (40, "JJ CC JJ"),
        (40, "JJR IN NP"), (25, "JJ SBAR"), (20, "CD NN JJ"), (15, "NP/base JJ"),
    ]),
    rule("PRT", (1, 1), 1, &[(1, "RP")]),
    rule("QP", (2, 5), 1, &[
        (40, "$ CD"), (20, "RB CD"), (15, "IN CD"), (70, "$ CD CD"), (20, "RBR IN CD"), (20, "JJR IN CD"), (15, "CD TO CD"), (10, "IN $ CD CD"),
        (8, "CD TO CD CD"), (6, "JJR IN $ CD CD"),
    ]),
    rule("WHNP", (1, 3), 1, &[(450, "WDT"), (330, "WP"), (40, "WP$ NN"), (30, "WDT NN"), (20, "WHADJP NNS"), (20, "WP$ JJ NN")]),
    rule("WHNP/which", (1, 1), 1, &[(1, "WDT")]),
    rule("WHPP", (2, 2), 1, &[(1, "IN WHNP/which")]),
    rule("WHADVP", (1, 1), 1, &[(1, "WRB")]),
    rule("WHADJP", (2, 2), 1, &[(1, "WRB JJ")]),
    rule("PRN", (3, ANY), 1, &[(40, ": NP :"), (50, "-LRB- NP -RRB-"), (15, "-LRB- PP -RRB-"), (40, ", S/said ,"), (15, ": S :")]),
    rule("CONJP", (2, 3), 1, &[(40, "RB RB IN"), (20, "CC RB"), (10, "RB IN")]),
    rule("INTJ", (1, 3), 1, &[(40, "UH"), (10, "UH RB"), (10, "UH , UH")]),
    rule("LST", (1, 3), 1, &[(20, "LS"), (20, "LS :"), (20, "-LRB- LS -RRB-")]),
    rule("NAC", (3, ANY), 1, &[(30, "NNP PP"), (30, "NNP , NNP ,")]),
    rule("NX", (1, 4), 1, &[(30, "NN"), (30, "NN NN"), (30, "JJ NN"), (20, "JJ NN NN"), (10, "NNP NNP NN NN")]),
    rule("UCP", (3, ANY), 1, &[(30, "ADJP CC NP"), (20, "NP CC ADJP"), (15, "ADVP CC PP")]),
    rule("RRC", (2, ANY), 1, &[(30, "ADVP NP"), (30, "ADVP PP"), (20, "ADJP PP")]),
];
