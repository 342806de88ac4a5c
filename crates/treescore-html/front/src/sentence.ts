// The frame of one sentence: number, document, words, systems, tabs, facts. The views fill its body.

import type { Store } from "./chunks";
import { el, hidden } from "./dom";
import { facts, refusedFacts } from "./facts";
import { count, headline } from "./format";
import { systemShape } from "./marks";
import { makeMeasure } from "./measure";
import { chooseIn, makeRoving } from "./roving";
import { spellOut, visibleName } from "./text";
import type { Pair, SystemSide, Tree, View, ViewOptions } from "./types";
import type { ViewName } from "./view-names";
import { VIEWS } from "./views";

/** What is to be shown. */
export interface SentenceState {
  pair: number;
  system: number;
  view: ViewName;
  options: ViewOptions;
  bracket: string | null;
}

export interface SentenceActions {
  step(step: 1 | -1): void;
  system(system: number): void;
  view(view: ViewName): void;
  options(change: Partial<ViewOptions>): void;
  pin(bracket: string | null): void;
  back(): void;
}

/** Words or characters from which the sentence scrolls in a frame of its own. */
const LONG_WORDS = 400;
const LONG_TEXT = 3000;
/** Marks that people write without a space before them. */
const CLOSES = /^[.,?!;:]+$/;

export class SentencePanel {
  readonly element = el("article", { class: "view", "aria-label": "Sentence", tabindex: -1 });
  private readonly measure = makeMeasure();
  private shown: SentenceState | null = null;
  private pair: Pair | null = null;
  private view: View | null = null;
  private title: HTMLElement | null = null;
  private systems: HTMLElement | null = null;
  private tabs: HTMLElement | null = null;
  private words = el("div");
  private facts = el("div");
  private body = el("div");
  private run = 0;
  private fed: Partial<ViewOptions> = {};

  constructor(private readonly store: Store, private readonly actions: SentenceActions) {}

  focus(): void {
    (this.title ?? this.element).focus({ preventScroll: true });
  }

  get current(): View | null {
    return this.view;
  }

  /** A message instead of a sentence. */
  say(text: string): void {
    this.clear();
    this.element.replaceChildren(el("p", { class: "said" }, text));
  }

  private clear(): void {
    this.run++;
    this.view?.destroy();
    this.view = this.shown = this.pair = this.title = this.systems = this.tabs = null;
  }

  /** Shows a state with as little rebuilding as it takes: focus stays where it is. */
  show(state: SentenceState): void {
    const before = this.shown;
    if (!before || before.pair !== state.pair) {
      void this.open(state);
      return;
    }
    this.shown = state;
    if (!this.pair) {
      if (this.title && before.system !== state.system) this.showAbsent(state);
      return; // still being read; `open` continues with the newest state
    }
    if (before.system !== state.system) this.showSystem();
    else if (this.viewOf(before) !== this.viewOf(state) || this.optionsDiffer(state.options)) this.showView();
    else if (before.bracket !== state.bracket) this.view?.show(state.bracket);
  }

  /** Views change their own options and report it; only changes from elsewhere (history) rebuild them. */
  private optionsDiffer(options: ViewOptions): boolean {
    return options.mode !== this.fed.mode || options.fold !== this.fed.fold;
  }

  private async open(state: SentenceState): Promise<void> {
    this.clear();
    const run = this.run, row = state.pair - 1;
    this.shown = state;
    if (!this.store.has(row)) return this.showAbsent(state);
    let pair: Pair;
    try {
      pair = await this.store.pair(row);
    } catch (error) {
      if (run === this.run) this.say(`The trees of ${this.store.meta.noun} ${count(state.pair)} cannot be read: ${error instanceof Error ? error.message : "unknown"}.`);
      return;
    }
    if (run !== this.run) return;
    this.pair = pair;
    this.frame(state.pair);
    this.showSystem();
    this.element.scrollTop = 0;
  }

  // ---- parts ----

  private frame(pair: number): void {
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-part") : null;
    this.words = el("div", { class: "words" });
    this.facts = el("div");
    this.body = el("div", { class: "body", role: "tabpanel", id: "view-body" });
    this.systems = el("div", { class: "seg", role: "radiogroup", "aria-label": "System" });
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
    makeRoving(this.systems, (button) => this.actions.system(Number(button.dataset.system)));
    makeRoving(this.tabs, (button) => this.actions.view(button.dataset.view as ViewName));
    this.fillSystems(pair - 1);
    this.element.replaceChildren(this.head(pair), this.words, el("div", { class: "bar2" }, this.systems, this.tabs), this.facts, this.body);
    if (focused) this.element.querySelector<HTMLElement>(`[data-part="${focused}"]`)?.focus({ preventScroll: true });
  }

