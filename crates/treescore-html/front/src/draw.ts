// Trees as SVG: words on one line, a bar over exactly the words of a bracket, straight stems, marks by style, glyph and hue.

import { svg } from "./dom";
import { GLYPH } from "./format";
import { layout, LEVEL, type LayoutInput, type LayoutResult } from "./layout";
import type { SideName } from "./model";
import type { PairPlan, Plan, PlannedNode, PlannedSlot } from "./plan";
import { isRightToLeft } from "./text";
import type { ViewContext } from "./types";

const GLYPHS = Object.values(GLYPH);
const GAP = { mirror: 15, side: 8 };
/** Words side by side are a little smaller. */
const TIGHT = 14 / 15;
/** Room for the stem of a full stop: narrower contents count as this. */
const LEAST = { mirror: 20, side: 16 };
const TAG_ROW = 25;
const NO_TAG_ROW = 10;
const LABEL_FROM_BAR = 14;
const TRIANGLE_LABEL = 11 / 12;
const ROW = 21;
const BREAK = 2;
const ZIGZAG = { step: 5, height: 2.6 };
const MARGIN = 4;

export interface DrawOptions {
  tags: boolean;
  rightToLeft: boolean;
  measure: ViewContext["measure"];
}

export interface DrawnItem {
  element: SVGGElement;
  side: SideName;
  item: number;
  /** Middle of the label, in the picture's units. */
  x: number;
  y: number;
  kind: "node" | "fold" | "stub";
  /** Number of the planned node; -1 for triangles and stub columns. */
  planned: number;
  /** Number of the planned node above; -1: none. */
  parent: number;
  /** -1: the tree grows up; 1: down. */
  grow: -1 | 1;
}

export interface DrawnWord {
  element: SVGTextElement;
  side: SideName;
  item: number;
}

export interface Picture {
  root: SVGSVGElement;
  width: number;
  height: number;
  items: DrawnItem[];
  words: DrawnWord[];
  /** Lights the columns of these words. */
  light(words: Record<SideName, Set<number>> | null): void;
}

/** A plan with its place in the picture. */
interface Part {
  plan: Plan;
  at: LayoutResult;
  /** -1: the tree grows up from the words; 1: down. */
  grow: -1 | 1;
  /** From where levels are counted. */
  base: number;
  /** Of the words' baseline; none if the other part draws the words. */
  wordRow: number | null;
  left: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Text of a label with the glyph of its mark. A label that begins with a glyph is in quotes, so that the first character tells. */
export const labelText = (node: PlannedNode): string => {
  const text = GLYPHS.some((glyph) => node.text.startsWith(glyph)) ? `"${node.text}"` : node.text;
  return node.mark ? `${GLYPH[node.mark]} ${text}` : text;
};

function contents(plans: Plan[], options: DrawOptions, isTight: boolean): number[] {
  const widths = new Array<number>(plans[0].count).fill(LEAST[isTight ? "side" : "mirror"]);
  const word = (text: string): number => options.measure(text, "word") * (isTight ? TIGHT : 1);
  for (const plan of plans) {
    for (const slot of plan.slots) {
      const tag = slot.kind === "fold" ? options.measure(slot.tag, "label") * TRIANGLE_LABEL
        : options.tags && slot.tag !== "" ? options.measure(tagText(slot), "tag") : 0;
      const width = Math.max(word(slot.text), tag) / (slot.to - slot.from);
      for (let c = slot.from; c < slot.to; c++) widths[c] = Math.max(widths[c], width);
    }
  }
  return widths;
}

const tagText = (slot: PlannedSlot): string =>
  slot.tagMark === "missing" || slot.tagMark === "extra" ? `${GLYPH[slot.tagMark]}${slot.tag}` : slot.tag;

function input(plan: Plan, columns: number[], gap: number, options: DrawOptions): LayoutInput {
  return {
    columns, gap,
    nodes: plan.nodes.map((node) => ({ parent: node.parent, stretches: node.stretches, label: options.measure(labelText(node), "label") })),
  };
}

/** Two trees over the same columns: first the widths that both need, then both over them. */
function layoutTogether(gold: Plan, system: Plan, gap: number, options: DrawOptions): [LayoutResult, LayoutResult] {
  const first = layout(input(gold, contents([gold, system], options, false), gap, options));
  const second = layout(input(system, first.columns.map((column) => column.width), 0, options));
  return [layout(input(gold, second.columns.map((column) => column.width), 0, options)), second];
}

const tagRow = (tags: boolean): number => tags ? TAG_ROW : NO_TAG_ROW;
const reach = (levels: number, tags: boolean): number => tagRow(tags) + levels * LEVEL + 8;

class Drawing {
  readonly items: DrawnItem[] = [];
  readonly words: DrawnWord[] = [];
  readonly root: SVGSVGElement;
  private readonly ghost = svg("path", { class: "ghost" });
  private readonly parted = new Map<Plan, boolean>();

