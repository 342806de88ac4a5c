// Columns of a pair: where the words of both sides stand. Side by side each tree has its own words; the mirror needs columns that
// both sides share. Empty elements have no column.

import type { Stretch } from "./layout";
import type { SystemSide, Tree, Word } from "./types";

/** Words of one side that stand together over columns `from..to`; no words: the side has nothing there. */
export interface Slot {
  from: number;
  to: number;
  words: number[];
}

export interface SideColumns {
  count: number;
  /** From left to right, without overlap; together they cover all columns. */
  slots: Slot[];
  /** Number of drawn words before word i; one entry more than words. */
  rank: Int32Array;
  /** By rank: first column and end of a drawn word. */
  first: Int32Array;
  end: Int32Array;
}

export interface CommonColumns {
  count: number;
  gold: SideColumns;
  system: SideColumns;
  /** Columns before column c that both sides have and that count: spans are compared by these. One entry more than columns. */
  compared: Int32Array;
}

/** Words that stand for each other; `counts` if spans are compared by them. */
interface Group {
  gold: number[];
  system: number[];
  counts: boolean;
}

function sideColumns(tree: Tree, slots: Slot[], count: number): SideColumns {
  const rank = new Int32Array(tree.words.length + 1);
  tree.words.forEach((word, i) => { rank[i + 1] = rank[i] + (word.role === 2 ? 0 : 1); });
  const drawn = rank[tree.words.length];
  const first = new Int32Array(drawn);
  const end = new Int32Array(drawn);
  for (const { from, to, words } of slots) {
    for (const word of words) {
      first[rank[word]] = from;
      end[rank[word]] = to;
    }
  }
  return { count, slots, rank, first, end };
}

/** Each drawn word is a column. */
export function ownColumns(tree: Tree): SideColumns {
  const slots: Slot[] = [];
  tree.words.forEach((word, i) => {
    if (word.role !== 2) slots.push({ from: slots.length, to: slots.length + 1, words: [i] });
  });
  return sideColumns(tree, slots, slots.length);
}

/** Stretches of words as stretches of columns. What lies between two stretches without a drawn word of this side parts nothing. */
export function toColumns(columns: SideColumns, stretches: readonly Stretch[]): Stretch[] {
  const { rank, first, end } = columns;
  const found: Stretch[] = [];
  let last = -1;
  for (const [from, to] of stretches) {
    const a = rank[from];
    const b = rank[to];
    if (a === b) continue;
    const before = found[found.length - 1];
    if (before && (a === last || first[a] <= before[1])) before[1] = Math.max(before[1], end[b - 1]);
    else found.push([first[a], end[b - 1]]);
    last = b;
  }
  return found;
}

/** Places between two words where a bracket begins or ends. */
function boundaries(tree: Tree): Uint8Array {
  const cut = new Uint8Array(tree.words.length + 1);
  for (const node of tree.nodes) for (const [from, to] of node.stretches) cut[from] = cut[to] = 1;
  return cut;
}

function isCut(words: number[], cut: Uint8Array): boolean {
  for (let k = 1; k < words.length; k++) {
    for (let i = words[k - 1] + 1; i <= words[k]; i++) if (cut[i]) return true;
  }
  return false;
}

/** The same words on both sides: each is a group. */
function byWord(gold: Tree, system: Tree): Group[] {
  const groups: Group[] = [];
  gold.words.forEach((word, i) => {
    const other = system.words[i];
    const here = word.role === 2 ? [] : [i];
    const there = other.role === 2 ? [] : [i];
    if (here.length + there.length > 0) groups.push({ gold: here, system: there, counts: word.role === 0 && other.role === 0 });
  });
  return groups;
}

/** Reads the drawn words of one side in order. */
class Reader {
  private at = 0;

  constructor(private readonly tree: Tree) {}

  /** Deleted words before the next counted one. */
  deleted(): number[] {
    const found: number[] = [];
    for (; this.at < this.tree.words.length && this.tree.words[this.at].role !== 0; this.at++) {
      if (this.tree.words[this.at].role === 1) found.push(this.at);
    }
    return found;
  }

