// What the script adds to the static overview: sortable tables, tooltips, copy buttons.

import { copyText } from "./copy";
import { el } from "./dom";
import { spellOut } from "./text";

type Direction = "ascending" | "descending";

function valueOf(row: HTMLTableRowElement, column: number): string {
  const cell = row.cells[column];
  return cell ? cell.dataset.value ?? cell.textContent?.trim() ?? "" : "";
}

/** Cells without a value come last in both directions; baselines stay below the systems. */
function sortTable(table: HTMLTableElement, column: number, kind: string, direction: Direction): void {
  const sign = direction === "ascending" ? 1 : -1;
  for (const body of table.tBodies) {
    const rows = [...body.rows].map((row, place) => ({ row, place, last: row.classList.contains("baseline"), text: valueOf(row, column) }));
    rows.sort((a, b) => {
      if (a.last !== b.last) return a.last ? 1 : -1;
      if (kind === "text") return sign * a.text.localeCompare(b.text, "en") || a.place - b.place;
      const x = a.text === "" ? NaN : Number(a.text), y = b.text === "" ? NaN : Number(b.text);
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a.place - b.place;
      return sign * (x - y) || a.place - b.place;
    });
    body.append(...rows.map(({ row }) => row));
  }
}

function makeSortable(table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>("thead th[data-sort]")];
  for (const head of heads) {
    const button = el("button", { type: "button", class: "sort" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const kind = head.dataset.sort ?? "number";
      // Numbers begin with the largest: that is what one looks for.
      const first: Direction = kind === "text" ? "ascending" : "descending";
      const other: Direction = first === "ascending" ? "descending" : "ascending";
      const direction = head.getAttribute("aria-sort") === first ? other : first;
      for (const each of heads) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", direction);
      sortTable(table, head.cellIndex, kind, direction);
    });
  }
}

/** A tooltip repeats what a title or a table also says, at once and for focus too. */
function setUpTooltips(root: HTMLElement): void {
  // Without the script, titles say the same; with it, there would be two.
  for (const title of root.querySelectorAll("[data-tip] > title")) title.remove();
  const tip = el("div", { class: "tip", "aria-hidden": "true" });
  tip.hidden = true;
  document.body.append(tip);
  const hide = (): void => { tip.hidden = true; };
  const show = (target: EventTarget | null): void => {
    const owner = target instanceof Element ? target.closest("[data-tip]") : null;
    const text = owner?.getAttribute("data-tip");
    if (!owner || !text) return hide();
    tip.textContent = spellOut(text);
    tip.hidden = false;
    const box = owner.getBoundingClientRect(), width = tip.offsetWidth, height = tip.offsetHeight;
    const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), document.documentElement.clientWidth - width - 8);
    const above = box.top - height - 6;
    tip.style.left = `${left}px`;
    tip.style.top = `${above >= 8 ? above : box.bottom + 6}px`;
  };
  root.addEventListener("pointerover", (event) => show(event.target));
  root.addEventListener("pointerleave", hide);
  root.addEventListener("focusin", (event) => show(event.target));
  root.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, { passive: true, capture: true });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  window.addEventListener("hashchange", hide);
}

export function setUpOverview(root: HTMLElement): void {
  root.querySelectorAll<HTMLTableElement>("table.sortable").forEach(makeSortable);
  setUpTooltips(root);
  document.querySelectorAll<HTMLButtonElement>("button[data-copy]").forEach((button) => {
    const source = document.getElementById(button.dataset.copy ?? "");
    if (!source) return;
    button.hidden = false;
    button.addEventListener("click", () => copyText(source.textContent?.replace(/\s+/g, "") ?? "", button));
  });
}
