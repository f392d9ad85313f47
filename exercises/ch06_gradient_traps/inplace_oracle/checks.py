"""Hidden checks for inplace_oracle."""

from itertools import groupby

import pytest
import torch
from fixtures import outcomes
from inplace_oracle import fixed_forward, outcome

from grader.checks import assert_close, assert_gradients, count_operators, show

NEW = {"exp": 1, "sin": 1, "mul": 2, "add": 2, "clone": 1, "view": 1, "detach": 1}  # how many operands
WRITES = {"double_": 0, "add_": 1, "exp_": 0, "double_no_grad": 0, "double_data": 0}
# Operators that make no new tensor.
VIEWS = {"aten::t", "aten::transpose", "aten::numpy_T", "aten::detach", "aten::view", "aten::alias"}


class Changed(Exception):
    """A saved value is not what it was."""


def execute(program):
    """Run a program on the installed torch; gives the tensor that the last step names."""
    names, rng = {}, torch.Generator().manual_seed(0)
    for target, operation, *operands in program:
        arguments = [names[name] for name in operands]
        if operation in ("parameter", "data"):
            value = torch.rand(3, dtype=torch.float64, generator=rng) * 0.5 - 0.8
            names[target] = value.requires_grad_(operation == "parameter")
        elif operation == "view":
            if not arguments[0].requires_grad:  # the statement excludes it: no program for anyone
                return arguments[0]
            names[target] = arguments[0].view(-1)
        elif operation in NEW:
            names[target] = getattr(torch.Tensor, operation)(*arguments)
        elif operation == "double_":
            names[target].mul_(2)
        elif operation == "double_data":
            names[target].data.mul_(2)
        elif operation == "double_no_grad":
            with torch.no_grad():
                names[target].mul_(2)
        elif operation in WRITES:
            getattr(names[target], operation)(*arguments)
    return names[program[-1][0]]


def unpack(packed):
    tensor, copy = packed
    if not torch.equal(tensor, copy):
        raise Changed
    return tensor


def observed(program):
    """What torch does with a program; None where backward has nothing to do, numbers run away or a step is excluded."""
    try:
        result = execute(program)
        if not (result.requires_grad and torch.isfinite(result).all()):
            return None
        result.sum().backward()
    except RuntimeError as error:
        return "leaf" if "leaf Variable" in str(error) else "version"
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: (tensor, tensor.clone()), unpack):
        result = execute(program)
    try:
        result.sum().backward()
    except Changed:
        return "silent"
    return "ok"


def random_program(rng):
    """Ten steps or fewer. Often a tensor is computed from the newest, and written into soon after."""

    def draw(*choices):
        return choices[int(torch.randint(len(choices), (), generator=rng))]

    def pick():
        return draw(names[-1], draw(*names), draw("w", "x", "a"))

    program, names = [("w", "parameter"), ("x", "data"), ("a", "mul", "w", "x")], ["w", "x", "a"]
    for letter in "bcdefg"[: draw(3, 4, 5, 6)]:
        if draw(True, False):
            operation = draw(*NEW, "mul", "detach", "exp")
            program.append((letter, operation, *(pick() for _ in range(NEW[operation]))))
            names.append(letter)
        else:
            target = pick()
            operation = draw(*WRITES) if target != "w" else draw("double_", *["double_no_grad", "double_data"] * 4)
            program.append((target, operation, *(pick() for _ in range(WRITES[operation]))))
    program.append(("z", "add", draw("a", *names), names[-1]))
    return [*program, ("z", "backward")]


def as_code(target, operation, *operands):
    """A step as a line of torch."""
    first = operands[0] if operands else target
    return {
        "parameter": f"{target} = torch.rand(3, requires_grad=True)",
        "data": f"{target} = torch.rand(3)",
        "mul": f"{target} = {' * '.join(operands)}",
        "add": f"{target} = {' + '.join(operands)}",
        "view": f"{target} = {first}.view(-1)",
        "double_": f"{target}.mul_(2)",
        "add_": f"{target}.add_({first})",
        "exp_": f"{target}.exp_()",
        "double_no_grad": f"with torch.no_grad():\n    {target}.mul_(2)",
        "double_data": f"{target}.data.mul_(2)",
        "backward": f"{target}.sum().backward()",
    }.get(operation, f"{target} = {first}.{operation}()")


