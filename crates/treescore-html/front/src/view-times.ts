// Trees over one clock: a box is as wide as the time it takes, and its darker part is the time both sides share.

import { frame, label, rowKeys } from "./bracket-table";
import { el, svg } from "./dom";
import type { DrawnItem } from "./draw";
import { hatch } from "./export";
import { count, DASH, GLYPH } from "./format";
import { howToRead } from "./how";
import { layout } from "./layout";
import { Linking, step } from "./linking";
import { chip } from "./marks";
import { Model, type Half, type SideName, type Target } from "./model";
import { toColumns } from "./columns";
import { visible } from "./text";
import { treeKeys, type TreeKeys } from "./tree-keys";
import type { View, ViewContext } from "./types";
import { shortWorth } from "./worth";

const ROW = 25;
const BOX = 21;
const TOP = 26;
/** Height of both lines of words. */
const WORDS = 62;
/** Levels of a giant tree that are drawn: the lowest ones. */
const MOST_LEVELS = 60;
const MOST_ROWS = 200;
const PER_WORD = 22;
const ZOOM = 1.5;
const MARGIN = 2;

type Times = [number, number];

interface Box {
  target: Target;
  /** From the words: 0 for the words' own boxes. */
  level: number;
  time: Times;
  /** Time of the partner. */
  across: Times | null;
  /** Worth of the pair, or the share of time if the measure gives none. */
  share: number | null;
  parent: number;
}

/** Shared time over all time of two boxes. */
function overlap(a: Times, b: Times): number {
  const both = Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
  const all = Math.max(a[1], b[1]) - Math.min(a[0], b[0]);
  return both > 0 && all > 0 ? both / all : 0;
}

/** Time of an item: from its first word's start to its last word's end. */
function timeOf(half: Half, item: number): Times | null {
  const stretches = half.stretches(item);
  if (stretches.length === 0) return null;
  const { words } = half.tree;
  const end = stretches[stretches.length - 1][1];
  let first = stretches[0][0];
  let last = end - 1;
  while (first < last && !words[first].time) first++;
  while (last > first && !words[last].time) last--;
  const [from, to] = [words[first]?.time, words[last]?.time];
  return from && to ? [Math.min(from[0], to[0]), Math.max(from[1], to[1])] : null;
}

/** Steps of 1, 2 or 5 with about `wanted` of them. */
function tickStep(length: number, wanted: number): number {
  const rough = Math.max(1e-6, length / Math.max(1, wanted));
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((f) => f * power >= rough) ?? 10;
  return factor * power;
}

class TimesView implements View {
  private readonly model: Model;
  private readonly linking: Linking;
  private readonly boxes: Record<SideName, Box[]> = { gold: [], system: [] };
  private readonly levels: Record<SideName, number> = { gold: 0, system: 0 };
  private readonly all: Times;
  private seen: Times;
  private isCut = false;
  private current: Target | null = null;
  private items: DrawnItem[] = [];
  private keys = new Map<SideName, TreeKeys>();
  private readonly pan = el("div", {
    class: "pan", tabindex: 0, role: "region", "aria-label": "Time axis: plus and minus zoom, arrows move, 0 shows all",
  });
  private readonly note = el("span");
  private readonly table = el("div", { class: "table" });
  private readonly watcher: ResizeObserver;
  private width = 0;

  constructor(private readonly host: HTMLElement, private readonly context: ViewContext) {
    this.model = new Model(context.meta, context.pair, context.system);
    this.linking = new Linking(this.model, context, host);
    for (const half of this.model.halves) this.readBoxes(half);
    const times = [...this.boxes.gold, ...this.boxes.system].map((box) => box.time);
    const from = times.reduce((least, time) => Math.min(least, time[0]), Infinity);
    const to = times.reduce((most, time) => Math.max(most, time[1]), -Infinity);
    this.all = to > from ? [Math.max(0, from - (to - from) * 0.03), to + (to - from) * 0.03] : [0, 1];
    this.seen = [...this.all];
    this.build(times.length > 0);
    this.startRange();
    this.render();
    this.watcher = new ResizeObserver(() => { if (Math.abs(this.pan.clientWidth - this.width) > 1) this.render(); });
    this.watcher.observe(this.pan);
  }

