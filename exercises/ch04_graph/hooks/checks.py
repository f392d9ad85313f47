"""Hidden checks for hooks."""

import pytest
import torch
from fixtures import (
    again,
    beside,
    clipped_on_the_way,
    clipped_sum,
    clipped_then_removed,
    execute,
    forward_and_gradient,
    hooks_and_errors,
    length_before_and_after,
    make_net,
    record_example,
    recorded,
    recorded_under_no_grad,
    recorded_with_a_graph,
    second_order,
    without_gradient,
)
from hooks import ScaleGrad, clip_gradient, order_of_execution, record_gradients

from grader.checks import assert_close, autograd_graph, show

EXAMPLE = [("mul", 0, 1), ("exp", 2), ("sin", 1), ("add", 3, 4)]  # (a * b).exp() + b.sin()


def same(actual, expected, what):
    """Dtype, shape and values; the sums of the reference differ in the last digits at most."""
    assert_close(actual, expected, rtol=1e-6, atol=1e-9, equal_nan=True, message=what)


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def run_here(steps, inputs):
    """The class names of the nodes in the order in which a backward on this side runs them, and the gradients.

    And the graph, as labels and edges; each label begins with the node's place in that order.
    """
    leaves = [x.detach().clone().requires_grad_(x.requires_grad) for x in inputs]
    values, order, handles = list(leaves), [], []
    for name, *positions in steps:
        values.append(getattr(torch, name)(*(values[i] for i in positions)))
    nodes = [torch.autograd.graph.get_gradient_edge(values[-1]).node]
    for at, node in enumerate(nodes):  # grows as it goes
        nodes += [n for n in dict(node.next_functions) if n is not None and n not in nodes]
        handles.append(node.register_prehook(lambda _, at=at: order.append(at)))
    values[-1].backward()
    for handle in handles:
        handle.remove()
    names = [type(node).__name__ for node in nodes]
    labels = [f"{order.index(at) + 1}. {name}" for at, name in enumerate(names)]
    edges = [(at, nodes.index(n)) for at, node in enumerate(nodes) for n, _ in node.next_functions if n is not None]
    return [names[at] for at in order], [x.grad for x in leaves], (labels, edges)


def listing(steps):
    """Steps on three leaves as lines of torch."""
    lines = [f"v{i} = torch.randn(2, requires_grad=True)" for i in (0, 1)] + ["v2 = torch.randn(2)"]
    for at, (name, *positions) in enumerate(steps, 3):
        lines.append(f"v{at} = torch.{name}({', '.join(f'v{i}' for i in positions)})")
    return "\n".join([*lines, f"order_of_execution(v{2 + len(steps)})"])


def random_steps(rng, length=7):
    """Random operations on three leaves, and their sum."""

    def below(high):
        return int(torch.randint(high, (), generator=rng))

    steps = []
    for at in range(3, 3 + length):
        name, operands = [("add", 2), ("mul", 2), ("sin", 1), ("tanh", 1)][below(4)]
        steps.append((name, *(at - 1 if at > 3 and below(2) else below(at) for _ in range(operands))))
    return [*steps, ("add", 0, 2 + length), ("mul", 3 + length, 1 + length), ("sum", 4 + length)]


def drawn(graph):
    labels, edges = graph
    title = "The graph, its nodes numbered in the order in which they run"
    return autograd_graph((labels, edges), title, known=labels)


def expect_order(steps, inputs, what, program=None):
    names, _ = execute(order_of_execution, steps, inputs)
    expected, _, graph = run_here(steps, inputs)
    assert isinstance(names, list), f"`order_of_execution` should return a list; yours returns {type(names).__name__}"
    wrong = [i for i, (name, right) in enumerate(zip(names, expected, strict=False)) if name != right]
    with show(lambda: drawn(graph), inputs={"program": program} if program else None):
        assert len(names) == len(expected), (
            f"the number of nodes in {what} is {len(expected)}; your list has the length {len(names)}"
        )
        if len(expected) <= 6:  # few enough to be read side by side
            assert names == expected, f"the nodes of {what} run in the order {expected}; yours is {names}"
        assert not wrong, (
            f"number {wrong[0] + 1} of the nodes that run in {what} is {expected[wrong[0]]}; "
            f"in its place your list has {names[wrong[0]]}"
        )


def shapes():
    return {
        "encoder.0.weight": (4, 3),
        "encoder.0.bias": (4,),
        "twice.weight": (4, 4),
        "twice.bias": (4,),
        "head.weight": (1, 4),
        "head.bias": (1,),
    }


