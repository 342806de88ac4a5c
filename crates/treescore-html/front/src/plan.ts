// What a picture shows: columns after folding, the part of a giant tree around the selected bracket, and stubs for the rest.

import { ownColumns, toColumns, type SideColumns } from "./columns";
import type { Fold } from "./fold";
import { count, plural, type Mark } from "./format";
import type { Stretch } from "./layout";
import { other, type Half, type Model, type SideName, type Target } from "./model";
import { cut, spellOut, visible } from "./text";

const MOST_COLUMNS = 400;
const MOST_LEVELS = 60;
const WINDOW_COLUMNS = 120;
const WINDOW_LEVELS = 12;
const LEVELS_ABOVE = 5;
const SHORT_TRIANGLE = 16;

export interface PlannedNode {
  /** Node of the tree. For a stub: where a click leads. */
  item: number;
  isStub: boolean;
  /** Number in the plan; -1: none. */
  parent: number;
  stretches: Stretch[];
  text: string;
  mark: Mark | null;
}

export interface PlannedSlot {
  kind: "word" | "none" | "fold" | "stub";
  from: number;
  to: number;
  text: string;
  /** Tag; label of a triangle. */
  tag: string;
  tagMark: Mark | null;
  isDeleted: boolean;
  words: number[];
  /** Item: a word, the folded node, or where a stub leads. */
  item: number;
  /** Number of a planned node; -1: none. */
  parent: number;
  /** The whole text, for the title. */
  full: string;
}

/** What is drawn of one tree. */
export interface Plan {
  half: Half;
  count: number;
  nodes: PlannedNode[];
  slots: PlannedSlot[];
  isClipped: boolean;
}

export interface PairPlan {
  gold: Plan;
  system: Plan | null;
  /** Both plans have the same columns. */
  isCommon: boolean;
  folds: number;
  isClipped: boolean;
}

export interface PlanOptions {
  mode: "side" | "mirror";
  folds: Fold[];
  /** The middle of what is drawn of a giant tree. */
  selected: Target | null;
}

/** Columns where each triangle is one. */
interface Folded {
  columns: SideColumns;
  count: number;
  /** New number of an old column; one entry more than columns. */
  renumber: Int32Array;
  /** Folded node by its first old column. */
  tops: Map<number, number>;
  isTop: Set<number>;
}

function foldColumns(half: Half, columns: SideColumns, nodes: number[]): Folded {
  const renumber = new Int32Array(columns.count + 1);
  const tops = new Map<number, number>();
  const inside = new Uint8Array(columns.count);
  for (const node of nodes) {
    const [[from, to]] = toColumns(columns, half.stretches(node));
    tops.set(from, node);
    inside.fill(1, from + 1, to);
  }
  let next = 0;
  for (let c = 0; c < columns.count; c++) {
    if (!inside[c]) next++;
    renumber[c] = next - 1;
  }
  renumber[columns.count] = next;
  return { columns, count: next, renumber, tops, isTop: new Set(nodes) };
}

const renumbered = (folded: Folded, [from, to]: Stretch): Stretch =>
  [folded.renumber[from], to === 0 ? 0 : folded.renumber[to - 1] + 1];

/** Part of the columns and of the depth of a tree. */
interface Window {
  from: number;
  to: number;
  depthFrom: number;
  depthTo: number;
}

/** Levels that the picture would have. */
function levelsOf(half: Half, folded: Folded): number {
  const { nodes } = half.tree;
  const level = new Int32Array(nodes.length);
  let highest = 0;
  for (let i = nodes.length - 1; i >= 0; i--) {
    if (folded.isTop.has(i)) level[i] = 0;
    else level[i] += 1;
    highest = Math.max(highest, level[i]);
    const { parent } = nodes[i];
    if (parent >= 0) level[parent] = Math.max(level[parent], level[i]);
  }
  return highest;
}

function triangleText(texts: string[]): string {
  const whole = texts.join(" ");
  if (whole.length <= SHORT_TRIANGLE) return visible(whole);
  return `${visible(texts[0], 14)} \u2026 ${visible(texts[texts.length - 1], 14)}`;
}

class Planner {
  private readonly nodes: PlannedNode[] = [];
  private readonly slots: PlannedSlot[] = [];
  /** Number in the plan of a node of the tree; -1: not drawn. */
  private readonly planned: Int32Array;
  private readonly offset: number;

  constructor(
    private readonly half: Half, private readonly folded: Folded, private readonly window: Window | null,
    private readonly tagMarks: (word: number) => Mark | null, private readonly selected: Target | null,
  ) {
    this.planned = new Int32Array(half.nodes).fill(-1);
    this.offset = window && window.from > 0 ? 1 : 0;
  }

