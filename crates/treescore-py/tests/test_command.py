"""The command line from Python: `ts.main`, `python -m treescore`, the console script."""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import treescore as ts


@pytest.mark.usefixtures("examples")
def test_main_gives_the_status_and_writes_to_python() -> None:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        assert ts.main(["gold.trees", "heron.trees"]) == 0
        assert ts.main(["gold.trees", "wren.trees"]) == 1
        assert ts.main(["gold.trees", "nowhere.trees"]) == 2
        assert ts.main(["--no-such-option"]) == 2
    assert "95.01" in out.getvalue() and "nowhere.trees" in err.getvalue() and "--no-such-option" in err.getvalue()


@pytest.mark.usefixtures("examples")
def test_main_takes_the_arguments_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["program", "--version"])
    assert ts.main() == 0
    assert capsys.readouterr().out.split() == ["treescore", ts.__version__]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.usefixtures("examples")
def test_module_and_script() -> None:
    script = shutil.which("treescore", path=str(Path(sys.executable).parent))
    assert script is not None, "the console script is not installed"
    module = run(sys.executable, "-m", "treescore", "gold.trees", "wren.trees")
    installed = run(script, "gold.trees", "wren.trees")
    assert module.returncode == installed.returncode == 1
    assert module.stdout == installed.stdout and "99.17" in module.stdout
    assert module.stderr == installed.stderr and "wren.trees:6:6" in module.stderr
    assert run(script, "--version").stdout.split() == ["treescore", ts.__version__]


@pytest.mark.usefixtures("examples")
def test_a_closed_pipe_is_no_error() -> None:
    done = run("sh", "-c", f"'{sys.executable}' -m treescore gold.trees heron.trees --per-sentence -f csv | head -n 1")
    assert done.returncode == 0 and done.stderr == "" and done.stdout.startswith("system,")
