// The list of sentences: search, marks, sort, rows.

import type { Store } from "./chunks";
import { el, hidden, setText } from "./dom";
import { GLYPH, MARKS, MARK_NAME, type Mark, count } from "./format";
import { SORTS, type SortName, filterRows, markCounts, sortRows, spreads } from "./filter";
import { fillRow, makeRow } from "./list-row";
import { hasTerm, needsRecord, parseQuery, toggleTerm } from "./query";
import type { Search } from "./search";
import { SearchField } from "./search-field";
import { visibleName } from "./text";
import { NONE } from "./types";
import { VirtualList } from "./virtual";

const SPOKEN_AFTER = 500;
const TEXTS_AFTER = 40;
const SHOWN_EVERY = 120;

export interface ListActions {
  open(pair: number): void;
  /** The query has changed; `typing`: letter by letter. */
  query(query: string, typing: boolean): void;
  sort(sort: SortName): void;
  /** The rows have changed. */
  listed(): void;
}

type Toggle = { term: string; button: HTMLButtonElement; number: HTMLElement; key: Mark | "disagree" };

export class ListPanel {
  readonly element: HTMLElement;
  private readonly field: SearchField;
  private readonly rowsBox: HTMLElement;
  private readonly countBox = el("span", { class: "note", id: "count" });
  private readonly spoken = el("span", { class: "vh", "aria-live": "polite" });
  private readonly note = el("p", { class: "note" });
  private readonly empty = el("p", { class: "empty", role: "presentation" });
  private readonly sortBox: HTMLSelectElement;
  private readonly toggles: Toggle[];
  private readonly virtual: VirtualList;
  private readonly spread: Float32Array;

  private rows: Uint32Array = new Uint32Array(0);
  private places = new Map<number, number>(); // row to position
  private system = -1;
  private sort: SortName = "f1";
  private applied: string | null = null; // the query that the rows answer
  private active = -1;
  private selected = -1; // row
  private said = "";
  private speakTimer = 0;
  private textTimer = 0;
  private shownTimer = 0;
  private counted = "";

  constructor(private readonly store: Store, private readonly search: Search, private readonly narrow: () => boolean, private readonly actions: ListActions) {
    const { meta, index } = store;
    this.spread = spreads(index);
    this.field = new SearchField(meta);
    this.toggles = [...MARKS.map((mark) => this.makeToggle(mark)), ...(this.comparesSystems ? [this.makeToggle("disagree")] : [])];
    this.sortBox = this.makeSort();
    this.rowsBox = el("div", { class: "rows", role: "listbox", tabindex: 0, "aria-label": this.plural(2) });
    this.note.hidden = true;
    this.empty.hidden = true;
    const filters = el("div", { class: "filters", role: "search" }, ...this.field.parts,
      el("div", { class: "row", role: "group", "aria-label": `Only ${this.plural(2).toLowerCase()} with` }, ...this.toggles.map(({ button }) => button)),
      el("div", { class: "row ends" }, this.countBox, el("label", { class: "note" }, "sort ", this.sortBox)), this.note, this.spoken);
    this.element = el("section", { class: "list", "aria-label": `List of ${this.plural(2).toLowerCase()}` }, filters, this.rowsBox);
    this.rowsBox.append(this.empty);
    this.virtual = new VirtualList(this.rowsBox, () => (this.narrow() ? this.element : this.rowsBox), {
      make: makeRow, fill: (node, position) => this.fill(node, position), moved: () => this.moved(),
    });
    this.virtual.listen(this.rowsBox);
    this.virtual.listen(this.element);
    this.listen();
  }

  /** A row has several systems that may differ. */
  private get comparesSystems(): boolean {
    return this.store.meta.systems.length > 1 && !this.store.owners;
  }

  private plural(n: number): string {
    const noun = this.store.meta.noun[0].toUpperCase() + this.store.meta.noun.slice(1);
    return n === 1 ? noun : `${noun}s`;
  }

  private makeToggle(key: Mark | "disagree"): Toggle {
    const term = key === "disagree" ? "disagree" : `mark:${key}`;
    const number = el("span");
    const glyph = key === "disagree" ? "\u2277" : GLYPH[key];
    const means = key === "disagree" ? " on which the systems disagree" : ` with ${MARK_NAME[key]} brackets`;
    const button = el("button", { type: "button", class: "tog", "aria-pressed": "false", title: key === "disagree" ? "systems disagree" : MARK_NAME[key] },
      el("b", { class: key, "aria-hidden": "true" }, glyph), number, hidden(` ${this.plural(2).toLowerCase()}${means}`));
    button.addEventListener("click", () => this.actions.query(toggleTerm(this.field.value, term, this.store.meta), false));
    return { term, button, number, key };
  }