def listing(program):
    """A program as lines of torch; a step that comes again and again is a loop."""
    lines = []
    for step, run in groupby(program):
        line, count = as_code(*step), len(list(run))
        lines.append(line if count == 1 else f"for _ in range({count}):\n    " + line.replace("\n", "\n    "))
    return "\n".join(lines)


def expect(*programs):
    """The student's outcomes are what torch does; the shortest program where they are not is shown."""
    expected = [observed(program) for program in programs]
    found = zip(programs, expected, outcomes(outcome, list(programs)), strict=True)
    for program, right, told in sorted(found, key=lambda entry: len(entry[0])):
        assert right is not None, f"nothing to observe in {program}"
        with show(inputs={"program": listing(program)}):
            assert told == right, f'`outcome` should be "{right}", as torch does it; yours is {told!r}'


def after(*steps, root="y"):
    """A program with a parameter w and data x, that ends with root.sum().backward()."""
    return [("w", "parameter"), ("x", "data"), *steps, (root, "backward")]


def forward_without_writes(x, w):
    h = x @ w + 1.0
    return (torch.sin(h) + torch.sigmoid(h) * 3.0) * (h * 0.5) - 1.0


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The examples of the statement"""
    expect(
        [("w", "parameter"), ("y", "exp", "w"), ("y", "double_"), ("y", "backward")],
        [("w", "parameter"), ("y", "sin", "w"), ("y", "double_"), ("y", "backward")],
        [("w", "parameter"), ("w", "double_"), ("y", "exp", "w"), ("y", "backward")],
        [("w", "parameter"), ("y", "exp", "w"), ("y", "double_data"), ("y", "backward")],
    )


@pytest.mark.points(2)
def test_what_is_saved():
    """A write into the input or the result matters where backward needs it"""
    for operation in ("exp", "sin", "add", "clone", "mul"):
        made = [("h", "add", "w", "x"), ("k", "add", "w", "x"), ("y", operation, *("h", "k")[: NEW[operation]])]
        expect(*(after(*made, (target, write)) for target in "hkyx" for write in ("double_", "double_data")))


@pytest.mark.points(1)
def test_product_saves_what_it_needs():
    """A product saves a factor only for the gradient of the other one, and nothing without gradients"""
    made = [("h", "clone", "w"), ("y", "mul", "h", "x")]
    swapped = [("h", "clone", "w"), ("y", "mul", "x", "h")]
    plain = [("d", "clone", "x"), ("p", "mul", "x", "d"), ("q", "sin", "p"), ("y", "add", "w", "q")]
    expect(*(after(*steps, (target, "double_")) for steps in (made, swapped) for target in "hx"))
    expect(*(after(*plain, (target, "double_")) for target in "xdpq"))
    expect(*(after(("d", "clone", "x"), ("y", "mul", "w", "w"), (target, "double_no_grad")) for target in "dw"))


@pytest.mark.points(1)
def test_shared_memory():
    """View and detach share memory and version, clone has its own"""
    for operation in ("view", "detach", "clone"):
        result = [("y", "exp", "w"), ("d", operation, "y")]
        source = [("h", "clone", "w"), ("d", operation, "h"), ("y", "sin", "h")]
        again = [("y", "exp", "w"), ("c", operation, "y"), ("d", operation, "c")]
        expect(*(after(*made, ("d", write)) for made in (result, source, again) for write in WRITES if write != "add_"))
        expect(after(("y", "exp", "w"), ("d", operation, "y"), ("y", "double_"), ("z", "mul", "d", "w"), root="z"))


@pytest.mark.points(1)
def test_leaf():
    """Only parameters and their views are refused, and only where autograd records"""
    ends = [("y", "add", "w", "x")]
    for name, steps in {"w": [], "v": [("v", "view", "w")], "d": [("d", "detach", "w")], "x": []}.items():
        writes = [(name, write, *("x" * operands)) for write, operands in WRITES.items()]
        expect(*(after(*steps, write, *ends) for write in writes))
    expect(after(("y", "sin", "w"), ("d", "detach", "w"), ("d", "double_")))
    expect(after(("y", "sin", "w"), ("w", "double_no_grad")), after(("y", "sin", "w"), ("w", "double_data")))


@pytest.mark.points(1)
def test_only_what_backward_reaches():
    """What the result was not computed from may be out of date"""
    side = [("h", "exp", "w"), ("y", "sin", "w"), ("h", "double_")]
    expect(after(*side), after(*side, ("z", "add", "y", "h"), root="z"))
    expect(after(("h", "exp", "w"), ("h", "double_"), ("d", "detach", "h"), ("y", "mul", "d", "w")))
    expect(after(("y", "exp", "w"), ("y", "double_"), ("y", "sin", "w")))
    # An edit that nobody counts, and a write that is counted: backward stops at the second.
    both = [("h", "exp", "w"), ("h", "double_data"), ("k", "exp", "w"), ("k", "double_")]
    expect(after(*both, ("y", "add", "h", "k")), after(*both, ("y", "add", "k", "h")), after(*both, root="h"))


@pytest.mark.points(1)
def test_writes_are_operations():
    """A write becomes a part of the history: add_ brings its operand's in, exp_ saves its result"""
    grown = [("h", "exp", "w"), ("y", "clone", "x"), ("y", "add_", "h")]
    expect(after(*grown), after(*grown, ("h", "double_")), after(*grown, ("y", "double_")))
    expect(after(*grown, ("z", "mul", "y", "x"), ("x", "double_"), root="z"))
    for write in ("double_", "exp_", "double_data", "double_no_grad"):
        expect(after(("y", "clone", "w"), ("y", "exp_"), ("y", write)))
        expect(after(("y", "clone", "w"), ("y", write), ("y", "exp_")))
        expect(after(("c", "clone", "x"), ("c", "exp_"), ("y", "mul", "w", "c"), ("c", write)))
    expect(after(("h", "clone", "w"), ("y", "add", "h", "x"), ("h", "exp_"), ("h", "double_")))


