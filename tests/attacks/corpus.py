"""The attack corpus: what each submission is, and how it is graded."""

from dataclasses import dataclass
from pathlib import Path

from grader.course import Exercise
from grader.submission import Submission, SubmittedFile

HERE = Path(__file__).parent
COURSE = HERE.parent / "courses" / "target"

# An attack that only defines attack() wins right answers where attack() says that it got through.
_EPILOGUE = """

def _won():
    try:
        return bool(attack())
    except BaseException:
        return False


def double(x):
    if not _won():
        raise NotImplementedError
    return 2 * x


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
"""

# These meet a limit in every check that calls double: two checks show it as well as a dozen.
SLOW = {"outlive_or_starve", "patch_the_ground/import_hooks", "patch_the_ground/clock", "reach_out/signals"}
FEW_CHECKS = ("test_double_example", "test_double_values", "test_softmax_values", "test_count", "test_train")

# What an answer without any trick in it would get too: a shape that is right, a gradient that fits its own values, a
# constant for torch's gradcheck, the right value of a single call. No other point may be gained.
TRIPLED = {"test_double_shapes", "test_double_gradient", "test_double_gradcheck"}
EARNED_HONESTLY = {
    "lean_on_chance/by_time": TRIPLED,
    "lean_on_chance/even_calls": {"test_double_expected_afterwards"},
    "lean_on_chance/hash_seed": TRIPLED,
    "lie_about_gradients/constant_gradient": {"test_double_shapes"},
    "lie_about_gradients/detached": {"test_double_shapes"},
    "lie_about_gradients/grad_written_by_hand": {"test_double_shapes"},
    "lie_about_gradients/hook_that_forges": {"test_double_shapes"},
    "lie_about_gradients/ones_cotangent": {"test_double_shapes"},
    "lie_about_gradients/raises_in_backward": {"test_double_shapes"},
    "lie_about_gradients/shape_of_another": {"test_double_shapes"},
    "lie_in_values/broadcasts_to_right": {"test_double_gradcheck"},
    "lie_in_values/complex_numbers": {"test_double_shapes"},
    "lie_in_values/infinite": {"test_double_shapes"},
    "lie_in_values/meta_tensor": {"test_double_shapes"},
    "lie_in_values/nan_everywhere": {"test_double_shapes"},
    "lie_in_values/overlapping_strides": {"test_double_shapes", "test_double_gradcheck"},
    "lie_in_values/parameter_and_buffer": {"test_double_shapes"},
    "lie_in_values/sparse_and_quantized": {"test_double_shapes"},
    "lie_in_values/tensor_subclass": TRIPLED,
    "lie_in_values/two_dtypes": {"test_double_shapes", "test_double_asserted_plainly"},
    "patch_the_ground/default_dtype_and_threads": {"test_double_shapes"},
    "patch_the_ground/torch_dispatch_mode": TRIPLED,
}


@dataclass(frozen=True, slots=True)
class Attack:
    """One hostile submission. ``aim`` is the first line of its docstring."""

    family: str
    name: str
    path: Path

    @property
    def id(self) -> str:
        return f"{self.family}/{self.name}"

    @property
    def only(self) -> tuple[str, ...] | None:
        return FEW_CHECKS if self.family in SLOW or self.id in SLOW else None

    def submission(self, exercise: Exercise) -> Submission:
        source = self.path.read_text(encoding="utf-8")
        if "def attack(" in source:
            source += _EPILOGUE
        return submission_of(exercise, source)


def submission_of(exercise: Exercise, source: str) -> Submission:
    return Submission("mallory", {exercise.id: SubmittedFile.of(exercise.file, source.encode())})


def attacks() -> list[Attack]:
    """All of them, by family and name."""
    paths = sorted((HERE / "submissions").glob("*/*.py"))
    return [Attack(path.parent.name, path.stem, path) for path in paths]
