// A pair as the views see it: items of both sides (nodes, then words), what happened to them, the words they cover, their names.

import { commonColumns, ownColumns, toColumns, type CommonColumns, type SideColumns } from "./columns";
import { markOf, type Mark } from "./format";
import type { Stretch } from "./layout";
import { cut, isRightToLeft, spellOut, visible, visibleName } from "./text";
import type { Fate, Meta, Pair, SystemSide, Tree } from "./types";

export type SideName = "gold" | "system";

/** A node, or a word: `item - nodes.length`. */
export interface Target {
  side: SideName;
  item: number;
}

const VERDICT_NAME = { matched: "matched", relabelled: "relabelled", missing: "missing", extra: "extra", crossing: "crossing" } as const;
const LONGEST_TEXT = 240;
const LONGEST_LABEL = 40;

export const other = (side: SideName): SideName => side === "gold" ? "system" : "gold";

/** Runs of numbers as text: "0-2,4-7". */
const spell = (stretches: readonly Stretch[]): string => stretches.map(([a, b]) => `${a}-${b}`).join(",");

/** One tree with its fates. */
export class Half {
  readonly own: SideColumns;
  /** Columns both sides share, or the tree's own ones. */
  readonly columns: SideColumns;
  /** End of the subtree of a node, in preorder. */
  readonly subtreeEnd: Int32Array;
  private readonly keys = new Map<number, string>();
  /** Own columns before column c that count. */
  private readonly ownCounted: Int32Array;

  constructor(
    readonly side: SideName, readonly name: string, readonly tree: Tree,
    private readonly fates: (Fate | null)[] | null, private readonly common: CommonColumns | null,
  ) {
    this.own = ownColumns(tree);
    this.columns = common ? common[side] : this.own;
    this.subtreeEnd = new Int32Array(tree.nodes.length);
    for (let i = tree.nodes.length - 1; i >= 0; i--) {
      if (this.subtreeEnd[i] === 0) this.subtreeEnd[i] = i + 1;
      const { parent } = tree.nodes[i];
      if (parent >= 0 && this.subtreeEnd[parent] < this.subtreeEnd[i]) this.subtreeEnd[parent] = this.subtreeEnd[i];
    }
    this.ownCounted = new Int32Array(this.own.count + 1);
    this.own.slots.forEach((slot, c) => { this.ownCounted[c + 1] = this.ownCounted[c] + (tree.words[slot.words[0]].role === 0 ? 1 : 0); });
  }

  get nodes(): number {
    return this.tree.nodes.length;
  }

  isWord(item: number): boolean {
    return item >= this.nodes;
  }

  /** False if no system could be compared with the tree: it is as it was read, and nobody knows what would count. */
  get isCompared(): boolean {
    return this.fates?.length !== 0 || this.tree.nodes.some((node) => node.counts);
  }

  /** Whether a node counts in the score of this system; where this system has none, in that of another one. */
  counts(node: number): boolean {
    return this.fates?.length === 0 ? this.tree.nodes[node].counts : this.fate(node) !== null;
  }

  /** Brackets that count. */
  get brackets(): number {
    return this.tree.nodes.reduce((sum, _, i) => sum + (this.counts(i) ? 1 : 0), 0);
  }

  fate(item: number): Fate | null {
    if (this.fates) return this.fates[item] ?? null;
    return (this.isWord(item) ? this.tree.words[item - this.nodes]?.fate : this.tree.nodes[item]?.fate) ?? null;
  }

  mark(item: number): Mark | null {
    const fate = this.fate(item);
    return fate ? markOf(fate.verdict) : null;
  }

  /** In words; what does not count has no verdict. */
  verdict(item: number): string {
    const fate = this.fate(item);
    return fate ? VERDICT_NAME[fate.verdict] : "not counted";
  }

  label(item: number): string {
    return this.isWord(item) ? this.tree.words[item - this.nodes].tag ?? "" : this.tree.nodes[item].label;
  }

  stretches(item: number): Stretch[] {
    if (!this.isWord(item)) return this.tree.nodes[item].stretches;
    const word = item - this.nodes;
    return [[word, word + 1]];
  }

  /** The item's words, without empty elements, cut if they are many. */
  text(item: number, limit = LONGEST_TEXT): string {
    let text = "";
    for (const [from, to] of this.stretches(item)) {
      for (let i = from; i < to; i++) {
        if (this.tree.words[i].role === 2) continue;
        text += (text === "" ? "" : " ") + spellOut(cut(this.tree.words[i].text, limit));
        if (text.length > limit) return cut(text, limit);
      }
    }
    return text;
  }