  private head(pair: number): HTMLElement {
    const { meta, index } = this.store;
    const noun = meta.noun[0].toUpperCase() + meta.noun.slice(1);
    const name = `${noun} ${count(pair)}`;
    this.title = el("h2", { tabindex: -1, "data-part": "title" }, name);
    const back = el("button", { type: "button", class: "btn back" }, "\u2039 all");
    back.addEventListener("click", () => this.actions.back());
    const go = (step: 1 | -1): HTMLElement => {
      const label = `${step < 0 ? "Previous" : "Next"} ${meta.noun}`;
      const button = el("button", { type: "button", class: "btn", title: `${label} (${step < 0 ? "k" : "j"})`, "data-part": step < 0 ? "previous" : "next" },
        el("span", { "aria-hidden": "true" }, step < 0 ? "\u2039 " : null, el("kbd", {}, step < 0 ? "k" : "j"), step > 0 ? " \u203a" : null), hidden(label));
      button.addEventListener("click", () => this.actions.step(step));
      return button;
    };
    const document = meta.documents[index.document[pair - 1]] ?? "";
    const id = this.pair?.id ?? "";
    this.element.setAttribute("aria-label", name);
    return el("header", { class: "vhead" }, back, this.title, el("span", { class: "doc", dir: "auto" }, [document, id].filter((name) => name !== "").map(visibleName).join(" \u00b7 ")),
      el("span", { class: "go spring" }, go(-1), go(1)));
  }

  private fillSystems(row: number): void {
    const { meta, index } = this.store;
    meta.systems.forEach(({ name }, s) => {
      const refused = index.systems[s].refusal[row] !== 0, owner = this.ownerOf(row);
      this.systems?.append(el("button", { type: "button", role: "radio", "data-system": s, "data-part": `system-${s}`, class: refused ? "no" : null },
        systemShape(s), el("span", { class: "name" }, visibleName(name)), el("span", {}, refused ? "refused" : owner >= 0 && owner !== s ? "none" : headline(meta, index.systems[s].value[row]))));
    });
  }

  private line(tree: Tree, side: "gold" | "system", name: string | null): HTMLElement {
    const line = el("p", { class: side === "gold" ? "sent" : "sent alt", dir: "auto", "data-side": side });
    if (name !== null) line.append(el("small", {}, name), " ");
    let shown = 0, length = 0;
    tree.words.forEach((word, i) => {
      if (word.role === 2) return; // empty elements have no sound
      if (shown++ > 0 && !CLOSES.test(word.text)) line.append(" ");
      line.append(el("span", { "data-word": i }, spellOut(word.text)));
      length += word.text.length;
    });
    if (shown > LONG_WORDS || length > LONG_TEXT) {
      line.classList.add("long");
      line.tabIndex = 0;
      line.setAttribute("role", "region");
      line.setAttribute("aria-label", side === "gold" ? "Words" : `Words of ${name ?? ""}`);
    }
    return line;
  }

  private showSystem(): void {
    const state = this.shown, pair = this.pair;
    if (!state || !pair || !this.systems) return;
    const { meta } = this.store;
    const side = pair.systems[state.system], name = visibleName(meta.systems[state.system].name);
    chooseIn(this.systems, "aria-checked", (button) => button.dataset.system === String(state.system));
    const lines = [this.line(pair.gold, "gold", null)];
    if (side.tree && spoken(side.tree).length > 0 && wordsDiffer(pair.gold, side.tree)) lines.push(this.line(side.tree, "system", name));
    this.words.replaceChildren(...lines);
    this.showFacts(state, (system) => pair.systems[system]);
    this.fillTabs(side);
    this.showView();
  }

  /** The only system that has this pair; -1: all have it. */
  private ownerOf(row: number): number {
    return this.store.owners ? this.store.owners[row] : -1;
  }

