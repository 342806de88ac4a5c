// The keyboard: one table for what keys do and for the help that lists them.

import { el, hidden, svg } from "./dom";

export interface KeyEntry {
  /** Keys as `KeyboardEvent.key` names them. */
  keys: string[];
  /** Keys as the help shows them. */
  shown: string[];
  does: string;
  /** Called with the key; absent: the part of the page with the focus handles it. */
  run?(key: string): void;
}

/** Whether the event belongs to a field that people type in. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** `first` may take an event before the table is asked. */
export function setUpKeys(entries: KeyEntry[], first: (event: KeyboardEvent) => boolean): void {
  const byKey = new Map<string, KeyEntry>();
  for (const entry of entries) for (const key of entry.keys) if (entry.run) byKey.set(key, entry);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if (first(event)) {
      event.preventDefault();
      return;
    }
    const entry = byKey.get(event.key);
    if (!entry?.run) return;
    event.preventDefault();
    entry.run(event.key);
  });
}

function picture(): SVGElement {
  return svg("svg", { width: 16, height: 16, viewBox: "0 0 16 16", fill: "none", stroke: "currentColor", "stroke-width": 1.5, "aria-hidden": "true" },
    svg("rect", { x: 1.5, y: 3.5, width: 13, height: 9, rx: 1.5 }),
    svg("path", { d: "M4 6.5h1M7.5 6.5h1M11 6.5h1M5 9.8h6" }));
}

const SEARCH_HELP: [string, string][] = [
  ["coast", "sentences with these letters"],
  ["\"northern coast\"", "these words in a row"],
  ["label:PP gold:PP sys:PP", "a bracket with this label: in either tree, in gold, in the system"],
  ["mark:missing", "also relabel, extra, cross"],
  ["relabel:ADJP>VP", "gold has the first label, the system the second"],
  ["f1<80 words>30", "also > <= >= ="],
  ["refused disagree", "no score; systems with different scores"],
  ["doc:harbour-03", "a document"],
  ["-label:PP", "not this term"],
];

/** Makes the help dialog and fills its button; returns the function that opens it. */
export function setUpHelp(button: HTMLButtonElement, entries: KeyEntry[]): () => void {
  const keys = el("dl");
  for (const { shown, does } of entries) {
    const names = el("dt");
    shown.forEach((key, i) => names.append(i > 0 ? " " : "", el("kbd", {}, key)));
    keys.append(names, el("dd", {}, does));
  }
  const terms = el("dl");
  for (const [term, means] of SEARCH_HELP) terms.append(el("dt", {}, el("code", {}, term)), el("dd", {}, means));
  const close = el("button", { class: "btn", type: "button" }, "Close");
  const dialog = el("dialog", { id: "keys", "aria-labelledby": "keys-title" },
    el("header", {}, el("h2", { id: "keys-title" }, "Keyboard"), close), keys, el("h3", {}, "Search"), terms);
  document.body.append(dialog);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    dialog.close();
  });
  button.classList.add("icon");
  button.type = "button";
  button.title = "Keyboard and search (?)";
  button.replaceChildren(picture(), hidden("Keyboard and search"));
  button.hidden = false;
  const open = (): void => { if (!dialog.open) dialog.showModal(); };
  button.addEventListener("click", open);
  return open;
}
