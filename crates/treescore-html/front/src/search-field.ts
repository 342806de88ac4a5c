// The search field: underlines terms that cannot be understood and names them below.

import { el, hidden, svg } from "./dom";
import { spellOut, visible } from "./text";
import type { Meta } from "./types";
import type { Mistake } from "./query";

/** Labels for the example in the field, if the corpus has one of them. */
const LABELS = ["PP", "NP", "VP", "S"];

export class SearchField {
  readonly input: HTMLInputElement;
  private readonly under = el("div", { class: "under", "aria-hidden": "true" });
  private readonly wrong = el("p", { class: "wrong", id: "wrong", role: "status" });
  private shown = "";
  readonly parts: HTMLElement[];

  constructor(meta: Meta) {
    // An example must be one that can be typed.
    const example = LABELS.find((label) => meta.labels.includes(label)) ?? meta.labels.find((label) => visible(label, 12) === label) ?? "NP";
    this.input = el("input", {
      id: "q", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search",
      "aria-describedby": "wrong", placeholder: `coast   label:${example}   words>30`,
    });
    const glass = svg("svg", { width: 13, height: 13, viewBox: "0 0 13 13", "aria-hidden": "true" },
      svg("circle", { cx: 5.5, cy: 5.5, r: 4 }), svg("path", { d: "M8.5 8.5 12 12" }));
    this.wrong.hidden = true;
    const field = el("label", { class: "search" }, glass, hidden("Search sentences"),
      el("span", { class: "field" }, this.under, this.input), el("kbd", { "aria-hidden": "true" }, "/"));
    this.parts = [field, this.wrong];
    this.input.addEventListener("scroll", () => { this.under.scrollLeft = this.input.scrollLeft; });
  }

  get value(): string {
    return this.input.value;
  }

  set value(text: string) {
    if (this.input.value !== text) this.input.value = text;
  }

  showMistakes(mistakes: Mistake[]): void {
    const text = this.input.value;
    const state = JSON.stringify([text, mistakes]);
    if (state === this.shown) return; // every step through the list comes by here
    this.shown = state;
    this.under.replaceChildren();
    let at = 0;
    for (const { from, to } of mistakes) {
      this.under.append(text.slice(at, from), el("u", {}, text.slice(from, to)));
      at = to;
    }
    this.under.append(text.slice(at));
    this.under.scrollLeft = this.input.scrollLeft;
    const lines: (Node | string)[] = [];
    mistakes.forEach(({ from, to, why }, i) => lines.push(i > 0 ? "; " : "", el("code", {}, spellOut(text.slice(from, to))), `: ${spellOut(why)}`));
    this.wrong.replaceChildren(...lines);
    this.wrong.hidden = mistakes.length === 0;
    if (mistakes.length > 0) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }
}
