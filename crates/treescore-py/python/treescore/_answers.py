"""What questions about scores are answered with: the text of the command line, its JSON, and records of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Generic, Literal, TypeVar, overload

from treescore._core import Score
from treescore._types import (
    Baseline,
    Change,
    CheckedSystem,
    Example,
    ExplainedNumber,
    Finding,
    Law,
    Rule,
    Worth,
)

__all__ = ["Baselines", "Check", "Explanation", "Rerun", "Selftest", "Verification"]

_R = TypeVar("_R")


class Answer:
    """An answer. Prints as the command line does."""

    def __init__(self, text: str, found: str) -> None:
        self._text = text
        self._json = found

    def to_dict(self) -> dict[str, Any]:
        """Give what `--format json` writes."""
        found: dict[str, Any] = json.loads(self._json)
        return found

    def to_json(self, *, indent: int | None = None) -> str:
        """Give the same as text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._brief()}>"

    def _brief(self) -> str:
        return self._text.partition("\n")[0]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(self._json)

    def _repr_html_(self) -> str:
        from treescore import _html

        return _html.text(str(self))


class Listed(Answer, Generic[_R]):
    """An answer that is a list of records, too."""

    _rows: tuple[_R, ...]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[_R]:
        return iter(self._rows)

    @overload
    def __getitem__(self, at: int) -> _R: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[_R, ...]: ...
    def __getitem__(self, at: int | slice) -> _R | tuple[_R, ...]:
        return self._rows[at]


class Check(Listed[Finding]):
    """What would spoil a score: the findings, most serious first. Prints as `treescore check` does."""

    def __init__(self, text: str, found: str) -> None:
        super().__init__(text, found)
        self._rows = tuple(_finding(one) for one in self.to_dict()["findings"])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, most serious first."""
        return self._rows

    @property
    def systems(self) -> tuple[CheckedSystem, ...]:
        """How many pairs each system has, and how many a score would refuse."""
        return tuple(CheckedSystem(**one) for one in self.to_dict()["systems"])

    @property
    def severity(self) -> Literal["note", "warning", "refusal"] | None:
        """How serious it is; pairs that a score would refuse are as serious as a warning. `None`: nothing was found."""
        found = {finding.severity for finding in self._rows}
        if "refusal" in found:
            return "refusal"
        if "warning" in found or any(system.refused for system in self.systems):
            return "warning"
        return "note" if found else None

    @property
    def is_clean(self) -> bool:
        """True if there is nothing but notes."""
        return self.severity in (None, "note")

    def _brief(self) -> str:
        return f"{len(self)} findings, {self.severity or 'clean'}"


class Explanation(Listed[Rule]):
    """Why two numbers differ: the rules, in the order of their switching. Prints as `treescore explain` does."""

    def __init__(self, text: str, found: str) -> None:
        super().__init__(text, found)
        self._rows = tuple(_rule(one) for one in self.to_dict()["rules"])

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What each rule is worth. `points` of all, and `share` of all, add up to `difference` exactly."""
        return self._rows

    @property
    def measure(self) -> str:
        """The measure."""
        return str(self.to_dict()["measure"])

    @property
    def figure(self) -> str:
        """The figure that is explained."""
        return str(self.to_dict()["figure"])

    @property
    def from_(self) -> ExplainedNumber:
        """The first number."""
        return ExplainedNumber(**self.to_dict()["from"])

    @property
    def to(self) -> ExplainedNumber:
        """The second number."""
        return ExplainedNumber(**self.to_dict()["to"])

    @property
    def difference(self) -> float:
        """The second number minus the first, a fraction."""
        return float(self.to_dict()["difference"])

    def _brief(self) -> str:
        return f"{self.from_.name} to {self.to.name}, {len(self)} rules, {self.difference:+.4f}"


class Rerun(Answer):
    """A published score, made again. Prints as `treescore rerun` does."""

    def __init__(
        self, text: str, found: str, score: Score, same: bool, differences: list[tuple[str, str, str]]
    ) -> None:
        super().__init__(text, found)
        self._score = score
        self._same = same
        self._differences = tuple(Change(*one) for one in differences)

    @property
    def score(self) -> Score:
        """The score, as it is now."""
        return self._score

    @property
    def same(self) -> bool:
        """True if settings, gold trees and number of pairs are those of the signature. The version may be another."""
        return self._same

    @property
    def differences(self) -> tuple[Change, ...]:
        """What is not as the signature says: settings, data, version."""
        return self._differences

    def _brief(self) -> str:
        return f"{'same' if self.same else 'differs'}, {self._score!r}"


