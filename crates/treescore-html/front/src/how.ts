// "How to read this": closable, and closed views stay closed.

import { el, type Child } from "./dom";

const KEY = "treescore-how";

function closed(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? "").split(" ").filter((name) => name !== "");
  } catch {
    return [];
  }
}

function remember(name: string, isOpen: boolean): void {
  const names = new Set(closed());
  if (isOpen) names.delete(name);
  else names.add(name);
  try {
    localStorage.setItem(KEY, [...names].join(" "));
  } catch {
    // pages opened from disk may have no storage
  }
}

export function howToRead(name: string, title: string, ...text: Child[]): HTMLElement {
  const details = el("details", { class: "how note", open: !closed().includes(name) }, el("summary", {}, title), el("p", {}, ...text));
  details.addEventListener("toggle", () => remember(name, details.open));
  return details;
}
