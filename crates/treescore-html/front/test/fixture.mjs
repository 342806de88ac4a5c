// A complete report with made-up data, as Rust would write it. For tests: `report(options)` gives the HTML,
// `node test/fixture.mjs OUT.html [option=value …]` writes a file.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Names, chunkText, indexText } from "./encode.mjs";
import { compare, finish, perturb, random, randomBrackets, read } from "./trees.mjs";

const here = dirname(fileURLToPath(import.meta.url));

export const DEFAULTS = {
  pairs: 60, // how many
  systems: ["heron", "plover", "wren"],
  refused: 7, // every seventh pair of the last system; 0: none
  cells: false, // pairs with words that differ
  times: false,
  discontinuous: false,
  hostile: false, // words made to break the page
  deep: 0, // levels of one deep tree
  long: 0, // words of one long sentence
  stored: Infinity, // pairs with trees in the file
  wordFates: false, // tree node accuracy: words have fates and brackets have worth
  distinct: 2000, // different pairs; larger reports repeat them
  script: null, // the script; by default dist/report.js
  style: null,
  csp: true,
};

export const HOSTILE = [
  "<script>alert(1)</script>", "</script>", "<img/src=x/onerror=alert(2)>", "\"quoted'&amp;\"", "&lt;b&gt;", "שלום", "مرحبا", "zero\u200bwidth\u200d", "👩‍👩‍👧", "\u001b[31mred\u001b[0m", "\u202eover", "x".repeat(10000), "javascript:alert(3)", "${alert(4)}", "]]>", "<!--",
];

/** Sentence 17 of the design's pictures. */
export const SHOP = {
  gold: "(S (NP (NP (DT The) (NN shop)) (SBAR (WHNP (WDT that)) (S (VP (VBD was) (ADJP (JJ closed)))))) (VP (VBD sold) (NP (NP (JJ old) (NNS maps)) (CC and) (NP (NP (NNS charts)) (PP (IN of) (NP (DT the) (JJ northern) (NN coast)))))) (. .))",
  system: "(S (NP (NP (DT The) (NN shop)) (SBAR (WHNP (WDT that)) (S (VP (VBD was) (VP (VBN closed)))))) (VP (VBD sold) (NP (NP (JJ old) (NNS maps) (CC and) (NNS charts)) (PP (IN of) (NP (DT the) (ADJP (JJ northern)) (NN coast))))) (. .))",
};
const CUT = {
  gold: "(S (NP (PRP She)) (VP (MD ca) (RB n't) (VP (VB open) (NP (DT the) (NN log-book)) (PP (IN in) (NP (DT the) (NN harbour))) (NP (NN today)))) (. .))",
  system: "(S (NP (PRP She)) (INTJ (UH uh)) (VP (MD can) (RB not) (VP (VB open) (NP (DT the) (NN log) (HYPH -) (NN book)) (PP (IN in) (NP (DT the) (NN harbor))))) (. .))",
  cells: [["same", 1, 1], ["system", 0, 1], ["equiv", 2, 2], ["same", 1, 1], ["same", 1, 1], ["retok", 1, 3], ["same", 1, 1], ["same", 1, 1], ["diff", 1, 1], ["gold", 1, 0]],
};
const SPLIT = {
  gold: "(S (VP (VP (PROAV 0=Darüber) (VVPP 3=nachgedacht)) (VAINF 4=haben)) (VMFIN 1=muss) (NP (PPER 2=sie) ($. 5=.)))",
  system: "(S (VP (PROAV 0=Darüber) (VVPP 3=nachgedacht) (VAINF 4=haben)) (VMFIN 1=muss) (NP (PPER 2=sie)) ($. 5=.))",
};

const counted = (tree) => { let k = 0; return tree.words.map((word) => (word.role === 0 ? k++ : -1)); };