  private readBoxes(half: Half): void {
    const nodes: number[] = [];
    const number = new Int32Array(half.nodes).fill(-1);
    const input = [];
    for (let i = 0; i < half.nodes; i++) {
      const stretches = toColumns(half.own, half.stretches(i));
      if (stretches.length === 0) continue;
      const { parent } = half.tree.nodes[i];
      number[i] = nodes.length;
      nodes.push(i);
      input.push({ parent: parent >= 0 ? number[parent] : -1, stretches, label: 0 });
    }
    const placed = layout({ columns: new Array<number>(half.own.count).fill(1), gap: 0, nodes: input });
    const boxes = this.boxes[half.side];
    const add = (item: number, level: number, parent: number): void => {
      const time = timeOf(half, item);
      if (!time) return;
      const target: Target = { side: half.side, item };
      const partner = this.model.partner(target);
      const across = partner ? timeOf(this.model.half(partner.side), partner.item) : null;
      const worth = half.fate(item)?.worth ?? null;
      boxes.push({ target, level, time, across, share: worth ?? (across ? overlap(time, across) : null), parent });
    };
    nodes.forEach((node, k) => {
      const { level } = placed.nodes[k];
      if (level > MOST_LEVELS) this.isCut = true;
      else add(node, level, half.tree.nodes[node].parent);
    });
    half.tree.words.forEach((word, i) => { if (word.role !== 2) add(half.nodes + i, 0, word.parent); });
    this.levels[half.side] = boxes.reduce((most, box) => Math.max(most, box.level), 0);
  }

