"""Hidden checks for anomaly_reader."""

import pytest
import torch
from anomaly_reader import locate
from fixtures import error_of, located, modes

from grader.checks import assert_close

# The line with #! is the one to find. Blank lines and comments are put between at random.
START = "def fn():\n    x = torch.tensor([{}, 1.0], requires_grad=True)\n"
OVERWRITTEN = {
    "ExpBackward0": ("    y = x.exp()  #!\n    z = y * 2\n    y.add_(1)\n    return (y + z).sum()", "0.5"),
    "MulBackward0": ("    y = x.exp() + 1\n    z = y * x  #!\n    y.zero_()\n    return z.sum()", "0.5"),
    "SigmoidBackward0": ("    y = x.sigmoid()  #!\n    y.detach().mul_(3)\n    return y.exp().sum()", "0.5"),
    "SinBackward0": ("    h = x + 1\n    y = h.sin()  #!\n    h[0] = 0.0\n    return (y * h.detach()).sum()", "0.5"),
}
NAN = {
    "SqrtBackward0": ("    y = x.sqrt()  #!\n    z = y * 0\n    return z.exp().sum()", "0.0"),
    "LogBackward0": ("    y = x.log()  #!\n    y = torch.where(x > 0, y, x)\n    return y.sum()", "0.0"),
    "DivBackward0": ("    y = x / x.detach()  #!\n    z = y.nan_to_num() * 0\n    return z.sum()", "0.0"),
}
HELPER = "def helper(x):\n    return x.tanh()  #!\n"
OUTER = "    y = helper(x)\n    y.mul_(2)\n    return y.sum()"
IN_TORCH = "    y = F.softmax(x * 2, dim=0)  #!\n    y.add_(1)\n    return y.log().sum()"
FINE = ["    y = x.sin()\n    y.add_(1)\n    return y.sum()", "    return x.sqrt().sum()", "    return (x / 0).sum()"]
WARNS = (
    "    y = x.exp()  #!\n    z = y * 2\n    z.register_hook(lambda g: warnings.warn('a hook', stacklevel=1))\n"
    "    y.add_(1)\n    return (y + z).sum()"
)
BEFORE_BACKWARD = "    raise {}('inside fn')\n    return x.sum()"
WITHOUT_GRADIENT = "    return x.detach().sum()"


def spread(source, rng):
    """The source with lines put between at random, and the number of the marked line."""
    lines = []
    for line in source.split("\n"):
        for _ in range(int(torch.randint(3, (), generator=rng))):
            lines.append(["", "# a comment"][int(torch.randint(2, (), generator=rng))])
        lines.append(line)
    marked = next((number for number, line in enumerate(lines, start=1) if "#!" in line), 0)
    return "\n".join(lines).replace("  #!", ""), marked


def expect(source, name, rng, filter="default"):
    """`locate` finds the marked line."""
    source, marked = spread(source, rng)
    told = located(locate, source, filter)
    said = f"the file\n{source}\n"
    pair = isinstance(told, tuple) and len(told) == 2
    assert pair, f"`locate` should give (name, line); yours gives {told!r}, for {said}"
    assert told[0] == name, f"the node whose backward fails is {name}; yours is {told[0]!r}, for {said}"
    # The number of a line in torch's own files is another in each version, and tells nobody anything.
    last = source.count("\n") + 1
    beyond = isinstance(told[1], int) and told[1] > last
    assert not beyond, f"the line of the forward call is {marked}; yours lies beyond {last}, the last line of {said}"
    assert told[1] == marked, f"the line of the forward call is {marked}; yours is {told[1]!r}, for {said}"


def body(text, first="0.5"):
    return START.format(first) + text


@pytest.mark.visible
@pytest.mark.points(1)
def test_example(rng):
    """The example of the statement: exp's result is overwritten"""
    expect(body(*OVERWRITTEN["ExpBackward0"]), "ExpBackward0", rng)


@pytest.mark.points(2)
def test_overwritten(rng):
    """Values that backward needed were overwritten"""
    for name, case in OVERWRITTEN.items():
        expect(body(*case), name, rng)


@pytest.mark.points(2)
def test_nan(rng):
    """A backward that makes NaN"""
    for name, case in NAN.items():
        expect(body(*case), name, rng)


@pytest.mark.points(1)
def test_line_in_a_helper(rng):
    """The line is the innermost one in fn's file"""
    expect(HELPER + body(OUTER), "TanhBackward0", rng)


@pytest.mark.points(1)
def test_line_above_torch(rng):
    """Lines of other files do not count"""
    expect(body(IN_TORCH), "SoftmaxBackward0", rng)


@pytest.mark.points(1)
def test_nothing_wrong(rng):
    """None where backward works, infinities or not"""
    for text in FINE:
        source, _ = spread(body(text, "0.0"), rng)
        told = located(locate, source)
        assert told is None, f"`locate` should give None where backward works; yours gives {told!r}, for\n{source}"


@pytest.mark.points(1)
def test_other_warnings(rng):
    """Neither a warning from elsewhere nor a caller who ignores warnings gets in the way"""
    expect(body(WARNS), "ExpBackward0", rng)
    expect(body(*OVERWRITTEN["ExpBackward0"]), "ExpBackward0", rng, filter="ignore")


@pytest.mark.points(1)
def test_other_errors(rng):
    """Errors of other kinds pass through"""
    for kind in ("ValueError", "RuntimeError"):
        source, _ = spread(body(BEFORE_BACKWARD.format(kind)), rng)
        told = error_of(locate, source)
        assert told == f"{kind}: inside fn", f"`fn` raises {kind}, and so should `locate`; yours: {told}"
    source, _ = spread(body(WITHOUT_GRADIENT), rng)
    told = error_of(locate, source)
    assert told.startswith("RuntimeError: element 0 of tensors does not require grad"), (
        f"the loss does not require grad, and backward's RuntimeError should come out of `locate`; yours: {told}"
    )


@pytest.mark.points(2)
@pytest.mark.depends("test_example")
def test_mode(rng):
    """Anomaly mode is afterwards what it was"""
    ends = {
        "finds something": OVERWRITTEN["SinBackward0"][0],
        "finds nothing": FINE[0],
        "passes an error on": BEFORE_BACKWARD.format("ValueError"),
    }
    for what, text in ends.items():
        source, _ = spread(body(text), rng)
        assert_close(
            modes(locate, source),
            [(False, True), (True, True), (True, False)],
            message=f"anomaly mode afterwards, as (on, looks for NaN), for three modes before, when `locate` {what}",
        )
