// Numbers and names as people see them: design/cli.md section 1.

import type { Meta, Verdict } from "./types";

export const MINUS = "\u2212";
export const DASH = "\u2013";

/** A comma every three digits. */
export function count(value: number): string {
  const digits = String(Math.abs(Math.trunc(value))).replace(/\B(?=(\d{3})+$)/g, ",");
  return value < 0 ? MINUS + digits : digits;
}

/** Fixed decimals; undefined is an en dash. */
export function decimal(value: number, places = 2): string {
  if (!Number.isFinite(value)) return DASH;
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** A share as per cent: 0.7586 is 75.86. */
export const percent = (value: number, places = 2): string => decimal(value * 100, places);

/** A headline value in the unit of the report. */
export const headline = (meta: Meta, value: number): string => meta.unit === "percent" ? percent(value) : decimal(value, 4);

/** A headline value with fewer digits, for rows of the list; a full score has none. */
export function headlineShort(meta: Meta, value: number): string {
  if (meta.unit === "fraction") return decimal(value, 3);
  return value === 1 ? "100" : percent(value, 1);
}

/** "1 word", "12 words", "1 bracket". */
export const plural = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;

export type Mark = "missing" | "relabel" | "extra" | "cross";

export const MARKS: readonly Mark[] = ["missing", "relabel", "extra", "cross"];
export const GLYPH: Record<Mark, string> = { missing: MINUS, relabel: "\u2260", extra: "+", cross: "\u00d7" };
export const MARK_NAME: Record<Mark, string> = { missing: "missing", relabel: "relabelled", extra: "extra", cross: "crossing" };

/** The class and glyph of a verdict; matched brackets have none. */
export function markOf(verdict: Verdict): Mark | null {
  switch (verdict) {
    case "matched": return null;
    case "missing": return "missing";
    case "relabelled": return "relabel";
    case "extra": return "extra";
    case "crossing": return "cross";
  }
}
