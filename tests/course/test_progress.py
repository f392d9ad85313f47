import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.course.progress import Attempt, Progress, Record
from grader.faults import InfrastructureFault


def attempt(points: float, *, of: float = 4, exercise: str = "ch1/a", sha256: str = "f00") -> Attempt:
    return Attempt(exercise, points, of, points == of, sha256, "v1", "2026-11-30T12:00:00Z")


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path)


def test_nothing_yet(progress: Progress) -> None:
    assert progress.read() == {}


def test_the_best_score_stays_and_passed_stays(progress: Progress) -> None:
    progress.add([attempt(1)])
    progress.add([attempt(4, sha256="abc")])
    progress.add([attempt(2, sha256="later")])
    record = progress.read()["ch1/a"]
    assert (record.best_points, record.best_of, record.passed, record.attempts) == (4, 4, True, 3)
    assert (record.passed_sha256, record.passed_course) == ("abc", "v1")


def test_the_best_is_the_best_share_where_fewer_points_were_to_be_had(progress: Progress) -> None:
    progress.add([attempt(2, of=4), attempt(3, of=8)])
    assert progress.read()["ch1/a"].best_of == 4
    progress.add([attempt(6, of=8)])
    assert progress.read()["ch1/a"].best_points == 6


def test_an_exercise_of_which_nothing_was_graded_has_no_share(progress: Progress) -> None:
    progress.add([Attempt("ch1/a", 0, 0, False, None, "v1", "now")])
    assert progress.read()["ch1/a"].best_share == 0


def test_hints_are_given_one_by_one_and_then_no_more(progress: Progress) -> None:
    assert [progress.take_hint("ch1/a", 2) for _ in range(4)] == [0, 1, None, None]
    progress.add([attempt(4)])
    assert progress.read()["ch1/a"].hints == 2


def test_two_runs_at_once_lose_nothing(progress: Progress) -> None:
    script = (
        "import sys; from pathlib import Path; from grader.course.progress import Attempt, Progress\n"
        "for i in range(20):\n"
        "    Progress(Path(sys.argv[1])).add([Attempt(f'ch1/{sys.argv[2]}{i}', 1, 1, True, None, 'v', 'now'),\n"
        "                                     Attempt('ch1/shared', 1, 1, True, None, 'v', 'now')])\n"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(progress.folder), name], cwd=Path(__file__).parents[2])
        for name in "ab"
    ]
    assert [run.wait(60) for run in runs] == [0, 0]
    records = progress.read()
    assert len(records) == 41
    assert records["ch1/shared"].attempts == 40


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"{}", b'{"format": 2, "exercises": {}}', b'{"format": 1, "exercises": {"a": {"best": 1}}}',
        b'{"format": 1, "exercises": {"a": {"passed": "yes"}}}', b'{"format": 1, "exercises": {"a": []}}',
        b'{"format": 1, "exercises": []}', b"\xff\xfe", b"[" * 100_000,
    ],
)  # fmt: skip
def test_a_damaged_file_is_told_and_kept(progress: Progress, content: bytes) -> None:
    progress.path.write_bytes(content)
    for use in (progress.read, lambda: progress.add([attempt(1)]), lambda: progress.take_hint("ch1/a", 1)):
        with pytest.raises(InfrastructureFault, match="can't be understood") as caught:
            use()
        assert "\n" not in str(caught.value)
    assert progress.path.read_bytes() == content


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InfrastructureFault, match="could not be written"):
        Progress(tmp_path / "file").add([attempt(1)])


def test_a_killed_run_leaves_no_lock_behind(progress: Progress) -> None:
    script = (
        "import os, sys; from filelock import FileLock\n"
        "FileLock(sys.argv[1]).acquire(); print('held', flush=True); os.kill(os.getpid(), 9)"
    )
    subprocess.run(
        [sys.executable, "-c", script, str(progress.folder / "lock")], stdout=subprocess.DEVNULL, check=False
    )
    progress.add([attempt(4)])
    assert progress.read()["ch1/a"].passed


def test_the_file_is_json_that_says_its_format(progress: Progress) -> None:
    progress.add([attempt(4)])
    document = json.loads(progress.path.read_bytes())
    assert document["format"] == 1
    assert Record(**document["exercises"]["ch1/a"]) == progress.read()["ch1/a"]
