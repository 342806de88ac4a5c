"""Checks that JSON fits the published schemas, with a validator that others use."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema

BINARY, EXAMPLES, WORK = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
DOCS = EXAMPLES.parent / "docs"
SYSTEMS = "gold.trees heron.trees plover.trees wren.trees"
LINES = [
    ("report", f"{SYSTEMS} --by label"),
    ("report", f"{SYSTEMS} -m parseval,struct-iou --per-sentence --refused --worst 2"),
    ("report", "gold.trees heron.trees --align --per-sentence"),
    ("report", "talk.gold talk.asr --side"),
    ("compare", f"compare {SYSTEMS}"),
    ("compare", f"compare {SYSTEMS} --pairwise --ci bca --level 99.9"),
    ("compare", "compare gold.trees heron.trees wren.trees -m struct-iou --test bootstrap"),
    ("compare", "compare --evalb {work}/heron.txt {work}/wren.txt"),
    ("correlate", "correlate gold.trees heron.trees wren.trees -m parseval,struct-iou"),
    ("selftest", "selftest gold.trees heron.trees -m parseval,tree-node"),
    ("explain", "explain gold.trees heron.trees --from raw --to collins --examples 2"),
    ("explain", "explain five.gold five.system --from pyevalb --to collins --to-set pairs=all"),
    ("correlate", "correlate gold.trees heron.trees -m parseval,struct-iou --over groups --group 2"),
]


def run(line):
    words = line.format(work=WORK).split()
    done = subprocess.run([BINARY, *words], capture_output=True, text=True, cwd=EXAMPLES)
    if done.returncode not in (0, 1):
        sys.exit(f"schemas: {line}: {done.stderr}")
    return done.stdout


def validator(name):
    schema = json.loads((DOCS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


for system in ("heron", "wren"):
    (WORK / f"{system}.txt").write_text(run(f"evalb gold.trees {system}.trees"))
for name, line in LINES:
    value = json.loads(run(f"{line} -f json"))
    for error in validator(name).iter_errors(value):
        sys.exit(f"schemas: {line}: {error.json_path}: {error.message}")
    # A schema that allows everything would not notice that a field is missing.
    missing = {key: field for key, field in value.items() if key != "schema"}
    if validator(name).is_valid(missing):
        sys.exit(f"schemas: {name}: the schema does not ask for the field `schema`")
print(f"schemas: {len(LINES)} reports fit")
