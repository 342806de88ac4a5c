// The page "Sentences": the list on the left, a sentence on the right; one at a time on narrow screens.

import type { Address } from "./address";
import type { Store } from "./chunks";
import { el } from "./dom";
import { count } from "./format";
import { ListPanel } from "./list";
import type { Page } from "./page";
import { printedSignature } from "./printed";
import { Search } from "./search";
import { SentencePanel } from "./sentence";
import type { ViewOptions } from "./types";
import { VIEWS } from "./views";

const NARROW = "(max-width: 900px)";

export class Sentences {
  private readonly split = el("div", { class: "split" });
  private readonly list: ListPanel;
  private readonly sentence: SentencePanel;
  private readonly narrow = window.matchMedia(NARROW);
  private address: Address | null = null;
  private tags = true;
  private listScroll = 0;
  /** The pair on the right side: that of the address, or the first of the list. */
  private shown: number | null = null;

  constructor(host: HTMLElement, private readonly store: Store, script: string, private readonly page: Page) {
    this.list = new ListPanel(store, new Search(store, script), () => this.narrow.matches, {
      open: (pair) => this.open(pair),
      query: (query, typing) => this.query(query, typing),
      sort: (sort) => page.navigate({ sort }, "push"),
      listed: () => this.listed(),
    });
    this.sentence = new SentencePanel(store, {
      step: (step) => this.step(step, "push"),
      system: (system) => this.system(system),
      view: (view) => this.change({ view, bracket: null }),
      options: (change) => this.options(change),
      pin: (bracket) => this.change({ bracket }),
      back: () => this.back(),
    });
    this.split.append(this.list.element, this.sentence.element);
    host.replaceChildren(...[printedSignature(), this.split].filter((part) => part !== null));
    this.narrow.addEventListener("change", () => { if (this.address) this.show(this.address); });
  }

  private systemOf(address: Address): number {
    const system = this.store.meta.systems.findIndex(({ name }) => name === address.system);
    return Math.max(0, system);
  }

  private isOpen(address: Address): boolean {
    return address.pair !== null && address.pair >= 1 && address.pair <= this.store.meta.pairs;
  }

  // ---- showing ----

  show(address: Address): void {
    const before = this.address, wasOpen = this.split.classList.contains("open"), open = this.isOpen(address);
    if (before && wasOpen !== open && !wasOpen) this.listScroll = this.list.scroll;
    this.address = address;
    this.split.classList.toggle("open", open);
    const { meta } = this.store;
    this.list.say(address.pair !== null && !open ? `there is no ${meta.noun} ${count(address.pair)}; this report has ${count(meta.pairs)}` : "");
    const system = this.systemOf(address);
    const reordered = before !== null && (system !== this.systemOf(before) || address.sort !== before.sort);
    this.list.update(address.query, address.sort, system);
    if (!open && this.narrow.matches) {
      // Only the list is in sight: it comes back as it was left, the last sentence marked.
      if (wasOpen) this.list.scroll = this.listScroll;
      this.list.select(this.shown, false);
      return;
    }
    const pair = open ? address.pair : this.list.firstPair;
    const moved = pair !== this.shown;
    this.showPair(pair);
    this.list.select(pair, (open && (moved || reordered)) || before === null);
  }

  private showPair(pair: number | null): void {
    const { address } = this;
    if (!address) return;
    this.shown = pair;
    if (pair === null) return this.sentence.say(`No ${this.store.meta.noun} fits this search.`);
    const { view, mode, fold, bracket } = address;
    const options: ViewOptions = { mode, fold, tags: this.tags };
    this.sentence.show({ pair, system: this.systemOf(address), view, options, bracket: this.isOpen(address) ? bracket : null });
  }

  /** Rows have come or gone while the address is the same: a search is running. */
  private listed(): void {
    if (!this.address || this.isOpen(this.address) || this.narrow.matches) return;
    const first = this.list.firstPair;
    // What is shown stays while it is in the list: a sentence does not change under the reader.
    if (this.shown !== null && first !== null && this.list.neighbour(this.shown, 1) !== first) return;
    if (this.shown !== first) {
      this.showPair(first);
      this.list.select(first, false);
    }
  }

  takeFocus(): void {
    if (this.narrow.matches && this.address && this.isOpen(this.address)) this.sentence.focus();
    else this.list.focusRows();
  }

  focusSearch(): void {
    if (this.narrow.matches && this.address && this.isOpen(this.address)) this.back();
    this.list.focusSearch();
  }

  // ---- what people do ----

  private change(change: Partial<Address>): void {
    // The first pair of a list gets its address when something is done with it.
    this.page.navigate({ pair: this.shown, ...change }, "push");
  }

  private open(pair: number): void {
    this.page.navigate({ pair, bracket: null }, "push");
    if (this.narrow.matches) this.sentence.focus();
  }

  private back(): void {
    this.page.navigate({ pair: null, bracket: null }, "push");
    this.list.focusRows();
  }

  private query(query: string, typing: boolean): void {
    if (this.page.understands(query)) this.page.navigate({ query }, "push", typing);
    else if (this.address) this.list.update(query, this.address.sort, this.systemOf(this.address));
  }

  step(step: 1 | -1, how: "push" | "replace"): void {
    const pair = this.list.neighbour(this.shown, step);
    if (pair !== null) this.page.navigate({ pair, bracket: null }, how);
  }

  system(system: number): void {
    const name = this.store.meta.systems[system]?.name;
    if (name === undefined || (this.address && this.systemOf(this.address) === system)) return;
    this.change({ system: system === 0 ? null : name, bracket: null, pair: this.address?.pair === null ? null : this.shown });
  }

  view(key: string): void {
    const view = VIEWS.find((each) => each.key === key)?.name;
    if (view && view !== this.address?.view && this.sentence.views.includes(view)) this.change({ view, bracket: null });
  }

  private options(change: Partial<ViewOptions>): void {
    if (change.tags !== undefined) this.tags = change.tags;
    const address: Partial<Address> = {};
    if (change.mode !== undefined) address.mode = change.mode;
    if (change.fold !== undefined) address.fold = change.fold;
    if (Object.keys(address).length > 0) this.change(address);
  }

  bracket(step: 1 | -1): void {
    this.sentence.current?.next(step);
  }

  key(event: KeyboardEvent): boolean {
    if (this.list.hasFocus && !/^[a-z]$/.test(event.key)) return false;
    return this.sentence.current?.key(event) ?? false;
  }
}
