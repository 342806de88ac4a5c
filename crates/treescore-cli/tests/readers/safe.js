// Reads JSON (or JSON lines) files and fails if a number in them is not what was written: an integer beyond 2^53.
const fs = require("fs");
for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, "utf8");
  const values = file.endsWith(".jsonl") ? text.trim().split("\n").map((line) => JSON.parse(line)) : [JSON.parse(text)];
  const walk = (value, path) => {
    if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new Error(`${file}: ${path} is ${value}`);
    }
    if (value && typeof value === "object") Object.entries(value).forEach(([key, inner]) => walk(inner, `${path}.${key}`));
  };
  values.forEach((value) => walk(value, "$"));
}