function scored(gold, tree, status, options, cells = null) {
  let left = counted(gold), right = counted(tree);
  if (cells) {
    const spread = (side) => cells.flatMap((cell, c) => Array(cell[side]).fill(cell.gold === 0 || cell.system === 0 ? c + 0.5 : c));
    const a = spread("gold"), b = spread("system");
    left = left.map((k) => (k < 0 ? -1 : a[k])); right = right.map((k) => (k < 0 ? -1 : b[k]));
  }
  const { fates, counts } = compare(gold, tree, (w) => left[w], (w) => right[w], options.wordFates);
  if (options.wordFates) fates.forEach((fate, i) => { if (fate && fate.partner >= 0) fate.worth = fate.verdict === "matched" ? 1 : 0.5 + (i % 5) / 10; });
  const value = counts.gold + counts.system > 0 ? (2 * counts.matched) / (counts.gold + counts.system) : NaN;
  return { status, tree, refused: null, fates, cells, counts, value };
}

function addTimes(tree, next, from = 400) {
  let at = from + Math.floor(next() * 120);
  for (const word of tree.words) { const long = 90 + Math.floor(next() * 380); word.time = [at, at + long]; at += long + (next() < 0.2 ? 60 + Math.floor(next() * 400) : 0); }
  return tree;
}

/** Gold brackets of a pair, and what is special about it. */
function plan(i, options, next) {
  if (i === 16) return { ...SHOP };
  if (options.cells && i % 5 === 2) return { ...CUT };
  if (options.discontinuous && i % 4 === 1) return { ...SPLIT };
  if (options.hostile && i % 3 === 0) return { gold: randomBrackets(HOSTILE.length, next, HOSTILE.map((word) => word.replace(/[()]/g, "|"))), hostile: true };
  if (i === 9) return { gold: "(S (NP (NP (DT The) (NN lamp)) (SBAR (WHNP-1 (WDT that)) (S (NP (-NONE- *T*-1)) (VP (VBD fell))))) (VP (VBD broke)) (. .))" };
  if (options.deep && i === 3) return { deep: options.deep };
  if (options.long && i === 4) return { gold: randomBrackets(options.long, next) };
  return { gold: randomBrackets(2 + Math.floor(next() * next() * 40), next) };
}

function deepTree(levels, skip = 0) {
  const nodes = [], words = ["deep", "down"].map((text) => ({ text, tag: "NN", role: 0, node: levels - 1 }));
  for (let i = 0; i < levels; i++) nodes.push({ label: i % 7 === skip ? "VP" : "NP", counts: true, parent: i - 1, words: [] });
  return { words, nodes: nodes.map((node, i) => ({ ...node, depth: i, words: [0, 1], start: 0, end: 2, stretches: [[0, 2]] })) };
}

/** Comparing by sets would be quadratic here: all spans are equal. */
function deepSide(gold, tree) {
  const fates = tree.nodes.map((node, i) => ({ verdict: node.label === gold.nodes[i].label ? "matched" : "relabelled", partner: i }));
  const matched = fates.filter((fate) => fate.verdict === "matched").length, n = fates.length;
  return { status: 1, tree, refused: null, fates, cells: null, counts: { gold: n, system: n, matched, relabelled: n - matched, missing: 0, extra: 0, crossing: 0 }, value: matched / n };
}