  /** What is read aloud: "NP, charts of the northern coast: missing". */
  say(item: number): string {
    const partner = this.fate(item)?.verdict === "relabelled" ? this.partnerLabel?.(item) : undefined;
    const verdict = partner ? `relabelled, ${this.side === "gold" ? "became" : "in gold"} ${visible(partner, LONGEST_LABEL)}` : this.verdict(item);
    return `${visible(this.label(item), LONGEST_LABEL)}, ${this.text(item) || "no words"}: ${verdict}`;
  }

  /** Set by the model: the label of the partner. */
  partnerLabel: ((item: number) => string) | null = null;

  /** Columns an item covers. */
  over(item: number): Stretch[] {
    return toColumns(this.columns, this.stretches(item));
  }

  /** The counted words an item covers, as runs over what both sides share (or over the tree's own words). */
  span(item: number): Stretch[] {
    const before = this.common ? this.common.compared : this.ownCounted;
    const found: Stretch[] = [];
    for (const [from, to] of this.over(item)) {
      const a = before[from];
      const b = before[to];
      if (a === b) continue;
      const last = found[found.length - 1];
      if (last && last[1] === a) last[1] = b;
      else found.push([a, b]);
    }
    return found;
  }

  /** Equal keys: the same words. */
  key(item: number): string {
    let key = this.keys.get(item);
    if (key === undefined) {
      const span = this.span(item);
      key = span.length > 0 ? spell(span) : `only ${spell(this.over(item))}`;
      if (!this.common) key = `${this.side} ${key}`;
      this.keys.set(item, key);
    }
    return key;
  }
}

/** Two runs of words cut each other: they share some, and each has words that the other has not. */
export function cutsApart(a: readonly Stretch[], b: readonly Stretch[]): boolean {
  if (a.length === 0 || b.length === 0 || a[0][0] >= b[b.length - 1][1] || b[0][0] >= a[a.length - 1][1]) return false;
  const size = (runs: readonly Stretch[]): number => runs.reduce((sum, [from, to]) => sum + to - from, 0);
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    both += Math.max(0, Math.min(a[i][1], b[j][1]) - Math.max(a[i][0], b[j][0]));
    if (a[i][1] < b[j][1]) i++;
    else j++;
  }
  return both > 0 && both < size(a) && both < size(b);
}

export class Model {
  readonly common: CommonColumns | null;
  readonly gold: Half;
  readonly system: Half | null;
  readonly rightToLeft: boolean;
  private wrongItems: Target[] | null = null;

  constructor(readonly meta: Meta, readonly pair: Pair, readonly systemNumber: number) {
    const side: SystemSide | undefined = pair.systems[systemNumber];
    const scored = side && side.tree && !side.refused ? side : null;
    this.common = scored ? commonColumns(pair.gold, scored, meta.hasTimes) : null;
    this.gold = new Half("gold", "gold", pair.gold, scored ? scored.goldFates : [], this.common);
    this.system = scored && scored.tree ? new Half("system", visibleName(meta.systems[systemNumber].name), scored.tree, null, this.common) : null;
    this.rightToLeft = isRightToLeft(firstTexts(pair.gold));
    for (const half of this.halves) {
      half.partnerLabel = (item) => {
        const partner = this.partner({ side: half.side, item });
        return partner ? this.half(partner.side).label(partner.item) : "";
      };
    }
  }

  /** Both sides have the same words at the same places. */
  get hasSameWords(): boolean {
    const { gold, system, common } = this;
    if (!system || !common) return false;
    return common.gold.slots.every((slot, k) => {
      const across = common.system.slots[k];
      return across && across.from === slot.from && across.words.length === slot.words.length
        && slot.words.every((word, i) => gold.tree.words[word].text === system.tree.words[across.words[i]].text);
    });
  }

  get halves(): Half[] {
    return this.system ? [this.gold, this.system] : [this.gold];
  }

  half(side: SideName): Half {
    return side === "system" && this.system ? this.system : this.gold;
  }

  partner({ side, item }: Target): Target | null {
    const partner = this.half(side).fate(item)?.partner ?? -1;
    return partner >= 0 && this.system ? { side: other(side), item: partner } : null;
  }

  /** Columns both sides share if there are any; otherwise a side of a partner is looked at instead. */
  key(target: Target): string {
    if (this.common || target.side === "gold") return this.half(target.side).key(target.item);
    const partner = this.partner(target);
    return partner ? this.gold.key(partner.item) : this.half(target.side).key(target.item);
  }

