"""What the tests share: a copy of the examples, generated pairs, the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import EXAMPLES, Cli, leave_out, make_pairs


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the examples, as working directory: tests may write there."""
    copy = tmp_path / "examples"
    shutil.copytree(EXAMPLES, copy)
    monkeypatch.chdir(copy)
    return copy


@pytest.fixture
def cli(examples: Path) -> Cli:
    """The command line's JSON report; `TREESCORE` names the program."""
    program = os.environ.get("TREESCORE")
    if program is None:
        leave_out("the environment variable TREESCORE does not name the program treescore")
    assert program is not None

    def run(*arguments: str) -> Any:
        done = subprocess.run([program, *arguments, "-f", "json"], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def pairs() -> tuple[list[str], list[str]]:
    gold, system = make_pairs(300)
    return gold, system