  /** The next counted words, with the deleted words between them. */
  counted(number: number): number[] {
    const found: number[] = [];
    for (let left = number; left > 0 && this.at < this.tree.words.length; this.at++) {
      const { role } = this.tree.words[this.at];
      if (role !== 2) found.push(this.at);
      if (role === 0) left--;
    }
    return found;
  }
}

/** The same punctuation, maybe spelled otherwise. */
function isEqual(a: Word, b: Word): boolean {
  return a.text === b.text || (a.tag !== null && a.tag === b.tag);
}

/** Deleted words of one place: equal ones share a column, the others have their own. */
function pairDeleted(gold: Tree, system: Tree, here: number[], there: number[], groups: Group[]): void {
  const alone = (words: number[], side: "gold" | "system"): void => {
    for (const word of words) groups.push({ gold: [], system: [], counts: false, [side]: [word] });
  };
  let from = 0;
  for (const word of here) {
    const at = there.findIndex((other, k) => k >= from && isEqual(system.words[other], gold.words[word]));
    if (at < 0) {
      alone([word], "gold");
      continue;
    }
    alone(there.slice(from, at), "system");
    groups.push({ gold: [word], system: [there[at]], counts: false });
    from = at + 1;
  }
  alone(there.slice(from), "system");
}

function byCell(gold: Tree, system: Tree, cells: { gold: number; system: number }[]): Group[] {
  const groups: Group[] = [];
  const here = new Reader(gold);
  const there = new Reader(system);
  for (const cell of cells) {
    pairDeleted(gold, system, cell.gold > 0 ? here.deleted() : [], cell.system > 0 ? there.deleted() : [], groups);
    groups.push({ gold: here.counted(cell.gold), system: there.counted(cell.system), counts: cell.gold > 0 && cell.system > 0 });
  }
  pairDeleted(gold, system, here.deleted(), there.deleted(), groups);
  return groups;
}

const countedWords = (tree: Tree): number => tree.words.reduce((sum, word) => sum + (word.role === 0 ? 1 : 0), 0);

function groupsOf(gold: Tree, side: SystemSide, hasTimes: boolean): Group[] | null {
  const system = side.tree;
  if (!system) return null;
  if (side.status === 1 && system.words.length === gold.words.length) return byWord(gold, system);
  if (side.cells) return byCell(gold, system, side.cells);
  const counted = countedWords(gold);
  if (hasTimes || counted !== countedWords(system)) return null;
  return byCell(gold, system, Array.from({ length: counted }, () => ({ gold: 1, system: 1 })));
}

/** Columns of words that lie in one group: one, or as many as the longer side has words if a bracket cuts the group. */
function place(words: number[], from: number, width: number): Slot[] {
  if (width === 1 || words.length === 0) return [{ from, to: from + width, words }];
  const edge = (k: number): number => from + Math.floor((k * width) / words.length);
  return words.map((word, k) => ({ from: edge(k), to: edge(k + 1), words: [word] }));
}

/** Columns that both sides share; none if the words of the two sides cannot be paired. */
export function commonColumns(gold: Tree, side: SystemSide, hasTimes: boolean): CommonColumns | null {
  const groups = groupsOf(gold, side, hasTimes);
  if (!groups || !side.tree) return null;
  const cuts = [boundaries(gold), boundaries(side.tree)];
  const slots: [Slot[], Slot[]] = [[], []];
  const compared = [0];
  for (const group of groups) {
    const from = compared.length - 1;
    const width = isCut(group.gold, cuts[0]) || isCut(group.system, cuts[1]) ? Math.max(group.gold.length, group.system.length) : 1;
    slots[0].push(...place(group.gold, from, width));
    slots[1].push(...place(group.system, from, width));
    for (let c = 0; c < width; c++) compared.push(compared[from + c] + (group.counts ? 1 : 0));
  }
  const count = compared.length - 1;
  return {
    count,
    gold: sideColumns(gold, slots[0], count),
    system: sideColumns(side.tree, slots[1], count),
    compared: Int32Array.from(compared),
  };
}