function makePair(i, options, next) {
  const how = plan(i, options, next);
  if (how.deep) {
    const gold = deepTree(how.deep);
    return { gold, id: "", systems: options.systems.map((_, k) => deepSide(gold, deepTree(how.deep, k % 2))) };
  }
  const gold = read(how.gold);
  if (how.hostile) gold.words.forEach((word, k) => { word.text = HOSTILE[k]; });
  if (options.times) addTimes(gold, next);
  const systems = options.systems.map((_, k) => {
    if (options.refused && k === options.systems.length - 1 && i % options.refused === options.refused - 1) {
      const differ = i % 2 === 0;
      return { status: differ ? 2 : 0, tree: differ ? (options.times ? addTimes(read("(S (NN other) (NN words))"), next) : read("(S (NN other) (NN words))")) : null, refused: { why: differ ? "word 2 differs: gold “shop”, system “words”" : "no tree", place: `${options.systems[k]}.trees:${i + 1}:1`, source: differ ? "(S (NN other) (NN words))" : "(())" }, kind: differ ? 1 : 2 };
    }
    const cells = how.cells && k === 0 ? how.cells.map(([kind, g, s]) => ({ kind, gold: g, system: s })) : null;
    let tree = how.system && k === 0 ? read(how.system) : perturb(structuredClone(gold), next, 0.06 + 0.05 * k);
    if (options.times) tree = addTimes(tree, next, 380);
    return scored(gold, finish(tree), cells || options.times ? 2 : 1, options, options.cells && cells ? cells : null);
  });
  return { gold, id: i % 2 ? `harbour.${i + 1}` : "", systems };
}

export function data(given = {}) {
  const options = { ...DEFAULTS, ...given }, next = random(options.seed ?? 7);
  const distinct = Math.min(options.pairs, options.distinct), pairs = [];
  for (let i = 0; i < distinct; i++) pairs.push(makePair(i, options, next));
  const documents = ["harbour-01", "harbour-02", "harbour-03"];
  const meta = {
    format: 1, corpus: "harbour-dev", measure: options.wordFates ? "tree-node" : "parseval", title: options.wordFates ? "accuracy" : "F1",
    unit: options.wordFates ? "fraction" : "percent", noun: "sentence", pairs: options.pairs, stored: Math.min(options.pairs, options.stored), chunk: 256,
    systems: options.systems.map((name) => ({ name })), labels: [], tags: [], documents, refusals: ["words differ", "no tree"],
    hasTimes: options.times, hasCells: options.cells, hasWordFates: options.wordFates, hasWorth: options.wordFates,
    options: options.stored < options.pairs ? `--sentences ${options.stored}` : "",
  };
  const labels = new Names(["NP", "VP", "PP", "S"]), tags = new Names(), rows = [], chunks = [];
  for (let first = 0; first < meta.stored; first += 256) {
    const part = [];
    for (let i = first; i < Math.min(first + 256, meta.stored); i++) part.push({ number: i + 1, ...pairs[i % distinct] });
    chunks.push(chunkText(part, meta, labels, tags));
  }
  for (let i = 0; i < options.pairs; i++) {
    const pair = pairs[i % distinct];
    rows.push({
      words: pair.gold.words.filter((word) => word.role === 0).length, document: Math.min(2, Math.floor((i * 3) / options.pairs)), slot: i < meta.stored ? i : 0xffffffff,
      systems: pair.systems.map((side) => side.refused
        ? { value: NaN, gold: pair.gold.nodes.filter((n) => n.counts).length, system: 0, matched: 0, missing: 0, relabelled: 0, extra: 0, crossing: 0, refusal: side.kind }
        : { value: side.value, ...side.counts, refusal: 0 }),
    });
  }
  meta.labels = labels.names; meta.tags = tags.names;
  return { meta, rows, chunks, index: indexText(rows, meta.systems.length), pairs };
}

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

