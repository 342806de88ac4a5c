// The pages and the address: what is shown is what the address says.

import { type Address, HOME, formatAddress, parseAddress } from "./address";
import { fromBase64 } from "./base64";
import { Store } from "./chunks";
import { count } from "./format";
import { readIndex } from "./index";
import { inflate } from "./inflate";
import { type KeyEntry, setUpHelp, setUpKeys } from "./keys";
import { setUpOverview } from "./overview";
import { parseQuery, publicPart } from "./query";
import { Sentences } from "./sentences";
import { setUpTheme } from "./theme";
import type { Meta } from "./types";

const byId = (id: string): HTMLElement | null => document.getElementById(id);
const blockText = (id: string): string => byId(id)?.textContent ?? "";

/** Text that was searched for stays out of the address; it is kept beside the history entry. */
interface Remembered {
  query: string;
}

export class Page {
  private address: Address = { ...HOME };
  private sentences: Sentences | null = null;
  private loading: Promise<Sentences | null> | null = null;
  private overviewScroll = 0;
  private typing = false;
  private chosen: Pick<Address, "mode" | "fold"> = { mode: null, fold: null };
  private readonly title = document.title;
  private first = true;

  constructor(private readonly meta: Meta, private readonly overview: HTMLElement, private readonly host: HTMLElement, private readonly script: string) {}

  // ---- data ----

  private async load(): Promise<Sentences | null> {
    try {
      const bytes = await inflate(fromBase64(blockText("index")));
      const index = readIndex(bytes, this.meta.pairs, this.meta.systems.length);
      const store = new Store(this.meta, index, (chunk) => blockText(`c${chunk}`));
      this.meta.isSeparate = store.owners !== null;
      this.sentences = new Sentences(this.host, store, this.script, this);
    } catch (error) {
      this.host.replaceChildren(`The sentences of this report cannot be read: ${error instanceof Error ? error.message : "unknown"}.`);
    }
    return this.sentences;
  }

  /** The page of sentences once it is there. */
  get open(): Sentences | null {
    return this.sentences;
  }

  /** Reads the index once; the overview is there before. */
  prepare(): Promise<Sentences | null> {
    return this.loading ??= this.load();
  }

  // ---- addresses ----

  get current(): Address {
    return this.address;
  }

  /** Whether the query changes letter by letter: one history entry for all of them. */
  navigate(change: Partial<Address>, how: "push" | "replace", typing = false): void {
    const next: Address = { ...this.address, ...change };
    const replace = how === "replace" || (typing && this.typing);
    this.typing = typing;
    const shown = { ...next, query: publicPart(next.query, this.meta) };
    const state: Remembered = { query: next.query };
    const target = formatAddress(shown);
    if (target === location.hash && !replace && next.query === this.address.query) return this.apply(next);
    if (change.page === undefined && (change.mode !== undefined || change.fold !== undefined)) this.chosen = { mode: next.mode, fold: next.fold };
    try {
      if (replace) history.replaceState(state, "", target);
      else history.pushState(state, "", target);
    } catch {
      // Some previews have no history, and some browsers limit it; the page works without.
    }
    this.apply(next);
  }

  /** The address has changed from outside: a link, the history, the first load. */
  arrive(): void {
    const address = parseAddress(location.hash);
    const state = history.state as Partial<Remembered> | null;
    if (state && typeof state.query === "string" && publicPart(state.query, this.meta) === publicPart(address.query, this.meta)) address.query = state.query;
    // The reader's choice of arrangement stays, also for links from the overview.
    if (this.address.page === "overview" && !this.first) {
      address.mode ??= this.chosen.mode;
      address.fold ??= this.chosen.fold;
    }
    this.typing = false;
    this.apply(address);
  }

