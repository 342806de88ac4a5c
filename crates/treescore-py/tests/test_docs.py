"""Every `>>>` of the manual's Python pages, of the README and of docstrings.

`TREESCORE_BLESS=1 pytest tests/test_docs.py` writes what the pages' examples print.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib
import inspect
import io
import logging
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import treescore
from support import BLESS, ROOT

PAGES = [ROOT / "docs/python.md", ROOT / "crates/treescore-py/README.md"]
MODULES = ["treescore", "treescore.arrow", "treescore.adapters", "treescore._frames", "treescore._progress"]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


@contextlib.contextmanager
def warnings_on_stdout() -> Any:
    """Shows what treescore logs where doctest looks."""

    class Printer(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            print(f"{record.levelname} {record.name}: {record.getMessage()}", file=sys.stdout)

    printer, logger = Printer(), logging.getLogger("treescore")
    logger.addHandler(printer)
    propagates, logger.propagate = logger.propagate, False
    try:
        yield
    finally:
        logger.removeHandler(printer)
        logger.propagate = propagates


def examples_of(page: Path) -> list[doctest.Example]:
    """The examples of a page; a block without `>>>` is not run."""
    text = page.read_text()
    found = []
    for block in FENCE.finditer(text):
        line = text[: block.start(1)].count("\n")
        for example in doctest.DocTestParser().get_examples(with_blank_lines(block[1]), str(page)):
            example.lineno += line
            found.append(example)
    return found


def with_blank_lines(block: str) -> str:
    """A blank line inside of what is printed is part of it; doctest would stop there."""
    return re.sub(r"^$(?=\n+(?!>>>|\n))", "<BLANKLINE>", block, flags=re.M)


def needs(page: Path) -> set[str]:
    names = {"pandas", "polars", "pyarrow", "nltk", "numpy"}
    return {name for name in names if re.search(rf">>> (import|from) {name}\b", page.read_text())}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.usefixtures("examples")
def test_page(page: Path) -> None:
    for library in needs(page):
        pytest.importorskip(library)
    examples = examples_of(page)
    assert examples, "a page without examples"
    if BLESS:
        bless(page, examples)
        examples = examples_of(page)
    test = doctest.DocTest(examples, {}, page.name, str(page), 0, None)
    report = io.StringIO()
    with warnings_on_stdout():
        result = doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=report.write)
    assert result.failed == 0, report.getvalue()


def bless(page: Path, examples: list[doctest.Example]) -> None:
    """Writes what each example prints below it; an expectation that holds, `…` included, stays."""
    lines = page.read_text().splitlines(keepends=True)
    names: dict[str, Any] = {}
    edits = []
    for example in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), warnings_on_stdout():
            try:
                exec(compile(example.source, str(page), "single"), names)
            except Exception as error:
                kind = type(error)
                name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
                print(f"Traceback (most recent call last):\n{name}: {error}")
        got = printed.getvalue()
        if not doctest.OutputChecker().check_output(example.want, got, FLAGS):
            edits.append((example, got))
    for example, got in reversed(edits):
        begin = example.lineno + example.source.count("\n")
        lines[begin : begin + example.want.count("\n")] = [got]
    page.write_text("".join(lines))


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    if name == "treescore.arrow":
        pytest.importorskip("pyarrow")
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.attempted > 0
    assert result.failed == 0


def test_stub_docstrings() -> None:
    """The examples in the stub: what an editor shows must be true."""
    stub = Path(treescore.__file__).with_name("__init__.pyi").read_text()
    names = {name: getattr(treescore, name) for name in treescore.__all__}
    nodes = [node for node in ast.walk(ast.parse(stub)) if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    docs = [ast.get_docstring(node) or "" for node in nodes]
    examples = [example for doc in docs for example in doctest.DocTestParser().get_examples(doc)]
    assert examples
    test = doctest.DocTest(examples, names, "stub", "__init__.pyi", 0, None)
    report = io.StringIO()
    assert doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=report.write).failed == 0, (
        report.getvalue()
    )


def test_public_names_have_docstrings() -> None:
    named = {name: getattr(treescore, name) for name in treescore.__all__}
    written = {name: value for name, value in named.items() if isinstance(value, type) or inspect.isroutine(value)}
    assert len(written) > 50
    assert not [name for name, value in written.items() if not value.__doc__]
