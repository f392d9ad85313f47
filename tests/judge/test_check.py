"""What a check's marks say."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.faults import AuthorFault
from grader.judge.check import FIXTURES, Check, read_check
from grader.judge.importer import modules_in_place
from grader.judge.isolated_pytest import run_pytest
from grader.judge.plugin import ChecksPlugin


class Collector:
    """Reads the checks of a file as the session does, without running them."""

    def __init__(self) -> None:
        self.checks: dict[str, Check] = {}
        self.fault: AuthorFault | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        try:
            self.checks = _by_id(session.items)
        except AuthorFault as fault:
            self.fault = fault
        return True


def _by_id(items: Sequence[pytest.Item]) -> dict[str, Check]:
    return {check.id: check for check in map(read_check, items)}


class OfASession:
    """A fixture as the plugin of a session has it."""

    @pytest.fixture(name="rng")
    def rng_fixture(self) -> int:
        return 0


def collect(folder: Path, source: str, *plugins: object) -> Collector:
    (folder / "checks.py").write_text(f"import pytest, unittest\n{source}")
    collector = Collector()
    with modules_in_place({}, folder):
        run_pytest(folder / "checks.py", folder, [collector, *plugins])
    return collector


def one(folder: Path, source: str) -> Check:
    (check,) = collect(folder, source).checks.values()
    return check


def test_defaults(tmp_path: Path) -> None:
    check = one(tmp_path, "def test_big_values(): pass")
    assert check == Check("test_big_values", "Big values", "hidden", "full", 1.0, (), False, None)


def test_every_mark_is_read(tmp_path: Path) -> None:
    marks = ["points(2.5)", "visible", 'depends("test_a", "test_b")', "needs_gpu", "timeout(60)", 'feedback("hint")']
    source = (
        "\n".join(f"@pytest.mark.{mark}" for mark in marks) + '\ndef test_x():\n    """Right for x.\n\n    More."""\n'
    )
    assert one(tmp_path, source) == Check(
        "test_x", "Right for x", "visible", "hint", 2.5, ("test_a", "test_b"), True, 60.0
    )


def test_cases_have_marks_of_their_own_and_the_closest_counts(tmp_path: Path) -> None:
    source = """
pytestmark = [pytest.mark.visible, pytest.mark.points(3)]
@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.points(5), pytest.mark.hidden]), 2])
def test_x(n): pass
"""
    checks = collect(tmp_path, source).checks
    assert [(c.id, c.weight, c.visibility) for c in checks.values()] == [
        ("test_x[1]", 5.0, "hidden"),
        ("test_x[2]", 3.0, "visible"),
    ]


def test_classes_and_unittest_cases_are_checks(tmp_path: Path) -> None:
    source = """
class TestA:
    def test_x(self):
        "Title of x"
class B(unittest.TestCase):
    def test_y(self): pass
"""
    checks = collect(tmp_path, source).checks
    assert {(check.id, check.title) for check in checks.values()} == {
        ("TestA::test_x", "Title of x"),
        ("B::test_y", "Y"),
    }


@pytest.mark.parametrize(
    ("mark", "says"),
    [
        ("points('2')", "one number"),
        ("points(-1)", "one number"),
        ("points(float('nan'))", "one number"),
        ("points(1, 2)", "one number"),
        ("points()", "without names"),
        ("points(n=1)", "without names"),
        ("timeout(0)", "one number"),
        ("feedback('some')", '"full", "hint" and "none"'),
        ("depends()", "names of checks"),
        ("depends(3)", "names of checks"),
        ("point(2)", "Did you mean points"),
        ("visibel", "Did you mean visible"),
        ("need_gpu", "Did you mean needs_gpu"),
    ],
)
def test_a_mark_that_can_not_be_is_the_authors_fault(tmp_path: Path, mark: str, says: str) -> None:
    fault = collect(tmp_path, f"def test_y(): pass\n@pytest.mark.{mark}\ndef test_x(): pass").fault
    assert fault is not None
    assert says in str(fault)
    assert "test_x" in str(fault)


def test_marks_of_other_courses_are_let_through(tmp_path: Path) -> None:
    assert one(tmp_path, "@pytest.mark.slow\n@pytest.mark.week3\ndef test_x(): pass").id == "test_x"


def test_a_fixture_that_hides_one_of_the_sessions_is_refused(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.fixture\ndef rng(): return 1\ndef test_x(rng): pass"
    assert "test_x: a fixture rng stands before" in str(collect(tmp_path, source, OfASession()).fault)
    assert list(collect(tmp_path, "def test_x(rng): pass", OfASession()).checks) == ["test_x"]


def test_the_names_of_the_sessions_fixtures_are_known() -> None:
    fixtures = {key: value for key, value in vars(ChecksPlugin).items() if key.endswith("_fixture")}
    assert {getattr(value, "name", None) for value in fixtures.values()} == set(FIXTURES)