  private build(hasTimes: boolean): void {
    const { system } = this.model;
    const name = system ? `gold above, ${system.name} below` : "gold";
    if (!hasTimes) {
      this.host.replaceChildren(el("p", { class: "said" }, "The words of this pair have no times."));
      return;
    }
    const numbers = this.numberName === "IoU" ? "IoU" : "the worth of a pair";
    const cut = this.isCut ? `; the lowest ${MOST_LEVELS} levels are drawn` : "";
    this.note.textContent = `one clock, in seconds; the dark part of a box is the time both share; numbers are ${numbers}${cut}`;
    this.host.replaceChildren(
      svg("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, hatch()),
      el("section", { class: "tree", "aria-label": "Time axis" }, el("header", {}, el("b", {}, name), this.note, this.zoomButtons()), this.pan),
      ...(system ? [el("div", { class: "two" }, this.table, this.how())] : []),
    );
    this.listen();
  }

  /** What the number of a pair is. */
  private get numberName(): string {
    const { measure, hasWorth } = this.context.meta;
    return !hasWorth || measure === "struct-iou" ? "IoU" : "worth";
  }

  private zoomButtons(): HTMLElement {
    const button = (title: string, hint: string, act: () => void): HTMLElement => {
      const made = el("button", { class: "btn", type: "button", "aria-label": hint, title: hint }, title);
      made.addEventListener("click", act);
      return made;
    };
    return el("span", { class: "row spring zoom" },
      button("+", "zoom in (+)", () => this.zoom(1 / ZOOM)),
      button("\u2212", "zoom out (\u2212)", () => this.zoom(ZOOM)),
      button("0", "0: show all", () => this.see(this.all)));
  }

  private how(): HTMLElement {
    return howToRead("times", "How to read this",
      "Box width is time. White space between words is silence; it lies inside every constituent that spans it. ", chip("missing"),
      " gold node without a partner, ", chip("extra"), " system node without a partner, \u2260 mapped although the labels differ. ",
      "+ and \u2212 zoom, dragging or the arrow keys move, 0 shows all.");
  }

  /** All of it if words can be read then; otherwise the surroundings of the first box that has no partner. */
  private startRange(): void {
    const words = Math.max(this.model.gold.own.count, this.model.system?.own.count ?? 0);
    const room = Math.max(300, this.pan.clientWidth - 20);
    const share = room / (words * PER_WORD);
    if (share >= 1) return;
    const first = this.model.wrong[0];
    const time = first ? timeOf(this.model.half(first.side), first.item) : null;
    const length = (this.all[1] - this.all[0]) * share;
    const from = Math.max(this.all[0], Math.min(this.all[1] - length, (time?.[0] ?? this.all[0]) - length / 4));
    this.seen = [from, from + length];
  }

  // ── zoom and pan ──

  private see([from, to]: Times): void {
    const whole = this.all[1] - this.all[0];
    const length = Math.min(whole, Math.max(0.02, to - from));
    const start = Math.max(this.all[0], Math.min(this.all[1] - length, from));
    this.seen = [start, start + length];
    this.render();
  }

  private zoom(factor: number, around = (this.seen[0] + this.seen[1]) / 2): void {
    this.see([around - (around - this.seen[0]) * factor, around + (this.seen[1] - around) * factor]);
  }

  private move(share: number): void {
    const by = (this.seen[1] - this.seen[0]) * share;
    this.see([this.seen[0] + by, this.seen[1] + by]);
  }

  private timeAt(clientX: number): number {
    const box = this.pan.getBoundingClientRect();
    return this.seen[0] + ((clientX - box.left - 10) / Math.max(1, this.width)) * (this.seen[1] - this.seen[0]);
  }

  private listen(): void {
    const { pan } = this;
    pan.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // a pinch
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, this.timeAt(event.clientX));
    }, { passive: false });
    pan.addEventListener("keydown", (event) => {
      if (event.target !== pan || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "ArrowLeft") this.move(-0.2);
      else if (event.key === "ArrowRight") this.move(0.2);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    let grabbed: { x: number; seen: Times; isMoved: boolean } | null = null;
    pan.addEventListener("pointerdown", (event) => {
      if (event.button === 0) grabbed = { x: event.clientX, seen: this.seen, isMoved: false };
    });
    pan.addEventListener("pointermove", (event) => {
      if (!grabbed || event.buttons === 0) return;
      const by = ((grabbed.x - event.clientX) / Math.max(1, this.width)) * (grabbed.seen[1] - grabbed.seen[0]);
      if (!grabbed.isMoved && Math.abs(event.clientX - grabbed.x) < 4) return;
      if (!grabbed.isMoved) pan.setPointerCapture(event.pointerId);
      grabbed.isMoved = true;
      this.see([grabbed.seen[0] + by, grabbed.seen[1] + by]);
    });
    pan.addEventListener("click", (event) => {
      if (grabbed?.isMoved) {
        event.preventDefault();
        event.stopPropagation();
      }
      grabbed = null;
    }, { capture: true });
  }

  // ── drawing ──

  private x(time: number): number {
    return Math.round((MARGIN + ((time - this.seen[0]) / (this.seen[1] - this.seen[0])) * (this.width - 2 * MARGIN)) * 100) / 100;
  }

  private y(side: SideName, level: number): number {
    if (side === "gold") return TOP + (this.levels.gold - level) * ROW;
    return TOP + (this.levels.gold + 1) * ROW + WORDS + 18 + level * ROW;
  }

  private isSeen([from, to]: Times): boolean {
    return to >= this.seen[0] && from <= this.seen[1];
  }

  private render(): void {
    this.width = Math.max(200, this.pan.clientWidth - 20);
    const { system } = this.model;
    const height = system ? this.y("system", this.levels.system) + ROW + 8 : TOP + (this.levels.gold + 1) * ROW + WORDS;
    const focused = this.items.find((item) => item.element === document.activeElement);
    const root = svg("svg", { class: "axis", width: this.width, height, viewBox: `0 0 ${this.width} ${height}` });
    this.linking.clear(this.table);
    this.items = [];
    this.keys = new Map();
    this.drawAxis(root, height);
    for (const half of this.model.halves) this.drawWords(root, half);
    for (const half of this.model.halves) this.drawBoxes(root, half);
    this.pan.replaceChildren(root);
    if (system) this.renderTable();
    this.linking.pin(this.linking.pinned);
    if (focused) this.items.find((item) => item.side === focused.side && item.item === focused.item)?.element.focus({ preventScroll: true });
  }

  private drawAxis(root: SVGSVGElement, height: number): void {
    const tick = tickStep(this.seen[1] - this.seen[0], Math.max(3, this.width / 190));
    const places = Math.max(1, -Math.floor(Math.log10(tick)));
    const group = svg("g", { "aria-hidden": "true" });
    const first = Math.ceil(this.seen[0] / (tick / 2));
    for (let k = first; k * (tick / 2) <= this.seen[1]; k++) {
      const time = k * (tick / 2);
      const isWhole = k % 2 === 0;
      group.append(svg("path", { class: isWhole ? "ax" : "ax fine", d: `M${this.x(time)} ${TOP - 6}V${height}` }));
      if (!isWhole) continue;
      const x = this.x(time);
      const anchor = x < 20 ? "start" : x > this.width - 20 ? "end" : "middle";
      group.append(svg("text", { x, y: 12, "text-anchor": anchor }, `${time.toFixed(places)}${k === first || k === first + 1 ? " s" : ""}`));
    }
    const middle = TOP + (this.levels.gold + 1) * ROW + 8 + 37;
    if (this.model.system) group.append(svg("path", { class: "ax ax0", d: `M0 ${middle}H${this.width}` }));
    root.append(group);
  }

  private drawWords(root: SVGSVGElement, half: Half): void {
    const base = TOP + (this.levels.gold + 1) * ROW + 8;
    const isGold = half.side === "gold";
    const group = svg("g", { "aria-hidden": "true" });
    half.tree.words.forEach((word, i) => {
      if (word.role === 2 || !word.time || !this.isSeen(word.time)) return;
      const [from, to] = word.time;
      const [a, b] = [this.x(from), this.x(to)];
      const [top, foot] = isGold ? [base - 4, base + 35] : [base + 39, base + 70];
      group.append(svg("path", { class: "ax", d: `M${a} ${top}V${foot}M${b} ${top}V${foot}` }));
      const text = this.fitted(word.text, b - a - 2, "word");
      if (text === "") return;
      const shown = svg("text", { class: "word", x: (a + b) / 2, y: base + (isGold ? 27 : 56) }, text);
      if (text !== word.text) shown.append(svg("title", {}, word.text));
      this.linking.add(shown, { side: half.side, item: half.nodes + i });
      group.append(shown);
    });
    root.append(group);
  }

  /** As much of a text as has room. */
  private fitted(text: string, room: number, font: "word" | "label" | "tag"): string {
    const whole = visible(text);
    if (room <= 4) return "";
    if (this.context.measure(whole, font) <= room) return whole;
    const letters = Array.from(whole);
    let length = Math.min(letters.length, Math.floor(room / 5));
    while (length > 0 && this.context.measure(`${letters.slice(0, length).join("")}\u2026`, font) > room) length--;
    return length > 0 ? `${letters.slice(0, length).join("")}\u2026` : "";
  }

  private drawBoxes(root: SVGSVGElement, half: Half): void {
    const tree = svg("g", { role: "tree", "aria-label": `${half.name} tree over time` });
    const numbers = svg("g", { "aria-hidden": "true" });
    const mine: DrawnItem[] = [];
    for (const box of this.boxes[half.side]) {
      if (!this.isSeen(box.time)) continue;
      const [a, b] = [this.x(box.time[0]), this.x(box.time[1])];
      const isPlain = half.mark(box.target.item) === null;
      if (isPlain && b - a < 0.5) continue;
      const element = this.drawBox(half, box, a, Math.max(b, a + 2), numbers);
      tree.append(element);
      this.linking.add(element, box.target);
      element.addEventListener("focus", () => { this.current = box.target; });
      const isNode = !half.isWord(box.target.item);
      mine.push({
        element, side: half.side, item: box.target.item, x: (a + b) / 2, y: this.y(half.side, box.level), kind: "node",
        planned: isNode ? box.target.item : -1, parent: box.parent, grow: half.side === "gold" ? -1 : 1,
      });
    }
    this.items.push(...mine);
    this.keys.set(half.side, treeKeys(mine, (item) => this.linking.toggle({ side: item.side, item: item.item })));
    if (mine.length > 0) root.append(tree, numbers);
  }

  private drawBox(half: Half, box: Box, a: number, b: number, numbers: SVGGElement): SVGGElement {
    const { item, side } = box.target;
    const y = this.y(side, box.level);
    const mark = half.mark(item);
    const tag = half.label(item);
    const left = Math.max(0, a);
    const say = this.say(half, box);
    const group = svg("g", {
      class: `t${mark ? ` ${mark}` : ""}`, role: "treeitem", tabindex: -1, "aria-level": box.level + 1, "aria-label": say,
    }, svg("title", {}, say),
      svg("rect", { class: "whole", x: a + 0.5, y, width: Math.max(1, b - a - 1), height: BOX, rx: mark === "missing" ? 9 : null }));
    if (box.across) {
      const [from, to] = [this.x(Math.max(box.time[0], box.across[0])), this.x(Math.min(box.time[1], box.across[1]))];
      if (to > from) group.append(svg("rect", { class: "shared", x: from + 0.5, y, width: Math.max(0, to - from - 1), height: BOX }));
    }
    const glyph = mark ? `${GLYPH[mark]} ` : "";
    const room = Math.min(b, this.width) - left - 10;
    const text = (tag === "" ? "" : this.fitted(`${glyph}${tag}`, room, "label")) || (room > 0 ? glyph.trim() : "");
    if (text !== "") group.append(svg("text", { class: "label", x: left + 6, y: y + 14.5 }, text));
    if (box.share !== null && room > this.context.measure(text, "label") + 34) {
      numbers.append(svg("text", { class: "worth", x: Math.min(b, this.width) - 6, y: y + 14.5 }, shortWorth(box.share)));
    }
    return group;
  }

  private say(half: Half, box: Box): string {
    const seconds = ([from, to]: Times): string => `${from.toFixed(2)} to ${to.toFixed(2)} s`;
    const across = box.across && box.share !== null ? `, mapped to ${seconds(box.across)}, ${box.share.toFixed(3)}` : "";
    return `${half.say(box.target.item)}, ${seconds(box.time)}${across}`;
  }

  private renderTable(): void {
    if (this.table.childNodes.length > 0) return;
    const pairs = this.boxes.gold.filter((box) => box.across && box.share !== null)
      .sort((p, q) => (p.share ?? 0) - (q.share ?? 0) || p.time[0] - q.time[0]);
    const name = this.model.system?.name ?? "";
    const heads = ["Mapped, least overlap first", "gold", name, "gold time", `${name} time`, this.numberName];
    const seconds = (time: Times | null): string => time ? `${time[0].toFixed(2)} \u2013 ${time[1].toFixed(2)}` : DASH;
    const body = el("tbody", {}, ...pairs.slice(0, MOST_ROWS).map((box) => {
      const partner = this.model.partner(box.target);
      const text = this.model.gold.text(box.target.item);
      const row = el("tr", { tabindex: -1 },
        el("td", { class: "words half", title: text }, el("span", { dir: "auto" }, text)),
        el("td", { class: "l" }, label(this.model.gold.label(box.target.item))),
        el("td", { class: "l" }, partner ? label(this.model.half("system").label(partner.item)) : DASH),
        el("td", {}, seconds(box.time)), el("td", {}, seconds(box.across)), el("td", {}, el("b", {}, (box.share ?? 0).toFixed(3))));
      this.linking.add(row, box.target);
      return row;
    }));
    rowKeys(body);
    const table = el("table", { class: "br" }, el("thead", {}, el("tr", {}, ...heads.map((head, i) =>
      el("th", { scope: "col", class: i === 1 || i === 2 ? "l" : null }, head)))), body);
    const framed = frame("Mapped nodes, least overlap first", table);
    if (pairs.length > MOST_ROWS) framed.append(el("p", { class: "note" }, `the first ${MOST_ROWS} of ${count(pairs.length)}`));
    this.table.replaceChildren(framed);
  }

  // ── what the frame may ask ──

  private reveal(target: Target): void {
    const time = timeOf(this.model.half(target.side), target.item);
    if (!time || (time[0] >= this.seen[0] && time[0] <= this.seen[1])) return;
    const length = this.seen[1] - this.seen[0];
    this.see([time[0] - length / 4, time[0] + (length * 3) / 4]);
  }

  show(bracket: string | null): void {
    const target = bracket === null ? null : this.model.find(bracket);
    if (target) this.reveal(target);
    this.linking.pin(target);
  }

  next(by: 1 | -1): void {
    const target = step(this.model.wrong, this.current ?? this.linking.pinned, by);
    if (!target) return;
    this.reveal(target);
    this.current = target;
    const item = this.items.find((one) => one.side === target.side && one.item === target.item);
    if (item) this.keys.get(target.side)?.focus(item);
    else this.linking.light(target);
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === "+" || event.key === "=") this.zoom(1 / ZOOM);
    else if (event.key === "-" || event.key === "\u2212") this.zoom(ZOOM);
    else if (event.key === "0") this.see(this.all);
    else return event.key === "Escape" && this.linking.letGo();
    return true;
  }

  destroy(): void {
    this.watcher.disconnect();
    this.linking.destroy();
    this.host.replaceChildren();
  }
}

export function timesView(host: HTMLElement, context: ViewContext): View {
  return new TimesView(host, context);
}
