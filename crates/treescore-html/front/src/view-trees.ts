// Both trees as pictures, side by side or mirrored, and the table of what is not matched.

import { bracketTable } from "./bracket-table";
import { copyText } from "./copy";
import { el, svg } from "./dom";
import { drawAlone, drawMirror, drawSides, type DrawnItem, type DrawOptions, type Picture } from "./draw";
import { brackets, download, hatch, latex, svgText } from "./export";
import { findFolds, foldsByDefault, type Fold } from "./fold";
import { plural } from "./format";
import { howToRead } from "./how";
import { Linking, step } from "./linking";
import { chip } from "./marks";
import { Model, type Target } from "./model";
import { clipNote, planPair, startingPoint, type PairPlan } from "./plan";
import { treeKeys, type TreeKeys } from "./tree-keys";
import type { View, ViewContext, ViewOptions } from "./types";

const SMALLEST = 0.85;
const NARROW = 900;
/** Frames, paddings and the gutter between two pictures. */
const GUTTER = 24;
const FRAME = 22;

interface Shown {
  picture: Picture;
  pan: HTMLElement;
  scale: number;
  name: string;
  /** By side: keys of its tree. */
  keys: Map<string, TreeKeys>;
}

class TreesView implements View {
  private readonly model: Model;
  private readonly linking: Linking;
  private options: ViewOptions;
  private readonly folds: Fold[];
  private readonly opened = new Set<number>();
  /** The middle of what is drawn of a giant tree. */
  private selected: Target | null = null;
  private current: Target | null = null;
  private shown: Shown[] = [];
  private plans: PairPlan | null = null;
  private readonly trees = el("div", { class: "trees" });
  private readonly mode = el("div", { class: "seg", role: "radiogroup", "aria-label": "Arrangement" });
  private readonly tags = el("button", { class: "tog", type: "button" }, "tags");
  private readonly fold = el("button", { class: "tog", type: "button" }, "fold what matches");
  private readonly table = el("div", { class: "table" });
  private readonly watcher: ResizeObserver;
  private width = 0;
  private isGone = false;

  constructor(private readonly host: HTMLElement, private readonly context: ViewContext) {
    this.model = new Model(context.meta, context.pair, context.system);
    this.options = { ...context.options };
    this.folds = findFolds(this.model);
    this.linking = new Linking(this.model, context, host);
    this.build();
    this.render();
    this.scrollToStart();
    this.watcher = new ResizeObserver(() => this.resized());
    this.watcher.observe(host);
  }

  // ── the frame ──