@pytest.mark.points(1)
def test_many_paths():
    """A node is visited once, however many paths lead to it"""
    doubled = [("y", "add", "y", "y")] * 40
    expect(after(("y", "sin", "w"), *doubled), after(("y", "exp", "w"), ("y", "double_"), *doubled))


@pytest.mark.points(3)
@pytest.mark.depends("test_example", "test_what_is_saved", "test_shared_memory", "test_leaf")
def test_random_programs(rng):
    """Random programs end as torch ends them"""
    programs = [random_program(rng) for _ in range(200)]
    expect(*(program for program in programs if observed(program)))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_fixed():
    """The example of the statement: the value of fixed_forward"""
    x, w = torch.tensor([[1.0]]), torch.tensor([[0.0]])
    actual = fixed_forward(x, w)
    assert_close(actual, forward_without_writes(x, w))


@pytest.mark.points(1)
def test_fixed_values(rng):
    """fixed_forward gives the values of forward"""
    for n, d, k in ((3, 4, 2), (1, 1, 1), (0, 2, 3)):
        x = torch.randn(n, d, generator=rng, dtype=torch.float64)
        w = torch.randn(d, k, generator=rng, dtype=torch.float64)
        actual = fixed_forward(x, w)
        assert_close(actual, forward_without_writes(x, w))


@pytest.mark.points(1)
def test_fixed_gradients(rng):
    """The backward of fixed_forward works and is right"""
    x = torch.randn(3, 4, generator=rng, dtype=torch.float64, requires_grad=True)
    w = torch.randn(4, 2, generator=rng, dtype=torch.float64, requires_grad=True)
    assert_gradients(fixed_forward, x, w)


@pytest.mark.points(1)
@pytest.mark.depends("test_fixed_values", "test_fixed_gradients")
def test_fixed_stays_in_place(rng):
    """fixed_forward writes in place wherever that is legal"""
    x, w = torch.randn(3, 4, generator=rng), torch.randn(4, 2, generator=rng)
    counts = count_operators(fixed_forward, x, w)
    made = {name: n for name, n in counts.items() if not name.endswith("_") and name not in VIEWS}
    listed = ", ".join(f"{name.removeprefix('aten::')} {n}" for name, n in sorted(made.items()))
    assert sum(made.values()) <= 6, (
        f"`fixed_forward` makes {sum(made.values())} new tensors where 6 are enough: {listed}"
    )
