// Both trees as outlines, joined where nodes are paired, and what happened to each label.

import { frame, label, rowKeys } from "./bracket-table";
import { el, hidden, svg } from "./dom";
import { count, GLYPH, type Mark } from "./format";
import { howToRead } from "./how";
import { Linking, step } from "./linking";
import { chip } from "./marks";
import { Model, type Half, type SideName, type Target } from "./model";
import { visible } from "./text";
import type { View, ViewContext } from "./types";
import { walk } from "./walk";
import { shortWorth } from "./worth";

const ROW = 24;
/** Rows of one page; giant trees have several. */
const PAGE = 400;
const DEEPEST = 24;
const NARROW = 900;
const MOST_BECAME = 5;

interface Line {
  item: number;
  depth: number;
}

/** Items in text order, parents first; words only if the measure maps them. */
function lines(half: Half, withWords: boolean): Line[] {
  const found: Line[] = [];
  let depth = 0;
  walk(half.tree, {
    open: (node) => found.push({ item: node, depth: depth++ }),
    word: (word) => { if (withWords && half.tree.words[word].role === 0) found.push({ item: half.nodes + word, depth }); },
    close: () => { depth--; },
  });
  return found;
}

class MappingView implements View {
  private readonly model: Model;
  private readonly linking: Linking;
  private readonly lines: Record<SideName, Line[]>;
  /** Line of an item. */
  private readonly place: Record<SideName, Int32Array>;
  private page = 0;
  private current: Target | null = null;
  private rows: Record<SideName, HTMLElement[]> = { gold: [], system: [] };
  private readonly body = el("div", { class: "pan", tabindex: 0, role: "region", "aria-label": "Both trees as outlines" });
  private readonly pager = el("div", { class: "pager" });
  private readonly watcher: ResizeObserver;
  private isNarrow = false;

  constructor(private readonly host: HTMLElement, private readonly context: ViewContext) {
    this.model = new Model(context.meta, context.pair, context.system);
    this.linking = new Linking(this.model, context, host);
    const { hasWordFates } = context.meta;
    this.lines = { gold: lines(this.model.gold, hasWordFates), system: this.model.system ? lines(this.model.system, hasWordFates) : [] };
    const places = (side: SideName): Int32Array => {
      const half = this.model.half(side);
      const found = new Int32Array(half.nodes + half.tree.words.length).fill(-1);
      this.lines[side].forEach((line, i) => { found[line.item] = i; });
      return found;
    };
    this.place = { gold: places("gold"), system: places("system") };
    host.replaceChildren(
      el("section", { class: "tree mapping", "aria-label": "Mapping" }, this.body, this.pager),
      ...(this.model.system ? [el("div", { class: "two" }, this.labelTable(), this.how())] : []),
    );
    this.render();
    this.watcher = new ResizeObserver(() => { if (this.isNarrow !== window.innerWidth < NARROW) this.render(); });
    this.watcher.observe(host);
  }

  private get pages(): number {
    return Math.max(1, Math.ceil(Math.max(this.lines.gold.length, this.lines.system.length) / PAGE));
  }

  private render(): void {
    this.isNarrow = window.innerWidth < NARROW;
    this.linking.clear();
    const [indent, middle] = this.isNarrow ? [7, 60] : [14, 120];
    const shown = (side: SideName): Line[] => this.lines[side].slice(this.page * PAGE, (this.page + 1) * PAGE);
    const base = Math.min(...[...shown("gold"), ...shown("system")].map((line) => line.depth));
    const indentOf = (line: Line): number => Math.min(DEEPEST, line.depth - base) * indent;
    const gold = this.column("gold", shown("gold"), indentOf);
    const system = this.model.system ? this.column("system", shown("system"), indentOf) : null;
    this.body.replaceChildren(el("div", { class: "outline" }, gold, el("div"), system, this.joints(shown, indentOf, middle)));
    this.renderPager();
    this.linking.pin(this.linking.pinned);
  }

  private column(side: SideName, shown: Line[], indentOf: (line: Line) => number): HTMLElement {
    const half = this.model.half(side);
    const list = el("div", { role: "list", "aria-label": `${half.name} outline` });
    this.rows[side] = shown.map((line) => {
      const row = this.row(half, line.item, indentOf(line));
      list.append(row);
      this.linking.add(row, { side, item: line.item });
      row.addEventListener("focus", () => { this.current = { side, item: line.item }; });
      return row;
    });
    rowKeys(list);
    list.addEventListener("keydown", (event) => this.across(event));
    return el("div", { class: side }, el("div", { class: "o head" }, half.name), list);
  }

