// Light, dark, or as the system. The choice is kept where the browser allows it and fails silently where it does not.

import { hidden, svg } from "./dom";

type Theme = "system" | "light" | "dark";

const ORDER: readonly Theme[] = ["system", "light", "dark"];
const KEY = "treescore-theme";
const NAMES: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };

function stored(): Theme {
  try {
    return ORDER.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}

function keep(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // No storage here; the choice holds until the page is closed.
  }
}

function picture(): SVGElement {
  return svg("svg", { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("circle", { cx: 8, cy: 8, r: 6.2, fill: "none", stroke: "currentColor", "stroke-width": 1.5 }),
    svg("path", { d: "M8 1.8a6.2 6.2 0 0 1 0 12.4z", fill: "currentColor" }));
}

/** Fills the button; returns the function that goes on to the next theme. */
export function setUpTheme(button: HTMLButtonElement): () => void {
  let theme = stored();
  const name = hidden("");
  button.classList.add("icon");
  button.replaceChildren(picture(), name);
  const apply = (): void => {
    if (theme === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    name.textContent = `Theme: ${NAMES[theme]}`;
    button.title = `Theme: ${NAMES[theme]} (d)`;
  };
  const next = (): void => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    keep(theme);
    apply();
  };
  apply();
  button.type = "button";
  button.hidden = false;
  button.addEventListener("click", next);
  return next;
}
