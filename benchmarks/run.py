"""Run every benchmark and write docs/benchmarks.md. Ratios are what counts: seconds are of the machine of the day.

python benchmarks/run.py [--submissions 500]
"""

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
PARTS = {
    "grading.py": "A chapter, graded",
    "watch.py": "From a save to the verdict",
    "bridge.py": "Calls across the boundary",
    "sandbox.py": "Workers",
    "containers.py": "Containers",
    "batch.py": "A class",
    "similarity.py": "Copies among answers",
    "scheduler.py": "A hundred thousand submissions",
}
REMARKS = {
    "grading.py": """\
A check of ch3 computes for one or two milliseconds. The fresh isolated worker that it gets costs some forty
of processor time, half of them for the fork, for the pages that the child writes into and for its end: hence the ratio.
"""
}
INTRODUCTION = """# Benchmarks

Written by `make bench`. Each table comes of one run on one machine, with right answers; compare within a table, as
ratios. The machine of this page: {cores} cores, {machine}, Python {python}, load {load:.1f} when it began.
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--submissions", default="500", help="how many the class hands in; a second or two each")
    asked = parser.parse_args()
    sections = [
        INTRODUCTION.format(
            cores=os.cpu_count(), machine=platform.machine(), python=platform.python_version(), load=os.getloadavg()[0]
        )
    ]
    for script, title in PARTS.items():
        print(f"benchmarks/{script} …", flush=True)
        further = ["--submissions", asked.submissions] if script == "batch.py" else []
        run = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{script.removesuffix('.py')}", *further],
            capture_output=True,
            text=True,
            cwd=HERE.parent,
        )
        if run.returncode:
            sys.exit(f"benchmarks/{script} failed:\n{run.stderr[-2000:]}")
        print(run.stdout)
        sections.append(f"## {title}\n\n```\n{run.stdout.rstrip()}\n```\n")
        if script in REMARKS:
            sections.append(REMARKS[script])
    PAGE.write_text("\n".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