  constructor(private readonly parts: Part[], readonly width: number, readonly height: number, private readonly options: DrawOptions) {
    this.root = svg("svg", {
      class: "picture", width: round(width), height: round(height), viewBox: `0 0 ${round(width)} ${round(height)}`,
    });
    this.root.append(this.ghost);
    for (const part of parts) this.drawPart(part);
  }

  /** From the layout's left-to-right to the direction of the script. */
  private x(part: Part, x: number): number {
    return round(part.left + (this.options.rightToLeft ? part.at.width - x : x));
  }

  private segment(part: Part, [a, b]: [number, number]): [number, number] {
    const from = this.x(part, a);
    const to = this.x(part, b);
    return from <= to ? [from, to] : [to, from];
  }

  private labelY(part: Part, level: number): number {
    return part.base + part.grow * (tagRow(this.options.tags) + level * LEVEL - 8);
  }

  private barY(part: Part, level: number): number {
    return this.labelY(part, level) - part.grow * LABEL_FROM_BAR;
  }

  private drawPart(part: Part): void {
    const { half } = part.plan;
    const stems = svg("g", { class: "stems", "aria-hidden": "true" });
    const tree = svg("g", { role: "tree", "aria-label": `${half.name} tree` });
    const text = svg("g", { "aria-hidden": "true" });
    const breaks = this.drawStems(part, stems);
    part.plan.nodes.forEach((_, i) => tree.append(this.drawNode(part, i, breaks[i])));
    for (const slot of part.plan.slots) this.drawSlot(part, slot, tree, text);
    this.root.append(stems, text);
    if (tree.childNodes.length > 0) this.root.append(tree);
  }

  /** Stems may cross bars and labels only in discontinuous trees. */
  private isParted({ plan }: Part): boolean {
    let known = this.parted.get(plan);
    if (known === undefined) this.parted.set(plan, known = plan.nodes.some((node) => node.stretches.length > 1));
    return known;
  }

  /** Draws stems; says where each node's bar gives way to a stem that crosses it. */
  private drawStems(part: Part, group: SVGGElement): number[][] {
    const { plan, at } = part;
    const breaks: number[][] = plan.nodes.map(() => []);
    const isParted = this.isParted(part);
    const onLevel = new Map<number, number[]>();
    if (isParted) {
      at.nodes.forEach((node, i) => {
        const list = onLevel.get(node.level);
        if (list) list.push(i);
        else onLevel.set(node.level, [i]);
      });
    }
    let d = "";
    const stem = (parent: number, middle: number, level: number, end: number): void => {
      d += `M${this.x(part, middle)} ${round(this.barY(part, at.nodes[parent].level))}V${round(end)}`;
      if (!isParted) return;
      for (let between = level + 1; between < at.nodes[parent].level; between++) {
        for (const i of onLevel.get(between) ?? []) {
          if (at.nodes[i].bars.some(([a, b]) => a < middle && middle < b)) breaks[i].push(middle);
        }
      }
    };
    plan.nodes.forEach((node, i) => {
      if (node.parent < 0) return;
      const { level, middle } = at.nodes[i];
      stem(node.parent, middle, level, this.labelY(part, level) + part.grow * 10);
    });
    for (const slot of plan.slots) {
      if (slot.parent >= 0) stem(slot.parent, this.middle(part, slot), 0, this.slotTop(part, slot));
    }
    if (d !== "") group.append(svg("path", { class: "stem", d }));
    return breaks;
  }

  private middle({ at }: Part, slot: PlannedSlot): number {
    const last = at.columns[slot.to - 1];
    return (at.columns[slot.from].x + last.x + last.width) / 2;
  }

  /** Where the stem of a word or triangle ends. */
  private slotTop(part: Part, slot: PlannedSlot): number {
    if (slot.kind === "fold") return part.base + part.grow * (TAG_ROW + 12);
    if (!this.options.tags) return part.base + part.grow * 11;
    return part.base + part.grow * (slot.tag === "" ? 14 : TAG_ROW + (part.grow < 0 ? 7 : 6));
  }

