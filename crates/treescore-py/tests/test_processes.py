"""Processes, threads, signals, memory: what a library must not break."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import treescore as ts
from support import make_pairs

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and fork")


POOL = """
import multiprocessing, pickle, sys
import treescore as ts

def score_part(part):
    return ts.score(*part)

if __name__ == "__main__":
    gold, system = pickle.load(open(sys.argv[2], "rb"))
    trees = ts.Trees(gold)
    parts = [(trees[at : at + 150], system[at : at + 150]) for at in range(0, 600, 150)]
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        scores = pool.map(score_part, parts)
    whole = ts.score(trees, system)
    assert sum(scores) == whole
    print(whole.counts["matched"], sum(scores).counts["matched"])
"""


@posix
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_pools_give_the_whole(method: str, tmp_path: Path) -> None:
    # In a process of its own: the other libraries that tests load have threads, which a fork does not survive.
    gold, system = make_pairs(600)
    (tmp_path / "pairs").write_bytes(pickle.dumps((gold, system)))
    (tmp_path / "pool.py").write_text(POOL)
    command = [sys.executable, "-W", "ignore", "pool.py", method, "pairs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120)
    matched = str(ts.score(gold, system).counts["matched"])
    assert done.stdout.split() == [matched, matched]


@posix
def test_fork_while_another_thread_scores() -> None:
    program = """
        import os, sys, threading
        import treescore as ts
        tree = "(S (NP (D a) (N b)) (V c))"
        going = True
        def work():
            while going:
                ts.score([tree] * 20_000, [tree] * 20_000, threads=2, keep_pairs=False)
        thread = threading.Thread(target=work)
        thread.start()
        for _ in range(5):
            child = os.fork()
            if child == 0:
                right = ts.score([tree] * 5000, [tree] * 5000, threads=2).f1 == 1.0
                os._exit(0 if right else 3)
            _, status = os.waitpid(child, 0)
            assert status == 0, status
        going = False
        thread.join()
    """
    subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)], check=True, timeout=120)


def test_many_threads_on_one_metric_and_one_setup() -> None:
    gold, system = make_pairs(800)
    trees = ts.Trees(gold)
    setup = ts.Setup("parseval")
    metric = ts.Metric(setup)
    parts = [(trees[at : at + 20], system[at : at + 20]) for at in range(0, 800, 20)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda part: metric.update(*part), parts))
        scores = list(pool.map(lambda part: ts.score(*part, measure=setup), parts))
    whole = ts.score(trees, system, measure=setup)
    assert metric.compute() == whole == sum(scores)


@pytest.mark.parametrize("threads", [2, 5])
def test_worker_threads_change_no_byte(threads: int) -> None:
    gold, system = make_pairs(4000)
    one = ts.score(gold, system, threads=1)
    many = ts.score(gold * 1, system, threads=threads)
    assert str(many) == str(one) and many.to_json() == one.to_json()
    assert many.pairs.to_csv() == one.pairs.to_csv()
    assert pickle.dumps(many) == pickle.dumps(one)
    assert many.interval() == one.interval()


def test_the_interpreter_is_free_while_scoring() -> None:
    gold, system = make_pairs(3000)
    gold, system = gold * 20, system * 20
    stop, turns = threading.Event(), 0

    def spin() -> None:
        nonlocal turns
        while not stop.is_set():
            turns += 1

    def speed(work: Any) -> float:
        nonlocal turns
        turns, begun = 0, time.perf_counter()
        work()
        return turns / (time.perf_counter() - begun)

    thread = threading.Thread(target=spin)
    thread.start()
    try:
        alone = speed(lambda: time.sleep(0.4))
        beside = speed(lambda: [ts.score(gold, system, threads=1, keep_pairs=False) for _ in range(3)])
    finally:
        stop.set()
        thread.join()
    # If it were not free, there would hardly be a turn. How many there are depends on what else the machine does.
    assert beside > alone / 50


INTERRUPTED = {
    "an endless generator": """
        import itertools
        ts.score(itertools.repeat(tree), itertools.repeat(tree), keep_pairs=False)
    """,
    "an endless generator, two threads": """
        import itertools
        ts.score(itertools.repeat(tree), itertools.repeat(tree), keep_pairs=False, threads=2)
    """,
    "files": """
        while True:
            ts.score("big.trees", "big.trees", keep_pairs=False)
    """,
    "one large pair": """
        words = 900
        left = "(X " * words + "(N a)" + " (N b))" * words
        right = "(X (N a) " * words + "(N b)" + ")" * words
        ts.score([left], [right], measure="struct-iou", recipe="raw")
    """,
    "shuffles": """
        other = "(S (D a) (VP (N b) (V c)))"
        systems = {"x": [tree, other, other] * 3000, "y": [other, tree, other] * 3000}
        ts.compare([tree] * 9000, systems, figures=["f1"], shuffles=5_000_000)
    """,
}


@posix
@pytest.mark.parametrize("work", INTERRUPTED)
def test_interrupt(work: str, tmp_path: Path) -> None:
    tree = "(S (NP (D a) (N b)) (V c))"
    (tmp_path / "big.trees").write_text((tree + "\n") * 300_000)
    program = f"""
import sys, time
import treescore as ts
tree = {tree!r}
print("ready", flush=True)
try:
{textwrap.indent(textwrap.dedent(INTERRUPTED[work]), "    ")}
except KeyboardInterrupt:
    print("interrupted", ts.score(tree, tree).f1, flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.7)
        assert child.poll() is None, "the work ended before the interrupt"
        begun = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted 1.0\n"
        assert time.monotonic() - begun < 1.0
        assert child.wait(timeout=5) == 0
    finally:
        child.kill()
        child.wait()


def resident() -> int:
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")


@proc
def test_calls_leak_nothing() -> None:
    gold, system = make_pairs(20)

    def work(times: int) -> None:
        for _ in range(times):
            score = ts.score(gold, system)
            score.pairs[0], score.refused, str(score.f1)
            ts.Tree(gold[0]).spans()

    work(2000)
    gc.collect()
    before = resident()
    work(10_000)
    gc.collect()
    assert resident() - before < 2_000_000


@proc
def test_labels_are_not_kept_for_good() -> None:
    def work(begin: int) -> None:
        for at in range(begin, begin + 250_000, 50):
            trees = [f"(S (L{number} a) (N b))" for number in range(at, at + 50)]
            ts.score(trees, trees, keep_pairs=False)

    work(0)
    work(250_000)
    gc.collect()
    before = resident()
    work(500_000)
    work(750_000)
    gc.collect()
    # At most one full table of 100,000 labels, 174 bytes each, comes and goes.
    assert resident() - before < 20_000_000


@pytest.mark.usefixtures("examples")
def test_interrupt_handler_stays_ours() -> None:
    handler = signal.getsignal(signal.SIGINT)
    assert ts.main(["gold.trees", "heron.trees", "-o", os.devnull]) == 0
    assert signal.getsignal(signal.SIGINT) is handler
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
