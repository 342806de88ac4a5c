// Arrow keys in a drawn tree: parent, child, siblings. One tab stop per tree.

import type { DrawnItem } from "./draw";

export interface TreeKeys {
  /** Makes an item the tab stop and focuses it. */
  focus(item: DrawnItem): void;
}

/** Children from left to right. */
function childrenOf(items: DrawnItem[], item: DrawnItem): DrawnItem[] {
  if (item.planned < 0) return [];
  return items.filter((other) => other.parent === item.planned && other !== item).sort((a, b) => a.x - b.x);
}

function siblingsOf(items: DrawnItem[], item: DrawnItem): DrawnItem[] {
  return items.filter((other) => other.parent === item.parent).sort((a, b) => a.x - b.x);
}

/** Where a key leads; the parent is where the tree grows. */
function neighbour(items: DrawnItem[], item: DrawnItem, key: string): DrawnItem | undefined {
  const toParent = item.grow < 0 ? "ArrowUp" : "ArrowDown";
  const toChild = item.grow < 0 ? "ArrowDown" : "ArrowUp";
  if (key === toParent) return items.find((other) => other.planned >= 0 && other.planned === item.parent);
  if (key === toChild) return childrenOf(items, item)[0];
  const siblings = siblingsOf(items, item);
  const at = siblings.indexOf(item);
  if (key === "ArrowLeft") return siblings[at - 1];
  if (key === "ArrowRight") return siblings[at + 1];
  if (key === "Home") return items.find((other) => other.parent < 0 && other.planned >= 0);
  return undefined;
}

/** Keys for the items of one tree. `act` is what Enter and the space bar do. */
export function treeKeys(items: DrawnItem[], act: (item: DrawnItem) => void): TreeKeys {
  let stop: DrawnItem | undefined;
  const setStop = (item: DrawnItem): void => {
    stop?.element.setAttribute("tabindex", "-1");
    stop = item;
    item.element.setAttribute("tabindex", "0");
  };
  const focus = (item: DrawnItem): void => {
    setStop(item);
    item.element.focus({ preventScroll: true });
    (item.element.querySelector("text") ?? item.element).scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const first = items.find((item) => item.planned === 0) ?? items[0];
  if (first) setStop(first);
  for (const item of items) {
    item.element.addEventListener("focus", () => setStop(item));
    item.element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const isAct = event.key === "Enter" || event.key === " ";
      const next = isAct ? undefined : neighbour(items, item, event.key);
      if (isAct) act(item);
      else if (next) focus(next);
      else if (!/^(Arrow|Home)/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  return { focus };
}
