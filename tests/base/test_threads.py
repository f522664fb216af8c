"""Native calls from several Python threads, the interpreter lock, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from riverboat import _core
from riverboat.cards.equity import equity
from riverboat.cards.evaluator import evaluate_batch
from riverboat.cards.strength import ehs, strength_histogram, win_tie_batch

BOARDS = ["QsJh2h", "AsKs2d", "7c7d7h", "9s8s7s", "2c3d4h", "TdTc5s"]


def question(i: int) -> list[object]:
    board = BOARDS[i % len(BOARDS)]
    hands = np.random.default_rng(i).permuted(np.tile(np.arange(52, dtype=np.uint8), (500, 1)), axis=1)[:, :7]
    return [
        equity("AcKd", "QQ+,JTs:0.3", board=board, threads=1 + i % 2).equities,
        equity("random", "random", board=board + "3s").equities,
        equity("AcAd", "66", "T8s", samples=5000, seed=i).equities,
        equity("QQ", "AKs").equities,
        ehs(board=board).tobytes(),
        strength_histogram(board=board + "3s", bins=10).tobytes(),
        win_tie_batch([[0, 5, 10, 15, 20 + i]]).tobytes(),
        evaluate_batch(hands, threads=1 + i % 2).tobytes(),
    ]


def test_threads_get_the_same_answers_as_one_alone() -> None:
    alone = [question(i) for i in range(24)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(question, range(24)))
    assert together == alone


def long_sample() -> None:
    _core.multiway_sampled(np.ones((6, 1326)), [True] * 6, [], [], 3_000_000, 1, 1, None)


def long_rollout() -> None:
    _core.rollout([], 0, False, 1, None)


def long_count() -> None:
    _core.evaluator(0).strength_counts(7, 1, None)


def long_boards() -> None:
    boards = np.tile(np.array([0, 5, 10, 15, 20], np.uint8), (20_000, 1))
    _core.board_win_tie(boards, 1)


@pytest.mark.parametrize("work", [long_sample, long_rollout, long_count, long_boards])
def test_other_python_threads_run_during_a_native_call(work: Callable[[], None]) -> None:
    """With the lock held there would be one step or two, as long as the call; a busy machine has more tries."""

    def steps_during_a_call() -> int:
        finished, steps = threading.Event(), 0

        def run() -> None:
            work()
            finished.set()

        thread = threading.Thread(target=run)
        thread.start()
        while not finished.is_set():
            time.sleep(0.001)
            steps += 1
        thread.join()
        return steps

    assert any(steps_during_a_call() >= 5 for _ in range(50))


INTERRUPTED = {
    "sampled": "equity(*['random'] * 6, samples=2 * 10**9, threads={threads})",
    "thrown back": "equity(*['AA', 'KK', 'QQ', 'JJ', 'TT'] * 2, samples=10**9, threads={threads})",
    "dealt": "equity(*['random'] * 6, method='exact', threads={threads})",
    "dealt to known hands": "equity('AsAh', 'KsKh', *['random'] * 4, method='exact', threads={threads})",
    "counted": "[_core.evaluator(0).strength_counts(7, {threads}, None) for _ in range(10**6)]",
    "rolled out": "[_core.rollout([], 0, False, {threads}, None) for _ in range(10**6)]",
    "swept": "equity('random', 'random', dead='2c', method='exact', threads={threads})",
    "built": "build_preflop_table(threads={threads})",
}


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize(("call", "threads"), [("dealt", 1), ("sampled", 1), *((c, 2) for c in INTERRUPTED)])
def test_ctrl_c_stops_a_long_call(call: str, threads: int) -> None:
    script = f"""
from riverboat import _core
from riverboat.cards.equity import equity
from riverboat.cards.preflop import build_preflop_table
_core.evaluator(0).evaluate([0, 5, 10, 15, 20])
print("ready", flush=True)
{INTERRUPTED[call].format(threads=threads)}
print("finished", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=120)  # a second is the aim; an unstoppable call takes longer
        assert out == ""
        assert "KeyboardInterrupt" in error
    finally:
        process.kill()
        process.wait()
