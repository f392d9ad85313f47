"""Run by test_run: grade one class in processes that are killed at random moments, until one comes to its end.

A process of its own, with one thread, so that it may fork. Prints what it saw as JSON.
"""

import itertools
import json
import os
import random
import signal
import sqlite3
import sys
import time
from pathlib import Path

from grader.batch.journal import Journal
from tests.batch.stand_in import StandIn, go


def main(run: Path, submissions: Path, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    killed = again = 0
    finished = False
    known: dict[str, str] = {}
    for number in itertools.count():
        if killed >= kills and finished:
            break
        log = run / f"log{number}"  # of this run alone: one that came to its end is not killed
        child = os.fork()
        if child == 0:
            _grade(run, submissions, log)
            os._exit(0)
        time.sleep(chance.uniform(0.0, 0.06))
        if killed < kills:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        killed += os.WIFSIGNALED(status)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0, "a run failed"
            finished = killed >= kills
        graded = log.read_text().split() if log.exists() else []
        again += len(known.keys() & set(graded)) + len(graded) - len(set(graded))
        now = _results(run / "journal.sqlite")
        assert {key: now.get(key) for key in known} == known, "a result was lost or changed"
        known = now
    print(json.dumps({"killed": killed, "graded_again": again, "results": len(known)}))


def _grade(run: Path, submissions: Path, log: Path) -> None:
    with Journal(run / "journal.sqlite") as journal:
        go(journal, submissions, StandIn(log=log, seconds=0.0005))


def _results(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    with sqlite3.connect(path) as database:
        try:
            found = dict(database.execute("SELECT key, created || result FROM result").fetchall())
        except sqlite3.OperationalError:  # killed before the tables were there
            return {}
    database.close()
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
