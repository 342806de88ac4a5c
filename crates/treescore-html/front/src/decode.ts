// Records of a chunk: two streams, numbers (varints) and strings. The grammar is written twice, once for skipping a record
// (to find the others) and once for reading it; a test holds both against each other.

import type { Cell, CellKind, Fate, Meta, Pair, SystemSide, Tree, TreeNode, Word } from "./types";

const CELL_KINDS: readonly CellKind[] = ["same", "retok", "equiv", "diff", "gold", "system"];
const utf8 = new TextDecoder("utf-8");

const unzigzag = (code: number): number => (code % 2 === 0 ? code / 2 : -(code + 1) / 2);

/** One cursor in the numbers, one in the strings. */
export class Cursor {
  constructor(private readonly bytes: Uint8Array, public number: number, public string: number) {}

  num(): number {
    const bytes = this.bytes;
    let byte = bytes[this.number++];
    if (byte < 128) return byte;
    let value = byte & 127, unit = 128;
    do {
      byte = bytes[this.number++];
      value += (byte & 127) * unit;
      unit *= 128;
    } while (byte >= 128);
    return value;
  }

  str(): string {
    const end = this.bytes.indexOf(0, this.string);
    const text = utf8.decode(this.bytes.subarray(this.string, end));
    this.string = end + 1;
    return text;
  }

  skipNumbers(count: number): void {
    let left = count;
    while (left > 0) if (this.bytes[this.number++] < 128) left--;
  }

  skipStrings(count: number): void {
    for (let i = 0; i < count; i++) this.string = this.bytes.indexOf(0, this.string) + 1;
  }

  /** Several strings; one call of the decoder for all of them. */
  strs(count: number): string[] {
    const start = this.string;
    this.skipStrings(count);
    return count === 0 ? [] : utf8.decode(this.bytes.subarray(start, this.string - 1)).split("\0");
  }
}

/** Where the streams of a chunk begin. */
export function openChunk(bytes: Uint8Array): Cursor {
  const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  return new Cursor(bytes, 4, 4 + size);
}

/** Which systems of a pair are refused; known from the index. */
export type IsRefused = (pair: number, system: number) => boolean;

// ---- skipping ----

/** Returns how many nodes count: the number of fates that follow. */
function skipNodes(cursor: Cursor): number {
  const nodes = cursor.num();
  let counting = 0;
  for (let i = 0; i < nodes; i++) {
    counting += cursor.num() & 1;
    cursor.skipNumbers(3);
  }
  const gapped = cursor.num();
  for (let i = 0; i < gapped; i++) {
    cursor.skipNumbers(1);
    cursor.skipNumbers(2 * cursor.num());
  }
  return counting;
}

function skipOwnTree(cursor: Cursor, meta: Meta): { roles: number[]; counting: number } {
  const count = cursor.num();
  cursor.skipStrings(count);
  const roles: number[] = [];
  for (let i = 0; i < count; i++) roles.push(cursor.num() & 3);
  const counting = skipNodes(cursor);
  if (meta.hasTimes) cursor.skipNumbers(2 * count);
  return { roles, counting };
}

function skipSharedTree(cursor: Cursor, meta: Meta, gold: number[]): { roles: number[]; counting: number } {
  const changed = cursor.num();
  const roles = gold.slice();
  let at = 0;
  for (let i = 0; i < changed; i++) {
    at += cursor.num();
    roles[at++] = cursor.num() & 3;
  }
  const counting = skipNodes(cursor);
  if (meta.hasTimes) cursor.skipNumbers(2 * gold.length);
  return { roles, counting };
}

function skipFates(cursor: Cursor, meta: Meta, items: number): void {
  if (!meta.hasWorth) return cursor.skipNumbers(items);
  for (let i = 0; i < items; i++) if (cursor.num() > 1) cursor.skipNumbers(1);
}

/** Moves behind a record; returns the pair's number. */
export function skipRecord(cursor: Cursor, meta: Meta, refused: IsRefused): number {
  const pair = cursor.num();
  cursor.skipStrings(1);
  const gold = skipOwnTree(cursor, meta);
  for (let s = 0; s < meta.systems.length; s++) {
    const status = cursor.num();
    const isRefused = refused(pair, s);
    if (isRefused) cursor.skipStrings(3);
    if (status === 0) continue;
    const tree = status === 1 ? skipSharedTree(cursor, meta, gold.roles) : skipOwnTree(cursor, meta);
    if (isRefused) continue;
    const words = meta.hasWordFates ? tree.roles.filter((role) => role === 0).length : 0;
    skipFates(cursor, meta, tree.counting + words);
    if (status === 2 && meta.hasCells) cursor.skipNumbers(3 * cursor.num());
  }
  return pair;
}

/** Only the words of gold, as a line of text; empty elements are not spoken. */
export function readText(cursor: Cursor): string {
  cursor.skipNumbers(1);
  cursor.skipStrings(1);
  const words = cursor.strs(cursor.num());
  return words.filter(() => (cursor.num() & 3) !== 2).join(" ");
}

// ---- reading ----

function makeWord(text: string, code: number, meta: Meta): Word {
  const tag = Math.floor(code / 4);
  return { text, tag: tag === 0 ? null : meta.tags[tag - 1], role: (code & 3) as 0 | 1 | 2, parent: -1, fate: null, time: null };
}

