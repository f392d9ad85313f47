"""Contracts of modules: modes that differ, a state dict that holds the state, gradients for every parameter."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from grader.checks.build import finding
from grader.checks.calls import function_name
from grader.checks.compare import find_mismatch
from grader.checks.kinds import is_tensor
from grader.checks.mismatch import Tolerance
from grader.checks.render import clean, describe, join, literal
from grader.checks.student_calls import invoke
from grader.checks.unchanged import same_bits
from grader.language import say


def assert_train_eval_differ(module: Any, *inputs: Any) -> None:
    """``module(*inputs)`` differs between ``train()`` and ``eval()``, and is the same each time in ``eval()``.

    Leaves the module in the mode it was in. Raises ``Finding``.
    """
    with _mode_kept(module):
        module.eval()
        first, second = (_output(module, inputs) for _ in range(2))
        if not same_bits(first, second):
            headline = say("`{name}` gives two results for the same input in `eval()`.", name=_name(module))
            raise finding("state", headline, say("Nothing random and no running statistic may act in evaluation."))
        module.train()
        trained = _output(module, inputs)
    if trained.shape == first.shape and same_bits(trained, first):
        headline = say("`{name}` does the same after `train()` as after `eval()`.", name=_name(module))
        detail = say("`self.training` tells the mode; functions such as `F.dropout` must be given it.")
        raise finding("value", headline, detail, actual=literal(trained))


def assert_state_roundtrip(make_module: Callable[[], Any], *inputs: Any) -> None:
    """A second module from ``make_module`` gives the first one's results after loading its ``state_dict``.

    Both run in ``eval()``. A weight in a plain attribute or a Python list, or a statistic that is no buffer, is not in
    the state dict and makes the results differ. Raises ``Finding`` (rung ``state``).
    """
    first, second = make_module(), make_module()
    state = first.state_dict()
    keys = [clean(str(key), 60) for key in state]
    second.load_state_dict({key: value.clone() if is_tensor(value) else value for key, value in state.items()})
    first.eval()
    second.eval()
    expected, actual = _output(first, inputs), _output(second, inputs)
    mismatch = find_mismatch(actual, expected, Tolerance(equal_nan=True))
    if mismatch is None:
        return
    raise finding(
        "state",
        say("A second `{name}` that loads the `state_dict` of the first one gives other results.", name=_name(first)),
        say("The state dict holds {keys}.", keys=_listed(keys, 12)) if keys else say("The state dict holds nothing."),
        say("Weights must be parameters or registered modules, statistics buffers; a Python list hides them."),
        expected=mismatch.expected,
        actual=mismatch.actual,
        where=mismatch.where,
    )


def assert_all_parameters_get_gradients(
    module: Any, loss_fn: Callable[[Any], Tensor], *, allow_zero: Collection[str] = (), allow_none: Collection[str] = ()
) -> None:
    """After ``loss_fn(module).backward()`` every parameter that requires grad has a finite, non-zero gradient.

    ``allow_zero`` and ``allow_none`` name parameters for which a zero or no gradient is right. Gradients from before
    are cleared. Raises ``Finding``.
    """
    module.zero_grad(set_to_none=True)
    loss = loss_fn(module)
    if not is_tensor(loss) or loss.numel() != 1:
        raise finding(
            "type",
            say(
                "The loss of `{name}` is {loss} instead of a tensor with one element.",
                name=_name(module),
                loss=describe(loss),
            ),
        )
    if not loss.requires_grad:
        headline = say(
            "The loss of `{name}` does not require grad: no gradient can reach any parameter.", name=_name(module)
        )
        raise finding("gradient_exists", headline, say("`detach`, `item`, `.data`, NumPy and `no_grad` cut the graph."))
    loss.backward()  # type: ignore[no-untyped-call]
    parameters = [(clean(str(name), 80), p) for name, p in module.named_parameters() if p.requires_grad]
    without = [name for name, p in parameters if p.grad is None and name not in allow_none]
    if without:
        headline = say("No gradient reaches {parameters} of `{name}`.", parameters=_listed(without), name=_name(module))
        raise finding("gradient_exists", headline, say("The loss does not depend on it through the graph."))
    arrived = [(name, p.grad) for name, p in parameters if p.grad is not None]
    odd = [name for name, grad in arrived if not bool(grad.isfinite().all())]
    if odd:
        raise finding(
            "non_finite",
            say(
                "The gradient of {parameters} of `{name}` holds NaN or inf.",
                parameters=_listed(odd),
                name=_name(module),
            ),
        )
    zero = [name for name, grad in arrived if name not in allow_zero and not bool(grad.any())]
    if zero:
        headline = say(
            "The gradient of {parameters} of `{name}` is zero everywhere.", parameters=_listed(zero), name=_name(module)
        )
        raise finding("gradient_value", headline, say("The result does not change when it does."))


def _listed(names: list[str], most: int = 6) -> str:
    more = [say("{number} more", number=len(names) - most)] if len(names) > most else []
    return join([*(f"`{name}`" for name in names[:most]), *more])


def _name(module: Any) -> str:
    return function_name(module)


def _output(module: Any, inputs: tuple[Any, ...]) -> Tensor:
    with torch.no_grad():
        result = invoke(module, inputs)
    if not is_tensor(result):
        raise finding(
            "type", say("`{name}` returns {result} instead of a tensor.", name=_name(module), result=describe(result))
        )
    return result.detach().clone()


@contextmanager
def _mode_kept(module: Any) -> Iterator[None]:
    before = bool(module.training)
    try:
        yield
    finally:
        module.train(before)