  private build(): void {
    for (const [mode, title] of [["side", "Side by side"], ["mirror", "Mirror"]] as const) {
      const button = el("button", { type: "button", role: "radio", "data-mode": mode }, title);
      button.addEventListener("click", () => this.change({ mode }));
      this.mode.append(button);
    }
    this.mode.addEventListener("keydown", (event) => {
      if (!/^Arrow/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.switchMode();
      this.mode.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    });
    this.tags.addEventListener("click", () => this.change({ tags: !this.options.tags }));
    this.fold.addEventListener("click", () => this.switchFold());
    const tools = el("div", { class: "row tools" },
      this.model.system ? this.mode : null, this.tags, this.model.system && this.folds.length > 0 ? this.fold : null,
      el("span", { class: "spring" }), ...this.buttons());
    const defs = svg("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, hatch());
    const below = this.model.system ? el("div", { class: "two" }, this.table, this.how()) : null;
    this.host.replaceChildren(...[defs, tools, this.trees, below].filter((part) => part !== null));
  }

  private buttons(): HTMLElement[] {
    const { model, context } = this;
    const button = (title: string, hint: string, act: (button: HTMLElement) => void): HTMLElement => {
      const made = el("button", { class: "btn", type: "button", title: hint }, title);
      made.addEventListener("click", () => act(made));
      return made;
    };
    const link = button("Link ", "copy the address of this view", (it) => copyText(location.href, it));
    link.append(el("span", { class: "code" }, `#s=${context.pair.number}`));
    return [
      button("SVG", "download the picture", () => this.downloadPicture()),
      button("Brackets", `copy ${this.copied} in brackets`, (it) => copyText(`${model.halves.map((half) => brackets(half.tree)).join("\n")}\n`, it)),
      button("LaTeX", `copy ${this.copied} for the package forest`, (it) => copyText(latex(model.halves), it)),
      link,
    ];
  }

  /** What the copy buttons take: the page has no other trees. */
  private get copied(): string {
    return `${this.model.system ? "both trees" : "the tree"} as ${this.model.gold.isCompared ? "compared" : "read"}`;
  }

  private how(): HTMLElement {
    return howToRead("trees", "How to read the trees",
      "The bar under a label covers its words. Plain grey is matched. ", chip("missing"), " dashed: missing in the system. ",
      chip("relabel"), " double bar: same words, other label. ", chip("extra"), " heavy bar: extra. ",
      chip("cross"), " zigzag and hatching: crosses a gold bracket. Underlined tags differ. ",
      "A triangle is a subtree that is the same on both sides, folded; a click opens it. ",
      "Point at a bracket to see its words on both sides; a click keeps them. ",
      "Brackets and LaTeX copy the trees as they are compared and shown here: what the settings cut off labels, delete or make equal is not as in the files.");
  }

  // ── the pictures ──

  private change(change: Partial<ViewOptions>): void {
    this.options = { ...this.options, ...change };
    this.render();
    this.context.onOptions(change);
  }

  private get isFolded(): boolean {
    return this.options.fold ?? foldsByDefault(this.model.gold.own.count, window.innerWidth);
  }

  private switchMode(): void {
    if (this.model.system) this.change({ mode: this.shown.length > 1 ? "mirror" : "side" });
  }

  private switchFold(): void {
    this.opened.clear();
    if (this.model.system) this.change({ fold: !this.isFolded });
  }

  private plan(mode: "side" | "mirror"): PairPlan {
    const folds = this.isFolded ? this.folds.filter((fold) => !this.opened.has(fold.gold)) : [];
    return planPair(this.model, { mode, folds, selected: this.selected });
  }

  private get drawOptions(): DrawOptions {
    return { tags: this.options.tags, rightToLeft: this.model.rightToLeft, measure: (text, font) => this.context.measure(text, font) };
  }

  /** Scale at which both pictures fit beside each other. */
  private scaleOf(pictures: Picture[]): number {
    const room = (this.host.clientWidth - GUTTER) / 2 - FRAME;
    return Math.min(1, room / Math.max(1, ...pictures.map((picture) => picture.width)));
  }

  /** Pictures in the reader's arrangement, or in the one that fits. */
  private draw(): { pictures: Picture[]; scale: number; isMirror: boolean } {
    if (!this.model.system) {
      this.plans = this.plan("side");
      return { pictures: [drawAlone(this.plans.gold, this.drawOptions, "mirror")], scale: 1, isMirror: false };
    }
    const isNarrow = window.innerWidth < NARROW;
    if (this.options.mode === "side" || (this.options.mode === null && !isNarrow)) {
      this.plans = this.plan("side");
      const pictures = drawSides(this.plans, this.drawOptions);
      const scale = isNarrow ? 1 : this.scaleOf(pictures);
      if (this.options.mode === "side" || scale >= SMALLEST) return { pictures, scale: Math.max(SMALLEST, scale), isMirror: false };
    }
    this.plans = this.plan("mirror");
    return { pictures: [drawMirror(this.plans, this.drawOptions)], scale: 1, isMirror: true };
  }

  private render(): void {
    this.width = this.host.clientWidth;
    const { pictures, scale, isMirror } = this.draw();
    const focused = this.focusedTarget();
    this.linking.clear(this.table);
    this.shown = [];
    this.trees.classList.toggle("one", pictures.length === 1);
    this.trees.replaceChildren(...pictures.map((picture, i) => this.section(picture, i, scale, isMirror)));
    if (this.model.system && this.table.childNodes.length === 0) this.table.append(bracketTable(this.model, this.linking));
    for (const shown of this.shown) this.connect(shown);
    this.scrollTogether();
    for (const button of this.mode.children) {
      const isChosen = (button.getAttribute("data-mode") === "mirror") === isMirror;
      button.setAttribute("aria-checked", String(isChosen));
      button.setAttribute("tabindex", isChosen ? "0" : "-1");
    }
    this.tags.setAttribute("aria-pressed", String(this.options.tags));
    this.fold.setAttribute("aria-pressed", String(this.isFolded));
    this.linking.pin(this.linking.pinned);
    if (focused) this.refocus(focused);
  }

  /** The bracket that has the focus, if it is in a picture. */
  private focusedTarget(): Target | null {
    for (const { picture } of this.shown) {
      const item = picture.items.find((one) => one.element === document.activeElement);
      if (item) return { side: item.side, item: item.item };
    }
    return null;
  }

  /** The focus stays on its bracket, or on the triangle that took it in, or in its tree. */
  private refocus(target: Target): void {
    const half = this.model.half(target.side);
    const top = this.folds.map((fold) => fold[target.side]).find((node) => node <= target.item && target.item < half.subtreeEnd[node]);
    const found = this.drawn(target) ?? (top === undefined ? null : this.drawn({ side: target.side, item: top }))
      ?? this.drawn({ side: target.side, item: 0 });
    if (found) found.shown.keys.get(target.side)?.focus(found.item);
  }

  private section(picture: Picture, number: number, scale: number, isMirror: boolean): HTMLElement {
    const { model } = this;
    const half = number === 0 ? model.gold : model.system ?? model.gold;
    const name = isMirror && model.system ? `gold above, ${model.system.name} below` : half.name;
    const pan = el("div", { class: "pan", tabindex: 0, role: "region", "aria-label": `${name}: picture` }, picture.root);
    picture.root.setAttribute("width", String(Math.round(picture.width * scale * 100) / 100));
    picture.root.setAttribute("height", String(Math.round(picture.height * scale * 100) / 100));
    this.shown.push({ picture, pan, scale, name, keys: new Map() });
    return el("section", { class: "tree", "aria-label": name }, el("header", {}, el("b", {}, name), el("span", {}, this.note(number, isMirror))), pan);
  }

  private note(number: number, isMirror: boolean): string {
    const { model, plans } = this;
    const notes: string[] = [];
    const half = number === 0 ? model.gold : model.system ?? model.gold;
    if (!isMirror) notes.push(half.isCompared ? plural(half.brackets, "bracket") : `${plural(half.nodes, "node")} as read: not compared with any tree`);
    else if (!plans?.isCommon) notes.push("each side over its own words");
    else notes.push(model.hasSameWords ? "same words, same columns" : "cells as columns; \u2205: no word on this side");
    if (plans && plans.folds > 0) notes.push("triangles are the same on both sides");
    if (plans?.isClipped) notes.push(`drawn in part: ${clipNote((number === 1 && plans.system) || plans.gold)}; a click on \u22ef goes on`);
    return notes.join("; ");
  }

  /** Linking, keys and clicks of a picture. */
  private connect(shown: Shown): void {
    const { picture } = shown;
    for (const item of picture.items) {
      const target: Target = { side: item.side, item: item.item };
      if (item.kind === "stub") this.linking.addSource(item.element, target);
      else this.linking.add(item.element, target);
      if (item.kind === "node") continue;
      item.element.addEventListener("click", (event) => {
        event.preventDefault();
        this.act(item);
      });
    }
    for (const word of picture.words) this.linking.addSource(word.element, { side: word.side, item: word.item });
    this.linking.onLight((words) => picture.light(words));
    for (const side of ["gold", "system"] as const) {
      const items = picture.items.filter((item) => item.side === side);
      if (items.length > 0) shown.keys.set(side, treeKeys(items, (item) => this.act(item)));
    }
    for (const item of picture.items) item.element.addEventListener("focus", () => { this.current = { side: item.side, item: item.item }; });
  }

  /** What Enter or a click on a triangle or stub does; on a bracket: pin. */
  private act(item: DrawnItem): void {
    const target: Target = { side: item.side, item: item.item };
    if (item.kind === "node") {
      this.linking.toggle(target);
      return;
    }
    if (item.kind === "fold") {
      const fold = this.folds.find((pair) => pair[item.side] === item.item);
      if (fold) this.opened.add(fold.gold);
    } else {
      this.selected = target;
    }
    this.render();
    this.focus(this.model.half(target.side).isWord(target.item) ? null : target);
  }

  private scrollTogether(): void {
    if (this.shown.length < 2) return;
    let leader: HTMLElement | null = null;
    for (const { pan } of this.shown) {
      pan.addEventListener("scroll", () => {
        if (leader !== null && leader !== pan) {
          leader = null; // this scroll is the echo of the other one
          return;
        }
        const share = pan.scrollLeft / Math.max(1, pan.scrollWidth - pan.clientWidth);
        for (const { pan: follower } of this.shown) {
          if (follower === pan) continue;
          const left = Math.round(share * Math.max(0, follower.scrollWidth - follower.clientWidth));
          if (Math.abs(follower.scrollLeft - left) < 1) continue;
          leader = pan;
          follower.scrollLeft = left;
        }
      });
    }
  }

  private drawn(target: Target): { shown: Shown; item: DrawnItem } | null {
    for (const shown of this.shown) {
      const item = shown.picture.items.find((one) => one.side === target.side && one.item === target.item && one.kind !== "stub");
      if (item) return { shown, item };
    }
    return null;
  }

  /** Brings an item into its frame, without moving the page. */
  private reveal(target: Target): void {
    const found = this.drawn(target);
    if (!found) return;
    const { pan, scale } = found.shown;
    const left = found.item.x * scale;
    if (left < pan.scrollLeft + 40 || left > pan.scrollLeft + pan.clientWidth - 40) pan.scrollLeft = left - pan.clientWidth / 2;
  }

  private scrollToStart(): void {
    this.reveal(this.linking.pinned ?? startingPoint(this.model));
  }

  /** Draws the surroundings of an item that is outside of a clipped picture, or opens what hides it. */
  private ensureDrawn(target: Target): void {
    if (this.drawn(target)) return;
    if (this.plans?.isClipped) this.selected = target;
    else this.openAround(target);
    this.render();
  }

  private openAround(target: Target): void {
    const half = this.model.half(target.side);
    for (const fold of this.folds) {
      const top = fold[target.side];
      if (top <= target.item && target.item < half.subtreeEnd[top]) this.opened.add(fold.gold);
    }
  }

  private focus(target: Target | null): void {
    if (!target) return;
    this.ensureDrawn(target);
    const found = this.drawn(target);
    if (!found) {
      this.linking.light(target);
      return;
    }
    this.current = target;
    this.reveal(target);
    found.shown.keys.get(target.side)?.focus(found.item);
  }

  private resized(): void {
    if (this.isGone || Math.abs(this.host.clientWidth - this.width) < 2) return;
    this.render();
  }

  private downloadPicture(): void {
    const pictures = this.shown.map(({ picture, name }) => ({ root: picture.root, name, width: picture.width, height: picture.height }));
    download(`${this.context.meta.noun}-${this.context.pair.number}.svg`, svgText(pictures), "image/svg+xml");
  }

  // ── what the frame may ask ──

  show(bracket: string | null): void {
    const target = bracket === null ? null : this.model.find(bracket);
    if (target && !this.model.half(target.side).isWord(target.item)) this.ensureDrawn(target);
    this.linking.pin(target);
    if (target) this.reveal(target);
  }

  next(by: 1 | -1): void {
    const brackets = this.model.wrong.filter((target) => !this.model.half(target.side).isWord(target.item));
    this.focus(step(brackets, this.current ?? this.linking.pinned, by));
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === "s") this.switchMode();
    else if (event.key === "f") this.switchFold();
    else return event.key === "Escape" && this.linking.letGo();
    return true;
  }

  destroy(): void {
    this.isGone = true;
    this.watcher.disconnect();
    this.linking.destroy();
    this.host.replaceChildren();
  }
}

export function treesView(host: HTMLElement, context: ViewContext): View {
  return new TreesView(host, context);
}
