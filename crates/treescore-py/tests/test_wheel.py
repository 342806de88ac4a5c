"""The wheel, installed into an empty environment without an index. `TREESCORE_WHEEL` names it."""

from __future__ import annotations

import os
import subprocess
import venv
import zipfile
from pathlib import Path

import pytest
from support import EXAMPLES, leave_out

pytestmark = pytest.mark.wheel


@pytest.fixture(scope="module")
def wheel() -> Path:
    named = os.environ.get("TREESCORE_WHEEL")
    if named is None:
        leave_out("the environment variable TREESCORE_WHEEL names no wheel")
    assert named is not None
    return Path(named)


def test_contents(wheel: Path) -> None:
    assert "-cp310-abi3-" in wheel.name
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in ("__init__.py", "__init__.pyi", "_core.pyi", "py.typed", "arrow.py", "spark.py", "adapters.py"):
        assert f"treescore/{name}" in names, name
    assert any(name.startswith("treescore/_core.") and name.endswith((".so", ".pyd")) for name in names)
    assert any("LICENSE-MIT" in name for name in names)
    [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
    text = zipfile.ZipFile(wheel).read(metadata).decode()
    assert "Requires-Python: >=3.10" in text
    assert [line for line in text.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line] == []


def test_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-index", wheel], check=True)
    program = "import treescore as ts; print(ts.__version__, ts.score('gold.trees', 'heron.trees').counts['matched'])"
    done = subprocess.run([python, "-c", program], cwd=EXAMPLES, capture_output=True, text=True, check=True)
    version, matched = done.stdout.split()
    # What EVALB counts on the same files.
    assert matched == "257"
    shown = subprocess.run([programs / "treescore", "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["treescore", version]
    freeze = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True, check=True)
    assert [line.partition(" @")[0].partition("==")[0] for line in freeze.stdout.splitlines()] == ["treescore"], (
        "no dependency"
    )
