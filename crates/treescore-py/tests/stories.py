"""The manual's stories as a program, checked by mypy and pyright; `test_stories.py` runs it in `examples/`."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import treescore as ts


def two_files() -> None:
    score = ts.score("gold.trees", "heron.trees")
    print(score)
    f1: float | None = score.f1
    if f1 is not None:
        print(f"{f1:.2%}", score.counts["matched"], score.coverage.refused)
    print(score.signature)
    again = ts.score("gold.trees", "heron.trees", measure=ts.Setup.from_signature(score.signature))
    assert again == score


def one_pair() -> None:
    score = ts.score("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")
    print(score.value("f1"), score.recall, score["precision"])


def other_numbers() -> None:
    unlabeled = ts.score("gold.trees", "heron.trees", recipe="unlabeled")
    evalb = ts.score("gold.trees", "heron.trees", recipe=Path("collins.prm"))
    strict = ts.Setup(
        "parseval", recipe="collins", settings={"trivial": "drop-words", "del": ["TOP", "ROOT", "-NONE-"], "cutoff": 20}
    )
    print(unlabeled.f1, evalb.f1, ts.score("gold.trees", "heron.trees", measure=strict).within_cutoff)
    print(strict.replace(settings={"match": "spans"}).signature, sorted(ts.measures()), sorted(ts.recipes()))


def training_loop(loader: list[tuple[list[int], list[str]]], epochs: int) -> float:
    gold = ts.read("gold.trees")
    metric = ts.Metric("parseval")
    best = 0.0
    for epoch in range(epochs):
        metric.reset()
        for ids, parses in loader:
            metric.update(gold[ids], parses)
        score = metric.compute()
        logging.info("epoch %d: %s", epoch, score.flat("dev/"))
        best = max(best, score.all_pairs.value("f1"))
    return best


def parts_add_up(gold: ts.Trees, system: ts.Trees) -> None:
    half = len(gold) // 2
    left, right = ts.score(gold[:half], system[:half]), ts.score(gold[half:], system[half:])
    total = sum([left, right])
    assert total == left + right and total == ts.score(gold, system)
    metric: ts.Metric = pickle.loads(pickle.dumps(ts.Metric("parseval")))
    metric.merge(left)
    metric += right
    assert metric.compute() == left + right


def many_systems() -> None:
    report = ts.report(
        "gold.trees", {"heron": "heron.trees", "plover": "plover.trees"}, measures=["parseval", "dependency"]
    )
    print(report)
    print(report["plover"].f1, report["plover", "dependency"].f1)
    for score in report:
        print(score.system, score.measure, score.all_pairs.f1)
    print(report.to_latex(), report.to_pandas())


def is_it_real() -> None:
    comparison = ts.compare("gold.trees", ["heron.trees", "plover.trees"], figures=["f1", "exact"])
    print(comparison)
    for d in comparison:
        if d.delta is not None and d.p_adjusted is not None and d.p_adjusted < 0.05:
            print(d.system, d.figure, f"{d.delta:+.4f}", d.low, d.high)
    print(comparison.detectable["f1"], sum(comparison.samples(0)) / len(comparison.samples(0)))
    interval = ts.score("gold.trees", "heron.trees").interval("f1", level=0.99)
    print(interval.low, interval.high)


def wrong_brackets() -> None:
    score = ts.score("gold.trees", "heron.trees", by="label")
    for row in score.pairs.worst(3):
        print(row.pair, row.words, row.figures.f1, row.refused)
    diff = score.diff(3)
    print(diff)
    for match in diff.extra:
        assert match.system is not None
        print(match.verdict, match.system.label, match.system.text)
    for group in score.by("label"):
        print(group.name, group.figures.f1, group.relabelled[:2])
    print([group.name for group in score.by("length", bins=[5, 10, 20])])
    print(ts.diff("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))"))


def trouble() -> None:
    score = ts.score("gold.trees", "wren.trees")
    for refused in score.refused:
        print(refused.pair, refused.kind, refused.why, refused.error.column if refused.error else None)
    print(score.f1, score.all_pairs.f1)
    try:
        ts.score("gold.trees", "wren.trees", strict=True)
    except ts.RefusedError as error:
        print(error.pair, error)
    try:
        ts.Tree("(S (N cat)))")
    except ts.ReadError as error:
        print(error.line, error.column, error.snippet)


def speech() -> None:
    score = ts.score(
        "speech.gold.trees",
        "speech.asr.trees",
        measure="struct-iou",
        gold_times="speech.gold.ctm",
        system_times="speech.asr.ctm",
    )
    print(score.struct_iou, score.strict)
    one = ts.score(
        ["(S (NP (D the) (N dog)) (VP (V sleeps)))"],
        ["(S (NP (D x1) (N x2)) (VP (V x3) (ADV x4)))"],
        measure="struct-iou",
        gold_times=[[(0.2, 0.4), (0.4, 0.9), (1.1, 1.6)]],
        system_times=[[(0.2, 0.5), (0.5, 0.9), (1.0, 1.3), (1.3, 1.6)]],
    )
    print(one.struct_iou)
    for match in score.diff(1):
        print(match.worth, match.gold.time if match.gold else None)
    print(ts.score("talk.gold", "talk.asr", measure="dependency", pairing="sides").f1)


def other_words() -> None:
    alignment = ts.align("harbour.gold", "harbour.e2e")
    print(alignment)
    for pair in alignment:
        print(pair.gold, pair.system, [cell.kind for cell in pair.cells if cell.kind != "same"])
    print(alignment.agreement.coverage, ts.score("harbour.gold", "harbour.e2e", pairing="text").f1)
    print(ts.align_words("the boat lay at the pier".split(), "the boat lay adrift here".split()))


def phrases(model: Any) -> None:
    metric = ts.PhraseMetric(default=0.001, floor=1e-6, sequence=True)
    for sentence in ts.chunks("gold.trees"):
        metric.update(sentence, model(sentence.words))
    metric.update(ts.chunks("(S (NP (NN Rain)) (VP (VBD fell)))")[0], [("NP", 0, 1, 0.8), ("VP", 1, 2, 0.7)])
    score = metric.compute()
    print(score, score.bits_per_candidate, score.expected_precision, score.blame("category"))


def language_models(replies: list[str]) -> None:
    gold = ts.read("honey.gold")
    result = ts.score_replies(gold, replies)
    print(result)
    print(result.rates.valid, result.rates.faithful, result.on_valid.f1, result.on_all.all_pairs.f1, dict(result.steps))
    fixed = ts.repair("Sure! ```(S (NP (DT The) (NN shop)) (VP (VBD closed))```", ["The", "shop", "closed"])
    print(fixed.tree, fixed.steps)


def frames() -> None:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    frame = pl.read_parquet("pairs.parquet")
    score = ts.score(frame["gold"], frame["system"], ids=frame["id"])
    table: pa.Table = pa.table(score.pairs)
    print(table.num_rows, pl.DataFrame(score.pairs).height)
    pandas: pd.DataFrame = score.pairs.to_pandas()
    print(pandas.groupby(pd.cut(pandas["words"], [0, 10, 20, 40]), observed=True)["tally_matched"].sum())
    for group in score.by(frame["domain"].to_list()):
        print(group.name, group.pairs, group.figures.f1)


def nltk_trees() -> None:
    from nltk import Tree as NltkTree

    theirs = NltkTree.fromstring("(S (NP (DT The) (NN shop)) (VP (VBD closed)))")
    tree = ts.Tree(theirs)
    assert ts.Tree(tree.to_nltk()) == tree
    print(tree.words, tree.tags, tree.spans())
    print(
        ts.Tree.from_spans(
            ["The", "shop", "closed"], [(0, 3, "S"), (0, 2, "NP"), (2, 3, "VP")], tags=["DT", "NN", "VBD"]
        )
    )
    print(ts.score([theirs], [theirs]).exact)


def hugging_face(predictions: list[str], references: list[str]) -> dict[str, float]:
    from treescore.adapters import EvaluateMetric

    metric = EvaluateMetric("parseval")
    metric.add_batch(predictions=predictions, references=references)
    return metric.compute()


def torch_style(batches: Iterator[tuple[list[str], list[str]]]) -> float:
    from treescore.adapters import TorchMetric

    metric = TorchMetric("parseval")
    for preds, target in batches:
        metric.update(preds, target)
    return metric.compute()


def other_formats() -> None:
    score = ts.score("gulls.trees", "gulls.tsv", pairing="ids")
    print(score.f1, [finding.id for finding in score.findings])
    print(ts.score("gulls.trees", "gulls.nbest", nbest="best", settings={"del": ["TOP", "S1"]}).f1)
    print(len(ts.read("gulls.psd", skip=["CODE"])), ts.read("gulls.untagged")[0].tags[0])
    print(ts.read("gulls.trees", input="brackets", encoding="utf-8")[0].words)
    lineages = ts.score("gold.trees", "heron.trees", measure="leaf-ancestor")
    print(lineages.leaf_ancestor, lineages.equal)
    gaps = ts.score("moewe.disc", "moewe.trees")
    print(gaps.discontinuous_f1, [match.gold.positions for match in gaps.diff(1).missing if match.gold])


def harness(docs: list[dict[str, str]], outputs: list[str]) -> float:
    from treescore.adapters import LmEval

    task = LmEval("parseval", gold="tree")
    items = [task.process_results(doc, [output])["f1"] for doc, output in zip(docs, outputs, strict=True)]
    process_results, f1 = task.functions("f1")
    assert process_results is not None and f1(items) == task.f1(items)
    return task.f1(items)


def on_spark(spark: Any) -> None:
    from treescore import spark as tss

    pairs = spark.read.parquet("pairs.parquet")
    print(tss.score(pairs))
    counts = tss.counts(pairs, id="id", keep=["domain"])
    counts.write.parquet("counts.parquet")
    print(tss.total(counts).f1, tss.interval(counts).low)
    for key, score in tss.score_by(pairs, ["domain"]).items():
        print(key, score.f1)


def other_engines(batches: Iterator[Any]) -> ts.Score:
    from treescore import arrow

    setup = ts.Setup("parseval")
    return arrow.total(arrow.totals_of(batches, setup), setup)


def watch(progress: ts.Progress) -> None:
    print(progress.pairs, progress.bytes, progress.total_bytes)


def housekeeping() -> int:
    ts.score("gold.trees", "heron.trees", threads=1, progress=watch, keep_pairs=False)
    return ts.main(["gold.trees", "heron.trees"])