  /** Columns as they are drawn; beyond the window is the stub's column. */
  private clip(stretches: Stretch[]): Stretch[] {
    const found: Stretch[] = [];
    for (const stretch of stretches) {
      let [from, to] = renumbered(this.folded, stretch);
      const { window } = this;
      if (window) {
        if (to <= window.from || from >= window.to) continue;
        from = Math.max(window.from - this.offset, from) - window.from + this.offset;
        to = Math.min(window.to + (window.to < this.folded.count ? 1 : 0), to) - window.from + this.offset;
      }
      const last = found[found.length - 1];
      if (last && last[1] >= from) last[1] = Math.max(last[1], to);
      else found.push([from, to]);
    }
    return found;
  }

  /** Depth of the deepest node below each node. */
  private depths(): Int32Array {
    const { nodes } = this.half.tree;
    const deepest = new Int32Array(nodes.length);
    for (let i = nodes.length - 1; i >= 0; i--) {
      deepest[i] = Math.max(deepest[i], nodes[i].depth);
      const { parent } = nodes[i];
      if (parent >= 0) deepest[parent] = Math.max(deepest[parent], deepest[i]);
    }
    return deepest;
  }

  private addNodes(): void {
    const { half, folded, window } = this;
    const tree = half.tree;
    const deepest = window ? this.depths() : null;
    if (window && window.depthFrom > 0) {
      this.nodes.push({
        item: this.ancestorAbove(window.depthFrom), isStub: true, parent: -1, mark: null,
        stretches: [[0, this.offset + window.to - window.from + (window.to < folded.count ? 1 : 0)]],
        text: `\u22ef ${plural(window.depthFrom, "level")} above`,
      });
    }
    const top = this.nodes.length - 1;
    for (let i = 0; i < tree.nodes.length; i++) {
      const node = tree.nodes[i];
      if (window && node.depth < window.depthFrom) continue;
      if (folded.isTop.has(i)) {
        i = half.subtreeEnd[i] - 1;
        continue;
      }
      const stretches = this.clip(toColumns(folded.columns, node.stretches));
      if (stretches.length === 0) continue;
      const parent = node.parent >= 0 && this.planned[node.parent] >= 0 ? this.planned[node.parent] : top;
      const isStub = window !== null && node.depth > window.depthTo;
      const levels = deepest ? deepest[i] - node.depth + 1 : 0;
      this.planned[i] = this.nodes.length;
      this.nodes.push({
        item: i, isStub, parent, stretches,
        text: isStub ? `\u22ef ${plural(levels, "level")} below` : visible(node.label, 24),
        mark: isStub ? null : half.mark(i),
      });
      if (isStub) i = half.subtreeEnd[i] - 1;
    }
  }

  private ancestorAbove(depth: number): number {
    const { half, selected } = this;
    let node = selected && selected.side === half.side && !half.isWord(selected.item) ? selected.item : -1;
    while (node >= 0 && half.tree.nodes[node].depth >= depth) node = half.tree.nodes[node].parent;
    return Math.max(0, node);
  }

  /** The innermost drawn node above a word or node. */
  private parentOf(node: number): number {
    let at = node;
    while (at >= 0 && this.planned[at] < 0) at = this.half.tree.nodes[at].parent;
    if (at >= 0) return this.planned[at];
    return this.nodes.length > 0 && this.nodes[0].isStub ? 0 : -1;
  }

  private stub(at: number, from: number, to: number, item: number, isBefore: boolean): void {
    const words = plural(to - from, "word");
    const text = isBefore ? `\u2039 ${words}` : `${words} \u203a`;
    this.slots.push({
      kind: "stub", from: at, to: at + 1, text, tag: "", tagMark: null, isDeleted: false, words: [], item, parent: -1,
      full: `${words} ${isBefore ? "before" : "after"}; a click goes there`,
    });
  }