def random_net(rng):
    state = {name: normal(rng, *shape) for name, shape in shapes().items()}
    return make_net(state), state, normal(rng, 5, 3)


def retained(state, x):
    """The gradients that arrive at every module's output, by retain_grad."""
    p = {name: value.clone().requires_grad_() for name, value in state.items()}
    linear = x @ p["encoder.0.weight"].T + p["encoder.0.bias"]
    code = linear.tanh()
    once = code @ p["twice.weight"].T + p["twice.bias"]
    twice = once @ p["twice.weight"].T + p["twice.bias"]
    out = twice @ p["head.weight"].T + p["head.bias"]
    for y in (linear, code, once, twice, out):
        y.retain_grad()
    out.square().mean().backward()
    return {
        "": [out.grad],
        "encoder": [code.grad],
        "encoder.0": [linear.grad],
        "encoder.1": [code.grad],
        "twice": [twice.grad, once.grad],
        "head": [out.grad],
        "spare": [],
    }


def module(name):
    return f"module `{name}`" if name else "the model itself"


def expect_records(records, expected):
    assert isinstance(records, dict), f"the block should give a dict; yours gives {type(records).__name__}"
    assert set(records) == set(expected), f"the names should be {sorted(expected)}; yours are {sorted(records)}"
    for name, grads in expected.items():
        assert isinstance(records[name], list), f"the entry `{name}` should be a list of gradients"
        assert len(records[name]) == len(grads), (
            f"the list for {module(name)} should have the length {len(grads)}; yours has {len(records[name])}"
        )
        for i, (actual, right) in enumerate(zip(records[name], grads, strict=True)):
            same(actual, right, f"gradient {i} of {module(name)}")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_clip():
    """The example of the statement: the gradient of a is clipped, that of b is not"""
    grads = clipped_sum(clip_gradient, 1.0, torch.tensor([3.0, -5.0, 0.5]))
    same(grads["a"], torch.tensor([1.0, -1.0, 0.5]), "`a.grad` of the example")
    same(grads["b"], torch.tensor([3.0, -5.0, 0.5]), "`b.grad` of the example")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_order():
    """The example of the statement: (a * b).exp() + b.sin()"""
    expect_order(EXAMPLE, [torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)], "the example")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_record():
    """The example of the statement: Linear and ReLU"""
    records = record_example(record_gradients)
    both, one = torch.tensor([[2.0], [2.0]]), torch.tensor([[2.0], [0.0]])
    expect_records(records, {"": [both], "0": [one], "1": [both]})


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_scale():
    """The example of the statement: ScaleGrad(-0.5)"""
    seen = forward_and_gradient(ScaleGrad, -0.5, torch.tensor([1.0, 2.0], requires_grad=True), torch.ones(2))
    same(seen["y"], torch.tensor([1.0, 2.0]), "`ScaleGrad(-0.5)(x)`")
    same(seen["grad"], torch.tensor([-0.5, -0.5]), "`x.grad`")


@pytest.mark.points(1)
def test_clip_there_alone(rng):
    """clip_gradient: on leaves and on the way, and no other gradient changes"""
    for shape, limit in (((), 0.5), ((2, 3), 1.0), ((0,), 1.0), ((4,), 0.0), ((5,), 100.0)):
        weight = 3 * normal(rng, *shape)
        grads = clipped_sum(clip_gradient, limit, weight)
        same(grads["a"], weight.clamp(-limit, limit), f"the gradient of a, clipped at {limit}")
        same(grads["b"], weight, "the gradient of b, which a hook on a must leave alone")
        grad = clipped_on_the_way(clip_gradient, limit, weight)
        same(grad, 5 * weight.clamp(-limit, limit), f"the gradient of x, where 5 * x is clipped at {limit}")


@pytest.mark.points(1)
def test_clip_removed(rng):
    """clip_gradient: its handle ends it"""
    weight = 3 + normal(rng, 4).abs()
    clipped, after = clipped_then_removed(clip_gradient, 1.0, weight)
    same(clipped, torch.ones_like(weight), "the clipped gradient")
    same(after, weight, "the gradient after handle.remove()")


@pytest.mark.points(2)
def test_order(rng):
    """order_of_execution: every node once, in the engine's own order"""
    for _ in range(20):
        inputs = [normal(rng, 2).requires_grad_(), normal(rng, 2).requires_grad_(), normal(rng, 2)]
        steps = random_steps(rng)
        expect_order(steps, inputs, "the program", listing(steps))
    expect_order([], [torch.tensor(1.0, requires_grad=True)], "a loss that is a leaf")


