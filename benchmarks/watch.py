"""How long after a save a verdict is on the screen of `grade watch`: prints a table.

Writes the file and reads the terminal, as a student does: alternately a wrong and a right answer, saved by renaming as
most editors do. "First" is when the first check has its mark, which is that of one that failed at last; "whole" when
all have ended and the points stand there. A save that Python can't parse is measured too.

    python -m benchmarks.watch [--saves 20] [EXERCISE ...]
"""

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path

from grader.course import Course, Exercise, find_course, resolve_targets

ROOT = Path(__file__).resolve().parents[1]
EXERCISES = ("1.1", "1.3", "1.9", "2.1", "2.6", "3.1", "3.2", "3.6")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_FRAME = "\x1b[H"  # each frame begins at the top left


def _heed_ctrl_c() -> None:
    """What a shell starts in the background is born deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A program in a terminal of its own; ``frame`` is what stands on its screen."""

    def __init__(self, command: list[str], folder: Path, columns: int = 80, lines: int = 40) -> None:
        self._master, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=end, stdout=end, stderr=end, start_new_session=True,
            preexec_fn=_heed_ctrl_c,
        )  # fmt: skip
        os.close(end)
        self.written = ""

    @property
    def frame(self) -> str:
        return _ESCAPES.sub("", self.written.rpartition(_FRAME)[2])

    def until(self, seen: Callable[[str], bool], seconds: float = 120.0) -> float:
        """Read until a frame is as wanted; when that was."""
        end = time.perf_counter() + seconds
        while not seen(self.frame):
            if time.perf_counter() > end or self.process.poll() is not None:
                raise TimeoutError(f"This stood there at last:\n{self.frame}")
            if select.select([self._master], [], [], 0.05)[0]:
                self.written = self.written[-200_000:] + os.read(self._master, 1 << 16).decode(errors="replace")
        return time.perf_counter()

    def settle(self, seconds: float = 0.5) -> None:
        """Read what is still written, till nothing more comes: a late frame is no answer to the next save."""
        while select.select([self._master], [], [], seconds)[0]:
            os.read(self._master, 1 << 16)
        self.written = _FRAME

    def rest(self) -> str:
        """All that it wrote, once it has ended."""
        while select.select([self._master], [], [], 0.5)[0]:
            try:
                self.written += os.read(self._master, 1 << 16).decode(errors="replace")
            except OSError:  # Linux says so at the end
                break
        return self.written

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(30)
        os.close(self._master)


def first_mark(exercise: Exercise) -> Callable[[str], bool]:
    """Whether a frame shows how a check of the grading under way has ended."""
    mark = re.compile(rf"\n{re.escape(exercise.number)}  .*\n  ·*[✗✓–○]")
    return lambda frame: mark.search(frame) is not None or whole(frame)


def whole(frame: str) -> bool:
    return "grading …" not in frame and re.search(r"\d / \d", frame) is not None


def broken(number: int) -> Callable[[str], bool]:
    """Whether a frame shows the error of this save, with its line."""
    return lambda frame: "SyntaxError" in frame and f"# save {number}`" in frame


def save(path: Path, content: bytes) -> float:
    """Save as an editor does; when."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(content)
    os.replace(beside, path)
    return time.perf_counter()


def wrong_answer(exercise: Exercise) -> bytes:
    """The stub, with a comment: everything is still to be written."""
    alone = (path.read_bytes() for path in exercise.wrong())
    return next((content for content in alone if b"reference" not in content), exercise.stub.read_bytes() + b"# mine\n")


def measured(terminal: Terminal, exercise: Exercise, path: Path, saves: int) -> dict[str, list[float]]:
    right, wrong = exercise.reference.read_bytes(), wrong_answer(exercise)
    times: dict[str, list[float]] = {"first": [], "whole": [], "syntax": []}
    for number in range(saves):
        content = (wrong, right)[number % 2] + f"\n# save {number}\n".encode()
        terminal.settle()  # nobody saves faster; workers are made ahead meanwhile
        began = save(path, content)
        times["first"].append(terminal.until(first_mark(exercise)) - began)
        times["whole"].append(terminal.until(whole) - began)
    for number in range(saves // 4):
        terminal.settle()
        began = save(path, f"def f(x)  # save {number}\n".encode())
        times["syntax"].append(terminal.until(broken(number)) - began)
    return times


def measure(course: Course, exercises: list[Exercise], saves: int) -> None:
    print(f"{'exercise':32}{'first check':>14}{'whole verdict':>16}{'syntax error':>15}")
    every: dict[str, list[float]] = {"first": [], "whole": [], "syntax": []}
    with tempfile.TemporaryDirectory(prefix="watch-") as name:
        folder, grade = Path(name), [sys.executable, "-m", "grader.cli"]
        numbers = [exercise.number for exercise in exercises]
        subprocess.run(
            [*grade, "start", *numbers], cwd=folder, check=True, stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        terminal = Terminal([*grade, "watch", *numbers], folder)
        try:
            terminal.until(lambda frame: "Save a file" in frame)
            for exercise in exercises:
                times = measured(terminal, exercise, folder / exercise.chapter / exercise.file, saves)
                print(row(f"{exercise.number} {exercise.name}", times), flush=True)
                for kind, found in times.items():
                    every[kind] += found
        finally:
            terminal.close()
    print(row(f"median of {len(every['first'])} saves", every))


def row(title: str, times: dict[str, list[float]]) -> str:
    first, complete, syntax = (
        f"{1000 * statistics.median(times[kind]):.0f} ms" for kind in ("first", "whole", "syntax")
    )
    return f"{title:32}{first:>14}{complete:>16}{syntax:>15}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exercises", nargs="*", default=EXERCISES)
    parser.add_argument("--saves", type=int, default=20)
    options = parser.parse_args()
    course = find_course(ROOT)
    measure(course, resolve_targets(course, options.exercises), options.saves)


if __name__ == "__main__":
    main()
