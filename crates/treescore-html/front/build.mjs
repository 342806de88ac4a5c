// Builds `dist/report.js` and `dist/report.css`. Both are committed, so that cargo needs no Node; the same sources and
// tool versions give the same bytes. `node build.mjs DIR` writes elsewhere, to compare a fresh build with the committed one.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "dist");

/** In the order of the cascade: tokens first, print last. */
const STYLES = ["tokens", "base", "overview", "charts", "list", "sentence", "trees", "print"];

mkdirSync(out, { recursive: true });

const script = await esbuild.build({
  absWorkingDir: here,
  entryPoints: ["src/app.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  // ASCII only: the file's bytes do not depend on how an HTML template is read, and `</script` cannot hide in a text.
  charset: "ascii",
  legalComments: "none",
  write: false,
});
writeFileSync(join(out, "report.js"), script.outputFiles[0].contents);

const css = STYLES.map((name) => readFileSync(join(here, `src/style/${name}.css`), "utf8")).join("\n");
const style = await esbuild.transform(css, { loader: "css", minify: true, legalComments: "none" });
writeFileSync(join(out, "report.css"), style.code);