@pytest.mark.points(1)
def test_order_leaves_gradients_and_no_hooks(rng):
    """order_of_execution: gradients as after loss.backward(), and no hook stays"""
    inputs = [normal(rng, 2).requires_grad_(), normal(rng, 2).requires_grad_(), normal(rng, 2)]
    steps = [("mul", 0, 1), ("add", 2, 3), ("tanh", 4), ("sum", 5)]
    _, grads = execute(order_of_execution, steps, inputs)
    with show(inputs={"program": listing(steps)}):
        for i, right in enumerate(run_here(steps, inputs)[1][:2]):
            same(grads[i], right, f"`v{i}.grad` once `order_of_execution` has run")
    before, after = length_before_and_after(order_of_execution)
    assert after == before, (
        f"another backward, later, makes the list grow from {before} to {after} names: the hooks are still on the nodes"
    )


@pytest.mark.points(2)
def test_record(rng):
    """record_gradients: what arrives at every module's output, each time"""
    net, state, x = random_net(rng)
    expected = retained(state, x)
    expect_records(recorded(record_gradients, net, x), expected)
    expect_records(recorded(record_gradients, net, x, 2), {name: grads * 2 for name, grads in expected.items()})


@pytest.mark.points(1)
@pytest.mark.depends("test_example_record")
def test_record_keeps_no_graph(rng):
    """record_gradients: the tensors belong to no graph, and a forward under no_grad is no problem"""
    net, _, x = random_net(rng)
    assert not any(recorded_with_a_graph(record_gradients, net, x)), (
        "of a backward with create_graph=True, the recorded gradients still belong to the graph and keep it alive"
    )
    count = recorded_under_no_grad(record_gradients, net, x)
    assert count == 0, f"a forward under no_grad, without a backward, leaves {count} records"


@pytest.mark.points(2)
@pytest.mark.depends("test_example_record")
def test_record_removes_its_hooks(rng):
    """record_gradients: afterwards, also after an error, the model has the hooks that it had before"""
    for fails in (False, True):
        net, _, x = random_net(rng)
        seen = hooks_and_errors(record_gradients, net, x, fails)
        when = "a block that ended with an error" if fails else "the block"
        assert seen["came out"] == fails, "an error in the block disappears; it must go on"
        assert seen["after"] == seen["before"], (
            f"the model had {seen['before']} hook of its own before; after {when} it has {seen['after']}"
        )


@pytest.mark.points(1)
def test_scale_values(rng):
    """ScaleGrad: exactly the same values, of any shape and dtype, infinite ones too"""
    for x in (normal(rng, 7) * 1e5, normal(rng, 2, 3).float().T, normal(rng, 0, 2), normal(rng).half()):
        y = forward_and_gradient(ScaleGrad, 0.3, x.requires_grad_(), torch.ones_like(x))["y"]
        same(y, x.detach(), "`ScaleGrad(0.3)(x)`")
        assert torch.equal(y, x.detach()), "ScaleGrad(0.3)(x) differs from x in the last digits"
    x = torch.tensor([torch.inf, torch.nan, 0.0], requires_grad=True)
    same(forward_and_gradient(ScaleGrad, 0.0, x, torch.ones(3))["y"], x.detach(), "`ScaleGrad(0)(x)`")


@pytest.mark.points(2)
def test_scale_gradients(rng):
    """ScaleGrad: the gradient times s, on this way alone, each time, and of second order"""
    for s in (0.5, -2.0, 0.0, 1.0):
        x, upstream = normal(rng, 2, 3).requires_grad_(), normal(rng, 2, 3)
        same(forward_and_gradient(ScaleGrad, s, x, upstream)["grad"], s * upstream, f"`x.grad` for s = {s}")
        ones = torch.ones_like(upstream)
        same(
            beside(ScaleGrad, s, x), (s + 1) * ones, f"`x.grad` of ScaleGrad({s})(x) + x, whose second term is as usual"
        )
        same(again(ScaleGrad, s, x), s * ones, f"`x.grad` of a second pass through ScaleGrad({s})")
        same(second_order(ScaleGrad, s, x), 6 * s * s * x.detach(), f"the second derivative through ScaleGrad({s})")


@pytest.mark.points(1)
def test_scale_without_gradient(rng):
    """ScaleGrad: works where no gradient is needed, and has no state"""
    x = normal(rng, 3).requires_grad_()
    seen = without_gradient(ScaleGrad, x)
    for y, where in zip(seen["values"], ("an x that requires no grad", "a call under no_grad"), strict=True):
        same(y, x.detach(), f"the result for {where}")
    assert seen["state"] == [], f"state_dict() should be empty: s is a plain number; yours has {seen['state']}"
