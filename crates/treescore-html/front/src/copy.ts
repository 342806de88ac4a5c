// Copying to the clipboard. The button itself says that it worked; nothing covers the page.

const SHOWN_FOR = 1500;

/** Pages opened from disk may have no clipboard interface; a hidden selection works there. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "vh";
  field.setAttribute("aria-hidden", "true");
  const focused = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

const restoring = new WeakMap<HTMLElement, { timer: number; label: Node[] }>();

/** Shows `message` in the button for a moment, then the button's own label again. */
export function answer(button: HTMLElement, message: string): void {
  const before = restoring.get(button);
  const label = before ? before.label : [...button.childNodes];
  if (before) clearTimeout(before.timer);
  else button.style.minWidth = `${button.offsetWidth}px`; // the row does not jump
  button.setAttribute("aria-live", "polite");
  button.replaceChildren(message);
  const timer = window.setTimeout(() => {
    button.replaceChildren(...label);
    button.style.minWidth = "";
    restoring.delete(button);
  }, SHOWN_FOR);
  restoring.set(button, { timer, label });
}

/** Copies a text and lets the button say so. */
export function copyText(text: string, button: HTMLElement): void {
  void copy(text).then((done) => answer(button, done ? "Copied" : "Cannot copy"));
}
