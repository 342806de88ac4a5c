// Words that differ: cells of words that stand for each other, and brackets by cell.

import { dash, frame, label, rowKeys, verdict } from "./bracket-table";
import { el } from "./dom";
import { count } from "./format";
import { howToRead } from "./how";
import { Linking, step } from "./linking";
import { chip } from "./marks";
import { Model, type Half, type Target } from "./model";
import { spellOut, visible } from "./text";
import type { CellKind, View, ViewContext } from "./types";

/** Cells and rows that are made at once. */
const PAGE = 600;
const ROWS = 300;

interface Placed {
  target: Target;
  from: number;
  to: number;
}

/** Cell of each word; -1: none. */
function cellOf(half: Half, cells: readonly { gold: number; system: number }[]): Int32Array {
  const found = new Int32Array(half.tree.words.length).fill(-1);
  let cell = 0;
  let left = cells[0]?.[half.side] ?? 0;
  half.tree.words.forEach((word, i) => {
    if (word.role !== 0) return;
    while (left === 0 && cell + 1 < cells.length) left = cells[++cell][half.side];
    if (left === 0) return;
    found[i] = cell;
    left--;
  });
  return found;
}

class TokensView implements View {
  private readonly model: Model;
  private readonly linking: Linking;
  private readonly rows = new Map<string, HTMLElement>();
  private current: Target | null = null;
  private showRows: () => boolean = () => false;

  constructor(private readonly host: HTMLElement, context: ViewContext) {
    this.model = new Model(context.meta, context.pair, context.system);
    this.linking = new Linking(this.model, context, host);
    const { cells } = context.pair.systems[context.system];
    const { system } = this.model;
    if (!cells || !system) {
      host.replaceChildren(el("p", { class: "said" }, system ? "Both sides have the same words." : "There is no tree to compare with."));
      return;
    }
    const places = { gold: cellOf(this.model.gold, cells), system: cellOf(system, cells) };
    const wordsIn = { gold: group(places.gold, cells.length), system: group(places.system, cells.length) };
    host.replaceChildren(
      this.facts(cells.map((cell) => cell.kind)),
      el("section", { class: "tree", "aria-label": "Cells" },
        el("header", {}, el("b", {}, `gold above, ${system.name} below`), el("span", {}, "brackets are compared by cell, not by word")),
        this.cells(cells.map((cell) => cell.kind), wordsIn)),
      el("div", { class: "two" }, this.table(places), this.how()),
    );
  }

  private facts(kinds: CellKind[]): HTMLElement {
    const number = (kind: CellKind): HTMLElement => el("b", {}, count(kinds.filter((other) => other === kind).length));
    return el("div", { class: "facts" },
      el("span", {}, el("b", {}, count(kinds.length)), kinds.length === 1 ? " cell" : " cells"),
      el("span", {}, "same ", number("same")), el("span", {}, "retok ", number("retok")), el("span", {}, "equiv ", number("equiv")),
      el("span", {}, chip("relabel"), " diff ", number("diff")), el("span", {}, chip("missing"), " gold only ", number("gold")),
      el("span", {}, chip("extra"), " system only ", number("system")));
  }

  private tokens(half: Half, words: number[]): HTMLElement {
    const line = el("div", { class: "toks" });
    for (const word of words) {
      const { text } = half.tree.words[word];
      const short = visible(text);
      const token = el("span", { dir: "auto", title: short === text ? null : spellOut(text) }, short);
      this.linking.add(token, { side: half.side, item: half.nodes + word });
      line.append(token);
    }
    if (words.length === 0) line.append(el("span", { class: "void" }, "\u2205"));
    return line;
  }

  private cells(kinds: CellKind[], words: { gold: number[][]; system: number[][] }): HTMLElement {
    const { gold, system } = this.model;
    const list = el("div", { class: "cells", dir: this.model.rightToLeft ? "rtl" : null });
    const more = el("button", { class: "btn", type: "button" });
    let shown = 0;
    const show = (): void => {
      for (const end = Math.min(kinds.length, shown + PAGE); shown < end; shown++) {
        const kind = kinds[shown];
        list.append(el("div", { class: `cell ${kind}` },
          this.tokens(gold, words.gold[shown]), el("div", { class: "link" }), this.tokens(system ?? gold, words.system[shown]),
          el("div", { class: "k" }, `${shown}${kind === "same" ? "" : ` ${kind}`}`)));
      }
      more.hidden = shown === kinds.length;
      more.textContent = `${count(Math.min(PAGE, kinds.length - shown))} more of ${count(kinds.length)} cells`;
    };
    more.addEventListener("click", show);
    show();
    return el("div", { class: "pan", tabindex: 0, role: "region", "aria-label": "Cells" }, list, more);
  }

