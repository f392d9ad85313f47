"""How well copies are told from answers that were written apart: precision and recall on the course's own solutions.

Copies are references and other right answers in five disguises, and in all of them together. Answers that were written
apart are the reference and the other right answers of one exercise, which all do the same.

    python -m benchmarks.similarity [--chapters ch1 ch2 ch3]
"""

import argparse
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from grader.batch.similar import similar
from grader.course import Exercise, find_course, resolve_targets
from tests.batch.plagiarism import DISGUISES, everything

ROOT = Path(__file__).resolve().parents[1]
LEAST = (0.5, 0.6, 0.7, 0.8)


def sources(exercise: Exercise) -> list[str]:
    """The reference and the other right answers."""
    return [path.read_text() for path in (exercise.reference, *sorted((exercise.solutions / "right").glob("*.py")))]


def share(exercise: Exercise, first: str, second: str) -> float:
    """How alike two are, in a class where others wrote what the right answers are."""
    answers = {"a": first, "b": second}
    pairs = similar(answers, exercise.stub.read_text(), 0.0)
    return pairs[0].share if pairs else 0.0


def copies(exercises: Sequence[Exercise], disguise: Callable[[str, random.Random], str]) -> Iterator[float]:
    for exercise in exercises:
        for source in sources(exercise):
            yield share(exercise, source, disguise(source, random.Random(1)))


def apart(exercises: Sequence[Exercise]) -> Iterator[float]:
    for exercise in exercises:
        for first, second in itertools.combinations(sources(exercise), 2):
            yield share(exercise, first, second)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--chapters", nargs="*", default=["ch1", "ch2", "ch3"])
    chapters = parser.parse_args().chapters
    exercises = resolve_targets(find_course(ROOT), chapters, ())
    honest = list(apart(exercises))
    shares = {
        name: list(copies(exercises, disguise)) for name, disguise in {**DISGUISES, "all five": everything}.items()
    }
    print(
        f"{sum(map(len, shares.values()))} copies and {len(honest)} pairs written apart, of {len(exercises)} exercises"
    )
    print(f"{'--least':<12}" + "".join(f"{100 * least:>9.0f}%" for least in LEAST))
    for name, each in shares.items():
        print(f"{name:<12}" + "".join(f"{sum(s >= least for s in each) / len(each):>10.2f}" for least in LEAST))
    every = [s for each in shares.values() for s in each]
    found = [(sum(s >= least for s in every), sum(s >= least for s in honest)) for least in LEAST]
    print(f"{'recall':<12}" + "".join(f"{right / len(every):>10.2f}" for right, _ in found))
    print(f"{'precision':<12}" + "".join(f"{right / max(1, right + wrong):>10.2f}" for right, wrong in found))
    print(f"{'false alarms':<12}" + "".join(f"{wrong / max(1, len(honest)):>10.2f}" for _, wrong in found))


if __name__ == "__main__":
    main()