  private makeSort(): HTMLSelectElement {
    const title = this.store.meta.title;
    const names: Record<SortName, string> = { f1: `lowest ${title} first`, wrong: "most wrong brackets", disagree: "systems disagree most", len: "longest", file: "file order" };
    const sorts = SORTS.filter((sort) => sort !== "disagree" || this.comparesSystems);
    const box = el("select", { id: "sort" }, ...sorts.map((sort) => el("option", { value: sort }, names[sort])));
    box.addEventListener("change", () => this.actions.sort(box.value as SortName));
    return box;
  }

  private listen(): void {
    const { input } = this.field;
    input.addEventListener("input", () => this.actions.query(input.value, true));
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Escape" || event.key === "ArrowDown") {
        event.preventDefault();
        this.focusRows();
      } else if (event.key === "Enter" && this.rows.length > 0) {
        this.actions.open(this.rows[Math.max(0, this.places.get(this.selected) ?? 0)] + 1);
      }
    });
    this.rowsBox.addEventListener("click", (event) => {
      const node = event.target instanceof Element ? event.target.closest(".option") : null;
      const slot = this.virtual.visible().find((each) => each.node === node);
      if (!slot) return;
      this.setActive(slot.position);
      this.actions.open(this.rows[slot.position] + 1);
    });
    this.rowsBox.addEventListener("keydown", (event) => this.key(event));
    this.rowsBox.addEventListener("focus", () => { if (this.active < 0) this.setActive(this.places.get(this.selected) ?? 0); });
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || this.rows.length === 0) return;
    const last = this.rows.length - 1, page = this.virtual.page;
    const target = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: last, PageDown: this.active + page, PageUp: this.active - page }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      this.setActive(Math.min(last, Math.max(0, target)));
      this.virtual.reveal(this.active);
      this.mark();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.active >= 0) this.actions.open(this.rows[this.active] + 1);
    }
  }

  // ---- what the app asks for ----

  get size(): number {
    return this.rows.length;
  }

  /** The pair at the top of the list. */
  get firstPair(): number | null {
    return this.rows.length > 0 ? this.rows[0] + 1 : null;
  }

  /** The pair before or after another one in the list; null at the ends. */
  neighbour(pair: number | null, step: 1 | -1): number | null {
    const at = pair === null ? undefined : this.places.get(pair - 1);
    const row = this.rows[at === undefined ? 0 : at + step];
    return row === undefined ? null : row + 1;
  }

  focusSearch(): void {
    this.field.input.focus();
    this.field.input.select();
  }

  focusRows(): void {
    this.rowsBox.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  get scroll(): number {
    return this.virtual.scroll;
  }

  set scroll(top: number) {
    this.virtual.scroll = top;
    this.virtual.render(false);
  }

  /** A message above the rows: "there is no sentence 9,999". */
  say(text: string): void {
    this.said = text;
    this.showNote(0);
  }

  select(pair: number | null, reveal: boolean): void {
    this.selected = pair === null ? -1 : pair - 1;
    const position = this.places.get(this.selected) ?? -1;
    if (position >= 0) {
      this.active = position;
      if (reveal) this.virtual.reveal(position);
    }
    this.mark();
  }

  /** Brings rows and controls to a query, a sort and a system. A mistyped query changes nothing but its underlines. */
  update(query: string, sort: SortName, system: number): void {
    const { meta, index } = this.store;
    this.field.value = query;
    const { terms, mistakes } = parseQuery(query, meta);
    this.field.showMistakes(mistakes);
    for (const { term, button } of this.toggles) button.setAttribute("aria-pressed", String(hasTerm(query, term, meta)));
    this.sortBox.value = sort;
    const newSystem = system !== this.system;
    if (newSystem) {
      const counts = markCounts(index, system, this.spread);
      for (const { number, key } of this.toggles) setText(number, count(counts[key]));
    }
    if (mistakes.length > 0 && this.applied === null) return this.run([], "", sort, system);
    if (mistakes.length > 0) return newSystem || sort !== this.sort ? this.run(parseQuery(this.applied ?? "", meta).terms, this.applied ?? "", sort, system) : undefined;
    if (query === this.applied && sort === this.sort && !newSystem) return;
    this.run(terms, query, sort, system);
  }

  private run(terms: ReturnType<typeof parseQuery>["terms"], query: string, sort: SortName, system: number): void {
    const { meta, index } = this.store;
    const fresh = query !== this.applied;
    this.applied = query;
    this.sort = sort;
    this.system = system;
    this.search.stop();
    clearTimeout(this.shownTimer);
    const passed = filterRows(terms, meta, index, system, this.spread);
    const sorted = sortRows(passed, sort, index, system, this.spread);
    const deep = terms.filter(needsRecord);
    if (deep.length === 0) {
      this.setRows(sorted, fresh);
      this.showCount(null);
      this.showNote(0);
      this.actions.listed();
      return;
    }
    this.runSearch(passed, sorted, deep, fresh);
  }

  private runSearch(passed: Uint32Array, sorted: Uint32Array, terms: ReturnType<typeof parseQuery>["terms"], fresh: boolean): void {
    const found = new Uint8Array(this.store.index.pairs);
    const absent = passed.reduce((sum, row) => sum + (this.store.index.slot[row] === NONE ? 1 : 0), 0);
    let first = fresh, shownAt = performance.now();
    const show = (): void => {
      this.setRows(sorted.filter((row) => found[row] === 1), first);
      first = false;
      shownAt = performance.now();
      this.actions.listed();
    };
    this.showNote(absent);
    this.showCount(`searching 0 of ${count(passed.length - absent)}`);
    this.search.start(passed, terms, this.system, {
      progress: (rows, searched, total) => {
        for (const row of rows) found[row] = 1;
        this.showCount(`searching ${count(searched)} of ${count(total)}`);
        if (performance.now() - shownAt > SHOWN_EVERY) show();
      },
      done: () => {
        show();
        this.showCount(null);
      },
      failed: () => this.showCount("this search could not be finished"),
    });
  }

  // ---- rows ----

  private setRows(rows: Uint32Array, top: boolean): void {
    this.rows = rows;
    this.places = new Map();
    rows.forEach((row, position) => this.places.set(row, position));
    this.active = this.places.get(this.selected) ?? -1;
    setText(this.empty, `no ${this.store.meta.noun} fits`);
    this.empty.hidden = rows.length > 0;
    if (top) this.virtual.scroll = 0;
    this.virtual.setCount(rows.length);
    this.mark();
  }

  private fill(node: HTMLElement, position: number): void {
    const row = this.rows[position];
    const text = this.store.has(row) ? this.store.knownText(row) ?? null : undefined;
    fillRow(node, this.store, row, this.system, text);
    node.id = `row-${row + 1}`;
    node.setAttribute("aria-setsize", String(this.rows.length));
    node.setAttribute("aria-posinset", String(position + 1));
    node.setAttribute("aria-selected", String(row === this.selected));
    node.classList.toggle("active", position === this.active);
  }

  private moved(): void {
    this.mark();
    clearTimeout(this.textTimer);
    this.textTimer = window.setTimeout(() => void this.fetchTexts(), TEXTS_AFTER);
  }

  /** Gets the texts of rows in sight, those of one chunk together. */
  private async fetchTexts(): Promise<void> {
    const slots = this.store.index.slot, rows = this.rows;
    const wanted = this.virtual.visible().map(({ position }) => rows[position])
      .filter((row) => row !== undefined && this.store.has(row) && this.store.knownText(row) === undefined)
      .sort((a, b) => slots[a] - slots[b]);
    for (const row of wanted) {
      let text: string;
      try {
        text = await this.store.text(row);
      } catch {
        text = "(cannot be read)";
      }
      if (rows !== this.rows) return;
      const node = this.virtual.nodeAt(this.places.get(row) ?? -1);
      if (node) fillRow(node, this.store, row, this.system, text);
    }
  }

  private setActive(position: number): void {
    this.active = position;
    this.mark();
  }

  private mark(): void {
    for (const { node, position } of this.virtual.visible()) {
      node.setAttribute("aria-selected", String(this.rows[position] === this.selected));
      node.classList.toggle("active", position === this.active);
    }
    const active = this.active >= 0 ? this.virtual.nodeAt(this.active) : null;
    if (active) this.rowsBox.setAttribute("aria-activedescendant", active.id);
    else this.rowsBox.removeAttribute("aria-activedescendant");
  }

  // ---- words about the list ----

  private showCount(progress: string | null): void {
    const { pairs, noun } = this.store.meta;
    const all = this.rows.length === pairs;
    const text = progress ?? `${all ? "" : `${count(this.rows.length)} of `}${count(pairs)} ${noun}${pairs === 1 ? "" : "s"}`;
    if (text === this.counted) return;
    this.counted = text;
    setText(this.countBox, text);
    clearTimeout(this.speakTimer);
    this.speakTimer = window.setTimeout(() => setText(this.spoken, text), SPOKEN_AFTER);
  }

  /** "24 of heron, 24 of plover: each system has groups of its own": the number of rows is that of no system. */
  private shares(): string {
    const { meta, owners } = this.store;
    if (!owners) return "";
    const shares = meta.systems.map(({ name }, system) => `${count(owners.reduce((sum, owner) => sum + (owner === system ? 1 : 0), 0))} of ${visibleName(name)}`);
    return `${shares.join(", ")}: each system has ${meta.noun}s of its own`;
  }

  private showNote(absent: number): void {
    const { noun, options } = this.store.meta;
    const parts = [this.said, this.shares(), absent > 0 ? `${count(absent)} ${noun}${absent === 1 ? " was" : "s were"} not searched: their trees are not in the file${options ? ` (${options})` : ""}` : ""];
    const text = parts.filter((part) => part !== "").join(" \u00b7 ");
    setText(this.note, text);
    this.note.hidden = text === "";
  }
}