  private addSlots(): void {
    const { half, folded, window, offset } = this;
    const { words } = half.tree;
    const { slots } = folded.columns;
    const drawn = (c: number): boolean => !window || (c >= window.from && c < window.to);
    const at = (c: number): number => c - (window ? window.from : 0) + offset;
    let before = 0;
    let after = 0;
    let first = -1;
    let last = -1;
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k];
      const top = folded.tops.get(slot.from);
      const inTriangle: number[] = slot.words.slice();
      let end = slot.to;
      if (top !== undefined) {
        const [[, to]] = toColumns(folded.columns, half.stretches(top));
        for (end = to; k + 1 < slots.length && slots[k + 1].from < to; k++) for (const word of slots[k + 1].words) inTriangle.push(word);
      }
      const [from, to] = renumbered(folded, [slot.from, end]);
      if (!drawn(from)) {
        if (window && from < window.from) before += inTriangle.length;
        else after += inTriangle.length;
        continue;
      }
      if (inTriangle.length > 0) {
        if (first < 0) first = inTriangle[0];
        last = inTriangle[inTriangle.length - 1];
      }
      const texts = inTriangle.map((word) => words[word].text);
      const place = { from: at(from), to: at(Math.min(to, window ? window.to : to)), words: inTriangle };
      if (top !== undefined) {
        this.slots.push({
          ...place, kind: "fold", text: triangleText(texts), tag: visible(half.label(top), 24), tagMark: null, isDeleted: false,
          item: top, parent: this.parentOf(half.tree.nodes[top].parent), full: half.text(top),
        });
      } else if (inTriangle.length === 0) {
        this.slots.push({
          ...place, kind: "none", text: "\u2205", tag: "", tagMark: null, isDeleted: false, item: -1, parent: -1, full: "no word on this side",
        });
      } else {
        const tags = inTriangle.map((word) => words[word].tag ?? "").filter((tag) => tag !== "");
        const marks = inTriangle.map(this.tagMarks).filter((mark) => mark !== null);
        this.slots.push({
          ...place, kind: "word", text: texts.map((text) => visible(text)).join(" "), tag: visibleTag(tags), tagMark: marks[0] ?? null,
          isDeleted: inTriangle.every((word) => words[word].role === 1), item: half.nodes + inTriangle[0],
          parent: this.parentOf(words[inTriangle[0]].parent), full: spellOut(cut(texts.join(" "), 20000)),
        });
      }
    }
    if (before > 0) this.stub(0, 0, before, half.nodes + Math.max(0, first - 1), true);
    else if (offset === 1) this.stub(0, 0, 0, half.nodes, true);
    if (window && window.to < folded.count) this.stub(at(window.to), 0, after, half.nodes + Math.min(words.length - 1, last + 1), false);
    this.slots.sort((a, b) => a.from - b.from);
  }

  make(): Plan {
    this.addNodes();
    this.addSlots();
    const { window, folded, offset } = this;
    const columns = window ? window.to - window.from + offset + (window.to < folded.count ? 1 : 0) : folded.count;
    return { half: this.half, count: columns, nodes: this.nodes, slots: this.slots, isClipped: window !== null };
  }
}

const visibleTag = (tags: string[]): string => tags.map((tag) => visible(tag, 20)).join(" ");

/** Columns around an item: it stands in the middle if it fits. */
function columnsAround([from, to]: Stretch, columns: number): Stretch {
  if (columns <= WINDOW_COLUMNS) return [0, columns];
  const width = to - from;
  const start = width >= WINDOW_COLUMNS ? from : Math.round((from + to - WINDOW_COLUMNS) / 2);
  const at = Math.max(0, Math.min(columns - WINDOW_COLUMNS, start));
  return [at, at + WINDOW_COLUMNS];
}

const hullOf = (stretches: Stretch[]): Stretch => stretches.length > 0 ? [stretches[0][0], stretches[stretches.length - 1][1]] : [0, 1];

function depthOf(half: Half, item: number): number {
  const node = half.isWord(item) ? half.tree.words[item - half.nodes].parent : item;
  return node >= 0 ? half.tree.nodes[node].depth : 0;
}

/** Depth of the innermost node that covers the columns. */
function depthOver(half: Half, [from, to]: Stretch): number {
  let depth = 0;
  for (let i = 0; i < half.nodes; i++) {
    const [a, b] = hullOf(half.over(i));
    if (a <= from && b >= to) depth = Math.max(depth, half.tree.nodes[i].depth);
  }
  return depth;
}

function depths(depth: number): { depthFrom: number; depthTo: number } {
  const depthFrom = Math.max(0, depth - LEVELS_ABOVE);
  return { depthFrom, depthTo: depthFrom + WINDOW_LEVELS - 1 };
}

/** The words that stand for a run of words on the other side. */
function runAcross(model: Model, from: SideName, [start, end]: Stretch): Stretch {
  const here = model.half(from);
  const there = model.half(other(from));
  if (model.common) {
    const [a, b] = hullOf(toColumns(here.columns, [[start, end]]));
    let run: Stretch | null = null;
    for (const slot of there.columns.slots) {
      if (slot.from < b && slot.to > a && slot.words.length > 0) run = [run ? run[0] : slot.words[0], slot.words[slot.words.length - 1] + 1];
    }
    if (run) return run;
  }
  const scale = there.tree.words.length / Math.max(1, here.tree.words.length);
  const first = Math.floor(start * scale);
  return [first, Math.max(first + 1, Math.ceil(end * scale))];
}

