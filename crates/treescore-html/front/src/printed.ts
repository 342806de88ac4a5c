// What only paper shows: the signature stands above a printed sentence, as it stands on the printed overview.

import { el } from "./dom";

export function printedSignature(): HTMLElement | null {
  const signature = document.getElementById("signature-text")?.textContent?.replace(/\s+/g, "") ?? "";
  return signature === "" ? null : el("p", { class: "printed code" }, signature);
}
