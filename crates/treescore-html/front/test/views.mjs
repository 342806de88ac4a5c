// A page with one view and made-up trees, without the rest of the report: for tests of the views and for looking at them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const STYLES = ["tokens", "base", "sentence", "trees", "print"];

const ENTRY = `
import { treesView } from "./src/view-trees";
import { mappingView } from "./src/view-mapping";
import { timesView } from "./src/view-times";
import { tokensView } from "./src/view-tokens";
import { compare, perturb, random, randomBrackets, read } from "./test/trees.mjs";

const MAKE = { trees: treesView, map: mappingView, times: timesView, tokens: tokensView };
const canvas = document.createElement("canvas").getContext("2d");
const FONT = { word: ["15px", "--font-text"], tag: ["10.5px", "--font-ui"], label: ["600 12px", "--font-ui"] };
const measure = (text, font) => {
  const [size, family] = FONT[font];
  canvas.font = size + " " + getComputedStyle(document.documentElement).getPropertyValue(family);
  return canvas.measureText(text).width;
};
const plain = (tree) => ({
  words: tree.words.map((w) => ({ text: w.text, tag: w.tag, role: w.role, parent: w.node, fate: null, time: w.time ?? null })),
  nodes: tree.nodes.map((n) => ({ label: n.label, counts: n.counts, parent: n.parent, depth: n.depth, start: n.start, end: n.end, stretches: n.stretches, fate: null })),
});
const counted = (tree) => { let k = 0; return tree.words.map((w) => w.role === 0 ? k++ : -1); };

/** A pair of two bracketings; cells as [kind, gold, system]. */
function pairOf({ gold, system, cells = null, times = null, wordFates = false, worth = false }) {
  const a = typeof gold === "string" ? read(gold) : gold, b = system ? (typeof system === "string" ? read(system) : system) : null;
  if (times) { a.words.forEach((w, i) => { w.time = times.gold[i]; }); b.words.forEach((w, i) => { w.time = times.system[i]; }); }
  const side = { status: 0, tree: null, refused: null, goldFates: [], cells: null };
  if (b) {
    let left = counted(a), right = counted(b);
    if (cells) {
      const spread = (side) => cells.flatMap((cell, c) => Array(cell[side]).fill(c));
      const x = spread(1), y = spread(2);
      left = left.map((k) => k < 0 ? -1 : x[k]); right = right.map((k) => k < 0 ? -1 : y[k]);
    }
    const { fates } = compare(a, b, (w) => left[w], (w) => right[w], wordFates);
    side.tree = plain(b); side.status = cells || times || a.words.some((w, i) => b.words[i]?.text !== w.text) ? 2 : 1;
    side.cells = cells ? cells.map(([kind, gold, system]) => ({ kind, gold, system })) : null;
    const goldFates = [...a.nodes.map((n) => n.counts ? { verdict: "missing", partner: -1, worth: null } : null), ...a.words.map((w) => wordFates && w.role === 0 ? { verdict: "missing", partner: -1, worth: null } : null)];
    let k = 0;
    const place = (fate, item) => {
      if (!fate) return null;
      const mine = { worth: null, ...fate };
      if (worth && fate.partner >= 0) mine.worth = fate.verdict === "matched" ? 1 - (item % 9) / 20 : 0.4;
      if (fate.partner >= 0) goldFates[fate.partner] = { verdict: fate.verdict, partner: item, worth: mine.worth };
      return mine;
    };
    side.tree.nodes.forEach((n, i) => { n.fate = place(fates[i], i); });
    if (wordFates) { let at = b.nodes.length; side.tree.words.forEach((w, i) => { if (w.role === 0) w.fate = place(fates[at++], b.nodes.length + i); }); }
    side.goldFates = goldFates;
  } else side.refused = { why: "no tree", place: "x:1", source: "" };
  return { number: 17, id: "", gold: plain(a), systems: [side] };
}

document.getElementById("sentence").style.cssText = "max-height:90px;overflow:hidden";
/** A chain of brackets over two words; every seventh is relabelled. */
window.deep = (levels) => {
  const tree = (skip, fate) => ({
    words: ["deep", "down"].map((text) => ({ text, tag: "NN", role: 0, parent: levels - 1, fate: null, time: null })),
    nodes: Array.from({ length: levels }, (_, i) => ({ label: i % 7 === skip ? "VP" : "NP", counts: true, parent: i - 1, depth: i, start: 0, end: 2, stretches: [[0, 2]], fate: fate ? fate(i) : null })),
  });
  const fate = (i) => ({ verdict: i % 7 === 3 || i % 7 === 5 ? "relabelled" : "matched", partner: i, worth: null });
  const gold = tree(3, null);
  return { number: 4, id: "", gold, systems: [{ status: 1, tree: tree(5, fate), refused: null, cells: null, goldFates: [...gold.nodes.map((_, i) => fate(i)), null, null] }] };
};
/** A random pair of n words. */
window.random = (n, seed = 5) => {
  const next = random(seed), gold = read(randomBrackets(n, next));
  return { gold, system: perturb(structuredClone(gold), next) };
};
window.show = (view, given, options = {}) => {
  window.view?.destroy();
  const pair = given.systems ? given : pairOf(given);
  const meta = { systems: [{ name: "heron" }], noun: "sentence", measure: "parseval", title: "F1", hasTimes: !!given.times, hasCells: !!given.cells, hasWordFates: !!given.wordFates, hasWorth: !!given.worth, labels: [], tags: [] };
  const sentence = document.getElementById("sentence");
  const line = (tree, side) => { const p = document.createElement("p"); p.className = "sent"; p.dir = "auto"; p.dataset.side = side;  tree.words.forEach((w, i) => { if (w.role === 2) return; const s = document.createElement("span"); s.dataset.word = i; s.textContent = w.text; p.append(s, " "); }); return p; };
  sentence.replaceChildren(line(pair.gold, "gold"));
  if (pair.systems[0].status === 2) sentence.append(line(pair.systems[0].tree, "system"));
  window.pins = [];
  window.changes = [];
  const context = { meta, pair, system: 0, sentence, options: { mode: null, fold: null, tags: true, ...options }, onOptions: (c) => window.changes.push(c), onPin: (b) => window.pins.push(b), measure };
  window.view = MAKE[view](document.getElementById("host"), context);
};
`;