function overview(meta) {
  const systems = meta.systems.map((system, k) => `<tr><td class="name"><a href="#q=&amp;sys=${encodeURIComponent(system.name)}">${escape(system.name)}</a></td><td data-value="${91.41 - k}">${(91.41 - k).toFixed(2)}</td><td data-value="${k === 1 ? "" : 88 + k}">${k === 1 ? "–" : (88 + k).toFixed(2)}</td></tr>`).join("");
  const links = ["missing", "relabel", "extra", "cross"].map((mark, i) => `<a href="#q=mark:${mark}&amp;sys=${encodeURIComponent(meta.systems[0].name)}" data-query="mark:${mark}" data-system="0" data-tip="${escape(meta.systems[0].name)}: ${mark} 120"><title>${mark} 120</title><rect x="${i * 60}" width="50" height="24" fill="var(--${mark}-bg)" stroke="var(--${mark})"/><text x="${i * 60 + 6}" y="16">${mark}</text></a>`).join("");
  return `<main id="overview" tabindex="-1"><div class="page"><div class="intro"><section id="verdict"><h1>Three parsers on ${escape(meta.corpus)}</h1><p class="lede">A made-up report for tests.</p></section>
<div class="side"><section id="coverage"><h2>Coverage</h2><p>${meta.pairs} pairs</p></section><section id="signature"><h2>Signature</h2><div class="sig"><code id="signature-text">treescore:0.0.0|m:parseval|n:${meta.pairs}</code><button class="btn" data-copy="signature-text" hidden>Copy</button></div></section></div></div>
<section class="block" id="scores" aria-labelledby="h-scores"><header><h2 id="h-scores">Scores</h2></header><div class="scroll" tabindex="0" role="region" aria-labelledby="h-scores"><table class="sys sortable"><thead><tr><th scope="col" data-sort="text">System</th><th scope="col" data-sort="number">F1 scored</th><th scope="col" data-sort="number">F1 all pairs</th></tr></thead><tbody>${systems}</tbody></table></div></section>
<section class="block" id="where"><header><h2>Where the brackets went</h2></header><svg width="260" height="26" role="group" aria-label="Brackets by outcome">${links}</svg></section>
<section class="block grid2"><figure id="chart-length"><figcaption><b>F1 by length</b></figcaption><svg width="200" height="120" role="img" aria-label="F1 by length"><path class="ax" d="M0 100H200"/></svg><details><summary>table</summary><table><tbody><tr><td>1–10</td><td>96.23</td></tr></tbody></table></details></figure><figure id="chart-label"><figcaption><b>F1 by label</b></figcaption></figure></section>
<section class="block" id="how" style="margin-top:900px"><header><h2>How these numbers were made</h2></header><p>By hand.</p></section><section class="block" id="refused"><header><h2>Refused pairs</h2></header><p><a href="#q=refused">all</a></p></section></div></main>`;
}

export function report(given = {}) {
  const options = { ...DEFAULTS, ...given }, { meta, chunks, index } = data(options);
  const script = options.script ?? readFileSync(join(here, "../dist/report.js"), "utf8");
  const style = options.style ?? readFileSync(join(here, "../dist/report.css"), "utf8");
  const hash = createHash("sha256").update(script, "utf8").digest("base64");
  const csp = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; img-src data: blob:; worker-src blob:; form-action 'none'; base-uri 'none'">`;
  const blocks = chunks.map((text, i) => `<script type="text/plain" id="c${i}">${text}</script>`).join("\n");
  const count = meta.pairs.toLocaleString("en-US");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${options.csp ? csp : ""}<meta name="viewport" content="width=device-width, initial-scale=1"><title>treescore report: ${escape(meta.corpus)}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body data-page="overview"><a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="#"><svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.7" aria-hidden="true"><path d="M3 17v-4h7v4M10 13V8h7v9M13.5 8V3"/></svg>treescore</a><span class="corpus">${escape(meta.corpus)} · ${count} pairs · ${meta.systems.length} systems</span><nav aria-label="Pages"><a href="#" data-nav="overview" aria-current="page">Overview</a><a href="#q=" data-nav="sentences" hidden>Sentences</a></nav><button id="theme" class="icon" hidden></button><button id="help" class="icon" hidden></button></header>
${overview(meta)}
<main id="sentences" tabindex="-1" hidden></main>
<script type="application/json" id="meta">${JSON.stringify(meta).replace(/</g, "\\u003c")}</script>
<script type="text/plain" id="index">${index}</script>
${blocks}
<script>${script}</script></body></html>`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out, ...rest] = process.argv.slice(2);
  const options = Object.fromEntries(rest.map((pair) => { const [name, value] = pair.split("="); return [name, name === "systems" ? value.split(",") : value === "true" ? true : value === "false" ? false : Number(value)]; }));
  writeFileSync(out, report(options));
}
