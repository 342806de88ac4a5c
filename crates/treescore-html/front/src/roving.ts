// Groups with one tab stop: radio buttons and tabs. Arrow keys move and choose.

export function makeRoving(group: HTMLElement, choose: (button: HTMLElement) => void): void {
  group.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) choose(button);
  });
  group.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...group.querySelectorAll("button")];
    const at = buttons.indexOf(event.target as HTMLButtonElement), last = buttons.length - 1;
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const button = buttons[(to + buttons.length) % buttons.length];
    button.focus();
    choose(button);
  });
}

/** Marks the chosen button and makes it the group's tab stop. */
export function chooseIn(group: HTMLElement, attribute: "aria-checked" | "aria-selected", chosen: (button: HTMLElement) => boolean): void {
  for (const button of group.querySelectorAll("button")) {
    const is = chosen(button);
    button.setAttribute(attribute, String(is));
    button.tabIndex = is ? 0 : -1;
  }
}
