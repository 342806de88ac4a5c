// Chromium as every test and picture starts it.
import { chromium } from "playwright-core";

// Small machines have little shared memory, and no network: Chromium does with neither.
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-quic", "--disable-sync", "--no-first-run"];

/** How long a test waits for anything, in milliseconds: long, because a machine may be busy with other things. */
export const PATIENCE = 180_000;

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS, timeout: PATIENCE });
