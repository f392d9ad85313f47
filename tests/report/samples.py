"""Reports as a real grading makes them, for the tests of every format."""

import math
from datetime import UTC, datetime

from grader.report.model import (
    CheckResult,
    ExerciseResult,
    Feedback,
    ForInstructor,
    Frame,
    Output,
    Report,
    SandboxFacts,
    Uses,
)
from grader.report.picture import (
    Comparison,
    Curve,
    Graph,
    GraphNode,
    HeatMap,
    Image,
    Images,
    Layout,
    Picture,
    Point,
    Regions,
    Series,
)
from grader.verdict import Cause

# Canaries: what only an instructor may read. None may come out in a student's copy of any format.
CANARIES = {
    "assertion": "CANARY-assertion-8d1f",
    "traceback": "CANARY-traceback-77aa",
    "student_message": "CANARY-message-19c3",
    "stdout": "CANARY-stdout-5b02",
    "stderr": "CANARY-stderr-e4d9",
    "hidden_output": "CANARY-hidden-output-c1c1",
    "withheld": "CANARY-withheld-feedback-0f0f",
    "hint_level": "CANARY-hint-level-details-3a3a",
    "seed": "7415926535897932",
    "check_seed": "8214808651328230",
}


def check(id: str, title: str, cause: Cause = Cause.PASSED, **more: object) -> CheckResult:
    """One check of one point, visible and passed unless told otherwise."""
    fields: dict[str, object] = {
        "id": id,
        "title": title,
        "visibility": "visible",
        "cause": cause,
        "owner": cause.owner,
        "points": 1.0 if cause.passed else 0.0,
        "max_points": 1.0,
        "seconds": 0.02,
    }
    return CheckResult.model_validate(fields | more)


def report(exercises: list[ExerciseResult], **more: object) -> Report:
    fields: dict[str, object] = {
        "torchgrade": "0.1.0",
        "course": "PyTorch from the inside",
        "course_version": "c0ffee5eed" * 4,
        "student": "Ada Lovelace",
        "created": datetime(2026, 3, 4, 15, 9, 26, tzinfo=UTC),
        "seed": int(CANARIES["seed"]),
        "device": "cpu",
        "libraries": {"python": "3.11.7", "torch": "2.13.0+cpu", "numpy": "2.4.6"},
        "sandbox": SandboxFacts(
            driver="bubblewrap",
            isolation="full",
            barriers={"network namespace": True, "seccomp": True, "memory cgroup": False},
        ),
        "chapters": {"ch03_autograd": "Autograd by hand", "ch05_training": "Training loops"},
        "exercises": exercises,
        "seconds": 4.31,
    }
    return Report.model_validate(fields | more)


def gradient_map() -> HeatMap:
    return HeatMap(
        title="Gradient of `x`: yours divided by the right one",
        values=[[4.0, 4.0, 4.0], [4.0, 1.0, -4.0], [4.0, None, 0.25], [4.0, 4.0, 4.0]],
        row_label="row of the batch",
        column_label="feature",
    )


def large_map() -> HeatMap:
    values: list[list[float | None]] = [
        [math.sin(row / 9) * math.cos(column / 7) * (row > column) for column in range(96)] for row in range(96)
    ]
    return HeatMap(
        title="Attention to the future", values=values, row_label="query position", column_label="key position"
    )


def loss_curve() -> Curve:
    yours: list[float | None] = [2.3026 + 0.015 * math.sin(step) - 0.004 * min(step, 3) for step in range(60)]
    right: list[float | None] = [0.21 + 2.1 * math.exp(-step / 11) for step in range(60)]
    return Curve(
        title="Loss on the training digits",
        series=[Series(name="your loop", y=yours), Series(name="the reference's loop", y=right)],
        threshold=0.35,
        threshold_label="asked for, at most",
    )


def diverging_curve() -> Curve:
    losses: list[float | None] = [1.7**step for step in range(30)] + [None] * 6
    return Curve(title="Loss with learning rate 2.5", series=[Series(name="your loop", y=losses)])


def attention() -> HeatMap:
    tokens = ["the", "cat", "sat", "on", "a", "windowsill"]
    values: list[list[float | None]] = [
        [round(1 / (row + 1), 3) if column <= row else 0.0 for column in range(6)] for row in range(6)
    ]
    return HeatMap(
        title="Attention of head 1", values=values, row_label="query", column_label="key", row_ticks=tokens,
        column_ticks=tokens,
    )  # fmt: skip


def comparison() -> Comparison:
    return Comparison(
        title="Your gradient and the right one",
        yours=[[4.0, 8.0, -2.0], [0.4, None, 1.0]],
        right=[[1.0, 2.0, -0.5], [0.1, 0.25, 0.25]],
        how="ratio",
        row_label="row of the input",
        column_label="column of the input",
    )


def layout() -> Layout:
    return Layout(title="Your windows", shape=[2, 3], stride=[2, 1], offset=1, cells=8)


