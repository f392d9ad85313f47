"""A class is graded in the language of the command that grades it, in whatever process."""

import contextlib
import re
from pathlib import Path

import pytest

from grader.batch.intake import take_in
from grader.batch.job import answer_keys, exercise_hashes
from grader.batch.journal import Journal
from grader.batch.pool import LocalExecutor, Setting
from grader.batch.run import Run
from grader.batch.standing import standings
from grader.course import load_course
from grader.language import speaking
from grader.submission import Submission, SubmittedFile
from tests.batch.stand_in import SCALE, TINY


def test_a_setting_takes_the_language_with_it() -> None:
    with speaking("zh"):
        setting = Setting(TINY, "process")
    assert (setting.language, Setting(TINY, "process").language) == ("zh", "en")


def test_an_answer_that_is_known_in_one_language_is_not_in_another() -> None:
    course = load_course(TINY)
    exercise = course.exercise(SCALE)
    submission = Submission("ann", {SCALE: SubmittedFile.of("scale.py", b"def scale(x, factor): return x")})

    def key() -> str:
        return answer_keys(submission, [exercise], exercise_hashes(course, [exercise]), "cpu")[SCALE]

    english = key()
    with speaking("zh"):
        chinese = key()
    assert english != chinese
    assert key() == english


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_judge_in_another_process_speaks_it(tmp_path: Path) -> None:
    answer = tmp_path / "class" / "ann" / "scale.py"
    answer.parent.mkdir(parents=True)
    answer.write_text("def scale(x, factor):\n    return None\n")
    course = load_course(TINY)
    with speaking("zh"), Journal(tmp_path / "journal.sqlite") as journal:
        run = Run(journal, course, [course.exercise(SCALE)])
        run.take(take_in(answer.parents[1], ["scale"]))
        with contextlib.closing(LocalExecutor(Setting(TINY, "bubblewrap"), 1)) as executor:
            run.grade_all(executor)
        (standing,) = standings(journal)
        (key,) = (answer.key for paper in standing.papers for answer in journal.answers(paper.id))
        result = journal.result(key)
    assert result is not None
    said = [check.feedback.headline for check in result.checks if check.feedback]
    assert said
    assert all(re.search("[\u4e00-\u9fff]", headline) for headline in said)
