// One row of the list: made once, filled many times.

import type { Store } from "./chunks";
import { el, hidden, setText } from "./dom";
import { GLYPH, MARKS, MARK_NAME, type Mark, count, headlineShort, plural } from "./format";
import { markColumn } from "./filter";
import { spellOut, visible } from "./text";
import { NONE } from "./types";

/** Longer texts are cut before they reach the page: a row shows one line. */
const TEXT_LIMIT = 300;
/** Where a row has the name of a system for a figure. */
const SHORT_NAME = 12;

interface Parts {
  text: HTMLElement;
  value: Text;
  title: HTMLElement;
  noun: HTMLElement;
  number: Text;
  words: HTMLElement;
  marks: Record<Mark, { box: HTMLElement; text: Text }>;
  bar: HTMLElement;
  fill: HTMLElement;
}

const partsOf = new WeakMap<HTMLElement, Parts>();

/** Glyphs and bare numbers get their words for screen readers; the name of a row is its content. */
export function makeRow(): HTMLElement {
  const mark = (name: Mark): Parts["marks"][Mark] => {
    const text = document.createTextNode("");
    return { text, box: el("b", { class: name }, text, hidden(` ${MARK_NAME[name]}`)) };
  };
  const parts: Parts = {
    text: el("div", { class: "t", dir: "auto" }), value: document.createTextNode(""), title: hidden(""), noun: hidden(""),
    number: document.createTextNode(""), words: el("span"), fill: el("i"), bar: el("div", { class: "bar" }),
    marks: { missing: mark("missing"), relabel: mark("relabel"), extra: mark("extra"), cross: mark("cross") },
  };
  parts.bar.append(parts.fill);
  const sub = el("div", { class: "sub" }, el("span", {}, parts.noun, parts.number), parts.words, ...MARKS.map((name) => parts.marks[name].box));
  const row = el("div", { class: "option", role: "option" }, parts.text, el("div", { class: "f" }, parts.title, parts.value), sub, parts.bar);
  partsOf.set(row, parts);
  return row;
}

/** `text`: null while it is not at hand; undefined if the file does not hold it. */
export function fillRow(node: HTMLElement, { meta, index, owners }: Store, row: number, system: number, text: string | null | undefined): void {
  const parts = partsOf.get(node);
  if (!parts) return;
  const columns = index.systems[system], refused = columns.refusal[row] !== 0, value = columns.value[row];
  const shown = text === undefined ? "trees not in the file" : spellOut((text ?? "\u2026").slice(0, TEXT_LIMIT));
  setText(parts.text, shown);
  parts.text.classList.toggle("none", text === undefined);
  const owner = owners ? owners[row] : -1, isOthers = owner >= 0 && owner !== system;
  setText(parts.value, isOthers ? visible(meta.systems[owner].name, SHORT_NAME) : refused ? "refused" : headlineShort(meta, value));
  setText(parts.title, isOthers ? "only of " : refused ? "" : `${meta.title} `);
  setText(parts.noun, `${meta.noun} `);
  setText(parts.number, count(row + 1));
  setText(parts.words, index.words[row] === NONE ? "" : plural(index.words[row], "word"));
  for (const mark of MARKS) {
    const n = refused ? 0 : markColumn(columns, mark)[row];
    setText(parts.marks[mark].text, n > 0 ? GLYPH[mark] + count(n) : "");
    parts.marks[mark].box.hidden = n === 0;
  }
  parts.bar.hidden = refused || Number.isNaN(value);
  parts.fill.style.transform = `scaleX(${Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))})`;
}
