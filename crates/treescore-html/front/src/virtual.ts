// A virtual list of rows of equal height: only rows in sight exist, and their nodes are used again.

import { el } from "./dom";

export const ROW_HEIGHT = 54;
const AROUND = 8;
/** Browsers limit the height of an element; beyond this many rows the spacer is scaled. */
const MOST_ROWS = 300_000;

export interface Slot {
  node: HTMLElement;
  /** Position in the list; -1: unused. */
  position: number;
}

export interface Source {
  make(): HTMLElement;
  fill(node: HTMLElement, position: number): void;
  /** Called when the window has moved. */
  moved(): void;
}

export class VirtualList {
  private readonly spacer = el("div", { class: "spacer", role: "presentation" });
  private slots: Slot[] = [];
  private count = 0;
  private queued = false;

  /** `rows` holds the options; `scroller` is the element that scrolls (another one on narrow screens). */
  constructor(private readonly rows: HTMLElement, private readonly scroller: () => HTMLElement, private readonly source: Source) {
    rows.append(this.spacer);
  }

  listen(scroller: HTMLElement): void {
    scroller.addEventListener("scroll", () => this.schedule(), { passive: true });
    if (typeof ResizeObserver !== "undefined") new ResizeObserver(() => this.schedule()).observe(scroller);
  }

  private schedule(): void {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.render(false);
    });
  }

  private get height(): number {
    return Math.min(this.count, MOST_ROWS) * ROW_HEIGHT;
  }

  /** Height of the part of the scroller in which rows can be seen. */
  private get view(): number {
    return Math.max(ROW_HEIGHT, this.scroller().clientHeight);
  }

  /** How far the rows are scrolled, without what stands above them in the same scroller. */
  private get offset(): number {
    const scroller = this.scroller();
    return scroller === this.rows ? 0 : this.rows.offsetTop - scroller.offsetTop;
  }

  /** Rows that pass per pixel, times the height of a row; 1 unless the spacer is scaled. */
  private get scale(): number {
    const room = this.height - this.view;
    return room > 0 ? Math.max(1, (this.count * ROW_HEIGHT - this.view) / room) : 1;
  }

  get scroll(): number {
    return this.scroller().scrollTop;
  }

  set scroll(top: number) {
    this.scroller().scrollTop = top;
  }

  setCount(count: number): void {
    this.count = count;
    this.spacer.style.height = `${this.height}px`;
    this.render(true);
  }

  /** Fills the window. `all`: also rows whose position has not changed. */
  render(all: boolean): void {
    const view = this.view;
    const inner = Math.max(0, this.scroll - this.offset);
    const top = (inner * this.scale) / ROW_HEIGHT; // the position at the upper edge, with its fraction
    const first = Math.max(0, Math.floor(top) - AROUND);
    const last = Math.min(this.count, Math.ceil(top + view / ROW_HEIGHT) + AROUND);
    this.resize(Math.min(this.count, Math.ceil(view / ROW_HEIGHT) + 2 * AROUND + 2));
    const size = this.slots.length;
    let changed = all;
    for (let position = first; position < last && size > 0; position++) {
      const slot = this.slots[position % size];
      if (slot.position !== position || all) {
        slot.position = position;
        this.source.fill(slot.node, position);
        changed = true;
      }
      slot.node.style.transform = `translateY(${Math.round(inner + (position - top) * ROW_HEIGHT)}px)`;
    }
    for (const slot of this.slots) {
      const outside = slot.position < first || slot.position >= last;
      slot.node.hidden = outside;
      if (outside) slot.position = -1;
    }
    if (changed) this.source.moved();
  }

  private resize(size: number): void {
    if (size <= this.slots.length && this.slots.length - size < 40) return;
    while (this.slots.length < size) {
      const node = this.source.make();
      this.rows.append(node);
      this.slots.push({ node, position: -1 });
    }
    while (this.slots.length > size) this.slots.pop()?.node.remove();
    for (const slot of this.slots) slot.position = -1;
  }

  /** Nodes in use, from top to bottom. */
  visible(): Slot[] {
    return this.slots.filter((slot) => slot.position >= 0).sort((a, b) => a.position - b.position);
  }

  nodeAt(position: number): HTMLElement | null {
    return this.slots.find((slot) => slot.position === position)?.node ?? null;
  }

  /** Scrolls as little as needed to show a row whole. */
  reveal(position: number): void {
    if (position < 0 || position >= this.count) return;
    const view = this.view, offset = this.offset, scale = this.scale;
    const inner = this.scroll - offset;
    const start = (position * ROW_HEIGHT) / scale;
    const end = scale === 1 ? (position + 1) * ROW_HEIGHT - view : ((position + 1) * ROW_HEIGHT - view) / scale;
    if (inner > start) this.scroll = offset + start;
    else if (inner < end) this.scroll = offset + end;
    this.render(false);
  }

  /** Rows that fit on a page. */
  get page(): number {
    return Math.max(1, Math.floor(this.view / ROW_HEIGHT) - 1);
  }
}