/** The page's HTML. */
export async function page() {
  const built = await esbuild.build({
    absWorkingDir: root, stdin: { contents: ENTRY, resolveDir: root, loader: "ts" }, bundle: true, format: "iife", target: "es2020", write: false, charset: "ascii",
  });
  const style = STYLES.map((name) => readFileSync(`${root}/src/style/${name}.css`, "utf8")).join("\n");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>views</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main class="view" style="max-width:1130px"><h1 class="vh">views</h1><div id="sentence"></div><div id="host"></div></main><script>${built.outputFiles[0].text}</script></body></html>`;
}

export const CASES = {
  shop: {
    gold: "(S (NP (NP (DT The) (NN shop)) (SBAR (WHNP (WDT that)) (S (VP (VBD was) (ADJP (JJ closed)))))) (VP (VBD sold) (NP (NP (JJ old) (NNS maps)) (CC and) (NP (NP (NNS charts)) (PP (IN of) (NP (DT the) (JJ northern) (NN coast)))))) (. .))",
    system: "(S (NP (NP (DT The) (NN shop)) (SBAR (WHNP (WDT that)) (S (VP (VBD was) (VP (VBN closed)))))) (VP (VBD sold) (NP (NP (JJ old) (NNS maps) (CC and) (NNS charts)) (PP (IN of) (NP (DT the) (ADJP (JJ northern)) (NN coast))))) (. .))",
  },
  letter: {
    gold: "(S (NP (NP (DT 0=A) (NN 1=letter)) (PP (IN 4=from) (NP (DT 5=the) (NN 6=coast)))) (VP (VBD 2=arrived) (ADVP (RB 3=yesterday))) (. 7=.))",
    system: "(S (NP (DT A) (NN letter)) (VP (VBD arrived) (ADVP (RB yesterday)) (PP (IN from) (NP (DT the) (NN coast)))) (. .))",
  },
  parted: {
    gold: "(S (VP (VP (PROAV 0=Darüber) (VVPP 3=nachgedacht)) (VAINF 4=haben)) (NP (PPER 2=sie)) (VMFIN 1=muss) ($. 5=.))",
    system: "(S (VP (VP (PROAV 0=Darüber) (VVPP 3=nachgedacht)) (VAINF 4=haben)) (NP (PPER 2=sie)) (VMFIN 1=muss) ($. 5=.))",
  },
  cells: {
    gold: "(S (NP (PRP She)) (VP (MD ca) (RB n't) (VP (VB open) (NP (DT the) (`` ``) (NNP Dusk) ('' '') (NN log-book)) (PP (IN in) (NP (DT the) (NN harbour))) (NP (NN today)))) (. .))",
    system: "(S (NP (PRP She)) (INTJ (UH uh)) (VP (MD can) (RB not) (VP (VB open) (NP (DT the) (`` \") (NNP Dusk) ('' \") (NN log) (HYPH -) (NN book)) (PP (IN in) (NP (DT the) (NN harbor))))) (. .))",
    cells: [["same", 1, 1], ["system", 0, 1], ["equiv", 1, 1], ["equiv", 1, 1], ["same", 1, 1], ["same", 1, 1], ["same", 1, 1], ["retok", 1, 3], ["same", 1, 1], ["same", 1, 1], ["diff", 1, 1], ["gold", 1, 0]],
  },
  cutCell: {
    gold: "(S (NP (DT the) (NN log-book)) (VP (VB is) (JJ old)))",
    system: "(S (NP (DT the) (NP (NN log)) (HYPH -) (NP (NN book))) (VP (VB is) (JJ old)))",
    cells: [["same", 1, 1], ["retok", 1, 3], ["same", 1, 1], ["same", 1, 1]],
  },
  times: {
    gold: "(S (ADVP (RB so)) (NP (PRP we)) (VP (VBD left) (NP (DT the) (NN boat)) (PP (IN at) (NP (DT the) (NN pier)))))",
    system: "(S (ADVP (RB so)) (NP (PRP we)) (VP (VBD left) (NP (DT the) (NN boat)) (ADJP (JJ adrift)) (ADVP (RB here))))",
    times: { gold: [[.12, .38], [.38, .55], [.55, .92], [.92, 1.02], [1.02, 1.41], [1.66, 1.78], [1.78, 1.88], [1.88, 2.36]], system: [[.12, .36], [.36, .55], [.55, .90], [.90, 1.02], [1.02, 1.44], [1.63, 2.05], [2.05, 2.38]] },
    wordFates: true, worth: true,
  },
  arabic: {
    gold: "(S (VP (VB قرأ) (NP (NN الولد)) (NP (NN الكتاب) (ADJP (JJ الجديد)))) (. .))",
    system: "(S (VP (VB قرأ) (NP (NN الولد) (NN الكتاب)) (ADJP (JJ الجديد))) (. .))",
  },
  cjk: {
    gold: "(IP (NP (PN 我们)) (VP (VV 喜欢) (NP (NN 北方) (NN 海岸))) (PU 。))",
    system: "(IP (NP (PN 我们)) (VP (VV 喜欢) (NP (NP (NN 北方)) (NN 海岸))) (PU 。))",
  },
  hostile: {
    gold: `(S (NP (X <script>alert`+"`1`"+`</script>) (NN ${"x".repeat(10000)})) (VP (V \u200b) (W \u202eover) (NN 👩‍👩‍👧) (NN \u2401)))`,
    system: `(S (X <script>alert`+"`1`"+`</script>) (VP (NN ${"x".repeat(10000)}) (V \u200b) (W \u202eover) (NN 👩‍👩‍👧) (NN \u2401)))`,
  },
  refused: { gold: "(S (NP (DT The) (NN shop)) (VP (VBD closed)))" },
};

const long = (from, up) => `(S (SBAR (WHADVP (WRB When)) (S (S (NP (DT the) (JJ last) (NN boat)) (VP (VBD had) (VP (VBN come) (PRT (RP in))))) (CC and) (S (NP (DT the) (NNS nets)) (VP (VBD were) (VP (VBN hung) (PP (IN along) (NP (DT the) (NN wall)))))))) (, ,) (NP (NP (DT the) (JJ old) (NNS men)) (SBAR (WHNP (WP who)) (S (VP (VBD had) (VP (VBN watched) ${from}))))) (VP (VBD walked) (ADVP (RB slowly)) ${up}) (. .))`;
const house = "(PP (TO to) (NP (NP (DT the) (NN house)) (SBAR (WHADVP (WRB where)) (S (NP (DT the) (NNS children)) (VP (VBD were) (VP (VBG waiting) (PP (IN for) (NP (NN bread)))))))))";
CASES.long = {
  gold: long("(PP (IN from) (NP (DT the) (NN quay))) (PP (IN since) (NP (NN noon)))", `(PP (IN up) (NP (DT the) (NN hill))) ${house}`),
  system: long("(PP (IN from) (NP (NP (DT the) (NN quay)) (PP (IN since) (NP (NN noon)))))", `(PP (IN up) (NP (NP (DT the) (NN hill)) ${house}))`),
};
