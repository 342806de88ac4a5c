// Search in text and labels away from the page's thread. The worker runs the same script as the page: app.ts sees that there
// is no document and calls `startWorker`.

import { Chunk, unpackChunk } from "./chunks";
import { searchChunk } from "./match";
import type { Term } from "./query";
import type { Meta } from "./types";

/** Given once. `refused[system][row]` is 1 for refused pairs. */
export interface WorkerStart {
  type: "start";
  meta: Meta;
  refused: Uint8Array[];
}

/** Search in one chunk. `text` is there when the worker has not seen the chunk yet. */
export interface WorkerJob {
  type: "job";
  run: number;
  chunk: number;
  text: string | null;
  places: Uint8Array;
  terms: Term[];
  system: number;
}

export interface WorkerAnswer {
  run: number;
  chunk: number;
  found: Uint8Array;
}

/** Chunks below this number stay unpacked in the worker: about 60,000 pairs. */
export const WORKER_KEEPS = 240;

export function startWorker(scope: { onmessage: ((event: MessageEvent<WorkerStart | WorkerJob>) => void) | null; postMessage(answer: WorkerAnswer): void }): void {
  let start: WorkerStart | null = null;
  const chunks = new Map<number, Promise<Chunk>>();
  const open = (job: WorkerJob, { meta, refused }: WorkerStart): Promise<Chunk> => {
    const known = chunks.get(job.chunk);
    if (known) return known;
    const chunk = unpackChunk(job.text ?? "", meta, (pair, system) => refused[system][pair - 1] !== 0);
    if (job.chunk < WORKER_KEEPS) chunks.set(job.chunk, chunk);
    return chunk;
  };
  scope.onmessage = ({ data }) => {
    if (data.type === "start") {
      start = data;
      return;
    }
    if (!start) return;
    void open(data, start).then((chunk) => {
      const found: number[] = [];
      for (const place of searchChunk(chunk, data.places, data.terms, data.system)) if (place !== null) found.push(place);
      scope.postMessage({ run: data.run, chunk: data.chunk, found: Uint8Array.from(found) });
    });
  };
}
