"""Questions about scores: what would spoil one, why two differ, whether a published one can be made again."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from treescore import _core
from treescore._answers import Baselines, Check, Explanation, Rerun, Selftest, Verification

if TYPE_CHECKING:
    from treescore import Report, Score, Setup
    from treescore._aliases import Pairing, SettingValue, Side, Times

__all__ = ["baselines", "check", "explain", "rerun", "selftest", "verify"]


def check(
    gold: Side,
    /,
    *systems: Side | Mapping[str, Side],
    measure: str | Setup | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    pairing: Pairing | None = None,
    input: str | None = None,
    encoding: str | None = None,
    nbest: Literal["first", "best"] | None = None,
    skip: Sequence[str] | None = None,
    gold_times: Times | None = None,
    system_times: Times | Sequence[Times] | None = None,
    threads: int | None = None,
) -> Check:
    """Say what would spoil a score, before it is made: every finding, most serious first, and what remedies are worth.

    Systems are given one after the other, or as one mapping from their names. Without a system: what can be said about
    one file.

    >>> check("(S (NP (D a) (N b)) (V c))", "(S (NP (D a) (N b)) (V d))").systems[0].refused
    1
    """
    options = _options(measure, recipe, settings, pairing, input, encoding, nbest, skip, threads)
    options |= {"gold_times": gold_times, "system_times": _times(system_times, len(systems))}
    return Check(*_core.ask_check(gold, _systems(systems), options))


def explain(
    gold: Side,
    system: Side,
    /,
    *,
    from_: str | os.PathLike[str] | Setup,
    to: str | os.PathLike[str] | Setup,
    from_settings: Mapping[str, SettingValue] | None = None,
    to_settings: Mapping[str, SettingValue] | None = None,
    order: Sequence[str] = (),
    examples: int = 1,
    seed: int | None = None,
    measure: str | Setup | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    pairing: Pairing | None = None,
    input: str | None = None,
    encoding: str | None = None,
    nbest: Literal["first", "best"] | None = None,
    skip: Sequence[str] | None = None,
    gold_times: Times | None = None,
    system_times: Times | None = None,
    threads: int | None = None,
) -> Explanation:
    """Say why two numbers for the same trees differ: what each rule is worth, and pairs that show it.

    `from_` and `to` are recipes, parameter files, signatures or setups; `from_settings` and `to_settings` change one of
    them, also by `{"pairs": "scored"}`, `"all"` or `"within"`. `order` names the rules that are switched first.
    """
    options = _options(measure, None, settings, pairing, input, encoding, nbest, skip, threads)
    options |= {"gold_times": gold_times, "system_times": system_times}
    ends = (from_, _dict(from_settings)), (to, _dict(to_settings))
    return Explanation(*_core.ask_explain(gold, system, ends, (list(order), examples, seed), options))


def rerun(
    signature: str,
    gold: Side,
    system: Side,
    /,
    *,
    input: str | None = None,
    encoding: str | None = None,
    skip: Sequence[str] | None = None,
    gold_times: Times | None = None,
    system_times: Times | None = None,
    threads: int | None = None,
) -> Rerun:
    """Make a published score again, and say what differs from its signature."""
    options = _options(None, None, None, None, input, encoding, None, skip, threads)
    options |= {"gold_times": gold_times, "system_times": system_times}
    (text, found), score, same, differences = _core.ask_rerun(signature, gold, system, options)
    return Rerun(text, found, score, same, differences)


def verify(
    results: str | os.PathLike[str] | Mapping[str, Any] | Score | Report,
    gold: Side,
    /,
    *systems: Side | Mapping[str, Side],
    input: str | None = None,
    encoding: str | None = None,
    skip: Sequence[str] | None = None,
    gold_times: Times | None = None,
    system_times: Times | Sequence[Times] | None = None,
    threads: int | None = None,
) -> Verification:
    """Compare every figure, count and interval of published results with those of a run now.

    `results` is a file that `--format json` wrote, what `to_dict()` gave, or a score or report. The systems are given
    in the order of the results.
    """
    options = _options(None, None, None, None, input, encoding, None, skip, threads)
    options |= {"gold_times": gold_times, "system_times": _times(system_times, len(systems))}
    published: tuple[str | None, Any]
    if isinstance(results, Mapping) and not isinstance(results, _core.Figures):
        published = json.dumps(dict(results)), None
    elif isinstance(results, (_core.Score, _core.Report)):
        published = results.to_json(), None
    else:
        published = None, results
    return Verification(*_core.ask_verify(published, gold, _systems(systems), options))


def baselines(
    gold: Side,
    second: Side | None = None,
    /,
    *,
    measures: Sequence[str | Setup] | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    pairing: Pairing | None = None,
    seed: int | None = None,
    input: str | None = None,
    encoding: str | None = None,
    skip: Sequence[str] | None = None,
    threads: int | None = None,
) -> Baselines:
    """Score what is seen beside systems: left and right branching, random and best binary trees, and gold itself.

    `second` is a second annotator of the same sentences. Binary trees are scored where spans are compared.
    """
    options = _options(None, recipe, settings, pairing, input, encoding, None, skip, threads)
    return Baselines(*_core.ask_baselines(gold, second, list(measures or ["parseval"]), seed, options))


def selftest(
    gold: Side,
    system: Side | None = None,
    /,
    *,
    measures: Sequence[str | Setup] | None = None,
    recipe: str | os.PathLike[str] | None = None,
    settings: Mapping[str, SettingValue] | None = None,
    pairing: Pairing | None = None,
    input: str | None = None,
    encoding: str | None = None,
    skip: Sequence[str] | None = None,
    threads: int | None = None,
) -> Selftest:
    """Check the laws of scoring on your own trees.

    Without a system, its trees are those of gold, with some brackets left out and relabelled.
    """
    options = _options(None, recipe, settings, pairing, input, encoding, None, skip, threads)
    return Selftest(*_core.ask_selftest(gold, system, list(measures or ["parseval"]), options))


def _options(
    measure: Any,
    recipe: Any,
    settings: Any,
    pairing: str | None,
    input: str | None,
    encoding: str | None,
    nbest: str | None,
    skip: Sequence[str] | None,
    threads: int | None,
) -> dict[str, Any]:
    return {
        "measure": measure,
        "recipe": recipe,
        "settings": settings,
        "pairing": pairing,
        "input": input,
        "encoding": encoding,
        "nbest": nbest,
        "skip": None if skip is None else list(skip),
        "gold_times": None,
        "system_times": None,
        "threads": threads,
    }


def _systems(given: tuple[Any, ...]) -> Any:
    """Give systems as a list, or the mapping that was given in their place."""
    if len(given) == 1 and isinstance(given[0], Mapping):
        return dict(given[0])
    return list(given)


def _times(given: Any, systems: int) -> Any:
    """Give the times of each system; those of one system need no list around them."""
    if given is None or systems != 1 or isinstance(given, Mapping):
        return given
    return [given]


def _dict(given: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if given is None else dict(given)