  /** Every bracket that is not matched, in text order; a relabelled pair once, on gold's side. */
  get wrong(): Target[] {
    if (this.wrongItems) return this.wrongItems;
    const found: { target: Target; from: number; to: number }[] = [];
    for (const half of this.halves) {
      const items = this.meta.hasWordFates ? half.nodes + half.tree.words.length : half.nodes;
      for (let item = 0; item < items; item++) {
        const fate = half.fate(item);
        if (!fate || fate.verdict === "matched" || (half.side === "system" && fate.verdict === "relabelled")) continue;
        const over = half.over(item);
        const words = half.stretches(item);
        const place = this.common ? [over[0]?.[0] ?? 0, over[over.length - 1]?.[1] ?? 0] : this.clock(half, words);
        found.push({ target: { side: half.side, item }, from: place[0], to: place[1] });
      }
    }
    found.sort((a, b) => a.from - b.from || b.to - a.to);
    this.wrongItems = found.map(({ target }) => target);
    return this.wrongItems;
  }

  /** Place in time, or in words if there are no times. */
  private clock(half: Half, words: readonly Stretch[]): [number, number] {
    const last = words.length - 1;
    if (last < 0) return [0, 0];
    const from = half.tree.words[words[0][0]]?.time?.[0] ?? words[0][0];
    const to = half.tree.words[words[last][1] - 1]?.time?.[1] ?? words[last][1];
    return [from, to];
  }

  /** Gold brackets that a crossing bracket of the system cuts. */
  cutBy({ side, item }: Target, limit = Infinity): number[] {
    if (side !== "system" || this.half(side).fate(item)?.verdict !== "crossing" || !this.common) return [];
    const span = this.half(side).span(item);
    const found: number[] = [];
    for (let node = 0; node < this.gold.nodes && found.length < limit; node++) {
      if (this.gold.tree.nodes[node].counts && cutsApart(span, this.gold.span(node))) found.push(node);
    }
    return found;
  }

  /** Words of both sides that an item stands for. */
  wordsOf(target: Target): Record<SideName, Set<number>> {
    const found = { gold: new Set<number>(), system: new Set<number>() };
    const here = this.half(target.side);
    for (const [from, to] of here.stretches(target.item)) for (let i = from; i < to; i++) found[target.side].add(i);
    const there = this.system ? this.half(other(target.side)) : null;
    if (!there) return found;
    if (this.common) {
      const lit = new Uint8Array(this.common.count);
      for (const [from, to] of here.over(target.item)) lit.fill(1, from, to);
      for (const half of [here, there]) {
        for (const slot of half.columns.slots) if (lit[slot.from]) for (const word of slot.words) found[half.side].add(word);
      }
      return found;
    }
    const partner = this.partner(target);
    if (partner) for (const [from, to] of there.stretches(partner.item)) for (let i = from; i < to; i++) found[there.side].add(i);
    return found;
  }

  /** The hull of an item over gold's words: half-open. Without common columns: over its own words. */
  private hull({ side, item }: Target): Stretch {
    const half = this.half(side);
    const words = half.stretches(item);
    const own: Stretch = words.length > 0 ? [words[0][0], words[words.length - 1][1]] : [0, 0];
    const over = half.over(item);
    if (side === "gold" || !this.common || over.length === 0) return own;
    const [from, to] = [over[0][0], over[over.length - 1][1]];
    let hull: Stretch | null = null;
    const { slots } = this.common.gold;
    for (let k = firstSlot(slots, from); k < slots.length && slots[k].from < to; k++) {
      const here = slots[k].words;
      if (here.length > 0) hull = [hull ? hull[0] : here[0], here[here.length - 1] + 1];
    }
    return hull ?? own;
  }

  /** The item's name in an address: "9-14:NP". */
  address(target: Target): string {
    const [from, to] = this.hull(target);
    return `${from}-${to}:${this.half(target.side).label(target.item)}`;
  }

  /** The bracket of an address; one that is not matched before one that is. */
  find(address: string): Target | null {
    const parts = /^(\d+)-(\d+):(.*)$/su.exec(address);
    if (!parts) return null;
    const [from, to, label] = [Number(parts[1]), Number(parts[2]), parts[3]];
    let found: Target | null = null;
    for (const half of this.halves) {
      const items = this.meta.hasWordFates ? half.nodes + half.tree.words.length : half.nodes;
      for (let item = 0; item < items; item++) {
        if (half.label(item) !== label) continue;
        const target = { side: half.side, item };
        const hull = this.hull(target);
        if (hull[0] !== from || hull[1] !== to) continue;
        if (half.mark(item)) return target;
        found ??= target;
      }
    }
    return found;
  }
}

function firstSlot(slots: readonly { to: number }[], from: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle].to <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* firstTexts(tree: Tree): Generator<string> {
  for (const word of tree.words) if (word.role !== 2) yield word.text;
}
