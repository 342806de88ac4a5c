"""The example notebook runs, and shows what it should."""

from __future__ import annotations

from pathlib import Path

import pytest


def test_notebook(examples: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(examples / "treescore.ipynb", as_version=4)
    for cell in notebook.cells:
        assert not cell.get("outputs"), "notebooks are committed without outputs"
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(examples)}}
    ).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    html = [
        output["data"]["text/html"]
        for cell in cells
        for output in cell.outputs
        if "text/html" in output.get("data", {})
    ]
    assert any('class="treescore"' in text for text in html)
    pictures = [
        output["data"].get("image/svg+xml", "") for cell in cells for output in cell.outputs if "data" in output
    ]
    assert any(picture.startswith("<svg") for picture in pictures), "a tree draws itself"
    assert any("<svg" in text for text in html), "a diff is a picture"
    streams = [output for cell in cells for output in cell.outputs if output.output_type == "stream"]
    assert not [output for output in streams if output.name == "stderr"], streams
