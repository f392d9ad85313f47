"""Run inside a container by ``test_corpus_uid``: attacks on files, processes and results, against the uid driver.

Without Landlock, where it is hardest: only users and modes keep the course from the submission.
"""

from collections.abc import Iterator

import pytest

from grader.course import Exercise
from grader.release.onsite.place import shut, shut_for_other_users
from grader.sandbox.protocol import Sandbox
from grader.sandbox.uid import UidSandbox
from tests.attacks.corpus import COURSE, EARNED_HONESTLY, FEW_CHECKS, Attack, attacks
from tests.attacks.test_corpus import canary_in_the_environment, course, exercise, test_controls
from tests.attacks.test_corpus import test_attack as attacked

__all__ = ["course", "exercise", "test_controls"]

_OTHERS = {
    "forge_verdict/results_file", "forge_verdict/replaces_the_channel", "outlive_or_starve/daemon",
    "outlive_or_starve/double_fork", "reach_out/abstract_sockets", "reach_out/prlimit", "reach_out/ptrace_and_memory",
    "reach_out/set_id_programs", "reach_out/signals", "reach_out/write_to_the_system",
}  # fmt: skip

# Which processes there are can be seen where there is no Landlock, as docs/platforms.md says: this attack counts that
# as getting through. What it must not get, and the next submission's grade, are looked at all the same.
_SEES_PROCESSES = "read_hidden/siblings"


class Brief(Attack):
    """The same attack on a few checks: the grading of one submission is tried elsewhere."""

    __slots__ = ()

    @property
    def only(self) -> tuple[str, ...] | None:
        return FEW_CHECKS


def chosen() -> list[Attack]:
    wanted = [attack for attack in attacks() if attack.family == "read_hidden" or attack.id in _OTHERS]
    return [Brief(attack.family, attack.name, attack.path) for attack in wanted]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    shut([COURSE])
    shut_for_other_users()
    with canary_in_the_environment(), UidSandbox(hidden=[COURSE], landlock=False) as opened:
        yield opened


@pytest.mark.parametrize("attack", chosen(), ids=lambda attack: attack.id)
def test_attack(attack: Attack, exercise: Exercise, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    if attack.id == _SEES_PROCESSES:
        monkeypatch.setitem(EARNED_HONESTLY, attack.id, {"test_double_example", "test_double_values"})
    attacked(attack, exercise, sandbox)
