// The search language: terms joined by "and". A mistyped term is reported with its place, never guessed.

import { MARKS, type Mark } from "./format";
import type { Meta } from "./types";

export type Side = "either" | "gold" | "system";
export type Operator = "<" | ">" | "<=" | ">=" | "=";

export type Term = { negated: boolean } & (
  | { kind: "text"; text: string }
  | { kind: "phrase"; text: string }
  | { kind: "label"; side: Side; label: string }
  | { kind: "relabel"; gold: string; system: string }
  | { kind: "mark"; mark: Mark }
  | { kind: "value"; system: number | null; operator: Operator; number: number }
  | { kind: "better"; system: number; operator: Operator; other: number }
  | { kind: "words"; operator: Operator; number: number }
  | { kind: "refused" }
  | { kind: "disagree" }
  | { kind: "document"; name: string }
);

/** A term that cannot be understood, and where it stands in the query. */
export interface Mistake {
  from: number;
  to: number;
  why: string;
}

export interface Query {
  terms: Term[];
  mistakes: Mistake[];
}

type Body = Term extends infer T ? (T extends Term ? Omit<T, "negated"> : never) : never;

const ONE_SYSTEM = "each row is of one system, so that systems cannot be compared in it";
const MARK_ALIASES = new Map<string, Mark>([["relabelled", "relabel"], ["crossing", "cross"]]);

/** Whether a term needs the record of a pair; the others need only the index. */
export const needsRecord = (term: Term): boolean =>
  term.kind === "text" || term.kind === "phrase" || term.kind === "label" || term.kind === "relabel";

function readMark(text: string): Body | string {
  const mark = MARK_ALIASES.get(text) ?? MARKS.find((name) => name === text);
  return mark ? { kind: "mark", mark } : `marks are ${MARKS.join(", ")}`;
}

function readLabel(side: Side, label: string, meta: Meta): Body | string {
  if (label === "") return "a label must follow";
  return meta.labels.includes(label) ? { kind: "label", side, label } : `no bracket has the label ${label}`;
}

function readRelabel(text: string, meta: Meta): Body | string {
  const cut = text.indexOf(">");
  if (cut <= 0 || cut === text.length - 1) return "write relabel:GOLD>SYSTEM";
  const gold = text.slice(0, cut), system = text.slice(cut + 1);
  for (const label of [gold, system]) if (!meta.labels.includes(label)) return `no bracket has the label ${label}`;
  return { kind: "relabel", gold, system };
}

function readDocument(name: string, meta: Meta): Body | string {
  if (name === "") return "the name of a document must follow";
  const wanted = name.toLowerCase();
  return meta.documents.some((d) => d.toLowerCase().includes(wanted)) ? { kind: "document", name } : "no document has this name";
}

/** The system of `f1:2`, from 0; null: the selected one. */
function readSystem(text: string | undefined, meta: Meta): number | null | string {
  if (text === undefined) return null;
  const system = Number(text) - 1;
  return system in meta.systems ? system : `systems are 1 to ${meta.systems.length}`;
}

function readComparison(term: string, meta: Meta): Body | string | null {
  const found = /^([A-Za-z][\w-]*)(?::(\d+))?(<=|>=|<|>|=)(.*)$/s.exec(term);
  if (!found) return null;
  const [, name, of, operator, text] = found;
  const isValue = (name: string): boolean => /^(f1|score)$/i.test(name) || sameName(name, meta.title);
  if (of !== undefined && !isValue(name)) return null;
  if (!isValue(name) && !/^words?$/i.test(name)) return "only f1 and words can be compared";
  const system = readSystem(of, meta);
  if (typeof system === "string") return system;
  const second = /^([A-Za-z][\w-]*):(\d+)$/.exec(text);
  if (second && isValue(second[1]) && system !== null) {
    const other = readSystem(second[2], meta);
    if (meta.isSeparate && typeof other === "number") return ONE_SYSTEM;
    return typeof other === "number" ? { kind: "better", system, operator: operator as Operator, other } : other ?? "a system must follow";
  }
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(number)) return "a number must follow";
  return isValue(name) ? { kind: "value", system, operator: operator as Operator, number } : { kind: "words", operator: operator as Operator, number };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const sameName = (a: string, b: string): boolean => plain(a) !== "" && plain(a) === plain(b);

function readTerm(term: string, meta: Meta): Body | string {
  if (term.startsWith("\"")) {
    if (term.length < 2 || !term.endsWith("\"")) return "the closing quote is missing";
    const text = term.slice(1, -1).trim();
    return text === "" ? "nothing between the quotes" : { kind: "phrase", text };
  }
  if (term === "refused") return { kind: "refused" };
  if (term === "disagree") return meta.isSeparate ? ONE_SYSTEM : { kind: "disagree" };
  const ofSystem = /^[A-Za-z][\w-]*:\d+[<>=]/.test(term) ? readComparison(term, meta) : null;
  if (ofSystem !== null) return ofSystem;
  const key = /^([A-Za-z]\w*):(.*)$/s.exec(term);
  if (key) {
    const [, name, rest] = key;
    switch (name) {
      case "label": return readLabel("either", rest, meta);
      case "gold": return readLabel("gold", rest, meta);
      case "sys": return readLabel("system", rest, meta);
      case "mark": return readMark(rest);
      case "relabel": return readRelabel(rest, meta);
      case "doc": return readDocument(rest, meta);
      default: return `${name}: is not a term; put text in quotes`;
    }
  }
  return readComparison(term, meta) ?? { kind: "text", text: term };
}

/** Terms with their places: quotes keep spaces together. */
function* split(query: string): Generator<{ from: number; to: number; text: string }> {
  const pattern = /-?"[^"]*("|$)|\S+/g;
  for (let found = pattern.exec(query); found; found = pattern.exec(query)) {
    yield { from: found.index, to: found.index + found[0].length, text: found[0] };
  }
}

export function parseQuery(query: string, meta: Meta): Query {
  const result: Query = { terms: [], mistakes: [] };
  for (const { from, to, text } of split(query)) {
    const negated = text.startsWith("-");
    const bare = negated ? text.slice(1) : text;
    const body = bare === "" ? "a term must follow the minus" : readTerm(bare, meta);
    if (typeof body === "string") result.mistakes.push({ from, to, why: body });
    else result.terms.push({ ...body, negated } as Term);
  }
  return result;
}

/** The part of a query that may stand in an address: text of the corpus may not. */
export function publicPart(query: string, meta: Meta): string {
  const kept: string[] = [];
  for (const { text } of split(query)) {
    const body = readTerm(text.replace(/^-/, ""), meta);
    if (typeof body !== "string" && body.kind !== "text" && body.kind !== "phrase") kept.push(text);
  }
  return kept.join(" ");
}

/** Whether the query has a term, written as it is or with an alias. */
export function hasTerm(query: string, term: string, meta: Meta): boolean {
  const wanted = JSON.stringify(parseQuery(term, meta).terms[0]);
  return parseQuery(query, meta).terms.some((t) => JSON.stringify(t) === wanted);
}

/** Adds a term at the end, or takes it out. */
export function toggleTerm(query: string, term: string, meta: Meta): string {
  const wanted = JSON.stringify(parseQuery(term, meta).terms[0]);
  const kept: string[] = [];
  let found = false;
  for (const { text } of split(query)) {
    const same = JSON.stringify(parseQuery(text, meta).terms[0]) === wanted;
    if (same) found = true;
    else kept.push(text);
  }
  return (found ? kept : [...kept, term]).join(" ");
}