  /** Brackets of both sides in text order; a pair once. */
  private placed(places: { gold: Int32Array; system: Int32Array }): Placed[] {
    const found: Placed[] = [];
    for (const half of this.model.halves) {
      for (let item = 0; item < half.nodes; item++) {
        const fate = half.fate(item);
        if (!fate || (half.side === "system" && fate.partner >= 0)) continue;
        const [from, to] = range(half, item, places[half.side]);
        found.push({ target: { side: half.side, item }, from, to });
      }
    }
    return found.sort((a, b) => a.from - b.from || b.to - a.to);
  }

  private row({ target, from, to }: Placed): HTMLElement {
    const half = this.model.half(target.side);
    const partner = this.model.partner(target);
    const mark = half.mark(target.item);
    const text = (side: "gold" | "system"): HTMLElement => {
      const here = target.side === side ? target : partner;
      const shown = here ? this.model.half(here.side).text(here.item) : null;
      return el("td", { class: "words half", title: shown }, shown === null ? dash() : el("span", { dir: "auto" }, shown));
    };
    const name = label(half.label(target.item));
    const became = partner && mark === "relabel" ? label(this.model.half(partner.side).label(partner.item)) : null;
    const row = el("tr", { tabindex: -1 }, el("td", {}, ...verdict(mark)),
      el("td", { class: "l" }, name, became && " \u2192 ", became),
      el("td", {}, `${from}\u2013${to}`), text("gold"), text("system"));
    this.linking.add(row, target);
    row.addEventListener("focus", () => { this.current = target; });
    this.rows.set(`${target.side} ${target.item}`, row);
    return row;
  }

  private table(places: { gold: Int32Array; system: Int32Array }): HTMLElement {
    const all = this.placed(places);
    const heads = ["Bracket", "label", "cells", "gold words", `${this.model.system?.name ?? ""} words`];
    const body = el("tbody");
    const more = el("button", { class: "btn", type: "button" });
    let shown = 0;
    this.showRows = () => {
      if (shown === all.length) return false;
      for (const one of all.slice(shown, shown + ROWS)) body.append(this.row(one));
      shown = Math.min(all.length, shown + ROWS);
      more.hidden = shown === all.length;
      more.textContent = `${count(Math.min(ROWS, all.length - shown))} more of ${count(all.length)}`;
      return true;
    };
    more.addEventListener("click", () => this.showRows());
    this.showRows();
    rowKeys(body);
    const table = el("table", { class: "br" }, el("thead", {}, el("tr", {}, ...heads.map((head, i) =>
      el("th", { scope: "col", class: i === 0 || i === 2 ? null : "l" }, head)))), body);
    const framed = frame("Brackets by cell", table);
    framed.append(more);
    return el("div", { class: "table" }, framed);
  }

  private how(): HTMLElement {
    return howToRead("tokens", "How to read this",
      "A cell holds the words between two boundaries both sides share. ", el("b", {}, "retok"), ": same text, cut differently. ",
      el("b", {}, "equiv"), ": equal by the exception list. ", el("b", {}, "diff"),
      ": text differs. \u2205: no counterpart; such words never move the brackets around them, but a phrase made only of them counts as ",
      chip("missing"), " or ", chip("extra"), ".");
  }

  show(bracket: string | null): void {
    this.linking.pin(bracket === null ? null : this.model.find(bracket));
  }

  next(by: 1 | -1): void {
    const brackets = this.model.wrong.filter((target) => !this.model.half(target.side).isWord(target.item));
    const target = step(brackets, this.current ?? this.linking.pinned, by);
    if (!target) return;
    const name = `${target.side} ${target.item}`;
    while (!this.rows.has(name) && this.showRows());
    this.current = target;
    this.rows.get(name)?.focus();
  }

  key(event: KeyboardEvent): boolean {
    return event.key === "Escape" && this.linking.letGo();
  }

  destroy(): void {
    this.linking.destroy();
    this.host.replaceChildren();
  }
}

function group(places: Int32Array, cells: number): number[][] {
  const words: number[][] = Array.from({ length: cells }, () => []);
  places.forEach((cell, word) => { if (cell >= 0) words[cell].push(word); });
  return words;
}

/** Cells from the first to the last word of an item. */
function range(half: Half, item: number, places: Int32Array): [number, number] {
  const stretches = half.stretches(item);
  if (stretches.length === 0) return [0, 0];
  let first = stretches[0][0];
  let last = stretches[stretches.length - 1][1] - 1;
  while (first < last && places[first] < 0) first++;
  while (last > first && places[last] < 0) last--;
  return places[first] < 0 ? [0, 0] : [places[first], places[last] + 1];
}

export function tokensView(host: HTMLElement, context: ViewContext): View {
  return new TokensView(host, context);
}
