// Chunks of records, unpacked when first needed; the last 16 stay.

import { fromBase64 } from "./base64";
import { Cursor, type IsRefused, openChunk, readPair, readText, skipRecord } from "./decode";
import { owners } from "./filter";
import { inflate } from "./inflate";
import { type Index, type Meta, NONE, type Pair } from "./types";

const KEPT = 16;
const KEPT_TEXTS = 4000;

/** An unpacked chunk and where its records begin. */
export class Chunk {
  private readonly starts: [number, number][] = [];

  constructor(private readonly bytes: Uint8Array, private readonly meta: Meta, private readonly refused: IsRefused) {
    const cursor = openChunk(bytes);
    const end = cursor.string;
    while (cursor.number < end) {
      this.starts.push([cursor.number, cursor.string]);
      skipRecord(cursor, meta, refused);
    }
  }

  get size(): number {
    return this.starts.length;
  }

  private at(place: number): Cursor {
    const start = this.starts[place];
    if (!start) throw new Error(`the chunk has no record ${place}`);
    return new Cursor(this.bytes, start[0], start[1]);
  }

  pair(place: number): Pair {
    return readPair(this.at(place), this.meta, this.refused);
  }

  text(place: number): string {
    return readText(this.at(place));
  }
}

export async function unpackChunk(text: string, meta: Meta, refused: IsRefused): Promise<Chunk> {
  return new Chunk(await inflate(fromBase64(text)), meta, refused);
}

/** Keeps the most recently used values. */
class Recent<K, V> {
  private readonly map = new Map<K, V>();

  constructor(private readonly size: number) {}

  get(key: K): V | undefined {
    const value = this.map.get(key);
    if (value !== undefined) {
      this.map.delete(key);
      this.map.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.map.set(key, value);
    if (this.map.size > this.size) this.map.delete(this.map.keys().next().value as K);
  }

  delete(key: K): void {
    this.map.delete(key);
  }
}

/** Trees and texts by row of the index. */
export class Store {
  private readonly chunks = new Recent<number, Promise<Chunk>>(KEPT);
  private readonly texts = new Recent<number, string>(KEPT_TEXTS);
  readonly refused: IsRefused;
  /** By row: the only system that has the pair. None if all have all pairs. */
  readonly owners: Int32Array | null;

  constructor(readonly meta: Meta, readonly index: Index, readonly source: (chunk: number) => string) {
    this.refused = (pair, system) => index.systems[system].refusal[pair - 1] !== 0;
    this.owners = owners(meta, index);
  }

  /** Whether the file holds the trees of a row. */
  has(row: number): boolean {
    return this.index.slot[row] !== NONE;
  }

  private chunk(number: number): Promise<Chunk> {
    let chunk = this.chunks.get(number);
    if (!chunk) {
      chunk = unpackChunk(this.source(number), this.meta, this.refused);
      chunk.catch(() => this.chunks.delete(number));
      this.chunks.set(number, chunk);
    }
    return chunk;
  }

  async pair(row: number): Promise<Pair> {
    const slot = this.index.slot[row];
    return (await this.chunk(slot >>> 8)).pair(slot & 255);
  }

  /** The text of a row if it is at hand. */
  knownText(row: number): string | undefined {
    return this.texts.get(row);
  }

  async text(row: number): Promise<string> {
    const known = this.texts.get(row);
    if (known !== undefined) return known;
    const slot = this.index.slot[row];
    const text = joinWords((await this.chunk(slot >>> 8)).text(slot & 255));
    this.texts.set(row, text);
    return text;
  }
}

/** Punctuation moves to the word before it, as people write. */
export const joinWords = (text: string): string => text.replace(/ ([.,?!;:]+)(?= |$)/g, "$1");