  private row(half: Half, item: number, indent: number): HTMLElement {
    const mark = half.mark(item);
    const parts = [mark ? chip(mark) : null, label(half.label(item), mark)];
    const text = el("i", { dir: "auto" }, half.text(item));
    const isGold = half.side === "gold";
    return el("div", {
      class: `o${half.fate(item) ? "" : " uncounted"}`, role: "listitem", tabindex: -1, title: half.say(item),
      style: `padding-${isGold ? "right" : "left"}:${indent}px`,
    }, ...(isGold ? [text, ...parts] : [...parts, text]), hidden(half.fate(item) ? `: ${half.say(item).split(": ").pop() ?? ""}` : ""));
  }

  /** Left and Right go to the partner. */
  private across(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const target = this.linking.at(event.target);
    const partner = target ? this.model.partner(target) : null;
    event.preventDefault();
    event.stopPropagation();
    if (target && partner && (event.key === "ArrowRight") === (target.side === "gold")) this.focus(partner);
  }

  private joints(shown: (side: SideName) => Line[], indentOf: (line: Line) => number, middle: number): SVGSVGElement {
    const { model } = this;
    const height = Math.max(shown("gold").length, shown("system").length) * ROW;
    const root = svg("svg", { width: middle, height, "aria-hidden": "true" });
    if (!model.system) return root;
    const texts: SVGElement[] = [];
    const at = (side: SideName, item: number): number => ((this.place[side][item] ?? 0) - this.page * PAGE) * ROW + ROW / 2;
    const isShown = (y: number): boolean => y >= 0 && y <= height;
    shown("gold").forEach((line) => {
      const fate = model.gold.fate(line.item);
      if (!fate) return;
      const y = at("gold", line.item);
      const x = 5 - indentOf(line);
      const mark = model.gold.mark(line.item);
      if (fate.partner < 0) {
        root.append(svg("path", { class: "joint missing", d: `M${x} ${y}h18` }));
        return;
      }
      const to = at("system", fate.partner);
      const across = this.lines.system[this.place.system[fate.partner] ?? 0];
      const end = middle - 5 + (across ? indentOf(across) : 0);
      const d = isShown(to) ? `M${x} ${y}H6C${middle / 2} ${y} ${middle / 2} ${to} ${middle - 6} ${to}H${end}` : `M${x} ${y}H${middle / 4}`;
      root.append(svg("path", { class: `joint${mark ? ` ${mark}` : ""}`, d }));
      if (mark) root.append(svg("path", { class: "joint inner", d }));
      const text = `${mark ? `${GLYPH[mark]} ` : ""}${fate.worth === null ? "" : shortWorth(fate.worth)}`.trim();
      if (text !== "" && isShown(to)) texts.push(svg("text", { class: mark, x: middle / 2, y: (y + to) / 2 + (mark ? -7 : 4) }, text));
    });
    for (const line of shown("system")) {
      const fate = model.system.fate(line.item);
      if (!fate || fate.partner >= 0) continue;
      root.append(loose(middle - 5 + indentOf(line), at("system", line.item), fate.verdict === "crossing" ? "cross" : "extra"));
    }
    root.append(...texts);
    return root;
  }

  private renderPager(): void {
    this.pager.hidden = this.pages < 2;
    const button = (title: string, to: number): HTMLElement => {
      const made = el("button", { class: "btn", type: "button", disabled: to < 0 || to >= this.pages }, title);
      made.addEventListener("click", () => {
        this.page = to;
        this.render();
      });
      return made;
    };
    const all = Math.max(this.lines.gold.length, this.lines.system.length);
    this.pager.replaceChildren(
      button("Earlier", this.page - 1), button("Later", this.page + 1),
      `lines ${count(this.page * PAGE + 1)} to ${count(Math.min(all, (this.page + 1) * PAGE))} of ${count(all)}`,
    );
  }

