// Loads TypeScript modules of `src` into Node for tests, bundled in memory.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

export async function load(...names) {
  const contents = names.map((name) => `export * from "./${name}";`).join("\n");
  const result = await esbuild.build({ stdin: { contents, resolveDir: join(here, "../src"), loader: "ts" }, bundle: true, write: false, format: "esm", target: "es2022" });
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].contents).toString("base64")}`);
}