  private drawNode(part: Part, number: number, breaks: number[]): SVGGElement {
    const node = part.plan.nodes[number];
    const { level, bars, middle } = part.at.nodes[number];
    const { half } = part.plan;
    const text = labelText(node);
    const x = this.x(part, middle);
    const y = this.labelY(part, level);
    const width = this.options.measure(text, "label") + 12;
    const isCounted = node.isStub || half.counts(node.item);
    const say = node.isStub ? node.text : half.say(node.item);
    const kind = node.isStub ? "stub" : node.mark ?? (isCounted ? "ok" : "uncounted");
    const group = svg("g", {
      class: `n ${kind}${this.isParted(part) ? " mask" : ""}`, role: "treeitem", tabindex: -1, "aria-label": say,
      "aria-level": node.isStub ? null : half.tree.nodes[node.item].depth + 1,
    });
    const hit = Math.max(24, width);
    group.append(
      svg("title", {}, say),
      svg("rect", { class: "hit", x: round(x - hit / 2), y: round(y - 12), width: round(hit), height: 24 }),
      svg("rect", {
        class: "box", x: round(x - width / 2), y: round(y - 9.5), width: round(width), height: 19,
        rx: node.mark === "missing" ? 9.5 : node.mark === "extra" || node.mark === "cross" ? 1 : 2,
      }),
      svg("text", { x, y: round(y + 4.2), direction: directionOf(node.text) }, text),
    );
    this.drawBars(part, node, bars, this.barY(part, level), breaks, group);
    this.items.push({ element: group, side: half.side, item: node.item, x, y, kind: node.isStub ? "stub" : "node", planned: number, parent: node.parent, grow: part.grow });
    return group;
  }

  private drawBars(part: Part, node: PlannedNode, bars: [number, number][], y: number, breaks: number[], group: SVGGElement): void {
    const solid = node.mark !== "missing" && node.mark !== "cross";
    let d = "";
    let gaps = "";
    bars.forEach(([a, b], k) => {
      const cuts = solid ? breaks.filter((at) => a < at && at < b).sort((p, q) => p - q) : [];
      let from = a;
      for (const at of [...cuts, null]) {
        const to = at === null ? b : Math.max(from, at - BREAK);
        if (to > from) d += barPath(this.segment(part, [from, to]), y, node.mark);
        if (at !== null) from = at + BREAK;
      }
      if (k > 0) {
        const [left, right] = this.segment(part, [bars[k - 1][1], a]);
        gaps += `M${left} ${round(y)}H${right}`;
      }
    });
    group.append(svg("path", { class: "bar", d }));
    if (gaps !== "") group.append(svg("path", { class: "bar gap", d: gaps }));
  }

  private drawSlot(part: Part, slot: PlannedSlot, tree: SVGGElement, text: SVGGElement): void {
    const { half } = part.plan;
    const { base, grow } = part;
    const x = this.x(part, this.middle(part, slot));
    if (slot.kind === "fold") tree.append(this.drawTriangle(part, slot, x));
    if (slot.kind === "stub" && grow < 0) tree.append(this.drawStubColumn(part, slot, x));
    if (slot.kind === "word" && this.options.tags && slot.tag !== "") {
      text.append(svg("text", {
        class: `tag${slot.tagMark ? ` bad ${slot.tagMark}` : ""}`, x, y: round(base + grow * TAG_ROW + (grow < 0 ? 4 : 3)),
      }, tagText(slot)));
    }
    if (part.wordRow === null || slot.kind === "stub") return;
    const word = svg("text", {
      class: `word${slot.kind === "fold" ? " folded" : ""}${slot.kind === "none" ? " none" : ""}${slot.isDeleted ? " deleted" : ""}`,
      x, y: round(part.wordRow), direction: directionOf(slot.text),
    }, slot.text);
    if (slot.full !== slot.text) word.append(svg("title", {}, slot.full));
    text.append(word);
    if (slot.item >= 0) this.words.push({ element: word, side: half.side, item: slot.item });
  }

  private drawTriangle(part: Part, slot: PlannedSlot, x: number): SVGGElement {
    const { base, grow, plan: { half } } = part;
    const last = part.at.columns[slot.to - 1];
    const [left, right] = this.segment(part, [part.at.columns[slot.from].x + 7, last.x + last.width - 7]);
    const apex = round(base + grow * (TAG_ROW - 3));
    const foot = round(base + grow * 12);
    const y = round(base + grow * (TAG_ROW + 5));
    const say = `${half.say(slot.item)}, folded`;
    const group = svg("g", {
      class: "n fold", role: "treeitem", tabindex: -1, "aria-expanded": "false", "aria-label": say,
      "aria-level": half.tree.nodes[slot.item].depth + 1,
    },
    svg("title", {}, `${say}; a click opens it`),
    svg("rect", {
      class: "hit", x: left, y: Math.min(foot, y) - (grow < 0 ? 12 : 0), width: round(right - left), height: Math.abs(foot - y) + 12,
    }),
    svg("path", { class: "tri", d: `M${x} ${apex}L${right} ${foot}H${left}Z` }),
    svg("text", { class: "foldl", x, y: y + 4 }, slot.tag));
    this.items.push({ element: group, side: half.side, item: slot.item, x, y, kind: "fold", planned: -1, parent: slot.parent, grow });
    return group;
  }