class Verification(Answer):
    """Published numbers, compared with those of a run now. Prints as `treescore verify` does."""

    @property
    def same(self) -> bool:
        """True if every number is the same."""
        return bool(self.to_dict()["same"])

    @property
    def compared(self) -> int:
        """How many numbers were compared."""
        return int(self.to_dict()["compared"])

    @property
    def made_by(self) -> str:
        """The version that made the published results."""
        return str(self.to_dict()["made_by"])

    @property
    def differences(self) -> tuple[Change, ...]:
        """The numbers that differ."""
        return tuple(Change(**one) for one in self.to_dict()["differences"])

    @property
    def reasons(self) -> tuple[Change, ...]:
        """How the two runs differ: version, settings, data."""
        return tuple(Change(**one) for one in self.to_dict()["reasons"])

    @property
    def left_out(self) -> tuple[str, ...]:
        """Parts of the published results that were not compared."""
        return tuple(self.to_dict()["left_out"])


class Baselines(Listed[Baseline]):
    """What scores are seen beside. Prints as the part of `treescore --baselines` that is about them."""

    def __init__(self, text: str, found: str) -> None:
        super().__init__(text, found)
        self._rows = tuple(_baseline(one, score) for one in self.to_dict()["baselines"] for score in one["scores"])

    def _brief(self) -> str:
        return f"{len(self)} rows"


class Selftest(Listed[Law]):
    """The laws of scoring, checked on your trees. Prints as `treescore selftest` does."""

    def __init__(self, text: str, found: str) -> None:
        super().__init__(text, found)
        self._rows = tuple(_law(one) for one in self.to_dict()["laws"])

    @property
    def holds(self) -> bool:
        """True if no law fails."""
        return bool(self.to_dict()["holds"])

    @property
    def laws(self) -> tuple[Law, ...]:
        """The laws, measure by measure."""
        return self._rows

    def _brief(self) -> str:
        return f"{len(self)} laws, {'all hold' if self.holds else 'some fail'}"


def _finding(one: dict[str, Any]) -> Finding:
    worth = one.get("figure")
    return Finding(
        one["id"],
        one["severity"],
        one.get("side"),
        one.get("count"),
        one.get("of"),
        one.get("first"),
        one["message"],
        tuple(one.get("help", ())),
        one.get("system"),
        Worth(*worth) if worth is not None else None,
    )


def _rule(one: dict[str, Any]) -> Rule:
    settings = tuple(Change(change["key"], change["from"], change["to"]) for change in one["settings"])
    refused = (one["refused"][0], one["refused"][1])
    return Rule(**{**one, "settings": settings, "refused": refused, "examples": tuple(map(_example, one["examples"]))})


def _example(one: dict[str, Any]) -> Example:
    before, after = one["before"], one["after"]
    return Example(
        one["pair"],
        one["words"],
        one["gold"],
        one["system"],
        (before["value"], after["value"]),
        (before["refused"], after["refused"]),
        (tuple(before["differences"]), tuple(after["differences"])),
    )


def _baseline(row: dict[str, Any], score: dict[str, Any]) -> Baseline:
    return Baseline(
        row["baseline"],
        row.get("name"),
        score["measure"],
        score["corpus"],
        score["sentence_mean"],
        score.get("spread"),
        score["read"],
        score["refused"],
    )


def _law(one: dict[str, Any]) -> Law:
    def place(found: dict[str, Any] | None) -> str | None:
        if found is None:
            return None
        parts = [str(found[key]) for key in ("file", "line") if found[key] is not None]
        return ": ".join([*([":".join(parts)] if parts else []), found["what"]])

    return Law(
        one["law"],
        one["measure"],
        one["outcome"],
        one["unit"],
        one["checked"],
        one["refused"],
        place(one["first_refused"]),
        one["failed"],
        place(one["first"]),
        one["note"],
    )


for _answer in (Check, Explanation, Rerun, Verification, Baselines, Selftest):
    # Pickles and messages then say `treescore.Check`; this module may be renamed.
    _answer.__module__ = "treescore"
