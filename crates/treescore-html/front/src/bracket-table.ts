// Every bracket that is not matched, in text order, in words.

import { el } from "./dom";
import { count, DASH, MARK_NAME, type Mark } from "./format";
import type { Linking } from "./linking";
import { chip } from "./marks";
import type { Half, Model, Target } from "./model";
import { cut, spellOut, visible } from "./text";

/** Rows that are made at once; a giant tree has as many again on demand. */
const PAGE = 300;
const MOST_NAMED = 3;
/** Longer labels are cut even in titles: no screen has room for more. */
const LONGEST_TITLE = 1000;

export function words(half: Half, item: number): HTMLElement {
  return el("span", { dir: "auto" }, half.text(item));
}

export const dash = (): HTMLElement => el("span", { class: "dim" }, DASH);

/** Label of an item; a title has more of it. */
export function label(text: string, mark: Mark | null = null): HTMLElement {
  const short = visible(text, 24);
  return el("b", { class: mark, title: short === text ? null : spellOut(cut(text, LONGEST_TITLE)) }, text === "" ? DASH : short);
}

export function verdict(mark: Mark | null): (Node | string)[] {
  if (!mark) return [el("span", { class: "dim" }, "matched")];
  return [chip(mark), " ", el("span", { class: mark }, MARK_NAME[mark])];
}

/** "cuts NP “charts of the northern coast”" */
function cuts(model: Model, target: Target): HTMLElement | null {
  const nodes = model.cutBy(target);
  if (nodes.length === 0) return null;
  const named = nodes.slice(0, MOST_NAMED).map((node) => `${visible(model.gold.label(node), 24)} \u201c${model.gold.text(node, 60)}\u201d`);
  const more = nodes.length - named.length;
  return el("span", { class: "dim" }, ` cuts ${named.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`);
}

function row(model: Model, target: Target, linking: Linking): HTMLTableRowElement {
  const half = model.half(target.side);
  const mark = half.mark(target.item);
  const partner = model.partner(target);
  const own = label(half.label(target.item));
  const across = partner ? label(model.half(partner.side).label(partner.item)) : dash();
  const [gold, system] = target.side === "gold" ? [own, across] : [across, own];
  const note = cuts(model, target);
  const text = half.text(target.item);
  const tr = el("tr", { tabindex: -1 },
    el("td", {}, ...verdict(mark)), el("td", { class: "l" }, gold), el("td", { class: "l" }, system),
    el("td", { class: "words", title: text + (note?.textContent ?? "") }, words(half, target.item), note));
  linking.add(tr, target);
  return tr;
}

/** Up and Down go through the rows; the table is one tab stop. Enter clicks. */
export function rowKeys(body: HTMLElement): void {
  const first = body.querySelector<HTMLElement>("[tabindex]");
  if (first) first.tabIndex = 0;
  body.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const rows = Array.from(body.querySelectorAll<HTMLElement>("[tabindex]"));
    const at = rows.indexOf(event.target);
    if (at < 0) return;
    if (event.key === "Enter" || event.key === " ") event.target.click();
    else {
      const to = event.key === "ArrowDown" ? at + 1 : event.key === "ArrowUp" ? at - 1 : event.key === "Home" ? 0 : event.key === "End" ? rows.length - 1 : -1;
      if (!rows[to]) return;
      rows[to].focus();
    }
    event.preventDefault();
    event.stopPropagation();
  });
  body.addEventListener("focusin", (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.hasAttribute("tabindex")) return;
    for (const other of body.querySelectorAll<HTMLElement>("[tabindex='0']")) other.tabIndex = -1;
    event.target.tabIndex = 0;
  });
}

/** A table in its own scrolling frame. */
export function frame(name: string, table: HTMLElement): HTMLElement {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, table);
}

export function bracketTable(model: Model, linking: Linking): HTMLElement {
  const all = model.wrong;
  const head = el("thead", {}, el("tr", {}, ...["Not matched", "gold", model.system?.name ?? "", "words"].map((title, i) =>
    el("th", { scope: "col", class: i > 0 ? "l" : null }, title))));
  const body = el("tbody");
  const table = el("table", { class: "br" }, head, body);
  if (all.length === 0) {
    body.append(el("tr", {}, el("td", { colspan: 4, class: "l dim" }, "every bracket is matched")));
    return frame("Brackets that are not matched", table);
  }
  const more = el("button", { class: "btn", type: "button" });
  let shown = 0;
  const show = (): void => {
    for (const target of all.slice(shown, shown + PAGE)) body.append(row(model, target, linking));
    shown = Math.min(all.length, shown + PAGE);
    more.hidden = shown === all.length;
    more.textContent = `${count(Math.min(PAGE, all.length - shown))} more of ${count(all.length)}`;
  };
  more.addEventListener("click", show);
  show();
  rowKeys(body);
  const framed = frame("Brackets that are not matched", table);
  framed.append(more);
  return framed;
}
