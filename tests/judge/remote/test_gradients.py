"""gradcheck and the rest of autograd find the same in process and across the boundary."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.autograd import forward_ad, gradcheck, gradgradcheck
from torch.autograd.gradcheck import GradcheckError

from grader.wire.violation import CannotCross


def randn(rng: torch.Generator, *shape: int, dtype: torch.dtype = torch.float64, grad: bool = True) -> Tensor:
    return torch.randn(*shape, dtype=dtype, generator=rng).requires_grad_(grad)


RIGHT: dict[str, list[tuple[int, ...]]] = {
    "softmax": [(3, 4)],
    "matmul_bias": [(2, 3), (3, 4), (4,)],
    "two_outputs": [(3,), (3,)],
    "dependent_outputs": [(4,)],
    "views": [(2, 3)],
    "in_place_inside": [(3,)],
    "unused_input": [(2,), (2,)],
    "cube": [(3,)],
    "identity": [(2, 2)],
    "nothing_saved": [(3,)],
}


@pytest.mark.parametrize("fast", [False, True], ids=["slow", "fast"])
@pytest.mark.parametrize("name", RIGHT)
def test_gradcheck_passes_for_right_functions(side: Any, rng: torch.Generator, name: str, fast: bool) -> None:
    inputs = [randn(rng, *shape) for shape in RIGHT[name]]
    assert gradcheck(getattr(side, name), inputs, fast_mode=fast)


@pytest.mark.parametrize("name", [n for n in RIGHT if n not in ("identity", "nothing_saved", "unused_input", "views")])
def test_gradgradcheck_passes_for_right_functions(side: Any, rng: torch.Generator, name: str) -> None:
    inputs = [randn(rng, *shape) for shape in RIGHT[name]]
    assert gradgradcheck(getattr(side, name), inputs)


@pytest.mark.parametrize("fast", [False, True], ids=["slow", "fast"])
@pytest.mark.parametrize("name", ["wrong_cube", "detached", "right_for_ones_only"])
def test_gradcheck_fails_for_wrong_functions(side: Any, rng: torch.Generator, name: str, fast: bool) -> None:
    with pytest.raises(GradcheckError):
        gradcheck(getattr(side, name), [randn(rng, 3)], fast_mode=fast)


def test_gradgradcheck_finds_a_wrong_second_derivative(side: Any, rng: torch.Generator) -> None:
    x = randn(rng, 3)
    assert gradcheck(side.wrong_second, [x])
    with pytest.raises(GradcheckError):
        gradgradcheck(side.wrong_second, [x])


def test_complex_functions(side: Any, rng: torch.Generator) -> None:
    z = randn(rng, 3, dtype=torch.complex128)
    assert gradcheck(side.complex_abs, [z])
    assert gradgradcheck(side.complex_abs, [z])


def test_an_input_that_needs_no_grad(side: Any, rng: torch.Generator) -> None:
    a, b, c = randn(rng, 2, 3), randn(rng, 3, 4, grad=False), randn(rng, 4)
    assert gradcheck(side.matmul_bias, [a, b, c])
    assert side.matmul_bias(a.detach(), b, c.detach()).requires_grad is False


def test_integer_outputs_are_not_differentiable(side: Any, rng: torch.Generator) -> None:
    values, indices = side.with_integers(randn(rng, 2, 3))
    assert values.requires_grad
    assert not indices.requires_grad
    assert gradcheck(lambda x: side.with_integers(x)[0], [randn(rng, 2, 3)])


def test_a_module_with_parameters(side: Any, rng: torch.Generator) -> None:
    module = side.Smooth().double()
    x = randn(rng, 2, 4)
    parameters = tuple(module.parameters())
    assert gradcheck(lambda x, *p: module(x), [x, *parameters])
    assert gradgradcheck(lambda x, *p: module(x), [x, *parameters])


def same(function: Callable[[Any], Any], local: Any, remote: Any) -> Any:
    here, there = function(local), function(remote)
    torch.testing.assert_close(there, here, rtol=0, atol=0, equal_nan=True)
    return here


def test_gradients_are_bitwise_those_of_one_process(local: Any, remote: Any) -> None:
    def run(side: Any) -> list[Tensor]:
        rng = torch.Generator().manual_seed(3)
        x, w = randn(rng, 5, 7, dtype=torch.float32), randn(rng, 7, 3, dtype=torch.float32)
        h = side.softmax(x)
        first, second = side.dependent_outputs(h @ w)
        (first.sum() + (second * second).sum() + h.sum()).backward()
        assert x.grad is not None
        assert w.grad is not None
        return [first.detach(), second.detach(), x.grad, w.grad]

    same(run, local, remote)


def test_results_that_depend_on_each_other(side: Any, rng: torch.Generator) -> None:
    x = randn(rng, 3)
    hidden, out = side.dependent_outputs(x)
    (g,) = torch.autograd.grad(out.sum(), hidden, retain_graph=True)
    torch.testing.assert_close(g, x.detach())
    (g,) = torch.autograd.grad(out.sum(), x)
    torch.testing.assert_close(g, (x.tanh() + x * (1 - x.tanh() ** 2)).detach())


def test_a_path_through_a_result_is_counted_once(side: Any, rng: torch.Generator) -> None:
    """y depends on x directly and through h, which went out and in again."""
    x = randn(rng, 3)
    h = side.cube(x)
    y = side.two_outputs(h, x)[0]
    (g,) = torch.autograd.grad(y.sum(), x)
    torch.testing.assert_close(g, 4 * x.detach() ** 3)


def test_create_graph_to_the_third_order(side: Any) -> None:
    x = torch.tensor([1.5, -0.5], dtype=torch.float64, requires_grad=True)
    y = side.cube(x).sum()
    for expected in (3 * x**2, 6 * x, torch.full_like(x, 6.0)):
        (y,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        torch.testing.assert_close(y.detach(), expected.detach())


def test_a_gradient_penalty_of_a_function_of_the_check(side: Any, rng: torch.Generator) -> None:
    x, w = randn(rng, 3), randn(rng, 3)
    side.penalty(lambda t: t**3 * w, x).backward()
    torch.testing.assert_close(x.grad, (36 * x**3 * w**2).detach())
    torch.testing.assert_close(w.grad, (18 * x**4 * w).detach())


def test_retained_graph_is_used_twice(side: Any, rng: torch.Generator) -> None:
    x = randn(rng, 3)
    y = side.softmax(x).sum() + side.cube(x).sum()
    y.backward(retain_graph=True)
    y.backward()
    torch.testing.assert_close(x.grad, 6 * x.detach() ** 2, atol=1e-10, rtol=1e-10)


def test_a_freed_graph_is_refused(side: Any, rng: torch.Generator) -> None:
    y = side.cube(randn(rng, 3)).sum()
    y.backward()
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()


def test_no_grad_here_is_no_grad_there(side: Any, rng: torch.Generator) -> None:
    with torch.no_grad():
        assert side.cube(randn(rng, 3)).grad_fn is None
        assert side.grad_enabled()[0] is False
    assert side.grad_enabled()[0] is True
    with torch.inference_mode():
        assert side.grad_enabled()[1] is True
        assert not side.cube(randn(rng, 3)).requires_grad
    assert not side.no_grad_inside(randn(rng, 3)).requires_grad


def test_the_default_dtype_goes_along(side: Any) -> None:
    torch.set_default_dtype(torch.float64)
    try:
        assert side.grad_enabled()[2] is torch.float64
    finally:
        torch.set_default_dtype(torch.float32)
    assert side.grad_enabled()[2] is torch.float32


def test_hooks_on_both_sides(side: Any) -> None:
    seen = []
    x = torch.ones(3, requires_grad=True)
    y = side.hooked(x)
    y.register_hook(lambda g: seen.append(g.item()))
    y.backward()
    assert seen == [1.0]
    assert x.grad is not None
    assert x.grad.tolist() == [20.0] * 3


def test_grad_of_other_inputs_leaves_parameters_alone(side: Any) -> None:
    module = side.Smooth()
    x = torch.ones(2, 4, requires_grad=True)
    torch.autograd.grad(module(x).sum(), x)
    assert module.w.grad is None
    module(x).sum().backward(inputs=[x])
    assert module.w.grad is None
    module(x).sum().backward()
    assert module.w.grad is not None


def test_parameters_that_nobody_asked_for_get_gradients(local: Any, remote: Any) -> None:
    def run(side: Any) -> list[Tensor]:
        module = side.Smooth()
        for _ in range(3):
            module(torch.arange(8.0).reshape(2, 4) / 8).square().sum().backward()
        return [module.w.grad, module.w.detach()]

    same(run, local, remote)


def test_in_place_on_an_argument_with_a_graph(side: Any) -> None:
    x = torch.tensor([-1.0, 2.0], requires_grad=True)
    w = torch.tensor([3.0, 4.0], requires_grad=True)
    h = x * 1
    result = side.scale_(h, w)
    assert result is h
    side.relu_(h)
    h.sum().backward()
    assert h.tolist() == [0.0, 8.0]
    assert x.grad is not None
    assert x.grad.tolist() == [0.0, 4.0]
    assert w.grad is not None
    assert w.grad.tolist() == [0.0, 2.0]


def test_in_place_on_an_argument_without_one(side: Any) -> None:
    x, w = torch.ones(2), torch.tensor([3.0, 4.0], requires_grad=True)
    side.scale_(x, w)
    assert x.requires_grad
    x.sum().backward()
    assert w.grad is not None
    assert w.grad.tolist() == [1.0, 1.0]


def test_in_place_on_a_leaf_is_refused(side: Any) -> None:
    with pytest.raises(RuntimeError, match="leaf Variable"):
        side.relu_(torch.ones(2, requires_grad=True))


@pytest.mark.parametrize("name", ["add_data", "add_numpy"])
def test_writes_that_count_no_version_are_seen(side: Any, name: str) -> None:
    x = torch.zeros(3)
    getattr(side, name)(x)
    assert x.tolist() == [1.0] * 3
    x.numpy()[0] = 5
    getattr(side, name)(x)
    assert x.tolist() == [6.0, 2.0, 2.0]


def test_state_with_its_graph_is_kept_between_calls(local: Any, remote: Any) -> None:
    def run(side: Any) -> list[Tensor]:
        model = side.Recurrent()
        with torch.no_grad():
            for n, p in enumerate(model.parameters()):
                p.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape) + n)
        xs = [torch.full((1, 3), float(n), requires_grad=True) for n in range(3)]
        outs = [model(x) for x in xs]
        (outs[0].sum() + outs[2].square().sum()).backward()
        return [*(x.grad for x in xs if x.grad is not None), *(p.grad for p in model.parameters())]

    same(run, local, remote)


def test_a_product_in_the_students_code_with_a_graph_of_the_check(side: Any, rng: torch.Generator) -> None:
    x = randn(rng, 3)
    torch.testing.assert_close(
        side.vjp((x**2).sin(), x, torch.ones(3, dtype=torch.float64)), (2 * x * (x**2).cos()).detach()
    )
    z = side.cube(x)
    torch.testing.assert_close(side.vjp(z * 2, x, torch.ones(3, dtype=torch.float64)), (6 * x**2).detach())


def test_backward_in_the_students_code(side: Any) -> None:
    x = torch.ones(3, requires_grad=True)
    p = torch.full((3,), 2.0, requires_grad=True)
    side.backward_here((x * p).sum())
    assert x.grad is not None
    assert x.grad.tolist() == [2.0] * 3
    assert p.grad is not None
    module = side.Smooth()
    side.backward_here(module(torch.ones(1, 4)).sum() * 2)
    assert module.w.grad is not None


def test_unused_is_an_error_as_in_one_process(side: Any, rng: torch.Generator) -> None:
    x, y = randn(rng, 2), randn(rng, 2)
    out = side.unused_input(x, y)
    with pytest.raises(RuntimeError, match="not have been used"):
        torch.autograd.grad(out.sum(), y)


@pytest.mark.parametrize("vectorize", [False])
def test_functional_jacobian_and_hessian(side: Any, vectorize: bool) -> None:
    x = torch.tensor([1.0, 2.0], dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(side.cube, x, vectorize=vectorize)
    torch.testing.assert_close(jacobian, torch.diag(3 * x**2))
    hessian = torch.autograd.functional.hessian(lambda t: side.cube(t).sum(), x)
    torch.testing.assert_close(hessian, torch.diag(6 * x))


TRANSFORMS: dict[str, Callable[[Any, Tensor], Any]] = {
    "grad": lambda f, x: torch.func.grad(lambda x: f(x).sum())(x),
    "vmap": lambda f, x: torch.func.vmap(f)(x),
    "jvp": lambda f, x: torch.func.jvp(f, (x,), (x,)),
    "jacrev": lambda f, x: torch.func.jacrev(f)(x),
}


@pytest.mark.filterwarnings("ignore:.torch.jit.script. is deprecated:DeprecationWarning")  # torch's own
@pytest.mark.parametrize("name", TRANSFORMS)
def test_a_transform_of_torch_func_is_refused_in_a_sentence(remote: Any, rng: torch.Generator, name: str) -> None:
    x, layer = randn(rng, 3, grad=False), remote.Net()  # whose parameters are looked at before each message
    function = remote.cube
    with pytest.raises(CannotCross, match=r"torch\.func transform .* torch\.autograd\.functional can"):
        TRANSFORMS[name](function, x)
    assert torch.equal(function(x), x**3)
    assert all(parameter.requires_grad for parameter in layer.parameters())


@pytest.mark.filterwarnings("ignore:.torch.jit.script. is deprecated:DeprecationWarning")  # torch's own
@pytest.mark.parametrize("vectorize", [False, True])
def test_forward_mode_is_refused_and_gives_no_zeros(
    remote: Any, local: Any, rng: torch.Generator, vectorize: bool
) -> None:
    x = randn(rng, 3, grad=False)
    with forward_ad.dual_level(), pytest.raises(CannotCross, match="tangent"):
        remote.softmax(forward_ad.make_dual(x, torch.ones_like(x)))
    with forward_ad.dual_level():  # what carries no tangent crosses
        assert torch.equal(remote.softmax(x), local.softmax(x))
    expected = torch.autograd.functional.jacobian(local.softmax, x)
    torch.testing.assert_close(torch.autograd.functional.jacobian(remote.softmax, x), expected)
    if vectorize:
        with pytest.raises(CannotCross, match="tangent"):
            torch.autograd.functional.jacobian(remote.softmax, x, strategy="forward-mode", vectorize=True)


def test_a_check_s_function_is_not_called_inside_a_student_s_transform(remote: Any, local: Any) -> None:
    x = torch.ones(3, 2)
    assert torch.equal(local.mapped(lambda row: row * 2, x), x * 2)
    with pytest.raises(TypeError, match=r"torch\.func transform"):
        remote.mapped(lambda row: row * 2, x)
    torch.testing.assert_close(
        remote.mapped(remote.softmax, x), x.softmax(1)
    )  # the student's own, on the student's side