  private labelTable(): HTMLElement {
    const { gold, system } = this.model;
    interface Row { gold: number; system: number; matched: number; missing: number; extra: number; cross: number; became: Map<string, number> }
    const rows = new Map<string, Row>();
    const rowOf = (name: string): Row => {
      let row = rows.get(name);
      if (!row) rows.set(name, row = { gold: 0, system: 0, matched: 0, missing: 0, extra: 0, cross: 0, became: new Map() });
      return row;
    };
    const add = (half: Half): void => {
      for (const { item } of this.lines[half.side]) {
        const fate = half.fate(item);
        if (!fate) continue;
        const row = rowOf(half.label(item));
        row[half.side]++;
        if (fate.verdict === "extra") row.extra++;
        if (fate.verdict === "crossing") row.cross++;
        if (half.side === "system") continue;
        if (fate.verdict === "matched") row.matched++;
        if (fate.verdict === "missing") row.missing++;
        if (fate.verdict === "relabelled" && system) {
          const name = system.label(fate.partner);
          row.became.set(name, (row.became.get(name) ?? 0) + 1);
        }
      }
    };
    add(gold);
    if (system) add(system);
    const marks = [`${GLYPH.missing} missing`, `${GLYPH.extra} extra`, `${GLYPH.cross} crossing`, `${GLYPH.relabel} became`];
    const heads = ["Label", "gold", system?.name ?? "", "matched", ...marks];
    const cell = (n: number): HTMLElement => el("td", {}, n > 0 ? count(n) : el("span", { class: "dim" }, "\u00b7"));
    const body = el("tbody", {}, ...[...rows].slice(0, PAGE).map(([name, row]) => el("tr", {},
      el("th", { scope: "row" }, label(name)), ...[row.gold, row.system, row.matched, row.missing, row.extra, row.cross].map(cell),
      el("td", { class: "l" }, became(row.became)))));
    const table = el("table", { class: "br" }, el("thead", {}, el("tr", {}, ...heads.map((head, i) =>
      el("th", { scope: "col", class: i === heads.length - 1 ? "l" : null }, head)))), body);
    return frame("What happened to each label", table);
  }

  private how(): HTMLElement {
    const { hasWorth } = this.context.meta;
    return howToRead("map", "How to read this",
      "Both trees as outlines, roots on top, indented away from the middle. ",
      "A line joins the two nodes of a pair; a double line marks a pair whose labels differ.",
      hasWorth ? " The number on a line is what the pair is worth in the score." : "",
      " Left and right arrow go to the other node of a pair.");
  }

  private focus(target: Target): void {
    const line = this.place[target.side][target.item] ?? -1;
    if (line < 0) return;
    const page = Math.floor(line / PAGE);
    if (page !== this.page) {
      this.page = page;
      this.render();
    }
    this.current = target;
    this.rows[target.side][line - page * PAGE]?.focus();
  }

  show(bracket: string | null): void {
    const target = bracket === null ? null : this.model.find(bracket);
    if (target) {
      const page = Math.floor(Math.max(0, this.place[target.side][target.item] ?? 0) / PAGE);
      if (page !== this.page) {
        this.page = page;
        this.render();
      }
    }
    this.linking.pin(target);
  }

  next(by: 1 | -1): void {
    const target = step(this.model.wrong, this.current ?? this.linking.pinned, by);
    if (target) this.focus(target);
  }

  key(event: KeyboardEvent): boolean {
    return event.key === "Escape" && this.linking.letGo();
  }

  destroy(): void {
    this.watcher.disconnect();
    this.linking.destroy();
    this.host.replaceChildren();
  }
}

/** The end of a line that leads nowhere. */
function loose(x: number, y: number, mark: Mark): SVGPathElement {
  if (mark === "extra") return svg("path", { class: "joint extra", d: `M${x} ${y}h-18` });
  let d = `M${x - 18} ${y}`;
  for (let k = 1; k < 7; k++) d += `L${x - 18 + k * 3} ${y + (k % 2 ? -2.4 : 2.4)}`;
  return svg("path", { class: "joint cross", d });
}

function became(labels: Map<string, number>): HTMLElement | string {
  if (labels.size === 0) return el("span", { class: "dim" }, "\u00b7");
  const sorted = [...labels].sort((a, b) => b[1] - a[1]);
  const named = sorted.slice(0, MOST_BECAME).map(([name, n]) => `${visible(name, 24)}${n > 1 ? ` ${count(n)}` : ""}`);
  return named.join(", ") + (sorted.length > MOST_BECAME ? ", \u2026" : "");
}

export function mappingView(host: HTMLElement, context: ViewContext): View {
  return new MappingView(host, context);
}