/** The part of both trees around the selected bracket. */
function windows(model: Model, isCommon: boolean, selected: Target, folded: Record<SideName, Folded | null>): Record<SideName, Window | null> {
  const here = model.half(selected.side);
  const own = folded[selected.side];
  if (!own) return { gold: null, system: null };
  const item = here.stretches(selected.item);
  const hull = renumbered(own, hullOf(toColumns(own.columns, item)));
  const [from, to] = columnsAround(hull, own.count);
  const result: Record<SideName, Window | null> = { gold: null, system: null };
  result[selected.side] = { from, to, ...depths(depthOf(here, selected.item)) };
  const across = folded[other(selected.side)];
  if (!across) return result;
  const there = model.half(other(selected.side));
  const words = hullOf(item);
  const run = runAcross(model, selected.side, words);
  const partner = model.partner(selected);
  const depth = partner ? depthOf(there, partner.item) : depthOver(there, hullOf(toColumns(there.columns, [run])));
  const run2 = renumbered(across, hullOf(toColumns(across.columns, [run])));
  const [a, b] = isCommon ? [from, to] : columnsAround(run2, across.count);
  result[other(selected.side)] = { from: a, to: b, ...depths(depth) };
  return result;
}

/** Tags that differ: by the measure if it compares them, otherwise word by word. */
function tagMarker(model: Model, half: Half): (word: number) => Mark | null {
  if (model.meta.hasWordFates) return (word) => half.mark(half.nodes + word);
  const there = model.system && model.common ? model.half(other(half.side)) : null;
  if (!there) return () => null;
  const differs = new Set<number>();
  half.columns.slots.forEach((slot, k) => {
    const across = there.columns.slots[k];
    if (!across || across.from !== slot.from || across.words.length !== slot.words.length) return;
    slot.words.forEach((word, i) => {
      const a = half.tree.words[word].tag;
      const b = there.tree.words[across.words[i]].tag;
      if (a !== null && b !== null && a !== b) differs.add(word);
    });
  });
  return (word) => differs.has(word) ? "relabel" : null;
}

/** Folds that take the same columns on both sides, where columns are common. */
function usable(model: Model, folds: Fold[], isCommon: boolean): Fold[] {
  if (!isCommon || !model.system) return folds;
  const { gold, system } = model;
  return folds.filter((fold) => {
    const [a] = gold.over(fold.gold);
    const [b] = system.over(fold.system);
    return a && b && a[0] === b[0] && a[1] === b[1];
  });
}

/** The bracket that is in the middle if nothing is selected: the first that is not matched. */
export const startingPoint = (model: Model): Target => model.wrong[0] ?? { side: "gold", item: 0 };

export function planPair(model: Model, options: PlanOptions): PairPlan {
  const isCommon = options.mode === "mirror" && model.common !== null;
  const folds = usable(model, options.folds, isCommon);
  const fold = (half: Half | null): Folded | null => half && foldColumns(
    half, isCommon ? half.columns : ownColumns(half.tree), folds.map((pair) => pair[half.side]),
  );
  const folded: Record<SideName, Folded | null> = { gold: fold(model.gold), system: fold(model.system) };
  const isGiant = model.halves.some((half) => {
    const columns = folded[half.side];
    return columns !== null && (columns.count > MOST_COLUMNS || levelsOf(half, columns) > MOST_LEVELS);
  });
  const selected = options.selected ?? startingPoint(model);
  const seen = isGiant ? windows(model, isCommon, selected, folded) : { gold: null, system: null };
  const plan = (half: Half): Plan => {
    const columns = folded[half.side];
    if (!columns) throw new Error("a side without columns has no plan");
    return new Planner(half, columns, seen[half.side], tagMarker(model, half), selected).make();
  };
  return { gold: plan(model.gold), system: model.system ? plan(model.system) : null, isCommon, folds: folds.length, isClipped: isGiant };
}

/** "words 121 to 240 of 1,000": what a clipped picture shows. */
export function clipNote(plan: Plan): string {
  const words = plan.slots.flatMap((slot) => slot.kind === "stub" || slot.words.length === 0 ? [] : [slot.words[0], slot.words[slot.words.length - 1]]);
  if (words.length === 0) return "a part of the tree";
  return `words ${count(words[0] + 1)} to ${count(words[words.length - 1] + 1)} of ${count(plan.half.tree.words.length)}`;
}
