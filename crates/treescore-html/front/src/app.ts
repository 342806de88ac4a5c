// The entry: the page's script, and, without a document, the search worker's.

import { startPage } from "./page";
import { startWorker } from "./search-worker";

if (typeof document === "undefined") startWorker(self as unknown as Parameters<typeof startWorker>[0]);
else startPage(document.currentScript?.textContent ?? "");