def graph() -> Graph:
    nodes = [
        GraphNode(label="MeanBackward0", role="result"),
        GraphNode(label="MulBackward0"),
        GraphNode(label="AddmmBackward0"),
        GraphNode(label="in your code", role="student"),
        GraphNode(label="bias", role="leaf", detail="(4,)"),
        GraphNode(label="weight", role="leaf", detail="(4, 3)"),
    ]
    edges = [(0, 1), (1, 2), (1, 2), (2, 4), (2, 3), (3, 5), (0, 5)]
    return Graph(title="Graph of the loss", nodes=nodes, edges=edges, left_out=2)


def regions() -> Regions:
    classes = [
        [int((row - 10) ** 2 + (column - 12) ** 2 < 50) + 2 * (row > 17) for column in range(24)] for row in range(24)
    ]
    points = [Point(x=math.cos(i), y=math.sin(2 * i), label=i % 3) for i in range(30)]
    return Regions(
        title="Decision boundary", classes=classes, x_low=-1.2, x_high=1.2, y_low=-1.2, y_high=1.2, points=points,
        names=["background", "moon", "sky"], x_label="x₀", y_label="x₁",
    )  # fmt: skip


def images() -> Images:
    def image(number: int, channels: int, side: int = 8) -> Image:
        pixels = bytes(
            (x * (number + 3) + y * 17 * (c + 1)) % 256
            for y in range(side)
            for x in range(side)
            for c in range(channels)
        )
        return Image.model_validate(
            {
                "width": side,
                "height": side,
                "channels": channels,
                "pixels": pixels,
                "caption": f"a {number}, read as {number + 1}",
            }
        )

    return Images(title="Misread digits", images=[image(0, 1), image(1, 1), image(2, 3), image(3, 1, 28)])


def all_pictures() -> list[Picture]:
    """One of each kind."""
    return [gradient_map(), attention(), comparison(), loss_curve(), layout(), graph(), regions(), images()]


def cross_entropy() -> ExerciseResult:
    checks = [
        check("test_values[mean]", "The mean of the batch is right"),
        check("test_values[none]", "Without reduction there is one loss a row"),
        check("test_extreme", "Scores of 1,000 stay finite"),
        check(
            "test_gradient",
            "The gradient with respect to the scores is right",
            Cause.FAILED,
            max_points=3.0,
            points=0.0,
            feedback=Feedback(
                headline="The forward of `cross_entropy` is right; its gradient is 4 times too large everywhere.",
                misunderstanding="The loss averages over the batch, so the gradient must too: divide by `len(x)`.",
                details=["4 is the batch size here."],
                expected="tensor([[-0.1250, 0.0625, 0.0625],\n        [ 0.0831, -0.1667, 0.0836]])",
                actual="tensor([[-0.5000, 0.2500, 0.0625],\n        [ 0.0831, -0.6667, 0.3344]])",
                where="8 of 12 entries, first at index `(0, 0)`",
                smallest_input={"x": "torch.tensor([[0., 1., 2.],\n              [3., 1., 0.]])", "target": "[0, 2]"},
                hint="Write down d loss / d x for a batch of one row, then for two.",
                pictures=[gradient_map()],
                traceback=[Frame(file="cross_entropy.py", line=31, function="backward", source="return p - one_hot")],
            ),
            output=Output(stdout="grad norm 1.2247\n", stderr="", truncated=False),
            instructor=ForInstructor(
                assertion=CANARIES["assertion"], traceback=CANARIES["traceback"], seed=int(CANARIES["check_seed"])
            ),
        ),
        check(
            "test_ignore_index",
            "Rows with `ignore_index` count neither in the sum nor in the mean",
            Cause.RAISED,
            visibility="hidden",
            feedback=Feedback(
                headline="Line 14 of your file raises an `IndexError` for a batch in which every row is ignored.",
                traceback=[
                    Frame(file="cross_entropy.py", line=22, function="forward", source="loss = _pick(logp, target)"),
                    Frame(file="cross_entropy.py", line=14, function="_pick", source="return logp[rows, target]"),
                ],
            ),
            instructor=ForInstructor(
                student_message=CANARIES["student_message"],
                output=Output(stdout=CANARIES["stdout"], stderr=CANARIES["stderr"]),
            ),
            output=Output(stdout=CANARIES["hidden_output"]),
        ),
        check(
            "test_label_smoothing",
            "Label smoothing takes from the right class and gives to all",
            Cause.FAILED,
            visibility="hidden",
            feedback_level="hint",
            feedback=Feedback(
                headline="With smoothing 0.1 the loss is too small.",
                details=[CANARIES["hint_level"]],
                expected=CANARIES["hint_level"],
                hint="The smoothed target sums to 1.",
            ),
        ),
        check(
            "test_weights",
            "Class weights weigh the mean",
            Cause.FAILED,
            visibility="hidden",
            feedback_level="none",
            feedback=Feedback(headline=CANARIES["withheld"]),
        ),
        check("test_double_backward", "The gradient can be differentiated again", Cause.SKIPPED, visibility="hidden",
              feedback=Feedback(headline="Skipped: it needs the first gradient to be right.")),
        check("test_cuda", "The same values on a GPU", Cause.NOT_RUN, visibility="hidden",
              feedback=Feedback(headline="Not run: no GPU.")),
        check(
            "test_compiled",
            "torch.compile gives the same values",
            Cause.INFRASTRUCTURE,
            feedback=Feedback(
                headline="This check could not be graded: the sandbox ended unexpectedly twice (out of disk space). "
                "It is not counted. Tell your instructor: reference 7f3a."
            ),
        ),
    ]  # fmt: skip
    return ExerciseResult(
        id="ch03_autograd/cross_entropy",
        number="3.4",
        title="Cross entropy with its own backward",
        points=3.0,
        max_points=10.0,
        checks=checks,
        uses=[Uses(exercise="3.2 log_softmax", version="yours"), Uses(exercise="3.1 unbroadcast", version="reference")],
        submission_sha256="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        submission_file="cross_entropy.py",
        hints_taken=1,
        seconds=1.92,
    )


