"""Reads every machine format with pandas, jq and node, and checks that nothing is lost on the way."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pandas

BINARY, EXAMPLES, WORK, SAFE = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
TREES = ["gold.trees", "heron.trees", "wren.trees"]
OPTIONS = [
    [],
    ["--per-sentence"],
    ["--detail"],
    ["--refused"],
    ["--worst", "3"],
    ["--by", "label"],
    ["--by", "length"],
    ["--align", "--per-sentence"],
    ["--utterances", "--per-sentence"],
]
MEASURES = ["parseval", "struct-iou", "tree-node", "parseval,dependency,struct-iou,leaf-ancestor"]


def run(*arguments):
    done = subprocess.run([str(word) for word in arguments], capture_output=True, text=True, cwd=EXAMPLES)
    if done.returncode not in (0, 1):
        sys.exit(f"readers: {arguments}: {done.stderr}")
    return done.stdout


def treescore(measure, options, format):
    return run(BINARY, "-m", measure, *options, "-f", format, *TREES)


def same(one, other):
    """Equal, and of equal kind: 1 is not 1.0, and nothing is missing."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def of_frame(frame):
    """The records of a frame of JSON lines, without the cells that pandas adds where a line has no such field."""
    return [{key: value for key, value in record.items()} for record in frame.to_dict("records")]


def check_json(text, file):
    value = json.loads(text)
    series = pandas.read_json(io.StringIO(text), typ="series", precise_float=True)
    assert same(series.to_dict(), value), f"{file}: pandas reads something else"
    # jq writes 1.0 as 1, which is the same number.
    assert json.loads(run("jq", ".", file)) == value, f"{file}: jq reads something else"
    for row in value.get("rows", []):
        assert set(row) >= {"system", "measure", "kind", "pair", "file", "gold_line", "system_line"}, row
    return value


def check_jsonl(text, file):
    lines = [json.loads(line) for line in text.splitlines()]
    frame = pandas.read_json(io.StringIO(text), lines=True, precise_float=True, dtype=False)
    assert len(frame) == len(lines), f"{file}: pandas reads {len(frame)} lines"
    for record, line in zip(of_frame(frame), lines):
        assert all(same(record[key], value) for key, value in line.items() if not isinstance(value, (int, type(None)))), file
    jq = [json.loads(line) for line in run("jq", "-c", ".", file).splitlines()]
    assert jq == lines, f"{file}: jq reads something else"


def check_csv(text, file):
    frame = pandas.read_csv(io.StringIO(text), float_precision="round_trip", dtype=str, keep_default_na=False)
    assert len(frame) == text.count("\n") - 1, f"{file}: pandas reads {len(frame)} rows"
    assert not any("Unnamed" in column for column in frame.columns), file
    numbers = pandas.read_csv(io.StringIO(text), float_precision="round_trip")
    for column in numbers.select_dtypes("float"):
        written = [value for value in frame[column] if value]
        assert [repr(float(value)) for value in written] == [repr(value) for value in numbers[column].dropna()], column


def main():
    files = []
    for measure in MEASURES:
        for number, options in enumerate(OPTIONS):
            for format, check in (("json", check_json), ("jsonl", check_jsonl), ("csv", check_csv)):
                if format == "csv" and set(options) & {"--detail", "--refused", "--worst"}:
                    continue
                if "leaf-ancestor" in measure and "label" in options:
                    continue  # it has no scores by label
                text = treescore(measure, options, format)
                file = WORK / f"{measure.replace(',', '+')}-{number}.{format}"
                file.write_text(text)
                check(text, file)
                if format != "csv":
                    files.append(file)
    run("node", SAFE, *files)
    print(f"readers: pandas {pandas.__version__}, jq and node read {len(files)} JSON files and their tables without loss")


main()
