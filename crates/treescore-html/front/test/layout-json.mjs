// The layout for another program: one JSON input per line on stdin ({columns, gap, nodes: [{parent, stretches, label}]}),
// one JSON result per line on stdout. The Rust twin is compared with this.
import { createInterface } from "node:readline";
import { load } from "./load.mjs";

const { layout } = await load("layout");
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") process.stdout.write(`${JSON.stringify(layout(JSON.parse(line)))}\n`);
}