  private apply(address: Address): void {
    const before = this.address;
    const turned = before.page !== address.page;
    this.address = address;
    if (turned && before.page === "overview") this.overviewScroll = window.scrollY;
    this.overview.hidden = address.page !== "overview";
    this.host.hidden = address.page !== "sentences";
    document.body.dataset.page = address.page;
    for (const link of document.querySelectorAll<HTMLElement>("[data-nav]")) {
      if (link.dataset.nav === address.page) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (address.page === "overview") this.showOverview(turned, before.anchor);
    else void this.showSentences(turned);
    this.first = false;
  }

  private showOverview(turned: boolean, anchorBefore: string | null): void {
    document.title = this.title;
    const { anchor } = this.address;
    const target = anchor === null ? null : byId(anchor);
    if (target && this.overview.contains(target)) {
      target.scrollIntoView();
      if (!this.first && (turned || anchor !== anchorBefore)) focusQuietly(target);
    } else if (turned && !this.first) {
      window.scrollTo(0, this.overviewScroll);
      focusQuietly(this.overview);
    }
  }

  private async showSentences(turned: boolean): Promise<void> {
    const initial = this.first;
    if (turned) window.scrollTo(0, 0);
    const sentences = await this.prepare();
    if (!sentences || this.address.page !== "sentences") return;
    sentences.show(this.address);
    const { pair } = this.address;
    const noun = this.meta.noun[0].toUpperCase() + this.meta.noun.slice(1);
    document.title = `${pair !== null && pair >= 1 && pair <= this.meta.pairs ? `${noun} ${count(pair)}` : `${noun}s`} \u00b7 ${this.title}`;
    if (turned && !initial) sentences.takeFocus();
  }

  /** Whether a query could be understood. */
  understands(query: string): boolean {
    return parseQuery(query, this.meta).mistakes.length === 0;
  }
}

/** Focus without a ring on what is no control, and without moving the page. */
function focusQuietly(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
}

function keyTable(page: Page, theme: () => void, help: () => void): KeyEntry[] {
  const on = (action: (sentences: Sentences) => void) => (): void => {
    if (page.current.page !== "sentences") return;
    void page.prepare().then((sentences) => { if (sentences) action(sentences); });
  };
  return [
    { keys: ["j", "k"], shown: ["j", "k"], does: "next, previous sentence in the list", run: (key) => on((s) => s.step(key === "j" ? 1 : -1, "replace"))() },
    { keys: ["/"], shown: ["/"], does: "search", run: () => {
      if (page.current.page === "overview") page.navigate({ ...HOME, page: "sentences", system: page.current.system }, "push");
      void page.prepare().then((s) => s?.focusSearch());
    } },
    { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], shown: ["1", "\u2026", "9"], does: "system", run: (key) => on((s) => s.system(Number(key) - 1))() },
    { keys: ["n", "p"], shown: ["n", "p"], does: "next, previous bracket that is not matched", run: (key) => on((s) => s.bracket(key === "n" ? 1 : -1))() },
    { keys: [], shown: ["\u2190", "\u2191", "\u2192", "\u2193"], does: "in a tree: parent, child, siblings; in the list: rows" },
    { keys: [], shown: ["Enter"], does: "pin, open" },
    { keys: ["t", "m", "i", "w"], shown: ["t", "m", "i", "w"], does: "trees, mapping, times, tokens", run: (key) => on((s) => s.view(key))() },
    { keys: [], shown: ["s"], does: "side by side, mirror" },
    { keys: [], shown: ["f"], does: "fold what matches" },
    { keys: [], shown: ["+", "-", "0"], does: "times: closer, farther, all" },
    { keys: ["o"], shown: ["o"], does: "overview", run: () => page.navigate({ ...HOME }, "push") },
    { keys: ["d"], shown: ["d"], does: "light, dark, as the system", run: theme },
    { keys: ["?"], shown: ["?"], does: "help", run: help },
    { keys: [], shown: ["Esc"], does: "close, let go" },
  ];
}

export function startPage(script: string): void {
  const overview = byId("overview"), host = byId("sentences"), themeButton = byId("theme"), helpButton = byId("help");
  if (!overview || !host) return;
  const meta = JSON.parse(blockText("meta")) as Meta;
  const page = new Page(meta, overview, host, script);
  const theme = themeButton instanceof HTMLButtonElement ? setUpTheme(themeButton) : () => undefined;
  let help: () => void = () => undefined;
  const keys = keyTable(page, theme, () => help());
  if (helpButton instanceof HTMLButtonElement) help = setUpHelp(helpButton, keys);
  setUpOverview(overview);
  setUpKeys(keys, (event) => page.current.page === "sentences" && (page.open?.key(event) ?? false));
  document.querySelector<HTMLElement>("[data-nav=sentences]")?.removeAttribute("hidden");
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault(); // the address stays what it is
    focusQuietly(page.current.page === "overview" ? overview : host);
  });
  window.addEventListener("popstate", () => page.arrive());
  page.arrive();
  // The list opens at once later on; the overview is painted first.
  const idle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 200));
  idle(() => void page.prepare());
}