  /** Figures or the reason why there are none; those of the owner where the chosen system has no such pair. */
  private showFacts(state: SentenceState, sideOf: (system: number) => SystemSide | null): void {
    const { meta, index } = this.store, row = state.pair - 1, owner = this.ownerOf(row);
    const system = owner >= 0 ? owner : state.system, name = visibleName(meta.systems[system].name);
    const refusal = index.systems[system].refusal[row], side = sideOf(system);
    const lines = refusal === 0 ? [facts(meta, index, row, system)]
      : refusedFacts(meta, name, meta.refusals[refusal - 1] ?? "", side === null || side.tree !== null, side?.refused ?? null);
    this.facts.replaceChildren(...(system === state.system ? [] : [this.others(state.system, system)]), ...lines);
  }

  /** "This group is only of plover: heron has groups of its own. Show plover" */
  private others(chosen: number, owner: number): HTMLElement {
    const { meta } = this.store;
    const [here, there] = [chosen, owner].map((system) => visibleName(meta.systems[system].name));
    const show = el("button", { type: "button", class: "btn", "data-part": "owner" }, `Show ${there}`);
    show.addEventListener("click", () => this.actions.system(owner));
    return el("p", { class: "said others" }, `This ${meta.noun} is only of ${there}: ${here} has ${meta.noun}s of its own. `, show);
  }

  private available(side: SystemSide): ViewName[] {
    const scored = side.refused === null && side.tree !== null;
    const names: ViewName[] = ["trees"];
    if (scored) names.push("map");
    if (scored && this.store.meta.hasTimes) names.push("times");
    if (scored && side.cells !== null) names.push("tokens");
    return names;
  }

  /** The view that can be shown: not every sentence has times or cells. */
  private viewOf(state: SentenceState): ViewName {
    const side = this.pair?.systems[state.system];
    return side && this.available(side).includes(state.view) ? state.view : "trees";
  }

  /** Names of the views that the shown sentence has. */
  get views(): ViewName[] {
    const side = this.shown ? this.pair?.systems[this.shown.system] : undefined;
    return side ? this.available(side) : [];
  }

  private fillTabs(side: SystemSide): void {
    const focused = this.tabs?.contains(document.activeElement);
    this.tabs?.replaceChildren(...VIEWS.filter(({ name }) => this.available(side).includes(name)).map(({ name, title, key }) =>
      el("button", { type: "button", role: "tab", id: `tab-${name}`, "data-view": name, "data-part": `tab-${name}`, "aria-controls": "view-body", title: `${title} (${key})` }, title)));
    if (focused) this.tabs?.querySelector<HTMLElement>(`[data-view="${this.shown?.view ?? "trees"}"]`)?.focus({ preventScroll: true });
  }

  private showView(): void {
    const state = this.shown, pair = this.pair;
    if (!state || !pair || !this.tabs) return;
    this.view?.destroy();
    this.body.replaceChildren();
    const name = this.viewOf(state);
    chooseIn(this.tabs, "aria-selected", (button) => button.dataset.view === name);
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    const make = VIEWS.find((view) => view.name === name)?.make;
    if (!make) return;
    this.fed = { ...state.options };
    this.view = make(this.body, {
      meta: this.store.meta, pair, system: state.system, sentence: this.words, options: { ...state.options }, measure: this.measure,
      onOptions: (change) => {
        Object.assign(this.fed, change);
        this.actions.options(change);
      },
      onPin: (bracket) => {
        if (this.shown) this.shown = { ...this.shown, bracket };
        this.actions.pin(bracket);
      },
    });
    if (state.bracket !== null) this.view.show(state.bracket);
  }

  /** A pair whose trees were left out of the file: its numbers are there all the same. */
  private showAbsent(state: SentenceState): void {
    const { meta } = this.store;
    this.frame(state.pair);
    if (!this.systems || !this.tabs) return;
    chooseIn(this.systems, "aria-checked", (button) => button.dataset.system === String(state.system));
    this.tabs.hidden = true;
    this.showFacts(state, () => null);
    this.body.removeAttribute("role");
    this.body.replaceChildren(el("p", { class: "said" },
      `The trees of this ${meta.noun} are not in the file: it holds ${count(meta.stored)} of ${count(meta.pairs)}`,
      meta.options ? el("span", {}, " (", el("code", {}, meta.options), ")") : null, ". ", el("code", {}, "--sentences all"), " puts all of them in."));
    this.element.scrollTop = 0;
  }
}

const spoken = (tree: Tree): string[] => tree.words.filter((word) => word.role !== 2).map((word) => word.text);

function wordsDiffer(a: Tree, b: Tree): boolean {
  const left = spoken(a), right = spoken(b);
  return left.length !== right.length || left.some((text, i) => text !== right[i]);
}
