"""The manual's stories run in `examples/`; what they print is a snapshot, `stories.txt`.

`TREESCORE_BLESS=1 pytest tests/test_stories.py` writes the snapshot.
"""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import treescore as ts
from support import BLESS

HERE = Path(__file__).parent
SNAPSHOT = HERE / "stories.txt"

spec = importlib.util.spec_from_file_location("stories", HERE / "stories.py")
assert spec is not None and spec.loader is not None
stories = importlib.util.module_from_spec(spec)
spec.loader.exec_module(stories)


def write_pairs() -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    gold = Path("gold.trees").read_text().splitlines()
    system = Path("heron.trees").read_text().splitlines()
    table = pa.table({"gold": gold, "system": system, "id": list(range(24)), "domain": ["sea", "land"] * 12})
    pq.write_table(table, "pairs.parquet")


def uniform_model(words: tuple[str, ...]) -> Any:
    np = pytest.importorskip("numpy")
    size = len(words) + 1
    return np.full((size, size, 27), 0.01)


def batches() -> list[tuple[list[int], list[str]]]:
    parses = Path("heron.trees").read_text().splitlines()
    ids = list(range(24))
    random.Random(2).shuffle(ids)
    return [(ids[at : at + 5], [parses[i] for i in ids[at : at + 5]]) for at in range(0, 24, 5)]


def training() -> None:
    print(stories.training_loop(batches(), epochs=2))


def parts() -> None:
    stories.parts_add_up(ts.read("gold.trees"), ts.read("heron.trees"))


def phrases() -> None:
    pytest.importorskip("numpy")
    stories.phrases(uniform_model)


def honey() -> tuple[list[str], list[str]]:
    gold, replies = (Path(name).read_text().splitlines() for name in ("honey.gold", "honey.jsonl"))
    return gold, [json.loads(line)["reply"] for line in replies]


def language_models() -> None:
    stories.language_models(honey()[1])


def harness() -> None:
    gold, replies = honey()
    print(stories.harness([{"tree": tree} for tree in gold], replies))


def frames() -> None:
    for library in ("pandas", "polars", "pyarrow"):
        pytest.importorskip(library)
    write_pairs()
    stories.frames()


def nltk_trees() -> None:
    pytest.importorskip("nltk")
    stories.nltk_trees()


def hugging_face() -> None:
    gold, parses = (Path(name).read_text().splitlines() for name in ("gold.trees", "heron.trees"))
    print(stories.hugging_face(parses, gold))


def torch_style() -> None:
    gold, parses = (Path(name).read_text().splitlines() for name in ("gold.trees", "heron.trees"))
    print(stories.torch_style(iter([(parses[:10], gold[:10]), (parses[10:], gold[10:])])))


def other_engines() -> None:
    pa = pytest.importorskip("pyarrow")
    write_pairs()
    import pyarrow.parquet as pq

    table = pq.read_table("pairs.parquet")
    assert isinstance(table, pa.Table)
    print(stories.other_engines(iter(table.to_batches(max_chunksize=7))))


STORIES: dict[str, Callable[[], object]] = {
    "two files": stories.two_files,
    "one pair": stories.one_pair,
    "other numbers": stories.other_numbers,
    "training loop": training,
    "parts add up": parts,
    "many systems": stories.many_systems,
    "is it real": stories.is_it_real,
    "wrong brackets": stories.wrong_brackets,
    "trouble": stories.trouble,
    "speech": stories.speech,
    "other words": stories.other_words,
    "other formats": stories.other_formats,
    "phrases": phrases,
    "language models": language_models,
    "frames": frames,
    "nltk trees": nltk_trees,
    "hugging face": hugging_face,
    "torch style": torch_style,
    "harness": harness,
    "other engines": other_engines,
}


def expected() -> dict[str, str]:
    if not SNAPSHOT.exists():
        return {}
    parts = SNAPSHOT.read_text().split("=== ")[1:]
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}


@pytest.mark.parametrize("name", STORIES)
@pytest.mark.usefixtures("examples")
def test_story(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    STORIES[name]()
    printed = capsys.readouterr().out.rstrip("\n") + "\n\n"
    if BLESS:
        known = expected() | {name: printed}
        order = [story for story in STORIES if story in known]
        SNAPSHOT.write_text("".join(f"=== {story}\n{known[story]}" for story in order))
    assert printed == expected().get(name), "the story prints something else; look at it, then TREESCORE_BLESS=1"


def test_every_story_is_run() -> None:
    written = {name for name, value in vars(stories).items() if callable(value) and value.__module__ == "stories"}
    elsewhere = {"on_spark", "watch", "housekeeping"}
    run = {name.replace(" ", "_") for name in STORIES} | {"training_loop", "parts_add_up"}
    assert written - elsewhere <= run


@pytest.mark.usefixtures("examples")
def test_housekeeping(capsys: pytest.CaptureFixture[str]) -> None:
    assert stories.housekeeping() == 0
    assert "95.01" in capsys.readouterr().out
