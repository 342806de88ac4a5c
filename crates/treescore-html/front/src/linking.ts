// Pointing at or focusing anything that stands for words lights the same words everywhere; a click pins them.

import type { Model, SideName, Target } from "./model";
import type { ViewContext } from "./types";

type Lit = Record<SideName, Set<number>>;

export class Linking {
  /** What stands lit while nothing is pointed at. */
  pinned: Target | null = null;
  private shown: Target | null = null;
  private readonly targets = new WeakMap<Element, Target>();
  private readonly byKey = new Map<string, Element[]>();
  private readonly byItem = new Map<string, Element[]>();
  private lights: ((words: Lit | null) => void)[] = [];
  private lit: Element[] = [];
  private readonly sentenceWords: Record<SideName, Map<number, Element[]>> = { gold: new Map(), system: new Map() };
  private readonly stop = new AbortController();

  constructor(private readonly model: Model, private readonly context: ViewContext, private readonly host: HTMLElement) {
    this.readSentence();
    for (const place of [host, context.sentence]) this.listen(place);
  }

  private readSentence(): void {
    for (const element of this.context.sentence.querySelectorAll("[data-word]")) {
      const side: SideName = element.closest("[data-side]")?.getAttribute("data-side") === "system" ? "system" : "gold";
      const word = Number(element.getAttribute("data-word"));
      const half = this.model.half(side);
      if (half.side !== side || !(word < half.tree.words.length)) continue;
      this.targets.set(element, { side, item: half.nodes + word });
      const list = this.sentenceWords[side].get(word);
      if (list) list.push(element);
      else this.sentenceWords[side].set(word, [element]);
    }
  }

  private listen(place: HTMLElement): void {
    const { signal } = this.stop;
    place.addEventListener("pointerover", (event) => this.light(this.at(event.target) ?? this.pinned), { signal });
    place.addEventListener("pointerleave", () => this.light(this.pinned), { signal });
    place.addEventListener("focusin", (event) => {
      const target = this.at(event.target);
      if (target) this.light(target);
    }, { signal });
    place.addEventListener("focusout", () => this.light(this.pinned), { signal });
    place.addEventListener("click", (event) => {
      const target = this.at(event.target);
      if (target && !event.defaultPrevented) this.toggle(target);
    }, { signal });
  }

  /** The target of the element or of what holds it. */
  at(element: EventTarget | null): Target | null {
    for (let at = element instanceof Element ? element : null; at && at !== this.host.parentElement; at = at.parentElement) {
      const target = this.targets.get(at);
      if (target) return target;
    }
    return null;
  }

  /** The element lights its target, and is lit with everything that has the same words. */
  add(element: Element, target: Target): void {
    this.targets.set(element, target);
    push(this.byKey, this.model.key(target), element);
    push(this.byItem, name(target), element);
  }

  /** The element lights its target, but is never lit itself. */
  addSource(element: Element, target: Target): void {
    this.targets.set(element, target);
  }

  /** Called with the words that are lit. */
  onLight(light: (words: Lit | null) => void): void {
    this.lights.push(light);
  }

  /** Forgets elements that are about to be replaced: all but those in `kept`. */
  clear(kept?: Element): void {
    this.unlight();
    this.shown = null;
    for (const map of [this.byKey, this.byItem]) {
      for (const [key, elements] of map) {
        const left = kept ? elements.filter((element) => kept.contains(element)) : [];
        if (left.length > 0) map.set(key, left);
        else map.delete(key);
      }
    }
    this.lights = [];
  }

  elements(target: Target): Element[] {
    return this.byItem.get(name(target)) ?? [];
  }

  private unlight(): void {
    for (const element of this.lit) element.classList.remove("on", "cut");
    this.lit = [];
  }

  private mark(elements: readonly Element[] | undefined, className: string): void {
    for (const element of elements ?? []) {
      element.classList.add(className);
      this.lit.push(element);
    }
  }

  light(target: Target | null): void {
    if (same(target, this.shown)) return;
    this.shown = target;
    this.unlight();
    const words = target ? this.model.wordsOf(target) : null;
    for (const light of this.lights) light(words);
    if (!target || !words) return;
    this.mark(this.byKey.get(this.model.key(target)), "on");
    this.mark(this.byItem.get(name(target)), "on");
    for (const node of this.model.cutBy(target)) this.mark(this.byItem.get(name({ side: "gold", item: node })), "cut");
    for (const side of ["gold", "system"] as const) {
      const here = this.sentenceWords[side];
      if (here.size === 0) continue;
      for (const word of words[side]) this.mark(here.get(word), "on");
    }
  }

  /** Pins, without telling the address. */
  pin(target: Target | null): void {
    for (const element of this.pinned ? this.elements(this.pinned) : []) element.classList.remove("pinned");
    this.pinned = target;
    for (const element of target ? this.elements(target) : []) element.classList.add("pinned");
    this.light(target);
  }

  toggle(target: Target): void {
    const next = same(this.pinned, target) ? null : target;
    this.pin(next);
    this.context.onPin(next ? this.model.address(next) : null);
  }

  /** True if something was pinned. */
  letGo(): boolean {
    if (!this.pinned) return false;
    this.pin(null);
    this.context.onPin(null);
    return true;
  }

  destroy(): void {
    this.pinned = null;
    this.clear();
    this.stop.abort();
  }
}

const name = ({ side, item }: Target): string => `${side} ${item}`;
const same = (a: Target | null, b: Target | null): boolean => a === b || (a !== null && b !== null && a.side === b.side && a.item === b.item);

function push(map: Map<string, Element[]>, key: string, element: Element): void {
  const list = map.get(key);
  if (list) list.push(element);
  else map.set(key, [element]);
}

/** The next target of a list, in a ring; from the start if the current one is not in it. */
export function step(list: readonly Target[], current: Target | null, by: 1 | -1): Target | null {
  if (list.length === 0) return null;
  const at = list.findIndex((target) => same(target, current));
  if (at < 0) return by > 0 ? list[0] : list[list.length - 1];
  return list[(at + by + list.length) % list.length];
}
