// The file format in the writing direction, for tests: what Rust writes, in JavaScript. See src/decode.ts for the reading one.
import { deflateRawSync } from "node:zlib";

const zigzag = (x) => (x >= 0 ? 2 * x : -2 * x - 1);

/** Two streams, as in a chunk: numbers and strings. */
export class Writer {
  constructor() { this.numbers = []; this.strings = []; }
  num(value) { let rest = value; while (rest > 127) { this.numbers.push((rest % 128) | 128); rest = Math.floor(rest / 128); } this.numbers.push(rest); }
  str(text) { this.strings.push(Buffer.from(picture(text), "utf8"), Buffer.of(0)); }
}

/** Control characters become their pictures, as in Rust. */
const picture = (text) => text.replace(/[\u0000-\u001f\u007f]/g, (c) => (c === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + c.charCodeAt(0))));

export class Names {
  constructor(names = []) { this.names = [...names]; this.places = new Map(names.map((name, i) => [name, i])); }
  of(name) { if (!this.places.has(name)) { this.places.set(name, this.names.length); this.names.push(name); } return this.places.get(name); }
}

const code = (word, tags) => (word.tag === null ? 0 : tags.of(word.tag) + 1) * 4 + word.role;

function nodes(out, tree, labels) {
  out.num(tree.nodes.length);
  let depth = 0, start = 0;
  tree.nodes.forEach((node) => {
    out.num(labels.of(node.label) * 2 + (node.counts ? 1 : 0));
    out.num(depth + 1 - node.depth);
    out.num(zigzag(node.start - start));
    out.num(node.end - node.start);
    depth = node.depth; start = node.start;
  });
  const gapped = tree.nodes.map((node, i) => [node, i]).filter(([node]) => node.stretches.length > 1);
  out.num(gapped.length);
  let after = 0;
  for (const [node, i] of gapped) {
    out.num(i - after); after = i + 1;
    out.num(node.stretches.length);
    let end = node.start;
    for (const [a, b] of node.stretches) { out.num(a - end); out.num(b - a); end = b; }
  }
}

function times(out, tree, on) {
  if (!on) return;
  let before = 0;
  for (const word of tree.words) { const [a, b] = word.time; out.num(zigzag(a - before)); out.num(b - a); before = b; }
}

function ownTree(out, tree, labels, tags, timed) {
  out.num(tree.words.length);
  for (const word of tree.words) out.str(word.text);
  for (const word of tree.words) out.num(code(word, tags));
  nodes(out, tree, labels);
  times(out, tree, timed);
}

function sharedTree(out, tree, gold, labels, tags, timed) {
  const changed = tree.words.map((word, i) => i).filter((i) => code(tree.words[i], tags) !== code(gold.words[i], tags));
  out.num(changed.length);
  let after = 0;
  for (const i of changed) { out.num(i - after); out.num(code(tree.words[i], tags)); after = i + 1; }
  nodes(out, tree, labels);
  times(out, tree, timed);
}

function fates(out, list, worth) {
  let expected = 0;
  for (const fate of list) {
    if (!fate) continue; // the node does not count
    if (fate.verdict === "extra") { out.num(0); continue; }
    if (fate.verdict === "crossing") { out.num(1); continue; }
    out.num(2 + zigzag(fate.partner - expected) * 2 + (fate.verdict === "relabelled" ? 1 : 0));
    expected = fate.partner + 1;
    if (worth) out.num(Math.round((fate.worth ?? 1) * 10000));
  }
}

const CELLS = ["same", "retok", "equiv", "diff", "gold", "system"];

/** One record. `pair`: { number, id, gold, systems: [{ status, tree, refused, fates, cells }] } */
export function record(out, pair, meta, labels, tags) {
  out.num(pair.number);
  out.str(pair.id);
  ownTree(out, pair.gold, labels, tags, meta.hasTimes);
  for (const side of pair.systems) {
    out.num(side.status);
    if (side.refused) { out.str(side.refused.why); out.str(side.refused.place); out.str(side.refused.source); }
    if (side.status === 1) sharedTree(out, side.tree, pair.gold, labels, tags, meta.hasTimes);
    if (side.status === 2) ownTree(out, side.tree, labels, tags, meta.hasTimes);
    if (!side.refused) fates(out, side.fates, meta.hasWorth);
    if (side.status === 2 && !side.refused && meta.hasCells) {
      out.num(side.cells.length);
      for (const cell of side.cells) { out.num(CELLS.indexOf(cell.kind)); out.num(cell.gold); out.num(cell.system); }
    }
  }
}

const pack = (bytes) => deflateRawSync(bytes, { level: 6 }).toString("base64");

export function chunkText(pairs, meta, labels, tags) {
  const out = new Writer();
  for (const pair of pairs) record(out, pair, meta, labels, tags);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(out.numbers.length);
  return pack(Buffer.concat([length, Buffer.from(out.numbers), ...out.strings]));
}

/** `rows`: { words, document, slot, systems: [{ value, gold, system, matched, missing, relabelled, extra, crossing, refusal }] } */
export function indexText(rows, systems) {
  const columns = 3 + systems * 9, bytes = Buffer.alloc(columns * rows.length * 4);
  rows.forEach((row, r) => {
    const put = (column, value) => bytes.writeUInt32LE(value >>> 0, (column * rows.length + r) * 4);
    put(0, row.words); put(1, row.document); put(2, row.slot);
    row.systems.forEach((s, k) => {
      const first = 3 + k * 9;
      bytes.writeFloatLE(s.value, (first * rows.length + r) * 4);
      [s.gold, s.system, s.matched, s.missing, s.relabelled, s.extra, s.crossing, s.refusal].forEach((value, i) => put(first + 1 + i, value));
    });
  });
  return pack(bytes);
}