def training_loop() -> ExerciseResult:
    return ExerciseResult(
        id="ch05_training/digits",
        number="5.1",
        title="Train a classifier of handwritten digits",
        points=2.0,
        max_points=5.0,
        checks=[
            check("test_shapes", "The model turns (b, 64) into (b, 10)"),
            check("test_seeded", "Two runs with the same seed are bitwise equal"),
            check(
                "test_converges",
                "The trained model reads at least 92% of the test digits",
                Cause.FAILED,
                points=0.0,
                max_points=2.0,
                feedback=Feedback(
                    headline="Trained with your loop, the model reaches 61% on the test digits; 92% is asked.",
                    details=[
                        "The loss falls for 3 steps and then stays at 2.30 = ln 10, the loss of guessing.",
                        "`weight` is the same object, but its values are equal before and after `step()`.",
                    ],
                    expected="0.92 or more",
                    actual="0.61",
                    pictures=[loss_curve(), diverging_curve(), large_map()],
                ),
            ),
            check(
                "test_time",
                "An epoch fits into the time limit",
                Cause.TIMEOUT,
                feedback=Feedback(
                    headline="Stopped after 10 s of CPU time in `fit` with N = 64: the double loop in line 21 ran "
                    "2,900 of 3,072 steps. Other checks were not affected.",
                ),
                seconds=10.02,
            ),
        ],
        submission_file="digits.py",
        seconds=14.2,
    )


def all_passed() -> ExerciseResult:
    return ExerciseResult(
        id="ch03_autograd/unbroadcast",
        number="3.1",
        title="Sum a gradient back to the operand's shape",
        points=4.0,
        max_points=4.0,
        checks=[
            check("test_pairs[0]", "All pairs of twelve shapes"),
            check("test_no_copy", "No copy where none is needed", visibility="hidden"),
        ],
        submission_file="unbroadcast.py",
        seconds=0.31,
    )


def not_importable() -> ExerciseResult:
    headline = "`vjp.py` cannot be imported: line 7 has a syntax error."
    return ExerciseResult(
        id="ch03_autograd/vjp",
        number="3.2",
        title="向量-雅可比积 Vector–Jacobian products",
        points=0.0,
        max_points=2.0,
        checks=[
            check(f"test_{name}", f"The product of {name}", Cause.IMPORT_ERROR, feedback=Feedback(headline=headline))
            for name in ("mul", "matmul")
        ],
        notice=Feedback(
            headline=headline,
            details=["Python expected `:` at the end of the line."],
            traceback=[Frame(file="vjp.py", line=7, function="<module>", source="def vjp(f, x)")],
        ),
        submission_file="vjp.py",
    )


def not_attempted() -> ExerciseResult:
    headline = "`MLP.backward` still raises NotImplementedError: not attempted yet."
    return ExerciseResult(
        id="ch03_autograd/mlp",
        number="3.5",
        title="A whole network without autograd",
        points=0.0,
        max_points=6.0,
        checks=[
            check(f"test_{i}", f"Layer {i}", Cause.NOT_IMPLEMENTED, feedback=Feedback(headline=headline))
            for i in range(3)
        ],
        submission_file="mlp.py",
    )


def mixed() -> Report:
    """A student's evening: something of everything."""
    return report([all_passed(), not_importable(), cross_entropy(), not_attempted(), training_loop()])


def perfect() -> Report:
    return report([all_passed()])


def ten_pictures() -> Report:
    """A chapter whose checks show ten pictures, large ones among them."""
    pictures = [*all_pictures(), diverging_curve(), large_map()]
    failed = [
        check(
            f"test_{i}",
            f"Picture {i}",
            Cause.FAILED,
            feedback=Feedback(headline="Look at the picture.", pictures=[pictures[i]]),
        )
        for i in range(10)
    ]
    exercise = cross_entropy().model_copy(update={"checks": failed, "points": 0.0})
    return report([exercise, training_loop()])


def cross_entropy_report() -> Report:
    return report([cross_entropy()])
