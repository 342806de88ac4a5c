// Runs a search through the chunks: in a worker where the browser allows one, otherwise here in slices of 8 ms.

import { type Store, unpackChunk } from "./chunks";
import { searchChunk } from "./match";
import type { Term } from "./query";
import { type WorkerAnswer, type WorkerJob, type WorkerStart, WORKER_KEEPS } from "./search-worker";
import { NONE } from "./types";

const SLICE = 8;
const IN_FLIGHT = 6;

/** Rows of one chunk that are to be searched: places and rows side by side. */
interface Part {
  chunk: number;
  places: number[];
  rows: Map<number, number>;
}

export interface Listener {
  /** Rows found in a part; `searched` of `total` rows are done. */
  progress(found: number[], searched: number, total: number): void;
  done(): void;
  failed(error: unknown): void;
}

function partsOf(rows: Uint32Array, slots: Uint32Array): Part[] {
  const parts = new Map<number, Part>();
  for (const row of rows) {
    const slot = slots[row];
    if (slot === NONE) continue;
    const chunk = slot >>> 8;
    let part = parts.get(chunk);
    if (!part) parts.set(chunk, part = { chunk, places: [], rows: new Map() });
    part.places.push(slot & 255);
    part.rows.set(slot & 255, row);
  }
  return [...parts.values()].sort((a, b) => a.chunk - b.chunk);
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export class Search {
  private worker: Worker | null = null;
  private tried = false;
  private readonly sent = new Set<number>();
  private run = 0;
  private stopHere: (() => void) | null = null;

  /** `script`: the text of the report's own script, which is also the worker's. */
  constructor(private readonly store: Store, private readonly script: string) {}

  stop(): void {
    this.run++;
    this.stopHere?.();
    this.stopHere = null;
    if (this.worker) this.worker.onmessage = null;
  }

  start(rows: Uint32Array, terms: Term[], system: number, listener: Listener): void {
    this.stop();
    const parts = partsOf(rows, this.store.index.slot);
    const worker = this.openWorker();
    if (worker) this.searchThere(worker, parts, terms, system, listener);
    else void this.searchHere(parts, terms, system, listener).catch((error: unknown) => listener.failed(error));
  }

  private openWorker(): Worker | null {
    if (this.tried) return this.worker;
    this.tried = true;
    try {
      const address = URL.createObjectURL(new Blob([this.script], { type: "text/javascript" }));
      this.worker = new Worker(address);
      URL.revokeObjectURL(address);
      const refused = this.store.index.systems.map((columns) => Uint8Array.from(columns.refusal, (kind) => kind === 0 ? 0 : 1));
      const start: WorkerStart = { type: "start", meta: this.store.meta, refused };
      this.worker.postMessage(start);
    } catch {
      this.worker = null; // the file may not start a worker here
    }
    return this.worker;
  }

  private searchThere(worker: Worker, parts: Part[], terms: Term[], system: number, listener: Listener): void {
    const run = this.run, byChunk = new Map(parts.map((part) => [part.chunk, part]));
    const total = parts.reduce((sum, part) => sum + part.places.length, 0);
    let next = 0, searched = 0, answered = 0;
    const send = (): void => {
      const part = parts[next++];
      if (!part) return;
      const known = this.sent.has(part.chunk);
      if (part.chunk < WORKER_KEEPS) this.sent.add(part.chunk);
      const job: WorkerJob = {
        type: "job", run, chunk: part.chunk, text: known ? null : this.store.source(part.chunk),
        places: Uint8Array.from(part.places), terms, system,
      };
      worker.postMessage(job);
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      const part = byChunk.get(data.chunk);
      if (data.run !== run || !part) return;
      searched += part.places.length;
      listener.progress(Array.from(data.found, (place) => part.rows.get(place) as number), searched, total);
      if (++answered === parts.length) listener.done();
      else send();
    };
    // A worker that cannot run at all reports an error before its first answer: go on here.
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.worker = null;
      if (run === this.run) void this.searchHere(parts.slice(answered), terms, system, listener).catch((error: unknown) => listener.failed(error));
    };
    if (parts.length === 0) listener.done();
    for (let i = 0; i < IN_FLIGHT; i++) send();
  }

  private async searchHere(parts: Part[], terms: Term[], system: number, listener: Listener): Promise<void> {
    const total = parts.reduce((sum, part) => sum + part.places.length, 0);
    let stopped = false, searched = 0, slice = performance.now();
    this.stopHere = () => { stopped = true; };
    for (const part of parts) {
      const chunk = await unpackChunk(this.store.source(part.chunk), this.store.meta, this.store.refused);
      const found: number[] = [];
      for (const place of searchChunk(chunk, part.places, terms, system)) {
        if (place !== null) found.push(part.rows.get(place) as number);
        if (performance.now() - slice < SLICE) continue;
        await pause();
        if (stopped) return;
        slice = performance.now();
      }
      if (stopped) return;
      searched += part.places.length;
      listener.progress(found, searched, total);
    }
    if (!stopped) listener.done();
  }
}
