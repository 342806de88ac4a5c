// Addresses of the report: "#s=1234&sys=plover&v=map". Unknown parts are ignored; nothing here throws.

import { SORTS, type SortName } from "./filter";
import { VIEW_NAMES, type ViewName } from "./view-names";

export interface Address {
  page: "overview" | "sentences";
  /** A place on the overview: the id of an element. */
  anchor: string | null;
  /** Number of a pair, one-based. */
  pair: number | null;
  query: string;
  sort: SortName;
  /** Name of a system. */
  system: string | null;
  view: ViewName;
  mode: "side" | "mirror" | null;
  fold: boolean | null;
  bracket: string | null;
}

export const HOME: Address = {
  page: "overview", anchor: null, pair: null, query: "", sort: "f1", system: null, view: "trees", mode: null, fold: null, bracket: null,
};

function decode(text: string): string {
  const spaced = text.replace(/\+/g, " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced; // a stray per cent sign
  }
}

/** Characters that the language of queries needs stay readable. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/%(3A|3C|3E|3D|2C|2F)/g, (code) => decodeURIComponent(code)).replace(/%20/g, "+");

export function parseAddress(hash: string): Address {
  const address: Address = { ...HOME };
  const parts = hash.replace(/^#/, "").split("&");
  for (const part of parts) {
    const cut = part.indexOf("=");
    const name = cut < 0 ? part : part.slice(0, cut);
    const value = cut < 0 ? "" : decode(part.slice(cut + 1));
    if (cut < 0) {
      if (part === parts[0] && /^[a-z][a-z0-9-]*$/i.test(part)) address.anchor = part;
      continue;
    }
    switch (name) {
      case "chart": address.anchor = /^[a-z0-9-]+$/i.test(value) ? `chart-${value}` : null; break;
      case "s":
        address.page = "sentences";
        address.pair = /^\d{1,10}$/.test(value) ? Number(value) : 0;
        break;
      case "q":
        address.page = "sentences";
        address.query = value;
        break;
      case "sort": address.sort = SORTS.find((sort) => sort === value) ?? "f1"; break;
      case "sys": address.system = value; break;
      case "v": address.view = VIEW_NAMES.find((view) => view === value) ?? "trees"; break;
      case "mode": address.mode = value === "side" || value === "mirror" ? value : null; break;
      case "fold": address.fold = value === "1" ? true : value === "0" ? false : null; break;
      case "b": address.bracket = /^\d+-\d+:./su.test(value) ? value : null; break;
    }
  }
  return address;
}

export function formatAddress(address: Address): string {
  if (address.page === "overview") {
    return address.anchor === null ? "#" : `#${address.anchor.startsWith("chart-") ? `chart=${address.anchor.slice(6)}` : address.anchor}`;
  }
  const parts: string[] = [];
  if (address.pair !== null) parts.push(`s=${address.pair}`);
  if (address.pair === null || address.query !== "") parts.push(`q=${encode(address.query)}`);
  if (address.sort !== "f1") parts.push(`sort=${address.sort}`);
  if (address.system !== null) parts.push(`sys=${encode(address.system)}`);
  if (address.pair !== null) {
    if (address.view !== "trees") parts.push(`v=${address.view}`);
    if (address.mode !== null) parts.push(`mode=${address.mode}`);
    if (address.fold !== null) parts.push(`fold=${address.fold ? 1 : 0}`);
    if (address.bracket !== null) parts.push(`b=${encode(address.bracket)}`);
  }
  return `#${parts.join("&")}`;
}