  private drawStubColumn(part: Part, slot: PlannedSlot, x: number): SVGGElement {
    const y = round(part.wordRow ?? part.base);
    const width = this.options.measure(slot.text, "word");
    const group = svg("g", { class: "n stub", role: "treeitem", tabindex: -1, "aria-label": slot.full },
      svg("title", {}, slot.full),
      svg("rect", { class: "hit", x: round(x - width / 2), y: y - 17, width: round(width), height: 24 }),
      svg("text", { x, y }, slot.text));
    this.items.push({ element: group, side: part.plan.half.side, item: slot.item, x, y, kind: "stub", planned: -1, parent: -1, grow: part.grow });
    return group;
  }

  light(words: Record<SideName, Set<number>> | null): void {
    const runs: [number, number][] = [];
    if (words) {
      for (const part of this.parts) {
        const lit = words[part.plan.half.side];
        for (const slot of part.plan.slots) {
          if (!slot.words.some((word) => lit.has(word))) continue;
          const last = part.at.columns[slot.to - 1];
          runs.push(this.segment(part, [part.at.columns[slot.from].x, last.x + last.width]));
        }
      }
    }
    runs.sort((a, b) => a[0] - b[0]);
    let d = "";
    for (let i = 0; i < runs.length;) {
      const [from] = runs[i];
      let to = runs[i][1];
      for (i++; i < runs.length && runs[i][0] <= to + 0.5; i++) to = Math.max(to, runs[i][1]);
      d += `M${from} 0H${to}V${round(this.height)}H${from}Z`;
    }
    this.ghost.setAttribute("d", d);
    this.ghost.classList.toggle("on", d !== "");
  }
}

const directionOf = (text: string): string | null => isRightToLeft([text]) ? "rtl" : null;

function barPath([from, to]: [number, number], at: number, mark: PlannedNode["mark"]): string {
  const y = round(at);
  if (mark === "relabel") return `M${from} ${round(y - 1.6)}H${to}M${from} ${round(y + 1.6)}H${to}`;
  if (mark !== "cross") return `M${from} ${y}H${to}`;
  let d = `M${from} ${y}`;
  for (let x = from, up = 1; x < to; x += ZIGZAG.step, up = -up) d += `L${round(Math.min(x + ZIGZAG.step, to))} ${round(y + ZIGZAG.height * up)}`;
  return d;
}

function picture(parts: Part[], width: number, height: number, options: DrawOptions): Picture {
  const drawing = new Drawing(parts, width, height, options);
  return {
    root: drawing.root, width, height, items: drawing.items, words: drawing.words,
    light: (words) => drawing.light(words),
  };
}

/** Gold up, the system down, words between: once if both sides have the same, twice if they differ. */
export function drawMirror(plans: PairPlan, options: DrawOptions): Picture {
  const { gold, system } = plans;
  if (!system) return drawAlone(gold, options, "mirror");
  const [above, below] = plans.isCommon ? layoutTogether(gold, system, GAP.mirror, options) : [gold, system]
    .map((plan) => layout(input(plan, contents([plan], options, false), GAP.mirror, options)));
  const sameWords = plans.isCommon && gold.slots.length === system.slots.length
    && gold.slots.every((slot, i) => slot.text === system.slots[i].text && slot.from === system.slots[i].from);
  const top = reach(above.levels, options.tags);
  const middle = top + (sameWords ? 6 : 6 + ROW);
  const width = Math.max(above.width, below.width) + 2 * MARGIN;
  const left = (at: LayoutResult): number => (width - at.width) / 2;
  return picture([
    { plan: gold, at: above, grow: -1, base: top, wordRow: top + 7, left: left(above) },
    { plan: system, at: below, grow: 1, base: middle, wordRow: sameWords ? null : top + 7 + ROW, left: left(below) },
  ], width, middle + reach(below.levels, options.tags) + 2, options);
}

/** One tree over its own words; `levels` leaves room to stand at the height of another one. */
export function drawAlone(plan: Plan, options: DrawOptions, gap: "mirror" | "side", levels = 0): Picture {
  const at = layout(input(plan, contents([plan], options, gap === "side"), GAP[gap], options));
  const base = reach(Math.max(levels, at.levels), options.tags);
  const part: Part = { plan, at, grow: -1, base, wordRow: base + (gap === "side" ? 9 : 7), left: MARGIN };
  return picture([part], at.width + 2 * MARGIN, base + 18, options);
}

/** Both trees over their own words, words at one height. */
export function drawSides(plans: PairPlan, options: DrawOptions): Picture[] {
  const { gold, system } = plans;
  if (!system) return [drawAlone(gold, options, "side")];
  const levels = Math.max(...[gold, system].map((plan) => layout(input(plan, contents([plan], options, true), GAP.side, options)).levels));
  return [gold, system].map((plan) => drawAlone(plan, options, "side", levels));
}