function readNodes(cursor: Cursor, meta: Meta): TreeNode[] {
  const count = cursor.num();
  const nodes: TreeNode[] = new Array(count);
  const path: number[] = []; // the last node at each depth
  let depth = 0, start = 0;
  for (let i = 0; i < count; i++) {
    const code = cursor.num();
    depth += 1 - cursor.num();
    start += unzigzag(cursor.num());
    const end = start + cursor.num();
    path[depth] = i;
    nodes[i] = {
      label: meta.labels[Math.floor(code / 2)], counts: code % 2 === 1, parent: depth > 0 ? path[depth - 1] : -1, depth,
      start, end, stretches: [[start, end]], fate: null,
    };
  }
  const gapped = cursor.num();
  let at = 0;
  for (let i = 0; i < gapped; i++) {
    at += cursor.num();
    const node = nodes[at++];
    node.stretches = [];
    let end = node.start;
    for (let k = cursor.num(); k > 0; k--) {
      const from = end + cursor.num();
      end = from + cursor.num();
      node.stretches.push([from, end]);
    }
  }
  return nodes;
}

/** Words belong to the innermost node over them. From the last node back, each takes the words nobody has yet;
 *  `next` jumps over taken words, so deep trees over many words stay cheap. */
function giveParents(words: Word[], nodes: TreeNode[]): void {
  const next = new Uint32Array(words.length + 1);
  for (let i = 0; i < next.length; i++) next[i] = i;
  const free = (from: number): number => {
    let end = from;
    while (next[end] !== end) end = next[end];
    for (let at = from; at !== end;) {
      const after = next[at];
      next[at] = end;
      at = after;
    }
    return end;
  };
  for (let n = nodes.length - 1; n >= 0; n--) {
    for (const [from, to] of nodes[n].stretches) {
      for (let w = free(from); w < to; w = free(w)) {
        words[w].parent = n;
        next[w] = w + 1;
      }
    }
  }
}

function readTimes(cursor: Cursor, meta: Meta, words: Word[]): void {
  if (!meta.hasTimes) return;
  let before = 0;
  for (const word of words) {
    const start = before + unzigzag(cursor.num());
    before = start + cursor.num();
    word.time = [start / 1000, before / 1000];
  }
}

function finishTree(cursor: Cursor, meta: Meta, words: Word[]): Tree {
  const nodes = readNodes(cursor, meta);
  readTimes(cursor, meta, words);
  giveParents(words, nodes);
  return { words, nodes };
}

function readOwnTree(cursor: Cursor, meta: Meta): Tree {
  const texts = cursor.strs(cursor.num());
  return finishTree(cursor, meta, texts.map((text) => makeWord(text, cursor.num(), meta)));
}

function readSharedTree(cursor: Cursor, meta: Meta, gold: Word[]): Tree {
  const words = gold.map((word): Word => ({ ...word, parent: -1, fate: null, time: null }));
  const changed = cursor.num();
  let at = 0;
  for (let i = 0; i < changed; i++) {
    at += cursor.num();
    words[at] = makeWord(words[at].text, cursor.num(), meta);
    at++;
  }
  return finishTree(cursor, meta, words);
}

function readFates(cursor: Cursor, meta: Meta, gold: Tree, tree: Tree): (Fate | null)[] {
  const goldNodes = gold.nodes.length;
  const goldFates: (Fate | null)[] = [];
  for (const node of gold.nodes) goldFates.push(node.counts ? { verdict: "missing", partner: -1, worth: null } : null);
  for (const word of gold.words) {
    goldFates.push(meta.hasWordFates && word.role === 0 ? { verdict: "missing", partner: -1, worth: null } : null);
  }
  let expected = 0;
  const read = (item: number): Fate => {
    const code = cursor.num();
    if (code < 2) return { verdict: code === 0 ? "extra" : "crossing", partner: -1, worth: null };
    const verdict = code % 2 === 1 ? "relabelled" : "matched";
    const partner = expected + unzigzag(Math.floor((code - 2) / 2));
    expected = partner + 1;
    const worth = meta.hasWorth ? cursor.num() / 10000 : null;
    if (partner >= 0 && partner < goldNodes + gold.words.length) goldFates[partner] = { verdict, partner: item, worth };
    return { verdict, partner, worth };
  };
  tree.nodes.forEach((node, i) => { if (node.counts) node.fate = read(i); });
  if (meta.hasWordFates) {
    tree.words.forEach((word, i) => { if (word.role === 0) word.fate = read(tree.nodes.length + i); });
  }
  return goldFates;
}

function readCells(cursor: Cursor): Cell[] {
  const cells: Cell[] = [];
  for (let k = cursor.num(); k > 0; k--) {
    cells.push({ kind: CELL_KINDS[cursor.num()] ?? "diff", gold: cursor.num(), system: cursor.num() });
  }
  return cells;
}

function readSide(cursor: Cursor, meta: Meta, gold: Tree, isRefused: boolean): SystemSide {
  const status = cursor.num() as 0 | 1 | 2;
  const refused = isRefused ? { why: cursor.str(), place: cursor.str(), source: cursor.str() } : null;
  const tree = status === 0 ? null : status === 1 ? readSharedTree(cursor, meta, gold.words) : readOwnTree(cursor, meta);
  const scored = tree !== null && refused === null;
  const goldFates = scored ? readFates(cursor, meta, gold, tree) : [];
  const cells = scored && status === 2 && meta.hasCells ? readCells(cursor) : null;
  return { status, tree, refused, goldFates, cells };
}

export function readPair(cursor: Cursor, meta: Meta, refused: IsRefused): Pair {
  const number = cursor.num();
  const id = cursor.str();
  const gold = readOwnTree(cursor, meta);
  const systems = meta.systems.map((_, s) => readSide(cursor, meta, gold, refused(number, s)));
  return { number, id, gold, systems };
}
